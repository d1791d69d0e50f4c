# SPDX-License-Identifier: BSD-2-Clause
"""Pictures or frames of a run, coloured by a field. Runs in ParaView's pvbatch:

    xvfb-run -a -s -noreset pvbatch postproc/render.py DIR/NAME.pvd [--field NAME] [--times all|last|T ...]
        [-o FILE.png] [--frames DIR] [--strobe] [--warp S] [--size W H] [--tubes] [--view X Y Z]

Cells with `kind` 0 are the structure, 1 the contacts (spheres, coloured by impulse), 2 the obstacles
(grey), 3 the rigid bodies (surfaces with their outlines), 4 the joints (small dark spheres, rods in
the colours of the field). --warp S draws S times the displacement, whether the points of the files are
current or reference positions. Camera and colour range are the same in all pictures of a call: what is
drawn fills it, and without --size the height is what it needs. With --strobe all times are shown in one picture.
"""
import argparse
import math
import os
import sys

import numpy as np
import paraview.simple as pv
from paraview import servermanager
from vtkmodules.util.numpy_support import vtk_to_numpy

STRUCTURE, CONTACTS, OBSTACLES, BODIES, JOINTS = range(5)
UNITS = {  # for the titles of colour bars
    "displacement": "m", "velocity": "m/s", "acceleration": "m/s²", "axial_force": "N",
    "kinetic_energy_density": "J/m", "strain_energy_density": "J/m", "gap": "m",
    "gap_velocity": "m/s", "impulse": "N s", "contact_force": "N", "joint_error": "m",
    "reaction": "N",
}
MARGIN = 1.06  # free space around what is drawn
BARS_WIDTH, BARS_SHARE = 150, 0.25  # pixels at the right, kept for the colour bars; at most that of the width
WIDTH, HEIGHTS = 1200, (420, 1000)  # of pictures without --size: pixels, the least and the largest height


THIN = 7  # pixels: what is not as broad is drawn as a line


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


def fetched(source, t):
    """The data of a source at a time, here."""
    source.UpdatePipeline(t)
    return servermanager.Fetch(source)


def points_of(data):
    """Places of the points of data [points, 3]."""
    return vtk_to_numpy(data.GetPoints().GetData()) if data.GetNumberOfPoints() else np.empty((0, 3))


def points_move(reader, times):
    """Are the points of the files current positions? They are reference positions where those stay
    whose displacement changes; a single time does not tell."""
    if len(times) < 2 or field_place(reader, "displacement") != "POINTS":
        return True
    first, last = (fetched(reader, t) for t in (times[0], times[-1]))
    moved = [vtk_to_numpy(data.GetPointData().GetArray("displacement")) for data in (first, last)]
    if len(moved[0]) != len(moved[1]):
        return True
    changed = np.any(moved[0] != moved[1], axis=1)
    return not (np.any(changed) and np.array_equal(points_of(first)[changed], points_of(last)[changed]))


def warp(reader, times, factor):
    """Show `factor` times the displacement, which current positions have once already."""
    extra = factor - (1 if points_move(reader, times) else 0)
    if extra == 0:
        return reader
    if field_place(reader, "displacement") != "POINTS":
        raise RenderError("--warp needs the point field 'displacement'")
    return pv.WarpByVector(Input=reader, Vectors=["POINTS", "displacement"], ScaleFactor=extra)


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
    """A range fit for a colour bar: finite and not empty, symmetric for a field that is negative
    somewhere by more than a thousandth of its largest value."""
    if low > high:
        return 0.0, 1.0
    if low < 0:
        largest = max(-low, high)
        return (-largest if low < -1e-3 * largest else 0.0), largest
    if low < 1e-9 * high:
        low = 0.0
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


def colour_plain(shown, grey):
    """The same grey all over."""
    shown.ColorArrayName = ["POINTS", ""]
    shown.AmbientColor = shown.DiffuseColor = [grey] * 3


def colour_by(shown, view, place, name, limits, bar):
    """Colour a representation by a field; `bar` is the lower end of its colour bar, 0 to 1."""
    if limits is None:  # of what the field says nothing
        colour_plain(shown, 0.75)
        return
    pv.ColorBy(shown, (place, name))
    colours = pv.GetColorTransferFunction(name)
    both_signs = limits[0] < 0 < limits[1]
    colours.ApplyPreset("Cool to Warm" if both_signs else "Viridis (matplotlib)", True)
    colours.RescaleTransferFunction(*limits)
    colours.AutomaticRescaleRangeMode = "Never"
    colours.NanColor = [0.75, 0.75, 0.75]  # where the field says nothing
    legend = pv.GetScalarBar(colours, view)
    legend.Title = f"{name} ({UNITS[name]})" if name in UNITS else name
    legend.ComponentTitle = ""
    legend.Orientation, legend.WindowLocation = "Vertical", "Any Location"
    legend.Position, legend.ScalarBarLength = [1 - 0.8 * bars_width(view.ViewSize[0]) / view.ViewSize[0], bar], 0.3
    legend.HorizontalTitle, legend.TitleJustification = 1, "Left"
    legend.TitleColor = legend.LabelColor = [0.0, 0.0, 0.0]
    legend.TitleFontSize = legend.LabelFontSize = 14
    legend.AutomaticLabelFormat, legend.RangeLabelFormat = 0, "%.4g"
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


