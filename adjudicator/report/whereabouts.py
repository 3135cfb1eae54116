"""Who stands where, as one side knows it: side after side, each unit with the numbers on its counter.

On a map of areas each side's units of each nation are listed by the name of their space. A map of hexes has
too many places for that: there readers find their own units by formation, each formation on a line of its
own, and what they see of an enemy by hex, the hexes nearest to their units first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.events import Names
from adjudicator.game import Game
from adjudicator.mechanics.remembered import of_state
from adjudicator.state import OFF, State, Unit
from adjudicator.wording.position import step_word
from files.natural import natural

NEAR = 3
"""Up to so many hexes from the reader's units an enemy is near."""
COMMANDS = "hq"
"""The type of the counter that a formation is called by, and that stands first among its units."""
INDEPENDENT = "Independent"


@dataclass(frozen=True, slots=True)
class Line:
    """A label and what belongs to it."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Host:
    """A list of units under a title; `line` of a list of spaces is a space, of own units a formation."""

    title: str
    lines: tuple[Line, ...]


def whereabouts(game: Game, state: State, side: str, own: bool = True) -> tuple[Host, ...]:
    """Every unit that a side knows of and where it is, its own on a map of hexes only if it wants them; a
    list without a unit is left out."""
    names = game.names()
    if state.board.grid is None:
        found = [*_by_side(game, state, side, names), _covered(state, names)]
    else:
        found = [_own(game, state, side, names)] if own else []
        found += [_seen(game, state, other, side, names) for other in state.sides if other != side]
    return tuple(host for host in found if host.lines)


def _by_side(game: Game, state: State, reader: str, names: Names) -> Iterator[Host]:
    """A list for each side and each nation of its units, the reader's first."""
    spaces = sorted(filter(state.by_space.get, state.board.spaces), key=lambda space: in_order(names(space)))
    for side in sorted(state.sides, key=lambda side: side != reader):
        nations: dict[str, dict[str, list[Unit]]] = {}
        for unit in _of(state, side):
            nations.setdefault(_nation(state, unit), {}).setdefault(unit.at, []).append(unit)
        for nation, units in nations.items():
            word = f"{nation} units" if len(nations) > 1 else "units"
            title = f"Your {word}" if side == reader else f"{capital(possessive(names(side)))} {word}"
            yield Host(title, tuple(_by_space(game, state, (*spaces, *_boxes(game)), units, names)))


def possessive(name: str) -> str:
    """A name with what makes it an owner's: "Koniev's", "Reds'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _nation(state: State, unit: Unit) -> str:
    counter = state.counter(unit)
    return state.roster.style.nations.get(counter.nation, counter.nation) if counter else ""


def _by_space(
    game: Game, state: State, spaces: Iterable[str], units: Mapping[str, Sequence[Unit]], names: Names
) -> Iterator[Line]:
    """Where units are by their spaces, space after space."""
    for space in filter(units.__contains__, spaces):
        told = [unit_told(game, state, unit, names) for unit in units[space]]
        yield Line(capital(names(space)), ", ".join(told))


def _covered(state: State, names: Names) -> Host:
    """Stacks of which no more is seen than the marker on them."""
    spaces = sorted(state.covers, key=lambda space: in_order(names(space)))
    return Host("Covered", tuple(Line(capital(names(space)), names(state.covers[space])) for space in spaces))


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name as it is sorted: without its accents, in small letters."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(sign for sign in letters if not unicodedata.combining(sign)).casefold()


@lru_cache(maxsize=4096)
def in_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """What names are sorted by: as people count, accents apart."""
    return natural(plain(name))


def _boxes(game: Game) -> tuple[str, ...]:
    return (*(box for box in game.boxes if box not in game.gone), *game.gone)


# -- own units -------------------------------------------------------------------------------------------


def _own(game: Game, state: State, side: str, names: Names) -> Host:
    """A side's own units on the map by formation, headquarters first, then by place, and those in boxes."""
    formations: dict[str, list[Unit]] = {}
    order = {space: n for n, space in enumerate(state.board.spaces)}
    on_map = [unit for unit in _of(state, side) if unit.at in order]
    for unit in sorted(on_map, key=lambda unit: (_type(state, unit) != COMMANDS, order[unit.at])):
        formations.setdefault(_formation(state, unit), []).append(unit)
    lines = [
        _formation_line(game, state, side, key, formations[key], names)
        for key in dict.fromkeys(_formation(state, unit) for unit in on_map)
    ]
    return Host(
        "Your units",
        (*sorted(lines, key=lambda line: line.label == INDEPENDENT), *_boxed(game, state, side, names)),
    )


