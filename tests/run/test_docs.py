# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""Every command that the documents print in a block of shell lines is run, with a short end, and
so are the options of solvers that they advise. Pictures, which take seconds, are made once for each
set of options; the runs that are to be drawn are made for each. What builds, installs or runs the tests is looked at only: its presets,
labels and commands exist. C that they print stands in the examples."""

import contextlib
import importlib
import io
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import unittest
from unittest import mock

import runs
import compare_steppers
import paper_figures
import synthetic

DOCUMENTS = [runs.SOURCE / "README.md", *sorted((runs.SOURCE / "docs").rglob("*.md"))]
STEPS = 12  # of each run
BUILD = os.environ["RICOCHET_BUILD"]


def fenced(language):
    """(document, line) of all blocks of a language, without comments."""
    for path in DOCUMENTS:
        if path.name == "tutorial.md":  # test_tutorial.py runs all of it, in its order
            continue
        for block in re.findall(rf"^```{language}\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL):
            for line in block.splitlines():
                for command in re.sub(r"\s#.*", "", line).split("&&"):
                    if command.strip():
                        yield path.relative_to(runs.SOURCE), command.strip()


def step_of(words):
    """The step, s, of the run or runs that a command makes."""
    if "-stepper_step" in words:
        return float(words[words.index("-stepper_step") + 1])
    given = re.search(r"stepper\.step=(\S+)", " ".join(words))
    text = next(pathlib.Path(word) for word in words if word.endswith(".yaml")).read_text()
    return float(given[1] if given else re.search(r"\bstep: *([0-9.e+-]+)", text)[1])


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """A directory with what the commands name: the sources' folders, my.yaml of the README, a contact problem."""
        cls.directory = runs.new_directory()
        subprocess.run([pathlib.Path(os.environ["RICOCHET_TEST_BIN"]) / "run_fclib_writer", cls.directory], check=True)
        (cls.directory / "local.hdf5").rename(cls.directory / "problem.hdf5")
        for name in ("examples", "inputs", "meshes", "postproc"):
            (cls.directory / name).symlink_to(runs.SOURCE / name)
        own = re.search(r"```yaml\n(title: My bar\n.*?)```", DOCUMENTS[0].read_text(), re.DOTALL)[1]
        (cls.directory / "my.yaml").write_text(own)
        cls.scenes = []  # arguments of postproc/render.py
        cls.drawn = set()  # programs with names of options that pictures were made with
        cls.enterClassContext(mock.patch.dict(os.environ, RICOCHET=runs.FORKED))  # of scripts that make runs
        cls.addClassCleanup(os.chdir, os.getcwd())
        os.chdir(cls.directory)

    def call(self, words):
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout[-500:]}{done.stderr[-2000:]}")
        return done.stdout

    def results(self, name):
        """Those of a run that a command looks at; made here unless a command before has."""
        directory = self.directory / "results" / name
        if not (directory / "summary.json").exists():
            path = self.directory / "inputs" / f"{name}.yaml"
            words = ["run", str(path if path.exists() else "my.yaml"), "-o", str(directory), "-output_vtk_every", "4"]
            if name == "impacting-bar":  # which must have hit the wall for compare_bar.py
                self.call([runs.FORKED, *words, "-quiet", "-output_vtk_every", "0"])
            else:
                self.run_ricochet(words)

    def run_ricochet(self, words, launcher=()):
        if ">" in words:  # into a file
            words, target = words[:words.index(">")], words[-1]
            pathlib.Path(target).write_text(self.call([runs.FORKED, *words]))
            return
        if words[0] == "study":  # its steps are short enough for the end of a few of the input's
            name = next(word for word in words if word.endswith(".yaml"))
            words = [*words, "-stepper_end", repr(STEPS * step_of([name])), "-output_from", "0", "-quiet"]
            if runs.BRIEF:  # ranges of many values
                words = [re.sub(r"(?<=\d:)\d\d\b", "2", word) for word in words]
        if words[0] == "run":
            words = [*words, "-stepper_end", repr(STEPS * step_of(words)), "-quiet"]
        self.call([*launcher, runs.FORKED, *words])

    def compare(self, words):
        """Schemes side by side, to a short end; in this process, which has matplotlib already."""
        end = STEPS * step_of(words)
        words = [*words, "--dpi", "20", "--option", f"stepper.end={end!r}"]
        if "--zoom" in words:
            at = words.index("--zoom")
            words[at + 1:at + 3] = ["0", repr(end)]
        if not self.is_new(words):
            arguments = compare_steppers.parse_arguments(words[1:])
            if runs.BRIEF:
                arguments.steppers = arguments.steppers[-1:]
            curves = compare_steppers.collect(arguments, str(runs.new_directory()))
            self.assertTrue(compare_steppers.pick(curves, arguments.contact))
            return
        with contextlib.redirect_stdout(io.StringIO()) as told:
            self.assertEqual(compare_steppers.main(words[1:]), 0)
        self.assertTrue(pathlib.Path(told.getvalue().strip()).exists())

    def is_new(self, words):
        """Has nothing been drawn yet by this program with options of these names?"""
        form = tuple(word for word in words if word.endswith(".py") or word.startswith("-"))
        known = form in self.drawn
        self.drawn.add(form)
        return not known

    def run_python(self, words):
        for word in words:  # what a study left is there, from the command before
            found = re.match(r"results/([\w-]+)", word)
            if found and not pathlib.Path(word, "study.json").exists():
                self.results(found[1])
        if words[0].endswith("compare_steppers.py"):
            self.compare(words)
            return
        if words[0].endswith("paper_figures.py"):
            if runs.BRIEF and not self.is_new(words):  # test_postproc.py draws some of the others
                self.assertFalse(set(words[1:words.index("-o")]) - set(paper_figures.FIGURES))
                return
            words = [*words, "--steps", str(STEPS), "--dpi", "20"]
        with contextlib.redirect_stdout(io.StringIO()):  # in this process, which has matplotlib already
            self.assertEqual(importlib.import_module(pathlib.Path(words[0]).stem).main(words[1:]) or 0, 0)

    def run_render(self, words):
        if words[0].endswith("paraview_state.py"):  # test_paraview.py runs it
            text = (runs.SOURCE / words[0]).read_text()
            self.assertFalse([word for word in words if word.startswith("--") and f'"{word}"' not in text])
            return
        name = re.match(r"results/([\w-]+)/([\w-]+)\.pvd", words[1])
        self.assertIsNotNone(name)
        self.results(name[1])
        if not self.is_new(words):
            return
        if "--times" in words:  # of the whole run; this one is short, and the nearest is drawn
            at = words.index("--times")
            count = len(list(itertools.takewhile(re.compile(r"[0-9.]+$").match, words[at + 1:])))
            words = [*words[:at + 1], *(["0", "1e9"] if count > 1 else ["last"]), *words[at + 1 + max(count, 1):]]
        self.scenes.append([*words[1:], "--size", "240", "140"])

    def draw_scenes(self):
        """All pictures of ParaView in one process: to start it takes longer than they do."""
        scenes = self.scenes[::3] if runs.BRIEF else self.scenes  # test_render.py draws others
        told = synthetic.render_each(scenes, self.directory)
        self.assertGreaterEqual(len(told), len(scenes))
        for path in told:
            self.assertTrue(pathlib.Path(path).exists(), path)

    def look_at_build(self, words):
        presets = json.loads((runs.SOURCE / "CMakePresets.json").read_text())
        names = {preset["name"] for preset in presets["configurePresets"]}
        if "--preset" in words:
            self.assertIn(words[words.index("--preset") + 1], names)
        if words[0] == "ctest" and ("-L" in words or "-LE" in words):
            chosen = words[words.index("-L" if "-L" in words else "-LE"):]
            told = subprocess.run(["ctest", "-N", *chosen], cwd=BUILD, capture_output=True, text=True, check=True)
            self.assertNotIn("Total Tests: 0", told.stdout)
        if words[0] == "pip":  # test_python.py installs it
            self.assertTrue((runs.SOURCE / words[-1] / "pyproject.toml").exists())
        if words[0] == "./bootstrap":
            told = subprocess.run([runs.SOURCE / "bootstrap", "--help"], capture_output=True, text=True, check=True)
            self.assertRegex(told.stdout, rf"(?m)^  {words[-1]} ")

    def run_command(self, command):
        words = shlex.split(command)
        if words[0] == "ricochet":
            self.run_ricochet(words[1:])
        elif words[:2] == ["mpiexec", "-n"] and words[3] == "ricochet":
            self.run_ricochet(words[4:], [*runs.MPIEXEC, "-n", words[2]])
        elif words[0].endswith("python3"):
            self.run_python(words[1:])
        elif words[0] == "xvfb-run":
            self.run_render(words[words.index("pvbatch") + 1:])
        elif words[0] in ("ctest", "cmake", "./bootstrap", "pip"):
            self.look_at_build(words)
        else:
            self.fail("no way to run it here")

    def test_every_command(self):
        commands = list(dict.fromkeys(fenced("sh")))
        self.assertGreater(len(commands), 40)
        for document, command in commands:
            with self.subTest(document=str(document), command=command):
                self.run_command(command)
        self.assertGreater(len(self.scenes), 5)
        self.draw_scenes()


