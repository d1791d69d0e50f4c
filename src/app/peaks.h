// SPDX-License-Identifier: BSD-2-Clause
// Peaks: the largest value of each of a number of things, and the first time it was reached. Spans:
// between what each of a number of columns lies.
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

// largest < smallest: nothing was seen.
typedef struct {
  PetscReal smallest, largest;
} RicSpan;

#define RIC_SPAN_EMPTY ((RicSpan){PETSC_MAX_REAL, PETSC_MIN_REAL})

static inline void RicSpanLook(RicSpan *span, PetscReal value) {
  span->smallest = PetscMin(span->smallest, value);
  span->largest = PetscMax(span->largest, value);
}

// The entries smallest.NAME, largest.NAME and amplitude.NAME, half of what is between; none where
// nothing was seen.
static inline PetscErrorCode RicSpanReport(const RicSpan *span, RicSummary s, const char name[]) {
  PetscFunctionBegin;
  if (span->largest < span->smallest)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicSummarySetEntry(s, "smallest", name, span->smallest));
  PetscCall(RicSummarySetEntry(s, "largest", name, span->largest));
  PetscCall(RicSummarySetEntry(s, "amplitude", name, (span->largest - span->smallest) / 2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
