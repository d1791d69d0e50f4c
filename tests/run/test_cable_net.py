# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""A net of tension-only cables catches a mass: contact between nodes of a nonlinear structure.

Runs on several ranks are compared up to 0.1 s. They differ by 1e-13 as long as the mass is in the
net; once it has left, at 0.33 s, the slack cables are unstable and amplify that to 2e-9 in 0.07 s.
"""

import unittest

import numpy as np
import runs
from frames import CONTACT, ELEMENT, frames

END = "-stepper_end 0.4"  # s; the mass leaves at 0.33 s
SHORT = "-stepper_end 0.1"
MASS, SPEED, GRAVITY, DROP, DAMPING = 80.0, 6.0, 9.81, 0.05, 0.2


def net(*options, ranks=1):
    return runs.run("cable-net", *options, ranks=ranks)


class CableNet(runs.RunTest):
    def test_caught_and_thrown_back(self):
        history = net(END, "-output_vtk_every 20").history
        closed = np.flatnonzero(history["catch.impulse"] > 0)
        first, last = history["t"][closed[[0, -1]]]
        self.assertTrue(DROP / SPEED <= first <= DROP / SPEED + 1e-3, first)
        self.assertTrue(0.3 < last < 0.35, "the contact opens again")
        self.assertTrue((history["catch.impulse"][closed[-1] + 1 :] == 0).all())
        self.assertGreater(history["catch.gap"][-1], 0.05)
        self.assertGreater(history["mass.vz"][-1], 2)
        self.assertGreaterEqual(history["min_gap"].min(), -1e-12)
        self.assertLess(history["knot.z"].min(), -0.5)

    def test_impulse_is_the_change_of_momentum_of_the_mass(self):
        """dv/dt = -g - c v + (contact), c the damping by mass: with the position for the integral
        of v, and h² for the quadrature of the scheme."""
        history = net(END, "-output_vtk_every 20").history
        gained = MASS * (history["mass.vz"] + SPEED + GRAVITY * history["t"]
                         + DAMPING * (history["mass.z"] - DROP))
        total = np.cumsum(history["catch.impulse"])
        self.assertLessEqual(abs(gained - total).max(), 1e-3 * total[-1])

    def test_no_cable_is_compressed(self):
        series = frames(net(END, "-output_vtk_every 20"))
        self.assertEqual(len(series), 41)
        force = np.array([frame.field("axial_force", ELEMENT) for frame in series])
        self.assertGreaterEqual(force.min(), 0)
        self.assertGreater(force.max(), 1e3)
        shortest = min(frame.field("axial_strain", ELEMENT).min() for frame in series)
        self.assertLess(shortest, -1e-3, "some were slack")

    def test_energy_falls(self):
        energy = net(END, "-output_vtk_every 20").history["energy"]
        self.assertLessEqual(np.diff(energy).max(), 1e-9 * energy[0])
        impact = energy[15] - energy[18]
        self.assertGreater(impact, 0.5, "the impact costs energy")

    def test_both_nodes_of_the_contact(self):
        frame = frames(net(END, "-output_vtk_every 20"))[5]
        self.assertEqual(len(frame.cells(CONTACT)), 1)
        knot = frame.node_at([0, 0, 0])
        self.assertEqual(list(frame.vertices(CONTACT)), [knot])
        force = frame.field("contact_force", CONTACT)[0]
        self.assertLess(force[2], 0, "the knot is pressed down")
        self.assertLessEqual(abs(force[:2]).max(), 0)

    def test_ranks(self):
        for ranks in runs.RANKS:
            with self.subTest(ranks=ranks):
                self.assert_same_history(net(SHORT), net(SHORT, ranks=ranks))

    def test_stage_types(self):
        for scheme in ("ggl-alpha", "moreau-jean"):
            options = (SHORT, f"-stepper_type {scheme}")
            reference = net(*options, "-stage_type condensed")
            self.assertGreater(reference.summary["contact_time"], 0.05)
            with self.subTest(scheme=scheme):
                self.assert_same_history(reference, net(*options, "-stage_type kkt"))


if __name__ == "__main__":
    unittest.main()
