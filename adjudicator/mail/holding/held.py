"""Letters that lie held: where their files are, how the referee reads of them, and what becomes of them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.mail.desk import Desk, DeskError
from adjudicator.mail.desk.pages import shown
from adjudicator.mail.desk.registry import DeskRegistry, Tables
from adjudicator.mail.reading.asking import games_in
from adjudicator.mail.reading.letter import Letter, read_letter
from adjudicator.mail.reading.prose import prose
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.clock import when
from adjudicator.mail.writing.outbox import is_to_referee
from adjudicator.store import ANSWERED, DISCARDED, HeldRow, Store
from files.characters import shown as one_line
from files.messages import counted
from templates.folding import WIDTH

FIRST_LINES = 5
"""So many lines of a letter are shown where only an impression of it is wanted."""
MOST_TOLD = 20
"""Letters of which one mail to the referee tells; `hexpost desk held` lists all."""
_SETTLED = re.compile(r"-([0-9a-f]{16})\.eml")
_ID = re.compile(rb"<[\x21-\x7e]{1,250}>")
_CODE = re.compile(r"\b[A-Za-z0-9]{4}-[A-Za-z0-9]{4}\b")


@dataclass(frozen=True, slots=True)
class Held:
    """One letter that lies held, as a person may read of it: its first lines, how many `more` it has, and the
    `file` in held/ that has them all; `game` is a number, "" where none is meant."""

    number: int
    why: str
    sender: str
    subject: str
    received: str
    game: str
    side: str
    lines: tuple[str, ...]
    more: int = 0
    file: str = ""


def files_held(desk: Desk) -> dict[str, Path]:
    """The files in held/ by the first 16 digits of their SHA-256, as their names tell them."""
    names = ((path, _SETTLED.search(path.name)) for path in sorted(desk.held.iterdir()))
    return {digits[1]: path for path, digits in names if digits}


def lying(desk: Desk, store: Store) -> list[HeldRow]:
    """The letters that are held and whose files still lie there, the oldest first."""
    files = files_held(desk)
    return [row for row in store.held.all() if row.sha256[:16] in files]


def told(row: HeldRow, registry: DeskRegistry, files: Mapping[str, Path]) -> Held:
    """A held letter in words that can harm nobody who reads them; its file is among those in held/."""
    letter = letter_of(row)
    lines = readable_lines((prose(letter) or letter.text) if letter else "")
    game = meant_game(row.game, row.sender, row.subject, registry)
    more, file = len(lines) - FIRST_LINES, files.get(row.sha256[:16])
    return Held(
        row.id, row.why, one_line(row.sender), one_line(row.subject), row.received, game, row.side,
        lines[:FIRST_LINES], max(0, more), one_line(file.name) if file else "",
    )  # fmt: skip


def letter_of(row: HeldRow) -> Letter | None:
    """A held letter, read once more; None where that is what it is held for."""
    try:
        return read_letter(row.raw, sha256=row.sha256[:64])
    except Exception:  # a letter over which hexpost made a mistake: whatever that was, it is again
        return None


def readable_lines(text: str) -> tuple[str, ...]:
    """The lines of a letter that hold anything, without signs that steer a terminal, and without reply
    codes: they may go out in a mail."""
    lines = (
        _CODE.sub("****-****", " ".join(shown(line[:500]).split())) for line in text[:20_000].split("\n")
    )
    return tuple(part for line in lines for part in textwrap.wrap(line, WIDTH))


def meant_game(game: int | None, sender: str, subject: str, registry: DeskRegistry) -> str:
    """The game of a letter; of one without orders the one its subject names, or the only one that its writer
    plays; "" for none."""
    if game is not None:
        return str(game)
    games = registry.games(sender)
    named = [game for game in games_in(subject) if game in games]
    return named[0] if named else games[0] if len(games) == 1 else ""


# -- how the referee is told -----------------------------------------------------------------------------


def notice(rows: Sequence[Held], zone: str) -> tuple[str, str]:
    """Subject and text of the mail that tells the referee of letters that lie held."""
    count = "1 email is held" if len(rows) == 1 else f"{len(rows)} emails are held"
    more = len(rows) - MOST_TOLD
    parts = [f"{count} for you to decide.", *map_told(rows[:MOST_TOLD], zone)]
    if more > 0:
        parts.append(f"And {more} more. To list them all, type: hexpost desk held")
    k = rows[0].number
    parts.append(
        "In your desk's folder, type one of these lines, with the number of the email:\n\n"
        f"    hexpost desk release {k}                  return it to the inbox and check it again\n"
        f'    hexpost desk answer {k} --text "..."      answer its sender\n'
        f'    hexpost desk discard {k} --reason "..."   do nothing; the reason is for your records'
    )
    return f"{count} at your desk", "\n\n".join(parts) + "\n"


def map_told(rows: Iterable[Held], zone: str) -> list[str]:
    """Each held letter as lines of text."""
    return ["\n".join(held_lines(row, zone)) for row in rows]


def held_lines(row: Held, zone: str) -> list[str]:
    """One held letter as lines: number, writer, time and subject, why it is held, how it begins."""
    game = f"game {row.game}{f', {row.side}' if row.side else ''}" if row.game else "no game"
    head = f"Email {row.number}, from {row.sender or 'nobody'}, {when(row.received, zone)}, {game}"
    about = [f"Subject: {row.subject}"] if row.subject else []
    why = textwrap.wrap(f"Held because {shown(row.why)}.", WIDTH)
    more = [f"    ({counted(row.more, 'more line')} in held/{row.file})"] if row.more and row.file else []
    return [head, *about, *why, *(f"    > {line}" for line in row.lines), *more]


def tell_referee(desk: Desk, store: Store, despatch: Despatch, registry: DeskRegistry) -> None:
    """Write one mail to the referee of all letters that were held since the last; never of one of
    their own, nor of one that answers what the desk wrote to them: each would be the reason of the next."""
    rows = store.held.untold()
    if not rows or not (desk.settings.tell_held and despatch.may_tell_referee()):
        return
    own = {normal_address(desk.settings.address), normal_address(desk.settings.told_at)} - {""}
    news = [row for row in rows if row.sender not in own and not is_about_notice(row, desk)]
    with store.transaction():
        if news:
            files = files_held(desk)
            subject, text = notice([told(row, registry, files) for row in news], desk.settings.timezone)
            despatch.write_to_referee(subject, text)
        store.held.mark_told([row.id for row in rows])


def is_about_notice(row: HeldRow, desk: Desk) -> bool:
    """Whether a machine wrote about a mail of the desk's to its referee: that it was not delivered, say."""
    ids = (found.decode() for found in _ID.findall(row.raw))
    return row.policy == "robot" and any(is_to_referee(id_, desk.settings.address) for id_ in ids)


