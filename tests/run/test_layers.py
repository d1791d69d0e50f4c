# SPDX-License-Identifier: BSD-2-Clause
"""The check of the include layers passes on the sources and fails on trees that break them."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["RICOCHET_SOURCE"])


def check(src):
    command = [sys.executable, SOURCE / "tests" / "check_layers.py", src]
    return subprocess.run(command, text=True, capture_output=True, check=False)


class Layers(unittest.TestCase):
    def check_tree(self, path, line):
        """The check's answer on a small tree with one more file of one line."""
        with tempfile.TemporaryDirectory() as directory:
            src = pathlib.Path(directory)
            for folder in ("base", "geom", "mesh", "element", "contact", "model", "stepper", "io", "app"):
                (src / folder).mkdir()
            (src / path).parent.mkdir(exist_ok=True)
            (src / path).write_text(f"// One file.\n{line}\n", encoding="utf-8")
            return check(src)

    def test_sources(self):
        done = check(SOURCE / "src")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_allowed(self):
        for path, included in (
            ("geom/a.c", "base/base.h"),
            ("model/a.c", "contact/contact.h"),
            ("model/a.c", "model/model_impl.h"),
            ("app/a.c", "io/input.h"),
            ("app/a.c", "model/model_build.h"),
            ("stepper/a.c", "model/model.h"),
            ("io/a.c", "model/model_view.h"),
            ("base/a.c", "petscvec.h"),
            ("ricochet.h", "io/vtk.h"),
        ):
            with self.subTest(path=path, included=included):
                self.assertEqual(self.check_tree(path, f'#include "{included}"').returncode, 0)

    def test_forbidden(self):
        for path, included in (
            ("base/a.c", "geom/vec3.h"),
            ("contact/a.c", "element/element.h"),
            ("contact/a.c", "../geom/vec3.h"),
            ("mesh/a.c", "contact/contact.h"),
            ("model/a.c", "io/input.h"),
            ("model/a.c", "contact/contact_impl.h"),
            ("stepper/a.c", "model/model_view.h"),
            ("io/a.c", "model/model.h"),
            ("io/a.c", "model/model_build.h"),
            ("odd/a.c", "base/base.h"),
        ):
            with self.subTest(path=path, included=included):
                done = self.check_tree(path, f'#include "{included}"')
                self.assertEqual(done.returncode, 1)
                self.assertIn(path.split("/", maxsplit=1)[0], done.stdout)


if __name__ == "__main__":
    unittest.main()
