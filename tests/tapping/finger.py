"""A finger that taps at random on the page for orders, as a player does who tries all there is."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Collection, Sequence
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
KINDS = ("unit ", "team ", "head ", "line ")
"""How the keys begin of what can be tapped first; each kind is as likely, however many there are of it."""
INNER = ("end ", "line ", "team ", "tick ", "head ", "fight ")
"""How the keys begin of what can be tapped of a unit or a target that is picked."""
MOST_TAPS = 12
"""So many taps a stand-in takes at most to write a line: many cards may have to be ticked."""
MOST_LINES = 4
"""So many lines a stand-in taps at most for a question that takes any number."""
WARNED = """
[...document.querySelectorAll('ol.orders li')].flatMap((row, n) => row.querySelector('.state.bad') ? [n] : [])
"""
LIMIT = re.compile(r"(?:up to|at most) (\d+)", re.IGNORECASE)
"""How questions say how many lines they take: the page does not count them, whoever taps reads it."""


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


def write_one(
    tab: Tab, chance: random.Random, where: str = "#what", near: Collection[str] = (),
    but: Collection[str] = (),
) -> None:  # fmt: skip
    """Tap until a line is written, at most a few times, beginning with no key of `but`; often go to one of
    the spaces that are `near`."""
    open_to = [key for key in keys(tab, *KINDS, where=where) if key not in but]
    if not open_to:
        return
    kind = chance.choice([kind for kind in KINDS if any(key.startswith(kind) for key in open_to)])
    key = chance.choice([key for key in open_to if key.startswith(kind)])
    tap(tab, key)
    tapped = [key]
    for _ in range(MOST_TAPS):
        if key.startswith(("line ", "end ", "fight ")):
            return
        spots = tab.ask(ENDS) if chance.random() < 0.6 else []
        if spots:
            touched(tab, chance, *chance.choice(spots))
            return
        key = inside(tab, chance, tapped, near)
        if not key:
            return


def touched(tab: Tab, chance: random.Random, x: float, y: float) -> None:
    """Tap on the map, and on one of the lines that it offers where there are several."""
    tab.touch(x, y)
    fan = keys(tab, "fan ", where="#fan:not([hidden])")
    if fan:
        tap(tab, chance.choice(fan), "#fan")


def inside(tab: Tab, chance: random.Random, tapped: list[str], near: Collection[str] = ()) -> str:
    """Tap something of what is picked, beside what was `tapped`; its key, "" for nothing more to tap."""
    if tapped[-1].startswith("tick ") and chance.random() < 0.6 and keys(tab, "write"):
        tap(tab, "write")
        return ""
    ways = [one for one in keys(tab, *INNER, where=".pick") if one not in tapped]
    if not ways:
        return ""
    hot = [way for way in ways if way.startswith("end ") and way.rpartition(" ")[2] in near]
    found = chance.choice(hot if hot and chance.random() < 0.7 else ways)
    tap(tab, found, ".pick")
    tapped.append(found)
    return found


def answered(
    tab: Tab, n: int, question: dict[str, Any], chance: random.Random, most: int = MOST_LINES,
    near: Collection[str] = (), below: Sequence[int] = (),
) -> None:  # fmt: skip
    """Tap until a question is answered: some lines by chance, then what ends it. Where others come `below` an
    answer of one line, a line that opens none of them is none."""
    scope = f'[data-question="{n}"]'
    whole, last = f"whole {n}", [f"line {text}" for text in (*question["ending"], *question["later"])]
    before = len(lines(tab))
    if question["topic"] in ("setup", "plan") and keys(tab, whole):
        tap(tab, whole)
        return
    limit = LIMIT.search(question["text"])
    most = min(most, int(limit[1])) if limit else most
    for _ in range(8 if question["once"] else chance.randrange(most + 1)):
        crowded = {line.text.rpartition(" ")[2] for line in lines(tab)} if chance.random() < 0.3 else near
        write_one(tab, chance, scope, crowded, last)
        heeded(tab)
        if question["once"] and len(lines(tab)) > before and opens(tab, below):
            return
    for key in (whole, *last):
        if key in keys(tab, key, where=scope):
            tap(tab, key, scope)
            break
    for _ in range(0 if len(lines(tab)) > before else 40):
        write_one(tab, chance, scope, near)
        if len(lines(tab)) > before:
            return


def opens(tab: Tab, below: Sequence[int]) -> bool:
    """Whether one of the questions that come below an answer is open, if there are any."""
    return not below or any(keys(tab, "", where=f'[data-question="{n}"]') for n in below)


def heeded(tab: Tab) -> None:
    """Take away the lines of which the page warns."""
    while warned := tab.ask(WARNED):
        tap(tab, f"drop {warned[0]}")


def typed(tab: Tab, texts: Sequence[str]) -> None:
    """Edit the lines as text until they are these."""
    tap(tab, "edit")
    tab.ask(f"document.querySelector('#what textarea').value = {json.dumps(chr(10).join(texts))}")
    tap(tab, "typed")
