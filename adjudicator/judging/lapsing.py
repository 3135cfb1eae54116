"""Lines for which no question comes: what can still be asked for waits, the rest lapses and is told why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile

from adjudicator.answering import answered_by
from adjudicator.by_mail.ahead import EVERY_SIDE, beginning, theirs
from adjudicator.events import OrdersKept
from adjudicator.events.fact import with_article
from adjudicator.game import Game
from adjudicator.judging.held_back import name_of
from adjudicator.judging.line_by_line import accepting, drop, first_later, is_now
from adjudicator.judging.what_if import few
from adjudicator.orders import Order, Verb
from adjudicator.play import Play
from adjudicator.state import Decision, State
from adjudicator.waiting_lines import ENDING, MISREAD, Group, Line, Lines, held, named, tidied
from adjudicator.wording.order_words import cited

NEXT_TIME = "this email has already begun one. Send this line, and those below it, when you are asked again"
NOT_TO_COME = "As things stand, no question that this line could answer will come, so it is not queued"
WHEN_ASKED = "Send this line when you are asked"
BY_ITSELF = "it has ended by itself"
TOO_LATE = "it is too late for it"
NOT_YET = "you were not asked for it here. Send it again when you are"
UNASKED = "no such question came up. You need do nothing"
ANSWERED = "an earlier line is already your answer. Until it is revealed, a later email can still change it"


def passed(game: Game, play: Play, segment: str) -> None:
    """After a segment has run, which was `segment` before: where what lines of a sheet answered is over
    without a word, an end that comes next was meant for it; what can no longer be asked for lapses."""
    lapse(game, play)
    if play.state.segment == segment:
        return
    for side, lines in play.agenda.items():
        head = next((line for line in lines if not line.bad), None)
        meant = head is not None and (head.within == segment or could_end(play, side, head.order))
        if head is not None and head.ends and meant:
            play.verdict(head.order, "done", why=BY_ITSELF)
            play.agenda[side] = tuple(line for line in lines if line is not head)
    play.endable = {}
    lapse(game, play)


def lapse(game: Game, play: Play, last: bool = False) -> None:
    """Let go of the lines that can no longer be asked for; each is told to its writer. With `last` nobody can
    be asked before another sheet comes."""
    for side, lines in tuple(play.agenda.items()):
        gone = [line for line in lines if not line.bad and not may_wait(game, play, side, line, last)]
        gone = with_below(game, lines, gone)
        if gone:
            play.agenda[side] = tuple(line for line in lines if line not in gone)
            for line in gone:
                let_go(game, play, side, line, gone)


def with_below(game: Game, lines: Sequence[Line], gone: Sequence[Line]) -> list[Line]:
    """Lines that are let go, and with one that would begin something again all below it that belongs to
    that."""
    heads = set[Group]()
    found: list[Line] = []
    for line in lines:
        if line in gone or (
            not line.bad and line.group in heads and game.ahead.with_its_beginning(line.order)
        ):
            found.append(line)
        if line in gone and game.ahead.begins_again(line.order):
            heads.add(line.group)
    return found


def may_wait(game: Game, play: Play, side: str, line: Line, last: bool) -> bool:
    """Whether a line's question is open or can still come. A sheet that begins with an end ends nothing that
    is to come, if no line stands above it that its writer may yet put right, and in a game that does not say
    what may wait no line outlives its sheet."""
    heard = line.order.sheet == play.heard
    if line.batch and not game.ahead.lives(play.state, side, line.batch):
        return False
    asked = accepting(play.state, side, line.order)
    if asked and (asked.window or not answered_by(play.state, asked, line.order)):
        return True
    unasked = line.ends and heard and not (begun(play, side, line) or held_above(play, side, line))
    if play.state.over is not None or unasked:
        return False
    lines = play.agenda[side]
    if not is_now(line, lines.index(line), first_later(game, play, side, lines)):
        return True
    if not (game.ahead.courses or beginning(play.state)):
        return not last  # an older one came before the game began
    above = takewhile(lambda one: one is not line, play.agenda[side])
    waiting = (one.order for one in above if one.group == line.group and not one.bad)
    return game.ahead.keeps(play.state, side, line.order, waiting)


def begun(play: Play, side: str, line: Line) -> bool:
    """Whether any order of a sheet was taken, or stands before one of its lines."""
    sheet = line.order.sheet
    above = (
        one for one in play.agenda[side] if one.order.sheet == sheet and one.order.line < line.order.line
    )
    taken = any(
        ruling.verdict in {"done", "waiting"} and (ruling.sheet, ruling.line) in play.met
        for one in {sheet, line.sheaf}  # behind "as is" it ends what waited
        for ruling in play.sheet(one)
    )
    return taken or any(not one.bad for one in above)


def above_in_sheet(play: Play, side: str, order: Order) -> list[Line]:
    """The good lines above one in its own sheet that are still to be taken."""
    lines = (one for one in play.agenda[side] if one.order.sheet == order.sheet and not one.bad)
    return [one for one in lines if one.order.line < order.line]


def held_above(play: Play, side: str, line: Line) -> bool:
    """Whether a line that is not good stands above one of the same sheaf."""
    lines = play.agenda[side]
    return held(lines[: lines.index(line)], line.group) is not None


def closes(game: Game, line: Line) -> bool:
    """Whether a line does nothing but end what is asked."""
    return line.ends or line.order.verb in game.ahead.closing


def keep(game: Game, play: Play) -> None:
    """Let the state remember the lines that are still to be taken."""
    lapse(game, play, last=True)
    for side in play.agenda:
        play.agenda[side] = tidied(marked(play, side))
        packed = tuple(line.pack() for line in play.agenda[side])
        if packed != play.state.kept.get(side, ()):
            play.record(OrdersKept(rule="", to=(side,), side=side, orders=packed))


def marked(play: Play, side: str) -> Lines:
    """The lines of a side that are left, the end among them marked that could only end what lines above it
    have answered in part: another sheet may come before that goes on, or is over without a word."""
    lines, answered = play.agenda[side], {verb for _, verb in play.endable.get(side, ())}
    good = [line for line in lines if not line.bad]
    head = next(dropwhile(lambda line: line.order.verb in answered and not line.ends, good), None)
    if head is None or not (head.ends and could_end(play, side, head.order)):
        return lines
    return tuple(replace(line, within=play.state.segment) if line is head else line for line in lines)


def could_end(play: Play, side: str, order: Order) -> bool:
    """Whether an end could have been for what its writer's lines have answered in this segment, and for
    nothing after that, as one that says so itself is."""
    topics = {topic for topic, verb in play.endable.get(side, ()) if verb == order.verb}
    return bool(topics) and topics >= set(order.topics or ())


def let_go(game: Game, play: Play, side: str, line: Line, gone: Sequence[Line]) -> None:
    """Say what became of a line that can no longer be asked for. An end that came without it, after all else
    that was ordered, is one."""
    order = line.order
    last = all(closes(game, one) for one in gone if one.group == line.group)
    again = any(
        game.ahead.begins_again(one.order) for one in gone[: gone.index(line) + 1] if one.group == line.group
    )
    # an older one waited behind others, and one that was an answer in part ended what it could
    meant = order.sheet != play.heard or begun(play, side, line) or name_of(line) in play.delayed
    if last and meant:
        play.verdict(order, "done", why=BY_ITSELF)
    elif game.ahead.barred(play.state, side, order) and theirs(play.state, side, order):
        play.verdict(order, "not-judged", why="its units are not yours")
    elif order.sheet == play.heard and again and begun(play, side, line):
        play.verdict(order, "not-judged", why=NEXT_TIME)
    elif order.sheet == play.heard and not (order.verb in game.ahead.reactions and meant):
        leave(game, play, side, order)
    else:
        play.verdict(order, "not-judged", why=missed(game, play, side, line))
        drop(play, side, order)


def missed(game: Game, play: Play, side: str, line: Line) -> str:
    """Why a line that waited came to nothing: no such question came up, or a bad line held it back then."""
    fault = held(play.agenda[side], line.group)
    ending = any(line.order.verb in verbs for verbs in game.ahead.ends.values())
    if fault is None or not (ending or fault.bad in MISREAD):
        return UNASKED
    begins = line.order.verb in game.ahead.begins and line.order.verb not in game.ahead.reactions
    late = NOT_YET if begins else TOO_LATE
    return f"{late}. It waited because {named(fault, play.heard)}"


def leave(game: Game, play: Play, side: str, order: Order) -> None:
    """Say of an order that nothing has looked at it, why, and what would be an answer now."""
    asked = asked_now(play, side)
    if asked and order.verb in asked.verbs and answered_by(play.state, asked, order):
        play.verdict(order, "not-judged", why=ANSWERED)
        return
    if whose := others_order(game, side, order):
        play.verdict(order, "not-judged", why=f"only {with_article(whose)} gives this order")
        return
    if asked and any(closes(game, one) for one in above_in_sheet(play, side, order)):
        play.verdict(order, "not-judged", why=f"{NOT_TO_COME}. {WHEN_ASKED}")  # they end what is asked
        return
    why = leftover(play, side)
    waits = queued(game, play.state, side) if play.state.over is None and not asked else ""
    if waits and order.verb in {verb.name for verb in verbs_queued(game, play.state, side)}:
        why = f"{why}. {NOT_TO_COME}"
    elif waits:
        why = f"{why}. You can queue now: {waits}"
    if not asked and play.state.over is None and not game.ahead.queues(play.state, side):
        why = f"{why}. {WHEN_ASKED}"
    play.verdict(order, "not-judged", why=why, legal=few(asked.answers) if asked else ())


def others_order(game: Game, side: str, order: Order) -> str:
    """The other side that alone is ever asked for an order of this kind; "" where there is none."""
    taking = [choice for choice in game.choices.all if order.verb in choice.verbs]
    who = {one for choice in taking for one in (choice.asked or {"": EVERY_SIDE}).values()}
    whose = who if len(who) == 1 and who <= {*game.sides} - {side} else ()
    return next((game.names()(one) for one in whose), "")


def queued(game: Game, state: State, side: str) -> str:
    """Which orders of a side would be queued now, by their verbs; "" for none, or too early."""
    return ", ".join(
        verb.form if verb.form.islower() else verb.name for verb in verbs_queued(game, state, side)
    )


def verbs_queued(game: Game, state: State, side: str) -> tuple[Verb, ...]:
    """The kinds of order of a side that would be queued now."""
    ahead = game.ahead
    if beginning(state):
        return ()
    coming = {*ahead.coming(state, side), *ahead.opening} - {*ENDING} if ahead.courses else set()
    return tuple(verb for verb in game.grammar(side).verbs if verb.name in coming)


def leftover(play: Play, side: str) -> str:
    """Why an order was not looked at."""
    if play.state.over is not None:
        return "the game is over"
    asked = asked_now(play, side)
    if asked:
        return f"the question now is: {asked.question}{cited(asked.rule)}"
    if play.state.waiting():
        return "you have no move to make now: another side must answer first"
    return "no question to you is open, or it had only one answer"


def asked_now(play: Play, side: str) -> Decision | None:
    """The question that a side has to answer first; None where none is open, or the game is over."""
    open_now = (d for d in play.state.decisions if d.player == side)
    return next(open_now, None) if play.state.over is None else None
