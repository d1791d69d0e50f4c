// SPDX-License-Identifier: BSD-2-Clause
// Prints the numbers of a solution in a file of a frictional contact problem: r, u and, where there are
// equations, l, a line each.
// usage: fclib_solution FILE
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>

static int Print(hid_t file, const char name[]) {
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  if (dataset < 0)
    return 1;
  const hid_t space = H5Dget_space(dataset);
  const size_t n = (size_t)H5Sget_simple_extent_npoints(space);
  double *x = malloc(n * sizeof *x + 1);
  const int wrong = H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0;
  for (size_t i = 0; i < n && !wrong; ++i)
    printf("%.17g ", x[i]);
  printf("\n");
  free(x);
  H5Sclose(space);
  H5Dclose(dataset);
  return wrong;
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  const hid_t file = H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0)
    return 1;
  const int wrong = Print(file, "solution/r") || Print(file, "solution/u");
  if (H5Lexists(file, "solution/l", H5P_DEFAULT) > 0 && Print(file, "solution/l"))
    return 1;
  H5Fclose(file);
  return wrong;
}
