// SPDX-License-Identifier: BSD-2-Clause
// Stepper: a named time-stepping scheme that advances the state of a model.
//
// Life: Create → SetModel → SetType → SetOption… → SetStep → SetFromOptions → SetUp → Start →
// Advance… → Destroy. A type is one file, stepper_NAME.c, which begins with the method, its source
// and the equations, and one line of the table in stepper_type.c.
#ifndef RIC_STEPPER_STEPPER_H
#define RIC_STEPPER_STEPPER_H

#include "base/archive.h"
#include "solve/stage.h"

RIC_C_BEGIN

typedef struct RicModel_ *RicModel; // model/model_build.h
typedef struct RicStepper_ *RicStepper;

// The state after a step. Vectors belong to the stepper; they may be other objects after the next
// step.
typedef struct {
  PetscReal t;      // s
  Vec q, v;         // displacement, m, and velocity, m/s [dofs]
  Vec acceleration; // smooth acceleration at t, m/s² [dofs]; schemes without one: mean of the step
  Vec lambda;       // smooth multiplier λ~ of joints, N [rows]; their reaction is λ~ + Λ/h
  Vec gap;          // m [contacts], at t
  Vec gap_velocity; // m/s [contacts], at t
  Vec impulse;      // Λ over the step that ended at t, N s [contacts]; 0 before the first
  Vec nu;           // position multiplier ν of that step, kg m [contacts]; 0 in schemes without
  // What the energy balance wants of the last part of the step (a step that was not halved has
  // one). Borrowed, good until the next step.
  // J, m/s [dofs]: impulses changed v by it at the end, of which friction moved q within the step all
  // the same; NULL: within the step
  Vec jump;
  Vec acting; // of schemes whose multipliers act in other steps, too: impulses of joints that changed
              // v in this one, N s [rows]; NULL: these are Λ + hλ~
  Vec correction; // what of q is correction of positions, no motion, m [dofs]; NULL: nothing
  // What contacts took in that part, J, by their normal and by their tangential percussions, what
  // dampers took, and what loads, and moving supports, obstacles and drives, put in; of schemes that
  // know it: work_known.
  PetscBool work_known;
  PetscReal impact_work, friction_work, damper_work, load_work, motion_work;
  PetscInt active;     // contact rows with an impulse in that step
  PetscInt iterations; // of that step
} RicState;

// An option of a type, as under `stepper:` in the input and -stepper_NAME on the command line.
typedef struct {
  const char *name;
  const char *help;          // one line
  PetscReal lowest, highest; // number: allowed range
  PetscReal value;           // number: default; choice: index of the default
  const char *choices[4];    // choice: NULL-terminated words; choices[0] NULL: a number
} RicStepperOption;

// Counts since Start, for the report.
typedef struct {
  PetscInt steps;     // completed
  PetscInt halvings;  // times a step was halved
  PetscInt fallbacks; // times a scheme changed to its more robust form within a step
  PetscInt iterations, max_iterations;
  PetscInt factorizations;
} RicStepperStats;

PetscErrorCode RicStepperCreate(MPI_Comm comm, RicStepper *stepper);
PetscErrorCode RicStepperDestroy(RicStepper *stepper);
// The model is set up already and stays the caller's.
PetscErrorCode RicStepperSetModel(RicStepper stepper, RicModel model);
// User error for an unknown name, with the known ones.
PetscErrorCode RicStepperSetType(RicStepper stepper, const char type[]);
PetscErrorCode RicStepperGetType(RicStepper stepper, const char **type);
// Set an option of the type. User error: the type has no such option, a value out of range, an
// unknown word.
PetscErrorCode RicStepperSetOptionReal(RicStepper stepper, const char name[], PetscReal value);
PetscErrorCode RicStepperSetOptionChoice(RicStepper stepper, const char name[], const char word[]);
// Options of the chosen type, and the k-th with its value (choices: index of the word).
PetscErrorCode RicStepperGetNumOptions(RicStepper stepper, PetscInt *n);
PetscErrorCode RicStepperGetOption(RicStepper stepper, PetscInt k, const RicStepperOption **option,
                                   PetscReal *value);
