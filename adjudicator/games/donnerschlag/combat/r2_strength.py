"""The modified ratio of a combat (extended step C): strengths, shifts, die roll modifiers.

D.oos.5, D.tec.city.1    what a unit counts      worth_of
D.combat.6, D.crt.cols   the ratio, the column   odds_of
D.mod, D.tec             shifts, modifiers       shifts, drms
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.mechanics.charts import modifier_in
from adjudicator.mechanics.drm import DRM
from adjudicator.mechanics.odds import Strength, column
from adjudicator.mechanics.shifts import Shift, shifted
from adjudicator.mechanics.strength import Change, Odds, Worth, total_strength, worth
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from ..cards import card, code, effect
from ..charts import charts
from ..levels import ATTACKERS, DEFENDERS, camp, combat
from ..pieces import INFANTRY, ORANGE, TANK, YELLOW, class_of, strength, trait
from ..position import name, unbridged
from ..r2_supply import out_of_supply

CITY, TOWN = "city", "town"
SHIFT, DIE = "shift", "die"
"""What a card may change by the number of its effect: columns to the right, or the die."""
NO_TANK_BONUS, NO_TERRAIN, STURDY = ("PAK88", "AMBUSH"), "ENGR", "SWT40"
PARTS = {ATTACKERS: "attack", DEFENDERS: "defence"}


@dataclass(frozen=True, slots=True)
class Clash:
    """Who fights whom for which hex, and the cards that count."""

    attackers: Sequence[Unit]
    defenders: Sequence[Unit]
    space: str
    played: Sequence[str] = ()

    def cards(self, *codes: str) -> Iterator[str]:
        """The cards of these kinds among those that count."""
        return (one for one in self.played if code(one) in codes)


def now(state: State) -> Clash:
    """The combat that is fought."""
    here = combat(state)
    return Clash(camp(state, ATTACKERS), camp(state, DEFENDERS), here.space, here.played)


def settlement(state: State, space: str) -> str:
    """The row of the Terrain Effects Chart for the village, station, town or city in a hex; "" without
    one."""
    return str(state.board.spaces[space].facts["settlement"])


@rule("D.oos.5", "D.tec.city.1", "D.combat.6")
def worth_of(state: State, unit: Unit, role: str, clash: Clash) -> Worth:
    """What a unit counts, exactly: half out of supply, half in an attack on a city, and both halve each
    other's result (D-R3, D-R4). With SWT-40, infantry that defends counts 1 more."""
    printed = strength(state, unit)

    def changes(value: Strength) -> Iterator[Change]:
        if out_of_supply(state, unit):
            value = Fraction(value) / 2
            yield Change("D.oos.5", value, "out of supply")
        if role == ATTACKERS and settlement(state, clash.space) == CITY:
            value = Fraction(value) / 2
            yield Change("D.tec.city.1", value, "attacks a city")
        for one in clash.cards(STURDY) if role == DEFENDERS and class_of(state, unit) == INFANTRY else ():
            value += 1
            yield Change("D.combat.6", value, card(one).title)

    first = Change("D.combat.6", printed, "as printed")
    return worth(PARTS[role], unit.id, first, list(changes(printed)))


@rule("D.mod.tank.1", "D.mod.tank.2", "D.tec.town.2", "D.tec.city.2", "D.oos.6")
def tank_bonus(state: State, clash: Clash) -> bool:
    """Whether the attackers have the Tank Bonus: one tank in supply is enough; not against a town or a city.
    The defender never has it."""
    if settlement(state, clash.space) in {TOWN, CITY}:
        return False
    return any(class_of(state, u) == TANK and not out_of_supply(state, u) for u in clash.attackers)


