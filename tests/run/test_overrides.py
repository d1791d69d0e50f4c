# SPDX-License-Identifier: BSD-2-Clause
"""Values of an input overridden by options: in sections that the file does not have, and of items of
lists by their name and by their number. Wrong ones stand in test_bad_input.py."""

import unittest

import own_input
import runs

# Without the sections that an input may leave out.
BALLS = """\
systems:
  - {name: near, type: oscillator, q: [1], contacts: {ground: {restitution: 0}}}
  - {name: far, type: oscillator, q: [1], contacts: {ground: {restitution: 0}}}
dimension: 2
stepper: {type: moreau-jean, step: 0.01, end: 0.1}
"""
ROD = """\
dimension: 1
mesh: {line: {from: [0], to: [1], cells: 4}}
materials: {rubber: {E: 1, density: 1}}
elements: [{type: bar, region: bar, material: rubber, area: 1}]
initial: [{region: bar, velocity: [-1]}]
contacts:
  - {name: left_wall, type: node-plane, region: start, point: [0], normal: [1]}
  - {name: other, type: node-plane, region: start, point: [-9], normal: [1]}
stepper: {type: moreau-jean, step: 0.01, end: 0.01, theta: 0.5}
"""


class MissingSection(runs.RunTest):
    def output(self, *options):
        directory = runs.new_directory()
        done = own_input.program("run", own_input.write(ROD), "-quiet", "-o", directory, *options)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        return directory

    def test_output(self):
        self.assertTrue(list(self.output().glob("*.vtu")))
        without = self.output("-output_vtk_every", "0")
        self.assertFalse([*without.glob("*.vtu"), *without.glob("*.pvd")])

    def test_history(self):
        options = ("-stepper_end 0.1", "-output_history_every 5")
        self.assertEqual(own_input.run(ROD, *options).history["step"].tolist(), [0, 5, 10])

    def test_damping(self):
        """v̇ = −m v on a free bar that moves as one: by the θ-scheme with θ = ½."""
        options = "-contacts_left_wall_point -9 -damping_mass 50"
        energy = own_input.run(ROD, options).history["energy"]
        self.assertAlmostEqual(energy[1] / energy[0], (0.75 / 1.25) ** 2, 12)

    def test_parameters_of_a_system(self):
        """Free fall, as the spring is taken away."""
        run = own_input.run(BALLS, "-systems_near_parameters_k 0 -systems_near_parameters_force -2")
        self.assertAlmostEqual(run.history["near.vq"][-1], -0.2, 12)
        self.assertGreater(run.history["far.vq"][-1], -0.11)


class OtherStepper(runs.RunTest):
    """Options of the file are those of its own stepper."""

    INPUT = runs.SOURCE / "inputs" / "linear-oscillator.yaml"  # combined with θ = 0.5

    def used(self, *options):
        directory = runs.new_directory()
        done = own_input.program("run", self.INPUT, "-o", directory, "-stepper_end", 0.01, *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return runs.read(directory).summary["stepper"], done.stdout

    def test_shared_names_are_left_aside(self):
        default = self.used("-stepper_type", "schatzman-paoli")
        self.assertEqual(default[0]["theta"], 0)
        self.assertTrue(default[1].startswith("note: -stepper_type schatzman-paoli: options of the file's own stepper are "
                                              "left aside: theta\n"))

    def test_but_not_on_the_command_line(self):
        used, told = self.used("-stepper_type", "schatzman-paoli", "-stepper_theta", "0.25")
        self.assertEqual(used["theta"], 0.25)
        self.assertNotIn("note:", told)

    def test_the_same_type_keeps_them(self):
        used, told = self.used("-stepper_type", "combined")
        self.assertEqual(used["theta"], 0.5)
        self.assertNotIn("note:", told)

    def test_no_note_when_quiet(self):
        self.assertEqual(self.used("-stepper_type", "schatzman-paoli", "-quiet")[1], "")

    def test_check_tells_it(self):
        done = own_input.program("check", self.INPUT, "-stepper_type", "moreau-jean")
        self.assertIn("left aside: theta\n", done.stdout)


class SolverOptions(runs.RunTest):
    def test_those_that_nobody_asked_for_are_told(self):
        directory = runs.new_directory()
        done = own_input.program("run", own_input.write(ROD), "-quiet", "-o", directory, "-velocity_ksp_typ", "cg")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(done.stderr,
                         "ricochet: warning: option -velocity_ksp_typ: no solver of this run asked for it\n")


class WholeMesh(runs.RunTest):
    """The region `all` of meshes from generators: each node and cell, but no body."""

    def test_all(self):
        text = ROD.replace("mesh: {line: {from: [0], to: [1], cells: 4}}",
                           "mesh: {line: [{from: [0], to: [1], cells: 4}, {name: b, from: [2], to: [3], cells: 2}], "
                           "node: {name: c, at: [4]}, refine: 1}")
        text = text.replace("region: bar,", "region: all,").replace(
            "elements: [", "elements: [{type: point-mass, region: c, mass: 1}, ")
        done = own_input.program("check", own_input.write(text))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("region all: 15 nodes, 12 cells\n", done.stdout)
        self.assertAlmostEqual(own_input.run(text).summary["mass"], 3, 12)
        alone = own_input.program("check", own_input.write(BALLS))
        self.assertNotIn("region all", alone.stdout)


class Items(runs.RunTest):
    def speed_after(self, *options):
        """The gap velocity after the impact with -1 m/s."""
        return own_input.run(ROD, *options).history["left_wall.gap_velocity"][-1]

    def test_by_name_by_number_and_all(self):
        self.assertAlmostEqual(self.speed_after(), 0, 12)
        for option in ("-contacts_left_wall_restitution", "-contacts_0_restitution", "-contacts_restitution"):
            with self.subTest(option):
                self.assertAlmostEqual(self.speed_after(f"{option} 0.5"), 0.5, 12)
        self.assertAlmostEqual(self.speed_after("-contacts_other_restitution 0.5"), 0, 12)

    def test_what_comes_first(self):
        named = "-contacts_left_wall_restitution 0.5"
        self.assertAlmostEqual(self.speed_after("-contacts_0_restitution 1", named), 0.5, 12)
        number = "-contacts_0_restitution 0.5"
        self.assertAlmostEqual(self.speed_after("-contacts_1_restitution 0", "-contacts_restitution 1", number),
                               0.5, 12)
        self.assertAlmostEqual(self.speed_after("-contacts_restitution 1", named), 0.5, 12)


if __name__ == "__main__":
    unittest.main()
