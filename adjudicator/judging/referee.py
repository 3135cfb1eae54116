"""One sheet through one game: the loop, and nothing else.

A sheet's lines become orders; the orders answer whatever the game asks of their writer, question after
question; between questions the sequence of play runs on by itself, standing orders speak, and questions
with a single answer settle themselves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from adjudicator.by_mail.views import NotInView
from adjudicator.dice import NeedsDice, NoDice
from adjudicator.events import Answered, GameEnded, OrdersReplaced, StandingChanged, StandingUsed
from adjudicator.game import Game
from adjudicator.judging.courtesy import greets
from adjudicator.judging.lapsing import keep, lapse, passed
from adjudicator.judging.line_by_line import accepting, answer, meant_for, take
from adjudicator.judging.no_orders import asked_alone, first_word, taken_back
from adjudicator.judging.what_if import as_far_as_known, meant, playable, ruled
from adjudicator.orders import unfolded, written_out
from adjudicator.play import Play
from adjudicator.rulings import No, Ruling, Unreadable, Verdict
from adjudicator.sequence import advance
from adjudicator.state import Decision, State
from adjudicator.waiting_lines import (
    ABOUT_EARLIER,
    AS_IS,
    ENDING,
    FAULTS,
    START_OVER,
    Line,
    Lines,
    in_batches,
    joined,
    planned,
    released,
    sheaf_of,
    taken_as_is,
    waits_for_word,
    why_waiting,
)
from adjudicator.wording.position import points_of

STANDING = ("if", "forget")
"""Words that begin a standing order, a line about questions to come, in every game."""

ALL_ADVISED = "if asked anything then as advised"
"""The standing order that stands for all that a game advises."""

RESIGN = frozenset(("resign", "i resign", "we resign", "concede", "i concede", "we concede"))
ASK_ALONE = (
    "resigning ends the game and cannot be undone. If you mean it, send this line without other orders"
)
PASSING = ("pass", "done")
"""How players say that they do nothing, or nothing more; the first that a question knows."""

NO_ORDER = "these words are not an order"
NONE_WAITS = "none of your earlier orders is waiting"
DROPPED = "you started over"
NO_DICE_YET = "noted. The first dice are rolled when every player has accepted"


def run_on(game: Game, play: Play) -> None:
    """Let the game go on until a player must really be asked, or it is over."""
    for _ in answers(game, play):
        pass
    game.renew(play)
    keep(game, play)


def answers(game: Game, play: Play) -> Iterator[None]:
    """Let the game go on by one answer after the other that needs nobody's further word; a pause before
    each."""
    advance(play, game.sequence, partial(passed, game, play))
    yield
    while settle(game, play):
        advance(play, game.sequence, partial(passed, game, play))
        yield


def settle(game: Game, play: Play) -> bool:
    """Answer one open question without asking its player: it has one answer, their lines wait for it, or a
    standing order speaks; whether one was answered, or lines were taken."""
    lapse(game, play)
    for decision in play.state.waiting():
        if decision.closed and len(decision.answers) == 1 and not decision.window:
            return answer_for(game, play, decision, decision.answers[0].splitlines(), "only answer")
    if any(take(game, play, side) for side in tuple(play.agenda)):
        return True
    return any(by_standing_order(game, play, decision) for decision in play.state.waiting())


def by_standing_order(game: Game, play: Play, decision: Decision) -> bool:
    """Answer a question by a standing order, unless lines of its player that wait for their word may be meant
    for it; whether it was."""
    if meant_for(game, decision, play.agenda.get(decision.player, ())):
        return False
    for line in play.state.standing.get(decision.player, ()):
        answer = standing_answer(game, play, decision, line)
        if answer is not None and answer_for(game, play, decision, answer, "standing order"):
            if decision.window and decision.sealed:  # what it played is told only when the window opens
                play.record(StandingUsed(rule=decision.rule, to=(decision.player,), line=line))
            return True
    return False


def standing_answer(game: Game, play: Play, decision: Decision, line: str) -> list[str] | None:
    """The answer of a standing order; None where it has none, or was kept when more was let pass."""
    try:
        return game.standing.answer(play.state, decision, line)
    except No:
        return None


def answer_for(game: Game, play: Play, decision: Decision, lines: Iterable[str], by: str) -> bool:
    """Give an answer in a player's name; False, with nothing changed, if the rules refuse it."""
    orders, wrong = game.grammar(decision.player).sheet(enumerate(lines, 1), sheet=0)
    if wrong or any(order.verb not in decision.verbs for order in orders):
        return False
    trial = Play(play.state, play.chance)
    orders = meant(game, trial, decision, orders)
    if trial.rulings:
        return False
    game.answers[decision.topic](trial, decision, orders)
    if decision in trial.state.waiting() or any(r.verdict == "refused" for r in trial.rulings.values()):
        return False
    play.record(*(replace(event, by=by) if isinstance(event, Answered) else event for event in trial.events))
    return True


