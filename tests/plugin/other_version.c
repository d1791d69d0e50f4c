// SPDX-License-Identifier: BSD-2-Clause
// A plugin as if compiled with a later version of the headers. What it registers must not be looked
// into.
#include "system/system.h"
#undef RIC_SYSTEM_VERSION
#define RIC_SYSTEM_VERSION 1000

PetscErrorCode RicochetPluginRegister(void) {
  return RicSystemRegister((const RicSystemOps *)sizeof(RicSystemOps)); // no address of anything
}
