"""Rule 7.4, odds: what everybody counts in a combat, the column, and its shifts.

0.1c, 0.1d   exact fractions, one rounding     attack_worth, defence_worth, rounded
7.4          supply, isolation, rivers         halves, across
7.4a         terrain shifts                    terrain_shifts, line_shifts
7.4b, K-R25  the column                        raw_column, final_column
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from adjudicator.mechanics import odds
from adjudicator.mechanics.odds import Strength, number
from adjudicator.mechanics.shifts import Shift, and_below, shifted
from adjudicator.mechanics.strength import Change, Worth, total_strength, worth
from adjudicator.rulings import rule
from adjudicator.state import Json, State, Unit

from .. import terrain
from ..charts import charts
from ..position import ATTACK, DEFENCE, GERMAN, ISOLATED, OUT_OF_SUPPLY, printed, trait
from ..turn import r12_hipper

WORST = 12
"""How far below 1-2 imaginary columns go: further than any shift brings back."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The arithmetic of one attack: both totals, rounded once, where they come from, and the column.

    `column` is "" when the attack is worse than the first column (7.4b point 1).
    """

    attack: int
    defence: int
    parts: tuple[Json, ...]
    shifts: tuple[Shift, ...]
    column: str


@rule("7.3c.1", "7.3c.3", "K-R16")
def adds_nothing(state: State, unit: Unit) -> bool:
    """Whether a unit adds nothing to an attack: its attack is zero, or bracketed, which counts as zero."""
    return printed(state, unit, ATTACK) == 0 or trait(state, unit, "bracket") == "yes"


@rule("0.1c.1", "0.1c.2", "7.3c.3", "7.4.2", "7.4.3", "7.4.4", "K-R27")
def attack_worth(state: State, unit: Unit, space: str) -> Worth:
    """What an attacker counts, exactly: half without supply (7.4 point 1) or isolated (point 2), and half
    again across a river or a lake side (point 3)."""
    base = printed(state, unit, ATTACK)
    first = Change("0.3.1", base, "as printed")
    if adds_nothing(state, unit):
        nothing = [Change("7.3c.3", 0, "adds nothing to an attack")] if base else []
        return worth(ATTACK, unit.id, first, nothing)
    reasons = [*supply_halves(unit, ATTACK), *river_halves(state, unit, space)]
    return worth(ATTACK, unit.id, first, halves(base, reasons))


@rule("7.4.3")
def defence_worth(state: State, unit: Unit) -> Worth:
    """What a defender counts, exactly: half when isolated, never less for rivers."""
    base = printed(state, unit, DEFENCE)
    return worth(
        DEFENCE, unit.id, Change("0.3.1", base, "as printed"), halves(base, supply_halves(unit, DEFENCE))
    )


def halves(base: Strength, reasons: Iterable[tuple[str, str]]) -> Iterator[Change]:
    """A strength halved once for each of these clauses and reasons; the fraction stays (0.1c)."""
    value = Fraction(base)
    for clause, reason in reasons:
        value /= 2
        yield Change(clause, value, reason)


@rule("11.3a.1", "11.3a.2", "11.3b.1")
def supply_halves(unit: Unit, role: str) -> list[tuple[str, str]]:
    """Why a strength is halved for want of supply: an attack without supply, and nothing else of the unit
    (11.3a); both strengths when it is isolated (11.3b)."""
    if ISOLATED in unit.flags:
        return [("7.4.3", "isolated")]
    return [("7.4.2", "out of supply")] if OUT_OF_SUPPLY in unit.flags and role == ATTACK else []


def river_halves(state: State, unit: Unit, space: str) -> list[tuple[str, str]]:
    """Why an attack across this hexside is halved, by the Terrain Effects Chart."""
    clause = {"lake": "7.4a.5"}
    found = crossings(state, unit.at, space)
    return [
        (clause.get(row, "7.4.4"), f"across a {row}")
        for row in found
        if attack_across(row).startswith("half")
    ]


def crossings(state: State, a: str, b: str) -> tuple[str, ...]:
    """The rows of the Terrain Effects Chart that an attack from a to b meets at the hexside."""
    bridge = "bridged" if terrain.bridged(state, a, b) else "unbridged"
    found = {
        f"minor river, {bridge}": "river-minor" in state.board.between(a, b),
        f"major river, {bridge}": "river-major" in state.board.between(a, b),
        "lake": terrain.lake_side(state, a, b),
    }
    return tuple(row for row, there in found.items() if there)


def attack_across(row: str) -> str:
    """What the Terrain Effects Chart says of an attack across a hexside: "-", "half", "no", "1 left ..."."""
    return charts()["tec-hexsides"].cell("attack across", row)


@rule("0.1c.2", "0.1d.1")
def rounded(role: str, worths: Sequence[Worth]) -> tuple[int, tuple[Json, ...]]:
    """A total, rounded down once after everything is added (0.1d), and all its parts."""
    exact = total_strength(worths)
    whole = exact.numerator // exact.denominator
    parts = tuple(part for one in worths for part in one.parts)
    if whole != exact:
        down = {"side": role, "unit": "total", "rule": "0.1d.1", "was": number(exact), "is": whole}
        parts = (*parts, {**down, "reason": "the sum is rounded down once"})
    return whole, parts


@rule("7.4a.1", "7.4a.2", "7.4a.3", "K-R67")
def terrain_shifts(state: State, space: str) -> tuple[Shift, ...]:
    """The shifts to the left for the ground of the defender's hex and the settlement in it; both count."""
    kinds = (terrain.terrain(state, space), terrain.settlement(state, space))
    found = {kind: int(charts()["tec"].cell("shift", kind)) for kind in kinds if kind}
    return tuple(Shift("7.4a.1", -left, f"defender in a {kind}") for kind, left in found.items() if left)


