# SPDX-License-Identifier: BSD-2-Clause
"""Programs started without a launcher, many at once: MPI leaves no trace, the user's word counts."""

import os
import signal
import subprocess
import unittest

import runs

AT_ONCE = 12 if runs.BRIEF else 50


class Launch(unittest.TestCase):
    def setUp(self):
        """Where MPI would keep what processes share, empty."""
        self.temporary = runs.new_directory()
        self.environment = {**os.environ, "TMPDIR": str(self.temporary)}

    def start(self, words, **variables):
        return subprocess.Popen(words, env={**self.environment, **variables}, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def start_run(self, *options, **variables):
        words = runs.command("impacting-bar", f"-o {runs.new_directory()} -quiet", *options, program=runs.PROGRAM)
        return self.start(words, **variables)

    def end(self, process):
        told = process.communicate(timeout=runs.TIMEOUT)
        return (process.returncode, *told)

    def test_many_at_once(self):
        """Runs with VTK files, whose bytes go through MPI."""
        processes = [self.start_run("-stepper_end 0.02 -output_vtk_every 5") for _ in range(AT_ONCE)]
        self.assertEqual([self.end(process) for process in processes], [(0, "", "")] * AT_ONCE)
        self.assertEqual(list(self.temporary.iterdir()), [])

    def test_stopped(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            process = self.start_run("-stepper_end 4000 -output_vtk_every 1")
            with self.subTest(signal=number):
                self.assertIsNone(process.poll())
                process.send_signal(number)
                self.assertNotEqual(self.end(process)[0], 0)
                self.assertEqual(list(self.temporary.iterdir()), [])

    def test_failed(self):
        self.assertEqual(self.end(self.start_run("-stepper_rho_inf 7"))[0], 2)
        self.assertEqual(list(self.temporary.iterdir()), [])

    def test_variables_of_the_user(self):
        """A way of messages that is not there: Open MPI says so."""
        code, _, told = self.end(self.start_run("-stepper_end 0.02", OMPI_MCA_pml="nowhere"))
        self.assertNotEqual(code, 0)
        self.assertIn("nowhere", told)


if __name__ == "__main__":
    unittest.main()
