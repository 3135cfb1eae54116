"""What a player looks up by name: a unit, a card or a hex as it is printed (`help STUKA-1`), and where things
are as far as their own side sees (`where 45 RD`). Of a unit of theirs both say what it may do now.

What is printed is the same for every reader; what is seen comes from the reader's own view and nothing else.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping

from adjudicator.game import Game
from adjudicator.judging.may_do import may_do, side_of
from adjudicator.reader import squeeze
from adjudicator.report.whereabouts import capital, unit_told
from adjudicator.state import State
from adjudicator.wording.clauses import ABBREVIATED, about, look_up, read_clauses
from adjudicator.wording.order_words import cards_told
from counters.roster.counter import Roster
from files.nearest import ALIKE, nearest
from templates.folding import WIDTH

MOST = 12
"""So many things of one name are told, and so many clauses of a heading."""
UNIT = "unit"
LIKE = 0.7
"""How alike a name is that may be meant by a word that nobody knows: it may as well be one of the rules."""
UNSAID = frozenset(("name", "background", "colour", "index", "leads_off", "standin", "start"))
"""Columns of maps and rosters that tell how something is drawn, or that its name says already."""
AT_START = ("held", "front")
"""Columns that tell who holds a space before the first turn: later they would mislead."""
BEHIND = {"class": "class", "vp": "VP", "settlement": ""}
"""Columns whose words stand behind what is printed."""
TYPES = {"hq": "headquarters"}
"""Types of units that rosters shorten."""


def paragraph(text: str) -> str:
    """A text as lines, the later ones indented."""
    return textwrap.fill(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


# -- by name ---------------------------------------------------------------------------------------------


def units_called(game: Game, seen: State, name: str) -> tuple[str, ...]:
    """The units that a name may stand for, of whatever side."""
    known = {**seen.roster.counters, **seen.units}
    return tuple(one for one in _called(game, name, known) if one in known)[:MOST]


def spaces_called(game: Game, seen: State, name: str) -> tuple[str, ...]:
    """The spaces and boxes that a name may stand for."""
    if name.casefold() in {unit.casefold() for unit in seen.roster.counters}:
        return ()  # 302-2 is a unit, and not the hex 3022
    places = {*seen.board.spaces, *game.boxes}
    found = (one for one in _called(game, name, places) if one in places)
    part = name.isdecimal()  # "201" is a unit or nothing: nobody means ten hexes, 2010 to 2019
    return tuple(one for one in found if not part or squeeze(one) == squeeze(name))[:MOST]


def _called(game: Game, name: str, known: Iterable[str]) -> tuple[str, ...]:
    """What a name may stand for: a whole one before one that only begins so."""
    lexicons = game.grammar().lexicons.values()
    alike = [id_ for id_ in known if squeeze(id_) == squeeze(name)]
    whole = [id_ for one in lexicons if one.calls(name) for id_ in one.find(name)]
    found = [*alike, *whole] or [id_ for one in lexicons for id_ in one.find(name)]
    return tuple(dict.fromkeys(found))


def cards_called(roster: Roster, name: str) -> tuple[str, ...]:
    """The printed cards of a name: their id, that of several alike without its number, or their title. What
    is shown does not depend on anybody's hand."""
    wanted = squeeze(name)
    return tuple(
        id_
        for id_, card in roster.cards.items()
        if wanted and wanted in {squeeze(id_), squeeze(re.sub(r"-\d+$", "", id_)), squeeze(card.title)}
    )


def near(game: Game, seen: State, name: str) -> tuple[str, ...]:
    """Units and places that are called nearly so."""
    if game.looked_up is not None:
        return tuple(game.looked_up(seen, name)[1])
    known = {one for lexicon in game.grammar().lexicons.values() for one in lexicon.printed.values()}
    numbered = any(sign.isdigit() for sign in name)
    return nearest(name, sorted(known), alike=ALIKE if numbered else LIKE)


# -- as it is printed --------------------------------------------------------------------------------------


def printed(game: Game, seen: State, name: str) -> Iterator[str]:
    """What is printed of everything that has this name: cards, units, spaces, clauses."""
    yield from map(paragraph, cards_told(seen.roster, cards_called(seen.roster, name)))
    for unit in units_called(game, seen, name):
        yield paragraph(_unit_printed(game, seen, unit))
        yield from may_do(game, seen, unit)
    for space in spaces_called(game, seen, name):
        if space in seen.board.spaces:
            yield paragraph(_space_printed(game, seen, space))
    if game.looked_up is not None:
        yield from map(paragraph, game.looked_up(seen, name)[0])
    yield from map(paragraph, game.explains(seen, side_of(seen), name))
    if any(sign.isdigit() for sign in name):
        yield from clauses(game, name)


def _unit_printed(game: Game, seen: State, unit: str) -> str:
    """A unit: its name, whose it is, and all that its counter has."""
    names = game.names()
    counter = seen.roster.counters.get(unit) or seen.counter(seen.units[unit])
    if counter is None:
        return f"{names(unit)}, {names(seen.units[unit].side)}."
    steps = [_told(face.values) for face in counter.steps]
    sorts = (counter.size, TYPES.get(counter.type, counter.type))
    told = [*filter(None, sorts), *steps[:1], *_also("reduced", steps[1:])]
    also = [*_also("formation", [counter.formation]), *_also("arrives", [counter.reinforcement])]
    traits = {word: value for word, value in counter.traits.items() if value != counter.type}
    parts = "; ".join(filter(None, [*told, _told(traits), *also]))
    return f"{names(unit)}, {names(counter.side)}: {parts}."


