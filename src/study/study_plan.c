// SPDX-License-Identifier: BSD-2-Clause
// From axes to runs: every combination of the bundles' values, the first bundle slowest. A run's
// directory is called by the hash of all that it depends on, so that it is found again whatever else
// a later study varies.
#include "base/hash.h"
#include "study/study_impl.h"
#include <string.h>

static PetscErrorCode CountRuns(RicStudy s) {
  double n = 1;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->n_axes; ++i)
    if (s->axes[i].bundle == i)
      n *= (double)s->axes[i].values.n;
  RicCheckUser(s->n_axes, PETSC_COMM_SELF,
               "study: nothing is varied (-vary stepper.step=1e-3,5e-4, or study: {vary: …} in %s)",
               s->filename);
  RicCheckUser(n <= RIC_STUDY_MAX_RUNS, PETSC_COMM_SELF,
               "study: at most %d runs (are %g): -zip lets values go together", RIC_STUDY_MAX_RUNS,
               n);
  s->n_runs = (PetscInt)n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Which value of each axis is that of run r.
static PetscErrorCode Choose(RicStudy s, PetscInt r, RicStudyRun *run) {
  PetscFunctionBeginUser;
  PetscCall(RicStoreTake(s->store, (size_t)s->n_axes * sizeof *run->at, &run->at));
  for (PetscInt i = s->n_axes - 1; i >= 0; --i) {
    if (s->axes[i].bundle != i)
      continue;
    run->at[i] = r % s->axes[i].values.n;
    r /= s->axes[i].values.n;
  }
  for (PetscInt i = 0; i < s->n_axes; ++i)
    run->at[i] = run->at[s->axes[i].bundle];
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The option of an axis with a value, which may bring options of its own: `moreau-jean
// -stepper_forecast free`.
static PetscErrorCode AddOption(RicStudy s, const RicAxis *axis, const char value[],
                                RicWords *options) {
  PetscFunctionBeginUser;
  PetscCall(RicWordsAdd(s, options, axis->option));
  if (!strstr(value, " -")) {
    PetscCall(RicWordsAdd(s, options, value));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (size_t length; *(value += strspn(value, " ")); value += length) {
    length = strcspn(value, " ");
    PetscCall(RicWordsAdd(s, options, RicStudyText(s, "%.*s", (int)length, value)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Hashes ----

static uint64_t HashText(uint64_t hash, const char text[]) {
  return RicHashBytes(hash, text, strlen(text) + 1);
}

static uint64_t HashWords(uint64_t hash, const RicWords *words) {
  for (PetscInt i = 0; i < words->n; ++i)
    hash = HashText(hash, words->text[i]);
  return HashText(hash, "");
}

// Contents of a file that a word names; a word that names none changes nothing.
static uint64_t HashNamed(uint64_t hash, const char path[]) {
  uint64_t of_file;

  return RicHashFile(path, &of_file) == 0 ? RicHashBytes(hash, &of_file, sizeof of_file) : hash;
}

// The files that an input stands on: those it calls `file` or `from`, beside it or from here, as the
// program looks for them.
static PetscErrorCode HashFiles(RicStudy s, RicInputNode parent, RicInputNode node,
                                uint64_t *hash) {
  char text[RIC_PATH_LEN], beside[2 * RIC_PATH_LEN];
  PetscBool scalar;
  const char *key;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(RicInputIsScalar(node, &scalar));
  PetscCall(RicInputGetKey(node, &key));
  if (scalar && (!strcmp(key, "file") || !strcmp(key, "from"))) {
    const char *slash = strrchr(s->filename, '/');

    PetscCall(RicInputGetWritten(parent, key, text, sizeof text));
    snprintf(beside, sizeof beside, "%.*s%s", slash ? (int)(slash - s->filename) + 1 : 0,
             s->filename, text);
    *hash = HashNamed(HashNamed(*hash, beside), text);
  }
  if (scalar)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetSize(node, &n));
  for (PetscInt i = 0; i < n; ++i) {
    RicInputNode item;

    PetscCall(RicInputGetItem(node, i, &item));
    PetscCall(HashFiles(s, node, item, hash));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Options of PETSc that runs find for themselves, as this process has: of PETSC_OPTIONS and of files
// like .petscrc. PETSc keeps them sorted by name.
static PetscErrorCode HashSurroundings(uint64_t *hash) {
  char *all;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  if (all[0])
    *hash = HashText(*hash, all);
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// What all runs depend on.
static PetscErrorCode HashShared(RicStudy s, uint64_t *hash) {
  RicInputNode root;

  PetscFunctionBeginUser;
  *hash = HashText(RIC_HASH_START, RIC_VERSION);
  *hash = RicHashBytes(*hash, &s->ranks, sizeof s->ranks);
  PetscCall(RicInputGetRoot(s->input, &root));
  PetscCall(RicInputHash(root, "study", hash));
  PetscCall(HashFiles(s, NULL, root, hash));
  PetscCall(HashSurroundings(hash));
  *hash = HashWords(*hash, &s->passed);
  for (PetscInt i = 0; i < s->passed.n; ++i)
    *hash = HashNamed(*hash, s->passed.text[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Groups ----

// Runs of a group agree in all bundles that do not refine: its number is made of theirs.
static void Group(RicStudy s, RicStudyRun *run) {
  PetscInt number = 0, count = 1;

  for (PetscInt i = 0; i < s->n_axes; ++i) {
    if (s->axes[i].bundle != i || s->axes[i].refines)
      continue;
    number = number * s->axes[i].values.n + run->at[i];
    count *= s->axes[i].values.n;
  }
  run->group = number;
  s->n_groups = count;
}

PetscErrorCode RicStudyRunDirectory(RicStudy s, const RicStudyRun *run, char path[RIC_PATH_LEN]) {
  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, RIC_PATH_LEN, "%s/%s", s->directory, run->directory));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyPlan(RicStudy s) {
  uint64_t shared, hash = 0;
  char text[RIC_HASH_LEN];

  PetscFunctionBeginUser;
  PetscCall(CountRuns(s));
  PetscCall(HashShared(s, &shared));
  PetscCall(RicStoreTake(s->store, (size_t)s->n_runs * sizeof *s->runs, &s->runs));
  for (PetscInt r = 0; r < s->n_runs; ++r) {
    RicStudyRun *run = &s->runs[r];

    PetscCall(Choose(s, r, run));
    for (PetscInt i = 0; i < s->n_axes; ++i)
      PetscCall(AddOption(s, &s->axes[i], s->axes[i].values.text[run->at[i]], &run->options));
    run->follows = (PetscBool)(s->chain && run->at[s->axes[s->n_axes - 1].bundle] > 0);
    hash = HashWords(run->follows ? hash : shared, &run->options);
    RicHashPrint(hash, text);
    run->directory = RicStudyText(s, "%s", text);
    run->reason = "";
    Group(s, run);
  }
  RicCheckUser(s->reference != RIC_REFERENCE_RUN || s->reference_run < s->n_runs, PETSC_COMM_SELF,
               "option -reference: run %" PetscInt_FMT " of %" PetscInt_FMT, s->reference_run + 1,
               s->n_runs);
  PetscCall(RicStoreTake(s->store, (size_t)s->n_groups * sizeof *s->groups, &s->groups));
  PetscFunctionReturn(PETSC_SUCCESS);
}
