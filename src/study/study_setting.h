// SPDX-License-Identifier: BSD-2-Clause
// Settings of a study: words of the command line come before keys of the section `study`.
#ifndef RIC_STUDY_SETTING_H
#define RIC_STUDY_SETTING_H

#include "study/study_impl.h"

typedef struct {
  const char *name, *value; // value "" for a flag
} RicStudyGiven;

// Where settings come from.
typedef struct {
  RicStudyGiven *given; // [n]
  PetscInt n;
  RicInputNode section; // NULL: the file has none
} RicStudySource;

// The text of a key, and where it stands for errors; text NULL: nowhere.
typedef struct {
  const char *key, *text;
  RicInputNode node; // NULL: an option
} RicStudySetting;

// A user's error at the place of the setting.
PetscErrorCode RicStudyRaise(const RicStudySetting *setting, const char format[], ...)
    PETSC_ATTRIBUTE_FORMAT(2, 3);
// A scalar as it is, or the items of a list with commas between.
PetscErrorCode RicStudyTextOf(RicStudy s, RicInputNode node, const char **text);
PetscErrorCode RicStudyFindSetting(RicStudy s, const RicStudySource *source, const char key[],
                                   RicStudySetting *setting);
// Each leaves its result as it is where the key stands nowhere: a number of 1 ... 10⁶, a list, a
// flag; the norm is l2 then.
PetscErrorCode RicStudyReadCount(RicStudy s, const RicStudySource *source, const char key[],
                                 PetscInt *value);
PetscErrorCode RicStudyReadList(RicStudy s, const RicStudySource *source, const char key[],
                                RicWords *words);
PetscErrorCode RicStudyReadFlag(RicStudy s, const RicStudySource *source, const char key[],
                                PetscBool *yes);
PetscErrorCode RicStudyReadNorm(RicStudy s, const RicStudySource *source);
// study_axes.c
PetscErrorCode RicStudyReadAxes(RicStudy s, const RicStudySource *source);

#endif
