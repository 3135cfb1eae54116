"""How a player wants his pictures, said in a line of a sheet: `pictures turn`. It is no order of the game."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.rulings import Ruling

Line = tuple[int, str]
PICTURES = {
    "each": "pictures come with every report",
    "turn": "pictures come with the first report of each turn",
    "link": "pictures come as links, to be looked at on the web",
    "none": "no pictures come",
}
"""What may be wished, and what it means."""


def split_wishes(lines: Sequence[Line]) -> tuple[list[tuple[int, str, str]], list[Line]]:
    """The wishes in a sheet, as (line number, text, what is wished or ""), and its other lines."""
    wishes: list[tuple[int, str, str]] = []
    rest: list[Line] = []
    for number, text in lines:
        words = text.split("#", 1)[0].casefold().split()
        if words[:1] in (["pictures"], ["picture"]):
            wishes.append((number, text, next((word for word in words if word in PICTURES), "")))
        else:
            rest.append((number, text))
    return wishes, rest


def ruling_on(number: int, text: str, wish: str, can_link: bool) -> Ruling:
    """What is said of a wish; a link can only be had where the referee has a place for pictures."""
    if not wish:
        legal = tuple(f"pictures {word}" for word in PICTURES)
        return Ruling(0, number, text, "unreadable", "", "pictures can come in these ways", legal)
    if wish == "link" and not can_link:
        legal = ("pictures each", "pictures turn", "pictures none")
        return Ruling(0, number, text, "refused", "", "the referee has no place on the web for them", legal)
    return Ruling(0, number, text, "done", "", PICTURES[wish])
