"""The text in which VASSAL keeps a piece: delimited sequences, traits, and a definition of nested traits.

A *sequence* joins texts with one delimiter. A *trait* is one ability of a piece, such as turning over:
it has a type (what it can do) and a state (how it stands now). A *definition* nests the types, the outermost
first, and the states in the same way, around the basic piece, which holds image, name and place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

TAB = "\t"
_DEEPEST = 1000
_DEEPEST_QUOTED = 200
"""Each level of these is read again for the next one."""
WHOLE = re.compile(r"-?[0-9]{1,9}")
"""A whole number, such as a coordinate: VASSAL reads none that is longer."""


class SequenceFault(ValueError):
    """A text that no sequence can carry, or that is no sequence of the shape asked for."""


def join(delimiter: str, tokens: Iterable[str]) -> str:
    """Join tokens so that `split` gives them back; SequenceFault if one but the last ends in a backslash.

    Only the delimiter is escaped. A token that begins with a backslash, or stands in single quotes, is put in
    quotes, because the reader takes such a pair away. No tokens at all and one empty token read the same.
    """
    listed = list(tokens)
    text = delimiter.join(listed)
    alone = text.count(delimiter) == len(listed) - 1
    if alone and (_is_plain(text) or not _may_need_quotes(_bounded(listed))):
        return text
    before = [_escaped(token, delimiter) for token in listed[:-1]]
    return delimiter.join(before + [_quoted(token, delimiter) for token in listed[-1:]])


def _is_plain(text: str, delimiter: str = "\\") -> bool:
    """Whether nothing in a text need be escaped or quoted: most texts are so."""
    return not ("\\" in text or "'" in text or delimiter in text)


def _bounded(tokens: Iterable[str]) -> str:
    """The tokens with zeros around each: so it is seen at once how all of them begin and end."""
    return "\0".join(("", *tokens, ""))


def _may_need_quotes(bounded: str) -> bool:
    """Whether a token begins or ends so that it may need quotes, or may be none that can be written."""
    return "\0\\" in bounded or "\0'" in bounded or "\\\0" in bounded


def _escaped(token: str, delimiter: str) -> str:
    if token.endswith("\\") and not token.startswith("\\"):
        raise SequenceFault(f"{token!r} ends in a backslash, which would swallow the delimiter after it")
    return _quoted(token, delimiter)


def _quoted(token: str, delimiter: str) -> str:
    inside = token.replace(delimiter, "\\" + delimiter)
    if token.startswith("\\") or (token.startswith("'") and token.endswith("'")):
        return f"'{inside}'"
    return inside


def split(delimiter: str, text: str, most: int = 0) -> list[str]:
    """The tokens of a sequence: at least one, and a delimiter at the end is followed by an empty one.

    With `most`, no more than so many of them.
    """
    if "\\" + delimiter not in text:  # most texts are so, and are taken apart much faster
        tokens = text.split(delimiter, most or -1)
    else:
        tokens = list(islice(_ended(text.split(delimiter), delimiter), most or None))
    if most:
        tokens = tokens[:most]
    return [_unquoted(token) for token in tokens] if "'" in text else tokens


def _ended(parts: Iterable[str], delimiter: str) -> Iterator[str]:
    """The tokens that end at a delimiter: one with a backslash before it belongs to its token."""
    begun: list[str] = []
    for part in parts:
        if part.endswith("\\"):
            begun.append(part[:-1])
        elif begun:
            yield delimiter.join((*begun, part))
            begun.clear()
        else:
            yield part
    if begun:
        yield delimiter.join(begun) + "\\"


def _unquoted(token: str) -> str:
    quoted = len(token) > 1 and token.startswith("'") and token.endswith("'")
    return token[1:-1] if quoted else token


def nest(parts: Sequence[str]) -> str:
    """Join trait types, or trait states, pairwise: the first is outermost, the last is the basic piece."""
    inner = parts[-1]
    if TAB in inner:
        raise SequenceFault(f"{inner!r} holds a tab, so it cannot be a basic piece")
    bounded = _bounded(parts)
    if not (_may_need_quotes(bounded) or "\0\t" in bounded):  # a tab in front gets a backslash before it
        return _nested(parts)
    for part in reversed(parts[:-1]):
        inner = join(TAB, (part, inner))
    return inner


@lru_cache(maxsize=1024)
def _nested_types(types: tuple[str, ...]) -> str:
    """Trait types as one text: those of a piece are the same in every saved game."""
    return nest(types)


def _nested(parts: Sequence[str]) -> str:
    """The parts with the delimiters between them: each level puts one more backslash before a tab."""
    text = before = ""
    for level, part in enumerate(parts):
        text += before + (part.replace(TAB, "\\" * (level + 1) + TAB) if TAB in part else part)
        before = "\\" * level + TAB
    return text


def unnest(text: str) -> list[str]:
    """The parts of a nested text, outermost first; SequenceFault when it is nested too deep to be a piece."""
    if text.startswith("'") or f"{TAB}'" in text:
        return _unnested_with_quotes(text)
    *outer, last = text.split(TAB)
    bare = [one.rstrip("\\") for one in outer]
    before = [len(a) - len(b) for a, b in zip(outer, bare, strict=True)]
    if len(bare) <= _DEEPEST and before == list(range(len(bare))):
        return [*bare, last]  # no part has a tab of its own
    parts: list[str] = []
    begin = 0
    # Each level puts one more backslash before a tab: with as many as the level is deep, it ends the part.
    for slashes, tab in _tabs(text):
        level = len(parts)
        if slashes < level:
            text = text[: tab - slashes]
            break
        if slashes == level:
            parts.append(_own_tabs(text[begin : tab - slashes], level))
            begin = tab + 1
        if len(parts) > _DEEPEST:
            raise SequenceFault(f"more than {_DEEPEST} traits are nested")
    return [*parts, _own_tabs(text[begin:], len(parts))]


def _tabs(text: str) -> Iterator[tuple[int, int]]:
    """Every tab: how many backslashes stand before it, and where it is."""
    at = 0
    for before in text.split(TAB)[:-1]:
        at += len(before)
        yield len(before) - len(before.rstrip("\\")), at
        at += 1


def _own_tabs(part: str, level: int) -> str:
    """A part with the tabs that it has itself, as they were before it was nested."""
    return part.replace("\\" * (level + 1) + TAB, TAB) if TAB in part else part


def _unnested_with_quotes(text: str) -> list[str]:
    """As `unnest`, level by level: a pair of quotes may stand around what is left at any of them."""
    parts: list[str] = []
    while len(parts) <= _DEEPEST_QUOTED:
        outer, *inner = split(TAB, text, most=2)
        parts.append(outer)
        if not inner:
            return parts
        text = inner[0]
    raise SequenceFault(f"more than {_DEEPEST_QUOTED} traits are nested in quotes")


@dataclass(frozen=True, slots=True)
class Trait:
    """One ability of a piece: its type with the id in front, and its state."""

    type: str
    state: str = ""

    @property
    def id(self) -> str:
        """Which trait it is: "emb2", "mark", "prototype" ..."""
        return self.type.partition(";")[0]

    @property
    def fields(self) -> list[str]:
        """The fields of the type behind its id."""
        return split(";", self.type.partition(";")[2])


Field = str | int | Sequence[str]


def trait(pattern: str, *values: Field, state: str = "") -> Trait:
    """The trait of this pattern with the values for its {}; a list becomes one field joined by commas."""
    texts = [value if isinstance(value, str) else _listed(value) for value in values]
    if not _is_plain("".join(texts), ";"):
        texts = [_escaped(text, ";") for text in texts]
    return Trait(pattern.format(*texts), state)


def _listed(value: int | Sequence[str]) -> str:
    return str(value) if isinstance(value, int) else join(",", value)


def ctrl(letter: str) -> str:
    """The key stroke Ctrl and a letter, in VASSAL's numbers."""
    return f"{ord(letter)},130"


