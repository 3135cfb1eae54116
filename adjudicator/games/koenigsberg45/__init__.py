"""Königsberg '45: two Belorussian Fronts against East Prussia; 13 January to 1 February 1945.

`GAME` is made when it is first asked for, so that a chapter can be read and tested by itself.
"""

from __future__ import annotations

from adjudicator.games import made_when_asked

__getattr__ = made_when_asked(__name__)
