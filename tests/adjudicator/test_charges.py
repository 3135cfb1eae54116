"""A second kind of attack and a marker, as docs/your-first-game.md shows them, on The Amber Road."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from adjudicator.dice import ListedDice
from adjudicator.events import FlagsChanged
from adjudicator.game import Game
from adjudicator.games.amberroad.position import BLUE, BOXES, GROUND, SIDES, terrain
from adjudicator.games.amberroad.r03_setup import begins
from adjudicator.games.amberroad.r05_combat import FIGHTING
from adjudicator.games.amberroad.r08_victory import VICTORY
from adjudicator.games.amberroad.record import GAME, TURNS, VERBS
from adjudicator.judging.bots import play_game
from adjudicator.judging.lapsing import BY_ITSELF
from adjudicator.judging.referee import judge, run_on
from adjudicator.mechanics.shifts import Shift
from adjudicator.phases.battlefield import noted
from adjudicator.phases.record import HexGame
from adjudicator.phases.turns import Phase
from adjudicator.phases.words import read_attack, verb
from adjudicator.play import Play
from adjudicator.rehearsal.file import lay
from adjudicator.rehearsal.rehearsal_faults import Checked
from adjudicator.state import State, Unit
from tests.tabletop import stand

BLOWN = "blown"
WEAK = {"61F": "0405 reduced", "62F": "0403 reduced"}


def may_charge(state: State, unit: Unit, space: str) -> str:
    """Only fresh cavalry charges, and only into open ground."""
    counter = state.counter(unit)
    if counter is None or counter.type != "cavalry":
        return "only cavalry may charge"
    if BLOWN in unit.flags:
        return "it is blown"
    return "" if terrain(state, space) == "clear" else "cavalry may charge into clear hexes only"


def shock(state: State, space: str, units: Sequence[Unit]) -> Sequence[Shift]:
    """A charge moves the column one to the right."""
    return (Shift("5.3", 1, "a charge"),)


def tire(play: Play, side: str) -> None:
    """Cavalry that has charged in this phase is blown."""
    if units := noted(play.state, "attacked"):
        play.record(FlagsChanged(rule="5.2", units=units, add=(BLOWN,), why="they have charged"))


CHARGING = replace(FIGHTING, verb="charge", topic="charge", may=may_charge, shifts=shock)
CHARGE = Phase("B.CHARGE", "Blue Charge Phase", "5.1", BLUE, CHARGING, does=tire)


@pytest.fixture(scope="module")
def game() -> Game:
    at = [row.id for row in TURNS.phases].index("B.COMBAT")
    turns = replace(TURNS, phases=(*TURNS.phases[:at], CHARGE, *TURNS.phases[at:]))
    return HexGame(
        name="amberroad", title="The Amber Road with charges", folder=GAME.folder, sides=SIDES, ground=GROUND,
        turns=turns, victory=VICTORY, verbs=(*VERBS, verb("charge", read_attack, "cavalry charges a hex")),
        boxes=BOXES, begins=begins, markers=(BLOWN,),
    ).game()  # fmt: skip


def table(game: Game, *dice: int, flags: Sequence[str] = (), **more: str) -> Play:
    """Two hussars and a regiment of foot next to an enemy, and who else is there."""
    at = {"1H": "0404", "12F": "0404", "61F": "0405"} | more
    units: list[dict[str, object]] = [{"id": "2H", "at": "0305", "flags": list(flags)}]
    units.extend(stand(unit, where) for unit, where in at.items())
    file = Checked("table", "")
    play = Play(
        lay(file, game, {"clear": ["*"], "segment": "B.CHARGE", "unit": units}), ListedDice(list(dice))
    )
    assert not file.faults
    run_on(game, play)
    return play


def verdict(game: Game, play: Play, order: str) -> tuple[str, str]:
    (ruling,) = judge(game, play, BLUE, [(1, order)])
    return ruling.verdict, ruling.why


def test_cavalry_that_has_charged_is_blown(game: Game) -> None:
    play = table(game, 2)
    (asked,) = play.state.waiting()
    assert (
        asked.question.startswith("Charge any number of adjacent hexes") and "charges once" in asked.question
    )
    assert verdict(game, play, "charge 0405 by 12F")[0] == "refused"
    judge(game, play, BLUE, [(1, "charge 0405 by 1H")])
    (odds,) = [event.facts() for event in play.events if event.kind == "OddsResolved"]
    assert odds["shifts"][0]["reason"] == "a charge"
    assert play.state.units["1H"].flags == {BLOWN} and play.state.units["2H"].flags == frozenset()
    assert game.faults(play.state) == []


def test_a_blown_unit_does_not_charge(game: Game) -> None:
    assert "it is blown" in verdict(game, table(game, flags=[BLOWN]), "charge 0405 by 2H")[1]


def test_an_end_below_an_advance_is_that_of_the_phase_it_was_in(game: Game) -> None:
    """The charges are over by themselves: the next phase of the same side goes on."""
    play = table(game, 1, 1, flags=[BLOWN], **WEAK)
    lines = ["charge 0405 by 1H", "advance 1H", "end", "attack 0403 by 12F", "end"]
    told = judge(game, play, BLUE, [*enumerate(lines, 1)])
    assert [one.verdict for one in told] == ["done"] * 5
    assert told[2].why == BY_ITSELF and play.state.segment == "R.MOVE"


def test_an_end_below_an_advance_ends_a_phase_that_goes_on(game: Game) -> None:
    play = table(game, 1, **{**WEAK, "62F": "0304"})
    lines = ["charge 0405 by 1H", "advance 1H", "end"]
    assert [one.why for one in judge(game, play, BLUE, [*enumerate(lines, 1)])] == [""] * 3
    assert play.state.segment == "B.COMBAT"


def test_so_is_an_end_of_a_later_letter_that_begins_with_the_advance(game: Game) -> None:
    play = table(game, 1, flags=[BLOWN], **WEAK)
    judge(game, play, BLUE, [(1, "charge 0405 by 1H")], 1)
    told = judge(game, play, BLUE, [(1, "advance 1H"), (2, "end")], 2)
    assert [one.why for one in told] == ["", BY_ITSELF]
    assert play.state.segment == "B.COMBAT"


def test_some_of_those_who_could_charge_may(game: Game) -> None:
    assert game.choices.of("charge").parts == ("charge",)  # type: ignore[union-attr]
    assert game.choices.of("attack").parts == ("attack",)  # type: ignore[union-attr]


def test_a_marker_that_the_game_does_not_have_is_told_with_those_it_has(game: Game) -> None:
    state = table(game, flags=[BLOWN]).state
    (fault,) = GAME.faults(state)
    assert fault == "2H has the marker blown; markers of this game: none"


def test_a_unit_on_no_side_of_the_game_is_told(game: Game) -> None:
    state = table(game).state
    stray = state.with_unit(replace(state.units["2H"], side="Blue"))
    assert game.faults(stray) == ["2H is on the side Blue, not blue or red"]


def test_a_turn_after_the_last_is_told(game: Game) -> None:
    assert game.faults(table(game).state.but(turn=8)) == ["the last is 7: give Turns over="]


@pytest.mark.slow
def test_bots_play_it_to_its_end(game: Game) -> None:
    assert play_game(game, "charges").state.over is not None
