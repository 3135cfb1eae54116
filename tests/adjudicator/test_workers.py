"""Several workers at one desk in PostgreSQL: each letter is dealt with once, those of a game in order."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from adjudicator.archive.backup import backup, restore
from adjudicator.archive.verify import verify_desk
from adjudicator.audit.checks import audit, replay
from adjudicator.catalogue import game_names
from adjudicator.mail.desk import DeskError, open_desk
from adjudicator.mail.desk.table import Table
from adjudicator.mail.run.workers import Worker
from adjudicator.mail.settings.database import open_database
from adjudicator.mail.settings.keeping import Keeping, keeping_faults
from adjudicator.store import StoreUnusable
from adjudicator.store.arrivals import Arrivals
from bench.postgres import free_port
from tests.adjudicator.house import SECRET, House, everything, parsed
from tests.adjudicator.killed import AFTER, BEFORE, KILLED, killed, put_away_left_files
from tests.adjudicator.test_post_game import next_letter
from tests.conftest import Tries

ROOT = Path(__file__).parents[2]
ON_POSTGRES = pytest.mark.parametrize(
    "database", [pytest.param("postgres", marks=pytest.mark.slow)], indirect=True
)
GAMES, EACH = 3, 4
LAYING = ("adjudicator.mail.sending.laying:deliver", "adjudicator.store.mailbag:Mailbag.mark_delivered")
"""Where a worker has laid mails into the outbox, and has not yet noted it for good."""


def several(folder: Path, game: str = "") -> House:
    """A desk with a few games of the same two players."""
    house = House(folder, game, pictures=False, accepted=False)
    for _ in range(GAMES - 1):
        house.open(SECRET, accepted=False)
    return house


def write(house: House, game: int, *lines: str, side: str = "red", chat: str = "") -> bytes:
    """Lay orders for a game into the inbox; each comes a second after the one before."""
    with house.desk.store() as store:
        table = Table(store, game)
    told = {"game": str(game), "turn": str(table.state.turn), "code": table.code(side)}
    return house.write(side, *lines, chat=chat, id=f"<{house.written}@club>", **told).read_bytes()


def worker(house: House) -> subprocess.Popen[bytes]:
    return house.starts("post")


def finish(workers: list[subprocess.Popen[bytes]]) -> None:
    for process in workers:
        _, said = process.communicate(timeout=120)
        assert b"Traceback" not in said, said.decode()


def check(house: House, came: dict[int, list[bytes]], before: Mapping[int, int] | None = None) -> None:
    """Every letter is kept, judged once, in its order and answered once, after the sheets that were judged
    before; and all the desk keeps holds."""
    put_away_left_files(house)
    assert not [path for path in house.desk.inbox.rglob("*") if path.is_file()]
    assert not list(house.desk.taken.iterdir())
    answers = Counter(parsed(raw)["In-Reply-To"] for raw in house.outbox().values())
    with house.desk.store() as store:
        assert store.mail.undelivered() == () and not store.database.rows("SELECT n FROM arrivals")
        for game, raws in came.items():
            sheets = store.journal.sheets(game)[(before or {}).get(game, 0) :]
            judged = [sheet.sha256 for sheet in sheets if sheet.kind == "orders"]
            assert judged == [sha256(raw).hexdigest() for raw in raws]
            assert [answers[parsed(raw)["Message-ID"]] for raw in raws] == [1] * len(raws)
            assert replay(store, game).difference == "" and audit(store, game).faults == ()
    assert verify_desk(house.desk).faults == ()


@ON_POSTGRES
@pytest.mark.parametrize("kills", [0, 3])
def test_two_workers_judge_each_letter_once_and_those_of_a_game_in_order(
    tmp_path: Path, database: str, kills: int
) -> None:
    house, drawn = several(tmp_path), random.Random(kills)
    came: dict[int, list[bytes]] = {game: [] for game in range(1, GAMES + 1)}
    for n in range(EACH):
        for game in came:
            came[game].append(write(house, game, f"if asked loss then {('lose', 'hold')[n % 2]}"))
    for _ in range(kills):
        killed = [worker(house), worker(house)]
        time.sleep(drawn.uniform(0.8, 3.0))
        killed[0].kill()
        finish(killed)
    finish([worker(house), worker(house)])
    finish([worker(house)])
    check(house, came)


@ON_POSTGRES
@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", game_names())
def test_two_workers_of_whom_one_is_killed_do_so_in_every_game(
    tmp_path: Path, database: str, game: str, kills: int, tries: Tries
) -> None:
    """Real rules, dice and reports: letters of both sides by their bots."""
    house, drawn, died = several(tmp_path, game), random.Random(kills), 0
    came: dict[int, list[bytes]] = {number: [] for number in range(1, GAMES + 1)}
    for number in came:
        for side in house.players:
            write(house, number, "accept", side=side)
    house.post()
    with house.desk.store() as store:
        before = {number: len(store.journal.sheets(number)) for number in came}
    while died < tries(kills):
        for number, raws in came.items():
            side, lines, form = next_letter(house, drawn, number)
            if side:
                raws.append(house.write(side, *lines, id=f"<{house.written}@club>", **form).read_bytes())
        for _ in range(min(EACH, tries(kills) - died)):
            killed = [worker(house), worker(house)]
            time.sleep(drawn.uniform(0.4, 3.0))
            died += killed[0].poll() is None
            killed[0].kill()
            finish(killed)
        finish([worker(house), worker(house)])
        finish([worker(house)])
    check(house, came, before)


@ON_POSTGRES
@pytest.mark.parametrize("sent", [False, True])
@pytest.mark.parametrize("place", LAYING)
def test_a_worker_killed_between_a_mail_and_its_commit_sends_nothing_twice(
    tmp_path: Path, database: str, place: str, sent: bool
) -> None:
    house = several(tmp_path)
    came = {game: [write(house, game, "if asked loss then lose")] for game in range(1, GAMES + 1)}
    before = house.outbox()
    assert killed(place, AFTER, house.desk.folder, house.clock) == KILLED
    laid = house.outbox().keys() - before.keys()
    with house.desk.store() as store:
        assert laid & {name for name, _ in store.mail.names_waiting()}, "killed before anything was noted"
    for name in laid if sent else ():
        (house.desk.outbox / "new" / name).rename(house.desk.outbox / "cur" / name)
    finish([worker(house), worker(house)])
    finish([worker(house)])
    assert not sent or not laid & house.outbox().keys(), "what was sent is not laid there again"
    for name in laid if sent else ():
        (house.desk.outbox / "cur" / name).rename(house.desk.outbox / "new" / name)
    check(house, came)


@ON_POSTGRES
def test_the_file_of_a_worker_killed_after_its_commit_is_put_away_a_minute_later(
    tmp_path: Path, database: str
) -> None:
    house = several(tmp_path)
    came = {1: [write(house, 1, "if asked loss then lose")]}
    place = "adjudicator.mail.run.workers:Worker._move"
    assert killed(place, BEFORE, house.desk.folder, house.clock) == KILLED
    house.post()
    left = [path.read_bytes() for path in house.desk.taken.iterdir()]
    assert left == came[1], "another may be at work on it"
    check(house, came)


@ON_POSTGRES
def test_a_letter_is_in_the_hands_of_one_worker_and_free_again_when_that_is_gone(
    tmp_path: Path, database: str
) -> None:
    house = several(tmp_path)
    first, _, other = (write(house, game, "if asked loss then lose") for game in (1, 1, 2))
    with house.desk.store() as one, house.desk.store() as two:
        Worker(house.desk, one, house.clock).lay_in(lambda: False)
        at_one, at_two = Arrivals(one.database), Arrivals(two.database)
        one.database.execute("BEGIN")
        two.database.execute("BEGIN")
        n = at_one.first(99)
        held, none = at_one.claim(n), at_two.claim(n)
        assert held is not None and none is None
        assert (held.letter.raw, held.games, len(held.later)) == (first, (1,), 1)
        m = at_two.first(99)
        found = at_two.claim(m)
        assert found is not None and found.letter.raw == other
        assert not at_two.first(99, {m}), "the second of a game waits for its first"
        one.close()  # as a worker that is killed
        deadline = time.monotonic() + 10
        while (again := at_two.claim(n)) is None and time.monotonic() < deadline:
            time.sleep(0.05)
        assert again is not None and again.letter.raw == first
        two.database.execute("ROLLBACK")


@ON_POSTGRES
def test_a_letter_with_words_waits_for_all_games_of_its_writer(tmp_path: Path, database: str) -> None:
    house = several(tmp_path)
    write(house, 1, "if asked loss then lose", chat="To Ben: Well met.")
    with house.desk.store() as store:
        Worker(house.desk, store, house.clock).lay_in(lambda: False)
        lanes = [row["game"] for row in store.database.rows("SELECT game FROM lanes ORDER BY game")]
    assert lanes == list(range(1, GAMES + 1))


@ON_POSTGRES
def test_a_command_waits_for_a_letter_in_hand_and_says_so_where_that_takes_too_long(
    tmp_path: Path, database: str
) -> None:
    house = House(tmp_path, pictures=False)
    with house.desk.store() as store, store.transaction():
        store.database.wait_for("desk.lock", shared=True)
        with pytest.raises(DeskError, match="another hexpost is at work"), house.desk.alone(0.1):
            pass
    with house.desk.alone(0.1), house.desk.store() as store:
        assert not store.database.try_for("desk.lock", stay=True)


@ON_POSTGRES
def test_a_desk_moves_from_a_database_to_a_file_and_back_by_its_backup(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    house = several(tmp_path)
    write(house, 2, "if asked loss then lose", chat="To Ben: Well met.")
    house.post()
    waiting = write(house, 3, "if asked loss then lose")
    with house.desk.store() as store:
        Worker(house.desk, store, house.clock).lay_in(lambda: False)
        before = everything(store)
    backup(house.desk, tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "file", agreed=lambda what: True)
    with pytest.raises(DeskError, match=r"already has a desk in it\. Nothing was restored"):
        restore(tmp_path / "backup.zip", tmp_path / "no", database, lambda what: True)
    assert not (tmp_path / "no").exists()
    there = request.getfixturevalue("postgres").schema("another")
    restore(tmp_path / "backup.zip", tmp_path / "back", there, lambda what: True)
    made_again = dict.fromkeys(("snapshots", "glances"))
    for name in ("file", "back"):
        desk = open_desk(tmp_path / name)
        assert desk.settings.store.database == (there if name == "back" else "")
        assert [path.read_bytes() for path in desk.inbox.glob("*.eml")] == [waiting]
        house.desk = desk
        with desk.store() as store:
            assert everything(store) | made_again == before | made_again
        assert [letter.action for letter in house.post().letters] == ["take"]
        assert verify_desk(desk).faults == ()


def test_a_database_that_is_not_there_is_said_in_words(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreUnusable, match="the store cannot be reached: connection"):
        open_database(Keeping(f"postgresql://club@127.0.0.1:{free_port()}/club"), tmp_path)


def test_a_database_without_what_it_needs_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "adjudicator.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DeskError, match=r"pip install 'hexpost\[postgres\]'"):
        open_database(Keeping("postgresql://club@db.example.org/club"), tmp_path)


def test_the_password_of_a_database_is_never_written_into_the_settings() -> None:
    said = dict(keeping_faults({"database": "postgresql://club:geheim@db.example.org/club"}))
    assert "never written into this file" in said["database"] and "geheim" not in str(said)
    assert dict(keeping_faults({"database": "mysql://x/y"}))["database"].startswith(
        "this should be the address"
    )
    assert "database is not said" in dict(keeping_faults({"password-env": "X"}))[""]
    assert not list(keeping_faults({"database": "postgresql://c@db.example.org/c", "password-env": "X"}))


@pytest.mark.slow
def test_a_desk_in_files_knows_nothing_of_a_server(tmp_path: Path) -> None:
    house = House(tmp_path)
    told = "import sys, hexpost; sys.argv = ['hexpost', 'post', '--desk', sys.argv[1]]\n"
    told += "try: hexpost.main()\n"
    told += "finally: assert not {'psycopg', 'adjudicator.store.postgres'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", told, str(house.desk.folder)], cwd=ROOT, check=True)
