// SPDX-License-Identifier: BSD-2-Clause
// Case: an input file made into a mesh, a model and a stepper, with what shall be written.
//
// One file per section of the input, case_mesh.c to case_output.c; case.c joins them and
// case_start.c looks at the state they make. docs/input.md is the user's reference: a new key goes
// into both.
#ifndef RIC_APP_CASE_H
#define RIC_APP_CASE_H

#include "base/hash.h"
#include "base/names.h"
#include "body/body.h"
#include "contact/contact.h"
#include "geom/point.h"
#include "geom/surface.h"
#include "io/input.h"
#include "mesh/mesh.h"
#include "model/model_build.h"
#include "stepper/stepper.h"
#include "system/system.h"

typedef struct {
  char name[RIC_NAME_LEN];
  RicInputNode node; // where the name stands, and its key
  const char *key;
  const RicRegion *region; // of one node
  PetscInt n;              // dofs
  const char
      *labels[RIC_SYSTEM_MAX_DOFS]; // of each: columns NAME.label and NAME.vlabel (theta: omega)
  PetscInt num_positions; // how many of them are positions: reference coordinates are added
  PetscBool turns;        // a body in space: angular velocities are shown in axes of space
} RicProbe;

// A support, which has columns where it has a name.
typedef struct {
  char name[RIC_NAME_LEN]; // "": none
  RicInputNode node;
  const RicRegion *region;
  PetscBool fixed[3];
} RicSupport;

// When checkpoints are written, and how many are left.
typedef struct {
  PetscInt every;    // steps; 0: not by steps
  PetscReal minutes; // 0: not by time
  PetscInt keep;
} RicKeeping;

// What the run whose state this one begins with had at worst; zeros without one.
typedef struct {
  PetscReal penetration; // m or rad
  PetscReal joint_error; // m or rad
  PetscReal stake;       // energy at stake, J
} RicCaseLeft;

typedef struct {
  MPI_Comm comm;
  RicInput input;
  RicInputNode root;
  char title[RIC_TEXT_LEN];
  char name[RIC_NAME_LEN];      // base name of the input: output files are called after it
  char directory[RIC_PATH_LEN]; // of the output
  PetscInt dim;
  PetscInt refine;              // times the mesh was refined
  char mesh_hash[RIC_HASH_LEN]; // of the mesh file's bytes, "" without one
  RicMesh mesh;
  RicModel model;
  RicStepper stepper;
  PetscReal damping[2]; // Rayleigh's, of the mass, 1/s, and of the stiffness, s
  PetscReal gravity[3]; // m/s²
  RicInputNode start;   // item of `initial` that names a checkpoint, the first; NULL: none
  RicCaseLeft left;     // of the run of that checkpoint
  PetscBool assemble;   // the initial state is moved onto its joints
  PetscInt max_halvings, max_substeps;
  PetscInt energy_check_off;     // of the words on, off
  char left_aside[RIC_TEXT_LEN]; // options of another stepper in the file, for a note
  PetscReal step, end;           // s
  PetscReal courant;             // of bars, which sets the step; 0: not given
  PetscInt num_steps;
  PetscBool energy_balance;          // columns balance_…
  PetscInt history_every, vtk_every; // in steps; vtk_every 0: none
  PetscReal from, until;             // times outside of which nothing is written, s
  PetscBool impacts;                 // impacts.csv, a line for each
  PetscBool vtk_single;              // fields of VTK files as Float32
  PetscInt vtk_compression;          // zlib's level, 0: none
  RicKeeping checkpoint;
  PetscInt vtk_points; // 0: where they are, 1: where they are undisplaced
  PetscInt vtk_blank;  // of fields where they say nothing: 0: 0, 1: NaN
  PetscBool vtk_names; // what cells are called
  RicProbe *probes;
  RicSupport *supports;
  PetscInt num_probes, num_supports;
  RicNames bodies, systems; // entries of these sections by name
  RicNames contacts;        // likewise; contacts of systems lead to the entry of their system
  PetscInt *element_links, *contact_links; // link of elements[i], contacts[i]; −1: by region
  PetscInt *joint_links, *spring_links;    // of joints[i], springs[i]; −1: one end is the ground
} RicCase;

// Read, check and build everything a run needs; the output directory is not touched. User errors as
// in input.h. Collective.
PetscErrorCode RicCaseCreate(MPI_Comm comm, const char filename[], RicCase **c);
PetscErrorCode RicCaseDestroy(RicCase **c);
// Tell on standard error, a line each, what is allowed and hardly meant: joints that repeat others,
// refined bars that hinge in their middle. Collective.
PetscErrorCode RicCaseWarn(RicCase *c);
// Tell on standard output what of the file an option made of no account. Collective.
PetscErrorCode RicCaseNote(RicCase *c);

