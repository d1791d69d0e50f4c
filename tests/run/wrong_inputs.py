# SPDX-License-Identifier: BSD-2-Clause
"""Wrong inputs for test_bad_input.py, as tables by what is wrong.

A wrong input is a right one with a few edits. In an edit, @ marks the place (line and column) the
line must name; it is no part of the input.
"""

import dataclasses
import os

TEST_BIN = os.environ["RICOCHET_TEST_BIN"]

BAR = """\
title: Bar against a wall
dimension: 1
mesh:
  line: {name: bar, from: [1], to: [3], cells: 8}
regions:
  middle: {nearest: [2]}
materials:
  rubber: {E: 900, density: 1}
elements:
  - {type: bar, region: bar, material: rubber, area: 1}
damping: {mass: 0.1}
gravity: [0]
loads:
  - {region: middle, force: [0]}
supports:
  - {region: end, fixed: [x]}
initial:
  - {region: bar, velocity: [-1]}
contacts:
  - {name: wall, type: node-plane, region: start, point: [0], normal: [1], restitution: 0}
stepper: {type: ggl-alpha, step: 0.01, end: 0.1, rho_inf: 0.8}
output:
  vtk_every: 5
  probes: {tip: start}
"""

# Two bars that may collide, joined by a spring; a third node with a mass.
PAIR = """\
dimension: 2
mesh:
  line:
    - {name: left, from: [-1, 0], to: [0, 0], cells: 4}
    - {name: right, from: [0.1, 0], to: [1.1, 0], cells: 4}
  node: {name: knob, at: [0.5, 1]}
materials:
  light: {E: 1, density: 1}
elements:
  - {type: bar, region: left, material: light, area: 1}
  - {type: bar, region: right, material: light, area: 1}
  - {type: point-mass, region: knob, mass: 2}
  - {type: spring, nodes: [right.end, knob], stiffness: 3}
initial:
  - {region: left, velocity: [1, 0]}
contacts:
  - {name: hit, type: node-node, nodes: [left.end, right.start], direction: [1, 0]}
stepper: {type: moreau-jean, step: 0.01, end: 0.05, theta: 0.5}
"""

# A frame from a mesh file.
FRAME = """\
dimension: 3
mesh:
  file: frame.msh
materials:
  steel: {E: 210e9, density: 7850}
elements:
  - {type: bar, region: all, material: steel, area: 1e-4}
stepper: {type: ggl-alpha, step: 1e-5, end: 2e-5}
"""


# A rod on a pin.
ARM = """\
dimension: 2
bodies:
  - {name: arm, shape: {type: rod, length: 2}, mass: 1, at: [1, 0], points: {A: [-1, 0], B: [1, 0]}}
joints:
  - {name: hinge, type: revolute, a: [0, 0], b: arm.A}
assemble: false
stepper: {type: ggl-alpha, step: 0.01, end: 0.1}
"""

# Bodies with contacts between points: a bead in a channel, over a line.
SLOT = """\
dimension: 2
bodies:
  - {name: bead, mass: 1, inertia: 1, at: [0, 0.1], points: {tip: [0.1, 0]}}
contacts:
  - {name: slot, type: channel, a: bead, b: [0, 0], normal: [0, 1], width: 0.5, offset: 0.125}
  - {name: floor, type: point-line, a: bead.tip, b: [0, -1], normal: [0, 1]}
stepper: {type: moreau-jean, step: 0.01, end: 0.05}
output: {vtk_every: 0}
"""


@dataclasses.dataclass
class Wrong:
    """`edits` are texts and what replaces them; `says` is a regular expression for the words behind
    the place. Run on one rank and on `ranks`."""

    name: str
    says: str
    edits: tuple = ()
    options: str = ""
    base: str = BAR
    ranks: int = 1
    command: str = "run case.yaml"
    content: bytes = None  # of the input file, in place of a base with edits
    files: dict = dataclasses.field(default_factory=dict)  # name → content, beside the input
    output: str = "out"
    memory: bool = True  # all of it is given back; False where PETSc's own error path does not


def edit(name, says, old, new, **more):
    return Wrong(name, says, ((old, new),), **more)


def option(name, says, options, **more):
    return Wrong(name, says, options=options, **more)


def content(name, says, text, **more):
    return Wrong(name, says, content=text if isinstance(text, bytes) else text.encode(), **more)


