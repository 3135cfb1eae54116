"""A mail run: real mails into a real desk, and what comes back."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.checks import replay
from adjudicator.commands import keep
from adjudicator.commands.stub import new_game
from adjudicator.mail.desk import open_desk
from adjudicator.mail.desk.registry import Tables
from adjudicator.mail.run import run_mail
from adjudicator.mail.settings.desk_toml import TEMPLATE
from adjudicator.mail.telling.verify_dice import faults
from tests.adjudicator.house import House, at_once, text_of, verdicts

ANNA, WORK, BEN = "anna@example.org", "anna@work.example.org", "ben@example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def rows(house: House) -> list[tuple[str, str]]:
    """The policy row and the action of every letter of the newest pass."""
    return [(letter.row, letter.action) for letter in house.post().letters]


def sheets(house: House) -> list[str]:
    with house.desk.store() as store:
        return [sheet.side or sheet.kind for sheet in store.journal.sheets(1)]


ACCEPTED = ["opening", "red", "blue"]


def events(house: House) -> int:
    with house.desk.store() as store:
        return len(store.journal.events(1))


def bids(house: House, red: int = 3, blue: int = 1) -> None:
    """Let both sides bid, so that one of them moves."""
    house.write("red", f"bid {red}")
    house.write("blue", f"bid {blue}")
    house.post()


# -- answers -------------------------------------------------------------------------------------------


def test_every_line_gets_its_verdict_and_the_rule_behind_it(house: House) -> None:
    bids(house)
    house.write("red", "move 1 Red birch", "move R2 dale", "moove R1 ash")
    house.post()
    answer = next(text_of(m) for m in house.mails(ANNA) if "moove" in text_of(m))
    assert verdicts(answer) == ["done", "REFUSED", "NOT UNDERSTOOD"]
    assert "REFUSED [3.1]: Dåle is not next to Ash" in answer
    assert "Legal instead: move 2 Red Birch" in answer
    assert "Did you mean: move" in answer


def test_the_answer_goes_under_the_letter_it_answers(house: House) -> None:
    house.write("red", "bid 3", subject="Gebot für Köln", id="<first@example.org>")
    house.post()
    answer = next(mail for mail in house.mails(ANNA) if mail["In-Reply-To"])
    assert answer["Subject"] == "Re: Gebot für Köln"
    assert answer["In-Reply-To"] == "<first@example.org>"


@pytest.mark.parametrize("subject", ["", "Re: ", "Re: [2] Another game"])
def test_the_answer_about_a_game_never_goes_under_another_one(house: House, subject: str) -> None:
    house.write("red", "bid 3", subject=subject, id="<first@example.org>")
    house.post()
    answer = next(mail for mail in house.mails(ANNA) if mail["In-Reply-To"])
    assert answer["Subject"] == "Re: [1] Tiny"


def test_a_side_may_write_from_any_of_its_addresses_and_all_get_the_report(house: House) -> None:
    house.write("red", "bid 3", sender=WORK)
    house.write("blue", "bid 1")
    house.post()
    assert "Red moves first" in house.last(WORK)
    assert "Red moves first" in house.last(ANNA)


def test_a_sealed_bid_waits_and_its_writer_hears_of_it_when_it_opens(house: House) -> None:
    house.write("red", "bid 3")
    house.post()
    assert verdicts(house.last(ANNA)) == ["waiting"]
    assert len(house.mails(BEN)) == 1
    house.write("blue", "bid 1")
    house.post()
    assert "YOUR EARLIER ORDERS" in house.last(ANNA)
    assert verdicts(house.last(ANNA)) == ["done"]


def test_a_sealed_bid_can_be_replaced_until_it_opens(house: House) -> None:
    house.write("red", "bid 3")
    house.post()
    house.write("red", "bid 0")
    house.post()
    house.write("blue", "bid 1")
    house.post()
    assert "Bids: Blue 1, Red 0. Blue moves first." in house.last(ANNA)


def test_a_later_mail_of_the_same_run_replaces_the_earlier(house: House) -> None:
    house.write("red", "bid 3")
    house.write("red", "bid 9")
    assert rows(house) == [("replaced", "take"), ("taken", "take")]
    answers = [text_of(mail) for mail in house.mails(ANNA)]
    assert sum("NOT USED: replaced by your later email" in text for text in answers) == 1
    house.write("blue", "bid 1")
    house.post()
    assert "Bids: Blue 1, Red 9." in house.last(BEN)


def test_a_standing_order_sent_later_replaces_nothing(house: House) -> None:
    house.write("red", "bid 3")
    house.write("red", "if asked loss then lose")
    assert [row for row, _ in rows(house)] == ["taken", "taken"]


def test_a_sheet_out_of_turn_is_answered_and_only_its_standing_orders_are_kept(house: House) -> None:
    bids(house)
    before = events(house)
    house.write("blue", "move B2 birch")
    assert rows(house) == [("not-asked", "take")]
    assert "NOT USED: it is not your turn; waiting for Red" in " ".join(house.last(BEN).split())
    assert events(house) == before
    house.write("blue", "move B2 birch", "if asked loss then lose")
    assert rows(house) == [("early", "take")]
    assert verdicts(house.last(BEN)) == ["not judged", "done"]
    with house.desk.store() as store:
        state = house.table(store).state
    assert state.standing["blue"] == ("if asked loss then lose",)
    assert state.units["B2"].at == "cedar"


def test_a_standing_order_answers_for_its_side(house: House) -> None:
    house.write("blue", "bid 1", "if asked loss then lose")
    house.write("red", "bid 9")
    house.post()
    lines = ["move R1 birch", "attack R1 cedar", "attack R1 cedar", "attack R1 cedar", "attack R1 cedar"]
    house.write("red", *lines, "attack R1 cedar", "done")
    house.post()
    with house.desk.store() as store:
        state = house.table(store).state
    assert state.units["B2"].steps < 2
    assert state.decision("blue", "loss") is None


# -- the policy, from end to end -------------------------------------------------------------------------


BAD: list[tuple[dict[str, str], tuple[str, str], str]] = [
    ({"code": "AAAA-2222"}, ("wrong-code", "hold"), "reply code is not the one"),
    ({"turn": "2"}, ("wrong-turn", "answer"), "the game is in turn 1"),
    ({"as_": "blue"}, ("wrong-side", "hold"), "this address plays red"),
    ({"end": ""}, ("cut-off", "answer"), "has no END ORDERS"),
    ({"sender": "eve@example.org"}, ("stranger", "hold"), "The address is not known here"),
]


@pytest.mark.parametrize(("told", "row", "said"), BAD)
def test_a_bad_letter_is_answered_and_changes_nothing(
    house: House, told: dict[str, str], row: tuple[str, str], said: str
) -> None:
    before = events(house)
    house.write("red", "bid 3", **told)
    assert rows(house) == [row]
    assert said in " ".join(house.last(told.get("sender", ANNA)).split())
    assert events(house) == before
    assert len(list(house.desk.inbox.glob("*.eml"))) == 0
    kept = house.desk.held if row[1] == "hold" else house.desk.done
    assert len(list(kept.iterdir())) == 1


def test_the_same_mail_twice_is_applied_once(house: House) -> None:
    raw = house.letter("red", "bid 3")
    for name, bytes_ in (("a", raw), ("b", raw), ("c", b"Received: by another way\n" + raw)):
        (house.desk.inbox / f"{name}.eml").write_bytes(bytes_)
    assert rows(house) == [("taken", "take"), ("seen-before", "answer"), ("seen-before", "answer")]
    assert sheets(house) == [*ACCEPTED, "red"]
    assert list(house.desk.inbox.glob("*.eml")) == []


def test_mail_in_the_maildir_and_in_an_mbox_is_taken_too(house: House) -> None:
    (house.desk.inbox / "new" / "1").write_bytes(house.letter("red", "bid 3"))
    house.written += 1
    mbox = b"From ben Fri Nov 20 12:00:00 2026\n" + house.letter("blue", "bid 1") + b"\n"
    (house.desk.inbox / "more.mbox").write_bytes(mbox)
    house.post()
    assert sorted(sheets(house)[3:]) == ["blue", "red"]
    assert house.post().letters == []


def test_a_letter_too_big_is_held_whole(house: House) -> None:
    (house.desk.folder / "desk.toml").write_text(
        at_once(TEMPLATE).replace("largest = 10", "largest = 0.01"), "utf-8"
    )
    house.desk = open_desk(house.desk.folder)
    path = house.write("red", "bid 3", chat="x " * 10_000)
    raw = path.read_bytes()
    assert rows(house) == [("too-big", "hold")]
    (held,) = house.desk.held.iterdir()
    assert held.read_bytes() == raw


def test_the_very_same_bytes_again_are_answered_and_change_nothing(house: House) -> None:
    first = house.write("red", "bid 3")
    raw = first.read_bytes()
    assert rows(house) == [("taken", "take")]
    for copy in (1, 2):
        (house.desk.inbox / f"again{copy}.eml").write_bytes(raw)
        assert rows(house) == [("seen-before", "answer")]
        assert "the same email came before" in house.last(ANNA)
    assert sheets(house) == [*ACCEPTED, "red"]
    assert house.post().letters == []
    assert not list(house.desk.inbox.glob("*.eml"))


def test_a_held_letter_taken_back_is_looked_at_again(house: House) -> None:
    (house.desk.folder / "desk.toml").write_text(
        at_once(TEMPLATE).replace("largest = 10", "largest = 0"), "utf-8"
    )
    house.desk = open_desk(house.desk.folder)
    house.write("red", "bid 3")
    assert rows(house) == [("too-big", "hold")]
    (house.desk.folder / "desk.toml").write_text(at_once(TEMPLATE), "utf-8")
    house.desk = open_desk(house.desk.folder)
    (held,) = house.desk.held.iterdir()
    held.rename(house.desk.inbox / held.name)
    assert rows(house) == [("taken", "take")]
    assert sheets(house) == [*ACCEPTED, "red"]
    assert rows(house) == []


def test_rubbish_is_held_and_harms_nobody(house: House) -> None:
    (house.desk.inbox / "000.eml").write_bytes(bytes(range(256)) * 40)
    house.write("red", "bid 3")
    assert sorted(rows(house)) == [("no-sender", "hold"), ("taken", "take")]


# -- dry runs --------------------------------------------------------------------------------------------


def test_a_check_says_what_the_referee_would_say_and_rolls_nothing(house: House) -> None:
    bids(house)
    before = events(house)
    house.write("red", "move R1 birch", "move R2 dale", "attack R1 cedar", "done", kind="CHECK")
    assert rows(house) == [("check", "check")]
    assert verdicts(house.last(ANNA)) == ["may be done", "REFUSED", "may be done", "not judged"]
    assert events(house) == before
    house.write("red", "move R1 birch", "done")
    house.post()
    assert "1 Red moves from Ash to Birch" in house.last(BEN)


def test_a_check_knows_no_more_than_its_writer(house: House) -> None:
    house.write("blue", "bid 1")
    house.post()
    house.write("red", "bid 3", kind="CHECK")
    house.post()
    assert verdicts(house.last(ANNA)) == ["waiting"]


# -- deadlines -------------------------------------------------------------------------------------------


def test_a_question_not_answered_in_time_is_reminded_of_once(house: House) -> None:
    house.clock += timedelta(days=8)
    house.post()
    assert "Game 1 waits for you" in house.last(ANNA)
    mails = len(house.outbox())
    house.post()
    assert len(house.outbox()) == mails


def test_for_a_question_that_was_reminded_of_no_game_is_loaded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.clock += timedelta(days=8)
    house.post()
    loaded: list[int] = []
    monkeypatch.setattr(Tables, "__getitem__", lambda tables, number: loaded.append(number))
    assert house.post().problems == []
    assert loaded == []


def test_silence_can_be_the_answer(house: House) -> None:
    (house.desk.folder / "desk.toml").write_text(
        at_once(TEMPLATE).replace('"remind"    ', '"default"   '), "utf-8"
    )
    house.desk = open_desk(house.desk.folder)
    assert house.desk.settings.on_silence == "default"
    house.write("red", "bid 3")
    house.post()
    house.clock += timedelta(days=8)
    house.post()
    assert "Bids: Blue 0, Red 3." in house.last(BEN)
    assert "No answer from Blue arrived in time" in house.last(BEN)
    assert "No answer from" not in house.last(ANNA)
    assert sheets(house)[-1] == "blue"


def test_an_answered_question_has_no_deadline_any_more(house: House) -> None:
    bids(house)
    with house.desk.store() as store:
        assert [row.side for row in store.mail.deadlines(1)] == ["red"]


# -- our own faults --------------------------------------------------------------------------------------


def test_a_fault_of_the_rules_holds_the_letter_and_the_post_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.adjudicator import tinygame

    def broken(*_: object) -> None:
        raise KeyError("no such segment")

    monkeypatch.setitem(tinygame.ANSWERS, "bid", broken)
    before = events(house)
    house.write("red", "bid 3")
    house.write("blue", "if asked loss then lose")
    done = house.post()
    assert [letter.row for letter in done.letters] == ["our-fault", "taken"]
    assert "KeyError" in done.problems[0]
    assert done.ours
    assert "KeyError" not in house.last(ANNA)
    assert events(house) == before + 1
    assert len(list(house.desk.held.iterdir())) == 1


@pytest.mark.slow
def test_a_game_whose_files_are_at_fault_does_not_stop_the_others(house: House, tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    new_game("mygame", folder)
    opened = house.starts("open", str(folder), "--player", f"red={ANNA}", "--player", f"blue={BEN}")
    assert opened.communicate() and opened.returncode == 0
    (folder / "map" / "links.csv").write_text("nonsense", encoding="utf-8")
    house.write("red", "bid 3")
    (house.desk.inbox / "new" / "9").write_bytes(
        f"From: {ANNA}\n\nBEGIN ORDERS 2 turn 1 red AAAA-AAAA\ndone\nEND ORDERS\n".encode()
    )
    house.write("blue", "bid 1")
    done = house.post()
    assert sorted(letter.row for letter in done.letters) == ["our-fault", "taken", "taken"]
    assert "game 2 cannot be read (links.csv" in done.problems[0]
    assert not done.ours
    house.clock += timedelta(days=30)
    assert any(problem.startswith("game 2 cannot be read") for problem in house.post().problems)
    said = house.says("remind")
    assert said.exit_code == 0
    assert "game 2 cannot be read" in said.stderr


# -- a whole game ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_whole_game_between_two_mailboxes(house: House) -> None:
    """Each player answers the form of the newest report, as a mail program would send it back."""
    moves = {"2": "bid 4", "3": "done", "3.4": "lose B2"}
    for _ in range(20):
        for side, address in (("red", ANNA), ("blue", BEN)):
            form = re.search(r"BEGIN ORDERS 1 turn (\d) \w+ (\S+)\n## .*\[(.+?)\]", house.last(address))
            if form:
                house.write(side, moves[form[3]], turn=form[1], code=form[2])
                house.post()
    text = house.last(ANNA)
    assert "The game is over: two turns." in text
    assert bytes(range(32)).hex() in text
    assert house.post().letters == []


@pytest.mark.slow
def test_both_players_can_make_every_die_again_when_the_game_is_over(house: House) -> None:
    test_a_whole_game_between_two_mailboxes(house)
    for address in (ANNA, BEN):
        (record,) = dice_records(house, address)
        assert record["dice"] and faults(record) == []
        record["dice"][0]["value"] += 1
        assert "shows" in faults(record)[0]
    with house.desk.store() as store:
        assert replay(store, 1).difference == ""


def dice_records(house: House, address: str) -> list[dict[str, Any]]:
    parts = [part for mail in house.mails(address) for part in mail.walk()]
    files = [part for part in parts if (part.get_filename() or "").endswith("-dice.json")]
    return [json.loads(bytes(part.get_payload(decode=True))) for part in files]


@pytest.mark.slow
def test_a_game_that_is_over_takes_no_orders(house: House) -> None:
    test_a_whole_game_between_two_mailboxes(house)
    house.write("red", "bid 1")
    assert rows(house) == [("game-over", "answer")]


def test_a_run_with_nothing_to_do_does_nothing(house: House) -> None:
    before = house.outbox()
    done = run_mail(house.desk, house.clock)
    assert (done.letters, done.mails, done.problems) == ([], 0, [])
    assert house.outbox() == before


# -- deadlines in the reader's time ------------------------------------------------------------------


def zoned(tmp_path: Path, deadlines: str) -> House:
    """A desk in Berlin with a player in New York; its first reports tell until when."""
    house = House(tmp_path, pictures=False)
    file = house.desk.folder / "desk.toml"
    text = file.read_text(encoding="utf-8").replace(
        'timezone = "UTC"', f'timezone = "Europe/Berlin"{deadlines}'
    )
    text = text.replace("[timezones]", f'[timezones]\n"{WORK}" = "America/New_York"')
    file.write_text(text, encoding="utf-8")
    house.desk = open_desk(house.desk.folder)
    bids(house)
    return house


def test_each_player_reads_the_deadline_in_his_own_time_zone(tmp_path: Path) -> None:
    house = zoned(tmp_path, "")
    assert "YOUR MOVE, by Fri 27 Nov 2026, 14:00 CET (UTC+1)\n" in house.last(ANNA)
    assert "YOUR MOVE, by Fri 27 Nov 2026, 08:00 EST (UTC-5)\n" in house.last(WORK)


@pytest.mark.of_a_file
def test_the_reports_are_the_same_when_made_again_whatever_the_time_zones_are_then(tmp_path: Path) -> None:
    house = zoned(tmp_path, "")
    (house.desk.folder / "desk.toml").write_text("", encoding="utf-8")
    with open_desk(house.desk.folder).store() as store:
        assert replay(store, 1).difference == ""


@pytest.mark.of_a_file
def test_where_silence_is_taken_as_the_answer_the_question_says_so(house: House) -> None:
    file = house.desk.folder / "desk.toml"
    file.write_text('[deadlines]\non-silence = "default"\n', encoding="utf-8")
    house.desk = open_desk(house.desk.folder)
    bids(house)
    told = " ".join(house.last(ANNA).split())
    assert "27 Nov 2026, 13:00 UTC (after that, the default counts)" in told


def test_at_a_terminal_post_says_what_takes_its_time_and_elsewhere_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.write("red", "bid 3")
    quiet = house.says("post")
    assert (quiet.exit_code, quiet.stderr) == (0, ""), "cron would mail it"
    monkeypatch.setattr(keep, "at_terminal", lambda: True)
    house.write("blue", "bid 1")
    told = house.says("post")
    assert re.match(r"Reading \S.* \.\.\.\nGame 1: report to ", told.stderr)
    assert "Reading" not in told.stdout
