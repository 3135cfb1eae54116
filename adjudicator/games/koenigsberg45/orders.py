"""The orders of Königsberg '45, one verb each, as players write them; the README lists them all.

Hexes are written by number or town, paths with dashes or blanks ("4409-4309-4208"). A bare unit number means
the writer's own unit (0.5.5, K-R66), so each side has names of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from adjudicator.orders import NOBODY, Grammar, Order, Verb, read_no_advance, read_nothing, read_units
from adjudicator.reader import ALL, Lexicon, Reader, squeeze
from adjudicator.rulings import Unreadable, rule
from adjudicator.state import Json
from adjudicator.typed_values import read_as
from counters.roster.counter import Counter
from counters.roster.load import load_roster

from .terrain import the_board

UNIT, HEX, HQ = "unit", "zone", "hq"
THE_HQ = "HQ"
"""What an order says for the only HQ that it can mean."""
ENDING = ("done", "pass")
"""Verbs that end an answer."""
ATTACK, BARRAGE = "attack", "barrage"
AGAIN = ("activate", "choose")
"""Verbs that activate, and are OK if the named units are activated already."""
WAYS = ("road", "field", "strat", "rail")
ENTRIES = ("A", "B", "C", "D", "E", "F", "G")
OPTION_NAMES = {
    "boehme": "bohme", "bohme": "bohme", "mikosch": "mikosch",
    "attackertownprotection": "attacker-town-protection",
}  # fmt: skip
"""Options, as a name is compared."""
_ODDS = re.compile(r"(?:>=|=>|≥)?(\d+)[-:](\d+)\+?")


@dataclass(frozen=True, slots=True)
class Said:
    """What an order says; what its verb does not use is empty.

    unit       move, enter, top, replace, refugee ("" for a new one); THE_HQ for the one that can be meant
    units      activate, extra, attack, loss, retreat, ALL for all that may; move, if there are several
    hq         activate, choose                         hex       barrage, top, attack, replace, deploy
    from_      move, retreat: where the unit stands     path      move, retreat, refugee: the last is its end
    way, through   of a move: one of WAYS, and hexes that it goes through
    front      of a barrage: whose guns                 letter, alt, rail   of an entry: where
    air        of an attack: pairs of unit and mode     ship      whether the Hipper fires
    odds       what it is made at least at              option, on   what is played, or not
    advance    attack, advance: pairs of unit and path; None where an attack does not say
    hq_follows    the HQs that go with them
    what       of "done": with what; topics    the questions that it answers then (the kernel asks for these)
    """

    unit: str = ""
    units: tuple[str, ...] = ()
    hq: str = ""
    hex: str = ""
    from_: str = ""
    path: tuple[str, ...] = ()
    way: str = ""
    through: tuple[str, ...] = ()
    front: str = ""
    letter: str = ""
    alt: str = ""
    rail: str = ""
    air: tuple[tuple[str, str], ...] = ()
    ship: bool = False
    odds: str = ""
    advance: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    hq_follows: tuple[str, ...] = ()
    option: str = ""
    on: bool = False
    what: str = ""
    topics: tuple[str, ...] = ()


def said(order: Order) -> Said:
    """What an order says."""
    return read_as(Said, order.args)


def read_barrage(words: Reader) -> Mapping[str, Json]:
    """barrage HEX [front 2BR or 3BR]."""
    found = {"hex": words.one(HEX, ("front",)), "front": ""}
    if words.word("front"):
        found["front"] = words.need("2br", "3br").upper()
    return found


def read_enter(words: Reader) -> Mapping[str, Json]:
    """enter UNITS at LETTER [alt HEX or rail HEX]."""
    units = words.who(UNIT, ("at",))
    words.word("at")
    letter = words.word(*(letter.casefold() for letter in ENTRIES)).upper()
    alt = words.one(HEX) if words.word("alt") else ""
    rail = words.one(HEX) if words.word("rail") else ""
    return {**units, "letter": letter, "alt": alt, "rail": rail}


def read_move(words: Reader) -> Mapping[str, Json]:
    """move UNITS [from HEX] [[by] road, field, strat or rail] [to] PATH [through HEXES]."""
    words.split_paths(HEX)
    stop = ("from", "by", *WAYS, "via", "to")
    units = [read_hq(words, UNIT, stop)]
    while words.goes_on(UNIT, stop):
        units.append(read_hq(words, UNIT, stop))
    way = read_way(words)
    start = words.start(HEX)
    way = way or read_way(words)
    words.word("via", "to")
    path = words.some(HEX, ("through",))
    through = words.some(HEX) if words.word("through") else ()
    who = {"unit": units[0]} if len(units) == 1 else {"units": tuple(units)}
    return {**who, "way": way, "path": path, "through": through, **start}


def read_way(words: Reader) -> str:
    """[by] road, field, strat or rail; "" where none is written."""
    return words.need(*WAYS) if words.word("by") else words.word(*WAYS)


def read_hq(words: Reader, kind: str, stop: tuple[str, ...]) -> str:
    """A unit, or THE_HQ where only the word stands."""
    named = words.match(kind, stop)[1]
    if words.peek() == "hq" and not named:
        words.word("hq")
        return THE_HQ
    return words.one(kind, stop)


def read_activate(words: Reader) -> Mapping[str, Json]:
    """activate HQ [with UNITS, all or nobody]."""
    hq = read_hq(words, HQ, ("with",))
    if not words.word("with") or words.word(*NOBODY):
        return {"hq": hq, "units": ()}
    return {"hq": hq, "units": words.some_or_all(UNIT)}


def read_attack(words: Reader) -> Mapping[str, Json]:
    """attack HEX with UNITS [air UNIT full or normal ...] [ship] [advance UNIT to PATH ... [with HQ]]
    [if odds >= COLUMN]: the clauses in any order."""
    words.split_paths(HEX)
    parts = ("air", "ship", "advance", "if", "no")
    found: dict[str, Json] = {"hex": words.one(HEX, ("with",)), "air": (), "ship": False, "advance": None}
    words.need("with")
    found |= {"units": words.some_or_all(UNIT, parts), "hq_follows": (), "odds": ""}
    while word := words.word(*parts):
        if word == "air":
            found["air"] = (*found["air"], *_air(words, parts))
        elif word == "ship":
            found["ship"] = True
        elif word == "no":
            words.need("advance")
            found["advance"] = ()
        elif word == "advance":
            found |= _advances(words, ("if", "air", "ship"))
        else:
            found["odds"] = _odds(words)
    return found


def _air(words: Reader, stop: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """UNIT full or normal, one or more."""
    found: list[tuple[str, str]] = []
    while not words.done() and words.peek() not in stop:
        unit = words.one(UNIT, ("full", "normal"))
        found.append((unit, words.need("full", "normal")))
    return tuple(found)


def _advances(words: Reader, stop: tuple[str, ...]) -> dict[str, Json]:
    """none, or UNIT [to PATH], one or more, then [with HQ]."""
    if words.word(*NOBODY):
        return {"advance": (), "hq_follows": ()}
    found: list[tuple[str, tuple[str, ...]]] = []
    follows: tuple[str, ...] = ()
    while not words.done() and words.peek() not in stop:
        if words.word("with"):
            follows = (*follows, read_hq(words, UNIT, stop))
            continue
        unit = ALL if words.word(ALL) else words.one(UNIT, ("to", "with", *stop))
        path: tuple[str, ...] = ()
        if words.word("to"):
            path = _hexes(words)
        found.append((unit, path))
    return {"advance": tuple(found), "hq_follows": follows}


def _hexes(words: Reader) -> tuple[str, ...]:
    """Hexes by number, as many as follow; at least one, which may be a town."""
    found = [words.one(HEX)]
    while re.fullmatch(r"\d{4}", words.peek()):
        found.append(words.one(HEX))
    return tuple(found)


def _odds(words: Reader) -> str:
    """odds >= 3-1, however it is spaced; other clauses may follow."""
    for end in range(words.at + 1, min(words.at + 3, len(words.words)) + 1):
        text = "".join(words.words[words.at : end]).casefold().removeprefix("odds")
        found = _ODDS.fullmatch(text)
        if found is not None:
            words.at = end
            return f"{found[1]}-{found[2]}"
    raise Unreadable("write the condition as: if odds >= 3-1")


def read_retreat(words: Reader) -> Mapping[str, Json]:
    """retreat UNIT via PATH, or retreat all [via] PATH."""
    words.split_paths(HEX)
    units = words.some_or_all(UNIT, ("from", "via", "to"))
    start = words.start(HEX)
    if units != (ALL,):
        words.need("via", "to")
    words.word("via", "to")
    return {"units": units, "path": words.some(HEX), **start}


def read_advance(words: Reader) -> Mapping[str, Json]:
    """advance UNIT [to PATH] ... [with HQ], or advance none."""
    words.split_paths(HEX)
    return _advances(words, ())


def read_replace(words: Reader) -> Mapping[str, Json]:
    """replace UNIT [at HEX]."""
    unit = words.one(UNIT, ("at", "in"))
    return {"unit": unit, "hex": words.one(HEX) if words.word("at", "in") else ""}


def read_deploy(words: Reader) -> Mapping[str, Json]:
    """deploy volksturm [at] HEX."""
    words.word("volksturm", "volkssturm", "vlkstm")
    words.word("at", "in")
    return {"hex": words.one(HEX)}


def read_refugee(words: Reader) -> Mapping[str, Json]:
    """refugee new at HEX, or refugee ID via PATH."""
    words.split_paths(HEX)
    if words.word("new"):
        words.word("at")
        return {"unit": "", "path": (words.one(HEX),)}
    unit = words.one(UNIT, ("via", "to"))
    words.word("via", "to")
    return {"unit": unit, "path": words.some(HEX)}


def read_option(words: Reader) -> Mapping[str, Json]:
    """option NAME on or off."""
    name = OPTION_NAMES.get(squeeze(words.peek()))
    if name is None:
        raise Unreadable(
            f"the name of an option is missing {words.place()}", tuple(OPTION_NAMES.values())[1:]
        )
    words.at += 1
    return {"option": name, "on": words.need("on", "off") == "on"}


def read_done(words: Reader) -> Mapping[str, Json]:
    """done [move or combat]: with a name it answers only that question."""
    what = words.word("move", "movement", "combat")
    topics = {"combat": ("move", ATTACK)}.get(what, ("move",))
    return {"what": what, **({"topics": topics} if what else {})}


def read_top(words: Reader) -> Mapping[str, Json]:
    """top HEX UNIT."""
    return {"hex": words.one(HEX), "unit": words.one(UNIT)}


def read_extra(words: Reader) -> Mapping[str, Json]:
    """extra UNITS."""
    return {"units": words.some_or_all(UNIT)}


ATTACK_FORM = (
    "attack HEX with UNITS [air UNIT full|normal] [ship] [advance UNIT to PATH [with HQ]] [if odds >= 3-1]"
)
VERBS = (
    Verb(("ready",), "ready", read_nothing, "you accept the set-up"),
    Verb(("option",), "option NAME on|off", read_option,
         "bohme, mikosch, attacker-town-protection; before play"),
    Verb(("top",), "top HEX UNIT", read_top, "puts a unit on top of your stack"),
    Verb((BARRAGE,), "barrage HEX [front 2BR|3BR]", read_barrage, "one of your barrages"),
    Verb(("enter",), "enter UNITS at LETTER [alt HEX | rail HEX]", read_enter,
         "enters reinforcements"),
    Verb(("move", "march"), "move UNITS [road|field|strat|rail] PATH [through HEX]", read_move,
         "moves a unit, or each of several by the same path"),
    Verb(("activate",), "activate HQ [with UNITS]", read_activate, "names the independent units"),
    Verb(("choose",), "choose HQ", lambda words: {"hq": read_hq(words, HQ, ())}, "after a Front or HGM chit"),
    Verb(("extra",), "extra UNITS", read_extra, "the two further units of HGM"),
    Verb((ATTACK,), ATTACK_FORM, read_attack, "one attack. Several are fought in your order"),
    Verb(("loss", "lose"), "loss UNITS", read_units, "units that lose steps, in this order"),
    Verb(("retreat",), "retreat UNITS|all via PATH", read_retreat, "where your units retreat"),
    Verb(("advance",), "advance UNIT to PATH [with HQ]", read_advance, "advances into the vacated hex"),
    Verb(("no",), "no advance", read_no_advance, "no unit advances"),
    Verb(("replace",), "replace UNIT [at HEX]", read_replace, "spends replacement points on a unit"),
    Verb(("deploy",), "deploy volksturm at HEX", read_deploy, "places a Volksturm unit"),
    Verb(("refugee",), "refugee new at HEX | refugee ID via PATH", read_refugee, "Soviet player: refugees"),
    Verb(("done",), "done [move|combat]", read_done, "you have no more of these orders"),
    Verb(("pass", *NOBODY), "pass", read_nothing, "you do nothing"),
)  # fmt: skip


@cache
def grammar(side: str = "") -> Grammar:
    """What players of a side may write; without a side a name of both sides is ambiguous."""
    counters = tuple(load_roster("koenigsberg45").counters.values())
    units = [(word, c.id) for c in counters for word in names_of(c, side)]
    hqs = [(word, c.id) for c in counters if c.type == "hq" for word in hq_names(c, side)]
    return Grammar(VERBS, {UNIT: Lexicon("unit", units), HEX: _places(), HQ: Lexicon("HQ", hqs)})


@cache
def _places() -> Lexicon:
    spaces = the_board().spaces.values()
    towns = [(str(space.facts["name"]), space.id) for space in spaces if space.facts.get("name")]
    both = ((f"{town} ({at})", at) for town, at in towns)
    return Lexicon("hex", [*((space.name, space.id) for space in spaces), *towns, *both])


@rule("0.3.4", "0.5.5", "K-R66")
def names_of(counter: Counter, side: str) -> tuple[str, ...]:
    """What a side calls a counter: its id always, its printed name and their like only if they are its own.
    An HQ's printed number is never enough: divisions bear the same ones."""
    if side and counter.side != side:
        return (counter.id,)
    printed = (f"HQ {counter.name}", f"{counter.name} HQ") if counter.type == "hq" else (counter.name,)
    return (counter.id, *printed, *counter.aliases)


@rule("0.5.4", "K-R66")
def hq_names(counter: Counter, side: str) -> tuple[str, ...]:
    """What a side calls an HQ where an HQ is meant: with or without the word."""
    return tuple(word for name in names_of(counter, side) for word in (name, name.removeprefix("HQ ")))
