// SPDX-License-Identifier: BSD-2-Clause
// System: a mechanism in coordinates of its own, M(q,t) v̇ = f(t,q,v) + Wᵀλ, q̇ = v, g(q,t) ≥ 0 ⊥ λ,
// given by plain functions. The way to bring one's own mechanism: fill a RicSystemOps and register
// it, in a program or in a plugin (docs/systems.md).
//
// n = num_dofs. q, v are [n], matrices row-major [n*n]; p [num_parameters] are the parameters in
// the order of parameter_names, t is the time in s; units are SI and radians. A coordinate may be a
// length or an angle, and so may a gap: its multiplier is then a force or a moment.
#ifndef RIC_SYSTEM_SYSTEM_H
#define RIC_SYSTEM_SYSTEM_H

#include "base/base.h"

RIC_C_BEGIN

// The version of RicSystemOps and of what its functions are asked for. It grows with every change
// of either: a plugin compiled with another version is refused before anything of it is read.
#define RIC_SYSTEM_VERSION 2

#define RIC_SYSTEM_MAX_DOFS 12
#define RIC_SYSTEM_MAX_PARAMETERS 32
#define RIC_SYSTEM_MAX_GAPS 16

// What a system is. Its functions are pure (no allocation, no state) and overwrite their outputs,
// all of them, zeros included. Those that may be NULL say so.
typedef struct {
  const char *name;        // as in inputs: "spring-pendulum"; shorter than RIC_NAME_LEN
  const char *description; // one line, for `ricochet list systems`; may be NULL
  PetscInt num_dofs;       // n, from 1 to RIC_SYSTEM_MAX_DOFS
  PetscInt num_parameters;
  PetscInt num_gaps;                                       // unilateral constraints
  const char *dof_names[RIC_SYSTEM_MAX_DOFS];              // for the columns of history.csv
  const char *parameter_names[RIC_SYSTEM_MAX_PARAMETERS];  // keys of `parameters` in inputs
  PetscReal parameter_defaults[RIC_SYSTEM_MAX_PARAMETERS]; // NaN: the input must give it
  const char *gap_names[RIC_SYSTEM_MAX_GAPS];              // keys of `contacts` in inputs
  PetscBool constant_mass;    // M depends neither on q nor on t: its derivatives are 0
  PetscBool constant_tangent; // ∂f/∂q and ∂f/∂v are the same everywhere: a step's matrix is
                              // factored once per step size

  // M, symmetric and positive definite.
  void (*Mass)(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal M[]);
  // f [n]: all forces but the contacts', the gyroscopic ones −Ṁv + ½ ∂(vᵀMv)/∂q included.
  void (*Force)(const PetscReal p[], PetscReal t, const PetscReal q[], const PetscReal v[],
                PetscReal f[]);
  // K = −∂f/∂q and C = −∂f/∂v; NULL: by differences.
  void (*Tangent)(const PetscReal p[], PetscReal t, const PetscReal q[], const PetscReal v[],
                  PetscReal K[], PetscReal C[]);
  // K = ∂(M a)/∂q for a fixed a [n]; NULL: by differences.
  void (*MassTangent)(const PetscReal p[], PetscReal t, const PetscReal q[], const PetscReal a[],
                      PetscReal K[]);
  // V(q), J: of springs and weight. For the energies reported; forces are Force alone.
  PetscReal (*Potential)(const PetscReal p[], const PetscReal q[]);

  // g [num_gaps], positive when open; NULL only where there is none.
  void (*Gap)(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal g[]);
  // W = ∂g/∂q [num_gaps*n]; NULL: by differences.
  void (*GapRows)(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal W[]);
  // W_F [num_gaps*n]: rates of sliding γ_F = W_F v, m/s, of a contact at each gap; NULL: no friction.
  void (*GapTangents)(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal W[]);
  // H = Σ_i λ_i ∂²g_i/∂q² for λ [num_gaps]; NULL: by differences.
  void (*GapCurvature)(const PetscReal p[], PetscReal t, const PetscReal q[],
                       const PetscReal lambda[], PetscReal H[]);

  // A picture: positions x [3*num_points], m, and lines [2*num_lines] between pairs of them,
  // numbered from 0. Points is NULL, and both numbers 0, where there is none.
  PetscInt num_points, num_lines;
  const PetscInt *lines;
  void (*Points)(const PetscReal p[], const PetscReal q[], PetscReal x[]);
  const PetscInt *gap_points; // [num_gaps], the position each gap is shown at; NULL: number 0
} RicSystemOps;

