// SPDX-License-Identifier: BSD-2-Clause
// Runs as processes: several at once, each in a process group of its own, so that a Ctrl-C reaches
// them once and through here. The first signal lets those that run end their step and write what they
// have, the second ends them at once.
#include "io/file.h"
#include "study/nursery.h"
#include "study/study_impl.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOG "run.log"
#define TAIL 4096 // bytes of a log that may hold its last line

static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
enum { NUM_ENDS = sizeof ends / sizeof *ends };

static void SetOfSignals(sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGCHLD);
  for (int i = 0; i < NUM_ENDS; ++i)
    sigaddset(set, ends[i]);
}

int RicStudyBegin(RicStudyOrigin *origin, int *argc, char ***argv) {
  extern char **environ;
  size_t n = 0;
  sigset_t set;

  while (environ[n])
    ++n;
  origin->environment = calloc(n + 1, sizeof *origin->environment);
  for (size_t i = 0; origin->environment && i < n; ++i)
    origin->environment[i] = strdup(environ[i]);
  if (!origin->environment)
    return ENOMEM;
  SetOfSignals(&set);
  if (sigprocmask(SIG_BLOCK, &set, &origin->mask))
    return errno;
  return RicNurseryOpen(&origin->mask, &origin->nursery, argc, argv);
}

void RicStudyEnd(RicStudyOrigin *origin) {
  RicNurseryClose(&origin->nursery);
  for (char **at = origin->environment; at && *at; ++at)
    free(*at);
  free(origin->environment);
  origin->environment = NULL;
}

// ---- What runs ----

typedef struct {
  pid_t pid; // 0: a free place
  PetscInt run;
} Place;

typedef struct {
  Place *places; // [jobs]
  PetscInt next, running, done, failed, cached;
  double start, shown; // s
  PetscBool terminal;
} Progress;

