# SPDX-License-Identifier: BSD-2-Clause
"""The manual as a site: `./bootstrap docs` builds it without a warning, and it loads nothing from outside."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(os.environ["RICOCHET_SOURCE"], "tests", "run"))]

import runs  # noqa: E402

SITE = runs.SOURCE / "build" / "docs"
LOADS = re.compile(r"""(?:\bsrc=|<link[^>]*\bhref=|url\(|@import )["']?((?:https?:)?//[^"')\s>]+)""")


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done = subprocess.run(["./bootstrap", "--skip-dependencies", "docs"], cwd=runs.SOURCE, capture_output=True,
                              text=True, check=False)
        assert done.returncode == 0 and not done.stderr, done.stderr

    def test_a_page_for_each_document(self):
        docs = runs.SOURCE / "docs"
        for path in docs.rglob("*.md"):
            self.assertTrue((SITE / path.relative_to(docs)).with_suffix(".html").exists(), path)

    def test_nothing_is_loaded_from_outside(self):
        files = [*SITE.rglob("*.html"), *SITE.glob("_static/**/*.css")]
        self.assertGreater(len(files), 20)
        for path in files:
            self.assertEqual(LOADS.findall(path.read_text(errors="replace")), [], path)

    def test_what_pages_load_is_there(self):
        for path in SITE.rglob("*.html"):
            for found in re.findall(r"""(?:\bsrc=|<link[^>]*\bhref=)["']([^"'#?]+)""", path.read_text()):
                self.assertTrue((path.parent / pathlib.Path(found)).resolve().exists(), f"{path}: {found}")


if __name__ == "__main__":
    unittest.main()
