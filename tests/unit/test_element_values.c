// SPDX-License-Identifier: BSD-2-Clause
// Elements, values by formula: forces, tangents, masses, wave speeds, slack cables, complaints.
#include "element/element.h"
#include "element/element_data.h"
#include "numeric.h"
#include <math.h>
#include <string.h>

static const RicElementOps *Find(const char name[]) {
  const RicElementOps *ops;
  assert_int_equal(RicElementFind(name, &ops), 0);
  return ops;
}

// Data of both bars begin alike. Steel: E 210 GPa, ρ 7800 kg/m³, S 2 cm², along (3, 4)/5, L = 0.5 m.
static const RicBarNonlinearData steel = {.bar = {.material = {210e9, 7800}, .area = 2e-4}};
static const PetscReal inclined[6] = {1, 1, 0, 1.3, 1.4, 0};
static const PetscReal zero[RIC_MAX_DOFS] = {0};

// N = E S Δu/L whatever happens across the line.
static void TestBarForce(void **state) {
  (void)state;
  const RicElementOps *bar = Find("bar");
  const PetscReal du = 1e-5, across = 1e-3, force = 210e9 * 2e-4 * du / 0.5;
  const PetscReal u[4] = {0, 0, 0.6 * du - 0.8 * across, 0.8 * du + 0.6 * across};
  RicElementFields fields;
  PetscReal f[4];
  bar->Force(&steel, 2, inclined, u, zero, f);
  assert_close(f[0], -0.6 * force, 1e-9 * force);
  assert_close(f[1], -0.8 * force, 1e-9 * force);
  assert_close(f[2], 0.6 * force, 1e-9 * force);
  assert_close(f[3], 0.8 * force, 1e-9 * force);
  bar->Fields(&steel, 2, inclined, u, zero, &fields);
  assert_close(fields.axial_strain, du / 0.5, 1e-9 * du);
  assert_close(fields.axial_force, force, 1e-9 * force);
  assert_close(bar->Energy(&steel, 2, inclined, u), force * du / 2, 1e-9 * force * du);
}

// Stretched by λ along its line: N = ES λ(λ² − 1)/2; tangent ES/L (λ² + ε) along the line and ES
// ε/L across it, which is the string's N/l.
static void TestNonlinearBarStretch(void **state) {
  (void)state;
  const RicElementOps *bar = Find("bar-nonlinear");
  const RicBarNonlinearData data = {.bar = {.material = {5, 1}, .area = 0.4}};
  const PetscReal X[6] = {0.5, 0, 0, 2.5, 0, 0};
  const PetscReal ratios[] = {0.7, 1, 1.25, 2};
  for (size_t k = 0; k < sizeof ratios / sizeof *ratios; ++k) {
    const PetscReal ratio = ratios[k], strain = (ratio * ratio - 1) / 2,
                    u[4] = {0, 0, 2 * (ratio - 1), 0};
    RicElementFields fields;
    PetscReal f[4], K[16];
    bar->Force(&data, 2, X, u, zero, f);
    assert_close(f[2], 2 * ratio * strain, 1e-14);
    assert_close(f[0], -2 * ratio * strain, 1e-14);
    assert_close(f[1], 0, 0);
    bar->Tangent(&data, 2, X, u, zero, K, NULL);
    assert_close(K[0], 2 / 2. * (ratio * ratio + strain), 1e-14);
    assert_close(K[5], 2 / 2. * strain, 1e-14);
    bar->Fields(&data, 2, X, u, zero, &fields);
    assert_close(fields.axial_strain, strain, 1e-14);
    assert_close(fields.axial_force, 2 * ratio * strain, 1e-14);
    assert_close(bar->Energy(&data, 2, X, u), 2 * 2 * strain * strain / 2, 1e-14);
  }
}

// At small strain the two bars agree to first order, digits and all.
static void TestBarsAgreeAtSmallStrain(void **state) {
  (void)state;
  const PetscReal u[4] = {0, 0, 0.6e-9, 0.8e-9}, force = 210e9 * 2e-4 * 2e-9;
  PetscReal f[4];
  Find("bar-nonlinear")->Force(&steel, 2, inclined, u, zero, f);
  assert_close(f[2], 0.6 * force, 1e-8 * force);
  assert_close(f[3], 0.8 * force, 1e-8 * force);
}

