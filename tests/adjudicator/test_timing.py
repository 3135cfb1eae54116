"""Deadlines of one game: how they fall, who may have more time, and what comes of silence."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.commands import arrange, keep, people, timing
from adjudicator.events import Terms
from adjudicator.mail.desk import DeskError, open_desk
from adjudicator.mail.desk.deadlines import Rules, later
from adjudicator.mail.desk.table import Table
from adjudicator.mail.settings.clock import read_hour, read_weekdays
from adjudicator.mail.settings.desk_toml import SILENCE, TEMPLATE, Settings, read_settings
from adjudicator.state import Decision
from adjudicator.store import Seat
from tests.adjudicator.house import House, head_of, text_of
from tests.at import NOON

ANNA, BEN = "anna@example.org", "ben@example.org"
DAY = timedelta(days=1)


class Clock:
    """A referee's commands, at the house's time."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house, self.folder = house, house.desk.folder
        monkeypatch.setattr(arrange, "now", lambda: house.clock)
        monkeypatch.setattr(keep, "now", lambda: house.clock)

    def deadline(self, **wish: str) -> None:
        timing.deadline(self.folder, 1, timing.Wish(**wish), as_json=False)

    def faults(self, **wish: str) -> list[str]:
        with pytest.raises(DeskError) as wrong:
            self.deadline(**wish)
        return str(wrong.value).split("\n")

    def due(self, side: str = "blue") -> datetime:
        """Until when a side should answer."""
        with self.house.desk.store() as store:
            (row,) = (row for row in store.mail.deadlines(1) if row.side == side)
        return datetime.fromisoformat(row.due)

    def at(self, time: datetime) -> list[str]:
        """A mail run at a time: what the mails that go out then to Ben are about."""
        before = len(self.house.mails(BEN))
        self.house.clock = time - timedelta(hours=1)
        self.done = self.house.post()
        return [head_of(mail) for mail in self.house.mails(BEN)[before:]]

    def holds(self) -> None:
        with self.house.desk.store() as store:
            assert (replay(store, 1).difference, audit(store, 1).faults) == ("", ())


@pytest.fixture
def house(tmp_path: Path) -> House:
    """It is Blue's turn to bid: Red has."""
    house = House(tmp_path, pictures=False)
    house.write("red", "bid 3")
    house.post()
    return house


@pytest.fixture
def clock(house: House, monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(house, monkeypatch)


def last(house: House, address: str) -> str:
    return " ".join(house.last(address).split())


# -- when one falls ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("mon-sat", "012345"),
        ("mon wed, fri", "024"),
        ("sat-mon", "056"),
        ("Monday-tuesday", "01"),
        ("xyz", ""),
    ],
)
def test_days_of_the_week_are_read(text: str, days: str) -> None:
    assert read_weekdays(text) == frozenset(map(int, days))


@pytest.mark.parametrize("text", ["24", "12:60", "noon", "", "1:5", "-3"])
def test_what_is_no_hour_is_none(text: str) -> None:
    assert read_hour(text) is None and read_hour("20:30") == (20, 30)


def test_a_deadline_falls_on_the_first_allowed_day_and_hour_of_the_players_own_time() -> None:
    settings = Settings(days_of_week="mon-sat", hour="20:00", timezone="Europe/Warsaw")
    ben = Seat("Ben", (BEN,))
    due = Rules(settings, Terms()).due(ben, "blue", datetime(2026, 11, 21, 22, 0, tzinfo=UTC))
    assert due == datetime(
        2026, 11, 30, 19, 0, tzinfo=UTC
    )  # a week on is Saturday night: Monday, 20:00 in Warsaw
    plain = Rules(Settings(), Terms()).due(ben, "blue", NOON)
    assert plain == NOON + 7 * DAY


@pytest.mark.parametrize(
    ("since", "until", "more"), [(2, 5, 3), (-3, 2, 2), (8, 9, 0), (-9, -1, 0), (6, 20, 14)]
)
def test_the_time_of_an_absence_does_not_count(since: int, until: int, more: int) -> None:
    span = ((NOON + since * DAY).isoformat(), (NOON + until * DAY).isoformat())
    assert later(NOON + 7 * DAY, NOON, [span]) == NOON + (7 + more) * DAY