PetscErrorCode RicStepperSetStep(RicStepper stepper, PetscReal h); // s, > 0
// How often a step that does not converge may be halved, ≥ 0; 8 by default.
PetscErrorCode RicStepperSetMaxHalvings(RicStepper stepper, PetscInt max_halvings);
// How many parts of one step may be tried in all when it is halved, ≥ 2; 100 by default.
PetscErrorCode RicStepperSetMaxSubsteps(RicStepper stepper, PetscInt max_substeps);
PetscErrorCode RicStepperSetFromOptions(RicStepper stepper);
PetscErrorCode RicStepperSetUp(RicStepper stepper);
PetscErrorCode RicStepperView(RicStepper stepper, PetscViewer viewer);

// By how many steps v belongs to another time than q: ½ where v is the velocity of the step that
// begins at q, −1 where it is the mean velocity about the time before.
PetscErrorCode RicStepperGetVelocityOffset(RicStepper stepper, PetscReal *steps);
// Right after Start, of schemes that set out with a velocity other than the initial one: that, and by
// which impulses, N s [rows], with −ṡ over the time h, s. Borrowed, good until the first step; *velocity
// NULL: the scheme has none.
PetscErrorCode RicStepperGetStartJump(RicStepper stepper, Vec *velocity, Vec *impulse,
                                      PetscReal *h);
// Have fn called after each part of a step, of length h, s, with its state and impulses: once a
// step, more often where steps are halved. Collective.
typedef PetscErrorCode (*RicStepperMonitorFn)(const RicState *state, PetscReal h, void *ctx);
PetscErrorCode RicStepperSetMonitor(RicStepper stepper, RicStepperMonitorFn fn, void *ctx);
// What the monitor sums up, handed over by fn: where a part of a halved step fails, that is brought back
// to what it was when the step began, as the state is. Of the monitor that is set now.
typedef PetscErrorCode (*RicStepperMonitorArchiveFn)(RicArchive archive, void *ctx);
PetscErrorCode RicStepperSetMonitorArchive(RicStepper stepper, RicStepperMonitorArchiveFn fn);
// Have watch see the contact problems of all stages: see RicStageSetWatch. After SetUp.
PetscErrorCode RicStepperSetWatch(RicStepper stepper, PetscBool all, RicStageWatchFn watch,
                                  void *ctx);

// Initial state at t0, consistent initial acceleration. Collective.
PetscErrorCode RicStepperStart(RicStepper stepper, PetscReal t0);
// Advance to time t1 > t (one step of the length set, up to round-off; shorter ones are set up
// anew). When the step does not converge it is halved, at most -stepper_max_halvings (8) times, and
// at most -stepper_max_substeps (100) parts of it are tried. *reason: RIC_OK, or RIC_FAILED, also
// where velocities would not be finite: the state is then that of before, to the last bit.
// Collective.
PetscErrorCode RicStepperAdvance(RicStepper stepper, PetscReal t1, RicReason *reason);
PetscErrorCode RicStepperGetState(RicStepper stepper, const RicState **state);
// All that the steps to come need of those before. When loaded: after Start, of the same type, options and
// step; the model is then at the loaded state, and the next step is to the last digit what it would
// have been, on the same ranks. Collective.
PetscErrorCode RicStepperArchive(RicStepper stepper, RicArchive archive);
PetscErrorCode RicStepperGetStats(RicStepper stepper, RicStepperStats *stats);
// One line about the last failure: where and when. Borrowed.
PetscErrorCode RicStepperGetFailure(RicStepper stepper, const char **text);

// The types known, for `ricochet list steppers` and for checking inputs.
PetscErrorCode RicStepperGetNumTypes(PetscInt *n);
PetscErrorCode RicStepperGetTypeInfo(PetscInt i, const char **name, const char **description,
                                     PetscInt *num_options);
PetscErrorCode RicStepperGetTypeOption(PetscInt i, PetscInt k, const RicStepperOption **option);

RIC_C_END

#endif
