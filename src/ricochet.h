// SPDX-License-Identifier: BSD-2-Clause
// Ricochet, for programs that use its library: all that is public, in reading order.
//
//   #include <ricochet.h>
//
// How a program goes. PetscInitialize → a mesh (RicMesh…) that is partitioned → a model (RicModel…)
// to which elements, bodies, joints, supports, loads and contacts are added and which is then set up
// → a stepper (RicStepper…) that is given the model, a scheme and a step, set up and started →
// RicStepperAdvance, once a step, and RicStepperGetState → all destroyed in the opposite order →
// PetscFinalize. docs/library.md leads through it, examples/c/ has programs.
//
// Conventions. SI units and radians. `X [3*n]` after an argument is the shape of an array, by rows.
// Coordinates and vectors of space have three components whatever the dimension; those beyond it are
// 0. Functions are collective, called alike on all ranks of the communicator, unless they say that
// they are not. What is "borrowed" belongs to its lender and must not be freed.
//
// Errors. Functions return PetscErrorCode, to be called in PetscCall; those that cannot fail return
// void or a value. A mistake in what is asked for ("user error") is PETSC_ERR_USER_INPUT with one line
// of text, the same on all ranks; a call out of order PETSC_ERR_ARG_WRONGSTATE; a file that cannot be
// written PETSC_ERR_FILE_WRITE. A step that does not converge is no error but a RicReason. After an
// error what was called with can be destroyed and nothing else.
//
// In C++ all names have C linkage.
#ifndef RICOCHET_H
#define RICOCHET_H

// The version of these headers; errors, RicReason, expressions of t, x, y, z.
#include "base/base.h"
#include "base/expression.h"
#include "base/version.h"

// What a model stands on: nodes, cells and named regions.
#include "mesh/mesh.h"

// What it consists of: types, found by their names or registered, and the data of those there are.
#include "body/body.h"
#include "body/inertia.h"
#include "contact/contact_data.h"
#include "element/element_data.h"
#include "geom/polygon.h"
#include "joint/joint_data.h"
#include "system/system.h"

// The model: built, looked at, computed with.
#include "model/model_build.h"
#include "model/model_view.h"

#include "model/model.h"

// Steps of it, and the solver of contacts with friction alone.
#include "stepper/stepper.h"

#include "solve/friction.h"

// What runs write: columns, a summary, VTK files, contact problems.
#include "io/fclib.h"
#include "io/frame.h"
#include "io/history.h"
#include "io/summary.h"
#include "io/vtk.h"

// Types of one's own: what their functions are made of.
#include "contact/contact_meet.h"
#include "element/element_line.h"

#endif
