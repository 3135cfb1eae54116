"""What somebody owes in all their games: in answer to `games` in any mail, and as a page of their own.

Each game is shown as its side's own view has it, and of other sides only that they are waited for. A page or
a mail tells nobody more than their reports do. The page of an address lies where only the desk's own secret
says: the secrets of games are published when they end.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from textwrap import fill
from urllib.parse import quote

from adjudicator.events.fact import with_article
from adjudicator.mail.desk.deadlines import rules_of
from adjudicator.mail.desk.pages import headline, when_text
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import known_to
from adjudicator.mail.settings.clock import day, when
from adjudicator.mail.settings.desk_toml import Settings
from adjudicator.mail.telling.art import pages_folder
from adjudicator.mail.telling.reports import asked_of
from adjudicator.store import Store
from adjudicator.wording.order_words import subject
from templates.folding import WIDTH

SECRET = "secret of the pages of players"
NONE = "You play in no game on this desk."
FILE = "index.html"


@dataclass(frozen=True, slots=True)
class Owed:
    """One side of one game: what is asked, each with its time, and where the rest is: `at` is one link."""

    game: str
    side: str
    head: str
    asked: tuple[tuple[str, str], ...]
    at: str
    by_mail: bool


def owed(store: Store, settings: Settings, address: str, table_of: Callable[[int], Table]) -> list[Owed]:
    """What an address owes, game by game: only sides whose reports go there. Games that ask something come
    first, and those that are over last."""
    seats = [
        (row.id, side)
        for row in store.journal.games()
        for side, seat in row.players.items()
        if address in {at for _, at in seat.readers}
    ]
    found = [_owed(store, settings, address, table_of(game), side) for game, side in seats]
    return [one for _, one in sorted(found, key=lambda one: one[0])]


def _owed(
    store: Store, settings: Settings, address: str, table: Table, side: str
) -> tuple[tuple[bool, bool, str, int], Owed]:
    """What is owed for a side, with what sorts it: by when the first answer is due."""
    seen, rules = known_to(table.game, table.state, side), rules_of(store, settings, table.number)
    asked = asked_of(seen) if seen.over is None else ()
    rows = {} if rules.terms.paused else {row.decision: row for row in store.mail.deadlines(table.number)}
    told = tuple(
        (one.question, rules.until(rows[one.id], address, one) if one.id in rows else "") for one in asked
    )
    first = min((rows[one.id].due for one in asked if one.id in rows), default="")
    by = day(first, settings.zone(address)) if first else ""
    head = headline(table.game, seen, asked, by, paused=rules.terms.paused)
    if not asked and seen.over is None:
        head = f"Waiting for others - {when_text(table.game, seen)}"
    title, web = subject(table.game, table.number), settings.pages_at
    mail = f"mailto:{settings.address}?subject={quote(f'{title} report')}&body=REPORT"
    at = f"{web.rstrip('/')}/{pages_folder(table, side)}/{FILE}" if web else mail
    order = (seen.over is not None, not asked, first or "9999", table.number)
    return order, Owed(title, table.game.sides[side], head, told, at, not web)


def tell_games(store: Store, settings: Settings, address: str, table_of: Callable[[int], Table]) -> str:
    """What an address owes in all its games, and where its page is. Within a transaction."""
    web = settings.pages_at.rstrip("/")
    page = f"{web}/{page_of(store, address)}/{FILE}" if web else ""
    return games_text(owed(store, settings, address, table_of), page)


def games_text(found: list[Owed], page: str) -> str:
    """What somebody owes, as a mail tells it."""
    parts = [part for one in found for part in _text(one)] or [NONE]
    return "\n\n".join([*parts, *([f"This list as a page: {page}"] if page else [])])


def _text(one: Owed) -> Iterator[str]:
    lines = [f"{one.game}, you are {with_article(one.side)}", f"  {one.head}"]
    for question, until in one.asked:
        by = f" By {until}." if until else ""
        lines.append(fill(f"{question}{by}", WIDTH, initial_indent="  * ", subsequent_indent="    "))
    link = f"write REPORT under the subject {one.game.split(' ')[0]}" if one.by_mail else one.at
    yield "\n".join([*lines, f"  More: {link}"])


def page_of(store: Store, address: str) -> str:
    """The name of the folder with the page of an address: nobody else can make it. Within a transaction."""
    key = store.transit.note(SECRET)
    if not key:
        key = secrets.token_hex(32)
        store.transit.set_note(SECRET, key)
    purpose = f"hexpost-my-games-1|{address}"
    return hmac.new(bytes.fromhex(key), purpose.encode(), hashlib.sha256).hexdigest()[:32]


def games_page(found: list[Owed], zone: str, now: datetime) -> str:
    """The page of somebody's games."""
    from templates import render

    written = when(now.isoformat(timespec="seconds"), zone)
    return render("my_games.html", "", found=found, none=NONE, written=written)
