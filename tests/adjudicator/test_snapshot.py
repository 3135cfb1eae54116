"""A state as plain values: nothing is lost on the way, and every change shows in the digest."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.events import FactNoted, event_from
from adjudicator.snapshot import canonical, digest, in_order, pack, unpack
from adjudicator.state import Decision, Frame, State
from tests.adjudicator.tinygame import GAME

FULL = replace(
    GAME.start("duel"),
    turn=2,
    frames=(Frame("3", {"active": "red", "path": ("ash", "birch")}),),
    tracks={"round": 1},
    control={"ash": "blue"},
    hands={"red": ("chit-1",), "blue": ()},
    facts={"plan": ("x", None, True)},
    standing={"red": ("if asked loss then lose",)},
    decisions=(Decision("q1", "red", "3.4", "loss", "Which?", ("lose",), ("lose R1",), about=("R1",)),),
    sealed={"q1": ({"verb": "bid", "args": {"amount": 3}, "text": "bid 3", "sheet": 1, "line": 2},)},
    asked=4,
    rolled=7,
)


def test_a_state_survives_the_way_through_json() -> None:
    again = unpack(json.loads(canonical(pack(FULL))), GAME.start("duel"))
    assert again == FULL
    assert list(again.units) == list(FULL.units)


TABLE = {"oak": ({"z": 1, "a": 2},), "ash": "turned"}


def test_what_is_remembered_is_in_the_order_of_the_journal() -> None:
    """A report lists it as it does after a replay."""
    event = FactNoted(rule="1", key="markers", value=TABLE)
    again = event_from({event.kind: FactNoted}, event.kind, "1", ["*"], json.loads(canonical(event.facts())))
    assert json.dumps(event.apply(FULL).facts) == json.dumps(again.apply(FULL).facts)


def test_what_stays_of_a_record_is_not_put_in_order_again() -> None:
    """A long record is noted with each small change of it."""
    first = FactNoted(rule="1", key="markers", value=TABLE).apply(FULL)
    had = first.facts["markers"]
    more = {**had, "elm": {"z": 1, "a": 2}, "oak": (*had["oak"], {"y": 1, "b": 2})}
    now = FactNoted(rule="1", key="markers", value=more).apply(first).facts["markers"]
    assert now["oak"][0] is had["oak"][0], "one table of two stayed"
    assert json.dumps(now) == json.dumps(in_order(more)), "and all is in order"


@pytest.mark.parametrize("name", game_names())
def test_a_game_begins_with_its_facts_in_order(name: str) -> None:
    """So that what stays of them is as a replay puts it."""
    game = find_game(name)
    for facts in (game.start(scenario).facts for scenario in game.scenarios):
        assert json.dumps([*facts.values()]) == json.dumps([*map(in_order, facts.values())])


CHANGES: list[Callable[[State], State]] = [
    lambda s: replace(s, turn=3),
    lambda s: replace(s, frames=()),
    lambda s: replace(s, tracks={"round": 2}),
    lambda s: replace(s, hands={"red": (), "blue": ()}),
    lambda s: replace(s, cups={"chits": ()}),
    lambda s: replace(s, sealed={}),
    lambda s: replace(s, decisions=()),
    lambda s: replace(s, over={"winner": "red"}),
    lambda s: s.with_unit(replace(s.units["R1"], steps=1)),
    lambda s: s.with_unit(replace(s.units["R1"], flags=frozenset({"activated"}))),
]


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_shows_in_the_digest(change: Callable[[State], State]) -> None:
    assert digest(change(FULL)) != digest(FULL)


def test_the_order_in_which_a_mapping_was_filled_does_not_show() -> None:
    one, other = replace(FULL, tracks={"a": 1, "b": 2}), replace(FULL, tracks={"b": 2, "a": 1})
    assert digest(one) == digest(other)
