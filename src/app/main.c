// SPDX-License-Identifier: BSD-2-Clause
// The command line: which command, how errors are told, which exit code.
#include "app/app.h"
#include "app/launch.h"
#include "app/stop.h"
#include "base/huge_pages.h"
#include "base/options.h"
#include "base/version.h"
#include "study/study.h"
#include "system/system.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PLUGINS 64 // in one option

static const char usage[] =
    "ricochet — contact dynamics of flexible structures\n"
    "\n"
    "  ricochet run INPUT.yaml [-o DIR] [options]   run an input; files go to DIR (default "
    "results/INPUT)\n"
    "  ricochet study INPUT.yaml [-vary KEY=VALUES …] [options]\n"
    "                                               run an input many times and compare: "
    "docs/studies.md\n"
    "  ricochet check INPUT.yaml … [options]        read and build each, run nothing; every wrong "
    "one is "
    "told\n"
    "  ricochet solve FILE.hdf5 [-o SOLUTION.hdf5] [-friction_rtol R] [-repeat N]\n"
    "                                               solve a frictional contact problem of an FCLIB "
    "file\n"
    "  ricochet list [steppers|elements|joints|contacts|systems|springs|shapes|TYPE|SECTION]\n"
    "                                               what inputs can name; the keys of one type, "
    "with "
    "units\n"
    "  ricochet schema                              print a JSON schema of inputs, for editors\n"
    "  ricochet --help | --version\n"
    "\n"
    "On several ranks: mpiexec -n 4 ricochet run INPUT.yaml\n"
    "\n"
    "Options\n"
    "  -o DIR                    output directory\n"
    "  -restart [FILE]           go on from a checkpoint, the newest of the output directory "
    "without "
    "FILE\n"
    "  -quiet                    print nothing but errors\n"
    "  -SECTION_KEY VALUE        override a value of the input by its path: -stepper_step 1e-3,\n"
    "                            -contacts_wall_restitution 0.5 (the contact's name or number), "
    "-gravity 0,0,-9.81\n"
    "  -stage_type TYPE          auto, diagonal, condensed, bound or kkt; for one stage: "
    "-position_stage_type\n"
    "  -dump_contact_problem W   never, failed or all: write contact problems of steps into DIR, "
    "in "
    "the format of\n"
    "                            `solve`\n"
    "  -mesh_refine N            split every cell N times\n"
    "  -plugin FILE[,FILE]       load shared objects that register systems, before the input is "
    "read\n"
    "  -model_check_derivatives  compare what systems give as derivatives with differences, at "
    "the\n"
    "                            initial state (velocities that are 0 there: 1), and print a "
    "table\n"
    "  and every option of PETSc; prefixes: position_, velocity_ (linear solvers of the stages), "
    "step_ (Newton):\n"
    "                            -position_ksp_type cg, -position_ksp_monitor, -step_snes_monitor, "
    "-log_view\n"
    "\n"
    "Exit codes: 0 done, 1 internal error or a file that cannot be written, 2 wrong input or "
    "usage, 3 the solver gave up,\n"
    "            4 stopped by SIGHUP, SIGINT, SIGTERM, SIGUSR1 or SIGUSR2\n";

// The last error, when it is told in one line: its words and the exit code. Otherwise exit_code is
// RIC_EXIT_DONE.
typedef struct {
  char text[RIC_TEXT_LEN];
  int exit_code;
  PetscBool alone; // only this rank knows
  PetscBool aside; // within PetscInitialize or PetscFinalize, where only options can be wrong
} Message;

// PETSc's complaint of a value of one of its own options: -step_snes_max_it many,
// -position_ksp_type none, -position_ksp_view :/nowhere/ksp, factorisations there are not on ranks.
static PetscBool IsOfPetscOption(const char *function, PetscErrorCode n) {
  return (PetscBool)(n == PETSC_ERR_ARG_UNKNOWN_TYPE || n == PETSC_ERR_FILE_OPEN ||
                     n == PETSC_ERR_MISSING_FACTOR ||
                     (function && !strncmp(function, "PetscOptionsStringTo", 20)));
}

