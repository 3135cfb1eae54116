"""Reports about play at the table that the decision table settles (`table.txt`), and what they say.

A report is turned into a case: its keys, and what the position knows of the units and hexes that it names.
The rows that hold of the case refuse it, add to its dice, replace or mark the unit, or say something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial

from adjudicator.events import EVERYBODY, FlagsChanged, UnitEliminated
from adjudicator.mechanics.drm import packed
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from ..charts import word
from ..events import DiceModified, UnitReplaced
from ..orders import Book, Report, Reports, Said, number_in, read_line
from ..orders import said as understood
from ..position import RUSSIAN, counter_of, kind, location
from ..situation import ground, pieces
from ..situation.campaign import (
    BREACHED,
    LULL,
    ROADBLOCK,
    WHOLE,
    barriers_seen,
    campaign,
    last,
    lose,
    mark,
    mover,
    note,
    note_in,
    own,
    tell,
)
from ..situation.front import isolated, places_of
from ..situation.modifiers import defender
from ..situation.pieces import class_of, hex_of, named, nation_of, on_map, shown, unit_of
from ..situation.pieces import own as own_unit
from ..situation.steps import date
from .table import TRAIT, Case, Fact, Row, drms, judged, kinds, rows_of, worded
from .table_schema import UNITS

HALF, ALL = "half", "*"
"""In place of a name, what a unit is replaced by: its half-squads; in place of markers, all that it bears."""
BASE_RULES = "BRV0.5"
"""The clause under which the base rules' own markers are laid."""
ENTER, SIGHTING, INTACT = "ENTER", "SIGHTING", "intact"
COVER = frozenset({"multi-hex", "one-hex", "rubble", "printed-rubble", "debris"})
"""Tags of hexes that are concealment terrain; of others the player says it."""
Facts = Callable[[State, str, Said], Mapping[str, Fact]]
"""What a case of one kind knows besides; it may raise Refused for what no row can judge."""
OPENS = frozenset({
    "break", "dead", "destroy", "disrupt", "elrfail", "engaged", "lost", "recover", "stun", "surrender",
    "wound",
})  # fmt: skip
"""Kinds of report that show their unit to the enemy, who did it or earns CVP by it."""
REICHSTAG, NEAR = "Y18", 6
"""How many hexes from the Hall of the Diet 14.2 applies to the holder of a Banner."""


# -- the case ----------------------------------------------------------------------------------------------


def words(said: Said) -> dict[str, Fact]:
    """What a line says, key by key, as facts: what is so, numbers, names."""
    found: dict[str, Fact] = {}
    for one in fields(said):
        value = getattr(said, one.name)
        if one.name not in {"what", "more", "times"} and value not in ("", (), None) and value is not False:
            found[one.name.rstrip("_")] = _fact(value)
    return found | {key: word(text) for key, text in said.more.items()}


def _fact(value: object) -> Fact:
    if isinstance(value, tuple):
        return tuple(map(str, value))
    return value if isinstance(value, bool) else str(value)


def case(state: State, said: Said, unit: Unit | None = None, side: str = pieces.ANYBODY) -> dict[str, Fact]:
    """A line as a case: what it says, what the game knows, and what the units and the place in it are; of an
    order that names its unit without unit= this is `unit`. Instead of a unit by= may name a type. A unit that
    the writer `side` may not know of is treated as one that does not exist."""
    found = moment(state) | words(said)
    if unit is not None:
        found["unit"], side = unit.id, unit.side
    for key in UNITS:
        if (one := unit_of(state, str(found.get(key, "")), side)) is not None:
            found |= {f"{key}.{what}": fact for what, fact in about(state, one).items()}
    for key in UNITS[1:]:
        for what in ("side", "location"):
            if (fact := found.get(f"{key}.{what}")) is not None:
                found[f"{key}.same-{what}"] = fact == found.get(f"unit.{what}")
    if said.about == SIGHTING:
        found["south-bank"] = south_of_the_spree(state)
    type_ = counter_of(state.roster, str(found.get("unit.side")), said.by) if said.by else None
    if type_ is not None:
        found.setdefault("by.class", type_.traits["class"])
        found.setdefault("by.type", type_.name)
    found |= _place(state, said, unit or unit_of(state, said.unit, side))
    found["touches"] = found.get("unit.at") in said.side.split("/")
    return found | around(state, said, side)


