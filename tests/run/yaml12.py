# SPDX-License-Identifier: BSD-2-Clause
"""YAML as the program reads it, for tests: version 1.2, in which 1e-6 is a number and `on` a word."""

import re

import yaml


class Loader(yaml.SafeLoader):
    """The core schema of version 1.2."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"true|false", "tf"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?", "-+.0123456789"),
    ("null", r"null|~|", "n~\0"),
    ("merge", r"<<", "<"),
):
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(rf"(?:{pattern})$"), [*first.replace("\0", ""), *([""] if "\0" in first else [])])
Loader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))
Loader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))


def load(text):
    return yaml.load(text, Loader)
