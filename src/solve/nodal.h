// SPDX-License-Identifier: BSD-2-Clause
// Nodal: contacts with friction that each stand on a node of their own,
//
//   A x = b + Σ Q_kᵀ r_k,   u_k = Q_k x + c_k,   K* ∋ u_k + µ_k ‖u_T,k‖ n ⊥ r_k ∈ K = {‖r_T‖ ≤ µ_k r_N},
//
// Q_k the orthonormal frame of the node (normal first), A symmetric positive definite. Primal
// semismooth Newton: no multipliers in the system, r_k = Q_k p with p = A x − b. The map, with ρ_k
// the mean diagonal of A at the node,
//
//   z = p − ρ u,   P = (max(z_N, 0), z_T cut to the disk µ max(z_N, 0)),   F = p − P,
//
// gives the statuses; an open contact is free, one that sticks keeps u = 0, one that slips keeps
// u_N = 0 and r_T = µ r_N d. What is left is solved by a Krylov method with the preconditioner of A,
// restricted to the face. Across the direction d of slip, along l, r_T turns with u_T: that is a
// stiffness κ l lᵀ, κ = β ρ / (1 − β), β = µ z_N / ‖z_T‖, in the operator and, as S = I − (1 −
// (1 + κ/ρ)^-½) l lᵀ, on both sides of the preconditioner.
//
// Where Newton stalls: a few iterations of ADMM (alternating directions), and Newton from their end.
// The inside of stage_nodal.c; stays in this folder.
#ifndef RIC_SOLVE_NODAL_H
#define RIC_SOLVE_NODAL_H

#include "solve/stage_impl.h"

// The largest residual of a contact may be this many times rtol of the largest force of one.
#define RIC_NODAL_WORST 10

typedef enum { RIC_NODAL_OPEN, RIC_NODAL_STICK, RIC_NODAL_SLIP } RicNodalStatus;

typedef struct {
  // where
  PetscInt dofs, dof[3]; // of the node, local numbers; 1 to 3
  PetscInt rows, row[3]; // of W, local numbers: the normal one, then the tangential ones
  PetscReal frame[9];    // Q, dofs × dofs by rows; without tangential rows completed by some
  PetscReal length;      // |w| of the rows of W
  PetscReal rho;         // mean diagonal of A at the dofs
  // what holds, for one solve
  PetscBool in_play, equation; // equation: u_N = 0 whatever the sign of r_N
  PetscReal mu, shift[3];      // shift: c
  PetscReal guess[3];          // r of the last solution; guess[0] ≤ 0: none
  // the face
  RicNodalStatus status;
  PetscReal direction[2]; // d, of slip
  PetscReal beta, kappa;
  PetscReal soften;   // (1 + κ/ρ)^-½
  PetscReal friction; // µ z_N, for the lagged form
  // the fallback
  PetscReal r[3], zeta[3];
} RicNodalContact;

typedef enum { RIC_NODAL_BICGSTAB, RIC_NODAL_CG, RIC_NODAL_AUTO } RicNodalKrylov;

typedef struct {
  PetscReal residual; // ‖G‖₂: p on free dofs, F on contacts
  PetscReal merit;    // the same in the norm of D⁻¹, D the diagonal of A
  PetscReal worst;    // largest ‖F_k‖
  PetscReal force;    // ‖p‖₂
  PetscReal largest;  // largest ‖p_k‖
} RicNodalNorms;

typedef struct RicNodal_ {
  MPI_Comm comm;
  Mat A;
  PC pc;                     // of A, whatever the statuses
  PetscInt num_dofs;         // owned
  PetscInt num_contacts;     // owned
  RicNodalContact *contacts; // [num_contacts]
  PetscReal *weight;         // [num_dofs] 1/D, 0 at contacts in play
  Vec diagonal;              // of A
  Vec x;                     // the caller's, during a solve
  Vec b, p;
  Vec old_x, old_p;              // before a Newton step
  Vec start;                     // of the next round of the fallback
  Vec r, shadow, v, s, d, z, Az; // of the Krylov methods
  // options
  RicNodalKrylov krylov;
  PetscReal inner_rtol, admm_scale, rtol;
  PetscInt max_outer, stall, admm, rounds;
  PetscBool lateral; // κ in the preconditioner, too
  // during a solve
  PetscBool lagged;         // µ z_N of the last iterate in place of µ p_N
  PetscBool fresh;          // p is A x − b, not a sum of corrections
  PetscBool penalised;      // the system of the fallback: A + aρ on contacts, nothing masked
  PetscReal load, load_max; // ‖b‖₂, ‖b‖_∞
  RicStageReport report;
} * RicNodal;

