// SPDX-License-Identifier: BSD-2-Clause
// "woodpecker": the toy. A sleeve with play slides down a pole; the woodpecker hangs on it by a
// spring and swings, its beak hits the pole. q = (y, phi_M, phi_S): height of the sleeve, angles of
// sleeve and woodpecker.
// Source: Glocker, Set-Valued Force Laws (2001), 7.2; Capobianco & Eugster, Time finite element based
// Moreau-type integrators, section 5, after Leine, Glocker & van Campen, J. Vib. Control 9 (2003).
// Symbols: m mass, J inertia, c torsional stiffness, r_0 radius of the pole, r_M inner radius and h_M
// half the height of the sleeve, l_M from the sleeve's centre to the spring, l_G from the spring to
// the woodpecker's centre, h_S and l_S height and distance of the beak from that centre.
// Gaps: beak, and the sleeve's lower and upper edge; friction acts along the pole.
// Limits: small angles, as in the source: gaps are linear, M is constant.
#include "system/system_impl.h"

enum { M_S, M_M, J_S, J_M, C_PHI, GRAVITY, R_0, R_M, H_M, L_M, L_G, H_S, L_S, NUM_PARAMETERS };
enum { BEAK, LOWER, UPPER, NUM_EDGES };

static void Mass_Woodpecker(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal M[]) {
  (void)t, (void)q;
  M[0] = p[M_S] + p[M_M];
  M[1] = M[3] = p[M_S] * p[L_M];
  M[2] = M[6] = p[M_S] * p[L_G];
  M[4] = p[J_M] + p[M_S] * p[L_M] * p[L_M];
  M[5] = M[7] = p[M_S] * p[L_M] * p[L_G];
  M[8] = p[J_S] + p[M_S] * p[L_G] * p[L_G];
}

static void Force_Woodpecker(const PetscReal p[], PetscReal t, const PetscReal q[],
                             const PetscReal v[], PetscReal f[]) {
  (void)t, (void)v;
  const PetscReal moment = p[C_PHI] * (q[1] - q[2]);
  f[0] = -(p[M_S] + p[M_M]) * p[GRAVITY];
  f[1] = -moment - p[M_S] * p[L_M] * p[GRAVITY];
  f[2] = moment - p[M_S] * p[L_G] * p[GRAVITY];
}

static void Tangent_Woodpecker(const PetscReal p[], PetscReal t, const PetscReal q[],
                               const PetscReal v[], PetscReal K[], PetscReal C[]) {
  (void)t, (void)q, (void)v;
  for (PetscInt i = 0; i < 9; ++i)
    K[i] = C[i] = 0;
  K[4] = K[8] = p[C_PHI];
  K[5] = K[7] = -p[C_PHI];
}

static PetscReal Potential_Woodpecker(const PetscReal p[], const PetscReal q[]) {
  const PetscReal twist = q[1] - q[2];
  return p[C_PHI] * twist * twist / 2 +
         p[GRAVITY] * (p[M_M] * q[0] + p[M_S] * (q[0] + p[L_M] * q[1] + p[L_G] * q[2]));
}

static void Gap_Woodpecker(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal g[]) {
  (void)t;
  g[BEAK] = p[L_M] + p[L_G] - p[L_S] - p[R_0] - p[H_S] * q[2];
  g[LOWER] = p[R_M] - p[R_0] + p[H_M] * q[1];
  g[UPPER] = p[R_M] - p[R_0] - p[H_M] * q[1];
}

static void GapRows_Woodpecker(const PetscReal p[], PetscReal t, const PetscReal q[],
                               PetscReal W[]) {
  (void)t, (void)q;
  for (PetscInt i = 0; i < 3 * NUM_EDGES; ++i)
    W[i] = 0;
  W[3 * BEAK + 2] = -p[H_S];
  W[3 * LOWER + 1] = p[H_M];
  W[3 * UPPER + 1] = -p[H_M];
}

static void GapTangents_Woodpecker(const PetscReal p[], PetscReal t, const PetscReal q[],
                                   PetscReal W[]) {
  (void)t, (void)q;
  W[3 * BEAK] = W[3 * LOWER] = W[3 * UPPER] = 1;
  W[3 * BEAK + 1] = p[L_M];
  W[3 * BEAK + 2] = p[L_G] - p[L_S];
  W[3 * LOWER + 1] = W[3 * UPPER + 1] = p[R_M];
  W[3 * LOWER + 2] = W[3 * UPPER + 2] = 0;
}

