// SPDX-License-Identifier: BSD-2-Clause
// Partition on any number of ranks, for lines, lattices, loose nodes and Gmsh files: the numbering
// contract, every node owned once, every cell and link on the owner of its first node, ghosts,
// regions, balance. A second, unpartitioned mesh on each rank tells what the pieces must be.
#include "mesh/mesh.h"
#include "numeric.h"
#include "raised.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const PetscReal origin[3] = {0, 0, 0}, ones[3] = {1, 1, 1};
static PetscMPIInt rank, size;

// A mesh that is partitioned, the same as a whole, and what the getters say of the first.
typedef struct {
  RicMesh mesh, whole;
  PetscInt num_global, num_owned, num_local, first;
  const PetscInt *global, *original; // numbers of local nodes
  const PetscReal *xyz, *whole_xyz;
  PetscInt num_cells;
  const PetscInt *cells, *cell_original, *whole_cells;
} Pieces;

typedef PetscErrorCode (*BuildFn)(RicMesh mesh);

static PetscInt Sum(PetscInt value) {
  PetscInt sum;
  assert_int_equal(MPI_Allreduce(&value, &sum, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD), 0);
  return sum;
}

static Pieces Cut(BuildFn build) {
  Pieces p;
  assert_int_equal(RicMeshCreate(PETSC_COMM_WORLD, &p.mesh), 0);
  assert_int_equal(RicMeshCreate(PETSC_COMM_WORLD, &p.whole), 0);
  assert_int_equal(build(p.mesh), 0);
  assert_int_equal(build(p.whole), 0);
  assert_int_equal(RicMeshPartition(p.mesh), 0);
  assert_int_equal(RicMeshGetNumNodes(p.mesh, &p.num_global, &p.num_owned, &p.num_local), 0);
  assert_int_equal(RicMeshGetNumCells(p.mesh, NULL, &p.num_cells), 0);
  assert_int_equal(RicMeshGetNodeOffset(p.mesh, &p.first), 0);
  assert_int_equal(RicMeshGetNodeNumbers(p.mesh, &p.global, &p.original), 0);
  assert_int_equal(RicMeshGetCellNumbers(p.mesh, &p.cell_original), 0);
  assert_int_equal(RicMeshGetCoordinates(p.mesh, &p.xyz), 0);
  assert_int_equal(RicMeshGetCoordinates(p.whole, &p.whole_xyz), 0);
  assert_int_equal(RicMeshGetCells(p.mesh, &p.cells), 0);
  assert_int_equal(RicMeshGetCells(p.whole, &p.whole_cells), 0);
  return p;
}

static void Destroy(Pieces *p) {
  assert_int_equal(RicMeshDestroy(&p->mesh), 0);
  assert_int_equal(RicMeshDestroy(&p->whole), 0);
}

// ---- What holds for every partitioned mesh ----

// owners[original] = rank that owns it; also checks that there is exactly one.
static PetscInt *Owners(const Pieces *p) {
  PetscInt *count = calloc((size_t)p->num_global, sizeof(PetscInt));
  PetscInt *owners = calloc((size_t)p->num_global, sizeof(PetscInt));
  for (PetscInt i = 0; i < p->num_owned; ++i) {
    count[p->original[i]]++;
    owners[p->original[i]] = rank;
  }
  MPI_Allreduce(MPI_IN_PLACE, count, (int)p->num_global, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, owners, (int)p->num_global, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD);
  for (PetscInt i = 0; i < p->num_global; ++i)
    assert_int_equal(count[i], 1);
  free(count);
  return owners;
}

