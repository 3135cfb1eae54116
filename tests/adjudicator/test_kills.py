"""`hexpost post` killed at random instants, again and again: no letter is lost, none is judged twice."""

from __future__ import annotations

import random
import subprocess
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from adjudicator.archive.verify import verify_desk
from adjudicator.audit.checks import audit, replay
from adjudicator.catalogue import game_names
from tests.adjudicator.house import House, parsed
from tests.adjudicator.killed import put_away_left_files
from tests.adjudicator.test_held import lay
from tests.adjudicator.test_post_game import write_next
from tests.conftest import Tries

ROOT = Path(__file__).parents[2]
EACH = 5
"""Kills between two passes that may end."""


def post(house: House) -> subprocess.Popen[bytes]:
    return house.starts("post")


def undisturbed(house: House) -> float:
    """Let a mail run come to its end; how long it took."""
    began = time.monotonic()
    process = post(house)
    _, said = process.communicate()
    assert process.returncode in (0, 1) and b"Traceback" not in said, said.decode()
    return time.monotonic() - began


def killed(house: House, drawn: random.Random, takes: float, times: int) -> int:
    """Begin a few mail runs and kill each at a random instant; how many were still at work."""
    died = 0
    for _ in range(times):
        process = post(house)
        time.sleep(drawn.uniform(0.2, 1.1) * takes)
        died += process.poll() is None
        process.kill()
        process.communicate()
    return died


def write_some(house: House, drawn: random.Random) -> list[bytes]:
    """A few letters: orders of both sides, words to the other side, and a question; their bytes."""
    before = set(house.desk.inbox.iterdir())
    for _ in range(drawn.randrange(1, 4)):
        side = drawn.choice(("red", "blue"))
        chat = drawn.choice(("", "To Ben: Well met.", "May I see the map?"))
        house.write(side, "if asked loss then lose", chat=chat, id=f"<{house.written}@kill>")
    lay(house, f"Is the bridge open? {house.written}")
    return [path.read_bytes() for path in house.desk.inbox.iterdir() if path not in before]


@pytest.mark.slow
@pytest.mark.parametrize("kills", [3, pytest.param(500, marks=pytest.mark.long)])
def test_the_post_killed_at_random_instants_loses_nothing_and_judges_nothing_twice(
    tmp_path: Path, kills: int, tries: Tries
) -> None:
    house, drawn = House(tmp_path, pictures=False, accepted=False), random.Random(kills)
    kills = tries(kills)
    came = write_some(house, drawn)
    takes, died = undisturbed(house), 0
    while died < kills:
        came += write_some(house, drawn)
        died += killed(house, drawn, takes, min(EACH, kills - died))
        takes = (takes + undisturbed(house)) / 2
    check(house, came)


@pytest.mark.slow
@pytest.mark.of_a_file
@pytest.mark.parametrize("kills", [2, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", game_names())
def test_the_same_of_every_game(tmp_path: Path, game: str, kills: int, tries: Tries) -> None:
    """Real rules, dice and reports: letters of both sides by their bots."""
    house, drawn = House(tmp_path, game, pictures=False, accepted=False), random.Random(kills)
    came, died, kills = list[bytes](), 0, tries(kills)
    for side in house.players:
        house.write(side, "accept")
    house.post()
    takes = undisturbed(house)
    while died < kills and write_next(house, drawn):
        (letter,) = (path for path in house.desk.inbox.iterdir() if path.is_file())
        came.append(letter.read_bytes())
        died += killed(house, drawn, takes, min(EACH, kills - died))
        takes = (takes + undisturbed(house)) / 2
    check(house, came)


def check(house: House, came: list[bytes]) -> None:
    """Every letter is kept and filed, judged once where it brought orders, and answered once."""
    put_away_left_files(house)
    assert [path for path in house.desk.inbox.rglob("*") if path.is_file()] == []
    with house.desk.store() as store:
        assert replay(store, 1).difference == "" and audit(store, 1).faults == ()
        assert store.mail.undelivered() == () and store.held.unfiled() == []
        judged = Counter(sheet.sha256 for sheet in store.journal.sheets(1) if sheet.kind == "orders")
        kept = Counter(row["sha256"][:64] for row in store.database.rows("SELECT sha256 FROM letters"))
    lying = [path.stem[-16:] for place in (house.desk.done, house.desk.held) for path in place.iterdir()]
    answered = Counter(parsed(raw)["In-Reply-To"] for raw in house.outbox().values())
    for raw in came:
        name, letter = sha256(raw).hexdigest(), parsed(raw)
        assert (kept[name], lying.count(name[:16])) == (1, 1), "a letter is lost, or kept twice"
        assert judged[name] == (b"BEGIN ORDERS" in raw)
        assert answered[letter["Message-ID"]] <= 1
    assert verify_desk(house.desk).faults == ()
