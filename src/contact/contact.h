// SPDX-License-Identifier: BSD-2-Clause
// Contact kinematics: gap, rows and curvature of one contact as pure functions of the nodes it
// touches.
//
// g ≥ 0 is open, metres. Rows W = ∂ġ/∂v. Conventions of dim, X, u as in element.h. `shift` and
// `shift_rate` (m, m/s) are the value at time t of the contact's motion: how far the obstacle has
// moved along its normal; ġ = W v − shift_rate.
#ifndef RIC_CONTACT_CONTACT_H
#define RIC_CONTACT_CONTACT_H

#include "base/base.h"

typedef struct {
  PetscReal
      normal[3]; // unit: out of the obstacle (node–plane), from first to second node (node–node)
  PetscReal point[3]; // a point of the plane at shift 0, m (node–plane)
  PetscReal
      offset; // clearance subtracted from the gap, m (node radius, node–node reference distance)
  PetscReal restitution; // Newton's e, in [0, 1]
} RicContactData;

typedef struct {
  const char *name;        // "node-plane", "node-node"
  const char *description; // one line, for `ricochet list contacts`
  PetscInt num_nodes;
  PetscBool linear; // rows do not depend on u
  PetscReal (*Gap)(const RicContactData *data, PetscInt dim, const PetscReal X[],
                   const PetscReal u[], PetscReal shift);
  // W [num_nodes*dim].
  void (*Rows)(const RicContactData *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
               PetscReal W[]);
  // H = ∂²g/∂u² [nd*nd], row-major; NULL when it vanishes.
  void (*Curvature)(const RicContactData *data, PetscInt dim, const PetscReal X[],
                    const PetscReal u[], PetscReal H[]);
} RicContactOps;

PetscErrorCode RicContactFind(const char name[], const RicContactOps **ops);
PetscErrorCode RicContactGetTable(PetscInt *n, const RicContactOps *const **table);

#endif