// Ranks one after the other; owned nodes in original order; ghosts ascending, owned elsewhere.
static void CheckNumbering(const Pieces *p, const PetscInt owners[]) {
  PetscInt before = 0, whole;
  assert_int_equal(RicMeshGetNumNodes(p->whole, &whole, NULL, NULL), 0);
  assert_int_equal(p->num_global, whole);
  assert_int_equal(Sum(p->num_owned), whole);
  for (PetscInt i = 0; i < whole; ++i)
    before += owners[i] < rank ? 1 : 0;
  assert_int_equal(p->first, before);
  for (PetscInt i = 0; i < p->num_local; ++i) {
    if (i < p->num_owned)
      assert_int_equal(p->global[i], p->first + i);
    else
      assert_int_not_equal(owners[p->original[i]], rank);
    if (i > 0 && i != p->num_owned)
      assert_true(p->global[i] > p->global[i - 1]);
    if (i > 0 && i < p->num_owned)
      assert_true(p->original[i] > p->original[i - 1]);
    if (size == 1)
      assert_int_equal(p->original[i], i);
  }
}

// Global and original numbers pair alike everywhere, and places are those of the original nodes.
static void CheckNodes(const Pieces *p) {
  PetscInt *global = calloc((size_t)p->num_global, sizeof(PetscInt));
  for (PetscInt i = 0; i < p->num_owned; ++i)
    global[p->original[i]] = p->global[i];
  MPI_Allreduce(MPI_IN_PLACE, global, (int)p->num_global, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD);
  for (PetscInt i = 0; i < p->num_local; ++i) {
    assert_int_equal(p->global[i], global[p->original[i]]);
    assert_memory_equal(p->xyz + 3 * i, p->whole_xyz + 3 * p->original[i], 3 * sizeof(PetscReal));
  }
  free(global);
}

static void CheckCells(const Pieces *p, const PetscInt owners[], char needed[]) {
  PetscInt global, whole, mine = 0;
  assert_int_equal(RicMeshGetNumCells(p->mesh, &global, NULL), 0);
  assert_int_equal(RicMeshGetNumCells(p->whole, &whole, NULL), 0);
  assert_int_equal(global, whole);
  assert_int_equal(Sum(p->num_cells), whole);
  for (PetscInt c = 0; c < whole; ++c)
    mine += owners[p->whole_cells[2 * c]] == rank ? 1 : 0;
  assert_int_equal(p->num_cells, mine);
  for (PetscInt c = 0; c < p->num_cells; ++c) {
    const PetscInt *ends = p->whole_cells + 2 * p->cell_original[c];
    assert_true(c == 0 || p->cell_original[c] > p->cell_original[c - 1]);
    assert_in_range(p->cells[2 * c], 0, p->num_owned - 1);
    assert_in_range(p->cells[2 * c + 1], 0, p->num_local - 1);
    assert_int_equal(p->original[p->cells[2 * c]], ends[0]);
    assert_int_equal(p->original[p->cells[2 * c + 1]], ends[1]);
    needed[p->cells[2 * c + 1]] = 1;
  }
}

// links: original ends [2*num_links].
static void CheckLinks(const Pieces *p, PetscInt num_links, const PetscInt links[],
                       const PetscInt owners[], char needed[]) {
  PetscBool present;
  PetscInt a, b;
  for (PetscInt l = 0; l < num_links; ++l) {
    assert_int_equal(RicMeshGetLink(p->mesh, l, &present, &a, &b), 0);
    assert_int_equal(present, owners[links[2 * l]] == rank);
    if (!present)
      continue;
    assert_in_range(a, 0, p->num_owned - 1);
    assert_in_range(b, 0, p->num_local - 1);
    assert_int_equal(p->original[a], links[2 * l]);
    assert_int_equal(p->original[b], links[2 * l + 1]);
    needed[b] = 1;
  }
  assert_int_equal(Raised(RicMeshGetLink(p->mesh, num_links, &present, &a, &b)),
                   PETSC_ERR_ARG_OUTOFRANGE);
}

