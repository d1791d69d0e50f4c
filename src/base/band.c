// SPDX-License-Identifier: BSD-2-Clause
// A row of three entries costs PETSc's product as much in pointers and indices as in numbers; of a
// symmetric matrix 16 of 44 bytes a row are news, and without indices the loop runs in vectors.
#include "base/band.h"

#define KEY "RicBand"

typedef struct {
  PetscInt n;
  PetscReal *diagonal, *beside; // [n], a_i,i+1 [n]
  PetscBool chained;            // a_ii = ratio (a_i,i−1 + a_i,i+1), to the last bit
  PetscReal ratio;
} Band;

RIC_CLONES static void Product(const Band *a, const PetscReal *y, const PetscReal *restrict x,
                               PetscReal *z) {
  const PetscReal *restrict d = a->diagonal, *restrict e = a->beside;
  const PetscInt n = a->n;
  PetscReal last = d[n - 1] * x[n - 1], first = d[0] * x[0];

  if (n > 1) {
    first += e[0] * x[1];
    last += e[n - 2] * x[n - 2];
  }
  z[0] = y ? y[0] + first : first;
  if (y) {
#pragma GCC ivdep // z may be y itself
    for (PetscInt i = 1; i < n - 1; i++)
      z[i] = y[i] + (e[i - 1] * x[i - 1] + d[i] * x[i] + e[i] * x[i + 1]);
  } else {
#pragma GCC ivdep
    for (PetscInt i = 1; i < n - 1; i++)
      z[i] = e[i - 1] * x[i - 1] + d[i] * x[i] + e[i] * x[i + 1];
  }
  if (n > 1)
    z[n - 1] = y ? y[n - 1] + last : last;
}

// xᵀA x in one pass, in sums side by side: an addition need not wait for the last one.
RIC_CLONES static PetscReal Quadratic(const Band *a, const PetscReal *restrict x) {
  const PetscReal *restrict d = a->diagonal, *restrict e = a->beside;
  const PetscInt n = a->n - 1, wide = n - n % 8;
  PetscReal sums[8] = {0, 0, 0, 0, 0, 0, 0, 0}, sum = d[n] * x[n] * x[n];

  for (PetscInt i = 0; i < wide; i += 8)
    for (PetscInt k = 0; k < 8; k++)
      sums[k] += x[i + k] * (d[i + k] * x[i + k] + 2 * (e[i + k] * x[i + k + 1]));
  for (PetscInt i = wide; i < n; i++)
    sum += x[i] * (d[i] * x[i] + 2 * (e[i] * x[i + 1]));
  for (PetscInt k = 0; k < 8; k++)
    sum += sums[k];
  return sum;
}

// The same of a chain of elements e [ratio 1; 1 ratio], bars' stiffness (−1) and mass (2), in two thirds
// of the bytes: x of any size that moves as a whole gives no elastic energy at all. next = x + 1:
// loaded, where the compiler would shuffle it out of x.
RIC_CLONES static PetscReal OfChain(const Band *a, const PetscReal *x, const PetscReal *next) {
  const PetscReal *restrict e = a->beside, more = a->ratio + 1;
  const PetscInt n = a->n - 1, wide = n - n % 8;
  PetscReal sums[8] = {0, 0, 0, 0, 0, 0, 0, 0}, sum = 0;

  for (PetscInt i = 0; i < wide; i += 8)
    for (PetscInt k = 0; k < 8; k++) {
      const PetscReal here = x[i + k], there = next[i + k], step = there - here;
      sums[k] += e[i + k] * (more * (here * here + there * there) - step * step);
    }
  for (PetscInt i = wide; i < n; i++) {
    const PetscReal step = next[i] - x[i];
    sum += e[i] * (more * (x[i] * x[i] + next[i] * next[i]) - step * step);
  }
  for (PetscInt k = 0; k < 8; k++)
    sum += sums[k];
  return sum;
}

// The same with ratio −1, of a stiffness: the stretches alone.
RIC_CLONES static PetscReal OfStretches(const Band *a, const PetscReal *x, const PetscReal *next) {
  const PetscReal *restrict e = a->beside;
  const PetscInt n = a->n - 1, wide = n - n % 8;
  PetscReal sums[8] = {0, 0, 0, 0, 0, 0, 0, 0}, sum = 0;

  for (PetscInt i = 0; i < wide; i += 8)
    for (PetscInt k = 0; k < 8; k++) {
      const PetscReal step = next[i + k] - x[i + k];
      sums[k] -= e[i + k] * step * step;
    }
  for (PetscInt i = wide; i < n; i++)
    sum -= e[i] * (next[i] - x[i]) * (next[i] - x[i]);
  for (PetscInt k = 0; k < 8; k++)
    sum += sums[k];
  return sum;
}

