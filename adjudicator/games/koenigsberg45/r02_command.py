"""Rule 2.1, command: chits drawn from the cup, limits, and whose HQ a chit activates."""

from __future__ import annotations

from adjudicator.play import Play


def run_draw(play: Play) -> None:
    """DRAW: a chit is drawn, or the Supply Phase begins when none can activate anybody any more."""
    play.go("1.3c.2", "SUPPLY")


def run_choose(play: Play) -> None:
    """CHOOSE_HQ: the owner of a Front or HGM chit names the HQ."""
    play.go("2.1c.1", "SELECT")
