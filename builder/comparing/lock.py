"""The numbers a merge gave to pieces, kept beside the merged module: saved games know pieces by them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from builder.layout.factfile import read_toml
from builder.module.lock import MOST_BYTES
from builder.module_faults import ModuleError
from files.whole import write_whole

_ABOUT = """\
# Pieces of the second module whose number the first had already, and the number they have in the merged one.
# Written by `hexpost module merge`; keep it beside the module, and merging again gives the same numbers.

[numbers]
"""


def numbers_file(out: Path) -> Path:
    """Where the numbers are kept: both.ids.toml for both.vmod, and for a folder both/."""
    return out.parent / f"{out.name.removesuffix('.vmod')}.ids.toml"


def read_numbers(out: Path) -> dict[str, int]:
    """The numbers an earlier merge gave, none without a file; ModuleError when it cannot be read."""
    file = numbers_file(out)
    if not file.is_file():
        return {}
    found = read_toml(file, MOST_BYTES).get("numbers", {})
    entries = found.items() if isinstance(found, dict) else [("numbers", found)]
    wrong_ones = [f"{file.name}: {old} = {new!r}: write numbers, as 12 = 340" for old, new in entries
                  if not (old.isdecimal() and type(new) is int and 0 < new < 10**9)]  # fmt: skip
    if wrong_ones:
        raise ModuleError(wrong_ones)
    return dict(entries)


def write_numbers(out: Path, numbers: Mapping[str, int]) -> None:
    """Keep the numbers; without any there is no file."""
    file = numbers_file(out)
    if not numbers:
        file.unlink(missing_ok=True)
        return
    lines = "".join(f"{old} = {numbers[old]}\n" for old in sorted(numbers, key=int))
    write_whole(file, (_ABOUT + lines).encode())
