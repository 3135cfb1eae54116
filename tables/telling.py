"""What changed between two positions as one side has them, in words; what it does not see is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType

from builder.vassal.locations import OFF_BOARD
from builder.vassal.naming import name_of
from builder.vassal.traits import Definition, Trait, split
from files.characters import on_one_line
from files.messages import listed as joined
from tables.chance import deck_name
from tables.position import Kind, Piece, Position
from tables.published import Level, Published, Tracker
from tables.side_file import UNKNOWN_NAME
from tables.table import IMAGES, NOWHERE, Place, Table, parts_of, properties
from tables.turning import values_of
from tables.withheld import shown

MOST_TOLD = 200
"""So many changes are told one by one."""
_FREE, _LABEL = "1", 60
_NAMING = ("emb2;", "label;", "basicName;")
_FACE_DOWN = "face down (was"
UNNAMED, UNKNOWN = "a piece without a name", "a piece"
EMPTY = "empty"
_SEVERAL = {UNNAMED: "pieces without names", UNKNOWN: "pieces"}


def name_of_piece(piece: Piece) -> str:
    """What a piece is called as it stands."""
    return _called(piece.type, piece.state)


@lru_cache(maxsize=20_000)
def _called(type_: str, state: str) -> str:
    """The same by what it can do and how it stands: of its traits only those that may name it are read."""
    types, states = parts_of(type_), parts_of(state)
    if len(types) != len(states):
        return UNKNOWN
    pairs = list(zip(types, states, strict=True))
    naming = [Trait(*one) for one in pairs[:-1] if one[0].startswith(_NAMING)]
    name = name_of(Definition("", (*naming, Trait(*pairs[-1]))))
    return on_one_line(name) or UNNAMED


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of what changed. `piece` is the id of the one that it is about, "" for none.

    `path` has its name and the places that it was at, one after the other; one place alone for a piece that
    came from nowhere that the reader sees; () for a sentence that tells of no move.
    """

    text: str
    piece: str = ""
    path: tuple[str, ...] = ()


Trails = Mapping[str, Sequence[str]]
"""Piece -> the places, by name, to which it was moved one after the other, all before the reader's eyes."""


def told(
    before: Position, after: Position, module: Published, trails: Trails = MappingProxyType({})
) -> tuple[Line, ...]:
    """What changed, a sentence each, in the order of the save."""
    was, now = Table(before, only_read=True), Table(after, only_read=True)
    rest = (*_hidden(was, now, module), *_rest(before, after, module))
    lines = [*_pieces(was, now, module, trails), *map(Line, rest)]
    if len(lines) > MOST_TOLD:
        more = f"and {len(lines) - MOST_TOLD} more changes, all in the saved game"
        return (*lines[:MOST_TOLD], Line(more))
    return tuple(lines)


def moved(names: Sequence[str], places: Sequence[str]) -> str:
    """That pieces of these names were moved along places, or came to the only one."""
    who, several = listed(names), len(names) > 1
    if len(places) == 1:
        return f"{who} {'come' if several else 'comes'} to {places[0]}."
    way = f" via {', '.join(places[1:-1])}" if len(places) > 2 else ""
    return f"{who} {'move' if several else 'moves'} from {places[0]}{way} to {places[-1]}."


def listed(names: Sequence[str]) -> str:
    """Names as a person joins them, alike ones by their number: "2 Militia, 1st Foot and Scout"."""
    words = [numbered(count, name) for name, count in Counter(names).items()]
    return joined(words)


def numbered(count: int, name: str) -> str:
    """So many pieces of a name: "2 Militia"."""
    return name if count == 1 else f"{count} {_SEVERAL.get(name, name)}"


def _seen(table: Table) -> dict[str, Piece]:
    return {
        id_: piece for id_, piece in table.pieces.items() if piece.kind is Kind.PIECE and not is_blank(piece)
    }


def is_blank(piece: Piece) -> bool:
    """Whether a piece stands for one that the reader does not see."""
    return _is_blank(piece.type)


@lru_cache(maxsize=20_000)
def _is_blank(type_: str) -> bool:
    return split(";", parts_of(type_)[-1])[4:5] == [UNKNOWN_NAME]


