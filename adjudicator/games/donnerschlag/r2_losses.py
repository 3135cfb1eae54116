"""Step losses (D.crt.note.num): any units of a side that take part lose them, as their owner chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from adjudicator.by_mail.ahead import ACTING
from adjudicator.choices import by_default
from adjudicator.events import StepLost, UnitEliminated, UnitPlaced
from adjudicator.mechanics.losses import Losses
from adjudicator.phases.losing import Losing, LossClauses
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .levels import Demand, combat, demanded
from .pieces import is_ad_hoc, strength
from .position import AD_HOC, ELIMINATED, name


@rule("D.crt.note.num", "D.comp.units", "D.crt.adhoc.place")
def lose(play: Play, number: str, id_: str, why: str, steps: int = 1) -> None:
    """A unit loses steps. After its last one it leaves the map at once (D-R11). An ad hoc unit may be placed
    again."""
    unit = play.state.units[id_]
    if unit.steps > steps:
        play.record(StepLost(rule=number, unit=id_, left=unit.steps - steps))
    elif is_ad_hoc(unit):
        box, why = AD_HOC[unit.side], f"eliminated: {why}"
        play.record(UnitPlaced(rule=number, unit=id_, at=box, steps=1, why=why))
    else:
        play.record(UnitEliminated(rule=number, unit=id_, at=unit.at, box=ELIMINATED, why=why))


@rule("D.crt.note.num", "D.retreat.2")
def demand(play: Play, number: str, units: Sequence[str], owed: int, why: str) -> None:
    """These units together must lose `owed` steps once (D-R12)."""
    steps = {unit: play.state.units[unit].steps for unit in units}
    play.note(number, demand=asdict(Demand(steps=steps, owed=owed, number=number, why=why)))


@dataclass(frozen=True, eq=False, kw_only=True)
class CombatLosses(Losing):
    """The losses of this game: the combat remembers the demand that is open."""

    def demand(self, state: State) -> Losses:
        """The open demand. Nobody has to share it."""
        wanted = demanded(state)
        return Losses(wanted.steps, wanted.owed, (), wanted.lost) if wanted else Losses({}, 0)

    def number(self, state: State) -> str:
        """The clause of the open demand."""
        wanted = demanded(state)
        return wanted.number if wanted else self.clauses.whose

    def lose(self, play: Play, id_: str) -> None:
        """One unit takes one step of it."""
        wanted = demanded(play.state)
        assert wanted is not None
        lose(play, wanted.number, id_, wanted.why)
        lost = {**wanted.lost, id_: wanted.lost.get(id_, 0) + 1}
        play.note(wanted.number, demand=asdict(replace(wanted, lost=lost)))

    def over(self, play: Play) -> None:
        """The demand is met."""
        play.note(self.number(play.state), demand=None)

    def rank(self, state: State, unit: Unit) -> tuple[int, ...]:
        """A unit with two steps is missed less than one with its last."""
        return -unit.steps, strength(state, unit)

    def question(self, state: State, found: Losses) -> str:
        """What the owner is asked."""
        wanted = demanded(state)
        why = wanted.why if wanted else ""
        return (
            f"Combat for {name(state, combat(state).space)}, {why}. Steps to lose: {found.left}. Name the "
            "units that lose them in one line, a unit once for each step."
        )


LOSSES = CombatLosses(
    clauses=LossClauses(whose="D.crt.note.num", step="D.crt.note.num", gone="D.crt.note.num"),
    verb="loss",
    several=True,
)
STEP_LOSS = replace(LOSSES.choice, asked={"COMBATS": ACTING}, purpose=by_default)
