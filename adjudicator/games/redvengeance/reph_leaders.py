"""8.6206, the leader of a group marked L: the gate of Russian infantry, then one DR on its column."""

from __future__ import annotations

from adjudicator.mechanics.drm import DRM
from adjudicator.play import Play
from adjudicator.rulings import rule

from .charts import INFANTRY, VEHICLES, Group, drms, leaders, modifiers, read
from .position import GERMAN, RUSSIAN
from .rolls import roll_dr, roll_two

GATE_MOST = 4
"""The highest final die by which a Russian infantry group may roll for a leader."""
TIGERS = ("V4",)
INEXPERIENCED = "inexperienced"
MOABIT = "I6"


@rule("FN-L", "RePh8.6206.00", "RePh8.6206.V", "RePh8.6206.none")
def rolls_leader(group: Group) -> bool:
    """A group marked L rolls once, and no other does."""
    return "L" in group.marks


@rule("RePh8.6206.0")
def passes_gate(play: Play, group: Group, name: str) -> bool:
    """Whether the leader table may be rolled on: a Russian infantry group rolls a die for that, no other."""
    if group.side != RUSSIAN or group.letter != INFANTRY:
        return True

    def result(final: int) -> str:
        return f"a leader may be rolled for ({GATE_MOST} or less)" if final <= GATE_MOST else "no leader"

    mods = tuple(drms("gate", group))
    purpose = f"whether {name} may roll for a leader"
    return roll_dr(play, "RePh8.6206.0", purpose, mods, result, (group.side,)) <= GATE_MOST


@rule("RePh8.6206.14", *(row.rule for row in modifiers() if row.roll == "leader"))
def leader_drms(group: Group, depleted: bool) -> tuple[DRM, ...]:
    """All modifiers of a group's leader roll; the Banner Escort has its own instead of the 6-2-8's."""
    found = tuple(one for one in drms("leader", group) if one.value)
    return (*found, *((DRM("RePh8.6206.14", 1, "depleted"),) if depleted else ()))


@rule("RePh8.6206.20", *(row.rule for row in leaders()))
def leader_of(group: Group, final: int) -> str:
    """What the table gives: "9-1", "" for nobody, or that the crews are inexperienced. A Tiger group has a
    9-1 instead of an 8-1."""
    row = next(row for row in leaders() if read({row.final: row}, final))
    if group.letter != VEHICLES:
        return row.german if group.side == GERMAN else row.russian
    tiger = group.side == GERMAN and group.id in TIGERS
    return "9-1" if row.armor == "8-1" and tiger else row.armor


@rule("RePh8.6206.max", "RePh8.6206.28")
def roll_leader(play: Play, group: Group, name: str, depleted: bool) -> str:
    """What a group's one roll brings, as `leader_of` says it; "" where it does not roll."""
    if not rolls_leader(group) or not passes_gate(play, group, name):
        return ""

    def result(final: int) -> str:
        found = leader_of(group, final)
        return "all crews are Inexperienced" if found == INEXPERIENCED else found or "no leader"

    mods = leader_drms(group, depleted)
    final = roll_two(play, "RePh8.6206.max", f"the leader of {name}", mods, result, (group.side,))
    return leader_of(group, final)


def leader_kind(group: Group, leader: str) -> str:
    """The roster's id of a leader: "9-1-de", "al-9-1-ru", "8-0-moabit"."""
    plain = leader.replace("+", "-")
    if (group.side, group.id) == (RUSSIAN, MOABIT):
        return f"{plain}-moabit"
    return suffix(group.side, f"al-{plain}" if group.letter == VEHICLES else plain)


def suffix(side: str, kind: str) -> str:
    """The roster's id of a kind that both sides have: "9-1-de"."""
    return f"{kind}-{'de' if side == GERMAN else 'ru'}"
