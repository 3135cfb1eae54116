"""A roster as VASSAL pieces: prototypes, units, markers and chits, each with a number that never changes.

Only definitions are made here, with the names of the images they show; `art` draws the images. So a saved
game is written without drawing anything.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from builder.layout.board import MAP
from builder.layout.decks import CHIT, NO_DECK, Deck, Pile, deck_of, single_cup
from builder.layout.module_file import ModuleFacts, Start
from builder.module.lock import Lock
from builder.vassal.traits import (
    BRING_BACK,
    HOME,
    TURN_ALL,
    TURNS,
    Definition,
    Level,
    Trait,
    badge,
    calculated,
    copyable,
    counted_label,
    ctrl,
    define,
    deletable,
    faces,
    layer,
    marks,
    mask,
    moved_mark,
    prototype,
    reach,
    renumbered,
    report,
    return_to_deck,
    send_to,
    sent_home,
    trail,
    turned,
    whole_stack,
)
from counters.roster.counter import Card, Counter, Marker, Roster
from counters.roster.table import as_file_name

UNIT, MARKER = "Unit", "Marker"
LAYERS = ("Units", "Markers", "Chits")
"""What lies on what, the lowest first: pieces of different layers never share a stack."""
CONCEALED = "concealed.png"
_TOWARDS_THE_CORNER = 0.34
"""How far from the middle of a counter the mark of movement lies, in widths of the counter."""
VALUES = "Values"
"""The property that holds all numbers of a unit as they are printed: "6-3"."""
MOVED = "moved.png"
HIDDEN_CHIT = NO_DECK.hidden
BACK_KEY, DISCARD_KEY, COUNT_KEY = ctrl("R"), ctrl("D"), ctrl("N")
"""The keys that bring a card back into its deck, and to the discards; and that for a number of units."""
_SAYS = "$location$: $newPieceName$ ($menuCommand$)"


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of the module: its id in the roster, the name players see, its tab in the palette.

    `side` is whose it is, as the module prints it; "" for nobody's.
    """

    id: str
    name: str
    tab: str
    gpid: str
    definition: Definition
    side: str = ""

    @property
    def is_optional(self) -> bool:
        """Whether it comes with an extension, which numbers it "opt:12"."""
        return ":" in self.gpid


@dataclass(frozen=True, slots=True)
class Pieces:
    """All pieces of a module by id, and the prototypes they share.

    `unknown` are those that stand for units which a side does not see; `sides` says how sides are printed,
    `holders` which of them have a window of their own for cards. `standing` remembers how those that were
    written into saved games stand.
    """

    units: Mapping[str, Piece]
    markers: Mapping[str, Piece]
    chits: Mapping[str, Piece]
    unknown: Mapping[str, Piece]
    prototypes: Mapping[str, Definition]
    lock: Lock
    sides: Mapping[str, str]
    holders: tuple[str, ...]
    standing: dict[tuple[object, ...], Definition] = field(default_factory=dict, compare=False, repr=False)

    @property
    def kinds(self) -> tuple[Mapping[str, Piece], ...]:
        """The pieces kind by kind, in the order of the palette."""
        return self.markers, self.unknown, self.units, self.chits

    def __getitem__(self, piece: str) -> Piece:
        for kind in self.kinds:
            if piece in kind:
                return kind[piece]
        raise KeyError(piece)

    def starting(self, piece: str, step: int = 0, nth: int = 0) -> tuple[str, Definition]:
        """The gpid and the definition with which a piece begins on the board, `step` side up.

        Markers of a kind that begin there have a number each: `nth` counts them from 0.
        """
        gpid, made = self._under(at_start_id(piece, nth), piece)
        up = (replace(trait, state=str(step + 1)) if trait.id == "emb2" else trait for trait in made.traits)
        return gpid, replace(made, traits=tuple(up)) if step else made

    def in_palette(self, piece: str) -> tuple[str, Definition]:
        """The gpid and the definition of a piece in the palette: another of its kind stands on the board."""
        return self._under(palette_id(piece), piece)

    def _under(self, placed: str, piece: str) -> tuple[str, Definition]:
        """The gpid and the definition of a piece under the number kept for a place, else under its own."""
        made, kept = self[piece], self.lock.pieces.get(placed)
        if kept is None:
            return made.gpid, made.definition
        return str(kept.gpid), renumbered(made.definition, str(kept.gpid))

    def badge_image(self, marker: str) -> str:
        """The picture that a marker shows when it lies on a unit, "" if it never does."""
        kept = self.lock.pieces.get(badge_id(marker))
        return kept.images[0] if kept else ""

    def __contains__(self, piece: object) -> bool:
        return any(piece in kind for kind in self.kinds)


