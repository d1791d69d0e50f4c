// SPDX-License-Identifier: BSD-2-Clause
#include "base/version.h"

const char *RicVersion(void) { return RIC_VERSION; }
