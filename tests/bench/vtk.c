// SPDX-License-Identifier: BSD-2-Clause
// VTK files against a plain write of as many bytes to the same disk, in turns: bytes a cell, MB/s and
// the processor's times, which other programs disturb less. The model is a lattice in the state after a few steps of free fall.
//
//   bench_vtk [-cells n] [-files n] [-dir DIR] [-single] [-level n]
#include "bench.h"
#include "io/frame.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  RicMesh mesh;
  RicModel model;
  RicStepper stepper;
} Lattice;

static PetscErrorCode Build(PetscInt n, Lattice *l) {
  const RicBarData bar = {.material = {210e9, 7850}, .area = 1e-4, .lumped = PETSC_TRUE};
  const PetscReal origin[3] = {0, 0, 0}, size[3] = {1, 1, 1}, gravity[3] = {0, 0, -9.81};
  const RicRegion *region;
  const RicElementOps *ops;

  PetscFunctionBegin;
  PetscCall(RicMeshCreate(PETSC_COMM_WORLD, &l->mesh));
  PetscCall(
      RicMeshGenerateLattice(l->mesh, "lattice", (PetscInt[3]){n, n, n}, origin, size, PETSC_TRUE));
  PetscCall(RicMeshPartition(l->mesh));
  PetscCall(RicModelCreate(PETSC_COMM_WORLD, l->mesh, 3, &l->model));
  PetscCall(RicMeshFindRegion(l->mesh, "lattice", &region));
  PetscCall(RicElementFind("bar", &ops));
  PetscCall(RicModelAddElements(l->model, ops, &bar, region, "lattice"));
  PetscCall(RicModelSetGravity(l->model, gravity));
  PetscCall(RicModelSetUp(l->model));
  PetscCall(RicStepperCreate(PETSC_COMM_WORLD, &l->stepper));
  PetscCall(RicStepperSetModel(l->stepper, l->model));
  PetscCall(RicStepperSetType(l->stepper, "moreau"));
  PetscCall(RicStepperSetStep(l->stepper, 1e-7));
  PetscCall(RicStepperSetUp(l->stepper));
  PetscCall(RicStepperStart(l->stepper, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Seconds of a plain write of `bytes` from memory, forced to disk as the frames are.
static PetscErrorCode Plain(const char path[], size_t bytes, const char *memory,
                            PetscReal *seconds) {
  const PetscReal begin = Seconds();
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  size_t done = 0;

  PetscFunctionBegin;
  PetscCheck(file >= 0, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s", path);
  while (done < bytes) {
    const ssize_t n = write(file, memory + done, PetscMin(bytes - done, (size_t)1 << 30));
    PetscCheck(n > 0, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", path);
    done += (size_t)n;
  }
  PetscCheck(!fsync(file) && !close(file), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", path);
  *seconds = Seconds() - begin;
  (void)unlink(path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of this process.
static PetscReal ProcessorSeconds(void) {
  struct timespec t;

  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (PetscReal)t.tv_sec + 1e-9 * (PetscReal)t.tv_nsec;
}

// Wall times [files] of each, and processor times of all together.
static PetscErrorCode Measure(Lattice *l, const char dir[], PetscInt files, PetscReal frame[],
                              PetscReal plain[], PetscReal busy[2], size_t *bytes) {
  PetscBool single = PETSC_FALSE;
  char path[RIC_PATH_LEN], *memory;
  const RicState *state;
  PetscInt level = 0;
  struct stat status;
  RicFrame f;

  PetscFunctionBegin;
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-single", &single, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-level", &level, NULL));
  PetscCall(RicFrameCreate(l->model, dir, "bench", 1e-7, &f));
  PetscCall(RicFrameSetFormat(f, single, level));
  PetscCall(RicStepperGetState(l->stepper, &state));
  for (PetscInt k = 0; k < files; k++) {
    RicReason reason;
    PetscCall(RicStepperAdvance(l->stepper, 1e-7 * (PetscReal)(k + 1), &reason));
    const PetscReal begin = Seconds();
    busy[0] -= ProcessorSeconds();
    PetscCall(RicFrameWrite(f, state));
    busy[0] += ProcessorSeconds();
    frame[k] = Seconds() - begin;
    PetscCall(PetscSNPrintf(path, sizeof(path), "%s/bench_%06d.vtu", dir, (int)k));
    PetscCheck(!stat(path, &status), PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s", path);
    *bytes = (size_t)status.st_size;
    PetscCall(PetscMalloc1(*bytes, &memory));
    memset(memory, (int)k + 1, *bytes);
    busy[1] -= ProcessorSeconds();
    PetscCall(Plain(path, *bytes, memory, &plain[k]));
    busy[1] += ProcessorSeconds();
    PetscCall(PetscFree(memory));
  }
  PetscCall(RicFrameDestroy(&f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv) {
  PetscInt n = 40, files = 5, elements;
  PetscReal frame[100], plain[100], busy[2] = {0, 0};
  char dir[RIC_PATH_LEN] = "/tmp";
  size_t bytes = 0;
  Lattice l;

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-cells", &n, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-files", &files, NULL));
  PetscCall(PetscOptionsGetString(NULL, NULL, "-dir", dir, sizeof(dir), NULL));
  PetscCheck(files >= 1 && files <= 100, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "1 to 100 files");
  PetscCall(Build(n, &l));
  PetscCall(RicModelGetSizes(l.model, NULL, NULL, &elements, NULL));
  PetscCall(Measure(&l, dir, files, frame, plain, busy, &bytes));
  PetscCall(ReportTimes("frame_s", files, frame, 1));
  PetscCall(ReportTimes("plain_s", files, plain, 1));
  PetscCall(Report("bytes_per_cell", (PetscReal)bytes / elements));
  PetscCall(Report("frame_mb_s", 1e-6 * (PetscReal)bytes / frame[0]));
  PetscCall(Report("plain_mb_s", 1e-6 * (PetscReal)bytes / plain[0]));
  PetscCall(Report("frame_cpu_ms", 1e3 * busy[0] / (PetscReal)files));
  PetscCall(Report("plain_cpu_ms", 1e3 * busy[1] / (PetscReal)files));
  PetscCall(RicStepperDestroy(&l.stepper));
  PetscCall(RicModelDestroy(&l.model));
  PetscCall(RicMeshDestroy(&l.mesh));
  PetscCall(PetscFinalize());
  return 0;
}
