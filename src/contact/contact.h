// SPDX-License-Identifier: BSD-2-Clause
// Contact kernels: where two points, a and b, touch as pure functions of their poses. Geometry is
// all they say; rows, friction rows and curvature follow from it here, once for all types and for
// whatever carries the points (geom/point.h): ground, nodes, bodies.
//
// a is what meets the obstacle, b a point of the obstacle. g ≥ 0 is open, metres (angular types:
// rad). n looks out of the obstacle towards a, so that ġ = n·(v_a − v_b) of the matter that touches.
//
// `shift` (m; angular types: rad) is how far the obstacle's face has moved along its normal towards
// what it meets, a function of t alone: the kernels are asked at shift 0, g = g_0 − side·shift.
// Sides are 1 but for a channel, whose two walls move as one: −1 for the wall whose n looks against
// the channel's normal.
//
// `data` is that of the type, in contact_data.h for those that others make in C.
#ifndef RIC_CONTACT_CONTACT_H
#define RIC_CONTACT_CONTACT_H

#include "base/expression.h"
#include "base/parameter.h"
#include "geom/path.h"

RIC_C_BEGIN

// The version of RicContactOps and of what its functions are asked for. It grows with every change of
// either: a plugin compiled with another version is refused before anything of it is read.
#define RIC_CONTACT_VERSION 1

#define RIC_CONTACT_MAX_ROWS 2

// Rows a contact may have at each place where it touches.
#define RIC_CONTACT_MAX_WIDTH 4

// What rubs: Coulomb's law ‖r_T‖ ≤ µ r_N, or one of its kin, all of them circular cones in rows that
// are stretched (RicContactStretch).
typedef struct {
  PetscReal coefficient; // µ ≥ 0; elliptic: µ₁ > 0
  PetscReal second; // elliptic, in space: µ₂ > 0, (r_T1/µ₁)² + (r_T2/µ₂)² ≤ r_N²; 0: µ in all
                    // directions
  PetscReal axis[3]; // elliptic: that of µ₁ in the frame of b, as it lies in the contact's plane
  PetscReal radius; // Coulomb–Contensou, in space: ℓ > 0, m, ‖(r_T, r_s/ℓ)‖ ≤ µ r_N with the
                    // moment r_s about n; 0: nothing resists the spin
  PetscReal restitution; // e_F of all tangential rows, in [0, 1]
  RicExpression of_speed; // µ(s) ≥ 0, s = ‖u_T‖ in m/s, with spin ‖(u_T, ℓ ω_n)‖; NULL: constant
} RicContactFriction;

// A place where they touch. A kernel gives gap, n and arm; RicContactComplete the rest.
typedef struct {
  PetscReal gap;  // at shift 0
  PetscReal n[3]; // unit, in axes of space; angular types: ġ = n·(ω_a − ω_b), unit on a hinge
  PetscReal arm[3];   // from a to where it touches, m; angular types: 0
  PetscReal t[2][3];  // tangents, n = t_1 × t_2; in the plane t_1 is n turned by −90°
  PetscReal on[2][3]; // where it touches, on a and on b, in space, m
} RicContactGeometry;

// How n and arm change as the poses move, per unit of time of the motion.
typedef struct {
  PetscReal n[3], arm[3];
} RicContactChange;

// How inputs say what touches.
typedef enum {
  RIC_CONTACT_OF_REGION, // each node of a region and the ground
  RIC_CONTACT_OF_NODES,  // two nodes
  RIC_CONTACT_OF_POINTS  // two points, of nodes, bodies or the ground
} RicContactForm;

// What is drawn of an obstacle.
typedef enum {
  RIC_OBSTACLE_NONE,
  RIC_OBSTACLE_FACE, // a line, a plane without ends
  RIC_OBSTACLE_EDGE, // of a length, along the normal turned by −90°
  RIC_OBSTACLE_CIRCLE,
  RIC_OBSTACLE_STOP // of an angle
} RicObstacleShape;
typedef struct {
  RicObstacleShape shape;
  PetscReal normal[3]; // face, edge: out of it, in the frame of b
  PetscReal back;      // face: how far it stands behind b along the normal, m
  PetscReal length;    // edge, m
  PetscReal radius;    // circle, m
  PetscReal angle;     // stop: of its line from the x axis of b's frame, rad
  PetscReal side;      // circle: 1, it grows with the shift, −1, a hole, it closes in; stop: 1 it
                       // bounds the angle from below, −1 from above
} RicObstacle;