// Users' mistakes and full disks are told in one line by main; anything else is ours and gets
// PETSc's trace.
static PetscErrorCode OneLine(MPI_Comm comm, int line, const char *function, const char *file,
                              PetscErrorCode n, PetscErrorType p, const char *text, void *ctx) {
  Message *message = (Message *)ctx;

  if (p == PETSC_ERROR_INITIAL) {
    const PetscBool option = (PetscBool)(message->aside || IsOfPetscOption(function, n));
    message->alone = (PetscBool)(n == PETSC_ERR_FILE_OPEN);
    message->exit_code = n == PETSC_ERR_FILE_WRITE             ? RIC_EXIT_ERROR
                         : n == PETSC_ERR_USER_INPUT || option ? RIC_EXIT_INPUT
                                                               : RIC_EXIT_DONE;
    snprintf(message->text, sizeof(message->text), "%s%s", option ? "an option of PETSc: " : "",
             text ? text : "");
  }
  if (message->exit_code)
    return n;
  return PetscTraceBackErrorHandler(comm, line, function, file, n, p, text, NULL);
}

// Those of the option -plugin, in its order.
static PetscErrorCode LoadPlugins(MPI_Comm comm) {
  char *files[MAX_PLUGINS];
  PetscErrorCode ierr = PETSC_SUCCESS;
  PetscInt n = MAX_PLUGINS;
  PetscBool given, named;

  PetscFunctionBegin;
  PetscCall(PetscOptionsHasName(NULL, NULL, "-plugin", &given));
  PetscCall(PetscOptionsGetStringArray(NULL, NULL, "-plugin", files, &n, &named));
  RicCheckUser(!given || (named && n), comm, "option -plugin: names no file");
  for (PetscInt i = 0; named && i < n; i++) {
    if (!ierr)
      ierr = RicPluginLoad(comm, files[i]);
    PetscCall(PetscFree(files[i]));
  }
  PetscFunctionReturn(ierr);
}

