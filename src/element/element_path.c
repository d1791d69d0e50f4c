// SPDX-License-Identifier: BSD-2-Clause
// Forces over a path of the types that have none of their own: of linear ones the force at the mean,
// of others Gonzalez' discrete gradient.
#include "element/element.h"

// Of V, what a difference of energies loses.
#define ROUND_OFF (16 * PETSC_MACHINE_EPSILON)

static const PetscReal at_rest[RIC_MAX_DOFS] = {0};

// ---- Linear types ----

// What dissipation makes of the mean: u0 + ½du + ½χ (du − ratio (u0 − before)). The force is linear.
static void Mean(PetscInt nd, const RicElementPath *path, PetscReal u[]) {
  const PetscReal chi = path->dissipation;

  for (PetscInt i = 0; i < nd; ++i) {
    const PetscReal earlier = path->before && chi > 0 ? path->u0[i] - path->before[i] : 0;
    u[i] = path->u0[i] + ((1 + chi) * path->du[i] - chi * path->ratio * earlier) / 2;
  }
}

// ---- Gonzalez ----

typedef struct {
  PetscReal middle[RIC_MAX_DOFS]; // ū
  PetscReal force[RIC_MAX_DOFS];  // f(ū)
  PetscReal square;               // |du|²
  PetscReal lack;                 // s, J; 0 where it is round-off of V
} Gonzalez;

static PetscReal Dot(PetscInt n, const PetscReal a[], const PetscReal b[]) {
  PetscReal sum = 0;

  for (PetscInt i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

// x + a y.
static void Add(PetscInt n, const PetscReal x[], PetscReal a, const PetscReal y[], PetscReal z[]) {
  for (PetscInt i = 0; i < n; ++i)
    z[i] = x[i] + a * y[i];
}

static void GonzalezOf(const RicElementOps *ops, const void *data, PetscInt dim,
                       const PetscReal X[], const RicElementPath *path, Gonzalez *g) {
  const PetscInt nd = ops->num_nodes * dim;
  PetscReal end[RIC_MAX_DOFS];

  Add(nd, path->u0, 0.5, path->du, g->middle);
  Add(nd, path->u0, 1, path->du, end);
  ops->Force(data, dim, X, g->middle, at_rest, g->force);
  const PetscReal from = ops->Energy(data, dim, X, path->u0), to = ops->Energy(data, dim, X, end);
  g->square = Dot(nd, path->du, path->du);
  g->lack = to - from - Dot(nd, g->force, path->du);
  if (PetscAbsReal(g->lack) <= ROUND_OFF * (PetscAbsReal(from) + PetscAbsReal(to)))
    g->lack = 0;
}

static void GonzalezForce(const RicElementOps *ops, const void *data, PetscInt dim,
                          const PetscReal X[], const RicElementPath *path, PetscReal f[]) {
  Gonzalez g;

  GonzalezOf(ops, data, dim, X, path, &g);
  Add(ops->num_nodes * dim, g.force, g.lack != 0 ? g.lack / g.square : 0, path->du, f);
}

// ½K(ū) + du ⊗ (f(u1) − f(ū) − ½K(ū)du)/|du|² + s/|du|² (I − 2 du duᵀ/|du|²).
static void GonzalezTangent(const RicElementOps *ops, const void *data, PetscInt dim,
                            const PetscReal X[], const RicElementPath *path, PetscReal K[]) {
  const PetscInt nd = ops->num_nodes * dim;
  const PetscReal *du = path->du;
  PetscReal end[RIC_MAX_DOFS], rate[RIC_MAX_DOFS];
  Gonzalez g;

  GonzalezOf(ops, data, dim, X, path, &g);
  ops->Tangent(data, dim, X, g.middle, at_rest, K, NULL);
  for (PetscInt i = 0; i < nd * nd; ++i)
    K[i] /= 2;
  if (g.lack == 0)
    return;
  Add(nd, path->u0, 1, du, end);
  ops->Force(data, dim, X, end, at_rest, rate);
  for (PetscInt j = 0; j < nd; ++j)
    rate[j] -= g.force[j] + Dot(nd, &K[j * nd], du) + 2 * g.lack / g.square * du[j];
  for (PetscInt i = 0; i < nd; ++i) {
    Add(nd, &K[i * nd], du[i] / g.square, rate, &K[i * nd]);
    K[i * nd + i] += g.lack / g.square;
  }
}

// ---- Verbs of any type ----

static void Zero(PetscInt n, PetscReal x[]) {
  for (PetscInt i = 0; i < n; ++i)
    x[i] = 0;
}

void RicElementPathForce(const RicElementOps *ops, const void *data, PetscInt dim,
                         const PetscReal X[], const RicElementPath *path, PetscReal f[]) {
  const PetscInt nd = ops->num_nodes * dim;
  PetscReal mean[RIC_MAX_DOFS];

  if (ops->PathForce) {
    ops->PathForce(data, dim, X, path, f);
  } else if (!ops->Force) {
    Zero(nd, f);
  } else if (ops->linear) {
    Mean(nd, path, mean);
    ops->Force(data, dim, X, mean, at_rest, f);
  } else {
    GonzalezForce(ops, data, dim, X, path, f);
  }
}

void RicElementPathTangent(const RicElementOps *ops, const void *data, PetscInt dim,
                           const PetscReal X[], const RicElementPath *path, PetscReal K[]) {
  const PetscInt nd = ops->num_nodes * dim;

  if (ops->PathTangent) {
    ops->PathTangent(data, dim, X, path, K);
  } else if (!ops->Force) {
    Zero(nd * nd, K);
  } else if (ops->linear) {
    ops->Tangent(data, dim, X, NULL, NULL, K, NULL);
    for (PetscInt i = 0; i < nd * nd; ++i)
      K[i] *= (1 + path->dissipation) / 2;
  } else {
    GonzalezTangent(ops, data, dim, X, path, K);
  }
}

PetscReal RicElementPathEnergy(const RicElementOps *ops, const void *data, PetscInt dim,
                               const PetscReal X[], const PetscReal u0[], const PetscReal u1[]) {
  PetscReal du[RIC_MAX_DOFS];

  if (ops->PathEnergy)
    return ops->PathEnergy(data, dim, X, u0, u1);
  if (!ops->linear || !ops->Energy)
    return 0;
  Add(ops->num_nodes * dim, u1, -1, u0, du);
  return ops->Energy(data, dim, X, du);
}
