// SPDX-License-Identifier: BSD-2-Clause
#include "solve/nodal.h"
#include <string.h>

// The choice of "auto", by `tests/bench/run BUILD_DIR choice many` (docs/solvers.md). Few contacts
// are condensed at any size; more of them only where the columns are kept and cheap. Above
// CONDENSED_ROWS the dense Delassus operator is too large; above CONDENSED_TURNING_ROWS where rows
// turn, and its columns with them, the sparse matrix of those that are closed is cheaper. Up to
// KKT_DOFS a direct solver of the saddle-point matrix pays whatever A is.
#define BOUND_ROWS 64
#define BOUND_CHANGES_DOFS 64
#define CONDENSED_ROWS 2000
#define CONDENSED_TURNING_ROWS 40
#define KKT_DOFS 200000

// With friction, by `bench_nodal -rough condensed` (docs/solvers.md): rows, tangential ones too, and
// where steps of many periods (Courant numbers from 50 on) make Krylov methods slow.
#define FRICTION_ROWS 120
#define FRICTION_ROWS_STIFF 250
#define FRICTION_STIFF 600

static const RicStageOps *const stage_table[] = {&RicStageDiagonal, &RicStageCondensed,
                                                 &RicStageBound, &RicStageNodal, &RicStageKKT};
#define NUM_TYPES (sizeof(stage_table) / sizeof(stage_table[0]))

// What the problem is like.
typedef struct {
  PetscInt dofs;
  PetscBool factors; // A is factored, not iterated with
  PetscBool nodal;   // contacts stand on nodes of their own, in frames
  PetscBool lumped;  // and A is a number at each
} Traits;

const RicStageOps *RicStageFind_Private(const char name[]) {
  for (size_t i = 0; i < NUM_TYPES; i++)
    if (!strcmp(name, stage_table[i]->name))
      return stage_table[i];
  return NULL;
}

static PetscErrorCode ReadFrames(RicStage s, Traits *t) {
  RicNodalContact *contacts;
  PetscInt n;

  PetscFunctionBegin;
  t->nodal = t->lumped = PETSC_FALSE;
  s->not_nodal = NULL;
  if (s->image || s->traits.unsymmetric)
    s->not_nodal = "the problem is not symmetric";
  else if (s->friction && !s->knows_tangents)
    s->not_nodal = "contacts may slide in a given direction";
  else
    PetscCall(RicNodalReadContacts(s, &n, &contacts, &s->not_nodal));
  if (s->not_nodal)
    PetscFunctionReturn(PETSC_SUCCESS);
  t->nodal = PETSC_TRUE;
  PetscCall(RicStageLumpedApplies_Private(s, n, contacts, &t->lumped));
  PetscCall(PetscFree(contacts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool Applies(const RicStage s, const RicStageOps *ops, const Traits *t) {
  if (!ops || ops == &RicStageCondensed)
    return (PetscBool)(ops != NULL);
  if (s->image)
    return PETSC_FALSE;
  if (ops == &RicStageNodal)
    return t->nodal;
  if (s->friction)
    return (PetscBool)(ops == &RicStageLumped && t->lumped);
  if (ops == &RicStageDiagonal)
    return (PetscBool)(s->row_traits.separable && s->traits.diagonal);
  return (PetscBool)(ops != &RicStageBound || s->row_traits.separable);
}

// Columns pay where they are kept and few.
static const RicStageOps *AutomaticFriction(const RicStage s, const Traits *t) {
  if (t->lumped)
    return &RicStageLumped;
  if (!t->nodal)
    return &RicStageCondensed;
  if (s->traits.changes && t->dofs > BOUND_CHANGES_DOFS)
    return &RicStageNodal;
  const PetscBool stiff = (PetscBool)(s->traits.stiffness >= FRICTION_STIFF);
  const PetscInt few = stiff ? FRICTION_ROWS_STIFF : FRICTION_ROWS;
  return s->num_rows <= few ? &RicStageCondensed : &RicStageNodal;
}

static const RicStageOps *Automatic(const RicStage s, const Traits *t) {
  if (s->image)
    return &RicStageCondensed;
  if (s->friction)
    return AutomaticFriction(s, t);
  if (s->row_traits.separable && s->traits.diagonal)
    return &RicStageDiagonal;
  if (s->row_traits.separable && s->traits.changes && t->dofs > BOUND_CHANGES_DOFS)
    return &RicStageBound; // columns would be computed anew in each iteration
  if (s->row_traits.separable && !t->factors && s->num_rows > BOUND_ROWS)
    return &RicStageBound;
  if (s->row_traits.num_equations >= RIC_STAGE_MANY_EQUATIONS && t->dofs <= KKT_DOFS)
    return &RicStageKKT;
  if (s->num_rows <= (s->row_traits.constant ? CONDENSED_ROWS : CONDENSED_TURNING_ROWS))
    return &RicStageCondensed;
  return s->row_traits.separable ? &RicStageBound : &RicStageKKT;
}

PetscErrorCode RicStageChoose_Private(RicStage s) {
  const RicStageOps *wanted = RicStageFind_Private(s->wanted);
  Traits traits = {0};

  PetscFunctionBegin;
  if (s->friction && wanted == &RicStageDiagonal)
    wanted = &RicStageLumped;
  PetscCall(MatGetSize(s->A, &traits.dofs, NULL));
  PetscCall(RicLinearFactors(s->A, &s->traits, &traits.factors));
  if (s->friction || wanted == &RicStageNodal)
    PetscCall(ReadFrames(s, &traits));
  s->ops = Applies(s, wanted, &traits) ? wanted : Automatic(s, &traits);
  if (wanted != &RicStageNodal && s->num_rows <= FRICTION_ROWS) // nobody would have expected it
    s->not_nodal = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}
