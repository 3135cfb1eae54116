from __future__ import annotations

import pytest

from adjudicator.mail.policy.mail_policy import POLICY, Action, Handling, may_be_taken
from adjudicator.mail.reading.letter import read_letter
from tests.mail.desk import Desk, letter, raw, verdict_on


def handling(name: str, desk: Desk | None = None) -> Handling:
    return verdict_on(letter(name), desk)


@pytest.mark.parametrize(
    ("name", "row", "why"),
    [
        ("good", "taken", "known sender, right code, this turn"),
        ("missing-message-id", "taken", "known sender, right code, this turn"),
        ("attached-log", "taken", "known sender, right code, this turn"),
        ("koniev-early", "early", "there is no question for koniev now"),
        ("check", "check", "the block asks for a check"),
        ("auto-reply", "robot", "it is an automatic email, as shown by Auto-Submitted: auto-replied"),
        ("bounce", "robot", "it is an automatic email, as shown by an empty Return-Path"),
        ("own-letter", "own-letter", "it comes from the desk's own address"),
        ("no-sender", "no-sender", "it names no sender"),
        (
            "disguised-sender",
            "doubtful-sender",
            "From shows the name zhukov@example.org but comes from joseph",
        ),
        ("two-from-headers", "doubtful-sender", "2 From headers; more than one address in From"),
        ("unknown-sender", "stranger", "joseph@elsewhere.example plays no game on this desk"),
        ("no-block", "no-block", "it has no order block"),
        ("quoted-only", "no-block", "it has no order block of its own"),
        ("cut-off", "cut-off", "the block that begins in line 1 has no END ORDERS"),
        ("two-blocks", "two-blocks", "there are 2 different blocks"),
        ("unreadable-header", "header", "the first line of the block, line 1, does not say the turn"),
        ("no-game", "no-game", "there is no game 71 on this desk"),
        ("other-game", "not-in-game", "this address does not play in game 18"),
        ("wrong-side", "wrong-side", "the block is for koniev, but this address plays zhukov"),
        ("game-over", "game-over", "game 16 is over"),
        ("wrong-turn", "wrong-turn", "the block is for turn 2, but the game is in turn 3"),
        ("wrong-code", "wrong-code", "the reply code is not the one sent for this turn"),
        ("empty", "empty", "there is no order between the first and the last line of the block"),
    ],
)
def test_each_kind_of_letter_meets_its_row(name: str, row: str, why: str) -> None:
    found = handling(name)
    assert (found.row, found.why[: len(why)]) == (row, why)


@pytest.mark.parametrize(
    "header",
    [
        b"List-Unsubscribe: <https://f.example/1>",
        b"list-unsubscribe-post: x",
        b"List-Help: <https://f.example>",
    ],
)
def test_a_way_out_of_a_list_makes_a_robot_only_of_somebody_unknown(header: bytes) -> None:
    forwarded = verdict_on(read_letter(header + b"\r\n" + raw("good")))
    assert (forwarded.row, forwarded.action) == ("taken", Action.TAKE)
    newsletter = verdict_on(read_letter(header + b"\r\n" + raw("unknown-sender")))
    assert (newsletter.row, newsletter.answer) == ("robot", "")
    assert newsletter.why.endswith(", as newsletters have it")


@pytest.mark.parametrize(
    ("written", "row"),
    [
        ("'zhukov@example.org' <zhukov@example.org>", "taken"),
        ("\"'zhukov@example.org'\" <zhukov@example.org>", "taken"),
        ("zhukov@example.org@elsewhere.example", "unwritable-sender"),
        ("Zhukov <zhukov@example.org@elsewhere.example>", "unwritable-sender"),
        ('"zhukov@example.org"@elsewhere.example', "unwritable-sender"),
        ("\"'zhukov@example.org'\" <joseph@elsewhere.example>", "doubtful-sender"),
        ("'zhukov@example.org' <joseph@elsewhere.example>", "doubtful-sender"),
    ],
)
def test_a_sender_is_the_address_that_is_written_and_no_part_of_it(written: str, row: str) -> None:
    good = raw("good").split(b"\r\n") if b"\r\n" in raw("good") else raw("good").split(b"\n")
    lines = [b"From: " + written.encode() if one.startswith(b"From:") else one for one in good]
    assert verdict_on(read_letter(b"\n".join(lines))).row == row


