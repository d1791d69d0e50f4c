// SPDX-License-Identifier: BSD-2-Clause
// The inside of a Model. Stays in this folder.
#ifndef RIC_MODEL_MODEL_IMPL_H
#define RIC_MODEL_MODEL_IMPL_H

#include "model/model.h"

// Elements of one type with the same data.
typedef struct {
  const RicElementOps *ops;
  RicElementData data;
  PetscInt num;    // on this rank
  PetscInt *nodes; // [num * ops->num_nodes] local
} RicElementBlock;

// Expressions on the nodes of a region.
typedef struct {
  PetscInt num;    // owned nodes (loads, initial) or local nodes (supports)
  PetscInt *nodes; // [num] local
  PetscBool fixed[3];
  RicExpression value[3]; // force, or displacement
  RicExpression rate[3];  // velocity
  PetscBool moving;       // any expression depends on t
} RicNodalField;

typedef struct {
  char name[RIC_NAME_LEN];
  const RicContactOps *ops;
  RicContactData data;
  RicExpression motion; // NULL: at rest
  PetscInt num_rows, first_row;
  PetscInt *nodes; // [num_rows * ops->num_nodes] local
} RicContactSet;

struct RicModel_ {
  MPI_Comm comm;
  RicMesh mesh; // borrowed
  PetscInt dim;
  PetscInt num_owned, num_local; // nodes
  const PetscReal *coordinates;  // [3*num_local]
  const PetscInt *global;        // [num_local]
  PetscBool set_up;

  RicElementBlock *blocks;
  PetscInt num_blocks;
  PetscReal damping_mass, damping_stiffness;
  PetscReal gravity[3];
  RicNodalField *loads, *supports, *initials;
  PetscInt num_loads, num_supports, num_initials;
  RicContactSet *contacts;
  PetscInt num_contacts;
  PetscInt num_rows_owned, num_rows; // contact rows: on this rank, in all

  PetscInt dofs, free_dofs, elements; // global
  PetscBool linear, has_damping, chain, lumped, moving_supports, moving_loads, separable;
  PetscReal length, total_mass;

  PetscInt *fixed; // [num_local*dim] 1: fixed
  PetscInt num_fixed_owned;
  PetscInt *fixed_owned; // local dofs of owned nodes
  Vec load_constant;     // gravity and loads that do not depend on t
  Vec gravity_force;     // M·gravity, for the potential
  Mat mass_full, mass;   // the same object without fixed dofs
  Mat minus_stiffness;   // −K, full, linear models only: f = f_ext − K q in one product
  Mat damping;           // full, NULL without
  Mat rows_full, rows;   // the same object without fixed dofs
  Vec restitution;
  Vec gap_offset; // linear rows: gap at q = 0, shift 0
  Vec work, row_work;
};

// model_assembly.c
PetscErrorCode RicModelCreateMatrices_Private(RicModel model);
// model_contact.c
PetscErrorCode RicModelSetUpContacts_Private(RicModel model);
PetscErrorCode RicModelShifts_Private(RicModel model, PetscReal t, PetscReal h, PetscInt derivative,
                                      Vec y);
// model_field.c
PetscErrorCode RicModelSetUpLoads_Private(RicModel model);
PetscErrorCode RicModelSetUpSupports_Private(RicModel model);
PetscErrorCode RicModelAddMovingLoads_Private(RicModel model, PetscReal t, Vec f);
PetscErrorCode RicNodalFieldDestroy_Private(RicNodalField *field);
// derivative 0, 1, 2 of an expression in t at point x, by fourth-order central differences of
// spacing h/4
PetscErrorCode RicTimeDerivative_Private(RicExpression expr, PetscInt derivative, PetscReal t,
                                         PetscReal h, const PetscReal x[3], PetscReal *value);
// Gather X, u of one element; local arrays.
void RicGather_Private(const RicModel model, PetscInt num_nodes, const PetscInt nodes[],
                       const PetscScalar *q, PetscReal X[], PetscReal u[]);

#endif
