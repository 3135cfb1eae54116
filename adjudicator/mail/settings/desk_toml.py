"""desk.toml: who the referee is and how they keep a desk; every fault of the file at once, with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.settings.clock import (
    HOUR_RIGHT,
    WEEKDAYS_RIGHT,
    is_zone,
    near_zones,
    read_hour,
    read_weekdays,
    when,
)
from adjudicator.mail.settings.keeping import TABLE as STORE
from adjudicator.mail.settings.keeping import Keeping, keeping_faults, read_keeping
from adjudicator.mail.settings.servers import KINDS, Server, read_server, server_faults
from adjudicator.mail.settings.wishes import PICTURES, REPORTS
from files import toml_text
from files.characters import unseen
from files.faults import Fault
from files.reading import NotUtf8, read_text
from files.toml_lines import TomlLines

FILE = "desk.toml"
SILENCE = {
    "remind": "",
    "default": " (after that, the default counts)",
    "pass": ", or you pass, where that is legal",
    "forfeit": ", or after a last warning the game is lost for you",
}
"""What silence may mean, and what a deadline says of it."""
NOTHING = " (after that, you get a reminder)"
"""What a deadline says where silence means nothing at its question."""
MISSING = ("hold", "take")
CHOICES = {
    "on_silence": tuple(SILENCE),
    "pictures_when": tuple(PICTURES),
    "reports_when": tuple(REPORTS),
    "without_results": MISSING,
}
ZONES = "timezones"
"""The table of players' time zones; its keys are addresses."""

TEMPLATE = """\
# A referee's desk. Change what you like. hexpost reads this file at every command.

[referee]
name = "The Referee"                 # as players see it in your emails
address = "referee@example.org"      # where players send their orders
told-at = ""                         # where hexpost writes to you alone; "": the address above

[deadlines]
days = 7                             # days to answer a question
on-silence = "remind"                # without an answer: "remind" sends one reminder,
                                     # "default" uses the question's default answer,
                                     # "pass" passes where that is legal, "forfeit" loses the game
                                     # three days after a last warning
days-of-week = "mon-sun"             # days on which a deadline may fall: "mon-sat", "mon wed fri", ...
hour = ""                            # in the player's time zone, such as "20:00"; "": any
remind-before = 0                    # days before a deadline to send a reminder; 0: none
timezone = "UTC"                     # for the deadlines that players read: "Europe/Warsaw", ...

[timezones]                          # players in other time zones, by address
# "anna@example.org" = "America/New_York"

[mail]
largest = 10                         # MB; hexpost holds a bigger email for you
chat = 2000                          # characters of a message to another player that are delivered; 0: none
answer-strangers = true              # tell unknown senders, once each, that they are not known here
tell-held = true                     # tell you about held emails: one email a mail run, 24 a day at most
authentication-results = ""          # your mail server's name in its checks of senders, such as
                                     # "mx.example.org"; emails that fail them are held; "": no checks
without-results = "hold"             # emails that your server did not check: "hold" or "take" them

[reports]
pictures = true                      # map pictures and a VASSAL saved game with every report
pictures-when = "each"               # with "each" report, with the first of each "turn", as a "link", or
                                     # "none"; a player may choose with an order line: pictures turn
reports-when = "when asked"          # for a player without a move: "at once", "when asked" (with the next
                                     # question, a day later at most) or "daily"; a game may have its own
                                     # setting (hexpost deadline 1 --reports daily), and a player may choose
                                     # with an order line: reports daily
pictures-at = ""                     # for links: the web address of the folder pictures/
orders-page = true                   # with each question, if there are pictures, a page to tap orders on:
                                     # as a file, or as a link if you set pages-at
pages-at = ""                        # the web address of the folder pages/, which `hexpost pages` writes;
                                     # reports name it
module-at = ""                       # where players get the VASSAL modules in modules/: a web address or
                                     # a sentence; "": they ask you
module-enclosed = 0                  # MB; the first report brings a module up to this size; 0: none
logs = false                         # also send what happened as a VASSAL log to step through

[dice]                               # for games opened from now on; see docs/dice.md
beacon = ""                          # a file that describes a public beacon, such as "chain.json". The dice
                                     # are bound to its rounds; "": none
every = 60                           # minutes between the rounds used

[modules]                            # for games of published VASSAL modules; see docs/any-module.md
house-rules = ""                     # if `hexpost open` names none, such as "own-side object=24h"

# Mail comes and goes through the folders inbox/ and outbox/. To connect your mailbox instead, type:
# hexpost desk connect. It adds two tables here, [in] and [out].
# To keep a club's desk in a PostgreSQL database, add a table [store]; see docs/club.md.
"""


