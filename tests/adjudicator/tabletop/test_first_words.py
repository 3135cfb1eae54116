"""Orders as wargamers write them who have read no page: what can be meant by them is done, or offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.position import Kind
from tables.table import Table
from tables.telling import name_of_piece
from tests.adjudicator.tabletop.table import Players
from tests.tables.sampler import B, build_file, piece, slot, stack, write_build


@pytest.fixture
def table(tmp_path: Path) -> Players:
    return Players(tmp_path)


def cards(table: Players, side: str) -> int:
    """How many cards a side has in its window."""
    on = Table(table.position)
    return sum(on.at[id_][0] == f"{side} hand" for id_, one in on.pieces.items() if one.kind is Kind.PIECE)


@pytest.mark.parametrize(
    "line",
    [
        "put Scout in 0101",
        "place Scout on 0101",
        "place the Scout at 0101",
        "put Scout to 0101",
        "advance Scout to 0101",
        "retreat Scout to 0101",
        "march Scout into 0101",
        "move Scout into 0101",
        "move Scout onto 0101",
        "move Scout → 0101",
        "move Scout -> 0101",
        "move Scout --> 0101",
        "move all from 0602 to 0101",
        "move everything in 0602 to 0101",
        "move all units in 0602 to 0101",
        "move all Scout in 0602 to 0101",
    ],
)
def test_a_move_in_other_words(table: Players, line: str) -> None:
    said = table.send("red", line)
    assert "Your orders: 1 OK" in said, said
    assert table.at("Scout") == ("Main", 50, 50)


@pytest.mark.parametrize(
    ("line", "moved"),
    [
        ("move 1st Foot & Scout to 0101", {"1st Foot", "Scout"}),
        ("move 1st Foot + Scout to 0101", {"1st Foot", "Scout"}),
        ("move all from 0202 to 0101", {"1st Foot", "2nd Foot"}),
        ("move all units from 0202 to 0101", {"1st Foot", "2nd Foot"}),
        ("move everything at 0202 to 0101", {"1st Foot", "2nd Foot"}),
        ("move 1st from 0202 to 0101", {"1st Foot"}),  # 1st Horse is elsewhere
        ("put 1st in 0202 on 0101", {"1st Foot"}),
    ],
)
def test_several_pieces_in_other_words(table: Players, line: str, moved: set[str]) -> None:
    before = Table(table.position).at
    said = table.send("red", line)
    assert "Your orders: 1 OK" in said, said
    after = Table(table.position)
    found = {name_of_piece(one) for id_, one in after.pieces.items() if after.at[id_] != before.get(id_)}
    assert found - {"a piece without a name"} >= moved
    assert {one for one in found if "Foot" in one or one in {"Scout", "1st Horse"}} == moved


def test_all_of_a_place_needs_something_there(table: Players) -> None:
    said = table.send("red", "move all from 0101 to 0102")
    assert "NOT UNDERSTOOD: you see no such pieces in 0101" in said, said


@pytest.mark.parametrize("trait", ["immob;;N;R;", "immob;Z;V;L;"])
def test_all_of_a_place_leaves_what_never_stacks_or_moves(tmp_path: Path, trait: str) -> None:
    fort = stack("Fort", 500, 107, slot("Fort", "60", piece("Fort", "one.png", "60", (trait, ""))))
    scout = f'<{B}map.SetupStack name="Scout"'
    table = Players(
        tmp_path / "desk", module=write_build(tmp_path, build_file().replace(scout, fort + scout, 1))
    )
    assert "0602: Fort, Scout" in table.told("red")
    assert "Your orders: 1 OK" in table.send("red", "move all from 0602 to 0101")
    assert table.at("Scout") == ("Main", 50, 50) and table.at("Fort") == ("Main", 500, 107)


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("draw a card from Commands", 1),
        ("draw a card from the Commands deck", 1),
        ("draw 2 cards from Commands", 2),
        ("draw the top card of Commands", 1),
        ("draw the top card from the Commands", 1),
        ("draw 2 Commands cards", 2),
        ("draw one card off Commands", 1),
        ("draw a card from the War Deck", 1),
        ("draw 2 cards from War Deck", 2),
    ],
)
def test_a_draw_in_other_words(tmp_path: Path, line: str, count: int) -> None:
    text = build_file().replace('name="Chits"', 'name="War Deck"', 1)
    table = Players(tmp_path / "desk", module=write_build(tmp_path, text))
    said = table.send("red", line)
    assert "Your orders: 1 OK" in said, said
    assert cards(table, "Red") == count


@pytest.mark.parametrize(
    "line", ["end", "end turn", "end my turn", "end of turn", "End move", "finished", "pass"]
)
def test_the_end_of_a_move_in_other_words(table: Players, line: str) -> None:
    said = table.send("red", line)
    assert "Your orders: 1 OK" in said and "Waiting for Blue" in said, said


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Scout moves to 0101", "move Scout to 0101"),
        ("1st Foot moves to 0101", "move 1st Foot to 0101"),
        ("Scout flips", "flip Scout"),
    ],
)
def test_a_sentence_is_offered_as_the_order_that_it_is_meant_for(
    table: Players, line: str, meant: str
) -> None:
    said = table.send("red", line)
    assert "NOT UNDERSTOOD" in said and f"Did you mean: {meant}" in said, said


@pytest.mark.parametrize("verb", ["peek", "clone", "deal", "add", "create", "reverse"])
def test_what_is_done_in_vassal_alone_is_told_so(table: Players, verb: str) -> None:
    said = table.send("red", f"{verb} Scout")
    assert (
        f'NOT UNDERSTOOD: "{verb}" is done in VASSAL, and in no order in words. Attach the log of it' in said
    )


@pytest.mark.parametrize("line", ["rotate Scout by 60", "rotate Scout by -6", "rotate Scout by 6"])
def test_more_facings_than_there_are_is_no_turn(table: Players, line: str) -> None:
    said = table.send("red", line)
    assert "REFUSED: Scout has 6 facings. Turn it by 1 to 5, or to the left by -1 to -5" in said, said


def test_a_discarded_card_goes_onto_its_deck(table: Players) -> None:
    table.send("red", "draw 1 from Commands")
    said = table.send("red", "discard Scout to Discards")
    assert "Your orders: 1 OK" in said, said


@pytest.mark.parametrize("line", ["turn Scout over", "flip Scout over", "turn the Scout over"])
def test_a_piece_is_turned_over(table: Players, line: str) -> None:
    assert "Your orders: 1 OK" in table.send("red", line)
    assert "Scout: 0602; shows side 2 of 2" in table.send("red", "where Scout").replace("facing 1 of 6; ", "")


def test_a_step_loss_is_offered_as_a_flip(table: Players) -> None:
    said = table.send("red", "reduce Scout")
    assert "NOT UNDERSTOOD" in said and "Did you mean: flip Scout" in said, said