def breadths(data):
    """Of each cell how far it extends across its longest direction [cells]."""
    found = []
    for cell in map(data.GetCell, range(data.GetNumberOfCells())):
        points = vtk_to_numpy(cell.GetPoints().GetData())
        axes = np.linalg.svd(points - points.mean(axis=0))[2]
        found.append(np.sort(np.ptp(points @ axes.T, axis=0))[1])
    return np.array(found)


def by_breadth(source, t, limit):
    """Bodies of the plane, a cell each, that are thinner than a limit, and the others; None where there
    are none."""
    thin = breadths(fetched(source, t)) < limit
    parts = []
    for chosen in (np.flatnonzero(thin), np.flatnonzero(~thin)):
        numbers = [word for number in chosen for word in (-1, int(number))]  # -1: of any process
        cells = pv.IDSelectionSource(IDs=numbers, FieldType="CELL")
        parts.append(pv.ExtractSelection(Input=source, Selection=cells) if numbers else None)
    return parts


def draw_bodies(source, view, t, arguments, place, limits, thin):
    """Rigid bodies as surfaces with their outlines; those that are lines or points as such. Where rods
    are `thin`, a breadth, they are broad lines, whose colour an outline would hide."""
    for part, slender in zip(by_breadth(source, t, thin) if thin else (None, source), (True, False)):
        if part is None:
            continue
        surface = pv.ExtractSurface(Input=part)
        edges = pv.Show(pv.FeatureEdges(Input=surface), view)
        shown = pv.Show(surface, view)
        shown.Representation = edges.Representation = "Surface"
        shown.LineWidth, shown.PointSize = 4.0, 12.0
        shown.Opacity = 0.6 if arguments.strobe and not slender else 1.0
        colour_by(shown, view, place, arguments.field, limits, 0.12)
        if slender:
            edges.LineWidth = 4.0
            colour_by(edges, view, place, arguments.field, limits, 0.12)
            continue
        colour_plain(edges, 0.15)
        edges.LineWidth = 1.5


def spheres(source, radius):
    """A small sphere at each point."""
    balls = pv.Glyph(Input=source, GlyphType="Sphere")
    balls.GlyphMode = "All Points"
    balls.ScaleArray = ["POINTS", "No scale array"]
    balls.OrientationArray = ["POINTS", "No orientation array"]
    balls.ScaleFactor = 2 * radius
    balls.GlyphType.ThetaResolution = balls.GlyphType.PhiResolution = 16
    return balls


def draw_joints(joints, view, arguments, place, limits, radius):
    """Joints as small dark spheres; rods, lines between two, in the colours of the field."""
    shown = pv.Show(spheres(joints, radius), view)
    shown.Representation = "Surface"
    colour_plain(shown, 0.15)
    rods = pv.Show(joints, view)
    rods.Representation = "Surface"
    rods.LineWidth, rods.PointSize = 4.0, 1.0
    colour_by(rods, view, place, arguments.field, limits, 0.12)


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
        colour_plain(shown, 0.45)


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
        colour_plain(shown, grey)
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


def reach(sources, times, axes):
    """How far what is drawn at some times reaches along axes: least and largest [axes]."""
    low, high = np.full(len(axes), np.inf), np.full(len(axes), -np.inf)
    for source in sources:
        for t in times:
            along = points_of(fetched(source, t)) @ np.transpose(axes)
            if len(along):
                low, high = np.minimum(low, along.min(axis=0)), np.maximum(high, along.max(axis=0))
    if not np.all(np.isfinite(low)):
        raise RenderError("nothing to draw")
    return low, high


def bars_width(width):
    """Of a picture of some width what is kept for the colour bars, pixels."""
    return min(BARS_WIDTH, BARS_SHARE * width)


def size_for(low, high, wanted):
    """Width and height of the picture: what is wanted, or as high as what is drawn needs."""
    if wanted:
        return wanted
    ratio = (high[1] - low[1]) / max(high[0] - low[0], 1e-300)
    height = min(max((WIDTH - BARS_WIDTH) * ratio + 60, HEIGHTS[0]), HEIGHTS[1])
    return [WIDTH, 2 * round(height / 2)]


def half_height(view, low, high):
    """Half of what the picture is to show from below to above, m."""
    free = (view.ViewSize[0] - bars_width(view.ViewSize[0])) / view.ViewSize[1]
    return MARGIN / 2 * max(high[1] - low[1], (high[0] - low[0]) / free, 1e-12)


