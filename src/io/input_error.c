// SPDX-License-Identifier: BSD-2-Clause
// Input, saying where. A value's place is that of its text, else of its key, else of the first text
// within, else of what it stands in.
#include "io/input_impl.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The longest part of a value that a message shows, bytes.
#define MAX_SHOWN 60
#define LINE_LEN (2 * RIC_TEXT_LEN)

PETSC_ATTRIBUTE_FORMAT(2, 3) static void Append(char text[RIC_PATH_LEN], const char format[], ...) {
  const size_t used = strlen(text);
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(text + used, RIC_PATH_LEN - used, format, arguments);
  va_end(arguments);
}

// How many bytes of a text are shown, `most` or less, whole characters of UTF-8, and what stands for the rest.
static int Shown(const char text[], size_t most, const char **dots) {
  size_t shown = strlen(text);

  *dots = shown > most ? "..." : "";
  if (shown > most)
    shown = most;
  while (shown > 0 && ((unsigned char)text[shown] >> 6) == 2)
    --shown;
  return (int)shown;
}

// The path of a node as a reader of the file says it.
static void WritePath(RicInputNode node, char path[RIC_PATH_LEN]) {
  const char *dots;

  path[0] = '\0';
  if (!node->parent)
    return;
  WritePath(node->parent, path);
  const int shown = Shown(node->key, RIC_NAME_LEN, &dots); // all of any name that is allowed
  if (shown)
    Append(path, "%s%.*s%s", path[0] ? "." : "", shown, node->key, dots);
  else
    Append(path, "[%" PetscInt_FMT "]", node->index);
}

void RicInputWritePath(RicInputNode node, const char key[], char path[RIC_PATH_LEN]) {
  WritePath(node, path);
  if (key)
    Append(path, "%s%s", path[0] ? "." : "", key);
}

static PetscBool FirstPlaceWithin(RicInputNode node, RicInputPlace *place) {
  *place = node->key_place.line ? node->key_place : node->place;
  if (place->line)
    return PETSC_TRUE;
  return (PetscBool)(node->kind != RIC_INPUT_SCALAR && node->n_children > 0 && node->children &&
                     FirstPlaceWithin(node->children[0], place));
}

RicInputPlace RicInputPlaceOf(RicInputNode node) {
  RicInputPlace place = node->place;

  if (place.line || FirstPlaceWithin(node, &place))
    return place;
  return node->parent ? RicInputPlaceOf(node->parent) : (RicInputPlace){1, 1};
}

// A character of three bytes that shows nothing, or turns round what a terminal shows behind it.
static PetscBool IsHidden(const char text[]) {
  const unsigned char *c = (const unsigned char *)text;

  if (c[0] == 0xe2 && c[1] == 0x80)
    return (PetscBool)((c[2] >= 0x8b && c[2] <= 0x8f) || (c[2] >= 0xa8 && c[2] <= 0xae));
  return (PetscBool)((c[0] == 0xe2 && c[1] == 0x81 && c[2] >= 0xa0 && c[2] <= 0xaf) ||
                     (c[0] == 0xef && c[1] == 0xbb && c[2] == 0xbf));
}

static void MakeOneLine(char text[]) {
  for (char *c = text; *c; ++c)
    if ((unsigned char)*c < ' ')
      *c = ' ';
    else if (IsHidden(c))
      memcpy(c, "???", 3);
}

static void WriteLine(RicInput input, RicInputPlace place, const char path[], const char text[],
                      char line[LINE_LEN]) {
  snprintf(line, LINE_LEN, "%s:%d:%d: %s%s%s", input->filename, place.line, place.column, path,
           path[0] ? ": " : "", text);
  MakeOneLine(line);
}

PetscErrorCode RicInputRaise(RicInput input, RicInputPlace place, const char path[],
                             const char text[]) {
  char line[LINE_LEN];

  PetscFunctionBeginUser;
  WriteLine(input, place, path, text, line);
  RicUserError(input->comm, "%s", line);
}

