"""The places of a module by their names, so that a point of a map can be told in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path

from builder.module_faults import ModuleError
from builder.vassal.command_text import read_command
from builder.vassal.commands import BoardsLaid, Laid
from builder.vassal.grids import Axis, Grid, Hexes, Numbering, Point, Regions, Squares, ZoneGround, Zones
from builder.vassal.modulefile import MAPS, SLOTS
from builder.vassal.nodes import Node, every
from builder.vassal.readback import Archive, open_archive, parse_xml
from builder.vassal.traits import WHOLE

OFF_BOARD = "offboard"
"""What VASSAL calls a point that has no name."""
_FRACTION = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,20})?([eE]-?[0-9]{1,2})?")
_ROOT3 = 3**0.5


@dataclass(frozen=True, slots=True)
class Board:
    """One board: its name, its size in pixels, and what names its points."""

    name: str
    size: Point
    grid: Grid | None


@dataclass(frozen=True, slots=True)
class Window:
    """A map of the module: its boards by name, the margin around them, and how they lie when nobody says."""

    name: str
    boards: Mapping[str, Board]
    margin: Point = (0, 0)
    usual: tuple[Laid, ...] = ()

    def name_of(self, at: Point, laid: Iterable[Laid] = ()) -> str:
        """What VASSAL calls a point when the boards lie so."""
        board, spot, _ = self._under(at, laid)
        return (board.grid.name(spot) if board and board.grid else None) or OFF_BOARD

    def ground_of(self, at: Point) -> Grid | None:
        """What names a point: the zone that holds it, else the grid of its board."""
        board, spot, _ = self._under(at, ())
        grid = board.grid if board else None
        return grid.under(spot) if isinstance(grid, Zones) else grid

    def snap(self, at: Point, laid: Iterable[Laid] = ()) -> Point:
        """Where VASSAL lets a piece come to lie that is dropped at a point."""
        board, spot, turned = self._under(at, laid)
        if board is None or board.grid is None:
            return at
        new = board.grid.snap(spot)
        across, down = (_held(to, size) - now for to, size, now in zip(new, board.size, spot, strict=True))
        return (at[0] - across, at[1] - down) if turned else (at[0] + across, at[1] + down)

    def origin_of(self, board: str, laid: Iterable[Laid] = ()) -> Point | None:
        """The pixel of the map at which a board begins; None for one that is not laid."""
        known = [one for one in laid if one.board in self.boards] or list(self.usual)
        found = next((one for one in known if one.board == board), None)
        if found is None:
            return None
        x, y = self._local(found, known, (0, 0))
        return -x, -y

    def spot(self, board: str, at: Point) -> Point | None:
        """The pixel of the map at which a point of a board is; None for a board that is not laid."""
        found = next((one for one in self.usual if one.board == board), None)
        if found is None:
            return None
        (x, y), size = self._local(found, self.usual, (0, 0)), self.boards[board].size
        across, down = (size[0] - at[0], size[1] - at[1]) if found.turned else at
        return across - x, down - y

    def usual_from(self, commands: Iterable[str]) -> Window:
        """The map with its boards as those commands lay them that are about it."""
        mine = (one for one in commands if one.startswith(f"{self.name}BoardPicker\t"))
        laid = tuple(one for command in mine for one in read_laid(command) if one.board in self.boards)
        return replace(self, usual=laid) if laid else self

    def _under(self, at: Point, laid: Iterable[Laid]) -> tuple[Board | None, Point, bool]:
        """The board under a point, the point on it, and whether the board is turned round."""
        known = [one for one in laid if one.board in self.boards] or list(self.usual)
        for one in known:
            board = self.boards[one.board]
            x, y = self._local(one, known, at)
            if 0 <= x < board.size[0] and 0 <= y < board.size[1]:
                return board, (board.size[0] - x, board.size[1] - y) if one.turned else (x, y), one.turned
        return None, at, False

    def _local(self, one: Laid, laid: Iterable[Laid], at: Point) -> Point:
        size = {(other.column, other.row): self.boards[other.board].size for other in laid}
        left = sum(x for (column, row), (x, _) in size.items() if row == one.row and 0 <= column < one.column)
        top = sum(y for (column, row), (_, y) in size.items() if column == one.column and 0 <= row < one.row)
        return at[0] - self.margin[0] - left, at[1] - self.margin[1] - top


def _held(at: int, size: int) -> int:
    """What lies a pixel over the edge of a board is moved back onto it."""
    return size - 1 if at == size else 0 if at == -1 else at


@dataclass(frozen=True, slots=True)
class Places:
    """All maps of a module by name; `pieces` are the names in its palette by the number of the piece."""

    windows: Mapping[str, Window] = field(default_factory=dict)
    pieces: Mapping[str, str] = field(default_factory=dict)

    def name(self, window: str, at: Point, laid: Iterable[Laid] = ()) -> str:
        """What a point of a map is called; without a map of that name, the map and the point in pixels."""
        if window in {"null", ""}:
            return ""
        if window not in self.windows:
            return f"{window} {at[0]},{at[1]}"
        return self.windows[window].name_of(at, laid)

    def snap(self, window: str, at: Point, laid: Iterable[Laid] = ()) -> Point:
        """Where a piece comes to lie that is dropped on a map; the point itself on a map nobody knows."""
        return self.windows[window].snap(at, laid) if window in self.windows else at


def load_places(module: Path) -> Places:
    """The places of any module; ModuleError when it cannot be read."""
    archive = open_archive(module)
    name = next((name for name in ("buildFile.xml", "buildFile") if name in archive.names), "")
    if not name:
        raise ModuleError([f"{module}: has no 'buildFile.xml', so it is not a module"])
    root = parse_xml(archive, name)
    if root is None or archive.problems:
        raise ModuleError([f"{module}: {problem.where}: {problem.what}" for problem in archive.problems])
    return places_of(Node(root, "module"), archive)


def is_map(node: Node) -> bool:
    """Whether an element is a map: one of VASSAL's own, one in a window of charts, or of another class."""
    named = bool(node.get("mapName")) and any(child.kind == "BoardPicker" for child in node.children())
    return named or node.kind in MAPS


