"""For every Python whose time is faked: it sleeps by another system call.

libfaketime 0.9.10 breaks the one of Python 3.11, clock_nanosleep by the monotonic clock, which is not faked.
"""

import os
import select
import time


def _sleep(seconds: float) -> None:
    """Wait so many seconds."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    select.select((), (), (), seconds)


if os.environ.get("FAKETIME"):
    time.sleep = _sleep
