"""An order form filled in: what a side may order now, a comment a line, to be edited down.

Everything comes from the legal answers of its questions, as far as its own view shows them. Units are grouped
as their player thinks of them, by formation; a line that leaves a choice ends in dots, with the first of what
may stand there.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile

from adjudicator.game import Game
from adjudicator.judging.what_if import legal_in_view
from adjudicator.report.welcome import MOVING
from adjudicator.report.whereabouts import formation_title
from adjudicator.state import Decision, State
from adjudicator.waiting_lines import ENDING, held_by, kept_in, typed
from adjudicator.wording.order_words import card_titles, in_print, part_in_print

LONGEST = 70
"""No comment is longer: one that a mail program folds would become an order."""
MOST_NAMED = 4
"""So many words of what a line may go on with are tried as one name."""
MOST_THINGS = 24
"""So many hexes or cards have a line each; of more there is one line for all."""
MOST_CHOICES = 4
"""How many of the choices for the dots are named."""
EXAMPLE = 4
"""An answer of so many lines is an example of a whole set of orders."""
NOTE = "# "
"""A note of a form begins like this. With the # of the form it has two, and never counts as an order."""
HOW = "Remove the first # of a line to give that order."
DOTS = ' Write your choice in place of "...": some choices follow the second #. You may leave them there.'
SOME = "Examples: remove the # of the lines you want, and change any of them."
WHOLE = "An example: remove the # of the lines you want, and change any of them."


@dataclass(slots=True)
class Kind:
    """The legal lines of one verb by what they are about, in their order, and what an example has of each."""

    about: dict[str, dict[str, None]] = field(default_factory=dict)
    example: dict[str, dict[str, None]] = field(default_factory=dict)


def filled_in(game: Game, seen: State, decision: Decision) -> list[str]:
    """What may be ordered in answer to a question, as comments without their sign, notes with one; `seen` is
    the view of the side that is asked."""
    known = {*seen.units, *seen.roster.cards, *seen.board.spaces}
    kinds = sorted_by_verb(legal_in_view(game, seen, decision), known)
    if not kinds:
        return []
    shown: dict[str, list[str]] = {"": []}
    covered = set[str]()
    for verb in sorted(kinds, key=lambda verb: verb not in MOVING):  # each unit once, and that by its move
        kind = kinds[verb]
        mine = {one for one in kind.about if one in seen.units}
        if new := mine - covered:
            by_formation(game, seen, decision.player, kind, new, shown)
        if not new or mine & covered:
            shown[""] += by_thing(game, kind, again=len(mine) > 1)
        covered |= mine
    named = shown.pop("")
    named += [line for line in for_all(decision, known) if line not in named]
    last = sorted(named, key=lambda line: line.split()[0] in ENDING)
    examples = [line for line in game.examples(seen, decision) if len(line) <= LONGEST]
    grouped = [line for title, lines in shown.items() for line in (f"{NOTE}{title}", *lines)]
    last = [
        meant(line, card_titles(seen.roster, line, line) or game.choices.meaning(decision, line))
        for line in last
    ]
    told = [*examples, *grouped, *([NOTE.strip()] if grouped and last else []), *last]
    return [*notes(SOME if examples else how(kinds.values(), told)), *told]


def for_all(decision: Decision, known: set[str]) -> list[str]:
    """The lines of a default of several that name nothing, such as "setup rest": legal beside any others."""
    lines = decision.default.split("\n")
    return [line for line in lines if not {*line.split()} & known] if len(lines) > 1 else []


def notes(text: str) -> list[str]:
    """A text as notes of a form, line by line."""
    return [f"{NOTE}{line}" for line in textwrap.wrap(text, LONGEST)]


def meant(line: str, meaning: str) -> str:
    """A line with what it means as its comment, where there is room."""
    told = f"{line}  # {meaning}"
    return told if meaning and "#" not in line and len(told) <= LONGEST else line


def how(kinds: Iterable[Kind], told: Iterable[str]) -> str:
    """What to do with the lines, in a sentence."""
    if any(kind.example for kind in kinds):
        return WHOLE
    return f"{HOW}{DOTS if any(' ...' in line for line in told) else ''}"


def sorted_by_verb(answers: Sequence[str], known: set[str]) -> dict[str, Kind]:
    """The lines of legal answers by their verbs and what each is about. Lines that are legal only together
    say nothing of a verb that some line has alone."""
    kinds: dict[str, Kind] = {}
    several = {name.partition(" ")[0] for name in known if " " in name}
    every = [answer.splitlines() for answer in answers]
    whole = all(len(lines) >= EXAMPLE for lines in every)  # else they are many ways to say a few orders
    singly = {lines[0].partition(" ")[0] for lines in every if len(lines) == 1}
    for lines in every:
        for line in lines:
            verb, *words = line.split(" ")
            if len(lines) > 1 and verb in singly:
                continue
            kind = kinds[verb] = kinds.get(verb) or Kind()
            about = named_first(words, known, several)
            if whole:
                kind.example.setdefault(about, {})[line] = None
                kind.about.setdefault(about, {line: None})
            else:
                kind.about.setdefault(about, {})[line] = None
    return kinds


