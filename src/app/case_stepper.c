// SPDX-License-Identifier: BSD-2-Clause
// The section `stepper`.
#include "app/case.h"

#define MAX_STEPPER_KEYS 128

// The options of the chosen type.
static PetscErrorCode ReadStepperOptions(RicCase *c, RicInputNode node, PetscInt type) {
  const RicStepperOption *option;
  const char *allowed[MAX_STEPPER_KEYS + 1] = {
      "type", "step", "end", "max_halvings", "max_substeps", "energy_check", NULL};
  PetscInt n, num_types, num_keys = 6;
  PetscBool overridden;

  PetscFunctionBegin;
  // With another type from the command line, options of the type in the file may stay there.
  PetscCall(PetscOptionsHasName(NULL, NULL, "-stepper_type", &overridden));
  PetscCall(RicStepperGetNumTypes(&num_types));
  for (PetscInt i = 0; i < num_types; i++) {
    PetscCall(RicStepperGetTypeInfo(i, NULL, NULL, &n));
    for (PetscInt k = 0; k < n && (overridden || i == type) && num_keys < MAX_STEPPER_KEYS; k++) {
      PetscCall(RicStepperGetTypeOption(i, k, &option));
      allowed[num_keys++] = option->name;
    }
  }
  PetscCall(RicInputCheckKeys(node, allowed));
  PetscCall(RicStepperGetNumOptions(c->stepper, &n));
  for (PetscInt k = 0; k < n; k++) {
    PetscReal value;
    PetscCall(RicStepperGetOption(c->stepper, k, &option, &value));
    PetscInt choice = (PetscInt)value;
    if (option->choices[0]) {
      PetscCall(RicInputGetEnum(node, option->name, option->choices, &choice));
      PetscCall(RicStepperSetOptionChoice(c->stepper, option->name, option->choices[choice]));
      continue;
    }
    PetscCall(RicInputGetReal(node, option->name, RIC_ANY, &value));
    if (value < option->lowest || value > option->highest)
      PetscCall(RicInputError(node, option->name, "must be in [%g, %g] (is %g)",
                              (double)option->lowest, (double)option->highest, (double)value));
    PetscCall(RicStepperSetOptionReal(c->stepper, option->name, value));
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
  static const char *const switches[] = {"on", "off", NULL};
  RicInputNode node, massive;
  const char *names[32] = {NULL};
  PetscInt n, type = 0, halvings = 8, substeps = 100, off = 0;
  PetscBool assemble = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(RicInputRequireChild(c->root, "stepper", &node));
  PetscCall(RicStepperGetNumTypes(&n));
  for (PetscInt i = 0; i < PetscMin(n, 31); i++)
    PetscCall(RicStepperGetTypeInfo(i, &names[i], NULL, NULL));
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
  PetscCall(RicInputGetEnum(node, "energy_check", switches, &off));
  c->energy_check = (PetscBool)!off;
  PetscCall(RicStepperSetStep(c->stepper, c->step));
  PetscCall(RicStepperSetFromOptions(c->stepper));
  PetscCall(RicStepperSetUp(c->stepper));
  PetscCall(RicInputGetBool(c->root, "assemble", &assemble));
  PetscCall(RicModelSetAssemble(c->model, assemble));
  const PetscErrorCode started = RicStepperStart(c->stepper, 0.0);
  PetscCall(RicCaseMassive_Private(c, &massive));
  PetscCall(assemble ? RicInputLocate(c->root, "assemble", started)
                     : RicInputLocate(massive, NULL, started));
  PetscCall(RicCaseCheckStart_Private(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}
