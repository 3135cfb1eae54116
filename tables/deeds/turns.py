"""A turn tracker in plain words: on, back, or to a value that it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tables.doing import Doubt, Words
from tables.position import TableError
from tables.published import Tracker
from tables.spelling import loose, matching
from tables.telling import name_of_piece, turn_name, turn_value
from tables.turning import Wheels

USUAL = "turn"
OTHERS = ("game turn",)
"""What players call a turn tracker, whatever its name is."""
_AROUND = re.compile(r"(?i)^(?:the|our)\s+|(?<=\S)\s+(?:track|tracker|marker|record)$")
"""What they write around its name."""
_FAR = 400
"""So many steps on, and as many back, a value is looked for."""
_SHOWN = 8


def turned(words: Words, name: str, to: str = "", back: bool = False) -> str:
    """The command that turns the tracker of a name to a value, or by one step. Raises TableError."""
    word = _tracker_called(words, name)
    tracker = words.module.trackers.get(word.removeprefix("TURN"), Tracker(""))
    line = next(one for one in words.mine.rest if one.partition("\t")[0] == word)
    try:
        return _to_value(words, line, word, tracker, to) if to else _one_step(line, tracker, back)
    except ValueError:
        raise TableError(
            f"{turn_name(word, words.module)} can be turned in VASSAL alone. Attach the log of it"
        ) from None


def is_tracker(words: Words, name: str) -> bool:
    """Whether a name is that of a turn tracker, and of no piece: many modules have a piece that marks it."""
    if not _known(words) or words.pieces_called(name, short=True):
        return False
    return loose(_plain(name)) in (USUAL, *OTHERS) or bool(matching(_plain(name), _known(words).items()))


def _plain(name: str) -> str:
    return _AROUND.sub("", name)


def _known(words: Words) -> dict[str, str]:
    """The turn trackers by name: the word with which the line of each begins."""
    lines = (one.partition("\t")[0] for one in words.mine.rest if one.startswith("TURN"))
    return {turn_name(word, words.module): word for word in lines}


def _tracker_called(words: Words, name: str) -> str:
    """The word with which the line of a tracker begins. Raises TableError where there is none, and Doubt
    where it could be several."""
    known, name = _known(words), _plain(name)
    if not known:
        raise TableError(f"this module has no turn tracker. {_marker(words)}")
    found = matching(name, known.items())
    if len(found) == 1:
        return found[0]
    if len(known) == 1 and loose(name) in (USUAL, *OTHERS):
        return next(iter(known.values()))
    raise Doubt(f'"{name}" could be {len(known)} turn trackers', name, tuple(known), several=True)


def _marker(words: Words) -> str:
    """How a turn is shown in a module without a tracker: by a piece."""
    for called, id_ in words.named():
        if USUAL in loose(called).split():
            return f"Move its marker: move {words.called(id_)} to PLACE (now {words.at(id_)})"
    names = {name_of_piece(words.mine.pieces[id_]) for _, id_ in words.named()}
    return "Move its marker" if names else "Tell it in a message"


def _one_step(line: str, tracker: Tracker, back: bool) -> str:
    wheels = Wheels.of(line, tracker)
    wheels.go(back)
    return wheels.line


def _to_value(words: Words, line: str, word: str, tracker: Tracker, to: str) -> str:
    """The first line on the way on, else on the way back, that shows a value."""
    seen = dict[str, None]()
    for back in (False, True):
        wheels = Wheels.of(line, tracker)
        for _ in range(_FAR):
            wheels.go(back)
            value = turn_value(wheels.line, word, words.module)
            if loose(to) in _said(value):
                return wheels.line
            seen[value] = None
    known = [one for one in seen if one][:_SHOWN]
    now = turn_value(line, word, words.module)
    if loose(to) in _said(now):
        raise TableError(f"{turn_name(word, words.module)} is {now} already")
    raise Doubt(f'{turn_name(word, words.module)} has no "{to}"', to, known)


def _said(value: str) -> Iterator[str]:
    """What a player may write for a value: all of it, or that of one level."""
    yield loose(value)
    yield from (loose(one) for level in value.split(", ") for one in level.split(" / "))
