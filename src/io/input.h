// SPDX-License-Identifier: BSD-2-Clause
// Input: a YAML 1.2 file whose every key is asked for, so that nothing is silently ignored.
//
// Rank 0 reads the file and sends the text to all, which parse alike: every answer and every error
// is the same on all ranks. An error is a user's error (RicUserError) of one line,
//
//   inputs/a.yaml:12:11: elements[0].area: must be > 0 (is -1)
//   inputs/a.yaml:3:3: stepper.stepp: unknown key, did you mean 'step'? (allowed: type, step, end)
//   option -stepper_step: must be > 0 (is -1)
//
// file:line:column (both from 1, of the value, or of the key where the value has no text) or the
// option, key path, what is wrong, what is allowed.
//
// Options. A PETSc option named by the path overrides a scalar or a list of numbers, also where the
// file does not have the key: stepper.step is -stepper_step. contacts[0].restitution is
// -contacts_wall_restitution where the contact's `name` is wall, and -contacts_0_restitution; by
// name comes first. -contacts_restitution (PETSc leaves out a number between underscores) is that
// of every contact that has no option of its own. A list is one word: -gravity 0,0,-9.81. Errors
// name the option as it was written. Options are those given when the file is opened.
//
// Parameters. The mapping `parameters` of the root gives names to numbers, {k: 1e6, T: 2*pi/sqrt(k)},
// each of which may be an expression of the others. Wherever a number stands, of the file or of an
// option, an expression of them may stand, and expressions of t, x, y, z know them as well. A
// number is tried first, so that one costs what it did.
//
// Pattern: open a mapping with its allowed keys (unknown ones are refused at once), then get each
// value with its default and its range:
//
//   RicInputRequireChild(root, "stepper", &node);
//   RicInputCheckKeys(node, (const char *const[]){"type", "step", "end", NULL});
//   RicInputRequireReal(node, "step", RIC_POSITIVE, &step);
//
// Absent nodes. A node that is NULL stands for an absent mapping: it has no children and its values
// keep their defaults, options or not. What is required of it is the caller's mistake. Where
// options shall act although the mapping is absent, RicInputGetSection gives an empty one in its
// place.
//
// `key` NULL, in every function that takes a value or raises, means the node itself: so items of
// sequences are read.
#ifndef RIC_IO_INPUT_H
#define RIC_IO_INPUT_H

#include "base/base.h"
#include "base/expression.h"
#include "base/nearest_word.h"
#include "base/parameter.h"
#include <stdint.h>

typedef struct RicInput_ *RicInput;
typedef struct RicInputNode_ *RicInputNode; // a node of the tree; belongs to the Input

// Read and parse. Collective. A file that is not there, not readable, larger than 64 MB, not UTF-8,
// not YAML, not one document with a mapping at its top, or that has a key twice in a mapping, is a
// user's error. Aliases and merges (<<) are resolved, a million copies of values at most.
PetscErrorCode RicInputOpen(MPI_Comm comm, const char filename[], RicInput *input);
// Free the Input and all its nodes; takes NULL.
PetscErrorCode RicInputClose(RicInput *input);
PetscErrorCode RicInputGetFilename(RicInput input, const char **filename);
PetscErrorCode RicInputGetRoot(RicInput input, RicInputNode *root);

// The child `key` of a mapping, NULL when absent; RequireChild raises then.
PetscErrorCode RicInputGetChild(RicInputNode node, const char key[], RicInputNode *child);
PetscErrorCode RicInputRequireChild(RicInputNode node, const char key[], RicInputNode *child);
// The child `key`; where it is absent an empty mapping, so that its keys have their defaults but
// options override them. key lives as long as the Input.
PetscErrorCode RicInputGetSection(RicInputNode node, const char key[], RicInputNode *section);
// Raises unless node is a mapping with keys of `allowed` (ended by NULL) only. The keys, not the
// array, live as long as the Input.
PetscErrorCode RicInputCheckKeys(RicInputNode node, const char *const allowed[]);
// Number of items of a sequence or entries of a mapping, and the i-th of them in the order of the
// file, in constant time; raises for a scalar. A NULL node has none.
PetscErrorCode RicInputGetSize(RicInputNode node, PetscInt *n);
PetscErrorCode RicInputGetItem(RicInputNode node, PetscInt i, RicInputNode *item);
// Key of an entry of a mapping, "" for the root and for items of sequences.
PetscErrorCode RicInputGetKey(RicInputNode node, const char **key);
// What the node is in the file; nothing of these when NULL. A key without a value is a scalar.
PetscErrorCode RicInputIsSequence(RicInputNode node, PetscBool *yes);
PetscErrorCode RicInputIsMapping(RicInputNode node, PetscBool *yes);
PetscErrorCode RicInputIsScalar(RicInputNode node, PetscBool *yes);

