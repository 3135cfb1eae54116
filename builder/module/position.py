"""A position as VASSAL writes it: pieces with their stacks, cups and hands, boards, turn trackers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from builder.layout.board import MAP
from builder.layout.decks import Pile, piles
from builder.layout.module_file import ModuleFacts
from builder.module.parts import Parts
from builder.module.piles import boards, hand_name, hand_spot, pile_type, piled
from builder.module.roster_pieces import Pieces
from builder.module.setup import HAND, Placement, check, stacks
from builder.vassal.archive import module_data, save_data
from builder.vassal.stream import ESC, obfuscated
from builder.vassal.traits import (
    ALWAYS,
    FACING,
    IMAGES,
    NAME_OF_TURN,
    TAB,
    Definition,
    Place,
    Trait,
    join,
    marks,
    put,
    read_marks,
    renamed,
    split,
)

_FIRST_ID = 1001
FACED = "facing-"


@dataclass(frozen=True, slots=True)
class When:
    """How far the game is: the turn and the segment of it, and the number of a repeated part, all from 1."""

    turn: int = 1
    segment: int = 1
    repeat: int = 1


AT_START = When()


def save_entries(parts: Parts, placements: Iterable[Placement], comment: str, when: When) -> dict[str, bytes]:
    """What stands in the archive of a saved game, by name."""
    position = list(placements)
    check(position, parts.layout, parts.pieces)
    return {
        "savedGame": obfuscated(join(ESC, position_commands(parts, position, when))),
        "savedata": save_data(parts.identity, comment),
        "moduledata": module_data(parts.identity),
    }


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece that was written: what it is, its id in the file, and where it lies."""

    placement: Placement
    id: str
    place: Place


def position_commands(
    parts: Parts, position: Sequence[Placement], when: When, lying: list[Lying] | None = None
) -> Iterator[str]:
    """The commands in the order VASSAL writes them: pieces, what holds them, boards, counters of turns.

    What lies where is added to `lying`, the lowest of a stack first.
    """
    yield "begin_save"
    writer = _Writer(parts, [] if lying is None else lying)
    yield from writer.pieces(position)
    for window, board in boards(parts.facts, parts.roster):
        yield join(TAB, (f"{window}BoardPicker", board, "0", "0"))
    yield f"SETUP_STACK{TAB}"
    yield from trackers(parts.facts, when)
    yield "end_save"


def trackers(facts: ModuleFacts, when: When) -> Iterator[str]:
    """How far the turn trackers are, one command for each."""
    levels = []
    if facts.turns:
        inner = [_list_level(when.segment, facts.segments)] if facts.segments else []
        levels.append(_list_level(when.turn, facts.turns, *inner))
    if facts.repeated:
        levels.append(join(";", (str(when.repeat), "0", "true", str(facts.repeated.limit))))
    for number, level in enumerate(levels):
        yield f"TURNTurnTracker{number}{TAB}{join('|', ('0', level))}"


def _list_level(current: int, values: Sequence[str], *inner: str) -> str:
    return join(";", (str(current - 1), "0", "0", ",".join("true" for _ in values), *inner))