@pytest.mark.of_a_file
def test_the_settings_of_a_desk_are_told_with_what_would_be_right(tmp_path: Path) -> None:
    file = tmp_path / "desk.toml"
    file.write_text('[deadlines]\ndays-of-week = "mo"\nhour = "25"\nremind-before = "x"\n', encoding="utf-8")
    with pytest.raises(DeskError) as wrong:
        read_settings(file)
    assert [line.partition(" = ")[0].rpartition(" ")[2] for line in str(wrong.value).split("\n")] == [
        "days-of-week",
        "hour",
        "remind-before",
    ]
    file.write_text(TEMPLATE, encoding="utf-8")
    assert read_settings(file) == Settings()


# -- a game's own ------------------------------------------------------------------------------------------


def test_a_game_has_its_own_days_for_questions_to_come(house: House, clock: Clock) -> None:
    stands = clock.due()
    clock.deadline(days="3", hour="20:00")
    assert clock.due() == stands
    assert "Deadlines of this game from now on: 3 days for each question; at 20:00" in house.digest("red")
    house.write("blue", "bid 1")
    house.post()
    assert clock.due("red") == datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
    clock.holds()


def test_a_player_is_granted_time_and_both_are_told(house: House, clock: Clock) -> None:
    stands = clock.due()
    clock.deadline(side="Blue", extend="3")
    assert clock.due() == stands + 3 * DAY
    assert "Blue now has until Mon 30 Nov 2026, 12:00 UTC." in house.digest("red")
    assert "Please answer by Mon 30 Nov 2026, 12:00 UTC." in last(house, BEN)
    clock.deadline(side="blue", until="2026-12-05")
    assert clock.due() == datetime(2026, 12, 5, 23, 59, tzinfo=UTC)
    clock.holds()


def test_all_that_is_wrong_with_a_deadline_is_told(clock: Clock) -> None:
    assert clock.faults(days="x", silence="resing", hour="25", days_of_week="mo", remind_before="-1") == [
        "--days x: write a number of days, 0 to 366",
        "--silence resing: did you mean 'remind'?",
        "--days-of-week mo: write days of the week, such as mon-sat or mon wed fri",
        '--hour 25: write an hour of the day, such as 20:00, or "any"',
        "--remind-before -1: write a number of days, 0 to 366",
    ]
    assert clock.faults(side="bleu", extend="2") == ["Tiny has no side 'bleu': did you mean blue?"]
    assert clock.faults(extend="2") == ["say which side: red or blue"]
    assert clock.faults(side="blue", extend="2", until="1.1.") == [
        "use --extend DAYS or --until DAY, not both",
        "--until 1.1.: write a day as 2026-12-01",
    ]


