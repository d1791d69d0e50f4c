// SPDX-License-Identifier: BSD-2-Clause
// The floor of a step of a linear bar in free flight: moreau-jean with θ = 1/2 as two loops written
// for nothing else. Product and elimination in one, substitution and update in the other, both
// from the two ends at once (the first inwards, the second outwards); 88 bytes a dof.
#ifndef RIC_TESTS_BENCH_FLOOR_H
#define RIC_TESTS_BENCH_FLOOR_H

#include "bench.h"

typedef struct {
  PetscInt n;
  PetscReal h, stiffness;                // step, s; EA/l of a cell, N/m
  PetscReal *q, *v, *pivot, *factor, *z; // [n], of M + h²K/4: inverse pivots, multipliers inwards
} Floor;

// What a side hands from node to node: q_θ there and before, the eliminated right-hand side.
typedef struct {
  PetscReal before, here, y;
} FloorSide;

RIC_INLINE PetscReal FloorMiddle(const Floor *f, PetscInt i) {
  return f->q[i] + f->h / 2 * f->v[i];
}

// The end of a side.
RIC_INLINE FloorSide FloorBegin(const Floor *f, PetscInt i, PetscInt inwards) {
  const PetscReal before = FloorMiddle(f, i), here = FloorMiddle(f, i + inwards);

  const PetscReal y = f->h * f->stiffness * (here - before);
  f->z[i] = f->pivot[i] * y;
  return (FloorSide){before, here, y};
}

RIC_INLINE void FloorEliminate(const Floor *f, PetscInt i, PetscInt inwards, FloorSide *s) {
  const PetscReal next = FloorMiddle(f, i + inwards);
  const PetscReal load = f->h * f->stiffness * ((next - s->here) - (s->here - s->before));

  s->y = load - f->factor[i - inwards] * s->y;
  f->z[i] = f->pivot[i] * s->y;
  s->before = s->here;
  s->here = next;
}

RIC_INLINE void FloorUpdate(const Floor *f, PetscInt i, PetscReal dv) {
  f->q[i] += f->h * (f->v[i] + dv / 2);
  f->v[i] += dv;
}

// n ≥ 5.
RIC_CLONES static void FloorStep(const Floor *given) {
  const Floor own = *given, *f = &own; // what no store can change stays in registers
  const PetscInt n = f->n, m = n / 2, rights = n - 1 - m;
  FloorSide left = FloorBegin(f, 0, 1), right = FloorBegin(f, n - 1, -1);

  for (PetscInt k = 1; k < rights; k++) {
    FloorEliminate(f, k, 1, &left);
    FloorEliminate(f, n - 1 - k, -1, &right);
  }
  for (PetscInt k = rights; k < m; k++)
    FloorEliminate(f, k, 1, &left);
  const PetscReal load =
      f->h * f->stiffness * ((right.before - left.here) - (left.here - left.before));
  PetscReal a = (load - f->factor[m - 1] * left.y - f->factor[m + 1] * right.y) * f->pivot[m];
  PetscReal b = a;
  FloorUpdate(f, m, a);
  for (PetscInt k = 1; k <= rights; k++) {
    a = f->z[m - k] - f->factor[m - k] * a;
    b = f->z[m + k] - f->factor[m + k] * b;
    FloorUpdate(f, m - k, a);
    FloorUpdate(f, m + k, b);
  }
  for (PetscInt k = rights + 1; k <= m; k++) {
    a = f->z[m - k] - f->factor[m - k] * a;
    FloorUpdate(f, m - k, a);
  }
}

// Factors of M + h²K/4 with the consistent mass, mass: of a cell, kg.
static inline void FloorFactor(Floor *f, PetscReal mass) {
  const PetscReal k = f->h * f->h / 4 * f->stiffness;
  const PetscReal end = mass / 3 + k, inner = 2 * end, beside = mass / 6 - k;
  const PetscInt n = f->n, m = n / 2;

  for (PetscInt i = 0; i < n; i++)
    f->pivot[i] = i == 0 || i == n - 1 ? end : inner;
  for (PetscInt i = 0; i < m; i++) {
    f->factor[i] = beside / f->pivot[i];
    f->pivot[i + 1] -= f->factor[i] * beside;
  }
  for (PetscInt i = n - 1; i > m; i--) {
    f->factor[i] = beside / f->pivot[i];
    f->pivot[i - 1] -= f->factor[i] * beside;
  }
  for (PetscInt i = 0; i < n; i++)
    f->pivot[i] = 1 / f->pivot[i];
}

// Times of `steps` steps of a bar of n nodes, s: their median and the least.
static inline PetscErrorCode TimeFloor(PetscInt n, PetscInt steps, PetscReal h, PetscReal stiffness,
                                       PetscReal mass, PetscReal *median, PetscReal *least) {
  Floor f = {.n = n, .h = h, .stiffness = stiffness};
  PetscReal *seconds;

  PetscFunctionBegin;
  PetscCheck(n >= 5, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "-cells: at least 4");
  PetscCall(PetscMalloc5(n, &f.q, n, &f.v, n, &f.pivot, n, &f.factor, n, &f.z));
  PetscCall(PetscMalloc1(steps, &seconds));
  FloorFactor(&f, mass);
  for (PetscInt i = 0; i < n; i++)
    f.q[i] = 0, f.v[i] = -0.1 + 1e-3 * (PetscReal)(i % 7);
  for (PetscInt step = 0; step < steps; step++) {
    const PetscReal begin = Seconds();
    FloorStep(&f);
    seconds[step] = Seconds() - begin;
  }
  PetscCall(PetscSortReal(steps, seconds));
  *median = seconds[steps / 2];
  *least = seconds[0];
  PetscCall(PetscFree(seconds));
  PetscCall(PetscFree5(f.q, f.v, f.pivot, f.factor, f.z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
