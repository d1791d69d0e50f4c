// SPDX-License-Identifier: BSD-2-Clause
// The command `schema`: a JSON schema (draft 07) of the input file, from the tables that its readers
// fill from. Beside the words of the draft a value has `unit`, `x-kind` (its kind in words), and
// `x-default` where what holds without it is no constant.
#include "app/app.h"
#include "app/case.h"
#include "app/kinds.h"
#include "base/version.h"
#include <jansson.h>
#include <string.h>

// What may stand for a number: one in quotes, or a formula of the file's `parameters`.
#define FORMULA "^[ -~]*[0-9A-Za-z][ -~]*$"

// ---- Values by kind ----

static json_t *Number(RicRange range) {
  json_t *number = json_pack("{s:[s,s], s:s}", "type", "number", "string", "pattern", FORMULA);

  if (range == RIC_POSITIVE)
    json_object_set_new(number, "exclusiveMinimum", json_integer(0));
  if (range == RIC_NON_NEGATIVE || range == RIC_UNIT_INTERVAL)
    json_object_set_new(number, "minimum", json_integer(0));
  if (range == RIC_UNIT_INTERVAL)
    json_object_set_new(number, "maximum", json_integer(1));
  return number;
}

static json_t *Integer(const RicParameter *p) {
  json_t *number = json_pack("{s:[s,s], s:s, s:I}", "type", "integer", "string", "pattern", FORMULA,
                             "minimum", (json_int_t)p->bounds[0]);

  if (p->bounds[1] < PETSC_MAX_INT)
    json_object_set_new(number, "maximum", json_integer(p->bounds[1]));
  return number;
}

static json_t *Name(void) { return json_pack("{s:[s,s]}", "type", "string", "number"); }

// A list of lowest … highest items (0: any number), whose reference is taken.
static json_t *List(json_t *items, PetscInt lowest, PetscInt highest) {
  json_t *list =
      json_pack("{s:s, s:o, s:i}", "type", "array", "items", items, "minItems", (int)lowest);

  if (highest)
    json_object_set_new(list, "maxItems", json_integer(highest));
  return list;
}

static json_t *Either(json_t *one, json_t *other) {
  return json_pack("{s:[o,o]}", "anyOf", one, other);
}

static json_t *Words(const char *const words[]) {
  json_t *list = json_array();

  for (PetscInt i = 0; words[i]; i++)
    json_array_append_new(list, json_string(words[i]));
  return json_pack("{s:o}", "enum", list);
}

static json_t *MappingTo(json_t *values) {
  return json_pack("{s:s, s:o}", "type", "object", "additionalProperties", values);
}

static json_t *Inertia(void) {
  return json_pack("{s:[o,o,o]}", "anyOf", Number(RIC_POSITIVE), List(Number(RIC_POSITIVE), 3, 3),
                   List(List(Number(RIC_ANY), 3, 3), 3, 3));
}

static json_t *WordOrList(void) {
  json_t *word = json_pack("{s:[s,s,s]}", "type", "string", "number", "boolean");

  return Either(word, List(Name(), 0, 0));
}

// A value without keys of its own.
static json_t *Value(const RicParameter *p) {
  static const char *const axes[] = {"x", "y", "z", NULL};

  switch (p->kind) {
  case RIC_PARAMETER_REAL:
    return Number(p->range);
  case RIC_PARAMETER_VECTOR:
  case RIC_PARAMETER_DIRECTION:
    return List(Number(p->range), 1, 3);
  case RIC_PARAMETER_PLACE:
    return List(Number(RIC_ANY), 1, 3);
  case RIC_PARAMETER_BOOL:
    return json_pack("{s:s}", "type", "boolean");
  case RIC_PARAMETER_INT:
    return Integer(p);
  case RIC_PARAMETER_INTS:
    return List(Integer(p), 1, 3);
  case RIC_PARAMETER_CHOICE:
    return Words(p->choices);
  case RIC_PARAMETER_REALS:
    return List(Number(p->range), p->count, p->count);
  case RIC_PARAMETER_NODES:
    return List(Name(), 2, 2);
  case RIC_PARAMETER_POINT:
    return Either(Name(), List(Number(RIC_ANY), 1, 3));
  case RIC_PARAMETER_FIELD:
    return List(Name(), 1, 3);
  case RIC_PARAMETER_AXES:
    return List(Words(axes), 1, 3);
  case RIC_PARAMETER_NUMBERS:
    return List(Number(RIC_ANY), 1, 0);
  case RIC_PARAMETER_INERTIA:
    return Inertia();
  case RIC_PARAMETER_COEFFICIENT:
    return Either(Name(), List(Number(RIC_POSITIVE), 2, 2));
  case RIC_PARAMETER_CORNERS:
    return List(List(Number(RIC_ANY), 2, 2), 3, 0);
  case RIC_PARAMETER_PLACES:
    return MappingTo(List(Number(RIC_ANY), 1, 3));
  case RIC_PARAMETER_NAMED_NUMBERS:
    return MappingTo(Number(RIC_ANY));
  case RIC_PARAMETER_REGIONS:
    return MappingTo(Name());
  case RIC_PARAMETER_WORDS:
    return WordOrList();
  case RIC_PARAMETER_NAMED_WORDS:
    return Either(MappingTo(WordOrList()), Name());
  default: // a word, or an expression
    return Name();
  }
}

