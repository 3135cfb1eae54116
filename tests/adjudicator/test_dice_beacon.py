"""Games whose dice are bound to a public beacon: announced first, judged when the round is published."""

from __future__ import annotations

import copy
import json
import re
import shutil
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from typer.testing import CliRunner

import hexpost
from adjudicator import beacon
from adjudicator.audit.checks import audit, replay
from adjudicator.beacon import chain_of
from adjudicator.events import Announced, DieRolled, RoundUsed
from adjudicator.mail.desk import Desk, DeskError, open_desk
from adjudicator.mail.desk.announced import pending
from adjudicator.mail.desk.bound import hash_of
from adjudicator.mail.desk.table import Table, opening_record
from adjudicator.mail.run import run_mail
from adjudicator.mail.telling import verify_dice
from adjudicator.mail.telling.dice_record import record_of
from adjudicator.store import revive
from tests.adjudicator import tinygame
from tests.adjudicator.beacons import Beacon
from tests.adjudicator.house import House, text_of, unguard
from tests.adjudicator.test_dice_record import PROBE
from tests.browser import needs_browser, rendered

ANNA, BEN = "anna@example.org", "ben@example.org"
ATTACK = ("move R1 birch", "attack R1 cedar", "attack R1 cedar", "done")
BEACON = Beacon()


class Bound(House):
    """A desk whose new games are bound to a beacon; nobody has written."""

    def __init__(self, folder: Path, of: Beacon = BEACON) -> None:
        super().__init__(folder, pictures=False, accepted=False)
        self.beacon = of
        of.chain(self.desk.folder)
        self.set('beacon = ""', 'beacon = "chain.json"')
        for mail in (self.desk.outbox / "new").iterdir():
            mail.unlink()
        done = self.says("open", self.name, "--player", f"red=Anna <{ANNA}>", "--player", f"blue=Ben <{BEN}>")
        assert done.exit_code == 0, done.output

    def set(self, old: str, new: str) -> None:
        file = self.desk.folder / "desk.toml"
        told = file.read_text("utf-8")
        assert old in told
        file.write_text(told.replace(old, new, 1), "utf-8")
        self.desk = open_desk(self.desk.folder)

    def form(self, side: str) -> tuple[str, str]:
        with self.desk.store() as store:
            table = Table(store, 2)
        return str(table.state.turn), table.code(side)

    def letter(self, side: str, *lines: str, **told: str) -> bytes:
        return super().letter(side, *lines, **{"game": "2", **told})

    def waits(self) -> list[int]:
        """The rounds for which the game waits."""
        with self.desk.store() as store:
            return [one.said.round for one in pending(store, 2)]

    def publish(self) -> None:
        """Wait until every round is published for which the game waits, and run the mail."""
        for number in self.waits():
            self.beacon.publish(self.desk.beacon, number)
        self.clock += timedelta(minutes=61)
        self.says("post")

    def post(self) -> Any:
        self.clock += timedelta(minutes=1)
        return run_mail(self.desk, self.clock)

    def rolled(self) -> list[tuple[int, str, int]]:
        with self.desk.store() as store:
            found = revive(tinygame.GAME.kinds, store.journal.events(2))
        return [(one.n, one.purpose, one.value) for one in found if isinstance(one, DieRolled)]

    def faults(self) -> tuple[str, ...]:
        with self.desk.store() as store:
            return (*audit(store, 2).faults, *filter(None, (replay(store, 2).difference,)))

    def begun(self) -> Bound:
        """Both have accepted, and bid."""
        for red, blue in (("accept", "accept"), ("bid 3", "bid 1")):
            self.write("red", red)
            self.write("blue", blue)
            self.post()
            self.publish()
        return self


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Bound:
    return Bound(tmp_path_factory.mktemp("beacon")).begun()


class Again(Bound):
    """A copy of a desk."""

    def __init__(self, of: Bound, folder: Path) -> None:
        self.__dict__.update(of.__dict__)
        shutil.copytree(of.desk.folder, folder / "desk")
        self.desk: Desk = open_desk(folder / "desk")


