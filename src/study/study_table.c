// SPDX-License-Identifier: BSD-2-Clause
// The table on the terminal, and study.csv: a line a run.
#include "io/file.h"
#include "study/study_impl.h"
#include <math.h>
#include <string.h>

// Cells of a table, row by row, the header first; on the terminal as wide as the longest.
typedef struct {
  RicStudy study;
  RicWords cells;
  PetscInt columns;
  PetscBool brief; // for the terminal: fewer digits and norms
} Table;

static PetscErrorCode Put(Table *t, const char text[]) {
  PetscFunctionBeginUser;
  PetscCall(RicWordsAdd(t->study, &t->cells, text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PutNumber(Table *t, double x, int digits) {
  PetscFunctionBeginUser;
  PetscCall(Put(t, isnan(x) ? "" : RicStudyText(t->study, "%.*g", digits, x)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double NormOf(RicStudy s, const RicNorms *norms) {
  return !strcmp(s->norm, "l1") ? norms->l1 : !strcmp(s->norm, "l2") ? norms->l2 : norms->max;
}

// ---- Headers ----

static PetscErrorCode PutErrorHeader(Table *t, const char column[]) {
  RicStudy s = t->study;

  PetscFunctionBeginUser;
  if (t->brief) {
    PetscCall(Put(t, RicStudyText(s, "%s %s", column, s->norm)));
    PetscCall(Put(t, "order"));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  const char *const norms[] = {"l1", "l2", "max"};
  for (int k = 0; k < 3; ++k) {
    PetscCall(Put(t, RicStudyText(s, "%s %s", column, norms[k])));
    PetscCall(Put(t, RicStudyText(s, "%s %s relative", column, norms[k])));
    PetscCall(Put(t, RicStudyText(s, "%s %s order", column, norms[k])));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PutHeader(Table *t) {
  RicStudy s = t->study;

  PetscFunctionBeginUser;
  PetscCall(Put(t, "run"));
  for (PetscInt i = 0; i < s->n_axes; ++i)
    PetscCall(Put(t, s->axes[i].path));
  for (PetscInt i = 0; i < s->columns.n; ++i)
    PetscCall(PutErrorHeader(t, s->columns.text[i]));
  for (PetscInt i = 0; i < s->summary.n; ++i)
    PetscCall(Put(t, s->summary.text[i]));
  PetscCall(Put(t, t->brief ? "wall, s" : "wall_s"));
  if (!t->brief)
    PetscCall(Put(t, "directory"));
  if (!t->brief)
    PetscCall(Put(t, "code"));
  PetscCall(Put(t, t->brief ? "" : "reason"));
  t->columns = t->cells.n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Rows ----

static PetscErrorCode PutErrors(Table *t, const RicColumnError *e) {
  PetscFunctionBeginUser;
  if (t->brief) {
    PetscCall(PutNumber(t, NormOf(t->study, &e->error), 4));
    PetscCall(PutNumber(t, NormOf(t->study, &e->order), 3));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  const double error[] = {e->error.l1, e->error.l2, e->error.max};
  const double size[] = {e->size.l1, e->size.l2, e->size.max};
  const double order[] = {e->order.l1, e->order.l2, e->order.max};
  for (int k = 0; k < 3; ++k) {
    PetscCall(PutNumber(t, error[k], 17));
    PetscCall(PutNumber(t, size[k] > 0 ? error[k] / size[k] : NAN, 17));
    PetscCall(PutNumber(t, order[k], 6));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PutSummary(Table *t, const RicStudyRun *run, const char path[]) {
  const json_t *value = RicStudyFind(run->summary, path);

  PetscFunctionBeginUser;
  if (json_is_number(value))
    PetscCall(PutNumber(t, json_number_value(value), t->brief ? 6 : 17));
  else if (json_is_string(value))
    PetscCall(Put(t, RicStudyText(t->study, "%s", json_string_value(value))));
  else
    PetscCall(Put(t, json_is_true(value) ? "true" : json_is_false(value) ? "false" : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// In a table, what became of a run that has no more to say of itself.
static const char *WordOf(RicStudy s, const RicStudyRun *run) {
  const PetscInt reference = s->groups[run->group].reference;

  if (run->state == RIC_RUN_FAILED)
    return RicStudyText(s, "failed (%d): %s", run->code, run->reason);
  if (run->state == RIC_RUN_STOPPED)
    return "stopped";
  if (run->state == RIC_RUN_WAITING)
    return "not run";
  return reference == run - s->runs ? "reference" : "";
}

static PetscErrorCode PutRun(Table *t, const RicStudyRun *run) {
  RicStudy s = t->study;
  const json_t *wall = RicStudyFind(run->summary, "wall_s");

  PetscFunctionBeginUser;
  PetscCall(Put(t, RicStudyText(s, "%" PetscInt_FMT, (PetscInt)(run - s->runs) + 1)));
  for (PetscInt i = 0; i < s->n_axes; ++i)
    PetscCall(Put(t, s->axes[i].values.text[run->at[i]]));
  for (PetscInt i = 0; i < s->columns.n; ++i)
    PetscCall(PutErrors(t, &run->errors[i]));
  for (PetscInt i = 0; i < s->summary.n; ++i)
    PetscCall(PutSummary(t, run, s->summary.text[i]));
  PetscCall(PutNumber(t, wall ? json_number_value(wall) : NAN, t->brief ? 3 : 17));
  if (!t->brief) {
    PetscCall(Put(t, run->directory));
    PetscCall(Put(t, run->state == RIC_RUN_WAITING ? "" : RicStudyText(s, "%d", run->code)));
  }
  PetscCall(Put(t, t->brief ? WordOf(s, run) : run->reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Fill(Table *t) {
  PetscFunctionBeginUser;
  PetscCall(PutHeader(t));
  for (PetscInt r = 0; r < t->study->n_runs; ++r)
    PetscCall(PutRun(t, &t->study->runs[r]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- On the terminal ----

// Characters, not bytes, of UTF-8.
static int WidthOf(const char text[]) {
  int width = 0;

  for (; *text; ++text)
    width += ((unsigned char)*text >> 6) != 2;
  return width;
}

static PetscErrorCode PrintCells(const Table *t) {
  const PetscInt n = t->columns, rows = t->cells.n / n;
  int *widths;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n, &widths));
  for (PetscInt k = 0; k < t->cells.n; ++k)
    widths[k % n] = PetscMax(widths[k % n], WidthOf(t->cells.text[k]));
  for (PetscInt r = 0; r < rows; ++r)
    for (PetscInt i = 0; i < n; ++i) {
      const char *cell = t->cells.text[r * n + i];

      if (i + 1 < n)
        printf("%*s%s  ", widths[i] - WidthOf(cell), "", cell);
      else
        printf("%s\n", cell);
    }
  PetscCall(PetscFree(widths));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// `order of wall.gap against stepper.step: 1.98 (stepper.type=moreau-jean)`
static void PrintOrders(RicStudy s, PetscInt g) {
  PetscInt first = 0;

  while (s->runs[first].group != g)
    ++first;
  for (PetscInt c = 0; c < s->columns.n; ++c) {
    const double order = NormOf(s, &s->groups[g].order[c]);
    int told = 0;

    if (isnan(order))
      continue;
    printf("order of %s (%s) against %s: %.3g", s->columns.text[c], s->norm, s->against, order);
    for (PetscInt i = 0; i < s->n_axes; ++i)
      if (!s->axes[i].refines && s->axes[i].values.n > 1)
        printf("%s%s=%s", told++ ? ", " : " (", s->axes[i].path,
               s->axes[i].values.text[s->runs[first].at[i]]);
    printf("%s\n", told ? ")" : "");
  }
}

PetscErrorCode RicStudyPrint(RicStudy s) {
  Table t = {.study = s, .brief = PETSC_TRUE};

  PetscFunctionBeginUser;
  if (s->quiet)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Fill(&t));
  PetscCall(PrintCells(&t));
  for (PetscInt g = 0; g < s->n_groups; ++g)
    PrintOrders(s, g);
  printf("files     %s/{study.csv,study.json}\n", s->directory);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- study.csv ----

// A cell in quotes where it must be.
static size_t WriteCell(const char cell[], char text[], size_t at) {
  const PetscBool quoted = (PetscBool)(strpbrk(cell, ",\"\r\n") != NULL);

  if (quoted)
    text[at++] = '"';
  for (; *cell; ++cell) {
    if (*cell == '"')
      text[at++] = '"';
    text[at++] = *cell;
  }
  if (quoted)
    text[at++] = '"';
  return at;
}

PetscErrorCode RicStudyWriteCsv(RicStudy s) {
  Table t = {.study = s};
  size_t room = 0, at = 0;
  char *text;

  PetscFunctionBeginUser;
  PetscCall(Fill(&t));
  for (PetscInt k = 0; k < t.cells.n; ++k)
    room += 2 * strlen(t.cells.text[k]) + 4;
  PetscCall(PetscMalloc1(room + 1, &text));
  for (PetscInt k = 0; k < t.cells.n; ++k) {
    at = WriteCell(t.cells.text[k], text, at);
    text[at++] = (k + 1) % t.columns ? ',' : '\n';
  }
  const PetscErrorCode error =
      RicFileReplace(PETSC_COMM_SELF, RicStudyText(s, "%s/study.csv", s->directory), text, at);
  PetscCall(PetscFree(text));
  PetscFunctionReturn(error);
}
