"""Letters that came for a game and are not judged yet: the referee's own hand comes after them.

Whoever could change the position under a letter that lies unread could choose its dice: each change would
give other ones. So a correction, or taking a game back, first lets every letter be judged that is here.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.mail.desk import Desk, DeskError
from adjudicator.mail.desk.announced import let_rounds_come_first
from adjudicator.mail.holding.held import letter_of, lying
from adjudicator.mail.holding.inbox import inbox
from adjudicator.mail.holding.intake import arrivals
from adjudicator.mail.reading.block import Block, find_blocks
from adjudicator.mail.reading.letter import Letter, read_letter
from adjudicator.store import Store
from adjudicator.store.arrivals import Arrivals
from files.characters import shown
from files.messages import first_few

MOST_NAMED = 5


def let_letters_go_first(desk: Desk, store: Store, game: int) -> None:
    """Raises DeskError while a letter with orders for a game waits, or is held; one that waits for a beacon
    round, too."""
    let_rounds_come_first(store, game)
    waiting = list(_waiting(desk, store, game))
    held = [f"email {row.id}, from {shown(row.sender)}" for row in lying(desk, store)
            if _is_for(letter_of(row), game)]  # fmt: skip
    faults = []
    if waiting:
        named = first_few(waiting, MOST_NAMED)
        faults.append(f"orders for game {game} are waiting: {named}. Run `hexpost post` first")
    if held:
        faults.append(
            f"orders for game {game} are held: {first_few(held, MOST_NAMED)}. Run `hexpost desk release` or "
            "`hexpost desk discard` first"
        )
    if faults:
        why = "Nothing was changed, because a change before them could choose their dice."
        raise DeskError("\n".join([*faults, why]))


def _waiting(desk: Desk, store: Store, game: int) -> Iterator[str]:
    for arrival in arrivals(inbox(desk)):
        if not arrival.problem and _is_for(arrival.letter(), game):
            yield arrival.source
    for source, raw in Arrivals(store.database).all() if store.database.shared else ():
        if _is_for(read_letter(raw), game):
            yield source


def _is_for(letter: Letter | None, game: int) -> bool:
    """Whether a letter has orders for a game in it, good ones or not."""
    found = find_blocks(letter) if letter else ()
    headers = (one if isinstance(one, Block) else one.header for one in found)
    named = {header.game for header in headers if header}
    return str(game) in named
