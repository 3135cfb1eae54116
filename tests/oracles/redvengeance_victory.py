"""The oracle of Red Vengeance at the end of a CGS: CG29 whose Locations count, section 20 who has won it, and
whether the campaign is over."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.oracles.redvengeance import city

WORTH = {"reichstag": 5, "h19": 2, "k13": 3}
"""CG29: what the three buildings are worth; any other stone Location 1."""
Held = Mapping[str, str]


def reichstag() -> frozenset[str]:
    """The hexes of the Reichstag."""
    return frozenset(h for h, row in city().items() if "reichstag" in row["tags"].split())


def stone() -> frozenset[str]:
    """The hexes that are stone on the map."""
    return frozenset(h for h, row in city().items() if "stone" in row["tags"].split())


def lvp(side: str, start: Held, now: Held, claimed: frozenset[str] = frozenset()) -> int:
    """CG29: Locations count that were the enemy's as the CGS began and are the side's as it ends, a building
    once, when all of it is the side's; what was nobody's counts for nobody."""
    enemy = {"russian": "german", "german": "russian"}[side]

    def taken(hexes: frozenset[str]) -> bool:
        return all(now.get(h) == side for h in hexes) and any(start.get(h) == enemy for h in hexes)

    named = {name: reichstag() if name == "reichstag" else frozenset({name}) for name in WORTH}
    others = (stone() | claimed) - frozenset().union(*named.values())
    whole = sum(WORTH[name] for name, hexes in named.items() if taken(hexes))
    return whole + sum(taken(frozenset({h})) for h in others)


def first_holders() -> Held:
    """I7, CG29: at the start of the campaign the German controls the German set-up area, and all else is
    No-Man's Land."""
    return {h: "german" for h, row in city().items() if row["start"] == "german"}


def campaign(turn: int, now: Held) -> str:
    """Section 20: the Russian wins at the end of any CGS with the whole Reichstag, a Lull among them, else
    the German with the ninth; "" while nobody has."""
    if all(now.get(h) == "russian" for h in reichstag()):
        return "russian"
    return "german" if turn == 9 else ""


@dataclass(frozen=True)
class Ended:
    """A CGS as it ends: its date, who held what before and who holds it now, what was claimed besides."""

    turn: int
    start: Held
    now: Held
    claims: Mapping[str, frozenset[str]] = field(default_factory=dict)


SIDES = ("russian", "german")


def ended(chance: random.Random) -> Ended:
    """A CGS by chance, in which buildings change hands whole or in part."""
    turn = chance.choice((1, 3, 4, 8, 9))
    plain = sorted(set(city()) - stone())
    dry = [h for h in plain if not set(city()[h]["tags"].split()) & {"spree", "canal", "bridge"}]
    hexes = [*sorted(stone() - reichstag()), *chance.sample(dry, 6)]
    start, now = ({h: s for h in hexes if (s := chance.choice((*SIDES, "")))} for _ in range(2))
    for held in (start, now):
        whole = chance.choice(SIDES)
        held |= dict.fromkeys(sorted(reichstag()), whole)
        if chance.random() < 0.5:
            held[chance.choice(sorted(reichstag()))] = chance.choice(SIDES)
    if turn == 1:
        start = dict(first_holders())
    claims = {}
    for side in SIDES:
        theirs = [h for h in hexes if start.get(h) not in {side, "", None}]
        claims[side] = frozenset(chance.sample(theirs, min(len(theirs), chance.choice((0, 0, 1, 2)))))
    now |= {h: side for side in SIDES for h in claims[side]}
    return Ended(turn, start, now, claims)
