"""HTML mail as lines of plain text, the way its reader saw them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

_LINE_TAG = re.compile(
    "address|article|blockquote|body|center|div|dd|dl|dt|footer|form|h[1-6]|header|hr|li|main|ol|p|pre"
    "|section|table|tbody|tr|ul"
)
_VOID_TAG = re.compile("area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr")
_UNSEEN_TAGS = frozenset(("script", "style", "template", "title"))
_SPACE = re.compile(r"[ \t\r\n\f]+")
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)

Attributes = list[tuple[str, str | None]]


# A "<" that no ">" follows before the next "<", and a tag longer than mail programs write: over many of them
# html.parser spends minutes.
_STRAY = re.compile(r"<(?![^<>]*>)")
_LONG_TAG = re.compile(r"<(/?[a-zA-Z][\w:-]*)[^<>]{1000,}>")


def html_to_text(html: str) -> str:
    """One text line for each line a reader sees, quoted ones after "> "; scripts and styles are left out."""
    reader = _Lines()
    try:
        reader.feed(_tame(html))
        reader.close()
    except AssertionError:
        # html.parser gives up on some damaged declarations ("<![x"); the lines read so far still stand
        reader.break_line()
    return "\n".join(reader.finished())


def _tame(html: str) -> str:
    """The same page without comments, stray "<" and the attributes of endless tags."""
    return _LONG_TAG.sub(r"<\1>", _STRAY.sub("&lt;", "".join(_without_comments(html))))


def _without_comments(html: str) -> Iterator[str]:
    at = 0
    while (begin := html.find("<!--", at)) >= 0:
        yield html[at:begin]
        end = html.find("-->", begin)
        if end < 0:
            return
        at = end + len("-->")
    yield html[at:]


class _Lines(HTMLParser):
    """Collects the visible lines; `_unseen` names the element whose inside is not shown."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._line: list[str] = []
        self._quotes = 0
        self._pre = 0
        self._unseen = ""
        self._nested = 0

    def finished(self) -> list[str]:
        """All lines, without the blank ones at the ends."""
        if self._line:
            self.break_line()
        return "\n".join(self._lines).strip("\n").split("\n")

    def break_line(self) -> None:
        """End the line being written, even an empty one."""
        text = "".join(self._line).replace("\xa0", " ")
        text = text.rstrip() if self._pre else text.strip()
        self._lines.append("> " * min(self._quotes, 9) + text)
        self._line = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Begin an element: hide it, break the line, or go on writing."""
        if self._unseen:
            self._nested += tag == self._unseen
        elif not _VOID_TAG.fullmatch(tag) and (tag in _UNSEEN_TAGS or _is_hidden(attrs)):
            self._unseen, self._nested = tag, 1
        else:
            self._begin(tag)

    def _begin(self, tag: str) -> None:
        if tag == "br":
            self.break_line()
        elif _LINE_TAG.fullmatch(tag):
            self._break_if_written()
        elif tag in ("td", "th"):
            self._line.append(" ")
        self._quotes += tag == "blockquote"
        self._pre += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        """End an element and with it, for most, the line."""
        if self._unseen:
            self._nested -= tag == self._unseen
            if self._nested == 0:
                self._unseen = ""
            return
        if _LINE_TAG.fullmatch(tag):
            self._break_if_written()
        self._quotes = max(0, self._quotes - (tag == "blockquote"))
        self._pre = max(0, self._pre - (tag == "pre"))

    def _break_if_written(self) -> None:
        # "<div>&nbsp;</div>" is how mail programs write an empty line, so a hard space counts as written
        if "".join(self._line).strip(" "):
            self.break_line()
        self._line = []

    def handle_data(self, data: str) -> None:
        """Write text; outside <pre> a run of spaces and line ends is one space."""
        if self._unseen:
            return
        if not self._pre:
            self._line.append(_SPACE.sub(" ", data))
            return
        first, *others = data.replace("\r\n", "\n").split("\n")
        self._line.append(first)
        for line in others:
            self.break_line()
            self._line.append(line)


def _is_hidden(attrs: Attributes) -> bool:
    return any(name == "style" and value and _HIDDEN.search(value) for name, value in attrs)
