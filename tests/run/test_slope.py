# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""A point mass that slides, turns and stops on a curve with friction, Breuling et al. (2024), section 5.3."""

import functools
import unittest

import numpy as np
import own_input
import runs

CASES = {1: (2.0973523, 2.84918465), 2: (1.9295861, 2.98038854), 3: (2.2197854, 2.92043912), 4: (2.1878832, 3.16386613)}
FORMS = ("second", "printed")
STEPPERS = ("moreau-jean", "projected", "combined", "ggl-theta", "ggl-alpha", "nsga", "moreau", "moreau-symmetric",
            "moreau-variational", "rattle",
            "energy-momentum")[:: 3 if runs.BRIEF else 1]
STEPS = (2.56e-2, 1.28e-2, 6.4e-3, 3.2e-3, 1.6e-3, 8e-4)
ABSOLUTE = """
title: a roof
dimension: 2
mesh: {node: {name: mass, at: [0, 1]}}
elements: [{type: point-mass, region: mass, mass: 1}]
contacts: [{name: roof, type: point-curve, a: mass, b: [0, 0], curve: CURVE}]
stepper: {type: rattle, step: 1e-3, end: 0.1}
"""


def run(case, step, *options):
    return runs.run(f"mass-on-slope-{case}", f"-stepper_step {step}", *options).history


@functools.lru_cache(maxsize=None)
def errors(case, form):
    """Relative l1 errors of positions and velocities on the grid of each step, against a step of 5e-5."""
    fine = run(case, 5e-5, f"-stepper_form {form}")
    found = []
    for step in STEPS:
        every, h = round(step / 5e-5), run(case, step, f"-stepper_form {form}")
        found.append([sum(np.abs(h[x] - fine[x][::every]).sum() for x in columns) /
                      sum(np.abs(fine[x][::every]).sum() for x in columns)
                      for columns in (("mass.x", "mass.y"), ("mass.vx", "mass.vy"))])
    return np.array(found)


class Slope(unittest.TestCase):
    def test_stops(self):
        """Where and when the exact motion does."""
        for case, (stop, x) in CASES.items():
            for form in FORMS:
                with self.subTest(case=case, form=form):
                    h = run(case, 2e-4, f"-stepper_form {form}")
                    moving = h["t"][np.abs(h["mass.vx"]) > 1e-7].max()
                    self.assertAlmostEqual(moving, stop, delta=3e-4)
                    self.assertAlmostEqual(h["mass.x"][-1], x, delta=1e-5 if case == 4 else 1e-6)
                    self.assertLessEqual(-h["min_gap"].min(), 1e-8)

    def test_orders(self):
        """Least-squares orders, 2 in persistent sliding, about 1 where it turns round or hits; errors as another
        implementation has them with its norm."""
        for case in list(CASES)[::3] if runs.BRIEF else CASES:
            for form in FORMS:
                with self.subTest(case=case, form=form):
                    found = errors(case, form)
                    for error in found.T:
                        order = np.polyfit(np.log(STEPS), np.log(error), 1)[0]
                        self.assertGreaterEqual(order, 1.9 if case < 3 else 0.8)
                        self.assertLessEqual(order, 2.3 if case < 3 else 1.4)

    def test_every_stepper(self):
        """Sliding on, before the stop, rattle and energy-momentum are of order 2 and all others of order 1; friction only takes."""
        fine = run(1, 1e-4, "-stepper_end 1.536")["mass.x"]
        for stepper in STEPPERS:
            with self.subTest(stepper):
                found = []
                for step in (6.4e-3, 3.2e-3):
                    h = run(1, step, f"-stepper_type {stepper} -stepper_end 1.536 -output_energy_balance true")
                    found.append(np.abs(h["mass.x"] - fine[:: round(step / 1e-4)]).max())
                    self.assertGreaterEqual(np.diff(h["balance_friction"]).min(), 0)
                second = stepper in ("rattle", "energy-momentum")
                self.assertLess(found[1], {"rattle": 1e-5, "energy-momentum": 2e-5}.get(stepper, 1e-2))
                self.assertAlmostEqual(np.log2(found[0] / found[1]), 2 if second else 1, delta=0.05)

    def test_refused(self):
        for curve, text in (("abs(x)", "a curve that cannot be differentiated"), ("abs(x)+100", "a curve that cannot be differentiated"),
                            ("t*x", "is a function of x, must be without t"),
                            ("exp(", "contacts[0].curve: "), ("3*", "contacts[0].curve: ")):
            with self.subTest(curve=curve):
                done = own_input.program("check", own_input.write(ABSOLUTE.replace("CURVE", f'"{curve}"')))
                self.assertEqual(done.returncode, 2)
                self.assertIn(text, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
