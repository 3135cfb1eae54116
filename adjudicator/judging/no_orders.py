"""What is said of lines that are no orders: which answer is asked for, and that one takes others back."""

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
"""A line that takes back another one of its email: "cancel the second one"."""
NOT_COUNTED = 'line {line}, "{text}", takes orders back, so no order of this email counts'
SEND_AGAIN = (
    "a line cannot take back another one. Send the email again without the orders that you do not mean"
)


def first_word(text: str) -> str:
    """The first word of a line in lower case."""
    return text.split()[0].casefold()


def asked_alone(game: Game, state: State, side: str, wrong: Iterable[Ruling]) -> Iterator[Ruling]:
    """Rulings on lines that cannot be read: one that would name every order of the game, or orders that are
    not asked for, says which answer what its writer is asked now. They are no words that may have been
    meant, so they stand in its reason. Of whole orders that may be meant those are told that answer it, if
    any do. "No attacks" declines what is asked, where nobody is asked for an order that begins so."""
    every = tuple(verb.name for verb in game.grammar(side).verbs)
    asked = {verb for one in state.waiting() if one.player == side for verb in one.verbs}
    now, end = (
        ", ".join(name for name in every if name in asked),
        next(filter(asked.__contains__, ENDING), ""),
    )
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
    """Rulings on all lines of an email of which one, that is no order, takes others back: what is left of
    them nobody knows. None for an email without one, or of nothing else."""
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
    """Whether a line sounds like one that takes another one back."""
    return bool(_TAKES_BACK.fullmatch(text.split("#", 1)[0].rstrip(" .!")))


def takes_back(game: Game, side: str, text: str) -> bool:
    """Whether a line takes another one back, and is no order of the game."""
    if not sounds_so(text):
        return False
    try:
        return not game.grammar(side).understand(text)
    except No:
        return True
