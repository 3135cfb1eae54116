"""Whether the record explains everybody at a game: by its opening, or by an entry that all players read. No
entry holds addresses. The mails show who was first written to when: with a side's first report, or with the
report of the entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.events.desk import (
    AddressesChanged,
    ObserverChanged,
    PlayerChanged,
    PlayerRenamed,
    SubstituteEnded,
    SubstituteNamed,
)
from adjudicator.mail.desk.table import settled
from adjudicator.store import FORMER, OBSERVER, EventRow, Store
from adjudicator.store.rows import GameRow, Seat
from files.characters import shown

_SEATED = {kind.__name__ for kind in (PlayerChanged, PlayerRenamed, AddressesChanged, SubstituteNamed)}
_LEFT = {kind.__name__ for kind in (PlayerChanged, AddressesChanged, SubstituteEnded)}
_NO_ENTRY = "no entry of the journal says so"


def unexplained(store: Store, row: GameRow) -> Iterator[str]:
    """Who is at a game, or is missing, without an entry that says so."""
    entries = store.journal.entries(row.id)
    terms = settled(entries)
    for side, seat in row.players.items():
        if (side in terms.vacant) == bool(seat.name):
            yield f"{_name(seat)} plays {side}, and {_NO_ENTRY}"
        named, there = terms.substitutes.get(side), seat.substitute
        if (named and named.name) != (there and there.name):
            yield f"{_name(there)} is the substitute of {side}, and {_NO_ENTRY}"
        yield from _strangers(store, row.id, side, seat, entries)
    yield from _others(store, row.id, entries)


def _strangers(store: Store, game: int, side: str, seat: Seat, entries: Sequence[EventRow]) -> Iterator[str]:
    """The people of a seat whose first report came neither with the opening nor with an entry about them."""
    query = "SELECT recipient, sheet FROM mails WHERE game = ? AND side = ? AND kind = 'report' ORDER BY id"
    mails = [(str(mail["recipient"]), int(mail["sheet"])) for mail in store.database.rows(query, game, side)]
    if not mails:
        return
    sheets, first = [sheet for _, sheet in mails], dict(reversed(mails))
    seated = [one.sheet for one in entries if one.kind in _SEATED and one.facts.get("side") == side]
    told = {_first_since(sheets, since) for since in (0, *seated)}
    for name, address in seat.readers:
        if first.get(f"{name} <{address}>") not in told:
            yield f"{shown(name)} <{shown(address)}> plays {side}, and {_NO_ENTRY}"


def _first_since(sheets: Sequence[int], since: int) -> int | None:
    """The sheet of the first report at or after one; None if none was written since."""
    return next((sheet for sheet in sheets if sheet >= since), None)


def _others(store: Store, game: int, entries: Sequence[EventRow]) -> Iterator[str]:
    """Observers and former players of whom no entry tells."""
    changed = (one for one in entries if one.kind == ObserverChanged.__name__)
    watching: Mapping[str, bool] = {one.facts["name"]: one.facts["watches"] for one in changed}
    left = {one.facts.get("side") for one in entries if one.kind in _LEFT}
    for one in store.database.rows("SELECT * FROM people WHERE game = ? ORDER BY side, address", game):
        who = f"{shown(str(one['name']))} <{shown(str(one['address']))}>"
        if one["role"] == OBSERVER and not watching.get(one["name"]):
            yield f"{who} is an observer, and {_NO_ENTRY}"
        elif one["role"] == FORMER and one["side"] not in left:
            yield f"{who} played {one['side']} earlier, and {_NO_ENTRY}"
        elif one["role"] not in (OBSERVER, FORMER):
            yield f"{who} is neither an observer nor a former player"


def _name(seat: Seat | None) -> str:
    return shown(seat.name) if seat and seat.name else "nobody"
