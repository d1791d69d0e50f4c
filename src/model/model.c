// SPDX-License-Identifier: BSD-2-Clause
// Model: building, set-up and small getters. Assembly, contacts and nodal fields have files of
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
    PetscCall(RicExpressionDestroy(&m->contacts[i].data.curve));
    PetscCall(RicExpressionDestroy(&m->contacts[i].friction.of_speed));
    PetscCall(PetscFree(m->contacts[i].nodes));
  }
  for (PetscInt i = 0; i < m->num_joints; i++)
    PetscCall(RicExpressionDestroy(&m->joints[i].motion));
  for (PetscInt i = 0; i < m->num_bodies; i++)
    PetscCall(PetscFree(m->bodies[i].corners));
  PetscCall(PetscFree(m->bodies));
  PetscCall(PetscFree(m->turned));
  PetscCall(PetscFree(m->systems));
  PetscCall(PetscFree(m->joints));
  PetscCall(PetscFree(m->springs));
  PetscCall(PetscFree(m->blocks));
  PetscCall(PetscFree(m->loads));
  PetscCall(PetscFree(m->supports));
  PetscCall(PetscFree(m->initials));
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

// ---- Elements ----

// Room for one more entry of an array that grows by doubling at powers of two.
PetscErrorCode RicModelGrow_Private(PetscInt n, size_t size, void *array) {
  PetscFunctionBegin;
  if ((n & (n - 1)) == 0)
    PetscCall(PetscRealloc((n ? 2 * n : 1) * size, (void **)array));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode NewBlock(RicModel m, const RicElementOps *ops, const void *data, PetscInt num,
                               RicElementBlock **block) {
  PetscFunctionBegin;
  PetscCheck(!m->set_up, m->comm, PETSC_ERR_ARG_WRONGSTATE, "the model is set up already");
  PetscCall(RicModelGrow_Private(m->num_blocks, sizeof(*m->blocks), &m->blocks));
  *block = &m->blocks[m->num_blocks++];
  **block = (RicElementBlock){.ops = ops, .num = num};
  PetscCall(PetscMalloc(ops->data_size, &(*block)->data));
  PetscCall(PetscMemcpy((*block)->data, data, ops->data_size));
  PetscCall(PetscMalloc1(num * ops->num_nodes, &(*block)->nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Ask the type about every element of a block; the first complaint, by rank, becomes a user error
// on all ranks.
static PetscErrorCode CheckBlock(RicModel m, const RicElementBlock *block, const char where[]) {
  const PetscInt nn = block->ops->num_nodes;
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS];
  char text[RIC_TEXT_LEN] = "";
  PetscMPIInt rank, mine, first;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(m->comm, &rank));
  for (PetscInt e = 0; e < block->num && !text[0] && block->ops->Check; e++) {
    RicGather_Private(m, nn, &block->nodes[e * nn], NULL, X, u);
    const char *wrong = block->ops->Check(block->data, m->dim, X);
    if (wrong)
      PetscCall(PetscSNPrintf(text, sizeof(text), "%s: an element has %s at (%.6g, %.6g, %.6g)",
                              where, wrong, (double)X[0], (double)X[1], (double)X[2]));
  }
  mine = text[0] ? rank : m->size;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, m->comm));
  if (first == m->size)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Bcast(text, sizeof(text), MPI_CHAR, first, m->comm));
  RicUserError(m->comm, "%s", text);
}

