// SPDX-License-Identifier: BSD-2-Clause
// An archive in memory brings back what was kept, as often as it is asked.
#include "base/archive_memory.h"
#include "modelling.h"

typedef struct {
  PetscReal reals[3];
  PetscInt number;
  PetscBool truths[2];
  char *text;
  Vec x;
} Owner;

static void Walk(Owner *o, RicArchive archive) {
  Must(RicArchiveGroup(archive, "owner"));
  Must(RicArchiveReals(archive, "reals", 3, o->reals));
  Must(RicArchiveInt(archive, "number", &o->number));
  Must(RicArchiveBools(archive, "truths", 2, o->truths));
  Must(RicArchiveText(archive, "text", &o->text));
  Must(RicArchiveVector(archive, "x", RIC_ARCHIVE_DOFS, o->x));
}

static void Spoil(Owner *o) {
  o->reals[1] = PETSC_INFINITY, o->number = 0, o->truths[0] = PETSC_FALSE, o->text = NULL;
  Must(VecSet(o->x, -1));
}

static void CheckOwner(const Owner *o, PetscReal size) {
  PetscReal sum;
  assert_true(o->reals[0] == 1 && o->reals[1] == 0.1 && o->reals[2] == -3 && o->number == 7);
  assert_true(o->truths[0] && !o->truths[1]);
  assert_string_equal(o->text, "kept");
  Must(VecSum(o->x, &sum));
  assert_true(sum == 5 * size);
}

static void TestKept(void **state) {
  Owner o = {{1, 0.1, -3}, 7, {PETSC_TRUE, PETSC_FALSE}, "kept", NULL};
  RicArchive archive;
  (void)state;
  Must(VecCreateSeq(PETSC_COMM_SELF, 5, &o.x));
  Must(RicArchiveMemoryCreate(&archive));
  for (PetscInt size = 1; size <= 2; size++) { // the second over the first
    Must(VecSet(o.x, (PetscReal)size));
    Must(RicArchiveMemorySave(archive));
    Walk(&o, archive);
    for (PetscInt k = 0; k < 2; k++) {
      Spoil(&o);
      Must(RicArchiveMemoryLoad(archive));
      assert_true(RicArchiveIsLoading(archive));
      Walk(&o, archive);
      CheckOwner(&o, (PetscReal)size);
      if (k == 0)
        Must(PetscFree(o.text));
    }
    char *loaded = o.text;
    o.text = "kept";
    Must(PetscFree(loaded));
  }
  Must(RicArchiveMemoryDestroy(&archive));
  assert_null(archive);
  Must(VecDestroy(&o.x));
}

static void TestTooMuch(void **state) {
  PetscReal x[2] = {1, 2};
  RicArchive archive;
  (void)state;
  Must(RicArchiveMemoryCreate(&archive));
  Must(RicArchiveMemorySave(archive));
  Must(RicArchiveReal(archive, "x", x));
  Must(RicArchiveMemoryLoad(archive));
  Must(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  assert_int_equal(RicArchiveReals(archive, "x", 2, x), PETSC_ERR_PLIB);
  Must(PetscPopErrorHandler());
  Must(RicArchiveMemoryDestroy(&archive));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestKept), cmocka_unit_test(TestTooMuch)};
  int failed;

  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() ? 1 : failed;
}
