"""The stream of commands in a saved game or a log: a tree, hidden behind a key from curious eyes."""

from __future__ import annotations

from binascii import hexlify, unhexlify
from collections.abc import Iterator
from dataclasses import dataclass

from builder.vassal.command_text import read_command, write_command
from builder.vassal.commands import Command
from builder.vassal.traits import SequenceFault, join, split

ESC = "\x1b"
_MAGIC, _KEY = "!VCSK", 0x4B
_NESTED_MOST = 10
MOST_COMMANDS = 50_000
"""Commands of a saved game or a log: long games have some twenty thousand."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Several streams in a row; in a log those that begin with a logged command are one step."""

    parts: tuple[Stream, ...]


Stream = Branch | Command


def read_stream(text: str) -> Stream:
    """A stream taken apart; SequenceFault when it is nested too deep to be one, or longer than any game."""
    if text.count(ESC) > MOST_COMMANDS:
        raise SequenceFault(f"it holds more than {MOST_COMMANDS:,} commands, which no game has")
    return _read(text, 0)


def _read(text: str, depth: int) -> Stream:
    if depth > _NESTED_MOST:
        raise SequenceFault(f"commands stand more than {_NESTED_MOST} deep")
    parts = split(ESC, text)
    if parts == [text]:
        return read_command(text)
    if len(parts) == 1:
        return _read(parts[0], depth + 1)
    return Branch(tuple(_read(part, depth + 1) for part in parts))


def write_stream(stream: Stream) -> str:
    """The text of a stream; SequenceFault for a text that no stream can carry."""
    if isinstance(stream, Branch):
        return join(ESC, map(write_stream, stream.parts))
    text = write_command(stream)
    if ESC in text:
        raise SequenceFault(f"{text[:60]!r} holds an escape character, at which the stream would be cut")
    return text


def flat(stream: Stream) -> Iterator[Command]:
    """The commands in the order in which they take effect."""
    if isinstance(stream, Branch):
        for part in stream.parts:
            yield from flat(part)
    else:
        yield stream


def obfuscated(stream: str) -> bytes:
    """A stream as VASSAL hides it from curious eyes: hex digits behind a key."""
    return f"{_MAGIC}{_KEY:02x}".encode("ascii") + hexlify(_mixed(stream.encode(), _KEY))


def is_hidden(text: str) -> bool:
    """Whether a stream would be taken for a hidden one if it stood in a file as it is."""
    return text.startswith(_MAGIC)


def clear(content: bytes) -> str:
    """The stream in a `savedGame` entry, hidden or not; SequenceFault when it is neither."""
    magic = _MAGIC.encode("ascii")
    try:
        if not content.startswith(magic):
            return content.decode("utf-8")
        hidden = unhexlify(memoryview(content.rstrip())[len(magic) :])
        if not hidden:
            raise ValueError("it is cut off after its first word")
        return _mixed(hidden[1:], hidden[0]).decode("utf-8")
    except ValueError as wrong:
        raise SequenceFault(f"this is not a saved game: {wrong}") from None


def _mixed(content: bytes, key: int) -> bytes:
    """Every byte mixed with the key; done twice, it is as before."""
    return content.translate(bytes(byte ^ key for byte in range(256)))
