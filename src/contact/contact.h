// SPDX-License-Identifier: BSD-2-Clause
// Contact kinematics: gap, rows and curvature of one contact as pure functions of the nodes it
// touches.
//
// g ≥ 0 is open, metres. Rows W = ∂ġ/∂v. Conventions of dim, X, u as in element.h. `shift` and
// `shift_rate` (m, m/s) are the value at time t of the contact's motion: how far the obstacle
// (node-node: the first node's face) has moved along the normal; ġ = W v − shift_rate.
#ifndef RIC_CONTACT_CONTACT_H
#define RIC_CONTACT_CONTACT_H

#include "base/base.h"

// Data of one contact: those its type does not use are 0.
typedef struct {
  // Unit: out of the obstacle (node-plane), from the first node to the second (node-node).
  // Components beyond dim are 0.
  PetscReal normal[3];
  PetscReal point[3];    // a point of the plane at shift 0, m (node-plane)
  PetscReal offset;      // clearance taken off the gap, m: a node's radius, two nodes' distance
  PetscReal restitution; // Newton's e, in [0, 1]; kinematics do not use it
} RicContactData;

// The verbs of a type; outputs are overwritten.
typedef struct {
  const char *name;        // as in inputs: "node-plane", "node-node"
  const char *description; // one line, for `ricochet list contacts`
  PetscInt num_nodes;
  PetscBool linear; // rows do not depend on u (nor do they read it: u may be NULL in Rows)
  // g(u, shift), m.
  PetscReal (*Gap)(const RicContactData *data, PetscInt dim, const PetscReal X[],
                   const PetscReal u[], PetscReal shift);
  // W = ∂g/∂u [num_nodes*dim].
  void (*Rows)(const RicContactData *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
               PetscReal W[]);
  // H = ∂²g/∂u² [nd*nd], row-major, 1/m; NULL when it vanishes.
  void (*Curvature)(const RicContactData *data, PetscInt dim, const PetscReal X[],
                    const PetscReal u[], PetscReal H[]);
} RicContactOps;

// *ops = the type of that name, NULL when there is none. Not collective. The table owns it.
PetscErrorCode RicContactFind(const char name[], const RicContactOps **ops);
// The types known, n of them in the order of the table, which owns them. Not collective.
PetscErrorCode RicContactGetTable(PetscInt *n, const RicContactOps *const **table);

#endif
