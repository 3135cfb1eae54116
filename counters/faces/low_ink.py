"""A game's look for a printer that should save ink: white paper, black ink, sides told by their edges."""

from __future__ import annotations

from dataclasses import replace

from counters.roster.counter import Roster
from counters.roster.slot import Slot
from counters.roster.style import Paint, Style, paler

_INK = "#141414"
_WHITE = "#ffffff"
_EDGE = 3.0
_GROUND = 50.0
"""A patch smaller than so many square hundredths of the face is a mark."""
_PALE = 0.8
"""How far towards white a colour goes that must stay to be understood."""


def low_ink(roster: Roster) -> Roster:
    """The same pieces in the saving look."""
    style = saving(roster.style)
    return replace(
        roster,
        style=style,
        counters={key: replace(piece, look=style) for key, piece in roster.counters.items()},
        markers={key: replace(piece, look=style) for key, piece in roster.markers.items()},
        cards={key: replace(piece, look=style) for key, piece in roster.cards.items()},
    )


def saving(style: Style) -> Style:
    """A look that spends little ink; what a colour tells stays as an edge, a pale patch or a pale stripe."""
    return replace(
        style,
        paints={key: _unit(paint) for key, paint in style.paints.items()},
        reverses={key: _unit(paint) for key, paint in style.reverses.items()},
        markers={key: _sign(paint) for key, paint in style.markers.items()},
        chit=_sign(style.chit),
        chits={key: _sign(paint) for key, paint in style.chits.items()},
        backs={deck: replace(one, paint=_sign(one.paint)) for deck, one in style.backs.items()},
        formations={
            key: replace(one, colour=one.colour and pale(one.colour)) for key, one in style.formations.items()
        },
        slots=_slots(style.slots),
        layouts={kind: _slots(slots) for kind, slots in style.layouts.items()},
    )


def _unit(paint: Paint) -> Paint:
    return Paint(_WHITE, pale(paint.paper), _WHITE, _INK)


def _sign(paint: Paint) -> Paint:
    return Paint(_WHITE, pale(paint.band), _INK, _INK)


def _slots(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The slots with pale patches and black letters, and an edge in the colour of the side."""
    calm = (replace(slot, colour=_saved(slot)) for slot in slots)
    edges = ((0, 0, 100, _EDGE), (0, 100 - _EDGE, 100, 100), (0, 0, _EDGE, 100), (100 - _EDGE, 0, 100, 100))
    return (*(Slot("band", box) for box in edges), *calm)


def _saved(slot: Slot) -> str:
    """A large patch is pale, a small one is a mark and black, as a dash between numbers; letters are ink."""
    left, top, right, bottom = slot.box
    if slot.show != "patch" or not slot.colour:
        return ""
    return pale(slot.colour) if (right - left) * (bottom - top) >= _GROUND else _INK


def pale(colour: str) -> str:
    """What is left of a colour "#rrggbb" where ink is saved."""
    return paler(colour, _PALE)
