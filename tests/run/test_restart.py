# SPDX-License-Identifier: BSD-2-Clause
"""Runs that go on from a checkpoint end as if they had never been interrupted."""

import os
import pathlib
import random
import re
import shutil
import subprocess
import unittest

import own_input
import runs
import small_disk
from ricochet import read, read_pvd

KILLER = pathlib.Path(os.environ["RICOCHET_TEST_BIN"]) / "libkill_at.so"
# Condensed and sparse stages, rows that turn, friction in the plane and in space, cables, contact at the
# level of positions alone, steps that are halved, energies a scheme carries along.
PAIRS = [("cable-net", "energy-momentum"), ("impacting-bar", "combined"), ("falling-chain", "ggl-alpha"),
         ("dominoes", "moreau-jean"), ("tippedisk", "ggl-alpha"), ("bouncing-ball", "schatzman-paoli"),
         ("cable-net", "ggl-alpha")]
EVERY = 34 if runs.BRIEF else 13
KILLS = 5 if runs.BRIEF else 50


def start(directory, name, *options, ranks=1, **environment):
    words = runs.command(name, f"-o {directory}", "-quiet", *options, ranks=ranks)
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=runs.TIMEOUT,
                          env={**os.environ, **environment})


def lines(directory):
    return (directory / "history.csv").read_text().splitlines()


def end_of(name, steps):
    """The option that ends the input after so many steps."""
    text = (runs.SOURCE / "inputs" / f"{name}.yaml").read_text()
    step = re.search(r"^stepper:.*?\bstep: *([\d.e+-]+)", text, re.MULTILINE | re.DOTALL)
    return f"-stepper_end {steps * float(step[1])!r}"


