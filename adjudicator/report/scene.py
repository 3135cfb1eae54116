"""What a picture shows, as plain values: pieces where they lie, arrows, battles, losses.

Everything comes from a side's own view and the events it may see, so a picture knows no more than they do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice

from adjudicator.by_mail.control_map import ControlMap
from adjudicator.by_mail.views import NotInView
from adjudicator.events import (
    Event,
    FireResolved,
    OddsResolved,
    StepLost,
    StepRegained,
    UnitEliminated,
    UnitMade,
    UnitMoved,
    UnitPlaced,
)
from adjudicator.events.fights import MoraleChecked
from adjudicator.game import Game
from adjudicator.report.story import heading
from adjudicator.rulings import No
from adjudicator.state import Decision, State, Unit
from counters.roster.counter import Marker, Roster

NEW_LINE = "\n"
MOST_LOOKED_AT = 5_000
"""At most this many legal answers are searched for units."""
TRACK_END = 10
"""A track marker above this lies back side up, ten spaces lower, unless a second marker counts the tens."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit that lies in a space or box, by its counter in the roster: which face shows, what lies on it,
    what happened to it just now.

    `made` is the unit's own id where it was made in play and is one of its counter. `company` is what lies
    together in a stack. `news` is "lost" (a step), "restored", "placed" or "". `left` are the steps of a unit
    that has lost some of more than its faces show, else 0.
    """

    unit: str
    at: str
    face: int
    company: str
    turned: bool = False
    badges: tuple[str, ...] = ()
    news: str = ""
    made: str = ""
    left: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    """A marker that lies in a space, or (`track`) in a box of the turn track."""

    marker: str
    face: int
    at: str
    track: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way that one or more units of a nation and side went, and how; `who` are these units."""

    path: tuple[str, ...]
    how: str
    nation: str
    side: str
    units: int
    who: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clash:
    """A battle: from which spaces, against which one, at what odds, with what die and result. A fire has the
    `number` that its report gives it; `support` are the origins of those alone who only support it; `check`
    is the die of the morale check that came of it, and `passed` says whether it was passed."""

    origins: tuple[str, ...]
    space: str
    odds: str
    die: str
    result: str
    number: int = 0
    support: tuple[str, ...] = ()
    check: str = ""
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Loss:
    """A unit that was eliminated, by its counter in the roster, and where; its full face is shown."""

    unit: str
    at: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture before it is drawn.

    `ghosts` are units that have gone, where they stood before; `held` is what lies open before each side;
    `turned` says in the game's words why units lie turned. `asked` are the spaces that the reader is asked
    about, with the units by their id in play that stand there. `control` is what each side holds, where the
    game shows that instead of markers. `printed` are the printed names of units by their id in play.
    """

    caption: str
    pieces: tuple[Piece, ...]
    markers: tuple[Laid, ...]
    arrows: tuple[Arrow, ...] = ()
    clashes: tuple[Clash, ...] = ()
    losses: tuple[Loss, ...] = ()
    ghosts: tuple[Piece, ...] = ()
    held: tuple[tuple[str, tuple[str, ...]], ...] = ()
    turned: tuple[str, ...] = ()
    asked: tuple[tuple[str, str], ...] = ()
    control: ControlMap = ()
    printed: tuple[tuple[str, str], ...] = ()

    @property
    def deeds(self) -> tuple[tuple[str, ...], ...]:
        """The spaces of everything that happened: each battle, way, loss and piece of news by itself."""
        fights = [(*clash.origins, clash.space) for clash in self.clashes]
        others = [loss.at for loss in self.losses] + [piece.at for piece in self.pieces if piece.news]
        return (*fights, *(arrow.path for arrow in self.arrows), *((at,) for at in others))

    @property
    def action(self) -> tuple[str, ...]:
        """The spaces in which something happened, each once."""
        return tuple(dict.fromkeys(space for deed in self.deeds for space in deed))


def scene(game: Game, number: int, before: State, after: State, events: Sequence[Event]) -> Scene:
    """The position after the events, with what they changed; both states are the same side's views."""
    seen = _Deeds({unit.id: unit.at for unit in before.units.values()}, after)
    for event in events:
        seen.take(event)
    caption = f"{game.title}, game {number}. {heading(game, after.turn, after.segment)}"
    return Scene(
        caption,
        tuple(_piece(after, unit, seen.news.get(unit.id, "")) for unit in _as_they_lie(game, after)),
        tuple(_markers(game, after)),
        tuple(replace(arrow, units=len(who), who=tuple(who)) for arrow, who in seen.arrows.items()),
        tuple(seen.clashes),
        tuple(seen.losses),
        tuple(_ghosts(before, after, seen)),
        tuple((side, tuple(cards)) for side, cards in after.hands.items()) if game.hands_shown else (),
        tuple(sorted({flag for unit in after.units.values() for flag in _plain(after, unit)})),
        tuple(asked_about(game, after)),
        game.control_map(after) if game.control_map else (),
        tuple((unit, game.names()(unit)) for unit in {**before.units, **after.units}),
    )


