// SPDX-License-Identifier: BSD-2-Clause
// A step with a system whose stiffness is another at each time, f = −k(t) q: for a given time the force is
// linear, so that with the matrix of the very time a scheme takes the force at, its first correction is exact.
#include "stepping.h"

#define STEP 0.1 // s
#define MOST 2   // iterations: the correction, and one that finds nothing left to correct

static PetscReal Stiffness(PetscReal t) {
  return 1000 * t * t;
} // N/m: grows fourfold from step 1 to 2

static void Mass(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal M[]) {
  (void)p, (void)t, (void)q;
  M[0] = 1;
}

static void Force(const PetscReal p[], PetscReal t, const PetscReal q[], const PetscReal v[],
                  PetscReal f[]) {
  (void)p, (void)v;
  f[0] = -Stiffness(t) * q[0];
}

static void Tangent(const PetscReal p[], PetscReal t, const PetscReal q[], const PetscReal v[],
                    PetscReal K[], PetscReal C[]) {
  (void)p, (void)q, (void)v;
  if (K)
    K[0] = Stiffness(t);
  if (C)
    C[0] = 0;
}

static PetscReal Potential(const PetscReal p[], const PetscReal q[]) {
  (void)p, (void)q;
  return 0; // none: work is done from outside
}

static const RicSystemOps stiffening = {.name = "stiffening",
                                        .num_dofs = 1,
                                        .dof_names = {"x"},
                                        .constant_mass = PETSC_TRUE,
                                        .Mass = Mass,
                                        .Force = Force,
                                        .Tangent = Tangent,
                                        .Potential = Potential};

static System Build(const Scheme *scheme) {
  const PetscReal q = 1, v = 0;
  PetscInt number;
  System s = {0};

  Must(RicSystemRegister(&stiffening));
  Must(RicMeshCreate(PETSC_COMM_WORLD, &s.mesh));
  Must(RicMeshAddNode(s.mesh, "it", (PetscReal[3]){0, 0, 0}));
  BeginModel(&s, 1);
  Must(RicModelAddSystem(s.model, RegionOf(s.mesh, "it"), &stiffening, NULL, &q, &v, &number));
  Start(&s, scheme, STEP);
  return s;
}

static void TestMatrixOfTheTime(void **state) {
  (void)state;
  for (PetscInt i = 0; i < NUM_SCHEMES; i++) {
    System s = Build(&schemes[i]);
    for (PetscInt k = 1; k <= 5; k++) {
      Advance(&s, (PetscReal)k * STEP);
      if (s.state->iterations > MOST)
        fail_msg("%s: %" PetscInt_FMT " iterations in step %" PetscInt_FMT, schemes[i].type,
                 s.state->iterations, k);
    }
    assert_true(PetscAbsReal(At(&s, s.state->q, "it")) < 2); // it swings
    Destroy(&s);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestMatrixOfTheTime)};

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
