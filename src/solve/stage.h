// SPDX-License-Identifier: BSD-2-Clause
// Stage: one linear(ised) contact problem of a step,
//
//     A x = b + B μ,   y = y0 + W x,   and for each row, by its law:
//       RIC_LAW_OFF         μ_i = 0
//       RIC_LAW_UNILATERAL  0 ≤ y_i ⊥ μ_i ≥ 0
//       RIC_LAW_EQUALITY    y_i = 0, μ_i of any sign
//       RIC_LAW_FRICTION    tangential row of the unilateral row i before it: Coulomb's law with its
//                           coefficient f,  (y_i + f‖y_T‖, y_T) ∈ K_f*,  (μ_i, μ_T) ∈ K_f,  the two
//                           orthogonal, K_f = {‖μ_T‖ ≤ f μ_i}
//       RIC_LAW_SLIDING     tangential row likewise, of a contact that slides in a given direction:
//                           μ_T = s μ_i
//
// with A symmetric positive definite on the free dofs, W the contact rows and B = Wᵀ unless told
// otherwise. For Moreau–Jean x is a velocity increment and μ the impulse; for the position problem
// of the coupled GGL scheme x is a displacement increment, A = S*/c and μ = ν; for its velocity
// problem A = M and μ = Λ.
//
// Types, chosen by -<prefix>stage_type or, for all stages, -stage_type:
//   diagonal   A diagonal and rows separable: closed form, row by row
//   condensed  Delassus operator W A⁻¹ B of the rows that matter (columns are computed when a row
//              first becomes active, and kept while A is), then a dense complementarity problem
//   bound      separable rows: bound-constrained quadratic problem by MPRGP; no multipliers in the
//              system
//   nodal      contacts with friction on nodes of their own: semismooth Newton on the dofs; no
//              multipliers in the system
//   kkt        active set on the saddle-point matrix, sparse, factored once per set
//   auto       the first that applies and pays: see stage_choice.c
// All give the same answer to their tolerance.
//
// Options (with the prefix): -stage_type, -stage_rtol (bound, nodal: relative residual, 1e-12),
// -stage_max_it, and -ksp_… , -pc_….
#ifndef RIC_SOLVE_STAGE_H
#define RIC_SOLVE_STAGE_H

#include "base/archive.h"
#include "solve/friction.h"
#include "solve/linear.h"

RIC_C_BEGIN

typedef struct RicStage_ *RicStage;

// Law of a row, as entries of a vector of rows.
#define RIC_LAW_OFF 0.0
#define RIC_LAW_UNILATERAL 1.0
#define RIC_LAW_EQUALITY 2.0
#define RIC_LAW_FRICTION (-1.0) // whoever knows unilateral rows and equations alone sees these off
#define RIC_LAW_SLIDING (-2.0)

// From this many equations on the sparse saddle-point matrix beats the dense Delassus operator.
#define RIC_STAGE_MANY_EQUATIONS 16

// What is known of the rows beyond their entries.
typedef struct {
  PetscBool separable;    // each touches one node that no other touches
  PetscBool constant;     // their entries never change
  PetscInt num_equations; // that are RIC_LAW_EQUALITY as a rule: joints; over all ranks
} RicRowTraits;

// What B does to a column: image = B e_j from column = Wᵀ e_j; both are vectors of dofs.
typedef PetscErrorCode (*RicStageColumnFn)(Vec column, Vec image, void *ctx);

