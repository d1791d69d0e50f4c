// SPDX-License-Identifier: BSD-2-Clause
// Input, all values in use: those of the file, or of the options that override them.
#include "io/input_impl.h"

typedef struct {
  RicInputVisitFn fn;
  void *ctx;
} Visit;

// The option that overrides (node, key), if any, goes to fn.
static PetscErrorCode OfOption(const Visit *visit, RicInputNode node, const char key[],
                               PetscBool *set) {
  char path[RIC_PATH_LEN];
  const char *value;

  PetscFunctionBegin;
  PetscCall(RicInputGetOption(node, key, path, &value, set));
  if (!*set)
    PetscFunctionReturn(PETSC_SUCCESS);
  RicInputWritePath(node, key, path);
  PetscCall(visit->fn(node, key, path, value, visit->ctx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode IsChild(RicInputNode node, const char key[], PetscBool *yes) {
  RicInputNode child;

  PetscFunctionBegin;
  PetscCall(RicInputGetChild(node, key, &child));
  *yes = (PetscBool)(child != NULL);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Keys a mapping might have and has not, for which an option stands.
static PetscErrorCode AbsentKeys(const Visit *visit, RicInputNode node) {
  const char *const *allowed = RicInputAllowed(node);
  PetscBool there = PETSC_FALSE, set = PETSC_FALSE;

  PetscFunctionBegin;
  for (size_t k = 0; allowed && allowed[k]; k++) {
    PetscCall(IsChild(node, allowed[k], &there));
    if (!there)
      PetscCall(OfOption(visit, node, allowed[k], &set));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Below(const Visit *visit, RicInputNode node) {
  char path[RIC_PATH_LEN];
  PetscBool set = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(OfOption(visit, node, NULL, &set));
  if (set)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (node->kind == RIC_INPUT_SCALAR) {
    RicInputWritePath(node, NULL, path);
    PetscCall(visit->fn(node, NULL, path, node->text, visit->ctx));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < node->n_children; i++)
    PetscCall(Below(visit, node->children[i]));
  if (node->kind == RIC_INPUT_MAPPING)
    PetscCall(AbsentKeys(visit, node));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputVisit(RicInput input, RicInputVisitFn fn, void *ctx) {
  const Visit visit = {.fn = fn, .ctx = ctx};

  PetscFunctionBegin;
  PetscCall(Below(&visit, input->root));
  for (RicInputImplied *implied = input->implied; implied; implied = implied->next)
    PetscCall(AbsentKeys(&visit, &implied->node));
  PetscFunctionReturn(PETSC_SUCCESS);
}
