// SPDX-License-Identifier: BSD-2-Clause
// `initial: {from: FILE}`: a run that begins with the positions and velocities of a checkpoint, of a model
// with the same nodes; loads, contacts, stepper and step may be others, and t begins at 0.
#include "app/case.h"
#include "io/checkpoint.h"
#include "model/model.h"
#include "model/model_view.h"

static PetscErrorCode CheckSize(RicCase *c, RicArchive archive, const char path[]) {
  PetscInt found = 0, dofs;

  PetscFunctionBegin;
  PetscCall(RicArchiveGroup(archive, "run"));
  PetscCall(RicArchiveInt(archive, "num_dofs", &found));
  PetscCall(RicModelGetSizes(c->model, &dofs, NULL, NULL, NULL));
  RicCheckUser(found == dofs, c->comm,
               "%s: has the state of a model of %" PetscInt_FMT
               " dofs, this one has %" PetscInt_FMT,
               path, found, dofs);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Load(RicArchive archive, Vec q, Vec v) {
  PetscFunctionBegin;
  PetscCall(RicArchiveGroup(archive, "state"));
  PetscCall(RicArchiveVector(archive, "q", RIC_ARCHIVE_DOFS, q));
  PetscCall(RicArchiveVector(archive, "v", RIC_ARCHIVE_DOFS, v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What that run left its contacts and joints with at worst, and the energy at stake in it.
static PetscErrorCode LoadLimits(RicArchive archive, RicCaseLeft *left) {
  PetscReal penetration[2] = {0, 0};
  PetscBool kept = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(RicArchiveGroup(archive, "record"));
  PetscCall(RicArchiveReals(archive, "max_penetration", 2, penetration));
  PetscCall(RicArchiveReal(archive, "max_joint_error", &left->joint_error));
  PetscCall(RicArchiveBool(archive, "balance_kept", &kept));
  if (kept)
    PetscCall(RicArchiveReal(archive, "watch_stake", &left->stake));
  left->penetration = PetscMax(penetration[0], penetration[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Take(RicCase *c, const char path[]) {
  RicArchive archive;
  Vec q, v;

  PetscFunctionBegin;
  PetscCall(RicCheckpointOpen(c->model, path, &archive));
  PetscCall(RicModelCreateVec(c->model, &q));
  PetscCall(RicModelCreateVec(c->model, &v));
  PetscCall(RicModelSetStart(c->model, q, v)); // whose they are from now on
  PetscErrorCode error = CheckSize(c, archive, path);
  if (!error)
    error = Load(archive, q, v);
  if (!error)
    error = LoadLimits(archive, &c->left);
  PetscCall(RicCheckpointDestroy(&archive));
  PetscFunctionReturn(error);
}

PetscErrorCode RicCaseFrom_Private(RicCase *c) {
  char name[RIC_PATH_LEN] = "", path[RIC_PATH_LEN];

  PetscFunctionBegin;
  if (!c->start)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetString(c->start, "from", name, sizeof(name)));
  PetscCall(RicCaseFindFile_Private(c, name, path));
  PetscCall(RicInputLocate(c->start, "from", Take(c, path)));
  PetscFunctionReturn(PETSC_SUCCESS);
}