def named_first(words: Sequence[str], known: set[str], several: set[str]) -> str:
    """The unit, card or space that a line names first; else its first word. `several` are the words with
    which names of more than one begin."""
    for at, first in enumerate(words):
        for count in range(min(MOST_NAMED, len(words) - at), 1, -1) if first in several else ():
            name = " ".join(words[at : at + count]).rstrip(",")
            if name in known:
                return name
        if (name := first.rstrip(",")) in known:
            return name
    return words[0] if words else ""


def by_formation(
    game: Game, seen: State, side: str, kind: Kind, units: Iterable[str], shown: dict[str, list[str]]
) -> None:
    """Lay the lines of one verb about these units to those of their formations."""
    order = {unit: place for place, unit in enumerate(seen.units)}
    for about in sorted(units, key=lambda one: order.get(one, len(order))):
        unit = seen.units.get(about)
        title = formation_title(game, seen, side, unit) if unit else ""
        shown.setdefault(title, []).extend(of_one(game, kind, about))


def by_thing(game: Game, kind: Kind, again: bool) -> list[str]:
    """The lines of one verb that are about hexes, cards or nothing, or `again` about units that have theirs;
    one for all where there are many."""
    if kind.example or (len(kind.about) <= MOST_THINGS and not again):
        return [line for about in kind.about for line in of_one(game, kind, about)]
    return [left_open(game, [one for lines in kind.about.values() for one in lines])]


def of_one(game: Game, kind: Kind, about: str) -> list[str]:
    """The lines of a verb that are about one thing: as an example has them, or one that leaves a choice."""
    lines = list(kind.example.get(about) or alone(kind.about[about], about))
    if about in kind.example or len(lines) == 1:
        return list(in_print(game, lines))
    return [left_open(game, lines)]


def alone(lines: Iterable[str], about: str) -> Iterable[str]:
    """The lines that are about one thing alone, if any are, and not about a stack that goes together."""
    together = f" {about},"
    return [line for line in lines if together not in line] or lines


def left_open(game: Game, lines: Sequence[str]) -> str:
    """Lines that begin alike as one that leaves a choice: "move I/11 Pz to ...  # 4014; 4113 and 5 more"."""
    pairs = zip(min(lines).split(" "), max(lines).split(" "), strict=False)
    alike = [one for one, _ in takewhile(lambda two: two[0] == two[1], pairs)]  # all between them have it
    start, head = " ".join(alike), " ".join(part_in_print(game, alike))
    tails = [line[len(start) + 1 if start else 0 :] for line in lines]

    @cache
    def printed(tail: str) -> str:
        (line,) = in_print(game, [f"{start} {tail}".strip()])
        return line.removeprefix(head).strip() if line.startswith(f"{head} ") else ""

    if all(printed(tail) or not tail for tail in tails[:MOST_CHOICES]):
        return f"{head} ...{choices(tails, LONGEST - len(head) - 6, printed)}"
    return f"{start} ...{choices(tails, LONGEST - len(start) - 6)}"


def choices(tails: Sequence[str], room: int, printed: Callable[[str], str] = str) -> str:
    """The first of several ways to go on with a line, `printed`, as many as have room, and how many more."""
    known = dict.fromkeys(tails)
    longer, shorter = set[str](), ""
    for tail in sorted(filter(None, known)):  # a blank comes before all that stands in a word
        if shorter and tail.startswith(shorter):
            longer.add(tail)
        else:
            shorter = f"{tail} "
    told = [tail for tail in known if tail and tail not in longer]
    told += ["or nothing"] * ("" in known and "" not in longer)
    told[:MOST_CHOICES] = [printed(tail) or tail for tail in told[:MOST_CHOICES] if tail]
    for count in range(min(MOST_CHOICES, len(told)), 0, -1):
        more = len(told) - count
        also = " (more words may follow)" if longer else ""
        text = f"  # {'; '.join(told[:count])}{f' and {more} more' if more else ''}{also}"
        if len(text) <= room:
            return text
    return ""


def kept(game: Game, seen: State, side: str, but: Collection[str] = ()) -> Iterator[str]:
    """What of a side is kept already: its orders on hold, its queued ones, and its standing ones; none that
    the mail tells elsewhere (`but`)."""
    lines = kept_in(seen, side)
    good = [line for line in lines if not line.bad]
    on_hold = [line for line in good if held_by(seen, side, lines, line, game.ahead.ending)]
    queued = [line for line in good if line not in on_hold]
    told = {"On hold:": map(typed, on_hold), "Queued already:": map(typed, queued)}
    for title, some in (*told.items(), ("Standing orders:", seen.standing.get(side, ()))):
        texts = [f"{NOTE}  {text}" for text in some if text not in but]
        yield from (f"{NOTE}{title}", *texts) if texts else ()


def by_when(due: Mapping[str, str], decision: Decision) -> list[str]:
    """The deadline of a question, if it has one."""
    return [f"{NOTE}Answer by {due[decision.id]}"] if decision.id in due else []
