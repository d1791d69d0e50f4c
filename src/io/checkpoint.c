// SPDX-License-Identifier: BSD-2-Clause
// HDF5 tells of errors by pages of its own: they are turned off, and each call is looked at here.
#include "io/checkpoint.h"
#include "io/file.h"
#include "io/original.h"
#include "model/model_view.h"
#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What the file says it is; the number grows when a program could not load it any more.
#define FORMAT "ricochet checkpoint 1"
#define GROWTH ((size_t)1 << 24) // by which the file grows in memory, bytes

typedef struct {
  struct RicArchive_ base;
  MPI_Comm comm;
  PetscMPIInt rank;
  char path[RIC_PATH_LEN]; // that it is loaded from
  char group[RIC_NAME_LEN];
  hid_t file;     // rank 0; −1: none
  PetscBool good; // nothing has gone wrong, rank 0
  RicOriginal original;
} Checkpoint;

typedef enum { FOUND, MISSING, OTHER_SIZE, DAMAGED } Outcome;

static void FullName(const Checkpoint *c, const char name[], char full[2 * RIC_NAME_LEN]) {
  snprintf(full, 2 * RIC_NAME_LEN, "%s/%s", c->group, name);
}

// ---- Rank 0: datasets ----

// Of one dimension of n; closes the type's dataset again. n = 0: a dataset without entries.
static PetscBool Put(const Checkpoint *c, const char name[], hid_t stored, hid_t type, size_t n,
                     const void *x) {
  const hsize_t size = n;
  char full[2 * RIC_NAME_LEN];
  const hid_t space = H5Screate_simple(1, &size, NULL);

  FullName(c, name, full);
  const hid_t set = H5Dcreate2(c->file, full, stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  PetscBool good = (PetscBool)(set >= 0);
  if (good && n)
    good = (PetscBool)(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
  if (set >= 0)
    H5Dclose(set);
  H5Sclose(space);
  return good;
}

// H5Lexists wants the group asked for first.
static PetscBool Exists(const Checkpoint *c, const char full[]) {
  return (PetscBool)(H5Lexists(c->file, c->group, H5P_DEFAULT) > 0 &&
                     H5Lexists(c->file, full, H5P_DEFAULT) > 0);
}

static PetscInt Count(hid_t set, H5T_class_t class) {
  const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
  const PetscInt n =
      H5Tget_class(type) == class ? (PetscInt)H5Sget_simple_extent_npoints(space) : -1;

  H5Sclose(space);
  H5Tclose(type);
  return n;
}

// The dataset `name`, of so many entries; `into` of room for n. Where it has none although n are wanted
// *zeros says so, if there is a *zeros.
static Outcome Take(const Checkpoint *c, const char name[], hid_t type, PetscInt n, void *into,
                    PetscInt *count, PetscBool *zeros) {
  char full[2 * RIC_NAME_LEN];
  Outcome outcome = FOUND;

  FullName(c, name, full);
  if (!Exists(c, full))
    return MISSING;
  const hid_t set = H5Dopen2(c->file, full, H5P_DEFAULT);
  if (set < 0)
    return DAMAGED;
  *count = Count(set, H5Tget_class(type));
  if (zeros)
    *zeros = (PetscBool)(*count == 0);
  if (*count != n && !(zeros && *zeros))
    outcome = OTHER_SIZE;
  else if (*count && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, into) < 0)
    outcome = DAMAGED;
  H5Dclose(set);
  return outcome;
}

// The same outcome, and user error, on all ranks.
static PetscErrorCode Judge(const Checkpoint *c, const char name[], Outcome outcome, PetscInt n,
                            PetscInt count) {
  PetscInt told[2] = {(PetscInt)outcome, count};

  PetscFunctionBegin;
  PetscCallMPI(MPI_Bcast(told, 2, MPIU_INT, 0, c->comm));
  RicCheckUser(told[0] != MISSING, c->comm, "%s: %s/%s is missing", c->path, c->group, name);
  RicCheckUser(told[0] != OTHER_SIZE, c->comm,
               "%s: %s/%s has %" PetscInt_FMT " entries, this model needs %" PetscInt_FMT, c->path,
               c->group, name, told[1], n);
  RicCheckUser(told[0] != DAMAGED, c->comm, "%s: %s/%s cannot be read, the file is damaged",
               c->path, c->group, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Verbs ----

static PetscErrorCode Group_Checkpoint(RicArchive a, const char name[]) {
  Checkpoint *c = (Checkpoint *)a;

  PetscFunctionBegin;
  PetscCall(PetscStrncpy(c->group, name, sizeof(c->group)));
  if (c->rank || a->loading)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (H5Lexists(c->file, name, H5P_DEFAULT) > 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  const hid_t group = H5Gcreate2(c->file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  c->good = (PetscBool)(c->good && group >= 0);
  if (group >= 0)
    H5Gclose(group);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Numbers(Checkpoint *c, const char name[], hid_t stored, hid_t type,
                              MPI_Datatype mpi, PetscInt n, void *x) {
  Outcome outcome = FOUND;
  PetscInt count = 0;

  PetscFunctionBegin;
  if (!c->base.loading) {
    if (!c->rank)
      c->good = (PetscBool)(Put(c, name, stored, type, (size_t)n, x) && c->good);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!c->rank)
    outcome = Take(c, name, type, n, x, &count, NULL);
  PetscCall(Judge(c, name, outcome, n, count));
  PetscCallMPI(MPI_Bcast(x, (PetscMPIInt)n, mpi, 0, c->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Reals_Checkpoint(RicArchive a, const char name[], PetscInt n, PetscReal x[]) {
  PetscFunctionBegin;
  PetscCall(Numbers((Checkpoint *)a, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, MPIU_REAL, n, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Ints_Checkpoint(RicArchive a, const char name[], PetscInt n, PetscInt x[]) {
  const hid_t type = sizeof(PetscInt) == sizeof(int) ? H5T_NATIVE_INT : H5T_NATIVE_INT64;

  PetscFunctionBegin;
  PetscCall(Numbers((Checkpoint *)a, name, H5T_STD_I64LE, type, MPIU_INT, n, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Text_Checkpoint(RicArchive a, const char name[], char **text) {
  Checkpoint *c = (Checkpoint *)a;
  PetscInt n;

  PetscFunctionBegin;
  if (!a->loading) {
    if (!c->rank)
      c->good =
          (PetscBool)(Put(c, name, H5T_STD_I8LE, H5T_NATIVE_CHAR, strlen(*text), *text) && c->good);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicCheckpointGetSize(a, name, &n));
  PetscCall(PetscCalloc1(PetscMax(n, 0) + 1, text));
  PetscCall(Numbers(c, name, H5T_STD_I8LE, H5T_NATIVE_CHAR, MPI_CHAR, PetscMax(n, 0), *text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// All bits of them: −0 is not 0.
static PetscBool AreZeros(PetscInt n, const PetscScalar x[]) {
  uint64_t any = 0, bits;

  for (PetscInt i = 0; i < n; i++) {
    memcpy(&bits, &x[i], sizeof(bits));
    any |= bits;
  }
  return (PetscBool)(any == 0);
}

static PetscErrorCode Save(Checkpoint *c, const char name[], RicArchiveKind kind, Vec x) {
  const PetscScalar *all;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicOriginalGather(c->original, kind, x, &all));
  PetscCall(VecGetSize(x, &n));
  if (c->rank)
    PetscFunctionReturn(PETSC_SUCCESS);
  const size_t stored = AreZeros(n, all) ? 0 : (size_t)n;
  c->good = (PetscBool)(Put(c, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, stored, all) && c->good);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Load(Checkpoint *c, const char name[], RicArchiveKind kind, Vec x) {
  PetscBool zeros = PETSC_FALSE;
  Outcome outcome = FOUND;
  PetscInt n, count = 0;
  PetscScalar *all;

  PetscFunctionBegin;
  PetscCall(VecGetSize(x, &n));
  PetscCall(RicOriginalGetRoom(c->original, kind, x, &all));
  if (!c->rank)
    outcome = Take(c, name, H5T_NATIVE_DOUBLE, n, all, &count, &zeros);
  if (zeros)
    PetscCall(PetscArrayzero(all, n));
  PetscCall(Judge(c, name, outcome, n, count));
  PetscCall(RicOriginalScatter(c->original, kind, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Vector_Checkpoint(RicArchive a, const char name[], RicArchiveKind kind,
                                        Vec x) {
  PetscFunctionBegin;
  PetscCall((a->loading ? Load : Save)((Checkpoint *)a, name, kind, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const RicArchiveOps checkpoint_ops = {.Group = Group_Checkpoint,
                                             .Reals = Reals_Checkpoint,
                                             .Ints = Ints_Checkpoint,
                                             .Text = Text_Checkpoint,
                                             .Vector = Vector_Checkpoint};

PetscErrorCode RicCheckpointGetSize(RicArchive a, const char name[], PetscInt *n) {
  Checkpoint *c = (Checkpoint *)a;
  char full[2 * RIC_NAME_LEN];

  PetscFunctionBegin;
  *n = -1;
  FullName(c, name, full);
  if (!c->rank && Exists(c, full)) {
    const hid_t set = H5Dopen2(c->file, full, H5P_DEFAULT);
    const hid_t space = set < 0 ? -1 : H5Dget_space(set);
    if (space >= 0)
      *n = (PetscInt)H5Sget_simple_extent_npoints(space);
    if (space >= 0)
      H5Sclose(space);
    if (set >= 0)
      H5Dclose(set);
  }
  PetscCallMPI(MPI_Bcast(n, 1, MPIU_INT, 0, c->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Life ----

static PetscErrorCode Create(RicModel model, PetscBool loading, Checkpoint **checkpoint) {
  Checkpoint *c;

  PetscFunctionBegin;
  PetscCall(PetscNew(&c));
  *checkpoint = c;
  c->base = (struct RicArchive_){.ops = &checkpoint_ops, .loading = loading};
  c->file = -1;
  c->good = PETSC_TRUE;
  PetscCall(RicModelGetComm(model, &c->comm));
  PetscCallMPI(MPI_Comm_rank(c->comm, &c->rank));
  PetscCall(RicOriginalCreate(model, &c->original));
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCheckpointDestroy(RicArchive *archive) {
  Checkpoint *c = (Checkpoint *)*archive;

  PetscFunctionBegin;
  if (!c)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (c->file >= 0)
    H5Fclose(c->file);
  PetscCall(RicOriginalDestroy(&c->original));
  PetscCall(PetscFree(c));
  *archive = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PutFormat(Checkpoint *c) {
  char *format = (char *)FORMAT;

  PetscFunctionBegin;
  PetscCall(RicArchiveGroup(&c->base, "file"));
  PetscCall(RicArchiveText(&c->base, "format", &format));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCheckpointCreate(RicModel model, RicArchive *archive) {
  Checkpoint *c;

  PetscFunctionBegin;
  PetscCall(Create(model, PETSC_FALSE, &c));
  *archive = &c->base;
  if (!c->rank) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, GROWTH, 0);
    c->file = H5Fcreate("checkpoint", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    c->good = (PetscBool)(c->file >= 0);
  }
  PetscCall(PutFormat(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rank 0: the bytes of the file, to be freed; NULL: no memory for them.
static char *Image(Checkpoint *c, size_t *size) {
  char *image = NULL;
  ssize_t n = -1;

  if (c->good && H5Fflush(c->file, H5F_SCOPE_GLOBAL) >= 0)
    n = H5Fget_file_image(c->file, NULL, 0);
  if (n > 0 && (image = malloc((size_t)n)))
    n = H5Fget_file_image(c->file, image, (size_t)n);
  *size = n > 0 ? (size_t)n : 0;
  return image;
}

PetscErrorCode RicCheckpointWrite(RicArchive a, const char path[], PetscInt keep) {
  Checkpoint *c = (Checkpoint *)a;
  char *image = NULL;
  size_t size = 0;

  PetscFunctionBegin;
  if (!c->rank)
    image = Image(c, &size);
  PetscCall(RicFileCheck(c->comm, c->rank || image ? 0 : ENOMEM, path));
  const PetscErrorCode error = RicFileReplaceKeeping(c->comm, path, keep, image, size);
  free(image);
  PetscFunctionReturn(error);
}

// ---- Opening ----

// Rank 0: an errno where the file cannot be read at all.
static int Readable(const char path[]) {
  const int descriptor = open(path, O_RDONLY);
  char byte;

  if (descriptor < 0)
    return errno;
  const int error = read(descriptor, &byte, 1) < 0 ? errno : 0;
  close(descriptor);
  return error;
}

static PetscBool HasFormat(Checkpoint *c) {
  char format[sizeof(FORMAT)] = "";
  PetscInt count;

  snprintf(c->group, sizeof(c->group), "file");
  return (PetscBool)(Take(c, "format", H5T_NATIVE_CHAR, sizeof(FORMAT) - 1, format, &count, NULL) ==
                         FOUND &&
                     !strcmp(format, FORMAT));
}

// Rank 0: what of opening it goes wrong.
enum { OPENED, UNREADABLE, NO_HDF5, NO_CHECKPOINT };
static int TryOpen(Checkpoint *c, const char path[], int *error) {
  *error = Readable(path);
  if (*error)
    return UNREADABLE;
  c->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (c->file < 0)
    return NO_HDF5;
  return HasFormat(c) ? OPENED : NO_CHECKPOINT;
}

PetscErrorCode RicCheckpointOpen(RicModel model, const char path[], RicArchive *archive) {
  int verdict[2] = {OPENED, 0};
  Checkpoint *c;

  PetscFunctionBegin;
  PetscCall(Create(model, PETSC_TRUE, &c));
  *archive = &c->base;
  PetscCall(PetscStrncpy(c->path, path, sizeof(c->path)));
  if (!c->rank)
    verdict[0] = TryOpen(c, path, &verdict[1]);
  PetscCallMPI(MPI_Bcast(verdict, 2, MPI_INT, 0, c->comm));
  if (verdict[0] == OPENED)
    PetscFunctionReturn(PETSC_SUCCESS);
  const MPI_Comm comm = c->comm;
  PetscCall(RicCheckpointDestroy(archive));
  RicCheckUser(verdict[0] != UNREADABLE, comm, "%s: cannot be read (%s)", path,
               strerror(verdict[1]));
  RicCheckUser(verdict[0] != NO_HDF5, comm, "%s: is no HDF5 file, or not whole", path);
  RicUserError(comm, "%s: is no checkpoint of this program (format '%s')", path, FORMAT);
}

PetscErrorCode RicCheckpointIsWhole(MPI_Comm comm, const char path[], PetscBool *yes) {
  Checkpoint c = {.file = -1};
  PetscMPIInt rank, whole = 0;
  int error;

  PetscFunctionBegin;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (!rank)
    whole = TryOpen(&c, path, &error) == OPENED;
  if (c.file >= 0)
    H5Fclose(c.file);
  PetscCallMPI(MPI_Bcast(&whole, 1, MPI_INT, 0, comm));
  *yes = whole ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
