"""A side's report as two pages, plain text and HTML, from what that side may know and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from adjudicator.by_mail.ahead import ACCEPT
from adjudicator.events import Event
from adjudicator.events.course import won_by
from adjudicator.game import Game
from adjudicator.orders import without_digest
from adjudicator.report.brief import in_short
from adjudicator.report.situation import situation
from adjudicator.report.story import chances, heading, tell
from adjudicator.report.welcome import Welcome, welcome
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.waiting_lines import Waiting, waiting
from adjudicator.wording.order_words import (
    FEW_ANSWERS,
    MOST_ANSWERS,
    answers_word,
    card_titles,
    cards_told,
    in_print,
    instead,
    instead_told,
    listed_in_print,
    not_in_form,
    silence_told,
    worded,
)
from templates import render

MOST_LINK = 1_800
"""So long a link that opens a mail may be: some programs cut a longer one short, and say nothing."""
"""So many answers a question shows; of those that are not all there are, and too many, so few."""
LONG_ANSWER = 4
"""An answer of so many lines is a whole set of orders: the form has it."""

PLACEHOLDERS = (
    "Some values are hexpost's own, because the text of the rulebook that hexpost was made from lacks them. "
    "They are the same for all players, until somebody replaces them from their copy of the game:"
)
PLACEHOLDERS_BELOW = "Some values of this game are hexpost's own. They are listed at the end of this email."
PLACEHOLDERS_AGAIN = "* A placeholder of hexpost: the first email of this game lists them."
ACCEPTING = "Your first orders accept the game."
DECLINE = 'To decline, write "resign" instead. Then the game is over.'
DICE = (
    "The die rolls come from a secret number and from the players' own orders and words. The number is fixed "
    "now and published after the game. You need do nothing about it. This SHA-256 of the number will prove "
    "that it was not changed:"
)


@dataclass(frozen=True, slots=True)
class Opening:
    """What the first report of a game publishes about its dice: the SHA-256 of the secret, and the record."""

    commitment: str
    record: str


@dataclass(frozen=True, slots=True)
class ModuleTold:
    """The VASSAL module of a game: its file, its version, its SHA-256, and where it is, an address or not."""

    file: str
    version: str
    sha256: str
    at: str

    @property
    def is_on_the_web(self) -> bool:
        """Whether it can be had by a link."""
        return self.at.startswith(("http://", "https://"))


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """What one report tells: all of it is what `side` may know; "" stands for everybody.

    `before` and `after` are the side's own views, `events` those it may see, `older` new verdicts on lines of
    earlier sheets, `chat` (writer's side, words), `due` the time for each open question in words, `waits` a
    sentence on who is waited for, `players` the names of who plays the other sides, for a first report,
    `paused` one that no deadline runs,
    `proposals` (what, what may be said to it, what would go) the open ones, `objection` a sentence on until
    when the last orders may be objected to,
    `form` the block to reply with, `to` where it goes, `secret` and `seal` those of the dice after the end,
    `pictures` (content id, file name), `alts` what each shows by content id, `attached` (file name, what it
    is for), `whole` the web address of the whole game's pages, `tap` that of the page on which orders are
    tapped, `module` the VASSAL module, `accepts` whether an answer accepts the game. `home` is the folder of
    a user's own game, whose templates may differ.
    """

    game: Game
    number: int
    side: str
    before: State
    after: State
    events: Sequence[Event] = ()
    opening: Opening | None = None
    older: Sequence[Ruling] = ()
    chat: Sequence[tuple[str, str]] = ()
    due: Mapping[str, str] = field(default_factory=dict)
    waits: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    paused: str = ""
    proposals: Sequence[tuple[str, str, str]] = ()
    objection: str = ""
    form: str = ""
    to: str = ""
    secret: str = ""
    seal: str = ""
    pictures: Sequence[tuple[str, str]] = ()
    alts: Mapping[str, str] = field(default_factory=dict)
    attached: Sequence[tuple[str, str]] = ()
    whole: str = ""
    tap: str = ""
    module: ModuleTold | None = None
    accepts: bool = False
    home: str = ""


@dataclass(frozen=True, slots=True)
class Pages:
    """The same report twice."""

    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Question:
    """An open question as it is asked; `more` says how many answers are not shown, `word` what stands before
    them. `letters` are links that
    each open a letter with one of the answers, `titles` the titles of the cards in each, `cards` what these
    do. An `example` is in the form, and so are all answers that are `offered` there."""

    text: str
    rule: str
    answers: tuple[str, ...]
    more: int
    word: str
    due: str
    silence: str
    letters: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    example: bool = False
    offered: bool = False


@dataclass(frozen=True, slots=True)
class WordedVerdict:
    """The verdict on one line, in words."""

    line: int
    text: str
    word: str
    rule: str
    why: str
    legal_word: str
    legal: str


def pages(facts: ReportFacts) -> Pages:
    """The report as text and as HTML. Raises KeyError for a side that the game does not have."""
    told, name = gather(facts), facts.home or facts.game.name
    return Pages(render("report.txt", name, **told), render("report.html", name, **told))


def text_page(facts: ReportFacts) -> str:
    """The report as text alone."""
    return render("report.txt", facts.home or facts.game.name, **gather(facts))


def ending(facts: ReportFacts) -> str:
    """Who has won, and why; "" before the end."""
    over, names = facts.after.over, facts.game.names()
    if over is None:
        return ""
    won = won_by(names, over.get("winner", ""), {})
    return f"{won}: {over['why']}." if over.get("why") else f"{won}."


def gather(facts: ReportFacts) -> dict[str, Any]:
    """Everything that the templates fill in."""
    game, names = facts.game, facts.game.names()
    asked = tuple(question(facts, d) for d in asked_of(facts.after))
    return {
        "title": game.title,
        "number": facts.number,
        "reader": game.sides[facts.side] if facts.side else "observer",
        "watching": not facts.side,
        "when": heading(game, facts.after.turn, facts.after.segment),
        "over": ending(facts),
        "welcome": welcomed(facts),
        "primer": primed(facts),
        "asked": asked,
        "by": together(asked),
        "cards": tuple(dict.fromkeys(card for one in asked for card in one.cards)),
        "write": letter_link(facts) if facts.form else "",
        "waits": facts.waits,
        "paused": facts.paused,
        "kept": kept_lines(facts),
        "proposals": tuple(facts.proposals),
        "objection": facts.objection,
        "opening": facts.opening,
        "short": in_short(game, facts.events, facts.side, facts.before, facts.after),
        "chapters": tell(game, facts.events, facts.before.turn, facts.before.segment),
        "verdicts": tuple(verdict(game, ruling) for ruling in facts.older),
        "chat": tuple((names(writer), readable(words)) for writer, words in facts.chat),
        "hands_shown": game.hands_shown,
        "stand": situation(game, facts.after, facts.side),
        "dice": chances(facts.events, names),
        "secret": facts.secret,
        "seal": facts.seal,
        "placeholders": tuple(map(placeholder, game.standins)),
        "placeholders_why": PLACEHOLDERS,
        "placeholders_again": PLACEHOLDERS_AGAIN,
        "dice_why": DICE,
        "before": before_accepting(facts),
        "pictures": tuple(facts.pictures),
        "alts": facts.alts,
        **sorted_pictures(facts.pictures),
        "attached": tuple(facts.attached),
        "whole": facts.whole,
        "tap": facts.tap,
        "module": facts.module,
        "form": facts.form,
        "accepts": facts.accepts,
        "printed_names": game.names().unbroken,
    }


def before_accepting(facts: ReportFacts) -> tuple[str, ...]:
    """What a player should know before they accept a game: that their orders do, how to decline, and that
    some values are hexpost's own. Nothing where they have accepted it."""
    if not (facts.accepts or any(one.topic == ACCEPT for one in asked_of(facts.after))):
        return ()
    told = (ACCEPTING if facts.accepts else "", DECLINE, PLACEHOLDERS_BELOW if facts.game.standins else "")
    return tuple(filter(None, told))


def sorted_pictures(pictures: Sequence[tuple[str, str]]) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The pictures in the order in which the page shows them: one ahead of the form, the closest look there
    is, then the `others`, and the `boxes` beside the map further down."""
    boxes = [one for one in pictures if one[1].endswith("-boxes.png")]
    close = [one for one in pictures if "-action-" in one[1]]
    shown = [*close, *(one for one in pictures if one not in boxes and one not in close)]
    return {"lead": shown[:1], "others": shown[1:], "boxes": boxes}


def kept_lines(facts: ReportFacts) -> Waiting | None:
    """What of the reader's lines is still to be taken, and why."""
    told = waiting(facts.after, facts.side, facts.game.ahead.ending)
    return told and replace(told, why=readable(told.why), lines=tuple(map(readable, told.lines)))


def asked_of(seen: State) -> tuple[Decision, ...]:
    """The questions now open to the side whose view of the state this is."""
    return tuple(decision for decision in seen.decisions if decision.id not in seen.sealed)


def letter_link(facts: ReportFacts, lines: str = "") -> str:
    """A link that opens a letter to the referee with these lines in the order block; "" where it would be too
    long. Its subject is that of the reports of this edition."""
    return mail_link(facts.to, f"Orders for game {facts.number}", facts.form.split("\n", 1)[0], lines)


def mail_link(to: str, about: str, begin: str, lines: str) -> str:
    """A link that opens a letter about this with an order block of these lines; "" where it would be too
    long."""
    block = "\r\n".join([begin, *lines.split("\n"), "END ORDERS", ""])
    link = f"mailto:{quote(to, safe='@')}?subject={quote(about, safe='')}&body={quote(block, safe='')}"
    return link if len(link) <= MOST_LINK else ""


def question(facts: ReportFacts, decision: Decision) -> Question:
    """A decision as the page asks it; an answer of several lines is written with strokes."""
    short = [answer for answer in decision.answers if answer.count("\n") + 1 < LONG_ANSWER or not facts.form]
    linked = bool(facts.form) and (decision.closed or decision.topic == ACCEPT)
    told = dict(zip(in_print(facts.game, short), short, strict=True))
    left = not_in_form(facts.form, tuple(told), decision.closed)
    short = list(told.values()) if linked else [told[one] for one in left]
    most = MOST_ANSWERS if decision.closed or len(short) <= MOST_ANSWERS else FEW_ANSWERS
    printed = in_print(facts.game, short[:most])
    shown = tuple(answer.replace("\n", " / ") for answer in printed)
    return Question(
        decision.question,
        decision.rule,
        shown,
        len(short) - len(shown),
        answers_word(decision.closed, len(shown)),
        facts.due.get(decision.id, ""),
        silence_told(decision),
        tuple(letter_link(facts, answer) for answer in printed) if linked else (),
        meanings(facts, decision, short[:most], printed),
        cards_told(facts.after.roster, (word for answer in decision.answers for word in answer.split())),
        any(answer.count("\n") + 1 >= LONG_ANSWER for answer in decision.answers) and bool(facts.form),
        not left,
    )


def meanings(
    facts: ReportFacts, decision: Decision, answers: Sequence[str], printed: Sequence[str]
) -> tuple[str, ...]:
    """What each answer means, once where several mean the same; of cards the titles that it does not name."""
    told = dict[str, str]()
    titles = [
        card_titles(facts.after.roster, answer, line) for answer, line in zip(answers, printed, strict=True)
    ]
    for answer in answers:
        told.setdefault(facts.game.choices.meaning(decision, answer), answer)
    first = {answer: meaning for meaning, answer in told.items()}
    return tuple(title or first.get(answer, "") for answer, title in zip(answers, titles, strict=True))


def together(asked: Sequence[Question]) -> str:
    """The deadline that all questions share; "" where they do not."""
    dues = {one.due for one in asked}
    return dues.pop() if len(dues) == 1 else ""


def welcomed(facts: ReportFacts) -> Welcome | None:
    """The welcome of a new player; None in any later report, and for who only watches."""
    if facts.opening is None or not facts.side:
        return None
    files = [name for name, _ in facts.attached]
    topics = [one.topic for one in asked_of(facts.after)]
    return welcome(
        facts.game, facts.number, facts.side, bool(facts.pictures), files, facts.tap, topics, facts.players
    )  # fmt: skip


def primed(facts: ReportFacts) -> Mapping[str, Sequence[str]]:
    """What a game explains to a new player, by titles; nothing in any later report."""
    if facts.opening is None or facts.game.primer is None:
        return {}
    told = facts.game.primer(facts.after, facts.side)
    return {title: tuple(lines) for title, lines in told.items() if lines}


def placeholder(told: str) -> str:
    """What a value is a placeholder for, as players read it: a chart by its title, without the maker's
    note."""
    title, _, note = told.partition(": ")
    return told.rstrip(".") if note and title.islower() else title.rstrip(".")


def verdict(game: Game, ruling: Ruling) -> WordedVerdict:
    """A ruling as the page tells it."""
    legal = instead(game, ruling)
    word, why = worded(ruling)
    text = readable(without_digest(ruling.text))
    told = listed_in_print(game, legal)
    return WordedVerdict(
        ruling.line, text, word, ruling.rule, why, instead_told(ruling.verdict, len(legal)), told
    )


def readable(words: str) -> str:
    """A player's words without signs that steer a terminal or turn the writing round."""
    return "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in words)
