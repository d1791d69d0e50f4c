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

// Rows of a set, which begin at first: of each place the normal one, then its tangential ones.
static PetscErrorCode InsertContacts(RicModel m, const RicContactSet *set, PetscInt first,
                                     const RicLocalState *at, PetscBool reduced,
                                     RicSystemCache *cache, RicWriter *W) {
  const PetscInt places = RicContactPlaces(set);
  PetscReal w[RIC_CONTACT_ROOM];

  PetscFunctionBegin;
  for (PetscInt r = 0; r < set->num_rows; r += places) {
    const PetscInt n = at->path ? RicContactPathRows_Private(m, set, r, at, w)
                                : RicContactRows_Private(m, set, r, at->q, at->t, cache, w);
    for (PetscInt i = 0; i < places * set->width; i++)
      PetscCall(InsertRow(m, first + set->first_row + r * set->width + i, RIC_MAX_NODES,
                          &set->nodes[RIC_MAX_NODES * r], &w[i * n], reduced, W));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// W [num_rows*n] of a joint; returns n.
static PetscInt JointRows(const RicModel m, const RicJoint *joint, const RicLocalState *at,
                          PetscReal W[]) {
  PetscReal y[RIC_JOINT_MAX_ROWS];
  RicPairStep step;
  RicPair pair;

  if (at->path) {
    RicPairStep_Private(m, joint->point, joint->nodes, at, &step);
    RicJointPathRows(joint->ops, joint->data, &step.path, m->length, W);
    return step.from.nd[0] + step.from.nd[1];
  }
  RicModelStand(m, joint->point, joint->nodes, at->q, &pair);
  RicJointRows(joint->ops, joint->data, &pair, y, W);
  return pair.nd[0] + pair.nd[1];
}

// Its rows, whose numbers on this rank begin at first.
static PetscErrorCode InsertJoint(RicModel m, const RicJoint *joint, PetscInt first,
                                  const RicLocalState *at, PetscBool reduced, RicWriter *W) {
  PetscReal w[RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS];

  PetscFunctionBegin;
  if (!joint->present)
    PetscFunctionReturn(PETSC_SUCCESS);
  const PetscInt n = JointRows(m, joint, at, w);
  for (PetscInt i = 0; i < joint->num_rows; i++)
    PetscCall(InsertRow(m, first + joint->first_row + i, 2, joint->nodes, &w[i * n], reduced, W));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows W of all contacts and joints at q, or over a step.
static PetscErrorCode AssembleRows(RicModel m, const RicLocalState *at, PetscBool reduced, Mat W) {
  RicSystemCache cache;
  RicWriter writer;
  PetscInt first;

  PetscFunctionBegin;
  RicSystemCacheClear_Private(&cache);
  PetscCall(MatGetOwnershipRange(W, &first, NULL));
  PetscCall(RicWriterOpen_Private(W, &writer));
  for (PetscInt c = 0; c < m->num_contacts; c++)
    PetscCall(InsertContacts(m, &m->contacts[c], first, at, reduced, &cache, &writer));
  for (PetscInt k = 0; k < m->num_joints; k++)
    PetscCall(InsertJoint(m, &m->joints[k], first, at, reduced, &writer));
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

// y_i = W_i w of n rows W, row-major, of the dofs of some nodes.
static void Rates(const RicModel m, PetscInt num_nodes, const PetscInt nodes[], PetscInt n,
                  const PetscReal W[], const PetscScalar *w, PetscScalar y[]) {
  PetscReal x[RIC_MAX_DOFS];
  const PetscInt nd = RicGather_Private(m, num_nodes, nodes, w, NULL, x);

  for (PetscInt i = 0; i < n; i++) {
    y[i] = 0;
    for (PetscInt d = 0; d < nd; d++)
      y[i] += W[i * nd + d] * x[d];
  }
}

static void AllRates(const RicModel m, const RicLocalState *at, const PetscScalar *w,
                     PetscScalar y[]) {
  PetscReal W[PetscMax(RIC_CONTACT_ROOM, RIC_JOINT_MAX_ROWS * RIC_MAX_DOFS)];

  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    const PetscInt places = RicContactPlaces(set);
    for (PetscInt r = 0; r < set->num_rows; r += places) {
      (void)RicContactPathRows_Private(m, set, r, at, W);
      Rates(m, RIC_MAX_NODES, &set->nodes[RIC_MAX_NODES * r], places * set->width, W, w,
            &y[set->first_row + r * set->width]);
    }
  }
  for (PetscInt k = 0; k < m->num_joints; k++) {
    const RicJoint *joint = &m->joints[k];
    if (!joint->present)
      continue;
    (void)JointRows(m, joint, at, W);
    Rates(m, 2, joint->nodes, joint->num_rows, W, w, &y[joint->first_row]);
  }
}

PetscErrorCode RicModelPathRates(RicModel m, const RicPath *path, Vec w, Vec y) {
  const PetscScalar *a;
  RicLocalState at;
  RicPathReading reading;
  PetscScalar *b;
  Vec wl;

  PetscFunctionBegin;
  if (m->is.constant_rows) {
    PetscCall(RicMatMult(m->rows_full, w, y));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicModelReadPath_Private(m, path, &reading, &at));
  PetscCall(RicModelReadLocal_Private(m, w, &wl, &a));
  PetscCall(VecGetArray(y, &b));
  AllRates(m, &at, a, b);
  PetscCall(VecRestoreArray(y, &b));
  PetscCall(RicModelRestoreLocal_Private(w, &wl, &a));
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
