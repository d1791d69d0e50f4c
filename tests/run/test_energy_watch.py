# SPDX-License-Identifier: BSD-2-Clause
"""Schemes that make energy are warned of and stopped. That no other run is, every test says that
makes one and hears nothing."""

import re
import unittest

import numpy as np
import own_input
import runs

CABLE = """
title: a slack cable, whose links have no force against shortening
dimension: 2
mesh: {line: {name: cable, from: [0, 0.5], to: [4, 0.5], cells: 80}}
materials: {rope: {E: 1e8, density: 1000}}
elements: [{type: bar-nonlinear, region: cable, material: rope, area: 1e-4, tension_only: true}]
damping: {mass: 1}
gravity: [0, -9.81]
supports:
  - {region: cable.start}
  - {region: cable.end, displacement: ["-min(t,1)", 0]}
contacts: [{name: floor, type: node-plane, region: cable, point: [0, 0], normal: [0, 1], restitution: 0}]
stepper: {type: ggl-alpha, step: 1e-3, end: 0.4}
output: {vtk_every: 0}
"""
LOADED = """
title: a damped pendulum under loads
dimension: 2
mesh: {node: {name: ball, at: [1, 0]}}
elements: [{type: point-mass, region: ball, mass: 1}]
gravity: [0, -10]
springs: [{a: [0, 0], b: ball, stiffness: 400, damper: 2}]
loads: [{region: ball, force: ["20*sin(15*t)", "3*cos(3*t)"]}]
stepper: {type: energy-momentum, step: 5e-2, end: 10}
output: {vtk_every: 0}
"""
DRIVEN = """
title: a rod at rest that a drive takes to its speed at once
dimension: 2
bodies: [{name: arm, shape: {type: rod, length: 2}, mass: 1, at: [1, 0], points: {A: [-1, 0]}}]
joints:
  - {name: hinge, type: revolute, a: [0, 0], b: arm.A}
  - {name: drive, type: speed, a: [0, 0], b: arm, motion: 2}
stepper: {type: moreau-jean, step: 1e-2, end: 0.6}
output: {vtk_every: 0}
"""
MADE = r"the scheme has made [\d.e+]+ J, [\d.e+]+ % of the energy at stake, at t = (\S+) s"


def start(name, *options, ranks=1):
    """Run inputs/NAME.yaml or an input of that text: the process, and what it left."""
    path = own_input.write(name).with_suffix("") if "\n" in name else name
    directory = runs.new_directory()
    words = runs.command(str(path), f"-o {directory}", "-quiet", "-output_vtk_every 0", *options, ranks=ranks)
    done = runs.subprocess.run(words, capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)
    return done, runs.read(directory)


class BlowUps(unittest.TestCase):
    def check(self, name, *options, ranks=1):
        done, run = start(name, *options, ranks=ranks)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr, rf"(?m)^ricochet: warning: {MADE}; take a smaller step, the stepper energy-momentum, "
                         "whose energy cannot grow, or a scheme that damps")
        self.assertRegex(done.stderr, rf"(?m)^ricochet: {MADE} \(-stepper_type energy-momentum makes none, "
                         r"-stepper_energy_check off goes on\); the last good")
        self.assertFalse(run.summary["complete"])
        self.assertGreater(run.summary["energy"]["largest_share_made"], 0.5)
        self.assertTrue((run.directory / "checkpoint.h5").exists())
        for values in run.history.values():
            self.assertTrue(np.all(np.isfinite(values)))
        return run

    def test_slack_cable(self):
        for stepper in ("ggl-alpha", "moreau-jean"):
            with self.subTest(stepper):
                run = self.check(CABLE, f"-stepper_type {stepper}")
                self.assertLess(run.summary["steps"], 320)

    def test_rows_now_and_then(self):
        run = self.check(CABLE, "-output_history_every 10", ranks=2)
        self.assertLess(run.summary["steps"], 250)

    def test_unstable_steps(self):
        """Explicit schemes beyond their largest step, from round-off on."""
        for stepper in ("moreau-symmetric", "schatzman-paoli"):
            with self.subTest(stepper):
                self.check("impacting-bar", f"-stepper_type {stepper}")

    def test_position_level_alone(self):
        self.check("bouncing-ball", "-stepper_type smooth-alpha")

    def test_advice_is_possible(self):
        """Where the mass varies there is no such stepper to take."""
        done, _ = start("spring-pendulum", "-stepper_type moreau-symmetric -stepper_step 0.3 -stepper_end 60")
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, rf"(?m)^ricochet: warning: {MADE}; take a smaller step or a scheme that damps")
        self.assertNotIn("energy-momentum", done.stderr)

    def test_off(self):
        for text, option in ((CABLE, "-stepper_energy_check off"), (CABLE.replace("end: 0.4", "end: 0.4, energy_check: off"), "")):
            done, run = start(text, option)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(run.summary["complete"])
            self.assertGreater(run.summary["energy"]["made"], 1e3)
            self.assertGreater(run.summary["energy"]["largest_share_made"], 0.5)

    def test_overflow(self):
        """Without the watch a run ends where its energy does."""
        done, run = start("impacting-bar", "-stepper_type moreau-symmetric", "-stepper_energy_check off",
                          "-output_energy_balance false")
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"^ricochet: the energy is not finite at t = [01]\.\d+ s; the last good state is in")
        self.assertFalse(run.summary["complete"])

    def test_value(self):
        done, _ = start("bouncing-ball", "-stepper_end 0.1")
        self.assertEqual(done.returncode, 0)
        done = own_input.program("run", runs.SOURCE / "inputs" / "bouncing-ball.yaml", "-stepper_energy_check", "maybe")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"option -stepper_energy_check: .*maybe.*on.*off")


