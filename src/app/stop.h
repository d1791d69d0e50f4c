// SPDX-License-Identifier: BSD-2-Clause
// Stop: signals that ask a run to end (SIGHUP, SIGINT, SIGTERM, and the
// warnings of schedulers, SIGUSR1 and SIGUSR2) end it after the step it is in.
#ifndef RIC_APP_STOP_H
#define RIC_APP_STOP_H

#include "base/base.h"

// What the process does on these signals: to be read before MPI and PETSc put handlers of their
// own, and given back after. Signals that are ignored, as under nohup, stay so.
typedef struct RicStopActions_ *RicStopActions;
RicStopActions RicStopSaveActions(void); // NULL without memory: nothing is given back then
void RicStopRestoreActions(RicStopActions *saved);

// From here on a signal is remembered; the second of its kind ends the process at once.
void RicStopCatch(void);
// *signal = one that has come to any rank, 0 while there is none; *due, on the way: that of any rank.
// Collective.
PetscErrorCode RicStopAsked(MPI_Comm comm, int *signal, PetscBool *due);

#endif
