// SPDX-License-Identifier: BSD-2-Clause
#include "io/legend.h"
#include "io/file.h"
#include "io/text.h"

#include <string.h>

struct RicLegend_ {
  MPI_Comm comm;
  char filename[RIC_PATH_LEN];
  RicText text;
  PetscBool in_table, has_column;
};

PetscErrorCode RicLegendCreate(MPI_Comm comm, const char filename[], RicLegend *legend) {
  PetscFunctionBegin;
  PetscCheck(strlen(filename) < RIC_PATH_LEN, comm, PETSC_ERR_ARG_OUTOFRANGE,
             "%s: a path of more than %d bytes", filename, RIC_PATH_LEN - 1);
  PetscCall(PetscNew(legend));
  (*legend)->comm = comm;
  strcpy((*legend)->filename, filename);
  PetscCall(RicTextAppend(&(*legend)->text, "{"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLegendDestroy(RicLegend *legend) {
  PetscFunctionBegin;
  if (*legend)
    PetscCall(RicTextFree(&(*legend)->text));
  PetscCall(PetscFree(*legend));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// A string of JSON: quotes, backslashes and control characters escaped.
static PetscErrorCode AppendString(RicText *text, const char string[]) {
  PetscFunctionBegin;
  PetscCall(RicTextAppend(text, "\""));
  for (const char *c = string; *c; c++)
    if (*c == '"' || *c == '\\')
      PetscCall(RicTextAppend(text, "\\%c", *c));
    else if ((unsigned char)*c < 0x20)
      PetscCall(RicTextAppend(text, "\\u%04x", (unsigned)*c));
    else
      PetscCall(RicTextAppend(text, "%c", *c));
  PetscCall(RicTextAppend(text, "\""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AppendEntry(RicText *text, const char key[], const char value[]) {
  PetscFunctionBegin;
  PetscCall(RicTextAppend(text, "\"%s\": ", key));
  if (value)
    PetscCall(AppendString(text, value));
  else
    PetscCall(RicTextAppend(text, "null"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLegendBegin(RicLegend legend, const char table[]) {
  RicText *text = &legend->text;

  PetscFunctionBegin;
  PetscCall(RicTextAppend(text, legend->in_table ? "\n  },\n  " : "\n  "));
  PetscCall(AppendString(text, table));
  PetscCall(RicTextAppend(text, ": {"));
  legend->in_table = PETSC_TRUE;
  legend->has_column = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLegendAdd(RicLegend legend, const char column[], const char unit[],
                            const char kind[], const char of[]) {
  RicText *text = &legend->text;

  PetscFunctionBegin;
  PetscCheck(legend->in_table, legend->comm, PETSC_ERR_ORDER, "columns are those of a table");
  PetscCall(RicTextAppend(text, legend->has_column ? ",\n    " : "\n    "));
  PetscCall(AppendString(text, column));
  PetscCall(RicTextAppend(text, ": {"));
  PetscCall(AppendEntry(text, "unit", unit));
  PetscCall(RicTextAppend(text, ", "));
  PetscCall(AppendEntry(text, "kind", kind));
  if (of) {
    PetscCall(RicTextAppend(text, ", "));
    PetscCall(AppendEntry(text, "of", of));
  }
  PetscCall(RicTextAppend(text, "}"));
  legend->has_column = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicLegendWrite(RicLegend legend) {
  RicText *text = &legend->text;
  const size_t length = text->length;

  PetscFunctionBegin;
  PetscCall(RicTextAppend(text, legend->in_table ? "\n  }\n}\n" : "\n}\n"));
  const PetscErrorCode written =
      RicFileReplace(legend->comm, legend->filename, text->bytes, text->length);
  text->length = length; // more may follow
  PetscCall(written);
  PetscFunctionReturn(PETSC_SUCCESS);
}
