// SPDX-License-Identifier: BSD-2-Clause
// Input: right files give their values, defaults and overrides.
#include "inputting.h"

static PetscReal AtTime(RicExpression expr, PetscReal t) {
  const PetscReal x[3] = {0, 0, 0};
  PetscReal value;

  assert_non_null(expr);
  assert_int_equal(RicExpressionEvaluate(expr, t, x, &value), 0);
  return value;
}

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

// Expressions of parameters, forward references among them, in every kind of number and expression.
static void TestParameters(void **state) {
  static const char yaml[] = "parameters: {T: n*h, n: 20, h: 1e-3, e0: 2/3, big: 2E3, unused: 1}\n"
                             "mesh: {cells: 8, grid: [n/4, '0.3/0.1*n']}\n"
                             "elements: [{area: h^2}]\n"
                             "stepper: {step: h/4, theta: 'min(e0, 1)'}\n"
                             "gravity: [0, -big*h, 2*pi]\n"
                             "load: big*h*t\n"
                             "velocity: [T, -n]\n";
  Values v;

  (void)state;
  ReadRight(yaml, NULL, &v);
  assert_int_equal(v.grid[0], 5);
  assert_int_equal(v.grid[1], 60);
  assert_close(v.area, 1e-6, 1e-15);
  assert_close(v.step, 2.5e-4, 0);
  assert_close(v.theta, 2.0 / 3, 0);
  assert_close(v.gravity[1], -2, 0);
  assert_close(v.gravity[2], 2 * PETSC_PI, 0);
  assert_close(AtTime(v.load, 3), 6, 0);
  assert_close(AtTime(v.velocity[0], 0), 0.02, 1e-15);
  FreeValues(&v);
  ReadRight(yaml, "-parameters_n 40 -parameters_H 4*e0 -stepper_step h -gravity n,max(h,n),0", &v);
  assert_int_equal(v.grid[0], 10);
  assert_close(v.step, 8.0 / 3, 0);
  assert_close(v.gravity[1], 40, 0);
  assert_close(AtTime(v.velocity[0], 0), 40 * 8.0 / 3, 1e-12);
  FreeValues(&v);
}

static PetscBool IsUsed(RicInput input, const char name[]) {
  const RicConstant *p;
  PetscInt n, i = 0;

  assert_int_equal(RicInputGetParameters(input, &n, &p), 0);
  while (i < n && strcmp(p[i].name, name) != 0)
    ++i;
  assert_true(i < n);
  return p[i].used;
}

// Used is what a text that was read names: a longer name, or one of a wrong text, does not count.
static void TestWhatIsUsed(void **state) {
  static const char yaml[] = "parameters: {k: 1, kk: 2, v: 3, other: 4}\n"
                             "step: 2e3*kk\nnote: {deep: [other + 1]}\n";
  RicInput input;
  RicInputNode root, note;
  PetscReal step;

  (void)state;
  WriteCase(yaml, strlen(yaml));
  assert_int_equal(RicInputOpen(PETSC_COMM_WORLD, CASE_FILE, &input), 0);
  assert_int_equal(RicInputGetRoot(input, &root), 0);
  assert_int_equal(RicInputRequireReal(root, "step", RIC_POSITIVE, &step), 0);
  assert_close(step, 4000, 0);
  assert_true(IsUsed(input, "kk"));
  assert_false(IsUsed(input, "k"));
  assert_false(IsUsed(input, "other"));
  assert_int_equal(RicInputGetChild(root, "note", &note), 0);
  assert_int_equal(RicInputUseParameters(note), 0);
  assert_true(IsUsed(input, "other"));
  assert_false(IsUsed(input, "v"));
  assert_int_equal(RicInputClose(&input), 0);
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

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestValues),
      cmocka_unit_test(TestDefaults),
      cmocka_unit_test(TestAliasesAndMerges),
      cmocka_unit_test(TestWhatMergesGive),
      cmocka_unit_test(TestTextForms),
      cmocka_unit_test(TestOverrides),
      cmocka_unit_test(TestOverridesOfWhatIsNotThere),
      cmocka_unit_test(TestParameters),
      cmocka_unit_test(TestWhatIsUsed),
      cmocka_unit_test(TestNodes),
      cmocka_unit_test(TestManyItems),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, EnterDirectory, LeaveDirectory);
  PetscCall(PetscFinalize());
  return failed;
}