KEYS = [
    edit("unknown key at the top", r"steper: unknown key, did you mean 'stepper'\?",
         "stepper:", "@steper:", ranks=2),
    edit("unknown key in a section", r"stepper\.stp: unknown key, did you mean 'step'\? \(allowed",
         "step: 0.01", "@stp: 0.01"),
    edit("unknown key in an item", r"elements\[0\]\.aera: unknown key, did you mean 'area'",
         "area: 1", "@aera: 1"),
    edit("unknown key of a mesh", r"mesh\.line\.cels: unknown key, did you mean 'cells'",
         "cells: 8", "@cels: 8"),
    edit("unknown key of a material", r"materials\.rubber\.denisty: unknown key, did you mean 'dens",
         "density: 1", "@denisty: 1"),
    edit("unknown key of a material that nothing uses", r"materials\.air\.weight: unknown key",
         "  rubber:", "  air: {E: 1, density: 1, @weight: 1}\n  rubber:"),
    edit("unknown key without anything near", r"output\.frequency: unknown key \(allowed: ",
         "vtk_every", "@frequency"),
    edit("missing section", "missing key 'stepper'",
         "stepper: {type: ggl-alpha, step: 0.01, end: 0.1, rho_inf: 0.8}\n", "", ranks=3),
    Wrong("missing mesh", "missing key 'mesh'",
          (("mesh:\n  line: {name: bar, from: [1], to: [3], cells: 8}\n", ""),
           ("title", "@title"))),
    edit("missing key of an element", r"elements\[0\]: missing key 'area' \(expects a number\)",
         "{type: bar, region: bar, material: rubber, area: 1}",
         "{@type: bar, region: bar, material: rubber}"),
    edit("missing density", r"materials\.rubber: missing key 'density'", "rubber: {E: 900, density: 1}",
         "@rubber: {E: 900}"),
    edit("missing end", r"stepper: missing key 'end'", "stepper: {type: ggl-alpha, step: 0.01, end: 0.1,",
         "@stepper: {type: ggl-alpha, step: 0.01,"),
    edit("missing nodes of a contact", r"contacts\[0\]: missing key 'nodes'",
         "{name: hit, type: node-node, nodes: [left.end, right.start],",
         "{@name: hit, type: node-node,", base=PAIR),
    edit("key twice", "duplicate key 'end'", "end: 0.1", "end: 0.1, @end: 0.2", ranks=2),
    edit("section twice", "duplicate key 'title'", "output:", "@title: again\noutput:"),
    edit("material twice", "duplicate key 'rubber'", "elements:",
         "  @rubber: {E: 1, density: 1}\nelements:"),
]

