// SPDX-License-Identifier: BSD-2-Clause
// A plugin whose register function ends with an error that nobody has raised.
#include "system/system.h"

PetscErrorCode RicochetPluginRegister(void) { return 77; }
