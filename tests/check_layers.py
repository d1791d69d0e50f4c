# SPDX-License-Identifier: BSD-2-Clause
"""Check that the includes of a source tree point one way. usage: check_layers.py SRC

A folder includes itself and the folders named beside it, nothing else; `*_impl.h` stays in its own
folder, and of a class with a header for each audience a folder includes its own. Prints one line per offence and ends with 1 when there is one.
"""
import pathlib
import re
import sys

BELOW_KERNELS = ["base", "geom"]
KERNELS = ["element", "body", "joint", "contact", "system"]
BELOW_MODEL = [*BELOW_KERNELS, "mesh", *KERNELS]
MAY_INCLUDE = {
    "base": [],
    "geom": ["base"],
    "mesh": BELOW_KERNELS,
    **{kernel: BELOW_KERNELS for kernel in KERNELS},
    "model": BELOW_MODEL,
    "solve": [*BELOW_MODEL, "model"],
    "stepper": [*BELOW_MODEL, "model", "solve"],
    "io": [*BELOW_MODEL, "model", "solve", "stepper"],
    "study": ["base", "io"],
    "app": [*BELOW_MODEL, "model", "solve", "stepper", "io", "study"],
    # Headers at the top, for users of the library.
    "": [*BELOW_MODEL, "model", "solve", "stepper", "io"],
}
# Headers for one audience each: those that build, compute and look.
AUDIENCE = {
    "model/model_build.h": ["app"],
    "model/model.h": ["stepper", "app"],
    "model/model_view.h": ["io", "app"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')


def offence(folder, included, folders):
    """What is wrong with a file of `folder` including the path `included`; None when nothing is."""
    if ".." in included.split("/"):
        return "include by the path below src/, without .."
    target, slash, name = included.rpartition("/")
    target = target.split("/")[0] if slash else folder
    if target not in folders or target == folder:
        return None
    if target not in MAY_INCLUDE[folder]:
        return f"{folder or 'the top'} may not include {target}"
    if folder and folder not in AUDIENCE.get(included, [folder]):
        return f"{folder} is no audience of {name}"
    return f"{name} is private to {target}" if name.endswith("_impl.h") else None


def check(src):
    """All offences in the tree `src`, as lines `file:line: message`."""
    folders = {entry.name for entry in src.iterdir() if entry.is_dir()}
    unknown = sorted(folders - MAY_INCLUDE.keys())
    found = [f"{src / name}: this folder has no place in the layers" for name in unknown]
    for path in sorted(src.rglob("*.[ch]")):
        folder = path.relative_to(src).parts[0] if path.parent != src else ""
        if folder not in MAY_INCLUDE:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            message = offence(folder, match.group(1), folders) if match else None
            if message:
                found.append(f"{path}:{number}: {message}")
    return found


if __name__ == "__main__":
    offences = check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "src"))
    print("\n".join(offences) if offences else "includes point one way")
    sys.exit(1 if offences else 0)
