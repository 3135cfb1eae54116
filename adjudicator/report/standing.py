"""How things stand, as one side knows it: points, tracks, control, markers on units, chits, who is where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.events import Names
from adjudicator.game import Game
from adjudicator.position import step_word
from adjudicator.state import State, Unit
from counters.counter import Card


@dataclass(frozen=True, slots=True)
class Held:
    """A chit or card as its holder reads it."""

    name: str
    when: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A label and what belongs to it."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Standing:
    """The position in words; every list may be empty."""

    points: tuple[Line, ...]
    tracks: tuple[Line, ...]
    control: tuple[Line, ...]
    flags: tuple[Line, ...]
    hand: tuple[Held, ...]
    others: tuple[Line, ...]
    places: tuple[Line, ...]


def standing(game: Game, state: State, side: str) -> Standing:
    """The position of a side's own view of the state."""
    names = game.names()
    return Standing(
        points=tuple(_points(game, state, names)),
        tracks=tuple(Line(_capital(names(track)), str(value)) for track, value in state.tracks.items()),
        control=tuple(_control(state, names)),
        flags=tuple(_flags(game, state, names)),
        hand=tuple(_held(state.roster.cards, card, names) for card in state.hands.get(side, ())),
        others=tuple(_others(state, side, names)),
        places=tuple(_places(game, state, names)),
    )


def _points(game: Game, state: State, names: Names) -> Iterable[Line]:
    """A line for each side: "4 points (territory 3, city 1)", or whatever the game counts."""
    for side, counted in game.victory(state).items():
        if isinstance(counted, Mapping):
            parts = ", ".join(f"{word} {value}" for word, value in counted.items())
            yield Line(_capital(names(side)), parts)
        else:
            yield Line(_capital(names(side)), str(counted))


def _control(state: State, names: Names) -> Iterable[Line]:
    """Each holder and the spaces he holds, in the order of the board."""
    for holder in dict.fromkeys(state.control.values()):
        held = [space for space in state.board.spaces if state.control.get(space) == holder]
        yield Line(_capital(names(holder)), ", ".join(names(space) for space in held))


def _flags(game: Game, state: State, names: Names) -> Iterable[Line]:
    """Each marker that lies on units, and the units, in the order of the roster."""
    flags = sorted({flag for unit in state.units.values() for flag in unit.flags})
    for flag in flags:
        units = [names(unit.id) for unit in state.units.values() if flag in unit.flags]
        yield Line(_capital(flag.replace("-", " ")), ", ".join(units))


def _held(cards: Mapping[str, Card], card: str, names: Names) -> Held:
    known = cards.get(card)
    return Held(_capital(names(card)), known.when, known.text) if known else Held(_capital(names(card)))


def _others(state: State, side: str, names: Names) -> Iterable[Line]:
    """What others hold: open cards by name, the others by number."""
    for other, held in state.hands.items():
        if other == side:
            continue
        hidden = sum(not _named(state, card, names) for card in held)
        told = [names(card) for card in held if _named(state, card, names)]
        told += [f"{hidden} hidden"] if hidden else []
        yield Line(names(other), " and ".join(told) or "nothing")


def _named(state: State, card: str, names: Names) -> bool:
    return card in state.roster.cards or card in names.names


def _places(game: Game, state: State, names: Names) -> Iterable[Line]:
    """Who stands where: spaces in the order of the board, then boxes."""
    boxes = [box for box in game.boxes if box not in game.gone]
    for space in (*state.board.spaces, *boxes, *game.gone):
        told = [_unit(game, state, unit, names) for unit in state.at(space)]
        told += [names(state.covers[space])] if space in state.covers else []
        if told:
            yield Line(_capital(names(space)), ", ".join(told))


def _unit(game: Game, state: State, unit: Unit, names: Names) -> str:
    """A unit's name, with its steps where it has lost some."""
    whole = unit.at in game.gone or unit.steps == steps_printed(game, state, unit)
    return names(unit.id) if whole else f"{names(unit.id)} ({step_word(game, state, unit)})"


def steps_printed(game: Game, state: State, unit: Unit) -> int:
    """How many steps a unit has when it is whole."""
    counter = state.roster.counters.get(unit.id)
    return len(counter.steps) if counter else max(game.step_names, default=unit.steps)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
