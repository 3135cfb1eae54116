"""A good block of a letter, sorted: what is judged, what is for the desk, and of what nothing was asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from adjudicator.judging.referee import split_resigned, split_standing
from adjudicator.mail.desk.agreements import GOES_BACK, goes_back
from adjudicator.mail.desk.bound import split_bound
from adjudicator.mail.desk.sent_logs import lines_of
from adjudicator.mail.desk.table import Table
from adjudicator.mail.reading.block import Block
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.settings.wishes import Line, Said, split_said
from adjudicator.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of a block: `lines` to be judged, `said` for the desk, `idle` of which nothing was asked, and
    `rulings` on those that are not judged."""

    lines: tuple[Line, ...]
    said: tuple[Said, ...]
    idle: tuple[Line, ...]
    rulings: tuple[Ruling, ...]

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it to judge, and nothing for the desk."""
        return not self.said and all(text.startswith("#") for _, text in self.lines)


def read_sheet(table: Table, block: Block, letter: Letter, boards: Path, early: bool, now: str) -> Sheet:
    """Sort the lines of a block, or of its log, that is judged `now`; `early` says that nothing is asked of
    its side."""
    sheet = lines_of(table, block, letter, boards)
    said, lines = split_said(table.game, list(sheet.lines))
    idle, rulings = list[Line](), list(sheet.rulings)
    if early and not table.game.ahead.courses:
        given_up, lines = split_resigned(lines)
        for_dice, lines = split_bound(lines)
        lines, idle = split_standing(table.game, lines)
        lines += [*for_dice, *given_up]
    if goes_back(table, block.side, said, now):
        rulings += [
            Ruling(0, n, text, "not-judged", "", GOES_BACK) for n, text in lines if not text.startswith("#")
        ]
        lines = []
    return Sheet(
        tuple(lines), tuple(said), tuple(line for line in idle if not line[1].startswith("#")), tuple(rulings)
    )
