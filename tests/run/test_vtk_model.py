# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""What the .vtu files of runs hold, against the histories of the same runs and exact solutions, and
the same on any number of ranks."""

import unittest

import numpy as np
import runs
from frames import CONTACT, ELEMENT, OBSTACLE, frames

EVERY = 25  # steps of 2 ms
MODULUS, DENSITY, SPEED, START, WAVE_SPEED, IMPACT = 900, 1, 10, 5.005, 30, 0.5005
SCHEMES = ("ggl-alpha", "moreau-jean", "smooth-alpha")


def bar(scheme, ranks=1):
    return runs.run("impacting-bar", f"-stepper_type {scheme} -output_vtk_every {EVERY}", ranks=ranks)


def truss(ranks=1):
    return runs.run("truss-drop", "-stepper_end 0.02 -output_vtk_every 10", ranks=ranks)


def two_bars(ranks=1):
    return runs.run("two-bars", "-output_vtk_every 50", ranks=ranks)


def rows(run, series, every):
    """Pairs of a frame and {column: value} of the history at its time."""
    for number, frame in enumerate(series):
        yield frame, {name: column[every * number] for name, column in run.history.items()}


class Formats(runs.RunTest):
    def test_single_precision_and_compression(self):
        short = "-stepper_end 0.6 -output_vtk_every 300"
        reference = frames(runs.run("impacting-bar", short))[-1]
        self.assertNotIn("reaction", reference.arrays)
        for ranks in (1, *runs.RANKS):
            options = (short, "-output_vtk_single true", "-output_vtk_compression 1")
            last = frames(runs.run("impacting-bar", *options, ranks=ranks))[-1]
            with self.subTest(ranks=ranks):
                self.assertEqual(last["displacement"].dtype, np.float32)
                x, wanted = np.sort(last["points"][:, 0]), np.sort(reference["points"][:, 0])
                self.assertLessEqual(abs(x - wanted).max(), 1e-12)
                force, wanted = (np.sort(frame.field("axial_force", ELEMENT)) for frame in (last, reference))
                self.assertGreater(abs(wanted).max(), 100)
                self.assertLessEqual(abs(force - wanted).max(), 1e-4)


class Bar(runs.RunTest):
    def each(self, check):
        """Call check(frame, row) for all frames of all schemes."""
        for scheme in SCHEMES:
            run = bar(scheme)
            series = frames(run)
            self.assertEqual(len(series), 41)
            for frame, row in rows(run, series, EVERY):
                with self.subTest(scheme=scheme, t=frame.t):
                    check(frame, row)

    def test_time(self):
        def check(frame, row):
            self.assertEqual((frame.t, frame["TimeValue"][0]), (row["t"], row["t"]))

        self.each(check)

    def test_cells(self):
        def check(frame, _):
            kinds = [len(frame.cells(kind)) for kind in (ELEMENT, CONTACT, OBSTACLE)]
            self.assertEqual(kinds, [200, 1, 1])
            self.assertEqual([*frame.lines[0]], [*frame.cells(ELEMENT)])
            nodes = np.unique(frame.lines[1])
            x = np.sort(frame.reference[nodes, 0])
            self.assertLessEqual(abs(x - np.linspace(START, START + 10, 201)).max(), 1e-12)
            self.assertLessEqual(abs(frame.lengths - 0.05).max(), 1e-12)

        self.each(check)

    def test_probes(self):
        """Positions, displacements and velocities at both ends, bit for bit where no sum is made."""
        def check(frame, row):
            for probe, place in (("tip", START), ("tail", START + 10)):
                node = frame.node_at([place, 0, 0])
                self.assertEqual(frame["points"][node, 0], row[f"{probe}.x"])
                self.assertEqual(frame["velocity"][node, 0], row[f"{probe}.vx"])
                self.assertAlmostEqual(place + frame["displacement"][node, 0], row[f"{probe}.x"],
                                       delta=1e-14)
            self.assertEqual(np.abs(frame["velocity"][:, 1:]).max(), 0)
            self.assertEqual(np.abs(frame["displacement"][:, 1:]).max(), 0)

        self.each(check)

    def test_energies(self):
        """The densities add up to the energies: exactly, for the consistent mass too, as the
        velocity is linear within an element; but for the round-off of forces that cancel over
        5 m of rigid motion."""
        def check(frame, row):
            kinetic = frame.sum_over_lines("kinetic_energy_density")
            self.assertAlmostEqual(kinetic, row["kinetic"], delta=1e-9)
            self.assertAlmostEqual(frame.sum_over_lines("strain_energy_density"), row["potential"],
                                   delta=1e-7)

        self.each(check)

    def test_densities_strain_and_force(self):
        """Each element's from the displacements and velocities of its two nodes."""
        def check(frame, _):
            cells, ends = frame.lines
            x = frame.reference[ends, 0]
            strain = np.diff(frame["displacement"][ends, 0])[:, 0] / np.diff(x)[:, 0]
            self.assertLessEqual(abs(frame["axial_strain"][cells] - strain).max(), 1e-12)
            self.assertLessEqual(abs(frame["axial_force"][cells] - MODULUS * strain).max(), 1e-9)
            energy = MODULUS * strain**2 / 2
            self.assertLessEqual(abs(frame["strain_energy_density"][cells] - energy).max(), 1e-9)
            a, b = frame["velocity"][ends, 0].T
            kinetic = DENSITY * (a * a + a * b + b * b) / 6
            self.assertLessEqual(abs(frame["kinetic_energy_density"][cells] - kinetic).max(), 1e-9)

        self.each(check)

    def test_contact(self):
        def check(frame, row):
            self.assertEqual([*frame.vertices(CONTACT)], [frame.node_at([START, 0, 0])])
            for name in ("gap", "gap_velocity", "impulse"):
                self.assertEqual([*frame.field(name, CONTACT)], [row[f"wall.{name}"]])
                self.assertFalse(frame.field(name, ELEMENT).any())
            force = frame.field("contact_force", CONTACT)[0]
            self.assertAlmostEqual(force[0], row["wall.force"], delta=1e-12 * abs(force[0]))
            self.assertFalse(force[1:].any())

        self.each(check)

    def test_wall(self):
        """A square across the bar's axis at x = 0, around it."""
        def check(frame, _):
            first = frame["offsets"][frame.cells(OBSTACLE)[0]]
            corners = frame["points"][frame["connectivity"][first : first + 4]]
            self.assertEqual(corners.shape, (4, 3))
            self.assertLessEqual(abs(corners[:, 0]).max(), 1e-12)
            self.assertTrue((corners[:, 1:].min(axis=0) < 0).all())
            self.assertTrue((corners[:, 1:].max(axis=0) > 0).all())

        self.each(check)

    def test_momentum(self):
        """The impulses up to a frame are the change of momentum of all nodes' velocities, but for
        the round-off of forces of 1e5 N that cancel, 1e-11 N s a step."""
        for scheme in SCHEMES[:2]:
            run = bar(scheme)
            total = np.cumsum(run.history["wall.impulse"])
            for number, frame in enumerate(frames(run)):
                with self.subTest(scheme=scheme, t=frame.t):
                    velocity = frame["velocity"][frame.lines[1], 0].mean(axis=1)
                    momentum = DENSITY * velocity @ frame.lengths
                    self.assertAlmostEqual(momentum + 100, total[EVERY * number], delta=2e-8)

    def test_wave(self):
        """From the impact to the release: 300 N of compression and rest behind the wave's front,
        before it (on the way back: behind it) no force and 10 m/s."""
        for scheme in SCHEMES[:2]:
            for frame in frames(bar(scheme)):
                if not IMPACT + 0.08 < frame.t < IMPACT + 0.58:
                    continue
                front = WAVE_SPEED * (frame.t - IMPACT)
                forward = front < 10
                middle = frame.reference[frame.lines[1], 0].mean(axis=1) - START
                near = middle < (front if forward else 20 - front) - 1.5
                far = middle > (front if forward else 20 - front) + 1.5
                force = frame["axial_force"][frame.lines[0]]
                velocity = frame["velocity"][frame.lines[1], 0].mean(axis=1)
                moving = -SPEED if forward else SPEED
                with self.subTest(scheme=scheme, t=frame.t):
                    self.assertTrue(near.any() or far.any())
                    for part, wanted, speed in ((near, -300, 0), (far, 0, moving)):
                        if part.sum() > 10:
                            self.assertAlmostEqual(force[part].mean(), wanted, delta=3)
                            self.assertLessEqual(abs(force[part] - wanted).max(), 40)
                            self.assertAlmostEqual(velocity[part].mean(), speed, delta=0.1)


