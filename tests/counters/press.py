"""The ICC profile of a press that prints with black alone: small enough to be made here."""

from __future__ import annotations

import struct
from itertools import product


def profile(space: bytes = b"CMYK", kind: bytes = b"prtr") -> bytes:
    """The profile; of another colour space or class it says so, but is otherwise the same."""
    tags = {
        b"desc": b"desc" + bytes(4) + struct.pack(">I", 11) + b"Black only\0" + bytes(78),
        b"cprt": b"text" + bytes(4) + b"none\0",
        b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061),
        b"A2B0": _table([(0 if any(inks) else 255, 128, 128) for inks in product((0, 1), repeat=4)], 4),
        b"B2A0": _table([(0, 0, 0, 255 - 255 * light) for light, _, _ in product((0, 1), repeat=3)], 3),
    }
    at = 128 + 4 + 12 * len(tags)
    index, body = struct.pack(">I", len(tags)), b""
    for name, content in tags.items():
        padded = content + bytes(-len(content) % 4)
        index += struct.pack(">4sII", name, at + len(body), len(content))
        body += padded
    head = struct.pack(">I4sI4s4s4s", at + len(body), b"", 0x02400000, kind, space, b"Lab ")
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
    head += struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + index + body


def _table(grid: list[tuple[int, ...]], into: int) -> bytes:
    """A table with two places along each of its inputs."""
    out = len(grid[0])
    plain = bytes(range(256))
    matrix = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    told = b"mft1" + bytes(4) + bytes((into, out, 2, 0)) + matrix
    return told + plain * into + bytes(value for place in grid for value in place) + plain * out
