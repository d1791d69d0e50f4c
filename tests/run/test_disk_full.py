# SPDX-License-Identifier: BSD-2-Clause
"""A disk that gets full under the VTK writer, and under a whole run: one clear line, and only whole
files are left. A disk that cannot be written at all."""

import json
import pathlib
import re
import subprocess
import unittest

import runs
import small_disk
import vtk_grid
from small_disk import PAGE

POINTS = 100  # a .vtu of 13 kB
FULL = r"cannot be written \(No space left on device\)"


class WriterDiskFull(unittest.TestCase):
    def fill(self, ranks, size):
        """Write until the disk is full; check what is left.

        Returns the path complained of, the directory and the number of files listed.
        """
        directory = small_disk.mount(self, size)
        process = vtk_grid.write(ranks, directory, points=POINTS, outputs=1000)
        self.assertEqual(process.returncode, 1)
        lines = re.findall(r"^(\S+): cannot be written (.*)$", process.stderr, re.MULTILINE)
        self.assertEqual([cause for _, cause in lines], ["(No space left on device)"])
        listed = vtk_grid.series(directory / "grid.pvd")
        self.assertGreaterEqual(len(listed), 2)
        self.assertEqual(listed, [(n / 7.0, f"grid_{n:06d}.vtu") for n in range(len(listed))])
        for output, (_, name) in enumerate(listed):
            found = vtk_grid.read(directory / name)
            self.assertEqual(found["TimeValue"][0], output / 7.0)
            self.assertEqual(
                found["connectivity"].tobytes(),
                vtk_grid.expected(POINTS, output)["connectivity"].tobytes(),
            )
        self.check_no_part_is_left(directory, len(listed))
        return pathlib.Path(lines[0][0]), directory, len(listed)

    def check_no_part_is_left(self, directory, listed):
        """Beside the series nothing but, at most, a whole file it had no room to list."""
        names = sorted(path.name for path in directory.iterdir())
        series = ["grid.pvd", *(f"grid_{n:06d}.vtu" for n in range(listed))]
        unlisted = [f"grid_{listed:06d}.vtu"]
        self.assertIn(names, (series, series + unlisted))
        if names != series:
            vtk_grid.read(directory / unlisted[0])

    def test_disk_gets_full(self):
        """By the size of the disk the last room is missing for a .vtu or for the .pvd; on ranks see test_frames, too."""
        small_disk.mount(self, PAGE)  # or skip, once
        for ranks in (1,) if runs.BRIEF else (1, 2):
            missed = {".vtu", ".pvd"}
            for pages in range(18, 28):
                with self.subTest(ranks=ranks, pages=pages):
                    path, directory, listed = self.fill(ranks, pages * PAGE)
                    names = (f"grid_{listed:06d}.vtu", "grid.pvd")
                    self.assertIn(path, [directory / name for name in names])
                    missed.discard(path.suffix)
                if not missed:
                    break
            self.assertEqual(missed, set())


class RunDiskFull(unittest.TestCase):
    def start(self, directory, *options, ranks=1, name="impacting-bar"):
        """The exit code of a run, and the program's own lines on standard error."""
        words = runs.command(name, f"-o {directory}", "-quiet", *options, ranks=ranks)
        process = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
        self.assertNotIn("PETSC ERROR", process.stderr)
        self.assertNotIn("HDF5", process.stderr)
        self.assertEqual(process.stdout, "")
        return process.returncode, re.findall(r"^ricochet: (.*)$", process.stderr, re.MULTILINE)

    def check_whole(self, directory):
        """Every file there is whole and of a known kind; returns how many frames are listed."""
        for path in directory.iterdir():
            if path.suffix == ".vtu":
                vtk_grid.read(path)
            elif path.name == "history.csv":
                text = path.read_text()
                self.assertIn(text[-1:], ("", "\n"))
                self.assertLessEqual(len({line.count(",") for line in text.splitlines()}), 1)
            elif path.suffix == ".json":
                json.loads(path.read_text())
            else:
                self.assertEqual(path.suffix, ".pvd", path)
        series = list(directory.glob("*.pvd"))
        listed = vtk_grid.series(series[0]) if series else []
        for _, name in listed:
            self.assertTrue((directory / name).exists())
        return len(listed)

    def test_frames(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                directory = small_disk.mount(self, 40 * PAGE)
                code, lines = self.start(directory, "-mesh_line_cells 20 -output_vtk_every 1", ranks=ranks)
                self.assertEqual((code, len(lines)), (1, 1), lines)
                self.assertRegex(lines[0], rf"^{directory}/.*: {FULL}$")
                self.assertGreaterEqual(self.check_whole(directory), 5)

    def test_history_and_summary(self):
        """From a disk with no room at all to one where everything fits."""
        missed = {"history.csv", "history.json", "summary.json"}
        for pages in range(1, 40):
            directory = small_disk.mount(self, pages * PAGE)
            code, lines = self.start(directory, "-mesh_line_cells 20 -output_vtk_every 0 -stepper_end 0.1")
            with self.subTest(pages=pages):
                self.check_whole(directory)
                if code == 0:
                    break
                self.assertEqual((code, len(lines)), (1, 1), lines)
                found = re.fullmatch(rf"{directory}/(.*): {FULL}", lines[0])
                self.assertTrue(found, lines[0])
                missed.discard(found[1])
        self.assertEqual(code, 0)
        self.assertEqual(missed, set())

    def test_checkpoint(self):
        """No room for the last good state: what happened is told before."""
        failing = "-step_snes_max_it 1 -stepper_max_halvings 1 -output_vtk_every 0"
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                directory = small_disk.mount(self, 5 * PAGE)
                code, lines = self.start(directory, failing, ranks=ranks, name="cable-net")
                self.assertEqual((code, len(lines)), (1, 2), lines)
                self.assertRegex(lines[0], r"^no convergence at t = \S+ s .*contact 'catch'")
                self.assertEqual(lines[1:], [f"{directory}/checkpoint.h5: cannot be written"
                                             " (No space left on device)"])
                self.check_whole(directory)

    def test_read_only(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                directory = small_disk.mount(self, 40 * PAGE, "ro")
                self.assertEqual(self.start(directory, ranks=ranks),
                                 (2, [f"{directory}: is not writable (Read-only file system)"]))
                self.assertEqual(
                    self.start(directory / "sub", ranks=ranks),
                    (2, [f"{directory}/sub: cannot be made a directory (Read-only file system)"]))
                self.assertEqual(list(directory.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
