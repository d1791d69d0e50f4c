# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""compare_steppers: what it runs, what it draws, what it refuses."""
import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import matplotlib.image
import numpy as np

SOURCE = pathlib.Path(os.environ["RICOCHET_SOURCE"])
sys.path[:0] = [str(SOURCE / "postproc"), str(SOURCE / "tests" / "run")]

import compare_steppers  # noqa: E402
import ricochet  # noqa: E402
import synthetic  # noqa: E402

BALL = """
dimension: 1
mesh: {node: {name: ball, at: [0.1]}}
elements: [{type: point-mass, region: ball, mass: 1}]
gravity: [-10]
contacts: [{name: ground, type: node-plane, region: ball, point: [0], normal: [1]}]
stepper: {type: ggl-alpha, step: 1e-2, end: 0.3}
"""
PENDULUM = """
dimension: 2
bodies:
  - {name: rod, mass: 1, shape: {type: rod, length: 2}, at: [1, 0], points: {pivot: [-1, 0]}}
gravity: [0, -10]
joints: [{name: pivot, type: revolute, a: [0, 0], b: rod.pivot}]
stepper: {type: ggl-alpha, step: 1e-2, end: 0.3}
"""
CABLE = """
dimension: 2
mesh: {line: {name: cable, from: [0, 0.5], to: [4, 0.5], cells: 40}}
materials: {rope: {E: 1e8, density: 1000}}
elements: [{type: bar-nonlinear, region: cable, material: rope, area: 1e-4, tension_only: true}]
gravity: [0, -9.81]
supports: [{region: cable.start}, {region: cable.end, displacement: ["-min(t,1)", 0]}]
stepper: {type: ggl-alpha, step: 2e-3, end: 0.5}
"""


def setUpModule():
    unittest.enterModuleContext(mock.patch.dict(os.environ, RICOCHET=os.environ.get("RICOCHET_FORKED", os.environ["RICOCHET"])))