def places_of(root: Node, archive: Archive) -> Places:
    """The places of a module whose build file is read already."""
    maps = [node for node in every(root) if is_map(node)]
    return Places({node.get("mapName"): _window(node, archive) for node in maps}, _named_slots(root))


def _named_slots(root: Node) -> dict[str, str]:
    """The names in the palette by number; a piece of the set-up without one has that of its stack."""
    stacks = (node for node in every(root) if node.kind == "SetupStack")
    named = {slot.get("gpid"): stack.get("name") for stack in stacks for slot in every(stack)}
    slots = (node for node in every(root) if node.kind in SLOTS)
    return named | {slot.get("gpid"): slot.get("entryName") for slot in slots if slot.get("entryName")}


def _window(node: Node, archive: Archive) -> Window:
    boards: dict[str, Board] = {}
    usual: list[Laid] = []
    for picker in (child for child in node.children() if child.kind == "BoardPicker"):
        found = [board_of(child, archive) for child in every(picker) if child.kind == "Board"]
        boards |= {board.name: board for board in found}
        laid = (one for child in picker.element.iter("setup") for one in read_laid(child.text or ""))
        usual += [one for one in laid if one.board in boards]  # a board that was renamed is laid nowhere
    margin = (_whole(node, "edgeWidth", 0), _whole(node, "edgeHeight", 0))
    if not usual and len(boards) == 1:
        usual = [Laid(name) for name in boards]
    return Window(node.get("mapName"), boards, margin, tuple(usual))


def read_laid(command: str) -> Iterator[Laid]:
    """How boards lie, from the command in which VASSAL keeps it."""
    read = read_command(command.strip())
    if isinstance(read, BoardsLaid):
        yield from read.boards


def board_of(node: Node, archive: Archive) -> Board:
    """The board of an element; its picture lies in the archive."""
    size = image_size(node.get("image"), archive) or (
        _whole(node, "width", 500),
        _whole(node, "height", 500),
    )
    grids = [found for found in (read_grid(child, size) for child in node.children()) if found]
    return Board(node.get("name"), size, grids[0] if grids else None)


