"""Hexes: click a few, type their labels, and see the grid over the scan.

The clicks are in `map/clicks.csv`; what else the maker says (which hexes there are, how they are numbered) is
in `map/scan.toml`. The grid is shown at once as the clicks alone tell it, and soon as it is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING

from files import toml_text
from maps.scan.scan_file import (
    Clicked,
    ScanFile,
    clicks_csv,
    read_clicks,
    with_grid,
    with_value,
)
from scans.scan_faults import ScanError
from workbench.bench_faults import BenchError, words_of
from workbench.click_words import for_clicker
from workbench.jobs import Done
from workbench.mode import Doubt, Mode, Values
from workbench.project import Project
from workbench.said import SCAN, scan_of
from workbench.straightening import MAP, PLACES, straighten
from workbench.what_next import of_hexes

if TYPE_CHECKING:
    from maps.grids.grid import HexGrid
    from maps.scan.hexgrid.fitted import Fitted
    from maps.scan.hexgrid.labels import Click
    from maps.scan.hexgrid.sheet import Sheet
    from maps.scan.hexgrid.sketch import Laid

ENOUGH = 4
"""Clicks from which on the print is looked at: fewer take long to find a grid by."""
CLICKS = "map/clicks.csv"
_LOOKING = "Looking at the print"
_LONGEST_LABEL, _LONGEST_TITLE = 20, 80
_BESIDE = 0.02
"""Of the longer side of a picture: a click so little beside it is meant for its rim."""
_MOST_SHOWN = 6
"""Ways to number hexes that are shown at most."""


class Hexes(Mode):
    """The grid of a hex map, from clicks."""

    name, title = "hexes", "Hexes"
    files = (CLICKS, SCAN, MAP, PLACES)

    def __init__(self) -> None:
        super().__init__()
        self.making, self._ahead = self.more_jobs(), self.more_jobs()
        self._reading = Lock()
        self._read: Sheet | None = None
        self._size: tuple[int, int] | None = None

    # -- what is shown ---------------------------------------------------------------------------

    def view(self, project: Project) -> Values:
        """Clicks, grid, how far the print is from it, and what the maker has said."""
        clicks, scan = _clicks(project), scan_of(project)
        done, fresh = self._fitted(project, clicks, scan)
        made: Values = {
            "clicks": [{"label": one.label, "x": one.x, "y": one.y} for one in clicks],
            "told": scan.grid is not None,
            "two_sheets": scan.two_sheets,
            "crop": scan.crop,
            "fresh": fresh,
            "wrong": "",
            "straight": self._straightened(project),
            "title": _title_of(project),
            "next": of_hexes(project),
        }
        try:
            laid, found = self._laid(clicks, scan, done, fresh)
        except ScanError as error:
            return made | {"wrong": self._said(error, clicks)}
        if done and done.error and fresh:
            made["wrong"] = self._said(done.error, clicks)
        return made | (_as_drawn(laid, found if fresh else None) if laid else {})

    def _fitted(
        self, project: Project, clicks: Sequence[Clicked], scan: ScanFile
    ) -> tuple[Done | None, bool]:
        """The newest fit, and whether it is that of these clicks."""
        # Imported before the work begins: two threads that import the same module at once can fail.
        for name in ("fit", "sketch") if clicks else ():
            import_module(f"maps.scan.hexgrid.{name}")
        if len(clicks) < (ENOUGH if scan.grid is None else 2):
            if clicks:
                self._ahead.result(len(clicks), lambda: self._sheet(project, clicks), _LOOKING)
            return None, not clicks
        key = (tuple(clicks), scan.grid, scan.size, scan.two_sheets, scan.page)
        done = self.jobs.result(key, lambda: self._fit(project, clicks, scan), _LOOKING)
        return done, bool(done and done.key == key)

    def _fit(self, project: Project, clicks: Sequence[Clicked], scan: ScanFile) -> Fitted:
        from maps.scan.hexgrid.fit import fit

        sheet = self._sheet(project, clicks)
        return fit(sheet, [_as_click(one) for one in clicks], scan.size, scan.two_sheets, scan.grid)

    def _sheet(self, project: Project, clicks: Sequence[Clicked]) -> Sheet:
        """The picture. What shows its hexes is made ready: there is time between the first clicks."""
        from maps.scan.hexgrid.clicks import starts
        from maps.scan.hexgrid.labels import schemes
        from maps.scan.hexgrid.search import ready
        from maps.scan.hexgrid.sheet import Sheet
        from scans.reading import greyed, opened

        with self._reading:
            if self._read is None:
                with opened(project.picture, project.page) as image:
                    self._read = Sheet(greyed(image))
                    self._size = self._read.size
            beside = [one.label for one in clicks if not _within((one.x, one.y), self._read.size)]
            if beside:
                raise ScanError(f"{', '.join(beside)}: clicked beside the picture")
            whole = [_as_click(one) for one in clicks]
            begun = starts(whole, schemes([one.label for one in whole]), self._read.size)
            if begun:
                ready(self._read, begun[0].pitch)
            return self._read

    def _laid(
        self, clicks: Sequence[Clicked], scan: ScanFile, done: Done | None, fresh: bool
    ) -> tuple[Laid | None, Fitted | None]:
        """The grid to show: fitted if it is of these clicks, else as they alone tell it."""
        from maps.scan.hexgrid.sketch import laid, sketched

        if done and done.error is None and fresh:
            return laid(done.value), done.value
        whole = [_as_click(one) for one in clicks]
        size = self._size or (100_000, 100_000)
        return sketched(whole, size, scan.grid if whole else None), None

    def _said(self, error: Exception, clicks: Sequence[Clicked]) -> str:
        """An error about clicks in words for the page; raised where it is ours."""
        words_of(error)
        return for_clicker(error, [_as_click(one) for one in clicks], self._size or (100_000, 100_000))

    def _straightened(self, project: Project) -> Values:
        """What came of straightening."""
        done, there = self.making.last, project.content(MAP) is not None
        wrong = for_clicker(done.error, (), (1, 1)) if done and done.error and words_of(done.error) else ""
        return {"there": there, "wrong": wrong, "busy": self.making.busy, "words": done.value if done else ""}

    def doubts(self, project: Project) -> list[Doubt]:
        """What may be wrong with the grid, each with the clicks that would settle it."""
        clicks, scan = _clicks(project), scan_of(project)
        done, fresh = self._fitted(project, clicks, scan)
        if done is None or done.error or not fresh:
            return []
        from workbench.hex_doubts import doubts_of

        return doubts_of(done.value, clicks, scan.grid is not None)

    # -- changes ---------------------------------------------------------------------------------

    def touches(self, verb: str, values: Values) -> frozenset[str]:
        """A click is one thing, all else of the grid another."""
        if verb in ("click", "remove"):
            return frozenset(f"click {values.get(key)}" for key in ("label", "was") if values.get(key))
        return frozenset({"grid"})

    def change(self, project: Project, verb: str, values: Values) -> str:
        """Change clicks, the hexes at the rim, or how they are numbered."""
        verbs = {
            "click": self._click,
            "remove": self._remove,
            "rim": self._rim,
            "lines": self._lines,
            "numbering": self._numbering,
            "free": self._free,
            "set": self._set,
            "straighten": self._straighten,
            "title": self._title,
        }
        if verb not in verbs:
            raise BenchError("This change is not understood.")
        return verbs[verb](project, values)

    def _click(self, project: Project, values: Values) -> str:
        label, x, y = str(values.get("label", "")).strip(), _amount(values, "x"), _amount(values, "y")
        if not label or not label.isprintable():
            raise BenchError("Write the label of the hex as it is printed, such as 0101.")
        if len(label) > _LONGEST_LABEL:
            raise BenchError(f"A label has at most {_LONGEST_LABEL} characters, such as 0101.")
        was = str(values.get("was") or label)
        clicks = _clicks(project)
        if was != label and any(one.label == label for one in clicks):
            raise BenchError(f"Hex {label} is clicked already.")
        x, y = self._on_picture(project, x, y)
        new = Clicked(label, x, y, values.get("pinned") is True)
        if any(one.label == was for one in clicks):
            clicks = [new if one.label == was else one for one in clicks]
        else:
            clicks.append(new)
        project.write(CLICKS, clicks_csv(clicks))
        return f"Hex {label}"

    def _on_picture(self, project: Project, x: float, y: float) -> tuple[float, float]:
        """A point on the picture; one a little beside it is meant for its rim. Raises BenchError."""
        from scans.colour import picture_size

        self._size = self._size or picture_size(project.picture, project.page)
        wide, high = self._size
        near = min(max(x, 0.0), float(wide)), min(max(y, 0.0), float(high))
        if max(abs(x - near[0]), abs(y - near[1])) > _BESIDE * max(wide, high):
            raise BenchError("This is outside the picture. Click a hex whose middle is on it.")
        return near

    def _remove(self, project: Project, values: Values) -> str:
        label = str(values.get("label"))
        project.write(CLICKS, clicks_csv([one for one in _clicks(project) if one.label != label]))
        return f"Took away hex {label}"

    def _rim(self, project: Project, values: Values) -> str:
        from maps.scan.hexgrid.told import SIDES, widened

        side, by = str(values.get("side")), _amount(values, "by")
        if side not in SIDES or 2 * by % 1:
            raise BenchError("This change is not understood.")
        grid = widened(self._grid(project), side, by)
        self._tell(project, grid)
        return f"{'More' if by > 0 else 'Fewer'} hexes at the {side}"

    def _lines(self, project: Project, values: Values) -> str:
        """Which lines lack their last hex, and which stand lower or further right."""
        grid = self._grid(project)
        short, shoved = values.get("short", grid.short), values.get("shoved", grid.shoved)
        if short not in ("", "odd", "even") or shoved not in ("odd", "even"):
            raise BenchError("This change is not understood.")
        if shoved != grid.shoved:
            self._tell(project, replace(grid, short=short, shoved=shoved))
        elif short != grid.short:
            self._tell(project, self._now_short(project, grid, short))
        return "Every second line"

    def _now_short(self, project: Project, grid: HexGrid, short: str) -> HexGrid:
        """A grid whose lines are as long as is told: on the picture, with numbers that begin alike."""
        from maps.scan.hexgrid.sketch import beside
        from maps.scan.hexgrid.told import evened

        found, made = self._now(project), evened(grid, short)
        clicked = {one.label for one in _clicks(project)}
        made = [one for one in made if clicked <= one.labels.keys()]
        if not made:
            raise BenchError("A clicked hex would be gone. Drag one of the handles at the rim instead.")
        return min(made, key=lambda one: beside(found, one)) if found else made[0]

    def _numbering(self, project: Project, values: Values) -> str:
        from maps.scan.hexgrid.sketch import numberings

        found = self._now(project)
        ways = numberings(found) if found else []
        label = str(values.get("last"))
        chosen = [one for one in ways if _ends(one) == (str(values.get("first")), label)]
        if not chosen:
            raise BenchError("This way to number the hexes does not fit the clicks any more.")
        self._tell(project, chosen[0])
        return f"Numbered to {label}"

    def _free(self, project: Project, values: Values) -> str:
        project.write(SCAN, with_grid(project.text(SCAN), None))
        return "Let the picture tell which hexes there are"

    def _set(self, project: Project, values: Values) -> str:
        key, value = values.get("key"), values.get("value")
        if key not in ("two_sheets", "crop") or not isinstance(value, bool):
            raise BenchError("This change is not understood.")
        project.write(SCAN, with_value(project.text(SCAN), "hexes", key, value))
        return "Two sheets" if key == "two_sheets" else "Crop"

    def _straighten(self, project: Project, values: Values) -> str:
        """Begin to straighten; the files come when it is done."""
        clicks, scan = _clicks(project), scan_of(project)
        if not clicks:
            raise BenchError("Click a few hexes first.")
        if self.making.busy:
            raise BenchError("The picture is being straightened already.")

        def unchanged() -> bool:
            return (_clicks(project), scan_of(project)) == (clicks, scan)

        self.making.begin(lambda: straighten(project, clicks, scan, unchanged), "Straightening the picture")
        return "Straighten"

    def _title(self, project: Project, values: Values) -> str:
        """Name the map, as players read it."""
        title = " ".join(str(values.get("title", "")).split())
        if not title or not title.isprintable():
            raise BenchError("Write the title of the game, such as My first war.")
        if len(title) > _LONGEST_TITLE:
            raise BenchError(f"A title has at most {_LONGEST_TITLE} characters, and this one {len(title)}.")
        if project.content(MAP) is None:
            raise BenchError("Straighten the picture first.")
        project.write(MAP, with_value(project.text(MAP), "", "title", title))
        return f"Title {title}"

    def _tell(self, project: Project, grid: HexGrid) -> None:
        """Say which grid it is; refused where a clicked hex is none of it."""
        gone = [one.label for one in _clicks(project) if one.label not in grid.labels]
        if gone:
            raise BenchError(f"Hex {', '.join(gone)} is clicked and would be gone. Remove the click first.")
        project.write(SCAN, with_grid(project.text(SCAN), grid))

    def _grid(self, project: Project) -> HexGrid:
        """The grid as it is told, else as it is seen. Raises BenchError."""
        told = scan_of(project).grid
        if told:
            return told
        found = self._now(project)
        if found is None:
            raise BenchError("There is no grid yet. Click the four corners and a neighbour of one.")
        return found.grid

    def _now(self, project: Project) -> Fitted | None:
        done, fresh = self._fitted(project, _clicks(project), scan_of(project))
        return done.value if done and fresh and done.error is None else None


# -- small parts -----------------------------------------------------------------------------------


def _as_click(one: Clicked) -> Click:
    from maps.scan.hexgrid.labels import Click

    return Click(one.label, one.x, one.y, one.pinned)


def _clicks(project: Project) -> list[Clicked]:
    project.text(CLICKS)  # says what is wrong if it is no text
    path = project.folder / CLICKS
    return read_clicks(path) if path.is_file() else []


def _title_of(project: Project) -> str:
    """The title in map.toml; "" where there is none, or the file cannot be read."""
    try:
        return str(toml_text.loads(project.text(MAP)).get("title", ""))
    except (BenchError, toml_text.NoToml):
        return ""


def _amount(values: Values, key: str) -> float:
    value = values.get(key)
    if not isinstance(value, int | float) or not abs(value) < 1e6:
        raise BenchError("This change is not understood.")
    return float(value)


def _within(point: tuple[float, float], size: tuple[int, int]) -> bool:
    return 0 <= point[0] <= size[0] and 0 <= point[1] <= size[1]


def _ends(grid: HexGrid) -> tuple[str, str]:
    labels = list(grid.labels)
    return labels[0], labels[-1]


def _as_drawn(laid: Laid, found: Fitted | None) -> Values:
    """A grid as the page draws it."""
    from maps.scan.hexgrid.sketch import numberings, off_by_label

    grid, labels = laid.grid, list(laid.grid.labels)
    off = off_by_label(found) if found else {}
    sides = laid.sides()
    return {
        "labels": labels,
        "centres": laid.centres.round(1).tolist(),
        "outlines": laid.outlines.reshape(-1, 12).round(1).tolist(),
        "off": [round(off[one], 3) if one in off else None for one in labels],
        "corners": laid.corners(),
        "sides": {side: [at.round(1).tolist(), step.round(2).tolist()] for side, (at, step) in sides.items()},
        "columns": grid.columns,
        "rows": grid.rows,
        "flat": grid.lattice.flat,
        "shoved": grid.shoved,
        "short": grid.short,
        "confidence": found.confidence if found else None,
        "numberings": [_preview(one) for one in numberings(found)[:_MOST_SHOWN]] if found else [],
    }


def _preview(grid: HexGrid) -> Values:
    """A way to number hexes, by the labels where its first two columns and rows meet, and the last."""
    first, last = _ends(grid)
    grown = replace(grid, missing=frozenset())
    labels = [[grown.label(column, row) for row in (0, 1)] for column in (0, 1)]
    return {"first": first, "last": last, "labels": labels, "shoved": grid.shoved, "flat": grid.lattice.flat}
