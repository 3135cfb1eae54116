"""A rehearsal: a position, orders and dice in; rulings, events, questions and the position out.

The way to ask "what would the referee say?" for rules questions, teaching and tests. docs/rehearsals.md
describes the file; `file` reads it, `rehearse` plays it, `told` and `compare` say what came of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.dice import ListedDice, OutOfDice, unused
from adjudicator.events import DieRolled, Drawn, Event
from adjudicator.game import Game
from adjudicator.judging.lapsing import leave
from adjudicator.judging.referee import (
    as_they_stand,
    as_written,
    judge,
    plain_lines,
    run_on,
    silence,
    split_standing,
)
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, Json, State
from adjudicator.wording.position import position

TABLES = ("tracks", "control", "hands", "piles", "state", "victory")
"""The tables of a position that [expect] may compare, beside those that a game shows of its own."""


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """One side's orders: the text, its lines numbered from 1."""

    side: str
    text: str

    @property
    def lines(self) -> list[tuple[int, str]]:
        """(line number, text) of every line."""
        return list(enumerate(self.text.splitlines(), 1))


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What a rehearsal file asks: a game, the position laid out, the numbers to come, the sheets."""

    game: Game
    title: str
    state: State
    dice: tuple[int, ...]
    draws: tuple[str, ...]
    sheets: tuple[OrderSheet, ...]
    expect: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a rehearsal; `notes` say what was left over (dice, sheets) or why it stopped early."""

    game: Game
    title: str
    state: State
    events: tuple[Event, ...]
    rulings: tuple[Ruling, ...]
    notes: tuple[str, ...]
    writers: tuple[str, ...]
    """Who wrote each sheet, in their order."""


def rehearse(asked: Rehearsal) -> Outcome:
    """Play a rehearsal to where it waits. Raises OutOfDice when a sheet needs a number that is not listed; a
    segment that runs on by itself without one is left undone, and told."""
    chance = ListedDice(list(asked.dice), list(asked.draws))
    play = Play(asked.state, chance, asked.game.audience)
    left = list(enumerate(asked.sheets, 1))
    notes: list[str] = []
    try:
        run_on(asked.game, play)
        while left and play.state.over is None:
            found = next_sheet(asked.game, play, left)
            if found is None:
                break
            left.remove(found)
            judge(asked.game, play, found[1].side, found[1].lines, found[0])
        decline_all(asked.game, play)
    except OutOfDice as out:
        if not play.rewind():
            raise
        notes.append(f"the rehearsal stops before {play.state.segment}: {out}")
    notes += [f"set of orders {number} of {sheet.side} was never needed" for number, sheet in left]
    leave_unheard(asked, play)
    notes += unused(chance)
    rulings = tuple(
        ruling
        for number, sheet in enumerate(asked.sheets, 1)
        for ruling in as_written(asked.game, sheet.side, sheet.lines, play.sheet(number))
    )
    writers = tuple(sheet.side for sheet in asked.sheets)
    return Outcome(asked.game, asked.title, play.state, tuple(play.events), rulings, tuple(notes), writers)


def leave_unheard(asked: Rehearsal, play: Play) -> None:
    """Say of every line that nothing has looked at that it is not judged."""
    for number, sheet in enumerate(asked.sheets, 1):
        orders, rulings = asked.game.grammar(sheet.side).sheet(plain_lines(asked.game, sheet.lines), number)
        for ruling in rulings:
            play.rulings.setdefault((ruling.sheet, ruling.line), ruling)
        for order in orders:
            if (order.sheet, order.line) not in play.rulings:
                leave(asked.game, play, sheet.side, order)


def next_sheet(
    game: Game, play: Play, left: Sequence[tuple[int, OrderSheet]]
) -> tuple[int, OrderSheet] | None:
    """The next sheet the game waits for; reactions that no sheet takes are declined on the way. A sheet of
    standing orders waits for nothing: it is heard when its turn comes, before what it answers is asked."""
    while left and play.state.waiting():
        if only_standing(game, left[0][1]) or takes_reaction(game, play.state, left[0][1]):
            return left[0]
        asked = {decision.player for decision in play.state.waiting() if not decision.window}
        for numbered in left:
            if numbered[1].side in asked:
                return numbered
        if not decline_one(game, play):
            return None
    return None


