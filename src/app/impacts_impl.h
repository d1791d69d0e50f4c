// SPDX-License-Identifier: BSD-2-Clause
// What impacts.c (which rows are hit) and impacts_log.c (the lines about them) share.
#ifndef RIC_APP_IMPACTS_IMPL_H
#define RIC_APP_IMPACTS_IMPL_H

#include "app/impacts.h"
#include "io/history.h"
#include "model/model_view.h"

// The columns of a line. Of friction, then of spin: where some contact has it.
enum {
  RIC_IMPACT_STEP,
  RIC_IMPACT_T,
  RIC_IMPACT_CONTACT, // its number; in the file its name
  RIC_IMPACT_ROW,     // of the contact, from 0, in the order of the nodes of the input
  RIC_IMPACT_BEFORE,  // v⁻
  RIC_IMPACT_AFTER,   // v⁺
  RIC_IMPACT_IMPULSE, // Λ
  RIC_IMPACT_ENERGY,  // what the impact takes
  RIC_IMPACT_SLIP_BEFORE,
  RIC_IMPACT_SLIP_AFTER,
  RIC_IMPACT_FRICTION,
  RIC_IMPACT_SPIN_BEFORE,
  RIC_IMPACT_SPIN_AFTER,
  RIC_IMPACT_DRILLING,
  RIC_IMPACT_COLUMNS
};

typedef struct {
  PetscReal value[RIC_IMPACT_COLUMNS];
} RicImpact;

// The lines, NULL where none are asked for.
typedef struct RicImpactLog_ *RicImpactLog;

// Number of columns that lines about the contacts of a model have.
PetscErrorCode RicImpactLogColumns_Private(RicCase *c, PetscInt *n, PetscBool *angles);
PetscErrorCode RicImpactLogCreate_Private(RicCase *c, RicImpactLog *log);
PetscErrorCode RicImpactLogOpen_Private(RicImpactLog log);
// The file behind its first `bytes`; see RicImpactsContinue. Collective, as the next one.
PetscErrorCode RicImpactLogContinue_Private(RicImpactLog log, PetscInt64 bytes);
PetscErrorCode RicImpactLogGetBytes_Private(RicImpactLog log, PetscInt64 *bytes);
PetscErrorCode RicImpactLogDestroy_Private(RicImpactLog *log);
// row: of this rank, counted over its normal rows.
PetscErrorCode RicImpactLogAdd_Private(RicImpactLog log, PetscInt row, const RicImpact *impact);
PetscErrorCode RicImpactLogFlush_Private(RicImpactLog log);

#endif
