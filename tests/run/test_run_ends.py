# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""How runs end, and what is left of one that did not get to its end."""

import os
import pty
import re
import signal
import subprocess
import threading
import time
import unittest

import own_input
import runs
import vtk_grid
from ricochet import read, read_history, read_pvd

ENDLESS = "-stepper_end 4000"  # s: 2e6 steps, not endless in case one is left behind
PATIENCE = 120  # s


def tell(*options, ranks=1):
    """Run the impacting bar: its output and what it prints."""
    directory = runs.new_directory()
    words = runs.command("impacting-bar", f"-o {directory}", *options, ranks=ranks)
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return read(directory), done


class Ends(runs.RunTest):
    def test_step_that_does_not_divide_the_end(self):
        for ranks in (1, 2):
            run, done = tell("-stepper_step 3e-3 -stepper_end 0.1", ranks=ranks)
            with self.subTest(ranks=ranks):
                self.assertEqual(run.summary["steps"], 33)
                self.assertAlmostEqual(run.summary["t_end"], 0.099, delta=1e-12)
                self.assertAlmostEqual(run.history["t"][-1], 0.099, delta=1e-12)
                self.assertAlmostEqual(read_pvd(run.directory / "impacting-bar.pvd")[-1][0], 0.099,
                                       delta=1e-12)
                self.assertRegex(done.stdout, r"does not divide the end time 0\.1 s")

    def test_step_that_divides_the_end_but_for_round_off(self):
        for step, end, steps in ((2e-3, 0.1, 50), (1e-3, 0.3, 300), (0.1 / 3, 0.1, 3)):
            run, done = tell(f"-stepper_step {step!r} -stepper_end {end}")
            with self.subTest(step=step, end=end):
                self.assertEqual(run.summary["steps"], steps)
                self.assertAlmostEqual(run.summary["t_end"], end, delta=1e-12)
                self.assertNotIn("divide", done.stdout)

    def test_last_step_is_always_written(self):
        run, _ = tell("-stepper_end 0.1 -output_history_every 7 -output_vtk_every 7")
        self.assertEqual(list(run.history["step"]), [*range(0, 50, 7), 50])
        times = [t for t, _ in read_pvd(run.directory / "impacting-bar.pvd")]
        self.assertEqual(times, list(run.history["t"]))

    def test_names_with_dots(self):
        """Contacts of any name stand in the summary under it."""
        text = """\
dimension: 1
mesh: {node: [{name: a, at: [0]}]}
elements: [{type: point-mass, region: a, mass: 1}]
systems: [{name: ball, type: oscillator, q: [1], contacts: {ground: {restitution: 0}}}]
contacts:
  - {name: wall, type: node-plane, region: a, point: [0], normal: [1]}
  - {name: wall.left, type: node-plane, region: a, point: [0], normal: [1]}
  - {name: .., type: node-plane, region: a, point: [0], normal: [1]}
stepper: {type: moreau-jean, step: 0.01, end: 0.02}
"""
        summary = own_input.run(text).summary
        self.assertEqual(list(summary["impulse"]), ["ball.ground", "wall", "wall.left", ".."])

    def test_long_paths(self):
        """MPI's files, HDF5's and our own: below directories of any length."""
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                directory = runs.new_directory() / ("d" * 200) / ("e" * 200)
                words = runs.command("truss-drop", f"-o {directory}", "-quiet -stepper_end 0.02 -step_snes_max_it 1",
                                     "-stepper_max_halvings 0", ranks=ranks)
                done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertTrue((directory / "checkpoint.h5").exists())
                self.assertGreater(len(read_pvd(directory / "truss-drop.pvd")), 1)

    def test_without_vtk(self):
        run, _ = tell("-stepper_end 0.01 -output_vtk_every 0")
        names = sorted(path.name for path in run.directory.iterdir())
        self.assertEqual(names, ["history.csv", "history.json", "summary.json"])