def make_pieces(
    roster: Roster,
    facts: ModuleFacts,
    out_of_play: tuple[int, int] | None,
    lock: Lock,
    unit: int,
    tracks: Mapping[str, Sequence[Trait]],
    homes: Mapping[str, tuple[int, int]],
) -> Pieces:
    """Every piece of a roster, with the numbers and image names that the settled lock has for it.

    `out_of_play` is the point of the board, in pixels, for eliminated units; `unit` is a counter's width;
    `tracks` is what markers can do besides that go along a track, `homes` where units stand at the start.
    """
    chits = {card.id: _chit(card, deck_of(card.id, facts.decks), lock) for card in roster.cards.values()}
    for deck in used_decks(roster, facts):
        chits[deck.hidden] = _hidden_chit(deck, lock)
    made = _prototypes(roster, facts, _unit_traits(roster, facts, out_of_play, lock, unit), lock)
    return Pieces(
        {one.id: _unit(one, roster, facts, lock, homes.get(one.id)) for one in roster.counters.values()},
        {
            marker.id: _marker(marker, lock, tracks.get(marker.id, ()), facts.sharp)
            for marker in roster.markers.values()
        },
        chits,
        {one.id: one for one in _unknown(roster, facts, lock, unit)},
        {name: define(traits) for name, traits in made.items()},
        lock,
        roster.style.sides,
        holders(facts, roster),
    )


def wanted(roster: Roster, facts: ModuleFacts) -> dict[str, tuple[str, ...]]:
    """The id of everything that needs a number, and the names its images get when it is new."""
    return {
        **{c.id: _files(f"unit-{as_file_name(c.id)}", c.sides) for c in roster.counters.values()},
        **{m.id: _files(f"marker-{as_file_name(m.id)}", len(m.faces)) for m in roster.markers.values()},
        **{card.id: (f"chit-{as_file_name(card.id)}.png",) for card in roster.cards.values()},
        **{at_start_id(start.marker): () for start in facts.starts},
        **{badge_id(badge.marker): (f"badge-{as_file_name(badge.marker)}.png",) for badge in facts.badges},
        **{deck.hidden: (deck.back_image,) for deck in (NO_DECK, *used_decks(roster, facts))},
        **{unknown_id(side): (f"{unknown_id(side)}.png",) for side in _sides_unknown(roster, facts)},
    }


def in_palette(roster: Roster, facts: ModuleFacts) -> dict[str, tuple[str, ...]]:
    """The ids of units in the palette while another is on the board, and of further markers that begin there.

    Their numbers follow from these ids alone, so no file need keep them.
    """
    further = {at_start_id(one.marker, nth): () for nth, one in numbered_starts(facts.starts) if nth}
    units = {palette_id(one.id): () for one in roster.counters.values() if starting_place(one, facts)}
    return {**units, **further}


def numbered_starts(starts: Iterable[Start]) -> Iterator[tuple[int, Start]]:
    """The markers that begin on the board, each with how many of its kind come before it."""
    seen: Tally[str] = Tally()
    for start in starts:
        yield seen[start.marker], start
        seen[start.marker] += 1


def starting_place(counter: Counter, facts: ModuleFacts) -> str:
    """The space or box where a unit stands at the start, "" for nowhere."""
    return counter.setup or facts.boxes.waiting.get(counter.reinforcement, "")