// Is a state of that time written, by `from` and `until` of the output? Up to round-off of t.
static inline PetscBool RicCaseShows(const RicCase *c, PetscReal t) {
  return (PetscBool)(t >= c->from - 1e-6 * c->step && t <= c->until + 1e-6 * c->step);
}

// The step against the fastest frequency of the structure (case_step.c).
typedef struct {
  PetscReal omega, h_omega; // rad/s, upper bounds; 0 where nothing is elastic
  PetscReal limit;          // of h ω, infinite where there is none
  const char *why;          // what happens beyond it; "" without
} RicStepSafety;
PetscErrorCode RicCaseStepSafety(RicCase *c, RicStepSafety *safety);
// Print it in one line, and in another when the step is not safe; each begins with `head`.
PetscErrorCode RicCaseTellStep(RicCase *c, const char head[]);
// Of what an energy that cannot grow would be of use here, in one line that begins with `head`; none
// where the step is short enough for any scheme, or not safe.
PetscErrorCode RicCaseAdviseStepper(RicCase *c, const char head[]);
// The scheme whose energy cannot grow, for advice; NULL where the model does not allow it, or where it
// is the case's own (*own).
PetscErrorCode RicCaseMonotoneStepper(RicCase *c, const char **type, PetscBool *own);

// ---- Sections, in the order they are built ----
// add(c, item, i) for each item of each of n sections of the input, in their order.
typedef PetscErrorCode (*RicCaseItemFn)(RicCase *c, RicInputNode item, PetscInt i);
PetscErrorCode RicCaseItems_Private(RicCase *c, PetscInt n, const char *const sections[],
                                    const RicCaseItemFn add[]);
PetscErrorCode RicCaseMesh_Private(RicCase *c); // mesh, regions; whole state
PetscErrorCode
RicCaseLinks_Private(RicCase *c); // links of elements and contacts, weights; then partition
PetscErrorCode RicCaseBodies_Private(RicCase *c);   // bodies, systems
PetscErrorCode RicCaseJoints_Private(RicCase *c);   // joints, springs
PetscErrorCode RicCaseElements_Private(RicCase *c); // materials, elements, damping, gravity
PetscErrorCode RicCaseFields_Private(RicCase *c);   // loads, supports, initial
PetscErrorCode RicCaseFrom_Private(RicCase *c);     // initial: from; the model is set up
PetscErrorCode RicCaseContacts_Private(RicCase *c);
PetscErrorCode RicCaseStepper_Private(RicCase *c);
// The step of a Courant number, which the section `stepper` gives; user error without bars.
PetscErrorCode RicCaseCourant_Private(RicCase *c, RicInputNode stepper, PetscReal courant,
                                      PetscReal *step);
// Contacts and joints of the state at the start, refused with their place when violated.
// Collective.
PetscErrorCode RicCaseCheckStart_Private(RicCase *c);
PetscErrorCode RicCaseOutput_Private(RicCase *c);

// ---- Tables of parameters ----
// Of the whole file; its sections' are behind it. A new key is a line in one of these and, where its
// kind has no data, a reader. See also those of types: `ricochet list`.
extern const RicParameter RicTopParameters[];                         // case.c, of RicCase
extern const RicParameter RicMeshParameters[], RicRegionParameters[]; // case_mesh.c
extern const RicParameter RicElementParameters[], RicLoadParameters[], RicSupportParameters[],
    RicInitialParameters[];                                            // case_elements.c
extern const RicParameter RicBodyParameters[];                         // case_bodies.c
extern const RicParameter RicSystemParameters[];                       // case_systems.c
extern const RicParameter RicJointParameters[], RicSpringParameters[]; // case_joints.c
extern const RicParameter RicStepperParameters[];                      // case_stepper.c, of RicCase
extern const RicParameter RicOutputParameters[];                       // case_output.c, of RicCase

// Shapes of bodies: what a shape of any type says of itself.
typedef struct {
  PetscReal size[3], radius, length; // m
} RicShapeData;

typedef struct {
  const char *name, *description; // NULL ends a table
  const RicParameter *parameters; // of RicShapeData
} RicShapeType;

extern const RicParameter RicShapeParameters[]; // case_shape.c
extern const RicShapeType RicShapesInPlane[];   // case_shape.c
extern const RicShapeType RicShapesInSpace[];   // case_body_space.c
// Which of the types a shape is, and its data; `at` is the caller's to read.
PetscErrorCode RicCaseShapeData_Private(RicCase *c, RicInputNode shape, const RicShapeType types[],
                                        PetscInt *type, RicShapeData *data);

// Raise unless the node is a mapping with keys of these two tables only, each may be NULL.
PetscErrorCode RicCaseCheckKeys_Private(RicCase *c, RicInputNode node, const RicParameter common[],
                                        const RicParameter table[]);
