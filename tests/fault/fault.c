// SPDX-License-Identifier: BSD-2-Clause
// Loaded before the program's libraries (LD_PRELOAD), it lets one call of one rank fail as RICOCHET_FAULT says,
// "RANK CALL NUMBER WITHIN": of the calls that the program's function WITHIN makes, itself or by others, the
// NUMBERth, from 1 on, of
//
//   PetscMallocA    there is no memory
//   MPI_Allreduce   the message cannot be sent: the others wait for it
//   H5Dwrite        a data set of a checkpoint is not written
//   kill            at the NUMBERth MPI_Allreduce the rank is killed
#define _GNU_SOURCE // RTLD_NEXT, dladdr
#include <dlfcn.h>
#include <execinfo.h>
#include <petsc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BLOCKS 7 // of PetscMallocA

#define MOST_FRAMES 64 // of the stack

static long number = -1; // of the call that fails; −1: not known yet
static long calls = 0;
static char call[64], within[64];

static void ReadFault(void) {
  const char *fault = getenv("RICOCHET_FAULT"), *here = getenv("OMPI_COMM_WORLD_RANK");
  int rank = -1;

  number = 0;
  if (!fault || sscanf(fault, "%d %63s %ld %63s", &rank, call, &number, within) != 4 ||
      rank != (here ? atoi(here) : 0))
    call[0] = '\0';
}

static int IsWithin(void) {
  void *frames[MOST_FRAMES];
  const int n = backtrace(frames, MOST_FRAMES);
  Dl_info info;

  for (int i = 0; i < n; i++)
    if (dladdr(frames[i], &info) && info.dli_sname && !strcmp(info.dli_sname, within))
      return 1;
  return 0;
}

// Is it the call that fails?
static int Fails(const char name[]) {
  if (number < 0)
    ReadFault();
  return calls < number && !strcmp(name, call) && IsWithin() && ++calls == number;
}

static void *Real(const char name[]) {
  void *found = dlsym(RTLD_NEXT, name);

  if (!found)
    abort();
  return found;
}

PetscErrorCode PetscMallocA(int n, PetscBool clear, int line, const char *function,
                            const char *file, size_t bytes0, void *pointer0, ...) {
  typedef PetscErrorCode (*MallocFn)(int, PetscBool, int, const char *, const char *, size_t,
                                     void *, ...);
  static MallocFn malloc_real = NULL;
  size_t bytes[MOST_BLOCKS] = {bytes0};
  void *pointers[MOST_BLOCKS] = {pointer0};
  va_list more;

  if (Fails("PetscMallocA"))
    return PetscError(PETSC_COMM_SELF, line, function, file, PETSC_ERR_MEM, PETSC_ERROR_INITIAL,
                      "injected fault");
  if (!malloc_real)
    *(void **)&malloc_real = Real("PetscMallocA");
  va_start(more, pointer0);
  for (int i = 1; i < n; i++) {
    bytes[i] = va_arg(more, size_t);
    pointers[i] = va_arg(more, void *);
  }
  va_end(more);
  return malloc_real(n, clear, line, function, file, bytes[0], pointers[0], bytes[1], pointers[1],
                     bytes[2], pointers[2], bytes[3], pointers[3], bytes[4], pointers[4], bytes[5],
                     pointers[5], bytes[6], pointers[6]);
}

#undef MPI_Allreduce // PETSc counts its calls by a macro
int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  if (Fails("kill"))
    raise(SIGKILL);
  if (Fails("MPI_Allreduce"))
    return MPI_ERR_OTHER;
  return PMPI_Allreduce(send, receive, count, type, op, comm);
}

int H5Dwrite(int64_t set, int64_t type, int64_t memory, int64_t file, int64_t plist,
             const void *values) {
  typedef int (*WriteFn)(int64_t, int64_t, int64_t, int64_t, int64_t, const void *);
  static WriteFn write_real = NULL;

  if (Fails("H5Dwrite"))
    return -1;
  if (!write_real)
    *(void **)&write_real = Real("H5Dwrite");
  return write_real(set, type, memory, file, plist, values);
}
