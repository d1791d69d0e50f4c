// SPDX-License-Identifier: BSD-2-Clause
// To be preloaded: sends the process the signal KILL_SIGNAL (9 without it) at its KILL_AT-th call that
// changes a file; when it dies of that, only the first half of a write is done. So a run is interrupted anywhere, the
// same way each time.
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static long Number(const char name[], long otherwise) {
  const char *text = getenv(name);
  return text ? strtol(text, NULL, 10) : otherwise;
}

// Is this call the one? Standard streams do not count.
static int IsDue(int descriptor) {
  static long calls;
  return descriptor > 2 && ++calls == Number("KILL_AT", 0);
}

static int Signal(void) { return (int)Number("KILL_SIGNAL", SIGKILL); }

static void Send(void) { kill(getpid(), Signal()); }

// What a process that dies gets done of a write; one that lives on does all of it.
static size_t Part(size_t size) { return Signal() == SIGKILL && size > 1 ? size / 2 : size; }

static void *Next(const char name[]) {
  void *next = dlsym(RTLD_NEXT, name);
  if (!next)
    abort();
  return next;
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  ssize_t (*next)(int, const void *, size_t);
  *(void **)&next = Next("write");
  if (!IsDue(descriptor))
    return next(descriptor, bytes, size);
  const ssize_t done = next(descriptor, bytes, Part(size));
  Send();
  return done;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at) {
  ssize_t (*next)(int, const void *, size_t, off_t);
  *(void **)&next = Next("pwrite");
  if (!IsDue(descriptor))
    return next(descriptor, bytes, size, at);
  const ssize_t done = next(descriptor, bytes, Part(size), at);
  Send();
  return done;
}

int rename(const char *from, const char *to) {
  int (*next)(const char *, const char *);
  *(void **)&next = Next("rename");
  const int due = IsDue(3), done = next(from, to);
  if (due)
    Send();
  return done;
}

int ftruncate(int descriptor, off_t size) {
  int (*next)(int, off_t);
  *(void **)&next = Next("ftruncate");
  const int due = IsDue(descriptor), done = next(descriptor, size);
  if (due)
    Send();
  return done;
}

int unlinkat(int directory, const char *path, int flags) {
  int (*next)(int, const char *, int);
  *(void **)&next = Next("unlinkat");
  const int due = IsDue(3), done = next(directory, path, flags);
  if (due)
    Send();
  return done;
}
