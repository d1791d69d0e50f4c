# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""Post-processing on output of known content: tables, figures, rendered pictures."""
import contextlib
import dataclasses
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import matplotlib.image
import numpy as np

SOURCE = pathlib.Path(os.environ["RICOCHET_SOURCE"])
POSTPROC = SOURCE / "postproc"
BRIEF = os.environ.get("RICOCHET_TEST_BRIEF") == "1"
sys.path[:0] = [str(POSTPROC), str(SOURCE / "python"), str(SOURCE / "tests" / "run")]

import compare_bar  # noqa: E402
import paper_figures  # noqa: E402
import plot  # noqa: E402
import plot_history  # noqa: E402
import plot_study  # noqa: E402
import ricochet  # noqa: E402
import synthetic  # noqa: E402


def exact_history(bar, step, t_end):
    """The exact solution sampled; each step's impulse is the exact one over the step."""
    t = step * np.arange(int(round(t_end / step)) + 1)
    passed = np.clip(t, bar.contact_start, bar.contact_end) - bar.contact_start
    impulse = bar.contact_force * np.diff(passed, prepend=passed[0])
    kinetic = bar.kinetic_at(t)
    return synthetic.history_of(t, bar.gap_at(t), bar.velocity_at(t), impulse, impulse / step,
                                kinetic, bar.energy - kinetic)


