// SPDX-License-Identifier: BSD-2-Clause
#include "app/record.h"

#define NUM_FIXED 9   // columns before probes
#define PER_CONTACT 5 // gap, gap_velocity, impulse, force, nu

static PetscErrorCode AddColumns(RicRecord *r) {
  static const char *const fixed[NUM_FIXED] = {
      "step",   "t",         "kinetic", "potential", "energy", "min_gap", "max_joint_error",
      "active", "iterations"};
  static const char axes[] = "xyz";
  PetscInt n;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < NUM_FIXED; i++)
    PetscCall(RicHistoryAddColumn(r->history, "%s", fixed[i]));
  for (PetscInt p = 0; p < r->c->num_probes; p++) {
    for (PetscInt d = 0; d < r->c->dim; d++)
      PetscCall(RicHistoryAddColumn(r->history, "%s.%c", r->c->probes[p].name, axes[d]));
    for (PetscInt d = 0; d < r->c->dim; d++)
      PetscCall(RicHistoryAddColumn(r->history, "%s.v%c", r->c->probes[p].name, axes[d]));
  }
  PetscCall(RicModelGetNumContacts(r->c->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(r->c->model, i, &view));
    PetscCall(RicHistoryAddColumn(r->history, "%s.gap", view.name));
    PetscCall(RicHistoryAddColumn(r->history, "%s.gap_velocity", view.name));
    PetscCall(RicHistoryAddColumn(r->history, "%s.impulse", view.name));
    PetscCall(RicHistoryAddColumn(r->history, "%s.force", view.name));
    PetscCall(RicHistoryAddColumn(r->history, "%s.nu", view.name));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRecordCreate(RicCase *c, RicRecord **record) {
  char path[RIC_PATH_LEN + 16];
  RicRecord *r;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscNew(&r));
  *record = r;
  r->c = c;
  PetscCall(RicModelGetNumContacts(c->model, &n));
  PetscCall(PetscCalloc5(n, &r->impulse, n, &r->contact_steps, n, &r->impacts, n, &r->closed,
                         PER_CONTACT * n, &r->gather));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/history.csv", c->directory));
  PetscCall(RicHistoryCreate(c->comm, path, &r->history));
  PetscCall(AddColumns(r));
  PetscCall(RicHistoryGetNumColumns(r->history, &r->num_columns));
  PetscCall(PetscCalloc1(r->num_columns, &r->row));
  PetscCall(RicHistoryOpen(r->history));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRecordDestroy(RicRecord **record) {
  RicRecord *r = *record;

  PetscFunctionBegin;
  if (!r)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicHistoryClose(&r->history));
  PetscCall(PetscFree5(r->impulse, r->contact_steps, r->impacts, r->closed, r->gather));
  PetscCall(PetscFree(r->row));
  PetscCall(PetscFree(*record));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// This rank's part of a contact's numbers: smallest gap with its velocity, sums of impulse and ν.
static void LocalContact(const RicContactView *view, const PetscScalar *gap,
                         const PetscScalar *velocity, const PetscScalar *impulse,
                         const PetscScalar *nu, PetscReal out[]) {
  out[0] = PETSC_MAX_REAL;
  out[1] = out[2] = out[3] = out[4] = 0;
  for (PetscInt r = view->first_row; r < view->first_row + view->num_rows; r++) {
    if (gap[r] < out[0])
      out[0] = gap[r], out[1] = velocity[r];
    out[2] += impulse[r];
    out[4] += nu[r];
  }
}

// Numbers of all contacts over all ranks, gather [5*contacts].
static PetscErrorCode GatherContacts(RicRecord *r, const RicState *state, PetscInt n) {
  const PetscScalar *gap, *velocity, *impulse, *nu;
  PetscMPIInt size;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(state->gap, &gap));
  PetscCall(VecGetArrayRead(state->gap_velocity, &velocity));
  PetscCall(VecGetArrayRead(state->impulse, &impulse));
  PetscCall(VecGetArrayRead(state->nu, &nu));
  for (PetscInt i = 0; i < n; i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(r->c->model, i, &view));
    LocalContact(&view, gap, velocity, impulse, nu, &r->gather[PER_CONTACT * i]);
  }
  PetscCall(VecRestoreArrayRead(state->gap, &gap));
  PetscCall(VecRestoreArrayRead(state->gap_velocity, &velocity));
  PetscCall(VecRestoreArrayRead(state->impulse, &impulse));
  PetscCall(VecRestoreArrayRead(state->nu, &nu));
  PetscCallMPI(MPI_Comm_size(r->c->comm, &size));
  for (PetscInt i = 0; i < n && size > 1; i++) {
    PetscReal *g = &r->gather[PER_CONTACT * i], least, sums[2] = {g[2], g[4]}, velocity_there;
    PetscCallMPI(MPI_Allreduce(&g[0], &least, 1, MPIU_REAL, MPI_MIN, r->c->comm));
    // The velocity of the rank that has the smallest gap; of several, the largest.
    velocity_there = g[0] == least ? g[1] : PETSC_MIN_REAL;
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &velocity_there, 1, MPIU_REAL, MPI_MAX, r->c->comm));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPIU_REAL, MPIU_SUM, r->c->comm));
    g[0] = least, g[1] = velocity_there, g[2] = sums[0], g[4] = sums[1];
  }
  for (PetscInt i = 0; i < n; i++)
    r->gather[PER_CONTACT * i + 3] = r->gather[PER_CONTACT * i + 2] / r->c->step;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Counts of every step; returns the smallest gap.
