"""What buying makes happen: a group that was bought, or given, comes into being."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.events import Event, Names
from adjudicator.state import Json, State, Unit

from .campaign import OWN
from .position import BOUGHT


@dataclass(frozen=True, kw_only=True)
class GroupArrived(Event):
    """A reinforcement group was rolled for: `units` by id, each of a kind, lie in the box of what was bought,
    with these flags; `came` is what its side's record says of it."""

    side: str
    group: str
    title: str
    units: Mapping[str, str]
    flags: tuple[str, ...]
    came: Mapping[str, Json]

    def apply(self, state: State) -> State:
        """The units are there, and the group is on record. Raises ValueError for one that is already."""
        if self.units.keys() & state.units.keys():
            raise ValueError(f"there is a group {self.group} already")
        made = {
            id_: Unit(id_, self.side, BOUGHT, 1, frozenset(self.flags), kind)
            for id_, kind in sorted(self.units.items())  # as a journal has them that is read back
        }
        own = state.facts.get(OWN + self.side, {})
        groups = {**own.get("groups", {}), self.group: self.came}
        facts = {**state.facts, OWN + self.side: {**own, "groups": groups}}
        return state.but(units={**state.units, **made}, facts=facts)

    def says(self, names: Names) -> str:
        """What the group is: "I5#1 Engineer Ptn, depleted: 2 x 6-2-8, LMG, DC, 9-1; set up by entry"."""
        strength = f", {self.came['strength']}" if self.came.get("strength") else ""
        counted = Counter(names(kind) for _, kind in sorted(self.units.items()))
        units = [f"{count} x {kind}" if count > 1 else kind for kind, count in counted.items()]
        ammo = [f"{self.came['ammo']} ammunition"] if self.came.get("ammo") else []
        told = ", ".join([*units, *ammo]) or "bought"
        flags = ", ".join(flag for flag in self.flags if flag != "new")
        return f"{self.group} {self.title}{strength}: {told}{f' ({flags})' if flags else ''}."
