# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""Install into a prefix of its own, then build and run a user of the library, and the example of a
plugin: once by pkg-config, once by the CMake package."""
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["RICOCHET_BUILD"])
EXAMPLE = pathlib.Path(os.environ["RICOCHET_SOURCE"]) / "examples" / "plugin"

# A bar of ten cells flies against a wall: its steps take all of the library.
CONSUMER = """\
#include "contact/contact_data.h"
#include "element/element_data.h"
#include "model/model_build.h"
#include "stepper/stepper.h"

static PetscErrorCode Build(RicMesh mesh, RicModel *model) {
  const RicBarData bar = {.material = {900, 1}, .area = 1};
  const RicFaceData wall = {.normal = {1, 0, 0}};
  const PetscReal origin[3] = {0, 0, 0};
  const PetscReal from[3] = {0.01, 0, 0}, to[3] = {1.01, 0, 0};
  const RicRegion *region, *start;
  const RicElementOps *element;
  const RicContactOps *contact;
  RicExpression v[3] = {NULL, NULL, NULL}, none[3] = {NULL, NULL, NULL};

  PetscFunctionBegin;
  PetscCall(RicMeshGenerateLine(mesh, "bar", 10, from, to));
  PetscCall(RicMeshPartition(mesh));
  PetscCall(RicModelCreate(PETSC_COMM_WORLD, mesh, 1, model));
  PetscCall(RicMeshFindRegion(mesh, "bar", &region));
  PetscCall(RicMeshFindRegion(mesh, "start", &start));
  PetscCall(RicElementFind("bar", &element));
  PetscCall(RicContactFind("node-plane", &contact));
  PetscCall(RicModelAddElements(*model, element, &bar, region, "bar"));
  PetscCall(RicExpressionCreate("-10", &v[0], NULL));
  PetscCall(RicModelAddInitial(*model, region, none, v));
  PetscCall(RicModelAddContact(*model, "wall", contact, &wall, start, origin, 0, NULL));
  PetscCall(RicModelSetUp(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(void) {
  RicReason reason = RIC_OK;
  const RicState *state;
  PetscReal gap;
  RicMesh mesh;
  RicModel model;
  RicStepper stepper;

  PetscCall(PetscInitializeNoArguments());
  PetscCall(RicMeshCreate(PETSC_COMM_WORLD, &mesh));
  PetscCall(Build(mesh, &model));
  PetscCall(RicStepperCreate(PETSC_COMM_WORLD, &stepper));
  PetscCall(RicStepperSetModel(stepper, model));
  PetscCall(RicStepperSetType(stepper, "ggl-alpha"));
  PetscCall(RicStepperSetStep(stepper, 1e-3));
  PetscCall(RicStepperSetUp(stepper));
  PetscCall(RicStepperStart(stepper, 0));
  for (PetscInt step = 1; step <= 5 && reason == RIC_OK; step++)
    PetscCall(RicStepperAdvance(stepper, 1e-3 * (PetscReal)step, &reason));
  PetscCall(RicStepperGetState(stepper, &state));
  PetscCall(VecMin(state->gap, NULL, &gap));
  printf("%d steps, gap %.9f, closed %d\\n", (int)reason == RIC_OK ? 5 : 0, (double)gap, (int)state->active);
  PetscCall(RicStepperDestroy(&stepper));
  PetscCall(RicModelDestroy(&model));
  PetscCall(RicMeshDestroy(&mesh));
  PetscCall(PetscFinalize());
  return 0;
}
"""

LOADER = """\
#include "system/system.h"

int main(int argc, char **argv) {
  const RicSystemOps *ops = NULL;
  PetscInt n = 0;
  PetscCall(PetscInitializeNoArguments());
  PetscCall(RicPluginLoad(PETSC_COMM_WORLD, argv[argc - 1]));
  PetscCall(RicSystemGetCount(&n));
  PetscCall(RicSystemGet(n - 1, &ops));
  printf("%s\\n", ops->name);
  PetscCall(PetscFinalize());
  return 0;
}
"""

CMAKE_LISTS = """\
cmake_minimum_required(VERSION 3.20)
project(consumer LANGUAGES C)
find_package(ricochet 0.1 REQUIRED)
add_executable(consumer consumer.c)
target_link_libraries(consumer PRIVATE ricochet::ricochet)
"""


def cached(name):
    """A value of the build directory's cache, '' when it is not there."""
    for line in (BUILD / "CMakeCache.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(name + ":"):
            return line.partition("=")[2]
    return ""


def run(*command, **options):
    """Run a command, its output in the failure's text; return what it printed."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


@unittest.skipIf(cached("RICOCHET_SANITIZE") == "ON", "users would have to be sanitized, too")
class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(tempfile.mkdtemp(prefix="ricochet-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.work)
        first = cls.work / "first"
        run("cmake", "--install", BUILD, "--prefix", first)
        cls.prefix = first.rename(cls.work / "moved")
        cls.libraries = cls.prefix / cached("CMAKE_INSTALL_LIBDIR")
        (cls.work / "consumer.c").write_text(CONSUMER, encoding="utf-8")
        (cls.work / "loader.c").write_text(LOADER, encoding="utf-8")
        (cls.work / "CMakeLists.txt").write_text(CMAKE_LISTS, encoding="utf-8")

    def check_consumer(self, program):
        environment = {**os.environ, "LD_LIBRARY_PATH": str(self.libraries)}
        self.assertEqual(run(program, env=environment), "5 steps, gap 0.000000000, closed 1\n")

    def test_program_runs_where_it_was_moved(self):
        self.assertRegex(run(self.prefix / "bin" / "ricochet", "--version"), r"\d+\.\d+\.\d+")

    def test_python_module_finds_the_program(self):
        """The one it was installed with, from where both were moved."""
        environment = {name: value for name, value in os.environ.items() if name != "RICOCHET"}
        environment["PYTHONPATH"] = str(self.prefix / "lib" / "python3" / "dist-packages")
        told = run("/usr/bin/python3", "-c", "import ricochet; print(ricochet.find_program())", env=environment)
        self.assertEqual(told.strip(), str(self.prefix / "bin" / "ricochet"))

    def test_private_headers_stay_at_home(self):
        headers = [path.name for path in (self.prefix / "include" / "ricochet").rglob("*.h")]
        self.assertIn("contact.h", headers)
        self.assertFalse([name for name in headers if name.endswith("_impl.h")])

    def pkg_config(self, *words):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.libraries / "pkgconfig")}
        return shlex.split(run("pkg-config", *words, "ricochet >= 0.1", env=environment))

    def test_pkg_config(self):
        program = self.work / "by-pkg-config"
        run("cc", "-std=gnu11", self.work / "consumer.c", "-o", program,
            *self.pkg_config("--cflags", "--libs"))
        self.check_consumer(program)

    def test_cmake_package(self):
        build = self.work / "build"
        run("cmake", "-S", self.work, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", build)
        self.check_consumer(build / "consumer")

    def check_plugin(self, plugin):
        """A program that exports its symbols, as ours does, loads it and knows its system."""
        loader = self.work / "loader"
        run("cc", "-std=gnu11", "-rdynamic", self.work / "loader.c", "-o", loader,
            *self.pkg_config("--cflags", "--libs"))
        environment = {**os.environ, "LD_LIBRARY_PATH": str(self.libraries)}
        self.assertEqual(run(loader, plugin, env=environment).split(), ["double-pendulum"])

    def test_plugin_by_pkg_config(self):
        plugin = self.work / "double_pendulum.so"
        run("cc", "-shared", "-fPIC", "-o", plugin, EXAMPLE / "double_pendulum.c",
            *self.pkg_config("--cflags"))
        self.check_plugin(plugin)

    def test_plugin_by_cmake(self):
        build = self.work / "build-plugin"
        run("cmake", "-S", EXAMPLE, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", build)
        self.check_plugin(build / "double_pendulum.so")


if __name__ == "__main__":
    unittest.main()