PetscErrorCode RicModelAddElements(RicModel m, const RicElementOps *ops, const void *data,
                                   const RicRegion *region, const char where[]) {
  const PetscInt *cells;
  RicElementBlock *block = NULL;
  PetscInt n = 0;

  PetscFunctionBegin;
  PetscCall(RicMeshGetCells(m->mesh, &cells));
  if (ops->num_nodes == 1) {
    while (n < region->num_nodes && region->nodes[n] < m->num_owned)
      n++;
    PetscCall(NewBlock(m, ops, data, n, &block));
    PetscCall(PetscArraycpy(block->nodes, region->nodes, n));
  } else {
    RicCheckUser(region->num_cells_global > 0, m->comm,
                 "%s: region '%s' has no cells, elements of two nodes need some", where,
                 region->name);
    PetscCall(NewBlock(m, ops, data, region->num_cells, &block));
    for (PetscInt c = 0; c < region->num_cells; c++)
      PetscCall(PetscArraycpy(&block->nodes[2 * c], &cells[2 * region->cells[c]], 2));
  }
  PetscCall(CheckBlock(m, block, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddLinkElement(RicModel m, const RicElementOps *ops, const void *data,
                                      PetscInt link, const char where[]) {
  RicElementBlock *block = NULL;
  PetscInt ends[2];
  PetscBool present;

  PetscFunctionBegin;
  PetscCall(RicMeshGetLink(m->mesh, link, &present, &ends[0], &ends[1]));
  PetscCall(NewBlock(m, ops, data, present ? 1 : 0, &block));
  if (present)
    PetscCall(PetscArraycpy(block->nodes, ends, 2));
  PetscCall(CheckBlock(m, block, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetDamping(RicModel m, PetscReal mass_factor, PetscReal stiffness_factor) {
  PetscFunctionBegin;
  m->damping_mass = mass_factor;
  m->damping_stiffness = stiffness_factor;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetGravity(RicModel m, const PetscReal gravity[3]) {
  PetscFunctionBegin;
  PetscCall(PetscArraycpy(m->gravity, gravity, 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetGravity(RicModel m, PetscReal gravity[3]) {
  PetscFunctionBegin;
  PetscCall(PetscArraycpy(gravity, m->gravity, 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Nodal fields ----

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

// ---- Contacts ----

static PetscErrorCode NewContact(RicModel m, const char name[], const RicContactOps *ops,
                                 const RicContactData *data, PetscInt num, RicExpression motion,
                                 RicContactSet **set) {
  PetscFunctionBegin;
  PetscCall(RicModelGrow_Private(m->num_contacts, sizeof(*m->contacts), &m->contacts));
  *set = &m->contacts[m->num_contacts++];
  **set = (RicContactSet){.ops = ops,
                          .data = *data,
                          .motion = motion,
                          .num_rows = num,
                          .width = 1,
                          .system = -1,
                          .gap = -1};
  PetscCall(PetscStrncpy((*set)->name, name, sizeof((*set)->name)));
  PetscCall(PetscMalloc1(num * RIC_MAX_NODES, &(*set)->nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddContact(RicModel m, const char name[], const RicContactOps *ops,
                                  const RicContactData *data, const RicRegion *region,
                                  RicExpression motion) {
  RicContactSet *set = NULL;
  PetscInt n = 0;

  PetscFunctionBegin;
  PetscCheck(ops->form == RIC_CONTACT_OF_REGION, m->comm, PETSC_ERR_ARG_WRONG,
             "contact %s is not of the nodes of a region", ops->name);
  while (n < region->num_nodes && region->nodes[n] < m->num_owned)
    n++;
  PetscCall(NewContact(m, name, ops, data, n, motion, &set));
  set->data.on[0].kind = RIC_POINT_NODE;
  for (PetscInt r = 0; r < n; r++) {
    set->nodes[RIC_MAX_NODES * r] = region->nodes[r];
    set->nodes[RIC_MAX_NODES * r + 1] = -1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddLinkContact(RicModel m, const char name[], const RicContactOps *ops,
                                      const RicContactData *data, PetscInt link,
                                      RicExpression motion) {
  RicContactSet *set = NULL;
  PetscInt ends[2];
  PetscBool present;

  PetscFunctionBegin;
  PetscCall(RicMeshGetLink(m->mesh, link, &present, &ends[0], &ends[1]));
  PetscCall(NewContact(m, name, ops, data, present ? 1 : 0, motion, &set));
  set->data.on[0].kind = set->data.on[1].kind = RIC_POINT_NODE;
  if (present)
    PetscCall(PetscArraycpy(set->nodes, ends, 2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Set-up ----

// Above as many dofs operators stay symmetric: the iteration makes up for gyroscopic forces.
#define GYROSCOPIC_DOFS 200

// What bodies in space are, as a whole: a body that is no ball of inertia turns by itself.
static PetscErrorCode SummariseBodies(RicModel m) {
  PetscFunctionBegin;
  m->spatial = (PetscBool)(m->dim == 3 && m->num_bodies > 0);
  if (!m->spatial)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(3 * m->num_bodies, &m->turned));
  for (PetscInt k = 0; k < m->num_bodies; k++) {
    const PetscReal *J = m->bodies[k].data.tensor;
    const PetscBool full = (PetscBool)(J[1] != 0 || J[2] != 0 || J[5] != 0);
    m->full_inertia = (PetscBool)(m->full_inertia || full);
    m->gyroscopic = (PetscBool)(m->gyroscopic || full || J[0] != J[4] || J[4] != J[8]);
  }
  m->gyroscopic_tangent = (PetscBool)(m->gyroscopic && m->dofs <= GYROSCOPIC_DOFS);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Properties that are sums or logical sums over blocks.
static PetscErrorCode SummariseBlocks(RicModel m) {
  PetscInt n = 0;

  PetscFunctionBegin;
  m->linear = PETSC_TRUE;
  m->lumped = PETSC_TRUE;
  m->has_damping = (PetscBool)(m->damping_mass > 0 || m->damping_stiffness > 0);
  for (PetscInt i = 0; i < m->num_blocks; i++) {
    const RicElementBlock *b = &m->blocks[i];
    n += b->num;
    m->linear = (PetscBool)(m->linear && b->ops->linear);
    const RicElementTraits traits = RicElementTraitsOf(b->ops, b->data);
    m->lumped = (PetscBool)(m->lumped && traits.lumped);
    m->has_damping = (PetscBool)(m->has_damping || traits.damped);
  }
  PetscCall(SummariseBodies(m));
  m->constant_tangent = (PetscBool)(m->linear && !m->num_springs && !m->gyroscopic_tangent);
  m->constant_rows = PETSC_TRUE;
  for (PetscInt i = 0; i < m->num_contacts; i++)
    m->constant_rows =
        (PetscBool)(m->constant_rows && m->contacts[i].ops && m->contacts[i].ops->linear);
  m->constant_rows = (PetscBool)(m->constant_rows && !m->num_joints);
  m->constant_mass = PETSC_TRUE;
  for (PetscInt i = 0; i < m->num_systems; i++) {
    m->constant_mass = (PetscBool)(m->constant_mass && m->systems[i].ops->constant_mass);
    m->constant_tangent = (PetscBool)(m->constant_tangent && m->systems[i].ops->constant_tangent);
  }
  for (PetscInt i = 0; i < m->num_springs; i++)
    m->has_damping = (PetscBool)(m->has_damping || m->springs[i].damper > 0);
  if (m->num_systems || m->num_bodies)
    m->lumped = (PetscBool)(m->lumped && !m->num_systems && !m->full_inertia);
  m->linear = (PetscBool)(m->linear && m->constant_rows && !m->num_systems && !m->num_springs &&
                          !m->spatial);
  PetscCallMPI(MPI_Allreduce(&n, &m->elements, 1, MPIU_INT, MPI_SUM, m->comm));
  m->elements += m->num_bodies + m->num_systems;
  RicCheckUser(m->elements > 0, m->comm, "the model has no element, at least one is needed");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelSetUp(RicModel m) {
  PetscFunctionBegin;
  PetscCheck(!m->set_up, m->comm, PETSC_ERR_ARG_WRONGSTATE, "the model is set up already");
  PetscCall(RicModelSetUpLayout_Private(m));
  PetscCall(SummariseBlocks(m));
  PetscCall(RicModelCreateVec(m, &m->work));
  PetscCall(RicModelSetUpSupports_Private(m));
  PetscCall(RicModelCreateMatrices_Private(m));
  PetscCall(RicModelSetUpLoads_Private(m));
  PetscCall(RicModelSetUpContacts_Private(m));
  PetscCall(RicModelMeasureLength_Private(m));
  m->set_up = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelView(RicModel m, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscCall(PetscViewerASCIIPrintf(
      viewer,
      "model: %s, %" PetscInt_FMT " dofs (%" PetscInt_FMT " free), %" PetscInt_FMT
      " elements, %" PetscInt_FMT " contacts\n",
      m->linear ? "linear" : "nonlinear", m->dofs, m->free_dofs, m->elements, m->num_contact_rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Getters ----

PetscErrorCode RicModelCreateContactVec(RicModel m, Vec *y) {
  PetscFunctionBegin;
  PetscCall(VecCreate(m->comm, y));
  PetscCall(VecSetSizes(*y, m->num_rows_owned, PETSC_DECIDE));
  PetscCall(VecSetType(*y, m->size == 1 ? VECSEQ : VECMPI));
  PetscCall(VecSet(*y, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

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
    *contacts = m->num_contact_rows;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelIsLinear(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = m->linear;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelHasDamping(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = m->has_damping;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelIsChain(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = m->chain;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelIsOfNodes(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = (PetscBool)(m->num_bodies + m->num_systems == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelHasLumpedMass(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = m->lumped;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelHasMovingSupports(RicModel m, PetscBool *yes) {
  PetscFunctionBegin;
  *yes = m->moving_supports;
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

PetscErrorCode RicModelGetNumElementBlocks(RicModel m, PetscInt *n) {
  PetscFunctionBegin;
  *n = m->num_blocks;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetElementBlock(RicModel m, PetscInt i, const RicElementOps **ops,
                                       PetscInt *num, const PetscInt **nodes) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_blocks, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no element block %" PetscInt_FMT, i);
  if (ops)
    *ops = m->blocks[i].ops;
  if (num)
    *num = m->blocks[i].num;
  if (nodes)
    *nodes = m->blocks[i].nodes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetElementData(RicModel m, PetscInt i, const void **data) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_blocks, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no element block %" PetscInt_FMT, i);
  *data = m->blocks[i].data;
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
