"""What a player looks up at the table: `where 1st Guns`, `where 0306`, `help 1st Guns`.

All of it is told from the asker's own view: a piece that is covered has no name there, and is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from adjudicator.state import State
from adjudicator.tabletop import kept
from adjudicator.tabletop.seen import COVERED
from tables.doing import Doubt, Words
from tables.position import Kind, Piece, TableError
from tables.published import Published
from tables.seats import Cover, Seat, mask_of
from tables.table import Place, Table, parts_of
from tables.telling import is_blank, listed, name_of_piece, standing

MOST = 12
"""So many places of pieces of one name are told."""


def looked_up(module: Published, view: State, name: str) -> tuple[Sequence[str], Sequence[str]]:
    """What the reader of a view sees of all pieces and places of a name, as sentences; where there are none,
    the names that may be meant."""
    words = Words(Table(kept.position_of(view), only_read=True), module)
    told = [*_pieces(words, name), *_places(words, name)] or [*_pieces(words, name, True)]
    return (told, ()) if told else ((), _meant(words, name))


def _pieces(words: Words, name: str, short: bool = False) -> Iterator[str]:
    """The pieces of a name, shortened or not: where each is, and how it stands; alike ones are counted."""
    found = Counter(_told(words, id_) for id_ in words.pieces_called(name, short))
    for text, count in islice(found.items(), MOST):
        yield f"{count} {text}" if count > 1 else text
    if more := sum(islice(found.values(), MOST, None)):
        yield f"{more} more elsewhere."


def _told(words: Words, id_: str) -> str:
    """Where a piece is, and how it stands."""
    piece = words.mine.pieces[id_]
    masked = mask_of(parts_of(piece.type), parts_of(piece.state), Seat("")).how is Cover.MASKED
    how = "; ".join((*standing(piece), *(("masked",) if masked else ())))
    return f"{name_of_piece(piece)}: {words.at(id_)}{how and f'; {how}'}."


def _places(words: Words, name: str) -> Iterator[str]:
    """What lies in each place of a name."""
    pieces = [(id_, one) for id_, one in words.mine.pieces.items() if one.kind is Kind.PIECE]
    there = words.in_place((id_ for id_, _ in pieces), name)
    spots: dict[tuple[str, Place], list[Piece]] = {}
    for id_ in dict.fromkeys(there):
        spots.setdefault((words.at(id_), words.mine.at[id_]), []).append(words.mine.pieces[id_])
    yield from (f"{place}: {_names(found)}." for (place, _), found in islice(spots.items(), MOST))
    if len(spots) > MOST:
        yield f"{len(spots) - MOST} more places of this name."
    if not spots and _is_place(words, name):
        yield f"{name}: you see nothing there."


def _names(pieces: Sequence[Piece]) -> str:
    """Pieces by name, and how many are covered."""
    names = [name_of_piece(one) for one in pieces if not is_blank(one)]
    count = len(pieces) - len(names)
    covered = f"{count} {COVERED}" if count else ""
    return ", ".join(filter(None, (listed(names) if names else "", covered)))


def _is_place(words: Words, name: str) -> bool:
    """Whether a name is that of a place or a deck with nothing on it."""
    for find in (partial(words.place, short=False), partial(words.deck, short=False)):
        try:
            find(name)
        except TableError:
            continue
        return True
    return False


def _meant(words: Words, name: str) -> Sequence[str]:
    """The pieces that have nearly this name, else the places."""
    for find in (words.piece, words.place):
        try:
            find(name)
        except Doubt as doubt:
            if doubt.options:
                return doubt.options
    return ()
