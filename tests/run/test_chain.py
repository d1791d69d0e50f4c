# SPDX-License-Identifier: BSD-2-Clause
"""A chain of rigid links that falls flat on a floor: many joints and contacts go through a sparse saddle-point matrix.

Its answer is that of the dense Delassus operator, on any number of ranks; the work grows with the links.
"""

import re
import unittest

import own_input
import runs
import numpy as np

G, H = 9.81, 1e-3
STEPPERS = ("moreau-jean", "ggl-alpha", "projected", "combined", "ggl-theta", "theta-position", "schatzman-paoli",
            "moreau-variational", "rattle",
            "energy-momentum")[:: 3 if runs.BRIEF else 1]


def chain(links, dampers=False, bump=False):
    """Links of unit length and mass, 20 mm above the floor; `bump`: the middle of it 10 mm higher."""
    bodies = "".join(f"  - {{name: b{i}, mass: 1, inertia: 0.0833, at: [{i}, 0.02], "
                     "points: {l: [-0.5, 0], r: [0.5, 0]}}\n" for i in range(links))
    joints = "".join(f"  - {{name: j{i}, type: revolute, a: b{i}.r, b: b{i + 1}.l}}\n" for i in range(links - 1))
    springs = "".join(f"  - {{a: b{i}, b: b{i + 1}, stiffness: 100, length: 1, damper: 2}}\n" for i in range(links - 1))
    floors = "".join(f"  - {{name: c{i}, type: point-line, a: b{i}.l, b: [0, "
                     f"{0.01 if bump and i == links // 2 else 0}], normal: [0, 1], restitution: 0}}\n"
                     for i in range(links))
    return (f"dimension: 2\ngravity: [0, -{G}]\nbodies:\n{bodies}joints:\n{joints}"
            + (f"springs:\n{springs}" if dampers else "")
            + f"contacts:\n{floors}stepper: {{type: moreau-jean, step: {H}, end: 0.1}}\noutput: {{vtk_every: 0}}\n")


def heights(run):
    """y of all links, by step."""
    return np.array([column for name, column in run.history.items() if re.fullmatch(r"b\d+\.y", name)]).T


class Chain(unittest.TestCase):
    def assert_same(self, one, other, tolerance):
        np.testing.assert_allclose(heights(other), heights(one), atol=tolerance)
        np.testing.assert_allclose(other.history["energy"], one.history["energy"], atol=100 * tolerance)

    def test_as_the_dense_stage(self):
        for dampers in False, True:
            text = chain(12, dampers, bump=True)
            for stepper in STEPPERS:
                with self.subTest(stepper, dampers=dampers):
                    sparse, dense = (own_input.run(text, f"-stepper_type {stepper} -stage_type {stage}")
                                     for stage in ("kkt", "condensed"))
                    self.assert_same(sparse, dense, 1e-10)
                    self.assertGreater(sparse.history["active"].max(), 6)  # most of it lands

    def test_ranks(self):
        text = chain(12, dampers=True, bump=True)
        for stepper in "ggl-alpha", "moreau-jean":
            one = own_input.run(text, f"-stepper_type {stepper}")
            for ranks in runs.RANKS:
                with self.subTest(stepper, ranks=ranks):
                    self.assert_same(one, own_input.run(text, f"-stepper_type {stepper}", ranks=ranks), 1e-10)

    def test_mumps(self):
        """What matrices above 10^5 unknowns are factored with on several ranks."""
        text = chain(12, bump=True)
        mumps = "-velocity_kkt_pc_type lu -velocity_kkt_pc_factor_mat_solver_type mumps"
        self.assert_same(own_input.run(text), own_input.run(text, mumps, ranks=2), 1e-10)

    def test_many_land_at_once(self):
        """200 links, e = 0: flat on the floor after one step, the floor takes the momentum."""
        run = own_input.run(chain(200), "-stepper_type ggl-alpha -stepper_end 0.07")
        landed = int(np.argmax(run.history["active"] > 0))
        self.assertAlmostEqual(run.history["t"][landed], np.sqrt(2 * 0.02 / G), delta=H)
        impulse = sum(run.history[f"c{i}.impulse"][landed] for i in range(200))
        ends = heights(run)[landed - 1:landed + 1]
        self.assertLess(abs(ends[1][:-1]).max(), 1e-12)  # but the last link's free end
        # momentum: what came down, less what still moves, plus the weight of one step
        velocity = np.array([column for name, column in run.history.items() if re.fullmatch(r"b\d+\.vy", name)]).T
        self.assertAlmostEqual(impulse, velocity[landed].sum() - velocity[landed - 1].sum() + 200 * G * H, delta=1e-7)

    def test_input(self):
        """inputs/falling-chain.yaml: nothing penetrates, no pin opens, and the energy is accounted for."""
        run = runs.run("falling-chain", "-stepper_end 1" if runs.BRIEF else "")
        self.assertLess(run.summary["max_penetration"], 1e-12)
        self.assertLess(run.summary["max_joint_error"], 1e-12)
        energy = run.summary["energy"]
        balance = energy["balance"]
        spent = balance["impacts"] + balance["numerical"] - balance["projection"]
        self.assertAlmostEqual(energy["initial"] - energy["final"], spent, delta=1e-8)
        self.assertGreater(balance["impacts"], 0.9 * spent)
        lands = [run.history["t"][np.argmax(run.history[f"floor{i}.impulse"] > 0)] for i in range(6, 13)]
        np.testing.assert_allclose(lands, np.sqrt(2 * 3 / G), atol=0.01)  # far from the hook: free fall

    def test_input_on_ranks(self):
        """Up to the first impacts; from there on round-off grows without bound."""
        one, two = (runs.fresh_run("falling-chain", "-stepper_end 0.78", ranks=ranks) for ranks in (1, 2))
        self.assertGreater(one.history["active"].max(), 0)
        name = "link12.y"
        np.testing.assert_allclose(two.history[name], one.history[name], atol=1e-6)

    def test_automatic(self):
        for links, stage in ((4, "condensed"), (12, "kkt")):
            done = own_input.program("check", own_input.write(chain(links)))
            self.assertRegex(done.stdout, rf"stage velocity_: {stage}")


if __name__ == "__main__":
    unittest.main()
