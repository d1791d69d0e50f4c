// SPDX-License-Identifier: BSD-2-Clause
// Element kernels: pure functions of the nodes an element touches. No Vec, Mat, MPI, allocation.
//
// Conventions. `dim` = 1, 2, 3 translational dofs a node; an element of nn nodes has nd = nn*dim
// dofs ordered node by node. X [3*nn]: reference coordinates, metres, always three components, of
// which the first dim count. u, v [nd]: displacement and velocity, m, m/s. Matrices are row-major
// [nd*nd]. Outputs are overwritten, not added to. SI units. `data`: that of the type, in
// element_data.h for those that others make in C.
#ifndef RIC_ELEMENT_ELEMENT_H
#define RIC_ELEMENT_ELEMENT_H

#include "base/parameter.h"

// Fields for output, one value an element (0 where they make no sense).
typedef struct {
  PetscReal axial_strain;    // –, engineering strain; bar-nonlinear: Green–Lagrange
  PetscReal axial_force;     // N, tension positive, damper included; bar-nonlinear: true force in
                             // the deformed bar
  PetscReal kinetic_density; // J/m of reference length (springs and point masses: 0)
  PetscReal strain_density;  // J/m of reference length (springs: 0)
} RicElementFields;

// What holds of an element of these data.
typedef struct {
  PetscBool lumped; // its mass matrix is diagonal
  PetscBool damped; // its force depends on v
  PetscBool cable;  // nothing but tension holds its nodes across, by intent
} RicElementTraits;

// The verbs of a type. NULL where a type has nothing to say: a spring has no mass, a point mass no
// force; no Check accepts everything, no Fields means zeros.
typedef struct {
  const char *name; // as in inputs: "bar", "bar-nonlinear", "spring", "ground-spring", "point-mass"
  const char *description; // one line, for `ricochet list elements`
  PetscInt num_nodes;
  const RicParameter *parameters; // what inputs say of it
  size_t data_size;               // bytes of its data
  // Force is linear in u and v: Tangent depends on neither (nor reads them: they may be NULL).
  PetscBool linear;
  // Are this geometry and these options acceptable? NULL if yes, else what the element has that is
  // wrong, to be read after "has": "zero length".
  const char *(*Check)(const void *data, PetscInt dim, const PetscReal X[]);
  // NULL: lumped, and nothing else.
  RicElementTraits (*Traits)(const void *data);
  // Mass matrix, kg.
  void (*Mass)(const void *data, PetscInt dim, const PetscReal X[], PetscReal M[]);
  // Internal elastic and viscous force f(u, v), N: resists; equation of motion M a = −f + ….
  void (*Force)(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                const PetscReal v[], PetscReal f[]);
  // K = ∂f/∂u, N/m and C = ∂f/∂v, N s/m; either may be NULL.
  void (*Tangent)(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                  const PetscReal v[], PetscReal K[], PetscReal C[]);
  // Stored elastic energy, J; f(u, 0) is its derivative.
  PetscReal (*Energy)(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[]);
  void (*Fields)(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                 const PetscReal v[], RicElementFields *fields);
} RicElementOps;

static inline RicElementTraits RicElementTraitsOf(const RicElementOps *ops, const void *data) {
  const RicElementTraits none = {.lumped = PETSC_TRUE};
  return ops->Traits ? ops->Traits(data) : none;
}

// *ops = the type of that name, NULL when there is none. Not collective. The table owns it.
PetscErrorCode RicElementFind(const char name[], const RicElementOps **ops);
// The types known, n of them in the order of the table, which owns them. Not collective.
PetscErrorCode RicElementGetTable(PetscInt *n, const RicElementOps *const **table);

#endif
