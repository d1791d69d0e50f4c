// SPDX-License-Identifier: BSD-2-Clause
#include "app/case.h"
#include "app/columns.h"
#include "study/study.h"

static const RicParameter damping[] = {
    {"mass", "times the mass matrix", "1/s", RIC_PARAMETER_REAL, RIC_NON_NEGATIVE, .offset = 0},
    {"stiffness", "times the stiffness of the undeformed structure", "s", RIC_PARAMETER_REAL,
     RIC_NON_NEGATIVE, .offset = sizeof(PetscReal)},
    {NULL},
};

const RicParameter RicTopParameters[] = {
    {"title", "for reports", "", RIC_PARAMETER_TEXT, .otherwise = "the name of the file",
     .count = RIC_TEXT_LEN, .offset = offsetof(RicCase, title)},
    {"dimension", "dofs of a node, components of vectors; bodies need 2 or 3", "",
     RIC_PARAMETER_INT, .required = PETSC_TRUE, .bounds = {1, 3}, .offset = offsetof(RicCase, dim)},
    {"parameters", "numbers with a name, for all others", "", RIC_PARAMETER_NAMED_NUMBERS,
     .otherwise = "none"},
    {"mesh", "nodes and cells", "", RIC_PARAMETER_MAPPING, .keys = RicMeshParameters},
    {"regions", "more named sets of nodes and cells", "", RIC_PARAMETER_NAMED,
     .keys = RicRegionParameters},
    {"materials", "what elements are made of", "", RIC_PARAMETER_NAMED,
     .keys = RicMaterialParameters},
    {"elements", "bars, cables, springs and masses on regions", "", RIC_PARAMETER_LIST,
     .keys = RicElementParameters},
    {"damping", "Rayleigh's", "", RIC_PARAMETER_SECTION, .keys = damping,
     .offset = offsetof(RicCase, damping)},
    {"gravity", "acceleration of everything that has mass", "m/s²", RIC_PARAMETER_VECTOR,
     .offset = offsetof(RicCase, gravity)},
    {"bodies", "rigid bodies", "", RIC_PARAMETER_LIST, .keys = RicBodyParameters},
    {"systems", "mechanisms in coordinates of their own", "", RIC_PARAMETER_LIST,
     .keys = RicSystemParameters},
    {"joints", "what holds points of bodies, nodes and the ground together", "", RIC_PARAMETER_LIST,
     .keys = RicJointParameters},
    {"springs", "between such points", "", RIC_PARAMETER_LIST, .keys = RicSpringParameters},
    {"loads", "forces on regions", "", RIC_PARAMETER_LIST, .keys = RicLoadParameters},
    {"supports", "fixed or driven directions of regions", "", RIC_PARAMETER_LIST,
     .keys = RicSupportParameters},
    {"initial", "displacements and velocities at the start; later items win", "",
     RIC_PARAMETER_ITEMS, .keys = RicInitialParameters},
    {"contacts", "unilateral, with impact and friction", "", RIC_PARAMETER_LIST,
     .keys = RicContactSharedParameters},
    {"assemble",
     "move the initial state onto its joints, by the smallest change in the metric of mass", "",
     RIC_PARAMETER_BOOL, .offset = offsetof(RicCase, assemble)},
    {"stepper", "the scheme, its step and its options", "", RIC_PARAMETER_MAPPING,
     .required = PETSC_TRUE, .keys = RicStepperParameters},
    {"output", "what is written", "", RIC_PARAMETER_MAPPING, .keys = RicOutputParameters},
    {"study", "what `ricochet study` varies and compares", "", RIC_PARAMETER_MAPPING,
     .keys = RicStudyParameters},
    {NULL},
};

