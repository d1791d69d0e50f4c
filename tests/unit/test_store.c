// SPDX-License-Identifier: BSD-2-Clause
// Store: every piece is zeroed, aligned and its own, whatever was taken before it.
#include "base/store.h"
#include "modelling.h"
#include <stdint.h>
#include <string.h>

enum { NUM = 3000 };

typedef struct {
  unsigned char *bytes;
  size_t length;
} Piece;

// Sizes of all kinds, some larger than any block.
static size_t Length(int i) { return i % 1000 == 999 ? (size_t)9 << 20 : (size_t)(i * 37 % 301); }

static PetscBool IsAll(const Piece *piece, unsigned char value) {
  for (size_t k = 0; k < piece->length; k++)
    if (piece->bytes[k] != value)
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static void TestPiecesAreApart(void **state) {
  static Piece pieces[NUM];
  RicStore store;
  const char *text;
  (void)state;
  Must(RicStoreCreate(&store));
  for (int i = 0; i < NUM; i++) {
    pieces[i].length = Length(i);
    Must(RicStoreTake(store, pieces[i].length, &pieces[i].bytes));
    assert_int_equal((uintptr_t)pieces[i].bytes % sizeof(void *), 0);
    assert_int_equal((uintptr_t)pieces[i].bytes % sizeof(PetscReal), 0);
    assert_true(IsAll(&pieces[i], 0));
    memset(pieces[i].bytes, i % 255 + 1, pieces[i].length);
    Must(RicStoreCopyText(store, "odd", (size_t)(i % 4), &text));
    assert_int_equal(strlen(text), i % 4);
  }
  for (int i = 0; i < NUM; i++)
    assert_true(IsAll(&pieces[i], (unsigned char)(i % 255 + 1)));
  Must(RicStoreDestroy(&store));
  assert_null(store);
  Must(RicStoreDestroy(&store));
}

static void TestTexts(void **state) {
  const char *a, *b, *none;
  RicStore store;
  (void)state;
  Must(RicStoreCreate(&store));
  Must(RicStoreCopyText(store, "rubber", 3, &a));
  Must(RicStoreCopyText(store, "steel", 5, &b));
  Must(RicStoreCopyText(store, NULL, 0, &none));
  assert_string_equal(a, "rub");
  assert_string_equal(b, "steel");
  assert_string_equal(none, "");
  Must(RicStoreDestroy(&store));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestPiecesAreApart),
                                     cmocka_unit_test(TestTexts)};
  int failed;

  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() ? 1 : failed;
}