class DeskError(Exception):
    """Something about the desk is wrong; the message says what, where, and what would be right."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What desk.toml says: deadlines in days, the largest letter in MB, the longest chat in signs.

    `zones` are the time zones of players by address; everybody else reads times in `timezone`.
    """

    name: str = "The Referee"
    address: str = "referee@example.org"
    told_at: str = ""
    days: float = 7
    on_silence: str = "remind"
    days_of_week: str = "mon-sun"
    hour: str = ""
    remind_before: float = 0
    timezone: str = "UTC"
    zones: Mapping[str, str] = field(default_factory=dict)
    largest: float = 10
    chat: int = 2000
    answer_strangers: bool = True
    tell_held: bool = True
    receiver: str = ""
    without_results: str = "hold"
    pictures: bool = True
    pictures_when: str = "each"
    reports_when: str = "when asked"
    pictures_at: str = ""
    orders_page: bool = True
    pages_at: str = ""
    module_at: str = ""
    module_enclosed: float = 0
    logs: bool = False
    beacon: str = ""
    every: int = 60
    house_rules: str = ""
    mail_in: Server = field(default_factory=Server)
    mail_out: Server = field(default_factory=Server)
    store: Keeping = field(default_factory=Keeping)

    def zone(self, address: str) -> str:
        """The time zone in which somebody with this address reads times."""
        return self.zones.get(normal_address(address), self.timezone)

    def until(self, iso: str, address: str, then: str = "") -> str:
        """A deadline as the player with this address reads it, and what happens then by itself."""
        return f"{when(iso, self.zone(address))}{then}"


def _is_address(text: str) -> bool:
    return bool(re.fullmatch(r"[^\s<>@]+@[^\s<>@]+", text) and normal_address(text))


def _is_web_address(text: str) -> bool:
    return re.fullmatch(r"(https?://[^\s<>\"']+)?", text) is not None


FITS: Mapping[str, Callable[[str], bool]] = {
    "address": _is_address,
    "told_at": lambda text: not text or _is_address(text),
    "pictures_at": _is_web_address,
    "pages_at": _is_web_address,
    "timezone": is_zone,
    "days_of_week": lambda text: bool(read_weekdays(text)),
    "hour": lambda text: not text or read_hour(text) is not None,
    "receiver": lambda text: re.fullmatch(r"[^\s;]*", text) is not None,
}
"""What words may stand for, by the field they fill; others only have to stand on one line."""


@dataclass(frozen=True, slots=True)
class _Key:
    """One key of the file: where it stands, the field it fills, its type in words, and what is allowed."""

    table: str
    key: str
    field: str
    right: str
    kinds: tuple[type, ...]

    def allows(self, value: object) -> bool:
        """Whether this is a value for the key."""
        if isinstance(value, bool) or self.kinds == (bool,):
            return isinstance(value, bool) and self.kinds == (bool,)
        if not isinstance(value, self.kinds):
            return False
        if self.field in FITS:
            return FITS[self.field](str(value))
        if self.field in CHOICES:
            return value in CHOICES[self.field]
        return not unseen(value) if isinstance(value, str) else 0 <= float(str(value)) <= 10_000


