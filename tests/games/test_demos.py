"""The demo of every game that has one: its letters are understood as meant, and the replay agrees."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from adjudicator import demo
from adjudicator.catalogue import find_game, game_names
from adjudicator.game import Game
from tests.games.test_whole_game_by_mail import quiet_desk

WITH_DEMO = [name for name in game_names() if (find_game(name).folder / "demo.toml").is_file()]
VERDICT = re.compile(r"^ +(done|REFUSED|NOT UNDERSTOOD|AMBIGUOUS|not judged|waiting)\b", re.MULTILINE)
MEANT = {
    "koenigsberg45": {"REFUSED": 2, "NOT UNDERSTOOD": 2, "waiting": 1},
    "raceforberlin": {"REFUSED": 1, "NOT UNDERSTOOD": 2},
}
"""How often each demo is answered so; "done" is what is left."""


def verdicts(game: Game, texts: list[str]) -> Counter[str]:
    answers = [text for text in texts if "Your orders, line by line:" in text]
    assert answers, f"nobody of {game.title} was answered"
    return Counter(word for text in answers for word in VERDICT.findall(text))


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_DEMO)
def test_the_letters_of_a_demo_are_judged_as_they_are_meant(name: str, tmp_path: Path) -> None:
    desk, game = quiet_desk(tmp_path / "desk"), find_game(name)
    script = demo.read_script(game)
    demo.play(desk, game, script.letters)
    found = verdicts(game, [demo.plain_text(mail) for mail in demo.mails(desk)])
    assert {word: count for word, count in found.items() if word in MEANT[name]} == MEANT[name]
    assert found["done"] > 3 * sum(MEANT[name].values())
    assert script.open_first in game.sides
    assert demo.replayed(desk) == "identical"


@pytest.mark.slow
def test_the_demo_of_koenigsberg_shows_barrages_battles_and_a_question_at_its_end(tmp_path: Path) -> None:
    desk, game = quiet_desk(tmp_path / "desk"), find_game("koenigsberg45")
    demo.play(desk, game, demo.read_script(game).letters)
    told = [demo.plain_text(mail) for mail in demo.mails(desk) if "report to German" in str(mail["Subject"])]
    everything = "\n".join(told)
    assert len(re.findall(r"\+--- Barrage on", everything)) == 12
    assert len(re.findall(r"\+--- Attack on", everything)) == 3
    assert "advances from" in everything and "retreats from" in everything
    assert "YOUR DECISION NOW" in told[-1] and "+--- Attack on 4323" in told[-1]
