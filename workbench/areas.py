"""Areas: click into each, and see its borders at once; what may be wrong is red and costs one click.

Seeds and strokes are in `map/seeds.csv`, contacts and corners that the maker decided in `map/pairs.csv`,
colours and what was found right in `map/scan.toml`, names to be given in `map/names.csv`. The outlines are
written to `map/areas.geojson`, as `hexpost map trace` writes them from the same files.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from files.cells import csv_text
from files.messages import listed
from maps.scan.areas.seeds import (
    BRIDGE,
    CONTACT,
    CORNER,
    OUTSIDE,
    Pair,
    Seed,
    Stroke,
    drawn_seed,
    read_decisions,
    read_seeds,
    seeds_csv,
)
from maps.scan.scan_file import HEADER, with_value
from scans.scan_faults import ScanError
from workbench.area_doubts import as_shown, guessed_outside
from workbench.bench_faults import BenchError, words_of
from workbench.jobs import Done
from workbench.mode import Doubt, Mode, Values
from workbench.project import Project
from workbench.said import SCAN, scan_of
from workbench.tiles import DECODING
from workbench.what_next import of_areas

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from maps.scan.areas.doubts import Doubt as Doubted
    from maps.scan.areas.growing import Growing
    from maps.scan.areas.trace import Traced, Wish

SEEDS, PAIRS = "map/seeds.csv", "map/pairs.csv"
NAMES, AREAS = "map/names.csv", "map/areas.geojson"
_LISTS = {"border": "borders", "ignore": "ignore", "right": "right"}
_ALL = 1_000
_FEW = 8
"""Pieces without a name up to which all doubts are shown: those of a map half done are of no use."""
_TYPED = {
    "--decided: ": "",
    "share no border; draw it with --line": "share no border, but you said that they touch. Draw the border",
    "is outside the --field": "is outside the field that map/scan.toml names",
}
_PAUSE = 0.4
"""Seconds without a click after which contacts are worked out: that would only slow the next click."""
_RED = ("many", "huge", "unparted")


class Areas(Mode):
    """The areas of a map, from a click in each."""

    name, title = "areas", "Areas"
    files = (SEEDS, PAIRS, SCAN, NAMES)

    def __init__(self) -> None:
        super().__init__()
        self.jobs.patience = _PAUSE
        self.reading = self.more_jobs()
        self._shapes: dict[str, BaseGeometry] = {}

    # -- what is shown ---------------------------------------------------------------------------

    def view(self, project: Project) -> Values:
        """Seeds, strokes, the areas as far as they are claimed, who touches whom, and what was said."""
        seeds, strokes = _said(project)
        wish = _wish(project, strokes)
        done, fresh = self._traced(project, seeds, wish)
        found: Traced | None = done.value if done and not done.error else None
        told, nameless = _to_look_at(found)
        red = {name for one in told if one.kind in _RED for name in one.areas}
        shapes = self._grown(project, seeds, wish)
        if found and fresh and not nameless:  # as they are written, with the crumbs that nobody clicked
            shapes = {**shapes, **found.areas}
        return {
            "seeds": [
                {"name": one.name, "x": one.x, "y": one.y} | ({"along": one.along} if one.along else {})
                for one in seeds
            ],
            "strokes": strokes,
            "areas": [
                {"name": name, "rings": _rings(shape), "doubted": name in red}
                for name, shape in shapes.items()
            ],
            "contacts": [
                {"one": one, "other": other, "px": px, "at": found.meet.get((one, other))}
                for one, other, px in found.contacts
            ]
            if found
            else [],
            "corners": [[*pair] for pair, says in wish.decided.items() if says == CORNER],
            "meet": [{"one": one, "other": other, "at": at} for (one, other), at in found.meet.items()]
            if found
            else [],
            "decided": [[*pair, says] for pair, says in wish.decided.items()],
            "borders": scan_of(project).areas.get("borders", []),
            "ignore": scan_of(project).areas.get("ignore", []),
            "guess": found.border if found else "",
            "names": _names(project),
            "nameless": nameless,
            "next": of_areas(project) if found else [],
            "fresh": fresh,
            "ready": self.reading.last is not None,
            "wrong": _words(done.error) if done and done.error and fresh else "",
        }

    def follow(self, project: Project) -> None:
        """The outlines on the disk are those of the clicks, whatever mode is shown."""
        seeds, strokes = _said(project)
        self._traced(project, seeds, _wish(project, strokes))

    def _ground(self, project: Project, wish: Wish) -> Done | None:
        """The picture, in pieces: read beside the page, once, and again for other colours of borders."""
        # Imported before the work begins: two threads that import the same module at once can fail.
        from maps.scan.areas.growing import Growing
        from maps.scan.areas.trace import Reading
        from scans.colour import read_art

        key = (wish.inks.key, wish.field)

        def read() -> tuple[Growing, Hashable]:
            last = self.reading.last
            growing = last.value[0] if last and not last.error else None
            if growing is None or growing.read.given != wish.field:
                with DECODING:
                    growing = Growing(Reading(read_art(project.picture, project.page), wish.field))
            growing.read.claims(replace(wish, strokes=()))
            return growing, key

        return self.reading.result(key, read, "Looking for print")

    def _grown(self, project: Project, seeds: Sequence[Seed], wish: Wish) -> dict[str, BaseGeometry]:
        """The areas as far as they are claimed; those of before while the picture is being read."""
        done = self._ground(project, wish)
        if done and not done.error and done.value[1] == (wish.inks.key, wish.field):
            try:
                self._shapes = done.value[0].grown(seeds, wish)
            except ScanError as error:
                raise BenchError(_words(error)) from None
        elif done and done.error:
            raise BenchError(_words(done.error))
        return self._shapes

    def _traced(self, project: Project, seeds: Sequence[Seed], wish: Wish) -> tuple[Done | None, bool]:
        """The newest trace of all that was said, and whether it is of just this."""
        if all(seed.name == OUTSIDE for seed in seeds):
            if not self.jobs.busy:  # the outlines are those of no click
                project.make(AREAS, None)
                self.jobs.forget()
            return None, False
        ground = self._ground(project, wish)
        if ground is None or ground.error or ground.value[1] != (wish.inks.key, wish.field):
            return None, False
        key = (tuple(seeds), tuple(map(tuple, wish.strokes)), wish.inks.key, wish.field, *_decisions(wish))

        from maps.scan.areas.geojson import geojson

        def trace() -> Traced:
            found: Traced = ground.value[0].read.traced(seeds, wish, _ALL)
            project.make(AREAS, geojson(found).encode())
            return found

        done = self.jobs.result(key, trace, "Working out who touches whom")
        return done, bool(done and done.key == key)

    def doubts(self, project: Project) -> list[Doubt]:
        """What to look at, each with what would settle it."""
        seeds, strokes = _said(project)
        wish = _wish(project, strokes)
        done, fresh = self._traced(project, seeds, wish)
        if not (done and fresh) or done.error:
            return []
        shown = [as_shown(one, done.value.border) for one in _to_look_at(done.value)[0]]
        return [*guessed_outside(seeds, wish.right), *shown]

    # -- what is changed -------------------------------------------------------------------------

    def touches(self, verb: str, values: Values) -> frozenset[str]:
        """Seeds of different names are different things; to join areas is about all clicks, too."""
        names = {f"area {values[key]}" for key in ("name", "was") if values.get(key)}
        return (
            frozenset(names)
            if verb in ("seed", "ground", "outline") and names
            else frozenset({self.name, *names})
        )

    def change(self, project: Project, verb: str, values: Values) -> str:
        """Seeds, strokes, colours, contacts, names."""
        seeds, strokes = _said(project)
        if verb in _VERBS:
            words, seeds, strokes = _VERBS[verb](seeds, strokes, values)
            self._check(project, seeds, strokes)
            if verb == "outline":
                words, seeds = self._without_bare(project, words, seeds, strokes)
            project.write(SEEDS, seeds_csv(seeds, strokes) if seeds or strokes else None)
            return words
        if verb == "find":
            return self._find(project, seeds, strokes)
        if verb == "decide":
            self._check_border(values)
            return _decide(project, seeds, values)
        if verb in _LISTS:
            return _list(project, verb, values)
        if verb == "names":
            return _name_list(project, str(values.get("text", "")))
        raise BenchError("This change is not understood.")

    def _without_bare(
        self, project: Project, words: str, seeds: list[Seed], strokes: Sequence[Stroke]
    ) -> tuple[str, list[Seed]]:
        """The seeds without those of found areas that have no ground any more: an outline encloses it all."""
        wish = _wish(project, strokes)
        done = self._ground(project, wish)
        if not done or done.error or done.value[1] != (wish.inks.key, wish.field):
            return words, seeds
        ground = self._grown(project, seeds, wish)
        bare = [one for one in seeds if one.found and one.name not in ground]
        if not bare:
            return words, seeds
        left = [one for one in seeds if one not in bare]
        return f"{words}, with {listed([one.name for one in bare])} in it", left

    def _find(self, project: Project, seeds: Sequence[Seed], strokes: Sequence[Stroke]) -> str:
        """Add a seed, named by a number, for each ground that borders enclose and nobody clicked."""
        wish = _wish(project, strokes)
        done = self._ground(project, wish)
        if done and done.error:
            raise BenchError(_words(done.error))
        if not done or done.value[1] != (wish.inks.key, wish.field):
            raise BenchError("The picture is still being read. Try again in a moment.")
        read = done.value[0].read
        try:
            found = read.found(seeds, wish)
            words = str(found.words)
        except ScanError as error:
            raise BenchError(_words(error)) from None
        new = found.seeds({seed.name for seed in seeds}, read.up)
        project.write(SEEDS, seeds_csv([*seeds, *new], strokes))
        return words

    def _check_border(self, values: Values) -> None:
        """Refuse a contact of two areas that are seen to have no common border: nothing would be traced."""
        done = self.jobs.last
        one, other = sorted((_name(values, "one"), _name(values, "other")))
        if values.get("says") == CONTACT and done and not done.error and (one, other) not in done.value.meet:
            raise BenchError(f"{one} and {other} have no common border. Draw it, or choose Bridge.")

    def _check(self, project: Project, seeds: Sequence[Seed], strokes: Sequence[Stroke]) -> None:
        """Refuse what lies beside the picture, and two areas in one place."""
        from maps.scan.areas.seeds import check_seeds
        from scans.colour import picture_size

        size = picture_size(project.picture, project.page)
        if any(seed.name != OUTSIDE for seed in seeds):
            check_seeds(seeds, size)
        if any(not (-1 <= x <= size[0] + 1 and -1 <= y <= size[1] + 1) for line in strokes for x, y in line):
            raise BenchError("The stroke leaves the picture.")


def _to_look_at(found: Traced | None) -> tuple[list[Doubted], int]:
    """The doubts that are shown, and how many pieces have no name: while those are many, they come first."""
    if not found:
        return [], 0
    nameless = [one for one in found.doubts if one.kind == "missing seed"]
    return (nameless[:1] if len(nameless) > _FEW else found.doubts), len(nameless)


# -- seeds and strokes ---------------------------------------------------------------------------

_Changed = tuple[str, list[Seed], list[Stroke]]


def _place(values: Values) -> tuple[float, float]:
    try:
        x, y = round(float(values["x"]), 1), round(float(values["y"]), 1)
    except (KeyError, TypeError, ValueError):
        raise BenchError("The place of the click is missing.") from None
    if not math.isfinite(x + y):
        raise BenchError("The place of the click is not a number.")
    return x, y


def _name(values: Values, key: str = "name") -> str:
    name = " ".join(str(values.get(key, "")).split())
    if not name:
        raise BenchError("An area needs a name.")
    return OUTSIDE if name.casefold() == OUTSIDE else name


def _at(things: Sequence[Any], values: Values) -> int:
    """The seed or stroke that is meant: as it was `seen`, wherever it is in the list by now, or the `n`th."""
    number = values.get("n")
    if "seen" in values:
        number = next((n for n, one in enumerate(things) if _as_seen(one) == values["seen"]), None)
    if not isinstance(number, int) or not 0 <= number < len(things):
        raise BenchError("This is not there any more.")
    return number


def _as_seen(one: Seed | Stroke) -> object:
    return {"name": one.name, "x": one.x, "y": one.y} if isinstance(one, Seed) else [[*at] for at in one]


def _seed(seeds: list[Seed], strokes: list[Stroke], values: Values) -> _Changed:
    name = _name(values)
    return f"Clicked {name}", [*seeds, Seed(name, *_place(values))], strokes


def _ground(seeds: list[Seed], strokes: list[Stroke], values: Values) -> _Changed:
    name, line = _name(values), _drawn(values, "Ground that is drawn over")
    return f"Drew over {name}", [*seeds, Seed(name, *line[0], along=tuple(line))], strokes


def _outline(seeds: list[Seed], strokes: list[Stroke], values: Values) -> _Changed:
    name, line = _name(values), _drawn(values, "An outline")
    try:
        seed = drawn_seed(name, [*line, line[0]])
    except ScanError:
        seed = None
    if not (seed and seed.closed):
        raise BenchError("Drag all the way around the area.")
    return f"Drew around {name}", [*seeds, seed], strokes


def _move(seeds: list[Seed], strokes: list[Stroke], values: Values) -> _Changed:
    n = _at(seeds, values)
    x, y = _place(values)
    moved = seeds[n].moved(x, y)
    return f"Moved {moved.name}", [*seeds[:n], moved, *seeds[n + 1 :]], strokes


def _rename(seeds: list[Seed], strokes: list[Stroke], values: Values) -> _Changed:
    n, name = _at(seeds, values), _name(values)
    named = replace(seeds[n], name=name, where="", found=False)
    return f"Named {name}", [*seeds[:n], named, *seeds[n + 1 :]], strokes


def _join(seeds: list[Seed], strokes: list[Stroke], values: Values) -> _Changed:
    was, name = _name(values, "was"), _name(values)
    if was not in {seed.name for seed in seeds}:
        raise BenchError(f'No area is named "{was}".')
    words = f"{was} is part of {name}" if name in {seed.name for seed in seeds} else f"{was} is {name}"
    return words, [replace(one, name=name, found=False) if one.name == was else one for one in seeds], strokes


def _remove(seeds: list[Seed], strokes: list[Stroke], values: Values) -> _Changed:
    n = _at(seeds, values)
    return f"Took the click in {seeds[n].name} away", seeds[:n] + seeds[n + 1 :], strokes


def _stroke(seeds: list[Seed], strokes: list[Stroke], values: Values) -> _Changed:
    return "Drew a border", seeds, [*strokes, _drawn(values, "A border")]


def _drawn(values: Values, what: str) -> Stroke:
    points = values.get("points")
    try:
        line = [(round(float(x), 1), round(float(y), 1)) for x, y in points or ()]
    except (TypeError, ValueError):
        line = []
    if len(line) < 2 or not all(math.isfinite(x + y) for x, y in line):
        raise BenchError(f"{what} needs two points or more.")
    return line


def _erase(seeds: list[Seed], strokes: list[Stroke], values: Values) -> _Changed:
    n = _at(strokes, values)
    return "Erased a border", seeds, strokes[:n] + strokes[n + 1 :]


_VERBS = {
    "seed": _seed,
    "ground": _ground,
    "outline": _outline,
    "move": _move,
    "rename": _rename,
    "join": _join,
    "remove": _remove,
    "stroke": _stroke,
    "erase": _erase,
}


# -- the other files -----------------------------------------------------------------------------


def _said(project: Project) -> tuple[list[Seed], list[Stroke]]:
    path = project.folder / SEEDS
    return read_seeds(path) if path.is_file() else ([], [])


def _wish(project: Project, strokes: Sequence[Stroke]) -> Wish:
    """What was said besides seeds; words about areas that are gone, or outside now, do not count."""
    from maps.scan.areas.told import wish_of

    path = project.folder / PAIRS
    names = {seed.name for seed in _said(project)[0]} - {OUTSIDE}
    decided = read_decisions(path) if path.is_file() else {}
    kept = {pair: says for pair, says in decided.items() if set(pair) <= names}
    return wish_of(scan_of(project), strokes, kept)


def _decisions(wish: Wish) -> tuple[Hashable, ...]:
    return tuple(sorted(wish.decided.items())), tuple(wish.right)


def _decide(project: Project, seeds: Sequence[Seed], values: Values) -> str:
    one, other = sorted((_name(values, "one"), _name(values, "other")))
    says = str(values.get("says", ""))
    if {one, other} - {seed.name for seed in seeds} or one == other or OUTSIDE in (one, other):
        raise BenchError("A contact needs two areas that are there.")
    if says not in (CONTACT, CORNER, BRIDGE, ""):
        raise BenchError(f"Say {CONTACT}, {CORNER} or {BRIDGE}.")
    path = project.folder / PAIRS
    decided: dict[Pair, str] = dict(read_decisions(path)) if path.is_file() else {}
    decided.pop((one, other), None)
    if says:
        decided[one, other] = says
    rows = [(*pair, word) for pair, word in decided.items()]
    project.write(PAIRS, csv_text([("one", "other", "says"), *rows]) if rows else None)
    words = {
        CONTACT: "touch",
        CORNER: "meet at a corner only",
        BRIDGE: "are joined by a bridge",
        "": "are as the picture has them",
    }
    return f"{one} and {other} {words[says]}"


def _list(project: Project, verb: str, values: Values) -> str:
    """Add a value to a list in scan.toml, or take it away."""
    key, value = _LISTS[verb], str(values.get("value", "")).strip()
    if not value:
        raise BenchError("There is no colour here.")
    if verb != "right":
        from maps.scan.areas.told import colour_of

        colour_of(value)
    held = [one for one in scan_of(project).areas.get(key, []) if one != value]
    now = held if values.get("off") else [*held, value]
    project.write(SCAN, with_value(project.text(SCAN) or HEADER, "areas", key, now or None))
    return {"border": "Colours of borders", "ignore": "Colours of lettering", "right": "Found right"}[verb]


def _names(project: Project) -> list[str]:
    """The names in the list of names: its column `name`, or the first."""
    rows = project.rows(NAMES)
    header = [cell.casefold() for cell in rows[0]] if rows else []
    column = header.index("name") if "name" in header else 0
    found = [row[column] for row in rows if len(row) > column]
    return list(dict.fromkeys(name for name in found if name and name.casefold() != "name"))


def _name_list(project: Project, text: str) -> str:
    names = list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))
    project.write(NAMES, csv_text([("name",), *((name,) for name in names)]) if names else None)
    return f"{len(names)} names"


def _rings(shape: BaseGeometry) -> list[list[float]]:
    """The rings of an area, each as x, y, x, y ..., to a tenth of a pixel."""
    import shapely

    rings = [ring for part in shapely.get_parts(shape) for ring in (part.exterior, *part.interiors)]
    return [shapely.get_coordinates(ring)[:-1].round(1).ravel().tolist() for ring in rings]


def _words(error: Exception) -> str:
    """An error of the maker's in words for the page, which has no options; raised where it is ours."""
    text = words_of(error)
    for typed, clicked in _TYPED.items():
        text = text.replace(typed, clicked)
    return text
