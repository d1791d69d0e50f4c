// SPDX-License-Identifier: BSD-2-Clause
// Labels of a frame: what its cells are called in the input.
#include "io/frame_impl.h"

// first [section]: number of its first name among all; *n: of all names.
static void PlaceNames(const RicFrameLabels *labels, PetscInt first[RIC_NUM_SECTIONS],
                       PetscInt *n) {
  *n = 0;
  for (PetscInt s = 0; s < RIC_NUM_SECTIONS; s++) {
    first[s] = labels->names[s] ? *n : -1;
    *n += labels->names[s] ? labels->num[s] : 0;
  }
}

PetscErrorCode RicFrameSetLabels(RicFrame f, const RicFrameLabels *labels) {
  PetscInt first[RIC_NUM_SECTIONS], n;
  const char **names;

  PetscFunctionBegin;
  PlaceNames(labels, first, &n);
  PetscCall(PetscMalloc1(n, &names));
  for (PetscInt s = 0; s < RIC_NUM_SECTIONS; s++)
    for (PetscInt i = 0; i < labels->num[s] && first[s] >= 0; i++)
      names[first[s] + i] = labels->names[s][i];
  PetscCall(RicVtkAddStrings(f->vtk, "names", n, names));
  PetscCall(RicVtkAddStrings(f->vtk, "materials", labels->num_materials, labels->materials));
  PetscCall(PetscFree(names));
  PetscCall(PetscMalloc2(f->num_cells, &f->name, f->num_cells, &f->material));
  for (PetscInt c = 0; c < f->num_cells; c++) {
    const PetscInt s = f->section[c];
    f->name[c] = first[s] < 0 ? -1 : first[s] + f->id[c];
    f->material[c] = s == RIC_SECTION_ELEMENTS ? labels->material[f->id[c]] : -1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicFrameWriteLabels(RicFrame f) {
  PetscFunctionBegin;
  PetscCall(RicVtkAddCellIntField(f->vtk, "section", f->section));
  PetscCall(RicVtkAddCellIntField(f->vtk, "id", f->id));
  PetscCall(RicVtkAddCellIntField(f->vtk, "name", f->name));
  PetscCall(RicVtkAddCellIntField(f->vtk, "material", f->material));
  PetscFunctionReturn(PETSC_SUCCESS);
}
