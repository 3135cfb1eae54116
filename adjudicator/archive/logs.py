"""The logs in the letters of a game, taken up again where the game is now."""

from __future__ import annotations

from contextlib import suppress

from adjudicator.catalogue import find_game
from adjudicator.mail.reading.letter import read_letter
from adjudicator.store import Store


def take_up_logs(store: Store, number: int) -> None:
    """Have the logs in a game's letters read again by a game that keeps them: sealed ones are still to be
    opened."""
    take = find_game(store.journal.game(number).game).take_log
    if take is None:
        return
    from tables.position import TableError  # only a log needs VASSAL

    letters = (sheet.letter for sheet in store.journal.sheets(number) if sheet.letter is not None)
    for letter in dict.fromkeys(letters):
        for log in read_letter(store.mail.letter(letter)).logs:
            with suppress(TableError, OSError):  # one that was refused when it came
                take(log.data, log.name)
