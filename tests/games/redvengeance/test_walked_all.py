"""Each clause of a purchase, an arrival, a set-up, an entry or the start of a date is walked by mail, or is
listed here with the reason why it cannot be."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import adjudicator.games.redvengeance as game
from tests.games.redvengeance import (
    test_bought_and_set_up,
    test_reichstag_by_mail,
    test_walked,
    test_walked_dates,
    test_walked_on,
    test_what_was_bought,
)

BY_MAIL = (
    test_bought_and_set_up, test_reichstag_by_mail, test_walked, test_walked_dates, test_walked_on,
    test_what_was_bought,
)  # fmt: skip
"""The files whose tests send sheets of orders, and look at what each line is told and what comes of it."""
WALKABLE = re.compile(
    r"(CG(3|7|9|10|11|12|19|21|22|23)(\.|$)|RePh8\.6(19|20|21|23|24|25)|FT-FN|I\d|OB-|RG-|START)"
)
"""The chapters: Snipers, the night, artillery, vehicles, Guns, entry, Reserve, a Lull; purchases, arrival,
fortifications, initiative and set-up; the charts; the first date."""
NOT_BY_MAIL = {
    "CG9.5": "The north edge is the Russian's own (CG12.1), so there is always a hex to which a phone leads. "
    "To which one it leads is seen on the map, and no line says it.",
}
"""Clauses that no line of a player can break, each with the reason."""


def marks(module: ModuleType) -> Iterator[str]:
    """The clauses that mark the tests of a file, those of its rows among them."""
    for name, test in vars(module).items():
        for mark in getattr(test, "pytestmark", ()) if name.startswith("test_") else ():
            if mark.name == "rule":
                yield from mark.args
            elif mark.name == "parametrize":
                rows = (getattr(given, "marks", ()) for given in mark.args[1])
                yield from (one for marked in rows for each in marked for one in each.args)


def walkable() -> set[str]:
    """The clauses of these chapters that the referee decides."""
    with (Path(game.__file__).parent / "rules.csv").open(encoding="utf-8", newline="") as lines:
        found = [row["id"] for row in csv.DictReader(lines) if row["adjudicable"] == "yes"]
    return {clause for clause in found if WALKABLE.match(clause)}


def test_every_clause_is_walked_by_mail_or_listed_with_its_reason() -> None:
    walked = {clause for module in BY_MAIL for clause in marks(module)} & walkable()
    assert walkable() - walked == NOT_BY_MAIL.keys()
    assert len(walkable()) == 273
