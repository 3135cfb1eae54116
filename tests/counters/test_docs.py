"""docs/counters.md and docs/printing.md: what exists is told, what is told exists: columns, keys, options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from adjudicator.cli import app as adjudicator
from counters.cli import app
from counters.preflight.checking import report
from counters.roster import layout_file, load, style_file
from counters.roster.slot import DRAWN, PLACES, PRESETS
from counters.roster.style import APART, Style
from counters.signs.silhouettes import SILHOUETTES
from counters.signs.symbols import MARKS, SIZES, TYPES
from workbench.cli import counters_app

DOCS = Path(__file__).parents[2] / "docs"
COUNTERS, PRINTING = ((DOCS / name).read_text(encoding="utf-8") for name in ("counters.md", "printing.md"))
ROSTER = {*load.roster_columns(Style()), "count", "art"}
KEYS = {
    *(*style_file._TABLES, *style_file._PRINT, *style_file._GAME, *APART),
    *(*layout_file._SLOT, *layout_file._PLACE, *PLACES, "preset", "paper", "band", "symbol", "ink"),
}
PRINTERS = {"across", "down"}
EARLIER = {"--printers", "--templates"}
"""Names of options that were renamed: they still work."""


def options(group: typer.Typer, command: str) -> set[str]:
    found = typer.main.get_group(group).commands[command]
    return {
        option for one in found.params for option in (*one.opts, *one.secondary_opts) if option[:2] == "--"
    }


SHEET = options(app, "sheet")
EVERY = SHEET.union(*(options(app, command) for command in typer.main.get_group(app).commands))


def told(word: str, page: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", page) is not None


@pytest.mark.parametrize(
    "words",
    [
        *(load._UNIT, load._PLACE, load._PRINTED, load._MARKER, load._MARKED, load._EDGES),
        *(load._CARD, load._PLAYED, load._CHIT),
        *(style_file._TABLES, style_file._PRINT, style_file._GAME, style_file.FRAMES, tuple(APART)),
        *(layout_file._SLOT, layout_file._PLACE, layout_file._ALIGN, layout_file._WEIGHT, layout_file.WORDS),
        *(DRAWN, tuple(PLACES), tuple(PRESETS)),
    ],
    ids=lambda words: next(filter(None, words)),
)
def test_every_column_key_and_word_is_told(words: tuple[str, ...]) -> None:
    assert [word for word in words if word and not told(word, COUNTERS)] == []


@pytest.mark.parametrize(
    "kind", [TYPES, SILHOUETTES, SIZES, MARKS], ids=["types", "silhouettes", "sizes", "marks"]
)
def test_every_word_for_a_symbol_is_listed_by_the_command_of_the_page(kind: Mapping[str, object]) -> None:
    assert "`hexpost counters symbols`" in COUNTERS
    listed = CliRunner().invoke(app, ["symbols"]).stdout
    assert [word for word in kind if word and not told(word, listed)] == []


def test_every_option_is_told() -> None:
    asked = (EVERY | options(adjudicator, "print")) - {"--help", "--cover", "--no-poster", *EARLIER}
    assert sorted(option for option in asked if not told(option, COUNTERS + PRINTING)) == []


def test_every_option_that_is_told_exists() -> None:
    known = {"--help"} | EVERY | options(adjudicator, "print") | options(counters_app, "edit")
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", COUNTERS + PRINTING)) - known == set()


def test_every_command_that_is_told_exists() -> None:
    known = {*typer.main.get_group(app).commands, *typer.main.get_group(counters_app).commands}
    assert set(re.findall(r"hexpost counters ([a-z]+)", COUNTERS + PRINTING)) == known


def test_every_column_in_the_table_of_the_roster_exists() -> None:
    table = COUNTERS.partition("## roster.csv")[2].partition("Capitals, accents")[0]
    columns = {
        name
        for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
        for name in re.findall("`(.*?)`", row)
    }
    assert columns == ROSTER


def test_every_key_in_the_examples_of_the_style_exists() -> None:
    style = COUNTERS.partition("### Colours")[2].partition("## Pictures of your own")[0]
    keys = set(re.findall(r"^ +([a-z_-]+) = ", style, re.MULTILINE))
    assert keys - KEYS == set()
    assert {"counter_mm", "safe_mm", "formations", "preset", "turn"} <= keys


def blocks(page: str, first: str) -> list[str]:
    """The examples of a page that begin with a line, without their indentation."""
    found = re.findall(rf"^    ({re.escape(first)}.*\n(?:(?:    .*)?\n)*)", page, re.MULTILINE)
    return [re.sub("^    ", "", one, flags=re.MULTILINE).strip() + "\n" for one in found]


def test_the_whole_roster_of_the_page_is_a_game(tmp_path: Path) -> None:
    roster, *_ = blocks(COUNTERS, "id,name,side,type,size")
    (tmp_path / "roster.csv").write_text(roster, encoding="utf-8")
    found = report(tmp_path)
    assert (found.faults, found.remarks) == ((), ())
    assert found.roster is not None
    assert [one.size for one in found.roster.counters.values()] == ["division", "division", "corps"]


def test_the_example_of_sides_and_nations_is_a_game(tmp_path: Path) -> None:
    (style,) = blocks(COUNTERS, "[sides]")
    (roster,) = blocks(COUNTERS, "id,name,side,nation,type")
    (tmp_path / "style.toml").write_text(style, encoding="utf-8")
    (tmp_path / "roster.csv").write_text(roster, encoding="utf-8")
    found = report(tmp_path)
    assert found.faults == ()
    assert found.roster is not None
    papers = {name: one.paint(0).paper for name, one in found.roster.counters.items()}
    assert papers == {"15Pz": "#c9c4b4", "Brescia": "#9db8d2", "7Arm": "#e0b060"}
    (tmp_path / "roster.csv").write_text(roster.replace("italian", "italien"), encoding="utf-8")
    assert "'italien': unknown nation, did you mean 'italian'?" in str(report(tmp_path).faults[0])


def test_how_far_apart_colours_must_be_is_told_as_it_is() -> None:
    for what, needed in APART.items():
        assert f"    {what} = {needed:g} " in COUNTERS
