"""Modules with odd traits, played at random: the desk makes of it what a second, naive reading does."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tables.home import Homecoming
from tables.opening import opened
from tables.position import Piece, Position, read_saved, write_saved
from tables.published import Published
from tables.seats import Seat
from tables.side_file import Cutter, SideFile
from tables.table import Table
from tests.cases import one_quick
from tests.tables.odd_modules import COUNT, HANDS, SIDES, write_odd
from tests.tables.random_play import Hand
from tests.tables.second_reading import (
    BLANK,
    DRAWN,
    GONE,
    Reader,
    World,
    alike,
    exchange,
    nested,
    pieces_of,
    shown,
    together,
    told,
    world_of,
)

SECRET = {f"{name} hand": sides for name, sides in HANDS.items() if sides}
READERS = {side: Reader(side, f"pass-{side}-Xx") for side in SIDES}
SEATS = {side: Seat(side, one.word) for side, one in READERS.items()}
WORD = re.compile(r"Zq\d+x\d+q")
LOGS, STEPS = 16, 5


@cache
def module(seed: int) -> tuple[Published, Cutter]:
    found = Published(write_odd(Path(mkdtemp()), seed))
    return found, Cutter(found)


def texts(position: Position) -> Iterator[tuple[str, str, str]]:
    return ((one.id, one.type, one.state) for one in position.pieces.values())


def with_world(position: Position, world: World) -> Position:
    pieces = {id_: Piece(id_, type_, state) for id_, type_, state in pieces_of(world)}
    return Position(pieces, position.rest, position.apart, position.layers)


def sorted_cards(deck: str, cards: Sequence[str]) -> list[str]:
    return sorted(cards)


def file_of(seed: int, position: Position, side: str, number: int) -> SideFile:
    return module(seed)[1].cut(position, SEATS[side], SEATS.values(), number)


def hand_of(position: Position, sent: SideFile, side: str, chance: random.Random) -> Hand:
    hand = Hand(world_of(texts(position)), world_of(texts(sent.position)), READERS[side], SECRET, chance)
    hand.loose = position.apart
    return hand


def by_chance(hand: Hand) -> tuple[tuple[str, ...], ...]:
    """A step that only the desk may do, and one behind it: neither counts."""
    things = hand.mine.things
    dice = ["SHOW_RESULTS\t2d6\t4\t3", "MutableProperty\t2d6_result\t\t7\tMain"]
    for fate in [id_ for id_, one in things.items() if one.types[-1].endswith(";Fate")]:
        states = things[fate].states  # nobody sees it who lost it to another side's hand
        dice.append("D/" + together([fate, nested(["3", *states[1:]]), nested(states)], "/"))
    moved = f"M/{min(things)}/Main/3/3/null/Main/600/450/null/pw"
    return (hand.chance.choice(dice),), (moved,)


def played(seed: int, logs: int = LOGS) -> Iterator[tuple[Position, World, str]]:
    """Positions of a game of random play, with what they must be; and who moved last."""
    found, _ = module(seed)
    position, chance, points = opened(found).position, random.Random(seed), "0"
    for number in range(1, logs + 1):
        side = SIDES[number % len(SIDES)]
        sent = file_of(seed, position, side, number)
        hand = hand_of(position, sent, side, chance)
        hand.points = points
        steps = tuple(tuple(step) for _ in range(STEPS) if (step := hand.step()))
        if not steps:
            continue
        rolled = by_chance(hand) if chance.random() < 0.3 else ()
        data = write_saved(sent.position, {}, (*steps, *rolled))
        log = read_saved(data, "moves.vlog")
        home = Homecoming(found, position, sent, SEATS[side], sorted_cards)
        taken = home.take(log)
        assert taken.stopped == (len(steps) + 1 if rolled else 0)
        assert [n for n, _ in taken.steps] == list(range(1, len(steps) + 1))
        table = Table(position)
        table.do(command for _, step in taken.steps for command in step)
        position, points = table.position(), hand.points
        assert f"GlobalProperty\t;VP;{points};Module" in position.rest
        yield position, hand.true, side


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_quick(range(COUNT)))
def test_a_log_comes_home_as_the_second_reading_says(seed: int) -> None:
    count = 0
    for position, expected, _ in played(seed):
        count += 1
        assert told(world_of(texts(position))) == told(expected), count
    assert count > LOGS // 2


@pytest.mark.parametrize("seed", one_quick(range(COUNT)))
def test_what_is_written_of_an_odd_module_is_read_again(seed: int) -> None:
    for position, _, _ in list(played(seed, 6))[-1:]:
        data = write_saved(position, {})
        again = read_saved(data, "a.vsav").position
        assert sorted(again.commands()) == sorted(position.commands())
        assert write_saved(again, {}) == data
        assert dict(again.pieces) == dict(position.pieces) and again.rest == position.rest


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_quick(range(COUNT)))
def test_a_side_has_what_the_second_reading_lets_it_see(seed: int) -> None:
    for number, (position, true, _) in enumerate(played(seed), 1):
        for side, reader in READERS.items():
            sent = file_of(seed, position, side, number)
            mine = world_of(texts(sent.position))
            how = {id_: shown(true, id_, reader, SECRET)[0] for id_ in true.things}
            seen = {id_ for id_, one in how.items() if one not in (BLANK, GONE)}
            assert {id_ for id_ in mine.things if id_ in true.things} == seen
            assert len(mine.things) == sum(one != GONE for one in how.values())
            for id_ in seen:
                assert mine.things[id_].types == true.things[id_].types, id_
            there = sorted(
                (one.at, one.is_deck, count)
                for one in true.piles.values()
                if (count := sum(how[id_] != GONE for id_ in one.ids)) or one.is_deck
            )
            assert there == sorted((one.at, one.is_deck, len(one.ids)) for one in mine.piles.values())


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_quick(range(COUNT)))
def test_a_file_is_equal_bytes_whichever_of_what_looks_the_same_lies_where(seed: int) -> None:
    exchanged = 0
    for number, (position, _, _) in enumerate(played(seed), 1):
        for side, reader in READERS.items():
            world, chance = world_of(texts(position)), random.Random(number)
            for ids in list(alike(world, reader, SECRET)):
                others = list(ids)
                chance.shuffle(others)
                exchange(world, dict(zip(ids, others, strict=True)))
                exchanged += ids != others
            files = (file_of(seed, one, side, number) for one in (position, with_world(position, world)))
            first, second = (write_saved(one.position, {}) for one in files)
            assert first == second, (number, side)
    assert exchanged > LOGS


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_quick(range(COUNT)))
def test_no_word_of_what_a_side_may_not_see_is_in_its_file(seed: int) -> None:
    looked = 0
    for number, (position, true, _) in enumerate(played(seed), 1):
        for side, reader in READERS.items():
            text = "\n".join(file_of(seed, position, side, number).position.commands())
            for id_, thing in true.things.items():
                how, cover = shown(true, id_, reader, SECRET)
                if how in (BLANK, GONE):
                    looked += 1
                    pairs = list(zip(thing.types, thing.states, strict=True))
                    drawn = [one for one in pairs[: max(cover, 0)] if one[0].startswith(DRAWN)]
                    secret = set(WORD.findall(str(pairs))) - set(WORD.findall(str(drawn)))
                    assert not [one for one in secret if one in text], (number, side, id_)
            for one in READERS.values():
                assert one.side == side or one.word not in text
    assert looked > 100
