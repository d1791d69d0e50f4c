// SPDX-License-Identifier: BSD-2-Clause
// Settings of a study: the text of a key from the command line, or else from the section.
#include "study/study_setting.h"
#include <stdarg.h>
#include <string.h>

PetscErrorCode RicStudyRaise(const RicStudySetting *setting, const char format[], ...) {
  char text[RIC_TEXT_LEN];
  va_list arguments;

  PetscFunctionBeginUser;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (setting->node)
    PetscCall(RicInputError(setting->node, NULL, "%s", text));
  RicUserError(PETSC_COMM_SELF, "option -%s: %s", setting->key, text);
}

// A scalar, or the items of a list with commas between.
PetscErrorCode RicStudyTextOf(RicStudy s, RicInputNode node, const char **text) {
  char one[RIC_TEXT_LEN];
  RicWords items = {0};
  RicInputNode item;
  PetscBool list;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(RicInputIsSequence(node, &list));
  if (list) {
    PetscCall(RicInputGetSize(node, &n));
    for (PetscInt i = 0; i < n; ++i) {
      PetscCall(RicInputGetItem(node, i, &item));
      PetscCall(RicInputRequireString(item, NULL, one, sizeof one));
      PetscCall(RicWordsAdd(s, &items, RicStudyText(s, "%s", one)));
    }
  } else {
    PetscCall(RicInputRequireString(node, NULL, one, sizeof one));
    PetscCall(RicWordsAdd(s, &items, RicStudyText(s, "%s", one)));
  }
  PetscCall(RicWordsJoin(s, &items, text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyFindSetting(RicStudy s, const RicStudySource *source, const char key[],
                                   RicStudySetting *setting) {
  RicInputNode node;
  PetscBool mapping;

  PetscFunctionBeginUser;
  *setting = (RicStudySetting){.key = key};
  for (PetscInt i = 0; i < source->n; ++i)
    if (!strcmp(source->given[i].name, key))
      setting->text = source->given[i].value;
  if (setting->text)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RicInputGetChild(source->section, key, &node));
  PetscCall(RicInputIsMapping(node, &mapping));
  if (!node || mapping)
    PetscFunctionReturn(PETSC_SUCCESS);
  setting->node = node;
  PetscCall(RicStudyTextOf(s, node, &setting->text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyReadCount(RicStudy s, const RicStudySource *source, const char key[],
                                 PetscInt *value) {
  RicStudySetting setting;
  double x;

  PetscFunctionBeginUser;
  PetscCall(RicStudyFindSetting(s, source, key, &setting));
  if (!setting.text)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!RicStudyIsNumber(setting.text, &x) || x < 1 || x > 1e6 || x != (double)(PetscInt)x)
    PetscCall(RicStudyRaise(&setting, "expects a whole number >= 1 (is '%s')", setting.text));
  *value = (PetscInt)x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyReadList(RicStudy s, const RicStudySource *source, const char key[],
                                RicWords *words) {
  RicStudySetting setting;

  PetscFunctionBeginUser;
  PetscCall(RicStudyFindSetting(s, source, key, &setting));
  if (setting.text && setting.text[0])
    PetscCall(RicWordsCut(s, setting.text, words));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyReadFlag(RicStudy s, const RicStudySource *source, const char key[],
                                PetscBool *yes) {
  RicStudySetting setting;

  PetscFunctionBeginUser;
  PetscCall(RicStudyFindSetting(s, source, key, &setting));
  if (!setting.text)
    PetscFunctionReturn(PETSC_SUCCESS);
  *yes = (PetscBool)(!setting.text[0] || !strcmp(setting.text, "true"));
  if (!*yes && strcmp(setting.text, "false") != 0)
    PetscCall(RicStudyRaise(&setting, "expects true or false (is '%s')", setting.text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicStudyReadNorm(RicStudy s, const RicStudySource *source) {
  static const char *const norms[] = {"l1", "l2", "max", NULL};
  RicStudySetting setting;

  PetscFunctionBeginUser;
  PetscCall(RicStudyFindSetting(s, source, "norm", &setting));
  s->norm = setting.text ? setting.text : "l2";
  if (!RicStudyIsAmong(s->norm, norms))
    PetscCall(RicStudyRaise(&setting, "expects l1, l2 or max (is '%s')", s->norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
