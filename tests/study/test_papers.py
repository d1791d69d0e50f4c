# SPDX-License-Identifier: BSD-2-Clause
"""docs/papers: what the pages say of claims of papers is what comes out, up to the last digits."""

import importlib.util
import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ["RICOCHET_SOURCE"])


def make():
    spec = importlib.util.spec_from_file_location("make", SOURCE / "docs" / "papers" / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Papers(unittest.TestCase):
    def test_verdicts_are_those_of_the_pages(self):
        module = make()
        for paper, (title, _) in module.PAPERS.items():
            with self.subTest(paper=paper):
                claims = list(module.checked(paper))
                self.assertEqual([claim[0] for claim in claims if not claim[-1]], [])
                blank = re.compile(r"-?\d[\d.e+-]*")  # numbers may differ in their last digits
                written = (SOURCE / "docs" / "papers" / f"{paper}.md").read_text(encoding="utf-8")
                self.assertEqual(blank.sub("#", module.page(title, claims)), blank.sub("#", written))


if __name__ == "__main__":
    unittest.main()
