// SPDX-License-Identifier: BSD-2-Clause
// The second stage of energy-momentum, which owns the velocity: an impact at the end of the step that takes
// no more than contacts have let go.
#include "base/vec.h"
#include "stepper/energy_momentum.h"

#define MAX_OPEN 7

// Arrays of rows that are read together.
static PetscErrorCode Open(PetscInt n, const Vec y[], const PetscScalar *a[]) {
  PetscFunctionBegin;
  for (PetscInt k = 0; k < n; k++)
    PetscCall(VecGetArrayRead(y[k], &a[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Close(PetscInt n, const Vec y[], const PetscScalar *a[]) {
  PetscFunctionBegin;
  for (PetscInt k = 0; k < n; k++)
    PetscCall(VecRestoreArrayRead(y[k], &a[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Which contacts, and how they approached ----

// Contacts that pushed in the first stage, or are closed at q1, into e->law; *any of all ranks.
static PetscErrorCode ActiveSet(RicStepper s, RicEnergyMomentum *e, PetscBool *any) {
  const PetscScalar *p;
  PetscScalar *g;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, e->y));
  PetscCall(VecGetArrayRead(e->percussion, &p));
  PetscCall(VecGetArray(e->y, &g));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (s->row_kind[i] == RIC_ROW_UNILATERAL && p[i] > 0)
      g[i] = 0;
  PetscCall(VecRestoreArrayRead(e->percussion, &p));
  PetscCall(VecRestoreArray(e->y, &g));
  PetscCall(RicVecSet(e->law, RIC_LAW_OFF));
  PetscCall(RicStepperActivate_Private(s, e->y, e->law, any));
  PetscCall(RicVecCopy(s->eligible, e->law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// approach = e w⁻ of these contacts; *any of all ranks.
static PetscErrorCode Approach(RicStepper s, RicEnergyMomentum *e, PetscBool *any) {
  const Vec rows[] = {s->restitution, e->law};
  const PetscScalar *a[2];
  PetscScalar *w;

  PetscFunctionBegin;
  *any = PETSC_FALSE;
  if (!e->restitution)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelPathRates(s->model, &e->path, s->state.v, e->approach));
  PetscCall(RicModelRowRates(s->model, s->state.t, e->h, e->approach));
  PetscCall(Open(2, rows, a));
  PetscCall(VecGetArray(e->approach, &w));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    const PetscReal before =
        s->row_kind[i] == RIC_ROW_UNILATERAL ? PetscMin(w[i], 0) : w[i]; // approach, or sliding
    w[i] = a[1][i] == RIC_LAW_OFF ? 0 : a[0][i] * before;
  }
  PetscCall(Close(2, rows, a));
  PetscCall(VecRestoreArray(e->approach, &w));
  PetscCall(RicStepperAnyNonzero_Private(s, e->approach, any));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Impacts with e = 0 ----

// Joints hold in all that follows.
static PetscErrorCode HoldJoints(RicStepper s, RicEnergyMomentum *e) {
  PetscScalar *law;

  PetscFunctionBegin;
  PetscCall(VecGetArray(e->law, &law));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    if (RicRowIsJoint(s->row_kind[i]))
      law[i] = RIC_LAW_EQUALITY;
  PetscCall(VecRestoreArray(e->law, &law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// next.v = Π v~, next.impulse what joints push for it.
static PetscErrorCode Project(RicStepper s, RicEnergyMomentum *e, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(RicVecSet(s->next.impulse, 0.0));
  if (!s->num_joint_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(
      RicStepperLaws_Private(s, RIC_LAW_OFF, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, s->eligible));
  PetscCall(RicModelGapVelocities(s->model, s->next.t, e->h, s->next.v, e->y0));
  PetscCall(RicVecSet(e->b, 0.0));
  PetscCall(RicStageSolve(e->velocity, e->b, e->y0, s->eligible, e->x, e->y, s->next.impulse,
                          &unused, reason));
  if (*reason == RIC_OK)
    PetscCall(RicVecAXPY(s->next.v, 1.0, e->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// x and mu, of contacts P + Λ, for rows y0 at Π v~: P has acted, W takes its force back.
static PetscErrorCode Solve(RicStepper s, RicEnergyMomentum *e, Vec x, Vec mu, RicReason *reason) {
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(RicVecCopy(e->contact, mu));
  PetscCall(MatMultTranspose(s->rows, mu, e->b));
  PetscCall(VecScale(e->b, -1.0));
  PetscCall(RicStageSolve(e->velocity, e->b, e->y0, e->law, x, e->y, mu, &unused, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Restitution ----

// φ(s) = c0 + c1 s + c2 s², and how far s may go.
typedef struct {
  PetscReal c[3], most;
  PetscBool elastic; // e = 1 in all contacts
} Parabola;

// s ↦ (1 − s) at0 + s at1 is to stay ≥ 0.
static void Limit(PetscReal at0, PetscReal at1, Parabola *phi) {
  if (at1 < at0)
    phi->most = PetscMin(phi->most, PetscMax(at0, 0) / (at0 - at1));
}

// A row of a contact: P, P + Λ for e = 0 and e, w~ and w~ + G Λ likewise.
static void AddRow(PetscReal p, const PetscReal total[2], PetscReal w, const PetscReal after[2],
                   Parabola *phi) {
  const PetscReal first = total[0] - p, change = total[1] - total[0], turn = after[1] - after[0];

  phi->c[0] += first * (w + after[0]) / 2;
  phi->c[1] += change * w + (first * turn + change * (after[0] - w)) / 2;
  phi->c[2] += change * turn / 2;
}

// From P + Λ⁰ and w⁰ (e->inelastic, e->after), P + Λ^e and w^e (mu, e->y without approach).
static PetscErrorCode FindParabola(RicStepper s, RicEnergyMomentum *e, Vec mu, Parabola *phi) {
  const Vec rows[] = {e->contact, e->inelastic, mu, e->w, e->after, e->y, e->law};
  const PetscScalar *a[MAX_OPEN], *r;

  PetscFunctionBegin;
  *phi = (Parabola){.most = PETSC_INFINITY, .elastic = PETSC_TRUE};
  PetscCall(Open(7, rows, a));
  PetscCall(VecGetArrayRead(s->restitution, &r));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (a[6][i] == RIC_LAW_OFF || RicRowIsJoint(s->row_kind[i]))
      continue;
    const PetscReal total[2] = {a[1][i], a[2][i]}, after[2] = {a[4][i], a[5][i]};
    AddRow(a[0][i], total, a[3][i], after, phi);
    const PetscBool normal = (PetscBool)(s->row_kind[i] == RIC_ROW_UNILATERAL);
    phi->elastic = (PetscBool)(phi->elastic && normal && r[i] == 1);
    if (normal) {
      Limit(total[0], total[1], phi);
      Limit(after[0], after[1], phi);
    }
  }
  PetscCall(Close(7, rows, a));
  PetscCall(VecRestoreArrayRead(s->restitution, &r));
  PetscCall(RicStepperReduce_Private(s, phi->c, 3, MPIU_REAL, MPIU_SUM));
  PetscCall(RicStepperReduce_Private(s, &phi->most, 1, MPIU_REAL, MPIU_MIN));
  PetscCall(RicStepperReduce_Private(s, &phi->elastic, 1, MPIU_BOOL, MPI_LAND));
  phi->c[0] += e->let_go;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The largest s with φ(s) ≤ 0; φ(0) ≤ 0 and c2 ≥ 0 but for round-off.
static PetscReal ChooseShare(const Parabola *phi) {
  const PetscReal most = phi->elastic ? phi->most : 1;
  const PetscReal a = PetscMax(phi->c[2], 0), b = phi->c[1], c = PetscMin(phi->c[0], 0);
  const PetscReal root = PetscSqrtReal(b * b - 4 * a * c);

  if (b > 0)
    return PetscMin(most, -2 * c / (b + root));
  return a > 0 ? PetscMin(most, (root - b) / (2 * a)) : PetscMin(most, 1);
}

// Newton's law: x and mu of e = 0 become x⁰ + s (x^e − x⁰) and as much of Λ.
static PetscErrorCode Reflect(RicStepper s, RicEnergyMomentum *e, Vec x, Vec mu,
                              RicReason *reason) {
  Parabola phi;

  PetscFunctionBegin;
  PetscCall(VecCopy(mu, e->inelastic));
  PetscCall(VecCopy(e->y, e->after));
  PetscCall(VecCopy(x, e->x0));
  PetscCall(VecWAXPY(e->y0, 1.0, e->w, e->approach));
  PetscCall(Solve(s, e, x, mu, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPY(e->y, -1.0, e->approach));
  PetscCall(FindParabola(s, e, mu, &phi));
  const PetscReal share = ChooseShare(&phi);
  PetscCall(VecAXPBY(x, 1 - share, share, e->x0));
  PetscCall(VecAXPBY(mu, 1 - share, share, e->inelastic));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Work ----

// Of the first stage, what is let go, rubbed and driven, and the part P of contacts of its percussions.
static PetscErrorCode FirstWork(RicStepper s, RicEnergyMomentum *e) {
  const Vec rows[] = {e->percussion, s->state.gap, e->y0, e->after};
  const PetscScalar *a[4];
  PetscReal work[3] = {0, 0, 0}; // of gaps, friction, motion
  PetscScalar *contact;

  PetscFunctionBegin;
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, e->y0));
  if (s->num_friction_rows || s->model_is->moving_rows)
    PetscCall(RicModelPathRates(s->model, &e->path, e->mean_v, e->after));
  PetscCall(Open(4, rows, a));
  PetscCall(VecGetArray(e->contact, &contact));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    const PetscReal p = a[0][i], change = (a[2][i] - a[1][i]) / e->h, rate = a[3][i];
    contact[i] = RicRowIsJoint(s->row_kind[i]) ? 0 : p;
    if (s->row_kind[i] == RIC_ROW_FRICTION)
      work[1] += p * rate;
    else if (s->model_is->moving_rows)
      work[2] += p * (rate - change);
    if (s->row_kind[i] == RIC_ROW_UNILATERAL)
      work[0] += p * change;
  }
  PetscCall(Close(4, rows, a));
  PetscCall(VecRestoreArray(e->contact, &contact));
  PetscCall(RicStepperReduce_Private(s, work, 3, MPIU_REAL, MPIU_SUM));
  e->let_go = work[0];
  s->next.impact_work = -work[0];
  s->next.friction_work = -work[1];
  s->next.motion_work = work[2];
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What the second stage takes, Λ·(w~ + w1)/2; what moves puts in by its percussions, next.impulse so far
// of joints. mu = P + Λ of contacts.
static PetscErrorCode SecondWork(RicStepper s, RicEnergyMomentum *e, Vec mu) {
  const Vec rows[] = {e->contact, mu, e->w, e->y, e->y0, s->next.impulse};
  const PetscScalar *a[6];
  PetscReal work[3] = {0, 0, 0};

  PetscFunctionBegin;
  PetscCall(RicModelGapVelocities(s->model, s->next.t, e->h, s->next.v, e->y));
  PetscCall(RicVecSet(e->y0, 0.0));
  PetscCall(RicModelRowRates(s->model, s->next.t, e->h, e->y0)); // −ṡ
  PetscCall(Open(6, rows, a));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    const PetscReal impulse = a[1][i] - a[0][i], rate = (a[2][i] + a[3][i]) / 2;
    if (!RicRowIsJoint(s->row_kind[i]))
      work[s->row_kind[i] == RIC_ROW_FRICTION] -= impulse * rate;
    work[2] -= (impulse + a[5][i]) * a[4][i];
  }
  PetscCall(Close(6, rows, a));
  PetscCall(RicStepperReduce_Private(s, work, 3, MPIU_REAL, MPIU_SUM));
  s->next.impact_work += work[0];
  s->next.friction_work += work[1];
  s->next.motion_work += work[2];
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What supports that move have of the impact: their inertia is coupled to it, x, less what contacts and
// joints have counted of it, Λ W v_p.
static PetscErrorCode SupportWork(RicStepper s, RicEnergyMomentum *e, Vec mu) {
  PetscReal inertia, counted[3];

  PetscFunctionBegin;
  if (!s->model_is->moving_supports)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelSupportShare(s->model, s->next.v, e->work, e->y));
  PetscCall(RicVecWAXPY(e->x, -1.0, e->v, s->next.v));
  PetscCall(VecDot(e->x, e->work, &inertia));
  PetscCall(VecDot(mu, e->y, &counted[0]));
  PetscCall(VecDot(e->contact, e->y, &counted[1]));
  PetscCall(VecDot(s->next.impulse, e->y, &counted[2])); // of joints, so far
  s->next.motion_work += inertia - (counted[0] - counted[1] + counted[2]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The stage ----

static PetscErrorCode Impact(RicStepper s, RicEnergyMomentum *e, RicReason *reason) {
  const Vec mu = e->total;
  PetscBool bounce, rows;

  PetscFunctionBegin;
  PetscCall(Approach(s, e, &bounce));
  PetscCall(HoldJoints(s, e));
  PetscCall(RicStepperUpdateMassStage_Private(s, e->velocity, &rows));
  PetscCall(Project(s, e, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelGapVelocities(s->model, s->next.t, e->h, s->next.v, e->w));
  PetscCall(RicVecCopy(e->w, e->y0));
  PetscCall(Solve(s, e, e->x, mu, reason));
  if (*reason == RIC_OK && bounce)
    PetscCall(Reflect(s, e, e->x, mu, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicVecAXPY(s->next.v, 1.0, e->x));
  PetscCall(SecondWork(s, e, mu));
  PetscCall(SupportWork(s, e, mu));
  // Joints: those of the first stage, of the projection and of the impact; contacts P + Λ.
  PetscCall(RicVecAXPY(s->next.impulse, 1.0, mu));
  PetscCall(RicVecAXPY(s->next.impulse, 1.0, e->percussion));
  PetscCall(RicVecAXPY(s->next.impulse, -1.0, e->contact));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of a plain step, what the second stage and works read of the first.
static PetscErrorCode FinishFirst(RicStepper s, RicEnergyMomentum *e) {
  PetscFunctionBegin;
  PetscCall(RicVecCopy(s->next.v, e->v));
  PetscCall(RicVecWAXPY(e->mean_v, 1.0, s->state.v, e->v));
  PetscCall(VecScale(e->mean_v, 0.5));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicEnergyMomentumVelocityStage(RicStepper s, RicEnergyMomentum *e,
                                              RicReason *reason) {
  const PetscBool driven = (PetscBool)(s->num_joint_rows && s->model_is->moving_rows);
  PetscBool any = PETSC_FALSE;

  PetscFunctionBegin;
  *reason = RIC_OK;
  if (!e->plain)
    PetscCall(RicVecCopy(e->v, s->next.v));
  if (s->num_rows > s->num_joint_rows)
    PetscCall(ActiveSet(s, e, &any));
  any = (PetscBool)(any || driven);
  s->next.impact_work = s->next.friction_work = s->next.motion_work = 0;
  if (e->plain && (any || s->monitor))
    PetscCall(FinishFirst(s, e));
  if (any)
    PetscCall(FirstWork(s, e));
  if (any)
    PetscCall(Impact(s, e, reason));
  else
    PetscCall(RicVecCopy(e->percussion, s->next.impulse)); // of joints
  if (any || !e->plain) {
    PetscCall(RicVecWAXPY(s->next.acceleration, -1.0, s->state.v, s->next.v));
    PetscCall(VecScale(s->next.acceleration, 1 / e->h));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
