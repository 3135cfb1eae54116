"""`hexpost deadline`, `hexpost pause`, `hexpost resume`: until when answers count, and when no time runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import typer

from adjudicator.commands.arrange import carry_out, end_of, find_side, plain_words, read_day
from adjudicator.commands.speak import say_json, the_desk
from adjudicator.events.desk import DeadlineMoved, DeadlinesSet, GamePaused, GameResumed
from adjudicator.events.fact import with_article
from adjudicator.mail.desk.deadlines import NAMES, Rules, iso
from adjudicator.mail.desk.table import Table
from adjudicator.mail.holding.people import Arranged
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.clock import HOUR_RIGHT, WEEKDAYS_RIGHT, read_hour, read_weekdays, when
from adjudicator.mail.settings.desk_toml import SILENCE
from adjudicator.mail.settings.wishes import REPORTS
from adjudicator.state import Json
from adjudicator.store import Deadline, Seat
from files.nearest import nearest_or_all

MOST_DAYS = 366
MEANS = {
    "remind": "without an answer, hexpost sends one reminder",
    "default": "without an answer, the question's default is used",
    "pass": "without an answer, the player passes where that is legal",
    "forfeit": "without an answer, the player gets a last warning, and loses three days later",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What `hexpost deadline` asks for, as it was written; "" for what is not."""

    days: str = ""
    silence: str = ""
    days_of_week: str = ""
    hour: str = ""
    remind_before: str = ""
    reports: str = ""
    side: str = ""
    extend: str = ""
    until: str = ""

    @property
    def settings(self) -> dict[str, str]:
        """The settings of the game that are to change, as written."""
        told = {name: getattr(self, name.replace("-", "_")) for name in NAMES}
        return {name: text for name, text in told.items() if text}


def pause(folder: Path, number: int, reason: str, as_json: bool) -> None:
    """Let no deadline of a game run."""

    def plan(despatch: Despatch, table: Table, faults: list[str]) -> Arranged:
        why = plain_words(table, "--reason", reason, faults).rstrip(".")
        if table.terms().paused:
            faults.append(f"game {number} is already paused. `hexpost resume {number}` restarts it")
        what = f"The game is paused: {why}. Deadlines are stopped. Players may still send orders"
        return Arranged(GamePaused(rule="", since=despatch.stamp, what=what))

    carry_out(folder, number, as_json, plan)


def resume(folder: Path, number: int, as_json: bool) -> None:
    """Let deadlines run on: each gets the time back for which the game was paused."""

    def plan(despatch: Despatch, table: Table, faults: list[str]) -> Arranged:
        paused, now = table.terms().paused, despatch.now
        if not paused:
            faults.append(f"game {number} is not paused")

        def moved(rules: Rules, side: str, asked: datetime, due: datetime) -> datetime:
            return due + (now - max(asked, datetime.fromisoformat(paused)))

        what = "The game goes on. Deadlines run again, extended by the length of the pause"
        return Arranged(GameResumed(rule="", what=what), sides=tuple(table.game.sides), moved=moved)

    carry_out(folder, number, as_json, plan)


def deadline(folder: Path, number: int, wish: Wish, as_json: bool) -> None:
    """Show the deadlines of a game, set how they are made, or move those that stand."""
    if wish == Wish():
        shown(folder, number, as_json)
    else:
        carry_out(
            folder, number, as_json, lambda despatch, table, faults: plan(wish, despatch, table, faults)
        )


def plan(wish: Wish, despatch: Despatch, table: Table, faults: list[str]) -> Arranged | None:
    """What a wish means; with faults where it cannot be."""
    moves = bool(wish.extend or wish.until)
    if wish.settings and (moves or wish.side):
        faults.append(
            "change the game's settings, or use --extend or --until for current deadlines, not both"
        )
    if moves or wish.side:
        return granted(wish, despatch, table, faults)
    found = {name: setting(name, text, faults) for name, text in wish.settings.items()}
    told = "; ".join(words(name, value) for name, value in found.items())
    what = f"Deadlines of this game from now on: {told}. Current deadlines do not change"
    return Arranged(DeadlinesSet(rule="", settings=found, what=what))


