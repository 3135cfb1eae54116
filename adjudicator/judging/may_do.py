"""What a unit of the reader's may be ordered to do now: the places where it may be set up, the ends of its
moves, its targets. All of it is found in the legal answers to what the reader is asked, as they see it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from adjudicator.by_mail.views import NotInView
from adjudicator.choices import Choice
from adjudicator.game import Game
from adjudicator.judging.what_if import MOST_LOOKED_AT
from adjudicator.state import State
from adjudicator.wording.order_words import in_print
from files.natural import in_rows
from templates.folding import WIDTH

MOST_PLACES, MOST_KINDS, MOST_LINES = 40, 4, 6
"""At most this many places or rows for orders that begin alike, this many such beginnings, and this many
other lines."""
ROW = 3
"""So many places or more, one beside the other, are told as a row."""
SET_UP = "setup"
"""The topic of a set-up in every game that has one."""
ALONE = r"(?<![\w/.#-]){}(?![\w/.#-])"
"""A unit in a line, and none whose name only begins so."""
ENDS = re.compile(r"(.*[ =])([^ =]+)")
"""A line, and the place that ends it."""
NUMBERED = re.compile(r"(.*?)(\d{1,2})")
SAMPLED = "These are examples. There are more places."
HEAD = "You may order:"
FIRST = "At your set-up, as far as you see now, you may order:"


def may_do(game: Game, seen: State, unit: str) -> list[str]:
    """What the reader of a view may order a unit to do now, or at a set-up that is still to come: an order
    with all places that may end it, a paragraph each, below a head. Nothing for units that are not theirs,
    and where they are asked nothing about it."""
    asked = any(one.player == side_of(seen) for one in seen.decisions)
    spaces = {space.casefold() for space in seen.board.spaces}
    name, places, others = re.compile(ALONE.format(re.escape(unit))), dict[str, list[str]](), list[str]()
    for line in dict.fromkeys(one for one in legal_lines(game, seen, unit) if name.search(one)):
        end = ENDS.fullmatch(line)
        if end and end[2].casefold() in spaces:
            places.setdefault(end[1], []).append(end[2])
        elif "\n" not in line:
            others.append(line)
    told = [f"{head}{places_told(ends)}" for head, ends in islice(places.items(), MOST_KINDS)]
    told += in_print(game, tuple(others[:MOST_LINES]))
    more = len(others) - MOST_LINES
    told += [f"and {more} more orders"] if more > 0 else []
    told += [SAMPLED] if told and any(choice.sampled for choice in asked_of(game, seen)) else []
    return [HEAD if asked else FIRST, *map(folded, told)] if told else []


def side_of(seen: State) -> str:
    """The side whose view a state is: it has no standing orders but its own."""
    return next(iter(seen.standing), "")


def legal_lines(game: Game, seen: State, unit: str) -> Iterator[str]:
    """The legal answers to all that the reader is asked; while they are asked nothing, those to a set-up that
    is to come."""
    known, side = seen.units.get(unit), side_of(seen)
    if known is None or known.side != side or seen.over is not None:
        return
    mine = [asked for asked in seen.decisions if asked.player == side]
    with suppress(NotInView):
        for asked in mine:
            yield from islice(game.legal(seen, asked), MOST_LOOKED_AT)
        for coming in () if mine else asked_of(game, seen):
            yield from islice(coming.legal(seen, side), MOST_LOOKED_AT)


def asked_of(game: Game, seen: State) -> list[Choice]:
    """What the reader is asked; while that is nothing, a set-up that is to come."""
    side = side_of(seen)
    mine = [game.choices.of(one.topic) for one in seen.decisions if one.player == side]
    coming = game.choices.of(SET_UP)
    if coming and not mine and {*coming.verbs} & game.ahead.coming(seen, side):
        return [coming]
    return [choice for choice in mine if choice]


def places_told(places: Sequence[str]) -> str:
    """Places in their order, those in a row together, and how many more there are."""
    rows = in_rows(sorted(places, key=in_order), follows)
    told = [f"{row[0]} to {row[-1]}" if len(row) >= ROW else ", ".join(row) for row in rows]
    more = sum(map(len, rows[MOST_PLACES:]))
    return f"{', '.join(told[:MOST_PLACES])}{f' and {more} more' if more else ''}"


def in_order(place: str) -> tuple[int, str, int]:
    """Places by their column, then by their number in it."""
    found = NUMBERED.fullmatch(place)
    return (len(found[1]), found[1], int(found[2])) if found else (0, place, 0)


def follows(before: str, place: str) -> bool:
    """Whether a place is the next in the column of another."""
    size, column, number = in_order(before)
    return in_order(place) == (size, column, number + 1)


def folded(text: str) -> str:
    """A paragraph of the list."""
    return textwrap.fill(
        text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
