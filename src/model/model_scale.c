// SPDX-License-Identifier: BSD-2-Clause
// Sizes of a model, for tolerances: its length, where its dofs stand, and what a gap of a row is
// compared with.
#include "model/model_impl.h"

static PetscReal Larger(PetscReal length, PetscInt n, const PetscReal x[]) {
  for (PetscInt i = 0; i < n; i++)
    length = PetscMax(length, PetscAbsReal(x[i]));
  return length;
}

static PetscBool IsOfPoints(const RicContactSet *set) {
  return (PetscBool)(set->ops && set->ops->form == RIC_CONTACT_OF_POINTS);
}

// Of what is not a node: outlines of bodies, points of contacts and joints.
static PetscReal PartsLength(const RicModel m) {
  PetscReal length = 0;

  for (PetscInt k = 0; k < m->num_surfaces; k++)
    length = Larger(length, 3 * m->surfaces[k]->num_corners, m->surfaces[k]->corners);
  for (PetscInt c = 0; c < m->num_contacts; c++)
    for (PetscInt k = 0; k < 2 && IsOfPoints(&m->contacts[c]); k++)
      length = Larger(length, 3, m->contacts[c].on[k].local);
  for (PetscInt j = 0; j < m->num_joints; j++)
    for (PetscInt k = 0; k < 2; k++)
      length = Larger(length, 3, m->joints[j].point[k].local);
  return length;
}

// Largest gap of a system at its start, for a model that is nothing else.
static PetscReal SystemsLength(const RicModel m) {
  RicSystemCache cache;
  PetscReal length = 0;

  RicSystemCacheClear_Private(&cache);
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    for (PetscInt r = 0; r < set->num_rows && set->system >= 0; r++) {
      const PetscReal g =
          RicSystemGap_Private(m, set, m->systems[set->system].q0, 0, &cache); // of its owner
      length = PetscIsInfOrNanReal(g) ? length : Larger(length, 1, &g);
    }
  }
  return length;
}

PetscErrorCode RicModelMeasureLength_Private(RicModel m) {
  PetscReal lo[3], hi[3];

  PetscFunctionBegin;
  PetscCall(RicMeshGetBox(m->mesh, lo, hi));
  m->length = PartsLength(m);
  for (PetscInt d = 0; d < 3; d++)
    m->length = PetscMax(
        m->length, PetscMax(hi[d] - lo[d], PetscMax(PetscAbsReal(lo[d]), PetscAbsReal(hi[d]))));
  if (m->length == 0)
    m->length = SystemsLength(m);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &m->length, 1, MPIU_REAL, MPIU_MAX, m->comm));
  if (m->length == 0)
    m->length = 1; // nothing in the model has a size
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetLength(RicModel m, PetscReal *length) {
  PetscFunctionBegin;
  *length = m->length;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The change of a system's coordinate that changes one of its gaps by the length: smallest over the
// gaps, 0 where it changes none.
static PetscErrorCode SystemScales(RicModel m, PetscScalar *scale) {
  RicSystemCache cache;

  PetscFunctionBegin;
  RicSystemCacheClear_Private(&cache);
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    for (PetscInt r = 0; r < set->num_rows && set->system >= 0; r++) {
      const RicSystemNode *system = &m->systems[set->system];
      PetscScalar *s = &scale[m->first[system->node]];
      const PetscReal *w = RicSystemRow_Private(m, set, system->q0, 0, &cache);
      for (PetscInt d = 0; d < system->ops->num_dofs; d++)
        if (w[d] != 0 && (s[d] == 0 || m->length / PetscAbsReal(w[d]) < s[d]))
          s[d] = m->length / PetscAbsReal(w[d]);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetDofScales(RicModel m, Vec scale, Vec position) {
  PetscScalar *s, *x;

  PetscFunctionBegin;
  PetscCall(VecGetArray(scale, &s));
  PetscCall(VecGetArray(position, &x));
  for (PetscInt i = 0; i < m->num_owned; i++)
    for (PetscInt d = 0; d < m->ndof[i]; d++) {
      s[m->first[i] + d] = d < m->dim ? m->length : 0;
      x[m->first[i] + d] = d < m->dim ? PetscAbsReal(m->coordinates[3 * i + d]) : 0;
    }
  for (PetscInt k = 0; k < m->num_bodies; k++) {
    const RicBody *body = &m->bodies[k];
    for (PetscInt d = m->dim; body->owned && d < m->ndof[body->node]; d++) {
      const PetscReal J = m->dim == 2 ? body->data.inertia : body->data.tensor[4 * (d - 3)];
      s[m->first[body->node] + d] = m->length / PetscSqrtReal(J / body->data.mass);
    }
  }
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const PetscInt node = m->systems[k].node;
    for (PetscInt d = 0; node >= 0 && node < m->num_owned && d < m->ndof[node]; d++)
      s[m->first[node] + d] = x[m->first[node] + d] = 0;
  }
  PetscCall(SystemScales(m, s));
  PetscCall(VecRestoreArray(scale, &s));
  PetscCall(VecRestoreArray(position, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetRowScales(RicModel m, Vec scale) {
  RicPairWrench w[RIC_JOINT_MAX_ROWS];
  PetscReal y[RIC_JOINT_MAX_ROWS];
  RicPair pair;
  PetscScalar *s;

  PetscFunctionBegin;
  PetscCall(VecSet(scale, m->length));
  PetscCall(VecGetArray(scale, &s));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    for (PetscInt r = 0; r < set->num_rows && set->ops && set->ops->angular; r++)
      s[set->first_row + r * set->width] = 1;
  }
  for (PetscInt k = 0; k < m->num_joints; k++) {
    const RicJoint *joint = &m->joints[k];
    if (!joint->present)
      continue;
    RicModelStand(m, joint->point, joint->nodes, NULL, &pair);
    joint->ops->Rows(joint->data, m->dim, &pair.stand[0].pose, &pair.stand[1].pose, y, w);
    for (PetscInt i = 0; i < joint->num_rows; i++)
      if (RicVec3Norm(w[i].f) == 0) // it turns and does not push
        s[joint->first_row + i] = 1;
  }
  PetscCall(VecRestoreArray(scale, &s));
  PetscFunctionReturn(PETSC_SUCCESS);
}
