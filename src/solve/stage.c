// SPDX-License-Identifier: BSD-2-Clause
#include "base/vec.h"
#include "solve/direct.h"
#include "solve/stage_impl.h"

// Coefficients of friction are made anew so often at most, until they change by no more than that.
#define MAX_UPDATES 50
#define UPDATED 1e-11

PetscErrorCode RicStageCreate(MPI_Comm comm, const char prefix[], RicStage *stage) {
  RicStage s;

  PetscFunctionBegin;
  PetscCall(PetscNew(&s));
  s->comm = comm;
  PetscCallMPI(MPI_Comm_size(comm, &s->size));
  s->rtol = 1e-12;
  s->max_it = 10000;
  PetscCall(PetscStrncpy(s->prefix, prefix, sizeof(s->prefix)));
  PetscCall(PetscStrncpy(s->wanted, "auto", sizeof(s->wanted)));
  PetscCall(RicLinearCreate(comm, prefix, &s->solver));
  *stage = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageDestroy(RicStage *stage) {
  RicStage s = *stage;

  PetscFunctionBegin;
  if (!s)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (s->ops && s->data)
    PetscCall(s->ops->Destroy(s));
  PetscCall(RicLinearDestroy(&s->solver));
  PetscCall(MatDestroy(&s->A));
  PetscCall(VecDestroy(&s->work));
  PetscCall(VecDestroy(&s->image_work));
  PetscCall(VecDestroy(&s->free));
  PetscCall(RicStageWatchDestroy_Private(s));
  PetscCall(PetscFree(*stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageSetType(RicStage s, const char type[]) {
  PetscBool automatic;

  PetscFunctionBegin;
  PetscCall(PetscStrcmp(type, "auto", &automatic));
  RicCheckUser(automatic || RicStageFind_Private(type), s->comm,
               "option -%sstage_type: unknown type '%s' (allowed: auto, diagonal, condensed, "
               "bound, nodal, kkt)",
               s->prefix, type);
  PetscCall(PetscStrncpy(s->wanted, type, sizeof(s->wanted)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageSetRows(RicStage s, Mat W, const RicRowTraits *traits) {
  PetscInt last;

  PetscFunctionBegin;
  s->W = W;
  s->row_traits = *traits;
  PetscCall(MatGetSize(W, &s->num_rows, NULL));
  PetscCall(MatGetOwnershipRange(W, &s->first_row, &last));
  s->num_rows_owned = last - s->first_row;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageSetColumnImage(RicStage s, RicStageColumnFn image, void *ctx) {
  PetscFunctionBegin;
  s->image = image;
  s->image_ctx = ctx;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageSetFriction(RicStage s, Vec coefficients) {
  PetscFunctionBegin;
  s->friction = coefficients;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageSetFrictionUpdate(RicStage s, RicStageUpdateFn update, void *ctx) {
  PetscFunctionBegin;
  s->update = update;
  s->update_ctx = ctx;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageSetTangents(RicStage s, const PetscBool tangential[]) {
  PetscFunctionBegin;
  s->tangential = tangential;
  s->knows_tangents = PETSC_TRUE; // on a rank without rows, too, where the array may be NULL
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageSetFromOptions(RicStage s) {
  char type[RIC_NAME_LEN];
  PetscBool given;

  PetscFunctionBegin;
  PetscCall(PetscOptionsGetString(NULL, NULL, "-stage_type", type, sizeof(type), &given));
  if (given)
    PetscCall(RicStageSetType(s, type));
  PetscCall(PetscOptionsGetString(NULL, s->prefix, "-stage_type", type, sizeof(type), &given));
  if (given)
    PetscCall(RicStageSetType(s, type));
  PetscCall(PetscOptionsGetReal(NULL, s->prefix, "-stage_rtol", &s->rtol, NULL));
  PetscCall(PetscOptionsGetInt(NULL, s->prefix, "-stage_max_it", &s->max_it, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageSetOperator(RicStage s, Mat A, const RicOperatorTraits *traits) {
  PetscFunctionBegin;
  PetscCall(PetscObjectReference((PetscObject)A));
  PetscCall(MatDestroy(&s->A));
  s->A = A;
  s->traits = *traits;
  if (!s->set_up) {
    PetscCall(MatCreateVecs(A, NULL, &s->work));
    if (s->image)
      PetscCall(VecDuplicate(s->work, &s->image_work));
    PetscCall(RicStageChoose_Private(s));
    s->traits.iterated = (PetscBool)(s->ops == &RicStageNodal);
    PetscCall(RicLinearSetUp(s->solver, A, &s->traits));
    if (s->num_rows)
      PetscCall(s->ops->SetUp(s));
    s->set_up = PETSC_TRUE;
  } else {
    PetscCall(RicLinearSetOperator(s->solver, A));
    if (s->num_rows && s->ops->Changed)
      PetscCall(s->ops->Changed(s));
  }
  if (!traits->diagonal && s->ops != &RicStageKKT) // which counts those of its own matrix
    s->factorizations++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageRowsChanged(RicStage s) {
  PetscFunctionBegin;
  if (s->set_up && s->num_rows && s->ops->Changed)
    PetscCall(s->ops->Changed(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageView(RicStage s, PetscViewer viewer) {
  char solver[RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(RicStageGetSolverName(s, solver, sizeof(solver)));
  PetscCall(PetscViewerASCIIPrintf(viewer, "stage %s: %s, %s", s->prefix, s->ops->name, solver));
  if (s->not_nodal)
    PetscCall(PetscViewerASCIIPrintf(viewer, " (not nodal: %s)", s->not_nodal));
  PetscCall(PetscViewerASCIIPrintf(viewer, "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageSolveFree(RicStage s, Vec b, Vec x, RicReason *reason) {
  PetscFunctionBegin;
  PetscCall(RicLinearSolve(s->solver, b, x, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageRespond(RicStage s, Vec mu, Vec x, RicReason *reason) {
  PetscBool done = PETSC_FALSE;

  PetscFunctionBegin;
  *reason = RIC_OK;
  if (s->num_rows && s->ops->Respond)
    PetscCall(s->ops->Respond(s, mu, x, &done, reason));
  if (done)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatMultTranspose(s->W, mu, s->work));
  PetscCall(RicLinearSolve(s->solver, s->work, x, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Until the coefficients of friction are those of the solution: a fixed point, a contraction while steps are
// small, h |µ'| r_N/h W_TT < 1.
static PetscErrorCode SolveUpdating(RicStage s, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                                    PetscInt *iterations, RicReason *reason) {
  PetscReal change = PETSC_INFINITY;

  PetscFunctionBegin;
  if (!s->free)
    PetscCall(VecDuplicate(x, &s->free));
  if (!b)
    PetscCall(VecCopy(x, s->free));
  for (PetscInt i = 0; i < MAX_UPDATES && change > UPDATED; i++) {
    if (!b && i)
      PetscCall(VecCopy(s->free, x));
    PetscCall(s->ops->Solve(s, b, y0, eligible, x, y, mu, iterations, reason));
    if (*reason != RIC_OK)
      PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(s->update(y, mu, &change, s->update_ctx));
  }
  if (change > UPDATED)
    *reason = RIC_RETRY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageSolve(RicStage s, Vec b, Vec y0, Vec eligible, Vec x, Vec y, Vec mu,
                             PetscInt *iterations, RicReason *reason) {
  PetscFunctionBegin;
  *reason = RIC_OK;
  if (!s->num_rows) {
    if (b)
      PetscCall(RicLinearSolve(s->solver, b, x, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  s->report = (RicStageReport){0};
  if (s->watch)
    PetscCall(RicStageWatchBegin_Private(s, b, y0, x));
  if (s->update)
    PetscCall(SolveUpdating(s, b, y0, eligible, x, y, mu, iterations, reason));
  else
    PetscCall(s->ops->Solve(s, b, y0, eligible, x, y, mu, iterations, reason));
  if (s->watch)
    PetscCall(RicStageWatchEnd_Private(s, eligible, y, mu, *reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageArchive(RicStage s, RicArchive archive) {
  char group[2 * RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(group, sizeof(group), "stage_%s", s->prefix));
  PetscCall(RicArchiveGroup(archive, group));
  PetscCall(RicArchiveInt(archive, "factorizations", &s->factorizations));
  if (s->set_up && s->num_rows && s->ops->Archive)
    PetscCall(s->ops->Archive(s, archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageGetType(RicStage s, const char **type) {
  PetscFunctionBegin;
  *type = s->ops ? s->ops->name : s->wanted;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageGetReport(RicStage s, RicStageReport *report) {
  PetscFunctionBegin;
  *report = s->report;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageGetFactorizations(RicStage s, PetscInt *n) {
  PetscFunctionBegin;
  *n = s->factorizations;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageGetSolverName(RicStage s, char name[], size_t len) {
  KSPType type;
  PCType pc;
  KSP ksp;
  PC p;
  RicDirect own;
  PetscBool direct;

  PetscFunctionBegin;
  PetscCall(RicLinearGetKSP(s->solver, &ksp));
  PetscCall(KSPGetType(ksp, &type));
  PetscCall(KSPGetPC(ksp, &p));
  PetscCall(PCGetType(p, &pc));
  PetscCall(RicDirectFromPC(p, &own));
  if (own)
    PetscCall(RicDirectGetType(own, &pc));
  PetscCall(PetscStrcmp(type, KSPPREONLY, &direct));
  if (direct)
    PetscCall(PetscSNPrintf(name, len, "%s", pc));
  else
    PetscCall(PetscSNPrintf(name, len, "%s + %s", type, pc));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- For the types ----

PetscErrorCode RicStageRowValues_Private(RicStage s, Vec y0, Vec x, Vec y) {
  PetscFunctionBegin;
  PetscCall(RicMatMultAdd(s->W, x, y0, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageAnyActive_Private(RicStage s, Vec eligible, Vec y, Vec mu, PetscBool *any) {
  const PetscScalar *e, *g, *m;
  PetscMPIInt found = 0;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(eligible, &e));
  PetscCall(VecGetArrayRead(y, &g));
  PetscCall(VecGetArrayRead(mu, &m));
  for (PetscInt i = 0; i < s->num_rows_owned && !found; i++)
    found = e[i] > 1.5 || (e[i] > 0.5 && (g[i] < 0 || m[i] > 0));
  PetscCall(VecRestoreArrayRead(eligible, &e));
  PetscCall(VecRestoreArrayRead(y, &g));
  PetscCall(VecRestoreArrayRead(mu, &m));
  if (s->size > 1)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_MAX, s->comm));
  *any = found ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// work = Wᵀ e_row, on several ranks.
static PetscErrorCode DistributedRow(RicStage s, PetscInt row, Vec work) {
  const PetscInt *cols;
  const PetscScalar *values;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicVecSet(work, 0));
  if (row >= s->first_row && row < s->first_row + s->num_rows_owned) {
    PetscCall(MatGetRow(s->W, row, &n, &cols, &values));
    PetscCall(VecSetValues(work, n, cols, values, INSERT_VALUES));
    PetscCall(MatRestoreRow(s->W, row, &n, &cols, &values));
  }
  PetscCall(VecAssemblyBegin(work));
  PetscCall(VecAssemblyEnd(work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The same on one.
static PetscErrorCode LocalRow(RicStage s, PetscInt row, Vec work) {
  const PetscInt *cols;
  const PetscScalar *values;
  PetscScalar *a;
  PetscInt n, size;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(work, &size));
  PetscCall(MatGetRow(s->W, row, &n, &cols, &values));
  PetscCall(VecGetArrayWrite(work, &a));
  PetscCall(PetscArrayzero(a, size));
  for (PetscInt k = 0; k < n; k++)
    a[cols[k]] = values[k];
  PetscCall(VecRestoreArrayWrite(work, &a));
  PetscCall(MatRestoreRow(s->W, row, &n, &cols, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStageColumn_Private(RicStage s, PetscInt row, Vec work) {
  PetscFunctionBegin;
  PetscCall(s->size > 1 ? DistributedRow(s, row, work) : LocalRow(s, row, work));
  if (s->image) {
    PetscCall(RicVecCopy(work, s->image_work));
    PetscCall(s->image(s->image_work, work, s->image_ctx));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
