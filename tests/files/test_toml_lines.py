"""The line of every table and key of a TOML text, however it is written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from files.toml_lines import TomlLines

ROOT = Path(__file__).parents[2]
TEXT = """\
title = "a" # [no.table]
"odd key" = 1

[game]
values = [
  "x = 1",
  { y = 2 },
]
said = '''
[sides]
key = 3
'''

  [ sides ]
"anna@example.org" = "x"
 'ben' = 1
inner.most = { deep = 1 }

[[slot]]
box = 1
[[slot]]
show = 1
[slot.look]
box = 2

[paint.red.north]
ink = 1
"""


@pytest.mark.parametrize(
    ("header", "key", "nth", "line"),
    [
        ("", "title", 0, 1),
        ("", "odd key", 0, 2),
        ("", "game", 0, 4),
        ("game", "values", 0, 5),
        ("game", "y", 0, 4),
        ("game", "said", 0, 9),
        ("sides", "", 0, 14),
        ("sides", "anna@example.org", 0, 15),
        ("sides", "ben", 0, 16),
        ("sides", "inner", 0, 17),
        ("sides.inner.most", "deep", 0, 17),
        ("slot", "box", 0, 20),
        ("slot", "box", 1, 21),
        ("slot", "show", 1, 22),
        ("slot", "look", 0, 23),
        ("slot.look", "box", 0, 24),
        ("paint", "red", 0, 26),
        ("paint.red", "south", 0, 26),
        ("paint.red.north", "ink", 0, 27),
        ("", "nothing", 0, 0),
        ("nothing", "key", 0, 0),
    ],
)
def test_a_key_is_found_or_else_its_table(header: str, key: str, nth: int, line: int) -> None:
    tomllib.loads(TEXT)
    assert TomlLines(TEXT).line(header, key, nth) == line


def test_tables_of_one_name_stand_one_after_another() -> None:
    assert TomlLines(TEXT).tables("slot") == [range(19, 21), range(21, 23)]


def keys_of(table: dict[str, Any], header: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        yield header, key
        if isinstance(value, dict):
            yield from keys_of(value, f"{header}.{key}".strip("."))


@pytest.mark.parametrize("file", sorted(ROOT.glob("*/*/*.toml")), ids=lambda file: file.stem)
def test_every_key_of_our_own_files_is_found(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    lines = TomlLines(text)
    for header, key in keys_of(tomllib.loads(text)):
        assert key in lines.lines[lines.line(header, key) - 1], (header, key)


def test_blanks_without_end_cost_no_more_than_their_length() -> None:
    assert TomlLines(" " * 200_000 + "\n" + "[" * 200_000 + "\na = 1\n").line("", "b") == 0


def test_tables_within_the_second_of_several_are_found_after_it() -> None:
    text = (
        "[[deck]]\nwhere = { x = 1 }\n[deck.look]\na = 1\n[[deck]]\nwhere = { x = 2 }\n[deck.look]\nb = 1\n"
    )
    lines = TomlLines(text)
    second = lines.line("deck", nth=1)
    assert [
        lines.line(header, key, after=second)
        for header, key in (
            ("deck.look", "a"),
            ("deck.look", "b"),
            ("deck.where", "x"),
            ("deck", "none"),
        )
    ] == [7, 8, 6, 5]