def _formation(state: State, unit: Unit) -> str:
    counter = state.counter(unit)
    return counter.formation if counter else ""


def _formation_line(
    game: Game, state: State, side: str, formation: str, units: Sequence[Unit], names: Names
) -> Line:
    """A formation and where its units are, in their order."""
    told = [f"{unit_told(game, state, unit, names)} in {names(unit.at)}" for unit in units]
    return Line(_with_sort(game, state, side, formation, names), ", ".join(told))


def _with_sort(game: Game, state: State, side: str, formation: str, names: Names) -> str:
    """The title of a formation and what cards name its units by: what most are, then the others by name."""
    title = _title(state, side, formation, names)
    sorts = _sorts(state, side, game.sort).get(formation, {}) if game.sort and formation else {}
    most, *others = sorted(sorts, key=lambda sort: -len(sorts[sort])) or [""]
    told = [most, *(f"{', '.join(map(names, sorts[sort]))} {sort}" for sort in others)]
    return f"{title} ({'; '.join(told)})" if most else title


@of_state
def _sorts(
    state: State, side: str, sort_of: Callable[[State, Unit], str]
) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The units of a side by their formations and by what cards name them."""
    found: dict[str, dict[str, list[str]]] = {}
    for unit in _of(state, side):
        if sort := sort_of(state, unit):
            found.setdefault(_formation(state, unit), {}).setdefault(sort, []).append(unit.id)
    return found


def _title(state: State, side: str, formation: str, names: Names) -> str:
    """A formation by its headquarters' name, wherever that is; units of none are independent of those that
    their side has."""
    if not formation:
        others = any(one.formation for one in state.roster.counters.values() if one.side == side)
        return INDEPENDENT if others else "Units"
    for counter in state.roster.counters.values():
        if (counter.side, counter.formation, counter.type) == (side, formation, COMMANDS):
            return capital(counter.aliases[0] if counter.aliases else names(counter.id))
    return capital(state.roster.style.formation(formation).name or formation)


def formation_title(game: Game, state: State, side: str, unit: Unit) -> str:
    """What the list of a side's units calls the formation of one; of a map of areas, where the unit is."""
    if state.board.grid is None:
        return capital(game.names()(unit.at))
    return _with_sort(game, state, side, _formation(state, unit), game.names())


def _type(state: State, unit: Unit) -> str:
    counter = state.counter(unit)
    return counter.type if counter else ""


def _boxed(game: Game, state: State, side: str, names: Names) -> Iterator[Line]:
    """A side's units off the map by box; in one from which several formations come, by formation."""
    for box in _boxes(game):
        by: dict[str, list[str]] = {}
        for unit in (one for one in state.at(box) if one.side == side):
            formation = "" if box in game.gone else _formation(state, unit)
            by.setdefault(formation, []).append(unit_told(game, state, unit, names))
        told = [(f"{_with_sort(game, state, side, key, names)}: ", by[key]) for key in by]
        if by:
            text = "; ".join(f"{of if len(by) > 1 else ''}{', '.join(units)}" for of, units in told)
            yield Line(capital(names(box)), text)


# -- what is seen of an enemy ------------------------------------------------------------------------------