def quietly(function, *arguments):
    """Call a main function: (its code, its standard output, its error output)."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = function([str(argument) for argument in arguments])
    return code, out.getvalue(), err.getvalue()


class Case(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="ricochet-postproc-")
        self.addCleanup(directory.cleanup)
        self.work = pathlib.Path(directory.name)

    def assert_picture(self, path, least=0.01):
        """A picture whose pixels differ from its first one, a share of `least` at least."""
        pixels = matplotlib.image.imread(path)[..., :3]
        share = np.mean(np.any(np.abs(pixels - pixels[0, 0]) > 0.05, axis=-1))
        self.assertGreater(share, least, f"{path} is blank")
        return pixels


class Reading(Case):
    def test_history(self):
        (self.work / "history.csv").write_text("step,t,a.gap,a.impulse\n0,0,1.5,0\n1,0.5,1e-3,2\n")
        history = ricochet.read_history(self.work / "history.csv")
        np.testing.assert_array_equal(history["a.gap"], [1.5, 1e-3])
        self.assertEqual(ricochet.contact_names(history), ["a"])

    def test_last_line_cut_short(self):
        (self.work / "history.csv").write_text("step,t\n0,0\n1,0.5\n2,1.")
        np.testing.assert_array_equal(ricochet.read_history(self.work / "history.csv")["t"], [0, 0.5])

    def test_one_row_and_none(self):
        path = self.work / "history.csv"
        path.write_text("step,t\n0,0.25\n")
        np.testing.assert_array_equal(ricochet.read_history(path)["t"], [0.25])
        path.write_text("step,t\n")
        self.assertEqual(len(ricochet.read_history(path)["t"]), 0)

    def test_not_as_it_should_be(self):
        path = self.work / "history.csv"
        for text in ("", "step,t\n0,zero\n", "step,t\n0,1,2\n"):
            path.write_text(text)
            with self.subTest(text=text), self.assertRaisesRegex(ricochet.OutputError, "history.csv"):
                ricochet.read_history(path)
        with self.assertRaisesRegex(ricochet.OutputError, "no such directory"):
            ricochet.read(self.work / "nowhere")

    def test_without_summary(self):
        run = ricochet.read(synthetic.write_run(self.work / "a", {"step": [0], "t": [0]}))
        self.assertEqual(run.label, "ggl-alpha")
        (self.work / "a" / "summary.json").unlink()
        self.assertEqual(ricochet.read(self.work / "a").label, "a")

    def test_pvd(self):
        path = synthetic.write_pvd(self.work / "x.pvd", [(0.5, "b.vtu"), (0.0, "a.vtu")])
        self.assertEqual(ricochet.read_pvd(path),
                         [(0.0, self.work / "a.vtu"), (0.5, self.work / "b.vtu")])


class CompareBar(Case):
    def compare(self, history, *options, bar=compare_bar.Bar()):
        directory = synthetic.write_run(self.work / "run", history, "moreau-jean", 2e-3, bar)
        table = self.work / "table.json"
        code, out, err = quietly(compare_bar.main, directory, "--json", table, *options)
        self.assertEqual(code, 0, err)
        self.assertIn("impulse (N s)", out)
        return json.loads(table.read_text())

    def assert_table(self, found, wanted):
        for key, (value, tolerance) in wanted.items():
            self.assertLessEqual(abs(found[key] - value), tolerance, f"{key}: {found[key]}")

    def test_data(self):
        bar, steel = compare_bar.Bar(), compare_bar.STEEL
        self.assertAlmostEqual(bar.contact_start, 0.5005, 12)
        self.assertAlmostEqual(bar.contact_end, 1.1671667, 7)
        self.assertAlmostEqual(bar.contact_force, 300, 10)
        self.assertAlmostEqual(steel.contact_force, 1271.472, 3)
        self.assertAlmostEqual(steel.contact_duration, 3.85450e-4, 9)

    def test_exact_solution(self):
        h = 2e-3
        found = self.compare(exact_history(compare_bar.Bar(), h, 2.0), "--table")
        self.assert_table(found, {
            "contact_duration": (2 / 3, 2 * h), "contact_pieces": (1, 0),
            "mid_force_mean": (300, 1e-9), "mid_force_std": (0, 1e-9), "peak_force": (300, 1e-9),
            "impulse": (200, 1e-9), "min_gap": (0, 0), "energy_ratio": (1, 1e-14),
            "velocity_after": (10, 1e-10),
        })
        self.assertFalse((self.work / "run" / "comparison.png").exists())
        picture = self.work / "both.png"
        self.compare(exact_history(compare_bar.Bar(), h, 2.0), "--table", "-o", picture)
        self.assert_picture(picture)

    def test_exact_steel_bar(self):
        found = self.compare(exact_history(compare_bar.STEEL, 2e-6, 1.2e-3), "--table", bar=compare_bar.STEEL)
        self.assert_table(found, {
            "contact_duration": (3.8545e-4, 4e-6), "mid_force_mean": (1271.472, 1e-3),
            "impulse": (1271.472 * 3.8545e-4, 1e-5), "velocity_after": (0.1, 1e-10),
        })

    def test_moreau_jean(self):
        """Published values of the scheme with the explicit forecast, gamma = 0: an implementation
        independent of the program's gives them through the same table."""
        found = self.compare(synthetic.moreau_jean_bar(compare_bar.Bar(), 200, 2e-3, 2.0))
        self.assert_table(found, {
            "contact_duration": (0.668, 4e-3), "contact_pieces": (1, 0),
            "mid_force_mean": (300, 0.05), "mid_force_std": (0, 1e-7), "peak_force": (314.42, 0.1),
            "impulse": (197.06, 0.02), "min_gap": (-2.38889e-2, 1e-7),
            "energy_ratio": (0.950968, 2e-5), "velocity_after": (9.7062, 1e-3),
        })
        self.assert_picture(self.work / "run" / "comparison.png")

    def test_pieces(self):
        t = np.arange(10.0)
        impulse = np.array([0, 1, 1, 0, 2, 1e-14, 0, 1, 1, 1.0])
        history = synthetic.history_of(t, t, t, impulse, impulse, t + 1, 0 * t)
        found = compare_bar.measure(history, "wall", compare_bar.Bar())
        self.assertEqual(found["contact_pieces"], 3)
        self.assertEqual(found["contact_duration"], 6.0)

    def test_refusals(self):
        bar = compare_bar.Bar()
        early, whole = exact_history(bar, 2e-3, 0.4), exact_history(bar, 2e-3, 2.0)
        heavy = dataclasses.replace(bar, density=1.01)
        away = {**whole, "wall.gap_velocity": -whole["wall.gap_velocity"]}
        two = {**whole, **{f"far.{name}": whole[f"wall.{name}"] for name in ("gap", "gap_velocity", "impulse")}}
        sparse = {name: values[::10] for name, values in exact_history(bar, 2e-3, 2.0).items()}
        for history, given, options, text in (
            (early, bar, [], "never closed"),
            (sparse, bar, [], "not every step"),
            (early, bar, ["--contact", "floor"], "no contact 'floor'.*wall"),
            ({"step": [0, 1], "t": [0, 1]}, bar, [], "no contact"),
            (whole, None, [], "no 'bar': only a uniform linear bar"),
            (whole, heavy, [], "deformed or not at one speed"),
            (away, bar, [], "does not fly towards contact 'wall'"),
            (two, bar, [], "contact 'far' closes as well"),
        ):
            directory = synthetic.write_run(self.work / "run", history, bar=given)
            code, _, err = quietly(compare_bar.main, directory, *options)
            with self.subTest(text=text):
                self.assertEqual(code, 2)
                self.assertRegex(err, text)


