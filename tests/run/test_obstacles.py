# SPDX-License-Identifier: BSD-2-Clause
"""Obstacles of contacts between points in VTK files: where their walls are drawn, and that what a
body or a node carries moves with it."""

import unittest

import numpy as np
import own_input
import runs
from frames import OBSTACLE, frames

END = 0.2

# One obstacle in each input, met by a bead that is far from it; `cart` slides, rises and turns.
BODIES = f"""
dimension: 2
bodies:
  - {{name: bead, mass: 1, inertia: 1, at: [0.1, 0.2]}}
  - {{name: cart, mass: 3, shape: {{type: block, size: [2, 1]}}, at: [0.5, -3], angle: 0.3, velocity: [2, 1, 4],
     points: {{p: [0.2, 0.4]}}}}
contacts:
  - {{name: c, a: bead, CONTACT}}
stepper: {{type: moreau-jean, step: 1e-2, end: {END}, theta: 0.5}}
output: {{vtk_every: 10}}
"""
# The same, carried by a node on a spring: it swings up and down.
NODES = f"""
dimension: 2
mesh:
  node: {{name: knob, at: [0, -3]}}
elements:
  - {{type: point-mass, region: knob, mass: 1}}
  - {{type: ground-spring, region: knob, stiffness: [0, 100]}}
bodies:
  - {{name: bead, mass: 1, inertia: 1, at: [0.1, 0.2]}}
initial:
  - {{region: knob, velocity: [1, 3]}}
contacts:
  - {{name: c, a: bead, CONTACT}}
stepper: {{type: moreau-jean, step: 1e-2, end: {END}, theta: 0.5}}
output: {{vtk_every: 10, probes: {{knob: knob}}}}
"""

# In space: what the bead meets stands on the ground, or is carried by a node that falls.
SPACE = f"""
dimension: 3
gravity: [0, 0, -10]
mesh:
  node: {{name: knob, at: [3, 1, 2]}}
elements:
  - {{type: point-mass, region: knob, mass: 1}}
bodies:
  - {{name: bead, mass: 1, inertia: [1, 1, 1], at: [0.1, 0.2, 40]}}
contacts:
  - {{name: c, a: bead, CONTACT}}
stepper: {{type: moreau-jean, step: 1e-2, end: {END}, theta: 0.5}}
output: {{vtk_every: 10, probes: {{knob: knob}}}}
"""


def turn(angle, x):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * x[0] - s * x[1], s * x[0] + c * x[1]])


