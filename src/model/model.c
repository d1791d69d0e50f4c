// SPDX-License-Identifier: BSD-2-Clause
// Model: its life and its sizes. What it consists of, its matrices, rows and fields have files of
// their own.
#include "model/model_impl.h"

PetscErrorCode RicModelCreate(MPI_Comm comm, RicMesh mesh, PetscInt dim, RicModel *model) {
  RicModel m;

  PetscFunctionBegin;
  PetscCheck(dim >= 1 && dim <= 3, comm, PETSC_ERR_ARG_OUTOFRANGE,
             "dimension must be 1, 2 or 3 (is %" PetscInt_FMT ")", dim);
  PetscCall(PetscNew(&m));
  m->comm = comm;
  PetscCallMPI(MPI_Comm_size(comm, &m->size));
  m->mesh = mesh;
  m->dim = dim;
  PetscCall(RicMeshGetNumNodes(mesh, NULL, &m->num_owned, &m->num_local));
  PetscCall(RicMeshGetCoordinates(mesh, &m->coordinates));
  PetscCall(RicMeshGetNodeNumbers(mesh, &m->global, NULL));
  PetscCall(PetscMalloc1(m->num_local, &m->ndof));
  for (PetscInt l = 0; l < m->num_local; l++)
    m->ndof[l] = dim;
  *model = m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DestroyParts(RicModel m) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < m->num_blocks; i++) {
    PetscCall(PetscFree(m->blocks[i].data));
    PetscCall(PetscFree(m->blocks[i].nodes));
  }
  for (PetscInt i = 0; i < m->num_loads; i++)
    PetscCall(RicNodalFieldDestroy_Private(&m->loads[i]));
  for (PetscInt i = 0; i < m->num_supports; i++)
    PetscCall(RicNodalFieldDestroy_Private(&m->supports[i]));
  for (PetscInt i = 0; i < m->num_initials; i++)
    PetscCall(RicNodalFieldDestroy_Private(&m->initials[i]));
  for (PetscInt i = 0; i < m->num_contacts; i++) {
    PetscCall(RicExpressionDestroy(&m->contacts[i].motion));
    if (m->contacts[i].ops)
      PetscCall(RicParametersDestroy(m->contacts[i].ops->parameters, &m->contacts[i].data));
    PetscCall(RicExpressionDestroy(&m->contacts[i].friction.of_speed));
    PetscCall(PetscFree(m->contacts[i].nodes));
  }
  for (PetscInt i = 0; i < m->num_joints; i++) {
    PetscCall(RicExpressionDestroy(&m->joints[i].motion));
    PetscCall(RicParametersDestroy(m->joints[i].ops->parameters, &m->joints[i].data));
  }
  for (PetscInt i = 0; i < m->num_springs; i++)
    PetscCall(RicParametersDestroy(m->springs[i].ops->parameters, &m->springs[i].data));
  for (PetscInt i = 0; i < m->num_surfaces; i++) {
    PetscCall(RicSurfaceDestroy(m->surfaces[i]));
    PetscCall(PetscFree(m->surfaces[i]));
  }
  PetscCall(PetscFree(m->surfaces));
  PetscCall(PetscFree(m->bodies));
  PetscCall(PetscFree(m->turned));
  PetscCall(PetscFree(m->systems));
  PetscCall(PetscFree(m->joints));
  PetscCall(PetscFree(m->springs));
  PetscCall(PetscFree(m->blocks));
  PetscCall(PetscFree(m->loads));
  PetscCall(PetscFree(m->supports));
  PetscCall(PetscFree(m->initials));
  PetscCall(VecDestroy(&m->start_q));
  PetscCall(VecDestroy(&m->start_v));
  PetscCall(PetscFree(m->contacts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelDestroy(RicModel *model) {
  RicModel m = *model;

  PetscFunctionBegin;
  if (!m)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DestroyParts(m));
  PetscCall(PetscFree(m->fixed));
  PetscCall(PetscFree(m->ndof));
  PetscCall(PetscFree2(m->first, m->global_first));
  PetscCall(PetscFree(m->row_kind));
  PetscCall(VecDestroy(&m->gravity_reference));
  PetscCall(PetscFree(m->fixed_owned));
  PetscCall(VecDestroy(&m->load_constant));
  PetscCall(VecDestroy(&m->gravity_force));
  PetscCall(MatDestroy(&m->mass_full));
  PetscCall(MatDestroy(&m->mass));
  PetscCall(MatDestroy(&m->minus_stiffness));
  PetscCall(MatDestroy(&m->damping));
  PetscCall(MatDestroy(&m->rows_full));
  PetscCall(MatDestroy(&m->rows));
  PetscCall(VecDestroy(&m->restitution));
  PetscCall(VecDestroy(&m->friction));
  PetscCall(VecDestroy(&m->gap_offset));
  PetscCall(VecDestroy(&m->gaps));
  PetscCall(VecDestroy(&m->work));
  PetscCall(PetscFree(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Room for one more entry of an array that grows by doubling at powers of two.
PetscErrorCode RicModelGrow_Private(PetscInt n, size_t size, void *array) {
  PetscFunctionBegin;
  if ((n & (n - 1)) == 0)
    PetscCall(PetscRealloc((n ? 2 * n : 1) * size, (void **)array));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountElements(RicModel m) {
  PetscInt n = 0;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < m->num_blocks; i++)
    n += m->blocks[i].num;
  PetscCallMPI(MPI_Allreduce(&n, &m->elements, 1, MPIU_INT, MPI_SUM, m->comm));
  m->elements += m->num_bodies + m->num_systems;
  RicCheckUser(m->elements > 0, m->comm, "the model has no element, at least one is needed");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetUp(RicModel m) {
  PetscFunctionBegin;
  PetscCheck(!m->set_up, m->comm, PETSC_ERR_ARG_WRONGSTATE, "the model is set up already");
  PetscCall(RicModelSetUpLayout_Private(m));
  PetscCall(RicModelFindTraits_Private(m));
  if (m->is.spatial)
    PetscCall(PetscMalloc1(3 * m->num_bodies, &m->turned));
  PetscCall(CountElements(m));
  PetscCall(RicModelCreateVec(m, &m->work));
  PetscCall(RicModelSetUpSupports_Private(m));
  PetscCall(RicModelCreateMatrices_Private(m));
  PetscCall(RicModelSetUpLoads_Private(m));
  PetscCall(RicModelSetUpRows_Private(m));
  PetscCall(RicModelCreateRows_Private(m));
  PetscCall(RicModelSetUpGaps_Private(m));
  PetscCall(RicModelMeasureLength_Private(m));
  m->set_up = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelView(RicModel m, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscCall(PetscViewerASCIIPrintf(viewer,
                                   "model: %s, %" PetscInt_FMT " dofs (%" PetscInt_FMT
                                   " free), %" PetscInt_FMT " elements, %" PetscInt_FMT
                                   " contacts\n",
                                   m->is.linear ? "linear" : "nonlinear", m->dofs, m->free_dofs,
                                   m->elements, m->num_normal_rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Getters ----

PetscErrorCode RicModelGetComm(RicModel m, MPI_Comm *comm) {
  PetscFunctionBegin;
  *comm = m->comm;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetDimension(RicModel m, PetscInt *dim) {
  PetscFunctionBegin;
  *dim = m->dim;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetMesh(RicModel m, RicMesh *mesh) {
  PetscFunctionBegin;
  *mesh = m->mesh;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetSizes(RicModel m, PetscInt *dofs, PetscInt *free_dofs, PetscInt *elements,
                                PetscInt *contacts) {
  PetscFunctionBegin;
  if (dofs)
    *dofs = m->dofs;
  if (free_dofs)
    *free_dofs = m->free_dofs;
  if (elements)
    *elements = m->elements;
  if (contacts)
    *contacts = m->num_normal_rows;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetMass(RicModel m, Mat *mass) {
  PetscFunctionBegin;
  *mass = m->mass;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetTotalMass(RicModel m, PetscReal *mass) {
  PetscFunctionBegin;
  *mass = m->total_mass;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelUpdateGhosts(RicModel m, Vec x) {
  PetscFunctionBegin;
  if (m->size == 1)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGhostUpdateBegin(x, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGhostUpdateEnd(x, INSERT_VALUES, SCATTER_FORWARD));
  PetscFunctionReturn(PETSC_SUCCESS);
}
