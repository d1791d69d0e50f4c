// SPDX-License-Identifier: BSD-2-Clause
// Linked into every program built with the sanitizers, so that lsan.supp can tell the leaks of MPI
// from ours by the library alone, without reading the names of functions (half of a short run):
// libraries stay loaded to the end, and the stack of a printed string does not end in libc, which
// has no frame pointers.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int dlclose(void *handle);
int vasprintf(char **text, const char *format, va_list values);
int __vasprintf_chk(char **text, int flag, const char *format, va_list values);
int asprintf(char **text, const char *format, ...);
int __asprintf_chk(char **text, int flag, const char *format, ...);

int dlclose(void *handle) {
  (void)handle;
  return 0;
}

int vasprintf(char **text, const char *format, va_list values) {
  va_list again;
  va_copy(again, values);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  *text = length < 0 ? NULL : malloc((size_t)length + 1);
  return *text ? vsnprintf(*text, (size_t)length + 1, format, values) : -1;
}

int __vasprintf_chk(char **text, int flag, const char *format, va_list values) {
  (void)flag;
  return vasprintf(text, format, values);
}

int asprintf(char **text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = vasprintf(text, format, values);
  va_end(values);
  return length;
}

int __asprintf_chk(char **text, int flag, const char *format, ...) {
  va_list values;
  (void)flag;
  va_start(values, format);
  int length = vasprintf(text, format, values);
  va_end(values);
  return length;
}