class DriveFromRest(unittest.TestCase):
    """The drive works I w² = 16/3 J, half of it for the motion; the other half is lost as in an impact."""

    def test_jump_of_the_start(self):
        some = ("smooth-alpha", "moreau-symmetric", "moreau-variational")
        for stepper in some if runs.BRIEF else (*some, "moreau-jean", "nsga", "rattle"):
            with self.subTest(stepper):
                history = own_input.run(DRIVEN, f"-stepper_type {stepper}").history
                np.testing.assert_allclose(history["kinetic"][1:], 8 / 3, rtol=1e-3)
                np.testing.assert_allclose(history["balance_motion"][1:], 16 / 3, rtol=1.5e-2)
                np.testing.assert_allclose(history["balance_numerical"][1:], 8 / 3, rtol=3e-2)


class Monotone(unittest.TestCase):
    """The scheme that the warnings advise makes nothing where the others blow up."""

    def test_slack_cable(self):
        directory = runs.new_directory()
        done = own_input.program("run", own_input.write(CABLE), "-stepper_type", "energy-momentum", "-o", directory)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        energy = runs.read(directory).summary["energy"]
        self.assertLess(energy["largest_made"], 1e-9 * energy["at_stake"])
        self.assertEqual(energy["largest_share_made"], 0)
        told = re.search(r"(?m)^ +largest rise beyond the work done (\S+) J, \S+ of the (\S+) J at stake$", done.stdout)
        self.assertAlmostEqual(float(told[1]), energy["largest_made"], delta=1e-2 * energy["largest_made"])
        self.assertAlmostEqual(float(told[2]), energy["at_stake"], delta=1e-3 * energy["at_stake"])
        self.assertNotIn("warning", done.stdout)

    def test_works_are_exact(self):
        """Of a load that turns round within few steps, and of a damper whose line turns."""
        energy = own_input.run(LOADED).summary["energy"]
        self.assertLess(energy["largest_made"], 1e-8 * energy["at_stake"])
        self.assertLess(abs(energy["balance"]["numerical"]), 1e-8 * energy["at_stake"])
        self.assertGreater(min(energy["balance"]["loads"], energy["balance"]["dampers"]), 1)

    def test_largest(self):
        """What was made and taken back since counts as made."""
        _, run = start(CABLE, "-stepper_step 2e-4 -stepper_energy_check off -stepper_rho_inf 0")
        energy = run.summary["energy"]
        rises = -run.history["balance_numerical"]
        self.assertGreaterEqual(energy["largest_made"], max(rises - np.minimum.accumulate(rises)) * (1 - 1e-9))
        self.assertGreaterEqual(energy["largest_made"], energy["made"])


class Summary(unittest.TestCase):
    def test_told(self):
        done = own_input.program("run", runs.SOURCE / "inputs" / "bouncing-ball.yaml", "-output_vtk_every", 0, "-o",
                                 runs.new_directory())
        self.assertRegex(done.stdout, r"(?m)^ +made by the scheme \S+ J of 16\.01 J at stake, at most \S+ %$")


if __name__ == "__main__":
    unittest.main()