def _place(state: State, said: Said, unit: Unit | None) -> dict[str, Fact]:
    """Whether the unit of a line is in the hex that the line names, and whether it is in it or next to it."""
    if unit is None or not said.hex or not on_map(unit):
        return {}
    hex_, at = ground.hex_id(said.hex), places_of(state, unit)
    near = any(ground.distance(one, hex_) <= 1 for one in at)
    return {"there": hex_ in at, "near": near}


@rule("CG28.3")
def south_of_the_spree(state: State) -> bool:
    """Whether the Russians had a hex south of the Spree when the CGS began, and not as an isolated area."""
    held = {one.lower() for one, side in campaign(state).control_start.items() if side == RUSSIAN}
    return any(ground.bank(one) == "south" for one in held - isolated(state, RUSSIAN))


def moment(state: State) -> dict[str, Fact]:
    """What every case knows of the game."""
    now = campaign(state)
    return {
        "night": date(state).night,
        "turn": str(state.turn),
        "weather-mode": now.weather_mode,
        "balance": now.balance_option,
        "first": now.first,
        "engaged": now.engaged,
        LULL: last(state).lull,
        **{f"chit-{side}": chit for side, chit in now.chits.items()},
    }


def about(state: State, unit: Unit) -> dict[str, Fact]:
    """What a case knows of a unit."""
    class_ = class_of(state, unit)
    return {
        "type": shown(state, unit).name,
        "class": class_,
        "id": unit.id,
        "side": unit.side,
        "location": location(unit),
        "nation": nation_of(state, unit),
        "flags": tuple(sorted(unit.flags)),
        "personnel": class_ in pieces.PERSONNEL,
        "inspired": inspired(unit, class_),
        "tracked": shown(state, unit).traits.get("tracked", ""),
        **(_where(state, unit) if on_map(unit) else {"at": unit.at}),
        **_in_the_fight(state, unit),
    }


def _where(state: State, unit: Unit) -> dict[str, Fact]:
    """What is around a unit on the map: the bank of the Spree, a bridge under it, the SW and Assault
    Engineers in its Location, and who rides with it."""
    here = [one for one in state.at(unit.at) if location(one) == location(unit) and one.side == unit.side]
    aboard = any("passenger" in one.flags for one in here) or "riders" in unit.flags
    return {
        "at": hex_of(unit),
        "bank": ground.bank(unit.at),
        "bridge": ground.BRIDGE in ground.tags(unit.at),
        "beside": tuple(shown(state, one).name for one in here if class_of(state, one) == "sw"),
        "engineers": any(kind(one) in pieces.ENGINEERS for one in here),
        "aboard": aboard,
    }


def _in_the_fight(state: State, unit: Unit) -> dict[str, Fact]:
    """What a unit is in the CGS: of the Attacker or Defender, whether it is its Player Turn, the Panzerfaust
    that its side has left, and whether it is elite or free to move by night."""
    mine, fired = own(state, unit.side), campaign(state).tally.get(f"pf {unit.side}", 0)
    return {
        "role": "defender" if unit.side == defender(state) else "attacker",
        "moves": unit.side == mover(state),
        "pf": "none" if mine.pf is None else str(mine.pf),
        "pf-left": str((mine.pf or 0) - fired),
        "free": unit.id in mine.free,
        "elite": shown(state, unit).flag in pieces.ELITE,
    }


@rule("BRV14.2.1")
def inspired(unit: Unit, class_: str) -> bool:
    """Whether a unit is Russian infantry that holds a Red Banner within six hexes of the Reichstag."""
    holds = pieces.BANNER in unit.flags and unit.side == RUSSIAN and class_ in pieces.PERSONNEL
    return holds and on_map(unit) and ground.distance(unit.at, REICHSTAG) <= NEAR


@rule("BRV9.1.3", "BRV9.1.4")
def barrier_at(state: State, hexside: str, side: str) -> str:
    """What lies across a hexside as the writer `side` sees it, "" for nothing. Who sees a Roadblock there
    knows better once the other side has filed a line about the Barricade that it is."""
    found = barriers_seen(state, side).get(hexside, "")
    filed = (understood(read_line(text)) for texts in campaign(state).filed.values() for text in texts)
    told = any(one.side == hexside and one.about in {"HE", "CLEARANCE"} for one in filed)
    return WHOLE if told and found == ROADBLOCK else found


