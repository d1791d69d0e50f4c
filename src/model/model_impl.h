// SPDX-License-Identifier: BSD-2-Clause
// The inside of a Model. Stays in this folder.
#ifndef RIC_MODEL_MODEL_IMPL_H
#define RIC_MODEL_MODEL_IMPL_H

#include "geom/path.h"
#include "model/model.h"
#include "model/model_build.h"
#include "model/model_view.h"

// Elements of one type with the same data.
typedef struct {
  const RicElementOps *ops;
  void *data;      // of the type, its own copy
  PetscInt num;    // on this rank
  PetscInt *nodes; // [num * ops->num_nodes] local
} RicElementBlock;

// Expressions on the nodes of a region.
typedef struct {
  PetscInt num;    // owned nodes (loads, initial) or local nodes (supports)
  PetscInt *nodes; // [num] local
  PetscBool fixed[3];
  RicExpression value[3]; // force, or displacement
  RicExpression rate[3];  // velocity
  PetscBool moving;       // any expression depends on t, or the load on q
  PetscBool moment;       // on a body in space: in axes of space, on its rotation
} RicNodalField;

// A rigid body on a node of its own.
typedef struct {
  PetscInt node; // local, −1: not on this rank, not even as a ghost
  PetscBool owned;
  RicBodyData data;
  const RicSurface *surface; // in the body's frame, one of the model's; NULL: none
} RicBody;

// A system in its own coordinates on a node of its own.
typedef struct {
  PetscInt node; // local, −1: not on this rank
  const RicSystemOps *ops;
  PetscReal parameters[RIC_SYSTEM_MAX_PARAMETERS];
  PetscReal q0[RIC_SYSTEM_MAX_DOFS], v0[RIC_SYSTEM_MAX_DOFS];
} RicSystemNode;

// A joint, or a spring: the same kernel made soft. present: this rank owns it.
typedef struct {
  char name[RIC_NAME_LEN];
  const RicJointOps *ops;
  RicPoint point[2];
  void *data; // of the type, its own copy
  PetscInt num_rows;
  RicExpression motion;        // driven joints; NULL: at rest
  PetscReal stiffness, damper; // springs: N/m (N m/rad), N s/m (N m s/rad)
  PetscBool present;
  PetscInt nodes[2];  // local, −1 for the ground
  PetscInt first_row; // local row number (joints)
} RicJoint;

// Contacts of one name. Rows of `ops`, or the gaps of a system (system ≥ 0).
typedef struct {
  char name[RIC_NAME_LEN];
  const RicContactOps *ops;
  PetscInt system, gap; // number of the system and of its gap; −1
  RicPoint on[2];
  void *data;            // of the type, its own copy; NULL for a gap of a system
  PetscReal restitution; // Newton's e
  RicExpression motion;  // NULL: at rest
  PetscInt num_rows;     // normal rows on this rank
  PetscBool leads;       // of points: the first of all is on this rank
  PetscInt width;        // rows of each group: the normal one, its tangential ones; 1: no friction
  PetscInt first_row;    // local number of the first; groups are consecutive
  RicContactFriction friction;
  PetscInt *nodes; // [num_rows * RIC_MAX_NODES] local, −1: ground or none
} RicContactSet;

// The configuration that something was last made for: its time, its vector and the number of changes
// that this has seen.
typedef struct {
  PetscReal t;
  PetscObjectId vec;
  PetscObjectState changes;
} RicStamp;

struct RicModel_ {
  MPI_Comm comm;
  PetscMPIInt size; // of comm
  RicMesh mesh;     // borrowed
  PetscInt dim;
  PetscInt num_owned, num_local; // nodes
  const PetscReal *coordinates;  // [3*num_local]
  const PetscInt *global;        // [num_local]
  PetscBool set_up;
  PetscBool assemble; // the initial state onto its joints

  // Dofs: node l has ndof[l] of them, local numbers first[l] …, global numbers global_first[l] … .
  PetscInt *ndof;         // [num_local]
  PetscInt *first;        // [num_local + 1]
  PetscInt *global_first; // [num_local]
  PetscInt dofs_owned, dofs_local;

