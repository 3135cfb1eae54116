"""Games of odd modules by mail, played at random: the position is what a second reading says, no mail and no
page tells a side what it has not seen, and the game replays and goes back."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from adjudicator.mail.desk.table import Table
from adjudicator.pages.shelf import Shelf
from tables.position import Position, SavedFile, read_saved, write_saved
from tests.adjudicator.tabletop.table import Players
from tests.adjudicator.tabletop.test_three_sides import seated
from tests.cases import one_quick
from tests.tables.odd_modules import SIDES, write_odd
from tests.tables.random_play import Hand
from tests.tables.second_reading import BLANK, DRAWN, GONE, Reader, World, shown, told, world_of
from tests.tables.test_second_reading import SECRET, WORD, texts

MOVES = 9


def password(side: str) -> str:
    return f"pass-{side}-Xx"


def reader_of(side: str) -> Reader:
    """A side with the word that stands for its player on the true position."""
    return Reader(side.title(), f"seat-{side.title()}")


def as_kept(position: Position, side: str) -> World:
    """The table of a side's own file, with that word for its password."""
    mine = password(side), reader_of(side).word
    return world_of((id_, type_, state.replace(*mine)) for id_, type_, state in texts(position))


def plays(table: Players, side: str, chance: random.Random) -> World:
    """A side sends a log of random play; what the true table must be then."""
    sent = table.saved(side)
    hand = Hand(
        world_of(texts(table.position)), as_kept(sent.position, side), reader_of(side), SECRET, chance
    )
    hand.loose = table.position.apart
    steps = [step for _ in range(6) if (step := hand.step())] or [["CHAT\thello"]]
    own = tuple(tuple(one.replace(hand.reader.word, password(side)) for one in step) for step in steps)
    seat = f"PLAYER\t{password(side)}\t{side}\t{side.title()}"
    rest = (*(line for line in sent.position.rest if not line.endswith(f"\t{side.title()}")), seat)
    begun = SavedFile(Position(sent.position.pieces, rest), own, sent.entries)
    table.attach(side, write_saved(begun.position, begun.entries, begun.steps))
    table.post()
    answer = table.answer(side)
    assert "OK: all of it" in answer, answer
    return hand.true


def words_seen(world: World, side: str) -> set[str]:
    """The words that a side may know of a table."""
    found = set[str]()
    for id_, thing in world.things.items():
        how, cover = shown(world, id_, reader_of(side), SECRET)
        pairs = list(zip(thing.types, thing.states, strict=True))
        if how not in (BLANK, GONE):
            found |= set(WORD.findall(str(pairs)))
        elif cover >= 0:
            found |= set(WORD.findall(str([one for one in pairs[:cover] if one[0].startswith(DRAWN)])))
    return found


def sent_to(table: Players, side: str) -> str:
    """All that went to a side so far: its mails, and what is in the saved games with them."""
    mails = table.mails(table.players[side].addresses[0])
    parts = [
        str(part.get_payload(decode=True))
        for mail in mails
        for part in mail.walk()
        if not part.is_multipart()
    ]
    games = [one for data in table.saves(side) for one in read_saved(data, "sent.vsav").position.commands()]
    return "\n".join((*parts, *games))


def pages_of(table: Players, side: str) -> str:
    with table.desk.store() as store:
        folder = Shelf(Table(store, 1), table.desk.folder / "pages", table.desk.boards).publish(side)
    return "\n".join(one.read_text("utf-8") for one in sorted(folder.rglob("*.html")))


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_quick(range(4)))
def test_a_game_of_an_odd_module(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(tmp_path, monkeypatch, write_odd(tmp_path, seed))
    chance, before = random.Random(seed), table.position
    worlds = [world_of(texts(before))]
    for move in range(MOVES):
        expected = plays(table, SIDES[move % len(SIDES)].lower(), chance)
        assert told(world_of(texts(table.position))) == told(expected), move
        worlds.append(expected)
    for side in map(str.lower, SIDES):
        every = set(WORD.findall(str(worlds[-1])))
        known = set().union(*(words_seen(one, side) for one in worlds))
        text = sent_to(table, side) + pages_of(table, side)
        assert len(every - known) > 5
        assert not [one for one in every - known if one in text], side
        for other in map(str.lower, SIDES):
            assert (password(other) in text) <= (other == side)
    assert table.says("replay", "1").exit_code == 0 and "all hold" in table.says("audit", "1").output
    undone = table.says("undo", "1", "--before-sheet", "4", "--by-referee", "--reason", "a test")
    assert undone.exit_code == 0, undone.output
    assert re.search("rolled back", " ".join(table.told("red").split()))
    again = world_of(texts(table.position))
    assert {id_: one.states for id_, one in again.things.items()} == {
        id_: one.states for id_, one in worlds[0].things.items()
    }
    assert table.says("replay", "1").exit_code == 0
