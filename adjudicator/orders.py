"""Order lines: words, names and verbs. One order a line; each line stands or falls alone.

A `Lexicon` knows what players call things; a `Reader` walks the words of one line; a `Verb` is one kind
of order of a game and reads its own arguments.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from adjudicator.rulings import Ambiguous, No, Ruling, Unreadable
from adjudicator.state import Json
from maps.space import slug


@dataclass(frozen=True, slots=True)
class Order:
    """One line, understood: its verb, its arguments, and where it stands (sheet and line from 1)."""

    verb: str
    args: Mapping[str, Json] = field(default_factory=dict)
    text: str = ""
    sheet: int = 0
    line: int = 0

    def pack(self) -> Json:
        """The order as JSON-ready values, for a queue or a sealed answer."""
        return {
            "verb": self.verb,
            "args": dict(self.args),
            "text": self.text,
            "sheet": self.sheet,
            "line": self.line,
        }


@dataclass(frozen=True, slots=True)
class TableMove:
    """A unit that was moved at somebody's table, in step `n` of its log: from one space or box to another."""

    n: int
    unit: str
    origin: str
    to: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """An order line that stands for what was done in some steps of a log; without `text`, why it is none."""

    steps: tuple[int, ...]
    text: str
    why: str = ""

    @property
    def place(self) -> str:
        """Where in the log: "step 3 of the log"."""
        listed = " and ".join(map(str, self.steps))
        return f"step{'s' if len(self.steps) > 1 else ''} {listed} of the log"


def unpack(packed: Json) -> Order:
    """The order that `Order.pack` packed."""
    return Order(**packed)


SHORTEST = 3
"""So many letters of a name or of a kind of order are enough where nothing else begins with them."""
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def _bare(word: str) -> str:
    """A word without the quotation marks around it and the stop behind it: "Convert." is an order."""
    return word.lstrip("\"'").rstrip("\"'.:!") or word


def squeeze(text: str) -> str:
    """A name as it is compared: no diacritics, case, blanks or punctuation."""
    return slug(text).replace("-", "")


class Lexicon:
    """The names of one kind of thing (units, spaces, chits) and the ids they stand for."""

    def __init__(self, what: str, names: Iterable[tuple[str, str]]) -> None:
        self.what = what
        self.exact: dict[str, tuple[str, ...]] = {}
        self.ids: dict[str, tuple[str, ...]] = {}
        self.printed: dict[str, str] = {}
        told = list(names)
        for name, id_ in told:
            key = squeeze(name)
            for known, spelling in ((self.exact, slug(name)), (self.ids, key)):
                if id_ not in known.get(spelling, ()):
                    known[spelling] = (*known.get(spelling, ()), id_)
            self.printed.setdefault(key, name)
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
        spelling = slug(name)
        if spelling in self.exact:
            return self.exact[spelling]
        key = spelling.replace("-", "")
        if key in self.ids:
            return self.ids[key]
        if len(key) < SHORTEST or not self.begins(key):
            return ()
        found = [id_ for known, ids in self.ids.items() if known.startswith(key) for id_ in ids]
        return tuple(dict.fromkeys(found))

    def begins(self, key: str) -> bool:
        """Whether any name begins like this."""
        at = bisect_left(self.sorted, key)
        return at < len(self.sorted) and self.sorted[at].startswith(key)

    def nearest(self, name: str) -> tuple[str, ...]:
        """Up to three printed names that look like it; where none does, the one that is least unlike it."""
        key, known = squeeze(name), list(self.ids)
        close = difflib.get_close_matches(key, known, n=3, cutoff=0.6)
        close = close or difflib.get_close_matches(key, known, n=1, cutoff=0.4)
        return tuple(dict.fromkeys(self.printed[key] for key in close))