  RicSurface **surfaces; // [num_surfaces]; bodies alike, one after another, share theirs
  PetscInt num_surfaces;
  RicBody *bodies;
  RicSystemNode *systems;
  RicJoint *joints, *springs;
  PetscInt num_bodies, num_systems, num_joints, num_springs;
  PetscInt num_joint_rows; // over all ranks
  PetscReal gyroscopic_step;
  PetscReal *turned;     // [3*num_bodies] room for the rotations of bodies in space
  Vec gravity_reference; // gravity work is −gravity_force·(X + u): X of each dof

  RicElementBlock *blocks;
  PetscInt num_blocks;
  PetscReal damping_mass, damping_stiffness;
  PetscReal gravity[3];
  RicNodalField *loads, *supports, *initials;
  Vec start_q,
      start_v; // what the initial state begins with; NULL: 0, and what bodies and systems say
  PetscInt num_loads, num_supports, num_initials;
  RicContactSet *contacts;
  PetscInt num_contacts;
  PetscInt num_normal_rows;          // of contacts, over all ranks
  PetscInt num_rows_owned, num_rows; // rows: on this rank, in all

  PetscInt dofs, free_dofs, elements; // global
  RicModelTraits is;
  PetscReal length, total_mass;

  PetscInt *fixed; // [dofs_local] 1: fixed
  PetscInt num_fixed_owned;
  PetscInt *fixed_owned; // local dofs of owned nodes
  Vec load_constant;     // gravity and loads that do not depend on t
  Vec gravity_force;     // M·gravity, for the potential
  Mat mass_full, mass;   // the same object without fixed dofs
  Mat minus_stiffness;   // −K, full, linear models only: f = f_ext − K q in one product
  Mat damping;           // full, NULL without
  Mat rows_full, rows;   // the same object without fixed dofs
  RicRowKind *row_kind;  // [num_rows_owned]
  Vec restitution;       // of tangential rows e_F
  Vec friction;          // coefficients, at normal rows
  Vec gap_offset;        // linear rows: gap at q = 0, shift 0
  Vec gaps;              // those of gaps_at, where rows are not linear
  RicStamp rows_at, gaps_at, mass_at;
  Vec work;
};

// model_write.c: a matrix that small ones are added to, from zeros. Negative rows and columns are
// left out. Collective but Add.
typedef struct {
  Mat A;
  const PetscInt *offset, *column; // of its pattern, where values are written in place
  PetscScalar *value;              // NULL: by MatSetValues
} RicWriter;
PetscErrorCode RicWriterOpen_Private(Mat A, RicWriter *writer);
PetscErrorCode RicWriterAdd_Private(RicWriter *writer, PetscInt m, const PetscInt rows[],
                                    PetscInt n, const PetscInt cols[], const PetscReal E[]);
PetscErrorCode RicWriterClose_Private(RicWriter *writer);

// model.c: room for one item more in an array of n; whoever appends to an array calls this, since
// it reallocates at powers of two alone.
PetscErrorCode RicModelGrow_Private(PetscInt n, size_t size, void *array);
// model_traits.c: all but `chain`, once dofs are numbered. Collective.
PetscErrorCode RicModelFindTraits_Private(RicModel model);

// model_graph.c: other nodes each owned node is coupled to through the interactions of all ranks: on
// this rank and on others. An interaction lives with the owner of its first node, so what it means to
// its ghost node is sent there. Collective.
typedef struct {
  PetscInt *on, *off; // [num_owned]
} RicNodeGraph;
// What rows with curvature couple counts too.
PetscErrorCode RicNodeGraphCreate_Private(RicModel model, RicCurvature curvature,
                                          RicNodeGraph *graph);
PetscErrorCode RicNodeGraphDestroy_Private(RicNodeGraph *graph);
// Each node on at most two others?
PetscErrorCode RicNodeGraphIsChain_Private(RicModel model, const RicNodeGraph *graph,
                                           PetscBool *yes);