BRING_BACK = "69,195"
"""Ctrl, Shift and E."""
HOME, TURN_ALL = "72,195", "70,195"
"""Ctrl, Shift and H: back to where a unit began. Ctrl, Shift and F: turn over a whole stack."""
FACING, NAME_OF_TURN = "Facing", 7
"""What the turning of a unit to one of its facings is called, and where such a trait keeps its name."""
TURNS = ("93,130", "91,130")
"""Ctrl and a bracket: to the right, to the left."""


@lru_cache(maxsize=256)
def prototype(name: str) -> Trait:
    """Everything the prototype of this name can do."""
    return trait("prototype;{}", name)


def marks(values: Mapping[str, str]) -> Trait:
    """Properties of a piece that never change."""
    return Trait(f"mark;{join(',', values)}", join(",", values.values()))


def read_marks(one: Trait) -> dict[str, str]:
    """The properties that a trait of kind "mark" gives."""
    names, values = split(",", one.type.partition(";")[2]), split(",", one.state)
    return dict(zip(names, values, strict=False))


def calculated(name: str, expression: str) -> Trait:
    """A property worked out from others whenever it is asked for."""
    return trait("calcProp;{};{};", name, "{" + expression + "}")


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a layer: the image drawn, and what the piece's name gains ("+ (reduced)" or "")."""

    image: str
    name: str = ""


