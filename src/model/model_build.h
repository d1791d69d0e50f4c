// SPDX-License-Identifier: BSD-2-Clause
// Model, for those who build it: elements, bodies, systems, joints, springs, loads, supports and
// contacts are added, then SetUp numbers, checks and assembles what is constant. What it computes is in
// model/model.h, what it shows of itself in model/model_view.h.
//
// All are collective, with the same arguments on all ranks.
#ifndef RIC_MODEL_MODEL_BUILD_H
#define RIC_MODEL_MODEL_BUILD_H

#include "base/expression.h"
#include "body/body.h"
#include "contact/contact.h"
#include "element/element.h"
#include "geom/surface.h"
#include "joint/joint.h"
#include "mesh/mesh.h"
#include "system/system.h"

RIC_C_BEGIN

typedef struct RicModel_ *RicModel;

// dim = 1, 2 or 3. The mesh is partitioned already and stays the caller's.
PetscErrorCode RicModelCreate(MPI_Comm comm, RicMesh mesh, PetscInt dim, RicModel *model);
PetscErrorCode RicModelDestroy(RicModel *model);

// Elements of a type on the cells (two-node types) or nodes (one-node types) of a region. data: the
// type's own (element/element_data.h), ops->data_size bytes, copied. Messages
// begin with `where`. User error: the type's Check; a region without cells for a two-node type.
PetscErrorCode RicModelAddElements(RicModel model, const RicElementOps *ops, const void *data,
                                   const RicRegion *region, const char where[]);
// One element on links of the mesh: links [ops->num_nodes − 1] begin at its first node and end at the
// others in turn.
PetscErrorCode RicModelAddLinkElement(RicModel model, const RicElementOps *ops, const void *data,
                                      const PetscInt links[], const char where[]);
// Rayleigh damping C = mass_factor·M + stiffness_factor·K(0); 1/s and s.
PetscErrorCode RicModelSetDamping(RicModel model, PetscReal mass_factor,
                                  PetscReal stiffness_factor);
PetscErrorCode RicModelSetGravity(RicModel model, const PetscReal gravity[3]); // m/s²
// Force on each node of a region, N; NULL components are 0. The model takes the expressions over, here and
// below: components become NULL. What changes between steps by the caller's hand is one of
// RicExpressionCreateFunction.
PetscErrorCode RicModelAddLoad(RicModel model, const RicRegion *region, RicExpression force[3]);
// Moment about the centre of mass of the body in space that is the region, N m, in axes of space;
// likewise.
PetscErrorCode RicModelAddMoment(RicModel model, const RicRegion *region, RicExpression moment[3]);
// Prescribe the displacement (m) of the directions with fixed[d]; displacement[d] NULL means 0, as does
// displacement itself.
// velocity, or velocity[d], m/s, may be NULL: then time derivatives of the displacement are taken by
// fourth-order differences, over times to either side of t.
// User error: a velocity without its displacement.
PetscErrorCode RicModelAddSupport(RicModel model, const RicRegion *region, const PetscBool fixed[3],
                                  RicExpression displacement[3], RicExpression velocity[3]);
// Initial displacement, m, and velocity, m/s, of a region (later ones win); what is NULL, both or a
// component, is left.
PetscErrorCode RicModelAddInitial(RicModel model, const RicRegion *region,
                                  RicExpression displacement[3], RicExpression velocity[3]);

// ---- Bodies (dim ≥ 2), systems, joints and springs. Each stands on a node of its own, made with
// RicMeshAddNode; `region` is that node. Before SetUp, before anything that uses the node. ----

PetscErrorCode RicModelAddBody(RicModel model, const RicRegion *region, const RicBodyData *data);
// What the body number `body` (in the order they were added) looks like in its frame, for pictures
// and lengths; taken over, zeros are left. Bodies without one are points.
PetscErrorCode RicModelSetBodySurface(RicModel model, PetscInt body, RicSurface *surface);
// A system in coordinates of its own (system/system.h), from q0, v0 [num_dofs]. *number: of
// AddSystemContact.
PetscErrorCode RicModelAddSystem(RicModel model, const RicRegion *region, const RicSystemOps *ops,
                                 const PetscReal parameters[], const PetscReal q0[],
                                 const PetscReal v0[], PetscInt *number);
