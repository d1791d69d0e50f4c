// SPDX-License-Identifier: BSD-2-Clause
// Writes small files of frictional contact problems for test_solve.py into a directory.
// usage: fclib_writer DIR
#include "fclib_file.h"

int main(int argc, char **argv) {
  static const char *const wrong[] = {"right", "mu",     "dim",   "q",    "number", "index",
                                      "shape", "matrix", "group", "mass", "opposed"};
  char path[RIC_PATH_LEN];

  if (argc != 2)
    return 2;
  snprintf(path, sizeof(path), "%s/local.hdf5", argv[1]);
  WriteLocalPlane(path, -2);
  snprintf(path, sizeof(path), "%s/global.hdf5", argv[1]);
  WriteGlobalSpace(path, -1);
  for (FclibMistake mistake = WRONG_NOTHING; mistake <= WRONG_OPPOSED; mistake++) {
    snprintf(path, sizeof(path), "%s/%s.hdf5", argv[1], wrong[mistake]);
    WriteWrong(path, mistake);
  }
  return 0;
}
