// SPDX-License-Identifier: BSD-2-Clause
// Frame: the state of a model as a VTK file.
//
// Points of each rank: nodes at their current positions, then corners of bodies, points of systems,
// of springs and joints (two each), of contacts between points, corners of obstacles. Cells, told
// apart by the cell field `kind`:
//   0 element  lines (bars, springs, the picture of a system), vertices (point masses, ground
//              springs, torsional springs)
//   1 contact  a vertex for each contact row: at its first node, at the point on[0] of a contact
//              between points, at the system's point gap_points[gap]
//   2 obstacle what contacts meet, moved by their motion and drawn once where they share it, as
//              large as the model: planes (a quad; in two dimensions a strip below the plane),
//              edges, circles about points (32 corners), both walls of a channel, angular stops
//              (at point b, the line the x axis of a's frame meets, drawn on its closed side), the
//              face of the first of two nodes; lines and edges carried by a body are sides of its
//              outline
//   3 body     the outline of each rigid body, moving with it: a polygon, a line or a vertex
//   4 joint    a vertex at the joint's point a, a line between both points of a rod
// Point fields (3 components): displacement m, velocity m/s, acceleration m/s². Of a body's point
// the displacement is counted from where it is at u = 0, θ = 0; systems' points have a velocity
// only. Cell fields: rank; axial_strain –, axial_force N (tension positive, springs too),
// kinetic_energy_density and strain_energy_density J/m (elements); gap m, gap_velocity m/s, impulse
// N s over the last step (angular stops: rad, rad/s, N m s), contact_force N (vector on the first
// node, or on what carries on[0]: impulse / step; 0 for systems) (contacts); joint_error, the
// largest |value| of the rows, m or rad, reaction N (vector λ~ + Λ/h, on what carries point b)
// (joints). Fields are 0, by choice NaN, on cells they say nothing about; those of joints are left out
// of models without.
#ifndef RIC_IO_FRAME_H
#define RIC_IO_FRAME_H

#include "stepper/stepper.h"

RIC_C_BEGIN

typedef struct RicFrame_ *RicFrame;

// What cells may be pictures of: where the names of inputs are, and their numbers there.
typedef enum {
  RIC_SECTION_ELEMENTS,
  RIC_SECTION_CONTACTS, // obstacles too, those of the first contact that meets them
  RIC_SECTION_BODIES,
  RIC_SECTION_JOINTS,
  RIC_SECTION_SYSTEMS,
  RIC_SECTION_SPRINGS, // without names
  RIC_NUM_SECTIONS
} RicSection;

// Names of all things of each section, of elements that of their region, and the materials of elements.
typedef struct {
  PetscInt num[RIC_NUM_SECTIONS];
  const char *const *names[RIC_NUM_SECTIONS]; // [num], of springs not read
  const PetscInt *material;                   // [elements] −1: none
  PetscInt num_materials;
  const char *const *materials; // [num_materials]
} RicFrameLabels;

// h: length of a step, s. Series dir/name.pvd. Collective.
PetscErrorCode RicFrameCreate(RicModel model, const char dir[], const char name[], PetscReal h,
                              RicFrame *frame);
// See RicVtkArchive.
PetscErrorCode RicFrameArchive(RicFrame frame, RicArchive archive);
PetscErrorCode RicFrameGetNumFiles(RicFrame frame, PetscInt *n);
PetscErrorCode RicFrameDestroy(RicFrame *frame);
// As RicVtkSetFormat.
PetscErrorCode RicFrameSetFormat(RicFrame frame, PetscBool single, PetscInt level);
// Points where they are with no displacement, which the field `displacement` moves to where they are
// now; points of systems and of obstacles, which have none, where they are now.
PetscErrorCode RicFrameSetReference(RicFrame frame);
// Cell fields NaN, not 0, on cells they say nothing about.
PetscErrorCode RicFrameSetBlank(RicFrame frame);
// Cell fields `section` (RicSection), `id` (number in it), `name` and `material` (−1: none), and the field
// data `names` and `materials` that these are numbers of. What the labels point to is copied. Collective.
PetscErrorCode RicFrameSetLabels(RicFrame frame, const RicFrameLabels *labels);
// Write the state. PETSC_ERR_FILE_WRITE as RicVtkWrite. Collective.
PetscErrorCode RicFrameWrite(RicFrame frame, const RicState *state);

RIC_C_END

#endif
