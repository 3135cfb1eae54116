"""What can be wrong with a scan, or with what is said about it."""

from __future__ import annotations


class ScanError(Exception):
    """A scan that cannot be used; the message says what is wrong with it and what to do."""

    exit_code = 1