def only_standing(game: Game, sheet: OrderSheet) -> bool:
    """Whether a sheet holds standing orders and nothing else."""
    standing, plain = split_standing(game, sheet.lines)
    said = [text for _, text in plain if text.split("#", 1)[0].strip()]
    return bool(standing) and not said


def takes_reaction(game: Game, state: State, sheet: OrderSheet) -> bool:
    """Whether a sheet, the next in order, answers an open reaction: its first order is one for it. Answers to
    the questions that may follow can stand below."""
    orders, _ = game.grammar(sheet.side).sheet(sheet.lines)
    windows = (d for d in state.waiting() if d.window and d.player == sheet.side)
    return bool(orders) and any(orders[0].verb in decision.verbs for decision in windows)


def decline_one(game: Game, play: Play) -> bool:
    """Decline the first open reaction, lines that wait for their writer's word taken as they stand; whether
    there was one."""
    windows = (decision for decision in play.state.waiting() if decision.window)
    return any(as_they_stand(game, play, one) or silence(game, play, one) for one in windows)


def decline_all(game: Game, play: Play) -> None:
    """Decline the reactions that are still open when the sheets are used up."""
    while play.state.waiting() and decline_one(game, play):
        pass


# -- what came of it -----------------------------------------------------------------------------------


def told(outcome: Outcome, side: str = "") -> dict[str, Json]:
    """The outcome as the JSON document of docs/rehearsals.md; of one side's view if a side is named."""
    game, names = outcome.game, outcome.game.names()
    state = game.view(outcome.state, side) if side else outcome.state
    # what the game notes for itself, orders to come among it, is nothing that a side gets
    events = [event for event in outcome.events if not side or (event.seen_by(side) and not event.quiet)]
    rulings = [r for r in outcome.rulings if not side or outcome.writers[r.sheet - 1] == side]
    return {
        "game": game.name,
        "rules": game.rules,
        "title": outcome.title,
        "rulings": [ruling_json(ruling) for ruling in rulings],
        "events": [
            {
                "n": n,
                "rule": event.rule,
                "kind": event.kind,
                "facts": facts_of(event, side),
                "says": event.says(names) or plainly(event),
                "quiet": not event.says(names),
            }
            for n, event in enumerate(events, 1)
        ],
        "dice": [die_json(event) for event in events if isinstance(event, DieRolled)],
        "draws": [draw_json(event) for event in events if isinstance(event, Drawn)],
        "decisions": [decision_json(decision) for decision in state.decisions],
        "position": position(game, state),
        "notes": [] if side else list(outcome.notes),
    }


def plainly(event: Event) -> str:
    """A sentence for bookkeeping that reports leave out: its kind in words, and its simple facts."""
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", event.kind).capitalize()
    facts = [
        f"{key} {value}" for key, value in event.facts().items() if isinstance(value, (str, int)) and value
    ]
    return f"{kind}{': ' if facts else ''}{', '.join(facts)}."


def facts_of(event: Event, side: str) -> dict[str, Json]:
    """The facts of an event. The number of a draw counts the chits that are left, so a side is not shown it:
    it would tell which ones the others hold."""
    facts = event.facts()
    return {k: v for k, v in facts.items() if k != "value"} if side and isinstance(event, Drawn) else facts


def ruling_json(ruling: Ruling) -> dict[str, Json]:
    """One ruling for `--json`."""
    return {
        "sheet": ruling.sheet,
        "line": ruling.line,
        "text": ruling.text,
        "verdict": ruling.verdict,
        "rule": ruling.rule,
        "why": ruling.why,
        "legal": list(ruling.legal),
    }


def die_json(event: DieRolled) -> dict[str, Json]:
    """One die for `--json`."""
    return {
        "n": event.n,
        "rule": event.rule,
        "purpose": event.purpose,
        "sides": event.sides,
        "value": event.value,
    }


def draw_json(event: Drawn) -> dict[str, Json]:
    """One draw for `--json`."""
    return {"n": event.n, "rule": event.rule, "purpose": event.purpose, "cup": event.cup, "item": event.item}


def decision_json(decision: Decision) -> dict[str, Json]:
    """One open question for `--json`."""
    return {
        "player": decision.player,
        "rule": decision.rule,
        "topic": decision.topic,
        "question": decision.question,
        "answers": list(decision.answers),
        "silence": decision.silence,
    }


