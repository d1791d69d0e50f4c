# SPDX-License-Identifier: BSD-2-Clause
"""The Debian package: lintian has nothing to say of it, a bare system takes it with what it depends on, each part
works there for a user who is not root, programs are compiled with what it suggests, and nothing stays when it goes.

Needs root, mmdebstrap and lintian, and Debian's packages. The bare system stands in a temporary directory; what is mounted for a
command is mounted in a namespace that ends with the command.
"""

import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["RICOCHET_SOURCE"])
DOC = "/usr/share/doc/ricochet"
MISSING = [name for name in ("mmdebstrap", "lintian") if not shutil.which(name)] + ["root"] * (os.geteuid() != 0)
ENTER = """
set -e
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount --rbind /sys "$0/sys"
mount -t tmpfs tmpfs "$0/dev/shm"
exec chroot "$0" "$@"
"""
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
MAINTAINER = {"DEBFULLNAME": "The Ricochet authors", "DEBEMAIL": "ricochet@example.org"}
# What the programs of examples/c print last, as the README beside them says.
PRINTED = dict(re.findall(r"(?m)^\| `(\w+)\.c` .*\| `(.*)` \|$", (SOURCE / "examples/c/README.md").read_text()))


def call(*words, code=0, **options):
    """What a command tells; an AssertionError with that where it ends with another exit code."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)
    if done.returncode != code:
        raise AssertionError(f"{words} ends with {done.returncode}:\n{done.stdout}")
    return done.stdout


def make_package():
    call("./bootstrap", "--skip-dependencies", "deb", cwd=SOURCE, env={**os.environ, **MAINTAINER})
    (package,) = (SOURCE / "build" / "deb").glob("ricochet_*.deb")
    return package


class BareSystem:
    """Debian's essential packages and apt, of the release that is running, with a user `anna`."""

    def __init__(self, directory):
        self.root = pathlib.Path(directory)
        release = platform.freedesktop_os_release()["VERSION_CODENAME"]
        reaching = re.findall(r'(?m)^Acquire::(?:Check-|https?::)\S* "[^"]+";', call("apt-config", "dump", "Acquire"))
        call("mmdebstrap", "--quiet", "--variant=apt", *(f"--aptopt={line}" for line in reaching), release, self.root)
        shutil.copy("/etc/resolv.conf", self.root / "etc" / "resolv.conf")
        self.call("useradd --create-home --shell /bin/bash anna")

    def call(self, line, code=0):
        """A line for the shell, as root."""
        return call("unshare", "--mount", "--pid", "--fork", "sh", "-c", ENTER, self.root, "bash", "-c", line, env=ENVIRONMENT,
                    code=code)

    def call_as_user(self, line, code=0):
        return self.call(f"exec su - anna -c {shlex.quote(line)}", code)

    def install(self, *packages, recommended=True):
        option = "" if recommended else "--no-install-recommends "
        self.call(f"apt-get install -q -y {option}{' '.join(packages)}")


