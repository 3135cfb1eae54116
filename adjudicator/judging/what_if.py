"""Orders tried out in a play that is thrown away: what a line in doubt means, and what would be legal in the
place of one that was refused.

Nothing here rolls a die, and what is offered is tried on the position as its reader may know it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, groupby, islice

from adjudicator.by_mail.views import NotInView
from adjudicator.choices import unlisted
from adjudicator.dice import NeedsDice, NoDice
from adjudicator.events import UnitMoved
from adjudicator.game import Game
from adjudicator.judging.trimming import Cut, Trimming, size_of_part
from adjudicator.orders import Grammar, Order, width
from adjudicator.play import Play
from adjudicator.rulings import No, Refused
from adjudicator.state import Decision, Json, State

MOST_LEGAL = 6
"""How many orders are offered in the place of a refused one."""
MOST_TRIED, MOST_READ, MOST_LOOKED_AT = 60, 400, 20_000
"""So many answers of a kind are tried for it, so many read for being like it, and so many looked at, at most:
numbers, and no clock, so that the same letter has the same answer on every machine."""
MOST_TRIMS = 2
"""Of these so many are the line itself, cut short."""
SCRATCH = 1_000_000
"""The number of a sheet that nobody sent, after all that were."""
_NOTHING = ("end", "done", "pass", "no", "keep")
"""Orders to do nothing more, offered only where nothing else is legal."""


def stands(game: Game, state: State, decision: Decision, orders: Sequence[Order], new: int = 1) -> bool:
    """Whether the last of these orders, as many as are new, would be carried out as an answer; where a die
    comes first nobody can say more than that nothing is against them."""
    play, for_a_die = Play(state, NoDice()), False
    try:
        game.answers[decision.topic](play, decision, list(orders))
    except NeedsDice:
        for_a_die = [one for one in orders if not ruled(play, one)] == list(orders[-1:])
    open_still = decision in play.state.waiting() and not for_a_die
    for order in orders[-new:]:
        ruling = play.rulings.get((order.sheet, order.line))
        if ruling.verdict not in {"done", "waiting"} if ruling else open_still:
            return False
    return True


# -- what a side may know ----------------------------------------------------------------------------------


_VIEWS: deque[tuple[Game, State, str, State]] = deque(maxlen=8)
"""The newest views of this process: a report, its bundle and the answer to a letter show the same few."""


def known_to(game: Game, state: State, side: str) -> State:
    """The state as a side may know it; whatever the game's own view leaves of others' secrets goes too."""
    for played, of, reader, view in _VIEWS:
        if of is state and reader == side and played is game:
            return view
    view = _known_to(game, state, side)
    _VIEWS.append((game, state, side, view))
    return view


def _known_to(game: Game, state: State, side: str) -> State:
    seen = game.view(state, side)
    decisions = tuple(d for d in state.decisions if d.player == side)
    return seen.but(
        decisions=decisions,
        standing={side: seen.standing.get(side, ())},
        kept={side: state.kept[side]} if side in state.kept else {},
        sealed={d.id: seen.sealed[d.id] for d in decisions if d.id in seen.sealed},
        rolled_for={to: n for to, n in state.rolled_for.items() if side in to.split("+")},
        proposals={matter: told | {"before": 0} for matter, told in state.proposals.items()},
    )


def playable(game: Game, state: State, side: str) -> State:
    """The state as a side may know it, with the questions to others in it as far as they are public.

    That something is asked of the other side is no secret, and the rules of sealed answers count on it.
    """
    others = [
        Decision(d.id, d.player, d.rule, d.topic, "", (), window=d.window, sealed=d.sealed)
        for d in state.decisions
        if d.player != side
    ]
    seen = known_to(game, state, side)
    if not others:
        return seen
    order = {decision.id: place for place, decision in enumerate(state.decisions)}
    return seen.but(decisions=tuple(sorted((*seen.decisions, *others), key=lambda d: order[d.id])))


def as_far_as_known(work: Callable[[], object]) -> str:
    """Do something on a side's view of a state, as far as it goes without a die; why it goes no further."""
    try:
        work()
    except NeedsDice as die:
        return f"understood. The dice decide from here on ({die})"
    except NotInView:
        return "understood. It comes after something that only the game itself can decide"
    return ""


