"""The demo of every game that has one: its letters are understood as meant, and the replay agrees."""

from __future__ import annotations

import re
from collections import Counter
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator import demo
from adjudicator.catalogue import find_game, game_names
from adjudicator.game import Game
from adjudicator.mail.desk import init_desk, open_desk
from adjudicator.mail.settings.desk_toml import TEMPLATE
from tests.cases import one_quick
from tests.games.test_whole_game_by_mail import quiet_desk
from tests.report.test_in_mail import MAIL_BYTES

WITH_DEMO = [name for name in game_names() if (find_game(name).folder / "demo.toml").is_file()]
NOTHING = "You have no move to make."
VERDICT = re.compile(r"^ +(OK|REFUSED|NOT UNDERSTOOD|AMBIGUOUS|NOT USED|QUEUED|ON HOLD)\b", re.MULTILINE)
SHOWN = {"OK": "done", "QUEUED": "waiting", "ON HOLD": "waiting"}


def verdicts(game: Game, texts: list[str]) -> Counter[str]:
    answers = [text for text in texts if "Your orders, line by line" in text]
    assert answers, f"nobody of {game.title} was answered"
    found = (word for text in answers for word in VERDICT.findall(text))
    return Counter(
        {"OK": "done", "QUEUED": "waiting", "ON HOLD": "waiting"}.get(word, word) for word in found
    )


def waited(texts: list[str]) -> Counter[str]:
    """What became of the lines that waited for their writer, as his next report tells it."""
    parts = [
        text.partition("\nYOUR EARLIER ORDERS\n")[2].partition("\nCURRENT SITUATION\n")[0] for text in texts
    ]
    found = (word for part in parts for word in VERDICT.findall(part))
    return Counter("done" if word == "OK" else word for word in found)  # the line "done" is carried out


@pytest.mark.slow
@pytest.mark.parametrize("name", one_quick(reversed(WITH_DEMO)))
def test_the_letters_of_a_demo_are_judged_as_they_are_meant(name: str, tmp_path: Path) -> None:
    desk, game = quiet_desk(tmp_path / "desk"), find_game(name)
    script = demo.read_script(game)
    demo.play(desk, game, script.letters, script.scheme)
    mails = list(demo.mails(desk))
    texts = [demo.plain_text(mail) for mail in mails]
    found, later = verdicts(game, texts), waited(texts)
    meant = {word: count for word, count in found.items() if word != "done"} | {
        "carried out later": later["done"]
    }
    assert meant == script.verdicts, (
        f"{name}/demo.toml: look at the demo; if all is as meant, [verdicts] {meant}"
    )
    assert found["done"] > 3 * (found["REFUSED"] + found["NOT UNDERSTOOD"])
    assert set(later) == {"done"}
    assert script.open_first in game.sides
    assert demo.replayed(desk) == "identical"
    every_report_has_the_form_of_its_reader(game, [mail for mail in mails if demo.kind_of(mail) == "report"])


def every_report_has_the_form_of_its_reader(game: Game, reports: list[EmailMessage]) -> None:
    """Once: high up where something is asked of them, at the end where nothing is."""
    assert any(NOTHING in demo.plain_text(mail) for mail in reports)
    for mail in reports:
        side = next(one for one in game.sides if demo.address(one) in str(mail["To"]))
        text = demo.plain_text(mail)
        form = re.findall(rf"\nBEGIN ORDERS 1 turn \d+ {side} \S+\n(?:.*\n)*?END ORDERS\n", text)
        assert len(form) == 1
        assert text.endswith(form[0]) == (NOTHING in text)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_DEMO)
def test_no_email_of_a_demo_is_heavy_but_for_the_page_for_orders(name: str, tmp_path: Path) -> None:
    desk, game = init_desk(tmp_path / "desk"), find_game(name)
    told = TEMPLATE.replace("orders-page = true", "orders-page = false")
    (desk.folder / "desk.toml").write_text(told, encoding="utf-8")
    desk = open_desk(desk.folder)
    script = demo.read_script(game)
    demo.play(desk, game, script.letters, script.scheme)
    mails = list(desk.outbox.glob("new/*.eml"))
    assert any(b"image/png" in mail.read_bytes() for mail in mails)
    heaviest = max(mails, key=lambda mail: mail.stat().st_size)
    assert heaviest.stat().st_size <= MAIL_BYTES


@pytest.mark.slow
def test_the_demo_of_koenigsberg_shows_barrages_battles_and_a_question_at_its_end(tmp_path: Path) -> None:
    desk, game = quiet_desk(tmp_path / "desk"), find_game("koenigsberg45")
    script = demo.read_script(game)
    demo.play(desk, game, script.letters, script.scheme)
    to_german = [mail for mail in demo.mails(desk) if demo.address("german") in str(mail["To"])]
    told = [demo.plain_text(mail) for mail in to_german if demo.kind_of(mail) == "report"]
    everything = "\n".join(told)
    assert len(re.findall(r"\+--- Barrage on", everything)) == 13
    assert len(re.findall(r"\+--- Attack on", everything)) == 3
    assert "advances from" in everything and "retreats from" in everything
    assert "YOUR MOVE" in told[-1] and "+--- Attack on Schlossberg (4108)" in told[-1]
