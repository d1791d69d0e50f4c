// SPDX-License-Identifier: BSD-2-Clause
// A place in the text of a Gmsh file: numbers and section lines one after the other, never past
// its end.
#include "mesh/mesh_gmsh_impl.h"

#include <ctype.h>
#include <errno.h>
#include <sys/stat.h>

// Bytes of size_t, and of a tag and a count in format 4.1.
#define SIZE_WIDTH 8

PetscBool RicGmshScanBad(const RicGmshScan *scan) {
  return scan->error[0] ? PETSC_TRUE : PETSC_FALSE;
}

void RicGmshComplain(RicGmshScan *scan, const char format[], ...) {
  va_list args;

  if (RicGmshScanBad(scan))
    return;
  const int n = snprintf(scan->error, RIC_TEXT_LEN, "%s: ", scan->filename);
  if (n < 0 || n >= RIC_TEXT_LEN)
    return;
  va_start(args, format);
  (void)vsnprintf(scan->error + n, (size_t)(RIC_TEXT_LEN - n), format, args);
  va_end(args);
}

// Complain of the end of the file, or of what stands in place of `wanted`.
static void Unexpected(RicGmshScan *scan, const char wanted[]) {
  int length = 0;

  if (scan->at == scan->end || scan->binary) {
    RicGmshComplain(scan, "the file ends in the middle of section %s", scan->section);
    return;
  }
  while (length < 20 && isgraph((unsigned char)scan->at[length]))
    length++;
  RicGmshComplain(scan, "section %s: %s expected in place of \"%.*s\"", scan->section, wanted,
                  length, scan->at);
}

