"""The journal: games, the sheets that moved them on, their events in a chain of hashes, and the rulings."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from adjudicator.events import Event, event_from
from adjudicator.rulings import Ruling
from adjudicator.snapshot import canonical
from adjudicator.state import Json, State
from adjudicator.store.database import Database, Row
from adjudicator.store.rows import EventRow, GameRow, Seat, SheetRow, columns
from adjudicator.store.schema import StoreError

START = "0" * 64
"""What stands before the first event of a game in its chain of hashes."""


class Journal:
    """What happened in the games of one desk. Rows are added and read, never changed, but for who plays."""

    def __init__(self, db: Database) -> None:
        self.db = db

    # -- games -----------------------------------------------------------------------------------

    def add_game(self, row: GameRow) -> None:
        """Keep a game that opens now."""
        self.db.insert(
            "games",
            id=row.id, game=row.game, scenario=row.scenario, options=_text(row.options), rules=row.rules,
            opened=row.opened, opening=row.opening, secret=row.secret, commitment=row.commitment,
            players=_seats_text(row.players),
        )  # fmt: skip

    def seat(self, number: int, players: Mapping[str, Seat]) -> None:
        """These people play a game's sides from now on."""
        self.db.execute("UPDATE games SET players = ? WHERE id = ?", (_seats_text(players), number))

    def rename(self, number: int, game: str) -> None:
        """What a game is played with is somewhere else now."""
        self.db.execute("UPDATE games SET game = ? WHERE id = ?", (game, number))

    def next_game(self) -> int:
        """The number of the next game to open."""
        row = self.db.one("SELECT coalesce(max(id), 0) + 1 AS next FROM games")
        return int(row["next"]) if row else 1

    def games(self, behind: int = 0) -> tuple[GameRow, ...]:
        """All games, or those behind a number, the oldest first."""
        return tuple(map(_game, self.db.rows("SELECT * FROM games WHERE id > ? ORDER BY id", behind)))

    def game(self, number: int) -> GameRow:
        """One game. Raises StoreError when the desk has none of this number."""
        row = self.db.one("SELECT * FROM games WHERE id = ?", number)
        if row is None:
            known = ", ".join(str(game.id) for game in self.games()) or "none yet"
            raise StoreError(f"there is no game {number} on this desk (its games: {known})")
        return _game(row)

    def keep_rules(self, game: int, opened: str, told: str) -> None:
        """Keep the fingerprints of a game's rules: when it was opened, and as the referee knows them."""
        self.db.put("rulebooks", ("game",), game=game, opened=opened, told=told)

    def rules_of(self, game: int) -> tuple[str, str] | None:
        """The fingerprints of a game's rules: when it was opened ("" where that is not known), and as the
        referee knows them; None where none are kept."""
        row = self.db.one("SELECT opened, told FROM rulebooks WHERE game = ?", game)
        return (row["opened"], row["told"]) if row else None

    def all_rules(self) -> dict[int, tuple[str, str]]:
        """The fingerprints of the rules of all games of which any are kept."""
        rows = self.db.rows("SELECT game, opened, told FROM rulebooks")
        return {int(row["game"]): (row["opened"], row["told"]) for row in rows}

    # -- sheets, events, rulings -------------------------------------------------------------------

    def add_sheet(self, row: SheetRow, events: Iterable[Event], rulings: Iterable[Ruling]) -> str:
        """Keep one sheet, what it made happen, and what was said of its lines; the hash of the game's last
        event, "" where it has none."""
        self.db.insert("sheets", **columns(row))
        last = self.last_event(row.game)
        made = list(_events(row, events, last.n if last else 0, last.hash if last else START))
        self.db.insert_many("events", made)
        told = {"game": row.game, "judged": row.n}
        self.db.insert_many("rulings", [told | columns(one) | {"legal": _text(one.legal)} for one in rulings])
        return str(made[-1]["hash"]) if made else last.hash if last else ""

    def sheets(self, game: int) -> tuple[SheetRow, ...]:
        """Everything that moved a game on, in order; the first is its opening."""
        rows = self.db.rows("SELECT * FROM sheets WHERE game = ? ORDER BY n", game)
        return tuple(SheetRow(**dict(row)) for row in rows)

    def last_sheet(self, game: int) -> SheetRow:
        """What moved a game on last."""
        row = self.db.one("SELECT * FROM sheets WHERE game = ? ORDER BY n DESC LIMIT 1", game)
        assert row is not None, f"game {game} has no opening"
        return SheetRow(**dict(row))

    def sheet(self, game: int, n: int) -> SheetRow:
        """The n-th thing that moved a game on; 0 is its opening. Raises IndexError where there is none."""
        row = self.db.one("SELECT * FROM sheets WHERE game = ? AND n = ?", game, n)
        if row is None:
            raise IndexError(f"game {game} has no orders {n}")
        return SheetRow(**dict(row))

    def last_link(self, game: int) -> SheetRow:
        """What last moved a game on and made a link of the chain of dice: a sheet, a silence, the opening."""
        query = """SELECT * FROM sheets WHERE game = ? AND (bound <> '' OR n = 0) ORDER BY n DESC LIMIT 1"""
        row = self.db.one(query, game)
        assert row is not None, f"game {game} has no opening"
        return SheetRow(**dict(row))

    def events(self, game: int, first: int = 1, last: int | None = None) -> tuple[EventRow, ...]:
        """The events `first` .. `last` of a game, in order."""
        end = 2**62 if last is None else last
        query = "SELECT * FROM events WHERE game = ? AND n BETWEEN ? AND ? ORDER BY n"
        return tuple(map(_event, self.db.rows(query, game, first, end)))

    def events_of(self, game: int, kind: str) -> tuple[EventRow, ...]:
        """The events of one kind of a game, in order."""
        query = """SELECT * FROM events WHERE game = ?
                   AND n IN (SELECT n FROM events WHERE game = ? AND kind = ?) ORDER BY n"""
        return tuple(map(_event, self.db.rows(query, game, game, kind)))

    def entries(self, game: int) -> tuple[EventRow, ...]:
        """The events of a game that the desk itself put on record, in order."""
        query = """SELECT events.* FROM sheets JOIN sheets AS earlier
                        ON earlier.game = sheets.game AND earlier.n = sheets.n - 1
                   JOIN events ON events.game = sheets.game
                        AND events.n > earlier.last_event AND events.n <= sheets.last_event
                   WHERE sheets.game = ? AND sheets.kind = 'entry' ORDER BY events.n"""
        return tuple(map(_event, self.db.rows(query, game)))

    def entered(self) -> frozenset[int]:
        """The games on whose record the desk itself put anything."""
        rows = self.db.rows("SELECT DISTINCT game FROM sheets WHERE kind = 'entry'")
        return frozenset(int(row["game"]) for row in rows)

    def last_event(self, game: int) -> EventRow | None:
        """The newest event of a game."""
        row = self.db.one("SELECT * FROM events WHERE game = ? ORDER BY n DESC LIMIT 1", game)
        return _event(row) if row else None

    def hash_of(self, game: int, event: int) -> str:
        """The hash of one event of a game; "" where there is none of this number."""
        row = self.db.one("SELECT hash FROM events WHERE game = ? AND n = ?", game, event)
        return str(row["hash"]) if row else ""

    # -- snapshots: what can always be folded again from the events ---------------------------------------

    def add_snapshot(self, game: int, event: int, hash: str, state: bytes, since: int) -> None:
        """Keep the state after an event with this hash, the last of a sheet; those before event `since` are
        let go."""
        if not hash:
            return
        kept = {"hash": hash, "state": zlib.compress(state)}
        self.db.put("snapshots", ("game", "event"), game=game, event=event, **kept)
        self.db.execute("DELETE FROM snapshots WHERE game = ? AND event < ?", (game, min(since, event)))

    def snapshot(self, game: int, event: int) -> tuple[int, bytes, str] | None:
        """The newest state kept at or before an event: after which event, itself, and the digest that the
        journal has of it. None where none is kept, or the journal no longer holds what it came from."""
        query = """SELECT snapshots.event, snapshots.state, sheets.state AS digest FROM snapshots
                   JOIN events ON events.game = snapshots.game AND events.n = snapshots.event
                        AND events.hash = snapshots.hash
                   JOIN sheets ON sheets.game = events.game AND sheets.n = events.sheet
                        AND sheets.last_event = events.n
                   WHERE snapshots.game = ? AND snapshots.event <= ? ORDER BY snapshots.event DESC LIMIT 1"""
        row = self.db.one(query, game, event)
        try:
            return (row["event"], zlib.decompress(row["state"]), row["digest"]) if row else None
        except zlib.error:
            return None

    def rulings(self, game: int, judged: int) -> tuple[Ruling, ...]:
        """What was said when one sheet was judged, of its own lines and of older ones that had waited."""
        query = "SELECT * FROM rulings WHERE game = ? AND judged = ? ORDER BY id"
        return tuple(map(_ruling, self.db.rows(query, game, judged)))

    def older_rulings(self, game: int, side: str, since: int, upto: int) -> tuple[Ruling, ...]:
        """What was said of a side's lines when later sheets than their own were judged: those after sheet
        `since`, up to one."""
        query = """SELECT rulings.* FROM rulings JOIN sheets ON sheets.game = rulings.game
                        AND sheets.n = rulings.sheet AND sheets.side = ? AND sheets.kind = 'orders'
                   WHERE rulings.game = ? AND rulings.judged > ? AND rulings.judged <= ?
                        AND rulings.sheet <> rulings.judged
                   ORDER BY rulings.judged, rulings.id"""
        return tuple(map(_ruling, self.db.rows(query, side, game, since, upto)))


