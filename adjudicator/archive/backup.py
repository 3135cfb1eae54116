"""A desk in one file: its store, its settings, letters not dealt with, and mails not yet sent.

The file is a zip with backup.json, which has size and SHA-256 of everything else in it.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import IO

from adjudicator.archive.copying import NotEmpty, copy_rows
from adjudicator.archive.logs import take_up_logs
from adjudicator.archive.reaching import Agreed, check_games, never, settle_servers
from adjudicator.archive.verify import Verified, file_hash, verify_store
from adjudicator.catalogue import is_module
from adjudicator.mail.desk import STORE, Desk, DeskError, init_desk, open_desk
from adjudicator.mail.desk.passwords import passwordless
from adjudicator.mail.desk.published import lacking, settle
from adjudicator.mail.settings.desk_toml import FILE, read_settings
from adjudicator.mail.settings.keeping import TABLE, database_faults
from adjudicator.store import Store
from adjudicator.store.sqlite_file import SqliteFile
from files import private
from files.reading import NotUtf8, read_text
from files.whole import is_new
from files.zips import BROKEN_ZIP, is_damage

LIST = "backup.json"
FORMAT = "hexpost-backup-1"
MAIL = ("inbox", "outbox/new", "outbox/refused", "held")
"""Folders of mail that go along: what came, what is to go or could not, what lies before the referee."""
LARGEST_LIST = 64_000_000
WAIT = 120.0  # seconds: a mail run over a full inbox may take that long
_CHUNK = 1 << 20
_NAME = re.compile(r"(?:inbox(?:/new|/cur)?|outbox/(?:new|refused)|held)/[^/\\\0]{1,250}")
_LARGEST_CLEANED = 64_000_000
_TAKEN_APART = ".unpacked"
"""A file of letters that lie beside it as single ones."""


def backup(desk: Desk, out: Path) -> int:
    """Write a backup of a desk, whole or not at all; how many files are in it.

    It waits for a mail run to end, and mail runs wait for it. Raises DeskError, StoreError, OSError.
    """
    part = out.with_name(f"{out.name}.part")
    try:
        with desk.alone(WAIT), tempfile.TemporaryDirectory() as place:
            copy = Path(place) / STORE
            _copy_store(desk, copy)
            with open(part, "wb", opener=private.opener) as file, _zip(file) as archive:
                listed: dict[str, dict[str, object]] = {}
                for name, path in _contents(desk, copy):
                    with suppress(FileNotFoundError):  # a mail that was sent just now
                        listed[name] = _add(archive, name, path)
                told = {"format": FORMAT, "files": listed}
                archive.writestr(LIST, json.dumps(told, ensure_ascii=False, indent=1))
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return len(listed)


def _zip(file: IO[bytes]) -> zipfile.ZipFile:
    return zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False)


def _copy_store(desk: Desk, copy: Path) -> None:
    """Copy the store into a file: by SQLite's own means, which give a whole one whatever is written
    meanwhile, or row by row out of another database."""
    try:
        with desk.store() as store:
            if isinstance(store.database, SqliteFile):
                with closing(sqlite3.connect(copy)) as target:
                    store.database.db.backup(target)
                return
            with Store(copy, create=True) as made:
                copy_rows(store.database, made.database)
    except sqlite3.Error as wrong:
        raise DeskError(f"{desk.folder}: the store cannot be copied ({wrong})") from None


def _contents(desk: Desk, copy: Path) -> Iterator[tuple[str, Path]]:
    yield STORE, copy
    yield FILE, desk.folder / FILE
    for folder in (*MAIL, "inbox/new", "inbox/cur"):
        for path in sorted((desk.folder / folder).glob("*")):
            name = f"{folder}/{path.name}"
            if path.is_file() and _NAME.fullmatch(name) and _TAKEN_APART not in path.name:
                yield name, path
    for path in sorted(desk.taken.glob("*.eml")):
        yield f"inbox/{path.name}", path


def _opened(name: str, path: Path) -> IO[bytes]:
    """A file to be read. What waits to come in or go out may have a player's password in a saved game."""
    if name.startswith(("inbox/", "outbox/")) and path.stat().st_size <= _LARGEST_CLEANED:
        return BytesIO(passwordless(path.read_bytes()))
    return path.open("rb")


def _add(archive: zipfile.ZipFile, name: str, path: Path) -> dict[str, object]:
    """Add a file as it is at this moment, a mail without passwords; what is listed is what was added."""
    digest, size = hashlib.sha256(), 0
    with _opened(name, path) as source, archive.open(name, "w", force_zip64=True) as target:
        while chunk := source.read(_CHUNK):
            target.write(chunk)
            digest.update(chunk)
            size += len(chunk)
    return {"size": size, "sha256": digest.hexdigest()}


# -- looked at, and made a desk of -----------------------------------------------------------------------


def verify_backup(file: Path) -> Verified:
    """Look at a backup and at everything in it. Raises DeskError where it is none, OSError."""
    with tempfile.TemporaryDirectory() as place:
        faults = _unpack(file, Path(place))
        return _verified(Path(place), faults)


