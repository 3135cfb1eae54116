"""How a game's pieces look: colours, slots and sizes. `style_file` reads them from its style.toml.

Another game's counters look different through another style.toml, never through other code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources.abc import Traversable

from counters.roster.slot import PLAIN, Slot
from counters.signs.eyes import contrast

__all__ = ["APART", "CONTRAST", "PLAIN_MARKER", "PLAIN_UNIT", "Formation", "Paint", "Slot", "Style"]


CONTRAST = 3.0
"""The least contrast, as web accessibility reckons it, between large letters and what they stand on."""


_SHADE = 0.55
"""How much of its paper's light the edge of a piece keeps."""


def paler(colour: str, share: float) -> str:
    """A colour "#rrggbb" so far on its way to white: 0 is the colour, 1 white."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * share):02x}" for part in parts)


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of one nation's counters in one player's hands, each as "#rrggbb"."""

    paper: str = "#e8e0c8"
    band: str = "#ffffff"
    symbol: str = "#f6f2e4"
    ink: str = "#141414"

    @property
    def rim(self) -> str:
        """The edge of a piece on a screen: the paper, shaded."""
        parts = (int(self.paper[at : at + 2], 16) for at in (1, 3, 5))
        return "#" + "".join(f"{round(part * _SHADE):02x}" for part in parts)

    @property
    def on_band(self) -> str:
        """What stands on the bar of a chit: the paper's colour, or the ink where that is too like the bar."""
        return self.paper if contrast(self.paper, self.band) >= CONTRAST else self.ink


PLAIN_UNIT = Paint()
"""A unit of which the style says nothing."""

PLAIN_MARKER = Paint(band="#d8cfb4", symbol="#141414")
"""A marker, or a chit, of which the style says nothing."""


SIDE_PAPERS = (PLAIN_UNIT.paper, "#9db8d2", "#d9a38f", "#e6e664", "#66a4ea", "#ccb264")
"""The papers of the sides of a game that names no colours, in the order of the sides."""

_NAMED = {"blue": SIDE_PAPERS[1], "red": SIDE_PAPERS[2], "yellow": SIDE_PAPERS[3]}
"""The papers of sides that are called by a colour."""

APART: Mapping[str, float] = {
    "sides": 10.0,
    "formations": 10.0,
    "markers": 10.0,
    "chits": 10.0,
    "steps": 15.0,
}
"""So far apart to every eye the colours must be of two sides, formations of one side, kinds of markers and
kinds of chits, where a game says nothing of it; 2 is just seen, 10 plain at a glance. Of `steps` it is the
paper of a reduced side and the band across it."""


