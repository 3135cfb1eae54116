"""How a game of a published module begins: at the start that its maps lay out, or at one of its set-ups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from builder.vassal.commands import Laid
from builder.vassal.locations import Window, is_map
from builder.vassal.modulefile import HOLDERS, SLOTS, additions
from builder.vassal.nodes import Node, every
from builder.vassal.traits import SequenceFault, join, nest, split
from tables.position import Kind, Piece, Position, TableError, read_saved
from tables.published import Published, Written, target_of
from tables.startup import begun, left_out
from tables.table import never_stacks

_SEATS = ("PLAYER", "PNOTE", "PYREMOVE")
"""Lines of a set-up that name people: the author's seat, with the password in clear, and the notes."""

# The fields of a deck's type in the order in which VASSAL keeps them: the attribute of the build file that
# gives each, and what counts where the build file is silent.
_DECK = (
    ("draw", "false"), ("color", "0,0,0"), ("width", "40"), ("height", "40"), ("faceDown", "Always"),
    ("shuffle", "Always"), ("allowMultiple", "true"), ("allowSelect", "true"), ("reversible", "true"),
    ("reshuffleCommand", ""), ("reshuffleTarget", ""), ("reshuffleMessage", ""), ("name", ""),
    ("shuffleFormat", ""), ("reverseFormat", ""), ("faceDownFormat", ""), ("drawFaceUp", "false"),
    ("canSave", "false"), ("shuffleHotkey", ""), ("reshuffleHotkey", ""), ("maxStack", "10"),
    ("countExpressions", ""), ("expressionCounting", "false"), ("", ""), ("hotkeyOnEmpty", "false"),
    ("emptyHotkey", ""), ("selectDisplayProperty", "$BasicName$"), ("selectSortProperty", ""),
    ("restrictOption", "false"), ("restrictExpression", ""), ("shuffleCommand", "Shuffle"),
    ("reverseCommand", "Reverse"), ("reverseHotkey", ""), ("drawMultipleMessage", "Draw multiple cards"),
    ("drawSpecificMessage", "Draw specific cards"), ("faceUpMessage", "Face up"),
    ("faceDownMessage", "Face down"), ("faceUpHotkey", ""), ("faceUpReportFormat", ""),
    ("faceFlipHotkey", ""), ("faceDownHotkey", ""), ("saveMessage", "Save Deck"), ("saveHotkey", ""),
    ("saveReportFormat", "Deck Saved"), ("loadMessage", "Load Deck"), ("loadHotkey", ""),
    ("loadReportFormat", "Deck Loaded"), ("deckRestrictAccess", "false"), ("deckOwners", ""),
)  # fmt: skip
_RESHUFFLES = ("reshuffleCommand", "reshuffleTarget", "reshuffleMessage", "reshuffleHotkey")
_COMMAND = (
    ("hotkey", ""), ("filter", ""), ("deckCount", "-1"), ("reportFormat", ""), ("name", ""), ("target", ""),
    ("reportSingle", "false"), ("suppressSounds", "false"), ("parameters", ""),
)  # fmt: skip
NEVER, ALWAYS, UP = "Never", "Always", "MenuDefaultUp"
FACE, NAME = 5, 13
"""Where a deck's type says whether it lies face down, and what it is called."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A position to begin with, and what could not be carried over, each told once."""

    position: Position
    lost: tuple[str, ...] = ()


def opened(module: Published, setup: str = "") -> Opened:
    """The position of a set-up by its name; without one the module's own start.

    Raises TableError for a name that no set-up has, and for one whose file cannot be read.
    """
    found = _laid(module, setup)
    return Opened(begun(module, found.position), (*found.lost, *left_out(module, found.position)))


def gone_on(module: Published, data: bytes) -> Opened:
    """The position of a saved game of VASSAL, which has run the startup commands. Raises TableError."""
    position = read_saved(data, "the saved game").position
    begun_ = Position(position.pieces, _without_people(position.rest), module.apart, module.layers)
    return Opened(begun_, tuple(left_out(module, begun_, begun=True)))


def _laid(module: Published, setup: str) -> Opened:
    """The position before the module's startup commands."""
    if setup and setup not in module.setups:
        names = ", ".join(repr(one) for one in module.setups) or "none"
        raise TableError(f"{module.name} has no set-up {setup!r}; it has: {names}")
    file = module.setups[setup] if setup else ""
    if not file:
        return _Start(module).laid()
    data = module.file.archive.read(file) if file in module.file.archive.names else None
    if data is None:
        raise TableError(f"set-up {setup!r} of {module.name}: the module holds no file {file!r}")
    position = read_saved(data, file).position
    rest = _without_people(position.rest)
    return Opened(Position(position.pieces, rest, module.apart, module.layers))


