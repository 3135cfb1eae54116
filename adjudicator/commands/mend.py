"""`hexpost correct`: the referee corrects something, on the record and with notice to all sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from adjudicator.commands.keep import tell_remarks
from adjudicator.commands.settle import fetch_letters
from adjudicator.commands.speak import emails, now, say_json, the_desk
from adjudicator.events import Corrected
from adjudicator.mail.desk import DeskError
from adjudicator.mail.desk.registry import MOST_TURNS
from adjudicator.mail.desk.table import Table
from adjudicator.mail.holding.waiting import let_letters_go_first
from adjudicator.mail.reading.codes import holds_code
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.reader import squeeze
from adjudicator.state import Json
from files.nearest import nearest


@dataclass(frozen=True, slots=True)
class Mend:
    """What the command asks for, as it was written; "" and None for what stays as it is."""

    reason: str
    unit: str = ""
    at: str = ""
    steps: int | None = None
    flags: tuple[str, ...] | None = None
    tracks: Sequence[str] = ()
    control: Sequence[str] = ()


def correct(folder: Path, number: int, mend: Mend, as_json: bool) -> None:
    """Record a correction and report it. Raises DeskError with everything that is wrong with it."""
    desk = the_desk(folder)
    fetch_letters(desk)
    with desk.alone(), desk.store() as store:
        table = Table(store, number)
        event = correction(table, mend)
        let_letters_go_first(desk, store, number)
        despatch = Despatch(desk, store, now())
        with store.transaction():
            step = table.enter(event, despatch.stamp)
            despatch.follow(table, step)
        mails = despatch.deliver()
    tell_remarks(despatch)
    told = event.says(table.game.names())
    if as_json:
        say_json({"game": number, "sheet": step.row.n, "says": told, "mails": mails})
    else:
        typer.echo(f"{told} {emails(mails)} in {desk.outbox}.")


def correction(table: Table, mend: Mend) -> Corrected:
    """The event of a correction. Raises DeskError with all faults of the command at once."""
    faults: list[str] = []
    units, said = _unit(table, mend, faults)
    tracks = dict(_tracks(table, mend.tracks, faults))
    control = dict(_control(table, mend.control, faults))
    if not (units or tracks or control or faults):
        faults.append(
            "nothing to correct: name --unit with --at, --steps or --flag, or --track, or --control"
        )
    if holds_code(mend.reason, table.codes(MOST_TURNS)):
        faults.append(
            "the reason goes to every player, but it contains a player's reply code. Leave the code out"
        )
    if faults:
        raise DeskError("\n".join(faults))
    names = table.game.names()
    said += [f"{names(track)} {value}" for track, value in tracks.items()]
    said += [f"{names(space)} to {names(side) if side else 'nobody'}" for space, side in control.items()]
    what = f"{'; '.join(said)} ({mend.reason})"
    return Corrected(rule="", what=what, units=units, tracks=tracks, control=control)


def _unit(table: Table, mend: Mend, faults: list[str]) -> tuple[tuple[Mapping[str, Json], ...], list[str]]:
    if not mend.unit:
        if mend.at or mend.steps is not None or mend.flags is not None:
            faults.append("--at, --steps and --flag need --unit")
        return (), []
    names = table.game.names()
    id_ = _find(table, "unit", mend.unit, table.state.units, faults)
    put: dict[str, Json] = {"unit": id_}
    said: list[str] = []
    if mend.at:
        put["at"] = _find(table, "place", mend.at, [*table.state.board.spaces, *table.game.boxes], faults)
        said.append(f"to {names(put['at'])}")
    if mend.steps is not None:
        most = full_steps(table, id_)
        if not 0 <= mend.steps <= most:
            faults.append(f"--steps {mend.steps}: {names(id_)} has 0 to {most}")
        put["steps"] = mend.steps
        said.append(steps_in_words(table, mend.steps, most))
    if mend.flags is not None:
        put["flags"] = tuple(_flag(table, flag, faults) for flag in mend.flags if flag)
        said.append(f"marked {', '.join(put['flags']) or 'with nothing'}")
    if not said:
        faults.append("--unit needs --at, --steps or --flag")
    return (put,), [f"{names(id_)} {', '.join(said)}"]


def full_steps(table: Table, unit: str) -> int:
    """How many steps a unit has when it is whole; without a counter, as many as the game has words for."""
    found = table.state.units.get(unit)
    counter = table.state.counter(found) if found else None
    return counter.full if counter else max(table.game.step_names)


def steps_in_words(table: Table, steps: int, most: int) -> str:
    """So many steps of a unit that has so many when whole, in the game's word for it, or "4 steps"."""
    words = table.game.step_names
    return words.get(max(words) if steps == most else steps, f"{steps} steps")


def _tracks(table: Table, texts: Iterable[str], faults: list[str]) -> Iterable[tuple[str, int]]:
    for text in texts:
        name, _, value = text.partition("=")
        if not value.lstrip("-").isdigit():
            faults.append(f"--track {text}: write NAME=NUMBER")
            continue
        yield _find(table, "track", name, table.state.tracks, faults), int(value)


def _control(table: Table, texts: Iterable[str], faults: list[str]) -> Iterable[tuple[str, str]]:
    for text in texts:
        space, _, side = text.partition("=")
        yield _find(table, "space", space, table.state.board.spaces, faults), _holder(table, side, faults)


def _holder(table: Table, text: str, faults: list[str]) -> str:
    """A side, or another holder that the game has a name for; "" for nobody."""
    game, holder = table.game, text.strip()
    sides = {squeeze(word): side for side, name in game.sides.items() for word in (side, name)}
    if not holder or holder in game.names().names:
        return holder
    if squeeze(holder) not in sides:
        faults.append(f"no side called {holder!r} can control a space. The sides are {', '.join(game.sides)}")
    return sides.get(squeeze(holder), "")


def _flag(table: Table, flag: str, faults: list[str]) -> str:
    known = table.game.flags
    if known and flag not in known:
        faults.append(f"no unit can have a marker {flag!r}; there are {', '.join(known)}")
    return flag


def _find(table: Table, what: str, text: str, known: Iterable[str], faults: list[str]) -> str:
    """The id of a thing by its id or its printed name; a fault, and "", when there is none."""
    names = table.game.names()
    forms = {squeeze(word): id_ for id_ in known for word in (names(id_), id_)}
    if squeeze(text) in forms:
        return forms[squeeze(text)]
    near = nearest(text, forms, fold=squeeze)
    hint = f"; near it are {', '.join(forms[form] for form in near)}" if near else ""
    faults.append(f"there is no {what} {text!r}{hint}")
    return ""
