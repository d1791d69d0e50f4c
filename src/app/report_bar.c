// SPDX-License-Identifier: BSD-2-Clause
// The data of a uniform elastic bar in one dimension, free but for walls at rest: its impact has an
// exact solution, which postproc/compare_bar.py compares the run with.
#include "app/report.h"
#include "element/element_data.h"
#include "model/model.h"
#include "model/model_view.h"
#include <string.h>

// Are all elements linear bars of one material and area? *data: theirs.
static PetscErrorCode FindUniformBars(RicCase *c, PetscBool *yes, RicBarData *data) {
  const void *block;
  const RicElementOps *ops;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumElementBlocks(c->model, &n));
  *yes = (PetscBool)(n > 0);
  for (PetscInt i = 0; i < n && *yes; i++) {
    PetscCall(RicModelGetElementBlock(c->model, i, &ops, NULL, NULL));
    PetscCall(RicModelGetElementData(c->model, i, &block));
    *yes = (PetscBool)!strcmp(ops->name, "bar");
    if (!*yes)
      break;
    const RicBarData *bar = block;
    if (i == 0)
      *data = *bar;
    *yes = (PetscBool)(bar->material.young == data->material.young &&
                       bar->material.density == data->material.density && bar->area == data->area);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Is every cell of the mesh one element, and do they make one line without overlaps? *length: its.
static PetscErrorCode MeasureLine(RicCase *c, PetscBool *yes, PetscReal *length) {
  PetscInt num_nodes, num_cells, num_local, elements;
  PetscReal lo[3], hi[3], sum = 0;
  const PetscReal *xyz;
  const PetscInt *cells;

  PetscFunctionBegin;
  PetscCall(RicMeshGetNumNodes(c->mesh, &num_nodes, NULL, NULL));
  PetscCall(RicMeshGetNumCells(c->mesh, &num_cells, &num_local));
  PetscCall(RicModelGetSizes(c->model, NULL, NULL, &elements, NULL));
  PetscCall(RicMeshGetCells(c->mesh, &cells));
  PetscCall(RicMeshGetCoordinates(c->mesh, &xyz));
  PetscCall(RicMeshGetBox(c->mesh, lo, hi));
  for (PetscInt e = 0; e < num_local; e++)
    sum += PetscAbsReal(xyz[3 * cells[2 * e + 1]] - xyz[3 * cells[2 * e]]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPIU_REAL, MPIU_SUM, c->comm));
  *length = hi[0] - lo[0];
  *yes = (PetscBool)(num_nodes == num_cells + 1 && elements == num_cells &&
                     PetscAbsReal(sum - *length) <= 1e-9 * sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Does nothing act on the model but contacts at rest?
static PetscErrorCode IsFree(RicCase *c, PetscBool *yes) {
  PetscInt dofs, free_dofs, n[2];
  const RicModelTraits *is;
  PetscReal gravity[3];
  PetscBool loads;

  PetscFunctionBegin;
  PetscCall(RicModelGetSizes(c->model, &dofs, &free_dofs, NULL, NULL));
  PetscCall(RicModelGetTraits(c->model, &is));
  PetscCall(RicModelGetNumJoints(c->model, &n[0]));
  PetscCall(RicModelGetNumSprings(c->model, &n[1]));
  PetscCall(RicModelHasLoads(c->model, &loads));
  PetscCall(RicModelGetGravity(c->model, gravity));
  *yes = (PetscBool)(dofs == free_dofs && is->of_nodes && n[0] + n[1] == 0 && !is->damped &&
                     !loads && gravity[0] == 0);
  PetscCall(RicModelGetNumContacts(c->model, &n[0]));
  for (PetscInt i = 0; i < n[0] && *yes; i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(c->model, i, &view));
    *yes = (PetscBool)(!view.moving && view.ops && view.ops->form == RIC_CONTACT_OF_REGION);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicReportBar_Private(RicCase *c, RicSummary s) {
  PetscBool uniform = PETSC_FALSE, line = PETSC_FALSE, is_free = PETSC_FALSE;
  RicBarData data = {0};
  PetscReal length = 0;

  PetscFunctionBegin;
  if (c->dim != 1)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FindUniformBars(c, &uniform, &data));
  PetscCall(MeasureLine(c, &line, &length));
  PetscCall(IsFree(c, &is_free));
  if (!uniform || !line || !is_free)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicSummarySetReal(s, "bar.length", length));
  PetscCall(RicSummarySetReal(s, "bar.area", data.area));
  PetscCall(RicSummarySetReal(s, "bar.density", data.material.density));
  PetscCall(RicSummarySetReal(s, "bar.modulus", data.material.young));
  PetscFunctionReturn(PETSC_SUCCESS);
}
