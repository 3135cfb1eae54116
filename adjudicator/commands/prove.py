"""Checks on the referee: check, replay, audit."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from adjudicator.audit import checks as audits
from adjudicator.audit.opened_secrets import Disclosed
from adjudicator.commands.speak import NotFound, say_json, the_desk, the_side
from adjudicator.game import Game
from adjudicator.mail.desk.agreements import try_said
from adjudicator.mail.desk.pages import rulings_text
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import read_bundle, try_sheet
from adjudicator.mail.reading.block import Block, Fault, find_block
from adjudicator.mail.reading.letter import read_letter
from adjudicator.mail.settings.wishes import ruling_on, split_said, split_wishes
from adjudicator.state import State
from adjudicator.wording.order_words import cited
from files import reading
from files.messages import bounded, counted
from templates.folding import WIDTH

if TYPE_CHECKING:
    from adjudicator.mail.desk.rejudging import Difference

SAME = "Today's rules would decide nothing differently."
RUNNING = (
    "Die rolls that only one side saw are checked as well, hidden ones too. They are listed when the "
    "game is over, together with everything else that was secret."
)
PLAIN = b"Content-Type: text/plain; charset=utf-8\n\n"


def check(sheet: Path, bundle: Path | None, folder: Path, as_json: bool, trust: bool = False) -> None:
    """Try an order sheet without dice: from a report's bundle, or at the referee's desk."""
    raw = read_bytes(sheet)
    if sheet.suffix.lower() in {".vlog", ".vsav"}:
        game, state, side, lines = of_log(sheet, raw, bundle, trust)
    elif bundle is not None:
        game, state, side = read_bundle(read_bytes(bundle), str(bundle), trust)
        lines = the_lines(sheet, block_of(sheet, raw), raw)
    else:
        game, state, side, lines = at_desk(sheet, folder, block_of(sheet, raw))
    wishes, lines = split_wishes(lines)
    said, lines = split_said(game, lines)
    tried = [*try_said(game, state, side, said), *try_sheet(game, state, side, lines)]
    rulings = sorted([*(ruling_on(wish, True) for wish in wishes), *tried], key=lambda ruling: ruling.line)
    if as_json:
        say_json({"game": game.name, "side": side, "rulings": [asdict(ruling) for ruling in rulings]})
    else:
        typer.echo(rulings_text(game, rulings))
    if any(ruling.verdict in {"refused", "unreadable", "ambiguous"} for ruling in rulings):
        raise typer.Exit(1)


def block_of(sheet: Path, raw: bytes) -> Block | Fault:
    """The order block of a text file or a mail. Raises NotFound for a file that is neither."""
    if raw[:2] == b"PK" or (b"\0" in raw and raw[:2] not in (b"\xff\xfe", b"\xfe\xff")):
        raise NotFound(
            f"{sheet}: not a text. Orders are a text file (.txt), an email (.eml) or a VASSAL log (.vlog)"
        )
    return find_block(read_letter(raw if sheet.suffix.lower() == ".eml" else PLAIN + raw))


def of_log(
    sheet: Path, raw: bytes, bundle: Path | None, trust: bool
) -> tuple[Game, State, str, Sequence[tuple[int, str]]]:
    """The orders a log of VASSAL stands for; what of it stands for none is told. Raises LogError."""
    from adjudicator.judging.vassal import orders_from_log, read_steps

    if bundle is None:
        raise NotFound(
            f"{sheet}: a log does not name its game. Add --bundle and your latest .bundle.json file"
        )
    game, state, side = read_bundle(read_bytes(bundle), str(bundle), trust)
    found = orders_from_log(game, read_steps(game.name, raw, sheet.name), state, side)
    for line in found.left_out:
        typer.echo(bounded(f"{line.place}: {line.why}"), err=True)
    return game, state, side, found.lines


def at_desk(
    sheet: Path, folder: Path, found: Block | Fault
) -> tuple[Game, State, str, Sequence[tuple[int, str]]]:
    """The game a sheet names, from the desk."""
    if isinstance(found, Fault):
        raise NotFound(f"{sheet}: {found.why}; right would be {found.right}")
    with the_desk(folder).store() as store:
        table = Table(store, int(found.game))
    return table.game, table.state, the_side(table.game, found.side), found.lines


def the_lines(sheet: Path, found: Block | Fault, raw: bytes) -> Sequence[tuple[int, str]]:
    """The order lines of a sheet; a file without any block is all orders."""
    if isinstance(found, Block):
        return found.lines
    if found.kind != "no-block":
        raise NotFound(f"{sheet}: {found.why}; right would be {found.right}")
    return list(enumerate(raw.decode("utf-8-sig", "replace").splitlines(), 1))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises NotFound."""
    try:
        return reading.read_bytes(path)
    except OSError as wrong:
        raise NotFound(f"{path}: cannot be read: {wrong.strerror}") from None


