"""Standing orders: answers given before the question, so that a turn does not take ten mails.

    if asked loss then weakest first            if asked retreat 712 then toward frankfurt avoiding enemy
    if asked reaction then pass                 if asked heinrici at seelow odds 3 then chit 1
    if asked replacements then convert          if asked chits then keep

Before "then" stands the question, with conditions if wanted (units, "at ZONE", "turn N", "odds N":
at least N to 1); after it a policy, or plain order lines with ";" between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from adjudicator import standing as kernel
from adjudicator.orders import Order
from adjudicator.reader import Reader
from adjudicator.rulings import No, Unreadable
from adjudicator.standing import StandingOrder as Standing
from adjudicator.state import Decision, State

from . import r08_combat
from .orders import UNIT, ZONE, grammar
from .position import enemies, printed
from .r07_movement import steps_between

TOPICS: Mapping[str, str] = {
    "reaction": "react", "react": "react", "chit9": "react",
    "heinrici": "heinrici", "chit1": "heinrici",
    "loss": "loss", "losses": "loss", "retreat": "retreat", "advance": "advance", "reserve": "reserve",
    "enter": "enter", "entry": "enter", "displace": "displace", "escape": "displace",
    "replacements": "logistics", "logistics": "logistics",
    "freemove": "freemove", "freemoves": "freemove", "chits": "chits", "chit": "chits",
}  # fmt: skip
"""What players call a question -> its topic. An impulse is never answered by a standing order."""

USUAL = (
    "react",
    "heinrici",
    "loss",
    "retreat",
    "advance",
    "reserve",
    "displace",
    "enter",
    "freemove",
    "chits",
)
"""The questions that standing orders usually answer; impulses and replacements want a mail."""

ADVICE = (
    "if asked reaction then pass",
    "if asked loss then weakest first",
    "if asked retreat then toward neukolln avoiding enemy",
    "if asked reserve then pass",
    "if asked freemoves then pass",
    "if asked chits then keep",
)

CONDITIONS: Mapping[str, kernel.Condition] = {
    "at": lambda words: words.one(ZONE, ("turn", "odds")),
    "turn": Reader.number,
    "odds": Reader.number,
}


def read_standing(line: str) -> str:
    """A line as it is kept ("sop" forms become "if asked" forms). Raises Unreadable if it could never
    apply."""
    text = from_sop(line)
    understood = parse(text)
    word = understood.policy.split()[0].casefold()
    if word == "toward":
        goal(understood)
    elif word not in POLICIES:
        check_plain(understood)
    return text


def check_plain(understood: Standing) -> None:
    """A policy of plain orders must at least be readable as such, or name zones or units."""
    for part in understood.policy.split(";"):
        try:
            grammar().read(part.strip())
        except No as no:
            if not named(understood, part):
                raise Unreadable(f"after «then»: {no.why}", (*POLICIES, *no.legal)) from None


def named(understood: Standing, text: str) -> tuple[str, ...]:
    """The zones (of a retreat or escape) or units (of losses, advances) that a policy lists; () if it lists
    none."""
    kind = ZONE if understood.topic in {"retreat", "displace"} else UNIT
    try:
        return Reader(text, grammar().lexicons).some(kind)
    except No:
        return ()


def from_sop(line: str) -> str:
    """The older way of writing: sop heinrici when ZONE odds N, sop chit9 zone ZONE turn N, sop loss ..."""
    words = line.split()
    if words[0].casefold() != "sop":
        return line
    rest = " ".join(words[2:])
    what = words[1].casefold() if len(words) > 1 else ""
    if what == "heinrici":
        when = re.sub(r"^when\s+", "", rest, flags=re.IGNORECASE)
        place = re.sub(r"^any\b", "", when, flags=re.IGNORECASE).strip()
        at = "at " if place and not place.casefold().startswith("odds") else ""
        return f"if asked heinrici {at}{place} then chit 1"
    if what == "chit9":
        found = re.fullmatch(r"zone\s+(.+?)(?:\s+turn\s+(\d+))?", rest, flags=re.IGNORECASE)
        if found is None:
            raise Unreadable("write: sop chit9 zone ZONE turn N")
        turn = f" turn {found[2]}" if found[2] else ""
        return f"if asked reaction{turn} then chit 9 zone {found[1]}"
    return f"if asked {'retreat' if what == 'retreatto' else what} then {rest}"


def parse(line: str) -> Standing:
    """The parts of a standing order. Raises Unreadable."""
    return kernel.parse(line, TOPICS, grammar().lexicons, CONDITIONS, UNIT)


def standing(state: State, decision: Decision, line: str) -> list[str] | None:
    """The order lines by which a standing order answers a question; None if it does not apply to it."""
    understood = parse(line)
    if understood.topic != decision.topic or not meets(state, decision, understood):
        return None
    policy = POLICIES.get(understood.policy.split()[0].casefold(), listed)
    return policy(state, decision, understood)


def meets(state: State, decision: Decision, understood: Standing) -> bool:
    """Whether the conditions of a standing order hold."""
    facts, wanted = state.frame.facts, understood.conditions
    if understood.units and not set(understood.units) & set(decision.about):
        return False
    if wanted.get("at") and facts.get("space") != wanted["at"]:
        return False
    if wanted.get("odds") and r08_combat.battle_ratio(state) < wanted["odds"]:
        return False
    return not wanted.get("turn") or wanted["turn"] == state.turn


# -- policies --------------------------------------------------------------------------------------------


def passing(state: State, decision: Decision, understood: Standing) -> list[str] | None:
    """pass."""
    return ["pass"] if "pass" in decision.verbs else None


def by_strength(state: State, decision: Decision, understood: Standing) -> list[str] | None:
    """weakest first, strongest first: who takes a loss."""
    answers = [grammar().read(answer) for answer in decision.answers]
    if not answers or any("unit" not in order.args for order in answers):
        return None
    best = min if understood.policy.split()[0].casefold() == "weakest" else max
    return [best(answers, key=lambda order: printed(state, state.units[order.args["unit"]], "strength")).text]


def toward(state: State, decision: Decision, understood: Standing) -> list[str] | None:
    """toward ZONE [avoiding enemy]: the legal retreat that ends nearest to a zone."""
    zone, avoiding = goal(understood)
    read = {answer: grammar().read(answer) for answer in decision.answers}
    ends = {answer: order for answer, order in read.items() if order.verb in GOING}
    if avoiding:
        quiet = {answer: order for answer, order in ends.items() if not near_enemy(state, order)}
        ends = quiet or ends
    if not ends:
        return None
    return [min(ends, key=lambda answer: steps_between(state, end_of(ends[answer]), zone))]


def goal(understood: Standing) -> tuple[str, bool]:
    """The zone of a "toward", and whether enemies are to be avoided. Raises Unreadable or Ambiguous."""
    words = Reader(understood.policy, grammar().lexicons)
    words.at = 1
    zone = words.one(ZONE, ("avoiding",))
    avoiding = bool(words.word("avoiding"))
    words.word("enemy", "enemies")
    words.end()
    return zone, avoiding


def end_of(order: Order) -> str:
    """Where a retreat or escape ends."""
    return str(order.args["via"][-1] if "via" in order.args else order.args["zone"])


def near_enemy(state: State, order: Order) -> bool:
    """Whether a retreat ends next to enemies."""
    unit = state.units[order.args["unit"]]
    return any(enemies(state, unit, near) for near in state.board.neighbours(end_of(order)))


def listed(state: State, decision: Decision, understood: Standing) -> list[str] | None:
    """A list of zones or units in the order of preference, or plain order lines."""
    wishes = named(understood, understood.policy)
    for wish in wishes:
        for answer in decision.answers:
            order = grammar().read(answer)
            if wish in {
                order.args.get("unit"),
                end_of(order) if order.verb in {"retreat", "displace"} else "",
            }:
                return [answer]
    return None if wishes else [part.strip() for part in understood.policy.split(";")]


GOING = ("retreat", "displace", "freemove")
"""Orders by which a unit goes somewhere, so that one may be nearer to a zone than another."""
POLICIES: Mapping[str, Callable[[State, Decision, Standing], list[str] | None]] = {
    "pass": passing,
    "weakest": by_strength,
    "strongest": by_strength,
    "toward": toward,
}