class TwoBars(runs.RunTest):
    def test_contact(self):
        """At the first of its nodes, where the force pushes back."""
        run = two_bars()
        for frame, row in rows(run, frames(run), 50):
            with self.subTest(t=frame.t):
                self.assertEqual([len(frame.cells(kind)) for kind in (ELEMENT, CONTACT, OBSTACLE)],
                                 [200, 1, 1])
                self.assertEqual([*frame.vertices(CONTACT)], [frame.node_at([0, 0, 0])])
                for name in ("gap", "gap_velocity", "impulse"):
                    self.assertEqual([*frame.field(name, CONTACT)], [row[f"collision.{name}"]])
                force = frame.field("contact_force", CONTACT)[0, 0]
                self.assertAlmostEqual(force, -row["collision.force"], delta=1e-12)


def ordered(frame):
    """The arrays of a frame in an order that does not depend on the partition: points by where they
    were, cells by kind, type and where their points were; without `rank`, and each cell's points in
    their order within the cell replaced by their places."""
    places = np.round(frame.reference, 6) + 0.0
    points = np.lexsort(places.T)
    counts = np.diff(frame["offsets"])
    cell_of = np.repeat(np.arange(len(counts)), counts)
    centres = np.zeros((len(counts), 3))
    np.add.at(centres, cell_of, places[frame["connectivity"]])
    centres = np.round(centres / counts[:, None], 6) + 0.0
    cells = np.lexsort((*centres.T, frame["types"], frame["kind"]))
    found = {"reference": frame.reference[points], "centres": centres[cells], "counts": counts[cells]}
    for name, array in frame.arrays.items():
        if name in ("rank", "offsets", "connectivity", "TimeValue"):
            continue
        found[name] = array[points if len(array) == len(points) else cells]
    return found


