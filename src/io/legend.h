// SPDX-License-Identifier: BSD-2-Clause
// Legend: a JSON file that tells the unit of each column of the tables beside it, for axes of plots:
//
//   {"history.csv": {"t": {"unit": "s", "kind": "run"},
//                    "wall.gap": {"unit": "m", "kind": "contact", "of": "wall"}, …}, …}
//
// Life: Create → Begin a table → Add its columns… → Begin the next … → Write → Destroy. Keys keep their
// order. What is passed need be right on rank 0 only.
#ifndef RIC_IO_LEGEND_H
#define RIC_IO_LEGEND_H

#include "base/base.h"

typedef struct RicLegend_ *RicLegend;

PetscErrorCode RicLegendCreate(MPI_Comm comm, const char filename[], RicLegend *legend);
PetscErrorCode RicLegendDestroy(RicLegend *legend);
PetscErrorCode RicLegendBegin(RicLegend legend, const char table[]);
// unit NULL: not known, null; of NULL: left out.
PetscErrorCode RicLegendAdd(RicLegend legend, const char column[], const char unit[],
                            const char kind[], const char of[]);
// Replace the file as a whole. PETSC_ERR_FILE_WRITE on all ranks when it cannot be written.
// Collective.
PetscErrorCode RicLegendWrite(RicLegend legend);

#endif