// Values of a mapping by key. The Get forms leave *value (the default, set by the caller) when the
// key is absent from file and options; the Require forms raise. A key without a value is an error,
// not a default. Quotes make no difference: "2" is the number 2.

// Decimal numbers, as 0.5, -3, 2.1e11, or expressions of parameters, as 2*pi*f.
PetscErrorCode RicInputGetReal(RicInputNode node, const char key[], RicRange range,
                               PetscReal *value);
PetscErrorCode RicInputRequireReal(RicInputNode node, const char key[], RicRange range,
                                   PetscReal *value);
// Integers in lowest … highest (PETSC_MIN_INT, PETSC_MAX_INT: no bound); 1e5 and 2.0 are integers, and
// so are expressions that are whole but for round-off.
PetscErrorCode RicInputGetInt(RicInputNode node, const char key[], PetscInt lowest,
                              PetscInt highest, PetscInt *value);
PetscErrorCode RicInputRequireInt(RicInputNode node, const char key[], PetscInt lowest,
                                  PetscInt highest, PetscInt *value);
// true or false, and nothing else; an option without a value is true.
PetscErrorCode RicInputGetBool(RicInputNode node, const char key[], PetscBool *value);
// Texts, copied into value [len]; raises when one does not fit.
PetscErrorCode RicInputGetString(RicInputNode node, const char key[], char value[], size_t len);
PetscErrorCode RicInputRequireString(RicInputNode node, const char key[], char value[], size_t len);
// The text in the file, whatever options say; "" where there is none.
PetscErrorCode RicInputGetWritten(RicInputNode node, const char key[], char value[], size_t len);
// One of `choices` (ended by NULL); *index is its number.
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
// here, destroyed by the caller; NULL when absent. Checked for syntax, not for finite values.
PetscErrorCode RicInputGetExpression(RicInputNode node, const char key[], RicExpression *expr);
// A number in the range, into *value, or an expression of one variable, whose name is borrowed.
PetscErrorCode RicInputGetRealOrExpression(RicInputNode node, const char key[],
                                           const char variable[], RicRange range, PetscReal *value,
                                           RicExpression *expr);
PetscErrorCode RicInputGetExpressions(RicInputNode node, const char key[], PetscInt n,
                                      RicExpression expr[]);

// Parameters in the order of the file; `used` tells whether some text that was read names it. They
// belong to the Input.
PetscErrorCode RicInputGetParameters(RicInput input, PetscInt *n, const RicConstant **parameters);
// Count the parameters as used that texts of the file below `node` name.
PetscErrorCode RicInputUseParameters(RicInputNode node);
// Warn, a line each, of parameters that nothing has used. To be called when all has been read.
PetscErrorCode RicInputWarnParameters(RicInput input);

// The hash of a node's keys and texts behind those that *hash is of, whatever options say: blind to
// comments, quotes and layout. An entry of the node itself that is called `but` is left out.
PetscErrorCode RicInputHash(RicInputNode node, const char but[], uint64_t *hash);

// Raise a user's error for an option that nothing asked for and that begins with a key of the root,
// as RicInputCheckKeys allows them, or that would be an override were it not for its first word
// mistyped. It names the nearest of what is known: `option -stepper_stpe: no such key in the input,
// or not of this type, did you mean -stepper_step?`. So is one that neither the program nor PETSc
// knows (RicOptionIsKnown). To be called when all has been read.
PetscErrorCode RicInputCheckOptions(RicInput input);

// fn for each value in use, in the order of the file, with options as what overrides it: its path, as in
// contacts[0].restitution, and its text, a list from an option being one word. Values that only an option
// gives come last in their mapping. (node, key) are for RicInputError. What fn returns ends the walk.
typedef PetscErrorCode (*RicInputVisitFn)(RicInputNode node, const char key[], const char path[],
                                          const char text[], void *ctx);
PetscErrorCode RicInputVisit(RicInput input, RicInputVisitFn fn, void *ctx);

// Raise a user's error about the value of (node, key), printf-style: at its place in the file, or
// naming the option that overrides it.
PetscErrorCode RicInputError(RicInputNode node, const char key[], const char format[], ...)
    PETSC_ATTRIBUTE_FORMAT(3, 4);
// The same line as a warning on standard error. Collective.
PetscErrorCode RicInputWarn(RicInputNode node, const char key[], const char format[], ...)
    PETSC_ATTRIBUTE_FORMAT(3, 4);

// Give the error of another class, such as a region without nodes, the place of the value that
// asked for it: PetscCall(RicInputLocate(node, key, RicMeshAddRegionBox(...))). A user's error is
// raised again with its place in front; any other code, success among them, is returned as it is.
PetscErrorCode RicInputLocate(RicInputNode node, const char key[], PetscErrorCode error);

#endif