@rule("D.mod.ca.1", "D.mod.ca.2", "D.mod.ca.3", "D.tec.city.2", "D.oos.6")
def combined_arms(state: State, units: Iterable[Unit], space: str) -> bool:
    """Whether a side has the Combined Arms Bonus, once: units in supply with both backgrounds of their
    strength; for nobody in a city."""
    if settlement(state, space) == CITY:
        return False
    supplied = (unit for unit in units if not out_of_supply(state, unit))
    return {YELLOW, ORANGE} <= {trait(state, unit, "background") for unit in supplied}


@rule("D.mod.cum", "D.mod.tank.1", "D.mod.ca.1", "D.mod.ca.2", "D.combat.6")
def shifts(state: State, clash: Clash) -> tuple[Shift, ...]:
    """All shifts, which add up: to the right for the attacker, to the left for the defender."""
    found = []
    if tank_bonus(state, clash) and not any(clash.cards(*NO_TANK_BONUS)):
        found.append(Shift("D.mod.tank.1", 1, "Tank Bonus"))
    if combined_arms(state, clash.attackers, clash.space):
        found.append(Shift("D.mod.ca.1", 1, "Combined Arms Bonus of the attackers"))
    if combined_arms(state, clash.defenders, clash.space):
        found.append(Shift("D.mod.ca.2", -1, "Combined Arms Bonus of the defenders"))
    found += [Shift("D.combat.6", by, card(one).title) for one in clash.played if (by := effect(one, SHIFT))]
    return tuple(found)


SETTLED = {"village": "D.tec.village", "station": "D.tec.village", "town": "D.tec.town.1"}


@rule(
    "D.tec.clear", "D.tec.road", "D.tec.village", "D.tec.town.1", "D.tec.river.2", "D.tec.bridge"
)  # fmt: skip
def terrain_drms(state: State, clash: Clash) -> list[DRM]:
    """What terrain takes from the die: an unbridged river only if every attacker attacks across one (D-R8), a
    village, station or town its value; a clear hex nothing, nor does a road, which leaves the rest as it
    is."""
    chart, kind = charts()["tec"], settlement(state, clash.space)
    found = []
    if all(unbridged(state.board, unit.at, clash.space) for unit in clash.attackers):
        value = modifier_in(chart.cell("Attack", "river"))
        found.append(DRM("D.tec.river.2", value, "all attack across an unbridged river"))
    if kind and (value := modifier_in(chart.cell("Attack", kind))):
        found.append(DRM(SETTLED[kind], value, f"{name(state, clash.space)} is a {kind}"))
    return found


@rule("D.combat.7", "D.mod.cum")
def drms(state: State, clash: Clash) -> tuple[DRM, ...]:
    """All modifiers of the die, which add up (D-R9). Engineers leave out one of terrain's, the greater."""
    found = terrain_drms(state, clash)
    for _ in clash.cards(NO_TERRAIN):
        if found:
            found.remove(min(found, key=lambda drm: drm.value))
    found += [DRM("D.combat.7", by, card(one).title) for one in clash.played if (by := effect(one, DIE))]
    return tuple(found)


@rule("D.combat.6", "D.crt.cols", "D.crt.shiftends")
def odds_of(state: State, clash: Clash) -> Odds:
    """The whole arithmetic: strengths are added, the ratio is rounded down to a column, once; then it is
    shifted, and stops at either end of the table (D-R2, D-R3)."""
    ours = [worth_of(state, unit, ATTACKERS, clash) for unit in clash.attackers]
    theirs = [worth_of(state, unit, DEFENDERS, clash) for unit in clash.defenders]
    attack, defence = total_strength(ours), total_strength(theirs)
    chart, moved = charts()["crt"], shifts(state, clash)
    raw = column(attack, defence, chart.columns)
    assert raw is not None  # the first column is 0:1, and nobody defends with nothing
    end = shifted(raw, moved, chart.columns, chart.columns, floor=True)
    assert end is not None
    parts = tuple(part for one in (*ours, *theirs) for part in one.parts)
    return Odds(attack, defence, parts, chart, end, drms(state, clash), moved)
