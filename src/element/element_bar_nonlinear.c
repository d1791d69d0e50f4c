// SPDX-License-Identifier: BSD-2-Clause
// "bar-nonlinear": the two-node total-Lagrangian bar of St. Venant–Kirchhoff material.
// Green–Lagrange strain ε = (l² − L²)/2L² = (D0·Δu + Δu·Δu/2)/L², second Piola stress S2 = Eε,
// force S·S2 (−D, D)/L, tangent ES/L³ D Dᵀ + S·S2/L I, energy ½ ESL ε².
// Source: M.A. Crisfield, Non-linear Finite Element Analysis of Solids and Structures, vol. 1,
// §3.3. Symbols: D0, D line of reference and now, L, l their lengths, Δu = u2 − u1, λ = l/L
// stretch; true axial force S·S2·λ. With tension_only the bar is a cable: where ε < 0 it has no
// force, no stiffness and no energy (the strain is still reported). Limits: moderate strain; in
// compression below λ = 1/√3 the material softens.
#include "element/element_impl.h"
#include "element/element_line.h"

typedef struct {
  PetscReal length;  // L, m
  PetscReal line[3]; // D, m
  PetscReal strain;  // ε
  PetscBool slack;   // tension_only and shortened
} Stretch;

// ε is formed from Δu, not from l² − L², so that it keeps all digits when it is small.
static Stretch StretchOf(const RicBarNonlinearData *data, PetscInt dim, const PetscReal X[],
                         const PetscReal u[]) {
  Stretch s;
  PetscReal line0[3], du[3];
  RicLineDifference(dim, 3, X, line0);
  RicLineDifference(dim, dim, u, du);
  s.length = RicVec3Norm(line0);
  s.strain = (RicVec3Dot(line0, du) + RicVec3Dot(du, du) / 2) / (s.length * s.length);
  for (PetscInt i = 0; i < 3; ++i)
    s.line[i] = line0[i] + du[i];
  s.slack = data->tension_only && s.strain < 0 ? PETSC_TRUE : PETSC_FALSE;
  return s;
}

// ES, N.
static PetscReal Rigidity(const RicBarNonlinearData *data) {
  return data->bar.material.young * data->bar.area;
}

// S·S2, N.
static PetscReal PiolaForce(const RicBarNonlinearData *data, const Stretch *s) {
  return s->slack ? 0 : Rigidity(data) * s->strain;
}

static RicElementTraits Traits_BarNonlinear(const void *data) {
  const RicBarNonlinearData *bar = data;
  return (RicElementTraits){.lumped = bar->bar.lumped, .cable = bar->tension_only};
}

static const char *Check_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[]) {
  (void)data;
  return RicLineCheck(dim, X);
}

static void Force_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u[], const PetscReal v[], PetscReal f[]) {
  (void)v;
  const Stretch s = StretchOf(data, dim, X, u);
  const PetscReal scale = PiolaForce(data, &s) / s.length;
  PetscReal pull[3];
  for (PetscInt i = 0; i < 3; ++i)
    pull[i] = scale * s.line[i];
  RicLineScatterForce(dim, pull, f);
}

static void Tangent_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                                 const PetscReal u[], const PetscReal v[], PetscReal K[],
                                 PetscReal C[]) {
  (void)v;
  const Stretch s = StretchOf(data, dim, X, u);
  const PetscReal cube = s.length * s.length * s.length;
  const PetscReal material = s.slack ? 0 : Rigidity(data) / cube;
  if (K)
    RicLineScatterMatrix(dim, material, s.line, PiolaForce(data, &s) / s.length, K);
  if (C)
    RicLineScatterMatrix(dim, 0, s.line, 0, C);
}

static PetscReal Energy_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                                     const PetscReal u[]) {
  const Stretch s = StretchOf(data, dim, X, u);
  return PiolaForce(data, &s) * s.strain * s.length / 2;
}

static void Fields_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                                const PetscReal u[], const PetscReal v[],
                                RicElementFields *fields) {
  const Stretch s = StretchOf(data, dim, X, u);
  const PetscReal force = PiolaForce(data, &s);
  *fields = (RicElementFields){.axial_strain = s.strain,
                               .axial_force = force * RicVec3Norm(s.line) / s.length,
                               .kinetic_density = RicBarKineticDensity(data, dim, v),
                               .strain_density = force * s.strain / 2};
}

// ---- Over a path: f = N (−d̄, d̄)/L with
//   N   = ½ES (a + b) ρ + ½χES ρ (b − a − δ),  N Δε L = ½ESL (b² − a²) + ½χESL (b − a)(b − a − δ)
//   N'  = dN/dΔε, K as of a bar with the tangent N' d̄ d1ᵀ/L³ + N/2L I
// Symbols: d0, d1 the line at the ends, d̄ its mean, Δε = d̄·(d1 − d0)/L² exactly; a, b the strain at
// the ends, a cable's no less than 0; ρ = (b − a)/Δε, 1 of all but a cable that tightens or slackens;
// δ, what b − a was in the step before. ----