class Ranks(runs.RunTest):
    CASES = {"bar": lambda ranks: bar("ggl-alpha", ranks), "truss": truss, "two bars": two_bars}

    def test_rank_field(self):
        for name, case in self.CASES.items():
            for ranks in (1, *runs.RANKS):
                with self.subTest(case=name, ranks=ranks):
                    frame = frames(case(ranks))[-1]
                    counts = np.bincount(frame.field("rank", ELEMENT), minlength=ranks)
                    self.assertEqual(len(counts), ranks)
                    share = counts / counts.mean()
                    self.assertTrue(0.8 <= share.min() and share.max() <= 1.2, counts)

    def test_same_fields(self):
        for name, case in self.CASES.items():
            series = frames(case(1))
            for ranks in runs.RANKS:
                others = frames(case(ranks))
                self.assertEqual([frame.t for frame in series], [other.t for other in others])
                with self.subTest(case=name, ranks=ranks):
                    self.check_same(series, others)

    def check_same(self, series, others):
        """To 1e-9 of what an array is at most in the series."""
        pairs = [(ordered(frame), ordered(other)) for frame, other in zip(series, others)]
        for name in pairs[0][0]:
            scale = max(np.abs(one[name]).max() for one, _ in pairs)
            for one, two in pairs:
                self.assertEqual(one[name].shape, two[name].shape, name)
                self.assertLessEqual(np.abs(one[name] - two[name]).max(), 1e-9 * scale, name)

    def test_one_file_for_all_ranks(self):
        one, more = (sorted(path.name for path in bar("ggl-alpha", ranks).directory.iterdir())
                      for ranks in (1, runs.RANKS[-1]))
        self.assertEqual(one, more)
        self.assertEqual(len(one), 41 + 4)


if __name__ == "__main__":
    unittest.main()
