// SPDX-License-Identifier: BSD-2-Clause
// What a stepper keeps from one step to the next: all its vectors, in the roles they have now, the numbers
// its type registered, and what its stages make of the solves before.
//
// Matrices are not kept. Those that change are formed anew in each step before they are used, others at
// the start; where the type is set up for a shorter step, it is set up again for the next one.
#include "stepper/stepper_impl.h"

// The first vectors there are, of the state, in the order of CreateState.
static const char *const state_names[] = {
    "q", "v", "acceleration", "gap", "gap_velocity", "impulse", "lambda", "nu"};
#define NUM_STATE ((PetscInt)(sizeof(state_names) / sizeof(state_names[0])))

static PetscErrorCode ArchiveVecs(RicStepper s, RicArchive archive, PetscInt from, PetscInt to) {
  const RicStepperWork *w = &s->work;
  char name[RIC_NAME_LEN];

  PetscFunctionBegin;
  for (PetscInt i = from; i < to; i++) {
    if (i < NUM_STATE)
      PetscCall(PetscStrncpy(name, state_names[i], sizeof(name)));
    else
      PetscCall(PetscSNPrintf(name, sizeof(name), "vector_%02" PetscInt_FMT, i));
    PetscCall(RicArchiveVector(archive, name, w->kinds[i], *w->vecs[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A vector that is one of those above, or none, by its number there; −1: none.
static PetscErrorCode ArchiveBorrowed(RicStepper s, RicArchive archive, const char name[],
                                      Vec *borrowed) {
  const RicStepperWork *w = &s->work;
  PetscInt number = -1;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < w->num_vecs && *borrowed && number < 0; i++)
    if (*w->vecs[i] == *borrowed)
      number = i;
  PetscCall(RicArchiveInt(archive, name, &number));
  if (RicArchiveIsLoading(archive))
    *borrowed = number >= 0 && number < w->num_vecs ? *w->vecs[number] : NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ArchiveState(RicStepper s, RicArchive archive) {
  RicState *x = &s->state;
  PetscReal works[] = {x->impact_work, x->friction_work, x->damper_work, x->load_work,
                       x->motion_work};

  PetscFunctionBegin;
  PetscCall(RicArchiveGroup(archive, "state"));
  PetscCall(RicArchiveReal(archive, "t", &x->t));
  PetscCall(ArchiveVecs(s, archive, 0, NUM_STATE));
  PetscCall(ArchiveBorrowed(s, archive, "jump", &x->jump));
  PetscCall(ArchiveBorrowed(s, archive, "correction", &x->correction));
  PetscCall(RicArchiveBool(archive, "work_known", &x->work_known));
  PetscCall(RicArchiveReals(archive, "works", 5, works));
  x->impact_work = works[0], x->friction_work = works[1], x->damper_work = works[2];
  x->load_work = works[3], x->motion_work = works[4];
  PetscCall(RicArchiveInt(archive, "active", &x->active));
  PetscCall(RicArchiveInt(archive, "iterations", &x->iterations));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ArchiveStats(RicStepper s, RicArchive archive) {
  RicStepperStats *t = &s->stats;
  PetscInt counts[] = {t->steps, t->halvings, t->fallbacks, t->iterations, t->max_iterations};

  PetscFunctionBegin;
  PetscCall(RicArchiveInts(archive, "counts", 5, counts));
  t->steps = counts[0], t->halvings = counts[1], t->fallbacks = counts[2];
  t->iterations = counts[3], t->max_iterations = counts[4];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ArchiveKept(RicStepper s, RicArchive archive) {
  const RicStepperWork *w = &s->work;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < w->num_kept; i++)
    if (w->kept[i].real)
      PetscCall(RicArchiveReal(archive, w->kept[i].name, w->kept[i].real));
    else
      PetscCall(RicArchiveBool(archive, w->kept[i].name, w->kept[i].truth));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows, mass and weights of the loaded state, and the type set up for the step it was set up for.
static PetscErrorCode Refresh(RicStepper s, PetscReal h_set_up) {
  PetscFunctionBegin;
  PetscCall(RicModelUpdate(s->model, s->state.t, s->state.q, NULL, NULL));
  if (!s->model_is->constant_mass)
    PetscCall(RicStepperUpdateMass_Private(s));
  if (h_set_up != s->h_set_up)
    PetscCall(RicStepperSetUpType_Private(s, h_set_up));
  for (PetscInt i = 0; i < s->work.num_stages; i++)
    PetscCall(RicStageRowsChanged(s->work.stages[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperArchive(RicStepper s, RicArchive archive) {
  PetscReal h_set_up = s->h_set_up;
  PetscInt num_vecs = s->work.num_vecs;

  PetscFunctionBegin;
  PetscCall(ArchiveState(s, archive));
  PetscCall(RicArchiveGroup(archive, "stepper"));
  PetscCall(RicArchiveInt(archive, "num_vectors", &num_vecs));
  RicCheckUser(num_vecs == s->work.num_vecs, s->comm,
               "the checkpoint has %" PetscInt_FMT
               " vectors of the stepper, this program %" PetscInt_FMT,
               num_vecs, s->work.num_vecs);
  PetscCall(ArchiveVecs(s, archive, NUM_STATE, s->work.num_vecs));
  PetscCall(RicArchiveReal(archive, "h_set_up", &h_set_up));
  PetscCall(ArchiveKept(s, archive));
  PetscCall(ArchiveStats(s, archive));
  if (s->model_is->friction_of_speed)
    PetscCall(RicArchiveVector(archive, "friction", RIC_ARCHIVE_ROWS, s->friction));
  if (RicArchiveIsLoading(archive))
    PetscCall(Refresh(s, h_set_up));
  for (PetscInt i = 0; i < s->work.num_stages; i++)
    PetscCall(RicStageArchive(s->work.stages[i], archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}
