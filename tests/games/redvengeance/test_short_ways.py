"""A whole date in few emails and few lines: groups and stacks in one line, what the other side has filed with
"so it was", and nothing written that is on record."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.games.redvengeance.campaign import campaign
from tests.games.redvengeance.by_mail import Date
from tests.games.redvengeance.test_walked import DE, RU
from tests.games.redvengeance.test_walked_dates import started
from tests.games.redvengeance.test_walked_on import set_up

MOST_MAILS, MOST_LINES = 12, 30
"""What a date may cost a side at most."""


class Counted:
    """The emails and lines of each side, of which every line must be done or wait for the other side's."""

    def __init__(self, date: Date) -> None:
        self.date = date
        self.mails, self.lines = Counter[str](), Counter[str]()

    def send(self, side: str, *lines: str) -> None:
        """An email of a side."""
        found = self.date.send(side, *lines)
        assert set(found) <= {"done", "waiting"}, [(one.text, one.verdict, one.why) for one in self.date.said]
        self.mails[side] += 1
        self.lines[side] += len(lines)


@pytest.mark.rule("RePh0.1", "START.2", "RePh8.601")
def test_a_date_costs_a_side_at_most_twelve_emails_and_thirty_lines() -> None:
    date = started()
    count = Counted(date)
    count.send(DE, "buy I1", "buy I3 x2", "buy I4", "buy V1 mode=dugin", "fpp BARRICADE", "pass")
    count.send(RU, "buy I2 x4", "buy I4 x2", "pass")
    count.send(
        DE, "setup GE-I1#1 hex=K13", "setup GE-I1#2 hex=Y18", "setup GE-I1#3 hex=S15", "setup GE-I3#1 hex=H13",
        "setup GE-I3#2,GE-I4#1 hex=U9", "setup GE-V1#1 hex=M16", "setup SNIPERS B12,R12",
        "fpp BARRICADE side=I9/I10", "pass",
    )  # fmt: skip
    count.send(RU, "setup SNIPERS D5,BB6", "pass")
    there = {unit.at for unit in date.state.units.values() if unit.id.startswith("GE-I1#1-")}
    assert there == {"k13"}
    count.send(RU, "enter RU-I2#1,RU-I2#2 hex=H0", "enter RU-I4#1 hex=J0", "endturn")
    count.send(DE, "endturn")
    count.send(
        RU, "report AT unit=RU-I2#1 hex=H13", "report LOST unit=GE-I3#1-1,GE-I3#1-2,GE-I3#1-3,GE-I3#1-4",
        "report LOST unit=RU-I4#1", "control H12,H13 by=RU-I2#1-1", "pass", "pass 8.601-8.615",
    )  # fmt: skip
    count.send(DE, "so it was", "pass", "pass 8.601-8.615")
    assert date.state.segment == "8.6151" and campaign(date.state).filed == {}
    assert {date.state.units[f"RU-I4#1-{n}"].at for n in (1, 2)} == {"eliminated"}
    assert [date.state.control[one] for one in ("h12", "h13")] == [RU, RU]
    count.send(RU, "chit attack")
    count.send(DE, "chit idle")
    assert max(count.mails.values()) <= MOST_MAILS, count.mails
    assert max(count.lines.values()) <= MOST_LINES, count.lines
    print(count.mails, count.lines, [(u.id, u.at) for u in date.state.units.values()])