def _told(facts: Mapping[str, object]) -> str:
    """Facts that there are and that a reader has a use for, in a row."""
    return ", ".join(fact(word, value) for word, value in facts.items() if value and word not in UNSAID)


def _also(word: str, told: Iterable[str]) -> list[str]:
    """What there is of something, each behind its word."""
    return [f"{word} {one}" for one in told if one]


def _space_printed(game: Game, seen: State, space: str) -> str:
    """A space: its name, what the map says of it, who may set up there, and who controls it now as the reader
    knows."""
    names, facts = game.names(), seen.board.spaces[space].facts
    at_start = AT_START if "held" in facts else ()
    said = {word: value for word, value in facts.items() if word not in (*UNSAID, *at_start)}
    if said.get("ground") == said.get("terrain"):
        said.pop("ground", None)
    areas = {word: said.pop(word) for word in facts if word in said and word.endswith("set_up")}
    told = [
        fact(word, names(value) if value in seen.sides else value) for word, value in said.items() if value
    ]
    told += [one for word, value in areas.items() if (one := _set_up(game, seen, word, value))]
    holder = seen.control.get(space)
    told += [f"now controlled by {names(holder)}"] if holder else []
    return f"{capital(names(space))}: {', '.join(told) or 'nothing is printed'}."


def _set_up(game: Game, seen: State, word: str, value: object) -> str:
    """Who may set up in a space, a side or what of one: "set-up area of KG Schmidt (German player)"; "" for
    nobody."""
    names = game.names()
    if not isinstance(value, (tuple, list)):
        return f"set-up area of {names(str(value))}" if value in seen.sides else ""
    counters = seen.roster.counters.values()
    known = {squeeze(one.formation): one.formation for one in counters}
    known |= {squeeze(one.id): names(one.id) for one in counters}
    whose = word.removesuffix("_set_up")
    owner = f" ({names(whose)})" if whose in seen.sides else ""
    every = " and ".join(known.get(squeeze(one)) or one.replace("-", " ").upper() for one in value)
    return f"set-up area of {every}{owner}" if every else ""


def fact(word: str, value: object) -> str:
    """A printed fact in words: "terrain clear", "town", "5 VP", "tank class", "roads 1, 3"."""
    name = word.replace("_", " ").replace("-", " ")
    if value is True:
        return name
    told = ", ".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
    return f"{told} {BEHIND[word]}".strip() if word in BEHIND else f"{name} {told}"


def clauses(game: Game, number: str) -> list[str]:
    """What the clause of a number says, in our words; of a heading, its clauses; none for no number."""
    known = read_clauses(game)
    found = look_up(known, number)
    told = [found.own] if found.own else list(found.below)
    more = [f"  and {len(told) - MOST} more"] if len(told) > MOST else []
    shown = (known[one] for one in told[:MOST])
    return [*(paragraph(f"[{one['id']}] {one['title']}: {one['requirement']}") for one in shown), *more]


def in_the_rules(game: Game, words: str) -> list[str]:
    """What an abbreviation of the hobby stands for, and the clauses that are about something by their titles;
    nothing for what no clause is about."""
    known = read_clauses(game)
    found = about(known, words)
    full = ABBREVIATED.get(words.casefold())
    if not found:
        return [f"{words.upper()}: {full}."] if full else []
    told = [f"{words.upper()}: {full}. In the rules:" if full else f'In the rules about "{words}":']
    told += [f"  [{one}] {known[one]['title']}" for one in found[:MOST]]
    told += [f"  and {len(found) - MOST} more"] if len(found) > MOST else []
    return [*told, f'Write "rule {found[0]}" to read one.']


# -- as it is seen -----------------------------------------------------------------------------------------


def seen_of(game: Game, seen: State, name: str) -> Iterator[str]:
    """Where each unit of this name is, and what is in each space of it, as the reader sees it."""
    if game.looked_up is not None:
        yield from map(paragraph, game.looked_up(seen, name)[0])
    units = units_called(game, seen, name)
    for unit in units:
        yield paragraph(_where(game, seen, unit))
        yield from may_do(game, seen, unit)
    for space in spaces_called(game, seen, name):
        yield paragraph(_within(game, seen, space))


def _where(game: Game, seen: State, unit: str) -> str:
    """Where a unit is, as the reader sees it."""
    names, known = game.names(), seen.units.get(unit)
    if known is None or (known.at not in seen.board.spaces and known.at not in game.boxes):
        return f"{names(unit)}: you do not see it."
    return f"{unit_told(game, seen, known, names)}, {names(known.side)}: {names(known.at)}."


def _within(game: Game, seen: State, space: str) -> str:
    """What the reader sees in a space."""
    names = game.names()
    units = [unit_told(game, seen, unit, names) for unit in seen.at(space)]
    cover = [names(seen.covers[space])] if space in seen.covers else []
    return f"{capital(names(space))}: {', '.join([*units, *cover]) or 'you see no units there'}."
