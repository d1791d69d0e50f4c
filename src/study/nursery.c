// SPDX-License-Identifier: BSD-2-Clause
// A run is forked by a process of its own, which ends at once: the run then belongs to the study, which has
// asked for orphans among its descendants, and is waited for like any child.
#include "study/nursery.h"
#include <errno.h>

#ifdef __linux__
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_MESSAGE 100000 // bytes of log and words; longer ones are started anew
#define EXIT_UNBORN 127    // as shells tell of what cannot be started

// The strings of a message, one behind another, NULL at the end; *n of them.
static char **Words(char message[], size_t length, int *n) {
  *n = 0;
  for (size_t i = 0; i < length; ++i)
    *n += !message[i];
  char **words = calloc((size_t)*n + 1, sizeof *words);
  for (int i = 0; words && i < *n; ++i) {
    words[i] = message;
    message += strlen(message) + 1;
  }
  return words;
}

static void RedirectTo(const char log[]) {
  const int in = open("/dev/null", O_RDONLY), out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);

  if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
    _exit(EXIT_UNBORN);
  close(in);
  close(out);
}

// Of a message in the nursery: nonzero in the run.
static int Bear(int socket, const sigset_t *mask, char message[], size_t length, int *argc,
                char ***argv) {
  const pid_t between = fork();

  if (between > 0)
    (void)waitpid(between, NULL, 0);
  else if (between < 0)
    (void)!send(socket, &between, sizeof between, 0); // it is waited for
  if (between)
    return 0;
  const pid_t run = fork();
  if (run) {
    (void)setpgid(run, run); // whoever is first
    _exit(send(socket, &run, sizeof run, 0) != sizeof run);
  }
  close(socket);
  (void)setpgid(0, 0);
  static char **words; // kept like the message
  words = Words(message, length, argc);
  if (!words)
    _exit(EXIT_UNBORN);
  RedirectTo(words[0]);
  *argv = words + 1;
  --*argc;
  (void)sigprocmask(SIG_SETMASK, mask, NULL);
  return 1;
}

// Until the study is gone; returns in a run.
static void Serve(int socket, const sigset_t *mask, int *argc, char ***argv) {
  static char message[MAX_MESSAGE]; // in a run its words, to its end
  ssize_t length;

  while ((length = recv(socket, message, sizeof message, 0)) > 0)
    if (Bear(socket, mask, message, (size_t)length, argc, argv))
      return;
  _exit(0);
}

int RicNurseryOpen(const sigset_t *mask, int *nursery, int *argc, char ***argv) {
  int ends[2];

  *nursery = -1;
  if (prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) ||
      socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
    return 0;
  const pid_t pid = fork();
  if (pid < 0)
    return errno;
  close(ends[!pid ? 0 : 1]);
  if (pid)
    *nursery = ends[0];
  else
    Serve(ends[1], mask, argc, argv);
  return 0;
}

int RicNurseryStart(int nursery, const char log[], const char *const words[], pid_t *pid) {
  size_t length = strlen(log) + 1;

  for (int i = 0; words[i]; ++i)
    length += strlen(words[i]) + 1;
  if (length > MAX_MESSAGE)
    return E2BIG;
  char *message = malloc(length), *at = message;
  if (!message)
    return ENOMEM;
  at = stpcpy(at, log) + 1;
  for (int i = 0; words[i]; ++i)
    at = stpcpy(at, words[i]) + 1;
  const ssize_t sent = send(nursery, message, length, MSG_NOSIGNAL);
  free(message);
  if (sent < 0 || recv(nursery, pid, sizeof *pid, 0) != sizeof *pid)
    return errno ? errno : ECHILD;
  return *pid > 0 ? 0 : EAGAIN;
}

void RicNurseryClose(int *nursery) {
  if (*nursery >= 0)
    close(*nursery);
  *nursery = -1;
}

#else
int RicNurseryOpen(const sigset_t *mask, int *nursery, int *argc, char ***argv) {
  (void)mask, (void)argc, (void)argv;
  *nursery = -1;
  return 0;
}

int RicNurseryStart(int nursery, const char log[], const char *const words[], pid_t *pid) {
  (void)nursery, (void)log, (void)words, (void)pid;
  return ENOSYS;
}

void RicNurseryClose(int *nursery) { *nursery = -1; }
#endif
