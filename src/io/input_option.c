// SPDX-License-Identifier: BSD-2-Clause
// Input, options: under which names a value is overridden, and what a mistyped one may have meant.
//
// The name is the path with underscores. An item of a list has two: by its key `name`, as in
// -contacts_wall_restitution, and by its number, as in -contacts_0_restitution. PETSc, asked for
// one with a number, finds the one without it, too: -contacts_restitution. The `name` itself is
// overridden by number only.
#include "base/options.h"
#include "io/input_impl.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef enum { BY_NAME, BY_NUMBER, NUM_FORMS } Form;

// Written for every value of an input, and asked for under two names: copies, no formats.
static void Append(char option[RIC_PATH_LEN], const char text[]) {
  const size_t used = strlen(option), left = RIC_PATH_LEN - 1 - used, n = strlen(text);
  const size_t taken = n < left ? n : left;

  memcpy(option + used, text, taken);
  option[used + taken] = '\0';
}

static void AppendWord(const char word[], char option[RIC_PATH_LEN]) {
  if (option[1])
    Append(option, "_");
  Append(option, word);
}

static void AppendNumber(PetscInt number, char option[RIC_PATH_LEN]) {
  char digits[24];

  snprintf(digits, sizeof digits, "_%" PetscInt_FMT, number);
  Append(option, digits);
}

// The name of an item of a list; NULL where it has none.
static const char *NameOf(RicInputNode node) {
  for (PetscInt i = 0; node->kind == RIC_INPUT_MAPPING && i < node->n_children; ++i)
    if (!strcmp(node->children[i]->key, "name"))
      return node->children[i]->kind == RIC_INPUT_SCALAR ? node->children[i]->text : NULL;
  return NULL;
}

// The option of a node; *named: a name stands in it for a number.
static void WriteOption(Form form, RicInputNode node, char option[RIC_PATH_LEN], PetscBool *named) {
  if (!node->parent) {
    strcpy(option, "-");
    *named = PETSC_FALSE;
    return;
  }
  WriteOption(form, node->parent, option, named);
  if (node->key[0]) {
    AppendWord(node->key, option);
    return;
  }
  const char *name = form == BY_NAME ? NameOf(node) : NULL;
  if (name) {
    AppendWord(name, option);
    *named = PETSC_TRUE;
  } else
    AppendNumber(node->index, option);
}

