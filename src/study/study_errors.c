// SPDX-License-Identifier: BSD-2-Clause
// What runs differ by from their reference, and the orders of it.
#include "study/study_impl.h"
#include <math.h>
#include <string.h>

#define STEP "stepper.step"

static const RicNorms unknown = {NAN, NAN, NAN};

// ---- What orders refer to ----

// The number of a run under a path: of an axis, or of its summary; NaN: none.
static double NumberOf(RicStudy s, const RicStudyRun *run, const char path[]) {
  const json_t *value = RicStudyFind(run->summary, path);
  double x;

  if (json_is_number(value))
    return json_number_value(value);
  for (PetscInt i = 0; i < s->n_axes; ++i)
    if (!strcmp(s->axes[i].path, path) && RicStudyIsNumber(s->axes[i].values.text[run->at[i]], &x))
      return x;
  return NAN;
}

static PetscBool Varies(RicStudy s, const char path[]) {
  double first = NAN;

  for (PetscInt r = 0; r < s->n_runs; ++r) {
    const double x = s->runs[r].summary ? NumberOf(s, &s->runs[r], path) : NAN;

    if (!isnan(first) && !isnan(x) && x != first)
      return PETSC_TRUE;
    first = isnan(first) ? x : first;
  }
  return PETSC_FALSE;
}

static void ChooseAgainst(RicStudy s) {
  for (PetscInt i = 0; i <= s->n_axes && !s->against[0]; ++i) {
    const char *path = i ? s->axes[i - 1].path : STEP;

    if (Varies(s, path) && (i == 0 || s->axes[i - 1].refines))
      s->against = path;
  }
  for (PetscInt r = 0; r < s->n_runs; ++r)
    s->runs[r].against = s->runs[r].summary ? NumberOf(s, &s->runs[r], s->against) : NAN;
}

// ---- Columns ----

