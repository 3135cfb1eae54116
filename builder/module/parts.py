"""All that a module, or a saved game of it, is made of: read and laid out, but not yet written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from builder.layout.board import Layout, board_dpi, lay_layout
from builder.layout.module_file import ModuleFacts, load_facts
from builder.module.charts import Chart, load_charts, sequence_chart
from builder.module.extensions import load_extensions, numbered, owners, without_scenarios
from builder.module.likeness import looks
from builder.module.lock import load_lock, settled
from builder.module.roster_pieces import Pieces, in_palette, make_pieces, starting_place, wanted
from builder.module.rosters import roster_and_board
from builder.module.setup import Placement, at_start, check, check_facts
from builder.module.tracks import track_traits
from builder.vassal.archive import Identity
from counters.roster.counter import Roster
from maps.board import Board


@dataclass(frozen=True, slots=True)
class Parts:
    """A game for VASSAL: what it is called, what is in it, where everything lies, and how it starts."""

    identity: Identity
    roster: Roster
    facts: ModuleFacts
    charts: tuple[Chart, ...]
    layout: Layout
    pieces: Pieces
    start: tuple[Placement, ...]


def gather(
    game: str | Path, layout: Layout | None = None, mapped: tuple[Roster, Board | None] | None = None
) -> Parts:
    """Read a game's roster, facts and charts; each raises its own error. Without a layout, lay out the board;
    `mapped` is `roster_and_board`, where that was read before."""
    (roster, board), extensions = mapped or roster_and_board(game), load_extensions(game)
    facts = without_scenarios(load_facts(game), extensions)
    facts = replace(facts, dpi=round(board_dpi(game, facts)))
    charts = (*sequence_chart(facts.segments), *load_charts(game))
    layout = layout or lay_layout(game)
    check_facts(facts, roster, layout)
    away = layout.spot(facts.boxes.eliminated) if facts.boxes.eliminated in layout.areas else None
    optional = owners(extensions, roster.counters)
    every = {**wanted(roster, facts), **in_palette(roster, facts)}
    lock = settled(load_lock(game), every, looks(roster, facts))
    tracks = track_traits(facts.tracks, layout, facts.board)
    began = {one.id: starting_place(one, facts) for one in roster.counters.values()}
    homes = {one: layout.spot(at) for one, at in began.items() if at in layout.areas}
    pieces = numbered(make_pieces(roster, facts, away, lock, layout.unit, tracks, homes), optional)
    start = tuple(one for one in at_start(roster, facts) if one.piece not in optional)
    check(start, layout, pieces, board)
    identity = Identity(roster.style.title or roster.game, facts.version, facts.description)
    return Parts(identity, roster, facts, charts, layout, pieces, start)
