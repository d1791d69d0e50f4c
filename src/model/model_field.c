// SPDX-License-Identifier: BSD-2-Clause
// Fields of a model on its nodes, given by expressions of t, x, y, z: loads, supports and initial
// conditions, how they are added and what they have in common.
#include "model/model_impl.h"

PetscErrorCode RicNodalFieldDestroy_Private(RicNodalField *field) {
  PetscFunctionBegin;
  for (PetscInt d = 0; d < 3; d++) {
    PetscCall(RicExpressionDestroy(&field->value[d]));
    PetscCall(RicExpressionDestroy(&field->rate[d]));
  }
  PetscCall(PetscFree(field->nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode NewField(const RicRegion *region, PetscInt num_nodes, PetscInt *n,
                               RicNodalField **fields, RicNodalField **field) {
  PetscFunctionBegin;
  PetscCall(RicModelGrow_Private(*n, sizeof(**fields), fields));
  *field = &(*fields)[(*n)++];
  PetscCall(PetscMemzero(*field, sizeof(**field)));
  while ((*field)->num < region->num_nodes && region->nodes[(*field)->num] < num_nodes)
    (*field)->num++;
  PetscCall(PetscMalloc1((*field)->num, &(*field)->nodes));
  PetscCall(PetscArraycpy((*field)->nodes, region->nodes, (*field)->num));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Move expressions from the caller into the field, and see whether any moves with time.
static PetscErrorCode TakeExpressions(RicNodalField *field, RicExpression from[3],
                                      RicExpression to[3]) {
  PetscFunctionBegin;
  for (PetscInt d = 0; from && d < 3; d++) {
    PetscBool moving = PETSC_FALSE;
    if (!from[d])
      continue;
    PetscCall(RicExpressionIsTimeDependent(from[d], &moving));
    field->moving = (PetscBool)(field->moving || moving);
    to[d] = from[d];
    from[d] = NULL;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddLoad(RicModel m, const RicRegion *region, RicExpression force[3]) {
  RicNodalField *load = NULL;

  PetscFunctionBegin;
  PetscCall(NewField(region, m->num_owned, &m->num_loads, &m->loads, &load));
  PetscCall(TakeExpressions(load, force, load->value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddMoment(RicModel m, const RicRegion *region, RicExpression moment[3]) {
  RicNodalField *load;

  PetscFunctionBegin;
  PetscCall(RicModelAddLoad(m, region, moment));
  load = &m->loads[m->num_loads - 1];
  load->moment = load->moving = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddSupport(RicModel m, const RicRegion *region, const PetscBool fixed[3],
                                  RicExpression displacement[3], RicExpression velocity[3]) {
  RicNodalField *support = NULL;

  PetscFunctionBegin;
  for (PetscInt d = 0; velocity && d < 3; d++)
    RicCheckUser(!velocity[d] || (displacement && displacement[d]), m->comm,
                 "supports: a velocity needs the displacement it belongs to");
  PetscCall(NewField(region, m->num_local, &m->num_supports, &m->supports, &support));
  PetscCall(PetscArraycpy(support->fixed, fixed, 3));
  PetscCall(TakeExpressions(support, displacement, support->value));
  PetscCall(TakeExpressions(support, velocity, support->rate));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddInitial(RicModel m, const RicRegion *region,
                                  RicExpression displacement[3], RicExpression velocity[3]) {
  RicNodalField *initial = NULL;

  PetscFunctionBegin;
  PetscCall(NewField(region, m->num_owned, &m->num_initials, &m->initials, &initial));
  PetscCall(TakeExpressions(initial, displacement, initial->value));
  PetscCall(TakeExpressions(initial, velocity, initial->rate));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicTimeDerivative_Private(RicExpression expr, PetscInt derivative, PetscReal t,
                                         PetscReal h, const PetscReal x[3], PetscReal *value) {
  const PetscReal d = h / 4;
  PetscReal f[5];
  PetscBool moves;

  PetscFunctionBegin;
  *value = 0;
  if (!expr)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (derivative == 0) {
    PetscCall(RicExpressionEvaluate(expr, t, x, value));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicExpressionIsTimeDependent(expr, &moves));
  if (!moves) // exactly 0: differences would leave round-off, divided by the step
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < 5; i++)
    PetscCall(RicExpressionEvaluate(expr, t + (i - 2) * d, x, &f[i]));
  if (derivative == 1)
    *value = (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * d);
  else
    *value = (-f[0] + 16 * f[1] - 30 * f[2] + 16 * f[3] - f[4]) / (12 * d * d);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRefuseNotFinite_Private(RicModel m, PetscInt wrong, PetscReal t,
                                          const char what[]) {
  PetscFunctionBegin;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPIU_INT, MPI_MIN, m->comm));
  RicCheckUser(wrong == PETSC_MAX_INT, m->comm,
               "%s[%" PetscInt_FMT "]: an expression is not a finite number at t = %.6g s", what,
               wrong, (double)t);
  PetscFunctionReturn(PETSC_SUCCESS);
}
