"""Face-down units, like blocks: the enemy sees that a unit is there, and in combat which one it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.mechanics.armies import army
from adjudicator.state import State, Unit

from .battlefield import noted
from .results import LEVEL, combat
from .seeing import DIM, UNSEEN, Seeing


@dataclass(frozen=True, eq=False, kw_only=True)
class FaceDown(Seeing):
    """What a side sees of an enemy unit: its back, unless it is within sight, in combat, or known.

    backs   side -> the counter that shows the back of its units, and is not a unit
    known   (state, unit) -> whether the other side knows it all the same: an HQ, or one with a marker from
            its first combat
    Nobody sees a unit from a distance unless `reach` says so. `Fighting` takes any odds then (`lowest`), or a
    refusal would tell how strong the defenders are.
    """

    backs: Mapping[str, str]
    reach: Callable[[State, Unit], int] = lambda state, unit: 0
    known: Callable[[State, Unit], bool] = lambda state, unit: False

    @property
    def out_of_sight(self) -> str:
        """What sentences call it: the backs are seen."""
        return "face down on the map"

    @property
    def pictures(self) -> tuple[str, ...]:
        """The backs."""
        return tuple(self.backs.values())

    def top(self, state: State, space: str, side: str) -> str:
        """The unit that a picture shows on top of a stack; "" for the usual order: no back tells more than
        another."""
        return ""

    def hidden(self, state: State, side: str) -> Iterator[Unit]:
        """The units on the map that show a side only their backs."""
        near, shown = self.sighted(state, side), {*noted(state, "attacked"), *fought(state)}
        for unit in army(state, self.ground.enemy(side)):
            if unit.at not in near and unit.id not in shown and not self.known(state, unit):
                yield unit

    def view(self, state: State, side: str) -> State:
        """The position as a side sees it: in the place of each hidden unit its back, by a name that tells
        only the hex."""
        back = self.backs[self.ground.enemy(side)]
        gone = {unit.id: unit for unit in self.hidden(state, side) if unit.kind != back}
        there: dict[str, Unit] = {}
        for unit in sorted(gone.values(), key=lambda unit: unit.at):
            id_ = f"{back}-{unit.at}-{sum(one.at == unit.at for one in there.values()) + 1}"
            there[id_] = Unit(id_, unit.side, unit.at, 1, kind=back)
        unseen = {
            id_: Unit(id_, unit.side, UNSEEN, state.roster.counters[id_].full) for id_, unit in gone.items()
        }
        dim = {unit.at for unit in there.values()} | self.before(state)
        return state.but(
            units={**state.units, **unseen, **there}, facts={**state.facts, DIM: tuple(sorted(dim))}
        )


def fought(state: State) -> tuple[str, ...]:
    """The defenders of the combat in progress."""
    here = any(frame.segment == LEVEL for frame in state.frames)
    return combat(state).defenders if here else ()
