// SPDX-License-Identifier: BSD-2-Clause
// Types of one's own: known by their names once they are registered; what cannot be one is told.
#include "contact/contact.h"
#include "element/element.h"
#include "numeric.h"
#include "raised.h"
#include <stddef.h>
#include <string.h>

typedef struct {
  PetscReal one, two;
} Data;

static const RicParameter parameters[] = {
    {"one", "a number", "m", RIC_PARAMETER_REAL, .offset = offsetof(Data, one)},
    {"two", "a number", "m", RIC_PARAMETER_REAL, .offset = offsetof(Data, two)},
    {NULL}};

static void Geometry(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                     RicContactGeometry g[]) {
  (void)data, (void)dim, (void)a, (void)b;
  g->gap = 42;
}

static void Mass(const void *data, PetscInt dim, const PetscReal X[], PetscReal M[]) {
  (void)data, (void)dim, (void)X, (void)M;
}

static void Force(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                  const PetscReal v[], PetscReal f[]) {
  (void)data, (void)dim, (void)X, (void)u, (void)v, (void)f;
}

static const RicContactOps contact = {.name = "own",
                                      .description = "",
                                      .form = RIC_CONTACT_OF_POINTS,
                                      .num_rows = 1,
                                      .parameters = parameters,
                                      .data_size = sizeof(Data),
                                      .Geometry = Geometry};
static const RicElementOps element = {.name = "own",
                                      .description = "",
                                      .num_nodes = 2,
                                      .parameters = parameters,
                                      .data_size = sizeof(Data),
                                      .Mass = Mass};

static void TestContactIsKnown(void **state) {
  (void)state;
  const RicContactOps *ops, *const *table;
  PetscInt before, after;
  assert_int_equal(RicContactGetTable(&before, &table), 0);
  assert_int_equal(RicContactFind("own", &ops), 0);
  assert_null(ops);
  for (int i = 0; i < 2; i++) // the second time nothing happens
    assert_int_equal(RicContactRegister(&contact), 0);
  assert_int_equal(RicContactFind("own", &ops), 0);
  assert_ptr_equal(ops, &contact);
  assert_int_equal(RicContactGetTable(&after, &table), 0);
  assert_int_equal(after, before + 1);
  assert_ptr_equal(table[before], &contact);
}

static void TestElementIsKnown(void **state) {
  (void)state;
  const RicElementOps *ops, *const *table;
  PetscInt before, after;
  assert_int_equal(RicElementGetTable(&before, &table), 0);
  for (int i = 0; i < 2; i++)
    assert_int_equal(RicElementRegister(&element), 0);
  assert_int_equal(RicElementFind("own", &ops), 0);
  assert_ptr_equal(ops, &element);
  assert_int_equal(RicElementGetTable(&after, &table), 0);
  assert_int_equal(after, before + 1);
  assert_ptr_equal(table[before], &element);
}

static void RefuseContact(const RicContactOps *ops, const char line[]) {
  assert_int_equal(Raised(RicContactRegister(ops)), PETSC_ERR_USER_INPUT);
  assert_string_equal(raised_line, line);
}

static void RefuseElement(const RicElementOps *ops, const char line[]) {
  assert_int_equal(Raised(RicElementRegister(ops)), PETSC_ERR_USER_INPUT);
  assert_string_equal(raised_line, line);
}

static void TestNames(void **state) {
  (void)state;
  RicContactOps c = contact;
  c.name = NULL;
  RefuseContact(&c, "a type of contact must have a name");
  c.name = "two words";
  RefuseContact(&c,
                "contact 'two words': a name has 1 to 63 of the characters a-z, A-Z, 0-9, - and _");
  c.name = "";
  RefuseContact(&c, "contact '': a name has 1 to 63 of the characters a-z, A-Z, 0-9, - and _");
  c.name = "node-plane";
  RefuseContact(&c, "contact node-plane: another contact of this name is registered already");
  RicElementOps e = element;
  e.name = "bar";
  RefuseElement(&e, "element bar: another element of this name is registered already");
}

static void TestWhatMustBeThere(void **state) {
  (void)state;
  RicContactOps c = contact;
  c.Geometry = NULL;
  RefuseContact(&c, "contact own: Geometry is NULL, must be given");
  c = contact, c.num_rows = 3;
  RefuseContact(&c, "contact own: num_rows is 3, must be from 1 to 2");
  c = contact, c.form = (RicContactForm)7;
  RefuseContact(&c, "contact own: form is none of RicContactForm");
  RicElementOps e = element;
  e.Mass = NULL;
  RefuseElement(&e, "element own: Mass and Force are both NULL, one must be given");
  e.Force = Force;
  RefuseElement(&e, "element own: with Force come Tangent and Energy, must be given");
  e = element, e.num_nodes = 3;
  RefuseElement(&e, "element own: num_nodes is 3, must be 1 or 2");
  e = element, e.description = NULL;
  RefuseElement(&e, "element own: description is NULL, must be given");
}

static void TestParameters(void **state) {
  (void)state;
  static const RicParameter twice[] = {
      {.key = "one", .help = "", .unit = ""}, {.key = "one", .help = "", .unit = ""}, {NULL}};
  static const RicParameter bare[] = {{.key = "one", .unit = ""}, {NULL}};
  RicContactOps c = contact;
  c.data_size = sizeof(PetscReal);
  RefuseContact(&c, "contact own: parameter two ends at byte 16 of data that has 8");
  c = contact, c.parameters = NULL;
  RefuseContact(&c, "contact own: parameters is NULL, must be a table ended by {NULL}");
  c.parameters = twice;
  RefuseContact(&c, "contact own: two parameters one");
  c.parameters = bare;
  RefuseContact(
      &c, "contact own: parameter 'one' needs a key of a-z, A-Z, 0-9, - and _, a help and a unit");
}

// Of a caller that was compiled with other headers nothing is read.
static void TestOtherHeaders(void **state) {
  (void)state;
  const RicContactOps *nowhere = (const RicContactOps *)sizeof(RicContactOps);
  assert_int_equal(Raised(RicContactRegisterVersion(nowhere, 1000, sizeof(RicContactOps))),
                   PETSC_ERR_USER_INPUT);
  assert_non_null(strstr(raised_line, "compiled with version 1000 of contact/contact.h"));
  assert_int_equal(Raised(RicElementRegisterVersion(NULL, RIC_ELEMENT_VERSION, 1)),
                   PETSC_ERR_USER_INPUT);
  assert_non_null(strstr(raised_line, "compiled with a RicElementOps of 1 bytes"));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestContactIsKnown), cmocka_unit_test(TestElementIsKnown),
      cmocka_unit_test(TestNames),          cmocka_unit_test(TestWhatMustBeThere),
      cmocka_unit_test(TestParameters),     cmocka_unit_test(TestOtherHeaders),
  };
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() ? 1 : failed;
}
