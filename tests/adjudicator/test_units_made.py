"""Units that come into play without being in the roster, and units with more steps than faces."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.catalogue import find_game
from adjudicator.events import Names, StepLost, UnitMade, event_from
from adjudicator.rehearsal.file import parse_rehearsal
from adjudicator.rehearsal.rehearsal_faults import BadRehearsal
from adjudicator.report.scene import scene
from adjudicator.report.whereabouts import unit_told
from adjudicator.snapshot import pack, unpack
from adjudicator.wording.position import step_word
from counters.roster.counter import Face

GAME = find_game("raceforberlin")
START = GAME.start(GAME.scenarios[0])
MADE = UnitMade(rule="8.620", unit="712/2", what="712", side=START.units["712"].side, at="lebus", steps=1)


def test_a_unit_that_is_made_is_one_of_its_counter() -> None:
    state = MADE.apply(START)
    unit = state.units["712/2"]
    assert state.counter(unit) is START.roster.counters["712"]
    assert unpack(pack(state), START) == state
    assert MADE.says(Names({"712/2": "2nd of the 712", "lebus": "Lebus"})) == (
        "2nd of the 712 (712) comes into play in Lebus."
    )
    with pytest.raises(ValueError, match="there is a unit"):
        MADE.apply(state)


def test_it_is_seen_in_pictures_and_in_words() -> None:
    state = MADE.apply(START)
    shown = scene(GAME, 1, START, state, (MADE,))
    assert [piece.at for piece in shown.pieces if piece.unit == "712" and piece.news == "placed"] == ["lebus"]
    assert unit_told(GAME, state, state.units["712/2"], GAME.names()).startswith("712/2 (")


def test_a_rehearsal_may_lay_one() -> None:
    text = 'game = "raceforberlin"\n[position]\n[[unit]]\nid = "712/2"\ntype = "712"\nat = "lebus"\n'
    unit = parse_rehearsal(text, "made.toml").state.units["712/2"]
    assert (unit.kind, unit.at, unit.side, unit.steps) == ("712", "lebus", MADE.side, 2)
    for wrong, said in (
        ('type = "71"', 'no counter "71"'),
        ('side = "reds"\ntype = "712"', 'no side "reds"'),
    ):
        with pytest.raises(BadRehearsal, match=said):
            parse_rehearsal(text.replace('type = "712"', wrong), "made.toml")


def test_a_unit_may_have_more_steps_than_faces() -> None:
    counter = START.roster.counters["712"]
    look = replace(counter.look, steps_by="strength")
    many = replace(counter, look=look, steps=(Face({"strength": 6, "movement": 3}),))
    roster = replace(START.roster, counters={**START.roster.counters, "712": many})
    unit = replace(START.units["712"], steps=6)
    state = replace(START, roster=roster).with_unit(unit)
    assert (many.full, [many.face_at(steps) for steps in (6, 5, 1)]) == (6, [0, 0, 0])
    assert step_word(GAME, state, unit) == "full"
    lost = StepLost(rule="7", unit="712", left=4, lost=2)
    assert lost.says(GAME.names()) == "712 loses 2 steps."
    state = lost.apply(state)
    assert step_word(GAME, state, state.units["712"]) == "4"
    assert unit_told(GAME, state, state.units["712"], GAME.names()).endswith("(6-3, 4 steps left)")


def test_a_journal_counts_steps_where_several_are_lost_at_once() -> None:
    one, two = StepLost(rule="7", unit="712", left=1), StepLost(rule="7", unit="712", left=4, lost=2)
    assert [event.facts() for event in (one, two)] == [
        {"unit": "712", "left": 1},
        {"unit": "712", "left": 4, "lost": 2},
    ]
    for event in (one, two):
        assert event_from({"StepLost": StepLost}, event.kind, "7", ["*"], event.facts()) == event
    assert one.says(GAME.names()) == "712 is reduced."