def _seen(game: Game, state: State, enemy: str, reader: str, names: Names) -> Host:
    """What the reader sees of an enemy, by hex, the nearest hexes first; then the enemy's boxes."""
    taken = [space for space in state.board.spaces if space in state.by_space or space in state.covers]
    tops = {space: told for space in taken if (told := _on_top(game, state, enemy, space, names))}
    own = {unit.at for unit in _of(state, reader) if unit.at in state.board.spaces}
    seen = _by_distance(state, tops, own, names) if reader else _anywhere(tops, names)
    lines = [*seen, *_unseen(game, state, enemy, names)]
    title = f"{capital(names(enemy))}, visible to you"
    return Host(title, (*lines, *_boxed(game, state, enemy, names)))


def _on_top(game: Game, state: State, enemy: str, space: str, names: Names) -> str:
    """What is seen of an enemy in a space: units, or the marker that covers them; "" for nobody."""
    told = [unit_told(game, state, unit, names) for unit in state.at(space) if unit.side == enemy]
    return " and ".join(told) or (names(state.covers[space]) if space in state.covers else "")


def _by_distance(state: State, tops: Mapping[str, str], own: Iterable[str], names: Names) -> Iterator[Line]:
    """Lines of hexes by how far they are from the reader's nearest unit."""
    bands: dict[str, list[str]] = {
        word: [] for word in ("Adjacent to you", f"2 or {NEAR} hexes away", "Farther away")
    }
    grid, places = state.board.grid, frozenset(own)
    assert grid is not None
    for space, told in tops.items():
        beside = not places.isdisjoint(grid.within(space, 1))
        near = beside or not places.isdisjoint(grid.within(space, NEAR))
        bands[tuple(bands)[0 if beside else 1 if near else 2]].append(f"{names(space)}: {told}")
    yield from (Line(word, "; ".join(found)) for word, found in bands.items() if found)


def _anywhere(tops: Mapping[str, str], names: Names) -> Iterator[Line]:
    """All hexes alike, for who watches and has no units."""
    if tops:
        yield Line("On the map", "; ".join(f"{names(space)}: {told}" for space, told in tops.items()))


def _unseen(game: Game, state: State, enemy: str, names: Names) -> Iterator[Line]:
    """An enemy's units of which the reader knows only that they are on the map."""
    known = {*state.board.spaces, *_boxes(game), OFF}
    lost = [names(unit.id) for unit in _of(state, enemy) if unit.at not in known]
    if lost:
        yield Line("Hidden in stacks", ", ".join(lost))


# -- in words ----------------------------------------------------------------------------------------------


def _of(state: State, side: str) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.side == side]


def unit_told(game: Game, state: State, unit: Unit, names: Names) -> str:
    """A unit's name with the numbers on its counter, or the name of that where it was made in play, and its
    steps where it has lost some."""
    if unit.at in game.gone:
        return names(unit.id)
    counter = state.counter(unit) if unit.kind else None
    told = f"{counter.name if counter else numbers(state, unit)}{lost_told(game, state, unit)}".strip(" ,")
    return f"{names(unit.id)} ({told})" if told else names(unit.id)


def lost_told(game: Game, state: State, unit: Unit) -> str:
    """What stands behind the numbers of a unit that has lost steps: " reduced", ", 4 steps left"."""
    if unit.steps == steps_printed(game, state, unit):
        return ""
    word = step_word(game, state, unit)
    return f", {word} step{'s' if word != '1' else ''} left" if word.isdigit() else f" {word}"


def numbers(state: State, unit: Unit) -> str:
    """The numbers on the side of its counter that a unit shows now; "" for a unit without a counter."""
    counter = state.counter(unit)
    if counter is None or not 0 < unit.steps <= counter.full:
        return ""
    return counter.numbers(counter.face_at(unit.steps))


def steps_printed(game: Game, state: State, unit: Unit) -> int:
    """How many steps a unit has when it is whole."""
    counter = state.counter(unit)
    return counter.full if counter else max(game.step_names, default=unit.steps)


def capital(text: str) -> str:
    """A text as a heading: with its first letter large, and without an article."""
    text = text.removeprefix("the ")
    return text[:1].upper() + text[1:]
