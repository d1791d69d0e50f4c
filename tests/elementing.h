// SPDX-License-Identifier: BSD-2-Clause
// An element with random data at random states: what tests of elements share. What must be known of a type
// to test it stands in all_traits.
#ifndef RIC_TESTS_ELEMENTING_H
#define RIC_TESTS_ELEMENTING_H

#include "element/element.h"
#include "element/element_data.h"
#include "numeric.h"
#include "parameters.h"
#include <math.h>
#include <string.h>

#define NUM_STATES 40
#define MAX_ENTRIES (RIC_MAX_DOFS * RIC_MAX_DOFS)

typedef enum { ROTATION_FREE, ROTATION_INFINITESIMAL, ROTATION_FINITE } Rotation;
typedef enum { MASS_NONE, MASS_LINE, MASS_POINT } MassKind;
typedef struct {
  const char *name;
  PetscBool grounded;     // resists rigid motion by design, with f = k u + c v
  Rotation rotation;      // which rotations it does not resist (free: there is no line to turn)
  MassKind mass;          // total: 0, ρSL or m
  PetscBool tension_only; // knows the option
  PetscBool densities;    // fields hold kinetic and strain energy per length
} Traits;

static const Traits all_traits[] = {
    {"bar", PETSC_FALSE, ROTATION_INFINITESIMAL, MASS_LINE, PETSC_FALSE, PETSC_TRUE},
    {"bar-nonlinear", PETSC_FALSE, ROTATION_FINITE, MASS_LINE, PETSC_TRUE, PETSC_TRUE},
    {"spring", PETSC_FALSE, ROTATION_INFINITESIMAL, MASS_NONE, PETSC_FALSE, PETSC_FALSE},
    {"ground-spring", PETSC_TRUE, ROTATION_FREE, MASS_NONE, PETSC_FALSE, PETSC_FALSE},
    {"point-mass", PETSC_FALSE, ROTATION_FREE, MASS_POINT, PETSC_FALSE, PETSC_FALSE},
};

// A type without a row here fails: nothing is skipped because it is new.
static inline const Traits *TraitsOf(const char name[]) {
  for (size_t i = 0; i < sizeof all_traits / sizeof *all_traits; ++i)
    if (!strcmp(all_traits[i].name, name))
      return &all_traits[i];
  fail_msg("no traits for element type '%s'", name);
  return NULL;
}

static inline const RicElementOps *Find(const char name[]) {
  const RicElementOps *ops;
  assert_int_equal(RicElementFind(name, &ops), 0);
  return ops;
}

// Of any type; a type with larger data fails.
typedef union {
  RicBarNonlinearData bar; // of both bars
  RicSpringData spring;
  RicGroundSpringData ground;
  RicPointMassData point;
} Data;

typedef struct {
  const RicElementOps *ops;
  const Traits *traits;
  Data data;
  PetscInt dim, nd;
  PetscReal X[3 * RIC_MAX_NODES], u[RIC_MAX_DOFS], v[RIC_MAX_DOFS];
} Case;

static inline PetscBool RandomBool(uint64_t *seed) {
  return Uniform(seed, 0, 1) < 0.5 ? PETSC_TRUE : PETSC_FALSE;
}

// Values for all that the type's table says.
static inline Data RandomData(const RicElementOps *ops, uint64_t *seed) {
  Data data;
  assert_true(ops->data_size <= sizeof data);
  for (size_t i = 0; i < sizeof data / sizeof(PetscReal); ++i)
    ((PetscReal *)&data)[i] = NAN;
  for (const RicParameter *p = ops->parameters; p->key; ++p) {
    void *at = (char *)&data + p->offset;
    if (p->kind == RIC_PARAMETER_REAL)
      *(PetscReal *)at = Uniform(seed, 0.5, 3);
    if (p->kind == RIC_PARAMETER_VECTOR)
      UniformArray(seed, 1, 3, 3, at);
    if (p->kind == RIC_PARAMETER_MATERIAL)
      *(RicMaterial *)at = (RicMaterial){Uniform(seed, 1, 3), Uniform(seed, 1, 3)};
    if (p->kind == RIC_PARAMETER_BOOL)
      *(PetscBool *)at = RandomBool(seed);
  }
  return data;
}

static inline PetscBool IsCable(const Data *data, const Traits *traits) {
  return (PetscBool)(traits->tension_only && data->bar.tension_only);
}

static inline RicElementFields FieldsOf(const Case *c) {
  RicElementFields fields = {0};
  if (c->ops->Fields) {
    fields = (RicElementFields){NAN, NAN, NAN, NAN};
    c->ops->Fields(&c->data, c->dim, c->X, c->u, c->v, &fields);
  }
  return fields;
}

// A displacement that is large against the length, but that leaves a cable clearly taut or clearly
// slack, so that differences do not straddle the kink.
static inline void RandomState(Case *c, uint64_t *seed) {
  do {
    UniformArray(seed, -0.5, 0.5, c->nd, c->u);
    UniformArray(seed, -1, 1, c->nd, c->v);
  } while (IsCable(&c->data, c->traits) && PetscAbsReal(FieldsOf(c).axial_strain) < 0.05);
}

static inline Case RandomCase(const RicElementOps *ops, PetscInt dim, uint64_t *seed) {
  Case c = {.ops = ops, .traits = TraitsOf(ops->name), .dim = dim, .nd = ops->num_nodes * dim};
  PetscReal length = 0;
  c.data = RandomData(ops, seed);
  while (length < 0.5) {
    UniformArray(seed, -1, 1, 3 * ops->num_nodes, c.X);
    length = 1;
    if (ops->num_nodes < 2)
      break;
    for (PetscInt i = dim; i < 3; ++i)
      c.X[3 + i] = c.X[i];
    length = hypot(hypot(c.X[3] - c.X[0], c.X[4] - c.X[1]), c.X[5] - c.X[2]);
  }
  if (ops->Check)
    assert_null(ops->Check(&c.data, dim, c.X));
  RandomState(&c, seed);
  return c;
}

typedef void (*CheckFn)(const Case *c, uint64_t *seed);

static inline void ForEveryType(CheckFn check) {
  const RicElementOps *const *table;
  PetscInt n;
  uint64_t seed = 1;
  assert_int_equal(RicElementGetTable(&n, &table), 0);
  assert_int_equal(n, sizeof all_traits / sizeof *all_traits);
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt dim = 1; dim <= 3; ++dim)
      for (PetscInt k = 0; k < NUM_STATES; ++k) {
        const Case c = RandomCase(table[i], dim, &seed);
        check(&c, &seed);
      }
}

#endif
