# SPDX-License-Identifier: BSD-2-Clause
"""Runs that give up and runs that are rescued, memory over many steps, and the rest of the command
line: what the commands print, options that reach PETSc."""

import os
import re
import signal
import subprocess
import unittest

import numpy as np
import runs
import frames

SIGNATURE = b"\x89HDF\r\n\x1a\n"  # of an HDF5 file


def start(words):
    return subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)


class GiveUp(runs.RunTest):
    """One iteration of Newton's method is enough for a truss that falls, not when it hits the floor."""

    options = ("-stepper_end 0.02", "-step_snes_max_it 1", "-output_vtk_every 4")

    def given_up(self, *options, ranks=1):
        """Run to the failure; the output and the time of the last good state."""
        directory = runs.new_directory()
        done = start(runs.command("truss-drop", f"-o {directory}", "-quiet", *self.options, *options,
                                  ranks=ranks))
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        lines = [line for line in done.stderr.splitlines() if line.startswith("ricochet: ")]
        self.assertEqual(len(lines), 1)
        told = re.fullmatch(r"ricochet: no convergence at t = (\S+) s with a step of (\S+) s, "
                            r"closest contact: contact 'floor', node at \(.*\); "
                            r"the last good state is in (.*)", lines[0])
        self.assertTrue(told, lines[0])
        self.assertEqual(told[3], f"{directory}/checkpoint.h5")
        return runs.read(directory), float(told[1])

    def check_files(self, run, t_last):
        self.assertIs(run.summary["complete"], False)
        self.assertAlmostEqual(run.summary["t_end"], t_last, 9)
        self.assertEqual(run.summary["steps"], len(run.history["t"]) - 1)
        self.assertLessEqual(run.history["t"][-1], t_last + 1e-9)
        times = [frame.t for frame in frames.frames(run)]
        self.assertEqual(times[0], 0)
        self.assertAlmostEqual(times[-1], t_last, 9)
        self.assertEqual(sorted(set(times)), times)
        checkpoint = (run.directory / "checkpoint.h5").read_bytes()
        self.assertEqual(checkpoint[:8], SIGNATURE)
        for name in (b"q", b"v", b"acceleration", b"t", b"impulse"):
            self.assertIn(name, checkpoint)
        self.assertEqual([p.name for p in run.directory.iterdir() if p.name.startswith(".")], [])

    def test_without_halving(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                run, t_last = self.given_up("-stepper_max_halvings 0", ranks=ranks)
                self.assertEqual(run.summary["halvings"], 0)
                self.assertGreater(t_last, 0.004)
                self.check_files(run, t_last)

    def test_with_one_halving(self):
        run, t_failed = self.given_up("-stepper_max_halvings 1")
        self.assertGreaterEqual(run.summary["halvings"], 1)
        self.assertLessEqual(run.summary["t_end"], t_failed)
        self.check_files(run, run.history["t"][-1])  # the step counts whole or not at all

    def test_at_the_first_step(self):
        run, t_last = self.given_up("-stepper_max_halvings 0", "-step_snes_max_it 0")
        self.assertEqual((t_last, run.summary["steps"], len(frames.frames(run))), (0, 0, 1))
        self.check_files(run, t_last)


class SubSteps(runs.RunTest):
    """Halving that would go on and on ends after `max_substeps` parts of a step."""

    def test_they_are_counted(self):
        for most in (2, 5):
            with self.subTest(most=most):
                directory = runs.new_directory()
                done = start(runs.command("truss-drop", f"-o {directory}", "-quiet", *GiveUp.options,
                                          f"-stepper_max_halvings 30 -stepper_max_substeps {most}"))
                self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
                self.assertRegex(done.stderr, rf"no convergence at t = \S+ s with a step of \S+ s after {most} sub-steps "
                                 r"\(max_substeps\), closest contact: contact 'floor'")
                summary = runs.read(directory).summary
                self.assertIs(summary["complete"], False)
                self.assertLessEqual(summary["halvings"], most)

    def test_enough_of_them_change_nothing(self):
        options = ("-stepper_end 0.02", "-step_snes_max_it 2")
        bounded = runs.fresh_run("cable-net", *options)
        unbounded = runs.fresh_run("cable-net", *options, "-stepper_max_substeps 1000000")
        self.assertGreater(bounded.summary["halvings"], 0)
        self.assert_same_history(bounded, unbounded, 0)


class Overflow(runs.RunTest):
    """A step too large for an explicit scheme: motion grows until it cannot be written in numbers."""

    def test_ends_with_the_last_numbers(self):
        options = "-stepper_type moreau -stepper_step 0.2 -stepper_end 200 -output_vtk_every 0 -quiet"
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                directory = runs.new_directory()
                done = start(runs.command("impacting-bar", f"-o {directory}", options, ranks=ranks))
                self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
                # The energy, a sum of squares, overflows first; on two ranks an iterative solver gives up
                # when its norms overflow, which is earlier still.
                energy = r"the energy is not finite at t = (\S+) s; the last good state .*checkpoint\.h5"
                solver = r"no convergence at t = (\S+) s with a step of \S+ s, closest contact: contact 'wall', .*checkpoint\.h5"
                told = re.search(rf"^ricochet: (?:{energy}{'' if ranks == 1 else '|' + solver})$", done.stderr, re.MULTILINE)
                self.assertTrue(told, done.stderr)
                run = runs.read(directory)
                self.assertAlmostEqual(run.history["t"][-1], float(told[1] or told[2]), delta=0.2)
                self.assertTrue(np.all(np.isfinite(run.history["wall.gap"])))
                self.assertTrue((directory / "checkpoint.h5").exists())


class Halving(runs.RunTest):
    def test_rescues_a_run_and_keeps_its_output_times(self):
        options = ("-stepper_end 0.02", "-output_vtk_every 10")
        whole = runs.fresh_run("cable-net", *options)
        halved = runs.fresh_run("cable-net", *options, "-step_snes_max_it 2")
        self.assertEqual(whole.summary["halvings"], 0)
        self.assertGreater(halved.summary["halvings"], 0)
        self.assertIs(halved.summary["complete"], True)
        self.assertEqual(halved.history["t"].tolist(), whole.history["t"].tolist())
        self.assertEqual([f.t for f in frames.frames(halved)], [f.t for f in frames.frames(whole)])
        # Smaller steps on the way: the same motion, more exactly.
        apart = np.max(np.abs(halved.history["mass.z"] - whole.history["mass.z"]))
        self.assertLess(apart, 1e-3 * np.ptp(whole.history["mass.z"]))


class LateMistake(runs.RunTest):
    """An expression that has no value at a later time ends the run like any wrong input, and what
    was written until then stays readable."""

    def test_expressions(self):
        wrong = (
            ("-contacts_0_motion 1/(t-0.05)", "contact 'wall': its motion is"),
            ("-contacts_0_motion sqrt(0.0501-t)-1", "contact 'wall': its motion is"),
            ("-loads_0_force log(0.0501-t)", r"loads\[0\]: an expression is"),
            ("-supports_0_displacement 0*sqrt(0.0501-t)", r"supports\[0\]: an expression is"),
        )
        text = (runs.SOURCE / "inputs" / "impacting-bar.yaml").read_text()
        text += "loads:\n  - {region: end, force: [0]}\nsupports:\n  - {region: end, displacement: [0]}\n"
        directory = runs.new_directory()
        case = directory / "case.yaml"
        case.write_text(text)
        for k, (option, says) in enumerate(wrong):
            for ranks in (1,) if runs.BRIEF and k else (1, 2):
                with self.subTest(option=option, ranks=ranks):
                    launcher = [*runs.MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
                    words = ["run", str(case), "-o", str(directory), "-quiet", *option.split()]
                    done = start([*launcher, runs.FORKED, *words])
                    self.assertEqual(done.returncode, 2, done.stderr)
                    lines = [line for line in done.stderr.splitlines() if "ricochet: " in line]
                    self.assertEqual(len(lines), 1, done.stderr)
                    self.assertRegex(lines[0], rf"^ricochet: {says} not a finite number at t = 0\.05")
                    self.assertNotIn("PETSC ERROR", done.stderr)
                    run = runs.read(directory)
                    self.assertGreaterEqual(run.history["t"][-1], 0.04)
                    self.assertIs(run.summary["complete"], False)
                    self.assertTrue(lines[0].endswith(f"; the last good state is in {directory}/checkpoint.h5"))
                    self.assertTrue((directory / "checkpoint.h5").exists())
                    self.assertAlmostEqual(frames.frames(run)[-1].t, run.summary["t_end"], 12)
                    self.assertTrue(np.all(np.isfinite(run.history["energy"])))
                    self.assertTrue(frames.frames(run))


    def test_motion_of_a_joint(self):
        text = """\
dimension: 2
bodies:
  - {name: arm, shape: {type: rod, length: 2}, mass: 1, at: [1, 0], points: {A: [-1, 0]}}
joints:
  - {name: hinge, type: revolute, a: [0, 0], b: arm.A}
  - {name: drive, type: drive-angle, a: [0, 0], b: arm, motion: "0 * sqrt(0.0501 - t)"}
stepper: {type: ggl-alpha, step: 0.01, end: 0.1}
"""
        directory = runs.new_directory()
        case = directory / "case.yaml"
        case.write_text(text)
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                launcher = [*runs.MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
                done = start([*launcher, runs.FORKED, "run", str(case), "-o", str(directory), "-quiet"])
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr,
                                 r"(?m)^ricochet: joint 'drive': its motion is not a finite number at t = 0\.05")
                self.assertTrue(np.all(np.isfinite(runs.read(directory).history["energy"])))


class Memory(runs.RunTest):
    """Ten times as many steps take no more memory."""

    @unittest.skipIf("LSAN_OPTIONS" in os.environ, "the sanitizers keep what is freed for a while")
    def grown(self, name, steps, step, *options):
        quiet = ("-output_vtk_every 0", f"-output_history_every {steps}", f"-stepper_step {step:g}")
        few, many = (
            runs.fresh_run(name, *quiet, *options, f"-stepper_end {n * step:g}").summary
            for n in (steps // 10, steps)
        )
        self.assertEqual((few["steps"], many["steps"]), (steps // 10, steps))
        return many["peak_rss_mb"] - few["peak_rss_mb"]

    def test_linear_bar(self):
        """The bar falls back on the wall, over and over."""
        for stepper in ("ggl-alpha", "moreau-jean"):
            with self.subTest(stepper=stepper):
                options = ("-mesh_line_cells 20", "-gravity -10", f"-stepper_type {stepper}")
                self.assertLess(self.grown("impacting-bar", 100000, 2e-3, *options), 2)

    def test_condensed_contacts(self):
        options = ("-mesh_line_0_cells 10", "-mesh_line_1_cells 10", "-stage_type condensed")
        self.assertLess(self.grown("two-bars", 100000, 0.012, *options), 2)

    def test_nonlinear_bars(self):
        options = ("-mesh_lattice_cells 4,4,0",)
        self.assertLess(self.grown("cable-net", 5000, 5e-4, *options), 2)

    def test_all_is_given_back(self):
        """PETSc lists what was allocated and not freed: nothing."""
        for name, options in (
            ("impacting-bar", "-stepper_end 1.2 -output_vtk_every 100"),
            ("two-bars", "-stepper_end 1.5"),
            ("cable-net", "-stepper_end 0.02"),
            ("truss-drop", "-stepper_end 0.01"),
            ("truss-drop", "-stepper_end 0.01 -step_snes_max_it 1 -stepper_max_halvings 1"),
        ):
            for ranks in (2,) if runs.BRIEF else (1, 2):
                with self.subTest(name=name, options=options, ranks=ranks):
                    done = start(runs.command(name, f"-o {runs.new_directory()}", "-quiet", "-malloc_dump",
                                              options, ranks=ranks))
                    self.assertEqual(done.stdout, "")
                    self.assertIn(done.returncode, (0, 3), done.stderr)


class CommandLine(unittest.TestCase):
    def told(self, *words, code=0, warned=False):
        done = start([runs.FORKED, *words])
        self.assertEqual((done.returncode, done.stderr.count("ricochet: warning: ")), (code, warned))
        self.assertEqual(done.stderr.count("\n"), warned, done.stderr)
        return done.stdout

    def run_told(self, name, *options):
        done = start(runs.command(name, f"-o {runs.new_directory()}", "-quiet", *options))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_help_and_version(self):
        for words in (["--help"], ["-h"], ["run", "--help"]):
            told = self.told(*words)
            for word in ("ricochet run INPUT.yaml", "check", "list", "-o DIR", "-quiet", "Exit codes"):
                self.assertIn(word, told)
        self.assertRegex(self.told("--version"), r"\Aricochet \d+\.\d+\.\d+\n\Z")

    def test_nothing_asked(self):
        done = start([runs.FORKED])
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("ricochet run INPUT.yaml", done.stderr)

    def test_list(self):
        parts = {
            "steppers": ("ggl-alpha", "moreau-jean", "smooth-alpha", "rho_inf", "theta", "default 0.8"),
            "elements": ("bar", "bar-nonlinear", "spring", "ground-spring", "point-mass"),
            "joints": ("revolute", "prismatic", "weld"),
            "contacts": ("node-plane", "node-node"),
            "systems": ("oscillator", "spring-pendulum", "slider-crank"),
            "springs": ("linear",),
            "shapes": ("block",),
        }
        every = {part: self.told("list", part) for part in parts}
        for part, names in parts.items():
            told = every[part]
            self.assertTrue(told.startswith(part + "\n"))
            for name in names:
                self.assertRegex(told, rf"\b{name}\b")
        self.assertEqual(self.told("list"), "".join(every.values()))

    def test_list_writes_numbers_in_few_digits(self):
        self.assertIn("    parameters m = 1, c = 0, k = 1, force = 0\n", self.told("list", "systems"))
        self.assertRegex(self.told("list", "steppers"), r"rho_inf +.*, 0 … 1, default 0\.8\n")
        self.assertNotRegex(self.told("list"), r"\d\.(?!\d)")

    def test_closed_pipe(self):
        """Nobody reads: the program ends as others do, without a word, and what it wrote is whole."""
        directory = runs.new_directory()
        short = ["-stepper_end", "0.01", "-o", str(directory)]
        case = str(runs.SOURCE / "inputs" / "impacting-bar.yaml")
        for words in (["list"], ["check", case], ["run", case, *short]):
            with self.subTest(command=words[0]):
                reader, writer = os.pipe()
                os.close(reader)
                with open(writer, "wb") as pipe:
                    done = subprocess.run([runs.FORKED, *words], stdout=pipe, stderr=subprocess.PIPE, text=True,
                                          timeout=300, check=False)
                self.assertEqual(done.returncode, -signal.SIGPIPE)
                self.assertNotIn("PETSC ERROR", done.stderr)
                self.assertNotIn("ricochet: ", done.stderr)
        run = runs.read(directory)
        self.assertIs(run.summary["complete"], True)
        self.assertEqual(len(run.history["t"]), 6)

    def test_check_builds_and_writes_nothing(self):
        """Each input by a call of its own; in the brief form all of them in one."""
        out = runs.new_directory() / "out"
        every = sorted((runs.SOURCE / "inputs").glob("*.yaml"))
        for paths in [every] if runs.BRIEF else [[path] for path in every]:
            warned = any(path.stem == "doubled-hinge" for path in paths)
            told = self.told("check", *map(str, paths), "-o", str(out), warned=warned)
            parts = re.split(r"(?m)^(?=\S+: is good$)", told)
            self.assertEqual(parts.pop(0), "")
            self.assertEqual(len(parts), len(paths))
            for path, part in zip(paths, parts):
                with self.subTest(input=path.name):
                    self.assertTrue(part.startswith(f"{path}: is good\n"))
                    for word in ("nodes", "dofs", "elements", "contacts", "stepper: ", "steps to t = "):
                        self.assertIn(word, part)
            self.assertFalse(out.exists())
            self.assertEqual(self.told("check", *map(str, paths), "-quiet", warned=warned), "")

    def test_options_reach_the_solvers(self):
        told = self.run_told("impacting-bar", "-stepper_end 0.01 -output_vtk_every 0 -position_ksp_view")
        self.assertRegex(told, r"KSP Object: \(position_\)")
        short = "-stepper_end 0.001 -output_vtk_every 0"
        told = self.run_told("truss-drop", short, "-step_snes_monitor")
        self.assertGreaterEqual(len(re.findall(r"^ +\d+ SNES Function norm ", told, re.MULTILINE)), 4)
        told = self.run_told("truss-drop", short, "-position_stage_type condensed "
                             "-position_ksp_type cg -position_pc_type bjacobi "
                             "-position_ksp_rtol 1e-12 -position_ksp_converged_reason")
        self.assertRegex(told, r"Linear position_ solve converged due to CONVERGED_")

    def test_log_view(self):
        told = self.run_told("impacting-bar", "-stepper_end 0.01 -output_vtk_every 0 -log_view")
        self.assertIn("PETSc Performance Summary", told)
        self.assertRegex(told, r"(?m)^MatMult +\d+")


if __name__ == "__main__":
    unittest.main()
