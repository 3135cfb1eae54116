"""Which of a player's lines are held back beside one that is not good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.by_mail.ahead import ACTING
from adjudicator.game import Game
from adjudicator.judging.what_if import ruled
from adjudicator.play import Play
from adjudicator.state import Decision, Json, State
from adjudicator.waiting_lines import FAULTS, Group, Line, held, is_one_of


def ends(game: Game, decision: Decision, line: Line) -> bool:
    """Whether a line would end something as an answer to this question."""
    return line.ends or is_one_of(line.order, game.ahead.ends.get(decision.topic, ()))


def held_back(game: Game, play: Play, decision: Decision, lines: list[Line], told: Play) -> list[Line]:
    """The good ones of these lines that would end something, while a line of their sheaf is bad: one that was
    bad before, one above them, or one that is a part of the same whole. "end" need not be good: it may be
    refused for want of what a bad line above it was to do. A refused one whose unit acts by a
    good one of its like keeps back "done" and its like alone."""
    kinds = [ends(game, decision, line) for line in lines]
    verdicts = [ruled(told, line.order) for line in lines]
    acting = acting_in(game, play, decision, lines, told)
    faulty = [at for at, line in enumerate(lines) if verdicts[at] in FAULTS and not line.sure]
    alone = [at for at in faulty if (kinds[at], first_unit(play.state, lines[at])) not in acting]
    wrong, open_ = by_sheaf(lines, kinds, faulty), by_sheaf(lines, kinds, alone)
    agenda = play.agenda[decision.player]
    open_before = {line.group for line in agenda if line.bad and not line.acted}
    in_order = decision.topic in game.ahead.in_order

    def kept_back(at: int) -> bool:
        line = lines[at]
        if line.sure or not kinds[at] or (line.ends and not verdicts[at]):
            return False
        first, ending = (wrong if line.ends or in_order else open_).get(line.group, (at, False))
        above = held(agenda[: agenda.index(line)], line.group)
        if in_order or verdicts[at] in FAULTS:  # a bad "end" does not hold itself back
            return above is not None or first < at
        before = above if line.ends else line.group in open_before
        return bool(before) or first < at or ending

    ending = (line.ends and not line.order.args for line in lines)  # "pass K13" is bad by itself
    judged = (at for at, bare in enumerate(ending) if verdicts[at] not in FAULTS or bare)
    return [lines[at] for at in judged if kept_back(at)]


def before_held(game: Game, decision: Decision, lines: Sequence[Line]) -> list[Line]:
    """Of the lines above one that is held back those that are taken: what ends something only where lines
    count one after the other."""
    in_order = decision.topic in game.ahead.in_order
    return [line for line in lines if in_order or not ends(game, decision, line)]


def acting_in(
    game: Game, play: Play, decision: Decision, lines: Sequence[Line], told: Play
) -> set[tuple[bool, str]]:
    """The units for which some of these lines are good, each with whether such a line ends anything."""
    return {
        (ends(game, decision, line), unit)
        for line in lines
        if ruled(told, line.order) not in FAULTS
        for unit in units_in(play.state, line.order.args)
    }


def endable_after(game: Game, play: Play, decision: Decision, ended: bool) -> tuple[tuple[str, str], ...]:
    """The topics and verbs that an end may be for, when lines of a side have answered a question: those that
    they have answered in this segment; below an answer of one line what the segment asks of the side."""
    if decision.topic not in game.ahead.single:
        asked = ((decision.topic, verb) for verb in decision.verbs)
        return () if ended else (*play.endable.get(decision.player, ()), *asked)
    who = {decision.player, *([ACTING] if game.ahead.acting(play.state) == decision.player else ())}
    around = (one for one in game.choices.all if one.asked.get(play.state.segment) in who)
    return tuple((one.topic, verb) for one in around if one.topic != decision.topic for verb in one.verbs)


def by_sheaf(lines: list[Line], kinds: list[bool], faulty: list[int]) -> dict[Group, tuple[int, bool]]:
    """Of each sheaf where its first faulty line stands, and whether any of them would end something."""
    found: dict[Group, tuple[int, bool]] = {}
    for at in faulty:
        first, ending = found.get(lines[at].group, (at, False))
        found[lines[at].group] = first, ending or kinds[at]
    return found


def name_of(line: Line) -> tuple[int, int]:
    """What tells a line from all others: its sheet, and its place there."""
    return line.order.sheet, line.order.line


def first_unit(state: State, line: Line) -> str:
    """The unit that a line is about; "" for none."""
    return next(iter(units_in(state, line.order.units or line.order.args)), "")


def units_in(state: State, args: Json) -> list[str]:
    """The units that an order names, in their order."""
    if isinstance(args, str):
        return [args] if args in state.units else []
    parts = args.values() if isinstance(args, Mapping) else args if isinstance(args, (list, tuple)) else ()
    return [unit for part in parts for unit in units_in(state, part)]
