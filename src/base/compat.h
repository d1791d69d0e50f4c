// SPDX-License-Identifier: BSD-2-Clause
// What differs between PETSc versions, 3.18 up to the current one, in one place.
#ifndef RIC_BASE_COMPAT_H
#define RIC_BASE_COMPAT_H

#include <petscksp.h>
#include <petscsnes.h>

#if PETSC_VERSION_LT(3, 19, 0)
#define PETSC_SUCCESS 0
#endif

// Around the declarations of a header: C linkage in C++.
#ifdef __cplusplus
#define RIC_C_BEGIN extern "C" {
#define RIC_C_END }
#else
#define RIC_C_BEGIN
#define RIC_C_END
#endif

// In PETSc's manual, but declared in one of its private headers only.
PETSC_EXTERN PetscErrorCode PetscObjectStateGet(PetscObject, PetscObjectState *);

// For what is to be compiled into each caller, with the caller's constants and processor.
#if defined(__GNUC__)
#define RIC_INLINE static inline __attribute__((always_inline))
#else
#define RIC_INLINE static inline
#endif

// A loop that a processor with fused multiply-adds runs in half the time: compiled for both, chosen
// when the program is loaded.
#if defined(__x86_64__) && __GNUC__ >= 12 && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define RIC_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define RIC_CLONES
#endif

#endif
