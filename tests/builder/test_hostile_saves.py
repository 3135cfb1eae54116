"""Saved games and logs made to hold up whoever reads them: each is read or refused within five seconds."""

from __future__ import annotations

import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.pace import within
from builder.module_faults import ModuleError
from builder.saves.logs import read_vlog
from builder.saves.read_saves import read_vsav
from builder.vassal.commands import Laid
from builder.vassal.locations import Board, Window
from builder.vassal.stream import ESC
from builder.vassal.traits import join, split, unnest

SECONDS = 5.0
PIECE = "+/{0}/piece;;;x;/m;{0};1;0"
IN_ONE = "\\" + ESC


def stack(size: int) -> list[str]:
    pieces = [PIECE.format(one) for one in range(size)]
    return [*pieces, f"+/s/stack/m;5;5;{';'.join(map(str, range(size)))}"]


def quoted(deep: int) -> str:
    levels = "".join(f"'a{chr(92) * level}\t" for level in range(deep))
    return f"+/1/{levels}{'x' * 1_000_000}/x"


HOSTILE: dict[str, Callable[[], str]] = {
    "empty commands": lambda: ESC * 2_000_000,
    "a stack emptied from its top": lambda: ESC.join(
        [*stack(20_000), *(f"-/{one}" for one in reversed(range(20_000)))]
    ),
    "a stack moved again and again": lambda: ESC.join(
        [*stack(15_000), *(f"M/s/m/{one}/1/null/m/5/5/null/p" for one in range(25_000))]
    ),
    "onto a great stack": lambda: ESC.join([*stack(15_000), *["M/0/m/5/5/0/m/5/5/null/p"] * 25_000]),
    "a step of chat": lambda: IN_ONE.join([
        *(f"LOG\tM/1/m/{one}/1/null/m/5/5/null/p" for one in range(10_000)),
        *(f"LOG\tCHATx {one}" for one in range(20_000)),
    ]) + ESC,
    "logged chat": lambda: ESC.join(["LOG\tCHAT<a> x"] * 99_000),
    "dice and chat": lambda: ESC.join([
        *(f"LOG\tCHAT{one}" for one in range(40_000)),
        *(f"LOG\tMutableProperty\td_{end}\t1\t2\t" for end in ("result", "total")),
    ]),
    "undone and undone": lambda: ESC.join(
        ["LOG\tTURNa\tx", *[IN_ONE.join(["LOG\tUNDO\ttrue", "LOG\tTURNa\tx", "LOG\tUNDO\tfalse"])] * 10_000]
    ),
    "undone and not there": lambda: ESC.join([
        PIECE.format(1), *(f"LOG\tM/1/m/{one}/1/null/m/5/5/null/p" for one in range(12_000)),
        *[IN_ONE.join(["LOG\tUNDO\ttrue", "M/9/m/1/1/null/m/5/5/null/p", "UNDO\tfalse"])] * 8_000,
    ]),
    "backslashes": lambda: f"+/1/{chr(92) * 1_000_000}a/x",
    "backslashes to the end": lambda: "\\" * 16_000_000 + ESC + "x",
    "quotes in quotes": lambda: quoted(190),
    "seats": lambda: ESC.join(f"PLAYER\t{one}\tn{one}\ts" for one in range(40_000)),
}  # fmt: skip


def kept(folder: Path, text: str) -> Path:
    with zipfile.ZipFile(folder / "hostile.vlog", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", text)
    return folder / "hostile.vlog"


@pytest.mark.timed
@pytest.mark.parametrize("what", HOSTILE)
def test_a_file_made_to_hold_up_its_reader_does_not(tmp_path: Path, what: str) -> None:
    file = kept(tmp_path, HOSTILE[what]())
    for read in (read_vlog, read_vsav):
        began = time.process_time()
        try:
            read(file)
        except ModuleError as wrong:
            assert "hostile.vlog" in str(wrong)
        assert within(time.process_time() - began, SECONDS), read


def test_a_command_that_is_logged_without_end_is_no_command(tmp_path: Path) -> None:
    file = kept(tmp_path, "LOG\t" * 100_000)
    assert file.stat().st_size < 794
    assert [step.what for step in read_vlog(file).steps] == []


def test_a_board_in_a_column_without_end_is_found_at_once() -> None:
    window = Window("m", {"b": Board("b", (10, 10), None)})
    laid = [Laid("b"), Laid("b", 10**18 - 1), Laid("b", 0, 10**18 - 1)]
    assert window.name_of((5, 5), laid) == "offboard"
    assert window.name_of((15, 5), laid) == "offboard"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("a;b", ["a", "b"]),
        (r"a\;b;c", ["a;b", "c"]),
        (r"a\\;b;c", [r"a\;b", "c"]),
        (r"a\;b\;", ["a;b;"]),
        (r"\;", [";"]),
        (r"a\;b;c\ ".strip(), ["a;b", "c\\"]),
        (r"'a\;';'b", ["a;", "'b"]),
    ],
)
def test_escaped_delimiters_are_read_as_before(text: str, tokens: list[str]) -> None:
    assert split(";", text) == tokens
    assert split(";", text, most=1) == tokens[:1]


def test_nested_tabs_are_read_as_before() -> None:
    parts = ["a", "b\tc", "d", "e"]
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = join("\t", (part, text))
    assert unnest(text) == parts