// A type. Outputs are overwritten, one for each row [num_rows].
typedef struct {
  const char *name;        // as in inputs: "node-plane", "node-node", "point-line", "point-edge",
                           // "point-circle", "circle-circle", "angular-stop", "channel"
  const char *description; // one line, for `ricochet list contacts`
  RicContactForm form;
  PetscInt num_rows;              // of one contact: places where it may touch
  const PetscReal *sides;         // of each row, see above [num_rows]; NULL: 1
  const RicParameter *parameters; // what inputs say of it, beside the shared ones
  size_t data_size;               // bytes of its data
  PetscBool linear;  // n does not depend on the poses, and arm is along it: rows are constant;
                     // angular types: in the plane
  PetscBool angular; // the gap is an angle: rad, impulses N m s
  // Is the data acceptable? NULL if yes, else what the contact has that is wrong, to be read after
  // "has". No Check accepts everything.
  const char *(*Check)(const void *data, const RicPoint point[2], PetscInt dim);
  // Set what the data leaves to the start; NULL: nothing.
  void (*Initialise)(void *data, PetscInt dim, const RicPose *a, const RicPose *b);
  void (*Geometry)(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                   RicContactGeometry g[]);
  // With the motion of a and of b, at the geometry g there. NULL: by differences of Geometry.
  void (*Change)(const void *data, const RicPose *a, const RicPose *b, const RicContactGeometry g[],
                 const RicTwist motion[2], RicContactChange change[]);
  // n and arm over a path, with which the rate of the gap's wrench is its change: n need not be unit.
  // NULL: Geometry half-way. Whatever the rate lacks is added (RicPairPathComplete).
  void (*Path)(const void *data, PetscInt dim, const RicPairPath *path, RicContactGeometry g[]);
  // What of the obstacle of row r is drawn. NULL: nothing.
  void (*Obstacle)(const void *data, PetscInt r, RicObstacle *obstacle);
} RicContactOps;

// The side of row r of a contact, or of several that share data: −∂g/∂shift.
static inline PetscReal RicContactSide(const RicContactOps *ops, PetscInt r) {
  return ops->sides ? ops->sides[r % ops->num_rows] : 1;
}

// Are its rows constant?
static inline PetscBool RicContactIsLinear(const RicContactOps *ops, PetscInt dim) {
  return (PetscBool)(ops->linear && (dim < 3 || !ops->angular));
}

static inline void RicContactGeometryOf(const RicContactOps *ops, const void *data,
                                        const RicPair *pair, RicContactGeometry g[]) {
  ops->Geometry(data, pair->dim, &pair->stand[0].pose, &pair->stand[1].pose, g);
}

// Where row r touches and along what it slips: the tangents and the two points, the obstacle's at
// that shift.
void RicContactComplete(const RicContactOps *ops, const RicPair *pair, PetscInt r, PetscReal shift,
                        RicContactGeometry *g);

// What acts between a and b for a unit force on a along d [3] where they touch (angular types: a unit
// moment about d). Its opposite acts on b along the same line.
static inline void RicContactWrench(const RicContactOps *ops, const RicPose *a, const RicPose *b,
                                    const RicContactGeometry *g, const PetscReal d[3],
                                    RicPairWrench *w) {
  PetscReal arm[3];

  if (ops->angular) {
    RicVec3Scale(0, d, w->f);
    RicVec3Scale(1, d, w->m[0]);
    RicVec3Scale(-1, d, w->m[1]);
    return;
  }
  RicVec3Scale(-1, d, w->f);
  RicVec3Cross(g->arm, d, w->m[0]);
  RicPairSpan(b, a, arm);
  RicVec3Add(arm, 1, g->arm, arm);
  RicVec3Cross(arm, w->f, w->m[1]);
}

