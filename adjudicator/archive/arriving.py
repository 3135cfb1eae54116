"""A game from a file of somebody's making: read row by row, verified in a store of its own, and then kept.

Nothing of it reaches the desk before its chains hold, every die was worked out again, and every state and
report came out as it was written. Memory is bounded by the longest line.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from adjudicator.archive.export import FORMAT, HEAD
from adjudicator.archive.logs import take_up_logs
from adjudicator.archive.tables import rows_of_game, tables_of_games
from adjudicator.audit.checks import audit, replay
from adjudicator.catalogue import find_game, found_at, game_names, is_module
from adjudicator.mail.desk import Desk, DeskError
from adjudicator.mail.desk.published import Lacking, digest_of, fault_of, module_of, promised
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.settings.wishes import WISHES
from adjudicator.state import Json
from adjudicator.store import FORMER, OBSERVER, GameRow, Store, broken_link
from adjudicator.store.database import Column, Unfitting
from files.faults import Fault, Faulty
from files.reading import ordinary

LONGEST_LINE = 32_000_000
"""Bytes of one row: a letter of 20 MB has that many as base64."""
LARGEST_MAIL = 64_000_000
"""Bytes of a mail, unpacked."""
MOST_FAULTS = 20
YEARS = range(1990, 2201)
"""Years in which a desk may have written anything, with time left to count on from there."""
MOST_DAYS = 10_000
_KINDS: Mapping[str, type] = {"TEXT": str, "INTEGER": int, "BLOB": bytes}
Row = dict[str, object]


class BadGame(Faulty[Fault]):
    """The file holds no game that can be kept: every fault with its line."""


def import_game(store: Store, file: Path, folder: Path | None, desk: Desk | None = None) -> GameRow:
    """Keep the game in a file, whole or not at all. `folder` holds the game's own rules, where it is none of
    those that come with hexpost, or is its module, which the desk then keeps. Raises BadGame, DeskError,
    OSError."""
    with tempfile.TemporaryDirectory() as place, Store(Path(place) / "game.db", create=True) as apart:
        reader = _Reader(file, apart, folder, desk)
        try:
            number = reader.read()
            _taken(store, number)
            _verify(file, apart, number)
            _keep(apart, store, number)
        except BaseException:  # interrupted, too
            reader.put_back()
            raise
    take_up_logs(store, number)
    return store.journal.game(number)


def _taken(store: Store, number: int) -> None:
    if any(row.id == number for row in store.journal.games()):
        raise DeskError(
            f"there is a game {number} on this desk already. Its dice and reply codes are bound to its "
            "number, so it cannot have another one: import it at a desk of its own "
            "(`hexpost desk init DIR`)"
        )


# -- read ------------------------------------------------------------------------------------------------


class _Reader:
    """Reads the lines of a file into a store of their own, with all that is wrong with them."""

    def __init__(self, file: Path, store: Store, folder: Path | None, desk: Desk | None = None) -> None:
        self.file, self.store, self.folder, self.desk = file, store, folder, desk
        self.tables = tables_of_games(store.database)
        self.faults: list[Fault] = []
        self.game = 0
        self.laid: Path | None = None
        """The module that was laid into the desk's folder for this game."""

    def read(self) -> int:
        """Read everything; the number of the game. Raises BadGame."""
        with ordinary(self.file).open("rb") as lines, self.store.transaction():
            self._lines(lines)
            if not self.faults and not self.game:
                self._fault(0, "there is no game in it")
            if self.faults:
                raise BadGame(self.faults)
        return self.game

    def _lines(self, lines: BinaryIO) -> None:
        digest, ended = hashlib.sha256(), False
        for at, raw in enumerate(iter(lambda: lines.readline(LONGEST_LINE + 1), b""), 1):
            if ended or len(raw) > LONGEST_LINE:
                why = "there is something after the last line" if ended else "a line is too long"
                self._fault(at, why)
                return
            told = self._parsed(at, raw)
            if told is None and at == 1:
                return
            if at == 1 and told != HEAD:
                self._fault(at, f'this is not a game from `hexpost export` (it begins with "{FORMAT}")')
                return
            if told is not None and "end" in told:
                ended = True
                if told != {"end": at - 2, "sha256": digest.hexdigest()}:
                    self._fault(at, "the lines before it are not those that were written")
            elif told is not None and at > 1:
                self._row(at, told)
            digest.update(raw)
            if len(self.faults) >= MOST_FAULTS or (self.faults and told and told.get("table") == "games"):
                return  # without the rules of the game nothing more can be read
        if not ended:
            self._fault(0, "it is cut off: its last line should count the others")

    def _parsed(self, at: int, raw: bytes) -> Row | None:
        try:
            told = json.loads(raw.decode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError):
            self._fault(at, "this is not a line of JSON")
            return None
        if not isinstance(told, dict):
            self._fault(at, "this is not an object")
            return None
        return told

    def _row(self, at: int, told: Row) -> None:
        table, row = told.get("table"), told.get("row")
        known = self.tables.get(table) if isinstance(table, str) else None
        if known is None or not isinstance(table, str) or not isinstance(row, dict):
            self._fault(
                at, "this hexpost does not know such rows. Was it written by a newer one?", str(table)
            )
            return
        try:
            values = {name: _value(name, value, known) for name, value in row.items()}
            self._check(table, values)
            self.store.database.insert(table, **values)
        except ValueError as wrong:
            self._fault(at, str(wrong), table)
        except (Unfitting, sqlite3.Error, OverflowError) as wrong:
            self._fault(at, f"it does not fit the rows before it ({wrong})", table)

    def _check(self, table: str, row: Row) -> None:
        """Raises ValueError where a row is none of this game, or none that a desk could have written."""
        if table == "games":
            if self.game:
                raise ValueError("there is a second game")
            row["game"] = self._rules(str(row.get("game")), row.get("opening"))
            number = row.get("id")
            if not isinstance(number, int) or not 0 < number < 10**9:
                raise ValueError("the number of the game should be from 1 up")
            self.game = number
            _check_players(str(row.get("players")), find_game(str(row["game"])).sides)
        elif not self.game:
            raise ValueError("the game itself should come first")
        elif row.get("game", self.game) not in (self.game, None):
            raise ValueError(f"this is of another game than {self.game}")
        for name in row:
            if (table, name) in _CHECKS:
                _CHECKS[table, name](row)

    def _rules(self, name: str, opening: object) -> str:
        """The game's name or folder on this desk; a folder of the file's choice is never opened."""
        if is_module(name) and self.desk is not None:
            return self._module(name, opening if isinstance(opening, bytes) else b"{}")
        if self.folder is not None:
            return found_at(name, self.folder)
        if name not in game_names():
            raise ValueError(
                f"the rules of {Path(name).name!r} do not come with hexpost. Say where they are: --game DIR"
            )
        return name

    def _module(self, name: str, opening: bytes) -> str:
        """The name of a game whose module lies at this desk, or is laid there now."""
        from adjudicator.tabletop.made_of import beside  # only such a game needs VASSAL

        assert self.desk is not None
        file = module_of(name).name
        own = self.desk.modules.resolve() / file
        given = self.folder or own
        if not given.is_file():
            told = Lacking((), file, promised(name, opening))
            raise ValueError(f"the game is {told.which}. Get the same file, and add: --game FILE")
        if why := fault_of(given, digest_of(given), name, opening):
            raise ValueError(why)
        if own.exists() and digest_of(own) != digest_of(given):
            raise ValueError(f"{own} is another file than {given}. Type first: hexpost desk modules {given}")
        if not own.exists():
            self.laid = own
            beside(given).copy_to(own)
        return found_at(name, own)

    def put_back(self) -> None:
        """Take away what was laid for a game that is not kept."""
        from adjudicator.tabletop.made_of import take_away

        if self.laid is not None:
            take_away(self.laid)

    def _fault(self, line: int, why: str, read: str = "") -> None:
        self.faults.append(Fault(str(self.file), line, read, why))


