// SPDX-License-Identifier: BSD-2-Clause
// Launch: how MPI starts a program that no launcher (mpiexec, srun) started.
#ifndef RIC_APP_LAUNCH_H
#define RIC_APP_LAUNCH_H

// Before MPI_Init: put what makes Open MPI start one process quickly into the environment: no
// daemon beside it, no session directory, no probing of networks, cores and graphics cards. Nothing that stands in the
// environment or in the user's $HOME/.openmpi/mca-params.conf is replaced; nothing is done under a
// launcher, or with another MPI. Returns which were put there, for RicLaunchForget.
unsigned RicLaunchPrepare(void);
// After MPI_Init: take those out again that processes started from here must not inherit.
void RicLaunchForget(unsigned prepared);

#endif
