// SPDX-License-Identifier: BSD-2-Clause
// The step against the structure: h ω with its fastest frequency, and what is safe.
//
//   θ < ½, or forces explicit (θ = 0)   h ω < 2/√(1−2θ); beyond it motion grows without bound
//   tension-only links (measured)       Courant number h c/l = h ω/(2√3) up to 0.25 where forces are
//                                       explicit, 1 with θ > ½, else 0.3: beyond it energy is made;
//                                       any with energy-momentum
#include "app/case.h"
#include "model/model.h"
#include <string.h>

// Forces over the step whose work is exact: no link makes energy, whatever the step.
static PetscErrorCode KeepsEnergy(RicCase *c, PetscBool *yes) {
  const char *type;

  PetscFunctionBegin;
  PetscCall(RicStepperGetType(c->stepper, &type));
  PetscCall(PetscStrcmp(type, "energy-momentum", yes));
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

PetscErrorCode RicCaseStepSafety(RicCase *c, RicStepSafety *s) {
  const RicModelTraits *is;
  const RicState *state;
  PetscReal theta = 1, reference = 0, present = 0;
  PetscBool theta_rule = PETSC_FALSE, cables = PETSC_FALSE, keeps_energy = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(RicStepperGetState(c->stepper, &state));
  const RicTangentPoint at = {.t = state->t, .q = state->q, .v = state->v};
  PetscCall(RicModelFrequencyBound(c->model, NULL, &reference));
  PetscCall(RicModelGetTraits(c->model, &is));
  if (!is->linear)
    PetscCall(RicModelFrequencyBound(c->model, &at, &present));
  s->omega = PetscMax(reference, present);
  s->h_omega = c->step * s->omega;
  s->limit = PETSC_INFINITY;
  s->why = "";
  PetscCall(ForceTheta(c, &theta, &theta_rule));
  PetscCall(HasCables(c, &cables));
  PetscCall(KeepsEnergy(c, &keeps_energy));
  if (theta < 0.5) {
    s->limit = 2 / PetscSqrtReal(1 - 2 * theta);
    s->why = "beyond it motion grows without bound";
  }
  if (cables && !keeps_energy) {
    const PetscReal courant = theta == 0 ? 0.25 : theta_rule && theta > 0.5 ? 1 : 0.3;
    s->limit = PetscMin(s->limit, courant * 2 * PetscSqrtReal(3));
    s->why = "beyond it tension-only links may make energy";
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseTellStep(RicCase *c, const char head[]) {
  RicStepSafety s;

  PetscFunctionBegin;
  PetscCall(RicCaseStepSafety(c, &s));
  if (s.omega == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(
      c->comm,
      "%sh omega up to %.3g with the fastest frequency, at most %.4g rad/s (Courant "
      "number of a bar %.3g)\n",
      head, (double)s.h_omega, (double)s.omega, (double)(s.h_omega / (2 * PetscSqrtReal(3)))));
  if (s.h_omega > s.limit)
    PetscCall(PetscPrintf(c->comm, "%swarning: above %.3g, %s; a step of %.2g s is safe\n", head,
                          (double)s.limit, s.why, 0.95 * (double)(s.limit / s.omega)));
  PetscFunctionReturn(PETSC_SUCCESS);
}
