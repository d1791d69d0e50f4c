// SPDX-License-Identifier: BSD-2-Clause
// "slider-crank": crank, rod and slider, the slider with play between two guides, in the angles
// q = (θ1, θ2, θ3) of the three bodies from the x axis.
// Source: Acary, Projected event-capturing time-stepping schemes for nonsmooth mechanical systems,
// 6.4.1 and table 2; gaps as in Breuling et al., A nonsmooth RATTLE algorithm, equation (48); both
// after Flores, Leine & Glocker, Multibody Syst. Dyn. 23 (2010).
// Symbols: l length, m mass, J inertia about the centre of mass, in the middle of crank and rod; a
// half the slider's length, b half its height, d the width of the channel about y = 0, so that the
// clearance is c = d/2 − b on either side. The slider's centre is at l1 e(θ1) + l2 e(θ2) with
// e(θ) = (cos θ, sin θ); its corners are upper or lower, left or right as seen at θ3 = 0.
// Defaults: table 2, but J2 = 5.9e-4 kg m² as in Flores and Breuling (table 2 prints 8.9e-4).
// Friction acts along the guides.
// Limits: each corner meets its own guide only (|θ3| well below π/2).
#include "system/system_impl.h"

enum { L1, L2, M1, M2, M3, J1, J2, J3, HALF_LENGTH, HALF_HEIGHT, CHANNEL, GRAVITY, NUM_PARAMETERS };
enum { UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT, NUM_CORNERS };

// T = ½ A1 ω1² + ½ A2 ω2² + B cos(θ1 − θ2) ω1 ω2 + ½ J3 ω3², V = G1 sin θ1 + G2 sin θ2.
typedef struct {
  PetscReal A1, A2, B, G1, G2;
} Inertia;

static Inertia InertiaOf(const PetscReal p[]) {
  const PetscReal hung1 = (p[M1] / 2 + p[M2] + p[M3]) * p[L1], hung2 = (p[M2] / 2 + p[M3]) * p[L2];
  return (Inertia){.A1 = p[J1] + (p[M1] / 4 + p[M2] + p[M3]) * p[L1] * p[L1],
                   .A2 = p[J2] + (p[M2] / 4 + p[M3]) * p[L2] * p[L2],
                   .B = hung2 * p[L1],
                   .G1 = hung1 * p[GRAVITY],
                   .G2 = hung2 * p[GRAVITY]};
}

// Where a corner is from the slider's centre, in the slider's frame.
static void Corner(const PetscReal p[], PetscInt i, PetscReal corner[2]) {
  corner[0] = i == UPPER_LEFT || i == LOWER_LEFT ? -p[HALF_LENGTH] : p[HALF_LENGTH];
  corner[1] = i == UPPER_LEFT || i == UPPER_RIGHT ? p[HALF_HEIGHT] : -p[HALF_HEIGHT];
}

// Of a gap, d/2 − side y with y the corner's height.
static PetscReal Side(PetscInt i) { return i == UPPER_LEFT || i == UPPER_RIGHT ? 1 : -1; }

static void Mass_SliderCrank(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal M[]) {
  (void)t;
  const Inertia inertia = InertiaOf(p);
  for (PetscInt i = 0; i < 9; ++i)
    M[i] = 0;
  M[0] = inertia.A1;
  M[4] = inertia.A2;
  M[8] = p[J3];
  M[1] = M[3] = inertia.B * PetscCosReal(q[0] - q[1]);
}

static void Force_SliderCrank(const PetscReal p[], PetscReal t, const PetscReal q[],
                              const PetscReal v[], PetscReal f[]) {
  (void)t;
  const Inertia inertia = InertiaOf(p);
  const PetscReal coupling = inertia.B * PetscSinReal(q[0] - q[1]);
  f[0] = -coupling * v[1] * v[1] - inertia.G1 * PetscCosReal(q[0]);
  f[1] = coupling * v[0] * v[0] - inertia.G2 * PetscCosReal(q[1]);
  f[2] = 0;
}

