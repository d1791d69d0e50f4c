// SPDX-License-Identifier: BSD-2-Clause
// The matrix W of all rows.
#include "base/vec.h"
#include "model/model_impl.h"

// One row [n] of the dofs of some nodes into W; `reduced` drops columns of fixed dofs.
static PetscErrorCode InsertRow(RicModel m, PetscInt row, PetscInt num_nodes,
                                const PetscInt nodes[], const PetscReal w[], PetscBool reduced,
                                RicWriter *W) {
  PetscInt local[RIC_MAX_DOFS], cols[RIC_MAX_DOFS];
  const PetscInt n = RicDofs_Private(m, num_nodes, nodes, PETSC_TRUE, cols);

  PetscFunctionBegin;
  if (reduced)
    (void)RicDofs_Private(m, num_nodes, nodes, PETSC_FALSE, local);
  for (PetscInt i = 0; i < n && (reduced || m->is.constant_rows); i++)
    if ((w[i] == 0 && m->is.constant_rows) || (reduced && m->fixed[local[i]]))
      cols[i] = -1; // negative columns are ignored
  PetscCall(RicWriterAdd_Private(W, 1, &row, n, cols, w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What rows are put into.
typedef struct {
  const RicLocalState *at;
  PetscBool reduced;
  PetscInt first; // of this rank's
  RicSystemCache cache;
  RicWriter writer;
} Filling;

static PetscErrorCode Insert(RicModel m, const RicRowed *it, void *ctx) {
  Filling *f = (Filling *)ctx;
  PetscReal W[RIC_ROW_ROOM];
  PetscInt dofs[RIC_MAX_DOFS];
  const PetscInt n = RicDofs_Private(m, it->num_nodes, it->nodes, PETSC_FALSE, dofs);

  PetscFunctionBegin;
  it->ops->Rows(m, it->k, it->i, f->at, &f->cache, W);
  for (PetscInt r = 0; r < it->num; r++)
    PetscCall(InsertRow(m, f->first + it->first + r, it->num_nodes, it->nodes, &W[r * n],
                        f->reduced, &f->writer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows W of all contacts and joints at q, or over a step.
static PetscErrorCode AssembleRows(RicModel m, const RicLocalState *at, PetscBool reduced, Mat W) {
  Filling filling;

  PetscFunctionBegin;
  filling.at = at;
  filling.reduced = reduced;
  RicSystemCacheClear_Private(&filling.cache);
  PetscCall(MatGetOwnershipRange(W, &filling.first, NULL));
  PetscCall(RicWriterOpen_Private(W, &filling.writer));
  PetscCall(RicModelVisitRows_Private(m, Insert, &filling));
  PetscCall(RicWriterClose_Private(&filling.writer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The larger of *most and its dofs.
static PetscErrorCode CountDofs(RicModel m, const RicRowed *it, void *most) {
  PetscInt dofs[RIC_MAX_DOFS];
  const PetscInt n = RicDofs_Private(m, it->num_nodes, it->nodes, PETSC_FALSE, dofs);

  PetscFunctionBegin;
  *(PetscInt *)most = PetscMax(*(PetscInt *)most, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateRows(RicModel m, PetscBool reduced, Mat *W) {
  PetscInt most = 0; // dofs of any row

  PetscFunctionBegin;
  PetscCall(RicModelVisitRows_Private(m, CountDofs, &most));
  const PetscInt room = PetscMin(most, m->dofs_owned),
                 ghosts = PetscMin(most, m->dofs - m->dofs_owned);
  PetscCall(MatCreate(m->comm, W));
  PetscCall(MatSetSizes(*W, m->num_rows_owned, m->dofs_owned, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(*W, MATAIJ));
  PetscCall(MatSeqAIJSetPreallocation(*W, room, NULL));
  PetscCall(MatMPIAIJSetPreallocation(*W, room, NULL, ghosts, NULL));
  PetscCall(AssembleRows(m, &(RicLocalState){.t = 0}, reduced, *W));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelCreateRows_Private(RicModel m) {
  PetscFunctionBegin;
  PetscCall(CreateRows(m, PETSC_FALSE, &m->rows_full));
  if (m->free_dofs == m->dofs) {
    PetscCall(PetscObjectReference((PetscObject)m->rows_full));
    m->rows = m->rows_full;
  } else
    PetscCall(CreateRows(m, PETSC_TRUE, &m->rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelUpdateRows(RicModel m, PetscReal t, Vec q, PetscBool *changed) {
  PetscBool other = PETSC_FALSE;
  RicLocalState at = {.t = t};
  Vec ql;

  PetscFunctionBegin;
  if (changed)
    *changed = (PetscBool)!m->is.constant_rows;
  if (!m->is.constant_rows)
    PetscCall(RicModelStamp_Private(m, t, q, &m->rows_at, &other));
  if (!other)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelReadLocal_Private(m, q, &ql, &at.q));
  PetscCall(AssembleRows(m, &at, PETSC_FALSE, m->rows_full));
  if (m->rows != m->rows_full)
    PetscCall(AssembleRows(m, &at, PETSC_TRUE, m->rows));
  PetscCall(RicModelRestoreLocal_Private(q, &ql, &at.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelPathRows(RicModel m, const RicPath *path, Mat W) {
  RicLocalState at;
  RicPathReading reading;

  PetscFunctionBegin;
  PetscCall(RicModelReadPath_Private(m, path, &reading, &at));
  PetscCall(AssembleRows(m, &at, PETSC_TRUE, W));
  PetscCall(RicModelRestorePath_Private(path, &reading, &at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What rows are multiplied with.
typedef struct {
  const RicLocalState *at;
  const PetscScalar *w; // local [dofs]
  PetscScalar *y;       // [rows]
  RicSystemCache cache;
} Product;

static PetscErrorCode Multiply(RicModel m, const RicRowed *it, void *ctx) {
  Product *p = (Product *)ctx;
  PetscReal W[RIC_ROW_ROOM], x[RIC_MAX_DOFS];
  const PetscInt n = RicGather_Private(m, it->num_nodes, it->nodes, p->w, NULL, x);

  PetscFunctionBegin;
  it->ops->Rows(m, it->k, it->i, p->at, &p->cache, W);
  for (PetscInt r = 0; r < it->num; r++) {
    PetscReal sum = 0;
    for (PetscInt d = 0; d < n; d++)
      sum += W[r * n + d] * x[d];
    p->y[it->first + r] = sum;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelPathRates(RicModel m, const RicPath *path, Vec w, Vec y) {
  RicLocalState at = {.t = 0};
  RicPathReading reading;
  Product product;
  Vec wl;

  PetscFunctionBegin;
  if (m->is.constant_rows) {
    PetscCall(RicMatMult(m->rows_full, w, y));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  product.at = &at;
  RicSystemCacheClear_Private(&product.cache);
  PetscCall(RicModelReadPath_Private(m, path, &reading, &at));
  PetscCall(RicModelReadLocal_Private(m, w, &wl, &product.w));
  PetscCall(VecGetArray(y, &product.y));
  PetscCall(RicModelVisitRows_Private(m, Multiply, &product));
  PetscCall(VecRestoreArray(y, &product.y));
  PetscCall(RicModelRestoreLocal_Private(w, &wl, &product.w));
  PetscCall(RicModelRestorePath_Private(path, &reading, &at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelUpdate(RicModel m, PetscReal t, Vec q, PetscBool *rows_changed,
                              PetscBool *mass_changed) {
  PetscFunctionBegin;
  if (mass_changed)
    *mass_changed = (PetscBool)!m->is.constant_mass;
  if (!m->is.constant_mass)
    PetscCall(RicModelUpdateMass(m, t, q));
  PetscCall(RicModelUpdateRows(m, t, q, rows_changed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetRows(RicModel m, Mat *rows) {
  PetscFunctionBegin;
  *rows = m->rows;
  PetscFunctionReturn(PETSC_SUCCESS);
}