static double Now(void) {
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- On the terminal ----

static void WriteValues(RicStudy s, const RicStudyRun *run, char text[RIC_TEXT_LEN]) {
  size_t used = 0;

  text[0] = '\0';
  for (PetscInt i = 0; i < s->n_axes && used < RIC_TEXT_LEN; ++i)
    used += (size_t)snprintf(text + used, RIC_TEXT_LEN - used, "%s%s=%s", i ? " " : "",
                             s->axes[i].path, s->axes[i].values.text[run->at[i]]);
}

static void ShowBar(RicStudy s, Progress *p) {
  const double now = Now();
  const PetscInt own = p->done - p->cached; // those that took time
  const double left = own ? (now - p->start) / (double)own * (double)(s->n_runs - p->done) : 0;

  if (s->quiet || !p->terminal || now - p->shown < 0.1)
    return;
  p->shown = now;
  printf("\r\033[K%" PetscInt_FMT " of %" PetscInt_FMT " runs", p->done, s->n_runs);
  if (p->failed)
    printf(", %" PetscInt_FMT " failed", p->failed);
  if (own)
    printf(", about %.0f s left", left);
  (void)fflush(stdout);
}

static void ShowEnd(RicStudy s, const Progress *p) {
  if (!s->quiet && p->terminal)
    printf("\r\033[K");
  (void)fflush(stdout);
}

// A line for each run that is done, where there is no bar.
static void ShowRun(RicStudy s, const Progress *p, const RicStudyRun *run) {
  char values[RIC_TEXT_LEN];

  if (s->quiet || p->terminal)
    return;
  WriteValues(s, run, values);
  printf("run %" PetscInt_FMT " of %" PetscInt_FMT ": %s: %s%s\n", (PetscInt)(run - s->runs) + 1,
         s->n_runs, values,
         run->cached                    ? "was there"
         : run->state == RIC_RUN_DONE   ? "done"
         : run->state == RIC_RUN_FAILED ? "failed: "
                                        : "stopped",
         run->state == RIC_RUN_FAILED ? run->reason : "");
  (void)fflush(stdout);
}

// ---- How a run ended ----

// Is it what the program says of an error?
static PetscBool TellsWhy(const char line[]) {
  return (PetscBool)(!strncmp(line, "ricochet: ", 10) &&
                     strncmp(line, "ricochet: warning", 17) != 0 &&
                     strncmp(line, "ricochet: note", 14) != 0);
}

// The last line by which the program tells an error, else the last one that is not empty.
static const char *LastLine(char tail[]) {
  const char *last = "", *why = NULL;
  char *end;

  for (char *line = strtok_r(tail, "\r\n", &end); line; line = strtok_r(NULL, "\r\n", &end)) {
    if (line[strspn(line, " -")])
      last = line;
    if (TellsWhy(line))
      why = line + 10;
  }
  return why ? why : last;
}

static PetscErrorCode ReadReason(RicStudy s, RicStudyRun *run) {
  char path[RIC_PATH_LEN + 16], directory[RIC_PATH_LEN], tail[TAIL + 1];

  PetscFunctionBeginUser;
  PetscCall(RicStudyRunDirectory(s, run, directory));
  snprintf(path, sizeof path, "%s/" LOG, directory);
  FILE *file = fopen(path, "rb");
  if (file && fseek(file, -TAIL, SEEK_END))
    rewind(file);
  const size_t got = file ? fread(tail, 1, TAIL, file) : 0;
  if (file)
    (void)fclose(file);
  tail[got] = '\0';
  run->reason = RicStudyText(s, "%s", LastLine(tail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Judge(RicStudy s, RicStudyRun *run, int status) {
  PetscFunctionBeginUser;
  run->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (run->code == 0)
    PetscCall(RicStudyReadSummary(s, run, &run->summary));
  run->state = run->summary ? RIC_RUN_DONE : s->stopped ? RIC_RUN_STOPPED : RIC_RUN_FAILED;
  if (run->state == RIC_RUN_DONE)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReadReason(s, run));
  if (run->code >= 128 && !run->reason[0])
    run->reason = RicStudyText(s, "ended by signal %d", run->code - 128);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void Count(RicStudy s, Progress *p, const RicStudyRun *run) {
  p->done += run->state != RIC_RUN_STOPPED;
  p->failed += run->state == RIC_RUN_FAILED;
  p->cached += run->cached;
  ShowRun(s, p, run);
  ShowBar(s, p);
}

// ---- Beginning one ----

// Of a chain: leave a state to go on from, and go on from that of the run before.
static PetscErrorCode AddChain(RicStudy s, const RicStudyRun *run, RicWords *words) {
  char directory[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  if (s->chain) {
    PetscCall(RicWordsAdd(s, words, "-output_checkpoint_every"));
    PetscCall(RicWordsAdd(s, words, "1000000000")); // at the end
  }
  if (!run->follows)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicStudyRunDirectory(s, run - 1, directory));
  PetscCall(RicWordsAdd(s, words, "-initial_from"));
  PetscCall(RicWordsAdd(s, words, RicStudyText(s, "%s/checkpoint.h5", directory)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddWords(RicStudy s, RicWords *words, const RicWords *more) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < more->n; ++i)
    PetscCall(RicWordsAdd(s, words, more->text[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CommandOf(RicStudy s, const RicStudyRun *run, const char directory[],
                                RicWords *words) {
  PetscFunctionBeginUser;
  if (s->ranks > 1) {
    PetscCall(AddWords(s, words, &s->launcher));
    PetscCall(RicWordsAdd(s, words, RicStudyText(s, "%" PetscInt_FMT, s->ranks)));
  }
  PetscCall(RicWordsAdd(s, words, s->program));
  PetscCall(RicWordsAdd(s, words, "run"));
  PetscCall(RicWordsAdd(s, words, s->filename));
  PetscCall(RicWordsAdd(s, words, "-o"));
  PetscCall(RicWordsAdd(s, words, RicStudyText(s, "%s", directory)));
  PetscCall(AddChain(s, run, words));
  PetscCall(AddWords(s, words, &s->passed));
  PetscCall(AddWords(s, words, &run->options));
  PetscCall(RicWordsAdd(s, words, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// posix_spawn with the log as standard output and error; an errno.
static int Spawn(RicStudy s, const char log[], const char *const words[], pid_t *pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;

  int error = posix_spawn_file_actions_init(&files);
  if (!error)
    error = posix_spawnattr_init(&how);
  if (error)
    return error;
  (void)posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  (void)posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  (void)posix_spawn_file_actions_adddup2(&files, 1, 2);
  (void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  (void)posix_spawnattr_setpgroup(&how, 0);
  (void)posix_spawnattr_setsigmask(&how, &s->origin->mask);
  error = posix_spawnp(pid, words[0], &files, &how, (char *const *)words, s->origin->environment);
  (void)posix_spawnattr_destroy(&how);
  (void)posix_spawn_file_actions_destroy(&files);
  return error;
}

static PetscErrorCode Start(RicStudy s, PetscInt r, Progress *p) {
  char directory[RIC_PATH_LEN], log[RIC_PATH_LEN + 16];
  RicStudyRun *run = &s->runs[r];
  RicWords words = {0};
  Place *place = p->places;

  PetscFunctionBeginUser;
  PetscCall(RicStudyRunDirectory(s, run, directory));
  PetscCall(RicDirectoryCreate(PETSC_COMM_SELF, directory));
  snprintf(log, sizeof log, "%s/" LOG, directory);
  PetscCall(CommandOf(s, run, directory, &words));
  while (place->pid)
    ++place;
  int error =
      s->ranks > 1 ? ENOSYS : RicNurseryStart(s->origin->nursery, log, words.text, &place->pid);
  if (error)
    error = Spawn(s, log, words.text, &place->pid);
  *place = error ? (Place){0} : (Place){place->pid, r};
  p->running += !error;
  if (!error)
    PetscFunctionReturn(PETSC_SUCCESS);
  run->state = RIC_RUN_FAILED;
  run->code = 127;
  run->reason = RicStudyText(s, "%s: %s", words.text[0], strerror(error));
  Count(s, p, run);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The next one: started unless it is there.
static PetscErrorCode StartNext(RicStudy s, Progress *p) {
  RicStudyRun *run = &s->runs[p->next++];

  PetscFunctionBeginUser;
  if (run->follows && run[-1].state != RIC_RUN_DONE) {
    run->state = RIC_RUN_FAILED;
    run->code = run[-1].code;
    run->reason = "the run that it goes on from is not complete";
    Count(s, p, run);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!s->fresh)
    PetscCall(RicStudyReadSummary(s, run, &run->summary));
  if (!run->summary) {
    PetscCall(Start(s, p->next - 1, p));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  run->state = RIC_RUN_DONE;
  run->cached = PETSC_TRUE;
  Count(s, p, run);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Waiting ----

static PetscErrorCode Reap(RicStudy s, Progress *p) {
  int status;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->jobs; ++i) {
    Place *place = &p->places[i];

    if (!place->pid || waitpid(place->pid, &status, WNOHANG) != place->pid)
      continue;
    PetscCall(Judge(s, &s->runs[place->run], status));
    Count(s, p, &s->runs[place->run]);
    place->pid = 0;
    --p->running;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void SignalAll(RicStudy s, const Progress *p, int number) {
  for (PetscInt i = 0; i < s->jobs; ++i)
    if (p->places[i].pid)
      (void)kill(-p->places[i].pid, number);
}

// For a signal, or a fifth of a second.
static PetscErrorCode Wait(RicStudy s, Progress *p) {
  const struct timespec patience = {0, 200000000};
  sigset_t set;

  PetscFunctionBeginUser;
  SetOfSignals(&set);
  const int number = sigtimedwait(&set, NULL, &patience);
  for (int i = 0; i < NUM_ENDS; ++i)
    if (number == ends[i]) {
      SignalAll(s, p, s->stopped ? SIGKILL : SIGTERM);
      s->stopped = number;
    }
  PetscCall(Reap(s, p));
  ShowBar(s, p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyLaunch(RicStudy s) {
  Progress p = {.start = Now(), .terminal = (PetscBool)isatty(STDOUT_FILENO)};

  PetscFunctionBeginUser;
  if (s->chain)
    s->jobs = 1;
  PetscCall(RicDirectoryCreate(PETSC_COMM_SELF, s->directory));
  PetscCall(RicStoreTake(s->store, (size_t)s->jobs * sizeof *p.places, &p.places));
  while (p.running || (p.next < s->n_runs && !s->stopped)) {
    if (p.next < s->n_runs && p.running < s->jobs && !s->stopped)
      PetscCall(StartNext(s, &p));
    else
      PetscCall(Wait(s, &p));
  }
  ShowEnd(s, &p);
  PetscFunctionReturn(PETSC_SUCCESS);
}
