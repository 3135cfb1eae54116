"""What a side has on its disk does not depend on what it may not know."""

from __future__ import annotations

import random

import pytest

from tables.position import Kind, Position, write_saved
from tables.seats import Cover, covered
from tables.side_file import UNKNOWN_NAME
from tables.table import Table, parts_of
from tests.tables.playing import (
    SEATS,
    after,
    called,
    cutter,
    deck_of,
    exchanged,
    groups,
    module,
    move,
    named,
    start,
    with_trait,
)
from tests.tables.sampler import SIDES


def busy(chance: random.Random) -> Position:
    """A position in which cards are in hands and discarded, and units masked and hidden, by chance."""
    position = start()
    for n, side in enumerate(("Red", "Blue", "Green", "Blue", "Red")):
        for deck in ("Commands", "Chits"):
            top = Table(position).order[deck_of(position, deck)][-1]
            position = after(position, move(position, top, (f"{side} hand", 40 + 30 * n, 60)))
    for name, side in (
        ("1st Foot", "Red"),
        ("2nd Foot", "Red"),
        ("1st Horse", "Blue"),
        ("2nd Horse", "Blue"),
    ):
        if chance.random() < 0.8:
            owner = SEATS[side].password
            position = after(position, with_trait(position, named(position, name), "obs", f"{owner};"))
    if chance.random() < 0.5:
        position = after(position, with_trait(position, named(position, "Frigate"), "hide", "Blue"))
    discards = Table(position).at[deck_of(position, "Discards")]
    top = Table(position).order[deck_of(position, "Commands")][-1]
    return after(position, move(position, top, discards, deck_of(position, "Discards")))


def file_of(position: Position, side: str, number: int = 3) -> bytes:
    return write_saved(cutter().cut(position, SEATS[side], SEATS.values(), number).position, {})


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(12))
def test_a_file_is_the_same_whichever_of_the_covered_pieces_lies_where(side: str, seed: int) -> None:
    chance = random.Random(seed)
    position = busy(chance)
    assert len(groups(position, SEATS[side])) >= 2
    other = exchanged(position, SEATS[side], chance)
    assert other != position
    assert file_of(position, side) == file_of(other, side)


@pytest.mark.parametrize("side", SIDES)
def test_nothing_of_a_covered_piece_or_of_a_password_stands_in_a_file(side: str) -> None:
    position = busy(random.Random(1))
    cut = cutter().cut(position, SEATS[side], SEATS.values(), 3)
    text = "\n".join(cut.position.commands())
    hidden = covered(Table(position), SEATS[side], module().windows)
    assert len(hidden) > 10
    for id_ in hidden:
        assert id_ not in cut.position.pieces
        name = called(position.pieces[id_])
        assert name not in text, name
    for one in SIDES:
        assert (SEATS[one].password in text) <= (one == side)


def test_as_many_unknown_pieces_lie_in_a_file_as_are_covered_and_hidden_ones_are_left_out() -> None:
    position = after(start(), with_trait(start(), named(start(), "Frigate"), "hide", "Blue"))
    blue, red = (cutter().cut(position, SEATS[side], SEATS.values(), 1).position for side in ("Blue", "Red"))
    assert _pieces(blue) == _pieces(position) == _pieces(red) + 1
    assert _blanks(red) == _blanks(blue) == 18


def test_an_alias_is_new_with_every_mail_and_made_of_the_place_alone() -> None:
    position = start()
    first, again, second = (cutter().cut(position, SEATS["Red"], SEATS.values(), n) for n in (1, 1, 2))
    assert first.position == again.position
    assert not set(first.blanks) & set(second.blanks)


def test_an_owner_sees_behind_the_own_mask_and_nobody_else() -> None:
    position = after(
        start(), with_trait(start(), named(start(), "1st Foot"), "obs", f"{SEATS['Red'].password};")
    )
    foot = named(position, "1st Foot")
    why = {side: covered(Table(position), SEATS[side], module().windows).get(foot) for side in SIDES}
    assert why["Red"] is None
    assert {one.how for side in ("Blue", "Green") if (one := why[side])} == {Cover.MASKED}


def _pieces(position: Position) -> int:
    return sum(one.kind is Kind.PIECE for one in position.pieces.values())


def _blanks(position: Position) -> int:
    pieces = (one for one in position.pieces.values() if one.kind is Kind.PIECE)
    return sum(parts_of(one.type)[-1].endswith(f";{UNKNOWN_NAME}") for one in pieces)


def test_a_back_that_only_pieces_of_one_name_have_is_told() -> None:
    masked = after(
        start(), with_trait(start(), named(start(), "Scout"), "obs", f"{SEATS['Green'].password};")
    )
    assert cutter().alone(start(), SEATS["Red"]) == ()
    assert cutter().alone(masked, SEATS["Red"]) == ("back:green-back.png",)


def test_nobody_may_take_a_mask_off_a_blank_even_where_the_module_lets_all_do_it() -> None:
    position = start()
    foot = named(position, "1st Foot")
    position = after(position, with_trait(position, foot, "obs", f"{SEATS['Red'].password};"))
    file = cutter().cut(position, SEATS["Blue"], SEATS.values(), 3)
    (alias,) = (id_ for id_, one in file.blanks.items() if one.piece == foot)
    blank = file.position.pieces[alias]
    masks = [s for t, s in zip(blank.types, blank.states, strict=True) if t.startswith("obs;")]
    assert masks == ["nobody;false|0"]


def test_what_an_order_names_as_lying_below_may_be_a_deck_or_a_stack() -> None:
    position = start()
    frigate, horse, deck = (
        *(named(position, one) for one in ("Frigate", "1st Horse")),
        deck_of(position, "Commands"),
    )
    on_deck = Table(after(position, move(position, frigate, Table(position).at[deck], deck)))
    assert (on_deck.inside[frigate], on_deck.order[deck][-1]) == (deck, frigate)
    stack, at = Table(position).inside[horse], Table(position).at[horse]
    on_stack = Table(after(position, move(position, frigate, at, stack)))
    assert (on_stack.inside[frigate], on_stack.order[stack][-1]) == (stack, frigate)


def with_hidden(chance: random.Random, position: Position) -> Position:
    """Three of Blue's hidden pieces, each on, below or beside another piece, or in a deck."""
    names = ("Frigate", "1st Horse", "2nd Horse")
    ids = [named(position, one) for one in names]
    for id_ in ids:
        table = Table(position)
        others = [
            one for one, piece in table.pieces.items() if one not in ids and piece.kind is not Kind.STACK
        ]
        other = chance.choice(others)
        position = after(position, move(position, id_, table.at[other], chance.choice((other, "null"))))
        alone = table.inside.get(other) and table.order[table.inside[other]] == [other]
        if alone and table.pieces[table.inside[other]].kind is Kind.STACK and chance.random() < 0.5:
            position = after(position, move(position, other, table.at[other], id_))  # onto it
    for id_ in ids:
        position = after(position, with_trait(position, id_, "hide", "Blue"))
    return position


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("side", ["Red", "Green"])
def test_where_hidden_pieces_lie_does_not_show_in_the_file_of_another(side: str, seed: int) -> None:
    """Not by counting them in a stack, nor among the stacks of a place: who guesses could work ids out."""
    base = busy(random.Random(seed))
    one, other = (with_hidden(random.Random(f"{seed} {n}"), base) for n in "ab")
    assert file_of(one, side) == file_of(other, side)