# -- a sheet --------------------------------------------------------------------------------------------


def judge(
    game: Game, play: Play, side: str, lines: Iterable[tuple[int, str]], sheet: int = 1
) -> list[Ruling]:
    """Judge one sheet of one side and let the game run on; a ruling for every line, in their order.

    `lines` are (line number, text). Rulings of earlier sheets' lines that had to wait are in `play.rulings`.
    What is asked is answered by the sheet's own orders rather than by its standing ones. Who resigns beside
    other orders is asked whether they mean it.
    """
    given_up, rest = split_resigned(lines)
    if given_up and says_no_more(rest):
        return [*resign(game, play, side, given_up, sheet), *idle(rest, sheet)]
    hear(game, play, side, rest, sheet)
    take_all(game, play, side)
    told = as_written(game, side, rest, play.sheet(sheet))
    return sorted((*told, *ask_alone(given_up, sheet)), key=lambda ruling: ruling.line)


def take_all(game: Game, play: Play, side: str) -> None:
    """Take what a side has sent, as far as it goes now; say of the rest of its newest sheet why it waits, and
    of older lines of which that was said here."""
    run_on(game, play)
    say_why_waiting(game, play, side)
    foretell_refusals(game, play, side)


def say_why_waiting(game: Game, play: Play, side: str) -> None:
    """Say of what is left of a side's newest sheet why it waits."""
    lines = play.agenda[side]
    for line in lines:
        heard = line.order.sheet == play.heard
        if not line.bad and (heard or ruled(play, line.order) == "waiting"):
            why = why_waiting(play.state, side, lines, line, game.ahead.ending)
            play.verdict(line.order, "waiting", why=why)


def foretell_refusals(game: Game, play: Play, side: str) -> None:
    """Say of lines that wait beside one that is not good which of them would be refused without it too, as
    far as their writer may know and no die decides: so all can be put right in one mail."""
    if not waits_for_word(play.agenda[side]):
        return
    tried = Play(playable(game, play.state, side), NoDice())
    tried.agenda, tried.heard = {side: released(play.agenda[side])}, play.heard
    as_far_as_known(partial(run_on, game, tried))
    met = ((play.rulings.get(key), state) for key, state in (play.met | tried.met).items())
    alike = {first_word(ruling.text): state for ruling, state in met if ruling}
    for line in play.agenda[side]:
        key = line.order.sheet, line.order.line
        said = play.rulings.get(key)
        no = tried.rulings.get(key) or by_itself(game, alike, side, line)
        if no and said and no.verdict in FAULTS and said.verdict == "waiting":
            why = f"{said.why}. This line too {FAULTS[no.verdict]}: {no.why}"
            play.verdict(line.order, "waiting", no.rule, why, no.legal)


def by_itself(game: Game, met: Mapping[str, State], side: str, line: Line) -> Ruling | None:
    """The ruling on a line where the last one like it was tried, by its first word: what that begins comes
    before it, but seldom makes it legal. None where it cannot be judged there."""
    state = met.get(first_word(line.order.text))
    if state is None or line.bad or line.ends:
        return None
    view = playable(game, state, side)
    asked = accepting(view, side, line.order)
    try:
        told = answer(game, Play(view, NoDice()), asked, [line]) if asked else None
    except (NeedsDice, NotInView):
        return None
    return told.rulings.get((line.order.sheet, line.order.line)) if told else None