class Screen(runs.RunTest):
    def test_quiet(self):
        for ranks in (1, 2):
            _, done = tell("-stepper_step 3e-3 -stepper_end 0.1 -quiet", ranks=ranks)
            self.assertEqual((done.stdout, done.stderr), ("", ""), ranks)

    def test_closing_summary(self):
        """About ten plain lines: what ran, what it found, where the files are."""
        run, done = tell("-output_vtk_every 500")
        self.assertEqual(done.stderr, "")
        self.assertLessEqual(len(done.stdout.splitlines()), 14)
        self.assertNotRegex(done.stdout, r"[\r\x1b]")
        for found in ("Impacting elastic bar", "ggl-alpha", "wall", "198.945", str(run.directory)):
            self.assertIn(found, done.stdout)

    def test_bar_on_a_terminal(self):
        """What a terminal is sent; at the end the bar is wiped away."""
        directory = runs.new_directory()
        words = runs.command("impacting-bar", f"-o {directory}", "-stepper_end 400",
                             "-output_vtk_every 0 -output_history_every 100", program=runs.PROGRAM)
        leader, terminal = pty.openpty()
        with subprocess.Popen(words, stdout=terminal, stderr=terminal) as process:
            os.close(terminal)
            told = self.read_all(leader)
            self.assertEqual(process.wait(PATIENCE), 0)
        bars = re.findall(r"\r\[([#.]+)\]\s+(\d+) %", told)
        self.assertGreater(len(bars), 0)
        for bar, percent in bars:
            self.assertLessEqual(abs(bar.count("#") / len(bar) - int(percent) / 100), 0.06)
        wiped = told.rindex("\r\x1b[K")
        self.assertLess(told.rindex("\r["), wiped)
        self.assertNotIn("step ", told[wiped:].splitlines()[0])

    @staticmethod
    def read_all(descriptor):
        chunks = []
        try:
            while chunk := os.read(descriptor, 65536):
                chunks.append(chunk)
        except OSError:  # how Linux ends a terminal
            pass
        os.close(descriptor)
        return b"".join(chunks).decode()


