"""`orders.html`, made: what is asked, the board, the offers as data, and the words for who has no script.

Nothing that depends on a name is ever code: data stand in a block of their own with "<" escaped, and the page
lets no script run but the one whose hash it names. The same facts give the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from math import atan2
from pathlib import Path
from typing import Any

from adjudicator.by_mail.ahead import ACCEPT
from adjudicator.game import Game
from adjudicator.judging.lapsing import closes
from adjudicator.judging.line_by_line import accepting
from adjudicator.mechanics.remembered import of_the_same
from adjudicator.report.pages import MOST_LINK, asked_of, mail_link
from adjudicator.report.scene import scene
from adjudicator.rulings import No
from adjudicator.state import Decision, State
from adjudicator.tapping.board import COLUMNS, UNITS, Board, Lying, board
from adjudicator.tapping.offers import Packing
from adjudicator.tapping.onward import Below, below, plans
from adjudicator.tapping.packed import Offers, Places, Whole, as_data
from adjudicator.waiting_lines import kept_in, unpacked, waits_for_word
from adjudicator.wording.order_words import cited, in_print, silence_told, subject
from templates import COMMON, render

FORMAT = 1
PLANS = "plans"
"""The topic of the orders that begin what is planned for later."""
SMALL_PRINT = 45
"""How large a counter is in `UNITS` of a board's width, at most, where its numbers cannot be read."""
SIDES = 6
"""A hex has so many neighbours, but for the rim."""
MOST_EXAMPLES = 12
"""So many answers the page shows to a reader without script."""
SCRIPT, STYLE = "orders.js", "orders.css"
POLICIES = {
    "default": "what no answer would mean",
    "first": "the first answer that is offered",
    "weakest": "the weakest unit",
    "strongest": "the strongest unit",
    "weakest first": "the weakest unit first",
    "strongest first": "the strongest unit first",
    "pass": "pass",
    "yes": "yes",
    "no": "no",
}
"""What the answers of standing orders mean."""
_STANDING = re.compile(r"if asked (\S+)(.*?) then (.+)")


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What one page tells: all of it is what `side` may know.

    `seen` is the side's view as its bundle has it, `begin` the first line of its order block, `to` where
    orders go, `due` the time for each question in words; `home` is the folder of a user's own game.
    """

    game: Game
    number: int
    side: str
    seen: State
    begin: str
    to: str
    due: Mapping[str, str] = field(default_factory=dict)
    home: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A question as the page shows it without its script: answers with a link that opens a mail, "" where it
    would be too long."""

    text: str
    rule: str
    due: str
    silence: str
    answers: tuple[tuple[str, str], ...]


def orders_page(facts: PageFacts, boards: Path | None = None, draw: bool = True) -> bytes:
    """The page. `boards` is a folder in which pictures may be kept; without `draw` it has no map."""
    drawn = None
    if draw:
        shown = scene(facts.game, facts.number, facts.seen, facts.seen, ())
        drawn = board(facts.home or facts.game.name, shown, boards)
    told = data(facts, drawn)
    packed = json.dumps(told, separators=(",", ":"), sort_keys=True).replace("<", "\\u003c")
    script = (COMMON / SCRIPT).read_text(encoding="utf-8")
    page = render(
        "orders.html", facts.home or facts.game.name, title=facts.game.title, number=facts.number,
        reader=facts.game.sides[facts.side], asked=[question(facts, one) for one in open_questions(facts)],
        data=packed, script=script, style=render(STYLE, facts.home or facts.game.name),
        hash=script_hash(script), board=drawn, cells=cells(drawn) if drawn else (), columns=COLUMNS,
        units=UNITS, empty=uri(drawn.empty) if drawn else "", sheet=uri(drawn.sheet) if drawn else "",
        write=link(facts, ""), begin=facts.begin,
    )  # fmt: skip
    return page.encode("utf-8")


@cache
def script_hash(script: str) -> str:
    """The hash by which the page allows its one script."""
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")


def uri(picture: bytes) -> str:
    """A picture as an address that holds it."""
    return f"data:image/webp;base64,{base64.b64encode(picture).decode('ascii')}"


