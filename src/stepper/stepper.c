// SPDX-License-Identifier: BSD-2-Clause
// Stepper: what is common to all schemes: life, set-up and start.
#include "base/archive_memory.h"
#include "stepper/stepper_impl.h"

PetscErrorCode RicStepperCreate(MPI_Comm comm, RicStepper *stepper) {
  PetscFunctionBegin;
  PetscCall(PetscNew(stepper));
  (*stepper)->comm = comm;
  PetscCallMPI(MPI_Comm_size(comm, &(*stepper)->size));
  (*stepper)->max_halvings = 8;
  (*stepper)->max_substeps = 100;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperDestroy(RicStepper *stepper) {
  RicStepper s = *stepper;

  PetscFunctionBegin;
  if (!s)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (s->data && s->ops->Destroy)
    PetscCall(s->ops->Destroy(s));
  PetscCall(RicStepperWorkDestroy_Private(s));
  PetscCall(RicStepperDestroyNorms_Private(s));
  PetscCall(RicArchiveMemoryDestroy(&s->mark));
  PetscCall(PetscFree(s->data));
  PetscCall(PetscFree(s->tangential));
  PetscCall(PetscFree(*stepper));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetModel(RicStepper s, RicModel model) {
  PetscFunctionBegin;
  s->model = model;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetStep(RicStepper s, PetscReal h) {
  PetscFunctionBegin;
  RicCheckUser(h > 0 && !PetscIsInfOrNanReal(h), s->comm, "stepper.step: must be > 0 (is %.6g)",
               (double)h);
  s->h = h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetMonitor(RicStepper s, RicStepperMonitorFn fn, void *ctx) {
  PetscFunctionBegin;
  s->monitor = fn;
  s->monitor_archive = NULL;
  s->monitor_ctx = ctx;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetMonitorArchive(RicStepper s, RicStepperMonitorArchiveFn fn) {
  PetscFunctionBegin;
  s->monitor_archive = fn;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetVelocityOffset(RicStepper s, PetscReal *steps) {
  PetscFunctionBegin;
  *steps = s->ops->velocity_offset;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetStartJump(RicStepper s, Vec *velocity, Vec *impulse, PetscReal *h) {
  PetscFunctionBegin;
  *velocity = s->start_velocity;
  *impulse = s->next.impulse;
  *h = s->h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetMaxHalvings(RicStepper s, PetscInt max_halvings) {
  PetscFunctionBegin;
  s->max_halvings = max_halvings;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetMaxSubsteps(RicStepper s, PetscInt max_substeps) {
  PetscFunctionBegin;
  s->max_substeps = max_substeps;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Set-up and start ----

static PetscErrorCode CreateState(RicStepper s, RicState *x) {
  Vec *dofs[] = {&x->q, &x->v, &x->acceleration, NULL};
  Vec *rows[] = {&x->gap, &x->gap_velocity, &x->impulse, &x->lambda, &x->nu, NULL};

  PetscFunctionBegin;
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows of joints over all ranks, those of them that hold for velocities only, and tangential ones.
static PetscErrorCode CountRows(RicStepper s) {
  PetscInt counts[3] = {0, 0, 0};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    counts[0] += RicRowIsJoint(s->row_kind[i]);
    counts[1] += s->row_kind[i] == RIC_ROW_VELOCITY;
    counts[2] += s->row_kind[i] == RIC_ROW_FRICTION;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, counts, 3, MPIU_INT, MPI_SUM, s->comm));
  s->num_joint_rows = s->row_traits.num_equations = counts[0];
  s->num_velocity_rows = counts[1];
  s->num_friction_rows = counts[2];
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Do the rows of v_n in the impact law differ from those of the step before, and matter?
static PetscErrorCode ChooseImpactRows(RicStepper s) {
  PetscReal largest = 0;
  PetscInt rows;

  PetscFunctionBegin;
  PetscCall(VecGetSize(s->restitution, &rows));
  if (rows)
    PetscCall(VecMax(s->restitution, NULL, &largest));
  s->same_rows = (PetscBool)(largest > 0 && !s->model_is->constant_rows &&
                             RicStepperOption_Private(s, "impact_rows") == 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetUpType_Private(RicStepper s, PetscReal h) {
  const RicTangentPoint at = {.t = s->state.t, .q = s->state.q, .v = s->state.v};

  PetscFunctionBegin;
  PetscCall(RicModelSetGyroscopicStep(s->model, s->ops->midpoint ? h : 0));
  PetscCall(s->ops->SetUp(s, h, s->model_is->linear ? NULL : &at));
  s->h_set_up = h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetUp(RicStepper s) {
  Vec *rows[] = {&s->impulse_sum,     &s->nu_sum,  &s->eligible, &s->row_work,
                 &s->velocity_before, &s->row_lag, NULL};
  Vec *dofs[] = {&s->dof_work, NULL};

  PetscFunctionBegin;
  PetscCheck(s->ops && s->model && s->h > 0, s->comm, PETSC_ERR_ARG_WRONGSTATE,
             "a stepper needs a model, a type and a step before SetUp");
  PetscCall(CreateState(s, &s->state));
  PetscCall(CreateState(s, &s->next));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicModelGetRows(s->model, &s->rows));
  PetscCall(RicModelGetRestitution(s->model, &s->restitution));
  PetscCall(RicModelGetFriction(s->model, &s->friction));
  PetscCall(RicModelGetTraits(s->model, &s->model_is));
  PetscCall(ChooseImpactRows(s));
  PetscCall(RicModelGetRowKinds(s->model, &s->row_kind, &s->num_rows_owned));
  PetscCall(PetscMalloc1(s->num_rows_owned, &s->tangential));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    s->tangential[i] = (PetscBool)(s->row_kind[i] == RIC_ROW_FRICTION);
  PetscCall(RicStepperSetUpNorms_Private(s));
  s->row_traits.separable = s->model_is->separable;
  s->row_traits.constant = s->model_is->constant_rows;
  s->traits.changes = (PetscBool) !(s->model_is->constant_tangent && s->model_is->constant_mass);
  PetscCall(VecGetSize(s->state.gap, &s->num_rows));
  PetscCall(CountRows(s));
  PetscCall(RicStepperCheckFriction_Private(s));
  s->traits.chain = s->mass_traits.chain = s->model_is->chain;
  s->traits.unsymmetric = s->model_is->unsymmetric;
  s->mass_traits.diagonal = s->model_is->lumped;
  PetscCall(RicModelHasDiagonalTangent(s->model, s->ops->curvature, &s->traits.diagonal));
  PetscCall(s->ops->Create(s));
  PetscCall(RicStepperSetUpType_Private(s, s->h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperView(RicStepper s, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscCall(
      PetscViewerASCIIPrintf(viewer, "stepper: %s, step %.6g s\n", s->ops->name, (double)s->h));
  PetscCall(RicStepperWorkView_Private(s, viewer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperStart(RicStepper s, PetscReal t0) {
  PetscFunctionBegin;
  s->state.t = t0;
  PetscCall(RicModelInitialState(s->model, t0, s->h, s->state.q, s->state.v));
  PetscCall(VecSet(s->state.impulse, 0.0));
  PetscCall(VecSet(s->state.nu, 0.0));
  PetscCall(VecSet(s->state.lambda, 0.0));
  PetscCall(VecSet(s->row_lag, 0.0));
  PetscCall(RicModelUpdate(s->model, t0, s->state.q, NULL, NULL));
  PetscCall(RicStepperUpdateMass_Private(s));
  s->state.active = s->state.iterations = 0;
  s->stats = (RicStepperStats){0};
  PetscCall(s->ops->Start(s));
  PetscCall(RicModelGaps(s->model, t0, s->state.q, s->state.gap));
  PetscCall(RicModelGapVelocities(s->model, t0, s->h, s->state.v, s->state.gap_velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetState(RicStepper s, const RicState **state) {
  PetscFunctionBegin;
  *state = &s->state;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetStats(RicStepper s, RicStepperStats *stats) {
  PetscFunctionBegin;
  *stats = s->stats;
  PetscCall(RicStepperWorkFactorizations_Private(s, &stats->factorizations));
  PetscFunctionReturn(PETSC_SUCCESS);
}