class PlotHistory(Case):
    def test_one_and_several(self):
        history = exact_history(compare_bar.Bar(), 2e-3, 2.0)
        first = synthetic.write_run(self.work / "first", history, step=2e-3)
        second = synthetic.write_run(self.work / "second", history, step=2e-3)
        code, out, err = quietly(plot_history.main, first)
        self.assertEqual((code, out.strip()), (0, str(first / "history.png")), err)
        self.assert_picture(first / "history.png")
        both = self.work / "both.png"
        self.assertEqual(quietly(plot_history.main, first, second, "-o", both)[0], 0)
        self.assert_picture(both)

    def test_without_contacts(self):
        """Energies, as plot.py draws them; a contact that is asked for is still missed."""
        t = np.linspace(0, 1, 9)
        run = synthetic.write_run(self.work / "free", {"t": t, "energy": t, "kinetic": t, "potential": 0 * t})
        self.assertEqual(quietly(plot_history.main, run), (0, f"{run}/history.png\n", ""))
        self.assert_picture(run / "history.png")
        self.assertRegex(quietly(plot_history.main, run, "--contact", "wall")[2], "no contact 'wall' .there: none.")

    def test_units(self):
        for angular, title in ((False, "Gap (m)"), (True, "Gap (rad)")):
            figure, axes = plot_history.four_panels(angular)
            self.assertEqual(axes["gap"].get_title(loc="left"), title)
            plot_history.plt.close(figure)
        run = ricochet.Run(self.work, {}, {"angular": {"stop": 1.0}})
        self.assertTrue(run.is_angular("stop") and not run.is_angular("wall"))

    def test_labels(self):
        history = {"step": [0], "t": [0]}
        runs = [
            ricochet.read(synthetic.write_run(self.work / name, history, stepper, 1e-3))
            for name, stepper in (("a", "rattle"), ("b", "rattle"), ("c", "ggl-alpha"))
        ]
        self.assertEqual(plot_history.style.tell_apart(runs), [
            "rattle, h = 0.001 s (a)", "rattle, h = 0.001 s (b)", "ggl-alpha, h = 0.001 s"])


