"""Colours that would not do in print: ink too like its ground, and what must be told apart and cannot.

How far apart colours must be is the game's own to say, in the table [apart] of its style.toml.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from counters.roster.counter import Roster
from counters.roster.style import CONTRAST, Paint, Style
from counters.roster_faults import Flaw
from counters.signs.eyes import NUMBER_CONTRAST, SIGHTS, contrast, difference
from files.toml_lines import TomlLines

Look = tuple[str, ...]
"""The colours by which something is known; two differ when one colour of theirs does."""


def colour_flaws(roster: Roster) -> Iterator[Flaw]:
    """Everything that is wrong with the colours of a game, each with the line of its table."""
    yield from _inks(roster)
    yield from _alike(roster, "sides", _papers(roster), "paper is too like that")
    yield from _steps(roster)
    for group in _formations(roster):
        yield from _alike(roster, "formations", group, "colour is too like that")
    for what, kinds in (("markers", _markers(roster)), ("chits", _chits(roster))):
        yield from _alike(roster, what, kinds, "colours are too like those")


def style_line(style: Style, table: str) -> int:
    """The line of a table, or of "[table] key", in style.toml; 0 where it has none."""
    file = style.folder and style.folder / "style.toml"
    if not file or not file.is_file():
        return 0
    header, _, key = table.removeprefix("[").partition("]")
    return TomlLines(file.read_text(encoding="utf-8-sig")).line(header, key.strip())


# -- ink on its ground ------------------------------------------------------------------------------------


def _inks(roster: Roster) -> Iterator[Flaw]:
    """Ink that can hardly be told from what it stands on."""
    numbered = _numbered(roster)
    for table, ink, under, colour in _grounds(roster):
        found, needed = contrast(ink, colour), CONTRAST
        if under == "paper" and table in numbered:
            needed = NUMBER_CONTRAST
        if found < needed:
            why = f"its ink is too like its {under}: contrast {found:.1f}, at least {needed:.0f} is needed"
            yield Flaw(roster.style.file, style_line(roster.style, table), table, why, colours=(ink, colour))


def _grounds(roster: Roster) -> Iterator[tuple[str, str, str, str]]:
    """The table, the ink, and what it stands on with its colour, for all that counters and chits bear."""
    style = roster.style
    tables = {_table("paint", *whose): paint for whose, paint in style.paints.items()}
    tables |= {_table("reverse", *whose): paint for whose, paint in style.reverses.items()}
    for table, paint in tables.items():
        yield table, paint.ink, "paper", paint.paper
        yield table, paint.ink, "symbol", paint.symbol
    for table, paint in style.markers.items():
        yield f"[marker.{table}]", paint.ink, "band", paint.band
        yield f"[marker.{table}]", paint.symbol, "paper", paint.paper
    for table, paint in _of_chits(roster).items():
        yield table, paint.ink, "paper", paint.paper
        yield table, paint.symbol, "paper", paint.paper
        yield table, paint.on_band, "bar", paint.band
    inks = {(c.formation, style.paint(c.nation, c.side).ink): None for c in roster.counters.values()}
    for formation, ink in inks:
        if colour := style.formation(formation).colour:
            yield f"[formation] {formation}", ink, "colour", colour


def _numbered(roster: Roster) -> set[str]:
    """The tables of colours in which counters that bear numbers are printed."""
    style = roster.style
    bearing = {(c.nation, c.side) for c in roster.counters.values() if any(c.number_boxes(0))}
    return {_paint_table(style, *whose) for whose in bearing}


def _paint_table(style: Style, nation: str, side: str) -> str:
    """The table that paints a nation in a player's hands."""
    return _table("paint", nation if (nation, side) in style.paints else "", side)


def _of_chits(roster: Roster) -> dict[str, Paint]:
    """The colours of chits by their table; the plain ones', which all backs bear, where there is a chit."""
    plain = {"[chit]": roster.style.chit} if roster.cards else {}
    return plain | {f"[chit.{kind}]": paint for kind, paint in roster.style.chits.items()}


