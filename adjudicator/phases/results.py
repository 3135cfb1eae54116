"""The result of a combat as data: what each word of the results table demands from which side, and what is
left to do.

    "EX": Result("5.res.EX", (lose(DEFENDER, 1), lose(ATTACKER, 1), ADVANCE))

A combat is a level of the sequence of play, `combat`. What its result asks for are tasks, done one after the
other: steps to lose, retreats, an advance, or the choice of either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby

from adjudicator.events import Event
from adjudicator.play import Play
from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as
from files.messages import counted, listed

LEVEL = "combat"
ATTACKER, DEFENDER = "attacker", "defender"
EVERY_STEP = 99
"""More steps than any units have: all are eliminated."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a result asks of one side: "lose" its `steps`, "retreat" its `hexes`, "either" of the two as it
    likes, "advance", or a word of the game's own, which reports tell in `words`."""

    kind: str
    who: str
    steps: int = 0
    hexes: int = 0
    words: str = ""

    def told(self, called: tuple[str, str]) -> str:
        """What its side does, in words; `called` is what a space and several of them are called."""
        lost = "are eliminated" if self.steps == EVERY_STEP else f"lose {counted(self.steps, 'step')}"
        back = f"retreat {counted(self.hexes, *called)}"
        known = {"lose": lost, "retreat": back, "either": f"{lost} or {back}", "advance": "may advance"}
        return known.get(self.kind, self.words)


def lose(who: str, steps: int) -> Effect:
    """The units of a side lose a number of steps together."""
    return Effect("lose", who, steps=steps)


def eliminate(who: str) -> Effect:
    """All units of a side are eliminated."""
    return Effect("lose", who, steps=EVERY_STEP)


def retreat(who: str, hexes: int) -> Effect:
    """Every unit of a side retreats a number of hexes."""
    return Effect("retreat", who, hexes=hexes)


def either(who: str, steps: int, hexes: int) -> Effect:
    """The side chooses: a number of steps lost, or a retreat of a number of hexes."""
    return Effect("either", who, steps=steps, hexes=hexes)


def special(who: str, word: str, words: str) -> Effect:
    """What a function of the game does to the units of a side: `specials` of `Fighting` has it by its word.
    Reports say it in these words: "check morale"."""
    return Effect(word, who, words=words)


ADVANCE = Effect("advance", ATTACKER)


@dataclass(frozen=True, slots=True)
class Result:
    """A word of the results table: its clause, and what it asks for in its order."""

    clause: str
    effects: tuple[Effect, ...] = ()


def meaning(result: Result, called: tuple[str, str]) -> str:
    """What a result asks for in words: "the defenders lose 1 step and retreat 2 hexes"."""
    sides = groupby(result.effects, lambda effect: effect.who)
    told = (f"the {who}s {listed([one.told(called) for one in some])}" for who, some in sides)
    return ", ".join(told) or "no effect"


class AttackDeclared(Event):
    """Units attack a hex."""

    sentence = "{attackers} {attack} {space}."
    opens = True
    side: str
    space: str
    attackers: tuple[str, ...]

    @property
    def attack(self) -> str:
        """The verb of its sentence."""
        return "attacks" if len(self.attackers) == 1 else "attack"


@dataclass(frozen=True, kw_only=True)
class Task:
    """What is left to be done of an effect: by which units of which side."""

    kind: str
    side: str
    units: tuple[str, ...]
    steps: int = 0
    hexes: int = 0


@dataclass(frozen=True, kw_only=True)
class Combat:
    """A combat: who attacks what, whom, with what result, the tasks that are left, and the topic of the order
    that began it, "" for an attack. It is `answered` when the enemy has said whether it plays a card."""

    side: str
    space: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    result: str = ""
    tasks: tuple[Json, ...] = ()
    by: str = ""
    answered: bool = False

    def task(self, effect: Effect, enemy: str) -> Task:
        """An effect as the task of this combat."""
        side, units = (self.side, self.attackers) if effect.who == ATTACKER else (enemy, self.defenders)
        return Task(kind=effect.kind, side=side, units=units, steps=effect.steps, hexes=effect.hexes)


def combat(state: State) -> Combat:
    """The combat in progress."""
    return read_as(Combat, state.outer(LEVEL).facts)


def task(state: State) -> Task:
    """What the combat asks for now."""
    return read_as(Task, combat(state).tasks[0])


def alive(state: State, ids: Sequence[str]) -> tuple[Unit, ...]:
    """Those of these units that are on the map."""
    return tuple(state.units[id_] for id_ in ids if state.units[id_].at in state.board.spaces)


def set_tasks(play: Play, rule: str, *tasks: Task) -> None:
    """Put these tasks in the place of the first one."""
    play.note(rule, tasks=(*map(asdict, tasks), *combat(play.state).tasks[1:]))


def without(one: Task, unit: str) -> tuple[Task, ...]:
    """What is left of a task when one of its units has done it."""
    units = tuple(id_ for id_ in one.units if id_ != unit)
    return (replace(one, units=units),) if units else ()
