// SPDX-License-Identifier: BSD-2-Clause
// The section `systems`: mechanisms in coordinates of their own, with their contacts.
#include "app/case.h"
#include <petscblaslapack.h>
#include <string.h>

static const RicParameter gap_keys[] = {
    {"restitution", "Newton's coefficient e", "", RIC_PARAMETER_REAL, RIC_UNIT_INTERVAL,
     .offset = 0},
    {"friction", "Coulomb's µ, a number or an expression of the speed s", "",
     RIC_PARAMETER_COEFFICIENT, RIC_NON_NEGATIVE, .otherwise = "0"},
    {"tangential_restitution", "Newton's coefficient of the sliding", "", RIC_PARAMETER_REAL,
     RIC_UNIT_INTERVAL, .value = {0}},
    {NULL},
};

const RicParameter RicSystemParameters[] = {
    {"name", "of its region and its columns", "", RIC_PARAMETER_NAME, .required = PETSC_TRUE},
    {"type", "which mechanism", "", RIC_PARAMETER_TYPE, .required = PETSC_TRUE, .text = "systems"},
    {"parameters", "numbers by name", "", RIC_PARAMETER_MAPPING,
     .otherwise = "the defaults of the type"},
    {"q", "coordinates at the start", "", RIC_PARAMETER_NUMBERS, .required = PETSC_TRUE},
    {"v", "their rates", "", RIC_PARAMETER_NUMBERS, .otherwise = "0"},
    {"contacts", "the gaps that count", "", RIC_PARAMETER_NAMED, .keys = gap_keys},
    {NULL},
};

