"""The usual phases: every clause of their tables has a place, and what they call legal stands."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields, replace
from typing import get_type_hints

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import SeededDice
from adjudicator.games.amberroad.position import GROUND
from adjudicator.games.amberroad.r03_setup import ENTRIES
from adjudicator.games.amberroad.r04_movement import CLAUSES
from adjudicator.games.amberroad.r08_victory import VICTORY
from adjudicator.judging.bots import Tally, answer_one
from adjudicator.judging.referee import judge, run_on
from adjudicator.mechanics.losses import Losses
from adjudicator.mechanics.movement import ZoneRules
from adjudicator.mechanics.terrain import Side, Terrain
from adjudicator.orders import Order
from adjudicator.phases.advancing import Advancing
from adjudicator.phases.battlefield import Battlefield, BattlefieldClauses
from adjudicator.phases.choosing import Choosing
from adjudicator.phases.clauses import enforced, enforces, register
from adjudicator.phases.fighting import Fighting
from adjudicator.phases.firing import Firing
from adjudicator.phases.losing import Losing, LossClauses
from adjudicator.phases.moving import STOP, Moving, marching
from adjudicator.phases.placing import Placing, Restoring
from adjudicator.phases.playing import Playing
from adjudicator.phases.retreating import Deciding, Retreating
from adjudicator.phases.seeing import Seeing
from adjudicator.phases.supplying import Supplying
from adjudicator.phases.turns import Turns
from adjudicator.phases.victory import Victory
from adjudicator.play import Play
from adjudicator.rehearsal.file import lay
from adjudicator.rehearsal.rehearsal_faults import Checked
from adjudicator.rulings import CITED, Refused
from tests.tabletop import Tabletop

PARTS = (
    Advancing, Battlefield, Choosing, Deciding, Fighting, Firing, Losing, Moving, Placing, Playing, Restoring,
    Retreating, Seeing, Supplying, Turns, Victory,
)  # fmt: skip
GAME = find_game("amberroad")
QUESTIONS, LINES = 60, 5
"""So many questions of a game are looked at, and so many legal answers to each."""


@pytest.mark.parametrize("part", PARTS)
def test_every_clause_of_a_part_is_enforced_in_one_of_its_functions(part: type) -> None:
    table = get_type_hints(part)["clauses"]
    assert {one.name for one in fields(table)} == set(enforced(part))


@dataclass(frozen=True)
class Numbers:
    known: str = "1.1"
    none: str = ""


@dataclass(frozen=True)
class Made:
    """A part with two clauses, of which a game may lack one."""

    clauses: Numbers

    @enforces("known", "none")
    def check(self) -> None:
        """Where both are enforced."""


def test_a_game_cites_the_clauses_of_a_part_where_they_are_enforced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CITED, "made", {})
    register("made", [Made(Numbers())])
    register("made", [Made(Numbers())])
    assert CITED["made"] == {"1.1": [f"{__name__}:Made.check"]}


@pytest.mark.slow
def test_what_a_question_calls_legal_is_taken() -> None:
    chance, dice = random.Random("legal"), SeededDice(random.Random("legal dice"))
    play = Play(GAME.start(GAME.scenarios[0]), dice)
    run_on(GAME, play)
    tally, seen = Tally(play.events, play.state), set()
    for _ in range(QUESTIONS):
        if play.state.over is not None:
            break
        decision = play.state.waiting()[0]
        lines = list(GAME.legal(play.state, decision))
        assert set(decision.answers) <= set(lines)
        for line in chance.sample(lines, min(LINES, len(lines))):
            tried = Play(play.state, SeededDice(random.Random(line)))
            (ruling,) = judge(GAME, tried, decision.player, [(1, line)])
            assert ruling.verdict == "done", (decision.topic, ruling)
        seen.add(decision.topic)
        answer_one(GAME, GAME.bot, play, tally, chance)
    assert {"setup", "move", "attack", "retreat", "lose", "advance"} <= seen


def test_no_answer_leaves_the_position_as_it_was_but_for_a_set_up() -> None:
    play = Play(GAME.start(GAME.scenarios[0]), SeededDice(random.Random("silence")))
    run_on(GAME, play)
    (asked,) = play.state.waiting()
    assert asked.silence == "each unit in the first hex with room"
    judge(GAME, play, "red", list(enumerate(asked.default.splitlines(), 1)))
    (asked,) = play.state.waiting()
    assert (asked.topic, asked.default) == ("move", "end")


def test_one_set_of_orders_may_hold_a_whole_turn() -> None:
    play = Play(GAME.start(GAME.scenarios[0]), SeededDice(random.Random("whole turn")))
    run_on(GAME, play)
    judge(GAME, play, "red", list(enumerate(play.state.waiting()[0].default.splitlines(), 1)), 1)
    lines = ["move 15F to 0603", "move 13F to 0604", "end", "attack 0704 by 13F, 15F", "no advance", "end"]
    judge(GAME, play, "blue", list(enumerate(lines, 1)), 2)
    assert {ruling.verdict for ruling in play.sheet(2)} <= {"done", "waiting"}
    assert any(event.kind == "AttackDeclared" for event in play.events)


def test_no_more_units_come_in_a_phase_than_its_budget_lets() -> None:
    boats = replace(ENTRIES, budget=lambda state, side: 1)
    units = [{"id": unit, "at": "reserve"} for unit in ("21F", "22F")] + [{"id": "61F", "at": "1205"}]
    file = Checked("table", "")
    laid = lay(file, GAME, {"clear": ["*"], "segment": "B.ARRIVE", "turn": 3, "unit": units})
    assert not file.faults
    play = Play(laid, SeededDice(random.Random("boats")))
    run_on(GAME, play)
    first, second = (boats.phase(play.state, "blue", lambda hexes: hexes[0])[0], "enter 22F at 0105")
    assert first == "enter 21F at 0103" and boats.question(play.state, "blue").endswith("Units left: 1.")
    assert boats.phase(play.state, "blue", lambda hexes: hexes[0])[1:] == ["end"]
    judge(GAME, play, "blue", [(1, first)])
    assert boats.question(play.state, "blue").endswith("Units left: 0.")
    assert list(boats.legal(play.state, "blue")) == [] and second in ENTRIES.legal(play.state, "blue")
    with pytest.raises(Refused, match="no more units may come in this phase"):
        boats.check(play.state, "blue", play.state.units["22F"])


def refused(ground: Terrain, zones: ZoneRules, *path: str) -> tuple[str, str]:
    """What is said of a march of Blue's foot from 0601, with Red at 0704."""
    state = Tabletop("amberroad", {"12F": "0601", "61F": "0704"}, segment="B.MOVE").state
    march = Moving(ground=GROUND, clauses=CLAUSES, costs=marching(GROUND, ground, CLAUSES, zones=zones))
    told = Order("move", {"unit": "12F", "way": "via", "path": path}, "", 1, 1)
    with pytest.raises(Refused) as said:
        march.walked(state, state.units["12F"], told)
    return said.value.rule, said.value.why


