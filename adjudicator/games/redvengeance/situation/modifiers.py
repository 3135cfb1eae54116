"""What many rolls and purchases use: one die (dr) or two (DR) with modifiers, the total told with the last of
them; CG Play Balance (CG30), the critical date (CG31), the ELR in force (CG15, CG17, CG18, CG23, CG24)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from adjudicator.events import EVERYBODY
from adjudicator.mechanics.drm import DRM, total
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State

from ..charts import rows_of
from ..events import ElrChanged
from ..position import GERMAN, GONE, RUSSIAN, SIDES, kind, other
from .campaign import banners, campaign, note, note_banners, note_in, placed
from .ground import hex_id
from .steps import date, dates, in_range

BALANCE = {2: 1, 3: 2}
"""CGS that a side has lost more than the other -> its balance (CG30); more than the last count as that."""
LISTED, LOST_LEVELS, LOST_CGS = "elr-listed", "elr-lost", "lost"
"""Tracks of a side: what a scenario card takes from its ELR (8.21), levels lost by losses, CGS lost."""

PARTY = "-party"
"""How the kinds of Party Leaders end in the roster."""
BEFORE_THE_CHITS = in_range("8.6122", "8.622")
"""Steps at which the new date has come, and nobody is its Defender yet."""


def by_date(name: str) -> str:
    """The clause of CG31 for a date: CG31.4.28.PM."""
    return f"CG31.{name.replace('/', '.').replace('-', '.')}"


# -- dice modifiers of both sides --------------------------------------------------------------------------


@rule("CG30.1", "CG30.2")
def balance(state: State, side: str) -> int:
    """The size of a side's balance: 1 if it has lost exactly two CGS more than the other side, 2 if three or
    more. Wherever a roll lists it, it is subtracted (notes f.10)."""
    lost = {one: state.tracks.get(f"{LOST_CGS}-{one}", 0) for one in SIDES}
    more = lost[side] - lost[other(side)]
    return BALANCE.get(min(more, max(BALANCE)), 0)


@rule(*(by_date(one.name) for one in dates()))
def critical(state: State, side: str) -> int:
    """The critical date value of a side, which is added: that of the date played or, from 8.612 on, of the
    date prepared (notes f.11)."""
    return date(state).modifier[side]


def balance_drm(state: State, side: str) -> tuple[DRM, ...]:
    """The balance of a side as a modifier; none where it is 0."""
    size = balance(state, side)
    return (DRM(f"CG30.{size}", -size, "CG balance"),) if size else ()


def date_drm(state: State, side: str) -> tuple[DRM, ...]:
    """The critical date as a modifier of a side's roll; none where it is 0."""
    value, name = critical(state, side), date(state).name
    return (DRM(by_date(name), value, f"date {name}"),) if value else ()


# -- ELR ---------------------------------------------------------------------------------------------------


def defender(state: State) -> str:
    """The CGS Defender, who moves second; "" before a CGS has its first mover."""
    first = campaign(state).first
    return other(first) if first else ""


@rule("CG15.1", "CG15.3", "CG17.2", "CG17.3", "CG17.4", "CG18.1", "CG18.2", "CG24.6", "BRV8.21.1")
def elr_changes(state: State, side: str) -> tuple[DRM, ...]:
    """All that changes a side's ELR now, for all of its types. The Banner counts only while it flies, the
    loss of all Party Leaders from then on for good, and only once there were any."""
    return tuple(one for one in _elr_changes(state, side) if one.value)


def _elr_changes(state: State, side: str) -> Iterator[DRM]:
    now = campaign(state)
    lost = state.tracks.get(f"{LOST_LEVELS}-{side}", 0)
    yield DRM("CG24.6", -lost, "losses (8.6123)")
    yield DRM("BRV8.21.1", -state.tracks.get(f"{LISTED}-{side}", 0), "scenario card")
    if date(state).night and defender(state) == side and state.segment not in BEFORE_THE_CHITS:
        yield DRM("CG15.3", -1, "Defender of a night CGS")
    if side == GERMAN and now.party_leaders == ():
        yield DRM("CG18.1", -1, "all Party Leaders lost")
    if flying(state):
        yield DRM("CG17.2", 1 if side == RUSSIAN else -1, "the Red Banner flies")


@rule("CG17.2")
def flying(state: State) -> bool:
    """Whether a Red Banner flies that was placed in an earlier CGS: not before the next does it count."""
    return any(turn < state.turn for turn in banners(state).values())


@rule("CG17.3")
def pull_down(play: Play, hex_: str) -> bool:
    """The Red Banners that were placed in a hex are gone; whether there was one."""
    state = play.state
    fly = {one: turn for one, turn in banners(state).items() if hex_id(one) != hex_}
    stand = tuple(one for one in placed(state) if hex_id(one) != hex_)
    note_banners(play, "CG17.3", fly, stand)
    return play.state is not state


@rule("CG15.2", "CG17.5", "RePh8.6123.4")
def effective_elr(state: State, side: str, kind: str) -> int:
    """The ELR of a kind of unit now: never above its printed value, never below 0."""
    most = rating(side, kind).elr
    return max(0, min(most, most + total(elr_changes(state, side))))


@rule("CG18.1", "CG18.2")
def lose_leaders(play: Play) -> None:
    """Once all Party Leaders that came are eliminated, a level of the German ELR is lost for good."""
    named = campaign(play.state).party_leaders
    came = [
        one for one in play.state.units.values() if kind(one).endswith(PARTY) or (named and one.id in named)
    ]
    if came and all(one.at in GONE for one in came) and named != ():
        note(play, "CG18.1", party_leaders=())