def test_a_letter_that_is_taken_comes_with_its_block() -> None:
    taken = handling("good")
    assert taken.action is Action.TAKE
    assert taken.block is not None
    assert [text for _, text in taken.block.lines][-1] == "combat 8GA-1 8GA-2 1GTA-1 at seelow"


def test_what_may_be_taken_is_known_without_a_look_at_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    monkeypatch.setattr(desk, "game", lambda number: pytest.fail(f"game {number} was read"))
    assert [block.game for block in may_be_taken(letter("good"), desk)] == ["17"]
    assert not may_be_taken(letter("check"), desk)


def test_a_fault_of_the_block_comes_with_what_would_be_right() -> None:
    assert handling("cut-off").right == "the whole block again, with END ORDERS as its last line"
    assert handling("good").right == ""


def test_the_same_letter_twice_is_answered_and_not_taken_again() -> None:
    good = letter("good")
    desk = Desk(letters={(good.address, good.message_id): good.fingerprint})
    again = verdict_on(read_letter(b"Received: by another way\r\n" + raw("good")), desk)
    assert (again.row, again.action, again.answer) == ("seen-before", Action.ANSWER, "seen-before")


def test_another_letter_under_a_known_message_id_is_held() -> None:
    good = letter("good")
    desk = Desk(letters={(good.address, good.message_id): good.fingerprint})
    changed = verdict_on(read_letter(raw("good").replace(b"letschin", b"lebus")), desk)
    assert (changed.row, changed.action) == ("changed", Action.HOLD)


def test_another_sender_cannot_use_up_a_message_id() -> None:
    good = letter("good")
    desk = Desk(letters={("joseph@elsewhere.example", good.message_id): "other"})
    assert verdict_on(good, desk).row == "taken"


def test_the_desks_own_address_is_known_in_any_form() -> None:
    assert handling("own-letter", Desk(desk="The Referee <Referee@Example.org>")).row == "own-letter"


def test_a_stranger_is_answered_once() -> None:
    assert handling("unknown-sender").answer == "stranger"
    again = handling("unknown-sender", Desk(strangers_told={"joseph@elsewhere.example"}))
    assert (again.row, again.answer) == ("stranger-again", "")


def test_a_letter_of_thirty_megabytes_is_held_and_answered() -> None:
    big = read_letter(raw("good"), size=30_000_000)
    found = verdict_on(big)
    assert (found.row, found.action, found.answer) == ("too-big", Action.HOLD, "too-big")
    assert found.why == "it is 30.0 MB, and may be up to 10 MB"


def test_the_biggest_letter_can_be_set() -> None:
    assert verdict_on(letter("good"), biggest=100).row == "too-big"
    assert verdict_on(letter("good"), biggest=letter("good").size).row == "taken"


@pytest.mark.parametrize("name", ["auto-reply", "bounce", "mailing-list", "out-of-office-without-header"])
def test_a_machine_is_never_answered_whatever_else_is_wrong(name: str) -> None:
    read = letter(name)
    desks = (Desk(), Desk(letters={(read.address, read.message_id): read.fingerprint}))
    handlings = [verdict_on(read, desk, biggest=biggest) for desk in desks for biggest in (10, 10_000_000)]
    assert {(found.row, found.answer) for found in handlings} == {("robot", "")}


def test_the_right_code_is_told_to_nobody() -> None:
    assert "7F3K" not in handling("wrong-code").why
    assert "7F3K" not in handling("wrong-turn").why


def test_only_a_letter_that_passed_every_row_is_taken() -> None:
    assert [row.name for row in POLICY if row.action in (Action.TAKE, Action.CHECK)] == [
        "check",
        "early",
        "taken",
    ]
    assert [row.name for row in POLICY][-3:] == ["check", "early", "taken"]


def test_whoever_can_be_answered_is() -> None:
    silent = {row.name for row in POLICY if not row.answer}
    assert silent == {
        *("own-notice", "robot", "own-letter", "unwritable-sender", "no-sender", "doubtful-sender"),
        *("unproved-sender", "stranger-again", "strangers-unanswered"),
    }