class Interrupted(runs.RunTest):
    """A run that would go on for very long is stopped by a signal."""

    OPTIONS = (ENDLESS, "-output_vtk_every 400 -output_history_every 10")

    def start(self, ranks, before=None):
        """The process, its directory, the file its standard output goes to."""
        directory = runs.new_directory()
        printed = directory.with_suffix(".out")
        words = runs.command("impacting-bar", f"-o {directory}", *self.OPTIONS, ranks=ranks, program=runs.PROGRAM)
        with open(printed, "wb") as file, open(directory.with_suffix(".err"), "wb") as told:
            process = subprocess.Popen(words, stdout=file, stderr=told, preexec_fn=before)
        watch = threading.Timer(PATIENCE, process.kill)
        watch.start()
        self.addCleanup(watch.cancel)
        return process, directory, printed

    def wait_until(self, process, ready):
        while not ready():
            self.assertIsNone(process.poll(), "the run has ended")
            time.sleep(0.01)

    @staticmethod
    def has_written(directory):
        history, series = directory / "history.csv", directory / "impacting-bar.pvd"
        return (history.exists() and history.stat().st_size > 100000 and series.exists()
                and len(read_pvd(series)) > 5)

    def check_what_is_left(self, directory, stopped=False):
        """A run that was stopped may have written its last state besides."""
        listed = read_pvd(directory / "impacting-bar.pvd")
        self.assertGreater(len(listed), 5)
        if stopped and abs(listed[-1][0] / 0.8 - (len(listed) - 1)) > 1e-9:
            listed.pop()
        for number, (t, path) in enumerate(listed):
            self.assertAlmostEqual(t, 0.8 * number, delta=1e-9)
            if not runs.BRIEF or number < 3 or number > len(listed) - 4:
                self.assertEqual(vtk_grid.read(path)["TimeValue"][0], t)
        text = (directory / "history.csv").read_text()
        self.assertTrue(text.endswith("\n"))
        self.assertEqual({line.count(",") for line in text.splitlines()},
                         {text.splitlines()[0].count(",")})
        steps = read_history(directory / "history.csv")["step"]
        self.assertEqual(list(steps), list(range(0, 10 * len(steps), 10)))
        self.assertGreater(len(steps), 100)

    def test_killed(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                process, directory, _ = self.start(ranks)
                self.wait_until(process, lambda: self.has_written(directory))
                process.kill()
                self.assertNotEqual(process.wait(PATIENCE), 0)
                self.wait_for_silence(directory)
                self.check_what_is_left(directory)

    def test_terminated(self):
        """While it runs it tells plain lines, on what is no terminal."""
        for ranks in (2,) if runs.BRIEF else (1, 2):  # the first line is told after seconds
            with self.subTest(ranks=ranks):
                process, directory, printed = self.start(ranks)
                self.wait_until(process, lambda: printed.stat().st_size > 0 and self.has_written(directory))
                process.send_signal(signal.SIGTERM)
                self.assertNotEqual(process.wait(PATIENCE), 0)
                self.wait_for_silence(directory)
                self.check_what_is_left(directory, stopped=True)
                self.assertRegex(printed.read_text(), r"\Astep \d+/2000000  t [0-9.e+]+ s  [ -~]*\n")
                self.assertNotRegex(printed.read_text(), r"[\r\x1b#]")

    def test_stopped(self):
        """Each signal that asks for an end gets one after the step: exit code 4, all files, a word."""
        every = (signal.SIGINT, signal.SIGUSR1, signal.SIGHUP, signal.SIGTERM, signal.SIGUSR2)
        for number in every[:2] if runs.BRIEF else every:  # test_restart.py has SIGTERM
            with self.subTest(signal=number.name):
                process, directory, _ = self.start(1)
                self.wait_until(process, lambda: self.has_written(directory))
                process.send_signal(number)
                self.assertEqual(process.wait(PATIENCE), 4)
                self.check_what_is_left(directory, stopped=True)
                self.assertRegex(directory.with_suffix(".err").read_text(),
                                 rf"\Aricochet: stopped by signal {number.value} \(.*\) at t = [0-9.]+ s; "
                                 rf"the last good state is in {directory}/checkpoint\.h5\n\Z")
                run = read(directory)
                self.assertIs(run.summary["complete"], False)
                self.assertAlmostEqual(read_pvd(directory / "impacting-bar.pvd")[-1][0], run.summary["t_end"], 9)
                self.assertTrue((directory / "checkpoint.h5").exists())
                self.assertEqual([path.name for path in directory.iterdir() if path.name.startswith(".")], [])

    def test_ignored_under_nohup(self):
        process, directory, _ = self.start(1, before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.wait_until(process, lambda: self.has_written(directory))
        process.send_signal(signal.SIGHUP)
        size = (directory / "history.csv").stat().st_size
        self.wait_until(process, lambda: (directory / "history.csv").stat().st_size > size)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 4)

    def test_one_run_at_a_time(self):
        """A second run in the directory is refused and changes nothing; one that was killed is no
        hindrance, and what it left is gone when the next one starts."""
        process, directory, _ = self.start(1)
        self.wait_until(process, lambda: self.has_written(directory))
        again = runs.command("impacting-bar", f"-o {directory}", "-quiet", "-stepper_end 0.01 -output_vtk_every 5")
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                words = again if ranks == 1 else [*runs.MPIEXEC, "-n", "2", *again]
                done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(f"ricochet: {directory}: process {process.pid} writes its results there; wait", done.stderr)
        self.assertIsNone(process.poll())
        process.kill()
        process.wait(PATIENCE)
        self.check_what_is_left(directory)
        (directory / "checkpoint.h5").write_bytes(b"earlier")
        (directory / "other.pvd").write_bytes(b"another input's")
        subprocess.run(again, check=True, timeout=PATIENCE)
        names = sorted(path.name for path in directory.iterdir())
        self.assertEqual(names, ["history.csv", "history.json", "impacting-bar.pvd", "impacting-bar_000000.vtu",
                                 "impacting-bar_000001.vtu", "other.pvd", "summary.json"])

    def wait_for_silence(self, directory):
        """Ranks outlive their launcher for a moment."""
        history = directory / "history.csv"
        sizes = [-1, history.stat().st_size]
        while sizes[-2] != sizes[-1]:
            time.sleep(0.5)
            sizes.append(history.stat().st_size)


if __name__ == "__main__":
    unittest.main()
