"""Dice of both sides at once, as docs/your-first-game.md shows them: The Amber Road without its table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.dice import ListedDice
from adjudicator.events import Told
from adjudicator.game import Game
from adjudicator.games.amberroad.position import BOXES, GROUND, SIDES
from adjudicator.games.amberroad.r03_setup import begins
from adjudicator.games.amberroad.r05_combat import FIGHTING
from adjudicator.games.amberroad.r08_victory import VICTORY
from adjudicator.games.amberroad.record import GAME, TURNS, VERBS
from adjudicator.judging.bots import play_game
from adjudicator.judging.referee import judge, run_on
from adjudicator.phases.fighting import FightClauses, Fighting
from adjudicator.phases.record import HexGame
from adjudicator.phases.results import ADVANCE, ATTACKER, DEFENDER, Combat, Result, alive, lose, retreat
from adjudicator.play import Play


def volley(play: Play, now: Combat) -> Result:
    """Each step of both sides rolls a die, and 5 or 6 hits. Who hits less retreats, if they defend."""

    def hits(ids: tuple[str, ...]) -> int:
        dice = [unit.id for unit in alive(play.state, ids) for _ in range(unit.steps)]
        return sum(play.roll("5.7", f"the volley of {one}") >= 5 for one in dice)

    ours, theirs = hits(now.attackers), hits(now.defenders)
    play.record(Told(rule="5.7", text=f"The attackers hit {ours}, the defenders {theirs}."))
    beaten = (retreat(DEFENDER, 1), ADVANCE) if ours > theirs else ()
    return Result("5.7", (lose(DEFENDER, ours), lose(ATTACKER, theirs), *beaten))


VOLLEYS = Fighting(
    ground=GROUND,
    clauses=FightClauses(owner="1.1", attack="5.1", once="5.2", strength="5.3", die="5.7"),
    rolls=volley,
    losing=FIGHTING.losing,
    retreating=FIGHTING.retreating,
    advancing=FIGHTING.advancing,
)


@pytest.fixture(scope="module")
def game() -> Game:
    rows = tuple(replace(row, work=VOLLEYS) if row.work is FIGHTING else row for row in TURNS.phases)
    return HexGame(
        name="amberroad", title="The Amber Road with volleys", folder=GAME.folder, sides=SIDES, ground=GROUND,
        turns=replace(TURNS, phases=rows), victory=VICTORY, verbs=VERBS, boxes=BOXES, begins=begins,
    ).game()  # fmt: skip


def fought(game: Game, *dice: int, orders: str = "attack 0405 by 12F") -> Play:
    """12F attacks 61F, which is alone in 0405 with its two steps."""
    state = game.start("campaign")
    units = {one.id: replace(one, at="eliminated", steps=0) for one in state.units.values()}
    units |= {"12F": replace(state.units["12F"], at="0404"), "61F": replace(state.units["61F"], at="0405")}
    play = Play(state.but(units=units), ListedDice(list(dice)))
    play.go("2.2", "B.COMBAT")
    run_on(game, play)
    judge(game, play, "blue", list(enumerate(orders.splitlines(), 1)))
    return play


def test_both_sides_lose_what_the_other_hits_and_who_hits_less_retreats(game: Game) -> None:
    play = fought(game, 5, 1, 4, 3)
    assert [one.text for one in play.events if isinstance(one, Told)] == [
        "The attackers hit 1, the defenders 0."
    ]
    assert (play.state.units["61F"].steps, play.state.units["12F"].steps) == (1, 2)
    (asked,) = play.state.waiting()
    assert (asked.topic, asked.player) == ("retreat", "red")
    drawn = fought(game, 6, 1, 6, 1).state
    assert {drawn.units[one].steps for one in ("12F", "61F")} == {1} and drawn.units["61F"].at == "0405"


def test_no_hits_leave_both_where_they_are(game: Game) -> None:
    state = fought(game, 1, 1, 1, 1).state
    assert [(state.units[one].at, state.units[one].steps) for one in ("12F", "61F")] == [
        ("0404", 2),
        ("0405", 2),
    ]


def test_a_bot_that_wants_to_win_leaves_the_stronger_alone(game: Game) -> None:
    state = fought(game, 1, 1, 1, 1).state
    blue, red = ([state.units[one]] for one in ("12F", "61F"))
    assert VOLLEYS.stronger(state, "0405", blue)
    weak = state.with_unit(replace(blue[0], steps=1))
    assert not VOLLEYS.stronger(weak, "0405", [weak.units["12F"]]) and VOLLEYS.stronger(weak, "0404", red)


def test_a_fight_has_a_table_or_dice_of_its_own() -> None:
    with pytest.raises(ValueError, match="give Fighting a chart= or rolls="):
        replace(VOLLEYS, rolls=None).check_results()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["random", "purposeful"])
def test_bots_play_it_to_its_end(game: Game, kind: str) -> None:
    play = play_game(game, "volleys", bots=kind)
    assert play.state.over is not None