static PetscErrorCode HistoryOf(RicStudy s, const RicStudyRun *run, char path[RIC_PATH_LEN + 16]) {
  char directory[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(RicStudyRunDirectory(s, run, directory));
  snprintf(path, RIC_PATH_LEN + 16, "%s/history.csv", directory);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The first column that is of the model: it stands behind `iterations`.
static PetscErrorCode DefaultColumn(RicStudy s, const RicWords *header) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i + 1 < header->n; ++i)
    if (!strcmp(header->text[i], "iterations"))
      PetscCall(RicWordsAdd(s, &s->columns, header->text[i + 1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Refuse a column that the first run has not.
static PetscErrorCode CheckColumns(RicStudy s) {
  char path[RIC_PATH_LEN + 16];
  RicWords header = {0};
  PetscInt r = 0;

  PetscFunctionBeginUser;
  while (r < s->n_runs && !s->runs[r].summary)
    ++r;
  if (r == s->n_runs)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(HistoryOf(s, &s->runs[r], path));
  PetscCall(RicStudyReadHeader(s, path, &header));
  if (!s->columns.n)
    PetscCall(DefaultColumn(s, &header));
  PetscCall(RicWordsAdd(s, &header, NULL));
  for (PetscInt i = 0; i < s->columns.n; ++i) {
    const char *near = RicNearestWord(s->columns.text[i], header.text);
    PetscInt k = 0;

    while (header.text[k] && strcmp(header.text[k], s->columns.text[i]) != 0)
      ++k;
    RicCheckUser(header.text[k], PETSC_COMM_SELF, "%s: has no column '%s'%s%s%s", path,
                 s->columns.text[i], near ? ", did you mean '" : "", near ? near : "",
                 near ? "'?" : "");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The columns of a run, as functions of their kinds.
static PetscErrorCode ReadRun(RicStudy s, const RicStudyRun *run, RicSeries series[]) {
  char path[RIC_PATH_LEN + 16], directory[RIC_PATH_LEN];
  const char *missing;

  PetscFunctionBeginUser;
  PetscCall(HistoryOf(s, run, path));
  PetscCall(RicStudyReadColumns(path, &s->columns, series, &missing));
  RicCheckUser(!missing, PETSC_COMM_SELF, "%s: has no column '%s'", path, missing);
  PetscCall(RicStudyRunDirectory(s, run, directory));
  PetscCall(RicStudyReadKinds(directory, &s->columns, series));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- References ----

// The run with the shortest step, then the one with the most dofs, then the last; −1: none.
static PetscInt Finest(RicStudy s, PetscInt group) {
  double least = INFINITY, most = 0;
  PetscInt finest = -1;

  for (PetscInt r = 0; r < s->n_runs; ++r) {
    const RicStudyRun *run = &s->runs[r];

    if (run->group != group || !run->summary)
      continue;
    const double step = NumberOf(s, run, STEP), dofs = NumberOf(s, run, "dofs");
    if (finest >= 0 && (step > least || (step == least && dofs < most)))
      continue;
    finest = r;
    least = step;
    most = dofs;
  }
  return finest;
}

static PetscErrorCode CompareExactly(RicStudy s, RicStudyRun *run, RicSeries series[]) {
  const json_t *parameters = json_object_get(run->summary, "parameters");
  const size_t n = json_object_size(parameters);
  RicConstant *constants;
  RicExpression expr;
  const char *name;
  json_t *value;
  size_t k = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n + 1, &constants));
  json_object_foreach((json_t *)(uintptr_t)parameters, name, value) {
    constants[k++] = (RicConstant){.name = name, .value = json_number_value(value)};
  }
  for (PetscInt i = 0; i < s->columns.n; ++i) {
    RicColumnError *e = &run->errors[i];

    PetscCall(RicExpressionCreateIn(&(RicScope){NULL, constants, (PetscInt)n}, s->exact.text[i],
                                    &expr, NULL));
    if (expr)
      PetscCall(RicNormsOfExact(&series[i], expr, &e->error, &e->size));
    e->known = (PetscBool)(expr != NULL);
    PetscCall(RicExpressionDestroy(&expr));
  }
  PetscCall(PetscFree(constants));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CompareRun(RicStudy s, RicStudyRun *run, const RicSeries reference[]) {
  RicSeries *series;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(s->columns.n, &series));
  PetscCall(ReadRun(s, run, series));
  if (!reference)
    PetscCall(CompareExactly(s, run, series));
  for (PetscInt i = 0; i < s->columns.n && reference; ++i) {
    RicSeries other = reference[i];

    other.kind = series[i].kind;
    RicNormsOfDifference(&series[i], &other, &run->errors[i].error, &run->errors[i].size);
    run->errors[i].known = PETSC_TRUE;
  }
  PetscCall(RicStudyFreeSeries(s->columns.n, series));
  PetscCall(PetscFree(series));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CompareGroup(RicStudy s, PetscInt g, const RicSeries reference[]) {
  PetscFunctionBeginUser;
  for (PetscInt r = 0; r < s->n_runs; ++r)
    if (s->runs[r].group == g && s->runs[r].summary && r != s->groups[g].reference)
      PetscCall(CompareRun(s, &s->runs[r], reference));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A group against one run, of its own or of all.
static PetscErrorCode CompareWithRun(RicStudy s, PetscInt g, PetscInt reference) {
  RicSeries *series;

  PetscFunctionBeginUser;
  s->groups[g].reference = reference;
  if (reference < 0 || !s->runs[reference].summary)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(s->columns.n, &series));
  PetscCall(ReadRun(s, &s->runs[reference], series));
  PetscCall(CompareGroup(s, g, series));
  PetscCall(RicStudyFreeSeries(s->columns.n, series));
  PetscCall(PetscFree(series));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CompareWithFile(RicStudy s, PetscInt g) {
  RicSeries *series;
  const char *missing;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(s->columns.n, &series));
  PetscCall(RicStudyReadColumns(s->reference_file, &s->columns, series, &missing));
  RicCheckUser(!missing, PETSC_COMM_SELF, "%s: has no column '%s'", s->reference_file, missing);
  PetscCall(CompareGroup(s, g, series));
  PetscCall(RicStudyFreeSeries(s->columns.n, series));
  PetscCall(PetscFree(series));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Orders ----

static double PairOrder(double x0, double x1, double e0, double e1) {
  const double x[] = {x0, x1}, e[] = {e0, e1};

  return RicSlope(2, x, e);
}

static void SetPairOrders(RicStudy s, PetscInt g, PetscInt column) {
  const RicStudyRun *before = NULL;

  for (PetscInt r = 0; r < s->n_runs; ++r) {
    RicStudyRun *run = &s->runs[r];
    RicColumnError *e = &run->errors[column];

    if (run->group != g || !e->known)
      continue;
    if (before) {
      const RicNorms *a = &before->errors[column].error, *b = &e->error;
      const double x0 = before->against, x1 = run->against;

      e->order = (RicNorms){PairOrder(x0, x1, a->l1, b->l1), PairOrder(x0, x1, a->l2, b->l2),
                            PairOrder(x0, x1, a->max, b->max)};
    }
    before = run;
  }
}

static PetscErrorCode SetFitOrders(RicStudy s, PetscInt g, PetscInt column) {
  double *x, *e[3];
  PetscInt n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc4(s->n_runs, &x, s->n_runs, &e[0], s->n_runs, &e[1], s->n_runs, &e[2]));
  for (PetscInt r = 0; r < s->n_runs; ++r) {
    const RicColumnError *of = &s->runs[r].errors[column];

    if (s->runs[r].group != g || !of->known)
      continue;
    x[n] = s->runs[r].against;
    e[0][n] = of->error.l1;
    e[1][n] = of->error.l2;
    e[2][n++] = of->error.max;
  }
  s->groups[g].order[column] =
      (RicNorms){RicSlope(n, x, e[0]), RicSlope(n, x, e[1]), RicSlope(n, x, e[2])};
  PetscCall(PetscFree4(x, e[0], e[1], e[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Allocate(RicStudy s) {
  PetscFunctionBeginUser;
  for (PetscInt r = 0; r < s->n_runs; ++r) {
    PetscCall(RicStoreTake(s->store, (size_t)s->columns.n * sizeof *s->runs[r].errors,
                           &s->runs[r].errors));
    for (PetscInt i = 0; i < s->columns.n; ++i)
      s->runs[r].errors[i] = (RicColumnError){unknown, unknown, unknown, PETSC_FALSE};
  }
  for (PetscInt g = 0; g < s->n_groups; ++g) {
    PetscCall(RicStoreTake(s->store, (size_t)s->columns.n * sizeof *s->groups[g].order,
                           &s->groups[g].order));
    for (PetscInt i = 0; i < s->columns.n; ++i)
      s->groups[g].order[i] = unknown;
    s->groups[g].reference = -1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyCompare(RicStudy s) {
  PetscBool refines = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->n_axes; ++i)
    refines = (PetscBool)(refines || s->axes[i].refines);
  ChooseAgainst(s);
  PetscCall(CheckColumns(s));
  if (!refines && s->reference == RIC_REFERENCE_FINEST)
    s->columns.n = 0; // nothing to compare with
  PetscCall(Allocate(s));
  for (PetscInt g = 0; g < s->n_groups; ++g) {
    if (s->reference == RIC_REFERENCE_EXACT)
      PetscCall(CompareGroup(s, g, NULL));
    else if (s->reference == RIC_REFERENCE_FILE)
      PetscCall(CompareWithFile(s, g));
    else if (s->reference == RIC_REFERENCE_RUN)
      PetscCall(CompareWithRun(s, g, s->reference_run));
    else if (refines)
      PetscCall(CompareWithRun(s, g, Finest(s, g)));
    for (PetscInt i = 0; i < s->columns.n && refines; ++i) {
      SetPairOrders(s, g, i);
      PetscCall(SetFitOrders(s, g, i));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
