// SPDX-License-Identifier: BSD-2-Clause
#include "base/hash.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#define PRIME 0x100000001b3ull

uint64_t RicHashBytes(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *b = bytes;

  for (size_t i = 0; i < size; i++)
    hash = (hash ^ b[i]) * PRIME;
  return hash;
}

int RicHashFile(const char path[], uint64_t *hash) {
  unsigned char block[65536];
  FILE *file = fopen(path, "rb");
  size_t n;

  *hash = RIC_HASH_START;
  if (!file)
    return errno;
  while ((n = fread(block, 1, sizeof(block), file)) > 0)
    *hash = RicHashBytes(*hash, block, n);
  const int error = ferror(file) ? (errno ? errno : EIO) : 0;
  fclose(file);
  return error;
}

void RicHashPrint(uint64_t hash, char text[RIC_HASH_LEN]) {
  snprintf(text, RIC_HASH_LEN, "%016" PRIx64, hash);
}