class Same(runs.RunTest):
    """Each checkpoint of a run leads to its end, to the last bit, in a directory of its own."""

    def check_each(self, name, stepper, steps=60, every=EVERY):
        options = (end_of(name, steps), f"-stepper_type {stepper}", "-output_vtk_every 0", "-output_history_every 1")
        whole, part = runs.new_directory(), runs.new_directory()
        done = start(whole, name, *options, f"-output_checkpoint_every {every} -output_checkpoint_keep 9")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        checkpoints = sorted(whole.glob("checkpoint*.h5"))
        self.assertEqual(len(checkpoints), steps // every + (steps % every > 0))
        for checkpoint in checkpoints[:-1]:  # the last by name is that of the end
            done = start(part, name, *options, f"-restart {checkpoint}")
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = lines(part)
            self.assertIn(int(rows[1].split(",")[0]), range(every, steps, every))
            self.assertEqual(rows[1:], lines(whole)[-len(rows) + 1:])

    def test_pairs(self):
        for name, stepper in PAIRS[:4] if runs.BRIEF else PAIRS:
            with self.subTest(input=name, stepper=stepper):
                self.check_each(name, stepper)

    def test_halved_steps(self):
        """Newton is cut short, so that steps are halved."""
        name, halved = "cable-net", "-step_snes_max_it 2 -stepper_max_halvings 6"
        options = (end_of(name, 60), halved, "-output_vtk_every 0")
        whole, part = runs.new_directory(), runs.new_directory()
        self.assertEqual(start(whole, name, *options, "-output_checkpoint_every 25").returncode, 0)
        self.assertGreater(read(whole).summary["halvings"], 0)
        self.assertEqual(start(part, name, *options, f"-restart {whole}/checkpoint.1.h5").returncode, 0)
        self.assertEqual(lines(part)[1:], lines(whole)[51:])
        self.assertEqual(read(part).summary["halvings"], read(whole).summary["halvings"])


class Ranks(runs.RunTest):
    """A checkpoint of some ranks leads to the end on others, but for round-off."""

    def test_other_ranks(self):
        zero = ("min_gap", "incline.gap", "incline.gap_velocity")  # but for round-off
        for name, closed in (("cable-net", ()), ("bar-incline", zero))[:1 if runs.BRIEF else 2]:
            options = (end_of(name, 40), "-output_vtk_every 0", "-output_history_every 1")
            kept = {}
            for ranks in (1, 2):
                kept[ranks] = runs.new_directory()
                done = start(kept[ranks], name, *options, "-output_checkpoint_every 30", ranks=ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
            whole = read(kept[1])
            for before, after in ((1, 2), (2, 1), *(() if runs.BRIEF else ((1, 3), (2, 3)))):
                with self.subTest(input=name, before=before, after=after):
                    done = start(kept[before], name, *options, f"-restart {kept[before]}/checkpoint.1.h5", ranks=after)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assert_same_history(read(kept[before]), whole, 1e-6, but=("iterations", *closed))


class Interrupted(runs.RunTest):
    NAME = "bouncing-ball"
    STEPS = 230 if runs.BRIEF else 600  # the ball hits the ground in the 201st
    EVERY = STEPS // 25  # steps to a checkpoint
    AT = 130 if runs.BRIEF else 150  # the write at which a loop is stopped: after a checkpoint or more, and many times

    @classmethod
    def setUpClass(cls):
        cls.whole = runs.new_directory()
        cls.options = (end_of(cls.NAME, cls.STEPS), f"-output_checkpoint_every {cls.EVERY} -output_checkpoint_keep 3",
                       "-output_impacts true -output_vtk_every 17 -output_history_every 1")
        done = start(cls.whole, cls.NAME, *cls.options)
        if done.returncode:
            raise AssertionError(done.stderr)

    def setUp(self):
        self.directory = runs.new_directory()

    def go_on(self, **environment):
        return start(self.directory, self.NAME, *self.options, "-restart", **environment)

    def interrupt(self, at, number):
        return self.go_on(LD_PRELOAD=str(KILLER), KILL_AT=str(at), KILL_SIGNAL=str(number))

    def check_whole(self, restarts):
        for name in ("history.csv", "history.json", "impacts.csv", f"{self.NAME}.pvd"):
            self.assertEqual((self.directory / name).read_bytes(), (self.whole / name).read_bytes(), name)
        for _, file in read_pvd(self.whole / f"{self.NAME}.pvd"):
            self.assertEqual((self.directory / file.name).read_bytes(), file.read_bytes(), file.name)
        self.assertEqual([path.name for path in self.directory.iterdir() if path.name.startswith(".")], [])
        first, last = read(self.whole).summary, read(self.directory).summary
        self.assertEqual((first["restarts"], last["restarts"]), (0, restarts))
        for key in ("complete", "steps", "t_end", "energy", "impacts", "impulse", "iterations", "max_penetration"):
            self.assertEqual(last[key], first[key], key)

    def test_killed(self):
        """Again and again, at any write; what is left each time leads on."""
        chance, killed, from_checkpoint = random.Random(9), 0, 0
        while killed < KILLS:
            done = self.interrupt(chance.randrange(1, 90), 9)
            if done.returncode == 0:  # the end was reached: once more
                shutil.rmtree(self.directory)
                continue
            self.assertEqual(done.returncode, -9, done.stderr)
            killed += 1
            from_checkpoint += "no checkpoint" not in done.stderr
        self.assertGreater(from_checkpoint, KILLS / 2)
        done = self.go_on()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_whole(read(self.directory).summary["restarts"])

    def test_stopped_before_the_first_step(self):
        """While it is set up: at the first write there is, that of the lock."""
        done = self.interrupt(1, 10)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertRegex(done.stderr, r"ricochet: stopped by signal 10 \(.*the last good state is in .*\n\Z")
        self.assertEqual(self.go_on().returncode, 0)
        self.check_whole(1)

    def test_restart_loop(self):
        """Asked to stop again and again: exit code 4 as long as there is something left to do."""
        codes = []
        while not codes or codes[-1] == 4:
            number = (10, 12, 15, 1, 2)[len(codes) % 5]  # USR1, USR2, TERM, HUP, INT
            done = self.interrupt(self.AT, number)
            codes.append(done.returncode)
            if done.returncode == 4:
                self.assertRegex(done.stderr, rf"ricochet: stopped by signal {number} \(.*the last good state is in .*\n\Z")
        self.assertEqual(codes[-1], 0, done.stderr)
        self.assertGreater(len(codes), 3)
        self.check_whole(len(codes) - 1)

    def test_documented_loop(self):
        """The loop of the documentation, of a program that is stopped at one of its writes each time."""
        text = (runs.SOURCE / "docs" / "output.md").read_text()
        loop = re.search(r"^```bash\n(ricochet run .*?)^```", text, re.MULTILINE | re.DOTALL)[1]
        place = runs.new_directory()
        (place / "inputs").symlink_to(runs.SOURCE / "inputs")
        stopped = f"LD_PRELOAD={KILLER} KILL_AT={self.AT} KILL_SIGNAL=15 exec {runs.PROGRAM}"
        (place / "ricochet").write_text(f"#!/bin/sh\n{stopped} $* {' '.join(self.options)}\n")
        (place / "ricochet").chmod(0o755)
        done = subprocess.run(["sh", "-c", loop], cwd=place, env={**os.environ, "PATH": f"{place}:{os.environ['PATH']}"},
                              capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)
        self.directory = place / "results" / "ball"
        self.check_whole(done.stderr.count("stopped by signal 15"))
        self.assertGreater(done.stderr.count("stopped by signal 15"), 3)

    def test_damaged(self):
        """The newest file that is whole counts; without any nothing is begun anew."""
        shutil.copytree(self.whole, self.directory, dirs_exist_ok=True)
        newest = self.directory / "checkpoint.h5"
        newest.write_bytes(newest.read_bytes()[:3000])
        done = self.go_on()
        self.assertEqual((done.returncode, done.stderr), (0, "ricochet: note: the newest checkpoint is not whole, the run goes on "
                                                             f"from {self.directory}/checkpoint.1.h5\n"))
        self.check_whole(1)
        for path in self.directory.glob("checkpoint*.h5"):
            path.write_bytes(path.read_bytes()[:3000])
        before = {path.name: path.read_bytes() for path in self.directory.iterdir()}
        done = self.go_on()
        self.assertEqual((done.returncode, done.stderr),
                         (2, f"ricochet: {self.directory}: no checkpoint in it is whole\n"))
        self.assertEqual({path.name: path.read_bytes() for path in self.directory.iterdir()}, before)

    def test_disk_full(self):
        """A checkpoint without room leaves the one before, which leads to the end."""
        size = (self.whole / "checkpoint.h5").stat().st_size
        disk = small_disk.mount(self, (2 * size // small_disk.PAGE + 3) * small_disk.PAGE)
        done = start(disk, self.NAME, self.options[0], "-output_vtk_every 0 -output_checkpoint_every 5")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, f"ricochet: {disk}/checkpoint.h5: cannot be written (No space left on device)\n")
        self.assertEqual([path.name for path in disk.iterdir() if path.name.endswith(".part")], [])
        done = start(self.directory, self.NAME, self.options[0], "-output_vtk_every 0", f"-restart {disk}/checkpoint.h5")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = lines(self.directory)
        self.assertEqual(rows[1:], lines(self.whole)[-len(rows) + 1:])


class Stopped(runs.RunTest):
    """A run that was stopped for the energy its scheme had made is stopped again, at once and with the same words."""

    OPTIONS = ("-stepper_type ggl-alpha", "-stepper_step 2e-4", "-output_vtk_every 0", "-output_history_every 1")

    def stop(self, directory, *options, ranks=1):
        done = start(directory, "slack-cable", *self.OPTIONS, *options, ranks=ranks)
        self.assertEqual(done.returncode, 3, done.stderr)
        return next(line for line in done.stderr.splitlines() if line.endswith("checkpoint.h5"))  # mpiexec adds its own

    def test_again(self):
        for ranks in (1,) if runs.BRIEF else (1, 2):
            with self.subTest(ranks=ranks):
                directory = runs.new_directory()
                told = self.stop(directory, ranks=ranks)
                self.assertRegex(told, r"ricochet: the scheme has made .* at t = 0\.\d+ s \(")
                rows = lines(directory)
                self.assertEqual(self.stop(directory, "-restart", ranks=ranks), told)
                self.assertEqual(lines(directory), rows)
                end = f"-stepper_end {rows[-1].split(',')[1]}"  # nothing is left to do, and yet it is not done
                self.assertEqual(self.stop(directory, "-restart", end, ranks=ranks), told)
                self.assertIs(read(directory).summary["complete"], False)

    def test_goes_on_unwatched(self):
        whole, part = runs.new_directory(), runs.new_directory()
        self.stop(part)
        rows = lines(part)
        end = f"-stepper_end {float(rows[-1].split(',')[1]) + 4e-3!r}"
        unwatched = (*self.OPTIONS, end, "-stepper_energy_check off")
        self.assertEqual(start(part, "slack-cable", *unwatched, "-restart").returncode, 0)
        self.assertEqual(start(whole, "slack-cable", *unwatched).returncode, 0)
        self.assertEqual(lines(part), lines(whole))
        self.assertEqual(len(lines(part)), len(rows) + 20)

    def test_energy_that_is_no_number(self):
        directory = runs.new_directory()
        options = ("-stepper_type moreau-symmetric", "-output_vtk_every 0", "-stepper_energy_check off")
        told = [start(directory, "impacting-bar", *options, *words) for words in ((), ("-restart",))]
        self.assertEqual([done.returncode for done in told], [3, 3])
        self.assertRegex(told[0].stderr, "ricochet: the energy is not finite at t = ")
        self.assertEqual(told[0].stderr.splitlines()[-1], told[1].stderr.splitlines()[-1])


class HalfWay(runs.RunTest):
    """A step of which a later part fails has not been taken: the run goes on from its start."""

    OPTIONS = ("-output_vtk_every 0", "-output_history_every 1", "-step_snes_max_it 2", "-stepper_end 0.012")
    FEW = "-stepper_max_substeps 5"

    def test_it(self):
        for ranks in (1,) if runs.BRIEF else (1, 2, 3):
            with self.subTest(ranks=ranks):
                self.check(ranks)

    def check(self, ranks):
        whole, part = runs.new_directory(), runs.new_directory()
        told = []
        for words in ((), ("-restart",)):
            done = start(part, "cable-net", *self.OPTIONS, self.FEW, *words, ranks=ranks)
            self.assertEqual(done.returncode, 3, done.stderr)
            told.append(next(line for line in done.stderr.splitlines() if "convergence" in line))
        self.assertEqual(*told)
        t_failed = float(re.search(r"no convergence at t = (\S+) s", told[0])[1])
        run = read(part)
        self.assertGreater(t_failed, run.summary["t_end"])  # in a later part of the step
        self.assertEqual(run.summary["t_end"], run.history["t"][-1])
        self.assertEqual(start(part, "cable-net", *self.OPTIONS, "-restart", ranks=ranks).returncode, 0)
        self.assertEqual(start(whole, "cable-net", *self.OPTIONS, ranks=ranks).returncode, 0)
        if ranks == 1:
            self.assertEqual(lines(part), lines(whole))
        self.assert_same_history(read(part), read(whole), 1e-6, but=("iterations",))


class Other(runs.RunTest):
    """A run that goes on in another way."""

    INPUT = """\
dimension: 1
mesh: {line: {name: bar, from: [0.1], to: [1.1], cells: 10}}
materials: {soft: {E: 900, density: 1}}
elements: [{type: bar, region: bar, material: soft, area: 1}]
initial: [{region: bar, velocity: [-2]}]
contacts: [{name: wall, type: node-plane, region: start, point: [0], normal: [1], restitution: 0}]
stepper: {type: ggl-alpha, step: 2e-3, end: 0.1}
output: {vtk_every: 10, checkpoint: {every: 20, keep: 9}}
"""

    @classmethod
    def setUpClass(cls):
        cls.before = runs.new_directory()
        done = start(cls.before, str(own_input.write(cls.INPUT)))
        if done.returncode:
            raise AssertionError(done.stderr)

    def setUp(self):
        self.input = own_input.write(self.INPUT)
        self.directory = runs.new_directory()
        shutil.copytree(self.before, self.directory, dirs_exist_ok=True)

    def go_on(self, *options, ranks=1):
        return start(self.directory, str(self.input), *options, ranks=ranks)

    def test_farther(self):
        """A larger end: what was complete goes on."""
        self.assertEqual(self.go_on("-stepper_end 0.2 -restart").returncode, 0)
        whole = runs.new_directory()
        self.assertEqual(start(whole, str(self.input), "-stepper_end 0.2").returncode, 0)
        self.assertEqual(lines(self.directory), lines(whole))
        self.assertEqual((self.directory / "case.pvd").read_bytes(), (whole / "case.pvd").read_bytes())

    def test_other_columns(self):
        """The history of before is kept under another name."""
        before = lines(self.directory)
        self.input.write_text(self.INPUT.replace("output: {", "output: {probes: {tip: end}, "))
        done = self.go_on(f"-restart {self.directory}/checkpoint.1.h5")
        self.assertEqual(done.returncode, 0)
        self.assertIn("history.csv has other columns", done.stderr)
        self.assertEqual((self.directory / "history.1.csv").read_text().splitlines(), before)
        run = read(self.directory)
        self.assertEqual(list(run.history["step"]), list(range(40, 51)))
        self.assertIn("tip.x", run.history)

    def test_nothing_to_go_on_from(self):
        other = runs.new_directory()
        done = start(other, str(self.input), "-restart")
        self.assertEqual((done.returncode, done.stderr),
                         (0, f"ricochet: note: no checkpoint in {other}, the run begins at the beginning\n"))
        self.assertEqual(lines(other), lines(self.directory))

    def refused(self, text, *options, changed=None, ranks=1):
        if changed:
            self.input.write_text(self.INPUT.replace(*changed))
        before = {path.name: path.read_bytes() for path in self.directory.iterdir()}
        done = self.go_on("-restart", *options, ranks=ranks)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(text, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr) if ranks == 1 else None
        self.assertEqual({path.name: path.read_bytes() for path in self.directory.iterdir()}, before)
        self.input.write_text(self.INPUT)

    def test_refused(self):
        wrong = [("case.yaml:6:96: contacts[0].restitution: may not change on a restart (was 0)\n", ("restitution: 0", "restitution: 1")),
                 ("case.yaml:4:59: elements[0].area: may not change", ("area: 1", "area: 2")),
                 ("case.yaml:7:34: stepper.step: may not change on a restart (was 2e-3)", ("step: 2e-3", "step: 1e-3")),
                 ("gravity[0]: may not be new on a restart", ("materials:", "gravity: [1]\nmaterials:")),
                 ("case.yaml: initial[0].region: may not be left out on a restart (was bar)", ("initial: [{region: bar, velocity: [-2]}]\n", ""))]
        for text, changed in wrong[2:] if runs.BRIEF else wrong:
            with self.subTest(text):
                self.refused(text, changed=changed)
        self.refused("option -stepper_rho_inf: may not be new on a restart", "-stepper_rho_inf 0.5")
        self.refused("option -stepper_end: the checkpoint is beyond it, at t = 0.1 s", "-stepper_end 0.05")
        self.refused("option -stepper_end: the checkpoint is beyond it", "-stepper_end 0.05", ranks=2)
        # The same numbers, written otherwise, and what may change.
        self.input.write_text(self.INPUT.replace("2e-3", "0.002").replace("E: 900", "E: 9e2"))
        done = self.go_on("-restart -title other -stepper_max_halvings 3 -output_checkpoint_keep 1 -stage_rtol 1e-13")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_no_checkpoint(self):
        other = self.directory / "other.h5"
        for content, told in ((b"", "is no HDF5 file, or not whole"), (b"text", "is no HDF5 file, or not whole"),
                              (None, "cannot be read (No such file or directory)")):
            other.unlink(missing_ok=True)
            if content is not None:
                other.write_bytes(content)
            done = self.go_on(f"-restart {other}")
            self.assertEqual((done.returncode, done.stderr), (2, f"ricochet: {other}: {told}\n"))

    def test_other_mesh(self):
        """A mesh of the same name with other contents."""
        directory = runs.new_directory()
        mesh = directory / "space-frame.msh"
        mesh.write_bytes((runs.SOURCE / "meshes" / "space-frame.msh").read_bytes())
        text = (runs.SOURCE / "inputs" / "truss-drop.yaml").read_text().replace("../meshes/", "")
        (directory / "drop.yaml").write_text(text)
        options = ("-stepper_end 1e-3", "-output_vtk_every 0")
        self.assertEqual(start(directory / "out", str(directory / "drop.yaml"), *options,
                               "-output_checkpoint_every 100").returncode, 0)
        mesh.write_bytes(mesh.read_bytes() + b"\n")
        done = start(directory / "out", str(directory / "drop.yaml"), *options, "-restart")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"drop.yaml:\d+:\d+: mesh.file: the file may not change on a restart \(hash \w{16}, was \w{16}\)")


class From(runs.RunTest):
    """Another run from the state of one: here of a cable that has come to rest."""

    SETTLE = """\
dimension: 2
mesh: {line: {name: cable, from: [0, 0], to: [1, 0], cells: 8}}
materials: {rope: {E: 1e6, density: 1000}}
elements: [{type: bar-nonlinear, region: cable, material: rope, area: 1e-4}]
gravity: [0, -9.81]
damping: {mass: 8}
supports: [{region: start, fixed: [x, y]}, {region: end, fixed: [x, y]}]
regions: {middle: {nearest: [0.5, 0]}}
stepper: {type: ggl-alpha, step: 5e-3, end: 2, rho_inf: 0.8}
output: {vtk_every: 0, probes: {sag: middle}, checkpoint: {every: 400}}
"""

    @classmethod
    def setUpClass(cls):
        cls.input = own_input.write(cls.SETTLE)
        done = start(cls.input.parent / "settled", str(cls.input))
        if done.returncode:
            raise AssertionError(done.stderr)

    def test_settled(self):
        input, at_rest = self.input, read(self.input.parent / "settled")
        for initial, ranks in (("{from: settled/checkpoint.h5}", 1), ("[{from: settled/checkpoint.h5}]", 2)):
            with self.subTest(initial=initial, ranks=ranks):
                text = self.SETTLE.replace("ggl-alpha, step: 5e-3, end: 2, rho_inf: 0.8", "moreau-jean, step: 1e-3, end: 0.02")
                input.write_text(f"initial: {initial}\n" + text)
                done = start(input.parent / "on", str(input), ranks=ranks)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                history = read(input.parent / "on").history
                self.assertEqual(history["t"][0], 0)
                self.assertLess(at_rest.history["sag.y"][-1], -1e-3)
                for name in ("sag.y", "sag.vy", "potential"):
                    self.assertAlmostEqual(history[name][0], at_rest.history[name][-1], 14)
                self.assertLess(max(abs(history["sag.y"] - history["sag.y"][0])), 1e-4)

    def test_settled_on_a_floor(self):
        """What a scheme leaves of penetration is no mistake of the next run; more than that is."""
        floor = "contacts: [{type: node-plane, region: cable, point: [0, -0.02], normal: [0, 1], name: floor}]\n"
        settle = self.SETTLE.replace("E: 1e6", "E: 1e5").replace("ggl-alpha", "moreau-jean").replace(", rho_inf: 0.8", "")
        input = own_input.write(settle + floor)
        self.assertEqual(start(input.parent / "on-floor", str(input)).returncode, 0)
        self.assertGreater(read(input.parent / "on-floor").summary["max_penetration"], 1e-6)
        for stepper in ("moreau-jean", "energy-momentum"):
            with self.subTest(stepper=stepper):
                input.write_text("initial: {from: on-floor/checkpoint.h5}\n" + settle.replace("moreau-jean", stepper) + floor)
                done = start(input.parent / "next", str(input), "-stepper_end 0.6")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
        input.write_text("initial: {from: on-floor/checkpoint.h5}\n" + settle + floor.replace("-0.02", "-0.01"))
        done = start(input.parent / "next", str(input))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"^ricochet: .*case.yaml:[0-9:]+ .*the gap is -0.01.* m at the start, must be >= 0")

    def test_refused(self):
        input = self.input
        wrong = [("{from: settled/checkpoint.h5}", "cells: 9", "has the state of a model of 18 dofs, this one has 20"),
                 ("{from: other.h5}", "cells: 8", "case.yaml:1:17: initial.from: other.h5: cannot be read (No such file or directory)"),
                 ("[{region: cable, velocity: [0, 0]}, {from: settled/checkpoint.h5}]", "cells: 8", "initial[1].from: must be the first item"),
                 ("{from: settled/checkpoint.h5, velocity: [0, 0]}", "cells: 8", "initial.velocity: does not stand beside from")]
        for initial, cells, told in wrong:
            with self.subTest(told):
                input.write_text(f"initial: {initial}\n" + self.SETTLE.replace("cells: 8", cells))
                done = start(input.parent / "no", str(input))
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
                self.assertIn(told, done.stderr)


if __name__ == "__main__":
    unittest.main()
