# SPDX-License-Identifier: BSD-2-Clause
"""impacts.csv: a line for each impact of each row, by every scheme, the same on any number of ranks."""

import csv
import json
import unittest

import numpy as np
import runs

BALL = """
title: a ball meets the floor, slides and bounces; a block rests on it
dimension: 2
bodies:
  - {name: ball, mass: 2, inertia: 1, at: [0, 1], velocity: [0.5, -1, 0]}
  - {name: block, mass: 3, inertia: 1, at: [5, 0]}
gravity: [0, -0.001]
contacts:
  - {name: floor, type: point-line, a: ball, b: [0, 0], normal: [0, 1], restitution: 0.5}
  - {name: under, type: point-line, a: block, b: [0, 0], normal: [0, 1], restitution: 0.5}
stepper: {type: moreau-jean, step: 0.0103, end: 1.5}
output: {vtk_every: 0, impacts: true}
"""
# Of those whose contacts hold for velocities the law of impact does at once, or in steps that follow.
STEPPERS = ("ggl-alpha", "ggl-alpha-mu", "nsga", "moreau-jean", "projected", "combined", "ggl-theta", "rattle",
            "schatzman-paoli", "moreau", "moreau-symmetric", "moreau-variational", "energy-momentum")


def lines(run):
    """The lines of a run, {column: values}, with the names of contacts as they are."""
    with open(run.directory / "impacts.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    legend = json.loads((run.directory / "history.json").read_text(encoding="utf-8"))["impacts.csv"]
    if rows and list(rows[0]) != list(legend):
        raise AssertionError(f"{list(rows[0])} in the file, {list(legend)} in history.json")
    columns = {name: [row[name] for row in rows] for name in legend}
    return {name: values if name == "contact" else np.array(values, float) for name, values in columns.items()}


class Impacts(runs.RunTest):
    def run_ball(self, *options):
        path = runs.new_directory() / "ball.yaml"
        path.write_text(BALL, encoding="utf-8")
        return runs.run(str(path), *options)

    def test_every_scheme(self):
        for stepper in STEPPERS:
            with self.subTest(stepper=stepper):
                run = self.run_ball(f"-stepper_type {stepper}")
                found = lines(run)
                if stepper == "ggl-alpha-mu":  # chatters where others rest
                    self.assertGreater(run.summary["impacts_of"]["under"], 0)
                    continue
                self.assertEqual(found["contact"], ["floor"])  # the block only rests
                before, after, impulse = (found[name][0] for name in ("v_before", "v_after", "impulse"))
                self.assertAlmostEqual(before, -1.001, delta=3e-5)
                self.assertAlmostEqual(after, -0.5 * before, delta=1.1e-5)  # of weight in two steps
                self.assertAlmostEqual(impulse, 2 * (after - before), delta=7e-5)
                self.assertAlmostEqual(found["energy"][0], before**2 - after**2, delta=5e-5)
                self.assertAlmostEqual(found["t"][0], 1 / 1.0005, delta=2.1 * 0.0103)
                self.assertEqual(run.history["t"][int(found["step"][0])], found["t"][0])
                self.assertEqual(run.summary["impacts"], 1)
                self.assertEqual(run.summary["impacts_of"], {"floor": 1, "under": 0})

    def test_position_level(self):
        """These bounce as they do; the line says so."""
        for stepper in ("smooth-alpha", "theta-position"):
            found = lines(self.run_ball(f"-stepper_type {stepper} -stepper_energy_check off"))
            self.assertEqual(found["contact"], ["floor"])
            self.assertAlmostEqual(found["v_before"][0], -1.001, delta=3e-5)

    def test_bounces(self):
        """What all of them take is what the balance sums up, and a ball at rest has none any more."""
        for stepper, share in (("moreau-jean -stepper_theta 0.5", 1e-4), ("ggl-alpha", 0.05)):  # of O(h)
            run = runs.run("bouncing-ball", f"-stepper_type {stepper} -output_impacts true")
            found = lines(run)
            np.testing.assert_allclose(found["v_after"][:10], -0.8 * found["v_before"][:10], rtol=1e-12)
            self.assertEqual(run.summary["impacts"], len(found["t"]))
            taken = run.history["balance_impacts"][-1]
            self.assertAlmostEqual(np.sum(found["energy"]), taken, delta=share * taken)
            self.assertLess(found["t"][-1], 3.7)

    def test_friction(self):
        run = runs.run("slider-crank", "-output_impacts true -stepper_end 0.02")
        found = lines(run)
        self.assertGreater(len(found["t"]), 5)
        np.testing.assert_allclose(np.abs(found["friction"]), 0.01 * found["impulse"], rtol=1e-9)
        self.assertTrue(np.all(found["friction"] * found["slip_after"] < 0))
        for name in ("gap_velocity", "impulse", "slip", "friction"):
            for contact, step, value in zip(found["contact"], found["step"], found[
                    {"gap_velocity": "v_after", "slip": "slip_after"}.get(name, name)]):
                self.assertEqual(run.history[f"{contact}.{name}"][int(step)], value)

    def test_spin(self):
        """A contact without friction beside one with: not a number where there is nothing to say."""
        path = runs.new_directory() / "balls.yaml"
        path.write_text("""
title: two balls
dimension: 3
bodies:
  - {name: smooth, mass: 1, inertia: [1, 1, 1], at: [0, 0, 0.1], velocity: [1, 0, -1], angular_velocity: [0, 0, 1]}
  - {name: rough, mass: 1, inertia: [1, 1, 1], at: [5, 0, 0.1], velocity: [3, 4, -1], angular_velocity: [0, 0, 1]}
contacts:
  - {name: a, type: point-plane, a: smooth, b: [0, 0, 0], normal: [0, 0, 1]}
  - {name: b, type: point-plane, a: rough, b: [0, 0, 0], normal: [0, 0, 1], friction: {coefficient: 0.1, radius: 0.1}}
stepper: {type: moreau-jean, step: 0.01, end: 0.2, theta: 0.5}
output: {vtk_every: 0, impacts: true}
""", encoding="utf-8")
        run = runs.run(str(path))
        found = lines(run)
        self.assertEqual(found["contact"], ["a", "b"])
        for name in ("slip_before", "slip_after", "friction", "spin_before", "spin_after", "drilling"):
            self.assertTrue(np.isnan(found[name][0]) and np.isfinite(found[name][1]), name)
        self.assertAlmostEqual(found["slip_before"][1], 5, delta=1e-12)
        self.assertAlmostEqual(found["slip_after"][1], 5 - found["friction"][1], delta=1e-12)  # of 1 kg
        self.assertAlmostEqual(found["spin_before"][1], 1, delta=1e-12)
        self.assertAlmostEqual(found["spin_after"][1], 1 + found["drilling"][1], delta=1e-12)
        self.assertAlmostEqual(found["energy"].sum(), run.history["energy"][0] - run.history["energy"][-1], delta=1e-12)

    def test_ranks(self):
        """Nodes of a region on several ranks: the same lines in the same order."""
        path = runs.new_directory() / "truss.yaml"
        path.write_text("""
title: a slab of bars falls flat and on edge
dimension: 2
mesh: {lattice: {name: t, cells: [6, 2], origin: [0, 0.01], size: [3, 1]}}
materials: {m: {E: 1e6, density: 1000}}
elements: [{type: bar, region: t, material: m, area: 1e-3}]
gravity: [0, -9.81]
initial: [{region: t, velocity: ["0", "-1 - 0.3*x"]}]
contacts:
  - {name: floor, type: node-plane, region: ymin, point: [0, 0], normal: [0, 1], restitution: 0.5}
  - {name: wall, type: node-plane, region: xmax, point: [3.001, 0], normal: [-1, 0]}
stepper: {type: moreau-jean, step: 1e-3, end: 0.2}
output: {vtk_every: 0, impacts: true}
""", encoding="utf-8")
        one = lines(runs.run(str(path)))
        self.assertGreater(len(one["t"]), 20)
        self.assertEqual(set(one["contact"]), {"floor", "wall"})
        self.assertEqual(set(one["row"][np.array(one["contact"]) == "floor"]), set(range(7)))
        for ranks in runs.RANKS:
            other = runs.run(str(path), ranks=ranks)
            found = lines(other)
            self.assertEqual(found["contact"], one["contact"])
            self.assertEqual(other.summary["impacts"], len(one["t"]))
            for name in ("step", "row"):
                np.testing.assert_array_equal(found[name], one[name])
            for name in ("v_before", "v_after", "impulse", "energy"):
                np.testing.assert_allclose(found[name], one[name], rtol=0, atol=1e-8 * np.abs(one[name]).max())

    def test_not_by_default(self):
        run = runs.run("bouncing-ball")
        self.assertFalse((run.directory / "impacts.csv").exists())
        self.assertGreater(run.summary["impacts"], 15)


if __name__ == "__main__":
    unittest.main()