def asked_about(game: Game, seen: State) -> list[tuple[str, str]]:
    """Where a side must decide something now, by its own view: the space, and the unit it is about if it is
    one. A question that does not say what it is about is about the units that its answers name, and those
    of the reader in further legal ones."""
    found: dict[tuple[str, str], None] = {}
    for decision in seen.waiting():
        for id_ in decision.about or dict.fromkeys((*_named(game, decision), *_able(game, seen, decision))):
            unit = seen.units.get(id_)
            space = unit.at if unit else id_
            if space in seen.board.spaces:
                found[space, unit.id if unit else ""] = None
    return list(found)


def _named(game: Game, decision: Decision) -> Iterator[str]:
    """The units that the possible answers to a question name."""
    grammar = game.grammar(decision.player)
    for line in (line for answer in decision.answers for line in answer.split("\n")):
        with suppress(No):
            yield from grammar.read(line).named


def _able(game: Game, seen: State, decision: Decision) -> Iterator[str]:
    """The units of a side that the legal answers to its question name, as far as its view shows them; none
    for a question to somebody else, of which a view knows no more than that it is asked."""
    if decision.closed or not decision.question:
        return
    left = [unit.id for unit in seen.units.values() if unit.side == decision.player]
    with suppress(NotInView):
        for answer in islice(game.legal(seen, decision), MOST_LOOKED_AT):
            text = f" {answer.replace(',', ' ').replace(NEW_LINE, ' ')} "
            named = [id_ for id_ in left if f" {id_} " in text]
            left = [id_ for id_ in left if id_ not in named] if named else left
            yield from named


def _as_they_lie(game: Game, state: State) -> Sequence[Unit]:
    """The units in the order of the roster, but those that lie on top of their stacks last."""
    if game.on_top is None:
        return tuple(state.units.values())
    stacks = dict.fromkeys((unit.at, unit.side) for unit in state.units.values())
    tops = {game.on_top(state, *stack) for stack in stacks if stack[0] in state.board.spaces}
    return sorted(state.units.values(), key=lambda unit: unit.id in tops)


def _ghosts(before: State, after: State, seen: _Deeds) -> Iterator[Piece]:
    """Units that were seen to go, where they stood before, on a board of hexes: a hex is left empty, while an
    area that a unit leaves is still full of others."""
    standing = {*after.covers, *(unit.at for unit in after.units.values())}
    for unit in before.units.values() if after.board.grid else ():
        if unit.id in seen.gone and unit.at in after.board.spaces and unit.at not in standing:
            yield _piece(before, unit, "")


