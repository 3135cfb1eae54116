"""One sheet gone through without dice, line by line.

It is judged up to the first die, or the next answer of another side. The lines below that are tried as if the
line that comes to it were not there, and those that wait beside a line that is not good as if that one were
not. A line that goes on waiting for that one, and would be refused as things stand and after whatever numbers
are tried for the die, is told so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from adjudicator.by_mail.views import NotInView
from adjudicator.dice import NeedsDice, NoDice, Roll
from adjudicator.game import Game
from adjudicator.judging.lapsing import keep
from adjudicator.judging.line_by_line import accepting, answer, first_later, next_lines
from adjudicator.judging.referee import answers, hear, say_why_waiting
from adjudicator.judging.what_if import foretold, playable, ruled, stands_for, the_meaning, things
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.waiting_lines import ENDING, FAULTS, Line, released, waits_for_word

SHEET = 0
"""The number of a sheet that is tried: no sheet of a game has it."""
UNSEEN = "understood. It depends on something that only the game itself can decide"
AS_THINGS_STAND = "as things stand it would be refused"
LEFT_OUT = "it comes first"
FACES = 6
"""So many series of numbers are tried for the dice, each beginning with another one."""
FOUND = frozenset({"done", "refused", "ambiguous", "unreadable"})
"""Verdicts that say what becomes of a line."""

Key = tuple[int, int]
"""What tells a line from all others: its sheet, and its place there."""
T = TypeVar("T")


def key(order: Order) -> Key:
    """The sheet and the line of an order."""
    return order.sheet, order.line


def of_sheet(told: Mapping[Key, T]) -> dict[Key, T]:
    """What is known of the lines of the sheet that is tried."""
    return {name: one for name, one in told.items() if name[0] == SHEET}


@dataclass(frozen=True, slots=True)
class TurningDice:
    """Numbers for what may be: one after the other, from `first` on."""

    first: int

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        """The number that is next."""
        return Roll((n + self.first) % sides + 1)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        """The place that is next."""
        return self.roll(n, rule, purpose, len(items))


class DryRun:
    """A sheet, tried.

    `told` has the rulings on its lines, and `met` the state in which each was tried. Lines in `unsure` wait
    for what nobody knows yet; without those that are `aside`, some of them `bad`, the rest is tried, and
    `supposed` are the lines on which something was found so; `doubtful` are rulings on what goes on waiting,
    found in the same way. `before` is the play before lines were last taken.
    """

    def __init__(self, game: Game, state: State, side: str) -> None:
        self.game, self.side = game, side
        self.start = playable(game, state, side)
        self.play = self.before = Play(self.start, NoDice())
        self.told: dict[Key, Ruling] = {}
        self.met: dict[Key, State] = {}
        self.orders: dict[Key, Order] = {}
        self.unsure: set[Key] = set()
        self.supposed: set[Key] = set()
        self.doubtful: dict[Key, Ruling] = {}
        self.aside: list[Order] = []
        self.bad: set[Key] = set()

    def hear(self, lines: Sequence[tuple[int, str]]) -> None:
        """Try all lines of a sheet."""
        hear(self.game, self.play, self.side, list(lines), SHEET)
        self.orders = {key(line.order): line.order for line in self.left()}
        self.before = self.play.apart()
        why = self.go_on()
        if not why:
            say_why_waiting(self.game, self.play, self.side)
        self.told = of_sheet(self.play.rulings)
        self.say_die(why)
        self.unsure = {key(line.order) for line in self.left()}
        for name in self.unsure - self.told.keys():
            order = self.orders[name]
            self.told[name] = Ruling(*name, order.text, "not-judged", why=why)
        while self.unsure and self.without_one(why):
            why = self.go_on()
            self.add(why)
        if self.doubtful:
            self.say_doubtful(lines)

    def say_die(self, why: str) -> None:
        """A line whose question it has answered, and that comes to a die before it is carried out, waits for
        the die and for no other question."""
        for name, ruling in self.waiting_for_a_die(self.told, why).items():
            self.told[name] = ruling

    def waiting_for_a_die(self, rulings: Mapping[Key, Ruling], why: str) -> dict[Key, Ruling]:
        """Of these rulings those on lines that wait for a die alone, which nobody can judge yet."""
        left = {key(line.order) for line in self.left()}
        return {
            name: replace(ruling, verdict="not-judged", why=why)
            for name, ruling in rulings.items()
            if why and ruling.verdict == "waiting" and not ruling.why and name not in left
        }

    def left(self) -> list[Line]:
        """The good lines of the sheet that are still to be taken."""
        return [line for line in self.lines(self.play) if line.order.sheet == SHEET and not line.bad]

    def lines(self, play: Play) -> Sequence[Line]:
        """The lines of the side that are still to be taken in a play."""
        return play.agenda.get(self.side, ())

    def next_lines(self, play: Play) -> tuple[Decision, list[Line]] | None:
        """The next question of the side that lines of it answer in a play, and these."""
        lines = self.lines(play)
        later = first_later(self.game, play, self.side, lines)
        return next_lines(self.game, play.state, self.side, lines, later)

    # -- as far as it goes ---------------------------------------------------------------------------------

    def go_on(self) -> str:
        """Take lines as far as it goes; why it goes no further, "" where somebody else has to answer."""
        why, here = "", self.play.apart()
        try:
            for _ in answers(self.game, self.play):
                if self.taken(here):
                    self.before = here
                here = self.play.apart()
            keep(self.game, self.play)
        except NeedsDice as die:
            why = f"understood. The dice decide from here on ({die})"
        except NotInView:
            why = UNSEEN
        if why and (self.taken(here) or self.next_lines(here)):
            self.before = here
        self.met = of_sheet(self.play.met) | self.met
        return why

    def taken(self, before: Play) -> list[Order]:
        """The lines of this side that have been taken as good since then, in their order."""
        now = {key(line.order) for line in self.lines(self.play)}
        gone = (line.order for line in self.lines(before) if key(line.order) not in now)
        return [order for order in gone if ruled(self.play, order) == "done"]

    # -- as if a line were not there -----------------------------------------------------------------------

    def without_one(self, why: str) -> bool:
        """Leave out what is not good; else go back to before the line that came to a die or to another side's
        answer, and leave that out. Whether there was any; `why` is why it went no further."""
        lines, order = self.lines(self.play), self.culprit(why)
        if not why and waits_for_word(lines):
            wrong = [replace(line.order, args={"units": line.order.named}) for line in lines if line.bad]
            self.bad |= {key(order) for order in wrong}
            self.aside += wrong
            self.play.agenda[self.side] = released(lines)
        elif order is not None:
            self.leave_out(order, why)
        else:
            return False
        self.before = self.play.apart()
        return True

    def leave_out(self, order: Order, why: str) -> None:
        """Go back to before a line, and go on without it."""
        name = key(order)
        self.play = self.before.apart()
        self.play.agenda[self.side] = tuple(one for one in self.lines(self.play) if key(one.order) != name)
        self.aside.append(order)
        self.play.rulings[name] = Ruling(
            *name, order.text, "waiting", why=LEFT_OUT
        )  # those below do not lead
        self.met.setdefault(name, self.before.state)
        if name in self.unsure and self.told[name].verdict == "not-judged":
            self.told[name] = replace(self.told[name], why=why)

    def culprit(self, why: str) -> Order | None:
        """The line that came to a die or to another side's answer; None where there is none, where more lines
        like it would still be taken, or where it ends something: what stands below it is for other
        questions."""
        done = self.taken(self.before) or (self.to_a_die() if why else [])
        found = self.next_lines(self.before)
        mine = {asked.topic for asked in self.play.state.waiting() if asked.player == self.side}
        if not done or done[-1].verb in ENDING or (not why and found and found[0].topic in mine):
            return None
        return done[-1]

    def to_a_die(self) -> list[Order]:
        """The lines of an answer that comes to a die, up to the one that does."""
        found = self.next_lines(self.before)
        asked, lines = found or (None, [])

        def comes_to_one(count: int) -> bool:
            try:
                answer(self.game, self.before.apart(), asked, lines[:count]) if asked else None
            except (NeedsDice, NotInView):
                return True
            return False

        counts = range(1, len(lines) + 1)
        if asked and asked.topic in self.game.ahead.in_order:  # once it has come to one, more lines do, too
            first_ = bisect_left(counts, True, key=comes_to_one) + 1
        else:
            first_ = next(filter(comes_to_one, counts), len(lines) + 1)
        return [line.order for line in lines[:first_]] if first_ in counts else []

    def add(self, why: str) -> None:
        """Say of the lines that waited what was found as if those left out were not there. What is about the
        same units and places as one of these goes on waiting. `why` is why it went no further."""
        about = {thing for order in self.aside for thing in self.about(order)}
        rulings = of_sheet(self.play.rulings)
        to_a_die = self.waiting_for_a_die(rulings, why)
        for name, ruling in (rulings | to_a_die).items():
            order = self.orders.get(name)
            if (
                order is None
                or name not in self.unsure
                or (ruling.verdict not in FOUND and name not in to_a_die)
            ):
                continue
            if order.verb not in ENDING and not about & self.about(order):
                self.unsure.discard(name)
                self.supposed.add(name)
                last = self.aside[-1]
                led = "" if self.is_above(order, last) else first(last, key(last) in self.bad)
                why = "; ".join(filter(None, (ruling.why, led)))
                self.told[name] = replace(ruling, why=why)
                self.doubtful.pop(name, None)
            elif ruling.verdict == "refused" and order.verb not in self.game.ahead.reactions:
                self.doubtful[name] = ruling  # an answer to what falls out may be for another battle

    def is_above(self, order: Order, other: Order) -> bool:
        """Whether an order is carried out before another one, in a question whose lines count in their
        order."""
        asked = accepting(self.start, self.side, order)
        in_order = asked is not None and asked.topic in self.game.ahead.in_order
        return in_order and key(order) < key(other) and order.sheet == other.sheet

    def say_doubtful(self, lines: Sequence[tuple[int, str]]) -> None:
        """Say of lines that go on waiting why they would be refused, if no number for a die helps them."""
        good: set[Key] = set()
        for first in range(FACES):
            if self.doubtful.keys() <= good:
                return
            good |= self.good_after(lines, TurningDice(first))
        for name in self.doubtful.keys() - good:
            told, no = self.told[name], self.doubtful[name]
            why = "; ".join(filter(None, (told.why, f"{AS_THINGS_STAND}: {no.why}")))
            self.told[name] = replace(told, rule=no.rule, why=why, legal=no.legal)

    def good_after(self, lines: Sequence[tuple[int, str]], dice: TurningDice) -> set[Key]:
        """The lines that would be carried out if these numbers fell, as far as that can be seen."""
        play = Play(self.start, dice)
        hear(self.game, play, self.side, list(lines), SHEET)
        with suppress(NotInView):
            for _ in answers(self.game, play):
                if waits_for_word(self.lines(play)):
                    play.agenda[self.side] = released(self.lines(play))
        return {name for name, ruling in play.rulings.items() if ruling.verdict == "done"}

    def about(self, order: Order) -> set[str]:
        """The units and places that an order names."""
        known = self.play.state
        return {one for one in things(order.args.values()) if one in known.units or one in known.board.spaces}

    # -- what is known of the outcome ----------------------------------------------------------------------

    def foresee(self, order: Order) -> None:
        """Add to the ruling on an attack that may be made what is known of its odds."""
        ruling, state = self.told.get(key(order)), self.met.get(key(order))
        if not self.game.choices.foretells or state is None or ruling is None or ruling.verdict in FAULTS:
            return
        asked = accepting(state, self.side, order)
        args = the_meaning(self.game, state, asked, (), order) if asked else None
        if asked and args is not None and stands_for(self.game, state, asked, [order.meaning(args)], 1):
            alone = key(order) in self.supposed  # another line comes before it, and its combat is another
            told = foretold(self.game, state, asked, order.meaning(args), begun=not alone)
            why = "; ".join(filter(None, (ruling.why, told)))
            self.told[key(order)] = replace(ruling, why=why)


def first(order: Order, bad: bool) -> str:
    """That another line comes before one, or is bad and waits for its correction."""
    which = f"line {order.line}" if order.sheet == SHEET else f'"{order.text}" in earlier orders'
    return f"{which} {'needs a correction' if bad else 'comes first'} and can change this"