class CompareSteppers(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="ricochet-compare-")
        self.addCleanup(directory.cleanup)
        self.work = pathlib.Path(directory.name)
        self.picture = self.work / "picture.png"
        self.ball = self.input("ball", BALL)

    def input(self, name, text):
        path = self.work / f"{name}.yaml"
        path.write_text(text)
        return path

    def call(self, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = compare_steppers.main([str(argument) for argument in arguments])
        return code, out.getvalue(), err.getvalue()

    def colours_in_picture(self, path):
        """How many of the colours of the legend's curves are in a picture."""
        pixels = matplotlib.image.imread(path)[..., :3]
        found = 0
        for colour in compare_steppers.style.COLOURS:
            rgb = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
            found += np.sum(np.all(np.abs(pixels - rgb) < 0.02, axis=-1)) > 50
        return found

    def drawn(self, *arguments):
        code, out, err = self.call(*arguments, "-o", self.picture)
        self.assertEqual((code, out.strip()), (0, str(self.picture)), err)
        return self.colours_in_picture(self.picture)

    def test_steppers(self):
        keep = self.work / "runs"
        steppers = ["input", "moreau-jean:theta=0.5:forecast=free", "projected"]
        colours = self.drawn(self.ball, *steppers, "--keep", keep, "--option", "stepper.step=2e-2",
                             "--option", "contacts.0.restitution=0.5")
        self.assertEqual(colours, 3)
        runs = {path.name: ricochet.read(path) for path in keep.iterdir()}
        self.assertEqual(sorted(runs), sorted(
            ["input", "moreau-jean_theta=0.5_forecast=free", "projected"]))
        moreau = runs["moreau-jean_theta=0.5_forecast=free"].summary["stepper"]
        self.assertEqual((moreau["type"], moreau["theta"], moreau["forecast"], moreau["step"]),
                         ("moreau-jean", 0.5, "free", 0.02))
        self.assertEqual(runs["input"].summary["stepper"]["type"], "ggl-alpha")
        self.assertGreater(max(runs["input"].history["ground.gap_velocity"]), 0.5, "it bounces")

    def test_directories(self):
        t = np.linspace(0, 1, 20)
        runs = []
        for k in (1, 2):
            history = synthetic.history_of(t, k * t, k + t, t * 0, t * 0, t + k, t)
            runs.append(synthetic.write_run(self.work / f"run{k}", history))
        self.assertEqual(self.drawn(self.ball, *runs, "projected"), 3)

    def test_zoom_and_log(self):
        whole = self.drawn(self.ball, "input", "--dpi", "60")
        height = matplotlib.image.imread(self.picture).shape[0]
        self.assertEqual(whole, 1)
        self.assertEqual(self.drawn(self.ball, "input", "--zoom", "0.1", "0.2", "--log", "energy",
                                    "--dpi", "60"), 1)
        self.assertGreater(matplotlib.image.imread(self.picture).shape[0], height)

    def test_joint(self):
        pendulum = self.input("pendulum", PENDULUM)
        self.assertEqual(self.drawn(pendulum, "input", "moreau-jean"), 2)
        self.assertEqual(self.drawn(pendulum, "input", "moreau-jean", "--contact", "pivot"), 2)

    def test_parsing(self):
        parse = compare_steppers.parse_stepper
        self.assertEqual(parse("moreau-jean"), ("moreau-jean", []))
        self.assertEqual(parse("a:b=c:d=1e-3"), ("a", [("b", "c"), ("d", "1e-3")]))
        def words(*given):
            return ricochet.option_words(compare_steppers.overrides(*given))

        no_vtk = ["-output_vtk_every", "0"]
        self.assertEqual(words("a", [("theta", "1")], [("contacts.0.restitution", "0")]), [
            "-stepper_type", "a", "-stepper_theta", "1", "-contacts_0_restitution", "0", *no_vtk])
        self.assertEqual(words("input", [], []), no_vtk)

    def test_panels(self):
        """ν only where there is one; no gap without a contact."""
        t = np.linspace(0, 1, 5)
        history = synthetic.history_of(t, t, t, t, t, t, t)
        for change, title, there in (
            ({}, "Position multiplier", False), ({"wall.nu": t}, "Position multiplier", True)):
            run = ricochet.Run(self.work, {**history, **change}, {})
            curves = compare_steppers.pick([("a", run)], None)
            titles = [panel[0] for panel in compare_steppers.panels_of(curves)]
            self.assertEqual(any(name.startswith(title) for name in titles), there)
            self.assertTrue(any(name.startswith("Gap") for name in titles))
        run = ricochet.Run(self.work, {"t": t, "energy": t}, {})
        titles = compare_steppers.panels_of(compare_steppers.pick([("a", run)], None))
        self.assertEqual([panel[0] for panel in titles], ["Energy (J)"])

    def test_default(self):
        """A cable: the energy that one scheme keeps, and how it leaves the picture under the two others."""
        cable, keep = self.input("cable", CABLE), self.work / "runs"
        code, _, err = self.call(cable, "-o", self.picture, "--keep", keep)
        self.assertEqual(code, 0, err)
        self.assertEqual(self.colours_in_picture(self.picture), 3)
        runs = {path.name: ricochet.read(path) for path in keep.iterdir()}
        self.assertEqual(sorted(runs), ["energy-momentum", "ggl-alpha", "moreau-jean"])
        energy = runs["energy-momentum"].summary["energy"]
        self.assertLess(energy["largest_made"], 1e-9 * energy["at_stake"])
        for name in ("ggl-alpha", "moreau-jean"):
            self.assertFalse(runs[name].summary["complete"])
            self.assertRegex(err, rf"(?m)^compare_steppers: {name}: .* the scheme has made")
        curves = compare_steppers.pick(runs.items(), None)
        panel = next(panel for panel in compare_steppers.panels_of(curves) if panel[0].startswith("Energy"))
        axis = compare_steppers.plt.figure().add_subplot()
        compare_steppers.draw_panel(axis, curves, panel, compare_steppers.style.colours_of(3))
        kept = runs["energy-momentum"].history["energy"]
        self.assertLess(np.ptp(axis.get_ylim()), 2.1 * np.ptp(kept))
        self.assertLess(axis.get_ylim()[0], kept.min())
        self.assertGreater(axis.get_ylim()[1], kept.max())
        commented = self.input("comment", CABLE.replace("tension_only: true", "").replace("area: 1e-4, ", "area: 1e-4")
                               + "# tension_only: true would make it a cable\n")
        self.assertEqual(compare_steppers.default_steppers(commented), ["input", "moreau-jean"])

    def test_refusals(self):
        for arguments, text in (
            ([self.ball, "no-such-stepper"], "no-such-stepper: .*ggl-alpha"),
            ([self.ball, "ggl-alpha:theta=0.5"], "ggl-alpha:theta=0.5: .*theta"),
            ([self.ball, "ggl-alpha:rho_inf"], "'rho_inf': must be KEY=VALUE"),
            ([self.ball, ":theta=1"], "type is missing"),
            ([self.ball, "input", "--option", "step"], "'step': must be KEY=VALUE"),
            ([self.ball, "input", "--zoom", "2", "1"], "T0 must be before T1"),
            ([self.ball, "input", "--contact", "wall"], "no contact 'wall'.*ground"),
            ([self.ball, self.work / "nowhere"], "no run's directory"),
            ([self.work / "no.yaml", "input"], "no such input"),
        ):
            code, out, err = self.call(*arguments, "-o", self.picture)
            with self.subTest(arguments=arguments[1:]):
                self.assertEqual((code, out), (2, ""))
                self.assertRegex(err, text)
                self.assertEqual(err.count("\n"), 1, err)
                self.assertFalse(self.picture.exists())

    def test_without_program(self):
        kept = os.environ["RICOCHET"]
        os.environ["RICOCHET"] = str(self.work / "nothing")
        try:
            code, _, err = self.call(self.ball, "input")
        finally:
            os.environ["RICOCHET"] = kept
        self.assertEqual(code, 2)
        self.assertRegex(err, "no such program.*RICOCHET")


if __name__ == "__main__":
    unittest.main()
