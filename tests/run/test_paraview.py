# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""docs/paraview.md: each of its steps in one pvbatch, then the state that does them all, opened again."""

import pathlib
import re
import shutil
import subprocess
import unittest

import matplotlib.image
import numpy as np
import runs
import own_input
import synthetic

PAGE = runs.SOURCE / "docs" / "paraview.md"
# A small one: it falls onto the floor.
TRUSS = """\
dimension: 3
mesh: {lattice: {name: truss, cells: [3, 2, 1], origin: [0, 0, 0.01], size: [3, 2, 1]}}
materials: {steel: {E: 2e11, density: 7800}}
elements: [{type: bar, region: truss, material: steel, area: 1e-3}]
initial: [{region: truss, velocity: ["-0.5 * x", 0, "-2 - 0.5 * x"]}]
contacts: [{name: floor, type: node-plane, region: zmin, point: [0, 0, 0], normal: [0, 0, 1]}]
stepper: {type: ggl-alpha, step: 2.5e-4, end: 0.01}
"""
MISSING = [name for name in ("pvbatch", "xvfb-run") if not shutil.which(name)]
# What must hold after the steps; files and numbers by what the run is.
CHECKS = """
def fetched(source, t):
    source.UpdatePipeline(t)
    return servermanager.Fetch(source)

def told(name, value):
    print("told", name, value, flush=True)

t = times[-1]
whole = fetched(run, t)
told("cells", [fetched(source, t).GetNumberOfCells() for source in (elements, contacts)])
told("kinds", [int(fetched(source, t).GetCellData().GetArray("kind").GetRange()[i]) for source in (elements, contacts) for i in (0, 1)])
bounds = [fetched(source, t).GetBounds()[4] for source in (elements, warped)]
drop = fetched(elements, t).GetPointData().GetArray("displacement").GetRange(2)
told("warp", [bounds[1] - bounds[0], drop[0], drop[1]])
told("velocities", [fetched(velocities, t).GetNumberOfPoints(), fetched(elements, t).GetNumberOfPoints()])
told("forces", [fetched(forces, at_time).GetBounds()[5] for at_time in times])
table = fetched(over_time, t).GetBlock(0)
told("rows", [table.GetNumberOfRows(), len(times)])
told("force", [table.GetColumnByName("sum(contact_force (Magnitude))").GetValue(i) for i in range(len(times))])
table = fetched(at_point, t).GetBlock(0)
told("height", [table.GetColumnByName("displacement").GetComponent(i, 2) for i in range(len(times))])

ResetSession()
import sys
sys.path[:0] = [POSTPROC]
import paraview_state
assert paraview_state.main(["results/truss-drop/truss-drop.pvd", "-o", "all.pvsm", "--picture", "all.png", "--warp", "3"]) == 0
ResetSession()
LoadState("all.pvsm")
names = sorted(name for name, _ in GetSources())
told("loaded", [name for name in names])
told("factor", [FindSource("Warp").ScaleFactor])
"""


@unittest.skipIf(MISSING, f"{' and '.join(MISSING)} not installed: NOTHING of docs/paraview.md is checked")
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Run the page's blocks and the checks; what was told, and the .pvd's frames by the Python module."""
        run = runs.fresh_run(str(own_input.write(TRUSS, "truss-drop")), "-output_vtk_every 8")
        cls.frames, cls.work = run.frames(), runs.new_directory()
        (cls.work / "results").mkdir()
        (cls.work / "results" / "truss-drop").symlink_to(run.directory)
        blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
        script = cls.work / "page.py"
        script.write_text("\n".join([*blocks, f"POSTPROC = {str(runs.SOURCE / 'postproc')!r}", CHECKS]))
        done = subprocess.run([*synthetic.PVBATCH, script], capture_output=True, text=True, check=False, cwd=cls.work,
                              timeout=runs.TIMEOUT)
        cls.told = {name: eval(value) for name, value in re.findall(r"^told (\w+) (.*)$", done.stdout, re.MULTILINE)}
        if "factor" not in cls.told:
            raise AssertionError(done.stdout + done.stderr)

    def test_thresholds(self):
        last = self.frames[-1]
        self.assertEqual(self.told["cells"], [len(last.cells("elements")), len(last.cells("contacts"))])
        self.assertEqual(self.told["kinds"], [0, 0, 1, 1])

    def test_warp(self):
        """Nine displacements more: the lowest point, which fell by something within their range."""
        lower, least, most = self.told["warp"]
        self.assertLess(lower, 0)
        self.assertTrue(9 * least - 1e-9 <= lower <= 9 * most + 1e-9)

    def test_arrows(self):
        arrows, points = self.told["velocities"]
        self.assertEqual((arrows % points, arrows > points), (0, True))
        for height, frame in zip(self.told["forces"], self.frames):
            cells = frame.cells("contacts")
            at = frame.points[frame["connectivity"][frame["offsets"][cells]], 2]
            self.assertAlmostEqual(height, np.max(at + 2e-5 * frame["contact_force"][cells, 2]), 5)
        self.assertGreater(max(frame["contact_force"].max() for frame in self.frames), 0, "the truss hits the floor")

    def test_over_time(self):
        self.assertEqual(self.told["rows"], [len(self.frames)] * 2)
        for i, frame in enumerate(self.frames):
            total = np.linalg.norm(frame["contact_force"][frame.cells("contacts")], axis=1).sum()
            self.assertAlmostEqual(self.told["force"][i], total, delta=1e-9 * total)
            self.assertAlmostEqual(self.told["height"][i], frame["displacement"][0, 2], 12)

    def test_state(self):
        """All of the steps are in the state that the script makes, with its factor, less the one that points have."""
        wanted = ["Contact forces", "Contacts", "Elements", "Obstacles", "Over time", "Tubes", "Velocities", "Warp", "truss-drop.pvd"]
        self.assertEqual([name for name in self.told["loaded"] if not name.startswith("ExtractSurface")],
                         sorted([*wanted, "Contact points"]))
        self.assertEqual(self.told["factor"], [2])

    def test_pictures(self):
        for name in ("bars.png", "all.png"):
            pixels = matplotlib.image.imread(self.work / name)[..., :3]
            self.assertGreater(len(np.unique(np.round(255 * pixels.reshape(-1, 3)), axis=0)), 200, name)

    def test_state_of_the_page(self):
        self.assertIn("registrationName", PAGE.read_text())
        text = pathlib.Path(self.work / "mine.pvsm").read_text()
        for name in ("Elements", "Contacts", "Tubes", "Warp", "Velocities", "Forces", "Over time"):
            self.assertIn(f'name="{name}"', text)


if __name__ == "__main__":
    unittest.main()
