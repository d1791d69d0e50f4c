// SPDX-License-Identifier: BSD-2-Clause
// The mass of a model: is each free node heavy, and how heavy is all of it?
#include "model/model_impl.h"

// Masses are squared in norms and divided by: their squares must be numbers, too.
#define LEAST_MASS 1e-150
#define LARGEST_MASS 1e150

// The first node with a free dof whose mass is none or no number that can be computed with: its
// place, and that mass; PETSC_FALSE where there is none. Collective.
static PetscErrorCode FindMassless(RicModel m, const PetscScalar mass[], PetscReal where[3],
                                   PetscReal *wrong, PetscBool *any) {
  PetscInt bad = PETSC_MAX_INT, first;
  PetscReal found[4] = {0, 0, 0, 0};

  PetscFunctionBegin;
  for (PetscInt l = 0; l < m->num_owned; l++)
    for (PetscInt i = m->first[l]; i < m->first[l + 1]; i++) {
      if (m->fixed[i] || (mass[i] >= LEAST_MASS && mass[i] <= LARGEST_MASS) || m->global[l] >= bad)
        continue;
      bad = m->global[l];
      PetscCall(PetscArraycpy(found, &m->coordinates[3 * l], 3));
      found[3] = mass[i];
    }
  PetscCallMPI(MPI_Allreduce(&bad, &first, 1, MPIU_INT, MPI_MIN, m->comm));
  if (bad != first)
    PetscCall(PetscArrayzero(found, 4));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, found, 4, MPIU_REAL, MPIU_SUM, m->comm));
  PetscCall(PetscArraycpy(where, found, 3));
  *wrong = found[3];
  *any = (PetscBool)(first < PETSC_MAX_INT);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A free dof without mass would make M singular: name the first such node.
static PetscErrorCode CheckMass(RicModel m) {
  const PetscScalar *a;
  PetscReal x[3], wrong;
  PetscBool any;
  Vec diagonal;

  PetscFunctionBegin;
  PetscCall(VecDuplicate(m->work, &diagonal));
  PetscCall(MatGetDiagonal(m->mass_full, diagonal));
  PetscCall(VecGetArrayRead(diagonal, &a));
  PetscCall(FindMassless(m, a, x, &wrong, &any));
  PetscCall(VecRestoreArrayRead(diagonal, &a));
  PetscCall(VecDestroy(&diagonal));
  RicCheckUser(
      !any || wrong != 0, m->comm,
      "the node at (%.6g, %.6g, %.6g) moves but has no mass, give it elements with density or a "
      "point mass, or fix it",
      (double)x[0], (double)x[1], (double)x[2]);
  RicCheckUser(!any, m->comm,
               "the node at (%.6g, %.6g, %.6g) has the mass %.6g, must be in %.6g ... %.6g",
               (double)x[0], (double)x[1], (double)x[2], (double)wrong, LEAST_MASS, LARGEST_MASS);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of one direction: systems have masses of their own kind and do not count.
static PetscErrorCode TotalMass(RicModel m) {
  Vec ones;
  PetscScalar *a;

  PetscFunctionBegin;
  PetscCall(VecDuplicate(m->work, &ones));
  PetscCall(VecSet(ones, 0.0));
  PetscCall(VecGetArray(ones, &a));
  for (PetscInt l = 0; l < m->num_owned; l++)
    if (m->ndof[l] == m->dim || m->num_bodies)
      a[m->first[l]] = 1;
  PetscCall(VecRestoreArray(ones, &a));
  PetscCall(MatMult(m->mass_full, ones, m->work));
  PetscCall(VecDot(ones, m->work, &m->total_mass));
  PetscCall(VecDestroy(&ones));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelCheckMass_Private(RicModel m) {
  PetscFunctionBegin;
  PetscCall(CheckMass(m));
  PetscCall(TotalMass(m));
  PetscFunctionReturn(PETSC_SUCCESS);
}