class Plot(Case):
    """plot.py: what it takes for what, its spectra and strobe points by formulas, refusals."""

    PERIOD, STEP = 0.25, 1e-3

    def make(self, name, step=STEP, amplitude=2.0):
        """A ball that swings: x = a sin ωt, v = x' [0, 2 s]; its energies, a number of the summary."""
        t = np.arange(0, 2 + step / 2, step)
        w = 2 * np.pi / self.PERIOD
        history = {"t": t, "energy": 1 + 0 * t, "ball.x": amplitude * np.sin(w * t),
                   "ball.vx": amplitude * w * np.cos(w * t), "foot.x": 0 * t, "wall.gap": t, "wall.impulse": 0 * t}
        units = dict(zip(history, ("s", "J", "m", "m/s", "m", "m", "N s")))
        directory = synthetic.write_run(self.work / name, history, "rattle", step, units=units)
        summary = json.loads((directory / "summary.json").read_text())
        (directory / "summary.json").write_text(json.dumps({**summary, "parameters": {"a": amplitude}}))
        return directory

    def drawn(self, *arguments):
        """(what the csv holds {(run, x, y): array [points, 2]}, the picture) of a call."""
        table, picture = self.work / "table.csv", self.work / "plot.png"
        code, out, err = quietly(plot.main, *arguments, "--csv", table, "-o", picture)
        self.assertEqual((code, out, err), (0, f"{picture}\n", ""))
        found = {}
        for line in table.read_text().splitlines()[1:]:
            run, x_name, y_name, *point = line.split(",")
            found.setdefault((pathlib.Path(run).name, x_name, y_name), []).append([float(word) for word in point])
        self.assert_picture(picture, 0.005)
        return {key: np.array(points) for key, points in found.items()}

    def panels(self, directory, *words):
        runs = [ricochet.read(directory)]
        arguments = plot.parse_arguments([str(directory)])
        return [panel for word in words for panel in plot.panels_of(runs, word, arguments)]

    def test_words(self):
        """Wildcards, owners and lists; a panel for each unit; X:Y in long and in short."""
        a = self.make("a")
        for word, wanted in (("ball.*", [["ball.x"], ["ball.vx"]]), ("ball", [["ball.x"], ["ball.vx"]]),
                             ("*.x", [["ball.x", "foot.x"]]), ("wall.gap,foot.x", [["wall.gap", "foot.x"]])):
            self.assertEqual([panel.names for panel in self.panels(a, word)], wanted, word)
        for word in ("ball.x:ball.vx", "ball.x:vx"):
            (panel,) = self.panels(a, word)
            self.assertEqual((panel.x_label, panel.y_label), ("ball.x (m)", "ball.vx (m/s)"))
        self.assertEqual(self.panels(a, "energy")[0].y_label, "energy (J)")

    def test_runs_and_zoom(self):
        found = self.drawn(self.make("a"), self.make("b", amplitude=1), "ball.x", "--zoom", 0.5, 1)
        self.assertEqual(list(found), [("a", "t", "ball.x"), ("b", "t", "ball.x")])
        for (name, *_), points in found.items():
            history = ricochet.read_history(self.work / name / "history.csv")
            np.testing.assert_array_equal(points, np.column_stack([history["t"], history["ball.x"]])[500:1001])

    def test_numbers_of_runs(self):
        """A point for each run, by what they were run with."""
        found = self.drawn(self.make("a"), self.make("b", amplitude=1), "parameters.a:stepper.step")
        np.testing.assert_array_equal(found["a", "parameters.a", "stepper.step"], [[1, 1e-3], [2, 1e-3]])

    def test_spectrum(self):
        """A sine of amplitude 2 at 4 Hz, with steps that vary, too: a peak of 2 there, nothing elsewhere."""
        even, uneven = self.make("even"), self.make("uneven")
        history = ricochet.read_history(uneven / "history.csv")
        t = history["t"] + 4e-4 * np.sin(3 * history["t"] * (2 - history["t"]))
        history |= {"t": t, "ball.x": 2 * np.sin(8 * np.pi * t)}
        synthetic.write_run(uneven, history)
        for (name, *_), points in self.drawn(even, uneven, "ball.x", "--spectrum").items():
            peak = np.argmax(points[:, 1])
            np.testing.assert_allclose(points[peak], [4, 2], rtol=2e-3, err_msg=name)
            self.assertLess(np.max(np.delete(points[:, 1], [peak - 1, peak, peak + 1])), 0.02, name)

    def test_poincare(self):
        """At the period the motion is one point; of time as many as periods fit, from the phase on."""
        found = self.drawn(self.make("a"), "ball.x:vx", "--poincare", f"{self.PERIOD}:0.0625")["a", "ball.x", "ball.vx"]
        np.testing.assert_allclose(found, [[2, 0]] * 8, atol=2e-2)
        found = self.drawn(self.make("a", step=3e-3), "ball.x", "--poincare", 0.5)["a", "t", "ball.x"]
        np.testing.assert_allclose(found[:, 0], [0, 0.5, 1, 1.5, 2])

    def test_log(self):
        found = self.drawn(self.make("a"), "ball.x", "--log")
        self.assertLess(found["a", "t", "ball.x"].min(), -1, "the csv holds what is, not its logarithm")

    def test_refusals(self):
        a = self.make("a")
        for words, text in (
            ([a, "ball.z"], r"a: no column 'ball.z', did you mean ball.x\?"),
            ([a, "bal"], "no column 'bal', did you mean ball"),
            ([a, "ball.x:wal.gap"], "no column 'wal.gap', did you mean wall.gap"),
            ([a, "ball:energy"], "X of X:Y must be one column"),
            (["ball.x"], "no run"),
            ([self.work / "no", "t"], "no: no such directory"),
            ([a, "t", "--zoom", 1, 0], "A must be before B"),
            ([a, "energy", "--zoom", 7, 8], "nothing to draw"),
            ([a, "energy", "--zoom", 7, 8, "--spectrum"], "fewer than two rows"),
            ([a, "energy", "--poincare", "0"], "must be > 0"),
            ([a, "energy", "--poincare", "x"], "T or T:PHASE"),
        ):
            with self.subTest(text):
                code, out, err = quietly(plot.main, *words)
                self.assertEqual((code, out), (2, ""))
                self.assertRegex(err, rf"\Aplot: .*{text}.*\n\Z")


