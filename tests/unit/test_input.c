// SPDX-License-Identifier: BSD-2-Clause
// Input: right files give their values, defaults and overrides; wrong ones the message that a user
// needs, with its place.
#include "io/input.h"
#include "numeric.h"
#include "raised.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CASE_FILE "case.yaml"

// A small schema with a value of every kind.

typedef struct {
  char title[8];
  PetscInt cells, grid[2], type, n_elements;
  PetscReal area, E, step, theta, gravity[3];
  PetscBool monitor;
  RicExpression load, velocity[2];
} Values;

static const char *const types[] = {"moreau-jean", "rattle", "projected", NULL};

static PetscErrorCode ReadMesh(RicInputNode root, Values *v) {
  RicInputNode mesh;

  PetscCall(RicInputRequireChild(root, "mesh", &mesh));
  PetscCall(RicInputCheckKeys(mesh, (const char *const[]){"cells", "grid", "name", NULL}));
  PetscCall(RicInputRequireInt(mesh, "cells", 1, 1000000, &v->cells));
  if (v->cells == 7)
    PetscCall(RicInputError(mesh, "cells", "must not be seven"));
  if (v->cells == 8)
    PetscCall(RicInputRequireInts(mesh, "grid", 2, 0, PETSC_MAX_INT, v->grid));
  return PETSC_SUCCESS;
}

static PetscErrorCode ReadElements(RicInputNode root, Values *v) {
  RicInputNode elements, element;

  PetscCall(RicInputGetChild(root, "elements", &elements));
  PetscCall(RicInputGetSize(elements, &v->n_elements));
  for (PetscInt i = 0; i < v->n_elements; ++i) {
    PetscCall(RicInputGetItem(elements, i, &element));
    PetscCall(RicInputCheckKeys(element, (const char *const[]){"area", "material", NULL}));
    PetscCall(RicInputRequireReal(element, "area", RIC_POSITIVE, &v->area));
  }
  return PETSC_SUCCESS;
}

static PetscErrorCode ReadMaterials(RicInputNode root, Values *v) {
  RicInputNode materials, material;
  PetscInt n;

  PetscCall(RicInputGetChild(root, "materials", &materials));
  PetscCall(RicInputGetSize(materials, &n));
  for (PetscInt i = 0; i < n; ++i) {
    PetscCall(RicInputGetItem(materials, i, &material));
    PetscCall(RicInputGetReal(material, "E", RIC_NON_NEGATIVE, &v->E));
  }
  return PETSC_SUCCESS;
}

static PetscErrorCode ReadStepper(RicInputNode root, Values *v) {
  RicInputNode stepper;

  PetscCall(RicInputGetChild(root, "stepper", &stepper));
  PetscCall(RicInputCheckKeys(
      stepper, (const char *const[]){"type", "step", "end", "theta", "monitor", NULL}));
  PetscCall(RicInputGetEnum(stepper, "type", types, &v->type));
  PetscCall(RicInputGetReal(stepper, "step", RIC_POSITIVE, &v->step));
  PetscCall(RicInputGetReal(stepper, "theta", RIC_UNIT_INTERVAL, &v->theta));
  PetscCall(RicInputGetBool(stepper, "monitor", &v->monitor));
  return PETSC_SUCCESS;
}

static PetscErrorCode ReadAll(RicInputNode root, Values *v) {
  static const char *const keys[] = {"title",   "mesh", "elements", "materials", "stepper",
                                     "gravity", "load", "velocity", NULL};

  PetscCall(RicInputCheckKeys(root, keys));
  PetscCall(RicInputGetString(root, "title", v->title, sizeof v->title));
  PetscCall(ReadMesh(root, v));
  PetscCall(ReadElements(root, v));
  PetscCall(ReadMaterials(root, v));
  PetscCall(ReadStepper(root, v));
  PetscCall(RicInputGetReals(root, "gravity", 3, RIC_ANY, v->gravity));
  PetscCall(RicInputGetExpression(root, "load", &v->load));
  PetscCall(RicInputGetExpressions(root, "velocity", 2, v->velocity));
  return PETSC_SUCCESS;
}

// Reading a case.

