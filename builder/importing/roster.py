"""Pieces found in somebody's module, sorted into units, markers and cards, and written as a roster."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

from builder.importing.found_pieces import Found
from builder.importing.nature import guesses, looks_like_a_marker, side_of, size_of, type_of
from builder.importing.text import Table, one_line
from builder.module.lock import Lock, Locked
from builder.module.roster_pieces import HIDDEN_CHIT
from counters.roster.counter import fold
from counters.roster.load import TAKEN_COLUMNS
from counters.roster.table import is_device
from maps.space import slug

_NUMBER = re.compile(r"[0-9]{1,4}")
_STEP = re.compile(r"(.+)_([1-9])")
_ID = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
_NO_WORD = re.compile(r"[^\w -]+")
_LONGEST_ID = 30
_READ = (
    "Unit", "Marker", "Chit", "Side", "Nation", "Formation", "Type", "Size", "Kind", "Text", "When", "Layer",
)  # fmt: skip
_SOLO = ("solitaire", "solo", "moderator", "referee")


_Look = tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]


@dataclass(slots=True)
class Force:
    """All pieces sorted: units, markers and cards, the sides and nations, and what could not be told."""

    sides: dict[str, str] = field(default_factory=dict)
    nations: dict[str, str] = field(default_factory=dict)
    units: list[Found] = field(default_factory=list)
    markers: list[Found] = field(default_factory=list)
    cards: list[Found] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    """The mark that each column of numbers comes from, by the column's name."""
    steps: int = 1
    lost: list[str] = field(default_factory=list)


def sort_pieces(found: Sequence[Found], sides: Sequence[str]) -> Force:
    """Cards are what lies in a deck, or in the palette and is of its kind; units have a side or numbers."""
    force = Force({slug(side): side for side in sides if slug(side) and slug(side) not in _SOLO})
    drawn = {piece.traits for piece in found if piece.deck and piece.traits}
    numbers = _values([piece for piece in found if not piece.deck and piece.traits not in drawn])
    counters, again = each_counter([piece for piece in found if piece.marks.get("Chit") != ""])
    for piece in counters:
        if piece.deck or (piece.traits in drawn and not piece.start):
            force.cards.append(piece)
        elif _is_unit(piece, force.sides, numbers):
            force.units.append(piece)
        else:
            force.markers.append(piece)
    force.markers = _alike(force.markers)
    force.steps = max((len(piece.images) for piece in force.units), default=1) or 1
    marks = list(dict.fromkeys(_STEP.sub(r"\1", key) for key in numbers)) or ["face"]
    force.values = _columns(marks, _prefixes(force.steps))
    force.lost += _words(found, numbers)
    if again:
        force.lost.append(f"{again} further slots of the palette show counters that are here already")
    _name(force)
    return force


def _words(found: Sequence[Found], numbers: Sequence[str]) -> Iterator[str]:
    """Marks that hold neither numbers nor what a game folder asks for."""
    seen = Counter(mark for piece in found for mark in piece.marks if mark not in (*numbers, *_READ))
    if seen:
        names = ", ".join(f"{one_line(mark)!r} of {number}" for mark, number in seen.items())
        yield f"marks with words, which have no column here: {names} pieces"


def _is_unit(piece: Found, sides: Mapping[str, str], numbers: Sequence[str]) -> bool:
    """A unit is of a side, or has numbers; what only looks so must not be called a marker as well."""
    side, is_told = side_of(piece, sides)
    if is_told or any(key in piece.marks for key in numbers):
        return True
    return bool(side or type_of(piece)[0]) and not looks_like_a_marker(piece)


def _values(found: Sequence[Found]) -> list[str]:
    """The marks that hold a whole number wherever they stand."""
    seen: dict[str, list[str]] = {}
    for piece in found:
        for key, value in piece.marks.items():
            seen.setdefault(key, []).append(value)
    return [key for key, values in seen.items() if all(_NUMBER.fullmatch(value) for value in values)]


def each_counter(found: Sequence[Found]) -> tuple[list[Found], int]:
    """Every counter once, cards in decks first; and how many slots of the palette only show them again.

    Counters alike that are placed are as many counters. So are slots alike in one tab of the palette, but a
    slot there and a counter of its look on the board are the same counter.
    """
    groups: dict[_Look, list[Found]] = {}
    for piece in found:
        groups.setdefault(_look(piece), []).append(piece)
    kept = {id(one) for group in groups.values() for one in _kept(group)}
    again = sum(not piece.is_placed and id(piece) not in kept for piece in found)
    in_order = sorted(found, key=lambda one: not one.deck)
    return [piece for piece in in_order if id(piece) in kept], again