# -- what a line means -----------------------------------------------------------------------------------


def meant(game: Game, play: Play, decision: Decision, orders: Sequence[Order]) -> list[Order]:
    """These answers without doubts. A name of two counters means as many as can be meant, beside the lines
    above; where that leaves a choice, the line is ruled ambiguous, and is not among them."""
    sure: list[Order] = []
    for order in orders:
        args = the_meaning(game, play.state, decision, sure, order)
        if args is None:
            assert order.doubt is not None
            play.verdict(order, "ambiguous", why=order.doubt.why, legal=order.doubt.could)
        else:
            sure.append(order.meaning(args))
    return sure


def the_meaning(
    game: Game, state: State, decision: Decision, above: Sequence[Order], order: Order
) -> dict[str, Json] | None:
    """The arguments of the one reading that can be meant; None where several can, or none."""
    if order.doubt is None:
        return dict(order.args)
    for _, wide in groupby(order.doubt.readings, key=width):
        able = [args for args in wide if stands(game, state, decision, [*above, order.meaning(args)])]
        if able:
            return dict(able[0]) if len(able) == 1 else None
    return dict(order.doubt.widest[0]) if len(order.doubt.widest) == 1 else None


# -- what would come of a line ---------------------------------------------------------------------------


def foretold(game: Game, state: State, decision: Decision, order: Order, begun: bool = True) -> str:
    """What is known of the outcome of an attack that answers a question; where a combat begins first, in
    that, unless it may not have `begun` so. "" for nothing. Raises NotInView, NeedsDice."""
    told = game.choices.foretell(state, order)
    if told or not begun:
        return told
    choice = game.choices.of(decision.topic)
    if choice and choice.fight:
        with suppress(Refused):
            return game.choices.foretell(choice.fight(state, order), order)
        return ""
    play = Play(state, NoDice())
    with suppress(NeedsDice, NotInView):
        game.answers[decision.topic](play, decision, [order])
    return game.choices.foretell(play.state, order)


# -- what would be legal ---------------------------------------------------------------------------------


def legal_instead(
    game: Game, state: State, decision: Decision, above: Sequence[Order], order: Order, offered: Sequence[str]
) -> tuple[str, ...]:
    """What could be ordered in a state, below these lines, in the place of one that was refused: the line
    itself as far as it is legal, and what its refusal and its game offer; else the line corrected; else
    answers for the same unit or target, else of the same kind, else any. Each is a whole line, or a few, that
    would stand; no two mean the same. Where its reader cannot know that even the lines above stand, nothing
    can be tried."""
    if above and not stands_for(game, state, decision, above, len(above)):
        return tuple(offered)[:MOST_LEGAL]
    shorter = legal_trims(game, state, decision, above, order, offered)
    others = game.instead(state, decision, order) if game.instead else ()
    likest = game.corrected(state, decision, order)
    named = shortest(islice(chain(offered, others), MOST_TRIED))
    then = state_below(game, state, decision, above)
    alike = akin(game, then, decision, order) if knows_what_is_legal(game, decision) else ()
    for tier in chain([named], likest, alike):
        found: dict[str, str] = {}
        for text in islice(tier, MOST_TRIED):
            if text.casefold() == order.text.casefold():
                continue
            meaning = would_stand(game, state, decision, above, text)
            if meaning:
                found.setdefault(meaning, text)
            if len({*found, *shorter}) == MOST_LEGAL:
                break
        if found or shorter:
            legal = shorter | {meaning: text for meaning, text in found.items() if meaning not in shorter}
            grammar = game.grammar(decision.player)
            return tuple(
                with_its_way(game, state, decision, above, order, text)
                if meaning not in shorter or grammar.understand(text).units == order.units
                else text
                for meaning, text in legal.items()
            )
    return ()