VALUES = [
    edit("word for a number", r"area: expects a number \(is 'wide'\)", "area: 1", "area: @wide"),
    edit("number with a decimal comma", r"area: expects a number, with a decimal point \(is '1,5'\)",
         "area: 1", "area: @'1,5'"),
    edit("fraction for an integer", r"cells: expects an integer \(is 2\.5\)", "cells: 8", "cells: @2.5"),
    edit("list for a number", r"area: expects a number \(is a list\)", "area: 1", "@area: []"),
    edit("mapping for a list", r"elements\.type: expects a mapping", "elements:\n  - {type: bar,",
         "elements:\n  {type: @bar,"),
    edit("text for a mapping", r"stepper: expects a mapping",
         "stepper: {type: ggl-alpha, step: 0.01, end: 0.1, rho_inf: 0.8}", "stepper: @fast"),
    edit("list for a mapping of names", r"regions: expects a mapping",
         "regions:\n  middle: {nearest: [2]}", "@regions:\n  - {nearest: [2]}"),
    edit("word for true or false", r"lumped: expects true or false \(is 'yes'\)", "area: 1",
         "area: 1, lumped: @yes"),
    edit("empty value", r"area: expects a number \(is empty\)", "area: 1", "@area:"),
    edit("negative density", r"density: must be >= 0 \(is -1\)", "density: 1", "density: @-1", ranks=2),
    edit("zero modulus", r"E: must be > 0 \(is 0\)", "E: 900", "E: @0"),
    edit("negative area", r"area: must be > 0 \(is -1e-4\)", "area: 1", "area: @-1e-4"),
    edit("zero area", r"area: must be > 0 \(is 0\.0\)", "area: 1", "area: @0.0"),
    edit("not a number", r"E: must be finite \(is \.nan\)", "E: 900", "E: @.nan"),
    edit("infinite", r"density: must be finite \(is inf\)", "density: 1", "density: @inf"),
    edit("overflow", r"E: must be finite \(is 1e999\)", "E: 900", "E: @1e999"),
    edit("no cells", r"mesh\.line\.cells: must be in 1 \.\.\. \d+ \(is 0\)", "cells: 8", "cells: @0",
         ranks=3),
    edit("more cells than memory", r"mesh\.line\.cells: must be in 1 \.\.\. 99999999 \(is 2e8\)", "cells: 8",
         "cells: @2e8", ranks=2),
    edit("more refined cells than memory", r"mesh\.refine: mesh \"refined\": \d+ nodes and \d+ cells, at most "
         r"100000000 of each fit into memory", "cells: 8}", "cells: 100}\n  refine: @20"),
    edit("lattice without cells", r"mesh\.lattice\.cells: are all 0",
         "line: {name: bar, from: [1], to: [3], cells: 8}",
         "lattice: {@cells: [0], size: [1]}"),
    edit("lattice without size", r"mesh\.lattice\.size: must be > 0",
         "line: {name: bar, from: [1], to: [3], cells: 8}",
         "lattice: {cells: [2], @size: [0]}"),
    edit("line without length", r"mesh\.line\.to: the line has no length", "to: [3]", "@to: [1]"),
    edit("too many cells", r"mesh\.lattice: mesh \"lattice\": \d+ nodes and \d+ cells, at most",
         "  node:", "  @lattice: {cells: [100000, 100000], size: [1, 1]}\n  node:", base=PAIR, ranks=2),
    edit("refinement below zero", r"mesh\.refine: must be in 0 \.\.\. 20 \(is -1\)", "regions:",
         "  refine: @-1\nregions:"),
    edit("fourth dimension", r"dimension: must be in 1 \.\.\. 3 \(is 4\)", "dimension: 1", "dimension: @4"),
    edit("vector too long", r"from: expects a list of 1 numbers \(has 2\)", "from: [1]", "@from: [1, 0]"),
    edit("vector too short", r"gravity: expects a list of 2 numbers \(has 1\)", "elements:",
         "@gravity: [1]\nelements:", base=PAIR),
    edit("scalar for a vector", r"point: expects a list of 1 numbers \(is '0'\)", "point: [0]", "point: @0"),
    edit("no normal", r"normal: has no direction, must not be zero", "normal: [1]", "@normal: [0]"),
    edit("restitution above one", r"restitution: must be in 0 \.\.\. 1 \(is 1\.5\)",
         "restitution: 0", "restitution: @1.5", ranks=2),
    edit("negative restitution", r"restitution: must be in 0 \.\.\. 1 \(is -0\.1\)",
         "restitution: 0", "restitution: @-0.1"),
    edit("no step", r"stepper\.step: must be > 0 \(is 0\)", "step: 0.01", "step: @0"),
    edit("negative step", r"stepper\.step: must be > 0 \(is -0\.01\)", "step: 0.01", "step: @-0.01", ranks=3),
    edit("end before the first step", r"stepper\.end: must be at least one step of 0\.01 \(is 0\.005\)",
         "end: 0.1", "end: @0.005"),
    edit("endless", r"stepper\.step: gives more than 1e9 steps", "step: 0.01", "step: @1e-12"),
    edit("spectral radius above one", r"stepper\.rho_inf: must be in \[0, 1\] \(is 1\.5\)",
         "rho_inf: 0.8", "rho_inf: @1.5"),
    edit("negative theta", r"stepper\.theta: must be in \[[^]]*\] \(is -1\)", "theta: 0.5", "theta: @-1",
         base=PAIR),
    edit("name of a support that no column can have", r"supports\[0\]\.name: 'a,b': a name holds no comma",
         "{region: end", "{name: @'a,b', region: end"),
    edit("two supports of one name", r"supports\[1\]\.name: the column 'a\.rx' of history\.csv is that of a support already",
         "- {region: end, fixed: [x]}", "- {name: a, region: end}\n  - {name: @a, region: middle}"),
    edit("output from after the end", r"output\.from: 1 s is after the end of the run, 0\.1 s", "vtk_every: 5", "from: @1"),
    edit("output until before its start", r"output\.until: 0\.02 s is before 'from', 0\.05 s",
         "vtk_every: 5", "from: 0.05\n  until: @0.02"),
    edit("history of every zeroth step", r"output\.history_every: must be >= 1 \(is 0\)",
         "vtk_every: 5", "history_every: @0"),
    edit("negative point mass", r"elements\[2\]\.mass: must be > 0 \(is -2\)", "mass: 2", "mass: @-2",
         base=PAIR),
    edit("negative stiffness", r"elements\[3\]\.stiffness: must be >= 0", "stiffness: 3",
         "stiffness: @-3", base=PAIR),
]

