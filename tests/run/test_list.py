# SPDX-License-Identifier: BSD-2-Clause
"""`ricochet list`: what it says of each type; the reference of the documents is of the same tables (test_schema.py)."""

import functools
import re
import subprocess
import unittest

import runs

KINDS = ("steppers", "elements", "joints", "contacts", "systems", "springs", "shapes")
TABLES = ("elements", "joints", "contacts")  # kinds whose types say their parameters in a table


@functools.cache
def told(*words):
    done = subprocess.run([runs.FORKED, "list", *words], capture_output=True, text=True, check=True, timeout=runs.TIMEOUT)
    return done.stdout.splitlines()


def types(kind):
    return [line.split()[0] for line in told(kind)[1:] if re.match(r"  \S", line)]


def told_of(kind, name):
    """What is told of a type of that kind; types of other kinds may have the same name."""
    lines = told(name)
    start = lines.index(kind)
    end = next((i for i in range(start + 1, len(lines)) if not lines[i].startswith(" ")), len(lines))
    return lines[start:end]


def parameters(kind, name):
    """Key: (unit, the rest) of a type."""
    found = {}
    for line in told_of(kind, name)[2:]:
        if line.startswith("      "):  # of the mapping above
            continue
        key, text = re.fullmatch(r"    (\S+) +(.*)", line).groups()
        found[key] = re.fullmatch(r"(?:\[(.*?)\] )?(.*)", text).groups("")
    return found


class List(unittest.TestCase):
    def test_all_kinds_one_after_another(self):
        self.assertEqual(told(), [line for kind in KINDS for line in told(kind)])

    def test_a_type_is_told_as_in_its_kind_with_its_keys(self):
        """Each type by a call of its own; in the brief form every third, of those without a table every sixth."""
        for kind in KINDS:
            for name in types(kind)[:: 1 if not runs.BRIEF else 3 if kind in TABLES else 6]:
                with self.subTest(name):
                    self.assertIn(told_of(kind, name)[1], told(kind))
                    self.assertTrue(kind not in TABLES or parameters(kind, name))

    def test_sections(self):
        self.assertIn("  vtk_every      [steps] a VTK file every so many steps; 0: none; >= 0, default: a hundredth of the run",
                      told("output"))
        mesh = told("mesh")
        self.assertEqual(mesh[0], "mesh")
        self.assertTrue(mesh[mesh.index("  node           a node on no cell") + 1].startswith("    name "))

    def test_units_ranges_and_defaults(self):
        bar = parameters("elements", "bar")
        self.assertEqual(bar["area"], ("m²", "reference cross-section; > 0, required"))
        self.assertTrue(bar["lumped"][1].endswith("; true or false, default false"))
        self.assertEqual(parameters("elements", "spring")["damper"], ("N s/m", "force by rate of elongation; >= 0, default 0"))


if __name__ == "__main__":
    unittest.main()
