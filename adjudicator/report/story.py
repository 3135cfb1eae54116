"""Events as a story: chapters by segment of the sequence of play, sentences, battles with arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, dropwhile, islice

from adjudicator.events import (
    DieRolled,
    Drawn,
    Event,
    FireResolved,
    FlagsChanged,
    Names,
    OddsResolved,
    OrderDropped,
    SegmentEntered,
    SegmentLeft,
    TurnBegan,
    purpose_told,
)
from adjudicator.game import Game
from adjudicator.report.charts import Strip, strip
from adjudicator.state import Json

MANY = 8
"""Markers on more units than these are told by number; the list of what lies where has them all."""


@dataclass(frozen=True, slots=True)
class Part:
    """One step of a unit's strength: what it was, what it is then, why, by which rule."""

    unit: str
    was: str
    now: str
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Modifier:
    """One column shift or die roll modifier, with its sign."""

    value: str
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle as a report shows it. Numbers are texts, ready to print; `facts` are the event's own.

    `unshifted` is the column before the shifts, "" where the chart does not show which that was.
    A fire has its `number` among those of the report, as on the picture. The result `means` this, as far as
    its game says.
    """

    kind: str
    space: str
    rule: str
    attack: tuple[Part, ...]
    defence: tuple[Part, ...]
    attack_sum: str
    defence_sum: str
    column: str
    unshifted: str
    shifts: tuple[Modifier, ...]
    drms: tuple[Modifier, ...]
    drm: str
    die: str
    final: str
    capped: str
    result: str
    strip: Strip | None
    facts: Mapping[str, Json]
    number: int = 0
    means: str = ""

    @property
    def sum(self) -> str:
        """The die with its modifiers: "5 +1 -1 = 5"."""
        return f"{' '.join([self.die, *(drm.value for drm in self.drms)])} = {self.final}{self.capped}"

    @property
    def edge(self) -> str:
        """That a column of odds is the first or the last of its chart, which further odds share; else ""."""
        last = len(self.strip.columns) - 1 if self.strip and self.attack and self.defence else 0
        hit = self.strip.hit if self.strip and last else -1
        return {0: ", the lowest", last: ", the highest"}.get(hit, "")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One fact told in words, and what is listed below it."""

    text: str
    rule: str
    below: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """All of it on one line."""
        return " ".join((self.text, *self.below))


@dataclass(slots=True)
class Combat:
    """An attack told with its fires and all that came of them, by its number in the report."""

    number: int
    title: Sentence
    items: list[Sentence | Battle] = field(default_factory=list)


@dataclass(slots=True)
class Chapter:
    """What happened in one segment."""

    title: str
    items: list[Sentence | Battle | Combat] = field(default_factory=list)


def tell(game: Game, events: Sequence[Event], turn: int, segment: str) -> list[Chapter]:
    """The story of events that began in a segment of a turn; a chapter with nothing to tell is left out."""
    names = game.names()
    chapters, fires, combats = [Chapter(heading(game, turn, segment))], count(1), count(1)
    place: Chapter | Combat = chapters[-1]
    events = told_together(events)
    for at, event in enumerate(events):
        if isinstance(event, TurnBegan):
            turn = event.turn
        if isinstance(event, SegmentEntered) and event.instead and event.segment in game.sequence:
            chapters.append(Chapter(heading(game, turn, event.segment)))
        if isinstance(event, SegmentLeft) or (isinstance(event, SegmentEntered) and event.instead):
            place = chapters[-1]
        elif event.opens:
            place = Combat(next(combats), Sentence(event.says(names), event.rule))
            chapters[-1].items.append(place)
        elif not event.quiet and not told_later(event, events[at + 1 :]):
            number_ = next(fires) if isinstance(event, FireResolved) else 0
            # an order that came to nothing does not belong to the attack that goes on
            within = chapters[-1] if isinstance(event, OrderDropped) else place
            within.items.extend(items(game, _both_dice(event, events[:at]), names, number_))
    return [chapter for chapter in chapters if chapter.items]


def told_together(events: Iterable[Event]) -> list[Event]:
    """Events with those in one that a report tells together; nothing else that is told is between them."""
    found, here = list[Event](), list[Event]()
    last = -1
    for event in events:
        joined = here[last].with_next(event) if last >= 0 else None
        if joined is not None:
            here[last] = joined
            continue
        here = event.still_told(here)
        here.append(event)
        if isinstance(event, TurnBegan | SegmentEntered | SegmentLeft):
            found += here
            here, last = [], -1
        elif not event.quiet:
            last = len(here) - 1
    return [*found, *here]


FIRST_DIE, SECOND_DIE = ", first die", ", second die"
ADDED = "the second is added"
"""How the purposes of two dice that are added differ, and what came of the first begins."""


def heading(game: Game, turn: int, segment: str) -> str:
    """The title of a segment: "Turn 1 of 10, C.1 Soviet impulse, Zhukov"."""
    when = f"Turn {turn} of {game.turns}" if turn <= game.turns else f"Turn {turn}"
    when += f" ({game.turn_names[turn - 1]})" if turn <= len(game.turn_names) else ""
    return f"{when}, {game.sequence[segment].heading}" if segment in game.sequence else when


def told_later(event: Event, later: Sequence[Event]) -> bool:
    """Whether the next thing told is what this die was rolled for, and names it; or the second of two dice
    that are added, which is told with this one."""
    if not isinstance(event, DieRolled):
        return False
    told = [other for other in later if not other.quiet]
    if any(other.sums_dice for other in islice(dropwhile(_is_die, told), 1)):
        return True
    following = next(iter(told), None)
    if isinstance(following, DieRolled) and are_added(event, following):
        return True
    return not event.came and _rolled_for(event, later) is not None