PetscErrorCode RicGmshScanOpen(const char filename[], RicGmshScan *scan) {
  struct stat status;
  FILE *file;

  PetscFunctionBegin;
  scan->filename = filename;
  scan->section = "$MeshFormat";
  errno = 0;
  file = fopen(filename, "rb");
  if (!file || fstat(fileno(file), &status)) {
    RicGmshComplain(scan, "%s", errno == ENOENT ? "no such file" : strerror(errno));
  } else if (!S_ISREG(status.st_mode)) {
    RicGmshComplain(scan, "not a file");
  } else {
    const size_t size = (size_t)status.st_size;
    PetscCall(PetscMalloc1(size + 1, &scan->text));
    if (fread(scan->text, 1, size, file) != size)
      RicGmshComplain(scan, "it cannot be read");
    if (size == 0)
      RicGmshComplain(scan, "the file is empty");
    scan->text[size] = 0;
    scan->at = scan->text;
    scan->end = scan->text + size;
  }
  if (file)
    (void)fclose(file);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicGmshScanClose(RicGmshScan *scan) {
  PetscFunctionBegin;
  PetscCall(PetscFree(scan->text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void SkipBlanks(RicGmshScan *scan) {
  while (scan->at < scan->end && isspace((unsigned char)*scan->at))
    scan->at++;
}

// The bytes of the word that comes next.
static size_t WordLength(const RicGmshScan *scan) {
  size_t length = 0;

  while (isgraph((unsigned char)scan->at[length]))
    length++;
  return length;
}

// The place of `word` at the beginning of a line, NULL when there is none.
static const char *FindLine(const RicGmshScan *scan, const char word[], size_t length) {
  for (const char *at = scan->at; at; at = memchr(at, '\n', (size_t)(scan->end - at))) {
    while (at < scan->end && (*at == '\n' || *at == '\r'))
      at++;
    if ((size_t)(scan->end - at) >= length && !memcmp(at, word, length))
      return at;
    if (at == scan->end)
      break;
  }
  return NULL;
}

// Step over sections that are of no use here, such as $Comments: whatever has another name than
// those that are read.
static void SkipOthers(RicGmshScan *scan) {
  static const char *const read[] = {"$MeshFormat", "$PhysicalNames",   "$Entities", "$Partitioned",
                                     "$Nodes",      "$ParametricNodes", "$Elements", "$End"};
  char closing[RIC_NAME_LEN] = "$End";

  for (SkipBlanks(scan); *scan->at == '$' && !RicGmshScanBad(scan); SkipBlanks(scan)) {
    const size_t length = WordLength(scan);
    for (size_t i = 0; i < sizeof(read) / sizeof(read[0]); i++)
      if (!strncmp(scan->at, read[i], strlen(read[i])))
        return;
    if (length < 2 || length + 4 > sizeof(closing))
      return;
    memcpy(closing + 4, scan->at + 1, length - 1);
    closing[length + 3] = '\0';
    const char *end = FindLine(scan, closing, length + 3);
    if (!end)
      RicGmshComplain(scan, "the file ends before %s", closing);
    else
      scan->at = end + length + 3;
  }
}

PetscBool RicGmshEnter(RicGmshScan *scan, const char section[]) {
  const size_t length = strlen(section);

  if (RicGmshScanBad(scan))
    return PETSC_FALSE;
  if (strncmp(section, "$End", 4))
    SkipOthers(scan);
  SkipBlanks(scan);
  if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, section, length))
    return PETSC_FALSE;
  if (scan->at[length] && !isspace((unsigned char)scan->at[length]))
    return PETSC_FALSE;
  scan->at += length;
  // Exactly one byte: the next one may belong to a binary number.
  if (scan->at < scan->end)
    scan->at++;
  if (strncmp(section, "$End", 4))
    scan->section = section;
  return PETSC_TRUE;
}

void RicGmshExpect(RicGmshScan *scan, const char section[]) {
  if (RicGmshEnter(scan, section) || RicGmshScanBad(scan))
    return;
  if (scan->at == scan->end)
    RicGmshComplain(scan, "the file ends before %s", section);
  else
    RicGmshComplain(scan, "no %s where it must be, after the contents of section %s", section,
                    scan->section);
}

// The next whole number, of `width` bytes in binary files.
static PetscInt64 NextNumber(RicGmshScan *scan, size_t width) {
  PetscInt64 value = 0;
  int small;
  char *tail;

  if (RicGmshScanBad(scan))
    return 0;
  if (scan->binary) {
    if ((size_t)(scan->end - scan->at) < width) {
      Unexpected(scan, "number");
      return 0;
    }
    if (width == sizeof(small)) {
      memcpy(&small, scan->at, width);
      value = small;
    } else {
      memcpy(&value, scan->at, width);
    }
    scan->at += width;
    return value;
  }
  SkipBlanks(scan);
  value = strtoll(scan->at, &tail, 10);
  if (tail == scan->at || (*tail && !isspace((unsigned char)*tail)))
    Unexpected(scan, "whole number");
  scan->at = tail;
  return RicGmshScanBad(scan) ? 0 : value;
}

PetscInt RicGmshNextInt(RicGmshScan *scan) {
  const PetscInt64 value = NextNumber(scan, sizeof(int));

  if (value > INT_MAX || value < -INT_MAX)
    RicGmshComplain(scan, "section %s: number %lld is too large", scan->section, (long long)value);
  return RicGmshScanBad(scan) ? 0 : (PetscInt)value;
}

PetscInt RicGmshNextGroup(RicGmshScan *scan) {
  const PetscInt tag = RicGmshNextInt(scan);

  return PetscAbsInt(tag);
}

PetscInt RicGmshNextCount(RicGmshScan *scan) {
  const PetscInt64 value = NextNumber(scan, SIZE_WIDTH);

  // Everything counted takes at least a byte: no larger count can be true, or be allocated for.
  if (value < 0 || value > scan->end - scan->at || value > PETSC_MAX_INT)
    RicGmshComplain(scan, "section %s: a count is %lld, more than the file holds, or negative",
                    scan->section, (long long)value);
  return RicGmshScanBad(scan) ? 0 : (PetscInt)value;
}

PetscInt RicGmshNextTag(RicGmshScan *scan) {
  const PetscInt64 value = NextNumber(scan, SIZE_WIDTH);

  if (!RicGmshScanBad(scan) && (value < 1 || value >= INT_MAX))
    RicGmshComplain(scan, "section %s: tag %lld, must be positive and below 2^31", scan->section,
                    (long long)value);
  return RicGmshScanBad(scan) ? 0 : (PetscInt)value;
}

PetscInt RicGmshNextCountText(RicGmshScan *scan) {
  const PetscBool binary = scan->binary;

  scan->binary = PETSC_FALSE;
  const PetscInt n = RicGmshNextCount(scan);
  scan->binary = binary;
  if (!RicGmshScanBad(scan) && scan->at < scan->end)
    scan->at++;
  return n;
}

void RicGmshSkipInts(RicGmshScan *scan, PetscInt n) {
  for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++)
    (void)RicGmshNextInt(scan);
}

static double NextReal(RicGmshScan *scan) {
  double value = 0;
  char *tail;

  if (RicGmshScanBad(scan))
    return 0;
  if (scan->binary) {
    if ((size_t)(scan->end - scan->at) < sizeof(value)) {
      Unexpected(scan, "number");
      return 0;
    }
    memcpy(&value, scan->at, sizeof(value));
    scan->at += sizeof(value);
    return value;
  }
  SkipBlanks(scan);
  value = strtod(scan->at, &tail);
  if (tail == scan->at || (*tail && !isspace((unsigned char)*tail)))
    Unexpected(scan, "number");
  scan->at = tail;
  return value;
}

void RicGmshNextReals(RicGmshScan *scan, PetscInt n, PetscReal x[]) {
  for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++)
    x[i] = NextReal(scan);
}

void RicGmshSkipReals(RicGmshScan *scan, PetscInt n) {
  for (PetscInt i = 0; i < n && !RicGmshScanBad(scan); i++)
    (void)NextReal(scan);
}

void RicGmshNextName(RicGmshScan *scan, char name[RIC_NAME_LEN]) {
  const char *from, *to;

  name[0] = 0;
  if (RicGmshScanBad(scan))
    return;
  SkipBlanks(scan);
  from = scan->at + 1;
  for (to = from; to < scan->end && *to != '"' && *to != '\n' && *to; to++)
    continue;
  if (*scan->at != '"' || to >= scan->end || *to != '"') {
    Unexpected(scan, "name in quotes");
    return;
  }
  if (to - from >= RIC_NAME_LEN || to == from) {
    RicGmshComplain(scan, "physical group \"%.*s\": a name has 1 to %d characters",
                    (int)PetscMin(to - from, 200), from, RIC_NAME_LEN - 1);
    return;
  }
  memcpy(name, from, (size_t)(to - from));
  name[to - from] = 0;
  for (scan->at = to + 1; scan->at < scan->end && *scan->at != '\n'; scan->at++)
    if (!isspace((unsigned char)*scan->at))
      Unexpected(scan, "end of line");
}
