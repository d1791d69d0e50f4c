// SPDX-License-Identifier: BSD-2-Clause
// What of an input may not change is a list of its values by path, a line each, `path TAB value`, and
// hashes of files that it names. A new list is compared with that of the checkpoint in the order of
// the file, so that the first difference is told at its place.
#include "app/restart.h"
#include "io/checkpoint.h"
#include "io/file.h"
#include "io/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_FILES 1000 // as many as may be kept

// What begins so may change: what is written, until when, and how hard the solver tries.
static const char *const may_change[] = {"title",
                                         "output",
                                         "stepper.end",
                                         "stepper.max_halvings",
                                         "stepper.max_substeps",
                                         "stepper.energy_check",
                                         NULL};

static PetscBool MayChange(const char path[]) {
  for (size_t i = 0; may_change[i]; i++) {
    const size_t n = strlen(may_change[i]);
    if (!strncmp(path, may_change[i], n) && (!path[n] || path[n] == '.' || path[n] == '['))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

// ---- The list ----

static PetscErrorCode AddLine(RicText *list, const char path[], const char value[]) {
  PetscFunctionBegin;
  const size_t start = list->length;
  PetscCall(RicTextAppend(list, "%s\t%s\n", path, value));
  for (size_t i = start + strlen(path) + 1; i + 1 < list->length; i++)
    if (list->bytes[i] == '\n' || list->bytes[i] == '\t')
      list->bytes[i] = ' ';
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddValue(RicInputNode node, const char key[], const char path[],
                               const char value[], void *ctx) {
  PetscFunctionBegin;
  (void)node;
  (void)key;
  if (!MayChange(path))
    PetscCall(AddLine((RicText *)ctx, path, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Comparison ----

typedef struct {
  RicCase *c;
  RicNames before; // values by path
  PetscInt found;  // of them
} Comparison;

static PetscBool Same(const char a[], const char b[]) {
  char *end_a, *end_b;

  if (!strcmp(a, b))
    return PETSC_TRUE;
  const double x = strtod(a, &end_a), y = strtod(b, &end_b);
  return (PetscBool)(*a && *b && !*end_a && !*end_b && x == y);
}

static PetscErrorCode CompareValue(RicInputNode node, const char key[], const char path[],
                                   const char value[], void *ctx) {
  Comparison *cmp = (Comparison *)ctx;
  RicText line = {0};
  void *before;

  PetscFunctionBegin;
  if (MayChange(path))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicNamesFind(cmp->before, path, &before));
  if (!before)
    PetscCall(RicInputError(node, key, "may not be new on a restart"));
  cmp->found++;
  PetscCall(AddLine(&line, "", value));
  line.bytes[line.length - 1] = '\0';
  const PetscBool same = Same(&line.bytes[1], (const char *)before);
  PetscCall(RicTextFree(&line));
  if (!same)
    PetscCall(RicInputError(node, key, "may not change on a restart (was %s)", (char *)before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The lines of the list become its paths and values, each ended by a zero.
static PetscErrorCode TakeList(char list[], RicNames before, PetscInt *n) {
  char *next = NULL;

  PetscFunctionBegin;
  *n = 0;
  for (char *line = list; *line; line = next) {
    char *end = strchr(line, '\n'), *tab = strchr(line, '\t');
    if (!end || !tab || tab > end)
      break;
    *end = *tab = '\0';
    next = end + 1;
    PetscCall(RicNamesAdd(before, line, tab + 1));
    ++*n;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A value of before that the input has no more.
static PetscErrorCode MarkValue(RicInputNode node, const char key[], const char path[],
                                const char value[], void *ctx) {
  PetscFunctionBegin;
  (void)node;
  (void)key;
  (void)value;
  PetscCall(RicNamesAdd((RicNames)ctx, path, ctx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RefuseLeftOut(RicCase *c, const char list[], PetscInt n) {
  const char *filename, *line = list;
  RicNames now;
  void *found;

  PetscFunctionBegin;
  PetscCall(RicInputGetFilename(c->input, &filename));
  PetscCall(RicNamesCreate(&now));
  PetscCall(RicInputVisit(c->input, MarkValue, now));
  for (PetscInt i = 0; i < n; i++) {
    const char *value = line + strlen(line) + 1;
    PetscCall(RicNamesFind(now, line, &found));
    if (!found)
      break;
    line = value + strlen(value) + 1;
  }
  PetscCall(RicNamesDestroy(&now));
  RicUserError(c->comm, "%s: %s: may not be left out on a restart (was %s)", filename, line,
               line + strlen(line) + 1);
}

static PetscErrorCode CompareList(RicCase *c, char list[]) {
  Comparison cmp = {.c = c};
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicNamesCreate(&cmp.before));
  PetscCall(TakeList(list, cmp.before, &n));
  const PetscErrorCode differs = RicInputVisit(c->input, CompareValue, &cmp);
  PetscCall(RicNamesDestroy(&cmp.before));
  PetscCall(differs);
  if (cmp.found < n)
    PetscCall(RefuseLeftOut(c, list, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Files ----

static PetscErrorCode CompareMesh(RicCase *c, const char before[]) {
  RicInputNode mesh;

  PetscFunctionBegin;
  if (!strcmp(c->mesh_hash, before))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputRequireChild(c->root, "mesh", &mesh));
  PetscCall(RicInputError(mesh, "file", "the file may not change on a restart (hash %s, was %s)",
                          c->mesh_hash, before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Hashes of the files of -plugin, in their order, as one word.
static PetscErrorCode HashPlugins(RicCase *c, char digits[RIC_HASH_LEN]) {
  const char *files = NULL;
  char path[RIC_PATH_LEN];
  uint64_t all = RIC_HASH_START, hash;
  PetscMPIInt rank;
  PetscBool given;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(c->comm, &rank));
  PetscCall(PetscOptionsFindPair(NULL, NULL, "-plugin", &files, &given));
  digits[0] = '\0';
  for (const char *at = given ? files : NULL; at && *at && !rank;) {
    const size_t n = strcspn(at, ",");
    snprintf(path, sizeof(path), "%.*s", (int)n, at);
    (void)RicHashFile(path, &hash);
    all = RicHashBytes(all, &hash, sizeof(hash));
    at += n + (at[n] == ',');
    RicHashPrint(all, digits);
  }
  PetscCallMPI(MPI_Bcast(digits, RIC_HASH_LEN, MPI_CHAR, 0, c->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ComparePlugins(RicCase *c, const char now[], const char before[]) {
  PetscFunctionBegin;
  RicCheckUser(!strcmp(now, before), c->comm,
               "option -plugin: the plugins may not change on a restart (hash '%s', was '%s')", now,
               before);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ArchiveHashes(RicCase *c, RicArchive archive) {
  char now[RIC_HASH_LEN], *mesh = c->mesh_hash, *plugins = now;

  PetscFunctionBegin;
  PetscCall(HashPlugins(c, now));
  PetscCall(RicArchiveText(archive, "mesh_hash", &mesh));
  PetscCall(RicArchiveText(archive, "plugins_hash", &plugins));
  if (!RicArchiveIsLoading(archive))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscErrorCode differs = CompareMesh(c, mesh);
  if (!differs)
    differs = ComparePlugins(c, now, plugins);
  PetscCall(PetscFree(mesh));
  PetscCall(PetscFree(plugins));
  PetscFunctionReturn(differs);
}

// ---- The input ----

// Its text, for those who look into the file; rank 0.
static PetscErrorCode ReadText(RicCase *c, RicText *text) {
  char block[4096];
  const char *filename;
  PetscMPIInt rank;
  size_t n;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(c->comm, &rank));
  PetscCall(RicInputGetFilename(c->input, &filename));
  FILE *file = rank ? NULL : fopen(filename, "r");
  PetscCall(RicTextReserve(text, 1));
  text->bytes[0] = '\0';
  while (file && (n = fread(block, 1, sizeof(block), file)) > 0) {
    PetscCall(RicTextReserve(text, n));
    memcpy(text->bytes + text->length, block, n);
    text->length += n;
    text->bytes[text->length] = '\0';
  }
  if (file)
    fclose(file);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Save(RicCase *c, RicArchive archive) {
  char *version = (char *)RIC_VERSION;
  RicText list = {0}, text = {0};

  PetscFunctionBegin;
  PetscCall(RicTextReserve(&list, 1));
  list.bytes[0] = '\0';
  PetscCall(RicInputVisit(c->input, AddValue, &list));
  PetscCall(ReadText(c, &text));
  PetscCall(RicArchiveText(archive, "values", &list.bytes));
  PetscCall(RicArchiveText(archive, "text", &text.bytes));
  PetscCall(RicArchiveText(archive, "version", &version));
  PetscCall(RicTextFree(&list));
  PetscCall(RicTextFree(&text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRestartArchiveInput(RicCase *c, RicArchive archive) {
  char *list;

  PetscFunctionBegin;
  PetscCall(RicArchiveGroup(archive, "input"));
  if (!RicArchiveIsLoading(archive))
    PetscCall(Save(c, archive));
  else {
    PetscCall(RicArchiveText(archive, "values", &list));
    const PetscErrorCode differs = CompareList(c, list);
    PetscCall(PetscFree(list));
    PetscCall(differs);
  }
  PetscCall(ArchiveHashes(c, archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Which file ----

// The newest whole checkpoint of the directory; *any: there is one, whole or not.
static PetscErrorCode FindNewest(RicCase *c, char path[RIC_PATH_LEN], PetscBool *any,
                                 PetscBool *whole) {
  char first[RIC_PATH_LEN + 16];
  PetscMPIInt rank, there, damaged = 0;

  PetscFunctionBegin;
  *any = *whole = PETSC_FALSE;
  PetscCallMPI(MPI_Comm_rank(c->comm, &rank));
  PetscCall(PetscSNPrintf(first, sizeof(first), "%s/checkpoint.h5", c->directory));
  for (PetscInt k = 0; k <= MOST_FILES && !*whole; k++) {
    RicFileNumberedName(first, k, path);
    there = rank ? 0 : access(path, F_OK) == 0;
    PetscCallMPI(MPI_Bcast(&there, 1, MPI_INT, 0, c->comm));
    if (!there && k > 1)
      break;
    if (there)
      PetscCall(RicCheckpointIsWhole(c->comm, path, whole));
    damaged += there && !*whole;
    *any = (PetscBool)(*any || there);
  }
  if (*whole && damaged)
    PetscCall(PetscFPrintf(
        c->comm, PETSC_STDERR,
        "ricochet: note: the newest checkpoint is not whole, the run goes on from %s\n", path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Is the file one of the output directory, which is there?
static PetscErrorCode IsHere(RicCase *c, const char path[], PetscBool *here) {
  char directory[RIC_PATH_LEN];
  const char *slash = strrchr(path, '/');
  struct stat of_file, of_output;
  PetscMPIInt rank, same = 0;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(c->comm, &rank));
  snprintf(directory, sizeof(directory), "%.*s", slash ? (int)(slash - path) + 1 : 1,
           slash ? path : ".");
  if (!rank)
    same = !stat(directory, &of_file) && !stat(c->directory, &of_output) &&
           of_file.st_dev == of_output.st_dev && of_file.st_ino == of_output.st_ino;
  PetscCallMPI(MPI_Bcast(&same, 1, MPI_INT, 0, c->comm));
  *here = same ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Choose(RicCase *c, const char given[], char path[RIC_PATH_LEN],
                             PetscBool *found) {
  PetscBool any;

  PetscFunctionBegin;
  *found = PETSC_TRUE;
  if (given && given[0]) {
    RicCheckUser(strlen(given) < RIC_PATH_LEN, c->comm,
                 "option -restart: a path of more than %d bytes", RIC_PATH_LEN - 1);
    PetscCall(PetscStrncpy(path, given, RIC_PATH_LEN));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(FindNewest(c, path, &any, found));
  RicCheckUser(*found || !any, c->comm, "%s: no checkpoint in it is whole", c->directory);
  if (!*found)
    PetscCall(PetscFPrintf(c->comm, PETSC_STDERR,
                           "ricochet: note: no checkpoint in %s, the run begins at the beginning\n",
                           c->directory));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicRestartOpen(RicCase *c, RicArchive *archive, PetscBool *here) {
  char path[RIC_PATH_LEN];
  const char *given = NULL;
  PetscBool asked, found;

  PetscFunctionBegin;
  *archive = NULL;
  *here = PETSC_FALSE;
  PetscCall(PetscOptionsFindPair(NULL, NULL, "-restart", &given, &asked));
  if (!asked)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Choose(c, given, path, &found));
  if (!found)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(IsHere(c, path, here));
  PetscCall(RicCheckpointOpen(c->model, path, archive));
  PetscCall(RicRestartArchiveInput(c, *archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}
