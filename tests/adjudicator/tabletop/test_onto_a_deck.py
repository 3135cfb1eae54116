"""A deck is a place as well, with cards in it or without: cards are played and drawn onto it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.table import Table
from tests.adjudicator.tabletop.table import Players
from tests.adjudicator.tabletop.test_named_alike import hands_with_decks
from tests.tables.playing import deck_of
from tests.tables.sampler import build_file, deck, write_build


def held(table: Players, name: str) -> int:
    """How many cards are in a deck."""
    position = table.position
    return len(Table(position).order[deck_of(position, name)])


@pytest.mark.parametrize("verb", ["play", "move", "return"])
def test_a_card_is_put_onto_an_empty_deck_by_its_name(tmp_path: Path, verb: str) -> None:
    table = Players(tmp_path)
    assert held(table, "Discards") == 0 and "Discards: 0 cards" in table.told("red")
    said = table.send("red", f"{verb} Scout to discards")
    assert "Your orders: 1 OK" in said, said
    assert held(table, "Discards") == 1


def test_a_draw_goes_onto_an_empty_deck(tmp_path: Path) -> None:
    table = Players(tmp_path)
    said = table.send("red", "draw 2 from Commands to Discards")
    assert "Your orders: 1 OK" in said and held(table, "Discards") == 2, said


def test_a_deck_that_is_nearly_named_is_offered(tmp_path: Path) -> None:
    table = Players(tmp_path)
    said = table.send("red", "play Scout to Discrads")
    assert 'unknown place "Discrads"' in said and "Did you mean: play Scout to Discards" in said, said
    assert "1 OK" in table.send("red", "play Scout to Discard")  # a beginning is enough for a place, too


def test_of_decks_of_one_name_each_is_a_place_with_its_map(tmp_path: Path) -> None:
    table = Players(tmp_path / "desk", module=hands_with_decks(tmp_path))
    said = table.send("red", "play Scout to Spells in Sea")
    assert "Your orders: 1 OK" in said and "Spells in Sea: 4 cards" in table.told("blue"), said


def test_the_bare_name_of_several_empty_decks_is_ambiguous(tmp_path: Path) -> None:
    spells = deck("Reserve", 360, 560, "", shuffle="Never") + deck("Reserve", 460, 560, "", shuffle="Never")
    first = deck("Discards", 260, 560, "", shuffle="Never", face="Never")
    text = build_file().replace(first, first + spells)
    said = Players(tmp_path / "desk", module=write_build(tmp_path, text)).send("red", "play Scout to Reserve")
    offered = "Could be: play Scout to Reserve in Main 360,560 play Scout to Reserve in Main 460,560"
    assert "AMBIGUOUS: 2 decks have the name" in said and offered in said, said
