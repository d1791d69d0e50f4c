// SPDX-License-Identifier: BSD-2-Clause
// The sections `elements`, `damping`, `gravity`, `loads`, `supports` and `initial`.
#include "app/case.h"
#include "base/register.h"

const RicParameter RicElementParameters[] = {
    {"type", "the kind of element", "", RIC_PARAMETER_TYPE, .required = PETSC_TRUE,
     .text = "elements"},
    {NULL},
};

const RicParameter RicLoadParameters[] = {
    {"region", "what it acts on", "", RIC_PARAMETER_REGION, .required = PETSC_TRUE},
    {"force", "of each node; on a body in the plane also [Fx, Fy, moment]", "N",
     RIC_PARAMETER_FIELD, .otherwise = "none, where there is a moment"},
    {"moment", "on a body in space, in axes of space", "N m", RIC_PARAMETER_FIELD,
     .otherwise = "none"},
    {NULL},
};

const RicParameter RicSupportParameters[] = {
    {"name", "of columns of its reaction", "", RIC_PARAMETER_NAME, .otherwise = "no columns"},
    {"region", "what is held; of several on a dof the last", "", RIC_PARAMETER_REGION,
     .required = PETSC_TRUE},
    {"fixed", "directions out of x, y, z", "", RIC_PARAMETER_AXES, .otherwise = "all"},
    {"displacement", "how the fixed directions move", "m", RIC_PARAMETER_FIELD, .otherwise = "0"},
    {"velocity", "its derivative", "m/s", RIC_PARAMETER_FIELD,
     .otherwise = "the displacement is differentiated by differences"},
    {NULL},
};

const RicParameter RicInitialParameters[] = {
    {"region", "what is moved; needed but with from", "", RIC_PARAMETER_REGION,
     .otherwise = "all, by from"},
    {"from",
     "a checkpoint whose positions and velocities are the start of all; the first item, or "
     "-initial_from",
     "", RIC_PARAMETER_TEXT, .otherwise = "from rest at the reference positions"},
    {"displacement", "from the reference position", "m", RIC_PARAMETER_FIELD, .otherwise = "0"},
    {"velocity", "at the start", "m/s", RIC_PARAMETER_FIELD, .otherwise = "0"},
    {NULL},
};

// ---- Elements ----

