// SPDX-License-Identifier: BSD-2-Clause
// nursery COMMAND WORDS …: run a test, whose runs of the program are forked here, where its hundred libraries
// are loaded already (and bound, by LD_BIND_NOW=1): to load and to end them is most of a short run. What is
// forked has the words, the environment, the files and the directory of the program that asks (ricochet.c),
// and is killed where that one dies. The exit code is that of the test.
#include "nursery.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_RUNS 100 // at a time

int RicochetMain(int argc, char **argv); // the program's

extern char **environ;

typedef struct {
  pid_t pid;
  int asker; // a socket
} Run;

typedef struct {
  pid_t test;
  int door;  // a socket, which askers connect to
  int ended; // a descriptor that tells of processes that have
  Run runs[MAX_RUNS];
  int num_runs;
  pid_t first; // run, which tells at its end
  int told[2]; // through this pipe what it has loaded
} Nursery;

static int Fail(const char what[]) {
  perror(what);
  return 127;
}

// --- Components of MPI, which runs load themselves ---------------------------------------------

// They stay to the end.
int dlclose(void *library) {
  (void)library;
  return 0;
}

static int tells_to = -1;

static int TellLibrary(struct dl_phdr_info *library, size_t size, void *nothing) {
  (void)size, (void)nothing;
  return strstr(library->dlpi_name, "/mca_") && dprintf(tells_to, "%s\n", library->dlpi_name) < 0;
}

// Of the first run, which has ended: later ones find them loaded.
static void LoadLibraries(int told) {
  char line[4096];
  FILE *libraries = fdopen(told, "r");

  while (libraries && fgets(line, sizeof line, libraries)) {
    line[strcspn(line, "\n")] = 0;
    (void)dlopen(line, RTLD_NOW);
  }
  if (libraries)
    (void)fclose(libraries);
}

// --- A run begins ------------------------------------------------------------------------------

// n strings from *at on, NULL behind them; *at goes behind the last.
static char **Strings(char **at, int n) {
  char **strings = calloc((size_t)n + 1, sizeof *strings);

  for (int i = 0; strings && i < n; i++) {
    strings[i] = *at;
    *at += strlen(*at) + 1;
  }
  return strings;
}

static int Count(const char at[], const char end[]) {
  int n = 0;

  for (; at < end; at += strlen(at) + 1)
    n++;
  return n;
}

static int TakeFiles(const int files[]) {
  for (int i = 0; i < 3; i++)
    if (dup2(files[i], i) < 0)
      return -1;
  return fchdir(files[3]);
}

static void SetSignals(const Birth *birth) {
  for (int n = 1; n < 32; n++)
    (void)signal(n, birth->ignored & 1u << (n - 1) ? SIG_IGN : SIG_DFL);
  (void)sigprocmask(SIG_SETMASK, &birth->blocked, NULL);
}

// In the forked process.
_Noreturn static void Live(Nursery *nursery, const int files[], char message[], size_t length) {
  Birth birth;
  char *at = message + sizeof birth;

  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  (void)setpgid(0, 0);
  close(nursery->door);
  close(nursery->ended);
  for (int i = 0; i < nursery->num_runs; i++)
    close(nursery->runs[i].asker);
  memcpy(&birth, message, sizeof birth);
  char **words = Strings(&at, birth.argc);
  char **environment = Strings(&at, Count(at, message + length));
  if (!words || !environment || TakeFiles(files))
    _exit(Fail("nursery: a run"));
  for (int i = 0; i < NUM_FILES; i++)
    close(files[i]);
  environ = environment;
  (void)umask(birth.mask);
  SetSignals(&birth);
  const int exit_code = RicochetMain(birth.argc, words);
  if (tells_to >= 0)
    (void)dl_iterate_phdr(TellLibrary, NULL);
  (void)fflush(NULL);
  _exit(exit_code); // the ends of a hundred libraries are a fifth of a short run
}

// Only for processes of who runs the tests.
static int IsOurs(int asker) {
  struct ucred who;
  socklen_t size = sizeof who;

  return !getsockopt(asker, SOL_SOCKET, SO_PEERCRED, &who, &size) && who.uid == geteuid();
}

