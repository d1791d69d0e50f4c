// SPDX-License-Identifier: BSD-2-Clause
// Inside of Friction. Vectors [n] are packed by groups, matrices of groups by squares: group k has
// its d entries at start, its d × d entries, by rows, at square.
//
// Every link but the sweeps needs one thing of W: to solve (Lᵀ W R + B) y = f with L, R, B block
// diagonal. That is the kernel, with a back-end for each form of W.
//
// All links see circular cones of rows of one unit: what elliptic and Contensou cones are by the
// congruence W ← E W E, q ← E q, r ← E⁻¹ r, u ← E u with E diagonal.
#ifndef RIC_SOLVE_FRICTION_IMPL_H
#define RIC_SOLVE_FRICTION_IMPL_H

#include "solve/friction.h"
#include "solve/friction_cone.h"

// Below that µ a cone is its normal to the interior point method.
#define RIC_FRICTION_NO_MU 1e-9

// What a group is to the links.
typedef struct {
  PetscInt start, square, rows;
  PetscBool equality;
  PetscReal mu;
  PetscReal w, rho; // tr W_kk/rows and its inverse; w of the average where it is nearly 0
} RicCone;

// Lᵀ W R + B, reduced to the first live[k] columns of each group's L, R and B.
typedef struct {
  const PetscInt *live;   // [groups]
  const PetscReal *L, *R; // bases as columns; both NULL: the identity
  const PetscReal *B;
} RicReduction;

// A back-end: W in one form. All exclude the proximal shift.
typedef struct {
  const char *name;
  PetscReal newton_shift; // ε of Newton's method, of w_k
  PetscErrorCode (*SetUp)(RicFriction friction);
  // The blocks W_kk, by squares.
  void (*Diagonal)(RicFriction friction, PetscReal diagonal[]);
  // y = W r.
  void (*Multiply)(RicFriction friction, const PetscReal r[], PetscReal y[]);
  // Of sweeps, NULL where nothing is to be done: one begins with r; r of group k changed by dr.
  void (*Begin)(RicFriction friction, const PetscReal r[]);
  void (*Changed)(RicFriction friction, PetscInt k, const PetscReal dr[]);
  // s [d] = the rows of group k of W r, within a sweep.
  void (*Row)(RicFriction friction, PetscInt k, const PetscReal r[], PetscReal s[]);
  // Bound of the sums that enter a row of W r: max_k Σ_j ‖W_kj‖ ‖r_j‖.
  PetscReal (*Magnitude)(RicFriction friction, const PetscReal r[]);
  PetscErrorCode (*Factor)(RicFriction friction, const RicReduction *reduction);
  // x: in, f; out, y, in the first live[k] entries of each group.
  PetscErrorCode (*Solve)(RicFriction friction, const RicReduction *reduction, PetscReal x[]);
  PetscErrorCode (*Destroy)(RicFriction friction);
} RicFrictionKernel;

extern const RicFrictionKernel RicFrictionKernel_Dense, RicFrictionKernel_Sparse,
    RicFrictionKernel_Primal;

// Whose data is whose.
enum { RIC_FRICTION_DENSE, RIC_FRICTION_SPARSE, RIC_FRICTION_PRIMAL, RIC_FRICTION_NUM_KERNELS };

// Memory of the links, for problems up to `room` groups, rows and entries of squares.
typedef struct {
  PetscInt room_groups, room_rows, room_squares;
  RicCone *cone;                                  // [groups]
  PetscInt *live;                                 // [groups]
  PetscReal *diagonal, *L, *R, *B;                // by squares
  PetscReal *vector[16];                          // of the link under way
  PetscReal *best, *best_u, *q, *stretch, *start; // of the chain
  PetscReal *center, *shifted_q;                  // of the proximal point steps
} RicFrictionWork;

