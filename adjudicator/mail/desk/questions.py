"""What a player asks in a sheet, and is answered at once: `help`, `help STUKA-1`, `where 45 RD`, `odds ...`,
`rule 7.2`, `report`.

A word that the game has an order for is an order. A question changes nothing in the game, and its answer
depends only on the rules and on what the writer may know.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.game import Game
from adjudicator.mail.desk.look_ups import LIKE, clauses, in_the_rules, near, printed, seen_of
from adjudicator.mail.desk.trial import LATER
from adjudicator.mail.reading.as_typed import plain_words
from adjudicator.mail.reading.asking import is_lost, unspoken
from adjudicator.mail.settings.wishes import Line
from adjudicator.orders import COMMENT_APART, Verb
from adjudicator.rulings import Ruling
from adjudicator.state import State
from adjudicator.waiting_lines import ENDING
from adjudicator.wording.clauses import look_up, read_clauses
from files.nearest import nearest
from templates.folding import WIDTH

MOST_STEPS = 32
"""The most steps of a sequence of play that are named: more would fill half a page."""
AGAIN = ("", "again", "please")
GAMES = "games"
"""What is asked of all games, and so answered elsewhere."""
OF_THE_POSITION = frozenset({"help", "where"})
"""What is answered below the lines from where the game stands."""
Tried = Callable[[str], Ruling]
"""A line as a dry run of the side that asks says it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A line that asks something: its word, and what comes after it."""

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
    """The question that a line is, whatever orders a game has; None if it is none. "What now?" is HELP."""
    said = COMMENT_APART.split(text, maxsplit=1)[0]
    if is_lost(said):
        return Question(number, text.strip(), "help", "")
    words = unspoken(plain_words(said).rstrip(" ?")).casefold().split()
    words = words[1:] if words[:2] == ["my", GAMES] else words
    word, about = (words[0].strip(":?!."), " ".join(words[1:])) if words else ("", "")
    about = "" if about in AGAIN else about
    known = word in ANSWERS or (word == GAMES and not about)
    return Question(number, text.strip(), word, about) if known else None


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: how to read their newest report, and how to try a line for them."""

    newest: Callable[[], str]
    tried: Tried


def untried(line: str) -> Ruling:
    """What is said of a line where nothing can be tried."""
    return Ruling(0, 0, line, "not-judged")


def answer(
    game: Game, seen: State, question: Question, newest: Callable[[], str], tried: Tried = untried
) -> Told:
    """What is said of a question to a side with this view, whose newest report `newest` reads, and for which
    `tried` tries a line."""
    return ANSWERS[question.word](game, seen, question, Asker(newest, tried))


def done(question: Question, below: str) -> Told:
    """A question that is answered below."""
    return Told(Ruling(0, question.line, question.text, "done", "", "see below"), below)


def not_known(question: Question, why: str, near: Iterable[str]) -> Told:
    """A question about something that there is not."""
    legal = tuple(f"{question.word} {one}" for one in near)
    return Told(Ruling(0, question.line, question.text, "unreadable", "", why, legal))


# -- help ------------------------------------------------------------------------------------------------


def tell_help(game: Game, seen: State, question: Question, asker: Asker) -> Told:
    """The rules of play by mail and the orders that are asked for now; or what is named: an order, a card, a
    unit, a hex or a clause."""
    verbs = {verb.name: verb for verb in game.grammar().verbs}
    if not question.about:
        asked = dict.fromkeys(name for one in seen.waiting() for name in one.verbs if name in verbs)
        shown = [verbs[name] for name in asked] or list(verbs.values())
        head = "What you can write now:" if asked else "All orders of the game:"
        examples = [f"  {line}" for line in game.examples(seen, None)]
        here = ["", "Examples for this position:", *examples] if examples else []
        told = [*rules_by_mail(game), "", head, *lines_of(shown), *here, *turn_of(game)]
        return done(question, "\n".join(told))
    verb = game.grammar().verb(question.about)
    told = ["The order:", *lines_of([verb])] if verb else []
    told += printed(game, seen, question.about)
    told = told or in_the_rules(game, question.about)
    if not told:
        words = {word for one in verbs.values() for word in one.words}
        words |= {card.title for card in seen.roster.cards.values()}
        parts = (question.about, *question.about.split())
        close = tuple(dict.fromkeys(one for part in parts for one in nearest(part, words, alike=LIKE)))
        close = close or near(game, seen, question.about)
        none = "no order, piece or place" if game.looked_up else "no order, card, unit, hex or clause"
        return not_known(question, f"{none} has this name", close)
    return done(question, "\n".join(told))


def turn_of(game: Game) -> list[str]:
    """The sequence of play in its order; nothing where it is too long for half a page."""
    if len(game.sequence) > MOST_STEPS:
        return []
    steps = "; ".join(segment.heading for segment in game.sequence.values())
    return [
        "",
        "The sequence of play:",
        *textwrap.wrap(f"{steps}.", WIDTH, initial_indent="  ", subsequent_indent="  "),
    ]