def _table(header: str, nation: str, side: str) -> str:
    """How a table of colours is headed in style.toml."""
    return f"[{header}.{nation}.{side}]" if nation else f"[{header}.{side}]"


# -- colours that must be told apart ----------------------------------------------------------------------


def _alike(roster: Roster, what: str, looks: Mapping[str, Look], why: str) -> Iterator[Flaw]:
    """Every two looks which some eyes cannot tell apart, told at the table of the first."""
    needed = roster.style.apart[what]
    for (one, colours), (other, others) in combinations(looks.items(), 2):
        told = {sight or "any eye": _apart(colours, others, sight) for sight in ("", *SIGHTS)}
        alike = [sight for sight, apart in told.items() if apart < needed]
        if alike:
            least = f"{min(told.values()):.1f}, at least {needed:g} is needed"
            said = f"its {why} of {other} to {alike[0]}: {least}"
            line = style_line(roster.style, one)
            yield Flaw(roster.style.file, line, one, said, colours=(*colours, *others))


def _apart(colours: Look, others: Look, sight: str) -> float:
    """How far two looks are apart: as far as those of their colours that differ most."""
    return max(difference(a, b, sight) for a, b in zip(colours, others, strict=True))


def _steps(roster: Roster) -> Iterator[Flaw]:
    """Bands too like their paper, so that a reduced side is not told from the full one at a glance."""
    style, needed = roster.style, roster.style.apart["steps"]
    for nation, side in {(c.nation, c.side): None for c in roster.counters.values() if len(c.steps) > 1}:
        paint = style.paint(nation, side)
        if (apart := difference(paint.paper, paint.band)) < needed:
            table = _paint_table(style, nation, side)
            band = f"its band is {apart:.1f} from its paper, at least {needed:g} is needed"
            why = f"a reduced side is not seen at a glance: {band}"
            line = style_line(style, table)
            yield Flaw(style.file, line, table, why, colours=(paint.paper, paint.band))


def _papers(roster: Roster) -> dict[str, Look]:
    """The papers of sides, and of their nations, as far as there are counters of them."""
    style = roster.style
    used = {(c.nation, c.side): None for c in roster.counters.values()}
    return {_paint_table(style, nation, side): (style.paint(nation, side).paper,) for nation, side in used}


def _formations(roster: Roster) -> Iterator[dict[str, Look]]:
    """The colours of the formations of each side, and of those that chits of one kind are about."""
    borne = [(counter.side, counter.formation) for counter in roster.counters.values()]
    of_side = {formation: side for side, formation in borne}
    groups: dict[str, dict[str, Look]] = {}
    for card in roster.cards.values():
        borne.append((of_side.get(card.formation, f"chits {card.kind}"), card.formation))
    for group, formation in borne:
        if colour := roster.style.formation(formation).colour:
            groups.setdefault(group, {})[f"[formation] {formation}"] = (colour,)
    yield from groups.values()


def _markers(roster: Roster) -> dict[str, Look]:
    """What markers lie in: the colours of their side, or else of their kind."""
    tables = roster.style.markers
    used = (marker.side if marker.side in tables else marker.kind for marker in roster.markers.values())
    return {f"[marker.{table}]": _ground(tables[table]) for table in used if table in tables}


def _chits(roster: Roster) -> dict[str, Look]:
    """The colours of every kind of chit or card that there is; plain ones have those of all backs."""
    style = roster.style
    used = dict.fromkeys(card.kind for card in roster.cards.values())
    return {
        f"[chit.{kind}]" if kind else "[chit]": _ground(style.chits.get(kind, style.chit)) for kind in used
    }


def _ground(paint: Paint) -> Look:
    """What is seen from afar of a marker or chit: its paper and its bar."""
    return paint.paper, paint.band