static PetscErrorCode ElementType(RicInputNode node, const RicElementOps **ops) {
  const RicElementOps *const *table;
  const char *names[RIC_MAX_TYPES + 1] = {NULL};
  PetscInt n, k = 0;

  PetscFunctionBegin;
  PetscCall(RicElementGetTable(&n, &table));
  for (PetscInt i = 0; i < n; i++)
    names[i] = table[i]->name;
  PetscCall(RicInputRequireEnum(node, "type", names, &k));
  *ops = table[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

// On the link of its `nodes`, or on its region.
static PetscErrorCode PlaceElements(RicCase *c, RicInputNode node, const RicElementOps *ops,
                                    const void *data, PetscInt link) {
  const RicRegion *region;

  PetscFunctionBegin;
  if (link >= 0) {
    PetscCall(RicInputLocate(node, "nodes",
                             RicModelAddLinkElement(c->model, ops, data, &link, ops->name)));
  } else {
    PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region));
    PetscCall(RicInputLocate(node, "region",
                             RicModelAddElements(c->model, ops, data, region, ops->name)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddElements(RicCase *c, RicInputNode node, PetscInt i) {
  const RicElementOps *ops = NULL;
  void *data;

  PetscFunctionBegin;
  PetscCall(ElementType(node, &ops));
  PetscCall(RicCaseNewData_Private(c, node, RicElementParameters, ops->parameters, ops->data_size,
                                   &data));
  const PetscErrorCode error = PlaceElements(c, node, ops, data, c->element_links[i]);
  PetscCall(RicParametersDestroy(ops->parameters, &data));
  PetscFunctionReturn(error);
}

PetscErrorCode RicCaseElements_Private(RicCase *c) {
  RicInputNode elements, node;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicCaseMaterials_Private(c));
  PetscCall(RicInputGetChild(c->root, "bodies", &node));
  PetscCall(RicInputGetChild(c->root, "systems", &elements));
  const PetscBool alone = (PetscBool)(node || elements); // bodies and systems need no elements
  PetscCall(RicInputGetChild(c->root, "elements", &elements));
  if (!elements && !alone)
    PetscCall(RicInputRequireChild(c->root, "elements", &elements));
  PetscCall(RicInputGetSize(elements, &n));
  if (!n && elements)
    PetscCall(RicInputError(elements, NULL, "is empty, at least one element group is needed"));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicInputGetItem(elements, i, &node));
    PetscCall(AddElements(c, node, i));
  }
  PetscCall(RicModelSetDamping(c->model, c->damping[0], c->damping[1]));
  PetscCall(RicModelSetGravity(c->model, c->gravity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Loads, supports, initial conditions ----

// Expressions of the nodes of a region, NULL when absent. The caller owns them.
static PetscErrorCode ReadField(RicCase *c, RicInputNode node, const char key[], PetscInt n,
                                const RicRegion *region, RicExpression field[3]) {
  PetscFunctionBegin;
  PetscCall(RicInputGetExpressions(node, key, n, field));
  const PetscErrorCode error = RicCaseFinite_Private(c, node, key, region, n, field);
  for (PetscInt d = 0; error && d < n; d++)
    PetscCall(RicExpressionDestroy(&field[d]));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadMotion(RicCase *c, RicInputNode node, const RicRegion *region,
                                 RicExpression displacement[3], RicExpression velocity[3]) {
  PetscFunctionBegin;
  PetscCall(ReadField(c, node, "displacement", c->dim, region, displacement));
  const PetscErrorCode error = ReadField(c, node, "velocity", c->dim, region, velocity);
  for (PetscInt d = 0; error && d < c->dim; d++)
    PetscCall(RicExpressionDestroy(&displacement[d]));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Components of the force on a region: on a body's centre [Fx, Fy] or, with a moment,
// [Fx, Fy, Mz].
static PetscErrorCode NumForces(RicCase *c, RicInputNode node, const char name[], PetscInt *n) {
  RicInputNode body, force;
  PetscInt given;

  PetscFunctionBegin;
  *n = c->dim;
  PetscCall(RicCaseFindBody_Private(c, name, &body));
  PetscCall(RicInputGetChild(node, "force", &force));
  PetscCall(RicInputGetSize(force, &given));
  if (body && given == 3)
    *n = 3;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// `moment` of a body in space; *any: there is one.
static PetscErrorCode AddMoment(RicCase *c, RicInputNode node, const RicRegion *region,
                                PetscBool *any) {
  RicExpression moment[3] = {NULL, NULL, NULL};
  RicInputNode body;

  PetscFunctionBegin;
  PetscCall(RicCaseFindBody_Private(c, region->name, &body));
  PetscCall(ReadField(c, node, "moment", 3, region, moment));
  *any = (PetscBool)(moment[0] != NULL);
  if (*any && body && c->dim == 3) {
    PetscCall(RicModelAddMoment(c->model, region, moment));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt d = 0; d < 3; d++)
    PetscCall(RicExpressionDestroy(&moment[d]));
  if (*any)
    PetscCall(RicInputError(node, "moment",
                            "acts on a body in space (in the plane: force: [Fx, Fy, Mz])"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddLoad(RicCase *c, RicInputNode node, PetscInt i) {
  RicExpression force[3] = {NULL, NULL, NULL};
  const RicRegion *region;
  PetscBool moment = PETSC_FALSE;
  PetscInt n;

  PetscFunctionBegin;
  (void)i;
  PetscCall(RicCaseCheckKeys_Private(c, node, NULL, RicLoadParameters));
  PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region));
  PetscCall(NumForces(c, node, region->name, &n));
  PetscCall(AddMoment(c, node, region, &moment));
  PetscCall(ReadField(c, node, "force", n, region, force));
  if (force[0])
    PetscCall(RicModelAddLoad(c->model, region, force));
  else if (!moment)
    PetscCall(RicInputError(node, NULL, "missing key 'force'"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// fixed: [x, z] — absent: all directions.
static PetscErrorCode FixedDirections(RicCase *c, RicInputNode node, PetscBool fixed[3]) {
  static const char *const names[] = {"x", "y", "z"};
  const char *allowed[4] = {NULL, NULL, NULL, NULL};
  RicInputNode list, item;
  PetscInt n, d = 0;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(node, "fixed", &list));
  for (PetscInt i = 0; i < 3; i++)
    fixed[i] = (PetscBool)(!list && i < c->dim);
  for (PetscInt i = 0; i < c->dim; i++)
    allowed[i] = names[i];
  PetscCall(RicInputGetSize(list, &n));
  if (list && !n)
    PetscCall(RicInputError(node, "fixed", "is empty, give directions out of x, y, z"));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicInputGetItem(list, i, &item));
    PetscCall(RicInputRequireEnum(item, NULL, allowed, &d));
    fixed[d] = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Number i, for its reaction.
static PetscErrorCode KeepSupport(RicCase *c, RicInputNode node, PetscInt i,
                                  const RicRegion *region, const PetscBool fixed[3]) {
  RicInputNode list;
  RicSupport *s;

  PetscFunctionBegin;
  if (!c->supports) {
    PetscCall(RicInputGetChild(c->root, "supports", &list));
    PetscCall(RicInputGetSize(list, &c->num_supports));
    PetscCall(PetscCalloc1(c->num_supports, &c->supports));
  }
  s = &c->supports[i];
  s->node = node;
  s->region = region;
  PetscCall(PetscArraycpy(s->fixed, fixed, 3));
  PetscCall(RicInputGetString(node, "name", s->name, sizeof(s->name)));
  if (s->name[0])
    PetscCall(RicCaseName_Private(node, "name", s->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddSupport(RicCase *c, RicInputNode node, PetscInt i) {
  RicExpression displacement[3] = {NULL, NULL, NULL}, velocity[3] = {NULL, NULL, NULL};
  const RicRegion *region;
  PetscBool fixed[3];

  PetscFunctionBegin;
  PetscCall(RicCaseCheckKeys_Private(c, node, NULL, RicSupportParameters));
  PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region));
  PetscCall(FixedDirections(c, node, fixed));
  PetscCall(KeepSupport(c, node, i, region, fixed));
  PetscCall(ReadMotion(c, node, region, displacement, velocity));
  PetscCall(RicModelAddSupport(c->model, region, fixed, displacement, velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The item that names a checkpoint has nothing else.
static PetscErrorCode TakeFrom(RicCase *c, RicInputNode node, PetscInt i) {
  static const char *const others[] = {"region", "displacement", "velocity"};
  char name[RIC_PATH_LEN] = "";
  RicInputNode other;

  PetscFunctionBegin;
  PetscCall(RicInputGetString(node, "from", name, sizeof(name)));
  if (!name[0])
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < 3; k++) {
    PetscCall(RicInputGetChild(node, others[k], &other));
    if (other)
      PetscCall(
          RicInputError(node, others[k], "does not stand beside from, but in an item of its own"));
  }
  if (i)
    PetscCall(RicInputError(node, "from", "must be the first item: it is the start of all"));
  c->start = node;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddInitial(RicCase *c, RicInputNode node, PetscInt i) {
  RicExpression displacement[3] = {NULL, NULL, NULL}, velocity[3] = {NULL, NULL, NULL};
  const RicRegion *region;

  PetscFunctionBegin;
  PetscCall(RicCaseCheckKeys_Private(c, node, NULL, RicInitialParameters));
  PetscCall(TakeFrom(c, node, i));
  if (c->start == node)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region));
  PetscCall(ReadMotion(c, node, region, displacement, velocity));
  PetscCall(RicModelAddInitial(c->model, region, displacement, velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The option -initial_from sets all of `initial` aside.
PetscErrorCode RicCaseFields_Private(RicCase *c) {
  static const char *const sections[] = {"loads", "supports", "initial"};
  static const RicCaseItemFn add[] = {AddLoad, AddSupport, AddInitial};
  RicInputNode initial;
  PetscBool alone = PETSC_FALSE, given;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(c->root, "initial", &initial));
  if (initial)
    PetscCall(RicInputIsMapping(initial, &alone));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-initial_from", &given));
  if (given)
    PetscCall(RicInputGetSection(c->root, "initial", &c->start));
  PetscCall(RicCaseItems_Private(c, alone || given ? 2 : 3, sections, add));
  if (alone && !given)
    PetscCall(AddInitial(c, initial, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}