def tell_where(game: Game, seen: State, question: Question, asker: Asker) -> Told:
    """Where a unit is, or what is in a space, as far as the side that asks sees it."""
    told = list(seen_of(game, seen, question.about)) if question.about else []
    if not told:
        none = "you see no piece or place of" if game.looked_up else "no unit or hex has"
        return not_known(question, f"{none} this name", near(game, seen, question.about))
    return done(question, "\n".join(told))


def tell_odds(game: Game, seen: State, question: Question, asker: Asker) -> Told:
    """What an attack would be, as a dry run says it; the verb may be left out."""
    verbs = [verb for verb in game.grammar().verbs if verb.name in attacks(game)]
    about = question.text.strip().partition(" ")[2].strip()
    lines = [about, *(f"{verb.name} {about}" for verb in verbs)] if about else []
    found = [asker.tried(line) for line in lines]
    read = [ruling for ruling in found if ruling.verdict != "unreadable"] or found[:1]
    if not read:
        why = "write the attack after it, as you would order it"
        return not_known(question, why, [verb.form for verb in verbs])
    best = next((one for one in read if one.verdict == "may be done"), read[0])
    if best.verdict in LATER:  # nothing is queued by a question
        best = replace(best, verdict="not-judged", why=NOT_NOW, legal=())
    return Told(replace(best, line=question.line, text=question.text))


def attacks(game: Game) -> frozenset[str]:
    """How orders begin of which a dry run foretells something."""
    return frozenset(verb for one in game.choices.all if one.foretell for verb in one.verbs) - {*ENDING}


def lines_of(verbs: Iterable[Verb]) -> Iterator[str]:
    """How orders are written, and what they do."""
    for verb in verbs:
        yield from textwrap.wrap(
            f"{verb.form}: {verb.help}" if verb.help else verb.form, WIDTH,
            initial_indent="  ", subsequent_indent="      ", break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip


NOT_NOW = (
    "you have no attack to make at the moment. Ask again when you are asked for attacks. BEGIN CHECK shows "
    "the odds of one that you plan: write it below the orders that lead to it"
)
RULES_BY_MAIL = (
    "PLAY BY MAIL",
    "Answer: copy the order form from your newest report to the top of your reply,",
    "write one order a line between BEGIN ORDERS and END ORDERS, and send it. You get",
    "a verdict for each line:",
    "  OK                accepted and carried out",
    "  QUEUED            kept for a later question",
    "  ON HOLD           waits for you: another line needs a correction",
    "  NOT USED          no such question came up, or it is answered already",
    "  REFUSED           a rule forbids it; the legal orders are listed",
    "  NOT UNDERSTOOD, AMBIGUOUS   write it again",
    "Try out: write BEGIN CHECK and END CHECK instead. Nothing happens.",
    "Ahead: one email may hold the orders for later questions, too. A standing order,",
    '"if asked ... then ...", answers a question each time before it is asked.',
    "VASSAL: attach the log of your moves (.vlog) to the form.",
    'Other players: write below a line "To NAME:". All other words go to the referee.',
    "Ask, in the form or in an email of its own, one question a line:",
    "  help NAME         an order, card, hex, rule number; a unit and what it may do",
    "  where NAME        where a unit is, or what is in a hex, as your side sees it",
    "  odds ATTACK       what an attack would be; write it as you order it",
    "  games             what you owe in all your games",
    "  rule NUMBER, report (your newest report again)",
    "  undo (proposes to undo your last orders), resign",
)
"""The rules of play by mail, in a page."""


def rules_by_mail(game: Game) -> Iterator[str]:
    """The rules of play by mail; without what asks for the rules of a game that its players keep."""
    for line in RULES_BY_MAIL:
        if not game.looked_up:
            yield line
        elif not line.startswith("  odds "):
            yield line.replace(", rule number;", ";").replace("rule NUMBER, ", "")


# -- rules and reports ---------------------------------------------------------------------------------------


def tell_rule(game: Game, seen: State, question: Question, asker: Asker) -> Told:
    """What a clause says, in our words; of a heading, its clauses."""
    told = clauses(game, question.about) if question.about else []
    if not told:
        close = look_up(read_clauses(game), question.about).near
        return not_known(question, "the rulebook has no such number", close)
    return done(question, "\n".join(told))


def tell_report(game: Game, seen: State, question: Question, asker: Asker) -> Told:
    """The newest report again, without its pictures."""
    if report := asker.newest():
        return done(question, report)
    return Told(Ruling(0, question.line, question.text, "not-judged", "", "you have had no report yet"))


ANSWERS: Mapping[str, Callable[[Game, State, Question, Asker], Told]] = {
    "help": tell_help,
    "where": tell_where,
    "odds": tell_odds,
    "rule": tell_rule,
    "rules": tell_rule,
    "report": tell_report,
}