def _events(row: SheetRow, events: Iterable[Event], n: int, prev: str) -> Iterator[dict[str, object]]:
    """The rows of a sheet's events, after event `n` whose hash is `prev`."""
    for event in events:
        n, facts = n + 1, canonical(event.facts())
        head: list[Json] = [row.game, n, row.n, event.kind, event.rule, list(event.to)]
        now = link(prev, head, facts)
        yield {
            "game": row.game, "n": n, "sheet": row.n, "kind": event.kind, "rule": event.rule,
            "readers": _text(event.to), "facts": facts.decode("utf-8"), "prev": prev, "hash": now,
        }  # fmt: skip
        prev = now


def row_hash(row: EventRow) -> str:
    """SHA-256 over the hash before it and everything an event's row says, in hex."""
    head = [row.game, row.n, row.sheet, row.kind, row.rule, list(row.to)]
    return link(row.prev, head, canonical(row.facts))


def link(prev: str, head: list[Json], facts: bytes) -> str:
    """The next hash of the chain: of the one before, and of one list that `head` begins and the facts end."""
    told = canonical(head)[:-1] + b"," + facts + b"]"
    return hashlib.sha256(bytes.fromhex(prev) + told).hexdigest()


def broken_link(rows: Iterable[EventRow]) -> str:
    """Where the chain of hashes does not hold, in words; "" when it does."""
    prev = START
    for n, row in enumerate(rows, 1):
        if row.n != n:
            return f"event {n} is missing"
        if row.prev != prev or row_hash(row) != row.hash:
            return f"event {n} ({row.kind}) is not what was written: its hash does not fit"
        prev = row.hash
    return ""