def knows_what_is_legal(game: Game, decision: Decision) -> bool:
    """Whether anything is known of what answers a question: not where no list is made of it, and the question
    names nothing but its end."""
    choice = game.choices.of(decision.topic)
    listed = choice is not None and choice.legal is not unlisted
    return listed or not all(map(does_nothing, decision.answers))


def state_below(game: Game, state: State, decision: Decision, above: Sequence[Order]) -> State:
    """The state below these lines, where they can be carried out without a die and leave the question open:
    what is legal there is asked there, and not found by trying what was legal before."""
    if not above:
        return state
    play = Play(state, NoDice())
    with suppress(NeedsDice, NotInView):
        game.answers[decision.topic](play, decision, list(above))
    return play.state if decision in play.state.waiting() else state


def with_its_way(
    game: Game, state: State, decision: Decision, above: Sequence[Order], order: Order, text: str
) -> str:
    """A move that is offered, with its way, where it goes another way to the end of the refused one:
    else it would read as what was just refused."""
    to = text.rpartition(" ")[2]
    if "\n" in text or to not in order.spaces[:1] or to not in state.board.spaces:
        return text
    play = Play(state, NoDice())
    read = game.grammar(decision.player).understand(text, SCRATCH, 1)
    with suppress(NeedsDice):
        game.answers[decision.topic](play, decision, [*above, read])
    ways = [event.path for event in play.events if isinstance(event, UnitMoved) and event.path[-1] == to]
    way, head = "-".join(ways[-1][1:] if ways else ()), text.rpartition(" ")[0]
    if "-" not in way or way in "-".join(reversed(order.spaces)):
        return text
    written = (f"{head.removesuffix(' to')} via {way}", f"{head} {way}")
    return next((one for one in written if would_stand(game, state, decision, above, one)), text)


def way_told(game: Game, state: State, side: str, line: str) -> str:
    """How a legal move would go from here, as its side may know: "via 4114, 4014: 2 MP"; "" for no move, or
    for one to an adjacent space of which no cost is told: its order says all of it."""
    verbs = [
        (one, order) for one in state.waiting() if one.player == side for order in _read(game, side, line)
    ]
    asked = next(((one, order) for one, order in verbs if order.verb in one.verbs and not order.doubt), None)
    if asked is None:
        return ""
    play = Play(state, NoDice())
    with suppress(NeedsDice, NotInView):
        game.answers[asked[0].topic](play, asked[0], [asked[1]])
    went = [event for event in play.events if isinstance(event, UnitMoved) and len(event.path) > 1]
    if not went or went[0].path[0] not in state.board.spaces:  # nobody goes from a box: it is set up
        return ""
    spent = went[0].cost.partition(" of ")[0].rpartition(" ")[2]
    if len(went[0].path) == 2 and not spent:
        return ""
    points = f": {spent} MP" if spent else ""
    return f"via {', '.join(map(game.names(), went[0].path[1:]))}{points}"


def _read(game: Game, side: str, line: str) -> list[Order]:
    """The orders of a line, as far as they are understood."""
    return game.grammar(side).sheet(enumerate(line.splitlines(), 1), SCRATCH)[0]


