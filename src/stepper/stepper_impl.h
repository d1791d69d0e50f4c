// SPDX-License-Identifier: BSD-2-Clause
// The inside of a Stepper. Stays in this folder.
#ifndef RIC_STEPPER_STEPPER_IMPL_H
#define RIC_STEPPER_STEPPER_IMPL_H

#include "model/model.h"
#include "solve/newton.h"
#include "solve/stage.h"
#include "stepper/stepper.h"

#define RIC_STEPPER_MAX_OPTIONS 6
#define RIC_STEPPER_MAX_SHARED 2
#define RIC_STEPPER_MAX_VECS 48
#define RIC_STEPPER_MAX_SOLVERS 3
#define RIC_STEPPER_MAX_KEPT 16

// The verbs of a type. Create makes `data` and asks the stepper for vectors and solvers; SetUp
// forms what depends on the step size h, tangents at `at` (NULL: the reference), again when h
// changes. Step computes the state at t + h in `next` and the type's own vectors, and returns a
// reason; only when it is RIC_OK does Accept (NULL: nothing to do) make the type's own vectors
// those of the new step.
typedef struct {
  const char *name, *description;
  PetscReal velocity_offset; // RicStepperGetVelocityOffset
  PetscInt num_options;
  RicStepperOption options[RIC_STEPPER_MAX_OPTIONS];
  // What it shares with other types (stepper_options.c); NULL behind the last.
  const RicStepperOption *shared[RIC_STEPPER_MAX_SHARED];
  PetscBool friction;     // its velocity stage takes Coulomb's law
  PetscBool midpoint;     // a free body moves by exp(hΩ), Ω the mean velocity of the forces
  RicCurvature curvature; // whose multipliers its tangent is given
  PetscErrorCode (*Create)(RicStepper);
  PetscErrorCode (*SetUp)(RicStepper, PetscReal h, const RicTangentPoint *at);
  PetscErrorCode (*Start)(RicStepper); // state holds t, q, v
  PetscErrorCode (*Step)(RicStepper, PetscReal h, RicReason *reason);
  PetscErrorCode (*Accept)(RicStepper);
  PetscErrorCode (*Destroy)(RicStepper); // what else `data` holds; NULL: nothing
} RicStepperOps;

extern const RicStepperOps RicStepperGGLAlpha, RicStepperMoreauJean, RicStepperSmoothAlpha,
    RicStepperThetaPosition, RicStepperProjected, RicStepperCombined, RicStepperGGLTheta,
    RicStepperMoreau, RicStepperMoreauSymmetric, RicStepperMoreauVariational, RicStepperRattle,
    RicStepperSchatzmanPaoli, RicStepperNSGA, RicStepperGGLAlphaMu, RicStepperEnergyMomentum;

// A number or truth of a type that one step leaves to the next.
typedef struct {
  const char *name;
  PetscReal *real; // or
  PetscBool *truth;
} RicStepperKept;

// All vectors, stages and Newtons of the stepper and its type, and what else it keeps. Vectors by where
// their owner has them: he may exchange them.
typedef struct {
  PetscInt num_vecs, num_stages, num_newtons, num_kept;
  Vec *vecs[RIC_STEPPER_MAX_VECS];
  RicArchiveKind kinds[RIC_STEPPER_MAX_VECS];
  RicStepperKept kept[RIC_STEPPER_MAX_KEPT];
  RicStage stages[RIC_STEPPER_MAX_SOLVERS];
  RicNewton newtons[RIC_STEPPER_MAX_SOLVERS];
} RicStepperWork;

// A contact is closed where its gap is at most this part of its scale: an exactly closed gap is
// ± round-off, after a projection or where an impact falls on a step.
#define RIC_CLOSED 1e-12

// What round-off leaves of one state (stepper_norms.c).
typedef struct {
  PetscBool known;    // for the step under way
  PetscReal position; // of ‖q‖, √kg m
  PetscReal velocity; // of ‖v‖, √kg m/s
  PetscReal force;    // of ‖f(q)‖, m/s² √kg
} RicRoundOff;

