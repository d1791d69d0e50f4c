// SPDX-License-Identifier: BSD-2-Clause
// Names: finds things by their name, in a time that does not grow with how many there are.
#ifndef RIC_BASE_NAMES_H
#define RIC_BASE_NAMES_H

#include "base/base.h"

typedef struct RicNames_ *RicNames;

PetscErrorCode RicNamesCreate(RicNames *names);
PetscErrorCode RicNamesDestroy(RicNames *names);
// The name is copied; the first thing of a name stays.
PetscErrorCode RicNamesAdd(RicNames names, const char name[], void *thing);
// NULL when there is none of that name.
PetscErrorCode RicNamesFind(RicNames names, const char name[], void **thing);

#endif
