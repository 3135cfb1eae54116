"""Terrain: paint hexes and draw along hexsides, on the art that the map lies on.

What is painted is written into `places.csv` and `links.csv` at once, and into `samples.csv`, from which the
rest is proposed as `hexpost map classify` does it. Nothing that is only proposed is written before it is
taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from files.cells import csv_rows, csv_text
from files.messages import counted
from maps.map_faults import MapError
from maps.reading.load import read_board
from maps.reading.tables import read_toml
from maps.scan.scan_file import ScanFile, with_value
from maps.space import slug
from workbench.bench_faults import BenchError
from workbench.mode import Doubt, Mend, Mode, Values
from workbench.project import Project
from workbench.said import SCAN, scan_of
from workbench.straightening import MAP, PLACES

if TYPE_CHECKING:
    from maps.board import Board
    from maps.drawing.art import Art
    from maps.scan.terrain.closeups import HexScan
    from maps.scan.terrain.proposals import Proposal

LINKS, SAMPLES, RECORD_NAME = "map/links.csv", "map/samples.csv", "classified.csv"
RECORD = f"map/{RECORD_NAME}"
KINDS = ("river", "road", "rail", "bridge", "side")
_MOST_SAMPLES = 60
"""Samples of a terrain that teach: more teach hardly more, and cost time."""
_ASKED = 40
"""Hexes that are listed to be looked at; the others come after them."""
_LONGEST_WORD = 40
_MOST_WORDS = 9
"""Terrains that have a key."""


@dataclass(frozen=True)
class Ground:
    """The map as it is: its board, the art under it, its settings, and what the maker said."""

    board: Board
    art: Art
    toml: Mapping[str, Any]
    column: str
    default: str
    said: Mapping[tuple[str, ...], tuple[str, ...]]
    record: frozenset[str]
    typed: frozenset[str]

    def word(self, one: str) -> str:
        """The terrain of a hex, "" for the default or none."""
        return str(self.board.spaces[one].facts.get(self.column, "") or "")

    def is_settled(self, one: str) -> bool:
        """Whether the maker, or a proposal that was taken, says what is in a hex."""
        written = one in self.typed or self.word(one) not in ("", self.default)
        return written or (one,) in self.said or one in self.record


class Terrain(Mode):
    """Terrain of hexes, and what runs along and across hexsides."""

    name, title = "terrain", "Terrain"
    files = (SCAN, MAP, PLACES, LINKS, SAMPLES, RECORD)

    def __init__(self) -> None:
        super().__init__()
        self._ground: tuple[object, Ground | None] = (None, None)
        self._scan: tuple[object, Any] = (None, None)

    # -- what is shown ---------------------------------------------------------------------------

    def picture(self, project: Project) -> Path:
        """The art that the map lies on, if there is a map."""
        try:
            ground = self._now(project)
        except (MapError, BenchError):
            return project.picture
        return ground.art.path if ground else project.picture

    def view(self, project: Project) -> Values:
        """Hexes, their terrain, what is proposed, and the palette."""
        ground, scan = self._now(project), scan_of(project)
        if ground is None:
            return {"map": False}
        words = _palette(ground, scan)
        proposed = {one.where[0]: one for one in self._proposals(ground)}
        hexes = _hexes(ground)
        made: Values = {
            "map": True,
            "words": words,
            "features": ground.toml.get("features", {}),
            "default": ground.default,
            "ids": hexes,
            "labels": [ground.board.spaces[one].name for one in hexes],
            "centres": [_rounded(ground.art.pixel(*ground.board.spaces[one].centre)) for one in hexes],
            "outlines": [_outline(ground, one) for one in hexes],
            "grounds": [ground.word(one) or ground.default for one in hexes],
            "settled": [ground.is_settled(one) for one in hexes],
            "proposed": [_facts(proposed.get(one)) for one in hexes],
            "links": _links(ground),
        }
        return made

    def _now(self, project: Project) -> Ground | None:
        """The map, read again where a file of it has changed; None where there is none."""
        if project.content(MAP) is None:
            return None
        key = tuple(project.content(name) for name in (MAP, PLACES, LINKS, SAMPLES, RECORD))
        if self._ground[0] != key:
            self._ground = (key, _read(project))
        return self._ground[1]

    def _proposals(self, ground: Ground) -> list[Proposal]:
        """What is proposed for hexes, from all that the maker has said, as far as it is worked out."""
        words = {where[0]: said[0] for where, said in ground.said.items() if len(where) == 1 and said}
        if len(set(words.values())) < 2:
            return []
        key = (ground.art.path, tuple(words.items()))
        done = self.jobs.result(key, lambda: self._propose(ground, words), "Comparing hexes")
        if done is None:
            return []
        if done.error:
            raise done.error
        return [one for one in done.value if one.where[0] in ground.board.spaces]

    def _propose(self, ground: Ground, words: Mapping[str, str]) -> list[Proposal]:
        from maps.scan.terrain.grounds import propose_grounds
        from maps.scan.terrain.measures import of_hexes

        scan, measures = self._measured(ground, of_hexes)
        grounds: dict[str, list[str]] = {}
        for one, word in words.items():
            grounds.setdefault(word, []).append(one)
        few = {word: some[-_MOST_SAMPLES:] for word, some in grounds.items()}
        return propose_grounds(scan, few, measures)

    def _measured(self, ground: Ground, measure: Any) -> tuple[HexScan, Any]:
        """The close-ups of all hexes, measured once for each picture."""
        from maps.scan.terrain.closeups import HexScan

        key = (ground.art, tuple(_hexes(ground)))
        if self._scan[0] != key:
            centres = {one: ground.art.pixel(*ground.board.spaces[one].centre) for one in _hexes(ground)}
            scan = HexScan(ground.art.image, centres)
            self._scan = (key, (scan, measure(scan.hexes())))
        made: tuple[HexScan, Any] = self._scan[1]
        return made

    def doubts(self, project: Project) -> list[Doubt]:
        """The hexes whose terrain is proposed but not sure, the least clear first."""
        ground = self._now(project)
        if ground is None:
            return []
        words = _palette(ground, scan_of(project))
        open_ = [
            one for one in self._proposals(ground) if not one.sure and not ground.is_settled(one.where[0])
        ]
        return [_asked(ground, one, words) for one in sorted(open_, key=lambda one: one.clear)[:_ASKED]]

    # -- changes ---------------------------------------------------------------------------------

    def touches(self, verb: str, values: Values) -> frozenset[str]:
        """Hexes that are painted, hexsides that are drawn along; all else is one thing."""
        if verb == "paint":
            return frozenset(f"hex {one}" for one in _listed(values, "hexes"))
        if verb == "draw":
            return frozenset(f"side {sorted(map(str, one))}" for one in _listed(values, "sides"))
        return frozenset({"terrain"})

    def change(self, project: Project, verb: str, values: Values) -> str:
        """Paint hexes, draw along hexsides, take proposals, or add words to the palette."""
        verbs = {
            "paint": self._paint,
            "draw": self._draw,
            "take": self._take,
            "word": self._word,
            "feature": self._feature,
        }
        ground = self._now(project)
        if verb not in verbs or ground is None:
            raise BenchError("This change is not understood.")
        return verbs[verb](project, ground, values)

    def _paint(self, project: Project, ground: Ground, values: Values) -> str:
        from maps.scan.terrain.proposals import Proposal

        word, hexes = _known_word(values.get("word")), _known_hexes(ground, values.get("hexes"))
        said = dict(ground.said) | {(one,): (word,) for one in hexes}
        self._write(project, ground, [Proposal((one,), word, 1.0, said=True) for one in hexes], said)
        return f"{word.capitalize()} in {hexes[0]}" + (
            f" and {len(hexes) - 1} more" if len(hexes) > 1 else ""
        )

    def _draw(self, project: Project, ground: Ground, values: Values) -> str:
        from maps.scan.terrain.proposals import Proposal

        word, erase = str(values.get("word")), bool(values.get("erase"))
        if word not in ground.toml.get("features", {}):
            raise BenchError(f"The map has no feature {word}.")
        sides = [_known_hexes(ground, one) for one in _listed(values, "sides")]
        if not sides or any(len(one) != 2 or not ground.board.adjacent(*one) for one in sides):
            raise BenchError("These hexes do not touch.")
        said, made = dict(ground.said), []
        for one, other in sides:
            where = tuple(sorted((one, other)))
            now = [each for each in ground.board.links.get(one, {}).get(other, ()) if each != word]
            said[where] = tuple(sorted(now if erase else [*now, word]))
            made.append(Proposal((one, other), "" if erase else word, 1.0, word, said=True))
        self._write(project, ground, made, said)
        return f"{'Erased' if erase else 'Drew'} {word}"

    def _take(self, project: Project, ground: Ground, values: Values) -> str:
        """Take what is proposed for hexes: the sure ones, or all."""
        found = [one for one in self._proposals(ground) if not ground.is_settled(one.where[0])]
        taken = [replace(one, sure=True) for one in found if one.sure or values.get("all")]
        if not taken:
            raise BenchError("There is nothing to take.")
        self._write(project, ground, taken, ground.said)
        return f"Took {counted(len(taken), 'proposal')}"

    def _word(self, project: Project, ground: Ground, values: Values) -> str:
        word, words = _known_word(values.get("word")), _palette(ground, scan_of(project))
        if word in words:
            raise BenchError(f"{word} is there already.")
        project.write(SCAN, with_value(project.text(SCAN), "terrain", "words", [*words, word]))
        return f"Terrain {word}"

    def _feature(self, project: Project, ground: Ground, values: Values) -> str:
        word, kind = _known_word(values.get("word")), values.get("kind")
        if kind not in KINDS or " " in word or not word.replace("-", "").isalnum():
            raise BenchError("A feature is one word, such as stream or main-road.")
        if word in ground.toml.get("features", {}):
            raise BenchError(f"{word} is there already.")
        key = word if word.isascii() else f'"{word}"'
        project.write(MAP, with_value(project.text(MAP), "features", key, kind))
        return f"Feature {word}"

    def _write(
        self,
        project: Project,
        ground: Ground,
        proposals: Sequence[Proposal],
        said: Mapping[tuple[str, ...], tuple[str, ...]],
    ) -> None:
        """Write what is settled, as `hexpost map classify --write` does, and what the maker said."""
        from maps.scan.terrain.writing import update

        written, _ = update(project.folder / "map", ground.toml, proposals)
        for name, text in written.items():
            project.write(f"map/{name}", text)
        if RECORD_NAME in written:
            project.write(RECORD, _with_defaults(written[RECORD_NAME], ground, proposals))
        if said != ground.said:
            project.write(SAMPLES, _samples_csv(said))


# -- small parts -----------------------------------------------------------------------------------


def _read(project: Project) -> Ground | None:
    """The map of the project; None where it lies on no picture. Raises MapError."""
    from maps.drawing.art import read_art

    folder = project.folder / "map"
    board, faults = read_board(folder)
    toml = read_toml(folder / "map.toml", faults)
    art = read_art(folder, board, toml, faults)
    if faults:
        raise MapError(faults)
    if art is None or board.grid is None:
        return None
    column = str(toml.get("sheet", {}).get("ground", "terrain"))
    default = str(toml.get("default", {}).get(column, ""))
    written = project.rows(RECORD)[1:]
    record = frozenset(slug(cells[0]) for cells in written if len(cells) > 1 and not cells[1])
    typed = _typed(project, column)
    return Ground(board, art, toml, column, default, _said(project, board), record, typed)


def _typed(project: Project, column: str) -> frozenset[str]:
    """The hexes whose terrain is in `places.csv`."""
    header, *rows = project.rows(PLACES) or [[]]
    if column not in header or "id" not in header:
        return frozenset()
    at, key = header.index(column), header.index("id")
    return frozenset(slug(cells[key]) for cells in rows if len(cells) > max(at, key) and cells[at])


def _said(project: Project, board: Board) -> dict[tuple[str, ...], tuple[str, ...]]:
    """What `samples.csv` says, by hex or hexside: its words, none for a bare hexside."""
    made: dict[tuple[str, ...], list[str]] = {}
    for cells in project.rows(SAMPLES)[1:]:
        word, *hexes = (*cells, "", "")[:3]
        where = tuple(sorted(slug(one) for one in hexes if one))
        if word and where and all(one in board.spaces for one in where):
            made.setdefault(where, []).append(word)
    return {where: tuple(word for word in words if word != "none") for where, words in made.items()}


def _with_defaults(record: str, ground: Ground, taken: Sequence[Proposal]) -> str:
    """`classified.csv` with the hexes that were taken as the default: their cell in places.csv is empty."""
    header, *rows = [cells for _, cells in csv_rows(record) if any(cells)]
    known = {slug(cells[0]) for cells in rows}
    plain = [one.where[0] for one in taken if not one.kind and one.word == ground.default]
    return csv_text([header, *rows, *((one, "", "") for one in plain if one not in known)])


def _samples_csv(said: Mapping[tuple[str, ...], tuple[str, ...]]) -> str:
    rows = [(word, *where, "")[:3] for where, words in said.items() for word in words or ("none",)]
    return csv_text([("word", "hex", "neighbour"), *rows])


def _hexes(ground: Ground) -> list[str]:
    """The ids of all hexes, line by line."""
    return list(ground.board.grid.hexes) if ground.board.grid else []


def _palette(ground: Ground, scan: ScanFile) -> list[str]:
    """The words for terrain: those that the maker wrote down, then what is on the map and in its settings."""
    found = [ground.word(one) for one in _hexes(ground)]
    said = [words[0] for where, words in ground.said.items() if len(where) == 1 and words]
    tints = list(ground.toml.get("sheet", {}).get("tints", {}))
    return list(
        dict.fromkeys(word for word in (*scan.terrain, ground.default, *tints, *said, *found) if word)
    )


def _asked(ground: Ground, one: Proposal, words: Sequence[str]) -> Doubt:
    """A hex to look at: what is proposed first, then the other words with a key."""
    (hex_,) = one.where
    likely = [one.word, *(word for word in words if word != one.word)][:_MOST_WORDS]
    mends = tuple(Mend(word, "paint", {"word": word, "hexes": [hex_]}) for word in likely[:4])
    place = ground.art.pixel(*ground.board.spaces[hex_].centre)
    return Doubt(place, f"{ground.board.spaces[hex_].name}: {one.word}?", mends)


def _facts(one: Proposal | None) -> Values | None:
    return {"word": one.word, "clear": one.clear, "sure": one.sure} if one else None


def _rounded(point: tuple[float, float]) -> list[float]:
    return [round(part, 1) for part in point]


def _outline(ground: Ground, one: str) -> list[float]:
    """The corners of a hex in pixels, one number after the other."""
    grid = ground.board.grid
    corners = grid.corners(one) if grid else []
    return [part for x, y in corners for part in _rounded(ground.art.pixel(x, y))]


def _links(ground: Ground) -> list[list[Any]]:
    """What runs along or across each hexside: both hexes, and the words."""
    return [
        [one, other, sorted(words)]
        for one, near in ground.board.links.items()
        for other, words in near.items()
        if one < other and words
    ]


def _known_word(word: object) -> str:
    if not isinstance(word, str) or not word.strip() or not word.isprintable():
        raise BenchError("Write a word, such as forest.")
    if len(word) > _LONGEST_WORD:
        raise BenchError(f"A word has at most {_LONGEST_WORD} characters, such as forest.")
    return word.strip()


def _listed(values: Values, key: str) -> list[Any]:
    """A list that the page sent; that of the sides has lists of hexes."""
    found = values.get(key)
    listed = found if isinstance(found, list) else []
    return listed if key == "hexes" else [one for one in listed if isinstance(one, list)]


def _known_hexes(ground: Ground, hexes: object) -> list[str]:
    found = [str(one) for one in hexes] if isinstance(hexes, list) else []
    if not found or any(one not in ground.board.spaces for one in found):
        raise BenchError("This hex is not on the map.")
    return found
