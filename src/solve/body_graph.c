// SPDX-License-Identifier: BSD-2-Clause
#include "solve/body_graph.h"

// offset [bodies + 1]: room for itself and one neighbour a contact; next [bodies]: the first free place,
// behind the body itself.
static void MakeRoom(PetscInt num_bodies, PetscInt num_contacts, const PetscInt body[],
                     PetscInt offset[], PetscInt column[], PetscInt next[]) {
  for (PetscInt b = 0; b <= num_bodies; b++)
    offset[b] = 0;
  for (PetscInt k = 0; k < num_contacts; k++)
    if (body[2 * k] >= 0 && body[2 * k + 1] >= 0) {
      offset[body[2 * k] + 1]++;
      offset[body[2 * k + 1] + 1]++;
    }
  for (PetscInt b = 0; b < num_bodies; b++) {
    offset[b + 1] += offset[b] + 1;
    next[b] = offset[b];
    column[next[b]++] = b;
  }
}

PetscErrorCode RicBodyGraphMake(PetscInt num_bodies, PetscInt num_contacts, const PetscInt body[],
                                PetscInt offset[], PetscInt column[], PetscInt next[]) {
  PetscFunctionBegin;
  MakeRoom(num_bodies, num_contacts, body, offset, column, next);
  for (PetscInt k = 0; k < num_contacts; k++) {
    const PetscInt a = body[2 * k], b = body[2 * k + 1];
    if (a < 0 || b < 0)
      continue;
    column[next[a]++] = b;
    column[next[b]++] = a;
  }
  for (PetscInt b = 0, at = 0; b < num_bodies; b++) {
    PetscInt n = next[b] - offset[b];
    PetscCall(PetscSortRemoveDupsInt(&n, &column[offset[b]]));
    for (PetscInt e = 0; e < n; e++)
      column[at + e] = column[offset[b] + e];
    offset[b] = at;
    at += n;
    next[b] = at;
  }
  if (num_bodies)
    offset[num_bodies] = next[num_bodies - 1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicBodyGraphFind(PetscInt num_contacts, const PetscInt body[],
                                const PetscInt offset[], const PetscInt column[],
                                PetscInt entry[]) {
  PetscFunctionBegin;
  for (PetscInt k = 0; k < num_contacts; k++)
    for (PetscInt s = 0; s < 4; s++) {
      const PetscInt row = body[2 * k + s / 2], other = body[2 * k + s % 2];
      PetscInt at = -1;
      if (row >= 0 && other >= 0) {
        const PetscInt from = offset[row];
        PetscCall(PetscFindInt(other, offset[row + 1] - from, &column[from], &at));
        at += from;
      }
      entry[4 * k + s] = at;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}
