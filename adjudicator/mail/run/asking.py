"""What is said to a letter that holds no orders but asks something: HELP, RULE 7.2, REPORT, GAMES, UNDO.

It has no reply code, so nothing moves by it. What is secret goes to nobody but an address to which the
reports of that side go anyway: whoever writes in a player's name makes the desk write to that player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from adjudicator.mail.desk.forms import order_form
from adjudicator.mail.desk.pages import rulings_text
from adjudicator.mail.desk.questions import GAMES, answer, read_question
from adjudicator.mail.desk.registry import Tables
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import known_to, try_attack
from adjudicator.mail.reading.asking import LOST, UNDO
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.run.judging import newest
from adjudicator.mail.writing.outbox import games_meant
from adjudicator.report.story import heading
from adjudicator.store import Store

Closing = Callable[[Table, str, str], str]
"""What a side of a game is asked now and by when, as this address reads it."""

OF_A_SIDE = frozenset({"report", "where", "odds"})
"""What each side is told in its own way."""
NO_GAME = "You play in no game here. If this is wrong, tell the referee in a sentence."
SEVERAL = "You play in games {games}. Put the number of one into the subject, as in [{first}]."
PROPOSE = (
    "To propose an undo, send this order block, which has your reply code. If you did not\n"
    "write that email, send nothing, and tell the referee."
)
OVER = "The game is over. Nothing can be undone."
ASK_MORE = (
    "Write HELP for play by mail on one page, HELP NAME for an order, card, unit, hex or\n"
    "rule, and GAMES for your deadlines."
)
MORE = (
    "Your newest report has your move and the order form. Write REPORT to get it again.\n"
    "The referee reads any other words in an email."
)


def told_alone(
    store: Store, tables: Tables, letter: Letter, asked: Sequence[str], desk: str, mine: Callable[[], str],
    closing: Closing,
) -> str:  # fmt: skip
    """The answer to what a letter asks without any orders; `mine` tells what its writer owes in all games,
    `closing` what a side is asked now in one."""
    rest = [word for word in asked if word.removeprefix("my ").split()[0] != GAMES]
    if not rest:
        return mine()
    told = told_of_game(store, tables, letter, rest, desk, closing)
    return told if len(rest) == len(asked) else f"{mine()}\n\n{told}"


def told_of_game(
    store: Store, tables: Tables, letter: Letter, asked: Sequence[str], desk: str, closing: Closing
) -> str:
    """The answer to what a letter asks of one game."""
    games = [row.id for row in store.journal.games() if reads(store, row.id, letter.address)]
    named = [int(number) for number in games_meant(letter, desk) if int(number) in games]
    if not games:
        return NO_GAME
    if len(games) > 1 and not named:
        return SEVERAL.format(games=" and ".join(map(str, games)), first=games[0])
    table = tables[named[0] if named else games[0]]
    parts = [part for word in asked for part in answers(store, table, letter.address, word, closing)]
    return "\n\n".join([f"Game {table.number}, {table.game.title}.", *parts, MORE])


def reads(store: Store, number: int, address: str) -> tuple[str, ...]:
    """The sides of a game whose reports go to an address."""
    seats = store.journal.game(number).players
    return tuple(side for side, seat in seats.items() if address in {at for _, at in seat.readers})


def answers(store: Store, table: Table, address: str, word: str, closing: Closing) -> Iterator[str]:
    """What is said of one question, for each side whose reports go to an address."""
    for side in reads(store, table.number, address):
        if word == LOST:
            now = heading(table.game, table.state.turn, table.state.segment)
            yield "\n\n".join((f"{now}.", closing(table, side, address), ASK_MORE))
            continue
        question = read_question(0, word)
        if question is None:
            yield undo_told(table, side)
            continue
        seen = known_to(table.game, table.state, side)
        seen = seen if question.about else seen.but(decisions=())  # HELP alone lists all orders
        trying = partial(try_attack, table.game, table.state, side)
        told = answer(table.game, seen, question, partial(newest, table, side), trying)
        yield told.below or rulings_text(table.game, [told.ruling])
        if question.word not in OF_A_SIDE:
            return


def undo_told(table: Table, side: str) -> str:
    """The form that proposes to take back, for a side whose word it can be."""
    form = order_form(table, side, [UNDO])
    return f"{PROPOSE}\n\n{form}" if form else OVER
