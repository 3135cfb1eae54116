"""Three sides at a table, what covers what between them, new players, and games that went back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.mail.desk import table as tables
from adjudicator.store import Seat
from builder.vassal.traits import join
from tables.position import Kind
from tables.table import Table, parts_of
from tests.adjudicator import house
from tests.adjudicator.house import text_of
from tests.adjudicator.tabletop.table import Players
from tests.adjudicator.tabletop.test_secrets_kept import Keys
from tests.tables.playing import deck_of, move, named, with_trait
from tests.tables.sampler import write_sampler
from tests.twins import audited, mails, shelf

SIDES = ("red", "blue", "green")


@pytest.fixture
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Players:
    return seated(tmp_path, monkeypatch)


def seated(
    folder: Path, patch: pytest.MonkeyPatch, module: Path | None = None, sides: tuple[str, ...] = SIDES
) -> Players:
    patch.setattr(house, "SEATS", tuple(Seat(one.title(), (f"{one}@example.org",)) for one in sides))
    return Players(folder, sides=sides, module=module)


@pytest.mark.slow
def test_each_moves_in_turn_by_log_and_by_words_and_nobody_out_of_turn(three: Players) -> None:
    sent = three.saved("red").position
    three.send_log("red", (move(sent, named(sent, "1st Foot"), ("Main", 300, 337)),))
    assert "not your turn" in three.send("green", "move Scout to 0101")
    three.send("blue", "move 1st Horse to 0101", "done")
    sent = three.saved("green").position
    said = three.send_log("green", (with_trait(sent, named(sent, "Scout"), "emb2", "2"),))
    assert "OK: all of it" in said and three.state.waiting()[0].player == "red" and three.state.turn == 2
    assert "Scout at" in three.told("red") and "1st Horse moves from 0402 to 0101" in three.told("red")


@pytest.mark.slow
def test_an_undo_by_objection_needs_all_others_and_an_old_log_is_refused_after_it(three: Players) -> None:
    three.send("red", "move 1st Foot to 0404", "done")
    sent = three.saved("blue").position
    late = three.log("blue", (move(sent, named(sent, "1st Horse"), ("Main", 300, 337)),))
    three.send("blue", "object: a lake")
    three.send("red", "agree undo")
    assert three.at("1st Foot") != ("Main", 100, 107)
    three.send("green", "agree undo")
    assert three.at("1st Foot") == ("Main", 100, 107)
    assert three.state.waiting()[0].player == "red"
    three.send("red", "done")
    three.attach("blue", late)
    three.post()
    assert "began from another position" in three.answer("blue")
    assert "all hold" in three.says("audit", "1").output and three.says("replay", "1").exit_code == 0


# -- secrets between three, by exchange --------------------------------------------------------------------


def masked(table: Players, side: str, name: str, to: tuple[str, int, int], word: str) -> None:
    """A log in which a side masks a piece of its own, and moves it."""
    sent = table.saved(side).position
    id_ = named(sent, name)
    steps = ((with_trait(sent, id_, "obs", join(";", [word, ""])),), (move(sent, id_, to),))
    assert "OK: all of it" in table.send_log(side, *steps)


def played(folder: Path, patch: pytest.MonkeyPatch, module: Path, swapped: bool) -> Players:
    """Red masks two pieces with the same back and moves them; which of them goes where is what differs."""
    patch.setattr(tables, "CommittedDice", lambda *_: Keys(201 if swapped else 7))
    table = seated(folder, patch, module)
    assert table.says("player", "1", "--observe", "Eve <eve@example.org>").exit_code == 0
    sent = table.saved("red").position
    ids = [named(sent, one) for one in ("1st Foot", "2nd Foot")]
    hides = tuple(with_trait(sent, id_, "obs", "seat-Red;") for id_ in ids)
    gather = tuple(move(sent, id_, ("Main", 300, 337)) for id_ in ids)
    assert "OK: all of it" in table.send_log("red", hides, gather)
    for side in ("blue", "green"):
        table.send(side, "done")
    sent = table.saved("red").position
    goals = [("Main", 100, 337), ("Main", 500, 337)]
    steps = tuple(
        (move(sent, id_, to),) for id_, to in zip(reversed(ids) if swapped else ids, goals, strict=True)
    )
    said = table.send_log("red", *steps)
    assert "OK: all of it" in said, said
    table.send("blue", "draw 2 from Commands", "draw 1 from Chits", "shuffle Chits", "done")
    table.send("green", "roll 2d6", "move Scout to 0404", "done")
    return table


@pytest.mark.slow
def test_what_one_side_covers_is_the_same_bytes_for_the_two_others_and_for_observers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = write_sampler(tmp_path)
    one, two = (played(tmp_path / str(n), monkeypatch, module, n == 1) for n in range(2))
    assert one.at("1st Foot") != two.at("1st Foot")
    for reader in ("blue", "green", "observer"):
        first, second = mails(one, reader), mails(two, reader)
        differing = differences(first, second)
        own = [name for name in differing if reader == "blue"]  # Blue's own cards are Blue's to read
        assert differing == own, reader
    for reader in ("green", ""):
        assert shelf(one, reader) == shelf(two, reader)
    assert audited(one) == audited(two)


def differences(one: Mapping[str, bytes], two: Mapping[str, bytes]) -> list[str]:
    assert one and list(one) == list(two)
    return [name for name in one if one[name] != two[name]]


@pytest.mark.slow
def test_a_layer_that_chance_turns_behind_a_mask_is_told_to_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(tmp_path, monkeypatch, sides=("red", "blue"))
    sent = table.saved("red").position
    fate = named(sent, "Fate")
    hand = ("Red hand", 60, 60)
    table.send_log("red", (move(sent, fate, hand),))
    table.send("blue", "done")
    sent = table.saved("red").position
    before = {name: raw for name, raw in table.outbox().items() if name.startswith("1-blue")}
    said = table.send_log("red", (with_trait(sent, fate, "emb2", "3"),))
    assert "is decided by chance" in said
    assert "turn of a piece" not in table.says("audit", "1", "--json").output
    table.send("red", "done")
    new = [text_of(one) for one in table.mails("blue@")[len(before) :]]
    assert new and not [one for one in new if "turn of a piece" in one or "Fate" in one]


# -- decks, by words and after an undo -----------------------------------------------------------------------


@pytest.mark.slow
def test_a_card_that_lay_in_a_deck_as_nobodys_is_its_drawers_in_the_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(tmp_path, monkeypatch, sides=("red", "blue"))
    sent = table.saved("red").position
    card = Table(sent).order[deck_of(sent, "Chits")][-1]
    table.send_log("red", (with_trait(sent, card, "obs", "nobody;"),))
    table.send("blue", "done")
    table.send("red", "draw 1 from Chits", "done")
    table.send("blue", "done")
    mine = table.saved("red").position
    (drawn,) = [
        id_ for id_, at in Table(mine).at.items() if at[0] == "Red hand" and id_ in table.position.pieces
    ]
    assert parts_of(mine.pieces[drawn].state)[1] == "null;"


def in_hand(table: Players) -> list[str]:
    at = Table(table.position).at
    return [
        id_
        for id_, one in table.position.pieces.items()
        if at[id_][0] == "Red hand" and one.kind is Kind.PIECE
    ]


@pytest.mark.slow
def test_after_an_undo_a_deck_whose_top_somebody_has_seen_is_shuffled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(tmp_path, monkeypatch, sides=("red", "blue"))
    table.send("red", "draw 3 from Commands", "done")
    seen = in_hand(table)
    assert table.says("undo", "1", "--before-sheet", "3", "--reason", "x", "--by-referee").exit_code == 0
    deck = deck_of(table.position, "Commands")
    assert len(Table(table.position).order[deck]) == 12
    sent = table.saved("red").position
    top = Table(sent).order[deck][-1]
    said = table.send_log("red", (move(sent, top, ("Red hand", 60, 60)),))
    assert "OK: all of it" in said, said
    assert "Orders were undone, so hexpost shuffles Commands again." in table.told("blue")
    table.send("blue", "done")
    table.send("red", "draw 2 from Commands", "done")
    again = in_hand(table)
    assert len(again) == 3 and sorted(again) != sorted(seen)
    assert table.told("red").count("shuffles Commands again") <= 1
    assert "all hold" in table.says("audit", "1").output and table.says("replay", "1").exit_code == 0


def test_after_an_undo_orders_can_be_tried_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(tmp_path, monkeypatch, sides=("red", "blue"))
    table.send("red", "draw 3 from Commands", "done")
    assert table.says("undo", "1", "--before-sheet", "3", "--reason", "x", "--by-referee").exit_code == 0
    table.write("red", "move 1st Foot to 0404", kind="CHECK")
    table.post()
    assert "OK (dry run)" in table.answer("red")
    assert table.at("1st Foot") == ("Main", 100, 107)
