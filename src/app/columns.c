// SPDX-License-Identifier: BSD-2-Clause
#include "app/columns.h"
#include "app/balance.h"
#include "app/impacts.h"
#include "io/legend.h"
#include "model/model.h"
#include "model/model_view.h"
#include <string.h>

#define RUN_COLUMNS 9
#define RUN_MIN_GAP 5
#define CONTACT_COLUMNS 5

// A visit under way: the column at hand, and whom to tell.
typedef struct {
  RicColumn column;
  PetscBool identity; // the metric of ν
  RicColumnFn visit;
  void *context;
} Visit;

static PetscErrorCode Tell(Visit *v, const char name[], const char prefix[], const char label[],
                           const char unit[]) {
  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(v->column.name, sizeof(v->column.name), "%s.%s%s", name, prefix, label));
  v->column.unit = unit;
  v->column.of = name;
  PetscCall(v->visit(&v->column, v->context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Columns of the run itself ----

static PetscErrorCode HasAngles(RicCase *c, PetscBool *has) {
  RicContactView view;
  PetscInt n;

  PetscFunctionBegin;
  *has = PETSC_FALSE;
  PetscCall(RicModelGetNumContacts(c->model, &n));
  for (PetscInt i = 0; i < n && !*has; i++) {
    PetscCall(RicModelGetContact(c->model, i, &view));
    *has = (PetscBool)(!view.ops || view.ops->angular);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode VisitRun(RicCase *c, RicColumnFn visit, void *context) {
  static const char *const columns[RUN_COLUMNS][2] = {{"step", "1"},
                                                      {"t", "s"},
                                                      {"kinetic", "J"},
                                                      {"potential", "J"},
                                                      {"energy", "J"},
                                                      {"min_gap", "m"},
                                                      {"max_joint_error", "m, rad"},
                                                      {"active", "1"},
                                                      {"iterations", "1"}};
  RicColumn column = {.kind = RIC_COLUMN_RUN};
  PetscBool angles;

  PetscFunctionBegin;
  PetscCall(HasAngles(c, &angles));
  for (PetscInt i = 0; i < RUN_COLUMNS; i++) {
    PetscCall(PetscStrncpy(column.name, columns[i][0], sizeof(column.name)));
    column.unit = i == RUN_MIN_GAP && angles ? "m, rad" : columns[i][1];
    PetscCall(visit(&column, context));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode VisitBalance(RicCase *c, RicColumnFn visit, void *context) {
  RicColumn column = {.kind = RIC_COLUMN_BALANCE, .unit = "J"};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < RIC_BALANCE_TERMS && c->energy_balance; i++) {
    PetscCall(PetscSNPrintf(column.name, sizeof(column.name), "balance_%s", RicBalanceNames[i]));
    PetscCall(visit(&column, context));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Those of what has a name ----

// A coordinate of a system is a length or an angle, which only its author knows.
static const char *ProbeUnit(const RicProbe *probe, PetscInt d, PetscBool rate) {
  const PetscBool angle =
      (PetscBool)(!strcmp(probe->labels[d], "theta") || !strncmp(probe->labels[d], "phi_", 4));

  if (!probe->num_positions)
    return NULL;
  return angle ? (rate ? "rad/s" : "rad") : (rate ? "m/s" : "m");
}

static PetscErrorCode VisitProbe(const RicProbe *probe, Visit *v) {
  PetscFunctionBegin;
  v->column.node = probe->node;
  v->column.key = probe->key;
  for (PetscInt d = 0; d < probe->n; d++)
    PetscCall(Tell(v, probe->name, "", probe->labels[d], ProbeUnit(probe, d, PETSC_FALSE)));
  for (PetscInt d = 0; d < probe->n; d++) {
    const char *label = probe->labels[d];
    const PetscBool angle = (PetscBool)!strcmp(label, "theta"),
                    turn = (PetscBool)!strncmp(label, "phi_", 4);
    PetscCall(Tell(v, probe->name, angle || turn ? "omega" : "v",
                   angle  ? ""
                   : turn ? label + 3
                          : label,
                   ProbeUnit(probe, d, PETSC_TRUE)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ν moves positions through an inverse of mass, or with the metric `identity` as it stands.
static PetscErrorCode HasMetricIdentity(RicCase *c, PetscBool *yes) {
  const RicStepperOption *option;
  const RicModelTraits *is;
  PetscReal value;
  PetscInt n;

  PetscFunctionBegin;
  *yes = PETSC_FALSE;
  PetscCall(RicModelGetTraits(c->model, &is));
  PetscCall(RicStepperGetNumOptions(c->stepper, &n));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(RicStepperGetOption(c->stepper, k, &option, &value));
    if (strcmp(option->name, "metric"))
      continue;
    const char *word = option->choices[(PetscInt)value];
    *yes = (PetscBool)(!strcmp(word, "identity") || (!strcmp(word, "auto") && is->of_nodes));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Units of gap, gap_velocity, impulse, force and nu.
static void ContactUnits(const RicContactView *view, PetscBool identity,
                         const char *units[CONTACT_COLUMNS]) {
  static const char *const of_length[] = {"m", "m/s", "N s", "N", "kg m"}, *const of_angle[] = {
                                                                               "rad", "rad/s",
                                                                               "N m s", "N m",
                                                                               "kg m^2"};
  const PetscBool known = (PetscBool)(view->ops || view->width > 1); // what slides is a length
  const char *const *of = view->ops && view->ops->angular ? of_angle : of_length;

  for (PetscInt k = 0; k < CONTACT_COLUMNS; k++)
    units[k] = known ? of[k] : NULL;
  if (identity && known)
    units[CONTACT_COLUMNS - 1] = of[0];
}

static PetscErrorCode VisitContact(RicCase *c, PetscInt i, Visit *v) {
  static const char *const labels[CONTACT_COLUMNS] = {"gap", "gap_velocity", "impulse", "force",
                                                      "nu"};
  const char *units[CONTACT_COLUMNS];
  static const char *const with_friction[][2] = {
      {"friction", "N s"}, {"slip", "m/s"}, {"drilling", "N m s"}, {"spin", "rad/s"}};
  RicContactView view;
  void *node;

  PetscFunctionBegin;
  PetscCall(RicModelGetContact(c->model, i, &view));
  PetscCall(RicNamesFind(c->contacts, view.name, &node));
  v->column.node = (RicInputNode)node;
  v->column.key = "name";
  ContactUnits(&view, v->identity, units);
  for (PetscInt k = 0; k < CONTACT_COLUMNS; k++)
    PetscCall(Tell(v, view.name, "", labels[k], units[k]));
  for (size_t k = 0; k < (view.width == 4 ? 4 : 2) && view.width > 1; k++)
    PetscCall(Tell(v, view.name, "", with_friction[k][0], with_friction[k][1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode VisitJoint(RicCase *c, RicInputNode joints, PetscInt i, Visit *v) {
  static const char *const errors[] = {"m", "rad", "m, rad"}, *const reactions[] = {"N", "N m",
                                                                                    "N, N m"};
  PetscBool moment[RIC_JOINT_MAX_ROWS];
  char number[RIC_NAME_LEN];
  RicJointView view;
  PetscInt moments = 0;

  PetscFunctionBegin;
  PetscCall(RicModelGetJoint(c->model, i, &view));
  RicJointMoments(view.ops, view.data, c->dim, moment);
  for (PetscInt k = 0; k < view.num_rows; k++)
    moments += moment[k];
  const PetscInt kind = moments == view.num_rows ? 1 : moments ? 2 : 0;
  PetscCall(RicInputGetItem(joints, i, &v->column.node));
  v->column.key = "name";
  PetscCall(Tell(v, view.name, "", "error", errors[kind]));
  PetscCall(Tell(v, view.name, "", "force", reactions[kind]));
  for (PetscInt k = 0; k < view.num_rows; k++) {
    PetscCall(PetscSNPrintf(number, sizeof(number), "%" PetscInt_FMT, k));
    PetscCall(Tell(v, view.name, "reaction", number, reactions[moment[k]]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of the directions it holds.
static PetscErrorCode VisitSupport(const RicSupport *support, Visit *v) {
  static const char *const axes[] = {"x", "y", "z"};

  PetscFunctionBegin;
  v->column.node = support->node;
  v->column.key = "name";
  for (PetscInt d = 0; d < 3 && support->name[0]; d++)
    if (support->fixed[d])
      PetscCall(Tell(v, support->name, "r", axes[d], "N"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode VisitNamed(RicCase *c, RicColumnFn visit, void *context) {
  Visit v = {.visit = visit, .context = context};
  RicInputNode joints;
  PetscInt n;

  PetscFunctionBegin;
  v.column.kind = RIC_COLUMN_PROBE;
  for (PetscInt i = 0; i < c->num_probes; i++)
    PetscCall(VisitProbe(&c->probes[i], &v));
  v.column.kind = RIC_COLUMN_CONTACT;
  PetscCall(HasMetricIdentity(c, &v.identity));
  PetscCall(RicModelGetNumContacts(c->model, &n));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(VisitContact(c, i, &v));
  v.column.kind = RIC_COLUMN_JOINT;
  PetscCall(RicInputGetChild(c->root, "joints", &joints));
  PetscCall(RicModelGetNumJoints(c->model, &n));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(VisitJoint(c, joints, i, &v));
  v.column.kind = RIC_COLUMN_SUPPORT;
  for (PetscInt i = 0; i < c->num_supports; i++)
    PetscCall(VisitSupport(&c->supports[i], &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicColumnsVisit(RicCase *c, RicColumnFn visit, void *context) {
  PetscFunctionBegin;
  PetscCall(VisitRun(c, visit, context));
  PetscCall(VisitNamed(c, visit, context));
  PetscCall(VisitBalance(c, visit, context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Two of one name ----

// context: the columns so far, each with the word for its kind.
static PetscErrorCode RefuseTwice(const RicColumn *column, void *context) {
  static const char *const words[] = {
      [RIC_COLUMN_PROBE] = "a probe, body or system",
      [RIC_COLUMN_CONTACT] = "a contact",
      [RIC_COLUMN_JOINT] = "a joint",
      [RIC_COLUMN_SUPPORT] = "a support",
  };
  RicNames names = (RicNames)context;
  void *taken;

  PetscFunctionBegin;
  PetscCall(RicNamesFind(names, column->name, &taken));
  if (taken)
    PetscCall(
        RicInputError(column->node, column->key,
                      "the column '%s' of history.csv is that of %s already, take another name",
                      column->name, *(const char *const *)taken));
  PetscCall(RicNamesAdd(names, column->name, (void *)&words[column->kind]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Add a name; *twice where it is there already, or has a dot, so that it may end like another.
static PetscErrorCode AddOwner(RicNames names, const char name[], PetscBool *twice) {
  void *found;

  PetscFunctionBegin;
  PetscCall(RicNamesFind(names, name, &found));
  *twice = (PetscBool)(*twice || found || strchr(name, '.'));
  PetscCall(RicNamesAdd(names, name, names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Can two columns be of one name? Not if all names differ and none has a dot, which is told at a
// small part of the cost.
static PetscErrorCode MayCollide(RicCase *c, PetscBool *may) {
  RicContactView contact;
  RicJointView joint;
  RicNames names;
  PetscInt n;

  PetscFunctionBegin;
  *may = PETSC_FALSE;
  PetscCall(RicNamesCreate(&names));
  for (PetscInt i = 0; i < c->num_probes; i++)
    PetscCall(AddOwner(names, c->probes[i].name, may));
  PetscCall(RicModelGetNumContacts(c->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(c->model, i, &contact));
    PetscCall(AddOwner(names, contact.name, may));
  }
  PetscCall(RicModelGetNumJoints(c->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetJoint(c->model, i, &joint));
    PetscCall(AddOwner(names, joint.name, may));
  }
  for (PetscInt i = 0; i < c->num_supports; i++)
    if (c->supports[i].name[0])
      PetscCall(AddOwner(names, c->supports[i].name, may));
  PetscCall(RicNamesDestroy(&names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicColumnsCheck(RicCase *c) {
  PetscBool may;
  RicNames names;

  PetscFunctionBegin;
  PetscCall(MayCollide(c, &may));
  if (!may)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicNamesCreate(&names));
  const PetscErrorCode ierr = VisitNamed(c, RefuseTwice, names);
  PetscCall(RicNamesDestroy(&names));
  PetscFunctionReturn(ierr);
}

// ---- Units ----

// context: the legend.
static PetscErrorCode AddToLegend(const RicColumn *column, void *context) {
  static const char *const kinds[] = {
      [RIC_COLUMN_RUN] = "run",         [RIC_COLUMN_PROBE] = "probe",
      [RIC_COLUMN_CONTACT] = "contact", [RIC_COLUMN_JOINT] = "joint",
      [RIC_COLUMN_SUPPORT] = "support", [RIC_COLUMN_BALANCE] = "balance",
  };

  PetscFunctionBegin;
  PetscCall(RicLegendAdd((RicLegend)context, column->name, column->unit, kinds[column->kind],
                         column->of));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicColumnsWriteUnits(RicCase *c) {
  char path[RIC_PATH_LEN + 16];
  RicLegend legend;

  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/history.json", c->directory));
  PetscCall(RicLegendCreate(c->comm, path, &legend));
  PetscCall(RicLegendBegin(legend, "history.csv"));
  PetscCall(RicColumnsVisit(c, AddToLegend, legend));
  PetscCall(RicImpactsAddToLegend(c, legend));
  const PetscErrorCode written = RicLegendWrite(legend);
  PetscCall(RicLegendDestroy(&legend));
  PetscCall(written);
  PetscFunctionReturn(PETSC_SUCCESS);
}
