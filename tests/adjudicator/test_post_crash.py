"""A pass killed at any moment: the next one ends where an undisturbed one would have, to the byte."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path

import pytest

from adjudicator.mail.desk import open_desk
from tests.adjudicator.house import House
from tests.adjudicator.killed import KILLED, killed
from tests.cases import one_quick

LETTERS = "SELECT id, sha256, policy, action, judged FROM letters"
PLACES = [
    "adjudicator.mail.run.judging:Judging._orders",
    "adjudicator.mail.run.passing:Passing._keep",
    "adjudicator.store.mailbag:Mailbag.mark_judged",
    "adjudicator.store.mailbag:Mailbag.list_lines",
    "adjudicator.mail.sending.despatch:Despatch.pass_on",
    "adjudicator.store.mailbag:Mailbag.add_letter",
    "adjudicator.store.database:Database.insert_many",
    "adjudicator.store.journal:Journal.add_sheet",
    "adjudicator.store.mailbag:Mailbag.add_deadline",
    "adjudicator.store.mailbag:Mailbag.add_mail",
    "adjudicator.mail.sending.despatch:Despatch.report",
    "adjudicator.mail.sending.laying:deliver",
    "adjudicator.store.mailbag:Mailbag.mark_delivered",
    "adjudicator.mail.sending.despatch:Despatch.deliver",
    "adjudicator.mail.run.clerk:settle",
    "adjudicator.store.mailbag:Mailbag.mark_filed",
]


def all_of(house: House) -> dict[str, object]:
    """Everything a desk holds that anybody could look at."""
    with house.desk.store() as store:
        kept = {
            "sheets": store.journal.sheets(1),
            "events": store.journal.events(1),
            "rulings": store.journal.rulings(1, 1),
            "deadlines": store.mail.deadlines(),
            "mails": [(mail.name, bool(mail.delivered)) for mail in store.mail.reports(1)],
            "undelivered": store.mail.undelivered(),
            "words": [tuple(row) for row in store.database.rows("SELECT * FROM chat")],
            "letters": [tuple(row) for row in store.database.rows(LETTERS)],
        }
    folders = {
        folder.name: sorted(path.name for path in folder.rglob("*") if path.is_file())
        for folder in (house.desk.inbox, house.desk.done, house.desk.held)
    }
    return {**kept, **folders, "outbox": house.outbox()}


def moved(house: House) -> House:
    """The house after both bids, with a sheet that rolls dice in its inbox."""
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    house.post()
    house.write(
        "red", "move R1 birch", "attack R1 cedar", "attack R1 cedar", "done", chat="May I?\n\nTo Ben: Na?"
    )
    return house


def copied(house: House, folder: Path) -> House:
    """The same house with a desk of its own."""
    shutil.copytree(house.desk.folder, folder / "desk")
    other = copy.copy(house)
    other.desk = open_desk(folder / "desk")
    return other


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house with that sheet in its inbox, of which copies are disturbed."""
    return moved(House(tmp_path_factory.mktemp("waiting")))


@pytest.fixture
def house(waiting: House, tmp_path: Path) -> House:
    return copied(waiting, tmp_path)


@pytest.fixture(scope="module")
def undisturbed(waiting: House, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    house = copied(waiting, tmp_path_factory.mktemp("undisturbed"))
    house.post()
    return all_of(house)


@pytest.mark.parametrize("when", one_quick(["before", "after"]))
@pytest.mark.parametrize("place", PLACES)
def test_a_killed_run_half_happens_nowhere(
    house: House, undisturbed: dict[str, object], place: str, when: str
) -> None:
    before = all_of(house)
    pass_at = house.clock.replace(hour=house.clock.hour + 1)
    assert killed(place, when, house.desk.folder, pass_at) == KILLED
    after = all_of(house)
    assert after["events"] in (before["events"], undisturbed["events"]), "a sheet half happened"
    house.post()
    assert all_of(house) == undisturbed


@pytest.mark.slow
def test_two_posts_at_one_desk_do_everything_once(tmp_path: Path) -> None:
    house = House(tmp_path)
    for _ in range(3):
        house.write("red", "if asked loss then lose")
        house.write("blue", "if asked loss then lose")
    posts = [house.starts("post") for _ in range(2)]
    said = [post.communicate()[1].decode() for post in posts]
    assert [post.returncode for post in posts] == [0, 0], said
    with house.desk.store() as store:
        assert len(store.journal.sheets(1)) == 9
        assert store.mail.undelivered() == ()
    assert list(house.desk.inbox.glob("*.eml")) == []
    assert len(list(house.desk.done.iterdir())) == 6
