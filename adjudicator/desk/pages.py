"""The words of the desk's own mails: answers to letters, questions, order forms, reminders."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from datetime import datetime

from adjudicator.game import Game
from adjudicator.printed import in_print
from adjudicator.rulings import Ruling
from adjudicator.state import Decision

WIDTH = 76
_VERDICTS = {
    "done": "done",
    "refused": "REFUSED",
    "unreadable": "NOT UNDERSTOOD",
    "ambiguous": "AMBIGUOUS",
    "waiting": "waiting",
    "not-judged": "not judged",
}
_LEGAL = {"refused": "Legal would be", "unreadable": "Nearest", "ambiguous": "Possible"}
_MOST_LEGAL = 12
_LONGEST = 300


def rulings_text(game: Game, rulings: Sequence[Ruling]) -> str:
    """What was understood, line by line."""
    if not rulings:
        return "There was no line to judge."
    return "\n".join(_ruling(game, ruling) for ruling in rulings)


def _ruling(game: Game, ruling: Ruling) -> str:
    verdict = _VERDICTS[ruling.verdict]
    cited = f" [{ruling.rule}]" if ruling.rule else ""
    why = f": {_clipped(ruling.why)}" if ruling.why else ""
    lines = [f"{ruling.line:>4}  {_clipped(ruling.text)}", *_indented(f"{verdict}{cited}{why}")]
    if ruling.legal:
        lines += _indented(instead_text(game, ruling.verdict, ruling.legal))
    return "\n".join(lines)


def instead_text(game: Game, verdict: str, legal: Sequence[str]) -> str:
    """What a line with this verdict could have been, in one line: "Legal would be: ..."."""
    return f"{_LEGAL.get(verdict, 'Possible')}: {listed_text(game, legal)}"


def listed_text(game: Game, lines: Sequence[str]) -> str:
    """The first of several possible orders, and how many more there are."""
    more = len(lines) - _MOST_LEGAL
    shown = in_print(game, tuple(lines[:_MOST_LEGAL]))
    return "; ".join(shown).replace("\n", " / ") + (f"; and {more} more" if more > 0 else "")


def _clipped(text: str) -> str:
    """A text that is no longer than a reader can want; a line of a letter may have any length."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} [...]"


def _indented(text: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8, break_long_words=False
    )


def questions_text(game: Game, decisions: Sequence[Decision], due: Mapping[str, str]) -> str:
    """What a side is asked, by when, and what silence means."""
    parts: list[str] = []
    for decision in decisions:
        lines = textwrap.wrap(f"* {decision.question} [{decision.rule}]", WIDTH, subsequent_indent="  ")
        if decision.answers:
            word = "Answers" if decision.closed else "For example"
            shown = "; ".join(in_print(game, decision.answers[:_MOST_LEGAL]))
            lines += _indented(f"{word}: {shown}".replace("\n", " / "))
        if decision.id in due:
            lines += _indented(f"Please answer by {when(due[decision.id])}.")
        if decision.silence:
            lines += _indented(f"If the referee must go on without your answer: {decision.silence}.")
        parts.append("\n".join(lines))
    return "\n".join(parts)


def order_form(first_line: str, decisions: Sequence[Decision]) -> str:
    """The block to reply with: its first line filled in, and room for the orders."""
    hints = [f"# {line}" for d in decisions for line in textwrap.wrap(f"{d.question} [{d.rule}]", WIDTH - 2)]
    return "\n".join([first_line, *hints, "", "END ORDERS"])


def begin_line(number: int, turn: int, side: str, code: str) -> str:
    """The first line of a side's order block."""
    return f"BEGIN ORDERS {number} turn {turn} {side} {code}"


def when(iso: str) -> str:
    """A time as people read it: "27 Nov 2026 10:09 UTC"."""
    return f"{datetime.fromisoformat(iso):%d %b %Y %H:%M} UTC"


def waits(names: Sequence[str], over: bool) -> str:
    """Whom the game waits for, in a sentence."""
    if over:
        return "The game is over."
    if not names:
        return "The game waits for nobody."
    return f"The game now waits for {' and '.join(names)}."