// Take a number out of an option if that is how PETSc found its value: it is the same one then.
static PetscErrorCode RestoreWritten(char option[RIC_PATH_LEN], const char value[]) {
  const char *other;
  PetscBool set;

  PetscFunctionBeginUser;
  for (char *at = strchr(option, '_'); at; at = strchr(at + 1, '_')) {
    const size_t digits = strspn(at + 1, "0123456789");
    char shorter[RIC_PATH_LEN];

    if (!digits || at[1 + digits] != '_')
      continue;
    snprintf(shorter, sizeof shorter, "%.*s%s", (int)(at - option), option, at + 1 + digits);
    PetscCall(PetscOptionsFindPair(NULL, NULL, shorter, &other, &set));
    if (!set || other != value)
      continue;
    strcpy(option, shorter);
    break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Names of options are blind to case. A value that looks like a name does no harm.
PetscErrorCode RicInputSetHasOptions(RicInputNode entry) {
  const size_t length = strlen(entry->key);
  char *all;

  PetscFunctionBeginUser;
  entry->has_options = 0;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  for (const char *at = strchr(all, '-'); at && !entry->has_options; at = strchr(at + 1, '-'))
    entry->has_options = !strncasecmp(at + 1, entry->key, length) &&
                         (!at[1 + length] || strchr(" _", at[1 + length]));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Whether some option may override (node, key); keys that the root lacks are not known beforehand.
static PetscBool MayBeOverridden(RicInputNode node) {
  while (node->parent && node->parent->parent)
    node = node->parent;
  return (PetscBool)(!node->parent || node->has_options);
}

// All names are asked for, so that one that another overrules counts as used.
PetscErrorCode RicInputGetOption(RicInputNode node, const char key[], char written[RIC_PATH_LEN],
                                 const char **value, PetscBool *set) {
  PetscFunctionBeginUser;
  *set = PETSC_FALSE;
  if (!MayBeOverridden(node))
    PetscFunctionReturn(PETSC_SUCCESS);
  for (Form form = key && !strcmp(key, "name") ? BY_NUMBER : BY_NAME; form < NUM_FORMS; ++form) {
    char option[RIC_PATH_LEN];
    const char *found;
    PetscBool named, given;

    WriteOption(form, node, option, &named);
    if (key)
      AppendWord(key, option);
    if (!option[1] || (form == BY_NAME && !named))
      continue;
    PetscCall(PetscOptionsFindPair(NULL, NULL, option, &found, &given));
    if (!given)
      continue;
    PetscCall(RestoreWritten(option, found));
    if (!*set) {
      strcpy(written, option);
      *value = found ? found : "";
      *set = PETSC_TRUE;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- Mistyped options ----

// The known option nearest to a wrong one, both without their dash; "" while there is none.
typedef struct {
  const char *wrong;
  char nearest[RIC_PATH_LEN];
  char longer[RIC_PATH_LEN]; // one that ends with the wrong one, "" while there is none
} Search;

// Whole words at the beginning that two options share tell nothing of how near the rest is.
static size_t SharedWords(const char a[], const char b[]) {
  size_t shared = 0;

  for (size_t i = 0; a[i] && a[i] == b[i]; ++i)
    if (a[i] == '_')
      shared = i + 1;
  return shared;
}

static void Offer(Search *search, const char option[]) {
  const char *known = option + 1; // behind the dash
  const size_t shared = SharedWords(search->wrong, known);
  const char *const rest[] = {known + shared, NULL}, *const both[] = {search->nearest, known, NULL};
  const size_t length = strlen(known), ending = strlen(search->wrong);

  if (!search->longer[0] && length > ending && known[length - ending - 1] == '_' &&
      !strcmp(known + length - ending, search->wrong))
    snprintf(search->longer, sizeof search->longer, "%s", known);
  if (!RicNearestWord(search->wrong + shared, rest))
    return;
  if (!search->nearest[0] || RicNearestWord(search->wrong, both) == known)
    snprintf(search->nearest, sizeof search->nearest, "%s", known);
}

static void OfferBelow(Search *search, RicInputNode node, const char option[]);

// A child under one of its names.
static void OfferChild(Search *search, RicInputNode child, const char option[], const char word[]) {
  char longer[RIC_PATH_LEN];

  snprintf(longer, sizeof longer, "%s", option);
  if (word[0])
    AppendWord(word, longer);
  if (child->kind == RIC_INPUT_SCALAR)
    Offer(search, longer);
  else
    OfferBelow(search, child, longer);
}

// All that has been asked for below a node whose option is given.
static void OfferBelow(Search *search, RicInputNode node, const char option[]) {
  const char *const *allowed = RicInputAllowed(node);

  for (size_t k = 0; allowed && allowed[k]; ++k) {
    char longer[RIC_PATH_LEN];

    snprintf(longer, sizeof longer, "%s", option);
    AppendWord(allowed[k], longer);
    Offer(search, longer);
  }
  for (PetscInt i = 0; i < node->n_children; ++i) {
    const RicInputNode child = node->children[i];
    const char *name = child->key[0] ? child->key : NameOf(child);
    char number[RIC_NAME_LEN];

    if (name)
      OfferChild(search, child, option, name);
    if (child->key[0])
      continue;
    snprintf(number, sizeof number, "%" PetscInt_FMT, child->index);
    OfferChild(search, child, option, number);
    OfferChild(search, child, option, "");
  }
  for (RicInputImplied *implied = RicInputOf(node)->implied; implied; implied = implied->next)
    if (implied->node.parent == node)
      OfferChild(search, &implied->node, option, implied->node.key);
}

static PetscBool IsOneOf(const char word[], const char *const words[]) {
  for (size_t k = 0; words[k]; ++k)
    if (!strcmp(word, words[k]))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

// What a wrong option, without its dash, may have meant, "" if nothing; *ours: it begins with a key
// of the input's top, or is an override but for such a key mistyped.
static void Judge(RicInput input, const char option[], char meant[RIC_PATH_LEN], PetscBool *ours) {
  const size_t length = strcspn(option, "_");
  char first[RIC_PATH_LEN], corrected[RIC_PATH_LEN];
  Search search = {option, "", ""};

  snprintf(first, sizeof first, "%.*s", (int)length, option);
  *ours = IsOneOf(first, RicInputAllowed(input->root));
  const char *key = *ours ? NULL : RicNearestWord(first, RicInputAllowed(input->root));
  snprintf(corrected, sizeof corrected, "%s%s", key ? key : first, option + length);
  search.wrong = corrected;
  if (*ours || key)
    OfferBelow(&search, input->root, "-");
  const PetscBool exact = (PetscBool)!strcmp(search.nearest, corrected);
  *ours = (PetscBool)(*ours || (key && exact));
  // As it is written it belongs to what this input does not have, such as another stepper.
  snprintf(meant, RIC_PATH_LEN, "%s", exact && !key ? "" : search.nearest);
}

// What an option that nobody knows may have meant: a value of the input by the last words of its
// path, or one of the program's own; "" for nothing.
static void Guess(RicInput input, const char option[], char meant[RIC_PATH_LEN]) {
  Search search = {option, "", ""};

  OfferBelow(&search, input->root, "-");
  const char *near = search.nearest[0] ? NULL : RicNearestWord(option, RicProgramOptions);
  snprintf(meant, RIC_PATH_LEN, "%s",
           search.longer[0] ? search.longer
           : near           ? near
                            : search.nearest);
}

// `-name=value`, which PETSc takes for a name.
static PetscErrorCode RefuseEqualSign(RicInput input, const char option[]) {
  const char *sign = strchr(option, '='), *name = option + (option[0] == '-');

  PetscFunctionBeginUser;
  RicCheckUser(!sign, input->comm, "option -%s: its value stands apart, as in -%.*s %s", option,
               (int)(sign - name), name, sign + 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RaiseUnknown(RicInput input, const char option[]) {
  char meant[RIC_PATH_LEN];

  PetscFunctionBeginUser;
  Guess(input, option, meant);
  RicUserError(input->comm,
               "option -%s: known neither here nor to PETSc%s%s%s (ricochet --help explains)",
               option, meant[0] ? ", did you mean -" : "", meant, meant[0] ? "?" : "");
}

PetscErrorCode RicInputCheckOptions(RicInput input) {
  char **names, **values, wrong[RIC_PATH_LEN] = "", meant[RIC_PATH_LEN] = "";
  char unknown[RIC_PATH_LEN] = "";
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCheck(input->root->allowed, input->comm, PETSC_ERR_ARG_WRONGSTATE,
             "RicInputCheckKeys of the root comes first");
  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n && !wrong[0]; i++) {
    PetscBool ours;

    Judge(input, names[i], meant, &ours);
    if (ours)
      PetscCall(PetscStrncpy(wrong, names[i], sizeof(wrong)));
    else if (!unknown[0] && !RicOptionIsKnown(names[i]))
      PetscCall(PetscStrncpy(unknown, names[i], sizeof(unknown)));
  }
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  PetscCall(RefuseEqualSign(input, wrong[0] ? wrong : unknown));
  RicCheckUser(!wrong[0], input->comm,
               "option -%s: no such key in the input, or not of this type%s%s%s", wrong,
               meant[0] ? ", did you mean -" : "", meant, meant[0] ? "?" : "");
  if (unknown[0])
    PetscCall(RaiseUnknown(input, unknown));
  PetscFunctionReturn(PETSC_SUCCESS);
}