static void Bear(Nursery *nursery, int asker) {
  static char message[MAX_MESSAGE];
  Files room;
  int files[NUM_FILES];
  struct iovec text = {message, sizeof message};
  struct msghdr all = {
      .msg_iov = &text, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room.bytes};
  const ssize_t length = recvmsg(asker, &all, MSG_CMSG_CLOEXEC);

  if (length <= (ssize_t)sizeof(Birth) || !CMSG_FIRSTHDR(&all)) {
    close(asker);
    return;
  }
  memcpy(files, CMSG_DATA(CMSG_FIRSTHDR(&all)), sizeof files);
  const int is_first = !nursery->first && !pipe2(nursery->told, O_CLOEXEC);
  const pid_t pid = fork();
  if (!pid) {
    close(asker);
    tells_to = is_first ? nursery->told[1] : -1;
    Live(nursery, files, message, (size_t)length);
  }
  for (int i = 0; i < NUM_FILES; i++)
    close(files[i]);
  if (is_first) {
    nursery->first = pid;
    close(nursery->told[1]);
  }
  if (pid > 0)
    nursery->runs[nursery->num_runs++] = (Run){pid, asker};
  else
    close(asker);
}

// --- Runs and the test end ---------------------------------------------------------------------

// As Serve.
static int Reap(Nursery *nursery, int *exit_code) {
  struct signalfd_siginfo info;
  pid_t pid;
  int status;

  if (read(nursery->ended, &info, sizeof info) != sizeof info)
    return 0;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    for (int i = 0; i < nursery->num_runs; i++)
      if (nursery->runs[i].pid == pid) {
        (void)send(nursery->runs[i].asker, &status, sizeof status, MSG_NOSIGNAL);
        close(nursery->runs[i].asker);
        nursery->runs[i--] = nursery->runs[--nursery->num_runs];
      }
    if (pid == nursery->first)
      LoadLibraries(nursery->told[0]);
    if (pid == nursery->test) {
      *exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      return 1;
    }
  }
  return 0;
}

// Nonzero when the test has ended, *exit_code its own.
static int Serve(Nursery *nursery, int *exit_code) {
  enum { DOOR, ENDED, ASKERS };
  struct pollfd all[ASKERS + MAX_RUNS] = {
      [DOOR] = {.events = POLLIN}, [ENDED] = {.fd = nursery->ended, .events = POLLIN}};
  const int n = nursery->num_runs;

  all[DOOR].fd = n < MAX_RUNS ? nursery->door : -1;
  for (int i = 0; i < n; i++)
    all[ASKERS + i] = (struct pollfd){.fd = nursery->runs[i].asker};
  if (poll(all, (nfds_t)(ASKERS + n), -1) < 0)
    return 0;
  for (int i = 0; i < n; i++)
    if (all[ASKERS + i].revents) // who asked for it is gone
      (void)kill(nursery->runs[i].pid, SIGKILL);
  if (all[ENDED].revents)
    return Reap(nursery, exit_code);
  if (!all[DOOR].revents)
    return 0;
  const int asker = accept4(nursery->door, NULL, NULL, SOCK_CLOEXEC);
  if (asker >= 0 && IsOurs(asker))
    Bear(nursery, asker);
  else if (asker >= 0)
    close(asker);
  return 0;
}

// --- The nursery begins ------------------------------------------------------------------------

// The system chooses a name, which is told to all that is started from here.
static int OpenDoor(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  socklen_t length = sizeof(sa_family_t);
  char name[sizeof address.sun_path] = "";
  const int door = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

  if (door < 0 || bind(door, (struct sockaddr *)&address, length) || listen(door, MAX_RUNS))
    return -1;
  length = sizeof address;
  if (getsockname(door, (struct sockaddr *)&address, &length))
    return -1;
  memcpy(name, address.sun_path + 1, length - offsetof(struct sockaddr_un, sun_path) - 1);
  return setenv(NURSERY, name, 1) ? -1 : door;
}

int main(int argc, char **argv) {
  Nursery nursery = {.num_runs = 0};
  sigset_t ends, before;
  int exit_code = 127;

  if (argc < 2)
    return fputs("usage: nursery COMMAND WORDS …\n", stderr), 127;
  (void)unsetenv("LD_BIND_NOW"); // is for this process alone
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  (void)sigprocmask(SIG_BLOCK, &ends, &before);
  nursery.door = OpenDoor();
  nursery.ended = signalfd(-1, &ends, SFD_CLOEXEC);
  if (nursery.door < 0 || nursery.ended < 0)
    return Fail("nursery");
  nursery.test = fork();
  if (nursery.test < 0)
    return Fail("nursery");
  if (!nursery.test) {
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)execvp(argv[1], argv + 1);
    _exit(Fail(argv[1]));
  }
  while (!Serve(&nursery, &exit_code))
    ;
  return exit_code;
}
