# SPDX-License-Identifier: BSD-2-Clause
"""The .vtu files that a run of Ricochet writes, by numpy alone, and the .pvd that lists them.

A file's arrays are appended to its XML as raw bytes, each behind its length, or, with
`vtk_compression`, in zlib blocks behind a table of their lengths; see VTK's file formats. Files of
other writers, in other encodings, are for VTK's own reader: `Frame.grid`.
"""
from __future__ import annotations

import functools
import pathlib
import xml.etree.ElementTree
import zlib

from ricochet.errors import OutputError

KINDS = ("elements", "contacts", "obstacles", "bodies", "joints")  # by the cell field `kind`
TYPES = {"Float64": "<f8", "Float32": "<f4", "Int64": "<i8", "Int32": "<i4", "UInt8": "u1", "Int8": "i1"}


class Frame:
    """One output time: `t` (s), `path`, and arrays by name, read when first asked for.

    `points` [points, 3] (m), fields of points [points(, 3)] and of cells [cells(, 3)] by their
    names, and `types`, `offsets` [cells + 1], `connectivity`: the points of cell c are
    connectivity[offsets[c]:offsets[c + 1]].
    """

    def __init__(self, t: float, path, scratch=None):
        self.t, self.path, self._scratch = t, pathlib.Path(path), scratch

    def __repr__(self) -> str:
        return f"<Frame t = {self.t:.6g} s: {self.path.name}>"

    @functools.cached_property
    def arrays(self) -> dict:
        """All arrays of the file by name."""
        return read_vtu(self.path)

    def __getitem__(self, name: str):
        if name not in self.arrays:
            raise OutputError(f"{self.path}: no array '{name}' (there: {', '.join(self.arrays)})")
        return self.arrays[name]

    @property
    def points(self):
        """Places of the points, m [points, 3]."""
        return self["points"]

    def cells(self, kind: str):
        """Numbers of the cells of a kind, one of KINDS: contact_force[frame.cells("contacts")]."""
        import numpy as np

        if kind not in KINDS:
            raise OutputError(f"no kind of cells '{kind}' (there: {', '.join(KINDS)})")
        return np.flatnonzero(self["kind"] == KINDS.index(kind))

    def grid(self):
        """The file as a vtkUnstructuredGrid, by VTK's reader (Debian: python3-vtk9 or paraview)."""
        from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader

        reader = vtkXMLUnstructuredGridReader()
        reader.SetFileName(str(self.path))
        reader.Update()
        return reader.GetOutput()


def read_pvd(path) -> list[tuple[float, pathlib.Path]]:
    """The time series of a .pvd: (time, path of the .vtu), by time."""
    path = pathlib.Path(path)
    try:
        root = xml.etree.ElementTree.parse(path).getroot()
    except (OSError, xml.etree.ElementTree.ParseError) as error:
        raise OutputError(f"{path}: {error}") from error
    series = [
        (float(entry.get("timestep")), path.parent / entry.get("file"))
        for entry in root.iter("DataSet")
    ]
    return sorted(series, key=lambda item: item[0])


def read_vtu(path) -> dict:
    """The arrays of a .vtu that Ricochet wrote, by name."""
    try:
        head, data = split(pathlib.Path(path).read_bytes())
        root = xml.etree.ElementTree.fromstring(head)
        return arrays_of(root, data, "compressor" in root.attrib)
    except (OSError, ValueError, IndexError, zlib.error, xml.etree.ElementTree.ParseError) as error:
        raise OutputError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def split(text: bytes) -> tuple[bytes, bytes]:
    """The XML of a file without its appended data, and these."""
    at = text.find(b"<AppendedData")
    if at < 0 or not text[at:].startswith(b'<AppendedData encoding="raw">'):
        raise ValueError("no raw appended data: not written by Ricochet; Frame.grid reads it")
    return text[:at] + b"</VTKFile>", text[text.index(b"_", at) + 1:]


def arrays_of(root, data: bytes, compressed: bool) -> dict:
    """Each array under its name, points and offsets as Frame has them."""
    import numpy as np

    found = {}
    for entry in root.iter():
        if entry.tag in ("DataArray", "Array"):  # the latter of texts
            name = {"Points": "points"}.get(entry.get("Name"), entry.get("Name"))
            found[name] = array_of(entry, data, compressed)
    found["offsets"] = np.concatenate([[0], found["offsets"]])
    return found


def array_of(entry, data: bytes, compressed: bool):
    """One array: its numbers, or for type String its texts."""
    import numpy as np

    if entry.get("format") == "ascii":
        words = (entry.text or "").split()
        if entry.get("type") == "String":  # codes of characters, each text ends with 0
            return bytes(int(word) for word in words).decode().split("\0")[:-1]
        return np.array(words, dtype=float).astype(TYPES[entry.get("type")])
    block = bytes_at(data, int(entry.get("offset")), compressed)
    values = np.frombuffer(block, TYPES[entry.get("type")])
    width = int(entry.get("NumberOfComponents", 1))
    return values.reshape(-1, width) if width > 1 else values


def bytes_at(data: bytes, at: int, compressed: bool) -> bytes:
    """The bytes of the array that begins at `at`."""
    if not compressed:
        (size,) = integers(data, at, 1)
        return whole(data, at + 8, size)
    (count,) = integers(data, at, 1)
    sizes = integers(data, at + 24, count)  # behind the count, a block's length and the last one's
    at += 24 + 8 * count
    blocks = []
    for size in sizes:
        blocks.append(zlib.decompress(whole(data, at, size)))
        at += size
    return b"".join(blocks)


def integers(data: bytes, at: int, count: int) -> list[int]:
    """Numbers of eight bytes."""
    return [int.from_bytes(whole(data, at + 8 * i, 8), "little") for i in range(count)]


def whole(data: bytes, at: int, size: int) -> bytes:
    """A piece, all of which must be there."""
    if at + size > len(data):
        raise ValueError("cut short")
    return data[at:at + size]
