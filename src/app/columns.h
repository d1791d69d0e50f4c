// SPDX-License-Identifier: BSD-2-Clause
// Columns: what history.csv has, in the order of a row: of the run, of each probe, contact and joint,
// and of the balance.
#ifndef RIC_APP_COLUMNS_H
#define RIC_APP_COLUMNS_H

#include "app/case.h"

typedef enum {
  RIC_COLUMN_RUN,
  RIC_COLUMN_PROBE,
  RIC_COLUMN_CONTACT,
  RIC_COLUMN_JOINT,
  RIC_COLUMN_SUPPORT,
  RIC_COLUMN_BALANCE
} RicColumnKind;

// What a visitor is told of a column: its name, as NAME.force, its unit, and where NAME stands in the
// input.
typedef struct {
  RicColumnKind kind;
  char name[RIC_TEXT_LEN];
  const char *unit;  // "m/s"; numbers "1"; "m, rad" where either may be; NULL: not known
  const char *of;    // NAME; NULL of the run and the balance
  RicInputNode node; // and its key, NULL for the node itself
  const char *key;
} RicColumn;

typedef PetscErrorCode (*RicColumnFn)(const RicColumn *column, void *context);

PetscErrorCode RicColumnsVisit(RicCase *c, RicColumnFn visit, void *context);
// User error where two columns have one name.
PetscErrorCode RicColumnsCheck(RicCase *c);
// dir/history.json: the unit, the kind and the owner of each column. Collective.
PetscErrorCode RicColumnsWriteUnits(RicCase *c);

#endif
