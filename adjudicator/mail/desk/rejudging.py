"""A game judged again by today's rules, sheet by sheet, and compared with the original rulings. Each sheet is
judged in its original state, so that one difference does not cause others. Rolls with the same purpose keep
their dice. Different words alone do not count: verdicts, clauses and events do. The desk's own entries do not
depend on rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from adjudicator.dice import FIRST_SCHEME, Chance, CommittedDice, Roll, numbers
from adjudicator.events import Answered, DieRolled, Drawn, Entry, Event, RoundUsed, SilenceTaken
from adjudicator.judging.referee import split_standing
from adjudicator.mail.desk.agreements import saying
from adjudicator.mail.desk.bound import Sent
from adjudicator.mail.desk.sheets import read_sheet
from adjudicator.mail.desk.table import PASSES, Table, Taken, opened_play
from adjudicator.mail.reading.block import Block, find_blocks, from_log
from adjudicator.mail.reading.letter import Letter, read_letter
from adjudicator.mail.settings.wishes import split_said, split_wishes
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Json, State
from adjudicator.store import SheetRow, Store

JUDGED = ("opening", "orders", "silence")
"""The kinds of sheets that the rules deal with; what else there is, is somebody's decision."""
WORDS = frozenset((
    "why", "came", "question", "silence", "reason", "meaning", "what", "purpose", "chain", "text", "n",
))  # fmt: skip
"""What of the facts of an event is only how it is told, or counts the dice before it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One sheet of which something would be judged differently: lines (what was said, what would be), events
    that would not happen, and those that would instead; `fault` where today's rules fail on it."""

    sheet: int
    kind: str
    side: str
    turn: int
    lines: tuple[Mapping[str, Json], ...] = ()
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    fault: str = ""


@dataclass(slots=True)
class RecordedDice:
    """The dice of a sheet as they were rolled, by purpose, or else by rule; further ones from the secret."""

    rolled: list[DieRolled | Drawn]
    fresh: Chance

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        """The recorded die for this purpose."""
        die = self._take(DieRolled, rule, purpose, sides)
        return Roll(die.value, die.chain) if die else self.fresh.roll(n, rule, purpose, sides)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        """The recorded draw for this purpose, if its item is there."""
        drawn = self._take(Drawn, rule, purpose, 0)
        if isinstance(drawn, Drawn) and drawn.item in items:
            return Roll(items.index(drawn.item) + 1, drawn.chain)
        return self.fresh.pick(n, rule, purpose, items)

    def in_secret_order(self, about: str, most: int) -> tuple[int, ...]:
        """As the secret has it."""
        return numbers(self.fresh, about, most)

    def _take(self, kind: type[Event], rule: str, purpose: str, sides: int) -> DieRolled | Drawn | None:
        fit = [die for die in self.rolled if isinstance(die, kind) and sides in {0, die.sides}]
        named = [die for die in fit if die.purpose == purpose] or [die for die in fit if die.rule == rule]
        if named:
            self.rolled.remove(named[0])
        return named[0] if named else None


class Again(Table):
    """A table at which one sheet is judged once more; nothing is kept."""

    def __init__(self, store: Store, number: int) -> None:
        super().__init__(store, number, anew=True)
        self.sheet = store.journal.sheets(number)[0]
        self.recorded: list[Event] = []

    def sit(self, sheet: SheetRow, before: State, recorded: list[Event]) -> None:
        """Be where the game was when a sheet came."""
        self.sheet, self.state, self.recorded = sheet, before, recorded

    @property
    def used(self) -> RoundUsed | None:
        """The round of a beacon that the sheet was judged with."""
        return next((event for event in self.recorded if isinstance(event, RoundUsed)), None)

    def _row(self, kind: str, side: str, now: str, bound: str, used: RoundUsed | None = None) -> SheetRow:
        return self.sheet

    def _row_of(self, side: str, sent: Sent, now: str) -> SheetRow:
        return self.sheet

    def _play(self, row: SheetRow) -> Play:
        play = super()._play(row)
        if isinstance(play.chance, CommittedDice):
            rolled = [event for event in self.recorded if isinstance(event, DieRolled | Drawn)]
            play.chance = RecordedDice(rolled, play.chance)
        return play

    def _keep(self, row: SheetRow, before: State, play: Play, rulings: Sequence[Ruling]) -> Taken:
        return Taken(row, before, play.state, tuple(play.events), tuple(rulings))

    def sheets(self) -> tuple[SheetRow, ...]:
        """What there was before the sheet."""
        return super().sheets()[: self.sheet.n]


@dataclass(frozen=True, slots=True)
class Judged:
    """What was or would be said and done."""

    events: Sequence[Event] = ()
    rulings: Sequence[Ruling] = field(default_factory=tuple)


def rejudge(store: Store, number: int, boards: Path) -> tuple[int, list[Difference]]:
    """How many sheets were judged again, and those with a difference."""
    table, told = Again(store, number), 0
    differences: list[Difference] = []
    count = 0
    for sheet in store.journal.sheets(number):
        recorded, before = table.events(told + 1, sheet.last_event), table.state_after(told)
        told = sheet.last_event
        if sheet.kind not in JUDGED or (sheet.kind == "opening" and table.scheme == FIRST_SCHEME):
            continue  # under the first scheme the dice of the opening hung on nothing
        count += 1
        table.sit(sheet, before, list(recorded))
        found = _difference(table, sheet, Judged(recorded, store.journal.rulings(number, sheet.n)), boards)
        differences += [found] if found else []
    return count, differences