def _look(piece: Found) -> _Look:
    return piece.name, piece.images, tuple(sorted(piece.marks.items()))


def _kept(group: Sequence[Found]) -> list[Found]:
    """Of pieces alike, one for each counter; a slot of the palette begins where its counter is placed."""
    cards = [piece for piece in group if piece.deck]
    placed = [piece for piece in group if piece.is_placed and not piece.deck]
    tabs: dict[tuple[str, ...], list[Found]] = {}
    for piece in group:
        if not piece.is_placed:
            tabs.setdefault(piece.tabs, []).append(piece)
    slots = max(tabs.values(), key=len, default=[])[len(cards) :]
    for slot, piece in zip(slots, placed, strict=False):
        slot.start, slot.is_placed = piece.start, True
        slot.gpid, piece.gpid = piece.gpid, slot.gpid
    further = placed[len(slots) :]
    for piece in further if slots else ():
        piece.tabs, piece.traits = slots[0].tabs, slots[0].traits
    kept = [*cards, *slots, *further]
    ours = {id(piece) for piece in kept}
    kept[0].twins += [piece.gpid for piece in group if id(piece) not in ours]
    return kept


def _alike(markers: Sequence[Found]) -> list[Found]:
    """Markers as kinds: of counters alike the first, with the places of them all."""
    kinds: dict[_Look, Found] = {}
    for piece in markers:
        kind = kinds.setdefault(_look(piece), piece)
        kind.starts.append(piece.start)
        if kind is not piece:
            kind.twins += [piece.gpid, *piece.twins]
    return list(kinds.values())


def _columns(marks: Sequence[str], prefixes: Sequence[str]) -> dict[str, str]:
    """A column of the roster for each mark: called like it, or nearly so where that means something else."""
    taken = set(TAKEN_COLUMNS)
    columns: dict[str, str] = {}
    for mark in marks:
        stem = _NO_WORD.sub(" ", mark).strip() or "value"
        free = (name for name in chain((stem, f"{stem}-value"), (f"{stem}-value-{n}" for n in count(2)))
                if not taken & {f"{prefix}{name}".lower() for prefix in prefixes})  # fmt: skip
        column = next(free)
        taken |= {f"{prefix}{column}".lower() for prefix in prefixes}
        columns[column] = mark
    return columns


def _name(force: Force) -> None:
    """Ids that are short, typed easily, and no two alike."""
    taken = {fold(HIDDEN_CHIT), *(fold(f"hidden-{slug(card.deck)}") for card in force.cards)}
    for kind in (force.units, force.markers, force.cards):
        for piece in kind:
            wanted = next(
                (piece.marks[key] for key in ("Unit", "Marker", "Chit") if piece.marks.get(key)), ""
            )
            good = _ID.fullmatch(wanted) and len(wanted) <= _LONGEST_ID
            stem = wanted if good else slug(piece.name)[:_LONGEST_ID].strip("-") or "piece"
            stem = f"{stem}-1" if is_device(stem) else stem
            number, one = 2, stem
            while fold(one) in taken:
                one, number = f"{stem}-{number}", number + 1
            taken.add(fold(one))
            piece.id = one


# Writing


def counter_files(force: Force) -> dict[str, str]:
    """roster.csv, markers.csv and cards.csv; what the module does not tell stands in force.lost."""
    prefixes = _prefixes(force.steps)
    columns = [f"{prefix}{value}" for prefix in prefixes for value in force.values]
    roster = Table(
        "id", "name", "side", "nation", "formation", "type", "size", *columns, "setup", "flag",
        "reinforcement", "aliases",
    )  # fmt: skip
    sides = force.sides or {"all": "All"}
    for piece in force.units:
        side = side_of(piece, sides)[0] or next(iter(sides))
        nation = slug(piece.marks.get("Nation", "")) or side
        force.nations.setdefault(nation, piece.marks.get("Nation", "") or sides[side])
        roster.row(
            piece.id, piece.name, side, nation, _formation(piece), type_of(piece)[0] or "infantry",
            size_of(piece)[0], *_numbers(piece, force), piece.start, "", "", "",
        )  # fmt: skip
    force.sides, force.nations = sides, force.nations or dict(sides)
    force.lost += guesses(force.units, sides)
    return {"roster.csv": roster.text, **_others(force)}


