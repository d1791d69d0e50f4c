# SPDX-License-Identifier: BSD-2-Clause
"""All steps of docs/paraview.md for a run, as a state that ParaView opens:

    xvfb-run -a -s -noreset pvbatch postproc/paraview_state.py DIR/NAME.pvd [-o FILE.pvsm]
        [--picture FILE.png] [--field NAME] [--warp S] [--time T]
    paraview --state=FILE.pvsm

In the pipeline: the run, `Warp`, a threshold for each kind of cells, bars as `Tubes`, arrows of
`Velocities` and of `Contact forces`, and `Over time`, what the contacts do, in a chart beside.
"""
import argparse
import math
import os
import sys

import paraview.simple as pv

import render

NAMES = {render.STRUCTURE: "Elements", render.CONTACTS: "Contacts", render.OBSTACLES: "Obstacles",
         render.BODIES: "Bodies", render.JOINTS: "Joints"}
ARROW = 0.12  # length of the longest arrow, of the model's diagonal
SAMPLES = 60  # times at which ranges are looked up
BLUE, ORANGE = [0.0, 0.45, 0.7], [0.84, 0.37, 0.0]
CURVES = {"min(gap)": ("smallest gap (m)", BLUE), "sum(contact_force (Magnitude))": ("sum of contact forces (N)", ORANGE)}
SIZE, SHARE = (1600, 720), 0.62  # of the window, and of its width for the model


def named(name, source):
    """Under a name in the pipeline browser."""
    pv.RenameSource(name, source)
    return source


def sample(times):
    """At most SAMPLES of the times, the last among them."""
    return times[:: math.ceil(len(times) / SAMPLES)] + times[-1:]


def arrows(name, source, field, times, length, colour, view):
    """Arrows of a field of vectors at points, the longest of a length; None where all are zero."""
    largest = render.range_over(source, "POINTS", field, times, bare=True)[1]
    if not 0 < largest < math.inf:
        return None
    glyph = named(name, pv.Glyph(Input=source, GlyphType="Arrow", GlyphMode="All Points"))
    glyph.OrientationArray = glyph.ScaleArray = ["POINTS", field]
    glyph.ScaleFactor = length / largest
    shown = pv.Show(glyph, view)
    shown.ColorArrayName = ["POINTS", ""]
    shown.AmbientColor = shown.DiffuseColor = colour
    return glyph


def draw_arrows(parts, view, times, length):
    """Velocities at the points of what moves, hidden at first; forces at the contacts."""
    for kind in (render.STRUCTURE, render.BODIES):
        if kind in parts:
            name = "Velocities" if kind == render.STRUCTURE else "Velocities of bodies"
            found = arrows(name, parts[kind], "velocity", times, length, BLUE, view)
            if found:
                pv.Hide(found, view)
    if render.CONTACTS in parts:
        at = named("Contact points", pv.CellDatatoPointData(Input=parts[render.CONTACTS]))
        arrows("Contact forces", at, "contact_force", times, length, ORANGE, view)


def draw_chart(contacts, chart):
    """What the contacts do over time."""
    over = named("Over time", pv.PlotDataOverTime(Input=contacts, FieldAssociation="Cells"))
    shown = pv.Show(over, chart, "XYChartRepresentation")
    shown.UseIndexForXAxis, shown.XArrayName = 0, "Time"
    # ParaView adds a word behind a column's name; each setting is a list of pairs, its words are text.
    series = [(name, *look) for name in shown.SeriesLabel[::2] for key, look in CURVES.items() if name.startswith(key)]
    shown.SeriesVisibility = [name for name, _, _ in series]
    shown.SeriesLabel = [word for name, label, _ in series for word in (name, label)]
    shown.SeriesColor = [word for name, _, colour in series for word in (name, *map(str, colour))]
    shown.SeriesPlotCorner = [word for corner, (name, _, _) in enumerate(series) for word in (name, str(corner))]
    chart.BottomAxisTitle, chart.LeftAxisTitle, chart.RightAxisTitle = "t (s)", *(label for label, _ in CURVES.values())
    chart.LegendLocation = "TopLeft"
    for size in ("Label", "Title"):
        for side in ("Left", "Right", "Bottom"):
            setattr(chart, f"{side}Axis{size}FontSize", 11)


