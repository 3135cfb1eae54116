"""What a module's build file says of itself: who plays, what rolls dice, who may look into which window."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from builder.module_faults import ModuleError
from builder.vassal.known import ELEMENTS
from builder.vassal.locations import Places, board_of, is_map, places_of
from builder.vassal.modulefile import (
    EXTENSION_FILE,
    ModuleFile,
    extensions_beside,
    lost_targets,
    open_module,
    piece_text,
)
from builder.vassal.nodes import Node, every
from builder.vassal.traits import SequenceFault, split
from tables.position import Layers, TableError, read_piece
from tables.spelling import folded, loosely
from tables.table import parts_of, text_of

_DICE = ("DiceButton", "SpecialDiceButton", "RandomTextButton", "InternetDiceButton")
_COUNTS = ("start", "incr")
_DEEPEST = 50
_TAG = re.compile(r"[a-zA-Z_][\w.$]*")


@dataclass(frozen=True, slots=True)
class Window:
    """A map of the module; a private one belongs to its `owners`, and others may look if it is `visible`."""

    name: str
    owners: frozenset[str] = frozenset()
    private: bool = False
    visible: bool = True

    def open_to(self, side: str) -> bool:
        """Whether a side may see what lies there."""
        return not self.private or self.visible or side in self.owners


@dataclass(frozen=True, slots=True)
class DiceButton:
    """What rolls dice when it is pressed: the `faces` of each die as texts, one tuple a die.

    `plus` is added to each die, `total` to all; `adds` says whether the sum is told in place of each die;
    `asks`, whether VASSAL asks who presses it how many dice, and `faces` are those that it has by itself.
    """

    name: str
    faces: tuple[tuple[str, ...], ...]
    plus: int = 0
    total: int = 0
    adds: bool = False
    symbolic: bool = False
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a turn tracker: the texts of a list, or () for a number, the levels inside it, the property
    that has its value, and with which number it begins, by how much it goes on."""

    texts: tuple[str, ...] = ()
    inner: tuple[Level, ...] = ()
    property: str = ""
    start: int = 1
    by: int = 1


