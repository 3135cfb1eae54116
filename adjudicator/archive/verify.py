"""Whether what a desk keeps is what was written: its file, the chain of every game, every letter's bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.archive.explained import unexplained
from adjudicator.audit.checks import chain_fault
from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.published import Lacking, lacking
from adjudicator.store import Store, StoreError, StoreUnusable, broken_link
from adjudicator.store.rows import GameRow

BEGINNING = 1 << 16
"""Bytes that are kept of a letter too big to be read; its file holds all of it."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked at, and all that is wrong, each with its place. The dice of games whose module is
    `lacking` could not be checked."""

    games: int
    letters: int
    faults: tuple[str, ...]
    lacking: tuple[Lacking, ...] = ()


def verify_desk(desk: Desk) -> Verified:
    """Look at everything a desk keeps. Raises StoreError for a store that cannot be opened."""
    with desk.alone(), desk.store() as store:
        return verify_store(store, {path.stem[-16:]: path for path in _files(desk)})


def _files(desk: Desk) -> Iterator[Path]:
    for folder in (desk.held, desk.done):
        yield from sorted(path for path in folder.iterdir() if path.is_file())


def verify_store(store: Store, files: dict[str, Path]) -> Verified:
    """Look at a store; `files` are those of its letters, by the first 16 digits of their SHA-256."""
    faults, games, letters, away = list[str](), 0, 0, tuple[Lacking, ...]()
    try:
        faults += [f"the store: {why}" for why in store.database.faults()]
        away = lacking(store)
        unread = {game for one in away for game in one.games}
        for row in store.journal.games():
            games += 1
            faults += _game_faults(store, row, row.id not in unread)
        for letter, sha256, raw in store.database.each("SELECT id, sha256, raw FROM letters ORDER BY id"):
            letters += 1
            why = _letter_fault(sha256, raw, files)
            faults += [f"email {letter}: {why}"] if why else []
        for mail in store.database.rows("SELECT id FROM mails ORDER BY id"):
            faults += _mail_fault(store, mail["id"])
    except (StoreError, ValueError, TypeError, KeyError) as damage:
        faults.append(f"after {games} games and {letters} emails nothing more can be read: {damage}")
    return Verified(games, letters, tuple(faults), away)


def game_faults(store: Store, numbers: Collection[int]) -> list[str]:
    """What is wrong with the journals of some games."""
    return [
        why for row in store.journal.games() if row.id in numbers for why in _game_faults(store, row, True)
    ]


def _game_faults(store: Store, row: GameRow, has_module: bool) -> Iterator[str]:
    """What is wrong with the journal of a game; its dice can only be read with its module."""
    try:
        sheets, events = store.journal.sheets(row.id), store.journal.events(row.id)
        whys = [broken_link(events), chain_fault(store, row, sheets) if has_module else ""]
        whys += () if whys[0] else unexplained(store, row)
        if not sheets or sheets[-1].last_event != len(events):
            whys.append("its last orders do not end with its last event")
    except Exception as fault:  # a damaged row may break anything; the other games are looked at all the same
        whys = [f"its journal cannot be read ({type(fault).__name__}: {fault})"]
    yield from (f"game {row.id}: {why}" for why in whys if why)


def _letter_fault(sha256: str, raw: bytes, files: dict[str, Path]) -> str:
    """What is wrong with the bytes of a letter, "" if nothing is or all of them are not here."""
    expected = sha256[:64]
    if hashlib.sha256(raw).hexdigest() == expected:
        return ""
    file = files.get(expected[:16])
    if len(raw) != BEGINNING:
        return "its bytes are not those that came: their SHA-256 is another"
    if file is not None and file_hash(file) != expected:
        return f"its file {file.name} is not as it came: its SHA-256 is another"
    return ""


def _mail_fault(store: Store, number: int) -> Iterator[str]:
    """What is wrong with a mail that went out."""
    try:
        store.mail.mail(number)
    except StoreUnusable:
        raise
    except StoreError as damage:
        yield str(damage)


def file_hash(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
