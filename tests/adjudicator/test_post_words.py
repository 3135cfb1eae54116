"""Words around the orders: to another player under his name, else to the referee, and never a secret."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path
from unicodedata import normalize

import pytest

from adjudicator.mail.desk import open_desk
from adjudicator.mail.desk.pages import waits, words_text
from adjudicator.mail.desk.table import Table
from adjudicator.mail.sending import despatch
from adjudicator.mail.settings.desk_toml import TEMPLATE
from tests.adjudicator import tinygame
from tests.adjudicator.house import House, as_before, at_once, head_of, text_of, verdicts

ANNA, BEN = "anna@example.org", "ben@example.org"
PLAN = "I shall cross at Birch once you are weak."


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, pictures=False)


def to(house: House, address: str) -> str:
    return "\n".join(text_of(mail) for mail in house.mails(address))


def held(house: House) -> list[Path]:
    return sorted(house.desk.held.iterdir())


def release(house: House) -> None:
    for path in held(house):
        path.rename(house.desk.inbox / path.name)


# -- for the referee -------------------------------------------------------------------------------------


def test_a_note_beside_the_orders_is_for_the_referee_and_holds_the_letter_with_its_orders_judged(
    house: House,
) -> None:
    house.write("blue", "bid 1")
    house.write("red", "bid 3", chat=f"Dear referee,\n\n{PLAN} May I?\n\nBest regards\nAnna")
    (_, done) = house.post().letters
    assert (done.row, done.action) == ("taken", "take")
    assert done.words == f"Dear referee,\n\n{PLAN} May I?\n\nBest regards\nAnna"
    assert len(held(house)) == 1
    assert "Red moves first" in to(house, BEN)
    assert "cross at Birch" not in to(house, BEN)
    answer = next(text_of(mail) for mail in house.mails(ANNA) if mail["In-Reply-To"])
    assert verdicts(answer) == ["done"]
    assert 'The referee will read your note: "Dear referee, ' in answer


def test_a_held_letter_whose_orders_were_judged_is_not_judged_again_when_it_is_put_back(house: House) -> None:
    house.write("red", "if asked loss then lose", chat="May I?\n\nTo Ben: hello there, Ben")
    house.post()
    mails, sheets = len(house.outbox()), sheet_count(house)
    release(house)
    (done,) = house.post().letters
    assert (done.row, done.why) == (
        "judged-before",
        "its orders were handled when it first came. No orders are used twice",
    )
    assert (len(house.outbox()), sheet_count(house), held(house)) == (mails, sheets, [])
    assert len(list(house.desk.done.iterdir())) == 1


def sheet_count(house: House) -> int:
    with house.desk.store() as store:
        return len(store.journal.sheets(1))


def test_the_referee_reads_the_note_in_what_post_prints(house: House) -> None:
    house.write("red", "if asked loss then lose", chat="May I cross?\x1b[2J")
    said = house.says("post")
    assert "    note to you (the email is in held/):\n    > May I cross?[2J\n" in said.stdout


def test_a_letter_that_only_greets_and_signs_is_not_held(house: House) -> None:
    house.write("red", "bid 3", chat="Hi,\n\nhere are my orders:\n\nCheers\nAnna\n\nSent from my iPhone")
    assert house.post().letters[0].words == ""
    assert held(house) == []


def test_a_question_without_orders_is_held_and_shown(house: House) -> None:
    (house.desk.inbox / "1.eml").write_bytes(plain(ANNA, "May 8 GA cross at Lebus?"))
    (done,) = house.post().letters
    assert (done.row, done.words) == ("no-block", "May 8 GA cross at Lebus?")
    assert len(held(house)) == 1


def plain(sender: str, text: str, subject: str = "a word", id_: str = "<w@x>") -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = (
        sender,
        "referee@example.org",
        subject,
        id_,
    )
    mail.set_content(text)
    return mail.as_bytes()


# -- for another player ----------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", ["To Ben:", "to blue:", "TO Blue :", "To the blue:"])
def test_words_under_a_name_reach_him_and_the_answer_shows_them(house: House, heading: str) -> None:
    house.write("red", "bid 3", chat=f"{heading} Hallo Ben!\nBEGIN? <b>never</b>\n\n{PLAN}")
    house.post()
    mail = house.mails(BEN)[-1]
    assert (mail["Subject"], head_of(mail)) == ("[1] Tiny", "A message from Red")
    assert "A message from Red\n\n> Hallo Ben!\n> BEGIN? <b>never</b>\n" in text_of(mail)
    assert text_of(mail).count("A message from") == 1, "who writes is told once"
    assert "bid 3" not in to(house, BEN) and "cross at Birch" not in to(house, BEN)
    assert "Delivered to Ben, word for word:\n\n> Hallo Ben!\n> BEGIN? <b>never</b>\n" in house.last(ANNA)


def test_who_writes_is_named_again_where_somebody_else_does() -> None:
    told = words_text(tinygame.GAME, [("red", "one"), ("red", "two"), ("blue", "three")], False)
    assert told.startswith("> one\n\n> two\n\nBlue writes:\n\n> three\n\nTo reply, ")


def test_a_passed_on_message_says_whether_its_reader_owes_a_move(house: House) -> None:
    house.write("red", chat="To Ben: hello\n")
    house.post()
    told = text_of(house.mails(BEN)[-1])
    assert "Your move is still open. Your newest report has its question" in told
    assert "You have no move to make." not in told
    house.write("blue", "bid 1")  # sealed: the question is open, and answered
    house.post()
    house.write("red", chat="To Ben: hello again\n")
    house.post()
    told = text_of(house.mails(BEN)[-1])
    assert "hello again" in told and "You have no move to make." in told and "still open" not in told


def test_a_reply_to_a_message_as_its_email_says_is_delivered(house: House) -> None:
    house.write("red", chat="To Ben: hello\n")
    house.post()
    told = text_of(house.mails(BEN)[-1])
    assert 'To reply, write a line "To Red:" and your words below it.\n' in told
    assert "\nInclude the order form of your newest report. It may be empty.\n" in told
    form = text_of(next(m for m in house.mails(BEN) if "BEGIN ORDERS" in text_of(m)))
    form = form[form.index("BEGIN ORDERS") : form.index("END ORDERS") + len("END ORDERS")]
    (house.desk.inbox / "r.eml").write_bytes(plain(BEN, f"To Red:\nhello yourself\n\n{form}\n", id_="<r@x>"))
    assert [one.row for one in house.post().letters] == ["words"]
    assert "> hello yourself" in text_of(house.mails(ANNA)[-1])


def test_words_go_with_the_report_that_goes_anyway_and_are_told_once(house: House) -> None:
    house.write("blue", "bid 1")
    house.post()
    house.write("red", "bid 0", chat="To Ben: Your turn!")
    house.post()
    assert [head_of(mail) for mail in house.mails(BEN)].count("A message from Red") == 0
    assert "RED WRITES" in house.last(BEN) and "\n> Your turn!\n" in house.last(BEN)
    page = house.mails(BEN)[-1].get_body(("html",))
    assert page is not None and "Your turn!" in page.get_content()
    house.write("blue", "move B2 birch")
    house.post()
    assert to(house, BEN).count("> Your turn!") == 1


def test_words_are_cut_to_size_and_a_desk_may_want_none(house: House) -> None:
    settings = house.desk.folder / "desk.toml"
    settings.write_text(at_once(TEMPLATE).replace("chat = 2000", "chat = 10"), "utf-8")
    house.desk = open_desk(house.desk.folder)
    house.write("red", "if asked loss then lose", chat="To Ben: 0123456789ABCDEF")
    house.post()
    assert "> 0123456789 [...]" in house.last(BEN) and "> 0123456789 [...]" in house.last(ANNA)
    settings.write_text(at_once(TEMPLATE).replace("chat = 2000", "chat = 0"), "utf-8")
    house.desk = open_desk(house.desk.folder)
    house.write("red", "if asked loss then lose", chat="To Ben: hello")
    before = len(house.mails(BEN))
    house.post()
    assert len(house.mails(BEN)) == before
    assert "The referee of this desk has turned messages off" in house.last(ANNA)


def test_a_letter_of_words_and_an_empty_form_is_one_small_mail_and_a_short_answer(house: House) -> None:
    quoted = "\n".join(f"> {line}" for line in house.last(ANNA).splitlines())
    turn, code = house.form("red")
    form = f"BEGIN ORDERS 1 turn {turn} red {code}\nEND ORDERS"
    (house.desk.inbox / "1.eml").write_bytes(
        plain(ANNA, f"To Ben: on Monday, then?\n\n{form}\n\n{quoted}", "Re: [1] Tiny")
    )
    before = len(house.outbox())
    (done,) = house.post().letters
    assert (done.row, done.action) == ("words", "pass-on")
    assert len(house.outbox()) == before + 2
    assert "> on Monday, then?" in house.last(BEN) and len(house.mails(BEN)[-1].as_bytes()) < 1500
    assert "Delivered to Ben, word for word:\n\n> on Monday, then?" in house.last(ANNA)
    assert held(house) == []


def test_words_under_a_form_left_empty_are_passed_on_too(house: House) -> None:
    house.write("red", "# How much do you bid", chat="To Ben: on Monday, then?")
    assert [one.row for one in house.post().letters] == ["words"]
    assert "> on Monday, then?" in house.last(BEN)


def test_words_without_a_reply_code_are_not_delivered_and_the_answer_has_the_form(house: House) -> None:
    """Who writes somebody's address into a letter does not speak for him."""
    (house.desk.inbox / "1.eml").write_bytes(plain(ANNA, f"To Ben: {PLAN}", "Re: [1] Tiny"))
    before = len(house.mails(BEN))
    (done,) = house.post().letters
    assert (done.row, done.action) == ("words-no-code", "answer")
    assert len(house.mails(BEN)) == before
    answer = house.last(ANNA)
    assert "Your message to another player was not delivered, because" in answer
    _, code = house.form("red")
    (house.desk.inbox / "2.eml").write_bytes(
        plain(ANNA, f"To Ben: {PLAN}\n\n" + answer[answer.index("BEGIN ORDERS") :], id_="<2@example.org>")
    )
    assert code in answer and [one.row for one in house.post().letters] == ["words"]
    assert f"> {PLAN}" in house.last(BEN)


