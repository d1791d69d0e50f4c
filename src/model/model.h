// SPDX-License-Identifier: BSD-2-Clause
// Model: the semi-discrete system  M dv = f(t,q,v) dt + Wᵀ di  and its contacts 0 ≤ g(t,q), for those
// who compute with it. Built with model/model_build.h, looked at with model/model_view.h.
//
// Nodes of the mesh carry dim translational dofs each; q [n] is the displacement from the reference
// coordinates (m), v [n] the velocity (m/s). Local dof of node l (mesh numbering) and direction d:
// l*dim + d; global dofs likewise.
//
// Fixed dofs (supports) are eliminated: their rows and columns are absent from every operator that
// is solved with (a unit diagonal stands for them), their values are set by RicModelPrescribe, and
// their reaction on the others comes through the full force and mass.
#ifndef RIC_MODEL_MODEL_H
#define RIC_MODEL_MODEL_H

#include "base/base.h"

RIC_C_BEGIN

typedef struct RicModel_ *RicModel;

// New vector of dofs, with ghosts where the model needs them.
PetscErrorCode RicModelCreateVec(RicModel model, Vec *x);
// New vector of contact rows.
PetscErrorCode RicModelCreateContactVec(RicModel model, Vec *y);

// ---- What kind of model it is ----

// What holds of a model whatever its state.
typedef struct {
  PetscBool linear; // force linear in q and v; rows constant
  PetscBool constant_mass, constant_rows;
  PetscBool constant_tangent; // the operator's entries change with the state through M alone
  PetscBool damped;           // the force depends on v
  PetscBool lumped;           // M is diagonal
  PetscBool of_nodes;         // nodes of the mesh alone: no bodies, no systems
  PetscBool spatial;          // there are bodies, and they turn in space
  PetscBool gyroscopic;       // some have forces −Ω × JΩ that do not vanish
  PetscBool unsymmetric;      // the operator has the tangent of these forces: not above 200 dofs,
                              // where solvers want symmetry and the iteration makes up for it
  PetscBool full_inertia;     // the inertia tensor of some is not diagonal
  PetscBool uniform;          // each node has dim dofs
  PetscBool chain;            // uniform, each node on at most two neighbours: banded matrices
  PetscBool separable;        // each row touches one node, no node twice: the bound problem applies
  PetscBool friction;         // there are tangential rows
  PetscBool friction_of_speed; // some coefficients depend on the speed of sliding
  PetscBool moving_supports, moving_loads, moving_rows; // some depend on t
} RicModelTraits;
// Borrowed.
PetscErrorCode RicModelGetTraits(RicModel model, const RicModelTraits **traits);

// ---- Dynamics ----

// The initial state begins with q and v, of the caller no more, in place of zeros and of what bodies and
// systems say; initial conditions and supports act on it all the same.
PetscErrorCode RicModelSetStart(RicModel model, Vec q, Vec v);
// Initial state at t: supports (with differences over h) and initial conditions. Collective.
PetscErrorCode RicModelInitialState(RicModel model, PetscReal t, PetscReal h, Vec q, Vec v);
// An initial displacement that a support overrides by another.
typedef struct {
  PetscInt initial;                // its number in the order added, −1: there is none
  PetscReal place[3], given, held; // coordinates of the node and the displacements, m
} RicOverridden;
// The first of them. Collective.
PetscErrorCode RicModelFindOverridden(RicModel model, PetscReal t, RicOverridden *found);
// Configurations are moved by increments in velocity space, the only way steppers know: q1 = q0 ∘ c Δ,
// delta Δ [dofs]. q1 may be q0. Addition, but for rotations of bodies in space: φ ∘ cδ.
PetscErrorCode RicModelMove(RicModel model, Vec q0, PetscReal c, Vec delta, Vec q1);
// The Δ of q1 = q0 ∘ Δ; delta may be q1.
PetscErrorCode RicModelIncrement(RicModel model, Vec q0, Vec q1, Vec delta);
// q = q0 ∘ θΔ with that Δ; q is neither.
PetscErrorCode RicModelBetween(RicModel model, Vec q0, PetscReal theta, Vec q1, Vec q);
// Where q1 = q0 + Δ was formed by addition, make it q0 ∘ Δ: nothing to do without bodies in space.
PetscErrorCode RicModelTurn(RicModel model, Vec q0, Vec q1);
// q1 = q0 ∘ Δ becomes q0 ∘ (Δ + c δ), delta δ [dofs]: whatever way an iteration took to Δ.
PetscErrorCode RicModelExtend(RicModel model, Vec q0, PetscReal c, Vec delta, Vec q1);
// Gyroscopic forces become −k Ω × JΩ, k = tan(h|Ω|/2)/(h|Ω|/2): the midpoint rule then keeps the
// energy and the angular momentum in space of a free body that moves by exp(hΩ), at once. h = 0:
// k = 1. Where a step turns by more than π/2, k is that of π/2.
PetscErrorCode RicModelSetGyroscopicStep(RicModel model, PetscReal h);
// f(t,q,v) = f_ext(t) − f_int(q) − C v, N; 0 at fixed dofs. q, v may be updated in their ghost
// entries. Collective.
PetscErrorCode RicModelForce(RicModel model, PetscReal t, Vec q, Vec v, Vec f);
// Kinetic energy ½ vᵀMv, and potential: elastic − gravity work, zero at the origin of coordinates;
// J. Collective.
PetscErrorCode RicModelEnergy(RicModel model, Vec q, Vec v, PetscReal *kinetic,
                              PetscReal *potential);