_KEYS = (
    _Key("referee", "name", "name", "a name on one line, in quotes", (str,)),
    _Key("referee", "address", "address", 'an email address in quotes, such as "me@example.org"', (str,)),
    _Key("referee", "told-at", "told_at", 'an email address in quotes, or ""', (str,)),
    _Key("deadlines", "days", "days", "a number of days", (int, float)),
    _Key("deadlines", "on-silence", "on_silence", f"one of {', '.join(SILENCE)}, in quotes", (str,)),
    _Key("deadlines", "days-of-week", "days_of_week", f"{WEEKDAYS_RIGHT}, in quotes", (str,)),
    _Key("deadlines", "hour", "hour", f"{HOUR_RIGHT}, in quotes", (str,)),
    _Key("deadlines", "remind-before", "remind_before", "a number of days", (int, float)),
    _Key("deadlines", "timezone", "timezone", "", (str,)),
    _Key("mail", "largest", "largest", "a number of MB", (int, float)),
    _Key("mail", "chat", "chat", "a whole number of characters", (int,)),
    _Key("mail", "answer-strangers", "answer_strangers", "true or false", (bool,)),
    _Key("mail", "tell-held", "tell_held", "true or false", (bool,)),
    _Key(
        "mail",
        "authentication-results",
        "receiver",
        'the name of your mail server in quotes, such as "mx.example.org"',
        (str,),
    ),
    _Key("mail", "without-results", "without_results", '"hold" or "take"', (str,)),
    _Key("reports", "pictures", "pictures", "true or false", (bool,)),
    _Key("reports", "pictures-when", "pictures_when", f"one of {', '.join(PICTURES)}, in quotes", (str,)),
    _Key("reports", "reports-when", "reports_when", f"one of {', '.join(REPORTS)}, in quotes", (str,)),
    _Key(
        "reports", "pictures-at", "pictures_at", 'a web address in quotes, such as "https://x.org/p"', (str,)
    ),
    _Key("reports", "orders-page", "orders_page", "true or false", (bool,)),
    _Key("reports", "pages-at", "pages_at", 'a web address in quotes, such as "https://x.org/g"', (str,)),
    _Key("reports", "module-at", "module_at", "a web address or a sentence, in quotes", (str,)),
    _Key("reports", "module-enclosed", "module_enclosed", "a number of MB", (int, float)),
    _Key("reports", "logs", "logs", "true or false", (bool,)),
    _Key("dice", "beacon", "beacon", 'the name of a file in quotes, such as "chain.json", or ""', (str,)),
    _Key("dice", "every", "every", "a whole number of minutes", (int,)),
    _Key(
        "modules",
        "house-rules",
        "house_rules",
        'house rules in quotes, such as "own-side object=24h"',
        (str,),
    ),
)


def read_settings(file: Path) -> Settings:
    """What a desk.toml says. Raises DeskError with all its faults."""
    try:
        text = read_text(file)
    except NotUtf8 as wrong:
        raise DeskError(str(Fault(str(file), wrong.line, "", str(wrong)))) from None
    try:
        told = toml_text.loads(text, countable=False)
    except toml_text.NoToml as wrong:
        raise DeskError(str(Fault(str(file), wrong.line, "", str(wrong)))) from None
    lines = TomlLines(text)
    faults = [str(Fault(str(file), lines.line(*at), "", why)) for at, why in _faults(told)]
    if faults:
        raise DeskError("\n".join(faults))
    found = {key.field: told[key.table][key.key] for key in _KEYS if key.key in told.get(key.table, {})}
    zones = {normal_address(address): zone for address, zone in told.get(ZONES, {}).items()}
    mail_in, mail_out = (read_server(told.get(table, {})) for table in KINDS)
    store = read_keeping(told.get(STORE, {}))
    return Settings(**found, zones=zones, mail_in=mail_in, mail_out=mail_out, store=store)


def _faults(told: Mapping[str, Any]) -> list[tuple[tuple[str, str], str]]:
    """What is wrong: the place (table, key) and why."""
    known = {(key.table, key.key): key for key in _KEYS}
    tables = {*(key.table for key in _KEYS), ZONES, *KINDS, STORE}
    faults: list[tuple[tuple[str, str], str]] = []
    for table, entries in told.items():
        if table not in tables or not isinstance(entries, dict):
            faults.append(((table, ""), f"unknown table {table!r}. Known tables: {_list(tables)}"))
            continue
        if table == ZONES:
            faults += _zone_faults(entries)
            continue
        if table in KINDS or table == STORE:
            found = keeping_faults(entries) if table == STORE else server_faults(table, entries)
            faults += [((table, key), why) for key, why in found]
            continue
        for name, value in entries.items():
            key = known.get((table, name))
            if key is None:
                names = _list({k for t, k in known if t == table})
                faults.append(((table, name), f"unknown key {name!r} in [{table}]. Known keys: {names}"))
            elif not key.allows(value):
                right = key.right or near_zones(str(value))
                faults.append(((table, name), f"{name} = {value!r} should be {right}"))
    return faults


def _zone_faults(entries: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], str]]:
    """What is wrong among the time zones of players."""
    for address, zone in entries.items():
        if not normal_address(address):
            right = 'the address of a player in quotes, such as "anna@example.org"'
            yield (ZONES, address), f"{address!r} should be {right}"
        elif not isinstance(zone, str) or not is_zone(zone):
            yield (ZONES, address), f"{address} = {zone!r} should be {near_zones(str(zone))}"


def _list(names: set[str]) -> str:
    return ", ".join(sorted(names))