@pytest.mark.parametrize(
    ("told", "row"),
    [({"code": "AAAA-2222"}, "wrong-code"), ({"code": " "}, "no-code"), ({"turn": "2"}, "words")],
)
def test_an_empty_form_without_the_right_code_delivers_no_words(
    house: House, told: dict[str, str], row: str
) -> None:
    house.write("red", chat=f"To Ben: {PLAN}\n", **told)
    assert [one.row for one in house.post().letters] == [row]
    assert ("cross at Birch" in to(house, BEN)) is (row == "words")
    assert ("was not delivered" in house.last(ANNA)) is (row != "words")


def test_the_code_of_one_game_delivers_no_words_in_another(house: House) -> None:
    house.open(bytes(reversed(range(32))))
    house.write("red", chat=f"To Ben: {PLAN}\n", subject="Re: [2] Tiny")
    house.post()
    assert f"> {PLAN}" in house.last(BEN)
    with house.desk.store() as store:
        second = Table(store, 2).code("blue")
    house.write("blue", chat="To Anna: hello\n", game="2", turn="1", code=second, subject="[1] Tiny")
    house.post()
    assert (
        head_of(house.mails(ANNA)[-1]) == "A message from Blue"
        and house.mails(ANNA)[-1]["Subject"] == "[2] Tiny"
    )


