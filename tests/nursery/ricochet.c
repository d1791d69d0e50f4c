// SPDX-License-Identifier: BSD-2-Clause
// Instead of the program in tests: asks the nursery for a run with these words, and ends as that does. The
// program itself is started where there is no nursery, or where its process would not be the same: with
// libraries before its own, or to start runs itself.
#include "nursery.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int Connect(const char name[]) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const size_t length = strlen(name);
  const int s = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

  if (s < 0 || length + 1 > sizeof address.sun_path)
    return -1;
  memcpy(address.sun_path + 1, name, length);
  const socklen_t bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  return connect(s, (struct sockaddr *)&address, bytes) ? -1 : s;
}

static Birth BirthOfThis(int argc) {
  Birth birth = {.argc = argc, .mask = umask(0)};
  struct sigaction action;

  (void)umask(birth.mask);
  for (int n = 1; n < 32; n++)
    if (!sigaction(n, NULL, &action) && action.sa_handler == SIG_IGN)
      birth.ignored |= 1u << (n - 1);
  (void)sigprocmask(SIG_SETMASK, NULL, &birth.blocked);
  return birth;
}

// Behind *used bytes of the message; 0 when it is full.
static int Append(char message[], size_t *used, const char text[]) {
  const size_t length = strlen(text) + 1;

  if (*used + length > MAX_MESSAGE)
    return 0;
  memcpy(message + *used, text, length);
  *used += length;
  return 1;
}

static int Ask(int nursery, int argc, char **argv) {
  static char message[MAX_MESSAGE];
  const Birth birth = BirthOfThis(argc);
  const int files[NUM_FILES] = {0, 1, 2, open(".", O_PATH | O_CLOEXEC)};
  Files room = {.header = {.cmsg_len = CMSG_LEN(sizeof files),
                           .cmsg_level = SOL_SOCKET,
                           .cmsg_type = SCM_RIGHTS}};
  size_t used = sizeof birth;

  memcpy(message, &birth, sizeof birth);
  for (char **word = argv; *word; word++)
    if (!Append(message, &used, *word))
      return 0;
  for (char **variable = environ; *variable; variable++)
    if (!Append(message, &used, *variable))
      return 0;
  memcpy(CMSG_DATA(&room.header), files, sizeof files);
  struct iovec text = {message, used};
  struct msghdr all = {
      .msg_iov = &text, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room.bytes};
  return sendmsg(nursery, &all, MSG_NOSIGNAL) == (ssize_t)used;
}

static int IsOther(int argc, char **argv) {
  return getenv("LD_PRELOAD") || (argc > 1 && !strcmp(argv[1], "study"));
}

int main(int argc, char **argv) {
  const char *name = getenv(NURSERY);
  const int nursery = name && !IsOther(argc, argv) ? Connect(name) : -1;
  int status;

  argv[0] = PROGRAM;
  if (nursery < 0 || !Ask(nursery, argc, argv)) {
    (void)execv(PROGRAM, argv);
    perror(PROGRAM);
    return 127;
  }
  if (recv(nursery, &status, sizeof status, 0) != sizeof status) {
    fputs("nursery: gone before its run\n", stderr);
    return 127;
  }
  if (WIFSIGNALED(status)) {
    (void)signal(WTERMSIG(status), SIG_DFL);
    (void)raise(WTERMSIG(status));
  }
  return WEXITSTATUS(status);
}