static void Tangent_SliderCrank(const PetscReal p[], PetscReal t, const PetscReal q[],
                                const PetscReal v[], PetscReal K[], PetscReal C[]) {
  (void)t;
  const Inertia inertia = InertiaOf(p);
  const PetscReal sine = inertia.B * PetscSinReal(q[0] - q[1]);
  const PetscReal cosine = inertia.B * PetscCosReal(q[0] - q[1]);
  for (PetscInt i = 0; i < 9; ++i)
    K[i] = C[i] = 0;
  K[0] = cosine * v[1] * v[1] - inertia.G1 * PetscSinReal(q[0]);
  K[1] = -cosine * v[1] * v[1];
  K[3] = -cosine * v[0] * v[0];
  K[4] = cosine * v[0] * v[0] - inertia.G2 * PetscSinReal(q[1]);
  C[1] = 2 * sine * v[1];
  C[3] = -2 * sine * v[0];
}

static void MassTangent_SliderCrank(const PetscReal p[], PetscReal t, const PetscReal q[],
                                    const PetscReal a[], PetscReal K[]) {
  (void)t;
  const PetscReal sine = InertiaOf(p).B * PetscSinReal(q[0] - q[1]);
  for (PetscInt i = 0; i < 9; ++i)
    K[i] = 0;
  K[0] = -sine * a[1];
  K[1] = sine * a[1];
  K[3] = -sine * a[0];
  K[4] = sine * a[0];
}

static PetscReal Potential_SliderCrank(const PetscReal p[], const PetscReal q[]) {
  const Inertia inertia = InertiaOf(p);
  return inertia.G1 * PetscSinReal(q[0]) + inertia.G2 * PetscSinReal(q[1]);
}

static void Gap_SliderCrank(const PetscReal p[], PetscReal t, const PetscReal q[], PetscReal g[]) {
  (void)t;
  const PetscReal centre = p[L1] * PetscSinReal(q[0]) + p[L2] * PetscSinReal(q[1]);
  for (PetscInt i = 0; i < NUM_CORNERS; ++i) {
    PetscReal corner[2];
    Corner(p, i, corner);
    const PetscReal y = centre + corner[0] * PetscSinReal(q[2]) + corner[1] * PetscCosReal(q[2]);
    g[i] = p[CHANNEL] / 2 - Side(i) * y;
  }
}

static void GapRows_SliderCrank(const PetscReal p[], PetscReal t, const PetscReal q[],
                                PetscReal W[]) {
  (void)t;
  for (PetscInt i = 0; i < NUM_CORNERS; ++i) {
    PetscReal corner[2], *row = W + 3 * i;
    Corner(p, i, corner);
    row[0] = -Side(i) * p[L1] * PetscCosReal(q[0]);
    row[1] = -Side(i) * p[L2] * PetscCosReal(q[1]);
    row[2] = -Side(i) * (corner[0] * PetscCosReal(q[2]) - corner[1] * PetscSinReal(q[2]));
  }
}

// Of the corners' x.
static void GapTangents_SliderCrank(const PetscReal p[], PetscReal t, const PetscReal q[],
                                    PetscReal W[]) {
  (void)t;
  for (PetscInt i = 0; i < NUM_CORNERS; ++i) {
    PetscReal corner[2], *row = W + 3 * i;
    Corner(p, i, corner);
    row[0] = -p[L1] * PetscSinReal(q[0]);
    row[1] = -p[L2] * PetscSinReal(q[1]);
    row[2] = -corner[0] * PetscSinReal(q[2]) - corner[1] * PetscCosReal(q[2]);
  }
}

static void GapCurvature_SliderCrank(const PetscReal p[], PetscReal t, const PetscReal q[],
                                     const PetscReal lambda[], PetscReal H[]) {
  (void)t;
  for (PetscInt i = 0; i < 9; ++i)
    H[i] = 0;
  for (PetscInt i = 0; i < NUM_CORNERS; ++i) {
    const PetscReal weight = Side(i) * lambda[i];
    PetscReal corner[2];
    Corner(p, i, corner);
    H[0] += weight * p[L1] * PetscSinReal(q[0]);
    H[4] += weight * p[L2] * PetscSinReal(q[1]);
    H[8] += weight * (corner[0] * PetscSinReal(q[2]) + corner[1] * PetscCosReal(q[2]));
  }
}

