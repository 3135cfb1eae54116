"""hexpost in a process of its own, by the clock of a test: `python -m tests.at MOMENT post --desk DIR`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adjudicator.commands import speak

ROOT = Path(__file__).parents[1]
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
"""When a test begins that has nothing to say of the time."""


def going_from(moment: datetime) -> Callable[[], datetime]:
    """A clock that shows this moment now and goes on from it."""
    began = time.monotonic()
    return lambda: moment + timedelta(seconds=time.monotonic() - began)


def hexpost_at(moment: datetime, *words: str) -> list[str]:
    """The command that starts hexpost at this moment. It is found from `ROOT`."""
    return [sys.executable, "-m", "tests.at", moment.isoformat(), *words]


if __name__ == "__main__":
    import hexpost

    speak.clock = going_from(datetime.fromisoformat(sys.argv.pop(1)))
    hexpost.main()