class Reader:
    """The words of one order line, read from left to right. No name goes on beyond a comma, and two numbers
    beside each other are never one: "1 21" is not 121."""

    def __init__(self, text: str, lexicons: Mapping[str, Lexicon]) -> None:
        self.text, self.lexicons = text, lexicons
        found = re.findall(r"([^\s,;]+)\s*([,;]?)", text)
        self.words: list[str] = [_bare(word) for word, _ in found]
        self.commas: list[bool] = [bool(comma) for _, comma in found]
        self.at = 0

    def split(self, parts: Callable[[str], list[str]]) -> None:
        """Let some words from here on be several, as `parts` takes them apart."""
        words, commas = self.words[self.at :], self.commas[self.at :]
        del self.words[self.at :], self.commas[self.at :]
        for word, comma in zip(words, commas, strict=True):
            made = parts(word)
            self.words += made
            self.commas += [*[False] * (len(made) - 1), comma]

    def peek(self) -> str:
        """The next word in lower case, "" at the end."""
        return self.words[self.at].casefold() if self.at < len(self.words) else ""

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
            raise Unreadable(f"«{' or '.join(words)}» is missing {self.place()}", words)
        return found

    def place(self) -> str:
        """Where the reader stands, in words."""
        return f"before «{self.words[self.at]}»" if self.at < len(self.words) else "at the end of the line"

    def done(self) -> bool:
        """Whether every word is read."""
        return self.at >= len(self.words)

    def end(self) -> None:
        """Complain of words nobody asked for."""
        if not self.done():
            raise Unreadable(
                f"I do not understand «{' '.join(self.words[self.at :])}» at the end of the line"
            )

    def number(self) -> int:
        """A whole number."""
        word = self.peek()
        if not word.isascii() or not word.isdigit() or len(word) > 9:
            raise Unreadable(f"a number is missing {self.place()}")
        self.at += 1
        return int(word)

    def one(self, kind: str, stop: tuple[str, ...] = ()) -> str:
        """The id of one thing of a kind, by the longest run of words that names it."""
        found, size = self.match(kind, stop)
        if not size:
            self.unknown(kind)
        text = " ".join(self.words[self.at : self.at + size])
        self.at += size
        if len(found) > 1:
            raise Ambiguous(f"«{text}» could be {' or '.join(found)}", found)
        return found[0]

    def match(self, kind: str, stop: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
        """The ids named by the next words and how many words name them; 0 if none do."""
        lexicon = self.lexicons[kind]
        best: tuple[tuple[str, ...], int] = ((), 0)
        ahead: list[str] = []
        for at, word in enumerate(self.words[self.at : self.at + lexicon.longest], self.at):
            if word.casefold() in stop or (ahead and ahead[-1][-1].isdigit() and word[0].isdigit()):
                break
            ahead.append(word)
            if self.commas[at]:
                break
        for size in range(len(ahead), 0, -1):
            found = lexicon.find(" ".join(ahead[:size]))
            if len(found) == 1:
                return found, size
            if found and not best[1]:
                best = (found, size)
        return best

    def unknown(self, kind: str) -> None:
        """Say that a name is missing or not known, with the nearest ones."""
        lexicon = self.lexicons[kind]
        if self.done():
            raise Unreadable(f"the name of a {lexicon.what} is missing at the end of the line")
        word = self.words[self.at]
        kinds = (one.what for one in self.lexicons.values() if one.what != lexicon.what and one.find(word))
        hint = "".join(f" (there is a {kind} of that name)" for kind in list(kinds)[:1])
        raise Unreadable(f"I know no {lexicon.what} called «{word}»{hint}", lexicon.nearest(word))

    def some(self, kind: str, stop: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The ids of one or more things of a kind, up to a stop word or the end."""
        found = [self.one(kind, stop)]
        while not self.done() and self.peek() not in stop:
            if self.word("and", "&", "+"):
                continue
            found.append(self.one(kind, stop))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of order: its words (the first is its name), how it is written, and how it is read."""

    words: tuple[str, ...]
    form: str
    read: Callable[[Reader], Mapping[str, Json]]
    help: str = ""

    @property
    def name(self) -> str:
        """The verb as handlers and decisions call it."""
        return self.words[0]


@dataclass(frozen=True, slots=True)
class Grammar:
    """What one game understands: its verbs and its names."""

    verbs: tuple[Verb, ...]
    lexicons: Mapping[str, Lexicon]

    def read(self, text: str, sheet: int = 0, line: int = 0) -> Order:
        """One line as an order. Raises Unreadable or Ambiguous, with what would be near."""
        reader = Reader(text, self.lexicons)
        word = reader.peek()
        verb = self.verb(word)
        if verb is None:
            raise self.no_such_verb(reader)
        reader.at += 1
        try:
            args = verb.read(reader)
            reader.end()
        except Unreadable as no:
            raise Unreadable(f"{no.why}; write: {verb.form}", no.legal) from None
        return Order(verb.name, args, text.strip(), sheet, line)

    def verb(self, word: str) -> Verb | None:
        """The kind of order that begins with this word, or alone with these letters, three at least."""
        exact = [verb for verb in self.verbs if word in verb.words]
        short = [verb for verb in self.verbs if any(one.startswith(word) for one in verb.words)]
        found = exact or (short if len(word) >= SHORTEST else [])
        return found[0] if exact or len(found) == 1 else None

    def no_such_verb(self, reader: Reader) -> Unreadable:
        """What to say of a line that begins with no known order."""
        known = [word for verb in self.verbs for word in verb.words]
        near = tuple(difflib.get_close_matches(reader.peek(), known, n=3, cutoff=0.6))
        near = near or tuple(verb.name for verb in self.verbs)
        return Unreadable(f"no order begins with «{reader.words[0] if reader.words else ''}»", near)

    def sheet(self, lines: Iterable[tuple[int, str]], sheet: int = 1) -> tuple[list[Order], list[Ruling]]:
        """The orders of a sheet, and a ruling for each line that is none; each keeps the words of its line.

        Comments and blanks are skipped.
        """
        orders: list[Order] = []
        rulings: list[Ruling] = []
        for number, text in lines:
            bare = text.split("#", 1)[0].strip()
            if not bare:
                continue
            try:
                orders.append(replace(self.read(bare, sheet, number), text=text.strip()))
            except No as no:
                rulings.append(Ruling(sheet, number, text.strip(), no.verdict, no.rule, no.why, no.legal))
        return orders, rulings