def cells(drawn: Board) -> Iterator[tuple[Lying, float, float]]:
    """Everything that lies on the board, with where its cell is on the sheet, in per cent as styles count."""
    rows = max(1, -(-drawn.cells // COLUMNS))
    for one in drawn.lying:
        row, column = divmod(one.cell, COLUMNS)
        yield one, round(100 * column / (COLUMNS - 1), 3), round(100 * row / max(1, rows - 1), 3)


def open_questions(facts: PageFacts) -> tuple[Decision, ...]:
    """The questions that are open to the side: those of the rules, and whether it accepts the game."""
    mine = (one for one in asked_of(facts.seen) if one.player == facts.side)
    return tuple(one for one in mine if one.topic in facts.game.answers or one.topic == ACCEPT)


def link(facts: PageFacts, lines: str) -> str:
    """A link that opens a mail with these lines."""
    return mail_link(facts.to, subject(facts.game, facts.number), facts.begin, lines)


def question(facts: PageFacts, decision: Decision) -> Shown:
    """A question for a reader without script."""
    answers = in_print(facts.game, decision.answers[:MOST_EXAMPLES])
    return Shown(
        decision.question, decision.rule, facts.due.get(decision.id, ""), silence_told(decision),
        tuple((answer.replace("\n", " / "), link(facts, answer)) for answer in answers),
    )  # fmt: skip


# -- what the script reads ----------------------------------------------------------------------------------


def data(facts: PageFacts, drawn: Board | None) -> dict[str, Any]:
    """Everything that the script works with."""
    places = Places({*facts.seen.board.spaces, *facts.game.boxes})
    asked = list(questions(facts, places))
    at = {unit.id: unit.at for unit in facts.seen.units.values() if unit.side == facts.side}
    for space in dict.fromkeys(at.values()):
        places.known_as(space)
    given = facts.seen.standing.get(facts.side, ())
    kept = [one for one in standing(facts) if one[0] not in given]
    advice = facts.game.choices.advice_to(facts.side)
    lying = [[one.unit, one.at, one.cell, one.x, one.y, one.size] for one in drawn.lying] if drawn else []
    fielded = [n for n, row in enumerate(lying) if row[1] in facts.seen.board.spaces]
    return {
        "format": FORMAT, "to": facts.to, "begin": facts.begin, "subject": subject(facts.game, facts.number),
        "most": MOST_LINK, "questions": asked, "cards": cards(facts, asked),
        "standing": [list(one) for one in kept], "advised": sum(line in advice for line, _ in kept),
        "lying": lying, "fielded": fielded,
        "asked": list(asked_ahead(facts.game)), "numbers": numbers(facts.game),
        "at": at, "kinds": {id_: unit.kind for id_, unit in facts.seen.units.items() if unit.kind},
        "boxes": list(facts.game.boxes),
        "holds": waits_for_word(kept_in(facts.seen, facts.side)) is not None,
        "spaces": [space_data(facts, one, drawn) for one in places.order],
        "board": {"wide": UNITS, "high": drawn.high, "counter": drawn.counter, "columns": COLUMNS,
                  "rows": max(1, -(-drawn.cells // COLUMNS)), "hexes": list(hexes(facts, drawn)),
                  "outline": outline(facts, drawn)} if drawn else None,
    }  # fmt: skip


def hexes(facts: PageFacts, drawn: Board) -> Iterator[list[Any]]:
    """The hexes of a board so large that nobody can read its numbers in the picture, column by column: where
    its middle is across, and of each hex its number, its middle down and its name if it has one."""
    if drawn.counter > SMALL_PRINT:
        return
    names, columns = facts.game.names(), dict[int, list[list[Any]]]()
    for space, (x, y) in drawn.spaces.items():
        name = names(space).removesuffix(f" ({space})")
        known = name.casefold() == space.casefold()  # as it is printed, and no other name
        columns.setdefault(x, []).append([name, y] if known else [space, y, name])
    yield from ([x, *column] for x, column in columns.items())


def outline(facts: PageFacts, drawn: Board) -> list[list[int]]:
    """The corners of a hex of such a board, across and down from its middle: each lies between the middles of
    the hex and of two neighbours. [] where no hex has six."""
    grid, spots = facts.seen.board.grid, drawn.spaces
    for space, (x, y) in spots.items() if grid and drawn.counter <= SMALL_PRINT else ():
        near = [spots[one] for one in facts.seen.board.neighbours(space) if one in spots]
        if len(near) == SIDES:
            off = sorted(((a - x, b - y) for a, b in near), key=lambda one: atan2(one[1], one[0]))
            pairs = pairwise([*off, off[0]])
            return [[round((a + c) / 3), round((b + d) / 3)] for (a, b), (c, d) in pairs]
    return []


def questions(facts: PageFacts, places: Places) -> Iterator[dict[str, Any]]:
    """The open questions, and after them those whose orders may be below an answer: `of` is the place of the
    question that each follows, `after` the answers that lead to it. What is planned comes last; if it `needs`
    an answer to what is asked above it, it would be taken for that alone."""
    asked, place = open_questions(facts), 0
    for one in asked:
        yield asked_data(facts, one, places)
    for of, one in enumerate(asked):
        for then in below(facts.game, facts.seen, one, places):
            yield {
                "topic": then.topic, "text": then.says, "default": list(then.default),
                "means": meanings(facts, then.topic),
                **as_data(then.offers), "of": of,
                "after": {line: list(units) for line, units in then.after.items()},
            }  # fmt: skip
            of, place = len(asked) + place, place + 1
    for one in asked:
        plan = plans(facts.game, facts.seen, one, places)
        if plan is None:
            continue
        needs = not {line.split()[0] for line in plan.after}.isdisjoint(one.verbs)
        yield {
            "topic": PLANS, "text": plan.says, "default": [], "means": {}, **as_data(begins(plan)),
            "plan": True, "needs": needs,
        }  # fmt: skip
        yield {
            "topic": plan.topic, "text": "", "default": [], "means": meanings(facts, plan.topic),
            **as_data(plan.offers), "plan": True, "of": len(asked) + place,
            "after": {line: list(units) for line, units in plan.after.items()},
        }  # fmt: skip
        return


def begins(plan: Below) -> Offers:
    """The orders that begin what is planned, as offers."""
    lines = tuple(Whole(line) for line in plan.after if not line.endswith(" "))
    return Offers((), (), (), (), lines, (), (), False, None)


def asked_data(facts: PageFacts, decision: Decision, places: Places) -> dict[str, Any]:
    """A question and all that may be answered to it."""
    packed = Packing(facts.game, facts.seen, decision, places).pack()
    return {
        "topic": decision.topic, "text": f"{decision.question}{cited(decision.rule)}",
        "default": decision.default.splitlines(), **as_data(packed), "held": list(held(facts, decision)),
        "means": meanings(facts, decision.topic), **purse(facts, decision.topic),
    }  # fmt: skip


def purse(facts: PageFacts, topic: str) -> dict[str, Any]:
    """What the lines of a question cost, and what there is to spend; nothing where none cost points."""
    choice = facts.game.choices.of(topic)
    if choice is None or choice.purse is None:
        return {}
    told = choice.purse(facts.seen, facts.side)
    prices = {line: dict(one) for line, one in told.prices.items()}
    return {"purse": {"has": dict(told.has), "prices": prices, "times": dict(told.times)}}


def meanings(facts: PageFacts, topic: str) -> dict[str, str]:
    """What answers to a question mean in a few words."""
    choice = facts.game.choices.of(topic)
    return {**choice.tapped, **choice.meanings} if choice else {}


def held(facts: PageFacts, decision: Decision) -> Iterator[str]:
    """The good lines of earlier sheets that wait for the side's word and do more than to end something, as
    answers to this question: they are taken before those of the page."""
    for line in map(unpacked, facts.seen.kept.get(facts.side, ())):
        waits = not (line.bad or line.batch or closes(facts.game, line))
        if waits and accepting(facts.seen, facts.side, line.order) == decision:
            yield line.order.text


def space_data(facts: PageFacts, space: str, drawn: Board | None) -> list[Any]:
    """A space: its id, its place on the board if it has one, its printed name if that is another."""
    x, y = drawn.spaces.get(space, (-1, -1)) if drawn else (-1, -1)
    name = facts.game.names()(space)
    return [space, x, y, *([name] if name != space else [])]


def cards(facts: PageFacts, asked: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """What the cards do that the offers name, and what else it is that they name."""
    names = {one for told in asked for line in told["lines"] for one in line[1:]}
    names |= {
        one for told in asked for team in told["teams"] for ids in team["lists"].values() for one in ids
    }
    names |= {aid[0] for told in asked for team in told["teams"] for aid in team.get("supports", {}).values()}
    names |= {word for told in asked for go in told["go"] if not go["units"] for word in go["head"].split()}
    roster = facts.seen.roster.cards
    known = (roster[one] for one in sorted(names) if one in roster)
    told = {card.id: f"{ended(card.title)} {card.when}: {card.text}" for card in known}
    choices = filter(None, (facts.game.choices.of(one["topic"]) for one in asked))
    things = {id_: what for choice in choices for id_, what in choice.things(facts.side).items()}
    return told | {id_: things[id_] for id_ in sorted(names & things.keys())}


def ended(words: str) -> str:
    """Words as a sentence."""
    return words if words[-1:] in "?!." else f"{words}."


def standing(facts: PageFacts) -> Iterator[tuple[str, str]]:
    """Standing orders that can be chosen, each with what it means in a sentence: first those that are
    advised, in the words of the first email's form."""
    choices = facts.game.choices
    advised = {one.advice[0]: one.advised for one in choices.all if len(one.advice) == 1 and one.advised}
    others = {one.topic for one in choices.all if not one.may_ask(facts.side)}
    words = {word: topic for word, topic in words_of(facts.game).items() if topic not in others}
    known = {topic for topic in words.values() if (one := choices.of(topic)) and one.advice}
    usual = (f"if asked {word} then default" for word, topic in words.items() if topic not in known)
    means = (
        f"if asked {word} then {answer}"
        for word, topic in words.items()
        for choice in [choices.of(topic)]
        for answer in (choice.meanings if choice else ())
    )
    for line in dict.fromkeys((*choices.advice_to(facts.side), *usual, *means)):
        found = _STANDING.fullmatch(line)
        if found is None or not could_be_kept(facts.game, line):
            continue
        topic, condition, policy = found[1], found[2].strip(), found[3]
        where = f", {condition}" if condition else ""
        choice = choices.of(choices.topics.get(topic, topic))
        meanings = {**POLICIES, **(choice.meanings if choice else {})}
        told = f"If I am asked {topic}{where}: {meanings.get(policy, policy)}."
        yield line, advised.get(line, told)


def asked_ahead(game: Game) -> Iterator[list[str]]:
    """What players call each question that can be answered before it is asked, and answers that suit it."""
    for word, topic in words_of(game).items():
        choice = game.choices.of(topic)
        answers = dict.fromkeys(
            (*(choice.meanings if choice else ()), *POLICIES, *(choice.verbs if choice else ()))
        )
        yield [word, *(one for one in answers if could_be_kept(game, f"if asked {word} then {one}"))]


def numbers(game: Game) -> list[str]:
    """The conditions of standing orders that compare a number."""
    word = next(iter(words_of(game)), "")
    lines = {one: f"if asked {word} {one}>=2 then default" for one in game.standing.conditions}
    return [one for one, line in lines.items() if could_be_kept(game, line)]


@of_the_same
def could_be_kept(game: Game, line: str) -> bool:
    """Whether this is a standing order that could ever apply."""
    try:
        game.standing.read(line)
    except No:
        return False
    return True


def words_of(game: Game) -> dict[str, str]:
    """The first word by which players call each question that standing orders usually answer."""
    first: dict[str, str] = {}
    for word, topic in game.choices.topics.items():
        if topic in game.choices.usual and topic not in first.values():
            first[word] = topic
    return first