def lay_by(game: Game, play: Play, side: str, lines: Iterable[tuple[int, str]], sheet: int) -> list[Ruling]:
    """Keep the lines of a sheet until dice may be rolled; a ruling for every line, in their order."""
    lines = list(lines)
    hear(game, play, side, lines, sheet)
    for line in play.agenda[side]:
        if line.order.sheet == sheet and not line.bad:
            play.verdict(line.order, "waiting", why=NO_DICE_YET)
    keep(game, play)
    return as_written(game, side, lines, play.sheet(sheet))


def as_written(
    game: Game, side: str, lines: list[tuple[int, str]], rulings: Iterable[Ruling]
) -> list[Ruling]:
    """Rulings on the lines of a sheet, each with the comment that stands behind its line. Nothing else knows
    of comments: what is judged and kept is the order."""
    grammar = game.grammar(side)
    comments = {number: grammar.apart(text)[1] for number, text in plain_lines(game, lines)}
    return [replace(told, text=told.text + comments.get(told.line, "")) for told in rulings]


def hear(game: Game, play: Play, side: str, lines: list[tuple[int, str]], sheet: int) -> None:
    """Read a sheet: keep its standing orders, and lay its other lines to those that are still to be taken."""
    play.heard = sheet
    if back := taken_back(game, side, lines, sheet):
        play.rulings.update({(sheet, told.line): told for told in back})
        play.agenda.setdefault(side, ())
        return
    standing, plain = split_standing(game, lines)
    words, plain = split_about_earlier(plain)
    polite, plain = split_polite(plain)
    orders, wrong = game.grammar(side).sheet(plain, sheet)
    said = hear_standing(game, play, side, standing, sheet)
    heard = [*asked_alone(game, play.state, side, wrong), *said]
    play.rulings.update({(ruling.sheet, ruling.line): ruling for ruling in heard})
    old, new = play.agenda.get(side, ()), sheaf_of(orders, heard, sheet)
    new = in_batches(new, partial(game.ahead.begun_by, play.state, side))
    old = said_right(game, old, sum(ruling.verdict == "done" for ruling in said))
    over, as_is = (any(bare(text) in mine for _, text in words) for mine in (START_OVER, AS_IS))
    for number, text in words:
        told = start_over_told(old) if over else as_is_told(old)
        verdict: Verdict = "done" if old or (as_is and new) else "not-judged"
        why = told if verdict == "done" else NONE_WAITS
        play.rulings[sheet, number] = Ruling(sheet, number, text.strip(), verdict, why=why)
    if over:
        drop(play, old)
        old = ()
    for number, text in polite:
        play.rulings[sheet, number] = Ruling(sheet, number, text.strip(), "not-judged", why=NO_ORDER)
    say_replaced(play, side, file(game, play, side, old, new, as_is), new)


def as_is_told(lines: Lines) -> str:
    """Which lines of earlier emails "as is" lets go on, and which are left out as they are bad."""
    good, bad = ("; ".join(line.order.text for line in lines if bool(line.bad) == out) for out in (0, 1))
    left_out = f"left out: {bad}" if bad else ""
    return f"going on with {good}. L{left_out[1:]}" if good and bad else left_out


def file(game: Game, play: Play, side: str, old: Lines, new: Lines, as_is: bool) -> Lines:
    """Lay the lines of a sheet to those that are still to be taken; those that give way to them."""
    old, rest, replaced = planned(old, released(new) if as_is else new)
    if not as_is and declines(play, side, old, rest, game.ahead.reactions):
        gone: Lines = ()
        play.agenda[side] = (*rest, *(line for line in old if not line.bad))
    elif lets_pass(play, side, old, rest):
        left, gone = taken_as_is(old, ()) if as_is else (old, ())
        play.agenda[side] = (*rest, *left)
    elif as_is:
        play.agenda[side], gone = taken_as_is(old, rest)
    else:
        play.agenda[side], gone = joined(old, rest, game.ahead.reactions) if rest else (old, ())
    return (*replaced, *gone)


def declines(play: Play, side: str, old: Lines, new: Lines, reactions: Sequence[str]) -> bool:
    """Whether a sheet of nothing but "pass" or "done" answers what falls out, in the place of bad lines, and
    no good line that waits does: it ends that, and says nothing of what it would end later."""
    bad = {line.order.verb for line in old if line.bad}
    asked = accepting(play.state, side, new[0].order) if new and all(line.ends for line in new) else None
    if asked is None or not bad or not bad <= {*asked.verbs} or not (asked.window or bad <= {*reactions}):
        return False
    return all(line.bad or line.ends or accepting(play.state, side, line.order) != asked for line in old)


