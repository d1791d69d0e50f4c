// SPDX-License-Identifier: BSD-2-Clause
// Dump: the contact problems of a run's stages as files of the exchange format (io/fclib.h),
// NAME_contact_NUMBER.hdf5 in its directory, by -dump_contact_problem never | failed | all.
#ifndef RIC_APP_DUMP_H
#define RIC_APP_DUMP_H

#include "app/case.h"

typedef struct RicDump_ *RicDump;

// As the option says, for the case's stepper, which is set up; NULL where nothing is to be written. User
// error for another word. The case is borrowed.
PetscErrorCode RicDumpCreate(RicCase *c, RicDump *dump);
// Files are numbered from behind this one on.
void RicDumpSetNumber(RicDump dump, PetscInt number);
PetscInt RicDumpGetNumber(RicDump dump);
// Warns when there were problems the format has no form for. Takes NULL.
PetscErrorCode RicDumpDestroy(RicDump *dump);
// The file of the last problem that was not solved, "" when there is none. Borrowed.
const char *RicDumpFailed(RicDump dump);

#endif
