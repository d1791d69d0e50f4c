// SPDX-License-Identifier: BSD-2-Clause
// An archive (base/archive.h) in memory: what can be brought back before the run ends, to the last
// bit, on the same ranks. Each rank keeps its own numbers; entries are told by their order alone.
#ifndef RIC_BASE_ARCHIVE_MEMORY_H
#define RIC_BASE_ARCHIVE_MEMORY_H

#include "base/archive.h"

PetscErrorCode RicArchiveMemoryCreate(RicArchive *archive);
// What follows is saved from the beginning, over what was kept before, or loaded from there, any
// number of times. Memory grows with the largest that was kept, and is used again.
PetscErrorCode RicArchiveMemorySave(RicArchive archive);
PetscErrorCode RicArchiveMemoryLoad(RicArchive archive);
PetscErrorCode RicArchiveMemoryDestroy(RicArchive *archive);

#endif
