// SPDX-License-Identifier: BSD-2-Clause
#include "app/impacts_impl.h"
#include <math.h>

#define APART 1e-9        // of the model's length; of an angle, rad
#define APPROACHING 1e-12 // of it in a step
#define LATE_STEPS 2      // until v⁺ shows where velocities belong to the time before

// The rows of a contact on this rank.
typedef struct {
  RicContactView view;
  PetscInt contact, first; // its number; its first among the normal rows of this rank
  PetscReal length;        // gaps are compared with
} Set;

struct RicImpacts_ {
  RicCase *c; // borrowed
  Set *sets;
  PetscInt num_sets, num_rows, num_contacts; // of this rank
  PetscInt *counts;                          // [num_contacts], of this rank
  PetscBool *ready;  // [num_rows] without percussion, and apart or approaching
  PetscReal *before; // velocities of the last state in all rows; NULL without a log
  RicImpactLog log;  // NULL: not asked for
  // Of schemes whose velocities belong to the time before: what is known of impacts under way.
  PetscInt *wait;   // [num_rows] steps to go, 0: none; NULL of other schemes
  RicImpact *begun; // [num_rows]
  PetscInt64 bytes; // of the file when it was saved
};

static PetscErrorCode MakeSets(RicImpacts im) {
  RicContactView view;
  PetscReal length;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(im->c->model, &n));
  PetscCall(RicModelGetLength(im->c->model, &length));
  im->num_contacts = n;
  PetscCall(PetscCalloc2(n, &im->sets, n, &im->counts));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(im->c->model, i, &view));
    const PetscBool angular = (PetscBool)(view.ops && view.ops->angular);
    if (view.num_rows)
      im->sets[im->num_sets++] =
          (Set){.view = view, .contact = i, .first = im->num_rows, .length = angular ? 1 : length};
    im->num_rows += view.num_rows;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactsCreate(RicCase *c, RicImpacts *impacts) {
  RicImpacts im;
  const RicState *state;
  PetscReal offset;
  PetscInt rows;

  PetscFunctionBegin;
  PetscCall(PetscNew(impacts));
  im = *impacts;
  im->c = c;
  PetscCall(MakeSets(im));
  PetscCall(PetscCalloc1(im->num_rows, &im->ready));
  PetscCall(RicStepperGetVelocityOffset(c->stepper, &offset));
  if (offset < 0)
    PetscCall(PetscCalloc2(im->num_rows, &im->wait, im->num_rows, &im->begun));
  if (!c->impacts)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStepperGetState(c->stepper, &state));
  PetscCall(VecGetLocalSize(state->gap_velocity, &rows));
  PetscCall(PetscCalloc1(rows, &im->before));
  PetscCall(RicImpactLogCreate_Private(c, &im->log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactsOpen(RicImpacts im) {
  PetscFunctionBegin;
  if (im->log)
    PetscCall(RicImpactLogOpen_Private(im->log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactsContinue(RicImpacts im) {
  PetscFunctionBegin;
  if (im->log)
    PetscCall(RicImpactLogContinue_Private(im->log, im->bytes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactsDestroy(RicImpacts *impacts) {
  RicImpacts im = *impacts;

  PetscFunctionBegin;
  if (!im)
    PetscFunctionReturn(PETSC_SUCCESS);
  const PetscErrorCode closed = RicImpactLogDestroy_Private(&im->log);
  PetscCall(PetscFree2(im->sets, im->counts));
  PetscCall(PetscFree(im->ready));
  PetscCall(PetscFree(im->before));
  PetscCall(PetscFree2(im->wait, im->begun));
  PetscCall(PetscFree(*impacts));
  PetscCall(closed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of a row's tangential velocities, or percussions, [width - 1] stretched: what lines say of sliding,
// along the tangent in the plane, in space its size, and of spin.
static void Tangential(const Set *s, PetscInt dim, PetscBool percussion, const PetscReal x[],
                       PetscReal *slip, PetscReal *spin) {
  PetscReal stretch[RIC_CONTACT_MAX_WIDTH], y[RIC_CONTACT_MAX_WIDTH];

  (void)RicContactStretch(s->view.friction, dim, stretch);
  for (PetscInt k = 1; k < s->view.width; k++)
    y[k] = percussion ? x[k - 1] * stretch[k] : x[k - 1] / stretch[k];
  *slip = s->view.width == 2 ? y[1] : PetscSqrtReal(y[1] * y[1] + y[2] * y[2]);
  if (s->view.width == 4)
    *spin = y[3];
}

// before, after, impulse [width] of the row.
static RicImpact Describe(const Set *s, PetscInt dim, const PetscReal before[],
                          const PetscReal after[], const PetscReal impulse[]) {
  RicImpact impact;
  PetscReal *x = impact.value;

  for (PetscInt k = 0; k < RIC_IMPACT_COLUMNS; k++)
    x[k] = NAN; // of what the contact has not
  x[RIC_IMPACT_CONTACT] = s->contact;
  x[RIC_IMPACT_BEFORE] = before[0];
  x[RIC_IMPACT_AFTER] = after[0];
  x[RIC_IMPACT_IMPULSE] = impulse[0];
  x[RIC_IMPACT_ENERGY] = 0;
  for (PetscInt k = 0; k < s->view.width; k++)
    x[RIC_IMPACT_ENERGY] -= impulse[k] * (before[k] + after[k]) / 2;
  if (s->view.width == 1)
    return impact;
  Tangential(s, dim, PETSC_FALSE, &before[1], &x[RIC_IMPACT_SLIP_BEFORE],
             &x[RIC_IMPACT_SPIN_BEFORE]);
  Tangential(s, dim, PETSC_FALSE, &after[1], &x[RIC_IMPACT_SLIP_AFTER], &x[RIC_IMPACT_SPIN_AFTER]);
  Tangential(s, dim, PETSC_TRUE, &impulse[1], &x[RIC_IMPACT_FRICTION], &x[RIC_IMPACT_DRILLING]);
  return impact;
}

// The arrays of a state.
typedef struct {
  PetscInt step;
  PetscReal t;
  const PetscScalar *gap, *velocity, *impulse;
} Rows;

static PetscErrorCode Count(RicImpacts im, const Set *s, PetscInt row, const RicImpact *impact) {
  PetscFunctionBegin;
  if (!RicCaseShows(im->c, impact->value[RIC_IMPACT_T]))
    PetscFunctionReturn(PETSC_SUCCESS);
  im->counts[s->contact]++;
  if (im->log)
    PetscCall(RicImpactLogAdd_Private(im->log, row, impact));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Number `row` of this rank's, at r in the arrays.
static PetscErrorCode Begin(RicImpacts im, const Set *s, PetscInt row, PetscInt r, const Rows *at) {
  RicImpact impact = {{0}};

  PetscFunctionBegin;
  if (im->log)
    impact = Describe(s, im->c->dim, &im->before[r], &at->velocity[r], &at->impulse[r]);
  impact.value[RIC_IMPACT_STEP] = at->step;
  impact.value[RIC_IMPACT_T] = at->t;
  if (im->wait) {
    im->wait[row] = LATE_STEPS;
    im->begun[row] = impact;
  } else
    PetscCall(Count(im, s, row, &impact));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// An impact of more steps than one; such schemes have no friction.
static PetscErrorCode GoOn(RicImpacts im, const Set *s, PetscInt row, PetscInt r, const Rows *at) {
  PetscReal *x = im->begun[row].value;

  PetscFunctionBegin;
  x[RIC_IMPACT_IMPULSE] += at->impulse[r];
  if (--im->wait[row])
    PetscFunctionReturn(PETSC_SUCCESS);
  x[RIC_IMPACT_AFTER] = at->velocity[r];
  x[RIC_IMPACT_ENERGY] = -x[RIC_IMPACT_IMPULSE] * (x[RIC_IMPACT_BEFORE] + x[RIC_IMPACT_AFTER]) / 2;
  PetscCall(Count(im, s, row, &im->begun[row]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Look(RicImpacts im, const Rows *at) {
  const PetscReal h = im->c->step;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < im->num_sets; k++) {
    const Set *s = &im->sets[k];
    const PetscReal apart = APART * s->length, approaching = APPROACHING * s->length;
    for (PetscInt i = 0; i < s->view.num_rows; i++) {
      const PetscInt r = s->view.first_row + i * s->view.width, row = s->first + i;
      const PetscBool open = (PetscBool)(at->impulse[r] <= 0 || at->step == 0);
      if (im->wait && im->wait[row])
        PetscCall(GoOn(im, s, row, r, at));
      else if (im->ready[row] && !open)
        PetscCall(Begin(im, s, row, r, at));
      im->ready[row] =
          (PetscBool)(open && (at->gap[r] > apart || -h * at->velocity[r] > approaching));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactsStep(RicImpacts im, PetscInt step, const RicState *state) {
  Rows at = {.step = step, .t = state->t};
  PetscInt n;

  PetscFunctionBegin;
  if (!im->num_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(state->gap, &at.gap));
  PetscCall(VecGetArrayRead(state->gap_velocity, &at.velocity));
  PetscCall(VecGetArrayRead(state->impulse, &at.impulse));
  PetscCall(Look(im, &at));
  if (im->before) {
    PetscCall(VecGetLocalSize(state->gap_velocity, &n));
    PetscCall(PetscArraycpy(im->before, at.velocity, n));
  }
  PetscCall(VecRestoreArrayRead(state->gap, &at.gap));
  PetscCall(VecRestoreArrayRead(state->gap_velocity, &at.velocity));
  PetscCall(VecRestoreArrayRead(state->impulse, &at.impulse));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactsFlush(RicImpacts im) {
  PetscFunctionBegin;
  if (im->log)
    PetscCall(RicImpactLogFlush_Private(im->log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactsGetCounts(RicImpacts im, PetscInt counts[]) {
  PetscFunctionBegin;
  PetscCallMPI(MPI_Allreduce(im->counts, counts, (PetscMPIInt)im->num_contacts, MPIU_INT, MPI_SUM,
                             im->c->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- For a later run ----

// A number of each normal row, x [num_rows], by way of a vector of all rows.
static PetscErrorCode ArchiveRows(RicImpacts im, RicArchive archive, const char name[], Vec rows,
                                  PetscReal x[]) {
  PetscScalar *a;

  PetscFunctionBegin;
  for (PetscInt loading = 0; loading <= (RicArchiveIsLoading(archive) ? 1 : 0); loading++) {
    PetscCall(VecGetArray(rows, &a));
    for (PetscInt k = 0; k < im->num_sets; k++)
      for (PetscInt i = 0; i < im->sets[k].view.num_rows; i++) {
        const RicContactView *v = &im->sets[k].view;
        PetscScalar *entry = &a[v->first_row + i * v->width];
        if (loading)
          x[im->sets[k].first + i] = *entry;
        else
          *entry = x[im->sets[k].first + i];
      }
    PetscCall(VecRestoreArray(rows, &a));
    if (!loading)
      PetscCall(RicArchiveVector(archive, name, RIC_ARCHIVE_ROWS, rows));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ArchiveReady(RicImpacts im, RicArchive archive, Vec rows, PetscReal x[]) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < im->num_rows; i++)
    x[i] = im->ready[i];
  PetscCall(ArchiveRows(im, archive, "ready", rows, x));
  for (PetscInt i = 0; i < im->num_rows; i++)
    im->ready[i] = (PetscBool)(x[i] > 0.5);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Impacts under way.
static PetscErrorCode ArchiveBegun(RicImpacts im, RicArchive archive, Vec rows, PetscReal x[]) {
  PetscReal offset;
  char name[RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(RicStepperGetVelocityOffset(im->c->stepper, &offset));
  if (offset >= 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < im->num_rows; i++)
    x[i] = (PetscReal)im->wait[i];
  PetscCall(ArchiveRows(im, archive, "wait", rows, x));
  for (PetscInt i = 0; i < im->num_rows; i++)
    im->wait[i] = (PetscInt)x[i];
  for (PetscInt k = 0; k < RIC_IMPACT_COLUMNS; k++) {
    for (PetscInt i = 0; i < im->num_rows; i++)
      x[i] = im->begun[i].value[k];
    PetscCall(PetscSNPrintf(name, sizeof(name), "begun_%02" PetscInt_FMT, k));
    PetscCall(ArchiveRows(im, archive, name, rows, x));
    for (PetscInt i = 0; i < im->num_rows; i++)
      im->begun[i].value[k] = x[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Those of all ranks; when loaded, rank 0 has them.
static PetscErrorCode ArchiveCounts(RicImpacts im, RicArchive archive) {
  PetscMPIInt rank;
  PetscInt *all;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(im->c->comm, &rank));
  PetscCall(PetscCalloc1(im->num_contacts, &all));
  PetscCall(RicImpactsGetCounts(im, all));
  const PetscErrorCode error = RicArchiveInts(archive, "counts", im->num_contacts, all);
  for (PetscInt i = 0; i < im->num_contacts && RicArchiveIsLoading(archive) && !error; i++)
    im->counts[i] = rank ? 0 : all[i];
  PetscCall(PetscFree(all));
  PetscFunctionReturn(error);
}

// Velocities of the step before are those of the state.
static PetscErrorCode TakeBefore(RicImpacts im, const RicState *state) {
  const PetscScalar *velocity;
  PetscInt n;

  PetscFunctionBegin;
  if (!im->before)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetLocalSize(state->gap_velocity, &n));
  PetscCall(VecGetArrayRead(state->gap_velocity, &velocity));
  PetscCall(PetscArraycpy(im->before, velocity, n));
  PetscCall(VecRestoreArrayRead(state->gap_velocity, &velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicImpactsArchive(RicImpacts im, RicArchive archive) {
  const RicState *state;
  PetscReal bytes, *x;
  Vec rows;

  PetscFunctionBegin;
  if (im->log && !RicArchiveIsLoading(archive))
    PetscCall(RicImpactLogGetBytes_Private(im->log, &im->bytes));
  bytes = (PetscReal)im->bytes;
  PetscCall(RicArchiveGroup(archive, "impacts"));
  PetscCall(RicArchiveReal(archive, "file_bytes", &bytes));
  im->bytes = (PetscInt64)bytes;
  PetscCall(ArchiveCounts(im, archive));
  PetscCall(RicStepperGetState(im->c->stepper, &state));
  PetscCall(VecDuplicate(state->gap, &rows));
  PetscCall(VecSet(rows, 0.0));
  PetscCall(PetscMalloc1(im->num_rows, &x));
  PetscCall(ArchiveReady(im, archive, rows, x));
  PetscCall(ArchiveBegun(im, archive, rows, x));
  if (RicArchiveIsLoading(archive))
    PetscCall(TakeBefore(im, state));
  PetscCall(PetscFree(x));
  PetscCall(VecDestroy(&rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}
