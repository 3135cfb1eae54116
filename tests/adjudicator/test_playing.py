"""Hands of cards on the usual phases, as docs/your-first-game.md shows them: The Amber Road with events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.dice import ListedDice
from adjudicator.events import FactNoted, UnitMoved
from adjudicator.game import Game
from adjudicator.games.amberroad.position import BLUE, BOXES, GROUND, RED, SIDES
from adjudicator.games.amberroad.r03_setup import begins
from adjudicator.games.amberroad.r05_combat import FIGHTING
from adjudicator.games.amberroad.r08_victory import VICTORY
from adjudicator.games.amberroad.record import GAME, TURNS, VERBS
from adjudicator.judging.bots import play_game
from adjudicator.judging.referee import judge, run_on
from adjudicator.phases.playing import CardClauses, Playing, names_of
from adjudicator.phases.record import HexGame
from adjudicator.phases.turns import Phase, Turns
from adjudicator.phases.words import read_card, verb
from adjudicator.play import Play
from adjudicator.state import State
from counters.roster.load import load_roster


def effect(play: Play, side: str, card: str) -> None:
    """The card is remembered, and other functions ask for it."""
    play.record(FactNoted(rule="3.2", key="card", value=card))


EVENTS = Playing(
    clauses=CardClauses(held="3.2", many="3.2", dealt="3.2"),
    cards=("march-1", "march-2", "guns-1", "guns-2", "rally-1"),
    holds=2,
    does=effect,
    piles={"deck": "the deck", "discards": "the played cards"},
)
EVENT = Phase("B.EVENT", "Blue Event", "3.2", BLUE, EVENTS)


def made(events: Playing = EVENTS) -> Game:
    turns = replace(
        TURNS,
        before=(Phase("R.DEAL", "First cards", "3.2", RED, does=events.deal), *TURNS.before),
        phases=(replace(EVENT, work=events), *TURNS.phases),
        begins=events.deal,
    )
    return hexgame(turns)


def hexgame(turns: Turns) -> Game:
    return HexGame(
        name="amberroad", title="The Amber Road with events", folder=GAME.folder, sides=SIDES, ground=GROUND,
        turns=turns, victory=VICTORY, verbs=(*VERBS, verb("play", read_card, "plays an event")),
        boxes=BOXES, begins=begins,
    ).game()  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    return made()


DEALT = ("guns-1", "march-1", "guns-2", "march-2")


def dealt(game: Game) -> State:
    """Hands are dealt, and Red has set up."""
    play = Play(game.start("campaign"), ListedDice([], list(DEALT)))
    run_on(game, play)
    (asked,) = play.state.waiting()
    judge(game, play, RED, list(enumerate(asked.default.splitlines(), 1)))
    return play.state


def told(game: Game, state: State, *lines: str) -> tuple[State, list[tuple[str, str]]]:
    """What becomes of lines of Blue: the position, and each verdict with its reason."""
    play = Play(state, ListedDice([]))
    found = judge(game, play, BLUE, list(enumerate(lines, 1)))
    return play.state, [(one.verdict, one.why) for one in found]


def test_each_side_is_dealt_its_hand_before_the_first_turn(game: Game) -> None:
    state = dealt(game)
    assert (state.hands[BLUE], state.hands[RED]) == (("guns-1", "march-1"), ("guns-2", "march-2"))
    assert (state.cups["deck"], state.cups["discards"]) == (("rally-1",), ())
    (asked,) = state.waiting()
    assert (asked.player, asked.answers) == (BLUE, ("play guns-1", "play march-1", "end"))


def test_the_enemy_sees_backs_and_nobody_the_deck(game: Game) -> None:
    seen = game.view(dealt(game), RED)
    assert (seen.hands[BLUE], seen.hands[RED]) == (("hidden-deck",) * 2, ("guns-2", "march-2"))
    assert seen.cups["deck"] == ("hidden-deck",)


def test_a_played_card_lies_open_and_does_what_it_says(game: Game) -> None:
    state, verdicts = told(game, dealt(game), "play march-1")
    assert verdicts == [("done", "")]
    assert (state.hands[BLUE], state.cups["discards"]) == (("guns-1",), ("march-1",))
    assert state.facts["card"] == "march-1" and state.segment != EVENT.id
    assert game.faults(state) == []


def test_cards_of_others_and_a_second_one_are_refused(game: Game) -> None:
    state = dealt(game)
    assert told(game, state, "play rally-1")[1] == [("refused", "you do not hold rally-1")]
    barred = made(replace(EVENTS, may=lambda state, side, card: f"{card} comes later" * (card == "march-1")))
    assert told(barred, state, "play march-1")[1] == [("refused", "march-1 comes later")]
    both = made(replace(EVENTS, may=lambda state, side, card: "", most=2))
    lines = ("play march-1", "play guns-1")
    assert [one for one, _ in told(both, state, *lines)[1]] == ["done", "done"]
    assert told(game, state, *lines)[1][1] == ("refused", "you may play 1 card in this phase, and have")


def test_who_draws_from_an_empty_deck_gets_the_played_cards(game: Game) -> None:
    state = dealt(game)
    played = {"deck": (), "discards": ("march-1", "rally-1")}
    play = Play(
        state.but(cups={**state.cups, **played}, hands={**state.hands, BLUE: ("guns-1",)}),
        ListedDice([], ["rally-1"]),
    )
    EVENTS.deal(play)
    assert play.state.hands[BLUE] == ("guns-1", "rally-1") and play.state.cups["discards"] == ()


def test_a_card_is_known_by_its_title_and_stands_for_those_like_it() -> None:
    roster = load_roster("donnerschlag")
    titles: dict[str, list[str]] = {}
    for card in sorted(roster.cards):
        titles.setdefault(roster.cards[card].title, []).append(card)
    title, (first, second, *_) = next((title, ids) for title, ids in titles.items() if len(ids) > 1)
    found = names_of(roster, (first, second))
    assert found.find(title) == found.find(second) == (first,)


def test_a_card_that_lies_nowhere_is_a_fault(game: Game) -> None:
    state = dealt(game)
    assert game.faults(state.but(cups={**state.cups, "deck": ()})) == ["card rally-1 is in 0 places"]


# -- against an attack ------------------------------------------------------------------------------------


def answering() -> Game:
    """Nobody plays cards but against attacks; guns may not be."""
    events = replace(EVENTS, may=lambda state, side, card: "guns are for your own" * card.startswith("guns"))
    fighting = replace(FIGHTING, answering=events)
    rows = [replace(row, work=fighting) if row.work is FIGHTING else row for row in TURNS.phases]
    deal = Phase("R.DEAL", "First cards", "3.2", RED, does=events.deal)
    turns = replace(TURNS, before=(deal, *TURNS.before), phases=tuple(rows), begins=events.deal)
    return hexgame(turns)


def attacked(game: Game) -> State:
    """Blue attacks Tolle."""
    play = Play(dealt(game), ListedDice([]))
    units = [unit for unit in play.state.units.values() if unit.id in ("1H", "2H")]
    for unit in units:
        play.record(UnitMoved(rule="4.1", unit=unit.id, path=(unit.at, "0602"), how="test"))
    judge(game, play, BLUE, list(enumerate(["end", "attack 0702 by 1H, 2H"], 1)))
    return play.state


def test_the_enemy_may_play_a_card_against_an_attack_before_its_die() -> None:
    game = answering()
    state = attacked(game)
    (asked,) = state.waiting()
    assert (asked.player, asked.answers) == (RED, ("play march-2", "end"))
    assert asked.question.startswith(
        "You may play at most one card in this combat, the attack on Tolle (0702)."
    )
    play = Play(state, ListedDice([3]))
    (no,) = judge(game, play, RED, [(1, "play guns-2")])
    assert (no.verdict, no.why) == ("refused", "guns are for your own")
    (yes,) = judge(game, play, RED, [(1, "play march-2")])
    assert yes.verdict == "done"
    assert play.state.hands[RED] == ("guns-2",) and play.state.cups["discards"] == ("march-2",)
    kinds = [event.kind for event in play.events]
    assert kinds.index("FactNoted") < kinds.index("OddsResolved"), "the card counts for the die"


def test_no_card_goes_on_and_an_empty_hand_is_not_asked() -> None:
    game = answering()
    state = attacked(game)
    play = Play(state, ListedDice([3]))
    judge(game, play, RED, [(1, "end")])
    assert play.state.hands[RED] == ("guns-2", "march-2")
    assert "OddsResolved" in [event.kind for event in play.events]
    bare = state.but(hands={**state.hands, RED: ()}, decisions=())
    play = Play(bare, ListedDice([3]))
    run_on(game, play)
    assert "OddsResolved" in [event.kind for event in play.events]


def test_who_attacks_does_not_learn_whether_a_card_may_be_played() -> None:
    """Red is asked with guns alone, too, which may not be played."""
    game = answering()
    state = attacked(game)
    guns = state.but(hands={**state.hands, RED: ("guns-2",)}, decisions=())
    play = Play(guns, ListedDice([]))
    run_on(game, play)
    (asked,) = play.state.waiting()
    assert (asked.player, asked.answers) == (RED, ("end",))


@pytest.mark.slow
def test_bots_play_reactions_to_the_end_of_the_game() -> None:
    assert play_game(answering(), "cards").state.over is not None


@pytest.mark.slow
def test_bots_play_it_to_its_end(game: Game) -> None:
    assert play_game(game, "cards").state.over is not None
