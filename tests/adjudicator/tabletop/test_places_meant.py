"""Places, decks and pieces as players name them: in part, with an article, by what marks a place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.spelling import begun
from tests.adjudicator.tabletop.table import Players
from tests.tables.sampler import build_file, stack, unit, write_build

CITIES = (("Vienna", 300, 60), ("Linz (Austria)", 420, 60), ("Old Graz", 540, 60))


@pytest.fixture
def table(tmp_path: Path) -> Players:
    """Counters of cities on a map whose places have no names."""
    cities = "".join(stack(*one, unit(one[0], "Green", str(70 + n)), "Water") for n, one in enumerate(CITIES))
    ship = stack("ship", 50, 50, unit("Frigate", "Blue", "40"), "Water")
    whole = build_file()
    assert whole.count(ship) == 1
    built = whole.replace(ship, cities + ship)
    return Players(tmp_path / "desk", module=write_build(tmp_path, built))


@pytest.mark.parametrize(
    ("place", "at"),
    [
        ("Vienna", ("Sea", 300, 60)),
        ("the Vienna", ("Sea", 300, 60)),
        ("Vien", ("Sea", 300, 60)),
        ("Linz", ("Sea", 420, 60)),
        ("Graz", ("Sea", 540, 60)),
        ("the 0102", None),
    ],
)
def test_a_place_is_named_by_the_only_piece_there_of_a_name(
    table: Players, place: str, at: tuple[str, int, int] | None
) -> None:
    said = table.send("red", f"move Scout to {place}")
    assert "1 OK" in said, said
    assert table.at("Scout") == at if at else table.at("Scout")[0] == "Main"


def test_pieces_are_found_where_a_piece_marks_their_place(table: Players) -> None:
    table.send("red", "move Militia in 0304 to Vienna")
    assert "1 OK" in table.send("red", "move Militia in Vienna to 0102")
    said = table.send("red", "where Vienna")
    assert "Vienna: Sea 300,60" in said


def test_a_name_in_part_that_could_be_several_places_is_asked_about(table: Players) -> None:
    said = table.send("red", "move Scout to 010")
    assert 'AMBIGUOUS: "010" could be' in said and "move Scout to 0101" in said


@pytest.mark.parametrize(
    "line",
    [
        "draw 1 from the Commands deck",
        "draw a command",
        "draw 1 from the commands pile",
        "shuffle the Chits deck",
    ],
)
def test_a_deck_is_found_with_what_players_write_around_its_name(table: Players, line: str) -> None:
    assert "1 OK" in table.send("red", line)


@pytest.mark.parametrize("line", ["draw 2 cards", "draw 2", "draw a card", "draw the top card"])
def test_a_draw_without_a_deck_asks_which_if_there_are_several(table: Players, line: str) -> None:
    said = table.send("red", line)
    assert "AMBIGUOUS: say from which deck" in said
    number = "2 " if "2" in line else ""
    assert f"draw {number}from Commands" in said


def test_a_draw_without_a_deck_is_from_the_one_for_drawing(tmp_path: Path) -> None:
    built = build_file().replace("Commands", "Draw Pile")
    table = Players(tmp_path / "desk", module=write_build(tmp_path, built))
    assert "2 OK" in table.send("red", "draw 2 cards", "draw a card")


def test_a_card_is_discarded_onto_the_only_deck_of_discards(table: Players) -> None:
    table.send("red", "draw 1 from Commands")
    said = table.send("red", "discard a card")
    assert "AMBIGUOUS: say which card" in said and "discard Commands " in said
    name = said.partition("Could be: discard ")[2][: len("Commands 00")]
    assert "1 OK" in table.send("red", f"discard {name}")


def test_dice_have_articles_and_a_line_without_an_order_is_offered_as_a_move(table: Players) -> None:
    assert "1 OK" in table.send("red", "roll the Battle for the ford")
    said = table.send("red", "Scout to 0102")
    assert 'no order begins with "Scout"' in said and "Did you mean: move Scout to 0102" in said


def test_names_are_found_by_their_beginning_before_words_within_them() -> None:
    known = [("Saxe", 1), ("War Tile Saxe", 2), ("Saxeburg", 3), ("Linz (Naval)", 4), ("Linz North", 5)]
    assert list(begun("sax", known)) == ["saxe", "saxeburg"]
    assert begun("tile", known) == {"war tile saxe": [2]}
    assert begun("Linz", known) == {"linz naval": [4]}
    assert begun("ile", known) == {}
