// SPDX-License-Identifier: BSD-2-Clause
// A shared object that is no plugin: it has no function RicochetPluginRegister.
int ricochet_no_plugin(void);

int ricochet_no_plugin(void) { return 0; }