// Contact law for the gap number `gap` of a system; without it the gap is not looked at.
PetscErrorCode RicModelAddSystemContact(RicModel model, const char name[], PetscInt system,
                                        PetscInt gap, PetscReal restitution);
// Where a point stands: what carries it, and the region of its node, NULL for the ground.
typedef struct {
  RicPoint point;
  const RicRegion *region;
} RicPlace;
// A joint between two points. data: the type's own (joint/joint_data.h), ops->data_size bytes,
// copied. Two nodes must be the ends of a link of the mesh (link, else −1). motion may be NULL; taken
// over. `where` as in AddElements. User error: the type's Check.
PetscErrorCode RicModelAddJoint(RicModel model, const char name[], const RicJointOps *ops,
                                const void *data, const RicPlace place[2], PetscInt link,
                                RicExpression motion, const char where[]);
// A spring and damper on the first value of a joint kernel, relaxed where that is 0 ("rod": along
// the line; "angle": torsional).
PetscErrorCode RicModelAddSpring(RicModel model, const RicJointOps *ops, const void *data,
                                 const RicPlace place[2], PetscInt link, PetscReal stiffness,
                                 PetscReal damper, const char where[]);

// A named contact between two points, of ops->num_rows rows: data (contact/contact_data.h) copied,
// with its expressions taken over; place and link as for joints; Newton's restitution e in [0, 1]. Where
// place[0] is a region of several nodes, each of them is one; `link` is then the first of as many,
// in the order of the region.
// `motion` (m, may be NULL) is the shift of the obstacle along its normal as a function of t; taken
// over.
PetscErrorCode RicModelAddPointContact(RicModel model, const char name[], const RicContactOps *ops,
                                       const void *data, const RicPlace place[2], PetscInt link,
                                       PetscReal restitution, RicExpression motion);
// The same for each node of a region, against a face through `point` [3] of the ground, m
// (node–plane).
PetscErrorCode RicModelAddContact(RicModel model, const char name[], const RicContactOps *ops,
                                  const void *data, const RicRegion *region,
                                  const PetscReal point[3], PetscReal restitution,
                                  RicExpression motion);
// The same between the two nodes of a link, from the first to the second.
PetscErrorCode RicModelAddLinkContact(RicModel model, const char name[], const RicContactOps *ops,
                                      const void *data, PetscInt link, PetscReal restitution,
                                      RicExpression motion);
// Friction of the contact of that number in the order added; its expression becomes the model's. A
// gap of a system has GapTangents and one coefficient; elliptic friction and spin are of contacts in
// space.
PetscErrorCode RicModelSetContactFriction(RicModel model, PetscInt contact,
                                          const RicContactFriction *friction);

// ---- The whole ----

// Move the initial state onto its joints: the smallest change of coordinates and velocities, in the
// norm of the mass matrix's diagonal, by Newton's method. Default: no.
PetscErrorCode RicModelSetAssemble(RicModel model, PetscBool assemble);
// User error: a free dof without mass; no element; a load that is not finite. Of loads, supports
// and motions that depend on t also later, whenever one is asked for at a time where it is not.
PetscErrorCode RicModelSetUp(RicModel model);
PetscErrorCode RicModelView(RicModel model, PetscViewer viewer);

// ---- Is it sound? Asked of a model that is set up, at its start. ----

// Joints whose rows at q repeat those of joints before them: redundant [joints]. Collective.
PetscErrorCode RicModelFindRedundantJoints(RicModel model, PetscReal t, Vec q,
                                           PetscBool redundant[]);
// Among redundant joints, the first whose rates no velocities satisfy together with those of the
// others at (t, q, v): *joint, −1 when there is none, and *left of its rates after the least change
// of v, m/s or rad/s. h: the step, for differences of motions. Collective.
PetscErrorCode RicModelFindContradiction(RicModel model, PetscReal t, PetscReal h, Vec q, Vec v,
                                         PetscInt *joint, PetscReal *left);
// Among the owned nodes with asked[node] (those of a mesh), how many the elements do not hold at q
// against motion in some direction that no support fixes: *n, over all ranks. Nodes of cables
// (tension only) count as held. Collective.
PetscErrorCode RicModelCountFree(RicModel model, Vec q, const PetscBool asked[], PetscInt *n);

RIC_C_END

#endif
