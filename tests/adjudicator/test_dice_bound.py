"""Dice that the referee cannot choose: what they are bound to, and what cannot change them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from hashlib import sha256
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.dice import FIRST_SCHEME, SECOND_SCHEME, NeedsDice, link_of, next_link
from adjudicator.events import Corrected
from adjudicator.mail.desk.bound import QUESTION, dice_lines, hash_of, words_of_kept, words_of_silence
from adjudicator.mail.desk.table import Table
from adjudicator.mail.reading import charset
from adjudicator.mail.run import run_mail
from adjudicator.store import Store
from tests.adjudicator.house import House, head_of, old_house, text_of, verdicts

ANNA, BEN = "anna@example.org", "ben@example.org"
DUE = "2026-11-27T12:00:40+00:00"
ATTACK = ("move R1 birch", "attack R1 cedar", "done")


def chain(house: House) -> str:
    """What the next die would be bound to."""
    with house.desk.store() as store:
        return store.journal.last_sheet(1).chain


def rolled(house: House) -> list[tuple[int, str]]:
    """The dice of the game, each with what it is bound to."""
    with house.desk.store() as store:
        found = audit(store, 1)
        assert (found.faults, replay(store, 1).difference) == ((), "")
        return [(die.value, die.chain) for die in found.dice]


# -- a letter ----------------------------------------------------------------------------------------------


def dice_of(folder: Path, change: str) -> list[tuple[int, str]]:
    """The dice of a game in which Anna's letter with an attack was changed on its way."""
    house = House(folder / (change or "as sent"), pictures=False).both_bid()
    path = house.write("red", *ATTACK, "seed Zwölf Störche", chat="Hello referee")
    path.write_bytes(CHANGES[change](path.read_bytes()))
    house.post()
    return rolled(house)


def encoded(raw: bytes, kind: str = "base64", html: bool = False) -> bytes:
    """The same letter with its text sent in another way."""
    letter = BytesParser(EmailMessage, policy=SMTP).parsebytes(raw)
    text = text_of(letter)
    for header in ("Content-Type", "Content-Transfer-Encoding", "MIME-Version"):
        del letter[header]
    if html:
        lines = "".join(f"<div>{line.replace(' ', '&nbsp;')}<br></div>" for line in text.splitlines())
        letter.set_content(f"<html><body>{lines}</body></html>", subtype="html")
    else:
        letter.set_content(text, cte=kind)
    return letter.as_bytes()


CHANGES: Mapping[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "header": lambda raw: b"X-Spam-Score: 4\n" + raw,
    "received": lambda raw: b"Received: from a by b; Fri, 20 Nov 2026 12:00:09 +0000\n" + raw,
    "subject": lambda raw: raw.replace(b"Subject: orders", b"Subject: [list] orders"),
    "base64": encoded,
    "quoted-printable": lambda raw: encoded(raw, "quoted-printable"),
    "html": lambda raw: encoded(raw, html=True),
    "quoting": lambda raw: raw.replace(b"END ORDERS", b"END ORDERS\n\n> BEGIN ORDERS\n> you wrote\n"),
    "words around": lambda raw: raw.replace(b"Hello referee", b"Hello\nfriend"),
    "comments and capitals": lambda raw: raw.replace(b"attack R1 cedar", b"# now\nATTACK  R1 Cedar"),
    "message id": lambda raw: re.sub(rb"(?i)(message-id: <)", rb"\1another", raw),
    "seed": lambda raw: raw.replace(b"seed Zw", b"seed Hw"),
    "orders": lambda raw: raw.replace(b"\ndone\n", b"\nattack R1 cedar\ndone\n"),
    "behind a #": lambda raw: raw.replace(b"attack R1 cedar", b"attack R1 cedar #2"),
}


SEEN = ("seed", "orders", "behind a #")
"""Changes that a letter's writer can see when he looks at the answer."""


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    house = House(tmp_path_factory.mktemp("sent"))
    return house.letter("red", *ATTACK, "seed Zwölf Störche", chat="Hello referee")


@pytest.mark.parametrize("change", [change for change in CHANGES if change not in SEEN])
def test_what_happens_to_a_letter_on_its_way_is_in_no_link(change: str, raw: bytes) -> None:
    way = CHANGES[change](raw)
    assert way != raw or not change
    lines = "move r1 birch\nattack r1 cedar\ndone\nseed zwölf störche"
    assert words_of_kept(way, 1, "red") == f"letter\nred\n{lines}"


