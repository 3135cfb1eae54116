"""The words of an order line: a `Lexicon` knows what players call things, a `Reader` walks the words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from adjudicator.rulings import Ambiguous, Unreadable
from adjudicator.state import Json
from files.nearest import is_connecting, nearest
from maps.space import slug

ALL = "all"
"""What stands in an order for every unit that may; its game knows which these are when it is judged."""
SHORTEST = 3
"""So many letters of a name or of a kind of order are enough where nothing else begins with them."""
ALIKE, MUCH_ALIKE = 0.7, 0.85
"""How alike several words are to a name that may be meant by them, and if those before the unknown one are
among them."""
MOST_NEAR = 256
"""Of so many words that nobody knows a lexicon remembers the nearest names: a line that is cut short in forty
ways has the same word in most of them."""
MOST_NAMED = 3
"""So many names are told at most to who wrote one that nobody knows."""
ARTICLES = ("the", "a", "an")
"""Words that may stand before a name, as in "the Stukas"; a name that begins with one is looked for first."""
HYPHENS = 8
"""So many words joined by hyphens may be the name of a space."""
_NUMBERS = re.compile(r"\d{4}(?:[-–—>]+\d{4})+")
_NUMBER = re.compile(r"\d{4}")
_ARROWS = frozenset(("->", "-->", "=>", ">", "\N{RIGHTWARDS ARROW}"))
"""What many write for "to", with blanks around it."""
_PLUS = ("&", "+")
"""Signs that stand between the things of a list: no part of a name."""
_TURNS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Signs that turn the writing round, as telephones paste them. Dice stay bound to the line as it came."""
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def _bare(word: str) -> str:
    """A word without the quotation marks around it and the stop behind it: "Convert." is an order."""
    return word.lstrip("\"'").rstrip("\"'.:!") or word


def _with_commas(name: str) -> str:
    """A name with commas in it as it is compared: "columbus,ga"."""
    return ",".join(squeeze(part) for part in name.split(","))


def squeeze(text: str) -> str:
    """A name as it is compared: no diacritics, case, blanks or punctuation."""
    return slug(text).replace("-", "")


