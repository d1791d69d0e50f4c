// SPDX-License-Identifier: BSD-2-Clause
// Friction: unilateral contacts with Coulomb friction and bilateral rows, solved together. In groups
// k of rows that stand together, the normal one first,
//
//   u = W r + q,   K*_k ∋ u_k + µ_k ‖u_T,k‖ n ⊥ r_k ∈ K_k,   K_k = {r : ‖r_T‖ ≤ µ_k r_N},
//
// u the relative velocities (with what restitution adds, in q), r the percussions, W the Delassus
// operator. W may be singular (dependent rows), and slightly unsymmetric.
//
// The chain, which stops at the first link whose answer meets the tolerance: the start and r = 0,
// Newton from the start, ten sweeps of block Gauss–Seidel, Newton, an interior point method and
// Newton from its end, proximal point steps. What is left is solved with µ = 0: that
// problem is convex, and has no solution only if the contacts ask what no motion can give. If it has
// one, longer sweeps and Newton follow in turns. All is bounded by counts, none by a clock; the same numbers in give
// the same numbers out.
//
// Not collective: one rank, one problem. Derivations and counts: docs/friction.md.
#ifndef RIC_SOLVE_FRICTION_H
#define RIC_SOLVE_FRICTION_H

#include "base/base.h"

RIC_C_BEGIN

typedef struct RicFriction_ *RicFriction;

// The largest number of rows in a group.
#define RIC_FRICTION_MAX_ROWS 4

// What a group of rows obeys.
typedef enum {
  RIC_FRICTION_EQUALITY,   // u = 0, r of any sign; 1 to 4 rows of one unit
  RIC_FRICTION_UNILATERAL, // 0 ≤ u ⊥ r ≥ 0; 1 row
  RIC_FRICTION_COULOMB,    // rows N, T₁ in the plane; N, T₁, T₂ in space
  RIC_FRICTION_CONTENSOU // rows N, T₁, T₂ and the spin about n: ‖(r_T, r_s/ℓ)‖ ≤ µ r_N
} RicFrictionLaw;

typedef struct {
  RicFrictionLaw law;
  PetscInt rows;
  PetscReal mu; // ≥ 0
  PetscReal mu2; // coulomb in space, > 0: (r_T1/µ)² + (r_T2/µ₂)² ≤ r_N², T₁ and T₂ along the axes
                 // of the ellipse, sliding by maximal dissipation; 0: µ₂ = µ
  PetscReal radius; // contensou: ℓ > 0, m
} RicFrictionGroup;

// W by blocks: those of group k stand in columns column[offset[k]] … column[offset[k + 1] − 1], which
// are groups, the diagonal among them, their pattern symmetric; rows_k × rows_j numbers each, by
// rows, one block after another.
typedef struct {
  const PetscInt *offset; // [num_groups + 1]
  const PetscInt *column; // [offset[num_groups]]
  const PetscReal *value;
} RicFrictionBlocks;

// W = H M⁻¹ Hᵀ by bodies, which each group acts on one or two of. Pays where several contacts join
// two bodies.
typedef struct {
  PetscInt num_bodies;
  PetscInt dofs;         // of each: 3 in the plane, 6 in space
  const PetscReal *mass; // [num_bodies × dofs × dofs] M, symmetric positive definite
  const PetscInt *body;  // [num_groups × 2] two different ones; −1: none
  const PetscReal *rows; // [n × 2 × dofs] H of the first body, then of the second
} RicFrictionBodies;

// A problem of n = Σ rows rows. All borrowed during a solve.
typedef struct {
  PetscInt num_groups;
  const RicFrictionGroup *groups; // [num_groups]
  const PetscReal *q;             // [n]
  const PetscReal *W;             // [n × leading] row by row; NULL: by blocks or bodies
  PetscInt leading;               // ≥ n
  RicFrictionBlocks blocks;       // without: by bodies
  RicFrictionBodies bodies;
  PetscReal scale; // velocity below which nothing matters, as h g; 0: ‖q‖ alone
} RicFrictionProblem;

typedef enum {
  RIC_FRICTION_SOLVED,
  RIC_FRICTION_UNSOLVED,  // no solution found; without friction there is one
  RIC_FRICTION_INFEASIBLE // not even without friction
} RicFrictionReason;

// The link of the chain that gave the answer.
typedef enum {
  RIC_FRICTION_LINK_START, // the start, or r = 0
  RIC_FRICTION_LINK_WARM,
  RIC_FRICTION_LINK_SWEEPS,
  RIC_FRICTION_LINK_NEWTON,
  RIC_FRICTION_LINK_INTERIOR,
  RIC_FRICTION_LINK_POLISH,
  RIC_FRICTION_LINK_PROXIMAL,
  RIC_FRICTION_LINK_CYCLES
} RicFrictionLink;
extern const char *const RicFrictionLinks[]; // their names

// Residuals of the cone-projected r, with P the projection onto K and ũ = u + µ‖u_T‖ n:
typedef struct {
  RicFrictionReason reason;
  RicFrictionLink link;
  PetscReal residual; // (Σ ‖r − P(r − ρ_k ũ)‖²/ρ_k²)^½ / ‖q‖, ρ_k = rows/tr W_kk: this one decides
  PetscReal natural_map; // the same with ρ = 1, as other codes report it; depends on units
  PetscInt sweeps, newton, interior, factorizations;
  PetscInt open, stick, slip; // contacts: r_N = 0, ‖r_T‖ < µ r_N, the rest
} RicFrictionResult;

PetscErrorCode RicFrictionCreate(const char prefix[], RicFriction *friction);
PetscErrorCode RicFrictionDestroy(RicFriction *friction);
// Residual to be met, > 0; 1e-10 unless set.
PetscErrorCode RicFrictionSetTolerance(RicFriction friction, PetscReal tolerance);
// How problems by blocks and bodies are solved: "dense" W, "sparse" blocks of it, "primal" on the
// graph of bodies, or "auto", the one that pays: dense up to 24 rows and where blocks fill up, primal
// from two contacts a pair of bodies on. All give the same answer to the tolerance.
PetscErrorCode RicFrictionSetKernel(RicFriction friction, const char name[]);
// -<prefix>friction_rtol, -<prefix>friction_kernel
PetscErrorCode RicFrictionSetFromOptions(RicFriction friction);
PetscErrorCode RicFrictionView(RicFriction friction, PetscViewer viewer);

// W [n × n] of a problem in any form, by rows.
PetscErrorCode RicFrictionGetMatrix(RicFriction friction, const RicFrictionProblem *problem,
                                    PetscReal W[]);

// r [n]: in, the start (zeros: none); out, within the cones, the best that was found. u [n]: out,
// W r + q. Of several solutions it tends to the one nearest to the start. Memory is taken when a
// problem is larger than all before it. User error for a law whose rows, µ or radius cannot be.
PetscErrorCode RicFrictionSolve(RicFriction friction, const RicFrictionProblem *problem,
                                PetscReal r[], PetscReal u[], RicFrictionResult *result);

RIC_C_END

#endif
