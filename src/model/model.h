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
#include "mesh/mesh.h"

typedef struct RicModel_ *RicModel;

// ---- Building, before SetUp. All collective, same arguments on all ranks. ----

// dim = 1, 2 or 3. The mesh is partitioned already and stays the caller's.
PetscErrorCode RicModelCreate(MPI_Comm comm, RicMesh mesh, PetscInt dim, RicModel *model);
PetscErrorCode RicModelDestroy(RicModel *model);

// Elements of a type on the cells (two-node types) or nodes (one-node types) of a region. Messages
// begin with `where`. User error: the type's Check; a region without cells for a two-node type.
PetscErrorCode RicModelAddElements(RicModel model, const RicElementOps *ops,
                                   const RicElementData *data, const RicRegion *region,
                                   const char where[]);
// One two-node element on a link of the mesh.
PetscErrorCode RicModelAddLinkElement(RicModel model, const RicElementOps *ops,
                                      const RicElementData *data, PetscInt link,
                                      const char where[]);
// Rayleigh damping C = mass_factor·M + stiffness_factor·K(0); 1/s and s.
PetscErrorCode RicModelSetDamping(RicModel model, PetscReal mass_factor,
                                  PetscReal stiffness_factor);
PetscErrorCode RicModelSetGravity(RicModel model, const PetscReal gravity[3]); // m/s²
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
// A named contact: one row for each node of the region (node–plane).  `motion` (m, may be NULL) is
// the shift of the obstacle along its normal as a function of t; taken over.
PetscErrorCode RicModelAddContact(RicModel model, const char name[], const RicContactOps *ops,
                                  const RicContactData *data, const RicRegion *region,
                                  RicExpression motion);
// The same between the two nodes of a link.
PetscErrorCode RicModelAddLinkContact(RicModel model, const char name[], const RicContactOps *ops,
                                      const RicContactData *data, PetscInt link,
                                      RicExpression motion);
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
// Initial state at t: supports (with differences over h) and initial conditions. Collective.
PetscErrorCode RicModelInitialState(RicModel model, PetscReal t, PetscReal h, Vec q, Vec v);
// f(t,q,v) = f_ext(t) − f_int(q) − C v, N; 0 at fixed dofs. q, v may be updated in their ghost
// entries. Collective.
PetscErrorCode RicModelForce(RicModel model, PetscReal t, Vec q, Vec v, Vec f);
// y = M x with the full mass matrix (fixed dofs included); then 0 at fixed dofs. Collective.
PetscErrorCode RicModelMassMult(RicModel model, Vec x, Vec y);
// y = C x likewise; 0 without damping.
PetscErrorCode RicModelDampingMult(RicModel model, Vec x, Vec y);
// The mass matrix with fixed dofs eliminated, kg. Borrowed.
PetscErrorCode RicModelGetMass(RicModel model, Mat *mass);
// New matrix with the pattern of the stiffness.
PetscErrorCode RicModelCreateMat(RicModel model, Mat *A);
// A = cm·M + cc·C + ck·K(q), fixed dofs eliminated with the diagonal entry cm. q may be NULL for
// K(0). Collective.
PetscErrorCode RicModelOperator(RicModel model, PetscReal cm, PetscReal cc, PetscReal ck, Vec q,
                                Mat A);
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
// Total mass, kg, of each direction's dofs (all equal).
PetscErrorCode RicModelGetTotalMass(RicModel model, PetscReal *mass);

// ---- Contacts ----
// Gaps y = g(t,q), m; and gap velocities ẏ = W v − ṡ(t), m/s. Collective.
PetscErrorCode RicModelGaps(RicModel model, PetscReal t, Vec q, Vec y);
PetscErrorCode RicModelGapVelocities(RicModel model, PetscReal t, PetscReal h, Vec q, Vec v,
                                     Vec ydot);
// Rows W [contacts × dofs], columns of fixed dofs dropped: what impulses act on. Constant in a
// linear model. Borrowed.
PetscErrorCode RicModelGetRows(RicModel model, Mat *rows);
// Newton's restitution of each row. Borrowed.
PetscErrorCode RicModelGetRestitution(RicModel model, Vec *restitution);
// Each row touches one node, no node twice: the bound problem applies.
PetscErrorCode RicModelRowsAreSeparable(RicModel model, PetscBool *yes);
// A length of the model (mesh diameter, at least the size of the coordinates), m, and for round-off
// tolerances.
PetscErrorCode RicModelGetLength(RicModel model, PetscReal *length);

// A named contact: its rows on this rank.
typedef struct {
  const char *name;
  const RicContactOps *ops;
  RicContactData data;
  PetscInt num_rows;     // on this rank
  PetscInt first_row;    // local number of the first; rows are consecutive
  const PetscInt *nodes; // [num_rows * ops->num_nodes], local nodes
} RicContactView;
PetscErrorCode RicModelGetNumContacts(RicModel model, PetscInt *n);
PetscErrorCode RicModelGetContact(RicModel model, PetscInt i, RicContactView *view);
// "name, node 12 at (x, y, z)" of the global row, for messages. Collective; text [len].
PetscErrorCode RicModelDescribeRow(RicModel model, PetscInt row, Vec q, char text[], size_t len);
// Shift of a contact's obstacle at t, m.
PetscErrorCode RicModelContactShift(RicModel model, PetscInt i, PetscReal t, PetscReal *shift);

// ---- Elements, for output ----
PetscErrorCode RicModelGetNumElementBlocks(RicModel model, PetscInt *n);
// Block i: its type, its number of elements on this rank and their local nodes [num *
// ops->num_nodes].
PetscErrorCode RicModelGetElementBlock(RicModel model, PetscInt i, const RicElementOps **ops,
                                       PetscInt *num, const PetscInt **nodes);
// Output fields of the elements of block i, fields [num]. Ghost entries of q and v must be up to
// date (RicModelUpdateGhosts).
PetscErrorCode RicModelElementFields(RicModel model, PetscInt i, Vec q, Vec v,
                                     RicElementFields fields[]);
PetscErrorCode RicModelUpdateGhosts(RicModel model, Vec x);

#endif
