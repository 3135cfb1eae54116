"""The pictures that a game's pieces show: which files they are, and what is wrong with any of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from counters.faces.picture import picture_faults
from counters.roster.counter import Roster
from counters.roster_faults import RosterError
from files.faults import Fault


def require_sound_art(roster: Roster) -> None:
    """Raises RosterError with every fault of every picture, before anything is drawn."""
    if faults := list(art_faults(roster)):
        raise RosterError(faults)


def art_faults(roster: Roster) -> Iterator[Fault]:
    """What is wrong with the pictures, each looked into once."""
    where = roster.style.file.rpartition("/")[0]
    for file in dict.fromkeys(art_files(roster)):
        for fault in picture_faults(roster.style.folder, file):
            yield replace(fault, file=f"{where}/{file}")


def art_files(roster: Roster) -> Iterator[str]:
    """The files of all pictures shown, as often as they are shown."""
    for counter in roster.counters.values():
        yield from filter(None, (slot.pictured(counter.words(0)) for slot in counter.slots))
    for marker in roster.markers.values():
        yield from filter(None, (face.art for face in marker.faces))
    yield from filter(None, (card.art for card in roster.cards.values()))
