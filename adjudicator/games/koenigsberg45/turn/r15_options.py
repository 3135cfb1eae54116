"""Rule 15, options: settled before the game begins, in force to its end.

Rule 15.0 only says that the players decide. Our reading: an option changes if both players ask for the same
setting, and otherwise keeps its default (`OPTIONS`). "attacker-town-protection" is not a rule of the
rulebook but our reading of 8.1 and 9.1 (K-R28), which the players may change.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events import FactNoted, UnitPlaced
from adjudicator.mechanics.armies import nearest
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State

from .. import fog
from ..events import OptionsAgreed, OptionWanted
from ..hexes.r03_zoc import in_ezoc
from ..hexes.r05_stacking import fits
from ..levels import campaign
from ..position import GERMAN, SIDES, SOVIET, UNUSED, army, enemy_here
from ..terrain import KOENIGSBERG, PILLAU

BOHME, MIKOSCH, TOWN_PROTECTION = "bohme", "mikosch", "attacker-town-protection"
OPTIONS: Mapping[str, bool] = {BOHME: False, MIKOSCH: False, TOWN_PROTECTION: True}
"""Every option, and whether it is on by itself."""
MEANS = {
    BOHME: "SS Böhme begins in Königsberg",
    MIKOSCH: "KG Mikosch enters at Pillau",
    TOWN_PROTECTION: "towns protect attackers too",
}
"""What each option does when it is on, for the question."""
WANTED = "wanted"
SS_BOHME, KG_MIKOSCH = "SS Böhme", "KG Mikosch"
NEAR_KOENIGSBERG = 5
REDUCED = 1


@rule("15.0.1", "K-R28")
def in_force(state: State, option: str) -> bool:
    """Whether an option is on; before the set-up is agreed it is as it is by itself."""
    agreed_on = campaign(state).options
    return OPTIONS[option] if agreed_on is None else option in agreed_on


@rule("15.0.1")
def want(play: Play, side: str, option: str, on: bool) -> None:
    """A side says before the game begins how it would have an option; both are told."""
    wanted = {one: dict(campaign(play.state).wanted.get(one, {})) for one in SIDES}
    wanted[side][option] = on
    play.record(FactNoted(rule="15.0.1", key=WANTED, value=wanted))
    play.record(OptionWanted(rule="15.0.1", side=side, option=option, on=on))


@rule("15.0.1")
def agreed(state: State) -> tuple[str, ...]:
    """The options that are on: where both sides want the same it is so, else as it is by itself."""
    wanted = campaign(state).wanted
    on = []
    for option, usual in OPTIONS.items():
        said = {wanted.get(side, {}).get(option) for side in SIDES}
        if said.pop() if len(said) == 1 and None not in said else usual:
            on.append(option)
    return tuple(on)


@rule("15.0.1", "15.1a.1", "K-R59")
def agree(play: Play) -> None:
    """The options are settled; SS Böhme, if used, is placed in Königsberg."""
    play.record(OptionsAgreed(rule="15.0.1", options=agreed(play.state)))
    play.record(FactNoted(rule="15.0.1", key=WANTED, value=None))
    if in_force(play.state, BOHME) and play.state.units[SS_BOHME].at == UNUSED:
        fog.occur(play, UnitPlaced(rule="15.1a.1", unit=SS_BOHME, at=KOENIGSBERG, steps=1))


@rule("15.1b.1", "15.1b.2", "6.0c.1", "6.0c.2", "12.2b.1", "K-R59", "K-R87")
def mikosch(play: Play) -> None:
    """As soon as a Soviet unit is within five hexes of Königsberg, KG Mikosch is in Pillau, if it is used.
    Like every reinforcement it comes neither upon enemies nor into their zones (6.0c): then, or while Pillau
    is full, of refugees too, it waits (K-R87)."""
    state = play.state
    if not in_force(state, MIKOSCH) or state.units[KG_MIKOSCH].at != UNUSED:
        return
    closed = enemy_here(state, PILLAU, GERMAN) or in_ezoc(state, PILLAU, GERMAN)
    room = fits(state, state.units[KG_MIKOSCH], PILLAU)
    if room and not closed and nearest(state, KOENIGSBERG, army(state, SOVIET)) <= NEAR_KOENIGSBERG:
        fog.occur(play, UnitPlaced(rule="15.1b.1", unit=KG_MIKOSCH, at=PILLAU, steps=REDUCED))
