// SPDX-License-Identifier: BSD-2-Clause
// The known word nearest to a mistyped one: Damerau–Levenshtein distance in its restricted form
// (insert, delete, change a letter, swap two neighbours; no letter edited twice), blind to case.
// R. A. Wagner, M. J. Fischer, J. ACM 21 (1974) 168; F. J. Damerau, Comm. ACM 7 (1964) 171.
#include "base/nearest_word.h"
#include "base/base.h"
#include <ctype.h>
#include <string.h>

#define MAX_LETTERS RIC_NAME_LEN

static size_t Smallest(size_t a, size_t b, size_t c) {
  const size_t ab = a < b ? a : b;
  return ab < c ? ab : c;
}

static int Lower(char letter) { return tolower((unsigned char)letter); }

// Row i of the table holds the distances between the first i letters of a and the first j of b;
// two_up and up are rows i − 2 and i − 1.
static void FillRow(const char a[], size_t i, const char b[], size_t n, const size_t two_up[],
                    const size_t up[], size_t row[]) {
  row[0] = i;
  for (size_t j = 1; j <= n; ++j) {
    const int x = Lower(a[i - 1]), y = Lower(b[j - 1]);

    row[j] = Smallest(up[j] + 1, row[j - 1] + 1, up[j - 1] + (x != y));
    if (i > 1 && j > 1 && x == Lower(b[j - 2]) && y == Lower(a[i - 2]) &&
        two_up[j - 2] + 1 < row[j])
      row[j] = two_up[j - 2] + 1;
  }
}

static size_t Distance(const char a[], size_t m, const char b[], size_t n) {
  size_t rows[3][MAX_LETTERS + 1];

  for (size_t j = 0; j <= n; ++j)
    rows[0][j] = j;
  for (size_t i = 1; i <= m; ++i)
    FillRow(a, i, b, n, rows[(i + 1) % 3], rows[(i + 2) % 3], rows[i % 3]);
  return rows[m % 3][n];
}

const char *RicNearestWord(const char word[], const char *const known[]) {
  const size_t m = strlen(word);
  const char *nearest = NULL;
  size_t smallest = (m < 6 ? 1 : m / 3) + 1;

  for (size_t k = 0; known[k]; ++k) {
    const size_t n = strlen(known[k]);

    if (m > MAX_LETTERS || n > MAX_LETTERS)
      continue;
    const size_t distance = Distance(word, m, known[k], n);
    // Two words of which every letter differs are not near, short as they may be.
    if (distance < smallest && (distance < m || distance < n)) {
      smallest = distance;
      nearest = known[k];
    }
  }
  return nearest;
}
