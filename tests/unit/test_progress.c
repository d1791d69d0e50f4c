// SPDX-License-Identifier: BSD-2-Clause
// The progress bar fits into terminals of any width.
#include "app/progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char text[] = "left 1:23  t 0.1234 s  closed 12  iterations 3";

static void TestWidths(void **state) {
  char line[300];

  (void)state;
  for (int width = 1; width < 400; width++) {
    RicProgressBar(0.5, text, width, line, sizeof(line));
    assert_true((int)strlen(line) < width || width == 1);
    assert_true(strlen(line) < sizeof(line));
    assert_true(width < 54 || strstr(line, text)); // whole where it fits
    assert_int_equal(line[0] == '[', width >= 62); // the bar has 5 columns at least
  }
}

static void TestShare(void **state) {
  char line[128];

  (void)state;
  RicProgressBar(0.5, text, 80, line, sizeof(line));
  assert_string_equal(
      line, "[############...........]  50 %  left 1:23  t 0.1234 s  closed 12  iterations 3");
  RicProgressBar(1, "", 200, line, sizeof(line));
  assert_string_equal(line, "[##############################] 100 %  ");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestWidths), cmocka_unit_test(TestShare)};

  return cmocka_run_group_tests(tests, NULL, NULL);
}