def around(state: State, said: Said, side: str) -> dict[str, Fact]:
    """What a case knows of its hex and its hexside, as the writer `side` sees it. Whoever names a unit of
    which there must be one beside the hexside has the barrier in sight."""
    now, hex_ = campaign(state), said.hex.partition(":")[0]
    bridge = INTACT if hex_ and ground.BRIDGE in ground.tags(hex_) else ""
    barricade = barrier_at(state, said.side, pieces.ANYBODY if said.unit else side)
    return {
        "on": hex_,
        "barrier": barricade,
        "bridge": now.bridges.get(hex_, bridge).partition(" ")[0],
        "barricade": bool(barricade),
        "breached": barricade == BREACHED,
        "concealment": said.concealment or bool(hex_ and COVER & ground.tags(hex_)),
    }


def traits(state: State, unit: Unit) -> tuple[Row, ...]:
    """The clauses that say what a unit is: SS, Commissar, Inexperienced ..."""
    known = moment(state) | {f"unit.{what}": fact for what, fact in about(state, unit).items()}
    return judged(TRAIT, known | {"unit": unit.id})


# -- check and book ----------------------------------------------------------------------------------------


def check(what: str, state: State, side: str, said: Said, facts: Facts | None = None) -> None:
    """Raises Refused for a report that lacks a key, names a unit that is not there, or that a row forbids."""
    kind = kinds()[what]
    known = case(state, said, side=side)
    rule = kind.rule or next((row.rule for row in rows_of(what)), "")
    lacks = [key for key in kind.needs if known.get(key, "") in {"", ()}]
    if lacks:
        raise Refused(rule, f"REPORT {what.upper()} needs {' and '.join(f'{key}=' for key in lacks)}")
    usual = ("unit",) if said.unit or "unit" in kind.needs else ()
    for key in usual if kind.units is None else kind.units:
        (own_unit if kind.own else named)(state, side, str(known.get(key, "")), rule)
    more = dict(facts(state, side, said)) if facts else {}
    judged(what, known | counted(what, state, known) | more)


def reported(
    what: str, then: Book | None = None, facts: Facts | None = None, *, opens: bool = False
) -> Report:
    """A kind of report that the table judges, with the further `facts` of its case; booked by its rows, or
    by `then`; whether it `opens` its unit to the enemy."""
    kind = kinds()[what]
    judge = partial(check, what, facts=facts) if facts else partial(check, what)
    shows = opens or what in OPENS
    return Report(judge, then or partial(book, what), kind.joint, shows, kind.keys, kind.steps)


def check_ground(state: State, side: str, said: Said) -> None:
    """What any report says of the hexes that it names is held against the ground; a unit that enters one must
    be able to be there, and to come from where it is. Raises Refused."""
    known = case(state, said, side=side)
    unit = unit_of(state, said.unit, side)
    more: tuple[str, ...] = ()
    if "unit.class" in known:  # whose it is, and whether it is infantry or a vehicle
        what = "infantry" if known["unit.personnel"] else str(known["unit.class"])
        more = (str(known["unit.side"]), what)
    if unit is not None and said.about == ENTER and said.hex:
        ground.check_location(state, ground.place(said.hex))
        if on_map(unit):
            ground.check_roofs(ground.place(location(unit)), ground.place(said.hex))
            more += ("over-cliff",) if ground.cliff(unit.at, said.hex) else ()
    if known["bridge"] == "partial":
        more += ("damaged",)
    ground.check_report(said, *more)


def counted(what: str, state: State, known: Case) -> dict[str, Fact]:
    """How many reports of a kind that is counted a side has filed before this one."""
    return {"count": str(campaign(state).tally.get(f"{what} {known.get('unit.side')}", 0))}


def book(what: str, play: Play, said: Said) -> None:
    """What the rows do, in their order; what the base rules do where none of them replaces or marks."""
    unit = unit_of(play.state, said.unit)
    known = case(play.state, said, side=unit.side if unit and kinds()[what].own else pieces.ANYBODY)
    found = judged(what, known | counted(what, play.state, known))
    if kinds()[what].tally:  # one report more of a kind that is counted
        whose = f"{what} {known['unit.side']}"
        had = campaign(play.state).tally.get(whose, 0)
        note_in(play, rows_of(what)[0].rule, "tally", {whose: had + 1})
    if hook := kinds()[what].hook:
        note_in(play, rows_of(what)[0].rule, "hooks", {hook: said.number})
    effects(play, what, found, known)


