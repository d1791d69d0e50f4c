// SPDX-License-Identifier: BSD-2-Clause
// rattle: nonsmooth RATTLE, two half-steps, the first of which owns the position.
//
// Breuling, Capobianco, Eugster & Leine, Nonlinear Anal. Hybrid Syst. 52 (2024), (25)–(36), (41),
// (43); its errata: docs/schemes.md. In the velocity u½ of the step,
//
//   M_n (u½ − u)    = h/2 f(t_n, q_n, u½) + W_nᵀ P'            first stage
//   q1              = q + h u½
//   0 ≤ g(q1)       ⊥ P'_N ≥ 0             all contacts
//   g_b(q1) = 0,  γ_b(q1, u½) = 0          joints, joints of velocities
//   −γ_F(q1, u½)    ∈ N_C(P'_N)(P'_F)      friction
//
//   M_1 (v1 − u½)   = h/2 f(t_1, q1, u½) + W_1ᵀ (P − P')       second stage
//   0 ≤ W v1 + e W v ⊥ P_N ≥ 0             contacts with P' > 0 or g(q1) = 0, else P = 0
//   W_b v1 = 0                             joints, those of velocities too
//   −ξ_F            ∈ N_C(P_N)(P_F)        ξ_F = γ_F(q1, v1) + e_F γ_F(q, v)
//
// P is the percussion of the step. As printed the scheme is of first order where bodies slide on
// curved paths or have joints of velocities (docs/schemes.md).
//
// form: second    γ_F(q, u½) and ½ γ_b(q, u½) + ½ γ_b(q1, u½) in the first stage; a contact that
//                 slides on gets P_F − P'_F = −µ (P_N − P'_N) d, d = γ_F(q1, u½)/‖·‖
//       printed   as above
//
// The first stage is iterated with the rows W_n alone, the second is linear. Forces are taken at
// both ends: conditionally stable, ω h < 2.
#include "stepper/stepper_impl.h"

// At the edge of the friction cone, but for what the stage leaves.
#define EDGE 1e-8

typedef struct {
  PetscReal h;
  PetscBool printed;
  PetscBool plain;             // the operator of the first stage is the mass
  RicStage position, velocity; // first and second stage
  RicNewton newton;
  Mat rows_n;            // W_n; where rows do not change, those of the stepper
  Vec x, b, work, work2; // [dofs]
  Vec half;              // u½ [dofs]
  Vec percussion;        // P' [rows]
  Vec y, y0, law;        // [rows]
  Vec law_position;      // of the first stage
  Vec kept, stopped;     // see SlidingLaws, FindStopped
  Vec slopes;            // coefficients µ, and −µ d where a contact slides on
  Vec first;             // coefficients of the first stage, where they depend on speeds
  Vec law_rates;         // equality for what the first stage asks of rates, else off
} Rattle;

static PetscErrorCode SetUpLaws(RicStepper s, Rattle *r) {
  PetscScalar *rates;

  PetscFunctionBegin;
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY,
                                   r->law_position));
  PetscCall(RicStepperFrictionLaws_Private(s, r->law_position));
  PetscCall(VecGetArray(r->law_rates, &rates));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    rates[i] = s->row_kind[i] == RIC_ROW_FRICTION || s->row_kind[i] == RIC_ROW_VELOCITY
                   ? RIC_LAW_EQUALITY
                   : RIC_LAW_OFF;
  PetscCall(VecRestoreArray(r->law_rates, &rates));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Coefficients that depend on speeds, of the contacts that do not slide on.