@dataclass(slots=True)
class _Deeds:
    """Follows the events: where each unit is when they happen, and what is to be drawn of them."""

    at: dict[str, str]
    after: State
    arrows: dict[Arrow, list[str]] = field(default_factory=dict)
    clashes: list[Clash] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    news: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)

    def take(self, event: Event) -> None:
        """Note what one event changed."""
        match event:
            case UnitMoved(unit=unit, path=path, how=how):
                self._went(unit, path, how)
            case UnitPlaced(unit=unit, at=at) | UnitMade(unit=unit, at=at):
                self.at[unit], self.news[unit] = at, "placed"
            case StepLost(unit=unit):
                self.news[unit] = "lost"
            case StepRegained(unit=unit):
                self.news[unit] = "restored"
            case UnitEliminated(unit=unit, at=at):
                self.losses.append(Loss(self.after.units[unit].kind or unit, at))
                self.news.pop(unit, None)
            case OddsResolved():
                self._fought(event)
            case MoraleChecked(die=die, passed=passed):
                self.clashes[-1:] = [replace(one, check=str(die), passed=passed) for one in self.clashes[-1:]]
            case _:
                pass

    def _went(self, unit: str, path: tuple[str, ...], how: str) -> None:
        self.at[unit] = path[-1]
        self.gone.add(unit)
        found = self.after.units.get(unit)
        counter = self.after.counter(found) if found else None
        if counter is not None and len(path) > 1:
            arrow = Arrow(path, how, counter.nation, counter.side, 0)
            self.arrows.setdefault(arrow, []).append(unit)

    def _fought(self, battle: OddsResolved) -> None:
        units = (unit for unit in battle.attackers if unit in self.at)
        origins = tuple(dict.fromkeys(self.at[unit] for unit in units))
        clash = Clash(origins, battle.space, battle.column, str(battle.die), battle.result)
        if isinstance(battle, FireResolved):
            clash = self._fired(clash, battle)
        self.clashes.append(clash)

    def _fired(self, clash: Clash, fire: FireResolved) -> Clash:
        """A fire has its number among them and may have support; without a die nothing was rolled."""
        near = {self.at.get(unit) for unit in fire.attackers if unit not in fire.support}
        support = tuple(space for space in clash.origins if space not in near)
        number = 1 + sum(bool(other.number) for other in self.clashes)
        return replace(clash, die=clash.die if fire.die else "-", number=number, support=support)


def _piece(state: State, unit: Unit, news: str) -> Piece:
    counter = state.counter(unit)
    face = counter.face_at(unit.steps) if counter and unit.steps else 0
    badges = tuple(sorted(flag for flag in unit.flags if flag in state.roster.markers))
    company = f"{unit.side} {counter.formation or unit.id}" if counter else unit.id
    shown, made = (unit.kind, unit.id) if unit.kind else (unit.id, "")
    left = unit.steps if counter and counter.counts and unit.steps < counter.full else 0
    return Piece(shown, unit.at, face, company, bool(_plain(state, unit)), badges, news, made, left)


def _plain(state: State, unit: Unit) -> frozenset[str]:
    """What is so of a unit and has no marker: it shows by the unit's lying turned."""
    return unit.flags - set(state.roster.markers)


# -- markers ---------------------------------------------------------------------------------------


def _markers(game: Game, state: State) -> Iterator[Laid]:
    """Every marker that the position shows: the turn, tracks, control of spaces, levels of spaces, and what
    the game's own facts lay."""
    markers = state.roster.markers
    if "turn" in markers:
        yield Laid("turn", 0, f"turn-{state.turn}", track=True)
    for track, value in state.tracks.items():
        if track in game.along and track in markers:
            yield Laid(track, 0, f"{game.along[track]}-{value}", track=True)
        else:
            yield from _on_track(markers, track, value)
        yield from _on_space(state, track, value)
    for space, holder in state.control.items() if game.control_map is None else ():
        found = _kind(state.roster, "control", holder)
        if found:
            yield Laid(found.id, 0, space)
    yield from (Laid(item, 0, space) for space, item in state.covers.items() if item in markers)
    if game.markers is not None:
        yield from (Laid(*laid) for laid in game.markers(state))


def _on_track(markers: Mapping[str, Marker], track: str, value: int) -> Iterator[Laid]:
    """A track's marker on the turn track; at 0 it lies in the box that the track is named for."""
    if track not in markers:
        return
    tens, size, back = f"{track}-{TRACK_END}" in markers, abs(value), int(value < 0)
    home = track.partition("-")[0]
    ones = size % TRACK_END if tens and size != TRACK_END else size
    if not tens and size > TRACK_END:
        ones, back = size - TRACK_END, 1
    if tens and size > TRACK_END:
        yield Laid(f"{track}-{TRACK_END}", back, f"turn-{min(size // TRACK_END, TRACK_END)}", track=True)
    yield Laid(track, back, f"turn-{ones}" if ones else home, track=True)


def _on_space(state: State, track: str, value: int) -> Iterator[Laid]:
    """The marker of a space's own track: "progress-tempelhof" at 3 is the marker that shows a 3."""
    kind, _, space = track.partition("-")
    if space not in state.board.spaces or not value:
        return
    for marker in state.roster.markers.values():
        for side, face in enumerate(marker.faces):
            if marker.kind == kind and face.text == str(value):
                yield Laid(marker.id, side, space)
                return


def _kind(roster: Roster, kind: str, side: str) -> Marker | None:
    return next((m for m in roster.markers.values() if m.kind == kind and m.side == side), None)
