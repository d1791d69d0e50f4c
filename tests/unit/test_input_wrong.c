// SPDX-License-Identifier: BSD-2-Clause
// Input: wrong files give the message that a user needs, with its place.
#include "inputting.h"

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
    // Parameters
    {"parameters: 3\n" M, NULL, "case.yaml:1:13: parameters: expects a mapping of keys (is '3')"},
    {"parameters: {k: }\n" M, NULL, "case.yaml:1:14: parameters.k: expects a number (is empty)"},
    {"parameters: {k: [1]}\n" M, NULL,
     "case.yaml:1:14: parameters.k: expects a number (is a list)"},
    {"parameters: {k: nan}\n" M, NULL, "case.yaml:1:17: parameters.k: must be finite (is nan)"},
    {"parameters: {k: 1/0}\n" M, NULL,
     "case.yaml:1:17: parameters.k: must be finite (is '1/0' = inf)"},
    {"parameters: {k: 2*t}\n" M, NULL,
     "case.yaml:1:17: parameters.k: expects a number (is '2*t'): unknown name 't' at position 3 "
     "(parameters: k; constants: pi, _e)"},
    {"parameters: {sin: 1}\n" M, NULL,
     "case.yaml:1:14: parameters.sin: would hide a variable, a constant or a function ..."},
    {"parameters: {s: 1}\n" M, NULL, "case.yaml:1:14: parameters.s: would hide a variable, ..."},
    {"parameters: {2k: 1}\n" M, NULL,
     "case.yaml:1:14: parameters.2k: a name of letters, digits and _ is needed..."},
    {"parameters: {a.b: 1}\n" M, NULL, "case.yaml:1:14: parameters.a.b: a name of letters..."},
    {"parameters: {k: 1, K: 1}\n" M, NULL,
     "case.yaml:1:20: parameters.K: differs from one above by case alone..."},
    {"parameters: {k: k}\n" M, NULL,
     "case.yaml:1:17: parameters.k: a parameter that stands on itself: k -> k"},
    {"parameters: {a: 2*bb, bb: c+a, c: 1}\n" M, NULL,
     "case.yaml:1:27: parameters.bb: a parameter that stands on itself: a -> bb -> a"},
    {"parameters: {stiff: 1}\n" M "elements: [{area: 2*stif}]\n", NULL,
     "case.yaml:3:19: elements[0].area: expects a number (is '2*stif'): unknown name 'stif' at "
     "position 3, did you mean 'stiff'? (parameters: stiff; constants: pi, _e)"},
    {"parameters: {a: 1}\n" M "elements: [{area: 1-a}]\n", NULL,
     "case.yaml:3:19: elements[0].area: must be > 0 (is '1-a' = 0)"},
    {"parameters: {a: 1}\n" M "stepper: {theta: 2*a}\n", NULL,
     "case.yaml:3:18: stepper.theta: must be in 0 ... 1 (is '2*a' = 2)"},
    {"parameters: {a: 1}\n" M "stepper: {step: a*(1}\n", NULL,
     "case.yaml:3:17: stepper.step: expects a number (is 'a*(1'): missing parenthesis ..."},
    {"parameters: {n: 5}\nmesh: {cells: n/2}\n", NULL,
     "case.yaml:2:15: mesh.cells: expects an integer (is 'n/2' = 2.5)"},
    {"parameters: {n: 5}\nmesh: {cells: n-5}\n", NULL,
     "case.yaml:2:15: mesh.cells: must be in 1 ... 1000000 (is 'n-5' = 0)"},
    {"parameters: {amp: 1}\n" M "load: amq*t\n", NULL,
     "case.yaml:3:7: load: expects an expression of t, x, y, z (is 'amq*t'): unknown name 'amq' at "
     "position 1, did you mean 'amp'? (variables: t, x, y, z; parameters: amp; ..."},
    {"parameters: {k: 1}\n" M, "-parameters_k abc",
     "option -parameters_k: expects a number (is 'abc'): unknown name 'abc' ..."},
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
      cmocka_unit_test(TestWrongInputs),
      cmocka_unit_test(TestUnreadableFiles),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, EnterDirectory, LeaveDirectory);
  PetscCall(PetscFinalize());
  return failed;
}
