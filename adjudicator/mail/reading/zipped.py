"""A log of VASSAL that its writer zipped before it was sent."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

from files.zips import BROKEN_ZIP

LOGS = (".vlog", ".vsav")
LARGEST = 64_000_000
"""Bytes of a log: the largest met had 4 million."""


def zipped_log(data: bytes) -> tuple[str, bytes] | None:
    """The name and the bytes of the only log in a zip file; None for a file that has none, or several."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            found = [one for one in archive.infolist() if one.filename.lower().endswith(LOGS)]
            if len(found) != 1 or found[0].file_size > LARGEST:
                return None
            return found[0].filename.rpartition("/")[2], archive.read(found[0])
    except BROKEN_ZIP:
        return None
