"""Rule 8, the battle in progress, and what all units count in it (8.1.2): strengths, column, modifiers.

8.1.1 who defends        8.1.2.c strengths        8.1.2.a, b, i the column        8.1.2.e to h modifiers

The order in which a strength changes: first event 11 doubles the printed value (its own example), then lack
of supply halves it, rounded up (3.1.3.a); only then come terrain, which doubles the defender, and rivers,
which halve the attacker and keep the half (8.1.2.c).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Literal

from adjudicator.by_mail.views import Plan
from adjudicator.mechanics.drm import DRM
from adjudicator.mechanics.odds import Strength, column, number, ratio
from adjudicator.mechanics.remembered import Remembered, of_state
from adjudicator.mechanics.strength import Change, Odds, Worth, total_strength, worth
from adjudicator.rulings import Refused, rule
from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as

from ..charts import charts
from ..position import (
    GERMAN,
    SOVIET,
    armoured,
    army,
    counters_of,
    cut_off,
    marked,
    of,
    over_river,
    own_front,
    printed,
    rivals,
    soviet,
    zone,
)
from ..r04_operations import impulse

Side = Literal["attackers", "defenders"]
SIDES: tuple[Side, ...] = ("attackers", "defenders")
"""The two sides of a battle as its frame calls them; each holds the ids of its units."""


@dataclass(frozen=True)
class Battle:
    """What an attack (8.1) or a City Progress attack (9.2) remembers.

    `stage` is what it does next. A `camp` and its `nation` attack in `space`, the `attackers` from their
    `origins`; who was there as the other camp's `guests` does not defend. Of the order there are who is to
    `advance`, the unit of `chit8` with the line that named it (`chit8_line`: sheet, line, text), and whether
    an `extra` support point was spent. Losses: the steps `owed` by side and `lost` by unit, and the stage
    that comes `then`.
    """

    stage: str
    space: str
    camp: str
    nation: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    origins: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    advance: Plan[tuple[str, ...]] = ()
    chit8: Plan[str] = ""
    chit8_line: Plan[tuple[Json, ...]] = ()
    extra: bool = False
    owed: Mapping[str, int] = field(default_factory=dict)
    lost: Mapping[str, int] = field(default_factory=dict)
    then: str = ""

    def ids(self, side: Side) -> tuple[str, ...]:
        """The units of one side when it began."""
        return self.attackers if side == "attackers" else self.defenders


def the_battle(state: State) -> Battle:
    """The battle in progress."""
    return read_as(Battle, state.frame.facts)


def units_in(state: State, side: Side) -> tuple[Unit, ...]:
    """The units on one side of the battle in progress, those that fell too."""
    return tuple(state.units[unit] for unit in the_battle(state).ids(side))


def living(state: State, side: Side) -> tuple[Unit, ...]:
    """The units of one side of the battle in progress that still have a step."""
    return tuple(unit for unit in units_in(state, side) if unit.steps)


def standing(state: State) -> tuple[Unit, ...]:
    """The defenders that are still in the zone of the battle."""
    space = the_battle(state).space
    return tuple(unit for unit in living(state, "defenders") if unit.at == space)


def where(state: State) -> str:
    """The battle in progress, for a question."""
    return f"combat for {zone(state, the_battle(state).space)}"


ATTACK, DEFENCE = "attack", "defence"


@rule("8.1.1.a", "7.3.3.b")
@of_state
def defenders(state: State, zone: str, attacking: str) -> tuple[Unit, ...]:
    """Who defends a zone against a nationality: all its enemies there, a guest of the other camp excepted."""
    defending = GERMAN if attacking == SOVIET else SOVIET
    return tuple(unit for unit in of(state, zone, defending) if not guest(state, unit))


@rule("7.3.3.b")
def guest(state: State, unit: Unit) -> bool:
    """Whether a Soviet stands, forced, among Soviets of the other camp; the hosts are the camp on whose side
    of the boundary of the fronts the zone lies. Berlin lies on both, and nobody is a guest there."""
    if unit.at not in state.board.spaces or own_front(state, unit.at, unit.side):
        return False
    return bool(rivals(state, unit.at, unit.side))


Factor = tuple[str, int | Fraction, str]
"""What a strength is multiplied by: its clause and its reason beside it."""
ACROSS: Factor = ("8.1.2.c", Fraction(1, 2), "across a river")


@rule("3.1.3.a", "9.2.2.b")
def counted(
    state: State, side: str, unit: Unit, first: Iterable[Factor] = (), then: Iterable[Factor] = ()
) -> Worth:
    """What a unit counts: its printed strength, with what comes before its supply and what comes after. Out
    of supply it is half, rounded up (3.1.3.a); Germans in Berlin never are (9.2.2.b)."""
    base = printed(state, unit, "strength")
    now: Strength = base
    changes: list[Change] = []
    for clause, times, reason in first:
        changes.append(Change(clause, now := now * times, reason))
    fed = (int(now) + 1) // 2 if cut_off(state, unit) else now
    if fed != now:
        changes.append(Change("3.1.3.a", now := fed, "out of supply"))
    for clause, times, reason in then:
        changes.append(Change(clause, now := now * times, reason))
    return worth(side, unit.id, Change("U.3", base, "as printed"), changes)


@rule("8.1.2.c", "E2.1", "E11.1")
def attack_worth(state: State, unit: Unit, zone: str) -> Worth:
    """What an attacker counts: halved over a river, exactly (8.1.2.c), except for the army of event 2 (E2.1);
    Germans are doubled first by event 11 (E11.1)."""
    now = impulse(state)
    known, asked = _worths(state), (unit, zone, now.river_army, now.surprise)
    if asked not in known:
        wet = over_river(state, unit.at, zone) and army(state, unit) != now.river_army
        doubled = [("E11.1", 2, "surprise counter-attack")] if now.surprise else []
        known[asked] = counted(state, ATTACK, unit, doubled, [ACROSS] if wet else [])
    return known[asked]


_worths: Remembered[dict[tuple[Unit, str, str | None, bool], Worth]] = Remembered(lambda state: {})
"""What attackers count, worked out once while no unit changes."""


@rule("8.1.2.c")
def defence_worth(state: State, unit: Unit) -> Worth:
    """What a defender counts: doubled in difficult terrain (8.1.2.c)."""
    known = _defences(state)
    if unit not in known:
        hard = [("8.1.2.c", 2, "difficult terrain")] if marked(state, unit.at, "difficult") else []
        known[unit] = counted(state, DEFENCE, unit, then=hard)
    return known[unit]


_defences: Remembered[dict[Unit, Worth]] = Remembered(lambda state: {})
"""What defenders count, worked out once while no unit changes."""


@cache
def printed_drm(chart: str, row: str, reason: str = "") -> DRM:
    """A die roll modifier with the value and the rule printed in its chart."""
    table = charts()[chart]
    return DRM(table.cell("Rule", row), int(table.cell("DRM", row)), reason or row)


@rule("8.1.2.e", "9.2.7", "U.1", "E6.1", "E6.3")
def army_drms(state: State, chart: str, attackers: Iterable[Unit]) -> list[DRM]:
    """The modifiers for Soviet armies: once for a complete one, and one counter is all of the 31st (ruling
    38); and that of event 6, in combat (E6.1) as in the city (E6.3)."""
    ids = {unit.id: army(state, unit) for unit in attackers}
    drms = []
    armies = ({unit.id for unit in counters_of(state, name)} for name in {*ids.values()})
    if any(counters and counters <= ids.keys() for counters in armies):
        drms.append(printed_drm(chart, "complete Soviet army"))
    if impulse(state).front_army in ids.values():
        drms.append(printed_drm(chart, "everyone to the front"))
    return drms


@rule("8.1.2.f", "8.1.2.g", "8.1.2.h", "M.7", "8.ex.2")
def modifiers(state: State, attackers: tuple[Unit, ...], zone: str) -> tuple[DRM, ...]:
    """The die roll modifiers of a combat: for armies, for an attack from two zones or more (8.1.2.f), for
    armour in difficult terrain (8.1.2.g), and for Soviets across a defence line, where one attacking unit
    across it is enough (8.1.2.h, M.7)."""
    drms = army_drms(state, "crt-drm", attackers)
    zones, line = len({unit.at for unit in attackers}), f"defends-{zone}"
    if zones > 1:
        drms.append(printed_drm("crt-drm", f"attack from {'two' if zones == 2 else 'three or more'} zones"))
    if marked(state, zone, "difficult") and any(armoured(state, unit) for unit in attackers):
        drms.append(printed_drm("crt-drm", "armour in difficult terrain"))
    if any(soviet(state, unit) and line in state.board.between(unit.at, zone) for unit in attackers):
        drms.append(printed_drm("crt-drm", "Soviets across a defence line"))
    return tuple(drms)


@rule("8.1.2.a", "8.1.2.b", "8.1.2.i")
def odds(chart: str, ours: Sequence[Worth], theirs: Sequence[Worth], drms: tuple[DRM, ...]) -> Odds:
    """An attack on one of the charts, "crt" or "city": the column of the ratio (8.1.2.a), rounded in the
    defender's favour (b), below 1:1 too (i). Raises Refused when it is weaker than the first column."""
    attack, defence, table = total_strength(ours), total_strength(theirs), charts()[chart]
    found = column(attack, defence, table.columns)
    if found is None:
        told = f"{number(attack)} against {number(defence)}"
        raise Refused("8.1.2.i", f"{told} is worse than {table.columns[0]}, the lowest column of the table")
    parts = tuple(line for one in (*ours, *theirs) for line in one.parts)
    return Odds(attack, defence, parts, table, found, drms)


