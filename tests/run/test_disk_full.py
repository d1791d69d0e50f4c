# SPDX-License-Identifier: BSD-2-Clause
"""The VTK writer on a disk that gets full: one clear line, and only whole files are left.

The disk is a small tmpfs, which takes the right to mount.
"""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import vtk_grid

PAGE = os.sysconf("SC_PAGE_SIZE")  # a tmpfs gives room by pages
POINTS = 100  # a .vtu of 13 kB


class DiskFull(unittest.TestCase):
    def mount(self, size):
        """A directory on a disk of `size` bytes of its own."""
        directory = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(directory.rmdir)
        command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(directory)]
        try:
            process = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            self.skipTest("there is no mount program to make a small disk with")
        if process.returncode:
            self.skipTest(f"a small disk cannot be mounted here: {process.stderr.splitlines()[0]}")
        self.addCleanup(subprocess.run, ["umount", str(directory)], check=True)
        return directory

    def fill(self, ranks, size):
        """Write until the disk is full; check what is left.

        Returns the path complained of, the directory and the number of files listed.
        """
        directory = self.mount(size)
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
        """By the size of the disk the last room is missing for a .vtu or for the .pvd."""
        self.mount(PAGE)  # or skip, once
        for ranks in (1, 2):
            missed = {".vtu", ".pvd"}
            for pages in range(16, 26):
                with self.subTest(ranks=ranks, pages=pages):
                    path, directory, listed = self.fill(ranks, pages * PAGE)
                    names = (f"grid_{listed:06d}.vtu", "grid.pvd")
                    self.assertIn(path, [directory / name for name in names])
                    missed.discard(path.suffix)
                if not missed:
                    break
            self.assertEqual(missed, set())


if __name__ == "__main__":
    unittest.main()
