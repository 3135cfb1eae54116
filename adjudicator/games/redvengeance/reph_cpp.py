"""8.616, Campaign Purchase Points: the base of the date and a secret roll of each side; and what each side
begins the campaign with.

8.6161 base     8.6162 the modifier     start_tracks  OB-DE.3, OB-RU.3, START.3
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.mechanics.drm import DRM
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State

from .campaign import CHITS, CPP, FPP, last, move_track, track
from .charts import cpp_modifiers, read, starts
from .dates import date, dates
from .modifiers import balance_drm, date_drm, roll_two
from .position import RUSSIAN, SIDES

FIRST_REFIT_CGS, CVP_PER_POINT = 2, 25
"""The CGS that the first Refit Phase prepares; so many CVP suffered give -1 (8.6162)."""
ATTACK_DRM, WINNER_DRM = 2, -3


@rule("START.3", *(row.points_rule for row in starts().values()))
def start_tracks(side: str) -> Mapping[str, int]:
    """The tracks of a side when the campaign begins: its Attack Chits and its points for the Initial CGS."""
    row = starts()[side]
    return {track(CHITS, side): row.attack_chits, track(CPP, side): row.cpp, track(FPP, side): row.fpp}


@rule(*(f"RePh8.6161.{one.number - 1}" for one in dates()[1:]))
def base(state: State, side: str) -> int:
    """The CPP of a side on the date that is prepared, before the modifier."""
    return date(state).base[side]


@rule("RePh8.6162.4", "RePh8.6162.5", "RePh8.6162.6", "RePh8.6162.7", "RePh8.6162.8", "RePh8.6162.10")
def cpp_drms(state: State, side: str) -> tuple[DRM, ...]:
    """All modifiers of the roll. A lull gives none of attack, losses and victory (notes f.40), and the attack
    of the Initial CGS was no chit (f.6)."""
    return (*_past(state, side), *balance_drm(state, side), *date_drm(state, side))


def _past(state: State, side: str) -> Iterator[DRM]:
    before = last(state)
    if before.lull:
        return
    if side in before.attack and state.turn > FIRST_REFIT_CGS:
        yield DRM("RePh8.6162.4", ATTACK_DRM, "Attack Chit in the last CGS")
    if points := cvp_counted(state, side) // CVP_PER_POINT:
        yield DRM("RePh8.6162.5", -points, f"{cvp_counted(state, side)} CVP suffered / {CVP_PER_POINT}")
    if before.winner == side:
        yield DRM("RePh8.6162.6", WINNER_DRM, "winner of the last CGS")


@rule("RePh8.6162.5")
def cvp_counted(state: State, side: str) -> int:
    """The CVP that a side suffered in the last CGS, with vehicles, without Moabit Prisoners (notes f.34)."""
    before = last(state)
    if side == RUSSIAN:
        return before.cvp_russian - before.moabit_russian
    return before.cvp_german


@rule(*(row.rule for row in cpp_modifiers()))
def cpp_modifier(final: int) -> int:
    """The CPP that a final DR adds."""
    return next(int(found) for row in cpp_modifiers() if (found := read(row.rows, final)) is not None)


@rule("RePh8.616", "RePh8.616.1", "RePh8.6162.1", "RePh8.6162.9")
def cpp(play: Play) -> None:
    """Each side's CPP for the CGS to come, whatever it has left from the one before; the dice, the modifier
    and the sum are for its own eyes."""
    for side in SIDES:
        first = base(play.state, side)

        def result(final: int, first: int = first) -> str:
            return f"{cpp_modifier(final):+}, {first} {cpp_modifier(final):+} = {_sum(first, final)} CPP"

        drms = cpp_drms(play.state, side)
        final = roll_two(play, "RePh8.616", "the CPP modifier", drms, result, (side,))
        why = f"{first} on {date(play.state).name}, {cpp_modifier(final):+} by the roll"
        move_track(play, "RePh8.616", CPP, side, _sum(first, final), why)
        if play.state.tracks.get(track(FPP, side)):
            move_track(play, "RePh8.616.1", FPP, side, 0, "what was left lapses")


def _sum(first: int, final: int) -> int:
    return first + cpp_modifier(final)


STEPS = {"8.616": cpp}
