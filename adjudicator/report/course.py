"""What happened as a log of VASSAL: one side's own course of positions, told as its report tells it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from adjudicator.events import Event
from adjudicator.game import Game
from adjudicator.report.save import parts_of, placements, when_of
from adjudicator.report.scene import scene
from adjudicator.report.story import Sentence, items
from adjudicator.state import State


def log_of_events(
    game: Game, name: str, number: int, before: State, events: Sequence[tuple[Event, State]],
    kept: Path | None = None,
) -> bytes:  # fmt: skip
    """A `.vlog` that steps through events, each with the state after it; all of it as one side may see it.

    `name` is the game's name or folder. Raises ModuleError, MapError or RosterError for a game whose module
    cannot be made.
    """
    from builder.saves.write_logs import Frame, write_course

    parts = parts_of(name, kept)

    def frame(state: State, says: tuple[str, ...] = ()) -> Frame:
        seen = scene(game, number, state, state, ())
        return Frame(tuple(placements(parts, seen, state)), says, when_of(parts.facts, state))

    frames = [frame(before), *(frame(state, told(game, event)) for event, state in events)]
    with TemporaryDirectory() as folder:
        comment = scene(game, number, before, before, ()).caption
        return write_course(parts, frames, Path(folder) / "course.vlog", comment).read_bytes()


def told(game: Game, event: Event) -> tuple[str, ...]:
    """What the report says of an event, on lines of their own."""
    if event.quiet:
        return ()
    found = items(game, event, game.names())
    return tuple(one.whole if isinstance(one, Sentence) else event.says(game.names()) for one in found)