@pytest.mark.parametrize("change", SEEN)
def test_what_its_writer_can_see_for_himself_is_in_the_link(change: str, raw: bytes) -> None:
    assert words_of_kept(CHANGES[change](raw), 1, "red") != words_of_kept(raw, 1, "red")


@pytest.mark.slow
def test_a_header_changes_no_die_and_a_seed_changes_all_that_follow(tmp_path: Path) -> None:
    sent, header, seed = (dice_of(tmp_path, change) for change in ("", "header", "seed"))
    assert sent == header and len(sent) > 2
    assert sent[:2] == seed[:2] and sent[2][1] != seed[2][1]


def test_a_letter_without_a_message_id_is_bound_to_none_that_others_gave_it(tmp_path: Path) -> None:
    """Under the second scheme, where the Message-ID was bound."""
    raw = re.sub(rb"(?im)^message-id:.*\n", b"", House(tmp_path).letter("red", "bid 3"))
    for sent in (raw, b"Received: x\n" + raw):
        assert words_of_kept(sent, 1, "red", SECOND_SCHEME) == "letter\n\nbid 3"
        assert words_of_kept(sent, 1, "red") == "letter\nred\nbid 3"


def test_two_orders_that_differ_behind_a_number_sign_are_bound_alike_no_more(tmp_path: Path) -> None:
    """A unit may have a # in its name: GE-G5#1-1."""
    house = House(tmp_path)
    one, other = (house.letter("red", f"hip GE-G5#{unit} hex=M14") for unit in ("1-1", "2-3"))
    assert words_of_kept(one, 1, "red") != words_of_kept(other, 1, "red")
    assert words_of_kept(one, 1, "red", SECOND_SCHEME).endswith("\nhip ge-g5")


def test_a_letter_that_named_a_wrong_charset_stays_bound_to_what_was_read_in_it_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, pictures=False)
    raw = house.letter("red", "bid 3", "seed Grüße").replace(b"utf-8", b"iso-8859-1")
    (house.desk.inbox / "wrong.eml").write_bytes(raw)
    monkeypatch.setattr(charset, "_WESTERN", frozenset())  # as the first hexpost read
    house.post()
    monkeypatch.undo()
    with house.desk.store() as store:
        assert store.journal.last_sheet(1).bound.endswith("seed grã¼ãÿe")
        assert replay(store, 1).difference == "" and audit(store, 1).faults == ()
    assert words_of_kept(raw, 1, "red").endswith("seed grüsse")


def test_a_log_is_bound_by_its_file(tmp_path: Path) -> None:
    letter = BytesParser(EmailMessage, policy=SMTP).parsebytes(House(tmp_path).letter("red"))
    letter.add_attachment(b"PK log", maintype="application", subtype="octet-stream", filename="my.vlog")
    words = words_of_kept(letter.as_bytes(), 1, "red")
    assert words == f"letter\nred\nlog {sha256(b'PK log').hexdigest()}"