static void WriteCase(const char yaml[], size_t size) {
  FILE *file = fopen(CASE_FILE, "wb");

  assert_non_null(file);
  assert_int_equal(fwrite(yaml, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static PetscErrorCode OpenAndRead(RicInput *input, Values *v) {
  RicInputNode root;

  PetscCall(RicInputOpen(PETSC_COMM_WORLD, CASE_FILE, input));
  PetscCall(RicInputGetRoot(*input, &root));
  PetscCall(ReadAll(root, v));
  return PETSC_SUCCESS;
}

// Read yaml with options set meanwhile; answers what was raised, its message in raised_line.
static PetscErrorCode ReadCase(const char yaml[], const char options[], Values *v) {
  RicInput input = NULL;
  PetscOptions database;
  PetscErrorCode code;

  *v = (Values){.title = "none", .type = 1, .step = 0.5, .theta = 0.25, .gravity = {1, 2, 3}};
  WriteCase(yaml, strlen(yaml));
  assert_int_equal(PetscOptionsCreate(&database), 0);
  assert_int_equal(PetscOptionsInsertString(database, options ? options : ""), 0);
  assert_int_equal(PetscOptionsPush(database), 0);
  code = Raised(OpenAndRead(&input, v));
  assert_int_equal(RicInputClose(&input), 0);
  assert_null(input);
  assert_int_equal(PetscOptionsPop(), 0);
  assert_int_equal(PetscOptionsDestroy(&database), 0);
  return code;
}

static void FreeValues(Values *v) {
  assert_int_equal(RicExpressionDestroy(&v->load), 0);
  for (int i = 0; i < 2; ++i)
    assert_int_equal(RicExpressionDestroy(&v->velocity[i]), 0);
}

static void ReadRight(const char yaml[], const char options[], Values *v) {
  const PetscErrorCode code = ReadCase(yaml, options, v);

  if (code)
    print_error("%s\n", raised_line);
  assert_int_equal(code, 0);
}

static PetscReal AtTime(RicExpression expr, PetscReal t) {
  const PetscReal x[3] = {0, 0, 0};
  PetscReal value;

  assert_non_null(expr);
  assert_int_equal(RicExpressionEvaluate(expr, t, x, &value), 0);
  return value;
}

// Right inputs.

static const char full_case[] = "title: \"bar 1\"\n"
                                "mesh:\n"
                                "  cells: 8\n"
                                "  grid: [1e5, 2.0]\n"
                                "elements:\n"
                                "- area: 1e-4\n"
                                "- {area: .5, material: steel}\n"
                                "materials: {steel: {E: '2.1e11'}}\n"
                                "stepper:\n"
                                "  type: projected # a comment\n"
                                "  step: 1e-3\n"
                                "  theta: 1\n"
                                "  monitor: true\n"
                                "gravity:\n"
                                "  - 0\n"
                                "  - -0.5\n"
                                "  - -9.81\n"
                                "load: 10*t\n"
                                "velocity: [3, \"max(t, 1)\"]\n";

static void TestValues(void **state) {
  Values v;

  (void)state;
  ReadRight(full_case, NULL, &v);
  assert_string_equal(v.title, "bar 1");
  assert_int_equal(v.cells, 8);
  assert_int_equal(v.grid[0], 100000);
  assert_int_equal(v.grid[1], 2);
  assert_int_equal(v.n_elements, 2);
  assert_int_equal(v.type, 2);
  assert_int_equal(v.monitor, PETSC_TRUE);
  assert_close(v.area, 0.5, 0);
  assert_close(v.E, 2.1e11, 0);
  assert_close(v.step, 1e-3, 0);
  assert_close(v.theta, 1, 0);
  assert_close(v.gravity[1], -0.5, 0);
  assert_close(v.gravity[2], -9.81, 0);
  assert_close(AtTime(v.load, 2), 20, 0);
  assert_close(AtTime(v.velocity[0], 2), 3, 0);
  assert_close(AtTime(v.velocity[1], 2), 2, 0);
  FreeValues(&v);
}

static void TestDefaults(void **state) {
  Values v;

  (void)state;
  ReadRight("mesh: {cells: 3}\n", NULL, &v);
  assert_string_equal(v.title, "none");
  assert_int_equal(v.n_elements, 0);
  assert_int_equal(v.type, 1);
  assert_int_equal(v.monitor, PETSC_FALSE);
  assert_close(v.step, 0.5, 0);
  assert_close(v.theta, 0.25, 0);
  assert_close(v.gravity[2], 3, 0);
  assert_null(v.load);
  assert_null(v.velocity[0]);
}

static void TestAliasesAndMerges(void **state) {
  Values v;

  (void)state;
  ReadRight("mesh: {cells: &n 3}\n"
            "elements: [&bar {area: 2, material: m}, {<<: *bar, area: 4}, *bar]\n"
            "stepper: {theta: 0.5, step: *n}\n",
            NULL, &v);
  assert_int_equal(v.n_elements, 3);
  assert_close(v.area, 2, 0);
  assert_close(v.step, 3, 0);
}

// What a mapping writes counts before what it merges, and of that the first; `lists` are read alike.
static void TestWhatMergesGive(void **state) {
  static const char yaml[] = "a: &a {x: 1, y: 1, z: 1}\n"
                             "b: &b {y: 2, w: 2}\n"
                             "twice: [&t 1, *t, &t 2, *t]\n"
                             "m: {<<: [*b, *a, {v: 3}], z: 4, deep: {<<: *b}}\n"
                             "n: {*t : 5}\n";
  static const struct {
    const char *key;
    double value;
  } expected[] = {{"x", 1}, {"y", 2}, {"z", 4}, {"w", 2}, {"v", 3}};
  RicInput input;
  RicInputNode root, m, node;
  PetscReal values[4];

  (void)state;
  WriteCase(yaml, strlen(yaml));
  assert_int_equal(RicInputOpen(PETSC_COMM_WORLD, CASE_FILE, &input), 0);
  assert_int_equal(RicInputGetRoot(input, &root), 0);
  assert_int_equal(RicInputGetChild(root, "m", &m), 0);
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
    assert_int_equal(RicInputRequireReal(m, expected[i].key, RIC_ANY, values), 0);
    assert_close(values[0], expected[i].value, 0);
  }
  assert_int_equal(RicInputGetChild(m, "<<", &node), 0);
  assert_null(node);
  assert_int_equal(RicInputRequireChild(m, "deep", &node), 0);
  assert_int_equal(RicInputRequireReal(node, "w", RIC_ANY, values), 0);
  assert_close(values[0], 2, 0);
  assert_int_equal(RicInputRequireReals(root, "twice", 4, RIC_ANY, values), 0);
  assert_close(values[1], 1, 0);
  assert_close(values[3], 2, 0);
  assert_int_equal(RicInputRequireChild(root, "n", &node), 0);
  assert_int_equal(RicInputRequireReal(node, "2", RIC_ANY, values), 0);
  assert_int_equal(RicInputClose(&input), 0);
}

static void TestTextForms(void **state) {
  Values v;

  (void)state;
  ReadRight("\xEF\xBB\xBFtitle: \xC3\xA9t\xC3\xA9\r\nmesh:\r\n  cells: 4\r\n", NULL, &v);
  assert_string_equal(v.title, "\xC3\xA9t\xC3\xA9");
  assert_int_equal(v.cells, 4);
  ReadRight("{\"title\": \"\", \"mesh\": {\"cells\": 5}}", NULL, &v);
  assert_string_equal(v.title, "");
  assert_int_equal(v.cells, 5);
}

static void TestOverrides(void **state) {
  Values v;

  (void)state;
  ReadRight(full_case,
            "-title x -mesh_cells 8 -mesh_grid 4,5 -elements_1_area 7 -materials_steel_E 3 "
            "-stepper_type rattle -STEPPER_step 2 -stepper_monitor false -gravity 0,-1,2e1 "
            "-load 5+t -velocity max(t,9),1",
            &v);
  assert_string_equal(v.title, "x");
  assert_int_equal(v.grid[0], 4);
  assert_int_equal(v.grid[1], 5);
  assert_int_equal(v.type, 1);
  assert_int_equal(v.monitor, PETSC_FALSE);
  assert_close(v.area, 7, 0);
  assert_close(v.E, 3, 0);
  assert_close(v.step, 2, 0);
  assert_close(v.gravity[1], -1, 0);
  assert_close(v.gravity[2], 20, 0);
  assert_close(AtTime(v.load, 1), 6, 0);
  assert_close(AtTime(v.velocity[0], 1), 9, 0);
  assert_close(AtTime(v.velocity[1], 1), 1, 0);
  FreeValues(&v);
}

// Options reach keys that the file lacks, all items at once, and mend a wrong value.
static void TestOverridesOfWhatIsNotThere(void **state) {
  Values v;

  (void)state;
  ReadRight("mesh: {}\nelements: [{}, {area: -1}]\nstepper: {step: abc}\n",
            "-mesh_cells 6 -elements_area 2.5 -stepper_step 4 -stepper_monitor", &v);
  assert_int_equal(v.cells, 6);
  assert_close(v.area, 2.5, 0);
  assert_close(v.step, 4, 0);
  assert_int_equal(v.monitor, PETSC_TRUE);
}

static void CheckItems(RicInputNode points) {
  RicInputNode item;
  PetscBool yes;
  PetscInt n;
  PetscReal x[2];
  const char *key;

  assert_int_equal(RicInputGetSize(points, &n), 0);
  assert_int_equal(n, 2);
  assert_int_equal(RicInputIsSequence(points, &yes), 0);
  assert_true(yes);
  assert_int_equal(RicInputGetKey(points, &key), 0);
  assert_string_equal(key, "points");
  assert_int_equal(RicInputGetItem(points, 1, &item), 0);
  assert_int_equal(RicInputGetKey(item, &key), 0);
  assert_string_equal(key, "");
  assert_int_equal(RicInputGetReals(item, NULL, 2, RIC_ANY, x), 0);
  assert_close(x[1], 4, 0);
}

static void CheckWords(RicInputNode words) {
  RicInputNode item;
  PetscBool yes;
  char word[8];

  assert_int_equal(RicInputGetItem(words, 0, &item), 0);
  assert_int_equal(RicInputIsScalar(item, &yes), 0);
  assert_true(yes);
  assert_int_equal(RicInputGetString(item, NULL, word, sizeof word), 0);
  assert_string_equal(word, "left");
}

static void TestNodes(void **state) {
  static const char yaml[] = "points: [[1, 2], [3, 4]]\nwords: [left, right]\n";
  RicInput input;
  RicInputNode root, node;
  const char *filename;
  PetscBool yes;
  PetscInt n = 1;

  (void)state;
  WriteCase(yaml, strlen(yaml));
  assert_int_equal(RicInputOpen(PETSC_COMM_WORLD, CASE_FILE, &input), 0);
  assert_int_equal(RicInputGetFilename(input, &filename), 0);
  assert_string_equal(filename, CASE_FILE);
  assert_int_equal(RicInputGetRoot(input, &root), 0);
  assert_int_equal(RicInputIsMapping(root, &yes), 0);
  assert_true(yes);
  assert_int_equal(RicInputGetItem(root, 0, &node), 0);
  CheckItems(node);
  assert_int_equal(RicInputGetChild(root, "words", &node), 0);
  CheckWords(node);
  assert_int_equal(RicInputGetChild(root, "none", &node), 0);
  assert_null(node);
  assert_int_equal(RicInputGetSize(NULL, &n), 0);
  assert_int_equal(n, 0);
  assert_int_equal(RicInputClose(&input), 0);
}

// A list of many items is walked in linear time and its block of handles freed.
static void TestManyItems(void **state) {
  const PetscInt n = 20000;
  char *yaml = malloc(16 * (size_t)n + 16), *c = yaml;
  RicInput input;
  RicInputNode root, list, item;
  PetscInt value, sum = 0;

  (void)state;
  assert_non_null(yaml);
  c += sprintf(c, "list:\n");
  for (PetscInt i = 0; i < n; ++i)
    c += sprintf(c, "- %d\n", (int)i);
  WriteCase(yaml, strlen(yaml));
  free(yaml);
  assert_int_equal(RicInputOpen(PETSC_COMM_WORLD, CASE_FILE, &input), 0);
  assert_int_equal(RicInputGetRoot(input, &root), 0);
  assert_int_equal(RicInputGetChild(root, "list", &list), 0);
  for (PetscInt i = 0; i < n; ++i) {
    assert_int_equal(RicInputGetItem(list, i, &item), 0);
    assert_int_equal(RicInputRequireInt(item, NULL, 0, n, &value), 0);
    sum += value;
  }
  assert_int_equal(sum, n / 2 * (n - 1));
  assert_int_equal(RicInputClose(&input), 0);
}

// Wrong inputs.

#define M "mesh: {cells: 3}\n"

static const struct {
  const char *yaml, *options, *message; // of a message that ends in "..." the beginning counts
} wrong_cases[] = {
    // YAML itself
    {"", NULL, "case.yaml: is empty, expects a mapping of keys"},
    {"# nothing\n", NULL, "case.yaml: is empty, expects a mapping of keys"},
    {"- 1\n- 2\n", NULL, "case.yaml:1:3: expects a mapping of keys (is a list)"},
    {"\nabc\n", NULL, "case.yaml:2:1: expects a mapping of keys (is 'abc')"},
    {"mesh:\n\tcells: 3\n", NULL, "case.yaml:2:1: not YAML: tab character ..."},
    {"title: [1, 2\nmesh: 3\n", NULL, "case.yaml:3:1: not YAML: flow sequence ..."},
    {"title: a: b\n", NULL, "case.yaml:1:9: not YAML: ..."},
    {"title: 'abc\n", NULL, "case.yaml:1:9: not YAML: single-quoted ..."},
    {"title: *b\n", NULL, "case.yaml:1:9: not YAML: invalid alias"},
    {M "title: a\nmesh: {cells: 4}\n", NULL, "case.yaml:3:1: duplicate key 'mesh'"},
    {"mesh: {cells: 3, cells: 4}\n", NULL, "case.yaml:1:18: duplicate key 'cells'"},
    {M
     "title: {a: 0, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0, h: 0, i: 0, j: 0, k: 0, l: 0, m: 0, n: 0, "
     "o: 0, p: 0, q: 0, d: 1}\n",
     NULL, "case.yaml:2:111: duplicate key 'd'"},
    {"a: &a {b: *a}\n", NULL, "case.yaml:1:12: not YAML: cyclic reference detected"},
    {"a: &a {b: &b {c: *a}}\nd: *b\n", NULL, "case.yaml:1:19: not YAML: cyclic reference detected"},
    {M "title: {<<: 3}\n", NULL, "case.yaml:2:13: not YAML: invalid merge key value"},
    {"a: &a 3\nb: {<<: [*a]}\n", NULL, "case.yaml:1:7: not YAML: invalid merge key value"},
    {"a: &a 3\nb: *a\na: 4\n", NULL, "case.yaml:3:1: duplicate key 'a'"},
    {"mesh: &m {cells: 3, depth: 1}\n", NULL, "case.yaml:1:21: mesh.depth: unknown key ..."},
    {"load: &l [1, x]\nmesh: {cells: 8, grid: *l}\n", NULL,
     "case.yaml:1:14: mesh.grid[1]: expects an integer (is 'x')"},
    {M "---\n" M, NULL, "case.yaml: has a second document ..."},
    {M "...\nfoo\n", NULL, "case.yaml: has a second document ..."},
    {M "---\n[1\n", NULL, "case.yaml:4:1: not YAML: ..."},
    {M "title: a\xff\n", NULL, "case.yaml:2:9: byte 0xff is no UTF-8 text"},
    {M "title: \xC3\xA9\xC3\n", NULL, "case.yaml:2:9: byte 0xc3 is no UTF-8 text"},
    {M "title: \xC0\x80\n", NULL, "case.yaml:2:8: byte 0xc0 is no UTF-8 text"},
    {M "title: \xED\xA0\x80\n", NULL, "case.yaml:2:8: byte 0xed is no UTF-8 text"},
    {M "title: a\x01\n", NULL, "case.yaml:2:9: byte 0x01 is a control character"},
    {M "title: \"a\\0b\"\n", NULL, "case.yaml:2:8: title: expects a text (holds a zero byte)"},
    {M "? [1, 2]\n: 3\n", NULL, "case.yaml:1:1: has a key that is no word"},
    {"mesh:\n  cells: 3\n  : 3\n", NULL, "case.yaml:1:1: mesh: has a key that is no word"},
    // Keys
    {M "stepper:\n  stepp: 3\n", NULL,
     "case.yaml:3:3: stepper.stepp: unknown key, did you mean 'step'? "
     "(allowed: type, step, end, theta, monitor)"},
    {M "elements:\n  - area: 1\n  - area: 1\n    colour: red\n", NULL,
     "case.yaml:5:5: elements[1].colour: unknown key (allowed: area, material)"},
    {M "Title: a\n", NULL, "case.yaml:2:1: Title: unknown key, did you mean 'title'? ..."},
    {"title: a\n", NULL, "case.yaml:1:1: missing key 'mesh'"},
    {"title: a\nmesh: {grid: [1, 2]}\n", NULL,
     "case.yaml:2:1: mesh: missing key 'cells' (expects an integer)"},
    {M "elements:\n- {area: 1}\n- {}\n", NULL,
     "case.yaml:2:1: elements[1]: missing key 'area' (expects a number)"},
    {"mesh: {cells: 8}\n", NULL,
     "case.yaml:1:1: mesh: missing key 'grid' (expects a list of 2 integers)"},
    {"mesh: 3\n", NULL, "case.yaml:1:7: mesh: expects a mapping of keys (is '3')"},
    {"mesh:\n", NULL, "case.yaml:1:1: mesh: expects a mapping of keys (is empty)"},
    {"mesh: [1]\n", NULL, "case.yaml:1:1: mesh: expects a mapping of keys (is a list)"},
    {M "elements: 3\n", NULL, "case.yaml:2:11: elements: expects a mapping or a list (is '3')"},
    {M "materials: {a: 3}\n", NULL, "case.yaml:2:16: materials.a: expects a mapping of keys ..."},
    // Numbers
    {M "elements:\n  - area: -1\n", NULL, "case.yaml:3:11: elements[0].area: must be > 0 (is -1)"},
    {M "elements:\n  - area: 0\n", NULL, "case.yaml:3:11: elements[0].area: must be > 0 (is 0)"},
    {M "elements:\n  - area: 1e-400\n", NULL, "case.yaml:3:11: elements[0].area: must be > 0 ..."},
    {M "materials:\n  steel:\n    E: abc\n", NULL,
     "case.yaml:4:8: materials.steel.E: expects a number (is 'abc')"},
    {M "materials: {a: {E: -1}}\n", NULL, "case.yaml:2:20: materials.a.E: must be >= 0 (is -1)"},
    {M "materials: {a: {E: 0x10}}\n", NULL, "case.yaml:2:20: materials.a.E: expects a number ..."},
    {M "materials: {a: {E: 1 MPa}}\n", NULL,
     "case.yaml:2:20: materials.a.E: expects a number (is '1 MPa')"},
    {M "materials: {a: {E: 1e}}\n", NULL, "case.yaml:2:20: materials.a.E: expects a number ..."},
    {M "materials: {a: {E: 1_000}}\n", NULL, "case.yaml:2:20: materials.a.E: expects a number ..."},
    {M "materials: {a: {E: ''}}\n", NULL,
     "case.yaml:2:20: materials.a.E: expects a number (is empty)"},
    {M "materials: {a: {E: ' 1'}}\n", NULL, "case.yaml:2:20: materials.a.E: expects a number ..."},
    {M "materials: {a: {E: ~}}\n", NULL,
     "case.yaml:2:20: materials.a.E: expects a number (is '~')"},
    {M "materials: {a: {E: [1]}}\n", NULL,
     "case.yaml:2:17: materials.a.E: expects a number (is a list)"},
    {M "materials: {a: {E: {b: 1}}}\n", NULL,
     "case.yaml:2:17: materials.a.E: expects a number (is a mapping)"},
    {M "stepper:\n  step:\n", NULL, "case.yaml:3:3: stepper.step: expects a number (is empty)"},
    {M "stepper:\n  step: 1,5\n", NULL,
     "case.yaml:3:9: stepper.step: expects a number, with a decimal point (is '1,5')"},
    {M "stepper:\n  step: .inf\n", NULL, "case.yaml:3:9: stepper.step: must be finite (is .inf)"},
    {M "stepper:\n  step: -Inf\n", NULL, "case.yaml:3:9: stepper.step: must be finite (is -Inf)"},
    {M "stepper:\n  step: .NaN\n", NULL, "case.yaml:3:9: stepper.step: must be finite (is .NaN)"},
    {M "stepper:\n  step: nan\n", NULL, "case.yaml:3:9: stepper.step: must be finite (is nan)"},
    {M "stepper:\n  step: 1e400\n", NULL, "case.yaml:3:9: stepper.step: must be finite (is 1e400)"},
    {M "stepper: {theta: 1.5}\n", NULL,
     "case.yaml:2:18: stepper.theta: must be in 0 ... 1 (is 1.5)"},
    {"mesh: {cells: 1.5}\n", NULL, "case.yaml:1:15: mesh.cells: expects an integer (is 1.5)"},
    {"mesh: {cells: many}\n", NULL, "case.yaml:1:15: mesh.cells: expects an integer (is 'many')"},
    {"mesh: {cells: 0}\n", NULL, "case.yaml:1:15: mesh.cells: must be in 1 ... 1000000 (is 0)"},
    {"mesh: {cells: 1e30}\n", NULL, "case.yaml:1:15: mesh.cells: must be in 1 ... 1000000 ..."},
    {"mesh: {cells: 8, grid: [1, -1]}\n", NULL,
     "case.yaml:1:28: mesh.grid[1]: must be >= 0 (is -1)"},
    {"title: a\nmesh: {cells: 7}\n", NULL, "case.yaml:2:15: mesh.cells: must not be seven"},
    // Words
    {M "stepper: {monitor: yes}\n", NULL,
     "case.yaml:2:20: stepper.monitor: expects true or false (is 'yes')"},
    {M "stepper: {monitor: 1}\n", NULL, "case.yaml:2:20: stepper.monitor: expects true or ..."},
    {M "stepper: {type: moreau-jaen}\n", NULL,
     "case.yaml:2:17: stepper.type: unknown name 'moreau-jaen', did you mean 'moreau-jean'? "
     "(allowed: moreau-jean, rattle, projected)"},
    {M "stepper: {type: euler}\n", NULL,
     "case.yaml:2:17: stepper.type: unknown name 'euler' (allowed: moreau-jean, rattle, ..."},
    {"title: far too long\n" M, NULL,
     "case.yaml:1:8: title: must be of at most 7 bytes (is of 12)"},
    {"title: [a]\n" M, NULL, "case.yaml:1:1: title: expects a text (is a list)"},
    {"title:\n" M, NULL, "case.yaml:1:1: title: expects a text (is empty)"},
    {M "stepper: {type: \"two\\nlines\"}\n", NULL,
     "case.yaml:2:17: stepper.type: unknown name 'two lines' ..."},
    {M "stepper:\n  type: 0123456789012345678901234567890123456789012345678901234567\xC3\xA9"
       "\xC3\xA9\n",
     NULL,
     "case.yaml:3:9: stepper.type: unknown name "
     "'0123456789012345678901234567890123456789012345678901234567\xC3\xA9...' ..."},
    // Lists and expressions
    {M "gravity: [0, -9.81]\n", NULL,
     "case.yaml:2:1: gravity: expects a list of 3 numbers (has 2)"},
    {M "gravity: -9.81\n", NULL,
     "case.yaml:2:10: gravity: expects a list of 3 numbers (is '-9.81')"},
    {M "gravity: {x: 1, y: 2, z: 3}\n", NULL,
     "case.yaml:2:1: gravity: expects a list of 3 numbers (is a mapping)"},
    {M "gravity: [0, up, 1]\n", NULL, "case.yaml:2:14: gravity[1]: expects a number (is 'up')"},
    {M "gravity:\n- 0\n- [1]\n- 2\n", NULL,
     "case.yaml:4:4: gravity[1]: expects a number (is a list)"},
    {M "load: 2*q\n", NULL,
     "case.yaml:2:7: load: expects an expression of t, x, y, z (is '2*q'): unknown name 'q' ..."},
    {M "load: .inf\n", NULL, "case.yaml:2:7: load: expects an expression of t, x, y, z ..."},
    {M "velocity: [t, 1+]\n", NULL, "case.yaml:2:15: velocity[1]: expects an expression of ..."},
    // Options
    {M "stepper: {step: 1}\n", "-stepper_step -1", "option -stepper_step: must be > 0 (is -1)"},
    {M "stepper: {}\n", "-stepper_step abc", "option -stepper_step: expects a number (is 'abc')"},
    {M "stepper: {}\n", "-stepper_step", "option -stepper_step: expects a number (is empty)"},
    {M "stepper: {}\n", "-stepper_type ratle",
     "option -stepper_type: unknown name 'ratle', did you mean 'rattle'? ..."},
    {M "stepper: {}\n", "-stepper_monitor 1",
     "option -stepper_monitor: expects true or false (is '1')"},
    {M, "-title", "option -title: expects a text (is empty)"},
    {M, "-gravity 1,2", "option -gravity: expects a list of 3 numbers (has 2)"},
    {M, "-gravity", "option -gravity: expects a list of 3 numbers (has 0)"},
    {M, "-gravity 1,2,z", "option -gravity: expects a number (is 'z')"},
    {M, "-gravity 1,,2", "option -gravity: expects a number (is empty)"},
    {M, "-load 2*q", "option -load: expects an expression of t, x, y, z (is '2*q'): ..."},
    {M, "-mesh_cells 7", "option -mesh_cells: must not be seven"},
    {M "elements: [{area: 1}]\n", "-elements_0_area 0",
     "option -elements_0_area: must be > 0 (is 0)"},
};

// The message as expected; where the expected one ends in "...", its beginning.
static PetscBool MessageFits(const char message[], const char expected[]) {
  const size_t length = strlen(expected);

  if (length > 3 && strcmp(expected + length - 3, "...") == 0)
    return (PetscBool)(strncmp(message, expected, length - 3) == 0);
  return (PetscBool)(strcmp(message, expected) == 0);
}

static void TestWrongInputs(void **state) {
  int n_unfit = 0;

  (void)state;
  for (size_t i = 0; i < sizeof wrong_cases / sizeof wrong_cases[0]; ++i) {
    Values v;
    const PetscErrorCode code = ReadCase(wrong_cases[i].yaml, wrong_cases[i].options, &v);

    FreeValues(&v);
    if (code == PETSC_ERR_USER_INPUT && MessageFits(raised_line, wrong_cases[i].message))
      continue;
    ++n_unfit;
    print_error("code %d\n  raised   %s\n  expected %s\n", (int)code, raised_line,
                wrong_cases[i].message);
  }
  assert_int_equal(n_unfit, 0);
}

static void CheckUnopened(const char filename[], const char expected[]) {
  RicInput input;

  assert_int_equal(Raised(RicInputOpen(PETSC_COMM_WORLD, filename, &input)), PETSC_ERR_USER_INPUT);
  assert_null(input);
  assert_string_equal(raised_line, expected);
}

static void TestUnreadableFiles(void **state) {
  static const char zero[] = "title: a\0b\n";

  (void)state;
  CheckUnopened("none.yaml", "none.yaml: cannot be read (No such file or directory)");
  CheckUnopened(".", ".: cannot be read (Is a directory)");
  WriteCase(zero, sizeof zero - 1);
  CheckUnopened(CASE_FILE, CASE_FILE ":1:9: byte 0x00 is a control character");
  WriteCase("", 0);
  assert_int_equal(truncate(CASE_FILE, (64 << 20) + 1), 0);
  CheckUnopened(CASE_FILE, CASE_FILE ": larger than 64 MB, the limit of an input");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestValues),
      cmocka_unit_test(TestDefaults),
      cmocka_unit_test(TestAliasesAndMerges),
      cmocka_unit_test(TestWhatMergesGive),
      cmocka_unit_test(TestTextForms),
      cmocka_unit_test(TestOverrides),
      cmocka_unit_test(TestOverridesOfWhatIsNotThere),
      cmocka_unit_test(TestNodes),
      cmocka_unit_test(TestManyItems),
      cmocka_unit_test(TestWrongInputs),
      cmocka_unit_test(TestUnreadableFiles),
  };
  char directory[] = "/tmp/ricochet-input-XXXXXX";
  int failed;

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  // The name of the file stands in every message: a bare one, in a directory of its own.
  if (!mkdtemp(directory) || chdir(directory) != 0)
    return 1;
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  (void)remove(CASE_FILE);
  (void)rmdir(directory);
  PetscCall(PetscFinalize());
  return failed;
}
