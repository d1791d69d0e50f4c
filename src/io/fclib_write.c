// SPDX-License-Identifier: BSD-2-Clause
// A solution beside the problem of a file, which is copied as it stands, so that nothing it may hold
// beyond what is read here is lost; and problems of the solver.
#include "io/fclib.h"
#include "io/file.h"
#include <errno.h>
#include <hdf5.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Off symmetry by so much of its largest entry, a matrix is it but for round-off.
#define MUTUAL 1e-8

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

// /solution; lambda and v where there are any.
static PetscBool WriteGroup(hid_t file, PetscInt rows, const PetscReal u[], const PetscReal r[],
                            PetscInt equations, const PetscReal lambda[], PetscInt dofs,
                            const PetscReal v[]) {
  const hid_t group = H5Gcreate2(file, "solution", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  PetscBool good = (PetscBool)(group >= 0);

  good = (PetscBool)(good && WriteVector(group, "u", rows, u));
  good = (PetscBool)(good && WriteVector(group, "r", rows, r));
  if (equations)
    good = (PetscBool)(good && WriteVector(group, "l", equations, lambda));
  if (dofs)
    good = (PetscBool)(good && WriteVector(group, "v", dofs, v));
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

// Put the file that was written under its temporary name in its place, or take it away.
static PetscErrorCode Finish(PetscBool good, const char temporary[], const char path[]) {
  int error = 0;

  PetscFunctionBegin;
  if (!good || rename(temporary, path)) {
    error = errno ? errno : EIO;
    unlink(temporary);
  }
  PetscCall(RicFileCheck(PETSC_COMM_SELF, error, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFclibWriteSolution(const RicFclib *p, const char from[], const char path[],
                                     const PetscReal u[], const PetscReal r[],
                                     const PetscReal lambda[], const PetscReal v[]) {
  char temporary[RIC_PATH_LEN];

  PetscFunctionBegin;
  PetscCall(RicFileTemporaryName(path, temporary));
  errno = 0;
  const hid_t source = H5Fopen(from, H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t file = H5Fcreate(temporary, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const PetscBool good =
      (PetscBool)(source >= 0 && file >= 0 && CopyProblem(source, file, p->global) &&
                  WriteGroup(file, p->dim * p->contacts, u, r, p->equations, lambda,
                             p->global ? p->dofs : 0, v));
  if (source >= 0)
    H5Fclose(source);
  const PetscBool closed = (PetscBool)(file >= 0 && H5Fclose(file) >= 0);
  PetscCall(Finish((PetscBool)(good && closed), temporary, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Problems of the solver ----

static PetscBool WriteInts(hid_t group, const char name[], PetscInt n, const int x[]) {
  const hsize_t size = (hsize_t)n;
  const hid_t space = H5Screate_simple(1, &size, NULL);
  const hid_t dataset =
      H5Dcreate2(group, name, H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  PetscBool good = (PetscBool)(dataset >= 0);

  if (good && n)
    good = (PetscBool)(H5Dwrite(dataset, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
  if (dataset >= 0)
    H5Dclose(dataset);
  H5Sclose(space);
  return good;
}

// What a problem is in the file: rows of contacts and, behind them, of equations.
typedef struct {
  PetscInt dim, contacts, equations, n; // n: rows of the problem
  PetscInt *place;                      // [n] the row in the file; equations from dim contacts on
  PetscReal *scale;                     // [n] E: q there is E q
  PetscReal *mu;                        // [contacts]
  int *row, *column;                    // [n²] of the matrix under way
  PetscReal *value;
  PetscReal *q, *r, *u;    // [dim contacts + equations]
  const char *description; // NULL: none
} Layout;

static PetscBool HasForm(const RicFrictionProblem *p, Layout *l) {
  for (PetscInt k = 0; k < p->num_groups; k++) {
    const RicFrictionGroup *g = &p->groups[k];
    l->n += g->rows;
    if (g->law == RIC_FRICTION_EQUALITY) {
      l->equations += g->rows;
      continue;
    }
    l->contacts++;
    if (g->law == RIC_FRICTION_UNILATERAL)
      continue;
    if (g->law == RIC_FRICTION_CONTENSOU || (l->dim && l->dim != g->rows))
      return PETSC_FALSE;
    l->dim = g->rows;
  }
  l->dim = l->dim ? l->dim : 2;
  return PETSC_TRUE;
}

// Do equations answer contacts as these answer them, V in the file both times?
static PetscBool IsMutual(const Layout *l, const PetscReal W[]) {
  const PetscInt rows = l->dim * l->contacts;
  PetscReal size = 0, most = 0;

  for (PetscInt i = 0; i < l->n; i++)
    for (PetscInt j = 0; j < l->n; j++) {
      size = PetscMax(size, PetscAbsReal(W[i * l->n + j]));
      if (l->place[i] < rows && l->place[j] >= rows)
        most = PetscMax(most, PetscAbsReal(W[i * l->n + j] - W[j * l->n + i]));
    }
  return (PetscBool)(most <= MUTUAL * size);
}

static void Place(const RicFrictionProblem *p, Layout *l) {
  PetscInt row = 0, contact = 0, equation = l->dim * l->contacts;

  for (PetscInt k = 0; k < p->num_groups; k++) {
    const RicFrictionGroup *g = &p->groups[k];
    const PetscBool equality = (PetscBool)(g->law == RIC_FRICTION_EQUALITY);
    const PetscReal mean = g->mu2 > 0 ? PetscSqrtReal(g->mu * g->mu2) : 0;
    for (PetscInt i = 0; i < g->rows; i++, row++) {
      l->place[row] = equality ? equation++ : l->dim * contact + i;
      l->scale[row] = !(mean > 0) || !i ? 1 : (i == 1 ? g->mu : g->mu2) / mean;
    }
    if (!equality)
      l->mu[contact++] = g->law == RIC_FRICTION_UNILATERAL ? 0 : mean > 0 ? mean : g->mu;
  }
}

// Those entries of E W E that stand in rows from `top` and columns from `left` of the file, m × n of
// them, as triplets.
static PetscBool WriteMatrix(hid_t root, const char name[], Layout *l, const PetscReal W[],
                             PetscInt top, PetscInt left, PetscInt m, PetscInt n) {
  const hid_t group = H5Gcreate2(root, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  PetscInt count = 0;

  for (PetscInt i = 0; i < l->n; i++)
    for (PetscInt j = 0; j < l->n; j++) {
      const PetscInt row = l->place[i] - top, column = l->place[j] - left;
      if (row < 0 || row >= m || column < 0 || column >= n || W[i * l->n + j] == 0)
        continue;
      l->row[count] = (int)row;
      l->column[count] = (int)column;
      l->value[count++] = l->scale[i] * W[i * l->n + j] * l->scale[j];
    }
  const int sizes[2] = {(int)m, (int)n}, nz = (int)count;
  PetscBool good = (PetscBool)(group >= 0);
  good = (PetscBool)(good && WriteInts(group, "m", 1, &sizes[0]));
  good = (PetscBool)(good && WriteInts(group, "n", 1, &sizes[1]));
  good = (PetscBool)(good && WriteInts(group, "nzmax", 1, &nz) && WriteInts(group, "nz", 1, &nz));
  good = (PetscBool)(good && WriteInts(group, "i", count, l->row));
  good = (PetscBool)(good && WriteInts(group, "p", count, l->column));
  good = (PetscBool)(good && WriteVector(group, "x", count, l->value));
  if (group >= 0)
    H5Gclose(group);
  return good;
}

static PetscBool WriteText(hid_t group, const char name[], const char text[]) {
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);

  H5Tset_size(type, strlen(text) + 1);
  const hid_t dataset = H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const PetscBool good = (PetscBool)(dataset >= 0 && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL,
                                                              H5P_DEFAULT, text) >= 0);
  if (dataset >= 0)
    H5Dclose(dataset);
  H5Sclose(space);
  H5Tclose(type);
  return good;
}

static PetscBool WriteInfo(hid_t root, const char description[]) {
  const hid_t group = H5Gcreate2(root, "info", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  PetscBool good = (PetscBool)(group >= 0 && WriteText(group, "title", "a step of a run"));

  good = (PetscBool)(good && WriteText(group, "description", description));
  good = (PetscBool)(good && WriteText(group, "math_info", "written by ricochet"));
  if (group >= 0)
    H5Gclose(group);
  return good;
}

static PetscBool WriteLocal(hid_t file, Layout *l, const PetscReal W[]) {
  const PetscInt rows = l->dim * l->contacts, p = l->equations;
  const hid_t root = H5Gcreate2(file, "fclib_local", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t vectors = H5Gcreate2(root, "vectors", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const int dim = (int)l->dim;
  PetscBool good = (PetscBool)(root >= 0 && vectors >= 0 && WriteInts(root, "spacedim", 1, &dim));

  if (l->description)
    good = (PetscBool)(good && WriteInfo(root, l->description));
  good = (PetscBool)(good && WriteMatrix(root, "W", l, W, 0, 0, rows, rows));
  if (p) {
    good = (PetscBool)(good && WriteMatrix(root, "V", l, W, 0, rows, rows, p));
    good = (PetscBool)(good && WriteMatrix(root, "R", l, W, rows, rows, p, p));
    good = (PetscBool)(good && WriteVector(vectors, "s", p, &l->q[rows]));
  }
  good = (PetscBool)(good && WriteVector(vectors, "q", rows, l->q));
  good = (PetscBool)(good && WriteVector(vectors, "mu", l->contacts, l->mu));
  good = (PetscBool)(good && WriteGroup(file, rows, l->u, l->r, p, &l->r[rows], 0, NULL));
  if (vectors >= 0)
    H5Gclose(vectors);
  if (root >= 0)
    H5Gclose(root);
  return good;
}

static PetscErrorCode WriteLayout(const char path[], Layout *l, const PetscReal W[]) {
  char temporary[RIC_PATH_LEN];

  PetscFunctionBegin;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  PetscCall(RicFileTemporaryName(path, temporary));
  errno = 0;
  const hid_t file = H5Fcreate(temporary, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const PetscBool good = (PetscBool)(file >= 0 && WriteLocal(file, l, W));
  const PetscBool closed = (PetscBool)(file >= 0 && H5Fclose(file) >= 0);
  PetscCall(Finish((PetscBool)(good && closed), temporary, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFclibWriteProblem(const char path[], const char description[],
                                    const RicFrictionProblem *problem, const PetscReal W[],
                                    const PetscReal r[], const PetscReal u[], PetscBool *written) {
  Layout l = {.description = description};

  PetscFunctionBegin;
  *written = HasForm(problem, &l);
  if (!*written)
    PetscFunctionReturn(PETSC_SUCCESS);
  const PetscInt rows = l.dim * l.contacts + l.equations;
  PetscCall(PetscMalloc3(l.n, &l.place, l.n, &l.scale, l.contacts, &l.mu));
  PetscCall(PetscMalloc3(l.n * l.n, &l.row, l.n * l.n, &l.column, l.n * l.n, &l.value));
  PetscCall(PetscCalloc3(rows, &l.q, rows, &l.r, rows, &l.u));
  Place(problem, &l);
  for (PetscInt i = 0; i < l.n; i++) {
    l.q[l.place[i]] = l.scale[i] * problem->q[i];
    l.r[l.place[i]] = r[i] / l.scale[i];
    l.u[l.place[i]] = l.scale[i] * u[i];
  }
  *written = IsMutual(&l, W);
  const PetscErrorCode ierr = *written ? WriteLayout(path, &l, W) : PETSC_SUCCESS;
  PetscCall(PetscFree3(l.place, l.scale, l.mu));
  PetscCall(PetscFree3(l.row, l.column, l.value));
  PetscCall(PetscFree3(l.q, l.r, l.u));
  PetscFunctionReturn(ierr);
}