def effects(play: Play, what: str, found: tuple[Row, ...], known: Case) -> None:
    """Carry out the rows that hold of a case. Of a unit that the enemy does not see its owner alone hears."""
    unit = unit_of(play.state, str(known.get("unit", "")))
    to = (unit.side,) if unit and unit.flags & {*pieces.UNSEEN, "concealed"} else EVERYBODY
    added = drms(found)
    if added:
        title = kinds()[what].title if what in kinds() else what[:1].upper() + what[1:]
        name = f"{title} of {known['unit']}" if known.get("unit") else title  # "Heat of Battle of I6#1-1"
        rolled = str(known.get("dr", ""))
        told = DiceModified(
            rule=added[0].rule, to=to, what=name, drms=packed(added), rolled=number_in(rolled)
        )
        play.record(told)
    for row in found:
        if unit:
            change_unit(play, row, unit)
        if row.sets:
            note(play, row.rule, **row.sets)
        if row.note:
            tell(play, row.rule, worded(row.note, known), to=to)
    base = kinds()[what].add if what in kinds() else ()
    if base and unit and not any(row.becomes or row.add or row.reduce for row in found):
        mark(play, BASE_RULES, unit.id, add=base)


def change_unit(play: Play, row: Row, unit: Unit) -> None:
    """What a row does to the unit of its case."""
    units: tuple[str, ...] = (unit.id,)
    if row.to:
        play.record(UnitEliminated(rule=row.rule, unit=unit.id, at=unit.at, box=row.to))
        return
    if row.becomes:
        units = replace_unit(play, row.rule, unit, row.becomes)
    if row.reduce:
        casualty_reduction(play, row.rule, unit)
    if row.owes:
        note_in(play, row.rule, "owed", {unit.id: row.owes})
    if row.add or row.drop:
        drop = tuple(sorted(unit.flags - {*row.add})) if row.drop == (ALL,) else row.drop
        play.record(FlagsChanged(rule=row.rule, units=units, add=row.add, drop=drop))


def replace_unit(play: Play, rule: str, unit: Unit, into: tuple[str, ...]) -> tuple[str, ...]:
    """A unit is replaced by one or two others, "half" for its half-squads; the first keeps its id. The ids of
    those that are there now."""
    ids = (f"{unit.id}{letter}" for letter in "bcdefgh")  # of two that were one the second is "I4#1-1b"
    second = next(id_ for id_ in ids if id_ not in play.state.units) if into[1:] else ""
    name = shown(play.state, unit).traits.get("half", "") if into[0] == HALF else into[0]
    counter = counter_of(play.state.roster, unit.side, name)
    if counter is None:
        raise Refused(rule, f"there is no {name or 'half-squad'} of the {unit.side} side for {unit.id}")
    play.record(UnitReplaced(rule=rule, unit=unit.id, was=kind(unit), into=counter.id, second=second))
    if second and pieces.BANNER in unit.flags:  # one of the two holds it
        mark(play, "BRV14.1.1", second, drop=(pieces.BANNER,), hushed=True)
    return tuple(filter(None, (unit.id, second)))


def casualty_reduction(play: Play, rule: str, unit: Unit) -> None:
    """A squad is a half-squad from now on, a half-squad, crew or Red Banner is gone, a single man is wounded,
    and one who was wounded is gone, a Gestapo leader, too (f.71)."""
    class_, half = class_of(play.state, unit), shown(play.state, unit).traits.get("half", "")
    if class_ == pieces.SQUAD and half:
        play.record(UnitReplaced(rule=rule, unit=unit.id, was=kind(unit), into=half))
    elif class_ in {pieces.SQUAD, pieces.HALF_SQUAD, pieces.CREW, pieces.BANNER} or "wounded" in unit.flags:
        lose(play, rule, unit)
    else:
        mark(play, rule, unit.id, add=("wounded",))


REPORTS: Reports = {name: reported(name) for name in kinds()}
"""The kinds of report that the table settles alone; a chapter that books more has its kinds itself."""
