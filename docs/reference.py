#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The pages docs/reference.md from the schema that the program prints:

    ricochet schema | python3 docs/reference.py > docs/reference.md
"""

import json
import sys

HEAD = """\
<!-- SPDX-License-Identifier: BSD-2-Clause -->
<!-- Made by `ricochet schema | python3 docs/reference.py`; a test holds it to the program. -->
# Reference of the input

All keys, from the tables that the program reads inputs by. What they mean together, how options override
them and what expressions, regions and points are is in [The input file](input.md); one type at a time is
told by `ricochet list TYPE`. Wherever a number stands, an expression of the input's `parameters` may.

An editor that speaks the language server of YAML completes and checks inputs with

```sh
ricochet schema > ricochet.schema.json
```

and `# yaml-language-server: $schema=ricochet.schema.json` as the first line of an input.
"""

ORDER = ("mesh", "regions", "materials", "elements", "damping", "bodies", "systems", "joints", "springs", "loads",
         "supports", "initial", "contacts", "stepper", "output")


def cell(text):
    return text.replace("|", "\\|")


def table(properties):
    """A row a key."""
    lines = ["| key | meaning | unit | what | range, default |", "|---|---|---|---|---|"]
    for key, of in properties.items():
        if key == "type" and "const" in of:
            continue
        cells = [f"`{key}`", of["description"], of.get("unit", ""), of.get("x-kind", "type"), of.get("x-range", "")]
        lines.append("| " + " | ".join(map(cell, cells)) + " |")
    return lines if len(lines) > 2 else []


def mapping_in(schema):
    """The mapping that a value is, or is made of; None where it has no keys of its own."""
    for found in (schema, schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", [])):
        if isinstance(found, dict) and ("properties" in found or "allOf" in found and "properties" in found):
            return found
    return None


def shared_keys(cases):
    """Keys that all types have alike."""
    first, *others = [case["then"]["properties"] for case in cases]
    return {key: of for key, of in first.items()
            if key != "type" and all(other.get(key) == of for other in others)}


def cases_of(mapping):
    return [case for case in mapping.get("allOf", []) if "then" in case]


def nested(properties, path, level):
    """Sections of the keys that are mappings themselves."""
    lines = []
    for key, of in properties.items():
        inner = mapping_in(of)
        if inner is not None:
            lines += section(inner, f"{path}.{key}", level, of["description"])
    return lines


def section(mapping, title, level, description):
    lines = ["", f"{'#' * level} {title}", "", f"{description[:1].upper()}{description[1:]}."]
    cases = cases_of(mapping)
    if not cases:
        return [*lines, "", *table(mapping["properties"]), *nested(mapping["properties"], title, level + 1)]
    common = shared_keys(cases)
    if common:
        lines += ["", "Of every type:", "", *table(common)]
    for case in cases:
        keys = case["then"]["properties"]
        own = {key: of for key, of in keys.items() if key not in common}
        lines += ["", f"{'#' * (level + 1)} {title} of type `{keys['type']['const']}`", "",
                  f"{keys['type']['description'][:1].upper()}{keys['type']['description'][1:]}.", "", *table(own)]
    return [*lines, *nested(common, title, level + 1)]


def page(schema):
    top = schema["properties"]
    lines = [HEAD, "## Top of the file", "", *table(top)]
    known = [key for key in ORDER if key in top]
    known += [key for key, of in top.items() if key not in ORDER and mapping_in(of) is not None]
    for key in known:
        lines += section(mapping_in(top[key]), key, 2, top[key]["description"])
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(json.load(sys.stdin)))
