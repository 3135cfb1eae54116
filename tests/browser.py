"""Chromium without a window, for tests that look at pages as somebody's telephone does."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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

PHONES = ((360, 800), (PHONE, 800))
"""The narrow telephone and the usual one."""
AMISS = """
(() => {
  const night = matchMedia('(prefers-color-scheme: dark)').matches, wrong = new Set();
  const parts = (text) => [...text.match(/[\\d.]+/g).map(Number), 1].slice(0, 4);
  const over = (top, under) => [0, 1, 2].map((n) => top[n] * top[3] + under[n] * (1 - top[3]));
  const linear = (v) => v / 255 <= .03928 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
  const up = (one) => one ? [one, ...up(one.parentElement)] : [];
  const ground = (one) => up(one).reverse().reduce(
    (under, above) => over(parts(getComputedStyle(above).backgroundColor), under),
    night ? [18, 18, 18] : [255, 255, 255]);
  const clipped = (one) => up(one.parentElement)
    .some((above) => getComputedStyle(above).overflowX !== 'visible');
  if (document.scrollingElement.scrollWidth > innerWidth) wrong.add('the page is wider');
  if (night && light(ground(document.body)) > .03) wrong.add('the page is not dark');
  for (const one of document.querySelectorAll('body *:not(.headerlink)')) {
    const box = one.getBoundingClientRect(), how = getComputedStyle(one);
    if (!box.width || !box.height || how.visibility === 'hidden' || one.closest('#plane')) continue;
    const called = one.tagName + '.' + one.className + ' ' + one.textContent.trim().slice(0, 30);
    if (box.right > innerWidth + 1 && !clipped(one)) wrong.add('beyond the edge: ' + called);
    if (![...one.childNodes].some((part) => part.nodeType === 3 && part.textContent.trim())) continue;
    if (parseFloat(how.fontSize) < 11.9) wrong.add('too small: ' + called);
    const under = ground(one), ink = over([...parts(how.color).slice(0, 3),
      up(one).reduce((much, above) => much * getComputedStyle(above).opacity, 1)], under);
    const [low, high] = [light(ink), light(under)].sort((a, b) => a - b);
    if ((high + .05) / (low + .05) < 4.5) wrong.add('hard to read: ' + called);
  }
  return [...wrong];
})()
"""
"""What eyes mind in a page: wider than the screen, tiny letters, pale ones, a light page on a dark screen."""

SMALL = """
[...document.querySelectorAll('a[href], button, summary, input, select, textarea')].filter((one) => {
  const box = (one.closest('label') || one).getBoundingClientRect();
  const hidden = !box.width || !box.height || getComputedStyle(one).visibility === 'hidden';
  if (hidden || one.disabled || one.closest('#plane, figure')) return false;
  const inSentence = getComputedStyle(one).display === 'inline'
    && [one.previousSibling, one.nextSibling].some((by) => by && by.nodeType === 3 && by.textContent.trim());
  return !inSentence && Math.min(box.width, box.height) < 43.5;
}).map((one) => {
  const box = one.getBoundingClientRect();
  return `small to tap: ${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`
    + ` ${Math.round(box.width)} x ${Math.round(box.height)}`;
})
"""
"""What a finger misses: links and buttons under 44 pixels, but those in a sentence (WCAG 2.5.5)."""


def small(tab: Any) -> list[str]:
    """What is too small to tap in an open page of Chromium on the narrow telephone."""
    tab.page.set_viewport_size({"width": PHONES[0][0], "height": PHONES[0][1]})
    return list(tab.ask(SMALL))


def amiss(tab: Any) -> list[str]:
    """What is amiss in an open page of Chromium on both telephones, by day and by night."""
    found = []
    for wide, high in PHONES:
        tab.page.set_viewport_size({"width": wide, "height": high})
        for scheme in ("light", "dark"):
            tab.page.emulate_media(color_scheme=scheme)
            found += [f"{wide} {scheme}: {what}" for what in tab.ask(AMISS)]
    return found
