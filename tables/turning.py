"""A piece that chance turns: a layer to one of its levels, or a rotation to one of its facings; and the
properties that a turn tracker turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from builder.vassal.traits import join, nest, split
from tables.chance import By, Chance
from tables.position import Piece
from tables.published import Level, Tracker
from tables.table import IMAGES, parts_of, properties

DEGREES = 360


def turned(piece: Piece, one: Chance) -> tuple[int, Callable[[int], str]]:
    """How many ways a piece can turn, and the command for each of them, from 1."""
    fields = split(";", parts_of(piece.type)[one.trait])
    free = one.by is By.ROTATION and fields[1] == "1"
    ways = len(split(",", fields[IMAGES])) if one.by is By.LAYER else int(fields[1])

    def command(value: int) -> str:
        states = list(parts_of(piece.state))
        if one.by is By.LAYER:
            states[one.trait] = str(value)
        else:
            states[one.trait] = f"-{value}.0" if free else str(value - 1)
        return "D/" + join("/", [piece.id, nest(states), piece.state])

    return (min(DEGREES, 256) if free else ways), command


def alongside(command: str, trackers: Mapping[str, Tracker], rest: Iterable[str]) -> Iterator[str]:
    """What VASSAL does with a command that turns a turn tracker, and does not log: the properties that have
    the values of its levels change with it."""
    tracker = trackers.get(command.partition("\t")[0].removeprefix("TURN"))
    known = properties(rest) if tracker else {}
    for name, value in values_of(command, tracker) if tracker else ():
        was = known.get(("Module", name), value)
        if was != value:
            yield "\t".join(["MutableProperty", name, was, value, "Module"])


def values_of(line: str, tracker: Tracker) -> Iterator[tuple[str, str]]:
    """The properties that have the values of the levels of a turn tracker, and these."""
    _, *levels = split("|", line.partition("\t")[2])
    for level, known in zip(levels, tracker.levels, strict=False):
        yield from _of_level(level, known)


def _of_level(level: str, known: Level) -> Iterator[tuple[str, str]]:
    value, *rest = split(";", level)
    if known.property and value.isdecimal() and int(value) < (len(known.texts) or int(value) + 1):
        yield known.property, known.texts[int(value)] if known.texts else value
    for inside, one in zip(rest[3:], known.inner, strict=False):
        yield from _of_level(inside, one)
