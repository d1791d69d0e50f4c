// SPDX-License-Identifier: BSD-2-Clause
// The sections `materials`, `elements`, `damping`, `gravity`, `loads`, `supports` and `initial`.
#include "app/case.h"

// ---- Elements ----

static PetscErrorCode ReadMaterial(RicInputNode material, RicElementData *data) {
  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(material, (const char *const[]){"E", "density", NULL}));
  PetscCall(RicInputRequireReal(material, "E", RIC_POSITIVE, &data->young));
  PetscCall(RicInputRequireReal(material, "density", RIC_NON_NEGATIVE, &data->density));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// All of them, those that no element uses included.
static PetscErrorCode CheckMaterials(RicCase *c) {
  RicElementData data = {0};
  RicInputNode materials, material;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(c->root, "materials", &materials));
  PetscCall(RicCaseMapping_Private(materials));
  PetscCall(RicInputGetSize(materials, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicInputGetItem(materials, i, &material));
    PetscCall(ReadMaterial(material, &data));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Material(RicCase *c, RicInputNode element, RicElementData *data) {
  char name[RIC_NAME_LEN] = "", known[RIC_TEXT_LEN] = "";
  const char *names[65] = {NULL};
  RicInputNode materials, material;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputRequireString(element, "material", name, sizeof(name)));
  PetscCall(RicInputRequireChild(c->root, "materials", &materials));
  PetscCall(RicInputGetChild(materials, name, &material));
  if (!material) {
    PetscCall(RicInputGetSize(materials, &n));
    for (PetscInt i = 0; i < PetscMin(n, 64); i++) {
      PetscCall(RicInputGetItem(materials, i, &material));
      PetscCall(RicInputGetKey(material, &names[i]));
      PetscCall(PetscStrlcat(known, i ? ", " : "", sizeof(known)));
      PetscCall(PetscStrlcat(known, names[i], sizeof(known)));
    }
    const char *near = RicNearestWord(name, names);
    PetscCall(RicInputError(element, "material", "unknown material '%s'%s%s%s (known: %s)", name,
                            near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "",
                            known));
  }
  PetscCall(ReadMaterial(material, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadBar(RicCase *c, RicInputNode node, PetscBool nonlinear,
                              RicElementData *data) {
  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(
      node, nonlinear
                ? (const char *const[]){"type", "region", "material", "area", "lumped",
                                        "tension_only", NULL}
                : (const char *const[]){"type", "region", "material", "area", "lumped", NULL}));
  PetscCall(Material(c, node, data));
  PetscCall(RicInputRequireReal(node, "area", RIC_POSITIVE, &data->area));
  PetscCall(RicInputGetBool(node, "lumped", &data->lumped));
  if (nonlinear)
    PetscCall(RicInputGetBool(node, "tension_only", &data->tension_only));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadSpring(RicInputNode node, RicElementData *data) {
  RicInputNode region, nodes;

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(
      node, (const char *const[]){"type", "region", "nodes", "stiffness", "damper", NULL}));
  PetscCall(RicInputGetChild(node, "region", &region));
  PetscCall(RicInputGetChild(node, "nodes", &nodes));
  if (!region == !nodes)
    PetscCall(RicInputError(node, NULL, "has %s, give either 'region' or 'nodes'",
                            region ? "both 'region' and 'nodes'" : "neither 'region' nor 'nodes'"));
  PetscCall(RicInputGetReal(node, "stiffness", RIC_NON_NEGATIVE, &data->stiffness[0]));
  PetscCall(RicInputGetReal(node, "damper", RIC_NON_NEGATIVE, &data->damper[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadGroundSpring(RicCase *c, RicInputNode node, RicElementData *data) {
  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(
      node, (const char *const[]){"type", "region", "stiffness", "damper", NULL}));
  PetscCall(RicInputGetReals(node, "stiffness", c->dim, RIC_NON_NEGATIVE, data->stiffness));
  PetscCall(RicInputGetReals(node, "damper", c->dim, RIC_NON_NEGATIVE, data->damper));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The keys of an element by its type.
static PetscErrorCode ReadElement(RicCase *c, RicInputNode node, const RicElementOps *ops,
                                  RicElementData *data) {
  PetscBool bar, nonlinear, spring, ground;

  PetscFunctionBegin;
  PetscCall(PetscStrcmp(ops->name, "bar", &bar));
  PetscCall(PetscStrcmp(ops->name, "bar-nonlinear", &nonlinear));
  PetscCall(PetscStrcmp(ops->name, "spring", &spring));
  PetscCall(PetscStrcmp(ops->name, "ground-spring", &ground));
  if (bar || nonlinear)
    PetscCall(ReadBar(c, node, nonlinear, data));
  else if (spring)
    PetscCall(ReadSpring(node, data));
  else if (ground)
    PetscCall(ReadGroundSpring(c, node, data));
  else {
    PetscCall(RicInputCheckKeys(node, (const char *const[]){"type", "region", "mass", NULL}));
    PetscCall(RicInputRequireReal(node, "mass", RIC_POSITIVE, &data->mass));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ElementType(RicInputNode node, const RicElementOps **ops) {
  const RicElementOps *const *table;
  const char *names[32] = {NULL};
  PetscInt n, k = 0;

  PetscFunctionBegin;
  PetscCall(RicElementGetTable(&n, &table));
  for (PetscInt i = 0; i < PetscMin(n, 31); i++)
    names[i] = table[i]->name;
  PetscCall(RicInputRequireEnum(node, "type", names, &k));
  *ops = table[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddElements(RicCase *c, RicInputNode node, PetscInt i) {
  RicElementData data = {0};
  const RicElementOps *ops = NULL;
  const RicRegion *region;
  const PetscInt link = c->element_links[i];

  PetscFunctionBegin;
  PetscCall(ElementType(node, &ops));
  PetscCall(ReadElement(c, node, ops, &data));
  if (link >= 0) {
    PetscCall(RicInputLocate(node, "nodes",
                             RicModelAddLinkElement(c->model, ops, &data, link, ops->name)));
  } else {
    PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region));
    PetscCall(RicInputLocate(node, "region",
                             RicModelAddElements(c->model, ops, &data, region, ops->name)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseElements_Private(RicCase *c) {
  RicInputNode elements, node;
  PetscReal damping[2] = {0, 0}, gravity[3] = {0, 0, 0};
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(CheckMaterials(c));
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
  PetscCall(RicInputGetSection(c->root, "damping", &node));
  PetscCall(RicInputCheckKeys(node, (const char *const[]){"mass", "stiffness", NULL}));
  PetscCall(RicInputGetReal(node, "mass", RIC_NON_NEGATIVE, &damping[0]));
  PetscCall(RicInputGetReal(node, "stiffness", RIC_NON_NEGATIVE, &damping[1]));
  PetscCall(RicModelSetDamping(c->model, damping[0], damping[1]));
  PetscCall(RicCaseVector_Private(c, c->root, "gravity", PETSC_FALSE, gravity));
  PetscCall(RicModelSetGravity(c->model, gravity));
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

static PetscErrorCode AddLoad(RicCase *c, RicInputNode node) {
  RicExpression force[3] = {NULL, NULL, NULL};
  const RicRegion *region;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(node, (const char *const[]){"region", "force", NULL}));
  PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region));
  PetscCall(NumForces(c, node, region->name, &n));
  PetscCall(ReadField(c, node, "force", n, region, force));
  if (!force[0])
    PetscCall(RicInputError(node, NULL, "missing key 'force'"));
  PetscCall(RicModelAddLoad(c->model, region, force));
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

static PetscErrorCode AddSupport(RicCase *c, RicInputNode node) {
  RicExpression displacement[3] = {NULL, NULL, NULL}, velocity[3] = {NULL, NULL, NULL};
  const RicRegion *region;
  PetscBool fixed[3];

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(
      node, (const char *const[]){"region", "fixed", "displacement", "velocity", NULL}));
  PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region));
  PetscCall(FixedDirections(c, node, fixed));
  PetscCall(ReadMotion(c, node, region, displacement, velocity));
  PetscCall(RicModelAddSupport(c->model, region, fixed, displacement, velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddInitial(RicCase *c, RicInputNode node) {
  RicExpression displacement[3] = {NULL, NULL, NULL}, velocity[3] = {NULL, NULL, NULL};
  const RicRegion *region;

  PetscFunctionBegin;
  PetscCall(
      RicInputCheckKeys(node, (const char *const[]){"region", "displacement", "velocity", NULL}));
  PetscCall(RicCaseRegion_Private(c, node, "region", PETSC_FALSE, &region));
  PetscCall(ReadMotion(c, node, region, displacement, velocity));
  PetscCall(RicModelAddInitial(c->model, region, displacement, velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseFields_Private(RicCase *c) {
  static const char *const sections[] = {"loads", "supports", "initial"};
  static PetscErrorCode (*const add[])(RicCase *, RicInputNode) = {AddLoad, AddSupport, AddInitial};
  RicInputNode section, item;
  PetscInt n;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 3; k++) {
    PetscCall(RicInputGetChild(c->root, sections[k], &section));
    PetscCall(RicInputGetSize(section, &n));
    for (PetscInt i = 0; i < n; i++) {
      PetscCall(RicInputGetItem(section, i, &item));
      PetscCall(add[k](c, item));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