def _difference(table: Again, sheet: SheetRow, was: Judged, boards: Path) -> Difference | None:
    """What of one sheet would be different; None for nothing."""
    about = Difference(sheet.n, sheet.kind, sheet.side, sheet.turn)
    try:
        now = _again(table, sheet, boards)
    except Exception as fault:  # whatever is wrong with today's rules is what the referee wants to know
        return replace(about, fault=f"today's rules fail on it ({type(fault).__name__}: {fault})")
    lines = tuple(_lines(was.rulings, now.rulings))
    gone, new = _other_events(table, was.events, now.events)
    return replace(about, lines=lines, gone=gone, new=new) if lines or gone or new else None


def _again(table: Again, sheet: SheetRow, boards: Path) -> Judged:
    """What is said and done of a sheet today."""
    if sheet.kind == "opening":
        return Judged(opened_play(table.game, table.state).events)
    if sheet.kind == "silence":
        taken = _silence(table)
        return Judged(taken.events, taken.rulings) if taken else Judged()
    letter, block = _block(table, sheet)
    taken = _orders(table, sheet, letter, block, boards)
    return Judged(taken.events, taken.rulings)


def _silence(table: Again) -> Taken | None:
    asked = table.sheet.bound.split("\n")[1:3] or [
        event.decision for event in table.recorded if isinstance(event, Answered)
    ]
    mine = [d for d in table.state.waiting() if d.player == table.sheet.side]
    decision = next((d for d in mine if d.id in asked), mine[0])
    passing = any(isinstance(event, SilenceTaken) and event.meaning == PASSES for event in table.recorded)
    return table.take_silence(decision, table.sheet.judged, table.sheet.judged, passing, table.used)


def _block(table: Table, sheet: SheetRow) -> tuple[Letter, Block]:
    """The letter of a sheet, and its block for the game and side."""
    letter = read_letter(table.store.mail.letter(sheet.letter or 0))
    blocks = (found for found in find_blocks(letter) if isinstance(found, Block))
    mine = (one for one in blocks if (one.game, one.side) == (str(table.number), sheet.side))
    block = next(mine)
    return letter, replace(block, lines=tuple(split_wishes(block.lines)[1]))


def _orders(table: Again, sheet: SheetRow, letter: Letter, block: Block, boards: Path) -> Taken:
    sent = Sent(b"", sheet.letter or 0, sheet.bound, table.used)
    if not from_log(block, letter) and _was_replaced(table, sheet, block):
        said, plain = split_said(table.game, block.lines)
        standing = split_standing(table.game, plain)[0]
        return table.hear(
            sheet.side, standing, sent, sheet.judged, saying(table, sheet.side, said, sheet.judged)
        )
    early = all(decision.player != sheet.side for decision in table.state.decisions)
    found = read_sheet(table, block, letter, boards, early, sheet.judged)
    say = saying(table, sheet.side, found.said, sheet.judged)
    return table.take_orders(sheet.side, found.lines, sent, sheet.judged, say)


def _was_replaced(table: Table, sheet: SheetRow, block: Block) -> bool:
    """Whether a later sheet took the place of this one: then nothing was said of its plain lines."""
    plain = split_standing(table.game, split_said(table.game, block.lines)[1])[1]
    numbers = {number for number, text in plain if not text.startswith("#")}
    rulings = table.store.journal.rulings(table.number, sheet.n)
    return bool(numbers) and not numbers & {ruling.line for ruling in rulings if ruling.sheet == sheet.n}


# -- compared --------------------------------------------------------------------------------------------


def _lines(was: Sequence[Ruling], now: Sequence[Ruling]) -> list[Mapping[str, Json]]:
    """The lines with another verdict, or by another clause."""
    before = {(one.sheet, one.line): one for one in was}
    after = {(one.sheet, one.line): one for one in now}
    found: list[Mapping[str, Json]] = []
    for place in sorted(before.keys() | after.keys()):
        old, new = before.get(place), after.get(place)
        said, says = _verdict(old), _verdict(new)
        if said != says:
            text = (old or new or Ruling(0, 0, "", "done")).text
            found.append({"sheet": place[0], "line": place[1], "text": text, "was": said, "now": says})
    return found


def _verdict(ruling: Ruling | None) -> str:
    if ruling is None:
        return "nothing"
    return f"{ruling.verdict} [{ruling.rule}]" if ruling.rule else ruling.verdict


def _other_events(
    table: Table, was: Sequence[Event], now: Sequence[Event]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The events that would not happen today, and those that would instead, as sentences; none where only
    words differ."""
    was, now = ([one for one in some if not isinstance(one, Entry)] for some in (was, now))
    if list(map(_bare, was)) == list(map(_bare, now)):
        return (), ()
    left = list(now)
    gone: list[Event] = []
    for event in was:
        same = next((one for one in left if _bare(one) == _bare(event)), None)
        if same is None:
            gone.append(event)
        else:
            left.remove(same)
    names = table.game.names()
    told = [tuple(event.says(names) or f"({event.kind})" for event in some) for some in (gone, left)]
    return (told[0], told[1]) if gone or left else (("(the same in another order)",), ())


def _bare(event: Event) -> tuple[str, str, tuple[str, ...], Json]:
    """An event without the words it is told in."""
    return event.kind, event.rule, tuple(event.to), _without_words(event.facts())


def _without_words(value: Any) -> Any:
    if isinstance(value, Mapping):
        examples = {"answers"} if not value.get("closed", True) else set()
        return {key: _without_words(one) for key, one in value.items() if key not in WORDS | examples}
    if isinstance(value, (list, tuple)):
        return [_without_words(one) for one in value]
    return sorted(value) if isinstance(value, frozenset | set) else value
