"""Berlin: Red Vengeance: the campaign around the firefights for the Reichstag, 28 April to 1 May 1945.

Squads fight on the players' own board or in VASL; here is kept what a club keeps on paper between the nine
dates. `GAME` is made when it is first asked for, so that a chapter can be read and tested by itself.
"""

from __future__ import annotations

from adjudicator.games import made_when_asked

__getattr__ = made_when_asked(__name__)
