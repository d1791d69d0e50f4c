// SPDX-License-Identifier: BSD-2-Clause
// Options of a stepper: those of its type, then those that it shares with other types, which are
// declared here.
#include "stepper/stepper_impl.h"

const RicStepperOption RicStepperOption_ImpactRows = {
    .name = "impact_rows",
    .help = "W of v_n in the impact law: that of the step before, or the same as of v",
    .value = 1,
    .choices = {"printed", "same"},
};

const RicStepperOption RicStepperOption_Metric = {
    .name = "metric",
    .help = "metric of the position projection, auto: operator where there are bodies or systems",
    .choices = {"auto", "identity", "operator"},
};

PetscInt RicStepperNumOptions_Private(const RicStepperOps *ops) {
  PetscInt n = 0;

  while (n < RIC_STEPPER_MAX_SHARED && ops->shared[n])
    n++;
  return ops->num_options + n;
}

const RicStepperOption *RicStepperOptionOf_Private(const RicStepperOps *ops, PetscInt k) {
  return k < ops->num_options ? &ops->options[k] : ops->shared[k - ops->num_options];
}

static PetscErrorCode FindOption(RicStepper s, const char name[], PetscInt *k) {
  PetscBool same = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCheck(s->ops, s->comm, PETSC_ERR_ARG_WRONGSTATE, "set the type first");
  for (*k = 0; *k < RicStepperNumOptions_Private(s->ops); (*k)++) {
    PetscCall(PetscStrcmp(name, RicStepperOptionOf_Private(s->ops, *k)->name, &same));
    if (same)
      break;
  }
  RicCheckUser(same, s->comm, "stepper.%s: %s has no such option", name, s->ops->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetOptionReal(RicStepper s, const char name[], PetscReal value) {
  PetscInt k;

  PetscFunctionBegin;
  PetscCall(FindOption(s, name, &k));
  const RicStepperOption *o = RicStepperOptionOf_Private(s->ops, k);
  RicCheckUser(!o->choices[0], s->comm, "stepper.%s: expects a word", name);
  RicCheckUser(value >= o->lowest && value <= o->highest, s->comm,
               "stepper.%s: must be in [%.6g, %.6g] (is %.6g)", name, (double)o->lowest,
               (double)o->highest, (double)value);
  s->values[k] = value;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetOptionChoice(RicStepper s, const char name[], const char word[]) {
  char allowed[RIC_TEXT_LEN] = "";
  PetscBool same = PETSC_FALSE;
  PetscInt k, i;

  PetscFunctionBegin;
  PetscCall(FindOption(s, name, &k));
  const RicStepperOption *o = RicStepperOptionOf_Private(s->ops, k);
  RicCheckUser(o->choices[0], s->comm, "stepper.%s: expects a number", name);
  for (i = 0; o->choices[i]; i++) {
    PetscCall(PetscStrcmp(word, o->choices[i], &same));
    if (same)
      break;
    PetscCall(PetscStrlcat(allowed, i ? ", " : "", sizeof(allowed)));
    PetscCall(PetscStrlcat(allowed, o->choices[i], sizeof(allowed)));
  }
  RicCheckUser(same, s->comm, "stepper.%s: unknown word '%s' (allowed: %s)", name, word, allowed);
  s->values[k] = (PetscReal)i;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetNumOptions(RicStepper s, PetscInt *n) {
  PetscFunctionBegin;
  *n = RicStepperNumOptions_Private(s->ops);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetOption(RicStepper s, PetscInt k, const RicStepperOption **option,
                                   PetscReal *value) {
  PetscFunctionBegin;
  PetscCheck(k >= 0 && k < RicStepperNumOptions_Private(s->ops), s->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "no option %" PetscInt_FMT, k);
  *option = RicStepperOptionOf_Private(s->ops, k);
  *value = s->values[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal RicStepperOption_Private(RicStepper s, const char name[]) {
  PetscBool same;

  for (PetscInt k = 0; k < RicStepperNumOptions_Private(s->ops); k++) {
    (void)PetscStrcmp(name, RicStepperOptionOf_Private(s->ops, k)->name, &same);
    if (same)
      return s->values[k];
  }
  return 0;
}

// Options -stepper_NAME of the type.
PetscErrorCode RicStepperSetFromOptions(RicStepper s) {
  char option[RIC_NAME_LEN + 1], word[RIC_NAME_LEN];
  PetscReal value;
  PetscBool given;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < RicStepperNumOptions_Private(s->ops); k++) {
    const RicStepperOption *o = RicStepperOptionOf_Private(s->ops, k);
    PetscCall(PetscSNPrintf(option, sizeof(option), "-stepper_%s", o->name));
    if (o->choices[0]) {
      PetscCall(PetscOptionsGetString(NULL, NULL, option, word, sizeof(word), &given));
      if (given)
        PetscCall(RicStepperSetOptionChoice(s, o->name, word));
    } else {
      PetscCall(PetscOptionsGetReal(NULL, NULL, option, &value, &given));
      if (given)
        PetscCall(RicStepperSetOptionReal(s, o->name, value));
    }
  }
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-stepper_max_halvings", &s->max_halvings, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-stepper_max_substeps", &s->max_substeps, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}