static PetscErrorCode UpdateSlopes(Vec y, Vec mu, PetscReal *change, void *ctx) {
  RicStepper s = (RicStepper)ctx;
  Rattle *r = (Rattle *)s->data;

  PetscFunctionBegin;
  PetscCall(RicStepperUpdateFriction_Private(y, mu, change, s));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_UNILATERAL, s->friction, r->slopes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Friction of the second stage: in the second-order form some of its tangential rows have the law
// `sliding`, so that it is not told which of them are tangential.
static PetscErrorCode SetSlopes(RicStepper s, Rattle *r) {
  PetscFunctionBegin;
  if (r->printed || !s->num_friction_rows) {
    PetscCall(RicStepperSetFriction_Private(s, r->velocity));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicStageSetFriction(r->velocity, r->slopes));
  if (s->model_is->friction_of_speed)
    PetscCall(RicStageSetFrictionUpdate(r->velocity, UpdateSlopes, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Rattle(RicStepper s) {
  Rattle *r;
  Mat mass;

  PetscFunctionBegin;
  PetscCall(PetscNew(&r));
  s->data = r;
  r->printed = (PetscBool)(RicStepperOption_Private(s, "form") == 1);
  r->plain = (PetscBool)(s->model_is->constant_mass && s->model_is->constant_tangent &&
                         !s->model_is->damped);
  Vec *dofs[] = {&r->x, &r->b, &r->work, &r->work2, &r->half, NULL};
  Vec *rows[] = {&r->percussion,   &r->y,         &r->y0,   &r->law,
                 &r->law_position, &r->law_rates, &r->kept, &r->stopped,
                 &r->slopes,       &r->first,     NULL};
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(SetUpLaws(s, r));
  PetscCall(RicStepperCreateStage_Private(s, "position_", &r->position));
  PetscCall(RicStepperSetFriction_Private(s, r->position));
  if (s->model_is->constant_rows) {
    PetscCall(PetscObjectReference((PetscObject)s->rows));
    r->rows_n = s->rows;
  } else
    PetscCall(MatDuplicate(s->rows, MAT_COPY_VALUES, &r->rows_n));
  PetscCall(RicStageSetRows(r->position, r->rows_n, &s->row_traits));
  PetscCall(VecCopy(s->friction, r->slopes));
  PetscCall(RicStepperCreateStage_Private(s, "velocity_", &r->velocity));
  PetscCall(SetSlopes(s, r));
  PetscCall(RicModelGetMass(s->model, &mass));
  PetscCall(RicStageSetOperator(r->velocity, mass, &s->mass_traits));
  PetscCall(RicStepperCreateNewton_Private(s, PETSC_DEFAULT, &r->newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A = M + h/2 C.
static PetscErrorCode SetOperator(RicStepper s, Rattle *r, const RicTangentPoint *at) {
  Mat mass;

  PetscFunctionBegin;
  if (r->plain) {
    PetscCall(RicModelGetMass(s->model, &mass));
    PetscCall(RicStageSetOperator(r->position, mass, &s->mass_traits));
  } else
    PetscCall(RicStepperSetTangent_Private(s, 1, r->h / 2, 0, at, r->position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Rattle(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  Rattle *r = (Rattle *)s->data;

  PetscFunctionBegin;
  r->h = h;
  PetscCall(SetOperator(s, r, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Start_Rattle(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(VecSet(s->state.acceleration, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- First stage ----

// Rows and mass at q_n; the iterate u½ = u.
static PetscErrorCode Begin(RicStepper s, Rattle *r) {
  const RicTangentPoint at = {.t = s->state.t, .q = s->state.q, .v = s->state.v};
  PetscBool rows;

  PetscFunctionBegin;
  PetscCall(RicModelUpdate(s->model, s->state.t, s->state.q, &rows, NULL));
  if (rows) {
    PetscCall(MatCopy(s->rows, r->rows_n, SAME_NONZERO_PATTERN));
    PetscCall(RicStageRowsChanged(r->position));
  }
  if (!s->model_is->linear && !r->plain)
    PetscCall(SetOperator(s, r, &at));
  PetscCall(VecCopy(s->state.v, r->half));
  PetscCall(VecCopy(s->state.impulse, r->percussion)); // guess of the active set
  PetscCall(VecScale(r->percussion, 0.5));
  s->next.iterations = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// q1 = q + h u½, with what supports prescribe, and the rows there.
static PetscErrorCode Move(RicStepper s, Rattle *r) {
  PetscFunctionBegin;
  PetscCall(RicModelPrescribe(s->model, s->state.t + r->h / 2, r->h, NULL, r->half, NULL));
  PetscCall(RicModelMove(s->model, s->state.q, r->h, r->half, s->next.q));
  PetscCall(RicModelPrescribe(s->model, s->next.t, r->h, s->next.q, NULL, NULL));
  PetscCall(RicModelUpdateRows(s->model, s->next.t, s->next.q, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = h/2 f(t_n, q_n, u½) − M_n (u½ − u); work2 the first of them, work the second.
static PetscErrorCode Balance(RicStepper s, Rattle *r) {
  PetscFunctionBegin;
  PetscCall(RicModelForce(s->model, s->state.t, s->state.q, r->half, r->work2));
  PetscCall(VecScale(r->work2, r->h / 2));
  PetscCall(VecWAXPY(r->b, -1.0, s->state.v, r->half));
  PetscCall(RicModelMassMult(s->model, r->b, r->work));
  PetscCall(VecWAXPY(r->b, -1.0, r->work, r->work2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rates at the iterate that the first stage asks for, into y: those with W_1, in the second-order
// form of friction those with W_n, of joints the mean of both.
static PetscErrorCode Rates(RicStepper s, Rattle *r, Vec y) {
  const PetscScalar *before, *change;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(RicModelGapVelocities(s->model, s->next.t, r->h, s->next.q, r->half, y));
  if (r->printed || s->model_is->constant_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecWAXPY(r->x, -1.0, s->state.v, r->half));
  PetscCall(MatMult(r->rows_n, r->x, s->row_work));
  PetscCall(VecGetArrayRead(s->state.gap_velocity, &before));
  PetscCall(VecGetArrayRead(s->row_work, &change));
  PetscCall(VecGetArray(y, &a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (s->row_kind[i] == RIC_ROW_FRICTION)
      a[i] = before[i] + change[i];
    else if (s->row_kind[i] == RIC_ROW_VELOCITY)
      a[i] = (a[i] + before[i] + change[i]) / 2;
  }
  PetscCall(VecRestoreArrayRead(s->state.gap_velocity, &before));
  PetscCall(VecRestoreArrayRead(s->row_work, &change));
  PetscCall(VecRestoreArray(y, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// How far gaps are from what they have to be, and rates from what the stage made of them, r->y.
static PetscErrorCode Violation(RicStepper s, Rattle *r, PetscReal *violation) {
  PetscReal rate;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, r->y0));
  PetscCall(RicStepperGapViolation_Private(s, r->law_position, r->percussion, r->y0, violation));
  if (!s->num_velocity_rows && !s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Rates(s, r, r->y0));
  PetscCall(VecAXPY(r->y0, -1.0, r->y));
  PetscCall(VecCopy(r->half, s->next.v));
  PetscCall(RicStepperRateViolation_Private(s, r->h, r->law_rates, r->percussion, r->y0, &rate));
  *violation = PetscMax(*violation, rate);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Rattle(void *ctx, RicMeasure *residual) {
  RicStepper s = (RicStepper)ctx;
  Rattle *r = (Rattle *)s->data;
  const RicRoundOff *round_off;
  PetscReal force, inertia;

  PetscFunctionBegin;
  PetscCall(Move(s, r));
  PetscCall(Balance(s, r));
  PetscCall(RicStepperForceNorm_Private(s, r->work2, &force));
  PetscCall(RicStepperForceNorm_Private(s, r->work, &inertia));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  residual->reference = PetscMax(force, inertia);
  residual->floor = r->h * round_off->force + 4 / r->h * round_off->position;
  if (s->next.iterations == 0) {
    PetscCall(RicStepperForceNorm_Private(s, r->b, &residual->value));
    residual->violation = PETSC_INFINITY; // what contacts and joints say is not known yet
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatMultTransposeAdd(r->rows_n, r->percussion, r->b, r->work));
  PetscCall(RicStepperForceNorm_Private(s, r->work, &residual->value));
  PetscCall(Violation(s, r, &residual->violation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows of the first stage at the iterate, all in units of velocity.
static PetscErrorCode PositionRows(RicStepper s, Rattle *r) {
  PetscFunctionBegin;
  PetscCall(Rates(s, r, r->y0));
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, r->y));
  PetscCall(VecScale(r->y, 1 / r->h));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_UNILATERAL, r->y, r->y0));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_BILATERAL, r->y, r->y0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct_Rattle(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  Rattle *r = (Rattle *)s->data;
  const RicRoundOff *round_off;
  PetscInt unused = 0;

  PetscFunctionBegin;
  s->next.iterations++;
  PetscCall(PositionRows(s, r));
  PetscCall(RicStageSolve(r->position, r->b, r->y0, r->law_position, r->x, r->y, r->percussion,
                          &unused, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPY(r->half, 1.0, r->x));
  PetscCall(RicStepperVelocityNorm_Private(s, r->x, &correction->value));
  PetscCall(VecWAXPY(r->work, -1.0, s->state.v, r->half));
  PetscCall(RicStepperVelocityNorm_Private(s, r->work, &correction->reference));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  correction->floor = round_off->velocity + round_off->position / r->h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Second stage ----

// Contacts that pushed in the first stage, or are closed at q1, and joints.
static PetscErrorCode ActiveSet(RicStepper s, Rattle *r) {
  const PetscScalar *p;
  PetscScalar *g;
  PetscBool any;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, r->y));
  PetscCall(VecGetArrayRead(r->percussion, &p));
  PetscCall(VecGetArray(r->y, &g));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (s->row_kind[i] == RIC_ROW_UNILATERAL && p[i] > 0)
      g[i] = 0;
  PetscCall(VecRestoreArrayRead(r->percussion, &p));
  PetscCall(VecRestoreArray(r->y, &g));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, r->law));
  PetscCall(RicStepperActivate_Private(s, r->y, r->law, &any));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows and mass at q1.
static PetscErrorCode UpdateGeometry(RicStepper s, Rattle *r) {
  PetscBool rows, mass;
  Mat M;

  PetscFunctionBegin;
  PetscCall(RicModelUpdate(s->model, s->next.t, s->next.q, &rows, &mass));
  if (mass) {
    PetscCall(RicModelGetMass(s->model, &M));
    PetscCall(RicStageSetOperator(r->velocity, M, &s->mass_traits));
  } else if (rows)
    PetscCall(RicStageRowsChanged(r->velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Was the contact of local row i closed before the step, so that nothing hits? At the start there is
// no step before to tell.
static PetscBool WasClosed(RicStepper s, PetscInt i, const PetscReal before[],
                           const PetscReal gap[], const PetscReal velocity[]) {
  if (s->stats.steps > 0)
    return (PetscBool)(before[i] > 0);
  return (PetscBool)(gap[i] <= RIC_CLOSED * s->row_scale[i] && velocity[i] >= 0);
}

// Does the contact at row i, with n tangential rows behind it, slide in the first stage? Then the
// rates of sliding become the slopes −µ d, µ the coefficient at these.
static PetscBool SlidesOn(PetscInt i, PetscInt n, const PetscReal p[], PetscReal mu,
                          PetscReal f[]) {
  PetscReal rate = 0, force = 0;

  for (PetscInt k = i + 1; k <= i + n; k++) {
    rate += f[k] * f[k];
    force += p[k] * p[k];
  }
  rate = PetscSqrtReal(rate);
  force = PetscSqrtReal(force);
  if (!(p[i] > 0 && rate > 0 && force >= (1 - EDGE) * f[i] * p[i]))
    return PETSC_FALSE;
  for (PetscInt k = i + 1; k <= i + n; k++)
    f[k] *= -mu / rate;
  return PETSC_TRUE;
}

// The law `sliding` for tangential rows of contacts that slide on, and P' → what of P the second
// stage takes back, into `percussion`; what it leaves of P' into `kept`.
static PetscErrorCode SlidingLaws(RicStepper s, Rattle *r) {
  const PetscScalar *before, *stopped, *gap, *velocity, *mu;
  PetscScalar *law, *p, *f, *kept;
  PetscReal change;

  PetscFunctionBegin;
  PetscCall(VecZeroEntries(r->kept));
  if (r->printed || !s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelGapVelocities(s->model, s->next.t, r->h, s->next.q, r->half, r->slopes));
  PetscCall(RicStepperCopyRows_Private(
      s, RIC_ROW_UNILATERAL, s->model_is->friction_of_speed ? r->first : s->friction, r->slopes));
  if (s->model_is->friction_of_speed)
    PetscCall(RicModelUpdateFriction(s->model, r->slopes, r->percussion, &change));
  PetscCall(VecGetArrayRead(s->friction, &mu));
  PetscCall(VecGetArrayRead(s->state.impulse, &before));
  PetscCall(VecGetArrayRead(s->state.gap, &gap));
  PetscCall(VecGetArrayRead(s->state.gap_velocity, &velocity));
  PetscCall(VecGetArrayRead(r->stopped, &stopped));
  PetscCall(VecGetArray(s->eligible, &law));
  PetscCall(VecGetArray(r->percussion, &p));
  PetscCall(VecGetArray(r->slopes, &f));
  PetscCall(VecGetArray(r->kept, &kept));
  for (PetscInt i = 0, n; i < s->num_rows_owned; i += n + 1) {
    n = RicStepperTangents_Private(s, i);
    if (!n || law[i] != RIC_LAW_UNILATERAL || stopped[i] > 0 ||
        !WasClosed(s, i, before, gap, velocity) || !SlidesOn(i, n, p, mu[i], f))
      continue;
    for (PetscInt k = i + 1; k <= i + n; k++) {
      law[k] = RIC_LAW_SLIDING;
      kept[k] = p[k] - f[k] * p[i];
      p[k] -= kept[k];
    }
  }
  PetscCall(VecRestoreArrayRead(s->friction, &mu));
  PetscCall(VecRestoreArrayRead(s->state.impulse, &before));
  PetscCall(VecRestoreArrayRead(s->state.gap, &gap));
  PetscCall(VecRestoreArrayRead(s->state.gap_velocity, &velocity));
  PetscCall(VecRestoreArrayRead(r->stopped, &stopped));
  PetscCall(VecRestoreArray(s->eligible, &law));
  PetscCall(VecRestoreArray(r->percussion, &p));
  PetscCall(VecRestoreArray(r->slopes, &f));
  PetscCall(VecRestoreArray(r->kept, &kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Contacts whose friction has turned their sliding, rates y, round: they stop. *any of all ranks.
static PetscErrorCode FindStopped(RicStepper s, Rattle *r, PetscBool *any) {
  const PetscScalar *law, *f, *y;
  PetscScalar *stopped;
  PetscMPIInt found = 0;

  PetscFunctionBegin;
  *any = PETSC_FALSE;
  if (r->printed || !s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(s->eligible, &law));
  PetscCall(VecGetArrayRead(r->slopes, &f));
  PetscCall(VecGetArrayRead(r->y, &y));
  PetscCall(VecGetArray(r->stopped, &stopped));
  for (PetscInt i = 0, n; i < s->num_rows_owned; i += n + 1) {
    PetscReal with = 0;
    n = RicStepperTangents_Private(s, i);
    for (PetscInt k = i + 1; k <= i + n && law[k] == RIC_LAW_SLIDING; k++)
      with += f[k] * y[k];
    if (with > 0)
      stopped[i] = found = 1;
  }
  PetscCall(VecRestoreArrayRead(s->eligible, &law));
  PetscCall(VecRestoreArrayRead(r->slopes, &f));
  PetscCall(VecRestoreArrayRead(r->y, &y));
  PetscCall(VecRestoreArray(r->stopped, &stopped));
  PetscCall(RicStepperReduce_Private(s, &found, 1, MPI_INT, MPI_MAX));
  *any = (PetscBool)(found > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// next.v = u½, but what moving supports prescribe at t1; b without the inertia of that change.
static PetscErrorCode Supports(RicStepper s, Rattle *r) {

  PetscFunctionBegin;
  PetscCall(VecCopy(r->half, s->next.v));
  if (!s->model_is->moving_supports)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelPrescribe(s->model, s->next.t, r->h, NULL, s->next.v, NULL));
  PetscCall(VecWAXPY(r->work2, -1.0, r->half, s->next.v));
  PetscCall(RicModelMassMult(s->model, r->work2, r->work));
  PetscCall(VecAXPY(r->b, -1.0, r->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// v1 and P: the part P' of P has acted, by W_1 its force is taken back.
static PetscErrorCode SolveVelocity(RicStepper s, Rattle *r, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(ActiveSet(s, r));
  PetscCall(SlidingLaws(s, r));
  PetscCall(RicModelForce(s->model, s->next.t, s->next.q, r->half, r->b));
  PetscCall(VecScale(r->b, r->h / 2));
  PetscCall(MatMultTranspose(s->rows, r->percussion, r->work));
  PetscCall(VecAXPY(r->b, -1.0, r->work));
  PetscCall(Supports(s, r));
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, r->h, s->next.v, r->y0));
  PetscCall(VecCopy(r->percussion, s->next.impulse));
  PetscCall(RicStageSolve(r->velocity, r->b, r->y0, s->eligible, r->x, r->y, s->next.impulse,
                          &unused, reason));
  if (*reason == RIC_OK)
    PetscCall(VecAXPY(s->next.v, 1.0, r->x));
  PetscCall(VecAXPY(r->percussion, 1.0, r->kept));
  PetscCall(VecAXPY(s->next.impulse, 1.0, r->kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode VelocityStage(RicStepper s, Rattle *r, RicReason *reason) {
  PetscBool again = PETSC_TRUE;

  PetscFunctionBegin;
  PetscCall(UpdateGeometry(s, r));
  PetscCall(VecZeroEntries(r->stopped));
  if (s->model_is->friction_of_speed)
    PetscCall(VecCopy(s->friction, r->first));
  while (again) {
    PetscCall(SolveVelocity(s, r, reason));
    if (*reason != RIC_OK)
      break;
    PetscCall(FindStopped(s, r, &again)); // at most once for each contact
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_Rattle(RicStepper s, PetscReal h, RicReason *reason) {
  static const RicNewtonProblem problem = {.Residual = Residual_Rattle, .Correct = Correct_Rattle};
  Rattle *r = (Rattle *)s->data;
  PetscInt iterations;

  PetscFunctionBegin;
  PetscCall(Begin(s, r));
  if (s->model_is->linear) {
    PetscCall(Move(s, r));
    PetscCall(Balance(s, r));
  }
  PetscCall(RicNewtonSolve(r->newton, &problem, s, s->model_is->linear, &iterations, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Move(s, r));
  PetscCall(VelocityStage(s, r, reason));
  PetscCall(VecWAXPY(s->next.acceleration, -1.0, s->state.v, s->next.v));
  PetscCall(VecScale(s->next.acceleration, 1 / h));
  PetscCall(VecSet(s->next.nu, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Rattle(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(MatDestroy(&((Rattle *)s->data)->rows_n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperRattle = {
    .name = "rattle",
    .description = "nonsmooth RATTLE, contacts and friction at position and velocity level "
                   "(Breuling et al. 2024)",
    .midpoint = PETSC_TRUE,
    .num_options = 1,
    .options = {{.name = "form",
                 .help = "of second order in sliding, or as printed",
                 .choices = {"second", "printed"}}},
    .shared = {&RicStepperOption_ImpactRows},
    .friction = PETSC_TRUE,
    .Create = Create_Rattle,
    .SetUp = SetUp_Rattle,
    .Start = Start_Rattle,
    .Step = Step_Rattle,
    .Destroy = Destroy_Rattle};
