// SPDX-License-Identifier: BSD-2-Clause
#include "stepper/moreau_type.h"

typedef struct {
  RicMoreauKind kind;
  PetscReal h;
  PetscBool first; // the step under way is the first: p̄_s imposes the initial velocity
  RicStage velocity;
  RicNewton newton;
  Vec u; // u_{k−1}: the state's velocity, but u_1 where the state still shows the initial one
  Vec constant; // what the balance of momentum knows before u_k
  Vec x;        // u_k − (what the solve started from)
  Vec b, work, work2, q_next;
  Vec y, y0, law;
} Moreau;

PetscErrorCode RicMoreauCreate(RicStepper s, RicMoreauKind kind) {
  Moreau *m;

  PetscFunctionBegin;
  PetscCall(PetscNew(&m));
  s->data = m;
  m->kind = kind;
  Vec *dofs[] = {&m->u, &m->constant, &m->x, &m->b, &m->work, &m->work2, &m->q_next, NULL};
  Vec *rows[] = {&m->y, &m->y0, &m->law, NULL};
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(RicStepperCreateStage_Private(s, "velocity_", &m->velocity));
  PetscCall(RicStepperSetFriction_Private(s, m->velocity));
  PetscCall(RicStepperCreateNewton_Private(s, PETSC_DEFAULT, &m->newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A = M, or M + Δt/2 C where the forces are averaged over u_{k−1} and u_k: the exact tangent but
// for the momentum at q_{k+1} of the variational scheme, whose O(Δt) share is left to the
// iteration.
static PetscErrorCode SetOperator(RicStepper s, Moreau *m, const RicTangentPoint *at) {
  PetscFunctionBegin;
  if (m->kind == RIC_MOREAU_EXPLICIT && s->model_is->constant_mass) {
    Mat mass;
    PetscCall(RicModelGetMass(s->model, &mass));
    PetscCall(RicStageSetOperator(m->velocity, mass, &s->mass_traits));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicStepperSetTangent_Private(s, 1, m->kind == RIC_MOREAU_EXPLICIT ? 0 : m->h / 2, 0, at,
                                         m->velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMoreauSetUp(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  Moreau *m = (Moreau *)s->data;

  PetscFunctionBegin;
  m->h = h;
  PetscCall(SetOperator(s, m, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// out = h(q, u) or, for the variational scheme, b(q, u) = h + Ṁu.
static PetscErrorCode Forces(RicStepper s, Moreau *m, PetscReal t, Vec q, Vec u, Vec out) {
  PetscFunctionBegin;
  PetscCall(RicModelForce(s->model, t, q, u, out));
  if (m->kind != RIC_MOREAU_VARIATIONAL || s->model_is->constant_mass)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelMassRate(s->model, t, q, u, m->work));
  PetscCall(VecAXPY(out, 1.0, m->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// M(at) u; the mass of q_k is put back by the caller.
static PetscErrorCode Momentum(RicStepper s, PetscReal t, Vec at, Vec u, Vec p) {
  PetscFunctionBegin;
  if (!s->model_is->constant_mass)
    PetscCall(RicModelUpdateMass(s->model, t, at));
  PetscCall(RicModelMassMult(s->model, u, p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Known part of the balance at t_k, q_k = next.q, u = u_{k−1}:
//   moreau       M u + Δt h(q_k, u)                             (59)
//   symmetric    M u + Δt/2 h(q_k, u)                           (61); first step M u_s (60)
//   variational  ½ [p(q_{k−1}, u) + p(q_k, u)] + Δt/2 b(q_k, u) (63); first step M u_s (62)
static PetscErrorCode KnownPart(RicStepper s, Moreau *m) {
  const PetscReal share = m->kind == RIC_MOREAU_EXPLICIT ? m->h : m->h / 2;

  PetscFunctionBegin;
  PetscCall(Momentum(s, s->next.t, s->next.q, m->u, m->constant));
  if (m->first)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (m->kind == RIC_MOREAU_VARIATIONAL && !s->model_is->constant_mass) {
    PetscCall(Momentum(s, s->state.t, s->state.q, m->u, m->work));
    PetscCall(VecAXPBY(m->constant, 0.5, 0.5, m->work));
    PetscCall(RicModelUpdateMass(s->model, s->next.t, s->next.q));
  }
  PetscCall(Forces(s, m, s->next.t, s->next.q, m->u, m->work2));
  PetscCall(VecAXPY(m->constant, share, m->work2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = constant + (terms of u_k) − momentum of u_k, u_k = next.v.
static PetscErrorCode Balance(RicStepper s, Moreau *m) {
  PetscFunctionBegin;
  PetscCall(RicModelMassMult(s->model, s->next.v, m->b));
  if (m->kind == RIC_MOREAU_VARIATIONAL && !s->model_is->constant_mass) {
    PetscCall(RicModelMove(s->model, s->next.q, m->h, s->next.v, m->q_next));
    PetscCall(Momentum(s, s->next.t + m->h, m->q_next, s->next.v, m->work));
    PetscCall(VecAXPBY(m->b, 0.5, 0.5, m->work));
    PetscCall(RicModelUpdateMass(s->model, s->next.t, s->next.q));
  }
  PetscCall(VecAYPX(m->b, -1.0, m->constant));
  if (m->kind == RIC_MOREAU_EXPLICIT)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Forces(s, m, s->next.t, s->next.q, s->next.v, m->work2));
  PetscCall(VecAXPY(m->b, m->h / 2, m->work2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Round-off of forces is that of the stiffest structure the scheme is stable for: K ≤ 4 M/h².
static PetscErrorCode Residual_Moreau(void *ctx, RicMeasure *residual) {
  RicStepper s = (RicStepper)ctx;
  Moreau *m = (Moreau *)s->data;
  const RicRoundOff *round_off;
  PetscReal forces, known;

  PetscFunctionBegin;
  PetscCall(Balance(s, m));
  PetscCall(RicStepperForceNorm_Private(s, m->work2, &forces));
  PetscCall(RicStepperForceNorm_Private(s, m->constant, &known));
  residual->reference = PetscMax(known, m->h / 2 * forces); // a first step from rest knows nothing
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  residual->floor = 4 / m->h * round_off->position;
  if (s->next.iterations)
    PetscCall(MatMultTransposeAdd(s->rows, s->next.impulse, m->b, m->work));
  else
    PetscCall(VecCopy(m->b, m->work));
  PetscCall(RicStepperForceNorm_Private(s, m->work, &residual->value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows of the impact law at q_k for the present u_k: (56), both velocities with the rows at q_k.
static PetscErrorCode ImpactRows(RicStepper s, Moreau *m) {
  PetscFunctionBegin;
  PetscCall(RicModelGapVelocities(s->model, s->next.t, m->h, m->u, m->y));
  PetscCall(VecPointwiseMult(m->y, m->y, s->restitution));
  PetscCall(RicModelGapVelocities(s->model, s->next.t, m->h, s->next.v, m->y0));
  PetscCall(VecAXPY(m->y0, 1.0, m->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct_Moreau(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  Moreau *m = (Moreau *)s->data;
  const PetscBool exact = (PetscBool)(m->kind == RIC_MOREAU_EXPLICIT);
  const RicRoundOff *round_off;
  PetscInt unused = 0;

  PetscFunctionBegin;
  s->next.iterations++;
  if (exact)
    PetscCall(Balance(s, m));
  PetscCall(ImpactRows(s, m));
  PetscCall(RicStageSolve(m->velocity, m->b, m->y0, m->law, m->x, m->y, s->next.impulse, &unused,
                          reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPY(s->next.v, 1.0, m->x));
  if (exact)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStepperVelocityNorm_Private(s, m->x, &correction->value));
  PetscCall(VecWAXPY(m->work, -1.0, m->u, s->next.v));
  PetscCall(RicStepperVelocityNorm_Private(s, m->work, &correction->reference));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  correction->floor = round_off->velocity + round_off->position / m->h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows and mass at q_k; contacts with g(q_k) ≤ 0 take part, joints always.
static PetscErrorCode Prepare(RicStepper s, Moreau *m) {
  PetscBool rows, any;

  PetscFunctionBegin;
  PetscCall(RicModelUpdate(s->model, s->next.t, s->next.q, &rows, NULL));
  if (rows)
    PetscCall(RicStageRowsChanged(m->velocity));
  if (!s->model_is->linear && !(s->model_is->constant_mass &&
                                (m->kind == RIC_MOREAU_EXPLICIT || s->model_is->constant_tangent)))
    PetscCall(SetOperator(s, m, &(RicTangentPoint){.t = s->next.t, .q = s->next.q, .v = m->u}));
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, m->y));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, m->law));
  PetscCall(RicStepperActivate_Private(s, m->y, m->law, &any));
  PetscCall(VecCopy(s->eligible, m->law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Solve at q_k = next.q for u_k = next.v.
static PetscErrorCode SolveNode(RicStepper s, Moreau *m, RicReason *reason) {
  static const RicNewtonProblem problem = {.Residual = Residual_Moreau, .Correct = Correct_Moreau};
  PetscInt iterations;

  PetscFunctionBegin;
  *reason = RIC_OK;
  s->next.iterations = 0;
  PetscCall(Prepare(s, m));
  PetscCall(VecCopy(m->u, s->next.v));
  PetscCall(KnownPart(s, m));
  PetscCall(RicModelPrescribe(s->model, s->next.t, m->h, NULL, s->next.v, NULL));
  PetscCall(VecCopy(s->state.impulse, s->next.impulse));
  PetscCall(RicNewtonSolve(m->newton, &problem, s, (PetscBool)(m->kind == RIC_MOREAU_EXPLICIT),
                           &iterations, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// u_1. moreau: the initial velocity; the others: from the balance at q_1 with half of the forces,
// (60) and (62). The state keeps the initial velocity.
PetscErrorCode RicMoreauStart(RicStepper s) {
  Moreau *m = (Moreau *)s->data;
  RicReason reason = RIC_OK;

  PetscFunctionBegin;
  PetscCall(VecSet(s->state.acceleration, 0.0));
  PetscCall(VecCopy(s->state.v, m->u));
  if (m->kind == RIC_MOREAU_EXPLICIT)
    PetscFunctionReturn(PETSC_SUCCESS);
  m->first = PETSC_TRUE;
  s->next.t = s->state.t;
  PetscCall(VecCopy(s->state.q, s->next.q));
  PetscCall(RicModelGapVelocities(s->model, s->state.t, m->h, s->state.v, s->state.gap_velocity));
  PetscCall(SolveNode(s, m, &reason));
  RicCheckUser(reason == RIC_OK, s->comm,
               "stepper: the first step does not converge, take a smaller step");
  PetscCall(VecCopy(s->next.v, m->u));
  s->start_velocity = m->u;
  m->first = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMoreauStep(RicStepper s, PetscReal h, RicReason *reason) {
  Moreau *m = (Moreau *)s->data;

  PetscFunctionBegin;
  PetscCall(RicModelMove(s->model, s->state.q, h, m->u, s->next.q));
  PetscCall(RicModelPrescribe(s->model, s->next.t, h, s->next.q, NULL, NULL));
  PetscCall(SolveNode(s, m, reason));
  PetscCall(VecWAXPY(s->next.acceleration, -1.0, m->u, s->next.v));
  PetscCall(VecScale(s->next.acceleration, 1 / h));
  PetscCall(VecSet(s->next.nu, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicMoreauAccept(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(VecCopy(s->next.v, ((Moreau *)s->data)->u));
  PetscFunctionReturn(PETSC_SUCCESS);
}
