// SPDX-License-Identifier: BSD-2-Clause
// The sections `bodies`, `systems`, `joints`, `springs`, and the contacts between points.
//
// A point is written as "BODY.POINT" (a named point of a body), "BODY" (its centre of mass),
// "REGION" (a finite-element node), or [x, y] (the ground).
#include "app/case.h"

// ---- Nodes of bodies and systems: before the partition ----

PetscErrorCode RicCaseBodyNodes_Private(RicCase *c) {
  static const char *const sections[] = {"bodies", "systems"};
  RicInputNode section, item;
  char name[RIC_NAME_LEN];
  const RicRegion *taken;
  PetscReal at[3];
  PetscInt n;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 2; k++) {
    PetscCall(RicInputGetChild(c->root, sections[k], &section));
    PetscCall(RicInputGetSize(section, &n));
    if (n && k == 0 && c->dim != 2)
      PetscCall(RicInputError(section, NULL, "rigid bodies need `dimension: 2`"));
    for (PetscInt i = 0; i < n; i++) {
      PetscCall(RicInputGetItem(section, i, &item));
      PetscCall(RicInputRequireString(item, "name", name, sizeof(name)));
      PetscCall(RicMeshFindRegion(c->mesh, name, &taken));
      if (taken)
        PetscCall(
            RicInputError(item, "name", "the name '%s' is taken by another region or body", name));
      at[0] = at[1] = at[2] = 0;
      if (k == 0)
        PetscCall(RicCaseVector_Private(c, item, "at", PETSC_TRUE, at));
      PetscCall(RicMeshAddNode(c->mesh, name, at));
      PetscCall(RicNamesAdd(k == 0 ? c->bodies : c->systems, name, item));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Points ----

PetscErrorCode RicCaseFindBody_Private(RicCase *c, const char name[], RicInputNode *body) {
  void *found;

  PetscFunctionBegin;
  PetscCall(RicNamesFind(c->bodies, name, &found));
  *body = (RicInputNode)found;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The local coordinates of a body's named point.
static PetscErrorCode BodyPoint(RicCase *c, RicInputNode node, const char key[], const char text[],
                                RicInputNode body, const char point[], RicPoint *p) {
  RicInputNode points, found = NULL;

  PetscFunctionBegin;
  p->kind = RIC_POINT_BODY;
  if (!point[0])
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetChild(body, "points", &points));
  if (points)
    PetscCall(RicInputGetChild(points, point, &found));
  if (!found)
    PetscCall(
        RicInputError(node, key, "'%s': the body has no point '%s' under `points`", text, point));
  PetscCall(RicInputRequireReals(points, point, 2, RIC_ANY, p->local));
  (void)c;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCasePoint_Private(RicCase *c, RicInputNode node, const char key[], RicPoint *p,
                                    const RicRegion **region) {
  char text[RIC_NAME_LEN] = "", name[RIC_NAME_LEN] = "", *dot;
  RicInputNode child, body = NULL;
  PetscBool sequence;

  PetscFunctionBegin;
  PetscCall(PetscMemzero(p, sizeof(*p)));
  *region = NULL;
  PetscCall(RicInputRequireChild(node, key, &child));
  PetscCall(RicInputIsSequence(child, &sequence));
  if (sequence) {
    PetscCall(RicCaseVector_Private(c, node, key, PETSC_TRUE, p->local));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicInputRequireString(node, key, text, sizeof(text)));
  PetscCall(PetscStrncpy(name, text, sizeof(name)));
  PetscCall(PetscStrchr(name, '.', &dot));
  if (dot)
    *dot = '\0';
  PetscCall(RicCaseFindBody_Private(c, name, &body));
  if (body) {
    PetscCall(RicMeshFindRegion(c->mesh, name, region));
    PetscCall(BodyPoint(c, node, key, text, body, dot ? dot + 1 : "", p));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  p->kind = RIC_POINT_NODE;
  PetscCall(RicCaseRegion_Private(c, node, key, PETSC_TRUE, region));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Both points of an item, and whether they need a link.
static PetscErrorCode ReadPoints(RicCase *c, RicInputNode item, RicPoint p[2],
                                 const RicRegion *region[2]) {
  PetscFunctionBegin;
  PetscCall(RicCasePoint_Private(c, item, "a", &p[0], &region[0]));
  PetscCall(RicCasePoint_Private(c, item, "b", &p[1], &region[1]));
  if (!region[0] && !region[1])
    PetscCall(RicInputError(item, "b", "both points are on the ground, one must move"));
  if (region[0] && region[0] == region[1])
    PetscCall(RicInputError(item, "b", "both points are on the same body"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCasePointLink_Private(RicCase *c, RicInputNode item, PetscInt *link) {
  const RicRegion *region[2];
  RicPoint p[2];
  RicInputNode a;

  PetscFunctionBegin;
  *link = -1;
  PetscCall(RicInputGetChild(item, "a", &a));
  if (!a)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReadPoints(c, item, p, region));
  if (region[0] && region[1])
    PetscCall(RicMeshAddLink(c->mesh, region[0]->nodes[0], region[1]->nodes[0], link));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Bodies ----

static PetscErrorCode AddBody(RicCase *c, RicInputNode body) {
  RicBodyData data = {0};
  const RicRegion *region;
  char name[RIC_NAME_LEN] = "";
  PetscReal *outline;
  PetscInt n, number;

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(body, (const char *const[]){"name", "shape", "mass", "inertia", "at",
                                                          "angle", "velocity", "points", NULL}));
  PetscCall(RicInputRequireString(body, "name", name, sizeof(name)));
  PetscCall(RicMeshFindRegion(c->mesh, name, &region));
  PetscCall(RicInputRequireReal(body, "mass", RIC_POSITIVE, &data.mass));
  PetscCall(RicCaseShape_Private(body, data.mass, &data.inertia, &n, &outline));
  PetscCall(RicInputGetReal(body, "angle", RIC_ANY, &data.angle));
  PetscCall(RicInputGetReals(body, "velocity", 3, RIC_ANY, data.velocity));
  PetscCall(RicModelGetNumBodies(c->model, &number));
  PetscCall(RicModelAddBody(c->model, region, &data));
  PetscCall(RicModelSetBodyShape(c->model, number, n, outline));
  PetscCall(PetscFree(outline));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Systems ----

static PetscErrorCode SystemType(RicInputNode node, const RicSystemOps **ops) {
  const char *names[65] = {NULL};
  PetscInt n, k = 0;

  PetscFunctionBegin;
  PetscCall(RicSystemGetCount(&n));
  for (PetscInt i = 0; i < PetscMin(n, 64); i++) {
    PetscCall(RicSystemGet(i, ops));
    names[i] = (*ops)->name;
  }
  PetscCall(RicInputRequireEnum(node, "type", names, &k));
  PetscCall(RicSystemGet(k, ops));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SystemParameters(RicInputNode node, const RicSystemOps *ops, PetscReal p[]) {
  const char *allowed[RIC_SYSTEM_MAX_PARAMETERS + 1] = {NULL};
  RicInputNode parameters;

  PetscFunctionBegin;
  PetscCall(RicInputGetSection(node, "parameters", &parameters));
  for (PetscInt i = 0; i < ops->num_parameters; i++)
    allowed[i] = ops->parameter_names[i];
  PetscCall(RicInputCheckKeys(parameters, allowed));
  for (PetscInt i = 0; i < ops->num_parameters; i++) {
    p[i] = ops->parameter_defaults[i];
    PetscCall(RicInputGetReal(parameters, allowed[i], RIC_ANY, &p[i]));
    if (PetscIsInfOrNanReal(p[i]))
      PetscCall(RicInputError(node, "parameters", "missing key '%s'", allowed[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// contacts: {GAP: {restitution: e}} — gaps that are not named do not count.
static PetscErrorCode SystemContacts(RicCase *c, RicInputNode node, const RicSystemOps *ops,
                                     const char system_name[], PetscInt number) {
  char name[2 * RIC_NAME_LEN];
  const char *allowed[RIC_SYSTEM_MAX_GAPS + 1] = {NULL};
  RicInputNode contacts, gap;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(node, "contacts", &contacts));
  if (!contacts)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < ops->num_gaps; i++)
    allowed[i] = ops->gap_names[i];
  PetscCall(RicInputCheckKeys(contacts, allowed));
  for (PetscInt i = 0; i < ops->num_gaps; i++) {
    PetscReal e = 0;
    PetscCall(RicInputGetChild(contacts, allowed[i], &gap));
    if (!gap)
      continue;
    PetscCall(RicInputCheckKeys(gap, (const char *const[]){"restitution", NULL}));
    PetscCall(RicInputGetReal(gap, "restitution", RIC_UNIT_INTERVAL, &e));
    PetscCall(PetscSNPrintf(name, sizeof(name), "%s.%s", system_name, allowed[i]));
    PetscCall(RicModelAddSystemContact(c->model, name, number, i, e));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One deviation, "-" for a derivative that is not given.
static PetscErrorCode PrintDeviation(RicCase *c, const char name[], PetscBool given,
                                     PetscReal deviation) {
  PetscFunctionBegin;
  if (!given)
    PetscCall(PetscPrintf(c->comm, "  %-12s by differences\n", name));
  else
    PetscCall(PetscPrintf(c->comm, "  %-12s %.1e%s\n", name, (double)deviation,
                          deviation < 1e-7 ? "" : "  WRONG"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The table of -model_check_derivatives, at the initial state; a velocity of 0, which would hide
// gyroscopic terms, is taken as 1.
static PetscErrorCode CheckDerivatives(RicCase *c, const RicSystemOps *ops, const char name[],
                                       const PetscReal p[], const PetscReal q[],
                                       const PetscReal v[]) {
  PetscReal moving[RIC_SYSTEM_MAX_DOFS];
  PetscBool wanted = PETSC_FALSE;
  RicSystemCheck check;

  PetscFunctionBegin;
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-model_check_derivatives", &wanted, NULL));
  if (!wanted)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < ops->num_dofs; i++)
    moving[i] = v[i] == 0 ? 1 : v[i];
  RicSystemCheckDerivatives(ops, p, 0, q, moving, &check);
  PetscCall(PetscPrintf(c->comm, "derivatives of '%s' (%s), deviation from differences:\n", name,
                        ops->name));
  PetscCall(PrintDeviation(c, "df/dq", (PetscBool) !!ops->Tangent, check.tangent_q));
  PetscCall(PrintDeviation(c, "df/dv", (PetscBool) !!ops->Tangent, check.tangent_v));
  PetscCall(PrintDeviation(c, "d(Ma)/dq", (PetscBool)(ops->MassTangent || ops->constant_mass),
                           check.mass_tangent));
  PetscCall(PrintDeviation(c, "dg/dq", (PetscBool) !!ops->GapRows, check.rows));
  PetscCall(PrintDeviation(c, "d2g/dq2", (PetscBool) !!ops->GapCurvature, check.curvature));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddSystem(RicCase *c, RicInputNode node) {
  PetscReal p[RIC_SYSTEM_MAX_PARAMETERS], q[RIC_SYSTEM_MAX_DOFS] = {0},
                                          v[RIC_SYSTEM_MAX_DOFS] = {0};
  const RicSystemOps *ops = NULL;
  const RicRegion *region;
  char name[RIC_NAME_LEN] = "";
  PetscInt number;

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(
      node, (const char *const[]){"name", "type", "parameters", "q", "v", "contacts", NULL}));
  PetscCall(RicInputRequireString(node, "name", name, sizeof(name)));
  PetscCall(SystemType(node, &ops));
  PetscCall(SystemParameters(node, ops, p));
  PetscCall(RicInputRequireReals(node, "q", ops->num_dofs, RIC_ANY, q));
  PetscCall(RicInputGetReals(node, "v", ops->num_dofs, RIC_ANY, v));
  PetscCall(CheckDerivatives(c, ops, name, p, q, v));
  PetscCall(RicMeshFindRegion(c->mesh, name, &region));
  PetscCall(RicModelAddSystem(c->model, region, ops, p, q, v, &number));
  PetscCall(SystemContacts(c, node, ops, name, number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseBodies_Private(RicCase *c) {
  static const char *const sections[] = {"bodies", "systems"};
  static PetscErrorCode (*const add[])(RicCase *, RicInputNode) = {AddBody, AddSystem};
  RicInputNode section, item;
  PetscInt n;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 2; k++) {
    PetscCall(RicInputGetChild(c->root, sections[k], &section));
    PetscCall(RicInputGetSize(section, &n));
    for (PetscInt i = 0; i < n; i++) {
      PetscCall(RicInputGetItem(section, i, &item));
      PetscCall(add[k](c, item));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Joints and springs ----

static PetscErrorCode JointType(RicInputNode node, const RicJointOps **ops) {
  const RicJointOps *const *table;
  const char *names[32] = {NULL};
  PetscInt n, k = 0;

  PetscFunctionBegin;
  PetscCall(RicJointGetTable(&n, &table));
  for (PetscInt i = 0; i < PetscMin(n, 31); i++)
    names[i] = table[i]->name;
  PetscCall(RicInputRequireEnum(node, "type", names, &k));
  *ops = table[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Where(RicCase *c, const char section[], PetscInt i, char where[],
                            size_t len) {
  const char *filename;

  PetscFunctionBegin;
  PetscCall(RicInputGetFilename(c->input, &filename));
  PetscCall(PetscSNPrintf(where, len, "%s: %s[%" PetscInt_FMT "]", filename, section, i));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddJoint(RicCase *c, RicInputNode node, PetscInt i) {
  char name[RIC_NAME_LEN] = "", where[RIC_PATH_LEN + RIC_NAME_LEN];
  const RicRegion *region[2];
  const RicJointOps *ops = NULL;
  RicExpression motion = NULL;
  RicJointData data = {0};

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(
      node, (const char *const[]){"name", "type", "a", "b", "axis", "length", "motion", NULL}));
  PetscCall(RicInputRequireString(node, "name", name, sizeof(name)));
  PetscCall(JointType(node, &ops));
  PetscCall(ReadPoints(c, node, data.point, region));
  data.axis[0] = 1;
  PetscCall(RicInputGetReals(node, "axis", 2, RIC_ANY, data.axis));
  const PetscReal norm = PetscSqrtReal(data.axis[0] * data.axis[0] + data.axis[1] * data.axis[1]);
  if (norm == 0)
    PetscCall(RicInputError(node, "axis", "has no direction, must not be zero"));
  for (PetscInt d = 0; d < 2; d++)
    data.axis[d] /= norm;
  PetscCall(RicInputGetReal(node, "length", RIC_POSITIVE, &data.length));
  if (ops->driven)
    PetscCall(RicCaseMotion_Private(c, node, &motion));
  PetscCall(Where(c, "joints", i, where, sizeof(where)));
  PetscCall(RicModelAddJoint(c->model, name, ops, &data, region, c->joint_links[i], motion, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddSpring(RicCase *c, RicInputNode node, PetscInt i) {
  static const char *const types[] = {"linear", "torsional", NULL};
  char where[RIC_PATH_LEN + RIC_NAME_LEN];
  const RicRegion *region[2];
  const RicJointOps *ops;
  RicJointData data = {.axis = {1, 0, 0}};
  PetscReal stiffness = 0, damper = 0;
  PetscInt type = 0;

  PetscFunctionBegin;
  PetscCall(RicInputCheckKeys(node, (const char *const[]){"type", "a", "b", "stiffness", "damper",
                                                          "length", "angle", NULL}));
  PetscCall(RicInputGetEnum(node, "type", types, &type));
  PetscCall(ReadPoints(c, node, data.point, region));
  PetscCall(RicInputGetReal(node, "stiffness", RIC_NON_NEGATIVE, &stiffness));
  PetscCall(RicInputGetReal(node, "damper", RIC_NON_NEGATIVE, &damper));
  PetscCall(RicInputGetReal(node, "length", RIC_POSITIVE, &data.length));
  PetscCall(RicInputGetReal(node, "angle", RIC_ANY, &data.angle));
  PetscCall(RicJointFind(type == 0 ? "rod" : "drive-angle", &ops));
  PetscCall(Where(c, "springs", i, where, sizeof(where)));
  PetscCall(RicModelAddSpring(c->model, ops, &data, region, c->spring_links[i], stiffness, damper,
                              where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseJoints_Private(RicCase *c) {
  static const char *const sections[] = {"joints", "springs"};
  static PetscErrorCode (*const add[])(RicCase *, RicInputNode, PetscInt) = {AddJoint, AddSpring};
  RicInputNode section, item;
  PetscInt n;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 2; k++) {
    PetscCall(RicInputGetChild(c->root, sections[k], &section));
    PetscCall(RicInputGetSize(section, &n));
    for (PetscInt i = 0; i < n; i++) {
      PetscCall(RicInputGetItem(section, i, &item));
      PetscCall(add[k](c, item, i));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Contacts between points ----

PetscErrorCode RicCasePointContact_Private(RicCase *c, RicInputNode node, const RicContactOps *ops,
                                           const char name[], PetscInt link) {
  const char *allowed[16] = {"name", "type", "a", "b", "offset", "motion", "restitution"};
  RicContactData data = {.normal = {0, 1, 0}};
  const RicRegion *region[2];
  RicExpression motion = NULL;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 4; k++)
    allowed[7 + k] = ops->keys[k];
  PetscCall(RicInputCheckKeys(node, allowed));
  PetscCall(ReadPoints(c, node, data.on, region));
  PetscCall(RicInputGetReals(node, "normal", 2, RIC_ANY, data.normal));
  const PetscReal norm =
      PetscSqrtReal(data.normal[0] * data.normal[0] + data.normal[1] * data.normal[1]);
  if (norm == 0)
    PetscCall(RicInputError(node, "normal", "has no direction, must not be zero"));
  for (PetscInt d = 0; d < 2; d++)
    data.normal[d] /= norm;
  PetscCall(RicInputGetReal(node, "offset", RIC_ANY, &data.offset));
  PetscCall(RicInputGetReal(node, "radius", RIC_POSITIVE, &data.radius));
  PetscCall(RicInputGetReal(node, "angle", RIC_ANY, &data.angle));
  PetscCall(RicInputGetReal(node, "length", RIC_POSITIVE, &data.length));
  PetscCall(RicInputGetReal(node, "width", RIC_POSITIVE, &data.width));
  PetscCall(RicInputGetBool(node, "upper", &data.upper));
  const char *wrong = ops->Check ? ops->Check(&data, c->dim) : NULL;
  if (wrong)
    PetscCall(RicInputError(node, NULL, "%s has %s", ops->name, wrong));
  PetscCall(RicInputGetReal(node, "restitution", RIC_UNIT_INTERVAL, &data.restitution));
  PetscCall(RicCaseMotion_Private(c, node, &motion));
  PetscCall(RicModelAddPointContact(c->model, name, ops, &data, region, link, motion));
  PetscFunctionReturn(PETSC_SUCCESS);
}
