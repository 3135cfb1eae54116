"""Fewer and lighter mails: a report when there is need of one, each picture once, subjects that tell."""

from __future__ import annotations

import email
import random
import re
import time
from dataclasses import replace
from datetime import UTC, datetime
from email.policy import default
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexpost
from adjudicator.audit.checks import replay
from adjudicator.catalogue import find_game, game_names
from adjudicator.events import Corrected, Event
from adjudicator.mail.desk import open_desk
from adjudicator.mail.desk.trial import known_to
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.desk_toml import TEMPLATE, DeskError, read_settings
from adjudicator.mail.telling.reports import asked_of
from adjudicator.mail.writing.outbox import Enclosure, Outgoing, letter_bytes
from adjudicator.report.story import told_later, told_together
from adjudicator.store.packing import _PAGE, pack, stand_in, unpack
from bench.pace import within
from tests.adjudicator.house import House, as_before, head_of, old_house, text_of
from tests.adjudicator.test_post_game import write_next
from tests.cases import one_quick

ANNA, BEN = "anna@example.org", "ben@example.org"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, pictures=False)


def reports(house: House, address: str) -> list[str]:
    return [text_of(mail) for mail in house.mails(address) if "CURRENT SITUATION" in text_of(mail)]


def heads(house: House, address: str) -> list[str]:
    return [head_of(mail) for mail in house.mails(address)]


def bids(house: House) -> None:
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    house.post()


# -- when a report goes ----------------------------------------------------------------------------------


def test_who_is_not_asked_hears_of_small_steps_when_he_is_asked_or_the_segment_ends(house: House) -> None:
    bids(house)
    before = len(reports(house, BEN))
    for line in ("move R1 birch", "move R1 ash", "move R2 birch"):
        house.write("red", line)
        house.post()
    assert len(reports(house, BEN)) == before
    assert len(reports(house, ANNA)) == before + 3
    house.write("red", "done")
    house.post()
    (told,) = reports(house, BEN)[before:]
    assert told.count("Red moves from") == 3 and "YOUR MOVE" in told


def untold(house: House, side: str) -> list[Event]:
    """What happened since a side's last report that it may know; no die that the next event tells."""
    with house.desk.store() as store:
        table = house.table(store)
        told, last = store.mail.told(1, side)[1], store.journal.last_sheet(1).last_event
        names = table.game.names()
        seen = [e for e in table.events(told + 1, last) if e.seen_by(side) and not e.quiet]
    once = (event for at, event in enumerate(seen) if not told_later(event, seen[at + 1 :]))
    return [event for event in once if event.says(names)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "letters", "seed"), one_quick([("koenigsberg45", 14, 3), ("raceforberlin", 25, 5)])
)
def test_nobody_is_asked_before_he_was_told_everything(
    tmp_path: Path, game: str, letters: int, seed: int
) -> None:
    house, chance = House(tmp_path, game, pictures=False), random.Random(seed)
    told_in_answer = 0
    for _ in range(letters):
        before = {side: len(untold(house, side)) for side in house.players}
        assert write_next(house, chance)
        assert house.post().problems == []
        with house.desk.store() as store:
            table = house.table(store)
            writer = store.journal.last_sheet(1).side
            asked = [s for s in house.players if asked_of(known_to(table.game, table.state, s))]
        assert [untold(house, side) for side in asked] == [[] for _ in asked]
        together = told_together(untold(house, writer)[before[writer] :])
        news = [event.says(table.game.names()) for event in together]
        answer = next(m for m in reversed(house.mails(ADDRESS[writer == first(house)])) if m["In-Reply-To"])
        flat = " ".join(text_of(answer).split()).casefold()
        assert [one for one in news if " ".join(one.split()).casefold() not in flat] == []
        told_in_answer += bool(news)
    with house.desk.store() as store:
        assert replay(store, 1).difference == ""
        sent = {(mail.side, mail.sheet) for mail in store.mail.reports(1)}
    assert told_in_answer
    assert len(sent) < 1.6 * letters, "one to each after each letter would be two"


ADDRESS = {True: ANNA, False: BEN}


def first(house: House) -> str:
    return next(iter(house.players))


@pytest.mark.parametrize("name", game_names())
def test_impulses_are_segments_of_the_game(name: str) -> None:
    game = find_game(name)
    assert set(game.impulses) <= set(game.sequence)


def test_a_correction_is_told_to_all_at_once(house: House) -> None:
    bids(house)
    with house.desk.store() as store, store.transaction():
        table = house.table(store)
        moved = Corrected(rule="", what="a letter misread", units=({"unit": "B2", "at": "dale"},))
        step = table.enter(moved, house.clock.isoformat())
        before = {mail.side: mail.id for mail in store.mail.reports(1)}
        Despatch(house.desk, store, house.clock).follow(table, step)
        after = {mail.side: mail.id for mail in store.mail.reports(1)}
    assert all(after[side] > before[side] for side in ("red", "blue"))


