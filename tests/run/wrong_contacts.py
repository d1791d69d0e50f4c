# SPDX-License-Identifier: BSD-2-Clause
"""Wrong contacts for test_bad_input.py, written as those of wrong_inputs.py: friction, overlaps, channels."""

from wrong_inputs import SLOT, edit, option

# A point mass on a floor in space.
PUCK = """\
dimension: 3
mesh: {node: {name: puck, at: [0, 0, 0]}}
elements: [{type: point-mass, region: puck, mass: 1}]
contacts:
  - {name: floor, type: node-plane, region: puck, point: [0, 0, 0], normal: [0, 0, 1], friction: 0.3}
stepper: {type: moreau-jean, step: 0.01, end: 0.05}
output: {vtk_every: 0}
"""

FRICTION = [
    edit("negative coefficient", r"friction: must be >= 0 \(is -0\.3\)", "0.3", "@-0.3", base=PUCK, ranks=2),
    edit("coefficient that is no number", r"friction: must be finite \(is nan\)", "0.3", "@nan", base=PUCK),
    edit("coefficient of a word", r"expects a number or an expression of s \(is 'rough'\): unknown name 'rough' at position "
         r"1 \(variable: s; constants: pi, _e\)", "0.3", "@rough", base=PUCK),
    edit("coefficient of time", r"unknown name 't' at position 5", "0.3", "@0.1+t", base=PUCK),
    edit("coefficient that becomes negative", r"friction: must be >= 0 and finite at all speeds \(is -0\.\d+ at s = 2\.\d+\)",
         "0.3", '@"0.2-0.1*s"', base=PUCK, ranks=3),
    edit("coefficient without end at rest", r"must be >= 0 and finite at all speeds \(is inf at s = 0\)", "0.3", '@"0.1/s"',
         base=PUCK),
    edit("friction of nothing", r"friction: missing key 'coefficient'", "friction: 0.3", "@friction: {radius: 1}", base=PUCK),
    edit("mistyped key of friction", r"coeficient: unknown key, did you mean 'coefficient'\?", "0.3", "{@coeficient: 1}",
         base=PUCK),
    edit("axis of one coefficient", r"axis: is of two coefficients \[along, across\]", "0.3",
         "{coefficient: 0.3, @axis: [1, 0, 0]}", base=PUCK),
    edit("two coefficients without an axis", r"friction: missing key 'axis'", "friction: 0.3", "@friction: {coefficient: [0.3, 0.2]}", base=PUCK),
    edit("three coefficients", r"coefficient: expects a list of 2 numbers", "0.3",
         "{@coefficient: [0.3, 0.2, 0.1], axis: [1, 0, 0]}", base=PUCK, ranks=2),
    edit("a coefficient of zero across", r"coefficient\[1\]: must be > 0 \(is 0\)", "0.3",
         "{coefficient: [0.3, @0], axis: [1, 0, 0]}", base=PUCK),
    edit("axis of no length", r"axis: has no direction, must not be zero", "0.3",
         "{coefficient: [0.3, 0.2], @axis: [0, 0, 0]}", base=PUCK),
    edit("axis along the normal", r"axis: is along the normal, must have a direction across it", "0.3",
         "{coefficient: [0.3, 0.2], @axis: [0, 0, -2]}", base=PUCK),
    edit("spin of a node", r"radius: nothing spins here, is of contacts of bodies", "0.3",
         "{coefficient: 0.3, radius: @0.1}", base=PUCK),
    edit("radius of zero", r"radius: must be > 0 \(is 0\)", "0.3", "{coefficient: 0.3, radius: @0}", base=PUCK),
    edit("spin in the plane", r"radius: needs dimension 3 \(is 2\)", "normal: [0, 1]}",
         "normal: [0, 1], friction: {coefficient: 0.3, radius: @0.1}}", base=SLOT),
    edit("two coefficients in the plane", r"coefficient: needs dimension 3 \(is 2\)", "normal: [0, 1]}",
         "normal: [0, 1], friction: {@coefficient: [0.3, 0.2], axis: [1, 0]}}", base=SLOT),
    edit("tangential restitution above one", r"tangential_restitution: must be in 0 \.\.\. 1 \(is 2\)", "0.3",
         "0.3, tangential_restitution: @2", base=PUCK, ranks=2),
    edit("coefficient twice", r"duplicate key 'friction'", "0.3", "0.3, @friction: 0.2", base=PUCK),
    edit("stepper without a law for velocities", r"stepper\.type: 'schatzman-paoli' has no contact law for velocities, and no "
         r"friction \(allowed with friction: ggl-alpha, moreau-jean, [a-z, -]*rattle, energy-momentum\)", "type: moreau-jean", "type: @schatzman-paoli", base=PUCK, ranks=2),
    edit("friction and both stages as one", r"stepper\.type: 'projected' with 'solve: coupled' has no friction \(needs 'solve: "
         r"decoupled'\)", "type: moreau-jean,", "type: @projected, solve: coupled,", base=PUCK),
    edit("friction along a line", r"friction: this contact has no direction to slide in, must be 0", "restitution: 0",
         "restitution: 0, friction: @0.1", ranks=2),
]

