// SPDX-License-Identifier: BSD-2-Clause
// Linked into every program built with the sanitizers: libraries stay loaded to the end, so that
// the report of a leak in one of MPI's plugins can name it, and lsan.supp can tell it from ours.
int dlclose(void *handle);

int dlclose(void *handle) {
  (void)handle;
  return 0;
}