typedef struct {
  PetscReal length;          // L, m
  PetscReal mean[3], end[3]; // d̄, d1, m
  PetscReal change;          // Δε
  PetscReal a, b, share;     // ρ
  PetscReal share_rate;      // dρ/dΔε
  PetscBool slack;           // at the end
} Tightening;

// The strain that bears.
static PetscReal Bearing(const RicBarNonlinearData *data, PetscReal strain) {
  return data->tension_only ? PetscMax(strain, 0) : strain;
}

// Δε from the line d0 over Δd: never a difference of strains, which loses digits.
static PetscReal StrainChange(const Stretch *from, const PetscReal step[3], PetscReal mean[3]) {
  RicVec3Add(from->line, 0.5, step, mean);
  return RicVec3Dot(mean, step) / (from->length * from->length);
}

static Tightening TighteningOf(const RicBarNonlinearData *data, PetscInt dim, const PetscReal X[],
                               const PetscReal u0[], const PetscReal du[]) {
  const Stretch from = StretchOf(data, dim, X, u0);
  Tightening t = {.length = from.length, .share = 1};
  PetscReal step[3];

  RicLineDifference(dim, dim, du, step);
  t.change = StrainChange(&from, step, t.mean);
  RicVec3Add(from.line, 1, step, t.end);
  t.a = Bearing(data, from.strain);
  t.b = Bearing(data, from.strain + t.change);
  t.slack = (PetscBool)(data->tension_only && from.strain + t.change < 0);
  if (from.slack && t.slack)
    t.share = 0;
  else if (from.slack != t.slack) {
    t.share = (t.b - t.a) / t.change;
    t.share_rate = (from.slack ? 1 - t.share : -t.share) / t.change;
  }
  return t;
}

// δ, of the step from before to u0.
static PetscReal Earlier(const RicBarNonlinearData *data, PetscInt dim, const PetscReal X[],
                         const RicElementPath *path) {
  PetscReal back[RIC_MAX_DOFS];

  if (!path->before || path->dissipation == 0)
    return 0;
  for (PetscInt i = 0; i < 2 * dim; ++i)
    back[i] = path->before[i] - path->u0[i];
  const Tightening t = TighteningOf(data, dim, X, path->u0, back);
  return path->ratio * (t.a - t.b);
}

static void PathForce_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                                   const RicElementPath *path, PetscReal f[]) {
  const Tightening t = TighteningOf(data, dim, X, path->u0, path->du);
  const PetscReal drag = path->dissipation * (t.b - t.a - Earlier(data, dim, X, path));
  PetscReal pull[3];

  RicVec3Scale(Rigidity(data) * t.share * (t.a + t.b + drag) / (2 * t.length), t.mean, pull);
  RicLineScatterForce(dim, pull, f);
}

// a + b + χ (b − a − δ) has the derivative 1 + χ where the end bears, 0 where it does not.
static void PathTangent_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                                     const RicElementPath *path, PetscReal K[]) {
  const Tightening t = TighteningOf(data, dim, X, path->u0, path->du);
  const PetscReal drag = path->dissipation * (t.b - t.a - Earlier(data, dim, X, path));
  const PetscReal force = Rigidity(data) * t.share * (t.a + t.b + drag) / 2;
  const PetscReal grows = t.slack ? 0 : 1 + path->dissipation;
  const PetscReal rate = Rigidity(data) * (t.share_rate * (t.a + t.b + drag) + t.share * grows) / 2;

  RicLineScatterOuter(dim, rate / (t.length * t.length * t.length), t.mean, t.end,
                      force / (2 * t.length), K);
}

static PetscReal PathEnergy_BarNonlinear(const void *data, PetscInt dim, const PetscReal X[],
                                         const PetscReal u0[], const PetscReal u1[]) {
  PetscReal du[RIC_MAX_DOFS];

  for (PetscInt i = 0; i < 2 * dim; ++i)
    du[i] = u1[i] - u0[i];
  const Tightening t = TighteningOf(data, dim, X, u0, du);
  return Rigidity(data) * t.length * (t.b - t.a) * (t.b - t.a) / 2;
}

static const RicParameter parameters[] = {
    RIC_BAR_REGION,
    RIC_BAR_MATERIAL,
    RIC_BAR_AREA,
    RIC_BAR_LUMPED,
    {"tension_only", "a cable: no force where it is shortened", "", RIC_PARAMETER_BOOL,
     .offset = offsetof(RicBarNonlinearData, tension_only)},
    {NULL},
};

const RicElementOps RicElement_BarNonlinear = {
    .name = "bar-nonlinear",
    .description = "two-node bar of finite rotation and strain; tension_only makes it a cable",
    .num_nodes = 2,
    .parameters = parameters,
    .data_size = sizeof(RicBarNonlinearData),
    .linear = PETSC_FALSE,
    .Check = Check_BarNonlinear,
    .Traits = Traits_BarNonlinear,
    .Mass = RicBarMass,
    .Force = Force_BarNonlinear,
    .Tangent = Tangent_BarNonlinear,
    .Energy = Energy_BarNonlinear,
    .Fields = Fields_BarNonlinear,
    .PathForce = PathForce_BarNonlinear,
    .PathTangent = PathTangent_BarNonlinear,
    .PathEnergy = PathEnergy_BarNonlinear,
};
