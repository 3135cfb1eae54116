"""Königsberg '45: two Belorussian Fronts against East Prussia; 13 January to 1 February 1945.

The chapters of the rulebook are in four rooms, each of which imports only those before it: `hexes` (3 to 5,
what a hex costs and holds), `turn` (0 to 2, 11 to 15), `combat` (7 to 10) and `actions` (what a chit begins:
activation, movement, reinforcements, events). `r04_path` is how a unit comes into a hex, by whatever rule.
`GAME` is made when it is first asked for, so that a chapter can be read and tested by itself.
"""

from __future__ import annotations

from adjudicator.games import made_when_asked

__getattr__ = made_when_asked(__name__)