def _without_people(rest: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for line in rest if line.split("\t")[0] not in _SEATS)


def entries_of(module: Published, comment: str) -> dict[str, bytes]:
    """What lies beside the commands in every saved game of a module."""
    from builder.vassal.archive import Identity, save_data

    about = save_data(Identity(module.name, module.version, ""), comment)
    return {"moduledata": module.data, "savedata": about}


@dataclass(slots=True)
class _Start:
    """The start of a module while it is laid out, map by map."""

    module: Published
    pieces: dict[str, Piece] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    chosen: dict[str, Laid] = field(default_factory=dict)
    """The board of each map for which players would choose one."""
    off: dict[tuple[str, str], int] = field(default_factory=dict)
    """How many pieces of a map belong on a board that is not laid."""
    further: dict[object, list[Node]] = field(default_factory=dict)
    """What extensions add to stacks and decks, by the element of the stack or deck."""

    def laid(self) -> Opened:
        for _, node, place in additions((self.module.file, *self.module.extensions)):
            if place is not None and place.kind in HOLDERS:
                self.further.setdefault(place.element, []).append(node)
        for window in (node for node in self.module.nodes() if is_map(node)):
            self.rest.append(self._boards(window))
            for node in _holders(window):
                self._lay(window, node)
        for node in self.module.nodes():
            if node.kind == "ExtensionElement":
                self._add(node)
        self.rest += [*initial_properties(self.module), *initial_turns(self.module)]
        if any(node.kind in HOLDERS for node in self.module.nodes()):
            self.rest.append("SETUP_STACK\t")
        position = Position(self.pieces, tuple(self.rest), self.module.apart, self.module.layers)
        for (name, board), count in self.off.items():
            pieces = "1 piece belongs" if count == 1 else f"{count} pieces belong"
            self.lost.append(f"map {name!r}: {pieces} on the board {board!r}, which is not used")
        return Opened(position, tuple(self.lost))

    def _boards(self, window: Node) -> str:
        """How the boards of a map lie: as the module says, or else the first one."""
        name = window.get("mapName")
        for picker in (one for one in every(window) if one.kind == "BoardPicker"):
            usual = next((one.text for one in picker.element.iter("setup") if one.text), "")
            if usual.strip():
                return usual.strip()
        boards = list(self.module.places.windows[name].boards)
        if len(boards) > 1:
            self.chosen[name] = Laid(boards[0])
            self.lost.append(
                f"map {name!r}: players choose one of {len(boards)} boards. {boards[0]!r} is used. For "
                "another one, open the game with --setup and a saved game"
            )
        return f"{name}BoardPicker" + (f"\t{boards[0]}\t0\t0" if boards else "")

    def _add(self, node: Node) -> None:
        """Stacks that an extension adds to a map of the module."""
        name = target_of(node)
        window = next(
            (one for one in self.module.file.nodes if is_map(one) and one.get("mapName") == name), None
        )
        if window is not None:
            for holder in _holders(node):
                self._lay(window, holder)

    def _lay(self, window: Node, node: Node) -> None:
        """One stack or deck of the start, with the pieces in it; the lowest first."""
        at = self._at(window, node)
        if at is None:
            slots = len(list(self._slots(node)))
            if slots:
                key = window.get("mapName"), node.get("owningBoard")
                self.off[key] = self.off.get(key, 0) + slots
            return
        ids, here = [], f"{window.get('mapName')};{at[0]};{at[1]}"
        for slot in self._slots(node):
            try:
                piece = self._piece(self.module.written(slot), here)
            except SequenceFault as wrong:
                self.lost.append(f"{slot.path}: the piece cannot be read: {wrong}")
                continue
            if node.kind == "DrawPile" or not never_stacks(piece):
                ids.append(piece.id)
        if node.kind == "DrawPile":
            self._hold(deck_type(node), join(";", [*here.split(";"), *_face(node), join(",", ids)]))
        elif ids:
            self._hold("stack", join(";", [*here.split(";"), *ids, "@@-1"]))

    def _slots(self, node: Node) -> Iterator[Node]:
        """The pieces of a stack or deck, and behind them those that extensions add to it, as in VASSAL."""
        parts = (node, *self.further.get(node.element, ()))
        return (one for part in parts for one in every(part) if one.kind in SLOTS)

    def _piece(self, written: Written, here: str) -> Piece:
        id_ = str(len(self.pieces) + 1)
        state = join(";", [*here.split(";"), written.gpid, "1", "UniqueID", id_])
        piece = Piece(id_, written.type, nest([*written.states[:-1], state]))
        self.pieces[id_] = piece
        return piece

    def _hold(self, type_: str, state: str) -> None:
        id_ = str(len(self.pieces) + 1)
        self.pieces[id_] = Piece(id_, type_, state)

    def _at(self, window: Node, node: Node) -> tuple[int, int] | None:
        """The pixel of a stack; None where its board is not laid."""
        place = self.module.places.windows[window.get("mapName")]
        board = node.get("owningBoard")
        x, y = _whole(node.get("x"), 100), _whole(node.get("y"), 100)
        anywhere = board in ("", "<any>")
        laid = self.chosen.get(place.name)
        origin = place.margin if anywhere else place.origin_of(board, (laid,) if laid else ())
        if origin is None:
            return None
        if node.get("useGridLocation") == "true" and node.get("location"):
            named = next(iter(place.boards), "") if anywhere else board
            x, y = self._named(place, named, node.get("location")) or (x, y)
        return x + origin[0], y + origin[1]

    def _named(self, window: Window, board: str, name: str) -> tuple[int, int] | None:
        """The point of a place by its name."""
        laid = window.boards.get(board)
        found = laid.grid.point(name) if laid and laid.grid else None
        if found is None:
            self.lost.append(f"map {window.name!r}: no place is called {name!r}")
        return found


