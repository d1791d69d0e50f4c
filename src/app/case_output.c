// SPDX-License-Identifier: BSD-2-Clause
// The section `output`: what is recorded, of what, and where.
#include "app/case.h"
#include "model/model_view.h"
#include <string.h>

// Above this many dofs the balance is drawn up only when asked for, and where elements are
// nonlinear: it costs a few products a step, but there schemes may make energy.
#define BALANCE_DOFS 10000

static const RicParameter checkpoint_keys[] = {
    {"every", "a checkpoint every so many steps, and at the end", "steps", RIC_PARAMETER_INT,
     .otherwise = "not by steps", .bounds = {1, PETSC_MAX_INT},
     .offset = offsetof(RicKeeping, every)},
    {"minutes", "a checkpoint when so much time has gone by, and at the end", "min",
     RIC_PARAMETER_REAL, RIC_POSITIVE, .otherwise = "not by time",
     .offset = offsetof(RicKeeping, minutes)},
    {"keep", "how many are left, the older ones with numbers", "", RIC_PARAMETER_INT, .value = {2},
     .bounds = {1, 1000}, .offset = offsetof(RicKeeping, keep)},
    {NULL},
};

static const char *const vtk_points[] = {"current", "reference", NULL};
static const char *const vtk_blank[] = {"zero", "nan", NULL};

const RicParameter RicOutputParameters[] = {
    {"directory", "of all files; -o overrides it", "", RIC_PARAMETER_TEXT,
     .otherwise = "results/NAME", .count = RIC_PATH_LEN, .offset = offsetof(RicCase, directory)},
    {"history_every", "a row of history.csv every so many steps", "steps", RIC_PARAMETER_INT,
     .value = {1}, .bounds = {1, PETSC_MAX_INT}, .offset = offsetof(RicCase, history_every)},
    {"from",
     "rows, lines and VTK files of times before are not written, nor largest values and impacts "
     "counted",
     "s", RIC_PARAMETER_REAL, RIC_NON_NEGATIVE, .offset = offsetof(RicCase, from)},
    {"until", "nor those of times after", "s", RIC_PARAMETER_REAL, RIC_NON_NEGATIVE,
     .otherwise = "the end", .offset = offsetof(RicCase, until)},
    {"impacts", "impacts.csv, a line for each impact", "", RIC_PARAMETER_BOOL,
     .offset = offsetof(RicCase, impacts)},
    {"vtk_every", "a VTK file every so many steps; 0: none", "steps", RIC_PARAMETER_INT,
     .otherwise = "a hundredth of the run", .bounds = {0, PETSC_MAX_INT},
     .offset = offsetof(RicCase, vtk_every)},
    {"vtk_single", "fields of VTK files in single precision", "", RIC_PARAMETER_BOOL,
     .offset = offsetof(RicCase, vtk_single)},
    {"vtk_compression", "zlib's level for VTK files, 1 (fast) to 9; 0: not compressed", "",
     RIC_PARAMETER_INT, .bounds = {0, 9}, .offset = offsetof(RicCase, vtk_compression)},
    {"vtk_points", "points of VTK files: where they are, or undisplaced, to be warped", "",
     RIC_PARAMETER_CHOICE, .choices = vtk_points, .offset = offsetof(RicCase, vtk_points)},
    {"vtk_blank", "what cell fields of VTK files are where they say nothing", "",
     RIC_PARAMETER_CHOICE, .choices = vtk_blank, .offset = offsetof(RicCase, vtk_blank)},
    {"vtk_names", "ids, names and materials of the cells of VTK files", "", RIC_PARAMETER_BOOL,
     .offset = offsetof(RicCase, vtk_names)},
    {"energy_balance", "columns balance_… and the watch over what the scheme makes", "",
     RIC_PARAMETER_BOOL, .otherwise = "up to 10⁴ dofs, and with nonlinear bars however many",
     .offset = offsetof(RicCase, energy_balance)},
    {"checkpoint", "when the run keeps what it can go on from with -restart", "",
     RIC_PARAMETER_SECTION, .otherwise = "only where it is stopped or fails",
     .keys = checkpoint_keys, .offset = offsetof(RicCase, checkpoint)},
    {"probes", "names of columns and of what region of one node they are", "",
     RIC_PARAMETER_REGIONS, .otherwise = "bodies and systems alone"},
    {NULL},
};

static const char *const axes[] = {"x", "y", "z"}, *const body_labels[] = {"x", "y", "theta"},
                         *const space_labels[] = {"x", "y", "z", "phi_x", "phi_y", "phi_z"};

static void SetLabels(RicProbe *probe, PetscInt n, const char *const labels[],
                      PetscInt num_positions) {
  probe->n = n;
  probe->num_positions = num_positions;
  for (PetscInt d = 0; d < n; d++)
    probe->labels[d] = labels[d];
}

