// SPDX-License-Identifier: BSD-2-Clause
// What numerical unit tests share: comparison of reals, reproducible random numbers, and a
// difference quotient that is exact for polynomials up to degree 4.
#ifndef RIC_TESTS_NUMERIC_H
#define RIC_TESTS_NUMERIC_H

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include "base/base.h"
#include <stdlib.h>

// |actual − expected| ≤ tolerance; NaN fails.
#define assert_close(actual, expected, tolerance)                                                  \
  CheckClose((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

static inline void CheckClose(PetscReal actual, PetscReal expected, PetscReal tolerance,
                              const char what[], const char file[], int line) {
  if (PetscAbsReal(actual - expected) <= tolerance)
    return;
  print_error("%s = %.17g, expected %.17g, off by %g, tolerance %g\n", what, (double)actual,
              (double)expected, (double)(actual - expected), (double)tolerance);
  _fail(file, line);
}

// RICOCHET_TEST_BRIEF=1, as under the sanitizers: a test goes down each path, not with each value.
static inline PetscBool Brief(void) {
  const char *value = getenv("RICOCHET_TEST_BRIEF");
  return (PetscBool)(value && value[0] == '1');
}

// Uniform in [low, high); the sequence of a seed is the same everywhere (splitmix64).
static inline PetscReal Uniform(uint64_t *seed, PetscReal low, PetscReal high) {
  uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * (PetscReal)(z >> 11) / 9007199254740992.0; // 2⁵³
}

static inline void UniformArray(uint64_t *seed, PetscReal low, PetscReal high, PetscInt n,
                                PetscReal x[]) {
  for (PetscInt i = 0; i < n; ++i)
    x[i] = Uniform(seed, low, high);
}

// df/dx from the values f(x − 2h), f(x − h), f(x + h), f(x + 2h).
static inline PetscReal Difference(const PetscReal f[4], PetscReal h) {
  return (8 * (f[2] - f[1]) - (f[3] - f[0])) / (12 * h);
}

#endif
