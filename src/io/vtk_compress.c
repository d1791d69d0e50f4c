// SPDX-License-Identifier: BSD-2-Clause
// Arrays of a .vtu as zlib's blocks: in the file the number of blocks, their size, the size of the
// last one where it is smaller (0: it is not), the compressed size of each, then the blocks.
//
// All blocks but the last are of one size, so that they begin where that says, not where a rank's
// values do: a block belongs to the rank that has its first byte, which gets the rest of it from
// the ranks behind. The bytes of a file thus depend on the values alone, not on their ranks.
// Source: VTK's file formats, XML, and its vtkXMLDataParser.
#include "io/vtk_impl.h"

#include <zlib.h>

#define BLOCK ((PetscInt64)1 << 17) // bytes before compression, a multiple of every type's

// This rank's values of one array: bytes `first` to `end` of `total`, blocks `block` to `last`.
typedef struct {
  PetscInt64 first, end, total;
  PetscInt64 block, last; // last: behind the last one
} Slice;

static Slice SliceOf(PetscMPIInt rank, PetscMPIInt size, const PetscInt64 bytes[]) {
  Slice slice = {0};

  for (PetscMPIInt r = 0; r < size; r++) {
    slice.first += r < rank ? bytes[r] : 0;
    slice.total += bytes[r];
  }
  slice.end = slice.first + bytes[rank];
  slice.block = (slice.first + BLOCK - 1) / BLOCK;
  slice.last = (slice.end + BLOCK - 1) / BLOCK;
  return slice;
}

// Send what belongs to a block that begins on a rank before. Its owner is waiting for it.
static PetscErrorCode SendHead(RicVtk vtk, const Slice *slice, const PetscInt64 bytes[],
                               const void *values, int tag) {
  const PetscInt64 n = PetscMin(slice->block * BLOCK, slice->end) - slice->first;
  PetscInt64 begin = slice->first;
  PetscMPIInt owner = vtk->rank;

  PetscFunctionBegin;
  if (n <= 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  while (begin > (slice->block - 1) * BLOCK) // it has the block's first byte
    begin -= bytes[--owner];
  PetscCallMPI(MPI_Send(values, (PetscMPIInt)n, MPI_BYTE, owner, tag, vtk->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The last block of this rank whole [BLOCK]: its own bytes, then those of the ranks behind.
static PetscErrorCode CompleteBlock(RicVtk vtk, const Slice *slice, PetscMPIInt size,
                                    const PetscInt64 bytes[], const char *values, int tag,
                                    char whole[]) {
  const PetscInt64 begin = (slice->last - 1) * BLOCK;
  const PetscInt64 end = PetscMin(begin + BLOCK, slice->total);
  PetscInt64 done = slice->end - begin;

  PetscFunctionBegin;
  PetscCall(PetscArraycpy(whole, values + (begin - slice->first), (size_t)done));
  for (PetscMPIInt r = vtk->rank + 1; r < size && begin + done < end; r++) {
    const PetscInt64 n = PetscMin(bytes[r], end - begin - done);
    if (n)
      PetscCallMPI(
          MPI_Recv(whole + done, (PetscMPIInt)n, MPI_BYTE, r, tag, vtk->comm, MPI_STATUS_IGNORE));
    done += n;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// This rank's blocks one after the other in *packed, sizes [blocks] of each, *length of all.
static PetscErrorCode CompressBlocks(RicVtk vtk, const Slice *slice, const char *values,
                                     const char whole[], char **packed, PetscInt64 sizes[],
                                     PetscInt64 *length) {
  const PetscInt64 n = slice->last - slice->block;

  PetscFunctionBegin;
  *length = 0;
  PetscCall(PetscMalloc(n > 0 ? (size_t)n * compressBound((uLong)BLOCK) : 1, packed));
  for (PetscInt64 b = 0; b < n; b++) {
    const PetscInt64 begin = (slice->block + b) * BLOCK;
    const PetscInt64 bytes = PetscMin(BLOCK, slice->total - begin);
    const char *from = b == n - 1 ? whole : values + (begin - slice->first);
    uLongf room = compressBound((uLong)BLOCK);
    const int code = compress2((Bytef *)*packed + *length, &room, (const Bytef *)from, (uLong)bytes,
                               vtk->compression);
    PetscCheck(code == Z_OK, PETSC_COMM_SELF, PETSC_ERR_LIB, "zlib refuses a block: %d", code);
    sizes[b] = (PetscInt64)room;
    *length += sizes[b];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rank 0 gets the sizes of all blocks, in their order, behind the three numbers of the header.
static PetscErrorCode MakeHeader(RicVtk vtk, RicVtkArray *array, const Slice *slice,
                                 PetscMPIInt size, const PetscInt64 sizes[]) {
  const PetscInt64 num_blocks = (slice->total + BLOCK - 1) / BLOCK;
  const PetscMPIInt mine = (PetscMPIInt)PetscMax(slice->last - slice->block, 0);
  PetscMPIInt *counts, *places;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(size, &counts, size, &places));
  PetscCallMPI(MPI_Gather(&mine, 1, MPI_INT, counts, 1, MPI_INT, 0, vtk->comm));
  array->header_bytes = (3 + num_blocks) * (PetscInt64)sizeof(PetscInt64);
  if (vtk->rank == 0) {
    PetscCall(PetscMalloc1(3 + num_blocks, &array->header));
    array->header[0] = num_blocks;
    array->header[1] = BLOCK;
    array->header[2] = slice->total % BLOCK;
    places[0] = 3;
    for (PetscMPIInt r = 1; r < size; r++)
      places[r] = places[r - 1] + counts[r - 1];
  }
  PetscCallMPI(MPI_Gatherv(sizes, mine, MPIU_INT64, array->header, counts, places, MPIU_INT64, 0,
                           vtk->comm));
  PetscCall(PetscFree2(counts, places));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// bytes [size]: of the array on each rank.
static PetscErrorCode Compress(RicVtk vtk, RicVtkArray *array, PetscMPIInt size,
                               const PetscInt64 bytes[], int tag) {
  const Slice slice = SliceOf(vtk->rank, size, bytes);
  const PetscBool owns = (PetscBool)(slice.last > slice.block);
  PetscInt64 *sizes, length;
  char *whole, *packed;

  PetscFunctionBegin;
  PetscCall(PetscMalloc2(owns ? slice.last - slice.block : 0, &sizes, owns ? BLOCK : 0, &whole));
  PetscCall(SendHead(vtk, &slice, bytes, array->values, tag));
  if (owns)
    PetscCall(CompleteBlock(vtk, &slice, size, bytes, array->values, tag, whole));
  PetscCall(CompressBlocks(vtk, &slice, array->values, whole, &packed, sizes, &length));
  PetscCall(MakeHeader(vtk, array, &slice, size, sizes));
  PetscCall(PetscFree2(sizes, whole));
  PetscCall(PetscFree(array->copy));
  array->values = array->copy = packed;
  array->bytes = length;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicVtkCompress(RicVtk vtk) {
  PetscInt64 *bytes;
  PetscMPIInt size;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(vtk->comm, &size));
  PetscCall(PetscMalloc1(size, &bytes));
  for (PetscInt i = 0; i < vtk->num_arrays; i++) {
    RicVtkArray *array = &vtk->arrays[i];
    PetscCallMPI(MPI_Allgather(&array->bytes, 1, MPIU_INT64, bytes, 1, MPIU_INT64, vtk->comm));
    PetscCall(Compress(vtk, array, size, bytes, (int)i));
  }
  PetscCall(PetscFree(bytes));
  PetscFunctionReturn(PETSC_SUCCESS);
}
