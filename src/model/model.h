// SPDX-License-Identifier: BSD-2-Clause
// Model: the semi-discrete system  M dv = f(t,q,v) dt + Wᵀ di  and its contacts 0 ≤ g(t,q).
//
// Nodes of the mesh carry dim translational dofs each; q [n] is the displacement from the reference
// coordinates (m), v [n] the velocity (m/s). Local dof of node l (mesh numbering) and direction d:
// l*dim + d; global dofs likewise. Elements, loads, supports and contacts are added, then SetUp
// numbers, checks and assembles what is constant.
//
// Fixed dofs (supports) are eliminated: their rows and columns are absent from every operator that
// is solved with (a unit diagonal stands for them), their values are set by RicModelPrescribe, and
// their reaction on the others comes through the full force and mass.
#ifndef RIC_MODEL_MODEL_H
#define RIC_MODEL_MODEL_H

#include "base/base.h"
#include "base/expression.h"
#include "contact/contact.h"
#include "element/element.h"
#include "joint/joint.h"
#include "mesh/mesh.h"
#include "system/system.h"

typedef struct RicModel_ *RicModel;

// ---- Building, before SetUp. All collective, same arguments on all ranks. ----

// dim = 1, 2 or 3. The mesh is partitioned already and stays the caller's.
PetscErrorCode RicModelCreate(MPI_Comm comm, RicMesh mesh, PetscInt dim, RicModel *model);
PetscErrorCode RicModelDestroy(RicModel *model);

// Elements of a type on the cells (two-node types) or nodes (one-node types) of a region. data: the
// type's own (element/element_data.h), ops->data_size bytes, copied. Messages
// begin with `where`. User error: the type's Check; a region without cells for a two-node type.
PetscErrorCode RicModelAddElements(RicModel model, const RicElementOps *ops, const void *data,
                                   const RicRegion *region, const char where[]);
// One two-node element on a link of the mesh.
PetscErrorCode RicModelAddLinkElement(RicModel model, const RicElementOps *ops, const void *data,
                                      PetscInt link, const char where[]);
// Rayleigh damping C = mass_factor·M + stiffness_factor·K(0); 1/s and s.
PetscErrorCode RicModelSetDamping(RicModel model, PetscReal mass_factor,
                                  PetscReal stiffness_factor);
PetscErrorCode RicModelSetGravity(RicModel model, const PetscReal gravity[3]); // m/s²
PetscErrorCode RicModelGetGravity(RicModel model, PetscReal gravity[3]);
// Force on each node of a region, N; NULL components are 0. The model takes the expressions over.
PetscErrorCode RicModelAddLoad(RicModel model, const RicRegion *region, RicExpression force[3]);
// Prescribe the displacement (m) of the directions with fixed[d]; displacement[d] NULL means 0.
// velocity[d] and acceleration[d] may be NULL: then time derivatives of the displacement are taken
// by fourth-order differences. Takes over the expressions.
PetscErrorCode RicModelAddSupport(RicModel model, const RicRegion *region, const PetscBool fixed[3],
                                  RicExpression displacement[3], RicExpression velocity[3]);
// Initial displacement and velocity of a region (later ones win); NULL components are left. Takes
// over the expressions.
PetscErrorCode RicModelAddInitial(RicModel model, const RicRegion *region,
                                  RicExpression displacement[3], RicExpression velocity[3]);
// ---- Bodies, systems, joints and springs (dim = 2; systems in any dim). Each stands on a node of
// its own, made with RicMeshAddNode; `region` is that node. Before SetUp, before anything that uses
// the node. ----

