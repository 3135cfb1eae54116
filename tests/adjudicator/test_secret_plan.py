"""A side chooses in secret, as docs/your-first-game.md shows it: where the Guard of The Amber Road comes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.by_mail.views import NotInView
from adjudicator.dice import ListedDice
from adjudicator.events import FactNoted
from adjudicator.game import Game
from adjudicator.games.amberroad.position import BOXES, GROUND, RED, SIDES
from adjudicator.games.amberroad.r03_setup import begins
from adjudicator.games.amberroad.r08_victory import VICTORY
from adjudicator.games.amberroad.record import GAME, TURNS, VERBS
from adjudicator.judging.bots import play_game
from adjudicator.judging.referee import judge, run_on
from adjudicator.orders import Order
from adjudicator.phases.choosing import Choosing, WordClauses
from adjudicator.phases.record import HexGame
from adjudicator.phases.turns import Phase
from adjudicator.phases.words import read_nothing, verb
from adjudicator.play import Play
from adjudicator.rehearsal.file import lay
from adjudicator.rehearsal.rehearsal_faults import Checked
from adjudicator.rulings import Refused

PLAN = Choosing(
    clauses=WordClauses(once="3.2"),
    fact="plan",
    words={"north": "The Guard will come from the north.", "south": "The Guard will come from the south."},
    asks='Where will the Guard come from? Write one line, "north" or "south".',
)
WORDS = tuple(verb(word, read_nothing, f"the Guard comes from the {word}") for word in PLAN.words)


def made(plan: Choosing) -> Game:
    turns = replace(TURNS, before=(Phase("R.PLAN", "Red Plan", "3.2", RED, plan), *TURNS.before))
    return HexGame(
        name="amberroad", title="The Amber Road with a plan", folder=GAME.folder, sides=SIDES, ground=GROUND,
        turns=turns, victory=VICTORY, verbs=(*VERBS, *WORDS), boxes=BOXES, begins=begins,
    ).game()  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    return made(PLAN)


def opened(game: Game) -> Play:
    play = Play(game.start("campaign"), ListedDice([]))
    run_on(game, play)
    return play


def test_one_word_answers_and_another_does_not(game: Game) -> None:
    play = opened(game)
    (asked,) = play.state.waiting()
    assert (asked.question, asked.answers, asked.silence) == (PLAN.asks, ("north", "south"), "north")
    (ruling,) = judge(game, play, RED, [(1, "end")])
    assert ruling.verdict != "done"
    assert [one.verdict for one in judge(game, play, RED, [(1, "south")])] == ["done"]
    assert play.state.segment == "R.SETUP" and play.state.facts["plan"] == "south"
    with pytest.raises(Refused, match="you have chosen south"):
        PLAN.one(play, RED, Order("north", {}, "north", 1, 1))


def test_only_its_side_reads_and_knows_it(game: Game) -> None:
    play = opened(game)
    judge(game, play, RED, [(1, "south")])
    views = {side: game.view(play.state, side).facts for side in SIDES}
    assert views == {"red": {"plan": "south"}, "blue": {}}
    told = {event.kind: event.to for event in play.events if event.kind in {"FactNoted", "Told"}}
    assert told == {"FactNoted": (RED,), "Told": (RED,)}


def test_who_may_not_know_it_tries_orders_out_up_to_where_a_rule_asks_for_it(game: Game) -> None:
    """By its name: `get` finds nothing, as before the choice."""
    play = opened(game)
    judge(game, play, RED, [(1, "south")])
    seen = Play(game.view(play.state, "blue"), ListedDice([]))
    seen.record(FactNoted(rule="3.2", key="more", value=1))
    assert (seen.state.facts["more"], seen.state.facts.get("plan")) == (1, None)
    with pytest.raises(NotInView):
        seen.state.facts["plan"]
    with pytest.raises(KeyError):
        seen.state.facts["nothing"]


def test_what_is_no_secret_is_told_to_all() -> None:
    game = made(replace(PLAN, secret=False))
    play = opened(game)
    judge(game, play, RED, [(1, "south")])
    assert game.view(play.state, "blue").facts == {"plan": "south"}
    assert [event.to for event in play.events if event.kind == "Told"] == [("*",)]


def test_a_rehearsal_may_set_it(game: Game) -> None:
    file = Checked("table", "")
    assert lay(file, game, {"state": {"plan": "south"}}).facts["plan"] == "south" and not file.faults


@pytest.mark.parametrize("bots", ["random", "purposeful"])
def test_bots_choose(game: Game, bots: str) -> None:
    assert play_game(game, "plan", bots=bots, watch=False).state.facts["plan"] in PLAN.words
