"""Logs that VASSAL would never write: none shows what lies face down, in a hand or behind a mask."""

from __future__ import annotations

import random

import pytest

from builder.vassal.traits import join, split
from tables.position import Piece, Position, SavedFile, TableError
from tables.seats import covered
from tables.table import Table
from tests.tables.playing import (
    SEATS,
    after,
    deck_of,
    log,
    module,
    move,
    named,
    start,
    with_trait,
)
from tests.tables.test_home import home, sent

RED, BLUE = SEATS["Red"], SEATS["Blue"]


def hidden(position: Position) -> set[str]:
    """What is covered for Red."""
    return set(covered(Table(position), RED, module().windows))


def held_by_blue() -> Position:
    """Two cards in Blue's hand, in one stack, and a masked unit of Blue's on the map."""
    position = start()
    for under in ("null", Table(position).order[deck_of(position, "Commands")][-1]):
        top = Table(position).order[deck_of(position, "Commands")][-1]
        position = after(position, move(position, top, ("Blue hand", 60, 60), under))
    return after(position, with_trait(position, named(position, "1st Horse"), "obs", f"{BLUE.password};"))


def refused(position: Position, *steps: tuple[str, ...]) -> str:
    file = sent(position)
    with pytest.raises(TableError) as told:
        home(position, file, log(file.position, *steps))
    return str(told.value)


def blanks_in(position: Position, place: tuple[str, int, int]) -> list[str]:
    file = sent(position)
    return [one for one, at in Table(file.position).at.items() if at == place and one in file.blanks]


def test_a_mask_of_another_side_does_not_come_off() -> None:
    position = held_by_blue()
    file = sent(position)
    (alias,) = blanks_in(position, ("Main", 300, 107))
    assert "mask" in refused(position, (with_trait(file.position, alias, "obs", "null;"),))


def test_a_stack_in_the_hand_of_another_side_is_not_moved() -> None:
    position = held_by_blue()
    table = Table(sent(position).position)
    (stack,) = [one for one in table.order if table.at[one] == ("Blue hand", 60, 60)]
    assert "not yours" in refused(position, (f"M/{stack}/Red hand/9/9/null/Blue hand/60/60/null/x",))
    assert "not yours" in refused(position, (f"-/{stack}",))


def test_a_stack_takes_no_cards_out_of_a_deck_or_a_hand() -> None:
    position = held_by_blue()
    table = Table(sent(position).position)
    deck = deck_of(position, "Commands")
    name, x, y = table.at[deck]
    for ids, at in (
        (table.order[deck], (name, x, y)),
        (blanks_in(position, ("Blue hand", 60, 60)), ("Main", 5, 5)),
    ):
        stack = "+/" + join("/", ["777", "stack", ";".join([at[0], str(at[1]), str(at[2]), *ids])])
        assert refused(position, (stack,))


def test_a_deck_is_not_taken_away_nor_moved_nor_turned_up_if_it_always_lies_face_down() -> None:
    position, deck = start(), deck_of(start(), "Commands")
    state = sent(position).position.pieces[deck].state
    name, x, y, _, cards = state.split(";")
    up = "D/" + join("/", [deck, ";".join([name, x, y, "false", cards]), state])
    assert "deck" in refused(position, (f"-/{deck}",))
    assert "deck" in refused(position, (f"M/{deck}/Red hand/1/1/null/Main/60/560/null/x",))
    assert "face" in refused(position, (up,))


def test_a_card_is_not_drawn_from_a_deck_that_belongs_to_another_side() -> None:
    position, deck = start(), deck_of(start(), "Chits")
    fields = split(";", position.pieces[deck].type)
    fields[48:50] = ["true", "Blue"]
    owned = {**position.pieces, deck: Piece(deck, join(";", fields), position.pieces[deck].state)}
    position = Position(owned, position.rest)
    file = sent(position)
    alias = Table(file.position).order[deck][-1]
    assert "'Chits', which is not yours" in refused(
        position, (move(file.position, alias, ("Red hand", 9, 9)),)
    )
    taken, _ = home(position, file, log(file.position, (with_trait(file.position, alias, "obs", "nobody;"),)))
    assert len(taken.steps) == 1, "automation may change a card where it lies"


def test_a_state_with_another_number_of_traits_is_refused() -> None:
    position, foot = start(), named(start(), "1st Foot")
    assert "traits" in refused(position, (f"D/{foot}/Main;1;1;11;0",))


def test_the_order_of_a_stack_is_changed_as_in_the_log() -> None:
    position = start()
    file = sent(position)
    table = Table(file.position)
    foot = named(position, "1st Foot")
    stack = table.inside[foot]
    name, x, y = table.at[stack]
    turned = list(reversed(table.order[stack]))
    new = ";".join([name, str(x), str(y), *turned, "@@-1"])
    command = "D/" + join("/", [stack, new, file.position.pieces[stack].state])
    _, now = home(position, file, log(file.position, (command,)))
    assert Table(now).order[Table(now).inside[foot]] == turned


def test_a_layer_of_a_new_piece_that_chance_turns_is_named_by_its_id_at_the_desk() -> None:
    position, die = start(), named(start(), "Fate")
    file = sent(position)
    piece = position.pieces[die]
    copy = "+/" + join("/", [next(iter(hidden(position))), piece.type, piece.state])
    id_ = copy.split("/")[1]
    roll = with_trait(after(file.position, copy), id_, "emb2", "3")
    taken, now = home(position, file, log(file.position, (copy,), (roll,)))
    (chance,) = taken.chance
    assert taken.stopped == 2 and chance.what in now.pieces and chance.what != id_
    assert now.pieces[chance.what].type == piece.type


FIELDS = ("", "null", "Main", "Blue hand", "60", "-1", "x", ";;;;", "Main;1;1", "\t", "stack", "deck;", "999")


@pytest.mark.parametrize("seed", range(40))
def test_whatever_a_log_says_it_is_refused_or_what_is_covered_stays_so(seed: str) -> None:
    """Commands put together by chance out of ids that were sent; what is covered for Red may only come to lie
    open where a card leaves a deck."""
    chance, position = random.Random(seed), held_by_blue()
    file = sent(position)
    ids = list(file.position.pieces)
    steps = []
    for _ in range(6):
        word = chance.choice(("M/", "D/", "+/", "-/", "PLAYER\t", "TURN", "MutableProperty\t"))
        parts = [
            chance.choice(ids),
            *(chance.choice((*FIELDS, chance.choice(ids))) for _ in range(chance.randrange(9))),
        ]
        steps.append((word + join("/", [one.rstrip("\\") for one in parts]),))
    try:
        _, now = home(position, file, SavedFile(file.position, tuple(steps)))
    except TableError:
        return
    deck = {deck_of(position, one) for one in ("Commands", "Chits")}
    inside = Table(position).inside
    shown = {
        one for one in hidden(position) - hidden(now) if inside.get(one) not in deck and one in now.pieces
    }
    assert not shown
