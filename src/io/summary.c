// SPDX-License-Identifier: BSD-2-Clause
#include "io/summary.h"
#include "io/file.h"
#include "io/text.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct RicSummary_ {
  MPI_Comm comm;
  char filename[RIC_PATH_LEN];
  json_t *root;
};

PetscErrorCode RicSummaryCreate(MPI_Comm comm, const char filename[], RicSummary *summary) {
  PetscFunctionBegin;
  PetscCheck(strlen(filename) < RIC_PATH_LEN, comm, PETSC_ERR_ARG_OUTOFRANGE,
             "%s: a path of more than %d bytes", filename, RIC_PATH_LEN - 1);
  PetscCall(PetscNew(summary));
  (*summary)->comm = comm;
  (*summary)->root = json_object();
  strcpy((*summary)->filename, filename);
  PetscCheck((*summary)->root, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a JSON object");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSummaryDestroy(RicSummary *summary) {
  PetscFunctionBegin;
  if (*summary)
    json_decref((*summary)->root);
  PetscCall(PetscFree(*summary));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The object the last key of a path belongs to, made where it is missing; NULL when something on
// the way is no object or a key is empty. *key is the last key.
static json_t *FindObject(json_t *object, const char path[], const char **key) {
  const char *dot;

  for (; json_is_object(object) && (dot = strchr(path, '.')); path = dot + 1) {
    char name[RIC_NAME_LEN] = "";
    size_t length = (size_t)(dot - path);

    if (length == 0 || length >= sizeof(name))
      return NULL;
    memcpy(name, path, length);
    if (!json_object_get(object, name))
      json_object_set_new(object, name, json_object());
    object = json_object_get(object, name);
  }
  *key = path;
  return json_is_object(object) && *path ? object : NULL;
}

// Takes the reference to `value`; path is for the message.
static PetscErrorCode SetIn(RicSummary summary, json_t *object, const char path[], const char key[],
                            json_t *value) {
  PetscBool fits = json_is_object(object) && !json_is_object(json_object_get(object, key))
                       ? PETSC_TRUE
                       : PETSC_FALSE;

  PetscFunctionBegin;
  if (!fits)
    json_decref(value);
  PetscCheck(fits, summary->comm, PETSC_ERR_ARG_WRONG,
             "'%s': not a path of keys to one value in the summary", path);
  PetscCheck(json_object_set_new(object, key, value) == 0, PETSC_COMM_SELF, PETSC_ERR_LIB,
             "'%s': refused by the JSON library", path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Takes the reference to `value`.
static PetscErrorCode Set(RicSummary summary, const char path[], json_t *value) {
  const char *key = "";
  json_t *object = FindObject(summary->root, path, &key);

  PetscFunctionBegin;
  PetscCall(SetIn(summary, object, path, key, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// JSON is UTF-8 but a file name may be anything: what is not plain ASCII is blotted out then.
static json_t *NewString(const char value[]) {
  json_t *string = json_string(value);
  char *copy = string ? NULL : strdup(value);

  if (!copy)
    return string;
  for (char *c = copy; *c; c++)
    if ((unsigned char)*c >= 0x80)
      *c = '?';
  string = json_string(copy);
  free(copy);
  return string;
}

PetscErrorCode RicSummarySetString(RicSummary summary, const char path[], const char value[]) {
  PetscFunctionBegin;
  PetscCall(Set(summary, path, value ? NewString(value) : json_null()));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSummarySetInt(RicSummary summary, const char path[], PetscInt64 value) {
  PetscFunctionBegin;
  PetscCall(Set(summary, path, json_integer((json_int_t)value)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static json_t *NewReal(PetscReal value) {
  return PetscIsInfOrNanReal(value) ? json_null() : json_real((double)value);
}

PetscErrorCode RicSummarySetReal(RicSummary summary, const char path[], PetscReal value) {
  PetscFunctionBegin;
  PetscCall(Set(summary, path, NewReal(value)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Takes the reference to `value`.
static PetscErrorCode SetEntry(RicSummary summary, const char path[], const char name[],
                               json_t *value) {
  const char *key = "";
  json_t *parent = FindObject(summary->root, path, &key);

  PetscFunctionBegin;
  if (parent && !json_object_get(parent, key))
    json_object_set_new(parent, key, json_object());
  PetscCall(SetIn(summary, parent ? json_object_get(parent, key) : NULL, path, name, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSummarySetEntry(RicSummary summary, const char path[], const char name[],
                                  PetscReal value) {
  PetscFunctionBegin;
  PetscCall(SetEntry(summary, path, name, NewReal(value)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSummarySetEntryInt(RicSummary summary, const char path[], const char name[],
                                     PetscInt64 value) {
  PetscFunctionBegin;
  PetscCall(SetEntry(summary, path, name, json_integer((json_int_t)value)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSummarySetBool(RicSummary summary, const char path[], PetscBool value) {
  PetscFunctionBegin;
  PetscCall(Set(summary, path, json_boolean(value)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicSummaryWrite(RicSummary summary) {
  RicText text = {0};
  char *dump = json_dumps(summary->root, JSON_INDENT(2) | JSON_REAL_PRECISION(17));

  PetscFunctionBegin;
  PetscCheck(dump, PETSC_COMM_SELF, PETSC_ERR_LIB, "the JSON library cannot print the summary");
  PetscCall(RicTextAppend(&text, "%s\n", dump));
  free(dump);
  PetscErrorCode written =
      RicFileReplace(summary->comm, summary->filename, text.bytes, text.length);
  PetscCall(RicTextFree(&text));
  PetscCall(written);
  PetscFunctionReturn(PETSC_SUCCESS);
}
