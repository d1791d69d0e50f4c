// SPDX-License-Identifier: BSD-2-Clause
// Register: what is asked of a type (of elements, joints, contacts) that a program or a plugin adds to
// those there are. Each raises PETSC_ERR_USER_INPUT on its own rank; none is collective.
#ifndef RIC_BASE_REGISTER_H
#define RIC_BASE_REGISTER_H

#include "base/parameter.h"

RIC_C_BEGIN

// The most types of one kind, those built in and those registered.
#define RIC_MAX_TYPES 64

// What a caller was compiled with, and what the library was.
typedef struct {
  const char *header, *type; // "contact/contact.h", "RicContactOps"
  int version;
  size_t size; // of the type, bytes
} RicCompiled;

// Is the caller's version and size the library's?
PetscErrorCode RicRegisterCheckCompiled(const RicCompiled *ours, int version, size_t size);
// A name that inputs can give: there, shorter than RIC_NAME_LEN, of a-z, A-Z, 0-9, - and _.
// what: "contact".
PetscErrorCode RicRegisterCheckName(const char what[], const char name[]);
// A table whose keys are such names, each once, and whose values stand within data_size bytes.
PetscErrorCode RicRegisterCheckParameters(const char what[], const char name[],
                                          const RicParameter table[], size_t data_size);

RIC_C_END

#endif