static void GapCurvature_Woodpecker(const PetscReal p[], PetscReal t, const PetscReal q[],
                                    const PetscReal lambda[], PetscReal H[]) {
  (void)p, (void)t, (void)q, (void)lambda;
  for (PetscInt i = 0; i < 9; ++i)
    H[i] = 0;
}

static void Put(PetscReal x[], PetscReal x0, PetscReal y0) {
  x[0] = x0;
  x[1] = y0;
  x[2] = 0;
}

// The sleeve's edges, upper and lower, left and right of the pole; spring; the woodpecker's centre;
// beak; a piece of the pole about the sleeve.
static void Points_Woodpecker(const PetscReal p[], const PetscReal q[], PetscReal x[]) {
  const PetscReal r = p[R_M], h = p[H_M], y = q[0];

  Put(x, r - h * q[1], y + h + r * q[1]);
  Put(x + 3, r + h * q[1], y - h + r * q[1]);
  Put(x + 6, -r - h * q[1], y + h - r * q[1]);
  Put(x + 9, -r + h * q[1], y - h - r * q[1]);
  Put(x + 12, p[L_M], y + p[L_M] * q[1]);
  Put(x + 15, p[L_M] + p[L_G], y + p[L_M] * q[1] + p[L_G] * q[2]);
  Put(x + 18, x[15] - p[L_S] - p[H_S] * q[2], x[16] + p[H_S] - p[L_S] * q[2]);
  for (PetscInt i = 0; i < 4; ++i)
    Put(x + 21 + 3 * i, i < 2 ? p[R_0] : -p[R_0], y + (i % 2 ? 3 : -3) * p[H_S]);
}

const RicSystemOps RicSystem_Woodpecker = {
    .name = "woodpecker",
    .description = "woodpecker toy: a sleeve with play on a pole, a body that swings on it",
    .num_dofs = 3,
    .num_parameters = NUM_PARAMETERS,
    .num_gaps = NUM_EDGES,
    .dof_names = {"y", "phi_M", "phi_S"},
    .parameter_names = {[M_S] = "m_S",
                        [M_M] = "m_M",
                        [J_S] = "J_S",
                        [J_M] = "J_M",
                        [C_PHI] = "c_phi",
                        [GRAVITY] = "g",
                        [R_0] = "r_0",
                        [R_M] = "r_M",
                        [H_M] = "h_M",
                        [L_M] = "l_M",
                        [L_G] = "l_G",
                        [H_S] = "h_S",
                        [L_S] = "l_S"},
    .parameter_defaults = {[M_S] = 0.0045,
                           [M_M] = 0.0003,
                           [J_S] = 7e-7,
                           [J_M] = 5e-9,
                           [C_PHI] = 0.0056,
                           [GRAVITY] = 9.81,
                           [R_0] = 0.0025,
                           [R_M] = 0.0031,
                           [H_M] = 0.0058,
                           [L_M] = 0.010,
                           [L_G] = 0.015,
                           [H_S] = 0.020,
                           [L_S] = 0.0201},
    .gap_names = {[BEAK] = "beak", [LOWER] = "lower", [UPPER] = "upper"},
    .constant_mass = PETSC_TRUE,
    .constant_tangent = PETSC_TRUE,
    .Mass = Mass_Woodpecker,
    .Force = Force_Woodpecker,
    .Tangent = Tangent_Woodpecker,
    .Potential = Potential_Woodpecker,
    .Gap = Gap_Woodpecker,
    .GapRows = GapRows_Woodpecker,
    .GapTangents = GapTangents_Woodpecker,
    .GapCurvature = GapCurvature_Woodpecker,
    .num_points = 11,
    .num_lines = 8,
    .lines = (const PetscInt[]){0, 1, 2, 3, 0, 2, 1, 3, 4, 5, 5, 6, 7, 8, 9, 10},
    .gap_points = (const PetscInt[]){6, 1, 0},
    .Points = Points_Woodpecker,
};
