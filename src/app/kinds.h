// SPDX-License-Identifier: BSD-2-Clause
// Kinds: the types that inputs can name, by kind, with what they say of themselves: for `ricochet list`
// and `ricochet schema`.
#ifndef RIC_APP_KINDS_H
#define RIC_APP_KINDS_H

#include "base/parameter.h"

typedef struct {
  const char *name, *description;
  const RicParameter *parameters, *shared; // NULL: none in tables; shared by all of the kind
} RicType;

typedef struct {
  const char *name; // NULL ends RicKinds
  PetscErrorCode (*Count)(PetscInt *n);
  PetscErrorCode (*Get)(PetscInt i, RicType *type);
} RicKind;

extern const RicKind RicKinds[];

#endif
