"""The tables of a desk's store and how an older store becomes today's."""

from __future__ import annotations

import sqlite3

FIRST = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, scenario TEXT NOT NULL, options TEXT NOT NULL, rules TEXT NOT NULL,
    opened TEXT NOT NULL, opening BLOB NOT NULL, secret BLOB NOT NULL, commitment TEXT NOT NULL,
    players TEXT NOT NULL
);
CREATE TABLE letters (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, raw BLOB NOT NULL, message_id TEXT NOT NULL,
    sender TEXT NOT NULL, subject TEXT NOT NULL, received TEXT NOT NULL,
    policy TEXT NOT NULL, action TEXT NOT NULL, note TEXT NOT NULL, filed INTEGER NOT NULL,
    game INTEGER REFERENCES games(id), side TEXT NOT NULL
);
CREATE INDEX letters_by_sender ON letters(sender, message_id);
CREATE TABLE sheets (
    game INTEGER NOT NULL REFERENCES games(id), n INTEGER NOT NULL,
    kind TEXT NOT NULL, side TEXT NOT NULL, turn INTEGER NOT NULL,
    letter INTEGER REFERENCES letters(id), sha256 TEXT NOT NULL, chain TEXT NOT NULL,
    judged TEXT NOT NULL, last_event INTEGER NOT NULL, state TEXT NOT NULL,
    PRIMARY KEY (game, n)
);
CREATE TABLE rulings (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL, judged INTEGER NOT NULL, sheet INTEGER NOT NULL, line INTEGER NOT NULL,
    text TEXT NOT NULL, verdict TEXT NOT NULL, rule TEXT NOT NULL, why TEXT NOT NULL, legal TEXT NOT NULL,
    FOREIGN KEY (game, judged) REFERENCES sheets(game, n)
);
CREATE TABLE events (
    game INTEGER NOT NULL, n INTEGER NOT NULL, sheet INTEGER NOT NULL,
    kind TEXT NOT NULL, rule TEXT NOT NULL, readers TEXT NOT NULL, facts TEXT NOT NULL,
    prev TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (game, n),
    FOREIGN KEY (game, sheet) REFERENCES sheets(game, n)
) WITHOUT ROWID;
CREATE TABLE mails (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
    game INTEGER REFERENCES games(id), side TEXT NOT NULL, number INTEGER NOT NULL, recipient TEXT NOT NULL,
    sheet INTEGER NOT NULL, first_event INTEGER NOT NULL, last_event INTEGER NOT NULL,
    letter INTEGER REFERENCES letters(id), written TEXT NOT NULL, due TEXT NOT NULL,
    raw BLOB NOT NULL, delivered TEXT NOT NULL
);
CREATE INDEX mails_by_game ON mails(game, side, kind, sheet, last_event);
CREATE INDEX mails_to_deliver ON mails(delivered);
CREATE TABLE chat (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games(id), writer TEXT NOT NULL, reader TEXT NOT NULL,
    text TEXT NOT NULL, sheet INTEGER
);
CREATE TABLE deadlines (
    game INTEGER NOT NULL REFERENCES games(id), decision TEXT NOT NULL, side TEXT NOT NULL,
    asked TEXT NOT NULL, due TEXT NOT NULL, reminded TEXT NOT NULL,
    PRIMARY KEY (game, decision)
);
CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'an event of the journal is never changed'); END;
CREATE TRIGGER events_are_never_taken_out BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is never taken out of the journal'); END;
"""

LIGHTER = """
ALTER TABLE letters ADD COLUMN judged TEXT NOT NULL DEFAULT '';
ALTER TABLE mails ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
CREATE TABLE told_lines (
    game INTEGER NOT NULL REFERENCES games(id), side TEXT NOT NULL,
    line TEXT NOT NULL, words INTEGER NOT NULL,
    PRIMARY KEY (game, side, line)
) WITHOUT ROWID;
ALTER TABLE mails ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
ALTER TABLE mails ADD COLUMN links TEXT NOT NULL DEFAULT '';
CREATE TABLE enclosures (sha256 TEXT PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE wishes (
    game INTEGER NOT NULL REFERENCES games(id), side TEXT NOT NULL, pictures TEXT NOT NULL,
    PRIMARY KEY (game, side)
);
"""
"""What of a letter was judged; the lines each side was told; mails without their pictures; and wishes."""

BOUND = "ALTER TABLE sheets ADD COLUMN bound TEXT NOT NULL DEFAULT '';"
"""The words that each link of the dice chain was made of."""

QUICKER = """
CREATE TABLE IF NOT EXISTS snapshots (
    game INTEGER NOT NULL REFERENCES games(id), event INTEGER NOT NULL,
    hash TEXT NOT NULL, state BLOB NOT NULL,
    PRIMARY KEY (game, event)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS mails_by_kind ON mails(kind, written);
CREATE INDEX IF NOT EXISTS mails_by_recipient ON mails(recipient, kind, written);
"""
"""States of a game after some of its sheets; and how many answers went out lately, and to whom."""

SERVERS = """
CREATE TABLE IF NOT EXISTS mailboxes (
    box TEXT PRIMARY KEY, validity INTEGER NOT NULL, next INTEGER NOT NULL, known INTEGER NOT NULL,
    since TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS fetched (
    box TEXT NOT NULL, uid INTEGER NOT NULL, sha256 TEXT NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (box, uid)
);
CREATE TABLE IF NOT EXISTS pauses (
    what TEXT PRIMARY KEY, since TEXT NOT NULL, tries INTEGER NOT NULL, until TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS notes (what TEXT PRIMARY KEY, words TEXT NOT NULL);
"""
"""Letters on their way from a mail server, mails that are tried again, and what the desk notes for itself."""

AT_A_GLANCE = """
CREATE TABLE IF NOT EXISTS held (
    letter INTEGER PRIMARY KEY REFERENCES letters(id), why TEXT NOT NULL,
    told INTEGER NOT NULL DEFAULT 0, how TEXT NOT NULL DEFAULT '',
    words TEXT NOT NULL DEFAULT '', at TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS letters_held ON letters(id, action, message_id, sha256, game, sender, subject)
    WHERE action = 'hold';
CREATE TABLE IF NOT EXISTS glances (
    game INTEGER PRIMARY KEY REFERENCES games(id), sheet INTEGER NOT NULL,
    place TEXT NOT NULL, waits TEXT NOT NULL, over TEXT NOT NULL
);
"""
"""Why letters are held and what became of them; and where each game stands, told without its rules."""

RULEBOOKS = """
CREATE TABLE IF NOT EXISTS rulebooks (
    game INTEGER PRIMARY KEY REFERENCES games(id), opened TEXT NOT NULL, told TEXT NOT NULL
);
"""
"""The fingerprints of a game's rules: of those it was opened with, and of those the referee knows of."""

PEOPLE = """
CREATE TABLE IF NOT EXISTS people (
    game INTEGER NOT NULL REFERENCES games(id), side TEXT NOT NULL, role TEXT NOT NULL,
    address TEXT NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (game, side, role, address)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS people_by_address ON people(address);
CREATE TABLE IF NOT EXISTS warnings (
    game INTEGER NOT NULL REFERENCES games(id), decision TEXT NOT NULL, due TEXT NOT NULL,
    PRIMARY KEY (game, decision)
) WITHOUT ROWID;
"""
"""Who watches a game, or played it before; and of which deadlines a word was said beforehand."""

OF_LONG_GAMES = """
CREATE INDEX IF NOT EXISTS mails_by_number ON mails(game, side, number);
CREATE INDEX IF NOT EXISTS events_by_kind ON events(game, kind, n);
CREATE INDEX IF NOT EXISTS sheets_entered ON sheets(game, n) WHERE kind = 'entry';
"""
"""What every sheet asks of a game, found at once however long it has been played."""

TO_GO_OUT = """
DROP INDEX IF EXISTS mails_to_deliver;
CREATE INDEX IF NOT EXISTS mails_to_go_out ON mails(id) WHERE delivered = '';
"""
"""The mails that are still to be laid into the outbox, found among however many."""

LATER = """
ALTER TABLE wishes ADD COLUMN reports TEXT NOT NULL DEFAULT '';
CREATE TABLE IF NOT EXISTS digests (
    game INTEGER NOT NULL REFERENCES games(id), side TEXT NOT NULL, due TEXT NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS digests_due ON digests(due);
"""
"""When a side wants its reports, and by when it is told at the latest what it was not told at once."""

OF_MANY_GAMES = """
CREATE INDEX IF NOT EXISTS rulings_by_game ON rulings(game, judged);
CREATE INDEX IF NOT EXISTS chat_by_reader ON chat(game, reader);
"""
"""What every report asks of a game, found at once however many games the desk has."""

MIGRATIONS: tuple[str, ...] = (
    FIRST, LIGHTER, BOUND, QUICKER, SERVERS, AT_A_GLANCE, PEOPLE, RULEBOOKS, OF_LONG_GAMES, TO_GO_OUT, LATER,
    OF_MANY_GAMES,
)  # fmt: skip
"""Script i brings a store from version i to version i + 1; a script that was released is never changed."""


class StoreError(Exception):
    """The store cannot be used; the message says why and what to do."""

    exit_code = 1


class StoreBusy(StoreError):
    """Another worker was at the same thing: nothing was done, and it is to be tried again."""


class StoreUnusable(StoreError):
    """The file or its disk is at fault: nothing can be kept, whatever is tried."""


def migrate(db: sqlite3.Connection) -> None:
    """Bring a store up to today's version, wholly or not at all. Raises StoreError for one of a newer
    hexpost."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise newer(version)
    if version < len(MIGRATIONS):
        scripts = "".join(MIGRATIONS[version:])
        db.executescript(f"BEGIN IMMEDIATE; {scripts} PRAGMA user_version = {len(MIGRATIONS)}; COMMIT;")


def newer(version: int) -> StoreError:
    """What to say of a store that was written by a newer hexpost."""
    return StoreError(
        f"this store was written by a newer hexpost (version {version} of its tables; "
        f"this one knows {len(MIGRATIONS)}). Use that hexpost"
    )
