from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.reading.as_typed import order_words, plain_words
from adjudicator.mail.reading.block import Block, Fault, find_block
from adjudicator.mail.reading.header_line import Header, begins, ends
from adjudicator.mail.reading.letter import read_letter
from adjudicator.mail.reading.reply import reply_line
from tests.mail.desk import letter

BEGIN = "BEGIN ORDERS 17 turn 3 zhukov 7F3K-92QX"
FOUR_ARMIES = "combat 8GA-1 8GA-2 1GTA-1 2GTA-1 3SHA-1 3SHA-2 5SHA-1 5SHA-2 47A-1 at seelow"


def block_in(text: str) -> Block | Fault:
    return find_block(read_letter(b"Content-Type: text/plain; charset=utf-8\n\n" + text.encode()))


def orders_in(name: str) -> list[str]:
    found = find_block(letter(name))
    assert isinstance(found, Block)
    assert (found.game, found.turn, found.side, found.code) == ("17", 3, "zhukov", "7F3K-92QX")
    return [text for _, text in found.lines]


def fault_in(text: str) -> Fault:
    found = block_in(text)
    assert isinstance(found, Fault)
    return found


@pytest.mark.parametrize(
    ("name", "orders"),
    [
        (
            "html-only",
            ["move 3SHA-1 letschin seelow", "combat 8GA-1 8GA-2 1GTA-1 at seelow", "support seelow"],
        ),
        ("plain-stub-with-html", ["move 3SHA-1 seelow"]),
        ("outlook", ["move 3SHA-1 Müncheberg Königs-Wusterhausen"]),
        ("outlook-html", ["move 3SHA-1 Müncheberg Königs-Wusterhausen"]),
        (
            "outlook-filled-in-form",
            ["move 3SHA-1 letschin seelow", "combat 8GA-1 8GA-2 1GTA-1 at seelow"],
        ),
        ("gmail-reply", [f"{FOUR_ARMIES} from letschin", "move 1PA-1 kienitz"]),
        ("phone", ["Move 3SHA-1 Letschin Seelow", 'Combat 8GA-1 8GA-2 at "Seelow"']),
        ("flowed", [FOUR_ARMIES, "move 1PA-1 kienitz", "move 1PA-2 kienitz"]),
        ("flowed-delsp", [FOUR_ARMIES]),
        ("attached-text", ["move 3SHA-1 Müncheberg Königs-Wusterhausen"]),
        ("same-block-twice", ["move 3SHA-1 letschin seelow", "combat 8GA-1 8GA-2 1GTA-1 at seelow"]),
        ("attached-log", []),
    ],
)
def test_the_orders_are_found_however_they_were_sent(name: str, orders: list[str]) -> None:
    assert orders_in(name) == orders


def test_a_block_tells_where_each_line_stands_in_the_letter() -> None:
    good = find_block(letter("good"))
    assert isinstance(good, Block)
    text = letter("good").text.split("\n")
    assert good.lines[0] == (5, "# first the crossing")
    assert [text[number - 1] for number, _ in good.lines] == [line for _, line in good.lines]


def test_a_file_sent_along_is_named_as_the_source() -> None:
    attached = find_block(letter("attached-text"))
    assert isinstance(attached, Block)
    assert attached.source == "orders.txt"


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("no-block", "no-block", "it has no order block"),
        ("quoted-only", "no-block", "it has no order block of its own (quoted lines are not read)"),
        ("forwarded-letter", "no-block", "it has no order block"),
        ("two-blocks", "two-blocks", "there are 2 different blocks, in line 1 and line 8"),
        (
            "cut-off",
            "cut-off",
            "the block that begins in line 1 has no END ORDERS. Some of it may be lost",
        ),
        (
            "unreadable-header",
            "header",
            'the first line of the block, line 1, does not say the turn ("turn 3") and the reply code',
        ),
        (
            "orders-ended-as-check",
            "header",
            "the block, line 1, begins with BEGIN ORDERS but ends with END CHECK",
        ),
    ],
)
def test_a_letter_without_one_good_block_is_told_why(name: str, kind: str, why: str) -> None:
    found = find_block(letter(name))
    assert isinstance(found, Fault)
    assert (found.kind, found.why) == (kind, why)
    assert found.right


