// SPDX-License-Identifier: BSD-2-Clause
// Contacts: how they are added to a model, and what they show of themselves.
#include "model/model_impl.h"

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

PetscErrorCode RicModelAddSystemContact(RicModel m, const char name[], PetscInt system,
                                        PetscInt gap, PetscReal restitution) {
  const PetscInt node = m->systems[system].node;
  const RicContactData data = {.restitution = restitution};
  const PetscBool owned = (PetscBool)(node >= 0 && node < m->num_owned);
  RicContactSet *set = NULL;

  PetscFunctionBegin;
  PetscCall(NewContact(m, name, NULL, &data, owned ? 1 : 0, NULL, &set));
  set->system = system;
  set->gap = gap;
  if (owned)
    set->nodes[0] = node, set->nodes[1] = -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicModelAddPointContact(RicModel m, const char name[], const RicContactOps *ops,
                                       const RicContactData *data, const RicRegion *const region[2],
                                       PetscInt link, RicExpression motion) {
  RicContactSet *set = NULL;
  PetscInt nodes[2];
  PetscBool present;

  PetscFunctionBegin;
  PetscCall(RicModelPointNodes_Private(m, region, link, nodes, &present));
  PetscCall(NewContact(m, name, ops, data, present ? ops->num_rows : 0, motion, &set));
  for (PetscInt r = 0; r < set->num_rows; r++)
    PetscCall(PetscArraycpy(&set->nodes[RIC_MAX_NODES * r], nodes, 2));
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
                           .data = set->data,
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
