// SPDX-License-Identifier: BSD-2-Clause
// A plugin as if its RicSystemOps were smaller: headers changed without another version, or another
// size of PETSc's numbers. What it registers must not be looked into.
#include "system/system.h"

PetscErrorCode RicochetPluginRegister(void) {
  return RicSystemRegisterVersion((const RicSystemOps *)sizeof(RicSystemOps), RIC_SYSTEM_VERSION,
                                  sizeof(RicSystemOps) - sizeof(void *));
}