def restore(file: Path, folder: Path, database: str = "", agreed: Agreed = never) -> tuple[Verified, str]:
    """Make a desk of a backup, in a folder that is not there yet or empty, if all of it holds.

    With what was found, it tells what of the settings was switched off, as nobody `agreed` to it. Published
    modules are in no backup: those that are still where they were are copied, the others are told.

    It is kept in a file of its own, or in an empty PostgreSQL `database`, whatever the one in the backup was.
    Raises DeskError with all that is wrong, StoreError, OSError.
    """
    if faults := list(database_faults(database)) if database else []:
        raise DeskError("\n".join(faults))
    if not is_new(folder):
        raise DeskError(f"{folder} is not empty. Restore a backup into a new folder")
    private.make_folder(folder.resolve().parent)
    with tempfile.TemporaryDirectory(dir=folder.resolve().parent, prefix=".restoring-") as place:
        made = Path(place) / "desk"
        private.make_folder(made)
        found = _verified(made, _unpack(file, made))
        if found.faults:
            raise DeskError("\n".join(f"{file}: {why}" for why in (*found.faults, "nothing was restored")))
        off = _settled(file, made, database, agreed)
        if folder.exists():
            folder.rmdir()
        made.rename(folder)
    desk = open_desk(folder)
    with desk.alone(), desk.store() as store:
        settle(desk, store)
        away = lacking(store)
        unread = {game for one in away for game in one.games}
        for row in store.journal.games():
            if is_module(row.game) and row.id not in unread:
                take_up_logs(store, row.id)
    return replace(found, lacking=away), off


def _settled(file: Path, made: Path, database: str, agreed: Agreed) -> str:
    """Let what was unpacked be a desk that runs nothing unseen; what was switched off."""
    try:
        with Store(made / STORE) as store:
            check_games(store, agreed)
        settings = made / FILE
        told = _without_store(read_text(settings))
        settings.write_text(told, encoding="utf-8", newline="\n")
        off = settle_servers(settings, agreed)
        if read_settings(settings).store.database:
            raise DeskError(f"its {FILE} writes [{TABLE}] in a way that cannot be switched off")
    except (DeskError, NotUtf8) as wrong:
        raise DeskError(f"{file}: {wrong}\n{file}: nothing was restored") from None
    _settle_store(made, read_text(settings), database)
    return off


def _settle_store(made: Path, told: str, database: str) -> None:
    """Let a restored desk say where it is kept, and be kept there."""
    if database:
        told += f"\n[{TABLE}]\ndatabase = {json.dumps(database)}\n"
        (made / FILE).write_text(told, encoding="utf-8", newline="\n")
    desk = init_desk(made)
    if database:
        try:
            with Store(made / STORE) as source, desk.store() as target:
                copy_rows(source.database, target.database)
        except NotEmpty:
            raise DeskError("the database already has a desk in it. Nothing was restored") from None
        (made / STORE).unlink()


def _without_store(text: str) -> str:
    """desk.toml without its table [store]: a copy of a desk is not at work in the database of the other."""
    return re.sub(rf"(?ms)^\[{TABLE}\][^\n]*\n.*?(?=^\[|\Z)", "", text)


def _verified(folder: Path, faults: list[str]) -> Verified:
    """A backup that was unpacked: its store is looked at where its bytes are those that were written."""
    if faults:
        return Verified(0, 0, tuple(faults))
    held = {path.stem[-16:]: path for path in (folder / "held").glob("*.eml")}
    with Store(folder / STORE) as store:
        return verify_store(store, held)


def _unpack(file: Path, folder: Path) -> list[str]:
    """Unpack a backup; all that is wrong with its files. Raises DeskError where it is no backup."""
    try:
        with zipfile.ZipFile(file) as archive:
            listed = _listed(archive)
            names = archive.namelist()
            if len(names) != len(set(names)) or set(names) != {LIST, *listed}:
                return ["it holds other files than it lists"]
            for place in MAIL:
                private.make_folder((folder / place).parent)
                private.make_folder(folder / place)
            return [why for name, told in listed.items() if (why := _take(archive, name, told, folder))]
    except BROKEN_ZIP as wrong:
        if not is_damage(wrong):
            raise
        raise DeskError(f"{file}: this is not a backup of a desk, or it is damaged ({wrong})") from None


def _listed(archive: zipfile.ZipFile) -> dict[str, Mapping[str, object]]:
    """What a backup says it holds. Raises ValueError where it holds what no backup does."""
    if archive.getinfo(LIST).file_size > LARGEST_LIST:
        raise ValueError(f"{LIST} is too large")
    told = json.loads(archive.read(LIST))
    if not isinstance(told, dict) or told.get("format") != FORMAT or not isinstance(told.get("files"), dict):
        raise ValueError(f"its {LIST} is not one of {FORMAT}")
    for name, facts in told["files"].items():
        if name not in {STORE, FILE} and (not _NAME.fullmatch(name) or name.endswith(("/..", "/."))):
            raise ValueError(f"it lists {name!r}")
        if not isinstance(facts, dict) or not isinstance(facts.get("size"), int):
            raise ValueError(f"it does not say the size of {name!r}")
    if not {STORE, FILE} <= told["files"].keys():
        raise ValueError("it lacks the store or the settings")
    return dict(told["files"])


def _take(archive: zipfile.ZipFile, name: str, told: Mapping[str, object], folder: Path) -> str:
    """Unpack one file, no further than it is said to go; what is wrong with it, "" if nothing is."""
    target, room = folder / name, int(str(told["size"]))
    private.make_folder(target.parent)
    try:
        with archive.open(name) as source, open(target, "wb", opener=private.opener) as out:
            while room >= 0 and (chunk := source.read(min(_CHUNK, room + 1))):
                out.write(chunk)
                room -= len(chunk)
    except BROKEN_ZIP as damage:
        if not is_damage(damage):
            raise
        return f"{name} is damaged ({damage})"
    return "" if file_hash(target) == told.get("sha256") else f"{name} is not what was written"
