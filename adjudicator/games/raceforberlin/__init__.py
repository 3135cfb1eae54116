"""Race for Berlin: two marshals, two fronts, one city; 16 to 26 April 1945.

`GAME` is made when it is first asked for, so that a chapter can be read and tested by itself.
"""

from __future__ import annotations

from adjudicator.games import made_when_asked

__getattr__ = made_when_asked(__name__)