// An empty matrix with room for each node, itself and its neighbours: blocked by node where all
// nodes have dim > 1 dofs.
PetscErrorCode RicModelCreateBlocked_Private(RicModel model, const RicNodeGraph *graph, Mat *A);
// An empty scalar matrix for m ⊗ I: diagonal when all masses are lumped; systems have full blocks.
PetscErrorCode RicModelCreateScalar_Private(RicModel model, const RicNodeGraph *graph, Mat *A);
// model_assembly.c
PetscErrorCode RicModelCreateMatrices_Private(RicModel model);
// model_mass.c: user error where a free dof has no mass; and the total mass, of mass_full.
PetscErrorCode RicModelCheckMass_Private(RicModel model);

// model_rows.c: rows get their numbers, kinds and laws.
PetscErrorCode RicModelSetUpRows_Private(RicModel model);
// model_rows_matrix.c: W at the start.
PetscErrorCode RicModelCreateRows_Private(RicModel model);
// model_gap.c: gaps at the origin of coordinates, and y −= d^k s/dt^k of moving contacts and driven
// joints (their last row).
PetscErrorCode RicModelSetUpGaps_Private(RicModel model);
PetscErrorCode RicModelShifts_Private(RicModel model, PetscReal t, PetscReal h, PetscInt derivative,
                                      Vec y);

// model_support.c, model_load.c
PetscErrorCode RicModelSetUpSupports_Private(RicModel model);
PetscErrorCode RicModelSetUpLoads_Private(RicModel model);
PetscErrorCode RicModelAddMovingLoads_Private(RicModel model, PetscReal t, Vec q, Vec f);
// model_field.c
PetscErrorCode RicNodalFieldDestroy_Private(RicNodalField *field);
// An expression that is not a finite number on any rank is the user's mistake. `wrong` is the
// number of the first field that has one, PETSC_MAX_INT without. Collective.
PetscErrorCode RicRefuseNotFinite_Private(RicModel model, PetscInt wrong, PetscReal t,
                                          const char what[]);
// derivative 0, 1, 2 of an expression in t at point x, by fourth-order central differences of
// spacing h/4
PetscErrorCode RicTimeDerivative_Private(RicExpression expr, PetscInt derivative, PetscReal t,
                                         PetscReal h, const PetscReal x[3], PetscReal *value);
// Gather X (may be NULL) and u of one interaction from local arrays; nodes < 0 give X = 0 and no dofs. Returns
// the number of dofs.
PetscInt RicGather_Private(const RicModel model, PetscInt num_nodes, const PetscInt nodes[],
                           const PetscScalar *q, PetscReal X[], PetscReal u[]);
// Local (or with `global`, global) dof numbers of the same; returns how many.
PetscInt RicDofs_Private(const RicModel model, PetscInt num_nodes, const PetscInt nodes[],
                         PetscBool global, PetscInt dofs[]);
// model_scale.c: once nodes, bodies, contacts and joints are there.
PetscErrorCode RicModelMeasureLength_Private(RicModel model);
// model_joint.c: local nodes of two points (−1: ground), and whether this rank owns the interaction:
// the owner of its first node that is one.
PetscErrorCode RicModelPointNodes_Private(RicModel model, const RicPlace place[2], PetscInt link,
                                          PetscInt nodes[2], PetscBool *present);
// The two points of those nodes at the start, where bodies stand at their angles, nodes undeformed.
RicPair RicModelStandAtStart_Private(RicModel model, const RicPoint point[2],
                                     const PetscInt nodes[2]);
// model_layout.c: the vector with its ghosts; itself on one rank, where PETSc's look at its type
// would cost as much as a pass over few dofs.
PetscErrorCode RicModelLocalForm_Private(RicModel model, Vec x, Vec *local);
PetscErrorCode RicModelRestoreLocalForm_Private(Vec x, Vec *local);
// Its array, ghosts brought up to date; NULL: NULL. Collective.
PetscErrorCode RicModelReadLocal_Private(RicModel model, Vec x, Vec *local, const PetscScalar **a);
PetscErrorCode RicModelRestoreLocal_Private(Vec x, Vec *local, const PetscScalar **a);
// model_layout.c: is (t, q) another configuration than that of the stamp? Then the stamp is its own
// from now on. On several ranks always: what changes entries of some ranks counts on these alone.
PetscErrorCode RicModelStamp_Private(RicModel model, PetscReal t, Vec q, RicStamp *stamp,
                                     PetscBool *other);
