"""Games taken back: by consent or by the referee, on the record, with new dice, and nobody's secrets told."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.events import DieRolled, Drawn
from adjudicator.events.agreements import ONWARD
from adjudicator.mail.desk.going_back import way_back
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.undoing import Back, Counting
from adjudicator.mail.settings.desk_toml import DeskError
from adjudicator.snapshot import digest, freeze
from adjudicator.state import State
from tests.adjudicator import tinygame
from tests.adjudicator.house import House, old_house, text_of, verdicts
from tests.adjudicator.test_agreements import (
    ANNA,
    BEN,
    answer,
    flat,
    proposed,
    report,
    run,
    send,
    sheets,
    sound,
)
from tests.adjudicator.test_post_game import write_next
from tests.cases import one_quick

DAMAGE = "DROP TRIGGER events_are_never_changed; "


HITS = bytes(range(6, 38))
"""A secret with which R1's first attacks hit."""


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk on which both have bid, and Red has moved and attacked once."""
    house = House(tmp_path, secret=HITS, pictures=False).both_bid()
    send(house, "red", "move R1 birch", "attack R1 cedar")
    return house


def state(house: House) -> State:
    with house.desk.store() as store:
        return Table(store, 1).state


def position(of: State) -> str:
    """The digest of a state but for what counts on when a game goes back."""
    start = tinygame.start("duel")
    return digest(of.but(**{name: getattr(start, name) for name in ONWARD}))


def after(house: House, sheet: int) -> State:
    """The state after a sheet."""
    with house.desk.store() as store:
        return Table(store, 1, anew=True).state_after(store.journal.sheets(1)[sheet].last_event)


def dice(house: House) -> list[DieRolled | Drawn]:
    with house.desk.store() as store:
        last = store.journal.last_sheet(1).last_event
        return [one for one in Table(store, 1).events(1, last) if isinstance(one, DieRolled | Drawn)]


def last(house: House) -> int:
    return sheets(house)[-1].n


# -- by consent -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_player_asks_for_his_last_orders_and_gets_them_back_when_the_other_agrees(house: House) -> None:
    before = after(house, last(house) - 1)
    send(house, "red", "propose undo I meant the other one")
    ben = flat(text_of(report(house, BEN)))
    assert "Red proposes to undo their last orders" in ben and "(I meant the other one)" in ben
    assert "Nobody can forget" in ben and "These events will be undone" in ben
    assert "1 Red moves from Ash to Birch" in ben
    assert state(house).units["R1"].at == "birch", "nothing happens before all have agreed"
    send(house, "blue", "agree undo 1")
    assert position(state(house)) == position(before)
    for address in (ANNA, BEN):
        told = flat(text_of(report(house, address)))
        assert "The game is rolled back to the position in turn 1, 3 Orders, as Red and Blue agree" in told
        assert "Ash: 1 Red, 2 Red" in told
    assert sheets(house)[-1].kind == "entry" and proposed(house) == ()
    sound(house)


@pytest.mark.slow
def test_refused_it_changes_nothing(house: House) -> None:
    send(house, "red", "propose undo")
    before = position(state(house))
    assert send(house, "blue", "refuse undo") == ["early"]
    assert position(state(house)) == before and proposed(house) == ()
    assert "Blue refuses Red's proposal to undo." in flat(text_of(report(house, ANNA)))
    sound(house)


@pytest.mark.slow
def test_orders_beside_a_consent_wait_to_be_sent_again(house: House) -> None:
    send(house, "red", "propose undo", "move R2 birch")
    assert verdicts(answer(house, ANNA)) == ["done", "not judged"]
    assert "Send your orders again when it is settled" in flat(answer(house, ANNA))
    assert state(house).units["R2"].at == "ash"
    sound(house)


@pytest.mark.slow
def test_the_first_thing_that_everybody_sees_overtakes_it(house: House) -> None:
    send(house, "red", "propose undo")
    send(house, "red", "move R2 birch")
    assert proposed(house) == ()
    assert "The game has moved on. The proposed undo no longer applies" in flat(text_of(report(house, BEN)))
    send(house, "blue", "agree undo")
    assert "there is no such proposal now" in flat(answer(house, BEN))
    assert state(house).units["R2"].at == "birch"
    sound(house)


@pytest.mark.slow
def test_what_a_side_does_in_secret_does_not_overtake_it(house: House) -> None:
    send(house, "red", "propose undo")
    mails = len(house.mails(ANNA))
    send(house, "blue", "if asked loss then lose")
    assert proposed(house) == ("undo",)
    assert len(house.mails(ANNA)) == mails, "Red learns nothing of it"
    send(house, "blue", "agree undo")
    assert state(house).standing.get("blue", ()) == (), "it came after, and went with the rest"
    sound(house)


def test_there_must_be_orders_to_take_back(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False, accepted=False)
    send(house, "blue", "propose undo")
    assert "you have no orders that can be undone" in flat(answer(house, BEN))
    assert proposed(house) == ()


# -- by the referee -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_referee_looks_proposes_and_both_agree(house: House) -> None:
    n = last(house)
    listed = run(house, "undo", "1")
    assert re.search(rf"(?m)^ +{n}  orders of Red, turn 1, Fri 20 Nov 2026, 14:00 UTC, 1 die$", listed)
    looked = run(house, "undo", "1", "--before-sheet", str(n), "--look")
    assert "Red saw since:" in looked and "1 Red moves from Ash to Birch" in looked
    assert proposed(house) == ()
    told = run(house, "undo", "1", "--before-sheet", str(n), "--reason", "the map was misread")
    assert "The referee proposes that the game is rolled back to the position in turn 1, 3 Orders" in told
    assert "is already open" in run(house, "undo", "1", "--before-sheet", str(n), code=1)
    send(house, "red", "agree undo")
    assert state(house).units["R1"].at == "birch"
    assert "Not yet agreed: Blue." in run(house, "show", "1")
    send(house, "blue", "agree undo")
    assert state(house).units["R1"].at == "ash"
    assert "as Red and Blue agree to the referee's proposal (the map was misread)" in flat(
        text_of(report(house, ANNA))
    )
    sound(house)


@pytest.mark.slow
def test_the_referee_takes_back_at_once_with_his_reasons(house: House) -> None:
    n = last(house)
    assert "add a --reason" in run(house, "undo", "1", "--before-sheet", str(n), "--by-referee", code=1)
    words = ("--reason", "hexpost misread 3.1", "--by-referee", "--json")
    told = json.loads(run(house, "undo", "1", "--before-sheet", str(n), *words))
    assert "by the referee's decision (hexpost misread 3.1)" in told["says"] and told["sheet"] == n + 1
    assert state(house).units["R1"].at == "ash"
    for address in (ANNA, BEN):
        assert "(hexpost misread 3.1)" in flat(text_of(report(house, address)))
    sound(house)


def test_what_cannot_be_taken_back_is_said(house: House) -> None:
    n = last(house)
    by_word = ("--by-referee", "--reason", "x")
    assert "no orders 99" in run(house, "undo", "1", "--before-sheet", "99", *by_word, code=1)
    assert "no orders 0" in run(house, "undo", "1", "--before-sheet", "0", *by_word, code=1)
    run(house, "undo", "1", "--before-sheet", str(n), *by_word)
    assert "were undone already" in run(house, "undo", "1", "--before-sheet", str(n), *by_word, code=1)
    again = run(house, "undo", "1", "--before-sheet", str(n + 1), *by_word, code=1)
    assert "Nobody may choose between two sets of dice" in again
    send(house, "red", "resign")
    over = run(house, "undo", "1", "--before-sheet", str(n - 1), *by_word, code=1)
    assert "the secret of its dice is published" in over


# -- the dice -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_sheet_after_it_brings_other_dice(house: House) -> None:
    """The same Message-ID and the same lines: all that is the writer's own is as it was. The undo makes no
    link, for the referee words it."""
    (was,) = dice(house)[-1:]
    run(house, "undo", "1", "--before-sheet", str(last(house)), "--by-referee", "--reason", "x")
    undone = sheets(house)[-1]
    assert undone.bound == "" and undone.chain == was.chain
    send(house, "red", "move R1 birch", "attack R1 cedar")
    (now,) = dice(house)[-1:]
    assert (now.purpose, now.rule, now.sides) == (was.purpose, was.rule, was.sides)
    assert now.n == was.n + 1 and now.chain != was.chain
    sound(house)


@pytest.mark.slow
def test_no_die_is_ever_made_of_the_same_words_twice(tmp_path: Path) -> None:
    """However often the game goes back, and the same lines are sent."""
    house = House(tmp_path, pictures=False).both_bid()
    for _ in range(8):
        n = last(house) + 1
        send(house, "red", "attack R1 birch", "move R1 birch", "attack R1 cedar")
        run(house, "undo", "1", "--before-sheet", str(n), "--by-referee", "--reason", "x")
    rolled = dice(house)
    assert [die.n for die in rolled] == list(range(1, len(rolled) + 1)) and len(rolled) == 10
    made_of = [(die.n, die.rule, die.purpose, die.chain) for die in rolled]
    assert len(set(made_of)) == len(made_of)
    assert len({die.value for die in rolled[2:]}) > 1, "eight dice that are not one and the same"
    sound(house)


def test_hidden_dice_count_on_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tinygame, "HIDDEN", True)
    house = House(tmp_path, pictures=False)
    first = last(house)
    run(house, "undo", "1", "--before-sheet", str(first), "--by-referee", "--reason", "x")
    send(house, "blue", "accept")
    assert state(house).rolled_for == {"red": 2, "blue": 2}
    sound(house)


# -- letters, codes, deadlines --------------------------------------------------------------------------


@pytest.mark.slow
def test_a_letter_of_before_is_not_taken_for_one_of_after(house: House) -> None:
    turn, code = house.form("red")
    run(house, "undo", "1", "--before-sheet", str(last(house)), "--by-referee", "--reason", "x")
    assert house.form("red") != (turn, code)
    assert send(house, "red", "move R2 birch", turn=turn, code=code) == ["old-code"]
    told = next(flat(text_of(mail)) for mail in house.mails(ANNA) if "is no longer valid" in text_of(mail))
    assert "a newer one was made within the turn, or after an undo" in told
    assert house.form("red")[1] in told and "move R2 birch" in told, "the form, with the lines in it"
    assert send(house, "red", "move R1 birch", "attack R1 cedar") == ["taken"], (
        "the same lines in a new letter"
    )
    sound(house)


def test_old_codes_are_not_passed_on_either(house: House) -> None:
    code = house.form("blue")[1]
    run(house, "undo", "1", "--before-sheet", str(last(house)), "--by-referee", "--reason", "x")
    send(house, "red", "move R1 birch", chat=f"To Ben: what is {code}?")
    assert code not in text_of(house.mails(BEN)[-1])
    assert "contains a player's reply code" in run(
        house, "close", "1", "--by-referee", "--reason", f"see {code}", code=1
    )


@pytest.mark.slow
def test_open_questions_have_all_their_time_again(house: House) -> None:
    house.clock += timedelta(days=6)
    send(house, "red", "done")
    assert [d.player for d in state(house).waiting()] == ["blue"]
    with house.desk.store() as store:
        (asked_before,) = [row.decision for row in store.mail.deadlines(1)]
    send(house, "red", "propose undo")
    send(house, "blue", "agree undo")
    with house.desk.store() as store:
        (row,) = store.mail.deadlines(1)
    assert row.side == "red" and row.decision != asked_before
    assert row.asked == house.clock.isoformat(timespec="seconds")
    (waiting,) = state(house).waiting()
    assert waiting.id == row.decision
    send(house, "red", "done")
    assert state(house).waiting()[0].id not in {asked_before, row.decision}, "no number comes twice"
    sound(house)


def test_a_question_that_was_open_all_along_has_all_its_time_again_too(house: House) -> None:
    send(house, "red", "propose undo")
    house.clock += timedelta(days=6)
    send(house, "blue", "agree undo")
    with house.desk.store() as store:
        (row,) = store.mail.deadlines(1)
    assert row.asked == house.clock.isoformat(timespec="seconds")


# -- the journal ----------------------------------------------------------------------------------------


def test_the_journal_only_grows(house: House) -> None:
    with house.desk.store() as store:
        before = store.journal.events(1)
    run(house, "undo", "1", "--before-sheet", "3", "--by-referee", "--reason", "x")
    with house.desk.store() as store:
        assert store.journal.events(1)[: len(before)] == before
        kinds = [row.kind for row in store.journal.events(1)[len(before) :]]
        restored = store.journal.events_of(1, "Restored")
    assert kinds == ["Undone", "Restored"]
    assert [row.to for row in restored] == [()], "the state of all sides is told to none"


@pytest.mark.slow
@pytest.mark.of_a_file
def test_a_replay_finds_a_state_that_was_slipped_in(house: House) -> None:
    run(house, "undo", "1", "--before-sheet", str(last(house)), "--by-referee", "--reason", "x")
    with house.desk.store() as store:
        table = Table(store, 1)
        good = store.journal.events_of(1, "Restored")[0]
        forged = after(house, 3).with_unit(replace(table.state.units["B1"], steps=1))
        text = freeze(forged).decode()
        facts = json.dumps({**good.facts, "state": text}, sort_keys=True, separators=(",", ":"))
        from adjudicator.store.journal import row_hash

        row = replace(good, facts={**good.facts, "state": text})
        store.database.script(DAMAGE)
        store.database.execute(
            "UPDATE events SET facts = ?, hash = ? WHERE n = ?", (facts, row_hash(row), good.n)
        )
        assert "is not the one before orders" in replay(store, 1).difference


@pytest.mark.slow
def test_a_game_that_goes_back_and_back_again(house: House) -> None:
    """To before an earlier undo: everything since goes, what was taken back before included."""
    n = last(house)
    start = after(house, n - 1)
    run(house, "undo", "1", "--before-sheet", str(n), "--by-referee", "--reason", "first")
    send(house, "red", "move R2 birch")
    send(house, "red", "done")
    run(house, "undo", "1", "--before-sheet", str(n - 1), "--by-referee", "--reason", "second")
    assert position(state(house)) == position(after(house, n - 2))
    assert position(start) != position(state(house))
    with house.desk.store() as store:
        table = Table(store, 1)
        for sheet in range(n - 1, last(house) + 1):
            with pytest.raises(DeskError, match=r"undone already|an undo themselves"):
                way_back(table, sheet)
    sound(house)


@pytest.mark.of_a_file
def test_a_game_of_the_first_scheme_goes_back_as_well(tmp_path: Path) -> None:
    house = old_house(tmp_path)
    n = last(house)
    rolled = len(dice(house))
    run(house, "undo", "1", "--before-sheet", str(n), "--by-referee", "--reason", "x")
    with house.desk.store() as store:
        assert replay(store, 1).difference == ""
        assert audit(store, 1).faults == ()
    assert state(house).rolled == rolled


# -- nobody's secrets -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_whoever_was_not_told_of_something_is_not_told_when_it_is_taken_back(house: House) -> None:
    """Ben is not asked, so he had no report of Anna's second sheet when it went."""
    send(house, "red", "move R2 birch")
    told = [text_of(mail) for mail in house.mails(BEN)]
    assert not any("2 Red moves" in one for one in told)
    run(house, "undo", "1", "--before-sheet", str(last(house)), "--by-referee", "--reason", "x")
    assert "2 Red moves" not in text_of(report(house, BEN))
    assert "1 Red moves from Ash to Birch" in text_of(report(house, BEN)), "what still counts is told"
    sound(house)


