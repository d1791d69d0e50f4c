// SPDX-License-Identifier: BSD-2-Clause
#include "app/record.h"
#include "app/columns.h"
#include "model/model.h"
#include "model/model_view.h"

#define NUM_FIXED 9 // columns before probes
// gap, gap_velocity, impulse, force, nu, friction (two components), drilling, slip, spin
#define PER_CONTACT 10

static PetscErrorCode CreatePeaks(RicRecord *r, PetscInt contacts) {
  PetscInt joints;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumJoints(r->c->model, &joints));
  PetscCall(PetscCalloc3(contacts, &r->contact_peak, joints, &r->joint_peak, r->c->num_supports,
                         &r->support_peak));
  PetscCall(PetscMalloc1(r->num_probe_columns, &r->span));
  for (PetscInt i = 0; i < r->num_probe_columns; i++)
    r->span[i] = RIC_SPAN_EMPTY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddColumn(const RicColumn *column, void *context) {
  RicRecord *r = (RicRecord *)context;

  PetscFunctionBegin;
  PetscCall(RicHistoryAddColumn(r->history, "%s", column->name));
  r->num_probe_columns += column->kind == RIC_COLUMN_PROBE;
  r->num_contact_columns += column->kind == RIC_COLUMN_CONTACT;
  r->num_joint_columns += column->kind == RIC_COLUMN_JOINT;
  r->num_support_columns += column->kind == RIC_COLUMN_SUPPORT;
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
  r->finite = PETSC_TRUE;
  r->watch.before = c->left.stake;
  PetscCall(RicModelGetNumContacts(c->model, &n));
  PetscCall(PetscCalloc6(n, &r->impulse, n, &r->contact_steps, n, &r->pieces, n, &r->closed, n,
                         &r->angular, PER_CONTACT * n, &r->gather));
  for (PetscInt i = 0; i < n; i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(c->model, i, &view));
    r->angular[i] = (PetscBool)(view.ops && view.ops->angular);
    r->has[r->angular[i]] = PETSC_TRUE;
  }
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/history.csv", c->directory));
  PetscCall(RicHistoryCreate(c->comm, path, &r->history));
  PetscCall(RicColumnsVisit(c, AddColumn, r));
  PetscCall(RicHistoryGetNumColumns(r->history, &r->num_columns));
  PetscCall(PetscCalloc1(r->num_columns, &r->row));
  PetscCall(RicImpactsCreate(c, &r->impacts));
  PetscCall(RicReactionsCreate(c, &r->reactions));
  PetscCall(CreatePeaks(r, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRecordOpen(RicRecord *r) {
  PetscFunctionBegin;
  PetscCall(RicColumnsWriteUnits(r->c));
  PetscCall(RicHistoryOpen(r->history));
  PetscCall(RicImpactsOpen(r->impacts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRecordDestroy(RicRecord **record) {
  RicRecord *r = *record;

  PetscFunctionBegin;
  if (!r)
    PetscFunctionReturn(PETSC_SUCCESS);
  const PetscErrorCode impacts = RicImpactsDestroy(&r->impacts);
  PetscCall(RicHistoryClose(&r->history));
  PetscCall(impacts);
  PetscCall(RicBalanceDestroy(&r->balance));
  PetscCall(RicReactionsDestroy(&r->reactions));
  PetscCall(PetscFree3(r->contact_peak, r->joint_peak, r->support_peak));
  PetscCall(PetscFree(r->span));
  PetscCall(PetscFree6(r->impulse, r->contact_steps, r->pieces, r->closed, r->angular, r->gather));
  PetscCall(PetscFree(r->row));
  PetscCall(PetscFree(*record));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What a contact's tangential components come to: that along its tangent, or in space their length.
static PetscReal Tangential(const RicContactView *view, const PetscReal x[]) {
  return view->width >= 3 ? PetscSqrtReal(x[0] * x[0] + x[1] * x[1])
                          : (view->width == 2 ? x[0] : 0);
}

// This rank's part of a contact's numbers: smallest gap with its velocity and slip, sums of
// impulses and ν.
static void LocalContact(const RicContactView *view, PetscInt dim, const PetscScalar *gap,
                         const PetscScalar *velocity, const PetscScalar *impulse,
                         const PetscScalar *nu, PetscReal out[]) {
  PetscReal stretch[RIC_CONTACT_MAX_WIDTH], slip[RIC_CONTACT_MAX_WIDTH];

  (void)RicContactStretch(view->friction, dim, stretch);
  out[0] = PETSC_MAX_REAL;
  for (PetscInt k = 1; k < PER_CONTACT; k++)
    out[k] = 0;
  for (PetscInt i = 0; i < view->num_rows; i++) {
    const PetscInt r = view->first_row + i * view->width;
    for (PetscInt d = 1; d < view->width; d++)
      slip[d] = velocity[r + d] / stretch[d];
    if (gap[r] < out[0]) {
      out[0] = gap[r], out[1] = velocity[r], out[8] = Tangential(view, &slip[1]);
      out[9] = view->width == 4 ? slip[3] : 0;
    }
    out[2] += impulse[r];
    out[4] += nu[r];
    for (PetscInt d = 1; d < view->width; d++)
      out[4 + d] += impulse[r + d] * stretch[d];
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
    LocalContact(&view, r->c->dim, gap, velocity, impulse, nu, &r->gather[PER_CONTACT * i]);
  }
  PetscCall(VecRestoreArrayRead(state->gap, &gap));
  PetscCall(VecRestoreArrayRead(state->gap_velocity, &velocity));
  PetscCall(VecRestoreArrayRead(state->impulse, &impulse));
  PetscCall(VecRestoreArrayRead(state->nu, &nu));
  PetscCallMPI(MPI_Comm_size(r->c->comm, &size));
  for (PetscInt i = 0; i < n && size > 1; i++) {
    PetscReal *g = &r->gather[PER_CONTACT * i], least, there[3];
    PetscCallMPI(MPI_Allreduce(&g[0], &least, 1, MPIU_REAL, MPI_MIN, r->c->comm));
    // The velocities of the rank that has the smallest gap; of several, the largest.
    for (PetscInt k = 0; k < 3; k++)
      there[k] = g[0] == least ? g[k ? 7 + k : 1] : PETSC_MIN_REAL;
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, there, 3, MPIU_REAL, MPI_MAX, r->c->comm));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &g[2], 6, MPIU_REAL, MPIU_SUM, r->c->comm));
    g[0] = least, g[1] = there[0], g[8] = there[1], g[9] = there[2];
  }
  for (PetscInt i = 0; i < n; i++)
    r->gather[PER_CONTACT * i + 3] = r->gather[PER_CONTACT * i + 2] / r->c->step;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Counts of every step; returns the smallest gap.
static PetscReal CountContacts(RicRecord *r, PetscInt step, PetscReal t, PetscInt n) {
  const PetscBool shown = RicCaseShows(r->c, t);
  PetscReal least = 0;

  for (PetscInt i = 0; i < n; i++) {
    const PetscReal *g = &r->gather[PER_CONTACT * i];
    const PetscBool closed = (PetscBool)(g[2] > 0);
    const PetscInt angle = r->angular[i];
    least = i ? PetscMin(least, g[0]) : g[0];
    r->max_penetration[angle] = PetscMax(r->max_penetration[angle], -g[0]);
    if (!step)
      continue;
    r->impulse[i] += g[2];
    r->contact_steps[i] += closed;
    r->pieces[i] += closed && !r->closed[i];
    r->closed[i] = closed;
    if (!shown)
      continue;
    r->max_force[angle] = PetscMax(r->max_force[angle], g[3]);
    RicPeakLook(&r->contact_peak[i], g[3], t);
  }
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

// Positions (or coordinates) and rates of a probe's node, on all ranks; out [2*n].
static PetscErrorCode Probe(RicRecord *r, const RicProbe *probe, const RicState *state,
                            PetscReal out[]) {
  const PetscScalar *q, *v;
  const PetscReal *xyz;
  PetscInt num_owned, first, n;

  PetscFunctionBegin;
  for (PetscInt d = 0; d < 2 * probe->n; d++)
    out[d] = 0;
  PetscCall(RicMeshGetNumNodes(r->c->mesh, NULL, &num_owned, NULL));
  PetscCall(RicMeshGetCoordinates(r->c->mesh, &xyz));
  if (probe->region->num_nodes && probe->region->nodes[0] < num_owned) {
    const PetscInt node = probe->region->nodes[0];
    PetscCall(RicModelGetNodeDofs(r->c->model, node, &first, &n));
    PetscCall(VecGetArrayRead(state->q, &q));
    PetscCall(VecGetArrayRead(state->v, &v));
    for (PetscInt d = 0; d < probe->n; d++) {
      out[d] = (d < probe->num_positions ? xyz[3 * node + d] : 0) + q[first + d];
      out[probe->n + d] = v[first + d];
    }
    if (probe->turns) {
      PetscReal turn[9];
      RicRotationMatrix(&q[first + 3], turn);
      RicVec3Map(turn, &v[first + 3], &out[probe->n + 3]);
    }
    PetscCall(VecRestoreArrayRead(state->q, &q));
    PetscCall(VecRestoreArrayRead(state->v, &v));
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, out, (PetscMPIInt)(2 * probe->n), MPIU_REAL, MPIU_SUM,
                             r->c->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Error and reaction of each joint on all ranks: out [num_joint_columns], per joint error (largest
// |row|), force (norm of the reactions of its rows), then the reactions λ~ + Λ/h themselves.
static PetscErrorCode Joints(RicRecord *r, const RicState *state, PetscReal out[]) {
  const PetscScalar *g, *gv, *lambda, *impulse;
  PetscInt n, column = 0;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumJoints(r->c->model, &n));
  if (!n)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscArrayzero(out, r->num_joint_columns));
  PetscCall(VecGetArrayRead(state->gap, &g));
  PetscCall(VecGetArrayRead(state->gap_velocity, &gv));
  PetscCall(VecGetArrayRead(state->lambda, &lambda));
  PetscCall(VecGetArrayRead(state->impulse, &impulse));
  for (PetscInt i = 0; i < n; i++) {
    RicJointView view;
    PetscCall(RicModelGetJoint(r->c->model, i, &view));
    for (PetscInt k = 0; k < view.num_rows && view.present; k++) {
      const PetscInt row = view.first_row + k;
      const PetscReal reaction = lambda[row] + impulse[row] / r->c->step;
      out[column] = PetscMax(out[column], PetscAbsReal(g[row]));
      out[column + 1] += reaction * reaction;
      out[column + 2 + k] = reaction;
      r->velocity_error = PetscMax(r->velocity_error, PetscAbsReal(gv[row]));
    }
    out[column + 1] = PetscSqrtReal(out[column + 1]);
    column += 2 + view.num_rows;
  }
  PetscCall(VecRestoreArrayRead(state->gap, &g));
  PetscCall(VecRestoreArrayRead(state->gap_velocity, &gv));
  PetscCall(VecRestoreArrayRead(state->lambda, &lambda));
  PetscCall(VecRestoreArrayRead(state->impulse, &impulse));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, out, (PetscMPIInt)r->num_joint_columns, MPIU_REAL,
                             MPIU_SUM, r->c->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Largest joint error in the columns; the largest reactions are kept.
static PetscErrorCode JointError(RicRecord *r, PetscReal t, const PetscReal columns[],
                                 PetscReal *error) {
  PetscInt n, column = 0;

  PetscFunctionBegin;
  *error = 0;
  PetscCall(RicModelGetNumJoints(r->c->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    RicJointView view;
    PetscCall(RicModelGetJoint(r->c->model, i, &view));
    *error = PetscMax(*error, columns[column]);
    if (RicCaseShows(r->c, t))
      RicPeakLook(&r->joint_peak[i], columns[column + 1], t);
    column += 2 + view.num_rows;
  }
  r->max_joint_error = PetscMax(r->max_joint_error, *error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Supports(RicRecord *r, const RicState *state, PetscReal out[]) {
  PetscFunctionBegin;
  if (!r->reactions)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicReactionsGet(r->reactions, state, out));
  for (PetscInt i = 0; i < r->c->num_supports; i++) {
    const RicSupport *s = &r->c->supports[i];
    PetscReal square = 0;
    for (PetscInt d = 0; d < 3 && s->name[0]; d++)
      if (s->fixed[d])
        square += *out * *out, out++;
    if (RicCaseShows(r->c, state->t))
      RicPeakLook(&r->support_peak[i], PetscSqrtReal(square), state->t);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Begun at step 0; the watch looks at every row.
static PetscErrorCode Balance(RicRecord *r, PetscInt step, PetscReal kinetic, PetscReal potential) {
  RicEnergyMade made = {0};

  PetscFunctionBegin;
  r->finite = (PetscBool)!PetscIsInfOrNanReal(kinetic + potential);
  if (!r->c->energy_balance)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (r->balance)
    PetscCall(RicBalanceStep(r->balance, kinetic, potential, r->terms, &made));
  else
    PetscCall(RicBalanceCreate(r->c->model, r->c->stepper, kinetic, potential, &r->balance));
  r->verdict = RicEnergyWatchLook(&r->watch, step, kinetic, potential, &made);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// gap, gap_velocity, impulse, force, nu of each contact, with friction also friction and slip, where
// spin is resisted drilling and spin.
static PetscErrorCode ContactColumns(RicRecord *r, PetscInt n, PetscReal out[]) {
  RicContactView view;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal *g = &r->gather[PER_CONTACT * i];
    PetscCall(PetscArraycpy(out, g, 5));
    out += 5;
    PetscCall(RicModelGetContact(r->c->model, i, &view));
    if (view.width == 1)
      continue;
    *out++ = Tangential(&view, &g[5]);
    *out++ = g[8];
    if (view.width < 4)
      continue;
    *out++ = g[7];
    *out++ = g[9];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The row, where it is of a time to be shown, and what it says of probes.
static PetscErrorCode ShowRow(RicRecord *r, PetscReal t) {
  PetscFunctionBegin;
  if (!RicCaseShows(r->c, t))
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < r->num_probe_columns; i++)
    RicSpanLook(&r->span[i], r->row[NUM_FIXED + i]);
  PetscCall(RicHistoryRow(r->history, r->row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteRow(RicRecord *r, PetscInt step, const RicState *state, PetscInt n,
                               PetscReal min_gap) {
  PetscReal *probes = &r->row[NUM_FIXED], *contacts = probes + r->num_probe_columns,
            *joints = contacts + r->num_contact_columns, *supports = joints + r->num_joint_columns;
  PetscReal kinetic, potential, error;

  PetscFunctionBegin;
  PetscCall(RicModelEnergy(r->c->model, state->q, state->v, &kinetic, &potential));
  RecordEnergy(r, kinetic + potential);
  PetscCall(Balance(r, step, kinetic, potential));
  for (PetscInt p = 0; p < r->c->num_probes; probes += 2 * r->c->probes[p++].n)
    PetscCall(Probe(r, &r->c->probes[p], state, probes));
  PetscCall(ContactColumns(r, n, contacts));
  PetscCall(Joints(r, state, joints));
  PetscCall(JointError(r, state->t, joints, &error));
  PetscCall(Supports(r, state, supports));
  const PetscReal fixed[NUM_FIXED] = {(PetscReal)step,
                                      state->t,
                                      kinetic,
                                      potential,
                                      kinetic + potential,
                                      min_gap,
                                      error,
                                      (PetscReal)state->active,
                                      (PetscReal)state->iterations};
  PetscCall(PetscArraycpy(r->row, fixed, NUM_FIXED));
  if (r->c->energy_balance)
    PetscCall(PetscArraycpy(supports + r->num_support_columns, r->terms, RIC_BALANCE_TERMS));
  PetscCall(ShowRow(r, state->t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool HasRow(const RicCase *c, PetscInt step) {
  return (PetscBool)(step % c->history_every == 0 || step == c->num_steps);
}

PetscErrorCode RicRecordStep(RicRecord *r, PetscInt step, const RicState *state) {
  PetscInt n;

  PetscFunctionBegin;
  r->verdict = RIC_WATCH_QUIET;
  PetscCall(RicModelGetNumContacts(r->c->model, &n));
  PetscCall(GatherContacts(r, state, n));
  const PetscReal min_gap = CountContacts(r, step, state->t, n);
  PetscCall(RicImpactsStep(r->impacts, step, state));
  if (HasRow(r->c, step))
    PetscCall(WriteRow(r, step, state, n, min_gap));
  if (r->reactions && HasRow(r->c, step + 1))
    PetscCall(RicReactionsKeep(r->reactions, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRecordFlush(RicRecord *r) {
  PetscFunctionBegin;
  PetscCall(RicImpactsFlush(r->impacts));
  PetscCall(RicHistoryFlush(r->history));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRecordRow(RicRecord *r, PetscInt step, const RicState *state) {
  const RicEnergyRecord energy = r->energy;
  const RicEnergyWatch watch = r->watch;
  const PetscInt rows = r->energy_rows;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(r->c->model, &n));
  PetscCall(GatherContacts(r, state, n));
  PetscReal least = n ? r->gather[0] : 0;
  for (PetscInt i = 1; i < n; i++)
    least = PetscMin(least, r->gather[PER_CONTACT * i]);
  PetscCall(WriteRow(r, step, state, n, least));
  if (rows) {
    r->energy = energy;
    r->watch = watch;
    r->energy_rows = rows;
  }
  PetscCall(RicReactionsKeep(r->reactions, state)); // from which the next step starts
  PetscFunctionReturn(PETSC_SUCCESS);
}