def test_the_deadlines_of_a_game_are_shown(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    clock.deadline(silence="pass")
    capsys.readouterr()
    timing.deadline(clock.folder, 1, timing.Wish(), as_json=False)
    shown = capsys.readouterr().out
    assert "silence: without an answer, the player passes where that is legal (this game)" in shown
    assert "days: 7 days for each question (desk.toml)" in shown
    timing.deadline(clock.folder, 1, timing.Wish(), as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["settings"]["silence"] == "pass" and told["own"] == ["silence"]
    assert {row["side"] for row in told["deadlines"]} == {"red", "blue"}


# -- no time runs ------------------------------------------------------------------------------------------


def test_a_paused_game_has_no_deadline_and_still_takes_orders(house: House, clock: Clock) -> None:
    stands = clock.due()
    timing.pause(clock.folder, 1, "holidays", as_json=False)
    paused = "The game is paused: holidays. Deadlines are stopped"
    assert paused in last(house, BEN) and paused in house.digest("red")
    assert "answer by" not in last(house, BEN).casefold()
    assert clock.at(NOON + 30 * DAY) == []
    with pytest.raises(DeskError, match="already paused"):
        timing.pause(clock.folder, 1, "x", as_json=False)
    house.clock = NOON + 31 * DAY
    lasted = house.clock - (NOON + timedelta(hours=1))
    timing.resume(clock.folder, 1, as_json=False)
    assert clock.due() == stands + lasted
    assert "The game goes on" in last(house, BEN) and "Please answer by" in last(house, BEN)
    with pytest.raises(DeskError, match="game 1 is not paused"):
        timing.resume(clock.folder, 1, as_json=False)
    clock.holds()


def test_all_that_asks_for_a_move_in_a_pause_says_that_there_is_one(house: House, clock: Clock) -> None:
    paused = "The game is paused: no deadline runs."
    house.write("blue", "report")
    house.post()
    assert paused not in last(house, BEN)
    timing.pause(clock.folder, 1, "holidays", as_json=False)
    house.write("blue", "report")
    house.post()
    told = last(house, BEN)
    assert told.index(paused) < told.index("Your newest report once more:")
    assert f"{paused} Your move:" in told.partition("once more:")[2]
    house.write("red", "bid 2")
    house.write("blue", "bid 1")
    house.post()
    report = next(mail for mail in reversed(house.mails(ANNA)) if "YOUR MOVE" in head_of(mail))
    assert head_of(report).startswith("YOUR MOVE (game paused) - ")
    assert f"YOUR MOVE. {paused}" in text_of(report)
    clock.holds()


def test_orders_that_come_in_a_pause_are_judged(house: House, clock: Clock) -> None:
    timing.pause(clock.folder, 1, "holidays", as_json=False)
    house.write("blue", "bid 1")
    assert [letter.row for letter in house.post().letters] == ["taken"]
    assert "Bids:" in last(house, ANNA)


def test_who_is_away_answers_when_he_is_back(house: House, clock: Clock) -> None:
    def player(**wish: str | bool) -> None:
        people.player(clock.folder, 1, people.Wish(side="blue", **wish), as_json=False)  # type: ignore[arg-type]

    stands = clock.due()
    player(away="2026-11-22..2026-12-05")
    assert clock.due() == stands + 14 * DAY - timedelta(minutes=1)
    assert "Ben is away from Sun 22 Nov 2026 to Sat 5 Dec 2026" in house.digest("red")
    house.clock = NOON + 10 * DAY
    player(back=True)
    assert clock.due() == stands + timedelta(days=8, hours=12)
    clock.holds()


# -- words, and silence ------------------------------------------------------------------------------------


def test_a_word_goes_out_beforehand_and_a_reminder_after_it_each_once(house: House, clock: Clock) -> None:
    clock.deadline(remind_before="2")
    before = len(house.mails(ANNA))
    assert clock.at(NOON + 4.9 * DAY) == []
    (soon,) = clock.at(NOON + 5.1 * DAY)
    assert "YOUR MOVE" in soon and "This is a reminder" in last(house, BEN)
    assert clock.at(NOON + 6 * DAY) == []
    (late,) = clock.at(NOON + 7.2 * DAY)
    assert "since" in late and "beforehand" not in last(house, BEN)
    assert clock.at(NOON + 12 * DAY) == []
    assert len(house.mails(ANNA)) == before  # her bid is in


def test_a_reminder_typed_twice_goes_once(
    house: House, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    keep.remind(clock.folder, 1, as_json=False)
    keep.remind(clock.folder, 1, as_json=False)
    assert "blue had a reminder within the last day. No second one was sent" in capsys.readouterr().err
    assert sum("waits for YOUR MOVE" in head_of(mail) for mail in house.mails(BEN)) == 1


def test_silence_passes_where_that_is_legal(house: House, clock: Clock) -> None:
    clock.deadline(silence="pass")
    assert len(clock.at(NOON + 8 * DAY)) == 1  # a bid knows no pass
    assert "(after that, you get a reminder)" in last(house, BEN)
    assert "or you pass" not in last(house, BEN)
    house.write("blue", "bid 1")
    house.post()
    clock.at(NOON + 30 * DAY)
    with house.desk.store() as store:
        taken = [row.facts for row in store.journal.events(1) if row.kind == "SilenceTaken"]
        assert {d.player for d in Table(store, 1).state.waiting()} == {"blue"}
    assert taken == [{"player": "red", "meaning": "you pass"}]
    clock.holds()


def test_a_deadline_says_what_silence_does_at_its_question(house: House, clock: Clock) -> None:
    with house.desk.store() as store:
        (row, *_) = store.mail.deadlines(1)
    asked = Decision(id=row.decision, player="blue", rule="", topic="bid", question="Bid.", verbs=("bid",))
    told = {
        (silence, one.default, one.verbs[-1]): Rules(
            house.desk.settings, Terms(deadlines={"silence": silence})
        ).until(row, BEN, one)
        for silence in SILENCE
        for one in (asked, replace(asked, default="bid 0"), replace(asked, verbs=("bid", "pass")))
    }
    after = {key: said.partition(" UTC")[2] for key, said in told.items()}
    for default, verb in (("", "bid"), ("bid 0", "bid"), ("", "pass")):
        counts = " (after that, the default counts)" if default else " (after that, you get a reminder)"
        passed = (
            ", or you pass, where that is legal" if verb == "pass" else " (after that, you get a reminder)"
        )
        assert after["remind", default, verb] == ""
        assert (after["default", default, verb], after["pass", default, verb]) == (counts, passed)
        assert after["forfeit", default, verb].startswith(", or after a last warning")


def test_silence_of_a_side_that_nobody_plays_means_nothing(house: House, clock: Clock) -> None:
    clock.deadline(silence="default")
    people.player(clock.folder, 1, people.Wish(side="blue", leave=True), as_json=False)
    clock.at(NOON + 30 * DAY)
    with house.desk.store() as store:
        assert {d.player for d in Table(store, 1).state.waiting()} == {"blue"}
    people.player(clock.folder, 1, people.Wish(side="blue", replace=BEN, name="Ben"), as_json=False)
    clock.at(NOON + 40 * DAY)
    with house.desk.store() as store:
        assert {d.player for d in Table(store, 1).state.waiting()} == {"red"}


def test_silence_loses_the_game_only_after_a_last_warning(house: House, clock: Clock) -> None:
    clock.deadline(silence="forfeit")
    keep.remind(clock.folder, 1, as_json=False)
    (_warning,) = clock.at(NOON + 8 * DAY)
    assert "This is your last warning. If no answer arrives by Tue 01 Dec 2026, 12:00 UTC, you lose" in last(
        house, BEN
    )
    assert clock.at(NOON + 10.9 * DAY) == []
    assert clock.at(NOON + 11 * DAY) == ["THE GAME IS OVER"]
    assert "Blue did not answer in time, nor after a last warning" in last(house, ANNA)
    assert clock.done.news == ["game 1 is over: Blue did not answer in time, nor after a last warning"]
    with house.desk.store() as store:
        over = Table(store, 1).state.over
    assert over is not None and over["winner"] == "red"
    assert any(part.get_filename() == "game-1-dice.json" for part in house.mails(ANNA)[-1].iter_attachments())
    clock.holds()


def test_where_nobody_answers_nobody_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(tmp_path, pictures=False)
    clock = Clock(house, monkeypatch)
    clock.deadline(silence="forfeit")
    clock.at(NOON + 8 * DAY)
    clock.at(NOON + 11 * DAY)
    assert "Red and Blue did not answer in time, nor after a last warning" in last(house, ANNA)
    with house.desk.store() as store:
        over = Table(store, 1).state.over
    assert over is not None and over["winner"] == ""
    clock.holds()


def test_who_was_reminded_is_not_reminded_anew_by_a_change_that_moves_nothing(
    house: House, clock: Clock
) -> None:
    assert len(clock.at(NOON + 8 * DAY)) == 1
    wish = people.Wish(side="blue", away="2026-12-24..2026-12-31")
    people.player(clock.folder, 1, wish, as_json=False)
    assert clock.at(NOON + 9 * DAY) == []


def test_a_game_that_not_all_have_accepted_is_not_forfeited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, pictures=False, accepted=False)
    clock = Clock(house, monkeypatch)
    clock.deadline(silence="forfeit")
    for days in (8, 12, 16):
        clock.at(NOON + days * DAY)
    with house.desk.store() as store:
        assert Table(store, 1).state.over is None


def test_a_desk_may_say_what_silence_means(house: House, clock: Clock) -> None:
    text = TEMPLATE.replace('on-silence = "remind"', 'on-silence = "forfeit"')
    (house.desk.folder / "desk.toml").write_text(text.replace("pictures = true", "pictures = false"), "utf-8")
    house.desk = open_desk(house.desk.folder)
    clock.at(NOON + 8 * DAY)
    assert "This is your last warning" in " ".join(text_of(house.mails(BEN)[-1]).split())
