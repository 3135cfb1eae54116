"""Lines taken in their order, each when its question comes.

A run of lines that one question takes is tried as its answer. Below a line of the sheaf that is not good what
would end something is held back, with all that stands below it. What can still be asked for waits, the rest
lapses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile

from adjudicator.answering import answered_by
from adjudicator.by_mail.ahead import EVERY_SIDE, beginning, theirs
from adjudicator.by_mail.views import NotInView
from adjudicator.dice import NeedsDice, OutOfDice
from adjudicator.events import OrderDropped, OrdersKept
from adjudicator.events.fact import with_article
from adjudicator.game import Game
from adjudicator.judging.held_back import (
    acting_in,
    before_held,
    ends,
    first_unit,
    held_back,
    name_of,
    units_in,
)
from adjudicator.judging.what_if import few, meant, ruled, say_what_is_legal, stands_for
from adjudicator.orders import Order, Verb
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.waiting_lines import ENDING, FAULTS, MISREAD, Group, Line, Lines, held, named, tidied
from adjudicator.wording.order_words import cited


def leave(game: Game, play: Play, side: str, order: Order) -> None:
    """Say of an order that nothing has looked at it, why, and what would be an answer now."""
    asked = asked_now(play, side)
    if asked and order.verb in asked.verbs and answered_by(play.state, asked, order):
        play.verdict(order, "not-judged", why=ANSWERED)
        return
    if whose := others_order(game, play.state, side, order):
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


def others_order(game: Game, state: State, side: str, order: Order) -> str:
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


NEXT_TIME = "this email has already begun one. Send this line, and those below it, when you are asked again"
NOT_TO_COME = "As things stand, no question that this line could answer will come, so it is not queued"
WHEN_ASKED = "Send this line when you are asked"
BY_ITSELF = "it has ended by itself"
TOO_LATE = "it is too late for it"
NOT_YET = "you were not asked for it here. Send it again when you are"
UNASKED = "no such question came up. You need do nothing"
ANSWERED = "an earlier line is already your answer. Until it is revealed, a later email can still change it"


# -- the next lines ----------------------------------------------------------------------------------------


def take(game: Game, play: Play, side: str) -> bool:
    """Answer a question of this side with the next of its lines; whether anything came of them.

    They are tried first: where one of them is refused, or the sheaf has a bad line already, what would end
    something is held back, and only the lines before it are taken.
    """
    agenda = play.agenda[side]
    found = next_lines(game, play.state, side, agenda, first_later(game, play, side, agenda))
    if found is None:
        return False
    decision, lines = found
    told = answer(game, play, decision, lines)
    spare_dependent(game, play, decision, lines, told)
    back = held_back(game, play, decision, lines, told)
    if back:
        waiting = {name_of(line) for line in back}
        faults = {
            key: ruling
            for key, ruling in told.rulings.items()
            if ruling.verdict in FAULTS and key not in waiting
        }
        told = answer(game, play, decision, before_held(game, decision, lines[: lines.index(back[0])]))
        spare_without(told, faults)
        told.rulings.update(faults)
    return adopt(game, play, decision, lines, told)


def next_lines(
    game: Game, state: State, side: str, lines: Sequence[Line], later: Mapping[Group, int]
) -> tuple[Decision, list[Line]] | None:
    """The next question of a side that lines of it answer, and these; None where none can be answered now.

    Lines are taken in their order. One whose question is not open, or has its sealed answer from the same
    letter or a later one, is passed over, and waits; what ends
    something never goes before one that waits, unless that is for what may fall out and did not. Of each
    sheaf the lines from the place in `later` on are for what begins later.
    """
    passed: list[Line] = []
    for at, line in enumerate(lines):
        decision = accepting(state, side, line.order) if is_now(line, at, later) else None
        if decision is None or answered_by(state, decision, line.order):
            passed.append(line)
            continue
        run = run_of(game, decision, side, state, lines, at, later)
        before = [one for one in passed if one.group == line.group and not one.bad]
        another = game.ahead.another(state, side, decision.topic, (one.order for one in before))
        if another or meant_for_another(game, decision, side, state, lines[at:], run):
            passed.append(line)
            continue
        late = line.ends and any(one.order.verb not in game.ahead.reactions for one in before)
        if late:
            passed.append(line)
            continue
        if (line.ends and held(lines[:at], line.group)) or misread(game, lines, at):
            return None
        return decision, run
    return None


def first_later(game: Game, play: Play, side: str, lines: Sequence[Line]) -> dict[Group, int]:
    """Of each sheaf the place of its first line that begins something later, if it has one. The first line of
    a sheet that answers what is asked is meant for that."""
    found: dict[Group, int] = {}
    for at, line in enumerate(lines):
        if line.bad or line.group in found or not game.ahead.later(play.state, side, line.order):
            continue
        meant = leads(play, lines, line) and accepting(play.state, side, line.order) is not None
        if not meant:
            found[line.group] = at
    return found


def leads(play: Play, lines: Sequence[Line], line: Line) -> bool:
    """Whether a line is the first good one of the sheet that is being heard, and that has no other batch."""
    order = line.order
    taken = any(
        ruling.line < order.line and ruling.verdict in {"done", "waiting"}
        for ruling in play.sheet(order.sheet)
    )
    others = any(one.sheaf == line.sheaf and one.group != line.group for one in lines)
    above = lines[: lines.index(line)]
    return (
        order.sheet == play.heard
        and not (taken or others)
        and all(one.bad for one in above if one.group == line.group)
    )


def is_now(line: Line, at: int, later: Mapping[Group, int]) -> bool:
    """Whether a line is good, and is not for what begins later."""
    return not line.bad and at < later.get(line.group, at + 1)


def meant_for_another(
    game: Game, decision: Decision, side: str, state: State, lines: Sequence[Line], run: Sequence[Line]
) -> bool:
    """Whether lines about what falls out of a battle, which do not stand as an answer, are for another battle
    than this: a line for this one comes after lines of another kind. `lines` begin with the `run`."""
    if lines[0].order.verb not in game.ahead.reactions:
        return False
    later = [one for one in lines if one not in run and not one.bad]
    fits = [one for one in later if accepting(state, side, one.order) == decision]
    return any(stands_for(game, state, decision, [one.order], 1) for one in fits) and not any(
        stands_for(game, state, decision, [one.order], 1) for one in run
    )


def accepting(state: State, side: str, order: Order) -> Decision | None:
    """The open question of this side that an order can answer: the first. An order may say itself which
    `topics` it is for."""
    if state.over is not None:
        return None
    mine = (asked for asked in state.decisions if asked.player == side and order.verb in asked.verbs)
    return next((asked for asked in mine if order.topics is None or asked.topic in order.topics), None)


def meant_for(game: Game, decision: Decision, lines: Sequence[Line]) -> bool:
    """Whether lines of a player that wait for his word may be his answer to a question: good ones that do
    more than to end something, or a bad one by its first word."""
    grammar, verbs = game.grammar(decision.player), set(decision.verbs)
    for line in lines:
        order = line.order
        kinds = {order.verb} if order.verb else grammar.likely(order.text)
        if held(lines, line.group) and not line.ends and kinds & verbs:
            return True
    return False


def run_of(
    game: Game, decision: Decision, side: str, state: State, lines: Sequence[Line], first: int,
    later: Mapping[Group, int],
) -> list[Line]:  # fmt: skip
    """The lines that follow each other as answers to one question, up to one that ends it."""
    found: list[Line] = []
    for at, line in enumerate(lines):
        if at < first or not is_now(line, at, later):
            continue
        if accepting(state, side, line.order) != decision or misread(game, lines, at):
            break
        found.append(line)
        if line.ends:
            break
    return found


def misread(game: Game, lines: Sequence[Line], at: int) -> bool:
    """Whether a line answers what fell out of a battle, and one above it, which may have been meant to answer
    it first, was not understood."""
    line = lines[at]
    if line.order.verb not in game.ahead.reactions:
        return False
    return any(one.bad in MISREAD for one in lines[:at] if one.bad and one.group == line.group)


def spare_dependent(game: Game, play: Play, decision: Decision, lines: list[Line], told: Play) -> None:
    """Take back what was said against a line that depended on a refused one: the attack of a unit whose move
    to it was refused. It waits for that move put right."""
    answered = {name_of(line) for line in lines}
    # by sheaf and unit: whether refused lines above end anything
    moved: dict[tuple[Group, str], set[bool]] = {}
    for line in play.agenda[decision.player]:
        kind = ends(game, decision, line)
        if name_of(line) in answered and ruled(told, line.order) == "refused" and not line.sure:
            units = units_in(play.state, line.order.args)
            if any((not kind) in moved.get((line.group, unit), ()) for unit in units):
                del told.rulings[line.order.sheet, line.order.line]
        if "refused" in {line.bad, ruled(told, line.order)}:
            moved.setdefault((line.group, first_unit(play.state, line)), set()).add(kind)


def spare_without(told: Play, faults: Mapping[tuple[int, int], Ruling]) -> None:
    """Take back what was said against lines that are good with those that are held back: they wait with
    them."""
    for key, ruling in tuple(told.rulings.items()):
        if ruling.verdict in FAULTS and key not in faults:
            del told.rulings[key]


def answer(game: Game, play: Play, decision: Decision, lines: Sequence[Line]) -> Play:
    """What would come of these lines as an answer to a question, tried on a play of its own."""
    tried = Play(play.state, play.chance)
    tried.as_is = frozenset(name_of(line) for line in lines if line.sure)
    try:
        orders = meant(game, tried, decision, [line.order for line in lines])
        if orders:
            game.answers[decision.topic](tried, decision, orders)
    except (NeedsDice, NotInView, OutOfDice):  # what was said so far holds
        play.rulings.update(tried.rulings)
        raise
    say_what_is_legal(game, tried, play.state, decision, orders)
    return tried


def adopt(game: Game, play: Play, decision: Decision, lines: Sequence[Line], told: Play) -> bool:
    """Let what was tried have happened; whether that was anything. Refused lines keep their place."""
    play.met |= {(line.order.sheet, line.order.line): play.state for line in lines}
    play.record(*told.events)
    play.rulings.update(told.rulings)
    left: list[Line] = []
    acting = acting_in(game, play, decision, lines, told)
    side, answered = decision.player, {name_of(line) for line in lines}
    for line in play.agenda[side]:
        mine = name_of(line) in answered
        verdict = ruled(told, line.order) if mine else ""
        if verdict in FAULTS:
            drop(play, side, line.order)
        if not verdict:
            left.append(line)
            play.delayed |= {name_of(line)} if mine else set()
        elif verdict in FAULTS and not line.sure:
            acted = (ends(game, decision, line), first_unit(play.state, line)) in acting
            left.append(replace(line, bad=verdict, acted=acted))
    play.agenda[side] = tuple(left)
    ended = any(line.ends and ruled(told, line.order) == "done" for line in lines)
    ended = ended or decision.topic in game.ahead.single
    asked = ((decision.topic, verb) for verb in decision.verbs)
    play.endable[side] = () if ended else (*play.endable.get(side, ()), *asked)
    return bool(told.events or told.rulings)


def drop(play: Play, side: str, order: Order) -> None:
    """Tell the writer what became of a line that had to wait and is not carried out."""
    if order.sheet != play.heard or (order.sheet, order.line) in play.delayed:
        ruling = play.rulings[order.sheet, order.line]
        play.record(OrderDropped(rule=ruling.rule, to=(side,), side=side, text=order.text, why=ruling.why))


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