static void TestSlackCable(void **state) {
  (void)state;
  const RicElementOps *bar = Find("bar-nonlinear");
  const RicBarNonlinearData cable = {.bar = {.material = {5, 1}, .area = 0.4},
                                     .tension_only = PETSC_TRUE};
  const RicBarNonlinearData rod = {.bar = {.material = {5, 1}, .area = 0.4}};
  const PetscReal X[6] = {0, 0, 0, 2, 0, 0}, shorter[4] = {0, 0, -0.5, 0.25};
  const PetscReal longer[4] = {0, 0, 0.5, 0.25};
  RicElementFields fields;
  PetscReal f[4], g[4], K[16];
  bar->Force(&cable, 2, X, shorter, zero, f);
  bar->Tangent(&cable, 2, X, shorter, zero, K, NULL);
  for (int i = 0; i < 4; ++i)
    assert_close(f[i], 0, 0);
  for (int i = 0; i < 16; ++i)
    assert_close(K[i], 0, 0);
  assert_close(bar->Energy(&cable, 2, X, shorter), 0, 0);
  bar->Fields(&cable, 2, X, shorter, zero, &fields);
  assert_close(fields.axial_strain, (1.5 * 1.5 + 0.25 * 0.25 - 4) / 8, 1e-15);
  assert_close(fields.axial_force, 0, 0);
  bar->Force(&rod, 2, X, shorter, zero, f);
  assert_true(f[2] < -0.1);
  bar->Force(&cable, 2, X, longer, zero, f);
  bar->Force(&rod, 2, X, longer, zero, g);
  assert_true(f[2] > 0.1);
  assert_memory_equal(f, g, sizeof f);
}

// ω² of the wave with phase θ = kL between nodes of an endless line of such elements, along x.
static PetscReal Frequency2(const RicElementOps *ops, const void *data, PetscReal theta) {
  const PetscReal X[6] = {0, 0, 0, 0.5, 0, 0};
  PetscReal K[4], M[4];
  ops->Tangent(data, 1, X, zero, zero, K, NULL);
  ops->Mass(data, 1, X, M);
  return (K[0] + K[3] + 2 * K[1] * cos(theta)) / (M[0] + M[3] + 2 * M[1] * cos(theta));
}

// ω² = 6 (c/L)² (1 − cos θ)/(2 + cos θ) consistent, 2 (c/L)² (1 − cos θ) lumped, c² = E/ρ.
// Long waves travel at c: ω L/θ → c, from above and from below by a share θ²/24.
static void TestWaveSpeed(void **state) {
  (void)state;
  static const char *const names[] = {"bar", "bar-nonlinear"};
  const PetscReal speed = PetscSqrtReal(210e9 / 7800), rate2 = speed * speed / 0.25;
  RicBarNonlinearData lumped = steel;
  lumped.bar.lumped = PETSC_TRUE;
  for (int k = 0; k < 2; ++k) {
    const RicElementOps *ops = Find(names[k]);
    for (PetscReal theta = 0.1; theta < PETSC_PI; theta += 0.1) {
      const PetscReal w2 = 6 * rate2 * (1 - cos(theta)) / (2 + cos(theta));
      assert_close(Frequency2(ops, &steel, theta), w2, 1e-12 * w2);
      assert_close(Frequency2(ops, &lumped, theta), 2 * rate2 * (1 - cos(theta)), 1e-12 * w2);
    }
    const PetscReal share = 0.01 * 0.01 / 24, scale = 0.5 / 0.01;
    assert_close(PetscSqrtReal(Frequency2(ops, &steel, 0.01)) * scale, speed * (1 + share),
                 1e-9 * speed);
    assert_close(PetscSqrtReal(Frequency2(ops, &lumped, 0.01)) * scale, speed * (1 - share),
                 1e-9 * speed);
  }
}

// ½ vᵀMv in 2D.
static PetscReal KineticEnergy(const RicElementOps *ops, const void *data, const PetscReal X[],
                               const PetscReal v[4]) {
  PetscReal M[16], energy = 0;
  ops->Mass(data, 2, X, M);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      energy += v[i] * M[i * 4 + j] * v[j] / 2;
  return energy;
}