PetscErrorCode RicStageCreate(MPI_Comm comm, const char prefix[], RicStage *stage);
PetscErrorCode RicStageDestroy(RicStage *stage);
// "auto", "diagonal", "condensed", "bound", "nodal" or "kkt"; user error for another name.
PetscErrorCode RicStageSetType(RicStage stage, const char type[]);
// Rows W [rows × dofs]. Borrowed.
PetscErrorCode RicStageSetRows(RicStage stage, Mat W, const RicRowTraits *traits);
// B = image of Wᵀ; makes the Delassus operator unsymmetric and allows the condensed type only.
PetscErrorCode RicStageSetColumnImage(RicStage stage, RicStageColumnFn image, void *ctx);
// Coefficients [rows], read in each solve: f at unilateral rows that tangential rows follow, s at
// rows of RIC_LAW_SLIDING. Needed for laws of tangential rows, before SetOperator. Borrowed.
PetscErrorCode RicStageSetFriction(RicStage stage, Vec coefficients);
// Coefficients that depend on the solution: `update` makes them anew from y and mu and says the largest
// change of one that matters. Solve then goes on until none changes. Collective.
typedef PetscErrorCode (*RicStageUpdateFn)(Vec y, Vec mu, PetscReal *change, void *ctx);
PetscErrorCode RicStageSetFrictionUpdate(RicStage stage, RicStageUpdateFn update, void *ctx);
// Which of the rows owned are tangential, their laws RIC_LAW_FRICTION or RIC_LAW_OFF and no other:
// without it, a stage with friction is condensed. Before SetOperator. Borrowed.
PetscErrorCode RicStageSetTangents(RicStage stage, const PetscBool tangential[]);
PetscErrorCode RicStageSetFromOptions(RicStage stage);
// The entries of W changed: columns of before are dropped. Collective.
PetscErrorCode RicStageRowsChanged(RicStage stage);
// The operator, referenced. Call again when its entries changed: the factors and columns of before
// are dropped. Collective.
PetscErrorCode RicStageSetOperator(RicStage stage, Mat A, const RicOperatorTraits *traits);
PetscErrorCode RicStageView(RicStage stage, PetscViewer viewer);

// Solve. b NULL: x holds the solution without contact on entry. y0: rows at x = 0. eligible
// [contacts]: > 0.5 where the row counts. mu: in, entries > 0 guess the active set; out, the
// multipliers. x, y, mu out. *iterations adds products, pivots or set changes, by type. *reason
// RIC_RETRY when not solved: x, y, mu are then meaningless. Collective.
PetscErrorCode RicStageSolve(RicStage stage, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                             PetscInt *iterations, RicReason *reason);
// x = A⁻¹ b.
PetscErrorCode RicStageSolveFree(RicStage stage, Vec b, Vec x, RicReason *reason);
// x = A⁻¹ Wᵀ mu (Wᵀ, whatever B is).
PetscErrorCode RicStageRespond(RicStage stage, Vec mu, Vec x, RicReason *reason);

// How the last solve with friction went; of types other than condensed and nodal all is 0.
typedef enum {
  RIC_STAGE_SOLVED,
  RIC_STAGE_UNSOLVED,  // no solution found; without friction there is one
  RIC_STAGE_INFEASIBLE // not even without friction
} RicStageEnd;
typedef struct {
  RicStageEnd end;
  PetscInt products, outer, fallbacks; // with A, Newton steps, rounds of the fallback; nodal alone
  PetscInt open, stick, slip;          // contacts, over all ranks
  PetscReal residual,
      worst; // relative; nodal: of all dofs to loads and forces, of the worst contact
             // to the largest force; condensed: of Friction, and 0
} RicStageReport;
PetscErrorCode RicStageGetReport(RicStage stage, RicStageReport *report);

// A problem as Friction takes it: the rows whose law is not off, on all ranks alike, those of sliding
// added to their normal ones. W is full, of more rows than RIC_STAGE_WATCH_ROWS NULL, with all that
// has a length by rows. All borrowed.
typedef struct {
  const char *prefix; // of the stage
  RicReason reason;
  RicFrictionProblem problem;
  PetscInt num_rows;
  const PetscReal *r, *u; // [num_rows] the solution; zeros where there is none
} RicStageProblem;
typedef PetscErrorCode (*RicStageWatchFn)(const RicStageProblem *problem, void *ctx);
// Have watch called with each problem with contacts that was not solved, or with all of them. What it is
// called with takes a solve with A for each row: not for the time loop. NULL: none. Collective.
#define RIC_STAGE_WATCH_ROWS 3000
PetscErrorCode RicStageSetWatch(RicStage stage, PetscBool all, RicStageWatchFn watch, void *ctx);

// What of the stage depends on the solves before. Rows and operator are those of the time it was saved.
// Collective.
PetscErrorCode RicStageArchive(RicStage stage, RicArchive archive);

PetscErrorCode RicStageGetType(RicStage stage, const char **type);
// Operators factored (or preconditioners built) since Create.
PetscErrorCode RicStageGetFactorizations(RicStage stage, PetscInt *n);
// "lu", "cg + bjacobi": the linear solver, for reports. Borrowed until the next call.
PetscErrorCode RicStageGetSolverName(RicStage stage, char name[], size_t len);

RIC_C_END

#endif
