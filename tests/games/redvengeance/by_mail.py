"""A date of Red Vengeance from its purchases on, sheet after sheet as they come by mail: bought, come into
being, set up, passed. A test says the sheets and the dice, and looks at what was said of each line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.catalogue import find_game
from adjudicator.dice import ListedDice
from adjudicator.events import Event
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.judging.referee import judge, run_on
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Json, State
from adjudicator.wording.position import position
from tests.games.redvengeance.buying import roster
from tests.games.redvengeance.firefight import fight

GAME = find_game("redvengeance")
HELD: Mapping[str, str] = {
    **dict.fromkeys(
        ("a20", "d10", "k13", "k16", "k17", "k20", "k21", "k22", "s15", "y18", "bb24", "i25"), GERMAN
    ),
    **dict.fromkeys(("h0", "j0", "k11", "k12"), RUSSIAN),
}
"""Who holds what as the purchases for 4/29 PM begin."""
TRACKS = {
    "cpp-russian": 90, "cpp-german": 90, "fpp-russian": 60, "fpp-german": 90,
    "san-russian": 3, "san-german": 4,
}  # fmt: skip


@dataclass
class Date:
    """A date, as far as it has come: the play, and the rulings of its last sheet."""

    play: Play
    sheets: int = 0
    said: tuple[Ruling, ...] = ()

    @property
    def state(self) -> State:
        """The position."""
        return self.play.state

    def send(self, side: str, *lines: str) -> list[str]:
        """A sheet of a side; of each line its verdict, or the clause by which it is refused."""
        self.sheets += 1
        told = judge(GAME, self.play, side, enumerate(lines, 1), self.sheets)
        self.said = tuple(told)
        return [one.rule if one.verdict == "refused" else one.verdict for one in told]

    def good(self, side: str, *lines: str) -> None:
        """A sheet of which every line is done."""
        found = self.send(side, *lines)
        assert set(found) == {"done"}, [(one.text, one.verdict, one.why) for one in self.said]

    def why(self, line: int) -> str:
        """What was said of a line of the last sheet."""
        return self.said[line - 1].why

    def seen(self, side: str) -> Mapping[str, Any]:
        """The units of a position as a side may know it, by id."""
        found: Mapping[str, Any] = position(GAME, GAME.view(self.state, side))["units"]
        return found

    def heard(self, side: str) -> list[str]:
        """All that a side has been told."""
        names = GAME.names()
        return [text for one in self.play.events if one.seen_by(side) and (text := one.says(names))]

    def events(self, kind: str) -> list[Event]:
        """The events of a kind."""
        return [one for one in self.play.events if one.kind == kind]


def a_date(
    *dice: int, turn: int = 4, segment: str = "8.619", control: Mapping[str, str] = HELD,
    tracks: Mapping[str, int] = {}, chits: Mapping[str, str] = {RUSSIAN: "attack", GERMAN: "idle"},
    there: Mapping[str, str] | None = None, enemies: Mapping[str, str] | None = None, **facts: Json,
) -> Date:  # fmt: skip
    """The purchases of a date open; the German defends, so he sets up first, and `there` are units of his
    that are in play. The dice are as given, and then threes: groups come in full."""
    play = fight(there, enemies, turn=turn, control=control, segment=segment, chits=chits, **facts)
    state = play.state.but(tracks={**TRACKS, **tracks}, roster=roster())
    date = Date(Play(state, ListedDice([*dice, *[3] * 99])))
    run_on(GAME, date.play)
    return date


def bought(german: tuple[str, ...] = (), russian: tuple[str, ...] = (), *dice: int, **facts: Any) -> Date:
    """A date for which both have bought; the German sets up."""
    date = a_date(*dice, **facts)
    date.good(RUSSIAN, *russian, "pass")
    date.good(GERMAN, *german, "pass")
    return date