def test_a_form_of_which_only_the_first_word_was_changed_to_check_is_a_dry_run() -> None:
    found = find_block(letter("check-ended-as-orders"))
    assert isinstance(found, Block)
    assert (found.kind, len(found.lines)) == ("check", 2)


@pytest.mark.parametrize("name", ["orders.docx", "winmail.dat", "photo.jpg"])
def test_who_sends_his_orders_in_a_file_that_is_not_read_is_told_its_name(name: str) -> None:
    found = find_block(read_letter(with_file(name, f"{BEGIN}\nmove 712 lebus\nEND ORDERS\n")))
    assert isinstance(found, Fault)
    assert found.why == f'it has no order block, and the attachments were not read: "{name}"'
    assert ".txt" in found.right
    assert isinstance(find_block(read_letter(with_file("o.txt", f"{BEGIN}\npass\nEND ORDERS\n"))), Block)


def with_file(name: str, text: str) -> bytes:
    return (
        "From: zhukov@example.org\nContent-Type: multipart/mixed; boundary=XX\n\n"
        "--XX\nContent-Type: text/plain\n\nsee the file\n"
        f'--XX\nContent-Type: application/octet-stream; name="{name}"\n'
        f'Content-Disposition: attachment; filename="{name}"\n\n{text}\n--XX--\n'
    ).encode()


def test_orders_in_quoted_lines_within_a_block_are_not_read() -> None:
    found = block_in(f"{BEGIN}\n> move 712 lebus\nmove 713 lebus\nEND ORDERS")
    assert isinstance(found, Block)
    assert found.lines == ((3, "move 713 lebus"),)


def test_the_empty_form_beside_a_filled_one_is_no_second_block() -> None:
    found = block_in(f"{BEGIN}\n# your orders\nEND ORDERS\n\n{BEGIN}\nmove 712 lebus\nEND ORDERS")
    assert isinstance(found, Block)
    assert found.lines == ((6, "move 712 lebus"),)


def test_an_empty_form_in_the_letter_answered_is_no_block() -> None:
    text = f"Tomorrow!\n\n-----Original Message-----\n{BEGIN}\n# your orders\nEND ORDERS"
    assert fault_in(text).kind == "no-block"


def test_a_second_block_that_begins_inside_the_first_leaves_the_first_cut_off() -> None:
    assert fault_in(f"{BEGIN}\nmove 712 lebus\n{BEGIN}\nmove 713 lebus\nEND ORDERS").kind == "cut-off"


def test_a_signature_within_a_block_without_end_does_not_end_it() -> None:
    assert fault_in(f"{BEGIN}\nmove 712 lebus\n-- \nGeorgi").kind == "cut-off"


GOOD_HEADER = Header("orders", "17", 3, "zhukov", "7F3K-92QX", ())


@pytest.mark.parametrize(
    "line",
    [
        "BEGIN ORDERS 17 turn 3 zhukov 7F3K-92QX",
        "  begin   order game #017, Turn: 3, Zhukov, 7f3k 92qx",
        "*BEGIN ORDERS 17 t3 zhukov 7F3K92QX*",
        "--- BEGIN ORDERS 17 turn 3 zhukov 7F3K – 92QX ---",
        "Begin Orders: 17 turn 3 side zhukov code 7F3K-92QX.",
    ],
)
def test_a_header_is_read_in_many_hands(line: str) -> None:
    assert begins(plain_words(line)) == GOOD_HEADER


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("BEGIN ORDERS turn 3 zhukov 7F3K-92QX", ["the number of the game"]),
        ("BEGIN ORDERS seventeen turn 3 zhukov 7F3K-92QX", ["the number of the game"]),
        ("BEGIN ORDERS 17 zhukov 7F3K-92QX", ['the turn ("turn 3")']),
        ("BEGIN ORDERS 17 turn three zhukov 7F3K-92QX", ['the turn ("turn 3")']),
        ("BEGIN ORDERS 17 turn 3 7F3K-92QX", ["the side"]),
        ("BEGIN ORDERS 17 turn 3 zhukov", ["the reply code"]),
        ("BEGIN ORDERS 17 turn 3 zhukov 7F3K-92Q", ["the reply code"]),
        (
            "BEGIN ORDERS",
            ["the number of the game", 'the turn ("turn 3")', "the side", "the reply code"],
        ),
    ],
)
def test_only_the_fields_that_cannot_be_read_are_named(line: str, missing: list[str]) -> None:
    header = begins(line)
    assert header is not None
    assert list(header.missing) == missing


