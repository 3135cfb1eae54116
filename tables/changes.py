"""What happened between two positions of one side, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tables.position import Kind, Piece, Position
from tables.table import Place, Table, parts_of
from tables.telling import is_blank, name_of_piece


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happened on a map: where it was, where it is (None for elsewhere), and which piece."""

    name: str
    window: str
    old: tuple[int, int] | None
    new: tuple[int, int] | None
    piece: str = ""


def changes_of(before: Position, after: Position) -> list[Change]:
    """Which pieces came, went, moved or stand otherwise.

    A piece that nobody may know has another name in every file: one lies where one lay.
    """
    old, new = Table(before, only_read=True), Table(after, only_read=True)
    loose = [
        {id_: one for id_, one in table.pieces.items() if one.kind is Kind.PIECE and id_ not in other.pieces}
        for table, other in ((old, new), (new, old))
    ]
    gone, came = _unlike(loose, old, new)
    found: list[tuple[str, Place | None, Place | None]] = []
    for id_, piece in new.pieces.items():
        if piece.kind is Kind.PIECE and id_ in old.pieces and _differs(old, new, id_):
            found.append((id_, old.at[id_], new.at[id_]))
    pairs = _paired(gone, came, old, new)
    found += [(b or a, old.at[a] if a else None, new.at[b] if b else None) for a, b in pairs]
    return [change for one in found for change in _on_maps(*one, new, old)]


def _differs(old: Table, new: Table, id_: str) -> bool:
    was, now = old.pieces[id_], new.pieces[id_]
    if old.at[id_] != new.at[id_]:
        return True
    return parts_of(was.state)[:-1] != parts_of(now.state)[:-1] or was.type != now.type


def _unlike(loose: Sequence[Mapping[str, Piece]], old: Table, new: Table) -> tuple[list[str], list[str]]:
    """Of the pieces that only one position has, those that are no mere change of name."""
    here: dict[object, list[str]] = {}
    for id_, piece in loose[0].items():
        here.setdefault((old.at[id_], parts_of(piece.type)[-1]), []).append(id_)
    came = []
    for id_, piece in loose[1].items():
        same = here.get((new.at[id_], parts_of(piece.type)[-1]))
        if same:
            same.pop()
        else:
            came.append(id_)
    return [one for ids in here.values() for one in ids], came


def _paired(gone: list[str], came: list[str], old: Table, new: Table) -> Iterator[tuple[str, str]]:
    """A piece that is gone and one of the same make that came are one that moved."""
    left = list(came)
    for id_ in gone:
        make = parts_of(old.pieces[id_].type)[-1]
        same = next((one for one in left if parts_of(new.pieces[one].type)[-1] == make), "")
        if same:
            left.remove(same)
        yield id_, same
    for id_ in left:
        yield "", id_


def _on_maps(id_: str, was: Place | None, now: Place | None, new: Table, old: Table) -> Iterator[Change]:
    piece = new.pieces.get(id_) or old.pieces[id_]
    name = "" if is_blank(piece) else name_of_piece(piece)
    if was and now and was[0] == now[0]:
        yield Change(name, now[0], was[1:], now[1:], id_)
        return
    if was:
        yield Change(name, was[0], was[1:], None, "")
    if now:
        yield Change(name, now[0], None, now[1:], id_)
