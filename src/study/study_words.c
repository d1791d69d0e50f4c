// SPDX-License-Identifier: BSD-2-Clause
// What a study is asked for: words of the command line, which come before keys of the section
// `study` of the input, which come before defaults.
#include "study/study_setting.h"
#include <ctype.h>
#include <string.h>
#include <unistd.h>

const RicParameter RicStudyParameters[] = {
    {"vary", "values of each option that is varied, by its path", "", RIC_PARAMETER_NAMED_WORDS,
     .otherwise = "of -vary"},
    {"zip", "paths whose values go together, or true for all; others are crossed", "",
     RIC_PARAMETER_WORDS, .otherwise = "none"},
    {"refine", "paths whose finest value may be a reference", "", RIC_PARAMETER_WORDS,
     .otherwise = "steps and meshes"},
    {"courant", "Courant numbers: the step follows the mesh", "", RIC_PARAMETER_WORDS,
     .otherwise = "none"},
    {"reference", "expressions of t by column, a csv, the number of a run, or finest", "",
     RIC_PARAMETER_NAMED_WORDS, .otherwise = "finest"},
    {"columns", "of history.csv, to be compared", "", RIC_PARAMETER_WORDS,
     .otherwise = "those of the reference, or the first coordinate"},
    {"summary", "paths of summary.json, to be shown", "", RIC_PARAMETER_WORDS, .otherwise = "none"},
    {"norm", "of the table: l1, l2 or max", "", RIC_PARAMETER_TEXT, .count = 8, .text = "l2"},
    {"against", "what orders refer to: a path of summary.json or of a varied number", "",
     RIC_PARAMETER_TEXT, .count = RIC_NAME_LEN, .otherwise = "the step, or what refines"},
    {"jobs", "runs at a time", "", RIC_PARAMETER_INT, .value = {1}, .bounds = {1, 1024}},
    {"ranks", "of each run", "", RIC_PARAMETER_INT, .value = {1}, .bounds = {1, PETSC_MAX_INT}},
    {"launcher", "what starts a run on several ranks, before their number", "", RIC_PARAMETER_TEXT,
     .count = RIC_PATH_LEN, .text = "mpiexec -n"},
    {"continue", "each run starts where the one before it ended", "", RIC_PARAMETER_BOOL,
     .value = {0}},
    {NULL},
};

// Options that are no keys of the section.
static const char *const own_options[] = {"o", "quiet", "fresh", NULL};
static const char *const flags[] = {"quiet", "fresh", "continue", "zip", NULL};

// ---- The command line ----

static PetscBool IsOption(const char word[]) {
  return (PetscBool)(word[0] == '-' && (isalpha((unsigned char)word[1]) || word[1] == '-'));
}

static PetscBool IsOurs(const char name[]) {
  PetscBool ours = RicStudyIsAmong(name, own_options);

  for (const RicParameter *p = RicStudyParameters; p->key && !ours; ++p)
    ours = (PetscBool)!strcmp(p->key, name);
  return ours;
}