@rule("7.4a.4")
def line_shifts(
    state: State, space: str, attackers: Sequence[Unit], defenders: Sequence[Unit]
) -> list[Shift]:
    """The shift of a Festung or a defensive line: for Germans only, when every attacker attacks across such
    a side of their hex."""
    if defenders[0].side != GERMAN:
        return []
    rows = {terrain.line_row(state, space, unit.at) for unit in attackers}
    if "" in rows:
        return []
    left = min(int(attack_across(row).split()[0]) for row in rows)
    return [Shift("7.4a.4", -left, f"all attack across a {' or a '.join(sorted(rows))}")]


@lru_cache(maxsize=4_096)
@rule("7.4.1", "0.1d.2", "7.4b.2", "K-R25")
def raw_column(attack: int, defence: int) -> str | None:
    """The column of a ratio before shifts, rounded in the defender's favour: above 8 to 1 the last one, below
    1 to 2 an imaginary one; None for one that no shift could bring back."""
    return odds.column(attack, defence, and_below(charts()["crt"].columns, WORST))


@rule("7.4b.1", "7.4b.2", "7.4b.3", "0.1d.3", "K-R25")
def final_column(attack: int, defence: int, shifts: Sequence[Shift]) -> str:
    """The column on which an attack is rolled, "" when it is below the first one (7.4b point 1). Against a
    defence rounded down to nothing it is the last one whatever the shifts (point 3)."""
    columns = charts()["crt"].columns
    if defence == 0:
        return columns[-1]
    raw = raw_column(attack, defence)
    return (shifted(raw, shifts, and_below(columns, WORST), columns) or "") if raw else ""


@rule("7.2.2", "7.3b.1", "7.3b.2", "7.4.1", "7.4b.3")
def odds_of(
    state: State,
    attackers: Sequence[Unit],
    defenders: Sequence[Unit],
    space: str,
    more: Sequence[Shift] = (),
    support: Sequence[Worth] = (),
) -> Odds:
    """The whole arithmetic of an attack on the hex `space` (7.2 point 2): all defenders together (7.3b),
    `more` shifts, from the air, beside those of the ground, `support` beside the attackers' strengths."""
    ours = [*(attack_worth(state, unit, space) for unit in attackers), *support]
    attack, parts = rounded(ATTACK, ours)
    defence, theirs = rounded(DEFENCE, [defence_worth(state, unit) for unit in defenders])
    shifts = (*terrain_shifts(state, space), *line_shifts(state, space, attackers, defenders), *more)
    counted = shifts if defence else ()
    return Odds(attack, defence, (*parts, *theirs), counted, final_column(attack, defence, shifts))


@rule("12.6.3", "12.6.4")
def ship_worth(state: State) -> Worth:
    """What Admiral Hipper adds to an attack; nothing halves it."""
    guns = printed(state, state.units[r12_hipper.SHIP], ATTACK)
    return worth(ATTACK, r12_hipper.SHIP, Change("12.6.3", guns, "guns of Admiral Hipper"), [])
