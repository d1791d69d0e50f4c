// SPDX-License-Identifier: BSD-2-Clause
// The first stage of energy-momentum, which owns the position: Newton on v~ with the rows W̄ of the
// iterate, whose change with q1 the iteration makes up for. Increments, not positions, are iterated:
// round-off of strains is that of what they change by.
#include "base/vec.h"
#include "stepper/energy_momentum.h"

// A correction is halved as often at most, then taken.
#define MAX_CUTS 5
// Nor where so little of the parts of the balance lacks.
#define NEAR 1e-6
// Iterations after which what is left is compared with single percussions, too.
#define FEW 3

PetscErrorCode RicEnergyMomentumSetOperator(RicStepper s, RicEnergyMomentum *e,
                                            const RicTangentPoint *at) {
  const PetscReal h = e->h;

  PetscFunctionBegin;
  if (at && at->path)
    PetscCall(RicStepperSetTangent_Private(s, 1, h / 2, h * h / 2, at, e->position));
  else // K̄ = ½ (1 + χ) K
    PetscCall(RicStepperSetTangent_Private(s, 1, h / 2, h * h / 4 * (1 + e->dissipation), at,
                                           e->position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// min(g(q_n), 0): a contact that has begun open does not penetrate, one that is through already goes no
// further.
static PetscErrorCode GapsToKeep(RicStepper s, Vec kept) {
  const PetscScalar *g;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(s->state.gap, &g));
  PetscCall(VecGetArray(kept, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    a[i] = s->row_kind[i] == RIC_ROW_UNILATERAL ? PetscMin(g[i], 0) : 0;
  PetscCall(VecRestoreArrayRead(s->state.gap, &g));
  PetscCall(VecRestoreArray(kept, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicEnergyMomentumBegin(RicStepper s, RicEnergyMomentum *e) {
  PetscFunctionBegin;
  s->next.iterations = 0;
  if (!e->plain)
    PetscCall(RicVecCopy(s->state.v, e->v));
  if (s->num_rows) {
    PetscCall(GapsToKeep(s, e->at_rest));
    PetscCall(RicVecCopy(s->state.impulse, e->percussion)); // a guess
  }
  if (s->num_friction_rows)
    PetscCall(VecPointwiseMult(e->coefficients, s->friction, e->share));
  PetscCall(RicVecSet(s->next.nu, 0.0));
  e->path = (RicPath){.t = s->state.t,
                      .h = e->h,
                      .q0 = s->state.q,
                      .v = e->mean_v,
                      .mean = e->mean_q,
                      .q1 = s->next.q,
                      .symmetric = (PetscBool)!s->traits.unsymmetric,
                      .dissipation = e->dissipation,
                      .before = e->dissipation > 0 && e->h_before > 0 ? e->before : NULL,
                      .ratio = e->h_before > 0 ? PetscMin(e->h / e->h_before, 1) : 1};
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Where supports move: mean_v is Δu/h there.
static PetscErrorCode MoveSupports(RicStepper s, RicEnergyMomentum *e) {
  PetscFunctionBegin;
  PetscCall(RicModelIncrement(s->model, s->state.q, s->next.q, e->work));
  PetscCall(VecScale(e->work, 1 / e->h));
  PetscCall(RicModelZeroFixed(s->model, e->mean_v));
  PetscCall(VecAXPY(e->mean_v, 1.0, e->work));
  PetscCall(RicModelZeroFixed(s->model, e->work));
  PetscCall(VecAXPY(e->mean_v, -1.0, e->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The step of the iterate v~: mean_v, next.q, mean_q.
static PetscErrorCode Move(RicStepper s, RicEnergyMomentum *e) {
  PetscFunctionBegin;
  PetscCall(VecAXPBYPCZ(e->mean_v, 0.5, 0.5, 0.0, s->state.v, e->v));
  PetscCall(RicModelMove(s->model, s->state.q, e->h, e->mean_v, s->next.q));
  PetscCall(RicModelPrescribe(s->model, s->next.t, e->h, s->next.q, e->v, NULL));
  if (s->model_is->moving_supports)
    PetscCall(MoveSupports(s, e));
  PetscCall(RicModelMove(s->model, s->state.q, e->h / 2, e->mean_v, e->mean_q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// W̄ of the iterate.
static PetscErrorCode UpdateRows(RicStepper s, RicEnergyMomentum *e) {
  PetscFunctionBegin;
  if (s->model_is->constant_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelPathRows(s->model, &e->path, e->rows));
  PetscCall(RicStageRowsChanged(e->position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = h f̄ − M (v~ − v); work the second of them, and the norm of the first.
static PetscErrorCode Balance(RicStepper s, RicEnergyMomentum *e, PetscReal *impulse) {
  PetscFunctionBegin;
  PetscCall(RicModelPathForce(s->model, &e->path, e->b));
  PetscCall(VecScale(e->b, e->h));
  if (impulse)
    PetscCall(RicStepperForceNorm_Private(s, e->b, impulse));
  PetscCall(RicVecWAXPY(e->x, -1.0, s->state.v, e->v));
  PetscCall(RicModelMassMult(s->model, e->x, e->work));
  PetscCall(RicVecAXPY(e->b, -1.0, e->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of gaps, y: g1 − min(g, 0) of contacts, g_b of joints.
static PetscErrorCode Gaps(RicStepper s, RicEnergyMomentum *e, Vec y) {
  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, y));
  PetscCall(RicVecAXPY(y, -1.0, e->at_rest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What round-off leaves of the balance: that of strains is of what they change by.
static PetscErrorCode Floor(RicStepper s, RicEnergyMomentum *e, PetscReal *floor) {
  const RicRoundOff *round_off;

  PetscFunctionBegin;
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  PetscCall(RicStepperStiffnessNorm_Private(s, e->mean_v, floor));
  *floor = 4 * PETSC_MACHINE_EPSILON * e->h * e->h * *floor + round_off->velocity;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The iterate v~, P: its step, W̄, b, and e->lack, ‖h f̄ − M (v~ − v) + W̄ᵀP‖ of parts as large as e->part.
static PetscErrorCode Evaluate(RicStepper s, RicEnergyMomentum *e) {
  PetscReal impulse, inertia;
  PetscBool pushed;

  PetscFunctionBegin;
  PetscCall(Move(s, e));
  PetscCall(Balance(s, e, &impulse));
  PetscCall(RicStepperForceNorm_Private(s, e->work, &inertia));
  e->part = PetscMax(impulse, inertia);
  if (s->num_rows)
    PetscCall(UpdateRows(s, e));
  PetscCall(RicStepperAnyNonzero_Private(s, e->percussion, &pushed));
  if (pushed)
    PetscCall(MatMultTransposeAdd(e->rows, e->percussion, e->b, e->work));
  PetscCall(RicStepperForceNorm_Private(s, pushed ? e->work : e->b, &e->lack));
  e->evaluated = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Inverse mass that an owned row of W̄ moves, 1/kg; columns of other ranks are left out.
static PetscErrorCode InverseMass(RicStepper s, RicEnergyMomentum *e, PetscInt row,
                                  PetscReal *inverse) {
  const PetscScalar *w;
  const PetscInt *column;
  PetscInt n, first_row, first;

  PetscFunctionBegin;
  *inverse = 0;
  PetscCall(MatGetOwnershipRange(e->rows, &first_row, NULL));
  PetscCall(MatGetOwnershipRangeColumn(e->rows, &first, NULL));
  PetscCall(MatGetRow(e->rows, first_row + row, &n, &column, &w));
  for (PetscInt k = 0; k < n; k++)
    if (column[k] >= first && column[k] < first + s->num_dofs_owned)
      *inverse += w[k] * w[k] * s->inverse_mass[column[k] - first];
  PetscCall(MatRestoreRow(e->rows, first_row + row, &n, &column, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// How large the percussions are, √(Σ P² W̄ M⁻¹ W̄ᵀ): in a high stack they are that much larger than what is
// left of them.
static PetscErrorCode PercussionNorm(RicStepper s, RicEnergyMomentum *e, PetscReal *norm) {
  const PetscScalar *p;
  PetscReal inverse, sum = 0;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(e->percussion, &p));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (p[i] != 0) {
      PetscCall(InverseMass(s, e, i, &inverse));
      sum += p[i] * p[i] * inverse;
    }
  PetscCall(VecRestoreArrayRead(e->percussion, &p));
  PetscCall(RicStepperReduce_Private(s, &sum, 1, MPIU_REAL, MPIU_SUM));
  *norm = PetscSqrtReal(sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual(void *ctx, RicMeasure *residual) {
  RicStepper s = (RicStepper)ctx;
  RicEnergyMomentum *e = (RicEnergyMomentum *)s->data;
  PetscReal percussions = 0;

  PetscFunctionBegin;
  if (!e->evaluated)
    PetscCall(Evaluate(s, e));
  PetscCall(Floor(s, e, &residual->floor));
  residual->value = e->lack;
  residual->reference = e->part;
  if (!s->num_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (s->next.iterations > FEW) {
    PetscCall(PercussionNorm(s, e, &percussions));
    residual->reference = PetscMax(e->part, percussions);
  }
  PetscCall(Gaps(s, e, e->y));
  PetscCall(RicStepperGapViolation_Private(s, e->law_position, e->percussion, e->y,
                                           &residual->violation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows of the first stage in units of v~, from the gaps y and the rates W̄ Δ/h of the iterate.
static PetscErrorCode StageRows(RicStepper s, RicEnergyMomentum *e) {
  PetscFunctionBegin;
  PetscCall(Gaps(s, e, e->y0));
  PetscCall(VecScale(e->y0, 2 / e->h));
  if (!s->num_friction_rows && !s->num_velocity_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelPathRates(s->model, &e->path, e->mean_v, e->y));
  PetscCall(RicModelRowRates(s->model, s->state.t + e->h / 2, e->h, e->y));
  PetscCall(VecScale(e->y, 2.0));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_VELOCITY, e->y, e->y0));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_FRICTION, e->y, e->y0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The linearised problem: what v~ lacks into x, and P; the P of before into e->total.
static PetscErrorCode SolveStage(RicStepper s, RicEnergyMomentum *e, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  if (!s->num_rows) {
    PetscCall(RicStageSolveFree(e->position, e->b, e->x, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(StageRows(s, e));
  PetscCall(RicVecCopy(e->percussion, e->total));
  PetscCall(RicStageSolve(e->position, e->b, e->y0, e->law_position, e->x, e->y, e->percussion,
                          &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// How far gaps, y in units of velocity, and percussions p are from what they have to be, J: Σ ½ m c², for
// contacts the smaller of m c and p.
static PetscErrorCode RowMerit(RicStepper s, RicEnergyMomentum *e, Vec y, Vec p, PetscReal *merit) {
  const PetscScalar *c, *percussion;
  PetscReal inverse;

  PetscFunctionBegin;
  *merit = 0;
  PetscCall(VecGetArrayRead(y, &c));
  PetscCall(VecGetArrayRead(p, &percussion));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (s->row_kind[i] == RIC_ROW_FRICTION)
      continue;
    PetscCall(InverseMass(s, e, i, &inverse));
    PetscReal lack = c[i];
    if (s->row_kind[i] == RIC_ROW_UNILATERAL)
      lack = PetscMin(lack, percussion[i] * inverse);
    *merit += inverse > 0 ? lack * lack / inverse / 2 : 0;
  }
  PetscCall(VecRestoreArrayRead(y, &c));
  PetscCall(VecRestoreArrayRead(p, &percussion));
  PetscCall(RicStepperReduce_Private(s, merit, 1, MPIU_REAL, MPIU_SUM));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Is the iterate near, or nearer than that of lack, rows e->y0 and percussions e->total?
static PetscErrorCode IsNearer(RicStepper s, RicEnergyMomentum *e, PetscReal lack,
                               PetscBool *nearer) {
  PetscReal before = 0, after = 0;

  PetscFunctionBegin;
  *nearer = (PetscBool)(e->lack < lack || e->lack < NEAR * e->part);
  if (*nearer || !s->num_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RowMerit(s, e, e->y0, e->total, &before));
  PetscCall(Gaps(s, e, e->y));
  PetscCall(VecScale(e->y, 2 / e->h));
  PetscCall(RowMerit(s, e, e->y, e->percussion, &after));
  *nearer = (PetscBool)(e->lack * e->lack / 2 + after < lack * lack / 2 + before);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The iterate goes on by x and to the new P, by less where that would take it further off: half,
// a quarter, … of it.
static PetscErrorCode GoOn(RicStepper s, RicEnergyMomentum *e) {
  const PetscReal before = e->lack;
  PetscReal share = 1;
  PetscBool nearer;

  PetscFunctionBegin;
  PetscCall(RicVecAXPY(e->v, 1.0, e->x));
  PetscCall(RicVecCopy(e->x, e->x0));
  PetscCall(Evaluate(s, e));
  PetscCall(IsNearer(s, e, before, &nearer));
  for (PetscInt k = 0; k < MAX_CUTS && !nearer; k++) {
    share /= 2;
    PetscCall(RicVecAXPY(e->v, -share, e->x0));
    PetscCall(VecAXPBY(e->percussion, 0.5, 0.5, e->total));
    PetscCall(Evaluate(s, e));
    PetscCall(IsNearer(s, e, before, &nearer));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  RicEnergyMomentum *e = (RicEnergyMomentum *)s->data;
  const RicTangentPoint at = {.t = s->state.t + e->h / 2, .v = e->mean_v, .path = &e->path};
  const RicRoundOff *round_off;

  PetscFunctionBegin;
  s->next.iterations++;
  if (!e->constant)
    PetscCall(RicEnergyMomentumSetOperator(s, e, &at));
  PetscCall(SolveStage(s, e, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (s->model_is->linear) {
    PetscCall(RicVecAXPY(e->v, 1.0, e->x));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(GoOn(s, e));
  PetscCall(RicStepperVelocityNorm_Private(s, e->x0, &correction->value));
  PetscCall(RicVecWAXPY(e->work, -1.0, s->state.v, e->v));
  PetscCall(RicStepperVelocityNorm_Private(s, e->work, &correction->reference));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  correction->floor = round_off->velocity;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicEnergyMomentumPositionStage(RicStepper s, RicEnergyMomentum *e,
                                              RicReason *reason) {
  static const RicNewtonProblem problem = {.Residual = Residual, .Correct = Correct};
  PetscInt iterations;

  PetscFunctionBegin;
  *reason = RIC_OK;
  e->evaluated = PETSC_FALSE;
  if (s->model_is->linear) {
    PetscCall(Move(s, e));
    PetscCall(Balance(s, e, NULL));
  }
  PetscCall(RicNewtonSolve(e->newton, &problem, s, s->model_is->linear, &iterations, reason));
  if (*reason == RIC_OK && !e->evaluated)
    PetscCall(Move(s, e));
  PetscFunctionReturn(PETSC_SUCCESS);
}
