"""Who holds which spaces, for a game in which control runs by fronts rather than by single towns: a picture
lays it over the board in the colours of the sides, instead of a marker in each space."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Holding:
    """What one side holds.

    title    what the side is called            colour   "#b3302c", in which its spaces are tinted
    spaces   all that it controls               front    those of them in which its front line runs
    entry    where its units may come onto the map
    cut_off  those of its spaces that are isolated
    """

    title: str
    colour: str
    spaces: tuple[str, ...] = ()
    front: tuple[str, ...] = ()
    entry: tuple[str, ...] = ()
    cut_off: tuple[str, ...] = ()


ControlMap = tuple[Holding, ...]
"""What every side holds; what none of them does is left as the board is."""
