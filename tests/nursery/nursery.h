// SPDX-License-Identifier: BSD-2-Clause
// What a program of the tests asks of the nursery: a message of a Birth, its words and its environment, each
// string with its 0, and NUM_FILES descriptors beside it. The answer is the status that waitpid tells of the run.
#ifndef NURSERY_H
#define NURSERY_H
#define _GNU_SOURCE // of ucred and accept4: this header comes first

#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>

#define NURSERY "RICOCHET_NURSERY" // environment: the name of the socket, without its leading 0
#define MAX_MESSAGE 100000         // bytes
enum { NUM_FILES = 4 };            // standard input, output and error, working directory

typedef struct {
  int argc;
  unsigned ignored; // signals, bit n − 1 for n
  mode_t mask;      // of new files
  sigset_t blocked;
} Birth;

// Room for the descriptors of a message, aligned as the system wants it.
typedef union {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(NUM_FILES * sizeof(int))];
} Files;

#endif