def image_size(image: str, archive: Archive) -> Point | None:
    """The size of a picture, from its first bytes; None for one that is missing or cannot be read."""
    from PIL import Image, UnidentifiedImageError

    entry = f"images/{image}"
    content = archive.read(entry) if image and entry in archive.names else None
    if not content:
        return None
    try:
        with Image.open(BytesIO(content)) as picture:
            return picture.size
    except (OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError):
        return None


def read_grid(node: Node, size: Point) -> Grid | None:
    """What names the points of a board, or of a zone, of this size; None for an element that is no grid."""
    if node.kind == "HexGrid":
        return _hexes(node, size)
    if node.kind == "SquareGrid":
        pitch = (_fraction(node, "dx", 48.0), _fraction(node, "dy", 48.0))
        origin = (_whole(node, "x0", 24), _whole(node, "y0", 24))
        diagonal = node.get("range") != "Manhattan"
        return Squares(pitch, origin, size, _numbering(node), diagonal, _snaps(node))
    if node.kind == "RegionGrid":
        regions = (child for child in node.children() if child.kind == "Region")
        return Regions(
            tuple((r.get("name"), (_whole(r, "originx", 0), _whole(r, "originy", 0))) for r in regions),
            node.get("snapto") != "false",
        )
    return _zones(node, size) if node.kind == "ZonedGrid" else None


def _hexes(node: Node, size: Point) -> Hexes:
    high = _fraction(node, "dy", 64.0)
    wide = _fraction(node, "dx", high * _ROOT3 / 2)
    origin = (_whole(node, "x0", 0), _whole(node, "y0", 32))
    sideways = node.get("sideways") == "true"
    return Hexes((wide, high), origin, sideways, size, _numbering(node), _snaps(node))


def _snaps(node: Node) -> bool:
    """Does a grid draw pieces to its centres? One with edges, corners or steps between counts as none."""
    elsewhere = "true" in (node.get("edgesLegal"), node.get("cornersLegal"))
    return node.get("snapTo") != "false" and not elsewhere and not _whole(node, "snapscale", 0)


def _numbering(node: Node) -> Numbering | None:
    found = next((child for child in node.children() if child.kind.endswith("GridNumbering")), None)
    if found is None:
        return None
    stagger = found.element.get("stagger", "true" if found.kind.startswith("Hex") else "false")
    return Numbering(
        _axis(found, "h"), _axis(found, "v"), found.element.get("first", "H").startswith("H"),
        found.get("sep"), found.element.get("locationFormat", "$gridLocation$"),
        found.get("hDescend") == "true", found.get("vDescend") == "true", stagger == "true",
    )  # fmt: skip


def _axis(node: Node, letter: str) -> Axis:
    letters = node.element.get(f"{letter}Type", "N").startswith("A")
    return Axis(letters, min(_whole(node, f"{letter}Leading", 1), 9), _whole(node, f"{letter}Off", 1))


def _zones(node: Node, size: Point) -> Zones:
    behind = next((grid for child in node.children() if (grid := read_grid(child, size))), None)
    zones = (_zone(child, behind) for child in node.children() if child.kind == "Zone")
    return Zones(tuple(zones), behind)


def _zone(node: Node, behind: Grid | None) -> ZoneGround:
    outline = tuple(_outline(node.get("path")))
    across, down = [x for x, _ in outline] or [0], [y for _, y in outline] or [0]
    size = (max(across) - min(across), max(down) - min(down))
    own = next((grid for child in node.children() if (grid := read_grid(child, size))), None)
    grid = behind if node.get("useParentGrid") == "true" else own
    return ZoneGround(node.get("name"), node.element.get("locationFormat", "$name$"), outline, grid)


def _outline(path: str) -> Iterator[Point]:
    for pair in path.split(";"):
        x, _, y = pair.partition(",")
        if WHOLE.fullmatch(x.strip()) and WHOLE.fullmatch(y.strip()):
            yield int(x), int(y)


def _whole(node: Node, name: str, usual: int) -> int:
    text = node.get(name)
    return int(text) if WHOLE.fullmatch(text) else usual


def _fraction(node: Node, name: str, usual: float) -> float:
    """A distance; one that is no number, or none to divide by, counts as not given."""
    text = node.get(name)
    return (float(text) if _FRACTION.fullmatch(text) else 0.0) or usual
