// SPDX-License-Identifier: BSD-2-Clause
// Contact kinematics: gap, rows and curvature of one contact as pure functions of the nodes it
// touches.
//
// g ≥ 0 is open, metres. Rows W = ∂ġ/∂v. Conventions of dim, X, u as in element.h, of planar types
// as in geom/point.h. `shift` and `shift_rate` (m, m/s; angular-stop: rad, rad/s) are the value at
// time t of the contact's motion: how far the obstacle (node-node: the first node's face) has moved
// along the normal, towards what it meets; ġ = W v − shift_rate. A channel's two walls move as one:
// in its first row, whose wall looks against the normal, the sign of the shift is the other.
#ifndef RIC_CONTACT_CONTACT_H
#define RIC_CONTACT_CONTACT_H

#include "base/base.h"
#include "geom/point.h"

// Data of one contact: those its type does not use are 0.
typedef struct {
  // Unit: out of the obstacle (node-plane; point-line, point-edge, channel: in the frame of on[1]),
  // from the first node to the second (node-node). Components beyond dim are 0.
  PetscReal normal[3];
  PetscReal point[3];    // a point of the plane at shift 0, m (node-plane)
  PetscReal offset;      // clearance taken off the gap, m (angular-stop: rad): the radius of a node
                         // or of the circle at on[0], two nodes' distance
  PetscReal restitution; // Newton's e, in [0, 1]; kinematics do not use it
  // Planar types (geom/point.h): on[0] is what meets the obstacle, on[1] a point of the obstacle.
  RicPoint on[2];
  PetscReal radius; // of the circle, or of the hole, about on[1], m (circle-circle, point-circle)
  PetscReal length; // of the edge that begins at on[1], m (point-edge)
  PetscReal angle;  // θ_0 − θ_1 at the stop, rad (angular-stop)
  PetscBool upper;  // the stop bounds that angle from above instead of from below (angular-stop)
  PetscReal width;  // between the walls, half of it on either side of on[1], m (channel)
  PetscInt row;     // which row of the contact the verbs are asked for, 0 … num_rows − 1
} RicContactData;

// The verbs of a type; outputs are overwritten.
typedef struct {
  const char *name;        // as in inputs: "node-plane", "node-node", "point-line", "point-edge",
                           // "point-circle", "circle-circle", "angular-stop", "channel"
  const char *description; // one line, for `ricochet list contacts`
  PetscInt num_nodes;      // planar types: 2, the ground counted
  PetscInt num_rows;       // of one contact, told apart by data->row
  const PetscReal *sides;  // −∂g/∂shift of each row: 1, or −1 [num_rows]; NULL: 1
  const char *keys[4];     // planar types: what they use of the data beside on, offset and
                           // restitution, as inputs call it; NULL behind the last
  PetscBool planar;  // dim = 2, between on[0] and on[1]: dofs as in geom/point.h, X [3*2], nd ≤ 6
  PetscBool linear;  // rows do not depend on u (nor do they read it: u may be NULL in Rows)
  PetscBool angular; // the gap is an angle: rad, impulses N m s
  // Is the data acceptable? NULL if yes, else what the contact has that is wrong, to be read after
  // "has". No Check accepts everything.
  const char *(*Check)(const RicContactData *data, PetscInt dim);
  // g(u, shift), m; angular-stop: rad.
  PetscReal (*Gap)(const RicContactData *data, PetscInt dim, const PetscReal X[],
                   const PetscReal u[], PetscReal shift);
  // W = ∂g/∂u [nd].
  void (*Rows)(const RicContactData *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
               PetscReal W[]);
  // H = ∂²g/∂u² [nd*nd], row-major, 1/m; NULL when it vanishes.
  void (*Curvature)(const RicContactData *data, PetscInt dim, const PetscReal X[],
                    const PetscReal u[], PetscReal H[]);
} RicContactOps;

// nd: the dofs a contact of the type touches.
static inline PetscInt RicContactDofs(const RicContactOps *ops, const RicContactData *data,
                                      PetscInt dim) {
  return ops->planar ? RicPointDofs(&data->on[0], dim) + RicPointDofs(&data->on[1], dim)
                     : ops->num_nodes * dim;
}

// The data of row r of a contact, or of several that share data.
static inline RicContactData RicContactRow(const RicContactOps *ops, const RicContactData *data,
                                           PetscInt r) {
  RicContactData row = *data;
  row.row = r % ops->num_rows;
  return row;
}

// −∂g/∂shift of that row.
static inline PetscReal RicContactSide(const RicContactOps *ops, PetscInt r) {
  return ops->sides ? ops->sides[r % ops->num_rows] : 1;
}

// *ops = the type of that name, NULL when there is none. Not collective. The table owns it.
PetscErrorCode RicContactFind(const char name[], const RicContactOps **ops);
// The types known, n of them in the order of the table, which owns them. Not collective.
PetscErrorCode RicContactGetTable(PetscInt *n, const RicContactOps *const **table);

#endif
