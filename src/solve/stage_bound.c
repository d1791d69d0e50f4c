// SPDX-License-Identifier: BSD-2-Clause
// Bound: min ½ xᵀA x − bᵀx with y0_i + w_i·x ≥ 0 for the unilateral rows and = 0 for the equations,
// by MPRGP (modified proportioning with reduced gradient projections; Dostál & Schöberl 2005,
// Dostál, Optimal Quadratic Programming Algorithms, §5.8), with the stage's preconditioner in the
// face. Rows are separable: each w_i lives on one node, so that in a nodal frame turned to the
// normal it is a bound on one coordinate, which an equation never leaves. The turning is implicit:
// the normal part of a vector at row i is (w_i·x) w_i / |w_i|².
//
// Symbols: g = Ax − b; φ free gradient (g without its normal part where row i is at its bound), β
// chopped gradient (the negative normal part there, 0 at equations), φ + β = 0 at the solution;
// multipliers μ_i = w_i·g / |w_i|².
#include "solve/stage_impl.h"

typedef struct {
  PetscInt *offset, *column;     // rows as in the diagonal type: local columns
  PetscReal *value, *norm2;      // w, |w|²
  PetscReal *slack;              // [rows] y_i(x)
  PetscBool *bound;              // [rows] row i can bind: it is not off and has a free dof
  PetscBool *equation;           // [rows] row i never leaves its bound
  PetscReal *scratch;            // [rows]
  Vec g, phi, beta, z, p, Ap, b; // of dofs
  PetscReal curvature;           // p·Ap of the last step
  PetscReal step;                // fixed expansion step, ≤ 2/‖A‖
} Bound;

