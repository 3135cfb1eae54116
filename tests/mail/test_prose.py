"""What a letter says around its blocks: for another player, for the referee, or nothing at all."""

from __future__ import annotations

import pytest

from adjudicator.judging.courtesy import folded
from adjudicator.mail.reading.letter import read_letter
from adjudicator.mail.reading.prose import Words, prose, says, sort_words
from tests.mail.desk import letter

NAMES = ("ben", "ben nevis", "blue", "1er front")
OWN = ("Anna Kowalska", "Red")
BLOCK = "BEGIN ORDERS 17 turn 3 zhukov 7F3K-92QX\nmove 712 lebus\nEND ORDERS"


def words(text: str) -> Words:
    return sort_words(text, NAMES, OWN)


def text_around(text: str) -> str:
    return prose(read_letter(b"Content-Type: text/plain; charset=utf-8\n\n" + text.encode()))


@pytest.mark.parametrize(
    ("text", "to", "note"),
    [
        ("To Ben: well done!", [("ben", "well done!")], ""),
        ("To Ben:\n\nwell done!\nReally.\n\nBy when?", [("ben", "well done!\nReally.")], "By when?"),
        ("May they cross?\n\nto  BEN NEVIS :\nhi", [("ben nevis", "hi")], "May they cross?"),
        ("To the blue: one\n\nTo Ben: two\nTo Blue: three", [("blue", "one\n\nthree"), ("ben", "two")], ""),
        ("To the referee: may they?", [], "may they?"),
        ("To 1er Front: salut", [("1er front", "salut")], ""),
        ("To Ben:", [], ""),
        ("To be clear: I want the die.", [], "To be clear: I want the die."),
        ("To my friends in the wide world: hi", [], "To my friends in the wide world: hi"),
    ],
)  # fmt: skip
def test_words_belong_to_whom_the_heading_of_their_paragraph_names(
    text: str, to: list[tuple[str, str]], note: str
) -> None:
    found = words(text)
    assert (list(found.to), found.note) == (to, note)


def test_a_heading_that_names_nobody_is_for_the_referee_and_told_where_it_is_like_a_name() -> None:
    assert words("To Bne: our plan is Lebus") == Words((), "To Bne: our plan is Lebus", ("Bne",))
    assert words("To Wolfgang: hi").misspelt == ("Wolfgang",)
    assert words("To my friends in the wide world: hi").misspelt == ()
    assert words("To win: go on").misspelt == words("To Referee: hi").misspelt == ()


@pytest.mark.parametrize(
    "text",
    [
        "Dear referee,\n\nhere are my orders:\n\nKind regards\nAnna",
        "Hi all,\n\nBest,\nAnna K.",
        "Sehr geehrter Herr Schmidt,\n\nMit freundlichen Grüßen\nAnna Kowalska",
        "Cześć,\n\nPozdrawiam serdecznie\nAnia",
        "Здравствуйте!\n\nС уважением,\nАнна",
        "Hello Ivan Stepanovich,\n\nmy orders for turn 3:\n\nThanks!\nA.",
        "Sent from my iPhone",
        "Wysłano z iPhone'a",
        "Отправлено с iPhone",
        "Sent from Outlook for Android",
        "Gesendet mit der GMX Mail App",
        "# my orders",
        "-----",
        "Orders attached.",
        "Hi, here are my orders",
        "Hi Anna - here are my orders for turn 3:",
        "Hello, here you go. Good luck!",
    ],
)
def test_greetings_names_and_what_programs_add_say_nothing(text: str) -> None:
    assert words(text).note == ""


@pytest.mark.parametrize(
    "text",
    [
        "May the 8 GA cross at Lebus?",
        "Hi, that is wrong",
        "Hello, retreat?",
        "Anna?",
        "I shall be away until Monday.",
        "Thanks for the report, but 712 stood in Lebus.",
        "Dear Ivan, see you in Berlin!",
        "Sent 712 to Lebus, as agreed.",
    ],
)
def test_what_a_person_should_read_is_a_note(text: str) -> None:
    assert words(text).note == text


def test_prose_is_what_stands_around_the_block_without_signature_and_quotes() -> None:
    assert prose(letter("good")) == "Dear Ivan, see you in Berlin!\n\n# my orders\n\nKeep warm."
    assert prose(letter("gmail-reply")) == ""
    assert prose(letter("phone")) == ""
    assert prose(letter("attached-text")) == "Orders attached."


def test_of_a_plain_stub_beside_the_real_letter_in_html_nothing_is_said() -> None:
    assert words(prose(letter("plain-stub-with-html"))).note == ""


QUOTED = [
    "Od: Referee <referee@example.org>\nWysłano: piątek, 20 listopada 2026 12:00\nDo: Anna\nTemat: [1] Tiny",
    "От: Referee <referee@example.org>\nОтправлено: пятница, 20 ноября 2026 г. 12:00\nКому: Anna",
    "Feladó: Referee <referee@example.org>\nKüldve: 2026. november 20. 12:00\nCímzett: Anna\nTárgy: [1] Tiny",
    "пт, 20 нояб. 2026 г. в 12:00, Referee <referee@example.org>:",
    "pt., 20 lis 2026 o 12:00 Referee <referee@example.org> napisał(a):",
    "20.11.2026 12:00, Referee пишет:",
    "-----Исходное сообщение-----",
]


@pytest.mark.parametrize("head", QUOTED)
def test_an_earlier_letter_is_known_by_its_head_in_many_languages(head: str) -> None:
    text = f"To Ben: Hello\n{head}\n\nYou hold the event chit Werwolf."
    assert words(text_around(f"{BLOCK}\n\n{text}")).to == (("ben", "Hello"),)


def test_names_are_compared_without_capitals_accents_and_signs() -> None:
    assert folded("  Käthe  von Müller-Łódź ") == "kathe von muller łodz"


NOTHING = (
    "Morning all\n\nCheers\nBen",
    "Afternoon Nigel, orders below.\n\nTa!",
    "Evening everyone. ATB, Ben",
    "Orders attached. Cheers",
    "Hi there! Thanks so much for running this game.",
    "Orders attached. Cheers, Anna",
    "Sorry, the right ones:",
    "Sorry! Here are the right ones.",
    "Corrected orders below:",
    "Hi Referee.\n\nMy orders. Thanks!\nAnna",
    "This e-mail and any attachments are confidential and intended\nsolely for the addressee. If you "
    "received it in error,\nplease delete it.",
    "CONFIDENTIALITY NOTICE: The contents of this email are intended solely for the recipient.",
    "Please consider the environment before printing this e-mail.",
    "You received this message because you are subscribed to the group Berlin.",
)
SOMETHING = (
    "Orders attached. May the 47th enter?",
    "Orders attached. I will be away until Friday.",
    "Sorry, I am late",
    "Sorry, wrong game",
    "This message is confidential",
    "This email asks: is the 47th intended to be there?",
)


@pytest.mark.parametrize(("text", "said"), [*((t, False) for t in NOTHING), *((t, True) for t in SOMETHING)])
def test_what_stands_above_orders_and_below_every_mail_says_nothing(text: str, said: bool) -> None:
    assert says(text, ["Anna"]) == said