def least(state: State, defending: Iterable[Unit]) -> Fraction:
    """What attackers have to count together for a combat that is not below the table."""
    return ratio(charts()["crt"].columns[0]) * total_strength(defence_worth(state, one) for one in defending)


def odds_of(state: State, attackers: tuple[Unit, ...], defending: tuple[Unit, ...], space: str) -> Odds:
    """A combat for a zone as things stand. Raises Refused when it is below the table."""
    now, known = impulse(state), _odds(state)
    asked = (attackers, defending, space, now.river_army, now.front_army, now.surprise)
    if asked not in known:
        ours = [attack_worth(state, unit, space) for unit in attackers]
        theirs = [defence_worth(state, unit) for unit in defending]
        known[asked] = odds("crt", ours, theirs, modifiers(state, attackers, space))
    return known[asked]


_odds: Remembered[dict[tuple[object, ...], Odds]] = Remembered(lambda state: {})
"""The odds of combats, worked out once while no unit changes: a list of attacks asks for them twice."""


def battle_ratio(state: State) -> Fraction:
    """The exact ratio of the combat in progress, attack to defence, of those who are left of both; 0 outside
    a combat or without attackers, and all that attacks where no defender is left."""
    if state.frame.segment != "battle":
        return Fraction(0)
    space = the_battle(state).space
    ours = total_strength(attack_worth(state, unit, space) for unit in living(state, "attackers"))
    theirs = total_strength(defence_worth(state, unit) for unit in living(state, "defenders"))
    return ours / theirs if theirs else ours
