// SPDX-License-Identifier: BSD-2-Clause
#include "solve/lcp.h"
#include <petscblaslapack.h>

struct RicLcp_ {
  PetscInt room;
  PetscInt *set;         // [room] the active entries, packed
  PetscBool *active;     // [room]
  const PetscBool *free; // [n] of the problem under way, NULL: none
  PetscReal *A;          // [room²] D of the active entries, then its factors
  PetscReal *x;          // [room]
  PetscReal *shifted;    // [room] p of a proximal step
  PetscReal *start;      // [room] centre of a proximal step
  PetscReal *scaled;     // [room²] S D S
  PetscReal *scale;      // [room] diagonal of S
  PetscReal *offset;     // [room] S p
  PetscBLASInt *pivot;   // [room]
};

PetscErrorCode RicLcpCreate(RicLcp *lcp) {
  PetscFunctionBegin;
  PetscCall(PetscNew(lcp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FreeWork(RicLcp lcp) {
  PetscFunctionBegin;
  PetscCall(PetscFree3(lcp->set, lcp->active, lcp->pivot));
  PetscCall(PetscFree4(lcp->A, lcp->x, lcp->shifted, lcp->start));
  PetscCall(PetscFree3(lcp->scaled, lcp->scale, lcp->offset));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLcpDestroy(RicLcp *lcp) {
  PetscFunctionBegin;
  if (!*lcp)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeWork(*lcp));
  PetscCall(PetscFree(*lcp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Reserve(RicLcp lcp, PetscInt n) {
  PetscFunctionBegin;
  if (n <= lcp->room)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeWork(lcp));
  lcp->room = PetscMax(n, 2 * lcp->room);
  PetscCall(PetscMalloc3(lcp->room, &lcp->set, lcp->room, &lcp->active, lcp->room, &lcp->pivot));
  PetscCall(PetscMalloc4(lcp->room * lcp->room, &lcp->A, lcp->room, &lcp->x, lcp->room,
                         &lcp->shifted, lcp->room, &lcp->start));
  PetscCall(PetscMalloc3(lcp->room * lcp->room, &lcp->scaled, lcp->room, &lcp->scale, lcp->room,
                         &lcp->offset));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The systems of the active set ----

// Up to so many entries LAPACK's calls take longer than the factorisation itself.
#define FEW 8

// A = LLᵀ, L below the diagonal and on it; false at a pivot that is not positive.
static PetscBool FactorFew(PetscInt m, PetscReal A[]) {
  for (PetscInt j = 0; j < m; j++) {
    for (PetscInt k = 0; k < j; k++)
      for (PetscInt i = j; i < m; i++)
        A[j * m + i] -= A[k * m + i] * A[k * m + j];
    if (!(A[j * m + j] > 0))
      return PETSC_FALSE;
    A[j * m + j] = PetscSqrtReal(A[j * m + j]);
    for (PetscInt i = j + 1; i < m; i++)
      A[j * m + i] /= A[j * m + j];
  }
  return PETSC_TRUE;
}

static void SolveFew(PetscInt m, const PetscReal L[], PetscReal x[]) {
  for (PetscInt j = 0; j < m; j++) {
    x[j] /= L[j * m + j];
    for (PetscInt i = j + 1; i < m; i++)
      x[i] -= L[j * m + i] * x[j];
  }
  for (PetscInt j = m - 1; j >= 0; j--) {
    for (PetscInt i = j + 1; i < m; i++)
      x[j] -= L[j * m + i] * x[i];
    x[j] /= L[j * m + j];
  }
}

// *regular: A could be factored, in place.
static PetscErrorCode Factor(RicLcp lcp, PetscInt m, PetscBool symmetric, PetscBool *regular) {
  PetscBLASInt bm, info;

  PetscFunctionBegin;
  if (symmetric && m <= FEW) {
    *regular = FactorFew(m, lcp->A);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscBLASIntCast(m, &bm));
  PetscCall(PetscFPTrapPush(PETSC_FP_TRAP_OFF));
  if (symmetric)
    PetscCallBLAS("LAPACKpotrf", LAPACKpotrf_("L", &bm, lcp->A, &bm, &info));
  else
    PetscCallBLAS("LAPACKgetrf", LAPACKgetrf_(&bm, &bm, lcp->A, &bm, lcp->pivot, &info));
  PetscCall(PetscFPTrapPop());
  *regular = (PetscBool)(info == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x ← A⁻¹ x by the factors.
static PetscErrorCode Substitute(RicLcp lcp, PetscInt m, PetscBool symmetric) {
  PetscBLASInt bm, one = 1, info;

  PetscFunctionBegin;
  if (symmetric && m <= FEW) {
    SolveFew(m, lcp->A, lcp->x);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscBLASIntCast(m, &bm));
  PetscCall(PetscFPTrapPush(PETSC_FP_TRAP_OFF));
  if (symmetric)
    PetscCallBLAS("LAPACKpotrs", LAPACKpotrs_("L", &bm, &one, lcp->A, &bm, lcp->x, &bm, &info));
  else
    PetscCallBLAS("LAPACKgetrs",
                  LAPACKgetrs_("N", &bm, &one, lcp->A, &bm, lcp->pivot, lcp->x, &bm, &info));
  PetscCall(PetscFPTrapPop());
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x = −(D_FF + εI)⁻¹ p_F on the active set F of size m. *singular: a pivot is not safely positive
// (nonzero).
static PetscErrorCode SolveActive(RicLcp lcp, PetscInt n, const PetscReal D[], PetscReal eps,
                                  PetscBool symmetric, const PetscReal p[], PetscInt m,
                                  PetscBool *singular) {
  PetscReal largest = 0, smallest = PETSC_MAX_REAL;
  PetscBool regular = PETSC_FALSE;

  PetscFunctionBegin;
  *singular = PETSC_FALSE;
  if (!m)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt j = 0; j < m; j++) {
    for (PetscInt i = 0; i < m; i++)
      lcp->A[j * m + i] = D[lcp->set[j] * n + lcp->set[i]];
    lcp->A[j * m + j] += eps;
    lcp->x[j] = -p[lcp->set[j]];
  }
  PetscCall(Factor(lcp, m, symmetric, &regular));
  for (PetscInt j = 0; j < m && regular; j++) {
    const PetscReal d = PetscAbsReal(lcp->A[j * m + j]);
    largest = PetscMax(largest, symmetric ? d * d : d);
    smallest = PetscMin(smallest, symmetric ? d * d : d);
  }
  *singular = (PetscBool)(!regular || smallest <= 1e-13 * largest);
  if (!*singular)
    PetscCall(Substitute(lcp, m, symmetric));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// z from the packed x, and w = (D + εI) z + p.
static void Evaluate(const RicLcp lcp, PetscInt n, const PetscReal D[], PetscReal eps,
                     const PetscReal p[], PetscInt m, PetscReal z[], PetscReal w[]) {
  for (PetscInt i = 0; i < n; i++)
    z[i] = 0, w[i] = p[i];
  for (PetscInt k = 0; k < m; k++) {
    const PetscReal *column = &D[lcp->set[k] * n];
    z[lcp->set[k]] = lcp->x[k];
    for (PetscInt i = 0; i < n; i++)
      w[i] += column[i] * lcp->x[k];
    w[lcp->set[k]] += eps * lcp->x[k];
  }
  for (PetscInt k = 0; k < m; k++)
    w[lcp->set[k]] = 0; // zero but for round-off
}

// Exchange the infeasible entries between the active set and its complement: all of them, or the
// last alone.
static PetscInt Exchange(RicLcp lcp, PetscInt n, const PetscReal z[], const PetscReal w[],
                         PetscReal ztol, PetscReal wtol, PetscBool count_only,
                         PetscBool last_only) {
  PetscInt bad = 0, last = -1;

  for (PetscInt i = 0; i < n; i++) {
    if ((lcp->free && lcp->free[i]) || !(lcp->active[i] ? z[i] < -ztol : w[i] < -wtol))
      continue;
    bad++;
    last = i;
    if (!count_only && !last_only)
      lcp->active[i] = (PetscBool)!lcp->active[i];
  }
  if (!count_only && last_only && last >= 0)
    lcp->active[last] = (PetscBool)!lcp->active[last];
  return bad;
}

static PetscReal LargestAbs(PetscInt n, const PetscReal x[]) {
  PetscReal largest = 0;

  for (PetscInt i = 0; i < n; i++)
    largest = PetscMax(largest, PetscAbsReal(x[i]));
  return largest;
}

// Principal pivoting on D + εI.
static PetscErrorCode Pivot(RicLcp lcp, PetscInt n, const PetscReal D[], PetscReal eps,
                            PetscBool symmetric, const PetscReal p[], PetscReal z[], PetscReal w[],
                            PetscInt *pivots, PetscBool *singular, RicReason *reason) {
  const PetscReal wtol = 1e-14 * LargestAbs(n, p);
  const PetscInt limit = 100 + 20 * n;
  PetscInt fewest = n + 1, chances = 10;

  PetscFunctionBegin;
  *reason = RIC_FAILED;
  for (PetscInt i = 0; i < n; i++)
    lcp->active[i] = (PetscBool)(z[i] > 0 || (lcp->free && lcp->free[i]));
  for (PetscInt it = 0; it < limit; it++) {
    PetscInt m = 0;
    for (PetscInt i = 0; i < n; i++)
      if (lcp->active[i])
        lcp->set[m++] = i;
    PetscCall(SolveActive(lcp, n, D, eps, symmetric, p, m, singular));
    (*pivots)++;
    if (*singular)
      PetscFunctionReturn(PETSC_SUCCESS);
    Evaluate(lcp, n, D, eps, p, m, z, w);
    const PetscReal ztol = 1e-14 * LargestAbs(m, lcp->x);
    const PetscInt bad = Exchange(lcp, n, z, w, ztol, wtol, PETSC_TRUE, PETSC_FALSE);
    if (!bad) {
      *reason = RIC_OK;
      break;
    }
    if (bad < fewest)
      fewest = bad, chances = 10;
    else if (chances)
      chances--;
    Exchange(lcp, n, z, w, ztol, wtol, PETSC_FALSE, (PetscBool)!chances);
  }
  for (PetscInt i = 0; i < n; i++)
    if (!lcp->free || !lcp->free[i])
      z[i] = PetscMax(z[i], 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Proximal-point iteration: z ← the solution for D + εI and p − εz, until εz no longer moves w.
static PetscErrorCode Proximal(RicLcp lcp, PetscInt n, const PetscReal D[], PetscBool symmetric,
                               const PetscReal p[], PetscReal z[], PetscReal w[], PetscInt *pivots,
                               RicReason *reason) {
  const PetscReal scale = LargestAbs(n, p);
  PetscReal eps = 0;
  PetscBool singular;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < n; i++)
    eps = PetscMax(eps, 1e-7 * PetscAbsReal(D[i * n + i]));
  PetscCall(PetscArrayzero(lcp->start, n));
  for (PetscInt it = 0; it < 50; it++) {
    PetscReal change = 0;
    for (PetscInt i = 0; i < n; i++)
      lcp->shifted[i] = p[i] - eps * lcp->start[i];
    PetscCall(Pivot(lcp, n, D, eps, symmetric, lcp->shifted, z, w, pivots, &singular, reason));
    if (singular)
      *reason = RIC_FAILED;
    if (*reason != RIC_OK)
      PetscFunctionReturn(PETSC_SUCCESS);
    // Equations that contradict each other by round-off let z drift for ever: after a while they no
    // longer count.
    for (PetscInt i = 0; i < n; i++)
      if (it < 20 || !lcp->free || !lcp->free[i])
        change = PetscMax(change, PetscAbsReal(z[i] - lcp->start[i]));
    PetscCall(PetscArraycpy(lcp->start, z, n));
    if (eps * change <= 1e-14 * scale)
      break;
    // An infeasible problem drives z to infinity.
    if (it == 49 && eps * change > 1e-8 * scale)
      *reason = RIC_FAILED;
  }
  for (PetscInt i = 0; i < n; i++) {
    w[i] = p[i];
    for (PetscInt j = 0; j < n; j++)
      w[i] += D[j * n + i] * z[j];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows may be of different units (m and rad), pivots and tolerances must not see them: S D S and S p
// with diagonal entries near 1 are solved for S⁻¹ z. S holds powers of two, so that nothing is
// rounded.
static void Scale(RicLcp lcp, PetscInt n, const PetscReal D[], const PetscReal p[]) {
  PetscReal *s = lcp->scale;
  int exponent;

  for (PetscInt i = 0; i < n; i++) {
    (void)frexp(D[i * n + i], &exponent);
    s[i] = D[i * n + i] > 0 ? ldexp(1, -(exponent >> 1)) : 1;
    lcp->offset[i] = s[i] * p[i];
  }
  for (PetscInt j = 0; j < n; j++)
    for (PetscInt i = 0; i < n; i++)
      lcp->scaled[j * n + i] = s[i] * D[j * n + i] * s[j];
}

PetscErrorCode RicLcpSolve(RicLcp lcp, PetscInt n, const PetscReal D[], PetscBool symmetric,
                           const PetscBool free[], const PetscReal p[], PetscReal z[],
                           PetscReal w[], PetscInt *pivots, RicReason *reason) {
  PetscBool singular;

  PetscFunctionBegin;
  *pivots = 0;
  lcp->free = free;
  PetscCall(Reserve(lcp, n));
  Scale(lcp, n, D, p);
  PetscCall(Pivot(lcp, n, lcp->scaled, 0, symmetric, lcp->offset, z, w, pivots, &singular, reason));
  if (singular)
    PetscCall(Proximal(lcp, n, lcp->scaled, symmetric, lcp->offset, z, w, pivots, reason));
  for (PetscInt i = 0; i < n; i++) {
    z[i] *= lcp->scale[i];
    w[i] /= lcp->scale[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
