# SPDX-License-Identifier: BSD-2-Clause
"""Pictures or frames of a run, coloured by a field. Runs in ParaView's pvbatch:

    xvfb-run -a -s -noreset pvbatch postproc/render.py DIR/NAME.pvd [--field NAME] [--times all|last|T ...]
        [-o FILE.png] [--frames DIR] [--strobe] [--scale S] [--size W H] [--tubes] [--view X Y Z]

Points of the files are current positions. Cells with `kind` 0 are the structure, 1 the contacts
(spheres, coloured by impulse), 2 the obstacles (grey), 3 the rigid bodies (surfaces with their
outlines), 4 the joints (small dark spheres and lines). Camera and colour range are the same in all
pictures of a call. With --strobe all times are shown in one picture.
"""
import argparse
import math
import os
import sys

import paraview.simple as pv

STRUCTURE, CONTACTS, OBSTACLES, BODIES, JOINTS = range(5)
UNITS = {  # for the titles of colour bars
    "displacement": "m", "velocity": "m/s", "acceleration": "m/s²", "axial_force": "N",
    "kinetic_energy_density": "J/m", "strain_energy_density": "J/m", "gap": "m",
    "gap_velocity": "m/s", "impulse": "N s", "contact_force": "N", "joint_error": "m",
    "reaction": "N",
}
MARGIN = 1.12  # free space around what is drawn
BARS_SHARE = 0.17  # of the width, kept for the colour bars


class RenderError(Exception):
    """The series cannot be drawn as asked for; the text says why."""


def open_series(path):
    """The reader of a .pvd and its times."""
    if not os.path.isfile(path):
        raise RenderError(f"{path}: no such file")
    reader = pv.PVDReader(FileName=path)
    reader.UpdatePipelineInformation()
    times = reader.TimestepValues
    times = list(times) if hasattr(times, "__len__") else [times]
    if not times:
        raise RenderError(f"{path}: no time in it")
    reader.UpdatePipeline(times[0])
    return reader, times


def pick_times(wanted, times):
    """The times of the series nearest to those asked for: all, last, or numbers."""
    if wanted == ["all"]:
        return times
    if wanted == ["last"]:
        return times[-1:]
    try:
        numbers = [float(word) for word in wanted]
    except ValueError as error:
        raise RenderError(f"--times {' '.join(wanted)}: all, last or numbers") from error
    return [min(times, key=lambda t: abs(t - number)) for number in numbers]


def field_place(source, name):
    """Where a field lives: POINTS or CELLS; None when there is none of that name."""
    if name in source.PointData.keys():
        return "POINTS"
    return "CELLS" if name in source.CellData.keys() else None


def require_field(source, name):
    place = field_place(source, name)
    if place is None:
        known = sorted({*source.PointData.keys(), *source.CellData.keys()})
        raise RenderError(f"no field '{name}' (there: {', '.join(known)})")
    return place


def cells_of_kind(source, kind):
    """The cells of one kind; without the field `kind` everything is structure."""
    if field_place(source, "kind") != "CELLS":
        return source if kind == STRUCTURE else None
    cells = pv.Threshold(Input=source, Scalars=["CELLS", "kind"])
    cells.LowerThreshold = cells.UpperThreshold = kind
    cells.ThresholdMethod = "Between"
    return cells


def is_empty(source, t):
    """Has a source no cells at a time? The kinds of cells are the same at all times."""
    source.UpdatePipeline(t)
    return source.GetDataInformation().GetNumberOfCells() == 0


def exaggerate(source, scale):
    """Show `scale` times the displacement, the file's points having it once."""
    if scale == 1:
        return source
    if field_place(source, "displacement") != "POINTS":
        raise RenderError("--scale needs the point field 'displacement'")
    return pv.WarpByVector(Input=source, Vectors=["POINTS", "displacement"], ScaleFactor=scale - 1)


