// SPDX-License-Identifier: BSD-2-Clause
// "disk-plane": the edge of a disk about a, a circle of radius `radius` across its axis, over a plane
// that b carries.
//   g = n·(p_a − p_b) − radius |q| − offset,  q = n − (n·d) d,  arm = −radius q/|q| − offset n
// Symbols: n = normal, turned with the frame of b; d = axis, turned with the frame of a; offset, by
// which the edge is rounded. In the plane the axis is z: a circle.
// Limits: where the disk is parallel to the plane (q = 0) all of its edge touches: one point of it, the
// same of the body, stands for it, n keeps its meaning, and the gap has a ridge there. A disk that is
// to lie flat rests on three `point-plane` contacts.
#include "contact/contact_impl.h"

#define PARALLEL 1e-12 // of |q|

static const char *Check_DiskPlane(const void *data, const RicPoint point[2], PetscInt dim) {
  const RicDiskData *disk = data;
  const char *wrong = RicContactCheckPoints(point, dim);

  if (wrong)
    return wrong;
  if (point[0].kind == RIC_POINT_NODE)
    return "a disk on a node without orientation where a body or the ground is needed";
  if (!(PetscAbsReal(RicVec3Norm(disk->axis) - 1) < 1e-8))
    return "an axis that is not a unit vector";
  return RicContactCheckNormal(disk->face.normal, dim);
}

// q/|q| from n and d; returns |q|. Of a parallel disk a direction that the body carries, and 0.
static PetscReal Down(const RicDiskData *disk, const RicPose *a, const PetscReal n[3],
                      PetscReal d[3], PetscReal down[3]) {
  PetscReal fixed[3], other[3];

  RicPoseTurn(a, 1, disk->axis, d);
  RicVec3Add(n, -RicVec3Dot(n, d), d, down);
  const PetscReal size = RicVec3Norm(down);
  if (size > PARALLEL) {
    RicVec3Scale(1 / size, down, down);
    return size;
  }
  RicVec3Tangents(disk->axis, PETSC_FALSE, fixed, other);
  RicPoseTurn(a, 1, fixed, down);
  return 0;
}

static void Geometry_DiskPlane(const void *data, PetscInt dim, const RicPose *a, const RicPose *b,
                               RicContactGeometry g[]) {
  const RicDiskData *disk = data;
  PetscReal d[3], down[3];

  (void)dim;
  RicContactMeetFace(&disk->face, 1, a, b, g);
  g->gap -= disk->radius * Down(disk, a, g->n, d, down);
  RicVec3Add(g->arm, -disk->radius, down, g->arm);
}

// dq = dn − (n·d) dd − (dn·d + n·dd) d, and of its direction what is across it, over |q|.
static void Change_DiskPlane(const void *data, const RicPose *a, const RicPose *b,
                             const RicContactGeometry g[], const RicTwist motion[2],
                             RicContactChange change[]) {
  const RicDiskData *disk = data;
  PetscReal d[3], down[3], turned[3], moved[3];
  const PetscReal size = Down(disk, a, g->n, d, down);

  (void)b;
  RicContactTurnFace(&disk->face, g, motion, change);
  if (size > 0) {
    RicVec3Cross(motion[0].w, d, turned);
    RicVec3Add(change->n, -RicVec3Dot(g->n, d), turned, moved);
    RicVec3Add(moved, -(RicVec3Dot(change->n, d) + RicVec3Dot(g->n, turned)), d, moved);
    RicVec3Add(moved, -RicVec3Dot(moved, down), down, moved);
    RicVec3Scale(1 / size, moved, moved);
  } else
    RicVec3Cross(motion[0].w, down, moved);
  RicVec3Add(change->arm, -disk->radius, moved, change->arm);
}

static void Obstacle_DiskPlane(const void *data, PetscInt r, RicObstacle *obstacle) {
  const RicDiskData *disk = data;

  (void)r;
  *obstacle = (RicObstacle){.shape = RIC_OBSTACLE_FACE};
  RicVec3Scale(1, disk->face.normal, obstacle->normal);
}

static const RicParameter parameters_DiskPlane[] = {
    {"a", "the centre of the disk", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"b", "a point of the plane", "", RIC_PARAMETER_POINT, .required = PETSC_TRUE},
    {"radius", "of the edge", "m", RIC_PARAMETER_REAL, RIC_POSITIVE, .required = PETSC_TRUE,
     .offset = offsetof(RicDiskData, radius)},
    {"axis", "of the disk, in the frame of a", "", RIC_PARAMETER_DIRECTION, .value = {0, 0, 1},
     .in_space = PETSC_TRUE, .offset = offsetof(RicDiskData, axis)},
    {"normal", "out of the obstacle, in the frame of b", "", RIC_PARAMETER_DIRECTION,
     .value = {0, 1, 0}, .offset = offsetof(RicDiskData, face.normal)},
    {"offset", "by which the edge is rounded", "m", RIC_PARAMETER_REAL, RIC_ANY,
     .offset = offsetof(RicDiskData, face.offset)},
    {NULL},
};

const RicContactOps RicContact_DiskPlane = {
    .name = "disk-plane",
    .description = "edge of a disk against a plane of the ground, a node or a body",
    .form = RIC_CONTACT_OF_POINTS,
    .num_rows = 1,
    .parameters = parameters_DiskPlane,
    .data_size = sizeof(RicDiskData),
    .Check = Check_DiskPlane,
    .Geometry = Geometry_DiskPlane,
    .Change = Change_DiskPlane,
    .Obstacle = Obstacle_DiskPlane,
};
