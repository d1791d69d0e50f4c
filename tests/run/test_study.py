# SPDX-License-Identifier: BSD-2-Clause
"""`ricochet study`: what is varied, what is compared, what fails, what is there, what stops."""

import csv
import json
import math
import os
import re
import signal
import subprocess
import unittest
from unittest import mock

import own_input
import runs

# Free flight in gravity, whose position moreau-jean with θ = ½ gives exactly, and a spring: first order with θ = 1.
INPUT = """\
dimension: 1
parameters: {k: 40, g: 9.81}
mesh: {node: {name: ball, at: [2]}}
elements:
  - {type: point-mass, region: ball, mass: 1}
  - {type: ground-spring, region: ball, stiffness: [k]}
initial: [{region: ball, displacement: [1]}]
stepper: {type: moreau-jean, step: 0.02, end: 1, theta: 1}
output: {probes: {ball: ball}, vtk_every: 0}
"""
SECTION = """\
study:
  vary: {stepper.step: "0.02/2^i,i=0..2", parameters.k: [10, 40]}
  reference: {ball.x: "2 + cos(sqrt(k)*t)"}
  summary: [energy.final, stepper.theta]
  norm: max
"""


def study(text, *words, code=0, directory=None):
    """Run a study of an input; what it printed, study.json and the directory."""
    directory = directory or runs.new_directory()
    path = own_input.write(text)
    done = subprocess.run([runs.PROGRAM, "study", path.name, "-o", str(directory), *words], capture_output=True,
                          text=True, check=False, cwd=path.parent, timeout=runs.TIMEOUT)
    if done.returncode != code:
        raise AssertionError(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
    told = directory / "study.json"
    return done, json.loads(told.read_text()) if told.exists() else None, directory


def brief(*cases, every=3):
    """Every third of them, or so, in the brief form of the tests."""
    return cases[::every] if runs.BRIEF else cases


class Studies(unittest.TestCase):
    def test_section(self):
        """Steps and a parameter, crossed; errors against the solution for the parameter of each run; orders."""
        done, told, directory = study(INPUT + SECTION, "-jobs", "2")
        self.assertEqual([run["values"] for run in told["runs"]],
                         [{"stepper.step": step, "parameters.k": k} for step in ("0.02", "0.01", "0.005")
                          for k in ("10", "40")])
        self.assertEqual([group["runs"] for group in told["groups"]], [[1, 3, 5], [2, 4, 6]])
        for group in told["groups"]:
            self.assertAlmostEqual(group["orders"]["ball.x"]["max"], 1, delta=0.15)
        k, run = 40, told["runs"][1]
        history = runs.read(directory / run["directory"]).history
        worst = max(abs(x - 2 - math.cos(math.sqrt(k) * t)) for t, x in zip(history["t"], history["ball.x"]))
        self.assertAlmostEqual(run["errors"]["ball.x"]["max"], worst, delta=1e-14)
        pair = math.log2(run["errors"]["ball.x"]["l1"] / told["runs"][3]["errors"]["ball.x"]["l1"])
        self.assertAlmostEqual(told["runs"][3]["errors"]["ball.x"]["order"]["l1"], pair, delta=1e-12)
        self.assertEqual(run["summary"]["stepper.theta"], 1)
        self.assertRegex(done.stdout, r"order of ball.x \(max\) against stepper.step: \S+ \(parameters.k=10\)\n")
        with open(directory / "study.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 6)
        self.assertEqual(float(rows[1]["ball.x max"]), run["errors"]["ball.x"]["max"])
        self.assertEqual(rows[4]["directory"], told["runs"][4]["directory"])

    def test_finest_zip_and_what_is_there(self):
        words = ["-vary", "stepper.step=0.02,0.01,0.005", "-vary", "stepper.theta=1,1,0.5", "-zip", "-columns",
                 "ball.x,ball.vx"]
        _, told, directory = study(INPUT, *words)
        self.assertEqual([run["values"]["stepper.theta"] for run in told["runs"]], ["1", "1", "0.5"])
        self.assertEqual(told["groups"][0]["reference"], 3)
        self.assertEqual(set(told["runs"][0]["errors"]), {"ball.x", "ball.vx"})
        self.assertEqual(told["runs"][2]["errors"], {})
        # More of them: those that are there are not run again, whatever else the study asks for.
        words[1] += ",0.0025"
        words[3] += ",1"
        done, told, _ = study(INPUT + "# a comment\nstudy: {norm: l1}\n", *words, directory=directory)
        self.assertEqual([run["was_there"] for run in told["runs"]], [True, True, True, False])
        self.assertEqual(len(re.findall("was there", done.stdout)), 3)
        # Another input, other options and -fresh are others.
        words[1], words[3] = "stepper.step=0.02", "stepper.theta=1"
        self.assertTrue(study(INPUT, *words, directory=directory)[1]["runs"][0]["was_there"])
        for text, more in ((INPUT.replace("mass: 1", "mass: 2"), []), (INPUT, ["-parameters_g", "3"]), (INPUT, ["-fresh"])):
            _, told, _ = study(text, *words, *more, directory=directory)
            self.assertFalse(any(run["was_there"] for run in told["runs"]))

    def test_a_run_that_fails(self):
        done, told, directory = study(INPUT, "-vary", "stepper.step=0.02,-1,0.01", "-quiet", code=3)
        self.assertEqual([run["state"] for run in told["runs"]], ["done", "failed", "done"])
        self.assertEqual((told["runs"][1]["code"], told["runs"][1]["reason"]),
                         (2, "option -stepper_step: must be > 0 (is -1)"))
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"^ricochet: study: 1 of 3 runs failed, the first: option -stepper_step: must be "
                                      rf"> 0 \(is -1\) \({directory}/[0-9a-f]{{16}}/run.log\)\n$")
        self.assertGreater(told["runs"][0]["errors"]["ball.x"]["l2"], 0)
        study(INPUT, "-vary", "steper.step=0.02", "-quiet", code=2)

    def test_each_goes_on_from_the_one_before(self):
        """Along the last values; the first of each sweep begins as the input says, and one that fails ends its sweep."""
        springs = brief("40", "30", "20", every=2)
        words = ("-vary", "stepper.step=0.02,0.01", "-vary", f"parameters.k={','.join(springs)}", "-continue", "-quiet")
        _, told, directory = study(INPUT, *words)
        at = [runs.read(directory / run["directory"]).history for run in told["runs"]]
        self.assertEqual(len(at), 2 * len(springs))
        for k, history in enumerate(at):
            first, before = k % len(springs) == 0, at[k - 1]
            for column, at_rest in (("ball.x", 3), ("ball.vx", 0)):
                self.assertAlmostEqual(history[column][0], at_rest if first else before[column][-1], delta=1e-14)
            self.assertEqual(history["t"][0], 0)
        _, told, _ = study(INPUT, *words, directory=directory)
        self.assertTrue(all(run["was_there"] for run in told["runs"]))
        _, told, _ = study(INPUT, "-vary", "stepper.step=0.02,-1,0.01", "-continue", "-quiet", code=3)
        self.assertEqual([run["state"] for run in told["runs"]], ["done", "failed", "failed"])
        self.assertEqual(told["runs"][2]["reason"], "the run that it goes on from is not complete")

    def test_scalars_that_may_name_files(self):
        """`file` and `from`: a mesh of another content is another run; a time is none."""
        mesh = runs.new_directory() / "two.msh"
        nodes = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2\n1 0 0 0\n2 {} 0 0\n$EndNodes\n"
        cells = "$Elements\n1\n1 1 2 1 1 1 2\n$EndElements\n"
        text = INPUT.replace("{node: {", f"{{file: {mesh}, node: {{").replace("vtk_every: 0", "vtk_every: 0, from: 0.02")
        text = text.replace("elements:\n", "materials: {m: {E: 1, density: 1}}\nelements:\n"
                                           "  - {type: bar, region: all, material: m, area: 1}\n")
        directory = runs.new_directory()
        for length, was_there in ((1, False), (1, True), (3, False)):
            mesh.write_text(nodes.format(length) + cells)
            _, told, _ = study(text, "-vary", "parameters.k=40", "-stepper_end", "0.1", directory=directory)
            self.assertEqual([run["was_there"] for run in told["runs"]], [was_there])

    def test_options_of_the_surroundings(self):
        """Those of PETSC_OPTIONS, in any order, and of the files it names are the runs', too."""
        file, directory = runs.new_directory() / "options", runs.new_directory()
        for options, content, was_there in (
                ("", "", False), ("-parameters_k 30 -stepper_theta 0.5", "", False),
                ("-stepper_theta 0.5 -parameters_k 30", "", True), (f"-options_file {file}", "-parameters_k 20", False),
                (f"-options_file {file}", "-parameters_k 10", False), ("", "", True)):
            file.write_text(content)
            with self.subTest(options, content=content), mock.patch.dict(os.environ, {"PETSC_OPTIONS": options}):
                _, told, _ = study(INPUT, "-vary", "stepper.step=0.02", "-stepper_end", "0.1", directory=directory)
                self.assertEqual([run["was_there"] for run in told["runs"]], [was_there])

    def test_ranks(self):
        launcher = " ".join([*runs.MPIEXEC, "-n"])
        _, told, directory = study(INPUT, "-vary", "stepper.step=0.02", "-ranks", "2", "-launcher", launcher)
        self.assertEqual(runs.read(directory / told["runs"][0]["directory"]).summary["ranks"], 2)

    def test_a_signal_keeps_what_is_done(self):
        """One run ends by itself, one is stopped, one is not begun."""
        path = own_input.write(INPUT)
        words = [runs.PROGRAM, "study", path.name, "-o", "out", "-vary", "stepper.end=0.1,1e7,2e7", "-output_history_every",
                 "1000000"]
        with subprocess.Popen(words, cwd=path.parent, stdout=subprocess.PIPE, text=True) as process:
            self.assertIn("run 1 of 3", process.stdout.readline())
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=runs.TIMEOUT)
        self.assertEqual(process.returncode, 4)
        told = json.loads((path.parent / "out" / "study.json").read_text())
        states = [run["state"] for run in told["runs"]]
        self.assertEqual((states[0], states[2], told["complete"]), ("done", "not run", False))
        self.assertIn(states[1], ("stopped", "not run"))

    def orders(self, name, *words):
        """Of studies that stand in inputs: by column and stepper, in the norms of study.json."""
        directory = runs.new_directory()
        done = subprocess.run([runs.PROGRAM, "study", str(runs.SOURCE / "inputs" / f"{name}.yaml"), "-o", str(directory), "-quiet",
                               "-jobs", "2", "-output_vtk_every", "0", *words], capture_output=True, text=True, check=False,
                              timeout=runs.TIMEOUT)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        groups = json.loads((directory / "study.json").read_text())["groups"]
        return {(column, group["values"].get("stepper.type", "").split()[0]): norms for group in groups
                for column, norms in group["orders"].items()}

    def test_bar_at_one_courant_number(self):
        """Against the exact solution: orders of an independent implementation, tests/study has all of them."""
        found = self.orders("impacting-bar", "-vary", f"mesh.line.cells=50*2^k,k=0..{2 if runs.BRIEF else 3}", "-vary",
                            "stepper.type=moreau-jean -stepper_forecast free,ggl-alpha")
        self.assertAlmostEqual(found["wall.gap", "moreau-jean"]["l2"], 0.50, delta=0.1)
        self.assertAlmostEqual(found["energy", "moreau-jean"]["max"], 0.49, delta=0.1)
        self.assertAlmostEqual(found["wall.gap", "ggl-alpha"]["l2"], 0.69, delta=0.1)
        self.assertAlmostEqual(found["energy", "ggl-alpha"]["max"], 0.82, delta=0.1)

    def test_oscillator(self):
        found = self.orders("linear-oscillator", "-vary", f"stepper.step=0.05/2^k,k=0..{2 if runs.BRIEF else 4}", "-vary",
                            "stepper.type=schatzman-paoli -stepper_theta 0,combined -stepper_theta 0.5")
        self.assertAlmostEqual(found["mass.q", "schatzman-paoli"]["l1"], 0.99, delta=0.1)
        self.assertAlmostEqual(found["mass.q", "combined"]["l1"], 1.05, delta=0.3)  # erratic over few steps

    def test_a_courant_number_sets_the_step(self):
        """Also of bars of several materials and on ranks: the fastest counts, h = C min l/c."""
        bars = """\
dimension: 2
mesh:
  line: [{name: a, from: [0, 0], to: [1, 0], cells: 8}, {name: b, from: [0, 1], to: [3, 5], cells: 4}]
materials: {soft: {E: 4, density: 1}, hard: {E: 400, density: 1}}
elements:
  - {type: bar, region: a, material: soft, area: 1}
  - {type: bar-nonlinear, region: b, material: hard, area: 1}
supports: [{region: all, fixed: [x, y]}]
stepper: {type: moreau-jean, courant: 0.8, end: 1}
"""
        for ranks in (2,) if runs.BRIEF else (1, 2):
            self.assertAlmostEqual(own_input.run(bars, ranks=ranks).summary["stepper"]["step"], 0.8 * 1.25 / 20, delta=1e-15)
        ball = own_input.write(INPUT.replace("step: 0.02", "courant: 1"))
        done = own_input.program("check", ball)
        self.assertRegex(done.stderr, "case.yaml:8:39: stepper.courant: is of models with bars, of which this one has none")

    def test_a_step_or_a_courant_number(self):
        """Not both; what the command line varies goes before the number of the file."""
        done, _, _ = study(INPUT, "-vary", "stepper.step=0.02,0.01", "-courant", "1", code=2)
        self.assertRegex(done.stderr, r"^ricochet: option -courant: sets the step, which is varied as well: one of them\n$")
        section = SECTION.replace("norm: max", "courant: 1")
        done, _, _ = study(INPUT + section, code=2)
        self.assertRegex(done.stderr, r"case.yaml:14:12: study.courant: sets the step")
        _, told, _ = study(INPUT + section, "-vary", "stepper.step=0.02,0.01")
        self.assertNotIn("stepper.courant", [axis["path"] for axis in told["axes"]])

    def test_wrong_words(self):
        step = ("-vary", "stepper.step=0.02,0.01")
        for words, told in brief(
                ((), "study: nothing is varied"), (("-vary", "stepper.step"), "option -vary: expects PATH=VALUES"),
                (("-vary", "stepper.step=0:1:3:log"), "option -vary: stepper.step: bounds of a logarithmic range"),
                ((*step, "-norm", "l3"), r"option -norm: expects l1, l2 or max \(is 'l3'\)"),
                ((*step, "-vary", "stepper.theta=1", "-zip"), "option -zip: stepper.step has 2 values, stepper.theta has 1"),
                ((*step, "-refine", "steper.step"), "'steper.step' is not varied, did you mean 'stepper.step'"),
                ((*step, "-jobs", "0"), "option -jobs: expects a whole number >= 1"),
                ((*step, "-reference", "none.csv"), "'none.csv' cannot be read"),
                ((*step, "-reference", "3"), "option -reference: run 3 of 2"),
                ((*step, "-columns"), "option -columns: expects a value"), ((*step, "word", "x"), "'word': no option stands")):
            with self.subTest(words=words):
                done, _, _ = study(INPUT, *words, code=2)
                self.assertRegex(done.stderr, f"^ricochet: .*{told}")
                self.assertEqual(done.stderr.count("\n"), 1)

    def test_wrong_sections(self):
        for old, new, told in brief(
                ("vary:", "very:", r"case.yaml:11:3: study.very: unknown key, did you mean 'vary'"),
                ("sqrt(k)", "sqrt(q)", r"case.yaml:12:23: study.reference.ball.x: expects an expression of t: unknown name 'q'"),
                ("norm: max", "norm: most", r"case.yaml:14:9: study.norm: expects l1, l2 or max"),
                ("0.02/2^i", "0.02/2^j", r"case.yaml:11:24: study.vary.stepper.step: stepper.step: unknown name 'j'")):
            with self.subTest(told=told):
                done, _, _ = study(INPUT + SECTION.replace(old, new), code=2)
                self.assertRegex(done.stderr, f"^ricochet: {told}")
        done = own_input.program("check", own_input.write(INPUT + SECTION.replace("vary", "very")))
        self.assertEqual(done.returncode, 2)

    def test_long_lists(self):
        """Of more bytes than a message: none of their values is lost."""
        many = ", ".join(f"{10 + i / 1000:.3f}" for i in range(1001))
        section = SECTION.replace("[10, 40]", f"[{many}]").replace("norm: max", "zip: true")
        done, _, _ = study(INPUT + section, code=2)
        self.assertRegex(done.stderr, "stepper.step has 3 values, parameters.k has 1001")

    def test_columns_that_are_not_there(self):
        done, _, _ = study(INPUT, "-vary", "stepper.step=0.02", "-columns", "ball.y", code=2)
        self.assertRegex(done.stderr, "history.csv: has no column 'ball.y', did you mean 'ball.x'")


if __name__ == "__main__":
    unittest.main()
