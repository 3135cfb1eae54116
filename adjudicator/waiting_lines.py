"""Lines that are still to be taken: sent ahead of their question, or held back beside one that is not good.

Lines that came together are a sheaf. One that was unreadable, ambiguous or refused keeps its place in it:
while it does, the sheaf ends nothing, and its writer is asked to correct the line, to say "as
is", or to "start over".
Lines of one sheet for different things that begin later, each at its own time, are batches of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from adjudicator.orders import Order, unpack, without_digest
from adjudicator.rulings import Ruling
from adjudicator.snapshot import frozen
from adjudicator.state import Json, State
from files.messages import listed

ENDING = ("done", "end", "pass")
"""Orders that end whatever is asked; a game adds to them by question (`Ahead.ends`)."""

AS_IS = ("as is", "as it is", "as it stands")
"""What a writer says to have their lines taken without those that are not good."""

START_OVER = ("start over", "start again")
"""What a writer says to have all their earlier lines dropped."""
ABOUT_EARLIER = (*AS_IS, *START_OVER)

ON_HOLD = "on hold"
"""How the reason begins why a line waits that needs a word of its writer."""
MISREAD = ("unreadable", "ambiguous")
MOST_FAULTS = 6
"""So many lines are named as what others wait for."""
FAULTS = {
    "refused": "is refused",
    "unreadable": "is not understood",
    "ambiguous": "could mean several things",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sheaf; `bad` is the verdict on one that is not good, and `sure` says that its writer
    wants it taken whatever becomes of the others. A bad one whose unit has `acted` by another line holds back
    no more than what ends everything. `batch` names what a line is for that begins later, and is "" for what
    is asked now. Lines of different batches do not hold each other back. `within` is the segment in which an
    end ends what lines above it have answered in part, "" while none has: it means nothing after that."""

    order: Order
    sheaf: int
    bad: str = ""
    sure: bool = False
    acted: bool = False
    batch: str = ""
    within: str = ""

    def pack(self) -> Json:
        """The line as JSON-ready values, for the state of the game."""
        some = {"acted": self.acted, "batch": self.batch, "within": self.within}
        more = {key: value for key, value in some.items() if value}
        return frozen({**self.order.pack(), "sheaf": self.sheaf, "bad": self.bad, "sure": self.sure, **more})

    @property
    def group(self) -> Group:
        """The lines that are taken together with this one: its sheaf, and its batch."""
        return self.sheaf, self.batch

    @property
    def ends(self) -> bool:
        """Whether it ends whatever is asked."""
        return self.order.verb in ENDING

    def says_like(self, other: Line) -> bool:
        """Whether two good lines order the same."""
        mine, its = self.order, other.order
        return not (self.bad or other.bad) and (mine.verb, mine.args) == (its.verb, its.args)


Lines = tuple[Line, ...]
Group = tuple[int, str]
"""The number of a sheaf, and a batch in it."""
_OF_A_LINE = {"sheaf", "bad", "sure", "acted", "batch", "within"}
"""What a packed line holds beside its order."""


def unpacked(packed: Json) -> Line:
    """The line that `Line.pack` packed."""
    order = {key: value for key, value in packed.items() if key not in _OF_A_LINE}
    acted, batch, within = packed.get("acted", False), packed.get("batch", ""), packed.get("within", "")
    return Line(unpack(order), packed["sheaf"], packed["bad"], packed["sure"], acted, batch, within)


_READ: dict[int, tuple[Sequence[Json], Lines]] = {}
"""Lines that were unpacked: a position is tried again and again. What they were packed in is kept beside
them, so that nothing else can have its place in memory."""
_MANY = 64


def kept_in(state: State, side: str) -> Lines:
    """The lines of a side that a state keeps."""
    kept = state.kept.get(side, ())
    if id(kept) not in _READ:
        if len(_READ) >= _MANY:
            _READ.clear()
        _READ[id(kept)] = (kept, tuple(map(unpacked, kept)))
    return _READ[id(kept)][1]


