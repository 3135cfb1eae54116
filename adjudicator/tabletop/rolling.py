"""Chance in the players' stead: dice of the module's own buttons, and shuffled decks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from adjudicator.dice import NeedsDice
from adjudicator.events import NOBODY
from adjudicator.play import Play
from adjudicator.rulings import Refused, Unreadable
from adjudicator.tabletop import kept
from adjudicator.tabletop.facts import Rolled
from tables.chance import deck_name
from tables.published import DiceButton, Published
from tables.spelling import matching

MOST_SIDES, MOST_DICE = 256, 40
_PLAIN = re.compile(r"(?i)([0-9]{0,2})d([0-9]{1,3})(?:([+-])([0-9]{1,3}))?")
_SO_MANY = re.compile(r"([0-9]{1,2})\s+(?:x\s+)?(.+)")
_DICE = re.compile(r"(?i)dice$")
_ARTICLE = re.compile(r"(?i)^\s*(?:the|an?)\s+")
_FOR = re.compile(r"(?i)\s+for(?=\s)")
_KEY = 16
"""So many hidden dice of 256 sides, which nobody sees, make the key by which a deck is shuffled: 128 bits."""


def shuffled(play: Play, deck: str, cards: Sequence[str]) -> list[str]:
    """The cards of a deck in an order that nobody knows: sorted by the SHA-256 of a key of hidden dice and
    the card's id. Equal dice give the same order, so that an audit can work it out again."""
    try:
        key = bytes(
            play.roll("", f"shuffling {deck}, byte {n} of {_KEY}", 256, to=NOBODY, hidden=True) - 1
            for n in range(1, _KEY + 1)
        )
    except NeedsDice:
        name = deck_name(kept.position_of(play.state).pieces[deck]) or "a deck"
        raise NeedsDice(f"the shuffle of {name}") from None
    return sorted(cards, key=lambda card: hashlib.sha256(key + card.encode("utf-8")).digest())


def buttons(module: Published, text: str) -> Iterator[DiceButton]:
    """The dice buttons that have this name; with a number before it ("3 Xd6", "2 white dice") those that ask
    for one or roll one die, with so many dice."""
    yield from matching(text, module.dice.items())
    text = _ARTICLE.sub("", text)
    yield from matching(text, module.dice.items())
    found = _SO_MANY.fullmatch(text.strip())
    known = module.dice.items()
    named = matching(found[2], known) or matching(_DICE.sub("die", found[2]), known) if found else ()
    for button in named:
        if found and (button.asks or len(button.faces) == 1) and 1 <= int(found[1]) <= MOST_DICE:
            yield replace(button, faces=button.faces[:1] * int(found[1]))


def button_named(module: Published, text: str) -> DiceButton:
    """A dice button of the module by its name, or plain dice: "2d6", "d10+1". Raises No."""
    for button in buttons(module, text):
        return button
    found = _PLAIN.fullmatch(text.replace(" ", ""))
    if found is None:
        raise Unreadable(
            f'no dice have the name "{text}"', [f"roll {one}" for one in dict.fromkeys((*module.dice, "2d6"))]
        )
    count, sides, sign, plus = int(found[1] or 1), int(found[2]), found[3], int(found[4] or 0)
    if not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        raise Refused("", f"roll 1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides")
    faces = tuple(str(n) for n in range(1, sides + 1))
    return DiceButton(text, (faces,) * count, total=-plus if sign == "-" else plus, adds=bool(sign))


def meant(module: Published, text: str, purpose: str) -> tuple[DiceButton, str]:
    """The dice and what they are rolled for: a button may be called "Roll for supply". Raises No."""
    whole = f"{text} for {purpose}".removesuffix(" for ")
    for end in (len(whole), *(found.start() for found in reversed(list(_FOR.finditer(whole))))):
        for button in buttons(module, whole[:end]):
            return button, _FOR.sub("", whole[end:], count=1).strip()
    return button_named(module, text), purpose


def roll(play: Play, side: str, button: DiceButton, purpose: str) -> None:
    """Roll what a button rolls, a die of the desk for each of its dice. In a side's view nothing is rolled:
    no line below a roll is carried out in another way for it. Raises Refused."""
    if any(len(faces) > MOST_SIDES for faces in button.faces):
        raise Refused("", f"{button.name} has dice of more than {MOST_SIDES} sides")
    if kept.VIEW in play.state.facts:
        return
    results = []
    for n, faces in enumerate(button.faces, 1):
        name = f"{button.name}, die {n} of {len(button.faces)}" if len(button.faces) > 1 else button.name
        about = f"{name} ({purpose})" if purpose else name
        came = faces[play.roll("", about, len(faces), came=partial(_face, faces)) - 1]
        results.append(came)
    play.record(Rolled(rule="", who=side, name=button.name, result=summed(button, results), purpose=purpose))


def _face(faces: Sequence[str], value: int) -> str:
    return faces[value - 1]


def summed(button: DiceButton, results: Sequence[str]) -> str:
    """What dice came to, as players read it: "5 + 2 = 7"; what is no number is listed."""
    if not all(one.isdecimal() for one in results):
        return ", ".join(results)
    numbers = [int(one) + button.plus for one in results]
    parts = (*numbers, button.total) if button.total else numbers
    told = " + ".join(map(str, parts)).replace("+ -", "- ")
    return f"{told} = {sum(parts)}" if len(parts) > 1 else told
