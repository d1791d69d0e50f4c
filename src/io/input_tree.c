// SPDX-License-Identifier: BSD-2-Clause
// Input, from events to nodes. A node has its place in memory from the beginning; the list of its
// children is made when it is closed, from the end of one stack that all open nodes share.
#include "io/input_impl.h"
#include <stdlib.h>
#include <string.h>

// Lists and mappings within one another; what follows nodes calls itself as deep.
#define MAX_DEPTH 64

// Mappings of more entries look for equal keys by names, not in pairs.
#define FEW_KEYS 16

static RicInputPlace PlaceOfToken(struct fy_token *token) {
  const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;

  return mark ? (RicInputPlace){mark->line + 1, mark->column + 1} : (RicInputPlace){0, 0};
}

// libfyaml's mark of a scalar is behind the opening quote.
static RicInputPlace PlaceOfScalar(struct fy_token *token) {
  const enum fy_scalar_style style = token ? fy_token_scalar_style(token) : FYSS_PLAIN;
  RicInputPlace place = PlaceOfToken(token);

  place.column -= style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
  return place;
}

static PetscErrorCode CopyToken(RicInput input, struct fy_token *token, const char **copy,
                                size_t *length) {
  const char *text;

  PetscFunctionBeginUser;
  *length = 0;
  text = token ? fy_token_get_text(token, length) : NULL;
  PetscCall(RicStoreCopyText(input->store, text, text ? *length : 0, copy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Nodes ----

static PetscErrorCode Push(RicInputTree *tree, RicInputNode node) {
  PetscFunctionBeginUser;
  if (tree->n_stack == tree->capacity) {
    tree->capacity = tree->capacity ? 2 * tree->capacity : 64;
    PetscCall(PetscRealloc(tree->capacity * sizeof *tree->stack, &tree->stack));
  }
  tree->stack[tree->n_stack++] = node;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A node where the next value belongs: below the open key or list, or at the top.
static PetscErrorCode AddNode(RicInputTree *tree, RicInputKind kind, RicInputPlace place,
                              RicInputNode *node) {
  RicInputNode parent = tree->open;

  PetscFunctionBeginUser;
  PetscCall(RicStoreTake(tree->input->store, parent ? sizeof **node : sizeof(RicInputRoot), node));
  **node = (struct RicInputNode_){.parent = parent,
                                  .key = tree->key ? tree->key : "",
                                  .key_place = tree->key_place,
                                  .place = place,
                                  .index = parent ? parent->n_children++ : 0,
                                  .kind = (unsigned char)kind};
  tree->key = NULL;
  tree->key_place = (RicInputPlace){0, 0};
  if (parent)
    PetscCall(Push(tree, *node));
  else {
    tree->input->root = *node;
    ((RicInputRoot *)*node)->input = tree->input;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Anchors ----

// Call a node by the anchor; one of the same name before it keeps the aliases it had.
static PetscErrorCode SetAnchor(RicInput input, struct fy_token *token, RicInputNode node) {
  RicInputAnchor *anchor, **last;
  const char *name;
  size_t length;

  PetscFunctionBeginUser;
  if (!token)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CopyToken(input, token, &name, &length));
  PetscCall(RicStoreTake(input->store, sizeof *anchor, &anchor));
  anchor->node = node;
  PetscCall(RicNamesFind(input->anchors, name, (void **)&last));
  if (!last) {
    PetscCall(RicStoreTake(input->store, sizeof *last, &last));
    PetscCall(RicNamesAdd(input->anchors, name, last));
  }
  *last = anchor;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FindAnchor(RicInput input, struct fy_token *token, RicInputAnchor **anchor) {
  RicInputAnchor **last;
  const char *name;
  size_t length;

  PetscFunctionBeginUser;
  PetscCall(CopyToken(input, token, &name, &length));
  PetscCall(RicNamesFind(input->anchors, name, (void **)&last));
  if (!last)
    PetscCall(RicInputRaise(input, PlaceOfToken(token), "", "not YAML: invalid alias"));
  *anchor = *last;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Keys ----

static PetscErrorCode RaiseNoWord(RicInputTree *tree) {
  PetscFunctionBeginUser;
  PetscCall(RicInputError(tree->open, NULL, "has a key that is no word"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool ExpectsKey(const RicInputTree *tree) {
  return (PetscBool)(tree->open && tree->open->kind == RIC_INPUT_MAPPING && !tree->key);
}

// A scalar, or an alias of one, where a key stands.
static PetscErrorCode TakeKey(RicInputTree *tree, const struct fy_event *event) {
  size_t length = 0;

  PetscFunctionBeginUser;
  if (event->type == FYET_SCALAR) {
    PetscCall(CopyToken(tree->input, event->scalar.value, &tree->key, &length));
    tree->key_place = PlaceOfScalar(event->scalar.value);
  } else if (event->type == FYET_ALIAS) {
    RicInputAnchor *anchor;

    PetscCall(FindAnchor(tree->input, event->alias.anchor, &anchor));
    tree->key = anchor->node->kind == RIC_INPUT_SCALAR ? anchor->node->text : "";
    tree->key_place = PlaceOfToken(event->alias.anchor);
    length = strlen(tree->key);
  }
  if (length == 0 || strlen(tree->key) != length)
    PetscCall(RaiseNoWord(tree));
  if (!strcmp(tree->key, "<<"))
    tree->input->has_aliases = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RaiseTwice(RicInputNode entry) {
  char text[RIC_TEXT_LEN];

  PetscFunctionBeginUser;
  snprintf(text, sizeof text, "duplicate key '%s'", entry->key);
  PetscCall(RicInputRaise(RicInputOf(entry), entry->key_place, "", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckKeysByName(RicNames names, RicInputNode mapping) {
  void *before;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < mapping->n_children; ++i) {
    PetscCall(RicNamesFind(names, mapping->children[i]->key, &before));
    if (before)
      PetscCall(RaiseTwice(mapping->children[i]));
    PetscCall(RicNamesAdd(names, mapping->children[i]->key, mapping));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckKeysAreDifferent(RicInputNode mapping) {
  RicNames names;

  PetscFunctionBeginUser;
  if (mapping->n_children > FEW_KEYS) {
    PetscCall(RicNamesCreate(&names));
    const PetscErrorCode error = CheckKeysByName(names, mapping);
    PetscCall(RicNamesDestroy(&names));
    PetscFunctionReturn(error);
  }
  for (PetscInt i = 1; i < mapping->n_children; ++i)
    for (PetscInt j = 0; j < i; ++j)
      if (!strcmp(mapping->children[i]->key, mapping->children[j]->key))
        PetscCall(RaiseTwice(mapping->children[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Events ----

static PetscErrorCode TakeScalar(RicInputTree *tree, struct fy_token *token,
                                 struct fy_token *anchor) {
  RicInputNode node;
  size_t length;

  PetscFunctionBeginUser;
  PetscCall(AddNode(tree, RIC_INPUT_SCALAR, PlaceOfScalar(token), &node));
  PetscCall(CopyToken(tree->input, token, &node->text, &length));
  node->unquoted = !token || fy_token_scalar_style(token) == FYSS_PLAIN;
  node->has_zero_byte = strlen(node->text) != length;
  PetscCall(SetAnchor(tree->input, anchor, node));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TakeAlias(RicInputTree *tree, struct fy_token *token) {
  RicInputNode node;

  PetscFunctionBeginUser;
  PetscCall(AddNode(tree, RIC_INPUT_ALIAS, PlaceOfToken(token), &node));
  PetscCall(FindAnchor(tree->input, token, &node->stands_for));
  tree->input->has_aliases = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RaiseTooDeep(RicInputTree *tree, struct fy_token *token) {
  char text[RIC_TEXT_LEN];

  PetscFunctionBeginUser;
  snprintf(text, sizeof text, "lists and mappings are nested deeper than %d, the limit", MAX_DEPTH);
  PetscCall(RicInputRaise(tree->input, PlaceOfToken(token), "", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Open(RicInputTree *tree, RicInputKind kind, struct fy_token *token,
                           struct fy_token *anchor) {
  RicInputNode node;

  PetscFunctionBeginUser;
  if (++tree->depth > MAX_DEPTH)
    PetscCall(RaiseTooDeep(tree, token));
  PetscCall(AddNode(tree, kind, (RicInputPlace){0, 0}, &node));
  PetscCall(SetAnchor(tree->input, anchor, node));
  tree->open = node;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Close(RicInputTree *tree) {
  RicInputNode node = tree->open;
  const size_t n = (size_t)node->n_children;

  PetscFunctionBeginUser;
  PetscCall(RicStoreTake(tree->input->store, n * sizeof *tree->stack, &node->children));
  tree->n_stack -= n;
  PetscCall(PetscArraycpy(node->children, tree->stack + tree->n_stack, n));
  if (node->kind == RIC_INPUT_MAPPING)
    PetscCall(CheckKeysAreDifferent(node));
  tree->open = node->parent;
  --tree->depth;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TakeValue(RicInputTree *tree, const struct fy_event *event) {
  PetscFunctionBeginUser;
  if (event->type == FYET_SCALAR)
    PetscCall(TakeScalar(tree, event->scalar.value, event->scalar.anchor));
  if (event->type == FYET_ALIAS)
    PetscCall(TakeAlias(tree, event->alias.anchor));
  if (event->type == FYET_SEQUENCE_START)
    PetscCall(Open(tree, RIC_INPUT_SEQUENCE, event->sequence_start.sequence_start,
                   event->sequence_start.anchor));
  if (event->type == FYET_MAPPING_START)
    PetscCall(Open(tree, RIC_INPUT_MAPPING, event->mapping_start.mapping_start,
                   event->mapping_start.anchor));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputTakeEvent(RicInputTree *tree, const struct fy_event *event) {
  PetscFunctionBeginUser;
  switch (event->type) {
  case FYET_SCALAR:
  case FYET_ALIAS:
  case FYET_SEQUENCE_START:
  case FYET_MAPPING_START:
    PetscCall(ExpectsKey(tree) ? TakeKey(tree, event) : TakeValue(tree, event));
    break;
  case FYET_SEQUENCE_END:
  case FYET_MAPPING_END:
    PetscCall(Close(tree));
    break;
  default: // of the stream, of the document
    break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