// Spinning about its middle at ω a bar has ½ J ω² with J = mL²/12 consistent, mL²/4 lumped.
static void TestBarInertia(void **state) {
  (void)state;
  static const char *const names[] = {"bar", "bar-nonlinear"};
  for (int k = 0; k < 2; ++k) {
    const RicElementOps *ops = Find(names[k]);
    RicBarNonlinearData data = steel;
    const PetscReal mass = 7800 * 2e-4 * 0.5,
                    v[4] = {0.8 * 0.25, -0.6 * 0.25, -0.8 * 0.25, 0.6 * 0.25};
    assert_close(KineticEnergy(ops, &data, inclined, v), mass * 0.25 / 12 / 2, 1e-14 * mass);
    data.bar.lumped = PETSC_TRUE;
    assert_close(KineticEnergy(ops, &data, inclined, v), mass * 0.25 / 4 / 2, 1e-14 * mass);
  }
}

static void TestSpringValues(void **state) {
  (void)state;
  const RicElementOps *spring = Find("spring");
  const RicSpringData data = {.stiffness = 100, .damper = 3};
  const PetscReal u[4] = {0.1, 0.2, 0.16, 0.28}, v[4] = {0, 0, 0.6, 0.8}; // elongation 0.1, rate 1
  RicElementFields fields;
  PetscReal f[4];
  spring->Force(&data, 2, inclined, u, v, f);
  assert_close(f[2], 0.6 * (100 * 0.1 + 3), 1e-13);
  assert_close(f[3], 0.8 * (100 * 0.1 + 3), 1e-13);
  assert_close(spring->Energy(&data, 2, inclined, u), 0.5, 1e-14);
  spring->Fields(&data, 2, inclined, u, v, &fields);
  assert_close(fields.axial_force, 13, 1e-13);
  assert_close(fields.axial_strain, 0.2, 1e-14);
}

static void TestOneNodeValues(void **state) {
  (void)state;
  const RicGroundSpringData springs = {.stiffness = {10, 20, 30}, .damper = {1, 2, 3}};
  const RicPointMassData mass = {4};
  const PetscReal X[3] = {9, 8, 7}, u[3] = {0.5, -1, 2}, v[3] = {1, 1, -1};
  const RicElementOps *ground = Find("ground-spring"), *point = Find("point-mass");
  PetscReal f[3], M[9];
  ground->Force(&springs, 3, X, u, v, f);
  assert_close(f[0], 6, 0);
  assert_close(f[1], -18, 0);
  assert_close(f[2], 57, 0);
  assert_close(ground->Energy(&springs, 3, X, u), 1.25 + 10 + 60, 1e-14);
  point->Mass(&mass, 3, X, M);
  for (int i = 0; i < 9; ++i)
    assert_close(M[i], i % 4 ? 0 : 4, 0);
}

// Complaints: coincident nodes (also by round-off), a line out of the model's space.
static void TestCheck(void **state) {
  (void)state;
  static const char *const names[] = {"bar", "bar-nonlinear", "spring"};
  const RicBarNonlinearData plain = {.bar = {.material = {.young = 1}}};
  const PetscReal same[6] = {1, 2, 3, 1, 2, 3}, nearly[6] = {1, 2, 3, 1 + 1e-15, 2, 3};
  const PetscReal short_but_apart[6] = {0, 0, 0, 1e-9, 0, 0},
                  not_a_number[6] = {0, 0, 0, NAN, 0, 0};
  for (int k = 0; k < 3; ++k) {
    const RicElementOps *ops = Find(names[k]);
    assert_string_equal(ops->Check(&plain, 3, same), "zero length");
    assert_string_equal(ops->Check(&plain, 3, nearly), "zero length");
    assert_string_equal(ops->Check(&plain, 3, not_a_number), "zero length");
    assert_null(ops->Check(&plain, 1, short_but_apart));
    assert_null(ops->Check(&plain, 2, inclined));
    assert_string_equal(ops->Check(&plain, 1, inclined),
                        "a direction outside the model's dimension");
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestBarForce),
      cmocka_unit_test(TestNonlinearBarStretch),
      cmocka_unit_test(TestBarsAgreeAtSmallStrain),
      cmocka_unit_test(TestSlackCable),
      cmocka_unit_test(TestWaveSpeed),
      cmocka_unit_test(TestBarInertia),
      cmocka_unit_test(TestSpringValues),
      cmocka_unit_test(TestOneNodeValues),
      cmocka_unit_test(TestCheck),
  };
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscCall(PetscFinalize());
  return failed;
}
