"""What a side has bought for the next CGS: its sealed orders, counted and added up.

They are checked line by line (`reph_purchase`); each legal line is kept as it was written, for its side
alone, until the groups are resolved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import Lexicon
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from ..charts import Group, groups, settings
from ..orders import Said, read_line, said, written
from .campaign import CPP, FPP, note_own, own, track

BUY, FORT, OBA, RECON = "buy", "fpp", "oba", "recon"
FPP_OF_GROUP = {"german": 10, "russian": 8}
"""Fortification points of a group M2."""
FORTIFICATIONS = "M2"


def lines(state: State, side: str, verb: str = "") -> Iterator[Order]:
    """The legal lines of a side's purchases, of one verb or of all."""
    found = map(read_line, own(state, side).basket)
    return (order for order in found if not verb or order.verb == verb)


def sayings(state: State, side: str, verb: str) -> Iterator[Said]:
    """What the lines of a verb say."""
    return map(said, lines(state, side, verb))


@rule("RePh8.619", "RePh8.6198")
def put(play: Play, side: str, order: Order) -> None:
    """Add a line to a side's record of purchases, which it alone can read."""
    kept = (*own(play.state, side).basket, order.text)
    note_own(play, "RePh8.6198", side, basket=kept)


def bought_now(state: State, side: str) -> Counter[str]:
    """How many groups of each id are bought."""
    found: Counter[str] = Counter()
    for words in sayings(state, side, BUY):
        found[words.about] += words.times
    return found


def bought_before(state: State, side: str, group: str) -> int:
    """How many of a group were bought in earlier CGS; the free ones of the beginning are not counted."""
    return int(own(state, side).bought.get(group, 0))


@rule("RePh8.6191")
def group_of(side: str, words: Said) -> Group:
    """The group that a line buys. Raises Refused for one that is not on the side's chart."""
    chart = {id_: group for (owner, id_), group in groups().items() if owner == side}
    if words.about not in chart:
        near = tuple(str(group) for id_, group in chart.items() if id_[:1] == words.about[:1])
        chosen = f"the {side.capitalize()} chart"
        why = f"{words.about} is not a group of {chosen}" if words.about else f"name a group of {chosen}"
        raise Refused("RePh8.6191", why, near or tuple(chart))
    return chart[words.about]


@rule("RePh8.6191")
def check_code(side: str, order: Order) -> None:
    """A group is bought by its code: who writes its title is told the code. Raises Refused."""
    titles = Lexicon("group", [(g.name, id_) for (owner, id_), g in groups().items() if owner == side])
    if found := titles.find(" ".join(said(order).what)):
        legal = tuple(written(order.having(what=(id_,))) for id_ in found)
        raise Refused("RePh8.6191", "write the group's code", legal)


def cpp_of(state: State, side: str) -> int:
    """The CPP that a side may spend."""
    return state.tracks.get(track(CPP, side), 0)


@rule("OB-RU.3", "RG-DE-M2", "RG-RU-M2")
def fpp_of(state: State, side: str) -> int:
    """The FPP that a side may spend: those it was given, and those of its groups M2."""
    given = state.tracks.get(track(FPP, side), 0)
    return given + FPP_OF_GROUP[side] * bought_now(state, side)[FORTIFICATIONS]


def recon_cost(words: Said) -> int:
    """What a line of reconnaissance costs; the price is the organiser's."""
    return settings().recon_cpp * (words.n or 0)