@dataclass(frozen=True, slots=True)
class Formation:
    """An army or corps: the name its counters bear, and the colour they share, "#rrggbb"."""

    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Back:
    """What all cards of a deck show from behind: the game's title or one of their own, a sign, colours."""

    title: str
    mark: str = "star"
    paint: Paint = PLAIN_MARKER


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a game. `steps` are the prefixes of the value columns, the full side's first.

    Where counters have more steps than faces, `steps_by` is the value that is the number of steps of a whole
    unit; "" where each face is a step. `small` are values that may be printed small.
    `optional` are the values which some counters do not bear, `extra` further columns of the roster,
    `card_extra` those of the cards.
    `reverses` are the colours on the back of counters with one step only, where they differ; `chits` those
    of the kinds of chits which look different from the rest, `backs` the backs of cards by their deck.
    `printed` is what counters bear in place of names, their own and their formations', `means` what each
    element drawn on them means, by `Slot.element`, and "back" what it means to turn one over.
    `figures` are silhouettes of single counters by their ids, where their type's does not do. On paper the
    back of a counter of one step has its side's sign in `emblems`, if there is one, and of a type in `turned`
    the word there. `layouts` are the slots of the types of unit that have a layout of their own, `frames` the
    frames round the symbols of the sides, "friendly" unless named. With `card_mm`, width and height, what is
    drawn from cup or deck is printed as cards of that size, not as square chits. `pen` is the width of a
    symbol's lines in hundredths of a counter, `symbols` whether they are signs in frames or "silhouettes";
    within `safe_mm` of the cut nothing should stand, within `figures_mm` no number. `apart` says how far
    colours must differ, see `APART`.
    Pictures lie in `folder`.
    """

    file: str = ""
    title: str = ""
    values: tuple[str, ...] = ("strength", "movement")
    steps: tuple[str, ...] = ("", "reduced_")
    steps_by: str = ""
    optional: tuple[str, ...] = ()
    small: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    card_extra: tuple[str, ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)
    nations: Mapping[str, str] = field(default_factory=dict)
    formations: Mapping[str, Formation] = field(default_factory=dict)
    paints: Mapping[tuple[str, str], Paint] = field(default_factory=dict)
    reverses: Mapping[tuple[str, str], Paint] = field(default_factory=dict)
    markers: Mapping[str, Paint] = field(default_factory=dict)
    chit: Paint = PLAIN_MARKER
    chits: Mapping[str, Paint] = field(default_factory=dict)
    backs: Mapping[str, Back] = field(default_factory=dict)
    printed: Mapping[str, str] = field(default_factory=dict)
    means: Mapping[str, str] = field(default_factory=dict)
    figures: Mapping[str, str] = field(default_factory=dict)
    turned: Mapping[str, str] = field(default_factory=dict)
    emblems: Mapping[str, str] = field(default_factory=dict)
    slots: tuple[Slot, ...] = PLAIN
    layouts: Mapping[str, tuple[Slot, ...]] = field(default_factory=dict)
    frames: Mapping[str, str] = field(default_factory=dict)
    counter_mm: float = 16.0
    chit_mm: float = 36.0
    card_mm: tuple[float, float] | None = None
    pen: float = 2.4
    symbols: str = "signs"
    safe_mm: float = 1.0
    figures_mm: float = 0.0
    apart: Mapping[str, float] = field(default_factory=lambda: APART)
    standins: Mapping[str, str] = field(default_factory=dict)
    folder: Traversable | None = field(default=None, compare=False, repr=False)

    def with_side_papers(self, sides: Iterable[str]) -> Style:
        """The style with a paper of its own for each side, where the game itself paints no counters."""
        names = dict.fromkeys((*self.sides, *sides))
        papers = {side: _NAMED[side.casefold()] for side in names if side.casefold() in _NAMED}
        free = [paper for paper in SIDE_PAPERS if paper not in papers.values()]
        papers |= dict(zip((side for side in names if side not in papers), free, strict=False))
        if self.paints or len(papers) < 2:
            return self
        return replace(self, paints={("", side): Paint(paper) for side, paper in papers.items()})

    def paint(self, nation: str, side: str) -> Paint:
        """The colours for a nation in a player's hands; plain card where the game names none."""
        return self.paints.get((nation, side)) or self.paints.get(("", side)) or Paint()

    def side_paper(self, side: str) -> str:
        """The paper that stands for a side: its own, or that of the nation called like it, or of another."""
        own = {nation: paint.paper for (nation, owner), paint in self.paints.items() if owner == side}
        names = [name for name in ("", side, *self.nations) if name in own]
        return own[names[0]] if names else PLAIN_UNIT.paper

    def reverse(self, nation: str, side: str) -> Paint | None:
        """The colours on the back of counters with one step; None where it looks as the front does."""
        return self.reverses.get((nation, side)) or self.reverses.get(("", side))

    def formation(self, formation: str) -> Formation:
        """How a formation looks; it has no colour where the game names none."""
        return self.formations.get(formation) or Formation(formation)

    def slots_of(self, kind: str) -> tuple[Slot, ...]:
        """What stands where on the counters of a type of unit."""
        return self.layouts.get(kind, self.slots)

    def back(self, deck: str) -> Back:
        """What cards of a deck show from behind; of "" what all others share."""
        return self.backs.get(deck) or Back(self.title, paint=self.chit)

    def card_extent(self, wide: int) -> tuple[int, int]:
        """How wide and high a card of this width is: as the game prints cards; a chit is square."""
        across, down = self.card_mm or (1, 1)
        return wide, round(wide * down / across)

    def frame(self, side: str) -> str:
        """The frame round a side's symbols: friendly a rectangle, hostile a diamond."""
        return self.frames.get(side, "friendly")