@pytest.mark.parametrize(
    "line", ["begin orders when you like", "Beginning orders 17 turn 3", "orders 17 turn 3"]
)
def test_chat_about_orders_is_no_header(line: str) -> None:
    assert begins(line) is None


def test_an_end_line_names_what_it_ends() -> None:
    assert (ends("End orders."), ends("END CHECK"), ends("end"), ends("end orders as agreed")) == (
        "orders",
        "check",
        None,
        None,
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("move\u00a08GA\u20111\u2009seelow", "move 8GA-1 seelow"),
        ("\u2022 move 712", "move 712"),
        ("12) move 712", "move 712"),
        ("*move 712 lebus*", "move 712 lebus"),
        ("_move_ 712", "move 712"),
        ("712 to lebus", "712 to lebus"),
        ("say \u201eHurra\u201c", 'say "Hurra"'),
        ("# * a comment", "# * a comment"),
    ],
)
def test_what_a_program_did_to_a_line_is_undone(typed: str, meant: str) -> None:
    assert order_words(typed) == meant


@pytest.mark.parametrize(
    "announcement",
    [
        ["-----Ursprüngliche Nachricht-----"],
        ["On Wed, 15 Apr 2026 at 21:00, Referee <referee@example.org> wrote:"],
        ["Am 15.04.2026 um 21:00 schrieb Referee:"],
        ["Le mer. 15 avr. 2026 à 21:00, Referee a écrit :"],
        ["On Wed, 15 Apr 2026 at 21:00, the Referee of Games <", "referee@example.org> wrote:"],
        ["*From:* Referee", "*Sent:* Wednesday", "*To:* Georgi"],
        ["De : Referee", "Envoyé : mercredi"],
        ["Od: Referee <referee@example.org>", "Wysłano: piątek, 20 listopada 2026 12:00", "Do: Anna"],
        ["От: Referee <referee@example.org>", "Отправлено: пятница, 20 ноября 2026 г. 12:00", "Кому: Anna"],
        ["пт, 20 нояб. 2026 г. в 12:00, Referee <referee@example.org>:"],
        ["Feladó: Referee <referee@example.org>", "Küldve: 2026. november 20. 12:00", "Címzett: Anna"],
        ["Feladó: Referee", "Küldve: péntek", "", "=== Please write your answer above this line ==="],
        ["=== Please write your answer above this line ==="],
        ["Feladó: Referee", "Küldve: péntek", "", "=== Reply above this line ==="],
        ["=3D=3D Reply above this line"],
    ],
)
def test_the_line_that_announces_an_earlier_letter_is_known(announcement: list[str]) -> None:
    assert reply_line(["Hello", "from here on", *announcement, "old"]) == 2


@given(
    st.lists(
        st.sampled_from((BEGIN, "END ORDERS", "move 712 lebus", "> " + BEGIN, "-- ", "hello", "")), max_size=9
    )
)
def test_no_order_is_ever_read_from_outside_a_block(lines: list[str]) -> None:
    found = block_in("\n".join(lines))
    if isinstance(found, Block):
        for number, order in found.lines:
            before = lines[: number - 1]
            assert order == lines[number - 1].strip()
            assert BEGIN in before
            assert "END ORDERS" not in before[len(before) - before[::-1].index(BEGIN) :]


def test_blank_lines_above_a_block_count() -> None:
    found = block_in(f"\n\n{BEGIN}\nmove 712 lebus\nEND ORDERS")
    assert isinstance(found, Block)
    assert found.lines == ((4, "move 712 lebus"),)
