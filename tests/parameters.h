// SPDX-License-Identifier: BSD-2-Clause
// What holds of the table of parameters of any type, and data of any type at random.
#ifndef RIC_TESTS_PARAMETERS_H
#define RIC_TESTS_PARAMETERS_H

#include "base/parameter.h"
#include "geom/vec3.h"
#include "numeric.h"
#include <string.h>

// Keys differ, each says what it is, and its value stands within the data.
static inline void CheckParameters(const RicParameter table[], size_t size) {
  for (const RicParameter *p = table; p->key; ++p) {
    char text[RIC_TEXT_LEN];
    assert_true(strlen(p->help) > 0);
    assert_int_equal(RicParameterDescribe(p, text, sizeof text), 0);
    if (RicParameterHasData(p))
      assert_true(p->offset + sizeof(PetscBool) <= size);
    for (const RicParameter *q = table; q < p; ++q) {
      assert_string_not_equal(p->key, q->key);
      assert_true(!RicParameterHasData(p) || !RicParameterHasData(q) || p->offset != q->offset);
    }
  }
}

// Room for the data of any type.
typedef union {
  PetscReal reals[48];
  char bytes[48 * sizeof(PetscReal)];
} RoomForData;

// Numbers of a key, [0, 1) of others.
typedef struct {
  const char *key;
  PetscReal low, high;
} RandomRange;

static inline PetscReal RandomValue(const char key[], const RandomRange ranges[], uint64_t *seed) {
  for (const RandomRange *r = ranges; r->key; ++r)
    if (!strcmp(key, r->key))
      return Uniform(seed, r->low, r->high);
  return Uniform(seed, 0, 1);
}

static inline void RandomDirection(PetscInt dim, uint64_t *seed, PetscReal n[3]) {
  n[0] = n[1] = n[2] = 0;
  do
    UniformArray(seed, -1, 1, dim, n);
  while (RicVec3Norm(n) < 0.1);
  RicVec3Scale(1 / RicVec3Norm(n), n, n);
}

// Data of a table's type: directions of the plane, or of space, numbers of the ranges (ended by NULL),
// curves the caller's.
static inline void RandomParameters(const RicParameter table[], PetscInt dim,
                                    const RandomRange ranges[], uint64_t *seed, RoomForData *data) {
  *data = (RoomForData){.reals = {0}};
  RicParametersSetDefaults(table, data);
  for (const RicParameter *p = table; p->key; ++p) {
    PetscReal *x = (PetscReal *)(data->bytes + p->offset);
    if (p->in_space && dim < 3)
      continue;
    if (p->kind == RIC_PARAMETER_REAL)
      *x = RandomValue(p->key, ranges, seed);
    if (p->kind == RIC_PARAMETER_VECTOR)
      for (PetscInt d = 0; d < dim; ++d)
        x[d] = RandomValue(p->key, ranges, seed);
    if (p->kind == RIC_PARAMETER_DIRECTION)
      RandomDirection(dim, seed, x);
    if (p->kind == RIC_PARAMETER_BOOL)
      *(PetscBool *)(data->bytes + p->offset) = (PetscBool)(Uniform(seed, -1, 1) < 0);
  }
}

#endif