// model_layout.c: numbers of dofs.
PetscErrorCode RicModelSetUpLayout_Private(RicModel model);
// A contact set has num_rows places where something may touch on this rank, RicContactPlaces of them for
// each contact. Each has `width` rows: the normal one, then tangential ones, rates of sliding, m/s, stretched
// (RicContactStretch).
// What the gaps of one system share is computed once for those that follow one another: `values`
// are its gaps, or their rows, at the configuration of the caller, who starts with system −1.
typedef struct {
  PetscInt system;
  PetscReal values[RIC_SYSTEM_MAX_GAPS * RIC_SYSTEM_MAX_DOFS];
} RicSystemCache;
static inline void RicSystemCacheClear_Private(RicSystemCache *cache) {
  cache->system = -1; // not its many values: that would take longer than to compute them
}
static inline PetscInt RicContactPlaces(const RicContactSet *set) {
  return set->ops ? set->ops->num_rows : 1;
}
// model_row.c. Gap and row [num_dofs] of a system's set at the system's dofs u.
PetscReal RicSystemGap_Private(const RicModel model, const RicContactSet *set, const PetscReal u[],
                               PetscReal t, RicSystemCache *cache);
const PetscReal *RicSystemRow_Private(const RicModel model, const RicContactSet *set,
                                      const PetscReal u[], PetscReal t, RicSystemCache *cache);
// ---- Interactions: whatever acts between a few nodes, and lives with the owner of the first ----

// A RicPath in local arrays, to the q and with the v of a RicLocalState.
typedef struct {
  PetscBool symmetric;
  PetscReal h, dissipation, ratio;
  const PetscScalar *q0, *mean, *before; // [dofs]
} RicLocalPath;

// What they act in: local arrays, ghosts and all. NULL: 0; q of systems then that of their start.
typedef struct {
  PetscReal t;
  const PetscScalar *q, *v, *a; // [dofs]; a: what a mass that moves is multiplied with
  const PetscScalar *lambda;    // [rows]
  const RicLocalPath *path;     // not NULL: over a step to q, else at q
} RicLocalState;

// model_path.c: all that a path needs in local arrays: at->q, v, t (of the mean) and path. Collective.
typedef struct {
  RicLocalPath path;
  Vec q0, v, mean, q1, before;
} RicPathReading;
PetscErrorCode RicModelReadPath_Private(RicModel model, const RicPath *path,
                                        RicPathReading *reading, RicLocalState *at);
PetscErrorCode RicModelRestorePath_Private(const RicPath *path, RicPathReading *reading,
                                           RicLocalState *at);
// Interactions of one kind that this rank has together: a block of elements, the places of a contact.
typedef struct {
  PetscInt num, num_nodes; // of interactions; of nodes of each, at most RIC_MAX_NODES
  PetscInt stride;         // from the nodes of one to those of the next
  const PetscInt *nodes;   // [num * stride] local, −1: the ground, or none
} RicGroup;

// cm·M + cc·C + ck·K; reduced: without fixed dofs. The mass matrix alone (cc = ck = 0) has another
// pattern.
typedef struct {
  PetscBool reduced, mass;
  PetscReal cm, cc, ck;
} RicCombination;

// A kind of interactions. Verbs are asked of the i-th of group k, whose n dofs are those of its nodes
// one after the other. A verb that is NULL: nothing.
typedef struct {
  PetscBool everywhere;   // it has a matrix in all tangents, if only of zeros
  PetscBool of_reactions; // its matrix is that of the reactions λ: none without
  PetscInt (*NumGroups)(const RicModel m);
  RicGroup (*Group)(const RicModel m, PetscInt k);
  // Does it couple dofs in tangents with that curvature? NULL: yes.
  PetscBool (*Couples)(const RicModel m, RicCurvature curvature);
  // E [n*n] of the combination; false: it has none, E is anything.
  PetscBool (*Matrix)(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                      const RicCombination *c, PetscReal E[]);
  // f [n], what acts on the dofs, N; false: nothing does.
  PetscBool (*Force)(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                     PetscReal f[]);
  // Stored energy, J.
  PetscReal (*Energy)(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at);
  // The share of RicModelPathEnergy, J.
  PetscReal (*PathEnergy)(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at);
  // How many rows begin with it, *first their first local number: with the first place of a contact those of
  // all its places, with the others none. NULL: there are none.
  PetscInt (*NumRows)(const RicModel m, PetscInt k, PetscInt i, PetscInt *first);
  // Their values y [rows] at q and shift 0, 0 of rows that have none; and the rows W [rows*n], row-major, at q
  // or over a step. cache: of a loop over all.
  void (*Values)(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
                 RicSystemCache *cache, PetscReal y[]);
  void (*Rows)(const RicModel m, PetscInt k, PetscInt i, const RicLocalState *at,
               RicSystemCache *cache, PetscReal W[]);
} RicInteractionOps;

