"""A finger that taps at random on the page for orders, in a real browser, as a player does who tries all there is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser import BROWSER

ARGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
SIZES = ((360, 740), (768, 1000), (1280, 900))
LINES = """
[...document.querySelectorAll('ol.orders li')].map((row) => [
  row.querySelector('code').textContent, row.querySelector('.state').dataset.state,
  (row.querySelector('.small') || {}).textContent || ''])
"""
"""Each line with what the page says of it, and what it means."""
ENDS = """
[...document.querySelectorAll('#over .end')].map((one) => one.getBoundingClientRect())
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
  .filter(([x, y]) => document.elementFromPoint(x, y)?.closest('#map') && !document.elementFromPoint(x, y).closest('.tools, #fan'))
"""
"""The ends that can be tapped on the map."""


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium, without a window."""
    with sync_playwright() as playing:
        opened = playing.chromium.launch(executable_path=BROWSER, args=ARGS)
        try:
            yield opened
        finally:
            opened.close()


def opened(browser: Any, file: Path, size: tuple[int, int] = SIZES[0]) -> tuple[Page, list[str]]:
    """A page in the browser, and a list to which whatever goes wrong in it is added."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("request", lambda asked: wrong.append(asked.url) if asked.url.startswith("http") else None)
    page.goto(file.as_uri())
    return page, wrong


def lines(page: Page) -> list[tuple[str, str, str]]:
    """The lines that the page has, each with how sure it is of them and what it says they mean."""
    return [tuple(one) for one in page.evaluate(LINES)]


def tap(page: Page, key: str) -> None:
    """Tap the button with this key."""
    page.evaluate("(key) => document.querySelector(`#what [data-key='${CSS.escape(key)}']`).click()", key)


def keys(page: Page, *beginnings: str) -> list[str]:
    """The keys of the buttons that can be tapped, of those whose keys begin so."""
    asked = "[...document.querySelectorAll('#what [data-key]')].filter((one) => !one.disabled).map((one) => one.dataset.key)"
    return [key for key in page.evaluate(asked) if key.startswith(beginnings)]


def write_one(page: Page, chance: random.Random) -> None:
    """Tap until a line is written, at most a few times."""
    open_to = keys(page, "unit ", "team ", "head ", "line ")
    if not open_to:
        return
    key = chance.choice(open_to)
    tap(page, key)
    if key.startswith("line "):
        return
    for _ in range(4):
        if spots := page.evaluate(ENDS) if chance.random() < 0.6 else []:
            page.mouse.click(*chance.choice(spots))
            if fan := page.query_selector_all("#fan:not([hidden]) button"):
                chance.choice(fan).click()
            return
        inside = page.evaluate(
            "[...document.querySelectorAll('.pick [data-key]')].filter((one) => !one.disabled).map((one) => one.dataset.key)"
        )
        ways = [one for one in inside if one.startswith(("end ", "line ", "team ", "tick "))]
        if not ways:
            return
        key = chance.choice(ways)
        tap(page, key)
        if key.startswith(("end ", "line ")):
            return
        if key.startswith("tick ") and chance.random() < 0.6 and "write" in keys(page, "write"):
            tap(page, "write")
            return
