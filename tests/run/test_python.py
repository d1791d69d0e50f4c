# SPDX-License-Identifier: BSD-2-Clause
"""The Python module: what it hands to the program and reads back, errors, frames, how it is installed."""

import dataclasses
import gc
import os
import pathlib
import re
import subprocess
import unittest
import warnings

import numpy as np
import runs
import ricochet
import vtk_grid

BAR = runs.SOURCE / "inputs" / "impacting-bar.yaml"
SHORT = {"stepper": {"end": 0.02}, "output": {"vtk_every": 0}}
PAGE = runs.SOURCE / "docs" / "python.md"
BALL = {
    "title": "Ball", "dimension": 1,
    "mesh": {"node": {"name": "ball", "at": np.array([0.1])}},
    "elements": [{"type": "point-mass", "region": "ball", "mass": np.float64(2)}],
    "gravity": [-10],
    "contacts": [{"name": "ground", "type": "node-plane", "region": "ball", "point": [0], "normal": [1]}],
    "stepper": {"type": "moreau-jean", "step": 1e-3, "end": 0.1},
    "output": {"probes": {"ball": "ball"}, "vtk_every": 0},
}
ENDLESS = {"stepper": {"step": 1e-7}, "output": {"vtk_every": 0, "history_every": 1000}}


class Running(unittest.TestCase):
    def test_as_the_program(self):
        """The same columns, bit by bit, as a run of the program; overrides in both forms."""
        plain = runs.run("impacting-bar", "-stepper_end 0.02 -stepper_step 1e-3 -contacts_wall_restitution 0.5")
        for given in ({"stepper": {"end": 0.02, "step": 1e-3}, "contacts": {"wall": {"restitution": 0.5}}},
                      {"stepper.end": 0.02, "stepper.step": 1e-3, "contacts.0.restitution": 0.5}):
            run = ricochet.run(BAR, **given, **{"output.vtk_every": 0})
            self.assertEqual(list(run.history), list(plain.history))
            for name, values in plain.history.items():
                np.testing.assert_array_equal(run[name], values, name)
            self.assertEqual(run.summary["stepper"], plain.summary["stepper"])

    def test_words(self):
        words = ricochet.option_words(
            {"a": {"b": True, 0: {"c": np.float32(0.5)}}, "g": np.array([0.0, -9.81]), "e": "-x", "n": np.int64(3)},
            {"-restart": True, "mesh_refine": 1})
        self.assertEqual(words, ["-a_b", "true", "-a_0_c", "0.5", "-g", "0.0,-9.81", "-e", " -x", "-n", "3",
                                 "-restart", "-mesh_refine", "1"])
        with self.assertRaisesRegex(TypeError, "stepper_step: None is no number"):
            ricochet.option_words({"stepper": {"step": None}})

    def test_expression_that_begins_with_a_sign(self):
        run = ricochet.run(BAR, **SHORT, initial={0: {"velocity": "-10 + 0*x"}})
        self.assertEqual(run["tip.vx"][0], -10)

    def test_input_as_dict(self):
        run = ricochet.run(BALL)
        self.assertAlmostEqual(run.summary["mass"], 2, 12)
        self.assertAlmostEqual(run["ball.x"][50], 0.1 - 5 * 0.05**2, delta=5e-4)

    def test_ranks(self):
        one, two = (ricochet.run(BAR, ranks=ranks, **SHORT) for ranks in (1, 2))
        self.assertEqual(two.summary["ranks"], 2)
        np.testing.assert_allclose(two["energy"], one["energy"], rtol=1e-12)

    def test_directory_and_its_life(self):
        """One named stays, one of a Run's own goes with it, not before its frames."""
        own = ricochet.run(BAR, stepper={"end": 0.02}, output={"vtk_every": 5})
        frame, where = own.frames()[-1], own.directory
        del own
        gc.collect()
        self.assertEqual(frame["points"].shape[1], 3)
        del frame
        gc.collect()
        self.assertFalse(where.exists())
        named = runs.new_directory() / "here"
        ricochet.run(BAR, directory=named, **SHORT)
        self.assertEqual(len(ricochet.read(named)["t"]), 11)

    def test_check(self):
        self.assertIn("is good", ricochet.check(BAR))
        with self.assertRaisesRegex(ricochet.InputError, "did you mean -stepper_step"):
            ricochet.check(BAR, stepper={"stp": 1})


