"""The rules that a game was opened with, by a fingerprint, so that they never change without a word.

What was judged stands in the journal and stays. New orders are judged by the rules of today: when these are
others than before, the referee is told once, and can see what they would make of the game so far.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from adjudicator.catalogue import game_names
from adjudicator.store import Store

ROOT = Path(__file__).parents[3]
OF_ALL = (
    "mechanics", "by_mail", "judging/line_by_line.py", "judging/held_back.py", "answering.py",
    "waiting_lines.py", "orders.py", "play.py", "reader.py", "judging/referee.py", "sequence.py",
    "judging/what_if.py", "judging/lapsing.py",
)  # fmt: skip
"""What of the adjudicator judges the orders of every game."""
KINDS = (".py", ".csv", ".toml", ".json", ".geojson")
"""How files of rules and data end; pages, pictures and templates judge nothing."""
HIDDEN = (".", "__pycache__")
"""How names begin of what is no part of the rules."""
CHANGED = (
    "game {number}: hexpost's rules for this game have changed. Past rulings stand, and later orders follow "
    "the new rules. `hexpost replay {number} --with-current-rules` shows what would be decided differently"
)


def fingerprint(home: str) -> str:
    """SHA-256 over the rules and the data of a game, by its name or its folder, and what judges all games."""
    if home in game_names():
        own = [ROOT / package / home for package in ("adjudicator/games", "maps", "counters")]
    else:
        own = [Path(home) / part for part in ("rules", "map", "counters")]
    made = sha256()
    for at, place in enumerate((*own, *(ROOT / "adjudicator" / part for part in OF_ALL))):
        for parts, file in sorted(_files(str(place))):
            name = "/".join(parts) or "."
            made.update(f"{at} {name} {_digest(file)}\n".encode())
    return made.hexdigest()


def _digest(file: str) -> str:
    """SHA-256 of a file's text, in hex; read again only when it was written to."""
    try:
        told = os.stat(file)  # noqa: PTH116 - of hundreds of files with each post: a Path for each takes long
    except OSError:
        return sha256(_text(file)).hexdigest()
    return _digest_as_of(file, told.st_mtime_ns, told.st_size, told.st_ino)


@lru_cache(maxsize=4096)
def _digest_as_of(file: str, *written: int) -> str:
    return sha256(_text(file)).hexdigest()


def _files(place: str, below: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The files of a place, each with its name in it, by folder; a place that is a file is one itself."""
    try:
        with os.scandir(place) as there:
            found = [one for one in there if not one.name.startswith(HIDDEN)]
    except NotADirectoryError:
        yield below, place
        return
    except OSError:
        return
    for one in found:
        if one.is_dir(follow_symlinks=False):
            yield from _files(one.path, (*below, one.name))
        elif one.name.endswith(KINDS) and one.is_file():
            yield (*below, one.name), one.path


def _text(file: str) -> bytes:
    """A file's bytes, its line ends as on every system; nothing of one that cannot be read, which the game
    itself will say."""
    try:
        return Path(file).read_bytes().replace(b"\r\n", b"\n")
    except OSError:
        return b""


def have_changed(store: Store, number: int) -> bool:
    """Whether a game is judged by other rules than those it was opened with; of one opened by a hexpost that
    did not yet keep them nobody knows."""
    opened, _ = store.journal.rules_of(number) or ("", "")
    return opened not in {"", fingerprint(store.journal.game(number).game)}


def changes(store: Store) -> Iterator[tuple[int, str]]:
    """The games in play whose rules are others than the referee knows of, with the new fingerprint."""
    known, rules = dict[str, str](), store.journal.all_rules()
    for row in store.journal.games():
        if row.game not in known:
            known[row.game] = fingerprint(row.game)
        now = known[row.game]
        kept = rules.get(row.id)
        if (kept is None or kept[1] != now) and not _is_over(store, row.id):
            yield row.id, now


def _is_over(store: Store, number: int) -> bool:
    return any(store.journal.events_of(number, end) for end in ("GameEnded", "Closed", "Forfeited"))


def tell_changes(store: Store) -> list[str]:
    """What to tell the referee of rules that have changed under their games; each change once."""
    found = list(changes(store))
    if not found:
        return []
    told: list[str] = []
    with store.transaction():
        for number, now in found:
            kept = store.journal.rules_of(number)
            store.journal.keep_rules(number, kept[0] if kept else "", now)
            told += [CHANGED.format(number=number)] if kept else []
    return told
