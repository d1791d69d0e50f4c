// SPDX-License-Identifier: BSD-2-Clause
// Input, walking the tree. The children of a node are made together when one is first asked for, so
// that items are found by number at once and handles never move.
#include "io/input_impl.h"
#include <string.h>

static struct RicInputNode_ Child(RicInputNode parent, PetscInt index, struct fy_node *yaml_key,
                                  struct fy_node *yaml) {
  return (struct RicInputNode_){.input = parent->input,
                                .parent = parent,
                                .yaml = yaml,
                                .yaml_key = yaml_key,
                                .key = yaml_key ? fy_node_get_scalar0(yaml_key) : "",
                                .index = index,
                                .n_children = -1};
}

static PetscErrorCode MakeEntries(RicInputNode node) {
  struct fy_node_pair *pair;
  void *iterator = NULL;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; (pair = fy_node_mapping_iterate(node->yaml, &iterator)); ++i) {
    struct fy_node *key = fy_node_pair_key(pair);

    if (!fy_node_is_scalar(key) || fy_node_get_scalar_length(key) == 0)
      PetscCall(RicInputError(node, NULL, "has a key that is no word"));
    node->children[i] = Child(node, i, key, fy_node_pair_value(pair));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeItems(RicInputNode node) {
  struct fy_node *item;
  void *iterator = NULL;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; (item = fy_node_sequence_iterate(node->yaml, &iterator)); ++i)
    node->children[i] = Child(node, i, NULL, item);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeChildren(RicInputNode node) {
  const PetscBool mapping = (PetscBool)fy_node_is_mapping(node->yaml);
  char is[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  if (node->n_children >= 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (fy_node_is_scalar(node->yaml))
    PetscCall(RicInputError(node, NULL, "expects a mapping or a list (is %s)",
                            RicInputDescribe(node, is)));
  node->n_children =
      mapping ? fy_node_mapping_item_count(node->yaml) : fy_node_sequence_item_count(node->yaml);
  PetscCall(PetscCalloc1(node->n_children, &node->children));
  PetscCall(mapping ? MakeEntries(node) : MakeItems(node));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputFreeChildren(RicInputNode node) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < node->n_children; ++i)
    PetscCall(RicInputFreeChildren(&node->children[i]));
  PetscCall(PetscFree(node->children));
  PetscCall(PetscFree(node->allowed));
  node->n_children = -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputFreeImplied(RicInput input) {
  PetscFunctionBeginUser;
  while (input->implied) {
    RicInputNode section = input->implied;

    input->implied = section->next;
    PetscCall(RicInputFreeChildren(section));
    (void)fy_node_free(section->yaml);
    PetscCall(PetscFree(section));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputMakeMapping(RicInputNode node) {
  char is[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  if (!fy_node_is_mapping(node->yaml))
    PetscCall(
        RicInputError(node, NULL, "expects a mapping of keys (is %s)", RicInputDescribe(node, is)));
  PetscCall(MakeChildren(node));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetChild(RicInputNode node, const char key[], RicInputNode *child) {
  PetscFunctionBeginUser;
  *child = NULL;
  if (!node)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputMakeMapping(node));
  for (PetscInt i = 0; i < node->n_children && !*child; ++i)
    if (strcmp(node->children[i].key, key) == 0)
      *child = &node->children[i];
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
  RicInput input;

  PetscFunctionBeginUser;
  PetscCheck(node, PETSC_COMM_SELF, PETSC_ERR_ARG_NULL, "'%s' asked of an absent node", key);
  PetscCall(RicInputGetChild(node, key, section));
  input = node->input;
  for (RicInputNode i = input->implied; i && !*section; i = i->next)
    if (i->parent == node && strcmp(i->key, key) == 0)
      *section = i;
  if (*section)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(section));
  **section = Child(node, -1, NULL, fy_node_create_mapping(input->document));
  (*section)->key = key;
  (*section)->next = input->implied;
  input->implied = *section;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Keep the allowed keys for what may be said of mistyped options.
static PetscErrorCode KeepAllowed(RicInputNode node, const char *const allowed[]) {
  PetscInt n = 0;

  PetscFunctionBeginUser;
  while (allowed[n])
    ++n;
  PetscCall(PetscFree(node->allowed));
  PetscCall(PetscMalloc1(n + 1, &node->allowed));
  PetscCall(PetscArraycpy(node->allowed, allowed, n + 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputCheckKeys(RicInputNode node, const char *const allowed[]) {
  char end[RIC_PATH_LEN], text[RIC_TEXT_LEN];

  PetscFunctionBeginUser;
  if (!node)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputMakeMapping(node));
  PetscCall(KeepAllowed(node, allowed));
  for (PetscInt i = 0; i < node->n_children; ++i) {
    const RicInputNode entry = &node->children[i];
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
  PetscFunctionBeginUser;
  *n = 0;
  if (!node)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MakeChildren(node));
  *n = node->n_children;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetItem(RicInputNode node, PetscInt i, RicInputNode *item) {
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(RicInputGetSize(node, &n));
  PetscCheck(i >= 0 && i < n, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "Item %" PetscInt_FMT " of %" PetscInt_FMT, i, n);
  *item = &node->children[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputGetKey(RicInputNode node, const char **key) {
  PetscFunctionBeginUser;
  *key = node->key;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputIsSequence(RicInputNode node, PetscBool *yes) {
  PetscFunctionBeginUser;
  *yes = (PetscBool)(node && fy_node_is_sequence(node->yaml));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputIsMapping(RicInputNode node, PetscBool *yes) {
  PetscFunctionBeginUser;
  *yes = (PetscBool)(node && fy_node_is_mapping(node->yaml));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputIsScalar(RicInputNode node, PetscBool *yes) {
  PetscFunctionBeginUser;
  *yes = (PetscBool)(node && fy_node_is_scalar(node->yaml));
  PetscFunctionReturn(PETSC_SUCCESS);
}