def new_layout(with_chart):
    """(the layout, its view of the model, and one for a chart at its right, or None)."""
    layout, view = pv.CreateLayout("Ricochet"), render.new_view(list(SIZE))
    pv.AssignViewToLayout(view, layout, 0)
    chart = pv.CreateView("XYChartView") if with_chart else None
    if chart:
        pv.AssignViewToLayout(chart, layout, layout.SplitHorizontal(0, SHARE) + 1)
    layout.SetSize(*SIZE)
    return layout, view, chart


def draw_parts(parts, view, times, arguments, place, diagonal):
    """Each kind of cells as in render.py, bars as tubes."""
    limits = render.colour_ranges(parts, place, arguments.field, times)
    radius = 0.004 * diagonal
    if render.STRUCTURE in parts:
        surface = pv.ExtractSurface(Input=parts[render.STRUCTURE])
        tubes = named("Tubes", pv.Tube(Input=surface, Radius=radius, NumberofSides=12))
        render.colour_by(pv.Show(tubes, view), view, place, arguments.field, limits[render.STRUCTURE], 0.12)
    for kind in parts.keys() - {render.STRUCTURE}:
        shown = pv.Show(parts[kind], view)
        shown.Representation, shown.PointSize = "Surface", 6.0
        shown.Opacity = 0.4 if kind == render.OBSTACLES else 1.0
        if kind == render.BODIES:
            render.colour_by(shown, view, place, arguments.field, limits[kind], 0.12)
        else:
            render.colour_plain(shown, 0.35)


def build(arguments):
    """The pipeline and its views; the layout."""
    reader, times = render.open_series(arguments.series)
    named(os.path.basename(arguments.series), reader)
    place = render.require_field(reader, arguments.field)
    factor = arguments.warp - (1 if render.points_move(reader, times) else 0)
    source = named("Warp", pv.WarpByVector(Input=reader, Vectors=["POINTS", "displacement"], ScaleFactor=factor))
    parts = render.parts_of(source, times[0])
    for kind, part in parts.items():
        named(NAMES[kind], part)
    looked_at = sample(times)
    box, _ = render.measure(parts, looked_at)
    diagonal = math.dist(box[::2], box[1::2]) or 1.0
    layout, view, chart = new_layout(render.CONTACTS in parts)
    draw_parts(parts, view, looked_at, arguments, place, diagonal)
    draw_arrows(parts, view, looked_at, ARROW * diagonal)
    if chart:
        draw_chart(parts[render.CONTACTS], chart)
    axes = render.camera_axes(None, render.dimension_of(box))
    low, high = render.reach([part for kind, part in parts.items() if kind != render.OBSTACLES], looked_at, axes)
    render.place_camera(view, low - 0.05 * diagonal, high + 0.05 * diagonal, axes)
    view.ViewTime = pv.GetAnimationScene().AnimationTime = render.pick_times([str(arguments.time)], times)[0] \
        if arguments.time is not None else times[-1]
    return layout


def parse_arguments(argv):
    parser = argparse.ArgumentParser(prog="paraview_state.py", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("series", metavar="FILE.pvd")
    parser.add_argument("-o", "--output", metavar="FILE", help="state (NAME.pvsm beside the .pvd)")
    parser.add_argument("--picture", metavar="FILE", help="a picture of it, too")
    parser.add_argument("--field", default="velocity", help="of points or cells, for colours (velocity)")
    parser.add_argument("--warp", type=float, default=1.0, metavar="S", help="draw S times the displacement (1)")
    parser.add_argument("--time", type=float, metavar="T", help="s (the last)")
    return parser.parse_args(argv)


def main(argv=None):
    arguments = parse_arguments(argv)
    path = arguments.output or os.path.splitext(arguments.series)[0] + ".pvsm"
    try:
        layout = build(arguments)
    except render.RenderError as error:
        print(f"paraview_state: {error}", file=sys.stderr)
        return 2
    pv.SaveState(path)
    if arguments.picture:
        pv.SaveScreenshot(arguments.picture, layout, ImageResolution=list(SIZE))
    print(path)
    return 0


if __name__ == "__main__":
    # As in render.py: leaving by sys.exit with a window open makes the exit code 1.
    if main() != 0:
        sys.stderr.flush()
        os._exit(2)