def _pieces(was: Table, now: Table, module: Published, trails: Trails) -> Iterator[Line]:
    old, new = _seen(was), _seen(now)
    for id_, piece in new.items():
        same = id_ in old and (old[id_] is piece or old[id_] == piece)
        if same and was.at[id_] == now.at[id_] and id_ not in trails:
            continue
        name, at = name_of_piece(piece), where(now, id_, module)
        if id_ not in old:
            yield Line(moved([name], [at]), id_, (name, at))
            continue
        places = _along(where(was, id_, module), at, trails.get(id_, ()))
        if len(places) > 1:
            yield Line(moved([name], places), id_, (name, *places))
        elif was.at[id_] != now.at[id_]:
            yield Line(f"{name} moves within {at}.", id_)
        yield from (Line(text, id_) for text in _turned(old[id_], piece, name, at))
    for id_, piece in old.items():
        if id_ not in new:
            text = f"{name_of_piece(piece)} is no longer visible at {where(was, id_, module)}."
            yield Line(text, id_)
    yield from map(Line, _stacked(was, now, module))


def _along(origin: str, goal: str, trail: Sequence[str]) -> list[str]:
    """The places of a way, each once where a piece was moved within it."""
    return [place for place, _ in groupby((origin, *trail, goal))]


def _stacked(was: Table, now: Table, module: Published) -> Iterator[str]:
    """Stacks whose pieces changed their order among themselves; who only came or went changes none."""
    for holder, ids in now.order.items():
        if ids == was.order.get(was.inside.get(ids[0], "") if ids else holder):
            continue
        stayed = [one for one in ids if was.at.get(one) == now.at[holder]]
        old = was.order.get(was.inside.get(stayed[0], ""), []) if stayed else []
        before = [one for one in old if one in stayed]
        if now.pieces[holder].kind is Kind.STACK and before != stayed and sorted(before) == sorted(stayed):
            yield f"The stack at {where(now, ids[0], module)} has a new order."


def _turned(old: Piece, new: Piece, name: str, at: str) -> Iterator[str]:
    if old.type != new.type:
        yield f"{name_of_piece(old)} at {at} is now {name}."
        return
    other, told = name_of_piece(old), set[str]()
    if other != name:
        yield f"{other} at {at} is now {name}."
    for type_, a, b in zip(parts_of(new.type), parts_of(old.state), parts_of(new.state), strict=False):
        says = _changed(type_, b) if a != b else ""
        if says and says not in told and not (other != name and type_.startswith("emb2;")):
            told.add(says)
            yield f"{name} at {at} {says}."


def standing(piece: Piece) -> Iterator[str]:
    """How a piece stands: the sides that its layers show, its facing, its label; each once."""
    told = dict[str, None]()
    for type_, state in zip(parts_of(piece.type), parts_of(piece.state), strict=False):
        fields = split(";", type_)
        if fields[0] == "emb2" and len(fields) > IMAGES and len(split(",", fields[IMAGES])) > 1:
            told[_level(fields, state).removeprefix("now ")] = None
        elif fields[0] == "rotate":
            told[_facing(fields, state)] = None
        elif fields[0] == "label" and state.strip():
            told[_changed(type_, state)] = None
    yield from (one for one in told if one.startswith(("shows", "facing", "is labelled")))


def _changed(type_: str, state: str) -> str:
    """What is seen of a trait that is now otherwise, "" for one that nobody sees."""
    fields = split(";", type_)
    match fields[0]:
        case "emb2":
            return _level(fields, state)
        case "rotate":
            return f"is turned to {_facing(fields, state)}"
        case "label":
            text = " ".join(state.split())[:_LABEL]
            return f'is labelled "{text}"' if text and "$" not in text else "has a new label"
        case "obs":
            return "is masked or unmasked"
    return ""


def _level(fields: Sequence[str], state: str) -> str:
    """The level that a Layer shows, by its number and its name."""
    if len(fields) <= IMAGES or not state.partition(";")[0].lstrip("-").isdecimal():
        return "has a changed layer"
    level, images = int(state.partition(";")[0]), len(split(",", fields[IMAGES]))
    if level < 0:
        return "has a layer switched off"
    names = split(",", fields[IMAGES + 1]) if len(fields) > IMAGES + 1 else []
    said = split("+", names[level - 1], most=2) if 0 < level <= len(names) else []
    name = next((name for one in said if (name := one.strip(" ()"))), "")
    return f"now shows side {level} of {images}" + (f" ({name})" if name else "")


def _facing(fields: Sequence[str], state: str) -> str:
    if fields[1:2] == [_FREE]:
        return f"{state.lstrip('-').partition('.')[0]} degrees"
    return f"facing {int(state) + 1} of {fields[1]}" if state.isdecimal() else "another facing"


