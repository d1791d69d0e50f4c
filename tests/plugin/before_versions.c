// SPDX-License-Identifier: BSD-2-Clause
// A plugin of the time before versions: it calls RicSystemRegister, which was a function then.
#include "system/system.h"
#undef RicSystemRegister
PetscErrorCode RicSystemRegister(const RicSystemOps *ops);

PetscErrorCode RicochetPluginRegister(void) { return RicSystemRegister(NULL); }