# Where a layer keeps its images, its name, and whether it always shows.
IMAGES, LAYER_NAME, ALWAYS = 15, 18, 25


def layer(name: str, levels: Sequence[Level], key: str, menu: str, level: int = 1, sharp: int = 1) -> Trait:
    """Images of which one shows, `level` counting from 1; the key goes on to the next and round again.

    Images `sharp` times as large as they should lie on the map are shown so much smaller.
    """
    images, names = [one.image for one in levels], [one.name for one in levels]
    pattern = "emb2;;128;;{};128;;;128;;;;1;false;0;0;{};{};true;{};;;false;;1;1;true;;{};;;{};;true"
    return trait(pattern, menu, images, names, name, key, str(1 / sharp), state=str(level))


def badge(name: str, image: str, key: str, menu: str, shown: bool = False) -> Trait:
    """A picture over the piece which the key switches on and off; on, it adds `(name)` to its name."""
    pattern = "emb2;{};128;;;128;;;128;;;;1;false;0;0;{};{};false;{};;;false;;1;1;false;{};;;;1.0;;true"
    return trait(pattern, menu, [image], [f"+ ({name})"], name, key, state="1" if shown else "-1")


def turned(name: str, key: str) -> Trait:
    """The key turns the piece upside down and back; `<name>_Facing` is 2 while it lies so."""
    return trait("rotate;2;{};;{};;;;{};;;;;true", key, name, name, state="0")


def moved_mark(icon: str, right: int, down: int) -> Trait:
    """A picture on every piece moved since the marks were last cleared; Ctrl+M switches it."""
    return trait("markmoved;{};{};{};Moved;{};;false;;;;", icon, right, down, ctrl("M"), state="false")


def trail() -> Trait:
    """The way a piece went, drawn on the map; Ctrl+T shows and hides it."""
    pattern = "footprint;{};Movement trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;"
    return trait(pattern, ctrl("T"), state="false;;0;false")


def reach(name: str, key: str, hexes: int, colour: str) -> Trait:
    """So many hexes around the piece are shown in a colour "#rrggbb", until the key is pressed again."""
    paint = ",".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    pattern = "AreaOfEffect;{};35;{};false;{};{};{};true;;;{};;;;;true"
    return trait(pattern, paint, hexes, name, key, shade_name(name, colour), name, state="false")


def shade_name(name: str, colour: str) -> str:
    """The shade of a map that draws areas of this name and colour, beneath all pieces."""
    return f"{name} {colour}"


def faces(steps: int) -> Trait:
    """The piece may be turned through so many facings: right with Ctrl+], left with Ctrl+[."""
    pattern = "rotate;{};{};{};Turn right;Turn left;;;{};;;;;true"
    return trait(pattern, steps, *TURNS, FACING, state="0")


def report(keys: Sequence[str], text: str) -> Trait:
    """A line in the chat whenever one of these keys is used on the piece."""
    return trait("report;{};{};;;;false", keys, text, state="-1")


def send_to(menu: str, key: str, map_name: str, board: str, at: tuple[int, int]) -> Trait:
    """A command that puts the piece at one point of a board, and one that puts it back where it was."""
    pattern = "sendto;{};{};{};{};{};{};Bring back;{};0;0;0;0;;L;;;;"
    return trait(pattern, menu, key, map_name, board, *at, BRING_BACK, state=";;")


def sent_to(menu: str, key: str, board: str, point: tuple[str, str]) -> Trait:
    """A command that puts the piece at a point of its map, whose x and y are expressions."""
    pattern = "sendto;{};{};;{};{};{};;;0;0;0;0;;L;;;;"
    return trait(pattern, menu, key, board, *point, state=";;")


def sent_home(menu: str, map_name: str, board: str, at: tuple[int, int]) -> Trait:
    """A command that puts the piece where it stood when the game began."""
    return trait("sendto;{};{};{};{};{};{};;;0;0;0;0;;L;;;;", menu, HOME, map_name, board, *at, state=";;")


def whole_stack(menu: str, key: str, given: str) -> Trait:
    """A command that gives another key to every piece of the stack; each of them speaks for itself."""
    pattern = "globalkey;{};{};{};;false;0;false;true;;;0;{};false;"
    return trait(pattern, menu, key, given, "COUNTER|true|CURSTACK|||||0|0||false|||EQUALS||")


