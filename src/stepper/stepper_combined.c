// SPDX-License-Identifier: BSD-2-Clause
// combined: activation and projection alternate until no constraint is violated that is not active.
//
// Acary, CMAME 256 (2013), Algorithm 2, (65)–(70):
//
//   I = ∅
//   repeat
//     M(q_θ) (v1 − v) = h f(t+θh, q_θ, v_θ) + WᵀP
//     q1              = q + h v_θ + N Wᵀτ
//
//     0 ≤ W v1 + e W v ⊥ P ≥ 0    rows of I
//     g(q1)            = 0        rows of I with P > 0
//     0 ≤ g(q1)        ⊥ τ ≥ 0    rows of I with P = 0
//     P = τ            = 0        rows outside I
//
//     I ← I ∪ {rows with g(q1) ≤ 0}
//   until I stays the same
//
// The index set only grows, so the loop ends. Joints belong to I from the start. No chattering, at
// the price of some dissipation.
#include "base/vec.h"
#include "stepper/theta.h"

typedef struct {
  RicTheta theta; // first: theta.h
  Vec index_set;  // 1: row in I
} Combined;

// Rows of I, and joints.
static PetscErrorCode VelocityLaw_Combined(RicStepper s, RicTheta *t, Vec dv_free) {
  Combined *c = (Combined *)s->data;

  PetscFunctionBegin;
  (void)dv_free;
  PetscCall(
      RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, t->velocity_law));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_UNILATERAL, c->index_set, t->velocity_law));
  PetscCall(RicStepperFrictionLaws_Private(s, t->velocity_law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// (68)–(70): projected onto where the impulse pushes, kept from penetrating elsewhere in I.
static PetscErrorCode PositionLaw_Combined(RicStepper s, RicTheta *t) {
  const Combined *c = (const Combined *)s->data;
  const PetscScalar *p, *in;
  PetscScalar *law;

  PetscFunctionBegin;
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_OFF, t->position_law));
  PetscCall(VecGetArrayRead(s->next.impulse, &p));
  PetscCall(VecGetArrayRead(c->index_set, &in));
  PetscCall(VecGetArray(t->position_law, &law));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (s->row_kind[i] == RIC_ROW_UNILATERAL && in[i] > 0)
      law[i] = p[i] > 0 ? RIC_LAW_EQUALITY : RIC_LAW_UNILATERAL;
  PetscCall(VecRestoreArrayRead(s->next.impulse, &p));
  PetscCall(VecRestoreArrayRead(c->index_set, &in));
  PetscCall(VecRestoreArray(t->position_law, &law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// I ← I ∪ {g(q1) ≤ 0}; *grown: over all ranks.
static PetscErrorCode Grow(RicStepper s, Combined *c, PetscBool *grown) {
  const PetscScalar *g;
  PetscScalar *in;
  PetscMPIInt found = 0;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, c->theta.y));
  PetscCall(VecGetArrayRead(c->theta.y, &g));
  PetscCall(VecGetArray(c->index_set, &in));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (s->row_kind[i] != RIC_ROW_UNILATERAL || in[i] > 0 || g[i] > RIC_CLOSED * s->row_scale[i])
      continue;
    in[i] = 1;
    found = 1;
  }
  PetscCall(VecRestoreArrayRead(c->theta.y, &g));
  PetscCall(VecRestoreArray(c->index_set, &in));
  PetscCall(RicStepperReduce_Private(s, &found, 1, MPI_INT, MPI_MAX));
  *grown = found ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_Combined(RicStepper s, PetscReal h, RicReason *reason) {
  Combined *c = (Combined *)s->data;
  PetscBool grown = PETSC_TRUE;
  PetscInt iterations = 0;

  PetscFunctionBegin;
  (void)h;
  PetscCall(RicVecSet(c->index_set, 0.0));
  while (grown) {
    PetscCall(RicThetaStep(s, &c->theta, reason));
    if (*reason != RIC_OK)
      PetscFunctionReturn(PETSC_SUCCESS);
    iterations += s->next.iterations;
    PetscCall(Grow(s, c, &grown));
  }
  s->next.iterations = iterations; // of the whole loop
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Combined(RicStepper s) {
  Combined *c;

  PetscFunctionBegin;
  PetscCall(PetscNew(&c));
  s->data = c;
  c->theta.rows_at = 1;
  PetscCall(RicThetaMetric(s, &c->theta.metric));
  c->theta.VelocityLaw = VelocityLaw_Combined;
  c->theta.PositionLaw = PositionLaw_Combined;
  PetscCall(RicThetaCreate(s, &c->theta));
  PetscCall(RicStepperCreateRowVecs_Private(s, (Vec *[]){&c->index_set, NULL}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperCombined = {
    .name = "combined",
    .description =
        "activation and projection in an index-set loop, no chattering (Acary 2013, Algorithm 2)",
    .midpoint = PETSC_TRUE,
    .num_options = 1,
    .options = {RIC_THETA_OPTION_THETA(0, 0.5)},
    .shared = {&RicStepperOption_Metric, &RicStepperOption_ImpactRows},
    .friction = PETSC_TRUE,
    .Create = Create_Combined,
    .SetUp = RicThetaSetUp_Verb,
    .Destroy = RicThetaDestroy_Verb,
    .Start = RicThetaStart_Verb,
    .Step = Step_Combined};
