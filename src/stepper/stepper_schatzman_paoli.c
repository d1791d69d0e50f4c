// SPDX-License-Identifier: BSD-2-Clause
// schatzman-paoli: a central difference scheme with the constraint at position level and the impact
// law in an averaged position.
//
// Acary, CMAME 256 (2013), (20)–(22):
//
//   M(q1) (q1 − 2 q + q_b) = h² f(t+θh, q_θ, v_θ) + W(q*)ᵀ p
//   v1                     = (q1 − q_b) / (2h)
//   q*                     = (q1 + e q_b) / (1 + e)
//   x_θ                    = (1−θ) x + θ x1
//
//   0 ≤ g(q*) ⊥ p ≥ 0             contacts
//   g_b(q1) = 0                   joints
//
// q_b is the position one step before q; at the start q_b = q − h v + h²/2 a with the consistent
// acceleration. With e = 0 nothing penetrates; the impact law holds over two or three steps. The
// paper has one e: where contacts differ each has its own q*, that of joints is q1. Velocity joints
// hold for the mean velocity of the step. The impulse reported is p / h.
//
// Kept and sought are the differences d = q − q_b and d1 = q1 − q: M (d1 − d) is then known to
// round-off of a step, not of a position. One stage, the increment x of d1 with A = M + h²θK +
// (hθ/2) C; the row of a contact is (g(q*), W/(1+e)), scaled to g (1+e).
#include "stepper/stepper_impl.h"

typedef struct {
  PetscReal theta, h;
  RicStage position, mass;
  RicNewton newton;
  Vec d, d1, x, b, work, q_theta, v_theta; // of dofs
  Vec p, y, y0, law;                       // of rows
  Mat rows;                                // W(q*), of each row its own; the model's when constant
  PetscInt num_restitutions;               // different ones over all ranks, from the largest on,
  PetscReal *restitutions;                 // the last 0
} Paoli;