@dataclass(frozen=True, slots=True)
class Tracker:
    """A turn tracker: its name, and its outermost levels."""

    name: str
    levels: tuple[Level, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """A piece as the module defines it, its prototypes written out: its traits, the outermost first."""

    gpid: str
    name: str
    types: tuple[str, ...]
    states: tuple[str, ...]

    @property
    def type(self) -> str:
        """All that it can do, as it stands in a save."""
        return text_of(self.types)


class Published:
    """A module that somebody published, read once; pictures stay where they are until they are asked for."""

    def __init__(self, path: Path) -> None:
        """Raises TableError when it is not a module, or so large that reading it would do harm."""
        if not path.is_file():
            raise TableError(
                f"This game is played with the module {path.name}, which is not in {path.parent}. Get the "
                "same file, and type: hexpost desk modules FILE"
            )
        try:
            self.file: ModuleFile = open_module(path)
        except ModuleError as wrong:
            raise TableError(str(wrong)) from None
        self.path = path
        if self.file.is_extension:
            raise TableError(f"{path}: is an extension; open the module that it belongs to")

    def __getstate__(self) -> Mapping[str, object]:
        raise TypeError("an open module is not to be stored: keep its path")

    # -- itself --------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """What the module is called, as its saved games say."""
        return self.file.root.get("name")

    @property
    def version(self) -> str:
        """Its version, as its saved games say."""
        return self.file.root.get("version")

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the file."""
        with self.path.open("rb") as opened:
            told = sha256()
            while part := opened.read(1 << 20):
                told.update(part)
        return told.hexdigest()

    @cached_property
    def data(self) -> bytes:
        """Its `moduledata`, which every saved game carries; one is made up for a module without."""
        found = self.file.archive.read("moduledata") if "moduledata" in self.file.archive.names else None
        from builder.vassal.archive import Identity, module_data

        return found or module_data(Identity(self.name, self.version, ""))

    @cached_property
    def extensions(self) -> tuple[ModuleFile, ...]:
        """The extensions in the folder beside it, as VASSAL would load them."""
        return tuple(map(open_module, extensions_beside(self.path)))

    def nodes(self) -> Iterator[Node]:
        """Every element of the module and of its extensions."""
        yield from self.file.nodes
        for one in self.extensions:
            yield from one.nodes

    @cached_property
    def strange(self) -> Mapping[str, int]:
        """Elements of classes that VASSAL itself does not have, and how many there are of each."""
        found: dict[str, int] = {}
        for node in self.nodes():
            tag = str(node.element.tag)
            if "." in tag and tag not in ELEMENTS and "Translat" not in tag and _TAG.fullmatch(tag):
                found[tag] = found.get(tag, 0) + 1
        return found

    # -- who and where -------------------------------------------------------------------------

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that players may take, in the order of the module."""
        rosters = (node for node in self.file.nodes if node.kind == "PlayerRoster")
        texts = ((one.text or "").strip() for node in rosters for one in node.element.iter("entry"))
        return tuple(dict.fromkeys(text for text in texts if text))

    @cached_property
    def windows(self) -> Mapping[str, Window]:
        """Its maps by name."""
        return {node.get("mapName"): _window(node) for node in self.nodes() if is_map(node)}

    @cached_property
    def places(self) -> Places:
        """What its points are called."""
        own = places_of(self.file.root, self.file.archive)
        added = [places_of(one.root, one.archive) for one in self.extensions]
        windows = {name: window for one in (*added, own) for name, window in one.windows.items()}
        for file, name, node in self._added_boards():
            if name in windows:
                own_too = f"images/{node.get('image')}" in self.file.archive.names
                board = board_of(node, self.file.archive if own_too else file.archive)
                windows[name] = replace(windows[name], boards={**windows[name].boards, board.name: board})
        return Places(windows, {key: name for one in (*added, own) for key, name in one.pieces.items()})

    def laid(self, boards: tuple[str, ...]) -> Published:
        """The module with its boards as they lie in a position, by the commands of its maps."""
        if boards not in self._laid:
            self._laid[boards] = self._laid_so(boards)
        return self._laid[boards]

    def _laid_so(self, boards: tuple[str, ...]) -> Published:
        laid = {name: one.usual_from(boards) for name, one in self.places.windows.items()}
        if laid == self.places.windows:
            return self
        twin = object.__new__(Published)
        twin.__dict__ |= {**self.__dict__, "places": replace(self.places, windows=laid), "_found": {}}
        return twin

    @cached_property
    def _laid(self) -> dict[tuple[str, ...], Published]:
        return {}

    def _added_boards(self) -> Iterator[tuple[ModuleFile, str, Node]]:
        """The boards that extensions add to maps of the module: whose, to which map, and the element."""
        for file in self.extensions:
            for node in (one for one in file.nodes if one.kind == "ExtensionElement"):
                name = target_of(node)
                yield from ((file, name, one) for one in every(node) if one.kind == "Board" and name)

    def boards_added(self, window: str) -> tuple[Node, ...]:
        """The boards that extensions add to a map of the module."""
        return tuple(node for _, name, node in self._added_boards() if name == window)

    def point_of(self, window: str, name: str) -> tuple[int, int] | None:
        """The pixel of a place of a map by the name that its grid gives it; None for no such place."""
        return self._points(window).get(folded(name)) or self.named_so(window, name)

    def point_like(self, window: str, name: str) -> tuple[int, int] | None:
        """The pixel of the only place of a map whose name has these words."""
        found = loosely(name, self._points(window).items())
        return found[0] if len(found) == 1 else None

    def named_so(self, window: str, name: str) -> tuple[int, int] | None:
        """The pixel that the engine itself finds for a name: a place of it may have no ground of its own."""
        place = self.places.windows[window]
        for board in place.boards.values():
            point = board.grid.point(name) if board.grid else None
            on_board = point is not None and all(
                0 <= p < most for p, most in zip(point, board.size, strict=True)
            )
            if point is not None and on_board and (spot := place.spot(board.name, point)) is not None:
                return spot
        return None

    def _points(self, window: str) -> Mapping[str, tuple[int, int]]:
        if window not in self._found:
            self._found[window] = dict(self._named_points(window))
        return self._found[window]

    def places_on(self, window: str) -> tuple[str, ...]:
        """The names of the places of a map, in small letters."""
        return tuple(self._points(window))

    @cached_property
    def extension_versions(self) -> Mapping[str, str]:
        """The extensions by the names of their files, as saved games name them, with their versions."""
        return versions_of(extensions_beside(self.path))

    @cached_property
    def _found(self) -> dict[str, dict[str, tuple[int, int]]]:
        return {}

    def _named_points(self, window: str) -> Iterator[tuple[str, tuple[int, int]]]:
        from builder.importing.boards import found_on

        place = self.places.windows[window]
        node = next(one for one in self.nodes() if is_map(one) and one.get("mapName") == window)
        for board in (one for one in every(node) if one.kind == "Board"):
            laid = place.boards[board.get("name")]
            if laid.grid is not None and place.spot(laid.name, (0, 0)) is not None:
                for one in found_on(window, board, laid).places.values():
                    if (spot := place.spot(laid.name, laid.grid.snap(one.centre))) is not None:
                        yield folded(one.name), spot

    def middle_of(self, window: str) -> tuple[int, int]:
        """The middle of the first board of a map, in its pixels."""
        place = self.places.windows[window]
        size = next((board.size for board in place.boards.values()), (200, 200))
        return place.margin[0] + size[0] // 2, place.margin[1] + size[1] // 2

    @cached_property
    def apart(self) -> frozenset[str]:
        """The maps on which pieces never stack."""
        maps = (node for node in self.nodes() if is_map(node))
        return frozenset(node.get("mapName") for node in maps if _keeps_apart(node))

    @cached_property
    def layers(self) -> Mapping[str, Layers]:
        """The maps on which pieces stack with others of their layer alone."""
        maps = (node for node in self.nodes() if is_map(node))
        return {node.get("mapName"): found for node in maps if (found := layers_of(node))}

    @cached_property
    def dice(self) -> Mapping[str, DiceButton]:
        """What rolls dice, by the name of the button."""
        made = (_dice(node) for node in self.nodes() if node.kind in _DICE)
        return {one.name: one for one in made if one.faces}

    @cached_property
    def preferences(self) -> Mapping[str, str]:
        """What players may set for themselves, with the values before they do: properties for all pieces."""
        nodes = (one for one in self.nodes() if str(one.element.tag).startswith("VASSAL.preferences."))
        return {node.get("name"): node.get("default") for node in nodes}

    @cached_property
    def trackers(self) -> Mapping[str, Tracker]:
        """Its turn trackers by the ids that they have in saved games."""
        nodes = (node for node in self.nodes() if node.kind == "TurnTracker")
        return {f"TurnTracker{n}": Tracker(node.get("name"), _levels(node)) for n, node in enumerate(nodes)}

    @cached_property
    def setups(self) -> Mapping[str, str]:
        """The set-ups that the module offers: their names, and the file of each, "" for its own start."""
        found = {}
        for node in self.nodes():
            if node.kind == "PredefinedSetup" and node.get("isMenu") != "true":
                found[node.get("name")] = node.get("file") if node.get("useFile") != "false" else ""
        return found

    @cached_property
    def fileless(self) -> tuple[str, ...]:
        """The set-ups that are to have a saved game and name none: VASSAL begins them with its own start."""
        nodes = (node for node in self.nodes() if node.kind == "PredefinedSetup")
        chosen = (one for one in nodes if one.get("isMenu") != "true" and one.get("useFile") != "false")
        return tuple(one.get("name") for one in chosen if not one.get("file"))

    # -- pieces --------------------------------------------------------------------------------

    @cached_property
    def _prototypes(self) -> Mapping[str, str]:
        nodes = (node for node in self.nodes() if node.kind == "PrototypeDefinition")
        return {node.get("name"): piece_text(node) for node in nodes}

    @cached_property
    def _expanded(self) -> dict[tuple[str, str], tuple[tuple[str, str], ...]]:
        """What is in a prototype, with these parameters: most are used by hundreds of pieces."""
        return {}

    @cached_property
    def _written(self) -> dict[int, Written]:
        return {}

    def written(self, node: Node) -> Written:
        """The piece in a slot, its prototypes written out. Raises SequenceFault when it cannot be read."""
        key = id(node.element)
        if key not in self._written:
            self._written[key] = self._write_out(node)
        return self._written[key]

    def _write_out(self, node: Node) -> Written:
        piece = read_piece(piece_text(node))
        found = list(self._written_out(piece.type, piece.state, 0))
        if not found:
            raise SequenceFault("no basic piece, only prototypes")
        types, states = [one for one, _ in found], [one for _, one in found]
        states += [""] * (len(types) - len(states))
        basic = [*split(";", states[-1]), "", "", "", ""]
        gpid = node.get("gpid") or basic[3]
        name = node.get("entryName") or split(";", types[-1])[-1].partition("/")[0]
        return Written(gpid, name, tuple(types), tuple(states))

    def _written_out(self, type_: str, state: str, depth: int) -> Iterator[tuple[str, str]]:
        if depth > _DEEPEST:
            raise SequenceFault("its prototypes use each other without end")
        types, states = parts_of(type_), parts_of(state)
        for place, one in enumerate(types):
            if one.startswith("prototype;"):
                yield from self._of_prototype(split(";", one), depth)
            else:
                yield one, states[place] if place < len(states) else ""

    def _of_prototype(self, fields: list[str], depth: int) -> tuple[tuple[str, str], ...]:
        name, given = fields[1], fields[2] if len(fields) > 2 else ""
        if (name, given) not in self._expanded:
            text = self._prototypes.get(name, "")
            for one in split(",", given) if given else ():
                key, _, value = one.partition("=")
                text = text.replace(f"${key}$", value)
            found = read_piece(text) if text else None
            inner = list(self._written_out(found.type, found.state, depth + 1))[:-1] if found else ()
            self._expanded[name, given] = tuple(inner)
        return self._expanded[name, given]

    @cached_property
    def slots(self) -> Mapping[str, Written]:
        """Every piece of the module by its number; those that cannot be read are left out."""
        found: dict[str, Written] = {}
        for node in self.nodes():
            if node.kind in ("PieceSlot", "CardSlot"):
                try:
                    one = self.written(node)
                except SequenceFault:
                    continue
                found.setdefault(one.gpid, one)
        return found

    @cached_property
    def unread(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the pieces that cannot be read, by the reason."""
        found: dict[str, list[str]] = {}
        for node in self.nodes():
            if node.kind in ("PieceSlot", "CardSlot"):
                try:
                    self.written(node)
                except SequenceFault as wrong:
                    found.setdefault(str(wrong), []).append(node.get("entryName") or node.path)
        return {why: tuple(names) for why, names in found.items()}


def versions_of(extensions: Iterable[Path]) -> dict[str, str]:
    """Extensions by the names of their files, as saved games name them, with their versions."""
    return {one.stem: open_module(one).root.get("version") for one in extensions}


def extension_faults(file: Path, module: Published) -> Iterator[str]:
    """Why a file cannot be used as an extension of a module."""
    if not file.is_file():
        yield f"{file} is not there"
        return
    try:
        found = open_module(file)
    except ModuleError as wrong:
        yield str(wrong)
        return
    name = found.root.get("module")
    if not found.is_extension or file.suffix != EXTENSION_FILE:
        yield f"{file} is not an extension of a VASSAL module ({EXTENSION_FILE})"
    elif name != module.name and found.root.get("anyModule") != "true":
        yield f'{file.name} is an extension of the module "{name}", and not of "{module.name}"'
    elif lost := list(lost_targets(found, (module.file, *module.extensions))):
        yield (
            f"{file.name} does not fit version {module.version} of {module.name}. It adds to {lost[0]}, "
            "which the module does not have, so VASSAL switches it off. Get one that fits, or take it away"
        )


def _window(node: Node) -> Window:
    if node.kind not in ("PrivateMap", "PlayerHand"):
        return Window(node.get("mapName"))
    owners = frozenset(one for one in split(",", node.get("side")) if one)
    return Window(node.get("mapName"), owners, True, node.get("visible") == "true")


def target_of(added: Node) -> str:
    """The map to which an extension adds something, "" for none."""
    _, sign, rest = added.get("target").rpartition("Map:")
    return rest.partition("/")[0] if sign else ""


def _keeps_apart(window: Node) -> bool:
    return any(one.kind == "StackMetrics" and one.get("disabled") == "true" for one in every(window))


def layers_of(window: Node) -> Layers | None:
    """The layers of a map on which pieces lie by a property; None for a map without."""
    for one in every(window):
        if one.kind == "LayeredPieceCollection" and one.get("property"):
            return one.get("property"), tuple(split(",", one.get("layerOrder")))
    return None


def _dice(node: Node) -> DiceButton:
    name = node.get("name")
    if node.kind == "SpecialDiceButton":
        dice = (one for one in node.children() if one.kind == "SpecialDie")
        faces = (tuple(_face(side) for side in die.children() if "Face" in side.kind) for die in dice)
        return DiceButton(name, tuple(one for one in faces if one), symbolic=True)
    count, asks = _whole(node.get("nDice"), 2), node.get("prompt") == "true"
    if node.kind == "RandomTextButton":
        faces_of_one = tuple(split(",", node.get("faces"))) if node.get("faces") else ()
        return DiceButton(name, (faces_of_one,) * count if faces_of_one else (), asks=asks)
    one = tuple(str(n) for n in range(1, _whole(node.get("nSides"), 6) + 1))
    plus, total = _whole(node.get("plus"), 0), _whole(node.get("addToTotal"), 0)
    return DiceButton(name, (one,) * count, plus, total, node.get("reportTotal") == "true", asks=asks)


def _texts(level: Node) -> tuple[str, ...]:
    return tuple(split(",", level.get("list"))) if level.get("list") else ()


def _levels(node: Node) -> tuple[Level, ...]:
    """The levels of a turn tracker, or those inside one of them."""
    inside = (one for one in node.children() if one.kind.endswith("TurnLevel"))
    return tuple(
        Level(_texts(one), _levels(one), one.get("property"), *map(_whole, map(one.get, _COUNTS), (1, 1)))
        for one in inside
    )


def _face(side: Node) -> str:
    return side.get("text") or side.get("value") or side.get("icon")


def _whole(text: str, usual: int) -> int:
    return int(text) if re.fullmatch(r"-?[0-9]{1,4}", text) else usual