class Errors(unittest.TestCase):
    def test_wrong_input(self):
        with self.assertRaises(ricochet.InputError) as caught:
            ricochet.run(BAR, ranks=2, stepper={"step": -1})
        self.assertEqual(str(caught.exception), "ricochet: option -stepper_step: must be > 0 (is -1)")
        self.assertEqual((caught.exception.exit_code, caught.exception.run), (2, None))

    def test_gave_up(self):
        """What there is of the run comes with the exception."""
        with self.assertRaises(ricochet.GaveUp) as caught:
            ricochet.run(runs.SOURCE / "inputs" / "cable-net.yaml", output={"vtk_every": 0},
                         stepper={"end": 0.02, "max_halvings": 1}, options={"step_snes_max_it": 1})
        self.assertEqual(caught.exception.exit_code, 3)
        self.assertIs(caught.exception.run.summary["complete"], False)
        self.assertRegex(str(caught.exception), r"\Aricochet: no convergence at t = ")

    def test_timeout(self):
        """The run is asked to stop: history, summary and the state are there."""
        with self.assertRaises(ricochet.TimedOut) as caught:
            ricochet.run(BAR, timeout=0.3, **ENDLESS)
        error = caught.exception
        if error.run:  # else it had not begun: a machine with much to do
            self.assertIs(error.run.summary["complete"], False)
            self.assertEqual(error.exit_code, 4)
            self.assertRegex(str(error), "stopped by signal 15")

    def test_warning(self):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            ricochet.run(BAR, options={"velocity_ksp_typ": "cg"}, **SHORT)
        self.assertEqual([str(item.message) for item in told],
                         ["option -velocity_ksp_typ: no solver of this run asked for it"])
        self.assertEqual((told[0].category, told[0].filename), (ricochet.ProgramWarning, __file__))

    def test_no_program(self):
        found = os.environ["RICOCHET"]
        self.addCleanup(os.environ.update, RICOCHET=found)
        os.environ["RICOCHET"] = "/nowhere/ricochet"
        with self.assertRaisesRegex(ricochet.Error, "/nowhere/ricochet: no such program"):
            ricochet.run(BAR)


class Reading(unittest.TestCase):
    def run_of(self, *names, **summary):
        return ricochet.Run(pathlib.Path("a"), {name: np.arange(3.0) for name in names}, summary)

    def test_columns(self):
        run = self.run_of("t", "wall.gap", "wall.force", "tip.x")
        self.assertEqual(run.columns("wall.*"), ["wall.gap", "wall.force"])
        self.assertEqual(run.columns("tip.x"), ["tip.x"])
        for wrong, text in (("wall.gp", r"a: no column 'wall.gp', did you mean wall.gap\?"),
                            ("q*", r"a: no column matches 'q\*' \(there: t, wall.gap")):
            with self.assertRaisesRegex(ricochet.ColumnError, text):
                run.columns(wrong)
        with self.assertRaisesRegex(KeyError, "^a: no column 'ti.x', did you mean tip.x"):
            run["ti.x"]

    def test_units(self):
        """As history.json has them; none of counts, none without the file."""
        run = runs.run("rocking-block", "-stepper_end 0.02")
        self.assertEqual([run.unit(name) for name in ("t", "energy", "block.omega", "step")], ["s", "J", "rad/s", ""])
        self.assertEqual(list(run.about), list(run.history))
        self.assertEqual(dataclasses.replace(run, about={"nu": {"unit": "kg m^2"}, "q": {"unit": None}}).unit("nu"), "kg m²")
        (run.directory / "history.json").unlink()
        self.assertEqual(ricochet.read(run.directory).unit("t"), "")


    def test_impacts(self):
        """Those of all contacts by Newton's law; a line cut short is left out; none without the file."""
        run = runs.run("rocking-block", "-stepper_end 0.4 -output_impacts true")
        impacts = run.impacts()
        self.assertEqual(set(impacts["contact"]), {"A", "B"})
        np.testing.assert_allclose(impacts["v_after"], -0.5 * impacts["v_before"], atol=1e-6)
        self.assertEqual(len(impacts["t"]), run.summary["impacts"])
        path = run.directory / "impacts.csv"
        path.write_text(path.read_text()[:-20])
        self.assertEqual(len(run.impacts()["t"]), run.summary["impacts"] - 1)
        path.write_text(path.read_text().splitlines()[0] + "\n")
        self.assertEqual([len(column) for column in run.impacts().values()], [0] * len(impacts))
        path.unlink()
        with self.assertRaisesRegex(ricochet.OutputError, "impacts.csv: No such file.*impacts: true"):
            run.impacts()