struct RicStepper_ {
  MPI_Comm comm;
  PetscMPIInt size; // of comm
  const RicStepperOps *ops;
  void *data; // of the type, a block of its own
  RicStepperWork work;
  RicModel model;
  const RicModelTraits *model_is; // borrowed
  PetscReal h, h_set_up;          // nominal step; step the type is set up for (0: none)
  PetscInt max_halvings;
  PetscInt max_substeps, substeps; // parts of one step that may be, and have been, tried
  PetscBool overflow;              // the last try gave velocities that are not finite
  PetscReal values[RIC_STEPPER_MAX_OPTIONS + RIC_STEPPER_MAX_SHARED]; // of the options
  RicStepperMonitorFn monitor;                                        // NULL: none
  RicStepperMonitorArchiveFn monitor_archive;                         // NULL: none
  void *monitor_ctx;
  RicArchive mark;         // of the start of a step that was halved; NULL before the first
  RicState state, next;    // each with vectors of its own, exchanged after a step
  Vec start_velocity;      // what Start made of the initial one by next.impulse; NULL: it is that
  Vec impulse_sum, nu_sum; // over the parts of a halved step
  PetscReal t_velocity;    // time scale for differences of motions: h
  Vec row_lag;             // of velocity rows: integral of what they are off by, m or rad
  PetscInt impossible;     // global row that no motion satisfies in the last try; −1: none
  Vec eligible, row_work, velocity_before; // [contacts]
  Mat rows;                                // borrowed of the model, as restitution
  Vec restitution, friction;
  Mat tangent;         // of RicStepperSetTangent_Private, the same all the time; NULL before
  PetscBool same_rows; // the impact law takes the rows of v for v_n, too: they differ, and matter
  Vec dof_work;
  PetscInt num_dofs_owned;
  PetscReal tangent_m, tangent_k; // the tangent is m M + … + k K
  PetscBool weighted;             // the five below are there
  PetscReal *mass, *inverse_mass; // diagonal of the mass, 0 at fixed dofs [num_dofs_owned]
  PetscReal *stiffness;           // |K_ii| [num_dofs_owned]
  PetscReal *position;            // size of the number a displacement is added to [num_dofs_owned]
  PetscReal *dof_scale;           // what changes of dofs are compared with [num_dofs_owned]
  PetscReal *row_scale;           // what gaps are compared with [num_rows_owned]
  RicRoundOff round_off;
  const RicRowKind *row_kind;                 // [num_rows_owned] borrowed of the model
  PetscBool *tangential;                      // [num_rows_owned] is it of RIC_ROW_FRICTION
  PetscInt num_rows_owned, num_rows;          // of this rank, of all
  PetscInt num_joint_rows, num_velocity_rows; // over all ranks
  PetscInt num_friction_rows;                 // over all ranks
  RicOperatorTraits traits, mass_traits;
  RicRowTraits row_traits;
  RicStepperStats stats;
  char failure[RIC_TEXT_LEN];
};

// stepper.c: the type is set up for steps of length h.
PetscErrorCode RicStepperSetUpType_Private(RicStepper stepper, PetscReal h);
// stepper_type.c: user error for friction with a type that has none.
PetscErrorCode RicStepperCheckFriction_Private(RicStepper stepper);
// stepper_failure.c: where and why a step of length h failed, into `failure`. Collective.
PetscErrorCode RicStepperDescribeFailure_Private(RicStepper stepper, PetscReal h);

// ---- Options (stepper_options.c): those of the type, then those it shares ----

// Which W the impact law W v + e W v_n ≥ 0 takes of v_n: that of v, or, as printed in the papers,
// that of the step before.
extern const RicStepperOption RicStepperOption_ImpactRows, RicStepperOption_Metric;

PetscInt RicStepperNumOptions_Private(const RicStepperOps *ops);
const RicStepperOption *RicStepperOptionOf_Private(const RicStepperOps *ops, PetscInt k);
// The value of an option; 0 where the type has none of that name.
PetscReal RicStepperOption_Private(RicStepper stepper, const char name[]);

