// SPDX-License-Identifier: BSD-2-Clause
// Bodies, systems, joints and springs: how they are added to a model.
#include "model/model_impl.h"

static PetscErrorCode SetNodeDofs(RicModel m, const RicRegion *region, PetscInt n, PetscInt *node) {
  PetscFunctionBegin;
  PetscCheck(!m->set_up && region->num_nodes_global == 1, m->comm, PETSC_ERR_ARG_WRONG,
             "a body or system needs one node");
  *node = region->num_nodes ? region->nodes[0] : -1;
  if (*node >= 0)
    m->ndof[*node] = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddBody(RicModel m, const RicRegion *region, const RicBodyData *data) {
  RicBody *body;

  PetscFunctionBegin;
  PetscCheck(m->dim > 1, m->comm, PETSC_ERR_ARG_WRONG, "bodies need dimension 2 or 3");
  PetscCall(RicModelGrow_Private(m->num_bodies, sizeof(*m->bodies), &m->bodies));
  body = &m->bodies[m->num_bodies++];
  *body = (RicBody){.data = *data};
  PetscCall(SetNodeDofs(m, region, 3 * (m->dim - 1), &body->node));
  body->owned = (PetscBool)(body->node >= 0 && body->node < m->num_owned);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddSystem(RicModel m, const RicRegion *region, const RicSystemOps *ops,
                                 const PetscReal parameters[], const PetscReal q0[],
                                 const PetscReal v0[], PetscInt *number) {
  RicSystemNode *s;

  PetscFunctionBegin;
  PetscCall(PetscRealloc((size_t)(m->num_systems + 1) * sizeof(*m->systems), &m->systems));
  *number = m->num_systems++;
  s = &m->systems[*number];
  s->ops = ops;
  PetscCall(PetscArraycpy(s->parameters, parameters, ops->num_parameters));
  PetscCall(PetscArraycpy(s->q0, q0, ops->num_dofs));
  PetscCall(PetscArraycpy(s->v0, v0, ops->num_dofs));
  PetscCall(SetNodeDofs(m, region, ops->num_dofs, &s->node));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelPointNodes_Private(RicModel m, const RicPlace place[2], PetscInt link,
                                          PetscInt nodes[2], PetscBool *present) {
  const RicRegion *const region[2] = {place[0].region, place[1].region};
  PetscInt a, b;

  PetscFunctionBegin;
  nodes[0] = nodes[1] = -1;
  if (link >= 0) {
    PetscCall(RicMeshGetLink(m->mesh, link, present, &a, &b));
    if (*present)
      nodes[0] = a, nodes[1] = b;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  const PetscInt k = region[0] ? 0 : 1;
  PetscCheck(region[k] && !(region[0] && region[1]), m->comm, PETSC_ERR_ARG_WRONG,
             "two nodes need a link, and one node at least");
  *present = (PetscBool)(region[k]->num_nodes && region[k]->nodes[0] < m->num_owned);
  if (*present)
    nodes[k] = region[k]->nodes[0];
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The dofs a body has at the start, for kernels that set themselves to it: bodies stand at their
// angle, nodes undeformed.
static void StartDofs(const RicModel m, const PetscInt nodes[2], PetscReal X[], PetscReal u[]) {
  PetscInt n = 0;

  (void)RicGather_Private(m, 0, nodes, NULL, X, u);
  for (PetscInt a = 0; a < 2; a++) {
    for (PetscInt d = 0; d < 3; d++)
      X[3 * a + d] = nodes[a] < 0 ? 0.0 : m->coordinates[3 * nodes[a] + d];
    if (nodes[a] < 0)
      continue;
    const PetscInt first = n;
    for (PetscInt d = 0; d < m->ndof[nodes[a]]; d++)
      u[n++] = 0;
    for (PetscInt b = 0; b < m->num_bodies; b++) {
      const RicBodyData *body = &m->bodies[b].data;
      if (m->bodies[b].node == nodes[a] && m->dim == 2)
        u[first + 2] = body->angle;
      for (PetscInt d = 0; d < 3 && m->bodies[b].node == nodes[a] && m->dim == 3; d++)
        u[first + 3 + d] = body->rotation[d];
    }
  }
}

RicPair RicModelStandAtStart_Private(RicModel m, const RicPoint point[2], const PetscInt nodes[2]) {
  PetscReal X[6], u[RIC_MAX_DOFS];

  StartDofs(m, nodes, X, u);
  return RicPairOf(point, m->dim, X, u);
}

static PetscErrorCode CheckJoint(RicModel m, RicJoint *joint, const char where[]) {
  char text[RIC_TEXT_LEN] = "";
  PetscMPIInt rank, size, mine, first;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(m->comm, &rank));
  PetscCallMPI(MPI_Comm_size(m->comm, &size));
  if (joint->present) {
    const RicPair pair = RicModelStandAtStart_Private(m, joint->point, joint->nodes);
    const RicPose *a = &pair.stand[0].pose, *b = &pair.stand[1].pose;
    const char *wrong = joint->ops->Check(joint->data, joint->point, m->dim, a, b);
    if (joint->ops->Initialise)
      joint->ops->Initialise(joint->data, m->dim, a, b);
    if (wrong)
      PetscCall(PetscSNPrintf(text, sizeof(text), "%s: %s: %s", where, joint->ops->name, wrong));
  }
  mine = text[0] ? rank : size;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, m->comm));
  if (first == size)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Bcast(text, sizeof(text), MPI_CHAR, first, m->comm));
  RicUserError(m->comm, "%s", text);
}

static PetscErrorCode NewJoint(RicModel m, const RicJointOps *ops, const void *data,
                               const RicPlace place[2], PetscInt link, PetscInt *n,
                               RicJoint **joints, RicJoint **joint) {
  PetscFunctionBegin;
  PetscCall(PetscRealloc((size_t)(*n + 1) * sizeof(**joints), joints));
  *joint = &(*joints)[(*n)++];
  PetscCall(PetscMemzero(*joint, sizeof(**joint)));
  (*joint)->ops = ops;
  (*joint)->num_rows = RicJointNumRows(ops, m->dim);
  (*joint)->point[0] = place[0].point;
  (*joint)->point[1] = place[1].point;
  PetscCall(RicParametersCopy(data, ops->data_size, &(*joint)->data));
  PetscCall(RicModelPointNodes_Private(m, place, link, (*joint)->nodes, &(*joint)->present));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddJoint(RicModel m, const char name[], const RicJointOps *ops,
                                const void *data, const RicPlace place[2], PetscInt link,
                                RicExpression motion, const char where[]) {
  RicJoint *joint = NULL;

  PetscFunctionBegin;
  PetscCall(NewJoint(m, ops, data, place, link, &m->num_joints, &m->joints, &joint));
  PetscCall(PetscStrncpy(joint->name, name, sizeof(joint->name)));
  joint->motion = motion;
  PetscCall(CheckJoint(m, joint, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddSpring(RicModel m, const RicJointOps *ops, const void *data,
                                 const RicPlace place[2], PetscInt link, PetscReal stiffness,
                                 PetscReal damper, const char where[]) {
  RicJoint *spring = NULL;

  PetscFunctionBegin;
  PetscCall(NewJoint(m, ops, data, place, link, &m->num_springs, &m->springs, &spring));
  spring->stiffness = stiffness;
  spring->damper = damper;
  PetscCall(CheckJoint(m, spring, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}
