// SPDX-License-Identifier: BSD-2-Clause
// Contacts: how they are added to a model, and what they show of themselves.
#include "model/model_impl.h"

static PetscErrorCode NewContact(RicModel m, const char name[], PetscInt num_rows,
                                 PetscReal restitution, RicContactSet **set) {
  PetscFunctionBegin;
  PetscCall(RicModelGrow_Private(m->num_contacts, sizeof(*m->contacts), &m->contacts));
  *set = &m->contacts[m->num_contacts++];
  **set = (RicContactSet){
      .restitution = restitution, .num_rows = num_rows, .width = 1, .system = -1, .gap = -1};
  PetscCall(PetscStrncpy((*set)->name, name, sizeof((*set)->name)));
  PetscCall(PetscMalloc1(num_rows * RIC_MAX_NODES, &(*set)->nodes));
  for (PetscInt i = 0; i < num_rows * RIC_MAX_NODES; i++)
    (*set)->nodes[i] = -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Its type with data, copied, between two kinds of points.
static PetscErrorCode SetType(RicContactSet *set, const RicContactOps *ops, const void *data,
                              RicPoint a, RicPoint b, RicExpression motion) {
  PetscFunctionBegin;
  set->ops = ops;
  set->on[0] = a;
  set->on[1] = b;
  set->motion = motion;
  PetscCall(RicParametersCopy(data, ops->data_size, &set->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddContact(RicModel m, const char name[], const RicContactOps *ops,
                                  const void *data, const RicRegion *region,
                                  const PetscReal point[3], PetscReal restitution,
                                  RicExpression motion) {
  const RicPoint node = {.kind = RIC_POINT_NODE},
                 ground = {RIC_POINT_GROUND, {point[0], point[1], point[2]}};
  RicContactSet *set = NULL;
  PetscInt n = 0;

  PetscFunctionBegin;
  PetscCheck(ops->form == RIC_CONTACT_OF_REGION, m->comm, PETSC_ERR_ARG_WRONG,
             "contact %s is not of the nodes of a region", ops->name);
  while (n < region->num_nodes && region->nodes[n] < m->num_owned)
    n++;
  PetscCall(NewContact(m, name, n, restitution, &set));
  PetscCall(SetType(set, ops, data, node, ground, motion));
  for (PetscInt r = 0; r < n; r++)
    set->nodes[RIC_MAX_NODES * r] = region->nodes[r];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddLinkContact(RicModel m, const char name[], const RicContactOps *ops,
                                      const void *data, PetscInt link, PetscReal restitution,
                                      RicExpression motion) {
  const RicPoint node = {.kind = RIC_POINT_NODE};
  RicContactSet *set = NULL;
  PetscInt ends[2];
  PetscBool present;

  PetscFunctionBegin;
  PetscCall(RicMeshGetLink(m->mesh, link, &present, &ends[0], &ends[1]));
  PetscCall(NewContact(m, name, present ? 1 : 0, restitution, &set));
  PetscCall(SetType(set, ops, data, node, node, motion));
  if (present)
    PetscCall(PetscArraycpy(set->nodes, ends, 2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddSystemContact(RicModel m, const char name[], PetscInt system,
                                        PetscInt gap, PetscReal restitution) {
  const PetscInt node = m->systems[system].node;
  const PetscBool owned = (PetscBool)(node >= 0 && node < m->num_owned);
  RicContactSet *set = NULL;

  PetscFunctionBegin;
  PetscCall(NewContact(m, name, owned ? 1 : 0, restitution, &set));
  set->system = system;
  set->gap = gap;
  if (owned)
    set->nodes[0] = node;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Those pairs of points that are this rank's, nodes [2 * *n], the caller's to free; *first: the first of all
// is among them.
static PetscErrorCode PointPairs(RicModel m, const RicPlace place[2], PetscInt link, PetscInt *n,
                                 PetscInt **nodes, PetscBool *first) {
  const RicRegion *a = place[0].region;
  const PetscInt all = a ? a->num_nodes_global : 1;
  PetscBool present;

  PetscFunctionBegin;
  *n = 0;
  *first = PETSC_FALSE;
  PetscCall(PetscMalloc1(2 * all, nodes));
  if (all > 1 && link < 0) { // against the ground
    for (; *n < a->num_nodes && a->nodes[*n] < m->num_owned; ++*n)
      (*nodes)[2 * *n] = a->nodes[*n], (*nodes)[2 * *n + 1] = -1;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < all; i++) {
    PetscCall(RicModelPointNodes_Private(m, place, link < 0 ? link : link + i, &(*nodes)[2 * *n],
                                         &present));
    *first = i ? *first : present;
    *n += present;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddPointContact(RicModel m, const char name[], const RicContactOps *ops,
                                       const void *data, const RicPlace place[2], PetscInt link,
                                       PetscReal restitution, RicExpression motion) {
  RicContactSet *set = NULL;
  PetscInt n, *nodes;
  PetscBool first;

  PetscFunctionBegin;
  PetscCall(PointPairs(m, place, link, &n, &nodes, &first));
  PetscCall(NewContact(m, name, n * ops->num_rows, restitution, &set));
  PetscCall(SetType(set, ops, data, place[0].point, place[1].point, motion));
  set->leads = first;
  for (PetscInt r = 0; r < set->num_rows; r++)
    PetscCall(PetscArraycpy(&set->nodes[RIC_MAX_NODES * r], &nodes[2 * (r / ops->num_rows)], 2));
  if (first && ops->Initialise) {
    const RicPair pair = RicModelStandAtStart_Private(m, set->on, nodes);
    ops->Initialise(set->data, m->dim, &pair.stand[0].pose, &pair.stand[1].pose);
  }
  PetscCall(PetscFree(nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetNumContacts(RicModel m, PetscInt *n) {
  PetscFunctionBegin;
  *n = m->num_contacts;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelGetContact(RicModel m, PetscInt i, RicContactView *view) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < m->num_contacts, m->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no contact %" PetscInt_FMT, i);
  const RicContactSet *set = &m->contacts[i];
  *view = (RicContactView){.name = set->name,
                           .ops = set->ops,
                           .system = set->system,
                           .gap = set->gap,
                           .moving = (PetscBool)(set->motion != NULL),
                           .leads = set->leads,
                           .data = set->data,
                           .on = set->on,
                           .friction = &set->friction,
                           .num_rows = set->num_rows,
                           .width = set->width,
                           .first_row = set->first_row,
                           .nodes = set->nodes};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelContactShift(RicModel m, PetscInt i, PetscReal t, PetscReal *shift) {
  const PetscReal origin[3] = {0, 0, 0};

  PetscFunctionBegin;
  PetscCall(RicTimeDerivative_Private(m->contacts[i].motion, 0, t, 1.0, origin, shift));
  PetscFunctionReturn(PETSC_SUCCESS);
}