NAMES = [
    edit("unknown region", r"region: unknown region 'strat', did you mean 'start'\? \(known: bar, ",
         "region: start", "region: @strat", ranks=2),
    edit("unknown region of an initial condition", r"initial\[0\]\.region: unknown region 'beam' \(known",
         "region: bar, velocity", "region: @beam, velocity"),
    edit("unknown region of a probe", r"output\.probes\.tip: unknown region 'nose'", "tip: start",
         "tip: @nose"),
    edit("probe of several nodes", r"output\.probes\.tip: region 'bar' has 9 nodes", "tip: start",
         "tip: @bar", ranks=2),
    edit("unknown material", r"material: unknown material 'ruber', did you mean 'rubber'\? \(known: rubber\)",
         "material: rubber", "material: @ruber", ranks=3),
    edit("unknown stepper", r"stepper\.type: unknown name 'ggl-alfa', did you mean 'ggl-alpha'\?",
         "type: ggl-alpha", "type: @ggl-alfa", ranks=2),
    edit("unknown element", r"elements\[0\]\.type: unknown name 'barr', did you mean 'bar'\?",
         "type: bar,", "type: @barr,"),
    edit("unknown contact", r"contacts\[0\]\.type: unknown name 'plane' \(allowed: node-plane,",
         "type: node-plane", "type: @plane"),
    edit("impact rows of a third kind", r"stepper\.impact_rows: unknown name 'both' \(allowed: printed, same\)",
         "rho_inf: 0.8", "impact_rows: @both"),
    edit("impact rows without an impact law", r"stepper\.impact_rows: unknown key .*rho_inf",
         "type: ggl-alpha, step: 0.01, end: 0.1, rho_inf: 0.8",
         "type: smooth-alpha, step: 0.01, end: 0.1, @impact_rows: same"),
    edit("option of another stepper", r"stepper\.theta: unknown key .*rho_inf", "rho_inf: 0.8",
         "@theta: 0.5"),
    edit("region name taken by the mesh", r"regions\.bar: the name 'bar' is taken by another region",
         "middle: {nearest: [2]}", "@bar: {nearest: [2]}"),
    edit("two lines of one name", r"mesh\.line\[1\]\.name: the name 'left' is taken",
         "name: right", "name: @left", base=PAIR),
    edit("two contacts of one name", r"contacts\[1\]\.name: the name 'wall' is taken by another contact",
         "stepper:",
         "  - {name: @wall, type: node-plane, region: start, point: [-1], normal: [1]}\nstepper:"),
    edit("name that no column can have", r"contacts\[0\]\.name: 'a,b': a name holds no comma",
         "name: wall", "name: @'a,b'"),
    edit("name too long", r"contacts\[0\]\.name: must be of at most 63 bytes", "name: wall",
         "name: @" + "w" * 64),
    edit("empty name", r"contacts\[0\]\.name: is empty", "name: wall", "name: @''"),
    edit("unknown direction", r"fixed\[0\]: unknown name 'w' \(allowed: x\)", "fixed: [x]", "fixed: [@w]"),
    edit("direction outside the dimension", r"fixed\[0\]: unknown name 'z'", "fixed: [x]", "fixed: [@z]"),
]

HINGE = "  - {name: hinge, type: revolute, a: [0, 0], b: arm.A}\n"

COLUMNS = [
    edit("joint named like a contact", r"joints\[0\]\.name: the column 'hinge\.force' of history\.csv is that of a contact",
         "{name: hinge", "{name: @hinge", ranks=2,
         base=ARM + "contacts: [{type: point-line, name: hinge, a: arm.B, b: [0, -9], normal: [0, 1]}]\n"),
    edit("two joints of one name", r"joints\[1\]\.name: the column 'hinge\.error' of history\.csv is that of a joint",
         HINGE, HINGE + "  - {name: @hinge, type: angle, a: [0, 0], b: arm}\n", base=ARM),
    edit("probe named like a body", r"output\.probes\.arm: the column 'arm\.x' of history\.csv is that of a probe, body",
         "stepper:", "output: {probes: {arm: @arm}}\nstepper:", base=ARM, ranks=2),
    edit("name with a dot that ends like another's",
         r"contacts\[1\]\.name: the column 'a\.gap\.force' of history\.csv is that of a joint|"
         r"joints\[0\]\.name: the column 'a\.gap\.force' of history\.csv is that of a contact",
         "name: hinge", "name: @a.gap",
         base=ARM + "contacts: [{name: a.gap, type: point-line, a: arm.B, b: [0, -9], normal: [0, 1]}]\n"),
    edit("name of a joint that no column can have", r"joints\[0\]\.name: 'a,b': a name holds no comma", "name: hinge",
         "name: @'a,b'", base=ARM),
    edit("line named like the whole mesh", r"mesh\.line\[1\]\.name: the name 'all' is taken by the whole mesh",
         "name: right", "name: @all", base=PAIR),
    edit("region named like the whole mesh", r"regions\.all: the name 'all' is taken by the whole mesh",
         "middle: {nearest: [2]}", "@all: {nearest: [2]}"),
]

