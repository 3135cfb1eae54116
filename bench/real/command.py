"""hexpost called as a person calls it: what it prints, how it ends, what it costs."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from bench.measure import Spent

PATIENCE = 300
"""Seconds after which a person has given up."""


@dataclass(frozen=True)
class Answer:
    """What a call came to: its exit code (None where it found no end), its output and its cost."""

    code: int | None
    out: str
    told: str
    spent: Spent

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The JSON that it printed; empty where it printed none."""
        try:
            read = json.loads(self.out)
        except ValueError:
            return {}
        return read if isinstance(read, dict) else {}

    @property
    def refusal(self) -> str:
        """Why it came to nothing, as it said at last."""
        lines = [line.strip(" │") for line in self.told.splitlines() if line.strip(" ╰╯╭│─")]
        return lines[-1] if lines else "no answer"


OURS = Path(sys.executable).with_name("hexpost")
"""The hexpost of this environment."""


@dataclass(frozen=True)
class Hexpost:
    """The program to call."""

    program: Path = OURS

    def __call__(self, *words: object) -> Answer:
        """One call of it, with the processor time of all it starts."""
        before, began = _used(), time.perf_counter()
        try:
            made = subprocess.run(
                [self.program, *map(str, words)],
                capture_output=True,
                encoding="utf-8",
                timeout=PATIENCE,
                check=False,
            )
            code, out, told = made.returncode, made.stdout, made.stderr
        except subprocess.TimeoutExpired:
            code, out, told = None, "", f"no end after {PATIENCE} s"
        return Answer(code, out, told, Spent(time.perf_counter() - began, _used() - before))

    def knows(self, option: str, *words: str) -> bool:
        """Whether the command of these words has an option."""
        return option in _help(self.program, words)


@cache
def _help(program: Path, words: tuple[str, ...]) -> str:
    """What a command says of itself."""
    return subprocess.run(
        [program, *words, "--help"], capture_output=True, encoding="utf-8", check=False
    ).stdout


def _used() -> float:
    """Processor seconds of all programs called so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime
