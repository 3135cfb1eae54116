"""Several PDFs as one: the parts of a kit, page after page, for those who send one file to a copy shop.

Only what ReportLab writes is read: a table of objects at plain offsets, each object a dictionary, perhaps
with a stream. Objects are numbered anew; streams stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from counters.sheets.page import ABOUT

_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_NUMBER = re.compile(rb"\s*(\d+) 0 obj\s*")
_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_TEXT = re.compile(rb"\((?:[^()\\]|\\.)*\)", re.DOTALL)
_DROPPED = re.compile(rb"/Type /(?:Catalog|Outlines)\b|/Producer\b")
_TREE = b"/Type /Pages"
_HEAD = b"%PDF-1.4\n%\x93\x8c\x8b\x9e\n"


def joined(title: str, documents: Sequence[bytes]) -> bytes:
    """The pages of all documents in their order, as one that is not to be scaled; same input, same bytes.

    Raises ValueError for a document that ReportLab would not have written so.
    """
    body: list[bytes] = [b"", b"", b""]  # catalogue, tree of pages, title: written when all else is known
    trees: list[int] = []
    pages = 0
    for document in documents:
        found = dict(_objects(document))
        numbers = _numbered(found, len(body))
        for old, content in found.items():
            if old in numbers:
                body.append(_renumbered(content, numbers))
        tree = next(old for old, content in found.items() if _TREE in _head(content))
        trees.append(numbers[tree])
        body[numbers[tree] - 1] = body[numbers[tree] - 1].replace(b"<<", b"<< /Parent 2 0 R", 1)
        pages += _count(found[tree])
    kids = b" ".join(b"%d 0 R" % tree for tree in trees)
    body[0] = b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>"
    body[1] = b"<< /Type /Pages /Kids [ %s ] /Count %d >>" % (kids, pages)
    about = b" ".join(b"/%s (%s)" % (what.title().encode(), text.encode()) for what, text in ABOUT.items())
    body[2] = b"<< /Title <%s> %s >>" % (("\ufeff" + title).encode("utf-16-be").hex().encode(), about)
    return _written(body)


def page_count(document: bytes) -> int:
    """How many pages a document has."""
    return next(_count(content) for _, content in _objects(document) if _TREE in _head(content))


def _objects(document: bytes) -> Iterator[tuple[int, bytes]]:
    """Each object's number and content, in the order of the file."""
    start = _START.search(document)
    if start is None:
        raise ValueError("no table of objects")
    table = int(start[1])
    offsets = [int(line[:10]) for line in document[table:].splitlines() if line.rstrip().endswith(b" n")]
    ends = [*sorted(offsets)[1:], table]
    for begin, end in zip(sorted(offsets), ends, strict=True):
        found = _NUMBER.match(document, begin)
        last = document.rfind(b"endobj", begin, end)  # ReportLab may write a remark above the next object
        if found is None or last < 0:
            raise ValueError(f"no object at byte {begin}")
        yield int(found[1]), document[found.end() : last].rstrip(b"\n")


def _numbered(found: dict[int, bytes], used: int) -> dict[int, int]:
    """New numbers for the objects that are kept, in their order."""
    kept = [old for old, content in found.items() if not _DROPPED.search(_head(content))]
    return {old: used + n for n, old in enumerate(kept, 1)}


def _head(content: bytes) -> bytes:
    """What stands before an object's stream."""
    return content.partition(b"stream\n")[0]


def _renumbered(content: bytes, numbers: dict[int, int]) -> bytes:
    """An object with its references numbered anew; texts and streams stay."""
    head, stream, rest = content.partition(b"stream\n")
    parts, at = [], 0
    for text in _TEXT.finditer(head):
        parts += [_referring(head[at : text.start()], numbers), text[0]]
        at = text.end()
    return b"".join((*parts, _referring(head[at:], numbers), stream, rest))


def _referring(head: bytes, numbers: dict[int, int]) -> bytes:
    return _REFERENCE.sub(lambda found: b"%d 0 R" % numbers[int(found[1])], head)


def _count(content: bytes) -> int:
    found = re.search(rb"/Count (\d+)", content)
    if found is None:
        raise ValueError("a tree of pages without their count")
    return int(found[1])


def _written(body: Sequence[bytes]) -> bytes:
    """A file of these objects, numbered from 1: the catalogue first, the third about the document."""
    parts, offsets, at = [_HEAD], [], len(_HEAD)
    for number, content in enumerate(body, 1):
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
        offsets.append(at)
        at += len(parts[-1])
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    count = len(body) + 1
    parts.append(b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table))
    parts.append(b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, at))
    return b"".join(parts)