def legal_trims(
    game: Game, state: State, decision: Decision, above: Sequence[Order], order: Order, offered: Sequence[str]
) -> dict[str, str]:
    """What of a refused line itself would stand, as much of it as can be: meanings and their texts; more than
    one where that leaves a choice. Its refusal may know as much, and offer it."""
    grammar, spaces = game.grammar(decision.player), state.board.spaces

    def meaning(text: str) -> str:
        return would_stand(game, state, decision, above, text)

    known = {text: size_of_part(grammar, text, order.text, spaces) for text in offered}
    largest = sorted(filter(known.get, known), key=lambda text: -known[text])
    best = {stands: text for text in largest[:MOST_LEGAL] if (stands := meaning(text))}
    most = max((known[text] for text in best.values()), default=0)
    cuts = longest(Trimming(grammar, order.text, spaces), most, meaning)
    if cuts:
        return {meaning(cut.text): cut.text for cut in cuts}
    return dict([(stands, text) for stands, text in best.items() if known[text] == most][:1])


def longest(cuts: Trimming, most: int, stands: Callable[[str], str]) -> list[Cut]:
    """The longest parts of a line that stand, if they name more than so many things."""
    for ring in cuts.rings():
        found: list[Cut] = []
        for cut in ring:
            if len(found) == MOST_TRIMS or cut.size < max((one.size for one in found), default=most + 1):
                break
            if stands(cut.text):
                found.append(grown(cuts, cut, stands))
        if found:
            size = max(cut.size for cut in found)
            return [cut for cut in found if cut.size == size]
    return []


def grown(cuts: Trimming, cut: Cut, stands: Callable[[str], str]) -> Cut:
    """A part of a line that stands, with all that it can have beside."""
    for more in cuts.grown(cut):
        if stands(more.text):
            return grown(cuts, more, stands)
    return cut


def few(answers: Sequence[str]) -> tuple[str, ...]:
    """The first of several answers; those that do nothing only where there are no others."""
    better = [answer for answer in answers if not does_nothing(answer)]
    return tuple(better or answers)[:MOST_LEGAL]


def does_nothing(text: str) -> bool:
    """Whether an answer orders nothing."""
    return all(line.split()[:1] and line.split()[0] in _NOTHING for line in text.splitlines())


def would_stand(game: Game, state: State, decision: Decision, above: Sequence[Order], text: str) -> str:
    """What an answer of one or more lines means, if it can be read in one way and would be carried out below
    these lines; "" if not."""
    read, wrong = game.grammar(decision.player).sheet(enumerate(text.splitlines(), 1), SCRATCH)
    if not read or wrong or any(order.verb not in decision.verbs for order in read):
        return ""
    orders: list[Order] = []
    for order in read:
        args = the_meaning(game, state, decision, [*above, *orders], order)
        if args is None:
            return ""
        orders.append(order.meaning(args))
    if not stands_for(game, state, decision, [*above, *orders], len(orders)):
        return ""
    return str([(order.verb, sorted(order.args.items())) for order in orders])


def stands_for(game: Game, state: State, decision: Decision, orders: Sequence[Order], new: int) -> bool:
    """Whether the last of these orders would be carried out, as far as a side's view of the state shows."""
    try:
        return stands(game, state, decision, orders, new)
    except NotInView:
        return False


WHOLE = 4
"""An answer of more lines is a whole set of orders: it is not named in the place of one line."""


def shortest(answers: Iterable[str]) -> list[str]:
    """Those of these answers that are no whole set of orders; all where there are no others."""
    found = list(answers)
    return [answer for answer in found if answer.count("\n") < WHOLE] or found


def akin(game: Game, state: State, decision: Decision, order: Order) -> Iterator[list[str]]:
    """The legal answers to a question, the likest to an order first: of its units or target and its kind, of
    these and another kind, of its kind, others, and last those that do nothing."""
    known = shortest(legal_in_view(game, state, decision))
    rest = [answer for answer in known if not does_nothing(answer)]
    kind = [answer for answer in rest if answer.split()[:1] == [order.verb]]
    yield likest(game, state, decision, order, kind)
    yield likest(game, state, decision, order, rest)
    yield kind
    yield rest
    yield [answer for answer in known if does_nothing(answer)]