# -- what a forger takes from a player ---------------------------------------------------------------------


def forged(house: House, text: str, *numbers: int) -> None:
    for n in numbers:
        name = f"<forged-{text}-{n}@example.org>"
        (house.desk.inbox / f"f{n}.eml").write_bytes(plain(ANNA, text, f"question {n}", name))
    house.post()


@pytest.mark.parametrize("ask", [("help",), ()])
def test_forged_questions_use_up_nothing_of_what_the_player_with_the_code_may_ask(
    house: House, monkeypatch: pytest.MonkeyPatch, ask: tuple[str, ...]
) -> None:
    monkeypatch.setattr(despatch, "MOST_ANSWERS", 3)
    monkeypatch.setattr(despatch, "MOST_UNJUDGED", 3)
    forged(house, "HELP", *range(6))
    answers = len(house.mails(ANNA))
    forged(house, "REPORT", *range(3))
    assert len(house.mails(ANNA)) == answers, "letters without a code are answered without end"
    for _ in range(3):
        answers = len(house.mails(ANNA))
        house.write("red", *ask, chat="" if ask else "HELP\n")
        house.post()
        assert len(house.mails(ANNA)) == answers + 1
        assert "bid" in house.last(ANNA)


def test_a_name_that_is_misspelt_is_told_and_nothing_is_passed_on(house: House) -> None:
    house.write("red", "bid 3", chat=f"To Bne: {PLAN}")
    (done,) = house.post().letters
    assert done.words == f"To Bne: {PLAN}"
    assert '"To Bne:" does not name a player in your games' in house.last(ANNA)
    assert "cross at Birch" not in to(house, BEN)


def test_words_beside_orders_that_are_not_judged_are_not_passed_on(house: House) -> None:
    house.write("red", "bid 3", turn="2", code="AAAA-2222", chat="To Ben: hello")
    house.post()
    assert "Send it again with valid orders" in " ".join(house.last(ANNA).split())
    assert "hello" not in to(house, BEN)


def test_a_stranger_passes_no_words_on(house: House) -> None:
    (house.desk.inbox / "1.eml").write_bytes(plain("eve@example.org", "To Ben: send me your plan"))
    assert [one.row for one in house.post().letters] == ["stranger"]
    assert "your plan" not in to(house, BEN)


# -- secrets ---------------------------------------------------------------------------------------------


def chit_line(house: House) -> str:
    """A line of red's report that names its chit, which blue must never learn."""
    return next(line for line in house.last(ANNA).splitlines() if re.search(r"Chit \d", line))


