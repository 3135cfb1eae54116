"""One sheet through one game: the loop, and nothing else.

A sheet's lines become orders; the orders answer whatever the game asks of their writer, question after
question; between questions the sequence of play runs on by itself, standing orders speak, and questions
with a single answer settle themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.events import Answered, StandingChanged
from adjudicator.game import Game
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import No, Ruling, Unreadable
from adjudicator.sequence import advance
from adjudicator.state import Decision

STANDING = ("if", "sop", "stand", "forget")
"""Words that begin a standing order: a line about questions to come."""


def run_on(game: Game, play: Play) -> None:
    """Let the game go on until a player must really be asked, or it is over."""
    advance(play, game.sequence)
    while settle(game, play):
        advance(play, game.sequence)


def settle(game: Game, play: Play) -> bool:
    """Answer one open question without its player, if that can be done; whether it was."""
    for decision in play.state.waiting():
        if decision.closed and len(decision.answers) == 1 and not decision.window:
            return answer_for(game, play, decision, decision.answers[0].splitlines(), "only answer")
        for line in play.state.standing.get(decision.player, ()):
            answer = standing_answer(game, play, decision, line)
            if answer is not None and answer_for(game, play, decision, answer, "standing order"):
                return True
    return False


def standing_answer(game: Game, play: Play, decision: Decision, line: str) -> list[str] | None:
    """The answer of a standing order; None where it has none, or was kept when more was let pass."""
    try:
        return game.standing(play.state, decision, line)
    except No:
        return None


def answer_for(game: Game, play: Play, decision: Decision, lines: Iterable[str], by: str) -> bool:
    """Give an answer in a player's name; False, with nothing changed, if the rules refuse it."""
    orders, wrong = game.grammar(decision.player).sheet(enumerate(lines, 1), sheet=0)
    if wrong or any(order.verb not in decision.verbs for order in orders):
        return False
    trial = Play(play.state, play.chance)
    game.answers[decision.topic](trial, decision, orders)
    if decision in trial.state.waiting() or any(r.verdict == "refused" for r in trial.rulings.values()):
        return False
    play.record(*(replace(event, by=by) if isinstance(event, Answered) else event for event in trial.events))
    return True


def judge(
    game: Game, play: Play, side: str, lines: Iterable[tuple[int, str]], sheet: int = 1
) -> list[Ruling]:
    """Judge one sheet of one side and let the game run on; a ruling for every line, in their order.

    `lines` are (line number, text). Rulings of earlier sheets' lines that had to wait are in `play.rulings`.
    What is asked now is answered by the sheet's own orders rather than by its standing ones.
    """
    standing, plain = split_standing(list(lines))
    orders, rulings = game.grammar(side).sheet(plain, sheet)
    rulings += hear_standing(game, play, side, standing, sheet)
    play.rulings.update({(ruling.sheet, ruling.line): ruling for ruling in rulings})
    if wanted(play, side, orders) is None:
        run_on(game, play)
    for order in take(game, play, side, orders):
        leave(play, side, order)
    return play.sheet(sheet)


def leave(play: Play, side: str, order: Order) -> None:
    """Say of an order that nothing has looked at it, why, and what would be an answer now."""
    asked = asked_now(play, side)
    play.verdict(order, "not-judged", why=leftover(play, side), legal=asked.answers if asked else ())


def take(game: Game, play: Play, side: str, orders: list[Order]) -> list[Order]:
    """Answer with these orders whatever the game asks of this side, question by question; the orders left."""
    while orders:
        decision = wanted(play, side, orders)
        if decision is None:
            return orders
        mine = [order for order in orders if order.verb in decision.verbs]
        orders = [order for order in orders if order.verb not in decision.verbs]
        extra = answer(game, play, decision, mine)
        orders = [*extra, *orders]
        run_on(game, play)
    return orders


def wanted(play: Play, side: str, orders: list[Order]) -> Decision | None:
    """The open question of this side that these orders can answer: the first one their order takes."""
    verbs = {order.verb for order in orders}
    for decision in play.state.decisions:
        if decision.player == side and verbs & set(decision.verbs):
            return decision
    return None


