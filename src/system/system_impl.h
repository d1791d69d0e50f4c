// SPDX-License-Identifier: BSD-2-Clause
// The built-in systems.
#ifndef RIC_SYSTEM_SYSTEM_IMPL_H
#define RIC_SYSTEM_SYSTEM_IMPL_H

#include "system/system.h"

extern const RicSystemOps RicSystem_Oscillator;
extern const RicSystemOps RicSystem_SpringPendulum;
extern const RicSystemOps RicSystem_SliderCrank;
extern const RicSystemOps RicSystem_Woodpecker;

#endif
