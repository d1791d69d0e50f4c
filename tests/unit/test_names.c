// SPDX-License-Identifier: BSD-2-Clause
// Names: what was added is found by its name, and nothing else is.
#include "base/names.h"
#include "modelling.h"
#include <stdio.h>
#include <string.h>

enum { NUM = 1000 };

static void *Find(RicNames names, const char name[]) {
  void *thing;
  Must(RicNamesFind(names, name, &thing));
  return thing;
}

static void TestFindsAll(void **state) {
  RicNames names;
  int things[NUM];
  char name[16];
  (void)state;
  Must(RicNamesCreate(&names));
  for (int i = 0; i < NUM; i++) {
    snprintf(name, sizeof(name), "link%d", (7 * i) % NUM); // in no order
    Must(RicNamesAdd(names, name, &things[(7 * i) % NUM]));
  }
  for (int i = 0; i < NUM; i++) {
    snprintf(name, sizeof(name), "link%d", i);
    assert_ptr_equal(Find(names, name), &things[i]);
  }
  assert_null(Find(names, "link1000"));
  assert_null(Find(names, "link"));
  assert_null(Find(names, ""));
  Must(RicNamesDestroy(&names));
  assert_null(names);
}

static void TestFirstStays(void **state) {
  RicNames names;
  int first, second;
  char name[] = "hinge";
  (void)state;
  Must(RicNamesCreate(&names));
  assert_null(Find(names, "hinge"));
  Must(RicNamesAdd(names, name, &first));
  Must(RicNamesAdd(names, name, &second));
  memset(name, 'x', sizeof(name) - 1); // the name was copied
  assert_ptr_equal(Find(names, "hinge"), &first);
  assert_null(Find(names, name));
  Must(RicNamesDestroy(&names));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestFindsAll),
                                     cmocka_unit_test(TestFirstStays)};
  int failed;

  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() ? 1 : failed;
}
