"""Who is not asked anything is told later: all of it, once, in order, and at most a day late."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.commands import arrange, people, timing
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.telling.rhythm import day_ends
from adjudicator.store import StoreUnusable
from tests.adjudicator.house import House, head_of, text_of

ANNA, BEN = "anna@example.org", "ben@example.org"
DAY = timedelta(days=1)
GAMES_OF = re.compile(r"The games of (\S+): (.+?index\.html)")
STEPS = ("move R1 birch", "move R1 ash", "move R2 birch")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """Red is to move, by the settings that a new desk has."""
    made = House(tmp_path, pictures=False, reports="when asked").both_bid()
    monkeypatch.setattr(arrange, "now", lambda: made.clock)
    return made


def reports(house: House, address: str) -> list[str]:
    return [text_of(mail) for mail in house.mails(address) if "CURRENT SITUATION" in text_of(mail)]


def steps(house: House) -> int:
    """Red takes some steps, and Blue is asked nothing; how many reports Blue had before."""
    before = len(reports(house, BEN))
    for line in STEPS:
        house.write("red", line)
        house.post()
    assert len(reports(house, BEN)) == before
    return before


def holds(house: House) -> None:
    with house.desk.store() as store:
        assert (replay(store, 1).difference, audit(store, 1).faults) == ("", ())


def owed(house: House) -> list[tuple[int, str]]:
    with house.desk.store() as store:
        return store.mail.digests("9999")


def in_order(told: str) -> bool:
    """Whether a report tells each of the steps once, in their order."""
    found = re.findall(r"Red moves from (\w+) to (\w+)", told)
    return found == [("Ash", "Birch"), ("Birch", "Ash"), ("Ash", "Birch")]


# -- when ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_everything_comes_with_the_next_question(house: House) -> None:
    before = steps(house)
    house.write("red", "done")
    house.post()
    (told,) = reports(house, BEN)[before:]
    assert in_order(told) and "YOUR MOVE, by" in told
    assert (1, "blue") not in owed(house)
    holds(house)


@pytest.mark.slow
def test_or_when_the_day_ends_and_only_once(house: House) -> None:
    before = steps(house)
    house.clock += DAY
    house.post()
    (told,) = reports(house, BEN)[before:]
    assert in_order(told) and owed(house) == []
    for _ in range(3):
        house.clock += DAY
        house.post()
    assert len(reports(house, BEN)) == before + 1
    holds(house)


def test_the_day_ends_where_the_player_lives() -> None:
    noon = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
    assert day_ends(noon, "UTC") == datetime(2026, 11, 21, 0, 0, tzinfo=UTC)
    assert day_ends(noon, "America/New_York") == datetime(2026, 11, 21, 5, 0, tzinfo=UTC)
    late = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
    assert day_ends(late, "Asia/Tokyo") == datetime(2026, 11, 21, 15, 0, tzinfo=UTC)
    for hour in range(60):  # a day of twenty-five hours is no reason to be told later
        now = datetime(2026, 10, 24, 0, 0, tzinfo=UTC) + hour * timedelta(hours=1)
        assert now < day_ends(now, "Europe/Berlin") <= now + DAY


def test_with_nothing_to_do_the_post_asks_once_what_is_due(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps(house)
    monkeypatch.setattr(Despatch, "digest", lambda *_: pytest.fail("no digest is due"))
    house.post()


@pytest.mark.slow
def test_a_player_may_want_one_report_a_day(house: House) -> None:
    house.write("blue", "reports daily", "pictures none")
    house.post()
    before = len(reports(house, BEN))
    house.write("red", *STEPS, "done")
    house.post()
    assert len(reports(house, BEN)) == before and (1, "blue") in owed(house)
    house.clock += DAY
    house.post()
    (told,) = reports(house, BEN)[before:]
    assert in_order(told) and "YOUR MOVE, by" in told
    holds(house)


def test_a_player_may_want_every_report_at_once(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False, reports="when asked")
    house.write("blue", "reports at once", "bid 1")
    house.write("red", "bid 3")
    house.post()
    (_, told) = reports(house, BEN)
    assert "For your information - turn 1, Orders" in told and "Bids: Blue 1, Red 3." in told
    holds(house)


def test_a_question_whose_deadline_is_near_does_not_wait_for_the_day_to_end(house: House) -> None:
    timing.deadline(house.desk.folder, 1, timing.Wish(days="1", reports="daily"), as_json=False)
    before = len(reports(house, BEN))
    house.write("red", *STEPS, "done")
    house.post()
    assert len(reports(house, BEN)) == before + 1


@pytest.mark.slow
def test_a_game_may_have_its_own_way(house: House) -> None:
    timing.deadline(house.desk.folder, 1, timing.Wish(reports="daily"), as_json=False)
    before = len(reports(house, BEN))
    house.write("red", *STEPS, "done")
    house.post()
    assert len(reports(house, BEN)) == before
    house.clock += DAY
    house.post()
    assert "a player without a move gets reports daily" in " ".join(reports(house, BEN)[-1].split())
    holds(house)


def test_no_other_way_is_taken(house: House) -> None:
    house.write("blue", "reports weekly")
    house.post()
    assert "reports at once" in house.last(BEN) and "reports daily" in house.last(BEN)


# -- what is not told ------------------------------------------------------------------------------------


def test_orders_that_changed_nothing_bring_their_answer_and_no_report(house: House) -> None:
    before, due = {address: len(house.mails(address)) for address in (ANNA, BEN)}, owed(house)
    house.write("red", "move R1 dale")
    house.post()
    (answer,) = house.mails(ANNA)[before[ANNA] :]
    assert "REFUSED" in text_of(answer) and len(house.mails(BEN)) == before[BEN]
    house.write("blue", "if asked loss then lose")
    house.post()
    assert len(house.mails(BEN)) == before[BEN] + 1 and len(house.mails(ANNA)) == before[ANNA] + 1
    assert owed(house) == due


@pytest.mark.slow
def test_a_stretch_that_was_taken_back_is_not_told(house: House) -> None:
    before = steps(house)
    with house.desk.store() as store:
        first = store.journal.last_sheet(1).n - len(STEPS) + 1
    done = house.says("undo", "1", "--before-sheet", str(first), "--reason", "a slip", "--by-referee")
    assert done.exit_code == 0, done.output
    told = "\n".join(reports(house, BEN)[before:])
    assert "The game is rolled back to the position" in told and "Red moves from" not in told
    house.clock += DAY
    house.post()
    assert len(reports(house, BEN)) == before + 1
    holds(house)


@pytest.mark.slow
def test_a_digest_that_a_crash_broke_off_comes_with_the_next_mail_run(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = steps(house)
    house.clock += DAY
    with monkeypatch.context() as patch:
        add = Despatch._add

        def crashes(*told: object, **more: object) -> None:
            add(*told, **more)  # type: ignore[arg-type]
            raise StoreUnusable("the disk is full")

        patch.setattr(Despatch, "_add", crashes)
        with pytest.raises(StoreUnusable):
            house.post()
    assert len(reports(house, BEN)) == before and owed(house)
    house.post()
    house.post()
    (told,) = reports(house, BEN)[before:]
    assert in_order(told)
    holds(house)


# -- people and pauses -----------------------------------------------------------------------------------


def test_a_pause_is_a_short_mail_to_who_is_asked_and_a_line_for_the_others(house: House) -> None:
    before = {address: len(house.mails(address)) for address in (ANNA, BEN)}
    timing.pause(house.desk.folder, 1, "holidays", as_json=False)
    (word,) = house.mails(ANNA)[before[ANNA] :]
    assert "The game is paused: holidays" in text_of(word) and len(text_of(word)) < 600
    assert "BEGIN ORDERS" not in text_of(word) and len(house.mails(BEN)) == before[BEN]
    timing.resume(house.desk.folder, 1, as_json=False)
    assert "Please answer by" in text_of(house.mails(ANNA)[-1])
    house.write("red", *STEPS, "done")
    house.post()
    told = reports(house, BEN)[-1]
    assert told.count("The game is paused: holidays") == 1 and told.count("The game goes on") == 1
    house.write("blue", "done")
    house.post()
    assert "The game is paused" not in reports(house, ANNA)[-1]  # it had a mail of that
    holds(house)


def test_what_concerns_people_is_a_line_in_the_next_report(house: House) -> None:
    before, due = {address: len(house.mails(address)) for address in (ANNA, BEN)}, owed(house)
    people.player(house.desk.folder, 1, people.Wish(side="blue", rename="Benjamin"), as_json=False)
    assert {address: len(house.mails(address)) for address in (ANNA, BEN)} == before
    assert owed(house) == due
    house.write("red", "move R1 birch")
    house.post()
    assert "Ben is now called Benjamin" in reports(house, ANNA)[-1]
    holds(house)


# -- one thread ------------------------------------------------------------------------------------------


def bare(subject: str) -> str:
    """A subject as mail programs compare it."""
    return re.sub(r"^(?:(?:re|fwd?|aw)\s*:\s*)+", "", subject, flags=re.IGNORECASE)


def threads(mails: list[EmailMessage], subjects: bool) -> int:
    """How many threads a mail program makes of these: mails belong together that have an id in common and,
    as for Gmail (`subjects`), the same subject. Apple Mail asks for the ids alone."""
    groups: list[tuple[set[str], str]] = []
    for mail in mails:
        named = f"{mail['Message-ID']} {mail['In-Reply-To'] or ''} {mail['References'] or ''}"
        ids, subject = set(named.split()), bare(str(mail["Subject"])) if subjects else ""
        mine = [one for one in groups if one[0] & ids and one[1] == subject]
        groups = [one for one in groups if one not in mine]
        groups.append((ids.union(*(one[0] for one in mine)), subject))
    return len(groups)


@pytest.mark.slow
def test_all_mails_of_a_game_are_one_thread_for_its_player(house: House) -> None:
    steps(house)
    house.write("red", "done", subject="Re: [1] Tiny", chat="To Ben: Well done!")
    house.post()
    timing.pause(house.desk.folder, 1, "holidays", as_json=False)
    for address in (ANNA, BEN):
        mails = [mail for mail in house.mails(address) if str(mail["Subject"]) != "Re: orders"]
        assert len(mails) > 2 and {bare(str(mail["Subject"])) for mail in mails} == {"[1] Tiny"}
        assert (threads(mails, True), threads(house.mails(address), False)) == (1, 1)
    assert any(head_of(mail).startswith("YOUR MOVE by") for mail in house.mails(BEN))


# -- my games --------------------------------------------------------------------------------------------


def test_games_alone_is_answered_with_what_is_owed(house: House) -> None:
    house.write("red", "games")
    house.post()
    told = " ".join(house.last(ANNA).split())
    assert "[1] Tiny, you are Red YOUR MOVE by Fri 27 Nov" in told
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = BEN, "referee@example.org", "Hi", "<g@x>"
    mail.set_content("My games?\n")
    (house.desk.inbox / "g.eml").write_bytes(mail.as_bytes())
    house.post()
    told = " ".join(house.last(BEN).split())
    assert "[1] Tiny, you are Blue Waiting for others - turn 1" in told and "Red" not in told


def test_the_page_of_a_player_tells_of_no_other(house: House, tmp_path: Path) -> None:
    said = house.says("pages", "1", "--out", str(tmp_path / "web"))
    assert said.exit_code == 0, said.output
    files = dict(GAMES_OF.findall(said.output.replace("\n", "")))
    assert set(files) >= {ANNA, BEN}
    pages = {address: Path(file).read_text("utf-8") for address, file in files.items()}
    assert "YOUR MOVE by Fri 27 Nov" in pages[ANNA] and "Waiting for others" in pages[BEN]
    assert "Red" not in pages[BEN] and "Blue" not in pages[ANNA]
    assert len({Path(file).parent.name for file in files.values()}) == len(files)
    again = house.says("pages", "1", "--out", str(tmp_path / "web")).output
    assert dict(GAMES_OF.findall(again.replace("\n", ""))) == files