// A region is what the whole one has of local nodes and cells.
static void CheckRegion(const Pieces *p, const RicRegion *local, const RicRegion *whole) {
  PetscInt n = 0, owned = 0, num_cells;
  assert_string_equal(local->name, whole->name);
  for (PetscInt i = 0; i < p->num_local; ++i) {
    PetscInt at;
    assert_int_equal(PetscFindInt(p->original[i], whole->num_nodes, whole->nodes, &at), 0);
    if (at < 0)
      continue;
    assert_true(n < local->num_nodes);
    assert_int_equal(local->nodes[n++], i);
    owned += i < p->num_owned ? 1 : 0;
  }
  assert_int_equal(local->num_nodes, n);
  assert_int_equal(local->num_nodes_global, whole->num_nodes);
  assert_int_equal(Sum(owned), whole->num_nodes);
  num_cells = 0;
  for (PetscInt c = 0; c < p->num_cells; ++c) {
    PetscInt at;
    assert_int_equal(PetscFindInt(p->cell_original[c], whole->num_cells, whole->cells, &at), 0);
    if (at >= 0)
      assert_int_equal(local->cells[num_cells++], c);
  }
  assert_int_equal(local->num_cells, num_cells);
  assert_int_equal(local->num_cells_global, whole->num_cells);
  assert_int_equal(Sum(local->num_cells), whole->num_cells);
}

static void CheckRegions(const Pieces *p) {
  PetscInt n, whole;
  assert_int_equal(RicMeshGetNumRegions(p->mesh, &n), 0);
  assert_int_equal(RicMeshGetNumRegions(p->whole, &whole), 0);
  assert_int_equal(n, whole);
  for (PetscInt r = 0; r < n; ++r) {
    const RicRegion *a, *b;
    assert_int_equal(RicMeshGetRegion(p->mesh, r, &a), 0);
    assert_int_equal(RicMeshGetRegion(p->whole, r, &b), 0);
    CheckRegion(p, a, b);
  }
}

// Box, and edge cut by counting; on one rank nothing is cut.
static void CheckWholeSums(const Pieces *p, PetscInt num_links, const PetscInt links[],
                           const PetscInt owners[]) {
  RicPartitionQuality quality;
  PetscReal lo[3], hi[3], whole_lo[3], whole_hi[3];
  PetscInt whole_cells, cut = 0;
  assert_int_equal(RicMeshGetBox(p->mesh, lo, hi), 0);
  assert_int_equal(RicMeshGetBox(p->whole, whole_lo, whole_hi), 0);
  assert_memory_equal(lo, whole_lo, sizeof lo);
  assert_memory_equal(hi, whole_hi, sizeof hi);
  assert_int_equal(RicMeshGetPartitionQuality(p->mesh, &quality), 0);
  assert_int_equal(RicMeshGetNumCells(p->whole, &whole_cells, NULL), 0);
  for (PetscInt c = 0; c < whole_cells; ++c)
    cut += owners[p->whole_cells[2 * c]] != owners[p->whole_cells[2 * c + 1]] ? 1 : 0;
  for (PetscInt l = 0; l < num_links; ++l)
    cut += owners[links[2 * l]] != owners[links[2 * l + 1]] ? 1 : 0;
  assert_int_equal(quality.edge_cut, cut);
  assert_true(quality.imbalance >= 1 - 1e-12 && quality.imbalance <= size + 1e-12);
  if (size == 1)
    assert_true(cut == 0 && PetscAbsReal(quality.imbalance - 1) < 1e-12);
}

// All of it; returns the imbalance.
static PetscReal CheckPartition(BuildFn build, PetscInt num_links, const PetscInt links[]) {
  Pieces p = Cut(build);
  PetscInt *owners = Owners(&p);
  RicPartitionQuality quality;
  char *needed = calloc((size_t)p.num_local + 1, 1);
  CheckNumbering(&p, owners);
  CheckNodes(&p);
  CheckCells(&p, owners, needed);
  CheckLinks(&p, num_links, links, owners, needed);
  for (PetscInt i = p.num_owned; i < p.num_local; ++i)
    assert_true(needed[i]); // no ghost without use
  CheckRegions(&p);
  CheckWholeSums(&p, num_links, links, owners);
  assert_int_equal(RicMeshGetPartitionQuality(p.mesh, &quality), 0);
  free(needed);
  free(owners);
  Destroy(&p);
  return quality.imbalance;
}