# -- what becomes of them ------------------------------------------------------------------------------


def release(desk: Desk, store: Store, number: int) -> Path:
    """Return a held letter to the inbox, where the next mail run handles it again.

    Raises StoreError or DeskError.
    """
    row, file = the_one(desk, store, number)
    with store.transaction():
        store.mail.mark_filed(row.sha256)  # else the next mail run only files it, as after a crash
    back = desk.inbox / file.name
    file.replace(back)
    return back


def discard(desk: Desk, store: Store, despatch: Despatch, number: int, reason: str) -> None:
    """Deal with a held letter by doing nothing, for a reason. Raises StoreError or DeskError."""
    row, _ = the_one(desk, store, number)
    with store.transaction():
        store.held.deal(row, DISCARDED, reason, despatch.stamp)
    put_away(desk, store)


def answer(
    desk: Desk, store: Store, despatch: Despatch, registry: DeskRegistry, number: int, text: str
) -> str:
    """Answer a held letter in the referee's own words; the address they go to.

    Raises StoreError or DeskError.
    """
    row, _ = the_one(desk, store, number)
    letter = letter_of(row)
    if letter is None or not letter.address:
        raise DeskError(f"email {number} has no sender's address to answer. Nothing was sent")
    if letter.address == normal_address(desk.settings.address):
        raise DeskError(f"email {number} comes from the desk's own address. Nothing was sent")
    game = told(row, registry, {}).game
    sides = sorted(registry.sides(letter.address, game)) if game else []
    side = row.side if row.side in sides else next(iter(sides), "")
    table = registry.tables.readable(int(game)) if side else None
    with store.transaction():
        despatch.own_words(letter, row.id, table, side if table else "", f"{text.rstrip()}{quoted(letter)}\n")
        store.held.deal(row, ANSWERED, text, despatch.stamp)
    despatch.deliver()
    put_away(desk, store)
    return letter.address


def quoted(letter: Letter) -> str:
    """How a held letter began, for whoever reads its answer days later; "" where it had no words."""
    lines = readable_lines(prose(letter))
    more = ["[...]"] if len(lines) > FIRST_LINES else []
    return (
        "\n\nYou wrote:\n\n" + "\n".join(f"> {one}" for one in (*lines[:FIRST_LINES], *more)) if lines else ""
    )


def the_one(desk: Desk, store: Store, number: int) -> tuple[HeldRow, Path]:
    """A held letter and its file. Raises StoreError where none is held, DeskError where its file is gone."""
    row = store.held.one(number)
    file = files_held(desk).get(row.sha256[:16])
    if file is None:
        raise DeskError(f"the file of email {number} is no longer in {desk.held}. Somebody moved it")
    return row, file


def put_away(desk: Desk, store: Store) -> None:
    """Move the files of letters that were dealt with from held/ to done/; done again, it ends the same."""
    unfiled = store.held.unfiled()
    files: Mapping[str, Path] = files_held(desk) if unfiled else {}
    for sha256 in unfiled:
        file = files.get(sha256[:16])
        if file is not None:
            file.replace(desk.done / file.name)
        with store.transaction():
            store.mail.mark_filed(sha256)


def registry_of(desk: Desk, store: Store, despatch: Despatch) -> DeskRegistry:
    """Who plays what at a desk."""
    return DeskRegistry(desk, Tables(store), despatch.now)
