"""What goes with a report beside its pages: pictures of the board, the position as a saved game, and what
happened as a log."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

from adjudicator.events import Event
from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.modules import kept_module
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import known_to
from adjudicator.mail.telling.dice_record import CHECKS, DICE
from adjudicator.mail.telling.reports import MODULE, ORDERS, PAGES, ReportSpan, events_told, state_before
from adjudicator.mail.writing.outbox import MOST_SHOWN, Enclosure, one_line
from adjudicator.state import State
from files.whole import write_whole

PNG, JPEG, VSAV, VLOG = "image/png", "image/jpeg", "application/x-vassal-save", "application/x-vassal-log"
HTML, CSV, VMOD = "text/html", "text/csv", "application/x-vassal-module"
BEGINS = b"\xff\xd8"
"""How a JPEG begins."""
NO_LIST = "index.html"
ASK = "ask the referee for it"
ROSTER, SET_UP = "-roster", "-setup.vsav"
"""How the names of roster files end, before what they are, and that of the saved game for the next set-up."""


def illustrate(
    table: Table, side: str, before: State, after: State, events: tuple[Event, ...], boards: Path,
    draw: bool = True, whole: bool = True,
) -> tuple[Enclosure, ...]:  # fmt: skip
    """Pictures, if they are to be drawn, and a saved game for a side; none for a game that cannot be drawn.

    The states are the side's own views and the events those that it may see. `boards` keeps boards. The whole
    board is among the pictures if that is wished.
    """
    if table.game.enclose:
        files = table.game.enclose(after, side)
        word = f"game-{table.number}-turn-{after.turn}"
        saved = (Enclosure(f"{word}.{kind}", data, VSAV) for kind, data in files.items())
        return (*(_depicted(table, side, before, after, whole) if draw else ()), *saved)
    from adjudicator.report.picture import in_mail
    from adjudicator.report.save import saved_game
    from adjudicator.report.scene import scene

    shown, word = scene(table.game, table.number, before, after, events), f"game-{table.number}"
    own = tuple(unit.at for unit in after.units.values() if unit.side == side)
    found = [
        Enclosure(
            f"{word}-turn-{after.turn}-{one.name}.png", one.data, PNG, f"{word}-{side}-{one.name}",
            shows=one_line(one.shows, MOST_SHOWN),
        )
        for one in (in_mail(table.row.game, shown, boards, own, whole) if draw else ())
    ]  # fmt: skip
    position = saved_game(table.row.game, shown, after, boards)
    if position:
        found.append(Enclosure(f"{word}-turn-{after.turn}.vsav", position, VSAV))
    return tuple(found)


def _depicted(table: Table, side: str, before: State, after: State, whole: bool) -> Iterator[Enclosure]:
    """The pictures of a game that draws its own."""
    word = f"game-{table.number}"
    for one in table.game.depict(before, after, side, whole, False) if table.game.depict else ():
        kind, ending = (JPEG, "jpg") if one.data.startswith(BEGINS) else (PNG, "png")
        yield Enclosure(
            f"{word}-turn-{after.turn}-{one.name}.{ending}", one.data, kind, f"{word}-{side}-{one.name}",
            shows=one_line(one.shows, MOST_SHOWN),
        )  # fmt: skip


def roster_files(table: Table, side: str, before: State, after: State, boards: Path) -> tuple[Enclosure, ...]:
    """A side's rosters to print and as a table, and its own units alone as a saved game to set up from, if
    its rosters are not what they were. The states are the side's own views."""
    from adjudicator.report.roster import alone, roster_page, roster_table, rosters
    from adjudicator.report.save import saved_game
    from adjudicator.report.scene import scene

    game, now = table.game, rosters(table.game, after, side)
    if not any(section.entries for section in now) or now == rosters(game, before, side):
        return ()
    word, mine = f"game-{table.number}-turn-{after.turn}-{side}", alone(game, after, side)
    page = roster_page(game, table.number, after, side, table.row.game)
    found = [
        Enclosure(f"{word}{ROSTER}.html", page, HTML),
        Enclosure(f"{word}{ROSTER}.csv", roster_table(now), CSV),
    ]
    if position := saved_game(table.row.game, scene(game, table.number, mine, mine, ()), mine, boards):
        found.append(Enclosure(f"{word}{SET_UP}", position, VSAV))
    return tuple(found)


