"""[in] and [out] of desk.toml: the servers through which mail comes and goes, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from files.nearest import did_you_mean, nearest

FOLDER = "folder"
KINDS = {"in": "imap", "out": "smtp"}
"""What may stand in the place of a folder, by table."""
PORTS = {
    "imap": {"tls": 993, "starttls": 143, "none": 143},
    "smtp": {"tls": 465, "starttls": 587, "none": 25},
}
"""The usual ports (RFC 8314, 7.3; RFC 3207): "none" is for a server on this computer only."""
HERE = ("localhost", "127.0.0.1", "::1")
"""How this computer is called: what goes to it crosses no network, and needs no TLS."""
PASSWORDS = ("password-file", "password-env", "password-command", "token-command")
"""The ways to come by a password, or by an OAuth token, that do not write it into desk.toml."""
TAKE = ("players", "all")
_RIGHT = {
    "server": 'the name of a server in quotes, such as "imap.example.org"',
    "port": "the number of a port, from 1 to 65535",
    "security": '"tls" (encrypted from the start), "starttls", or "none" for a server on this computer',
    "user": "the name with which you log in, in quotes; usually your email address",
    "password-file": "the name of a file in quotes; its first line is the password",
    "password-env": "the name of an environment variable in quotes",
    "password-command": "a command in quotes that prints the password",
    "token-command": "a command in quotes that prints an OAuth access token",
    "certificate": "the name of a file in quotes, with the certificate to trust",
    "folder": 'the name of a folder on the server in quotes, such as "INBOX"',
    "judged": "the name of a folder on the server in quotes",
    "held": "the name of a folder on the server in quotes",
    "largest": "the largest email to fetch, in MB, a whole number from 1 to 1000",
    "take": '"players" (only emails from your players) or "all"',
}
_ONLY_IN = ("folder", "judged", "held", "take", "largest")
_NUMBERS = {"port": 2**16, "largest": 1001}
"""The keys that are whole numbers, from 1 and below this one."""
_CLEAR = ("password", "token", "secret")


@dataclass(frozen=True, slots=True)
class Server:
    """One server: of `kind` "imap" or "smtp", or "folder" for none; keys as in docs/referee.md."""

    kind: str = FOLDER
    server: str = ""
    port: int = 0
    security: str = ""
    user: str = ""
    password_file: str = ""
    password_env: str = ""
    password_command: str = ""
    token_command: str = ""
    certificate: str = ""
    folder: str = "INBOX"
    judged: str = "judged"
    held: str = "held"
    take: str = "players"
    largest: int = 50

    @property
    def is_folder(self) -> bool:
        """Whether mail comes and goes by files alone."""
        return self.kind == FOLDER

    @property
    def box(self) -> str:
        """The folder as the store names it: the same by whatever port or name of the server."""
        return f"{self.user}/{self.folder}"

    @property
    def told(self) -> str:
        """The server as people are told of it."""
        return f"{self.server}, port {self.port}"

    def complete(self) -> Server:
        """The same with the usual port and security, where they are not said."""
        if self.is_folder:
            return self
        ports = PORTS[self.kind]
        by_port = {port: security for security, port in ports.items() if security != "none"}
        security = self.security or by_port.get(self.port, "tls")
        return replace(self, security=security, port=self.port or ports[security])


def read_server(entries: Mapping[str, Any]) -> Server:
    """A table in which nothing is wrong, as a server."""
    return Server(**{key.replace("-", "_"): value for key, value in entries.items()}).complete()


def server_faults(table: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong in [in] or [out]: the key ("" for the table), and why."""
    kind = entries.get("kind", FOLDER)
    if kind not in (FOLDER, KINDS[table]):
        yield "kind", f'kind = {kind!r} should be "{FOLDER}" or "{KINDS[table]}"'
    known = {key: right for key, right in _RIGHT.items() if table == "in" or key not in _ONLY_IN}
    for key, value in entries.items():
        if key != "kind":
            yield from _key_faults(table, key, value, known)
    if kind == KINDS[table]:
        yield from _missing(kind, entries)


def _key_faults(table: str, key: str, value: object, known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if key in _CLEAR:
        yield key, f"a {key} is never written into this file: use one of {', '.join(PASSWORDS)}"
    elif key not in known:
        there = did_you_mean(nearest(key, known, 1)) or f"Known keys: kind, {', '.join(known)}"
        yield key, f"unknown key {key!r} in [{table}]. {there}"
    elif not _is_right(key, value):
        yield key, f"{key} = {value!r} should be {known[key]}"


def _is_right(key: str, value: object) -> bool:
    if key in _NUMBERS:
        return isinstance(value, int) and not isinstance(value, bool) and 0 < value < _NUMBERS[key]
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        return False
    choices: dict[str, tuple[str, ...]] = {"security": tuple(PORTS["imap"]), "take": TAKE}
    return value in choices.get(key, (value,))


def _missing(kind: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a server needs and is not said, or does not go together."""
    server, ways = entries.get("server"), [key for key in PASSWORDS if key in entries]
    if not server:
        yield "", f"server is not said; it should be {_RIGHT['server']}"
    if entries.get("security") == "none" and server not in HERE:
        yield (
            "security",
            f'"none" would send your password open to {server}: use "tls" or "starttls"',
        )
    if kind == "smtp" and server in HERE and not ways and "user" not in entries:
        return  # a server on this computer that asks nobody who they are
    if "user" not in entries:
        yield "", f"user is not said; it should be {_RIGHT['user']}"
    if len(ways) != 1:
        found = f"{' and '.join(ways)} are said" if ways else "nothing says where the password is"
        yield (ways[1] if ways else ""), f"{found}; it should be one of {', '.join(PASSWORDS)}"
