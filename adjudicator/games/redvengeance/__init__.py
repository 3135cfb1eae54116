"""Berlin: Red Vengeance: the campaign around the firefights for the Reichstag, 28 April to 1 May 1945.

Squads fight on the players' own board or in VASL; this package keeps what a club writes down on paper between
the nine dates. The rules are in rooms, each of which imports only those before it: `situation`,
`decision_table`, `campaign_game`, `refit_phase`, `fighting`, `questions`. `GAME` is made when it is first
asked for, so that a chapter can be read and tested by itself.
"""

from __future__ import annotations

from adjudicator.games import made_when_asked

__getattr__ = made_when_asked(__name__)
