"""How things stand, as one side knows it: points, tracks, control, markers on units, chits, who is where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.by_mail.rosters import Section
from adjudicator.events import Names
from adjudicator.game import Game
from adjudicator.report.roster import roster_hosts, rosters
from adjudicator.report.whereabouts import Host, Line, capital, numbers, whereabouts
from adjudicator.state import State
from counters.roster.counter import Card

VICTORY = "vp-"
"""How the track of a side's Victory Points begins, before its id."""
MOST_MEANINGS = 2
"""So many meanings of the numbers on counters are told."""


@dataclass(frozen=True, slots=True)
class Held:
    """A chit or card as its holder reads it."""

    name: str
    when: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """The position in words; every list may be empty. `numbered` says what the numbers of the units are, ""
    where they bear none; `things` is what the hosts list; `flags` are the markers on units and in spaces."""

    points: tuple[Line, ...]
    tracks: tuple[Line, ...]
    control: tuple[Line, ...]
    flags: tuple[Line, ...]
    hand: tuple[Held, ...]
    others: tuple[Line, ...]
    shown: tuple[Line, ...]
    hosts: tuple[Host, ...]
    piles: tuple[Line, ...] = ()
    numbered: str = ""
    things: str = "Units"


def situation(game: Game, state: State, side: str) -> Situation:
    """The position of a side's own view of the state."""
    names, open_ = game.names(), bool(game.hands_shown)
    sections = rosters(game, state, side)
    return Situation(
        points=tuple(_points(game, state, names)),
        tracks=tuple(_tracks(game, state, names)),
        control=tuple(_control(state, names)) if game.control_map is None else tuple(_numbers(state, names)),
        flags=(*_flags(state, names, side if sections else ""), *_laid(game, state, names)),
        hand=()
        if open_
        else tuple(_held(state.roster.cards, card, names) for card in state.hands.get(side, ())),
        others=() if open_ else tuple(_others(state, side, names)),
        shown=tuple(_shown(state, names)) if open_ else (),
        hosts=hosts(game, state, side, sections),
        piles=tuple(
            Line(capital(names(pile)), _lying(state, cards, names, names(pile)) or "none")
            for pile in game.piles
            if (cards := state.cups.get(pile)) is not None
        ),
        things="Pieces" if game.located else "Units",
        numbered=_numbered(state),
    )


def _numbered(state: State) -> str:
    """What the numbers on the counters of most units are: "strength-movement or range-movement"; "" where
    they bear none."""
    bearing = (state.counter(unit) for unit in state.units.values() if numbers(state, unit))
    means = Counter(counter.numbers_mean(0) for counter in bearing if counter)
    return " or ".join(told for told, _ in means.most_common(MOST_MEANINGS))


def hosts(game: Game, state: State, side: str, sections: tuple[Section, ...]) -> tuple[Host, ...]:
    """Who or what is where: by the game's own lists, else the units."""
    if game.located is None:
        return (*roster_hosts(sections), *whereabouts(game, state, side, own=not sections))
    return tuple(
        Host(title, tuple(Line(place, text) for place, text in lines.items()))
        for title, lines in game.located(state).items()
    )


def _points(game: Game, state: State, names: Names) -> Iterable[Line]:
    """A line for each side: "4 points (territory 3, city 1)", or whatever the game counts."""
    for side, counted in game.victory(state).items():
        if isinstance(counted, Mapping):
            parts = ", ".join(f"{word} {value}" for word, value in counted.items())
            yield Line(capital(names(side)), parts)
        else:
            yield Line(capital(names(side)), names(counted) if isinstance(counted, str) else str(counted))


def _tracks(game: Game, state: State, names: Names) -> Iterable[Line]:
    """Each track and its number, but for Victory Points that the line of their side has already."""
    counted = game.victory(state)
    for track, value in state.tracks.items():
        side = track.removeprefix(VICTORY)
        told = counted.get(side) if side != track else None
        if not isinstance(told, Mapping) or value not in told.values():
            yield Line(capital(names.track(track)), str(value))


