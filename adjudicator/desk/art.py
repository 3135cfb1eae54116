"""What goes with a report beside its pages: pictures of the board, and the position as a saved game."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

from adjudicator.desk.table import Table
from adjudicator.events import Event
from adjudicator.mail.outbox import Enclosure
from adjudicator.state import State

PNG, VSAV = "image/png", "application/x-vassal-save"


def illustrate(
    table: Table, side: str, before: State, after: State, events: tuple[Event, ...], boards: Path
) -> tuple[Enclosure, ...]:
    """Pictures and a saved game for a side; none for a game that cannot be drawn. `boards` keeps boards.

    The states are the side's own views and the events those that it may see.
    """
    from adjudicator.report.picture import pictures
    from adjudicator.report.save import saved_game
    from adjudicator.report.scene import scene

    shown, word = scene(table.game, table.number, before, after, events), f"game-{table.number}"
    found = [
        Enclosure(f"{word}-turn-{after.turn}-{one.name}.png", one.data, PNG, f"{word}-{side}-{one.name}")
        for one in pictures(table.row.game, shown, boards)
    ]
    position = saved_game(table.row.game, shown, after, boards)
    if position:
        found.append(Enclosure(f"{word}-turn-{after.turn}.vsav", position, VSAV))
    return tuple(found)


def art_of(sent: EmailMessage) -> tuple[Enclosure, ...]:
    """The pictures and the saved game of a report that was sent."""
    return tuple(_art(sent))


def _art(sent: EmailMessage) -> Iterator[Enclosure]:
    for part in sent.walk():
        if part.get_content_type() in (PNG, VSAV):
            shown_as = str(part.get("Content-ID", "")).strip("<> \r\n")
            data = part.get_payload(decode=True)
            yield Enclosure(part.get_filename() or "", bytes(data or b""), part.get_content_type(), shown_as)
