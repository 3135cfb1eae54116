"""Every page and report on a telephone and on dark screens: one palette, read with ease, no wider."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from adjudicator.by_mail.rosters import Entry, Section
from adjudicator.catalogue import game_names
from adjudicator.mail.desk.table import Table
from adjudicator.mail.writing.outbox import SOFT
from adjudicator.pages.chance import Tally
from adjudicator.pages.shelf import Shelf
from adjudicator.report.pages import pages
from counters.signs.eyes import contrast
from templates import COMMON, render
from templates.environments import environment
from tests.adjudicator.house import House
from tests.adjudicator.test_post_game import write_next
from tests.browser import PHONE, PHONES, WIDER, amiss, asked, needs_browser, small
from tests.report.situation import facts
from tests.report.test_on_a_phone import laid_open
from tests.tapping.browsers import chromium

GROUNDS = ("desk", "paper", "card", "ask", "calm", "result")
"""What text stands on."""
PAIRS = (
    *((ink, ground) for ground in GROUNDS for ink in ("ink", "soft", "deed")),
    *(("on_bar", "bar"), ("bar_soft", "bar"), ("bar_link", "bar"), ("on_deed", "deed"), ("on_go", "go")),
    *(("on_mark", "mark"), ("good", "paper"), ("wait", "paper"), ("go", "paper")),
)
PLAIN = 4.5
"""The contrast that web accessibility asks of text."""
FOREIGN = {"orders.css.j2": "#plane|#over|#under|linear-gradient|border: 2px", "pages.css.j2": "#221d15"}
"""Colours that are the map's or the paper's, not the page's."""
DARKEST = """
(() => {
  const light = (c) => { const [r, g, b, a = 1] = c.match(/[\\d.]+/g).map(Number);
    return a === 0 ? 0 : (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255; };
  const small = '.h, .d-press, .d-go, .chief, img, #map *, .bar span';
  return [...document.querySelectorAll('body, body *')]
    .filter(one => !one.closest(small))
    .map(one => [light(getComputedStyle(one).backgroundColor), one.tagName + '.' + one.className])
    .filter(([much]) => much > 0.25).map(([, what]) => what).join(', ');
})()
"""
"""What is light in a dark page, but buttons and marks."""


def palette(name: str) -> dict[str, str]:
    module = environment("raceforberlin").get_template("palette.j2").module
    return dict(getattr(module, name))


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_text_is_read_with_ease_by_day_and_by_night(name: str) -> None:
    colours = palette(name)
    assert palette("light").keys() == palette("dark").keys()
    poor = [(ink, on) for ink, on in PAIRS if contrast(colours[ink], colours[on]) < PLAIN]
    assert poor == []


def test_the_dark_palette_is_dark() -> None:
    for ground in (*GROUNDS, "bar"):
        assert contrast(palette("dark")[ground], "#000000") < 1.5, ground


def test_no_page_has_a_colour_that_is_not_in_the_palette() -> None:
    for file in sorted(COMMON.rglob("*.j2")):
        if file.name != "palette.j2":
            own = re.compile(FOREIGN.get(file.name, "(?!)"))
            lines = file.read_text("utf-8").splitlines()
            strange = [line for line in lines if re.search(r"#[0-9a-f]{6}\b", line) and not own.search(line)]
            assert strange == [], file.name


def dice_page(folder: Path) -> str:
    """The page of dice with titles and numbers as long as they come; the name of its file."""
    came = Tally("All dice of 6", (128, 96, 0, 1204, 7, 61)), Tally("Fire step 5: die [7.2.seq.5]", (1,) * 12)
    told = {"title": "48th Panzer Korps", "number": 1, "reader": "German"}
    page = render("pages_dice.html", "raceforberlin", tallies=came, **told)
    (folder / "dice.html").write_text(page, encoding="utf-8")
    (folder / "pages.css").write_text(render("pages.css", "raceforberlin"), encoding="utf-8")
    return "dice.html"


def roster_page(folder: Path) -> str:
    """The page of a roster with units and states as long as they come; the name of its file."""
    unit = Entry("RU-I2#4-12", "Guards Rifle Ptn", "I2#4 Guards Rifle Ptn, depleted", "malfunctioned")
    artillery = Entry("SUPPLEMENTAL", "Artillery", "Off the map", "plentiful ammunition, pre-registered")
    told = {"title": "Berlin", "number": 1, "reader": "Russian", "when": "turn 1"}
    page = render("roster.html", "", sections=(Section("On the map", "ROST.1", (unit, artillery)),), **told)
    (folder / "roster.html").write_text(page, encoding="utf-8")
    return "roster.html"


@pytest.mark.slow
@needs_browser
def test_the_tables_of_dice_and_of_rosters_are_as_wide_as_a_telephone(tmp_path: Path) -> None:
    assert asked(tmp_path, [dice_page(tmp_path), roster_page(tmp_path)], (PHONE, 320), WIDER) == ""


@pytest.mark.slow
@needs_browser
def test_a_report_and_a_page_are_dark_on_a_dark_screen(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text(pages(facts()).html, encoding="utf-8")
    with chromium() as browser:
        for name in (dice_page(tmp_path), "report.html"):
            with browser.tab(tmp_path / name, (PHONE, 800), color_scheme="dark") as tab:
                assert tab.ask(DARKEST) == "", name
            with browser.tab(tmp_path / name, (PHONE, 800), color_scheme="light") as tab:
                assert tab.ask(DARKEST) != "", name


def test_the_line_above_a_report_has_the_ink_of_reports() -> None:
    assert palette("light")["soft"] == SOFT


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("game", game_names())
def test_every_page_and_report_is_read_with_ease_on_a_telephone(tmp_path: Path, game: str) -> None:
    house, chance = House(tmp_path, game, pictures=False), random.Random(5)
    for _ in range(6):
        write_next(house, chance)
        house.post()
    names = []
    folder = tmp_path / "seen"
    folder.mkdir()
    reports = [mail for mail in house.mails() if mail.get_body(("html",)) is not None]
    assert len(reports) > 1
    for at, mail in enumerate(reports[-4:]):
        laid_open(mail, folder)
        names.append(f"report-{at}.html")
        (folder / "report.html").rename(folder / names[-1])
    shown = [folder / name for name in names]
    with house.desk.store() as store:
        table = Table(store, 1)
        for reader in table.game.sides:
            where = Shelf(table, tmp_path / "pages", house.desk.boards).publish(reader)
            every = sorted(file.name for file in where.glob("*.html"))
            assert {"index.html", "battles.html", "units.html", "dice.html"} <= set(every)
            assert asked(where, every, (PHONE,), WIDER) == "", reader
        shown += [where / name for name in every]
    with chromium() as browser, browser.tab(shown[0], PHONES[0]) as tab:
        for file in shown:
            tab.page.goto(file.as_uri())
            assert [*amiss(tab), *small(tab)] == [], file
