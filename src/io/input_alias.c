// SPDX-License-Identifier: BSD-2-Clause
// Input, aliases: how many nodes they make, before libfyaml copies them. A few lines of aliases of
// aliases can make more than a memory holds.
#include "io/input_impl.h"
#include <stdlib.h>

// Nodes that aliases may add: some hundred megabytes.
#define MAX_COPIES 1000000

// An anchored node and how many nodes it is, with all aliases within followed.
typedef struct {
  struct fy_node *node;
  double size; // 0: not counted yet
} Anchor;

typedef struct {
  Anchor *anchors; // [n], by address
  size_t n;
  struct fy_node *worst; // the alias with the most nodes
  double worst_size;
} Count;

static int CompareAnchors(const void *a, const void *b) {
  const struct fy_node *x = ((const Anchor *)a)->node, *y = ((const Anchor *)b)->node;

  return (x > y) - (x < y);
}

static PetscErrorCode CollectAnchors(struct fy_document *document, Count *count) {
  void *iterator = NULL;
  struct fy_anchor *anchor;

  PetscFunctionBeginUser;
  while (fy_document_anchor_iterate(document, &iterator))
    count->n++;
  PetscCall(PetscMalloc1(count->n, &count->anchors));
  iterator = NULL;
  for (size_t i = 0; (anchor = fy_document_anchor_iterate(document, &iterator)); ++i)
    count->anchors[i] = (Anchor){fy_anchor_node(anchor), 0};
  if (count->n)
    qsort(count->anchors, count->n, sizeof(Anchor), CompareAnchors);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double SizeOf(Count *count, struct fy_node *node);

// Of an alias; of one within itself, which libfyaml refuses, 1.
static double SizeOfAlias(Count *count, struct fy_node *alias) {
  const Anchor wanted = {fy_node_resolve_alias(alias), 0};
  Anchor *anchor = wanted.node
                       ? bsearch(&wanted, count->anchors, count->n, sizeof(Anchor), CompareAnchors)
                       : NULL;

  if (!anchor)
    return 1;
  if (anchor->size == 0) {
    anchor->size = 1;
    anchor->size = SizeOf(count, anchor->node);
  }
  if (anchor->size > count->worst_size) {
    count->worst_size = anchor->size;
    count->worst = alias;
  }
  return anchor->size;
}

static double SizeOf(Count *count, struct fy_node *node) {
  void *iterator = NULL;
  struct fy_node_pair *pair;
  struct fy_node *item;
  double size = 1;

  if (!node || fy_node_is_scalar(node))
    return node && fy_node_is_alias(node) ? SizeOfAlias(count, node) : 1;
  if (fy_node_is_sequence(node)) {
    while ((item = fy_node_sequence_iterate(node, &iterator)))
      size += SizeOf(count, item);
    return size;
  }
  while ((pair = fy_node_mapping_iterate(node, &iterator)))
    size += SizeOf(count, fy_node_pair_key(pair)) + SizeOf(count, fy_node_pair_value(pair));
  return size;
}

// Nodes as they are written.
static double Written(struct fy_node *node) {
  void *iterator = NULL;
  struct fy_node_pair *pair;
  struct fy_node *item;
  double size = 1;

  if (!node || fy_node_is_scalar(node))
    return 1;
  if (fy_node_is_sequence(node)) {
    while ((item = fy_node_sequence_iterate(node, &iterator)))
      size += Written(item);
    return size;
  }
  while ((pair = fy_node_mapping_iterate(node, &iterator)))
    size += Written(fy_node_pair_key(pair)) + Written(fy_node_pair_value(pair));
  return size;
}

PetscErrorCode RicInputCheckAliases(RicInput input) {
  struct fy_node *root = fy_document_root(input->document);
  RicInputPlace place = {1, 1};
  char text[RIC_TEXT_LEN];
  Count count = {.n = 0};

  PetscFunctionBeginUser;
  PetscCall(CollectAnchors(input->document, &count));
  const double copies = count.n ? SizeOf(&count, root) - Written(root) : 0;
  PetscCall(PetscFree(count.anchors));
  if (copies <= MAX_COPIES)
    PetscFunctionReturn(PETSC_SUCCESS);
  const struct fy_mark *mark = fy_token_start_mark(fy_node_get_scalar_token(count.worst));
  if (mark)
    place = (RicInputPlace){mark->line + 1, mark->column + 1};
  snprintf(text, sizeof text,
           "aliases add %g values to the file, this one %g of them, at most %d are allowed", copies,
           count.worst_size, MAX_COPIES);
  PetscCall(RicInputRaise(input, place, "", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}
