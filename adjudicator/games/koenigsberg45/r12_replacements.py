"""Rule 12.4, replacements."""

from __future__ import annotations

from adjudicator.play import Play

from . import r01_turn


def run_replacements(play: Play) -> None:
    """REPL_S and REPL_G: lost steps are rebuilt."""
    r01_turn.on(play, "1.2b.1")
