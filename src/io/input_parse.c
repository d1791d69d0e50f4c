// SPDX-License-Identifier: BSD-2-Clause
// Input, from text to tree by libfyaml's events. What it would pass over in silence is refused here:
// bytes that are no text, a second document, a top that is no mapping.
#include "io/input_impl.h"
#include <stdio.h>

// Bytes of the UTF-8 character at s, before end, and its code point; 0 when it is none.
static size_t DecodeCharacter(const unsigned char *s, const unsigned char *end, unsigned *code) {
  static const unsigned char lead_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  static const unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const size_t length = s[0] < 0x80         ? 1
                        : (s[0] >> 5) == 6  ? 2
                        : (s[0] >> 4) == 14 ? 3
                        : (s[0] >> 3) == 30 ? 4
                                            : 0;

  if (length > (size_t)(end - s))
    return 0;
  *code = s[0] & lead_bits[length];
  for (size_t i = 1; i < length; ++i) {
    if ((s[i] >> 6) != 2)
      return 0;
    *code = (*code << 6) | (s[i] & 0x3f);
  }
  if (*code < smallest[length] || *code > 0x10ffff)
    return 0;
  if (*code >= 0xd800 && *code <= 0xdfff)
    return 0;
  return length;
}

static PetscBool IsControlCharacter(unsigned code) {
  if (code == '\t' || code == '\n' || code == '\r' || code == 0x85)
    return PETSC_FALSE;
  return (PetscBool)(code < 0x20 || (code >= 0x7f && code < 0xa0));
}

// Bytes of ASCII, controls apart, from s on.
static size_t CountPlain(const unsigned char *s, const unsigned char *end) {
  const unsigned char *at = s;

  while (at < end && *at >= 0x20 && *at < 0x7f)
    ++at;
  return (size_t)(at - s);
}

// libfyaml ends a value, or the file, at such bytes without a word.
static PetscErrorCode CheckCharacters(RicInput input) {
  const unsigned char *s = (const unsigned char *)input->text, *end = s + input->size;
  RicInputPlace place = {1, 1};
  char wrong[RIC_NAME_LEN];
  unsigned code = 0;

  PetscFunctionBeginUser;
  for (size_t length; s < end; s += length) {
    length = CountPlain(s, end);
    place.column += (int)length;
    if (length > 0)
      continue;
    length = DecodeCharacter(s, end, &code);
    if (length == 0 || IsControlCharacter(code)) {
      snprintf(wrong, sizeof wrong, "byte 0x%02x is %s", s[0],
               length ? "a control character" : "no UTF-8 text");
      PetscCall(RicInputRaise(input, place, "", wrong));
    }
    place = code == '\n' ? (RicInputPlace){place.line + 1, 1}
                         : (RicInputPlace){place.line, place.column + 1};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The first error that libfyaml has collected, if any, as ours.
static PetscErrorCode RaiseCollected(RicInput input) {
  void *iterator = NULL;
  const struct fy_diag_error *error = fy_diag_errors_iterate(input->diag, &iterator);
  char text[RIC_TEXT_LEN];

  PetscFunctionBeginUser;
  if (!error)
    PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(text, sizeof text, "not YAML: %s", error->msg);
  PetscCall(RicInputRaise(input, (RicInputPlace){error->line, error->column}, "", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateParser(RicInput input) {
  struct fy_diag_cfg diag_config;
  struct fy_parse_cfg config = {.flags = FYPCF_QUIET};

  PetscFunctionBeginUser;
  fy_diag_cfg_default(&diag_config);
  input->diag = fy_diag_create(&diag_config);
  PetscCheck(input->diag, PETSC_COMM_SELF, PETSC_ERR_LIB, "libfyaml: no diagnostics");
  fy_diag_set_collect_errors(input->diag, true);
  config.diag = input->diag;
  input->parser = fy_parser_create(&config);
  PetscCheck(input->parser, PETSC_COMM_SELF, PETSC_ERR_LIB, "libfyaml: no parser");
  PetscCheck(fy_parser_set_string(input->parser, input->text, input->size) == 0, PETSC_COMM_SELF,
             PETSC_ERR_LIB, "libfyaml: text not taken");
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Put the first document into the tree; of others count only that they are there.
static PetscErrorCode TakeEvents(RicInputTree *tree, PetscInt *n_documents) {
  struct fy_event *event;

  PetscFunctionBeginUser;
  *n_documents = 0;
  while ((event = fy_parser_parse(tree->input->parser))) {
    PetscErrorCode error = PETSC_SUCCESS;

    *n_documents += event->type == FYET_DOCUMENT_START;
    if (*n_documents == 1)
      error = RicInputTakeEvent(tree, event);
    fy_parser_event_free(tree->input->parser, event);
    PetscCall(error);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeTree(RicInput input, PetscInt *n_documents) {
  RicInputTree tree = {.input = input};

  PetscFunctionBeginUser;
  PetscCall(RicNamesCreate(&input->anchors));
  const PetscErrorCode error = TakeEvents(&tree, n_documents);
  PetscCall(PetscFree(tree.stack));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicInputParse(RicInput input) {
  PetscInt n_documents;

  PetscFunctionBeginUser;
  PetscCall(CheckCharacters(input));
  PetscCall(CreateParser(input));
  PetscCall(MakeTree(input, &n_documents));
  PetscCall(RaiseCollected(input));
  PetscCall(RicInputResolve(input));
  RicCheckUser(input->root, input->comm, "%s: is empty, expects a mapping of keys",
               input->filename);
  RicCheckUser(n_documents == 1, input->comm,
               "%s: has a second document (after '---' or '...'), one allowed", input->filename);
  PetscCall(RicInputNeedMapping(input->root));
  for (PetscInt i = 0; i < input->root->n_children; ++i)
    PetscCall(RicInputSetHasOptions(input->root->children[i]));
  PetscCall(RicInputReadParameters(input));
  PetscFunctionReturn(PETSC_SUCCESS);
}
