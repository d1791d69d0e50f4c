// SPDX-License-Identifier: BSD-2-Clause
// The line of reference of a two-node element, and how a force or a stiffness between its ends
// goes to the nodes. The first dim components of coordinates and dofs count; vectors here have
// three, the rest being zero.
#ifndef RIC_ELEMENT_ELEMENT_LINE_H
#define RIC_ELEMENT_ELEMENT_LINE_H

#include "geom/vec3.h"

RIC_C_BEGIN

typedef struct {
  PetscReal length;       // L, m
  PetscReal direction[3]; // unit, from the first node to the second
} RicLine;

// d = second node's value minus the first's, of w [2*stride].
static inline void RicLineDifference(PetscInt dim, PetscInt stride, const PetscReal w[],
                                     PetscReal d[3]) {
  for (PetscInt i = 0; i < 3; ++i)
    d[i] = i < dim ? w[stride + i] - w[i] : 0;
}

static inline RicLine RicLineOf(PetscInt dim, const PetscReal X[]) {
  RicLine line;
  RicLineDifference(dim, 3, X, line.direction);
  line.length = RicVec3Norm(line.direction);
  for (PetscInt i = 0; i < 3; ++i)
    line.direction[i] /= line.length;
  return line;
}

// What is wrong with the line, or NULL. Lengths below round-off of the coordinates are zero.
static inline const char *RicLineCheck(PetscInt dim, const PetscReal X[]) {
  PetscReal d[3], size = 0;
  for (PetscInt i = 0; i < 6; ++i)
    size = PetscMax(size, PetscAbsReal(X[i]));
  RicLineDifference(3, 3, X, d);
  const PetscReal length = RicVec3Norm(d);
  if (!(length > 1e-12 * size))
    return "zero length";
  for (PetscInt i = dim; i < 3; ++i)
    if (PetscAbsReal(d[i]) > 1e-8 * length)
      return "a direction outside the model's dimension";
  return NULL;
}

// f [2*dim] = (−n, n): the internal force of a pull n from one end to the other.
static inline void RicLineScatterForce(PetscInt dim, const PetscReal n[3], PetscReal f[]) {
  for (PetscInt i = 0; i < dim; ++i) {
    f[i] = -n[i];
    f[dim + i] = n[i];
  }
}

// K [2*dim × 2*dim] = [A −A; −A A] with A = a d eᵀ + b I, the derivative of such a pull.
static inline void RicLineScatterOuter(PetscInt dim, PetscReal a, const PetscReal d[3],
                                       const PetscReal e[3], PetscReal b, PetscReal K[]) {
  const PetscInt nd = 2 * dim;
  for (PetscInt i = 0; i < dim; ++i) {
    for (PetscInt j = 0; j < dim; ++j) {
      const PetscReal entry = a * (d[i] * e[j]) + (i == j ? b : 0);
      K[i * nd + j] = K[(dim + i) * nd + dim + j] = entry;
      K[i * nd + dim + j] = K[(dim + i) * nd + j] = -entry;
    }
  }
}

// The same with A = a d dᵀ + b I.
static inline void RicLineScatterMatrix(PetscInt dim, PetscReal a, const PetscReal d[3],
                                        PetscReal b, PetscReal K[]) {
  RicLineScatterOuter(dim, a, d, d, b, K);
}

RIC_C_END

#endif