@pytest.mark.slow
@pytest.mark.of_a_file
def test_no_word_of_an_undo_shows_what_the_other_side_keeps_secret(tmp_path: Path) -> None:
    """Two games that differ in Blue's bid, standing order and letters alone: Red reads the same."""

    def played(folder: Path, *lines: str) -> list[str]:
        house = House(folder, pictures=False)
        house.write("blue", *lines)
        house.post()
        for line in lines[1:]:
            house.write("blue", line)
            house.post()
        house.clock = house.clock.replace(hour=20)
        first = next(row.n for row in sheets(house) if row.side == "blue" and row.n > 2)
        run(house, "undo", "1", "--before-sheet", str(first), "--reason", "x")
        asked = text_of(report(house, ANNA))
        send(house, "red", "agree undo")
        run(house, "undo", "1", "--before-sheet", str(first), "--by-referee", "--reason", "x")
        return [re.sub(r"[0-9a-f]{64}", "", one) for one in (asked, text_of(report(house, ANNA)))]

    one = played(tmp_path / "one", "bid 1")
    two = played(tmp_path / "two", "bid 9", "if asked loss then lose", "bid 7")
    assert one == two


@pytest.mark.slow
def test_a_report_over_an_undo_begins_where_the_game_went_back_to(house: House) -> None:
    """In turn 2 it would be told under its heading, and units would be drawn as if they had moved."""
    send(house, "red", "done")
    send(house, "blue", "done")
    assert state(house).turn == 2
    run(house, "undo", "1", "--before-sheet", str(last(house) - 1), "--by-referee", "--reason", "x")
    for address in (ANNA, BEN):
        told = text_of(report(house, address))
        assert "WHAT HAPPENED" in told and "Turn 1, 3 Orders" in told and "Turn 2" not in told
    sound(house)