class Code(unittest.TestCase):
    def test_is_that_of_the_examples(self):
        """C that the documents print stands in a file of examples/, which other tests build and run, or in a stepper."""
        examples = [path.read_text() for path in (*(runs.SOURCE / "examples").rglob("*.c"),
                                                  *(runs.SOURCE / "src" / "stepper").glob("*.c"))]
        blocks = [(path, block) for path in DOCUMENTS
                  for block in re.findall(r"^```c\n(?!// \S+\.geo\n)(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)]
        self.assertTrue(blocks)
        for path, block in blocks:
            with self.subTest(path.name, begins=block.splitlines()[0]):
                self.assertTrue(any(block in text for text in examples))


def slug(heading):
    """The anchor of a heading, as forges and the site's generator make it."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")


class Links(unittest.TestCase):
    """Without the generator of the site, which tests/study builds."""

    @staticmethod
    def plain(path):
        """The text of a page without code."""
        return re.sub(r"^```.*?^```|`[^`\n]*`", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)

    def anchors(self, path):
        text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
        return {slug(heading) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}

    def test_lead_to_files_and_headings_that_are(self):
        count = 0
        for path in DOCUMENTS:
            for target in re.findall(r"\]\(([^)\s]+)\)", self.plain(path)):
                if re.match(r"[a-z]+:", target):
                    continue
                count += 1
                name, _, anchor = target.partition("#")
                page = (path.parent / name).resolve() if name else path
                with self.subTest(page=str(path.relative_to(runs.SOURCE)), target=target):
                    self.assertTrue(page.exists())
                    self.assertTrue(not anchor or anchor in self.anchors(page))
        self.assertGreater(count, 60)

    def test_each_page_is_once_in_the_index(self):
        docs = runs.SOURCE / "docs"
        trees = re.findall(r"^```{toctree}\n(.*?)^```", (docs / "index.md").read_text(), re.MULTILINE | re.DOTALL)
        listed = [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]
        pages = {str(path.relative_to(docs).with_suffix("")) for path in docs.rglob("*.md")} - {"index"}
        self.assertEqual(sorted(listed), sorted(pages))


class Input(unittest.TestCase):
    """docs/input.md, the guide to docs/reference.md."""

    def setUp(self):
        self.page = (runs.SOURCE / "docs" / "input.md").read_text()

    def test_examples_are_inputs(self):
        """A block with a title is an input; those behind the first are of the first."""
        blocks = re.findall(r"^```yaml\n(.*?)^```", self.page, re.MULTILINE | re.DOTALL)
        whole = [block for block in blocks[1:] if block.startswith("title:")]
        for text in ["".join(block for block in blocks if block not in whole), *whole]:
            with self.subTest(text.splitlines()[0]):
                directory = runs.new_directory()
                (directory / "page.yaml").write_text(text)
                words = ["run", directory / "page.yaml", "-o", directory / "results", "-quiet", "-stepper_end", str(STEPS * 1e-3)]
                done = subprocess.run([runs.FORKED, *words], capture_output=True, text=True, check=False, timeout=runs.TIMEOUT)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_leads_to_each_section_of_the_reference(self):
        reference = (runs.SOURCE / "docs" / "reference.md").read_text()
        sections = re.findall(r"^## (\w+)$", reference, re.MULTILINE)
        self.assertGreater(len(sections), 12)
        for section in sections:
            with self.subTest(section):
                self.assertIn(f"(reference.md#{section})", self.page)


class Theory(unittest.TestCase):
    def test_each_stepper_has_its_box_with_a_source(self):
        told = subprocess.run([runs.FORKED, "list", "steppers"], capture_output=True, text=True, check=True).stdout
        names = re.findall(r"^  (\S+)", told, re.MULTILINE)
        boxes = dict(re.findall(r"^### (\S+)\n(.*?)(?=^##|\Z)", (runs.SOURCE / "docs" / "theory.md").read_text(),
                                re.MULTILINE | re.DOTALL))
        self.assertEqual(sorted(boxes), sorted(names))
        for name, box in boxes.items():
            with self.subTest(name):
                self.assertRegex(box, r"\(\d+\)|§\d")  # an equation or a section of a paper, or its year


class Messages(unittest.TestCase):
    def test_are_those_of_the_sources(self):
        """Each message of docs/errors.md is a text of the program, … for what it fills in."""
        texts = []
        for path in sorted((runs.SOURCE / "src").rglob("*.c")):
            for found in re.findall(r'"(?:[^"\\\n]|\\.)*"(?:\s*(?:PetscInt_FMT\s*)?"(?:[^"\\\n]|\\.)*")*', path.read_text()):
                texts.append("".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', found)))
        rows = re.findall(r"^\| `([^`]+)` \| \S", (runs.SOURCE / "docs" / "errors.md").read_text(), re.MULTILINE)
        self.assertGreater(len(rows), 25)
        for message in rows:
            with self.subTest(message):
                # What is filled in may be a text of its own: each part between is in one.
                parts = [part.strip(" ',)(") for part in message.split("…")]
                for part in parts:
                    self.assertTrue(any(part in text for text in texts), part)


class Advice(runs.RunTest):
    """`-position_…`, `-velocity_…` with values, in running text: the same motion as without."""

    def test_options_of_solvers(self):
        text = "".join(path.read_text() for path in DOCUMENTS)
        advised = re.findall(r"`(-(?:position|velocity)_[^`…]*\s[^`…]+)`", text)
        self.assertTrue(any("gamg" in options for options in advised))
        for name in ("impacting-bar", "truss-drop"):
            short = f"-stepper_end {0.7 if name == 'impacting-bar' else 0.01}"
            plain = runs.run(name, short)
            for options in advised:
                with self.subTest(input=name, options=options):
                    stepper = "-stepper_type moreau-jean" if "-velocity_" in options else ""
                    other = runs.run(name, short, options, stepper)
                    self.assert_same_history(other, runs.run(name, short, stepper) if stepper else plain, 1e-6)


if __name__ == "__main__":
    unittest.main()
