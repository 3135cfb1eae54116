"""The workbench in a process of its own: started, killed, its folder locked; and what it has written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.at import ROOT, by_the_real_clock
from workbench.project import KEPT

_ART = (".png", ".jpg")
_CUT_OUT = ("roster.csv", "style.toml")
"""What cutting counters out writes: that is no step, and cannot be undone."""
_ENDS = 60.0


class BenchProcess:
    """`hexpost WORDS --no-browser` on a folder, running from `start` to `kill`."""

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        self.words, self.folder = words, folder
        self.address = ""
        self._log = folder.with_name(f"{folder.name}.stderr")
        self._running: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Start; the address of the page, "" where it ended at once."""
        command = [*_unprivileged(), sys.executable, str(ROOT / "hexpost.py"), *self.words, "--no-browser"]
        with self._log.open("a", encoding="utf-8") as log:
            self._running = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=by_the_real_clock()
            )
        assert self._running.stdout is not None
        self.address = self._running.stdout.readline().strip()
        return self.address

    def kill(self) -> None:
        """End it as a power cut does."""
        if self._running is not None:
            self._running.kill()
            self._running.wait(_ENDS)
            if self._running.stdout is not None:
                self._running.stdout.close()
            self._running = None

    @property
    def said(self) -> str:
        """All that it wrote to its terminal."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    # -- the folder -------------------------------------------------------------------------------

    @contextmanager
    def locked(self) -> Iterator[None]:
        """The folder cannot be written for a while."""
        shut = [self.folder, *(one for one in self.folder.rglob("*"))]
        held = {one: one.stat().st_mode & 0o777 for one in shut if one.exists()}
        for one, mode in held.items():
            one.chmod(mode & 0o555)
        try:
            yield
        finally:
            for one, mode in held.items():
                if one.exists():
                    one.chmod(mode)

    def files(self) -> dict[str, bytes]:
        """The files of the folder that commands read, by name; pictures have their names only."""
        found = (one for one in sorted(self.folder.rglob("*")) if one.is_file())
        return {
            one.relative_to(self.folder).as_posix(): _as_meant(one)
            for one in found
            if KEPT not in one.parts and one.suffix not in _ART and one.name not in _CUT_OUT
        }


def _as_meant(path: Path) -> bytes:
    raw = path.read_bytes()
    if path.suffix == ".geojson":
        return json.dumps(json.loads(raw), sort_keys=True).encode()
    return raw


def _unprivileged() -> list[str]:
    """What goes before a command so that locked files are locked for it: root may write them all."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("setpriv"):
        return []
    return ["setpriv", "--bounding-set", "-dac_override,-dac_read_search,-fowner"]


def can_lock() -> bool:
    """Whether a folder can be locked for the workbench on this machine."""
    return hasattr(os, "geteuid") and (os.geteuid() != 0 or shutil.which("setpriv") is not None)