def sheaf_of(orders: Iterable[Order], wrong: Iterable[Ruling], sheet: int) -> Lines:
    """The lines of one sheet: its orders, and what could not be read or was ambiguous, each in its place."""
    bad = (
        Line(Order("", {}, one.text, one.sheet, one.line), sheet, one.verdict)
        for one in wrong
        if one.verdict in FAULTS
    )
    lines = (*(Line(order, sheet) for order in orders), *bad)
    return tuple(sorted(lines, key=lambda line: line.order.line))


def in_batches(lines: Lines, begins: Callable[[Order], str | None]) -> Lines:
    """The lines of one sheet, each with its batch: a line that `begins` one, or what is asked now (""), has
    all lines below it with it, up to the next such line."""
    batch, found = "", list[Line]()
    for line in lines:
        begun = None if line.bad else begins(line.order)
        batch = batch if begun is None else begun
        found.append(replace(line, batch=batch))
    return tuple(found)


def held(lines: Iterable[Line], group: Group) -> Line | None:
    """The first line that keeps a group from ending anything; None if none does."""
    return next((line for line in lines if line.bad and line.group == group), None)


def waits_for_word(lines: Sequence[Line]) -> Line | None:
    """The first bad line beside which good ones wait for a word of their writer."""
    return next(filter(None, (held(lines, line.group) for line in lines if not line.bad)), None)


def released(lines: Iterable[Line]) -> Lines:
    """The good lines, to be taken as they stand."""
    return tuple(replace(line, sure=True) for line in lines if not line.bad)


def tidied(lines: Iterable[Line]) -> Lines:
    """Without the bad lines of which nothing good is left to wait."""
    left = tuple(lines)
    good = {line.group for line in left if not line.bad}
    return tuple(line for line in left if line.group in good)


# -- a later sheet -----------------------------------------------------------------------------------------


def joined(old: Lines, new: Lines, reactions: Sequence[str]) -> tuple[Lines, Lines]:
    """What a side's lines are after a later sheet of it, and those that the sheet takes the place of.

    Beside lines that wait for a word: a sheet that says one of them again is a new version of theirs; a sheet
    of nothing but "done" or "pass" says "as is"; any other puts right as many bad lines as it has, and when
    none is left the rest follows.
    """
    told = [line.order.verb for line in new if not line.bad]
    fault = waits_for_word(old)
    falls_out = fault and told and fault.order.verb not in told and all(verb in reactions for verb in told)
    if fault is None or (falls_out and not corrects(new, old, fault)):
        return sent_ahead(old, new)
    if new and all(line.ends for line in new):
        return taken_as_is(old, new)
    mine, others = split(old, lambda line: line.group == fault.group)
    again, _ = split(mine, lambda line: any(line.says_like(one) for one in new))
    if again:
        return (*new, *others), tuple(line for line in mine if not line.bad)
    return (*put_right(mine, new), *others), ()


def corrects(new: Lines, old: Lines, fault: Line) -> bool:
    """Whether each good line begins as a line that was not understood, beside which others wait: it is that
    line corrected, whatever may fall out."""
    misread = [line for line in old if line.bad in MISREAD and line.group == fault.group]
    return all(any(alike(line, one)[1] for one in misread) for line in new if not line.bad)


def planned(old: Lines, new: Lines) -> tuple[Lines, Lines, Lines]:
    """A side's lines with those batches of a later sheet that are for something else than its lines that wait
    for a word; the rest of that sheet; and the lines that the batches take the place of."""
    fault = waits_for_word(old)
    plans, rest = split(new, lambda line: bool(line.batch) and (fault is None or line.batch != fault.batch))
    left, gone = sent_ahead(old, plans) if plans else (old, ())
    return left, rest, gone