PetscErrorCode RicCaseItems_Private(RicCase *c, PetscInt n, const char *const sections[],
                                    const RicCaseItemFn add[]) {
  RicInputNode section, item;
  PetscInt size;

  PetscFunctionBegin;
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(RicInputGetChild(c->root, sections[k], &section));
    PetscCall(RicInputGetSize(section, &size));
    for (PetscInt i = 0; i < size; i++) {
      PetscCall(RicInputGetItem(section, i, &item));
      PetscCall(add[k](c, item, i));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseRegion_Private(RicCase *c, RicInputNode node, const char key[],
                                     PetscBool single, const RicRegion **region) {
  char name[RIC_NAME_LEN] = "", known[RIC_TEXT_LEN] = "";
  const char *names[65] = {NULL};
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputRequireString(node, key, name, sizeof(name)));
  PetscCall(RicMeshFindRegion(c->mesh, name, region));
  if (*region) {
    if (single && (*region)->num_nodes_global != 1)
      PetscCall(RicInputError(
          node, key, "region '%s' has %" PetscInt_FMT " nodes, a region of one node is needed",
          name, (*region)->num_nodes_global));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicMeshGetNumRegions(c->mesh, &n));
  for (PetscInt i = 0; i < PetscMin(n, 64); i++) {
    const RicRegion *r;
    PetscCall(RicMeshGetRegion(c->mesh, i, &r));
    names[i] = r->name;
    PetscCall(PetscStrlcat(known, i ? ", " : "", sizeof(known)));
    PetscCall(PetscStrlcat(known, r->name, sizeof(known)));
  }
  const char *near = RicNearestWord(name, names);
  PetscCall(RicInputError(node, key, "unknown region '%s'%s%s%s (known: %s)", name,
                          near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "",
                          known));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseMassive_Private(RicCase *c, RicInputNode *section) {
  static const char *const names[] = {"elements", "bodies", "systems", "mesh"};

  PetscFunctionBegin;
  *section = NULL;
  for (PetscInt i = 0; i < 4 && !*section; i++)
    PetscCall(RicInputGetChild(c->root, names[i], section));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseMapping_Private(RicInputNode node) {
  PetscBool mapping;

  PetscFunctionBegin;
  PetscCall(RicInputIsMapping(node, &mapping));
  if (node && !mapping)
    PetscCall(RicInputError(node, NULL, "expects a mapping of names"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseName_Private(RicInputNode node, const char key[], const char name[]) {
  PetscFunctionBegin;
  if (!name[0])
    PetscCall(RicInputError(node, key, "is empty, expects a name"));
  if (strpbrk(name, ",\"\r\n"))
    PetscCall(RicInputError(node, key, "'%s': a name holds no comma, quote or line end", name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseFinite_Private(RicCase *c, RicInputNode node, const char key[],
                                     const RicRegion *region, PetscInt n,
                                     const RicExpression expr[]) {
  const PetscReal origin[3] = {0, 0, 0};
  const PetscReal *xyz;
  PetscReal value = 0, bad[4] = {0, 0, 0, 0}; // value and place of the first one
  PetscMPIInt rank, size, mine, first;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(c->comm, &rank));
  PetscCallMPI(MPI_Comm_size(c->comm, &size));
  PetscCall(RicMeshGetCoordinates(c->mesh, &xyz));
  mine = size;
  for (PetscInt i = 0; i < (region ? region->num_nodes : 1) && mine == size; i++) {
    const PetscReal *x = region ? &xyz[3 * region->nodes[i]] : origin;
    for (PetscInt d = 0; d < n && mine == size; d++) {
      if (expr[d])
        PetscCall(RicExpressionEvaluate(expr[d], 0.0, x, &value));
      if (!expr[d] || !PetscIsInfOrNanReal(value))
        continue;
      mine = rank;
      PetscCall(PetscArraycpy(&bad[1], x, 3));
      bad[0] = value;
    }
  }
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, c->comm));
  if (first == size)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Bcast(bad, 4, MPIU_REAL, first, c->comm));
  PetscCall(RicInputError(node, key, "must be finite (is %g at t = 0 and (%g, %g, %g))",
                          (double)PetscAbsReal(bad[0]), (double)bad[1], (double)bad[2],
                          (double)bad[3]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseMotion_Private(RicCase *c, RicInputNode node, RicExpression *motion) {
  PetscFunctionBegin;
  PetscCall(RicInputGetExpression(node, "motion", motion));
  const PetscErrorCode error = RicCaseFinite_Private(c, node, "motion", NULL, 1, motion);
  if (error)
    PetscCall(RicExpressionDestroy(motion));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseVector_Private(RicCase *c, RicInputNode node, const char key[],
                                     PetscBool required, PetscReal x[3]) {
  PetscFunctionBegin;
  if (required)
    PetscCall(RicInputRequireReals(node, key, c->dim, RIC_ANY, x));
  else
    PetscCall(RicInputGetReals(node, key, c->dim, RIC_ANY, x));
  for (PetscInt d = c->dim; d < 3; d++)
    x[d] = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// "inputs/impacting-bar.yaml" → "impacting-bar".
static PetscErrorCode NameFromFile(const char filename[], char name[], size_t len) {
  char copy[RIC_PATH_LEN], *slash, *dot;

  PetscFunctionBegin;
  PetscCall(PetscStrncpy(copy, filename, sizeof(copy)));
  PetscCall(PetscStrrchr(copy, '/', &slash)); // points behind the last one, or to the start
  PetscCall(PetscStrrchr(slash, '.', &dot));
  if (dot > slash + 1)
    dot[-1] = '\0';
  PetscCall(PetscStrncpy(name, slash, len));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Open(RicCase *c, const char filename[]) {
  RicInputNode study;

  PetscFunctionBegin;
  PetscCall(RicInputOpen(c->comm, filename, &c->input));
  PetscCall(RicInputGetRoot(c->input, &c->root));
  PetscCall(NameFromFile(filename, c->name, sizeof(c->name)));
  RicParametersSetDefaults(RicTopParameters, c);
  PetscCall(PetscStrncpy(c->title, c->name, sizeof(c->title)));
  PetscCall(RicCaseFill_Private(c, c->root, NULL, RicTopParameters, c));
  PetscCall(RicStudyCheckKeys(c->root, &study));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Build(RicCase *c, const char filename[]) {
  RicInputNode massive;

  PetscFunctionBegin;
  PetscCall(Open(c, filename));
  PetscCall(RicCaseMesh_Private(c));
  PetscCall(RicCaseLinks_Private(c));
  PetscCall(RicModelCreate(c->comm, c->mesh, c->dim, &c->model));
  PetscCall(RicCaseBodies_Private(c));
  PetscCall(RicCaseElements_Private(c));
  PetscCall(RicCaseJoints_Private(c));
  PetscCall(RicCaseFields_Private(c));
  PetscCall(RicCaseContacts_Private(c));
  PetscCall(RicCaseMassive_Private(c, &massive));
  PetscCall(RicInputLocate(massive, NULL, RicModelSetUp(c->model)));
  PetscCall(RicCaseFrom_Private(c));
  PetscCall(RicCaseStepper_Private(c));
  PetscCall(RicCaseOutput_Private(c));
  PetscCall(RicColumnsCheck(c));
  PetscCall(RicInputCheckOptions(c->input));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseCreate(MPI_Comm comm, const char filename[], RicCase **c) {
  PetscFunctionBegin;
  PetscCall(PetscNew(c));
  (*c)->comm = comm;
  PetscCall(RicNamesCreate(&(*c)->bodies));
  PetscCall(RicNamesCreate(&(*c)->systems));
  PetscCall(RicNamesCreate(&(*c)->contacts));
  PetscErrorCode ierr = Build(*c, filename);
  if (ierr) { // nothing half-built is left behind
    (void)RicCaseDestroy(c);
    PetscFunctionReturn(ierr);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseDestroy(RicCase **c) {
  PetscFunctionBegin;
  if (!*c)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStepperDestroy(&(*c)->stepper));
  PetscCall(RicModelDestroy(&(*c)->model));
  PetscCall(RicNamesDestroy(&(*c)->bodies));
  PetscCall(RicNamesDestroy(&(*c)->systems));
  PetscCall(RicNamesDestroy(&(*c)->contacts));
  PetscCall(RicMeshDestroy(&(*c)->mesh));
  PetscCall(RicInputClose(&(*c)->input));
  PetscCall(PetscFree((*c)->probes));
  PetscCall(PetscFree((*c)->supports));
  PetscCall(
      PetscFree4((*c)->element_links, (*c)->contact_links, (*c)->joint_links, (*c)->spring_links));
  PetscCall(PetscFree(*c));
  PetscFunctionReturn(PETSC_SUCCESS);
}
