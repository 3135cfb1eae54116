"""A game that goes to another desk: verified before anything is kept; it goes on as it would have here."""

from __future__ import annotations

import base64
import json
import random
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from adjudicator.archive import arriving
from adjudicator.archive.arriving import BadGame, import_game
from adjudicator.archive.export import export_game
from adjudicator.audit.checks import audit, replay
from adjudicator.mail.desk import DeskError, init_desk
from adjudicator.mail.desk.table import Table
from adjudicator.store import Store
from tests.adjudicator.house import House, everything, old_house
from tests.adjudicator.test_commands import Terminal, terminal
from tests.adjudicator.test_post_crash import moved

__all__ = ["terminal"]

Change = Callable[[list[Any]], object]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house in whose game dice were rolled."""
    house = moved(House(tmp_path_factory.mktemp("moving"), pictures=False, accepted=False))
    house.post()
    return house


@pytest.fixture(scope="module")
def file(house: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("file") / "game.jsonl"
    with house.desk.store() as store:
        export_game(store, 1, out)
    return out


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    with init_desk(tmp_path / "other").store() as store:
        yield store


def rules(house: House) -> Path:
    return Path(house.name)


def is_empty(store: Store) -> bool:
    tables = ("games", "letters", "sheets", "events", "rulings", "mails", "chat", "deadlines", "held")
    return not any(store.database.rows(f"SELECT 1 FROM {table}") for table in tables)


@pytest.mark.slow
def test_replay_and_audit_are_identical_on_the_other_desk(house: House, file: Path, other: Store) -> None:
    import_game(other, file, rules(house))
    with house.desk.store() as store:
        assert replay(other, 1) == replay(store, 1)
        assert audit(other, 1) == audit(store, 1)
        assert len(audit(store, 1).dice) > 0
        assert other.mail.deadlines() == store.mail.deadlines()
        assert [mail.raw for mail in other.mail.reports(1)] == [mail.raw for mail in store.mail.reports(1)]
        for sheet in store.journal.sheets(1):
            assert other.journal.rulings(1, sheet.n) == store.journal.rulings(1, sheet.n)


@pytest.mark.of_a_file
def test_the_game_goes_on_with_its_dice_codes_and_number(house: House, file: Path, tmp_path: Path) -> None:
    there = House(tmp_path, pictures=False)
    folder = there.desk.folder
    there.desk = init_desk(tmp_path / "new")
    assert folder != there.desk.folder
    with there.desk.store() as store:
        import_game(store, file, Path(there.name))
    there.clock, there.written = house.clock, 50
    with house.desk.store() as here, there.desk.store() as new:
        side = house.table(here).state.decisions[0].player
        assert house.table(here).code(side) == there.table(new).code(side)
    there.write(side, "done")
    (done,) = there.post().letters
    assert done.row == "taken"
    with there.desk.store() as store:
        assert replay(store, 1).difference == "" and audit(store, 1).faults == ()


def test_a_number_that_is_taken_is_refused_with_what_to_do(house: House, file: Path, other: Store) -> None:
    import_game(other, file, rules(house))
    before = everything(other)
    with pytest.raises(DeskError, match=r"game 1 on this desk already.*a desk of its own"):
        import_game(other, file, rules(house))
    assert everything(other) == before


def test_a_game_of_ones_own_is_not_opened_from_a_folder_that_the_file_names(file: Path, other: Store) -> None:
    with pytest.raises(BadGame, match=r":2: .*--game DIR"):
        import_game(other, file, None)
    assert is_empty(other)


def test_a_game_with_mails_not_yet_in_the_outbox_waits_for_them(house: House, tmp_path: Path) -> None:
    with house.desk.store() as store, store.transaction():
        store.database.execute("UPDATE mails SET delivered = '' WHERE id = 1")
        try:
            with pytest.raises(DeskError, match="hexpost post"):
                export_game(store, 1, tmp_path / "x.jsonl")
        finally:
            store.database.execute("UPDATE mails SET delivered = '2026-11-20T12:00:00+00:00' WHERE id = 1")
    assert list(tmp_path.iterdir()) == []


# -- files that nobody wrote with hexpost ----------------------------------------------------------------


def lines_of(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def forged(file: Path, out: Path, change: Change) -> Path:
    """A file that was changed and closed again as if it were whole."""
    told = lines_of(file)[:-1]
    change(told)
    raw = b"".join(json.dumps(line).encode() + b"\n" for line in told)
    end = {"end": len(told) - 1, "sha256": sha256(raw).hexdigest()}
    out.write_bytes(raw + json.dumps(end).encode() + b"\n")
    return out


def row_of(told: list[Any], table: str, n: int = -1) -> Any:
    """A row of a table, the last if not said."""
    return [line for line in told if line.get("table") == table][n]["row"]


def setting(table: str, **values: Any) -> Change:
    return lambda told: row_of(told, table).update(values)


def without(table: str) -> Change:
    return lambda told: told.remove([line for line in told if line.get("table") == table][-1])


BOMB = base64.b64encode(zlib.compress(bytes(100_000_000), 9)).decode()
SEATS = json.dumps(
    {"red": {"name": "A", "addresses": ["a\n@b"]}, "blue": {"name": "B", "addresses": ["b@b"]}}
)
FORGERIES: dict[str, tuple[Change, str]] = {
    "another die": (setting("events", facts='{"n":1}'), "its hash does not fit"),
    "an event less": (without("events"), "state is not what it was|cannot be read|is missing"),
    "another letter": (setting("letters", raw={"base64": "eA=="}), "is not the one that was used"),
    "another secret": (setting("games", secret={"base64": "eA=="}), "not the one whose hash was published"),
    "another number": (setting("games", id=7), "of another game than 7"),
    "another state": (setting("sheets", state="0" * 64), "the state is not what it was"),
    "another chain": (setting("sheets", chain="0" * 64), "chain"),
    "another report": (setting("mails", kind="report", first_event=99), "report|cannot be read"),
    "a number as text": (setting("sheets", n="1"), r"n should be INTEGER"),
    "an endless number": (setting("sheets", n=10**30), "does not fit the rows before it"),
    "a column": (setting("sheets", evil="x"), "nothing here is called 'evil'"),
    "a table": (lambda told: told.append({"table": "sqlite_master", "row": {}}), "does not know such rows"),
    "a word of SQL": (
        lambda told: told.append({"table": "sheets; DROP", "row": {}}),
        "does not know such rows",
    ),
    "a line of a list": (lambda told: told.append([1]), "this is not an object"),
    "the same sheet": (
        lambda told: told.append({"table": "sheets", "row": row_of(told, "sheets")}),
        "UNIQUE",
    ),
    "no letters": (without("letters"), "FOREIGN KEY"),
    "two games": (lambda told: told.insert(2, told[1]), "a second game"),
    "no game": (lambda told: told.pop(1), "the game itself should come first"),
    "bad base64": (setting("letters", raw={"base64": "!"}), "raw is not base64"),
    "half a character": (setting("sheets", bound="\ud800"), "half a character"),
    "a bomb": (setting("mails", raw={"base64": BOMB}), "larger than any mail"),
    "a mail to send": (setting("mails", delivered=""), "the email was not delivered"),
    "no address": (setting("games", players=SEATS), "addresses to write to"),
    "nobody": (setting("games", players="{}"), "should be those of red, blue"),
    "deep players": (setting("games", players="[" * 100_000), "the players cannot be read"),
    "no time": (setting("deadlines", due="soon"), "due should be a time as hexpost writes it"),
    "the year 1": (setting("deadlines", due="0001-01-01T00:00:00+00:00"), "due should be a time"),
    "the year 9999": (setting("deadlines", asked="9999-12-31T23:59:59+00:00"), "asked should be a time"),
    "another zone": (setting("letters", received="2026-11-20T12:00:00+14:00"), "received should be a time"),
    "a time of nowhere": (
        setting("deadlines", due="2026-11-20T12:00:00"),
        "due should be a time as hexpost writes it",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_game_is_refused_in_words_and_nothing_of_it_is_kept(
    house: House, file: Path, other: Store, tmp_path: Path, what: str
) -> None:
    change, why = FORGERIES[what]
    with pytest.raises(BadGame, match=why):
        import_game(other, forged(file, tmp_path / "forged.jsonl", change), rules(house))
    assert is_empty(other)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "it is cut off"),
        (b"PK\x03\x04", ":1: this is not a line of JSON"),
        (b"{}\n", ":1: this is not a game from `hexpost export`"),
        (b"[" * 200_000, ":1: this is not a line of JSON"),
        (b"\xff\xfe\n", ":1: this is not a line of JSON"),
        (b'{"hexpost-game": 1}\n{"end": 0, "sha256": "x"}\n', ":2: the lines before it are not those"),
    ],
)
def test_what_is_no_game_is_told_with_its_line(other: Store, tmp_path: Path, raw: bytes, why: str) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(raw)
    with pytest.raises(BadGame, match=why):
        import_game(other, bad, None)
    assert is_empty(other)


@pytest.mark.slow
def test_a_file_that_is_cut_off_or_changed_anywhere_is_refused(
    house: House, file: Path, other: Store, tmp_path: Path
) -> None:
    raw, drawn, bad = file.read_bytes(), random.Random(1), tmp_path / "bad.jsonl"
    for _ in range(25):
        at = drawn.randrange(len(raw) - 1)
        bad.write_bytes(raw[:at] if drawn.random() < 0.3 else raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
        with pytest.raises(BadGame):
            import_game(other, bad, rules(house))
        assert is_empty(other)


def test_an_endless_line_takes_no_more_memory_than_a_row_may(
    other: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arriving, "LONGEST_LINE", 1_000_000)
    bad = tmp_path / "bad.jsonl"
    with bad.open("wb") as out:
        out.write(b'{"hexpost-game": 1}\n')
        for _ in range(50):
            out.write(b"x" * 1_000_000)
    tracemalloc.start()
    with pytest.raises(BadGame, match=":2: a line is too long"):
        import_game(other, bad, None)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8_000_000


# -- as it is typed --------------------------------------------------------------------------------------


def test_a_game_is_exported_and_imported_by_command(house: House, terminal: Terminal, tmp_path: Path) -> None:
    out, new = tmp_path / "game.jsonl", tmp_path / "new"
    said = terminal.json("export", "1", "--out", out, "--desk", house.desk.folder)
    assert said["rows"] == len(lines_of(out)) - 2
    assert out.stat().st_mode & 0o777 == 0o600
    terminal.type("desk", "init", new)
    told = terminal.type("import", out, "--game", house.name, "--desk", new)
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("[1] Tiny, turn 1, ")
    assert terminal.json("replay", "1", "--desk", new)["identical"]
    assert terminal.json("desk", "games", "--desk", new)[0]["place"].startswith("[1] Tiny")
    again = terminal.type("import", out, "--game", house.name, "--desk", new)
    assert again.code == 1 and "game 1 on this desk already" in again.err


def test_an_export_of_no_game_or_into_no_folder_leaves_nothing(
    house: House, terminal: Terminal, tmp_path: Path
) -> None:
    said = terminal.type("export", "9", "--out", tmp_path / "x", "--desk", house.desk.folder)
    assert said.code == 1 and "there is no game 9" in said.err
    said = terminal.type("export", "1", "--out", tmp_path / "no" / "x", "--desk", house.desk.folder)
    assert said.code == 1 and list(tmp_path.iterdir()) == []


# -- games that came another way -------------------------------------------------------------------------


@pytest.mark.of_a_file
def test_a_game_of_the_first_scheme_of_dice_moves_too(tmp_path: Path, other: Store) -> None:
    house, out = old_house(tmp_path), tmp_path / "old.jsonl"
    with house.desk.store() as store:
        export_game(store, 1, out)
        expected = replay(store, 1), audit(store, 1)
    import_game(other, out, rules(house))
    assert (replay(other, 1), audit(other, 1)) == expected
    assert expected[0].difference == "" and expected[1].faults == ()


@pytest.mark.slow
@pytest.mark.of_a_file
def test_two_games_that_shared_a_letter_move_one_after_the_other(tmp_path: Path, other: Store) -> None:
    house, out = House(tmp_path, pictures=False), tmp_path / "out.jsonl"
    house.open(bytes(32))
    with house.desk.store() as store:
        codes = {n: Table(store, n).code("red") for n in (1, 2)}
    blocks = [f"BEGIN ORDERS {n} turn 1 red {codes[n]}\nbid {n}\nEND ORDERS\n" for n in (1, 2)]
    head = "From: anna@example.org\nMessage-ID: <both@x>\n\n"
    (house.desk.inbox / "both.eml").write_text(head + "\n".join(blocks), encoding="utf-8")
    assert [done.row for done in house.post().letters] == ["taken", "taken"]
    for number in (2, 1):
        with house.desk.store() as store:
            export_game(store, number, out)
        import_game(other, out, rules(house))
        assert replay(other, number).difference == "" and audit(other, number).faults == ()
    (kept,) = other.database.rows("SELECT game FROM letters WHERE message_id = '<both@x>'")
    assert kept["game"] is None, "it came with the second game, and is under the other here"
