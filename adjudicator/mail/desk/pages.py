"""The words of the desk's own mails: answers to letters, questions, order forms, reminders."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from adjudicator.events import Event, Terms
from adjudicator.events.fact import with_article
from adjudicator.game import Game
from adjudicator.judging.may_do import SET_UP
from adjudicator.judging.what_if import MOST_LEGAL
from adjudicator.orders import without_digest
from adjudicator.report.story import told_later, told_together
from adjudicator.report.whereabouts import capital
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.waiting_lines import FAULTS, waiting
from adjudicator.wording.order_words import (
    FEW_ANSWERS,
    MOST_ANSWERS,
    VERDICTS,
    answers_word,
    cited,
    in_print,
    instead,
    instead_told,
    is_on_hold,
    listed_in_print,
    not_in_form,
    silence_told,
    subject,
    verdict_told,
)
from templates.folding import WIDTH, fold, whole_orders

PRINTED = re.compile(r"[A-Z]\.\d")
"""A segment that the rulebook itself numbers: "C.2"; any other is told by its title."""
_WIDEST = 30
_LONG = 3
"""An answer with more line breaks is in the form, and not shown above it."""
_LONGEST = 300

STROKE_TOLD = '(orders with "/" between them only work together)'
NO_MOVE = "You have no move to make."
KEEP_FORM = "Include the order form of your newest report. It may be empty."
PAUSED = "The game is paused: no deadline runs."
STILL_OPEN = "Your move is still open. Your newest report has its question and the form."

Way = Callable[[str], str]
"""A legal order -> the path it would take, and its points; "" for what is no move."""


def rulings_text(game: Game, rulings: Sequence[Ruling], way: Way = lambda line: "") -> str:
    """What was understood, line by line; `way` tells how a legal move would go."""
    if not rulings:
        return "There were no orders to check."
    return "\n".join(_ruling(game, ruling, way) for ruling in rulings)


def _ruling(game: Game, ruling: Ruling, way: Way) -> str:
    said = verdict_told(replace(ruling, why=_clipped(ruling.why)))
    lines = [f"{ruling.line or '':>4}  {_clipped(without_digest(ruling.text))}", *_indented(said)]
    if instead(game, ruling):
        lines += instead_lines(game, ruling, way)
    return "\n".join(lines)


def instead_lines(game: Game, ruling: Ruling, way: Way) -> list[str]:
    """What a line could have been: an order a line, to be copied, with its path as a comment."""
    shown = ruling.legal[:MOST_ANSWERS]
    told = [one.replace("\n", " / ") for one in in_print(game, shown)]
    paths = [way(one) if ruling.verdict == "refused" else "" for one in shown]
    wide = min(max(map(len, told)), _WIDEST)
    head = f"{instead_told(ruling.verdict, len(ruling.legal))}: "
    lines = list[str]()
    for one, path in zip(told, paths, strict=True):
        beside = f"{one:<{wide}}  # {path}"
        text = beside if path and len(head) + len(beside) <= WIDTH - 8 else whole_orders(one)
        lines += fold(
            text, " " * 8 + (" " * len(head) if lines else head), " " * (10 + len(head))
        ).splitlines()
    more = len(ruling.legal) - len(shown)
    also = f"and {more} more" if more > 0 else all_places(game, ruling)
    joined = STROKE_TOLD if any("\n" in one for one in shown) else ""
    return [*lines, *(f"{' ' * (8 + len(head))}{one}" for one in (also, joined) if one)]


def all_places(game: Game, ruling: Ruling) -> str:
    """How to read all places in which a unit may be set up, where a refusal has room for some alone."""
    begun = {tuple(one.split()[:2]) for one in ruling.legal}
    setting_up, full = game.choices.of(SET_UP), len(ruling.legal) >= MOST_LEGAL
    if not (setting_up and full and len(begun) == 1 and ruling.verdict == "refused"):
        return ""
    verb, unit = next(iter(begun))
    return f'All places: write "where {unit}"' if verb in setting_up.verbs else ""


def instead_text(game: Game, verdict: str, legal: Sequence[str]) -> str:
    """What a line with this verdict could have been, in one line: "Legal instead: ..."."""
    return f"{instead_told(verdict, len(legal))}: {listed_in_print(game, legal)}"


def _clipped(text: str) -> str:
    """A text that is no longer than a reader can want; a line of a letter may have any length."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} [...]"


def _indented(text: str) -> list[str]:
    return fold(text, " " * 8, width=WIDTH).splitlines()


def word_wanted(game: Game, state: State, side: str) -> str:
    """What to ask of a side whose lines wait for its word; "" if none do."""
    told = waiting(state, side, game.ahead.ending)
    if told is None or not told.word:
        return ""
    lines = "\n".join(f"    {_clipped(line)}" for line in told.lines)
    return f"{textwrap.fill(told.why, WIDTH)}\n\n{lines}\n\n{textwrap.fill(told.what, WIDTH)}"


def kept_told(game: Game, state: State, side: str, wanted: bool = False) -> tuple[str, ...]:
    """The kept lines of a side that a report tells; if a word is `wanted`, those that an answer tells."""
    told = waiting(state, side, game.ahead.ending)
    return told.lines if told and (told.word or not wanted) else ()


