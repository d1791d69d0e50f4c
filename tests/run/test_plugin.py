# SPDX-License-Identifier: BSD-2-Clause
"""Systems from plugins, what `list` names, and the check of derivatives."""

import os
import pathlib
import re
import unittest

import numpy as np
import own_input
import runs

PLUGIN = pathlib.Path(os.environ["RICOCHET_TEST_BIN"]) / "libexample_plugin.so"
OWN_TYPES = PLUGIN.with_name("libown_types_plugin.so")
NO_PLUGIN = PLUGIN.with_name("libno_plugin.so")
OTHER_VERSION = PLUGIN.with_name("libother_version_plugin.so")
EXAMPLE = runs.SOURCE / "examples" / "plugin" / "double-pendulum.yaml"


class Plugin(unittest.TestCase):
    def refused(self, *words):
        """The one line told, exit code 2."""
        done = own_input.program(*words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_runs_the_example(self):
        """Energy from 0 J; the second mass does not pass the wall."""
        run = runs.fresh_run(str(EXAMPLE.with_suffix("")), f"-plugin {PLUGIN} -stepper_end 2")
        self.assertGreater(run.summary["impacts"], 0)
        self.assertGreaterEqual(run.history["min_gap"].min(), -1e-12)
        np.testing.assert_allclose(run.history["energy"], 0, atol=0.1)

    def test_unknown_without_it(self):
        self.assertIn("double-pendulum", self.refused("check", EXAMPLE))

    def test_twice_is_once(self):
        done = own_input.program("check", EXAMPLE, "-plugin", f"{PLUGIN},{PLUGIN}")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_refused(self):
        self.assertIn("nowhere.so", self.refused("check", EXAMPLE, "-plugin", "nowhere.so"))
        self.assertIn("RicochetPluginRegister", self.refused("check", EXAMPLE, "-plugin", f"{PLUGIN},{NO_PLUGIN}"))
        self.assertIn("-plugin", self.refused("check", EXAMPLE, "-plugin"))

    def test_another_version_of_the_headers(self):
        header = (runs.SOURCE / "src" / "system" / "system.h").read_text(encoding="utf-8")
        version = re.search(r"(?m)^#define RIC_SYSTEM_VERSION (\d+)$", header)[1]
        self.assertEqual(self.refused("list", "systems", "-plugin", OTHER_VERSION),
                         f"ricochet: plugin {OTHER_VERSION}: compiled with version 1000 of system/system.h, "
                         f"this program has version {version}; compile it again\n")


class OwnTypes(unittest.TestCase):
    """An element and a contact from a plugin, in an input as any other."""

    INPUT = """\
dimension: 3
mesh:
  node: {name: ball, at: [0.6, 0.8, 1.3]}
elements:
  - {type: point-mass, region: ball, mass: 2}
  - {type: cubic-spring, region: ball, stiffness: 1e-9}
gravity: [0, 0, -8]
contacts:
  - {name: hit, type: ring, a: ball, b: [0, 0, 0], radius: 1, thickness: 0.1, offset: 0.2, restitution: 0.8}
stepper: {type: energy-momentum, step: 1e-3, end: 0.9}
"""

    def test_run(self):
        """It falls for half a second, rebounds with 0.8 of its speed and stands still 0.4 s later."""
        run = own_input.run(self.INPUT, f"-plugin {OWN_TYPES}")
        self.assertEqual(run.summary["impacts"], 1)
        self.assertAlmostEqual(run.history["hit.gap"][-1], 0.64, delta=5e-3)
        self.assertAlmostEqual(run.history["hit.gap_velocity"][-1], 0, delta=2e-2)

    def test_list_tells_their_keys(self):
        done = own_input.program("list", "ring", "-plugin", OWN_TYPES)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for words in ("ball and ring, in space", "thickness", "radius of the ring's section", "restitution"):
            self.assertIn(words, done.stdout)
        self.assertIn("N/m³", own_input.program("list", "cubic-spring", "-plugin", OWN_TYPES).stdout)

    def test_wrong_input(self):
        for right, wrong, told in (("thickness: 0.1", "thickness: -1", "thickness"),
                                   ("dimension: 3", "dimension: 2", "a model that is not in space")):
            with self.subTest(told):
                text = self.INPUT.replace(right, wrong)
                if wrong == "dimension: 2":
                    text = text.replace("[0.6, 0.8, 1.3]", "[0.6, 0.8]").replace("[0, 0, -8]", "[0, -8]").replace("[0, 0, 0]", "[0, 0]")
                done = own_input.program("check", own_input.write(text), "-plugin", OWN_TYPES)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertIn(told, done.stderr)


class List(unittest.TestCase):
    def listed(self, *words):
        done = own_input.program("list", *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [line.split()[0] for line in done.stdout.splitlines() if line[:2] == "  " and line[2] != " "]

    def test_joints(self):
        self.assertEqual(set(self.listed("joints")),
                         {"revolute", "prismatic", "weld", "rod", "point-on-line", "angle", "drive-position",
                          "drive-angle", "speed", "spherical", "skate"})

    def test_systems(self):
        built_in = self.listed("systems")
        self.assertEqual(built_in, ["oscillator", "spring-pendulum", "slider-crank", "woodpecker"])
        self.assertEqual(self.listed("systems", "-plugin", PLUGIN), [*built_in, "double-pendulum"])

    def test_unknown_kind(self):
        done = own_input.program("list", "planets")
        self.assertEqual(done.returncode, 2)
        self.assertIn("joints", done.stderr)


class CheckDerivatives(unittest.TestCase):
    def table(self, path, *words):
        done = own_input.program("check", path, "-model_check_derivatives", "-quiet", *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = [line.split(None, 1) for line in done.stdout.splitlines()[1:]]
        return {name: text.strip() for name, text in rows}

    def test_built_in(self):
        for name in ("spring-pendulum", "slider-crank-minimal", "bouncing-ball-moreau"):
            with self.subTest(name):
                table = self.table(runs.SOURCE / "inputs" / f"{name}.yaml")
                self.assertEqual(list(table), ["df/dq", "df/dv", "d(Ma)/dq", "dg/dq", "d2g/dq2"])
                for row, text in table.items():
                    self.assertLess(float(text), 1e-7, row)

    def test_not_given(self):
        table = self.table(EXAMPLE, "-plugin", PLUGIN)
        self.assertEqual(set(table.values()), {"by differences"})

    def test_silent_unless_asked(self):
        done = own_input.program("check", runs.SOURCE / "inputs" / "spring-pendulum.yaml", "-quiet")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


if __name__ == "__main__":
    unittest.main()