// W of a problem given by bodies, in another form.
typedef struct {
  PetscInt room_bodies, room_groups, room_rows, room_full, room_blocks, room_offsets;
  RicFrictionProblem problem;     // the problem in that form
  PetscReal *inverse;             // [bodies × dofs²] M⁻¹
  PetscReal *HM;                  // [rows × 2 dofs] H M⁻¹
  PetscInt *touch_offset, *touch; // [bodies + 2], [2 groups] the contacts of each body
  PetscInt *mark;                 // [groups or bodies]
  PetscReal *W;                   // [rows²]
  PetscInt *offset, *column;      // of blocks
  PetscReal *value;
} RicFrictionForm;

struct RicFriction_ {
  char prefix[RIC_NAME_LEN];
  PetscReal tolerance;
  const RicFrictionKernel *kernel;
  void *kernel_data[RIC_FRICTION_NUM_KERNELS];
  const RicFrictionKernel *forced; // NULL: the one that pays
  RicFrictionWork work;
  RicFrictionForm form;
  // The problem under way, with circular cones.
  const RicFrictionProblem *problem;
  PetscInt num_cones, n;
  PetscInt uniform;    // rows of every group, 0 when they differ
  PetscBool stretched; // E is not the identity
  const PetscReal *q;
  PetscReal mean_w;
  PetscReal scale; // what residuals are measured by: ‖q‖, or the problem's own scale
  PetscReal shift; // ε of a proximal step: W + ε diag(w_k)
  RicFrictionResult *result;
  // Multiplications and additions: of a factorisation and a product with W, as the back-end says; done
  // in this problem.
  PetscReal factor_flops, product_flops, flops;
};

// Of a factorisation of the blocks of a problem.
PetscErrorCode RicFrictionSparseFlops(RicFriction f, const RicFrictionProblem *problem,
                                      PetscReal *flops);
// The back-end, and for it the problem under way in its form.
PetscErrorCode RicFrictionFormChoose(RicFriction f);
PetscErrorCode RicFrictionFormDestroy(RicFriction f);

// y = (W + shift) r, without and with q.
void RicFrictionApply(RicFriction f, const PetscReal r[], PetscReal y[]);
void RicFrictionVelocity(RicFriction f, const PetscReal r[], PetscReal u[]);
// The residual that decides, and the one of other codes.
PetscReal RicFrictionResidual(RicFriction f, const PetscReal r[], const PetscReal u[]);
PetscReal RicFrictionNaturalMap(RicFriction f, const PetscReal r[], const PetscReal u[]);
// Counts what was done.
void RicFrictionCountFactorization(RicFriction f);
void RicFrictionCountSweep(RicFriction f);
// Projects r and evaluates u and the residual there.
PetscReal RicFrictionProject(RicFriction f, PetscReal r[], PetscReal u[]);

// Links. r [n]: in, the start (but for the interior point method); out, the best iterate. *residual:
// there.
PetscErrorCode RicFrictionSweeps(RicFriction f, PetscReal tolerance, PetscInt max_sweeps,
                                 PetscBool backwards, PetscReal r[], PetscReal *residual);

typedef struct {
  PetscReal tolerance;
  PetscInt max_it;
  PetscBool early;      // give up when it does not converge fast
  PetscReal shift;      // ε
  PetscReal rho_factor; // of ρ_k
  PetscInt memory;      // the merit function may not exceed the largest of so many before
} RicNewtonPlan;
PetscErrorCode RicFrictionNewton(RicFriction f, const RicNewtonPlan *plan, PetscReal r[],
                                 PetscReal *residual);
PetscErrorCode RicFrictionInterior(RicFriction f, PetscReal tolerance, PetscInt max_it,
                                   PetscReal r[], PetscReal *residual);
// Ends before max_it when f->flops has come to max_flops.
PetscErrorCode RicFrictionProximal(RicFriction f, PetscReal tolerance, PetscInt max_it,
                                   PetscReal max_flops, PetscReal r[], PetscReal *residual);
// All of them in turn. r: in, the start; out, the answer.
PetscErrorCode RicFrictionChain(RicFriction f, PetscReal r[], PetscReal u[]);

#endif