def test_a_game_is_played_through_and_everything_holds(begun: Bound, tmp_path: Path) -> None:
    house = Again(begun, tmp_path)
    assert house.faults() == ()
    before = house.rolled()
    house.write("red", *ATTACK)
    house.post()
    assert house.rolled() == before and len(house.waits()) == 1
    for reader in (ANNA, BEN):
        told = " ".join(house.last(reader).split())
        assert f"beacon round {house.waits()[0]}" in told and re.search("Seal of .*: [0-9a-f]{64}", told)
    house.publish()
    assert house.waits() == [] and len(house.rolled()) > len(before) and house.faults() == ()
    assert "randomness" in house.last(BEN)
    with house.desk.store() as store:
        record = record_of(Table(store, 2), "red", Table(store, 2).last.last_event)
    assert verify_dice.faults(record) == []
    links = [one for one in record["sheets"] if "link" in one]
    told = "".join("".join(text_of(mail) for mail in house.mails(BEN)).split())
    assert links and all(one["announced"] in told for one in links)


def test_nobody_can_read_the_lines_out_of_an_announcement(begun: Bound, tmp_path: Path) -> None:
    """The seal is no plain hash of them: who guesses the lines could try them."""
    house = Again(begun, tmp_path)
    house.write("red", *ATTACK)
    house.post()
    with house.desk.store() as store:
        said = pending(store, 2)[0].said
    lines = "\n".join(line.casefold() for line in ATTACK)
    assert any(hash_of(lines) in text_of(mail) for mail in house.mails(ANNA))
    assert all(hash_of(lines) not in text_of(mail) for mail in house.mails(BEN))
    assert said.seal not in (hash_of(lines), said.letter)
    assert all(said.letter not in mail.as_string() for mail in house.mails())


def test_without_a_beacon_an_opening_record_is_what_it_was(begun: Bound) -> None:
    with begun.desk.store() as store:
        plain, bound = store.journal.game(1).opening, store.journal.game(2).opening
        row = store.journal.game(1)
    assert opening_record(1, tinygame.GAME, row.scenario, row.opened, row.commitment) == plain
    assert sorted(json.loads(plain)) == ["commitment", "dice", "game", "name", "opened", "rules", "scenario"]
    chain = chain_of(bound)
    assert chain is not None and chain.public_key == BEACON.public_key and chain_of(plain) is None


def test_a_game_keeps_its_chain_whatever_the_settings_say_later(begun: Bound, tmp_path: Path) -> None:
    house = Again(begun, tmp_path)
    house.set('beacon = "chain.json"', 'beacon = ""')
    house.write("red", *ATTACK)
    house.post()
    assert house.waits()
    house.publish()
    assert house.waits() == [] and house.faults() == ()


@pytest.mark.slow
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_at_a_shared_store_a_game_is_announced_and_judged_likewise(tmp_path: Path, database: str) -> None:
    """Each pass is a worker's; the round may be dropped in before or after it is looked for."""
    house = Bound(tmp_path).begun()
    assert house.faults() == ()
    before = house.rolled()
    house.write("red", *ATTACK)
    house.post()
    (number,) = house.waits()
    assert house.rolled() == before and f"beacon round {number}" in " ".join(house.last(BEN).split())
    house.clock += timedelta(hours=2)
    assert [bool(house.post().problems) for _ in range(3)] == [True, False, False]
    house.publish()
    assert house.waits() == [] and len(house.rolled()) > len(before) and house.faults() == ()


# -- rounds that are not what they should be --------------------------------------------------------------


def test_without_its_round_a_letter_waits_and_the_referee_is_told(begun: Bound, tmp_path: Path) -> None:
    house = Again(begun, tmp_path)
    house.write("red", *ATTACK)
    assert house.post().problems == [], "nothing is missing before it is published"
    (number,), before = house.waits(), house.rolled()
    house.clock += timedelta(hours=2)
    assert f"round {number} of the beacon is not in" in house.post().problems[0]
    Beacon(secret=7).publish(house.desk.beacon, number)
    assert "not one of this chain" in house.post().problems[0]
    assert house.waits() == [number] and house.rolled() == before
    house.publish()
    assert house.waits() == [] and len(house.rolled()) > len(before)