// A step from q0 to q1 = q0 ∘ h v: what acts in it with the work of exact differences (discrete
// gradients, Gonzalez 1996), f̄·(h v) = −ΔV and W̄ (h v) = Δg.
typedef struct {
  PetscReal t, h;        // of its beginning, s
  Vec q0, v, mean, q1;   // mean = q0 ∘ h/2 v
  PetscBool symmetric;   // of tangents the symmetric part alone
  PetscReal dissipation; // χ ≥ 0 of second differences of strain; 0: none
  Vec before;            // q at the beginning of the step before, NULL: it did not move
  PetscReal ratio;       // of the lengths of both steps, at most 1
} RicPath;
// f = f_ext(t + h/2) + f̄ − C v, N; 0 at fixed dofs. Forces of systems beyond their potential, moments
// on bodies and gyroscopic forces are those of the mean. Collective.
PetscErrorCode RicModelPathForce(RicModel model, const RicPath *path, Vec f);
// Σ ½ k (increment of strain)² of a step from q0 to q1, J: what dissipation keeps, over χ/2; elements
// without a closed form of f̄ have none. Collective.
PetscErrorCode RicModelPathEnergy(RicModel model, Vec q0, Vec q1, PetscReal *energy);
// W = W̄ of all rows, without fixed dofs; tangential rows, rates of joints of velocities: at the mean.
// Pattern of RicModelGetRows. Collective.
PetscErrorCode RicModelPathRows(RicModel model, const RicPath *path, Mat W);
// y = W̄ w of all dofs, motions of obstacles and drives left out (RicModelRowRates). Collective.
PetscErrorCode RicModelPathRates(RicModel model, const RicPath *path, Vec w, Vec y);
// Work over a step, J.
typedef struct {
  PetscReal external; // done on the model by loads and by what systems have beyond their potential
  PetscReal supports; // by the dofs that supports move
  PetscReal dissipated; // taken by dampers
} RicPathWork;
// Of a step in which velocities change from v0 to v1. Collective.
PetscErrorCode RicModelPathWork(RicModel model, const RicPath *path, Vec v0, Vec v1,
                                RicPathWork *work);
// m [dofs] = M x_p, 0 at fixed dofs, and w [rows] = W x_p, x_p the fixed dofs of x; rows are those of the
// last RicModelUpdate. Collective.
PetscErrorCode RicModelSupportShare(RicModel model, Vec x, Vec m, Vec w);
// Name of the first system whose mass depends on the state, NULL without. Borrowed.
PetscErrorCode RicModelGetVaryingMass(RicModel model, const char **name);
// y = M x with the full mass matrix (fixed dofs included); then 0 at fixed dofs. Collective.
PetscErrorCode RicModelMassMult(RicModel model, Vec x, Vec y);
// y = C x likewise; 0 without damping.
PetscErrorCode RicModelDampingMult(RicModel model, Vec x, Vec y);
// The mass matrix with fixed dofs eliminated, kg. Borrowed, its entries are the model's.
PetscErrorCode RicModelGetMass(RicModel model, Mat *mass);
// Rows whose curvature under load a tangent is to have room for.
typedef enum { RIC_CURVATURE_NONE, RIC_CURVATURE_JOINTS, RIC_CURVATURE_ROWS } RicCurvature;
// New matrix with the pattern of the stiffness, and room for that of the rows.
PetscErrorCode RicModelCreateMat(RicModel model, RicCurvature curvature, Mat *A);
// Is it diagonal, whatever the state (bodies without springs)?
PetscErrorCode RicModelHasDiagonalTangent(RicModel model, RicCurvature curvature, PetscBool *yes);
// Where a tangent is taken. Vectors may be NULL: 0. With `inertia` K has the term ∂(M(q)
// inertia)/∂q; with `lambda` [rows] the term −∂(Wᵀλ)/∂q, 0 on rows the matrix has no room for.
typedef struct {
  PetscReal t;
  Vec q, v, inertia, lambda;
  const RicPath
      *path; // not NULL: K = −∂f̄/∂q1 (about half of that at the mean), with `lambda` half of the
             // term at q1; v is path->v
} RicTangentPoint;
// A = cm·M + cc·C + ck·K, K = −∂f/∂q …, C = −∂f/∂v, fixed dofs eliminated with the diagonal entry
// cm. at NULL: all 0. M is that of the last RicModelUpdate. Collective.
PetscErrorCode RicModelOperator(RicModel model, PetscReal cm, PetscReal cc, PetscReal ck,
                                const RicTangentPoint *at, Mat A);
