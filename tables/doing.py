"""What can be done to a position in plain words: pieces by name and place, places by the module's own names.

All of it works on what a side sees, as a log of VASSAL would; `home` brings it onto the true position.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from builder.vassal.locations import OFF_BOARD
from builder.vassal.traits import Trait, join, nest, read_marks, split
from files.nearest import is_connecting, nearest
from tables.chance import deck_name
from tables.neighbours import ground_of
from tables.position import Kind, Piece, TableError
from tables.published import Published
from tables.seats import is_face_down, may_use
from tables.spelling import begun, exactly, loose, loosely, matching
from tables.table import IMAGES, RANDOM, Place, Table, level_in, never_moves, never_stacks, parts_of
from tables.telling import decks_called, is_blank, name_of_piece, where

_PIXEL = re.compile(r"(?:(?P<map>.+?)\s+)?(?P<x>-?\d{1,6})\s*,\s*(?P<y>-?\d{1,6})")
_IN = re.compile(r"(?i)\s+(?:in|at|from)\s+")
"""What stands between a piece and the place where it is: "Militia in 0402", "1st Foot from 0305"."""
_ARTICLE = re.compile(r"(?i)^\s*(?:the|an?)\s+")
_KIND = re.compile(r"(?i)(?<=\S)\s+(?:cards?|deck|pile)$")
"""What players write about a deck behind its name."""
_DRAWN = re.compile(r"draw(?: (?:deck|pile|cards?))?")
"""What modules call the deck from which all draw."""
LIST = re.compile(r"(?i)\s*,\s*(?:and\s+)?|\s+(?:and|&|\+)\s+")
"""What stands between the pieces of a list."""
_ALL = re.compile(
    r"(?is)(?:all|everything)(?:\s+(?:(?:the\s+)?(?:pieces|units|counters)|(?P<name>.+?)))??"
    r"\s+(?:in|at|from|on)\s+(?P<place>.+)"
)
"""All pieces of a place, or those of a name: "all from 0402", "all Militia in 0304"."""
_COUNT = re.compile(r"\s*(\d{1,3})\s+(?=\S)")
_TRAILS = ("footprint;", "markmoved;")
"""Traits that say only that a piece has moved, and where it was."""
_FIRST = 1
Same = Callable[[str, Iterable[tuple[str, Place]]], list[Place]]
"""Finds the places that have a name, in one way of comparing names."""
Point = Callable[[str, str], tuple[int, int] | None]
"""Finds a place of a map by its name, in the same way."""
SHOWN = 8
"""So many names are offered where one is not understood."""


class Doubt(TableError):
    """A name of `several` things, or of none: what was `asked` for, and the `options` for it."""

    def __init__(self, why: str, asked: str, options: Sequence[str], several: bool = False) -> None:
        super().__init__(why)
        self.asked, self.options, self.several = asked, tuple(options), several


def _spelt(text: str) -> Iterator[str]:
    """Ways to write the name of a deck: "the draw deck" is Draw, "an event card" is one of Event Cards."""
    bare = _ARTICLE.sub("", text)
    yield from (bare, f"{bare}s", _KIND.sub("", bare))


def _near(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """The names that somebody may have meant."""
    return () if is_connecting(text) else nearest(text, known, SHOWN)


def _traits(piece: Piece, kind: str) -> Iterator[tuple[int, list[str]]]:
    """The traits of a kind: which of the piece's each is, and its fields."""
    for place, type_ in enumerate(parts_of(piece.type)):
        if type_.startswith(f"{kind};"):
            yield place, split(";", type_)


def _ignores_grid(piece: Piece) -> bool:
    """Whether no grid draws a piece: Does Not Stack may say so, and a mat carries what lies on it."""
    kinds = (
        (fields[0], "g" in fields[1]) for one in parts_of(piece.type) if (fields := [*split(";", one), ""])
    )
    return any(kind in ("mat", "matPiece") or (kind == "immob" and free) for kind, free in kinds)


