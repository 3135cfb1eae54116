"""What a player asks in a sheet, and is answered at once: `help`, `help attack`, `rule 7.2`, `report`.

A word that the game has an order for is an order. Nothing in the game moves by a question, and what is said
hangs on nothing but its rules and what its writer was told.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.game import Game
from adjudicator.orders import Verb
from adjudicator.reader import squeeze
from adjudicator.rulings import Ruling
from adjudicator.state import State
from adjudicator.wording.clauses import look_up, read_clauses
from adjudicator.wording.order_words import cards_told
from counters.roster.counter import Roster
from files.nearest import nearest

Line = tuple[int, str]
WIDTH = 76
AGAIN = ("", "again", "please")
GAMES = "games"
"""What is asked of all games, and so answered elsewhere."""
MOST_CLAUSES = 12
"""So many clauses of a heading are told at once."""


@dataclass(frozen=True, slots=True)
class Question:
    """A line that asks the referee something: its word, and what stands behind it."""

    line: int
    text: str
    word: str
    about: str


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a question: the ruling on its line, and what stands below the lines."""

    ruling: Ruling
    below: str = ""


def split_questions(game: Game, lines: Sequence[Line]) -> tuple[list[Question], list[Line]]:
    """The questions in a sheet, and its other lines."""
    known = {word for verb in game.grammar().verbs for word in verb.words}
    questions: list[Question] = []
    rest: list[Line] = []
    for number, text in lines:
        found = read_question(number, text)
        alone = found is not None and found.word in {"help", "report", GAMES} and not found.about
        if found and (alone or found.word not in known):
            questions.append(found)
        else:
            rest.append((number, text))
    return questions, rest


def read_question(number: int, text: str) -> Question | None:
    """The question that a line is, whatever orders a game has; None if it is none."""
    words = text.split("#", 1)[0].casefold().split()
    words = words[1:] if words[:2] == ["my", GAMES] else words
    word, about = (words[0].strip(":?!."), " ".join(words[1:])) if words else ("", "")
    about = "" if about in AGAIN else about
    known = word in ANSWERS or (word == GAMES and not about)
    return Question(number, text.strip(), word, about) if known else None


def answer(game: Game, seen: State, question: Question, newest: Callable[[], str]) -> Told:
    """What is said of a question to a side with this view, whose newest report `newest` reads."""
    return ANSWERS[question.word](game, seen, question, newest)


def done(question: Question, below: str) -> Told:
    """A question that is answered below."""
    return Told(Ruling(0, question.line, question.text, "done", "", "see below"), below)


def not_known(question: Question, why: str, near: Iterable[str]) -> Told:
    """A question about something that there is not."""
    legal = tuple(f"{question.word} {one}" for one in near)
    return Told(Ruling(0, question.line, question.text, "unreadable", "", why, legal))


# -- help ------------------------------------------------------------------------------------------------


def tell_help(game: Game, seen: State, question: Question, newest: Callable[[], str]) -> Told:
    """The orders that are asked for now, or the one or the card that is named; without a question all."""
    verbs = {verb.name: verb for verb in game.grammar().verbs}
    if not question.about:
        asked = dict.fromkeys(name for one in seen.waiting() for name in one.verbs if name in verbs)
        shown = [verbs[name] for name in asked] or list(verbs.values())
        head = "What you can write now:" if asked else "All orders of the game:"
        return done(question, "\n".join([head, *lines_of(shown), "", *ALWAYS]))
    verb = game.grammar().verb(question.about.split()[0])
    cards = cards_told(seen.roster, cards_called(seen.roster, question.about))
    if cards:
        return done(question, "\n".join(textwrap.fill(card, WIDTH, subsequent_indent="  ") for card in cards))
    if verb is None:
        words = {word for one in verbs.values() for word in one.words}
        return not_known(question, "no order begins so", nearest(question.about, words) or sorted(verbs)[:8])
    return done(question, "\n".join(["The order:", *lines_of([verb])]))


def cards_called(roster: Roster, name: str) -> tuple[str, ...]:
    """The printed cards of a name: their id, that of several alike without its number, or their title. What
    is told of them hangs on nobody's hand."""
    wanted = squeeze(name)
    return tuple(
        id_
        for id_, card in roster.cards.items()
        if wanted and wanted in {squeeze(id_), squeeze(re.sub(r"-\d+$", "", id_)), squeeze(card.title)}
    )


def lines_of(verbs: Iterable[Verb]) -> Iterator[str]:
    """How orders are written, and what they do."""
    for verb in verbs:
        yield from textwrap.wrap(
            f"{verb.form}: {verb.help}" if verb.help else verb.form, WIDTH,
            initial_indent="  ", subsequent_indent="      ", break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip


ALWAYS = (
    "And in every sheet: rule NUMBER (what a rule says), report (your newest report",
    "again), games (what you owe in all your games), help ORDER (or a card), undo (to",
    "propose to take back), resign.",
)


# -- rules and reports ---------------------------------------------------------------------------------------


def tell_rule(game: Game, seen: State, question: Question, newest: Callable[[], str]) -> Told:
    """What a clause says, in our words; of a heading, its clauses."""
    clauses = read_clauses(game)
    found = look_up(clauses, question.about)
    told = [found.own] if found.own else list(found.below)
    if not told or not question.about:
        return not_known(question, "the rulebook has no such number", found.near)
    more = [f"  and {len(told) - MOST_CLAUSES} more"] if len(told) > MOST_CLAUSES else []
    return done(question, "\n".join([*(clause_told(clauses[id_]) for id_ in told[:MOST_CLAUSES]), *more]))


def clause_told(clause: Mapping[str, str]) -> str:
    """One clause as a paragraph."""
    text = f"[{clause['id']}] {clause['title']}: {clause['requirement']}"
    return textwrap.fill(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def tell_report(game: Game, seen: State, question: Question, newest: Callable[[], str]) -> Told:
    """The newest report again, without its pictures."""
    report = newest()
    if not report:
        return Told(Ruling(0, question.line, question.text, "not-judged", "", "you had no report yet"))
    quoted = "\n".join(f"| {line}".rstrip() for line in report.splitlines())
    return done(question, f"Your newest report once more:\n\n{quoted}")


ANSWERS: Mapping[str, Callable[[Game, State, Question, Callable[[], str]], Told]] = {
    "help": tell_help,
    "rule": tell_rule,
    "rules": tell_rule,
    "report": tell_report,
}