// Ours are taken, the others are for the runs.
static PetscErrorCode SortWords(RicStudy s, int n, char **words, RicStudySource *source) {
  PetscFunctionBeginUser;
  PetscCall(RicStoreTake(s->store, (size_t)(n + 1) * sizeof *source->given, &source->given));
  for (int i = 0; i < n; ++i) {
    const char *name = words[i] + 1;
    const PetscBool valued = (PetscBool)(i + 1 < n && !IsOption(words[i + 1]));

    RicCheckUser(IsOption(words[i]), PETSC_COMM_SELF, "'%s': no option stands before it", words[i]);
    if (IsOurs(name)) {
      RicCheckUser(valued || RicStudyIsAmong(name, flags), PETSC_COMM_SELF,
                   "option -%s: expects a value", name);
      source->given[source->n++] = (RicStudyGiven){name, valued ? words[i + 1] : ""};
    } else
      PetscCall(RicWordsAdd(s, &s->passed, words[i]));
    if (!IsOurs(name) && valued)
      PetscCall(RicWordsAdd(s, &s->passed, words[i + 1]));
    i += valued;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Settings ----

static PetscErrorCode ReadLauncher(RicStudy s, const RicStudySource *source) {
  RicStudySetting setting;

  PetscFunctionBeginUser;
  PetscCall(RicStudyFindSetting(s, source, "launcher", &setting));
  const char *at = setting.text ? setting.text : "mpiexec -n";
  for (size_t length; *(at += strspn(at, " ")); at += length) {
    length = strcspn(at, " ");
    PetscCall(RicWordsAdd(s, &s->launcher, RicStudyText(s, "%.*s", (int)length, at)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- References ----

// Columns and what they are exactly.
static PetscErrorCode ReadExact(RicStudy s, RicInputNode node) {
  char error[RIC_TEXT_LEN], text[RIC_TEXT_LEN];
  const RicConstant *parameters;
  RicExpression expr;
  RicInputNode item;
  const char *key;
  PetscInt n, n_parameters;

  PetscFunctionBeginUser;
  PetscCall(RicInputGetParameters(s->input, &n_parameters, &parameters));
  PetscCall(RicInputGetSize(node, &n));
  for (PetscInt i = 0; i < n; ++i) {
    PetscCall(RicInputGetItem(node, i, &item));
    PetscCall(RicInputGetKey(item, &key));
    PetscCall(RicInputRequireString(item, NULL, text, sizeof text));
    PetscCall(
        RicExpressionCreateIn(&(RicScope){"t", parameters, n_parameters}, text, &expr, error));
    if (!expr)
      PetscCall(RicInputError(item, NULL, "expects an expression of t: %s", error));
    PetscCall(RicExpressionDestroy(&expr));
    PetscCall(RicWordsAdd(s, &s->columns, key));
    PetscCall(RicWordsAdd(s, &s->exact, RicStudyText(s, "%s", text)));
  }
  s->reference = RIC_REFERENCE_EXACT;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadReferenceText(RicStudy s, const RicStudySetting *setting) {
  double x;

  PetscFunctionBeginUser;
  if (!strcmp(setting->text, "finest"))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (RicStudyIsNumber(setting->text, &x)) {
    if (x < 1 || x != (double)(PetscInt)x)
      PetscCall(RicStudyRaise(setting, "runs count from 1 (is %s)", setting->text));
    s->reference = RIC_REFERENCE_RUN;
    s->reference_run = (PetscInt)x - 1;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  s->reference = RIC_REFERENCE_FILE;
  s->reference_file = setting->text;
  if (access(setting->text, R_OK) != 0)
    PetscCall(RicStudyRaise(
        setting, "expects finest, the number of a run or a csv file, '%s' cannot be read",
        setting->text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadReference(RicStudy s, const RicStudySource *source) {
  RicInputNode node;
  PetscBool mapping;
  RicStudySetting setting;

  PetscFunctionBeginUser;
  PetscCall(RicStudyFindSetting(s, source, "reference", &setting));
  PetscCall(RicInputGetChild(source->section, "reference", &node));
  PetscCall(RicInputIsMapping(node, &mapping));
  if (setting.text)
    PetscCall(ReadReferenceText(s, &setting));
  else if (mapping)
    PetscCall(ReadExact(s, node));
  if (s->reference == RIC_REFERENCE_EXACT)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStudyReadList(s, source, "columns", &s->columns));
  if (s->reference == RIC_REFERENCE_FILE && s->columns.n == 0)
    PetscCall(RicStudyReadHeader(s, s->reference_file, &s->columns));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The whole ----

PetscErrorCode RicStudyCheckKeys(RicInputNode root, RicInputNode *section) {
  const char *allowed[sizeof RicStudyParameters / sizeof *RicStudyParameters];
  PetscInt n = 0;

  PetscFunctionBeginUser;
  for (; RicStudyParameters[n].key; ++n)
    allowed[n] = RicStudyParameters[n].key;
  allowed[n] = NULL;
  PetscCall(RicInputGetChild(root, "study", section));
  PetscCall(RicInputCheckKeys(*section, allowed));
  PetscCall(RicInputUseParameters(*section));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadSettings(RicStudy s, const RicStudySource *source) {
  RicStudySetting setting;

  PetscFunctionBeginUser;
  s->jobs = s->ranks = 1;
  PetscCall(RicStudyReadCount(s, source, "jobs", &s->jobs));
  PetscCall(RicStudyReadCount(s, source, "ranks", &s->ranks));
  PetscCall(RicStudyReadFlag(s, source, "quiet", &s->quiet));
  PetscCall(RicStudyReadFlag(s, source, "fresh", &s->fresh));
  PetscCall(RicStudyReadFlag(s, source, "continue", &s->chain));
  PetscCall(RicStudyReadNorm(s, source));
  PetscCall(ReadLauncher(s, source));
  PetscCall(RicStudyFindSetting(s, source, "against", &setting));
  s->against = setting.text ? setting.text : "";
  PetscCall(RicStudyFindSetting(s, source, "o", &setting));
  s->directory = setting.text ? setting.text : RicStudyText(s, "results/%s-study", s->name);
  PetscCall(RicStudyReadList(s, source, "summary", &s->summary));
  PetscCall(ReadReference(s, source));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The input with the options that all runs get: they may give parameters other values.
static PetscErrorCode OpenInput(RicStudy s) {
  PetscOptions options;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsCreate(&options));
  PetscCall(PetscOptionsPush(options));
  for (PetscInt i = 0; i < s->passed.n; ++i) {
    const PetscBool valued = (PetscBool)(i + 1 < s->passed.n && !IsOption(s->passed.text[i + 1]));

    PetscCall(
        PetscOptionsSetValue(options, s->passed.text[i], valued ? s->passed.text[i + 1] : NULL));
    i += valued;
  }
  const PetscErrorCode error = RicInputOpen(PETSC_COMM_SELF, s->filename, &s->input);
  PetscCall(PetscOptionsPop());
  PetscCall(PetscOptionsDestroy(&options));
  PetscFunctionReturn(error);
}

PetscErrorCode RicStudyReadWords(RicStudy s, int n, char **words) {
  RicStudySource source = {0};
  RicInputNode root;

  PetscFunctionBeginUser;
  RicCheckUser(n > 0 && words[0][0] && words[0][0] != '-', PETSC_COMM_SELF,
               "study: names no input file (ricochet study INPUT.yaml)");
  s->filename = words[0];
  const char *slash = strrchr(words[0], '/'), *base = slash ? slash + 1 : words[0];
  const char *dot = strrchr(base, '.');
  s->name =
      RicStudyText(s, "%.*s", dot && dot > base ? (int)(dot - base) : (int)strlen(base), base);
  PetscCall(SortWords(s, n - 1, words + 1, &source));
  PetscCall(OpenInput(s));
  PetscCall(RicInputGetRoot(s->input, &root));
  PetscCall(RicStudyCheckKeys(root, &source.section));
  PetscCall(RicStudyReadAxes(s, &source));
  PetscCall(ReadSettings(s, &source));
  PetscFunctionReturn(PETSC_SUCCESS);
}
