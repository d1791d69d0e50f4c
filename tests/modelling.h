// SPDX-License-Identifier: BSD-2-Clause
// What tests of models share: expressions, types and regions by name, and the entries of vectors by
// original node number, which no partition changes.
#ifndef RIC_TESTS_MODELLING_H
#define RIC_TESTS_MODELLING_H

#include "contact/contact_data.h"
#include "element/element_data.h"
#include "joint/joint_data.h"
#include "model/model.h"
#include "model/model_build.h"
#include "model/model_view.h"
#include "numeric.h"

static const PetscReal nowhere[3] = {0, 0, 0};

#define Must(call) assert_int_equal((call), 0)

static inline RicExpression NewExpression(const char text[]) {
  RicExpression expression;
  Must(RicExpressionCreate(text, &expression, NULL));
  assert_non_null(expression);
  return expression;
}

static inline const RicElementOps *ElementType(const char name[]) {
  const RicElementOps *ops;
  Must(RicElementFind(name, &ops));
  assert_non_null(ops);
  return ops;
}

static inline const RicContactOps *ContactType(const char name[]) {
  const RicContactOps *ops;
  Must(RicContactFind(name, &ops));
  assert_non_null(ops);
  return ops;
}

static inline const RicRegion *RegionOf(RicMesh mesh, const char name[]) {
  const RicRegion *region;
  Must(RicMeshFindRegion(mesh, name, &region));
  assert_non_null(region);
  return region;
}

static inline const RicModelTraits *TraitsOf(RicModel model) {
  const RicModelTraits *traits;
  Must(RicModelGetTraits(model, &traits));
  return traits;
}

static inline void AddPointMass(RicModel model, RicMesh mesh, const char region[], PetscReal mass) {
  const RicPointMassData data = {mass};
  Must(RicModelAddElements(model, ElementType("point-mass"), &data, RegionOf(mesh, region),
                           "test:1:1: elements[0]"));
}

// A contact of the nodes of a region with a plane through `point`.
static inline void AddPlane(RicModel model, RicMesh mesh, const char region[], const char name[],
                            const PetscReal point[3], const PetscReal normal[3],
                            PetscReal restitution, const char motion[]) {
  const RicFaceData face = {.normal = {normal[0], normal[1], normal[2]}};
  Must(RicModelAddContact(model, name, ContactType("node-plane"), &face, RegionOf(mesh, region),
                          point, restitution, motion ? NewExpression(motion) : NULL));
}

// Displacement and velocity of a region along x from the start; NULL: 0.
static inline void AddInitialX(RicModel model, RicMesh mesh, const char region[],
                               const char displacement[], const char velocity[]) {
  RicExpression u[3] = {displacement ? NewExpression(displacement) : NULL, NULL, NULL};
  RicExpression v[3] = {velocity ? NewExpression(velocity) : NULL, NULL, NULL};
  Must(RicModelAddInitial(model, RegionOf(mesh, region), u, v));
}

// ---- Sums over the ranks of a model ----

static inline void SumOverRanks(RicModel model, PetscInt n, PetscReal x[]) {
  MPI_Comm comm;
  Must(RicModelGetComm(model, &comm));
  Must(MPI_Allreduce(MPI_IN_PLACE, x, (int)n, MPIU_REAL, MPI_SUM, comm));
}

static inline PetscInt NumNodes(RicModel model) {
  RicMesh mesh;
  PetscInt n;
  Must(RicModelGetMesh(model, &mesh));
  Must(RicMeshGetNumNodes(mesh, &n, NULL, NULL));
  return n;
}

static inline PetscInt NumDofs(RicModel model) {
  PetscInt dofs;
  Must(RicModelGetSizes(model, &dofs, NULL, NULL, NULL));
  return dofs;
}