# -- what was expected -----------------------------------------------------------------------------------


def compare(asked: Rehearsal, outcome: Outcome) -> list[str]:
    """The lines in which the outcome differs from the file's [expect]; none when it holds."""
    expect, found = asked.expect, told(outcome)
    place: Mapping[str, Json] = found["position"]
    differences = missing_events(expect.get("events", ()), found["events"])
    differences += unlike(
        "rulings", expect.get("rulings", {}), {f"{r.sheet}.{r.line}": verdict(r) for r in outcome.rulings}
    )
    differences += unlike(
        "position", expect.get("position", {}), {id_: place_and_steps(u) for id_, u in place["units"].items()}
    )
    for table in dict.fromkeys((*TABLES, *asked.game.shown)):
        differences += unlike(table, expect.get(table, {}), place.get(table, {}))
    now = {key: expect[key] for key in ("turn", "segment", "active") if key in expect}
    differences += unlike("position", now, place)
    asks = [f"{d['player']} {d['rule']} {'; '.join(d['answers'])}" for d in found["decisions"]]
    if "decisions" in expect and list(expect["decisions"]) != asks:
        differences.append(f"decisions: expected {list(expect['decisions'])}, found {asks}")
    return differences


def verdict(ruling: Ruling) -> str:
    """A ruling in one or two words: "done", "refused 8.1.3"."""
    return f"{ruling.verdict} {ruling.rule}".strip()


def place_and_steps(unit: Mapping[str, Json]) -> str:
    """A unit of a position in words: "reduced at muncheberg out-of-supply"."""
    return " ".join([f"{unit['step']} at {unit['at']}", *unit["flags"]])


def unlike(what: str, expected: Mapping[str, Json], found: Mapping[str, Json]) -> list[str]:
    """A line for every key whose value is not as expected; flags may be left out of a unit's words."""
    lines = []
    for key, value in expected.items():
        seen = found.get(key, 0 if isinstance(value, int) else "")
        same = listed(seen) == listed(value) or (what == "position" and str(seen).startswith(f"{value} "))
        if not same:
            lines.append(f"{what} {key}: expected {value}, found {seen if seen != '' else 'nothing'}")
    return lines


def listed(value: Json) -> Json:
    """A value with lists in the place of tuples, as a file has them."""
    if isinstance(value, Mapping):
        return {key: listed(one) for key, one in value.items()}
    return [listed(one) for one in value] if isinstance(value, (list, tuple)) else value


def missing_events(expected: Sequence[str], events: Sequence[Mapping[str, Json]]) -> list[str]:
    """A line for every expected event that does not follow the one before it."""
    lines, at = [], 0
    for text in expected:
        place = next((n for n in range(at, len(events)) if like(text, events[n])), None)
        if place is None:
            kind = parts(text)[0]
            near = [brief(text, event) for event in events if event["kind"] == kind]
            lines.append(f"event {text}: not found{f'; there was {near}' if near else ''}")
        else:
            at = place + 1
    return lines


def like(text: str, event: Mapping[str, Json]) -> bool:
    """Whether an event is what "Kind key=value ..." says of it."""
    kind, *pairs = parts(text)
    return bool(event["kind"] == kind) and all(holds(pair, event) for pair in pairs)


def parts(text: str) -> list[str]:
    """The kind and the "key=value" of an expected event; blanks in a value belong to it ("unit=605 zbv")."""
    return re.split(r"\s+(?=[\w-]+=)", text.strip())


def holds(pair: str, event: Mapping[str, Json]) -> bool:
    """Whether one "key=value" holds for an event; "rule" is a key too."""
    key, _, value = pair.partition("=")
    return word(event["rule"] if key == "rule" else event["facts"].get(key)) == value


def word(value: Json) -> str:
    """A fact as one word: lists joined by commas."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(word, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def brief(text: str, event: Mapping[str, Json]) -> str:
    """An event with only the facts that were asked about."""
    keys = [pair.partition("=")[0] for pair in parts(text)[1:]]
    facts = " ".join(f"{k}={word(event['rule'] if k == 'rule' else event['facts'].get(k))}" for k in keys)
    return f"{event['kind']} {facts}".strip()
