// SPDX-License-Identifier: BSD-2-Clause
// Impacts: how often the rows of each contact were hit, and, where asked for, impacts.csv, a line for
// each time.
//
// A row has an impact in a step whose percussion on it is > 0 while that of the step before was 0, if at
// the start of the step it was apart (its gap beyond a 10⁻⁹ of the model's length) or approached (v⁻ < 0,
// beyond 10⁻¹² of the length a step): Signorini's condition closes it and Newton's law replaces its
// velocity v⁻ by v⁺ ≥ −e v⁻. What rests, slides or presses on is none, nor is a row whose force comes and
// goes at rest. v⁻ and v⁺ are the gap's velocities in the states before and after the step; what the
// impact takes is −Λ (v⁻ + v⁺)/2, of tangential rows likewise.
#ifndef RIC_APP_IMPACTS_H
#define RIC_APP_IMPACTS_H

#include "app/case.h"
#include "io/legend.h"

typedef struct RicImpacts_ *RicImpacts;

// Of dir/impacts.csv where the case wants it. Open begins the file; Continue, after Archive has loaded, goes on
// with it, and where it is not that file any more keeps it under another name, see RicRecordContinue.
// Collective.
PetscErrorCode RicImpactsCreate(RicCase *c, RicImpacts *impacts);
PetscErrorCode RicImpactsOpen(RicImpacts impacts);
PetscErrorCode RicImpactsContinue(RicImpacts impacts);
// Counts, and what of each row tells an impact in the next step; saving flushes the file. Collective.
PetscErrorCode RicImpactsArchive(RicImpacts impacts, RicArchive archive);
// Writes what is left and closes the file. Collective.
PetscErrorCode RicImpactsDestroy(RicImpacts *impacts);
// After each step; step 0 is the initial state. Not collective.
PetscErrorCode RicImpactsStep(RicImpacts impacts, PetscInt step, const RicState *state);
// Hand all lines to the system, those of all ranks sorted by step, contact and row: the same on any
// number of ranks. PETSC_ERR_FILE_WRITE as RicHistoryFlush. Collective.
PetscErrorCode RicImpactsFlush(RicImpacts impacts);
// counts [contacts] over all ranks: as many as there are lines. Collective.
PetscErrorCode RicImpactsGetCounts(RicImpacts impacts, PetscInt counts[]);
// Units of the columns of impacts.csv; nothing where it is not written.
PetscErrorCode RicImpactsAddToLegend(RicCase *c, RicLegend legend);

#endif
