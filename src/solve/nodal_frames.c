// SPDX-License-Identifier: BSD-2-Clause
// Which rows of W make a contact on a node, and its frame: a row and the tangential ones after it.
// Rows without a free dof are left out, and with a normal row its tangential ones.
#include "solve/nodal.h"

// Frames may be off orthogonal, and rows of different length, by so much.
#define SLACK 1e-9

// What keeps rows from being such contacts: of several the last.
enum { FITS, SPREAD, LENGTHS, SHARED };
static const char *const reasons[] = {
    [FITS] = NULL,
    [SPREAD] = "rows of a contact are more than those of one node",
    [LENGTHS] = "rows of a contact differ in length, as with two coefficients of friction",
    [SHARED] = "a node has two contacts"};

// A row of W that is not 0: at most 3 entries, sorted by column.
typedef struct {
  PetscInt n, dof[3];
  PetscReal value[3];
} Row;

// Local row i; *fits: it lies on at most three dofs of this rank.
static PetscErrorCode ReadRow(RicStage s, PetscInt i, Row *row, PetscBool *fits) {
  const PetscInt *cols;
  const PetscScalar *values;
  PetscInt n, first, last;

  PetscFunctionBegin;
  *row = (Row){0};
  PetscCall(MatGetOwnershipRangeColumn(s->W, &first, &last));
  PetscCall(MatGetRow(s->W, s->first_row + i, &n, &cols, &values));
  for (PetscInt k = 0; k < n && *fits; k++) {
    if (values[k] == 0)
      continue;
    *fits = (PetscBool)(row->n < 3 && cols[k] >= first && cols[k] < last);
    if (!*fits)
      break;
    row->dof[row->n] = cols[k] - first;
    row->value[row->n++] = values[k];
  }
  PetscCall(MatRestoreRow(s->W, s->first_row + i, &n, &cols, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Place of a dof in the contact, or where the next would go.
static PetscInt Find(const RicNodalContact *c, PetscInt dof) {
  PetscInt j = 0;

  while (j < c->dofs && c->dof[j] != dof)
    j++;
  return j;
}

// The row becomes the next of the contact, in the first of three columns for each dof; no more than
// three dofs and rows.
static PetscBool Join(RicNodalContact *c, PetscInt i, const Row *row) {
  if (c->rows == 3)
    return PETSC_FALSE;
  for (PetscInt k = 0; k < row->n; k++) {
    const PetscInt j = Find(c, row->dof[k]);
    if (j == 3)
      return PETSC_FALSE;
    c->dofs = PetscMax(c->dofs, j + 1);
    c->dof[j] = row->dof[k];
    c->frame[3 * c->rows + j] = row->value[k];
  }
  c->row[c->rows++] = i;
  return PETSC_TRUE;
}

static PetscReal DotRows(const RicNodalContact *c, PetscInt a, PetscInt b) {
  PetscReal sum = 0;

  for (PetscInt j = 0; j < 3; j++)
    sum += c->frame[3 * a + j] * c->frame[3 * b + j];
  return sum;
}

// One more unit row, orthogonal to the `rows` there are: of the axis farthest from them.
static void AddTangent(RicNodalContact *c, PetscInt rows) {
  PetscReal *t = c->frame + 3 * rows, best = -1;

  for (PetscInt axis = 0; axis < c->dofs; axis++) {
    PetscReal v[3] = {0, 0, 0}, norm2 = 0;
    v[axis] = 1;
    for (PetscInt a = 0; a < rows; a++)
      for (PetscInt j = 0; j < 3; j++)
        v[j] -= c->frame[3 * a + axis] * c->frame[3 * a + j];
    for (PetscInt j = 0; j < 3; j++)
      norm2 += v[j] * v[j];
    if (norm2 <= best)
      continue;
    best = norm2;
    for (PetscInt j = 0; j < 3; j++)
      t[j] = v[j] / PetscSqrtReal(norm2);
  }
}

// Rows to a frame of unit vectors, dofs × dofs. Not FITS where they are none.
static int MakeFrame(RicNodalContact *c) {
  const PetscReal norm2 = DotRows(c, 0, 0);

  for (PetscInt a = 0; a < c->rows; a++)
    for (PetscInt b = 0; b <= a; b++)
      if (PetscAbsReal(DotRows(c, a, b) - (a == b ? norm2 : 0)) > SLACK * norm2)
        return a == b ? LENGTHS : SPREAD;
  if (c->rows > 1 && c->rows != c->dofs)
    return SPREAD;
  c->length = PetscSqrtReal(norm2);
  for (PetscInt i = 0; i < 9; i++)
    c->frame[i] /= c->length;
  for (PetscInt rows = c->rows; rows < c->dofs; rows++)
    AddTangent(c, rows);
  for (PetscInt i = 0; i < c->dofs; i++) // from three columns to as many as dofs
    for (PetscInt j = 0; j < c->dofs; j++)
      c->frame[i * c->dofs + j] = c->frame[3 * i + j];
  return FITS;
}

// Contacts of this rank. *why: FITS where all rows make contacts.
static PetscErrorCode GroupRows(RicStage s, PetscInt *n, RicNodalContact contacts[], int *why) {
  PetscBool fits = PETSC_TRUE, dropped = PETSC_TRUE; // the last normal row
  Row row;

  PetscFunctionBegin;
  *n = 0;
  for (PetscInt i = 0; i < s->num_rows_owned && fits; i++) {
    const PetscBool tangential = (PetscBool)(s->tangential && s->tangential[i]);
    PetscCall(ReadRow(s, i, &row, &fits));
    dropped = tangential ? dropped : (PetscBool)!row.n;
    if (!row.n || dropped)
      continue;
    if (!tangential)
      contacts[(*n)++] = (RicNodalContact){0};
    fits = (PetscBool)(fits && Join(&contacts[*n - 1], i, &row));
  }
  *why = fits ? FITS : SPREAD;
  for (PetscInt k = 0; k < *n && *why == FITS; k++)
    *why = MakeFrame(&contacts[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

// No dof in two contacts.
static PetscErrorCode CheckDisjoint(RicStage s, PetscInt n, const RicNodalContact contacts[],
                                    int *why) {
  PetscBool *taken;
  PetscInt num_dofs;

  PetscFunctionBegin;
  PetscCall(VecGetLocalSize(s->work, &num_dofs));
  PetscCall(PetscCalloc1(num_dofs, &taken));
  for (PetscInt k = 0; k < n; k++)
    for (PetscInt j = 0; j < contacts[k].dofs; j++) {
      *why = taken[contacts[k].dof[j]] ? SHARED : *why;
      taken[contacts[k].dof[j]] = PETSC_TRUE;
    }
  PetscCall(PetscFree(taken));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicNodalReadContacts(RicStage s, PetscInt *n, RicNodalContact **contacts,
                                    const char **why_not) {
  int why;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(s->num_rows_owned, contacts));
  PetscCall(GroupRows(s, n, *contacts, &why));
  if (why == FITS)
    PetscCall(CheckDisjoint(s, *n, *contacts, &why));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &why, 1, MPI_INT, MPI_MAX, s->comm));
  *why_not = reasons[why];
  if (why != FITS)
    PetscCall(PetscFree(*contacts));
  PetscFunctionReturn(PETSC_SUCCESS);
}
