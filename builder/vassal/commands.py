"""The commands of which VASSAL's saved games and logs are made, each with a type of its own.

What VASSAL itself would skip, because it knows no such command, is an `Unknown` and keeps its text.
`command_text` reads and writes one command, `stream` the whole stream of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.vassal.traits import Place, join

NOWHERE = Place()
"""No map at all."""


@dataclass(frozen=True, slots=True)
class BeginSave:
    """Whatever game is open is closed."""


@dataclass(frozen=True, slots=True)
class EndSave:
    """The game begins, with everything since `BeginSave` in it."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """An empty command."""


@dataclass(frozen=True, slots=True)
class AddPiece:
    """A piece, a stack or a deck comes into the game: its type and its state, each as one text."""

    id: str
    type: str
    state: str

    @property
    def text(self) -> str:
        """The whole command, as `traits.read_definition` reads it."""
        return "+/" + join("/", (self.id, self.type, self.state))


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """A piece goes out of the game."""

    id: str


@dataclass(frozen=True, slots=True)
class ChangePiece:
    """A piece takes another state; `was` is the old one, None where it is not told."""

    id: str
    state: str
    was: str | None = None


@dataclass(frozen=True, slots=True)
class MovePiece:
    """A piece goes to another place, on top of the piece `under` ("null": beneath all that lies there)."""

    id: str
    to: Place
    under: str = "null"
    origin: Place = NOWHERE
    was_under: str = "null"
    player: str = ""


@dataclass(frozen=True, slots=True)
class Chat:
    """A line in the chat: "<Ann> - hello", or a report that begins with "* "."""

    says: str


@dataclass(frozen=True, slots=True)
class Logged:
    """A command of a log, which waits until the reader steps forward."""

    command: Command


@dataclass(frozen=True, slots=True)
class Undo:
    """What follows takes something back, until `begins` is False."""

    begins: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """A board as it lies on a map: in which column and row of boards, and whether upside down."""

    board: str
    column: int = 0
    row: int = 0
    turned: bool = False


@dataclass(frozen=True, slots=True)
class BoardsLaid:
    """Which boards lie on a map."""

    map: str
    boards: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class SetUpDone:
    """What lies on the boards at the start lies there already."""

    rest: str = ""


@dataclass(frozen=True, slots=True)
class Audio:
    """A sound is played."""

    clip: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player takes a side. The id is the player's password, which must never be shown."""

    id: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player leaves their side."""

    id: str


@dataclass(frozen=True, slots=True)
class PropertyKept:
    """A global property as a saved game keeps it; `owner` is "Module", a map, or "map:zone"."""

    name: str
    value: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class PropertyChanged:
    """A global property changes in play; dice write what they show like this."""

    name: str
    was: str
    value: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class TurnSet:
    """A turn tracker ("TurnTracker0") stands elsewhere."""

    tracker: str
    state: str


@dataclass(frozen=True, slots=True)
class ScenarioNotes:
    """The notes of the scenario, as VASSAL writes them."""

    text: str


@dataclass(frozen=True, slots=True)
class PublicNotes:
    """The notes all players share."""

    text: str


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """The notes of one player."""

    owner: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class DelayedNote:
    """A note that is shown later."""

    name: str
    owner: str
    hidden: bool
    text: str
    date: str = ""
    handle: str = ""


@dataclass(frozen=True, slots=True)
class Unmasking:
    """Which players let others look under their masks."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extension:
    """An extension is in use."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class StartupDone:
    """A command of the module's start has been carried out."""

    id: str
    applied: bool = True


@dataclass(frozen=True, slots=True)
class Clock:
    """A chess clock as it stands."""

    who: str
    name: str
    elapsed: int
    verified: int
    ticking: bool
    restore: bool


@dataclass(frozen=True, slots=True)
class ClockControl:
    """Whether the chess clocks are shown, and online."""

    showing: bool
    online: bool


@dataclass(frozen=True, slots=True)
class Flare:
    """Somebody points at a place of a map."""

    id: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Sight:
    """A line of sight is drawn."""

    id: str
    from_x: int
    from_y: int
    to_x: int
    to_y: int
    persisting: bool
    mirroring: bool = False
    reset: bool = False


@dataclass(frozen=True, slots=True)
class SymbolsRolled:
    """Symbolic dice: the number of the face that each shows."""

    dice: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A command nobody knows; VASSAL skips it."""

    text: str


Plain = (
    SeatTaken | SeatLeft | PropertyChanged | PrivateNote | DelayedNote | Unmasking | Extension
    | StartupDone | Clock | ClockControl | Flare | Sight | SymbolsRolled
)  # fmt: skip
Command = (
    BeginSave | EndSave | Nothing | AddPiece | RemovePiece | ChangePiece | MovePiece | Chat | Logged | Undo
    | BoardsLaid | SetUpDone | PropertyKept | TurnSet | ScenarioNotes | PublicNotes | Audio | Unknown | Plain
)  # fmt: skip


def bare(command: Command) -> Command:
    """A command without the word that makes it wait, however often it is there: a log of a replayed log."""
    while isinstance(command, Logged):
        command = command.command
    return command