// Values of a table into data, which has its defaults (RicParametersSetDefaults) already. Regions,
// nodes, points, expressions and lists are the caller's to read.
PetscErrorCode RicCaseRead_Private(RicCase *c, RicInputNode node, const RicParameter table[],
                                   void *data);
// Both: the keys of the table and the `common` ones (NULL: none) are all that the node may have; those
// of the table are read. The data's expressions are the caller's to destroy (RicParametersClear) until
// something takes them over.
PetscErrorCode RicCaseFill_Private(RicCase *c, RicInputNode node, const RicParameter common[],
                                   const RicParameter table[], void *data);
// The same into data that has no defaults yet,
PetscErrorCode RicCaseParameters_Private(RicCase *c, RicInputNode node, const RicParameter common[],
                                         const RicParameter table[], void *data);
// and into new data of `size` bytes, the caller's to end with RicParametersDestroy.
PetscErrorCode RicCaseNewData_Private(RicCase *c, RicInputNode node, const RicParameter common[],
                                      const RicParameter table[], size_t size, void **data);
// The material that a key names.
PetscErrorCode RicCaseMaterial_Private(RicCase *c, RicInputNode node, const char key[],
                                       RicMaterial *data);
// Check all of the section `materials`, those that no element uses included.
PetscErrorCode RicCaseMaterials_Private(RicCase *c);
// Nodes of bodies and systems; whole state, within RicCaseMesh_Private.
PetscErrorCode RicCaseBodyNodes_Private(RicCase *c);
// The entry of `bodies` of that name, NULL when there is none.
PetscErrorCode RicCaseFindBody_Private(RicCase *c, const char name[], RicInputNode *body);
// Inertia of a body of mass m, kg m², and its outline [2*n] in its frame, the caller's to free.
PetscErrorCode RicCaseShape_Private(RicCase *c, RicInputNode body, PetscReal mass,
                                    PetscReal *inertia, PetscInt *n, PetscReal **outline);
// All of an entry of `bodies` in space but its name and place; the surface is the caller's to destroy.
PetscErrorCode RicCaseBodyInSpace_Private(RicCase *c, RicInputNode body, RicBodyData *data,
                                          RicSurface *surface);
// Link of an item with points `a` and `b`, −1 when it has none or one is the ground; where `a` is a region
// of many nodes, the first of their links, one after another; whole state.
PetscErrorCode RicCasePointLink_Private(RicCase *c, RicInputNode item, PetscInt *link);
// The points `a` and `b` of an item (see case_bodies.c); user error when both are on the ground or on
// one body, and unless `many` where `a` is a region of several nodes.
PetscErrorCode RicCasePoints_Private(RicCase *c, RicInputNode item, PetscBool many,
                                     RicPlace place[2]);
// An entry of `systems`.
PetscErrorCode RicCaseSystem_Private(RicCase *c, RicInputNode node, PetscInt i);

// A file that the input names, into path [RIC_PATH_LEN]: a relative one is looked up beside the input
// first, then from where the program runs. Collective.
PetscErrorCode RicCaseFindFile_Private(RicCase *c, const char name[], char path[]);
// The region that a key names; user error with the known ones. `single`: it must have one node.
PetscErrorCode RicCaseRegion_Private(RicCase *c, RicInputNode node, const char key[],
                                     PetscBool single, const RicRegion **region);
// The section that gives the model its mass: the first there is of elements, bodies, systems, mesh.
PetscErrorCode RicCaseMassive_Private(RicCase *c, RicInputNode *section);
// User error unless the node is absent or a mapping.
PetscErrorCode RicCaseMapping_Private(RicInputNode node);
// User error for an empty name, or one that cannot head a column of history.csv.
PetscErrorCode RicCaseName_Private(RicInputNode node, const char key[], const char name[]);
// User error unless each of n expressions (NULL ones apart) is finite at t = 0 on all nodes of the
// region; without a region, at the origin.
PetscErrorCode RicCaseFinite_Private(RicCase *c, RicInputNode node, const char key[],
                                     const RicRegion *region, PetscInt n,
                                     const RicExpression expr[]);
// The key `motion` of a contact or joint, an expression of t that is finite at 0; NULL when absent,
// else the caller's to destroy.
PetscErrorCode RicCaseMotion_Private(RicCase *c, RicInputNode node, RicExpression *motion);
// `friction` and `tangential_restitution` of an item, for the contact added last. user error: no
// direction to slide in, has_tangents false or dim = 1.
PetscErrorCode RicCaseFriction_Private(RicCase *c, RicInputNode node, PetscBool has_tangents);
// A list of dim numbers, the other components 0.
PetscErrorCode RicCaseVector_Private(RicCase *c, RicInputNode node, const char key[],
                                     PetscBool required, PetscReal x[3]);

#endif
