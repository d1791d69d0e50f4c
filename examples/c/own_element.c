// SPDX-License-Identifier: BSD-2-Clause
// An element of one's own, registered at run time: the library, and inputs, know it by its name from
// then on.
//
// A spring from a node to the ground that stiffens, f = k |u|² u. A mass on it swings with a period that
// grows as its amplitude A falls: T = 7.416299/A (m/k)^½, which is what the program measures.
#include <ricochet.h>

// An element is a set of pure functions of its nodes: X [3] where they are, m, u and v [dim] how far they
// have moved, m, and how fast, m/s. Outputs are overwritten. element/element.h has the rest.
typedef struct {
  PetscReal stiffness; // k, N/m³
} CubicData;

static PetscReal Square(PetscInt dim, const PetscReal u[]) {
  PetscReal sum = 0;
  for (PetscInt i = 0; i < dim; i++)
    sum += u[i] * u[i];
  return sum;
}

static void CubicForce(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                       const PetscReal v[], PetscReal f[]) {
  const PetscReal k = ((const CubicData *)data)->stiffness;
  (void)X, (void)v;
  for (PetscInt i = 0; i < dim; i++)
    f[i] = k * Square(dim, u) * u[i];
}

// K = ∂f/∂u = k (|u|² I + 2 u uᵀ), C = ∂f/∂v = 0; either may not be wanted.
static void CubicTangent(const void *data, PetscInt dim, const PetscReal X[], const PetscReal u[],
                         const PetscReal v[], PetscReal K[], PetscReal C[]) {
  const PetscReal k = ((const CubicData *)data)->stiffness;
  const PetscReal square = Square(dim, u);
  (void)X, (void)v;
  for (PetscInt i = 0; i < dim * dim; i++) {
    if (K)
      K[i] = k * (2 * u[i / dim] * u[i % dim] + (i % (dim + 1) == 0 ? square : 0));
    if (C)
      C[i] = 0;
  }
}

static PetscReal CubicEnergy(const void *data, PetscInt dim, const PetscReal X[],
                             const PetscReal u[]) {
  const PetscReal square = Square(dim, u);
  (void)X;
  return ((const CubicData *)data)->stiffness * square * square / 4;
}

// What an input would say of it, and where that stands in the data.
static const RicParameter cubic_parameters[] = {
    {"region", "the nodes it holds", "", RIC_PARAMETER_REGION, .required = PETSC_TRUE},
    {"stiffness", "force over stretch cubed", "N/m³", RIC_PARAMETER_REAL, RIC_POSITIVE,
     .required = PETSC_TRUE, .offset = offsetof(CubicData, stiffness)},
    {NULL}};

static const RicElementOps cubic = {.name = "cubic-spring",
                                    .description = "spring to the ground that stiffens",
                                    .num_nodes = 1,
                                    .parameters = cubic_parameters,
                                    .data_size = sizeof(CubicData),
                                    .Force = CubicForce,
                                    .Tangent = CubicTangent,
                                    .Energy = CubicEnergy};

static PetscErrorCode MakeModel(RicMesh mesh, RicModel *model) {
  const RicPointMassData mass = {.mass = 2};
  const CubicData data = {.stiffness = 200};
  const PetscReal origin[3] = {0, 0, 0};
  RicExpression displacement[3] = {NULL};
  const RicElementOps *point, *spring;
  const RicRegion *ball;

  PetscFunctionBeginUser;
  PetscCall(RicMeshAddNode(mesh, "ball", origin));
  PetscCall(RicMeshPartition(mesh));
  PetscCall(RicMeshFindRegion(mesh, "ball", &ball));
  PetscCall(RicElementFind("point-mass", &point));
  PetscCall(RicElementFind("cubic-spring", &spring)); // as any other
  PetscCall(RicModelCreate(PETSC_COMM_WORLD, mesh, 1, model));
  PetscCall(RicModelAddElements(*model, point, &mass, ball, "the mass"));
  PetscCall(RicModelAddElements(*model, spring, &data, ball, "the spring"));
  PetscCall(RicExpressionCreateConstant(1, &displacement[0])); // A
  PetscCall(RicModelAddInitial(*model, ball, displacement, NULL));
  PetscCall(RicModelSetUp(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv) {
  RicReason reason = RIC_OK;
  const RicState *state;
  PetscReal u;
  RicMesh mesh;
  RicModel model;
  RicStepper stepper;

  PetscFunctionBeginUser;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(RicElementRegister(&cubic));
  PetscCall(RicMeshCreate(PETSC_COMM_WORLD, &mesh));
  PetscCall(MakeModel(mesh, &model));
  PetscCall(RicStepperCreate(PETSC_COMM_WORLD, &stepper));
  PetscCall(RicStepperSetModel(stepper, model));
  PetscCall(RicStepperSetType(stepper, "energy-momentum"));
  PetscCall(RicStepperSetStep(stepper, 1e-3));
  PetscCall(RicStepperSetUp(stepper));
  PetscCall(RicStepperStart(stepper, 0));
  // Ten periods of A = 1 m and k/m = 100 1/(m² s²): the mass is back at A.
  for (PetscInt k = 1; k <= 7416 && reason == RIC_OK; k++)
    PetscCall(RicStepperAdvance(stepper, 1e-3 * (PetscReal)k, &reason));
  PetscCall(RicStepperGetState(stepper, &state));
  PetscCall(VecSum(state->q, &u));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "t %.3f s, at %.3f m\n", (double)state->t, (double)u));
  PetscCall(RicStepperDestroy(&stepper));
  PetscCall(RicModelDestroy(&model));
  PetscCall(RicMeshDestroy(&mesh));
  PetscCall(PetscFinalize());
  return 0;
}
