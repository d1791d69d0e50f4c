// SPDX-License-Identifier: BSD-2-Clause
// The inside of a Frame. Stays in this folder.
//
// Points of a rank: its nodes, then those that parts ask for with RicFrameAddPoints. Cells: as
// parts add them. Both are laid out once, at creation; each part remembers where its first ones are
// and fills them in anew for each file.
#ifndef RIC_IO_FRAME_IMPL_H
#define RIC_IO_FRAME_IMPL_H

#include "geom/surface.h"
#include "io/frame.h"
#include "io/vtk.h"
#include "model/model_view.h"

// The field `kind`.
typedef enum {
  RIC_KIND_ELEMENT = 0,
  RIC_KIND_CONTACT = 1,
  RIC_KIND_OBSTACLE = 2,
  RIC_KIND_BODY = 3,
  RIC_KIND_JOINT = 4
} RicKind;

// Cell fields: one number a cell, then vectors.
enum {
  RIC_CELL_STRAIN,
  RIC_CELL_FORCE,
  RIC_CELL_KINETIC,
  RIC_CELL_ENERGY,
  RIC_CELL_GAP,
  RIC_CELL_GAP_VELOCITY,
  RIC_CELL_IMPULSE,
  RIC_CELL_JOINT_ERROR,
  RIC_CELL_SCALARS
};
enum { RIC_CELL_CONTACT_FORCE, RIC_CELL_REACTION, RIC_CELL_VECTORS };
enum { RIC_POINT_DISPLACEMENT, RIC_POINT_VELOCITY, RIC_POINT_ACCELERATION, RIC_POINT_VECTORS };

// What a contact meets, drawn once however many contacts share it.
typedef struct {
  PetscInt contact, wall; // of the model, and which of its rows meets this
  PetscBool on_ground;
  PetscInt n, point; // corners and first point
} RicFrameObstacle;

// Local arrays of the state, ghosts included.
typedef struct {
  const PetscScalar *q, *v, *a;                             // dofs
  const PetscScalar *gap, *gap_velocity, *lambda, *impulse; // rows
} RicFrameArrays;

struct RicFrame_ {
  MPI_Comm comm;
  RicModel model;
  RicVtk vtk;
  PetscReal h;
  PetscInt dim, num_owned;
  const PetscReal *coordinates; // of the mesh
  const PetscInt *global;

  PetscInt num_points, num_cells, max_cells, num_connections, max_connections;
  RicVtkCellType *types;  // [num_cells]
  PetscInt *offsets;      // [num_cells + 1]
  PetscInt *connectivity; // while cells are added: global number of a node, −1 − local point
  PetscInt *kind, *rank;  // [num_cells]
  PetscInt *section, *id; // [num_cells] what a cell is a picture of
  RicSection now_section; // of cells that are being added
  PetscInt now_id;
  PetscInt *name, *material;            // [num_cells]; NULL without labels
  PetscBool at_reference;               // points are where they are undisplaced
  PetscReal *xyz;                       // [3*num_points]
  PetscReal *points[RIC_POINT_VECTORS]; // [3*num_points]
  PetscReal *scalars[RIC_CELL_SCALARS]; // [num_cells]
  PetscReal *vectors[RIC_CELL_VECTORS]; // [3*num_cells]

  // First points and cells of the parts. Joints and springs: two points each.
  PetscInt spring_cell, contact_cell, joint_cell;
  PetscInt body_point, system_point, spring_point, contact_point, joint_point;
  RicFrameObstacle *obstacles;
  PetscInt num_obstacles;
  RicSurface ball;              // of radius 1; nothing where no sphere is drawn
  PetscReal lo[3], hi[3], size; // box of the model at the start, and half a plane's width, m
};

// *first: number of the first of n new points of this rank.
void RicFrameAddPoints(RicFrame frame, PetscInt n, PetscInt *first);
// A cell of n points: global node numbers, or RicFramePoint of points asked for.
PetscErrorCode RicFrameAddCell(RicFrame frame, RicKind kind, RicVtkCellType type, PetscInt n,
                               const PetscInt points[]);
static inline PetscInt RicFramePoint(PetscInt local) { return -1 - local; }
// What the cells added from here on are pictures of.
void RicFrameSetOwner(RicFrame frame, RicSection section, PetscInt id);
// The cell that fits n corners: a vertex, a line or a polygon.
RicVtkCellType RicFrameCellType(PetscInt n);

// Reference positions X [3*2] and dofs [nd] of the two nodes of an interaction (−1: none).
void RicFrameGather(RicFrame frame, const PetscInt nodes[2], const PetscScalar *x, PetscReal X[6],
                    PetscReal u[]);
// Put point number `point` where the material point p is and moves to; p has its dofs at `first` of
// those gathered for the nodes.
void RicFramePutPoint(RicFrame frame, PetscInt point, const RicPoint *p, const PetscReal X[3],
                      const PetscReal u[], const PetscReal v[], const PetscReal a[]);
// Both points of an interaction, as points number first and, with n = 2, first + 1.
void RicFramePutPair(RicFrame frame, PetscInt first, PetscInt n, const RicPoint pair[2],
                     const PetscInt nodes[2], const RicFrameArrays *state);

// Parts: frame_mesh.c, frame_body.c, frame_contact.c, frame_obstacle.c. Make… lay out, Fill… write the values.
PetscErrorCode RicFrameMakeElements(RicFrame frame);
PetscErrorCode RicFrameFillNodes(RicFrame frame, const RicState *state);
PetscErrorCode RicFrameFillElements(RicFrame frame, const RicState *state);
PetscErrorCode RicFrameMakeBodies(RicFrame frame); // bodies, systems, springs, joints
PetscErrorCode RicFrameFillBodies(RicFrame frame, const RicFrameArrays *state);
PetscErrorCode RicFrameMakeContacts(RicFrame frame);
PetscErrorCode RicFrameMakeObstacles(RicFrame frame);
PetscErrorCode RicFrameFillContacts(RicFrame frame, const RicFrameArrays *state);
PetscErrorCode RicFrameFillObstacles(RicFrame frame, PetscReal t, const RicFrameArrays *state);
// The fields of labels, in the file begun (frame_labels.c).
PetscErrorCode RicFrameWriteLabels(RicFrame frame);
// The box of the model's nodes, bodies and systems at the start. Collective.
PetscErrorCode RicFrameMeasure(RicFrame frame);

#endif