def replay(folder: Path, number: int, as_json: bool) -> None:
    """Rebuild a game from its journal and compare it with what was kept."""
    with the_desk(folder).store() as store:
        found = audits.replay(store, number)
    if as_json:
        say_json(asdict(found) | {"identical": not found.difference})
    else:
        told = f"{found.sheets} sets of orders, {found.events} events, {found.reports} reports"
        if found.earlier:
            told += f", {found.earlier} of them written by an earlier hexpost and not compared"
        typer.echo(bounded(f"different: {found.difference}") if found.difference else f"identical ({told})")
    if found.difference:
        raise typer.Exit(1)


def rejudge(folder: Path, number: int, as_json: bool) -> None:
    """Judge every recorded set of orders of a game again by today's rules, and show what would differ."""
    from adjudicator.mail.desk.rejudging import rejudge as judged_anew

    desk = the_desk(folder)
    with desk.store() as store:
        count, found = judged_anew(store, number, desk.boards)
        sides = Table(store, number).game.sides
    if as_json:
        told = {
            "game": number,
            "sheets": count,
            "different": [asdict(one) for one in found],
            "same": not found,
        }
        say_json(told)
    else:
        typer.echo("\n".join(bounded(line) for one in found for line in difference_lines(one, sides)) or SAME)
        typer.echo(
            f"{count} sets of orders checked again, {len(found)} decided differently. The game is unchanged."
        )
    if found:
        raise typer.Exit(1)


def difference_lines(found: Difference, sides: Mapping[str, str]) -> Iterator[str]:
    """What of one sheet would be different, in words."""
    yield f"orders {found.sheet}, {found.kind} {sides.get(found.side, '')}, turn {found.turn}:".replace(
        " ,", ","
    )
    if found.fault:
        yield f"    {found.fault}"
    for line in found.lines:
        yield f'    line {line["line"]}, "{line["text"]}": was {line["was"]}, would be {line["now"]}'
    yield from (f"    would not happen: {says}" for says in found.gone)
    yield from (f"    would happen: {says}" for says in found.new)


def audit(folder: Path, number: int, secret: Path | None, as_json: bool) -> None:
    """Work out every die again and verify the chains."""
    key = None if secret is None else the_secret(secret)
    with the_desk(folder).store() as store:
        found = audits.audit(store, number, key).for_all()
        sides = Table(store, number).game.sides
    if as_json:
        say_json(asdict(found) | {"holds": not found.faults})
    else:
        tell(found, sides)
    if found.faults:
        raise typer.Exit(1)


def tell(found: audits.Audited, sides: Mapping[str, str]) -> None:
    """An audit in words."""
    for die in found.dice:
        typer.echo(f"{die.n:>4}  d{die.sides}: {die_told(die)}")
    for fault in found.faults:
        typer.echo(bounded(fault), err=True)
    for line in disclosed_lines(found.disclosed, sides):
        typer.echo(bounded(line))
    links = f", {len(found.links)} links" if found.over else ""
    typer.echo(f"{counted(len(found.dice), 'die', 'dice')}{links}: {'WRONG' if found.faults else 'all hold'}")
    if not found.over:
        typer.echo(RUNNING)


def die_told(die: audits.Rolled) -> str:
    """What a die shows, and for what it was rolled; of one that is still a secret, that it is one."""
    if not die.purpose:
        return "seen by one side only"
    mark = "" if die.value == die.derived else f"   WRONG: the secret gives {die.derived}"
    return f"{die.value}  {die.purpose} [{die.rule}]{mark}"


def disclosed_lines(found: Iterable[Disclosed], sides: Mapping[str, str]) -> Iterator[str]:
    """What was secret, turn by turn and segment by segment, with a column for each side."""
    for (turn, date), inside in groupby(found, lambda one: (one.turn, one.date)):
        yield f"\nTurn {turn}{f', {date}' if date else ''}: what was secret"
        for segment, secrets in groupby(inside, lambda one: one.segment):
            told = list(secrets)
            columns = ([one for one in told if one.side == side] for side in sides)
            yield f"\n  {segment}"
            yield from beside(
                [
                    [name, *map(said_once, column)]
                    for name, column in zip(sides.values(), columns, strict=True)
                ]
            )
    yield from [""] * bool(found)


def said_once(one: Disclosed) -> str:
    """A secret with its clause."""
    return f"{one.says}{cited(one.rule)}"


def beside(columns: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns of text beside each other: the first of each in one row, then the second of each."""
    wide = WIDTH // len(columns) - 2
    for row in zip_longest(*columns, fillvalue=""):
        cells = (textwrap.wrap(cell, wide, subsequent_indent="  ", break_on_hyphens=False) for cell in row)
        for line in zip_longest(*cells, fillvalue=""):
            yield f"    {'  '.join(cell.ljust(wide) for cell in line)}".rstrip()


def the_secret(file: Path) -> bytes:
    """A published secret: 64 hexadecimal digits in a file. Raises NotFound."""
    text = "".join(read_bytes(file).decode("utf-8", "replace").split())
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise NotFound(f"{file}: a secret is 64 hexadecimal digits, not {text[:20]!r}") from None