def lets_pass(play: Play, side: str, old: Lines, new: Lines) -> bool:
    """Whether a sheet of nothing but "pass" answers a window, and no line that waits is for that: it says
    nothing of those on hold, which are for something else."""
    asked = accepting(play.state, side, new[0].order) if new and all(line.ends for line in new) else None
    if asked is None or not asked.window:
        return False
    bad, good = [line for line in old if line.bad], [line for line in old if not (line.bad or line.ends)]
    return all(line.order.verb not in {"", *asked.verbs} for line in bad) and not any(
        accepting(play.state, side, line.order) == asked for line in good
    )


def say_replaced(play: Play, side: str, replaced: Lines, new: Lines) -> None:
    """Say of lines that give way to those of a later sheet by what; of one that it says again nothing is
    told."""
    for line in replaced:
        play.verdict(line.order, "not-judged", why="your later orders replace it")
    lines = tuple(
        line.order.text for line in replaced if not line.bad and not any(line.says_like(one) for one in new)
    )
    if lines:
        verbs = {line.order.verb for line in replaced}
        alike = [line.order.text for line in new if line.order.verb in verbs and not line.bad]
        by = tuple(alike or [line.order.text for line in new])
        play.record(OrdersReplaced(rule="", to=(side,), lines=lines, by=by))


# -- to give up -----------------------------------------------------------------------------------------


