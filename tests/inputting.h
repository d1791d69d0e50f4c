// SPDX-License-Identifier: BSD-2-Clause
// A small schema of an input with a value of every kind, read from a file: what tests of inputs share.
#ifndef RIC_TESTS_INPUTTING_H
#define RIC_TESTS_INPUTTING_H

#include "io/input.h"
#include "numeric.h"
#include "raised.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CASE_FILE "case.yaml"

typedef struct {
  char title[8];
  PetscInt cells, grid[2], type, n_elements;
  PetscReal area, E, step, theta, gravity[3];
  PetscBool monitor;
  RicExpression load, velocity[2];
} Values;

static const char *const types[] = {"moreau-jean", "rattle", "projected", NULL};

static inline PetscErrorCode ReadMesh(RicInputNode root, Values *v) {
  RicInputNode mesh;

  PetscCall(RicInputRequireChild(root, "mesh", &mesh));
  PetscCall(RicInputCheckKeys(mesh, (const char *const[]){"cells", "grid", "name", NULL}));
  PetscCall(RicInputRequireInt(mesh, "cells", 1, 1000000, &v->cells));
  if (v->cells == 7)
    PetscCall(RicInputError(mesh, "cells", "must not be seven"));
  if (v->cells == 8)
    PetscCall(RicInputRequireInts(mesh, "grid", 2, 0, PETSC_MAX_INT, v->grid));
  return PETSC_SUCCESS;
}

static inline PetscErrorCode ReadElements(RicInputNode root, Values *v) {
  RicInputNode elements, element;

  PetscCall(RicInputGetChild(root, "elements", &elements));
  PetscCall(RicInputGetSize(elements, &v->n_elements));
  for (PetscInt i = 0; i < v->n_elements; ++i) {
    PetscCall(RicInputGetItem(elements, i, &element));
    PetscCall(RicInputCheckKeys(element, (const char *const[]){"area", "material", NULL}));
    PetscCall(RicInputRequireReal(element, "area", RIC_POSITIVE, &v->area));
  }
  return PETSC_SUCCESS;
}

static inline PetscErrorCode ReadMaterials(RicInputNode root, Values *v) {
  RicInputNode materials, material;
  PetscInt n;

  PetscCall(RicInputGetChild(root, "materials", &materials));
  PetscCall(RicInputGetSize(materials, &n));
  for (PetscInt i = 0; i < n; ++i) {
    PetscCall(RicInputGetItem(materials, i, &material));
    PetscCall(RicInputGetReal(material, "E", RIC_NON_NEGATIVE, &v->E));
  }
  return PETSC_SUCCESS;
}

static inline PetscErrorCode ReadStepper(RicInputNode root, Values *v) {
  RicInputNode stepper;

  PetscCall(RicInputGetChild(root, "stepper", &stepper));
  PetscCall(RicInputCheckKeys(
      stepper, (const char *const[]){"type", "step", "end", "theta", "monitor", NULL}));
  PetscCall(RicInputGetEnum(stepper, "type", types, &v->type));
  PetscCall(RicInputGetReal(stepper, "step", RIC_POSITIVE, &v->step));
  PetscCall(RicInputGetReal(stepper, "theta", RIC_UNIT_INTERVAL, &v->theta));
  PetscCall(RicInputGetBool(stepper, "monitor", &v->monitor));
  return PETSC_SUCCESS;
}

static inline PetscErrorCode ReadAll(RicInputNode root, Values *v) {
  static const char *const keys[] = {"title",   "mesh", "elements", "materials",  "stepper",
                                     "gravity", "load", "velocity", "parameters", NULL};

  PetscCall(RicInputCheckKeys(root, keys));
  PetscCall(RicInputGetString(root, "title", v->title, sizeof v->title));
  PetscCall(ReadMesh(root, v));
  PetscCall(ReadElements(root, v));
  PetscCall(ReadMaterials(root, v));
  PetscCall(ReadStepper(root, v));
  PetscCall(RicInputGetReals(root, "gravity", 3, RIC_ANY, v->gravity));
  PetscCall(RicInputGetExpression(root, "load", &v->load));
  PetscCall(RicInputGetExpressions(root, "velocity", 2, v->velocity));
  return PETSC_SUCCESS;
}

// Reading a case.

static inline void WriteCase(const char yaml[], size_t size) {
  FILE *file = fopen(CASE_FILE, "wb");

  assert_non_null(file);
  assert_int_equal(fwrite(yaml, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static inline PetscErrorCode OpenAndRead(RicInput *input, Values *v) {
  RicInputNode root;

  PetscCall(RicInputOpen(PETSC_COMM_WORLD, CASE_FILE, input));
  PetscCall(RicInputGetRoot(*input, &root));
  PetscCall(ReadAll(root, v));
  return PETSC_SUCCESS;
}

// Read yaml with options set meanwhile; answers what was raised, its message in raised_line.
static inline PetscErrorCode ReadCase(const char yaml[], const char options[], Values *v) {
  RicInput input = NULL;
  PetscOptions database;
  PetscErrorCode code;

  *v = (Values){.title = "none", .type = 1, .step = 0.5, .theta = 0.25, .gravity = {1, 2, 3}};
  WriteCase(yaml, strlen(yaml));
  assert_int_equal(PetscOptionsCreate(&database), 0);
  assert_int_equal(PetscOptionsInsertString(database, options ? options : ""), 0);
  assert_int_equal(PetscOptionsPush(database), 0);
  code = Raised(OpenAndRead(&input, v));
  assert_int_equal(RicInputClose(&input), 0);
  assert_null(input);
  assert_int_equal(PetscOptionsPop(), 0);
  assert_int_equal(PetscOptionsDestroy(&database), 0);
  return code;
}

static inline void FreeValues(Values *v) {
  assert_int_equal(RicExpressionDestroy(&v->load), 0);
  for (int i = 0; i < 2; ++i)
    assert_int_equal(RicExpressionDestroy(&v->velocity[i]), 0);
}

static inline void ReadRight(const char yaml[], const char options[], Values *v) {
  const PetscErrorCode code = ReadCase(yaml, options, v);

  if (code)
    print_error("%s\n", raised_line);
  assert_int_equal(code, 0);
}

// A group's fixtures: a directory of its own, for the name of the file stands in every message, bare.
static char own_directory[] = "/tmp/ricochet-input-XXXXXX";

static inline int EnterDirectory(void **state) {
  (void)state;
  return mkdtemp(own_directory) && chdir(own_directory) == 0 ? 0 : 1;
}

static inline int LeaveDirectory(void **state) {
  (void)state;
  (void)remove(CASE_FILE);
  return rmdir(own_directory);
}

#endif
