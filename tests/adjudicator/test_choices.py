"""One record a question, on the tiny game: what is derived from its choices, and what is legal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from adjudicator.by_mail.ahead import ACTING
from adjudicator.by_mail.drags import LogLine
from adjudicator.by_mail.standing import USUAL, Asked, StandingOrder, StandingOrders, answering, ending
from adjudicator.by_mail.views import NotInView
from adjudicator.choices import Choice, Choices
from adjudicator.dice import ListedDice
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import MOST_LOOKED_AT, would_stand
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.state import Decision, Frame, State, Unit
from tests.adjudicator import tinygame


def moves(state: State, side: str) -> Iterator[str]:
    """Every move of a side, unit by unit."""
    for unit in state.units.values():
        if unit.side == side:
            yield from (f"move {unit.id} {at}" for at in state.board.neighbours(unit.at))
    yield "done"


def retreats(state: State, side: str) -> list[str]:
    return [f"retreat {unit} dale" for unit in ("B1", "B2")]


ORDERS = Choice(
    topic="orders",
    rule="3",
    verbs=("move", "attack", "done"),
    take=tinygame.orders,
    legal=moves,
    asked={"3": ACTING, "4": "blue"},
    ends=("attack",),
    begins=("attack",),
    drag=lambda state, drags: [LogLine((), "move R1 birch")],
    foretell=lambda state, order: "a hit on 4 or more" if order.verb == "attack" else "",
    purpose=lambda state, decision, chance: ["move R1 birch", "done"],
)
LOSS = Choice(
    topic="loss",
    rule="3.4",
    verbs=("lose", "retreat"),
    take=tinygame.loss,
    legal=retreats,
    shown=1,
    within=("fight",),
    once=True,
    closing=("lose",),
    called=("loss", "losses"),
    advice=("if asked loss then weakest", "if asked loss then default"),
    policies={"weakest": ending({"lose": "lose B1"}), "retreat": answering("retreat")},
    lists=("unit", "space"),
    chance=lambda state, decision, chance: ["lose B2"],
)
BID = Choice(topic="bid", rule="2", verbs=("bid",), take=tinygame.bid, called=("bid",), usual=False)
CHOICES = Choices((BID, ORDERS, LOSS))


def asking(*answers: str, topic: str = "orders", side: str = "red") -> Decision:
    choice = CHOICES.of(topic)
    assert choice
    return Decision("q1", side, "3", topic, "What?", choice.verbs, answers)


# -- what is derived ----------------------------------------------------------------------------------------


def test_lines_ahead_follow_from_who_is_asked_and_where() -> None:
    ahead = CHOICES.ahead(("3", "4"), ("5",))
    assert ahead.courses[0]["3"] == {ACTING: ("move", "attack", "done")}
    assert ahead.courses[0]["4"] == {"blue": ("move", "attack", "done")}
    assert dict(ahead.courses[1]) == {"5": {}}
    assert ahead.inner == {"fight": ("lose", "retreat")}
    assert ahead.reactions == ("lose", "retreat"), "what is asked inside a level only"
    assert (ahead.ends, ahead.begins) == ({"orders": ("attack",)}, ("attack",))
    assert (ahead.closing, ahead.single) == (("lose",), ("loss",))


def test_standing_orders_follow_from_what_players_call_the_questions() -> None:
    assert CHOICES.topics == {"bid": "bid", "loss": "loss", "losses": "loss"}
    assert CHOICES.usual == ("loss",), "a bid can be answered so, and seldom is; orders never are"
    assert CHOICES.advice == LOSS.advice
    assert CHOICES.lists("loss") == ("unit", "space")
    assert CHOICES.lists("orders") == CHOICES.lists("no such") == ()


def test_a_policy_of_a_question_comes_before_the_usual_one_and_is_none_elsewhere() -> None:
    standing = StandingOrders(
        grammar=tinygame.grammar, topics=CHOICES.topics, conditions={}, policies=CHOICES.policies,
        lists=CHOICES.lists, space="space", worth=lambda state, unit: 1, distance=lambda state, a, b: 0,
        near_enemy=lambda state, side, order: False,
    )  # fmt: skip

    def said(policy: str, decision: Decision) -> list[str] | None:
        order = StandingOrder(decision.topic, (), {}, policy)
        return CHOICES.policies[policy](Asked(standing, tinygame.start("duel"), decision, order))

    loss = asking("lose B2", "retreat B2 cedar", topic="loss")
    assert said("weakest", loss) == ["lose B1"], "its own"
    assert said("first", loss) == ["lose B2"], "the usual one"
    assert said("retreat", loss) == ["retreat B2 cedar"]
    assert said("weakest", asking("move R1 birch")) == ["move R1 birch"], "elsewhere the usual one"
    assert said("retreat", asking("done")) is None
    assert set(CHOICES.policies) == {*USUAL, "retreat"}


def test_logs_bots_and_dry_runs_follow() -> None:
    state, chance = tinygame.start("duel"), random.Random(1)
    assert list(CHOICES.forms) == ["orders"]
    assert CHOICES.by_chance(state, asking("lose B1", topic="loss"), chance) == ["lose B2"]
    assert CHOICES.by_chance(state, asking("move R1 birch\ndone"), chance) == ["move R1 birch", "done"]
    assert CHOICES.purposeful(state, asking("done"), chance) == ["move R1 birch", "done"]
    assert CHOICES.purposeful(state, asking("lose B1", topic="loss"), chance) == ["lose B2"], "as by chance"
    assert CHOICES.foretell(state, Order("attack", {})) == "a hit on 4 or more"
    assert CHOICES.foretell(state, Order("move", {})) == ""
    assert CHOICES.answers == {"bid": tinygame.bid, "orders": tinygame.orders, "loss": tinygame.loss}


# -- what is asked ------------------------------------------------------------------------------------------


def test_a_question_names_the_first_of_what_is_legal_and_each_line_once() -> None:
    play = Play(replace(tinygame.start("duel"), frames=(Frame("3"),)), ListedDice([]))
    LOSS.ask(play, "blue", "Who?", also=("lose B1", "retreat B1 dale"), silence="a step is lost")
    ORDERS.ask(play, "red", "What?", rule="3.1", answers=("done",), verbs=("done",))
    loss, orders = play.state.waiting()
    assert (loss.rule, loss.verbs, loss.answers) == ("3.4", LOSS.verbs, ("retreat B1 dale", "lose B1"))
    assert (orders.rule, orders.verbs, orders.answers) == ("3.1", ("done",), ("done",))


# -- what is legal ------------------------------------------------------------------------------------------


def test_what_is_legal_begins_with_what_the_question_names_and_is_found_as_it_is_asked_for() -> None:
    state = tinygame.start("duel")
    assert list(CHOICES.legal(state, asking("done", "move R2 birch"))) == [
        "done",
        "move R2 birch",
        "move R1 birch",
    ]
    endless = Choices((replace(ORDERS, legal=lambda state, side: (f"move R1 {n}" for n in count())),))
    lines = endless.legal(state, asking("done"))
    assert [next(lines) for _ in range(3)] == ["done", "move R1 0", "move R1 1"]
    assert list(Choices().legal(state, asking("done"))) == ["done"], "a game that declares no choices"


def asked_for_orders() -> Play:
    """The tiny game as far as its question to Red for orders, which names none of his moves."""
    play = Play(tinygame.start("duel"), ListedDice([1] * 9, ["chit-1", "chit-2"]))
    run_on(tinygame.GAME, play)
    for side, bid in (("red", 5), ("blue", 0)):
        judge(tinygame.GAME, play, side, [(1, f"bid {bid}")])
    play.rulings.clear()
    return play


def offered(choice: Choice, line: str) -> tuple[str, ...]:
    game = replace(tinygame.GAME, choices=Choices((choice,)))
    (ruling,) = judge(game, asked_for_orders(), "red", [(1, line)], 2)
    assert ruling.verdict == "refused"
    return ruling.legal


def test_a_refusal_offers_lines_of_the_same_unit_though_the_question_names_none() -> None:
    assert offered(replace(ORDERS, legal=lambda state, side: ()), "attack R2 cedar") == ("done",)
    assert offered(ORDERS, "attack R2 cedar") == ("move R2 birch",)


def test_a_refusal_looks_at_so_many_lines_and_no_more() -> None:
    looked = count()

    def endless(state: State, side: str) -> Iterator[str]:
        yield from (f"move R1 birch  # {next(looked)}" for _ in count())

    assert offered(replace(ORDERS, legal=endless), "attack R1 cedar") == ("move R1 birch  # 0",)
    assert MOST_LOOKED_AT // 2 < next(looked) <= MOST_LOOKED_AT


def test_what_a_side_may_not_know_ends_what_is_offered() -> None:
    def closed(state: State, side: str) -> Iterator[str]:
        yield "move R2 birch"
        raise NotInView("the face of a card")

    assert offered(replace(ORDERS, legal=closed), "attack R2 cedar") == ("move R2 birch",)


def test_a_die_at_once_is_nothing_against_a_line() -> None:
    state = asked_for_orders().state
    rolling = replace(ORDERS, take=rolls_first)
    game = replace(tinygame.GAME, choices=Choices((rolling,)))
    (decision,) = state.waiting()
    assert would_stand(game, state, decision, [], "move R1 birch")
    assert not would_stand(game, state, decision, [], "move B1 cedar"), "what is said before the die"


def rolls_first(play: Play, decision: Decision, lines: list[Order]) -> None:
    """As in the tiny game, but a die is rolled before a unit moves."""
    for order in lines:
        unit: Unit = play.state.units[order.args["unit"]]
        if unit.side != decision.player:
            tinygame.orders(play, decision, [order])
            continue
        play.roll("3.1", f"{unit.id} leaves")
        tinygame.orders(play, decision, [order])


def test_the_bots_of_a_game_follow_from_its_choices() -> None:
    chance = replace(tinygame.GAME, choices=Choices((LOSS,)))
    purpose = replace(tinygame.GAME, choices=Choices((ORDERS,)))
    assert (tuple(chance.players()), tuple(purpose.players())) == (("random",), ("random", "purposeful"))
    own = replace(purpose, bots={"random": tinygame.bot, "mine": tinygame.bot})
    assert tuple(own.players()) == ("random", "purposeful", "mine") and own.bot is tinygame.bot