class _Writer:
    """Numbers pieces and stacks one after the other, and writes them."""

    def __init__(self, parts: Parts, lying: list[Lying]) -> None:
        self.parts, self.lying = parts, lying
        self.next = _FIRST_ID

    def number(self) -> str:
        """The next free id."""
        self.next += 1
        return str(self.next - 1)

    def pieces(self, position: Sequence[Placement]) -> Iterator[str]:
        """Every piece of the position with the stack, the cup or the hand that holds it."""
        facts, roster, layout = self.parts.facts, self.parts.roster, self.parts.layout
        laid = piled(position, facts, roster)
        in_piles = {one for cards in laid.values() for one in cards}
        for stack in stacks([one for one in position if one not in in_piles], roster, layout):
            yield from self.stack(stack.pieces, Place(MAP, *stack.point))
        for side in self.parts.pieces.holders:
            held = [one for one in position if one.at == HAND + side]
            if held:
                at = hand_spot(facts, roster, layout)
                yield from self.stack(held, Place(hand_name(facts, roster, side), *at))
        for pile in piles(facts.decks):
            yield from self.pile(pile, laid[pile.at])

    def stack(self, placements: Sequence[Placement], place: Place) -> Iterator[str]:
        """Pieces on one point, and behind them the stack that holds them."""
        ids = []
        for one in placements:
            ids.append(self.number())
            yield self.piece(one, ids[-1], place)
        state = join(";", (place.map, str(place.x), str(place.y), *ids, "@@-1"))
        yield "+/" + join("/", (self.number(), "stack", state))

    def piece(self, one: Placement, id_: str, place: Place) -> str:
        """One piece, under an id and at a place."""
        self.lying.append(Lying(one, id_, place))
        return put(standing(self.parts.pieces, one), id_, place).text

    def pile(self, pile: Pile, placements: Sequence[Placement]) -> Iterator[str]:
        """The cards in a pile, and behind them the deck that holds them, even when it is empty.

        Those drawn at random stand in an order that says nothing of the one in which they were put there.
        """
        place = Place(MAP, *self.parts.layout.spot(pile.at))
        ids = []
        at_random = not (pile.discards or pile.late or pile.deck.ordered)
        for one in sorted(placements, key=lambda one: one.piece) if at_random else placements:
            ids.append(self.number())
            yield self.piece(one, ids[-1], place)
        face_down = "false" if pile.discards else "true"
        state = join(";", (place.map, str(place.x), str(place.y), face_down, join(",", ids)))
        kind = pile_type(pile, self.parts.roster, self.parts.layout)
        yield "+/" + join("/", (self.number(), kind, state))


def standing(pieces: Pieces, one: Placement) -> Definition:
    """A piece as it stands: prototypes written out, its face turned up, its badges laid on. It is written out
    once for all saved games and logs of a process."""
    owned = one.at if "concealed" in one.flags else ""  # else it does not matter where it is
    look = (one.piece, one.step, one.flags, one.made, owned)
    if look not in pieces.standing:
        pieces.standing[look] = _standing(pieces, one)
    return pieces.standing[look]


def _standing(pieces: Pieces, one: Placement) -> Definition:
    piece = pieces[one.piece].definition
    traits = [inner for outer in piece.traits for inner in _written_out(outer, pieces)]
    stands = Definition(piece.id, tuple(_turned_up(trait, one, pieces) for trait in traits))
    return renamed(stands, one.made) if one.made else stands


def _written_out(trait: Trait, pieces: Pieces) -> Sequence[Trait]:
    """The traits behind a prototype, or the trait itself."""
    return pieces.prototypes[trait.fields[0]].traits[:-1] if trait.id == "prototype" else (trait,)


def _turned_up(trait: Trait, one: Placement, pieces: Pieces) -> Trait:
    match trait.id:
        case "rotate" if trait.fields[NAME_OF_TURN] == FACING:
            return replace(trait, state=str(_facing(one)))
        case "rotate":
            return replace(trait, state="1" if "turned" in one.flags else "0")
        case "obs" if "concealed" in one.flags:
            return replace(trait, state=join(";", (_owner(one, pieces), "")))
        case "label":
            return replace(trait, state=str(one.step or ""))
        case "emb2":
            return _level(trait, one, pieces)
        case "mark" if one.made and "Unit" in read_marks(trait):
            return marks({**read_marks(trait), "Unit": one.made})
    return trait


def _facing(one: Placement) -> int:
    """The facing of a piece, counted from 0."""
    turned = (flag.removeprefix(FACED) for flag in one.flags if flag.startswith(FACED))
    return next((int(number) - 1 for number in turned if number.isdecimal() and number != "0"), 0)


def _owner(one: Placement, pieces: Pieces) -> str:
    """The side that has laid a mask on a piece, as the module prints it."""
    return pieces.sides.get(one.at.removeprefix(HAND), "") or pieces[one.piece].side


def _level(trait: Trait, one: Placement, pieces: Pieces) -> Trait:
    images = split(",", trait.fields[IMAGES])
    if trait.fields[ALWAYS] == "true":
        return replace(trait, state=str(min(one.step, len(images) - 1) + 1))
    shown = any(images == [pieces.badge_image(flag)] for flag in one.flags)
    return replace(trait, state="1" if shown else "-1")
