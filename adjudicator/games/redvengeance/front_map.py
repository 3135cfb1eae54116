"""The front by date as pictures show it: control, front lines and entries, and markers for what burns, lies
in ruins or is damaged."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.by_mail.control_map import ControlMap, Holding
from adjudicator.state import State

from .campaign import campaign
from .front import controlled, entry_hexes, front_line, isolated
from .ground import hex_id
from .position import GERMAN, RUSSIAN

LOOK = {RUSSIAN: ("Russian", "#b3302c"), GERMAN: ("German", "#2e5580")}
"""What a side is called on the map, and its colour there."""
FIRES = {"flame": 0, "blaze": 1}
"""Which face of the marker FLAME a fire shows."""
BRIDGES = {"partial": 0, "destroyed": 1}
"""Which face of its marker a bridge shows that is not intact."""
BARRIERS = {"whole": 0, "breached": 1}
"""Which face a Barricade shows that is known for one."""


def control_map(state: State) -> ControlMap:
    """What each side holds, where its front runs and where it may enter."""
    return tuple(
        Holding(
            title,
            colour,
            tuple(sorted(controlled(state, side))),
            tuple(sorted(front_line(state, side) & controlled(state, side))),
            tuple(sorted(entry_hexes(state, side))),
            tuple(sorted(isolated(state, side) & controlled(state, side))),
        )
        for side, (title, colour) in LOOK.items()
    )


def markers(state: State) -> Iterator[tuple[str, int, str]]:
    """What lies in hexes: fires, rubble, shellholes, damaged bridges, barriers; a barrier in the hex that its
    hexside names first."""
    now, known = campaign(state), state.roster.markers
    found = [(word, 0, one) for one, word in now.terrain.items()]
    found += [("flame", FIRES.get(word, 0), one) for one, word in now.fires.items()]
    told = ((one, word.partition(" ")[0]) for one, word in now.bridges.items())
    found += [("bridge-damaged", BRIDGES[word], one) for one, word in told if word in BRIDGES]
    for side, word in now.barricades.items():
        first = side.partition("/")[0]
        seen = word in BARRIERS
        found.append(("barricade-seen", BARRIERS[word], first) if seen else ("roadblock-seen", 0, first))
    yield from ((marker, face, hex_id(one)) for marker, face, one in found if marker in known)