@unittest.skipIf(MISSING, f"needs what is missing here: {', '.join(MISSING)}")
class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.package = make_package()
        directory = tempfile.mkdtemp(prefix="ricochet-deb-")
        cls.addClassCleanup(shutil.rmtree, directory)
        cls.bare = BareSystem(directory)
        shutil.copy(cls.package, cls.bare.root / "ricochet.deb")
        cls.bare.call("apt-get update -q")
        cls.bare.install("/ricochet.deb", "man-db", "bash-completion")

    def field(self, name):
        return call("dpkg-deb", "--field", self.package, name)

    def test_lintian(self):
        told = subprocess.run(["lintian", self.package], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertEqual(told, "")  # errors and warnings; that it is root who asks, it tells on the other stream

    def test_made_twice_it_is_the_same(self):
        first = self.package.read_bytes()
        shutil.rmtree(SOURCE / "build" / "deb" / "_CPack_Packages")
        self.assertEqual(make_package().read_bytes(), first)

    def test_program(self):
        user = self.bare.call_as_user
        self.assertIn("ricochet run INPUT.yaml", user("ricochet --help"))
        self.assertIn("ggl-alpha", user("ricochet list steppers"))
        self.assertIn("200 elements", user(f"ricochet check {DOC}/inputs/impacting-bar.yaml"))
        user(f"ricochet check {DOC}/inputs/*.yaml")
        user(f"ricochet run {DOC}/inputs/impacting-bar.yaml -quiet -o one")
        user(f"mpiexec --oversubscribe -n 2 ricochet run {DOC}/inputs/impacting-bar.yaml -quiet -o two")
        compare = "import numpy, ricochet; a, b = map(ricochet.read, ('one', 'two')); assert a.summary['complete']; "
        user(f"/usr/bin/python3 -c {shlex.quote(compare + 'numpy.testing.assert_allclose(a[chr(116)], b[chr(116)])')}")

    def test_as_root(self):
        self.bare.call(f"ricochet run {DOC}/inputs/bouncing-ball.yaml -quiet -o /tmp/ball")

    def test_python(self):
        told = self.bare.call_as_user(f"""/usr/bin/python3 -c 'import ricochet
run = ricochet.run("{DOC}/inputs/bouncing-ball.yaml", output={{"vtk_every": 0}})
print(ricochet.find_program(), run.summary["complete"])'""")
        self.assertEqual(told.split(), ["/usr/bin/ricochet", "True"])

    def test_plots(self):
        user = self.bare.call_as_user
        user(f"ricochet run {DOC}/inputs/bouncing-ball.yaml -quiet -o ball && ricochet-plot ball energy -o ball.png")
        user(f"ricochet study {DOC}/inputs/bouncing-ball.yaml -quiet -vary stepper.step=4e-3/2^k,k=0..2 -output_vtk_every 0 -o halved"
             " && ricochet-plot-study halved -o halved.png")
        user(f"ricochet-compare-steppers {DOC}/inputs/bouncing-ball.yaml ggl-alpha moreau-jean -o both.png")
        for name in ("ball", "halved", "both"):
            self.assertGreater((self.bare.root / "home/anna" / f"{name}.png").stat().st_size, 5000, name)

    def test_render_says_what_it_needs(self):
        told = self.bare.call_as_user("ricochet-render one/impacting-bar.pvd", code=2)
        self.assertEqual(told, "ricochet-render: pvbatch is missing (Debian: paraview python3-paraview)\n")

    def test_man_pages(self):
        for name in ("ricochet", "ricochet-plot", "ricochet-plot-study", "ricochet-compare-steppers", "ricochet-render"):
            self.assertIn("draw runs" if "-" in name else "contact dynamics", self.bare.call_as_user(f"man {name}"))

    def test_completion(self):
        script = """
            . /usr/share/bash-completion/bash_completion
            __load_completion ricochet && complete -p ricochet
            COMP_WORDS=(ricochet run x.yaml -stepper_type moreau-j) COMP_CWORD=4
            _ricochet && echo "${COMPREPLY[@]}"
            """
        self.assertEqual(self.bare.call_as_user(script).splitlines(), ["complete -F _ricochet ricochet", "moreau-jean"])

    def test_programs_with_the_library(self):
        """By pkg-config and CMake, shared and static, with the packages that are suggested and no more."""
        suggested = [name for name in self.field("Suggests").replace(",", " ").split()
                     if name == "build-essential" or name.endswith("-dev") or name in ("cmake", "pkg-config")]
        self.bare.install(*suggested, recommended=False)
        user = self.bare.call_as_user
        user(f"cp -r {DOC}/examples/c c && cmake -S c -B b '-DLIBRARY=shared;static' && cmake --build b")
        for name, printed in PRINTED.items():
            for package in ("ricochet", "ricochet-static"):
                user(f"cc c/{name}.c -o {name}-{package} $(pkg-config --cflags --libs {package})")
                self.assertEqual(user(f"./{name}-{package}").splitlines()[-1], printed)
            for kind in ("shared", "static"):
                self.assertEqual(user(f"b/{name}_{kind}").splitlines()[-1], printed)

    def test_removed_without_a_trace(self):
        """Also what root's Python compiled since."""
        self.bare.call("python3 -c 'import ricochet' && ricochet-plot --help")
        told = self.bare.call("apt-get purge -q -y ricochet")
        self.addCleanup(self.bare.call, "dpkg -i /ricochet.deb")
        self.assertNotIn("not removed", told)
        left = self.bare.call("find / -xdev -name '*ricochet*' ! -path '/proc/*' ! -path '/tmp/*' ! -path '/home/*'; ldconfig -p | grep ricochet; true")
        self.assertEqual(left, "/ricochet.deb\n")


if __name__ == "__main__":
    unittest.main()