def unite(boxes):
    """The box around boxes [xmin, xmax, ymin, ymax, zmin, zmax]; empty ones are left out."""
    boxes = [box for box in boxes if box[0] <= box[1]]
    if not boxes:
        raise RenderError("nothing to draw")
    return [(min if i % 2 == 0 else max)(box[i] for box in boxes) for i in range(6)]


def near(obstacle, box):
    """The part of an obstacle's box to draw: where it is wide, what lies about the structure's box;
    where it is thin, as a floor is in height, all of it however far."""
    margin = 0.15 * math.dist(box[::2], box[1::2])
    part = list(obstacle)
    for low, high in ((0, 1), (2, 3), (4, 5)):
        a = max(obstacle[low], box[low] - margin)
        b = min(obstacle[high], box[high] + margin)
        if a < b:
            part[low], part[high] = a, b
    return part


def bounds_over(source, times):
    """Boxes of a source at the given times."""
    boxes = []
    for t in times:
        source.UpdatePipeline(t)
        boxes.append(source.GetDataInformation().GetBounds())
    return boxes


def range_over(source, place, name, times, bare=False):
    """Smallest and largest value of a field (a vector's magnitude) at the given times; unless it is
    to be `bare`, made fit for a colour bar."""
    low, high = math.inf, -math.inf
    for t in times:
        source.UpdatePipeline(t)
        array = (source.PointData if place == "POINTS" else source.CellData)[name]
        if array is None or array.GetNumberOfTuples() == 0:
            continue
        a, b = array.GetRange(0 if array.GetNumberOfComponents() == 1 else -1)
        if a <= b:
            low, high = min(low, a), max(high, b)
    return (low, high) if bare and low <= high else spread(low, high)


def spread(low, high):
    """A range fit for a colour bar: finite and not empty, symmetric for a field of both signs."""
    if low > high:
        return 0.0, 1.0
    if abs(low) < 1e-9 * abs(high):
        low = 0.0
    if low < 0 < high:
        high = max(-low, high)
        return -high, high
    if high - low > 1e-12 * max(abs(low), abs(high)):
        return low, high
    return (min(low, 0.0), max(high, 0.0)) if low else (0.0, 1.0)