def test_a_round_that_is_missing_is_told_at_once_and_then_once_a_day(begun: Bound, tmp_path: Path) -> None:
    house = Again(begun, tmp_path)
    house.write("red", *ATTACK)
    house.post()
    house.clock += timedelta(hours=2)
    told = [bool(house.post().problems) for _ in range(30)]
    assert told == [True, *[False] * 29]
    house.clock += timedelta(hours=23)
    assert house.post().problems == []
    house.clock += timedelta(hours=1)
    assert [bool(house.post().problems) for _ in range(2)] == [True, False]


def test_a_later_round_is_not_used_for_orders_that_wait_for_an_earlier_one(
    begun: Bound, tmp_path: Path
) -> None:
    house = Again(begun, tmp_path)
    house.write("red", *ATTACK)
    house.post()
    house.clock += timedelta(hours=2)
    house.write("red", "attack R1 dale", "done")
    house.post()
    first, second = house.waits()
    house.beacon.publish(house.desk.beacon, second)
    house.clock += timedelta(hours=2)
    house.post()
    assert house.waits() == [first, second]
    house.publish()
    assert house.waits() == [] and house.faults() == ()


def changed(house: Bound, name: str, value: object) -> None:
    """Let whoever has the database write another round into the journal, hashes and all but the chain."""
    with house.desk.store() as store:
        unguard(store)
        row = store.journal.events_of(2, RoundUsed.__name__)[-1]
        told = json.dumps({**row.facts, name: value}, sort_keys=True)
        store.database.execute("UPDATE events SET facts = ? WHERE game = 2 AND n = ?", (told, row.n))


@pytest.mark.parametrize("name", ["round", "randomness", "signature", "n"])
def test_a_round_that_was_replaced_afterwards_is_found(name: str, begun: Bound, tmp_path: Path) -> None:
    house = Again(begun, tmp_path)
    other = BEACON.round(1) | {"n": 1}
    changed(house, name, other[name])
    with house.desk.store() as store:
        assert len(audit(store, 2).faults) >= 2
        assert replay(store, 2).difference
        record = record_of(Table(store, 2), "red", Table(store, 2).last.last_event)
    assert verify_dice.faults(record)


