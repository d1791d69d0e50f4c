// SPDX-License-Identifier: BSD-2-Clause
// Small files of the exchange format of frictional contact problems, right and wrong ones.
#ifndef RIC_TESTS_FCLIB_FILE_H
#define RIC_TESTS_FCLIB_FILE_H

#include "base/base.h"

#include <hdf5.h>
#include <math.h>
#include <stdio.h>

static inline void PutInts(hid_t group, const char name[], int n, const int x[]) {
  const hsize_t size = (hsize_t)n;
  const hid_t space = H5Screate_simple(1, &size, NULL);
  const hid_t set =
      H5Dcreate2(group, name, H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
  H5Dclose(set);
  H5Sclose(space);
}

static inline void PutReals(hid_t group, const char name[], int n, const double x[]) {
  const hsize_t size = (hsize_t)n;
  const hid_t space = H5Screate_simple(1, &size, NULL);
  const hid_t set =
      H5Dcreate2(group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
  H5Dclose(set);
  H5Sclose(space);
}

// The m × n matrix A, by rows here; in the file triplets (nz 0), compressed columns (−1) or compressed
// rows (−2).
static inline void PutMatrix(hid_t root, const char name[], int m, int n, const double A[],
                             int form) {
  const hid_t group = H5Gcreate2(root, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int p[256] = {0}, i[256], count = 0;
  double x[256];

  for (int line = 0; line < (form == -1 ? n : m); line++) {
    for (int other = 0; other < (form == -1 ? m : n); other++) {
      const int row = form == -1 ? other : line, column = form == -1 ? line : other;
      if (A[row * n + column] == 0)
        continue;
      x[count] = A[row * n + column];
      i[count] = form ? other : row;
      if (!form)
        p[count] = column;
      count++;
    }
    if (form)
      p[line + 1] = count;
  }
  const int nz = form ? form : count;
  PutInts(group, "m", 1, &m);
  PutInts(group, "n", 1, &n);
  PutInts(group, "nzmax", 1, &count);
  PutInts(group, "nz", 1, &nz);
  PutInts(group, "p", form ? (form == -1 ? n : m) + 1 : count, p);
  PutInts(group, "i", count, i);
  PutReals(group, "x", count, x);
  H5Gclose(group);
}

// A file under way.
typedef struct {
  hid_t file, root, vectors;
} FclibFile;

static inline FclibFile BeginFclib(const char path[], const char root[], int dim) {
  FclibFile f;

  f.file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  f.root = H5Gcreate2(f.file, root, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  f.vectors = H5Gcreate2(f.root, "vectors", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  PutInts(f.root, "spacedim", 1, &dim);
  return f;
}

static inline void EndFclib(FclibFile f) {
  H5Gclose(f.vectors);
  H5Gclose(f.root);
  H5Fclose(f.file);
}

// Two points of mass 2 and 1 in the plane: the first hits the ground at (−3, 1), the second at
// (−1, 4) and slides; µ = 0.5 and 0.2.
static inline void WriteLocalPlane(const char path[], int form) {
  static const double W[16] = {0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  static const double q[4] = {-3, 1, -1, 4}, mu[2] = {0.5, 0.2};
  const FclibFile f = BeginFclib(path, "fclib_local", 2);

  PutMatrix(f.root, "W", 4, 4, W, form);
  PutReals(f.vectors, "q", 4, q);
  PutReals(f.vectors, "mu", 2, mu);
  EndFclib(f);
}

// The same points in space with M, H and f, joined along x by an equation: v₀ is in f = M v₀.
static inline void WriteGlobalSpace(const char path[], int form) {
  static const double M[36] = {2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0,
                               0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
  // rows: x, y, z of either; columns: N = z, T₁ = x, T₂ = y of either
  static const double H[36] = {0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0,
                               0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0};
  static const double G[6] = {1, 0, 0, -1, 0, 0}, f0[6] = {6, 0, -2, 3, 0, -1};
  static const double w[6] = {0}, b[1] = {0}, mu[2] = {0.5, 0.25};
  const FclibFile f = BeginFclib(path, "fclib_global", 3);

  PutMatrix(f.root, "M", 6, 6, M, form);
  PutMatrix(f.root, "H", 6, 6, H, form);
  PutMatrix(f.root, "G", 6, 1, G, form);
  PutReals(f.vectors, "f", 6, f0);
  PutReals(f.vectors, "w", 6, w);
  PutReals(f.vectors, "b", 1, b);
  PutReals(f.vectors, "mu", 2, mu);
  EndFclib(f);
}

// What is wrong with a local problem of one contact in the plane.
typedef enum {
  WRONG_NOTHING,
  WRONG_MU,
  WRONG_DIM,
  WRONG_Q,
  WRONG_NUMBER,
  WRONG_INDEX,
  WRONG_SHAPE,
  WRONG_MATRIX,
  WRONG_GROUP,
  WRONG_MASS,
  WRONG_OPPOSED // none of the format: two contacts that cannot both open
} FclibMistake;

static inline void WriteWrong(const char path[], FclibMistake mistake) {
  const double W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, zero[9] = {0};
  const double q[2] = {-1, mistake == WRONG_NUMBER ? (double)NAN : 0.5};
  const double mu[2] = {mistake == WRONG_MU ? -0.5 : 0.5, 0.5};
  const FclibFile f = BeginFclib(path,
                                 mistake == WRONG_GROUP  ? "another"
                                 : mistake == WRONG_MASS ? "fclib_global"
                                                         : "fclib_local",
                                 mistake == WRONG_DIM ? 4 : 2);

  if (mistake == WRONG_MASS) {
    PutMatrix(f.root, "M", 2, 2, zero, 0);
    PutMatrix(f.root, "H", 2, 2, (const double[]){1, 0, 0, 1}, 0);
    PutReals(f.vectors, "f", 2, zero);
    PutReals(f.vectors, "w", 2, q);
  } else if (mistake == WRONG_OPPOSED) {
    static const double opposed[16] = {1, 0, -1, 0, 0, 1, 0, 1, -1, 0, 1, 0, 0, 1, 0, 1};
    static const double closing[4] = {-1, 0, -1, 0};
    PutMatrix(f.root, "W", 4, 4, opposed, -2);
    PutReals(f.vectors, "q", 4, closing);
  } else {
    if (mistake == WRONG_SHAPE)
      PutMatrix(f.root, "W", 3, 3, W, -2);
    else if (mistake != WRONG_MATRIX)
      PutMatrix(f.root, "W", 2, 2, (const double[]){1, 0, 0, 1}, -2);
    PutReals(f.vectors, "q", mistake == WRONG_Q ? 1 : 2, q);
  }
  if (mistake == WRONG_INDEX) {
    const int column[2] = {0, 7};
    H5Ldelete(f.root, "W/i", H5P_DEFAULT);
    const hid_t group = H5Gopen2(f.root, "W", H5P_DEFAULT);
    PutInts(group, "i", 2, column);
    H5Gclose(group);
  }
  PutReals(f.vectors, "mu", mistake == WRONG_OPPOSED ? 2 : 1, mu);
  EndFclib(f);
}

#endif
