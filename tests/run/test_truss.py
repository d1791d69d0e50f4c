# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""The space frame dropped on a floor: many contacts, no penetration, no energy gained, the same
answer on any number of ranks and from every way to solve.

Impacts of many nodes amplify round-off, but slowly: over the input's whole time, six phases of
contact, runs on several ranks differ by 3e-13. Two phases are looked at here.
"""

import unittest

import numpy as np
import runs
from frames import CONTACT, ELEMENT, OBSTACLE, frames

END = "-stepper_end 0.05"  # s; two phases of contact, and free again
SHORT = "-stepper_end 0.02"  # s; the first phase of contact and all its nodes
GRAVITY, HEIGHT, SPEED, MASS_PER_LENGTH = 9.81, 0.01, 2.0, 7850 * 5e-4
GGL = "-stepper_type ggl-alpha"
MOREAU = "-stepper_type moreau-jean"
ENERGY_RISE = 1e-7  # of the energy at the start, in a step; the quadrature of a stiff frame's motion


def truss(*options, ranks=1):
    return runs.run("truss-drop", *options, ranks=ranks)


class Physics(runs.RunTest):
    def test_until_the_impact_it_falls(self):
        """A rigid motion: gap = HEIGHT - v t - g t²/2, the energy as it was."""
        history = truss(END).history
        t = history["t"]
        fall = HEIGHT - SPEED * t - GRAVITY * t**2 / 2
        flight = (fall > 0) & (t < 0.005)
        self.assertGreater(flight.sum(), 8)
        self.assertLessEqual(abs(history["floor.gap"] - fall)[flight].max(), 1e-12)
        self.assertLessEqual(abs(history["corner.vz"] + SPEED + GRAVITY * t)[flight].max(), 1e-11)
        self.assertLessEqual(abs(history["energy"] / history["energy"][0] - 1)[flight].max(), 1e-13)

    def test_contact(self):
        run = truss(END)
        self.assertGreaterEqual(run.summary["elements"], 1000)
        self.assertGreaterEqual(run.history["active"].max(), 10)
        self.assertEqual(run.summary["impacts"], 2 * 13)  # of each node of the lower edge
        self.assertTrue((run.history["floor.impulse"] >= 0).all())
        closed = run.history["floor.impulse"] > 0
        self.assertFalse(closed[-1], "it leaves the floor")

    def test_no_penetration(self):
        run = truss(END)
        self.assertGreaterEqual(run.history["min_gap"].min(), -1e-12)
        self.assertLessEqual(run.summary["max_penetration"], 1e-12)

    def test_energy(self):
        for scheme in (GGL, MOREAU):
            with self.subTest(scheme=scheme):
                energy = truss(END, scheme).history["energy"]
                self.assertLessEqual(np.diff(energy).max(), ENERGY_RISE * energy[0])
                self.assertTrue(0.5 < energy[-1] / energy[0] < 0.995, "impacts cost energy")

    def test_moreau_jean_penetrates_less_than_a_step_of_motion(self):
        least = truss(END, MOREAU).history["min_gap"].min()
        self.assertTrue(-1.5 * 5e-4 * SPEED < least < 0, least)


class SameAnswer(runs.RunTest):
    def test_ranks(self):
        for ranks in runs.RANKS:
            with self.subTest(ranks=ranks):
                found = truss(END, ranks=ranks)
                self.assertEqual(found.summary["ranks"], ranks)
                self.assert_same_history(truss(END), found)

    def test_stage_types(self):
        for scheme in (GGL, MOREAU):
            for stage in ("condensed", "bound", "kkt"):
                with self.subTest(scheme=scheme, stage=stage):
                    found = truss(SHORT, scheme, f"-stage_type {stage}")
                    self.assert_same_history(truss(SHORT, scheme), found)

    def test_friction(self):
        """By default the closed form (ggl-alpha, whose velocity stage has the lumped mass) and Newton in nodal frames."""
        for scheme in (GGL, MOREAU):
            with self.subTest(scheme=scheme):
                options = (SHORT, scheme, "-contacts_floor_friction 0.3")
                but = ("iterations", "floor.slip")  # of the contacts with an impulse, however small
                reference = truss(*options, "-stage_type condensed")
                self.assertGreater(reference.history["balance_friction"][-1], 10, "J")
                for ranks in (1, *runs.RANKS):
                    self.assert_same_history(reference, truss(*options, ranks=ranks), 1e-7, but)

    def test_lattice_matrices_with_consistent_mass(self):
        """With a consistent mass the velocity problem couples the contacts, too."""
        options = (SHORT, "-elements_0_lumped false")
        reference = truss(*options, "-stage_type condensed")
        self.assertGreater(reference.history["active"].max(), 5)
        for stage in ("bound", "kkt"):
            with self.subTest(stage=stage):
                self.assert_same_history(reference, truss(*options, f"-stage_type {stage}"))
        self.assert_same_history(reference, truss(*options, "-stage_type condensed", ranks=2))


class Fields(runs.RunTest):
    def check(self, frame, row):
        """Sums over a file's fields against the row of the history at its time."""
        history = truss(END, "-output_vtk_every 10").history
        kinetic = frame.sum_over_lines("kinetic_energy_density")
        self.assertAlmostEqual(kinetic, history["kinetic"][row], delta=1e-9 * history["kinetic"][0])
        heights = frame["points"][frame.lines[1], 2].mean(axis=1)
        weight = MASS_PER_LENGTH * GRAVITY * heights @ frame.lengths
        potential = frame.sum_over_lines("strain_energy_density") + weight
        self.assertAlmostEqual(potential, history["potential"][row], delta=1e-9 * abs(weight))
        self.assertAlmostEqual(frame.field("gap", CONTACT).min(), history["floor.gap"][row], delta=1e-15)
        impulses = frame.field("impulse", CONTACT)
        self.assertAlmostEqual(impulses.sum(), history["floor.impulse"][row],
                               delta=1e-12 * history["floor.impulse"].max())
        self.assertEqual(np.sum(impulses > 0), history["active"][row])

    def test_sums(self):
        run = truss(END, "-output_vtk_every 10")
        series = frames(run)
        self.assertEqual(len(series), 11)
        for number, frame in enumerate(series):
            with self.subTest(t=frame.t):
                self.assertEqual(frame.t, run.history["t"][10 * number])
                self.check(frame, 10 * number)

    def test_free_fall(self):
        first = frames(truss(END, "-output_vtk_every 10"))[0]
        nodes = np.unique(first.lines[1])
        self.assertEqual(len(nodes), 313)
        self.assertLessEqual(abs(first["acceleration"][nodes] - [0, 0, -GRAVITY]).max(), 1e-9)
        self.assertLessEqual(abs(first["velocity"][nodes] - [0, 0, -SPEED]).max(), 0)
        self.assertEqual(abs(first.field("axial_force", ELEMENT)).max(), 0)

    def test_contacts_and_floor(self):
        for frame in frames(truss(END, "-output_vtk_every 10")):
            with self.subTest(t=frame.t):
                self.assertEqual([len(frame.cells(kind)) for kind in (ELEMENT, CONTACT, OBSTACLE)],
                                 [1152, 169, 1])
                nodes = frame.vertices(CONTACT)
                height = frame["points"][nodes, 2] + HEIGHT
                self.assertLessEqual(abs(frame.field("gap", CONTACT) - height).max(), 1e-12)
                rate = frame["velocity"][nodes, 2]
                self.assertLessEqual(abs(frame.field("gap_velocity", CONTACT) - rate).max(), 1e-12)
                force = frame.field("contact_force", CONTACT)
                wanted = frame.field("impulse", CONTACT)[:, None] / 5e-4 * [0, 0, 1]
                self.assertLessEqual(abs(force - wanted).max(), 1e-6)
                corners = frame["connectivity"][frame["offsets"][frame.cells(OBSTACLE)[0]] + np.arange(4)]
                self.assertLessEqual(abs(frame["points"][corners, 2] + HEIGHT).max(), 1e-12)


if __name__ == "__main__":
    unittest.main()