def test_an_audit_checks_the_signature_of_each_round(
    begun: Bound, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A referee who changes the program takes a round of his own making: all hashes hold."""
    house = Again(begun, tmp_path)
    house.write("red", *ATTACK)
    house.post()
    house.beacon = Beacon(secret=7)
    monkeypatch.setattr(beacon, "holds", lambda *_: True)
    house.publish()
    assert house.waits() == [] and house.faults() == ()
    monkeypatch.undo()
    (fault,) = house.faults()
    assert "is not one of this chain" in fault


def test_an_audit_finds_a_round_that_was_known_when_it_was_announced(begun: Bound, tmp_path: Path) -> None:
    house = Again(begun, tmp_path)
    with house.desk.store() as store:
        told = store.journal.events_of(2, Announced.__name__)[-1]
        query = "UPDATE sheets SET judged = '2026-12-24T12:00:00+00:00' WHERE game = 2 AND n = ?"
        store.database.execute(query, (told.sheet,))
    assert house.faults() == (f"beacon round {told.facts['round']} was known when it was announced",)


def test_without_the_library_an_audit_says_that_it_could_not_check(
    begun: Bound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "adjudicator.pairing", None)
    beacon.holds.cache_clear()
    assert "pip install 'hexpost[beacon]'" in begun.faults()[0]


# -- the record, and the checks that players get ----------------------------------------------------------


@pytest.fixture(scope="module")
def record(begun: Bound) -> dict[str, Any]:
    with begun.desk.store() as store:
        table = Table(store, 2)
        return record_of(table, "red", table.last.last_event)


def forgeries(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The record, each time changed in one place of its rounds."""
    made: list[dict[str, Any]] = []
    at = max(at for at, one in enumerate(record["sheets"]) if "round" in one)

    def change(**told: object) -> None:
        one = copy.deepcopy(record)
        one["sheets"][at].update(told)
        made.append(one)

    other = BEACON.round(record["sheets"][at]["round"] + 120)
    for number in (0, -119, 1, other["round"], record["sheets"][at]["round"] + 1, "1", None):
        change(round=number)
    change(randomness=other["randomness"])
    change(signature=other["signature"])
    change(randomness=other["randomness"], signature=other["signature"])
    for text in ("", "zz", 7):
        change(signature=text)
        change(randomness=text)
    change(previous_signature="z")
    change(announced="0" * 64)
    change(announcement=1)
    for name in verify_dice.ROUND:
        one = copy.deepcopy(record)
        del one["sheets"][at][name]
        made.append(one)
    one = copy.deepcopy(record)
    for name in verify_dice.ROUND:
        del one["sheets"][at][name]
    return [*made, one]


def test_a_record_whose_rounds_were_changed_passes_no_check(record: dict[str, Any]) -> None:
    assert verify_dice.faults(record) == []
    for at, made in enumerate(forgeries(record)):
        assert verify_dice.faults(made), at


@pytest.mark.slow
@needs_browser
def test_the_page_finds_what_the_program_finds_of_rounds(record: dict[str, Any], tmp_path: Path) -> None:
    records = [record, *forgeries(record)]
    told = json.dumps([("", one) for one in records]).replace("</", "<\\/")
    page = Path(verify_dice.__file__).with_suffix(".html").read_text("utf-8")
    probe = tmp_path / "probe.html"
    probe.write_text(page.replace("</body>", PROBE.replace("%s", told) + "</body>"), "utf-8")
    found = rendered(probe, "--dump-dom", "--virtual-time-budget=60000")
    answer = json.loads(unquote(found.partition("<pre>said ")[2].partition(" end</pre>")[0]))
    for made, said in zip(records, answer["said"], strict=True):
        wrong = verify_dice.faults(made)
        assert bool(wrong) == bool(said)
        if "this is not a record" not in said + str(wrong):
            assert said == " / ".join(wrong)


def test_rules_of_today_judge_a_recorded_game_alike(begun: Bound) -> None:
    done = begun.says("replay", "2", "--with-current-rules", "--json")
    assert done.exit_code == 0 and json.loads(done.output)["different"] == [], done.output


# -- silence ----------------------------------------------------------------------------------------------


def test_a_silence_is_announced_as_orders_are_and_time_granted_later_changes_nothing(
    begun: Bound, tmp_path: Path
) -> None:
    house = Again(begun, tmp_path)
    house.set('on-silence = "remind"', 'on-silence = "pass"')
    house.clock += timedelta(days=8)
    house.post()
    (number,) = house.waits()
    assert "Announcement" in house.last(BEN)
    done = house.says("deadline", "2", "--side", "red", "--extend", "5")
    house.post()
    assert house.waits() == [number], done.output
    house.publish()
    assert number not in house.waits()
    with house.desk.store() as store:
        assert store.journal.events_of(2, RoundUsed.__name__)[-1].facts["round"] == number
    assert house.faults() == ()


# -- the dishonest referee --------------------------------------------------------------------------------


TRICKS = (
    ("deadline", "2", "--side", "red", "--extend", "2"),
    ("pause", "2", "--reason", "a holiday"),
    ("player", "2", "blue", "--rename", "Benjamin"),
    ("player", "2", "--observe", "Eve <eve@example.org>"),
    ("desk", "recode", "2", "red"),
    ("desk", "recode", "2", "blue"),
    ("player", "2", "red", "--substitute", "Dora <dora@example.org>", "--until", "2026-12-24"),
    ("remind", "2"),
)


@pytest.fixture(scope="module")
def announced(begun: Bound, tmp_path_factory: pytest.TempPathFactory) -> Bound:
    house = Again(begun, tmp_path_factory.mktemp("announced"))
    house.write("red", *ATTACK)
    house.post()
    return house


@pytest.fixture(scope="module")
def honest(announced: Bound, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, str, int]]:
    house = Again(announced, tmp_path_factory.mktemp("honest"))
    house.publish()
    return house.rolled()