def revive(kinds: Mapping[str, type[Event]], rows: Iterable[EventRow]) -> list[Event]:
    """The events of journal rows. Raises StoreError for a kind that the game's rules do not know."""
    events: list[Event] = []
    for row in rows:
        if row.kind not in kinds:
            raise StoreError(f"event {row.n} of game {row.game}: these rules know no event {row.kind!r}")
        events.append(event_from(kinds, row.kind, row.rule, list(row.to), row.facts))
    return events


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after these events."""
    for event in events:
        state = event.apply(state)
    return state


def _text(value: Json) -> str:
    return canonical(value).decode("utf-8")


def _game(row: Row) -> GameRow:
    players = {side: _seat(seat) for side, seat in json.loads(row["players"]).items()}
    return GameRow(**{**dict(row), "players": players, "options": json.loads(row["options"])})


def _seats_text(players: Mapping[str, Seat]) -> str:
    """Who plays, as the store keeps it: what there is of a seat, and no more."""
    return _text({side: _seat_told(seat) for side, seat in players.items()})


def _seat_told(seat: Seat) -> dict[str, Json]:
    told: dict[str, Json] = {"name": seat.name, "addresses": list(seat.addresses)}
    if seat.substitute:
        told |= {"substitute": _seat_told(seat.substitute), "alone": seat.alone}
    return told


def _seat(told: Json) -> Seat:
    substitute = _seat(told["substitute"]) if told.get("substitute") else None
    return Seat(told["name"], tuple(told["addresses"]), substitute, bool(told.get("alone")))


def _event(row: Row) -> EventRow:
    told = dict(row)
    told["to"], told["facts"] = _readers(told.pop("readers")), json.loads(told["facts"])
    return EventRow(**told)


@lru_cache(maxsize=256)
def _readers(text: str) -> tuple[str, ...]:
    """Who may read an event: most are for everybody."""
    return tuple(json.loads(text))


def _ruling(row: Row) -> Ruling:
    legal = tuple(json.loads(row["legal"]))
    return Ruling(row["sheet"], row["line"], row["text"], row["verdict"], row["rule"], row["why"], legal)
