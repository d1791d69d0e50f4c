// SPDX-License-Identifier: BSD-2-Clause
#include "app/balance.h"
#include "geom/vec3.h"
#include "model/model.h"
#include "model/model_view.h"

const char *const RicBalanceNames[RIC_BALANCE_TERMS] = {
    "loads", "motion", "dampers", "impacts", "friction", "projection", "numerical"};

struct RicBalance_ {
  RicModel model;
  RicStepper stepper;
  MPI_Comm comm;
  PetscReal t, initial,
      offset; // of the last part; energy at the start; RicStepperGetVelocityOffset
  PetscReal sums[RIC_BALANCE_TERMS];
  PetscReal h, before[RIC_BALANCE_TERMS]; // the last part, and the sums before it
  Vec q, v, lambda, load;                 // at the end of the last part; load NULL without
  Vec work, now, mid;                     // of dofs; with an offset mid keeps the q before
  Vec zero;                               // velocities; NULL before the first correction
  Vec velocity, rates;                    // of rows
  PetscBool smooth_work, loaded, moving, friction;
  const RicRowKind *kind;
  PetscInt num_rows, num_all_rows, num_joint_rows; // of this rank, of all
  PetscReal weight, fall;                          // see Weigh, J, J/s²
};

static PetscErrorCode Part(const RicState *state, PetscReal h, void *ctx);
static PetscErrorCode ArchivePart(RicArchive archive, void *ctx);
static PetscErrorCode StartJump(RicBalance b, const RicState *start);

static PetscErrorCode CreateVecs(RicBalance b, const RicState *start) {
  Vec *dofs[] = {&b->q, &b->v, &b->work, &b->now, &b->mid};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < 5; i++)
    PetscCall(RicModelCreateVec(b->model, dofs[i]));
  PetscCall(VecDuplicate(start->gap_velocity, &b->velocity));
  PetscCall(VecDuplicate(start->gap_velocity, &b->rates));
  PetscCall(VecDuplicate(start->lambda, &b->lambda));
  PetscCall(VecCopy(start->q, b->q));
  PetscCall(VecCopy(start->v, b->v));
  PetscCall(VecCopy(start->lambda, b->lambda));
  PetscCall(VecGetSize(b->lambda, &b->num_all_rows));
  if (!b->loaded)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelCreateVec(b->model, &b->load));
  PetscCall(RicModelLoads(b->model, start->t, start->q, b->load));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// weight: what it would do over a small part of the model's length: less than its round-off is none of
