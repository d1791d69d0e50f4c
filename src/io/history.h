// SPDX-License-Identifier: BSD-2-Clause
// History: history.csv, a header line then a row per recorded step, numbers in the fewest digits
// that give every bit back (io/decimal.h), written by rank 0.
//
// Life: Create → AddColumn… → Open or Continue → Row…, Flush… → Close. The file holds whole lines at every
// moment: rows gather in memory and go out together, and a row the disk had no room for is cut off
// again. A run that is killed loses at most the rows since the last Flush.
#ifndef RIC_IO_HISTORY_H
#define RIC_IO_HISTORY_H

#include "base/base.h"

RIC_C_BEGIN

typedef struct RicHistory_ *RicHistory;

// Nothing is written yet. Collective.
PetscErrorCode RicHistoryCreate(MPI_Comm comm, const char filename[], RicHistory *history);
// The next column's name, printf-style. Before Open. User error: it holds a comma, a quote or a
// line end.
PetscErrorCode RicHistoryAddColumn(RicHistory history, const char format[], ...)
    PETSC_ATTRIBUTE_FORMAT(2, 3);
// A column shows words[value] for its whole numbers. Borrowed until Close. Before Open.
PetscErrorCode RicHistorySetWords(RicHistory history, PetscInt column, const char *const words[]);
PetscErrorCode RicHistoryGetNumColumns(RicHistory history, PetscInt *n);
// Begin the file, replacing an earlier one, with the header line. PETSC_ERR_FILE_WRITE on all ranks
// when it cannot be. Collective.
PetscErrorCode RicHistoryOpen(RicHistory history);
// Instead of Open: go on with the file behind its first `bytes`, which end with a line; what is behind
// them goes. *done PETSC_FALSE, and the file is left as it is, where it is not there, shorter, or has
// other columns. Collective.
PetscErrorCode RicHistoryContinue(RicHistory history, PetscInt64 bytes, PetscBool *done);
// Bytes in the file, all rows so far being on disk: it flushes. Right on rank 0. Collective.
PetscErrorCode RicHistoryGetBytes(RicHistory history, PetscInt64 *bytes);
// values [number of columns], right on rank 0 (other ranks may pass anything, NULL too). Whole
// numbers are printed without a point. No communication: a write that fails is told by the next
// Flush or Close.
PetscErrorCode RicHistoryRow(RicHistory history, const PetscReal values[]);
// Hand all rows to the system. PETSC_ERR_FILE_WRITE on all ranks when any row since Open could not
// be written; the file then ends with the last whole row, and takes no more. Collective.
PetscErrorCode RicHistoryFlush(RicHistory history);
// Flush, close and destroy; takes NULL and leaves NULL, also when it raises. Collective.
PetscErrorCode RicHistoryClose(RicHistory *history);

RIC_C_END

#endif
