// SPDX-License-Identifier: BSD-2-Clause
// Model, for those who look at it: what it consists of, and energies and work of a state. It changes
// nothing. Built with model/model_build.h, computed with by model/model.h.
//
// "Local": of this rank, in the numbering of the mesh.
#ifndef RIC_MODEL_MODEL_VIEW_H
#define RIC_MODEL_MODEL_VIEW_H

#include "body/body.h"
#include "contact/contact.h"
#include "element/element.h"
#include "geom/pair.h"
#include "geom/surface.h"
#include "joint/joint.h"
#include "mesh/mesh.h"
#include "system/system.h"

RIC_C_BEGIN

typedef struct RicModel_ *RicModel;

// ---- Its size ----

PetscErrorCode RicModelGetComm(RicModel model, MPI_Comm *comm);
PetscErrorCode RicModelGetDimension(RicModel model, PetscInt *dim);
PetscErrorCode RicModelGetMesh(RicModel model, RicMesh *mesh);
// Global numbers of dofs, of those not fixed, of elements and of normal rows of contacts.
PetscErrorCode RicModelGetSizes(RicModel model, PetscInt *dofs, PetscInt *free_dofs,
                                PetscInt *elements, PetscInt *contacts);
// Joint rows over all ranks.
PetscErrorCode RicModelGetNumJointRows(RicModel model, PetscInt *n);
PetscErrorCode RicModelGetGravity(RicModel model, PetscReal gravity[3]); // m/s²
// Total mass, kg, of each direction's dofs (all equal).
PetscErrorCode RicModelGetTotalMass(RicModel model, PetscReal *mass);
// A length of the model, m, for tolerances: mesh diameter, at least the size of coordinates, of
// bodies' outlines and of points on bodies; of systems alone their gaps at the start. Collective.
PetscErrorCode RicModelGetLength(RicModel model, PetscReal *length);
// First local dof and number of dofs of a local node.
PetscErrorCode RicModelGetNodeDofs(RicModel model, PetscInt node, PetscInt *first, PetscInt *n);

// ---- Energies and work ----

// What is neither in the energies nor work of loads, supports and rows while the model moves by w
// in time h, at the configuration q of time t amid them, J: *dissipated by dampers (fixed dofs
// included), *external, brought in by forces of systems that their potential does not have.
// Collective.
PetscErrorCode RicModelWork(RicModel model, PetscReal t, PetscReal h, Vec q, Vec w,
                            PetscReal *external, PetscReal *dissipated);
// Nodal loads (without gravity) at (t, q), and whether there are any.
PetscErrorCode RicModelHasLoads(RicModel model, PetscBool *yes);
PetscErrorCode RicModelLoads(RicModel model, PetscReal t, Vec q, Vec f);
// Reactions of supports at fixed dofs, M a + f_int + C v − f_ext, 0 elsewhere; N.
PetscErrorCode RicModelSupportReactions(RicModel model, PetscReal t, Vec q, Vec v, Vec a, Vec r);
// r −= Wᵀλ at fixed dofs, with the rows of the last RicModelUpdate: what contacts and joints exert
// there, lambda [rows], N.
PetscErrorCode RicModelSubtractRowForces(RicModel model, Vec lambda, Vec r);

// ---- Elements ----

PetscErrorCode RicModelGetNumElementBlocks(RicModel model, PetscInt *n);
// Block i: its type, its number of elements on this rank and their local nodes [num *
// ops->num_nodes].
PetscErrorCode RicModelGetElementBlock(RicModel model, PetscInt i, const RicElementOps **ops,
                                       PetscInt *num, const PetscInt **nodes);
// Its properties. Borrowed.
PetscErrorCode RicModelGetElementData(RicModel model, PetscInt i, const void **data);
// Output fields of n elements of block i from number `first` on, fields [n]. Ghost entries of q and v
// must be up to date (RicModelUpdateGhosts).
PetscErrorCode RicModelElementFields(RicModel model, PetscInt i, PetscInt first, PetscInt n, Vec q,
                                     Vec v, RicElementFields fields[]);
PetscErrorCode RicModelUpdateGhosts(RicModel model, Vec x);

// ---- Bodies and systems ----

// A body, and a system, as others see them. Borrowed.
typedef struct {
  PetscInt node;   // local, −1: not on this rank, not even as a ghost
  PetscBool owned; // by this rank
  RicBodyData data;
  const RicSurface *surface; // in its frame; none: no corners
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

// ---- Joints, springs and contacts ----

// A joint, or a spring, as others see it. Borrowed.
typedef struct {
  const char *name; // springs: ""
  const RicJointOps *ops;
  const void *data;            // of the type
  const RicPoint *point;       // [2]
  PetscInt num_rows;           // on whichever rank
  PetscBool present;           // it is this rank's, with its rows
  PetscInt first_row;          // local; not of springs
  const PetscInt *nodes;       // [2] local, −1: the ground; where present
  PetscReal stiffness, damper; // springs: N/m (N m/rad) and N s/m (N m s/rad) on the first value
} RicJointView;
PetscErrorCode RicModelGetNumJoints(RicModel model, PetscInt *n);
PetscErrorCode RicModelGetJoint(RicModel model, PetscInt i, RicJointView *view);
PetscErrorCode RicModelGetNumSprings(RicModel model, PetscInt *n);
PetscErrorCode RicModelGetSpring(RicModel model, PetscInt i, RicJointView *view);

// A named contact: its rows on this rank.
typedef struct {
  const char *name;
  const RicContactOps *ops; // NULL: a gap of a system
  PetscInt system, gap;     // number of the system and of its gap; −1: none
  PetscBool moving;         // its obstacle has a motion
  PetscBool leads;          // of all ranks, this one has the first of its rows
  const void *data;         // of the type; NULL for a gap of a system
  const RicPoint *on;       // [2]
  const RicContactFriction *friction;
  PetscInt num_rows;     // normal rows on this rank
  PetscInt width;        // with their tangential rows, which follow each: 1 (no friction) to 4
  PetscInt first_row;    // local number of the first; row r is first_row + r*width
  const PetscInt *nodes; // [num_rows * RIC_MAX_NODES], local nodes, −1: ground or none
} RicContactView;
PetscErrorCode RicModelGetNumContacts(RicModel model, PetscInt *n);
PetscErrorCode RicModelGetContact(RicModel model, PetscInt i, RicContactView *view);
// Shift of a contact's obstacle at t, m.
PetscErrorCode RicModelContactShift(RicModel model, PetscInt i, PetscReal t, PetscReal *shift);

// Two points as they stand at the local array q (ghosts and all; NULL: 0), nodes [2] local, −1: the
// ground. `point` is borrowed by the pair.
void RicModelStand(RicModel model, const RicPoint point[2], const PetscInt nodes[2],
                   const PetscScalar *q, RicPair *pair);

RIC_C_END

#endif
