# SPDX-License-Identifier: BSD-2-Clause
"""Where programs find their modules: `ricochet` stands beside them, in the sources and installed; and any
python3 may be the first on the PATH, the system's has the modules that its packages bring."""
import importlib.util
import os
import pathlib
import sys

SYSTEM = "/usr/bin/python3"
HERE = pathlib.Path(__file__).resolve().parent
PLACES = (HERE.parent / "python", HERE.parents[2] / "lib" / "python3" / "dist-packages")
sys.path[1:1] = [str(place) for place in PLACES if (place / "ricochet").is_dir()][:1]


def require(*modules):
    """Go on in the system's Python when this one lacks a module; say in one line what is missing when
    that is this one. To be called by a program before it imports the modules."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if not missing:
        return
    if sys.prefix != "/usr" and os.access(SYSTEM, os.X_OK):
        sys.stdout.flush()
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("PYTHONHOME", "PYTHONPATH", "__PYVENV_LAUNCHER__")}
        os.execve(SYSTEM, [SYSTEM, *sys.argv], environment)
    program = os.path.basename(sys.argv[0]).removesuffix(".py")
    names = " ".join(f"python3-{name}".replace("PIL", "pil") for name in missing)
    print(f"{program}: {sys.executable} has no {', '.join(missing)} (Debian: {names})", file=sys.stderr)
    sys.exit(2)