// Ends of the guides: as far as the slider comes, left and right, upper and lower.
static void Guides(const PetscReal p[], PetscReal x[12]) {
  const PetscReal right = p[L1] + p[L2] + p[HALF_LENGTH], left = p[L2] - p[L1] - p[HALF_LENGTH];
  for (PetscInt i = 0; i < 4; ++i) {
    x[3 * i] = i % 2 ? right : left;
    x[3 * i + 1] = (i < 2 ? 1 : -1) * p[CHANNEL] / 2;
    x[3 * i + 2] = 0;
  }
}

// Crankshaft, crank pin, slider's centre; its corners; the guides' ends.
static void Points_SliderCrank(const PetscReal p[], const PetscReal q[], PetscReal x[]) {
  const PetscReal c = PetscCosReal(q[2]), s = PetscSinReal(q[2]);
  x[0] = x[1] = x[2] = 0;
  x[3] = p[L1] * PetscCosReal(q[0]);
  x[4] = p[L1] * PetscSinReal(q[0]);
  x[6] = x[3] + p[L2] * PetscCosReal(q[1]);
  x[7] = x[4] + p[L2] * PetscSinReal(q[1]);
  x[5] = x[8] = 0;
  for (PetscInt i = 0; i < NUM_CORNERS; ++i) {
    PetscReal corner[2], *at = x + 9 + 3 * i;
    Corner(p, i, corner);
    at[0] = x[6] + c * corner[0] - s * corner[1];
    at[1] = x[7] + s * corner[0] + c * corner[1];
    at[2] = 0;
  }
  Guides(p, x + 9 + 3 * NUM_CORNERS);
}

const RicSystemOps RicSystem_SliderCrank = {
    .name = "slider-crank",
    .description = "slider-crank in three angles, the slider with play between two guides",
    .num_dofs = 3,
    .num_parameters = NUM_PARAMETERS,
    .num_gaps = NUM_CORNERS,
    .dof_names = {"theta1", "theta2", "theta3"},
    .parameter_names = {[L1] = "l1",
                        [L2] = "l2",
                        [M1] = "m1",
                        [M2] = "m2",
                        [M3] = "m3",
                        [J1] = "J1",
                        [J2] = "J2",
                        [J3] = "J3",
                        [HALF_LENGTH] = "a",
                        [HALF_HEIGHT] = "b",
                        [CHANNEL] = "d",
                        [GRAVITY] = "g"},
    .parameter_defaults = {[L1] = 0.153,
                           [L2] = 0.306,
                           [M1] = 0.038,
                           [M2] = 0.038,
                           [M3] = 0.076,
                           [J1] = 7.4e-5,
                           [J2] = 5.9e-4,
                           [J3] = 2.7e-6,
                           [HALF_LENGTH] = 0.05,
                           [HALF_HEIGHT] = 0.025,
                           [CHANNEL] = 0.052,
                           [GRAVITY] = 9.81},
    .gap_names = {[UPPER_LEFT] = "upper_left",
                  [UPPER_RIGHT] = "upper_right",
                  [LOWER_LEFT] = "lower_left",
                  [LOWER_RIGHT] = "lower_right"},
    .Mass = Mass_SliderCrank,
    .Force = Force_SliderCrank,
    .Tangent = Tangent_SliderCrank,
    .MassTangent = MassTangent_SliderCrank,
    .Potential = Potential_SliderCrank,
    .Gap = Gap_SliderCrank,
    .GapRows = GapRows_SliderCrank,
    .GapTangents = GapTangents_SliderCrank,
    .GapCurvature = GapCurvature_SliderCrank,
    .num_points = 11,
    .num_lines = 8,
    .lines = (const PetscInt[]){0, 1, 1, 2, 3, 4, 4, 6, 6, 5, 5, 3, 7, 8, 9, 10},
    .gap_points = (const PetscInt[]){3, 4, 5, 6},
    .Points = Points_SliderCrank,
};