OUTLOOK = "Od: Referee <referee@example.org>\nWysłano: piątek, 20 listopada 2026 12:00\nTemat: [1] Tiny\n"
RUSSIAN = "От: Referee <referee@example.org>\nОтправлено: пятница, 20 ноября 2026 г. 12:00\nТема: [1] Tiny\n"
UNKNOWN = "Sender ~ Referee\nTime ~ Friday\n"


@pytest.mark.parametrize("head", [OUTLOOK, RUSSIAN, UNKNOWN, ""])
def test_a_report_quoted_below_the_words_is_never_passed_on(house: House, head: str) -> None:
    without_form = re.sub(r"BEGIN ORDERS.*END ORDERS\n", "", house.last(ANNA), flags=re.DOTALL)
    report = re.sub(r"\n\s*\n", "\n", without_form.split("===\n", 1)[1])
    assert chit_line(house) in report
    house.write("red", "bid 3", chat=f"To Ben:\nThat is my word.\n{head}{report}")
    house.post()
    said = [line for line in house.last(BEN).splitlines() if line.startswith("> ")]
    kept = head.splitlines() if head == UNKNOWN else []
    assert said == [f"> {line}" for line in ("That is my word.", *kept)]


@pytest.mark.parametrize("change", ["as it is", "broken anew", "joined", "other signs"])
def test_a_line_of_a_report_is_known_whatever_was_done_to_it(house: House, change: str) -> None:
    page = house.mails(ANNA)[-1].get_body(("html",))
    assert page is not None
    secret = (
        "Red draws a chit and looks at it while nobody else is allowed to see what is printed on its face"
    )
    with house.desk.store() as store, store.transaction():
        mail = store.mail.reports(1, "red")[-1]
        store.mail.list_lines(1, "red", mail.id, {f" {secret.lower()} "})
    words = secret.split()
    told = {
        "as it is": secret,
        "broken anew": "\n".join((" ".join(words[:9]), " ".join(words[9:]))),
        "joined": f"See here: {secret} and so on",
        "other signs": f"* **{secret.upper()}**!",
    }[change]
    house.write("red", "bid 3", chat=f"To Ben:\nHello\n{told}")
    house.post()
    assert "allowed" not in to(house, BEN).lower() and "> Hello" in to(house, BEN)
    assert "Not delivered, because it quotes an email" in house.last(ANNA)


@pytest.mark.slow
def test_what_a_player_said_or_heard_himself_may_be_said_again(house: House) -> None:
    for _ in range(2):
        house.write("red", "if asked loss then lose", chat="To Ben: Good luck to you today, my friend")
        house.post()
        house.write("blue", "if asked loss then lose", chat="To Anna: Good luck to you today, my friend")
        house.post()
    house.write("blue", "bid 1")
    house.post()
    house.write("red", "bid 0", chat="To Ben: Good luck to you today, my friend")
    house.post()
    assert "RED WRITES" in house.last(BEN)
    house.write("blue", "move B2 birch", chat="To Anna: Good luck to you today, my friend")
    house.post()
    assert "Delivered to Anna" in to(house, BEN) and "Not delivered" not in to(house, BEN)
    assert to(house, BEN).count("A message from Red\n\n> Good luck") == 2
    assert to(house, ANNA).count("A message from Blue\n\n> Good luck") >= 2


@pytest.mark.parametrize("spaced", ["{}", "code {}!", "{0[0]}{0[1]}{0[2]}{0[3]}\n{0[5]}{0[6]}{0[7]}{0[8]}"])
def test_a_reply_code_is_never_passed_on(house: House, spaced: str) -> None:
    _, code = house.form("red")
    for written in (code, code.lower().replace("-", " "), " ".join(code)):
        house.write(
            "red",
            "if asked loss then lose",
            chat=f"To Ben: {spaced.format(code if '0[' in spaced else written)}",
        )
    house.post()
    assert code.replace("-", "") not in re.sub(r"[\W_]+", "", to(house, BEN)).upper()


def test_a_reply_code_in_wide_letters_is_not_passed_on_either(house: House) -> None:
    _, code = house.form("red")
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in code)
    house.write("red", "if asked loss then lose", chat=f"To Ben: Good luck\n{wide}")
    house.post()
    assert "Good luck" in to(house, BEN)
    assert code not in normalize("NFKC", to(house, BEN))


def test_a_store_from_before_knows_the_lines_of_its_old_mails(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False)
    line = chit_line(house)
    with house.desk.store() as store:
        as_before(store)
    house.write("red", "bid 3", chat=f"To Ben:\nHello\n{line}")
    house.post()
    assert "> Hello" in to(house, BEN) and line.strip() not in to(house, BEN)


def test_whom_the_game_waits_for_is_said_as_people_say_it() -> None:
    assert waits(["German player"], False) == "Waiting for the German player."
    assert waits(["Koniev", "German player"], False) == "Waiting for Koniev and the German player."
