// SPDX-License-Identifier: BSD-2-Clause
// A solution beside its problem: the problem is copied as it stands, so that nothing a file may hold
// beyond what is read here is lost.
#include "io/fclib.h"
#include "io/file.h"
#include <errno.h>
#include <hdf5.h>
#include <stdio.h>
#include <unistd.h>

static PetscBool WriteVector(hid_t group, const char name[], PetscInt n, const PetscReal x[]) {
  const hsize_t size = (hsize_t)n;
  const hid_t space = H5Screate_simple(1, &size, NULL);
  const hid_t dataset =
      H5Dcreate2(group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  PetscBool good = (PetscBool)(dataset >= 0);

  if (good && n)
    good = (PetscBool)(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
  if (dataset >= 0)
    H5Dclose(dataset);
  H5Sclose(space);
  return good;
}

static PetscBool WriteGroup(hid_t file, const RicFclib *p, const PetscReal u[], const PetscReal r[],
                            const PetscReal lambda[], const PetscReal v[]) {
  const hid_t group = H5Gcreate2(file, "solution", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  PetscBool good = (PetscBool)(group >= 0);

  good = (PetscBool)(good && WriteVector(group, "u", p->dim * p->contacts, u));
  good = (PetscBool)(good && WriteVector(group, "r", p->dim * p->contacts, r));
  if (p->equations)
    good = (PetscBool)(good && WriteVector(group, "l", p->equations, lambda));
  if (p->global)
    good = (PetscBool)(good && WriteVector(group, "v", p->dofs, v));
  if (group >= 0)
    H5Gclose(group);
  return good;
}

// The problem, and starts that others gave it.
static PetscBool CopyProblem(hid_t source, hid_t file, PetscBool global) {
  const char *root = global ? "fclib_global" : "fclib_local";
  PetscBool good = (PetscBool)(H5Ocopy(source, root, file, root, H5P_DEFAULT, H5P_DEFAULT) >= 0);

  if (good && H5Lexists(source, "guesses", H5P_DEFAULT) > 0)
    good = (PetscBool)(H5Ocopy(source, "guesses", file, "guesses", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  return good;
}

PetscErrorCode RicFclibWriteSolution(const RicFclib *p, const char from[], const char path[],
                                     const PetscReal u[], const PetscReal r[],
                                     const PetscReal lambda[], const PetscReal v[]) {
  char temporary[RIC_PATH_LEN];
  int error = 0;

  PetscFunctionBegin;
  PetscCall(RicFileTemporaryName(path, temporary));
  errno = 0;
  const hid_t source = H5Fopen(from, H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t file = H5Fcreate(temporary, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const PetscBool good =
      (PetscBool)(source >= 0 && file >= 0 && CopyProblem(source, file, p->global) &&
                  WriteGroup(file, p, u, r, lambda, v));
  if (source >= 0)
    H5Fclose(source);
  const PetscBool closed = (PetscBool)(file >= 0 && H5Fclose(file) >= 0);
  if (!good || !closed || rename(temporary, path)) {
    error = errno ? errno : EIO;
    unlink(temporary);
  }
  PetscCall(RicFileCheck(PETSC_COMM_SELF, error, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}