// ---- Meshes ----

static PetscErrorCode BuildLine(RicMesh mesh) {
  PetscCall(RicMeshGenerateLine(mesh, "bar", 250, origin, ones));
  PetscCall(RicMeshRefine(mesh, 2));
  return PETSC_SUCCESS;
}

static void TestLine(void **state) {
  (void)state;
  assert_true(CheckPartition(BuildLine, 0, NULL) < 1.05);
}

static PetscErrorCode BuildLattice(RicMesh mesh) {
  const PetscInt counts[3] = {12, 3, 2};
  const PetscReal half[3] = {0.5, 1, 1};
  PetscCall(RicMeshGenerateLattice(mesh, "truss", counts, origin, ones, PETSC_TRUE));
  PetscCall(RicMeshAddRegionBox(mesh, "half", origin, half));
  PetscCall(RicMeshAddRegionNearest(mesh, "corner", ones));
  return PETSC_SUCCESS;
}

static void TestLattice(void **state) {
  (void)state;
  assert_true(CheckPartition(BuildLattice, 0, NULL) < 1.15);
}

// Two bars, a loose mass, and links: between the bars, to the mass, twice, and along a cell.
static const PetscInt two_links[] = {20, 21, 51, 3, 5, 51, 20, 21, 0, 1};

static PetscErrorCode BuildTwoBars(RicMesh mesh) {
  const PetscReal from[3] = {2, 1, 1}, to[3] = {5, 1, 1}, place[3] = {0, 9, 0};
  PetscInt link;
  PetscCall(RicMeshGenerateLine(mesh, "left", 20, origin, ones));
  PetscCall(RicMeshGenerateLine(mesh, "right", 29, from, to));
  PetscCall(RicMeshAddNode(mesh, "mass", place));
  for (PetscInt l = 0; l < 5; ++l) {
    PetscCall(RicMeshAddLink(mesh, two_links[2 * l], two_links[2 * l + 1], &link));
    assert_int_equal(link, l);
  }
  return PETSC_SUCCESS;
}

static void TestTwoBars(void **state) {
  (void)state;
  assert_true(CheckPartition(BuildTwoBars, 5, two_links) < 1.2);
}

// One node linked to all others: whatever the cut, it needs ghosts that no cell needs.
#define STAR_LINKS 60

static const PetscInt *StarLinks(void) {
  static PetscInt links[2 * STAR_LINKS];
  for (PetscInt l = 0; l < STAR_LINKS; ++l) {
    links[2 * l] = 2;
    links[2 * l + 1] = l < 2 ? l : l + 1;
  }
  return links;
}

static PetscErrorCode BuildStar(RicMesh mesh) {
  PetscInt link;
  PetscCall(RicMeshGenerateLine(mesh, "bar", STAR_LINKS, origin, ones));
  for (PetscInt l = 0; l < STAR_LINKS; ++l)
    PetscCall(RicMeshAddLink(mesh, StarLinks()[2 * l], StarLinks()[2 * l + 1], &link));
  return PETSC_SUCCESS;
}

static void TestStar(void **state) {
  (void)state;
  CheckPartition(BuildStar, STAR_LINKS, StarLinks());
}

// Weights count: one node as heavy as all others together leaves its rank with little else.
static PetscErrorCode BuildHeavy(RicMesh mesh) {
  PetscCall(RicMeshGenerateLine(mesh, "bar", 50, origin, ones));
  PetscCall(RicMeshAddNodeWeight(mesh, 0, 300));
  PetscCall(RicMeshRefine(mesh, 1));
  return PETSC_SUCCESS;
}

static void TestWeights(void **state) {
  (void)state;
  CheckPartition(BuildHeavy, 0, NULL);
  Pieces p = Cut(BuildHeavy);
  const PetscInt mine = p.num_owned > 0 && p.original[0] == 0 ? p.num_owned : 0;
  assert_true(size == 1 || Sum(mine) < 30);
  Destroy(&p);
}