// A planar rigid body: dofs (u, v, θ), its node at the centre of mass.
typedef struct {
  PetscReal mass;        // kg
  PetscReal inertia;     // about the centre of mass, kg m²
  PetscReal angle;       // θ at the start, rad
  PetscReal velocity[3]; // of the centre of mass, m/s, and angular, rad/s, at the start
} RicBodyData;
PetscErrorCode RicModelAddBody(RicModel model, const RicRegion *region, const RicBodyData *data);
// Outline of the body number `body` (in the order they were added), for pictures: n corners xy
// [2*n] in the body's frame, m, in their order; 2 are a line, 1 is a point. Copied. Bodies without
// one are points.
PetscErrorCode RicModelSetBodyShape(RicModel model, PetscInt body, PetscInt n,
                                    const PetscReal xy[]);
// A system in coordinates of its own (system/system.h), from q0, v0 [num_dofs]. *number: of
// AddSystemContact.
PetscErrorCode RicModelAddSystem(RicModel model, const RicRegion *region, const RicSystemOps *ops,
                                 const PetscReal parameters[], const PetscReal q0[],
                                 const PetscReal v0[], PetscInt *number);
// Contact law for the gap number `gap` of a system; without it the gap is not looked at.
PetscErrorCode RicModelAddSystemContact(RicModel model, const char name[], PetscInt system,
                                        PetscInt gap, PetscReal restitution);
// A joint between the points of data: region[k] is the node of point k, NULL for the ground. Two
// nodes must be the ends of a link of the mesh (link, else −1). motion may be NULL; taken over.
// `where` as in AddElements. User error: the type's Check.
PetscErrorCode RicModelAddJoint(RicModel model, const char name[], const RicJointOps *ops,
                                const RicJointData *data, const RicRegion *const region[2],
                                PetscInt link, RicExpression motion, const char where[]);
// A spring and damper on the first value of a joint kernel ("rod": along the line; "drive-angle":
// torsional), relaxed at data->length or data->angle.
PetscErrorCode RicModelAddSpring(RicModel model, const RicJointOps *ops, const RicJointData *data,
                                 const RicRegion *const region[2], PetscInt link,
                                 PetscReal stiffness, PetscReal damper, const char where[]);
// A planar contact between points, of ops->num_rows rows: region and link as for joints.
PetscErrorCode RicModelAddPointContact(RicModel model, const char name[], const RicContactOps *ops,
                                       const RicContactData *data, const RicRegion *const region[2],
                                       PetscInt link, RicExpression motion);

// A named contact: one row for each node of the region, against a face through data->on[1].local of
// the ground (node–plane). `motion` (m, may be NULL) is
// the shift of the obstacle along its normal as a function of t; taken over.
PetscErrorCode RicModelAddContact(RicModel model, const char name[], const RicContactOps *ops,
                                  const RicContactData *data, const RicRegion *region,
                                  RicExpression motion);
// The same between the two nodes of a link: the normal is that of the second's face, towards the
// first.
PetscErrorCode RicModelAddLinkContact(RicModel model, const char name[], const RicContactOps *ops,
                                      const RicContactData *data, PetscInt link,
                                      RicExpression motion);
// Coulomb's friction, coefficient > 0, of the contact of that number in the order added, and
// Newton's restitution of its sliding, in [0, 1]. For a gap of a system: it has GapTangents.
PetscErrorCode RicModelSetContactFriction(RicModel model, PetscInt contact, PetscReal friction,
                                          PetscReal tangential_restitution);
// User error: a free dof without mass; no element; a load that is not finite. Of loads, supports
// and motions that depend on t also later, whenever one is asked for at a time where it is not.
PetscErrorCode RicModelSetUp(RicModel model);
PetscErrorCode RicModelView(RicModel model, PetscViewer viewer);

// ---- Sizes and vectors ----
PetscErrorCode RicModelGetComm(RicModel model, MPI_Comm *comm);
PetscErrorCode RicModelGetDimension(RicModel model, PetscInt *dim);
PetscErrorCode RicModelGetMesh(RicModel model, RicMesh *mesh);
// Global numbers of dofs, of those not fixed, of elements and of contact rows.
PetscErrorCode RicModelGetSizes(RicModel model, PetscInt *dofs, PetscInt *free_dofs,
                                PetscInt *elements, PetscInt *contacts);