def setting(name: str, text: str, faults: list[str]) -> Json:
    """A setting as written; a fault where it is none."""
    if name in {"days", "remind-before"}:
        return number_of_days(f"--{name}", text, faults)
    if name == "silence" and text not in SILENCE:
        faults.append(f"--silence {text}: {nearest_or_all(text, SILENCE)}")
    if name == "days-of-week" and not read_weekdays(text):
        faults.append(f"--days-of-week {text}: write {WEEKDAYS_RIGHT}")
    if name == "reports" and text not in REPORTS:
        faults.append(f"--reports {text}: {nearest_or_all(text, REPORTS)}")
    if name == "hour" and text != "any" and read_hour(text) is None:
        faults.append(f'--hour {text}: write {HOUR_RIGHT}, or "any"')
    return "" if (name, text) == ("hour", "any") else text


def number_of_days(option: str, text: str, faults: list[str]) -> float:
    """A number of days; a fault, and 0, where it is none."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if 0 <= number <= MOST_DAYS:
        return int(number) if number == int(number) else number
    faults.append(f"{option} {text}: write a number of days, 0 to {MOST_DAYS}")
    return 0


def words(name: str, value: Json) -> str:
    """A setting as all players read it."""
    if name == "silence":
        return MEANS.get(str(value), "")
    days = "1 day" if value == 1 else f"{value} days"
    told = {
        "reports": f"a player without a move gets reports {value}",
        "days": f"{days} for each question",
        "remind-before": f"a reminder beforehand, {days} before" if value else "no reminder beforehand",
        "days-of-week": f"only on these days: {value}",
        "hour": f"at {value} in the player's time zone" if value else "at any hour",
    }
    return told[name]


def granted(wish: Wish, despatch: Despatch, table: Table, faults: list[str]) -> Arranged | None:
    """More time, or another day, for what a side is asked now."""
    side = find_side(table.game, wish.side, faults)
    rows = [row for row in table.store.mail.deadlines(table.number) if row.side == side]
    if side and not rows:
        faults.append(f"there is no question for {side} now, so there is no deadline to move")
    if wish.extend and wish.until:
        faults.append("use --extend DAYS or --until DAY, not both")
    if not (wish.extend or wish.until):
        faults.append(f"--side {wish.side}: add --extend DAYS or --until DAY")
    more = number_of_days("--extend", wish.extend, faults) if wish.extend else 0
    until = read_day("--until", wish.until, faults) if wish.until else None
    rules = despatch.rules(table)
    hour, zone = read_hour(str(rules.value("hour"))), rules.zone(table.row.players.get(side, Seat("", ())))
    end = end_of(until, zone) if until else None
    end = end.replace(hour=hour[0], minute=hour[1]) if end and hour else end
    if end and end <= despatch.now:
        faults.append(f"--until {wish.until}: this day is over")
    if faults:
        return None

    def moved(rules: Rules, side: str, asked: datetime, due: datetime) -> datetime:
        return end or max(due, despatch.now) + timedelta(days=more)

    late = max(moved(rules, side, despatch.now, datetime.fromisoformat(row.due)) for row in rows)
    falls = when(iso(rules.fitting(table.row.players[side], late)))
    name = with_article(table.game.sides[side])
    event = DeadlineMoved(rule="", side=side, what=f"{name[:1].upper()}{name[1:]} now has until {falls}")
    return Arranged(event, sides=(side,), moved=moved)


# -- shown -------------------------------------------------------------------------------------------------


def shown(folder: Path, number: int, as_json: bool) -> None:
    """The deadlines of a game: what is asked until when, and by what settings."""
    desk = the_desk(folder)
    with desk.store() as store:
        table = Table(store, number)
        rules, rows = Rules(desk.settings, table.terms()), store.mail.deadlines(number)
    if as_json:
        say_json(facts(rules, rows, number))
        return
    if rules.terms.paused:
        typer.echo(f"Paused since {when(rules.terms.paused, desk.settings.timezone)}: no deadline runs.")
    for row in rows:
        reminded = f", reminded {when(row.reminded, desk.settings.timezone)}" if row.reminded else ""
        typer.echo(f"{row.side}: by {when(row.due, desk.settings.timezone)} ({row.decision}{reminded})")
    for name in NAMES:
        whose = "this game" if name in rules.terms.deadlines else "desk.toml"
        typer.echo(f"{name}: {words(name, rules.value(name))} ({whose})")


def facts(rules: Rules, rows: tuple[Deadline, ...], number: int) -> Mapping[str, Json]:
    """The deadlines of a game, for --json."""
    return {
        "game": number,
        "paused": rules.terms.paused,
        "deadlines": [
            {
                "side": row.side,
                "decision": row.decision,
                "asked": row.asked,
                "due": row.due,
                "reminded": row.reminded,
            }
            for row in rows
        ],
        "settings": {name: rules.value(name) for name in NAMES},
        "own": list(rules.terms.deadlines),
    }
