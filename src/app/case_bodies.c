// SPDX-License-Identifier: BSD-2-Clause
// The section `bodies`, and the points of bodies that joints, springs and contacts name.
//
// A point is written as "BODY.POINT" (a named point of a body), "BODY" (its centre of mass),
// "REGION" (a finite-element node), or [x, y] (the ground; in space [x, y, z]).
#include "app/case.h"
#include "model/model_view.h"

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

PetscErrorCode RicCasePoint_Private(RicCase *c, RicInputNode node, const char key[],
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
  PetscCall(RicCaseRegion_Private(c, node, key, PETSC_TRUE, &place->region));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCasePoints_Private(RicCase *c, RicInputNode item, RicPlace place[2]) {
  PetscFunctionBegin;
  PetscCall(RicCasePoint_Private(c, item, "a", &place[0]));
  PetscCall(RicCasePoint_Private(c, item, "b", &place[1]));
  if (!place[0].region && !place[1].region)
    PetscCall(RicInputError(item, "b", "both points are on the ground, one must move"));
  if (place[0].region && place[0].region == place[1].region)
    PetscCall(RicInputError(item, "b", "both points are on the same body"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCasePointLink_Private(RicCase *c, RicInputNode item, PetscInt *link) {
  RicPlace place[2];
  RicInputNode a;

  PetscFunctionBegin;
  *link = -1;
  PetscCall(RicInputGetChild(item, "a", &a));
  if (!a)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicCasePoints_Private(c, item, place));
  if (place[0].region && place[1].region)
    PetscCall(RicMeshAddLink(c->mesh, place[0].region->nodes[0], place[1].region->nodes[0], link));
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
  PetscCall(RicCaseBodyInSpace_Private(body, &data, &surface));
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
