# SPDX-License-Identifier: BSD-2-Clause
"""Contact problems that runs write: solved again by `ricochet solve` they give the same impulses."""

import itertools
import os
import pathlib
import re
import subprocess
import unittest

import numpy as np
import runs

SOLUTION = pathlib.Path(os.environ["RICOCHET_TEST_BIN"]) / "run_fclib_solution"
PUCK = """
title: a sliding puck
dimension: 3
gravity: [0, 0, -10]
mesh: {line: {name: bar, from: [0, 0, 0], to: [1, 0.5, 0], cells: 3}}
materials: {m: {E: 1e5, density: 1000}}
elements: [{type: bar, region: bar, material: m, area: 1e-3}]
initial: [{region: bar, velocity: [1, 2, -0.1]}]
contacts: [{name: floor, type: node-plane, region: bar, point: [0, 0, 0], normal: [0, 0, 1], friction: FRICTION}]
stepper: {type: moreau-jean, step: 1e-3, end: 0.004}
"""
JAM = """
title: a puck between a floor and a ceiling that comes down
dimension: 2
gravity: [0, -10]
mesh: {node: {name: puck, at: [0, 0]}}
elements: [{type: point-mass, region: puck, mass: 2}]
contacts:
  - {name: floor, type: node-plane, region: puck, point: [0, 0], normal: [0, 1], friction: 0.3}
  - {name: ceiling, type: node-plane, region: puck, point: [0, 0.01], normal: [0, -1], motion: t, friction: 0.3}
stepper: {type: moreau-jean, step: 1e-3, end: 0.1}
"""


def start(directory, source, *options, ranks=1):
    """Run, in the directory, an input of that text or of that name; what is told, and the problems written."""
    file = directory / "case.yaml"
    file.write_text(source if "\n" in source else (runs.SOURCE / "inputs" / source).read_text())
    words = runs.command(str(file), f"-o {directory / 'out'} -quiet -output_vtk_every 0", *options, ranks=ranks)
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)
    return done, sorted((directory / "out").glob("case_contact_*.hdf5"))


def solution(file):
    told = subprocess.run([SOLUTION, file], capture_output=True, text=True, check=True, timeout=runs.TIMEOUT).stdout
    return [np.array(line.split(), dtype=float) for line in told.splitlines()]


def solve(file):
    again = file.with_name("again.hdf5")
    words = [runs.FORKED, "solve", str(file), "-o", str(again), "-friction_rtol", "1e-13"]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=runs.TIMEOUT), again


class Dump(unittest.TestCase):
    def solved_again(self, problems):
        largest = 0
        for file in problems:
            done, again = solve(file)
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            (r, u, *l), (r_again, u_again, *_) = solution(file), solution(again)
            np.testing.assert_allclose(r_again, r, atol=1e-9 * np.abs(np.concatenate([r, *l])).max())
            np.testing.assert_allclose(u_again, u, atol=1e-9 * max(1, np.abs(u).max()))
            largest = max(largest, np.abs(r).max())
        self.assertGreater(largest, 0)

    def test_of_nodes(self):
        """By every type of stage with friction, and under laws that are circular cones in other rows."""
        cases = itertools.product(("0.3", "{coefficient: [0.4, 0.2], axis: [1, 1, 0]}", '"0.2 + 0.1*exp(-s)"'),
                                  ("condensed", "nodal"))
        for friction, stage in list(cases)[::3] if runs.BRIEF else cases:
            with self.subTest(friction=friction, stage=stage):
                text = PUCK.replace("FRICTION", friction)
                done, problems = start(runs.new_directory(), text, f"-dump_contact_problem all -stage_type {stage}")
                self.assertEqual((done.returncode, done.stderr, len(problems)), (0, "", 4))
                self.solved_again(problems)

    def test_of_mechanisms(self):
        """Joints are equations."""
        for stepper in ("moreau-jean", "projected"):
            with self.subTest(stepper=stepper):
                done, problems = start(runs.new_directory(), "slider-crank.yaml", "-dump_contact_problem all -stepper_end 3e-3",
                                       f"-stepper_type {stepper}")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertGreaterEqual(len(problems), 3)
                self.solved_again(problems[-8::2])

    def test_sliding_on(self):
        """The second stage of rattle has contacts that slide on, whose columns are sums; beside joints the format
        has no such problem."""
        text = JAM.replace("  - {name: ceiling", "#").replace("mass: 2}]", "mass: 2}]\ninitial: [{region: puck, velocity: [1, 0]}]")
        text = text.replace("end: 0.1", "end: 3e-3")
        done, problems = start(runs.new_directory(), text, "-dump_contact_problem all -stepper_type rattle")
        self.assertEqual((done.returncode, done.stderr, len(problems)), (0, "", 6))
        self.solved_again(problems)
        done, problems = start(runs.new_directory(), "slider-crank.yaml", "-dump_contact_problem all -stepper_end 3e-3",
                               "-stepper_type rattle")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"\Aricochet: warning: \d+ contact problems are not written: the format has none with spin, "
                         r"or of contacts that slide on beside joints\n\Z")
        self.solved_again(problems[-4:])

    def test_ranks(self):
        one, more = (start(runs.new_directory(), PUCK.replace("FRICTION", "0.3"), "-dump_contact_problem all", ranks=ranks)[1]
                     for ranks in (1, 3))
        self.assertEqual((len(one), len(more)), (4, 4))
        self.solved_again(more)
        for a, b in zip(one, more):  # nodes are numbered otherwise: the same contacts in another order
            norms = [np.sort(solution(file)[0].reshape(-1, 3), axis=0) for file in (a, b)]
            np.testing.assert_allclose(norms[1], norms[0], atol=1e-10 * np.abs(norms[0]).max())

    def test_too_large(self):
        """Full matrices of more than 3000 rows are not made: how many is told."""
        text = PUCK.replace("FRICTION", "0.3").replace("cells: 3", "cells: 1001").replace("end: 0.004", "end: 0.001")
        done, problems = start(runs.new_directory(), text, "-dump_contact_problem all")
        self.assertEqual((done.returncode, len(problems)), (0, 0))
        self.assertEqual(done.stderr, "ricochet: warning: 1 contact problems are not written: they have more than 3000 rows\n")

    def test_failed(self):
        """What cannot be is written, told with its file, and has no solution there either."""
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                directory = runs.new_directory()
                done, problems = start(directory, JAM, "-dump_contact_problem failed", ranks=ranks)
                self.assertEqual(done.returncode, 3)
                last = str(problems[-1])
                self.assertRegex(done.stderr, r"no convergence at t = 0\.01 s with a step of \S+ s: the contacts have no solution, "
                                 r"not even without friction \(residual 0\.\d+; open \d, stick \d, slip \d\), closest contact: contact "
                                 rf"'\w+', node at .*; its contact problem is in {re.escape(last)}; the last good state is in ")
                done, _ = solve(problems[-1])
                self.assertEqual(done.returncode, 3)
                self.assertIn("there is no solution, not even without friction", done.stdout)
                (directory / "out" / "other_contact_000001.hdf5").write_text("of another input")
                _, problems = start(directory, JAM.replace("0.1}", "1e-3}"))
                self.assertEqual(problems, [])  # those of an earlier run are gone
                self.assertTrue((directory / "out" / "other_contact_000001.hdf5").exists())

    def test_wrong_word(self):
        done, _ = start(runs.new_directory(), JAM, "-dump_contact_problem some")
        self.assertEqual((done.returncode, done.stderr),
                         (2, "ricochet: option -dump_contact_problem: must be never, failed or all (is 'some')\n"))


if __name__ == "__main__":
    unittest.main()
