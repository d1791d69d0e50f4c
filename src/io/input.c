// SPDX-License-Identifier: BSD-2-Clause
// Input, opening and closing. Rank 0 reads the file and sends the text, or why there is none, to
// all.
#include "io/input_impl.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MAX_MEGABYTES 64
#define MAX_BYTES ((size_t)MAX_MEGABYTES << 20)
#define TOO_LARGE (-1)

// Read to the end: pipes, whose size nobody knows, are welcome. *problem is 0, an errno or
// TOO_LARGE.
static PetscErrorCode ReadFile(const char filename[], char **text, size_t *size, int *problem) {
  size_t capacity = (size_t)1 << 16, got = 1;
  FILE *file = NULL;

  PetscFunctionBeginUser;
  *size = 0;
  PetscCall(PetscMalloc1(capacity + 1, text));
  file = fopen(filename, "rb");
  *problem = file ? 0 : errno;
  while (file && got > 0 && *problem == 0) {
    if (*size == capacity) {
      capacity *= 2;
      PetscCall(PetscRealloc(capacity + 1, text));
    }
    errno = 0;
    got = fread(*text + *size, 1, capacity - *size, file);
    *size += got;
    if (ferror(file))
      *problem = errno ? errno : EIO;
    if (*size > MAX_BYTES)
      *problem = TOO_LARGE;
  }
  if (file)
    fclose(file);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RaiseUnreadable(RicInput input, int problem) {
  PetscFunctionBeginUser;
  RicCheckUser(problem != TOO_LARGE, input->comm, "%s: larger than %d MB, the limit of an input",
               input->filename, MAX_MEGABYTES);
  RicUserError(input->comm, "%s: cannot be read (%s)", input->filename, strerror(problem));
}

static PetscErrorCode ReadOnAllRanks(RicInput input) {
  PetscMPIInt rank;
  int problem = 0;
  unsigned long size = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(input->comm, &rank));
  if (rank == 0) {
    PetscCall(ReadFile(input->filename, &input->text, &input->size, &problem));
    size = (unsigned long)input->size;
  }
  PetscCallMPI(MPI_Bcast(&problem, 1, MPI_INT, 0, input->comm));
  if (problem != 0)
    PetscCall(RaiseUnreadable(input, problem));
  PetscCallMPI(MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG, 0, input->comm));
  input->size = (size_t)size;
  if (rank != 0)
    PetscCall(PetscMalloc1(input->size + 1, &input->text));
  PetscCallMPI(MPI_Bcast(input->text, (PetscMPIInt)size, MPI_CHAR, 0, input->comm));
  input->text[input->size] = '\0';
  PetscFunctionReturn(PETSC_SUCCESS);
}

// All that only the way to the tree needs.
static PetscErrorCode FreeText(RicInput input) {
  PetscFunctionBeginUser;
  if (input->parser)
    fy_parser_destroy(input->parser);
  if (input->diag)
    fy_diag_destroy(input->diag);
  input->parser = NULL;
  input->diag = NULL;
  PetscCall(RicNamesDestroy(&input->anchors));
  PetscCall(PetscFree(input->text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadAndParse(RicInput input) {
  PetscFunctionBeginUser;
  PetscCall(ReadOnAllRanks(input));
  PetscCall(RicInputParse(input));
  PetscCall(FreeText(input));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputOpen(MPI_Comm comm, const char filename[], RicInput *input) {
  RicInput in;
  PetscErrorCode error;

  PetscFunctionBeginUser;
  *input = NULL;
  PetscCall(PetscNew(&in));
  in->comm = comm;
  PetscCall(PetscStrallocpy(filename, &in->filename));
  PetscCall(RicStoreCreate(&in->store));
  error = ReadAndParse(in);
  if (error)
    PetscCall(RicInputClose(&in));
  PetscCall(error);
  *input = in;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputClose(RicInput *input) {
  RicInput in = *input;

  PetscFunctionBeginUser;
  if (!in)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeText(in));
  PetscCall(RicStoreDestroy(&in->store));
  PetscCall(PetscFree(in->kept_keys));
  PetscCall(PetscFree(in->filename));
  PetscCall(PetscFree(*input));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetFilename(RicInput input, const char **filename) {
  PetscFunctionBeginUser;
  *filename = input->filename;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetRoot(RicInput input, RicInputNode *root) {
  PetscFunctionBeginUser;
  *root = input->root;
  PetscFunctionReturn(PETSC_SUCCESS);
}
