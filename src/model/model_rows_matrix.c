// SPDX-License-Identifier: BSD-2-Clause
// The matrix W of all rows.
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

// Rows of a set, which begin at first: of each place the normal one, then its tangential ones.
static PetscErrorCode InsertContacts(RicModel m, const RicContactSet *set, PetscInt first,
                                     PetscReal t, const PetscScalar *q, PetscBool reduced,
                                     RicSystemCache *cache, RicWriter *W) {
  const PetscInt places = RicContactPlaces(set);
  PetscReal w[RIC_CONTACT_ROOM];

  PetscFunctionBegin;
  for (PetscInt r = 0; r < set->num_rows; r += places) {
    const PetscInt n = RicContactRows_Private(m, set, r, q, t, cache, w);
    for (PetscInt i = 0; i < places * set->width; i++)
      PetscCall(InsertRow(m, first + set->first_row + r * set->width + i, RIC_MAX_NODES,
                          &set->nodes[RIC_MAX_NODES * r], &w[i * n], reduced, W));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows of joint k, whose numbers on this rank begin at first_row.
static PetscErrorCode InsertJoint(RicModel m, const RicJoint *joint, PetscInt first,
                                  const PetscScalar *q, PetscBool reduced, RicWriter *W) {
  PetscReal y[RIC_JOINT_MAX_ROWS], w[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS];
  RicPair pair;

  PetscFunctionBegin;
  if (!joint->present)
    PetscFunctionReturn(PETSC_SUCCESS);
  RicModelStand(m, joint->point, joint->nodes, q, &pair);
  RicJointRows(joint->ops, joint->data, &pair, y, w);
  const PetscInt n = pair.nd[0] + pair.nd[1];
  for (PetscInt i = 0; i < joint->num_rows; i++)
    PetscCall(InsertRow(m, first + joint->first_row + i, 2, joint->nodes, &w[i * n], reduced, W));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows W of all contacts and joints at the local array q (NULL: reference).
static PetscErrorCode AssembleRows(RicModel m, PetscReal t, const PetscScalar *q, PetscBool reduced,
                                   Mat W) {
  RicSystemCache cache;
  RicWriter writer;
  PetscInt first;

  PetscFunctionBegin;
  RicSystemCacheClear_Private(&cache);
  PetscCall(MatGetOwnershipRange(W, &first, NULL));
  PetscCall(RicWriterOpen_Private(W, &writer));
  for (PetscInt c = 0; c < m->num_contacts; c++)
    PetscCall(InsertContacts(m, &m->contacts[c], first, t, q, reduced, &cache, &writer));
  for (PetscInt k = 0; k < m->num_joints; k++)
    PetscCall(InsertJoint(m, &m->joints[k], first, q, reduced, &writer));
  PetscCall(RicWriterClose_Private(&writer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of all rows of this rank.
static PetscInt MostDofs(const RicModel m) {
  PetscInt most = 0, dofs[RIC_MAX_DOFS];

  for (PetscInt c = 0; c < m->num_contacts; c++)
    for (PetscInt r = 0; r < m->contacts[c].num_rows; r++)
      most =
          PetscMax(most, RicDofs_Private(m, RIC_MAX_NODES, &m->contacts[c].nodes[RIC_MAX_NODES * r],
                                         PETSC_FALSE, dofs));
  for (PetscInt k = 0; k < m->num_joints; k++)
    if (m->joints[k].present)
      most = PetscMax(most, RicDofs_Private(m, 2, m->joints[k].nodes, PETSC_FALSE, dofs));
  return most;
}

static PetscErrorCode CreateRows(RicModel m, PetscBool reduced, Mat *W) {
  const PetscInt most = MostDofs(m), room = PetscMin(most, m->dofs_owned),
                 ghosts = PetscMin(most, m->dofs - m->dofs_owned);

  PetscFunctionBegin;
  PetscCall(MatCreate(m->comm, W));
  PetscCall(MatSetSizes(*W, m->num_rows_owned, m->dofs_owned, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(*W, MATAIJ));
  PetscCall(MatSeqAIJSetPreallocation(*W, room, NULL));
  PetscCall(MatMPIAIJSetPreallocation(*W, room, NULL, ghosts, NULL));
  PetscCall(AssembleRows(m, 0, NULL, reduced, *W));
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
  const PetscScalar *a;
  Vec ql;

  PetscFunctionBegin;
  if (changed)
    *changed = (PetscBool)!m->is.constant_rows;
  if (!m->is.constant_rows)
    PetscCall(RicModelStamp_Private(m, t, q, &m->rows_at, &other));
  if (!other)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelUpdateGhosts(m, q));
  PetscCall(RicModelLocalForm_Private(m, q, &ql));
  PetscCall(VecGetArrayRead(ql, &a));
  PetscCall(AssembleRows(m, t, a, PETSC_FALSE, m->rows_full));
  if (m->rows != m->rows_full)
    PetscCall(AssembleRows(m, t, a, PETSC_TRUE, m->rows));
  PetscCall(VecRestoreArrayRead(ql, &a));
  PetscCall(RicModelRestoreLocalForm_Private(q, &ql));
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
