// SPDX-License-Identifier: BSD-2-Clause
// Archive: what a run must keep to go on later, by names. Each owner has one function that hands its
// members over; the archive copies out of them or into them, so that nothing can be saved and not
// loaded. What holds the data, a file or memory, is behind the table of verbs.
//
// Numbers are those of rank 0 when saved, and on all ranks the same when loaded. Entries of vectors
// are kept by what they belong to, not by who owns it: any number of ranks can load them. All
// verbs are collective. User error: an entry that is missing, or of another size.
#ifndef RIC_BASE_ARCHIVE_H
#define RIC_BASE_ARCHIVE_H

#include "base/base.h"

RIC_C_BEGIN

typedef struct RicArchive_ *RicArchive;

// What the entries of a vector belong to: dofs of nodes, or rows of contacts and joints.
typedef enum { RIC_ARCHIVE_DOFS, RIC_ARCHIVE_ROWS } RicArchiveKind;

typedef struct {
  PetscErrorCode (*Group)(RicArchive, const char name[]);
  PetscErrorCode (*Reals)(RicArchive, const char name[], PetscInt n, PetscReal x[]);
  PetscErrorCode (*Ints)(RicArchive, const char name[], PetscInt n, PetscInt x[]);
  PetscErrorCode (*Text)(RicArchive, const char name[], char **text);
  PetscErrorCode (*Vector)(RicArchive, const char name[], RicArchiveKind kind, Vec x);
} RicArchiveOps;

// The first member of every archive.
struct RicArchive_ {
  const RicArchiveOps *ops;
  PetscBool loading;
};

PetscBool RicArchiveIsLoading(RicArchive archive);
// Entries that follow are of this group.
PetscErrorCode RicArchiveGroup(RicArchive archive, const char name[]);
PetscErrorCode RicArchiveReals(RicArchive archive, const char name[], PetscInt n, PetscReal x[]);
PetscErrorCode RicArchiveReal(RicArchive archive, const char name[], PetscReal *x);
PetscErrorCode RicArchiveInts(RicArchive archive, const char name[], PetscInt n, PetscInt x[]);
PetscErrorCode RicArchiveInt(RicArchive archive, const char name[], PetscInt *x);
PetscErrorCode RicArchiveBools(RicArchive archive, const char name[], PetscInt n, PetscBool x[]);
PetscErrorCode RicArchiveBool(RicArchive archive, const char name[], PetscBool *x);
// *text is the caller's when saved; when loaded it is new, to be freed by PetscFree.
PetscErrorCode RicArchiveText(RicArchive archive, const char name[], char **text);
// Ghosts are not loaded.
PetscErrorCode RicArchiveVector(RicArchive archive, const char name[], RicArchiveKind kind, Vec x);

RIC_C_END

#endif