def _prefixes(steps: int) -> list[str]:
    return ["", "reduced_", *(f"step{n}_" for n in range(3, steps + 1))][:steps]


def _formation(piece: Found) -> str:
    formation = piece.marks.get("Formation", "")
    return formation if _ID.fullmatch(formation) else ""


def _numbers(piece: Found, force: Force) -> Iterator[str]:
    """The printed numbers of each step; where the module gives but one, it stands for all."""
    have = max(1, len(piece.images))
    for step in range(1, force.steps + 1):
        for value in force.values.values():
            own = piece.marks.get(
                f"{value}_{step}", piece.marks.get(value, str(step) if value == "face" else "")
            )
            yield (own or "0") if step <= have else ""


def _others(force: Force) -> dict[str, str]:
    markers = Table("id", "name", "kind", "side", "count", "front", "front_symbol", "back", "back_symbol")
    for piece in force.markers:
        words = [_short(piece.name), "back" if len(piece.images) > 1 else ""]
        kind = slug(piece.marks.get("Kind", "") or piece.tab) or "marker"
        markers.row(piece.id, piece.name, kind, "", min(len(piece.starts), 9999), words[0], "", words[1], "")
    cards = Table("id", "number", "title", "when", "text", "once", "afterwards")
    for number, piece in enumerate(force.cards, 1):
        told = piece.marks.get("Text") or "See the picture of the card."
        when = piece.marks.get("When") or "See the card."
        back = f"back to {piece.deck}" if piece.deck else "aside"
        cards.row(piece.id, number, piece.name, when, told, "no", back)
    return {name: t.text for name, t in (("markers.csv", markers), ("cards.csv", cards)) if t.rows}


def _short(name: str) -> str:
    return one_line(name)[:12] or "?"


def style(force: Force, title: str) -> dict[str, object]:
    """style.toml: the numbers and steps of the roster, the sides and nations."""
    return {
        "game": {"title": title, "values": list(force.values), "steps": _prefixes(force.steps)},
        "sides": force.sides,
        "nations": force.nations,
        "slot": list(_faces(list(force.values))),
    }


def _faces(values: Sequence[str]) -> Iterator[Mapping[str, object]]:
    """What stands where on a counter: size, symbol and name, and below them up to three numbers."""
    boxes = {"size": [25, 4, 75, 15], "symbol": [22, 18, 78, 58], "name": [4, 60, 96, 73]}
    yield from ({"show": show, "box": box} for show, box in boxes.items())
    shown = values[:3]
    for place, value in enumerate(shown):
        left = 4 + place * 92 // len(shown)
        yield {"show": value, "box": [left, 74, left + 92 // len(shown), 97]}


def kept_numbers(force: Force) -> Lock:
    """The numbers of the module, and its images where one piece alone shows them, for old saved games."""
    shown = Counter(image.casefold() for kind in _kinds(force) for piece in kind for image in piece.images)
    pieces: dict[str, Locked] = {}
    numbers = set[int]()
    for piece in (piece for kind in _kinds(force) for piece in kind):
        gpid = int(piece.gpid) if piece.gpid.isdecimal() and len(piece.gpid) < 10 else 0
        if gpid and gpid not in numbers:
            own = all(
                shown[image.casefold()] == 1 and re.fullmatch(r"[\w .()+-]+\.png", image)
                for image in piece.images
            )
            pieces[piece.id] = Locked(gpid, piece.images if own else ())
            numbers.add(gpid)
    return Lock(pieces, {}, True)


def _kinds(force: Force) -> tuple[list[Found], ...]:
    return force.units, force.markers, force.cards


def image_table(force: Force) -> str:
    """Which pictures of the module each piece shows, the front first."""
    table = Table("piece", "face", "file")
    for piece in (piece for kind in _kinds(force) for piece in kind):
        for face, image in enumerate(piece.images, 1):
            table.row(piece.id, face, image)
    return table.text


def ids_by_gpid(force: Force) -> dict[str, str]:
    """The id of each piece by its number."""
    pieces = [piece for kind in _kinds(force) for piece in kind]
    others = {twin: piece.id for piece in pieces for twin in piece.twins}
    return others | {piece.gpid: piece.id for piece in pieces}
