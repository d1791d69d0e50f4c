// SPDX-License-Identifier: BSD-2-Clause
// Inside of Input: a tree of our own, built from libfyaml's events. Its documents would take five
// times the time and ten times the memory of a large input.
//
//   input.c         reads the file, opens and closes
//   input_parse.c   text to events, errors of YAML itself
//   input_tree.c    events to nodes
//   input_alias.c   bounds what aliases make of it, then puts copies and merged entries in place
//   input_node.c    walks: children, keys, items
//   input_option.c  finds what overrides a value, and what a mistyped option may have meant
//   input_error.c   says where: paths, lines and columns
//   input_scalar.c  reads one value
//   input_list.c    reads lists of n values, and expressions
//   input_parameter.c   named numbers, and values of expressions of them
//   input_visit.c   goes through all values in use
#ifndef RIC_IO_INPUT_IMPL_H
#define RIC_IO_INPUT_IMPL_H

#include "base/names.h"
#include "base/store.h"
#include "io/input.h"
#include <libfyaml.h>

typedef enum {
  RIC_INPUT_SCALAR,
  RIC_INPUT_MAPPING,
  RIC_INPUT_SEQUENCE,
  RIC_INPUT_ALIAS // until aliases are resolved
} RicInputKind;

// A place in the file, both counted from 1; line 0: none.
typedef struct {
  int line, column;
} RicInputPlace;

// A node that aliases may stand for.
typedef struct {
  RicInputNode node;
  double size; // nodes it is with all aliases within followed; 0: not counted yet
} RicInputAnchor;

// There are millions of nodes: 56 bytes each.
struct RicInputNode_ {
  RicInputNode parent;     // NULL for the root
  const char *key;         // "" for the root and for items of sequences only
  RicInputPlace key_place; // of an entry of a mapping
  RicInputPlace place;     // of a scalar's text, of an alias
  union {
    const char *text;           // of a scalar
    RicInputNode *children;     // [n_children] of a mapping or sequence, in the order of the file
    RicInputAnchor *stands_for; // of an alias
  };
  PetscInt n_children;
  PetscInt index;              // among the parent's children
  unsigned allowed;            // keys of the last RicInputCheckKeys, see RicInputAllowed; 0 before
  unsigned char kind;          // a RicInputKind
  unsigned char unquoted;      // a scalar's text
  unsigned char has_zero_byte; // within a scalar's text, which seems to end there
  unsigned char has_options;   // of an entry of the root: some may override it or what is below
};

// The node that all others hang on, and what they belong to.
typedef struct {
  struct RicInputNode_ node;
  RicInput input;
} RicInputRoot;

// A section that is not in the file: an empty mapping of our own.
typedef struct RicInputImplied_ {
  struct RicInputNode_ node;
  struct RicInputImplied_ *next;
} RicInputImplied;

struct RicInput_ {
  MPI_Comm comm;
  char *filename;
  char *text;  // [size + 1], the whole file, until it is parsed
  size_t size; // bytes
  struct fy_diag *diag;
  struct fy_parser *parser;
  RicStore store;        // memory of all that follows
  RicInputNode root;     // NULL: the file is empty
  RicNames anchors;      // RicInputAnchor ** of each name: the last one so called
  PetscBool has_aliases; // or merges: something is to be resolved
  RicInputImplied *implied;
  RicConstant *parameters; // [n_parameters] in the order of the file
  PetscInt n_parameters;
  const char *const *
      *kept_keys; // [n_kept] lists of allowed keys, all different, each ended by NULL
  unsigned n_kept;
};

// The text of one scalar, from the file or from an option; (node, key) are for RicInputError.
typedef struct {
  RicInputNode node;
  const char *key;
  const char *text;      // NULL: in neither
  PetscBool from_option; // an option without a value has the text ""
} RicInputText;

// input_parse.c: makes the tree of the text; diag and parser are left for RicInputClose.
PetscErrorCode RicInputParse(RicInput input);

// input_tree.c
// What is being built: the innermost open mapping or sequence, and the key whose value comes next.
typedef struct {
  RicInput input;
  RicInputNode open; // NULL: outside of the root
  PetscInt depth;    // how many are open
  const char *key;   // NULL: none
  RicInputPlace key_place;
  RicInputNode *stack; // children of all open nodes, the innermost last
  size_t n_stack, capacity;
} RicInputTree;
// Put what an event tells into the tree. User errors: a key twice, a key that is no word, an alias
// of nothing, too deep a nest.
PetscErrorCode RicInputTakeEvent(RicInputTree *tree, const struct fy_event *event);

// input_alias.c
// Put copies of what they stand for in the place of aliases, and entries of merged mappings in that
// of <<; raises where aliases would add too many nodes or stand within themselves.
PetscErrorCode RicInputResolve(RicInput input);

// input_node.c
RicInput RicInputOf(RicInputNode node);
// The keys that the last RicInputCheckKeys of a node allowed, ended by NULL; NULL before.
const char *const *RicInputAllowed(RicInputNode node);
// Raises unless the node is a mapping.
PetscErrorCode RicInputNeedMapping(RicInputNode node);

// input_option.c
// Find out whether an entry of the root has options, so that nobody looks for them where there are
// none.
PetscErrorCode RicInputSetHasOptions(RicInputNode entry);
// The option that overrides (node, key) as the user wrote it, dash included, and its value, "" for
// an option without one; both are left alone unless *set.
PetscErrorCode RicInputGetOption(RicInputNode node, const char key[], char written[RIC_PATH_LEN],
                                 const char **value, PetscBool *set);

// input_error.c
// The path of a node as a reader of the file says it; of its key, unless that is NULL.
void RicInputWritePath(RicInputNode node, const char key[], char path[RIC_PATH_LEN]);
// Raise at a place of the file; path may be "".
PetscErrorCode RicInputRaise(RicInput input, RicInputPlace place, const char path[],
                             const char text[]);
// Where a node stands: at its text, else its key, else the first text within, else what it stands in.
RicInputPlace RicInputPlaceOf(RicInputNode node);
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
// Is it meant as one, right or wrong?
PetscBool RicInputIsNumber(const char text[]);
PetscErrorCode RicInputParseReal(const RicInputText *text, const char expected[], RicRange range,
                                 PetscReal *value);
PetscErrorCode RicInputParseInt(const RicInputText *text, PetscInt lowest, PetscInt highest,
                                PetscInt *value);

// input_parameter.c
// Give the parameters of the root their values.
PetscErrorCode RicInputReadParameters(RicInput input);
// Compile a text with the parameters known, and count those it names as used; NULL and what is wrong
// otherwise, as RicExpressionCreateIn.
PetscErrorCode RicInputCompile(RicInput input, const char variable[], const char text[],
                               RicExpression *expr, char error[RIC_TEXT_LEN]);
// The value of a text that is no number, an expression of parameters; raises otherwise.
PetscErrorCode RicInputEvaluate(const RicInputText *text, const char expected[], PetscReal *value);

#endif