// The line about the value of (node, key): with its place in the file, or the option that overrides it.
static PetscErrorCode Compose(RicInputNode node, const char key[], const char format[],
                              va_list arguments, char line[LINE_LEN]) {
  char path[RIC_PATH_LEN], text[RIC_TEXT_LEN];
  RicInputNode child = NULL;
  const char *value;
  PetscBool overridden;

  PetscFunctionBeginUser;
  PetscCheck(node, PETSC_COMM_SELF, PETSC_ERR_ARG_NULL, "a message about an absent node");
  vsnprintf(text, sizeof text, format, arguments);
  PetscCall(RicInputGetOption(node, key, path, &value, &overridden));
  if (overridden) {
    snprintf(line, LINE_LEN, "option %s: %s", path, text);
    MakeOneLine(line);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (key && node->kind == RIC_INPUT_MAPPING)
    PetscCall(RicInputGetChild(node, key, &child));
  RicInputWritePath(node, key, path);
  WriteLine(RicInputOf(node), RicInputPlaceOf(child ? child : node), path, text, line);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputError(RicInputNode node, const char key[], const char format[], ...) {
  char line[LINE_LEN];
  va_list arguments;

  PetscFunctionBeginUser;
  va_start(arguments, format);
  PetscCall(Compose(node, key, format, arguments, line));
  va_end(arguments);
  RicUserError(RicInputOf(node)->comm, "%s", line);
}

PetscErrorCode RicInputWarn(RicInputNode node, const char key[], const char format[], ...) {
  char line[LINE_LEN];
  va_list arguments;

  PetscFunctionBeginUser;
  va_start(arguments, format);
  PetscCall(Compose(node, key, format, arguments, line));
  va_end(arguments);
  PetscCall(PetscFPrintf(RicInputOf(node)->comm, PETSC_STDERR, "ricochet: warning: %s\n", line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputLocate(RicInputNode node, const char key[], PetscErrorCode error) {
  char text[RIC_TEXT_LEN], *message;

  PetscFunctionBeginUser;
  if (error == PETSC_ERR_USER_INPUT) {
    PetscCall(PetscErrorMessage(error, NULL, &message));
    PetscCall(PetscStrncpy(text, message, sizeof text));
    PetscCall(RicInputError(node, key, "%s", text));
  }
  PetscFunctionReturn(error);
}

PetscErrorCode RicInputKeyError(RicInputNode entry, const char text[]) {
  const RicInputPlace place = entry->key_place.line ? entry->key_place : RicInputPlaceOf(entry);
  char path[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  WritePath(entry, path);
  PetscCall(RicInputRaise(RicInputOf(entry), place, path, text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *RicInputQuote(const char text[], char is[RIC_PATH_LEN]) {
  const char *dots;
  const int shown = Shown(text, MAX_SHOWN, &dots);

  snprintf(is, RIC_PATH_LEN, "'%.*s%s'", shown, text, dots);
  return is;
}

const char *RicInputDescribe(RicInputNode node, char is[RIC_PATH_LEN]) {
  if (node->kind == RIC_INPUT_MAPPING)
    return "a mapping";
  if (node->kind == RIC_INPUT_SEQUENCE)
    return "a list";
  return node->text[0] ? RicInputQuote(node->text, is) : "empty";
}

const char *RicInputSuggest(const char word[], const char *const known[], char end[RIC_PATH_LEN]) {
  const char *nearest = RicNearestWord(word, known);

  end[0] = '\0';
  if (nearest)
    Append(end, ", did you mean '%s'?", nearest);
  Append(end, " (allowed: ");
  for (size_t i = 0; known[i]; ++i)
    Append(end, "%s%s", i ? ", " : "", known[i]);
  Append(end, "%s", known[0] ? ")" : "nothing)");
  return end;
}