def place_camera(view, low, high, axes):
    """Fit what reaches from low to high along the axes to the right, up and towards the viewer into
    the picture left of the colour bars."""
    scale = half_height(view, low, high)
    middle = (low + high) / 2
    middle[0] += scale * bars_width(view.ViewSize[0]) / view.ViewSize[1]
    centre, depth = middle @ np.array(axes), 2 * float(np.linalg.norm(high - low))
    view.CameraParallelProjection = 1
    view.CameraFocalPoint = list(centre)
    view.CameraPosition = list(centre + max(depth, scale) * np.array(axes[2]))
    view.CameraViewUp = list(axes[1])
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


def draw_parts(parts, view, times, arguments, colours, sizes):
    """Everything but the obstacles of one source; colours: where the field lives and its limits for each
    kind; sizes of tubes, of spheres and of what is thin."""
    place, limits = colours
    tubes, ball, thin = sizes
    if STRUCTURE in parts:
        draw_structure(parts[STRUCTURE], view, arguments, place, limits[STRUCTURE], tubes)
    if BODIES in parts:
        draw_bodies(parts[BODIES], view, times[0], arguments, place, limits[BODIES], thin)
    if CONTACTS in parts:
        draw_contacts(parts[CONTACTS], view, times, ball)
    if JOINTS in parts:
        draw_joints(parts[JOINTS], view, arguments, place, limits[JOINTS], ball)


def parts_of(source, t):
    """The cells of each kind that there are."""
    parts = {kind: cells_of_kind(source, kind) for kind in range(5)}
    for kind, part in list(parts.items()):
        if not part or is_empty(part, t):
            del parts[kind]
            if part:
                pv.Delete(part)
    return parts


def colour_ranges(parts, place, name, times):
    """The range of colours of a field on what is drawn with it, by kind of cells: one for all; None for
    bodies and joints of which a field of cells says nothing."""
    drawn = [kind for kind in (STRUCTURE, BODIES, JOINTS) if kind in parts]
    found = {kind: range_over(parts[kind], place, name, times, bare=True) for kind in drawn}
    limits = spread(min((low for low, _ in found.values()), default=0.0), max((high for _, high in found.values()), default=0.0))
    silent = [kind for kind in drawn if kind != STRUCTURE and place == "CELLS" and found[kind] in ((0.0, 0.0), (0.0, 1.0))]
    return {kind: None if kind in silent and len(drawn) > len(silent) else limits for kind in drawn}


def build_scene(arguments):
    """Everything in its place: the view, the label of the time, the times to draw."""
    reader, all_times = open_series(arguments.series)
    times = pick_times(arguments.times, all_times)
    place = require_field(reader, arguments.field)
    source = warp(reader, all_times, arguments.warp)
    parts = parts_of(source, times[0])
    box, whole = measure(parts, times)
    dimension = dimension_of(box)
    radius = (0.015 if dimension == 1 else 0.004) * (math.dist(box[::2], box[1::2]) or 1.0)
    tubes = radius if arguments.tubes or dimension == 1 else 0.0
    seen = [part for kind, part in parts.items() if kind != OBSTACLES]
    if OBSTACLES in parts:
        seen.append(cut_to(parts[OBSTACLES], whole))
    axes = camera_axes(arguments.view, dimension)
    low, high = reach(seen, times, axes)
    low, high = low - 2.2 * radius, high + 2.2 * radius
    view = new_view(size_for(low, high, arguments.size))
    limits = colour_ranges(parts, place, arguments.field, times)
    thin = 2 * half_height(view, low, high) / view.ViewSize[1] * THIN if dimension < 3 else 0.0
    for moment in moments(source, times, arguments.strobe):
        draw_parts(parts_of(moment, times[0]), view, times, arguments, (place, limits),
                   (tubes, (1.3 if dimension == 1 else 2.2) * radius, thin))
    if OBSTACLES in parts:
        draw_obstacles(parts[OBSTACLES], view, whole)
    place_camera(view, low, high, axes)
    return view, draw_time(view), times


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
        pv.SaveScreenshot(path, view, ImageResolution=list(view.ViewSize))
        if not os.path.isfile(path):
            raise RenderError(f"{path}: cannot be written")
    return paths


def parse_arguments(argv):
    parser = argparse.ArgumentParser(prog=os.environ.get("RICOCHET_COMMAND", "render.py"), description=__doc__.split("\n")[0])
    parser.add_argument("series", metavar="FILE.pvd")
    parser.add_argument("--field", default="displacement", help="of points or cells (displacement)")
    parser.add_argument("--times", nargs="+", default=["last"], help="all, last or times (last)")
    parser.add_argument("-o", "--output", metavar="FILE", help="picture (NAME.png beside the .pvd)")
    parser.add_argument("--frames", metavar="DIR", help="write DIR/frame_0000.png and so on")
    parser.add_argument("--strobe", action="store_true", help="all times in one picture")
    parser.add_argument("--warp", "--scale", type=float, default=1.0, metavar="S",
                        help="draw S times the displacement (1)")
    parser.add_argument("--size", type=int, nargs=2, metavar=("W", "H"),
                        help="pixels (1200, as high as what is drawn needs)")
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
