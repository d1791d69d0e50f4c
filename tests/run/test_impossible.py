# SPDX-License-Identifier: BSD-2-Clause
"""Motion that cannot be ends with exit code 3 and says what, where and when, under every stepper. That
motions that can be do not, every other test says."""

import unittest

import own_input
import runs

STEPPERS = ("ggl-alpha", "nsga", "moreau-jean", "theta-position", "projected", "combined", "ggl-theta",
            "schatzman-paoli", "moreau", "moreau-symmetric", "moreau-variational", "ggl-alpha-mu", "smooth-alpha",
            "rattle",
            "energy-momentum")
OBSTACLE = """
title: an obstacle is driven into a support
dimension: 1
mesh: {line: {name: bar, from: [0], to: [1], cells: 4}}
materials: {m: {E: 1e6, density: 1000}}
elements: [{type: bar, region: bar, material: m, area: 1e-3}]
supports: [{region: start}]
contacts: [{name: left, type: node-plane, region: start, point: [-0.05], normal: [1], motion: t}]
stepper: {type: ggl-alpha, step: 1e-3, end: 0.3}
"""
SUPPORT = OBSTACLE.replace("supports: [{region: start}]", 'supports: [{region: start, displacement: ["-t"]}]').replace(
    ", motion: t", "")
ARM = """
title: an arm that is driven
dimension: 2
bodies: [{name: arm, shape: {type: rod, length: 1}, mass: 1, at: [0.5, 0], points: {A: [-0.5, 0], B: [0.5, 0]}}]
joints:
  - {name: hinge, type: HINGE, a: [0, 0], b: arm.A}
  - {name: drive, DRIVE}
stepper: {type: ggl-alpha, step: 1e-3, end: 1}
"""
PINNED = ARM.replace("HINGE", "weld").replace(
    "DRIVE", 'type: drive-position, a: [0, 0], b: arm.B, axis: [0, 1], motion: "max(0, t-0.1)"')
TURNED = ARM.replace("HINGE", "weld").replace("DRIVE", 'type: speed, a: [0, 0], b: arm, motion: "max(0, t-0.1)"')
REACH = ARM.replace("HINGE", "revolute").replace(
    "DRIVE", 'type: drive-position, a: [0, 0], b: arm.B, axis: [0, 1], motion: "2*t*t"')

SPEEDS = ARM.replace("{name: hinge, type: HINGE, a: [0, 0], b: arm.A}",
                     '{name: slow, type: speed, a: [0, 0], b: arm, motion: "0.01"}').replace(
    "DRIVE", 'type: speed, a: [0, 0], b: arm, motion: "0.01+max(0,t-0.1)"')


def failure(text, stepper, ranks=1):
    """Run to the failure: what is told, and what is left."""
    directory = runs.new_directory()
    path = own_input.write(text).with_suffix("")
    words = runs.command(str(path), f"-o {directory}", "-quiet", "-output_vtk_every 0", f"-stepper_type {stepper}",
                         ranks=ranks)
    done = runs.subprocess.run(words, capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)
    if done.returncode != 3:
        raise AssertionError(f"exit code {done.returncode}\n{done.stderr}")
    return done.stderr, runs.read(directory)


class Impossible(unittest.TestCase):
    def check(self, text, says, steppers, t, ranks=1):
        for stepper in steppers:
            with self.subTest(stepper):
                told, run = failure(text, stepper, ranks)
                self.assertRegex(told, rf"(?m)^ricochet: {says}.*; the last good state is in \S+checkpoint\.h5$")
                self.assertFalse(run.summary["complete"])
                self.assertAlmostEqual(run.summary["t_end"], t[0], delta=t[1])
                self.assertLess(run.summary["max_penetration"], 2e-3)

    def test_obstacle_into_a_support(self):
        says = r"contact 'left', node at \(0, 0, 0\): nothing gives way to its motion, gap -0\.001 m at t = 0\.051 s"
        self.check(OBSTACLE, says, STEPPERS, (0.05, 1e-9))
        self.check(OBSTACLE, says, ("ggl-alpha",), (0.05, 1e-9), ranks=2)

    def test_support_into_an_obstacle(self):
        self.check(SUPPORT, r"contact 'left', node at .*: nothing gives way to its motion, gap -0\.001 m",
                   ("ggl-alpha", "moreau-jean", "schatzman-paoli", "moreau"), (0.05, 1e-9))

    def test_drive_of_a_held_body(self):
        steppers = ("ggl-alpha", "nsga", "moreau-jean", "theta-position", "combined", "schatzman-paoli", "moreau")
        for text in (PINNED, TURNED):
            self.check(text, r"joint '(hinge|drive)' does not hold, (its rate )?off by \S+ at t = 0\.1\d* s", steppers,
                       (0.14, 0.06))

    def test_two_speeds_of_a_body(self):
        """Each lags by half of what they differ: by 10 steps of the slow one's motion and 1e-3 rad at 0.165 s."""
        says = r"joint 'slow' does not hold, its rate off by 0\.033\d* at t = 0\.16[67] s"
        self.check(SPEEDS, says, ("moreau-jean", "schatzman-paoli", "rattle"), (0.165, 2e-3))

    def test_drive_beyond_reach(self):
        says = r"(no convergence at t = 0\.7\d+ s .*, largest reaction: joint '(hinge|drive)'|joint .* does not hold)"
        self.check(REACH, says, ("ggl-alpha", "moreau-jean", "projected", "schatzman-paoli"), (0.5**0.5, 0.01))


if __name__ == "__main__":
    unittest.main()
