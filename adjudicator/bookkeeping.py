"""A game without rules of its own: hexpost keeps the books, the players keep the rules.

Sides move in turn. Every order that names what is there is carried out and reported; nothing is forbidden but
to touch the other side's units. Dice are the desk's own, so that nobody has to trust anybody.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from adjudicator.by_mail.drags import LogLine, LogMove
from adjudicator.choices import Choice, Choices
from adjudicator.events import (
    Event,
    Names,
    StepLost,
    StepRegained,
    UnitEliminated,
    UnitMoved,
    UnitPlaced,
    kinds,
)
from adjudicator.game import Game
from adjudicator.orders import Grammar, Order, Verb, read_nothing, read_unit
from adjudicator.play import Play
from adjudicator.reader import Lexicon, Reader
from adjudicator.rulings import Refused, Unreadable
from adjudicator.sequence import Segment, next_side, sequence
from adjudicator.state import Decision, Frame, Json, State, Unit
from adjudicator.typed_values import read_as
from builder.module.rosters import placed
from counters.roster.counter import Roster
from counters.roster.load import load_roster
from counters.roster_faults import RosterError
from files.faults import Fault
from files.nearest import did_you_mean
from maps.board import Board
from maps.reading.hexmap import range_of
from maps.reading.load import find_map, load_board
from maps.reading.tables import read_toml

OFF = "off-map"
MOST_DICE = 20
VERBS = ("move", "put", "flip", "remove", "roll", "done")


def boxes_of(folder: Path) -> Callable[[str], bool]:
    """Whether something is the name of a box on the sheet of a game's map, such as "turn-3"."""
    sheet = read_toml(find_map(folder) / "map.toml", []).get("sheet", {})
    boxes = {box["id"] for box in sheet.get("box", [])}
    rows = {track["id"] for track in sheet.get("track", [])} | ({"turn"} if "turns" in sheet else set())
    return lambda name: name in boxes or name.rpartition("-")[0] in rows


class NoSides(RosterError):
    """A roster whose style names no sides: nobody knows who plays."""

    def __init__(self, roster: Roster) -> None:
        found = dict.fromkeys(counter.side for counter in roster.counters.values())
        lines = (f'{_key(one)} = "{one[:1].upper()}{one[1:]}"' for one in found)
        why = "to play by mail, add the sides and their printed names to this file:"
        super().__init__([Fault(roster.style.file, 0, "", "\n".join((why, "", "[sides]", *lines)))])


def _key(word: str) -> str:
    """A word as a key of TOML."""
    return word if re.fullmatch(r"[A-Za-z0-9_-]+", word) else json.dumps(word, ensure_ascii=False)


