"""What a piece of somebody's module is taken for, and what is said of it as a guess; its decks."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from builder.check.check import check_module
from builder.importing.found_pieces import Found
from builder.importing.importer import import_module
from builder.importing.nature import guesses, looks_like_a_marker, side_of, size_of, type_of
from builder.module.module import build_module
from counters.roster.load import load_roster
from tests.builder.test_check import GUARD, SMALL, write

SIDES = {"germans": "Germans", "allied-powers": "Allied Powers", "central-powers": "Central Powers"}


def piece(name: str, *traits: str, tabs: tuple[str, ...] = (), image: str = "", **marks: str) -> Found:
    return Found(name, "1", (image,) if image else (), marks, traits, tabs)


@pytest.mark.parametrize(
    ("found", "kind", "size"),
    [
        (piece("3 Panzer Division"), "armour", "division"),
        (piece("15 Pz.Gren Rgt"), "armour", "regiment"),
        (piece("Panzergrenadier Bn"), "mechanised", "battalion"),
        (piece("Panzerjäger Coy"), "tank-destroyer", "company"),
        (piece("II Corps"), "", "corps"),
        (piece("76", "Field Artillery"), "artillery", ""),
        (piece("76", tabs=("Red", "Cavalry Brigades")), "cavalry", "brigade"),
        (piece("A12", image="rus_inf_2.png"), "infantry", ""),
        (piece("Rifles", "Armor"), "infantry", ""),
        (piece("Sniper", Type="engineer", Size="squad"), "engineer", "squad"),
        (piece("Airfield"), "", ""),
    ],
)
def test_type_and_size_are_read_from_words(found: Found, kind: str, size: str) -> None:
    assert (type_of(found)[0], size_of(found)[0]) == (kind, size)


@pytest.mark.parametrize(
    ("found", "side"),
    [
        (piece("7", Side="Germans"), ("germans", True)),
        (piece("7", tabs=("Germans", "Armour")), ("germans", True)),
        (piece("German 7"), ("germans", False)),
        (piece("7", "Allied unit", tabs=("Central Powers",)), ("central-powers", True)),
        (piece("7", "Allied unit"), ("allied-powers", False)),
        (piece("Great Powers"), ("", False)),
        (piece("German against Allied"), ("", False)),
    ],
)
def test_the_side_is_told_by_marks_and_tabs_or_guessed_from_words(
    found: Found, side: tuple[str, bool]
) -> None:
    assert side_of(found, SIDES) == side


def test_what_is_called_a_marker_is_none_of_the_units() -> None:
    assert looks_like_a_marker(piece("German Control"))
    assert looks_like_a_marker(piece("7", tabs=("Germans", "Markers")))
    assert not looks_like_a_marker(piece("7 Panzer", tabs=("Markers", "Germans")))


def test_guesses_are_counted_and_told_apart_from_what_is_not_known() -> None:
    units = [
        piece("German Panzer"),
        piece("7"),
        piece("Allied infantry Bn"),
        piece("x", Side="Germans", Type="air"),
    ]
    told = list(guesses(units, SIDES))
    assert "a guess: the side of 2 of 4 units, from their prototypes, tabs and names" in told
    assert "nothing tells the side of 1 of 4 units; they are given to the first one" in told
    assert any(line.startswith("a guess: the type of 2 of 4 units") and "of 1 more" in line for line in told)
    assert "a guess: the size of 1 of 4 units, from names, prototypes and tabs" in told


CARD = '<VASSAL.build.widget.CardSlot entryName="{0}" gpid="{1}">{2}</VASSAL.build.widget.CardSlot>'


def card(name: str, gpid: int) -> str:
    return CARD.format(name, gpid, GUARD.replace("Guard", name).replace("0;2;0", f"0;{gpid};0"))


def pile(name: str, at: tuple[int, int], *cards: str, more: str = "") -> str:
    kind = "VASSAL.build.module.map.DrawPile"
    return (
        f'<{kind} name="{name}" owningBoard="Board" x="{at[0]}" y="{at[1]}" {more}>{"".join(cards)}</{kind}>'
    )


def test_every_deck_comes_over_with_its_cards_and_its_discards(tmp_path: Path) -> None:
    zone = SMALL[
        SMALL.index("     <VASSAL.build.module.map.boardPicker.board.mapgrid") : SMALL.index(
            "    </VASSAL.build.module.map.boardPicker.board.ZonedGrid>"
        )
    ]
    boxes = zone.replace("0,0;100,0;100,100;0,100", "0,0;50,0;50,100;0,100")
    boxes += boxes.replace("Town", "Discards").replace("0,0;50,0;50,100;0,100", "50,0;100,0;100,100;50,100")
    piles = (
        pile("Red deck", (20, 20), card("Ace", 4), card("King", 5), card("King", 6))
        + pile("Old", (70, 20), more='reshuffleTarget="Red deck"')
        + pile("Blue deck", (20, 20), card("Ten", 7), more='faceDown="Never" shuffle="Never"')
    )
    text = SMALL.replace(zone, boxes).replace(
        " </VASSAL.build.module.Map>", piles + " </VASSAL.build.module.Map>"
    )
    report = import_module(write(tmp_path, text), tmp_path / "game")
    decks = tomllib.loads((tmp_path / "game" / "module.toml").read_text(encoding="utf-8"))["deck"]
    assert decks == [
        {
            "id": "red-deck",
            "name": "Red deck",
            "at": "town",
            "cards": ["ace", "king", "king-2"],
            "discard": "discards",
        },
        {
            "id": "blue-deck",
            "name": "Blue deck",
            "at": "deck-blue-deck",
            "cards": ["ten"],
            "open": True,
            "ordered": True,
        },
    ]
    assert len(load_roster(report.folder).cards) == 4
    assert "deck 'Red deck': 3 cards, in 'town', its discards in 'discards'" in report.carried
    faults = check_module(build_module(report.folder, tmp_path / "again.vmod"))
    assert [str(fault) for fault in faults if fault.level == "error"] == []
