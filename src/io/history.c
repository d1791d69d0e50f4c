// SPDX-License-Identifier: BSD-2-Clause
#include "io/history.h"
#include "io/decimal.h"
#include "io/file.h"
#include "io/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Rows go out on their own when this many bytes have gathered.
#define BUFFER_BYTES 65536

struct RicHistory_ {
  MPI_Comm comm;
  PetscMPIInt rank;
  char filename[RIC_PATH_LEN];
  PetscInt num_columns;
  PetscBool is_open;
  PetscInt word_column;     // shows words, −1: none does
  const char *const *words; // borrowed
  RicDecimal decimal;
  RicText lines;  // whole lines not yet written; before Open: the header line without its end
  int descriptor; // rank 0: the open file, else -1
  off_t size;     // bytes of whole lines in the file
  int error;      // errno of the first failure, rank 0
};

PetscErrorCode RicHistoryCreate(MPI_Comm comm, const char filename[], RicHistory *history) {
  PetscFunctionBegin;
  PetscCheck(strlen(filename) < RIC_PATH_LEN, comm, PETSC_ERR_ARG_OUTOFRANGE,
             "%s: a path of more than %d bytes", filename, RIC_PATH_LEN - 1);
  PetscCall(PetscNew(history));
  (*history)->comm = comm;
  (*history)->descriptor = -1;
  (*history)->word_column = -1;
  strcpy((*history)->filename, filename);
  PetscCall(RicDecimalCreate(&(*history)->decimal));
  PetscCallMPI(MPI_Comm_rank(comm, &(*history)->rank));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicHistoryAddColumn(RicHistory history, const char format[], ...) {
  char name[RIC_TEXT_LEN];
  va_list arguments;

  PetscFunctionBegin;
  PetscCheck(!history->is_open, history->comm, PETSC_ERR_ORDER,
             "columns are added before the history is opened");
  va_start(arguments, format);
  int length = vsnprintf(name, sizeof(name), format, arguments);
  va_end(arguments);
  PetscCheck(length >= 0 && (size_t)length < sizeof(name), history->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "a column name of more than %d bytes", RIC_TEXT_LEN - 1);
  RicCheckUser(!strpbrk(name, ",\"\r\n"), history->comm,
               "history column '%s': a name holds no comma, quote or line end", name);
  PetscCall(RicTextAppend(&history->lines, history->num_columns ? ",%s" : "%s", name));
  history->num_columns++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicHistorySetWords(RicHistory history, PetscInt column, const char *const words[]) {
  PetscFunctionBegin;
  PetscCheck(!history->is_open, history->comm, PETSC_ERR_ORDER,
             "words are set before the history is opened");
  history->word_column = column;
  history->words = words;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicHistoryGetNumColumns(RicHistory history, PetscInt *n) {
  PetscFunctionBegin;
  *n = history->num_columns;
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Rank 0: move the gathered lines to the file. A full disk may take a part of them: the file is cut
// back to the lines it held before, since half a row would be read as numbers.
static void WriteLines(RicHistory history) {
  RicText *lines = &history->lines;

  if (!history->error) {
    history->error = RicFileWriteBytes(history->descriptor, lines->bytes, lines->length);
    if (!history->error)
      history->size += (off_t)lines->length;
    else if (ftruncate(history->descriptor, history->size))
      history->size = -1;
  }
  lines->length = 0;
}

PetscErrorCode RicHistoryOpen(RicHistory history) {
  PetscFunctionBegin;
  PetscCheck(!history->is_open, history->comm, PETSC_ERR_ORDER, "the history is open already");
  PetscCall(RicTextAppend(&history->lines, "\n"));
  history->is_open = PETSC_TRUE;
  if (history->rank == 0) {
    history->descriptor = open(history->filename, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (history->descriptor < 0)
      history->error = errno;
  }
  PetscCall(RicHistoryFlush(history));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Does the open file begin with the header, and have a line end before `bytes`?
static PetscBool Fits(int descriptor, const RicText *header, PetscInt64 bytes) {
  char *found = malloc(header->length + 1), last;
  const PetscBool fits =
      (PetscBool)(found && bytes >= (PetscInt64)header->length &&
                  pread(descriptor, found, header->length, 0) == (ssize_t)header->length &&
                  !memcmp(found, header->bytes, header->length) &&
                  pread(descriptor, &last, 1, (off_t)(bytes - 1)) == 1 && last == '\n');

  free(found);
  return fits;
}

// Rank 0: whether the file can be gone on with; then it is open, and cut.
static PetscBool OpenBehind(RicHistory history, PetscInt64 bytes) {
  const int descriptor = open(history->filename, O_RDWR);

  if (descriptor < 0)
    return PETSC_FALSE;
  if (!Fits(descriptor, &history->lines, bytes) || ftruncate(descriptor, (off_t)bytes) ||
      lseek(descriptor, 0, SEEK_END) != (off_t)bytes) {
    close(descriptor);
    return PETSC_FALSE;
  }
  history->descriptor = descriptor;
  history->size = (off_t)bytes;
  return PETSC_TRUE;
}

PetscErrorCode RicHistoryContinue(RicHistory history, PetscInt64 bytes, PetscBool *done) {
  PetscMPIInt fits = 0;

  PetscFunctionBegin;
  PetscCheck(!history->is_open, history->comm, PETSC_ERR_ORDER, "the history is open already");
  PetscCall(RicTextAppend(&history->lines, "\n"));
  if (history->rank == 0)
    fits = OpenBehind(history, bytes);
  PetscCallMPI(MPI_Bcast(&fits, 1, MPI_INT, 0, history->comm));
  *done = history->is_open = fits ? PETSC_TRUE : PETSC_FALSE;
  history->lines.length = fits ? 0 : history->lines.length - 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicHistoryGetBytes(RicHistory history, PetscInt64 *bytes) {
  PetscFunctionBegin;
  PetscCall(RicHistoryFlush(history));
  if (history->rank == 0 && fdatasync(history->descriptor) && errno != EINVAL && errno != EROFS)
    history->error = errno;
  *bytes = (PetscInt64)history->size;
  PetscCall(RicFileCheck(history->comm, history->error, history->filename));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// At most RIC_TEXT_LEN bytes of a word; returns how many.
static size_t PrintWord(const char word[], char text[]) {
  const size_t length = PetscMin(strlen(word), (size_t)RIC_TEXT_LEN);

  memcpy(text, word, length);
  return length;
}

PetscErrorCode RicHistoryRow(RicHistory history, const PetscReal values[]) {
  PetscFunctionBegin;
  PetscCheck(history->is_open, history->comm, PETSC_ERR_ORDER, "the history is not open");
  if (history->rank || history->error)
    PetscFunctionReturn(PETSC_SUCCESS);
  RicText *lines = &history->lines;
  PetscCall(RicTextReserve(lines, (size_t)history->num_columns * (RIC_DECIMAL_LEN + 1) + 1 +
                                      RIC_TEXT_LEN));
  char *end = lines->bytes + lines->length;
  for (PetscInt i = 0; i < history->num_columns; i++) {
    if (i)
      *end++ = ',';
    if (i == history->word_column)
      end += PrintWord(history->words[(PetscInt)values[i]], end);
    else
      end += RicDecimalPrint(history->decimal, (double)values[i], end);
  }
  *end++ = '\n';
  lines->length = (size_t)(end - lines->bytes);
  if (lines->length >= BUFFER_BYTES)
    WriteLines(history);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicHistoryFlush(RicHistory history) {
  PetscFunctionBegin;
  PetscCheck(history->is_open, history->comm, PETSC_ERR_ORDER, "the history is not open");
  if (history->rank == 0)
    WriteLines(history);
  PetscCall(RicFileCheck(history->comm, history->error, history->filename));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicHistoryClose(RicHistory *history) {
  RicHistory h = *history;

  PetscFunctionBegin;
  if (!h)
    PetscFunctionReturn(PETSC_SUCCESS);
  *history = NULL;
  PetscCall(RicDecimalDestroy(&h->decimal));
  struct RicHistory_ last = *h; // what the verdict needs, once all else is freed
  PetscCall(PetscFree(h));
  if (last.descriptor >= 0) {
    WriteLines(&last);
    if (close(last.descriptor) && !last.error)
      last.error = errno;
  }
  PetscCall(RicTextFree(&last.lines));
  PetscCall(RicFileCheck(last.comm, last.error, last.filename));
  PetscFunctionReturn(PETSC_SUCCESS);
}