static PetscErrorCode SystemType(RicInputNode node, const RicSystemOps **ops) {
  const char *names[65] = {NULL};
  PetscInt n, k = 0;

  PetscFunctionBegin;
  PetscCall(RicSystemGetCount(&n));
  for (PetscInt i = 0; i < PetscMin(n, 64); i++) {
    PetscCall(RicSystemGet(i, ops));
    names[i] = (*ops)->name;
  }
  PetscCall(RicInputRequireEnum(node, "type", names, &k));
  PetscCall(RicSystemGet(k, ops));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SystemParameters(RicInputNode node, const RicSystemOps *ops, PetscReal p[]) {
  const char *allowed[RIC_SYSTEM_MAX_PARAMETERS + 1] = {NULL};
  RicInputNode parameters;

  PetscFunctionBegin;
  PetscCall(RicInputGetSection(node, "parameters", &parameters));
  for (PetscInt i = 0; i < ops->num_parameters; i++)
    allowed[i] = ops->parameter_names[i];
  PetscCall(RicInputCheckKeys(parameters, allowed));
  for (PetscInt i = 0; i < ops->num_parameters; i++) {
    p[i] = ops->parameter_defaults[i];
    PetscCall(RicInputGetReal(parameters, allowed[i], RIC_ANY, &p[i]));
    if (PetscIsInfOrNanReal(p[i]))
      PetscCall(RicInputError(node, "parameters", "missing key '%s'", allowed[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// contacts: {GAP: {restitution: e}} — gaps that are not named do not count.
static PetscErrorCode SystemContacts(RicCase *c, RicInputNode node, const RicSystemOps *ops,
                                     const char system_name[], PetscInt number) {
  char name[2 * RIC_NAME_LEN];
  const char *allowed[RIC_SYSTEM_MAX_GAPS + 1] = {NULL};
  RicInputNode contacts, gap;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(node, "contacts", &contacts));
  if (!contacts)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < ops->num_gaps; i++)
    allowed[i] = ops->gap_names[i];
  PetscCall(RicInputCheckKeys(contacts, allowed));
  for (PetscInt i = 0; i < ops->num_gaps; i++) {
    PetscReal e = 0;
    PetscCall(RicInputGetChild(contacts, allowed[i], &gap));
    if (!gap)
      continue;
    PetscCall(RicCaseCheckKeys_Private(c, gap, NULL, gap_keys));
    PetscCall(RicInputGetReal(gap, "restitution", RIC_UNIT_INTERVAL, &e));
    PetscCall(PetscSNPrintf(name, sizeof(name), "%s.%s", system_name, allowed[i]));
    if (strlen(name) >= RIC_NAME_LEN)
      PetscCall(
          RicInputError(node, "name", "'%s' must be of at most %d bytes", name, RIC_NAME_LEN - 1));
    PetscCall(RicNamesAdd(c->contacts, name, node));
    PetscCall(RicModelAddSystemContact(c->model, name, number, i, e));
    PetscCall(RicCaseFriction_Private(c, gap, (PetscBool)(ops->GapTangents != NULL)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One deviation, "-" for a derivative that is not given.
static PetscErrorCode PrintDeviation(RicCase *c, const char name[], PetscBool given,
                                     PetscReal deviation) {
  PetscFunctionBegin;
  if (!given)
    PetscCall(PetscPrintf(c->comm, "  %-12s by differences\n", name));
  else
    PetscCall(PetscPrintf(c->comm, "  %-12s %.1e%s\n", name, (double)deviation,
                          deviation < 1e-7 ? "" : "  WRONG"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The table of -model_check_derivatives, at the initial state; a velocity of 0, which would hide
// gyroscopic terms, is taken as 1.
static PetscErrorCode CheckDerivatives(RicCase *c, const RicSystemOps *ops, const char name[],
                                       const PetscReal p[], const PetscReal q[],
                                       const PetscReal v[]) {
  PetscReal moving[RIC_SYSTEM_MAX_DOFS];
  PetscBool wanted = PETSC_FALSE;
  RicSystemCheck check;

  PetscFunctionBegin;
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-model_check_derivatives", &wanted, NULL));
  if (!wanted)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < ops->num_dofs; i++)
    moving[i] = v[i] == 0 ? 1 : v[i];
  RicSystemCheckDerivatives(ops, p, 0, q, moving, &check);
  PetscCall(PetscPrintf(c->comm, "derivatives of '%s' (%s), deviation from differences:\n", name,
                        ops->name));
  PetscCall(PrintDeviation(c, "df/dq", (PetscBool) !!ops->Tangent, check.tangent_q));
  PetscCall(PrintDeviation(c, "df/dv", (PetscBool) !!ops->Tangent, check.tangent_v));
  PetscCall(PrintDeviation(c, "d(Ma)/dq", (PetscBool)(ops->MassTangent || ops->constant_mass),
                           check.mass_tangent));
  PetscCall(PrintDeviation(c, "dg/dq", (PetscBool) !!ops->GapRows, check.rows));
  PetscCall(PrintDeviation(c, "d2g/dq2", (PetscBool) !!ops->GapCurvature, check.curvature));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckFinite(RicInputNode node, const char what[], PetscInt n,
                                  const PetscReal values[]) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < n; i++)
    if (PetscIsInfOrNanReal(values[i]))
      PetscCall(RicInputError(node, NULL, "%s at the start must be finite (is %g)", what,
                              (double)PetscAbsReal(values[i])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What the parameters and the initial state make of a system: forces and gaps that are numbers, a
// mass matrix that is positive definite.
static PetscErrorCode CheckStart(RicInputNode node, const RicSystemOps *ops, const PetscReal p[],
                                 const PetscReal q[], const PetscReal v[]) {
  PetscReal M[RIC_SYSTEM_MAX_DOFS * RIC_SYSTEM_MAX_DOFS], f[RIC_SYSTEM_MAX_DOFS],
      g[RIC_SYSTEM_MAX_GAPS];
  const PetscInt n = ops->num_dofs;
  const PetscReal potential = ops->Potential(p, q);
  PetscBLASInt size = (PetscBLASInt)n, info = 0;

  PetscFunctionBegin;
  ops->Mass(p, 0, q, M);
  PetscCall(CheckFinite(node, "the mass matrix", n * n, M));
  ops->Force(p, 0, q, v, f);
  PetscCall(CheckFinite(node, "the force", n, f));
  PetscCall(CheckFinite(node, "the potential energy", 1, &potential));
  if (ops->num_gaps)
    ops->Gap(p, 0, q, g);
  PetscCall(CheckFinite(node, "a gap", ops->num_gaps, g));
  PetscCallBLAS("LAPACKpotrf", LAPACKpotrf_("U", &size, M, &size, &info));
  if (info)
    PetscCall(RicInputError(node, NULL,
                            "the mass matrix at the start must be positive definite (that of the "
                            "first %d coordinates is not)",
                            (int)info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseSystem_Private(RicCase *c, RicInputNode node, PetscInt i) {
  PetscReal p[RIC_SYSTEM_MAX_PARAMETERS], q[RIC_SYSTEM_MAX_DOFS] = {0},
                                          v[RIC_SYSTEM_MAX_DOFS] = {0};
  const RicSystemOps *ops = NULL;
  const RicRegion *region;
  char name[RIC_NAME_LEN] = "";
  PetscInt number;

  PetscFunctionBegin;
  (void)i;
  PetscCall(RicCaseCheckKeys_Private(c, node, NULL, RicSystemParameters));
  PetscCall(RicInputRequireString(node, "name", name, sizeof(name)));
  PetscCall(SystemType(node, &ops));
  PetscCall(SystemParameters(node, ops, p));
  PetscCall(RicInputRequireReals(node, "q", ops->num_dofs, RIC_ANY, q));
  PetscCall(RicInputGetReals(node, "v", ops->num_dofs, RIC_ANY, v));
  PetscCall(CheckStart(node, ops, p, q, v));
  PetscCall(CheckDerivatives(c, ops, name, p, q, v));
  PetscCall(RicMeshFindRegion(c->mesh, name, &region));
  PetscCall(RicModelAddSystem(c->model, region, ops, p, q, v, &number));
  PetscCall(SystemContacts(c, node, ops, name, number));
  PetscFunctionReturn(PETSC_SUCCESS);
}
