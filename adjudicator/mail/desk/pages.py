"""The words of the desk's own mails: answers to letters, questions, order forms, reminders."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence

from adjudicator.events import Event, Terms
from adjudicator.game import Game
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.waiting_lines import waiting
from adjudicator.wording.order_words import LEGAL, cited, in_print, silence_told, verdict_told
from templates import fold, whole_orders

WIDTH = 76
PRINTED = re.compile(r"[A-Z]\.\d")
"""A segment that the rulebook itself numbers: "C.2"; any other is told by its title."""
_MOST_LEGAL = 12
_LONGEST = 300


def rulings_text(game: Game, rulings: Sequence[Ruling]) -> str:
    """What was understood, line by line."""
    if not rulings:
        return "There was no line to judge."
    return "\n".join(_ruling(game, ruling) for ruling in rulings)


def _ruling(game: Game, ruling: Ruling) -> str:
    verdict = verdict_told(ruling)
    why = f": {_clipped(ruling.why)}" if ruling.why else ""
    lines = [f"{ruling.line:>4}  {_clipped(ruling.text)}", *_indented(f"{verdict}{cited(ruling.rule)}{why}")]
    if ruling.legal:
        lines += _indented(whole_orders(instead_text(game, ruling.verdict, ruling.legal)))
    return "\n".join(lines)


def instead_text(game: Game, verdict: str, legal: Sequence[str]) -> str:
    """What a line with this verdict could have been, in one line: "Legal would be: ..."."""
    return f"{LEGAL.get(verdict, 'Possible')}: {listed_text(game, legal)}"


def listed_text(game: Game, lines: Sequence[str]) -> str:
    """The first of several possible orders, and how many more there are."""
    more = len(lines) - _MOST_LEGAL
    shown = in_print(game, tuple(lines[:_MOST_LEGAL]))
    return "; ".join(shown).replace("\n", " / ") + (f"; and {more} more" if more > 0 else "")


def _clipped(text: str) -> str:
    """A text that is no longer than a reader can want; a line of a letter may have any length."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} [...]"


def _indented(text: str) -> list[str]:
    return fold(text, " " * 8, width=WIDTH).splitlines()


def word_wanted(state: State, side: str) -> str:
    """What to ask of a side whose lines wait for its word; "" if none do."""
    told = waiting(state, side)
    if told is None or not told.word:
        return ""
    lines = "\n".join(f"    {_clipped(line)}" for line in told.lines)
    return f"{textwrap.fill(told.why, WIDTH)}\n\n{lines}\n\n{textwrap.fill(told.what, WIDTH)}"


def questions_text(game: Game, decisions: Sequence[Decision], due: Mapping[str, str]) -> str:
    """What a side is asked, by when (in words, by question), and what silence means."""
    parts: list[str] = []
    for decision in decisions:
        lines = textwrap.wrap(f"* {decision.question}{cited(decision.rule)}", WIDTH, subsequent_indent="  ")
        if decision.answers:
            word = "Answers" if decision.closed else "For example"
            shown = "; ".join(in_print(game, decision.answers[:_MOST_LEGAL]))
            lines += _indented(whole_orders(f"{word}: {shown}".replace("\n", " / ")))
        if decision.id in due:
            lines += _indented(f"Please answer by {due[decision.id]}.")
        lines += _indented(silence_told(decision))
        parts.append("\n".join(lines))
    return "\n".join(parts)


def subject(game: Game, number: int) -> str:
    """The subject of every mail about a game: always the same, or a mail program would begin a new thread."""
    return f"[{number}] {game.title}"


def headline(game: Game, state: State, asked: Sequence[Decision], by: str, consent: bool = False) -> str:
    """What a report is about, for its first line: "YOUR MOVE by Sun 29 Nov - turn 2, C.2"."""
    move = f"YOUR MOVE{f' by {by}' if by else ''}"
    says = "YOUR CONSENT IS ASKED" if consent else "" if asked else "For your information"
    says = " and ".join(filter(None, (says, move if asked else "")))
    return "THE GAME IS OVER" if state.over is not None else f"{says} - {where_text(game, state)}"


def place_text(game: Game, number: int, state: State) -> str:
    """A game and where it stands: "[1] Race for Berlin, turn 2, C.2"."""
    return f"{subject(game, number)}, {where_text(game, state)}"


def where_text(game: Game, state: State) -> str:
    """Where a game stands: "turn 2, C.2"."""
    segment = game.sequence.get(state.segment)
    label = "" if segment is None else segment.id if PRINTED.match(segment.id) else segment.title
    return ", ".join(filter(None, (f"turn {state.turn}", label)))


def waits(names: Sequence[str], over: bool) -> str:
    """Whom the game waits for, in a sentence."""
    if over:
        return "The game is over."
    if not names:
        return "The game waits for nobody."
    return f"The game now waits for {' and '.join(map(with_article, names))}."


def waits_on(game: Game, waited: Sequence[str], over: bool, terms: Terms) -> str:
    """What else is to be said of whom a game waits for: that nobody plays there, or that it is paused."""
    vacant = [with_article(game.sides[side]) for side in waited if side in terms.vacant]
    told = [f"Nobody plays as {name} just now." for name in vacant]
    told += ["The game is paused: no deadline runs."] if terms.paused and not over else []
    return "".join(f" {one}" for one in told)


def with_article(name: str) -> str:
    """A player in a sentence: "the German player", but "Koniev"."""
    return f"the {name}" if name.rpartition(" ")[2].islower() else name


def events_text(game: Game, events: Sequence[Event], side: str) -> str:
    """What a side may know of events, a line for each; the report tells it with pictures and arithmetic."""
    names = game.names()
    seen = [event for event in events if event.seen_by(side) and not event.quiet]
    told = [(event.says(names), event.rule) for event in seen]
    lines = [f"{says[:1].upper()}{says[1:]}{cited(rule)}" for says, rule in told if says]
    fold = textwrap.TextWrapper(
        WIDTH, initial_indent="  * ", subsequent_indent="    ", break_on_hyphens=False
    )
    return "\n".join(fold.fill(line) for line in lines)


def words_text(game: Game, words: Sequence[tuple[str, str]]) -> str:
    """Words of other players, each (the writer's side, what he says), as a mail of their own."""
    parts: list[str] = []
    for writer, said in words:
        quoted = "\n".join(f"> {line}".rstrip() for line in shown(said).split("\n"))
        parts.append(f"{game.sides[writer]} writes:\n\n{quoted}")
    answer = f"To write back, put your words under a line that says  To {game.sides[words[0][0]]}:"
    return "\n\n".join([*parts, f"{answer}\nNothing is asked of you by this mail."]) + "\n"


def shown(words: str) -> str:
    """A player's words without signs that steer a terminal or turn the writing round."""
    return "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in words)
