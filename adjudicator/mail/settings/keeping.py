"""[store] of desk.toml: the PostgreSQL database that keeps a club's desk; without it a file does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

TABLE = "store"
PASSWORDS = ("password-file", "password-env", "password-command")
"""The ways to come by the password; without any, PostgreSQL's own (~/.pgpass, PGPASSWORD) hold."""
RIGHT = 'the address of a PostgreSQL database in quotes, such as "postgresql://hexpost@db.example.org/club"'
_RIGHT = {
    "database": RIGHT,
    "password-file": "the name of a file in quotes; its first line is the password",
    "password-env": "the name of an environment variable in quotes",
    "password-command": "a command in quotes that prints the password",
}


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where a desk keeps what it keeps: in a PostgreSQL database, "" for a file of its own."""

    database: str = ""
    password_file: str = ""
    password_env: str = ""
    password_command: str = ""
    token_command: str = ""


def read_keeping(entries: Mapping[str, Any]) -> Keeping:
    """A table in which nothing is wrong."""
    return Keeping(**{key.replace("-", "_"): value for key, value in entries.items()})


def keeping_faults(entries: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong in [store]: the key ("" for the table), and why."""
    for key, value in entries.items():
        if key not in _RIGHT:
            yield key, f"unknown key {key!r} in [store]. Known keys: {', '.join(_RIGHT)}"
        elif not isinstance(value, str) or not value.strip() or not value.isprintable():
            yield key, f"{key} = {value!r} should be {_RIGHT[key]}"
    if isinstance(database := entries.get("database"), str):
        yield from (("database", why) for why in database_faults(database))
    elif entries:
        yield "", f"database is not said; it should be {RIGHT}"
    ways = [key for key in PASSWORDS if key in entries]
    if len(ways) > 1:
        yield ways[1], f"{' and '.join(ways)} are said; it should be one of {', '.join(PASSWORDS)}"


def database_faults(database: str) -> Iterator[str]:
    """What is wrong with the address of a database; it is never told again, as it may hold a password."""
    try:
        parts = urlsplit(database)
        secret, named = parts.password, parts.port or parts.path
    except ValueError:
        yield f"this should be {RIGHT}"
        return
    if parts.scheme not in {"postgresql", "postgres"} or not named:
        yield f"this should be {RIGHT}"
    if secret or "password=" in parts.query:
        yield f"a password is never written into this file: use one of {', '.join(PASSWORDS)}"
