// SPDX-License-Identifier: BSD-2-Clause
// Semismooth Newton, as solve/nodal.h has it. A step: statuses from the map, x to what they hold,
// one inexact solve in the face, and half-way back, x and p alike, as long as the merit exceeds the
// largest of the last ones.
#include "solve/nodal.h"

#define MEMORY 6       // merits that a new one is measured against
#define MAX_HALVINGS 5 // of a step
#define SLOW 2         // steps that gain less than 2× end the lagged form of -friction_krylov auto

// ---- How far it is ----

// Sums over this rank: ‖G‖², the same in D⁻¹, ‖p‖²; largest ‖F_k‖ and ‖p_k‖.
static void MeasureContacts(const RicNodal n, const PetscScalar x[], const PetscScalar p[],
                            PetscReal sum[3], PetscReal largest[2]) {
  for (PetscInt k = 0; k < n->num_contacts; k++) {
    const RicNodalContact *c = &n->contacts[k];
    PetscReal u[3], q[3], F[3], P[3], residual = 0, force = 0;
    if (!c->in_play)
      continue;
    RicNodalVelocity(c, x, u);
    RicNodalGet(c, p, q);
    RicNodalMap(c, u, q, F, P);
    for (PetscInt i = 0; i < 3; i++)
      residual += F[i] * F[i], force += q[i] * q[i];
    sum[0] += residual;
    sum[1] += residual / c->rho;
    sum[2] += force;
    largest[0] = PetscMax(largest[0], residual);
    largest[1] = PetscMax(largest[1], force);
  }
}