def return_to_deck(menu: str, key: str, deck: str) -> Trait:
    """A command that puts the piece back into a deck."""
    return trait("return;{};{};{};;;2;false;{}", menu, key, deck, deck)


def mask(back: str, name: str, key: str = "K") -> Trait:
    """The back of a piece, and its name, for all but the side that conceals it; the key turns it over."""
    return trait("obs;{};{};Conceal or reveal;B;{};side:;;;true;;", ctrl(key), back, name, state="null;")


def counted_label(menu: str, key: str, size: int) -> Trait:
    """A number at the lower edge of the piece, for which the key asks; it is added to the name."""
    pattern = "label;{};{};{};255,250,235;0,0,0;b;-4;c;0;b;c;$pieceName$ ($label$);Dialog;1;0;Count;;false"
    return trait(pattern, key, menu, size)


def deletable() -> Trait:
    """The piece may be taken out of the game for good."""
    return trait("delete;Delete;{};", ctrl("D"))


def copyable() -> Trait:
    """The piece may be doubled."""
    return trait("clone;Copy;{};", ctrl("C"))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece stands: a map by its name and a point on it in pixels; no map is nowhere."""

    map: str = "null"
    x: int = 0
    y: int = 0


@dataclass(frozen=True, slots=True)
class Definition:
    """A piece as VASSAL writes it: its id ("null" in a module), and its traits with the basic piece last."""

    id: str
    traits: tuple[Trait, ...]

    @property
    def text(self) -> str:
        """The definition as one text, `+/id/type/state`."""
        types, states = tuple(t.type for t in self.traits), [t.state for t in self.traits]
        return "+/" + join("/", (self.id, _nested_types(types), nest(states)))

    @property
    def basic(self) -> Trait:
        """The innermost trait: image and name in the type; map, x, y and gpid in the state."""
        return self.traits[-1]


def define(traits: Sequence[Trait], name: str = "", image: str = "", gpid: str = "") -> Definition:
    """The definition of a piece that stands nowhere yet; a prototype has neither name, image nor gpid."""
    basic = trait("piece;;;{};{}", image, name, state=_nowhere(gpid))
    return Definition("null", (*traits, basic))


def renumbered(piece: Definition, gpid: str) -> Definition:
    """The same piece, standing nowhere, under another gpid."""
    return Definition(piece.id, (*piece.traits[:-1], Trait(piece.basic.type, _nowhere(gpid))))


def _nowhere(gpid: str) -> str:
    """The state of a basic piece that stands nowhere."""
    return join(";", ("null", "0", "0", gpid, "0"))


def renamed(piece: Definition, name: str) -> Definition:
    """The same piece by another name."""
    *kept, _ = split(";", piece.basic.type)
    return Definition(piece.id, (*piece.traits[:-1], Trait(join(";", (*kept, name)), piece.basic.state)))


def put(piece: Definition, piece_id: str, place: Place) -> Definition:
    """The same piece, in a game under way: with an id of its own, and standing at a place."""
    gpid = split(";", piece.basic.state)[3]
    state = join(";", (place.map, str(place.x), str(place.y), gpid, "1", "UniqueID", piece_id))
    return Definition(piece_id, (*piece.traits[:-1], Trait(piece.basic.type, state)))


def read_definition(text: str) -> Definition:
    """A definition taken apart; SequenceFault says what does not fit."""
    prefix, body = text[:2], split("/", text[2:])
    if prefix != "+/" or len(body) != 3:
        raise SequenceFault(f"a piece is written +/id/type/state, this is {text[:60]!r}")
    return assemble(*body)


def assemble(piece_id: str, kind: str, state: str) -> Definition:
    """The piece of this type and this state, both nested; SequenceFault when they do not fit together."""
    types, states = unnest(kind), unnest(state)
    if len(types) != len(states):
        raise SequenceFault(f"{len(types)} traits but {len(states)} states")
    return Definition(piece_id, tuple(Trait(t, s) for t, s in zip(types, states, strict=True)))


def read_place(state: str) -> Place:
    """Where a basic piece, a stack or a deck in this state stands; SequenceFault if that is no place."""
    where, x, y = [*split(";", state), "", "0", "0"][:3]
    if not all(WHOLE.fullmatch(number) for number in (x, y)):
        if where == "null":  # an empty stack that is left over
            return Place()
        raise SequenceFault(f"it is at {x!r},{y!r}, which are not numbers")
    return Place(where, int(x), int(y))