// ---- Keys ----

static PetscErrorCode Mapping(const RicParameter table[], json_t **schema);

// A value with what its table says of it.
static PetscErrorCode Describe(const RicParameter *p, json_t *value) {
  char text[RIC_TEXT_LEN];

  PetscFunctionBegin;
  json_object_set_new(value, "description", json_string(p->help));
  if (p->unit[0])
    json_object_set_new(value, "unit", json_string(p->unit));
  PetscCall(RicParameterDescribe(p, text, sizeof(text)));
  json_object_set_new(value, "x-kind", json_string(RicParameterKindWords(p)));
  json_object_set_new(value, "x-range", json_string(text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Make(const RicParameter *p, json_t **value) {
  json_t *keys = NULL;

  PetscFunctionBegin;
  if (p->keys)
    PetscCall(Mapping(p->keys, &keys));
  if (p->kind == RIC_PARAMETER_LIST)
    *value = List(keys, 0, 0);
  else if (p->kind == RIC_PARAMETER_ITEMS)
    *value = Either(json_incref(keys), List(keys, 1, 0));
  else if (p->kind == RIC_PARAMETER_NAMED)
    *value = MappingTo(keys);
  else if (p->kind == RIC_PARAMETER_FRICTION)
    *value = Either(Name(), keys);
  else if (p->kind == RIC_PARAMETER_MAPPING || p->kind == RIC_PARAMETER_SECTION)
    *value = keys ? keys : MappingTo(Number(RIC_ANY));
  else
    *value = Value(p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Properties and what of them is required, of those that are no type.
static PetscErrorCode AddKeys(const RicParameter table[], json_t *properties, json_t *required) {
  json_t *value = NULL;

  PetscFunctionBegin;
  for (const RicParameter *p = table; p && p->key; p++) {
    if (p->kind == RIC_PARAMETER_TYPE)
      continue;
    PetscCall(Make(p, &value));
    PetscCall(Describe(p, value));
    json_object_set_new(properties, p->key, value);
    if (p->required)
      json_array_append_new(required, json_string(p->key));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One of two keys that stand for each other, as regions and nodes do, must be there.
static void AddEither(const RicParameter table[], json_t *schema) {
  const char *region = NULL, *nodes = NULL;
  json_t *all = json_array();

  for (const RicParameter *p = table; p && p->key; p++) {
    region = p->kind == RIC_PARAMETER_REGION ? p->key : region;
    nodes = p->kind == RIC_PARAMETER_NODES ? p->key : nodes;
    if (p->instead)
      json_array_append_new(all, json_pack("{s:[{s:[s]},{s:[s]}]}", "anyOf", "required", p->key,
                                           "required", p->instead));
  }
  if (region && nodes)
    json_array_append_new(
        all, json_pack("{s:[{s:[s]},{s:[s]}]}", "oneOf", "required", region, "required", nodes));
  if (json_array_size(all))
    json_object_set(schema, "allOf", all);
  json_decref(all);
}

// A mapping of these keys alone; takes both references.
static json_t *Closed(json_t *properties, json_t *required) {
  return json_pack("{s:s, s:o, s:o, s:b}", "type", "object", "properties", properties, "required",
                   required, "additionalProperties", 0);
}

// ---- Types ----

static PetscErrorCode AddOptions(PetscInt i, json_t *properties) {
  const RicStepperOption *o;
  char range[RIC_NAME_LEN];
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicStepperGetTypeInfo(i, NULL, NULL, &n));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(RicStepperGetTypeOption(i, k, &o));
    RicParameter p = {o->name, o->help, "", RIC_PARAMETER_REAL, RIC_ANY, .value = {o->value}};
    if (o->choices[0])
      p.kind = RIC_PARAMETER_CHOICE;
    p.choices = o->choices;
    json_t *value = Value(&p);
    PetscCall(Describe(&p, value));
    PetscCall(PetscSNPrintf(range, sizeof(range), "%.6g ... %.6g, default %.6g", (double)o->lowest,
                            (double)o->highest, (double)o->value));
    if (!o->choices[0])
      json_object_update_new(value, json_pack("{s:f, s:f, s:s}", "minimum", (double)o->lowest,
                                              "maximum", (double)o->highest, "x-range", range));
    json_object_set_new(properties, o->name, value);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Coordinates, parameters and gaps by their names.
static PetscErrorCode AddSystem(PetscInt i, json_t *properties) {
  json_t *parameters = json_object(), *gaps = json_object(), *required = json_array();
  json_t *gap = json_object_get(json_object_get(properties, "contacts"), "additionalProperties");
  const RicParameter of_gap = {"", "a gap of the system", "", RIC_PARAMETER_MAPPING,
                               .otherwise = "it does not count"};
  const RicSystemOps *ops;

  PetscFunctionBegin;
  PetscCall(RicSystemGet(i, &ops));
  PetscCall(Describe(&of_gap, gap));
  for (PetscInt k = 0; k < ops->num_parameters; k++) {
    const PetscReal value = ops->parameter_defaults[k];
    RicParameter p = {ops->parameter_names[k], "",      "",
                      RIC_PARAMETER_REAL,      RIC_ANY, .required = PetscIsInfOrNanReal(value),
                      .value = {value}};
    json_t *number = Number(RIC_ANY);
    PetscCall(Describe(&p, number));
    json_object_set_new(parameters, p.key, number);
    if (p.required)
      json_array_append_new(required, json_string(p.key));
  }
  for (PetscInt k = 0; k < ops->num_gaps; k++)
    json_object_set(gaps, ops->gap_names[k], gap);
  json_object_update_new(
      json_object_get(properties, "q"),
      json_pack("{s:i, s:i}", "minItems", (int)ops->num_dofs, "maxItems", (int)ops->num_dofs));
  json_object_update_new(
      json_object_get(properties, "v"),
      json_pack("{s:i, s:i}", "minItems", (int)ops->num_dofs, "maxItems", (int)ops->num_dofs));
  json_object_update_new(json_object_get(properties, "parameters"), Closed(parameters, required));
  json_object_update_new(json_object_get(properties, "contacts"), Closed(gaps, json_array()));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// All that an entry of type i may have.
static PetscErrorCode TypeKeys(const RicKind *kind, PetscInt i, const RicParameter common[],
                               json_t **keys) {
  json_t *properties = json_object(), *required = json_array();
  RicType type;

  PetscFunctionBegin;
  PetscCall(kind->Get(i, &type));
  json_object_set_new(properties, "type",
                      json_pack("{s:s, s:s}", "const", type.name, "description", type.description));
  PetscCall(AddKeys(common, properties, required));
  PetscCall(AddKeys(type.parameters, properties, required));
  if (!strcmp(kind->name, "steppers"))
    PetscCall(AddOptions(i, properties));
  if (!strcmp(kind->name, "systems"))
    PetscCall(AddSystem(i, properties));
  *keys = Closed(properties, required);
  AddEither(type.parameters, *keys);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The type in `type`, the first where it may be absent, says which keys there are.
static PetscErrorCode Typed(const RicParameter *of, const RicParameter common[], json_t **schema) {
  const RicKind *kind = RicKinds;
  json_t *names = json_array(), *cases = json_array(), *keys = NULL;
  RicType type;
  PetscInt n;

  PetscFunctionBegin;
  while (strcmp(kind->name, of->text))
    kind++;
  PetscCall(kind->Count(&n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(kind->Get(i, &type));
    PetscCall(TypeKeys(kind, i, common, &keys));
    json_array_append_new(names, json_string(type.name));
    json_t *is = json_pack("{s:{s:{s:s}}}", "properties", "type", "const", type.name);
    if (of->required || i > 0)
      json_object_set_new(is, "required", json_pack("[s]", "type"));
    json_array_append_new(cases, json_pack("{s:o, s:o}", "if", is, "then", keys));
  }
  *schema = json_pack("{s:s, s:{s:{s:o, s:s}}, s:o}", "type", "object", "properties", "type",
                      "enum", names, "description", of->help, "allOf", cases);
  if (of->required)
    json_object_set_new(*schema, "required", json_pack("[s]", "type"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mapping(const RicParameter table[], json_t **schema) {
  json_t *properties, *required;

  PetscFunctionBegin;
  for (const RicParameter *p = table; p->key; p++)
    if (p->kind == RIC_PARAMETER_TYPE) {
      PetscCall(Typed(p, table, schema));
      PetscFunctionReturn(PETSC_SUCCESS);
    }
  properties = json_object();
  required = json_array();
  PetscCall(AddKeys(table, properties, required));
  *schema = Closed(properties, required);
  AddEither(table, *schema);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The command ----

PetscErrorCode RicSchemaCommand(MPI_Comm comm) {
  json_t *schema, *keys = NULL;
  PetscMPIInt rank;

  PetscFunctionBegin;
  PetscCall(Mapping(RicTopParameters, &keys));
  schema = json_pack("{s:s, s:s}", "$schema", "http://json-schema.org/draft-07/schema#", "title",
                     "Input file of Ricochet " RIC_VERSION);
  json_object_update_new(schema, keys);
  char *text = json_dumps(schema, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
  json_decref(schema);
  PetscCheck(text, comm, PETSC_ERR_MEM, "no memory for the schema");
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    puts(text);
  free(text);
  PetscFunctionReturn(PETSC_SUCCESS);
}
