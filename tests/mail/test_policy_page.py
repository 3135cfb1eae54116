"""docs/mail-policy.md and the policy say the same."""

from __future__ import annotations

from pathlib import Path

from adjudicator.mail.policy.mail_policy import POLICY, Action
from adjudicator.mail.reading.block import Block, find_block
from adjudicator.mail.reading.letter import read_letter
from adjudicator.mail.reading.prose import Words, prose, sort_words

PAGE = Path(__file__).parents[2] / "docs" / "mail-policy.md"
DONE = {
    Action.TAKE: "taken",
    Action.CHECK: "checked",
    Action.PASS_ON: "delivered",
    Action.HOLD: "held",
    Action.ANSWER: "filed",
}


def test_every_row_of_the_policy_stands_on_the_page_in_its_order() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.split("\n")
        if line.startswith("| `")
    ]
    told = [(row[0].strip("`"), *row[2:]) for row in rows if len(row) == 4]
    assert told == [(row.name, DONE[row.action], "yes" if row.answer else "no") for row in POLICY]


def test_every_row_says_why_it_is_so() -> None:
    assert [row.name for row in POLICY if not row.reason.endswith(".")] == []


def test_the_example_on_the_page_is_a_good_block() -> None:
    text = PAGE.read_text(encoding="utf-8")
    example = next(part for part in text.split("```") if "BEGIN ORDERS" in part)
    letter = read_letter(f"Content-Type: text/plain; charset=utf-8\n\n{example}".encode())
    found = find_block(letter)
    assert isinstance(found, Block)
    words = sort_words(prose(letter), ["ivan"], ["Georgi"])
    assert words == Words(
        (("ivan", "Well done at Seelow!"),), "Dear referee, may the 47th enter Lebus while it snows?", ()
    )
