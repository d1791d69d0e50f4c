// SPDX-License-Identifier: BSD-2-Clause
// Order of elimination of a saddle-point matrix: nested dissection with each row behind the dofs it
// touches.
//
// PETSc orders groups of unknowns with the same pattern (inodes: the dofs of a body, the rows of a
// joint) as one. A group is a dof group when its first unknown is a dof: dofs come before rows.
#include "solve/saddle_impl.h"

typedef struct {
  PetscInt num;                             // groups
  const PetscInt *ia, *ja;                  // their graph
  PetscInt *order, *position, *next, *head; // [num]
  PetscBool *is_row;                        // [num]
} Groups;

// Position behind which row group r may come: that of the last of its neighbours.
static PetscInt LastNeighbour(const Groups *g, PetscInt r) {
  PetscInt last = g->position[r];

  for (PetscInt k = g->ia[r]; k < g->ia[r + 1]; k++)
    last = PetscMax(last, g->position[g->ja[k]]);
  return last;
}

// Move each row of the order behind the last of its neighbours; rows behind the same one keep their
// order.
static void PutRowsBehind(Groups *g) {
  PetscInt *before = g->position; // reused when the positions are no longer needed
  PetscInt m = 0;

  for (PetscInt k = 0; k < g->num; k++) {
    g->position[g->order[k]] = k;
    g->head[k] = -1;
  }
  for (PetscInt k = g->num - 1; k >= 0; k--) { // last first: the lists come out in order
    const PetscInt r = g->order[k];
    if (!g->is_row[r])
      continue;
    const PetscInt last = LastNeighbour(g, r);
    g->next[r] = g->head[last];
    g->head[last] = r;
  }
  for (PetscInt k = 0; k < g->num; k++)
    before[k] = g->order[k];
  for (PetscInt k = 0; k < g->num; k++) {
    if (!g->is_row[before[k]])
      g->order[m++] = before[k];
    for (PetscInt r = g->head[k]; r >= 0; r = g->next[r])
      g->order[m++] = r;
  }
}

// Nested dissection of the groups, and which are rows (negative diagonal).
static PetscErrorCode Dissect(Mat K, Groups *g) {
  PetscInt n, num, limit, *sizes, *group, m = 0, k = 0;
  const PetscInt *nd;
  const PetscScalar *d;
  Vec diagonal;
  IS row, col;

  PetscFunctionBegin;
  PetscCall(MatGetSize(K, &n, NULL));
  PetscCall(MatInodeGetInodeSizes(K, &num, &sizes, &limit));
  PetscCall(PetscMalloc1(n, &group));
  PetscCall(MatCreateVecs(K, &diagonal, NULL));
  PetscCall(MatGetDiagonal(K, diagonal));
  PetscCall(VecGetArrayRead(diagonal, &d));
  for (PetscInt i = 0; i < g->num; i++) {
    g->is_row[i] = (PetscBool)(d[k] < 0);
    g->position[i] = -1;
    for (const PetscInt end = k + (sizes ? sizes[i] : 1); k < end; k++)
      group[k] = i;
  }
  PetscCall(VecRestoreArrayRead(diagonal, &d));
  PetscCall(VecDestroy(&diagonal));
  PetscCall(MatGetOrdering(K, MATORDERINGND, &row, &col));
  PetscCall(ISGetIndices(row, &nd));
  for (PetscInt i = 0; i < n; i++)
    if (g->position[group[nd[i]]] < 0) {
      g->position[group[nd[i]]] = m;
      g->order[m++] = group[nd[i]];
    }
  PetscCall(ISRestoreIndices(row, &nd));
  PetscCall(ISDestroy(&row));
  PetscCall(ISDestroy(&col));
  PetscCall(PetscFree(group));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RowsAfterDofs(Mat K, MatOrderingType type, IS *row, IS *col) {
  Groups g = {0};
  PetscBool known;

  PetscFunctionBegin;
  (void)type;
  PetscCall(MatGetRowIJ(K, 0, PETSC_FALSE, PETSC_TRUE, &g.num, &g.ia, &g.ja, &known));
  PetscCheck(known, PETSC_COMM_SELF, PETSC_ERR_SUP, "ordering %s needs a sparse matrix of one rank",
             RIC_SADDLE_ORDERING);
  PetscCall(PetscMalloc1(g.num, &g.order));
  PetscCall(PetscMalloc4(g.num, &g.position, g.num, &g.next, g.num, &g.head, g.num, &g.is_row));
  PetscCall(Dissect(K, &g));
  PutRowsBehind(&g);
  PetscCall(MatRestoreRowIJ(K, 0, PETSC_FALSE, PETSC_TRUE, NULL, &g.ia, &g.ja, &known));
  PetscCall(PetscFree4(g.position, g.next, g.head, g.is_row));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, g.num, g.order, PETSC_OWN_POINTER, row));
  PetscCall(ISSetPermutation(*row));
  PetscCall(ISDuplicate(*row, col)); // not the same object: the factorisation would destroy it once
  PetscCall(ISSetPermutation(*col));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSaddleRegisterOrdering_Private(void) {
  PetscFunctionBegin;
  PetscCall(MatOrderingRegister(RIC_SADDLE_ORDERING, RowsAfterDofs));
  PetscFunctionReturn(PETSC_SUCCESS);
}
