"""A side's rosters: in its report by place, as pages to print, and as a table for a spreadsheet.

All of it is made from the side's own view, and goes to that side alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.by_mail.rosters import Entry, Section
from adjudicator.game import Game
from adjudicator.mechanics.remembered import of_state
from adjudicator.report.story import heading
from adjudicator.report.whereabouts import Host, Line
from adjudicator.state import State
from files.cells import csv_text
from templates import render

COLUMNS = ("section", "rule", "unit", "what", "where", "state", "note")


def rosters(game: Game, state: State, side: str) -> tuple[Section, ...]:
    """The sections of a side in its own view; none in a game without rosters, or for who watches."""
    return _made(state, side, game.rosters) if game.rosters and side else ()


@of_state
def _made(state: State, side: str, make: Callable[[State, str], tuple[Section, ...]]) -> tuple[Section, ...]:
    """The report, its page and its table have the same."""
    return make(state, side)


def roster_hosts(sections: tuple[Section, ...]) -> Iterator[Host]:
    """The sections as a report lists them: place by place, each unit with what it is and its state."""
    for section in sections:
        places: dict[str, list[str]] = {}
        for entry in section.entries:
            places.setdefault(entry.where or "Nowhere", []).append(told(entry))
        lines = tuple(Line(where, ", ".join(units)) for where, units in places.items())
        if lines:
            yield Host(f"{section.title} [{section.rule}]", lines)


def told(entry: Entry) -> str:
    """An entry in a sentence: "GE-I1#1-4 LMG (malfunctioned)"."""
    return f"{entry.name} {entry.what}".strip() + (f" ({entry.state})" if entry.state else "")


def roster_table(sections: tuple[Section, ...]) -> bytes:
    """The rosters as CSV, a line for each entry."""
    rows = (
        (section.title, section.rule, one.name, one.what, one.where, one.state, one.note)
        for section in sections
        for one in section.entries
    )
    return csv_text((COLUMNS, *rows)).encode("utf-8")


def roster_page(game: Game, number: int, state: State, side: str, home: str = "") -> bytes:
    """The rosters as a page to print. `home` is the folder of a user's own game."""
    page = render(
        "roster.html",
        home or game.name,
        title=game.title,
        number=number,
        reader=game.sides[side],
        when=heading(game, state.turn, state.segment),
        sections=rosters(game, state, side),
    )
    return page.encode("utf-8")


def alone(game: Game, state: State, side: str) -> State:
    """A side's view with its own units in play and nothing of the enemy's: what it sets up."""
    own = {id_: unit for id_, unit in state.units.items() if unit.side == side and unit.at not in game.gone}
    return state.but(units=own, covers={})
