"""Combat on a table of odds: the attack, its arithmetic, the die, and the tasks of its result one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from adjudicator.by_mail.drags import Form
from adjudicator.choices import Choice
from adjudicator.events import Event, OddsResolved
from adjudicator.mechanics.advance import groups
from adjudicator.mechanics.armies import army, on_map
from adjudicator.mechanics.charts import Chart, foretold
from adjudicator.mechanics.odds import column, ratio
from adjudicator.mechanics.shifts import Shift, shifted
from adjudicator.mechanics.strength import Change, Odds, Worth, total_strength, worth
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.sequence import Segment
from adjudicator.state import Decision, Json, State, Unit
from files.nearest import nearest_or_all

from .advancing import Advancing
from .battlefield import Battlefield, name, note, noted, printed
from .clauses import enforces
from .losing import Losing
from .playing import Playing
from .results import LEVEL, AttackDeclared, Combat, Result, Task, alive, combat, set_tasks, task
from .retreating import Deciding, Retreating
from .seeing import check_known, is_known
from .words import said

GOOD = 2
"""The odds from which a bot that wants to win attacks."""
TOGETHER = 4
"""Up to this number, units are offered in every combination; more of them only all together."""


@dataclass(frozen=True, kw_only=True)
class FightClauses:
    """owner: orders go to own units     attack: adjacent units attack together
    once: each unit and hex once
    strength: what a unit counts     odds: the columns of the table     die: the die that gives the result"""

    owner: str
    attack: str
    once: str
    strength: str
    die: str
    odds: str = ""


def no_chart() -> Chart:
    """Raises ValueError: a combat needs a table, or dice of its own."""
    raise ValueError("give Fighting a chart= or rolls=")


@dataclass(frozen=True, eq=False, kw_only=True)
class Fighting:
    """The combat of a game: what is ordered in a Combat Phase, and what follows from it.

    chart     the results table     results  its words -> what they ask for
    specials  words of `special` results -> (play, combat, units) -> what happens to these units
    rolls     in place of both: (play, combat) -> what the dice that it rolls ask for
    shifts    (state, hex, attackers) -> shifts of the column
    changes   (state, hex, unit, whether it attacks) -> how the printed strength of a unit changes
    spares    (state, combat, task) -> whether something keeps the units of a task from it: a fortress
    may       (state, unit, hex) -> why a unit may not attack a hex; "" if it may
    first     (play, combat) -> what happens before the die: chits drawn for its units, dummies taken away.
              Nobody is left to defend: the combat is over
    answering a hand of cards, of which the enemy may play one against each attack, before its die
    lowest    whether an attack below the first column is fought there, not refused
    """

    ground: Battlefield
    clauses: FightClauses
    chart: Callable[[], Chart] = no_chart
    results: Mapping[str, Result] = field(default_factory=dict)
    specials: Mapping[str, Callable[[Play, Combat, Sequence[Unit]], None]] = field(default_factory=dict)
    rolls: Callable[[Play, Combat], Result] | None = None
    losing: Losing
    retreating: Retreating
    advancing: Advancing
    deciding: Deciding | None = None
    shifts: Callable[[State, str, Sequence[Unit]], Sequence[Shift]] = lambda state, space, units: ()
    changes: Callable[[State, str, Unit, bool], Sequence[Change]] = lambda state, space, unit, attacks: ()
    spares: Callable[[State, Combat, Task], bool] = lambda state, now, one: False
    may: Callable[[State, Unit, str], str] = lambda state, unit, space: ""
    first: Callable[[Play, Combat], None] = lambda play, now: None
    answering: Playing | None = None
    lowest: bool = False
    strength: str = "strength"
    verb: str = "attack"
    topic: str = "attack"
    called: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    drag: Form | None = None

    @property
    def rule(self) -> str:
        """The clause that lets units attack."""
        return self.clauses.attack

    @property
    def verbs(self) -> tuple[str, ...]:
        """The orders that it takes."""
        return (self.verb,)

    @property
    def begins(self) -> tuple[str, ...]:
        """The orders after which other questions come before the next one."""
        return self.verbs

    @property
    def reactions(self) -> tuple[Choice, ...]:
        """The questions that may come inside a combat."""
        parts = (self.answering, self.deciding, self.losing, self.retreating, self.advancing)
        return tuple(part.choice for part in parts if part)

    def question(self, state: State, side: str) -> str:
        """What a side is asked."""
        word, (_, hexes) = self.verb.capitalize(), state.board.called
        return f"{word} any number of adjacent {hexes}, each once in this phase. A unit {self.verb}s once."

    @property
    def parts(self) -> tuple[str, ...]:
        """Any of the units that could attack a hex together may also attack it without the others."""
        return (self.verb,)

    def check_results(self) -> None:
        """Every number of the die has its row in the chart, and every word its result. Raises ValueError."""
        chart = None if self.rolls else self.chart()
        if chart:
            self.check_columns(chart)
        if chart and chart.gap:
            raise ValueError(
                f"chart {chart.id}: no row {chart.gap} between the others, and a die may show it"
            )
        for word, result in self.results.items():
            if unknown := [one.kind for one in result.effects if one.kind not in self.doing]:
                raise ValueError(
                    f"Result {word!r} asks for {unknown[0]!r}: {nearest_or_all(unknown[0], self.doing)}"
                )
        words = {word for row in chart.cells for word in row} - set(self.results) if chart else ()
        if chart and words:
            raise ValueError(f"chart {chart.id}: no Result for {', '.join(sorted(words))}")

    def check_columns(self, chart: Chart) -> None:
        """Every column of the chart is odds. Raises ValueError."""
        for label in chart.columns:
            try:
                ratio(label)
            except (ValueError, ZeroDivisionError):
                raise ValueError(f'chart {chart.id}: the column "{label}" is not odds such as 2:1') from None

    # -- who attacks what

    def able(self, state: State, side: str) -> dict[str, list[Unit]]:
        """The hexes that a side can still attack, and the units that could."""
        found: dict[str, list[Unit]] = {}
        for unit in army(state, side):
            if unit.id not in noted(state, "attacked"):
                for at in self.within(state, unit):
                    if self.target(state, at, side) and not self.may(state, unit, at):
                        found.setdefault(at, []).append(unit)
        return found

    def within(self, state: State, unit: Unit) -> Iterable[str]:
        """The hexes that a unit can attack from where it is."""
        return sorted(state.board.neighbours(unit.at))

    def target(self, state: State, space: str, side: str) -> bool:
        """Whether a hex holds enemies and has not been attacked."""
        return bool(self.ground.enemies(state, space, side)) and space not in noted(state, "targets")

    def legal(self, state: State, side: str) -> Iterator[str]:
        """Every attack on the table of odds: first of all that could, then of some of them."""
        able = sorted(self.able(state, side).items())
        for some in (slice(0, 1), slice(1, None)):
            for space, units in able:
                sets = (
                    groups([u.id for u in units], None) if len(units) <= TOGETHER else [[u.id for u in units]]
                )
                for ids in sets[some]:
                    if self.on_the_table(state, space, [state.units[id_] for id_ in ids]):
                        yield f"{self.verb} {space} by {', '.join(ids)}"

    @enforces("owner", "attack", "once")
    def check(self, state: State, side: str, space: str, units: Sequence[Unit]) -> None:
        """These units may attack a hex. Raises Refused."""
        where = name(state, space)
        for unit in units:
            if unit.side != side:
                raise Refused(self.clauses.owner, f"{unit.id} is not your unit")
            if unit.id in noted(state, "attacked"):
                raise Refused(self.clauses.once, f"{unit.id} has already attacked in this phase")
        if not self.ground.enemies(state, space, side):
            raise Refused(self.clauses.attack, f"there is no enemy unit in {where}")
        if space in noted(state, "targets"):
            raise Refused(self.clauses.once, f"{where} was already attacked in this phase")
        for unit in units:
            self.check_near(state, space, unit)
            if why := self.may(state, unit, space):
                raise Refused(self.clauses.attack, why)
        self.check_odds(state, space, units)

    def check_near(self, state: State, space: str, unit: Unit) -> None:
        """A unit is near enough to attack a hex. Raises Refused."""
        if not on_map(state, unit) or space not in self.within(state, unit):
            raise Refused(self.clauses.attack, f"{unit.id} is not adjacent to {name(state, space)}")

    def on_the_table(self, state: State, space: str, units: Sequence[Unit]) -> bool:
        """Whether the table has a column for an attack; of one on units that a view does not know, yes."""
        return (
            bool(self.rolls)
            or self.lowest
            or not is_known(state, space)
            or self.odds(state, space, units) is not None
        )

    @enforces("odds")
    def check_odds(self, state: State, space: str, units: Sequence[Unit]) -> None:
        """An attack is on the table. Raises Refused."""
        if not self.on_the_table(state, space, units):
            raise Refused(self.clauses.odds, f"the odds are worse than {self.chart().columns[0]}")

    def one(self, play: Play, side: str, order: Order) -> None:
        """An attack begins. Raises Refused."""
        space, units = said(order).hex, [play.state.units[id_] for id_ in dict.fromkeys(said(order).units)]
        self.check(play.state, side, space, units)
        ids = tuple(unit.id for unit in units)
        theirs = tuple(unit.id for unit in self.ground.enemies(play.state, space, side))
        note(play, self.clauses.once, "attacked", *ids)
        note(play, self.clauses.once, "targets", space)
        how = {"by": self.topic} if self.topic != "attack" else {}
        play.enter(self.clauses.attack, LEVEL, side=side, space=space, attackers=ids, defenders=theirs, **how)
        play.record(self.declared(side, space, ids))

    def declared(self, side: str, space: str, ids: tuple[str, ...]) -> Event:
        """That these units attack."""
        return AttackDeclared(rule=self.clauses.attack, side=side, space=space, attackers=ids)

    def may_end(self, state: State, side: str) -> None:
        """The phase may end at any time."""

    # -- the arithmetic

    def odds(self, state: State, space: str, units: Sequence[Unit]) -> Odds | None:
        """The whole arithmetic of an attack; None below the first column. Raises NotInView in a view that may
        lack some of the defenders."""
        check_known(state, space)
        theirs = self.ground.enemies(state, space, units[0].side)
        ours = [self.counted(state, space, unit, True) for unit in units]
        both = [*ours, *(self.counted(state, space, unit, False) for unit in theirs)]
        chart, attack, defence = self.chart(), total_strength(ours), total_strength(both[len(ours) :])
        # who counts nothing, such as a dummy, is attacked at the best odds
        found = column(attack, defence, chart.columns) if defence else chart.columns[-1]
        found, moved = found or self.lowest * chart.columns[0], tuple(self.shifts(state, space, units))
        if not found:
            return None
        last = shifted(found, moved, chart.columns, chart.columns, floor=True)
        parts = tuple(part for one in both for part in one.parts)
        return Odds(attack, defence, parts, chart, last or chart.columns[0], (), moved)

    @enforces("strength")
    def counted(self, state: State, space: str, unit: Unit, attacks: bool) -> Worth:
        """What a unit counts."""
        as_printed = Change(self.clauses.strength, printed(state, unit, self.strength), "as printed")
        changes = self.changes(state, space, unit, attacks)
        return worth("attack" if attacks else "defence", unit.id, as_printed, changes)

    def foretell(self, state: State, order: Order) -> str:
        """What a dry run says of an attack."""
        if order.verb != self.verb:
            return ""
        space, units = said(order).hex, [state.units[id_] for id_ in said(order).units]
        odds = self.odds(state, space, units) if is_known(state, space) and not self.rolls else None
        return self.told(odds) if odds else ""

    def told(self, odds: Odds) -> str:
        """What is known of an attack before its die."""
        return foretold(odds.chart, odds.column, str(odds.attack), str(odds.defence), why=odds.why())

    # -- the combat

    @property
    def segment(self) -> Segment:
        """Its level in the sequence of play."""
        return Segment(LEVEL, "Combat", self.clauses.die, self.run)

    def run(self, play: Play) -> None:
        """A card against it, the die, then the tasks of its result one after the other."""
        now = combat(play.state)
        if self.answering and self.answering.asks_against(play, self.ground.enemy(now.side)):
            return
        if not now.result:
            self.roll(play)
        elif not now.tasks:
            play.leave(self.clauses.attack)
        else:
            self.doing[task(play.state).kind](play)

    @property
    def doing(self) -> Mapping[str, Callable[[Play], None]]:
        """Kind of task -> what does it."""
        either = {"either": self.deciding.run} if self.deciding else {}
        parts = {"lose": self.losing.run, "retreat": self.retreating.run, "advance": self.advancing.run}
        return {**dict.fromkeys(self.specials, self.special), **parts, **either}

    def special(self, play: Play) -> None:
        """What the game itself does to the units of a task."""
        now, one = combat(play.state), task(play.state)
        set_tasks(play, self.clauses.die)
        self.specials[one.kind](play, now, alive(play.state, one.units))

    @enforces("die")
    def roll(self, play: Play) -> None:
        """The die is rolled, and what its result asks for is noted."""
        now, rule = combat(play.state), self.clauses.die
        self.first(play, now)
        if not self.ground.enemies(play.state, now.space, now.side):
            play.leave(self.clauses.attack)
            return
        if self.rolls:
            found = self.rolls(play, now)
            word = found.clause
        else:
            odds = self.odds(play.state, now.space, alive(play.state, now.attackers))
            assert odds is not None
            told = odds.told(die=play.roll(rule, f"the attack on {name(play.state, now.space)}"))
            play.record(self.resolved(now, told))
            found, word = self.results[told["result"]], told["result"]
        enemy, then = self.ground.enemy(now.side), replace(now, result=word)
        tasks = [now.task(effect, enemy) for effect in found.effects]
        kept = [asdict(one) for one in tasks if not self.spares(play.state, then, one)]
        play.note(found.clause, result=word, tasks=tuple(kept))

    def resolved(self, now: Combat, told: Mapping[str, Json]) -> Event:
        """That the die was rolled, with the whole arithmetic."""
        return OddsResolved(
            rule=self.clauses.die, space=now.space, attackers=now.attackers, defenders=now.defenders, **told
        )

    # -- bots

    def chance(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """An attack by chance, or the end."""
        found = list(self.legal(state, decision.player))
        return [chance.choice(found)] if found and chance.random() < 0.95 else ["end"]

    def purpose(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """The next attack with good odds, or the end."""
        for space, units in sorted(self.able(state, decision.player).items()):
            odds = None if self.rolls else self.odds(state, space, units)
            if self.good(odds) if odds else self.rolls and self.stronger(state, space, units):
                return [f"{self.verb} {space} by {', '.join(unit.id for unit in units)}"]
        return ["end"]

    def stronger(self, state: State, space: str, units: Sequence[Unit]) -> bool:
        """Whether a bot that wants to win lets these units attack by dice."""
        theirs = self.ground.enemies(state, space, units[0].side)
        ours = total_strength([self.counted(state, space, unit, True) for unit in units])
        return ours >= total_strength([self.counted(state, space, unit, False) for unit in theirs])

    def good(self, odds: Odds) -> bool:
        """Whether a bot that wants to win attacks at these odds."""
        return ratio(odds.column) >= GOOD
