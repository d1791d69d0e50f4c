// SPDX-License-Identifier: BSD-2-Clause
// Stepper: what is common to all schemes. Types, set-up, the step with its halving.
#include "stepper/stepper_impl.h"

// A new scheme: one file stepper_NAME.c and one line here.
static const RicStepperOps *const stepper_table[] = {
    &RicStepperGGLAlpha,          &RicStepperMoreauJean,     &RicStepperSmoothAlpha,
    &RicStepperThetaPosition,     &RicStepperProjected,      &RicStepperCombined,
    &RicStepperGGLTheta,          &RicStepperSchatzmanPaoli, &RicStepperNSGA,
    &RicStepperGGLAlphaMu,        &RicStepperMoreau,         &RicStepperMoreauSymmetric,
    &RicStepperMoreauVariational, &RicStepperRattle};
#define NUM_TYPES ((PetscInt)(sizeof(stepper_table) / sizeof(stepper_table[0])))

PetscErrorCode RicStepperCreate(MPI_Comm comm, RicStepper *stepper) {
  PetscFunctionBegin;
  PetscCall(PetscNew(stepper));
  (*stepper)->comm = comm;
  PetscCallMPI(MPI_Comm_size(comm, &(*stepper)->size));
  (*stepper)->max_halvings = 8;
  (*stepper)->max_substeps = 100;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperDestroy(RicStepper *stepper) {
  RicStepper s = *stepper;

  PetscFunctionBegin;
  if (!s)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (s->data && s->ops->Destroy)
    PetscCall(s->ops->Destroy(s));
  PetscCall(RicStepperWorkDestroy_Private(s));
  PetscCall(RicStepperDestroyNorms_Private(s));
  PetscCall(PetscFree(s->data));
  PetscCall(PetscFree(s->tangential));
  PetscCall(PetscFree(*stepper));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetModel(RicStepper s, RicModel model) {
  PetscFunctionBegin;
  s->model = model;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Types ----

PetscErrorCode RicStepperGetNumTypes(PetscInt *n) {
  PetscFunctionBegin;
  *n = NUM_TYPES;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetTypeInfo(PetscInt i, const char **name, const char **description,
                                     PetscInt *num_options) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < NUM_TYPES, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "no stepper %" PetscInt_FMT, i);
  if (name)
    *name = stepper_table[i]->name;
  if (description)
    *description = stepper_table[i]->description;
  if (num_options)
    *num_options = RicStepperNumOptions_Private(stepper_table[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetTypeOption(PetscInt i, PetscInt k, const RicStepperOption **option) {
  PetscFunctionBegin;
  PetscCheck(i >= 0 && i < NUM_TYPES, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "no stepper %" PetscInt_FMT, i);
  PetscCheck(k >= 0 && k < RicStepperNumOptions_Private(stepper_table[i]), PETSC_COMM_SELF,
             PETSC_ERR_ARG_OUTOFRANGE, "no option %" PetscInt_FMT, k);
  *option = RicStepperOptionOf_Private(stepper_table[i], k);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetType(RicStepper s, const char type[]) {
  char known[RIC_TEXT_LEN] = "";
  PetscBool same = PETSC_FALSE;

  PetscFunctionBegin;
  for (PetscInt i = 0; i < NUM_TYPES && !same; i++) {
    PetscCall(PetscStrcmp(type, stepper_table[i]->name, &same));
    if (same)
      s->ops = stepper_table[i];
    PetscCall(PetscStrlcat(known, i ? ", " : "", sizeof(known)));
    PetscCall(PetscStrlcat(known, stepper_table[i]->name, sizeof(known)));
  }
  RicCheckUser(same, s->comm, "stepper.type: unknown stepper '%s' (allowed: %s)", type, known);
  for (PetscInt k = 0; k < RicStepperNumOptions_Private(s->ops); k++)
    s->values[k] = RicStepperOptionOf_Private(s->ops, k)->value;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetType(RicStepper s, const char **type) {
  PetscFunctionBegin;
  *type = s->ops ? s->ops->name : "";
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetStep(RicStepper s, PetscReal h) {
  PetscFunctionBegin;
  RicCheckUser(h > 0 && !PetscIsInfOrNanReal(h), s->comm, "stepper.step: must be > 0 (is %.6g)",
               (double)h);
  s->h = h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetMonitor(RicStepper s, RicStepperMonitorFn fn, void *ctx) {
  PetscFunctionBegin;
  s->monitor = fn;
  s->monitor_ctx = ctx;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetVelocityOffset(RicStepper s, PetscReal *steps) {
  PetscFunctionBegin;
  *steps = s->ops->velocity_offset;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetMaxHalvings(RicStepper s, PetscInt max_halvings) {
  PetscFunctionBegin;
  s->max_halvings = max_halvings;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetMaxSubsteps(RicStepper s, PetscInt max_substeps) {
  PetscFunctionBegin;
  s->max_substeps = max_substeps;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Set-up and start ----

static PetscErrorCode CreateState(RicStepper s, RicState *x) {
  Vec *dofs[] = {&x->q, &x->v, &x->acceleration, NULL};
  Vec *rows[] = {&x->gap, &x->gap_velocity, &x->impulse, &x->lambda, &x->nu, NULL};

  PetscFunctionBegin;
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rows of joints over all ranks, those of them that hold for velocities only, and tangential ones.
static PetscErrorCode CountRows(RicStepper s) {
  PetscInt counts[3] = {0, 0, 0};

  PetscFunctionBegin;
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    counts[0] += RicRowIsJoint(s->row_kind[i]);
    counts[1] += s->row_kind[i] == RIC_ROW_VELOCITY;
    counts[2] += s->row_kind[i] == RIC_ROW_FRICTION;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, counts, 3, MPIU_INT, MPI_SUM, s->comm));
  s->num_joint_rows = s->row_traits.num_equations = counts[0];
  s->num_velocity_rows = counts[1];
  s->num_friction_rows = counts[2];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckFriction(RicStepper s) {
  char names[RIC_TEXT_LEN] = "";

  PetscFunctionBegin;
  if (s->ops->friction || !s->num_friction_rows)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < NUM_TYPES; i++)
    if (stepper_table[i]->friction) {
      PetscCall(PetscStrlcat(names, names[0] ? ", " : "", sizeof(names)));
      PetscCall(PetscStrlcat(names, stepper_table[i]->name, sizeof(names)));
    }
  RicUserError(s->comm,
               "stepper: '%s' has no contact law for velocities, and no friction "
               "(allowed with friction: %s)",
               s->ops->name, names);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Do the rows of v_n in the impact law differ from those of the step before, and matter?
static PetscErrorCode ChooseImpactRows(RicStepper s) {
  PetscReal largest = 0;
  PetscInt rows;

  PetscFunctionBegin;
  PetscCall(VecGetSize(s->restitution, &rows));
  if (rows)
    PetscCall(VecMax(s->restitution, NULL, &largest));
  s->same_rows = (PetscBool)(largest > 0 && !s->model_is->constant_rows &&
                             RicStepperOption_Private(s, "impact_rows") == 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The type forms what depends on h, at the state.
static PetscErrorCode SetUpType(RicStepper s, PetscReal h) {
  const RicTangentPoint at = {.t = s->state.t, .q = s->state.q, .v = s->state.v};

  PetscFunctionBegin;
  PetscCall(RicModelSetGyroscopicStep(s->model, s->ops->midpoint ? h : 0));
  PetscCall(s->ops->SetUp(s, h, s->model_is->linear ? NULL : &at));
  s->h_set_up = h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperSetUp(RicStepper s) {
  Vec *rows[] = {&s->impulse_sum,     &s->nu_sum,  &s->eligible, &s->row_work,
                 &s->velocity_before, &s->row_lag, NULL};
  Vec *dofs[] = {&s->dof_work, NULL};

  PetscFunctionBegin;
  PetscCheck(s->ops && s->model && s->h > 0, s->comm, PETSC_ERR_ARG_WRONGSTATE,
             "a stepper needs a model, a type and a step before SetUp");
  PetscCall(CreateState(s, &s->state));
  PetscCall(CreateState(s, &s->next));
  PetscCall(RicStepperCreateRowVecs_Private(s, rows));
  PetscCall(RicStepperCreateDofVecs_Private(s, dofs));
  PetscCall(RicModelGetRows(s->model, &s->rows));
  PetscCall(RicModelGetRestitution(s->model, &s->restitution));
  PetscCall(RicModelGetFriction(s->model, &s->friction));
  PetscCall(RicModelGetTraits(s->model, &s->model_is));
  PetscCall(ChooseImpactRows(s));
  PetscCall(RicModelGetRowKinds(s->model, &s->row_kind, &s->num_rows_owned));
  PetscCall(PetscMalloc1(s->num_rows_owned, &s->tangential));
  for (PetscInt i = 0; i < s->num_rows_owned; i++)
    s->tangential[i] = (PetscBool)(s->row_kind[i] == RIC_ROW_FRICTION);
  PetscCall(RicStepperSetUpNorms_Private(s));
  s->row_traits.separable = s->model_is->separable;
  s->row_traits.constant = s->model_is->constant_rows;
  s->traits.changes = (PetscBool) !(s->model_is->constant_tangent && s->model_is->constant_mass);
  PetscCall(VecGetSize(s->state.gap, &s->num_rows));
  PetscCall(CountRows(s));
  PetscCall(CheckFriction(s));
  s->traits.chain = s->mass_traits.chain = s->model_is->chain;
  s->traits.unsymmetric = s->model_is->unsymmetric;
  s->mass_traits.diagonal = s->model_is->lumped;
  PetscCall(RicModelHasDiagonalTangent(s->model, s->ops->curvature, &s->traits.diagonal));
  PetscCall(s->ops->Create(s));
  PetscCall(SetUpType(s, s->h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperView(RicStepper s, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscCall(
      PetscViewerASCIIPrintf(viewer, "stepper: %s, step %.6g s\n", s->ops->name, (double)s->h));
  PetscCall(RicStepperWorkView_Private(s, viewer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperStart(RicStepper s, PetscReal t0) {
  PetscFunctionBegin;
  s->state.t = t0;
  PetscCall(RicModelInitialState(s->model, t0, s->h, s->state.q, s->state.v));
  PetscCall(VecSet(s->state.impulse, 0.0));
  PetscCall(VecSet(s->state.nu, 0.0));
  PetscCall(VecSet(s->state.lambda, 0.0));
  PetscCall(VecSet(s->row_lag, 0.0));
  PetscCall(RicModelUpdate(s->model, t0, s->state.q, NULL, NULL));
  PetscCall(RicStepperUpdateMass_Private(s));
  s->state.active = s->state.iterations = 0;
  s->stats = (RicStepperStats){0};
  PetscCall(s->ops->Start(s));
  PetscCall(RicModelGaps(s->model, t0, s->state.q, s->state.gap));
  PetscCall(
      RicModelGapVelocities(s->model, t0, s->h, s->state.q, s->state.v, s->state.gap_velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Advance ----

// The row of the smallest gap of contacts, or that of the largest reaction of joints; −1 without such
// rows. Collective.
static PetscErrorCode FindForemost(RicStepper s, PetscBool joints, PetscInt *row) {
  struct {
    double value;
    int row;
  } mine = {-PETSC_INFINITY, -1}, most;
  const PetscScalar *gap, *lambda, *impulse;
  PetscInt first;

  PetscFunctionBegin;
  PetscCall(VecGetOwnershipRange(s->state.gap, &first, NULL));
  PetscCall(VecGetArrayRead(s->state.gap, &gap));
  PetscCall(VecGetArrayRead(s->state.lambda, &lambda));
  PetscCall(VecGetArrayRead(s->state.impulse, &impulse));
  for (PetscInt r = 0; r < s->num_rows_owned; r++) {
    const double value = joints ? PetscAbsReal(s->h * lambda[r] + impulse[r]) : -gap[r];
    const PetscBool wanted =
        (PetscBool)(joints ? RicRowIsJoint(s->row_kind[r]) : s->row_kind[r] == RIC_ROW_UNILATERAL);
    if (wanted && value > mine.value)
      mine.value = value, mine.row = (int)(first + r);
  }
  PetscCall(VecRestoreArrayRead(s->state.gap, &gap));
  PetscCall(VecRestoreArrayRead(s->state.lambda, &lambda));
  PetscCall(VecRestoreArrayRead(s->state.impulse, &impulse));
  // A rank without such rows does not win over one with a value that is not finite.
  mine.value = mine.row < 0 ? -PETSC_INFINITY : PetscMax(mine.value, PETSC_MIN_REAL);
  PetscCallMPI(MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE_INT, MPI_MAXLOC, s->comm));
  *row = most.row;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ", what: row", or "" without such rows.
static PetscErrorCode DescribeForemost(RicStepper s, PetscBool joints, const char what[],
                                       char text[], size_t len) {
  char name[RIC_TEXT_LEN / 4];
  PetscInt row = -1;

  PetscFunctionBegin;
  text[0] = 0;
  PetscCall(FindForemost(s, joints, &row));
  if (row < 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelDescribeRow(s->model, row, s->state.q, name, sizeof(name)));
  PetscCall(PetscSNPrintf(text, len, ", %s: %s", what, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeFailure(RicStepper s, PetscReal h) {
  const char *what = s->overflow ? "velocities that are not finite after" : "no convergence at";
  char contact[RIC_TEXT_LEN / 4], joint[RIC_TEXT_LEN / 4], tried[RIC_NAME_LEN] = "";
  char why[RIC_TEXT_LEN / 4];

  PetscFunctionBegin;
  if (s->impossible >= 0) {
    PetscCall(
        RicStepperDescribeImpossible_Private(s, s->impossible, s->failure, sizeof(s->failure)));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(DescribeForemost(s, PETSC_FALSE, "closest contact", contact, sizeof(contact)));
  PetscCall(DescribeForemost(s, PETSC_TRUE, "largest reaction", joint, sizeof(joint)));
  if (s->substeps == s->max_substeps)
    PetscCall(PetscSNPrintf(tried, sizeof(tried),
                            " after %" PetscInt_FMT " sub-steps (max_substeps)", s->substeps));
  PetscCall(RicStepperWorkDescribe_Private(s, why, sizeof(why)));
  PetscCall(PetscSNPrintf(s->failure, sizeof(s->failure),
                          "%s t = %.9g s with a step of %.3g s%s%s%s%s", what, (double)s->state.t,
                          (double)h, tried, why, contact, joint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Are the velocities of the new state numbers? A sum tells it at a small part of a step's cost.
// Collective.
static PetscErrorCode CheckOverflow(RicStepper s) {
  PetscScalar sums[4] = {0, 0, 0, 0}; // side by side: an addition need not wait for the last one
  const PetscScalar *v;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(s->next.v, &n));
  PetscCall(VecGetArrayRead(s->next.v, &v));
  for (PetscInt i = 0; i + 3 < n; i += 4)
    for (PetscInt k = 0; k < 4; k++)
      sums[k] += v[i + k];
  for (PetscInt i = n - n % 4; i < n; i++)
    sums[0] += v[i];
  PetscCall(VecRestoreArrayRead(s->next.v, &v));
  s->overflow = PetscIsInfOrNanScalar(sums[0] + sums[1] + sums[2] + sums[3]);
  if (s->size > 1)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &s->overflow, 1, MPIU_BOOL, MPI_LOR, s->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// One step of length h by the type. On success state is the new one.
static PetscErrorCode TryStep(RicStepper s, PetscReal h, RicReason *reason) {
  PetscFunctionBegin;
  s->round_off.known = PETSC_FALSE;
  if (PetscAbsReal(h - s->h_set_up) > 1e-10 * h)
    PetscCall(SetUpType(s, h));
  s->next.t = s->state.t + h;
  s->next.iterations = 0;
  if (!s->model_is->constant_mass)
    PetscCall(RicStepperUpdateMass_Private(s));
  PetscCall(s->ops->Step(s, s->h_set_up, reason));
  if (*reason == RIC_OK)
    PetscCall(CheckOverflow(s));
  if (s->overflow)
    *reason = RIC_FAILED;
  if (*reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicModelUpdate(s->model, s->next.t, s->next.q, NULL, NULL));
  PetscCall(RicModelGaps(s->model, s->next.t, s->next.q, s->next.gap));
  PetscCall(
      RicModelGapVelocities(s->model, s->next.t, h, s->next.q, s->next.v, s->next.gap_velocity));
  if (s->num_rows)
    PetscCall(RicStepperFindImpossible_Private(s, h, &s->impossible));
  if (s->impossible >= 0) {
    *reason = RIC_FAILED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (s->ops->Accept)
    PetscCall(s->ops->Accept(s));
  const RicState done = s->next;
  s->next = s->state;
  s->state = done;
  if (s->monitor)
    PetscCall(s->monitor(&s->state, h, s->monitor_ctx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A step of length h in parts: halves, their halves, … Impulses of the parts add up. Where every
// part is hard that could take 2^max_halvings solves and more: max_substeps bounds them.
static PetscErrorCode StepInParts(RicStepper s, PetscReal h, PetscInt depth, RicReason *reason) {
  PetscFunctionBegin;
  if (s->substeps == s->max_substeps) {
    PetscCall(DescribeFailure(s, h));
    *reason = RIC_FAILED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  s->substeps++;
  PetscCall(TryStep(s, h, reason));
  if (*reason == RIC_OK) {
    PetscCall(VecAXPY(s->impulse_sum, 1.0, s->state.impulse));
    PetscCall(VecAXPY(s->nu_sum, 1.0, s->state.nu));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (*reason == RIC_FAILED || depth >= s->max_halvings) {
    PetscCall(DescribeFailure(s, h));
    *reason = RIC_FAILED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  s->stats.halvings++;
  PetscCall(StepInParts(s, h / 2, depth + 1, reason));
  if (*reason == RIC_OK)
    PetscCall(StepInParts(s, h / 2, depth + 1, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperAdvance(RicStepper s, PetscReal t1, RicReason *reason) {
  const PetscReal h = t1 - s->state.t;

  PetscFunctionBegin;
  PetscCheck(h > 0, s->comm, PETSC_ERR_ARG_OUTOFRANGE, "the time must grow from %.6g s (is %.6g s)",
             (double)s->state.t, (double)t1);
  s->substeps = 0;
  s->overflow = PETSC_FALSE;
  s->impossible = -1;
  PetscCall(TryStep(s, PetscAbsReal(h - s->h) <= 1e-6 * s->h ? s->h : h, reason));
  if (*reason == RIC_RETRY && s->max_halvings > 0) {
    PetscCall(VecSet(s->impulse_sum, 0.0));
    PetscCall(VecSet(s->nu_sum, 0.0));
    PetscCall(StepInParts(s, h / 2, 1, reason));
    s->stats.halvings++;
    if (*reason == RIC_OK)
      PetscCall(StepInParts(s, h / 2, 1, reason));
    if (*reason == RIC_OK) {
      PetscCall(VecCopy(s->impulse_sum, s->state.impulse));
      PetscCall(VecCopy(s->nu_sum, s->state.nu));
    }
  } else if (*reason != RIC_OK)
    PetscCall(DescribeFailure(s, h));
  if (*reason != RIC_OK) {
    *reason = RIC_FAILED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  s->state.t = t1;
  PetscCall(RicStepperCountPositive_Private(s, s->state.impulse, &s->state.active));
  s->stats.steps++;
  s->stats.iterations += s->state.iterations;
  s->stats.max_iterations = PetscMax(s->stats.max_iterations, s->state.iterations);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetState(RicStepper s, const RicState **state) {
  PetscFunctionBegin;
  *state = &s->state;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetStats(RicStepper s, RicStepperStats *stats) {
  PetscFunctionBegin;
  *stats = s->stats;
  PetscCall(RicStepperWorkFactorizations_Private(s, &stats->factorizations));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStepperGetFailure(RicStepper s, const char **text) {
  PetscFunctionBegin;
  *text = s->failure;
  PetscFunctionReturn(PETSC_SUCCESS);
}
