// SPDX-License-Identifier: BSD-2-Clause
// The types of steppers.
#include "stepper/stepper_impl.h"

// A new scheme: one file stepper_NAME.c and one line here.
static const RicStepperOps *const stepper_table[] = {
    &RicStepperGGLAlpha,          &RicStepperMoreauJean,     &RicStepperSmoothAlpha,
    &RicStepperThetaPosition,     &RicStepperProjected,      &RicStepperCombined,
    &RicStepperGGLTheta,          &RicStepperSchatzmanPaoli, &RicStepperNSGA,
    &RicStepperGGLAlphaMu,        &RicStepperMoreau,         &RicStepperMoreauSymmetric,
    &RicStepperMoreauVariational, &RicStepperRattle,         &RicStepperEnergyMomentum};
#define NUM_TYPES ((PetscInt)(sizeof(stepper_table) / sizeof(stepper_table[0])))

PetscErrorCode RicStepperGetNumTypes(PetscInt *n) {
  PetscFunctionBegin;
  *n = NUM_TYPES;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetTypeInfo(PetscInt i, const char **name, const char **description,
                                     PetscInt *num_options) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < NUM_TYPES, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "no stepper %" PetscInt_FMT, i);
  if (name)
    *name = stepper_table[i]->name;
  if (description)
    *description = stepper_table[i]->description;
  if (num_options)
    *num_options = RicStepperNumOptions_Private(stepper_table[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetTypeOption(PetscInt i, PetscInt k, const RicStepperOption **option) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < NUM_TYPES, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "no stepper %" PetscInt_FMT, i);
  PetscCheck(k >= 0 && k < RicStepperNumOptions_Private(stepper_table[i]), PETSC_COMM_SELF,
             PETSC_ERR_ARG_OUTOFRANGE, "no option %" PetscInt_FMT, k);
  *option = RicStepperOptionOf_Private(stepper_table[i], k);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetType(RicStepper s, const char type[]) {
  char known[RIC_TEXT_LEN] = "";
  PetscBool same = PETSC_FALSE;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < NUM_TYPES && !same; i++) {
    PetscCall(PetscStrcmp(type, stepper_table[i]->name, &same));
    if (same)
      s->ops = stepper_table[i];
    PetscCall(PetscStrlcat(known, i ? ", " : "", sizeof(known)));
    PetscCall(PetscStrlcat(known, stepper_table[i]->name, sizeof(known)));
  }
  RicCheckUser(same, s->comm, "stepper.type: unknown stepper '%s' (allowed: %s)", type, known);
  for (PetscInt k = 0; k < RicStepperNumOptions_Private(s->ops); k++)
    s->values[k] = RicStepperOptionOf_Private(s->ops, k)->value;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetType(RicStepper s, const char **type) {
  PetscFunctionBegin;
  *type = s->ops ? s->ops->name : "";
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperCheckFriction_Private(RicStepper s) {
  char names[RIC_TEXT_LEN] = "";

  PetscFunctionBegin;
  if (s->ops->friction || !s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < NUM_TYPES; i++)
    if (stepper_table[i]->friction) {
      PetscCall(PetscStrlcat(names, names[0] ? ", " : "", sizeof(names)));
      PetscCall(PetscStrlcat(names, stepper_table[i]->name, sizeof(names)));
    }
  RicUserError(s->comm,
               "'%s' has no contact law for velocities, and no friction "
               "(allowed with friction: %s)",
               s->ops->name, names);
  PetscFunctionReturn(PETSC_SUCCESS);
}
