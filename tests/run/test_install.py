# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""Install into a prefix of its own, then build the programs of examples/c and the plugin of
examples/plugin, by pkg-config and by the CMake package, against the shared and the static library, and
run them. The public headers are all that is installed, and each compiles on its own in C and in C++."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["RICOCHET_BUILD"])
SOURCE = pathlib.Path(os.environ["RICOCHET_SOURCE"])
EXAMPLE = SOURCE / "examples" / "plugin"
PROGRAMS = SOURCE / "examples" / "c"
BRIEF = bool(os.environ.get("RICOCHET_TEST_BRIEF"))
# What each program prints last, as the README beside them says.
PRINTED = dict(re.findall(r"(?m)^\| `(\w+)\.c` .*\| `(.*)` \|$", (PROGRAMS / "README.md").read_text(encoding="utf-8")))
INCLUDE = re.compile(r'(?m)^#include "(.*)"')

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
        (cls.work / "loader.c").write_text(LOADER, encoding="utf-8")

    def check_program(self, program, name):
        environment = {**os.environ, "LD_LIBRARY_PATH": str(self.libraries)}
        self.assertEqual(run(program, env=environment, cwd=self.work).splitlines()[-1], PRINTED[name])

    def test_program_runs_where_it_was_moved(self):
        self.assertRegex(run(self.prefix / "bin" / "ricochet", "--version"), r"\d+\.\d+\.\d+")

    def test_python_module_finds_the_program(self):
        """The one it was installed with, from where both were moved."""
        environment = {name: value for name, value in os.environ.items() if name != "RICOCHET"}
        environment["PYTHONPATH"] = str(self.prefix / "lib" / "python3" / "dist-packages")
        told = run("/usr/bin/python3", "-c", "import ricochet; print(ricochet.find_program())", env=environment)
        self.assertEqual(told.strip(), str(self.prefix / "bin" / "ricochet"))

    def test_scripts(self):
        """Those installed as programs, where they were moved; their modules are found, too."""
        for name in ("plot", "plot-study", "compare-steppers"):
            self.assertIn(f"usage: ricochet-{name} ", run(self.prefix / "bin" / f"ricochet-{name}", "--help"))
        render = (self.prefix / "bin" / "ricochet-render").read_text(encoding="utf-8")
        script = re.search(r'"\$here/(.*?)"', render)[1]
        self.assertTrue((self.prefix / "bin" / script).resolve().is_file())
        run("sh", "-n", self.prefix / "bin" / "ricochet-render")

    def test_man_page(self):
        """It has no mistake, and each command and option that --help tells."""
        page = self.prefix / "share" / "man" / "man1" / "ricochet.1"
        self.assertEqual(run("groff", "-ww", "-man", "-Kutf8", "-z", page), "")
        source = page.read_text(encoding="utf-8").replace("\\-", "-")
        told = run(self.prefix / "bin" / "ricochet", "--help")
        words = set(re.findall(r"(?m)^  ricochet (\w+)|^  (-\w+)", told))
        self.assertGreater(len(words), 10)
        for command, option in words:
            self.assertIn(command or option, source)

    def complete(self, *words):
        """What bash proposes for the last of the words, in a folder with an input and a mesh."""
        folder = self.work / "complete"
        (folder / "sub").mkdir(parents=True, exist_ok=True)
        for name in ("my.yaml", "my.msh", "problem.hdf5"):
            (folder / name).touch()
        script = f"""
            source {self.prefix}/share/bash-completion/completions/ricochet
            COMP_WORDS=({' '.join(map(shlex.quote, map(str, words)))}) COMP_CWORD={len(words) - 1}
            _ricochet && printf '%s\\n' "${{COMPREPLY[@]}}"
            """
        return run("bash", "-c", script, cwd=folder).split()

    def test_completion(self):
        program = self.prefix / "bin" / "ricochet"
        self.assertEqual(self.complete(program, "s"), ["study", "solve", "schema"])
        self.assertEqual(self.complete(program, "run", ""), ["sub", "my.yaml"])
        self.assertEqual(self.complete(program, "solve", "p"), ["problem.hdf5"])
        self.assertEqual(self.complete(program, "run", "my.yaml", "-stage_type", "b"), ["bound"])
        self.assertEqual(self.complete(program, "run", "my.yaml", "-q"), ["-quiet"])
        steppers = self.complete(program, "run", "my.yaml", "-stepper_type", "moreau")
        self.assertEqual(steppers, ["moreau-jean", "moreau", "moreau-symmetric", "moreau-variational"])
        self.assertIn("point-mass", self.complete(program, "list", "point"))
        told = run(program, "--help")
        options = [option for option in self.complete(program, "run", "-") if not option.startswith("-stepper_")]
        for option in options:  # and values of inputs
            self.assertIn(option, told)

    def headers(self):
        include = self.prefix / "include" / "ricochet"
        return {str(path.relative_to(include)): path.read_text(encoding="utf-8") for path in include.rglob("*.h")}

    def test_what_is_included_is_installed(self):
        """From ricochet.h on; what nothing public includes is private and stays at home."""
        headers = self.headers()
        seen, left = set(), ["ricochet.h"]
        while left:
            name = left.pop()
            self.assertIn(name, headers, "to be added to cmake/install.cmake")
            left += set(INCLUDE.findall(headers[name])) - seen
            seen.add(name)
        self.assertEqual(seen, set(headers), "to be left out of cmake/install.cmake, or included by ricochet.h")
        self.assertFalse([name for name in seen if name.endswith("_impl.h")])

    def test_each_header_compiles_alone(self):
        """In C11 (brief: ricochet.h) and in C++17, without a warning. One that another includes first of all
        compiles alone if that one does. PETSc's headers, which they all begin with, are compiled once."""
        headers = self.headers()
        first_of_all = {found[1] for found in map(INCLUDE.search, headers.values()) if found}
        flags = ["-Wall", "-Wextra", "-Werror", *self.pkg_config("--cflags")]
        for compiler, language, standard in (("cc", "c", "c11"), ("c++", "c++", "c++17")):
            options = [f"-std={standard}", *flags]
            first = self.work / language / "first.h"
            first.parent.mkdir()
            first.write_text('#include "base/compat.h"\n', encoding="utf-8")
            run(compiler, "-x", f"{language}-header", *options, first)
            names = ["ricochet.h"] if BRIEF and language == "c" else sorted(set(headers) - first_of_all)
            for name in names:
                with self.subTest(name=name, language=language):
                    alone = self.work / language / "alone.c"
                    alone.write_text(f'#include "{name}"\n#include "{name}"\n', encoding="utf-8")
                    run(compiler, "-x", language, *options, "-include", first, "-fsyntax-only", alone)

    def test_version_macro(self):
        source = self.work / "version.c"
        source.write_text("""
            #include <ricochet.h>
            #include <string.h>
            #if !RIC_VERSION_GE(0, 2, 0) || RIC_VERSION_GE(9, 0, 0)
            #error
            #endif
            int main(void) { return puts(RicVersion()) < 0 || strcmp(RIC_VERSION, RicVersion()); }
            """, encoding="utf-8")
        program = self.work / "version"
        run("cc", source, "-o", program, *self.pkg_config("--cflags", "--libs", package="ricochet-static"))
        version = run(program).strip()
        self.assertEqual(run(self.prefix / "bin" / "ricochet", "--version"), f"ricochet {version}\n")
        citation = (SOURCE / "CITATION.cff").read_text(encoding="utf-8")
        self.assertRegex(citation, rf"(?m)^version: {re.escape(version)}$")
        self.assertRegex((SOURCE / "python" / "pyproject.toml").read_text(encoding="utf-8"), rf'(?m)^version = "{re.escape(version)}"$')
        changes = re.search(r"(?m)^## \[(.*?)\]", (SOURCE / "CHANGELOG.md").read_text(encoding="utf-8"))[1]
        self.assertIn(changes, (version, "Unreleased"))

    def test_names_have_c_linkage(self):
        """A C++ program calls the library."""
        source = self.work / "linkage.cc"
        source.write_text("""
            #include <ricochet.h>
            #include <cstdio>
            int main() {
              const RicContactOps *ops = nullptr;
              RicMesh mesh = nullptr;
              PetscCall(PetscInitializeNoArguments());
              PetscCall(RicContactFind("node-plane", &ops));
              PetscCall(RicMeshCreate(PETSC_COMM_WORLD, &mesh));
              PetscCall(RicMeshDestroy(&mesh));
              std::printf("%s\\n", ops->name);
              return PetscFinalize();
            }
            """, encoding="utf-8")
        program = self.work / "linkage"
        run("c++", "-std=c++17", source, "-o", program, *self.pkg_config("--cflags", "--libs", package="ricochet-static"))
        self.assertEqual(run(program), "node-plane\n")

    def pkg_config(self, *words, package="ricochet"):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.libraries / "pkgconfig")}
        return shlex.split(run("pkg-config", *words, f"{package} >= 0.2", env=environment))

    def test_examples_are_listed(self):
        self.assertEqual(sorted(PRINTED), sorted(path.stem for path in PROGRAMS.glob("*.c")))
        for path in PROGRAMS.glob("*.c"):
            self.assertLessEqual(len(path.read_text(encoding="utf-8").splitlines()), 120, path.name)

    def test_pkg_config(self):
        """Each program, with either library; brief: every other one, with the static one."""
        for name in list(PRINTED)[:: 2 if BRIEF else 1]:
            compiled = self.work / f"{name}.o"
            run("cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-c", PROGRAMS / f"{name}.c", "-o", compiled,
                *self.pkg_config("--cflags"))
            for package in ("ricochet-static",) if BRIEF else ("ricochet-static", "ricochet"):
                with self.subTest(name=name, package=package):
                    program = self.work / f"{name}-{package}"
                    run("cc", compiled, "-o", program, *self.pkg_config("--libs", package=package))
                    needed = "libricochet.so" in run("readelf", "-d", program)
                    self.assertEqual(needed, package == "ricochet")
                    self.check_program(program, name)

    def test_cmake_package(self):
        """Each program, with either library; brief: the others, with the shared one."""
        build = self.work / "build"
        kinds = {"ricochet": ""} if BRIEF else {"ricochet": "", "static": "_static", "shared": "_shared"}
        run("cmake", "-S", PROGRAMS, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DLIBRARY={';'.join(kinds)}")
        names = list(PRINTED)[1::2] if BRIEF else list(PRINTED)
        run("cmake", "--build", build, *(["--target", *names] if BRIEF else []))
        for kind, end in kinds.items():
            for name in names:
                with self.subTest(name=name, kind=kind):
                    needed = "libricochet.so" in run("readelf", "-d", build / f"{name}{end}")
                    self.assertEqual(needed, kind != "static")
                    self.check_program(build / f"{name}{end}", name)

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