// ---- Derivatives: as given, else by central differences of fourth order (derivative.c) ----

// K = −∂f/∂q, C = −∂f/∂v; either may be NULL when it is not wanted.
void RicSystemTangent(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                      const PetscReal q[], const PetscReal v[], PetscReal K[], PetscReal C[]);
// K = ∂(M a)/∂q for a fixed a [n].
void RicSystemMassTangent(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                          const PetscReal q[], const PetscReal a[], PetscReal K[]);
// Ṁv [n] with Ṁ = Σ_k ∂M/∂q_k v_k + ∂M/∂t; always by differences, along (v, 1).
void RicSystemMassRate(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                       const PetscReal q[], const PetscReal v[], PetscReal mdot_v[]);
// ∂V/∂q [n], always by differences; 0 without a Potential.
void RicSystemPotentialGradient(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                                const PetscReal q[], PetscReal slope[]);
// W = ∂g/∂q [num_gaps*n].
void RicSystemGapRows(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                      const PetscReal q[], PetscReal W[]);
// ∂g/∂t [num_gaps], which ġ = W v + ∂g/∂t has besides the rows; always by differences.
void RicSystemGapRate(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                      const PetscReal q[], PetscReal rate[]);
// H = Σ_i λ_i ∂²g_i/∂q² for λ [num_gaps].
void RicSystemGapCurvature(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                           const PetscReal q[], const PetscReal lambda[], PetscReal H[]);

// ---- Over the way from q0 to q1 = q0 + Δq, of systems with constant mass (path.c) ----

// W [num_gaps*n] with W Δq = g(t, q1) − g(t, q0) to round-off; the rows at the mean where nothing moves.
void RicSystemPathRows(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                       const PetscReal q0[], const PetscReal dq[], PetscReal W[]);
// f [n], the force at the mean for v and what makes the part of V do the work V(q0) − V(q1): to the ten
// digits that differences of V have, where the force there is not linear in q.
void RicSystemPathForce(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                        const PetscReal q0[], const PetscReal dq[], const PetscReal v[],
                        PetscReal f[]);

// How far each derivative that is given lies from its differences: largest deviation of an entry
// over the largest entry; 0 for those not given, PETSC_INFINITY for a NaN. Right ones stay below
// 1e-7.
typedef struct {
  PetscReal tangent_q, tangent_v;
  PetscReal mass_tangent; // constant_mass gives it, too: as 0
  PetscReal rows, curvature;
} RicSystemCheck;
void RicSystemCheckDerivatives(const RicSystemOps *ops, const PetscReal p[], PetscReal t,
                               const PetscReal q[], const PetscReal v[], RicSystemCheck *check);

// ---- Registry: the built-in systems, then registered ones in their order. Not collective. ----

// Make a system known as ops->name until PetscFinalize; the caller owns ops and keeps it as long.
// The same ops again change nothing. PETSC_ERR_USER_INPUT: the name is another system's, a size is
// out of range, a name is missing, given twice, no word or that of a rate, a default
// is infinite, a function that must be there is NULL; or the
// caller was compiled with another version of this header than the library.
#define RicSystemRegister(ops)                                                                     \
  RicSystemRegisterVersion(ops, RIC_SYSTEM_VERSION, sizeof(RicSystemOps))
// What RicSystemRegister calls, with the version and the size of RicSystemOps, bytes, that its
// caller was compiled with. ops is not looked into unless both are the library's.
PetscErrorCode RicSystemRegisterVersion(const RicSystemOps *ops, int version, size_t size);
// *ops = the system of that name, NULL when there is none.
PetscErrorCode RicSystemFind(const char name[], const RicSystemOps **ops);
PetscErrorCode RicSystemGetCount(PetscInt *n);
// *ops = number i, from 0 to count − 1. PETSC_ERR_ARG_OUTOFRANGE: there is no such number.
PetscErrorCode RicSystemGet(PetscInt i, const RicSystemOps **ops);

// ---- Plugins ----

// What a plugin defines: it registers its systems.
PETSC_EXTERN PetscErrorCode RicochetPluginRegister(void);
// Load the shared object and call its RicochetPluginRegister. It stays loaded. Collective: a rank's
// failure is raised on all.
//   filename - a path; without a slash, a file of the working directory
// PETSC_ERR_USER_INPUT: it cannot be loaded or has no such function; or what that function raises or returns.
// The message begins with the file.
PetscErrorCode RicPluginLoad(MPI_Comm comm, const char filename[]);

RIC_C_END

#endif
