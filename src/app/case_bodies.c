// SPDX-License-Identifier: BSD-2-Clause
// The section `bodies`, and the points of bodies that joints, springs and contacts name.
//
// A point is written as "BODY.POINT" (a named point of a body), "BODY" (its centre of mass),
// "REGION" (a finite-element node; as `a` of a contact each of its nodes), or [x, y] (the ground; in
// space [x, y, z]).
#include "app/case.h"
#include "model/model_view.h"

const RicParameter RicBodyParameters[] = {
    {"name", "of its region and its columns", "", RIC_PARAMETER_NAME, .required = PETSC_TRUE},
    {"shape", "gives the inertia of a homogeneous body and what is drawn", "",
     RIC_PARAMETER_MAPPING, .otherwise = "lines to the points", .keys = RicShapeParameters},
    {"mass", "of it; in space `density` may stand instead", "kg", RIC_PARAMETER_REAL, RIC_POSITIVE,
     .otherwise = "that of the density", .instead = "density"},
    {"density", "of a shape with a volume, instead of the mass", "kg/m³", RIC_PARAMETER_REAL,
     RIC_POSITIVE, .otherwise = "`mass`", .in_space = PETSC_TRUE},
    {"inertia",
     "about the centre of mass; in space three principal values or the rows of a tensor, in axes "
     "of the body",
     "kg m²", RIC_PARAMETER_INERTIA, RIC_POSITIVE, .otherwise = "that of the shape",
     .instead = "shape"},
    {"at", "its centre of mass at the start", "m", RIC_PARAMETER_PLACE, .required = PETSC_TRUE},
    {"quaternion", "[w, x, y, z] of any length but 0: how it is turned at the start", "",
     RIC_PARAMETER_REALS, .count = 4, .otherwise = "not turned", .in_space = PETSC_TRUE},
    {"axis", "with `angle`: about what it is turned at the start, instead of the quaternion", "",
     RIC_PARAMETER_REALS, .count = 3, .otherwise = "not turned", .in_space = PETSC_TRUE},
    {"angle", "it is turned by at the start", "rad", RIC_PARAMETER_REAL, RIC_ANY, .value = {0}},
    {"rotation", "the rotation vector it is turned by at the start", "rad", RIC_PARAMETER_REALS,
     .count = 3, .otherwise = "not turned", .in_space = PETSC_TRUE},
    {"velocity", "in the plane [vx, vy, omega], in space [vx, vy, vz]", "m/s, rad/s",
     RIC_PARAMETER_REALS, .count = 3, .otherwise = "[0, 0, 0]"},
    {"angular_velocity", "in axes of space", "rad/s", RIC_PARAMETER_REALS, .count = 3,
     .otherwise = "[0, 0, 0]", .in_space = PETSC_TRUE},
    {"points", "named points in the body's frame", "m", RIC_PARAMETER_PLACES, .otherwise = "none"},
    {NULL},
};

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
    if (n && k == 0 && c->dim == 1)
      PetscCall(RicInputError(section, NULL, "rigid bodies need `dimension: 2` or 3"));
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
  PetscCall(RicInputRequireReals(points, point, c->dim, RIC_ANY, p->local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Point(RicCase *c, RicInputNode node, const char key[], PetscBool many,
                            RicPlace *place) {
  char text[RIC_NAME_LEN] = "", name[RIC_NAME_LEN] = "", *dot;
  RicInputNode child, body = NULL;
  PetscBool sequence;

  PetscFunctionBegin;
  *place = (RicPlace){.region = NULL};
  PetscCall(RicInputRequireChild(node, key, &child));
  PetscCall(RicInputIsSequence(child, &sequence));
  if (sequence) {
    PetscCall(RicCaseVector_Private(c, node, key, PETSC_TRUE, place->point.local));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicInputRequireString(node, key, text, sizeof(text)));
  PetscCall(PetscStrncpy(name, text, sizeof(name)));
  PetscCall(PetscStrchr(name, '.', &dot));
  if (dot)
    *dot = '\0';
  PetscCall(RicCaseFindBody_Private(c, name, &body));
  if (body) {
    PetscCall(RicMeshFindRegion(c->mesh, name, &place->region));
    PetscCall(BodyPoint(c, node, key, text, body, dot ? dot + 1 : "", &place->point));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  place->point.kind = RIC_POINT_NODE;
  PetscCall(RicCaseRegion_Private(c, node, key, (PetscBool)!many, &place->region));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCasePoints_Private(RicCase *c, RicInputNode item, PetscBool many,
                                     RicPlace place[2]) {
  PetscFunctionBegin;
  PetscCall(Point(c, item, "a", many, &place[0]));
  PetscCall(Point(c, item, "b", PETSC_FALSE, &place[1]));
  if (!place[0].region && !place[1].region)
    PetscCall(RicInputError(item, "b", "both points are on the ground, one must move"));
  if (place[0].region && place[0].region == place[1].region)
    PetscCall(RicInputError(item, "b", "both points are on the same body"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCasePointLink_Private(RicCase *c, RicInputNode item, PetscInt *link) {
  RicPlace place[2];
  RicInputNode a;
  PetscInt next;

  PetscFunctionBegin;
  *link = -1;
  PetscCall(RicInputGetChild(item, "a", &a));
  if (!a)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicCasePoints_Private(c, item, PETSC_TRUE, place));
  if (!place[0].region || !place[1].region)
    PetscFunctionReturn(PETSC_SUCCESS);
  const PetscInt b = place[1].region->nodes[0];
  for (PetscInt i = 0; i < place[0].region->num_nodes; i++) {
    if (place[0].region->nodes[i] == b)
      PetscCall(RicInputError(item, "b", "both points are the same node"));
    PetscCall(RicMeshAddLink(c->mesh, place[0].region->nodes[i], b, &next));
    *link = i ? *link : next;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Bodies ----

static PetscErrorCode AddBodyInSpace(RicCase *c, RicInputNode body) {
  char name[RIC_NAME_LEN] = "";
  RicBodyData data = {0};
  const RicRegion *region;
  RicSurface surface;
  PetscInt number;

  PetscFunctionBegin;
  PetscCall(RicCaseBodyInSpace_Private(c, body, &data, &surface));
  PetscCall(RicInputRequireString(body, "name", name, sizeof(name)));
  PetscCall(RicMeshFindRegion(c->mesh, name, &region));
  PetscCall(RicModelGetNumBodies(c->model, &number));
  PetscCall(RicModelAddBody(c->model, region, &data));
  PetscCall(RicModelSetBodySurface(c->model, number, &surface));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddBody(RicCase *c, RicInputNode body, PetscInt i) {
  RicBodyData data = {0};
  const RicRegion *region;
  char name[RIC_NAME_LEN] = "";
  RicSurface surface;
  PetscReal *outline;
  PetscInt n, number;

  PetscFunctionBegin;
  (void)i;
  if (c->dim == 3) {
    PetscCall(AddBodyInSpace(c, body));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicCaseCheckKeys_Private(c, body, NULL, RicBodyParameters));
  PetscCall(RicInputRequireString(body, "name", name, sizeof(name)));
  PetscCall(RicMeshFindRegion(c->mesh, name, &region));
  PetscCall(RicInputRequireReal(body, "mass", RIC_POSITIVE, &data.mass));
  PetscCall(RicCaseShape_Private(c, body, data.mass, &data.inertia, &n, &outline));
  PetscCall(RicInputGetReal(body, "angle", RIC_ANY, &data.angle));
  PetscCall(RicInputGetReals(body, "velocity", 3, RIC_ANY, data.velocity));
  PetscCall(RicModelGetNumBodies(c->model, &number));
  PetscCall(RicModelAddBody(c->model, region, &data));
  PetscCall(RicSurfaceOutline(n, outline, &surface));
  PetscCall(RicModelSetBodySurface(c->model, number, &surface));
  PetscCall(PetscFree(outline));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseBodies_Private(RicCase *c) {
  static const char *const sections[] = {"bodies", "systems"};
  static const RicCaseItemFn add[] = {AddBody, RicCaseSystem_Private};

  PetscFunctionBegin;
  PetscCall(RicCaseItems_Private(c, 2, sections, add));
  PetscFunctionReturn(PETSC_SUCCESS);
}
