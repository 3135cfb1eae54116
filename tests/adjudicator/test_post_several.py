"""One letter for two games, files that are no letters, and files sent along that are not read."""

from __future__ import annotations

import secrets
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.mail.desk.table import Table, open_game
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.store import Seat
from tests.adjudicator import tinygame
from tests.adjudicator.house import House, text_of, verdicts

ANNA, BEN, CARL = "anna@example.org", "ben@example.org", "carl@example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Anna plays red against Ben in game 1, and blue against Carl in game 2."""
    made = House(tmp_path, pictures=False)
    seats = {"red": Seat("Carl", (CARL,)), "blue": Seat("Anna", (ANNA,))}
    with made.desk.store() as store, store.transaction():
        table, step = open_game(store, made.name, seats, secrets.token_bytes(32), made.clock.isoformat())
        for side in seats:
            step = made.accept(store, table, side) or step
        Despatch(made.desk, store, made.clock).follow(table, step)
    return made


def begin(house: House, game: int, side: str) -> str:
    with house.desk.store() as store:
        table = Table(store, game)
    return f"BEGIN ORDERS {game} turn {table.state.turn} {side} {table.code(side)}"


def lay(house: House, text: str, **files: bytes) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = ANNA, "referee@example.org", "both games"
    mail["Message-ID"], mail["Date"] = f"<both-{len(text)}@example.org>", house.clock
    mail.set_content(text)
    for name, data in files.items():
        mail.add_attachment(
            data, maintype="application", subtype="octet-stream", filename=name.replace("_", ".")
        )
    (house.desk.inbox / "both.eml").write_bytes(mail.as_bytes())


def sheets(house: House, game: int) -> list[str]:
    with house.desk.store() as store:
        return [sheet.side for sheet in store.journal.sheets(game)][3:]


def test_blocks_for_two_games_are_both_judged_and_answered_apart(house: House) -> None:
    one, two = begin(house, 1, "red"), begin(house, 2, "blue")
    lay(house, f"{one}\nbid 3\nEND ORDERS\n\n{two}\nbid 4\nbdi 5\nEND ORDERS\n\nTo Carl: here I come")
    done = house.post().letters
    assert [(letter.game, letter.row) for letter in done] == [("1", "taken"), ("2", "taken")]
    assert (sheets(house, 1), sheets(house, 2)) == (["red"], ["blue"])
    answers = [text_of(mail) for mail in house.mails(ANNA) if mail["In-Reply-To"]]
    assert [verdicts(text) for text in answers] == [["waiting"], ["waiting", "NOT UNDERSTOOD"]]
    assert ["Game 1, Tiny, Red." in answers[0], "Game 2, Tiny, Blue." in answers[1]] == [True, True]
    assert "> here I come" in house.last(CARL) and "here I come" not in house.last(BEN)


def test_what_is_wrong_with_one_block_does_not_touch_the_other(house: House) -> None:
    one, two = begin(house, 1, "red"), begin(house, 2, "blue")
    lay(house, f"{one}\nbid 3\nEND ORDERS\n\n{two[:-9]}AAAA-AAAA\nbid 4\nEND ORDERS")
    assert [letter.row for letter in house.post().letters] == ["taken", "wrong-code"]
    assert (sheets(house, 1), sheets(house, 2)) == (["red"], [])
    (held,) = house.desk.held.iterdir()
    held.rename(house.desk.inbox / held.name)
    assert [letter.row for letter in house.post().letters] == ["wrong-code"]
    assert (sheets(house, 1), sheets(house, 2)) == (["red"], [])


def test_a_fault_in_one_game_holds_the_whole_letter_and_loses_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("no such segment")

    one, two = begin(house, 1, "red"), begin(house, 2, "blue")
    real = tinygame.ANSWERS["bid"]
    monkeypatch.setitem(tinygame.ANSWERS, "bid", broken)
    lay(house, f"{one}\nif asked loss then lose\nEND ORDERS\n\n{two}\nbid 4\nEND ORDERS")
    assert [letter.row for letter in house.post().letters] == ["our-fault"]
    assert (sheets(house, 1), sheets(house, 2)) == ([], [])
    monkeypatch.setitem(tinygame.ANSWERS, "bid", real)
    (held,) = house.desk.held.iterdir()
    held.rename(house.desk.inbox / held.name)
    house.post()
    assert (sheets(house, 1), sheets(house, 2)) == (["red"], ["blue"])


def test_a_name_in_two_games_is_found_by_the_block_or_by_the_subject(house: House) -> None:
    one = begin(house, 1, "red")
    lay(house, f"{one}\nbid 3\nEND ORDERS\n\nTo Blue: hello Ben")
    house.post()
    assert "> hello Ben" in house.last(BEN)


@pytest.mark.parametrize("name", ["orders.txt", "Re Turn 3.msg", "orders.docx", "folder"])
def test_what_is_no_letter_is_told_by_name_and_stays(house: House, name: str) -> None:
    stray = house.desk.inbox / name
    stray.mkdir() if name == "folder" else stray.write_bytes(b"bid 3")
    (problem,) = house.post().problems
    assert problem.startswith(f"inbox/{name} was not read, and stays there: ")
    assert ".eml" in problem
    assert stray.exists()


def test_what_mail_programs_keep_in_the_inbox_is_not_told(house: House) -> None:
    for name in (".uidvalidity", "dovecot-uidlist", "old.mbox.unpacked"):
        (house.desk.inbox / name).write_bytes(b"")
    assert house.post().problems == []


def test_a_file_that_is_not_read_is_named_though_the_form_is_quoted(house: House) -> None:
    quoted = "\n".join(f"> {line}" for line in f"{begin(house, 1, 'red')}\n\nEND ORDERS".splitlines())
    lay(house, f"See the file.\n\n{quoted}", orders_docx=b"PK\x03\x04")
    house.post()
    answer = " ".join(house.last(ANNA).split())
    assert "it has no order block of its own" in answer and '"orders.docx"' in answer


def test_a_file_beside_good_orders_is_named_too_but_no_picture(house: House) -> None:
    lay(house, f"{begin(house, 1, 'red')}\nbid 3\nEND ORDERS", more_pdf=b"%PDF", logo_png=b"\x89PNG")
    house.post()
    answer = next(text_of(mail) for mail in house.mails(ANNA) if mail["In-Reply-To"])
    assert 'Not read: "more.pdf"' in answer and "logo.png" not in answer