class PlotStudy(Case):
    """plot_study.py on a study of known errors: h² of one scheme, h of the other, of which a run failed."""

    STEPS = (0.04, 0.02, 0.01)

    def study(self, **change):
        errors = {"a": [h**2 for h in self.STEPS], "b": [h for h in self.STEPS]}
        runs = []
        for name, values in errors.items():
            for h, error in zip(self.STEPS, values):
                failed = name == "b" and h == 0.04
                norms = {"l1": error, "l2": 2 * error, "max": 3 * error, "relative": {"l1": 10 * error, "l2": 1, "max": 1}}
                runs.append({"run": len(runs) + 1, "directory": f"r{len(runs)}", "state": "failed" if failed else "done",
                             "against": h, "values": {}, "errors": None if failed else {"ball.x": norms},
                             "summary": None if failed else {"energy.final": 1 + h}})
        groups = [{"values": {"stepper.type": name}, "runs": [3 * i + 1, 3 * i + 2, 3 * i + 3],
                   "orders": {"ball.x": {"l1": order, "l2": order, "max": order}}} for i, (name, order) in enumerate([("a", 2.0), ("b", 1.02)])]
        study = {"input": "ball.yaml", "against": "stepper.step", "norm": "l1", "columns": ["ball.x"],
                 "summary": ["energy.final"], "groups": groups, "runs": runs, **change}
        synthetic.write_run(self.work / "r0", {"t": [0], "ball.x": [0]}, units={"t": "s", "ball.x": "m"})
        (self.work / "study.json").write_text(json.dumps(study))
        return self.work

    def axes(self, *options):
        """The panels that a call draws."""
        arguments = plot_study.parse_arguments([str(self.study()), *options])
        arguments.norm = arguments.norm or "l1"
        figure = plot_study.draw(*plot_study.read_study(arguments.study), arguments)
        self.addCleanup(plot_study.plt.close, figure)
        return figure, figure.axes

    def test_errors(self):
        figure, (errors, number) = self.axes()
        self.assertEqual(errors.get_legend_handles_labels()[1], ["a: order 2.00", "b: order 1.02"])
        curves = {line.get_label(): line.get_xydata() for line in errors.get_lines()}
        np.testing.assert_allclose(curves["a: order 2.00"], [[h, h**2] for h in sorted(self.STEPS)])
        np.testing.assert_allclose(curves["b: order 1.02"], [[0.01, 0.01], [0.02, 0.02]])
        self.assertEqual(errors.get_ylabel(), "error of ball.x, l1 (m s)")
        self.assertEqual((errors.get_xlabel(), number.get_ylabel()), ("stepper.step (s)", "energy.final"))
        self.assertIn("1 of 6 runs", figure._suptitle.get_text())

    def test_slopes(self):
        """Lines of order 1 and 2, below the curves, with these words at them."""
        _, (errors, _) = self.axes()
        slopes = [line.get_xydata() for line in errors.get_lines() if line.get_label().startswith("_")]
        found = [np.log(ends[1, 1] / ends[0, 1]) / np.log(ends[1, 0] / ends[0, 0]) for ends in slopes]
        np.testing.assert_allclose(found, [1, 2])
        self.assertEqual([text.get_text() for text in errors.texts], ["1", "2"])

    def test_norms(self):
        _, (errors, _) = self.axes("--norm", "max")
        self.assertEqual(errors.get_ylabel(), "error of ball.x, max (m)")
        np.testing.assert_allclose(errors.get_lines()[0].get_ydata(), [3 * h**2 for h in sorted(self.STEPS)])
        _, (errors,) = self.axes("--relative", "--column", "ball.x")
        self.assertEqual(errors.get_ylabel(), "relative error of ball.x, l1")

    def test_picture(self):
        self.assertEqual(quietly(plot_study.main, self.study()), (0, f"{self.work}/study.png\n", ""))
        self.assert_picture(self.work / "study.png")

    def test_refusals(self):
        nothing = [{**run, "against": None} for run in json.loads((self.study() / "study.json").read_text())["runs"]]
        for change, words, text in (({}, ["--column", "ball.y"], "no column 'ball.y' was compared, did you mean ball.x"),
                                    ({"runs": nothing}, [], "no run has a value over what refines"),
                                    ({"runs": None, "groups": None}, [], "no study: runs, groups or columns are missing")):
            code, _, err = quietly(plot_study.main, self.study(**change), *words)
            self.assertEqual(code, 2)
            self.assertRegex(err, rf"\Aplot_study: .*{text}")
        self.assertRegex(quietly(plot_study.main, self.work / "no")[2], "no such file; `ricochet study` writes it")


