// SPDX-License-Identifier: BSD-2-Clause
// energy-momentum: energy never exceeds its start plus the work done, for any step.
//
// Two stages, of which the first owns the position and the second the velocity. With discrete gradients
// f̄, W̄ (model.h, RicPath): f̄·Δq = −ΔV and W̄ Δq = Δg,
//
//   stage 1   M (v~ − v)  = h f̄(q, q1) − C Δq + W̄ᵀP + W̄_bᵀλ        q1 = q ∘ Δq, Δq = h (v + v~)/2
//             g_b(q1) = 0
//             0 ≤ g(q1) − min(g(q), 0) ⊥ P ≥ 0
//             −P_T ∈ µ Z ∂|W̄_T Δq|                                 friction
//
//   stage 2   contacts with P > 0 or g(q1) = 0, W = ∇g(q1), M̂⁻¹ = M⁻¹ on ker W_b, G = W M̂⁻¹ Wᵀ
//             v~ ← Π v~ (joints),  w~ = W v~,  w⁻ = min(W̄ v, 0)
//             0 ≤ w~ + G Λ^e + e w⁻ ⊥ P + Λ^e ≥ 0                    Λ⁰ likewise with e = 0
//             −(P_T + Λ_T) ∈ µ Z ∂|w_T|,  Z = P + Λ
//             Λ  = Λ⁰ + s (Λ^e − Λ⁰)
//             v1 = Π v~ + M̂⁻¹ Wᵀ Λ                                   percussion of the step: P + Λ
//
//   s: φ(s) = P·(g1 − g)/h + Λ·(w~ + ½ G Λ) ≤ 0:  min(1, s*), with e = 1 in all contacts s*, the positive
//      root of φ, no larger than P + Λ ≥ 0 and w1 ≥ 0 allow
//
// Source: Simo & Tarnow (ZAMP 43, 1992), Gonzalez (J. Nonlinear Sci. 6, 1996) for f̄; Laursen & Love (IJNME
// 53, 2002) for a second stage that corrects velocities. Derivation and proof: docs/energy-momentum.md.
//
// Prescribed dofs: Δq = Δu, v~ = v1 = u̇(t1). Where they, obstacles or drives move, the energy may rise by
// their work. Limits: no systems whose mass M(q) varies; order 1 in the times of impacts.
#include "base/vec.h"
#include "stepper/energy_momentum.h"

// Passes of both stages until the bounds of friction stand.
#define MAX_PASSES 20
#define PASS_TOLERANCE 1e-10
// Bounds of the first stage are at most as many times those by P.
#define MOST 4.0

// Tangents are exact, that is unsymmetric, for chains and up to so many dofs: more want solvers of
// symmetric ones, for some more iterations.
#define UNSYMMETRIC_DOFS 1000

