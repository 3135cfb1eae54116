"""The parts of a letter: what its writer typed, and the files sent along."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message

from adjudicator.mail.reading.charset import decode, plain_lines
from adjudicator.mail.reading.flowed import join_flowed, join_wrapped
from adjudicator.mail.reading.headers import decoded
from adjudicator.mail.reading.html_text import html_to_text
from adjudicator.mail.reading.parts import Part, leaves
from adjudicator.mail.reading.zipped import zipped_log

_LONGEST_TEXT = 1_000_000  # characters
_LONGEST_HTML = 300_000
_LONGEST_NAME = 80
_MOST_LINES = 10_000  # of a letter and all files in it: a sheet has 500 at most, a quoted report 300


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file sent along, as text with "\\n" line ends."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class LogFile:
    """A VASSAL log or saved game sent along, as bytes."""

    name: str
    data: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of the file as its writer has it, in hex."""
        from tables.passwords import digest_of  # only a log needs VASSAL

        return digest_of(self.data)


@dataclass(slots=True)
class Body:
    """What the parts of one letter hold; `unread` names files of other kinds, `notes` tells faults."""

    plain: list[str] = field(default_factory=list)
    html: list[str] = field(default_factory=list)
    files: list[TextFile] = field(default_factory=list)
    logs: list[LogFile] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left: int = _MOST_LINES
    trusted: bool = False

    def lines_of(self, text: str) -> str:
        """A text as far as the letter has not too many lines."""
        lines = text.split("\n")
        if len(lines) > self.left:
            self.notes.append(f"only the first {_MOST_LINES} lines were read")
        text = "\n".join(lines[: self.left])
        self.left = max(0, self.left - len(lines))
        return text

    def texts(self) -> tuple[str, str]:
        """The letter as typed and its HTML version, either "" if missing; HTML stands in for typed text."""
        html = "\n".join(self.html).strip("\n")
        plain = "\n".join(self.plain).rstrip("\n")
        if plain.strip():
            return join_wrapped(plain, html), html
        return html, html


def read_body(letter: Part, trusted: bool = False) -> Body:
    """Sort every part of the letter; whether the charsets it declares are `trusted` stands in charset.py."""
    body = Body(trusted=trusted)
    for part in leaves(letter, body.notes):
        try:
            _sort_part(part, body)
        except Exception as broken:  # parts come from anywhere, and the standard library raises many kinds
            body.notes.append(f"a part of the email could not be read ({type(broken).__name__})")
    return body


def _sort_part(whole: Part, body: Body) -> None:
    part = whole.head
    name = decoded(part.get_filename() or "")
    kind = _kind(part, name, body)
    zipped = zipped_log(whole.content()) if name.lower().endswith(".zip") else None
    if zipped:
        body.logs.append(LogFile(*zipped))
        return
    if name and not kind:
        body.unread.append(name[:_LONGEST_NAME])
    raw = whole.content() if kind else b""
    if kind == "log":
        body.logs.append(LogFile(name, raw))
    elif kind:
        text, note = decode(raw, part.get_content_charset(), body.trusted)
        body.notes += [note] if note else []
        _keep_text(part, name, kind, plain_lines(_cut(text, kind, body)), body)


def _cut(text: str, kind: str, body: Body) -> str:
    """No letter with orders comes near these lengths, and reading on would take long."""
    longest = _LONGEST_HTML if kind == "html" else _LONGEST_TEXT
    if len(text) > longest:
        body.notes.append(f"a text of {len(text)} characters was read only up to the first {longest}")
    return text[:longest]


def _kind(part: Message, name: str, body: Body) -> str:
    """ "text", "html", "log" or "" for a part that says nothing to a referee."""
    ending = name.lower().rpartition(".")[2]
    if ending in {"vlog", "vsav"}:
        return "log"
    if name and (ending == "txt" or part.get_content_type() == "text/plain"):
        return "text"
    if name.lower() == "winmail.dat":
        body.notes.append("winmail.dat: Outlook packed the email in its own format. Send plain text or HTML")
    if name or part.get_content_disposition() == "attachment":
        return "text" if part.get_content_type() == "text/plain" else ""
    if part.get_content_maintype() == "multipart":
        body.notes.append("the email names parts but has none. Read as plain text")
        return "text"
    return {"text/plain": "text", "text/html": "html"}.get(part.get_content_type(), "")


def _keep_text(part: Message, name: str, kind: str, text: str, body: Body) -> None:
    if kind == "html":
        page = plain_lines(html_to_text(text))  # again: a page may hold characters as numbers
        body.html.append(body.lines_of(page))
    elif name or part.get_content_disposition() == "attachment":
        body.files.append(TextFile(name or "attachment.txt", body.lines_of(text)))
    else:
        body.plain.append(_unflowed(part, body.lines_of(text)))


def _unflowed(part: Message, text: str) -> str:
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    return join_flowed(text, delete_space=str(part.get_param("delsp", "")).lower() == "yes")
