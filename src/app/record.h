// SPDX-License-Identifier: BSD-2-Clause
// Record: what a run writes to history.csv row by row, and what it counts for the summary.
//
// Columns of history.csv: step, t, kinetic, potential, energy, min_gap, max_joint_error, active,
// iterations; per probe NAME.x (position, m) and NAME.vx … of each direction; per named contact
// NAME.gap (smallest of its rows), NAME.gap_velocity (of that row), NAME.impulse (sum over its
// rows, of the step), NAME.force (impulse / step), NAME.nu (sum).
#ifndef RIC_APP_RECORD_H
#define RIC_APP_RECORD_H

#include "app/balance.h"
#include "app/case.h"
#include "app/energy_watch.h"
#include "app/impacts.h"
#include "app/peaks.h"
#include "app/reactions.h"
#include "io/history.h"

// Energies are those of recorded rows; contacts are counted at every step. Peaks, spans and impacts are
// of the times that are shown (RicCaseShows), sums and errors of the whole run.
typedef struct {
  PetscReal initial, final, largest, max_step_increase;
} RicEnergyRecord;

typedef struct {
  RicCase *c; // borrowed
  RicHistory history;
  PetscInt64 history_bytes; // of the file when it was saved
  PetscInt num_columns, num_probe_columns, num_contact_columns, num_joint_columns,
      num_support_columns, energy_rows;
  PetscReal *row;                     // [num_columns]
  PetscReal *impulse;                 // [contacts] total impulse of each named contact
  PetscInt *contact_steps;            // [contacts] steps with an impulse
  PetscInt *pieces;                   // [contacts] times a contact went from open to closed
  RicPeak *contact_peak;              // [contacts] largest force of all steps, N (N m)
  RicPeak *joint_peak, *support_peak; // [joints], [supports] of recorded rows
  RicSpan *span;                      // [num_probe_columns] of written rows
  RicImpacts impacts;
  RicReactions reactions; // NULL: no support has a name
  PetscBool *closed;      // [contacts]
  RicBalance balance;     // NULL without
  PetscReal terms[RIC_BALANCE_TERMS];
  RicEnergyWatch watch;    // with a balance
  RicWatchVerdict verdict; // of the last row
  PetscBool finite;        // the energies of the last row are numbers
  PetscReal last_energy;
  RicEnergyRecord energy;
  PetscReal max_penetration[2];              // ≥ 0, m; of angular contacts rad
  PetscReal max_joint_error, velocity_error; // of joints at recorded rows, m and m/s (this rank's)
  PetscReal max_force[2];                    // of a named contact, N; of angular ones N m
  PetscBool *angular;                        // [contacts] the gap is an angle
  PetscBool has[2];                          // contacts whose gap is a length, an angle
  PetscReal *gather;                         // [8 * contacts] scratch
} RicRecord;

// Of dir/history.csv, which Open begins, replacing an earlier one, or Continue goes on with. Collective.
PetscErrorCode RicRecordCreate(RicCase *c, RicRecord **record);
PetscErrorCode RicRecordOpen(RicRecord *record);
// After Archive has loaded: the file is cut behind the row that was written last then. Where it is not that
// file any more, or its columns are others, it is kept as history.1.csv and a new one begins with a row of
// the state at hand; *continued tells. Collective.
PetscErrorCode RicRecordContinue(RicRecord *record, PetscInt step, PetscBool *continued);
// All that rows to come, and the summary, need of those before; saving flushes the file. The stepper is
// loaded before. Collective.
PetscErrorCode RicRecordArchive(RicRecord *record, RicArchive archive);
// A row of the state at hand, which counts for nothing.
PetscErrorCode RicRecordRow(RicRecord *record, PetscInt step, const RicState *state);
PetscErrorCode RicRecordDestroy(RicRecord **record); // closes the file
// After each step; step 0 is the initial state. Writes a row where history_every says so.
// Collective.
PetscErrorCode RicRecordStep(RicRecord *record, PetscInt step, const RicState *state);
// Hand all rows to the system: as RicHistoryFlush. Collective.
PetscErrorCode RicRecordFlush(RicRecord *record);

#endif