// ---- Contacts (nodal_contact.c): pure, x and p arrays of local dofs ----

// v = Q x; entries beyond the dofs 0.
void RicNodalGet(const RicNodalContact *c, const PetscReal x[], PetscReal v[3]);
// x = Qᵀ v at the dofs.
void RicNodalPut(const RicNodalContact *c, const PetscReal v[3], PetscReal x[]);
// u = Q x + c.
void RicNodalVelocity(const RicNodalContact *c, const PetscReal x[], PetscReal u[3]);
// P of z: the nearest percussion in the cone with z_N's normal part.
void RicNodalCone(const RicNodalContact *c, const PetscReal z[3], PetscReal P[3]);
// F and P from u and p = Q (A x − b).
void RicNodalMap(const RicNodalContact *c, const PetscReal u[3], const PetscReal p[3],
                 PetscReal F[3], PetscReal P[3]);
// Status, direction of slip and stiffness across it from u and p, or from u and the guess.
void RicNodalSetStatus(RicNodalContact *c, const PetscReal u[3], const PetscReal p[3],
                       PetscBool guess);
// x to what the status holds; was it elsewhere, by more than round-off?
PetscBool RicNodalMove(const RicNodalContact *c, PetscReal x[]);
// −F linearised: the right-hand side in the face, from p.
void RicNodalRightSide(const RicNodalContact *c, const PetscReal p[], PetscBool lagged,
                       PetscReal r[]);
// The part of r in the face, softened across the slip if that is asked for.
void RicNodalMask(const RicNodalContact *c, PetscBool soften, PetscReal r[]);
// out, on entry A z, becomes the operator in the face on z.
void RicNodalOperate(const RicNodalContact *c, const PetscReal z[], PetscBool lagged,
                     PetscReal out[]);

// ---- Frames (nodal_frames.c) ----

// Contacts from the rows of W. *why_not: NULL where all of them stand on nodes of their own in orthogonal
// frames of one length, else what is not so. contacts [*n] to be freed; NULL where they do not apply.
// Collective.
PetscErrorCode RicNodalReadContacts(RicStage stage, PetscInt *n, RicNodalContact **contacts,
                                    const char **why_not);

// Is A diagonal, and alike in the directions of each contact with tangential rows? Collective.
PetscErrorCode RicStageLumpedApplies_Private(RicStage stage, PetscInt n,
                                             const RicNodalContact contacts[], PetscBool *applies);

// ---- Vectors (nodal_krylov.c) ----

// p = A x − b.
PetscErrorCode RicNodalGradient(RicNodal n);
// Correct x and p in the face until ‖r‖ ≤ target; r, on entry the right-hand side, is used up.
PetscErrorCode RicNodalBiCGStab(RicNodal n, PetscReal target);
PetscErrorCode RicNodalCG(RicNodal n, PetscReal target);

// ---- Methods (nodal_newton.c, nodal_admm.c) ----

PetscErrorCode RicNodalMeasure(RicNodal n, RicNodalNorms *norms);
// Small enough, also on a product computed afresh?
PetscErrorCode RicNodalConfirm(RicNodal n, RicNodalNorms *norms, PetscBool *done);
// From x and p on. guess: the first statuses follow the guesses. *done PETSC_FALSE: it stalled.
PetscErrorCode RicNodalNewton(RicNodal n, PetscBool guess, PetscBool *done);
// r of the fallback, from the guess or x and p.
PetscErrorCode RicNodalStartAdmm(RicNodal n);
// At most `iterations` from x, p and r on.
PetscErrorCode RicNodalAdmm(RicNodal n, PetscInt iterations, PetscBool *done);

#endif
