// SPDX-License-Identifier: BSD-2-Clause
// On one host the kernel's lock of the file (flock) tells whether the process that took it lives:
// no number of a process, which another may have by now, could. What the file says counts where
// the kernel cannot know: another host's, on a file system that hosts share.
#include "io/lock.h"
#include "io/file.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define HOST_LEN 256

struct RicLock_ {
  char path[RIC_PATH_LEN + RIC_NAME_LEN];
  int descriptor; // rank 0: the open file, else -1
};

// Who has the directory.
typedef struct {
  char host[HOST_LEN]; // "" for nobody
  int process;
  int here; // on this host
} Holder;

static void HostName(char host[HOST_LEN]) {
  if (gethostname(host, HOST_LEN))
    strcpy(host, "unknown");
  host[HOST_LEN - 1] = '\0';
}

static void ReadHolder(int descriptor, Holder *holder) {
  char text[HOST_LEN + 32] = "", mine[HOST_LEN];
  const ssize_t n = pread(descriptor, text, sizeof(text) - 1, 0);

  *holder = (Holder){.process = 0};
  if (n <= 0 || sscanf(text, "%255s %d", holder->host, &holder->process) != 2)
    holder->host[0] = '\0';
  HostName(mine);
  holder->here = !strcmp(holder->host, mine);
}

// Is the file at the path still the open one? Whoever had it may have removed it meanwhile.
static int IsSame(int descriptor, const char path[]) {
  struct stat open_one, named;

  return !fstat(descriptor, &open_one) && !stat(path, &named) && open_one.st_ino == named.st_ino &&
         open_one.st_dev == named.st_dev;
}

// May this process take the open file? *holder: who has it otherwise.
static int MayTake(int descriptor, Holder *holder) {
  const int locked = !flock(descriptor, LOCK_EX | LOCK_NB), busy = !locked && errno == EWOULDBLOCK;

  ReadHolder(descriptor, holder);
  if (busy || !holder->host[0] || !holder->here)
    return !busy && !holder->host[0];
  return locked || (kill((pid_t)holder->process, 0) && errno == ESRCH);
}

static int WriteHolder(int descriptor) {
  char host[HOST_LEN], text[HOST_LEN + 32];

  HostName(host);
  snprintf(text, sizeof(text), "%s %d\n", host, (int)getpid());
  if (ftruncate(descriptor, 0) || lseek(descriptor, 0, SEEK_SET))
    return errno;
  return RicFileWriteBytes(descriptor, text, strlen(text));
}

// Rank 0: an errno; EBUSY where *holder has the directory.
static int Take(RicLock lock, Holder *holder) {
  for (;;) {
    const int descriptor = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0)
      return errno;
    const int mine = MayTake(descriptor, holder);
    if (mine && IsSame(descriptor, lock->path)) {
      lock->descriptor = descriptor;
      return WriteHolder(descriptor);
    }
    close(descriptor);
    if (!mine)
      return EBUSY;
  }
}

PetscErrorCode RicLockTake(MPI_Comm comm, const char dir[], RicLock *lock) {
  Holder holder = {.process = 0};
  PetscMPIInt rank;
  int error = 0;

  PetscFunctionBegin;
  PetscCall(PetscNew(lock));
  (*lock)->descriptor = -1;
  PetscCall(PetscSNPrintf((*lock)->path, sizeof((*lock)->path), "%s/.ricochet.lock", dir));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (!rank)
    error = Take(*lock, &holder);
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  PetscCallMPI(MPI_Bcast(&holder, (PetscMPIInt)sizeof(holder), MPI_BYTE, 0, comm));
  RicCheckUser(error != EBUSY || !holder.here, comm,
               "%s: process %d writes its results there; wait for its end, or give another "
               "directory with -o",
               dir, holder.process);
  RicCheckUser(error != EBUSY, comm,
               "%s: process %d on host %s writes its results there; if it is gone remove %s, or "
               "give another directory with -o",
               dir, holder.process, holder.host[0] ? holder.host : "unknown", (*lock)->path);
  PetscCall(RicFileCheck(comm, error, (*lock)->path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLockRelease(RicLock *lock) {
  PetscFunctionBegin;
  if (*lock && (*lock)->descriptor >= 0) {
    (void)unlink((*lock)->path); // before it is let go: nobody's but ours
    close((*lock)->descriptor);
  }
  PetscCall(PetscFree(*lock));
  PetscFunctionReturn(PETSC_SUCCESS);
}