class Lexicon:
    """The names of one kind of thing (units, spaces, chits) and the ids they stand for. Of several ids that a
    name could mean those `offered` are told, if any of them are: those of the writer, one of each that are
    alike."""

    def __init__(self, what: str, names: Iterable[tuple[str, str]], offered: Collection[str] = ()) -> None:
        self.what, self._offered = what, offered
        self.exact: dict[str, tuple[str, ...]] = {}
        self.ids: dict[str, tuple[str, ...]] = {}
        self.printed: dict[str, str] = {}
        self._near: dict[str, tuple[str, ...]] = {}
        self.apart: dict[str, tuple[str, ...]] = {}
        """Names with a comma in them, as `_with_commas` spells them -> ids."""
        told = list(names)
        for name, id_ in told:
            key = squeeze(name)
            for known, spelling in ((self.exact, slug(name)), (self.ids, key)):
                if id_ not in known.get(spelling, ()):
                    known[spelling] = (*known.get(spelling, ()), id_)
            self.printed.setdefault(key, name)
            if "," in name:
                self.apart[_with_commas(name)] = self.ids[key]
        for name, id_ in told:
            self.spelled_out(name, id_)
        self.sorted = sorted(self.ids)
        self.all = frozenset(id_ for ids in self.exact.values() for id_ in ids)
        self.longest = max((len(name.split()) for name in self.printed.values()), default=1) + 1

    def spelled_out(self, name: str, id_: str) -> None:
        """Know "Müncheberg" as "Muencheberg", too, unless that is the name of something already."""
        spelling = slug(name.translate(_SPELLED_OUT))
        if spelling != slug(name) and self.ids.setdefault(spelling.replace("-", ""), (id_,)) == (id_,):
            self.exact.setdefault(spelling, (id_,))
            self.printed.setdefault(spelling.replace("-", ""), name)

    def find(self, name: str) -> tuple[str, ...]:
        """The ids a name may stand for: exactly it, or beginning with it (three letters or more)."""
        if found := self.named(name):
            return found
        key = slug(name).replace("-", "")
        if len(key) < SHORTEST or key in ARTICLES or not self.begins(key):
            return ()
        begun = [id_ for known, ids in self.ids.items() if known.startswith(key) for id_ in ids]
        return tuple(dict.fromkeys(begun))

    def named(self, name: str) -> tuple[str, ...]:
        """The ids that have exactly this name."""
        spelling = slug(name)
        return self.exact.get(spelling) or self.ids.get(spelling.replace("-", ""), ())

    def offered(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """The ids that are told of several that a name could mean."""
        return tuple(id_ for id_ in ids if id_ in self._offered) or ids

    def doubted(self, name: str, ids: tuple[str, ...]) -> Ambiguous:
        """What to say of a name that could be any of these."""
        return Ambiguous(f'"{name}" could be {" or ".join(map(self.called, ids))}', ids)

    def called(self, id_: str) -> str:
        """What a reader is told of an id: the name that it was made from ("Südl. Oderbruch" for
        "sudl-oderbruch"), else the id itself."""
        name = self.printed.get(id_.replace("-", ""), id_)
        return name if slug(name) == id_ else id_

    def ending(self, name: str) -> tuple[str, ...]:
        """The ids of two or three things whose names end with these words: "11 Pz" of I-11 Pz and II-11 Pz. A
        word that more names end with than a refusal tells, "division", is nobody's name."""
        tail = f"-{slug(name)}"
        if len(squeeze(name)) < SHORTEST:
            return ()
        found = dict.fromkeys(id_ for known, ids in self.exact.items() if known.endswith(tail) for id_ in ids)
        return tuple(found) if 1 < len(found) <= MOST_NAMED else ()

    def calls(self, name: str) -> bool:
        """Whether this is a whole name of something, of several things maybe."""
        return slug(name) in self.exact

    def begins(self, key: str) -> bool:
        """Whether any name begins like this."""
        at = bisect_left(self.sorted, key)
        return at < len(self.sorted) and self.sorted[at].startswith(key)

    def alike(self, name: str, least: float) -> tuple[str, ...]:
        """The printed name that is most like this one, if it is as alike as that."""
        return tuple(self.printed[key] for key in nearest(name, self.ids, 1, least, squeeze))

    def nearest(self, name: str) -> tuple[str, ...]:
        """Up to three printed names that look like it, of different things; where none does, the one that is
        least unlike a name with a number in it: "then" is not a misspelled name."""
        if name not in self._near:
            close = nearest(name, self.ids, 9, fold=squeeze)
            if not close and any(map(str.isdigit, name)):
                close = nearest(name, self.ids, 1, 0.4, squeeze)
            if len(self._near) >= MOST_NEAR:
                self._near.clear()
            meant: dict[tuple[str, ...], str] = {}
            for key in close:
                meant.setdefault(self.ids[key], self.printed[key])
            self._near[name] = tuple(meant.values())[:MOST_NAMED]
        return self._near[name]


@dataclass(frozen=True, slots=True)
class Pick:
    """A name of several things in a line: the name, what it could be, and what may be taken for it. In a list
    that is all of them first."""

    name: str
    could: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]


def _readings(parts: list[str], find: Callable[[str], tuple[str, ...]]) -> list[list[str]]:
    """The ways to read parts of a word, joined by hyphens, as names of one space each: two at most, for then
    it is no name."""
    ways: list[list[list[str]]] = [*([] for _ in parts), [[]]]
    for start in reversed(range(len(parts))):
        for end in range(start + 1, min(start + HYPHENS, len(parts)) + 1):
            first = "-".join(parts[start:end])
            if ways[end] and len(find(first)) == 1:
                ways[start] = [*ways[start], *([first, *more] for more in ways[end])][:2]
    return ways[0]


