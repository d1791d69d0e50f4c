// SPDX-License-Identifier: BSD-2-Clause
// What runs left: summary.json, columns of history.csv, their units.
#include "study/study_impl.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PetscErrorCode RicStudyReadSummary(RicStudy s, const RicStudyRun *run, json_t **summary) {
  char directory[RIC_PATH_LEN], path[RIC_PATH_LEN + 16];
  json_error_t error;

  PetscFunctionBeginUser;
  PetscCall(RicStudyRunDirectory(s, run, directory));
  snprintf(path, sizeof path, "%s/summary.json", directory);
  *summary = json_load_file(path, 0, &error);
  if (*summary && !json_is_true(json_object_get(*summary, "complete"))) {
    json_decref(*summary);
    *summary = NULL;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const json_t *RicStudyFind(const json_t *object, const char path[]) {
  char key[RIC_NAME_LEN * 4];
  const json_t *found = json_object_get(object, path);

  for (const char *dot = strchr(path, '.'); dot && !found; dot = strchr(dot + 1, '.')) {
    snprintf(key, sizeof key, "%.*s", (int)(dot - path), path);
    const json_t *inner = json_object_get(object, key);
    if (json_is_object(inner))
      found = RicStudyFind(inner, dot + 1);
  }
  return found;
}

// ---- Comma-separated values ----

// Behind the comma that ends the field at `at`, or at the end of the line.
static const char *SkipField(const char at[]) {
  at += strcspn(at, ",\r\n");
  return *at == ',' ? at + 1 : at;
}

// Number of the column of a header; −1: none.
static PetscInt ColumnOf(const char header[], const char name[]) {
  PetscInt number = 0;

  for (const char *at = header; *at && *at != '\r' && *at != '\n'; at = SkipField(at), ++number)
    if (strcspn(at, ",\r\n") == strlen(name) && !strncmp(at, name, strlen(name)))
      return number;
  return -1;
}

static PetscErrorCode ReadText(const char path[], char **text) {
  FILE *file = fopen(path, "rb");
  long size = -1;

  PetscFunctionBeginUser;
  *text = NULL;
  if (file && !fseek(file, 0, SEEK_END))
    size = ftell(file);
  if (file && size >= 0 && !fseek(file, 0, SEEK_SET)) {
    PetscCall(PetscMalloc1((size_t)size + 1, text));
    (*text)[fread(*text, 1, (size_t)size, file)] = '\0';
  }
  if (file)
    (void)fclose(file);
  RicCheckUser(*text, PETSC_COMM_SELF, "%s: cannot be read (%s)", path, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscInt CountLines(const char text[]) {
  PetscInt n = 0;

  for (const char *at = strchr(text, '\n'); at; at = strchr(at + 1, '\n'))
    ++n;
  return n;
}

// Numbers of one row by the columns they stand in; rows of which a time does not grow, or that hold
// no number, are left out.
static void ReadRow(const char line[], PetscInt n, const PetscInt column[], double row[]) {
  PetscInt number = 0;

  for (const char *at = line; *at && *at != '\n'; at = SkipField(at), ++number)
    for (PetscInt i = 0; i < n; ++i)
      if (column[i] == number)
        row[i] = strtod(at, NULL);
}

static PetscErrorCode ReadRows(const char text[], PetscInt n, const PetscInt column[],
                               RicSeries series[]) {
  const PetscInt capacity = CountLines(text) + 1;
  double *row;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n + 1, &row));
  for (PetscInt i = 0; i < n; ++i)
    PetscCall(PetscMalloc2(capacity, &series[i].t, capacity, &series[i].x));
  const char *line = strchr(text, '\n');
  for (; line && line[1] && line[1] != '\n'; line = strchr(line + 1, '\n')) {
    ReadRow(line + 1, n + 1, column, row);
    for (PetscInt i = 0; i < n; ++i) {
      RicSeries *s = &series[i];

      if (s->n && !(row[n] > s->t[s->n - 1]))
        continue;
      s->t[s->n] = row[n];
      s->x[s->n++] = row[i];
    }
  }
  PetscCall(PetscFree(row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyReadColumns(const char path[], const RicWords *columns, RicSeries series[],
                                   const char **missing) {
  const PetscInt n = columns->n;
  PetscInt *column;
  char *text;

  PetscFunctionBeginUser;
  *missing = NULL;
  for (PetscInt i = 0; i < n; ++i)
    series[i] = (RicSeries){0};
  PetscCall(ReadText(path, &text));
  PetscCall(PetscMalloc1(n + 1, &column));
  for (PetscInt i = 0; i <= n; ++i) {
    column[i] = ColumnOf(text, i < n ? columns->text[i] : "t");
    if (column[i] < 0 && !*missing)
      *missing = i < n ? columns->text[i] : "t";
  }
  if (!*missing)
    PetscCall(ReadRows(text, n, column, series));
  PetscCall(PetscFree(column));
  PetscCall(PetscFree(text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyFreeSeries(PetscInt n, RicSeries series[]) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; ++i)
    PetscCall(PetscFree2(series[i].t, series[i].x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyReadHeader(RicStudy s, const char path[], RicWords *columns) {
  char *text;

  PetscFunctionBeginUser;
  PetscCall(ReadText(path, &text));
  for (const char *at = text; *at && *at != '\r' && *at != '\n'; at = SkipField(at)) {
    const char *name = RicStudyText(s, "%.*s", (int)strcspn(at, ",\r\n"), at);

    if (strcmp(name, "t") != 0)
      PetscCall(RicWordsAdd(s, columns, name));
  }
  PetscCall(PetscFree(text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Units ----

// Impulses of rows become the forces they are in the mean since the row before.
static void DivideByIntervals(RicSeries *s) {
  for (PetscInt i = s->n - 1; i > 0; --i)
    s->x[i] /= s->t[i] - s->t[i - 1];
}

static void SetKind(const char unit[], RicSeries *s) {
  static const char *const forces[] = {"N", "N m", NULL},
                           *const impulses[] = {"N s", "N m s", NULL},
                           *const speeds[] = {"m/s", "rad/s", "1/s", NULL};

  for (PetscInt i = 0; forces[i]; ++i)
    if (!strcmp(unit, forces[i]) || !strcmp(unit, impulses[i]))
      s->kind = RIC_SERIES_CONSTANT;
  for (PetscInt i = 0; impulses[i]; ++i)
    if (!strcmp(unit, impulses[i]))
      DivideByIntervals(s);
  for (PetscInt i = 0; speeds[i]; ++i)
    if (!strcmp(unit, speeds[i]))
      s->kind = RIC_SERIES_LINEAR;
}

PetscErrorCode RicStudyReadKinds(const char directory[], const RicWords *columns,
                                 RicSeries series[]) {
  char path[RIC_PATH_LEN + 16];
  json_error_t error;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/history.json", directory);
  json_t *units = json_load_file(path, 0, &error);
  const json_t *table = json_object_get(units, "history.csv");
  for (PetscInt i = 0; i < columns->n; ++i) {
    const char *unit =
        json_string_value(json_object_get(json_object_get(table, columns->text[i]), "unit"));

    if (unit)
      SetKind(unit, &series[i]);
  }
  json_decref(units);
  PetscFunctionReturn(PETSC_SUCCESS);
}
