# SPDX-License-Identifier: BSD-2-Clause
"""The VTK writer's files, read back by VTK's own reader and compared bit for bit."""

import os
import pathlib
import tempfile
import unittest

import numpy as np
import vtk_grid

BRIEF = os.environ.get("RICOCHET_TEST_BRIEF") == "1"


class VtkReader(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def write(self, ranks, directory_name, **options):
        """A directory with the files of one run of the writer, which must succeed silently."""
        directory = self.scratch / directory_name
        directory.mkdir()
        process = vtk_grid.write(ranks, directory, **options)
        self.assertEqual((process.returncode, process.stdout, process.stderr), (0, "", ""))
        return directory

    def check_file(self, path, points, output, single=False):
        found, expected = vtk_grid.read(path), vtk_grid.expected(points, output)
        for name in ("temperature", "displacement", "axial_force", "moment") if single else ():
            expected[name] = expected[name].astype(np.float32)
        self.assertEqual(found.keys(), expected.keys())
        for name, array in expected.items():
            self.assertEqual(found[name].dtype, array.dtype, name)
            self.assertEqual(found[name].shape, array.shape, name)
            self.assertEqual(found[name].tobytes(), np.ascontiguousarray(array).tobytes(), name)

    def check_series(self, directory, points, outputs, name="grid", single=False):
        files = [f"{name}_{output:06d}.vtu" for output in range(outputs)]
        listed = [(output / 7.0, file) for output, file in enumerate(files)]
        self.assertEqual(vtk_grid.series(directory / f"{name}.pvd"), listed)
        there = {path.name for path in directory.iterdir()}
        self.assertEqual(there, {f"{name}.pvd", *files})
        for output, file in enumerate(files):
            self.check_file(directory / file, points, output, single)

    def test_every_bit_comes_back_on_any_number_of_ranks(self):
        for ranks in (1, 2, 3):
            with self.subTest(ranks=ranks):
                directory = self.write(ranks, f"on_{ranks}", points=23, outputs=3)
                self.check_series(directory, 23, 3)

    def test_empty_grid(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                directory = self.write(ranks, f"on_{ranks}", points=0, outputs=2)
                self.check_series(directory, 0, 2)

    def test_ranks_without_points_and_cells(self):
        for empty in (0, 1, 2):
            with self.subTest(empty=empty):
                directory = self.write(3, f"empty_{empty}", points=11, empty=empty)
                self.check_series(directory, 11, 1)

    def test_fewer_points_than_ranks(self):
        directory = self.write(3, "few", points=1)
        self.check_series(directory, 1, 1)

    def test_bytes_do_not_depend_on_ranks_or_chunks(self):
        runs = [(1, {}), (1, {}), (2, {}), (3, {}), (3, {"empty": 1})]
        runs += [(1, {"chunk": 7}), (2, {"chunk": 64}), (3, {"chunk": 1000})]
        runs = runs[1::3] if BRIEF else runs
        files = []
        for number, (ranks, options) in enumerate(runs):
            directory = self.write(ranks, f"run_{number}", points=50, outputs=2, **options)
            files.append([path.read_bytes() for path in sorted(directory.iterdir())])
        self.assertGreater(len(files), 2)
        for (ranks, options), content in zip(runs[1:], files[1:]):
            self.assertEqual(content, files[0], f"{ranks} ranks, {options}")

    def test_a_grid_larger_than_the_buffers_of_mpi(self):
        directory = self.write(2, "large", points=200000)
        self.check_series(directory, 200000, 1)

    def test_single_precision(self):
        for ranks in (1, 2):
            directory = self.write(ranks, f"single_{ranks}", points=23, outputs=2, single=1)
            self.check_series(directory, 23, 2, single=True)

    def test_compressed(self):
        """Of no block, of one that all ranks share, of many that begin in the middle of a rank's values."""
        for points, single in ((0, 0), (7, 1), (9000, 0)):
            files = []
            for ranks, empty in ((1, -1), (3, 1)) if BRIEF else ((1, -1), (2, -1), (3, -1), (3, 1)):
                with self.subTest(points=points, ranks=ranks, empty=empty):
                    directory = self.write(ranks, f"of_{points}_{ranks}_{empty}", points=points, level=1,
                                           single=single, empty=empty)
                    self.check_series(directory, points, 1, single=bool(single))
                    files.append((directory / "grid_000000.vtu").read_bytes())
            self.assertEqual(files[1:], files[:1] * (len(files) - 1), "the bytes do not depend on the ranks")
        plain = self.write(1, "plain", points=9000)
        self.assertLess(len(files[0]), 0.8 * (plain / "grid_000000.vtu").stat().st_size)

    def test_odd_names(self):
        for name in ("with space", "with:colon", "ümlaut"):
            with self.subTest(name=name):
                directory = self.write(2, name, points=5, outputs=2, name=name)
                self.check_series(directory, 5, 2, name)


if __name__ == "__main__":
    unittest.main()