// An upper bound on the fastest frequency, rad/s, with the stiffness at `at` (NULL: of the reference,
// springs between points left out); systems are left out. Forms a matrix: not for the time loop.
// Collective.
PetscErrorCode RicModelFrequencyBound(RicModel model, const RicTangentPoint *at, PetscReal *omega);
// Make rows and mass those of the configuration q at t, where they depend on it; *changed (may be
// NULL) says whether they do. Collective.
PetscErrorCode RicModelUpdate(RicModel model, PetscReal t, Vec q, PetscBool *rows_changed,
                              PetscBool *mass_changed);
// The rows alone, and the mass alone, at q (RicModelUpdate makes both).
PetscErrorCode RicModelUpdateRows(RicModel model, PetscReal t, Vec q, PetscBool *changed);
PetscErrorCode RicModelUpdateMass(RicModel model, PetscReal t, Vec q);
// Values at time t of the fixed dofs; each of q, v, a may be NULL. `h` (s, > 0) is the time scale
// of the differences.
PetscErrorCode RicModelPrescribe(RicModel model, PetscReal t, PetscReal h, Vec q, Vec v, Vec a);
// x = 0 at fixed dofs.
PetscErrorCode RicModelZeroFixed(RicModel model, Vec x);
// out = Ṁ v of systems whose mass moves, 0 elsewhere and at fixed dofs.
PetscErrorCode RicModelMassRate(RicModel model, PetscReal t, Vec q, Vec v, Vec out);
// y −= ṡ(t) of moving obstacles and driven joints, differences over h.
PetscErrorCode RicModelRowRates(RicModel model, PetscReal t, PetscReal h, Vec y);

// ---- Rows: those of contacts, then those of joints, on each rank ----

// What a row demands: bits for the position and the velocity level; contacts have
// RIC_ROW_UNILATERAL, their tangential rows RIC_ROW_FRICTION.
typedef enum {
  RIC_ROW_UNILATERAL = 0,
  RIC_ROW_BILATERAL = 1,
  RIC_ROW_VELOCITY = 2,
  RIC_ROW_FRICTION = 4
} RicRowKind;
static inline PetscBool RicRowIsJoint(RicRowKind kind) {
  return (PetscBool)(kind == RIC_ROW_BILATERAL || kind == RIC_ROW_VELOCITY);
}
// kind [rows owned] of each row: unilateral (contact), bilateral (position and velocity), velocity
// only, or tangential: those of a contact follow its unilateral row. Borrowed.
PetscErrorCode RicModelGetRowKinds(RicModel model, const RicRowKind **kind, PetscInt *num_owned);
// Gaps y = g(t,q), m; and gap velocities ẏ = W v − ṡ(t), m/s, with the rows W there are, those of the
// last RicModelUpdate, wherever v belongs to. Collective.
PetscErrorCode RicModelGaps(RicModel model, PetscReal t, Vec q, Vec y);
PetscErrorCode RicModelGapVelocities(RicModel model, PetscReal t, PetscReal h, Vec v, Vec ydot);
// Rows W [contacts × dofs], columns of fixed dofs dropped: what impulses act on. Constant in a
// linear model. Borrowed.
PetscErrorCode RicModelGetRows(RicModel model, Mat *rows);
// Newton's restitution of each row. Borrowed.
PetscErrorCode RicModelGetRestitution(RicModel model, Vec *restitution);
// Coefficients of circular cones [rows], read at unilateral rows that tangential rows follow.
// Borrowed.
PetscErrorCode RicModelGetFriction(RicModel model, Vec *friction);
// Where some depend on the speed of sliding they are those of the last update: µ(‖y_T‖) of the rates
// y [rows] of contacts that push, mu > 0. *change: the largest. User error: µ negative or not finite.
// Collective.
PetscErrorCode RicModelUpdateFriction(RicModel model, Vec y, Vec mu, PetscReal *change);
// What changes of a dof are compared with, scale [dofs]: the length for displacements, what moves a
// body at its radius of gyration by the length for angles, what changes a gap by the length for
// coordinates of systems (0 where none does); and how large the number is that a displacement is
// added to, position [dofs] = |X|, m.
PetscErrorCode RicModelGetDofScales(RicModel model, Vec scale, Vec position);
// What the gap of a row is compared with, scale [rows]: the length, or 1 for rows in rad.
PetscErrorCode RicModelGetRowScales(RicModel model, Vec scale);

// "contact 'name', node at (x, y, z)" or "joint 'name'" of the global row, for messages. Collective; text [len].
PetscErrorCode RicModelDescribeRow(RicModel model, PetscInt row, Vec q, char text[], size_t len);

RIC_C_END

#endif
