"""Orders sent ahead, by the tables of a made-up game: a side prepares, then moves; the other reacts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from adjudicator.answering import every_legal
from adjudicator.by_mail.ahead import ACTING, EVERY_SIDE, Ahead, Course
from adjudicator.choices import Choice, Choices
from adjudicator.dice import ListedDice
from adjudicator.game import Game
from adjudicator.judging.referee import judge, run_on
from adjudicator.orders import Grammar, Order, Verb
from adjudicator.play import Play
from adjudicator.reader import Reader
from adjudicator.rulings import Refused
from adjudicator.sequence import Segment, sequence
from adjudicator.state import Decision, Frame, Json, State
from adjudicator.waiting_lines import kept_in
from tests.adjudicator import tinygame

NEXT = {"PREP": "MOVE", "MOVE": "REST"}
TURN: Course = {
    "PREP": {ACTING: ("prep", "end"), EVERY_SIDE: ("dodge",)},
    "MOVE": {ACTING: ("move", "end")},
    "REST": {"blue": ("rest",)},
}


def acting(state: State) -> str:
    return str(state.frames[0].facts.get("side", ""))


AHEAD = Ahead(courses=(TURN,), inner={"fire": ("dodge", "duck")}, reactions=("dodge",), acting=acting)


# -- the table --------------------------------------------------------------------------------------------


def at(segment: str, side: str = "red", *inner: str) -> State:
    frames = (Frame(segment, {"side": side}), *map(Frame, inner))
    return replace(tinygame.start("duel"), frames=frames)


def sealed(state: State, side: str) -> State:
    """The same with a question that this side has answered under seal."""
    asked = Decision("q", side, "1", "dodge", "", ("dodge",), sealed=True)
    return replace(state, decisions=(asked,), sealed={"q": ({},)})


@pytest.mark.parametrize(
    ("state", "side", "verbs"),
    [
        (at("PREP"), "red", {"prep", "end", "move", "dodge"}),
        (at("PREP"), "blue", {"dodge", "rest"}),
        (at("MOVE"), "red", {"move", "end"}),
        (at("MOVE"), "blue", {"rest"}),
        (at("MOVE", "blue"), "blue", {"move", "end", "rest"}),
        (at("REST"), "red", set()),
        (at("elsewhere"), "red", set()),
        (at("fire"), "red", set()),
        (sealed(at("PREP"), "blue"), "blue", {"rest"}),
        (sealed(at("PREP"), "blue"), "red", {"prep", "end", "move", "dodge"}),
        (sealed(at("PREP", "red", "fire"), "blue"), "blue", {"dodge", "duck", "rest"}),
        (at("MOVE", "red", "fire"), "blue", {"rest", "dodge", "duck"}),
        (at("elsewhere", "red", "fire"), "red", {"dodge", "duck"}),
    ],
)
def test_what_a_side_can_still_be_asked_here_and_further_on(state: State, side: str, verbs: set[str]) -> None:
    assert AHEAD.coming(state, side) == verbs
    assert {verb for verb in (*verbs, "sing") if AHEAD.keeps(state, side, Order(verb))} == verbs


def test_an_order_that_is_barred_never_waits() -> None:
    def barred(state: State, side: str, order: Order) -> bool:
        return state.units[order.args["unit"]].side != side

    strict = replace(AHEAD, barred=barred)
    assert [strict.keeps(at("PREP"), "red", Order("move", {"unit": unit})) for unit in ("R1", "B1")] == [
        True,
        False,
    ]


def test_a_segment_of_two_courses_counts_in_both() -> None:
    other: Course = {"MOVE": {EVERY_SIDE: ("sing",)}}
    assert replace(AHEAD, courses=(TURN, other)).coming(at("MOVE"), "red") == {"move", "end", "sing"}


def test_behind_what_begins_something_all_waits_that_is_not_barred() -> None:
    game = replace(AHEAD, begins=("move",), barred=lambda state, side, order: order.verb == "jump")
    behind = {verb: game.keeps(at("PREP"), "red", Order(verb), [Order("move")]) for verb in ("sing", "jump")}
    assert behind == {"sing": True, "jump": False}
    assert not game.keeps(at("PREP"), "red", Order("sing"), [Order("prep")])
    assert not game.keeps(at("REST"), "red", Order("sing"), [Order("move")])


# -- a game that is played by it --------------------------------------------------------------------------


def ask(play: Play, topic: str, *verbs: str) -> None:
    play.ask(acting(play.state), "1", topic, "?", silence="nothing", default="end", verbs=verbs)


def fire(play: Play) -> None:
    other = next(side for side in tinygame.SIDES if side != acting(play.state))
    play.ask(other, "2", "fire", "Dodge?", silence="no", default="dodge", verbs=("dodge",))


def take(play: Play, decision: Decision, orders: list[Order]) -> None:
    """Lines till the end of a segment; a unit that prepares is shot at before anything else is done."""
    for order in orders:
        if order.verb == "end":
            play.close(decision)
            play.verdict(order, "done")
            play.go("1", NEXT[play.state.segment], side=acting(play.state))
            return
        every_legal(play, [order], lambda one: may(play.state, one))
        if order.verb == "prep":
            play.enter("1", "fire", unit=order.args["unit"])
            play.close(decision)
            return


def may(state: State, order: Order) -> None:
    if order.verb == "move" and order.args["unit"] == "R2":
        raise Refused("1", "it is tired")


def take_fire(play: Play, decision: Decision, orders: list[Order]) -> None:
    play.close(decision)
    play.verdict(orders[0], "done")
    play.leave("2")


def grammar(side: str = "") -> Grammar:
    def unit(reader: Reader) -> Mapping[str, Json]:
        return {"unit": reader.one("unit")}

    bare = tuple(Verb((word,), word, lambda reader: {}) for word in ("end", "dodge", "rest"))
    named = tuple(Verb((word,), f"{word} UNIT", unit) for word in ("prep", "move"))
    return Grammar((*named, *bare), tinygame.grammar().lexicons)


GAME = replace(
    tinygame.GAME,
    grammar=grammar,
    choices=Choices(
        tuple(
            Choice(topic=topic, rule="1", verbs=(), take=answer)
            for topic, answer in {"prep": take, "move": take, "fire": take_fire}.items()
        )
    ),
    sequence=sequence(
        Segment("PREP", "Preparing", "1", lambda play: ask(play, "prep", "prep", "end")),
        Segment("MOVE", "Moving", "1", lambda play: ask(play, "move", "move", "end")),
        Segment("REST", "Resting", "1", lambda play: ask(play, "rest", "rest")),
        Segment("fire", "Fire", "2", fire),
    ),
    ahead=AHEAD,
)


def begun(game: Game = GAME) -> Play:
    play = Play(at("PREP"), ListedDice([], []))
    run_on(game, play)
    return play


def sent(play: Play, side: str, lines: Iterable[str], sheet: int, game: Game = GAME) -> list[str]:
    return [ruling.verdict for ruling in judge(game, play, side, list(enumerate(lines, 1)), sheet)]


def test_each_end_ends_what_it_stands_behind() -> None:
    play = begun()
    assert sent(play, "red", ("end", "move R1", "end"), 1) == ["done"] * 3
    assert play.state.segment == "REST"


def test_an_end_does_not_reach_the_next_question_before_the_line_above_it() -> None:
    play = begun()
    assert sent(play, "red", ("prep R1", "end", "move R1", "end"), 1) == ["done", *["waiting"] * 3]
    assert (play.state.frame.segment, play.state.decisions[0].player) == ("fire", "blue")
    assert sent(play, "blue", ("dodge",), 2) == ["done"]
    assert play.state.segment == "REST"
    assert kept_in(play.state, "red") == ()


def test_an_end_below_a_line_for_later_waits_with_it() -> None:
    play = begun()
    assert sent(play, "red", ("move R1", "end"), 1) == ["waiting"] * 2
    assert play.state.segment == "PREP"
    assert sent(play, "red", ("end",), 2) == ["done"]
    assert play.state.segment == "REST"


def test_behind_a_line_that_is_refused_nothing_is_ended() -> None:
    play = begun()
    assert sent(play, "red", ("end", "move R2", "end"), 1) == ["done", "refused", "waiting"]
    assert play.state.segment == "MOVE"


def test_without_courses_no_line_outlives_its_sheet() -> None:
    game = replace(GAME, ahead=Ahead(reactions=("dodge",)))
    play = begun(game)
    lines = ("prep R1", "end", "move R1", "end")
    assert sent(play, "red", lines, 1, game) == ["done", *["not-judged"] * 3]
    assert kept_in(play.state, "red") == ()


def test_of_a_line_that_nothing_asked_for_its_player_hears_that_nothing_is_needed() -> None:
    play = begun()
    assert sent(play, "blue", ("dodge",), 1) == ["waiting"]
    assert sent(play, "red", ("end", "end", "end"), 2)[0] == "done"
    told = [ruling for ruling in play.sheet(1) if ruling.verdict == "not-judged"]
    assert [ruling.why for ruling in told] == ["no such question came up. You need do nothing"]
