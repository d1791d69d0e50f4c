// SPDX-License-Identifier: BSD-2-Clause
// Peaks: the largest value of each of a number of things, and the first time it was reached.
#ifndef RIC_APP_PEAKS_H
#define RIC_APP_PEAKS_H

#include "io/summary.h"

typedef struct {
  PetscReal value, t; // value ≥ 0
} RicPeak;

static inline void RicPeakLook(RicPeak *peak, PetscReal value, PetscReal t) {
  if (value > peak->value)
    *peak = (RicPeak){value, t};
}

// The entries largest_force.KIND.NAME and largest_force_t.KIND.NAME.
static inline PetscErrorCode RicPeakReport(const RicPeak *peak, RicSummary s, const char kind[],
                                           const char name[]) {
  char path[RIC_NAME_LEN];

  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(path, sizeof(path), "largest_force.%s", kind));
  PetscCall(RicSummarySetEntry(s, path, name, peak->value));
  PetscCall(PetscSNPrintf(path, sizeof(path), "largest_force_t.%s", kind));
  PetscCall(RicSummarySetEntry(s, path, name, peak->t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
