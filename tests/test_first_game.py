"""docs/your-first-game.md: every listing stands so in the file that it names, and its quick commands work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexpost
from adjudicator.rehearsal.file import read_rehearsal

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "your-first-game.md").read_text(encoding="utf-8")
FENCE = re.compile(r"[Ff]rom\s`(?P<file>[\w./-]+)`:|```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL)


def listings() -> Iterator[tuple[str, str]]:
    """Each listing with the file that the page names before it."""
    file = ""
    for found in FENCE.finditer(PAGE):
        if found["file"]:
            file = found["file"]
        elif found["kind"] != "console":
            yield file, found["text"]


def commands() -> list[str]:
    """The commands of hexpost that the page shows."""
    blocks = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ hexpost ")]


@pytest.mark.parametrize(("file", "text"), list(listings()))
def test_a_listing_is_a_part_of_its_file(file: str, text: str) -> None:
    assert text.strip("\n") in (ROOT / file).read_text(encoding="utf-8")


def test_there_are_listings_of_every_kind_of_file() -> None:
    found = {Path(file).suffix for file, _ in listings()}
    assert found == {".toml", ".csv", ".py", ".j2"}
    assert len(list(listings())) > 20


@pytest.mark.parametrize("word", ["map check", "rule", "rehearse", "counters check"])
def test_a_quick_command_of_the_page_works(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = [*commands(), "hexpost counters check amberroad"]
    (command,) = [one for one in shown if one.startswith(f"hexpost {word}")]
    done = CliRunner().invoke(hexpost.app, command.split()[1:])
    assert done.exit_code == 0, done.output


def test_the_columns_of_the_rule_list_are_all_explained() -> None:
    (header,) = [text for file, text in listings() if file.endswith("rules.csv") and text.startswith("id,")]
    rows = re.findall(
        r"^\| `(\w+)` \|", PAGE.partition("| Column | Says |")[2].partition("\n\n")[0], re.MULTILINE
    )
    assert rows == header.strip().split(",")


def test_the_game_is_as_small_as_the_page_says() -> None:
    files = (ROOT / "adjudicator" / "games" / "amberroad").glob("*.py")
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
    (said,) = re.findall(r"Python, here about (\d+) lines", PAGE)
    assert abs(lines - int(said)) < 20 and lines <= 500


def test_every_part_of_the_usual_phases_is_on_the_page() -> None:
    for part in ("Battlefield", "Moving", "Fighting", "Losing", "Retreating", "Advancing", "Deciding",
                 "Placing", "Firing", "Playing", "Supplying", "Seeing", "FaceDown",
                 "Restoring", "Together", "Victory", "Turns", "Phase", "HexGame", "Tabletop", "read_as",
                 "every_legal", "battle_words", "demo.toml"):  # fmt: skip
        assert part in PAGE
    assert read_rehearsal(ROOT / "adjudicator" / "games" / "amberroad" / "scenarios" / "S1.toml").expect


def test_the_names_of_the_page_are_where_it_says() -> None:
    table = PAGE.partition("| From | Names |\n")[2].partition("\n\n")[0].splitlines()[1:]
    for row in table:
        modules, groups = (
            cell.split(mark) for cell, mark in zip(row.strip("| ").split(" | "), ",;", strict=True)
        )
        homes = [module.strip(" `") for module in modules]
        homes = [f"adjudicator.mechanics{home}" if home.startswith(".") else home for home in homes]
        for home, names in zip(homes, groups * len(homes) if len(groups) == 1 else groups, strict=True):
            found = import_module(home)
            assert all(hasattr(found, name) for name in re.findall(r"`(\w+)`", names)), (home, names)
    assert len(table) > 5