def taken_as_is(old: Lines, new: Lines) -> tuple[Lines, Lines]:
    """What a side's lines are after a sheet that says "as is", and those that it takes the place of.

    The lines that waited come first, as they stand; orders of the sheet go to where the first bad line was,
    and its ends behind all, each in the place of one that stood there.
    """
    fault = waits_for_word(old)
    if fault is None:
        return sent_ahead(released(old), released(new))
    mine, others = split(old, lambda line: line.group == fault.group)
    ends, lines = split(released(new), lambda line: line.ends)
    if any(line.says_like(one) for line in mine for one in lines):
        return (*released(new), *released(others)), released(mine)
    at = mine.index(next(line for line in mine if line.bad))
    waited = (*released(mine[:at]), *lines, *released(mine[at:]))
    last = max((at for at, line in enumerate(waited, 1) if not line.ends), default=0)
    closing, gone = closed_by(waited[last:], ends)
    left = (replace(line, sheaf=fault.sheaf, batch=fault.batch) for line in (*waited[:last], *closing))
    return (*left, *released(others)), gone


def closed_by(old: Lines, new: Lines) -> tuple[Lines, Lines]:
    """Ends with newer ones in their places, each in that of its like, else of the last; and those that give
    way. A bare word means what stood in its place."""
    left, gone = list(old), list[Line]()
    for end in reversed(new):
        places = [at for at, line in enumerate(left) if line in old]
        like = [at for at in places if left[at].says_like(end)] or places
        if like:
            gone.append(left[like[-1]])
            left[like[-1]] = in_place_of(gone[-1], end)
        else:
            left.insert(0, end)
    return tuple(left), tuple(reversed(gone))


def in_place_of(old: Line, new: Line) -> Line:
    """An end that takes the place of an earlier one of the same word."""
    bare = old.order.verb == new.order.verb and not any(new.order.args.values())
    return replace(new, order=new.order.meaning(old.order.args)) if bare else new


def sent_ahead(old: Lines, new: Lines) -> tuple[Lines, Lines]:
    """The newest lines come first; they take the place of those of their kinds that were sent ahead, in the
    same batch."""
    kinds = {(line.batch, line.order.verb) for line in new if not (line.bad or line.ends)}
    again = {
        line.group for line in old if (line.batch, line.order.verb) in kinds and not held(old, line.group)
    }
    gone, left = split(old, lambda line: line.group in again)
    return (*new, *left), gone


def put_right(old: Lines, new: Lines) -> Lines:
    """New lines in the place of the first bad one, each for one that was bad; what ends comes last."""
    sheaf, batch = old[0].group
    ends, lines = split((replace(line, sheaf=sheaf, batch=batch) for line in new), lambda line: line.ends)
    at = next(place for place, line in enumerate(old) if line.bad)
    left = [line for line in old if line.bad]
    for line in lines:
        if left:
            left.remove(max(left, key=partial(alike, line)))
    rest = (line for line in old[at:] if not line.bad or line in left)
    return (*old[:at], *lines, *rest, *ends)


def alike(line: Line, bad: Line) -> tuple[bool, int]:
    """How well a line fits as the correction of a bad one: by the first unit that both are about, else by how
    many words both begin with, for what could not be read has no unit."""
    mine, its = line.order, bad.order
    words = zip(mine.text.casefold().split(), its.text.casefold().split(), strict=False)
    begun = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], words))
    return mine.units[:1] == its.units[:1] != (), begun


def split(lines: Iterable[Line], test: Callable[[Line], bool]) -> tuple[Lines, Lines]:
    """The lines for which a test holds, and the others."""
    found = tuple(lines)
    yes = tuple(line for line in found if test(line))
    return yes, tuple(line for line in found if line not in yes)


# -- what the writer is told -------------------------------------------------------------------------------


def why_waiting(state: State, side: str, lines: Sequence[Line], line: Line, ending: Collection[str]) -> str:
    """Why a line waits: for a bad line of its sheaf, or for its question. `ending` are orders that
    end something besides the ending words."""
    fault = held_by(state, side, lines, line, ending)
    if fault is None:
        return "for a later question"
    above = lines[: lines.index(line)] if line.ends else lines
    beside = [one for one in above if one.bad and one.group == line.group]
    mine = [one.order.line for one in beside if one.order.sheet == line.order.sheet]
    if 1 < len(mine) == len(beside):
        return f"{ON_HOLD}: lines {listed([str(one) for one in mine])} need correcting"
    return f"{ON_HOLD}: {named(fault, line.order.sheet)}"


