// SPDX-License-Identifier: BSD-2-Clause
// The friction of a contact, whatever its kind: a coefficient, or a mapping of them.
#include "app/case.h"
#include "model/model_view.h"

// Speeds at which a coefficient is tried, m/s: 0, and from 10⁻⁶ to 10³ by this factor.
#define SLOWEST 1e-6
#define FASTEST 1e3
#define FACTOR 2.0

// Above, an axis has no direction in the contact's plane: cosine of their angle.
#define UPRIGHT (1 - 1e-8)

static PetscErrorCode CheckAt(RicInputNode node, const char key[],
                              const RicContactFriction *friction, PetscReal speed) {
  PetscReal value;

  PetscFunctionBegin;
  PetscCall(RicContactFrictionAt(friction, speed, &value));
  if (!(value >= 0) || PetscIsInfReal(value))
    PetscCall(RicInputError(node, key, "must be >= 0 and finite at all speeds (is %g at s = %g)",
                            (double)value, (double)speed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A coefficient, a number or an expression of the speed of sliding.
static PetscErrorCode ReadCoefficient(RicInputNode node, const char key[],
                                      RicContactFriction *friction) {
  PetscFunctionBegin;
  PetscCall(RicInputGetRealOrExpression(node, key, "s", RIC_NON_NEGATIVE, &friction->coefficient,
                                        &friction->of_speed));
  if (!friction->of_speed)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckAt(node, key, friction, 0));
  for (PetscReal s = SLOWEST; s <= FASTEST; s *= FACTOR)
    PetscCall(CheckAt(node, key, friction, s));
  PetscCall(RicContactFrictionAt(friction, 0, &friction->coefficient));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Two coefficients, and the axis of the first.
static PetscErrorCode ReadEllipse(RicCase *c, RicInputNode node, const RicContactView *contact,
                                  RicContactFriction *friction) {
  RicObstacle face = {.shape = RIC_OBSTACLE_NONE}; // without one there is no normal yet
  PetscReal both[2], length, normal;

  PetscFunctionBegin;
  PetscCall(RicInputRequireReals(node, "coefficient", 2, RIC_POSITIVE, both));
  friction->coefficient = both[0];
  friction->second = both[1];
  PetscCall(RicInputRequireReals(node, "axis", c->dim, RIC_ANY, friction->axis));
  length = RicVec3Norm(friction->axis);
  if (!(length > 0))
    PetscCall(RicInputError(node, "axis", "has no direction, must not be zero"));
  RicVec3Scale(1 / length, friction->axis, friction->axis);
  if (contact->ops->Obstacle)
    contact->ops->Obstacle(contact->data, 0, &face);
  normal = PetscAbsReal(RicVec3Dot(friction->axis, face.normal));
  if (normal > UPRIGHT)
    PetscCall(RicInputError(node, "axis", "is along the normal, must have a direction across it"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What only contacts in space have, and gaps of systems have not.
static PetscErrorCode CheckSpace(RicCase *c, RicInputNode node, const char key[],
                                 const RicContactView *contact) {
  PetscFunctionBegin;
  if (!contact->ops)
    PetscCall(RicInputError(node, key, "a system has one direction to slide in: a number"));
  if (c->dim < 3)
    PetscCall(RicInputError(node, key, "needs dimension 3 (is %" PetscInt_FMT ")", c->dim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadRadius(RicCase *c, RicInputNode node, const RicContactView *contact,
                                 RicContactFriction *friction) {
  PetscFunctionBegin;
  PetscCall(RicInputGetReal(node, "radius", RIC_POSITIVE, &friction->radius));
  if (friction->radius == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckSpace(c, node, "radius", contact));
  if (contact->on[0].kind != RIC_POINT_BODY && contact->on[1].kind != RIC_POINT_BODY)
    PetscCall(RicInputError(node, "radius", "nothing spins here, is of contacts of bodies"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Those of the mapping, from the table of all contacts.
static const RicParameter *FrictionKeys(void) {
  const RicParameter *p = RicContactSharedParameters;

  while (p->kind != RIC_PARAMETER_FRICTION)
    p++;
  return p->keys;
}

static PetscErrorCode ReadMapping(RicCase *c, RicInputNode node, const RicContactView *contact,
                                  RicContactFriction *friction) {
  PetscBool is_list;
  RicInputNode list;

  PetscFunctionBegin;
  PetscCall(RicCaseCheckKeys_Private(c, node, NULL, FrictionKeys()));
  PetscCall(RicInputRequireChild(node, "coefficient", &list));
  PetscCall(RicInputIsSequence(list, &is_list));
  if (is_list) {
    PetscCall(CheckSpace(c, node, "coefficient", contact));
    PetscCall(ReadEllipse(c, node, contact, friction));
  } else {
    PetscCall(RicInputGetChild(node, "axis", &list));
    if (list)
      PetscCall(RicInputError(node, "axis", "is of two coefficients [along, across]"));
    PetscCall(ReadCoefficient(node, "coefficient", friction));
  }
  PetscCall(ReadRadius(c, node, contact, friction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadFriction(RicCase *c, RicInputNode node, const RicContactView *contact,
                                   PetscBool has_tangents, RicContactFriction *friction) {
  RicInputNode mapping;
  PetscBool is_mapping;

  PetscFunctionBegin;
  PetscCall(
      RicInputGetReal(node, "tangential_restitution", RIC_UNIT_INTERVAL, &friction->restitution));
  PetscCall(RicInputGetChild(node, "friction", &mapping));
  PetscCall(RicInputIsMapping(mapping, &is_mapping));
  if (is_mapping)
    PetscCall(ReadMapping(c, mapping, contact, friction));
  else
    PetscCall(ReadCoefficient(node, "friction", friction));
  if (!has_tangents && (friction->coefficient > 0 || friction->of_speed))
    PetscCall(
        RicInputError(node, "friction", "this contact has no direction to slide in, must be 0"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseFriction_Private(RicCase *c, RicInputNode node, PetscBool has_tangents) {
  RicContactFriction friction = {0};
  RicContactView contact;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(c->model, &n));
  PetscCall(RicModelGetContact(c->model, n - 1, &contact));
  const PetscErrorCode ierr = ReadFriction(c, node, &contact, has_tangents, &friction);
  if (ierr)
    PetscCall(RicExpressionDestroy(&friction.of_speed));
  PetscCall(ierr);
  if (friction.coefficient == 0 && !friction.of_speed)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelSetContactFriction(c->model, n - 1, &friction));
  PetscFunctionReturn(PETSC_SUCCESS);
}