class Books:
    """The parts of a bookkeeping game, made from its map and its counters. Raises MapError, RosterError, and
    NoSides where style.toml has none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.board: Board = load_board(folder)
        self.roster: Roster = placed(load_roster(folder), self.board)
        self.sides = dict(self.roster.style.sides)
        if not self.sides:
            raise NoSides(self.roster)
        boxes = boxes_of(folder)
        places = {c.id: c.setup for c in self.roster.counters.values() if c.setup}
        lost = [id_ for id_, at in places.items() if at not in self.board.spaces and not boxes(at)]
        if lost:
            raise RosterError(
                [
                    Fault("roster.csv", 0, f"{id_}, set-up {places[id_]}", self.no_place(places[id_]))
                    for id_ in lost
                ]
            )

    def no_place(self, word: str) -> str:
        """What is wrong with a word that names no place, and what may have been meant."""
        near = Lexicon("space", self.board.names()).nearest(word)
        spaces = [space.name for space in self.board.spaces.values()]
        meant = did_you_mean(near) or f"its spaces are {range_of(spaces)}"
        return f"the map has no such space, town or box; {meant}"

    def game(self) -> Game:
        """The record of parts."""
        return Game(
            name=self.board.game,
            title=self.roster.style.title or self.board.game,
            rules="none",
            sides=self.sides,
            scenarios=("setup",),
            start=self.start,
            sequence=sequence(Segment("play", "Play", "", self.ask)),
            grammar=self.grammar,
            choices=Choices(
                (Choice(topic="orders", rule="", verbs=VERBS, take=self.orders, chance=self.bot),)
            ),
            kinds=kinds(),
            view=lambda state, side: state,
            faults=lambda state: [],
            victory=lambda state: {},
            lay=lambda state, table: state,
            names=cache(self.names),
            step_names={2: "full", 1: "reduced"},
            boxes=(OFF,),
            gone=(OFF,),
            folder=self.folder,
            state_keys={},
            from_log=from_log,
        )

    # -- names -------------------------------------------------------------------------------------

    def names(self) -> Names:
        """Printed names of units, spaces and sides."""
        units = {id_: counter.name for id_, counter in self.roster.counters.items()}
        spaces = {id_: space.name for id_, space in self.board.spaces.items()}
        return Names({**units, **spaces, **self.sides, OFF: "off the map"})

    def grammar(self, side: str = "") -> Grammar:
        """The orders that a bookkeeping game understands."""
        counters = self.roster.counters.values()
        units = [(word, c.id) for c in counters for word in (c.id, c.name, *c.aliases)]
        return Grammar(
            (
                Verb(("move",), "move UNIT to SPACE [SPACE ...]", read_way),
                Verb(("put",), "put UNIT on SPACE", read_way, "places a unit on the map"),
                Verb(("flip",), "flip UNIT", read_unit, "turns a counter over"),
                Verb(("remove",), "remove UNIT", read_unit, "takes a unit off the map"),
                Verb(("roll",), "roll [NUMBER]d6", read_dice, "rolls six-sided dice"),
                Verb(("done",), "done", read_nothing, "ends your part of the turn"),
            ),
            {"unit": Lexicon("unit", units), "space": Lexicon("space", self.board.names())},
        )

    # -- play --------------------------------------------------------------------------------------

    def start(self, scenario: str) -> State:
        """The set-up of the roster; units without one, and those in a box beside the map, are off the map."""
        units = {
            c.id: Unit(c.id, c.side, c.setup if c.setup in self.board.spaces else OFF, c.full)
            for c in self.roster.counters.values()
        }
        first = next(iter(self.sides))
        return State(
            self.board, self.roster, tuple(self.sides), units, frames=(Frame("play", {"active": first}),)
        )

    def ask(self, play: Play) -> None:
        """Whose part of the turn it is may give orders until they are done."""
        side = play.state.frame.facts["active"]
        play.ask(
            side, "", "orders",
            "Write your orders, any number of lines in your part of the turn. End with: done",
            VERBS, ("done",), silence="nothing happens", default="done",
        )  # fmt: skip

    def orders(self, play: Play, decision: Decision, lines: list[Order]) -> None:
        """Carry out one line after the other until the side is done."""
        for order in lines:
            if decision not in play.state.decisions:
                return
            try:
                self.carry_out(play, decision, order)
                play.verdict(order, "done")
            except Refused as no:
                play.refuse(order, no)

    def carry_out(self, play: Play, decision: Decision, order: Order) -> None:
        """One line. Raises Refused for a unit of the other side."""
        if order.verb == "roll":
            for _ in range(said(order).dice):
                play.roll("", f"{self.sides[decision.player]} rolls")
        elif order.verb == "done":
            next_side(play, decision, self.sides)
        else:
            play.record(self.event(own(play.state, decision, order), order))

    def event(self, unit: Unit, order: Order) -> Event:
        """What an order does with a unit."""
        full = self.roster.counters[unit.id].full
        if order.verb == "move":
            return UnitMoved(rule="", unit=unit.id, path=(unit.at, *said(order).way))
        if order.verb == "put":
            return UnitPlaced(rule="", unit=unit.id, at=said(order).way[-1], steps=unit.steps or full)
        if order.verb == "remove":
            return UnitEliminated(rule="", unit=unit.id, at=unit.at, box=OFF)
        if unit.steps < full:
            return StepRegained(rule="", unit=unit.id, steps=full)
        return StepLost(rule="", unit=unit.id, left=max(1, full - 1))

    def bot(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """Move something somewhere, and after ten turns give up, so that a game ends."""
        if state.turn > 10:
            return ["resign"]
        mine = [unit for unit in state.units.values() if unit.side == decision.player and unit.at != OFF]
        if not mine:
            return ["done"]
        unit = chance.choice(mine)
        return [f"move {unit.id} {chance.choice(self.board.neighbours(unit.at) or (unit.at,))}", "done"]


def own(state: State, decision: Decision, order: Order) -> Unit:
    """The unit of an order. Raises Refused for another side's."""
    unit = state.units[said(order).unit]
    if unit.side != decision.player:
        raise Refused("", f"{unit.id} is not yours")
    if unit.at == OFF and order.verb != "put":
        raise Refused("", f"{unit.id} is off the map", (f"put {unit.id} on SPACE",))
    return unit


def from_log(state: State, side: str, moves: Sequence[LogMove]) -> list[LogLine]:
    """Every drag of an own unit in a log is an order: it moves, comes on the map, or goes off it."""
    lines: list[LogLine] = []
    for move in moves:
        unit = state.units.get(move.unit)
        if unit is None or unit.side != side:
            lines.append(LogLine((move.n,), "", f"{move.unit} is not yours"))
        elif move.to in state.board.spaces and move.to != move.origin:
            verb = "move" if move.origin in state.board.spaces else "put"
            lines.append(LogLine((move.n,), f"{verb} {unit.id} {move.to}"))
        elif move.to not in state.board.spaces and move.origin in state.board.spaces:
            lines.append(LogLine((move.n,), f"remove {unit.id}"))
    return lines


@dataclass(frozen=True, slots=True)
class Said:
    """What an order says: the `unit`, the spaces of its `way`, how many `dice` are rolled."""

    unit: str = ""
    way: tuple[str, ...] = ()
    dice: int = 0


def said(order: Order) -> Said:
    """What an order says."""
    return read_as(Said, order.args)


def read_way(reader: Reader) -> Mapping[str, Json]:
    """A unit and one or more spaces."""
    unit = reader.one("unit")
    reader.word("to", "on")
    return {"unit": unit, "way": reader.some("space")}


def read_dice(reader: Reader) -> Mapping[str, Json]:
    """How many dice, "2d6" or "2"; one if nothing is said. Raises Unreadable for more than a table could
    hold."""
    found = re.fullmatch(r"([0-9]{0,3})d6", reader.peek())
    reader.at += bool(found)
    dice = int(found[1] or 1) if found else 1 if reader.done() else reader.number()
    if not 1 <= dice <= MOST_DICE:
        raise Unreadable(f"roll 1 to {MOST_DICE} dice")
    return {"dice": dice}
