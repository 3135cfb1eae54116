"""Mails as programs, servers and people make them: each file in letters/ with what the referee makes of it.

The .txt beside a letter is what `hexpost post` says of it, where it lies afterwards, and how each mail that
answers it begins. It is read by a person whenever `pytest --update-golden` writes it anew.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from adjudicator.mail.run import MailRun
from adjudicator.mail.writing.outbox import TO_REFEREE
from bench.pace import within
from tests.adjudicator.house import House, parsed, text_of
from tests.adjudicator.test_post_crash import copied

LETTERS = Path(__file__).with_name("letters")
NAMES = sorted(path.stem for path in LETTERS.glob("*.eml"))
FIRST = 24
"""Lines of an answer that are kept: the verdicts, and what would be right."""
SECONDS = 2.0  # of processor time for one letter


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("opened"), pictures=False)


@pytest.fixture
def house(opened: House, tmp_path: Path) -> House:
    return copied(opened, tmp_path)


def outcome(house: House, done: MailRun, before: set[str]) -> str:
    """What became of a letter, as text."""
    lines: list[str] = []
    for one in done.letters:
        game = f"game {one.game}, " if one.game else ""
        lines.append(f"{one.sender or 'nobody'}: {game}{one.row} ({one.action}): {one.why}")
        lines += [f"    note to you: {line}" for line in one.words[:2000].splitlines()[:6]]
    lines += done.problems
    where = [folder.name for folder in (house.desk.done, house.desk.held) if any(folder.iterdir())]
    lines.append(f"lies in {' and '.join(where)}/")
    answers = {name for name in house.outbox() if name not in before and not name.startswith(TO_REFEREE)}
    for mail in (parsed(house.outbox()[name]) for name in sorted(answers)):
        lines += ["", f"To: {mail['To']}", f"Subject: {mail['Subject']}"]
        lines += [line[:120].rstrip() for line in text_of(mail).splitlines()[2 : 2 + FIRST]]
    return "\n".join(lines).rstrip() + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_the_referee_makes_of_a_letter_what_a_sensible_person_would(
    house: House, request: pytest.FixtureRequest, name: str
) -> None:
    before = set(house.outbox())
    (house.desk.inbox / f"{name}.eml").write_bytes((LETTERS / f"{name}.eml").read_bytes())
    began = time.process_time()
    done = house.post()
    assert within(time.process_time() - began, SECONDS)
    told, file = outcome(house, done, before), LETTERS / f"{name}.txt"
    if request.config.getoption("--update-golden"):
        file.write_text(told, encoding="utf-8", newline="\n")
    assert told == file.read_text(encoding="utf-8"), "see the difference; --update-golden writes it anew"


def test_there_are_enough_of_them_and_none_has_lost_its_outcome() -> None:
    assert len(NAMES) >= 60
    assert sorted(path.stem for path in LETTERS.glob("*.txt")) == NAMES