static PetscErrorCode Find(Mat A, Band **band) {
  PetscContainer container;
  void *found = NULL;

  PetscFunctionBegin;
  PetscCall(PetscObjectQuery((PetscObject)A, KEY, (PetscObject *)&container));
  if (container)
    PetscCall(PetscContainerGetPointer(container, &found));
  *band = (Band *)found;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBandQuadratic(Mat A, Vec x, PetscReal *value, PetscBool *known) {
  const PetscScalar *a;
  Band *band = NULL;

  PetscFunctionBegin;
  PetscCall(Find(A, &band));
  *known = (PetscBool)(band != NULL);
  if (!band)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(x, &a));
  if (!band->chained)
    *value = Quadratic(band, a);
  else
    *value = band->ratio == -1 ? OfStretches(band, a, a + 1) : OfChain(band, a, a + 1);
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// z = y + A x; y may be NULL, or z.
static PetscErrorCode MultAdd(Mat A, Vec x, Vec y, Vec z) {
  const PetscScalar *from, *plus = NULL;
  PetscScalar *to;
  Band *band = NULL;

  PetscFunctionBegin;
  PetscCall(Find(A, &band));
  PetscCall(VecGetArrayRead(x, &from));
  if (y && y != z)
    PetscCall(VecGetArrayRead(y, &plus));
  PetscCall(VecGetArray(z, &to));
  Product(band, y == z ? to : plus, from, to);
  PetscCall(VecRestoreArray(z, &to));
  if (y && y != z)
    PetscCall(VecRestoreArrayRead(y, &plus));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mult(Mat A, Vec x, Vec z) {
  PetscFunctionBegin;
  PetscCall(MultAdd(A, x, NULL, z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy(void *data) {
  Band *band = (Band *)data;

  PetscFunctionBegin;
  PetscCall(PetscFree2(band->diagonal, band->beside));
  PetscCall(PetscFree(band));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The diagonals; *fits: there is nothing else, and the matrix is symmetric.
static void Read(const PetscInt offset[], const PetscInt column[], const PetscScalar value[],
                 Band *band, PetscBool *fits) {
  *fits = PETSC_TRUE;
  for (PetscInt i = 0; i < band->n; i++)
    band->diagonal[i] = band->beside[i] = 0;
  for (PetscInt i = 0; i < band->n; i++)
    for (PetscInt k = offset[i]; k < offset[i + 1]; k++) {
      if (column[k] == i)
        band->diagonal[i] = value[k];
      else if (column[k] == i + 1)
        band->beside[i] = value[k];
      else if (column[k] != i - 1 || value[k] != band->beside[i - 1])
        *fits = PETSC_FALSE;
    }
}

static void FindChain(Band *band) {
  const PetscReal *d = band->diagonal, *e = band->beside;

  band->ratio = e[0] != 0 ? d[0] / e[0] : 0;
  band->chained = (PetscBool)(e[0] != 0);
  for (PetscInt i = 0; i < band->n && band->chained; i++)
    band->chained = (PetscBool)(d[i] == band->ratio * ((i ? e[i - 1] : 0) + e[i]));
}

static PetscErrorCode Attach(Mat A, Band *band) {
  PetscContainer container;

  PetscFunctionBegin;
  PetscCall(PetscContainerCreate(PETSC_COMM_SELF, &container));
  PetscCall(PetscContainerSetPointer(container, band));
  PetscCall(PetscContainerSetUserDestroy(container, Destroy));
  PetscCall(PetscObjectCompose((PetscObject)A, KEY, (PetscObject)container));
  PetscCall(PetscContainerDestroy(&container)); // A holds it
  PetscCall(MatSetOperation(A, MATOP_MULT, (void (*)(void))Mult));
  PetscCall(MatSetOperation(A, MATOP_MULT_ADD, (void (*)(void))MultAdd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBandUse(Mat A) {
  const PetscInt *offset, *column;
  const PetscScalar *value;
  PetscBool fits, known;
  Band *band;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQAIJ, &fits));
  if (!fits)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &offset, &column, &known));
  PetscCall(MatSeqAIJGetArrayRead(A, &value));
  PetscCall(PetscNew(&band));
  band->n = n;
  PetscCall(PetscMalloc2(n, &band->diagonal, n, &band->beside));
  Read(offset, column, value, band, &fits);
  PetscCall(MatSeqAIJRestoreArrayRead(A, &value));
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &offset, &column, &known));
  if (fits && band->n) {
    FindChain(band);
    PetscCall(Attach(A, band));
  } else
    PetscCall(Destroy(band));
  PetscFunctionReturn(PETSC_SUCCESS);
}
