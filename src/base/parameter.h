// SPDX-License-Identifier: BSD-2-Clause
// Parameters: what a type (of elements, joints, contacts) or a section reads from an input, said once
// in a table beside its reader. One reader fills the data of any from its table; errors,
// `ricochet list`, `ricochet schema` and the reference of inputs are of the same table: a key is a line.
//
//   static const RicParameter parameters[] = {
//       {"area", "cross-section", "m²", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
//        .offset = offsetof(RicBarData, area)},
//       {NULL}};
#ifndef RIC_BASE_PARAMETER_H
#define RIC_BASE_PARAMETER_H

#include "base/expression.h"

RIC_C_BEGIN

// What a number may be. All must be finite.
typedef enum {
  RIC_ANY,          // any finite number
  RIC_POSITIVE,     // > 0
  RIC_NON_NEGATIVE, // ≥ 0
  RIC_UNIT_INTERVAL // 0 … 1
} RicRange;

typedef enum {
  // Values, and as what they stand in the data.
  RIC_PARAMETER_REAL,      // PetscReal
  RIC_PARAMETER_VECTOR,    // PetscReal [3]: as many as the model has dimensions, the others 0
  RIC_PARAMETER_DIRECTION, // the same, made of length 1; must not be 0
  RIC_PARAMETER_BOOL,      // PetscBool
  RIC_PARAMETER_MATERIAL,  // RicMaterial: the name of one of `materials`
  RIC_PARAMETER_CURVE,     // RicExpression of x, the data's to own
  RIC_PARAMETER_INT,       // PetscInt within `bounds`
  RIC_PARAMETER_INTS,      // PetscInt [3], each within `bounds`: as many as there are dimensions
  RIC_PARAMETER_CHOICE,    // PetscInt: which of `choices`
  RIC_PARAMETER_TEXT,      // char [count]
  RIC_PARAMETER_REALS,     // PetscReal [count]
  RIC_PARAMETER_SECTION,   // a mapping with the keys of `keys`, whose offsets begin at this one
  // Where a thing stands, how it moves and what holds others, which the reader of its section sees
  // to: no data.
  RIC_PARAMETER_REGION, // the name of a region
  RIC_PARAMETER_NODES,  // two names of regions of one node; with a region beside it: one of both
  RIC_PARAMETER_PLACE,  // a position in space, m
  RIC_PARAMETER_POINT,  // of a body, a node, or the ground
  RIC_PARAMETER_EXPRESSION,  // of t
  RIC_PARAMETER_FIELD,       // a list of expressions of t, x, y, z, one a direction
  RIC_PARAMETER_NAME,        // a word of the user's
  RIC_PARAMETER_TYPE,        // one of the types of the kind `text`, whose own keys stand beside it
  RIC_PARAMETER_AXES,        // a list out of x, y, z
  RIC_PARAMETER_NUMBERS,     // a list of numbers
  RIC_PARAMETER_INERTIA,     // a number, three of them, or three rows of three
  RIC_PARAMETER_COEFFICIENT, // a number, an expression of the speed s, or two numbers
  RIC_PARAMETER_FRICTION,    // a number, an expression of the speed s, or a mapping of `keys`
  RIC_PARAMETER_CORNERS,     // a list of positions in the plane
  RIC_PARAMETER_PLACES,      // a mapping of names to positions
  RIC_PARAMETER_REGIONS,     // a mapping of names to names of regions
  RIC_PARAMETER_NAMED_NUMBERS, // a mapping of names to numbers, which the Input itself reads
  RIC_PARAMETER_WORDS,         // a word, a number or a list of them
  RIC_PARAMETER_NAMED_WORDS,   // a mapping of names to them, or a word
  RIC_PARAMETER_MAPPING,       // a mapping with the keys of `keys`
  RIC_PARAMETER_LIST,          // a list of them
  RIC_PARAMETER_ITEMS,         // one of them or a list of them
  RIC_PARAMETER_NAMED          // a mapping of names to them
} RicParameterKind;

typedef struct RicParameter_ {
  const char *key;  // as inputs call it; NULL ends a table
  const char *help; // its meaning in a few words
  const char *unit; // "" for none
  RicParameterKind kind;
  RicRange range;             // of a number, and of each of a vector
  PetscBool required;         // else `value` is its default
  const char *otherwise;      // what holds without it, in words; NULL: the default says so
  PetscReal value[3];         // yes and no: 1 and 0
  size_t offset;              // in the data, bytes
  PetscBool in_space;         // said in three dimensions alone: in fewer its default holds
  PetscInt bounds[2];         // of integers; PETSC_MAX_INT: as many as one likes
  PetscInt count;             // of numbers; of a text: bytes
  const char *text;           // of a text: its default; of a type: of which kind (`ricochet list`)
  const char *const *choices; // words, ended by NULL
  const char *instead;        // key of the same table: one of the two must be there
  const struct RicParameter_ *keys; // of mappings
} RicParameter;

// Elastic material of one dimension.
typedef struct {
  PetscReal young;   // Young's modulus E, Pa
  PetscReal density; // ρ, kg/m³
} RicMaterial;
extern const RicParameter RicMaterialParameters[];

PetscBool RicParameterHasData(const RicParameter *parameter);
// Fill data with the defaults of a table; what the table does not name is left as it is.
void RicParametersSetDefaults(const RicParameter table[], void *data);
// *copy = data, `size` bytes, which owns its expressions from now on; and its end, *data NULL.
PetscErrorCode RicParametersCopy(const void *data, size_t size, void **copy);
PetscErrorCode RicParametersDestroy(const RicParameter table[], void **data);
// Destroy what data owns, which stands where it is.
PetscErrorCode RicParametersClear(const RicParameter table[], void *data);
// "number", "list of numbers", …: what stands there in an input.
const char *RicParameterKindWords(const RicParameter *parameter);
// "> 0, default 1", "required", "": what may be given and what holds without.
PetscErrorCode RicParameterDescribe(const RicParameter *parameter, char text[], size_t len);

RIC_C_END

#endif
