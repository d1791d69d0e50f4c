// SPDX-License-Identifier: BSD-2-Clause
// Texts of a study and words cut from them.
#include "study/study_impl.h"
#include <stdarg.h>
#include <string.h>

const char *RicStudyText(RicStudy s, const char format[], ...) {
  va_list arguments, again;
  char *text = NULL;

  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, arguments);
  if (length >= 0 && !RicStoreTake(s->store, (size_t)length + 1, &text))
    vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(arguments);
  return text ? text : "";
}

PetscErrorCode RicWordsAdd(RicStudy s, RicWords *words, const char text[]) {
  PetscFunctionBeginUser;
  if ((words->n & (words->n - 1)) == 0) { // room for the next power of two
    const char **more;

    PetscCall(RicStoreTake(s->store, (size_t)(words->n ? 2 * words->n : 1) * sizeof *more, &more));
    PetscCall(PetscArraycpy(more, words->text, words->n));
    words->text = more;
  }
  words->text[words->n++] = text;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicWordsCut(RicStudy s, const char text[], RicWords *words) {
  const char *from = text, *copy;
  int depth = 0;

  PetscFunctionBeginUser;
  for (const char *at = text;; ++at) {
    depth += (*at == '(') - (*at == ')');
    if (*at && !(*at == ',' && depth == 0))
      continue;
    from += strspn(from, " ");
    size_t length = at > from ? (size_t)(at - from) : 0;
    while (length && from[length - 1] == ' ')
      --length;
    PetscCall(RicStoreCopyText(s->store, from, length, &copy));
    PetscCall(RicWordsAdd(s, words, copy));
    from = at + 1;
    if (!*at)
      break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicWordsJoin(RicStudy s, const RicWords *words, const char **text) {
  size_t length = 1, at = 0;
  char *all;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < words->n; ++i)
    length += strlen(words->text[i]) + 1;
  PetscCall(RicStoreTake(s->store, length, &all));
  for (PetscInt i = 0; i < words->n; ++i)
    at += (size_t)snprintf(all + at, length - at, "%s%s", i ? "," : "", words->text[i]);
  *text = all;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool RicStudyIsAmong(const char word[], const char *const words[]) {
  for (PetscInt i = 0; words[i]; ++i)
    if (!strcmp(words[i], word))
      return PETSC_TRUE;
  return PETSC_FALSE;
}