def questions_text(game: Game, decisions: Sequence[Decision], due: Mapping[str, str], form: str = "") -> str:
    """What a side is asked, by when (in words, by question), and what silence means; of the possible answers
    those that the `form` below it does not offer."""
    parts, names = list[str](), game.names().unbroken
    for decision in decisions:
        lines = fold(f"{decision.question}{cited(decision.rule)}", "* ", names=names).splitlines()
        short = [answer for answer in decision.answers if answer.count("\n") < _LONG]
        left = not_in_form(form, in_print(game, short), decision.closed)
        if left:
            shown = left[: MOST_ANSWERS if decision.closed else FEW_ANSWERS]
            word = answers_word(decision.closed, len(shown))
            lines += _indented(f"{word}:")  # each on its line: one with ";" in it is not understood
            for one in shown:
                lines += fold(whole_orders(one.replace("\n", " / ")), " " * 10, width=WIDTH).splitlines()
            if decision.closed and len(shown) < len(left):
                lines += [f"{' ' * 10}... and {len(left) - len(shown)} more"]
        if decision.id in due:
            lines += _indented(f"Answer by {due[decision.id]}.")
        lines += _indented(silence_told(decision))
        parts.append("\n".join(lines))
    return "\n".join(parts)


def headline(
    game: Game, state: State, asked: Sequence[Decision], by: str, consent: bool = False, paused: str = ""
) -> str:
    """What a report is about, for its first line: "YOUR MOVE by Sun 29 Nov, 12:00 UTC - turn 2, C.2"."""
    move = f"YOUR MOVE{f' by {by}' if by else ' (game paused)' if paused else ''}"
    says = "A PROPOSAL TO ANSWER" if consent else "" if asked else "For your information"
    says = " and ".join(filter(None, (says, move if asked else "")))
    return "THE GAME IS OVER" if state.over is not None else f"{says} - {when_text(game, state)}"


def first_line(rulings: Sequence[Ruling]) -> str:
    """What an answer to orders is about, for its first line: what to correct, or how many lines had which
    verdict: "Your orders: 3 OK, 1 QUEUED"; "" where there were none."""
    bad, back = sum(one.verdict in FAULTS for one in rulings), sum(map(is_on_hold, rulings))
    if bad or back:
        which = f"{bad} of {len(rulings)} orders" if len(rulings) > 1 else "1 order"
        told = (which if bad else "", f"{back} on hold" if back else "")
        return f"CORRECTION NEEDED: {', '.join(filter(None, told))}"
    counts = Counter(VERDICTS[one.verdict] for one in rulings)
    return f"Your orders: {', '.join(f'{n} {word}' for word, n in counts.items())}" if counts else ""


def place_text(game: Game, number: int, state: State) -> str:
    """A game and where it is: "[1] Race for Berlin, turn 2, C.2"."""
    return f"{subject(game, number)}, {when_text(game, state)}"


def when_text(game: Game, state: State) -> str:
    """Where a game is: "turn 2, C.2"."""
    segment = game.sequence.get(state.segment)
    label = "" if segment is None else segment.id if PRINTED.match(segment.id) else segment.title
    return ", ".join(filter(None, (f"turn {state.turn}", label)))


def waits(names: Sequence[str], over: bool) -> str:
    """Whom the game waits for, in a sentence."""
    if over:
        return "The game is over."
    if not names:
        return "No player has a move to make."
    return f"Waiting for {' and '.join(map(with_article, names))}."


def waits_on(game: Game, waited: Sequence[str], over: bool, terms: Terms) -> str:
    """What else is to be said of whom a game waits for: that nobody plays there, or that it is paused."""
    vacant = [with_article(game.sides[side]) for side in waited if side in terms.vacant]
    told = [f"{name} is vacant." for name in vacant]
    told += [PAUSED] if terms.paused and not over else []
    return "".join(f" {one}" for one in told)


def events_text(game: Game, events: Sequence[Event], side: str) -> str:
    """What a side may know of events, a line for each; the report tells it with pictures and arithmetic."""
    names = game.names()
    seen = told_together(event for event in events if event.seen_by(side) and not event.quiet)
    lines = list[str]()
    once = (event for at, event in enumerate(seen) if not told_later(event, seen[at + 1 :]))
    for says, below, rule in ((*event.listed(names), event.rule) for event in once):
        if says:
            lines.append(_item(game, f"{says[:1].upper()}{says[1:]}{cited(rule)}", "  * "))
            lines += [_item(game, one, "    - ") for one in below]
    return "\n".join(lines)


def _item(game: Game, text: str, sign: str) -> str:
    """A line of a list, folded."""
    return fold(text, sign, names=game.names().unbroken)


def words_text(game: Game, words: Sequence[tuple[str, str]], asked: bool) -> str:
    """Words of other players, each (the writer's side, what they say), as a mail of their own. Its first line
    names the first writer. Whether its reader is `asked` anything, they are told by their newest report."""
    parts, last = list[str](), words[0][0]
    for writer, said in words:
        parts += [f"{capital(with_article(game.sides[writer]))} writes:"] if writer != last else []
        parts.append("\n".join(f"> {line}".rstrip() for line in shown(said).split("\n")))
        last = writer
    answer = f'To reply, write a line "To {game.sides[words[0][0]]}:" and your words below it.'
    return "\n\n".join([*parts, f"{answer}\n{KEEP_FORM}\n{STILL_OPEN if asked else NO_MOVE}"]) + "\n"


def shown(words: str) -> str:
    """A player's words without signs that steer a terminal or turn the writing round."""
    return "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in words)
