"""The orders of 48th Panzer Korps, one verb each, as players write them; the README lists them all.

Hexes are written by number or town, paths with commas, dashes or spaces ("3513-3512"). A bare number means
the writer's own unit, so each side has names of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.orders import Grammar, Order, Verb, read_no_advance, read_nothing, read_unit, read_units
from adjudicator.phases.words import END, ENDING, HEX, UNIT, grammar_of
from adjudicator.reader import Lexicon, Reader
from adjudicator.rulings import Unreadable
from adjudicator.state import Json
from adjudicator.typed_values import read_as

__all__ = ["ENDING", "HEX", "UNIT", "Said", "grammar", "said"]

GAME = "panzerkorps48"
FORMATION = "formation"
AREAS = ("a", "b", "c", "d", "e", "f", "g")
FORMATIONS = {
    "4MC": ("4MC", "4 Mech", "4th Mechanized Corps"),
    "5MC": ("5MC", "5 Mech", "5th Mechanized Corps"),
    "6GCD": ("6GCD", "6 Gds Cav", "6th Guards Cavalry Division"),
    "321RD": ("321RD", "321 Rifle", "321st Rifle Division"),
}
"""Formation that the Soviet player plans for -> what it may be called."""
PREPARED, HASTY = "prep", "hasty"
"""The verbs of an attack."""
REST = ("support", "then", "advance", "no", "else")
"""Words that begin a part of an attack."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the line of an order says; what its verb has no place for is empty.

    unit       setup, enter, retreat, check         units     setup, prep, move, hasty, exit, fire, kill
    hex        setup, prep, enter, exit             path, way, from_    move, enter, retreatpath
    support    prep, fire: the artillery            at        fire: at whom
    fires      prep: the fires in their order       advances  prep, advance: unit and path; None: not said
    hasty      move: the attack at its end          else_     move: the order after "else", packed
    formation, turn, area   of a plan
    """

    unit: str = ""
    units: tuple[str, ...] = ()
    hex: str = ""
    path: tuple[str, ...] = ()
    way: str = ""
    from_: str = ""
    support: tuple[str, ...] = ()
    at: str = ""
    fires: tuple[Json, ...] = ()
    advances: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    hasty: Json = None
    else_: Json = None
    formation: str = ""
    turn: int = 0
    area: str = ""


def said(order: Order) -> Said:
    """What an order says."""
    return read_as(Said, order.args)


def read_setup(words: Reader) -> Mapping[str, Json]:
    """setup UNITS at HEX, or setup rest."""
    words.word("the")
    if words.word("rest"):
        return {}
    units = words.who(UNIT, ("at", "in"))
    words.word("at", "in")
    return {**units, "hex": words.one(HEX)}


def read_plan(words: Reader) -> Mapping[str, Json]:
    """plan FORMATION turn N area LETTER, or plan rest."""
    words.word("the")
    if words.word("rest"):
        return {}
    formation = words.one(FORMATION, ("turn",))
    words.need("turn")
    turn = words.number()
    words.need("area")
    return {"formation": formation, "turn": turn, "area": words.need(*AREAS).upper()}


def read_prep(words: Reader) -> Mapping[str, Json]:
    """prep HEX by UNITS, and the parts of an attack."""
    hex_ = words.one(HEX, ("by",))
    words.need("by")
    return {"hex": hex_, "units": words.some(UNIT, REST), **attack_parts(words)}


def read_move(words: Reader) -> Mapping[str, Json]:
    """move UNITS via PATH or to HEX [hasty HEX [by UNITS] ...] [else ORDER]."""
    otherwise = cut_else(words)
    words.split_paths(HEX)
    units = words.some(UNIT, ("from", "via", "to"))
    start = words.start(HEX)
    way = words.need("via", "to")
    path = words.some(HEX, ("hasty", *REST)) if way == "via" else (words.one(HEX, ("hasty", *REST)),)
    hasty = read_hasty(words) if words.word("hasty") else None
    return {"units": units, "way": way, "path": path, "hasty": hasty, "else": otherwise, **start}


def read_hasty(words: Reader) -> Mapping[str, Json]:
    """hasty HEX [by UNITS], and the parts of an attack; without units all of the stack that moved."""
    words.split_paths(HEX)
    hex_ = words.one(HEX, ("by", *REST))
    units = words.some(UNIT, REST) if words.word("by") else ()
    return {"hex": hex_, "units": units, **attack_parts(words)}


def attack_parts(words: Reader) -> Mapping[str, Json]:
    """[support UNITS] [then fire ...] [advance UNIT via PATH ... or no advance], in any order."""
    found: dict[str, Json] = {"support": (), "fires": (), "advances": None}
    while word := words.word("support", "then", "advance", "no"):
        if word == "support":
            found["support"] = words.some(UNIT, REST)
        elif word == "then":
            found["fires"] = (*found["fires"], *fires(words))
        elif word == "no":
            words.need("advance")
            found["advances"] = ()
        else:
            found["advances"] = (*(found["advances"] or ()), *advances(words))
    return found


def fires(words: Reader) -> tuple[Mapping[str, Json], ...]:
    """fire UNITS [support UNITS] at UNIT, one or more."""
    found = []
    words.need("fire")
    while True:
        found.append(read_fire(words))
        if not words.word("fire"):
            return tuple(found)


def read_fire(words: Reader) -> Mapping[str, Json]:
    """UNITS [support UNITS] at UNIT, after the word "fire"."""
    units = words.some(UNIT, ("support", "at"))
    support = words.some(UNIT, ("at",)) if words.word("support") else ()
    words.need("at")
    return {"units": units, "support": support, "at": words.one(UNIT, ("fire", *REST))}


def advances(words: Reader) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """UNIT via PATH, one or more."""
    words.split_paths(HEX)
    found = []
    while not words.done() and words.peek() not in REST:
        unit = words.one(UNIT, ("via", "to"))
        words.need("via", "to")
        found.append((unit, words.path(HEX)))
    return tuple(found)


def cut_else(words: Reader) -> Json:
    """The order after "else", packed, its words taken off the line; None where there is none."""
    text = words.behind("else")
    if text is None:
        return None
    order = Grammar(VERBS, words.lexicons).read(text)
    if order.verb not in {"move", "hasty"}:
        raise Unreadable('write a move or a hasty attack after "else"', ("else move UNITS via PATH",))
    return order.pack()


def read_enter(words: Reader) -> Mapping[str, Json]:
    """enter UNITS at HEX [via PATH]."""
    words.split_paths(HEX)
    units = words.who(UNIT, ("at",))
    words.need("at")
    hex_ = words.one(HEX, ("via",))
    return {**units, "hex": hex_, "path": words.some(HEX) if words.word("via") else ()}


def read_exit(words: Reader) -> Mapping[str, Json]:
    """exit UNITS [at HEX]."""
    units = words.some(UNIT, ("at",))
    return {"units": units, "hex": words.one(HEX) if words.word("at") else ""}


def read_path(words: Reader) -> Mapping[str, Json]:
    """retreatpath HEXES."""
    words.split_paths(HEX)
    words.word("via", "to")
    return {"path": words.some(HEX)}


def read_advance(words: Reader) -> Mapping[str, Json]:
    """advance UNIT via PATH [; UNIT via PATH]."""
    return {"advances": advances(words)}


ATTACK = "[support UNITS] [then fire UNITS [support UNITS] at UNIT; ...] [advance UNIT via PATH; ...]"
GO = "move"
MOVE = "move UNITS via PATH|to HEX [hasty HEX [by UNITS] ...] [else ORDER]"
PLAN = "plan FORMATION turn N area LETTER"
VERBS: tuple[Verb, ...] = (
    Verb(
        ("setup",), "setup UNITS at HEX", read_setup, 'places units before the game; "setup rest" all others'
    ),
    Verb(("plan",), PLAN, read_plan, 'Soviet player: when and where it enters; "plan rest" all others'),
    Verb(("prep",), f"prep HEX by UNITS {ATTACK}", read_prep, "a prepared attack"),
    Verb((GO,), MOVE, read_move, "a stack moves, and may attack at the end"),
    Verb(("hasty",), f"hasty HEX [by UNITS] {ATTACK}", read_hasty, "a hasty attack from where units are"),
    Verb(("enter",), "enter UNITS at HEX [via PATH]", read_enter, "reinforcements enter the map"),
    Verb(("exit",), "exit UNITS [at HEX]", read_exit, "Soviet units leave the map in the south"),
    Verb(("fire",), "fire UNITS [support UNITS] at UNIT", read_fire, "one fire of a combat"),
    Verb(("hold",), "hold", read_nothing, "no more fire in this combat"),
    Verb(("retreat",), "retreat UNIT", read_unit, "a unit that was hit retreats"),
    Verb(("check",), "check UNIT", read_unit, "a unit that was hit checks its morale"),
    Verb(("retreatpath",), "retreatpath PATH", read_path, "the path of a stack that retreats"),
    Verb(("kill",), "kill UNITS", read_units, "units to eliminate if not all can stack"),
    Verb(("advance",), "advance UNIT via PATH; ...", read_advance, "units advance after a combat"),
    Verb(("no",), "no advance", read_no_advance, "no unit advances"),
    END,
)
NAMES = Lexicon("formation", [(word, id_) for id_, words in FORMATIONS.items() for word in words])

grammar = grammar_of(GAME, VERBS, {FORMATION: NAMES})
"""What players of a side may write; without a side a name of both sides is ambiguous."""