def test_the_answer_lists_the_lines_and_ends_with_their_hash_alone(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.write("red", "bid 3   # high", "Seed  My Cat")
    house.post()
    answer, words = house.last(ANNA), "bid 3 # high\nseed my cat"
    assert "bid 3 # high" in answer and "Seed My Cat" in answer
    shown = answer.partition("SHA-256 of your lines:")[2].split()
    assert shown == [sha256(words.encode()).hexdigest()] == [hash_of(words)]
    assert verdicts(answer) == ["waiting", "done"]
    with house.desk.store() as store:
        before, last = store.journal.sheets(1)[-2:]
        dice = dice_lines(event for event in Table(store, 1).events(1, before.last_event))
        assert dice and last.chain == link_of(before.chain, dice, "letter\nred", words)


def test_a_sheet_that_is_not_taken_is_bound_to_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    before = chain(house)
    house.write("red", "bid 3", "seed me", kind="CHECK")
    house.post()
    assert "SHA-256" not in house.last(ANNA) and chain(house) == before


def test_a_seed_without_words_is_asked_for_again_and_one_alone_counts(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.write("blue", "seed  # nothing")
    house.post()
    assert verdicts(house.last(BEN)) == ["NOT UNDERSTOOD"]
    before = chain(house)
    house.write("blue", "seed: two herons")
    house.post()
    assert verdicts(house.last(BEN)) == ["done"] and chain(house) != before


# -- the opening -------------------------------------------------------------------------------------------


def accepted(folder: Path, red: str, blue: str) -> House:
    house = House(folder, accepted=False)
    house.write("red", "accept", f"seed {red}")
    house.write("blue", "accept", f"seed {blue}")
    house.post()
    return house


@pytest.mark.slow
def test_no_die_is_rolled_before_both_have_written(tmp_path: Path) -> None:
    house = House(tmp_path, accepted=False)
    opening = chain(house)
    assert rolled(house) == [] and QUESTION[:24] in house.last(BEN)
    house.write("red", "Accept the game!", "if asked loss then lose", "bid 3")
    house.post()
    answer = house.last(ANNA)
    assert verdicts(answer)[:2] == ["done", "done"] and "Waiting for Blue to accept the game." in answer
    assert rolled(house) == [] and chain(house) != opening
    house.write("blue", "bid 1")
    house.post()
    assert [chain_ for _, chain_ in rolled(house)] == [chain(house)] * 2
    assert "Bids: Blue 1, Red 3." in house.last(ANNA), "the bid was queued behind the acceptance"


@pytest.mark.slow
def test_the_first_dice_depend_on_the_words_of_both(tmp_path: Path) -> None:
    one = accepted(tmp_path / "1", "a heron", "a stork")
    other = accepted(tmp_path / "2", "an owl", "a stork")
    third = accepted(tmp_path / "3", "a heron", "a raven")
    assert len({rolled(house)[0][1] for house in (one, other, third)}) == 3


def test_silence_accepts_no_game(tmp_path: Path) -> None:
    house = House(tmp_path, accepted=False)
    file = house.desk.folder / "desk.toml"
    file.write_text(file.read_text("utf-8").replace('"remind"', '"default"'), "utf-8")
    house.write("red", "accept")
    house.post()
    house.clock += timedelta(days=30)
    house.post()
    assert rolled(house) == [] and "waits for YOUR MOVE" in head_of(house.mails(BEN)[-1])


def test_acceptance_is_said_once(tmp_path: Path) -> None:
    house = accepted(tmp_path, "a", "b")
    house.write("red", "accept", "bid 3")
    house.post()
    assert verdicts(house.last(ANNA)) == ["not judged", "waiting"]


def test_a_line_that_is_not_understood_is_told_that_it_accepts_the_game(tmp_path: Path) -> None:
    house = House(tmp_path, accepted=False, pictures=False)
    house.write("red", "accept, seed a rainy day in Leeds")
    house.post()
    assert "NOT UNDERSTOOD" in house.last(ANNA) and "By sending orders you have accepted" in house.last(ANNA)
    house.write("blue", "accept")
    house.post()
    assert "By sending orders you have" not in "".join(map(text_of, house.mails("ben@example.org")))


def test_where_everybody_is_asked_at_once_the_answers_accept_the_game(tmp_path: Path) -> None:
    house = House(tmp_path, "koenigsberg45", accepted=False, pictures=False)
    with house.desk.store() as store:
        table = Table(store, 1)
        asked = table.state.waiting()
        assert {one.player for one in asked} == set(table.game.sides)
        assert "accept" not in {one.topic for one in asked}
        assert [one.default for one in asked] == ["", ""], "silence is no answer before a player has written"
        assert table.take_silence(asked[0], DUE, DUE) is None


# -- silence and corrections -------------------------------------------------------------------------------


def after_silence(folder: Path, noticed: str, due: str = DUE) -> str:
    house = House(folder, pictures=False)
    with house.desk.store() as store, store.transaction():
        table = Table(store, 1)
        decision = table.state.waiting()[0]
        step = table.take_silence(decision, due, noticed)
        assert step is not None and step.row.bound == f"silence\n{decision.player}\n{decision.id}"
    assert rolled(house)
    return chain(house)


@pytest.mark.slow
def test_after_silence_the_dice_hang_on_the_question_and_on_no_time(tmp_path: Path) -> None:
    """Neither when it was noticed nor until when an answer was due: the referee sets both."""
    soon, late = (after_silence(tmp_path / at, f"2026-{at}T13:00:00+00:00") for at in ("11-28", "12-24"))
    granted = after_silence(tmp_path / "granted", "2026-12-24T13:00:00+00:00", "2026-12-23T09:00:00+00:00")
    assert soon == late == granted
    assert words_of_silence("red", "q3", DUE) != words_of_silence("red", "q4", DUE)
    assert words_of_silence("red", "q3", DUE, SECOND_SCHEME) == "silence\nq3\n2026-11-27 12:00 UTC"


@pytest.mark.parametrize("what", ["B1 to Dale (a slip)", "B1 to Dale (a slip of the pen)"])
def test_a_correction_makes_no_link_and_rolls_no_die(what: str, tmp_path: Path) -> None:
    """The referee words it: with a link of it he could choose the next die."""
    house = House(tmp_path)
    before, dice = chain(house), rolled(house)
    with house.desk.store() as store, store.transaction():
        Table(store, 1).enter(Corrected(rule="", what=what), DUE)
    assert (rolled(house), chain(house)) == (dice, before)


def changed(store: Store, table: str, old: str, new: str) -> None:
    store.database.script("DROP TRIGGER events_are_never_changed;" if table == "events" else "")
    column = {"sheets": "bound", "events": "facts"}[table]
    store.database.execute(f"UPDATE {table} SET {column} = replace({column}, ?, ?)", (old, new))


def test_an_audit_finds_words_that_are_not_those_of_the_letter(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.write("red", "bid 3", "seed my cat")
    house.post()
    with house.desk.store() as store:
        changed(store, "sheets", "my cat", "his cat")
        assert "not bound to what it says" in " ".join(audit(store, 1).faults)
        assert "not bound to what it says" in replay(store, 1).difference


def test_an_audit_finds_a_chain_that_leaves_a_correction_out(tmp_path: Path) -> None:
    """Under the second scheme, where corrections made links."""
    house = old_house(tmp_path, 2)
    with house.desk.store() as store:
        assert audit(store, 1).faults == ()
        changed(store, "sheets", "correction\nnothing", "correction\nsomething")
        assert "not bound to what it says" in " ".join(audit(store, 1).faults)


# -- games of earlier schemes -----------------------------------------------------------------------------


def test_a_game_of_the_first_scheme_is_played_on_under_it(tmp_path: Path) -> None:
    house = old_house(tmp_path)
    with house.desk.store() as store:
        assert Table(store, 1).scheme == FIRST_SCHEME
        assert (audit(store, 1).faults, replay(store, 1).difference) == ((), "")
    path = house.write("blue", "attack B1 cedar", "move B1 cedar", "seed mine", "attack B1 birch", "done")
    raw = b"X-Header: of the first scheme\n" + path.read_bytes()
    path.write_bytes(raw)
    before, told = chain(house), len(rolled(house))
    house.post()
    assert "SHA-256" not in text_of(house.mails(BEN)[0])
    assert len(rolled(house)) > told
    assert chain(house) == next_link(before, raw)
    with house.desk.store() as store:
        assert replace(store.journal.last_sheet(1)).bound == ""


def test_silence_and_corrections_of_the_first_scheme_add_no_link(tmp_path: Path) -> None:
    house = old_house(tmp_path)
    before = chain(house)
    with house.desk.store() as store, store.transaction():
        table = Table(store, 1)
        table.enter(Corrected(rule="", what="again"), DUE)
        assert table.take_silence(table.state.waiting()[0], DUE, DUE) is not None
    assert chain(house) == before
    run_mail(house.desk, house.clock)
    assert rolled(house)


@pytest.mark.slow
def test_a_game_of_the_second_scheme_is_played_on_under_it(tmp_path: Path) -> None:
    house = old_house(tmp_path, 2)
    told = len(rolled(house))
    house.write("red", "bid 2 # low")
    house.write("blue", "bid 1")
    house.post()
    assert "<10-red@example.org>\n    bid 2\n" in text_of(house.mails(ANNA)[0])
    before = chain(house)
    with house.desk.store() as store, store.transaction():
        Table(store, 1).enter(Corrected(rule="", what="again"), DUE)
    assert chain(house) == next_link(before, b"correction\nagain")
    house.write("red", "attack R1 cedar", "attack R1 birch", "move R1 cedar", "attack R1 dale", "done")
    house.post()
    assert len(rolled(house)) > told


@pytest.mark.parametrize("kind", ["orders", "silence"])
def test_the_rules_get_no_dice_for_what_comes_before_all_have_written(tmp_path: Path, kind: str) -> None:
    """Also where a game asks something else than «accept» at its opening, whose answer rolls a die."""
    house = House(tmp_path, accepted=False)
    with house.desk.store() as store:
        table = house.table(store)
        play = table._play(table._row(kind, "red", "2026-01-01T00:00:00+00:00", "letter"))
        with pytest.raises(NeedsDice):
            play.roll("1.1", "a test")
