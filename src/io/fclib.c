// SPDX-License-Identifier: BSD-2-Clause
// HDF5 tells of errors by pages of its own: they are turned off, and each call is looked at here.
#include "io/fclib.h"
#include <hdf5.h>
#include <string.h>

#define HDF5_INT (sizeof(PetscInt) == sizeof(int) ? H5T_NATIVE_INT : H5T_NATIVE_INT64)

// A file under way. What is read of a matrix stays here until it is turned into rows, so that it is
// freed whatever happens.
typedef struct {
  const char *path;
  hid_t file;
  const char *root; // the group of the problem
  PetscInt *p, *i;
  PetscReal *x;
} Source;

// A check that names the file and what lies at root/name in it.
#define Check(condition, s, name, text, ...)                                                       \
  RicCheckUser(condition, PETSC_COMM_SELF, "%s: %s/%s: " text, (s)->path, (s)->root, name,         \
               __VA_ARGS__)

static void FullName(const Source *s, const char name[], char full[RIC_PATH_LEN]) {
  snprintf(full, RIC_PATH_LEN, "%s/%s", s->root, name);
}

// H5Lexists wants each link of the path asked for in turn.
static PetscBool Exists(const Source *s, const char name[]) {
  char full[RIC_PATH_LEN];

  FullName(s, name, full);
  for (char *slash = strchr(full, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    const htri_t there = H5Lexists(s->file, full, H5P_DEFAULT);
    *slash = '/';
    if (there <= 0)
      return PETSC_FALSE;
  }
  return (PetscBool)(H5Lexists(s->file, full, H5P_DEFAULT) > 0);
}

// Numbers in the dataset, −1 when it is none or not of numbers.
static PetscInt Count(hid_t dataset) {
  const hid_t space = dataset < 0 ? -1 : H5Dget_space(dataset);
  const hid_t type = dataset < 0 ? -1 : H5Dget_type(dataset);
  const H5T_class_t class = type < 0 ? H5T_NO_CLASS : H5Tget_class(type);
  PetscInt n = -1;

  if (space >= 0 && (class == H5T_INTEGER || class == H5T_FLOAT))
    n = (PetscInt)H5Sget_simple_extent_npoints(space);
  if (space >= 0)
    H5Sclose(space);
  if (type >= 0)
    H5Tclose(type);
  return n;
}

// The n numbers of a dataset; it may hold more when `or_more` says so. `into` has room for n.
static PetscErrorCode ReadInto(Source *s, const char name[], hid_t type, PetscInt n,
                               PetscBool or_more, void *into) {
  char full[RIC_PATH_LEN];

  PetscFunctionBegin;
  FullName(s, name, full);
  Check(Exists(s, name), s, name, "is missing%s", "");
  const hid_t dataset = H5Dopen2(s->file, full, H5P_DEFAULT);
  const PetscInt count = Count(dataset);
  const PetscBool fits = (PetscBool)(or_more ? count >= n : count == n);
  herr_t status = 0;
  if (fits && n) {
    const hsize_t size = (hsize_t)n;
    const hid_t memory = H5Screate_simple(1, &size, NULL), space = H5Dget_space(dataset);
    const hsize_t zero = 0;
    if (H5Sget_simple_extent_ndims(space) == 1 && count > n)
      status = H5Sselect_hyperslab(space, H5S_SELECT_SET, &zero, NULL, &size, NULL);
    status = status < 0 ? status : H5Dread(dataset, type, memory, space, H5P_DEFAULT, into);
    H5Sclose(memory);
    H5Sclose(space);
  }
  if (dataset >= 0)
    H5Dclose(dataset);
  Check(fits, s, name, "holds %" PetscInt_FMT " numbers, must be %" PetscInt_FMT, count, n);
  Check(status >= 0, s, name, "cannot be read, the file is damaged%s", "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadInt(Source *s, const char name[], PetscInt *value) {
  PetscFunctionBegin;
  PetscCall(ReadInto(s, name, HDF5_INT, 1, PETSC_FALSE, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckFinite(const Source *s, const char name[], PetscInt n,
                                  const PetscReal x[]) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < n; i++)
    Check(!PetscIsInfOrNanReal(x[i]), s, name, "entry %" PetscInt_FMT " is %.6g, must be finite", i,
          (double)x[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadVector(Source *s, const char name[], PetscInt n, PetscReal **x) {
  PetscFunctionBegin;
  PetscCall(PetscCalloc1(n + 1, x));
  PetscCall(ReadInto(s, name, H5T_NATIVE_DOUBLE, n, PETSC_FALSE, *x));
  PetscCall(CheckFinite(s, name, n, *x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ForgetRaw(Source *s) {
  PetscFunctionBegin;
  PetscCall(PetscFree(s->p));
  PetscCall(PetscFree(s->i));
  PetscCall(PetscFree(s->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The arrays of matrix `name`. entries: of i and x; pointers: of p.
static PetscErrorCode ReadRaw(Source *s, const char name[], PetscInt entries, PetscInt pointers) {
  char part[RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(ForgetRaw(s));
  PetscCall(PetscMalloc1(pointers + 1, &s->p));
  PetscCall(PetscMalloc1(entries + 1, &s->i));
  PetscCall(PetscMalloc1(entries + 1, &s->x));
  snprintf(part, sizeof(part), "%s/i", name);
  PetscCall(ReadInto(s, part, HDF5_INT, entries, PETSC_TRUE, s->i));
  snprintf(part, sizeof(part), "%s/x", name);
  PetscCall(ReadInto(s, part, H5T_NATIVE_DOUBLE, entries, PETSC_TRUE, s->x));
  PetscCall(CheckFinite(s, part, entries, s->x));
  snprintf(part, sizeof(part), "%s/p", name);
  PetscCall(ReadInto(s, part, HDF5_INT, pointers, PETSC_TRUE, s->p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// p of a compressed matrix becomes one pointer an entry, as in triplets. lines: rows or columns.
static PetscErrorCode Unfold(Source *s, const char name[], PetscInt lines, PetscInt entries) {
  PetscInt *line;

  PetscFunctionBegin;
  for (PetscInt l = 0; l < lines; l++)
    Check(s->p[l] >= 0 && s->p[l] <= s->p[l + 1] && s->p[l + 1] <= entries, s, name,
          "p[%" PetscInt_FMT "] = %" PetscInt_FMT ", must rise from 0 to %" PetscInt_FMT, l,
          s->p[l], entries);
  PetscCall(PetscMalloc1(entries + 1, &line));
  for (PetscInt l = 0; l < lines; l++)
    for (PetscInt e = s->p[l]; e < s->p[l + 1]; e++)
      line[e] = l;
  PetscCall(PetscFree(s->p));
  s->p = line;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Triplets to rows.
static PetscErrorCode Sort(const Source *s, PetscInt n, const PetscInt row[],
                           const PetscInt column[], RicFclibMatrix *A) {
  PetscFunctionBegin;
  PetscCall(PetscCalloc1(A->m + 2, &A->offset));
  PetscCall(PetscMalloc1(n + 1, &A->column));
  PetscCall(PetscMalloc1(n + 1, &A->value));
  for (PetscInt e = 0; e < n; e++)
    A->offset[row[e] + 2]++;
  for (PetscInt i = 0; i < A->m; i++)
    A->offset[i + 2] += A->offset[i + 1];
  for (PetscInt e = 0; e < n; e++) {
    const PetscInt at = A->offset[row[e] + 1]++;
    A->column[at] = column[e];
    A->value[at] = s->x[e];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// In files nz ≥ 0 means so many triplets, i the rows and p the columns; −1 compressed columns; −2
// compressed rows.
static PetscErrorCode ReadMatrix(Source *s, const char name[], RicFclibMatrix *A) {
  char part[RIC_NAME_LEN];
  PetscInt nz, entries;

  PetscFunctionBegin;
  snprintf(part, sizeof(part), "%s/m", name);
  PetscCall(ReadInt(s, part, &A->m));
  snprintf(part, sizeof(part), "%s/n", name);
  PetscCall(ReadInt(s, part, &A->n));
  snprintf(part, sizeof(part), "%s/nzmax", name);
  PetscCall(ReadInt(s, part, &entries));
  snprintf(part, sizeof(part), "%s/nz", name);
  PetscCall(ReadInt(s, part, &nz));
  Check(A->m >= 0 && A->n >= 0 && entries >= 0 && nz >= -2, s, name,
        "%" PetscInt_FMT " × %" PetscInt_FMT ", nzmax %" PetscInt_FMT ", nz %" PetscInt_FMT
        ": sizes must be ≥ 0, nz ≥ −2",
        A->m, A->n, entries, nz);
  const PetscInt lines = nz == -1 ? A->n : A->m;
  entries = nz >= 0 ? nz : entries;
  PetscCall(ReadRaw(s, name, entries, nz >= 0 ? nz : lines + 1));
  if (nz < 0) {
    entries = s->p[lines];
    Check(entries >= 0, s, name, "p ends with %" PetscInt_FMT ", must be ≥ 0", entries);
    PetscCall(Unfold(s, name, lines, entries));
  }
  const PetscInt *row = nz == -2 ? s->p : s->i, *column = nz == -2 ? s->i : s->p;
  for (PetscInt e = 0; e < entries; e++)
    Check(row[e] >= 0 && row[e] < A->m && column[e] >= 0 && column[e] < A->n, s, name,
          "entry %" PetscInt_FMT " at (%" PetscInt_FMT ", %" PetscInt_FMT
          "), the matrix is %" PetscInt_FMT " × %" PetscInt_FMT,
          e, row[e], column[e], A->m, A->n);
  PetscCall(Sort(s, entries, row, column, A));
  PetscCall(ForgetRaw(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckSize(const Source *s, const char name[], const RicFclibMatrix *A,
                                PetscInt m, PetscInt n) {
  PetscFunctionBegin;
  Check(A->m == m && A->n == n, s, name,
        "%" PetscInt_FMT " × %" PetscInt_FMT ", must be %" PetscInt_FMT " × %" PetscInt_FMT, A->m,
        A->n, m, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The number of contacts is that of the coefficients of friction.
static PetscErrorCode ReadContacts(Source *s, RicFclib *p) {
  char full[RIC_PATH_LEN];

  PetscFunctionBegin;
  PetscCall(ReadInt(s, "spacedim", &p->dim));
  Check(p->dim == 2 || p->dim == 3, s, "spacedim", "%" PetscInt_FMT ", must be 2 or 3", p->dim);
  Check(Exists(s, "vectors/mu"), s, "vectors/mu", "is missing%s", "");
  FullName(s, "vectors/mu", full);
  const hid_t dataset = H5Dopen2(s->file, full, H5P_DEFAULT);
  p->contacts = Count(dataset);
  if (dataset >= 0)
    H5Dclose(dataset);
  Check(p->contacts >= 0, s, "vectors/mu", "holds no numbers%s", "");
  PetscCall(ReadVector(s, "vectors/mu", p->contacts, &p->mu));
  for (PetscInt k = 0; k < p->contacts; k++)
    Check(p->mu[k] >= 0, s, "vectors/mu",
          "contact %" PetscInt_FMT " has the coefficient of friction %.6g, must be ≥ 0", k,
          (double)p->mu[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadLocal(Source *s, RicFclib *p) {
  const PetscInt rows = p->dim * p->contacts;

  PetscFunctionBegin;
  PetscCall(ReadMatrix(s, "W", &p->W));
  PetscCall(CheckSize(s, "W", &p->W, rows, rows));
  PetscCall(ReadVector(s, "vectors/q", rows, &p->q));
  if (!Exists(s, "V"))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReadMatrix(s, "V", &p->V));
  p->equations = p->V.n;
  PetscCall(CheckSize(s, "V", &p->V, rows, p->equations));
  if (Exists(s, "R"))
    PetscCall(ReadMatrix(s, "R", &p->R));
  else {
    p->R.m = p->R.n = p->equations;
    PetscCall(PetscCalloc1(p->equations + 1, &p->R.offset));
  }
  PetscCall(CheckSize(s, "R", &p->R, p->equations, p->equations));
  PetscCall(ReadVector(s, "vectors/s", p->equations, &p->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadGlobal(Source *s, RicFclib *p) {
  const PetscInt rows = p->dim * p->contacts;

  PetscFunctionBegin;
  PetscCall(ReadMatrix(s, "M", &p->M));
  p->dofs = p->M.m;
  PetscCall(CheckSize(s, "M", &p->M, p->dofs, p->dofs));
  PetscCall(ReadMatrix(s, "H", &p->H));
  PetscCall(CheckSize(s, "H", &p->H, p->dofs, rows));
  PetscCall(ReadVector(s, "vectors/f", p->dofs, &p->f));
  PetscCall(ReadVector(s, "vectors/w", rows, &p->w));
  if (!Exists(s, "G"))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReadMatrix(s, "G", &p->G));
  p->equations = p->G.n;
  PetscCall(CheckSize(s, "G", &p->G, p->dofs, p->equations));
  PetscCall(ReadVector(s, "vectors/b", p->equations, &p->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadProblem(Source *s, RicFclib *p) {
  PetscFunctionBegin;
  const PetscBool local = (PetscBool)(H5Lexists(s->file, "fclib_local", H5P_DEFAULT) > 0);
  p->global = (PetscBool)(H5Lexists(s->file, "fclib_global", H5P_DEFAULT) > 0);
  RicCheckUser(local != p->global, PETSC_COMM_SELF,
               "%s: holds %s problem, must be a group fclib_local or fclib_global", s->path,
               local ? "more than one" : "no");
  s->root = local ? "fclib_local" : "fclib_global";
  PetscCall(ReadContacts(s, p));
  if (local)
    PetscCall(ReadLocal(s, p));
  else
    PetscCall(ReadGlobal(s, p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFclibRead(const char path[], RicFclib **problem) {
  Source s = {.path = path};

  PetscFunctionBegin;
  *problem = NULL;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  PetscBool there;
  PetscCall(PetscTestFile(path, 'r', &there));
  RicCheckUser(there, PETSC_COMM_SELF, "%s: cannot be read", path);
  s.file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  RicCheckUser(s.file >= 0, PETSC_COMM_SELF, "%s: is no HDF5 file, or a part of one", path);
  PetscCall(PetscNew(problem));
  const PetscErrorCode ierr = ReadProblem(&s, *problem);
  H5Fclose(s.file);
  PetscCall(ForgetRaw(&s));
  if (ierr)
    PetscCall(RicFclibDestroy(problem));
  PetscFunctionReturn(ierr);
}

static PetscErrorCode FreeMatrix(RicFclibMatrix *A) {
  PetscFunctionBegin;
  PetscCall(PetscFree(A->offset));
  PetscCall(PetscFree(A->column));
  PetscCall(PetscFree(A->value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFclibDestroy(RicFclib **problem) {
  RicFclib *p = *problem;

  PetscFunctionBegin;
  if (!p)
    PetscFunctionReturn(PETSC_SUCCESS);
  RicFclibMatrix *matrices[] = {&p->W, &p->V, &p->R, &p->M, &p->H, &p->G};
  PetscReal **vectors[] = {&p->mu, &p->q, &p->s, &p->f, &p->w, &p->b};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(matrices); i++) {
    PetscCall(FreeMatrix(matrices[i]));
    PetscCall(PetscFree(*vectors[i]));
  }
  PetscCall(PetscFree(*problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}
