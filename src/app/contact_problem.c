// SPDX-License-Identifier: BSD-2-Clause
// All entries of W are gathered as triplets, with zeros that make its pattern symmetric and give each
// row a diagonal, and then sorted into blocks. W of a global problem is computed column by column,
// [H G]ᵀ M⁻¹ [H G] with a sparse factorisation of M: bodies stay apart in it.
#include "app/contact_problem.h"

typedef struct {
  PetscInt n, room;
  PetscInt *row, *column;
  PetscReal *value;
} Triplets;

struct RicContactProblem_ {
  const RicFclib *file;
  RicFrictionProblem problem;
  RicFrictionGroup *groups;
  PetscInt n;
  PetscInt *group_of; // [n]
  PetscInt *start;    // [groups + 1]
  PetscReal *q;
  PetscInt *offset, *column;
  PetscReal *value;
  Triplets W;
  PetscReal *unit, *y; // [n] scratch of columns
  PetscBool *touched;  // [n]
  KSP ksp;             // of M
  Vec b, x;
};

static PetscErrorCode Grow(Triplets *t) {
  const PetscInt room = 2 * t->room + 1024;
  PetscInt *row, *column;
  PetscReal *value;

  PetscFunctionBegin;
  PetscCall(PetscMalloc3(room, &row, room, &column, room, &value));
  PetscCall(PetscArraycpy(row, t->row, t->n));
  PetscCall(PetscArraycpy(column, t->column, t->n));
  PetscCall(PetscArraycpy(value, t->value, t->n));
  PetscCall(PetscFree3(t->row, t->column, t->value));
  *t = (Triplets){.n = t->n, .room = room, .row = row, .column = column, .value = value};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Add(Triplets *t, PetscInt row, PetscInt column, PetscReal value) {
  PetscFunctionBegin;
  if (t->n == t->room)
    PetscCall(Grow(t));
  t->row[t->n] = row;
  t->column[t->n] = column;
  t->value[t->n++] = value;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A at (row, column) of W and, with `mirror`, Aᵀ at (column, row); otherwise zeros there.
static PetscErrorCode AddMatrix(Triplets *t, const RicFclibMatrix *A, PetscInt row, PetscInt column,
                                PetscBool mirror) {
  PetscFunctionBegin;
  for (PetscInt i = 0; i < A->m; i++)
    for (PetscInt e = A->offset[i]; e < A->offset[i + 1]; e++) {
      PetscCall(Add(t, row + i, column + A->column[e], A->value[e]));
      PetscCall(Add(t, column + A->column[e], row + i, mirror ? A->value[e] : 0));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeGroups(RicContactProblem p) {
  const RicFclib *file = p->file;
  const PetscInt groups = file->contacts + file->equations;

  PetscFunctionBegin;
  p->n = file->dim * file->contacts + file->equations;
  PetscCall(
      PetscMalloc4(groups, &p->groups, p->n, &p->group_of, groups + 1, &p->start, p->n, &p->q));
  p->start[0] = 0;
  for (PetscInt k = 0; k < groups; k++) {
    const PetscBool contact = (PetscBool)(k < file->contacts);
    p->groups[k] = (RicFrictionGroup){.law = contact ? RIC_FRICTION_COULOMB : RIC_FRICTION_EQUALITY,
                                      .rows = contact ? file->dim : 1,
                                      .mu = contact ? file->mu[k] : 0};
    p->start[k + 1] = p->start[k] + p->groups[k].rows;
    for (PetscInt i = p->start[k]; i < p->start[k + 1]; i++)
      p->group_of[i] = k;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GatherLocal(RicContactProblem p) {
  const RicFclib *file = p->file;
  const PetscInt rows = file->dim * file->contacts;

  PetscFunctionBegin;
  PetscCall(AddMatrix(&p->W, &file->W, 0, 0, PETSC_FALSE));
  for (PetscInt i = 0; i < rows; i++)
    p->q[i] = file->q[i];
  if (!file->equations)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AddMatrix(&p->W, &file->V, 0, rows, PETSC_TRUE));
  PetscCall(AddMatrix(&p->W, &file->R, rows, rows, PETSC_FALSE));
  for (PetscInt i = 0; i < file->equations; i++)
    p->q[rows + i] = file->s[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FactorMass(RicContactProblem p) {
  const RicFclibMatrix *M = &p->file->M;
  PetscInt *nonzeros;
  Mat A;
  PC pc;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(M->m, &nonzeros));
  for (PetscInt i = 0; i < M->m; i++)
    nonzeros[i] = M->offset[i + 1] - M->offset[i] + 1;
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, M->m, M->n, 0, nonzeros, &A));
  PetscCall(PetscFree(nonzeros));
  for (PetscInt i = 0; i < M->m; i++) {
    PetscCall(MatSetValue(A, i, i, 0, ADD_VALUES));
    for (PetscInt e = M->offset[i]; e < M->offset[i + 1]; e++)
      PetscCall(MatSetValue(A, i, M->column[e], M->value[e], ADD_VALUES));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatCreateVecs(A, &p->x, &p->b));
  PetscCall(KSPCreate(PETSC_COMM_SELF, &p->ksp));
  PetscCall(KSPSetOperators(p->ksp, A, A));
  PetscCall(KSPSetType(p->ksp, KSPPREONLY));
  PetscCall(KSPGetPC(p->ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// p->x = M⁻¹ p->b
static PetscErrorCode SolveMass(RicContactProblem p, const char name[]) {
  KSPConvergedReason reason;
  PetscReal norm;

  PetscFunctionBegin;
  PetscCall(KSPSolve(p->ksp, p->b, p->x));
  PetscCall(KSPGetConvergedReason(p->ksp, &reason));
  PetscCall(VecNorm(p->x, NORM_2, &norm));
  RicCheckUser(reason > 0 && !PetscIsInfOrNanReal(norm), PETSC_COMM_SELF,
               "%s: fclib_global/M: is singular", name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// y += [H G]ᵀ x; where something was added, touched, unless NULL.
static PetscErrorCode Transposed(RicContactProblem p, const PetscReal x[], PetscReal y[],
                                 PetscBool touched[]) {
  const RicFclib *file = p->file;
  const RicFclibMatrix *parts[] = {&file->H, file->equations ? &file->G : NULL};

  PetscFunctionBegin;
  for (PetscInt part = 0; part < 2 && parts[part]; part++) {
    const RicFclibMatrix *A = parts[part];
    const PetscInt first = part ? file->dim * file->contacts : 0;
    for (PetscInt i = 0; i < A->m; i++)
      for (PetscInt e = A->offset[i]; x[i] != 0 && e < A->offset[i + 1]; e++) {
        y[first + A->column[e]] += A->value[e] * x[i];
        if (touched)
          touched[first + A->column[e]] = PETSC_TRUE;
      }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// b = f + [H G] r, f where asked for.
static PetscErrorCode Load(RicContactProblem p, const PetscReal r[], PetscBool with_f) {
  const RicFclib *file = p->file;
  PetscReal *b;

  PetscFunctionBegin;
  PetscCall(VecGetArrayWrite(p->b, &b));
  for (PetscInt i = 0; i < file->dofs; i++) {
    b[i] = with_f ? file->f[i] : 0;
    for (PetscInt e = file->H.offset[i]; e < file->H.offset[i + 1]; e++)
      b[i] += file->H.value[e] * r[file->H.column[e]];
    for (PetscInt e = file->equations ? file->G.offset[i] : 0;
         file->equations && e < file->G.offset[i + 1]; e++)
      b[i] += file->G.value[e] * r[file->dim * file->contacts + file->G.column[e]];
  }
  PetscCall(VecRestoreArrayWrite(p->b, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Column j of W, and zeros where it is not but its transpose may be.
static PetscErrorCode GatherColumn(RicContactProblem p, const char name[], PetscInt j) {
  const PetscReal *x;

  PetscFunctionBegin;
  p->unit[j] = 1;
  PetscCall(Load(p, p->unit, PETSC_FALSE));
  p->unit[j] = 0;
  PetscCall(SolveMass(p, name));
  for (PetscInt i = 0; i < p->n; i++)
    p->y[i] = 0, p->touched[i] = PETSC_FALSE;
  PetscCall(VecGetArrayRead(p->x, &x));
  PetscCall(Transposed(p, x, p->y, p->touched));
  PetscCall(VecRestoreArrayRead(p->x, &x));
  for (PetscInt i = 0; i < p->n; i++)
    if (p->touched[i]) {
      PetscCall(Add(&p->W, i, j, p->y[i]));
      PetscCall(Add(&p->W, j, i, 0));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GatherGlobal(RicContactProblem p, const char name[]) {
  const RicFclib *file = p->file;
  const PetscInt rows = file->dim * file->contacts;
  const PetscReal *x;

  PetscFunctionBegin;
  PetscCall(FactorMass(p));
  PetscCall(PetscCalloc3(p->n + 1, &p->unit, p->n + 1, &p->y, p->n + 1, &p->touched));
  PetscCall(Load(p, p->unit, PETSC_TRUE));
  PetscCall(SolveMass(p, name));
  for (PetscInt i = 0; i < p->n; i++)
    p->q[i] = i < rows ? file->w[i] : file->b[i - rows];
  PetscCall(VecGetArrayRead(p->x, &x));
  PetscCall(Transposed(p, x, p->q, NULL));
  PetscCall(VecRestoreArrayRead(p->x, &x));
  for (PetscInt j = 0; j < p->n; j++)
    PetscCall(GatherColumn(p, name, j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The triplets in the order of their groups' rows: order[from[k]] … order[from[k + 1] − 1].
static PetscErrorCode SortByGroup(RicContactProblem p, PetscInt **from, PetscInt **order) {
  const PetscInt groups = p->problem.num_groups;

  PetscFunctionBegin;
  PetscCall(PetscCalloc2(groups + 2, from, p->W.n + 1, order));
  for (PetscInt e = 0; e < p->W.n; e++)
    (*from)[p->group_of[p->W.row[e]] + 2]++;
  for (PetscInt k = 0; k < groups; k++)
    (*from)[k + 2] += (*from)[k + 1];
  for (PetscInt e = 0; e < p->W.n; e++)
    (*order)[(*from)[p->group_of[p->W.row[e]] + 1]++] = e;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The columns of block row k, ascending, and where the values of each begin.
static PetscErrorCode BlockRow(RicContactProblem p, PetscInt k, PetscInt n,
                               const PetscInt entries[], PetscInt seen[], PetscInt *values) {
  PetscInt *column = &p->column[p->offset[k]], count = 0;

  PetscFunctionBegin;
  for (PetscInt e = 0; e < n; e++) {
    const PetscInt j = p->group_of[p->W.column[entries[e]]];
    if (seen[j] < 0)
      column[count++] = j;
    seen[j] = 0;
  }
  PetscCall(PetscSortInt(count, column));
  for (PetscInt c = 0; c < count; c++) {
    seen[column[c]] = *values;
    *values += p->groups[k].rows * p->groups[column[c]].rows;
  }
  p->offset[k + 1] = p->offset[k] + count;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeBlocks(RicContactProblem p) {
  const PetscInt groups = p->problem.num_groups;
  PetscInt *from, *order, *seen, values = 0;

  PetscFunctionBegin;
  PetscCall(SortByGroup(p, &from, &order));
  PetscCall(PetscMalloc1(groups + 1, &seen));
  PetscCall(PetscMalloc2(groups + 1, &p->offset, p->W.n + 1, &p->column));
  PetscCall(PetscCalloc1(9 * p->W.n + 1, &p->value));
  for (PetscInt k = 0; k < groups; k++)
    seen[k] = -1;
  p->offset[0] = 0;
  for (PetscInt k = 0; k < groups; k++) {
    const PetscInt n = from[k + 1] - from[k];
    PetscCall(BlockRow(p, k, n, &order[from[k]], seen, &values));
    for (PetscInt e = from[k]; e < from[k + 1]; e++) {
      const PetscInt i = p->W.row[order[e]], j = p->W.column[order[e]], g = p->group_of[j];
      p->value[seen[g] + (i - p->start[k]) * p->groups[g].rows + j - p->start[g]] +=
          p->W.value[order[e]];
    }
    for (PetscInt e = p->offset[k]; e < p->offset[k + 1]; e++)
      seen[p->column[e]] = -1;
  }
  PetscCall(PetscFree(seen));
  PetscCall(PetscFree2(from, order));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Make(RicContactProblem p, const char name[]) {
  PetscFunctionBegin;
  PetscCall(MakeGroups(p));
  p->problem.num_groups = p->file->contacts + p->file->equations;
  if (p->file->global)
    PetscCall(GatherGlobal(p, name));
  else
    PetscCall(GatherLocal(p));
  for (PetscInt i = 0; i < p->n; i++)
    PetscCall(Add(&p->W, i, i, 0));
  PetscCall(MakeBlocks(p));
  p->problem.groups = p->groups;
  p->problem.q = p->q;
  p->problem.blocks =
      (RicFrictionBlocks){.offset = p->offset, .column = p->column, .value = p->value};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicContactProblemCreate(const RicFclib *file, const char name[],
                                       RicContactProblem *problem) {
  PetscFunctionBegin;
  PetscCall(PetscNew(problem));
  (*problem)->file = file;
  const PetscErrorCode ierr = Make(*problem, name);
  if (ierr)
    PetscCall(RicContactProblemDestroy(problem));
  PetscFunctionReturn(ierr);
}

PetscErrorCode RicContactProblemDestroy(RicContactProblem *problem) {
  RicContactProblem p = *problem;

  PetscFunctionBegin;
  if (!p)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree4(p->groups, p->group_of, p->start, p->q));
  PetscCall(PetscFree2(p->offset, p->column));
  PetscCall(PetscFree(p->value));
  PetscCall(PetscFree3(p->unit, p->y, p->touched));
  PetscCall(PetscFree3(p->W.row, p->W.column, p->W.value));
  PetscCall(VecDestroy(&p->b));
  PetscCall(VecDestroy(&p->x));
  PetscCall(KSPDestroy(&p->ksp));
  PetscCall(PetscFree(*problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicContactProblemGet(RicContactProblem p, const RicFrictionProblem **get,
                                    PetscInt *n) {
  PetscFunctionBegin;
  *get = &p->problem;
  *n = p->n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicContactProblemGetVelocity(RicContactProblem p, const PetscReal r[],
                                            PetscReal v[]) {
  const PetscReal *x;

  PetscFunctionBegin;
  PetscCall(Load(p, r, PETSC_TRUE));
  PetscCall(SolveMass(p, ""));
  PetscCall(VecGetArrayRead(p->x, &x));
  PetscCall(PetscArraycpy(v, x, p->file->dofs));
  PetscCall(VecRestoreArrayRead(p->x, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
