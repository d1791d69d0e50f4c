// SPDX-License-Identifier: BSD-2-Clause
// A program that goes on after an error, instead of ending with PETSc's trace: it asks for a scheme that
// there is not, takes the line that says so, and tries another one.
#include <ricochet.h>

// PETSC_ERR_USER_INPUT is a mistake in what was asked for, its line the same on all ranks. Any other
// error is passed on. After an error the object can be destroyed; a setter has left it as it was.
static PetscErrorCode TryType(RicStepper stepper, const char type[], PetscBool *known) {
  PetscErrorCode error;
  char *line = NULL;

  PetscFunctionBeginUser;
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL)); // nothing is printed
  error = RicStepperSetType(stepper, type);
  PetscCall(PetscPopErrorHandler());
  if (error == PETSC_ERR_USER_INPUT)
    PetscCall(PetscErrorMessage(error, NULL, &line));
  else
    PetscCall(error);
  *known = error ? PETSC_FALSE : PETSC_TRUE;
  if (line)
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "not %s\n", line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv) {
  const char *const wanted[] = {"leapfrog", "moreau-jean"}, *type;
  PetscBool known = PETSC_FALSE;
  RicStepper stepper;

  PetscFunctionBeginUser;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicStepperCreate(PETSC_COMM_WORLD, &stepper));
  for (PetscInt i = 0; i < 2 && !known; i++)
    PetscCall(TryType(stepper, wanted[i], &known));
  PetscCall(RicStepperGetType(stepper, &type));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "scheme %s\n", type));
  PetscCall(RicStepperDestroy(&stepper));
  PetscCall(PetscFinalize());
  return 0;
}
