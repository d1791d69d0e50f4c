// SPDX-License-Identifier: BSD-2-Clause
// KKT: a primal–dual active set iteration (the semismooth Newton method; Hintermüller, Ito &
// Kunisch 2003) on the saddle-point matrix of the active rows (saddle.h), factored once per active
// set and kept while set and A are. Without equations and guesses the motion without contact is
// tried first, by A alone: nothing is formed while all stay open.
//
// With the first violated rows all join that are closed, though not violated yet: an impact or a
// weight passes through a stack at once, not by one interface an iteration. When the number of rows
// that contradict their state stops falling, only the last of them changes until it falls again
// (Murty's rule inside block pivoting, Júdice & Pires 1994): it cannot cycle.
#include "solve/saddle.h"
#include "solve/stage_impl.h"

// Exchanges of all contradicting rows without progress before one row at a time.
#define CHANCES 4

// Rows this much nearer than the worst violation are closed.
#define CLOSED 1e-3

// Values below this part of their scale are zero.
#define ROUND_OFF 1e-13

typedef struct {
  RicSaddle saddle;
  PetscBool *active; // [rows owned]
  PetscInt counted;  // factorisations of the saddle that the stage's number has
  Vec b;
} Kkt;

static PetscErrorCode SetUp_Kkt(RicStage s) {
  Kkt *k;

  PetscFunctionBegin;
  PetscCall(PetscNew(&k));
  s->data = k;
  PetscCall(RicSaddleCreate(s->comm, s->prefix, s->A, s->W, s->traits.diagonal, &k->saddle));
  PetscCall(VecDuplicate(s->work, &k->b));
  PetscCall(PetscCalloc1(s->num_rows_owned, &k->active));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A or W have new entries.
static PetscErrorCode Changed_Kkt(RicStage s) {
  PetscFunctionBegin;
  PetscCall(RicSaddleOperatorChanged(((Kkt *)s->data)->saddle, s->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What round-off of row values and multipliers is measured by.
static PetscErrorCode Scales(RicStage s, Vec y0, Vec y, Vec mu, PetscReal *row, PetscReal *force) {
  Kkt *k = (Kkt *)s->data;
  PetscReal compliance, load, start;

  PetscFunctionBegin;
  PetscCall(RicSaddleGetCompliance(k->saddle, &compliance));
  PetscCall(VecNorm(k->b, NORM_INFINITY, &load));
  PetscCall(VecNorm(y0, NORM_INFINITY, &start));
  PetscCall(VecNorm(y, NORM_INFINITY, row));
  PetscCall(VecNorm(mu, NORM_INFINITY, force));
  *force = PetscMax(*force, load);
  *row = PetscMax(PetscMax(*row, start), *force * compliance);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Does row i contradict its state, by more than round-off of row values and multipliers?
static PetscBool Wrong(const Kkt *k, PetscInt i, PetscReal y, PetscReal mu, PetscReal row,
                       PetscReal force) {
  return (PetscBool)(k->active[i] ? -mu > ROUND_OFF * force : -y > ROUND_OFF * row);
}

// A row that the law may open and close.
static PetscBool Unilateral(PetscScalar eligible) {
  return (PetscBool)(eligible > 0.5 && eligible <= 1.5);
}

// Exchange rows that contradict their state; `one`: only the last of them. *changed: how many do.
static PetscErrorCode Exchange(RicStage s, Vec eligible, Vec y0, Vec y, Vec mu, PetscBool one,
                               PetscInt *changed) {
  Kkt *k = (Kkt *)s->data;
  const PetscBool *responding;
  const PetscScalar *e, *g, *m;
  PetscReal row, force;
  PetscInt last = -1, last_of_all;

  PetscFunctionBegin;
  PetscCall(Scales(s, y0, y, mu, &row, &force));
  PetscCall(RicSaddleGetResponding(k->saddle, &responding));
  PetscCall(VecGetArrayRead(eligible, &e));
  PetscCall(VecGetArrayRead(y, &g));
  PetscCall(VecGetArrayRead(mu, &m));
  *changed = 0;
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    if (!Unilateral(e[i]) || !responding[i] || !Wrong(k, i, g[i], m[i], row, force))
      continue;
    (*changed)++;
    last = i;
    if (!one)
      k->active[i] = (PetscBool)!k->active[i];
  }
  PetscCall(VecRestoreArrayRead(eligible, &e));
  PetscCall(VecRestoreArrayRead(y, &g));
  PetscCall(VecRestoreArrayRead(mu, &m));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, changed, 1, MPIU_INT, MPI_SUM, s->comm));
  if (one) {
    last = last < 0 ? -1 : s->first_row + last;
    PetscCallMPI(MPI_Allreduce(&last, &last_of_all, 1, MPIU_INT, MPI_MAX, s->comm));
    if (last >= 0 && last == last_of_all)
      k->active[last - s->first_row] = (PetscBool)!k->active[last - s->first_row];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The closed rows become active where any is violated by more than round-off; rows that are active
// stay so, and rows that have just been let go, with μ < 0, do not come back.
static PetscErrorCode JoinClosed(RicStage s, Vec eligible, Vec y, Vec mu) {
  Kkt *k = (Kkt *)s->data;
  const PetscScalar *e, *g, *m;
  PetscReal worst[2] = {0, 0}; // violation, and value of any row

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(eligible, &e));
  PetscCall(VecGetArrayRead(y, &g));
  PetscCall(VecGetArrayRead(mu, &m));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    worst[0] = PetscMax(worst[0], Unilateral(e[i]) ? -g[i] : 0);
    worst[1] = PetscMax(worst[1], PetscAbsReal(g[i]));
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, worst, 2, MPIU_REAL, MPI_MAX, s->comm));
  for (PetscInt i = 0; i < s->num_rows_owned && worst[0] > ROUND_OFF * worst[1]; i++)
    if (Unilateral(e[i]) && m[i] >= 0 && g[i] <= CLOSED * worst[0])
      k->active[i] = PETSC_TRUE;
  PetscCall(VecRestoreArrayRead(eligible, &e));
  PetscCall(VecRestoreArrayRead(y, &g));
  PetscCall(VecRestoreArrayRead(mu, &m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The equations and guesses; *any: there are some.
static PetscErrorCode FirstSet(RicStage s, Vec eligible, Vec mu, PetscBool *any) {
  Kkt *k = (Kkt *)s->data;
  const PetscScalar *e, *m;
  PetscBool found = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(eligible, &e));
  PetscCall(VecGetArrayRead(mu, &m));
  for (PetscInt i = 0; i < s->num_rows_owned; i++) {
    k->active[i] = (PetscBool)(e[i] > 1.5 || (e[i] > 0.5 && m[i] > 0));
    found = (PetscBool)(found || k->active[i]);
  }
  PetscCall(VecRestoreArrayRead(eligible, &e));
  PetscCall(VecRestoreArrayRead(mu, &m));
  PetscCallMPI(MPI_Allreduce(&found, any, 1, MPIU_BOOL, MPI_LOR, s->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The motion without contact, x and y. *any: it violates rows, which are the first set then, with
// those that are closed.
static PetscErrorCode Free(RicStage s, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                           PetscBool *any, RicReason *reason) {
  PetscFunctionBegin;
  if (b)
    PetscCall(RicLinearSolve(s->solver, b, x, reason));
  PetscCall(VecZeroEntries(mu));
  PetscCall(RicStageRowValues_Private(s, y0, x, y));
  PetscCall(RicStageAnyActive_Private(s, eligible, y, mu, any));
  if (*any)
    PetscCall(JoinClosed(s, eligible, y, mu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountFactorizations(RicStage s) {
  Kkt *k = (Kkt *)s->data;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicSaddleGetFactorizations(k->saddle, &n));
  s->factorizations += n - k->counted;
  k->counted = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The active set iteration from the first set.
static PetscErrorCode Iterate(RicStage s, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                              PetscBool joined, PetscInt *iterations, RicReason *reason) {
  Kkt *k = (Kkt *)s->data;
  PetscInt changed = 1, fewest = PETSC_MAX_INT, chances = CHANCES;

  PetscFunctionBegin;
  for (PetscInt it = 0; it < s->max_it && changed && *reason == RIC_OK; it++) {
    PetscCall(RicSaddleSetActive(k->saddle, k->active));
    PetscCall(VecZeroEntries(mu)); // dependent rows of the set before may have left huge ones
    PetscCall(RicSaddleSolve(k->saddle, k->b, y0, x, mu, reason));
    PetscCall(RicStageRowValues_Private(s, y0, x, y));
    PetscCall(Exchange(s, eligible, y0, y, mu, (PetscBool)!chances, &changed));
    if (changed && !joined)
      PetscCall(JoinClosed(s, eligible, y, mu));
    joined = PETSC_TRUE;
    if (changed < fewest)
      fewest = changed, chances = CHANCES;
    else if (chances)
      chances--;
    (*iterations)++;
  }
  if (changed)
    *reason = RIC_RETRY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_Kkt(RicStage s, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                                PetscInt *iterations, RicReason *reason) {
  Kkt *k = (Kkt *)s->data;
  PetscBool guessed, any = PETSC_TRUE;

  PetscFunctionBegin;
  PetscCall(FirstSet(s, eligible, mu, &guessed));
  if (!guessed)
    PetscCall(Free(s, b, y0, eligible, x, y, mu, &any, reason));
  if (!any || *reason != RIC_OK)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (b) {
    PetscCall(VecCopy(b, k->b));
    if (guessed)
      PetscCall(VecZeroEntries(x));
  } else
    PetscCall(MatMult(s->A, x, k->b));
  PetscCall(Iterate(s, y0, eligible, x, y, mu, (PetscBool)!guessed, iterations, reason));
  PetscCall(CountFactorizations(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Kkt(RicStage s) {
  Kkt *k = (Kkt *)s->data;

  PetscFunctionBegin;
  PetscCall(RicSaddleDestroy(&k->saddle));
  PetscCall(VecDestroy(&k->b));
  PetscCall(PetscFree(k->active));
  PetscCall(PetscFree(s->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_Kkt(RicStage s, RicArchive archive) {
  Kkt *k = (Kkt *)s->data;

  PetscFunctionBegin;
  PetscCall(RicSaddleArchive(k->saddle, archive));
  PetscCall(RicSaddleGetFactorizations(k->saddle, &k->counted)); // loading makes one
  PetscFunctionReturn(PETSC_SUCCESS);
}

const RicStageOps RicStageKKT = {.name = "kkt",
                                 .SetUp = SetUp_Kkt,
                                 .Changed = Changed_Kkt,
                                 .Solve = Solve_Kkt,
                                 .Destroy = Destroy_Kkt,
                                 .Archive = Archive_Kkt};
