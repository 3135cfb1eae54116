"""What the game, and each level of the sequence of play while it lasts, remembers, as values.

The journal has these facts by name, as `play.remember`, `play.enter` and `play.note` write them; rules read
them here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.mechanics.remembered import of_board
from adjudicator.play import Play
from adjudicator.state import Json, State
from adjudicator.typed_values import read_as
from maps.board import Board

Ids = tuple[str, ...]

FRESH, TURNED = "fresh", "turned"
"""How a Yak-9 marker lies: since this turn, on its front; since the one before, on its back."""

ADMIN = ("SCHWERPUNKT", "REINF", "HIGHCOM", "DRAW", "LUCK_X", "LUCK_V", "BOX", "CALL", "LUCK_BACK")
"""The steps of the Admin Phase."""
PLAYING = ("PLAY", "CHOOSE", "ACTIVATE", "COMBATS", "SEG_END")
"""The states of one Activation Segment; what it remembers goes from each to the next."""
LAST = ("DON_MARK", "VICTORY", "BOX_BACK", "DISCARD", "MARKERS", "TURN")
"""The end of a turn, behind its Activation Segments."""


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """What the game remembers that lies nowhere on the map; `rehearsed.STATE_KEYS` says what each is."""

    schwerpunkt: str = ""
    called: int = 0
    zone: str = ""
    luck: str = "axis"
    snowdrift: Ids = ()
    yak9: Mapping[str, str] = field(default_factory=dict)
    moved: Ids = ()


@dataclass(frozen=True, kw_only=True)
class Activation:
    """An Activation Segment, from the card to the end of its combats.

    side      who is active                      card       the Activation Card that he has played
    ordered   the HQs, formation, or colour and army that it orders, as a report names them
    number    the clause by which they are activated
    eligible  ids of the units that must activate, as found when the card was played
    checked   unit activated -> whether its OoS check found it in supply
    march     formations that have one MP more (Forced March)
    onward    the move that an overrun interrupts: its unit, and the rest of its path from where it stands
    fought    ids of the units that have taken part in a combat of this segment
    done      whether all that moves has moved      no_more  whether no attack is to come
    """

    side: str = ""
    card: str = ""
    ordered: Ids = ()
    number: str = ""
    eligible: Ids = ()
    checked: Mapping[str, bool] = field(default_factory=dict)
    march: Ids = ()
    onward: Json = None
    fought: Ids = ()
    done: bool = False
    no_more: bool = False


@dataclass(frozen=True, kw_only=True)
class Relocation:
    """An Axis HQ that was overrun and goes elsewhere (D.hq.5)."""

    hq: str


def campaign(state: State) -> Campaign:
    """What the game remembers."""
    return read_as(Campaign, state.facts)


@of_board
def centres(board: Board) -> tuple[tuple[str, str], ...]:
    """Each meeting zone, and the hex in its middle."""
    zones = {at: str(space.facts["zone"]) for at, space in board.spaces.items() if space.facts["zone"]}
    inside = (at for at, zone in zones.items() if all(zones.get(n) == zone for n in board.neighbours(at)))
    return tuple((zones[at], at) for at in inside)


def markers(state: State) -> Iterator[tuple[str, int, str]]:
    """The markers in hexes, with the face that is up, as far as the zone is known: who does not know it sees
    three alike."""
    now = campaign(state)
    for zone, at in centres(state.board) if now.called else ():
        yield ("zone-true", 1, at) if zone == now.zone else ("zone-blank", 0, at)
    if now.schwerpunkt:
        yield "schwerpunkt", 0, now.schwerpunkt
    yield from (("snowdrift", 0, at) for at in now.snowdrift)
    yield from (("yak-9", int(lies == TURNED), at) for at, lies in now.yak9.items())


def segment(state: State) -> Activation:
    """The Activation Segment in progress; one of nobody's between them."""
    return read_as(Activation, state.frames[0].facts) if state.segment in PLAYING else Activation()


def relocation(state: State) -> Relocation:
    """The HQ that is relocated now."""
    return read_as(Relocation, state.frame.facts)


def on(play: Play, number: str, to: str) -> None:
    """The next state of the Activation Segment, which goes on remembering what it did."""
    play.go(number, to, **play.state.frames[0].facts)


def all_asked(play: Play, number: str, put: Callable[[Play, str], None]) -> bool:
    """Whether both sides have been asked in the present segment; if not, each is asked, once."""
    if play.state.frame.facts.get("asked"):
        return True
    play.note(number, asked=True)
    for side in play.state.sides:
        put(play, side)
    return False