def used_decks(roster: Roster, facts: ModuleFacts) -> tuple[Deck, ...]:
    """The decks that the cards of a roster belong to, each once; cards of none count as one more."""
    return tuple(dict.fromkeys(deck_of(card, facts.decks) for card in roster.cards))


def holders(facts: ModuleFacts, roster: Roster) -> tuple[str, ...]:
    """The sides that hold cards: all of them, unless every deck is open or belongs to other sides."""
    closed = [deck for deck in used_decks(roster, facts) if not deck.open]
    common = any(not deck.side for deck in closed)
    own = {*facts.hands, *(deck.side for deck in closed)}
    return tuple(side for side in roster.style.sides if common or side in own) if roster.cards else ()


def unknown_id(side: str) -> str:
    """The id of the piece that stands for units of a side which another side does not see."""
    return f"unknown-{side}"


def _sides_unknown(roster: Roster, facts: ModuleFacts) -> Iterator[str]:
    if facts.unknown:
        with_units = {counter.side for counter in roster.counters.values()}
        yield from (side for side in roster.style.sides if side in with_units)


def _unknown(roster: Roster, facts: ModuleFacts, lock: Lock, unit: int) -> Iterator[Piece]:
    """For each side a piece that says no more than: units of this side, and how many if that is known."""
    called = facts.unknown.name if facts.unknown else ""
    for side in _sides_unknown(roster, facts):
        gpid, images = _kept(unknown_id(side), lock)
        printed = side_name(roster, side)
        own = marks({"Layer": LAYERS[0], "Unknown": printed})
        counted = counted_label("Number of units", COUNT_KEY, unit // 4)
        told = report([COUNT_KEY, ctrl("D")], _SAYS)
        traits = [told, prototype(printed), own, deletable(), copyable(), counted]
        name = f"{called} ({printed})"
        definition = define(traits, name, images[0], gpid)
        yield Piece(unknown_id(side), name, called, gpid, definition, printed)


def _files(stem: str, faces: int) -> tuple[str, ...]:
    return tuple(f"{stem}-{face}.png" for face in range(1, faces + 1))


def at_start_id(marker: str, nth: int = 0) -> str:
    """The id that numbers a marker on the board at the start: another of its kind lies in the palette."""
    return f"{marker} at start {nth + 1}" if nth else f"{marker} at start"


def palette_id(unit: str) -> str:
    """The id that numbers a unit in the palette, from which an old game gets a new one."""
    return f"{unit} in the palette"


def badge_id(marker: str) -> str:
    """The id under which the small picture is kept that a marker shows when it lies on a unit."""
    return f"{marker} as a badge"


def unit_name(counter: Counter) -> str:
    """How a unit is called in the module: its printed name, and which of its formation's counters it is."""
    return f"{counter.name} {counter.ordinal}".rstrip()


def _unit(
    counter: Counter, roster: Roster, facts: ModuleFacts, lock: Lock, home: tuple[int, int] | None
) -> Piece:
    side, nation = side_name(roster, counter.side), nation_name(roster, counter.nation)
    traits = [
        prototype(UNIT),
        prototype(side),
        *([prototype(_of_nation(roster, counter.nation))] if nation else []),
        marks(_facts_of(counter)),
        *([sent_home("Send home", MAP, facts.board, home)] if home else []),
    ]
    gpid, images = _kept(counter.id, lock)
    image = images[0]
    if counter.sides > 1:
        levels = _levels(images[: counter.sides], turned=counter.sides > len(counter.steps))
        traits.append(layer("Step", levels, ctrl("F"), "Turn over", sharp=facts.sharp))
        image = ""
    elif facts.sharp > 1:
        traits.append(_still(image, facts.sharp))
        image = ""
    if facts.reach and facts.reach.value in counter.steps[0].values:
        hexes, colour = counter.steps[0].values[facts.reach.value], counter.paint(0).symbol
        traits.append(reach(facts.reach.name, ctrl(facts.reach.key), hexes, colour))
    if roster.style.optional:
        traits += _numbers(roster, tuple(counter.steps[0].values))
    name = unit_name(counter)
    tab = side if nation in {side, ""} else f"{side}: {nation}"
    return Piece(counter.id, name, tab, gpid, define(traits, name, image, gpid), side)


def _kept(piece: str, lock: Lock) -> tuple[str, tuple[str, ...]]:
    return str(lock.pieces[piece].gpid), lock.pieces[piece].images


def _levels(images: tuple[str, ...], turned: bool) -> list[Level]:
    """The sides of a counter, and what its name gains on each; `turned` if the second is no reduced one."""
    left = len(images) - 1
    if turned:
        return [Level(images[0]), Level(images[1], "+ (back)")]
    names = [
        "",
        *("+ (reduced)" if left == 1 else f"+ (lost {lost} of {left + 1})" for lost in range(1, left + 1)),
    ]
    return [Level(image, name) for image, name in zip(images, names, strict=True)]


def _facts_of(counter: Counter) -> dict[str, str]:
    """What the module knows of a unit; each step has its own numbers ("strength_1", "strength_2")."""
    plain = {"Unit": counter.id, "Formation": counter.formation, "Type": counter.type, "Size": counter.size}
    numbers = {
        f"{name}_{n}": str(value)
        for n in range(1, counter.sides + 1)
        for name, value in counter.steps[min(n, len(counter.steps)) - 1].values.items()
    }
    return {**plain, **counter.traits, **numbers}


def _still(image: str, sharp: int) -> Trait:
    """The one picture of a piece that has no other side; VASSAL shows pictures smaller only in a layer."""
    return layer("Picture", [Level(image)], "", "", sharp=sharp)


def _marker(marker: Marker, lock: Lock, along: Sequence[Trait], sharp: int) -> Piece:
    traits = [prototype(MARKER), *along, marks({"Marker": marker.id, "Kind": marker.kind})]
    gpid, images = _kept(marker.id, lock)
    image = images[0]
    if len(set(marker.faces)) > 1:
        levels = [Level(name) for name in images[: len(marker.faces)]]
        traits.append(layer("Face", levels, ctrl("F"), "Turn over", sharp=sharp))
        image = ""
    elif sharp > 1:
        traits.append(_still(image, sharp))
        image = ""
    return Piece(
        marker.id, marker.name, marker.kind.capitalize(), gpid, define(traits, marker.name, image, gpid)
    )


def _chit(card: Card, deck: Deck, lock: Lock) -> Piece:
    known = {"Chit": card.id, "Number": str(card.number), "When": card.when, "Text": card.text}
    name = f"{card.number} {card.title}" if card.number else card.title
    gpid, images = _kept(card.id, lock)
    definition = define([prototype(deck.prototype), marks(known)], name, images[0], gpid)
    return Piece(card.id, name, deck.tab, gpid, definition)


def _hidden_chit(deck: Deck, lock: Lock) -> Piece:
    """A card of which only the back is known: it stands for one in somebody else's hand."""
    gpid, images = _kept(deck.hidden, lock)
    definition = define([prototype(MARKER), marks({"Chit": ""})], deck.hidden_name, images[0], gpid)
    return Piece(deck.hidden, deck.hidden_name, deck.tab, gpid, definition)


def side_name(roster: Roster, side: str) -> str:
    """A side as it is printed: "Zhukov"."""
    return roster.style.sides.get(side, side)


def nation_name(roster: Roster, nation: str) -> str:
    """A nation as it is printed: "Soviet"."""
    return roster.style.nations.get(nation, nation)


def _of_nation(roster: Roster, nation: str) -> str:
    """The prototype of a nation; one that is called as a side is has a name of its own."""
    name = nation_name(roster, nation)
    return f"{name} (nation)" if name in roster.style.sides.values() else name


def _prototypes(
    roster: Roster, facts: ModuleFacts, of_units: list[Trait], lock: Lock
) -> dict[str, list[Trait]]:
    sides = {side_name(roster, c.side) for c in roster.counters.values()}
    nations = {c.nation for c in roster.counters.values()} - {""}
    named = {_of_nation(roster, nation): nation_name(roster, nation) for nation in nations}
    return {
        UNIT: of_units,
        MARKER: [report([ctrl("F"), ctrl("D")], _SAYS), deletable(), copyable(), marks({"Layer": LAYERS[1]})],
        **{deck.prototype: _chit_traits(deck, lock) for deck in used_decks(roster, facts)},
        **{side: [marks({"Side": side})] for side in sorted(sides)},
        **{called: [marks({"Nation": named[called]})] for called in sorted(named)},
    }


def _chit_traits(deck: Deck, lock: Lock) -> list[Trait]:
    """What every card of a deck can do: go back, go to the discards, be hidden."""
    own = {} if deck == single_cup(deck.at) else {"Deck": deck.name}
    into = "the cup" if deck.id == CHIT else deck.name
    ways = [return_to_deck(f"Back into {into}", BACK_KEY, deck.name)] if deck.at else []
    if deck.discard:
        discards = Pile(deck, discards=True)
        ways.append(return_to_deck("Discard", DISCARD_KEY, discards.name))
    keys = [ctrl("K"), BACK_KEY, *([DISCARD_KEY] if deck.discard else [])]
    back = lock.pieces[deck.hidden].images[0]
    hidden = mask(back, deck.hidden_name)
    return [report(keys, _SAYS), marks({"Layer": LAYERS[2], **own}), *ways, hidden]


def _unit_traits(
    roster: Roster, facts: ModuleFacts, out_of_play: tuple[int, int] | None, lock: Lock, unit: int
) -> list[Trait]:
    """What every unit can do, outermost first: what is said, what lies on the counter, how it lies."""
    corner = -round(unit * _TOWARDS_THE_CORNER)
    traits = [
        report(list(_told(facts)), _SAYS),
        marks({"Layer": LAYERS[0]}),
        moved_mark(MOVED, corner, corner),
        trail(),
        whole_stack("Turn over the whole stack", TURN_ALL, ctrl("F")),
    ]
    if facts.concealed:
        traits.append(mask(CONCEALED, facts.concealed.name, facts.concealed.key))
    for one in facts.badges:
        picture = lock.pieces[badge_id(one.marker)].images[0]
        traits.append(badge(one.name, picture, ctrl(one.key), one.name))
    if out_of_play:
        traits.append(send_to("Eliminate", ctrl("E"), MAP, facts.board, out_of_play))
    if facts.turned:
        traits.append(turned(facts.turned.name, ctrl(facts.turned.key)))
    if facts.facings > 1:
        traits.append(faces(facts.facings))
    return [*traits, *_numbers(roster, () if roster.style.optional else roster.style.values)]


def _numbers(roster: Roster, names: Sequence[str]) -> list[Trait]:
    """The numbers of a unit by name, and all together; each unit has its own where not all bear the same."""
    together = '+"-"+'.join(names)
    return [
        *([calculated(VALUES, together)] if together else []),
        *(calculated(name, _of_the_step(name, roster)) for name in names),
    ]


def _told(facts: ModuleFacts) -> Iterator[str]:
    """The keys after which the chat tells what was done."""
    yield from (ctrl("F"), ctrl("E"), BRING_BACK, HOME)
    yield from (ctrl(badge.key) for badge in facts.badges)
    yield from (ctrl(one.key) for one in (facts.turned, facts.concealed) if one)
    yield from TURNS if facts.facings > 1 else ()


def _of_the_step(name: str, roster: Roster) -> str:
    """The number of the side that shows, as an expression: a unit without a second side has no Step_Level."""
    expression = f"{name}_1"
    for step in range(2, len(roster.style.steps) + 1):
        expression = f"Step_Level=={step} ? {name}_{step} : {expression}"
    return expression
