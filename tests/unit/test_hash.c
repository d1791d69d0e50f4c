// SPDX-License-Identifier: BSD-2-Clause
// Hash: the values its authors publish (Fowler, Noll & Vo, test vectors of FNV-1a), and files.
#include "base/hash.h"
#include "modelling.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
  const char *text;
  uint64_t hash;
} known[] = {
    {"", 0xcbf29ce484222325ull}, {"a", 0xaf63dc4c8601ec8cull}, {"foobar", 0x85944171f73967e8ull}};

static void TestKnown(void **state) {
  char digits[RIC_HASH_LEN];
  (void)state;
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
    const size_t n = strlen(known[i].text);
    assert_true(RicHashBytes(RIC_HASH_START, known[i].text, n) == known[i].hash);
    const uint64_t half = RicHashBytes(RIC_HASH_START, known[i].text, n / 2);
    assert_true(RicHashBytes(half, known[i].text + n / 2, n - n / 2) == known[i].hash);
  }
  RicHashPrint(0x1f, digits);
  assert_string_equal(digits, "000000000000001f");
}

static void TestFile(void **state) {
  char path[] = "/tmp/ricochet-hash-XXXXXX";
  const int descriptor = mkstemp(path);
  uint64_t hash;
  (void)state;
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, "foobar", 6), 6);
  assert_int_equal(close(descriptor), 0);
  assert_int_equal(RicHashFile(path, &hash), 0);
  assert_true(hash == 0x85944171f73967e8ull);
  assert_int_equal(unlink(path), 0);
  assert_int_not_equal(RicHashFile(path, &hash), 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestKnown), cmocka_unit_test(TestFile)};
  int failed;

  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() ? 1 : failed;
}
