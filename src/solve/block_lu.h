// SPDX-License-Identifier: BSD-2-Clause
// BlockLu: A = L U of a sparse matrix of small dense blocks, bs × bs each, with a symmetric pattern.
//
// Blocks are ordered by approximate minimum degree, once for a pattern; pivots are sought within
// diagonal blocks only, and a singular one counts as zero rows. Not collective.
#ifndef RIC_SOLVE_BLOCK_LU_H
#define RIC_SOLVE_BLOCK_LU_H

#include "base/base.h"

typedef struct RicBlockLu_ *RicBlockLu;

PetscErrorCode RicBlockLuCreate(RicBlockLu *lu);
PetscErrorCode RicBlockLuDestroy(RicBlockLu *lu);
// n rows of blocks: row i has those of columns column[offset[i]] … column[offset[i + 1] − 1], the
// diagonal among them; copied. Nothing is done when all is as before. bs is 1, 2, 3, 4 or 6.
PetscErrorCode RicBlockLuSetPattern(RicBlockLu lu, PetscInt bs, PetscInt n, const PetscInt offset[],
                                    const PetscInt column[]);
// A [offset[n] bs²]: the blocks in the pattern's order, each by rows. Rows that are zero but for the
// diagonal cost nothing.
void RicBlockLuFactor(RicBlockLu lu, const PetscReal A[]);
// x [n bs]: in, the right side; out, the solution.
void RicBlockLuSolve(RicBlockLu lu, PetscReal x[]);
// Multiplications and additions of a factorisation.
PetscReal RicBlockLuFlops(RicBlockLu lu);

#endif