def new_view(size):
    """An empty white view."""
    pv._DisableFirstRenderCameraReset()
    view = pv.CreateView("RenderView")
    view.ViewSize = size
    view.UseColorPaletteForBackground = 0
    view.Background = [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0
    return view


def colour_by(shown, view, place, name, limits, bar):
    """Colour a representation by a field; `bar` is the lower end of its colour bar, 0 to 1."""
    pv.ColorBy(shown, (place, name))
    colours = pv.GetColorTransferFunction(name)
    both_signs = limits[0] < 0 < limits[1]
    colours.ApplyPreset("Cool to Warm" if both_signs else "Viridis (matplotlib)", True)
    colours.RescaleTransferFunction(*limits)
    colours.AutomaticRescaleRangeMode = "Never"
    legend = pv.GetScalarBar(colours, view)
    legend.Title = f"{name} ({UNITS[name]})" if name in UNITS else name
    legend.ComponentTitle = ""
    legend.Orientation, legend.WindowLocation = "Vertical", "Any Location"
    legend.Position, legend.ScalarBarLength = [1 - 0.75 * BARS_SHARE, bar], 0.3
    legend.TitleColor = legend.LabelColor = [0.0, 0.0, 0.0]
    legend.TitleFontSize = legend.LabelFontSize = 14
    legend.AutomaticLabelFormat, legend.RangeLabelFormat = 0, "%.3g"
    legend.LabelFormat = "%.3g"
    shown.SetScalarBarVisibility(view, True)


def draw_structure(source, view, arguments, place, limits, radius):
    """Bars as tubes or lines, everything else as surfaces."""
    if radius:
        surface = pv.ExtractSurface(Input=source)
        source = pv.Tube(Input=surface, Radius=radius, NumberofSides=16)
        source.Scalars, source.Vectors = ["POINTS", ""], ["POINTS", ""]
    shown = pv.Show(source, view)
    shown.Representation = "Surface"
    shown.LineWidth = 3.0
    colour_by(shown, view, place, arguments.field, limits, 0.12)


def draw_bodies(source, view, arguments, place, limits):
    """Rigid bodies as surfaces with their outlines; those that are lines or points as such."""
    surface = pv.ExtractSurface(Input=source)
    shown = pv.Show(surface, view)
    shown.Representation = "Surface"
    shown.LineWidth, shown.PointSize = 4.0, 12.0
    shown.Opacity = 0.6 if arguments.strobe else 1.0
    colour_by(shown, view, place, arguments.field, limits, 0.12)
    outline = pv.Show(pv.FeatureEdges(Input=surface), view)
    outline.ColorArrayName = ["POINTS", ""]
    outline.AmbientColor = outline.DiffuseColor = [0.15] * 3
    outline.LineWidth = 1.5


def spheres(source, radius):
    """A small sphere at each point."""
    balls = pv.Glyph(Input=source, GlyphType="Sphere")
    balls.GlyphMode = "All Points"
    balls.ScaleArray = ["POINTS", "No scale array"]
    balls.OrientationArray = ["POINTS", "No orientation array"]
    balls.ScaleFactor = 2 * radius
    balls.GlyphType.ThetaResolution = balls.GlyphType.PhiResolution = 16
    return balls


def draw_joints(joints, view, radius):
    """Joints as small dark spheres, rods as lines between two."""
    for source in (spheres(joints, radius), joints):
        shown = pv.Show(source, view)
        shown.Representation = "Surface"
        shown.ColorArrayName = ["POINTS", ""]
        shown.AmbientColor = shown.DiffuseColor = [0.15] * 3
        shown.LineWidth = 2.0


def draw_contacts(contacts, view, times, radius):
    """Contacts as small spheres, coloured by impulse where there is any."""
    place = field_place(contacts, "impulse")
    if place:
        low, high = range_over(contacts, place, "impulse", times, bare=True)
        limits = (min(low, 0.0), high)
        place = place if high > low or high > 0 else None
    if place == "CELLS":
        contacts = pv.CellDatatoPointData(Input=contacts)
    shown = pv.Show(spheres(contacts, radius), view)
    shown.Representation = "Surface"
    if place:
        colour_by(shown, view, "POINTS", "impulse", limits, 0.56)
    else:
        shown.ColorArrayName = ["POINTS", ""]
        shown.AmbientColor = shown.DiffuseColor = [0.45] * 3


def cut_to(source, box):
    """What of a source is in a box."""
    sides = [high - low for low, high in zip(box[::2], box[1::2])]
    slack = 1e-3 * max(sides)  # a flat obstacle is not to lie in a side of the box
    cut = pv.Clip(Input=source, ClipType="Box")
    cut.Exact = 1  # else a cell without a corner in the box is left out
    cut.ClipType.Position = [low - slack for low in box[::2]]
    cut.ClipType.Length = [side + 2 * slack for side in sides]
    return cut


def draw_obstacles(obstacles, view, box):
    """Obstacles in grey, seen through, with an outline that keeps one seen edge-on visible."""
    surface = pv.ExtractSurface(Input=cut_to(obstacles, box))
    faces = pv.Show(surface, view)
    outline = pv.Show(pv.FeatureEdges(Input=surface), view)
    for shown, grey, opacity in ((faces, 0.6, 0.4), (outline, 0.35, 1.0)):
        shown.Representation = "Surface"
        shown.ColorArrayName = ["POINTS", ""]
        shown.AmbientColor = shown.DiffuseColor = [grey] * 3
        shown.LineWidth, shown.Opacity = 2.0, opacity


def draw_time(view):
    """The time, in the upper left corner."""
    label = pv.Text(Text="")
    shown = pv.Show(label, view)
    shown.Color, shown.FontSize = [0.0, 0.0, 0.0], 16
    shown.WindowLocation = "Upper Left Corner"
    return label


def dimension_of(box):
    """Number of directions in which a box extends noticeably."""
    extents = [box[1] - box[0], box[3] - box[2], box[5] - box[4]]
    return sum(extent > 1e-6 * max(max(extents), 1e-300) for extent in extents)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    length = math.sqrt(sum(x * x for x in a))
    if length == 0:
        raise RenderError("--view 0 0 0 is no direction")
    return [x / length for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def camera_axes(direction, dimension):
    """Unit vectors to the right, up and towards the viewer."""
    defaults = {1: [-0.35, 0.3, 1.0], 2: [0.0, 0.0, 1.0], 3: [1.0, -1.6, 0.9]}
    towards = unit(direction or defaults[max(dimension, 1)])
    up = [0.0, 0.0, 1.0] if dimension == 3 else [0.0, 1.0, 0.0]
    if abs(dot(up, towards)) > 0.999:
        up = [0.0, 1.0, 0.0] if dimension == 3 else [0.0, 0.0, -1.0]
    right = unit(cross(up, towards))
    return right, cross(towards, right), towards


def place_camera(view, box, axes, radius):
    """Fit a box, grown by `radius`, into the picture left of the colour bars."""
    box = [x + (radius if i % 2 else -radius) for i, x in enumerate(box)]
    centre = [(box[0] + box[1]) / 2, (box[2] + box[3]) / 2, (box[4] + box[5]) / 2]
    half = [(box[1] - box[0]) / 2, (box[3] - box[2]) / 2, (box[5] - box[4]) / 2]
    right, up, towards = axes
    width, height = (sum(abs(n) * x for n, x in zip(axis, half)) for axis in (right, up))
    aspect = view.ViewSize[0] / view.ViewSize[1]
    scale = MARGIN * max(height, width / (aspect * (1 - BARS_SHARE)), 1e-12)
    shift = scale * aspect * BARS_SHARE
    centre = [c + shift * r for c, r in zip(centre, right)]
    distance = 4 * math.sqrt(sum(x * x for x in half))
    view.CameraParallelProjection = 1
    view.CameraFocalPoint = centre
    view.CameraPosition = [c + distance * n for c, n in zip(centre, towards)]
    view.CameraViewUp = up
    view.CameraParallelScale = scale


def picture_paths(arguments, count):
    """Where the pictures go: FILE, FILE with numbers when there are several, or frames in DIR."""
    if arguments.frames:
        os.makedirs(arguments.frames, exist_ok=True)
        return [os.path.join(arguments.frames, f"frame_{i:04d}.png") for i in range(count)]
    path = arguments.output or os.path.splitext(arguments.series)[0] + ".png"
    if count == 1:
        return [path]
    stem, ending = os.path.splitext(path)
    return [f"{stem}_{i:04d}{ending}" for i in range(count)]


def moments(source, times, strobe):
    """The source, which follows the view's time; or, frozen, at each of the times."""
    if not strobe:
        return [source]
    frozen = [pv.ForceTime(Input=source) for _ in times]
    for moment, t in zip(frozen, times):
        moment.IgnorePipelineTime, moment.ForcedTime = 1, t
    return frozen


def measure(parts, times):
    """The box of what moves, and the one with the obstacles, as far as these are near it."""
    boxes = {kind: bounds_over(part, times) for kind, part in parts.items()}
    moving = [kind for kind in (STRUCTURE, BODIES) if kind in parts]
    box = unite([box for kind in moving or boxes for box in boxes[kind]])
    whole = [box] + boxes.get(CONTACTS, []) + boxes.get(JOINTS, [])
    return box, unite(whole + [near(part, box) for part in boxes.get(OBSTACLES, [])])


def draw_parts(parts, view, times, arguments, limits, sizes):
    """Everything but the obstacles of one source; sizes of tubes and of spheres."""
    place, tubes, ball = limits[0], *sizes
    if STRUCTURE in parts:
        draw_structure(parts[STRUCTURE], view, arguments, place, limits[1], tubes)
    if BODIES in parts:
        draw_bodies(parts[BODIES], view, arguments, place, limits[1])
    if CONTACTS in parts:
        draw_contacts(parts[CONTACTS], view, times, ball)
    if JOINTS in parts:
        draw_joints(parts[JOINTS], view, ball)


def parts_of(source, t):
    """The cells of each kind that there are."""
    parts = {kind: cells_of_kind(source, kind) for kind in range(5)}
    return {kind: part for kind, part in parts.items() if part and not is_empty(part, t)}


def build_scene(arguments):
    """Everything in its place: the view, the label of the time, the times to draw."""
    reader, times = open_series(arguments.series)
    times = pick_times(arguments.times, times)
    place = require_field(reader, arguments.field)
    source = exaggerate(reader, arguments.scale)
    parts = parts_of(source, times[0])
    box, whole = measure(parts, times)
    dimension = dimension_of(box)
    diagonal = math.dist(box[::2], box[1::2]) or 1.0
    radius = (0.015 if dimension == 1 else 0.004) * diagonal
    tubes = radius if arguments.tubes or dimension == 1 else 0.0
    view = new_view(arguments.size)
    ranges = [range_over(parts[kind], place, arguments.field, times)
              for kind in (STRUCTURE, BODIES) if kind in parts]
    limits = spread(min(low for low, _ in ranges), max(high for _, high in ranges))
    for moment in moments(source, times, arguments.strobe):
        draw_parts(parts_of(moment, times[0]), view, times, arguments, (place, limits),
                   (tubes, (1.3 if dimension == 1 else 2.2) * radius))
    if OBSTACLES in parts:
        draw_obstacles(parts[OBSTACLES], view, whole)
    label = draw_time(view)
    place_camera(view, whole, camera_axes(arguments.view, dimension), 2 * radius)
    return view, label, times


def render(arguments):
    """Write the pictures; their paths."""
    view, label, times = build_scene(arguments)
    texts = [f"t = {t:.6g} s" for t in times]
    if arguments.strobe:
        texts = [f"t = {', '.join(f'{t:.4g}' for t in times)} s"]
        times = times[-1:]
    paths = picture_paths(arguments, len(times))
    for t, path, text in zip(times, paths, texts):
        view.ViewTime = t
        label.Text = text
        pv.SaveScreenshot(path, view, ImageResolution=arguments.size)
        if not os.path.isfile(path):
            raise RenderError(f"{path}: cannot be written")
    return paths


def parse_arguments(argv):
    parser = argparse.ArgumentParser(prog="render.py", description=__doc__.split("\n")[0])
    parser.add_argument("series", metavar="FILE.pvd")
    parser.add_argument("--field", default="displacement", help="of points or cells (displacement)")
    parser.add_argument("--times", nargs="+", default=["last"], help="all, last or times (last)")
    parser.add_argument("-o", "--output", metavar="FILE", help="picture (NAME.png beside the .pvd)")
    parser.add_argument("--frames", metavar="DIR", help="write DIR/frame_0000.png and so on")
    parser.add_argument("--strobe", action="store_true", help="all times in one picture")
    parser.add_argument("--scale", type=float, default=1.0, help="exaggerate displacements (1)")
    parser.add_argument("--size", type=int, nargs=2, default=[1200, 700], metavar=("W", "H"))
    parser.add_argument("--tubes", action="store_true", help="bars as tubes (always so in 1D)")
    parser.add_argument("--view", type=float, nargs=3, metavar=("X", "Y", "Z"),
                        help="direction from the model to the viewer")
    return parser.parse_args(argv)


def main(argv=None):
    try:
        for path in render(parse_arguments(argv)):
            print(path)
    except RenderError as error:
        print(f"render: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    # Leaving by sys.exit with a window open makes the X server complain, and the exit code 1.
    if main() != 0:
        sys.stderr.flush()
        os._exit(2)