// ---- What a type asks for in Create (stepper_work.c). The stepper destroys it ----

// Vectors of zeros over the dofs, and over the rows; the list ends with NULL.
PetscErrorCode RicStepperCreateDofVecs_Private(RicStepper stepper, Vec *const list[]);
PetscErrorCode RicStepperCreateRowVecs_Private(RicStepper stepper, Vec *const list[]);
// What else the type must know of the steps before, besides its vectors; the list ends without a name.
PetscErrorCode RicStepperKeep_Private(RicStepper stepper, const RicStepperKept list[]);
// A stage over all rows, with the options of the prefix; without an operator yet.
PetscErrorCode RicStepperCreateStage_Private(RicStepper stepper, const char prefix[],
                                             RicStage *stage);
// The stage is one of velocities: tangential rows have their law there.
PetscErrorCode RicStepperSetFriction_Private(RicStepper stepper, RicStage stage);
// What it gives the stage where coefficients depend on speeds; ctx: the stepper.
PetscErrorCode RicStepperUpdateFriction_Private(Vec y, Vec mu, PetscReal *change, void *ctx);
// The stage whose operator is the mass, of velocities; prefix velocity_.
PetscErrorCode RicStepperCreateMassStage_Private(RicStepper stepper, RicStage *stage);
// Rows and mass at next.q, and the stage of the mass told of them; *rows: these changed.
PetscErrorCode RicStepperUpdateMassStage_Private(RicStepper stepper, RicStage stage,
                                                 PetscBool *rows);
// Newton with the options -step_…; max_it: iterations unless an option says otherwise
// (PETSC_DEFAULT: Newton's default).
PetscErrorCode RicStepperCreateNewton_Private(RicStepper stepper, PetscInt max_it,
                                              RicNewton *newton);
// tangent = m M + c C + k K at `at` (NULL: the reference), the operator of the stage.
PetscErrorCode RicStepperSetTangent_Private(RicStepper stepper, PetscReal m, PetscReal c,
                                            PetscReal k, const RicTangentPoint *at, RicStage stage);

// For the stepper itself, over all stages, vectors and Newtons.
PetscErrorCode RicStepperWorkFactorizations_Private(RicStepper stepper, PetscInt *n);
PetscErrorCode RicStepperWorkView_Private(RicStepper stepper, PetscViewer viewer);
// ": why", of a stage whose last solve failed for its friction; "" where none did.
PetscErrorCode RicStepperWorkDescribe_Private(RicStepper stepper, char text[], size_t len);
PetscErrorCode RicStepperWorkDestroy_Private(RicStepper stepper);

// ---- What steps have in common (stepper_rows.c) ----

// M v̇ = f(t, q, v) + W_bᵀλ without contact, W_b v̇ = −(d/dt W_b) v for joints: the consistent
// initial acceleration and joint multipliers. The mass stage solves; rows and mass are updated to
// the state.
PetscErrorCode RicStepperInitialAcceleration_Private(RicStepper stepper, RicStage mass, Vec a,
                                                     Vec lambda);
// y = ẏ(t1; v) + e ẏ(t; v_n): rows of Newton's impact law (joints: e = 0). W of v is that of the
// last RicModelUpdate, that of v_n by the option impact_rows; obstacles move as they do at t1 and
// t.
PetscErrorCode RicStepperImpactRows_Private(RicStepper stepper, PetscReal t1, PetscReal h, Vec v,
                                            Vec y);
// eligible = unilateral where a contact has y ≤ RIC_CLOSED of its scale, else `base` (laws of the
// other rows; off for contacts); *any row with a law, over all ranks.
PetscErrorCode RicStepperActivate_Private(RicStepper stepper, Vec y, Vec base, PetscBool *any);
// Laws by kind of row into law; tangential rows are off.
PetscErrorCode RicStepperLaws_Private(RicStepper stepper, PetscReal unilateral, PetscReal bilateral,
                                      PetscReal velocity, Vec law);
