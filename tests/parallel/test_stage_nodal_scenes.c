// SPDX-License-Identifier: BSD-2-Clause
// labels: study
// The nodal stage at rest, on inclines about the angle of friction and in drops, for coefficients
// from 0.1 to 1 and Courant numbers from 1 to 100, on three lattices: no step fails. And what the
// lateral stiffness in the preconditioner is worth.
#include "modelling.h"
#include "sliding_lattice.h"
#include <unistd.h>

typedef struct {
  PetscInt products, steps, fallbacks;
} Course;

static void Steps(const LatticeSetting *set, PetscInt steps, Course *course) {
  RicStage stage;
  Lattice l;
  Vec dv;
  Must(LatticeCreate(PETSC_COMM_WORLD, set, &l));
  Must(LatticeStage(&l, "nodal", PETSC_TRUE, &stage));
  Must(VecDuplicate(l.v, &dv));
  for (PetscInt step = 0; step < steps; step++) {
    PetscInt iterations = 0;
    RicStageReport report;
    RicReason reason;
    Must(LatticePredict(&l, dv));
    Must(RicStageSolve(stage, l.b, l.y0, l.law, dv, l.y, l.mu, &iterations, &reason));
    if (reason != RIC_OK)
      print_error("scene %d, tilt %g, mu %g, Courant number %g, step %d\n", (int)set->scene,
                  (double)set->tilt, (double)set->mu, (double)set->courant, (int)step);
    assert_int_equal(reason, RIC_OK);
    Must(RicStageGetReport(stage, &report));
    course->products += report.products;
    course->fallbacks += report.fallbacks;
    course->steps += l.in_play > 0;
    Must(LatticeAdvance(&l, dv));
  }
  Must(VecDestroy(&dv));
  Must(RicStageDestroy(&stage));
  Must(LatticeDestroy(&l));
}

static void TestScenes(void **state) {
  static const PetscInt meshes[3][3] = {{9, 9, 9}, {19, 19, 2}, {5, 5, 29}};
  static const PetscReal tilts[5] = {0, 0.9, 1, 1.1, 0}; // rest, inclines, drop
  static const PetscReal mu[3] = {0.1, 0.3, 1}, courant[4] = {1, 5, 20, 100};
  PetscMPIInt size;
  (void)state;
  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  for (PetscInt c = 0; c < 4; c++) {
    Course course = {0, 0, 0};
    for (PetscInt k = 0; k<45; k += size> 1 ? 7 : 1) { // a sample on several ranks
      const PetscInt *cells = meshes[k % 3], scene = k / 3 % 5;
      const LatticeSetting set = {.dim = 3,
                                  .cells = {cells[0], cells[1], cells[2]},
                                  .courant = courant[c],
                                  .mu = mu[k / 15],
                                  .tilt = tilts[scene],
                                  .scene = scene == 0   ? SCENE_REST
                                           : scene == 4 ? SCENE_DROP
                                                        : SCENE_INCLINE};
      Steps(&set, 30, &course);
    }
    print_message(
        "Courant number %g: %.1f products and %.3f rounds of the fallback a step, %d steps\n",
        (double)courant[c], (double)course.products / (double)course.steps,
        (double)course.fallbacks / (double)course.steps, (int)course.steps);
    assert_true(course.steps > (size > 1 ? 80 : 500));
  }
}

// Without κ in the preconditioner a slide takes at least 1.6 times the products.
static void TestLateral(void **state) {
  const LatticeSetting set = {.dim = 3,
                              .cells = {14, 14, 14},
                              .courant = 20,
                              .mu = 0.3,
                              .tilt = 1.1,
                              .scene = SCENE_INCLINE};
  Course with = {0, 0, 0}, without = {0, 0, 0};
  (void)state;
  Steps(&set, 10, &with);
  Must(PetscOptionsSetValue(NULL, "-friction_lateral", "false"));
  Steps(&set, 10, &without);
  Must(PetscOptionsClearValue(NULL, "-friction_lateral"));
  print_message("products a step: %.1f, without %.1f\n", (double)with.products / 10,
                (double)without.products / 10);
  assert_true((PetscReal)without.products >= 1.6 * (PetscReal)with.products);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestLateral), cmocka_unit_test(TestScenes)};
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  alarm(290); // a deadlock ends the test
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
