// SPDX-License-Identifier: BSD-2-Clause
// What a type computes with: vectors, stages, Newton and the tangent. A type asks for them in its
// Create and borrows them; here they are kept, viewed, counted and at last destroyed.
#include "stepper/stepper_impl.h"

static PetscErrorCode CreateVecs(RicStepper s, RicArchiveKind kind,
                                 PetscErrorCode (*create)(RicModel, Vec *), Vec *const list[]) {
  RicStepperWork *w = &s->work;

  PetscFunctionBegin;
  for (PetscInt i = 0; list[i]; i++) {
    PetscCheck(w->num_vecs < RIC_STEPPER_MAX_VECS, s->comm, PETSC_ERR_PLIB,
               "a stepper with more than %d vectors", RIC_STEPPER_MAX_VECS);
    PetscCall(create(s->model, list[i]));
    w->kinds[w->num_vecs] = kind;
    w->vecs[w->num_vecs++] = list[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperCreateDofVecs_Private(RicStepper s, Vec *const list[]) {
  PetscFunctionBegin;
  PetscCall(CreateVecs(s, RIC_ARCHIVE_DOFS, RicModelCreateVec, list));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperCreateRowVecs_Private(RicStepper s, Vec *const list[]) {
  PetscFunctionBegin;
  PetscCall(CreateVecs(s, RIC_ARCHIVE_ROWS, RicModelCreateContactVec, list));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperKeep_Private(RicStepper s, const RicStepperKept list[]) {
  RicStepperWork *w = &s->work;

  PetscFunctionBegin;
  for (PetscInt i = 0; list[i].name; i++) {
    PetscCheck(w->num_kept < RIC_STEPPER_MAX_KEPT, s->comm, PETSC_ERR_PLIB,
               "a stepper that keeps more than %d numbers", RIC_STEPPER_MAX_KEPT);
    w->kept[w->num_kept++] = list[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperCreateStage_Private(RicStepper s, const char prefix[], RicStage *stage) {
  RicStepperWork *w = &s->work;

  PetscFunctionBegin;
  PetscCheck(w->num_stages < RIC_STEPPER_MAX_SOLVERS, s->comm, PETSC_ERR_PLIB,
             "a stepper with more than %d stages", RIC_STEPPER_MAX_SOLVERS);
  PetscCall(RicStageCreate(s->comm, prefix, stage));
  w->stages[w->num_stages++] = *stage;
  PetscCall(RicStageSetRows(*stage, s->rows, &s->row_traits));
  PetscCall(RicStageSetFromOptions(*stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperUpdateFriction_Private(Vec y, Vec mu, PetscReal *change, void *ctx) {
  const RicStepper s = (RicStepper)ctx;

  PetscFunctionBegin;
  PetscCall(RicModelUpdateFriction(s->model, y, mu, change));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetFriction_Private(RicStepper s, RicStage stage) {
  PetscFunctionBegin;
  if (!s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStageSetFriction(stage, s->friction));
  if (s->model_is->friction_of_speed)
    PetscCall(RicStageSetFrictionUpdate(stage, RicStepperUpdateFriction_Private, s));
  PetscCall(RicStageSetTangents(stage, s->tangential));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperCreateMassStage_Private(RicStepper s, RicStage *stage) {
  Mat mass;

  PetscFunctionBegin;
  PetscCall(RicStepperCreateStage_Private(s, "velocity_", stage));
  PetscCall(RicStepperSetFriction_Private(s, *stage));
  PetscCall(RicModelGetMass(s->model, &mass));
  PetscCall(RicStageSetOperator(*stage, mass, &s->mass_traits));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperUpdateMassStage_Private(RicStepper s, RicStage stage, PetscBool *rows) {
  PetscBool mass;
  Mat M;

  PetscFunctionBegin;
  PetscCall(RicModelUpdate(s->model, s->next.t, s->next.q, rows, &mass));
  if (mass) {
    PetscCall(RicModelGetMass(s->model, &M));
    PetscCall(RicStageSetOperator(stage, M, &s->mass_traits));
  } else if (*rows)
    PetscCall(RicStageRowsChanged(stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperCreateNewton_Private(RicStepper s, PetscInt max_it, RicNewton *newton) {
  RicStepperWork *w = &s->work;

  PetscFunctionBegin;
  PetscCheck(w->num_newtons < RIC_STEPPER_MAX_SOLVERS, s->comm, PETSC_ERR_PLIB,
             "a stepper with more than %d Newtons", RIC_STEPPER_MAX_SOLVERS);
  PetscCall(RicNewtonCreate(s->comm, "step_", newton));
  w->newtons[w->num_newtons++] = *newton;
  if (max_it != PETSC_DEFAULT)
    PetscCall(RicNewtonSetMaxIterations(*newton, max_it));
  PetscCall(RicNewtonSetFromOptions(*newton));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetTangent_Private(RicStepper s, PetscReal m, PetscReal c, PetscReal k,
                                            const RicTangentPoint *at, RicStage stage) {
  const PetscBool first = (PetscBool)!s->tangent;

  PetscFunctionBegin;
  if (first)
    PetscCall(RicModelCreateMat(s->model, s->ops->curvature, &s->tangent));
  PetscCall(RicModelOperator(s->model, m, c, k, at, s->tangent));
  if (k > 0 && !s->round_off.known)
    PetscCall(RicStepperSetStiffness_Private(s, m, k));
  if (first && k > 0)
    PetscCall(RicStepperStiffnessTrait_Private(s, &s->traits.stiffness));
  PetscCall(RicStageSetOperator(stage, s->tangent, &s->traits));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- What the stepper does with all of it ----

PetscErrorCode RicStepperWorkFactorizations_Private(RicStepper s, PetscInt *n) {
  PetscInt of_stage;

  PetscFunctionBegin;
  *n = 0;
  for (PetscInt i = 0; i < s->work.num_stages; i++) {
    PetscCall(RicStageGetFactorizations(s->work.stages[i], &of_stage));
    *n += of_stage;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperWorkView_Private(RicStepper s, PetscViewer viewer) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < s->work.num_stages; i++)
    PetscCall(RicStageView(s->work.stages[i], viewer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetWatch(RicStepper s, PetscBool all, RicStageWatchFn watch, void *ctx) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < s->work.num_stages; i++)
    PetscCall(RicStageSetWatch(s->work.stages[i], all, watch, ctx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperWorkDescribe_Private(RicStepper s, char text[], size_t len) {
  static const char *const ends[] = {
      [RIC_STAGE_UNSOLVED] = "had no solution found with friction, without it there is one",
      [RIC_STAGE_INFEASIBLE] = "have no solution, not even without friction"};
  RicStageReport report;

  PetscFunctionBegin;
  text[0] = 0;
  for (PetscInt i = 0; i < s->work.num_stages && !text[0]; i++) {
    PetscCall(RicStageGetReport(s->work.stages[i], &report));
    if (report.end == RIC_STAGE_SOLVED)
      continue;
    PetscCall(PetscSNPrintf(text, len,
                            ": the contacts %s (residual %.2g; open %" PetscInt_FMT
                            ", stick %" PetscInt_FMT ", slip %" PetscInt_FMT ")",
                            ends[report.end], (double)report.residual, report.open, report.stick,
                            report.slip));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperWorkDestroy_Private(RicStepper s) {
  RicStepperWork *w = &s->work;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < w->num_vecs; i++)
    PetscCall(VecDestroy(w->vecs[i]));
  for (PetscInt i = 0; i < w->num_stages; i++)
    PetscCall(RicStageDestroy(&w->stages[i]));
  for (PetscInt i = 0; i < w->num_newtons; i++)
    PetscCall(RicNewtonDestroy(&w->newtons[i]));
  PetscCall(MatDestroy(&s->tangent));
  PetscFunctionReturn(PETSC_SUCCESS);
}
