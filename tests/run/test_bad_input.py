# SPDX-License-Identifier: BSD-2-Clause
"""Wrong inputs: each ends with exit code 2 and one line on standard error that says where and what,
on every number of ranks, and leaves the output of an earlier run as it was.

What is wrong in the file itself stands in wrong_inputs.py and wrong_contacts.py; here are options, commands, meshes and outputs.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from wrong_contacts import CHANNELS, FRICTION, OVERLAPS, PUCK
from wrong_inputs import (ARM, BAR, COLUMNS, FRAME, JOINTS, KEYS, NAMES, PAIR, PLUGINS, SENSE, SLOT, SPACE, SYSTEMS, VALUES, YAML,
                          Wrong, edit, option)

FORKED = os.environ.get("RICOCHET_FORKED", os.environ["RICOCHET"])
MPIEXEC = os.environ["RICOCHET_MPIEXEC"].split(";")
DATA = pathlib.Path(os.environ["RICOCHET_SOURCE"], "tests", "data")
TIMEOUT = 120  # s; a rank left waiting runs into it
AT_ONCE = 3  # runs: they wait more than they work
BRIEF = os.environ.get("RICOCHET_TEST_BRIEF") == "1"  # fewer runs of what one `check` sees, fewer on several ranks

OPTIONS = [
    option("value", r"option -elements_0_area: must be > 0 \(is -1\)", "-elements_0_area -1", ranks=2),
    option("step", r"option -stepper_step: must be > 0 \(is 0\)", "-stepper_step 0"),
    option("end", r"option -stepper_end: must be at least one step of 0\.01", "-stepper_end 1e-3"),
    option("type", r"option -stepper_type: unknown name 'morau'.* \(allowed: ggl-alpha",
           "-stepper_type morau"),
    option("stepper's option", r"option -stepper_rho_inf: must be in \[0, 1\] \(is 1\.5\)",
           "-stepper_rho_inf 1.5", ranks=3),
    option("option of another stepper", r"option -stepper_theta: no such key in the input, or not of this type$",
           "-stepper_theta 0.5"),
    option("option of another stepper than that of an option",
           r"option -stepper_rho_inf: no such key in the input, or not of this type$",
           "-stepper_type moreau-jean -stepper_rho_inf 0.5"),
    option("restitution by number", r"option -contacts_0_restitution: must be in 0 \.\.\. 1",
           "-contacts_0_restitution 2"),
    option("restitution by name", r"option -contacts_wall_restitution: must be in 0 \.\.\. 1",
           "-contacts_wall_restitution 2", ranks=2),
    option("restitution of all", r"option -contacts_restitution: must be in 0 \.\.\. 1",
           "-contacts_restitution 2"),
    option("by name before by number", r"option -contacts_wall_restitution: must be in",
           "-contacts_0_restitution 1 -contacts_wall_restitution 2"),
    option("by name before all", r"option -contacts_wall_restitution: must be in",
           "-contacts_restitution 1 -contacts_wall_restitution 2"),
    option("vector", r"option -gravity: expects a list of 1 numbers \(has 3\)", "-gravity 0,0,-9.81"),
    option("mistyped", r"option -stepper_stp: no such key .*, did you mean -stepper_step\?$",
           "-stepper_stp 1e-3", ranks=2),
    option("mistyped, letters swapped", r"-stepper_stpe: no such key .*, did you mean -stepper_step\?$",
           "-stepper_stpe 1e-3"),
    option("mistyped section", r"-steper_step: no such key .*, did you mean -stepper_step\?$",
           "-steper_step 1e-3", ranks=2),
    option("mistyped top", r"-gravty: no such key .*, did you mean -gravity\?$", "-gravty 1", ranks=2),
    option("mistyped key of an item by number", r"did you mean -contacts_0_restitution\?$",
           "-contacts_0_restituton 1"),
    option("mistyped key of an item by name", r"did you mean -contacts_wall_restitution\?$",
           "-contacts_wall_restituton 1", ranks=2),
    option("mistyped key of all items", r"did you mean -contacts_restitution\?$", "-contacts_restituton 1", ranks=2),
    option("mistyped name of an item", r"did you mean -contacts_wall_restitution\?$",
           "-contacts_wal_restitution 1"),
    option("number of no item", r"did you mean -contacts_0_restitution\?$", "-contacts_3_restitution 1"),
    option("mistyped name of a mapping", r"did you mean -materials_rubber_E\?$", "-materials_ruber_E 1"),
    edit("mistyped key of a section that is not there", r"option -output_vtk_evry: .* mean -output_vtk_every\?$",
         "output:\n  vtk_every: 5\n  probes: {tip: start}\n", "", options="-output_vtk_evry 0", ranks=2),
    edit("value for a section that is not there", r"option -damping_mass: must be >= 0 \(is -1\)",
         "damping: {mass: 0.1}\n", "", options="-damping_mass -1"),
    option("last word of a path", r"option -history_every: known neither here nor to PETSc, did you mean "
           r"-output_history_every\? ", "-history_every 5", ranks=2),
    option("last word of a path, too", r"-step: known neither .* mean -stepper_step\?", "-step 1e-3"),
    option("equal sign", r"option --stepper_step=1e-3: its value stands apart, as in -stepper_step 1e-3$",
           "--stepper_step=1e-3", ranks=2),
    option("two dashes", r"option --stepper_step: no such key .* mean -stepper_step\?$", "--stepper_step 1e-3"),
    option("option of another program", r"option --verbose: known neither here nor to PETSc \(ricochet --help",
           "--verbose", command="check case.yaml", ranks=2),
    option("mistyped option of the program", r"option -quite: known neither .* mean -quiet\?", "-quite"),
    option("solver that nobody has", r"option -ksp_type: known neither", "-ksp_type cg"),
    option("mistyped class of a solver", r"option -position_kps_type: known neither", "-position_kps_type cg"),
    option("word behind a value", r"'more': no option stands before it", "-quiet true more"),
    option("mistyped number", r"option -stepper_step: expects a number \(is '1e-3s'\)",
           "-stepper_step 1e-3s"),
    option("without a value", r"option -stepper_step: expects a number", "-stepper_step"),
    option("section of its own", "option -mesh_cells: no such key", "-mesh_cells 5"),
    option("refinement", r"option -mesh_refine: must be in 0 \.\.\. 20 \(is -1\)", "-mesh_refine -1"),
    option("stage", r"option -\w*stage_type: unknown type 'none' \(allowed: auto",
           "-stage_type none", ranks=2),
    option("solver of PETSc", "an option of PETSc: .*KSP type nothing", "-position_ksp_type nothing",
           ranks=2, memory=False),
    option("number of PETSc", "an option of PETSc: .*many",
           "-step_snes_max_it many -elements_0_type bar-nonlinear", memory=False),
    option("file of options that is not there", "an option of PETSc: Unable to open options file nofile",
           "-options_file nofile", ranks=2, memory=False),
    option("file of options that holds none", "an option of PETSc: Unsupported YAML node",
           "-options_file case.yaml", memory=False),
    option("file for PETSc's log", "an option of PETSc: Cannot open PetscViewer file: /nowhere/log",
           "-log_view :/nowhere/log -elements_0_area 1", command="check case.yaml -quiet", ranks=2, memory=False),
    option("switch", "an option of PETSc: .*perhaps", "-quiet perhaps"),
]

COMMANDS = [
    option("unknown command", r"unknown command 'runn' \(allowed: run, study, check, solve, list", "",
           command="runn case.yaml", ranks=2),
    option("no input", r"run: names no input file", "", command="run"),
    option("input after options", r"check: names no input file", "", command="check -quiet case.yaml"),
    option("two inputs", r"run: one input file at a time", "", command="run case.yaml case.yaml"),
    option("missing input", r"missing\.yaml: cannot be read \(No such file or directory\)", "",
           command="run missing.yaml", ranks=3),
    option("directory as input", r"\.: cannot be read \(Is a directory\)", "", command="run .", ranks=2),
    option("option of a list", r"option -stepper_step: known neither", "-stepper_step 1", command="list"),
    option("list of what", r"list: unknown kind or type 'bars' \(allowed: steppers", "", command="list bars"),
    edit("check finds it, too", r"elements\[0\]\.area: must be > 0", "area: 1", "area: @-1",
         command="check case.yaml"),
]

MSH = (DATA / "frame-41.msh").read_bytes()
BINARY_MSH = (DATA / "frame-41-binary.msh").read_bytes()


def mesh(name, says, data, ranks=2):
    return Wrong(name, r"mesh\.file: \S*frame\.msh: (" + says + ")", (("file: frame.msh", "file: @frame.msh"),),
                 base=FRAME, ranks=ranks, files={} if data is None else {"frame.msh": data})


MESHES = [
    mesh("missing mesh", "no such file", None, ranks=3),
    mesh("empty mesh", "the file is empty", b"", ranks=3),
    mesh("garbage mesh", r"no \$MeshFormat|not ", bytes((7 * i * i + 13 * i) % 256 for i in range(5000)),
         ranks=3),
    mesh("zeros for a mesh", r"no \$MeshFormat|not ", bytes(4096)),
    mesh("truncated mesh", "the file ends|.* expected in place", MSH[: len(MSH) // 2], ranks=3),
    mesh("mesh cut off at its end", "the file ends before", MSH[: MSH.rindex(b"$EndElements")]),
    mesh("truncated binary mesh", "the file ends in the middle", BINARY_MSH[: 2 * len(BINARY_MSH) // 3],
         ranks=3),
    mesh("mesh of triangles", "it holds triangles and no lines, only straight two-node lines are read",
         re.sub(rb"\$Elements.*", b"$Elements\n1 1 1 1\n2 1 2 1\n1 1 2 3\n$EndElements\n",
                (DATA / "plate-41.msh").read_bytes(), flags=re.DOTALL)),
    mesh("YAML for a mesh", r"no \$MeshFormat|not ", BAR.encode()),
    edit("directory as mesh", r"mesh\.file: \S*out: not a file", "file: frame.msh", "file: @out", base=FRAME,
         ranks=2),
    edit("unknown group of a mesh", r"region: unknown region 'al', did you mean 'all'\?", "region: all",
         "region: @al", base=FRAME, ranks=2, files={"frame.msh": MSH}),
    edit("two meshes of one name", r"mesh\.line\.name: the name 'all' is taken", "file: frame.msh",
         "file: frame.msh\n  line: {name: @all, from: [0, 0, 0], to: [0, 0, 1], cells: 1}",
         base=FRAME, files={"frame.msh": MSH}),
]

OUTPUTS = [
    option("directory under a file", r"file/sub: cannot be made a directory \(Not a directory\)", "",
           output="file/sub", files={"file": b"precious\n"}, ranks=3),
    option("file for a directory", r"file: cannot be made a directory \(Not a directory\)", "",
           output="file", files={"file": b"precious\n"}, ranks=2),
    option("directory without a name", "the output directory has no name", "", output="", ranks=2),
    option("system directory", r"/proc/x: cannot be made a directory", "", output="/proc/x", ranks=2),
    option("path too long", "a path of more than", "", output="long/" * 300),
    edit("directory of the input", r"file/: cannot be made a directory", "vtk_every: 5",
         "vtk_every: 5\n  directory: file/", output=None, files={"file": b"x"}, ranks=2),
    option("name that no series can have", "'a&b': not a name for output files", "",
           command="run a&b.yaml", files={"a&b.yaml": BAR.encode()}, ranks=2),
]

TABLES = {
    "keys": KEYS, "values": VALUES, "names": NAMES, "channels": CHANNELS + OVERLAPS, "space": SPACE, "friction": FRICTION, "sense": SENSE,
    "yaml": YAML, "options": OPTIONS, "commands": COMMANDS, "meshes": MESHES, "outputs": OUTPUTS, "joints": JOINTS, "plugins": PLUGINS,
    "systems": SYSTEMS, "columns": COLUMNS,
}

EARLIER = {
    "history.csv": b"step,t\n0,0\n1,0.25\n",
    "summary.json": b'{"title": "earlier"}\n',
    "case.pvd": b"<VTKFile/>\n",
    "case_000000.vtu": bytes(range(256)),
    "checkpoint.h5": b"\x89HDF\r\n",
}


def place_and_text(wrong):
    """The edited text of the input and the place marked in it, "" without a mark."""
    text = wrong.base
    for old, new in wrong.edits:
        if text.count(old) != 1:
            raise ValueError(f"{wrong.name}: {text.count(old)} times {old!r}")
        text = text.replace(old, new)
    if "@" not in text:
        return "", text
    before = text[: text.index("@")]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return f"case.yaml:{line}:{column}: ", text.replace("@", "", 1)


def is_plain(wrong):
    """Is it the input alone that is wrong? Such ones are told by one `check` of all of them."""
    usual = Wrong("", "")
    return (not wrong.options and wrong.memory
            and (wrong.command, wrong.output) == (usual.command, usual.output))


def contents(directory):
    return {path.relative_to(directory): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


class BadInput(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def directory(self, wrong):
        """A directory with the input, the files beside it and the output of an earlier run."""
        directory = pathlib.Path(tempfile.mkdtemp(dir=self.scratch), "work")
        directory.mkdir()
        place, text = place_and_text(wrong)
        (directory / "case.yaml").write_bytes(text.encode() if wrong.content is None else wrong.content)
        (directory / "out").mkdir()
        for name, data in {**{f"out/{k}": v for k, v in EARLIER.items()}, **wrong.files}.items():
            (directory / name).write_bytes(data)
        return directory, place

    def start(self, wrong, directory, ranks):
        """Exit code, standard output, and what the ranks wrote on standard error: each has a file of
        its own there, so that the launcher's words stay apart. Memory not given back is listed, too."""
        words = [FORKED, *wrong.command.split(), *wrong.options.split()]
        words += ["-malloc_dump"] * wrong.memory
        if wrong.output is not None and wrong.command.split()[0] == "run":
            words += ["-o", wrong.output]
        apart = ["sh", "-c", 'exec "$@" 2>"$0.$$"', str(directory.with_name("stderr"))]
        launcher = [*MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
        environment = dict(os.environ)
        if not wrong.memory:
            environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        process = subprocess.run([*launcher, *apart, *words], cwd=directory, env=environment,
                                 timeout=TIMEOUT, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, check=False)
        told = "".join(path.read_text() for path in directory.parent.glob("stderr.*"))
        return process.returncode, process.stdout, told

    def refused(self, wrong, ranks):
        directory, place = self.directory(wrong)
        before = contents(directory)
        code, out, told = self.start(wrong, directory, ranks)
        self.assertRegex(told, rf"\Aricochet: {re.escape(place)}.*({wrong.says})[^\n]*\n\Z")
        if place:
            self.assertNotRegex(told.replace(place, "", 1), r"case\.yaml", "the place is told once")
        self.assertLess(len(told), 1000)
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(contents(directory), before)

    def table(self, name):
        """Runs: of every sixth of those that test_check_of_all sees (brief: the first), of each other one."""
        plain = [wrong for wrong in TABLES[name] if is_plain(wrong)]
        others = [wrong for wrong in TABLES[name] if not is_plain(wrong)]
        several = [wrong for wrong in others if wrong.ranks > 1][:: 6 if BRIEF else 2]
        cases = [(wrong, wrong.ranks) for wrong in (plain[:1] if BRIEF else plain[::6]) + several]
        cases += [(wrong, 1) for wrong in others if wrong not in several]
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            verdicts = [pool.submit(self.refused, *case) for case in cases]
            for (wrong, ranks), verdict in zip(cases, verdicts):
                with self.subTest(name=wrong.name, ranks=ranks):
                    verdict.result()

    def test_check_of_all(self):
        """Inputs of one `check`: each wrong one is told in turn, the good one between them as well."""
        good = Wrong("good", "", base=BAR)
        rows = [wrong for table in TABLES.values() for wrong in table if is_plain(wrong)]
        rows.insert(len(rows) // 2, good)
        for ranks in (1, 3) if BRIEF else (1, 2, 3):
            found = [self.directory(wrong) for wrong in rows]
            before = [contents(directory) for directory, _ in found]
            place = self.scratch / f"all-{ranks}" / "work"
            place.mkdir(parents=True)
            names = [os.path.relpath(directory / "case.yaml", place) for directory, _ in found]
            every = Wrong("all", "", command=" ".join(["check", *names]))
            code, out, told = self.start(every, place, ranks)
            lines = told.splitlines()
            self.assertEqual((code, len(lines)), (2, len(rows) - 1), told)
            self.assertEqual(out.splitlines()[0], f"{names[rows.index(good)]}: is good")
            for wrong, name, (directory, place), files in zip(rows, names, found, before):
                with self.subTest(name=wrong.name, ranks=ranks):
                    self.assertEqual(contents(directory), files)
                    if wrong is not good:
                        place = place.replace("case.yaml", name)
                        self.assertRegex(lines.pop(0), rf"\Aricochet: {re.escape(place)}.*({wrong.says})")

    def test_keys(self):
        self.table("keys")

    def test_values(self):
        self.table("values")

    def test_names(self):
        self.table("names")

    def test_channels(self):
        self.table("channels")

    def test_friction(self):
        self.table("friction")

    def test_sense(self):
        self.table("sense")

    def test_yaml(self):
        self.table("yaml")

    def test_options(self):
        self.table("options")

    def test_commands(self):
        self.table("commands")

    def test_meshes(self):
        self.table("meshes")

    def test_joints(self):
        self.table("joints")

    def test_plugins(self):
        self.table("plugins")

    def test_columns(self):
        self.table("columns")

    def test_systems(self):
        self.table("systems")

    def test_outputs(self):
        self.table("outputs")

    def test_the_inputs_are_right_without_the_edits(self):
        for name, base in (("bar", BAR), ("pair", PAIR), ("frame", FRAME), ("arm", ARM), ("slot", SLOT), ("puck", PUCK)):
            for ranks in (1,) if BRIEF else (1, 2):
                with self.subTest(name=name, ranks=ranks):
                    right = Wrong(name, "", base=base, options="-quiet", files={"frame.msh": MSH})
                    directory, _ = self.directory(right)
                    self.assertEqual(self.start(right, directory, ranks), (0, "", ""))

    def test_a_mesh_with_triangles_is_good_with_a_note(self):
        right = Wrong("plate", "", base=FRAME, command="check case.yaml", options="-quiet", ranks=2,
                      files={"frame.msh": (DATA / "plate-41.msh").read_bytes()})
        directory, _ = self.directory(right)
        note = "ricochet: note: frame.msh: 14 triangles are left out, its lines are the mesh\n"
        self.assertEqual(self.start(right, directory, 2), (0, "", note))

    def test_the_table_is_as_large_as_it_should_be(self):
        rows = [wrong for table in TABLES.values() for wrong in table]
        self.assertGreaterEqual(len(rows), 45)
        self.assertGreaterEqual(3 * sum(wrong.ranks > 1 for wrong in rows), len(rows))


if __name__ == "__main__":
    unittest.main()
