"""The words around the blocks of a letter: passed on to the player they are for, or laid before the referee.

A line that the desk has sent to the writer's own side is never passed on, whatever their mail program made of
it, nor is one with a reply code in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import fill, shorten

from adjudicator.events.fact import with_article
from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.registry import DeskRegistry, Tables
from adjudicator.mail.policy.mail_policy import Action, Handling
from adjudicator.mail.reading.asking import games_in
from adjudicator.mail.reading.codes import holds_code
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.run.told import learn_lines, stands_in_mail
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.store import Store
from templates.folding import WIDTH

PASSES = frozenset((Action.TAKE, Action.PASS_ON))

_ORNAMENTS = frozenset(("png", "jpg", "jpeg", "gif", "bmp", "svg", "webp", "ics", "vcf", "p7s", "asc", "sig"))

LAID = 'The referee will read your note: "{note}"'
_BEGINS = 60
"""Characters of a note by which its writer knows it again."""
NOT_NOW = (
    "Your message to another player was not delivered, because it needs your reply code. Send it again with "
    "valid orders, or above the two lines of your order form, left empty."
)
NOT_PROVED = (
    "Your message to {name} was not delivered, because it needs a reply code. Send it again above the two "
    "lines of your order form for a game that you play together."
)
NO_WORDS_HERE = "Your message was not delivered. The referee of this desk has turned messages off."
WITHHELD = "Not delivered, because it quotes an email from hexpost or contains a reply code:"
SEVERAL = (
    '"To {name}:" could be more than one player. Put the game\'s number into the subject, as in [{game}]. '
    "Nothing was delivered."
)
NOBODY = '"To {name}:" does not name a player in your games. It was taken as a note to the referee.'


@dataclass(frozen=True, slots=True)
class Said:
    """What became of a letter's words: `told` for its answer, `note` for the referee, and their `games`."""

    told: str = ""
    note: str = ""
    games: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Passed:
    """Words for one side of a game, line by line: those that go, and those that do not."""

    game: str
    side: str
    writer: str
    lines: tuple[str, ...]
    withheld: tuple[str, ...]


