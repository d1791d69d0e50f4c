// SPDX-License-Identifier: BSD-2-Clause
// Contacts of a model: gaps, gap velocities and rows of all contact sets.
#include "base/vec.h"
#include "model/model_impl.h"

// One row [n] of the dofs of two nodes into W; `reduced` drops columns of fixed dofs.
static PetscErrorCode InsertRow(RicModel m, PetscInt row, const PetscInt nodes[2],
                                const PetscReal w[], PetscBool reduced, RicWriter *W) {
  PetscInt local[RIC_MAX_DOFS], cols[RIC_MAX_DOFS];
  const PetscInt n = RicDofs_Private(m, RIC_MAX_NODES, nodes, PETSC_TRUE, cols);

  PetscFunctionBegin;
  if (reduced)
    (void)RicDofs_Private(m, RIC_MAX_NODES, nodes, PETSC_FALSE, local);
  for (PetscInt i = 0; i < n && (reduced || m->constant_rows); i++)
    if ((w[i] == 0 && m->constant_rows) || (reduced && m->fixed[local[i]]))
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
      PetscCall(InsertRow(m, first + set->first_row + r * set->width + i,
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
  RicModelStand(m, joint->data.point, joint->nodes, q, &pair);
  RicJointRows(joint->ops, &joint->data, &pair, y, w);
  const PetscInt n = pair.nd[0] + pair.nd[1];
  for (PetscInt i = 0; i < joint->ops->num_rows; i++)
    PetscCall(InsertRow(m, first + joint->first_row + i, joint->nodes, &w[i * n], reduced, W));
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

static PetscErrorCode CreateRows(RicModel m, PetscBool reduced, Mat *W) {
  const PetscInt room = PetscMin(RIC_MAX_DOFS, m->dofs_owned),
                 ghosts = PetscMin(RIC_MAX_DOFS, m->dofs - m->dofs_owned);

  PetscFunctionBegin;
  PetscCall(MatCreate(m->comm, W));
  PetscCall(MatSetSizes(*W, m->num_rows_owned, m->dofs_owned, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(*W, MATAIJ));
  PetscCall(MatSeqAIJSetPreallocation(*W, room, NULL));
  PetscCall(MatMPIAIJSetPreallocation(*W, room, NULL, ghosts, NULL));
  PetscCall(AssembleRows(m, 0, NULL, reduced, *W));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Is any node in two rows, or a row on two nodes? Node–plane rows live with their node: a local
// question.
static PetscErrorCode TestSeparable(RicModel m) {
  PetscInt *count, bad = m->num_joints > 0;

  PetscFunctionBegin;
  PetscCall(PetscCalloc1(m->num_local, &count));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    for (PetscInt r = 0; r < set->num_rows; r++) {
      const PetscInt *nodes = &set->nodes[RIC_MAX_NODES * r];
      if (set->width > 1 || !set->ops || !set->ops->linear || nodes[0] < 0 || nodes[1] >= 0 ||
          ++count[nodes[0]] > 1)
        bad = 1;
    }
  }
  PetscCall(PetscFree(count));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPIU_INT, MPI_MAX, m->comm));
  m->separable = (PetscBool)!bad;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void JointValues(const RicModel m, const RicJoint *joint, const PetscScalar *q,
                        PetscReal y[]) {
  RicPairWrench w[RIC_JOINT_MAX_ROWS];
  RicPair pair;

  RicModelStand(m, joint->data.point, joint->nodes, q, &pair);
  joint->ops->Rows(&joint->data, &pair.stand[0].pose, &pair.stand[1].pose, y, w);
}

// Gap of each contact row and value of each joint row at q (NULL: 0), shift 0.
static PetscErrorCode KernelGaps(RicModel m, PetscReal t, Vec q, Vec y) {
  const PetscScalar *a = NULL;
  RicSystemCache cache;
  PetscScalar *b;
  Vec ql = NULL;

  PetscFunctionBegin;
  RicSystemCacheClear_Private(&cache);
  if (q) {
    PetscCall(RicModelUpdateGhosts(m, q));
    PetscCall(RicModelLocalForm_Private(m, q, &ql));
    PetscCall(VecGetArrayRead(ql, &a));
  }
  PetscCall(VecGetArray(y, &b));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    for (PetscInt r = 0; r < set->num_rows; r += RicContactPlaces(set))
      RicContactGaps_Private(m, set, r, a, t, &cache, &b[set->first_row + r * set->width]);
  }
  for (PetscInt k = 0; k < m->num_joints; k++)
    if (m->joints[k].present)
      JointValues(m, &m->joints[k], a, &b[m->joints[k].first_row]);
  PetscCall(VecRestoreArray(y, &b));
  if (q) {
    PetscCall(VecRestoreArrayRead(ql, &a));
    PetscCall(RicModelRestoreLocalForm_Private(q, &ql));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Joint rows follow the contact rows on each rank.
static PetscErrorCode NumberRows(RicModel m) {
  PetscInt joint_rows = 0;

  PetscFunctionBegin;
  m->num_rows_owned = 0;
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    m->contacts[c].first_row = m->num_rows_owned;
    m->num_rows_owned += m->contacts[c].num_rows * m->contacts[c].width;
    m->has_friction = (PetscBool)(m->has_friction || m->contacts[c].width > 1);
  }
  for (PetscInt k = 0; k < m->num_joints; k++) {
    if (!m->joints[k].present)
      continue;
    m->joints[k].first_row = m->num_rows_owned + joint_rows;
    joint_rows += m->joints[k].ops->num_rows;
  }
  PetscCall(PetscMalloc1(m->num_rows_owned + joint_rows, &m->row_kind));
  for (PetscInt c = 0; c < m->num_contacts; c++)
    for (PetscInt i = 0; i < m->contacts[c].num_rows * m->contacts[c].width; i++)
      m->row_kind[m->contacts[c].first_row + i] =
          i % m->contacts[c].width ? RIC_ROW_FRICTION : RIC_ROW_UNILATERAL;
  for (PetscInt k = 0; k < m->num_joints; k++)
    for (PetscInt i = 0; i < m->joints[k].ops->num_rows && m->joints[k].present; i++)
      m->row_kind[m->joints[k].first_row + i] =
          m->joints[k].ops->velocity_level ? RIC_ROW_VELOCITY : RIC_ROW_BILATERAL;
  PetscCallMPI(MPI_Allreduce(&m->num_rows_owned, &m->num_rows, 1, MPIU_INT, MPI_SUM, m->comm));
  PetscCallMPI(MPI_Allreduce(&joint_rows, &m->num_joint_rows, 1, MPIU_INT, MPI_SUM, m->comm));
  m->num_contact_rows = m->num_rows;
  m->num_rows_owned += joint_rows;
  m->num_rows += m->num_joint_rows;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Restitution and friction of each row.
static PetscErrorCode SetUpLaws(RicModel m) {
  PetscReal stretch[RIC_CONTACT_MAX_WIDTH];
  PetscScalar *e, *f;

  PetscFunctionBegin;
  PetscCall(RicModelCreateContactVec(m, &m->restitution));
  PetscCall(VecDuplicate(m->restitution, &m->friction));
  PetscCall(VecDuplicate(m->restitution, &m->gaps));
  PetscCall(VecGetArray(m->restitution, &e));
  PetscCall(VecGetArray(m->friction, &f));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    const PetscReal mean = RicContactStretch(&set->friction, m->dim, stretch);
    for (PetscInt i = 0; i < set->num_rows * set->width; i++) {
      e[set->first_row + i] = i % set->width ? set->friction.restitution : set->data.restitution;
      f[set->first_row + i] = mean;
    }
  }
  PetscCall(VecRestoreArray(m->restitution, &e));
  PetscCall(VecRestoreArray(m->friction, &f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetUpContacts_Private(RicModel m) {
  PetscFunctionBegin;
  for (PetscInt c = 0; c < m->num_contacts; c++)
    m->moving_rows = (PetscBool)(m->moving_rows || m->contacts[c].motion);
  for (PetscInt k = 0; k < m->num_joints; k++)
    m->moving_rows = (PetscBool)(m->moving_rows || m->joints[k].motion);
  PetscCall(NumberRows(m));
  PetscCall(SetUpLaws(m));
  PetscCall(VecDuplicate(m->restitution, &m->gap_offset));
  PetscCall(CreateRows(m, PETSC_FALSE, &m->rows_full));
  if (m->free_dofs == m->dofs) {
    PetscCall(PetscObjectReference((PetscObject)m->rows_full));
    m->rows = m->rows_full;
  } else
    PetscCall(CreateRows(m, PETSC_TRUE, &m->rows));
  PetscCall(KernelGaps(m, 0, NULL, m->gap_offset));
  PetscCall(TestSeparable(m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelUpdateRows(RicModel m, PetscReal t, Vec q, PetscBool *changed) {
  PetscBool other = PETSC_FALSE;
  const PetscScalar *a;
  Vec ql;

  PetscFunctionBegin;
  if (changed)
    *changed = (PetscBool)!m->constant_rows;
  if (!m->constant_rows)
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
    *mass_changed = (PetscBool)!m->constant_mass;
  if (!m->constant_mass)
    PetscCall(RicModelUpdateMass(m, t, q));
  PetscCall(RicModelUpdateRows(m, t, q, rows_changed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetRowKinds(RicModel m, const RicRowKind **kind, PetscInt *num_owned) {
  PetscFunctionBegin;
  *kind = m->row_kind;
  if (num_owned)
    *num_owned = m->num_rows_owned;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelContactShift(RicModel m, PetscInt i, PetscReal t, PetscReal *shift) {
  const PetscReal origin[3] = {0, 0, 0};

  PetscFunctionBegin;
  PetscCall(RicTimeDerivative_Private(m->contacts[i].motion, 0, t, 1.0, origin, shift));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// y −= d^k s/dt^k of moving contacts and driven joints (their last row).
PetscErrorCode RicModelShifts_Private(RicModel m, PetscReal t, PetscReal h, PetscInt derivative,
                                      Vec y) {
  const PetscReal origin[3] = {0, 0, 0};
  PetscScalar *a;
  PetscReal s;

  PetscFunctionBegin;
  if (!m->moving_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArray(y, &a));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    if (!set->motion)
      continue;
    PetscCall(RicTimeDerivative_Private(set->motion, derivative, t, h, origin, &s));
    RicCheckUser(!PetscIsInfOrNanReal(s), m->comm,
                 "contact '%s': its motion is not a finite number at t = %.6g s", set->name,
                 (double)t);
    for (PetscInt r = 0; r < set->num_rows; r++)
      a[set->first_row + r * set->width] -= RicContactSide(set->ops, r) * s;
  }
  for (PetscInt k = 0; k < m->num_joints; k++) {
    const RicJoint *joint = &m->joints[k];
    if (!joint->motion)
      continue;
    // A velocity-level joint's motion is its rate already.
    const PetscInt order = joint->ops->velocity_level ? derivative - 1 : derivative;
    if (order < 0)
      continue;
    PetscCall(RicTimeDerivative_Private(joint->motion, order, t, h, origin, &s));
    RicCheckUser(!PetscIsInfOrNanReal(s), m->comm,
                 "joint '%s': its motion is not a finite number at t = %.6g s", joint->name,
                 (double)t);
    if (joint->present)
      a[joint->first_row + joint->ops->num_rows - 1] -= s;
  }
  PetscCall(VecRestoreArray(y, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Tangential rows have no gap.
static PetscErrorCode ZeroTangents(RicModel m, Vec y) {
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecGetArray(y, &a));
  for (PetscInt i = 0; i < m->num_rows_owned; i++)
    if (m->row_kind[i] == RIC_ROW_FRICTION)
      a[i] = 0;
  PetscCall(VecRestoreArray(y, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGaps(RicModel m, PetscReal t, Vec q, Vec y) {
  PetscBool other;

  PetscFunctionBegin;
  if (m->constant_rows) {
    PetscCall(RicMatMultAdd(m->rows_full, q, m->gap_offset, y));
    if (m->has_friction)
      PetscCall(ZeroTangents(m, y));
    PetscCall(RicModelShifts_Private(m, t, 1.0, 0, y));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicModelStamp_Private(m, t, q, &m->gaps_at, &other));
  if (other) {
    PetscCall(KernelGaps(m, t, q, m->gaps));
    PetscCall(RicModelShifts_Private(m, t, 1.0, 0, m->gaps));
  }
  PetscCall(RicVecCopy(m->gaps, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGapVelocities(RicModel m, PetscReal t, PetscReal h, Vec q, Vec v, Vec ydot) {
  PetscFunctionBegin;
  (void)q; // the rows are those of the last RicModelUpdate
  PetscCall(RicMatMult(m->rows_full, v, ydot));
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
                           .system = set->system,
                           .gap = set->gap,
                           .moving = (PetscBool)(set->motion != NULL),
                           .data = set->data,
                           .friction = &set->friction,
                           .num_rows = set->num_rows,
                           .width = set->width,
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
    const PetscInt r = (row - first - set->first_row) / set->width;
    if (row < first + set->first_row || row >= last || r >= set->num_rows)
      continue;
    const PetscInt node = set->nodes[RIC_MAX_NODES * r];
    PetscReal x[3] = {0, 0, 0};
    for (PetscInt d = 0; d < 3 && node >= 0; d++)
      x[d] = m->coordinates[3 * node + d] +
             (d < m->dim && d < m->ndof[node] ? a[m->first[node] + d] : 0);
    PetscCall(PetscSNPrintf(buffer, sizeof(buffer), "contact '%s', node at (%.6g, %.6g, %.6g)",
                            set->name, (double)x[0], (double)x[1], (double)x[2]));
    mine = rank;
  }
  PetscCall(VecRestoreArrayRead(q, &a));
  for (PetscInt k = 0; k < m->num_joints; k++) {
    const RicJoint *joint = &m->joints[k];
    const PetscInt r = row - first - joint->first_row;
    if (!joint->present || row < first || row >= last || r < 0 || r >= joint->ops->num_rows)
      continue;
    PetscCall(PetscSNPrintf(buffer, sizeof(buffer), "joint '%s'", joint->name));
    mine = rank;
  }
  PetscCallMPI(MPI_Allreduce(&mine, &owner, 1, MPI_INT, MPI_MAX, m->comm));
  if (owner >= 0)
    PetscCallMPI(MPI_Bcast(buffer, sizeof(buffer), MPI_CHAR, owner, m->comm));
  PetscCall(PetscStrncpy(text, buffer, len));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelRowRates(RicModel m, PetscReal t, PetscReal h, Vec y) {
  PetscFunctionBegin;
  PetscCall(RicModelShifts_Private(m, t, h, 1, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}