class Reader:
    """The words of one order line, read from left to right. No name goes on beyond a comma that is not in it,
    and two numbers beside each other are never one: "1 21" is not 121. Where a name is that of several
    things, `way` says which of them to take, name after name, the first where it ends; without a way that is
    ambiguous. A `loose` reader passes over an article before a name and over what the thing is behind it:
    "the Stukas card"."""

    def __init__(
        self, text: str, lexicons: Mapping[str, Lexicon], way: tuple[int, ...] | None = None,
        loose: bool = False,
    ) -> None:  # fmt: skip
        text = text.translate(_TURNS)
        self.text, self.lexicons, self.way, self.loose = text, lexicons, way, loose
        self.picks: list[Pick] = []
        found = re.findall(r"([^\s,;]+)\s*([,;]?)", text)
        self.words: list[str] = ["to" if word in _ARROWS else _bare(word) for word, _ in found]
        self.commas: list[bool] = [bool(comma) for _, comma in found]
        self.at = 0
        self.cut: Ambiguous | None = None
        """What to say of the line where the name that is unknown is the end of two or three names."""

    def split(self, parts: Callable[[str], list[str]]) -> None:
        """Let some words from here on be several, as `parts` takes them apart."""
        words, commas = self.words[self.at :], self.commas[self.at :]
        del self.words[self.at :], self.commas[self.at :]
        for word, comma in zip(words, commas, strict=True):
            made = parts(word)
            self.words += made
            self.commas += [*[False] * (len(made) - 1), comma]

    def split_paths(self, kind: str) -> None:
        """Let "4409-4309-4208" and "Eydtkau-Ebenrode" be several words from here on: spaces of this kind.
        Their own names may have hyphens: "long-strait-deep-water"."""
        spaces = self.lexicons[kind]

        def parts(word: str) -> list[str]:
            found = re.split(r"[-–—>]+", word)
            if len(found) == 1 or spaces.find(word):
                return [word]
            if _NUMBERS.fullmatch(word):
                return found
            ways = _readings(found, spaces.named) or _readings(found, spaces.find)
            return ways[0] if len(ways) == 1 else [word]

        self.split(parts)

    @property
    def padded(self) -> bool:
        """Whether a loose reader may pass over any of the words."""
        whats = (lexicon.what for lexicon in self.lexicons.values())
        return not {*ARTICLES, *whats}.isdisjoint(map(str.casefold, self.words))

    def peek(self) -> str:
        """The next word in lower case, "" at the end."""
        return self.words[self.at].casefold() if self.at < len(self.words) else ""

    def number_next(self) -> bool:
        """Whether a number, or a sign that compares with one, stands behind the next word."""
        following = self.words[self.at + 1 : self.at + 2]
        return any(word.isdigit() or word in {"=", ">=", "<="} for word in following)

    def word(self, *words: str) -> str:
        """Take the next word if it is one of these; "" if it is not."""
        if self.peek() in words and self.peek():
            self.at += 1
            return str(self.words[self.at - 1]).casefold()
        return ""

    def need(self, *words: str) -> str:
        """Take one of these words, or say that it is missing."""
        found = self.word(*words)
        if not found:
            raise Unreadable(f'"{" or ".join(words)}" is missing {self.place()}')
        return found

    def place(self) -> str:
        """Where the reader stands, in words."""
        return f'before "{self.words[self.at]}"' if self.at < len(self.words) else "at the end of the line"

    def done(self) -> bool:
        """Whether every word is read."""
        return self.at >= len(self.words)

    def end(self) -> None:
        """Complain of words nobody asked for."""
        if not self.done():
            raise Unreadable(f'"{" ".join(self.words[self.at :])}" at the end of the line is not understood')

    def number(self) -> int:
        """A whole number."""
        word = self.peek()
        if not word.isascii() or not word.isdigit() or len(word) > 9:
            raise Unreadable(f"a number is missing {self.place()}")
        self.at += 1
        return int(word)

    def one(self, kind: str, stop: tuple[str, ...] = ()) -> str:
        """The id of one thing of a kind, by the longest run of words that names it."""
        return self.named(kind, stop, together=False)[0]

    def named(self, kind: str, stop: tuple[str, ...], together: bool) -> tuple[str, ...]:
        """What the next words name: one thing, or `together` all that share the name."""
        found, size = self.match(kind, stop)
        while not size and self.loose and self.word(*ARTICLES, self.lexicons[kind].what):
            found, size = self.match(kind, stop)
        if not size:
            self.unknown(kind)
        text = " ".join(self.words[self.at : self.at + size])
        self.at += size
        if self.loose and not self.commas[self.at - 1] and self.lexicons[kind].what not in stop:
            self.word(self.lexicons[kind].what)
        if len(found) == 1:
            return found
        if self.way is None or not self.lexicons[kind].calls(text):
            offered = self.lexicons[kind].offered(found)
            if len(offered) == 1 and (self.done() or self.commas[self.at - 1]):
                return offered
            raise self.lexicons[kind].doubted(text, offered)
        apart = tuple((id_,) for id_ in found)
        options = (found, *apart) if together else apart
        self.picks.append(Pick(text, found, options))
        taken = self.way[len(self.picks) - 1 :][:1]
        return options[taken[0] if taken else 0]

    def match(self, kind: str, stop: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
        """The ids named by the next words and how many words name them; 0 if none do."""
        lexicon = self.lexicons[kind]
        best: tuple[tuple[str, ...], int] = ((), 0)
        ahead: list[str] = []
        for at, word in enumerate(self.words[self.at : self.at + lexicon.longest], self.at):
            numbers = ahead and ahead[-1][-1].isdigit() and word[0].isdigit()
            if word.casefold() in stop or word in _PLUS or numbers:
                break
            ahead.append(word)
            if self.commas[at]:
                break
        if across := self.across_commas(lexicon):
            return across
        for size in range(len(ahead), 0, -1):
            found = self.meant(lexicon, " ".join(ahead[:size]))
            if len(found) == 1:
                return found, size
            if found and not best[1]:
                best = (found, size)
        return best

    def meant(self, lexicon: Lexicon, name: str) -> tuple[str, ...]:
        """The ids a name may stand for; none where a name with a number is spelled as that of something of
        another kind: 302-1 is a unit, and not the hex 3021."""
        found = lexicon.find(name)
        if not found or lexicon.calls(name) or not any(map(str.isdigit, name)):
            return found
        return () if any(one.calls(name) for one in self.lexicons.values()) else found

    def names_any(self, at: int = 0, *kinds: str) -> bool:
        """Whether the word at a place begins a name of something, of one of these kinds if there are any."""
        words = " ".join(self.words[at : at + 1]), " ".join(self.words[at : at + 2])
        lexicons = [self.lexicons[kind] for kind in kinds or self.lexicons if kind in self.lexicons]
        return any(one.calls(name) for one in lexicons for name in words)

    def across_commas(self, lexicon: Lexicon) -> tuple[tuple[str, ...], int] | None:
        """The ids and the number of words of the longest name with a comma in it, "Columbus, GA", that comes
        next; None where none does."""
        words, commas = self.words[self.at :][: lexicon.longest], self.commas[self.at :]
        for size in range(len(words) if lexicon.apart else 0, 1, -1):
            inside = zip(words[:size], [*commas[: size - 1], False], strict=True)
            name = "".join(f"{word}{',' * comma}" for word, comma in inside)
            if found := lexicon.apart.get(_with_commas(name)):
                return found, size
        return None

    def unknown(self, kind: str) -> None:
        """Say that a name is missing or not known, with the nearest ones."""
        lexicon = self.lexicons[kind]
        if self.done():
            raise Unreadable(f"the name of a {lexicon.what} is missing at the end of the line")
        word = self.words[self.at]
        if word.casefold() == ALL:
            raise Unreadable(f'"all" may not be written here: name each {lexicon.what}')
        if is_connecting(word):
            raise Unreadable(f"the name of a {lexicon.what} is missing {self.place()}")
        kinds = (one.what for one in self.lexicons.values() if one.what != lexicon.what and one.find(word))
        hint = "".join(f" (a {kind} has that name)" for kind in list(kinds)[:1])
        self.cut = None if hint else self.cut_short(lexicon)
        near = chain.from_iterable(
            map(self.guesses, () if hint else (kind,))
        )  # looked for when they are told
        raise Unreadable(f'unknown {lexicon.what} "{word}"{hint}', near)

    def cut_short(self, lexicon: Lexicon) -> Ambiguous | None:
        """What to say where the next words are the end of two or three names of a kind."""
        for end in range(self.run(self.at, 1), self.at, -1):
            name = " ".join(self.words[self.at : end])
            if found := lexicon.ending(name):
                return lexicon.doubted(name, lexicon.offered(found))
        return None

    def guesses(self, kind: str) -> tuple[str, ...]:
        """The names that may be meant by the next words: by several of them together, or with those before,
        that were taken for a name of their own, where these are much like a name; else by the next one."""
        lexicon, at = self.lexicons[kind], self.at
        after = [" ".join(self.words[at:end]) for end in range(self.run(at, 1), at + 1, -1)]
        before = [" ".join(self.words[start : at + 1]) for start in range(self.run(at, -1), at)]
        for names, alike in ((after, ALIKE), (before, MUCH_ALIKE)):
            for name in names:
                if close := lexicon.alike(name, alike):
                    return close
        return lexicon.nearest(self.words[at])

    def run(self, at: int, step: int) -> int:
        """Where the words end, in one direction from a place, that may belong to its name: two more at most,
        none that only connects names, and none beyond a comma."""
        end = at
        while abs(end - at) < 2 and 0 < end + step < len(self.words):
            comma = self.commas[end] if step > 0 else self.commas[end - 1]
            if comma or is_connecting(self.words[end + step]):
                break
            end += step
        return end + 1 if step > 0 else end

    def some(self, kind: str, stop: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The ids of one or more things of a kind, up to a stop word or the end."""
        found = list(self.named(kind, stop, together=True))
        while not self.done() and self.peek() not in stop:
            if self.word("and", *_PLUS) or self.to_number():
                continue
            found += self.named(kind, stop, together=True)
        return tuple(found)

    def who(self, kind: str, stop: tuple[str, ...]) -> dict[str, Json]:
        """Whom a line is for: {"unit": id}, or {"units": ids} of several, which stand before a stop word, or
        have a comma or "and" between them."""
        if any(word.casefold() in stop for word in self.words[self.at :]):
            found = self.some(kind, stop)
        else:
            found = self.named(kind, stop, together=True)
            while self.goes_on(kind, stop):
                found += self.named(kind, stop, together=True)
        return {"unit": found[0]} if len(found) == 1 else {"units": found}

    def goes_on(self, kind: str, stop: tuple[str, ...]) -> bool:
        """Whether a list of things of a kind goes on: "and" is next, and read, or one more behind a comma."""
        return bool(self.word("and", *_PLUS) or (self.commas[self.at - 1] and self.match(kind, stop)[1]))

    def some_or_all(self, kind: str, stop: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The ids of one or more things of a kind, or ALL."""
        return (ALL,) if self.word("all", "everybody", "everyone") else self.some(kind, stop)

    def start(self, kind: str) -> dict[str, str]:
        """ "from" and where a unit stands: {"from": id}; {} where that is not written."""
        return {"from": self.one(kind, ("to", "via"))} if self.word("from") else {}

    def path(self, kind: str) -> tuple[str, ...]:
        """The ids of spaces of a kind, one after the other: a first by any name, then as many as follow by
        their numbers."""
        found = [self.one(kind)]
        while _NUMBER.fullmatch(self.peek()) or self.to_number():
            found.append(self.one(kind))
        return tuple(found)

    def to_number(self) -> bool:
        """Whether "to" and a number are next, as in "via 3613 to 3713"; "to" is read then."""
        word = self.words[self.at + 1 : self.at + 2]
        return bool(self.peek() == "to" and word and _NUMBER.fullmatch(word[0]) and self.word("to"))

    def said(self, start: int, end: int | None = None) -> str:
        """Some of the words as they were written, with the commas between them."""
        parts = list(zip(self.words[start:end], self.commas[start:end], strict=True))
        return " ".join(
            f"{one}," if comma and n < len(parts) else one for n, (one, comma) in enumerate(parts, 1)
        )

    def behind(self, word: str) -> str | None:
        """What stands behind a word in the line, taken off it with the word; None where it is not there."""
        found = [one.casefold() for one in self.words]
        if word not in found:
            return None
        at = found.index(word)
        text = self.said(at + 1)
        del self.words[at:], self.commas[at:]
        return text
