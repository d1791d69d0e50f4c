// SPDX-License-Identifier: BSD-2-Clause
// What a study is asked for: words of the command line, which come before keys of the section
// `study` of the input, which come before defaults.
#include "study/study_impl.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
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

// ---- Texts ----

const char *RicStudyText(RicStudy s, const char format[], ...) {
  char text[RIC_TEXT_LEN];
  const char *copy = NULL;
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return RicStoreCopyText(s->store, text, strlen(text), &copy) ? "" : copy;
}

PetscErrorCode RicWordsAdd(RicStudy s, RicWords *words, const char text[]) {
  PetscFunctionBeginUser;
  if ((words->n & (words->n - 1)) == 0) { // room for the next power of two
    const char **more;

    PetscCall(RicStoreTake(s->store, (size_t)(words->n ? 2 * words->n : 1) * sizeof *more, &more));
    PetscCall(PetscArraycpy(more, words->text, words->n));
    words->text = more;
  }
  words->text[words->n++] = text;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicWordsCut(RicStudy s, const char text[], RicWords *words) {
  const char *from = text, *copy;
  int depth = 0;

  PetscFunctionBeginUser;
  for (const char *at = text;; ++at) {
    depth += (*at == '(') - (*at == ')');
    if (*at && !(*at == ',' && depth == 0))
      continue;
    from += strspn(from, " ");
    size_t length = at > from ? (size_t)(at - from) : 0;
    while (length && from[length - 1] == ' ')
      --length;
    PetscCall(RicStoreCopyText(s->store, from, length, &copy));
    PetscCall(RicWordsAdd(s, words, copy));
    from = at + 1;
    if (!*at)
      break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool IsAmong(const char word[], const char *const words[]) {
  for (PetscInt i = 0; words[i]; ++i)
    if (!strcmp(words[i], word))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

// ---- The command line ----

typedef struct {
  const char *name, *value; // value "" for a flag
} Given;

typedef struct {
  Given *given; // [n]
  PetscInt n;
  RicInputNode section; // NULL: the file has none
} Source;

static PetscBool IsOption(const char word[]) {
  return (PetscBool)(word[0] == '-' && (isalpha((unsigned char)word[1]) || word[1] == '-'));
}

static PetscBool IsOurs(const char name[]) {
  PetscBool ours = IsAmong(name, own_options);

  for (const RicParameter *p = RicStudyParameters; p->key && !ours; ++p)
    ours = (PetscBool)!strcmp(p->key, name);
  return ours;
}

// Ours are taken, the others are for the runs.
static PetscErrorCode SortWords(RicStudy s, int n, char **words, Source *source) {
  PetscFunctionBeginUser;
  PetscCall(RicStoreTake(s->store, (size_t)(n + 1) * sizeof *source->given, &source->given));
  for (int i = 0; i < n; ++i) {
    const char *name = words[i] + 1;
    const PetscBool valued = (PetscBool)(i + 1 < n && !IsOption(words[i + 1]));

    RicCheckUser(IsOption(words[i]), PETSC_COMM_SELF, "'%s': no option stands before it", words[i]);
    if (IsOurs(name)) {
      RicCheckUser(valued || IsAmong(name, flags), PETSC_COMM_SELF, "option -%s: expects a value",
                   name);
      source->given[source->n++] = (Given){name, valued ? words[i + 1] : ""};
    } else
      PetscCall(RicWordsAdd(s, &s->passed, words[i]));
    if (!IsOurs(name) && valued)
      PetscCall(RicWordsAdd(s, &s->passed, words[i + 1]));
    i += valued;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Settings ----

// The text of a key, and where it stands for errors; text NULL: nowhere.
typedef struct {
  const char *key, *text;
  RicInputNode node; // NULL: an option
} Setting;

PETSC_ATTRIBUTE_FORMAT(2, 3)
static PetscErrorCode Raise(const Setting *setting, const char format[], ...) {
  char text[RIC_TEXT_LEN];
  va_list arguments;

  PetscFunctionBeginUser;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (setting->node)
    PetscCall(RicInputError(setting->node, NULL, "%s", text));
  RicUserError(PETSC_COMM_SELF, "option -%s: %s", setting->key, text);
}

// A scalar, or the items of a list with commas between.
static PetscErrorCode TextOf(RicStudy s, RicInputNode node, const char **text) {
  char all[RIC_TEXT_LEN] = "", one[RIC_TEXT_LEN];
  RicInputNode item;
  PetscBool list;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(RicInputIsSequence(node, &list));
  if (list) {
    PetscCall(RicInputGetSize(node, &n));
    for (PetscInt i = 0; i < n; ++i) {
      PetscCall(RicInputGetItem(node, i, &item));
      PetscCall(RicInputRequireString(item, NULL, one, sizeof one));
      PetscCall(PetscStrlcat(all, i ? "," : "", sizeof all));
      PetscCall(PetscStrlcat(all, one, sizeof all));
    }
  } else
    PetscCall(RicInputRequireString(node, NULL, all, sizeof all));
  *text = RicStudyText(s, "%s", all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Find(RicStudy s, const Source *source, const char key[], Setting *setting) {
  RicInputNode node;
  PetscBool mapping;

  PetscFunctionBeginUser;
  *setting = (Setting){.key = key};
  for (PetscInt i = 0; i < source->n; ++i)
    if (!strcmp(source->given[i].name, key))
      setting->text = source->given[i].value;
  if (setting->text)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetChild(source->section, key, &node));
  PetscCall(RicInputIsMapping(node, &mapping));
  if (!node || mapping)
    PetscFunctionReturn(PETSC_SUCCESS);
  setting->node = node;
  PetscCall(TextOf(s, node, &setting->text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadCount(RicStudy s, const Source *source, const char key[],
                                PetscInt *value) {
  Setting setting;
  double x;

  PetscFunctionBeginUser;
  PetscCall(Find(s, source, key, &setting));
  if (!setting.text)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!RicStudyIsNumber(setting.text, &x) || x < 1 || x > 1e6 || x != (double)(PetscInt)x)
    PetscCall(Raise(&setting, "expects a whole number >= 1 (is '%s')", setting.text));
  *value = (PetscInt)x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadList(RicStudy s, const Source *source, const char key[],
                               RicWords *words) {
  Setting setting;

  PetscFunctionBeginUser;
  PetscCall(Find(s, source, key, &setting));
  if (setting.text && setting.text[0])
    PetscCall(RicWordsCut(s, setting.text, words));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadFlag(RicStudy s, const Source *source, const char key[], PetscBool *yes) {
  Setting setting;

  PetscFunctionBeginUser;
  PetscCall(Find(s, source, key, &setting));
  if (!setting.text)
    PetscFunctionReturn(PETSC_SUCCESS);
  *yes = (PetscBool)(!setting.text[0] || !strcmp(setting.text, "true"));
  if (!*yes && strcmp(setting.text, "false") != 0)
    PetscCall(Raise(&setting, "expects true or false (is '%s')", setting.text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadNorm(RicStudy s, const Source *source) {
  static const char *const norms[] = {"l1", "l2", "max", NULL};
  Setting setting;

  PetscFunctionBeginUser;
  PetscCall(Find(s, source, "norm", &setting));
  s->norm = setting.text ? setting.text : "l2";
  if (!IsAmong(s->norm, norms))
    PetscCall(Raise(&setting, "expects l1, l2 or max (is '%s')", s->norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadLauncher(RicStudy s, const Source *source) {
  Setting setting;

  PetscFunctionBeginUser;
  PetscCall(Find(s, source, "launcher", &setting));
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

static PetscErrorCode ReadReferenceText(RicStudy s, const Setting *setting) {
  double x;

  PetscFunctionBeginUser;
  if (!strcmp(setting->text, "finest"))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (RicStudyIsNumber(setting->text, &x)) {
    if (x < 1 || x != (double)(PetscInt)x)
      PetscCall(Raise(setting, "runs count from 1 (is %s)", setting->text));
    s->reference = RIC_REFERENCE_RUN;
    s->reference_run = (PetscInt)x - 1;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  s->reference = RIC_REFERENCE_FILE;
  s->reference_file = setting->text;
  if (access(setting->text, R_OK) != 0)
    PetscCall(Raise(setting,
                    "expects finest, the number of a run or a csv file, '%s' cannot be read",
                    setting->text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadReference(RicStudy s, const Source *source) {
  RicInputNode node;
  PetscBool mapping;
  Setting setting;

  PetscFunctionBeginUser;
  PetscCall(Find(s, source, "reference", &setting));
  PetscCall(RicInputGetChild(source->section, "reference", &node));
  PetscCall(RicInputIsMapping(node, &mapping));
  if (setting.text)
    PetscCall(ReadReferenceText(s, &setting));
  else if (mapping)
    PetscCall(ReadExact(s, node));
  if (s->reference == RIC_REFERENCE_EXACT)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReadList(s, source, "columns", &s->columns));
  if (s->reference == RIC_REFERENCE_FILE && s->columns.n == 0)
    PetscCall(RicStudyReadHeader(s, s->reference_file, &s->columns));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Axes ----

static const char *OptionOf(RicStudy s, const char path[]) {
  char option[RIC_NAME_LEN * 4] = "-";
  size_t n = 1;

  for (const char *c = path + (path[0] == '-'); *c && n + 1 < sizeof option; ++c)
    if (*c != ']')
      option[n++] = *c == '.' || *c == '[' ? '_' : *c;
  option[n] = '\0';
  return RicStudyText(s, "%s", option);
}

// The axis of that path, a new one where there is none yet.
static RicAxis *AxisOf(RicStudy s, const char path[]) {
  for (PetscInt i = 0; i < s->n_axes; ++i)
    if (!strcmp(s->axes[i].path, path))
      return &s->axes[i];
  s->axes[s->n_axes] = (RicAxis){.path = path, .option = OptionOf(s, path), .bundle = s->n_axes};
  return &s->axes[s->n_axes++];
}

static PetscErrorCode Vary(RicStudy s, const char path[], const Setting *setting) {
  char error[RIC_TEXT_LEN];

  PetscFunctionBeginUser;
  if (!path[0] || strcspn(path, " ,") != strlen(path))
    PetscCall(Raise(setting, "expects PATH=VALUES, as in stepper.step=2e-3/2^k,k=0..5"));
  RicAxis *axis = AxisOf(s, path);
  axis->values = (RicWords){0};
  PetscCall(RicStudyValues(s, setting->text, &axis->values, error));
  if (error[0])
    PetscCall(Raise(setting,
                    "%s: %s (a list a,b,c, a range lo:hi:n, lo:hi:n:log or lo:hi:n:random, "
                    "a formula 2e-3/2^k,k=0..5)",
                    path, error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadVaried(RicStudy s, const Source *source) {
  RicInputNode vary, item;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(RicInputGetChild(source->section, "vary", &vary));
  PetscCall(RicInputGetSize(vary, &n));
  PetscCall(RicStoreTake(s->store, (size_t)(n + source->n + 1) * sizeof *s->axes, &s->axes));
  for (PetscInt i = 0; i < n; ++i) {
    Setting setting = {.key = "vary"};

    PetscCall(RicInputGetItem(vary, i, &item));
    PetscCall(RicInputGetKey(item, &setting.key));
    setting.node = item;
    PetscCall(TextOf(s, item, &setting.text));
    PetscCall(Vary(s, setting.key, &setting));
  }
  for (PetscInt i = 0; i < source->n; ++i) {
    const char *text = source->given[i].value, *sign = strchr(text, '=');
    const Setting setting = {.key = "vary", .text = sign ? sign + 1 : ""};

    if (!strcmp(source->given[i].name, "vary"))
      PetscCall(Vary(s, sign ? RicStudyText(s, "%.*s", (int)(sign - text), text) : "", &setting));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadCourant(RicStudy s, const Source *source) {
  Setting setting;

  PetscFunctionBeginUser;
  PetscCall(Find(s, source, "courant", &setting));
  if (setting.text)
    PetscCall(Vary(s, "stepper.courant", &setting));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The axis that a key names.
static PetscErrorCode NamedAxis(RicStudy s, const Setting *setting, const char path[],
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
    PetscCall(Raise(setting, "'%s' is not varied%s%s%s", path, near ? ", did you mean '" : "",
                    near ? near : "", near ? "'?" : ""));
  *axis = &s->axes[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadZip(RicStudy s, const Source *source) {
  RicWords paths = {0};
  Setting setting;
  RicAxis *axis, *first = NULL;

  PetscFunctionBeginUser;
  PetscCall(Find(s, source, "zip", &setting));
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
      PetscCall(Raise(&setting,
                      "%s has %" PetscInt_FMT " values, %s has %" PetscInt_FMT
                      ": what is zipped has as many",
                      first->path, first->values.n, axis->path, axis->values.n));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// By itself: steps and meshes, and what goes together with them.
static PetscErrorCode ReadRefine(RicStudy s, const Source *source) {
  RicWords paths = {0};
  Setting setting;
  RicAxis *axis;

  PetscFunctionBeginUser;
  PetscCall(Find(s, source, "refine", &setting));
  if (setting.text && setting.text[0])
    PetscCall(RicWordsCut(s, setting.text, &paths));
  for (PetscInt i = 0; i < paths.n; ++i) {
    PetscCall(NamedAxis(s, &setting, paths.text[i], &axis));
    axis->refines = PETSC_TRUE;
  }
  for (PetscInt i = 0; paths.n == 0 && i < s->n_axes; ++i)
    s->axes[i].refines = (PetscBool)(!strcmp(s->axes[i].path, "stepper.step") ||
                                     !strcmp(s->axes[i].path, "stepper_step") ||
                                     !strncmp(s->axes[i].path, "mesh", 4));
  for (PetscInt i = 0; i < s->n_axes; ++i)
    for (PetscInt k = 0; k < s->n_axes; ++k)
      if (s->axes[k].refines && s->axes[k].bundle == s->axes[i].bundle)
        s->axes[i].refines = PETSC_TRUE;
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

static PetscErrorCode ReadSettings(RicStudy s, const Source *source) {
  Setting setting;

  PetscFunctionBeginUser;
  s->jobs = s->ranks = 1;
  PetscCall(ReadCount(s, source, "jobs", &s->jobs));
  PetscCall(ReadCount(s, source, "ranks", &s->ranks));
  PetscCall(ReadFlag(s, source, "quiet", &s->quiet));
  PetscCall(ReadFlag(s, source, "fresh", &s->fresh));
  PetscCall(ReadFlag(s, source, "continue", &s->chain));
  PetscCall(ReadNorm(s, source));
  PetscCall(ReadLauncher(s, source));
  PetscCall(Find(s, source, "against", &setting));
  s->against = setting.text ? setting.text : "";
  PetscCall(Find(s, source, "o", &setting));
  s->directory = setting.text ? setting.text : RicStudyText(s, "results/%s-study", s->name);
  PetscCall(ReadList(s, source, "summary", &s->summary));
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
  Source source = {0};
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
  PetscCall(ReadVaried(s, &source));
  PetscCall(ReadCourant(s, &source));
  PetscCall(ReadZip(s, &source));
  PetscCall(ReadRefine(s, &source));
  PetscCall(ReadSettings(s, &source));
  PetscFunctionReturn(PETSC_SUCCESS);
}
