// SPDX-License-Identifier: BSD-2-Clause
// The coupled form of a θ-step with projection: velocity and position problem in one stage.
//
// Acary, CMAME 256 (2013), (52)–(55), here for a metric N and with its errata (docs/schemes.md). In
// the corrections δ of dv and ξ of x = N Wᵀτ,
//
//     [ A   hθK ] [ δ ]   [   b   ]   [ Wᵀ  0  ] [ P ]         U = U0 + W δ
//     [ 0   N⁻¹ ] [ ξ ] = [ −N⁻¹x ] + [ 0   Wᵀ ] [ τ ],        g = g0 + W (hθδ + ξ).
//
// It is solved in velocities, ξ/h and g/h, and with σN⁻¹ and στ/h, σ = 1 or for N = I the largest
// mass: all entries are then of one unit, of mass, and no pivot depends on another.
//
// The decoupled form takes K ξ from the iteration before: its linear rate depends on the Courant
// number, that of this form does not.
#include "base/vec.h"
#include "stepper/theta.h"

struct RicThetaCoupled_ {
  RicStage stage;
  PetscReal sigma;             // of N⁻¹, see above
  Mat K, scaled_rows, metric;  // h²θK, θW, σN⁻¹ (NULL: N⁻¹ itself)
  Mat operator_nest, row_nest; // views of the blocks
  Mat A, W;                    // what the stage solves with, formed of them
  Vec b, z, work;              // [dofs | dofs] of each rank
  Vec y0, y, law, mu;          // [rows | rows] of each rank
};

