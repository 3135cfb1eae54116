"""The record of a usual hex game, from its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from adjudicator.by_mail.ahead import theirs
from adjudicator.by_mail.drags import Drags
from adjudicator.by_mail.standing import TURN, StandingOrders, ends_in, place
from adjudicator.by_mail.views import ABSENT, BACK, Secrets
from adjudicator.catalogue import GAMES
from adjudicator.choices import Choices
from adjudicator.events import FireResolved, Names, OddsResolved, kinds
from adjudicator.game import Game
from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.charts import Chart, standins
from adjudicator.mechanics.decks import misplaced
from adjudicator.mechanics.invariants import mixed, unit_faults
from adjudicator.mechanics.wording import printed_names
from adjudicator.orders import Verb
from adjudicator.sequence import sequence
from adjudicator.state import Frame, State, Unit
from builder.module.rosters import placed
from counters.roster.counter import Counter
from counters.roster.load import find_game, load_roster
from files.faults import Fault, Faulty
from files.nearest import did_you_mean, nearest
from maps.board import Board
from maps.reading.load import find_map, load_board

from .battlefield import Battlefield, printed
from .choosing import Choosing
from .clauses import cite, parts_in, register
from .fighting import Fighting
from .firing import FireDeclared
from .moving import Moving
from .playing import Playing, names_of
from .results import AttackDeclared, meaning
from .seeing import UNSEEN, Seeing
from .striking import with_attacks
from .supplying import Supplying
from .turns import Turns
from .victory import Victory
from .words import CARD, END, HEX, grammar_of

STEP_NAMES = {2: "full", 1: "reduced", 0: "gone"}
KINDS = kinds(OddsResolved, FireResolved, AttackDeclared, FireDeclared)
PLANS = ("moved", "placed", "restored")
"""What a phase remembers of units that the other side may not see."""


class BadStart(Faulty[Fault]):
    """Units cannot be where they begin; the message has a line for each."""


@dataclass(frozen=True, kw_only=True)
class HexGame:
    """A game of two sides on hexes: `game()` makes its record. All parts with clauses are found in `turns`.

    folder   where its rules are     boxes   places for units beside the map, and what sentences call them
    begins   where a counter is at the start, a hex or a box     gone  the box of the eliminated
    worth    the printed number by which a unit is weak or strong to standing orders
    cups     what is in the cups of chits at the start; reports tell what is left in them
    parts    further parts with clauses: a `Supplying` that only functions of the game call
    seeing   what a side sees, in a game with fog of war
    secret   facts that one side alone may know, and that side; all others are in the files of every player
    markers  what units may bear besides the marker of a `Supplying`: what FlagsChanged lays on them
    """

    name: str
    title: str
    folder: Path
    sides: Mapping[str, str]
    ground: Battlefield
    turns: Turns
    victory: Victory
    verbs: Iterable[Verb]
    boxes: Mapping[str, str]
    begins: Callable[[Counter], str]
    charts: Mapping[str, Chart] = field(default_factory=dict)
    worth: str = "strength"
    gone: str = "eliminated"
    scenario: str = "campaign"
    cups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parts: tuple[object, ...] = ()
    seeing: Seeing | None = None
    markers: tuple[str, ...] = ()
    secret: Mapping[str, str] = field(default_factory=dict)

    def game(self, **more: Any) -> Game:
        """The record; `more` are fields of a `Game` that this game has besides or has otherwise."""
        self.check_phases()
        self.cite()
        cards = {CARD: names_of(load_roster(self.home), self.cards)} if self.cards else {}
        choices, grammar = self.choices, grammar_of(self.home, (*self.verbs, END), cards)
        made = Game(
            name=self.name,
            title=self.title,
            folder=self.folder,
            sides=self.sides,
            rules="1",
            scenarios=(self.scenario,),
            start=self.start,
            sequence=sequence(*self.turns.segments),
            grammar=grammar,
            choices=choices,
            kinds=KINDS,
            standing=self.standing(grammar),
            view=self.view,
            faults=self.faults,
            victory=lambda state: self.victory.standings(state, self.sides),
            lay=lambda state, table: laid(state, self.victory),
            names=cache(self.names),
            step_names=STEP_NAMES,
            boxes=self.all_boxes,
            gone=(self.gone,),
            state_keys=dict.fromkeys(self.secrets, "what one side has chosen"),
            standins=standins(self.charts.values()),
            from_log=Drags(choices.forms, self.way).orders,
            flags=tuple(self.flags),
            turns=self.victory.last,
            on_top=self.seeing.top if self.seeing else None,
            ahead=choices.ahead(*self.turns.courses, barred=theirs),
            piles=(*self.cups, *self.piles),
            means=self.means,
        )
        return replace(made, **more)

    @property
    def home(self) -> str | Path:
        """Where its map and counters are: the name of a game of the house, or its folder."""
        return self.name if self.folder.parent == GAMES else self.folder.parent

    @cached_property
    def choices(self) -> Choices:
        """All its questions."""
        return Choices(with_attacks(self.turns.rows, self.turns.choices))

    def check_phases(self) -> None:
        """There are phases, and each is one of a side of the game. Raises ValueError."""
        if not self.turns.phases:
            raise ValueError("Turns has no phases: give it phases=(Phase(...), ...)")
        for phase in self.turns.rows:
            if phase.side not in self.sides:
                sides = " or ".join(map(repr, self.sides))
                raise ValueError(f"Phase {phase.id!r} has the side {phase.side!r}, not {sides}")

    def astray(self, board: Board, counters: Iterable[Counter]) -> Iterator[Fault]:
        """The lines of the roster whose unit has a side or begins at a place that the game does not have."""
        known, (space, _) = {*board.spaces, *self.all_boxes, self.gone}, board.called
        source, strange = find_game(self.home), set[str]()
        lines = source.text("roster.csv").splitlines()
        for one in counters:
            line = next((n for n, text in enumerate(lines, 1) if text.startswith(f"{one.id},")), 0)
            file, at = f"{source.label}/roster.csv", self.begins(one)
            if one.side not in self.sides:
                if one.side not in strange:
                    sides = " and ".join(self.sides)
                    rules = f"the rules, in {self.folder.name}/ of the game's folder, have SIDES {sides}"
                    yield Fault(file, line, one.side, f"the side of {one.id}, but {rules}")
                strange.add(one.side)
            elif at not in known:
                near = did_you_mean(nearest(at, known, 1), "; ")
                yield Fault(file, line, at, f"{one.id} begins there, and it is not a {space} or a box{near}")

    def unheld(self, control: Mapping[str, str]) -> Iterator[Fault]:
        """The hexes that are held at the start by nobody who plays."""
        file = find_map(self.home) / "places.csv"
        lines = file.read_text(encoding="utf-8-sig").splitlines() if file.is_file() else []
        for space, side in control.items():
            if side not in self.sides:
                line = next((n for n, text in enumerate(lines, 1) if text.startswith(f"{space},")), 0)
                near = did_you_mean(nearest(side, self.sides, 1), "; ")
                why = f"{self.victory.owner!r} of {space} is a side: {' or '.join(self.sides)}{near}"
                yield Fault(str(file), line, side, why)

    def cite(self) -> None:
        """Register the clauses of all its parts where they are enforced."""
        parts = list(parts_in((self.ground, self.turns, self.victory, self.seeing, self.parts)))
        register(self.name, parts)
        for part in parts:
            if isinstance(part, Fighting):
                part.check_results()
            for result in part.results.values() if isinstance(part, Fighting) else ():
                cite(self.name, result.clause, f"{Fighting.__module__}:{Fighting.roll.__qualname__}")

    def start(self, scenario: str) -> State:
        """The position before the first phase. Raises KeyError for an unknown scenario, and BadStart."""
        if scenario != self.scenario:
            raise KeyError(scenario)
        board, turns = load_board(self.home), self.turns
        roster = placed(load_roster(self.home), board)
        backs = self.seeing.pictures if self.seeing else ()
        counters = [counter for counter in roster.counters.values() if counter.id not in backs]
        held = self.victory.at_start(board)
        if wrong := [*self.astray(board, counters), *self.unheld(held)]:
            raise BadStart(wrong)
        units = {c.id: Unit(c.id, c.side, self.begins(c), c.full) for c in counters}
        first = Frame(turns.before[0].id if turns.before else turns.opening)
        decks = {pile: one.cards * (pile == one.deck.pile) for one in self.hands for pile in one.piles}
        hands = dict.fromkeys(self.sides if self.hands else (), ())
        control, cups = dict(held), {**self.cups, **decks}
        return State(
            board, roster, tuple(self.sides), units, frames=(first,), control=control, cups=cups, hands=hands
        )

    def means(self, rule: str, word: str) -> str:
        """What a result of the die under this clause asks for, in words."""
        fights = (part for part in parts_in(self.turns) if isinstance(part, Fighting))
        found = (part.results[word] for part in fights if part.clauses.die == rule and word in part.results)
        return next((meaning(one, load_board(self.home).called) for one in found), "")

    def names(self) -> Names:
        """Printed names of everything a report may mention."""
        printed = printed_names(load_board(self.home), load_roster(self.home))
        unseen = {UNSEEN: self.seeing.out_of_sight} if self.seeing else {}
        return Names({**printed, **self.sides, **self.boxes, **self.piles, **unseen})

    @property
    def all_boxes(self) -> tuple[str, ...]:
        """The places beside the map, that of unseen units among them."""
        return (*self.boxes, *((UNSEEN,) if self.seeing else ()))

    @cached_property
    def flags(self) -> dict[str, None]:
        """The markers that a unit may have."""
        parts = parts_in((self.turns, self.parts))
        return dict.fromkeys((*(part.flag for part in parts if isinstance(part, Supplying)), *self.markers))

    def faults(self, state: State) -> list[str]:
        """What is wrong with a position."""
        strange, sides = [one for one in state.units.values() if one.side not in self.sides], self.sides
        if strange:
            return [f"{unit.id} is on the side {unit.side}, not {' or '.join(sides)}" for unit in strange]
        if state.turn > self.victory.last:
            return [f"the last is {self.victory.last}: give Turns over="]
        units = unit_faults(state, lambda state, unit: self.all_boxes, (self.gone,), frozenset(self.flags))
        return [*units, *mixed(state), *self.ground.overfull(state), *misplaced(state, self.cards)]

    def way(self, state: State, topic: str, unit: Unit, origin: str, to: str) -> tuple[str, ...]:
        """The hexes of a drag, by the way of moving that the question asks for, else by the first."""
        ways = [work for work in self.turns.works if isinstance(work, Moving)]
        asked = [work for work in ways if work.topic == topic] or ways
        return asked[0].way(state, unit, origin, to) if asked else ()

    def view(self, state: State, side: str) -> State:
        """The position as a side may know it."""
        acting = {row.id: row.side for row in self.turns.rows}
        closed = Secrets(
            plans=dict.fromkeys(PLANS, ABSENT) if self.seeing else {},
            facts=self.secrets,
            acting=lambda state: acting.get(state.segment, ""),
            face_down=self.cards.__getitem__ if self.hands else None,
            places={one.deck.pile: "" for one in self.hands},
        )
        return closed.hide(self.seeing.view(state, side) if self.seeing else state, side)

    @cached_property
    def hands(self) -> tuple[Playing, ...]:
        """The parts in which cards are played."""
        found = (part for part in parts_in((self.turns, self.parts)) if isinstance(part, Playing))
        return tuple({id(one): one for one in found}.values())

    @property
    def cards(self) -> dict[str, str]:
        """The cards that are played from hands, and their backs."""
        return {card: f"{BACK}{one.deck.pile}" for one in self.hands for card in one.cards}

    @property
    def piles(self) -> dict[str, str]:
        """The decks and their discards, and what sentences call them."""
        return {pile: name for one in self.hands for pile, name in one.piles.items()}

    @cached_property
    def secrets(self) -> dict[str, str]:
        """The facts that one side alone may know, and that side."""
        chosen = ((row.work, row.side) for row in self.turns.rows)
        found = {work.fact: side for work, side in chosen if isinstance(work, Choosing) and work.secret}
        return {**found, **self.secret}

    def standing(self, grammar: Callable[..., Any]) -> StandingOrders:
        """What its standing orders may say."""
        return StandingOrders(
            grammar=grammar,
            topics=self.choices.topics,
            conditions={"at": place(HEX), "turn": TURN},
            policies=self.choices.policies,
            lists=self.choices.lists,
            worth=lambda state, unit: printed(state, state.units[unit], self.worth),
            distance=distance,
            near_enemy=ends_in(self.ground.covered),
            space=HEX,
            sides=tuple(self.sides),
        )


def laid(state: State, victory: Victory) -> State:
    """A position that a rehearsal lays: hexes that it does not speak of are held as at the start."""
    return state.but(control={**victory.at_start(state.board), **state.control})
