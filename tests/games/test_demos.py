"""The demo of every game that has one: its letters are understood as meant, and the replay agrees."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from adjudicator import demo
from adjudicator.catalogue import find_game, game_names
from adjudicator.game import Game
from tests.cases import one_quick
from tests.games.test_whole_game_by_mail import quiet_desk

WITH_DEMO = [name for name in game_names() if (find_game(name).folder / "demo.toml").is_file()]
NOTHING = "You have no move to make."
VERDICT = re.compile(r"^ +(OK|REFUSED|NOT UNDERSTOOD|AMBIGUOUS|NOT USED|QUEUED|ON HOLD)\b", re.MULTILINE)
SHOWN = {"OK": "done", "QUEUED": "waiting", "ON HOLD": "waiting"}
MEANT = {
    "amberroad": {"REFUSED": 1, "NOT UNDERSTOOD": 1, "waiting": 11},
    "donnerschlag": {"REFUSED": 1, "NOT UNDERSTOOD": 1, "waiting": 7},
    "koenigsberg45": {"REFUSED": 2, "NOT UNDERSTOOD": 2, "waiting": 4},
    "panzerkorps48": {"REFUSED": 1, "NOT UNDERSTOOD": 1, "waiting": 3},
    "raceforberlin": {"REFUSED": 1, "NOT UNDERSTOOD": 2, "waiting": 2},
    "redvengeance": {"REFUSED": 14, "NOT UNDERSTOOD": 1, "waiting": 17},
}
"""How often each demo is answered so; "done" is what is left."""
WAITED = {
    "amberroad": 10,
    "donnerschlag": 7,
    "koenigsberg45": 2,
    "panzerkorps48": 3,
    "raceforberlin": 2,
    "redvengeance": 10,
}
"""How many lines that waited each demo's writers are told of as done."""
FORMS_AFTER = {
    "amberroad": 2,
    "donnerschlag": 4,
    "koenigsberg45": 5,
    "panzerkorps48": 6,
    "raceforberlin": 5,
    "redvengeance": 5,
}
"""After how many letters of each demo one side has had a report that asks nothing of it."""


def verdicts(game: Game, texts: list[str]) -> Counter[str]:
    answers = [text for text in texts if "Your orders, line by line:" in text]
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
    return Counter("done" if word == "OK" else word for word in found)  # the line «done» is carried out


@pytest.mark.slow
@pytest.mark.parametrize("name", one_quick(reversed(WITH_DEMO)))
def test_the_letters_of_a_demo_are_judged_as_they_are_meant(name: str, tmp_path: Path) -> None:
    desk, game = quiet_desk(tmp_path / "desk"), find_game(name)
    script = demo.read_script(game)
    demo.play(desk, game, script.letters, script.scheme)
    texts = [demo.plain_text(mail) for mail in demo.mails(desk)]
    found = verdicts(game, texts)
    assert {word: count for word, count in found.items() if word != "done"} == MEANT[name]
    assert found["done"] > 3 * (found["REFUSED"] + found["NOT UNDERSTOOD"])
    assert waited(texts) == {"done": WAITED[name]}
    assert script.open_first in game.sides
    assert demo.replayed(desk) == "identical"


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_DEMO)
def test_every_report_of_a_game_has_the_form_of_its_reader(name: str, tmp_path: Path) -> None:
    """Once: high up where something is asked of him, at the end where nothing is."""
    desk, game = quiet_desk(tmp_path / "desk"), find_game(name)
    script = demo.read_script(game)
    demo.play(desk, game, script.letters[: FORMS_AFTER[name]], script.scheme)
    reports = [mail for mail in demo.mails(desk) if demo.kind_of(mail) == "report"]
    assert any(NOTHING in demo.plain_text(mail) for mail in reports)
    for mail in reports:
        side, text = (
            next(one for one in game.sides if demo.address(one) in str(mail["To"])),
            demo.plain_text(mail),
        )
        form = re.findall(rf"\nBEGIN ORDERS 1 turn 1 {side} \S+\n(?:.*\n)*?END ORDERS\n", text)
        assert len(form) == 1
        assert text.endswith(form[0]) == (NOTHING in text)


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