// Nodes without any edge, and fewer nodes than ranks.
static PetscErrorCode BuildLoose(RicMesh mesh) {
  char name[RIC_NAME_LEN];
  for (PetscInt i = 0; i < 60; ++i) {
    snprintf(name, sizeof name, "n%d", (int)i);
    PetscCall(RicMeshAddNode(mesh, name, ones));
  }
  return PETSC_SUCCESS;
}

static PetscErrorCode BuildOneCell(RicMesh mesh) {
  return RicMeshGenerateLine(mesh, "bar", 1, origin, ones);
}

static PetscErrorCode BuildTwoCells(RicMesh mesh) {
  return RicMeshGenerateLine(mesh, "bar", 2, origin, ones);
}

static PetscErrorCode BuildThreeCells(RicMesh mesh) {
  return RicMeshGenerateLine(mesh, "bar", 3, origin, ones);
}

// All the weight in one node: METIS may leave a rank without nodes.
static PetscErrorCode BuildLopsided(RicMesh mesh) {
  PetscCall(BuildThreeCells(mesh));
  PetscCall(RicMeshAddNodeWeight(mesh, 1, 1000000));
  return PETSC_SUCCESS;
}

static PetscErrorCode BuildOneNode(RicMesh mesh) { return RicMeshAddNode(mesh, "mass", ones); }

static void TestSmall(void **state) {
  (void)state;
  assert_true(CheckPartition(BuildLoose, 0, NULL) < 1 + 1e-12);
  CheckPartition(BuildOneCell, 0, NULL);
  CheckPartition(BuildTwoCells, 0, NULL);
  CheckPartition(BuildThreeCells, 0, NULL);
  CheckPartition(BuildLopsided, 0, NULL);
  CheckPartition(BuildOneNode, 0, NULL);
}

// ---- Files ----

static void DataPath(const char name[], char path[RIC_PATH_LEN]) {
  const char *source = getenv("RICOCHET_SOURCE");
  snprintf(path, RIC_PATH_LEN, "%s/tests/data/%s", source ? source : ".", name);
}

static PetscErrorCode BuildFrame(RicMesh mesh) {
  char path[RIC_PATH_LEN];
  DataPath("frame-41-binary.msh", path);
  PetscCall(RicMeshLoad(mesh, path));
  PetscCall(RicMeshRefine(mesh, 3));
  return PETSC_SUCCESS;
}

static void TestFrame(void **state) {
  (void)state;
  assert_true(CheckPartition(BuildFrame, 0, NULL) < 1.1);
}

// Bad files raise the same line on all ranks, and nobody waits.
static void CheckRefused(const char path[]) {
  RicMesh mesh;
  char first[RIC_TEXT_LEN];
  assert_int_equal(RicMeshCreate(PETSC_COMM_WORLD, &mesh), 0);
  assert_int_equal(Raised(RicMeshLoad(mesh, path)), PETSC_ERR_USER_INPUT);
  assert_int_equal(strncmp(raised_line, path, strlen(path)), 0);
  memcpy(first, raised_line, sizeof first);
  assert_int_equal(MPI_Bcast(first, sizeof first, MPI_CHAR, 0, PETSC_COMM_WORLD), 0);
  assert_string_equal(first, raised_line);
  assert_int_equal(RicMeshDestroy(&mesh), 0);
}

static void TestBadFiles(void **state) {
  (void)state;
  char path[RIC_PATH_LEN];
  CheckRefused("nowhere/none.msh");
  DataPath("frame.geo", path);
  CheckRefused(path);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestLine),  cmocka_unit_test(TestLattice),  cmocka_unit_test(TestTwoBars),
      cmocka_unit_test(TestStar),  cmocka_unit_test(TestWeights),  cmocka_unit_test(TestSmall),
      cmocka_unit_test(TestFrame), cmocka_unit_test(TestBadFiles),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(60); // a deadlock ends the test
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
