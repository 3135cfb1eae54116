"""The orders of Race for Berlin, one verb each, as players write them. The letter of each is in section (f)
of the game's README; the short forms `move unit zone zone` and `combat units at zone` mean the long ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from adjudicator.orders import NOBODY, Grammar, Order, Verb, read_nothing, read_unit, read_units
from adjudicator.reader import Lexicon, Reader
from adjudicator.rulings import Unreadable
from adjudicator.state import Json
from adjudicator.typed_values import read_as
from counters.roster.counter import Counter
from counters.roster.load import load_roster
from maps.reading.load import load_board

UNIT, ZONE, ARMY = "unit", "zone", "army"
RESERVE = "reserve"
"""The mode of units that wait, and the order that names one for it or lets it go."""
TOGETHER = ("move", RESERVE, "freemove")
"""Orders that several units may share: they go the same way, all of them or none."""
MODES = {"move": "move", "movement": "move", "combat": "combat", "attack": "combat", RESERVE: RESERVE}


@dataclass(frozen=True, slots=True)
class Said:
    """What the line of an order says; what its verb has no place for is empty.

    unit       activate, move, reserve, shell, replace, return, enter, displace, lose, retreat, freemove; of a
               chit, on whom it is played
    units      who attacks, advances or goes out of supply; ALL for all that may
    zone       what is attacked, where to go, or where a chit acts
    via        the zones of a route, without the one where it begins; of a retreat its one zone or two
    free       the route of a German who is free to move (7.2.2.a)          from_   where the unit stands
    mode       of an activation: move, combat or reserve                    chit    the chit played, by its id
    army, track   what a chit is played on                 extra      support points bought for +1 (9.2.5)
    help, help_units   the zones outside Berlin that help, and who helps from there (9.2.4)
    advance    who advances if the enemy is gone           chit8      the German who collapses (E8.1)
    chit8_line    sheet, line and words of chit 8 where that stands on a line of its own
    """

    unit: str = ""
    units: tuple[str, ...] = ()
    zone: str = ""
    via: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    from_: str = ""
    mode: str = ""
    chit: str = ""
    army: str = ""
    track: int = 0
    extra: int = 0
    help: tuple[str, ...] = ()
    help_units: tuple[str, ...] = ()
    advance: tuple[str, ...] = ()
    chit8: str = ""
    chit8_line: tuple[int, int, str] | tuple[()] = ()


def said(order: Order) -> Said:
    """What an order says."""
    return read_as(Said, order.args)


def read_move(words: Reader) -> Mapping[str, Json]:
    """move UNIT[, UNIT ...] [from ZONE] [via] ZONES [if free [via] ZONES]."""
    who = read_who(words, ("from", "via", "to"))
    start = words.start(ZONE)
    words.word("via", "to")
    via = words.some(ZONE, ("if",))
    free: tuple[str, ...] = ()
    if words.word("if"):
        words.need("free")
        words.word("via")
        free = words.some(ZONE)
    return {**who, "via": via, "free": free, **start}


def read_who(words: Reader, stop: tuple[str, ...]) -> dict[str, Json]:
    """UNIT, or several with a comma or "and" between them, each by a name of its own."""
    found = [words.one(UNIT, stop)]
    while words.goes_on(UNIT, stop):
        found.append(words.one(UNIT, stop))
    return {"unit": found[0]} if len(found) == 1 else {"units": tuple(found)}


def apart(order: Order) -> list[Order]:
    """An order for each of the units that go together in a line: an army or a whole stack."""
    units = said(order).units if order.verb in TOGETHER else ()
    return [order.having(unit=unit, units=()) for unit in dict.fromkeys(units)] or [order]


def read_combat(words: Reader) -> Mapping[str, Json]:
    """combat UNITS at ZONE, or attack ZONE with UNITS; in any order [chit8 UNIT] [advance UNITS|all]."""
    if words.words[0].casefold().startswith("att"):
        zone = words.one(ZONE, ("with",))
        words.need("with")
        units = words.some_or_all(UNIT, ("chit8", "advance"))
    else:
        units = words.some_or_all(UNIT, ("at",))
        words.need("at")
        zone = words.one(ZONE, ("chit8", "advance"))
    clauses = ("chit8", "advance")
    found: dict[str, Json] = {"zone": zone, "units": units, "chit8": "", "advance": ()}
    while word := words.word(*clauses):
        found[word] = words.one(UNIT, clauses) if word == "chit8" else words.some_or_all(UNIT, clauses)
    return found


def read_city(words: Reader) -> Mapping[str, Json]:
    """city ZONE with UNITS [extra] [help ZONE units UNITS] [chit8 UNIT]."""
    stop = ("extra", "help", "chit8")
    args: dict[str, Json] = {"extra": 0, "help": (), "help_units": (), "chit8": ""}
    args["zone"] = words.one(ZONE, ("with",))
    words.need("with")
    args["units"] = words.some_or_all(UNIT, stop)
    while word := words.word(*stop):
        if word == "extra":
            args["extra"] += 1  # a second one is understood, and refused (9.2.5)
        elif word == "help":
            args["help"] = (*args["help"], words.one(ZONE, ("units",)))
            words.need("units")
            args["help_units"] = (*args["help_units"], *words.some(UNIT, stop))
        else:
            args["chit8"] = words.one(UNIT, stop)
    return args


def read_activate(words: Reader) -> Mapping[str, Json]:
    """activate UNIT [mode] move, combat or reserve."""
    unit = words.one(UNIT, ("mode", *MODES))
    words.word("mode")
    return {"unit": unit, "mode": MODES[words.need(*MODES)]}


def read_chit(words: Reader) -> Mapping[str, Json]:
    """chit N [on UNIT] [army ARMY] [track N] [zone ZONE]."""
    number = words.number()
    if not 1 <= number <= 11:
        raise Unreadable(f"event chits are numbered 1 to 11, so {number} is not one")
    args: dict[str, Json] = {"chit": f"event-{number}", "unit": "", "army": "", "track": 0, "zone": ""}
    while word := words.word("on", "army", "track", "zone"):
        if word == "on":
            args["unit"] = words.one(UNIT)
        elif word == "army":
            args["army"] = words.one(ARMY)
        elif word == "track":
            args["track"] = words.number()
        else:
            args["zone"] = words.one(ZONE)
    return args


def read_advance(words: Reader) -> Mapping[str, Json]:
    """advance UNITS or all, or advance none."""
    return {"units": () if words.word(*NOBODY) else words.some_or_all(UNIT)}


def read_unit_zone(words: Reader) -> Mapping[str, Json]:
    """VERB UNIT [from ZONE] [at or to or via] ZONE."""
    return read_to(words, {"unit": words.one(UNIT, ("from", "at", "to", "via", "in"))})


def read_free_move(words: Reader) -> Mapping[str, Json]:
    """freemove UNIT[, UNIT ...] [from ZONE] [to] ZONE."""
    return read_to(words, read_who(words, ("from", "at", "to", "via", "in")))


def read_to(words: Reader, who: Mapping[str, Json]) -> Mapping[str, Json]:
    """[from ZONE] [at or to or via] ZONE, after who goes there."""
    start = words.start(ZONE)
    words.word("at", "to", "via", "in")
    return {**who, "zone": words.one(ZONE), **start}


def read_enter(words: Reader) -> Mapping[str, Json]:
    """enter UNITS [at or to or via] ZONE."""
    units = words.who(UNIT, ("at", "to", "via", "in"))
    words.word("at", "to", "via", "in")
    return {**units, "zone": words.one(ZONE)}


def read_reserve(words: Reader) -> Mapping[str, Json]:
    """reserve UNIT[, UNIT ...] [from ZONE] [[via] ZONES]."""
    who = read_who(words, ("from", "via", "to"))
    start = words.start(ZONE)
    words.word("via", "to")
    return {**who, "via": () if words.done() else words.some(ZONE), **start}


def read_retreat(words: Reader) -> Mapping[str, Json]:
    """retreat UNIT [from ZONE] [to] ZONE [ZONE]: a second zone where the first is full of friends (8.3.3)."""
    unit = words.one(UNIT, ("from", "via", "to"))
    start = words.start(ZONE)
    words.word("via", "to")
    return {"unit": unit, "via": words.some(ZONE), **start}


def read_discard(words: Reader) -> Mapping[str, Json]:
    """discard N."""
    return {"chit": f"event-{words.number()}"}


VERBS = (
    Verb(
        ("move",),
        "move UNIT[, UNIT] [via] ZONE [ZONE ...] [if free ZONE ...]",
        read_move,
        "units in movement mode move",
    ),
    Verb(("combat", "attack"), "combat UNITS at ZONE [advance UNITS]", read_combat, "units attack together"),
    Verb(
        ("city",), "city ZONE with UNITS [extra] [help ZONE units UNITS]", read_city, "a City Progress attack"
    ),
    Verb(
        (RESERVE,),
        "reserve UNIT[, UNIT] [via ZONE ...]",
        read_reserve,
        "a unit stays in reserve and may move half",
    ),
    Verb(("activate",), "activate UNIT move|combat|reserve", read_activate, "names a unit and its mode"),
    Verb(("shell",), "shell UNIT", read_unit, "a unit adjacent to Berlin only shells it"),
    Verb(("chit",), "chit N [on UNIT] [army ARMY] [track N] [zone ZONE]", read_chit, "plays an event chit"),
    Verb(("pass", "done", *NOBODY), "pass", read_nothing, "you do nothing, or nothing more"),
    Verb(("replace",), "replace UNIT", read_unit, "the replacement point restores a reduced unit"),
    Verb(("return",), "return UNIT at ZONE", read_unit_zone, "the replacement point brings a unit back"),
    Verb(("convert",), "convert", read_nothing, "the replacement point becomes a support point"),
    Verb(("oos",), "oos UNITS", read_units, "puts your units out of supply for a support point each"),
    Verb(("enter",), "enter UNITS at ZONE", read_enter, "reinforcements enter the map"),
    Verb(("displace",), "displace UNIT to ZONE", read_unit_zone, "a unit escapes the Americans"),
    Verb(("lose",), "lose UNIT", read_unit, "a unit takes the next step loss"),
    Verb(("retreat",), "retreat UNIT to ZONE", read_retreat, "a unit retreats"),
    Verb(("advance",), "advance UNITS", read_advance, "units advance after combat"),
    Verb(("freemove",), "freemove UNIT[, UNIT] to ZONE", read_free_move, "idle units move one zone"),
    Verb(("keep",), "keep", read_nothing, "the event chit stays in hand"),
    Verb(("discard",), "discard N", read_discard, "the event chit goes back to the cup"),
)


def grammar(side: str = "") -> Grammar:
    """Verbs and names of the game: counters, armies, zones; the same for all."""
    return _for_all()


@cache
def _for_all() -> Grammar:
    roster, board = load_roster("raceforberlin"), load_board("raceforberlin")
    units: list[tuple[str, str]] = []
    for counter in roster.counters.values():
        units += [(name, counter.id) for name in (counter.id, counter.name, *counter.aliases)]
        units += [(name, counter.id) for name in army_names(counter)]
    armies = {c.formation or c.id: c for c in roster.counters.values() if c.nation == "soviet"}
    zones = [(name, space.id) for space in board.spaces.values() for name in (space.name, space.id)]
    lexicons = {
        UNIT: Lexicon("unit", units),
        ZONE: Lexicon("zone", zones),
        ARMY: Lexicon("army", [(name, army) for army, c in armies.items() for name in (army, c.name)]),
    }
    return Grammar(VERBS, lexicons)


def army_names(counter: Counter) -> tuple[str, ...]:
    """What the two counters of an army are called together: "8GA", "8th Guards Army"."""
    end = f" {counter.ordinal}"
    both = tuple(name.removesuffix(end) for name in counter.aliases if name.endswith(end))
    return (counter.formation, *both) if counter.formation and counter.ordinal else ()
