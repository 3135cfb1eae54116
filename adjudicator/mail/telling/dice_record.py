"""All dice of a game that is over, as players get them: the record, with two checks that need no hexpost.

The record names for each die the sheet it was rolled for, its number and its link. `verify_dice.py` runs with
Python alone, `verify_dice.html` in any browser, offline; both find a die that was dropped, added, reordered,
bound to another link, or worded in another way.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from adjudicator.dice import SCHEME, seal_of
from adjudicator.events import Announced, DieRolled, Drawn, RoundUsed
from adjudicator.mail.desk.bound import checked_words, dice_lines, link_hash
from adjudicator.mail.desk.table import Table
from adjudicator.mail.writing.outbox import Enclosure
from adjudicator.state import Json
from adjudicator.store import SheetRow
from files.whole import write_all

DICE = "application/vnd.hexpost.dice+json"
CHECKS = {"verify_dice.py": "text/x-python", "verify_dice.html": "text/html"}
"""The checks that go with a record, by the name and kind of their files."""
_HERE = Path(__file__).parent


def dice_files(table: Table, reader: str, last: int) -> tuple[Enclosure, ...]:
    """The record of all dice up to an event, for a side ("" for anybody else), and the checks of it; nothing
    while the game runs."""
    if table.state_after(last).over is None:
        return ()
    text = json.dumps(record_of(table, reader, last), ensure_ascii=False, indent=1)
    name = f"game-{table.number}-dice.json"
    checks = (Enclosure(check, (_HERE / check).read_bytes(), kind) for check, kind in CHECKS.items())
    return (Enclosure(name, text.encode("utf-8"), DICE), *checks)


def write_dice_files(table: Table, folder: Path) -> tuple[Path, ...]:
    """Write the record of a game that is over and its checks into a folder; the files, none while it runs.
    Raises OSError."""
    files = {folder / one.name: one.data for one in dice_files(table, "", table.last.last_event)}
    write_all(files)
    return tuple(files)


def record_of(table: Table, reader: str, last: int) -> dict[str, Json]:
    """Every die up to an event with all that it was made of, so that anybody can make it again.

    `sheets` are all things that moved the game on, numbered from 1: those that made a link of the chain with
    its number, hash and chain, the desk's own entries, which make none, without.
    """
    sheets = [sheet for sheet in table.sheets() if sheet.n and sheet.last_event <= last]
    numbers = {sheet.n: number for number, sheet in enumerate(filter(_joins, sheets), 1)}
    rounds = _rounds(table)
    told: dict[str, Json] = {
        "game": str(table.number),
        "commitment": table.row.commitment,
        "secret": table.row.secret.hex(),
        "opening": table.row.opening.decode("utf-8"),
        "sheets": [
            _sheet(sheet, numbers.get(sheet.n, 0), reader, table.scheme) | rounds.get(sheet.n, {})
            for sheet in sheets
        ],
        "dice": list(_dice(table, numbers, last)),
    }
    seal = seal_at(table, last)
    return told | {"rolled": len(told["dice"])} | ({"seal": seal} if seal else {})


def _rounds(table: Table) -> dict[int, dict[str, Json]]:
    """The round of a beacon to which a link is bound, as it was published, by its sheet; with the number and
    the seal under which it was announced."""
    if table.chain is None:
        return {}
    read = table.store.journal.events_of
    seals = [row.facts["seal"] for row in read(table.number, Announced.__name__)]
    used = ((row.sheet, row.facts) for row in read(table.number, RoundUsed.__name__))
    return {
        sheet: {
            "round": told["round"], "randomness": told["randomness"], "signature": told["signature"],
            "previous_signature": told["previous"], "announcement": told["n"],
            "announced": seals[told["n"] - 1],
        }
        for sheet, told in used
    }  # fmt: skip


def seal_at(table: Table, last: int) -> str:
    """The seal over all links and dice up to an event, in hex: reports print it when the game is over.
    "" for games of the earlier schemes, which have none."""
    if table.scheme != SCHEME:
        return ""
    sheets = table.sheets()
    link = next(one for one in reversed(sheets) if one.last_event <= last and (_joins(one) or one.n == 0))
    before = sheets[link.n - 1].last_event if link.n else 0
    return seal_of(link.chain, dice_lines(table.events(before + 1, link.last_event)))


def _joins(sheet: SheetRow) -> bool:
    """Whether a sheet made a link of the chain: by its words, or under the first scheme by its letter."""
    return bool(sheet.bound or sheet.sha256)


def _dice(table: Table, numbers: Mapping[int, int], last: int) -> Iterator[dict[str, Json]]:
    """Each die in the order in which it was rolled, with its sheet and the link that was in force."""
    events, first, link = table.events(1, last), 0, 0
    for sheet in table.sheets():
        link = numbers.get(sheet.n, link)
        for event in events[first : sheet.last_event]:
            if isinstance(event, DieRolled | Drawn):
                yield _die(event, sheet.n, link)
        first = sheet.last_event


def _die(roll: DieRolled | Drawn, sheet: int, link: int) -> dict[str, Json]:
    told: dict[str, Json] = {
        "n": roll.n, "sheet": sheet, "link": link, "rule": roll.rule, "purpose": roll.purpose,
        "chain": roll.chain, "sides": roll.sides, "value": roll.value,
    }  # fmt: skip
    return told | ({"item": roll.item} if isinstance(roll, Drawn) else {})


def _sheet(sheet: SheetRow, link: int, reader: str, scheme: str) -> dict[str, Json]:
    """One thing that moved the game on, and its link; its words too, if they are not those of another
    player's letter."""
    if not link:
        return {"sheet": sheet.n, "kind": "entry"}
    told: dict[str, Json] = {
        "sheet": sheet.n, "kind": sheet.kind, "side": sheet.side, "link": link,
        "sha256": link_hash(sheet, scheme), "chain": sheet.chain,
    }  # fmt: skip
    mine = sheet.bound and (sheet.kind != "orders" or sheet.side == reader)
    return told | ({"words": checked_words(sheet.bound, scheme)} if mine else {})