# -- subjects --------------------------------------------------------------------------------------------


def test_the_subject_says_whose_move_it_is_and_by_when(house: House) -> None:
    bids(house)
    house.write("red", "done")
    house.post()
    assert heads(house, BEN)[0] == "YOUR MOVE by Fri 27 Nov, 12:00 UTC - turn 1, Bids"
    assert heads(house, BEN)[-1] == "YOUR MOVE by Fri 27 Nov, 14:00 UTC - turn 1, Orders"
    house.write("blue", "move B2 birch", "done")
    house.post()
    assert heads(house, BEN)[2] == "For your information - turn 1, Orders"
    assert heads(house, ANNA)[-1] == "YOUR MOVE by Fri 27 Nov, 15:00 UTC - turn 2, Bids"


def test_a_segment_with_a_number_is_called_by_it(tmp_path: Path) -> None:
    house = House(tmp_path, "raceforberlin", pictures=False)
    assert house.mails(ANNA)[0]["Subject"] == "[1] Race for Berlin"
    first = [heads(house, address)[0] for address in (ANNA, BEN)]
    assert any(
        re.search(r"^YOUR MOVE by Fri 27 Nov, 12:00 UTC - turn \d, [A-D]\.\d$", subject) for subject in first
    )


# -- pictures --------------------------------------------------------------------------------------------


def settings(house: House, *changes: tuple[str, str]) -> None:
    text = TEMPLATE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (house.desk.folder / "desk.toml").write_text(text, encoding="utf-8")
    house.desk = open_desk(house.desk.folder)


@pytest.fixture
def drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """A desk whose reports have a picture, which the test does not wait for."""
    from adjudicator.report import picture

    def pictures(game: str, scene: object, *_: object) -> tuple[picture.Picture, ...]:
        return (picture.Picture("map", PNG + repr(scene).encode(), "a map"),)

    monkeypatch.setattr(picture, "in_mail", pictures)
    return House(tmp_path)


def pictured(house: House, address: str) -> list[bool]:
    """Which of the reports to somebody bring a picture."""
    found = [mail for mail in house.mails(address) if "CURRENT SITUATION" in text_of(mail)]
    return [any(part.get_content_type() == "image/png" for part in mail.walk()) for mail in found]


def test_a_picture_is_kept_until_its_mails_are_delivered_and_then_only_in_the_outbox(drawn: House) -> None:
    bids(drawn)
    assert any(pictured(drawn, ANNA))
    database = (drawn.desk.folder / "hexpost.db").read_bytes()
    with drawn.desk.store() as store:
        assert store.database.rows("SELECT * FROM enclosures") == []
        assert replay(store, 1).difference == ""
        first = store.mail.reports(1, "red")[0]
        sent = drawn.outbox()[first.name]
    assert stand_in("x")[:30] in b"".join(part for part in decoded(first.raw)) and PNG in b"".join(
        decoded(sent)
    )
    assert len(database) < sum(map(len, drawn.outbox().values())) * 3


def decoded(raw: bytes) -> list[bytes]:
    message = email.message_from_bytes(raw, policy=default)
    return [bytes(part.get_payload(decode=True) or b"") for part in message.walk() if not part.is_multipart()]