def _value(name: str, value: object, known: Mapping[str, Column]) -> object:
    """A value as the store keeps it. Raises ValueError for one that the column cannot hold."""
    column = known.get(name)
    if column is None:
        raise ValueError(f"nothing here is called {name!r}. Was it written by a newer hexpost?")
    if isinstance(value, dict):
        value = _bytes(name, value)
    kind = _KINDS.get(column.kind, float)
    if value is None and column.optional:
        return None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"{name} should be {column.kind}")
    if isinstance(value, str):
        with suppress(UnicodeEncodeError):
            value.encode("utf-8")
            return value
        raise ValueError(f"{name} has half a character")
    return value


def _bytes(name: str, value: Mapping[str, object]) -> bytes:
    coded = value.get("base64")
    try:
        return base64.b64decode(str(coded), validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(f"{name} is not base64") from None


def _check_players(text: str, sides: Mapping[str, str]) -> None:
    """Raises ValueError unless every side has a player with addresses that mail can be written to."""
    try:
        players = json.loads(text)
        for side, seat in players.items():
            _check_seat(side, seat)
            if seat.get("substitute") is not None:
                _check_seat(side, seat["substitute"])
    except (RecursionError, TypeError, KeyError, AttributeError, json.JSONDecodeError):
        raise ValueError("the players cannot be read") from None
    if set(players) != set(sides):
        raise ValueError(f"the players should be those of {', '.join(sides)}")


def _check_seat(side: str, seat: Json) -> None:
    """Raises ValueError for somebody without a name or addresses, unless nobody plays the side."""
    name, addresses = seat["name"], seat["addresses"]
    good = isinstance(name, str) and name.isprintable() and len(name) <= 200
    good &= isinstance(addresses, list) and bool(addresses or not name)
    if not good or any(not isinstance(one, str) or normal_address(one) != one for one in addresses):
        raise ValueError(f"the player of {side} should have a name and addresses to write to")


def _check_person(row: Row) -> None:
    if row["role"] not in (OBSERVER, FORMER) or normal_address(str(row["address"])) != row["address"]:
        raise ValueError("there should be an observer or a former player, with an address to write to")


def _time(name: str) -> Callable[[Row], None]:
    def check(row: Row) -> None:
        if not _is_time(row[name]):
            raise ValueError(f"{name} should be a time as hexpost writes it, from {YEARS[0]} to {YEARS[-1]}")

    return check


def _is_time(value: object) -> bool:
    """Whether this is a time that a desk could have written, or none: times are compared as written."""
    if value == "":
        return True
    try:
        time = datetime.fromisoformat(str(value))
    except ValueError:
        return False
    return time.year in YEARS and time.tzinfo is not None and time.utcoffset() == timedelta()


def _check_mail(row: Row) -> None:
    """A mail that unpacks without end would fill the memory; one not delivered would be sent twice."""
    raw, edition = row["raw"], row.get("edition", 1)
    unpacked = zlib.decompressobj()
    if isinstance(raw, bytes) and edition != 1:
        try:
            unpacked.decompress(raw, LARGEST_MAIL)
        except zlib.error:
            raise ValueError("the mail is damaged") from None
        if not unpacked.eof:
            raise ValueError("the mail is cut off, or larger than any mail")
    if not row.get("delivered"):
        raise ValueError("the email was not delivered, so it may not be in an export")


def _check_wish(row: Row) -> None:
    for name, known in WISHES.items():
        if row.get(name, "") not in {"", *known}:
            raise ValueError(f"{name} should be one of {', '.join(known)}")


_TIMES = (
    ("games", "opened"), ("letters", "received"), ("sheets", "judged"), ("mails", "written"),
    ("deadlines", "asked"), ("deadlines", "due"), ("deadlines", "reminded"), ("digests", "due"),
)  # fmt: skip
_CHECKS: Mapping[tuple[str, str], Callable[[Row], None]] = {
    **{(table, name): _time(name) for table, name in _TIMES},
    ("mails", "raw"): _check_mail,
    ("wishes", "pictures"): _check_wish,
    ("people", "role"): _check_person,
}
"""What a desk could not have written, and would stumble over later."""


# -- verified, and kept ----------------------------------------------------------------------------------


def _verify(file: Path, store: Store, number: int) -> None:
    """Raises BadGame unless the game is what its journal says, to the last die and word."""
    try:
        faults = list(_wrong(store, number))
    except Exception as fault:  # whatever a crafted file makes go wrong is a fault of the file
        faults = [f"the game in it cannot be read ({type(fault).__name__}: {fault})"]
    if faults:
        raise BadGame(Fault(str(file), 0, "", why) for why in faults[:MOST_FAULTS])


def _wrong(store: Store, number: int) -> Iterator[str]:
    broken = broken_link(store.journal.events(number))
    if broken:
        yield broken
        return  # what comes after a broken link could not even be read
    yield from _odd_terms(store, number)
    yield from audit(store, number).faults
    found = replay(store, number)
    if found.difference:
        yield found.difference
    for sheet in store.journal.sheets(number):
        store.journal.rulings(number, sheet.n)


def _odd_terms(store: Store, number: int) -> Iterator[str]:
    """Entries about time that no desk could have made."""
    for entry in store.journal.entries(number):
        times = [entry.facts[key] for key in ("since", "until", "at") if key in entry.facts]
        settings = entry.facts.get("settings", {})
        days = [value for value in settings.values() if isinstance(value, int | float)]
        if not all(map(_is_time, times)) or not all(0 <= value <= MOST_DAYS for value in days):
            yield f"event {entry.n} has a time that no hexpost writes"


def _keep(apart: Store, store: Store, number: int) -> None:
    """Copy a verified game into a desk's store, in one transaction; letters that are there already stay."""
    letters: dict[object, object] = {None: None}
    try:
        with store.transaction():
            _taken(store, number)
            for table, known in tables_of_games(apart.database).items():
                for row in rows_of_game(apart.database, table, known, number):
                    _copy(store, table, dict(row), letters)
    except Unfitting as wrong:
        raise DeskError(f"game {number} does not fit what is on this desk ({wrong})") from None


def _copy(store: Store, table: str, row: Row, letters: dict[object, object]) -> None:
    if "letter" in row:
        row["letter"] = letters[row["letter"]]
    old = row.pop("id", None) if table != "games" else None
    if table != "letters":
        once = table in {"games", "sheets", "events", "rulings", "mails"}
        (store.database.insert_many if once else store.database.add)(table, [row])
        return
    there = store.database.one("SELECT id FROM letters WHERE sha256 = ?", row["sha256"])
    letters[old] = there["id"] if there else store.database.insert(table, **row)