def held_by(
    state: State, side: str, lines: Sequence[Line], line: Line, ending: Collection[str]
) -> Line | None:
    """The bad line that keeps a good one of a side waiting: an end waits for one above it, any other for one
    in its sheaf. Where the side is asked nothing, nor waits for a battle of its own to go on, a line is
    queued that ends nothing and has no such end above it: it is taken when its question comes, whatever
    becomes of the bad one. None for a queued line."""
    at = lines.index(line)
    fault = held(lines[:at] if line.ends else lines, line.group)
    asked = any(one.player == side and one.id not in state.sealed for one in state.decisions)
    if fault is None or len(state.frames) > 1 or asked:
        return fault
    below = lines[lines.index(fault) : at + 1]
    mine = (one for one in below if one.group == line.group and not one.bad)
    return fault if any(one.ends or is_one_of(one.order, ending) for one in mine) else None


def is_one_of(order: Order, kinds: Collection[str]) -> bool:
    """Whether an order is of one of these kinds: verbs, or a verb with the last word that makes it one."""
    return order.verb in kinds or f"{order.verb} {order.text.casefold().split()[-1]}" in kinds


def named(fault: Line, sheet: int) -> str:
    """A bad line and what is wrong with it, for the writer of a sheet: "line 2 is refused"."""
    mine = fault.order.sheet == sheet
    which = f"line {fault.order.line}" if mine else f'"{without_digest(fault.order.text)}" in earlier orders'
    return f"{which} {FAULTS[fault.bad]}"


@dataclass(frozen=True, slots=True)
class Waiting:
    """Lines of a side that wait: their words, why, and what their writer may do about it. With `word` they
    wait for a word."""

    lines: tuple[str, ...]
    why: str
    what: str
    word: bool


def waiting(state: State, side: str, ending: Collection[str] = ()) -> Waiting | None:
    """What of a side's lines is still to be taken, and why; None where nothing is. `ending` are orders
    that end something besides the ending words."""
    lines = kept_in(state, side)
    good = [line for line in lines if not line.bad]
    fault = waits_for_word(lines)
    if fault is None:
        why, told = "Your queued orders, for later questions:", tuple(map(typed, good))
        return Waiting(told, why, "A later order of the same kind replaces them.", False) if told else None
    faults = [line for line in lines if line.bad and line.group == fault.group]
    back = [line for line in good if held_by(state, side, lines, line, ending)]
    bad, them = ("bad line", "it") if len(faults) == 1 else ("bad lines", "them")
    these = "this order is" if len(back) == 1 else "these orders are"
    so = f", so {these} on hold:" if back else ". Your other orders stay queued:"
    return Waiting(
        tuple(map(typed, back or good)),
        f"{faults_told(faults)}{so}",
        f'Reply with the {bad} corrected (the rest follows), or with "as is" to go on without {them}. '
        'To drop all of this, reply with "start over" and your new orders.',
        True,
    )


def typed(line: Line) -> str:
    """A line as its writer typed it."""
    return without_digest(line.order.text)


def faults_told(faults: Sequence[Line]) -> str:
    """What keeps orders on hold, in words: each line with what is wrong with it."""
    alike: dict[str, list[str]] = {}
    for line in faults[:MOST_FAULTS]:
        alike.setdefault(FAULTS[line.bad], []).append(f'"{typed(line)}"')
    told = [f"{listed(lines)} {_of(fault, len(lines))}" for fault, lines in alike.items()]
    more = len(faults[MOST_FAULTS:])
    told += [f"{more} more {'line needs' if more == 1 else 'lines need'} a correction"] if more else []
    return listed(told)


def _of(fault: str, count: int) -> str:
    """What is wrong, of one line or of several."""
    return fault if count == 1 else fault.replace("is ", "are ", 1)
