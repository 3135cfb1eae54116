"""The Amber Road: a manoeuvre of two small armies in an invented country, and the tutorial game.

`GAME` is made when it is first asked for, so that a chapter can be read and tested by itself.
"""

from __future__ import annotations

from adjudicator.games import made_when_asked

__getattr__ = made_when_asked(__name__)
