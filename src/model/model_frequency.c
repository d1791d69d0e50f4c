// SPDX-License-Identifier: BSD-2-Clause
// A bound on the fastest frequency of a model, ω² ≤ max_i f_i Σ_j |K_ij| / M_ii: Gershgorin's for
// D⁻¹K with a diagonal D ≤ M. The mass of a two-node bar is at least half its diagonal, hence f = 2
// on rows with neighbours in M, else 1. On a uniform bar both give the exact limit of fine meshes,
// 2√3 c/l and 2 c/l; on lattices it is above by less than √dim. Systems, whose mass is any matrix, are
// left out.
#include "model/model_impl.h"

// Largest f Σ|K_ij| / M_ii of this rank's rows.
static PetscErrorCode LargestRow(RicModel m, Mat K, const PetscBool *skip, PetscReal *largest) {
  const PetscScalar *a;
  const PetscInt *cols;
  PetscInt first, last, n;

  PetscFunctionBegin;
  PetscCall(MatGetOwnershipRange(K, &first, &last));
  for (PetscInt row = first; row < last; row++) {
    PetscReal stiffness = 0, mass = 0, factor = 1;
    if (skip[row - first] || m->fixed[row - first])
      continue;
    PetscCall(MatGetRow(K, row, &n, NULL, &a));
    for (PetscInt k = 0; k < n; k++)
      stiffness += PetscAbsReal(a[k]);
    PetscCall(MatRestoreRow(K, row, &n, NULL, &a));
    PetscCall(MatGetRow(m->mass, row, &n, &cols, &a));
    for (PetscInt k = 0; k < n; k++)
      if (cols[k] == row)
        mass = a[k];
      else if (a[k] != 0)
        factor = 2;
    PetscCall(MatRestoreRow(m->mass, row, &n, &cols, &a));
    if (mass > 0)
      *largest = PetscMax(*largest, factor * stiffness / mass);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelFrequencyBound(RicModel m, const RicTangentPoint *at, PetscReal *omega) {
  PetscReal largest = 0;
  PetscBool *skip;
  Mat K;

  PetscFunctionBegin;
  PetscCall(PetscCalloc1(m->dofs_owned, &skip));
  for (PetscInt k = 0; k < m->num_systems; k++) {
    const RicSystemNode *s = &m->systems[k];
    for (PetscInt d = 0; d < s->ops->num_dofs && s->node >= 0 && s->node < m->num_owned; d++)
      skip[m->first[s->node] + d] = PETSC_TRUE;
  }
  PetscCall(RicModelCreateMat(m, RIC_CURVATURE_NONE, &K));
  PetscCall(RicModelOperator(m, 0, 0, 1, at, K));
  PetscCall(LargestRow(m, K, skip, &largest));
  PetscCall(MatDestroy(&K));
  PetscCall(PetscFree(skip));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPIU_REAL, MPI_MAX, m->comm));
  *omega = PetscSqrtReal(largest);
  PetscFunctionReturn(PETSC_SUCCESS);
}
