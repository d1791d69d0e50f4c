// SPDX-License-Identifier: BSD-2-Clause
// Inside of Study.
//
//   study.c          the command from beginning to end
//   study_words.c    words of the command line and the section `study`
//   study_setting.c  the value of a key from either (study_setting.h)
//   study_axes.c     what is varied, together or crossed
//   study_text.c     texts and words
//   study_values.c   one text: the values of an axis
//   study_plan.c     axes to runs, their options, hashes and groups
//   study_launch.c   processes, several at once, signals, progress
//   study_read.c     summary.json and columns of history.csv of a run
//   study_norm.c     differences of functions of time (pure)
//   study_errors.c   references, errors and orders
//   study_table.c    the table on the terminal, study.csv
//   study_json.c     study.json
#ifndef RIC_STUDY_IMPL_H
#define RIC_STUDY_IMPL_H

#include "base/store.h"
#include "io/input.h"
#include "study/study.h"
#include "study/study_norm.h"
#include <jansson.h>
#include <stdint.h>
#include <sys/types.h>

#define RIC_STUDY_MAX_RUNS 100000

// Texts, borrowed or of the study's store.
typedef struct {
  const char **text;
  PetscInt n;
} RicWords;

// What is varied: an option and its values.
typedef struct {
  const char *path;   // as it was written: stepper.step
  const char *option; // -stepper_step
  RicWords values;
  PetscBool given;   // on the command line
  PetscBool refines; // the finest of its values may be a reference
  PetscInt bundle;   // axes of one bundle go through their values together
} RicAxis;

typedef enum { RIC_RUN_WAITING, RIC_RUN_DONE, RIC_RUN_FAILED, RIC_RUN_STOPPED } RicRunState;

typedef struct {
  RicNorms error, size; // of the difference, of the reference
  RicNorms order;       // against the run before it in its group; NaN without
  PetscBool known;
} RicColumnError;

typedef struct {
  PetscInt *at;          // [n_axes] which value of each
  const char *directory; // below that of the study
  RicWords options;      // of this run alone
  PetscInt group;        // runs that differ in refining axes only
  PetscBool follows;     // it starts where the run before it ended
  RicRunState state;
  PetscBool cached;       // was there, complete
  int code;               // exit code; 128 + signal
  const char *reason;     // "" for none
  json_t *summary;        // NULL unless done
  double against;         // NaN where unknown
  RicColumnError *errors; // [columns]
} RicStudyRun;

typedef struct {
  PetscInt reference; // number of the run that is its reference, −1 for none or an exact one
  RicNorms *order;    // [columns] by fit; NaN without
} RicStudyGroup;

typedef enum {
  RIC_REFERENCE_FINEST,
  RIC_REFERENCE_RUN,
  RIC_REFERENCE_EXACT,
  RIC_REFERENCE_FILE
} RicReferenceKind;

typedef struct RicStudy_ {
  RicStore store;
  RicInput input;
  const RicStudyOrigin *origin;
  const char *filename, *name, *directory;
  char program[RIC_PATH_LEN];
  RicWords launcher; // mpiexec -n
  RicWords passed;   // options that all runs get
  PetscInt jobs, ranks;
  PetscBool quiet, fresh, chain;
  RicWords columns, summary; // to compare, to show
  RicReferenceKind reference;
  PetscInt reference_run;
  const char *reference_file;
  RicWords exact;      // [columns] expressions of t; of an exact reference
  const char *norm;    // l1, l2 or max: of the table
  const char *against; // "" for by itself
  RicAxis *axes;
  PetscInt n_axes;
  RicStudyRun *runs;
  PetscInt n_runs;
  RicStudyGroup *groups;
  PetscInt n_groups;
  int stopped; // by this signal
} * RicStudy;

// A text of the study's own, printf-style; NULL without memory.
const char *RicStudyText(RicStudy s, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
PetscErrorCode RicWordsAdd(RicStudy s, RicWords *words, const char text[]);
// Pieces of a text between commas outside of parentheses, without blanks around them.
PetscErrorCode RicWordsCut(RicStudy s, const char text[], RicWords *words);
// All of them with commas between.
PetscErrorCode RicWordsJoin(RicStudy s, const RicWords *words, const char **text);
// `words` end with NULL.
PetscBool RicStudyIsAmong(const char word[], const char *const words[]);

// study_words.c
PetscErrorCode RicStudyReadWords(RicStudy s, int n, char **words);
// study_values.c: append the values that a text gives; error [RIC_TEXT_LEN] is empty if it is right.
PetscErrorCode RicStudyValues(RicStudy s, const char text[], RicWords *values, char error[]);
PetscBool RicStudyIsNumber(const char text[], double *value);
// study_plan.c
PetscErrorCode RicStudyPlan(RicStudy s);
PetscErrorCode RicStudyRunDirectory(RicStudy s, const RicStudyRun *run, char path[RIC_PATH_LEN]);
// study_launch.c
PetscErrorCode RicStudyLaunch(RicStudy s);
// study_read.c
// The summary of a run, NULL unless it is there and complete.
PetscErrorCode RicStudyReadSummary(RicStudy s, const RicStudyRun *run, json_t **summary);
// The value under a dotted path, whose keys may hold dots; NULL: none.
const json_t *RicStudyFind(const json_t *object, const char path[]);
// Columns of a file of comma-separated values with a column t, as functions of it; n_columns of
// them, which RicStudyFreeSeries frees. *missing: the first that is not there, NULL.
PetscErrorCode RicStudyReadColumns(const char path[], const RicWords *columns, RicSeries series[],
                                   const char **missing);
PetscErrorCode RicStudyFreeSeries(PetscInt n, RicSeries series[]);
// How each column behaves between rows, by its unit in history.json of the directory.
PetscErrorCode RicStudyReadKinds(const char directory[], const RicWords *columns,
                                 RicSeries series[]);
// The columns of the header of a file.
PetscErrorCode RicStudyReadHeader(RicStudy s, const char path[], RicWords *columns);
// study_errors.c
PetscErrorCode RicStudyCompare(RicStudy s);
// study_table.c
PetscErrorCode RicStudyPrint(RicStudy s);
PetscErrorCode RicStudyWriteCsv(RicStudy s);
// study_json.c
PetscErrorCode RicStudyWriteJson(RicStudy s);

#endif