// W [nd] = ∂ġ/∂v of the gap of g.
static inline void RicContactRow(const RicContactOps *ops, const RicPair *pair,
                                 const RicContactGeometry *g, PetscReal W[]) {
  RicPairWrench w;

  RicContactWrench(ops, &pair->stand[0].pose, &pair->stand[1].pose, g, g->n, &w);
  RicPairRow(pair, &w, W);
}

// Rows of a contact with friction: N, T_1, (T_2), and with a radius the spin.
static inline PetscInt RicContactWidth(const RicContactFriction *friction, PetscInt dim) {
  return dim + (friction->radius > 0 ? 1 : 0);
}
// stretch [width]: of each row, what its rate is multiplied by to make the cone ‖r_T‖ ≤ µ̄ r_N; the
// percussions in the rows are those of the law over it. Returns µ̄ = √(µ₁ µ₂), or µ.
PetscReal RicContactStretch(const RicContactFriction *friction, PetscInt dim, PetscReal stretch[]);
// µ at a speed, of friction that depends on it: not checked.
PetscErrorCode RicContactFrictionAt(const RicContactFriction *friction, PetscReal speed,
                                    PetscReal *coefficient);
// W [width*nd]: rows N, T_1, (T_2) of a completed g: the velocity of a's matter seen from b's where a
// touches, along n, t_1, t_2; with a radius also how fast a turns about n seen from b; all but N,
// which is RicContactRow, stretched. Elliptic friction turns t_1, t_2 to its axes. Not of angular types.
void RicContactRows(const RicContactOps *ops, const RicContactFriction *friction,
                    const RicPair *pair, RicContactGeometry *g, PetscReal W[]);

// H [nd*nd] = ∂²g/∂q² of row r (in space: ∂W/∂q in the directions of the rates), 1/m. g [num_rows] of
// the pair; length, m: what differences are steps of, where the type has no Change. Not of linear
// types, where H = 0.
void RicContactCurvature(const RicContactOps *ops, const void *data, const RicPair *pair,
                         const RicContactGeometry g[], PetscInt r, PetscReal length, PetscReal H[]);

// W [num_rows*width*nd]: the rows of a contact over a path, of each place where it touches as
// RicContactRows has them; friction NULL: N alone, width 1. W_N·delta = g(to) − g(from) to round-off, at
// shift 0; the tangents are those of n half-way. length, m, weighs turns in what a type's own rows lack.
void RicContactPathRows(const RicContactOps *ops, const void *data,
                        const RicContactFriction *friction, const RicPairPath *path,
                        PetscReal length, PetscReal W[]);

// What inputs say of contacts of any type; who reads them sees to each.
extern const RicParameter RicContactSharedParameters[];

// ---- The types known: those built in, then those registered in their order. Not collective. ----

// Make a type known as ops->name until the program ends; the caller owns ops and keeps it as long. In a
// program before models are built, in a plugin in RicochetPluginRegister (system/system.h): inputs can
// then name it. The same ops again change nothing. PETSC_ERR_USER_INPUT, with the reason: the name is
// another type's or no word; a function that must be there is NULL; a number is out of range; a
// parameter stands beyond the data; the caller was compiled with another version of this header than
// the library.
#define RicContactRegister(ops)                                                                    \
  RicContactRegisterVersion(ops, RIC_CONTACT_VERSION, sizeof(RicContactOps))
// What RicContactRegister calls, with the version and the size of RicContactOps, bytes, that its caller was
// compiled with. ops is not looked into unless both are the library's.
PetscErrorCode RicContactRegisterVersion(const RicContactOps *ops, int version, size_t size);
// *ops = the type of that name, NULL when there is none. Whoever registered it owns it.
PetscErrorCode RicContactFind(const char name[], const RicContactOps **ops);
// The types known, n of them in the order of the table. Good until one is registered.
PetscErrorCode RicContactGetTable(PetscInt *n, const RicContactOps *const **table);

RIC_C_END

#endif
