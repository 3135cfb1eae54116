"""The orders of Donnerschlag, one verb each, as players write them; the README lists them all.

Hexes are written by number or town, paths with commas, dashes or blanks ("3914-3814"), cards by their code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from adjudicator.by_mail.standing import Policy, ending
from adjudicator.orders import Grammar, Order, Verb, read_no_advance, read_nothing, read_units
from adjudicator.reader import Lexicon, Reader
from adjudicator.state import Json
from adjudicator.typed_values import read_as
from counters.roster.load import load_roster
from maps.reading.load import load_board

from .pieces import COLOURS

UNIT, HEX, CARD, FORMATION, ARMY = "unit", "zone", "card", "formation", "army"
GAME = "donnerschlag"
ENDING = ("done", "end", "pass")
PASSING: Mapping[str, Policy] = {"pass": ending({"pass": "pass", "done": "done"})}
"""A word of standing orders: nothing, or nothing more."""
ZONES = ("a", "b", "c")
CHOICE = ("hq", "formation", "colour", "color", "at")
"""Words that begin what an Activation Card leaves open."""
ON = ("on", "at", "unit", "hex")
ARMIES = {
    "51": ("51st Army", "51 Army", "51"),
    "2 G": ("2nd Guards Army", "2nd Guards", "2 Guards", "2 G"),
}
"""Soviet army -> what it may be called."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the line of an order says; what its verb has no place for is empty.

    unit, units   who moves, stays, attacks, is lost, retreats, advances; "all" for all that may
    hex           schwerpunkt, enter, play (Schwerpunkt marker), attack, card, retreat, relocate, adhoc
    path, way     move, enter                  from_         move: where the unit stands
    card, cards   the card of an order; the cards of box, discard, attack
    other         exchange: the card taken     zone          call: the meeting zone
    hq, formation, colour, army                play, choose: what an Activation Card is used for
    """

    unit: str = ""
    units: tuple[str, ...] = ()
    hex: str = ""
    path: tuple[str, ...] = ()
    way: str = ""
    from_: str = ""
    card: str = ""
    cards: tuple[str, ...] = ()
    other: str = ""
    zone: str = ""
    hq: str = ""
    formation: str = ""
    colour: str = ""
    army: str = ""


def said(order: Order) -> Said:
    """What an order says."""
    return read_as(Said, order.args)


# -- the Admin Phase ---------------------------------------------------------------------------------------


def read_hex(words: Reader) -> Mapping[str, Json]:
    """VERB [to or at] HEX."""
    words.word("to", "at")
    return {"hex": words.one(HEX)}


def read_enter(words: Reader) -> Mapping[str, Json]:
    """enter UNITS at HEX [via PATH or to HEX]."""
    words.split_paths(HEX)
    units = words.who(UNIT, ("at",))
    words.need("at")
    hex_ = words.one(HEX, ("via", "to"))
    way = words.word("via", "to")
    path = words.some(HEX) if way == "via" else (words.one(HEX),) if way else ()
    return {**units, "hex": hex_, "way": way, "path": path}


def read_hold(words: Reader) -> Mapping[str, Json]:
    """hold [UNITS]."""
    return {"units": () if words.done() else words.some(UNIT)}


def read_card(words: Reader) -> Mapping[str, Json]:
    """VERB CARD."""
    return {"card": words.one(CARD)}


def read_cards(words: Reader) -> Mapping[str, Json]:
    """VERB CARDS."""
    return {"cards": words.some(CARD)}


def read_exchange(words: Reader) -> Mapping[str, Json]:
    """exchange CARD for CARD; what it is for is left out where chance decides."""
    card = words.one(CARD, ("for",))
    return {"card": card, "other": words.one(CARD) if words.word("for") else ""}


def read_call(words: Reader) -> Mapping[str, Json]:
    """call [donnerschlag] [zone] LETTER."""
    words.word("donnerschlag")
    words.word("zone")
    return {"zone": words.need(*ZONES).upper()}


# -- an Activation Segment -----------------------------------------------------------------------------------


def read_play(words: Reader) -> Mapping[str, Json]:
    """play CARD [hq HQ, formation NAME, colour COLOUR army ARMY, or at HEX]."""
    return {"card": words.one(CARD, CHOICE), **read_choice(words)}


def read_choice(words: Reader) -> dict[str, Json]:
    """What an Activation Card is used for, as far as a line says."""
    found: dict[str, Json] = {}
    if words.word("hq"):
        found["hq"] = words.one("hq")
    elif words.word("formation"):
        found["formation"] = words.one(FORMATION)
    elif words.word("at"):
        found["hex"] = words.one(HEX)
    else:
        if words.word("colour", "color"):
            found["colour"] = words.need(*COLOURS)
        if words.word("army"):
            found["army"] = words.one(ARMY)
    return found


def read_move(words: Reader) -> Mapping[str, Json]:
    """move UNITS [from HEX] via PATH or to HEX; a path without a word before it is one."""
    words.split_paths(HEX)
    units = words.who(UNIT, ("from", "via", "to"))
    start = words.start(HEX)
    way = words.word("via", "to") or "via"
    path = words.some(HEX) if way == "via" else (words.one(HEX),)
    return {**units, "way": way, "path": path, **start}


def read_stay(words: Reader) -> Mapping[str, Json]:
    """stay UNITS, or stay all."""
    return {"units": words.some_or_all(UNIT)}


def read_relocate(words: Reader) -> Mapping[str, Json]:
    """relocate [HQ] to HEX."""
    hq = "" if words.word("to") else words.one("hq", ("to",))
    if hq:
        words.need("to")
    return {"hq": hq, "hex": words.one(HEX)}


def read_end(words: Reader) -> Mapping[str, Json]:
    """end [combat]."""
    words.word("combat", "combats")
    return {}


# -- combats -------------------------------------------------------------------------------------------------


def read_attack(words: Reader) -> Mapping[str, Json]:
    """attack HEX with UNITS [card CARDS]."""
    hex_ = words.one(HEX, ("with", "by"))
    words.need("with", "by")
    units = words.some(UNIT, ("card", "cards"))
    return {"hex": hex_, "units": units, "cards": words.some(CARD) if words.word("card", "cards") else ()}


def read_combat_card(words: Reader) -> Mapping[str, Json]:
    """card CARD [unit UNIT] [on HEX]."""
    found = {"card": words.one(CARD, ON)}
    while word := words.word(*ON):
        found |= {"unit": words.one(UNIT, ON)} if word == "unit" else {"hex": words.one(HEX, ON)}
    return found


def read_retreat(words: Reader) -> Mapping[str, Json]:
    """retreat UNITS or all to HEX."""
    units = words.some_or_all(UNIT, ("to",))
    words.need("to")
    return {"units": units, "hex": words.one(HEX)}


def read_take(words: Reader) -> Mapping[str, Json]:
    """take [box]."""
    words.word("box")
    return {}


OPTION = "hq HQ | formation NAME | colour COLOUR army ARMY | at HEX"
VERBS: tuple[Verb, ...] = (
    Verb(("schwerpunkt",), "schwerpunkt HEX", read_hex, "Axis: puts the Schwerpunkt marker elsewhere"),
    Verb(("enter",), "enter UNITS at HEX [via PATH|to HEX]", read_enter, "reinforcements come on the map"),
    Verb(("hold",), "hold [UNITS]", read_hold, "reinforcements, or an ad hoc unit, wait"),
    Verb(("highcommand",), "highcommand CARD", read_card, "the Combat Card that High Command sends"),
    Verb(
        ("exchange",), "exchange CARD for CARD", read_exchange, "Schlachtenglück: a card for one of the pile"
    ),
    Verb(("box",), "box CARDS", read_cards, "lays a card into the OKH or STAVKA box"),
    Verb(("call",), "call Donnerschlag zone A|B|C", read_call, "Axis: calls out Donnerschlag"),
    Verb(("play",), f"play CARD [{OPTION}]", read_play, "begins an Activation Segment"),
    Verb(("choose",), f"choose {OPTION}", read_choice, "what an Activation Card is used for"),
    Verb(("move",), "move UNITS [from HEX] via PATH|to HEX", read_move, "activates units, and moves them"),
    Verb(("stay",), "stay UNITS|all", read_stay, "activates units where they stand"),
    Verb(("relocate",), "relocate HQ to HEX", read_relocate, "Axis: where an HQ goes that was overrun"),
    Verb(("attack",), "attack HEX with UNITS [card CARDS]", read_attack, "a combat"),
    Verb(("card",), "card CARD [unit UNIT] [on HEX]", read_combat_card, "plays a Combat Card"),
    Verb(("loss",), "loss UNITS", read_units, "who loses steps, one for each time it is named"),
    Verb(("retreat",), "retreat UNITS|all to HEX", read_retreat, "where units retreat"),
    Verb(("advance",), "advance UNITS", read_units, "tanks advance after combat"),
    Verb(("no",), "no advance", read_no_advance, "nobody advances"),
    Verb(("adhoc",), "adhoc at HEX", read_hex, "places an ad hoc unit"),
    Verb(("take",), "take box", read_take, "takes the cards in the box back into the hand"),
    Verb(("keep",), "keep", read_nothing, "leaves them there"),
    Verb(("discard",), "discard CARDS", read_cards, "Combat Cards that go at the end of a turn"),
    Verb(("pass",), "pass", read_nothing, "you do nothing when you are asked"),
    Verb(("done", "end"), "done, or end combat", read_end, "you have no more of these orders"),
)


def kinds_of(cards: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What cards are called without the number of a copy; which copy is meant, the hand decides."""
    first = {card.rpartition("-")[0]: card for card in sorted(cards, reverse=True)}
    yield from first.items()


@cache
def grammar(side: str = "") -> Grammar:
    """What players of a side may write; all units and cards have names of their own."""
    board, roster = load_board(GAME), load_roster(GAME)
    counters = roster.counters.values()
    units = [(word, c.id) for c in counters for word in (c.id, c.name, *c.aliases)]
    hqs = [(word, id_) for word, id_ in units if roster.counters[id_].type == "hq"]
    hqs += [(id_.removeprefix("HQ "), id_) for id_ in dict.fromkeys(id_ for _, id_ in hqs)]
    formations = dict.fromkeys(c.formation for c in counters if c.formation)
    return Grammar(
        VERBS,
        {
            UNIT: Lexicon("unit", units),
            HEX: Lexicon("hex", board.names()),
            "hq": Lexicon("HQ", hqs),
            CARD: Lexicon("card", [*[(card, card) for card in roster.cards], *kinds_of(roster.cards)]),
            FORMATION: Lexicon("formation", [(one, one) for one in formations]),
            ARMY: Lexicon("army", [(word, army) for army, words in ARMIES.items() for word in words]),
        },
    )