static PetscReal CountContacts(RicRecord *r, PetscInt step, PetscInt n) {
  PetscReal least = 0;

  for (PetscInt i = 0; i < n; i++) {
    const PetscReal *g = &r->gather[PER_CONTACT * i];
    const PetscBool closed = (PetscBool)(g[2] > 0);
    least = i ? PetscMin(least, g[0]) : g[0];
    if (!step)
      continue;
    r->impulse[i] += g[2];
    r->contact_steps[i] += closed;
    r->impacts[i] += closed && !r->closed[i];
    r->closed[i] = closed;
    r->max_force = PetscMax(r->max_force, g[3]);
  }
  r->max_penetration = PetscMax(r->max_penetration, -least);
  return least;
}

static void RecordEnergy(RicRecord *r, PetscReal energy) {
  if (!r->energy_rows++) {
    r->energy.initial = r->energy.largest = energy;
    r->energy.max_step_increase = PETSC_MIN_REAL;
  } else
    r->energy.max_step_increase = PetscMax(r->energy.max_step_increase, energy - r->last_energy);
  r->energy.largest = PetscMax(r->energy.largest, energy);
  r->energy.final = r->last_energy = energy;
}

// Position and velocity of a probe's node, on all ranks.
static PetscErrorCode Probe(RicRecord *r, const RicProbe *probe, const RicState *state,
                            PetscReal out[]) {
  const PetscScalar *q, *v;
  const PetscReal *xyz;
  PetscInt num_owned, dim = r->c->dim;

  PetscFunctionBegin;
  for (PetscInt d = 0; d < 2 * dim; d++)
    out[d] = 0;
  PetscCall(RicMeshGetNumNodes(r->c->mesh, NULL, &num_owned, NULL));
  PetscCall(RicMeshGetCoordinates(r->c->mesh, &xyz));
  if (probe->region->num_nodes && probe->region->nodes[0] < num_owned) {
    const PetscInt node = probe->region->nodes[0];
    PetscCall(VecGetArrayRead(state->q, &q));
    PetscCall(VecGetArrayRead(state->v, &v));
    for (PetscInt d = 0; d < dim; d++) {
      out[d] = xyz[3 * node + d] + q[node * dim + d];
      out[dim + d] = v[node * dim + d];
    }
    PetscCall(VecRestoreArrayRead(state->q, &q));
    PetscCall(VecRestoreArrayRead(state->v, &v));
  }
  PetscCallMPI(
      MPI_Allreduce(MPI_IN_PLACE, out, (PetscMPIInt)(2 * dim), MPIU_REAL, MPIU_SUM, r->c->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteRow(RicRecord *r, PetscInt step, const RicState *state, PetscInt n,
                               PetscReal min_gap) {
  PetscReal kinetic, potential;

  PetscFunctionBegin;
  PetscCall(RicModelEnergy(r->c->model, state->q, state->v, &kinetic, &potential));
  RecordEnergy(r, kinetic + potential);
  const PetscReal fixed[NUM_FIXED] = {(PetscReal)step,
                                      state->t,
                                      kinetic,
                                      potential,
                                      kinetic + potential,
                                      min_gap,
                                      0,
                                      (PetscReal)state->active,
                                      (PetscReal)state->iterations};
  PetscCall(PetscArraycpy(r->row, fixed, NUM_FIXED));
  for (PetscInt p = 0; p < r->c->num_probes; p++)
    PetscCall(Probe(r, &r->c->probes[p], state, &r->row[NUM_FIXED + 2 * r->c->dim * p]));
  PetscCall(PetscArraycpy(&r->row[NUM_FIXED + 2 * r->c->dim * r->c->num_probes], r->gather,
                          PER_CONTACT * n));
  PetscCall(RicHistoryRow(r->history, r->row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRecordStep(RicRecord *r, PetscInt step, const RicState *state) {
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(r->c->model, &n));
  PetscCall(GatherContacts(r, state, n));
  const PetscReal min_gap = CountContacts(r, step, n);
  if (step % r->c->history_every == 0 || step == r->c->num_steps)
    PetscCall(WriteRow(r, step, state, n, min_gap));
  PetscFunctionReturn(PETSC_SUCCESS);
}
