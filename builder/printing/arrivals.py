"""Set-up and arrivals: where each formation starts and when the others come, from the roster and the map.

The roster's columns `setup` and `reinforcement` are what the referee places units by, and the hexes of an
area are the map's own facts. Only the words for what stands in `reinforcement` come from the game's module
file:

    [arrivals]
    "turn #" = "turn {number}, at {entry}"     # is a number; the hexes whose fact `entry` is the unit's side
    free = "{set_up}"                          units without either column: where they may be set up
    note = "..."                               what stands below the table
"""

from __future__ import annotations

import re
from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import TypeVar

from builder.module.charts import Chart
from counters.roster.counter import Counter, Roster
from maps.board import Board
from maps.space import slug

_FEW = 6
"""More hexes than these are told by the first and the last."""
_NUMBER = re.compile(r"\d+")
_FIELD = re.compile(r"\{(\w+)\}")
FREE, NOTE = "free", "note"
_LAST = re.compile(r"(?<=[A-Za-z ])\d+$")
_LISTED = 3
"""So many units are named one by one."""
_NO_FORMATION = "Others"


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What the table is made from: pieces, map, words, names of formations in print, and the trait of those
    that start reduced."""

    roster: Roster
    board: Board | None
    words: Mapping[str, str]
    formations: Mapping[str, str]
    reduced: str = ""

    def charts(self) -> tuple[Chart, ...]:
        """A table for each side; none for a game that says neither where units start nor how they arrive."""
        counters = self.roster.counters.values()
        if not self.words and not any(counter.setup for counter in counters):
            return ()
        found = [self._side(side, name) for side, name in self.roster.style.sides.items()]
        return tuple(chart for chart in found if chart.rows)

    def _side(self, side: str, name: str) -> Chart:
        """By formation, or by place where most units belong to none."""
        mine = [counter for counter in self.roster.counters.values() if counter.side == side]
        told = [(counter, where) for counter in mine if (where := self._place(counter))]
        free = sum(not counter.formation for counter, _ in told)
        rows = self._by_place(told) if 2 * free > len(told) else self._by_formation(told)
        columns = ("Units",) if 2 * free > len(told) else ("Where and when",)
        key = self.words.get(f"{NOTE} {side}", self.words.get(NOTE, ""))
        cells = tuple((says,) for says in rows.values())
        title = f"Set-up and arrivals: {name}"
        return Chart(f"arrivals-{slug(side)}", title, columns, tuple(rows), cells, key=key)

    def _by_place(self, told: Iterable[_Told]) -> dict[str, str]:
        groups = _grouped((where, c) for c, where in sorted(told, key=lambda one: not one[0].setup))
        return {where: self._names(units) for where, units in groups.items()}

    def _by_formation(self, told: Sequence[_Told]) -> dict[str, str]:
        groups = _grouped((counter.formation, (counter, where)) for counter, where in told)
        loose = groups.pop("", [])
        rows = {self._formation(formation): self._at(units, True) for formation, units in groups.items()}
        return rows | ({_NO_FORMATION: self._at(loose, False)} if loose else {})

    def _formation(self, formation: str) -> str:
        return self.formations.get(formation) or self.roster.style.formation(formation).name or formation

    def _at(self, told: Sequence[_Told], whole: bool) -> str:
        """Where and who; of a whole formation in one place only how many."""
        places = _grouped((where, counter) for counter, where in told)
        if whole and len(places) == 1 and len(told) > _LISTED:
            return f"{next(iter(places))}: all {len(told)} units"
        return "; ".join(f"{where}: {self._names(units)}" for where, units in places.items())

    def _names(self, units: Iterable[Counter]) -> str:
        return ", ".join(_counted([self._name(unit) for unit in units]))

    def _name(self, counter: Counter) -> str:
        starts_reduced = bool(self.reduced and counter.traits.get(self.reduced))
        return f"{printed(counter)} (reduced)" if starts_reduced else printed(counter)

    def _place(self, counter: Counter) -> str:
        """Where or when a unit comes into play, "" if that is not said."""
        if counter.setup:
            return self._space(counter)
        if not counter.reinforcement:
            return self._filled(self.words.get(FREE, ""), counter, "")
        number = next(iter(_NUMBER.findall(counter.reinforcement)), "")
        plain = counter.reinforcement.replace("-", " ")
        form = self.words.get(plain) or self.words.get(plain.replace(number, "#", 1) if number else "")
        return self._filled(form or plain, counter, number)

    def _space(self, counter: Counter) -> str:
        """The name of the space where a unit starts, with the letter that its counter bears for it."""
        space = self.board.spaces.get(counter.setup) if self.board else None
        where = space.name if space and not counter.setup[0].isdigit() else counter.setup
        return f"{where} ({counter.flag})" if counter.flag else where

    def _filled(self, form: str, counter: Counter, number: str) -> str:
        def told(field: re.Match[str]) -> str:
            return number if field[1] == "number" else hexes_told(self._hexes(field[1], counter))

        return _FIELD.sub(told, form)

    def _hexes(self, fact: str, counter: Counter) -> list[str]:
        """The spaces which a fact of the map gives to a unit's side or formation."""
        mine = {counter.side, slug(counter.formation)} if counter.formation else {counter.side}
        found = []
        for space in self.board.spaces.values() if self.board else ():
            value = space.facts.get(fact, space.facts.get(f"{counter.side}_{fact}", ""))
            if mine & set(value if isinstance(value, tuple) else (str(value),)):
                found.append(space.id)
        return found


T = TypeVar("T")
_Told = tuple[Counter, str]
"""A unit, and where or when it comes into play."""


def _grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    found: dict[str, list[T]] = {}
    for key, one in pairs:
        found.setdefault(key, []).append(one)
    return found


def _counted(names: Sequence[str]) -> Iterator[str]:
    """Names, those that count on as one: "R1-8" for R1, R2 ... R8; one that several counters bear with how
    many: "61 (2)"."""
    alike = Counted(names)
    names = [f"{name} ({alike[name]})" if alike[name] > 1 else name for name in dict.fromkeys(names)]
    for _, run in _grouped((_LAST.sub("", name), name) for name in names).items():
        numbers = [int(_LAST.findall(name)[0]) for name in run if _LAST.search(name)]
        on = len(run) > _LISTED and numbers == list(range(numbers[0], numbers[0] + len(run)))
        yield from [f"{run[0]}-{numbers[-1]}"] if on else run


def printed(counter: Counter) -> str:
    """A unit as its counter names it: "69" for G69; with the words that its orders have beside that: "HQ 9",
    "Gar Thorn"."""
    of_id, of_name = counter.id.split(), counter.name.split()
    if not of_name or set(of_name) <= set(of_id):
        return counter.id
    before = takewhile(lambda word: word.isalpha() and word not in of_name, of_id[:-1])
    return " ".join((*before, *of_name))


def hexes_told(hexes: Sequence[str]) -> str:
    """Hexes in few words: a few of them one by one, of one column in a row as a range, more by first and
    last."""
    if len(hexes) > _FEW:
        return f"{hexes[0]} to {hexes[-1]} ({len(hexes)} hexes)"
    runs = list(_runs(hexes))
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _runs(hexes: Sequence[str]) -> Iterator[list[str]]:
    """Hexes in groups of numbers that follow one another."""
    run = list(hexes[:1])
    for before, at in pairwise(hexes):
        if not (before.isdecimal() and at.isdecimal() and int(at) == int(before) + 1):
            yield run
            run = []
        run.append(at)
    if run:
        yield run