// what is at rest. fall h²: what it gives the model in a step of free fall.
static PetscErrorCode Weigh(RicModel model, PetscReal *weight, PetscReal *fall) {
  PetscReal mass, length, g[3];

  PetscFunctionBegin;
  PetscCall(RicModelGetTotalMass(model, &mass));
  PetscCall(RicModelGetLength(model, &length));
  PetscCall(RicModelGetGravity(model, g));
  *weight = 1e-3 * mass * length * RicVec3Norm(g);
  *fall = mass * RicVec3Dot(g, g) / 2;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBalanceCreate(RicModel model, RicStepper stepper, PetscReal kinetic,
                                PetscReal potential, RicBalance *balance) {
  const RicState *start;
  const RicModelTraits *is;
  PetscInt num_systems;
  RicBalance b;

  PetscFunctionBegin;
  PetscCall(PetscNew(&b));
  *balance = b;
  b->model = model;
  PetscCall(Weigh(model, &b->weight, &b->fall));
  b->stepper = stepper;
  b->initial = kinetic + potential;
  PetscCall(RicModelGetComm(model, &b->comm));
  PetscCall(RicModelGetTraits(model, &is));
  PetscCall(RicModelGetNumSystems(model, &num_systems));
  b->smooth_work = (PetscBool)(is->damped || num_systems);
  b->moving = is->moving_supports;
  PetscCall(RicModelHasLoads(model, &b->loaded));
  PetscCall(RicModelGetRowKinds(model, &b->kind, &b->num_rows));
  PetscCall(RicModelGetNumJointRows(model, &b->num_joint_rows));
  for (PetscInt i = 0; i < b->num_rows; i++)
    b->friction = (PetscBool)(b->friction || b->kind[i] == RIC_ROW_FRICTION);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &b->friction, 1, MPIU_BOOL, MPI_LOR, b->comm));
  PetscCall(RicStepperGetVelocityOffset(stepper, &b->offset));
  PetscCall(RicStepperGetState(stepper, &start));
  b->t = start->t;
  PetscCall(CreateVecs(b, start));
  if (b->num_all_rows)
    PetscCall(StartJump(b, start));
  PetscCall(RicStepperSetMonitor(stepper, Part, b));
  PetscCall(RicStepperSetMonitorArchive(stepper, ArchivePart));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBalanceDestroy(RicBalance *balance) {
  RicBalance b = *balance;

  PetscFunctionBegin;
  if (!b)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStepperSetMonitor(b->stepper, NULL, NULL));
  Vec *vecs[] = {&b->q,   &b->v,   &b->lambda, &b->load,     &b->work,
                 &b->now, &b->mid, &b->zero,   &b->velocity, &b->rates};
  for (PetscInt i = 0; i < 10; i++)
    PetscCall(VecDestroy(vecs[i]));
  PetscCall(PetscFree(*balance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The terms of one part of a step, from the state b holds to `state` ----

// Loads and moving supports; work = Δq.
static PetscErrorCode External(RicBalance b, const RicState *state, PetscReal h) {
  PetscReal value;

  PetscFunctionBegin;
  if (b->loaded) {
    PetscCall(RicModelLoads(b->model, state->t, state->q, b->now));
    PetscCall(VecAXPY(b->load, 1.0, b->now));
    PetscCall(VecDot(b->work, b->load, &value));
    b->sums[RIC_BALANCE_LOADS] += value / 2;
    PetscCall(VecCopy(b->now, b->load));
  }
  if (b->moving) {
    PetscCall(VecAXPBYPCZ(b->mid, 1 / h, -1 / h, 0.0, state->v, b->v)); // mean acceleration
    PetscCall(RicModelSupportReactions(b->model, b->t, b->q, b->v, b->mid, b->now));
    PetscCall(VecDot(b->work, b->now, &value));
    b->sums[RIC_BALANCE_MOTION] += value / 2;
    PetscCall(RicModelSupportReactions(b->model, state->t, state->q, state->v, b->mid, b->now));
    PetscCall(VecDot(b->work, b->now, &value));
    b->sums[RIC_BALANCE_MOTION] += value / 2;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// −½ (f_n + f_{n+1}) · x with forces at rest; work = Δq becomes the motion Δq − x.
static PetscErrorCode Projection(RicBalance b, const RicState *state) {
  PetscReal value, nu = 1;

  PetscFunctionBegin;
  if (!state->correction)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!state->jump) // with one, friction corrects as well
    PetscCall(VecNorm(state->nu, NORM_INFINITY, &nu));
  if (nu == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!b->zero)
    PetscCall(RicModelCreateVec(b->model, &b->zero));
  PetscCall(RicModelForce(b->model, b->t, b->q, b->zero, b->now));
  PetscCall(VecDot(state->correction, b->now, &value));
  b->sums[RIC_BALANCE_PROJECTION] -= value / 2;
  PetscCall(RicModelForce(b->model, state->t, state->q, b->zero, b->now));
  PetscCall(VecDot(state->correction, b->now, &value));
  b->sums[RIC_BALANCE_PROJECTION] -= value / 2;
  if (b->smooth_work)
    PetscCall(VecAXPY(b->work, -1.0, state->correction));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Dampers, and forces of systems beyond their potential; work = Δq − x.
static PetscErrorCode Dissipation(RicBalance b, const RicState *state, PetscReal h) {
  PetscReal external, dissipated;

  PetscFunctionBegin;
  if (!b->smooth_work)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelBetween(b->model, b->q, 0.5, state->q, b->mid));
  PetscCall(RicModelWork(b->model, state->t - h / 2, h, b->mid, b->work, &external, &dissipated));
  b->sums[RIC_BALANCE_LOADS] += external;
  b->sums[RIC_BALANCE_DAMPERS] += dissipated;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A jump J: v_Λ = v − J/2, of friction the mean velocity of the step, by which it moves the positions.
static PetscErrorCode JumpVelocities(RicBalance b, const RicState *state, PetscReal t,
                                     PetscReal h) {
  const PetscScalar *mean;
  PetscScalar *velocity;

  PetscFunctionBegin;
  PetscCall(VecWAXPY(b->now, -0.5, state->jump, state->v));
  PetscCall(RicModelGapVelocities(b->model, t, h, b->now, b->velocity));
  if (!b->friction)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPBYPCZ(b->now, 0.5, 0.5, 0.0, b->v, state->v));
  PetscCall(RicModelGapVelocities(b->model, t, h, b->now, b->rates));
  PetscCall(VecGetArrayRead(b->rates, &mean));
  PetscCall(VecGetArray(b->velocity, &velocity));
  for (PetscInt i = 0; i < b->num_rows; i++)
    if (b->kind[i] == RIC_ROW_FRICTION)
      velocity[i] = mean[i];
  PetscCall(VecRestoreArray(b->velocity, &velocity));
  PetscCall(VecRestoreArrayRead(b->rates, &mean));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// velocity = W v_Λ − ṡ, rates = −ṡ at the time of the impulses. A mean is taken of the rows, which
// are fewer than the dofs.
static PetscErrorCode RowVelocities(RicBalance b, const RicState *state, PetscReal h) {
  const PetscReal t = b->offset < 0 ? b->t : state->t - h / 2;

  PetscFunctionBegin;
  if (b->offset >= 0 && state->jump)
    PetscCall(JumpVelocities(b, state, t, h));
  else
    PetscCall(RicModelGapVelocities(b->model, t, h, state->v, b->velocity));
  if (b->offset >= 0 && !state->jump) {
    PetscCall(RicModelGapVelocities(b->model, t, h, b->v, b->rates));
    PetscCall(VecAXPBY(b->velocity, 0.5, 0.5, b->rates));
  }
  PetscCall(VecSet(b->rates, 0.0));
  PetscCall(RicModelRowRates(b->model, t, h, b->rates));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows: −Λ · (W v_Λ − ṡ) of contacts, (Λ + hλ~) · ṡ of all, of joints Λ what acts.
static PetscErrorCode AddRows(RicBalance b, Vec impulses, Vec acting, Vec lambdas, PetscReal h) {
  const Vec rows[] = {b->velocity, b->rates, impulses, acting, b->lambda, lambdas};
  const PetscScalar *a[6];
  PetscReal sums[3] = {0, 0, 0};

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 6; k++)
    PetscCall(VecGetArrayRead(rows[k], &a[k]));
  for (PetscInt i = 0; i < b->num_rows; i++) {
    const PetscReal impulse = RicRowIsJoint(b->kind[i]) ? a[3][i] : a[2][i];
    if (b->kind[i] == RIC_ROW_UNILATERAL)
      sums[0] -= impulse * a[0][i];
    else if (b->kind[i] == RIC_ROW_FRICTION)
      sums[2] -= impulse * a[0][i];
    sums[1] -= (impulse + h * (a[4][i] + a[5][i]) / 2) * a[1][i];
  }
  for (PetscInt k = 0; k < 6; k++)
    PetscCall(VecRestoreArrayRead(rows[k], &a[k]));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPIU_REAL, MPIU_SUM, b->comm));
  b->sums[RIC_BALANCE_IMPACTS] += sums[0];
  b->sums[RIC_BALANCE_MOTION] += sums[1];
  b->sums[RIC_BALANCE_FRICTION] += sums[2];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Impulsive(RicBalance b, const RicState *state, PetscReal h) {
  PetscReal largest;

  PetscFunctionBegin;
  if (!b->num_all_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecNorm(state->impulse, NORM_INFINITY, &largest));
  if (largest == 0 && !b->num_joint_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RowVelocities(b, state, h));
  if (state->acting)
    PetscCall(AddRows(b, state->impulse, state->acting, state->lambda, 0));
  else
    PetscCall(AddRows(b, state->impulse, state->impulse, state->lambda, h));
  PetscCall(VecCopy(state->lambda, b->lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Impulses that made another velocity of the initial one, of which the first step sets out.
static PetscErrorCode StartJump(RicBalance b, const RicState *start) {
  Vec velocity, impulse;
  PetscReal h;

  PetscFunctionBegin;
  PetscCall(RicStepperGetStartJump(b->stepper, &velocity, &impulse, &h));
  if (!velocity)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPBYPCZ(b->now, 0.5, 0.5, 0.0, start->v, velocity));
  PetscCall(RicModelGapVelocities(b->model, start->t, h, b->now, b->velocity));
  PetscCall(VecSet(b->rates, 0.0));
  PetscCall(RicModelRowRates(b->model, start->t, h, b->rates));
  PetscCall(AddRows(b, impulse, impulse, start->lambda, 0));
  PetscCall(VecCopy(velocity, b->v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void Known(RicBalance b, const RicState *state) {
  b->sums[RIC_BALANCE_LOADS] += state->load_work;
  b->sums[RIC_BALANCE_MOTION] += state->motion_work;
  b->sums[RIC_BALANCE_DAMPERS] += state->damper_work;
  b->sums[RIC_BALANCE_IMPACTS] += state->impact_work;
  b->sums[RIC_BALANCE_FRICTION] += state->friction_work;
}

static PetscErrorCode Find(RicBalance b, const RicState *state, PetscReal h) {
  PetscFunctionBegin;
  if (b->loaded || b->moving || b->smooth_work)
    PetscCall(RicModelIncrement(b->model, b->q, state->q, b->work));
  PetscCall(External(b, state, h));
  PetscCall(Projection(b, state));
  PetscCall(Dissipation(b, state, h));
  PetscCall(Impulsive(b, state, h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The stepper's monitor.
static PetscErrorCode Part(const RicState *state, PetscReal h, void *ctx) {
  RicBalance b = (RicBalance)ctx;

  PetscFunctionBegin;
  PetscCall(PetscArraycpy(b->before, b->sums, RIC_BALANCE_TERMS));
  if (state->work_known)
    Known(b, state);
  else
    PetscCall(Find(b, state, h));
  if (b->offset != 0)
    PetscCall(VecCopy(b->q, b->mid));
  PetscCall(VecCopy(state->q, b->q));
  if (b->num_all_rows || b->moving)
    PetscCall(VecCopy(state->v, b->v));
  b->t = state->t;
  b->h = h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The step ----

static PetscReal Numerical(const PetscReal s[], PetscReal change) {
  return s[RIC_BALANCE_LOADS] + s[RIC_BALANCE_MOTION] - s[RIC_BALANCE_DAMPERS] -
         s[RIC_BALANCE_IMPACTS] - s[RIC_BALANCE_FRICTION] + s[RIC_BALANCE_PROJECTION] - change;
}

// `numerical` in the middle of a step of a scheme that moves by Δq = h u with u constant in it, by
// E = T(u) + V(q_½), which it keeps where forces are constant. Impulses act on u at q_0 (offset −1:
// reported with q_1) or at q_1.
static PetscErrorCode AmidStep(RicBalance b, PetscReal *numerical) {
  PetscReal amid[RIC_BALANCE_TERMS], kinetic, potential;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < RIC_BALANCE_TERMS; i++)
    amid[i] = (b->before[i] + b->sums[i]) / 2;
  for (PetscInt i = RIC_BALANCE_IMPACTS; i <= RIC_BALANCE_FRICTION; i++)
    amid[i] = (b->offset < 0 ? b->sums : b->before)[i];
  PetscCall(RicModelIncrement(b->model, b->mid, b->q, b->work));
  PetscCall(RicModelMove(b->model, b->mid, 0.5, b->work, b->mid));
  PetscCall(VecScale(b->work, 1 / b->h));
  PetscCall(RicModelEnergy(b->model, b->mid, b->work, &kinetic, &potential));
  *numerical = Numerical(amid, kinetic + potential - b->initial);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBalanceStep(RicBalance b, PetscReal kinetic, PetscReal potential,
                              PetscReal terms[], RicEnergyMade *made) {
  PetscReal *s = b->sums, numerical;

  PetscFunctionBegin;
  numerical = s[RIC_BALANCE_NUMERICAL] = Numerical(s, kinetic + potential - b->initial);
  if (b->offset != 0)
    PetscCall(AmidStep(b, &numerical));
  made->smooth = -numerical;
  made->shown = -s[RIC_BALANCE_NUMERICAL];
  made->contact = s[RIC_BALANCE_PROJECTION] - s[RIC_BALANCE_IMPACTS] - s[RIC_BALANCE_FRICTION];
  made->fall = b->fall * b->h * b->h;
  made->turnover = PetscAbsReal(potential) + b->weight;
  for (PetscInt i = 0; i < RIC_BALANCE_TERMS; i++)
    made->turnover += PetscAbsReal(s[i]);
  PetscCall(PetscArraycpy(terms, s, RIC_BALANCE_TERMS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ArchiveVecs(RicBalance b, RicArchive archive) {
  const struct {
    const char *name;
    RicArchiveKind kind;
    Vec x;
  } list[] = {{"q", RIC_ARCHIVE_DOFS, b->q},
              {"v", RIC_ARCHIVE_DOFS, b->v},
              {"q_before", RIC_ARCHIVE_DOFS, b->mid},
              {"lambda", RIC_ARCHIVE_ROWS, b->lambda},
              {"load", RIC_ARCHIVE_DOFS, b->load}};

  PetscFunctionBegin;
  for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
    if (list[i].x)
      PetscCall(RicArchiveVector(archive, list[i].name, list[i].kind, list[i].x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBalanceArchive(RicBalance b, RicArchive archive) {
  PetscFunctionBegin;
  PetscCall(RicArchiveGroup(archive, "balance"));
  PetscCall(RicArchiveReal(archive, "t", &b->t));
  PetscCall(RicArchiveReal(archive, "h", &b->h));
  PetscCall(RicArchiveReal(archive, "initial", &b->initial));
  PetscCall(RicArchiveReals(archive, "sums", RIC_BALANCE_TERMS, b->sums));
  PetscCall(RicArchiveReals(archive, "before", RIC_BALANCE_TERMS, b->before));
  PetscCall(ArchiveVecs(b, archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ArchivePart(RicArchive archive, void *ctx) {
  PetscFunctionBegin;
  PetscCall(RicBalanceArchive((RicBalance)ctx, archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}
