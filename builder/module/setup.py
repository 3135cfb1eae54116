"""Who stands where: pieces in areas, gathered into stacks on the points of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from builder.layout.board import Layout, Point
from builder.layout.decks import deck_faults, deck_of
from builder.layout.module_file import ModuleFacts
from builder.module.roster_pieces import Pieces, numbered_starts, starting_place, unknown_id
from builder.module.tracks import track_faults
from builder.module_faults import ModuleError
from counters.roster.counter import Counter, Roster
from files.nearest import did_you_mean, nearest
from maps.board import Board

HAND = "hand:"


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece of the roster in an area of the board, or in a player's hand ("hand:koniev").

    `step` is the face that shows, 0 the full side or the front; of unknown units, how many they are, 0 not
    told. `flags` are the badges on it, by the id of their marker ("out-of-supply"); "turned" when it lies
    upside down; "concealed" when its side has laid its mask on it, or the side in whose hand it is;
    "facing-2" when it was turned to the second of its facings. `made` is the id of a unit that was made in
    play, one of the counter `piece`: it bears this id as its name. `nth` counts the
    markers of a kind that begin on the map, from 0.
    """

    piece: str
    at: str
    step: int = 0
    flags: frozenset[str] = field(default_factory=frozenset)
    made: str = ""
    nth: int = 0


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces on one point of an area, the lowest first."""

    area: str
    point: Point
    pieces: tuple[Placement, ...]


def at_start(roster: Roster, facts: ModuleFacts) -> list[Placement]:
    """The set-up of the game: units on the map, those that wait in boxes, markers and chits."""
    units = [Placement(c.id, starting_place(c, facts), _step(c, facts)) for c in roster.counters.values()]
    markers = [Placement(start.marker, start.at, nth=nth) for nth, start in numbered_starts(facts.starts)]
    held = {chit: HAND + side for side, chits in facts.hands.items() for chit in chits}
    held |= {chit: at for at, chits in facts.laid.items() for chit in chits}
    chits = [Placement(card, held.get(card, deck_of(card, facts.decks).at)) for card in roster.cards]
    return [*units, *markers, *chits]


def _step(counter: Counter, facts: ModuleFacts) -> int:
    """The side a unit starts on: the last one if it bears the trait of those that begin reduced."""
    return len(counter.steps) - 1 if counter.traits.get(facts.reduced) else 0


def check(
    placements: Iterable[Placement], layout: Layout, pieces: Pieces, board: Board | None = None
) -> None:
    """ModuleError with every placement of an unknown piece, or in an unknown place; with the nearest of the
    places, and of the names that people have for spaces of the board."""
    hands = {HAND + side for side in pieces.holders}
    faults = []
    known: list[str] = []
    for one in placements:
        if one.piece not in pieces:
            faults.append(f"{one.piece}: no such unit, marker or chit")
        if one.at and one.at not in layout.areas and one.at not in hands:
            names = [name for name, _ in board.names()] if board and not known else []
            known = known or sorted({*layout.areas, *names, *hands})
            meant = did_you_mean(nearest(one.at, known), "; ")
            faults.append(f"{one.piece}: there is no space, box or hand {one.at!r} to put it{meant}")
    if faults:
        raise ModuleError(faults)


def check_facts(facts: ModuleFacts, roster: Roster, layout: Layout) -> None:
    """ModuleError with everything the module's facts name that neither roster nor board has."""
    boxes = (facts.boxes.eliminated, *facts.boxes.waiting.values(), *facts.boxes.held.values())
    chits = [chit for held in (facts.hands, facts.laid) for chits in held.values() for chit in chits]
    faults = [f"boxes: the board has no box {box!r}" for box in boxes if box and box not in layout.areas]
    faults += [f"boxes.held: no side {s!r}" for s in facts.boxes.held if s not in roster.style.sides]
    faults += track_faults(facts.tracks, layout, roster.markers)
    faults += deck_faults(facts.decks, layout.areas, roster.style.sides)
    faults += [f"badge: no marker {b.marker!r}" for b in facts.badges if b.marker not in roster.markers]
    faults += [f"start: no marker {s.marker!r}" for s in facts.starts if s.marker not in roster.markers]
    faults += [f"start: no box or space {s.at!r}" for s in facts.starts if s.at not in layout.areas]
    faults += [f"hands: no side {side!r}" for side in facts.hands if side not in roster.style.sides]
    faults += [f"hands: no chit {chit!r}" for chit in chits if chit not in roster.cards]
    faults += [f"laid: no box or space {at!r}" for at in facts.laid if at not in layout.areas]
    if facts.reach and facts.reach.value not in roster.style.values:
        faults.append(f"reach: no number {facts.reach.value!r} in the roster")
    if facts.reduced and facts.reduced not in roster.style.extra:
        faults.append(f"reduced: no trait {facts.reduced!r} in the roster")
    ends = [("upright_at", facts.upright_at), ("unmoved_at", facts.unmoved_at)]
    ends += [(f"badge {badge.name}: off_at", badge.off_at) for badge in facts.badges]
    faults += [f"{name}: no segment {s!r}" for name, told in ends for s in told if s not in facts.segments]
    faults += _key_faults(facts)
    if faults:
        raise ModuleError(faults)


def _key_faults(facts: ModuleFacts) -> Iterator[str]:
    """One key, one command."""
    taken = {"F": "turning over", "E": "eliminating", "M": "the mark of movement", "T": "the trail"}
    named = [(badge.key, badge.name) for badge in facts.badges]
    named += [(one.key, one.name) for one in (facts.turned, facts.concealed, facts.reach) if one]
    for key, name in named:
        if taken.setdefault(key, name) != name:
            yield f"{name}: the key {key} is already used for {taken[key]}"


def stacks(placements: Iterable[Placement], roster: Roster, layout: Layout) -> list[Stack]:
    """The pieces on the board as stacks, area by area; pieces that are elsewhere are left out."""
    by_area: dict[str, dict[tuple[str, ...], list[Placement]]] = {}
    for one in placements:
        by_area.setdefault(one.at, {}).setdefault(company(one.piece, roster), []).append(one)
    return [
        Stack(stack.area, stack.point, layer)
        for area in layout.areas
        if area in by_area
        for stack in _spread(area, by_area[area], layout)
        for layer in _layers(stack.pieces, roster)
    ]


def _layers(pieces: Iterable[Placement], roster: Roster) -> Iterator[tuple[Placement, ...]]:
    """Units apart from what lies over them: VASSAL never keeps both in one stack."""
    listed = list(pieces)
    for units in (True, False):
        layer = tuple(one for one in listed if is_unit(one.piece, roster) == units)
        if layer:
            yield layer


def is_unit(piece: str, roster: Roster) -> bool:
    """Whether a piece lies among units: a counter, or one that stands for counters nobody sees."""
    return piece in roster.counters or piece in map(unknown_id, roster.style.sides)


def company(piece: str, roster: Roster) -> tuple[str, ...]:
    """What keeps pieces in one stack: the counters of a formation stay together, all else stands alone."""
    counter = roster.counters.get(piece)
    return (counter.side, counter.formation) if counter and counter.formation else (piece,)


def _spread(area: str, groups: Mapping[tuple[str, ...], list[Placement]], layout: Layout) -> Iterator[Stack]:
    """Groups dealt out over the points of the area, in turn when there are more groups than points."""
    points = layout.areas[area].spots
    for place, point in enumerate(points):
        here = [one for group in list(groups.values())[place :: len(points)] for one in group]
        if here:
            yield Stack(area, point, tuple(here))
