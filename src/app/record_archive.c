// SPDX-License-Identifier: BSD-2-Clause
// A record that a later run goes on with.
#include "app/columns.h"
#include "app/record.h"
#include "io/file.h"
#include "io/text.h"
#include "model/model.h"
#include "model/model_view.h"
#include <string.h>

static PetscErrorCode ArchiveEnergy(RicRecord *r, RicArchive archive) {
  RicEnergyRecord *e = &r->energy;
  PetscReal energies[] = {e->initial, e->final, e->largest, e->max_step_increase, r->last_energy};

  PetscFunctionBegin;
  PetscCall(RicArchiveInt(archive, "energy_rows", &r->energy_rows));
  PetscCall(RicArchiveReals(archive, "energies", 5, energies));
  *e = (RicEnergyRecord){energies[0], energies[1], energies[2], energies[3]};
  r->last_energy = energies[4];
  if (RicArchiveIsLoading(archive))
    r->finite = (PetscBool)!PetscIsInfOrNanReal(r->last_energy);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ArchivePeaks(RicArchive archive, const char name[], PetscInt n,
                                   RicPeak peak[]) {
  PetscReal *values;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(2 * n, &values));
  for (PetscInt i = 0; i < n; i++)
    values[2 * i] = peak[i].value, values[2 * i + 1] = peak[i].t;
  const PetscErrorCode error = RicArchiveReals(archive, name, 2 * n, values);
  for (PetscInt i = 0; i < n && !error; i++)
    peak[i] = (RicPeak){values[2 * i], values[2 * i + 1]};
  PetscCall(PetscFree(values));
  PetscFunctionReturn(error);
}

static PetscErrorCode AppendProbe(const RicColumn *column, void *text) {
  PetscFunctionBegin;
  if (column->kind == RIC_COLUMN_PROBE)
    PetscCall(RicTextAppend((RicText *)text, "%s\n", column->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Are the columns of probes those of the run that is loaded? When saved: they are noted.
static PetscErrorCode ArchiveProbes(RicRecord *r, RicArchive archive, PetscBool *same) {
  RicText names = {0};

  PetscFunctionBegin;
  PetscCall(RicTextAppend(&names, "%s", "")); // not NULL without probes
  PetscCall(RicColumnsVisit(r->c, AppendProbe, &names));
  char *text = names.bytes;
  PetscCall(RicArchiveText(archive, "probe_columns", &text));
  *same = (PetscBool)!strcmp(text, names.bytes);
  if (text != names.bytes)
    PetscCall(PetscFree(text));
  PetscCall(RicTextFree(&names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of other probes than the run before had they begin anew, as its history does.
static PetscErrorCode ArchiveSpans(RicRecord *r, RicArchive archive) {
  const PetscInt n = r->num_probe_columns;
  PetscReal *values;
  PetscBool same = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(ArchiveProbes(r, archive, &same));
  if (!same)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(2 * n, &values));
  for (PetscInt i = 0; i < n; i++)
    values[2 * i] = r->span[i].smallest, values[2 * i + 1] = r->span[i].largest;
  const PetscErrorCode error = RicArchiveReals(archive, "probe_spans", 2 * n, values);
  for (PetscInt i = 0; i < n && !error; i++)
    r->span[i] = (RicSpan){values[2 * i], values[2 * i + 1]};
  PetscCall(PetscFree(values));
  PetscFunctionReturn(error);
}

static PetscErrorCode ArchiveAllPeaks(RicRecord *r, RicArchive archive) {
  PetscInt contacts, joints;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(r->c->model, &contacts));
  PetscCall(RicModelGetNumJoints(r->c->model, &joints));
  PetscCall(ArchivePeaks(archive, "contact_peaks", contacts, r->contact_peak));
  PetscCall(ArchivePeaks(archive, "joint_peaks", joints, r->joint_peak));
  PetscCall(ArchivePeaks(archive, "support_peaks", r->c->num_supports, r->support_peak));
  PetscCall(ArchiveSpans(r, archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ArchiveContacts(RicRecord *r, RicArchive archive) {
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(r->c->model, &n));
  PetscCall(RicArchiveReals(archive, "impulse", n, r->impulse));
  PetscCall(RicArchiveInts(archive, "contact_steps", n, r->contact_steps));
  PetscCall(RicArchiveInts(archive, "pieces", n, r->pieces));
  PetscCall(RicArchiveBools(archive, "closed", n, r->closed));
  PetscCall(RicArchiveReals(archive, "max_penetration", 2, r->max_penetration));
  PetscCall(RicArchiveReals(archive, "max_force", 2, r->max_force));
  PetscCall(RicArchiveReal(archive, "max_joint_error", &r->max_joint_error));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &r->velocity_error, 1, MPIU_REAL, MPI_MAX, r->c->comm));
  PetscCall(RicArchiveReal(archive, "velocity_error", &r->velocity_error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A balance that the run before did not draw up begins here.
static PetscErrorCode ArchiveBalance(RicRecord *r, RicArchive archive) {
  PetscBool kept = (PetscBool)(r->balance != NULL);
  const RicState *state;
  PetscReal kinetic, potential;

  PetscFunctionBegin;
  PetscCall(RicArchiveBool(archive, "balance_kept", &kept));
  if (RicArchiveIsLoading(archive) && r->c->energy_balance) {
    PetscCall(RicStepperGetState(r->c->stepper, &state));
    PetscCall(RicModelEnergy(r->c->model, state->q, state->v, &kinetic, &potential));
    PetscCall(RicBalanceCreate(r->c->model, r->c->stepper, kinetic, potential, &r->balance));
  }
  if (!kept || !r->balance)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicArchiveReals(archive, "terms", RIC_BALANCE_TERMS, r->terms));
  PetscCall(RicEnergyWatchArchive(&r->watch, archive));
  if (RicArchiveIsLoading(archive))
    r->verdict = RicEnergyWatchLoaded(&r->watch);
  PetscCall(RicBalanceArchive(r->balance, archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRecordArchive(RicRecord *r, RicArchive archive) {
  PetscReal bytes;

  PetscFunctionBegin;
  if (!RicArchiveIsLoading(archive))
    PetscCall(RicHistoryGetBytes(r->history, &r->history_bytes));
  bytes = (PetscReal)r->history_bytes;
  PetscCall(RicArchiveGroup(archive, "record"));
  PetscCall(RicArchiveReal(archive, "history_bytes", &bytes));
  r->history_bytes = (PetscInt64)bytes;
  PetscCall(ArchiveEnergy(r, archive));
  PetscCall(ArchiveContacts(r, archive));
  PetscCall(ArchiveAllPeaks(r, archive));
  PetscCall(ArchiveBalance(r, archive));
  PetscCall(RicImpactsArchive(r->impacts, archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRecordContinue(RicRecord *r, PetscInt step, PetscBool *continued) {
  char path[RIC_PATH_LEN + 16];
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(RicColumnsWriteUnits(r->c));
  PetscCall(RicImpactsContinue(r->impacts));
  PetscCall(RicHistoryContinue(r->history, r->history_bytes, continued));
  PetscCall(RicStepperGetState(r->c->stepper, &state));
  if (*continued) {
    PetscCall(RicReactionsKeep(r->reactions, state));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/history.csv", r->c->directory));
  PetscCall(RicFileSetAside(r->c->comm, path));
  PetscCall(RicHistoryOpen(r->history));
  PetscCall(RicRecordRow(r, step, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}