# What is right word by word and makes no sense.
SENSE = [
    edit("box without nodes", r"regions\.middle\.box: region \"middle\": no node in the box",
         "middle: {nearest: [2]}", "middle: {@box: {lo: [7], hi: [8]}}", ranks=2),
    edit("box and nearest", r"regions\.middle: has both", "middle: {nearest: [2]}",
         "@middle: {nearest: [2], box: {lo: [0], hi: [3]}}"),
    edit("region by nothing", r"regions\.middle: has neither", "middle: {nearest: [2]}", "@middle: {}"),
    edit("elements on a node", r"elements\[0\]\.region: bar: region 'start' has no cells",
         "{type: bar, region: bar,", "{type: bar, region: @start,", ranks=2),
    edit("no elements", r"elements: is empty",
         "elements:\n  - {type: bar, region: bar, material: rubber, area: 1}", "@elements: []"),
    edit("penetration at the start",
         r"contacts\[0\]: contact 'wall', node at \(1\.?, 0\.?, 0\.?\): the gap is -0\.5 m at the",
         "{name: wall, type: node-plane, region: start, point: [0],",
         "{@name: wall, type: node-plane, region: start, point: [1.5],", ranks=3),
    edit("penetration by the initial displacement", r"contacts\[0\]: .*the gap is -1\.? m at the start",
         "region: bar, velocity: [-1]", "region: bar, displacement: [-2]",
         base=BAR.replace("{name: wall", "{@name: wall")),
    edit("node without mass", r"elements: the node at \(0\.5, 1\.?, 0\.?\) moves but has no mass",
         "  - {type: point-mass, region: knob, mass: 2}\n", "", ranks=2,
         base=PAIR.replace("elements:", "@elements:")),
    edit("no density at all", r"elements: the node at \([0-9.]+, 0\.?, 0\.?\) moves but has no mass",
         "density: 1", "density: 0", base=BAR.replace("elements:", "@elements:")),
    edit("next to no mass", r"elements: the node at .* has the mass [0-9.]+e-30\d, must be in 1e-150 \.\.\. 1e\+150",
         "area: 1", "area: 1e-300", base=BAR.replace("elements:", "@elements:"), ranks=2),
    edit("spring from a node to itself by another region", r"springs\[0\]\.b: both points are the same node", "initial:\n",
         "regions: {there: {nearest: [0.5, 1]}}\nsprings: [{a: knob, b: @there, stiffness: 3}]\ninitial:\n", base=PAIR),
    edit("stop of many nodes", r"contacts\[0\]\.a: region 'right' has \d+ nodes, a region of one node is needed", "contacts:\n",
         "contacts:\n  - {name: stop, type: angular-stop, a: @right, b: [0, 0], angle: 1}\n", base=PAIR, ranks=2),
    edit("contact with many nodes", r"contacts\[0\]\.b: region 'right' has \d+ nodes, a region of one node is needed", "contacts:\n",
         "contacts:\n  - {name: c, type: point-plane, a: knob, b: @right, normal: [0, 1]}\n", base=PAIR, ranks=2),
    edit("contact of nodes with one of them", r"contacts\[0\]\.b: both points are the same node", "contacts:\n",
         "contacts:\n  - {name: c, type: point-plane, a: right, b: @right.end, normal: [0, 1]}\n", base=PAIR, ranks=2),
    edit("key of many letters", r"\be{64}\.\.\.: unknown key \(allowed: ", "damping:", "@" + 2000 * "e" + ": 1\ndamping:"),
    edit("text that a terminal would turn round", r"area: expects a number \(is '\?\?\?1'\)", "area: 1}\ndamping",
         'area: @"\\u202e1"}\ndamping'),
    edit("spring from a node to itself", r"elements\[3\]\.nodes: the two regions are the same node",
         "nodes: [right.end, knob]", "@nodes: [knob, knob]", base=PAIR),
    edit("spring without length", r"elements\[3\]\.nodes: spring: an element has zero length",
         "nodes: [right.end, knob]", "@nodes: [right.end, knob]", ranks=3,
         base=PAIR.replace("at: [0.5, 1]", "at: [1.1, 0]")),
    edit("spring by region and by nodes", r"elements\[3\]: has both", "{type: spring, nodes:",
         "{@type: spring, region: left, nodes:", base=PAIR),
    edit("contact of several nodes", r"contacts\[0\]\.nodes\[0\]: region 'left' has 5 nodes",
         "nodes: [left.end, right.start]", "nodes: [@left, right.start]", base=PAIR, ranks=2),
    edit("contact of three nodes", r"contacts\[0\]\.nodes: expects two regions \(are 3\)",
         "nodes: [left.end, right.start]", "@nodes: [left.end, right.start, knob]", base=PAIR),
    edit("syntax error in an expression", r"velocity\[0\]: expects an expression .* \(is '2\*'\): ",
         "velocity: [-1]", "velocity: [@'2*']"),
    edit("unknown variable", r"force\[0\]: expects an expression .* \(is '3\*w'\): .*w", "force: [0]",
         "force: [@3*w]"),
    edit("division by zero at one node", r"initial\[0\]\.velocity: must be finite "
         r"\(is inf at t = 0 and \(2, 0, 0\)\)", "velocity: [-1]", "@velocity: [1/(x-2)]", ranks=3),
    edit("load without a value", r"loads\[0\]\.force: must be finite \(is nan", "force: [0]",
         "@force: [sqrt(-x)]", ranks=2),
    edit("support without a value", r"supports\[0\]\.displacement: must be finite \(is nan",
         "fixed: [x]", "fixed: [x], @displacement: [log(-1)]"),
    edit("support without a velocity", r"supports\[0\]\.velocity: must be finite \(is inf",
         "fixed: [x]", "fixed: [x], displacement: [0], @velocity: [1/t]", ranks=2),
    edit("wall without a place", r"contacts\[0\]\.motion: must be finite \(is inf", "restitution: 0",
         "restitution: 0, motion: @1/t"),
]

