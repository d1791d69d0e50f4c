# SPDX-License-Identifier: BSD-2-Clause
"""`ricochet schema`: right inputs validate, and what is wrong by its keys or types does not."""

import functools
import json
import re
import subprocess
import sys
import unittest

import jsonschema
import yaml

import runs
import yaml12
from test_bad_input import TABLES, is_plain, place_and_text

# What the words of a mistake say of it when a schema can see it. Names are not checked: a schema does not
# know which regions there are.
BY_KEY_OR_TYPE = re.compile(r"unknown key|missing key|expects |\w(\\\])?: must be (>|in)|unknown type|unknown name")
# And what it cannot see all the same, with the reason.
UNSEEN = {
    "missing mesh": "needed unless there are bodies or systems",
    "axis without an angle": "one key asks for another",
    "two coefficients without an axis": "one key asks for another",
    "key of another joint": "one that it has in space",
    "vector too long": "vectors have as many components as there are dimensions",
    "vector too short": "vectors have as many components as there are dimensions",
    "planar body in space": "vectors have as many components as there are dimensions",
    "direction outside the dimension": "directions are those of the dimensions",
    "shape of the plane": "shapes are those of the dimensions",
    "coefficient of a word": "an expression is not parsed",
    "coefficient of time": "an expression is not parsed",
    "negative coefficient": "of number or expression",
    "coefficient that becomes negative": "an expression is not evaluated",
    "word for a number": "it may be one of `parameters`",
    "number with a decimal comma": "an expression is not parsed",
    "syntax error in an expression": "an expression is not parsed",
    "unknown variable": "an expression is not parsed",
    "lattice without size": "where it has cells",
}


@functools.cache
def validator():
    told = subprocess.run([runs.FORKED, "schema"], capture_output=True, text=True, check=True, timeout=runs.TIMEOUT)
    schema = json.loads(told.stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def mistakes(text):
    try:
        value = yaml12.load(text)
    except yaml.YAMLError as error:  # such as a key of more letters than this parser takes
        return [str(error)]
    return [f"{list(error.path)}: {error.message[:300]}" for error in validator().iter_errors(value)]


def can_be_seen(wrong):
    return is_plain(wrong) and wrong.content is None and BY_KEY_OR_TYPE.search(wrong.says)


class Schema(unittest.TestCase):
    def test_all_inputs_validate(self):
        for path in sorted((runs.SOURCE / "inputs").glob("*.yaml")):
            with self.subTest(path.name):
                self.assertEqual(mistakes(path.read_text()), [])

    def test_inputs_wrong_by_key_or_type_do_not(self):
        rows = [wrong for table in TABLES.values() for wrong in table if can_be_seen(wrong)]
        self.assertGreater(len(rows), 60)
        for wrong in rows:
            with self.subTest(wrong.name, says=wrong.says):
                if wrong.name not in UNSEEN:
                    self.assertTrue(mistakes(place_and_text(wrong)[1]))

    def test_what_is_unseen_is(self):
        """No reason is kept for what the schema sees by now."""
        rows = {wrong.name: wrong for table in TABLES.values() for wrong in table if can_be_seen(wrong)}
        for name in UNSEEN:
            with self.subTest(name):
                self.assertEqual(mistakes(place_and_text(rows[name])[1]), [])

    def test_every_key_says_what_it_is(self):
        keys = []

        def walk(node):
            for key, value in node.items() if isinstance(node, dict) else enumerate(node):
                if key == "properties":
                    keys.extend((name, of) for name, of in value.items() if name != "type")
                if isinstance(value, (dict, list)):
                    walk(value)

        walk(validator().schema)
        self.assertGreater(len(keys), 300)
        for name, of in keys:
            with self.subTest(name):
                self.assertLessEqual({"x-kind", "x-range", "description"}, set(of))

    def test_the_reference_is_of_it(self):
        path = runs.SOURCE / "docs" / "reference.md"
        made = subprocess.run([sys.executable, path.with_suffix(".py")], input=json.dumps(validator().schema),
                              capture_output=True, text=True, check=True)
        self.assertTrue(made.stdout == path.read_text(), "ricochet schema | python3 docs/reference.py > docs/reference.md")

    def test_an_operand_is_refused(self):
        done = subprocess.run([runs.FORKED, "schema", "bar"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))


if __name__ == "__main__":
    unittest.main()
