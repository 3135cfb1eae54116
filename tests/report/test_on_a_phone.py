"""A turn's reports as a telephone shows them: short first, the form within the first two screens."""

from __future__ import annotations

import random
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.catalogue import game_names
from adjudicator.mail.desk import open_desk
from tests.adjudicator.house import House, head_of
from tests.adjudicator.test_post_game import write_next
from tests.browser import PHONE, WIDER, asked, needs_browser
from tests.cases import the_rest_long

FIRST = 1500
"""Within so many pixels from the top the form stands for whoever is asked: two screens of a telephone."""
LEGIBLE = 330
"""So wide is a picture at least."""
MEASURE = """
const page = frames[0].contentDocument;
const tops = (what, word) => [...page.querySelectorAll(what)]
  .filter(one => one.textContent.trim().startsWith(word))
  .map(one => Math.round(one.getBoundingClientRect().top));
const picture = page.querySelector('img').getBoundingClientRect();
say([tops('h2', 'Your order form')[0], tops('a', 'Write orders')[0], Math.round(picture.top),
  Math.round(picture.width), page.documentElement.scrollHeight].join());
"""


def laid_open(mail: EmailMessage, folder: Path) -> str:
    """A report as a page with its pictures beside it; the name of its file."""
    page = mail.get_body(("html",))
    assert page is not None
    html = str(page.get_content())
    for part in mail.walk():
        if part.get_content_type() == "image/png":
            name = str(part["Content-ID"]).strip("<> ")
            (folder / f"{name}.png").write_bytes(bytes(part.get_payload(decode=True)))
            html = html.replace(f"cid:{name}", f"{name}.png")
    (folder / "report.html").write_text(html, encoding="utf-8")
    return "report.html"


def turn_of(folder: Path, game: str, letters: int = 10) -> list[EmailMessage]:
    """The reports of the last two of some letters of a game between bots that ask their reader something."""
    house, chance = House(folder, game, pictures=False), random.Random(5)
    for at in range(letters):
        if at == letters - 2:
            file = house.desk.folder / "desk.toml"
            file.write_text(file.read_text("utf-8").replace("pictures = false", "pictures = true"), "utf-8")
            house.desk = open_desk(house.desk.folder)
        assert write_next(house, chance)
        assert house.post().problems == []
    return [
        mail
        for mail in house.mails()
        if "YOUR MOVE" in head_of(mail)
        and any(part.get_content_type() == "image/png" for part in mail.walk())
    ]


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("game", the_rest_long(reversed(game_names()), kept=3))
def test_whoever_is_asked_has_picture_and_form_on_the_first_screens(tmp_path: Path, game: str) -> None:
    reports = turn_of(tmp_path, game)
    assert reports
    for mail in reports[-2:]:
        name = laid_open(mail, tmp_path)
        told = asked(tmp_path, [name], (PHONE,), MEASURE)
        form, write, picture, wide, whole = map(int, told.split(","))
        assert write < picture < form < FIRST < whole, (game, mail["Subject"], told)
        assert wide >= LEGIBLE
        assert asked(tmp_path, [name], (PHONE,), WIDER) == ""
