// SPDX-License-Identifier: BSD-2-Clause
// Nursery: a process that was forked before MPI started and forks runs, which have the program and its
// hundred libraries loaded already: to load them again takes longer than a small run does. Linux only; what
// cannot be had here is started anew by its caller.
#ifndef RIC_STUDY_NURSERY_H
#define RIC_STUDY_NURSERY_H

#include <signal.h>
#include <sys/types.h>

// Before MPI and threads. Returns once in the caller, *nursery a descriptor, −1 where there can be
// none; and again in each run, *argc and *argv its words, the mask of signals `mask`, in a process group of
// its own. Runs are children of the caller. An errno.
int RicNurseryOpen(const sigset_t *mask, int *nursery, int *argc, char ***argv);
// A run by its words, NULL at the end, with `log` as standard output and error. An errno: none runs.
int RicNurseryStart(int nursery, const char log[], const char *const words[], pid_t *pid);
void RicNurseryClose(int *nursery);

#endif
