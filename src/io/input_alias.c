// SPDX-License-Identifier: BSD-2-Clause
// Input, aliases: how many nodes they make, then the copies themselves and what << merges. A few
// lines of aliases of aliases can make more than a memory holds.
#include "io/input_impl.h"
#include <string.h>

// Nodes that aliases may add: some hundred megabytes.
#define MAX_COPIES 1000000
#define BEING_COUNTED (-1.0)

// The alias with the most nodes.
typedef struct {
  RicInputNode alias;
  double size;
} Worst;

// ---- Counting ----

static PetscErrorCode Count(RicInputNode node, Worst *worst, double *size);

static PetscErrorCode CountAlias(RicInputNode alias, Worst *worst, double *size) {
  RicInputAnchor *anchor = alias->stands_for;

  PetscFunctionBeginUser;
  if (anchor->size == BEING_COUNTED)
    PetscCall(
        RicInputRaise(RicInputOf(alias), alias->place, "", "not YAML: cyclic reference detected"));
  if (anchor->size == 0) {
    anchor->size = BEING_COUNTED;
    PetscCall(Count(anchor->node, worst, size));
    anchor->size = *size;
  }
  *size = anchor->size;
  if (*size > worst->size)
    *worst = (Worst){alias, *size};
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Nodes that a node is with all aliases within followed.
static PetscErrorCode Count(RicInputNode node, Worst *worst, double *size) {
  double total = 1, part = 0;

  PetscFunctionBeginUser;
  if (node->kind == RIC_INPUT_ALIAS) {
    PetscCall(CountAlias(node, worst, size));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < node->n_children; ++i) {
    PetscCall(Count(node->children[i], worst, &part));
    total += part;
  }
  *size = total;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double CountWritten(RicInputNode node) {
  double size = 1;

  for (PetscInt i = 0; i < node->n_children; ++i)
    size += CountWritten(node->children[i]);
  return size;
}

static PetscErrorCode CheckCopies(RicInput input) {
  char text[RIC_TEXT_LEN];
  Worst worst = {NULL, 0};
  double size;

  PetscFunctionBeginUser;
  PetscCall(Count(input->root, &worst, &size));
  const double copies = size - CountWritten(input->root);
  if (copies <= MAX_COPIES)
    PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(text, sizeof text,
           "aliases add %g values to the file, this one %g of them, at most %d are allowed", copies,
           worst.size, MAX_COPIES);
  PetscCall(RicInputRaise(input, worst.alias->place, "", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Copies ----

// Make `to` what `from` is, with copies of all below; its key and where it hangs stay.
static PetscErrorCode CopyContent(RicInputNode from, RicInputNode to) {
  const RicInputNode *children = from->children;

  PetscFunctionBeginUser;
  to->kind = from->kind;
  to->place = from->place;
  to->unquoted = from->unquoted;
  to->has_zero_byte = from->has_zero_byte;
  to->n_children = from->n_children;
  if (from->kind == RIC_INPUT_SCALAR || from->kind == RIC_INPUT_ALIAS) {
    to->children = from->children; // the text, or the anchor
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicStoreTake(RicInputOf(to)->store, (size_t)to->n_children * sizeof *to->children,
                         &to->children));
  for (PetscInt i = 0; i < to->n_children; ++i) {
    PetscCall(RicStoreTake(RicInputOf(to)->store, sizeof **to->children, &to->children[i]));
    *to->children[i] = *children[i];
    to->children[i]->parent = to;
    PetscCall(CopyContent(children[i], to->children[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Merges ----

static PetscBool HasKey(RicInputNode *entries, PetscInt n, const char key[]) {
  for (PetscInt i = 0; i < n; ++i)
    if (!strcmp(entries[i]->key, key))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

// What << gives is a mapping or a list of mappings; answers how many entries it has.
static PetscErrorCode CountMerged(RicInputNode merge, PetscInt *n) {
  const RicInputNode *parts = merge->kind == RIC_INPUT_SEQUENCE ? merge->children : &merge;
  const PetscInt n_parts = merge->kind == RIC_INPUT_SEQUENCE ? merge->n_children : 1;

  PetscFunctionBeginUser;
  *n = 0;
  for (PetscInt i = 0; i < n_parts; ++i) {
    if (parts[i]->kind != RIC_INPUT_MAPPING)
      PetscCall(RicInputRaise(RicInputOf(merge), RicInputPlaceOf(parts[i]), "",
                              "not YAML: invalid merge key value"));
    *n += parts[i]->n_children;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Append to the entries of a mapping those of another that it has not.
static void Adopt(RicInputNode mapping, RicInputNode other) {
  for (PetscInt i = 0; i < other->n_children; ++i) {
    RicInputNode entry = other->children[i];

    if (HasKey(mapping->children, mapping->n_children, entry->key))
      continue;
    entry->parent = mapping;
    mapping->children[mapping->n_children++] = entry;
  }
}

// The entries of what << gives take its place, at the end; the first of equal keys counts.
static PetscErrorCode Merge(RicInputNode mapping, PetscInt at) {
  const RicInputNode merge = mapping->children[at], *own = mapping->children;
  const PetscInt n_own = mapping->n_children;
  PetscInt n_more;

  PetscFunctionBeginUser;
  PetscCall(CountMerged(merge, &n_more));
  PetscCall(RicStoreTake(RicInputOf(mapping)->store,
                         (size_t)(n_own + n_more) * sizeof *mapping->children, &mapping->children));
  mapping->n_children = 0;
  for (PetscInt i = 0; i < n_own; ++i)
    if (i != at)
      mapping->children[mapping->n_children++] = own[i];
  if (merge->kind == RIC_INPUT_MAPPING)
    Adopt(mapping, merge);
  for (PetscInt i = 0; merge->kind == RIC_INPUT_SEQUENCE && i < merge->n_children; ++i)
    Adopt(mapping, merge->children[i]);
  for (PetscInt i = 0; i < mapping->n_children; ++i)
    mapping->children[i]->index = i;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The whole ----

static PetscErrorCode Resolve(RicInputNode node) {
  PetscFunctionBeginUser;
  while (node->kind == RIC_INPUT_ALIAS)
    PetscCall(CopyContent(node->stands_for->node, node));
  for (PetscInt i = 0; i < node->n_children; ++i)
    PetscCall(Resolve(node->children[i]));
  for (PetscInt i = 0; node->kind == RIC_INPUT_MAPPING && i < node->n_children; ++i)
    if (!strcmp(node->children[i]->key, "<<")) {
      PetscCall(Merge(node, i));
      break;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputResolve(RicInput input) {
  PetscFunctionBeginUser;
  if (!input->root || !input->has_aliases)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckCopies(input));
  PetscCall(Resolve(input->root));
  PetscFunctionReturn(PETSC_SUCCESS);
}
