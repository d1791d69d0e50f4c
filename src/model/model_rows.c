// SPDX-License-Identifier: BSD-2-Clause
// Rows of a model, those of contacts and then those of joints on each rank: their numbers, kinds, laws
// and names.
#include "model/model_impl.h"

// Joint rows follow the contact rows on each rank.
static PetscErrorCode NumberRows(RicModel m) {
  PetscInt joint_rows = 0, normal_rows = 0;

  PetscFunctionBegin;
  m->num_rows_owned = 0;
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    m->contacts[c].first_row = m->num_rows_owned;
    m->num_rows_owned += m->contacts[c].num_rows * m->contacts[c].width;
    normal_rows += m->contacts[c].num_rows;
  }
  for (PetscInt k = 0; k < m->num_joints; k++) {
    if (!m->joints[k].present)
      continue;
    m->joints[k].first_row = m->num_rows_owned + joint_rows;
    joint_rows += m->joints[k].num_rows;
  }
  PetscCall(PetscMalloc1(m->num_rows_owned + joint_rows, &m->row_kind));
  for (PetscInt c = 0; c < m->num_contacts; c++)
    for (PetscInt i = 0; i < m->contacts[c].num_rows * m->contacts[c].width; i++)
      m->row_kind[m->contacts[c].first_row + i] =
          i % m->contacts[c].width ? RIC_ROW_FRICTION : RIC_ROW_UNILATERAL;
  for (PetscInt k = 0; k < m->num_joints; k++)
    for (PetscInt i = 0; i < m->joints[k].num_rows && m->joints[k].present; i++)
      m->row_kind[m->joints[k].first_row + i] =
          m->joints[k].ops->velocity_level ? RIC_ROW_VELOCITY : RIC_ROW_BILATERAL;
  PetscCallMPI(MPI_Allreduce(&m->num_rows_owned, &m->num_rows, 1, MPIU_INT, MPI_SUM, m->comm));
  PetscCallMPI(MPI_Allreduce(&joint_rows, &m->num_joint_rows, 1, MPIU_INT, MPI_SUM, m->comm));
  PetscCallMPI(MPI_Allreduce(&normal_rows, &m->num_normal_rows, 1, MPIU_INT, MPI_SUM, m->comm));
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
  PetscCall(VecGetArray(m->restitution, &e));
  PetscCall(VecGetArray(m->friction, &f));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    const PetscReal mean = RicContactStretch(&set->friction, m->dim, stretch);
    for (PetscInt i = 0; i < set->num_rows * set->width; i++) {
      e[set->first_row + i] = i % set->width ? set->friction.restitution : set->restitution;
      f[set->first_row + i] = mean;
    }
  }
  PetscCall(VecRestoreArray(m->restitution, &e));
  PetscCall(VecRestoreArray(m->friction, &f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetUpRows_Private(RicModel m) {
  PetscFunctionBegin;
  PetscCall(NumberRows(m));
  PetscCall(SetUpLaws(m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetRowKinds(RicModel m, const RicRowKind **kind, PetscInt *num_owned) {
  PetscFunctionBegin;
  *kind = m->row_kind;
  if (num_owned)
    *num_owned = m->num_rows_owned;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetRestitution(RicModel m, Vec *restitution) {
  PetscFunctionBegin;
  *restitution = m->restitution;
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
    if (!joint->present || row < first || row >= last || r < 0 || r >= joint->num_rows)
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

PetscErrorCode RicModelCreateContactVec(RicModel m, Vec *y) {
  PetscFunctionBegin;
  PetscCall(VecCreate(m->comm, y));
  PetscCall(VecSetSizes(*y, m->num_rows_owned, PETSC_DECIDE));
  PetscCall(VecSetType(*y, m->size == 1 ? VECSEQ : VECMPI));
  PetscCall(VecSet(*y, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}
