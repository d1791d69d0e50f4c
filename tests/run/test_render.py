# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""Runs rendered by ParaView: the pictures show what the run did."""

import pathlib
import unittest

import matplotlib.image
import numpy as np
import runs
import synthetic

COLOUR_BARS = 150  # pixels at the right


def colours(pixels):
    """Number of distinct colours."""
    return len(np.unique(np.round(255 * pixels.reshape(-1, 3)), axis=0))


def drawn(picture):
    """Where the scene without the colour bars is not white [height, width]."""
    scene = picture[:, :-COLOUR_BARS]
    return np.any(scene < 0.99, axis=-1)


class Rendered(runs.RunTest):
    @classmethod
    def setUpClass(cls):
        """All pictures at once: to start ParaView takes longer than they do."""
        cls.pictures = runs.new_directory()
        bar = cls.series("impacting-bar", "-output_vtk_every 50")
        truss = cls.series("truss-drop", "-stepper_end 0.01 -output_vtk_every 1")
        cls.told = synthetic.render_each([
            [truss, *"--field axial_force --tubes --size 900 600 --times 0.004 0.0085 -o".split(), cls.pictures / "truss.png"],
            [bar, *"--field axial_force --times 0.7 -o".split(), cls.pictures / "bar.png"],
            [bar, "-o", cls.pictures / "plain.png"]], cls.pictures)

    @staticmethod
    def series(name, options):
        return next(runs.run(name, options).directory.glob("*.pvd"))

    def rendered(self, name):
        """The pictures of that name, each [height, width, 3] from 0 to 1."""
        paths = sorted(path for path in self.told if pathlib.Path(path).name.startswith(name))
        return [matplotlib.image.imread(path)[..., :3] for path in paths]

    def test_truss(self):
        """Before the impact all bars are grey, without force; one edge hit, they are red and blue."""
        before, after = self.rendered("truss")
        self.assertLess(self.tension_and_compression(before), 1e-5)
        self.assertGreater(self.tension_and_compression(after), 1e-3)
        for picture in (before, after):
            self.assertEqual(picture.shape, (600, 900, 3))
            self.assertGreater(colours(picture), 500)
            where = drawn(picture)
            self.assertTrue(0.2 < where.mean() < 0.8)
            self.assertFalse(where[-3:].any() or where[:, :3].any(), "nothing is cut off")

    @staticmethod
    def tension_and_compression(picture):
        """The smaller of the shares of clearly red and clearly blue points."""
        scene = picture[:, :-COLOUR_BARS]
        red = scene[..., 0] - scene[..., 2]
        return min(np.mean(red > 0.3), np.mean(red < -0.3))

    def test_bar(self):
        """In mid contact: compressed, blue, up to the front of the wave, grey behind it."""
        (picture,) = self.rendered("bar")
        self.assertGreater(colours(picture), 500)
        self.assertTrue(0.01 < drawn(picture).mean() < 0.3)
        scene = picture[:, :-COLOUR_BARS]
        blue = np.flatnonzero((scene[..., 2] - scene[..., 0] > 0.3).any(axis=0))
        columns = np.flatnonzero(drawn(picture)[40:].any(axis=0))
        front = (blue.max() - columns.min()) / np.ptp(columns)
        self.assertAlmostEqual(front, 30 * (0.7 - 0.5005) / 10, delta=0.1)

    def test_displacement_by_default(self):
        (picture,) = self.rendered("plain")
        self.assertEqual(picture.shape[1:], (1200, 3))
        self.assertTrue(420 <= picture.shape[0] < 600, "as high as a lying bar needs")
        columns = np.flatnonzero(drawn(picture)[40:].any(axis=0))
        self.assertLess(columns.min(), 60, "it fills the picture")
        self.assertGreater(columns.max(), picture.shape[1] - COLOUR_BARS - 60)
        self.assertGreater(colours(picture), 300)
        self.assertGreater(drawn(picture).mean(), 0.005)


if __name__ == "__main__":
    unittest.main()
