// SPDX-License-Identifier: BSD-2-Clause
// The section `stepper`.
#include "app/case.h"
#include <string.h>

#define MAX_STEPPER_KEYS 128

static const char *const switches[] = {"on", "off", NULL};

const RicParameter RicStepperParameters[] = {
    {"type", "the scheme", "", RIC_PARAMETER_TYPE, .required = PETSC_TRUE, .text = "steppers"},
    {"step", "length of a step", "s", RIC_PARAMETER_REAL, RIC_POSITIVE,
     .otherwise = "that of the Courant number", .instead = "courant",
     .offset = offsetof(RicCase, step)},
    {"courant",
     "C in h = C min l/c over all bars, l their length, c the speed of waves; before step", "",
     RIC_PARAMETER_REAL, RIC_POSITIVE, .otherwise = "of the step",
     .offset = offsetof(RicCase, courant)},
    {"end", "the run goes from 0 to the last full step before it", "s", RIC_PARAMETER_REAL,
     RIC_POSITIVE, .required = PETSC_TRUE, .offset = offsetof(RicCase, end)},
    {"max_halvings", "how often a step that does not converge may be halved", "", RIC_PARAMETER_INT,
     .value = {8}, .bounds = {0, 30}, .offset = offsetof(RicCase, max_halvings)},
    {"max_substeps", "how many parts of one step may be tried in all when it is halved", "",
     RIC_PARAMETER_INT, .value = {100}, .bounds = {2, PETSC_MAX_INT},
     .offset = offsetof(RicCase, max_substeps)},
    {"energy_check", "off: a run whose scheme makes energy goes on", "", RIC_PARAMETER_CHOICE,
     .choices = switches, .offset = offsetof(RicCase, energy_check_off)},
    {NULL},
};

static PetscBool IsCommon(const char key[]) {
  PetscBool common = PETSC_FALSE;

  for (const RicParameter *p = RicStepperParameters; p->key && !common; p++)
    common = (PetscBool)!strcmp(key, p->key);
  return common;
}

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
  PetscInt num = 0;

  PetscFunctionBegin;
  for (const RicParameter *p = RicStepperParameters; p->key; p++)
    allowed[num++] = p->key;
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
    PetscBool given;
    PetscCall(RicInputGetItem(node, i, &item));
    PetscCall(RicInputGetKey(item, &key));
    PetscCall(IsOnCommandLine(c->stepper, key, &given));
    if (IsCommon(key) || given)
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
  RicParametersSetDefaults(RicStepperParameters, c);
  PetscCall(RicCaseRead_Private(c, node, RicStepperParameters, c));
  if (c->courant > 0)
    PetscCall(RicCaseCourant_Private(c, node, c->courant, &c->step));
  else if (c->step == 0)
    PetscCall(RicInputRequireReal(node, "step", RIC_POSITIVE, &c->step));
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
  RicInputNode node, massive;

  PetscFunctionBegin;
  PetscCall(RicInputRequireChild(c->root, "stepper", &node));
  PetscCall(RicStepperCreate(c->comm, &c->stepper));
  PetscCall(RicStepperSetModel(c->stepper, c->model));
  PetscCall(ReadStepperType(c, node));
  PetscCall(ReadStepperTimes(c, node));
  PetscCall(RicStepperSetMaxHalvings(c->stepper, c->max_halvings));
  PetscCall(RicStepperSetMaxSubsteps(c->stepper, c->max_substeps));
  PetscCall(RicStepperSetStep(c->stepper, c->step));
  PetscCall(RicStepperSetFromOptions(c->stepper));
  PetscCall(RicInputLocate(node, "type", RicStepperSetUp(c->stepper)));
  PetscCall(RicModelSetAssemble(c->model, c->assemble));
  const PetscErrorCode started = RicStepperStart(c->stepper, 0.0);
  PetscCall(RicCaseMassive_Private(c, &massive));
  PetscCall(c->assemble ? RicInputLocate(c->root, "assemble", started)
                        : RicInputLocate(massive, NULL, started));
  PetscCall(RicCaseCheckStart_Private(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}