// Entry (node, d) of a vector of dofs to or from out[original node * dim + d], on every rank.
static inline void ExchangeDofs(RicModel model, PetscBool get, Vec x, PetscReal out[]) {
  RicMesh mesh;
  PetscInt dim, owned;
  const PetscInt *original;
  PetscScalar *a;
  Must(RicModelGetMesh(model, &mesh));
  Must(RicModelGetDimension(model, &dim));
  Must(RicMeshGetNumNodes(mesh, NULL, &owned, NULL));
  Must(RicMeshGetNodeNumbers(mesh, NULL, &original));
  Must(VecGetArray(x, &a));
  for (PetscInt i = 0; i < owned * dim; i++) {
    PetscReal *entry = &out[original[i / dim] * dim + i % dim];
    *(get ? entry : &a[i]) = get ? a[i] : *entry;
  }
  Must(VecRestoreArray(x, &a));
}

static inline void GetDofs(RicModel model, Vec x, PetscReal out[]) {
  const PetscInt n = NumDofs(model);
  Must(PetscArrayzero(out, n));
  ExchangeDofs(model, PETSC_TRUE, x, out);
  SumOverRanks(model, n, out);
}

static inline void PutDofs(RicModel model, const PetscReal in[], Vec x) {
  ExchangeDofs(model, PETSC_FALSE, x, (PetscReal *)in);
  Must(RicModelUpdateGhosts(model, x));
}

// Rows: entry of contact c at a node at out[c * nodes + original number of its first node].
static inline PetscInt NumRowKeys(RicModel model) {
  PetscInt contacts;
  Must(RicModelGetNumContacts(model, &contacts));
  return contacts * NumNodes(model);
}

static inline void ExchangeRows(RicModel model, PetscBool get, Vec y, PetscReal out[]) {
  RicMesh mesh;
  PetscInt contacts;
  const PetscInt *original, n = NumNodes(model);
  PetscScalar *a;
  Must(RicModelGetMesh(model, &mesh));
  Must(RicMeshGetNodeNumbers(mesh, NULL, &original));
  Must(RicModelGetNumContacts(model, &contacts));
  Must(VecGetArray(y, &a));
  for (PetscInt c = 0; c < contacts; c++) {
    RicContactView view;
    Must(RicModelGetContact(model, c, &view));
    for (PetscInt r = 0; r < view.num_rows; r++) {
      PetscReal *entry = &out[c * n + original[view.nodes[RIC_MAX_NODES * r]]];
      *(get ? entry : &a[view.first_row + r]) = get ? a[view.first_row + r] : *entry;
    }
  }
  Must(VecRestoreArray(y, &a));
}

static inline void GetRows(RicModel model, Vec y, PetscReal out[]) {
  const PetscInt n = NumRowKeys(model);
  Must(PetscArrayzero(out, n));
  ExchangeRows(model, PETSC_TRUE, y, out);
  SumOverRanks(model, n, out);
}

static inline void PutRows(RicModel model, const PetscReal in[], Vec y) {
  ExchangeRows(model, PETSC_FALSE, y, (PetscReal *)in);
}

// Sum of x along d over the nodes of a region: the value, where it is one node.
static inline PetscReal ValueAt(RicModel model, Vec x, const char name[], PetscInt d) {
  RicMesh mesh;
  PetscInt dim, owned;
  PetscReal sum = 0;
  const PetscScalar *a;
  Must(RicModelGetMesh(model, &mesh));
  Must(RicModelGetDimension(model, &dim));
  Must(RicMeshGetNumNodes(mesh, NULL, &owned, NULL));
  const RicRegion *region = RegionOf(mesh, name);
  Must(VecGetArrayRead(x, &a));
  for (PetscInt i = 0; i < region->num_nodes; i++)
    if (region->nodes[i] < owned)
      sum += a[region->nodes[i] * dim + d];
  Must(VecRestoreArrayRead(x, &a));
  SumOverRanks(model, 1, &sum);
  return sum;
}

// The largest |a − b|.
static inline PetscReal Distance(PetscInt n, const PetscReal a[], const PetscReal b[]) {
  PetscReal largest = 0;
  for (PetscInt i = 0; i < n; i++)
    if (!(PetscAbsReal(a[i] - b[i]) <= largest)) // NaN is far
      largest = PetscAbsReal(a[i] - b[i]);
  return largest;
}

#endif
