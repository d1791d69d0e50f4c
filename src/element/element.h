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

RIC_C_BEGIN

// The version of RicElementOps and of what its functions are asked for. It grows with every change of
// either: a plugin compiled with another version is refused before anything of it is read.
#define RIC_ELEMENT_VERSION 1

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

// An element on its way from u0 to u0 + du, in a step whose energy is to be exact.
typedef struct {
  const PetscReal *u0, *du; // [nd] m
  PetscReal dissipation;    // χ ≥ 0 of high frequencies; 0: none
  const PetscReal *before;  // [nd] displacement at the beginning of the step before, where χ > 0;
                            // NULL: that step did not move it
  PetscReal ratio;          // what the increment of the step before counts: 1, less after a
                            // longer step, h/h_before ≤ 1
} RicElementPath;

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
  // The elastic force over a path, its tangent and the energy of its increment, as
  // RicElementPathForce and the others below have them. NULL: their general formulas.
  void (*PathForce)(const void *data, PetscInt dim, const PetscReal X[], const RicElementPath *path,
                    PetscReal f[]);
  void (*PathTangent)(const void *data, PetscInt dim, const PetscReal X[],
                      const RicElementPath *path, PetscReal K[]);
  PetscReal (*PathEnergy)(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u0[],
                          const PetscReal u1[]);
} RicElementOps;

static inline RicElementTraits RicElementTraitsOf(const RicElementOps *ops, const void *data) {
  const RicElementTraits none = {PETSC_TRUE, PETSC_FALSE, PETSC_FALSE}; // lumped alone
  return ops->Traits ? ops->Traits(data) : none;
}

// f [nd], N: the discrete gradient of the stored energy V over the path, without dissipation
//   f·du = V(u0 + du) − V(u0)
// to round-off, and f → f(u0) as du → 0. With χ, and E = RicElementPathEnergy of the path and of the
// step before it, f·du ≥ V(u0 + du) − V(u0) + ½χ (E − ratio² E_before).
// Dampers have no part in it. Without a verb of the type: of linear types the force at the mean and
// f_d = ½χ K (du − ratio (u0 − before)); of others the formula of Gonzalez
//   f = f(ū) + s du/|du|²,  s = V(u0 + du) − V(u0) − f(ū)·du,  ū = u0 + ½du,
// without dissipation; it need not keep the balance of angular momentum.
// Source: O. Gonzalez, J. Nonlinear Sci. 6 (1996) 449–467.
void RicElementPathForce(const RicElementOps *ops, const void *data, PetscInt dim,
                         const PetscReal X[], const RicElementPath *path, PetscReal f[]);
// K [nd*nd] = ∂f/∂du, N/m, row-major: exact, unsymmetric.
void RicElementPathTangent(const RicElementOps *ops, const void *data, PetscInt dim,
                           const PetscReal X[], const RicElementPath *path, PetscReal K[]);
// The energy of the increment from u0 to u1, J: χ/2 of it is what dissipation adds to the energy
// that does not grow. 0 of types without dissipation.
PetscReal RicElementPathEnergy(const RicElementOps *ops, const void *data, PetscInt dim,
                               const PetscReal X[], const PetscReal u0[], const PetscReal u1[]);

// ---- The types known: those built in, then those registered in their order. Not collective. ----

// Make a type known as ops->name until the program ends; the caller owns ops and keeps it as long. In a
// program before models are built, in a plugin in RicochetPluginRegister (system/system.h): inputs can
// then name it. The same ops again change nothing. PETSC_ERR_USER_INPUT, with the reason: the name is
// another type's or no word; a function that must be there is NULL; a number is out of range; a
// parameter stands beyond the data; the caller was compiled with another version of this header than
// the library.
#define RicElementRegister(ops)                                                                    \
  RicElementRegisterVersion(ops, RIC_ELEMENT_VERSION, sizeof(RicElementOps))
// What RicElementRegister calls, with the version and the size of RicElementOps, bytes, that its caller was
// compiled with. ops is not looked into unless both are the library's.
PetscErrorCode RicElementRegisterVersion(const RicElementOps *ops, int version, size_t size);
// *ops = the type of that name, NULL when there is none. Whoever registered it owns it.
PetscErrorCode RicElementFind(const char name[], const RicElementOps **ops);
// The types known, n of them in the order of the table. Good until one is registered.
PetscErrorCode RicElementGetTable(PetscInt *n, const RicElementOps *const **table);

RIC_C_END

#endif
