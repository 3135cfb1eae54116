"""Lines taken in their order, each when its question comes.

A run of lines that one question takes is tried as its answer. Below a line of the sheaf that is not good what
would end something is held back, with all that stands below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from adjudicator.answering import answered_by
from adjudicator.by_mail.views import NotInView
from adjudicator.dice import NeedsDice, OutOfDice
from adjudicator.events import OrderDropped
from adjudicator.game import Game
from adjudicator.judging.held_back import (
    acting_in,
    before_held,
    endable_after,
    ends,
    first_unit,
    held_back,
    name_of,
    units_in,
)
from adjudicator.judging.what_if import meant, ruled, say_what_is_legal, stands_for
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.waiting_lines import FAULTS, MISREAD, Group, Line, held


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
    """Whether lines of a player that wait for their word may be their answer to a question: good ones that do
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
            tried.read_as |= left_out(game, (line.order for line in lines), orders)
            game.answers[decision.topic](tried, decision, orders)
    except (NeedsDice, NotInView, OutOfDice):  # what was said so far holds
        play.rulings.update(tried.rulings)
        raise
    say_what_is_legal(game, tried, play.state, decision, orders)
    return tried


def left_out(game: Game, written: Iterable[Order], orders: Iterable[Order]) -> dict[tuple[int, int], str]:
    """Of each line that is taken with a part of what a name in it could be, what is left out, in words."""
    doubts = {(one.sheet, one.line): one.doubt for one in written if one.doubt}
    told: dict[tuple[int, int], str] = {}
    for order in orders:
        doubt = doubts.get((order.sheet, order.line))
        if doubt and (left := " and ".join(map(game.names(), doubt.left_out(order.args)))):
            why = f'"{doubt.name}" was read without {left}: the order is not legal with it'
            told[order.sheet, order.line] = why
    return told


def adopt(game: Game, play: Play, decision: Decision, lines: Sequence[Line], told: Play) -> bool:
    """Let what was tried have happened; whether that was anything. Refused lines keep their place."""
    keys = {(line.order.sheet, line.order.line) for line in lines}
    play.met |= {key: told.met.get(key, play.state) for key in keys}
    play.read_as |= told.read_as
    ended = any(line.ends and ruled(told, line.order) == "done" for line in lines)
    play.endable[decision.player] = endable_after(game, play, decision, ended)
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
    return bool(told.events or told.rulings)


def drop(play: Play, side: str, order: Order) -> None:
    """Tell the writer what became of a line that had to wait and is not carried out."""
    if order.sheet != play.heard or (order.sheet, order.line) in play.delayed:
        ruling = play.rulings[order.sheet, order.line]
        play.record(OrderDropped(rule=ruling.rule, to=(side,), side=side, text=order.text, why=ruling.why))
