"""What is wrong with an event, whatever it does: a clause that no list has, a reader who does not play.

No answer would bring it to light at once: it is told wrongly, to nobody, or cannot be read from the journal.
"""

from __future__ import annotations

import inspect
import json
import re
import traceback
from collections.abc import Iterator
from functools import cached_property

from adjudicator.by_mail.audience import is_unseen
from adjudicator.catalogue import OWN
from adjudicator.events import EVERYBODY, NOBODY, Event, FactNoted, FlagsChanged, GameEnded, Told
from adjudicator.game import Game
from adjudicator.state import State
from adjudicator.wording.clauses import look_up, read_clauses
from files.nearest import did_you_mean, nearest


class Watch:
    """The events of a game, looked at one by one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.clauses = read_clauses(game)
        self.known: dict[str, str] = {"": ""}

    @cached_property
    def readers(self) -> frozenset[str]:
        """Who may read an event."""
        return frozenset((*self.game.sides, *EVERYBODY, *NOBODY))

    def faults(self, event: Event) -> Iterator[str]:
        """What is wrong with an event."""
        kind, sides = event.kind, self.game.sides
        if self.game.kinds.get(kind) is not type(event):
            yield f"the game has no events {kind}. Give game() kinds={{**KINDS, {kind!r}: {kind}}}"
        elif not event.quiet and type(event).says is Event.says and not event.sentence:
            yield f'{kind} says nothing. Give it sentence = "...", or quiet = True'
        if not isinstance(event.to, tuple) or not self.readers.issuperset(event.to):
            yield f"{kind} has to={event.to!r}. Name sides, such as to=({next(iter(sides))!r},)"
        if isinstance(event, GameEnded) and event.winner not in ("", *sides):
            yield f'the winner is {event.winner!r}. Name a side, or "" for nobody'
        if isinstance(event, FlagsChanged):
            for what, flags in (("add", event.add), ("drop", event.drop)):
                if not isinstance(flags, tuple):
                    yield f"{kind} has {what}={flags!r}. Write {what}=({flags!r},)"
        try:
            json.dumps(event.facts())
        except (TypeError, ValueError) as wrong:
            yield f"{kind} cannot be kept: {wrong}. Use texts, numbers, tuples and dicts"
        yield from self.cited(event.rule)

    def betrayed(self, before: State, event: Event, after: State) -> Iterator[str]:
        """What an event tells a side that it may not know: a unit that it does not see, in words of the game;
        a fact for others, which its files for dry runs have."""
        sides, view = self.game.sides, self.game.view
        text = event.text if isinstance(event, Told) else getattr(event, "purpose", "")
        for unit in (one for one in after.units if one in text and one in before.units):
            if not re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", text):
                continue
            for side in sides:
                if event.seen_by(side) and is_unseen(view, side, unit, before, after):
                    own = after.units[unit].side
                    yield f'{event.kind} names {unit}, which {side} does not see: "{text}". Add to=({own!r},)'
        if isinstance(event, FactNoted) and event.value is not None and sides.keys() & event.to:
            for side in sides:
                if not event.seen_by(side) and view(after, side).facts.get(event.key) == event.value:
                    secret = f"HexGame secret={{{event.key!r}: {event.to[0]!r}}}"
                    yield f"{side} can read the fact {event.key!r} in its .bundle.json file. Give {secret}"

    def cited(self, number: str) -> Iterator[str]:
        """A clause that the list of rules does not have."""
        if number not in self.known:
            found = look_up(self.clauses, number) if self.clauses else None
            hint = did_you_mean(nearest(number, self.clauses, 1, 0.5), "; ")
            here = found is None or found.own or found.below
            self.known[number] = "" if here else f"no clause {number} in rules.csv{hint}"
        if fault := self.known[number]:
            yield fault


def own_line() -> str:
    """The line of a folder's rules that is being carried out, as "file:line: "; "" where none is."""
    for frame, line in traceback.walk_stack(inspect.currentframe()):
        if str(frame.f_globals.get("__name__")).startswith(OWN):
            return f"{frame.f_code.co_filename}:{line}: "
    return ""