static PetscErrorCode Refuse(RicStepper s) {
  const char *name;

  PetscFunctionBegin;
  PetscCall(RicModelGetVaryingMass(s->model, &name));
  RicCheckUser(!name, s->comm,
               "stepper.type: energy-momentum takes no system whose mass varies with its "
               "coordinates, as that of '%s' does",
               name ? name : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Keep(RicStepper s, RicEnergyMomentum *e) {
  const RicStepperKept list[] = {{.name = "h_before", .real = &e->h_before},
                                 {.name = "kinetic", .real = &e->kinetic},
                                 {.name = "potential", .real = &e->potential},
                                 {.name = "increment", .real = &e->increment},
                                 {.name = "max_kinetic", .real = &e->max_kinetic},
                                 {.name = "max_potential", .real = &e->max_potential},
                                 {.name = "min_potential", .real = &e->min_potential},
                                 {.name = NULL}};

  PetscFunctionBegin;
  PetscCall(RicStepperKeep_Private(s, list));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateVecs(RicStepper s, RicEnergyMomentum *e) {
  Vec *dofs[] = {&e->v, &e->mean_v, &e->mean_q, &e->before, &e->b,
                 &e->x, &e->work,   &e->x0,     &e->last,   NULL};
  Vec *rows[] = {&e->percussion,   &e->y,     &e->y0,        &e->law,      &e->law_position,
                 &e->coefficients, &e->share, &e->at_rest,   &e->approach, &e->w,
                 &e->contact,      &e->total, &e->inelastic, &e->after,    NULL};
  PetscReal largest = 0;

  PetscFunctionBegin;
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY,
                                   e->law_position));
  PetscCall(RicStepperFrictionLaws_Private(s, e->law_position));
  if (s->num_rows)
    PetscCall(VecMax(s->restitution, NULL, &largest));
  e->restitution = (PetscBool)(largest > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The stage of positions has rows of its own where they change, W̄, and bounds of its own.
static PetscErrorCode CreatePositionStage(RicStepper s, RicEnergyMomentum *e) {
  PetscFunctionBegin;
  PetscCall(RicStepperCreateStage_Private(s, "position_", &e->position));
  if (s->model_is->constant_rows) {
    PetscCall(PetscObjectReference((PetscObject)s->rows));
    e->rows = s->rows;
  } else {
    PetscCall(MatDuplicate(s->rows, MAT_COPY_VALUES, &e->rows));
    PetscCall(RicStageSetRows(e->position, e->rows, &s->row_traits));
  }
  if (!s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(s->friction, e->coefficients)); // which the stage looks at
  PetscCall(RicStageSetFriction(e->position, e->coefficients));
  if (s->model_is->constant_rows) // W̄ has no frames
    PetscCall(RicStageSetTangents(e->position, s->tangential));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_EnergyMomentum(RicStepper s) {
  RicEnergyMomentum *e;

  PetscFunctionBegin;
  PetscCall(Refuse(s));
  PetscCall(PetscNew(&e));
  s->data = e;
  e->dissipation = RicStepperOption_Private(s, "dissipation");
  e->tolerance = RicStepperOption_Private(s, "energy_tolerance");
  e->constant = (PetscBool)(s->model_is->constant_tangent && s->model_is->constant_mass);
  if (!e->constant && (s->model_is->chain || s->num_dofs_owned <= UNSYMMETRIC_DOFS) && s->size == 1)
    s->traits.unsymmetric = PETSC_TRUE;
  e->plain = RicEnergyMomentumIsPlain(s, e);
  PetscCall(CreateVecs(s, e));
  PetscCall(Keep(s, e));
  PetscCall(CreatePositionStage(s, e));
  PetscCall(RicStepperCreateMassStage_Private(s, &e->velocity));
  PetscCall(RicStepperCreateNewton_Private(s, PETSC_DEFAULT, &e->newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_EnergyMomentum(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  RicEnergyMomentum *e = (RicEnergyMomentum *)s->data;

  PetscFunctionBegin;
  e->h = h;
  PetscCall(RicEnergyMomentumSetOperator(s, e, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Start_EnergyMomentum(RicStepper s) {
  RicEnergyMomentum *e = (RicEnergyMomentum *)s->data;

  PetscFunctionBegin;
  e->h_before = 0;
  PetscCall(VecSet(s->state.acceleration, 0.0));
  PetscCall(VecSet(e->share, 1.0));
  PetscCall(RicEnergyMomentumStartEnergy(s, e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// share = Z/P of the pass, coefficients = µ Z/P for the next one; *change: the largest of a bound,
// against the largest bound. A contact that let go begins with P again.
static PetscErrorCode Bounds(RicStepper s, RicEnergyMomentum *e, PetscReal *change) {
  const PetscScalar *p, *z, *mu;
  PetscReal sizes[2] = {0, 0}; // change, bound
  PetscScalar *share, *f;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(e->percussion, &p));
  PetscCall(VecGetArrayRead(s->next.impulse, &z));
  PetscCall(VecGetArrayRead(s->friction, &mu));
  PetscCall(VecGetArray(e->share, &share));
  PetscCall(VecGetArray(e->coefficients, &f));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (s->row_kind[i] != RIC_ROW_UNILATERAL)
      continue;
    share[i] = p[i] > 0 ? PetscMin(z[i] / p[i], MOST) : 1;
    const PetscReal next = mu[i] * share[i];
    sizes[0] = PetscMax(sizes[0], PetscAbsReal(next - f[i]) * p[i]);
    sizes[1] = PetscMax(sizes[1], next * p[i]);
    f[i] = next;
  }
  PetscCall(VecRestoreArrayRead(e->percussion, &p));
  PetscCall(VecRestoreArrayRead(s->next.impulse, &z));
  PetscCall(VecRestoreArrayRead(s->friction, &mu));
  PetscCall(VecRestoreArray(e->share, &share));
  PetscCall(VecRestoreArray(e->coefficients, &f));
  PetscCall(RicStepperReduce_Private(s, sizes, 2, MPIU_REAL, MPIU_MAX));
  *change = sizes[1] > 0 ? sizes[0] / sizes[1] : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// How much a pass changed v1, against its change in the step: where forces are not unique, bounds go on
// changing that matter to nobody.
static PetscErrorCode Settled(RicStepper s, RicEnergyMomentum *e, PetscReal *change) {
  PetscReal last, whole;

  PetscFunctionBegin;
  PetscCall(VecAXPY(e->last, -1.0, s->next.v));
  PetscCall(RicStepperVelocityNorm_Private(s, e->last, &last));
  PetscCall(VecWAXPY(e->last, -1.0, s->state.v, s->next.v));
  PetscCall(RicStepperVelocityNorm_Private(s, e->last, &whole));
  PetscCall(VecCopy(s->next.v, e->last));
  *change = whole > 0 ? last / whole : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Both stages until the bounds of friction stand. Where contacts are redundant they may never, at no step:
// the last pass counts, whose energy falls all the same, and is told as a fallback.
static PetscErrorCode Passes(RicStepper s, RicEnergyMomentum *e, RicReason *reason) {
  PetscReal bounds = PETSC_INFINITY, motion = PETSC_INFINITY;

  PetscFunctionBegin;
  for (PetscInt pass = 0; pass < MAX_PASSES && PetscMin(bounds, motion) > PASS_TOLERANCE; pass++) {
    if (e->plain)
      PetscCall(RicEnergyMomentumPlainStage(s, e, reason));
    else
      PetscCall(RicEnergyMomentumPositionStage(s, e, reason));
    if (*reason == RIC_OK)
      PetscCall(RicEnergyMomentumVelocityStage(s, e, reason));
    if (*reason != RIC_OK)
      PetscFunctionReturn(PETSC_SUCCESS);
    if (!s->num_friction_rows)
      break;
    PetscCall(Bounds(s, e, &bounds));
    if (pass > 0)
      PetscCall(Settled(s, e, &motion));
    else
      PetscCall(VecCopy(s->next.v, e->last));
  }
  if (s->num_friction_rows && PetscMin(bounds, motion) > PASS_TOLERANCE)
    s->stats.fallbacks++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_EnergyMomentum(RicStepper s, PetscReal h, RicReason *reason) {
  RicEnergyMomentum *e = (RicEnergyMomentum *)s->data;

  PetscFunctionBegin;
  (void)h;
  s->next.work_known = PETSC_TRUE;
  PetscCall(RicEnergyMomentumBegin(s, e));
  PetscCall(Passes(s, e, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicEnergyMomentumCheck(s, e, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_EnergyMomentum(RicStepper s) {
  RicEnergyMomentum *e = (RicEnergyMomentum *)s->data;

  PetscFunctionBegin;
  if (e->dissipation > 0)
    PetscCall(VecCopy(s->state.q, e->before));
  e->h_before = e->h;
  RicEnergyMomentumAcceptEnergy(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_EnergyMomentum(RicStepper s) {
  PetscFunctionBegin;
  PetscCall(MatDestroy(&((RicEnergyMomentum *)s->data)->rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperEnergyMomentum = {
    .name = "energy-momentum",
    .description =
        "two stages with discrete gradients: energy never exceeds its start plus the work "
        "done",
    .midpoint = PETSC_TRUE,
    .num_options = 2,
    .options = {{.name = "dissipation",
                 .help = "of high frequencies, of second differences of strain",
                 .lowest = 0,
                 .highest = 1,
                 .value = 0},
                {.name = "energy_tolerance",
                 .help = "of a rise of energy in a step, against the energy at stake",
                 .lowest = 0,
                 .highest = 1,
                 .value = 1e-9}},
    .friction = PETSC_TRUE,
    .Create = Create_EnergyMomentum,
    .SetUp = SetUp_EnergyMomentum,
    .Start = Start_EnergyMomentum,
    .Step = Step_EnergyMomentum,
    .Accept = Accept_EnergyMomentum,
    .Destroy = Destroy_EnergyMomentum};
