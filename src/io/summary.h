// SPDX-License-Identifier: BSD-2-Clause
// Summary: summary.json, what a run came to, written by rank 0.
//
// Values are set under dotted paths: "energy.initial" makes the object "energy" with the key
// "initial". Keys keep the order in which they were first set; setting one again replaces its
// value. Values need be right on rank 0 only. Errors of the Set functions (PETSC_ERR_ARG_WRONG): an
// empty key in the path, a value where the path needs an object, an object where it needs a value.
#ifndef RIC_IO_SUMMARY_H
#define RIC_IO_SUMMARY_H

#include "base/base.h"

RIC_C_BEGIN

typedef struct RicSummary_ *RicSummary;

PetscErrorCode RicSummaryCreate(MPI_Comm comm, const char filename[], RicSummary *summary);
PetscErrorCode RicSummaryDestroy(RicSummary *summary);
// A NULL string becomes null; bytes that are no UTF-8 become '?'.
PetscErrorCode RicSummarySetString(RicSummary summary, const char path[], const char value[]);
PetscErrorCode RicSummarySetInt(RicSummary summary, const char path[], PetscInt64 value);
// 17 digits: every bit comes back. JSON knows no infinity and no NaN: they become null.
PetscErrorCode RicSummarySetReal(RicSummary summary, const char path[], PetscReal value);
PetscErrorCode RicSummarySetBool(RicSummary summary, const char path[], PetscBool value);
// One entry of the object `path`, under a name that is taken as it is, dots and all.
PetscErrorCode RicSummarySetEntry(RicSummary summary, const char path[], const char name[],
                                  PetscReal value);
PetscErrorCode RicSummarySetEntryInt(RicSummary summary, const char path[], const char name[],
                                     PetscInt64 value);
// Replace the file as a whole by what is set so far; may be called again. PETSC_ERR_FILE_WRITE on
// all ranks when it cannot be written. Collective.
PetscErrorCode RicSummaryWrite(RicSummary summary);

RIC_C_END

#endif
