// SPDX-License-Identifier: BSD-2-Clause
// Inside of Input: a tree of handles over libfyaml's tree, each handle made when its parent is
// first looked into.
//
//   input.c         reads the file, opens and closes
//   input_parse.c   text to libfyaml's tree, errors of YAML itself
//   input_alias.c   bounds what aliases make of it
//   input_node.c    walks: children, keys, items
//   input_option.c  finds what overrides a value, and what a mistyped option may have meant
//   input_error.c   says where: paths, lines and columns
//   input_scalar.c  reads one value
//   input_list.c    reads lists of n values, and expressions
#ifndef RIC_IO_INPUT_IMPL_H
#define RIC_IO_INPUT_IMPL_H

#include "io/input.h"
#include <libfyaml.h>

struct RicInputNode_ {
  RicInput input;
  RicInputNode parent;      // NULL for the root
  struct fy_node *yaml;     // the value
  struct fy_node *yaml_key; // its key, NULL for the root and for items of sequences
  const char *key;          // the key's text, "" for the root and for items of sequences only
  PetscInt index;           // among the parent's children, in the order of the file
  PetscInt n_children;      // -1 until they are made
  RicInputNode children;    // [n_children], one block
  const char **allowed;     // the keys of the last RicInputCheckKeys, ended by NULL; NULL before
  RicInputNode next;        // of the list of implied sections
};

struct RicInput_ {
  MPI_Comm comm;
  char *filename;
  char *text;  // [size + 1], the whole file; libfyaml's tokens point into it
  size_t size; // bytes
  struct fy_diag *diag;
  struct fy_parser *parser;
  struct fy_document *document;
  struct RicInputNode_ root;
  RicInputNode implied; // sections that are not in the file: empty mappings of our own, a list
};

// A place in the file, both counted from 1.
typedef struct {
  int line, column;
} RicInputPlace;

// The text of one scalar, from the file or from an option; (node, key) are for RicInputError.
typedef struct {
  RicInputNode node;
  const char *key;
  const char *text;      // NULL: in neither
  PetscBool from_option; // an option without a value has the text ""
} RicInputText;

// input_parse.c: fills diag, parser, document and root from text.
PetscErrorCode RicInputParse(RicInput input);

// input_alias.c: raises where aliases, not yet resolved, would add too many nodes.
PetscErrorCode RicInputCheckAliases(RicInput input);

// input_node.c
// Make the children of a node that must be a mapping.
PetscErrorCode RicInputMakeMapping(RicInputNode node);
// Free what a node owns, but not the node.
PetscErrorCode RicInputFreeChildren(RicInputNode node);
PetscErrorCode RicInputFreeImplied(RicInput input);

// input_option.c
// The option that overrides (node, key) as the user wrote it, dash included, and its value, "" for
// an option without one; both are left alone unless *set.
PetscErrorCode RicInputGetOption(RicInputNode node, const char key[], char written[RIC_PATH_LEN],
                                 const char **value, PetscBool *set);

// input_error.c
// Raise at a place of the file; path may be "".
PetscErrorCode RicInputRaise(RicInput input, RicInputPlace place, const char path[],
                             const char text[]);
// Raise at the key of an entry of a mapping.
PetscErrorCode RicInputKeyError(RicInputNode entry, const char text[]);
// What is at a node, or in a text, for `(is …)`: 'abc' (cut when long), a list, a mapping, empty.
const char *RicInputDescribe(RicInputNode node, char is[RIC_PATH_LEN]);
const char *RicInputQuote(const char text[], char is[RIC_PATH_LEN]);
// The end of a complaint about a wrong word: `, did you mean 'step'? (allowed: type, step, end)`.
const char *RicInputSuggest(const char word[], const char *const known[], char end[RIC_PATH_LEN]);

// input_scalar.c; `expected` completes `expects …`, as in "a number".
// The text of (node, key), option first; raises when it is required and absent.
PetscErrorCode RicInputFindText(RicInputNode node, const char key[], const char expected[],
                                PetscBool required, RicInputText *text);
// The text of the scalar `node` in the file.
PetscErrorCode RicInputTextOfNode(RicInputNode node, const char expected[], RicInputText *text);
PetscErrorCode RicInputParseReal(const RicInputText *text, const char expected[], RicRange range,
                                 PetscReal *value);
PetscErrorCode RicInputParseInt(const RicInputText *text, PetscInt lowest, PetscInt highest,
                                PetscInt *value);

#endif