// The different restitutions of this rank's rows, and 0.
static PetscErrorCode OwnRestitutions(RicStepper s, PetscInt *n, PetscReal **values) {
  const PetscScalar *e;

  PetscFunctionBegin;
  *n = s->num_rows_owned + 1;
  PetscCall(PetscMalloc1(*n, values));
  PetscCall(VecGetArrayRead(s->restitution, &e));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    (*values)[i] = e[i];
  PetscCall(VecRestoreArrayRead(s->restitution, &e));
  (*values)[s->num_rows_owned] = 0;
  PetscCall(PetscSortRemoveDupsReal(n, *values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Those of all ranks.
static PetscErrorCode FindRestitutions(RicStepper s, Paoli *g) {
  PetscMPIInt size, n, *counts, *starts;
  PetscInt own, all = 0;
  PetscReal *values;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(s->comm, &size));
  PetscCall(OwnRestitutions(s, &own, &values));
  PetscCall(PetscMPIIntCast(own, &n));
  PetscCall(PetscMalloc2(size, &counts, size, &starts));
  PetscCallMPI(MPI_Allgather(&n, 1, MPI_INT, counts, 1, MPI_INT, s->comm));
  for (PetscMPIInt r = 0; r < size; r++) {
    starts[r] = (PetscMPIInt)all;
    all += counts[r];
  }
  PetscCall(PetscMalloc1(all, &g->restitutions));
  PetscCallMPI(
      MPI_Allgatherv(values, n, MPIU_REAL, g->restitutions, counts, starts, MPIU_REAL, s->comm));
  PetscCall(PetscSortRemoveDupsReal(&all, g->restitutions));
  for (PetscInt i = 0; i < all / 2; i++) {
    const PetscReal e = g->restitutions[i];
    g->restitutions[i] = g->restitutions[all - 1 - i];
    g->restitutions[all - 1 - i] = e;
  }
  g->num_restitutions = all;
  PetscCall(PetscFree2(counts, starts));
  PetscCall(PetscFree(values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Paoli(RicStepper s) {
  Paoli *g;

  PetscFunctionBegin;
  PetscCall(PetscNew(&g));
  s->data = g;
  g->theta = RicStepperOption_Private(s, "theta");
  Vec *dofs[] = {&g->d, &g->d1, &g->x, &g->b, &g->work, &g->q_theta, &g->v_theta, NULL};
  Vec *rows[] = {&g->p, &g->y, &g->y0, &g->law, NULL};
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(
      RicStepperLaws_Private(s, RIC_LAW_UNILATERAL, RIC_LAW_EQUALITY, RIC_LAW_EQUALITY, g->law));
  PetscCall(RicStepperCreateStage_Private(s, "position_", &g->position));
  PetscCall(RicStepperCreateMassStage_Private(s, &g->mass));
  PetscCall(RicStepperCreateNewton_Private(s, PETSC_DEFAULT, &g->newton));
  g->rows = s->rows;
  if (s->model_is->constant_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FindRestitutions(s, g));
  PetscCall(MatDuplicate(s->rows, MAT_COPY_VALUES, &g->rows));
  PetscCall(RicStageSetRows(g->position, g->rows, &s->row_traits));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Paoli(RicStepper s) {
  Paoli *g = (Paoli *)s->data;

  PetscFunctionBegin;
  if (g->rows != s->rows)
    PetscCall(MatDestroy(&g->rows));
  PetscCall(PetscFree(g->restitutions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetOperator(RicStepper s, Paoli *g, const RicTangentPoint *at) {
  PetscFunctionBegin;
  PetscCall(RicStepperSetTangent_Private(s, 1, g->h * g->theta / 2, g->h * g->h * g->theta, at,
                                         g->position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Paoli(RicStepper s, PetscReal h, const RicTangentPoint *at) {
  Paoli *g = (Paoli *)s->data;

  PetscFunctionBegin;
  if (h != g->h) // the position before moves with the step
    PetscCall(VecAXPBY(g->d, h, 0.0, s->state.v));
  g->h = h;
  PetscCall(SetOperator(s, g, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Start_Paoli(RicStepper s) {
  Paoli *g = (Paoli *)s->data;

  PetscFunctionBegin;
  PetscCall(
      RicStepperInitialAcceleration_Private(s, g->mass, s->state.acceleration, s->state.lambda));
  PetscCall(VecAXPBYPCZ(g->d, g->h, -g->h * g->h / 2, 0.0, s->state.v, s->state.acceleration));
  PetscCall(VecSet(g->p, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows that do not turn: (1+e) g(q*) = g(q1) + e g(q_b).
static PetscErrorCode ConstantRows(RicStepper s, Paoli *g) {
  PetscFunctionBegin;
  PetscCall(RicModelMove(s->model, s->state.q, -1.0, g->d, g->work));
  PetscCall(RicModelGaps(s->model, s->state.t - g->h, g->work, g->y));
  PetscCall(VecPointwiseMult(g->y, g->y, s->restitution));
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, g->y0));
  PetscCall(VecAXPY(g->y0, 1.0, g->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The rows of restitution e out of those of the last RicModelUpdate, with (1+e) of their gaps y.
static PetscErrorCode TakeRows(RicStepper s, Paoli *g, PetscReal e) {
  const PetscScalar *own, *y, *w;
  const PetscInt *cols;
  PetscScalar *y0;
  PetscInt first, n;

  PetscFunctionBegin;
  PetscCall(MatGetOwnershipRange(s->rows, &first, NULL));
  PetscCall(VecGetArrayRead(s->restitution, &own));
  PetscCall(VecGetArrayRead(g->y, &y));
  PetscCall(VecGetArray(g->y0, &y0));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    const PetscInt row = first + i;
    if (own[i] != e)
      continue;
    y0[i] = (1 + e) * y[i];
    PetscCall(MatGetRow(s->rows, row, &n, &cols, &w));
    PetscCall(MatSetValues(g->rows, 1, &row, n, cols, w, INSERT_VALUES));
    PetscCall(MatRestoreRow(s->rows, row, &n, &cols, &w));
  }
  PetscCall(VecRestoreArrayRead(s->restitution, &own));
  PetscCall(VecRestoreArrayRead(g->y, &y));
  PetscCall(VecRestoreArray(g->y0, &y0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Gaps and rows at q* = q1 − e/(1+e) (d1 + d), for each e; the last, 0, leaves the model at q1.
static PetscErrorCode AveragedRows(RicStepper s, Paoli *g) {
  PetscFunctionBegin;
  PetscCall(VecWAXPY(g->work, 1.0, g->d, g->d1));
  for (PetscInt i = 0; i < g->num_restitutions; i++) {
    const PetscReal e = g->restitutions[i], part = e / (1 + e);
    const PetscReal t = s->next.t - 2 * g->h * part;
    PetscCall(RicModelMove(s->model, s->next.q, -part, g->work, g->x));
    PetscCall(RicModelUpdate(s->model, t, g->x, NULL, NULL));
    PetscCall(RicModelGaps(s->model, t, g->x, g->y));
    PetscCall(TakeRows(s, g, e));
  }
  PetscCall(MatAssemblyBegin(g->rows, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(g->rows, MAT_FINAL_ASSEMBLY));
  PetscCall(RicStageRowsChanged(g->position));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// y0 and W of all rows at the present q1, the mass there.
static PetscErrorCode Rows(RicStepper s, Paoli *g) {
  PetscFunctionBegin;
  if (s->model_is->constant_rows) {
    PetscCall(ConstantRows(s, g));
    PetscCall(RicModelUpdate(s->model, s->next.t, s->next.q, NULL, NULL));
  } else
    PetscCall(AveragedRows(s, g));
  if (!s->num_velocity_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPBY(g->work, 1 / g->h, 0.0, g->d1));
  PetscCall(RicModelGapVelocities(s->model, s->state.t + g->h / 2, g->h, g->work, g->y));
  PetscCall(VecScale(g->y, g->h));
  PetscCall(RicStepperCopyRows_Private(s, RIC_ROW_VELOCITY, g->y, g->y0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = h² f − M (d1 − d) at the present q1; *reference (may be NULL): how large its parts are.
static PetscErrorCode Balance(RicStepper s, Paoli *g, PetscReal *reference) {
  PetscReal force, momentum;

  PetscFunctionBegin;
  PetscCall(VecAXPBYPCZ(s->next.v, 1 / (2 * g->h), 1 / (2 * g->h), 0.0, g->d, g->d1));
  PetscCall(RicModelBetween(s->model, s->state.q, g->theta, s->next.q, g->q_theta));
  PetscCall(VecAXPBYPCZ(g->v_theta, 1 - g->theta, g->theta, 0.0, s->state.v, s->next.v));
  PetscCall(RicModelForce(s->model, s->state.t + g->theta * g->h, g->q_theta, g->v_theta, g->b));
  PetscCall(VecScale(g->b, g->h * g->h));
  if (reference) {
    PetscCall(RicStepperForceNorm_Private(s, g->b, &force));
    PetscCall(RicModelMassMult(s->model, g->d, g->work));
    PetscCall(RicStepperForceNorm_Private(s, g->work, &momentum));
    *reference = PetscMax(force, momentum);
  }
  PetscCall(VecWAXPY(g->x, -1.0, g->d, g->d1));
  PetscCall(RicModelMassMult(s->model, g->x, g->work));
  PetscCall(VecAXPY(g->b, -1.0, g->work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Paoli(void *ctx, RicMeasure *residual) {
  RicStepper s = (RicStepper)ctx;
  Paoli *g = (Paoli *)s->data;
  const RicRoundOff *round_off;

  PetscFunctionBegin;
  PetscCall(Rows(s, g));
  PetscCall(Balance(s, g, &residual->reference));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  residual->floor = g->h * g->h * round_off->force;
  if (s->next.iterations == 0) {
    PetscCall(RicStepperForceNorm_Private(s, g->b, &residual->value));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatMultTransposeAdd(g->rows, g->p, g->b, g->work));
  PetscCall(RicStepperForceNorm_Private(s, g->work, &residual->value));
  PetscCall(RicStepperGapViolation_Private(s, g->law, g->p, g->y0, &residual->violation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Correct_Paoli(void *ctx, RicMeasure *correction, RicReason *reason) {
  RicStepper s = (RicStepper)ctx;
  Paoli *g = (Paoli *)s->data;
  const RicRoundOff *round_off;
  PetscInt unused = 0;

  PetscFunctionBegin;
  s->next.iterations++;
  if (s->model_is->linear) {
    PetscCall(ConstantRows(s, g));
    PetscCall(Balance(s, g, NULL));
  } else if (!s->model_is->constant_tangent || !s->model_is->constant_mass)
    PetscCall(
        SetOperator(s, g, &(RicTangentPoint){.t = s->next.t, .q = g->q_theta, .v = g->v_theta}));
  PetscCall(RicStageSolve(g->position, g->b, g->y0, g->law, g->x, g->y, g->p, &unused, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPY(g->d1, 1.0, g->x));
  PetscCall(RicModelMove(s->model, s->state.q, 1.0, g->d1, s->next.q));
  if (s->model_is->linear)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStepperVelocityNorm_Private(s, g->x, &correction->value));
  PetscCall(RicStepperVelocityNorm_Private(s, g->d1, &correction->reference));
  PetscCall(RicStepperRoundOff_Private(s, &round_off));
  correction->floor = round_off->position;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_Paoli(RicStepper s, PetscReal h, RicReason *reason) {
  static const RicNewtonProblem problem = {.Residual = Residual_Paoli, .Correct = Correct_Paoli};
  Paoli *g = (Paoli *)s->data;
  PetscInt iterations;

  PetscFunctionBegin;
  *reason = RIC_OK;
  s->next.iterations = 0;
  PetscCall(VecCopy(g->d, g->d1)); // q1 ≈ 2 q − q_b
  PetscCall(RicModelMove(s->model, s->state.q, 1.0, g->d1, s->next.q));
  if (s->model_is->moving_supports) {
    PetscCall(RicModelPrescribe(s->model, s->next.t, h, s->next.q, NULL, NULL));
    PetscCall(RicModelIncrement(s->model, s->state.q, s->next.q, g->d1));
  }
  PetscCall(RicNewtonSolve(g->newton, &problem, s, s->model_is->linear, &iterations, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPBYPCZ(s->next.v, 1 / (2 * h), 1 / (2 * h), 0.0, g->d, g->d1));
  PetscCall(VecWAXPY(s->next.acceleration, -1.0, g->d, g->d1));
  PetscCall(VecScale(s->next.acceleration, 1 / (h * h)));
  PetscCall(VecAXPBY(s->next.impulse, 1 / h, 0.0, g->p));
  PetscCall(VecSet(s->next.lambda, 0.0)); // that of the start; joints act by Λ alone
  PetscCall(VecSet(s->next.nu, 0.0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_Paoli(RicStepper s) {
  Paoli *g = (Paoli *)s->data;
  const Vec d = g->d;

  PetscFunctionBegin;
  g->d = g->d1;
  g->d1 = d;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStepperOps RicStepperSchatzmanPaoli = {
    .name = "schatzman-paoli",
    .description = "central differences, constraint at position level, restitution by the averaged "
                   "position (Schatzman & Paoli)",
    .velocity_offset = -1,
    .num_options = 1,
    .options =
        {{.name = "theta", .help = "theta of the forces", .lowest = 0, .highest = 1, .value = 0}},
    .Create = Create_Paoli,
    .SetUp = SetUp_Paoli,
    .Start = Start_Paoli,
    .Step = Step_Paoli,
    .Accept = Accept_Paoli,
    .Destroy = Destroy_Paoli};
