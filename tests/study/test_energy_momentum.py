# SPDX-License-Identifier: BSD-2-Clause
"""A thousand random models under energy-momentum: no step makes energy. Minutes."""

import os
import pathlib
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(os.environ["RICOCHET_SOURCE"], "tests", "run"))]

import random_models  # noqa: E402


class Random(unittest.TestCase):
    def test_rise(self):
        """A run may give up, exit code 3: of these one does."""
        unsolved = []
        for seed in range(1000):
            with self.subTest(seed):
                try:
                    random_models.check(self, seed)
                except AssertionError as error:
                    if "ends with exit code 3" not in str(error):
                        raise
                    unsolved.append(seed)
        self.assertLessEqual(len(unsolved), 2, unsolved)


if __name__ == "__main__":
    unittest.main()
