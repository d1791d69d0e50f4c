// SPDX-License-Identifier: BSD-2-Clause
// The step of a Courant number: h = C min(l/c) over all bars, of length l in the reference
// configuration and with the speed of waves along them c = (E/ρ)^½.
#include "app/case.h"
#include "element/element_data.h"
#include "model/model_view.h"
#include <string.h>

// Of the bars of block i, into *least where it is less.
static PetscErrorCode LeastOfBlock(RicCase *c, PetscInt i, PetscReal *least) {
  const RicElementOps *ops;
  const PetscReal *xyz;
  const PetscInt *nodes;
  const void *data;
  PetscInt num;

  PetscFunctionBegin;
  PetscCall(RicModelGetElementBlock(c->model, i, &ops, &num, &nodes));
  PetscCall(RicModelGetElementData(c->model, i, &data));
  PetscCall(RicMeshGetCoordinates(c->mesh, &xyz));
  if (strcmp(ops->name, "bar") != 0 && strcmp(ops->name, "bar-nonlinear") != 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  const RicMaterial *m = &((const RicBarData *)data)->material; // first in both
  for (PetscInt e = 0; e < num; e++) {
    const PetscReal *a = &xyz[3 * nodes[2 * e]], *b = &xyz[3 * nodes[2 * e + 1]];
    const PetscReal d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const PetscReal length = PetscSqrtReal(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);

    *least = PetscMin(*least, length * PetscSqrtReal(m->density / m->young));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseCourant_Private(RicCase *c, RicInputNode stepper, PetscReal courant,
                                      PetscReal *step) {
  PetscReal least = PETSC_MAX_REAL;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumElementBlocks(c->model, &n));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(LeastOfBlock(c, i, &least));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPIU_REAL, MPIU_MIN, c->comm));
  if (least == PETSC_MAX_REAL)
    PetscCall(RicInputError(stepper, "courant",
                            "is of models with bars, of which this one has none: give step"));
  if (least == 0)
    PetscCall(RicInputError(stepper, "courant", "is of bars with a density: give step"));
  *step = courant * least;
  PetscFunctionReturn(PETSC_SUCCESS);
}
