// SPDX-License-Identifier: BSD-2-Clause
#include "base/vec.h"
#include "solve/direct_impl.h"

static const RicDirectOps *const direct_table[] = {&RicDirectChain, &RicDirectDense,
                                                   &RicDirectDiagonal};
#define NUM_TYPES ((PetscInt)(sizeof(direct_table) / sizeof(direct_table[0])))

// ---- Entries of a matrix ----

// *known: A is sequential and stored by rows; only then Close is to follow.
static PetscErrorCode Open(Mat A, RicEntries *e, PetscBool *known) {
  PetscScalar *value;

  PetscFunctionBegin;
  *e = (RicEntries){.bs = 1};
  PetscCall(RicMatIsRows(A, known));
  if (*known) {
    PetscCall(MatGetLocalSize(A, &e->n, NULL));
    PetscCall(MatSeqAIJGetCSRAndMemType(A, &e->offset, &e->column, NULL, NULL));
    PetscCall(MatSeqAIJGetArrayRead(A, &e->value));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQBAIJ, known));
  if (!*known)
    PetscFunctionReturn(PETSC_SUCCESS);
  e->blocked = PETSC_TRUE;
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_TRUE, &e->n, &e->offset, &e->column, known));
  PetscCall(MatGetBlockSize(A, &e->bs));
  PetscCall(MatSeqBAIJGetArray(A, &value));
  e->value = value;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Close(Mat A, RicEntries *e) {
  PetscScalar *value = (PetscScalar *)e->value;
  PetscBool known;

  PetscFunctionBegin;
  if (!e->blocked) {
    PetscCall(MatSeqAIJRestoreArrayRead(A, &e->value));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatSeqBAIJRestoreArray(A, &value));
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_TRUE, &e->n, &e->offset, &e->column, &known));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Fits(const RicDirectOps *ops, Mat A, PetscBool *fits) {
  RicEntries e;

  PetscFunctionBegin;
  PetscCall(Open(A, &e, fits));
  if (!*fits)
    PetscFunctionReturn(PETSC_SUCCESS);
  *fits = ops->Fits(&e);
  PetscCall(Close(A, &e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicDirectFits(const char type[], Mat A, PetscBool *fits) {
  PetscBool same;

  PetscFunctionBegin;
  *fits = PETSC_FALSE;
  for (PetscInt i = 0; i < NUM_TYPES; i++) {
    PetscCall(PetscStrcmp(type, direct_table[i]->name, &same));
    if (same)
      PetscCall(Fits(direct_table[i], A, fits));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Factor and solve ----

PetscErrorCode RicDirectFactor(RicDirect d, Mat A, PetscBool *regular) {
  RicEntries e;
  PetscBool fits;

  PetscFunctionBegin;
  PetscCall(Open(A, &e, &fits));
  if (fits) {
    fits = d->ops->Fits(&e);
    if (fits)
      PetscCall(d->ops->Factor(d, &e, regular));
    PetscCall(Close(A, &e));
  }
  RicCheckUser(fits, PetscObjectComm((PetscObject)A),
               "preconditioner '%s' does not suit this matrix: it must be of one rank, stored by "
               "rows%s",
               d->ops->name,
               d->ops == &RicDirectChain      ? ", with next neighbours only"
               : d->ops == &RicDirectDiagonal ? ", and diagonal"
                                              : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicDirectSolve(RicDirect d, Vec b, Vec x) {
  const PetscScalar *from;
  PetscScalar *to;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(b, &from));
  PetscCall(VecGetArrayWrite(x, &to));
  d->ops->Solve(d, from, to);
  PetscCall(VecRestoreArrayWrite(x, &to));
  PetscCall(VecRestoreArrayRead(b, &from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- As a preconditioner ----

static PetscErrorCode SetUp_PC(PC pc) {
  PetscBool regular;
  RicDirect d;
  Mat A;

  PetscFunctionBegin;
  PetscCall(PCShellGetContext(pc, &d));
  PetscCall(PCGetOperators(pc, NULL, &A));
  PetscCall(RicDirectFactor(d, A, &regular));
  PetscCall(PCSetFailedReason(pc, regular ? PC_NOERROR : PC_FACTOR_NUMERIC_ZEROPIVOT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Apply_PC(PC pc, Vec b, Vec x) {
  RicDirect d;

  PetscFunctionBegin;
  PetscCall(PCShellGetContext(pc, &d));
  PetscCall(RicDirectSolve(d, b, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_PC(PC pc) {
  RicDirect d;

  PetscFunctionBegin;
  PetscCall(PCShellGetContext(pc, &d));
  PetscCall(d->ops->Destroy(d));
  PetscCall(PetscFree(d->data));
  PetscCall(PetscFree(d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_PC(PC pc, const RicDirectOps *ops) {
  RicDirect d;

  PetscFunctionBegin;
  PetscCall(PetscNew(&d));
  d->ops = ops;
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetName(pc, ops->name));
  PetscCall(PCShellSetContext(pc, d));
  PetscCall(PCShellSetSetUp(pc, SetUp_PC));
  PetscCall(PCShellSetApply(pc, Apply_PC));
  PetscCall(PCShellSetDestroy(pc, Destroy_PC));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Chain(PC pc) {
  PetscFunctionBegin;
  PetscCall(Create_PC(pc, &RicDirectChain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Dense(PC pc) {
  PetscFunctionBegin;
  PetscCall(Create_PC(pc, &RicDirectDense));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Diagonal(PC pc) {
  PetscFunctionBegin;
  PetscCall(Create_PC(pc, &RicDirectDiagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicDirectRegister(void) {
  PetscFunctionBegin;
  PetscCall(PCRegister(RIC_PC_CHAIN, Create_Chain));
  PetscCall(PCRegister(RIC_PC_DENSE, Create_Dense));
  PetscCall(PCRegister(RIC_PC_DIAGONAL, Create_Diagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicDirectFromPC(PC pc, RicDirect *direct) {
  const char *name;
  PetscBool shell, same;

  PetscFunctionBegin;
  *direct = NULL;
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCSHELL, &shell));
  if (!shell)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCShellGetName(pc, &name));
  for (PetscInt i = 0; i < NUM_TYPES && name; i++) {
    PetscCall(PetscStrcmp(name, direct_table[i]->name, &same));
    if (same)
      PetscCall(PCShellGetContext(pc, direct));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicDirectGetType(RicDirect direct, const char **type) {
  PetscFunctionBegin;
  *type = direct->ops->name;
  PetscFunctionReturn(PETSC_SUCCESS);
}