// New vector of dofs, with ghosts where the model needs them.
PetscErrorCode RicModelCreateVec(RicModel model, Vec *x);
// New vector of contact rows.
PetscErrorCode RicModelCreateContactVec(RicModel model, Vec *y);
// Force linear in q and v, and rows constant?
PetscErrorCode RicModelIsLinear(RicModel model, PetscBool *yes);
PetscErrorCode RicModelHasDamping(RicModel model, PetscBool *yes);
// Each node on at most two neighbours: matrices are banded in the numbering of the mesh.
PetscErrorCode RicModelIsChain(RicModel model, PetscBool *yes);
PetscErrorCode RicModelHasLumpedMass(RicModel model, PetscBool *yes);

// ---- Dynamics ----
// Move the initial state onto its joints: the smallest change of coordinates and velocities, in the
// norm of the mass matrix's diagonal, by Newton's method. Default: no.
PetscErrorCode RicModelSetAssemble(RicModel model, PetscBool assemble);
// Initial state at t: supports (with differences over h) and initial conditions. Collective.
PetscErrorCode RicModelInitialState(RicModel model, PetscReal t, PetscReal h, Vec q, Vec v);
// Configurations are moved by increments in velocity space, the only way steppers know: q1 = q0 ∘ c Δ,
// delta Δ [dofs]. q1 may be q0. Addition, since no body turns in space.
PetscErrorCode RicModelMove(RicModel model, Vec q0, PetscReal c, Vec delta, Vec q1);
// The Δ of q1 = q0 ∘ Δ; delta may be q1.
PetscErrorCode RicModelIncrement(RicModel model, Vec q0, Vec q1, Vec delta);
// q = q0 ∘ θΔ with that Δ; q is neither.
PetscErrorCode RicModelBetween(RicModel model, Vec q0, PetscReal theta, Vec q1, Vec q);
// f(t,q,v) = f_ext(t) − f_int(q) − C v, N; 0 at fixed dofs. q, v may be updated in their ghost
// entries. Collective.
PetscErrorCode RicModelForce(RicModel model, PetscReal t, Vec q, Vec v, Vec f);
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
PetscErrorCode RicModelHasConstantMass(RicModel model, PetscBool *yes);
PetscErrorCode RicModelHasConstantRows(RicModel model, PetscBool *yes);
// Do the operator's entries change with the state, other than through M?
PetscErrorCode RicModelHasConstantTangent(RicModel model, PetscBool *yes);
// Values at time t of the fixed dofs; each of q, v, a may be NULL. `h` (s, > 0) is the time scale
// of the differences.
PetscErrorCode RicModelPrescribe(RicModel model, PetscReal t, PetscReal h, Vec q, Vec v, Vec a);
// Does any support move? (If not, only the initial values matter.)
PetscErrorCode RicModelHasMovingSupports(RicModel model, PetscBool *yes);
// x = 0 at fixed dofs.
PetscErrorCode RicModelZeroFixed(RicModel model, Vec x);
// Kinetic energy ½ vᵀMv, and potential: elastic − gravity work, zero at the origin of coordinates;
// J. Collective.
PetscErrorCode RicModelEnergy(RicModel model, Vec q, Vec v, PetscReal *kinetic,
                              PetscReal *potential);
// out = Ṁ v of systems whose mass moves, 0 elsewhere and at fixed dofs.
PetscErrorCode RicModelMassRate(RicModel model, PetscReal t, Vec q, Vec v, Vec out);
// What is neither in the energies nor work of loads, supports and rows while the model moves by w
// in time h, at the configuration q of time t amid them, J: *dissipated by dampers (fixed dofs
// included), *external, brought in by forces of systems that their potential does not have.
// Collective.
PetscErrorCode RicModelWork(RicModel model, PetscReal t, PetscReal h, Vec q, Vec w,
                            PetscReal *external, PetscReal *dissipated);