def test_a_mail_not_yet_delivered_has_its_pictures(drawn: House, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn.write("red", "bid 3")
    drawn.write("blue", "bid 1")
    monkeypatch.setattr(Despatch, "deliver", lambda self: 0)
    drawn.post()
    with drawn.desk.store() as store:
        waiting = [mail for mail in store.mail.undelivered() if mail.kind == "report"]
        assert waiting and all(PNG in b"".join(decoded(mail.raw)) for mail in waiting)
        assert len([mail for mail in waiting if mail.side == "red"]) == 2, "Anna has two addresses"
        kept = [bytes(row["data"]) for row in store.database.rows("SELECT * FROM enclosures")]
        assert sorted(data[:4] for data in kept) == [b"<!DO", PNG[:4]], (
            "her page for orders, too, is kept once"
        )
    monkeypatch.undo()
    before = len(drawn.outbox())
    drawn.post()
    assert len(drawn.outbox()) > before


@pytest.mark.parametrize("raw", [b"", b"Content-Type: image/png\n\n", b"\x00" * 3, b"A" * 5000])
def test_packing_gives_back_the_very_bytes(raw: bytes) -> None:
    packed, apart = pack(raw)
    assert unpack(packed, apart.get) == raw


def test_the_page_for_orders_is_kept_apart_as_pictures_are() -> None:
    page = Enclosure("game-1-red-orders.html", b"<p>tap = a unit</p>\n" * 9000, "text/html")
    table = Enclosure("game-1-red-roster.csv", b"unit,at\n", "text/csv")
    mail = Outgoing(
        "d@example.org", "a@example.org", "s", "words\n", "1-red", 1, datetime(2026, 4, 16, tzinfo=UTC),
        enclosures=(page, table),
    )  # fmt: skip
    raw = letter_bytes(mail)
    packed, apart = pack(raw)
    assert list(apart.values()) == [page.data] and len(packed) < 1500
    assert unpack(packed, apart.get) == raw
    gone = unpack(packed, lambda name: None)
    (name,) = apart
    told = replace(mail, enclosures=(replace(page, data=stand_in(name)), table))
    assert gone == letter_bytes(told), "a report made again has the same word in its place"


@pytest.mark.timed
def test_the_end_of_a_large_page_is_soon_found() -> None:
    about = b'Content-Type: text/html; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\n'
    name = b'Content-Disposition: attachment; filename="game-1-red-orders.html"\n\n'
    raw = about + name + b"<p>a line of a page that has very many of them</p>\n" * 80_000 + b"\n--=_end\n"
    began = time.process_time()
    found = _PAGE.search(raw)
    assert within(time.process_time() - began, 0.02) and found and found[0] + b"\n--=_end\n" == raw


def test_a_store_from_before_is_read_on(tmp_path: Path) -> None:
    old = old_house(tmp_path)
    with old.desk.store() as store:
        as_before(store)
    old.write("blue", "done")
    old.post()
    with old.desk.store() as store:
        found = replay(store, 1)
        assert (found.difference, found.earlier, found.reports > 8) == ("", 7, True)
        assert store.mail.undelivered() == ()


def test_a_player_may_have_pictures_once_a_turn(drawn: House) -> None:
    drawn.write("red", "bid 3", "pictures turn")
    drawn.write("blue", "bid 1", "pictures once a turn")
    drawn.post()
    for side in ("red", "blue"):
        drawn.write(side, "done")
        drawn.post()
    assert pictured(drawn, BEN) == [True, False, False, True]
    assert pictured(drawn, ANNA) == [True, False, True]


def test_a_player_may_have_none_and_is_told_what_he_may_have(drawn: House) -> None:
    drawn.write("red", "pictures none", "pictures sometimes", "pictures link")
    drawn.post()
    text = " ".join(drawn.last(ANNA).split())
    assert "OK: pictures do not come" in text
    assert "NOT UNDERSTOOD: pictures can come in these ways Did you mean: pictures each pictures turn" in text
    assert "REFUSED: the referee has no place on the web for them" in text
    bids(drawn)
    assert pictured(drawn, ANNA) == [True, False]


def test_a_dry_run_at_home_knows_the_line_about_pictures(house: House) -> None:
    sheet = house.desk.folder / "sheet.txt"
    turn, code = house.form("red")
    sheet.write_text(
        f"BEGIN CHECK 1 turn {turn} red {code}\npictures turn\nbid 3\nEND CHECK\n", encoding="utf-8"
    )
    said = CliRunner().invoke(hexpost.app, ["check", str(sheet), "--desk", str(house.desk.folder)])
    assert said.exit_code == 0
    assert "OK: pictures come with the first report of each turn" in said.stdout


def test_a_line_about_pictures_replaces_no_orders_and_is_no_order(drawn: House) -> None:
    drawn.write("red", "bid 3")
    drawn.write("red", "pictures none")
    assert [one.row for one in drawn.post().letters] == ["taken", "taken"]


def test_pictures_by_link_lie_once_in_a_folder_under_names_that_nobody_can_guess(drawn: House) -> None:
    settings(drawn, ('pictures-at = ""', 'pictures-at = "https://example.org/maps/"'))
    drawn.write("red", "pictures link")
    bids(drawn)
    mail = drawn.mails(ANNA)[-1]
    page = mail.get_body(("html",))
    assert page is not None
    (address,) = set(re.findall(r'src="(https://example\.org/maps/[^"]+)"', page.get_content()))
    assert address in "".join(text_of(mail).split("\n")) and pictured(drawn, ANNA)[-1] is False
    (file,) = drawn.desk.pictures.glob("*.png")
    assert address.endswith(file.name) and file.read_bytes().startswith(PNG)
    assert re.fullmatch(r"[0-9a-f]{32}-game-1-turn-1-map\.png", file.name)
    assert file.name not in (drawn.desk.pictures / "index.html").read_text("utf-8"), "and nothing lists them"
    with drawn.desk.store() as store:
        assert replay(store, 1).difference == ""


@pytest.mark.parametrize(
    "wrong", ['pictures-when = "often"', 'pictures-at = "my folder"', "pictures-when = 3"]
)
def test_faults_of_the_settings_are_told(house: House, wrong: str) -> None:
    file = house.desk.folder / "wrong.toml"
    file.write_text(f"[reports]\n{wrong}\n", encoding="utf-8")
    with pytest.raises(DeskError, match=r"wrong\.toml:2: .* should be "):
        read_settings(file)
