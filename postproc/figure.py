# SPDX-License-Identifier: BSD-2-Clause
"""What the figures of all scripts have in common: colours, style, labels of runs, PNGs in few bytes."""
import collections
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)
import numpy as np  # noqa: E402
import PIL.Image  # noqa: E402

# Okabe and Ito's colours: told apart by everyone, and in print.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]
DASHES = ["-", (0, (5, 1.5)), (0, (2, 1)), (0, (6, 1, 1, 1)), (0, (1, 1)), (0, (8, 2))]
STYLE = {
    "axes.prop_cycle": matplotlib.cycler(color=COLOURS),
    "axes.grid": True,
    "grid.color": "0.9",
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": "medium",
    "axes.formatter.limits": (-3, 5),
    "legend.frameon": False,
    "lines.linewidth": 1.2,
    "savefig.dpi": 150,
}


def colours_of(count: int) -> list:
    """As many colours, of a map where the six are not enough."""
    if count <= len(COLOURS):
        return COLOURS[:count]
    return [matplotlib.colormaps["turbo"](x) for x in np.linspace(0.05, 0.95, count)]


def dash_of(i: int):
    """The dashes of the i-th of several curves."""
    return DASHES[i % len(DASHES)]


def tell_apart(runs) -> list[str]:
    """A label per run: stepper and step, with the directory's name where two would be the same."""
    counts = collections.Counter(run.label for run in runs)
    return [
        run.label if counts[run.label] == 1 else f"{run.label} ({run.directory.name})"
        for run in runs
    ]


def shrink(path) -> None:
    """A PNG in 256 colours: a third of its size, and no difference to be seen in a figure."""
    with PIL.Image.open(path) as picture:
        picture.convert("RGB").quantize(256).save(path, optimize=True)


def save(figure, path) -> None:
    """Write a figure, a PNG in few bytes, and close it."""
    figure.savefig(path)
    if pathlib.Path(path).suffix.lower() == ".png":
        shrink(path)
    plt.close(figure)
