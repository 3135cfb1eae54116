"""What happens to units: they move, are placed, lose and regain steps, leave, carry flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.events.fact import Event, Names
from adjudicator.state import Json, State, Unit
from files.natural import natural


class UnitMoved(Event):
    """A unit went along `path`, which starts where it stood and ends where it stands.

    `how` is "move", "strategic", "rail", "reserve", "free", "retreat", "advance", "displaced", "follow",
    "set up" ...; `cost` its price in movement points, or the running total at each space: "1, 2, 5 of 7".
    """

    unit: str
    path: tuple[str, ...]
    how: str = "move"
    cost: str = ""

    def apply(self, state: State) -> State:
        """The unit is at the end of its path."""
        return state.with_unit(replace(state.units[self.unit], at=self.path[-1]))

    def says(self, names: Names) -> str:
        """Who went where, and how; of who comes or goes off the map, where on the map alone."""
        start, way = names(self.path[0]), ", ".join(names(space) for space in self.path[1:])
        if there := {
            "set up": f"is set up in {way}", "enters": f"enters at {way}",
            "leaves the map": f"leaves the map from {start}", "is kept": f"stays {names.at(self.path[-1])}",
            "is taken up": f"is taken up in {start}",
        }.get(self.how):  # fmt: skip
            return f"{names(self.unit)} {there}."
        words = {
            "move": "moves", "reserve": "moves from reserve", "free": "moves freely", "retreat": "retreats",
            "advance": "advances", "displaced": "escapes", "follow": "follows",
            "strategic": "marches strategically", "rail": "goes by rail", "flee": "flees",
        }  # fmt: skip
        total = f" (MP {self.cost})" if " of " in self.cost else ""
        return f"{names(self.unit)} {words.get(self.how, self.how)} from {start} to {way}{total}."


class UnitPlaced(Event):
    """A unit came on the map, or into a box, with so many steps."""

    unit: str
    at: str
    steps: int
    why: str = ""

    def apply(self, state: State) -> State:
        """The unit stands there, with nothing on it."""
        unit = replace(state.units[self.unit], at=self.at, steps=self.steps, flags=frozenset())
        return state.with_unit(unit)

    def says(self, names: Names) -> str:
        """Which unit stands where now, and why."""
        return f"{names(self.unit)} is placed {names.at(self.at)}{f' ({self.why})' if self.why else ''}."

    def with_next(self, other: Event) -> Event | None:
        """Units that are placed one after the other are told together."""
        return UnitsPlaced(rule=self.rule, to=self.to, placed=(self,)).with_next(other)


class UnitsPlaced(Event):
    """Units that were placed one after the other, told in one: reports make it, no journal has it."""

    placed: tuple[UnitPlaced, ...]

    def says(self, names: Names) -> str:
        """Which unit stands where now, hex by hex, and why."""
        why, units = self.placed[0].why, {one.unit: one.at for one in self.placed}
        return f"Placed{f' ({why})' if why else ''}: {by_space(units, names)}."

    def with_next(self, other: Event) -> Event | None:
        """One more, for the same reason."""
        if not isinstance(other, UnitPlaced):
            return None
        first = self.placed[0]
        alike = (other.rule, other.to, other.why) == (first.rule, first.to, first.why)
        return replace(self, placed=(*self.placed, other)) if alike else None


def by_space(units: Mapping[str, str], names: Names) -> str:
    """Units by where they are: "2910: Stu-4; 3508: Sch-3 and Sch-4"."""
    stacks: dict[str, list[str]] = {}
    for unit, at in units.items():
        stacks.setdefault(at, []).append(unit)
    return "; ".join(f"{names(at)}: {names.in_series(stacks[at])}" for at in sorted(stacks, key=natural))


class SetUpShown(Event):
    """A set-up is accepted, and both sides see it."""

    side: str
    units: Mapping[str, str]

    def apply(self, state: State) -> State:
        """Its units stand there."""
        units = {id_: replace(state.units[id_], at=at) for id_, at in self.units.items()}
        return state.but(units={**state.units, **units})

    def says(self, names: Names) -> str:
        """Whose set-up it is, hex by hex."""
        told = by_space(self.units, names)
        return f"{names.begins(self.side)} has set up. {told or 'Nothing of it lies open'}."

    def still_told(self, before: list[Event]) -> list[Event]:
        """All but where its owner was told that these units were set up, one by one."""
        return [one for one in before if not self.tells(one)]

    def tells(self, event: Event) -> bool:
        """Whether it tells all that an event tells of units that are set up."""
        match event:
            case UnitsPlaced():
                return all(map(self.tells, event.placed))
            case UnitPlaced():
                return event.unit in self.units
            case UnitMoved():
                return event.how == "set up" and event.unit in self.units
        return False


class UnitEntered(Event):
    """A unit came on the map at a hex, and went on from there; `cost` as of moves."""

    unit: str
    path: tuple[str, ...]
    cost: str

    def apply(self, state: State) -> State:
        """It stands at the end of its path."""
        return state.with_unit(replace(state.units[self.unit], at=self.path[-1]))

    def says(self, names: Names) -> str:
        """Who came, where, and how far."""
        way = f" and goes to {', '.join(map(names, self.path[1:]))}" if self.path[1:] else ""
        return f"{names(self.unit)} enters at {names(self.path[0])}{way} (MP {self.cost})."


class UnitMade(Event):
    """A unit came into play that no roster lists by itself: bought, split off, left by another. `what` is the
    counter of the roster that it is one of."""

    unit: str
    what: str
    side: str
    at: str
    steps: int

    def apply(self, state: State) -> State:
        """There is one unit more. Raises ValueError where there is one of this id."""
        if self.unit in state.units:
            raise ValueError(f"there is a unit {self.unit}")
        return state.with_unit(Unit(self.unit, self.side, self.at, self.steps, kind=self.what))

    def says(self, names: Names) -> str:
        """What there is now, and where."""
        kind = "" if names(self.unit) == names(self.what) else f" ({names(self.what)})"
        return f"{names(self.unit)}{kind} comes into play {names.at(self.at)}."


class StepLost(Event):
    """A unit lost steps and stays in play with those that are left. `lost` is how many it lost at once."""

    unit: str
    left: int
    lost: int = 1

    def apply(self, state: State) -> State:
        """So many steps fewer."""
        return state.with_unit(replace(state.units[self.unit], steps=self.left))

    def says(self, names: Names) -> str:
        """Who was reduced, and by how much."""
        return f"{names(self.unit)} {'is reduced' if self.lost == 1 else f'loses {self.lost} steps'}."

    def facts(self) -> dict[str, Json]:
        """A single step is not counted: journals had none when nothing ever lost more."""
        return {name: fact for name, fact in super().facts().items() if (name, fact) != ("lost", 1)}


class StepRegained(Event):
    """A unit got a step back."""

    unit: str
    steps: int

    def apply(self, state: State) -> State:
        """So many steps now."""
        return state.with_unit(replace(state.units[self.unit], steps=self.steps))

    def says(self, names: Names) -> str:
        """Who recovered."""
        return f"{names(self.unit)} is restored."


class UnitEliminated(Event):
    """A unit left the map: to the eliminated box, or out of the game (`box` = "withdrawn")."""

    unit: str
    at: str
    box: str = "eliminated"
    why: str = ""

    def apply(self, state: State) -> State:
        """The unit is in its box with no step left."""
        unit = replace(state.units[self.unit], at=self.box, steps=0, flags=frozenset())
        return state.with_unit(unit)

    def says(self, names: Names) -> str:
        """Who was lost, where, and why."""
        verb = "is eliminated" if self.box == "eliminated" else "leaves the game"
        return f"{names(self.unit)} {verb} {names.at(self.at)}{f': {self.why}' if self.why else ''}."


class FlagsChanged(Event):
    """Markers were laid on units and taken off. `hushed` when the report tells it anyway."""

    units: tuple[str, ...]
    add: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    why: str = ""
    hushed: bool = False

    def apply(self, state: State) -> State:
        """Each named unit with its flags as they are now."""
        units = dict(state.units)
        for id_ in self.units:
            unit = units[id_]
            units[id_] = replace(unit, flags=(unit.flags | set(self.add)) - set(self.drop))
        return state.but(units=units)

    def says(self, names: Names) -> str:
        """What is on whom."""
        parts = [f"now {told}" for flag in self.add if (told := names.flag(flag))]
        parts += [f"no longer {told}" for flag in self.drop if (told := names.flag(flag))]
        if self.hushed or not parts:
            return ""
        one = "is" if len(self.units) == 1 else "are"
        because = f" ({self.why})" if self.why else ""
        return f"{names.list(self.units)} {one} {', '.join(parts)}{because}."