def answer(game: Game, play: Play, decision: Decision, orders: list[Order]) -> list[Order]:
    """Hand orders to the answer of a question; the orders it did not look at."""
    game.answers[decision.topic](play, decision, orders)
    done = any(ruled(play, order) == "done" for order in orders)
    for order in orders:
        if ruled(play, order) == "refused":
            say_what_is_legal(play, decision, order, done)
    return [order for order in orders if not ruled(play, order)]


def ruled(play: Play, order: Order) -> str:
    """The verdict on an order so far, "" if nothing has looked at it."""
    ruling = play.rulings.get((order.sheet, order.line))
    return ruling.verdict if ruling else ""


def say_what_is_legal(play: Play, decision: Decision, order: Order, done: bool) -> None:
    """Where a refusal does not say what would be legal: answers to the question, of the same kind if any is.
    Once another line was carried out only what silence would mean is legal for sure."""
    ruling = play.rulings[order.sheet, order.line]
    sure = (decision.default,) if decision.default and "\n" not in decision.default else ()
    kin = tuple(answer for answer in decision.answers if answer.split()[:1] == [order.verb])
    legal = ruling.legal or (sure if done else kin or decision.answers)
    play.rulings[order.sheet, order.line] = replace(ruling, legal=legal)


def leftover(play: Play, side: str) -> str:
    """Why an order was not looked at."""
    if play.state.over is not None:
        return "the game is over"
    asked = asked_now(play, side)
    if asked:
        return f"the question now is: {asked.question} [{asked.rule}]"
    if play.state.waiting():
        return "nothing is asked of you now: another side must answer first"
    return "no question to you is open, or it has settled itself"


def asked_now(play: Play, side: str) -> Decision | None:
    """The question that a side has to answer first; None where none is open, or the game is over."""
    open_now = (d for d in play.state.decisions if d.player == side)
    return next(open_now, None) if play.state.over is None else None


def split_standing(lines: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Standing orders, and the other lines."""
    standing = [
        line for line in lines if line[1].split("#", 1)[0].split()[:1] and first_word(line[1]) in STANDING
    ]
    return standing, [line for line in lines if line not in standing]


def first_word(text: str) -> str:
    """The first word of a line in lower case."""
    return text.split()[0].casefold()


def hear_standing(
    game: Game, play: Play, side: str, lines: list[tuple[int, str]], sheet: int
) -> list[Ruling]:
    """Keep a side's standing orders: "if asked ..." adds or replaces one, "forget ..." takes one away."""
    kept = list(play.state.standing.get(side, ()))
    rulings: list[Ruling] = []
    for number, raw in lines:
        text = " ".join(raw.split("#", 1)[0].split())
        try:
            kept = change_standing(game, kept, text)
            rulings.append(Ruling(sheet, number, text, "done"))
        except No as no:
            rulings.append(Ruling(sheet, number, text, no.verdict, no.rule, no.why, no.legal))
    if tuple(kept) != play.state.standing.get(side, ()):
        play.record(StandingChanged(rule="", to=(side,), side=side, lines=tuple(kept)))
    return rulings


def change_standing(game: Game, kept: list[str], text: str) -> list[str]:
    """The standing orders after one more line. Raises Unreadable or Ambiguous."""
    if first_word(text) == "forget":
        what = text.split(None, 1)[1].casefold() if " " in text else ""
        left = [] if what in {"all", "everything"} else [line for line in kept if what not in line.casefold()]
        if not what or (len(left) == len(kept) and kept):
            raise Unreadable("no standing order of yours says that", tuple(kept))
        return left
    text = game.read_standing(text)
    question = text.casefold().split(" then ", 1)[0]
    return [line for line in kept if line.casefold().split(" then ", 1)[0] != question] + [text]


def silence(game: Game, play: Play, decision: Decision) -> bool:
    """Take silence as the answer, where it means one; whether it did."""
    if not decision.default or decision not in play.state.waiting():
        return False
    done = answer_for(game, play, decision, decision.default.splitlines(), "silence")
    if done:
        run_on(game, play)
    return done
