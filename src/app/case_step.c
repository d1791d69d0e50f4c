// SPDX-License-Identifier: BSD-2-Clause
// The step against the structure: h ω with its fastest frequency, and what is safe.
//
//   θ < ½, or forces explicit (θ = 0)   h ω < 2/√(1−2θ); beyond it motion grows without bound
//   tension-only links (measured)       Courant number h c/l = h ω/(2√3) up to 0.25 where forces are
//                                       explicit, 1 with θ > ½, else 0.3: beyond it energy is made
//   links that turn                     h ω < √8, where errors of their turns outgrow their stiffness
//   energy-momentum                     any: its energy cannot grow
#include "app/case.h"
#include "model/model.h"
#include "model/model_view.h"
#include <string.h>

#define MONOTONE "energy-momentum"

PetscErrorCode RicCaseMonotoneStepper(RicCase *c, const char **type, PetscBool *own) {
  const char *mine, *varying;

  PetscFunctionBegin;
  PetscCall(RicStepperGetType(c->stepper, &mine));
  PetscCall(RicModelGetVaryingMass(c->model, &varying));
  *own = (PetscBool)!strcmp(mine, MONOTONE);
  *type = *own || varying ? NULL : MONOTONE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// θ of the forces of the stepper; 1 where it has none and is implicit.
static PetscErrorCode ForceTheta(RicCase *c, PetscReal *theta, PetscBool *theta_rule) {
  const RicStepperOption *option;
  const char *type;
  PetscReal value;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicStepperGetType(c->stepper, &type));
  const PetscBool moreau = (PetscBool)(!strncmp(type, "moreau", 6) && strcmp(type, "moreau-jean"));
  *theta = moreau || !strcmp(type, "rattle") ? 0 : 1;
  *theta_rule = PETSC_FALSE;
  PetscCall(RicStepperGetNumOptions(c->stepper, &n));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(RicStepperGetOption(c->stepper, k, &option, &value));
    if (strcmp(option->name, "theta"))
      continue;
    *theta = value;
    *theta_rule = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode HasCables(RicCase *c, PetscBool *yes) {
  RicInputNode elements, item;
  PetscInt n;

  PetscFunctionBegin;
  *yes = PETSC_FALSE;
  PetscCall(RicInputGetChild(c->root, "elements", &elements));
  PetscCall(RicInputGetSize(elements, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscBool cable = PETSC_FALSE;
    PetscCall(RicInputGetItem(elements, i, &item));
    PetscCall(RicInputGetBool(item, "tension_only", &cable));
    *yes = (PetscBool)(*yes || cable);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Elements whose links turn, slack ones among them.
static PetscErrorCode HasTurningLinks(RicCase *c, PetscBool *yes) {
  PetscInt n;

  PetscFunctionBegin;
  *yes = PETSC_FALSE;
  PetscCall(RicModelGetNumElementBlocks(c->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    const RicElementOps *ops;
    PetscCall(RicModelGetElementBlock(c->model, i, &ops, NULL, NULL));
    *yes = (PetscBool)(*yes || !ops->linear);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What limits the step of the stepper.
static PetscErrorCode Limit(RicCase *c, RicStepSafety *s) {
  PetscReal theta = 1;
  PetscBool theta_rule = PETSC_FALSE, cables = PETSC_FALSE, monotone;
  const char *other;

  PetscFunctionBegin;
  s->limit = PETSC_INFINITY;
  s->why = "";
  PetscCall(RicCaseMonotoneStepper(c, &other, &monotone));
  if (monotone)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ForceTheta(c, &theta, &theta_rule));
  PetscCall(HasCables(c, &cables));
  if (theta < 0.5) {
    s->limit = 2 / PetscSqrtReal(1 - 2 * theta);
    s->why = "beyond it motion grows without bound";
  }
  if (cables) {
    const PetscReal courant = theta == 0 ? 0.25 : theta_rule && theta > 0.5 ? 1 : 0.3;
    s->limit = PetscMin(s->limit, courant * 2 * PetscSqrtReal(3));
    s->why = "beyond it tension-only links may make energy";
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseStepSafety(RicCase *c, RicStepSafety *s) {
  const RicModelTraits *is;
  const RicState *state;
  PetscReal reference = 0, present = 0;

  PetscFunctionBegin;
  PetscCall(RicStepperGetState(c->stepper, &state));
  const RicTangentPoint at = {.t = state->t, .q = state->q, .v = state->v};
  PetscCall(RicModelFrequencyBound(c->model, NULL, &reference));
  PetscCall(RicModelGetTraits(c->model, &is));
  if (!is->linear)
    PetscCall(RicModelFrequencyBound(c->model, &at, &present));
  s->omega = PetscMax(reference, present);
  s->h_omega = c->step * s->omega;
  PetscCall(Limit(c, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseTellStep(RicCase *c, const char head[]) {
  RicStepSafety s;
  const char *monotone;
  PetscBool own, cables;

  PetscFunctionBegin;
  PetscCall(RicCaseStepSafety(c, &s));
  if (s.omega == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(
      c->comm,
      "%sh omega up to %.3g with the fastest frequency, at most %.4g rad/s (Courant "
      "number of a bar %.3g)\n",
      head, (double)s.h_omega, (double)s.omega, (double)(s.h_omega / (2 * PetscSqrtReal(3)))));
  if (s.h_omega <= s.limit)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicCaseMonotoneStepper(c, &monotone, &own));
  PetscCall(HasCables(c, &cables));
  PetscCall(PetscPrintf(c->comm, "%swarning: above %.3g, %s; a step of %.2g s is safe", head,
                        (double)s.limit, s.why, 0.95 * (double)(s.limit / s.omega)));
  if (cables && monotone)
    PetscCall(PetscPrintf(c->comm, ", with the stepper %s any", monotone));
  PetscCall(PetscPrintf(c->comm, "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseAdviseStepper(RicCase *c, const char head[]) {
  const PetscReal turns = PetscSqrtReal(8);
  const char *monotone;
  PetscBool links, own;
  RicStepSafety s;

  PetscFunctionBegin;
  PetscCall(RicCaseStepSafety(c, &s));
  PetscCall(HasTurningLinks(c, &links));
  PetscCall(RicCaseMonotoneStepper(c, &monotone, &own));
  if (!links || s.h_omega <= turns || s.h_omega > s.limit)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (own)
    PetscCall(PetscPrintf(
        c->comm, "%sany is safe, energy cannot grow: accuracy alone asks for a shorter one\n",
        head));
  else if (monotone)
    PetscCall(PetscPrintf(c->comm,
                          "%sabove %.3g links that turn may make energy, that of the stepper %s "
                          "cannot grow\n",
                          head, (double)turns, monotone));
  PetscFunctionReturn(PETSC_SUCCESS);
}