BALL = """\
dimension: 2
systems:
  - {name: ball, type: oscillator, q: [1], v: [0], contacts: {ground: {restitution: 0.5}}}
stepper: {type: moreau-jean, step: 1e-3, end: 0.1}
"""
AT_BALL = BALL.replace("{name: ball", "{@name: ball")

TOP = """\
dimension: 3
bodies:
  - {name: top, mass: 1, inertia: [1, 2, 2.5], at: [0, 0, 0], quaternion: [1, 0, 0, 0]}
loads: [{region: top, moment: [0, 0, 1]}]
stepper: {type: moreau-jean, step: 0.01, end: 0.05}
output: {vtk_every: 0}
"""

SPACE = [
    edit("zero quaternion", r"bodies\[0\]\.quaternion: is zero, and no rotation", "quaternion: [1,", "@quaternion: [0,",
         base=TOP, ranks=2),
    edit("zero axis", r"bodies\[0\]\.axis: is zero, and no direction", "quaternion: [1, 0, 0, 0]",
         "@axis: [0, 0, 0], angle: 1", base=TOP),
    edit("axis without an angle", r"bodies\[0\]: missing key 'angle'", "{name: top", "{@name: top",
         base=TOP.replace("quaternion: [1, 0, 0, 0]", "axis: [0, 0, 1]")),
    edit("turned twice", r"bodies\[0\]\.rotation: the body is turned already", "0, 0]}\nloads",
         "0, 0], @rotation: [0, 0, 1]}\nloads", base=TOP),
    edit("inertia of no body", r"bodies\[0\]\.inertia: no body has the principal values 4, 2, 1: each must be positive",
         "inertia: [1, 2, 2.5]", "@inertia: [1, 2, 4]", base=TOP, ranks=3),
    edit("negative inertia", r"bodies\[0\]\.inertia", "[1, 2, 2.5]", "[1, @-2, 2.5]", base=TOP),
    edit("tensor of no body", r"bodies\[0\]\.inertia: no body has the principal values 3, 2, -1", "inertia: [1, 2, 2.5]",
         "@inertia: [[1, 2, 0], [2, 1, 0], [0, 0, 2]]", base=TOP),
    edit("tensor that is not symmetric", r"bodies\[0\]\.inertia: is not symmetric: 0\.1 and 0\.2", "inertia: [1, 2, 2.5]",
         "@inertia: [[2, 0.1, 0], [0.2, 2, 0], [0, 0, 2]]", base=TOP),
    edit("body without inertia", r"bodies\[0\]: missing key 'inertia'", "{name: top", "{@name: top",
         base=TOP.replace("inertia: [1, 2, 2.5], ", "")),
    edit("density of nothing", r"bodies\[0\]\.density: needs a `shape` with a volume", "mass: 1", "density: @1", base=TOP),
    edit("density of a disk", r"bodies\[0\]\.density: needs a `shape` with a volume", "mass: 1",
         "density: @1, shape: {type: disk, radius: 1}", base=TOP),
    edit("density beside mass", r"bodies\[0\]\.density: stands beside `mass`", "mass: 1", "mass: 1, density: @1", base=TOP),
    edit("shape of the plane", r"bodies\[0\]\.shape\.type: unknown name 'rod'", "mass: 1",
         "mass: 1, shape: {type: @rod, length: 1}", base=TOP),
    edit("moment in the plane", r"loads\[0\]\.moment: acts on a body in space", "stepper:",
         "loads: [{region: bead, @moment: [0, 0, 1]}]\nstepper:", base=SLOT),
]