class Frames(unittest.TestCase):
    def assert_as_vtk_reads(self, path):
        mine, wanted = ricochet.frames.read_vtu(path), vtk_grid.read(path)
        for name, values in wanted.items():
            np.testing.assert_array_equal(np.asarray(mine[name]).reshape(values.shape), values, name)

    def test_known_grid(self):
        """Every kind of cell and number, of no points, too; in blocks of zlib."""
        for points, options in ((0, {}), (50, {}), (50, {"level": 5})):
            where = runs.new_directory()
            done = vtk_grid.write(1, where, points=points, **options)
            self.assertEqual(done.returncode, 0, done.stderr)
            for _, name in vtk_grid.series(next(where.glob("*.pvd"))):
                self.assert_as_vtk_reads(where / name)

    def test_of_a_run(self):
        run = runs.run("rocking-block", "-stepper_end 0.02 -output_vtk_every 1 -output_vtk_single true")
        frames = run.frames()
        self.assertEqual([frame.t for frame in frames], sorted(frame.t for frame in frames))
        for frame in frames[:3]:
            self.assert_as_vtk_reads(frame.path)
            self.assertEqual(frame.grid().GetNumberOfPoints(), len(frame.points))
        self.assertEqual(len(frames[0].cells("bodies")), 1)
        with self.assertRaisesRegex(ricochet.OutputError, "no array 'colour'.*velocity"):
            frames[0]["colour"]
        with self.assertRaisesRegex(ricochet.OutputError, "no kind of cells 'body'"):
            frames[0].cells("body")

    def test_by_choice(self):
        """Names of cells, NaN where a field says nothing, and points that the displacement moves to where they are."""
        options = "-stepper_end 0.02 -output_vtk_every 20"
        frame = runs.run("bar-pendulum", f"{options} -output_vtk_points reference -output_vtk_names true -output_vtk_blank nan").frames()[-1]
        current = runs.run("bar-pendulum", options).frames()[-1]
        np.testing.assert_allclose(frame.points + frame["displacement"], current.points, atol=1e-12)
        (wall,) = frame.cells("contacts")
        self.assertEqual(frame["names"][frame["name"][wall]], "wall")
        self.assertEqual([bool(np.isnan(frame["axial_force"][frame.cells(kind)]).any()) for kind in ("elements", "bodies")],
                         [False, True])

    def test_cut_short(self):
        frame = runs.run("rocking-block", "-stepper_end 0.02 -output_vtk_every 1").frames()[0]
        path = runs.new_directory() / "cut.vtu"
        path.write_bytes(frame.path.read_bytes()[:-200])
        with self.assertRaisesRegex(ricochet.OutputError, "cut.vtu: cut short"):
            ricochet.frames.read_vtu(path)
        path.write_text("<VTKFile/>")
        with self.assertRaisesRegex(ricochet.OutputError, "not written by Ricochet"):
            ricochet.frames.read_vtu(path)


class Installed(unittest.TestCase):
    @unittest.skipIf(runs.BRIEF, "takes as long as all others: in the full form")
    def test_by_pip(self):
        """From a copy of python/, without a network; found from any directory."""
        work = runs.new_directory()
        subprocess.run(["cp", "-r", runs.SOURCE / "python", work / "python"], check=True)
        pip = ["/usr/bin/python3", "-m", "pip"]
        if subprocess.run([*pip, "--version"], capture_output=True, check=False).returncode:
            self.skipTest("Debian's python3-pip is not installed: `pip install python/` is not tried")
        words = ["install", "--quiet", "--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check",
                 "--root-user-action=ignore", "--target", work / "lib", work / "python"]
        done = subprocess.run([*pip, *map(str, words)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = subprocess.run(["/usr/bin/python3", "-c", "import ricochet; print(ricochet.__file__)"], text=True, cwd=work,
                              env={**os.environ, "PYTHONPATH": str(work / "lib")}, capture_output=True, check=True)
        self.assertEqual(told.stdout.strip(), str(work / "lib" / "ricochet" / "__init__.py"))

    def test_check_without_numpy(self):
        code = f"import sys; sys.path[:0] = [{str(runs.SOURCE / 'python')!r}]; import ricochet; ricochet.check({str(BAR)!r})"
        subprocess.run(["/usr/bin/python3", "-I", "-S", "-c", code], check=True)


class Page(unittest.TestCase):
    def test_example(self):
        """The blocks of docs/python.md one after the other, each result that they tell behind `#: ` compared."""
        text = PAGE.read_text()
        blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 4)
        self.addCleanup(os.chdir, os.getcwd())
        where = runs.new_directory()
        (where / "inputs").symlink_to(runs.SOURCE / "inputs")
        os.chdir(where)
        names = {}
        for block in blocks:
            with self.subTest(block):
                self.execute(block, names)

    def execute(self, block, names):
        """Line by line where a line tells its result behind `#: `."""
        exec(compile(block, str(PAGE), "exec"), names)  # pylint: disable=exec-used
        for line in block.splitlines():
            code, mark, wanted = line.partition("  #: ")
            if mark:
                self.assertEqual(str(eval(code, names)), wanted)  # pylint: disable=eval-used


if __name__ == "__main__":
    unittest.main()
