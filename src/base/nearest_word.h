// SPDX-License-Identifier: BSD-2-Clause
// The nearest word, for messages about mistyped ones.
#ifndef RIC_BASE_NEAREST_WORD_H
#define RIC_BASE_NEAREST_WORD_H

// Nearest of `known` (ended by NULL) to a mistyped `word`, blind to case: at most one letter wrong,
// missing, added or swapped with its neighbour, in words of six and more one of every three. NULL
// when none is near.
const char *RicNearestWord(const char word[], const char *const known[]);

#endif
