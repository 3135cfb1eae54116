"""Results of a game's own, and points that moves and fire cost, as docs/your-first-game.md shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from adjudicator.dice import ListedDice
from adjudicator.events import FactNoted, FlagsChanged
from adjudicator.game import Game
from adjudicator.judging.referee import judge, run_on
from adjudicator.mechanics.movement import Barred
from adjudicator.phases.moving import marching
from adjudicator.phases.record import HexGame
from adjudicator.phases.results import DEFENDER, Combat, Result, lose, special
from adjudicator.phases.turns import Phase, Turns
from adjudicator.play import Play
from adjudicator.rehearsal.file import lay
from adjudicator.rehearsal.rehearsal_faults import Checked
from adjudicator.rulings import Refused
from adjudicator.state import State, Unit
from tests.adjudicator.test_border_watch import GAME
from tests.adjudicator.test_border_watch import RULES as border

RED, BLUE = border.RED, border.BLUE
PINNED, POINTS = "pinned", "points"


def pin(play: Play, now: Combat, units: Sequence[Unit]) -> None:
    """Each unit that rolls 4 or more is pinned."""
    for unit in units:
        if play.roll("4.4", f"the morale of {unit.id}") >= 4:
            play.record(FlagsChanged(rule="4.4", units=(unit.id,), add=(PINNED,)))


D1 = Result("4.4", (lose(DEFENDER, 1), special(DEFENDER, "pin", "check morale")))
FIRING = replace(border.FIRING, results={**border.FIRES, "D1": D1}, specials={"pin": pin})


def command(play: Play, side: str) -> None:
    """A die gives the points of this turn."""
    play.record(FactNoted(rule="3.1", key=POINTS, value=play.roll("3.1", f"points of {side}")))


def may_move(state: State, unit: Unit) -> None:
    """A pinned unit does not move, and nobody moves without a point."""
    if PINNED in unit.flags:
        raise Refused("3.1", f"{unit.id} is pinned")
    if not state.facts.get(POINTS):
        raise Refused("3.1", "you have no command points left")


def spend(play: Play, unit: Unit) -> None:
    """A move costs a point."""
    play.record(FactNoted(rule="3.1", key=POINTS, value=play.state.facts[POINTS] - 1))


MARCH = replace(border.MARCH, may=may_move, does=spend)


@pytest.fixture(scope="module")
def game() -> Game:
    turns = Turns(
        clauses=border.TURNS.clauses,
        phases=(
            Phase("R.COMMAND", "Red Command Phase", "3.1", RED, does=command),
            Phase("R.FIRE", "Red Fire Phase", "5.1", RED, FIRING),
            Phase("R.MOVE", "Red Movement Phase", "3.1", RED, MARCH),
            Phase("B.MOVE", "Blue Movement Phase", "3.1", BLUE, replace(border.MARCH, topic="go")),
        ),
        after=border.VICTORY.follow,
        over=border.VICTORY.end,
    )
    return HexGame(
        name="borderwatch", title="Pinned", folder=GAME.folder, sides=border.SIDES, turns=turns,
        ground=border.GROUND, victory=border.VICTORY, verbs=border.VERBS, markers=(PINNED,),
        boxes={"eliminated": "the eliminated units"}, begins=lambda counter: counter.setup,
        parts=(border.SUPPLY,),
    ).game()  # fmt: skip


def table(game: Game, segment: str, units: dict[str, str], *dice: int) -> Play:
    """These units alone, and these dice."""
    file = Checked("table", "")
    laid = [{"id": id_, "at": at} for id_, at in units.items()]
    state = lay(file, game, {"clear": ["*"], "segment": segment, "unit": laid})
    assert not file.faults
    play = Play(state, ListedDice(list(dice)))
    run_on(game, play)
    return play


@pytest.mark.parametrize(("morale", "pinned"), [(3, False), (4, True)])
def test_a_result_of_a_games_own_follows_the_losses(game: Game, morale: int, pinned: bool) -> None:
    play = table(game, "R.FIRE", {"R6": "0304", "R1": "0404", "B1": "0605", "B5": "1001"}, 5, morale)
    (ruling,) = judge(game, play, RED, [(1, "fire 0605 by R6")])
    assert ruling.verdict == "done"
    assert play.state.units["B1"].steps == 1
    assert play.state.units["B1"].flags == ({PINNED} if pinned else set())
    assert game.faults(play.state) == []


def test_nobody_is_left_to_be_pinned(game: Game) -> None:
    units = {"R6": "0304", "R1": "0404", "B1": "0605", "B5": "1001"}
    play = table(game, "R.FIRE", units, 5)
    play.state = play.state.with_unit(replace(play.state.units["B1"], steps=1))
    (ruling,) = judge(game, play, RED, [(1, "fire 0605 by R6")])
    assert (ruling.verdict, play.state.units["B1"].at) == ("done", "eliminated")


def test_a_result_that_asks_for_what_no_function_does_is_told() -> None:
    told = r"Result 'D1' asks for 'pin': did you mean 'pinn'\?"
    with pytest.raises(ValueError, match=told):
        replace(FIRING, specials={"pinn": pin}).check_results()


def test_moves_cost_points_until_none_are_left(game: Game) -> None:
    play = table(game, "R.COMMAND", {"R1": "0103", "R2": "0103", "B1": "1001"}, 1)
    (ruling,) = judge(game, play, RED, [(1, "move R1 to 0203")])
    assert (ruling.verdict, play.state.facts[POINTS]) == ("done", 0)
    assert play.state.segment == "B.MOVE", "nobody is left who may move"


def test_reports_say_what_a_result_asks_for(game: Game) -> None:
    assert game.means("5.5", "D1") == "the defenders lose 1 step and check morale"
    assert game.means("5.5", "R") == "the defenders retreat 1 hex"
    assert game.means("5.5", "-") == "no effect"
    assert game.means("4.3", "A1") == "", "nobody attacks in this game"


def test_one_unit_fires(game: Game) -> None:
    play = table(game, "R.FIRE", {"R6": "0304", "R1": "0404", "B1": "0605", "B5": "1001"}, 1)
    judge(game, play, RED, [(1, "fire 0605 by R6")])
    (said,) = [event.says(game.names()) for event in play.events if event.kind == "FireDeclared"]
    assert said == "R6 fires at 0605."


def test_a_hex_that_is_closed_now_is_not_entered(game: Game) -> None:
    def closed(state: State, unit: Unit) -> dict[str, Barred]:
        return {"0203": Barred("3.3", "a storm")} if unit.id == "R1" else {}

    costs = marching(border.GROUND, border.TERRAIN, border.CLAUSES, closed=closed)
    state = table(game, "R.FIRE", {"R1": "0103", "R2": "0103", "R6": "0304", "B1": "0605"}).state
    assert "0203" not in replace(border.MARCH, costs=costs).ends(state, state.units["R1"])
    assert "0203" in replace(border.MARCH, costs=costs).ends(state, state.units["R2"])
