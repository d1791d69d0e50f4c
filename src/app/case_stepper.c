// SPDX-License-Identifier: BSD-2-Clause
// The section `stepper`.
#include "app/case.h"
#include <string.h>

#define MAX_STEPPER_KEYS 128
#define NUM_COMMON_KEYS 6

static const char *const common_keys[NUM_COMMON_KEYS] = {
    "type", "step", "end", "max_halvings", "max_substeps", "energy_check"};

// Add the options of a type to the allowed keys.
static PetscErrorCode AllowType(PetscInt type, const char *allowed[], PetscInt *num) {
  const RicStepperOption *option;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicStepperGetTypeInfo(type, NULL, NULL, &n));
  for (PetscInt k = 0; k < n && *num < MAX_STEPPER_KEYS; k++) {
    PetscCall(RicStepperGetTypeOption(type, k, &option));
    allowed[(*num)++] = option->name;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Refuse keys that are no options of the type in the file, nor of the one that an option gives.
static PetscErrorCode CheckStepperKeys(RicInputNode node, PetscInt type, PetscInt written) {
  const char *allowed[MAX_STEPPER_KEYS + 1] = {NULL};
  PetscInt num = NUM_COMMON_KEYS;

  PetscFunctionBegin;
  PetscCall(PetscArraycpy(allowed, common_keys, NUM_COMMON_KEYS));
  PetscCall(AllowType(type, allowed, &num));
  if (written != type)
    PetscCall(AllowType(written, allowed, &num));
  PetscCall(RicInputCheckKeys(node, allowed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The type that the file gives, whatever an option says; without one, or with a wrong one, `type`.
static PetscErrorCode WrittenType(RicInputNode node, const char *const names[], PetscInt type,
                                  PetscInt *written) {
  char name[RIC_NAME_LEN];

  PetscFunctionBegin;
  *written = type;
  PetscCall(RicInputGetWritten(node, "type", name, sizeof(name)));
  for (PetscInt i = 0; names[i]; i++)
    if (!strcmp(name, names[i]))
      *written = i;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Is it an option of the stepper, and given on the command line?
static PetscErrorCode IsOnCommandLine(RicStepper stepper, const char name[], PetscBool *yes) {
  const RicStepperOption *known_one;
  char option[2 * RIC_NAME_LEN];
  PetscBool known = PETSC_FALSE;
  PetscReal value;
  PetscInt n;

  PetscFunctionBegin;
  *yes = PETSC_FALSE;
  PetscCall(RicStepperGetNumOptions(stepper, &n));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(RicStepperGetOption(stepper, k, &known_one, &value));
    known = (PetscBool)(known || !strcmp(name, known_one->name));
  }
  if (!known) // not even asked for: it would count as used
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof(option), "-stepper_%s", name));
  PetscCall(PetscOptionsHasName(NULL, NULL, option, yes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Which keys of the file are options of another type, for RicCaseNote.
static PetscErrorCode NoteAside(RicCase *c, RicInputNode node) {
  RicInputNode item;
  const char *key;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetSize(node, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscBool common = PETSC_FALSE, given;
    PetscCall(RicInputGetItem(node, i, &item));
    PetscCall(RicInputGetKey(item, &key));
    for (PetscInt k = 0; k < NUM_COMMON_KEYS; k++)
      common = (PetscBool)(common || !strcmp(key, common_keys[k]));
    PetscCall(IsOnCommandLine(c->stepper, key, &given));
    if (common || given)
      continue;
    PetscCall(PetscStrlcat(c->left_aside, c->left_aside[0] ? ", " : "", sizeof(c->left_aside)));
    PetscCall(PetscStrlcat(c->left_aside, key, sizeof(c->left_aside)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The options of the chosen type. Those in the file are of the type in the file: where an option
// gives another type they are left aside, also where that type has options of the same names.
static PetscErrorCode ReadStepperOptions(RicCase *c, RicInputNode node, PetscBool aside) {
  const RicStepperOption *option;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicStepperGetNumOptions(c->stepper, &n));
  for (PetscInt k = 0; k < n; k++) {
    PetscBool given;
    PetscReal value;
    PetscCall(RicStepperGetOption(c->stepper, k, &option, &value));
    PetscCall(IsOnCommandLine(c->stepper, option->name, &given));
    if (aside && !given)
      continue;
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

// Type and options.
static PetscErrorCode ReadStepperType(RicCase *c, RicInputNode node) {
  const char *names[32] = {NULL};
  PetscInt n, type = 0, written;

  PetscFunctionBegin;
  PetscCall(RicStepperGetNumTypes(&n));
  for (PetscInt i = 0; i < PetscMin(n, 31); i++)
    PetscCall(RicStepperGetTypeInfo(i, &names[i], NULL, NULL));
  PetscCall(RicInputRequireEnum(node, "type", names, &type));
  PetscCall(WrittenType(node, names, type, &written));
  PetscCall(RicStepperSetType(c->stepper, names[type]));
  PetscCall(CheckStepperKeys(node, type, written));
  PetscCall(ReadStepperOptions(c, node, (PetscBool)(written != type)));
  if (written != type)
    PetscCall(NoteAside(c, node));
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
  PetscInt halvings = 8, substeps = 100, off = 0;
  PetscBool assemble = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(RicInputRequireChild(c->root, "stepper", &node));
  PetscCall(RicStepperCreate(c->comm, &c->stepper));
  PetscCall(RicStepperSetModel(c->stepper, c->model));
  PetscCall(ReadStepperType(c, node));
  PetscCall(ReadStepperTimes(c, node));
  PetscCall(RicInputGetInt(node, "max_halvings", 0, 30, &halvings));
  PetscCall(RicStepperSetMaxHalvings(c->stepper, halvings));
  PetscCall(RicInputGetInt(node, "max_substeps", 2, PETSC_MAX_INT, &substeps));
  PetscCall(RicStepperSetMaxSubsteps(c->stepper, substeps));
  PetscCall(RicInputGetEnum(node, "energy_check", switches, &off));
  c->energy_check = (PetscBool)!off;
  PetscCall(RicStepperSetStep(c->stepper, c->step));
  PetscCall(RicStepperSetFromOptions(c->stepper));
  PetscCall(RicInputLocate(node, "type", RicStepperSetUp(c->stepper)));
  PetscCall(RicInputGetBool(c->root, "assemble", &assemble));
  PetscCall(RicModelSetAssemble(c->model, assemble));
  const PetscErrorCode started = RicStepperStart(c->stepper, 0.0);
  PetscCall(RicCaseMassive_Private(c, &massive));
  PetscCall(assemble ? RicInputLocate(c->root, "assemble", started)
                     : RicInputLocate(massive, NULL, started));
  PetscCall(RicCaseCheckStart_Private(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}