// Each in the file of its kind: model_element.c, _body.c, _system.c, _spring.c (joints, too), _row.c.
extern const RicInteractionOps RicInteractionElement, RicInteractionBody, RicInteractionSystem,
    RicInteractionSpring, RicInteractionJoint, RicInteractionContact;

// model_interaction.c, over all kinds. Visit those that couple dofs in tangents with that curvature;
// without `everywhere` only those whose matrices may be missing.
typedef PetscErrorCode (*RicVisitFn)(RicModel m, PetscInt num_nodes, const PetscInt nodes[],
                                     void *ctx);
PetscErrorCode RicModelVisit_Private(RicModel model, RicCurvature curvature, PetscBool everywhere,
                                     RicVisitFn Visit, void *ctx);
// A += the combination of one kind, and of all.
PetscErrorCode RicInteractionAssemble_Private(RicModel model, const RicInteractionOps *ops,
                                              const RicLocalState *at, const RicCombination *c,
                                              RicWriter *A);
PetscErrorCode RicModelAssembleAll_Private(RicModel model, const RicLocalState *at,
                                           const RicCombination *c, RicWriter *A);
// Visit whatever has rows.
typedef struct {
  const RicInteractionOps *ops; // to be asked of i, k
  PetscInt k, i, num_nodes;
  const PetscInt *nodes; // [num_nodes] local
  PetscInt first, num;   // its rows, local
} RicRowed;
typedef PetscErrorCode (*RicRowVisitFn)(RicModel m, const RicRowed *it, void *ctx);
PetscErrorCode RicModelVisitRows_Private(RicModel model, RicRowVisitFn Visit, void *ctx);
// Room for the rows of one.
#define RIC_ROW_ROOM                                                                               \
  (PetscMax(RIC_CONTACT_MAX_ROWS * RIC_CONTACT_MAX_WIDTH, RIC_JOINT_MAX_ROWS) * RIC_MAX_DOFS)
// f += forces, local array: ghost entries are for the caller to add to their owners'.
void RicModelAddForces_Private(const RicModel model, const RicLocalState *at, PetscScalar f[]);
// Of this rank, J.
PetscReal RicModelStoredEnergy_Private(const RicModel model, const RicLocalState *at);
PetscReal RicModelPathEnergy_Private(const RicModel model, const RicLocalState *at);
// model_path.c: the two points of an interaction over a step, q at its start and end.
typedef struct {
  RicPair from, to;
  RicPairPath path;
} RicPairStep;
void RicPairStep_Private(const RicModel model, const RicPoint point[2], const PetscInt nodes[2],
                         const RicLocalState *at, RicPairStep *step);

// model_spring.c: c (Δl)²/h of the dampers that are this rank's, J.
PetscReal RicModelDamperPathWork_Private(const RicModel model, const RicLocalState *at);
// model_force.c: of this rank, J: Σ ½ (v0 + v1) M (v1 − v0) − h v f̄ over fixed dofs.
PetscErrorCode RicModelPathSupportWork_Private(RicModel model, const RicPath *path, Vec v0, Vec v1,
                                               PetscReal *work);

// Move q and v at t onto the joints; h: see RicModelGapVelocities. Collective.
PetscErrorCode RicModelAssemble_Private(RicModel model, PetscReal t, PetscReal h, Vec q, Vec v);

#endif