OPEN = dict.fromkeys(("clear", "woods", "hill", "marsh", "town"), 1)


def test_a_river_that_ends_a_move_is_not_called_a_zone_of_control() -> None:
    ends, whole = (Terrain(OPEN, {"river": side}) for side in (Side(stop=True), Side(whole=True)))
    why = "12F must stop in 0701: the step there ends its move"
    assert refused(ends, STOP, "0701", "0801") == ("4.2", why)
    why = "12F may move from 0602 to 0703 only as its first step: it takes all its MP"
    assert refused(whole, STOP, "0602", "0703") == ("4.2", why)


def test_a_zone_of_control_does_what_its_game_says() -> None:
    stopped = "12F must stop in 0703, which is in an enemy zone of control"
    path = ("0602", "0703", "0803")
    assert refused(Terrain(OPEN), STOP, *path) == ("4.8", stopped)
    dear = "12F has 4 MP; costs: 0602 1, 0703 1+3; 0703 needs 4 and 3 are left"
    assert refused(Terrain(OPEN), ZoneRules(enter=3), *path) == ("4.2", dear)


def test_a_full_hex_is_told_in_what_its_game_counts() -> None:
    state = Tabletop("amberroad", {"12F": "0601", "13F": "0602"}, segment="B.MOVE").state
    points = replace(GROUND, counts=lambda state, unit: 3, counted="points", most=lambda *_: 5)
    why = "0602 would hold 6 points. Its stacking limit is 5"
    assert points.crowded(state, "0602", state.units["12F"], ()).why == why


@pytest.mark.parametrize(
    ("several", "steps", "asked"),
    [
        (False, 1, "Lose exactly 1 step in this combat. Choose one of 12F, 13F."),
        (False, 2, "Lose exactly 2 steps in this combat. Choose one of 12F, 13F for the first."),
        (True, 2, "Lose exactly 2 steps in this combat. Choose among 12F, 13F: one line may name several."),
    ],
)
def test_who_loses_steps_is_told_how_many(several: bool, steps: int, asked: str) -> None:
    state = Tabletop("amberroad", {"12F": "0601", "13F": "0602"}, segment="B.MOVE").state
    losing = Losing(clauses=LossClauses(whose="5.10", step="1.3", gone="1.4"), several=several)
    assert losing.question(state, Losses({"12F": 2, "13F": 2}, steps)) == asked


def test_points_of_each_turn_are_added_up() -> None:
    table = Tabletop("amberroad", {"12F": "0601"}, segment="B.MOVE")
    state, each = table.state, replace(VICTORY, each=True)
    assert set(each.points(state).values()) == {0}
    for turn in (1, 2):
        each.end(table.play)
        assert each.points(table.state) == {
            side: turn * points for side, points in VICTORY.points(state).items()
        }
    assert any(each.points(table.state).values())


def test_a_side_sees_the_position_of_a_game_that_is_over() -> None:
    state = GAME.start(GAME.scenarios[0])
    over = replace(state, frames=(), over={"winner": "", "why": "a draw"})
    assert all(GAME.view(over, side).over == over.over for side in GAME.sides)


def test_without_a_clause_for_zones_no_unit_has_one() -> None:
    state = GAME.start(GAME.scenarios[0])
    here = [replace(one, at="0404", steps=1) for one in state.units.values() if one.side == GROUND.sides[0]][
        :1
    ]
    state = state.with_unit(here[0])
    without = replace(GROUND, clauses=BattlefieldClauses(stack="4.9"))
    assert GROUND.zone(state, GROUND.sides[0]) and not without.zone(state, GROUND.sides[0])
