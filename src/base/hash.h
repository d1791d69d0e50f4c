// SPDX-License-Identifier: BSD-2-Clause
// Hash: 64-bit FNV-1a, to tell whether a text or a file is the one it was. Not against malice.
#ifndef RIC_BASE_HASH_H
#define RIC_BASE_HASH_H

#include "base/base.h"
#include <stdint.h>

// What to begin with, and the hash of no bytes.
#define RIC_HASH_START 0xcbf29ce484222325ull
// Digits of a hash in text, and its end.
#define RIC_HASH_LEN 17

// The hash of bytes [size] behind those that `hash` is of.
uint64_t RicHashBytes(uint64_t hash, const void *bytes, size_t size);
// The hash of a file's bytes; an errno where it cannot be read, 0 else. Not collective.
int RicHashFile(const char path[], uint64_t *hash);
// Sixteen hexadecimal digits.
void RicHashPrint(uint64_t hash, char text[RIC_HASH_LEN]);

#endif