SYSTEMS = [
    edit("system that starts closed", r"systems\[0\]: contact 'ball\.ground', .*: the gap is -1\.? m at the start",
         "q: [1]", "q: [-1]", base=AT_BALL, ranks=2),
    edit("system that starts closed among contacts", r"systems\[0\]: contact 'ball\.ground', .*: the gap is -1",
         "q: [1]", "q: [-1]", ranks=3,
         base=AT_BALL + "mesh: {node: {name: dot, at: [0, 0]}}\nelements: [{type: point-mass, region: dot, mass: 1}]\n"
         "contacts: [{name: floor, type: node-plane, region: dot, point: [0, 0], normal: [0, 1]}]\n"),
    edit("system without mass", r"systems\[0\]: the mass matrix at the start must be positive definite",
         "q: [1]", "q: [1], parameters: {m: 0}", base=AT_BALL, ranks=2),
    edit("system of negative mass", r"systems\[0\]: the mass matrix at the start must be positive definite",
         "q: [1]", "q: [1], parameters: {m: -1}", base=AT_BALL),
    edit("system whose masses are singular", r"systems\[0\]: the mass matrix .* first 2 coordinates",
         "type: oscillator, q: [1], v: [0], contacts: {ground: {restitution: 0.5}}",
         "type: spring-pendulum, q: [0, 1]", base=AT_BALL),
    edit("system beyond numbers", r"systems\[0\]: the force at the start must be finite \(is inf\)",
         "q: [1]", "q: [1e300], parameters: {k: 1e300}", base=AT_BALL),
    edit("system of next to no mass", r"systems: the node at \(.*\) has the mass 1e-300, must be in 1e-150 \.\.\. 1e\+150",
         "q: [1]", "q: [1], parameters: {m: 1e-300}", base=BALL.replace("systems:", "@systems:")),
    edit("contact named like one of a system", r"contacts\[0\]\.name: the name 'ball\.ground' is taken by another contact",
         "stepper:", "mesh: {node: {name: dot, at: [0, 0]}}\nelements: [{type: point-mass, region: dot, mass: 1}]\n"
         "contacts: [{name: @ball.ground, type: node-plane, region: dot, point: [0, 0], normal: [0, 1]}]\nstepper:",
         base=BALL),
    edit("name too long with that of its contact", r"systems\[0\]\.name: '\w+\.ground' must be of at most 63 bytes",
         "name: ball", "name: @" + "b" * 60, base=BALL),
]

FAR = "  - {name: far, type: revolute, a: [3, 0], b: arm.B}\n"
DRIVE = "  - {name: drive, type: drive-angle, a: [0, 0], b: arm, motion: @t + 1/t}\n"

JOINTS = [
    edit("body without mass", r"bodies\[0\]: missing key 'mass' \(expects a number\)", "{name: arm", "{@name: arm",
         base=ARM.replace("mass: 1, ", ""), ranks=2),
    edit("key of another joint", r"joints\[0\]\.axis: unknown key \(allowed: name, type, a, b\)",
         HINGE, HINGE.replace("b: arm.A", "b: arm.A, @axis: [1, 0]"), base=ARM, ranks=2),
    edit("body of no mass", r"bodies\[0\]\.mass: must be > 0 \(is 0\)", "mass: 1", "mass: @0", base=ARM),
    edit("body without inertia", r"bodies\[0\]: missing key 'inertia' \(expects a number\)", "{name: arm",
         "{@name: arm", base=ARM.replace("shape: {type: rod, length: 2}, ", ""), ranks=2),
    edit("body of no inertia", r"bodies\[0\]\.inertia: must be > 0 \(is 0\)", "mass: 1", "mass: 1, inertia: @0",
         base=ARM),
    edit("joint violated at the start",
         r"joints\[0\]: joint 'hinge': the initial state violates it by 0\.1 \(m or rad\).*'assemble: true'",
         HINGE, HINGE.replace("{", "{@"), base=ARM.replace("at: [1, 0]", "at: [1.1, 0]"), ranks=2),
    edit("joints that contradict one another", r"joints\[1\]: joint 'far': the initial state violates it by 1 ",
         HINGE, HINGE + FAR.replace("{", "{@"), base=ARM, ranks=2),
    edit("joints that contradict one another, assembled",
         r"assemble: the joints cannot be held together: .* joint '(hinge|far)' is violated by 0\.5",
         "assemble: false", "assemble: @true", base=ARM.replace(HINGE, HINGE + FAR), ranks=2),
    edit("the same by an option", r"option -assemble: the joints cannot be held together: ",
         HINGE, HINGE + FAR, base=ARM, options="-assemble"),
    edit("motions that contradict one another",
         r"joints\[2\]: joint 'turn' contradicts joints before it: .* 0\.5 \(m/s or rad/s\) is left", HINGE,
         HINGE + "  - {name: hold, type: angle, a: [0, 0], b: arm}\n"
         "  - {@name: turn, type: drive-angle, a: [0, 0], b: arm, motion: t}\n", base=ARM, ranks=2),
    edit("speeds that contradict one another", r"joints\[2\]: joint 'more' contradicts joints before it", HINGE,
         HINGE + "  - {name: some, type: speed, a: [0, 0], b: arm, motion: 1}\n"
         "  - {@name: more, type: speed, a: [0, 0], b: arm, motion: 2}\n", base=ARM.replace("false", "true")),
    edit("joint without a motion", r"joints\[1\]\.motion: must be finite \(is inf", HINGE, HINGE + DRIVE, base=ARM,
         ranks=2),
]

