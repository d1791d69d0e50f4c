# SPDX-License-Identifier: BSD-2-Clause
"""Units of the columns of history.csv, by their names; of an angular stop in angles."""

WHOLE = {"t": "s", "kinetic": "J", "potential": "J", "energy": "J", "min_gap": "m", "max_joint_error": "m"}
OF_CONTACT = {
    "gap": "m", "gap_velocity": "m/s", "impulse": "N s", "force": "N", "nu": "kg m", "friction": "N s",
    "slip": "m/s", "drilling": "N m s", "spin": "rad/s",
}
OF_ANGLE = {"gap": "rad", "gap_velocity": "rad/s", "impulse": "N m s", "force": "N m", "nu": "kg m²"}
OF_PROBE = {
    "x": "m", "y": "m", "z": "m", "vx": "m/s", "vy": "m/s", "vz": "m/s", "theta": "rad", "omega": "rad/s",
    "error": "m",
}


def unit_of(column: str, angular=()) -> str:
    """The unit of a column; "" where it has none or its name does not tell. `angular`: names of the
    contacts whose gap is an angle."""
    if column.startswith("balance_"):
        return "J"
    owner, dot, suffix = column.rpartition(".")
    if not dot:
        return WHOLE.get(column, "")
    if owner in angular and suffix in OF_ANGLE:
        return OF_ANGLE[suffix]
    turn = {"phi": "rad", "omega": "rad/s"}.get(suffix.split("_")[0], "")
    return {**OF_CONTACT, **OF_PROBE}.get(suffix, turn)
