"""Rule 7.1, an attack: what is checked as it is announced, and how it begins."""

from __future__ import annotations

from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from .events import AttackAnnounced
from .levels import Attack
from .position import enemy_here, name


@rule("7.who.3")
def check(state: State, attack: Attack) -> None:
    """Whether an attack may be announced, beside what its phase asks of it. Raises Refused."""
    if not enemy_here(state, attack.target, attack.side):
        raise Refused("7.who.4", f"no enemy stands in {name(state, attack.target)}")


@rule("7.1.A.1")
def begin(play: Play, attack: Attack) -> None:
    """An attack that was checked begins."""
    play.record(
        AttackAnnounced(
            rule="7.1.A.1",
            side=attack.side,
            space=attack.target,
            attackers=attack.attackers,
            support=attack.support,
            hasty=attack.hasty,
        )
    )
