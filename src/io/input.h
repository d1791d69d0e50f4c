// SPDX-License-Identifier: BSD-2-Clause
// Input: a YAML file whose every key is asked for, so that nothing is silently ignored.
//
// The file is read on rank 0 and its text sent to all, which then parse alike: errors are the same
// on all ranks. Every error is one line `file:line:column: key path: what is wrong, what is
// allowed` (RicUserError). Scalars can be overridden by PETSc options: the path stepper.step is
// -stepper_step; list items by their number (contacts.0.restitution is -contacts_0_restitution).
// Override errors name the option instead of the line.
//
// Pattern: open a mapping with its list of allowed keys (unknown ones are refused at once, with the
// nearest allowed one suggested), then get each value with its default and its allowed range.
#ifndef RIC_IO_INPUT_H
#define RIC_IO_INPUT_H

#include "base/base.h"
#include "base/expression.h"

typedef struct RicInput_ *RicInput;
typedef struct RicInputNode_ *RicInputNode; // a node of the tree; belongs to the Input

// Read and parse; user error: no such file, not readable, a YAML error (with its place), no mapping
// at top, duplicate keys. Collective.
PetscErrorCode RicInputOpen(MPI_Comm comm, const char filename[], RicInput *input);
PetscErrorCode RicInputClose(RicInput *input);
PetscErrorCode RicInputGetFilename(RicInput input, const char **filename);
PetscErrorCode RicInputGetRoot(RicInput input, RicInputNode *root);

// The child `key` of a mapping, NULL when absent. RequireChild: user error when absent.
PetscErrorCode RicInputGetChild(RicInputNode node, const char key[], RicInputNode *child);
PetscErrorCode RicInputRequireChild(RicInputNode node, const char key[], RicInputNode *child);
// node must be a mapping and have keys of `allowed` (NULL-terminated) only.
PetscErrorCode RicInputCheckKeys(RicInputNode node, const char *const allowed[]);
// Items of a sequence, or entries of a mapping in the order of the file; NULL node: 0.
PetscErrorCode RicInputGetSize(RicInputNode node, PetscInt *n);
PetscErrorCode RicInputGetItem(RicInputNode node, PetscInt i, RicInputNode *item);
// Key of an entry of a mapping ("" for items of sequences).
PetscErrorCode RicInputGetKey(RicInputNode node, const char **key);
PetscErrorCode RicInputIsSequence(RicInputNode node, PetscBool *yes);
PetscErrorCode RicInputIsMapping(RicInputNode node, PetscBool *yes);
PetscErrorCode RicInputIsScalar(RicInputNode node, PetscBool *yes);

// What a number may be. All must be finite.
typedef enum {
  RIC_ANY,          // any finite number
  RIC_POSITIVE,     // > 0
  RIC_NON_NEGATIVE, // ≥ 0
  RIC_UNIT_INTERVAL // 0 … 1
} RicRange;

// Scalars of a mapping by key. The Get forms leave *value (the default, set by the caller) when the
// key is absent from file and options; the Require forms raise. Overrides apply even when the key
// is not in the file.
PetscErrorCode RicInputGetReal(RicInputNode node, const char key[], RicRange range,
                               PetscReal *value);
PetscErrorCode RicInputRequireReal(RicInputNode node, const char key[], RicRange range,
                                   PetscReal *value);
PetscErrorCode RicInputGetInt(RicInputNode node, const char key[], PetscInt lowest,
                              PetscInt highest, PetscInt *value);
PetscErrorCode RicInputRequireInt(RicInputNode node, const char key[], PetscInt lowest,
                                  PetscInt highest, PetscInt *value);
PetscErrorCode RicInputGetBool(RicInputNode node, const char key[], PetscBool *value);
// Strings are copied into value [len].
PetscErrorCode RicInputGetString(RicInputNode node, const char key[], char value[], size_t len);
PetscErrorCode RicInputRequireString(RicInputNode node, const char key[], char value[], size_t len);
// One of `choices` (NULL-terminated); *index its number.
PetscErrorCode RicInputGetEnum(RicInputNode node, const char key[], const char *const choices[],
                               PetscInt *index);
PetscErrorCode RicInputRequireEnum(RicInputNode node, const char key[], const char *const choices[],
                                   PetscInt *index);
// A sequence of exactly n numbers.
PetscErrorCode RicInputGetReals(RicInputNode node, const char key[], PetscInt n, RicRange range,
                                PetscReal values[]);
PetscErrorCode RicInputRequireReals(RicInputNode node, const char key[], PetscInt n, RicRange range,
                                    PetscReal values[]);
PetscErrorCode RicInputRequireInts(RicInputNode node, const char key[], PetscInt n, PetscInt lowest,
                                   PetscInt highest, PetscInt values[]);
// An expression of t, x, y, z (a number is one too), or a sequence of exactly n of them. Created
// here, destroyed by the caller; left NULL when absent. Tried at t = 0, x = 0 only for syntax, not
// for value.
PetscErrorCode RicInputGetExpression(RicInputNode node, const char key[], RicExpression *expr);
PetscErrorCode RicInputGetExpressions(RicInputNode node, const char key[], PetscInt n,
                                      RicExpression expr[]);

// Raise a user error at the place of a node's child `key` (or the node itself, key NULL),
// printf-style.
PetscErrorCode RicInputError(RicInputNode node, const char key[], const char format[], ...)
    PETSC_ATTRIBUTE_FORMAT(3, 4);
// Nearest of `known` (NULL-terminated) to `word` by edit distance, NULL when none is near.
const char *RicNearestWord(const char word[], const char *const known[]);

#endif