// Tangential rows have friction where the law of their contact is unilateral, else they are off.
PetscErrorCode RicStepperFrictionLaws_Private(RicStepper stepper, Vec law);
// How many tangential rows follow the local row i.
PetscInt RicStepperTangents_Private(RicStepper stepper, PetscInt i);
// y = 0 on the rows of `kind`; on all others.
PetscErrorCode RicStepperZeroRows_Private(RicStepper stepper, RicRowKind kind, Vec y);
PetscErrorCode RicStepperMaskRows_Private(RicStepper stepper, RicRowKind kind, Vec y);
// Rows of `kind` of from into to.
PetscErrorCode RicStepperCopyRows_Private(RicStepper stepper, RicRowKind kind, Vec from, Vec to);
// Is any entry of mu positive? Counts rows too.
PetscErrorCode RicStepperCountPositive_Private(RicStepper stepper, Vec mu, PetscInt *n);
// Is any entry of mu, of either sign, not 0? Over all ranks.
PetscErrorCode RicStepperAnyNonzero_Private(RicStepper stepper, Vec mu, PetscBool *any);
// A reduction in place over all ranks; on one rank there is nothing to do.
PetscErrorCode RicStepperReduce_Private(RicStepper stepper, void *values, PetscMPIInt n,
                                        MPI_Datatype type, MPI_Op op);

// ---- Norms of stopping tests, free of units (stepper_norms.c) ----

// ‖v‖ in the kinetic energy, √kg m/s (of displacements √kg m), and ‖f‖ in its dual.
PetscErrorCode RicStepperVelocityNorm_Private(RicStepper stepper, Vec v, PetscReal *norm);
PetscErrorCode RicStepperForceNorm_Private(RicStepper stepper, Vec f, PetscReal *norm);
// ‖K_ii x_i‖ in that dual, K_ii of the tangent.
PetscErrorCode RicStepperStiffnessNorm_Private(RicStepper stepper, Vec x, PetscReal *norm);
// What round-off leaves of positions, velocities and forces of the state. Borrowed.
PetscErrorCode RicStepperRoundOff_Private(RicStepper stepper, const RicRoundOff **round_off);
// How far rows are from what they have to be, as RicMeasure's violation: gaps (m, rad) of joints
// and of contacts with mu > 0 or law equality, and penetrations of the others, by their scale;
PetscErrorCode RicStepperGapViolation_Private(RicStepper stepper, Vec law, Vec mu, Vec gaps,
                                              PetscReal *violation);
// rates (m/s, rad/s) of joints and of contacts with a positive impulse, by the rates there are.
PetscErrorCode RicStepperRateViolation_Private(RicStepper stepper, PetscReal h, Vec law,
                                               Vec impulse, Vec rates, PetscReal *violation);
// Scales of rows and, but for a linear model, whose steps may never ask for a norm, the weights of
// the norms: the model is set up.
PetscErrorCode RicStepperSetUpNorms_Private(RicStepper stepper);
PetscErrorCode RicStepperDestroyNorms_Private(RicStepper stepper);
// After the mass changed; after the tangent A = mM + … + kK was formed.
PetscErrorCode RicStepperUpdateMass_Private(RicStepper stepper);
PetscErrorCode RicStepperSetStiffness_Private(RicStepper stepper, PetscReal m, PetscReal k);
// Largest k K_ii/(m M_ii) of the tangent, over all ranks: about (hω/2)². Not for the time loop.
PetscErrorCode RicStepperStiffnessTrait_Private(RicStepper stepper, PetscReal *stiffness);
// The largest m_i, over all ranks.
PetscErrorCode RicStepperLargestMass_Private(RicStepper stepper, PetscReal *largest);

// ---- Motion that cannot be (stepper_impossible.c) ----

// A row that the new state `next` violates because nothing gives way: its global number, −1 when there
// is none. Rows are those of next.q. Collective.
PetscErrorCode RicStepperFindImpossible_Private(RicStepper stepper, PetscReal h, PetscInt *row);
// What, where and when, in one line. Collective.
PetscErrorCode RicStepperDescribeImpossible_Private(RicStepper stepper, PetscInt row, char text[],
                                                    size_t len);

#endif
