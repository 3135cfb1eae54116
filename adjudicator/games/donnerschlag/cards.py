"""The cards (D.comp.cards): whose each is, of which kind, where it lies. What a Combat Card does is in
`cards_*`, what an Activation Card orders in `r2_command`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache

from adjudicator.by_mail.views import BACK, NotInView
from adjudicator.mechanics.charts import band
from adjudicator.mechanics.decks import Deck
from adjudicator.rulings import Refused, rule
from adjudicator.state import State
from counters.roster.counter import Card
from counters.roster.load import load_roster

from .charts import charts
from .orders import GAME
from .position import AXIS, SIDES, SOVIET

ACTIVATION, COMBAT = "activation", "combat"
KINDS = (ACTIVATION, COMBAT)
BOX = {AXIS: "okh", SOVIET: "stavka"}
"""Side -> the box in which it may put a card by."""
REMOVED = "removed"
"""Cards that have left the game."""
PAIRS = (frozenset({"SWT40", "DEADBOLT"}), frozenset({"NAVAL", "GUARD"}))
"""Cards that may lie in a box together (D.admin.f.2)."""


@cache
@rule("D.comp.cards")
def all_cards() -> Mapping[str, Card]:
    """Every card by its code and copy."""
    return load_roster(GAME).cards


def card(id_: str) -> Card:
    """A card by its code and copy. Raises NotInView for the back of one."""
    if id_.startswith(BACK):
        raise NotInView(id_)
    return all_cards()[id_]


def code(id_: str) -> str:
    """What a card is, without the number of its copy: "AX6PZ"."""
    return id_.rpartition("-")[0]


@rule("D.comp.cards")
def kind(id_: str) -> str:
    """Whether it is an Activation or a Combat Card."""
    return card(id_).traits["type"]


def owner(id_: str) -> str:
    """Whose card it is."""
    return card(id_).traits["side"]


def effect(id_: str, of: str) -> int:
    """The number of a card's effect, if it is one of this kind: "die 1" changes the die by 1."""
    kind_, _, by = card(id_).traits["effect"].partition(" ")
    return int(by) if kind_ == of else 0


@rule("D.admin.d.5")
def is_late(id_: str) -> bool:
    """Whether a card joins its deck on turn 4 only."""
    return card(id_).traits["late"] == "yes"


def pile(side: str, of: str) -> str:
    """The draw pile of a side's cards of a kind."""
    return f"{side}-{of}"


def discards(side: str, of: str) -> str:
    """Where the cards of a kind lie that a side has played or discarded."""
    return f"{side}-{of}-discards"


def late(side: str, of: str) -> str:
    """Where the late cards of a kind wait."""
    return f"{side}-{of}-late"


def deck(side: str, of: str) -> Deck:
    """The deck of a side's cards of a kind."""
    return Deck(pile(side, of), discards(side, of))


@rule("D.admin.d.5")
def laid_out() -> Mapping[str, tuple[str, ...]]:
    """Where every card lies at the start: early ones in their piles, late ones beside them."""
    found: dict[str, list[str]] = {}
    for side in SIDES:
        for of in KINDS:
            found |= {pile(side, of): [], discards(side, of): [], late(side, of): []}
    for id_ in all_cards():
        where = late if is_late(id_) else pile
        found[where(owner(id_), kind(id_))].append(id_)
    return {place: tuple(sorted(cards)) for place, cards in found.items()} | {REMOVED: ()}


def held(state: State, side: str, of: str = "") -> tuple[str, ...]:
    """The cards in a side's hand, those of one kind if it is named."""
    return tuple(one for one in state.hands.get(side, ()) if not of or is_of(one, of))


def is_of(id_: str, of: str) -> bool:
    """Whether a card, or the back of one that may not be seen, is of a kind."""
    return f"-{of}" in id_ if id_.startswith(BACK) else kind(id_) == of


def boxed(state: State, side: str) -> tuple[str, ...]:
    """The cards in a side's box."""
    return state.hands.get(BOX[side], ())


@cache
@rule("D.admin.d.1")
def limit(of: str, turn: int) -> int:
    """Up to how many cards of a kind a hand is filled on a turn."""
    chart = charts()["hands"]
    return int(chart.cell(of.capitalize(), band(turn, chart.rows) or chart.rows[-1]))


@rule("D.comp.cards")
def copies(ids: Sequence[str], places: Collection[str], own: Collection[str]) -> tuple[str, ...]:
    """The cards that are meant by these: of those alike any copy that lies in these places, each once. A copy
    that its player has elsewhere, in the hand or the box, is that one and no other."""
    found: list[str] = []
    for id_ in ids:
        alike = [one for one in sorted(places) if code(one) == code(id_) and one not in found]
        named = id_ not in found and (id_ in places or id_ in own)
        found.append(id_ if named or not alike else alike[0])
    return tuple(found)


@rule("D.admin.f.3")
def check_held(state: State, side: str, id_: str, of: str, legal: tuple[str, ...] = ()) -> None:
    """A card of this kind that lies in the side's own hand; one in its box does not. Raises Refused."""
    if id_ in held(state, side, of):
        return
    if id_ in boxed(state, side):
        raise Refused("D.admin.f.3", f"{id_} is in your box, not in your hand", legal)
    if id_ in held(state, side):
        article = "an" if of == ACTIVATION else "a"
        raise Refused("D.comp.cards", f"{id_} is not {article} {of.capitalize()} Card", legal)
    raise Refused("D.comp.cards", f"you do not hold {id_}", legal)
