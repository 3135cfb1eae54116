"""Untried units and closed ground, as docs/your-first-game.md shows them, on The Amber Road."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from adjudicator.dice import ListedDice
from adjudicator.events import FlagsChanged
from adjudicator.game import Game
from adjudicator.games.amberroad.position import BOXES, GROUND, SIDES
from adjudicator.games.amberroad.r03_setup import begins
from adjudicator.games.amberroad.r04_movement import CLAUSES
from adjudicator.games.amberroad.r05_combat import FIGHTING, RETREATS, shifts
from adjudicator.games.amberroad.r08_victory import VICTORY
from adjudicator.games.amberroad.record import GAME, TURNS, VERBS
from adjudicator.judging.referee import judge, run_on
from adjudicator.mechanics.movement import Barred
from adjudicator.mechanics.shifts import Shift
from adjudicator.mechanics.terrain import Terrain
from adjudicator.phases.moving import marching
from adjudicator.phases.record import HexGame
from adjudicator.phases.results import Combat, alive
from adjudicator.play import Play
from adjudicator.rehearsal.file import lay
from adjudicator.rehearsal.rehearsal_faults import Checked
from adjudicator.state import State, Unit

CUP, METTLES = "cup", {"shaky": 1, "stout": -1}
CHITS = ("shaky-1", "shaky-2", "stout-1")
MILITIA = ("66F", "67F", "68F")


def try_them(play: Play, now: Combat) -> None:
    """Militia that have not fought yet draw a chit, which lies on them from then on."""
    for unit in alive(play.state, now.defenders):
        if unit.id in MILITIA and not unit.flags & set(METTLES):
            mettle = play.draw("5.3", f"the mettle of {unit.id}", CUP).split("-")[0]
            play.record(FlagsChanged(rule="5.3", units=(unit.id,), add=(mettle,), why="its first combat"))


def with_mettle(state: State, space: str, units: Sequence[Unit]) -> Sequence[Shift]:
    """A chit on a defender moves the column."""
    known = (Shift("5.3", METTLES[flag], flag) for unit in state.at(space) for flag in unit.flags)
    return (*shifts(state, space, units), *known)


HARD = dict.fromkeys(("woods", "hill", "town"), 2)
COSTS = Terrain({"clear": 1, **HARD, "marsh": Barred("4.3", "nobody enters a marsh")})
DRY = replace(RETREATS, costs=marching(GROUND, COSTS, CLAUSES))
TRYING = replace(FIGHTING, first=try_them, shifts=with_mettle, retreating=DRY)


@pytest.fixture(scope="module")
def game() -> Game:
    rows = (replace(row, work=TRYING if row.work is FIGHTING else row.work) for row in TURNS.phases)
    return HexGame(
        name="amberroad", title="The Amber Road with militia", folder=GAME.folder, sides=SIDES, ground=GROUND,
        turns=replace(TURNS, phases=tuple(rows)), victory=VICTORY, verbs=VERBS, boxes=BOXES, begins=begins,
        markers=tuple(METTLES), cups={CUP: CHITS},
    ).game()  # fmt: skip


def table(game: Game, at: str, off: str, die: int, draws: Sequence[str], flags: Sequence[str] = ()) -> Play:
    """A regiment of foot attacks militia."""
    units: list[dict[str, object]] = [{"id": "66F", "at": at, "flags": list(flags)}, {"id": "11F", "at": off}]
    file = Checked("table", "")
    state = lay(file, game, {"clear": ["*"], "segment": "B.COMBAT", "unit": units})
    assert not file.faults
    play = Play(state, ListedDice([die], list(draws)))
    run_on(game, play)
    (ruling,) = judge(game, play, "blue", [(1, f"attack {at} by 11F")])
    assert ruling.verdict == "done"
    return play


def column(play: Play) -> str:
    (odds,) = [event.facts() for event in play.events if event.kind == "OddsResolved"]
    return str(odds["column"])


@pytest.mark.parametrize(("chit", "found"), [("shaky-1", "3-1"), ("stout-1", "1-1")])
def test_militia_draw_a_chit_before_the_die_of_their_first_combat(game: Game, chit: str, found: str) -> None:
    play = table(game, "0405", "0404", 1, [chit])
    assert column(play) == found
    assert play.state.units["66F"].flags == {chit.split("-")[0]}
    assert chit not in play.state.cups[CUP]
    assert game.faults(play.state) == []


def test_who_has_a_chit_draws_no_other(game: Game) -> None:
    play = table(game, "0405", "0404", 1, [], ["stout"])
    assert column(play) == "1-1"
    assert play.state.cups[CUP] == CHITS


def test_no_retreat_into_ground_that_the_costs_bar(game: Game) -> None:
    play = table(game, "0607", "0606", 5, [], ["shaky"])
    (asked,) = play.state.waiting()
    ways = [line.split()[-1] for line in asked.answers]
    assert "0708-0807" in ways and not any("0608" in way for way in ways)
    (ruling,) = judge(game, play, "red", [(1, "retreat 66F via 0608-0609")])
    assert (ruling.verdict, ruling.rule) == ("refused", RETREATS.clauses.barred)
    assert "nobody enters a marsh" in ruling.why
    usual = RETREATS.search(play.state, play.state.units["66F"]).legal().paths
    assert ("0607", "0608", "0609") in usual
