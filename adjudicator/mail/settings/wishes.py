"""Lines of a sheet that are no orders of the game, but for the desk.

How a player wants pictures and reports: `pictures turn`, `reports daily`. And what is proposed to the others,
or said to what is proposed: `propose draw`, `agree undo`, `refuse close`, `withdraw draw`; `undo` alone
proposes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.game import Game
from adjudicator.judging.no_orders import sounds_so
from adjudicator.rulings import Ruling

Line = tuple[int, str]
"""A line of an order block: its number from 1, and its text."""
PICTURES = {
    "each": "pictures come with every report",
    "turn": "pictures come with the first report of each turn",
    "link": "pictures come as links to the web",
    "none": "pictures do not come",
}
REPORTS = {
    "at once": "every report comes as soon as a segment or an impulse has ended",
    "when asked": "reports come with your next question, or when the day ends",
    "daily": "one report comes when your day ends. A question waits for it unless its deadline is near",
}
WISHES: Mapping[str, Mapping[str, str]] = {"pictures": PICTURES, "reports": REPORTS}
"""What may be wished, and what it means."""
_NAMES = {"picture": "pictures", "pictures": "pictures", "reports": "reports"}


@dataclass(frozen=True, slots=True)
class Wished:
    """A line on what a side wants: of what, and which of the ways; "" for one that there is not."""

    line: int
    text: str
    what: str
    way: str


def split_wishes(lines: Sequence[Line]) -> tuple[list[Wished], list[Line]]:
    """The wishes in a sheet, and its other lines."""
    wishes: list[Wished] = []
    rest: list[Line] = []
    for number, text in lines:
        words = text.split("#", 1)[0].casefold().replace("-", " ").strip(" .").split()
        what = _NAMES.get(words[0], "") if words else ""
        if what:
            told = f" {' '.join(words[1:])} "
            way = next((way for way in WISHES[what] if f" {way} " in told), "")
            wishes.append(Wished(number, text, what, way))
        else:
            rest.append((number, text))
    return wishes, rest


def ruling_on(wish: Wished, can_link: bool) -> Ruling:
    """What is said of a wish; a link can only be had where the referee has a place for pictures."""
    number, text, ways = wish.line, wish.text, WISHES[wish.what]
    if not wish.way:
        legal = tuple(f"{wish.what} {way}" for way in ways)
        return Ruling(0, number, text, "unreadable", "", f"{wish.what} can come in these ways", legal)
    if wish.way == "link" and not can_link:
        legal = ("pictures each", "pictures turn", "pictures none")
        return Ruling(0, number, text, "refused", "", "the referee has no place on the web for them", legal)
    return Ruling(0, number, text, "done", "", ways[wish.way])


# -- what is proposed, and what is said to it -----------------------------------------------------------

ACTS = {
    "propose": "propose", "offer": "propose", "agree": "agree", "accept": "agree",
    "refuse": "refuse", "decline": "refuse", "withdraw": "withdraw",
}  # fmt: skip
MATTERS = {
    "draw": "draw", "close": "close", "closing": "close", "end": "close", "undo": "undo", "undoing": "undo"
}  # fmt: skip
OBJECT = "object"
"""The act of a side that objects to what another one did."""
_SMALL = frozenset(("to", "a", "an", "the"))
LONGEST = 200
"""So many signs of a player's reason for what they propose are passed on."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line on a proposal: what it does, with which matter ("" where it does not say), and what follows."""

    line: int
    text: str
    act: str
    matter: str
    more: str


def split_said(game: Game, lines: Sequence[Line]) -> tuple[list[Said], list[Line]]:
    """The lines of a sheet on proposals, and its others. A word that the game has an order for is an order,
    unless what follows can only be a proposal. "Undo the last one" below orders is about these."""
    known = {word for verb in game.grammar().verbs for word in verb.words}
    said: list[Said] = []
    rest: list[Line] = []
    for line in lines:
        one = _read_objection(*line) if game.may_object else None
        one = one or _read_said(*line, known)
        if one is None:
            rest.append(line)
        else:
            said.append(one)
    about = [one for one in said if rest and sounds_so(one.text)]
    said = [one for one in said if one not in about]
    return said, sorted([*rest, *((one.line, one.text) for one in about)])


def _read_objection(number: int, text: str) -> Said | None:
    """A line by which a side objects to what another one did, with its reason."""
    words = text.split("#", 1)[0].replace(":", " ").split()
    if not words or words[0].casefold().strip(".,!") not in ("object", "objection"):
        return None
    return Said(number, text.strip(), OBJECT, "undo", " ".join(words[1:]))


def _read_said(number: int, text: str, known: set[str]) -> Said | None:
    words = text.split("#", 1)[0].replace(":", " ").split()
    if words and words[0].casefold() == "undo" and "undo" not in known:
        words = ["propose", *words]
    act = ACTS.get(words[0].casefold(), "") if words else ""
    at = next((n for n, word in enumerate(words[1:], 1) if word.casefold() not in _SMALL), len(words))
    first = words[at].casefold().strip(".,!") if at < len(words) else ""
    matter = MATTERS.get(first, "")
    if not act or (not matter and words[0].casefold() in {*known, "accept"}):
        return None
    return Said(number, text.strip(), act, matter, " ".join(words[at + bool(matter) :]) if at else "")
