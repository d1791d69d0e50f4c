// SPDX-License-Identifier: BSD-2-Clause
// study.json, which docs/studies.md describes.
#include "io/file.h"
#include "study/study_impl.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// JSON knows no NaN: null.
static json_t *Number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *List(const RicWords *words) {
  json_t *list = json_array();

  for (PetscInt i = 0; i < words->n; ++i)
    json_array_append_new(list, json_string(words->text[i]));
  return list;
}

static json_t *Norms(const RicNorms *n) {
  json_t *object = json_object();

  json_object_set_new(object, "l1", Number(n->l1));
  json_object_set_new(object, "l2", Number(n->l2));
  json_object_set_new(object, "max", Number(n->max));
  return object;
}

static json_t *Axes(RicStudy s) {
  json_t *list = json_array();

  for (PetscInt i = 0; i < s->n_axes; ++i) {
    json_t *axis = json_object();

    json_object_set_new(axis, "path", json_string(s->axes[i].path));
    json_object_set_new(axis, "refines", json_boolean(s->axes[i].refines));
    json_object_set_new(axis, "values", List(&s->axes[i].values));
    json_array_append_new(list, axis);
  }
  return list;
}

static json_t *Errors(RicStudy s, const RicStudyRun *run) {
  json_t *object = json_object();

  for (PetscInt i = 0; i < s->columns.n; ++i) {
    const RicColumnError *e = &run->errors[i];
    const RicNorms relative = {e->error.l1 / e->size.l1, e->error.l2 / e->size.l2,
                               e->error.max / e->size.max};

    if (!e->known)
      continue;
    json_t *norms = Norms(&e->error);
    json_object_set_new(norms, "relative", Norms(&relative));
    json_object_set_new(norms, "order", Norms(&e->order));
    json_object_set_new(object, s->columns.text[i], norms);
  }
  return object;
}

// The asked-for values of its summary, and what each table wants.
static json_t *Summary(RicStudy s, const RicStudyRun *run) {
  json_t *object = json_object();

  for (PetscInt i = 0; i < s->summary.n; ++i) {
    const json_t *value = RicStudyFind(run->summary, s->summary.text[i]);

    json_object_set_new(object, s->summary.text[i], value ? json_deep_copy(value) : json_null());
  }
  return object;
}

static json_t *Values(RicStudy s, const RicStudyRun *run, PetscBool group) {
  json_t *object = json_object();

  for (PetscInt i = 0; i < s->n_axes; ++i)
    if (!group || !s->axes[i].refines)
      json_object_set_new(object, s->axes[i].path, json_string(s->axes[i].values.text[run->at[i]]));
  return object;
}

static json_t *Run(RicStudy s, const RicStudyRun *run) {
  static const char *const states[] = {"not run", "done", "failed", "stopped"};
  const json_t *wall = RicStudyFind(run->summary, "wall_s");
  json_t *object = json_object();

  json_object_set_new(object, "run", json_integer((json_int_t)(run - s->runs) + 1));
  json_object_set_new(object, "directory", json_string(run->directory));
  json_object_set_new(object, "values", Values(s, run, PETSC_FALSE));
  json_object_set_new(object, "options", List(&run->options));
  json_object_set_new(object, "state", json_string(states[run->state]));
  json_object_set_new(object, "code", json_integer(run->code));
  json_object_set_new(object, "reason", json_string(run->reason));
  json_object_set_new(object, "was_there", json_boolean(run->cached));
  json_object_set_new(object, "group", json_integer(run->group));
  json_object_set_new(object, "against", Number(run->against));
  json_object_set_new(object, "wall_s", Number(wall ? json_number_value(wall) : NAN));
  json_object_set_new(object, "errors", Errors(s, run));
  json_object_set_new(object, "summary", Summary(s, run));
  return object;
}

static json_t *Group(RicStudy s, PetscInt g) {
  const PetscInt reference = s->groups[g].reference;
  json_t *object = json_object(), *runs = json_array(), *orders = json_object();
  const RicStudyRun *first = NULL;

  for (PetscInt r = 0; r < s->n_runs; ++r) {
    if (s->runs[r].group != g)
      continue;
    first = first ? first : &s->runs[r];
    json_array_append_new(runs, json_integer((json_int_t)r + 1));
  }
  for (PetscInt i = 0; i < s->columns.n; ++i)
    json_object_set_new(orders, s->columns.text[i], Norms(&s->groups[g].order[i]));
  json_object_set_new(object, "values", Values(s, first, PETSC_TRUE));
  json_object_set_new(object, "runs", runs);
  json_object_set_new(object, "reference",
                      reference >= 0 ? json_integer((json_int_t)reference + 1) : json_null());
  json_object_set_new(object, "orders", orders);
  return object;
}

static json_t *Whole(RicStudy s) {
  static const char *const references[] = {"finest", "run", "exact", "file"};
  json_t *whole = json_object(), *runs = json_array(), *groups = json_array();

  for (PetscInt r = 0; r < s->n_runs; ++r)
    json_array_append_new(runs, Run(s, &s->runs[r]));
  for (PetscInt g = 0; g < s->n_groups; ++g)
    json_array_append_new(groups, Group(s, g));
  json_object_set_new(whole, "input", json_string(s->filename));
  json_object_set_new(whole, "version", json_string(RIC_VERSION));
  json_object_set_new(whole, "ranks", json_integer(s->ranks));
  json_object_set_new(whole, "complete", json_boolean(!s->stopped));
  json_object_set_new(whole, "against", json_string(s->against));
  json_object_set_new(whole, "norm", json_string(s->norm));
  json_object_set_new(whole, "reference", json_string(references[s->reference]));
  json_object_set_new(whole, "columns", List(&s->columns));
  json_object_set_new(whole, "summary", List(&s->summary));
  json_object_set_new(whole, "axes", Axes(s));
  json_object_set_new(whole, "groups", groups);
  json_object_set_new(whole, "runs", runs);
  return whole;
}

PetscErrorCode RicStudyWriteJson(RicStudy s) {
  PetscFunctionBeginUser;
  json_t *whole = Whole(s);
  char *text = json_dumps(whole, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
  json_decref(whole);
  PetscCheck(text, PETSC_COMM_SELF, PETSC_ERR_MEM, "study.json: no memory");
  const PetscErrorCode error = RicFileReplace(
      PETSC_COMM_SELF, RicStudyText(s, "%s/study.json", s->directory), text, strlen(text));
  free(text);
  PetscFunctionReturn(error);
}