class PlotSweep(Case):
    """plot_study.py on a sweep of f up and down, at each of two masses."""

    UP, DOWN = (0.5, 0.6, 0.7), (0.6, 0.5)

    def study(self, **change):
        runs = [{"run": i, "directory": f"r{i}", "state": "done", "against": None, "errors": {},
                 "values": {"parameters.m": mass, "parameters.f": str(f)}, "summary": {"amplitude.tip.x": i}}
                for i, (mass, f) in enumerate((mass, f) for mass in "12" for f in (*self.UP, *self.DOWN))]
        axes = [{"path": f"parameters.{name}", "refines": False} for name in "mf"]
        study = {"input": "chain.yaml", "against": "", "norm": "l2", "columns": ["tip.x"], "summary": ["amplitude.tip.x"],
                 "axes": axes, "groups": [{"values": run["values"], "runs": [run["run"]], "orders": {}} for run in runs],
                 "runs": runs, **change}
        (self.work / "study.json").write_text(json.dumps(study))
        return self.work

    def draw(self, *options):
        arguments = plot_study.parse_arguments([str(self.study()), *options])
        figure = plot_study.draw(*plot_study.read_study(arguments.study), arguments)
        self.addCleanup(plot_study.plt.close, figure)
        return figure.axes

    def test_ways(self):
        """A curve for each way, told apart; the way down begins where the way up ends."""
        (axis,) = self.draw()
        self.assertEqual(axis.get_legend_handles_labels()[1], ["1, up", "1, down", "2, up", "2, down"])
        for i, line in enumerate(axis.get_lines()):
            down = i % 2
            np.testing.assert_allclose(line.get_xdata(), (self.UP[-1], *self.DOWN) if down else self.UP)
            np.testing.assert_allclose(line.get_ydata(), np.arange(3) + 5 * (i // 2) + 2 * down)
            self.assertEqual((line.get_linestyle(), line.get_marker()), ("--", "<") if down else ("-", ">"))
        self.assertEqual((axis.get_xlabel(), axis.get_ylabel(), axis.get_xscale()),
                         ("parameters.f", "amplitude.tip.x", "linear"))

    def test_against(self):
        (axis,) = self.draw("--against", "parameters.m")
        self.assertEqual(axis.get_xlabel(), "parameters.m")
        self.assertEqual(len(axis.get_lines()), 3)

    def test_refusals(self):
        for change, words, text in (({}, ["--against", "parameters.ff"], "'parameters.ff' is not varied, did you mean parameters.f"),
                                    ({"summary": []}, [], "no number was asked for that could be drawn over 'parameters.f'")):
            code, _, err = quietly(plot_study.main, self.study(**change), *words)
            self.assertEqual(code, 2)
            self.assertRegex(err, rf"\Aplot_study: .*{text}")


class AnyPython(Case):
    """The first python3 on the PATH may have no modules: one of a virtual environment, or any else."""

    def start(self, *words):
        run = synthetic.write_run(self.work / "run", exact_history(compare_bar.Bar(), 2e-3, 2.0))
        return subprocess.run([*map(str, words), POSTPROC / "plot_history.py", run], text=True,
                              capture_output=True, check=False, timeout=100)

    def test_of_an_environment(self):
        (self.work / "bin").mkdir()
        (self.work / "bin" / "python3").symlink_to("/usr/bin/python3")
        (self.work / "pyvenv.cfg").write_text("home = /usr/bin\n")
        done = self.start(self.work / "bin" / "python3")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assert_picture(self.work / "run" / "history.png")

    def test_without_modules(self):
        done = self.start("/usr/bin/python3", "-S")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"\Aplot_history: \S+ has no numpy, matplotlib, PIL "
                         r"\(Debian: python3-numpy python3-matplotlib python3-pil\)\n\Z")


class Render(Case):
    """Pictures of known series, made all at once."""

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory(prefix="ricochet-render-")
        cls.addClassCleanup(directory.cleanup)
        cls.pictures = pathlib.Path(directory.name)
        current, reference = (synthetic.bar_series(cls.folder(name), name == "current") for name in ("current", "reference"))
        lattice, bodies = synthetic.lattice_series(cls.pictures), synthetic.body_series(cls.pictures)
        scenes = [[current, "--times", "all", "--frames", cls.pictures / "frames"],
                  [current, "--warp", 2, "--times", 0.25, "-o", cls.pictures / "current.png"],
                  [reference, "--warp", 2, "--times", 0.25, "-o", cls.pictures / "reference.png"],
                  [lattice, "--field", "axial_force", "--tubes", "--warp", 2, "--times", 0.4, "-o", cls.pictures / "lattice.png"],
                  [bodies, "--times", 0.5, "-o", cls.pictures / "one.png"],
                  [bodies, "--times", "all", "--strobe", "-o", cls.pictures / "strobe.png"]]
        cls.told = synthetic.render_each([[*scene, "--size", 600, 350] for scene in scenes], cls.pictures)

    @classmethod
    def folder(cls, name):
        (cls.pictures / name).mkdir()
        return cls.pictures / name

    def picture(self, name):
        path = self.pictures / name
        self.assertIn(str(path), self.told)
        return self.assert_picture(path, 0.005)

    def test_frames_of_a_bar(self):
        pictures = [self.picture(f"frames/frame_{i:04d}.png") for i in range(3)]
        self.assertEqual(pictures[0].shape, (350, 600, 3))
        self.assertTrue(np.all(pictures[0][-1, 0] == 1), "the background is white")
        coloured = [np.ptp(picture, axis=-1)[:, :480] > 0.2 for picture in pictures]
        columns = [np.flatnonzero(colours.any(axis=0)).min() for colours in coloured]
        self.assertGreater(columns[0], columns[1] + 50, "it moves to the left")
        self.assertGreater(columns[1], columns[2] + 50, "it moves to the left")

    def test_reference_positions(self):
        """Files of these and of current positions show the same, here twice the displacement."""
        pictures = [self.picture("current.png"), self.picture("reference.png")]
        self.assertEqual(pictures[0].shape, pictures[1].shape)
        self.assertLess(np.mean(np.abs(pictures[0] - pictures[1])), 1e-4)

    def test_lattice(self):
        picture = self.picture("lattice.png")
        left = picture[:, : int(0.8 * picture.shape[1])]
        red, blue = left[..., 0] - left[..., 2] > 0.3, left[..., 2] - left[..., 0] > 0.3
        self.assertGreater(min(red.mean(), blue.mean()), 0.002, "tension red, compression blue")

    def coloured_columns(self, picture):
        """Where, left of the colour bars, a picture has colour: stretches of columns."""
        left = picture[:, : int(0.8 * picture.shape[1])]
        columns = np.flatnonzero((np.ptp(left, axis=-1) > 0.1).sum(axis=0) > 30)
        return np.split(columns, np.flatnonzero(np.diff(columns) > 5) + 1)

    def test_bodies(self):
        self.assertEqual(len(self.coloured_columns(self.picture("one.png"))), 1)
        self.assertEqual(len(self.coloured_columns(self.picture("strobe.png"))), 3, "three places in one picture")

    def test_refusals(self):
        """Each takes a start of ParaView: in the brief form one, whose way the others go."""
        series = synthetic.bar_series(self.work)
        wrong = (
            ([series, "--field", "colour"], "no field 'colour'.*displacement"),
            ([self.work / "no.pvd"], "no such file"),
            ([series, "--times", "first"], "all, last or numbers"),
        )
        for arguments, text in wrong[: 1 if BRIEF else None]:
            words = [*synthetic.PVBATCH, POSTPROC / "render.py", *arguments]
            done = subprocess.run([str(word) for word in words], text=True, capture_output=True, check=False, timeout=300)
            with self.subTest(text=text):
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, text)


