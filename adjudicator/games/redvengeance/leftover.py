"""What of a line nobody would read: a line that says more than its verb can do is refused as a whole, so that
none is called done of which a part was not.

How many bare words a verb reads, and which keys, is said in `verbs.csv`: by its form, and in the columns
`most` (nothing for any number) and `also`. What a report may say further its kind knows (`registry`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from adjudicator.orders import Order
from adjudicator.rulings import Refused, rule
from files.nearest import nearest

from .orders import FREE, said
from .rows import cells

NUMBER = "RePh0.1"
LISTS = ("SNIPERS", "AREA", "PERIMETER", "UNCONTROLLED", "VACATED", "SEWER")
"""Kinds of reports that read any number of bare words: hexes."""
STEP = "STEP"
"""The kind that reads the number of a step, and behind it what happened there, in words."""
NUMBERS = ("dr", "th", "tk", "colored", "mf")
"""Keys of reports behind which one number stands."""
KEY = re.compile(r"(\w+)=")


@dataclass(frozen=True, slots=True)
class Reads:
    """What the lines of a verb may hold: so many bare words, None for any number; and these keys."""

    most: int | None
    keys: tuple[str, ...]


@cache
def reads(verb: str) -> Reads:
    """What is read of a line of a verb."""
    row = next(row for row in cells("verbs.csv") if row["verb"] == verb)
    keys = dict.fromkeys((*KEY.findall(row["form"]), *row["also"].split()))
    return Reads(int(row["most"]) if row["most"] else None, tuple(keys))


@rule(NUMBER)
def check_read(order: Order) -> None:
    """A line says nothing that nobody reads: a second unit where one is named, a key of another verb. Raises
    Refused."""
    check_words(order)
    if order.verb in FREE:
        check_dice(order)
        return
    keys = reads(order.verb).keys
    if unread := [key for key in order.args if key not in {"what", "times", "more", "but", *keys}]:
        near = tuple(f"{key}=" for key in nearest(unread[0], keys) or keys)
        raise Refused(NUMBER, f"«{order.verb}» has no «{unread[0]}=»: nothing of the line is done", near)


def check_dice(order: Order) -> None:
    """Dice that a report says are one number each. Raises Refused."""
    for key, value in said(order).more.items():
        if key in NUMBERS and "," in value:
            raise Refused(NUMBER, f"«{key}={value}» is more than one number, and nothing of the line is done")


def check_bare(order: Order) -> None:
    """A pass that ends a sheet of purchases or a set-up names nothing: it is for no step. Raises Refused."""
    if words := said(order).what:
        raise Refused(NUMBER, f"«{words[0]}» is nothing that «{order.verb}» reads here", (order.verb,))


def check_words(order: Order) -> None:
    """A line has no more bare words than its verb reads. Raises Refused."""
    line, most = said(order), most_words(order)
    if most is None or len(line.what) <= most:
        return
    name = f"{order.verb} {line.about}".strip() if order.verb in FREE else order.verb
    why = f"«{line.what[most]}» is one word more than «{name}» reads, and nothing of the line is done"
    raise Refused(NUMBER, f"{why}: a line is about one thing here; write another for the next")


def most_words(order: Order) -> int | None:
    """How many bare words of a line are read; None for any number."""
    line = said(order)
    if order.verb not in FREE:
        return reads(order.verb).most
    if line.about == STEP:
        return 2 if line.unit else None
    return None if line.about in LISTS else 1