def tell_elr(play: Play) -> None:
    """What changes the ELR of a side is told when it changes, with the arithmetic of each printed value."""
    lose_leaders(play)
    for side in SIDES:
        changes = elr_changes(play.state, side)
        now, told = ", ".join(map(changed, changes)), campaign(play.state).elr_told
        if now != told.get(side, ""):
            rule_ = changes[-1].rule if changes else "CG15.2"
            note_in(play, rule_, "elr-told", {side: now})
            play.record(ElrChanged(rule=rule_, side=side, values=elr_values(play.state, side)))


@rule("CG17.3", "CG18.1")
def tell_fall(play: Play, before: State) -> None:
    """The ELR of a side changes at once with what was booked since a position: a Banner destroyed, or the
    last Party Leader lost."""
    lose_leaders(play)
    if any(elr_changes(before, side) != elr_changes(play.state, side) for side in SIDES):
        tell_elr(play)


def elr_values(state: State, side: str) -> str:
    """The ELR of all types of a side: "6-5-8: 4 as printed, -2 losses (8.6123) = 2; smc, ..."."""
    types: dict[int, list[str]] = {}
    for row in ratings():
        if row.side == side:
            types.setdefault(row.elr, []).append("all others" if row.type == ALL_OTHERS else row.type)
    return "; ".join(f"{', '.join(ones)}: {elr_told(state, side, ones[0])}" for ones in types.values())


def changed(one: DRM) -> str:
    """A change of the ELR: "-2 losses (8.6123)"."""
    return f"{one.value:+} {one.reason}"


def elr_told(state: State, side: str, kind: str) -> str:
    """The ELR of a kind of unit with its arithmetic: "4 as printed, -2 losses (8.6123) = 2"."""
    row, changes = rating(side, kind), elr_changes(state, side)
    parts = [f"{row.elr} as printed", *map(changed, changes)]
    return f"{', '.join(parts)} = {effective_elr(state, side, kind)}"


ALL_OTHERS = "*"
"""What the table says for every type of a side without a row of its own."""
SMC = "smc"
_ARMY = re.compile(r"-(de|ru|gestapo|party|commissar|moabit)$")
"""What follows a type if two kinds of counter have the same name."""
_SMC = re.compile(r"smc|hero|(al-)?\d+[-+]\d")
"""Leaders ("9-1", "6+1", "al-9-1") are called by their morale and their modifier; MMC have a third number."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A row of the ELR table: its clause, a side, a type as it is printed, the value."""

    rule: str
    side: str
    type: str
    elr: int


@cache
def ratings() -> tuple[Rating, ...]:
    """The table of 8.1, with the half-squads and crews that it leaves out (8.1.9), from `elr.csv`."""
    return rows_of(Rating, "elr.csv")


def printed(kind: str) -> str:
    """What a kind of unit is called on its counter: "4-4-7" of `4-4-7-de`."""
    return _ARMY.sub("", kind)


@rule(*dict.fromkeys(one.rule for one in ratings()))
def rating(side: str, kind: str) -> Rating:
    """The row of the table for a kind of unit of a side: its own, that of SMC, or that of all others. A
    half-squad has that of its parent squad, a crew that of SMC (8.1.9)."""
    type_ = printed(kind)
    names = (type_, *([SMC] if _SMC.fullmatch(type_) else []), ALL_OTHERS)
    rows = {one.type: one for one in ratings() if one.side == side}
    return next(rows[name] for name in names if name in rows)


Result = Callable[[int], str]
"""What a final number brings, in words."""


def against(morale: int) -> Result:
    """Whether a check against a Morale Level is passed, in words."""
    return lambda final: f"{'passes' if final <= morale else 'fails'}, morale {morale}"


def arithmetic(name: str, rolled: int, drms: Iterable[DRM], final: int) -> str:
    """A roll and each of its modifiers by its name: "dr 3, -2 Repair number, +1 B# 11 = 2"."""
    parts = [f"{name} {rolled}", *(f"{one.value:+} {one.reason}" for one in drms)]
    return f"{', '.join(parts)} = {final}" if len(parts) > 1 else parts[0]


def _came(name: str, before: int, drms: Sequence[DRM], result: Result) -> Result:
    """What a last die is called, after the sum of those before it."""

    def came(die: int) -> str:
        final = before + die + total(drms)
        return f"{arithmetic(name, before + die, drms, final)}: {result(final)}"

    return came


def roll_dr(
    play: Play, rule: str, purpose: str, drms: Sequence[DRM], result: Result, to: tuple[str, ...] = EVERYBODY
) -> int:
    """One die with its modifiers, told only to `to`; the final number."""
    came = _came("dr", 0, drms, result)
    return play.roll(rule, purpose, to=to, came=came, hidden=to != EVERYBODY) + total(drms)


def roll_two(
    play: Play, rule: str, purpose: str, drms: Sequence[DRM], result: Result, to: tuple[str, ...] = EVERYBODY
) -> int:
    """Two dice one after the other, with their modifiers; the final number."""
    roll = partial(play.roll, rule, to=to, hidden=to != EVERYBODY)
    first = roll(f"{purpose}, first die", came=lambda _: "the second is added")
    second = roll(f"{purpose}, second die", came=_came("DR", first, drms, result))
    return first + second + total(drms)