class Words:
    """The names of a position as one side has it."""

    def __init__(self, mine: Table, module: Published) -> None:
        self.mine, self.module = mine, module.laid(mine.boards)

    # -- pieces --------------------------------------------------------------------------------

    def named(self) -> Iterator[tuple[str, str]]:
        """Every piece that the side sees: its name and its id."""
        for id_, piece in self.mine.pieces.items():
            if piece.kind is Kind.PIECE and not is_blank(piece):
                yield name_of_piece(piece), id_

    def piece(self, text: str) -> str:
        """The id of a piece: "1st Foot", or of several alike the one in a place: "Militia in 0402".

        Raises Doubt where there are several, and TableError where there is none.
        """
        return self._like(text, text)[-1]  # the topmost

    def counted(self, text: str) -> list[str]:
        """The pieces that a text stands for: one, or so many alike, as a report counts them: "3 Militia".

        Raises what `piece` does, and TableError where there are fewer.
        """
        if (every := _ALL.fullmatch(text)) and not self.pieces_called(text):
            return self._every(every["name"] or "", every["place"])
        count = _COUNT.match(text)
        name = text[count.end() :] if count else ""
        known = (
            one for short in (False, True) for one in (text, name) if self.pieces_called(one, short)
        )  # fmt: skip
        if not count or next(known, text) == text:
            return [self.piece(text)]
        number = int(count[1])
        there = self._like(name, text, number)
        if not 1 <= number <= len(there):
            what = name_of_piece(self.mine.pieces[there[-1]])
            raise TableError(f"you see {len(there)} {what} in {self.at(there[-1])}, not {number}")
        return there[-number:]

    def _every(self, name: str, place: str) -> list[str]:
        """All pieces of a name in a place, or with no name all that stack there, the lowest first. Raises
        Doubt."""
        if name:
            found = self.pieces_called(f"{name} in {place}") or self.pieces_called(f"{name} in {place}", True)
        else:
            found = self.in_place((id_ for _, id_ in self.named() if self._is_loose(id_)), place)
        if not found:
            raise Doubt(f"you see no such pieces in {place}", f"{name} in {place}", ())
        order = {id_: n for ids in self.mine.order.values() for n, id_ in enumerate(ids)}
        return sorted(found, key=lambda id_: order.get(id_, 0))

    def _is_loose(self, id_: str) -> bool:
        """Whether a piece stacks, can be moved by hand, and is in no deck."""
        piece, holder = self.mine.pieces[id_], self.mine.pieces.get(self.mine.inside.get(id_, ""))
        in_deck = holder is not None and holder.kind is Kind.DECK
        return not (in_deck or never_stacks(piece) or never_moves(piece))

    def _like(self, text: str, asked: str, number: int = 1) -> list[str]:
        """The pieces of a name any of which may be taken: all in one stack, or alike and in one place.

        Raises Doubt for what was `asked`, so many pieces, where some can be told apart or there are none.
        """
        alike, name, place = self._read(text, False) or self._read(text, True) or ([], text, "")
        found = self.in_place(alike, place) if place else alike
        if found and (len(set(map(self._spot, found))) == 1 or len(set(map(self._kind, found))) == 1):
            return found
        options = self._choices(found or alike, number)
        if found:
            raise Doubt(f'"{name}" could be {len(found)} pieces. Say in which place', asked, options, True)
        if alike:
            seen = ", ".join(dict.fromkeys(self._apart(alike).values()))
            raise Doubt(f'no "{name}" is in {place}. You see it in: {seen}', asked, options)
        raise Doubt(f'you see no piece with the name "{text}"', asked, self._meant(_IN.split(text)[0]))

    def _meant(self, text: str) -> Sequence[str]:
        """The names of pieces that somebody may have meant: those that begin so first."""
        names = dict.fromkeys(name for name, _ in self.named())
        begins = chain.from_iterable(self._begun(text, ((name, name) for name in names)).values())
        return tuple(dict.fromkeys((*begins, *_near(text, names))))[:SHOWN]

    def _read(self, text: str, short: bool) -> tuple[list[str], str, str] | None:
        """The pieces of a name, shortened or not, that name, and the place behind it, "" for none."""
        for part in (None, *reversed(list(_IN.finditer(text)))):
            name, place = (text[: part.start()], text[part.end() :]) if part else (text, "")
            if alike := self._shortened(name, place) if short else self._alike(name):
                return alike, name, place
        return None

    def _begun(self, name: str, known: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
        """What has a name that begins so, with or without an article; nothing for a list."""
        bare = _ARTICLE.sub("", name)
        if is_connecting(bare.strip()) or LIST.search(name):
            return {}
        pairs = list(known)
        return begun(name, pairs) or begun(bare, ((_ARTICLE.sub("", called), one) for called, one in pairs))

    def _shortened(self, name: str, place: str) -> list[str]:
        """The pieces whose name is the only one that begins so, or the only one of those in a place."""
        found = list(self._begun(name, self.named()).values())
        if place and len(found) > 1:
            found = [there for ids in found if (there := self.in_place(ids, place))]
        return found[0] if len(found) == 1 else []

    def _choices(self, ids: Iterable[str], number: int) -> list[str]:
        """So many of some pieces as an order names them: where no place has as many, those that one has."""
        count = Counter(self._all_called(ids))
        enough = [name for name in count if count[name] >= number] or list(count)
        told = ((name, min(number, count[name])) for name in enough[:SHOWN])
        return [name if several <= 1 else f"{several} {name}" for name, several in told]

    def called(self, id_: str) -> str:
        """A piece as an order names it: with its place where several have its name."""
        return next(self._all_called((id_,)))

    def _all_called(self, ids: Iterable[str]) -> Iterator[str]:
        """Pieces as an order names each."""
        apart: dict[str, Mapping[str, str]] = {}
        for id_ in ids:
            name = name_of_piece(self.mine.pieces[id_])
            if name not in apart:
                alike = self._alike(name)
                apart[name] = self._apart(alike) if len(alike) > 1 else {}
            yield f"{name} in {apart[name][id_]}" if apart[name] else name

    def pieces_called(self, text: str, short: bool = False) -> list[str]:
        """All pieces that a text may stand for: those of a name, shortened or not, or of them those in a
        place."""
        alike, _, place = self._read(text, short) or ([], text, "")
        return self.in_place(alike, place) if place else alike

    def _alike(self, name: str) -> list[str]:
        """The pieces of a name, with or without an article before either; where there are none, of an id."""
        named, bare = list(self.named()), _ARTICLE.sub("", name)
        short = ((_ARTICLE.sub("", called), id_) for called, id_ in named)
        return (
            matching(name, named) or matching(bare, named) or matching(bare, short)
            or matching(bare, self._ids())
        )  # fmt: skip

    def _ids(self) -> Iterator[tuple[str, str]]:
        """Every piece that the side sees with an id of a roster, as modules built from one have it."""
        for _, id_ in self.named():
            piece = self.mine.pieces[id_]
            for one in map(Trait, parts_of(piece.type), parts_of(piece.state)):
                if one.type.startswith("mark;") and (unit := read_marks(one).get("Unit")):
                    yield unit, id_

    def in_place(self, alike: Iterable[str], place: str) -> list[str]:
        """Those of some pieces that are in a place: by its name, with an article or shortened, or by that of
        a piece which lies there alone of its name, as cities do on maps without names."""
        places, bare = [(name, id_) for id_ in alike for name in self.places_of(id_)], _ARTICLE.sub("", place)
        if found := matching(place, places) or matching(bare, places):
            return list(dict.fromkeys(found))
        if (spot := self._marked(place) or self._marked(bare)) is not None:
            return [id_ for id_ in dict.fromkeys(id_ for _, id_ in places) if self.mine.at[id_] == spot]
        begins = list(self._begun(bare, places).values())
        return list(dict.fromkeys(begins[0])) if len(begins) == 1 else []

    def _marked(self, name: str) -> Place | None:
        """The place of the only piece of a name that lies on a map."""
        found = [id_ for id_ in matching(name, self.named()) if self.mine.at[id_][0] in self.module.windows]
        return self.mine.at[found[0]] if len(found) == 1 else None

    def _spot(self, id_: str) -> tuple[str, Place]:
        """What is the same of pieces in one stack that need not be told apart: their name and their place."""
        return name_of_piece(self.mine.pieces[id_]).casefold(), self.mine.at[id_]

    def _kind(self, id_: str) -> tuple[object, ...]:
        """What is the same of pieces that lie beside each other and need not be told apart: how they are made
        and stand, but for the trails of their moves; their map, and the zone and the name of their place."""
        piece, at = self.mine.pieces[id_], self.mine.at[id_]
        *outer, (basic, _) = zip(parts_of(piece.type), parts_of(piece.state), strict=False)
        made = tuple(one for one in outer if not one[0].startswith(_TRAILS))
        return made, basic, at[0], id(ground_of(self.module, at)), self.at(id_)

    def _apart(self, alike: Iterable[str]) -> dict[str, str]:
        """The place of each piece: by name, or by map and pixel where pieces that are not alike, or several
        places, have that name."""
        named = {id_: self.places_of(id_) for id_ in alike}
        points: dict[str, set[Place]] = {}
        kinds: dict[str, set[object]] = {}
        for id_, (name, _) in named.items():
            points.setdefault(name, set()).add(self.mine.at[id_])
            kinds.setdefault(name, set()).add(self._kind(id_))
        return {
            id_: name if len(points[name]) == 1 or len(kinds[name]) == 1 else pixel
            for id_, (name, pixel) in named.items()
        }

    def places_of(self, id_: str) -> tuple[str, str]:
        """How an order may name the place of a piece: by its name, or by its map and pixel."""
        return self.at(id_), "{} {},{}".format(*self.mine.at[id_])

    def at(self, id_: str) -> str:
        """What the place of a piece is called."""
        return where(self.mine, id_, self.module)

    # -- places --------------------------------------------------------------------------------

    def deck(self, text: str, short: bool = True) -> str:
        """The id of a deck by its name, or by its name and map: "Discards in Red hand"; or, `short`, by how
        only one name begins. Raises Doubt."""
        called = decks_called(self.mine)
        known = [*((name, id_) for id_, name in called.items()), *self._decks()]
        ways = dict.fromkeys((text, *_spelt(text)) if short else (text,))
        found = list(dict.fromkeys(next((ids for one in ways if (ids := matching(one, known))), ())))
        begins = self._begun(_KIND.sub("", text), self._decks()) if short and not found else {}
        if len(begins) == 1:
            (found,) = begins.values()
        if len(found) == 1:
            return found[0]
        why = f"{len(found)} decks have" if found else "no deck has"
        alike = found or list(chain.from_iterable(begins.values()))
        near = tuple(called[id_] for id_ in alike) or _near(text, called.values()) or tuple(called.values())
        raise Doubt(f'{why} the name "{text}"', text, near[:SHOWN], bool(found))

    def is_deck(self, name: str) -> bool:
        """Whether a deck has just this name."""
        return any(matching(name, ((called, id_),)) for id_, called in decks_called(self.mine).items())

    def draw_deck(self, side: str, asked: str) -> str:
        """The deck from which a side draws that names none: the one for drawing by its name, else the only
        one whose cards lie face down. Raises Doubt for what was `asked`."""
        decks = {
            id_: name for id_, name in decks_called(self.mine).items()
            if self.mine.order[id_] and may_use(self.mine.pieces[id_], side)
        }  # fmt: skip
        named = [id_ for id_, name in decks.items() if _DRAWN.fullmatch(loose(name))]
        found = named or [id_ for id_ in decks if is_face_down(self.mine.pieces[id_])]
        if len(found) == 1:
            return found[0]
        number = f"{asked} from " if asked.isdecimal() else "from "
        options = tuple(f"{number}{name}" for name in decks.values())[:SHOWN]
        raise Doubt("say from which deck", asked, options, several=bool(options))

    def cards_of(self, side: str) -> tuple[str, ...]:
        """What lies in the hands of a side, as orders name it: some of it."""
        windows = self.module.windows
        hands = {name for name, one in windows.items() if one.private and side in one.owners}
        return tuple(self._all_called(id_ for _, id_ in self.named() if self.mine.at[id_][0] in hands))[
            :SHOWN
        ]

    def _decks(self) -> Iterator[tuple[str, str]]:
        """Every deck by its bare name."""
        yield from ((deck_name(one), id_) for id_, one in self.mine.pieces.items() if one.kind is Kind.DECK)

    def place(self, text: str, near: str = "", short: bool = True) -> Place:
        """A place: where something lies that has this name, a deck, a place of a grid, or "Main 120,340"; or
        `short`, where the only piece of this name lies, or the only place whose name begins so.

        On several maps that of the piece `near` comes first. Raises Doubt.
        """
        home = self.mine.at[near][0] if near else ""
        pixel = _PIXEL.fullmatch(text.strip())
        at = (int(pixel["x"]), int(pixel["y"])) if pixel else (0, 0)
        window = pixel["map"] if pixel else None
        maps = matching(window, ((name, name) for name in self.module.windows)) if window else []
        if maps:
            return (maps[0], *at)
        points = self.module.point_of, self.module.point_like
        for same, point in zip((exactly, loosely), points, strict=True):
            if (found := self._named(text, home, same, point)) is not None:
                return found
        if matching(text, self._decks()):
            return self.mine.at[self.deck(text)]  # raises Doubt: with an only one this name was found above
        if pixel and not window:
            return (home or next(iter(self.module.windows)), *at)
        if pixel:
            on_maps = tuple(f"{name} {at[0]},{at[1]}" for name in self.module.windows)
            raise Doubt(f'no map has the name "{window}"', f"{window} {at[0]},{at[1]}", on_maps[:SHOWN])
        if not short:
            raise self._unknown(text, home)
        return self._meant_place(text, near, home)

    def _unknown(self, text: str, home: str) -> Doubt:
        known = self._place_names(home)
        options = _near(text, known) or tuple(known[:3])
        return Doubt(f'unknown place "{text}"', text, tuple(map(self.as_written, options)))

    def _meant_place(self, text: str, near: str, home: str) -> Place:
        """The place that a name stands for in part: without its article, by a piece there, or shortened."""
        if (spot := self._marked(text)) is not None:
            return spot
        if (bare := _ARTICLE.sub("", text)) != text:
            return self.place(bare, near)
        begins = self._begun(text, ((name, name) for name in self._place_names(home)))
        if len(begins) == 1 and loose(one := next(iter(begins.values()))[0]) != loose(text):
            return self.place(one, near)
        if begins:
            options = tuple(self.as_written(names[0]) for names in begins.values())[:SHOWN]
            raise Doubt(f'"{text}" could be {len(begins)} places', text, options, several=True)
        raise self._unknown(text, home)

    def _place_names(self, home: str) -> list[str]:
        """The names of places: where something lies, of decks, of the grids of a map, and of pieces that mark
        their place; each once."""
        taken = sorted({self.at(id_) for id_, one in self.mine.pieces.items() if one.kind is Kind.PIECE})
        count = Counter(name for name, _ in self.named())
        marks = (name for name, id_ in self.named() if count[name] == 1)
        windows = [home] if home in self.module.windows else list(self.module.windows)
        on_grids = chain.from_iterable(map(self.module.places_on, windows))
        decks = decks_called(self.mine).values()
        known = chain((one for one in taken if one != OFF_BOARD), decks, on_grids, marks)
        found: dict[str, str] = {}
        for name in known:
            found.setdefault(loose(name), name)
        return list(found.values())

    def as_written(self, name: str) -> str:
        """A name of a place of a grid as the module writes it, any other as it is."""
        for window in self.module.windows:
            if (point := self.module.point_of(window, name)) is not None:
                said = self.module.places.name(window, point)
                return said if loose(said) == loose(name) else name
        return name

    def _named(self, text: str, home: str, same: Same, point: Point) -> Place | None:
        """Where something of this name lies, or a deck even with nothing in it, or a place of a grid, or a
        hand; on the map `home` first."""
        pieces = ((self.at(id_), id_) for id_, one in self.mine.pieces.items() if one.kind is Kind.PIECE)
        decks = ((name, id_) for id_, name in decks_called(self.mine).items())
        if taken := same(text, ((name, self.mine.at[id_]) for name, id_ in chain(pieces, decks))):
            return min(taken, key=lambda place: place[0] != home)
        for name in sorted(self.module.windows, key=lambda name: name != home):
            if (found := point(name, text)) is not None:
                return (name, *found)
        hands = ((name, (name, 0, 0)) for name, one in self.module.windows.items() if one.private)
        return next(((name, *self.module.middle_of(name)) for name, *_ in same(text, hands)), None)

    # -- deeds ---------------------------------------------------------------------------------

    def move(self, id_: str, to: Place) -> Iterator[str]:
        """Put a piece down on top of whatever lies at a place; where nothing does, a grid draws it."""
        name, x, y = self.mine.at[id_]
        if not self.mine.ground.get(to) and not _ignores_grid(self.mine.pieces[id_]):
            to = (to[0], *self.module.places.snap(to[0], to[1:]))
        under = self._top(id_, to)
        yield "M/" + join("/", [id_, to[0], str(to[1]), str(to[2]), under, name, str(x), str(y), "null", ""])

    def _top(self, id_: str, to: Place) -> str:
        holders = (one for one in self.mine.ground.get(to, ()) if self.mine.order.get(one))
        ids = [one for holder in holders for one in self.mine.order[holder] if one != id_]
        return ids[-1] if ids else "null"

    def flip(self, id_: str) -> str:
        """Turn a piece over: its layer to the next level. Raises TableError for one that has none."""
        piece = self.mine.pieces[id_]
        for place, fields in _traits(piece, "emb2"):
            if len(fields) > RANDOM and not fields[RANDOM]:
                levels = len(split(",", fields[IMAGES]))
                level = abs(level_in(parts_of(piece.state)[place], 1))
                if levels > 1:
                    return self._standing(piece, place, str(level % levels + _FIRST))
        raise TableError(f"{name_of_piece(piece)} has no other side")

    def rotate(self, id_: str, steps: int) -> str:
        """Turn a piece by so many facings, to the left where there are fewer than none."""
        piece = self.mine.pieces[id_]
        for place, fields in _traits(piece, "rotate"):
            if fields[1].isdecimal() and int(fields[1]) > 1:
                now, most = level_in(parts_of(piece.state)[place], 0), int(fields[1]) - 1
                if abs(steps) > most:
                    raise TableError(
                        f"{name_of_piece(piece)} has {most + 1} facings. Turn it by 1 to {most}, or to the "
                        f"left by -1 to -{most}"
                    )
                return self._standing(piece, place, str((now + steps) % int(fields[1])))
        raise TableError(f"{name_of_piece(piece)} has no facings to turn to")

    @staticmethod
    def _standing(piece: Piece, place: int, state: str) -> str:
        states = list(parts_of(piece.state))
        states[place] = state
        return "D/" + join("/", [piece.id, nest(states), piece.state])

    def draw(self, deck: str, count: int, to: Place) -> Iterator[str]:
        """Take the topmost cards of a deck to a place, each on top of the one before, as VASSAL lays down
        cards that are dragged together: a hand spreads them itself. Raises TableError."""
        cards = self.mine.order[deck]
        if not 1 <= count <= len(cards):
            name = deck_name(self.mine.pieces[deck])
            raise TableError(
                f"{name} holds {len(cards)} cards; draw 1 to {len(cards)}" if cards else f"{name} is empty"
            )
        under = self._top(cards[-1], to)
        for card in reversed(cards[-count:]):
            name, x, y = self.mine.at[card]
            goal = (to[0], str(to[1]), str(to[2]))
            yield "M/" + join("/", [card, *goal, under, name, str(x), str(y), "null", ""])
            under = "null" if never_stacks(self.mine.pieces[card]) and under == "null" else card

    def hand(self, side: str) -> Place:
        """Where a side's cards go: the middle of its own window. Raises TableError where it has none."""
        mine = [one for one in self.module.windows.values() if one.private and side in one.owners]
        if not mine:
            raise TableError(
                f"{side} has no hand in this module: say where to, as in: draw 1 from DECK to PLACE"
            )
        return (mine[0].name, *self.module.middle_of(mine[0].name))
