// SPDX-License-Identifier: BSD-2-Clause
// The sections `contacts`, `stepper` and `output`.
#include "app/case.h"

// ---- Contacts ----

static PetscErrorCode ContactType(RicInputNode node, const RicContactOps **ops) {
  const RicContactOps *const *table;
  const char *names[32] = {NULL};
  PetscInt n, k = 0;

  PetscFunctionBegin;
  PetscCall(RicContactGetTable(&n, &table));
  for (PetscInt i = 0; i < PetscMin(n, 31); i++)
    names[i] = table[i]->name;
  PetscCall(RicInputRequireEnum(node, "type", names, &k));
  *ops = table[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode UnitVector(RicCase *c, RicInputNode node, const char key[], PetscReal x[3]) {
  PetscFunctionBegin;
  PetscCall(RicCaseVector_Private(c, node, key, PETSC_TRUE, x));
  const PetscReal norm = PetscSqrtReal(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  if (norm == 0)
    PetscCall(RicInputError(node, key, "has no direction, must not be zero"));
  for (PetscInt d = 0; d < 3; d++)
    x[d] /= norm;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ContactName(RicCase *c, RicInputNode node, char name[], size_t len) {
  void *other;

  PetscFunctionBegin;
  PetscCall(RicInputRequireString(node, "name", name, len));
  PetscCall(RicCaseName_Private(node, "name", name));
  PetscCall(RicNamesFind(c->contacts, name, &other));
  if (other)
    PetscCall(RicInputError(node, "name", "the name '%s' is taken by another contact", name));
  PetscCall(RicNamesAdd(c->contacts, name, node));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadContact(RicCase *c, RicInputNode node, const RicContactOps *ops,
                                  RicContactData *data) {
  PetscFunctionBegin;
  if (ops->num_nodes == 1) {
    PetscCall(
        RicInputCheckKeys(node, (const char *const[]){"name", "type", "region", "point", "normal",
                                                      "offset", "motion", "restitution", NULL}));
    PetscCall(RicCaseVector_Private(c, node, "point", PETSC_TRUE, data->point));
    PetscCall(UnitVector(c, node, "normal", data->normal));
  } else {
    PetscCall(
        RicInputCheckKeys(node, (const char *const[]){"name", "type", "nodes", "direction",
                                                      "offset", "motion", "restitution", NULL}));
    PetscCall(UnitVector(c, node, "direction", data->normal));
  }
  PetscCall(RicInputGetReal(node, "offset", RIC_ANY, &data->offset));
  PetscCall(RicInputGetReal(node, "restitution", RIC_UNIT_INTERVAL, &data->restitution));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddContact(RicCase *c, RicInputNode contacts, PetscInt i) {
  RicContactData data = {0};
  const RicContactOps *ops = NULL;
  const RicRegion *region;
  RicExpression motion = NULL;
  RicInputNode node, nodes;
  char name[RIC_NAME_LEN] = "";

  PetscFunctionBegin;
  PetscCall(RicInputGetItem(contacts, i, &node));
  PetscCall(ContactType(node, &ops));
  PetscCall(ContactName(c, node, name, sizeof(name)));
  if (ops->planar) {
    PetscCall(RicCasePointContact_Private(c, node, ops, name, c->contact_links[i]));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ReadContact(c, node, ops, &data));
  if (ops->num_nodes == 2) {
    PetscCall(RicInputRequireChild(node, "nodes", &nodes));
    PetscCall(RicCaseMotion_Private(c, node, &motion));
    PetscCall(RicModelAddLinkContact(c->model, name, ops, &data, c->contact_links[i], motion));
  } else {
    PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region));
    PetscCall(RicCaseMotion_Private(c, node, &motion));
    PetscCall(RicModelAddContact(c->model, name, ops, &data, region, motion));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseContacts_Private(RicCase *c) {
  RicInputNode contacts;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(c->root, "contacts", &contacts));
  PetscCall(RicInputGetSize(contacts, &n));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(AddContact(c, contacts, i));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Stepper ----

#define MAX_STEPPER_KEYS 128

// The options of the chosen type.
static PetscErrorCode ReadStepperOptions(RicCase *c, RicInputNode node, PetscInt type) {
  const RicStepperOption *options;
  const char *allowed[MAX_STEPPER_KEYS + 1] = {"type",         "step",         "end",
                                               "max_halvings", "max_substeps", NULL};
  PetscInt n, num_types, num_keys = 5;
  PetscBool overridden;

  PetscFunctionBegin;
  // With another type from the command line, options of the type in the file may stay there.
  PetscCall(PetscOptionsHasName(NULL, NULL, "-stepper_type", &overridden));
  PetscCall(RicStepperGetNumTypes(&num_types));
  for (PetscInt i = 0; i < num_types; i++) {
    PetscCall(RicStepperGetTypeInfo(i, NULL, NULL, &n, &options));
    for (PetscInt k = 0; k < n && (overridden || i == type) && num_keys < MAX_STEPPER_KEYS; k++)
      allowed[num_keys++] = options[k].name;
  }
  PetscCall(RicInputCheckKeys(node, allowed));
  PetscCall(RicStepperGetTypeInfo(type, NULL, NULL, &n, &options));
  for (PetscInt k = 0; k < n; k++) {
    PetscInt choice = (PetscInt)options[k].value;
    PetscReal value = options[k].value;
    if (options[k].choices[0]) {
      PetscCall(RicInputGetEnum(node, options[k].name, options[k].choices, &choice));
      PetscCall(RicStepperSetOptionChoice(c->stepper, options[k].name, options[k].choices[choice]));
      continue;
    }
    PetscCall(RicInputGetReal(node, options[k].name, RIC_ANY, &value));
    if (value < options[k].lowest || value > options[k].highest)
      PetscCall(RicInputError(node, options[k].name, "must be in [%g, %g] (is %g)",
                              (double)options[k].lowest, (double)options[k].highest,
                              (double)value));
    PetscCall(RicStepperSetOptionReal(c->stepper, options[k].name, value));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadStepperTimes(RicCase *c, RicInputNode node) {
  PetscFunctionBegin;
  PetscCall(RicInputRequireReal(node, "step", RIC_POSITIVE, &c->step));
  PetscCall(RicInputRequireReal(node, "end", RIC_POSITIVE, &c->end));
  if (c->end < c->step)
    PetscCall(RicInputError(node, "end", "must be at least one step of %g (is %g)", (double)c->step,
                            (double)c->end));
  if (c->end / c->step > 1e9)
    PetscCall(RicInputError(node, "step", "gives more than 1e9 steps up to the end at %g",
                            (double)c->end));
  // A hair below a whole number is that number: 2.0/2e-3.
  c->num_steps = (PetscInt)PetscFloorReal(c->end / c->step * (1 + 1e-12) + 1e-9);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseStepper_Private(RicCase *c) {
  RicInputNode node;
  const char *names[32] = {NULL};
  PetscInt n, type = 0, halvings = 8, substeps = 100;
  PetscBool assemble = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(RicInputRequireChild(c->root, "stepper", &node));
  PetscCall(RicStepperGetNumTypes(&n));
  for (PetscInt i = 0; i < PetscMin(n, 31); i++)
    PetscCall(RicStepperGetTypeInfo(i, &names[i], NULL, NULL, NULL));
  PetscCall(RicInputRequireEnum(node, "type", names, &type));
  PetscCall(RicStepperCreate(c->comm, &c->stepper));
  PetscCall(RicStepperSetModel(c->stepper, c->model));
  PetscCall(RicStepperSetType(c->stepper, names[type]));
  PetscCall(ReadStepperOptions(c, node, type));
  PetscCall(ReadStepperTimes(c, node));
  PetscCall(RicInputGetInt(node, "max_halvings", 0, 30, &halvings));
  PetscCall(RicStepperSetMaxHalvings(c->stepper, halvings));
  PetscCall(RicInputGetInt(node, "max_substeps", 2, PETSC_MAX_INT, &substeps));
  PetscCall(RicStepperSetMaxSubsteps(c->stepper, substeps));
  PetscCall(RicStepperSetStep(c->stepper, c->step));
  PetscCall(RicStepperSetFromOptions(c->stepper));
  PetscCall(RicStepperSetUp(c->stepper));
  PetscCall(RicInputGetBool(c->root, "assemble", &assemble));
  PetscCall(RicModelSetAssemble(c->model, assemble));
  const PetscErrorCode started = RicStepperStart(c->stepper, 0.0);
  PetscCall(assemble ? RicInputLocate(c->root, "assemble", started) : started);
  PetscCall(RicCaseCheckStart_Private(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Output ----

// Above this many dofs the balance is drawn up only when asked for: it costs a few products a step.
#define BALANCE_DOFS 10000

static const char *const axes[] = {"x", "y", "z"}, *const body_labels[] = {"x", "y", "theta"};

static void SetLabels(RicProbe *probe, PetscInt n, const char *const labels[],
                      PetscInt num_positions) {
  probe->n = n;
  probe->num_positions = num_positions;
  for (PetscInt d = 0; d < n; d++)
    probe->labels[d] = labels[d];
}

// The probe's node is one of a body or a system: their dofs have names of their own.
static PetscErrorCode LabelProbe(RicCase *c, RicProbe *probe, const char region[]) {
  const RicSystemOps *ops;
  char type[RIC_NAME_LEN];
  void *body, *system;

  PetscFunctionBegin;
  SetLabels(probe, c->dim, axes, c->dim);
  PetscCall(RicNamesFind(c->bodies, region, &body));
  PetscCall(RicNamesFind(c->systems, region, &system));
  if (body)
    SetLabels(probe, 3, body_labels, 2);
  if (system) {
    PetscCall(RicInputRequireString((RicInputNode)system, "type", type, sizeof(type)));
    PetscCall(RicSystemFind(type, &ops));
    SetLabels(probe, ops->num_dofs, ops->dof_names, 0);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddProbe(RicCase *c, RicInputNode node, const char key[], const char name[]) {
  RicProbe *probe = &c->probes[c->num_probes++];

  PetscFunctionBegin;
  PetscCall(RicCaseName_Private(node, key, name));
  PetscCall(PetscStrncpy(probe->name, name, sizeof(probe->name)));
  PetscCall(RicCaseRegion_Private(c, node, key, PETSC_TRUE, &probe->region));
  PetscCall(LabelProbe(c, probe, probe->region->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Every body and system is a probe of its own name; then those of `probes`.
static PetscErrorCode ReadProbes(RicCase *c, RicInputNode output) {
  RicInputNode sections[3], item;
  char name[RIC_NAME_LEN];
  const char *key;
  PetscInt n[3];

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(c->root, "bodies", &sections[0]));
  PetscCall(RicInputGetChild(c->root, "systems", &sections[1]));
  PetscCall(RicInputGetChild(output, "probes", &sections[2]));
  PetscCall(RicCaseMapping_Private(sections[2]));
  for (PetscInt k = 0; k < 3; k++)
    PetscCall(RicInputGetSize(sections[k], &n[k]));
  PetscCall(PetscCalloc1(n[0] + n[1] + n[2], &c->probes));
  for (PetscInt k = 0; k < 3; k++)
    for (PetscInt i = 0; i < n[k]; i++) {
      PetscCall(RicInputGetItem(sections[k], i, &item));
      if (k < 2) {
        PetscCall(RicInputRequireString(item, "name", name, sizeof(name)));
        PetscCall(AddProbe(c, item, "name", name));
      } else {
        PetscCall(RicInputGetKey(item, &key));
        PetscCall(AddProbe(c, item, NULL, key));
      }
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseOutput_Private(RicCase *c) {
  RicInputNode output;
  const char *directory = NULL;
  PetscBool given;

  PetscFunctionBegin;
  c->history_every = 1;
  PetscCall(RicInputGetSection(c->root, "output", &output));
  PetscCall(
      RicInputCheckKeys(output, (const char *const[]){"directory", "history_every", "vtk_every",
                                                      "probes", "energy_balance", NULL}));
  PetscCall(PetscSNPrintf(c->directory, sizeof(c->directory), "results/%s", c->name));
  PetscCall(RicInputGetString(output, "directory", c->directory, sizeof(c->directory)));
  PetscCall(PetscOptionsFindPair(NULL, NULL, "-o", &directory, &given));
  if (given)
    PetscCall(PetscStrncpy(c->directory, directory ? directory : "", sizeof(c->directory)));
  RicCheckUser(!given || !directory || strlen(directory) < sizeof(c->directory), c->comm,
               "option -o: a path of more than %d bytes", (int)sizeof(c->directory) - 1);
  c->vtk_every = PetscMax(1, c->num_steps / 100);
  PetscCall(RicInputGetInt(output, "history_every", 1, PETSC_MAX_INT, &c->history_every));
  PetscCall(RicInputGetInt(output, "vtk_every", 0, PETSC_MAX_INT, &c->vtk_every));
  PetscInt dofs;
  PetscCall(RicModelGetSizes(c->model, &dofs, NULL, NULL, NULL));
  c->energy_balance = (PetscBool)(c->history_every == 1 && dofs <= BALANCE_DOFS);
  PetscCall(RicInputGetBool(output, "energy_balance", &c->energy_balance));
  if (c->energy_balance && c->history_every != 1)
    PetscCall(RicInputError(output, "energy_balance", "needs `history_every: 1`"));
  PetscCall(ReadProbes(c, output));
  PetscFunctionReturn(PETSC_SUCCESS);
}
