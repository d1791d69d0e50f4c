// SPDX-License-Identifier: BSD-2-Clause
// Directories and whole-file replacement: the same verdict and line on all ranks.
#include "io/file.h"
#include "io/lock.h"
#include "numeric.h"
#include "raised.h"
#include "scratch.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[RIC_PATH_LEN];
static int rank, size;

static const char *In(const char name[]) {
  static char path[2 * RIC_PATH_LEN];

  snprintf(path, sizeof(path), "%s%s%s", dir, *name ? "/" : "", name);
  return path;
}

static void ExpectLine(const char path[], const char text[]) {
  char line[RIC_TEXT_LEN];

  snprintf(line, sizeof(line), "%s%s", path, text);
  assert_string_equal(raised_line, line);
}

static void TestDirectoryIsMadeWithItsParents(void **state) {
  struct stat status;

  (void)state;
  assert_int_equal(Raised(RicDirectoryCreate(MPI_COMM_WORLD, In("a//b/c/"))), 0);
  assert_int_equal(Raised(RicDirectoryCreate(MPI_COMM_WORLD, In("a/b/c"))), 0); // exists
  assert_int_equal(stat(In("a/b/c"), &status), 0);
  assert_true(S_ISDIR(status.st_mode));
  assert_int_equal(ScratchCount(In("a/b/c"), PETSC_FALSE), 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    rmdir(In("a/b/c")), rmdir(In("a/b")), rmdir(In("a"));
  MPI_Barrier(MPI_COMM_WORLD);
}

static void ExpectNoDirectory(const char path[], const char text[]) {
  assert_int_equal(Raised(RicDirectoryCreate(MPI_COMM_WORLD, path)), PETSC_ERR_USER_INPUT);
  ExpectLine(path, text);
}

static void TestDirectoryThatCannotBe(void **state) {
  (void)state;
  assert_int_equal(RicFileReplace(MPI_COMM_WORLD, In("regular"), "x", 1), 0);
  ExpectNoDirectory(In("regular"), ": cannot be made a directory (Not a directory)");
  ExpectNoDirectory(In("regular/x/y"), ": cannot be made a directory (Not a directory)");
  ExpectNoDirectory("/proc/x", ": cannot be made a directory (No such file or directory)");
  ExpectNoDirectory("/proc/self", ": is not writable (No such file or directory)");
  ExpectNoDirectory("", "the output directory has no name");
}

// Root passes over permission bits, so root is nobody for a moment.
static void TestDirectoryWithoutPermission(void **state) {
  (void)state;
  PetscBool is_root = geteuid() == 0 ? PETSC_TRUE : PETSC_FALSE;
  if (rank == 0) {
    assert_int_equal(mkdir(In("closed"), 0555), 0);
    assert_int_equal(chmod(dir, 0755), 0);
  }
  if (is_root)
    assert_int_equal(seteuid(65534), 0);
  PetscErrorCode code = Raised(RicDirectoryCreate(MPI_COMM_WORLD, In("closed")));
  if (is_root)
    assert_int_equal(seteuid(0), 0);
  assert_int_equal(code, PETSC_ERR_USER_INPUT);
  ExpectLine(In("closed"), ": is not writable (Permission denied)");
}

static void TestTemporaryNames(void **state) {
  char temporary[RIC_PATH_LEN], longest[RIC_PATH_LEN];

  (void)state;
  assert_int_equal(RicFileTemporaryName("a.b/c_000001.vtu", temporary), 0);
  assert_string_equal(temporary, "a.b/.c_000001.vtu.part");
  assert_int_equal(RicFileTemporaryName("c", temporary), 0);
  assert_string_equal(temporary, ".c.part");
  memset(longest, 'x', sizeof(longest) - 1);
  longest[sizeof(longest) - 1] = '\0';
  assert_int_equal(Raised(RicFileTemporaryName(longest, temporary)), PETSC_ERR_ARG_OUTOFRANGE);
}

static void TestReplace(void **state) {
  const char bytes[] = "one\0two\n";
  size_t length;

  (void)state;
  assert_int_equal(RicFileReplace(MPI_COMM_WORLD, In("file"), "a longer text before", 20), 0);
  assert_int_equal(RicFileReplace(MPI_COMM_WORLD, In("file"), rank ? NULL : bytes, 8), 0);
  char *found = ReadBytes(In("file"), &length);
  assert_non_null(found);
  assert_int_equal(length, 8);
  assert_memory_equal(found, bytes, 8);
  free(found);
}

// The name is a directory's: rename refuses, and neither it nor a temporary file is harmed or left.
static void TestReplaceThatFails(void **state) {
  (void)state;
  int before = ScratchCount(In(""), PETSC_FALSE);
  MPI_Barrier(MPI_COMM_WORLD);
  assert_int_equal(Raised(RicFileReplace(MPI_COMM_WORLD, In("none/file"), "x", 1)),
                   PETSC_ERR_FILE_WRITE);
  ExpectLine(In("none/file"), ": cannot be written (No such file or directory)");
  assert_int_equal(RicDirectoryCreate(MPI_COMM_WORLD, In("taken")), 0);
  assert_int_equal(Raised(RicFileReplace(MPI_COMM_WORLD, In("taken"), "x", 1)),
                   PETSC_ERR_FILE_WRITE);
  ExpectLine(In("taken"), ": cannot be written (Is a directory)");
  assert_int_equal(ScratchCount(In(""), PETSC_FALSE), before + 1);
}

static void TestOneRankFails(void **state) {
  int error = rank == size - 1 ? ENOSPC : 0;

  (void)state;
  assert_int_equal(RicFileAgree(MPI_COMM_WORLD, &error), 0);
  assert_int_equal(error, ENOSPC);
  error = rank == size - 1 ? ENOSPC : 0;
  assert_int_equal(Raised(RicFileCheck(MPI_COMM_WORLD, error, "dir/file")), PETSC_ERR_FILE_WRITE);
  ExpectLine("dir/file", ": cannot be written (No space left on device)");
  assert_int_equal(Raised(RicFileCheck(MPI_COMM_WORLD, 0, "dir/file")), 0);
}

static void ExpectLocked(const char text[]) {
  RicLock lock = NULL;

  assert_int_equal(Raised(RicLockTake(MPI_COMM_WORLD, dir, &lock)), PETSC_ERR_USER_INPUT);
  assert_non_null(strstr(raised_line, text));
  assert_int_equal(RicLockRelease(&lock), 0);
}

static void WriteLock(const char host[], int process) {
  FILE *file = rank ? NULL : fopen(In(".ricochet.lock"), "w");

  if (file) {
    fprintf(file, "%s %d\n", host, process);
    fclose(file);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void TestLockOfADirectory(void **state) {
  RicLock lock = NULL;
  char host[256];

  (void)state;
  assert_int_equal(gethostname(host, sizeof(host)), 0);
  assert_int_equal(RicLockTake(MPI_COMM_WORLD, dir, &lock), 0);
  ExpectLocked("writes its results there; wait for its end");
  assert_int_equal(access(In(".ricochet.lock"), F_OK), 0); // what was refused leaves it
  MPI_Barrier(MPI_COMM_WORLD);
  assert_int_equal(RicLockRelease(&lock), 0);
  assert_int_equal(RicLockRelease(&lock), 0);
  MPI_Barrier(MPI_COMM_WORLD);
  assert_int_not_equal(access(In(".ricochet.lock"), F_OK), 0);
  MPI_Barrier(MPI_COMM_WORLD);

  WriteLock("elsewhere.example", 12);
  ExpectLocked(
      "process 12 on host elsewhere.example writes its results there; if it is gone remove");
  WriteLock(host,
            1); // of this host, and nobody holds it: whoever has the number now is another one
  assert_int_equal(RicLockTake(MPI_COMM_WORLD, dir, &lock), 0);
  ExpectLocked("writes its results there; wait for its end");
  assert_int_equal(RicLockRelease(&lock), 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestDirectoryIsMadeWithItsParents),
      cmocka_unit_test(TestDirectoryThatCannotBe),
      cmocka_unit_test(TestDirectoryWithoutPermission),
      cmocka_unit_test(TestTemporaryNames),
      cmocka_unit_test(TestReplace),
      cmocka_unit_test(TestReplaceThatFails),
      cmocka_unit_test(TestOneRankFails),
      cmocka_unit_test(TestLockOfADirectory),
  };

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  PetscCall(ScratchCreate(MPI_COMM_WORLD, dir));
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (failed)
    MPI_Abort(MPI_COMM_WORLD, 1); // the other ranks may be waiting for this one
  PetscCall(ScratchRemove(MPI_COMM_WORLD, dir));
  PetscCall(PetscFinalize());
  return 0;
}