class Passing:
    """Passes words on between the players of a desk."""

    def __init__(
        self, desk: Desk, store: Store, despatch: Despatch, tables: Tables, registry: DeskRegistry
    ) -> None:
        self.store, self.despatch, self.tables, self.registry = store, despatch, tables, registry
        self.most = desk.settings.chat

    def hear(self, handlings: Sequence[Handling], again: bool) -> Said:
        """Deal with the words of a letter; those to a player wait for the report or the mail that takes them.

        With `again` the letter came before, and its words were dealt with.
        """
        words = handlings[0].words
        if again:
            return Said()
        told = [NOBODY.format(name=name) for name in words.misspelt]
        if any(handling.block for handling in handlings):
            told += not_read(handlings[0].letter)
        if words.note and any(handling.action is not Action.HOLD for handling in handlings):
            note = shorten(words.note, _BEGINS, placeholder=" ...")
            told.append(fill(LAID.format(note=note), WIDTH))
        if not words.to:
            return Said("\n\n".join(told), words.note)
        refusal = self._refusal(handlings)
        if refusal:
            return Said("\n\n".join([refusal, *told]), words.note)
        passed, unclear = self._sorted(handlings)
        games = frozenset(int(one.game) for one in passed if self._keep(one))
        answer = [*map(self._told, passed), *unclear, *told]
        return Said("\n\n".join(filter(None, answer)), words.note, games)

    def _refusal(self, handlings: Sequence[Handling]) -> str:
        """Why no words of a letter are passed on, "" if they are."""
        if not self.most:
            return NO_WORDS_HERE
        return "" if any(handling.action in PASSES for handling in handlings) else NOT_NOW

    def _writers(self, handlings: Sequence[Handling]) -> dict[str, str]:
        """The games whose reply code the letter holds, each with the side that the code is of."""
        good = [one.block for one in handlings if one.block and one.proved and one.action in PASSES]
        return {block.game: block.side for block in good}

    def _sorted(self, handlings: Sequence[Handling]) -> tuple[list[Passed], list[str]]:
        """The words by whom they go to, and what to say of names that could be several players."""
        seats: dict[tuple[str, str], list[str]] = {}
        unclear, writers = list[str](), self._writers(handlings)
        for name, text in handlings[0].words.to:
            seat = self._seat(name, handlings)
            if seat is not None and seat[0] not in writers:
                unclear.append(NOT_PROVED.format(name=name))
            elif seat is None:
                unclear.append(SEVERAL.format(name=name, game=self._games(name, handlings)[0]))
            else:
                seats.setdefault(seat, []).append(text)
        address = handlings[0].letter.address
        screened = partial(self._screened, address)
        return [
            screened(seat, writers[seat[0]], "\n\n".join(texts)) for seat, texts in seats.items()
        ], unclear

    def _games(self, name: str, handlings: Sequence[Handling]) -> list[str]:
        readers = self.registry.readers(handlings[0].letter.address)[name]
        return sorted({game for game, _ in readers}, key=int)

    def _seat(self, name: str, handlings: Sequence[Handling]) -> tuple[str, str] | None:
        """The game and side of somebody named: in the game of a block, or of the subject; None if in doubt.

        Somebody who is the only one called so, in however many games, is written to in the first of them
        whose code the letter holds.
        """
        letter = handlings[0].letter
        everybody, writers = self.registry.readers(letter.address)[name], self._writers(handlings)
        readers = [seat for seat in everybody if seat[0] in writers] or everybody
        named = [handling.block.game for handling in handlings if handling.block]
        for game in (*named, *games_in(letter.subject)):
            found = sorted(seat for seat in readers if seat[0] == game)
            if len(found) == 1:
                return found[0]
        people = {self.registry.players[game][side] for game, side in readers}
        return min(readers, key=lambda seat: (int(seat[0]), seat[1])) if len(people) == 1 else None

    def _screened(self, address: str, seat: tuple[str, str], writer: str, text: str) -> Passed:
        """The words without lines that are not the writer's own to tell."""
        own = [
            (int(g), side) for g in self.registry.games(address) for side in self.registry.sides(address, g)
        ]
        learn_lines(self.store, own)
        codes = self.registry.codes(address).keys()
        lines, withheld = list[str](), list[str]()
        for line in text.split("\n"):
            secret = holds_code(line, codes) or stands_in_mail(self.store, own, line)
            (withheld if secret else lines).append(line)
        if holds_code("".join(lines), codes):  # a code that is broken over two lines
            lines, withheld = [], text.split("\n")
        return Passed(*seat, writer, tuple("\n".join(lines).strip().splitlines()), tuple(withheld))

    def _keep(self, passed: Passed) -> bool:
        """Keep words for their reader; whether there are any."""
        if passed.lines:
            self.store.mail.add_chat(int(passed.game), passed.writer, [passed.side], self._cut(passed))
        return bool(passed.lines)

    def _cut(self, passed: Passed) -> str:
        text = "\n".join(passed.lines)
        return text if len(text) <= self.most else f"{text[: self.most].rstrip()} [...]"

    def _told(self, passed: Passed) -> str:
        """What the answer says of words: those that were passed on, literally, and those that were not."""
        seat = self.registry.rows[passed.game].players[passed.side]
        parts: list[str] = []
        if passed.lines:
            quoted = "\n".join(_quoted(self._cut(passed).split("\n")))
            parts.append(f"Delivered to {with_article(seat.name)}, word for word:\n\n{quoted}")
        if passed.withheld:
            parts.append(f"{WITHHELD}\n\n" + "\n".join(_quoted(passed.withheld)))
        return "\n\n".join(parts)

    def send(self, said: Said) -> None:
        """Send, as small mails of their own, the words that no report took along."""
        for game in sorted(said.games):
            table = self.tables[game]
            for side in table.row.players:
                self.despatch.pass_on(table, side)


def not_read(letter: Letter) -> list[str]:
    """A sentence on the files sent along that were not read, but for pictures and what programs add."""
    names = [name for name in letter.unread if name.lower().rpartition(".")[2] not in _ORNAMENTS]
    files = ", ".join(f'"{name}"' for name in names)
    return [f"Not read: {files}. Write orders in the email itself, or in a .txt file."] if files else []


def _quoted(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"> {line}".rstrip() for line in lines)