def split_resigned(lines: Iterable[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The lines by which a player gives up, and the others."""
    given_up, rest = list[tuple[int, str]](), list[tuple[int, str]]()
    for line in lines:
        (given_up if bare(line[1]).removesuffix(" the game") in RESIGN else rest).append(line)
    return given_up, rest


def bare(text: str) -> str:
    """A line in small letters, without its comment and what stands around its words."""
    return " ".join(text.split("#", 1)[0].split()).casefold().strip("\"'«».!")


def says_no_more(lines: Iterable[tuple[int, str]]) -> bool:
    """Whether lines hold nothing but comments and ends."""
    return {bare(text) for _, text in lines} <= {"", *ENDING, *ABOUT_EARLIER}


def resign(game: Game, play: Play, side: str, lines: Iterable[tuple[int, str]], sheet: int) -> list[Ruling]:
    """End the game for a side that gives up: where two play, the other one wins."""
    others = [other for other in game.sides if other != side]
    winner = others[0] if len(others) == 1 else ""
    why, points = f"{game.names()(side)} resigns", points_of(game, play.state)
    play.record(GameEnded(rule="", winner=winner, why=why, points=points))
    run_on(game, play)
    return [Ruling(sheet, number, text.strip(), "done", why="the game is over") for number, text in lines]


def idle(lines: Iterable[tuple[int, str]], sheet: int) -> list[Ruling]:
    """What is said of lines that come too late."""
    told = ((number, text.strip()) for number, text in lines if bare(text))
    return [Ruling(sheet, number, text, "not-judged", why="the game is over") for number, text in told]


def ask_alone(lines: Iterable[tuple[int, str]], sheet: int) -> list[Ruling]:
    """What is said to somebody who gives up among other orders."""
    return [
        Ruling(sheet, number, text.strip(), "not-judged", why=ASK_ALONE, legal=(bare(text),))
        for number, text in lines
    ]


# -- standing orders, and what is to be taken as it is --------------------------------------------------


def split_standing(
    game: Game, lines: list[tuple[int, str]]
) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Standing orders, and the other lines; of these each that stands for several is several."""
    standing = [line for line in lines if line[1].split("#", 1)[0].split() and is_standing(game, line[1])]
    plain = (line for line in lines if line not in standing)
    grammar = game.grammar()
    return standing, written_out(unfolded(grammar, plain), grammar.comment, grammar.stroke)


def is_standing(game: Game, text: str) -> bool:
    """Whether a line begins as a standing order does."""
    return first_word(text) in {*STANDING, *game.standing_words}


def start_over_told(lines: Lines) -> str:
    """Which lines of earlier emails are dropped."""
    return f"dropped: {'; '.join(line.order.text for line in lines)}"


def drop(play: Play, lines: Lines) -> None:
    """Say of a side's earlier orders that they are not used."""
    for line in lines:
        if not line.bad:
            play.verdict(line.order, "not-judged", why=DROPPED)


def said_right(game: Game, lines: Lines, count: int) -> Lines:
    """A side's lines after so many standing orders that were understood: each puts right one that was not."""
    wrong = [line for line in lines if line.bad and is_standing(game, line.order.text)][:count]
    return tuple(line for line in lines if line not in wrong)


def plain_lines(game: Game, lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    "The lines of a sheet that are orders: no standing ones, none about earlier lines, and no greetings."
    return split_polite(split_about_earlier(split_standing(game, lines)[1])[1])[1]


def split_polite(lines: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The lines that only greet or thank, which no order does, and the others."""
    polite = [line for line in lines if greets(line[1])]
    return polite, [line for line in lines if line not in polite]


def split_about_earlier(
    lines: list[tuple[int, str]],
) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The lines that say what becomes of lines of earlier emails, and the others."""
    words = [line for line in lines if bare(line[1]) in ABOUT_EARLIER]
    return words, [line for line in lines if line not in words]


def says(lines: Iterable[tuple[int, str]], words: Collection[str]) -> bool:
    """Whether one of these lines is one of these words."""
    return any(bare(text) in words for _, text in lines)


def hear_standing(
    game: Game, play: Play, side: str, lines: list[tuple[int, str]], sheet: int
) -> list[Ruling]:
    """Keep a side's standing orders: "if asked ..." adds or replaces one, "forget ..." takes one away."""
    kept = list(play.state.standing.get(side, ()))
    rulings: list[Ruling] = []
    for number, raw in lines:
        text = " ".join(game.grammar(side).apart(raw)[0].split())
        try:
            kept = change_standing(game, kept, text, side)
            rulings.append(Ruling(sheet, number, text, "done"))
        except No as no:
            rulings.append(Ruling(sheet, number, text, no.verdict, no.rule, no.why, no.legal))
    if tuple(kept) != play.state.standing.get(side, ()):
        play.record(StandingChanged(rule="", to=(side,), side=side, lines=tuple(kept)))
    return rulings


def change_standing(game: Game, kept: list[str], text: str, side: str) -> list[str]:
    """The standing orders of a side after one more line. Raises Unreadable or Ambiguous."""
    if text.casefold() == ALL_ADVISED and game.choices.advice:
        for line in game.choices.advice_to(side):
            kept = change_standing(game, kept, line, side)
        return kept
    if first_word(text) == "forget":
        what = text.split(None, 1)[1].casefold().strip("\"'.!") if " " in text else ""
        if what in {"all", "everything"}:
            return []
        named = re.compile(rf"(?<!\w){re.escape(what)}(?!\w)", re.IGNORECASE)
        left = [line for line in kept if not named.search(line)]
        if not what or len(left) == len(kept):
            raise Unreadable("you have no such standing order", tuple(kept))
        return left
    text = game.standing.read(text)
    question = text.casefold().split(" then ", 1)[0]
    return [line for line in kept if line.casefold().split(" then ", 1)[0] != question] + [text]


def as_they_stand(game: Game, play: Play, decision: Decision) -> bool:
    """At a deadline: take the lines of a player that wait for their word as they stand; whether any did."""
    lines = play.agenda.get(decision.player, ())
    if waits_for_word(lines) is None or decision not in play.state.waiting():
        return False
    play.agenda[decision.player] = released(lines)
    run_on(game, play)
    return True


def passes(decision: Decision) -> str:
    """The word by which a player passes at a question; "" where there is none."""
    return next((word for word in PASSING if word in decision.verbs), "")


def silence(game: Game, play: Play, decision: Decision, answer: str = "") -> bool:
    """Take silence as an answer, where it means one, or as that which is given; whether it did."""
    answer = answer or decision.default
    if not answer or decision not in play.state.waiting():
        return False
    done = answer_for(game, play, decision, answer.splitlines(), "silence")
    if done:
        run_on(game, play)
    return done