# A body that overlaps the ground, by 1/4 m or rad, as each type of contact between points sees it.
OVERLAP = """\
dimension: 2
bodies:
  - {name: ball, mass: 1, inertia: 1, at: [0, 0], angle: 0.5}
contacts:
  - {@name: c, a: ball, type: TYPE}
stepper: {type: moreau-jean, step: 0.01, end: 0.05, theta: 0.5}
"""
OVERLAPS = [
    edit(f"overlap by {kind.split(',')[0]}", r"contacts\[0\]: contact 'c', .*: 'ball' and the ground overlap, the gap is "
         r"-0\.25 (m|rad) at the start, must be >= 0(?! \()", "TYPE", kind, base=OVERLAP)
    for kind in ("point-line, b: [0, 0.25], normal: [0, 1]", "point-plane, b: [0, 0.25], normal: [0, 1]",
                 "disk-plane, b: [0, 0], normal: [0, 1], radius: 0.25", "channel, b: [0, 1], normal: [0, 1], width: 1.5",
                 "point-edge, b: [-1, 0.25], length: 2, normal: [0, 1]", "point-circle, b: [1, 0], radius: 0.75",
                 "circle-circle, b: [1, 0], radius: 1.25", "angular-stop, b: [0, 0], angle: 0.75",
                 "point-curve, b: [0, 0], curve: 0.25 + 0*x")
] + [
    edit("overlap of two contacts", r"contacts\[1\]: contact 'd', .*the gap is -0\.5 m at the start, must be >= 0 \(2 gaps are not\)",
         "{@name: c, a: ball, type: TYPE}", "{name: c, a: ball, type: point-line, b: [0, 0.25], normal: [0, 1]}\n"
         "  - {@name: d, a: ball, type: point-line, b: [0, 0.5], normal: [0, 1]}", base=OVERLAP, ranks=2),
]

CHANNELS = [
    edit("no width of a channel", r"contacts\[0\]: missing key 'width' \(expects a number\)",
         "{name: slot, type: channel, a: bead, b: [0, 0], normal: [0, 1], width: 0.5,",
         "{@name: slot, type: channel, a: bead, b: [0, 0], normal: [0, 1],", base=SLOT, ranks=2),
    edit("channel of no width", r"contacts\[0\]\.width: must be > 0 \(is 0\)", "width: 0.5", "width: @0", base=SLOT),
    edit("channel too narrow", r"contacts\[0\]: channel has a width no larger than what moves in it",
         "{name: slot, type: channel, a: bead, b: [0, 0], normal: [0, 1], width: 0.5,",
         "{@name: slot, type: channel, a: bead, b: [0, 0], normal: [0, 1], width: 0.25,", base=SLOT, ranks=3),
    edit("channel without a direction", r"contacts\[0\]\.normal: has no direction", "normal: [0, 1], width",
         "@normal: [0, 0], width", base=SLOT),
    edit("channel of nothing that moves", r"contacts\[0\]\.b: both points are on the ground",
         "a: bead, b: [0, 0]", "a: [0, 0], @b: [0, 0]", base=SLOT, ranks=2),
    edit("channel on its own body", r"contacts\[0\]\.b: both points are on the same body",
         "b: [0, 0]", "b: @bead.tip", base=SLOT),
    edit("point of a body that it has not", r"contacts\[0\]\.a: 'bead\.top': the body has no point 'top'",
         "a: bead, b", "a: @bead.top, b", base=SLOT),
    edit("bead in the wall ahead", r"contacts\[0\]: contact 'slot', .*: 'bead' and the ground overlap, the gap is -0\.275 m", "at: [0, 0.1]",
         "at: [0, 0.4]", base=SLOT.replace("{name: slot", "{@name: slot"), ranks=2),
    edit("bead in the wall behind", r"contacts\[0\]: contact 'slot', .*: 'bead' and the ground overlap, the gap is -0\.275 m", "at: [0, 0.1]",
         "at: [0, -0.4]", base=SLOT.replace("{name: slot", "{@name: slot"), ranks=3),
    edit("key of another contact", r"contacts\[0\]\.length: unknown key .*normal, width", "width: 0.5",
         "width: 0.5, @length: 1", base=SLOT),
    edit("width of a line", r"contacts\[1\]\.width: unknown key", "b: [0, -1]", "b: [0, -1], @width: 1", base=SLOT),
    edit("radius of a line", r"contacts\[1\]\.radius: unknown key", "b: [0, -1]", "b: [0, -1], @radius: 1",
         base=SLOT, ranks=2),
    option("width", r"option -contacts_0_width: must be > 0 \(is -1\)", "-contacts_0_width -1", base=SLOT),
    edit("planar body in space", r"bodies\[0\]\.at: expects a list of 3 numbers \(has 2\)", "dimension: 2",
         "dimension: 3", base=SLOT.replace("at: [0, 0.1]", "@at: [0, 0.1]")),
    edit("channel without a place", r"contacts\[0\]\.motion: must be finite \(is inf", "width: 0.5",
         "width: 0.5, motion: @1/t", base=SLOT, ranks=2),
    edit("joint without a place", r"joints\[0\]\.motion: must be finite \(is inf", "contacts:",
         "joints:\n  - {name: crank, type: drive-angle, a: [0, 0], b: bead, motion: @1/t}\ncontacts:", base=SLOT),
]
