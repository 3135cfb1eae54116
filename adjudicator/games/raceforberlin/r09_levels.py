"""Rules 9.1 and 9.3, the City Progress level: what it makes of a zone, and who must be there.

9.3.2, 9.3.3   what a result does to the level      new_level, thrown_back, change_level
9.1.4, 9.3.3   control from level 2                 set_level
9.1.5          presence at the end of an impulse    check_presence
"""

from __future__ import annotations

from adjudicator.events import FactNoted, TrackMoved
from adjudicator.play import Play
from adjudicator.rulings import rule

from . import r10_victory
from .position import campaign, cities, fact, level, soviets, zone

CONTROL = 2
"""The level from which a city zone is Soviet-controlled (9.3.3)."""
LOST = "{} is lost"
"""Why its value goes with the control of a city zone."""


# -- 9.3 levels ------------------------------------------------------------------------------------


@rule("9.3.2.a", "9.3.2.b", "9.3.3.b", "9.3.3.c")
def new_level(before: int, progress: int, by_soviets: bool) -> int:
    """The level after +/-#: up for Soviets without limit (9.3.2.a, 9.3.3.b), down for Germans (9.3.2.b),
    never below 0 (9.3.3.c)."""
    return before + progress if by_soviets else max(0, before - progress)


@rule("9.3.3.d")
def thrown_back(before: int, progress: int, by_soviets: bool) -> int:
    """The step that a German success of any size costs the Soviets when the level is 0 already (ruling
    33)."""
    return int(bool(progress) and not before and not by_soviets)


def change_level(play: Play, space: str, after: int, camp: str) -> None:
    """Let a roll change the level of its zone, if it does."""
    before = level(play.state, space)
    if after > before:
        set_level(play, "9.3.2.a", space, after, camp, "a City Progress roll")
    elif after < before:
        set_level(play, "9.3.2.b", space, after, camp, "a German City Progress roll")


@rule("9.1.2.a", "9.1.2.b", "9.1.4", "9.3.3.a", "9.3.3.e", "10.1.1.b", "10.2.2", "9.ex.3")
def set_level(play: Play, number: str, space: str, after: int, camp: str, why: str) -> None:
    """A new level, with what follows: from 2 the camp that raised it has control and the value of the zone
    (9.3.3.a, 9.1.4), below 2 whoever had it loses it with the value, and nothing more (9.3.3.e). The first
    level anywhere is the first penetration (10.2.2)."""
    before, holder = level(play.state, space), play.state.control.get(space, "")
    play.record(TrackMoved(rule=number, track=f"progress-{space}", was=before, now=after, why=why))
    r10_victory.first_penetration(play, camp)
    if after >= CONTROL and not holder:
        r10_victory.gain(play, "9.3.3.a", space, camp)
    elif after < CONTROL and holder:
        r10_victory.lose(play, "9.3.3.e", space, LOST)


# -- 9.1.5 presence --------------------------------------------------------------------------------


@rule("9.1.5.a", "9.1.5.b", "9.1.5.c", "9.1.5.d", "9.1.5.e")
def check_presence(play: Play) -> None:
    """The end of an impulse: a contested or controlled city zone without Soviets falls to level 0
    (9.1.5.a). A controlled one is lost with its value; who left it empty pays the value once more (b, c),
    but not for units that were eliminated (e)."""
    emptied = campaign(play.state).emptied
    for space in cities(play.state):
        camp, how = emptied.get(space, ("", ""))
        if soviets(play.state, space, camp):  # of the camp that was there: a rival inherits no level
            continue
        if level(play.state, space):
            abandon(play, space, "9.1.5.c" if how == "left" else "9.1.5.e")
        if how == "left":
            value = fact(play.state, space, "vp")
            r10_victory.score(play, "9.1.5.b", camp, -value, f"{zone(play.state, space)} was left empty")
    if emptied:
        play.record(FactNoted(rule="9.1.5.a", key="emptied", value=None))


def abandon(play: Play, space: str, number: str) -> None:
    """The level of an empty city zone falls to 0, and control ends with it under the clause given."""
    before = level(play.state, space)
    why = "no Soviet unit is left there"
    play.record(TrackMoved(rule="9.1.5.a", track=f"progress-{space}", was=before, now=0, why=why))
    if play.state.control.get(space):
        r10_victory.lose(play, number, space, LOST)
