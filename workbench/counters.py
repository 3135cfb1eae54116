"""Counters: a scanned sheet under the counters that were found on it, corrected, named, and cut out.

All that is known is in `counters/SHEET-cuts.csv`, which `hexpost counters cut --cuts` reads. What the machine
finds is only shown until the maker takes it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from counters.cutting.cuts import (
    Corner,
    Outlined,
    cuts_csv,
    cuts_of,
    id_fault,
    is_usual,
    shape_fault,
    usual_size,
)
from counters.cutting.cutting import beside
from counters.roster.table import as_file_name
from maps.drawing.curve import towards
from workbench.bench_faults import BenchError, words_of
from workbench.jobs import Done
from workbench.mode import Doubt, Mend, Mode, Values
from workbench.project import Project

FOLDER = "counters"
_OVER = 0.15
"""Two counters whose middles are so near, compared with their size, and more, are one twice."""
_IN_LINE = 0.35
"""Counters are in one row whose middles differ in height by no more of a counter."""
_MOST_DOUBTS = 40
_LONGEST_NAME = 200

Step = Callable[[Outlined], Outlined]


class Counters(Mode):
    """The counters of one scanned sheet."""

    name, title = "counters", "Counters"

    def __init__(self, sheet: Path) -> None:
        super().__init__()
        self.sheet = sheet
        self.cuts = f"{FOLDER}/{sheet.stem}-cuts.csv"
        self.files = (self.cuts,)
        self.cutting = self.more_jobs()
        self._wide_and_high: tuple[int, int] | None = None

    def picture(self, project: Project) -> Path:
        """The scanned sheet."""
        return self.sheet

    # -- what the page shows ----------------------------------------------------------------------

    def view(self, project: Project) -> Values:
        """The counters with their corners; those that the machine finds while there are none."""
        known = self.known(project)
        made: Values = {
            "cuts": [_shown(one) for one in known],
            "unnamed": sum(not one.name for one in known),
            "found": None,
            "wrong": "",
            "done": "",
        }
        if not known:
            done = self.found()
            made["wrong"] = _wrong(done)
            made["found"] = [_shown(one) for one in done.value] if done and not done.error else None
        if cut := self.cutting.last:
            made["done"], made["wrong"] = (cut.value or "", _wrong(cut) or made["wrong"])
        return made

    def known(self, project: Project) -> list[Outlined]:
        """The counters of the table. Raises ScanError where it has faults."""
        text = project.text(self.cuts)
        return cuts_of(text, self.cuts) if text.strip() else []

    def found(self) -> Done | None:
        """What the machine finds, None while it looks."""
        return self.jobs.result("find", lambda: _find(self.sheet), "Looking for counters")

    def doubts(self, project: Project) -> list[Doubt]:
        """Counters that are not on the scan, are there twice, or are of another size than the others."""
        known = self.known(project)
        return [*_beside(known, self._size()), *_twice(known), *_odd(known)][:_MOST_DOUBTS]

    def _size(self) -> tuple[int, int]:
        from scans.colour import picture_size

        self._wide_and_high = self._wide_and_high or picture_size(self.sheet)
        return self._wide_and_high

    def touches(self, verb: str, values: Values) -> frozenset[str]:
        """A change of counters is about these; one that may be about any is about all."""
        ids = values.get("ids")
        return (
            frozenset(map(str, ids)) if isinstance(ids, list) and verb == "name" else frozenset({self.name})
        )

    # -- what the maker changes -------------------------------------------------------------------

    def change(self, project: Project, verb: str, values: Values) -> str:
        """One change of the table, or cutting the counters out."""
        known = self.known(project)
        if verb == "cut":
            return self.cut(project, known)
        act = _VERBS.get(verb)
        if verb == "take":
            done = self.found()
            if done is None or done.error:
                raise BenchError("Nothing was found yet.")
            wanted, words = _taken(known, done.value), f"Took {len(done.value)} counters as found"
        elif act is None:
            raise BenchError("This change is not understood.")
        else:
            wanted, words = act(known, values)
        project.write(self.cuts, cuts_csv(wanted))
        return words

    def cut(self, project: Project, known: Sequence[Outlined]) -> str:
        """Begin to write the picture of each counter, and the lines that the roster lacks."""
        from workbench.cutting_out import cut_out

        if not known:
            raise BenchError("There is no counter to cut out. Take what was found, or draw one.")
        folder, sheet = project.folder / FOLDER, self.sheet
        self.cutting.begin(lambda: cut_out(sheet, known, folder), "Cutting out the counters")
        return "Cut out the counters"


def _find(sheet: Path) -> list[Outlined]:
    from counters.cutting.cut import cut_sheet
    from counters.cutting.cuts import outlined
    from counters.cutting.files import Sheet

    found = Sheet(cut_sheet(sheet))
    return outlined(found.fronts, found.names)


def _wrong(done: Done | None) -> str:
    """Why a job did not end well; an error of our own is raised."""
    return words_of(done.error) if done and done.error else ""


def _shown(one: Outlined) -> Values:
    return {"id": one.id, "name": one.name, "block": one.block, "corners": one.corners}


# -- verbs: the counters after a change, and what was done ------------------------------------------------


def _taken(known: Sequence[Outlined], found: Sequence[Outlined]) -> list[Outlined]:
    """The found ones besides those that there are; an id that is taken gets another."""
    made = list(known)
    for one in found:
        made.append(replace(one, id=_free(made, one.id)))
    return made


def _add(known: Sequence[Outlined], values: Values) -> tuple[list[Outlined], str]:
    """A counter at a place, as large as the one nearest to it and in line with it; or with these corners."""
    if "corners" in values:
        corners = _checked([_place(one) for one in _list(values["corners"])])
        block = known[-1].block if known else 1
    else:
        middle = _place(values.get("at"))
        if not known:
            raise BenchError("Draw the first counter: press A, then drag from corner to corner.")
        near = min(known, key=lambda one: math.dist(one.middle, middle))
        corners, block = _moved(near, _in_line(known, near, middle)).corners, near.block
    made = Outlined(_free(known, "new-1"), corners, "", block)
    return [*known, made], f"Added counter {made.id}"


def _in_line(known: Sequence[Outlined], near: Outlined, at: Corner) -> Corner:
    """How far the nearest counter is from a new one at a place: in line with the row or column there."""
    wide, high = near.size
    same = [one for one in known if one.block == near.block]
    rows = [one.middle[1] for one in same if abs(one.middle[1] - at[1]) < _IN_LINE * high]
    columns = [one.middle[0] for one in same if abs(one.middle[0] - at[0]) < _IN_LINE * wide]
    y = min(rows, key=lambda one: abs(one - at[1]), default=at[1])
    x = min(columns, key=lambda one: abs(one - at[0]), default=at[0])
    return x - near.middle[0], y - near.middle[1]


def _remove(known: Sequence[Outlined], values: Values) -> tuple[list[Outlined], str]:
    ids = _ids(known, values)
    return [one for one in known if one.id not in ids], f"Removed {_named(ids)}"


def _move(known: Sequence[Outlined], values: Values) -> tuple[list[Outlined], str]:
    by = _place(values.get("by"))
    return _each(known, values, lambda one: _moved(one, by)), f"Moved {_named(_ids(known, values))}"


def _resize(known: Sequence[Outlined], values: Values) -> tuple[list[Outlined], str]:
    """One corner is dragged; the sides that meet in it go with it, on every counter alike."""
    corner, by = _whole(values.get("corner"), 4), _place(values.get("by"))
    return (
        _each(known, values, lambda one: _stretched(one, corner, by)),
        f"Resized {_named(_ids(known, values))}",
    )


def _corner(known: Sequence[Outlined], values: Values) -> tuple[list[Outlined], str]:
    """One corner alone is put elsewhere, where the paper is bent."""
    corner, to = _whole(values.get("corner"), 4), _place(values.get("to"))

    def put(one: Outlined) -> Outlined:
        corners = [to if n == corner else at for n, at in enumerate(one.corners)]
        return replace(one, corners=_checked(corners))

    return _each(known, values, put), f"Moved a corner of {_named(_ids(known, values))}"


def _usual(known: Sequence[Outlined], values: Values) -> tuple[list[Outlined], str]:
    """Counters made as large as the others of their block."""

    def like_others(one: Outlined) -> Outlined:
        (wide, high), (w, h) = usual_size(known, one.block), one.size
        (x, y), corners = one.middle, []
        for a, b in one.corners:
            corners.append((x + (a - x) * wide / w, y + (b - y) * high / h))
        return replace(one, corners=_checked(corners))

    return _each(known, values, like_others), f"Made {_named(_ids(known, values))} as large as the others"


def _repeat(known: Sequence[Outlined], values: Values) -> tuple[list[Outlined], str]:
    """The same counters once more, beside themselves: a whole row at once."""
    by, ids = _place(values.get("by")), _ids(known, values)
    made = list(known)
    for one in [one for one in known if one.id in ids]:
        made.append(replace(_moved(one, by), id=_free(made, "new-1"), name=""))
    return made, f"Repeated {_named(ids)}"


def _name(known: Sequence[Outlined], values: Values) -> tuple[list[Outlined], str]:
    name = " ".join(_text(values.get("name")).split())
    if len(name) > _LONGEST_NAME:
        raise BenchError(f"A name has at most {_LONGEST_NAME} characters, and this one {len(name)}.")
    if not name.isprintable():
        raise BenchError("A name has characters that cannot be seen.")
    return _each(known, values, lambda one: replace(one, name=name)), f'Named "{name}"'


def _rename(known: Sequence[Outlined], values: Values) -> tuple[list[Outlined], str]:
    """Another id for one counter."""
    (old, *more), new = _ids(known, values), _text(values.get("id")).strip()
    if more:
        raise BenchError("An id is of one counter.")
    if why := id_fault(new, [as_file_name(one.id).lower() for one in known if one.id != old]):
        raise BenchError(why)
    return _each(known, values, lambda one: replace(one, id=new)), f"{old} is now {new}"


_VERBS: dict[str, Callable[[Sequence[Outlined], Values], tuple[list[Outlined], str]]] = {
    "add": _add,
    "remove": _remove,
    "move": _move,
    "resize": _resize,
    "corner": _corner,
    "usual": _usual,
    "repeat": _repeat,
    "name": _name,
    "rename": _rename,
}


# -- doubts -----------------------------------------------------------------------------------------------


def _beside(known: Sequence[Outlined], size: tuple[int, int]) -> Iterator[Doubt]:
    """Counters that are not on the picture: they cannot be cut out. The rim next to them is shown."""
    for one in known:
        if beside(one, size):
            x, y = (min(max(at, 0.0), float(most)) for at, most in zip(one.middle, size, strict=True))
            yield Doubt(
                (x, y), f"{one.id} is not on the picture.", (Mend("Remove it", "remove", {"ids": [one.id]}),)
            )


def _twice(known: Sequence[Outlined]) -> Iterator[Doubt]:
    """Two counters at one place."""
    for number, one in enumerate(known):
        for other in known[:number]:
            if math.dist(one.middle, other.middle) < (0.5 - _OVER) * min(*one.size, *other.size):
                mends = (
                    Mend(f"Remove {one.id}", "remove", {"ids": [one.id]}),
                    Mend(f"Remove {other.id}", "remove", {"ids": [other.id]}),
                )
                yield Doubt(one.middle, f"{one.id} is on {other.id}.", mends)


def _odd(known: Sequence[Outlined]) -> Iterator[Doubt]:
    """Counters of another size than the rest of their block."""
    for one in known:
        if not is_usual(one.size, usual_size(known, one.block)):
            mends = (
                Mend("Make it as large as the others", "usual", {"ids": [one.id]}),
                Mend("Remove it", "remove", {"ids": [one.id]}),
            )
            yield Doubt(one.middle, f"{one.id} differs in size from the others.", mends)


# -- values of the page, and shapes -----------------------------------------------------------------------


def _ids(known: Sequence[Outlined], values: Values) -> list[str]:
    """The counters that a change is about."""
    asked = [str(one) for one in _list(values.get("ids"))]
    there = {one.id for one in known}
    if not asked or not set(asked) <= there:
        raise BenchError("This counter is not there any more.")
    return asked


def _each(known: Sequence[Outlined], values: Values, step: Step) -> list[Outlined]:
    ids = set(_ids(known, values))
    return [step(one) if one.id in ids else one for one in known]


def _named(ids: Sequence[str]) -> str:
    return ids[0] if len(ids) == 1 else f"{len(ids)} counters"


def _free(known: Sequence[Outlined], wanted: str) -> str:
    """An id that no counter has: the wanted one, or with another number at its end."""
    taken = {as_file_name(one.id).lower() for one in known}
    stem, number = wanted.removesuffix("-1"), 1
    found = wanted
    while as_file_name(found).lower() in taken:
        number += 1
        found = f"{stem}-{number}"
    return found


def _moved(one: Outlined, by: Corner) -> Outlined:
    a, b, c, d = ((x + by[0], y + by[1]) for x, y in one.corners)
    return replace(one, corners=(a, b, c, d))


def _stretched(one: Outlined, corner: int, by: Corner) -> Outlined:
    """A counter with one corner moved, and the sides that meet there kept as they run."""
    at = one.corners
    opposite = at[(corner + 2) % 4]
    ends = [at[(corner + 1) % 4], at[(corner + 3) % 4]]
    moved = list(at)
    moved[corner] = (at[corner][0] + by[0], at[corner][1] + by[1])
    for end, which in zip(ends, ((corner + 1) % 4, (corner + 3) % 4), strict=True):
        along = towards(opposite, end)
        far = by[0] * along[0] + by[1] * along[1]
        moved[which] = (end[0] + along[0] * far, end[1] + along[1] * far)
    return replace(one, corners=_checked(moved))


def _checked(corners: Sequence[Corner]) -> tuple[Corner, Corner, Corner, Corner]:
    if len(corners) != 4:
        raise BenchError("A counter has four corners.")
    if why := shape_fault(corners):
        raise BenchError(f"Not changed: {why}.")
    a, b, c, d = corners
    return a, b, c, d


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise BenchError("This change is not understood.")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _whole(value: Any, below: int) -> int:
    if isinstance(value, int) and 0 <= value < below:
        return value
    raise BenchError("This change is not understood.")


def _place(value: Any) -> Corner:
    """A point of the page."""
    if isinstance(value, list) and len(value) == 2 and all(type(one) in (int, float) for one in value):
        x, y = (float(one) for one in value)
        if math.isfinite(x) and math.isfinite(y) and max(abs(x), abs(y)) < 1e6:
            return x, y
    raise BenchError("This change is not understood.")
