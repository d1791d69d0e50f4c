// SPDX-License-Identifier: BSD-2-Clause
// The nursery of this very program: its runs print their words and end with a code that is one of them.
#include "study/nursery.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define RUNS 5

static int nursery = -1;

static int Run(int argc, char **argv) {
  for (int i = 2; i < argc; ++i)
    printf("%s\n", argv[i]);
  fprintf(stderr, "%d\n", getpgrp() == getpid());
  return atoi(argv[argc - 1]);
}

static void AssertText(const char path[], const char text[]) {
  char told[1000] = "";
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  (void)!fread(told, 1, sizeof told - 1, file);
  assert_int_equal(fclose(file), 0);
  assert_string_equal(told, text);
  assert_int_equal(remove(path), 0);
}

static void RunsAreChildrenWithTheirWords(void **state) {
  char log[RUNS][100], code[RUNS][10];
  pid_t pid[RUNS];
  int status;
  (void)state;
  for (int i = 0; i < RUNS; ++i) {
    snprintf(log[i], sizeof log[i], "/tmp/ricochet-nursery-%d-%d", (int)getpid(), i);
    snprintf(code[i], sizeof code[i], "%d", 10 + i);
    const char *const words[] = {"test", "born", "a b", "", code[i], NULL};
    assert_int_equal(RicNurseryStart(nursery, log[i], words, &pid[i]), 0);
    assert_true(pid[i] > 0 && pid[i] != getpid());
  }
  for (int i = 0; i < RUNS; ++i) {
    char told[100];
    while (waitpid(pid[i], &status, 0) != pid[i]) // until it is handed over
      assert_int_equal(errno, ECHILD);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 10 + i);
    snprintf(told, sizeof told, "1\na b\n\n%s\n", code[i]);
    AssertText(log[i], told);
  }
}

static void ALogThatCannotBeIsToldByTheCode(void **state) {
  const char *const words[] = {"test", "born", "0", NULL};
  pid_t pid;
  int status;
  (void)state;
  assert_int_equal(RicNurseryStart(nursery, "/nowhere/log", words, &pid), 0);
  while (waitpid(pid, &status, 0) != pid)
    assert_int_equal(errno, ECHILD);
  assert_int_equal(WEXITSTATUS(status), 127);
}

static void TooManyWordsAreLeftToTheCaller(void **state) {
  char *word = malloc(200001);
  const char *const words[] = {"test", "born", word, NULL};
  pid_t pid;
  (void)state;
  memset(word, 'x', 200000);
  word[200000] = '\0';
  assert_int_equal(RicNurseryStart(nursery, "/dev/null", words, &pid), E2BIG);
  free(word);
}

static void ClosedItStartsNothing(void **state) {
  const char *const words[] = {"test", "born", "0", NULL};
  pid_t pid;
  (void)state;
  RicNurseryClose(&nursery);
  assert_int_equal(nursery, -1);
  assert_int_not_equal(RicNurseryStart(nursery, "/dev/null", words, &pid), 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(RunsAreChildrenWithTheirWords),
                                     cmocka_unit_test(ALogThatCannotBeIsToldByTheCode),
                                     cmocka_unit_test(TooManyWordsAreLeftToTheCaller),
                                     cmocka_unit_test(ClosedItStartsNothing)};
  sigset_t mask;

  sigemptyset(&mask);
  if (RicNurseryOpen(&mask, &nursery, &argc, &argv))
    return 1;
  if (argc > 1 && !strcmp(argv[1], "born"))
    return Run(argc, argv);
  return cmocka_run_group_tests_name("nursery", tests, NULL, NULL);
}
