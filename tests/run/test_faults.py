# SPDX-License-Identifier: BSD-2-Clause
"""An error that one rank has alone, in set-up, in a step, in output or in a checkpoint, ends all ranks with its
message: none waits for another. What is left does not stand in the way of the next run."""

import os
import subprocess
import unittest

import runs

FAULT = f"{os.environ['RICOCHET_TEST_BIN']}/libfault.so"
SHORT = ("-stepper_end 0.02", "-output_vtk_every 1")
KEEPS = (*SHORT, "-output_checkpoint_every 1")

# Rank, what fails, within which function of the program: see tests/fault/fault.c.
CASES = (
    (1, "PetscMallocA", "RicModelSetUp", SHORT),
    (0, "MPI_Allreduce", "RicStepperSetUp", SHORT),
    (1, "MPI_Allreduce", "RicStepperAdvance", SHORT),
    (1, "PetscMallocA", "RicFrameWrite", SHORT),
    (0, "MPI_Allreduce", "RicRecordStep", SHORT),
    (1, "PetscMallocA", "RicStepperArchive", KEEPS),
    (0, "MPI_Allreduce", "RicStepperArchive", KEEPS),
    (0, "PetscMallocA", "RicStepperAdvance", SHORT),
    (0, "PetscMallocA", "RicModelSetUp", SHORT),
    (1, "MPI_Allreduce", "RicReportWrite", SHORT),
)


@unittest.skipIf("UBSAN_OPTIONS" in os.environ, "the sanitizers want to be loaded first")
class Faults(runs.RunTest):
    def start(self, fault, *options):
        directory = runs.new_directory()
        words = runs.command("two-bars", f"-o {directory}", "-quiet", *options, ranks=2)
        at = words.index(runs.FORKED)
        words[at:at] = ["env", f"LD_PRELOAD={FAULT}"]
        done = subprocess.run(words, env={**os.environ, "RICOCHET_FAULT": fault}, capture_output=True, text=True, check=False,
                              timeout=runs.TIMEOUT)
        return done, directory

    def test_errors_end_all(self):
        for rank, call, within, options in CASES[:6] if runs.BRIEF else CASES:
            with self.subTest(rank=rank, call=call, within=within):
                done, _ = self.start(f"{rank} {call} 1 {within}", *options)
                self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
                self.assertIn(f"[{rank}]PETSC ERROR: ", done.stderr)
                self.assertRegex(done.stderr, rf"\[{rank}\]PETSC ERROR: #\d+ {within}\(\)")
                if call == "PetscMallocA":
                    self.assertIn("injected fault", done.stderr)

    def test_checkpoint_that_cannot_be_written(self):
        """Rank 0 alone makes the file: all ranks are told, and end in one line."""
        done, directory = self.start("0 H5Dwrite 1 RicStepperArchive", *KEEPS)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertRegex(done.stderr, r"\Aricochet: .*/checkpoint.h5: cannot be written \(")
        self.assertNotIn("PETSC ERROR", done.stderr)
        self.assertEqual(list(directory.glob("*checkpoint*")), [])

    def test_killed(self):
        """The launcher tells of it; the directory is free for the next run."""
        done, directory = self.start("1 kill 3 RicStepperAdvance", *SHORT)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("signal 9", done.stderr)
        again = subprocess.run(runs.command("two-bars", f"-o {directory}", "-quiet", *SHORT), capture_output=True, text=True,
                               check=False, timeout=runs.TIMEOUT)
        self.assertEqual((again.returncode, again.stdout, again.stderr), (0, "", ""))
        self.assertIs(runs.read(directory).summary["complete"], True)

    def test_without_a_fault(self):
        done, _ = self.start("1 PetscMallocA 1 NoSuchFunction", *SHORT)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


if __name__ == "__main__":
    unittest.main()
