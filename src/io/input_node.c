// SPDX-License-Identifier: BSD-2-Clause
// Input, walking the tree.
#include "base/hash.h"
#include "io/input_impl.h"
#include <string.h>

RicInput RicInputOf(RicInputNode node) {
  while (node->parent)
    node = node->parent;
  return ((RicInputRoot *)node)->input;
}

PetscErrorCode RicInputNeedMapping(RicInputNode node) {
  char is[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  if (node->kind != RIC_INPUT_MAPPING)
    PetscCall(
        RicInputError(node, NULL, "expects a mapping of keys (is %s)", RicInputDescribe(node, is)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetChild(RicInputNode node, const char key[], RicInputNode *child) {
  PetscFunctionBeginUser;
  *child = NULL;
  if (!node)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputNeedMapping(node));
  for (PetscInt i = 0; i < node->n_children && !*child; ++i)
    if (strcmp(node->children[i]->key, key) == 0)
      *child = node->children[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputRequireChild(RicInputNode node, const char key[], RicInputNode *child) {
  PetscFunctionBeginUser;
  PetscCheck(node, PETSC_COMM_SELF, PETSC_ERR_ARG_NULL, "'%s' required of an absent node", key);
  PetscCall(RicInputGetChild(node, key, child));
  if (!*child)
    PetscCall(RicInputError(node, NULL, "missing key '%s'", key));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetSection(RicInputNode node, const char key[], RicInputNode *section) {
  RicInputImplied *implied;

  PetscFunctionBeginUser;
  PetscCheck(node, PETSC_COMM_SELF, PETSC_ERR_ARG_NULL, "'%s' asked of an absent node", key);
  RicInput input = RicInputOf(node);
  PetscCall(RicInputGetChild(node, key, section));
  for (implied = input->implied; implied && !*section; implied = implied->next)
    if (implied->node.parent == node && strcmp(implied->node.key, key) == 0)
      *section = &implied->node;
  if (*section)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStoreTake(input->store, sizeof *implied, &implied));
  implied->node =
      (struct RicInputNode_){.parent = node, .key = key, .index = -1, .kind = RIC_INPUT_MAPPING};
  implied->next = input->implied;
  input->implied = implied;
  *section = &implied->node;
  PetscCall(RicInputSetHasOptions(*section));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool SameKeys(const char *const a[], const char *const b[]) {
  size_t k = 0;

  while (a[k] && b[k] && !strcmp(a[k], b[k]))
    ++k;
  return (PetscBool)(!a[k] && !b[k]);
}

const char *const *RicInputAllowed(RicInputNode node) {
  return node->allowed ? RicInputOf(node)->kept_keys[node->allowed - 1] : NULL;
}

static PetscErrorCode KeepNew(RicInput input, const char *const allowed[]) {
  const char **kept;
  size_t n = 0;

  PetscFunctionBeginUser;
  while (allowed[n])
    ++n;
  PetscCall(RicStoreTake(input->store, (n + 1) * sizeof *kept, &kept));
  PetscCall(PetscArraycpy(kept, allowed, n + 1));
  PetscCall(PetscRealloc((input->n_kept + 1) * sizeof *input->kept_keys, &input->kept_keys));
  input->kept_keys[input->n_kept++] = kept;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Keep the allowed keys for what may be said of mistyped options; nodes share them, mostly with the
// one before.
static PetscErrorCode KeepAllowed(RicInputNode node, const char *const allowed[]) {
  RicInput input = RicInputOf(node);
  unsigned i = input->n_kept;

  PetscFunctionBeginUser;
  while (i > 0 && !SameKeys(input->kept_keys[i - 1], allowed))
    --i;
  if (i == 0) {
    PetscCall(KeepNew(input, allowed));
    i = input->n_kept;
  }
  node->allowed = i;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputCheckKeys(RicInputNode node, const char *const allowed[]) {
  char end[RIC_PATH_LEN], text[RIC_TEXT_LEN];

  PetscFunctionBeginUser;
  if (!node)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputNeedMapping(node));
  PetscCall(KeepAllowed(node, allowed));
  for (PetscInt i = 0; i < node->n_children; ++i) {
    const RicInputNode entry = node->children[i];
    PetscInt k = 0;

    while (allowed[k] && strcmp(allowed[k], entry->key) != 0)
      ++k;
    if (allowed[k])
      continue;
    snprintf(text, sizeof text, "unknown key%s", RicInputSuggest(entry->key, allowed, end));
    PetscCall(RicInputKeyError(entry, text));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetSize(RicInputNode node, PetscInt *n) {
  char is[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  *n = 0;
  if (!node)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (node->kind == RIC_INPUT_SCALAR)
    PetscCall(RicInputError(node, NULL, "expects a mapping or a list (is %s)",
                            RicInputDescribe(node, is)));
  *n = node->n_children;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetItem(RicInputNode node, PetscInt i, RicInputNode *item) {
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(RicInputGetSize(node, &n));
  PetscCheck(i >= 0 && i < n, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "Item %" PetscInt_FMT " of %" PetscInt_FMT, i, n);
  *item = node->children[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetKey(RicInputNode node, const char **key) {
  PetscFunctionBeginUser;
  *key = node->key;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputIsSequence(RicInputNode node, PetscBool *yes) {
  PetscFunctionBeginUser;
  *yes = (PetscBool)(node && node->kind == RIC_INPUT_SEQUENCE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputIsMapping(RicInputNode node, PetscBool *yes) {
  PetscFunctionBeginUser;
  *yes = (PetscBool)(node && node->kind == RIC_INPUT_MAPPING);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputIsScalar(RicInputNode node, PetscBool *yes) {
  PetscFunctionBeginUser;
  *yes = (PetscBool)(node && node->kind == RIC_INPUT_SCALAR);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputHash(RicInputNode node, const char but[], uint64_t *hash) {
  PetscFunctionBeginUser;
  *hash = RicHashBytes(*hash, &node->kind, sizeof node->kind);
  *hash = RicHashBytes(*hash, node->key, strlen(node->key) + 1);
  if (node->kind == RIC_INPUT_SCALAR)
    *hash = RicHashBytes(*hash, node->text, strlen(node->text) + 1);
  for (PetscInt i = 0; i < node->n_children; ++i)
    if (!but || strcmp(node->children[i]->key, but) != 0)
      PetscCall(RicInputHash(node->children[i], NULL, hash));
  *hash = RicHashBytes(*hash, "", 1); // its end
  PetscFunctionReturn(PETSC_SUCCESS);
}