def course(table: Table, span: ReportSpan, boards: Path) -> tuple[Enclosure, ...]:
    """What a span's report tells, as a log that its side can step through; none without a module."""
    from adjudicator.report.course import log_of_events
    from builder.module_faults import ModuleError
    from counters.roster_faults import RosterError
    from maps.map_faults import MapError

    game, side = table.game, span.side
    before = known_to(game, state_before(table, span.first, span.last), side)
    seen = [
        (event, known_to(game, table.state_after(n), side))
        for n, event in events_told(table, side, span.first, span.last)
    ]
    try:
        log = log_of_events(game, table.row.game, table.number, before, seen, boards)
    except (ModuleError, RosterError, MapError):
        return ()
    turn = table.state_after(span.last).turn
    return (Enclosure(f"game-{table.number}-turn-{turn}.vlog", log, VLOG),)


def publish(
    table: Table, side: str, art: tuple[Enclosure, ...], folder: Path, web: str
) -> tuple[Enclosure, ...]:
    """The same, with its pictures laid into a folder that the referee shows on the web.

    Their names can only be made with the secret of the game: nobody can try whether a picture is there.
    """
    return tuple(_published(table, side, one, folder, web) if one.kind in (PNG, JPEG) else one for one in art)


def _published(table: Table, side: str, one: Enclosure, folder: Path, web: str) -> Enclosure:
    purpose = f"hexpost-picture-1|{table.number}|{side}|{hashlib.sha256(one.data).hexdigest()}"
    name = f"{hmac.new(table.row.secret, purpose.encode(), hashlib.sha256).hexdigest()[:32]}-{one.name}"
    unlisted(folder)
    if not (folder / name).exists():
        write_whole(folder / name, one.data)
    return replace(one, data=b"", at=f"{web.rstrip('/')}/{name}")


def unlisted(folder: Path) -> None:
    """Lay an empty page into a folder that is shown on the web: many a server would list what is in it, and
    the names that nobody can guess with it."""
    if not (folder / NO_LIST).exists():
        write_whole(folder / NO_LIST, b"<!DOCTYPE html><title>Games by mail</title>\n")


def pages_folder(table: Table, reader: str) -> str:
    """The name of the folder with the pages of a game for a reader, "" for who watches: nobody else can make
    it."""
    return hidden_name(table, f"hexpost-pages-1|{table.number}|{reader}")


def hidden_name(table: Table, purpose: str) -> str:
    """A name for a purpose that nobody can make who has not the secret of the game."""
    return hmac.new(table.row.secret, purpose.encode(), hashlib.sha256).hexdigest()[:32]


def whole_game(table: Table, reader: str, web: str) -> tuple[Enclosure, ...]:
    """Where the whole game is on the web for a reader; nothing where the referee shows none."""
    at = f"{web.rstrip('/')}/{pages_folder(table, reader)}/index.html"
    return (Enclosure(PAGES, b"", HTML, "", at),) if web else ()


def module_told(desk: Desk, game: str, first: bool) -> tuple[Enclosure, ...]:
    """Which VASSAL module a game is played with, and where it is; a first report may bring it along."""
    kept = kept_module(desk, game)
    if kept is None:
        return ()
    name = "|".join((MODULE, kept.file, kept.version.replace("|", " "), kept.sha256))
    told = Enclosure(name, b"", HTML, "", desk.settings.module_at or ASK)
    if not first or kept.size > desk.settings.module_enclosed * 1_000_000:
        return (told,)
    return told, Enclosure(kept.file, (desk.modules / kept.file).read_bytes(), VMOD)


def links_text(art: tuple[Enclosure, ...]) -> str:
    """What of a report lies elsewhere, as the store keeps it: pictures, the game's pages, its module; "" for
    nothing."""
    links = [[one.shown_as, one.name, one.at, *([one.shows] if one.shows else [])] for one in art if one.at]
    return json.dumps(links) if links else ""


def art_of(sent: EmailMessage, links: str) -> tuple[Enclosure, ...]:
    """The pictures, the saved game, the log and the dice of a report that was sent."""
    linked = (
        Enclosure(name, b"", PNG if shown_as else HTML, shown_as, at, "".join(shows))
        for shown_as, name, at, *shows in json.loads(links or "[]")
    )
    return (*linked, *_art(sent))


def _art(sent: EmailMessage) -> Iterator[Enclosure]:
    for part in sent.walk():
        name = part.get_filename() or ""
        known = part.get_content_type() in (PNG, JPEG, VSAV, VLOG, VMOD, DICE, CSV)
        if known or name in CHECKS or name.endswith((f"{ROSTER}.html", f"-{ORDERS}.html")):
            shown_as = str(part.get("Content-ID", "")).strip("<> \r\n")
            data = part.get_payload(decode=True)
            shows = str(part.get("Content-Description", ""))
            yield Enclosure(name, bytes(data or b""), part.get_content_type(), shown_as, shows=shows)