// The probe's node is one of a body or a system: their dofs have names of their own.
static PetscErrorCode LabelProbe(RicCase *c, RicProbe *probe, const char region[]) {
  const RicSystemOps *ops;
  char type[RIC_NAME_LEN];
  void *body, *system;

  PetscFunctionBegin;
  SetLabels(probe, c->dim, axes, c->dim);
  PetscCall(RicNamesFind(c->bodies, region, &body));
  PetscCall(RicNamesFind(c->systems, region, &system));
  if (body && c->dim == 2)
    SetLabels(probe, 3, body_labels, 2);
  if (body && c->dim == 3)
    SetLabels(probe, 6, space_labels, 3);
  probe->turns = (PetscBool)(body && c->dim == 3);
  if (system) {
    PetscCall(RicInputRequireString((RicInputNode)system, "type", type, sizeof(type)));
    PetscCall(RicSystemFind(type, &ops));
    SetLabels(probe, ops->num_dofs, ops->dof_names, 0);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddProbe(RicCase *c, RicInputNode node, const char key[], const char name[]) {
  RicProbe *probe = &c->probes[c->num_probes++];

  PetscFunctionBegin;
  PetscCall(RicCaseName_Private(node, key, name));
  PetscCall(PetscStrncpy(probe->name, name, sizeof(probe->name)));
  probe->node = node;
  probe->key = key;
  PetscCall(RicCaseRegion_Private(c, node, key, PETSC_TRUE, &probe->region));
  PetscCall(LabelProbe(c, probe, probe->region->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Every body and system is a probe of its own name; then those of `probes`.
static PetscErrorCode ReadProbes(RicCase *c, RicInputNode output) {
  RicInputNode sections[3], item;
  char name[RIC_NAME_LEN];
  const char *key;
  PetscInt n[3];

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(c->root, "bodies", &sections[0]));
  PetscCall(RicInputGetChild(c->root, "systems", &sections[1]));
  PetscCall(RicInputGetChild(output, "probes", &sections[2]));
  PetscCall(RicCaseMapping_Private(sections[2]));
  for (PetscInt k = 0; k < 3; k++)
    PetscCall(RicInputGetSize(sections[k], &n[k]));
  PetscCall(PetscCalloc1(n[0] + n[1] + n[2], &c->probes));
  for (PetscInt k = 0; k < 3; k++)
    for (PetscInt i = 0; i < n[k]; i++) {
      PetscCall(RicInputGetItem(sections[k], i, &item));
      if (k < 2) {
        PetscCall(RicInputRequireString(item, "name", name, sizeof(name)));
        PetscCall(AddProbe(c, item, "name", name));
      } else {
        PetscCall(RicInputGetKey(item, &key));
        PetscCall(AddProbe(c, item, NULL, key));
      }
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode BalanceByDefault(RicCase *c, PetscBool *yes) {
  PetscInt dofs, num_blocks, num;
  const PetscInt *nodes;

  PetscFunctionBegin;
  PetscCall(RicModelGetSizes(c->model, &dofs, NULL, NULL, NULL));
  *yes = (PetscBool)(dofs <= BALANCE_DOFS);
  PetscCall(RicModelGetNumElementBlocks(c->model, &num_blocks));
  for (PetscInt i = 0; i < num_blocks && !*yes; i++) {
    const RicElementOps *ops;
    PetscCall(RicModelGetElementBlock(c->model, i, &ops, &num, &nodes));
    *yes = (PetscBool)!ops->linear;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Those that depend on the run.
static PetscErrorCode SetDefaults(RicCase *c) {
  PetscFunctionBegin;
  RicParametersSetDefaults(RicOutputParameters, c);
  PetscCall(PetscSNPrintf(c->directory, sizeof(c->directory), "results/%s", c->name));
  c->vtk_every = PetscMax(1, c->num_steps / 100);
  c->until = c->end;
  PetscCall(BalanceByDefault(c, &c->energy_balance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The option -o is before all.
static PetscErrorCode OverrideDirectory(RicCase *c) {
  const char *directory = NULL;
  PetscBool given;

  PetscFunctionBegin;
  PetscCall(PetscOptionsFindPair(NULL, NULL, "-o", &directory, &given));
  if (given)
    PetscCall(PetscStrncpy(c->directory, directory ? directory : "", sizeof(c->directory)));
  RicCheckUser(!given || !directory || strlen(directory) < sizeof(c->directory), c->comm,
               "option -o: a path of more than %d bytes", (int)sizeof(c->directory) - 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckTimes(RicCase *c, RicInputNode output) {
  PetscFunctionBegin;
  if (c->from > c->end)
    PetscCall(RicInputError(output, "from", "%.6g s is after the end of the run, %.6g s",
                            (double)c->from, (double)c->end));
  if (c->until < c->from)
    PetscCall(RicInputError(output, "until", "%.6g s is before 'from', %.6g s", (double)c->until,
                            (double)c->from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicCaseOutput_Private(RicCase *c) {
  RicInputNode output;

  PetscFunctionBegin;
  PetscCall(RicInputGetSection(c->root, "output", &output));
  PetscCall(SetDefaults(c));
  PetscCall(RicCaseFill_Private(c, output, NULL, RicOutputParameters, c));
  PetscCall(CheckTimes(c, output));
  PetscCall(OverrideDirectory(c));
  PetscCall(ReadProbes(c, output));
  PetscFunctionReturn(PETSC_SUCCESS);
}
