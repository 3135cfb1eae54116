"""A finger that taps at random on the page for orders, as a player does who tries all there is."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple, Protocol

SIZES = ((360, 740), (768, 1000), (1280, 900))
LINES = """
[...document.querySelectorAll('ol.orders li')].map((row) => [
  row.querySelector('code').textContent, row.querySelector('.state').dataset.state,
  (row.querySelector('.small') || {}).textContent || ''])
"""
ENDS = """
[...document.querySelectorAll('#over .end')].map((one) => one.getBoundingClientRect())
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
  .filter(([x, y]) => document.elementFromPoint(x, y)?.closest('#map')
    && !document.elementFromPoint(x, y).closest('.tools, #fan'))
"""
"""The ends that can be tapped on the map."""
KEYS = """
[...document.querySelectorAll('WHERE [data-key]')].filter((one) => !one.disabled)
  .map((one) => one.dataset.key)
"""


class Tab(Protocol):
    """A page in a browser."""

    def ask(self, expression: str) -> Any:
        """What an expression comes to in the page."""
        ...

    def touch(self, x: float, y: float) -> None:
        """Click or tap at a point of the window."""
        ...


class Line(NamedTuple):
    """A line that the page has, how sure it is of it, and what it says that it means."""

    text: str
    state: str
    means: str


def lines(tab: Tab) -> list[Line]:
    return [Line(*one) for one in tab.ask(LINES)]


def tap(tab: Tab, key: str, where: str = "#what") -> None:
    """Tap the button with this key."""
    found = f"[...document.querySelectorAll('{where} [data-key]')]"
    tab.ask(f"{found}.find((one) => one.dataset.key === {json.dumps(key)}).click()")


def keys(tab: Tab, *beginnings: str, where: str = "#what") -> list[str]:
    """The keys of the buttons that can be tapped, of those whose keys begin so."""
    return [key for key in tab.ask(KEYS.replace("WHERE", where)) if key.startswith(beginnings or "")]


def write_one(tab: Tab, chance: random.Random, where: str = "#what") -> None:
    """Tap until a line is written, at most a few times."""
    open_to = keys(tab, "unit ", "team ", "head ", "line ", where=where)
    if not open_to:
        return
    key = chance.choice(open_to)
    tap(tab, key)
    for _ in range(4):
        if key.startswith(("line ", "end ", "fight ")):
            return
        spots = tab.ask(ENDS) if chance.random() < 0.6 else []
        if spots:
            touched(tab, chance, *chance.choice(spots))
            return
        key = inside(tab, chance, key)
        if not key:
            return


def touched(tab: Tab, chance: random.Random, x: float, y: float) -> None:
    """Tap on the map, and on one of the lines that it offers where there are several."""
    tab.touch(x, y)
    fan = keys(tab, "fan ", where="#fan:not([hidden])")
    if fan:
        tap(tab, chance.choice(fan), "#fan")


def inside(tab: Tab, chance: random.Random, key: str) -> str:
    """Tap something of what is picked; its key, "" for nothing more to tap."""
    if key.startswith("tick ") and chance.random() < 0.6 and keys(tab, "write"):
        tap(tab, "write")
        return ""
    ways = keys(tab, "end ", "line ", "team ", "tick ", "head ", "fight ", where=".pick")
    if not ways:
        return ""
    found = chance.choice(ways)
    tap(tab, found, ".pick")
    return found
