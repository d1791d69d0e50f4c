// SPDX-License-Identifier: BSD-2-Clause
// Contacts of a model: gaps, gap velocities and rows of all contact sets.
#include "model/model_impl.h"

// Insert the rows W of all contacts at q = 0; `reduced` drops the columns of fixed dofs.
static PetscErrorCode AssembleRows(RicModel m, PetscBool reduced, Mat W) {
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS], w[RIC_MAX_DOFS];
  PetscInt first, cols[RIC_MAX_DOFS];

  PetscFunctionBegin;
  PetscCall(MatGetOwnershipRange(W, &first, NULL));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    const PetscInt nn = set->ops->num_nodes, nd = nn * m->dim;
    for (PetscInt r = 0; r < set->num_rows; r++) {
      const PetscInt *nodes = &set->nodes[r * nn], row = first + set->first_row + r;
      RicGather_Private(m, nn, nodes, NULL, X, u);
      set->ops->Rows(&set->data, m->dim, X, u, w);
      for (PetscInt i = 0; i < nd; i++) {
        const PetscInt dof = nodes[i / m->dim] * m->dim + i % m->dim;
        cols[i] = m->global[nodes[i / m->dim]] * m->dim + i % m->dim;
        if (w[i] == 0 || (reduced && m->fixed[dof]))
          cols[i] = -1; // negative columns are ignored
      }
      PetscCall(MatSetValues(W, 1, &row, nd, cols, w, INSERT_VALUES));
    }
  }
  PetscCall(MatAssemblyBegin(W, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(W, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateRows(RicModel m, PetscBool reduced, Mat *W) {
  PetscFunctionBegin;
  PetscCall(MatCreate(m->comm, W));
  PetscCall(
      MatSetSizes(*W, m->num_rows_owned, m->num_owned * m->dim, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(*W, MATAIJ));
  PetscCall(MatXAIJSetPreallocation(*W, 1, NULL, NULL, NULL, NULL));
  PetscCall(MatSeqAIJSetPreallocation(*W, RIC_MAX_DOFS, NULL));
  PetscCall(MatMPIAIJSetPreallocation(*W, RIC_MAX_DOFS, NULL, RIC_MAX_DOFS, NULL));
  PetscCall(AssembleRows(m, reduced, *W));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Is any node in two rows, or a row on two nodes? Node–plane rows live with their node: a local
// question.
static PetscErrorCode TestSeparable(RicModel m) {
  PetscInt *count, bad = 0;

  PetscFunctionBegin;
  PetscCall(PetscCalloc1(m->num_local, &count));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    if (set->ops->num_nodes > 1 && set->num_rows)
      bad = 1;
    for (PetscInt r = 0; r < set->num_rows * set->ops->num_nodes; r++)
      if (++count[set->nodes[r]] > 1)
        bad = 1;
  }
  PetscCall(PetscFree(count));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPIU_INT, MPI_MAX, m->comm));
  m->separable = (PetscBool)!bad;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Gap of each row at q (NULL: 0), shift 0.
static PetscErrorCode KernelGaps(RicModel m, Vec q, Vec y) {
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS];
  const PetscScalar *a = NULL;
  PetscScalar *b;
  Vec ql = NULL;

  PetscFunctionBegin;
  if (q) {
    PetscCall(RicModelUpdateGhosts(m, q));
    PetscCall(VecGhostGetLocalForm(q, &ql));
    PetscCall(VecGetArrayRead(ql, &a));
  }
  PetscCall(VecGetArray(y, &b));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    const PetscInt nn = set->ops->num_nodes;
    for (PetscInt r = 0; r < set->num_rows; r++) {
      RicGather_Private(m, nn, &set->nodes[r * nn], a, X, u);
      b[set->first_row + r] = set->ops->Gap(&set->data, m->dim, X, u, 0.0);
    }
  }
  PetscCall(VecRestoreArray(y, &b));
  if (q) {
    PetscCall(VecRestoreArrayRead(ql, &a));
    PetscCall(VecGhostRestoreLocalForm(q, &ql));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetUpContacts_Private(RicModel m) {
  PetscScalar *e;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Allreduce(&m->num_rows_owned, &m->num_rows, 1, MPIU_INT, MPI_SUM, m->comm));
  PetscCall(RicModelCreateContactVec(m, &m->restitution));
  PetscCall(VecDuplicate(m->restitution, &m->row_work));
  PetscCall(VecDuplicate(m->restitution, &m->gap_offset));
  PetscCall(VecGetArray(m->restitution, &e));
  for (PetscInt c = 0; c < m->num_contacts; c++)
    for (PetscInt r = 0; r < m->contacts[c].num_rows; r++)
      e[m->contacts[c].first_row + r] = m->contacts[c].data.restitution;
  PetscCall(VecRestoreArray(m->restitution, &e));
  PetscCall(CreateRows(m, PETSC_FALSE, &m->rows_full));
  if (m->free_dofs == m->dofs) {
    PetscCall(PetscObjectReference((PetscObject)m->rows_full));
    m->rows = m->rows_full;
  } else
    PetscCall(CreateRows(m, PETSC_TRUE, &m->rows));
  PetscCall(KernelGaps(m, NULL, m->gap_offset));
  PetscCall(TestSeparable(m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelContactShift(RicModel m, PetscInt i, PetscReal t, PetscReal *shift) {
  const PetscReal origin[3] = {0, 0, 0};

  PetscFunctionBegin;
  PetscCall(RicTimeDerivative_Private(m->contacts[i].motion, 0, t, 1.0, origin, shift));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// y −= d^k s/dt^k of the moving contacts.
PetscErrorCode RicModelShifts_Private(RicModel m, PetscReal t, PetscReal h, PetscInt derivative,
                                      Vec y) {
  const PetscReal origin[3] = {0, 0, 0};
  PetscScalar *a;
  PetscReal s;

  PetscFunctionBegin;
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    if (!set->motion)
      continue;
    PetscCall(RicTimeDerivative_Private(set->motion, derivative, t, h, origin, &s));
    RicCheckUser(!PetscIsInfOrNanReal(s), m->comm,
                 "contact '%s': its motion is not a finite number at t = %g s", set->name,
                 (double)t);
    PetscCall(VecGetArray(y, &a));
    for (PetscInt r = 0; r < set->num_rows; r++)
      a[set->first_row + r] -= s;
    PetscCall(VecRestoreArray(y, &a));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGaps(RicModel m, PetscReal t, Vec q, Vec y) {
  PetscFunctionBegin;
  PetscCall(MatMultAdd(m->rows_full, q, m->gap_offset, y));
  PetscCall(RicModelShifts_Private(m, t, 1.0, 0, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGapVelocities(RicModel m, PetscReal t, PetscReal h, Vec q, Vec v, Vec ydot) {
  PetscFunctionBegin;
  (void)q; // rows are constant so far
  PetscCall(MatMult(m->rows_full, v, ydot));
  PetscCall(RicModelShifts_Private(m, t, h, 1, ydot));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetRows(RicModel m, Mat *rows) {
  PetscFunctionBegin;
  *rows = m->rows;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetRestitution(RicModel m, Vec *restitution) {
  PetscFunctionBegin;
  *restitution = m->restitution;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelRowsAreSeparable(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = m->separable;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetNumContacts(RicModel m, PetscInt *n) {
  PetscFunctionBegin;
  *n = m->num_contacts;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetContact(RicModel m, PetscInt i, RicContactView *view) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_contacts, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no contact %" PetscInt_FMT, i);
  const RicContactSet *set = &m->contacts[i];
  *view = (RicContactView){.name = set->name,
                           .ops = set->ops,
                           .data = set->data,
                           .num_rows = set->num_rows,
                           .first_row = set->first_row,
                           .nodes = set->nodes};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelDescribeRow(RicModel m, PetscInt row, Vec q, char text[], size_t len) {
  char buffer[RIC_TEXT_LEN] = "";
  const PetscScalar *a;
  PetscInt first, last;
  PetscMPIInt rank, mine = -1, owner;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(m->comm, &rank));
  PetscCall(VecGetOwnershipRange(m->restitution, &first, &last));
  PetscCall(VecGetArrayRead(q, &a));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    const PetscInt r = row - first - set->first_row;
    if (row < first || row >= last || r < 0 || r >= set->num_rows)
      continue;
    const PetscInt node = set->nodes[r * set->ops->num_nodes];
    PetscReal x[3] = {0, 0, 0};
    for (PetscInt d = 0; d < 3; d++)
      x[d] = m->coordinates[3 * node + d] + (d < m->dim ? a[node * m->dim + d] : 0);
    PetscCall(PetscSNPrintf(buffer, sizeof(buffer), "contact '%s', node at (%g, %g, %g)", set->name,
                            (double)x[0], (double)x[1], (double)x[2]));
    mine = rank;
  }
  PetscCall(VecRestoreArrayRead(q, &a));
  PetscCallMPI(MPI_Allreduce(&mine, &owner, 1, MPI_INT, MPI_MAX, m->comm));
  if (owner >= 0)
    PetscCallMPI(MPI_Bcast(buffer, sizeof(buffer), MPI_CHAR, owner, m->comm));
  PetscCall(PetscStrncpy(text, buffer, len));
  PetscFunctionReturn(PETSC_SUCCESS);
}
