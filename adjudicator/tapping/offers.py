"""The legal answers to a question as data for a page, packed by what they name.

Each line of `Game.legal` is read by the game's own grammar and comes into one of four kinds:

    go      a line that ends with a space: an actor (units, or none) and all ends of its lines. Actors with
            the same ends share a ground, with what each way costs and the space before it
    teams   lines that differ in a list of units or cards: who can take part, the sets that are legal, and
            what a dry run foretells of each
    lines   any other line, whole, with the units and cards that it names
    ending  lines that end the question

Nothing is added to the lines but sets of attackers, where the game declares that any part of those who may
take part is legal (`Choice.parts`): `packed.unpacked` gives back the lines of the page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from itertools import chain, islice

from adjudicator.by_mail.views import NotInView
from adjudicator.choices import Choice, Rooms, Then, Ways
from adjudicator.dice import NeedsDice, NoDice
from adjudicator.game import Game
from adjudicator.judging.referee import run_on
from adjudicator.judging.what_if import does_nothing, foretold, ids_in, things
from adjudicator.orders import Grammar, Order
from adjudicator.play import Play
from adjudicator.rulings import No
from adjudicator.state import Decision, State
from adjudicator.tapping.lists import form_of, lists_in, scalars
from adjudicator.tapping.packed import (
    SUPPORT,
    UNITS,
    Attacks,
    Go,
    Ground,
    Offers,
    Places,
    Space,
    Struck,
    Team,
    Whole,
    composed,
)

MOST_TICKED = 53
"""So many things can be ticked in one list: the script keeps what is ticked as a number, a bit for each."""
MOST_LINES = 20_000
"""So many legal answers are packed, at most."""
MOST_TOLD, MOST_SETS, MOST_MEMBERS = 450, 2_048, 11
"""Of so many sets of attackers a page tells the odds, and so many it offers, of at most so many units that
can take part; of more the dry run tells."""
FEW_WORDS = 2
"""So few lines that differ in a word are offered as they are."""
MOST_TO_TRY = 1_000
"""Of so many answers one is tried, to see whether it is the whole answer."""
JOINERS = (", ", " ")
"""How lists are written in orders."""


def of_the_desk(decision: Decision) -> Choice:
    """A question that no game declares: the desk asks whether a side accepts the game."""
    return Choice(
        topic=decision.topic,
        rule=decision.rule,
        verbs=decision.verbs,
        take=lambda play, decision, orders: None,
    )


@dataclass(slots=True)
class Packing:
    """The packing of one question, under way; of one that `follows` an answer to another."""

    game: Game
    state: State
    decision: Decision
    spaces: Places
    follows: bool = False
    grammar: Grammar = field(init=False)
    choice: Choice = field(init=False)
    grounds: dict[Ground, int] = field(default_factory=dict)
    prospects: dict[str, int] = field(default_factory=dict)
    attacks: dict[Attacks, int] = field(default_factory=dict)
    latest: tuple[Then, Attacks] | None = None
    foretold: int = 0
    fighting: dict[str, bool] = field(default_factory=dict)
    of_the_rules: bool = field(init=False)
    """Whether a rule asks it; none asks whether the side accepts the game."""

    def __post_init__(self) -> None:
        self.grammar = self.game.grammar(self.decision.player)
        self.choice = self.game.choices.of(self.decision.topic) or of_the_desk(self.decision)
        self.of_the_rules = self.decision.topic in self.game.answers

    def pack(self) -> Offers:
        """All offers of the question."""
        placed = list(self.placed())
        heads, rest, ending, first, most = self.sorted_out({one.head.split(" ")[0] for one in placed})
        go = [*placed, *(self.actor(head, tails) for head, tails in heads.items())]
        over = self.choice.over
        later = () if ending else (*over, *self.late_end())
        striking = list(self.striking(rest))
        covered = {line for team in striking for line in composed(team)}
        more, found, lines = self.others(text for text in rest if text not in covered)
        ticked = tuple(self.ticked())
        teams = (*striking, *found, *ticked)
        once = not (placed or ticked) and self.answers(first, most)
        return Offers(
            (*go, *more), tuple(self.grounds), teams, tuple(self.prospects), tuple(lines),
            (*over, *ending) if ending else (), later,
            once, self.rooms(), tuple(self.attacks),
        )  # fmt: skip

    def sorted_out(
        self, shown: Collection[str]
    ) -> tuple[dict[str, list[str]], list[str], list[str], str, int]:
        """The legal answers by kind: the ends of each head, other lines, those that end the question; the
        first of one line that does anything, and how many there are. Of verbs that are `shown` by their
        spaces the legal answers are some of very many, and are left out."""
        heads: dict[str, list[str]] = {}
        rest, ending, legal = list[str](), list[str](), list[str]()
        for text in self.legal():
            before, blank, end = text.rpartition(" ")
            if end in self.spaces and before + blank in heads:  # one more end of an actor's lines
                heads[before + blank].append(end)
                legal.append(text)
                continue
            if self.ends(text):
                ending.append(text)
                continue
            legal.append(text)
            head, tail = ("", "") if self.fights(text) else self.ends_with_space(text)
            if not tail:
                rest.append(text)
            elif head.split(" ")[0] not in shown:
                heads.setdefault(head, []).append(tail)
        first = min(legal, key=lambda one: "\n" in one, default="")
        return heads, rest, ending, first, len(legal) + len(ending)

    def placed(self) -> Iterator[Go]:
        """The orders with one of many spaces that the game declares for pages."""
        found = self.choice.placings
        known: dict[tuple[Sequence[str], bool], int] = {}
        with suppress(NotInView):
            for one in found(self.state, self.decision.player) if found else ():
                if (one.to, one.chain) not in known:  # many units may be put into the same hundreds of spaces
                    near = map(self.state.board.neighbours, one.to if one.chain else ())
                    ground = Ground(self.numbered(one.to), near=tuple(map(self.numbered, near)))
                    known[one.to, one.chain] = self.grounds.setdefault(ground, len(self.grounds))
                yield Go(one.units, one.head, known[one.to, one.chain], placing=one)

    def numbered(self, spaces: Iterable[str]) -> tuple[Space, ...]:
        """The numbers of spaces."""
        return tuple(self.spaces[space] for space in spaces)

    def ticked(self) -> Iterator[Team]:
        """The orders that name any of some units that the game declares for pages."""
        found = self.choice.tickings
        with suppress(NotInView):
            for one in found(self.state, self.decision.player) if found else ():
                sets = tuple(1 << n for n in range(len(one.units)))
                told = tuple(-1 for _ in sets)
                lists, forms = {UNITS: one.units}, {UNITS: one.line}
                yield Team("", lists, forms, ",", sets, told, anyone=True, ticking=one)

    def legal(self) -> Iterator[str]:
        """The legal answers, as far as the side's view shows them, and last those for pages alone; none that
        only asks for more than a longer one says."""
        state, side, choice = self.state, self.decision.player, self.choice
        further, shorter = choice.further(state, side), set(choice.shorter(state, side))
        with suppress(NotInView):
            found = (one for one in self.game.legal(state, self.decision) if one not in shorter)
            yield from islice(chain(found, further), MOST_LINES)

    def ends(self, text: str) -> bool:
        """Whether an answer does nothing but end the question."""
        ending = self.decision.verbs[-1:] if self.of_the_rules and not self.decision.closed else ()
        return text in ending or does_nothing(text) or text.split(" ")[0] in self.choice.closing

    def late_end(self) -> Iterator[str]:
        """The word that ends the question later, where it is not legal yet."""
        closing = self.choice.closing
        words = (word for word in self.decision.verbs[-1:] if does_nothing(word) or word in closing)
        yield from islice(words, 1)

    def answers(self, text: str, of: int) -> bool:
        """Whether one line, the first of so many that does anything, is the whole answer: the question does
        not come again, nor after what the line has begun. Of very many it is not found out, for the question
        that came again would look for as many; nor of what follows another answer, or takes all its lines
        together."""
        if not text or not self.of_the_rules or self.choice.once or self.leads_on(text):
            return True
        if text.split()[0] in self.choice.ends or self.follows or of > MOST_TO_TRY:
            return False
        play = Play(self.state, NoDice())
        try:
            read = self.grammar.sheet(enumerate(text.splitlines(), 1), 1)[0]
            self.game.answers[self.decision.topic](play, self.decision, read)
            run_on(self.game, play)
        except (NeedsDice, NotInView):
            return False
        mine = (asked for asked in play.state.waiting() if asked.player == self.decision.player)
        again = any(asked.topic == self.decision.topic for asked in mine)
        return not (again or any(self.comes_again(play.state, order) for order in read))

    def leads_on(self, text: str) -> bool:
        """Whether an answer leads at once to the question that follows."""
        onward = self.choice.onward
        heads = onward.by(self.state, self.decision.player) if onward else ()
        return any(text == head or (head.endswith(" ") and text.startswith(head)) for head in heads)

    def comes_again(self, then: State, order: Order) -> bool:
        """Whether the question comes again after what an order has begun inside its segment, such as a
        combat: another such line may wait for that."""
        outer = [frame.segment for frame in self.state.frames]
        inside = [frame.segment for frame in then.frames]
        ahead = self.game.ahead
        return (
            len(inside) > len(outer)
            and inside[: len(outer)] == outer
            and ahead.keeps(then, self.decision.player, order)
            and not ahead.begins_again(order)
        )

    def rooms(self) -> Rooms | None:
        """What stacking leaves room for, where the question's lines hang on nothing else."""
        return self.choice.rooms(self.state, self.decision.player) if self.choice.rooms else None

    # -- lines that end with a space -------------------------------------------------------------------------

    def ends_with_space(self, text: str) -> tuple[str, str]:
        """A line as its head and the space, or path, that it ends with; the second is "" if it has none, or a
        path with blanks in it."""
        head, blank, tail = text.rpartition(" ")
        spaces = self.spaces.known
        key, sign, value = tail.partition("=")
        if (
            sign and (value in spaces or value.casefold() in spaces) and "\n" not in text
        ):  # "setup GE-I1#1-1 hex=A15"
            return f"{head}{blank}{key}{sign}", value
        if not blank or head.rpartition(" ")[2] in spaces:  # nothing before it, or a path, space by space
            return "", ""
        path = "\n" not in text and all(one in spaces for one in tail.split("-"))
        return (head + blank, tail) if tail in spaces or path else ("", "")

    def fights(self, text: str) -> bool:
        """Whether a line is an attack, by its verb: a dry run foretells something of the first such line."""
        verb = text.partition(" ")[0]
        if verb not in self.fighting:
            order = self.read(text) if self.choice.foretell else None
            self.fighting[verb] = order is not None and self.prospect(order) >= 0
        return self.fighting[verb]

    def actor(self, head: str, tails: Sequence[str]) -> Go:
        """The actor of lines with the same head."""
        order = self.read(head + tails[0])
        units = (order.named or self.own_in(order)) if order else ()
        moving = self.choice.moving(self.state) if self.choice.moving else ()
        first = any(unit in moving for unit in units)
        if all(tail not in self.spaces and tail.casefold() in self.spaces for tail in tails):
            written = tuple((tail, (self.spaces[tail.casefold()],)) for tail in tails)
            return Go(units, head, -1, written, self.chancy(order), first=first)
        if any(tail not in self.spaces for tail in tails):
            ways = (tail.split("-") if tail not in self.spaces else (tail,) for tail in tails)
            ground = Ground((), ways=tuple(tuple(self.spaces[one] for one in way) for way in ways))
        else:
            ground = self.ground(order, tails)
        number = self.grounds.setdefault(ground, len(self.grounds))
        return Go(units, head, number, (), self.chancy(order), first=first, then=self.then(order, ground))

    def own_in(self, order: Order) -> tuple[str, ...]:
        """The units of the side that an order names, where it has none as units."""
        units, named = self.state.units, things(order.args.values())
        return tuple(one for one in named if one in units and units[one].side == self.decision.player)

    def then(self, order: Order | None, ground: Ground) -> int:
        """The number of the attacks that a move may end with; -1 for none."""
        found = self.choice.then(self.state, order) if order and self.choice.then else None
        if not found:
            return -1
        if self.latest is None or self.latest[0] is not found:
            at = ((self.spaces[end], tuple(map(self.spaces.__getitem__, to))) for end, to in found.at.items())
            self.latest = found, Attacks(found.words, tuple(at))
        made = self.latest[1]
        none = {end for end, _ in made.at}.isdisjoint(ground.to)
        return -1 if none else self.attacks.setdefault(made, len(self.attacks))

    def ground(self, order: Order | None, ends: Sequence[str]) -> Ground:
        """The ends of one actor, with what the game says that they cost."""
        ways = self.choice.ways(self.state, order) if order and self.choice.ways else None
        to = tuple(self.spaces[end] for end in ends)
        if ways is None:
            return Ground(to)
        known = [ways.ends.get(end, (-1, "")) for end in ends]
        before = tuple(self.spaces.known_as(space) for _, space in known)
        between = (self.passed(ways, end, frozenset(ends)) for end in ends)
        through = dict.fromkeys((self.spaces[at], self.spaces[back]) for some in between for at, back in some)
        return Ground(to, tuple(cost for cost, _ in known), before, ways.parts, through=tuple(through))

    def passed(self, ways: Ways, end: str, ends: Collection[str]) -> Iterator[tuple[str, str]]:
        """The spaces before an end in which nobody may end, each with the space before it."""
        at = ways.ends.get(end, (-1, ""))[1]
        while at not in ends and at in ways.ends:
            back = ways.ends[at][1]
            if at not in self.spaces or back not in self.spaces:
                return
            yield at, back
            at = back

    def read(self, text: str) -> Order | None:
        """A line as an order; None for one that its reader's grammar has no single meaning for."""
        try:
            return self.grammar.read(text)
        except No:
            return None

    # -- attacks that the page adds up -------------------------------------------------------------------

    def striking(self, legal: Iterable[str]) -> Iterator[Team]:
        """The attacks of the question that are told by strengths, each with those of the legal lines that
        are it."""
        found = self.choice.strikes
        if not found:
            return
        with suppress(NotInView):
            strikes, lines = list(found(self.state, self.decision.player)), list(legal)
            for strike in strikes:
                later = strike.line.split()[0] in self.choice.ends
                told = {
                    shift: tuple(
                        (least, self.prospects.setdefault(one, len(self.prospects))) for least, one in some
                    )
                    for shift, some in strike.told.items()
                }
                self.spaces.known_as(strike.at)
                lists = {UNITS: tuple(strike.units), SUPPORT: tuple(strike.supports)}
                forms = {UNITS: strike.line, f"{UNITS} {SUPPORT}": f"{strike.line}{{{SUPPORT}}}"}
                team = Team(strike.at, lists, forms, ", ", (), (), struck=Struck(strike, told, later))
                sets = self.sets_of(team, lines)
                yield replace(team, sets=sets, told=tuple(-1 for _ in sets))

    def sets_of(self, team: Team, lines: Iterable[str]) -> tuple[int, ...]:
        """The sets of a team that these lines say."""
        before, after = team.forms[UNITS].split(f"{{{UNITS}}}")
        bits = {unit: 1 << n for n, unit in enumerate(team.lists[UNITS])}
        mine = (line for line in lines if line.startswith(before) and line.endswith(after))
        named = (line.removeprefix(before).removesuffix(after).split(team.joiner) for line in mine)
        return tuple(sum(bits[one] for one in some) for some in named if all(one in bits for one in some))

    # -- all other lines -------------------------------------------------------------------------------

    def others(self, texts: Iterable[str]) -> tuple[list[Go], list[Team], list[Whole]]:
        """What does not end with a space: teams, actors whose spaces are written by name, whole lines."""
        teams: dict[str, list[tuple[str, Order]]] = {}
        named: dict[tuple[str, tuple[str, ...], bool], list[tuple[str, Order]]] = {}
        lines: list[Whole] = []
        for text in texts:
            order = None if "\n" in text else self.read(text)
            if order is not None and self.way(order):
                named.setdefault((order.verb, order.units, self.chancy(order)), []).append((text, order))
            elif order is not None and "path" not in order.args and lists_in(order):
                teams.setdefault(repr((order.verb, scalars(order))), []).append((text, order))
            else:
                lines.append(Whole(text, self.names(text) if order is None else self.named_in(order)))
        packed: list[Team] = []
        for told in teams.values():
            team = next(filter(None, (self.team(told, joiner) for joiner in JOINERS)), None)
            if team and len(told) <= FEW_WORDS and not any(self.is_thing(one) for _, one in team.members):
                team = None  # words such as "so it was", "chit attack": nothing is ticked
            packed += [team] if team else []
            lines += [] if team else [Whole(text, self.named_in(order)) for text, order in told]
        return [self.named(told) for told in named.values()], packed, lines

    def named(self, told: Sequence[tuple[str, Order]]) -> Go:
        """An actor whose lines name spaces in words: "move 391 Groß Düben"."""
        least, most = min(text for text, _ in told), max(text for text, _ in told)
        same = next((n for n, (a, b) in enumerate(zip(least, most, strict=False)) if a != b), len(least))
        begin = least[: least.rfind(" ", 0, same) + 1]
        tails = tuple(
            (text[len(begin) :], tuple(self.spaces[one] for one in self.way(order))) for text, order in told
        )
        order = told[0][1]
        ways = self.choice.ways(self.state, order) if self.choice.ways else None
        told_ends = (self.way(one)[-1] for _, one in told)
        costs = tuple(ways.ends.get(end, (-1, ""))[0] for end in told_ends) if ways else ()
        return Go(order.units, begin, -1, tails, self.chancy(order), costs, ways.parts if ways else 1)

    def chancy(self, order: Order | None) -> bool:
        """Whether a die may stop an order."""
        return bool(order and self.choice.chancy and self.choice.chancy(self.state, order))

    def way(self, order: Order) -> tuple[str, ...]:
        """The spaces that an order leads through, the last one last; () where it names none."""
        lists = (value for value in order.args.values() if isinstance(value, (list, tuple)) and value)
        return next((tuple(one) for one in lists if all(space in self.spaces for space in one)), ())

    def names(self, text: str) -> tuple[str, ...]:
        """The units, spaces and cards that a line names."""
        found: dict[str, None] = {}
        for line in text.splitlines()[:1]:
            order = self.read(line)
            found |= dict.fromkeys(self.named_in(order) if order else ())
        return tuple(found)

    def named_in(self, order: Order) -> tuple[str, ...]:
        """The units, spaces and cards that an order names."""
        return tuple(sorted(one for one in ids_in(self.grammar, order) if self.is_thing(one)))

    def target(self, order: Order) -> str:
        """What a team is against: a hex, a zone, a unit; "" for nothing."""
        values = (value for value in order.args.values() if isinstance(value, str))
        found = next((value for value in values if value in self.state.units or value in self.spaces), "")
        self.spaces.known_as(found)  # the page marks it on the map
        return found

    def is_thing(self, id_: str) -> bool:
        """Whether this is a unit, a space or a card."""
        return id_ in self.state.units or id_ in self.spaces or id_ in self.state.roster.cards

    def team(self, told: Sequence[tuple[str, Order]], joiner: str) -> Team | None:
        """Lines that differ in their lists as one team; None where they cannot be put together again with
        this between the names, or too many things would be ticked."""
        lists: dict[str, TopologicalSorter[str]] = {}
        forms: dict[str, str] = {}
        named = [lists_in(order) for _, order in told]
        for (text, _), mine in zip(told, named, strict=True):
            form = form_of(text, mine, joiner)
            if forms.setdefault(" ".join(mine), form) != form or not form:
                return None
            for name, ids in mine.items():
                after = lists.setdefault(name, TopologicalSorter())
                for one, before in zip(ids, ("", *ids), strict=False):
                    after.add(one, *filter(None, (before,)))
        try:
            members = {name: tuple(after.static_order()) for name, after in sorted(lists.items())}
        except CycleError:  # they are named now in one order, now in another
            return None
        bits = {one: n for n, one in enumerate((name, id_) for name, ids in members.items() for id_ in ids)}
        if len(bits) > MOST_TICKED:
            return None
        sets = [sum(1 << bits[name, id_] for name, ids in mine.items() for id_ in ids) for mine in named]
        team = Team(self.target(told[0][1]), members, forms, joiner, tuple(sets), ())
        if list(composed(team)) != [text for text, _ in told]:
            return None
        listed = replace(team, told=tuple(self.prospect(order) for _, order in told))
        return self.with_any_part(listed, told[0][1])

    def with_any_part(self, team: Team, order: Order) -> Team:
        """The team with all sets, where the game says that any part may act together. Where there are odds,
        a set without any is off the table, and is none. They are worked out as far as the bounds go."""
        if order.verb not in self.choice.parts:
            return self.as_listed(team, order.verb)
        if len(team.members) > MOST_MEMBERS:
            return team
        more: dict[int, int] = {}
        odds = any(one >= 0 for one in team.told)
        for bits in range(1, 1 << len(team.members)):
            lists = team.chosen(bits)
            if bits in team.sets or " ".join(lists) not in team.forms:
                continue
            if self.foretold >= (MOST_TOLD if odds else MOST_SETS):
                return self.joined(team, more)
            told = self.prospect(order.having(**{name: lists.get(name, ()) for name in team.lists}))
            if told >= 0 or not odds:
                more[bits] = told
        return replace(self.joined(team, more), whole=True)

    def as_listed(self, team: Team, verb: str) -> Team:
        """The team with what the game says of sets that are not among the legal lines: any is legal, none is,
        or they were not looked for among so many units."""
        if verb in self.choice.anyone:
            return replace(team, anyone=True)
        if verb in self.choice.fewer:
            return replace(team, anyone=True, most=max(bits.bit_count() for bits in team.sets))
        return replace(team, whole=len(team.members) <= self.choice.listed.get(verb, MOST_LINES))

    def joined(self, team: Team, more: Mapping[int, int]) -> Team:
        """The team with further sets, and what is foretold of each."""
        return replace(team, sets=(*team.sets, *more), told=(*team.told, *more.values()))

    def prospect(self, order: Order) -> int:
        """What a dry run foretells of an order, as a number of a prospect; -1 for nothing."""
        self.foretold += 1
        if self.foretold > MOST_SETS:
            return -1
        with suppress(NotInView, NeedsDice):
            told = foretold(self.game, self.state, self.decision, order)
            return self.prospects.setdefault(told, len(self.prospects)) if told else -1
        return -1
