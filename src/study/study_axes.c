// SPDX-License-Identifier: BSD-2-Clause
// What is varied: axes from `vary` and `courant`, which of them go together, which refine.
#include "study/study_setting.h"
#include <string.h>

// -stepper_step of stepper.step, -loads_1_value of loads[1].value
static const char *OptionOf(RicStudy s, const char path[]) {
  char *option;
  size_t n = 1;

  if (RicStoreTake(s->store, strlen(path) + 2, &option))
    return "";
  option[0] = '-';
  for (const char *c = path + (path[0] == '-'); *c; ++c)
    if (*c != ']')
      option[n++] = *c == '.' || *c == '[' ? '_' : *c;
  return option;
}

// The axis of that path, a new one where there is none yet.
static RicAxis *AxisOf(RicStudy s, const char path[]) {
  for (PetscInt i = 0; i < s->n_axes; ++i)
    if (!strcmp(s->axes[i].path, path))
      return &s->axes[i];
  s->axes[s->n_axes] = (RicAxis){.path = path, .option = OptionOf(s, path), .bundle = s->n_axes};
  return &s->axes[s->n_axes++];
}

static PetscErrorCode Vary(RicStudy s, const char path[], const RicStudySetting *setting) {
  char error[RIC_TEXT_LEN];

  PetscFunctionBeginUser;
  if (!path[0] || strcspn(path, " ,") != strlen(path))
    PetscCall(RicStudyRaise(setting, "expects PATH=VALUES, as in stepper.step=2e-3/2^k,k=0..5"));
  RicAxis *axis = AxisOf(s, path);
  axis->values = (RicWords){0};
  axis->given = (PetscBool)!setting->node;
  PetscCall(RicStudyValues(s, setting->text, &axis->values, error));
  if (error[0])
    PetscCall(RicStudyRaise(setting,
                            "%s: %s (a list a,b,c, a range lo:hi:n, lo:hi:n:log or lo:hi:n:random, "
                            "a formula 2e-3/2^k,k=0..5)",
                            path, error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadVaried(RicStudy s, const RicStudySource *source) {
  RicInputNode vary, item;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(RicInputGetChild(source->section, "vary", &vary));
  PetscCall(RicInputGetSize(vary, &n));
  PetscCall(RicStoreTake(s->store, (size_t)(n + source->n + 1) * sizeof *s->axes, &s->axes));
  for (PetscInt i = 0; i < n; ++i) {
    RicStudySetting setting = {.key = "vary"};

    PetscCall(RicInputGetItem(vary, i, &item));
    PetscCall(RicInputGetKey(item, &setting.key));
    setting.node = item;
    PetscCall(RicStudyTextOf(s, item, &setting.text));
    PetscCall(Vary(s, setting.key, &setting));
  }
  for (PetscInt i = 0; i < source->n; ++i) {
    const char *text = source->given[i].value, *sign = strchr(text, '=');
    const RicStudySetting setting = {.key = "vary", .text = sign ? sign + 1 : ""};

    if (!strcmp(source->given[i].name, "vary"))
      PetscCall(Vary(s, sign ? RicStudyText(s, "%.*s", (int)(sign - text), text) : "", &setting));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool IsStep(const RicAxis *axis) {
  return (PetscBool)(!strcmp(axis->path, "stepper.step") || !strcmp(axis->path, "stepper_step"));
}

// It sets the step; a step varied on the command line counts before one of the file.
static PetscErrorCode ReadCourant(RicStudy s, const RicStudySource *source) {
  RicStudySetting setting;
  const RicAxis *step = NULL;

  PetscFunctionBeginUser;
  PetscCall(RicStudyFindSetting(s, source, "courant", &setting));
  for (PetscInt i = 0; i < s->n_axes && !step; ++i)
    step = IsStep(&s->axes[i]) ? &s->axes[i] : NULL;
  if (!setting.text || (step && step->given && setting.node))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (step)
    PetscCall(RicStudyRaise(&setting, "sets the step, which is varied as well: one of them"));
  PetscCall(Vary(s, "stepper.courant", &setting));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The axis that a key names.
static PetscErrorCode NamedAxis(RicStudy s, const RicStudySetting *setting, const char path[],
                                RicAxis **axis) {
  const char **known;
  PetscInt i = 0;

  PetscFunctionBeginUser;
  PetscCall(RicStoreTake(s->store, (size_t)(s->n_axes + 1) * sizeof *known, &known));
  for (PetscInt k = 0; k < s->n_axes; ++k)
    known[k] = s->axes[k].path;
  while (i < s->n_axes && strcmp(s->axes[i].path, path) != 0)
    ++i;
  const char *near = i < s->n_axes ? NULL : RicNearestWord(path, known);
  if (i == s->n_axes)
    PetscCall(RicStudyRaise(setting, "'%s' is not varied%s%s%s", path,
                            near ? ", did you mean '" : "", near ? near : "", near ? "'?" : ""));
  *axis = &s->axes[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadZip(RicStudy s, const RicStudySource *source) {
  RicWords paths = {0};
  RicStudySetting setting;
  RicAxis *axis, *first = NULL;

  PetscFunctionBeginUser;
  PetscCall(RicStudyFindSetting(s, source, "zip", &setting));
  if (!setting.text || !strcmp(setting.text, "false"))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (setting.text[0] && strcmp(setting.text, "true") != 0)
    PetscCall(RicWordsCut(s, setting.text, &paths));
  const PetscBool all = (PetscBool)(paths.n == 0);
  for (PetscInt i = 0; all && i < s->n_axes; ++i)
    PetscCall(RicWordsAdd(s, &paths, s->axes[i].path));
  for (PetscInt i = 0; i < paths.n; ++i) {
    PetscCall(NamedAxis(s, &setting, paths.text[i], &axis));
    first = first ? first : axis;
    axis->bundle = first->bundle;
    if (axis->values.n != first->values.n)
      PetscCall(RicStudyRaise(&setting,
                              "%s has %" PetscInt_FMT " values, %s has %" PetscInt_FMT
                              ": what is zipped has as many",
                              first->path, first->values.n, axis->path, axis->values.n));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// By itself: steps and meshes, and what goes together with them.
static PetscErrorCode ReadRefine(RicStudy s, const RicStudySource *source) {
  RicWords paths = {0};
  RicStudySetting setting;
  RicAxis *axis;

  PetscFunctionBeginUser;
  PetscCall(RicStudyFindSetting(s, source, "refine", &setting));
  if (setting.text && setting.text[0])
    PetscCall(RicWordsCut(s, setting.text, &paths));
  for (PetscInt i = 0; i < paths.n; ++i) {
    PetscCall(NamedAxis(s, &setting, paths.text[i], &axis));
    axis->refines = PETSC_TRUE;
  }
  for (PetscInt i = 0; paths.n == 0 && i < s->n_axes; ++i)
    s->axes[i].refines = (PetscBool)(IsStep(&s->axes[i]) || !strncmp(s->axes[i].path, "mesh", 4));
  for (PetscInt i = 0; i < s->n_axes; ++i)
    for (PetscInt k = 0; k < s->n_axes; ++k)
      if (s->axes[k].refines && s->axes[k].bundle == s->axes[i].bundle)
        s->axes[i].refines = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyReadAxes(RicStudy s, const RicStudySource *source) {
  PetscFunctionBeginUser;
  PetscCall(ReadVaried(s, source));
  PetscCall(ReadCourant(s, source));
  PetscCall(ReadZip(s, source));
  PetscCall(ReadRefine(s, source));
  PetscFunctionReturn(PETSC_SUCCESS);
}
