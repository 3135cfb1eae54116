"""Chromium without a window, for tests that look at pages as somebody's telephone does."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.at import by_the_real_clock

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--allow-file-access-from-files",
]  # fmt: skip
PHONE, TABLET, DESK = 390, 900, 1400
"""How wide pages are looked at, in pixels."""
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")


def rendered(page: Path, *flags: str) -> str:
    """A page as Chromium has it once all is laid out."""
    with TemporaryDirectory() as profile:
        command = [str(BROWSER), *FLAGS, f"--user-data-dir={profile}", *flags, page.as_uri()]
        done = subprocess.run(command, capture_output=True, timeout=180, check=True, env=by_the_real_clock())
        return done.stdout.decode()


def asked(folder: Path, names: Iterable[str], widths: Iterable[int], question: str, sandbox: str = "") -> str:
    """What a script says of pages in a folder, each in a frame of each width: no window is as narrow as a
    telephone. `question` is the body of a function of all frames that calls `say(text)` in the end; a
    `sandbox` is what the pages themselves may do."""
    limits = f'sandbox="{sandbox}"' if sandbox else ""
    frames = "".join(
        f'<iframe {limits} data-name="{name}" data-width="{width}" src="{name}" '
        f'style="width:{width}px;height:800px;border:0"></iframe>'
        for name in names
        for width in widths
    )
    script = (
        f"const say = (text) => {{ document.title = 'said ' + text + ' end'; }};"
        f"onload = () => {{ const frames = [...document.querySelectorAll('iframe')]; {question} }};"
    )
    probe = folder / "probe.html"
    probe.write_text(f"<!DOCTYPE html><body>{frames}<script>{script}</script>", encoding="utf-8")
    found = rendered(probe, "--dump-dom", "--virtual-time-budget=20000")
    probe.unlink()
    told = re.search(r"<title>said (.*?) end</title>", found, re.DOTALL)
    assert told, "the pages were not laid out in time"
    return told[1]


WIDER = """
say(frames.filter(f => f.contentDocument.documentElement.scrollWidth > f.clientWidth)
  .map(f => f.dataset.name + ' at ' + f.dataset.width).join(', '));
"""
"""The pages that are wider than their frame."""