def test_what_was_said_in_sheets_that_were_taken_back_is_not_told() -> None:
    counts = Counting((Back(first=5, by=9, kept=40, restored=60), Back(first=3, by=11, kept=30, restored=80)))
    assert list(counts.sheets(1, 9)) == [(1, 2), (2, 3), (3, 4), (8, 9)], "before the second time"
    assert list(counts.sheets(1, 12)) == [(1, 2), (10, 11), (11, 12)]
    assert list(counts.sheets(11, 13)) == [(11, 13)]
    assert list(counts.events(28, 61)) == [*range(28, 41), 59, 60, 61]
    assert (counts.before(45, 61), counts.before(45, 82), counts.before(81, 90)) == (40, 30, 80)


def test_a_bundle_does_not_tell_how_many_sheets_there_were(house: House) -> None:
    run(house, "undo", "1", "--before-sheet", str(last(house)), "--reason", "x")
    for address in (ANNA, BEN):
        (raw,) = (
            part.get_payload(decode=True)
            for part in report(house, address).iter_attachments()
            if str(part.get_filename()).endswith(".bundle.json")
        )
        assert isinstance(raw, bytes)
        assert json.loads(raw)["state"]["proposals"]["undo"]["before"] == 0


# -- whole games ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seed"), one_quick([("raceforberlin", 4), ("koenigsberg45", 7), ("raceforberlin", 9)])
)
def test_games_that_go_back_now_and_then_replay_and_hold(tmp_path: Path, game: str, seed: int) -> None:
    house, chance = House(tmp_path, game, pictures=False), random.Random(seed)
    for _ in range(3):
        for _ in range(5):
            assert write_next(house, chance)
            assert house.post().problems == []
        with house.desk.store() as store:
            table, rows = Table(store, 1), store.journal.sheets(1)
            way = way_back(table, rows[-chance.randint(1, 3)].n)
            was = table.state_after(way.event)
        run(house, "undo", "1", "--before-sheet", str(way.sheet), "--by-referee", "--reason", "x")
        now = state(house)
        assert position(now) == position(was) and now.rolled >= was.rolled
        first = sent_lines(house, way.sheet)
        if first:
            side, lines = first
            send(house, side, *lines)
            assert told_of(house, last(house)) == told_of(house, way.sheet), (
                "the same orders, the same verdicts"
            )
    sound(house)


def sent_lines(house: House, sheet: int) -> tuple[str, list[str]] | None:
    """The side and the lines of a sheet as they were sent; None for another kind of sheet."""
    with house.desk.store() as store:
        row = store.journal.sheets(1)[sheet]
        raw = b"" if row.letter is None else store.mail.letter(row.letter)
    found = re.search(r"BEGIN ORDERS[^\n]*\n(.*?)\nEND ORDERS", raw.decode("utf-8"), re.DOTALL)
    return (row.side, found[1].split("\n")) if found else None


def told_of(house: House, sheet: int) -> list[tuple[int, str]]:
    with house.desk.store() as store:
        return [(one.line, one.text) for one in store.journal.rulings(1, sheet) if one.sheet == sheet]
