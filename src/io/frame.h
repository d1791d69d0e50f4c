// SPDX-License-Identifier: BSD-2-Clause
// Frame: the state of a model as a VTK file.
//
// Points: nodes at their current positions, then four corners for each plane. Cells, told apart by
// the cell field `kind`:
//   0 element  lines (bars, springs), vertices (point masses, ground springs)
//   1 contact  vertices at the first node of each contact row
//   2 obstacle a quad for each plane, as large as the model, moved by the contact's motion
// Point fields (3 components): displacement m, velocity m/s, acceleration m/s². Cell fields: rank,
// axial_strain –, axial_force N, kinetic_energy_density and strain_energy_density J/m (elements);
// gap m, gap_velocity m/s, impulse N s over the last step, contact_force N (vector on the first
// node: impulse / step) (contacts). Fields are 0 on cells they say nothing about.
#ifndef RIC_IO_FRAME_H
#define RIC_IO_FRAME_H

#include "model/model.h"
#include "stepper/stepper.h"

typedef struct RicFrame_ *RicFrame;

// h: length of a step, s. Series dir/name.pvd. Collective.
PetscErrorCode RicFrameCreate(RicModel model, const char dir[], const char name[], PetscReal h,
                              RicFrame *frame);
PetscErrorCode RicFrameDestroy(RicFrame *frame);
// Write the state. PETSC_ERR_FILE_WRITE as RicVtkWrite. Collective.
PetscErrorCode RicFrameWrite(RicFrame frame, const RicState *state);

#endif
