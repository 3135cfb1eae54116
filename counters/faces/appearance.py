"""What a face shows, without drawing it: two faces that show the same are drawn the same, to the pixel."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from hashlib import sha256

from counters.faces.picture import picture_bytes
from counters.faces.unit_symbol import frame_of
from counters.roster.counter import Card, Counter, Marker
from counters.roster.style import PLAIN_MARKER, Slot, Style
from counters.signs.silhouettes import SIGNS, SILHOUETTES
from counters.signs.symbols import COMMANDS, SIZES, TYPES


def of_counter(counter: Counter, side: int) -> Hashable:
    """A side of a counter, slot by slot. IndexError for a side it does not have."""
    look, words = counter.look, counter.words(side)
    shown = tuple((slot, _shown(counter, slot, side, words)) for slot in counter.slots if slot.stands(words))
    return "unit", counter.paint(side), frame_of(counter), look.pen, shown


def of_back(counter: Counter) -> Hashable:
    """The back of a counter of one step on paper, see `counters.faces.back`."""
    look = counter.look
    word, emblem = look.turned.get(counter.type, ""), look.emblems.get(counter.side, "")
    if word and look.symbols != "silhouettes":
        return "turned", of_counter(counter, 0), word
    figure = SILHOUETTES.get(counter.figure, ()) if word else ()
    return "turned", counter.paint(0), word, counter.words(0)["name"] if word else "", SIGNS[emblem], figure


def _shown(counter: Counter, slot: Slot, side: int, words: dict[str, str]) -> Hashable:
    match slot.show:
        case "symbol":
            kind = counter.figure
            sign = SILHOUETTES[kind] if kind in SILHOUETTES else TYPES.get(kind, ())
            return (
                (kind if counter.look.symbols == "silhouettes" else sign),
                kind in SILHOUETTES,
                kind in COMMANDS,
                counter.step_of(side) > 0,
            )
        case "size":
            return SIZES.get(counter.size, "")
        case "image":
            return _picture(counter.look, slot.pictured(words))
        case _:
            return slot.says(words)


def of_marker(marker: Marker, side: int) -> Hashable:
    """A side of a marker; one printed on one side only shows it on its back too."""
    face, papers = marker.faces[min(side, len(marker.faces) - 1)], marker.look.markers
    paint = papers.get(marker.side) or papers.get(marker.kind) or PLAIN_MARKER
    return "marker", paint, face.text, SIGNS[face.symbol], face.edges, _picture(marker.look, face.art)


def of_card(card: Card, back: bool = False) -> Hashable:
    """A side of a card or chit; from behind all of a deck are alike."""
    look = card.look
    if back:
        return "back", look.back(card.deck), look.title, look.card_mm
    colour = look.formation(card.formation).colour
    id_ = card.id if look.card_mm else ""  # a chit does not bear its id
    bare = replace(card, id=id_, look=Style(), count=1)
    paint, mark = look.chits.get(card.kind, look.chit), look.back(card.deck).mark
    shown = tuple(of_counter(counter, 0) for counter in card.shows)
    return "card", bare, shown, paint, mark, colour, look.card_mm, _picture(look, card.art)


def _picture(look: Style, name: str) -> str:
    """A picture by its content: a file drawn anew under its old name is another picture."""
    return sha256(picture_bytes(look.folder, name)).hexdigest() if name else ""
