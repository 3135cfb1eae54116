"""Deadlines in the time of the player who reads them."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from files.nearest import nearest

EXAMPLE = '"Europe/Warsaw"'
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAYS_RIGHT = "days of the week, such as mon-sat or mon wed fri"
HOUR_RIGHT = "an hour of the day, such as 20:00"


def is_zone(name: str) -> bool:
    """Whether this is a time zone by its IANA name. To look it up among all of them would open 600 files."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # no such file, a name no file can have, a folder
        return False
    return True


def near_zones(name: str) -> str:
    """What a wrong name of a zone should have been, in words."""
    cities = {zone.rpartition("/")[2].casefold(): zone for zone in sorted(available_timezones())}
    city = name.rpartition("/")[2].casefold().replace(" ", "_")
    near = [f'"{cities[found]}"' for found in nearest(city, cities, 1, 0.75)]
    return f"a time zone by its IANA name, {'perhaps' if near else 'such as'} {near[0] if near else EXAMPLE}"


def read_weekdays(text: str) -> frozenset[int]:
    """Days of the week, 0 for Monday, from "mon-sat" or "mon wed fri"; none where a word is no day."""
    found: set[int] = set()
    for part in text.casefold().replace(",", " ").split():
        ends = [WEEKDAYS.index(word[:3]) if word[:3] in WEEKDAYS else -1 for word in part.split("-")]
        if len(ends) > 2 or -1 in ends:
            return frozenset()
        found |= {(ends[0] + step) % 7 for step in range((ends[-1] - ends[0]) % 7 + 1)}
    return frozenset(found)


def read_hour(text: str) -> tuple[int, int] | None:
    """A time of the day from "20:00" or "20"; None where it is none."""
    hour, _, minute = text.strip().partition(":")
    digits = hour.isascii() and hour.isdigit() and (not minute or (len(minute) == 2 and minute.isdigit()))
    if not digits or int(hour) > 23 or int(minute or 0) > 59:
        return None
    return int(hour), int(minute or 0)


def _local(iso: str, zone: str) -> datetime:
    """A time as it is read in a zone; one at the end of all time as it is written."""
    time = datetime.fromisoformat(iso)
    try:
        return time.astimezone(ZoneInfo(zone))
    except OverflowError:
        return time


def when(iso: str, zone: str = "UTC") -> str:
    """A time as people read it, in a zone: "Sun 29 Nov 2026, 12:00 CET (UTC+1)"."""
    time = _local(iso, zone)
    return f"{time:%a %d %b %Y, %H:%M} {_zone_told(time)}"


def day(iso: str, zone: str = "UTC") -> str:
    """The day of a time as people read it, in a zone: "Sun 29 Nov"."""
    time = _local(iso, zone)
    return f"{time:%a} {time.day} {time:%b}"


def moment(iso: str, zone: str = "UTC") -> str:
    """A time as the first line of an email tells it, in a zone: "Sun 29 Nov, 12:00 CET (UTC+1)"."""
    return f"{day(iso, zone)}, {when(iso, zone).partition(', ')[2]}"


def _zone_told(time: datetime) -> str:
    """The zone of a time by its abbreviation, where it has one, and how far it is from UTC."""
    ahead = time.utcoffset() or timedelta()
    name = time.tzname() or ""
    if not ahead and name in {"", "UTC"}:
        return "UTC"
    minutes = round(abs(ahead).total_seconds() / 60)
    hours, rest = divmod(minutes, 60)
    told = f"UTC{'-' if ahead < timedelta() else '+'}{hours}{f':{rest:02}' if rest else ''}"
    return f"{name} ({told})" if name.isalpha() else told