class PaperFigures(Case):
    def test_values(self):
        """Figure 2 of either paper: the impacts of independent implementations."""
        code, out, err = quietly(paper_figures.main, "breuling-2", "capobianco-2", "-o", self.work)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("impacts at steps 43 85 105 114 118 120 (first percussion 6.2784 N s)", out)
        self.assertIn("impacts at 0.453 1.131 1.639 2.020 2.306 2.521 s, least gap -0.004328 m", out)
        for name in ("breuling-2", "capobianco-2"):
            self.assert_picture(self.work / f"{name}.png", 0.005)

    def test_orders(self):
        """Of case 1 with four steps; percussions are of order 1 as increments of steps of different length, 3 as sums."""
        run = paper_figures.Runner(self.work, 0)
        steps = paper_figures.SLOPE_STEPS[:5]
        run.sizes = lambda _: steps
        found = {name: paper_figures.order(steps, error) for name, error in paper_figures.slope_errors(run, 1).items()}
        for name, wanted in {"e_q": 2, "e_u": 2, "e_ΔP_N": 1, "e_ΔP_F": 1, "e_ΔP_N, summed": 3, "e_ΔP_F, summed": 3}.items():
            self.assertAlmostEqual(found[name], wanted, delta=0.15, msg=name)

    def test_list(self):
        code, out, _ = quietly(paper_figures.main, "list")
        self.assertEqual((code, [line.split()[0] for line in out.splitlines()]), (0, list(paper_figures.FIGURES)))

    def test_page_has_them(self):
        page = (SOURCE / "docs" / "gallery" / "papers.md").read_text()
        for name in paper_figures.FIGURES:
            self.assertIn(f"({name}.png)", page)
            self.assertTrue((SOURCE / "docs" / "gallery" / f"{name}.png").exists())


if __name__ == "__main__":
    unittest.main()
