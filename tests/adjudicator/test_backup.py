"""A desk in one file: whole, looked at, and made a desk of again."""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from adjudicator.archive.backup import LIST, backup, restore, verify_backup
from adjudicator.archive.verify import verify_desk
from adjudicator.mail.desk import DeskError, open_desk
from tests.adjudicator.house import House
from tests.adjudicator.test_commands import Terminal, terminal
from tests.adjudicator.test_held import lay
from tests.adjudicator.test_post_crash import all_of, copied, moved

__all__ = ["terminal"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A desk with a judged sheet, a held letter, mails to send, and a letter in the inbox."""
    house = moved(House(tmp_path_factory.mktemp("made"), pictures=False, accepted=False))
    house.post()
    lay(house, "Is the bridge open?")
    house.post()
    lay(house, "And now?")
    return house


@pytest.fixture
def house(made: House, tmp_path: Path) -> House:
    return copied(made, tmp_path)


@pytest.fixture
def file(house: House, tmp_path: Path) -> Path:
    backup(house.desk, tmp_path / "desk.zip")
    return tmp_path / "desk.zip"


def test_a_restored_desk_is_the_one_that_was_and_goes_on_alike(
    house: House, file: Path, tmp_path: Path
) -> None:
    found, off = restore(file, tmp_path / "again", agreed=lambda what: True)
    folders = [path for path in (tmp_path / "again").rglob("*") if path.is_dir()]
    assert {path.stat().st_mode & 0o777 for path in folders} == {0o700}
    assert (found.games, found.faults, off) == (1, (), "")
    again = copied(house, tmp_path / "spare")
    again.desk = open_desk(tmp_path / "again")
    was, now = all_of(house), all_of(again)
    assert {name: now[name] for name in was if name != "done"} == {
        name: was[name] for name in was if name != "done"
    }
    house.post()
    again.post()
    assert all_of(again)["outbox"] == all_of(house)["outbox"]


def test_a_backup_is_its_owners_alone_and_lists_what_is_in_it(file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(file) as archive:
        listed = json.loads(archive.read(LIST))["files"]
        assert set(archive.namelist()) == {LIST, *listed}
    assert {"hexpost.db", "desk.toml"} <= set(listed)
    assert {name.split("/")[0] for name in listed if "/" in name} == {"inbox", "outbox", "held"}


@pytest.mark.slow
def test_a_backup_taken_while_the_post_runs_holds_together(house: House, tmp_path: Path) -> None:
    for number in range(8):
        lay(house, f"Letter {number}")
    post = house.starts("post")
    for number in range(3):
        backup(house.desk, tmp_path / f"{number}.zip")
        assert verify_backup(tmp_path / f"{number}.zip").faults == ()
    post.communicate()
    assert post.returncode == 0


# -- what is wrong, and where ----------------------------------------------------------------------------


def test_a_sound_desk_and_a_sound_backup_hold(house: House, file: Path) -> None:
    assert verify_desk(house.desk).faults == verify_backup(file).faults == ()
    assert verify_desk(house.desk).letters == verify_backup(file).letters == 4


def test_a_row_in_any_table_is_sound(house: House) -> None:
    """SQLite checks tables without row numbers wrongly where their key does not stand first."""
    assert house.says("player", "1", "--observe", "Carl <carl@example.org>").exit_code == 0
    with house.desk.store() as store, store.transaction():
        store.database.execute("INSERT INTO warnings VALUES (1, 'q1', '2026-12-01')")
        store.database.execute("INSERT INTO digests VALUES (1, 'blue', '2026-12-01')")
    with house.desk.store() as store:
        keyed = store.database.rows("SELECT name FROM sqlite_master WHERE sql LIKE '%WITHOUT ROWID%'")
        filled = [row["name"] for row in keyed if store.database.rows(f"SELECT 1 FROM {row['name']}")]
        assert len(filled) == len(keyed)
    assert verify_desk(house.desk).faults == ()


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ("UPDATE letters SET raw = x'00' WHERE id = 4", "email 4: its bytes are not those that came"),
        ("UPDATE sheets SET chain = 'x' WHERE n = 2", "game 1: the chain of the dice after orders 2"),
        (
            "UPDATE sheets SET bound = 'x' WHERE n = 3",
            "game 1: the dice after orders 3 (orders) are not bound",
        ),
        ("DELETE FROM sheets WHERE n = 3", "a row of rulings points to one of sheets that is not there"),
        ("UPDATE mails SET raw = x'00' WHERE id = 2", "in the store: the mail is damaged"),
        ("UPDATE games SET opening = x'00'", "game 1: its journal cannot be read"),
    ],
)
def test_damage_is_told_with_its_place(house: House, query: str, where: str) -> None:
    with house.desk.store() as store:
        store.database.execute("PRAGMA foreign_keys = OFF")
        assert store.database.execute(query).rowcount > 0
    assert any(where in fault for fault in verify_desk(house.desk).faults), verify_desk(house.desk).faults


@pytest.mark.slow
def test_a_store_damaged_anywhere_is_told_in_words(house: House, terminal: Terminal, tmp_path: Path) -> None:
    file, drawn = house.desk.folder / "hexpost.db", random.Random(5)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
    raw, desk, found = file.read_bytes(), ("--desk", house.desk.folder), 0
    written = [at for at in range(4096, len(raw) - 300) if all(raw[at : at + 8])]
    for at in drawn.sample(written, 8):
        size = drawn.choice((4, 300))
        for other in house.desk.folder.glob("hexpost.db-*"):
            other.unlink()
        file.write_bytes(raw[:at] + drawn.randbytes(size) + raw[at + size :])
        found += terminal.type("desk", "verify", house.desk.folder).code
        for words in (("export", "1", "--out", tmp_path / "x"), ("desk", "held"), ("desk", "games")):
            said = terminal.type(*words, *desk)
            assert said.code in (0, 1) and "Traceback" not in said.err
    assert found > 4, "what is written there is mostly missed by verify"


def test_an_event_that_was_changed_behind_the_stores_back_is_told(house: House) -> None:
    with house.desk.store() as store:
        store.database.execute("DROP TRIGGER events_are_never_changed")
        store.database.execute("UPDATE events SET rule = 'x' WHERE n = 4")
    assert any("game 1: event 4" in fault for fault in verify_desk(house.desk).faults)


def test_a_flipped_byte_anywhere_in_a_backup_is_noticed(file: Path, tmp_path: Path) -> None:
    raw, bad = file.read_bytes(), tmp_path / "bad.zip"
    for at in range(40, len(raw), len(raw) // 12):
        bad.write_bytes(raw[:at] + bytes([raw[at] ^ 0x10]) + raw[at + 1 :])
        try:
            faults = verify_backup(bad).faults
        except DeskError as wrong:
            faults = (str(wrong),)
        if not faults:  # a byte of the zip's own that says nothing, such as a time
            with zipfile.ZipFile(bad) as archive, zipfile.ZipFile(file) as good:
                assert all(archive.read(name) == good.read(name) for name in good.namelist())


@pytest.mark.of_a_file
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux to bound the size of files")
def test_a_disk_without_room_is_not_said_to_be_damage(file: Path) -> None:
    import resource

    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, usual[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            verify_backup(file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def rezipped(file: Path, out: Path, change: dict[str, bytes]) -> Path:
    """The backup with other contents of some names, also new ones."""
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(out, "w") as new:
        for name in {*old.namelist(), *change}:
            new.writestr(name, change[name] if name in change else old.read(name))
    return out


def listing(*names: str) -> bytes:
    files = {name: {"size": 1, "sha256": "x"} for name in ("hexpost.db", "desk.toml", *names)}
    return json.dumps({"format": "hexpost-backup-1", "files": files}).encode()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"desk.toml": b"x"}, "desk.toml is not what was written"),
        ({"../evil": b"x"}, "it holds other files than it lists"),
        ({"../evil": b"x", LIST: listing("../evil")}, r"it lists '../evil'"),
        ({LIST: listing("held/..")}, r"it lists 'held/..'"),
        ({LIST: listing("/etc/passwd")}, "it lists '/etc/passwd'"),
        ({LIST: b"[" * 100_000}, "not a backup of a desk|damaged"),
        ({LIST: b"{}"}, "is not one of hexpost-backup-1"),
    ],
)
def test_a_crafted_backup_is_refused_and_nothing_is_restored(
    file: Path, tmp_path: Path, change: dict[str, bytes], why: str
) -> None:
    bad = rezipped(file, tmp_path / "bad.zip", change)
    with pytest.raises(DeskError, match=why):
        restore(bad, tmp_path / "new")
    assert not (tmp_path / "new").exists() and not (tmp_path / "evil").exists()


def test_a_desk_is_never_restored_over_another(file: Path, house: House) -> None:
    before = all_of(house)
    with pytest.raises(DeskError, match="is not empty"):
        restore(file, house.desk.folder)
    assert all_of(house) == before


def test_backup_verify_and_restore_as_they_are_typed(
    house: House, terminal: Terminal, tmp_path: Path
) -> None:
    out = tmp_path / "out.zip"
    assert terminal.type("desk", "backup", out, "--desk", house.desk.folder).code == 0
    assert terminal.type("desk", "verify", out).out == "1 game, 4 emails: all hold\n"
    assert terminal.json("desk", "verify", house.desk.folder)["faults"] == []
    assert terminal.type("desk", "restore", out, tmp_path / "new", "--trust").code == 0
    assert terminal.json("replay", "1", "--desk", tmp_path / "new")["identical"]
    (tmp_path / "no.zip").write_bytes(b"PK")
    said = terminal.type("desk", "verify", tmp_path / "no.zip")
    assert said.code == 1 and "not a backup of a desk" in said.err
    assert terminal.type("desk", "verify", tmp_path / "nothing").code == 1
