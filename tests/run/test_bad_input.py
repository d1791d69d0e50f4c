# SPDX-License-Identifier: BSD-2-Clause
"""Wrong inputs: each ends with exit code 2 and one line on standard error that says where and what,
on every number of ranks, and leaves the output of an earlier run as it was.

A wrong input is a right one with a few edits. In an edit, @ marks the place (line and column) the
line must name; it is no part of the input.
"""

import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["RICOCHET"]
MPIEXEC = os.environ["RICOCHET_MPIEXEC"].split(";")
DATA = pathlib.Path(os.environ["RICOCHET_SOURCE"], "tests", "data")
TIMEOUT = 120  # s; a rank left waiting runs into it
AT_ONCE = 3  # runs: they wait more than they work
BRIEF = os.environ.get("RICOCHET_TEST_BRIEF") == "1"  # on several ranks every third only

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
    edit("no density at all", r"elements: the node at \(1\.?, 0\.?, 0\.?\) moves but has no mass",
         "density: 1", "density: 0", base=BAR.replace("elements:", "@elements:")),
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

YAML = [
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

OPTIONS = [
    option("value", r"option -elements_0_area: must be > 0 \(is -1\)", "-elements_0_area -1", ranks=2),
    option("step", r"option -stepper_step: must be > 0 \(is 0\)", "-stepper_step 0"),
    option("end", r"option -stepper_end: must be at least one step of 0\.01", "-stepper_end 1e-3"),
    option("type", r"option -stepper_type: unknown name 'morau'.* \(allowed: ggl-alpha",
           "-stepper_type morau"),
    option("stepper's option", r"option -stepper_rho_inf: must be in \[0, 1\] \(is 1\.5\)",
           "-stepper_rho_inf 1.5", ranks=3),
    option("option of another stepper", r"option -stepper_theta: no such key in the input, or not of this type$",
           "-stepper_theta 0.5"),
    option("option of another stepper than that of an option",
           r"option -stepper_rho_inf: no such key in the input, or not of this type$",
           "-stepper_type moreau-jean -stepper_rho_inf 0.5"),
    option("restitution by number", r"option -contacts_0_restitution: must be in 0 \.\.\. 1",
           "-contacts_0_restitution 2"),
    option("restitution by name", r"option -contacts_wall_restitution: must be in 0 \.\.\. 1",
           "-contacts_wall_restitution 2", ranks=2),
    option("restitution of all", r"option -contacts_restitution: must be in 0 \.\.\. 1",
           "-contacts_restitution 2"),
    option("by name before by number", r"option -contacts_wall_restitution: must be in",
           "-contacts_0_restitution 1 -contacts_wall_restitution 2"),
    option("by name before all", r"option -contacts_wall_restitution: must be in",
           "-contacts_restitution 1 -contacts_wall_restitution 2"),
    option("vector", r"option -gravity: expects a list of 1 numbers \(has 3\)", "-gravity 0,0,-9.81"),
    option("mistyped", r"option -stepper_stp: no such key .*, did you mean -stepper_step\?$",
           "-stepper_stp 1e-3", ranks=2),
    option("mistyped, letters swapped", r"-stepper_stpe: no such key .*, did you mean -stepper_step\?$",
           "-stepper_stpe 1e-3"),
    option("mistyped section", r"-steper_step: no such key .*, did you mean -stepper_step\?$",
           "-steper_step 1e-3", ranks=2),
    option("mistyped top", r"-gravty: no such key .*, did you mean -gravity\?$", "-gravty 1", ranks=2),
    option("mistyped key of an item by number", r"did you mean -contacts_0_restitution\?$",
           "-contacts_0_restituton 1"),
    option("mistyped key of an item by name", r"did you mean -contacts_wall_restitution\?$",
           "-contacts_wall_restituton 1", ranks=2),
    option("mistyped key of all items", r"did you mean -contacts_restitution\?$", "-contacts_restituton 1", ranks=2),
    option("mistyped name of an item", r"did you mean -contacts_wall_restitution\?$",
           "-contacts_wal_restitution 1"),
    option("number of no item", r"did you mean -contacts_0_restitution\?$", "-contacts_3_restitution 1"),
    option("mistyped name of a mapping", r"did you mean -materials_rubber_E\?$", "-materials_ruber_E 1"),
    edit("mistyped key of a section that is not there", r"option -output_vtk_evry: .* mean -output_vtk_every\?$",
         "output:\n  vtk_every: 5\n  probes: {tip: start}\n", "", options="-output_vtk_evry 0", ranks=2),
    edit("value for a section that is not there", r"option -damping_mass: must be >= 0 \(is -1\)",
         "damping: {mass: 0.1}\n", "", options="-damping_mass -1"),
    option("what no option of a missing section makes right",
           "option -output_energy_balance: needs `history_every: 1`",
           "-output_energy_balance true -output_history_every 2", base=PAIR),
    option("mistyped number", r"option -stepper_step: expects a number \(is '1e-3s'\)",
           "-stepper_step 1e-3s"),
    option("without a value", r"option -stepper_step: expects a number", "-stepper_step"),
    option("section of its own", "option -mesh_cells: no such key", "-mesh_cells 5"),
    option("refinement", r"option -mesh_refine: must be in 0 \.\.\. 20 \(is -1\)", "-mesh_refine -1"),
    option("stage", r"option -\w*stage_type: unknown type 'none' \(allowed: auto",
           "-stage_type none", ranks=2),
    option("solver of PETSc", "an option of PETSc: .*KSP type nothing", "-position_ksp_type nothing",
           ranks=2, memory=False),
    option("number of PETSc", "an option of PETSc: .*many",
           "-step_snes_max_it many -elements_0_type bar-nonlinear", memory=False),
    option("switch", "an option of PETSc: .*perhaps", "-quiet perhaps"),
]

COMMANDS = [
    option("unknown command", r"unknown command 'runn' \(allowed: run, check, list", "",
           command="runn case.yaml", ranks=2),
    option("no input", r"run: names no input file", "", command="run"),
    option("input after options", r"check: names no input file", "", command="check -quiet case.yaml"),
    option("two inputs", r"run: one input file at a time", "", command="run case.yaml case.yaml"),
    option("missing input", r"missing\.yaml: cannot be read \(No such file or directory\)", "",
           command="run missing.yaml", ranks=3),
    option("directory as input", r"\.: cannot be read \(Is a directory\)", "", command="run .", ranks=2),
    option("list of what", r"list: unknown kind 'bars' \(allowed: steppers", "", command="list bars"),
    edit("check finds it, too", r"elements\[0\]\.area: must be > 0", "area: 1", "area: @-1",
         command="check case.yaml"),
]

MSH = (DATA / "frame-41.msh").read_bytes()
BINARY_MSH = (DATA / "frame-41-binary.msh").read_bytes()


def mesh(name, says, data, ranks=2):
    return Wrong(name, r"mesh\.file: frame\.msh: (" + says + ")", (("file: frame.msh", "file: @frame.msh"),),
                 base=FRAME, ranks=ranks, files={} if data is None else {"frame.msh": data})


MESHES = [
    mesh("missing mesh", "no such file", None, ranks=3),
    mesh("empty mesh", "the file is empty", b"", ranks=3),
    mesh("garbage mesh", r"no \$MeshFormat|not ", bytes((7 * i * i + 13 * i) % 256 for i in range(5000)),
         ranks=3),
    mesh("zeros for a mesh", r"no \$MeshFormat|not ", bytes(4096)),
    mesh("truncated mesh", "the file ends|.* expected in place", MSH[: len(MSH) // 2], ranks=3),
    mesh("mesh cut off at its end", "the file ends before", MSH[: MSH.rindex(b"$EndElements")]),
    mesh("truncated binary mesh", "the file ends in the middle", BINARY_MSH[: 2 * len(BINARY_MSH) // 3],
         ranks=3),
    mesh("mesh of triangles", "it holds triangles, only straight two-node lines are read",
         (DATA / "plate.msh").read_bytes()),
    mesh("YAML for a mesh", r"no \$MeshFormat|not ", BAR.encode()),
    edit("directory as mesh", r"mesh\.file: out: not a file", "file: frame.msh", "file: @out", base=FRAME,
         ranks=2),
    edit("unknown group of a mesh", r"region: unknown region 'al', did you mean 'all'\?", "region: all",
         "region: @al", base=FRAME, ranks=2, files={"frame.msh": MSH}),
    edit("two meshes of one name", r"mesh\.line\.name: the name 'all' is taken", "file: frame.msh",
         "file: frame.msh\n  line: {name: @all, from: [0, 0, 0], to: [0, 0, 1], cells: 1}",
         base=FRAME, files={"frame.msh": MSH}),
]

OUTPUTS = [
    option("directory under a file", r"file/sub: cannot be made a directory \(Not a directory\)", "",
           output="file/sub", files={"file": b"precious\n"}, ranks=3),
    option("file for a directory", r"file: cannot be made a directory \(Not a directory\)", "",
           output="file", files={"file": b"precious\n"}, ranks=2),
    option("directory without a name", "the output directory has no name", "", output="", ranks=2),
    option("system directory", r"/proc/x: cannot be made a directory", "", output="/proc/x", ranks=2),
    option("path too long", "a path of more than", "", output="long/" * 300),
    edit("directory of the input", r"file/: cannot be made a directory", "vtk_every: 5",
         "vtk_every: 5\n  directory: file/", output=None, files={"file": b"x"}, ranks=2),
    option("name that no series can have", "'a&b': not a name for output files", "",
           command="run a&b.yaml", files={"a&b.yaml": BAR.encode()}, ranks=2),
]

TABLES = {
    "keys": KEYS, "values": VALUES, "names": NAMES, "sense": SENSE, "yaml": YAML, "options": OPTIONS,
    "commands": COMMANDS, "meshes": MESHES, "outputs": OUTPUTS,
}

EARLIER = {
    "history.csv": b"step,t\n0,0\n1,0.25\n",
    "summary.json": b'{"title": "earlier"}\n',
    "case.pvd": b"<VTKFile/>\n",
    "case_000000.vtu": bytes(range(256)),
    "checkpoint.h5": b"\x89HDF\r\n",
}


def place_and_text(wrong):
    """The edited text of the input and the place marked in it, "" without a mark."""
    text = wrong.base
    for old, new in wrong.edits:
        if text.count(old) != 1:
            raise ValueError(f"{wrong.name}: {text.count(old)} times {old!r}")
        text = text.replace(old, new)
    if "@" not in text:
        return "", text
    before = text[: text.index("@")]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return f"case.yaml:{line}:{column}: ", text.replace("@", "", 1)


def contents(directory):
    return {path.relative_to(directory): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


class BadInput(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def directory(self, wrong):
        """A directory with the input, the files beside it and the output of an earlier run."""
        directory = pathlib.Path(tempfile.mkdtemp(dir=self.scratch), "work")
        directory.mkdir()
        place, text = place_and_text(wrong)
        (directory / "case.yaml").write_bytes(text.encode() if wrong.content is None else wrong.content)
        (directory / "out").mkdir()
        for name, data in {**{f"out/{k}": v for k, v in EARLIER.items()}, **wrong.files}.items():
            (directory / name).write_bytes(data)
        return directory, place

    def start(self, wrong, directory, ranks):
        """Exit code, standard output, and what the ranks wrote on standard error: each has a file of
        its own there, so that the launcher's words stay apart. Memory not given back is listed, too."""
        words = [PROGRAM, *wrong.command.split(), *wrong.options.split()]
        words += ["-malloc_dump"] * wrong.memory
        if wrong.output is not None and wrong.command.split()[0] == "run":
            words += ["-o", wrong.output]
        apart = ["sh", "-c", 'exec "$@" 2>"$0.$$"', str(directory.with_name("stderr"))]
        launcher = [*MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
        environment = dict(os.environ)
        if not wrong.memory:
            environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        process = subprocess.run([*launcher, *apart, *words], cwd=directory, env=environment,
                                 timeout=TIMEOUT, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, check=False)
        told = "".join(path.read_text() for path in directory.parent.glob("stderr.*"))
        return process.returncode, process.stdout, told

    def refused(self, wrong, ranks):
        directory, place = self.directory(wrong)
        before = contents(directory)
        code, out, told = self.start(wrong, directory, ranks)
        self.assertRegex(told, rf"\Aricochet: {re.escape(place)}.*({wrong.says})[^\n]*\n\Z")
        if place:
            self.assertNotRegex(told.replace(place, "", 1), r"case\.yaml", "the place is told once")
        self.assertLess(len(told), 1000)
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(contents(directory), before)

    def table(self, name):
        several = [wrong for wrong in TABLES[name] if wrong.ranks > 1]
        cases = [(wrong, 1) for wrong in TABLES[name]]
        cases += [(wrong, wrong.ranks) for wrong in several[:: 3 if BRIEF else 1]]
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            verdicts = [pool.submit(self.refused, *case) for case in cases]
            for (wrong, ranks), verdict in zip(cases, verdicts):
                with self.subTest(name=wrong.name, ranks=ranks):
                    verdict.result()

    def test_keys(self):
        self.table("keys")

    def test_values(self):
        self.table("values")

    def test_names(self):
        self.table("names")

    def test_sense(self):
        self.table("sense")

    def test_yaml(self):
        self.table("yaml")

    def test_options(self):
        self.table("options")

    def test_commands(self):
        self.table("commands")

    def test_meshes(self):
        self.table("meshes")

    def test_outputs(self):
        self.table("outputs")

    def test_the_inputs_are_right_without_the_edits(self):
        for name, base in (("bar", BAR), ("pair", PAIR), ("frame", FRAME)):
            for ranks in (1, 2):
                with self.subTest(name=name, ranks=ranks):
                    right = Wrong(name, "", base=base, options="-quiet", files={"frame.msh": MSH})
                    directory, _ = self.directory(right)
                    self.assertEqual(self.start(right, directory, ranks), (0, "", ""))

    def test_the_table_is_as_large_as_it_should_be(self):
        rows = [wrong for table in TABLES.values() for wrong in table]
        self.assertGreaterEqual(len(rows), 45)
        self.assertGreaterEqual(3 * sum(wrong.ranks > 1 for wrong in rows), len(rows))


if __name__ == "__main__":
    unittest.main()