// Nodal loads (without gravity) at t, and whether there are any.
PetscErrorCode RicModelHasLoads(RicModel model, PetscBool *yes);
PetscErrorCode RicModelLoads(RicModel model, PetscReal t, Vec f);
// Reactions of supports at fixed dofs, M a + f_int + C v − f_ext, 0 elsewhere; N.
PetscErrorCode RicModelSupportReactions(RicModel model, PetscReal t, Vec q, Vec v, Vec a, Vec r);
// y −= ṡ(t) of moving obstacles and driven joints, differences over h.
PetscErrorCode RicModelRowRates(RicModel model, PetscReal t, PetscReal h, Vec y);
// Joints whose rows repeat those of joints before them at the last RicModelUpdate: redundant
// [joints]. Collective.
PetscErrorCode RicModelFindRedundantJoints(RicModel model, PetscBool redundant[]);
// Among redundant joints, the first whose rates no velocities satisfy together with those of the
// others at (t, q, v): *joint, −1 when there is none, and *left of its rates after the least change
// of v, m/s or rad/s. h: the step, for differences of motions. Collective.
PetscErrorCode RicModelFindContradiction(RicModel model, PetscReal t, PetscReal h, Vec q, Vec v,
                                         PetscInt *joint, PetscReal *left);
// Among the owned nodes with asked[node] (those of a mesh), how many the elements do not hold at q
// against motion in some direction that no support fixes: *n, over all ranks. Nodes of cables
// (tension only) count as held. Collective.
PetscErrorCode RicModelCountFree(RicModel model, Vec q, const PetscBool asked[], PetscInt *n);
// Total mass, kg, of each direction's dofs (all equal).
PetscErrorCode RicModelGetTotalMass(RicModel model, PetscReal *mass);

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
// Joint rows over all ranks.
PetscErrorCode RicModelGetNumJointRows(RicModel model, PetscInt *n);

// A joint, or a spring, as others see it. Borrowed.
typedef struct {
  const char *name; // springs: ""
  const RicJointOps *ops;
  const RicJointData *data;
  PetscBool present;           // it is this rank's, with its rows
  PetscInt first_row;          // local; not of springs
  const PetscInt *nodes;       // [2] local, −1: the ground; where present
  PetscReal stiffness, damper; // springs: N/m (N m/rad) and N s/m (N m s/rad) on the first value
} RicJointView;
PetscErrorCode RicModelGetNumJoints(RicModel model, PetscInt *n);
PetscErrorCode RicModelGetJoint(RicModel model, PetscInt i, RicJointView *view);
PetscErrorCode RicModelGetNumSprings(RicModel model, PetscInt *n);
PetscErrorCode RicModelGetSpring(RicModel model, PetscInt i, RicJointView *view);

// A body, and a system, as others see them. Borrowed.
typedef struct {
  PetscInt node;   // local, −1: not on this rank, not even as a ghost
  PetscBool owned; // by this rank
  RicBodyData data;
  PetscInt num_corners;     // of its outline
  const PetscReal *corners; // [2*num_corners]
} RicBodyView;
PetscErrorCode RicModelGetNumBodies(RicModel model, PetscInt *n);
PetscErrorCode RicModelGetBody(RicModel model, PetscInt i, RicBodyView *view);
typedef struct {
  PetscInt node; // local, −1: not on this rank
  PetscBool owned;
  const RicSystemOps *ops;
  const PetscReal *parameters, *q0; // [num_parameters], [num_dofs] at the start
} RicSystemView;
PetscErrorCode RicModelGetNumSystems(RicModel model, PetscInt *n);
PetscErrorCode RicModelGetSystem(RicModel model, PetscInt i, RicSystemView *view);
// First local dof and number of dofs of a local node.
PetscErrorCode RicModelGetNodeDofs(RicModel model, PetscInt node, PetscInt *first, PetscInt *n);

// Gaps y = g(t,q), m; and gap velocities ẏ = W v − ṡ(t), m/s. Collective.
PetscErrorCode RicModelGaps(RicModel model, PetscReal t, Vec q, Vec y);
PetscErrorCode RicModelGapVelocities(RicModel model, PetscReal t, PetscReal h, Vec q, Vec v,
                                     Vec ydot);
