"""The orders of Donnerschlag, one verb each, as players write them; the README lists them all.

Hexes are written by number or town, paths with commas, dashes or blanks ("3914-3814"), cards by their code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from adjudicator.by_mail.standing import Policy, ending
from adjudicator.orders import Grammar, Order, Verb, read_no_advance, read_nothing, read_units
from adjudicator.reader import Lexicon, Reader
from adjudicator.rulings import Unreadable
from adjudicator.state import Json
from adjudicator.typed_values import read_as
from counters.roster.load import load_roster
from maps.reading.load import load_board

from .pieces import COLOURS

UNIT, HEX, CARD, FORMATION, ARMY = "unit", "zone", "card", "formation", "army"
GAME = "donnerschlag"
ENDING = ("done", "end", "pass")
PASS = ENDING[2]
PASSING: Mapping[str, Policy] = {"pass": ending({"pass": "pass", "done": "done"})}
"""A word of standing orders: nothing, or nothing more."""
ZONES = ("a", "b", "c")
CHOICE = ("hq", "formation", "colour", "color", "at")
"""Words that begin what an Activation Card leaves open."""
TITLE_ENDS = ("", "card", "with", *CHOICE)
"""What may stand behind the title of an Activation Card, but for a comma."""
ON = ("on", "at", "unit", "hex")
LOSS, RETREAT, ADVANCE = "loss", "retreat", "advance"
"""Three questions of a combat, their orders and their stages; a card after the die may wait for losses."""
MET = (LOSS, *(f"die{sign}{die}" for sign in ("<=", ">=") for die in range(1, 7)))
"""What may be asked of the die before a card is played after it."""
ATTACK, WINDOW, NO_MORE = "attack", "window", "end combat"
"""The question whether a card is played in a combat; the order that ends the attacks of a segment."""
Read = Callable[[Reader], Mapping[str, Json]]
"""Reads what is written after the word of an order."""
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
    rest          pass: no card in the rest of this combat
    met           card: what the die must be for a card that is played after it
    topics        the questions that it answers then (the kernel asks for these)
    hq, formation, colour, army                play, choose: chooses the use of an Activation Card
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
    rest: bool = False
    met: str = ""
    topics: tuple[str, ...] = ()
    hq: str = ""
    formation: str = ""
    colour: str = ""
    army: str = ""


def said(order: Order) -> Said:
    """What an order says."""
    return read_as(Said, order.args)


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


def read_exchange(words: Reader) -> Mapping[str, Json]:
    """exchange CARD for CARD; without the second one where chance decides."""
    card = words.one(CARD, ("for",))
    return {"card": card, "other": words.one(CARD) if words.word("for") else ""}


def read_call(words: Reader) -> Mapping[str, Json]:
    """call [donnerschlag] [zone] LETTER."""
    words.word("donnerschlag")
    words.word("zone")
    return {"zone": words.need(*ZONES).upper()}


def read_choice(words: Reader) -> dict[str, Json]:
    """[hq HQ, formation NAME, colour COLOUR army ARMY, or at HEX]: chooses the use of an Activation Card, as
    far as a line says."""
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


def read_relocate(words: Reader) -> Mapping[str, Json]:
    """relocate [HQ] to HEX."""
    hq = "" if words.word("to") else words.one("hq", ("to",))
    if hq:
        words.need("to")
    return {"hq": hq, "hex": words.one(HEX)}


def read_attack(words: Reader) -> Mapping[str, Json]:
    """attack HEX with UNITS [card CARDS]; "with" again before the cards is understood."""
    hex_ = words.one(HEX, ("with", "by"))
    words.need("with", "by")
    units = words.some(UNIT, ("card", "cards", "with"))
    with_ = words.word("with"), words.word("card", "cards")
    return {"hex": hex_, "units": units, "cards": words.some(CARD) if any(with_) else ()}


def read_combat_card(words: Reader) -> Mapping[str, Json]:
    """card CARD [unit UNIT] [on HEX], or card CARD if die<=N, die>=N or loss."""
    found: dict[str, Json] = {"card": words.one(CARD, (*ON, "if"))}
    if words.word("if"):
        met = "".join(words.words[words.at :]).casefold()
        if met not in MET:
            raise Unreadable('after "if" write what the die must show: die<=2, die>=5 or loss')
        words.at = len(words.words)
        return {**found, "met": met, "topics": (WINDOW,)}
    while word := words.word(*ON):
        found |= {"unit": words.one(UNIT, ON)} if word == "unit" else {"hex": words.one(HEX, ON)}
    return found


def read_pass(words: Reader) -> Mapping[str, Json]:
    """pass, or pass combat: no card in the rest of this combat."""
    return {"rest": True, "topics": (WINDOW,)} if words.word("combat") else {}


def read_retreat(words: Reader) -> Mapping[str, Json]:
    """retreat UNITS or all to HEX."""
    units = words.some_or_all(UNIT, ("to",))
    words.need("to")
    return {"units": units, "hex": words.one(HEX)}


def read_play(words: Reader) -> Mapping[str, Json]:
    """play CARD [[with] what it is used for]. The title "Any formation" ends with a word that begins a use
    where a name follows it."""
    card = words.one(CARD, CHOICE)
    title, (after, *_) = f"{words.words[words.at - 1]} formation", (*words.words[words.at + 1 :], "")
    if (
        words.peek() == FORMATION
        and after.casefold() in TITLE_ENDS
        and card in words.lexicons[CARD].find(title)
    ):
        words.at += 1
    words.word("card")
    words.word("with")
    return {"card": card, **read_choice(words)}


def read_hold(words: Reader) -> Mapping[str, Json]:
    """hold [UNITS]."""
    return {"units": () if words.done() else words.some(UNIT)}


def read_stay(words: Reader) -> Mapping[str, Json]:
    """VERB UNITS, or VERB all."""
    return {"units": words.some_or_all(UNIT)}


def one(fact: str, kind: str) -> Read:
    """VERB and one name of a kind."""
    return lambda words: {fact: words.one(kind)}


def some(fact: str, kind: str) -> Read:
    """VERB and names of a kind."""
    return lambda words: {fact: words.some(kind)}


def after(*words: str) -> Read:
    """VERB [one of these words]."""

    def read(reader: Reader) -> Mapping[str, Json]:
        reader.word(*words)
        return {}

    return read


def verb(form: str, read: Read, help: str, *also: str) -> Verb:
    """An order by the form in which it is written, which begins with its word."""
    return Verb((form.split()[0].rstrip(","), *also), form, read, help)


OPTION = "hq HQ | formation NAME | colour COLOUR army ARMY | at HEX"
VERBS: tuple[Verb, ...] = (
    verb("schwerpunkt HEX", read_hex, "Axis: moves the Schwerpunkt marker"),
    verb("enter UNITS at HEX [via PATH|to HEX]", read_enter, "reinforcements enter the map"),
    verb("hold [UNITS]", read_hold, "reinforcements, or an ad hoc unit, wait"),
    verb("highcommand CARD", one("card", CARD), "the Combat Card that High Command sends"),
    verb("exchange CARD for CARD", read_exchange, "Schlachtenglück: exchanges a card with the pile"),
    verb("box CARDS", some("cards", CARD), "puts a card into the OKH or STAVKA box"),
    verb("call Donnerschlag zone A|B|C", read_call, "Axis: calls Donnerschlag"),
    verb(f"play CARD [{OPTION}]", read_play, "begins an Activation Segment"),
    verb(f"choose {OPTION}", read_choice, "chooses the use of an Activation Card"),
    verb("move UNITS [from HEX] via PATH|to HEX", read_move, "activates units, and moves them"),
    verb("stay UNITS|all", read_stay, "activates units where they are"),
    verb("relocate HQ to HEX", read_relocate, "Axis: places an overrun HQ"),
    verb("attack HEX with UNITS [card CARDS]", read_attack, "a combat"),
    verb(
        "card CARD [unit UNIT] [on HEX] [if die<=N|die>=N|loss]",
        read_combat_card,
        "plays a Combat Card; with a condition, after a die roll that meets it",
    ),
    verb("loss UNITS", read_units, "units that lose steps, one for each time that they are named"),
    verb("retreat UNITS|all to HEX", read_retreat, "where units retreat"),
    verb("advance UNITS|all", read_stay, "tanks advance after combat; all: as many as fit"),
    verb("no advance", read_no_advance, "no unit advances"),
    verb("adhoc at HEX", read_hex, "places an ad hoc unit"),
    verb("take box", after("box"), "takes the cards in the box back into your hand"),
    verb("keep", read_nothing, "leaves them there"),
    verb("discard CARDS", some("cards", CARD), "Combat Cards that are discarded at the end of a turn"),
    verb("pass [combat]", read_pass, "you do nothing when you are asked, or play no card in this combat"),
    verb("done, or end combat", after("combat", "combats"), "you have no more of these orders", "end"),
)


@cache
def grammar(side: str = "") -> Grammar:
    """What players of a side may write: all units and cards have names of their own. A card may be called
    without the number of its copy, or by its title: the hand decides which copy is meant."""
    roster = load_roster(GAME)
    counters = roster.counters.values()
    units = [(word, c.id) for c in counters for word in (c.id, c.name, *c.aliases)]
    hqs = [(word, id_) for word, id_ in units if roster.counters[id_].type == "hq"]
    hqs += [(id_.removeprefix("HQ "), id_) for id_ in dict.fromkeys(id_ for _, id_ in hqs)]
    formations = dict.fromkeys(c.formation for c in counters if c.formation)
    kinds = {card.rpartition("-")[0]: card for card in sorted(roster.cards, reverse=True)}
    cards = [
        card for card in map(roster.cards.__getitem__, kinds.values()) if side in {"", card.traits["side"]}
    ]
    titles = [(card.title, card.id) for card in cards]
    return Grammar(
        VERBS,
        {
            UNIT: Lexicon("unit", units),
            HEX: _hexes(),
            "hq": Lexicon("HQ", hqs),
            CARD: Lexicon(
                "card", [*zip(roster.cards, roster.cards, strict=True), *kinds.items(), *titles],
                frozenset(card.id for card in cards),
            ),
            FORMATION: Lexicon("formation", [(one, one) for one in formations]),
            ARMY: Lexicon("army", [(word, army) for army, words in ARMIES.items() for word in words]),
        },
    )  # fmt: skip


@cache
def _hexes() -> Lexicon:
    return Lexicon("hex", load_board(GAME).names())