def _hidden(was: Table, now: Table, module: Published) -> Iterator[str]:
    """How many pieces that the reader does not see lie where."""
    before, after = _counted(was, module), _counted(now, module)
    for place in sorted({**before, **after}):
        if before[place] != after[place]:
            yield f"{place}: {after[place]} {_FACE_DOWN} {before[place]})."


def _counted(table: Table, module: Published) -> Counter[str]:
    blanks = (id_ for id_, piece in table.pieces.items() if piece.kind is Kind.PIECE and is_blank(piece))
    return Counter(where(table, id_, module) for id_ in blanks)


def decks_called(table: Table) -> Mapping[str, str]:
    """What each deck is called: its name, with its map or also its pixel where others have that name."""
    ways = {id_: _ways(one, table) for id_, one in table.pieces.items() if one.kind is Kind.DECK}
    count = Counter(way for names in ways.values() for way in names)
    return {id_: next((way for way in names if count[way] == 1), names[-1]) for id_, names in ways.items()}


def _ways(deck: Piece, table: Table) -> tuple[str, ...]:
    """The ways to name a deck, the shortest first."""
    name, (window, x, y) = deck_name(deck) or "A deck", table.at[deck.id]
    return name, f"{name} in {window}", f"{name} in {window} {x},{y}"


def where(table: Table, id_: str, module: Published) -> str:
    """The place of a piece by name: its deck, else what the grid says, else the map and the pixel."""
    holder = table.pieces.get(table.inside.get(id_, ""))
    if holder is not None and holder.kind is Kind.DECK:
        return deck_name(holder) or "a deck"
    name, x, y = table.at[id_]
    if name in (NOWHERE, ""):
        return "off the map"
    found = _named(module.laid(table.boards), table.at[id_])
    several, private = len(module.windows) > 1, name in module.windows and module.windows[name].private
    if (found == OFF_BOARD or not found) and private:
        return name
    if found == OFF_BOARD or not found:
        return f"{name} {x},{y}" if several else f"{x},{y}"
    return f"{found} ({name})" if several and private else found


@lru_cache(maxsize=50_000)
def _named(module: Published, at: Place) -> str:
    """What the module calls a point; it is asked for all pieces again with every line of an order."""
    return module.places.name(at[0], at[1:])


def _rest(before: Position, after: Position, module: Published) -> Iterator[str]:
    """Turns, notes, and global properties: those that the module itself shows to its players."""
    old, new, turned = _lines(before.rest), _lines(after.rest), set[str]()
    for word, line in new.items():
        if old.get(word) != line and word.startswith("TURN"):
            tracker = module.trackers.get(word.removeprefix("TURN"), Tracker(""))
            turned |= {name for name, _ in values_of(line, tracker)}
            yield f"{turn_name(word, module)} is now {turn_value(line, word, module)}."
        elif old.get(word) != line and word in ("NOTES", "PNOTES"):
            yield "The notes are changed."
    values, now = properties(before.rest), properties(after.rest)
    for key in sorted(now):
        changed = key in values and values[key] != now[key]
        if changed and key[1] not in turned and key[1] in shown(module):
            yield f"{key[1]} is now {now[key] or EMPTY} (was {values[key] or EMPTY})."


def _lines(rest: Sequence[str]) -> dict[str, str]:
    return {line.split("\t")[0]: line for line in rest}


def turn_name(word: str, module: Published) -> str:
    """What the module calls a turn tracker, whose line in a position begins with this word."""
    tracker = module.trackers.get(word.removeprefix("TURN"))
    return (tracker and tracker.name) or "The turn"


def turn_value(line: str, word: str, module: Published) -> str:
    """What a turn tracker shows: the value of each of its levels, the outermost first."""
    _, *levels = split("|", line.partition("\t")[2]) or [""]
    tracker = module.trackers.get(word.removeprefix("TURN"))
    known = tracker.levels if tracker else ()
    return ", ".join(
        _of_level(level, known[n] if n < len(known) else Level()) for n, level in enumerate(levels)
    )


def _of_level(level: str, known: Level) -> str:
    """The value of a level, and behind a stroke that of the one inside it which it is at."""
    value, *rest = split(";", level)
    own = known.texts[int(value)].strip() if value.isdecimal() and int(value) < len(known.texts) else value
    at, inside = int(rest[0]) if rest and rest[0].isdecimal() else 0, rest[3:]
    if at >= len(inside) or ";" not in inside[at]:
        return own
    return f"{own} / {_of_level(inside[at], known.inner[at] if at < len(known.inner) else Level())}"


def is_count(line: Line) -> bool:
    """Whether a sentence of `told` counts pieces that its reader does not see."""
    return not line.piece and _FACE_DOWN in line.text
