// SPDX-License-Identifier: BSD-2-Clause
#include "base/options.h"
#include "solve/direct.h"
#include "solve/linear_impl.h"

PetscErrorCode RicLinearIterate(KSP ksp, PetscReal rtol, PetscBool spd) {
  PetscFunctionBegin;
  PetscCall(KSPSetType(ksp, spd ? KSPCG : KSPGMRES));
  PetscCall(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
  PetscCall(KSPSetTolerances(ksp, rtol, 1e-300, PETSC_DEFAULT, 1000));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearApplyOnce(KSP ksp) {
  PetscFunctionBegin;
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPSetNormType(ksp, KSP_NORM_DEFAULT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Is the preconditioner alone a solver?
static PetscErrorCode IsExact(PC pc, PetscBool diagonal, PetscBool *exact) {
  PetscBool redundant, division;
  RicDirect own;
  KSP inner;
  PC inner_pc;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCJACOBI, &division));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCREDUNDANT, &redundant));
  if (redundant) {
    PetscCall(PCRedundantGetKSP(pc, &inner));
    PetscCall(KSPSetFromOptions(inner));
    PetscCall(KSPGetPC(inner, &inner_pc));
    PetscCall(IsExact(inner_pc, diagonal, exact));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscObjectTypeCompareAny((PetscObject)pc, exact, PCLU, PCCHOLESKY, PCSVD, PCQR, ""));
  PetscCall(RicDirectFromPC(pc, &own));
  *exact = (PetscBool)(*exact || own || (division && diagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearAsksPreonly(KSP ksp, PetscBool *asks) {
  char type[RIC_NAME_LEN];
  const char *prefix;
  PetscBool given;

  PetscFunctionBegin;
  PetscCall(KSPGetOptionsPrefix(ksp, &prefix));
  PetscCall(PetscOptionsGetString(NULL, prefix, "-ksp_type", type, sizeof(type), &given));
  *asks = PETSC_FALSE;
  if (given)
    PetscCall(PetscStrcmp(type, KSPPREONLY, asks));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearChooseKSP(KSP ksp, PetscBool diagonal, PetscBool spd) {
  const char *prefix;
  PetscBool preonly, ksp_given, pc_given, exact;
  PCType type;
  PC pc;

  PetscFunctionBegin;
  PetscCall(KSPGetOptionsPrefix(ksp, &prefix));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(IsExact(pc, diagonal, &exact));
  PetscCall(PetscOptionsHasName(NULL, prefix, "-ksp_type", &ksp_given));
  PetscCall(PetscOptionsHasName(NULL, prefix, "-pc_type", &pc_given));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &preonly));
  PetscCall(PCGetType(pc, &type));
  RicCheckUser(!preonly || exact || !ksp_given, PetscObjectComm((PetscObject)ksp),
               "option -%sksp_type: preonly applies the preconditioner %s once, which is no "
               "solution (allowed with lu and cholesky; cg iterates)",
               prefix ? prefix : "", type);
  if (ksp_given || preonly == exact || (exact && !pc_given))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (exact)
    PetscCall(RicLinearApplyOnce(ksp));
  else
    PetscCall(RicLinearIterate(ksp, RIC_LINEAR_RTOL, spd));
  PetscCall(KSPSetFromOptions(ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLinearTakesBlocks(KSP ksp, PetscBool *takes) {
  static const char *const types[] = {PCJACOBI,    PCPBJACOBI,   PCBJACOBI,    PCSOR,
                                      PCLU,        PCILU,        PCICC,        PCNONE,
                                      PCREDUNDANT, RIC_PC_CHAIN, RIC_PC_DENSE, RIC_PC_DIAGONAL};
  // Solvers of other libraries and inside others: whatever they are, they take AIJ.
  static const char *const others[] = {"pc_factor_mat_solver_type", "sub_pc_", "redundant_pc_"};
  char start[RIC_TEXT_LEN], type[RIC_NAME_LEN];
  PetscBool given, is = PETSC_FALSE;
  const char *prefix;

  PetscFunctionBegin;
  PetscCall(KSPGetOptionsPrefix(ksp, &prefix));
  PetscCall(PetscOptionsGetString(NULL, prefix, "-pc_type", type, sizeof(type), &given));
  for (size_t i = 0; given && !is && i < sizeof(types) / sizeof(types[0]); i++)
    PetscCall(PetscStrcmp(type, types[i], &is));
  *takes = (PetscBool)(!given || is);
  for (size_t i = 0; *takes && i < sizeof(others) / sizeof(others[0]); i++) {
    PetscCall(PetscSNPrintf(start, sizeof(start), "-%s%s", prefix ? prefix : "", others[i]));
    PetscCall(RicOptionsBeginWith(start, &given));
    *takes = (PetscBool)!given;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
