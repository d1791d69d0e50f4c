// SPDX-License-Identifier: BSD-2-Clause
// The nearest word: every kind of slip, case, ties, words that are not near.
#include "base/nearest_word.h"
#include "numeric.h"
#include <string.h>

static void TestNearestWord(void **state) {
  static const char *const known[] = {"step", "steps", "rho_inf", "restitution", "E", "nu", NULL};
  static const struct {
    const char *word, *nearest;
  } cases[] = {{"step", "step"},
               {"stepp", "step"},
               {"setp", "step"},
               {"sept", NULL},
               {"STEPS", "steps"},
               {"rho-inf", "rho_inf"},
               {"rhoinf", "rho_inf"},
               {"rinf", NULL},
               {"restituton", "restitution"},
               {"restitiution", "restitution"},
               {"e", "E"},
               {"x", NULL},
               {"un", "nu"},
               {"n", "nu"},
               {"xy", NULL},
               {"", NULL},
               {"completely different", NULL}};
  char long_word[500];

  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    const char *nearest = RicNearestWord(cases[i].word, known);

    if (!cases[i].nearest) {
      assert_null(nearest);
      continue;
    }
    assert_non_null(nearest);
    assert_string_equal(nearest, cases[i].nearest);
  }
  memset(long_word, 'a', sizeof long_word - 1);
  long_word[sizeof long_word - 1] = '\0';
  assert_null(RicNearestWord(long_word, known));
  assert_null(RicNearestWord("step", (const char *const[]){NULL}));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestNearestWord)};

  return cmocka_run_group_tests(tests, NULL, NULL);
}