// Words behind the command and its operands are options, each with one value at most. PETSc passes
// over others.
static PetscErrorCode CheckWords(int argc, char **argv, int first) {
  PetscBool option = PETSC_FALSE;

  PetscFunctionBegin;
  for (int i = first; i < argc; i++) {
    const PetscBool before = option;
    PetscCall(PetscOptionsValidKey(argv[i], &option));
    RicCheckUser(option || before, PETSC_COMM_WORLD, "'%s': no option stands before it", argv[i]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// `list` and `schema`, which read no input.
static PetscErrorCode Show(const char command[], const char what[]) {
  char unknown[RIC_PATH_LEN];

  PetscFunctionBegin;
  PetscCall(RicOptionsFindUnknown(unknown));
  RicCheckUser(!unknown[0], PETSC_COMM_WORLD,
               "option -%s: known neither here nor to PETSc (ricochet --help explains)", unknown);
  PetscCall(!strcmp(command, "list") ? RicListCommand(PETSC_COMM_WORLD, what)
                                     : RicSchemaCommand(PETSC_COMM_WORLD));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Tell a failed command; the exit code is the same on all ranks.
static int Tell(const Message *message) {
  PetscMPIInt rank;

  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  if (!message->exit_code)
    return RIC_EXIT_ERROR;
  if (!rank || message->alone)
    fprintf(stderr, "ricochet: %s\n", message->text);
  return message->exit_code;
}

// Each input in turn; those that are wrong are told, and the rest checked all the same.
static PetscErrorCode CheckEach(PetscInt n, char **inputs, Message *message, int *exit_code) {
  PetscFunctionBegin;
  *exit_code = RIC_EXIT_DONE;
  for (PetscInt i = 0; i < n; i++) {
    const PetscErrorCode ierr = RicCheckCommand(PETSC_COMM_WORLD, inputs[i]);
    if (ierr && (message->exit_code != RIC_EXIT_INPUT || message->alone))
      PetscFunctionReturn(ierr);
    if (!ierr)
      continue;
    (void)fflush(stdout); // what was told before comes before
    *exit_code = Tell(message);
    message->exit_code = RIC_EXIT_DONE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Command(int argc, char **argv, Message *message, int *exit_code) {
  const char *command = argc > 1 ? argv[1] : "";
  char **operands = argv + 2;
  PetscInt n = 0;

  PetscFunctionBegin;
  while (2 + n < argc && operands[n][0] != '-')
    n++;
  PetscCall(LoadPlugins(PETSC_COMM_WORLD));
  const PetscBool list = (PetscBool)!strcmp(command, "list");
  if (list || !strcmp(command, "schema")) {
    PetscCall(CheckWords(argc, argv, list && n ? 3 : 2));
    PetscCall(Show(command, n ? operands[0] : ""));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  const PetscBool solve = (PetscBool)!strcmp(command, "solve");
  RicCheckUser(solve || !strcmp(command, "run") || !strcmp(command, "check"), PETSC_COMM_WORLD,
               "unknown command '%s' (allowed: run, study, check, solve, list, schema; ricochet "
               "--help explains)",
               command);
  RicCheckUser(n && operands[0][0], PETSC_COMM_WORLD, "%s: names no input file (ricochet %s %s)",
               command, command, solve ? "FILE.hdf5" : "INPUT.yaml");
  PetscCall(CheckWords(argc, argv, 2 + (int)n));
  if (!strcmp(command, "check")) {
    PetscCall(CheckEach(n, operands, message, exit_code));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  RicCheckUser(n < 2, PETSC_COMM_WORLD, "%s: one input file at a time, '%s' is one more", command,
               operands[1]);
  PetscCall(solve ? RicSolveCommand(PETSC_COMM_WORLD, operands[0], exit_code)
                  : RicRunCommand(PETSC_COMM_WORLD, operands[0], exit_code));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The command `study`, on one process: it starts its runs itself, with what was before MPI began.
static PetscErrorCode Study(const RicStudyOrigin *origin, int argc, char **argv, int *exit_code) {
  PetscMPIInt size;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  RicCheckUser(size == 1, PETSC_COMM_WORLD,
               "study: starts its runs itself, on -ranks N each, and is to be run without mpiexec");
  PetscCall(RicStudyCommand(origin, argc - 2, argv + 2, exit_code));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Answers that need no MPI.
static PetscBool Answered(int argc, char **argv, int *exit_code) {
  *exit_code = RIC_EXIT_DONE;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
      return (PetscBool)(fputs(usage, stdout) >= 0);
    if (!strcmp(argv[i], "--version"))
      return (PetscBool)(puts("ricochet " RIC_VERSION) >= 0);
  }
  if (argc > 1)
    return PETSC_FALSE;
  fputs(usage, stderr);
  *exit_code = RIC_EXIT_INPUT;
  return PETSC_TRUE;
}

// PetscInitialize or PetscFinalize refused an option. Files of options are read by rank 0 while the
// others wait.
static int Unfit(const Message *message) {
  int started = 0, size = 1;

  fprintf(stderr, "ricochet: %s\n", message->text);
  MPI_Initialized(&started);
  if (started)
    MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > 1)
    MPI_Abort(MPI_COMM_WORLD, message->exit_code);
  if (started)
    MPI_Finalize();
  return message->exit_code;
}

int main(int argc, char **argv) {
  Message message = {.exit_code = RIC_EXIT_DONE, .aside = PETSC_TRUE};
  RicStudyOrigin origin = {.nursery = -1};
  int exit_code, first = 1;

  if (Answered(argc, argv, &exit_code))
    return exit_code;
  // From here on in each run of a study, too, with the words of that.
  if (!strcmp(argv[1], "study") && RicStudyBegin(&origin, &argc, &argv))
    return RIC_EXIT_ERROR;
  const PetscBool study = (PetscBool)!strcmp(argv[1], "study"); // its options are not PETSc's
  if (!strcmp(argv[1], "run"))
    RicStopCatch(); // a signal before the first step is one that asks for an end, too
  const unsigned prepared = RicLaunchPrepare();
  RicStopActions actions = RicStopSaveActions();
  // Open MPI's locks of shared file pointers, which nobody uses here, have room for paths of 244
  // bytes only and do not look.
  setenv("OMPI_MCA_sharedfp", "^lockedfile", 0);
  if (PetscPushErrorHandler(OneLine, &message))
    return RIC_EXIT_ERROR;
  if (PetscInitialize(study ? &first : &argc, &argv, NULL, NULL))
    return Unfit(&message);
  RicLaunchForget(prepared);
  message.aside = PETSC_FALSE;
  if (RicHugePagesUse())
    return RIC_EXIT_ERROR;
  RicStopRestoreActions(&actions);
  signal(SIGPIPE,
         SIG_DFL); // who reads what we print may go, as in `ricochet list | head`: no trace
  const PetscErrorCode ierr =
      study ? Study(&origin, argc, argv, &exit_code) : Command(argc, argv, &message, &exit_code);
  RicStudyEnd(&origin);
  if (ierr)
    exit_code = Tell(&message);
  if (ierr && (!message.exit_code || message.alone))
    MPI_Abort(PETSC_COMM_WORLD, exit_code); // other ranks may wait in a collective
  message.aside = PETSC_TRUE;
  if (PetscFinalize())
    return Unfit(&message);
  return exit_code;
}
