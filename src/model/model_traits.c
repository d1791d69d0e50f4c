// SPDX-License-Identifier: BSD-2-Clause
// What holds of a model whatever its state, found once.
#include "model/model_impl.h"

static PetscBool And(PetscBool a, PetscBool b) { return (PetscBool)(a && b); }

static PetscBool Or(PetscBool a, PetscBool b) { return (PetscBool)(a || b); }

static void LookAtElements(const RicModel m, RicModelTraits *is) {
  is->damped = (PetscBool)(m->damping_mass > 0 || m->damping_stiffness > 0);
  for (PetscInt i = 0; i < m->num_blocks; i++) {
    const RicElementBlock *b = &m->blocks[i];
    const RicElementTraits of = RicElementTraitsOf(b->ops, b->data);
    is->linear = And(is->linear, b->ops->linear);
    is->constant_tangent = And(is->constant_tangent, b->ops->linear);
    is->lumped = And(is->lumped, of.lumped);
    is->damped = Or(is->damped, of.damped);
  }
}

// Above as many dofs operators stay symmetric.
#define GYROSCOPIC_DOFS 200

// A body in space that is no ball of inertia turns by itself.
static void LookAtBodies(const RicModel m, RicModelTraits *is) {
  is->of_nodes = (PetscBool)(m->num_bodies + m->num_systems == 0);
  is->spatial = (PetscBool)(m->dim == 3 && m->num_bodies > 0);
  for (PetscInt k = 0; k < m->num_bodies && is->spatial; k++) {
    const PetscReal *J = m->bodies[k].data.tensor;
    const PetscBool full = (PetscBool)(J[1] != 0 || J[2] != 0 || J[5] != 0);
    is->full_inertia = Or(is->full_inertia, full);
    is->gyroscopic = (PetscBool)(is->gyroscopic || full || J[0] != J[4] || J[4] != J[8]);
  }
  is->unsymmetric = (PetscBool)(is->gyroscopic && m->dofs <= GYROSCOPIC_DOFS);
  is->linear = And(is->linear, (PetscBool)!is->spatial);
  is->lumped = And(is->lumped, (PetscBool)!is->full_inertia);
  is->constant_tangent = And(is->constant_tangent, (PetscBool)!is->unsymmetric);
}

static void LookAtSystems(const RicModel m, RicModelTraits *is) {
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const RicSystemOps *ops = m->systems[k].ops;
    is->linear = is->lumped = PETSC_FALSE;
    is->constant_mass = And(is->constant_mass, ops->constant_mass);
    is->constant_tangent = And(is->constant_tangent, ops->constant_tangent);
  }
  for (PetscInt k = 0; k < m->num_springs; k++) {
    is->linear = is->constant_tangent = PETSC_FALSE;
    is->damped = Or(is->damped, (PetscBool)(m->springs[k].damper > 0));
  }
}

static void LookAtRows(const RicModel m, RicModelTraits *is) {
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    is->constant_rows =
        And(is->constant_rows, (PetscBool)(set->ops && RicContactIsLinear(set->ops, m->dim)));
    is->friction = Or(is->friction, (PetscBool)(set->width > 1));
    is->friction_of_speed = Or(is->friction_of_speed, (PetscBool)(set->friction.of_speed != NULL));
    is->moving_rows = Or(is->moving_rows, (PetscBool)(set->motion != NULL));
  }
  for (PetscInt k = 0; k < m->num_joints; k++) {
    is->constant_rows = PETSC_FALSE;
    is->moving_rows = Or(is->moving_rows, (PetscBool)(m->joints[k].motion != NULL));
  }
  is->linear = And(is->linear, is->constant_rows);
}

static void LookAtFields(const RicModel m, RicModelTraits *is) {
  for (PetscInt k = 0; k < m->num_supports; k++)
    is->moving_supports = Or(is->moving_supports, m->supports[k].moving);
  for (PetscInt k = 0; k < m->num_loads; k++)
    is->moving_loads = Or(is->moving_loads, m->loads[k].moving);
}

static PetscBool OnOneNode(const PetscInt nodes[RIC_MAX_NODES]) {
  for (PetscInt a = 1; a < RIC_MAX_NODES; a++)
    if (nodes[a] >= 0)
      return PETSC_FALSE;
  return (PetscBool)(nodes[0] >= 0);
}

// Is any node in two rows, or a row on two nodes? Node–plane rows live with their node: a local
// question.
static PetscErrorCode TestSeparable(RicModel m, PetscBool *yes) {
  PetscInt *count;

  PetscFunctionBegin;
  *yes = (PetscBool)(m->num_joints == 0);
  PetscCall(PetscCalloc1(m->num_local, &count));
  for (PetscInt c = 0; c < m->num_contacts; c++) {
    const RicContactSet *set = &m->contacts[c];
    for (PetscInt r = 0; r < set->num_rows; r++) {
      const PetscInt *nodes = &set->nodes[RIC_MAX_NODES * r];
      if (set->width > 1 || !set->ops || !RicContactIsLinear(set->ops, m->dim) ||
          !OnOneNode(nodes) || ++count[nodes[0]] > 1)
        *yes = PETSC_FALSE;
    }
  }
  PetscCall(PetscFree(count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelFindTraits_Private(RicModel m) {
  PetscBool local[2] = {PETSC_TRUE, PETSC_TRUE}; // uniform, separable

  PetscFunctionBegin;
  m->is = (RicModelTraits){.linear = PETSC_TRUE,
                           .constant_mass = PETSC_TRUE,
                           .constant_rows = PETSC_TRUE,
                           .constant_tangent = PETSC_TRUE,
                           .lumped = PETSC_TRUE};
  LookAtElements(m, &m->is);
  LookAtBodies(m, &m->is);
  LookAtSystems(m, &m->is);
  LookAtRows(m, &m->is);
  LookAtFields(m, &m->is);
  for (PetscInt l = 0; l < m->num_local; l++)
    local[0] = And(local[0], (PetscBool)(m->ndof[l] == m->dim));
  PetscCall(TestSeparable(m, &local[1]));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, local, 2, MPIU_BOOL, MPI_LAND, m->comm));
  m->is.uniform = local[0];
  m->is.separable = local[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetTraits(RicModel m, const RicModelTraits **traits) {
  PetscFunctionBegin;
  *traits = &m->is;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What is not diagonal: elements that are stiff, consistent masses, springs, systems, and joints or
// contacts whose curvature counts.
PetscErrorCode RicModelHasDiagonalTangent(RicModel m, RicCurvature curvature, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = (PetscBool)(m->is.lumped && !m->num_springs && !m->num_systems && !m->is.damped &&
                     !m->is.unsymmetric);
  if (curvature >= RIC_CURVATURE_JOINTS && m->num_joints)
    *yes = PETSC_FALSE;
  if (curvature >= RIC_CURVATURE_ROWS && m->num_contacts)
    *yes = PETSC_FALSE;
  for (PetscInt b = 0; b < m->num_blocks; b++)
    if (m->blocks[b].ops->Tangent)
      *yes = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
