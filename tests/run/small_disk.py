# SPDX-License-Identifier: BSD-2-Clause
"""Small disks to fill, and disks that cannot be written: tmpfs, which takes the right to mount."""

import os
import pathlib
import subprocess
import tempfile

PAGE = os.sysconf("SC_PAGE_SIZE")  # a tmpfs gives room by pages


def mount(test, size, *options):
    """A directory on a disk of `size` bytes of its own, for the time of a test; the test is skipped
    where that cannot be had."""
    directory = pathlib.Path(tempfile.mkdtemp())
    test.addCleanup(directory.rmdir)
    words = ",".join([f"size={size}", *options])
    command = ["mount", "-t", "tmpfs", "-o", words, "tmpfs", str(directory)]
    try:
        process = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        test.skipTest("there is no mount program to make a small disk with")
    if process.returncode:
        test.skipTest(f"a small disk cannot be mounted here: {process.stderr.splitlines()[0]}")
    test.addCleanup(subprocess.run, ["umount", str(directory)], check=True)
    return directory