@pytest.mark.parametrize("words", TRICKS, ids=" ".join)
def test_after_an_announcement_nothing_changes_a_die(
    words: tuple[str, ...], announced: Bound, honest: list[tuple[int, str, int]], tmp_path: Path
) -> None:
    house = Again(announced, tmp_path)
    done = house.says(*words)
    assert done.exit_code == 0, done.output
    house.publish()
    assert house.rolled() == honest and house.faults() == ()


@pytest.mark.parametrize(
    "words",
    [
        ("correct", "2", "--unit", "R2", "--at", "birch", "--reason", "a slip"),
        ("undo", "2", "--before-sheet", "3", "--by-referee", "--reason", "a slip"),
        ("export", "2", "--out", "game.jsonl"),
        ("player", "2", "blue", "--replace", "Carl <carl@example.org>"),
        ("player", "2", "blue", "--leave"),
    ],
    ids=" ".join,
)
def test_what_would_change_the_position_under_an_announcement_is_refused(
    words: tuple[str, ...], announced: Bound, tmp_path: Path
) -> None:
    house = Again(announced, tmp_path)
    done = house.says(*words)
    assert done.exit_code == 1 and "waits for beacon round" in str(done.exception)


def test_a_backup_that_is_restored_rolls_the_same_dice_and_orders_by_another_way_are_not_lost(
    announced: Bound, honest: list[tuple[int, str, int]], tmp_path: Path
) -> None:
    """What was announced is in the store: to throw the email away, or go back to a backup, helps nobody."""
    house = Again(announced, tmp_path)
    kept = tmp_path / "kept.zip"
    assert house.says("desk", "backup", str(kept)).exit_code == 0
    house.publish()
    done = CliRunner().invoke(hexpost.app, ["desk", "restore", str(kept), str(tmp_path / "again"), "--trust"])
    assert done.exit_code == 0, done.output
    house.desk = open_desk(tmp_path / "again")
    for folder in (house.desk.inbox, house.desk.done):
        for letter in folder.rglob("*.eml"):
            letter.unlink()
    assert house.waits()
    house.publish()
    assert house.rolled() == honest and house.faults() == ()


def test_orders_with_a_note_to_the_referee_are_held_for_it_and_judged_once(
    begun: Bound, honest: list[tuple[int, str, int]], tmp_path: Path
) -> None:
    house = Again(begun, tmp_path)
    house.write("red", *ATTACK, chat="Dear referee, see you on Sunday.")
    house.post()
    assert len(house.waits()) == 1 and list(house.desk.held.iterdir())
    (letter,) = house.desk.held.iterdir()
    letter.rename(house.desk.inbox / letter.name)
    house.post()
    assert len(house.waits()) == 1
    house.publish()
    assert house.waits() == [] and house.faults() == ()


def test_another_letter_takes_nobodys_place_and_a_copy_is_judged_once(
    announced: Bound, honest: list[tuple[int, str, int]], tmp_path: Path
) -> None:
    """Who sees the round come and does not like it cannot put other orders before those announced."""
    house = Again(announced, tmp_path)
    house.write("red", "seed better luck", "move R2 birch", "done")
    house.clock += timedelta(minutes=70)
    house.post()
    house.publish()
    house.publish()
    assert house.rolled()[: len(honest)] == honest and house.waits() == [] and house.faults() == ()


def test_a_game_with_a_chain_that_cannot_be_verified_is_not_opened(begun: Bound, tmp_path: Path) -> None:
    house = Again(begun, tmp_path)
    words = ("open", house.name, "--player", f"red={ANNA}", "--player", f"blue={BEN}")
    for told in (Beacon().info() | {"schemeID": "bls-unchained-on-g1"}, {}, {"period": -1}):
        (house.desk.folder / "chain.json").write_text(json.dumps(told), "utf-8")
        done = house.says(*words)
        assert isinstance(done.exception, DeskError) and "No game was opened" in str(done.exception)
    (house.desk.folder / "chain.json").unlink()
    assert "No game was opened" in str(house.says(*words).exception)
