// SPDX-License-Identifier: BSD-2-Clause
// History: history.csv, a header line then a row per recorded step, `%.17g`, written by rank 0.
#ifndef RIC_IO_HISTORY_H
#define RIC_IO_HISTORY_H

#include "base/base.h"

typedef struct RicHistory_ *RicHistory;

// Columns are added, then the file is opened (replacing an earlier one) with the header line. Rows
// are buffered by stdio and flushed by RicHistoryFlush and at Close; a failed write is
// PETSC_ERR_FILE_WRITE on all ranks at the next Flush or Close. Values need be right on rank 0
// only. Row, Flush, Close collective.
PetscErrorCode RicHistoryCreate(MPI_Comm comm, const char filename[], RicHistory *history);
PetscErrorCode RicHistoryAddColumn(RicHistory history, const char format[], ...)
    PETSC_ATTRIBUTE_FORMAT(2, 3);
PetscErrorCode RicHistoryGetNumColumns(RicHistory history, PetscInt *n);
PetscErrorCode RicHistoryOpen(RicHistory history);
// values [number of columns]; integers that fit are printed without a point by %.17g anyway.
PetscErrorCode RicHistoryRow(RicHistory history, const PetscReal values[]);
PetscErrorCode RicHistoryFlush(RicHistory history);
PetscErrorCode RicHistoryClose(RicHistory *history);

#endif