def legal_in_view(game: Game, state: State, decision: Decision) -> list[str]:
    """The legal answers of a question as far as a side's view of the state shows them, those that it names
    first."""
    found: list[str] = []
    with suppress(NotInView):
        found.extend(islice(game.legal(state, decision), MOST_LOOKED_AT))
    return found


def likest(game: Game, state: State, decision: Decision, order: Order, answers: Sequence[str]) -> list[str]:
    """Of these answers those that name something which an order names: its units before all else, then as
    many units and as much else as it does, then what ends nearest to where it would."""
    grammar, board = game.grammar(decision.player), state.board
    mine = ids_in(grammar, order)
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(mine))) or '(?!)'})(?!\w)", re.IGNORECASE)
    goal = next((space for space in order.spaces if space in board.spaces), "")
    found: dict[str, tuple[int, int, int, int, int]] = {}
    for answer in answers:
        if len(found) == MOST_READ:
            break
        if answer not in decision.answers and not named.search(answer.partition("\n")[0]):
            continue
        with suppress(No):
            read = grammar.read(answer.partition("\n")[0])
            theirs = ids_in(grammar, read)
            shared = mine & theirs
            end = next((space for space in read.spaces if space in board.spaces), "")
            far = board.distance(end, goal) if end and goal else None
            if shared:
                units, more = len(shared & {*order.named}), abs(len(theirs) - len(mine))
                team = abs(len(read.named) - len(order.named))
                found[answer] = (-units, team, more, -len(shared), far or 0)
    return sorted(found, key=lambda answer: found[answer])


def ids_in(grammar: Grammar, order: Order) -> set[str]:
    """What an order names that has a name in its game: units, spaces, cards."""
    known = [lexicon.all for lexicon in grammar.lexicons.values()]
    return {id_ for id_ in things(order.args.values()) if any(id_ in ids for ids in known)}


def things(values: Iterable[Json]) -> Iterator[str]:
    """The ids among the arguments of an order."""
    for value in values:
        if isinstance(value, str):
            yield from (value,) if value else ()
        elif isinstance(value, (list, tuple)):
            yield from things(value)


def fitting(
    game: Game,
    state: State,
    decision: Decision,
    above: Sequence[Order],
    legal: Sequence[str],
    below: Sequence[Order],
) -> tuple[str, ...]:
    """Those of these orders with which the good lines below would still stand; all where none is."""
    grammar, found = game.grammar(decision.player), list[str]()
    for text in legal if below else ():
        read = [one for one in grammar.sheet(enumerate(text.splitlines(), 1), SCRATCH)[0] if not one.doubt]
        if stands_for(game, state, decision, [*above, *read, *below], len(read) + len(below)):
            found.append(text)
    return tuple(found or legal)


def say_what_is_legal(
    game: Game, play: Play, before: State, decision: Decision, orders: Sequence[Order]
) -> None:
    """Let every refusal of these orders say what would be legal now; where the question was answered by other
    lines, what would have been in the place of the line."""
    open_still = decision in play.state.waiting()
    waiting = [order for order in orders if ruled(play, order) == "waiting"]
    taken: list[Order] = []
    for at, order in enumerate(orders, 1):
        if ruled(play, order) != "refused":
            taken += [order] if ruled(play, order) in {"done", "waiting"} else []
            continue
        ruling = play.rulings[order.sheet, order.line]
        above = waiting if open_still else taken
        seen = playable(game, play.state if open_still else before, decision.player)
        legal = legal_instead(game, seen, decision, above, order, ruling.legal)
        if not open_still:
            below = [one for one in orders[at:] if ruled(play, one) in {"done", "waiting"}]
            legal = fitting(game, seen, decision, above, legal, below)
        play.rulings[order.sheet, order.line] = replace(ruling, legal=legal)


def ruled(play: Play, order: Order) -> str:
    """The verdict on an order so far, "" if nothing has looked at it."""
    ruling = play.rulings.get((order.sheet, order.line))
    return ruling.verdict if ruling else ""
