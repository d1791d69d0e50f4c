// SPDX-License-Identifier: BSD-2-Clause
#include "base/options.h"
#include "solve/direct.h"
#include "solve/linear_impl.h"

struct RicLinear_ {
  KSP ksp;
  PC pc;                       // of ksp
  Mat aij;                     // the operator without blocks, for a PC that takes none; else NULL
  PetscBool direct;            // the PC is the solver, and nobody asks for a report
  RicDirect own;               // the solver inside pc, if it is one of ours and `direct`; else NULL
  PetscBool factored, regular; // of own: for the operator set last
};

// Up to so many dofs a factorisation pays, by `tests/bench/run BUILD_DIR choice` (docs/solvers.md):
// kept for the run; in three dimensions, where it fills up, with steps of a few periods only; made
// anew in each iteration. From STIFF on iterations are many: Courant numbers above ten.
#define DIRECT_LIMIT 20000
#define DIRECT_LIMIT_3D 3000
#define DIRECT_LIMIT_CHANGES 200
#define DIRECT_LIMIT_CHANGES_STIFF 500
#define STIFF 30

// Up to this many dofs each rank factors the whole matrix: less work than MUMPS takes to distribute
// it.
#define REDUNDANT_LIMIT 3000

// Up to this many dofs a factorisation of the full matrix takes less than finding its way through
// a sparse one.
#define DENSE_LIMIT 12