def _control(state: State, names: Names) -> Iterable[Line]:
    """Each holder and the spaces they hold, in the order of the board."""
    held: dict[str, list[str]] = {holder: [] for holder in state.control.values()}
    for space in filter(state.control.__contains__, state.board.spaces):
        held[state.control[space]].append(names(space))
    yield from (Line(capital(names(holder)), ", ".join(spaces)) for holder, spaces in held.items())


def _numbers(state: State, names: Names) -> Iterable[Line]:
    """Each holder and how many spaces they hold, where a map shows which."""
    for holder, held in Counter(state.control.values()).items():
        what = "hexes" if state.board.grid else "spaces"
        yield Line(capital(names(holder)), f"{held} of {len(state.board.spaces)} {what}, as the map shows")


def _flags(state: State, names: Names, listed: str) -> Iterable[Line]:
    """Each marker that lies on units, and the units, in the order of the roster; not those of a side whose
    rosters say what lies on each."""
    units_ = [unit for unit in state.units.values() if unit.side != listed]
    for flag in sorted({flag for unit in units_ for flag in unit.flags}):
        units = [names(unit.id) for unit in units_ if flag in unit.flags]
        yield Line(capital(flag.replace("-", " ")), ", ".join(units))


def _laid(game: Game, state: State, names: Names) -> Iterable[Line]:
    """Each kind of marker that lies in spaces, and where; nothing where markers show who holds what."""
    found: dict[str, list[str]] = {}
    for id_, _, space in game.markers(state) if game.markers and not game.control_map else ():
        found.setdefault(state.roster.markers[id_].name, []).append(names(space))
    yield from (Line(name, ", ".join(spaces)) for name, spaces in found.items())


def _held(cards: Mapping[str, Card], card: str, names: Names) -> Held:
    known = cards.get(card)
    return Held(capital(names(card)), known.when, known.text) if known else Held(capital(names(card)))


def _others(state: State, side: str, names: Names) -> Iterable[Line]:
    """What others hold: open cards by name, the others by number."""
    for other, held in state.hands.items():
        if other == side:
            continue
        yield Line(capital(names(other)), " and ".join(_told(state, held, names)) or "nothing")


def _told(state: State, cards: Iterable[str], names: Names) -> list[str]:
    """Cards that lie open by name, the others by number, and by the name of their back where it has one:
    "3 hidden (Combat Cards)"."""
    return [*map(names, _open(state, cards, names)), *_hidden(state, cards, names)]


def _lying(state: State, cards: Iterable[str], names: Names, pile: str) -> str:
    """What lies in a pile: open cards by their titles, of which there may be several ("Stukas (2), Yak-9");
    the others by number, with the name of their back where that of the pile does not say it."""
    titled = state.roster.cards
    titles = Counter(
        titled[card].title if card in titled else names(card) for card in _open(state, cards, names)
    )
    told = [f"{title} ({n})" if n > 1 else title for title, n in titles.items()]
    return ", ".join([*told, *_hidden(state, cards, names, pile)])


def _open(state: State, cards: Iterable[str], names: Names) -> list[str]:
    return [card for card in cards if _named(state, card, names)]


def _hidden(state: State, cards: Iterable[str], names: Names, pile: str = "") -> list[str]:
    backs = Counter(names.names.get(card, "") for card in cards if not _named(state, card, names))
    return [f"{n} hidden{'' if back in pile else f' ({back})'}" for back, n in backs.items()]


def _shown(state: State, names: Names) -> Iterable[Line]:
    """What lies open before each side."""
    for side, held in state.hands.items():
        yield Line(capital(names(side)), ", ".join(names(card) for card in held) or "none")


def _named(state: State, card: str, names: Names) -> bool:
    return card in state.roster.cards or (card in names.names and not card.startswith("hidden-"))