class Obstacles(unittest.TestCase):
    def drawn(self, text, contact, ranks=1):
        """(row of history.csv, [corners of each obstacle]) of every frame."""
        run = own_input.run(text.replace("CONTACT", contact), "-output_vtk_every 10", ranks=ranks)
        found = frames(run)
        self.assertEqual(len(found), 3)
        for frame in found:
            step = np.argmin(np.abs(run.history["t"] - frame.t))
            row = {name: column[step] for name, column in run.history.items()}
            cells = frame.cells(OBSTACLE)
            ends = frame["offsets"]
            yield row, [frame["points"][frame["connectivity"][ends[c]:ends[c + 1]], :2 if "dimension: 2" in text else 3]
                        for c in cells]

    def assert_line(self, corners, place, normal):
        """A strip whose face lies on the line through `place` and whose bulk lies behind it."""
        self.assertEqual(len(corners), 4)
        height = np.sort((corners - place) @ normal)
        np.testing.assert_allclose(height[2:], 0, atol=1e-12)
        np.testing.assert_allclose(height[0], height[1], atol=1e-12)
        self.assertLess(height[1], -1e-3)
        along = (corners - place) @ [normal[1], -normal[0]]
        self.assertLess(along.min(), -0.1)
        self.assertGreater(along.max(), 0.1)

    def assert_walls(self, walls, centre, normal, width):
        self.assertEqual(len(walls), 2)
        self.assert_line(walls[0], centre + width / 2 * normal, -normal)
        self.assert_line(walls[1], centre - width / 2 * normal, normal)

    def test_channel_of_the_ground(self):
        contact = "type: channel, b: [0, 0.1], normal: [0.6, 0.8], width: 1.5"
        for ranks in (1, *runs.RANKS):
            for _, walls in self.drawn(BODIES, contact, ranks):
                self.assert_walls(walls, np.array([0, 0.1]), np.array([0.6, 0.8]), 1.5)

    def test_channel_that_moves(self):
        contact = "type: channel, b: [0, 0.1], normal: [0, 1], width: 1.5, motion: t*t"
        for row, walls in self.drawn(BODIES, contact):
            self.assert_walls(walls, np.array([0, 0.1 + row["t"] ** 2]), np.array([0, 1]), 1.5)

    def test_channel_of_a_body(self):
        contact = "type: channel, b: cart.p, normal: [0, 1], width: 20, motion: t"
        for ranks in (1, *runs.RANKS):
            for row, walls in self.drawn(BODIES, contact, ranks):
                angle = row["cart.theta"]
                self.assertAlmostEqual(angle, 0.3 + 4 * row["t"], delta=1e-12)
                normal = turn(angle, [0, 1])
                centre = np.array([row["cart.x"], row["cart.y"]]) + turn(angle, [0.2, 0.4]) + row["t"] * normal
                self.assert_walls(walls, centre, normal, 20)

    def test_channel_of_a_node(self):
        for ranks in (1, *runs.RANKS):
            heights = []
            for row, walls in self.drawn(NODES, "type: channel, b: knob, normal: [0, 1], width: 20", ranks):
                self.assert_walls(walls, np.array([row["knob.x"], row["knob.y"]]), np.array([0, 1]), 20)
                heights.append(row["knob.y"])
            self.assertGreater(np.ptp(heights), 0.2, "the node moves")

    def test_line_of_a_node(self):
        for ranks in (1, *runs.RANKS):
            for row, lines in self.drawn(NODES, "type: point-line, b: knob, normal: [0, 1], motion: t/2", ranks):
                self.assertEqual(len(lines), 1)
                place = np.array([row["knob.x"], row["knob.y"] + row["t"] / 2])
                self.assert_line(lines[0], place, np.array([0, 1]))
                middle = lines[0].mean(axis=0)[0]
                self.assertAlmostEqual(middle, row["knob.x"], delta=1e-12)

    def test_line_and_edge_of_the_ground(self):
        for row, lines in self.drawn(BODIES, "type: point-line, b: [0, -1], normal: [0, 1], motion: t"):
            self.assert_line(lines[0], np.array([0, row["t"] - 1]), np.array([0, 1]))
        for row, edges in self.drawn(BODIES, "type: point-edge, b: [-1, -1], normal: [0, 1], length: 3, motion: t"):
            self.assert_line(edges[0], np.array([0, row["t"] - 1]), np.array([0, 1]))
            np.testing.assert_allclose(np.sort(edges[0][:, 0]), [-1, -1, 2, 2], atol=1e-14)

    def test_circles(self):
        """A hole closes in on what it holds, a circle grows towards what it meets."""
        for contact, text, at, sign, radius in (
                ("type: point-circle, b: cart.p, radius: 9", BODIES, None, -1, 9),
                ("type: circle-circle, b: knob, radius: 0.5", NODES, "knob", 1, 0.5)):
            for row, circles in self.drawn(text, contact + ", motion: t"):
                centre = (np.array([row["knob.x"], row["knob.y"]]) if at else
                          np.array([row["cart.x"], row["cart.y"]]) + turn(row["cart.theta"], [0.2, 0.4]))
                self.assertEqual([len(c) for c in circles], [32])
                np.testing.assert_allclose(np.linalg.norm(circles[0] - centre, axis=1), radius + sign * row["t"],
                                           atol=1e-12)

    def test_spheres_and_planes_in_space(self):
        for carrier, ranks in (("[1, 2, 3]", 1), ("knob", 1), ("knob", 2)):
            places = []
            for row, faces in self.drawn(SPACE, f"type: circle-circle, b: {carrier}, radius: 0.5, motion: t", ranks):
                place = np.array([row[f"knob.{axis}"] for axis in "xyz"] if carrier == "knob" else [1.0, 2.0, 3.0])
                self.assertGreater(len(faces), 50)
                corners = np.concatenate(faces)
                np.testing.assert_allclose(np.linalg.norm(corners - place, axis=1), 0.5 + row["t"], atol=1e-12)
                np.testing.assert_allclose((corners.max(axis=0) + corners.min(axis=0)) / 2, place, atol=1e-12)
                places.append(place[2])
            self.assertEqual(np.ptp(places) > 0.1, carrier == "knob")
        for row, (plane,) in self.drawn(SPACE, "type: point-plane, b: knob, normal: [0, 0.6, 0.8], motion: t"):
            place = np.array([row[f"knob.{axis}"] for axis in "xyz"]) + row["t"] * np.array([0, 0.6, 0.8])
            np.testing.assert_allclose(plane.mean(axis=0), place, atol=1e-12)
            np.testing.assert_allclose((plane - place) @ [0, 0.6, 0.8], 0, atol=1e-12)
            self.assertGreater(np.linalg.norm(plane - place, axis=1).min(), 0.1)

    def test_sides_of_a_body(self):
        """Its outline shows them."""
        for contact in ("type: point-line, b: cart.p, normal: [0, 1]",
                        "type: point-edge, b: cart.p, normal: [0, 1], length: 1"):
            for _, none in self.drawn(BODIES, contact):
                self.assertEqual(none, [])

    def test_edge_of_a_node(self):
        """Has no direction of its own: refused, a line is not."""
        text = NODES.replace("CONTACT", "type: point-edge, b: knob, normal: [0, 1], length: 1")
        done = own_input.program("check", own_input.write(text))
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("an edge on a node where a body or the ground is needed", done.stderr)


if __name__ == "__main__":
    unittest.main()