// One rank: the factorisation for the matrix, a chain's for symmetric ones.
static PetscErrorCode FactorDefaults(PC pc, Mat A, PetscBool symmetric) {
  PetscBool chain, dense;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(RicDirectFits(RIC_PC_CHAIN, A, &chain));
  PetscCall(RicDirectFits(RIC_PC_DENSE, A, &dense));
  if (dense && n <= DENSE_LIMIT)
    PetscCall(PCSetType(pc, RIC_PC_DENSE));
  else if (chain && symmetric)
    PetscCall(PCSetType(pc, RIC_PC_CHAIN));
  else {
    PetscCall(PCSetType(pc, PCLU));
    PetscCall(PCFactorSetMatOrderingType(pc, MATORDERINGND));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DirectDefaults(KSP ksp, Mat A, PetscBool symmetric, PetscMPIInt size) {
  PetscInt n;
  PC pc;

  PetscFunctionBegin;
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(RicLinearApplyOnce(ksp));
  if (size == 1)
    PetscCall(FactorDefaults(pc, A, symmetric));
  else if (n <= REDUNDANT_LIMIT)
    PetscCall(PCSetType(pc, PCREDUNDANT));
  else {
    PetscCall(PCSetType(pc, PCLU));
    PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode IterativeDefaults(KSP ksp, PetscReal rtol) {
  PC pc;

  PetscFunctionBegin;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(RicLinearIterate(ksp, rtol, PETSC_TRUE));
  PetscCall(PCSetType(pc, PCBJACOBI));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The solver inside each rank's block, unless the user chose it.
static PetscErrorCode BlockDefaults(KSP ksp, PetscBool chain) {
  KSP *sub;
  PC pc, subpc;
  Mat A;
  PetscBool is;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCBJACOBI, &is));
  if (!is)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCSetUp(pc));
  PetscCall(PCBJacobiGetSubKSP(pc, &n, NULL, &sub));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(KSPGetPC(sub[i], &subpc));
    if (chain) {
      PetscCall(PCGetOperators(subpc, NULL, &A));
      PetscCall(FactorDefaults(subpc, A, PETSC_TRUE));
    } else
      PetscCall(PCSetType(subpc, PCICC));
    PetscCall(KSPSetFromOptions(sub[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Pivots ----

// Only 0 is a zero pivot: PETSc's own limit, 2.2e-14 in whatever the unit is, takes small masses
// for zero. -<prefix>pc_factor_zeropivot says otherwise.
static PetscErrorCode SetZeroPivot(PC pc) {
  const char *prefix;
  PetscBool given;

  PetscFunctionBegin;
  PetscCall(PCGetOptionsPrefix(pc, &prefix));
  PetscCall(PetscOptionsHasName(NULL, prefix, "-pc_factor_zeropivot", &given));
  if (!given)
    PetscCall(PCFactorSetZeroPivot(pc, 0)); // nothing where the PC does not factor
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The solvers inside those preconditioners that are made of others: [n], n = 0 for the rest.
static PetscErrorCode InnerSolvers(PC pc, PetscInt *n, KSP **inner) {
  PetscBool redundant, bjacobi, overlapping;

  PetscFunctionBegin;
  *n = 0;
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCREDUNDANT, &redundant));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCBJACOBI, &bjacobi));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCASM, &overlapping));
  if (redundant) {
    *n = 1;
    PetscCall(PCRedundantGetKSP(pc, *inner));
    PetscCall(KSPSetFromOptions(**inner)); // asked again in PCSetUp, to no effect
  } else if (bjacobi || overlapping)
    PetscCall(PCSetUp(pc)); // which makes the blocks
  if (bjacobi)
    PetscCall(PCBJacobiGetSubKSP(pc, n, NULL, inner));
  if (overlapping)
    PetscCall(PCASMGetSubKSP(pc, n, NULL, inner));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Multigrid makes its solvers anew whenever the operator changes, and each asks the options.
static PetscErrorCode SetMultigridPivots(PC pc) {
  static const char *const inner[] = {"coarse_", "coarse_sub_", "coarse_redundant_", "levels_sub_"};
  const char *prefix;
  char option[RIC_TEXT_LEN];
  PetscBool multigrid, given;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompareAny((PetscObject)pc, &multigrid, PCMG, PCGAMG, ""));
  PetscCall(PCGetOptionsPrefix(pc, &prefix));
  for (size_t k = 0; multigrid && k < sizeof(inner) / sizeof(inner[0]); k++) {
    PetscCall(PetscSNPrintf(option, sizeof(option), "-%smg_%spc_factor_zeropivot",
                            prefix ? prefix : "", inner[k]));
    PetscCall(PetscOptionsHasName(NULL, NULL, option, &given));
    if (!given)
      PetscCall(PetscOptionsSetValue(NULL, option, "0"));
    // Asked for once more, so that nobody is told it was left.
    PetscCall(PetscOptionsHasName(NULL, NULL, option, &given));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// All factorisations of a solver, once its preconditioner is chosen.
static PetscErrorCode SetPivots(KSP ksp) {
  KSP one, *inner = &one;
  PetscInt n;
  PC pc;

  PetscFunctionBegin;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(SetZeroPivot(pc));
  PetscCall(SetMultigridPivots(pc));
  PetscCall(InnerSolvers(pc, &n, &inner));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(SetPivots(inner[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Life ----

PetscErrorCode RicLinearCreate(MPI_Comm comm, const char prefix[], RicLinear *linear) {
  RicLinear l;

  PetscFunctionBegin;
  PetscCall(PetscNew(&l));
  PetscCall(KSPCreate(comm, &l->ksp));
  PetscCall(KSPSetOptionsPrefix(l->ksp, prefix));
  PetscCall(RicLinearIterate(l->ksp, RIC_LINEAR_RTOL, PETSC_TRUE));
  PetscCall(RicDirectRegister());
  *linear = l;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearDestroy(RicLinear *linear) {
  PetscFunctionBegin;
  if (!*linear)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPDestroy(&(*linear)->ksp));
  PetscCall(MatDestroy(&(*linear)->aij));
  PetscCall(PetscFree(*linear));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearGetKSP(RicLinear l, KSP *ksp) {
  PetscFunctionBegin;
  *ksp = l->ksp;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The options, and what follows from them. diagonal, spd: of the operator.
static PetscErrorCode ApplyOptions(RicLinear l, PetscBool diagonal, PetscBool spd) {
  const char *prefix;
  char start[RIC_TEXT_LEN];
  PetscBool preonly, given;

  PetscFunctionBegin;
  PetscCall(KSPSetFromOptions(l->ksp));
  PetscCall(RicLinearChooseKSP(l->ksp, diagonal, spd));
  PetscCall(KSPGetPC(l->ksp, &l->pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)l->ksp, KSPPREONLY, &preonly));
  PetscCall(KSPGetOptionsPrefix(l->ksp, &prefix));
  PetscCall(PetscSNPrintf(start, sizeof(start), "-%sksp_", prefix ? prefix : ""));
  PetscCall(RicOptionsBeginWith(start, &given));
  l->direct = (PetscBool)(preonly && !given);
  l->own = NULL;
  if (l->direct)
    PetscCall(RicDirectFromPC(l->pc, &l->own));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearSetFromOptions(RicLinear l) {
  PetscFunctionBegin;
  PetscCall(ApplyOptions(l, PETSC_FALSE, PETSC_FALSE));
  PetscCall(SetPivots(l->ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The operator, without its blocks where the preconditioner takes none.
static PetscErrorCode GiveOperator(RicLinear l, Mat A) {
  PetscBool blocked, takes;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompareAny((PetscObject)A, &blocked, MATSEQBAIJ, MATMPIBAIJ, ""));
  PetscCall(RicLinearTakesBlocks(l->ksp, &takes));
  if (blocked && !takes)
    PetscCall(MatConvert(A, MATAIJ, MAT_INITIAL_MATRIX, &l->aij));
  PetscCall(KSPSetOperators(l->ksp, l->aij ? l->aij : A, l->aij ? l->aij : A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearFactors(Mat A, const RicOperatorTraits *traits, PetscBool *yes) {
  const PetscBool stiff = (PetscBool)(traits->stiffness >= STIFF);
  PetscMPIInt size;
  PetscInt n, block;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &size));
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(MatGetBlockSize(A, &block)); // structures are blocked by node
  if (traits->unsymmetric)
    *yes = PETSC_TRUE;
  else if (traits->chain)
    *yes = (PetscBool)(size == 1);
  else if (traits->changes || traits->iterated)
    *yes = (PetscBool)(n <= (stiff ? DIRECT_LIMIT_CHANGES_STIFF : DIRECT_LIMIT_CHANGES));
  else
    *yes = (PetscBool)(n <= (block < 3 || stiff ? DIRECT_LIMIT : DIRECT_LIMIT_3D));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearSetUp(RicLinear l, Mat A, const RicOperatorTraits *traits) {
  PetscBool direct, factors, divides;
  PetscMPIInt size;
  PC pc;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)l->ksp), &size));
  PetscCall(RicLinearAsksPreonly(l->ksp, &direct));
  PetscCall(RicLinearFactors(A, traits, &factors));
  PetscCall(GiveOperator(l, A));
  if (traits->diagonal) {
    PetscCall(KSPGetPC(l->ksp, &pc));
    PetscCall(RicLinearApplyOnce(l->ksp));
    PetscCall(RicDirectFits(RIC_PC_DIAGONAL, A, &divides)); // on one rank
    PetscCall(PCSetType(pc, divides ? RIC_PC_DIAGONAL : PCJACOBI));
  } else if (direct || factors) {
    PetscCall(DirectDefaults(l->ksp, A, (PetscBool)!traits->unsymmetric, size));
  } else
    PetscCall(IterativeDefaults(l->ksp, traits->chain ? 1e-13 : RIC_LINEAR_RTOL));
  PetscCall(ApplyOptions(l, traits->diagonal, (PetscBool)!traits->unsymmetric));
  PetscCall(BlockDefaults(l->ksp, traits->chain));
  PetscCall(SetPivots(l->ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearSetOperator(RicLinear l, Mat A) {
  Mat given;

  PetscFunctionBegin;
  l->factored = PETSC_FALSE;
  if (l->aij)
    PetscCall(MatConvert(A, MATAIJ, MAT_REUSE_MATRIX, &l->aij));
  A = l->aij ? l->aij : A;
  PetscCall(PCGetOperators(l->pc, NULL, &given));
  if (given != A || !l->own) // ours factors anew in the next solution, whatever PETSc was told
    PetscCall(KSPSetOperators(l->ksp, A, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveOwn(RicLinear l, Vec b, Vec x, RicReason *reason) {
  Mat A;

  PetscFunctionBegin;
  if (!l->factored) {
    PetscCall(PCGetOperators(l->pc, NULL, &A));
    PetscCall(RicDirectFactor(l->own, A, &l->regular));
    l->factored = PETSC_TRUE;
  }
  *reason = l->regular ? RIC_OK : RIC_RETRY;
  if (l->regular)
    PetscCall(RicDirectSolve(l->own, b, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearSolve(RicLinear l, Vec b, Vec x, RicReason *reason) {
  KSPConvergedReason why;
  PCFailedReason failed;

  PetscFunctionBegin;
  if (l->own) {
    PetscCall(SolveOwn(l, b, x, reason));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (l->direct) {
    PetscCall(PCApply(l->pc, b, x));
    PetscCall(PCGetFailedReason(l->pc, &failed));
    *reason = failed ? RIC_RETRY : RIC_OK;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(KSPSolve(l->ksp, b, x));
  PetscCall(KSPGetConvergedReason(l->ksp, &why));
  *reason = why < 0 ? RIC_RETRY : RIC_OK;
  PetscFunctionReturn(PETSC_SUCCESS);
}
