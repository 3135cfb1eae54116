"""The position of a report as a saved game of VASSAL: what one side may see, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from adjudicator.catalogue import is_bundled
from adjudicator.report.scene import Scene
from adjudicator.state import State

if TYPE_CHECKING:
    from builder.layout.module_file import ModuleFacts
    from builder.module.parts import Parts
    from builder.module.position import When
    from builder.module.setup import Placement


def saved_game(game: str, scene: Scene, state: State, kept: Path | None = None) -> bytes:
    """A `.vsav` of the scene and of the chits that a side's own view knows of; b"" without a module.

    The same view always gives the same bytes. `kept` is a folder to keep the places of the board in.
    """
    from builder.module_faults import ModuleError
    from builder.saves.write_saves import save_position
    from counters.roster_faults import RosterError
    from maps.map_faults import MapError

    try:
        parts = parts_of(game, kept)
        with TemporaryDirectory() as folder:
            file, when = Path(folder) / "position.vsav", when_of(parts.facts, state)
            return save_position(
                parts, placements(parts, scene, state), file, scene.caption, when
            ).read_bytes()
    except (MapError, RosterError, ModuleError):
        return b""


def parts_of(game: str, kept: Path | None) -> Parts:
    """The module of a game, laid out once for all its saved games and logs."""
    return _gathered(_Module(game, None if is_bundled(game) else kept, kept))


@dataclass(frozen=True)
class _Module:
    """The module of a game. The folder where boards are kept says how quickly a bundled one is laid out, not
    what is in it; by `own` the games of somebody's own are told apart."""

    game: str
    own: Path | None
    kept: Path | None = field(compare=False)


@lru_cache(maxsize=5)
def _gathered(module: _Module) -> Parts:
    from builder.layout.saved_places import kept_layout
    from builder.module.parts import gather

    return gather(module.game, kept_layout(module.game, module.kept) if module.kept else None)


def placements(parts: Parts, scene: Scene, state: State) -> list[Placement]:
    """What lies where in the module: the scene, and the chits that a side's own view knows of."""
    found = (*_units_and_markers(scene, state), *_cards(state, parts.facts))
    return [one for one in found if _known(parts, one)]


def _known(parts: Parts, one: Placement) -> bool:
    from builder.module.setup import HAND

    hands = {HAND + side for side in parts.pieces.holders}
    return one.piece in parts.pieces and (one.at in parts.layout.areas or one.at in hands)


def _units_and_markers(scene: Scene, state: State) -> Iterator[Placement]:
    """Units with their badges, in an order that comes from what is seen alone, and markers."""
    from builder.module.setup import Placement
    from builder.saves.fog import Unseen, placements_seen

    seen: dict[tuple[str, str], list[Placement | Unseen]] = {}
    for piece in scene.pieces:
        flags = frozenset([*piece.badges, *(["turned"] if piece.turned else [])])
        side = state.units[piece.made or piece.unit].side
        lies = Placement(piece.unit, piece.at, piece.face, flags, piece.made)
        seen.setdefault((piece.at, side), []).append(lies)
    yield from placements_seen(seen)
    for laid in scene.markers:
        yield Placement(laid.marker, laid.at, laid.face)


def _cards(state: State, facts: ModuleFacts) -> Iterator[Placement]:
    """Every hand, and what a view knows of cups: a card that the side may not see lies face down.

    A view that knows of which deck such a card is calls it by the deck's back: "hidden-red-cards".
    """
    from builder.module.roster_pieces import HIDDEN_CHIT
    from builder.module.setup import HAND, Placement

    for cup, items in state.cups.items():
        yield from (Placement(item, cup) for item in items if _is_card(state, item))
    for holder, cards in state.hands.items():
        for card in cards:
            at = facts.boxes.held.get(holder, HAND + holder if holder in state.sides else holder)
            yield Placement(card if _is_card(state, card) else HIDDEN_CHIT, at)


def _is_card(state: State, card: str) -> bool:
    """Whether this is a card of the game, or the back of those of one deck."""
    return card in state.roster.cards or card.startswith("hidden-")


def when_of(facts: ModuleFacts, state: State) -> When:
    """The turn, the segment whose title begins as the state's does, and the number of the phase."""
    from builder.module.position import When

    titles = [title.split()[0] for title in facts.segments]
    named = facts.states.get(state.segment, state.segment)
    whole = [n for n, title in enumerate(facts.segments, 1) if named == title]
    found = whole or [n for n, title in enumerate(titles, 1) if named.startswith(title)]
    track = facts.repeated.property.casefold() if facts.repeated else ""
    return When(state.turn, found[0] if found else 1, max(1, state.tracks.get(track, 1)))
