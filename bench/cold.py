"""hexpost started as people start it: a new process each time, its time on the clock and its peak memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent.parent

RUN = """
import json, subprocess, sys, time
began = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
took = time.perf_counter() - began
try:
    import resource
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak, cpu = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024), usage.ru_utime + usage.ru_stime
except ImportError:
    peak, cpu = 0, 0.0
print(json.dumps([done.returncode, took, cpu, peak, done.stderr.decode("utf-8", "replace")[-500:]]))
"""
"""Run by a small process of its own, because the peak memory of children is only told of all together."""


@dataclass(frozen=True, slots=True)
class Started:
    """Seconds on the clock and of processor time; the most memory held, in bytes (0 where it is not told)."""

    wall: float
    cpu: float
    peak: int


class WentWrong(Exception):
    """hexpost did not end as it should; the message holds what it said."""


def started(*arguments: str) -> Started:
    """One start of hexpost with these arguments. Raises WentWrong."""
    command = [sys.executable, "-c", RUN, sys.executable, "-m", "hexpost", *arguments]
    done = subprocess.run(command, capture_output=True, check=True, cwd=HERE)
    code, wall, cpu, peak, said = json.loads(done.stdout)
    if code != 0:
        raise WentWrong(f"hexpost {' '.join(arguments)}: exit {code}: {said}")
    return Started(wall, cpu, peak)


def starts(arguments: Sequence[str], times: int) -> list[Started]:
    """Several starts, after one that warms the disk."""
    started(*arguments)
    return [started(*arguments) for _ in range(times)]