def _is_die(event: Event) -> bool:
    return isinstance(event, DieRolled)


def are_added(first: DieRolled, second: DieRolled) -> bool:
    """Whether two dice are the first and the second of a DR."""
    follows = second.purpose == first.purpose.replace(FIRST_DIE, SECOND_DIE)
    return first.came.startswith(ADDED) and FIRST_DIE in first.purpose and follows


def _both_dice(event: Event, before: Sequence[Event]) -> Event:
    """The second of two dice that are added, told with the first; any other event as it is."""
    first = next((other for other in reversed(before) if not other.quiet), None)
    if not (isinstance(event, DieRolled) and isinstance(first, DieRolled) and are_added(first, event)):
        return event
    return replace(event, purpose=event.purpose.replace(SECOND_DIE, f", after a first die of {first.value}"))


def _rolled_for(die: DieRolled, later: Sequence[Event]) -> Event | None:
    """The next thing told, if this die is among its facts."""
    following = next((other for other in later if not other.quiet), None)
    return following if following is not None and following.facts().get("die") == die.value else None


def items(game: Game, event: Event, names: Names, fire: int = 0) -> list[Sentence | Battle]:
    """What one event adds to a chapter; `fire` is the number of a fire."""
    if isinstance(event, OddsResolved):
        return [replace(battle(game, event, names), number=fire)]
    if isinstance(event, FlagsChanged) and len(event.units) > MANY:
        return [Sentence(_marked(event), event.rule)]
    text, below = event.listed(names)
    return [Sentence(text[:1].upper() + text[1:], event.rule, below)] if text else []


def _marked(event: FlagsChanged) -> str:
    """What happened to many units, by their number."""
    parts = [f"now {flag}" for flag in event.add] + [f"no longer {flag}" for flag in event.drop]
    because = f" ({event.why})" if event.why else ""
    return f"{len(event.units)} units are {', '.join(parts)}{because}."


def battle(game: Game, event: OddsResolved, names: Names) -> Battle:
    """A battle with its arithmetic."""
    row = strip(game.folder, event.rule, event.column, event.final, event.result)
    return Battle(
        kind=event.kind,
        space=names(event.space),
        rule=event.rule,
        attack=tuple(part(one, names) for one in event.parts if one["side"] == "attack"),
        defence=tuple(part(one, names) for one in event.parts if one["side"] == "defence"),
        attack_sum=number(event.attack),
        defence_sum=number(event.defence),
        column=event.column,
        unshifted=unshifted(row, event.shifts),
        shifts=tuple(map(modifier, event.shifts)),
        drms=tuple(map(modifier, event.drms)),
        drm=signed(event.drm),
        die=str(event.die),
        final=str(event.final),
        capped=event.capped(),
        result=event.result,
        strip=row,
        facts=event.facts(),
        means=game.means(event.rule, event.result),
    )


def unshifted(row: Strip | None, shifts: Iterable[Mapping[str, Json]]) -> str:
    """The column that the odds alone give; "" without shifts, and where the first or last column may have
    swallowed some of them."""
    total = sum(one["value"] for one in shifts)
    if row is None or not total or row.hit in (0, len(row.columns) - 1):
        return ""
    at = row.hit - total
    return row.columns[at] if 0 <= at < len(row.columns) else ""


def part(one: Mapping[str, Json], names: Names) -> Part:
    """One step of a unit's strength."""
    was, now = number(one["was"]), number(one["is"])
    return Part(names(one["unit"]), was, now, str(one.get("reason", "")), str(one.get("rule", "")))


def modifier(one: Mapping[str, Json]) -> Modifier:
    """One die roll modifier or column shift."""
    return Modifier(signed(one["value"]), str(one["reason"]), str(one["rule"]))


def number(value: Json) -> str:
    """A strength as it is written: 74, 10.5."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def signed(value: Json) -> str:
    """A modifier with its sign; 0 without one."""
    return f"{value:+d}" if isinstance(value, int) and value else str(value)


@dataclass(frozen=True, slots=True)
class Chance:
    """One die or draw as the list of them shows it; `brought` is what came of a die, in words."""

    n: int
    purpose: str
    rule: str
    came: str
    brought: str = ""


def chances(events: Sequence[Event], names: Names) -> list[Chance]:
    """The dice and draws among these events, with the numbers by which they can be checked."""
    found: list[Chance] = []
    for at, event in enumerate(events):
        if isinstance(event, DieRolled):
            brought = event.came or _brought(event, events[at + 1 :], names)
            came = f"{event.value} (d{event.sides})"
            found.append(Chance(event.n, _bound(event.purpose, names), event.rule, came, brought))
        elif isinstance(event, Drawn):
            found.append(Chance(event.n, _bound(event.purpose, names), event.rule, names(event.item)))
    return found


def _bound(purpose: str, names: Names) -> str:
    """What a die is for, in print, and the words to which it is bound where those are others: whoever checks
    the dice compares them with the record, and nobody could choose better ones afterwards."""
    told = "".join(purpose_told(purpose, names))
    return purpose if told == purpose else f'{told}, bound as "{purpose}"'


def _brought(die: DieRolled, later: Sequence[Event], names: Names) -> str:
    """What the event that a die was rolled for says of it; "" where none names it."""
    event = _rolled_for(die, later)
    if event is None:
        return ""
    if not isinstance(event, OddsResolved):
        return event.says(names).rstrip(".")
    modified = [f"{signed(one['value'])} {one['reason']}" for one in event.drms]
    told = f"{', '.join(modified)} = {event.final}{event.capped()}" if modified else "no modifiers"
    return f"column {event.column}, {told}: {event.result}"