// Two points as they stand at the local array q (ghosts and all; NULL: 0), nodes [2] local, −1: the
// ground. `point` is borrowed by the pair.
void RicModelStand(RicModel model, const RicPoint point[2], const PetscInt nodes[2],
                   const PetscScalar *q, RicPair *pair);
// Rows W [contacts × dofs], columns of fixed dofs dropped: what impulses act on. Constant in a
// linear model. Borrowed.
PetscErrorCode RicModelGetRows(RicModel model, Mat *rows);
// Newton's restitution of each row. Borrowed.
PetscErrorCode RicModelGetRestitution(RicModel model, Vec *restitution);
// Coulomb's coefficients [rows], read at unilateral rows that tangential rows follow. Borrowed.
PetscErrorCode RicModelGetFriction(RicModel model, Vec *friction);
// Each row touches one node, no node twice: the bound problem applies.
PetscErrorCode RicModelRowsAreSeparable(RicModel model, PetscBool *yes);
// A length of the model, m, for tolerances: mesh diameter, at least the size of coordinates, of
// bodies' outlines and of points on bodies; of systems alone their gaps at the start. Collective.
PetscErrorCode RicModelGetLength(RicModel model, PetscReal *length);
// What changes of a dof are compared with, scale [dofs]: the length for displacements, what moves a
// body at its radius of gyration by the length for angles, what changes a gap by the length for
// coordinates of systems (0 where none does); and how large the number is that a displacement is
// added to, position [dofs] = |X|, m.
PetscErrorCode RicModelGetDofScales(RicModel model, Vec scale, Vec position);
// What the gap of a row is compared with, scale [rows]: the length, or 1 for rows in rad.
PetscErrorCode RicModelGetRowScales(RicModel model, Vec scale);

// A named contact: its rows on this rank.
typedef struct {
  const char *name;
  const RicContactOps *ops; // NULL: a gap of a system
  PetscInt system, gap;     // number of the system and of its gap; −1: none
  PetscBool moving;         // its obstacle has a motion
  RicContactData data;
  PetscInt num_rows;     // normal rows on this rank
  PetscInt width;        // with their tangential rows, which follow each: 1 (no friction), 2 or 3
  PetscInt first_row;    // local number of the first; row r is first_row + r*width
  const PetscInt *nodes; // [num_rows * RIC_MAX_NODES], local nodes, −1: ground or none
} RicContactView;
PetscErrorCode RicModelGetNumContacts(RicModel model, PetscInt *n);
PetscErrorCode RicModelGetContact(RicModel model, PetscInt i, RicContactView *view);
// "contact 'name', node at (x, y, z)" or "joint 'name'" of the global row, for messages. Collective; text [len].
PetscErrorCode RicModelDescribeRow(RicModel model, PetscInt row, Vec q, char text[], size_t len);
// Shift of a contact's obstacle at t, m.
PetscErrorCode RicModelContactShift(RicModel model, PetscInt i, PetscReal t, PetscReal *shift);

// ---- Elements, for output ----
PetscErrorCode RicModelGetNumElementBlocks(RicModel model, PetscInt *n);
// Block i: its type, its number of elements on this rank and their local nodes [num *
// ops->num_nodes].
PetscErrorCode RicModelGetElementBlock(RicModel model, PetscInt i, const RicElementOps **ops,
                                       PetscInt *num, const PetscInt **nodes);
// Its properties. Borrowed.
PetscErrorCode RicModelGetElementData(RicModel model, PetscInt i, const void **data);
// Output fields of the elements of block i, fields [num]. Ghost entries of q and v must be up to
// date (RicModelUpdateGhosts).
PetscErrorCode RicModelElementFields(RicModel model, PetscInt i, Vec q, Vec v,
                                     RicElementFields fields[]);
PetscErrorCode RicModelUpdateGhosts(RicModel model, Vec x);

#endif
