# SPDX-License-Identifier: BSD-2-Clause
"""The .vtu series of a run, by VTK's own reader."""

import dataclasses
import functools

import numpy as np
import vtk_grid
from ricochet import read_pvd

ELEMENT, CONTACT, OBSTACLE = 0, 1, 2


@dataclasses.dataclass(frozen=True)
class Frame:
    """One file: its time and its arrays by name, as vtk_grid.read gives them."""

    t: float
    arrays: dict

    def __getitem__(self, name):
        return self.arrays[name]

    def cells(self, kind):
        """Numbers of the cells of a kind."""
        return np.flatnonzero(self["kind"] == kind)

    def field(self, name, kind):
        """A cell field on the cells of a kind."""
        return self[name][self.cells(kind)]

    @functools.cached_property
    def reference(self):
        """Points where they were before they moved [points, 3]."""
        return self["points"] - self["displacement"]

    @functools.cached_property
    def lines(self):
        """The cells of two points, and their points: [lines], [lines, 2]."""
        numbers = np.flatnonzero(np.diff(self["offsets"]) == 2)
        first = self["offsets"][numbers]
        return numbers, self["connectivity"][first[:, None] + [0, 1]]

    @functools.cached_property
    def lengths(self):
        """Lengths of the lines before they moved."""
        ends = self.reference[self.lines[1]]
        return np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)

    def vertices(self, kind):
        """The points of the cells of a kind that have one point."""
        return self["connectivity"][self["offsets"][self.cells(kind)]]

    def node_at(self, place):
        """The point that was nearest to `place` before it moved."""
        return np.argmin(np.linalg.norm(self.reference - place, axis=1))

    def sum_over_lines(self, name):
        """A cell field per length, summed over the lines."""
        return float(self[name][self.lines[0]] @ self.lengths)


def frames(run):
    """The frames of a run, in the order of time."""
    series = next(run.directory.glob("*.pvd"))
    return [Frame(t, vtk_grid.read(path)) for t, path in read_pvd(series)]