// [first | second] → whole, each rank its own.
static PetscErrorCode Join(Vec first, Vec second, Vec whole) {
  const PetscScalar *a, *b;
  PetscScalar *w;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(first, &n));
  PetscCall(VecGetArrayRead(first, &a));
  PetscCall(VecGetArrayRead(second, &b));
  PetscCall(VecGetArrayWrite(whole, &w));
  PetscCall(PetscArraycpy(w, a, n));
  PetscCall(PetscArraycpy(w + n, b, n));
  PetscCall(VecRestoreArrayRead(first, &a));
  PetscCall(VecRestoreArrayRead(second, &b));
  PetscCall(VecRestoreArrayWrite(whole, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Part(Vec whole, Vec first, Vec second) {
  const PetscScalar *w;
  PetscScalar *a, *b;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(first, &n));
  PetscCall(VecGetArrayRead(whole, &w));
  PetscCall(VecGetArrayWrite(first, &a));
  PetscCall(VecGetArrayWrite(second, &b));
  PetscCall(PetscArraycpy(a, w, n));
  PetscCall(PetscArraycpy(b, w + n, n));
  PetscCall(VecRestoreArrayRead(whole, &w));
  PetscCall(VecRestoreArrayWrite(first, &a));
  PetscCall(VecRestoreArrayWrite(second, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A row of g/h has the column (θw, w), but τ pushes as (0, w): take θ of the second part from the
// first. A row of U, (w, 0), stays.
static PetscErrorCode Image(Vec column, Vec image, void *ctx) {
  const RicTheta *t = (const RicTheta *)ctx;
  PetscScalar *a;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicVecCopy(column, image));
  PetscCall(VecGetLocalSize(image, &n));
  PetscCall(VecGetArray(image, &a));
  for (PetscInt i = 0; i < n / 2; i++)
    a[i] -= t->theta * a[n / 2 + i];
  PetscCall(VecRestoreArray(image, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FormRows(RicStepper s, RicTheta *t) {
  RicThetaCoupled *c = t->coupled;

  PetscFunctionBegin;
  PetscCall(MatCopy(s->rows, c->scaled_rows, SAME_NONZERO_PATTERN));
  PetscCall(MatScale(c->scaled_rows, t->theta));
  PetscCall(MatConvert(c->row_nest, MATAIJ, c->W ? MAT_REUSE_MATRIX : MAT_INITIAL_MATRIX, &c->W));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUpMetric(RicStepper s, RicTheta *t) {
  RicThetaCoupled *c = t->coupled;

  PetscFunctionBegin;
  c->sigma = 1;
  c->metric = t->metric_mat;
  if (t->metric == RIC_METRIC_OPERATOR) {
    PetscCall(PetscObjectReference((PetscObject)c->metric));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RicStepperLargestMass_Private(s, &c->sigma));
  PetscCall(MatDuplicate(t->metric_mat, MAT_COPY_VALUES, &c->metric));
  PetscCall(MatScale(c->metric, c->sigma));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Views, rows and the stage: once h and the matrices are there.
static PetscErrorCode SetUp(RicStepper s, RicTheta *t) {
  RicThetaCoupled *c = t->coupled;
  const RicRowTraits rows = {.separable = PETSC_FALSE, .num_equations = 2 * s->num_joint_rows};

  PetscFunctionBegin;
  PetscCall(SetUpMetric(s, t));
  PetscCall(MatDuplicate(s->rows, MAT_COPY_VALUES, &c->scaled_rows));
  PetscCall(MatCreateNest(s->comm, 2, NULL, 2, NULL, (Mat[]){s->tangent, c->K, NULL, c->metric},
                          &c->operator_nest));
  PetscCall(MatCreateNest(s->comm, 2, NULL, 2, NULL,
                          (Mat[]){s->rows, NULL, c->scaled_rows, s->rows}, &c->row_nest));
  PetscCall(FormRows(s, t));
  PetscCall(RicStageSetRows(c->stage, c->W, &rows));
  PetscCall(RicStageSetColumnImage(c->stage, Image, t));
  PetscCall(MatCreateVecs(c->W, &c->b, &c->y0));
  PetscCall(VecDuplicate(c->b, &c->z));
  PetscCall(VecDuplicate(c->b, &c->work));
  PetscCall(VecDuplicate(c->y0, &c->y));
  PetscCall(VecDuplicate(c->y0, &c->law));
  PetscCall(VecDuplicate(c->y0, &c->mu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaCoupledCreate(RicStepper s, RicTheta *t) {
  PetscFunctionBegin;
  PetscCall(PetscNew(&t->coupled));
  PetscCall(RicStepperCreateStage_Private(s, "position_", &t->coupled->stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaCoupledDestroy(RicTheta *t) {
  RicThetaCoupled *c = t->coupled;

  PetscFunctionBegin;
  if (!c)
    PetscFunctionReturn(PETSC_SUCCESS);
  Vec *vecs[] = {&c->b, &c->z, &c->work, &c->y0, &c->y, &c->law, &c->mu};
  Mat *mats[] = {&c->K, &c->scaled_rows, &c->metric, &c->operator_nest, &c->row_nest, &c->A, &c->W};
  for (PetscInt i = 0; i < 7; i++)
    PetscCall(VecDestroy(vecs[i]));
  for (PetscInt i = 0; i < 7; i++)
    PetscCall(MatDestroy(mats[i]));
  PetscCall(PetscFree(t->coupled));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaCoupledSetOperator(RicStepper s, RicTheta *t, const RicTangentPoint *at) {
  const RicOperatorTraits traits = {.unsymmetric = PETSC_TRUE};
  RicThetaCoupled *c = t->coupled;

  PetscFunctionBegin;
  if (!c->K)
    PetscCall(RicModelCreateMat(s->model, s->ops->curvature, &c->K));
  PetscCall(RicModelOperator(s->model, 0, 0, t->h * t->h * t->theta, at, c->K));
  if (!c->W)
    PetscCall(SetUp(s, t));
  PetscCall(FormRows(s, t)); // with the present h
  PetscCall(
      MatConvert(c->operator_nest, MATAIJ, c->A ? MAT_REUSE_MATRIX : MAT_INITIAL_MATRIX, &c->A));
  PetscCall(RicStageSetOperator(c->stage, c->A, &traits));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaCoupledRowsChanged(RicStepper s, RicTheta *t) {
  PetscFunctionBegin;
  PetscCall(FormRows(s, t));
  PetscCall(RicStageRowsChanged(t->coupled->stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicThetaCoupledStage(RicStepper s, RicTheta *t, RicReason *reason) {
  RicThetaCoupled *c = t->coupled;
  const PetscReal to_tau = c->sigma / t->h;
  PetscInt unused = 0;

  PetscFunctionBegin;
  PetscCall(t->PositionLaw(s, t));
  PetscCall(RicStepperImpactRows_Private(s, s->next.t, t->h, s->next.v, t->y));
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, t->y0));
  PetscCall(VecScale(t->y0, 1 / t->h));
  PetscCall(Join(t->y, t->y0, c->y0));
  PetscCall(Join(t->velocity_law, t->position_law, c->law));
  PetscCall(VecScale(s->next.nu, to_tau));
  PetscCall(Join(s->next.impulse, s->next.nu, c->mu));
  PetscCall(RicMatMult(c->metric, t->x, t->work));
  PetscCall(VecScale(t->work, -1 / t->h));
  PetscCall(Join(t->b, t->work, c->b));
  PetscCall(RicStageSolve(c->stage, c->b, c->y0, c->law, c->z, c->y, c->mu, &unused, reason));
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Part(c->z, t->correction, t->work));
  PetscCall(Part(c->mu, s->next.impulse, s->next.nu));
  PetscCall(VecScale(s->next.nu, 1 / to_tau));
  PetscCall(VecScale(t->work, t->h));
  PetscCall(RicVecAXPY(t->dv, 1.0, t->correction));
  PetscCall(RicVecAXPY(t->x, 1.0, t->work));
  PetscCall(RicVecAXPY(t->work, t->h * t->theta, t->correction)); // the change of q1
  PetscCall(RicStepperVelocityNorm_Private(s, t->work, &t->change));
  PetscFunctionReturn(PETSC_SUCCESS);
}
