"""What `hexpost play` says of a game before it plays: slips that no bot would stumble on."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import Game
from adjudicator.rulings import CITED
from adjudicator.wording.clauses import look_up, misread, read_clauses
from files.nearest import did_you_mean, nearest


class Slips(Exception):
    """The tables of a game do not fit its rules; the message has a line for each slip."""

    exit_code = 1


def check(game: Game) -> None:
    """Compare what a game asks and cites with its tables. Raises Slips with all that does not fit."""
    if found := [*map(str, misread(game)), *unasked(game), *unread(game), *unlisted(game)]:
        raise Slips("\n".join(found))


def unasked(game: Game) -> Iterator[str]:
    """Sides that no question is for, in a game whose questions name the sides that they are for."""
    asked = {side for choice in game.choices.all for side in (choice.only, *choice.asked.values())} - {""}
    if asked <= game.sides.keys():
        left = (side for side in game.sides if asked and side not in asked)
        yield from (f"No phase asks {side} for orders. Add a Phase of it to Turns" for side in left)


def unread(game: Game) -> Iterator[str]:
    """Orders that a question asks for and that nobody could write."""
    known = {word for side in game.sides for verb in game.grammar(side).verbs for word in verb.words}
    for choice in game.choices.all:
        for verb in choice.verbs:
            if verb not in known:
                asks = f'Missing order "{verb}", which "{choice.topic}" asks for'
                yield f'{asks}. Add verb("{verb}", ...) to VERBS'


def unlisted(game: Game) -> Iterator[str]:
    """Clauses that the rules enforce, or that phases and questions cite, and the list of rules does not have,
    as a clause or as a heading."""
    clauses = read_clauses(game)
    phases = {segment.rule for segment in game.sequence.values()}
    cited = {*CITED.get(game.name, {}), *phases, *(choice.rule for choice in game.choices.all)} - {""}
    for number in sorted(cited) if clauses else ():
        found = look_up(clauses, number)
        if not found.own and not found.below:
            hint = did_you_mean(nearest(number, clauses, 1, 0.5))
            file = game.folder / "rules.csv"
            yield f"{file}: no clause {number}, which the rules cite{hint and f'; {hint}'}"