PetscErrorCode RicNodalMeasure(RicNodal n, RicNodalNorms *norms) {
  const PetscScalar *x, *p;
  PetscReal sum[3] = {0, 0, 0}, largest[2] = {0, 0};

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(n->x, &x));
  PetscCall(VecGetArrayRead(n->p, &p));
  for (PetscInt i = 0; i < n->num_dofs; i++) {
    const PetscReal square = n->weight[i] > 0 ? p[i] * p[i] : 0;
    sum[0] += square;
    sum[1] += n->weight[i] * square;
  }
  sum[2] = sum[0];
  MeasureContacts(n, x, p, sum, largest);
  PetscCall(VecRestoreArrayRead(n->x, &x));
  PetscCall(VecRestoreArrayRead(n->p, &p));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sum, 3, MPIU_REAL, MPI_SUM, n->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, largest, 2, MPIU_REAL, MPI_MAX, n->comm));
  norms->residual = PetscSqrtReal(sum[0]);
  norms->merit = PetscSqrtReal(sum[1]);
  norms->force = PetscSqrtReal(sum[2]);
  norms->worst = PetscSqrtReal(largest[0]);
  norms->largest = PetscSqrtReal(largest[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What ‖G‖₂ has to fall below.
static PetscReal Goal(const RicNodal n, const RicNodalNorms *norms) {
  return n->rtol * PetscMax(n->load, norms->force);
}

static PetscBool Small(const RicNodal n, const RicNodalNorms *norms) {
  const PetscReal worst = RIC_NODAL_WORST * n->rtol * PetscMax(n->load_max, norms->largest);

  return (PetscBool)(norms->residual <= Goal(n, norms) && norms->worst <= worst);
}

PetscErrorCode RicNodalConfirm(RicNodal n, RicNodalNorms *norms, PetscBool *done) {
  PetscFunctionBegin;
  *done = Small(n, norms);
  if (*done && !n->fresh) {
    PetscCall(RicNodalGradient(n));
    PetscCall(RicNodalMeasure(n, norms));
    *done = Small(n, norms);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- A step ----

// Statuses of x and p, and x to what they hold; counted in the report. *symmetric: no contact slips
// with friction.
static PetscErrorCode TakeStatuses(RicNodal n, PetscBool guess, PetscBool *symmetric) {
  const PetscScalar *p;
  PetscScalar *x;
  PetscInt count[5] = {0, 0, 0, 0, 0}; // by status, slipping with friction, moved

  PetscFunctionBegin;
  PetscCall(VecGetArray(n->x, &x));
  PetscCall(VecGetArrayRead(n->p, &p));
  for (PetscInt k = 0; k < n->num_contacts; k++) {
    RicNodalContact *c = &n->contacts[k];
    PetscReal u[3], q[3];
    if (!c->in_play)
      continue;
    RicNodalVelocity(c, x, u);
    RicNodalGet(c, p, q);
    RicNodalSetStatus(c, u, q, guess);
    count[c->status]++;
    count[3] += c->status == RIC_NODAL_SLIP && c->mu > 0;
    count[4] += RicNodalMove(c, x);
  }
  PetscCall(VecRestoreArray(n->x, &x));
  PetscCall(VecRestoreArrayRead(n->p, &p));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, count, 5, MPIU_INT, MPI_SUM, n->comm));
  n->report.open = count[RIC_NODAL_OPEN];
  n->report.stick = count[RIC_NODAL_STICK];
  n->report.slip = count[RIC_NODAL_SLIP];
  *symmetric = (PetscBool)!count[3];
  if (count[4])
    PetscCall(RicNodalGradient(n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// r = the linearised map in the face, to the opposite.
static PetscErrorCode RightSide(RicNodal n, PetscReal *norm) {
  const PetscScalar *p;
  PetscScalar *r;

  PetscFunctionBegin;
  PetscCall(VecCopy(n->p, n->r));
  PetscCall(VecScale(n->r, -1));
  PetscCall(VecGetArrayRead(n->p, &p));
  PetscCall(VecGetArray(n->r, &r));
  for (PetscInt k = 0; k < n->num_contacts; k++)
    if (n->contacts[k].in_play)
      RicNodalRightSide(&n->contacts[k], p, n->lagged, r);
  PetscCall(VecRestoreArrayRead(n->p, &p));
  PetscCall(VecRestoreArray(n->r, &r));
  PetscCall(VecNorm(n->r, NORM_2, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// To 0.1 of the right-hand side, but not far below the goal, and always a little.
static PetscErrorCode SolveFace(RicNodal n, PetscReal goal, PetscBool symmetric) {
  PetscReal norm;

  PetscFunctionBegin;
  PetscCall(RightSide(n, &norm));
  if (norm == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  const PetscReal target = PetscMax(n->inner_rtol * norm, PetscMin(0.15 * goal, 0.3 * norm));
  n->fresh = PETSC_FALSE;
  if (n->lagged || symmetric)
    PetscCall(RicNodalCG(n, target));
  else
    PetscCall(RicNodalBiCGStab(n, target));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Half-way back while the merit is above the limit, or no number.
static PetscErrorCode GoBack(RicNodal n, PetscReal limit, RicNodalNorms *norms) {
  PetscFunctionBegin;
  for (PetscInt k = 0; k < MAX_HALVINGS && !(norms->merit <= limit); k++) {
    PetscCall(VecAXPBY(n->x, 0.5, 0.5, n->old_x));
    PetscCall(VecAXPBY(n->p, 0.5, 0.5, n->old_p));
    PetscCall(RicNodalMeasure(n, norms));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step(RicNodal n, PetscBool guess, PetscReal limit, RicNodalNorms *norms) {
  PetscBool symmetric = PETSC_FALSE;

  PetscFunctionBegin;
  const PetscReal goal = Goal(n, norms);
  PetscCall(VecCopy(n->x, n->old_x));
  PetscCall(VecCopy(n->p, n->old_p));
  PetscCall(TakeStatuses(n, guess, &symmetric));
  PetscCall(SolveFace(n, goal, symmetric));
  PetscCall(RicNodalMeasure(n, norms));
  PetscCall(GoBack(n, limit, norms));
  n->report.outer++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The largest of the merits of late, [MEMORY] of which `count` are there.
static PetscReal Largest(const PetscReal merits[], PetscInt count) {
  PetscReal largest = 0;

  for (PetscInt i = 0; i < PetscMin(count, MEMORY); i++)
    largest = PetscMax(largest, merits[i]);
  return largest;
}

PetscErrorCode RicNodalNewton(RicNodal n, PetscBool guess, PetscBool *done) {
  PetscReal merits[MEMORY], best = PETSC_MAX_REAL;
  PetscInt stalled = 0, slow = 0;
  RicNodalNorms norms;

  PetscFunctionBegin;
  *done = PETSC_FALSE;
  n->lagged = (PetscBool)(n->krylov != RIC_NODAL_BICGSTAB);
  PetscCall(RicNodalMeasure(n, &norms));
  for (PetscInt it = 0; it < n->max_outer && stalled < n->stall; it++) {
    const PetscReal before = norms.merit;
    merits[it % MEMORY] = norms.merit;
    PetscCall(Step(n, (PetscBool)(guess && it == 0), Largest(merits, it + 1), &norms));
    PetscCall(RicNodalConfirm(n, &norms, done));
    if (*done)
      break;
    slow += it > 0 && !(norms.merit <= 0.5 * before);
    if (n->krylov == RIC_NODAL_AUTO && slow >= SLOW)
      n->lagged = PETSC_FALSE;
    stalled = norms.merit < 0.9 * best ? 0 : stalled + 1;
    best = PetscMin(best, norms.merit);
  }
  n->report.residual = norms.residual / PetscMax(n->load, norms.force);
  n->report.worst = norms.worst / PetscMax(n->load_max, norms.largest);
  PetscFunctionReturn(PETSC_SUCCESS);
}
