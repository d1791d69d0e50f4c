// SPDX-License-Identifier: BSD-2-Clause
// Friction of contacts: its laws, and coefficients that depend on how fast contacts slide.
#include "model/model_impl.h"

PetscErrorCode RicModelSetContactFriction(RicModel m, PetscInt contact,
                                          const RicContactFriction *friction) {
  RicContactSet *set = &m->contacts[contact];
  const PetscBool spins = (PetscBool)(friction->radius > 0);

  PetscFunctionBegin;
  PetscCheck(set->system < 0 || m->systems[set->system].ops->GapTangents, m->comm, PETSC_ERR_SUP,
             "a gap without tangents has no friction");
  PetscCheck((set->system < 0 && m->dim == 3) || (!spins && friction->second == 0), m->comm,
             PETSC_ERR_SUP, "elliptic friction and resistance to spin are of contacts in space");
  set->width = set->system < 0 ? RicContactWidth(friction, m->dim) : 2;
  set->friction = *friction;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetFriction(RicModel m, Vec *friction) {
  PetscFunctionBegin;
  *friction = m->friction;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A speed at which the coefficient of a contact is none; −1: there is none.
typedef struct {
  double speed;
  int contact;
} Wrong;

// µ of the places of a contact that push, mu > 0, from the rates y; *change grows to the largest.
static PetscErrorCode UpdateSet(RicModel m, PetscInt contact, const PetscScalar y[],
                                const PetscScalar mu[], PetscScalar f[], PetscReal *change,
                                Wrong *wrong) {
  const RicContactSet *set = &m->contacts[contact];

  PetscFunctionBegin;
  for (PetscInt r = 0; r < set->num_rows; r++) {
    const PetscInt i = set->first_row + r * set->width;
    PetscReal speed = 0, value;
    if (!(mu[i] > 0))
      continue;
    for (PetscInt k = i + 1; k < i + set->width; k++)
      speed += y[k] * y[k];
    speed = PetscSqrtReal(speed);
    PetscCall(RicContactFrictionAt(&set->friction, speed, &value));
    if (!(value >= 0) || PetscIsInfReal(value)) {
      *wrong = (Wrong){.speed = speed, .contact = (int)contact};
      continue;
    }
    *change = PetscMax(*change, PetscAbsReal(value - f[i]));
    f[i] = value;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelUpdateFriction(RicModel m, Vec y, Vec mu, PetscReal *change) {
  Wrong wrong = {.speed = -1};
  const PetscScalar *ya, *ma;
  PetscScalar *f;

  PetscFunctionBegin;
  *change = 0;
  PetscCall(VecGetArrayRead(y, &ya));
  PetscCall(VecGetArrayRead(mu, &ma));
  PetscCall(VecGetArray(m->friction, &f));
  for (PetscInt c = 0; c < m->num_contacts; c++)
    if (m->contacts[c].friction.of_speed)
      PetscCall(UpdateSet(m, c, ya, ma, f, change, &wrong));
  PetscCall(VecRestoreArrayRead(y, &ya));
  PetscCall(VecRestoreArrayRead(mu, &ma));
  PetscCall(VecRestoreArray(m->friction, &f));
  if (m->size > 1) {
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, change, 1, MPIU_REAL, MPIU_MAX, m->comm));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_DOUBLE_INT, MPI_MAXLOC, m->comm));
  }
  RicCheckUser(
      wrong.speed < 0, m->comm,
      "contact '%s': its coefficient of friction is negative or not finite at s = %.6g m/s",
      m->contacts[wrong.contact].name, wrong.speed);
  PetscFunctionReturn(PETSC_SUCCESS);
}
