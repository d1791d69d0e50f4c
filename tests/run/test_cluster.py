# SPDX-License-Identifier: BSD-2-Clause
"""The Slurm script of examples/cluster: a run that a warning stops is requeued and goes on to the history it
would have had. srun and scontrol are small programs here that start MPI and write down what they are told."""

import pathlib
import re
import shlex
import subprocess
import unittest

import numpy as np

import runs

SCRIPT = runs.SOURCE / "examples" / "cluster" / "ricochet.sbatch"
EVERY = "-output_history_every 100"
# Starts the ranks, and while `warn` is there sends the signal of --signal once the history has a few rows.
SRUN = """#!/bin/bash
{mpiexec} -n 2 "$@" &
if [[ -e warn ]]; then
  until [[ -e out/history.csv && $(wc -l <out/history.csv) -ge 20 ]]; do sleep 0.02; done
  kill -USR1 $!
fi
wait $!
"""


class Cluster(unittest.TestCase):
    def setUp(self):
        self.directory = runs.new_directory()
        for name, text in (("srun", SRUN.format(mpiexec=shlex.join(runs.MPIEXEC))),
                           ("scontrol", '#!/bin/bash\necho "$@" >>requeued\n')):
            (self.directory / name).write_text(text)
            (self.directory / name).chmod(0o755)

    def submit(self, end):
        path = f"{self.directory}:{pathlib.Path(runs.PROGRAM).parent}:/usr/bin:/bin"
        return subprocess.run(["bash", SCRIPT, runs.SOURCE / "inputs" / "bouncing-ball.yaml", "-o", "out", *EVERY.split(), "-stepper_end",
                               repr(end), "-output_vtk_every", "0"], cwd=self.directory,
                              env={**runs.os.environ, "PATH": path, "SLURM_JOB_ID": "17"}, capture_output=True, text=True,
                              check=False, timeout=runs.TIMEOUT)

    def test_is_right_bash(self):
        subprocess.run(["bash", "-n", SCRIPT], check=True)

    def test_goes_on_after_a_warning(self):
        (self.directory / "warn").touch()
        done = self.submit(1e4)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual((self.directory / "requeued").read_text(), "requeue 17\n")
        (self.directory / "warn").unlink()
        t = runs.read(self.directory / "out").history["t"]
        end = t[-1] + 20 * (t[1] - t[0])
        done = self.submit(end)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.directory / "requeued").read_text(), "requeue 17\n")
        history = runs.read(self.directory / "out").history
        whole = runs.fresh_run("bouncing-ball", EVERY, f"-stepper_end {end!r}", ranks=2).history
        for column in whole:
            np.testing.assert_array_equal(history[column], whole[column], column)

    def test_the_page_shows_the_script(self):
        page = (runs.SOURCE / "docs" / "clusters.md").read_text()
        shown = re.search(r"```bash\n(.*?)```", page, re.DOTALL)[1].splitlines()
        lines = iter(SCRIPT.read_text().splitlines())
        for line in shown:
            self.assertIn(line, lines)  # in this order


if __name__ == "__main__":
    unittest.main()
