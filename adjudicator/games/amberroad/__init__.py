"""The Amber Road: a manoeuvre of two small armies in an invented country, and the tutorial game.

`GAME` is built on first use, so that a chapter can be read and tested on its own.
"""

from __future__ import annotations

from adjudicator.games import made_when_asked

__getattr__ = made_when_asked(__name__)
