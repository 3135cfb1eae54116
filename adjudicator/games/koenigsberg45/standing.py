"""Standing orders: answers given before the question, so that a turn does not take forty mails.

    if asked retreat 69 then 4107 4007          if asked retreat then toward Königsberg avoiding enemy
    if asked loss then weakest first            if asked loss at Insterburg then 349VG, 5 Pz
    if asked advance then yes                   if asked volksturm turn 3 then Elbing, Braunsberg, done

Before "then" stands the question, with conditions if wanted (units, "at HEX", "turn N"); after it a policy, a
list of hexes or units in the order of preference, or plain order lines with ";" between them. Who moves and
who attacks is never answered so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from adjudicator import standing as kernel
from adjudicator.orders import Order
from adjudicator.reader import Reader
from adjudicator.rulings import Ambiguous, No, Unreadable
from adjudicator.standing import StandingOrder
from adjudicator.state import Decision, State

from . import r12_volksturm
from .orders import HEX, UNIT, grammar
from .position import ENEMY, SIDES, distance, printed, troops
from .r03_zoc import in_ezoc

TOPICS: Mapping[str, str] = {
    "loss": "loss", "losses": "loss", "retreat": "retreat", "retreats": "retreat",
    "advance": "advance", "advances": "advance", "overstack": "overstack", "stacking": "overstack",
    "barrage": "barrage", "barrages": "barrage", "volksturm": "volksturm", "volkssturm": "volksturm",
    "replacement": "replace", "replacements": "replace", "replace": "replace",
    "refugee": "refugees", "refugees": "refugees", "event-refugees": "event-refugees",
    "arrivals": "enter", "reinforcements": "enter", "enter": "enter", "setup": "setup",
    "free-move": "free-move", "freemove": "free-move",
}  # fmt: skip
"""What players call a question -> its topic. Moves, attacks and activations want a mail."""

USUAL = (
    "setup", "enter", "loss", "retreat", "advance", "overstack", "volksturm", "refugees", "event-refugees",
)  # fmt: skip
"""The questions that standing orders usually answer; barrages and replacements want a mail."""

ADVICE = (
    "if asked loss then weakest first",
    "if asked retreat then safest",
    "if asked advance then yes",
    "if asked overstack then default",
    "if asked volksturm then first",
    "if asked refugees then default",
    "if asked event-refugees then default",
    "if asked arrivals then default",
)

CONDITIONS: Mapping[str, kernel.Condition] = {
    "at": lambda words: words.one(HEX, ("turn",)),
    "turn": Reader.number,
}
ENDING = ("pass", "done", "ready", "no")
"""Words by which a player says that he wants nothing more."""
_STAND = re.compile(r"stand\s+(\S+)\s*(.*)", re.IGNORECASE)
_PREFER = re.compile(r"(.*?)\bprefer\s+(.+)", re.IGNORECASE)


# -- reading ---------------------------------------------------------------------------------------------


def read_standing(line: str) -> str:
    """A line as it is kept ("stand" forms become "if asked" forms). Raises Unreadable if it could never
    apply."""
    text = from_stand(line)
    understood = parse(text)
    if understood.first_word in ("toward", "towards"):
        goal(understood, "")
    elif understood.first_word not in POLICIES:
        check_plain(understood)
    return text


def from_stand(line: str) -> str:
    """The short way of writing: stand loss UNITS, stand retreat UNIT prefer HEXES, stand advance yes."""
    found = _STAND.fullmatch(line.strip())
    if found is None:
        return line
    asked, answer = found[1], found[2]
    prefer = _PREFER.fullmatch(answer)
    if prefer:
        return f"if asked {asked} {prefer[1].strip()} then {prefer[2]}".replace("  ", " ")
    if not answer:
        raise Unreadable("write: stand loss UNITS, stand retreat UNIT prefer HEXES, or stand advance yes")
    return f"if asked {asked} then {answer}"


def parse(line: str, side: str = "") -> StandingOrder:
    """The parts of a standing order, by the names a side uses; without a side by those of either. Raises
    Unreadable."""
    try:
        return kernel.parse(line, TOPICS, grammar(side).lexicons, CONDITIONS, UNIT)
    except Ambiguous as no:
        if side:
            raise Unreadable(no.why, no.legal) from None
        return parse(line, SIDES[0])


def check_plain(understood: StandingOrder) -> None:
    """A policy that is none by name must name units or hexes, or be readable as orders."""
    for part in understood.policy.split(";"):
        try:
            grammar().read(part.strip())
        except Ambiguous:
            continue
        except No as no:
            if not any(wishes(understood, side) for side in SIDES):
                raise Unreadable(f"after «then»: {no.why}", (*POLICIES, *no.legal)) from None


def wishes(understood: StandingOrder, side: str) -> tuple[str, ...]:
    """The hexes or units that a policy lists, by the names of a side; () if it lists none. A last word that
    ends an answer is not among them."""
    text = re.sub(r"[\s,;]+(?:pass|done)\s*$", "", understood.policy, flags=re.IGNORECASE)
    for kind in (UNIT, HEX) if understood.topic in BY_UNIT else (HEX, UNIT):
        try:
            return Reader(text, grammar(side).lexicons).some(kind)
        except No:
            continue
    return ()


BY_UNIT = ("loss", "advance", "replace")
"""Questions whose answers begin with a unit; the others ask where."""


# -- answering -------------------------------------------------------------------------------------------


def standing(state: State, decision: Decision, line: str) -> list[str] | None:
    """The order lines by which a standing order answers a question; None if it does not apply to it."""
    understood = parse(line, decision.player)
    if understood.topic != decision.topic or not meets(state, decision, understood):
        return None
    return POLICIES.get(understood.first_word, listed)(state, decision, understood)


def meets(state: State, decision: Decision, understood: StandingOrder) -> bool:
    """Whether the conditions of a standing order hold."""
    wanted = understood.conditions
    if understood.units and not set(understood.units) & set(decision.about):
        return False
    here = (state.frame.facts.get("space"), *decision.about)
    if "at" in wanted and wanted["at"] not in here:
        return False
    return bool(wanted.get("turn", state.turn) == state.turn)


def offered(decision: Decision, understood: StandingOrder) -> list[tuple[str, Order]]:
    """The single-line answers of a question, read; only those for the units of the standing order."""
    read = grammar(decision.player).read
    found = [(line, read(line)) for line in decision.answers if "\n" not in line]
    mine = set(understood.units)
    return [(line, order) for line, order in found if not mine or mine & set(units_in(order))]


def units_in(order: Order) -> tuple[str, ...]:
    """The units that an order names."""
    if order.verb == "advance":
        return tuple(unit for unit, _ in order.args["advance"])
    return tuple(order.args.get("units", ())) or tuple(filter(None, [str(order.args.get("unit", ""))]))


def hexes_in(order: Order) -> tuple[str, ...]:
    """The hexes that an order names, the last one first."""
    if order.verb == "advance":
        return tuple(space for _, path in order.args["advance"] for space in reversed(path))
    return tuple(reversed(order.args.get("path", ()))) or tuple(filter(None, [order.args.get("hex", "")]))


# -- policies --------------------------------------------------------------------------------------------


def ending(state: State, decision: Decision, understood: StandingOrder) -> list[str] | None:
    """pass, done, ready, no: nothing, or nothing more."""
    found = [word for word in ENDING if word in decision.verbs]
    return ["no advance" if found[0] == "no" else found[0]] if found else None


def default(state: State, decision: Decision, understood: StandingOrder) -> list[str] | None:
    """default: what silence would mean."""
    return decision.default.splitlines() or None


def first(state: State, decision: Decision, understood: StandingOrder) -> list[str] | None:
    """first: the first answer that is offered."""
    found = offered(decision, understood)
    return [found[0][0]] if found else None


def by_strength(state: State, decision: Decision, understood: StandingOrder) -> list[str] | None:
    """weakest first, strongest first: who takes a loss, is rebuilt, or leaves a full hex."""
    units = {line: units_in(order)[0] for line, order in offered(decision, understood) if units_in(order)}
    best = min if understood.first_word == "weakest" else max
    return [best(units, key=lambda line: worth(state, units[line]))] if units else None


def worth(state: State, unit_id: str) -> int:
    """The strength of a unit, attack and defence as they are up."""
    return sum(printed(state, state.units[unit_id], value) for value in ("attack", "defence"))


def yes(state: State, decision: Decision, understood: StandingOrder) -> list[str] | None:
    """yes: as many as may, as far as they may."""
    found = [(line, order) for line, order in offered(decision, understood) if order.verb == "advance"]
    return [max(found, key=lambda pair: len(hexes_in(pair[1])))[0]] if found else None


def safest(state: State, decision: Decision, understood: StandingOrder) -> list[str] | None:
    """safest: the retreat or place with the fewest enemies within one hex, then within two, and so on."""
    ends = {line: hexes_in(order)[0] for line, order in offered(decision, understood) if hexes_in(order)}
    return [min(ends, key=lambda line: danger(state, ends[line], decision.player))] if ends else None


def danger(state: State, space: str, side: str) -> list[int]:
    """How many enemy combat units are within one hex of a hex, within two, up to four."""
    far = [distance(state, space, foe.at) for foe in troops(state, ENEMY[side])]
    return [sum(one <= most for one in far) for most in (1, 2, 3, 4)]


def toward(state: State, decision: Decision, understood: StandingOrder) -> list[str] | None:
    """toward HEX [avoiding enemy]: the answer that ends nearest to a hex, outside enemy zones if it can."""
    aim, avoiding = goal(understood, decision.player)
    ends = {line: hexes_in(order)[0] for line, order in offered(decision, understood) if hexes_in(order)}
    quiet = [line for line, end in ends.items() if not in_ezoc(state, end, decision.player)]
    lines = (avoiding and quiet) or list(ends)
    return [min(lines, key=lambda line: distance(state, ends[line], aim))] if lines else None


def goal(understood: StandingOrder, side: str) -> tuple[str, bool]:
    """The hex of a "toward", and whether enemies are to be avoided. Raises Unreadable."""
    words = Reader(understood.policy, grammar(side).lexicons)
    words.at = 1
    aim = words.one(HEX, ("avoiding",))
    avoiding = bool(words.word("avoiding"))
    if avoiding:
        words.need("enemy", "enemies")
    words.end()
    return aim, avoiding


def listed(state: State, decision: Decision, understood: StandingOrder) -> list[str] | None:
    """A list of hexes or units in the order of preference, or plain order lines."""
    wanted = wishes(understood, decision.player)
    if not wanted:
        return [part.strip() for part in understood.policy.split(";")]
    known = {**dict(offered(decision, understood)), **more(state, decision)}
    for wish in wanted:
        named = [line for line, order in known.items() if wish in (*units_in(order)[:1], *hexes_in(order))]
        if named:
            return [named[0]]
    last = understood.policy.split()[-1].casefold()
    return [last] if last in ENDING and last in decision.verbs else None


def more(state: State, decision: Decision) -> dict[str, Order]:
    """Answers of an open question beyond those that it gives as examples."""
    if decision.topic != "volksturm":
        return {}
    lines = [f"deploy volksturm at {town}" for town in r12_volksturm.towns(state)]
    return {line: grammar(decision.player).read(line) for line in lines}


POLICIES: Mapping[str, Callable[[State, Decision, StandingOrder], list[str] | None]] = {
    **dict.fromkeys(ENDING, ending),
    "default": default,
    "first": first,
    "weakest": by_strength,
    "strongest": by_strength,
    "yes": yes,
    "safest": safest,
    "toward": toward,
    "towards": toward,
}
