"""Donnerschlag: the relief of Stalingrad and the Soviet armies in its way, 12 to 29 December 1942.

`GAME` is made when it is first asked for, so that a chapter can be read and tested by itself.
"""

from __future__ import annotations

from adjudicator.games import made_when_asked

__getattr__ = made_when_asked(__name__)
