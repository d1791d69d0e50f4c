// SPDX-License-Identifier: BSD-2-Clause
// Columns: what history.csv has for each probe, contact and joint, in the order of a row.
#ifndef RIC_APP_COLUMNS_H
#define RIC_APP_COLUMNS_H

#include "app/case.h"

typedef enum { RIC_COLUMN_PROBE, RIC_COLUMN_CONTACT, RIC_COLUMN_JOINT } RicColumnKind;

// What a visitor is told of a column: its name, as NAME.force, and where NAME stands in the input.
typedef struct {
  RicColumnKind kind;
  char name[RIC_TEXT_LEN];
  RicInputNode node; // and its key, NULL for the node itself
  const char *key;
} RicColumn;

typedef PetscErrorCode (*RicColumnFn)(const RicColumn *column, void *context);

PetscErrorCode RicColumnsVisit(RicCase *c, RicColumnFn visit, void *context);
// User error where two columns have one name.
PetscErrorCode RicColumnsCheck(RicCase *c);

#endif
