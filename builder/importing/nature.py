"""What a piece of somebody's module is: its side, its type and its size, told by it or guessed from words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from builder.importing.found_pieces import Found
from counters.signs.symbols import SIZES, TYPES
from maps.space import slug

_WORD = re.compile(r"[^\W\d_]+")
# Words that tell a unit's type, in the order in which they are looked for; "~" stands at the end of a stem.
_TYPES = """
rocket~ rocket-artillery, nebelwerfer~ rocket-artillery, katyusha~ rocket-artillery,
antitank~ anti-tank, panzerj~ tank-destroyer, destroyer tank-destroyer,
flak anti-aircraft, antiaircraft anti-aircraft, aa anti-aircraft,
artill~ artillery, arty artillery, howitzer~ artillery, battery artillery, gun artillery, guns artillery,
panzergren~ mechanised, pzg mechanised, pzgr mechanised, mech~ mechanised,
motor~ motorised, mot motorised, cavalry cavalry, cav cavalry, hussar~ cavalry, dragoon~ cavalry,
armor~ armour, armour~ armour, panzer~ armour, pz armour, tank armour, tanks armour,
mountain~ mountain, alpin~ mountain, gebirgs~ mountain, jaeger~ infantry,
parachut~ parachute, para parachute, paras parachute, fallschirm~ parachute,
airborne airborne, glider airborne,
marine~ marine, usmc marine, engineer~ engineer, pioneer~ engineer, pionier~ engineer, sapper~ engineer,
recon~ reconnaissance, aufkl~ reconnaissance, scout~ reconnaissance,
headquarter~ headquarters, hq headquarters, leader~ headquarters, general~ headquarters,
commander~ headquarters, militia~ militia, partisan~ militia, volkssturm militia,
fighter~ air, bomber~ air, air air, aircraft air, supply supply, infant~ infantry, inf infantry,
grenadier~ infantry, rifle~ infantry, guard infantry, guards infantry
"""
_SIZES = """
armygroup army-group, army army, armee army, corps corps, korps corps, division~ division, div division,
brigade~ brigade, bde brigade, regiment~ regiment, regt regiment, rgt regiment, battalion~ battalion,
bataillon~ battalion, bn battalion, btn battalion, compan~ company, coy company, platoon~ platoon,
section~ section, squad~ squad
"""
_NO_UNIT = """
marker~ control~ token~ counter~ status~ vp turn round phase track~ activated activation~ chit~ card~ dice die
disrupted fired moved box~ note~ weather initiative morale hit hits level score event~ terrain ruin~ smoke
"""
_SHORTEST = 4


def words_of(texts: Iterable[str]) -> list[str]:
    """The words in texts, small, without digits: "Ger_Inf-2.png" has three."""
    return [word for text in texts for word in _WORD.findall(text.lower())]


def _table(text: str) -> tuple[tuple[str, str], ...]:
    pairs = (entry.split() for entry in text.replace("\n", " ").split(","))
    return tuple((word, meaning) for word, meaning in pairs)


@lru_cache(maxsize=4)
def _meanings(text: str, known: frozenset[str]) -> tuple[tuple[str, str], ...]:
    return tuple((word, meaning) for word, meaning in _table(text) if meaning in known)


def _fits(word: str, stem: str) -> bool:
    return word.startswith(stem[:-1]) if stem.endswith("~") else word == stem


@lru_cache(maxsize=16_384)  # asked of every piece once as it is sorted, written and counted
def _found(texts: tuple[tuple[str, ...], ...], meanings: tuple[tuple[str, str], ...]) -> str:
    """The first meaning that any of the texts has a word for; the texts that say most stand first."""
    for text in texts:
        words = words_of(text)
        for stem, meaning in meanings:
            if any(_fits(word, stem) for word in words):
                return meaning
    return ""


def _texts(piece: Found) -> tuple[tuple[str, ...], ...]:
    """What a piece says of itself: its marks, its name, its prototypes, its tabs, its pictures."""
    return tuple(piece.marks.values()), (piece.name,), piece.traits, piece.tabs, piece.images[:1]


def type_of(piece: Found) -> tuple[str, bool]:
    """The type of a unit, and whether it is told; one of which nothing is known gives ""."""
    told = piece.marks.get("Type", "")
    return (
        (told, True) if told in TYPES else (_found(_texts(piece), _meanings(_TYPES, frozenset(TYPES))), False)
    )


def size_of(piece: Found) -> tuple[str, bool]:
    """The size of a unit, and whether it is told; one of which nothing is known gives ""."""
    told = piece.marks.get("Size", "").lower()
    if "Size" in piece.marks and told in SIZES:
        return told, True
    return _found(_texts(piece), _meanings(_SIZES, frozenset(SIZES))), False


def looks_like_a_marker(piece: Found) -> bool:
    """Does its name, its prototypes or its tab say that it is no unit?"""
    words = words_of((piece.name, *piece.traits, *piece.tabs[-1:]))
    return any(_fits(word, stem) for word in words for stem in _NO_UNIT.split())


def side_of(piece: Found, sides: Mapping[str, str]) -> tuple[str, bool]:
    """The side a piece belongs to, and whether it is told outright; "" when nothing speaks for any."""
    named = [*piece.marks.values(), *piece.traits, *reversed(piece.tabs)]
    named += [tab.partition(":")[0] for tab in reversed(piece.tabs)]
    told = next((slug(name) for name in named if slug(name) in sides), "")
    if told:
        return told, True
    for text in ((*piece.traits,), tuple(reversed(piece.tabs)), (piece.name,), piece.images[:1]):
        words = words_of(text)
        found = [side for side, stems in _stems(tuple(sides.items())) if _starts(words, stems)]
        if len(found) == 1:
            return found[0], False
    return "", False


def _starts(words: Iterable[str], stems: Iterable[str]) -> bool:
    return any(word.startswith(stem) for word in words for stem in stems)


@lru_cache(maxsize=8)
def _stems(sides: tuple[tuple[str, str], ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What words of each side begin with, as "german" of "Germans"; what two sides share tells nothing."""
    own = {
        side: {_stem(word) for word in words_of((name,)) if len(word) >= _SHORTEST} for side, name in sides
    }
    times = Counter(stem for stems in own.values() for stem in stems)
    return tuple(
        (side, tuple(stem for stem in sorted(stems) if times[stem] == 1)) for side, stems in own.items()
    )


def _stem(word: str) -> str:
    return word.removesuffix("s") if len(word) > _SHORTEST else word


def guesses(units: Iterable[Found], sides: Mapping[str, str]) -> Iterator[str]:
    """How many units had their side, type or size guessed, in words for the report."""
    units = list(units)
    belongs = [side_of(unit, sides) for unit in units]
    kinds = [type_of(unit) for unit in units]
    sizes = [size_of(unit) for unit in units]
    guessed, without = sum(bool(side) and not told for side, told in belongs), belongs.count(("", False))
    if guessed:
        yield f"a guess: the side of {guessed} of {len(units)} units, from their prototypes, tabs and names"
    if without:
        yield f"nothing tells the side of {without} of {len(units)} units; they are given to the first one"
    typed = sum(bool(kind) and not told for kind, told in kinds)
    blank = sum(not kind for kind, _ in kinds)
    if typed or blank:
        yield (
            f"a guess: the type of {typed} of {len(units)} units, from names, prototypes, tabs and pictures; "
            f"nothing speaks for any type of {blank} more, which are infantry here"
        )
    sized = sum(bool(size) and not told for size, told in sizes)
    if sized:
        yield f"a guess: the size of {sized} of {len(units)} units, from names, prototypes and tabs"