def _holders(window: Node) -> Iterator[Node]:
    return (one for one in every(window) if one.kind in HOLDERS)


def _face(node: Node) -> tuple[str]:
    up = (node.get("faceDown") or ALWAYS) in (NEVER, UP)
    return ("false" if up else "true",)


def deck_type(node: Node) -> str:
    """A deck of the build file as it stands in a saved game."""
    given = dict(_DECK) | {key: value for key, value in node.element.attrib.items() if key}
    if given.get("reshufflable") != "true":
        given |= dict.fromkeys(_RESHUFFLES, "")
    commands = (_command(one) for one in node.children() if one.kind == "DeckGlobalKeyCommand")
    given[""] = join(",", list(commands))
    return "deck;" + join(";", [given[name] for name, _ in _DECK])


def _command(node: Node) -> str:
    fields = [node.get(name) or usual for name, usual in _COMMAND]
    return join("|", [node.get("name"), *fields])


def initial_properties(module: Published) -> Iterator[str]:
    """The global properties with their values at the start, each with whose it is: the module's, a map's, or,
    in front of its name, a zone's, with the board and the map of that."""
    owner: dict[int, tuple[str, ...]] = {}
    for node in module.nodes():
        mine = owner.get(id(node.element), ("Module",))
        inside = (node.get("mapName"),) if is_map(node) else mine
        if node.kind in ("Board", "Zone"):
            inside = (node.get("name"), *mine)
        for child in node.element:
            owner[id(child)] = inside
        if node.kind == "ZoneProperty":
            fields = ["", "\t".join((node.get("name"), *mine)), node.get("initialValue"), ""]
            yield "GlobalProperty\t" + join(";", fields)
        elif node.kind == "GlobalProperty" or node.kind.endswith("ScenarioProperty"):
            yield "GlobalProperty\t" + join(";", ["", node.get("name"), node.get("initialValue"), mine[-1]])


def initial_turns(module: Published) -> Iterator[str]:
    """The turn trackers as they begin; one with a level that is not known here has no line."""
    for n, tracker in enumerate(node for node in module.nodes() if node.kind == "TurnTracker"):
        levels = [_level(node) for node in tracker.children() if node.kind.endswith("TurnLevel")]
        if levels and all(levels):
            yield f"TURNTurnTracker{n}\t" + join("|", ["0", *levels])


def _level(node: Node) -> str:
    """How a level of a turn tracker begins, with those inside it; "" for one that is not known."""
    inner = [_level(one) for one in node.children() if one.kind.endswith("TurnLevel")]
    match node.kind:
        case "CounterTurnLevel":
            own = [str(_whole(node.get("start"), 1)), "0", node.get("loop") or "false"]
            own.append(str(_whole(node.get("loopLimit"), -1)))
        case "ListTurnLevel":
            own = ["0", "0", "0", join(",", ["true" for _ in split(",", node.get("list"))])]
        case _:
            return ""
    return join(";", [*own, *inner]) if all(inner) else ""


def _whole(text: str, usual: int) -> int:
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else usual


def counted(position: Position) -> Mapping[Kind, int]:
    """How many pieces, stacks and decks lie on the table."""
    found = dict.fromkeys(Kind, 0)
    for piece in position.pieces.values():
        found[piece.kind] += 1
    return found
