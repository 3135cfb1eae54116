"""What answers say about lines that are not orders: what to send instead, and that a line cannot take another
back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from adjudicator.game import Game
from adjudicator.rulings import No, Ruling
from adjudicator.state import State
from adjudicator.waiting_lines import ENDING

_WHAT = (
    r"(?:it|that|this|these|those|the (?:above|last|first|second|third|fourth|fifth|previous|other)"
    r"|(?:the |my )?(?:line|order|move|attack|number|no\.?) ?(?:\d+|above|before)?)(?: \w+){0,3}"
)
_TAKES_BACK = re.compile(
    r"(?:(?:and|but|please|sorry|oops|no|wait|actually|ok|okay|then)[\s,.!-]+)*"
    r"(?:(?:cancel|scrap|scratch|undo|withdraw|forget|ignore|disregard|delete|drop|strike|skip|revoke"
    rf"|take back|leave out|do not do|don't do) {_WHAT}"
    r"|never ?mind(?: \w+){0,4}|(?:scratch|cancel|scrap|forget) (?:all|everything) (?:above|before))",
    re.IGNORECASE,
)
"""A line that takes back another line of the same email: "cancel the second one"."""
NOT_COUNTED = 'line {line}, "{text}", takes orders back, so no order of this email counts'
SEND_AGAIN = (
    "a line cannot take back another one. Send the email again without the orders that you do not mean"
)


def first_word(text: str) -> str:
    """The first word of a line in lower case."""
    return text.split()[0].casefold()


def asked_alone(game: Game, state: State, side: str, wrong: Iterable[Ruling]) -> Iterator[Ruling]:
    """Rulings on lines that cannot be read. Instead of every order of the game, or orders that do not answer
    the question, the reason lists the orders that do. Of complete orders that may be meant, only those that
    answer the question are offered, if there are any. "No attacks" is offered the word that declines."""
    every = tuple(verb.name for verb in game.grammar(side).verbs)
    asked = {verb for one in state.waiting() if one.player == side for verb in one.verbs}
    now = ", ".join(name for name in every if name in asked)
    end = next((word for word in ENDING if word in asked), "")
    for ruling in wrong:
        if first_word(ruling.text) == "no" and end and "no" not in asked:
            why = f'"{ruling.text}" is not an order. For no more orders, write "{end}"'
            yield replace(ruling, why=why, legal=(end,))
        elif now and (ruling.legal == every or (ruling.legal and {*ruling.legal} <= {*every} - asked)):
            yield replace(ruling, why=f"{ruling.why}. You can order now: {now}", legal=())
        else:
            fit = tuple(line for line in ruling.legal if first_word(line) in asked)
            yield replace(ruling, legal=fit or ruling.legal)


def taken_back(game: Game, side: str, lines: Iterable[tuple[int, str]], sheet: int) -> list[Ruling]:
    """Rulings on all lines of an email if one of them takes others back: nobody knows which orders are left.
    Empty if no line does, or if there are no others. Lines that are orders of the game do not count."""
    grammar = game.grammar(side)
    told = [(number, order) for number, text in lines if (order := grammar.apart(text)[0])]
    line, text = next((one for one in told if takes_back(game, side, one[1])), (0, ""))
    if not line or len(told) == 1:
        return []
    why = NOT_COUNTED.format(line=line, text=text)
    return [
        Ruling(sheet, number, one, "unreadable", why=SEND_AGAIN)
        if number == line
        else Ruling(sheet, number, one, "not-judged", why=why)
        for number, one in told
    ]


def sounds_so(text: str) -> bool:
    """Whether a line sounds as if it took another one back."""
    return bool(_TAKES_BACK.fullmatch(text.split("#", 1)[0].rstrip(" .!")))


def takes_back(game: Game, side: str, text: str) -> bool:
    """Whether a line takes another one back and is not an order of the game."""
    if not sounds_so(text):
        return False
    try:
        return not game.grammar(side).understand(text)
    except No:
        return True