PLUGINS = [
    option("missing plugin", r"plugin \./missing\.so: .*No such file or directory", "-plugin missing.so", ranks=2),
    option("input for a plugin", r"plugin \./case\.yaml: ", "-plugin case.yaml", ranks=2),
    option("directory for a plugin", r"plugin \./out: ", "-plugin out"),
    option("object that registers nothing", r"plugin \S*libno_plugin\.so: has no function RicochetPluginRegister",
           f"-plugin {TEST_BIN}/libno_plugin.so", ranks=2),
    option("plugin of another version", r"plugin \S*: compiled with version 1000 of system/system\.h",
           f"-plugin {TEST_BIN}/libother_version_plugin.so", ranks=2),
    option("plugin that ends with an error", r"plugin \S*: its RicochetPluginRegister ends with error 77, expected 0",
           f"-plugin {TEST_BIN}/libreturns_error_plugin.so", ranks=2),
    option("plugin that ends with an error, checked", r"plugin \S*: its RicochetPluginRegister ends with error 77",
           f"-plugin {TEST_BIN}/libreturns_error_plugin.so", command="check case.yaml"),
    option("plugin without a name", "option -plugin: names no file", "-plugin"),
]

def aliases(lines, item="[{}]", begin="[x, x]"):
    """Lines, each of nine aliases of the one before: 9 ** lines values."""
    text = [f"a0: &a0 {begin}\n"]
    text += [f"a{i}: &a{i} {item.format(', '.join([f'*a{i - 1}'] * 9))}\n" for i in range(1, lines)]
    return "".join(text) + BAR


YAML = [
    content("bomb of aliases", r"case\.yaml:9:11: aliases add 1\.\d+e\+08 values to the file, this one \d\.\d+e\+07 of "
            r"them, at most 1000000 are allowed", aliases(9), ranks=2),
    content("aliases that fit", r"case\.yaml:1:1: a0: unknown key", aliases(6)),
    content("bomb of merges", r"case\.yaml:9:\d+: aliases add \S+e\+08 values", aliases(
        9, "{{<<: [{}], k: {}}}".replace("k: {}", ", ".join(f"k{j}: [x]" for j in range(3))), "{x: 1, y: 2}")),
    content("alias within itself", r"case\.yaml:1:13: not YAML: cyclic reference detected", "title: &a [*a]\n" + BAR.split("\n", 1)[1]),
    content("alias of nothing", r"case\.yaml:1:9: not YAML: invalid alias", "title: *nobody\n"),
    content("nesting without end", r"case\.yaml:1:71: lists and mappings are nested deeper than 64, the limit", "title: " + 1000 * "[" + 1000 * "]" + "\n"),
    edit("tab for indentation", "not YAML: ", "  line:", "@\tline:", ranks=2),
    content("unclosed bracket", r"case\.yaml:\d+:\d+: not YAML: ", BAR + "extra: [1, 2\n"),
    content("unclosed quote", r"case\.yaml:\d+:\d+: not YAML: ", BAR + "extra: 'a\n"),
    content("not UTF-8", r"case\.yaml:1:9: byte 0xfc is no UTF-8 text",
            b"title: M\xfcller\n" + BAR.encode(), ranks=2),
    content("control character", r"case\.yaml:1:8: byte 0x00 is a control character", b"title: \0\n"),
    content("empty file", r"case\.yaml: is empty", "", ranks=3),
    content("comments only", r"case\.yaml: is empty", "# nothing\n"),
    content("a list", r"case\.yaml:1:3: expects a mapping of keys \(is a list\)", "- 1\n- 2\n"),
    content("a word", r"case\.yaml:1:1: expects a mapping of keys \(is 'bar'\)", "bar\n"),
    content("two documents", r"case\.yaml: has a second document", BAR + "---\na: 1\n", ranks=2),
]
