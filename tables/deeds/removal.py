"""A piece leaves the map in plain words: to where the module keeps what is lost, or off the table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.vassal.traits import split
from tables.doing import Doubt, Words
from tables.position import Kind, Piece, TableError
from tables.spelling import folded
from tables.table import Place, parts_of
from tables.telling import decks_called, name_of_piece

_LOST = re.compile(
    r"\b(?:dead|eliminated|eliminate|destroyed|destroy|casualt(?:y|ies)|losses|graveyard|killed|kia|"
    r"removed|out of play)\b"
)
"""What modules call the place of pieces that are lost, and the command that sends them there."""
_TEXT, _MAP, _X, _Y, _KIND = 1, 3, 5, 6, 14
"""Where Send To Location has its menu text, its map and pixel, and what kind of place it is: "L" a pixel."""
_NAMED_KEY = 3
"""A key of so many parts is none on a keyboard: the module's automation presses it."""


def removed(words: Words, id_: str, said: str, deletes: bool = False) -> Iterator[str]:
    """The commands by which a piece leaves the map: by the module's own command for it, to its only place for
    lost pieces, or else by Delete; by Delete alone if it `deletes`. Raises TableError, and for what was
    `said` Doubt where there are several places."""
    piece = words.mine.pieces[id_]
    if not deletes and (place := _sent(words, piece) or _kept(words, piece, said)):
        return words.move(id_, place)
    if _has_delete(piece):
        return iter((f"-/{id_}",))
    name = words.called(id_)
    what = "deleted" if deletes else "removed"
    raise TableError(
        f"{name} cannot be {what} in this module: it has no Delete. Move it off the map: move {name} to PLACE"
    )


def _sent(words: Words, piece: Piece) -> Place | None:
    """Where a command such as "Eliminate" of the piece sends it: to a pixel that never changes."""
    for type_ in parts_of(piece.type):
        fields = [*split(";", type_), *[""] * _KIND] if type_.startswith("sendto;") else []
        if fields and _LOST.search(folded(fields[_TEXT])) and fields[_KIND] in ("", "L"):
            window, pixel = fields[_MAP] or words.mine.at[piece.id][0], (fields[_X], fields[_Y])
            if window in words.module.windows and all(one.isdecimal() for one in pixel):
                return (window, int(pixel[0]), int(pixel[1]))
    return None


def _kept(words: Words, piece: Piece, said: str) -> Place | None:
    """The only place of the module for lost pieces: of cards a deck, of counters none. Of several, that which
    has the name of the piece's side. Raises Doubt where there are still several."""
    found = dict(_decks(words) if _is_card(words, piece) else _places(words))
    name = words.called(piece.id)
    sides = [one for one in words.module.sides if folded(name_of_piece(piece)).startswith(folded(one))]
    own = [one for one in found if any(folded(side) in folded(one) for side in sides)]
    names = own or list(found)
    if len(names) > 1:
        options = [f"{name} to {one}" for one in names]
        raise Doubt(f"{len(names)} places of this module could be meant", said, options, several=True)
    return found[names[0]] if names else None


def _decks(words: Words) -> Iterator[tuple[str, Place]]:
    for id_, name in decks_called(words.mine).items():
        if _LOST.search(folded(name)):
            yield name, words.mine.at[id_]


def _places(words: Words) -> Iterator[tuple[str, Place]]:
    for window, one in words.module.windows.items():
        if _LOST.search(folded(window)) and not one.private:
            yield window, (window, *words.module.middle_of(window))
        for name in words.module.places_on(window):
            if _LOST.search(name) and (point := words.module.point_of(window, name)) is not None:
                yield words.as_written(name), (window, *point)


def _is_card(words: Words, piece: Piece) -> bool:
    """Whether a piece lies in a deck or a hand, or goes back to a deck."""
    holder = words.mine.pieces.get(words.mine.inside.get(piece.id, ""))
    window = words.module.windows.get(words.mine.at[piece.id][0])
    at_hand = (holder is not None and holder.kind is Kind.DECK) or (window is not None and window.private)
    return at_hand or any(one.startswith("return;") for one in parts_of(piece.type))


def _has_delete(piece: Piece) -> bool:
    """Whether a player can delete a piece: by its menu, or by a key of a keyboard."""
    for type_ in parts_of(piece.type):
        fields = [*split(";", type_), "", ""]
        if fields[0] == "delete" and (fields[1] or (fields[2] and len(split(",", fields[2])) < _NAMED_KEY)):
            return True
    return False