// Any step in (0, 2/‖A‖] decreases the energy; the row-sum norm bounds ‖A‖ from above, in one pass.
static PetscErrorCode ChooseStep(RicStage s) {
  PetscReal norm;

  PetscFunctionBegin;
  PetscCall(MatNorm(s->A, NORM_INFINITY, &norm));
  ((Bound *)s->data)->step = 1.5 / norm;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CopyRows(RicStage s, Bound *d) {
  const PetscInt *cols;
  const PetscScalar *values;
  PetscInt n, first;

  PetscFunctionBegin;
  PetscCall(MatGetOwnershipRangeColumn(s->W, &first, NULL));
  d->offset[0] = 0;
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    d->norm2[i] = 0;
    PetscCall(MatGetRow(s->W, s->first_row + i, &n, &cols, &values));
    for (PetscInt k = 0; k < n; k++) {
      d->column[d->offset[i] + k] = cols[k] - first;
      d->value[d->offset[i] + k] = values[k];
      d->norm2[i] += values[k] * values[k];
    }
    d->offset[i + 1] = d->offset[i] + n;
    PetscCall(MatRestoreRow(s->W, s->first_row + i, &n, &cols, &values));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Bound(RicStage s) {
  Bound *d;
  Vec *vecs[] = {NULL, NULL, NULL, NULL, NULL, NULL, NULL};
  const PetscInt n = s->num_rows_owned;

  PetscFunctionBegin;
  PetscCall(PetscNew(&d));
  s->data = d;
  vecs[0] = &d->g, vecs[1] = &d->phi, vecs[2] = &d->beta, vecs[3] = &d->z;
  vecs[4] = &d->p, vecs[5] = &d->Ap, vecs[6] = &d->b;
  for (PetscInt i = 0; i < 7; i++)
    PetscCall(VecDuplicate(s->work, vecs[i]));
  PetscCall(PetscMalloc4(n + 1, &d->offset, n * RIC_MAX_DOFS, &d->column, n * RIC_MAX_DOFS,
                         &d->value, n, &d->norm2));
  PetscCall(PetscMalloc4(n, &d->slack, n, &d->bound, n, &d->equation, n, &d->scratch));
  PetscCall(CopyRows(s, d));
  PetscCall(ChooseStep(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal Dot(const Bound *d, PetscInt i, const PetscScalar *x) {
  PetscReal sum = 0;

  for (PetscInt k = d->offset[i]; k < d->offset[i + 1]; k++)
    sum += d->value[k] * x[d->column[k]];
  return sum;
}

static void AddNormal(const Bound *d, PetscInt i, PetscReal factor, PetscScalar *x) {
  for (PetscInt k = d->offset[i]; k < d->offset[i + 1]; k++)
    x[d->column[k]] += factor * d->value[k];
}

// At its bound? Slacks are set to exactly 0 when a step reaches one.
static PetscBool AtBound(const Bound *d, PetscInt i) {
  return (PetscBool)(d->bound[i] && d->slack[i] <= 0);
}

// x·y and u·w in one reduction.
static PetscErrorCode TwoDots(Vec x, Vec y, PetscReal *xy, Vec u, Vec w, PetscReal *uw) {
  PetscFunctionBegin;
  PetscCall(VecDotBegin(x, y, xy));
  PetscCall(VecDotBegin(u, w, uw));
  PetscCall(VecDotEnd(x, y, xy));
  PetscCall(VecDotEnd(u, w, uw));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// φ and β from g, and their squares.
static PetscErrorCode SplitGradient(RicStage s, PetscReal *phi2, PetscReal *beta2) {
  Bound *d = (Bound *)s->data;
  PetscScalar *phi, *beta;
  const PetscScalar *g;

  PetscFunctionBegin;
  PetscCall(VecCopy(d->g, d->phi));
  PetscCall(VecZeroEntries(d->beta));
  PetscCall(VecGetArrayRead(d->g, &g));
  PetscCall(VecGetArray(d->phi, &phi));
  PetscCall(VecGetArray(d->beta, &beta));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (!AtBound(d, i))
      continue;
    const PetscReal normal = Dot(d, i, g) / d->norm2[i];
    AddNormal(d, i, -normal, phi);
    if (normal < 0 && !d->equation[i])
      AddNormal(d, i, normal, beta);
  }
  PetscCall(VecRestoreArrayRead(d->g, &g));
  PetscCall(VecRestoreArray(d->phi, &phi));
  PetscCall(VecRestoreArray(d->beta, &beta));
  PetscCall(TwoDots(d->phi, d->phi, phi2, d->beta, d->beta, beta2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// z = P M⁻¹ φ, P removing the normal parts of bound rows: the preconditioner restricted to the
// face.
static PetscErrorCode PreconditionFace(RicStage s) {
  Bound *d = (Bound *)s->data;
  PetscScalar *z;
  KSP ksp;
  PC pc;

  PetscFunctionBegin;
  PetscCall(RicLinearGetKSP(s->solver, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCApply(pc, d->phi, d->z));
  PetscCall(VecGetArray(d->z, &z));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (AtBound(d, i))
      AddNormal(d, i, -Dot(d, i, z) / d->norm2[i], z);
  PetscCall(VecRestoreArray(d->z, &z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The longest α with x − αp feasible.
static PetscErrorCode FeasibleStep(RicStage s, Vec p, PetscReal *alpha) {
  Bound *d = (Bound *)s->data;
  const PetscScalar *a;

  PetscFunctionBegin;
  *alpha = PETSC_MAX_REAL;
  PetscCall(VecGetArrayRead(p, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    d->scratch[i] = Dot(d, i, a);
    if (d->bound[i] && d->slack[i] > 0 && d->scratch[i] > 0)
      *alpha = PetscMin(*alpha, d->slack[i] / d->scratch[i]);
  }
  PetscCall(VecRestoreArrayRead(p, &a));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, alpha, 1, MPIU_REAL, MPI_MIN, s->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x −= αp with its slacks (scratch holds w·p); those that vanish become exactly 0. Rows at their
// bound stay there but where the direction `leaves` the face.
static PetscErrorCode Move(RicStage s, PetscReal alpha, Vec p, PetscBool leaves, Vec x) {
  Bound *d = (Bound *)s->data;

  PetscFunctionBegin;
  PetscCall(VecAXPY(x, -alpha, p));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    const PetscReal before = d->slack[i];
    if (AtBound(d, i) && (d->equation[i] || !leaves || d->scratch[i] >= 0))
      continue;
    d->slack[i] = before - alpha * d->scratch[i];
    if (d->bound[i] && d->slack[i] < 1e-15 * PetscAbsReal(before))
      d->slack[i] = 0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Slacks of x, with x projected onto the feasible set. Rows at their bound stay there: computed
// anew, round-off would set half of them free again. For the same reason a slack of the size of
// round-off is none.
static PetscErrorCode Project(RicStage s, Vec y0, Vec x) {
  Bound *d = (Bound *)s->data;
  const PetscScalar *y;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(y0, &y));
  PetscCall(VecGetArray(x, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (AtBound(d, i))
      continue;
    const PetscReal moved = Dot(d, i, a);
    const PetscReal roundoff = 4 * PETSC_MACHINE_EPSILON * PetscAbsReal(moved);
    d->slack[i] = y[i] + moved;
    if (!d->bound[i] || (d->slack[i] > roundoff && !d->equation[i]))
      continue;
    AddNormal(d, i, -d->slack[i] / d->norm2[i], a);
    d->slack[i] = 0;
  }
  PetscCall(VecRestoreArrayRead(y0, &y));
  PetscCall(VecRestoreArray(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Gradient(RicStage s, Vec x) {
  Bound *d = (Bound *)s->data;

  PetscFunctionBegin;
  PetscCall(MatMult(s->A, x, d->g));
  PetscCall(VecAXPY(d->g, -1.0, d->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Expansion: to the bound along p, then a projected step of fixed length along the free gradient.
static PetscErrorCode Expand(RicStage s, PetscReal alpha, Vec y0, Vec x) {
  Bound *d = (Bound *)s->data;
  PetscReal phi2, beta2;

  PetscFunctionBegin;
  PetscCall(Move(s, alpha, d->p, PETSC_FALSE, x));
  PetscCall(VecAXPY(d->g, -alpha, d->Ap));
  PetscCall(SplitGradient(s, &phi2, &beta2));
  PetscCall(VecAXPY(x, -d->step, d->phi));
  PetscCall(Project(s, y0, x));
  PetscCall(Gradient(s, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One step; *restart when the conjugate directions have lost their meaning.
static PetscErrorCode Iterate(RicStage s, PetscReal phi2, PetscReal beta2, Vec y0, Vec x,
                              PetscBool *restart) {
  Bound *d = (Bound *)s->data;
  const PetscBool proportional = (PetscBool)(beta2 <= phi2);
  PetscReal slope, alpha, feasible;
  Vec p = proportional ? d->p : d->beta;

  PetscFunctionBegin;
  PetscCall(MatMult(s->A, p, d->Ap));
  PetscCall(TwoDots(p, d->Ap, &d->curvature, p, d->g, &slope));
  PetscCall(FeasibleStep(s, p, &feasible));
  alpha = d->curvature > 0 ? slope / d->curvature : 0;
  *restart = (PetscBool)!proportional;
  if (alpha <= feasible) {
    PetscCall(Move(s, alpha, p, *restart, x));
    PetscCall(VecAXPY(d->g, -alpha, d->Ap));
  } else if (proportional) {
    PetscCall(Expand(s, feasible, y0, x));
    *restart = PETSC_TRUE;
  } else {
    PetscCall(Move(s, feasible, p, PETSC_TRUE, x));
    PetscCall(VecAXPY(d->g, -feasible, d->Ap));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Next direction: conjugate to the last, or the preconditioned free gradient alone.
static PetscErrorCode NextDirection(RicStage s, PetscBool restart) {
  Bound *d = (Bound *)s->data;
  PetscReal zAp;

  PetscFunctionBegin;
  PetscCall(PreconditionFace(s));
  if (restart) {
    PetscCall(VecCopy(d->z, d->p));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecDot(d->z, d->Ap, &zAp));
  PetscCall(VecAYPX(d->p, d->curvature > 0 ? -zAp / d->curvature : 0, d->z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// From any x, 0 where it is not finite. Converged when the projected gradient is small against the
// loads and the contact forces, which are the rest of the gradient.
static PetscErrorCode Minimise(RicStage s, Vec y0, Vec x, PetscInt *iterations, RicReason *reason) {
  Bound *d = (Bound *)s->data;
  PetscReal phi2, beta2, load, gradient;
  PetscBool restart = PETSC_TRUE;

  PetscFunctionBegin;
  *reason = RIC_RETRY;
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    d->slack[i] = PETSC_MAX_REAL; // none is at its bound yet
  PetscCall(VecNorm(x, NORM_2, &gradient));
  if (PetscIsInfOrNanReal(gradient))
    PetscCall(VecZeroEntries(x));
  PetscCall(Project(s, y0, x));
  PetscCall(Gradient(s, x));
  PetscCall(VecNorm(d->b, NORM_2, &load));
  if (load == 0)
    PetscCall(VecNorm(d->g, NORM_2, &load));
  for (PetscInt it = 0; it < s->max_it; it++) {
    PetscCall(SplitGradient(s, &phi2, &beta2));
    PetscCall(VecNorm(d->g, NORM_2, &gradient));
    if (PetscSqrtReal(phi2 + beta2) <= s->rtol * PetscMax(load, gradient)) {
      *reason = RIC_OK;
      break;
    }
    PetscCall(NextDirection(s, restart));
    PetscCall(Iterate(s, phi2, beta2, y0, x, &restart));
    (*iterations)++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// μ_i = w_i·g / |w_i|² at bound rows, 0 elsewhere; y the slacks.
static PetscErrorCode Multipliers(RicStage s, Vec y, Vec mu) {
  Bound *d = (Bound *)s->data;
  const PetscScalar *g;
  PetscScalar *m, *slack;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(d->g, &g));
  PetscCall(VecGetArray(mu, &m));
  PetscCall(VecGetArray(y, &slack));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    m[i] = AtBound(d, i) ? Dot(d, i, g) / d->norm2[i] : 0;
    if (!d->equation[i])
      m[i] = PetscMax(0, m[i]);
    slack[i] = d->slack[i];
  }
  PetscCall(VecRestoreArrayRead(d->g, &g));
  PetscCall(VecRestoreArray(mu, &m));
  PetscCall(VecRestoreArray(y, &slack));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_Bound(RicStage s, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                                  PetscInt *iterations, RicReason *reason) {
  Bound *d = (Bound *)s->data;
  const PetscScalar *e;

  PetscFunctionBegin;
  if (b)
    PetscCall(VecCopy(b, d->b));
  else
    PetscCall(MatMult(s->A, x, d->b)); // x is the free solution
  PetscCall(VecGetArrayRead(eligible, &e));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    d->bound[i] = (PetscBool)(e[i] > 0.5 && d->norm2[i] > 0);
    d->equation[i] = (PetscBool)(d->bound[i] && e[i] > 1.5);
  }
  PetscCall(VecRestoreArrayRead(eligible, &e));
  PetscCall(Minimise(s, y0, x, iterations, reason));
  PetscCall(Multipliers(s, y, mu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Bound(RicStage s) {
  Bound *d = (Bound *)s->data;
  Vec *vecs[] = {&d->g, &d->phi, &d->beta, &d->z, &d->p, &d->Ap, &d->b};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < 7; i++)
    PetscCall(VecDestroy(vecs[i]));
  PetscCall(PetscFree4(d->offset, d->column, d->value, d->norm2));
  PetscCall(PetscFree4(d->slack, d->bound, d->equation, d->scratch));
  PetscCall(PetscFree(s->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStageOps RicStageBound = {.name = "bound",
                                   .SetUp = SetUp_Bound,
                                   .Changed = ChooseStep,
                                   .Solve = Solve_Bound,
                                   .Destroy = Destroy_Bound};
