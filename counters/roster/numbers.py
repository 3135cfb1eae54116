"""Numbers as people write them into spreadsheets: "5", "5.0", all of a side in one cell as "5-6", or a dash
for none; and what to say of what is none of that."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"([0-9]{1,4})(?:[.,]0+)?", re.ASCII)
_SEVERAL = re.compile(r"[0-9]{1,4}(?:\s*[-–—/]\s*[0-9]{1,4})+", re.ASCII)
_HALF = re.compile(r"[0-9]+[.,][0-9]+|[0-9]*\s*[½¼¾]", re.ASCII)
_DATE = re.compile(
    r"(?i)\d{1,2}[.\-/ ]+(?P<month>[a-zä]{3,9})\.?([.\-/ ]+\d{2,4})?|(?P<first>[a-zä]{3,9})\.?[.\-/ ]+\d{1,4}"
    r"|\d{1,2}\.\d{1,2}\.(\d{2,4})?|\d{1,2}/\d{1,2}/\d{2,4}|\d{4}-\d{2}-\d{2}.*"
)
_MONTHS = ("jan", "feb", "mar", "mär", "apr", "may", "mai", "jun", "jul", "aug", "sep", "oct", "okt", "nov",
           "dec", "dez")  # fmt: skip
DASHES = ("-", "–", "—")
"""What people write into a cell to say that there is nothing."""


def whole(text: str) -> int | None:
    """A whole number from 0 to 9999, which a spreadsheet program may have written as "5.0" or "5,0"."""
    found = _WHOLE.fullmatch(text)
    return int(found[1]) if found else None


def several(text: str) -> list[str]:
    """The numbers of a cell that holds several as a counter shows them: "5-6", "4 - 5 - 6", "5/6"."""
    return re.findall(r"[0-9]+", text) if _SEVERAL.fullmatch(text) else []


def is_date(text: str) -> bool:
    """Return whether a spreadsheet program seems to have made a date of a text: 5-6 is 5 June to it."""
    found = _DATE.fullmatch(text)
    word = found and (found["month"] or found["first"])
    return found is not None and (not word or word.lower().startswith(_MONTHS))


def is_fraction(text: str) -> bool:
    """Return whether a text is a number that is not whole, as 4.5, 4,5 and 4½ are."""
    return _HALF.fullmatch(text) is not None
