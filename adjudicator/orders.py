"""Order lines: one order a line; each line stands or falls alone.

A `Verb` is one kind of order of a game and reads its own arguments; the names it meets are read by `reader`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import chain, islice, product

from adjudicator.reader import SHORTEST, Lexicon, Pick, Reader
from adjudicator.rulings import Ambiguous, No, Ruling, Unreadable
from adjudicator.state import Json
from files.nearest import nearest

MOST_PAIRS = 4096
"""The number of pairs of lines in the cache, at most 1 MB."""
MOST_READINGS = 16
"""The most meanings of a line that are tried. Hardly anybody writes more ambiguous names into one line."""
MOST_LINES = 500
"""The most lines a set of orders may have: twice the longest turn of any bundled game."""
NOBODY = ("no", "nobody", "none", "nothing")
"""What players write for nobody, and for no order at all."""
PASS = "pass"
"""What they write for it in every game that has an order for it."""
WAY, END = ("path", "via"), ("hex", "zone")
"""What the arguments of an order are called that lead somewhere: the spaces on the way, or the last alone."""
COMMENT = re.compile("#")
"""What begins a comment in a line, wherever it stands."""
COMMENT_APART = re.compile(r"(?<!\S)#")
"""The same for a game whose names contain "#", such as "I1#2". There it begins a comment only after a
space."""
PREFACE = re.compile(
    r"(?:(?:dear )?(?:sir|referee)\b,? )?(?:(?:and|then|now|next|finally|please) )*"
    r"(?:(?:i|we)(?:'ll|'d| will| shall| would)?(?: like to| want to)? )?(?:please )?(?=\S)",
    re.IGNORECASE,
)
"""What makes a sentence of an order: "I attack 3914", "then please move"."""
POLITE = re.compile(
    r"(?:[\s,]+(?:please|pls|plz|thanks|thank you|thx|cheers|bitte|danke)[.!]*"
    r"|\s*[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]+)+$",
    re.IGNORECASE,
)
"""Words and emoji after an order that mean nothing."""
STROKE = re.compile(r"(?:^|\s+)/(?:\s+|$)")
"""A line break as answers show it: a slash between spaces."""
_JOINED = re.compile(r"\s*[,;.]\s+(?:(?:and|then) )*|\s+and (?:then )?|\s+then ", re.IGNORECASE)
"""What stands between two orders in one line, as they are written in sentences."""
_LISTED = re.compile(r"\s*[,;]\s*(?:and )?|\s+and ", re.IGNORECASE)
"""What stands between the things of a list."""
TURNED = (
    "{verb} {who} {rest}",
    "{verb} {rest} with {who}",
    "{verb} {rest} by {who}",
    "{verb} {who} at {rest}",
)
"""Ways to write an order that began with its units: "8GA attacks Lebus"; {rest} follows the verb."""
ONE_A_LINE = 'write one order a line, or put " / " between two orders'


_DIGEST = re.compile(r" [0-9a-f]{64}(?= |$)")


def without_digest(text: str) -> str:
    """A line as its writer is told it: without the digest of a file, which the line holds for the program."""
    return _DIGEST.sub("", text)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line with a name of several things: the name, what it could be, and the arguments of each reading of
    the line. Those with the most units come first."""

    name: str
    could: tuple[str, ...]
    readings: tuple[Mapping[str, Json], ...]

    @property
    def why(self) -> str:
        """The doubt in words."""
        return f'"{self.name}" could be {" or ".join(self.could)}'

    @property
    def widest(self) -> tuple[Mapping[str, Json], ...]:
        """The readings with the most units: a single one where a name of two counters may mean both."""
        most = width(self.readings[0])
        return tuple(args for args in self.readings if width(args) == most)

    def left_out(self, args: Mapping[str, Json]) -> tuple[str, ...]:
        """What else the name could mean, if the reading with these arguments is not the widest."""
        narrow = width(args) < width(self.readings[0])
        taken = {one for value in args.values() if isinstance(value, (list, tuple)) for one in value}
        return tuple(one for one in self.could if one not in taken) if narrow else ()


def width(args: Mapping[str, Json]) -> int:
    """How many things the lists of an order name."""
    return sum(len(value) for value in args.values() if isinstance(value, (list, tuple)))


@dataclass(frozen=True, slots=True)
class Order:
    """One line, understood: its verb, its arguments, and where it stands (sheet and line from 1). Which of
    several things it means may be in doubt until it is known what is asked.

    `text` is the order without the comment behind it: it is kept, shown and read again.

    The arguments are what the journal keeps. A game reads them as a value of its own kind (`facts.read_as`);
    what any game may say is read here."""

    verb: str
    args: Mapping[str, Json] = field(default_factory=dict)
    text: str = ""
    sheet: int = 0
    line: int = 0
    doubt: Doubt | None = None

    @property
    def units(self) -> tuple[str, ...]:
        """The units that it is given to, where it says `units` or `unit`."""
        unit = self.args.get("unit")
        return tuple(self.args.get("units") or ([unit] if unit else ()))

    @property
    def advances(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The pairs of unit and path that it says, as `advances` or `advance`."""
        return tuple(self.args.get("advances") or self.args.get("advance") or ())

    @property
    def named(self) -> tuple[str, ...]:
        """The units that it is given to, else those of its advances."""
        return self.units or tuple(unit for unit, _ in self.advances)

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces that it leads to, the last one first: those of its way or its end, else of its
        advances."""
        way, end = (next(filter(None, map(self.args.get, names)), None) for names in (WAY, END))
        along = tuple(reversed(way or ())) or ((end,) if end else ())
        return along or tuple(space for _, path in self.advances for space in reversed(path))

    @property
    def topics(self) -> tuple[str, ...] | None:
        """The topics of the only questions that it answers; None for all whose verb it is."""
        return self.args.get("topics")

    def pack(self) -> Json:
        """The order as JSON-ready values, for a queue or a sealed answer."""
        packed = {
            "verb": self.verb,
            "args": dict(self.args),
            "text": self.text,
            "sheet": self.sheet,
            "line": self.line,
        }
        return packed | ({"doubt": asdict(self.doubt)} if self.doubt else {})

    def meaning(self, args: Mapping[str, Json]) -> Order:
        """The order as one of its readings."""
        return replace(self, args=args, doubt=None)

    def having(self, **args: Json) -> Order:
        """The order with these of its arguments in place of its own, or beside them."""
        return self.meaning({**self.args, **args})


def unpack(packed: Json) -> Order:
    """The order that `Order.pack` packed."""
    doubt = packed.get("doubt")
    return Order(**{**packed, "doubt": Doubt(**doubt) if doubt else None})


_OPTIONAL = re.compile(r" ?\[[^\[\]]*\]")
"""A part of an order that may be left out, as its form shows it."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of order: its words (the first is its name), how it is written, and how it is read.

    `also` are words for it that nobody is told, and that cannot be shortened.
    """

    words: tuple[str, ...]
    form: str
    read: Callable[[Reader], Mapping[str, Json]]
    help: str = ""
    also: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The verb as handlers and decisions call it."""
        return self.words[0]

    def plain(self, text: str) -> str:
        """How it is written, for who wrote this: what may be left out and was is named by HELP alone."""
        typed, form = {*text.casefold().split()}, self.form

        def kept(part: re.Match[str]) -> str:
            return part[0] if typed & {*part[0].strip(" [].").split()} else ""

        while (shorter := _OPTIONAL.sub(kept, form)) != form:
            form = shorter
        return form if form == self.form else f'{form} (more: "help {self.name}")'


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Words that players write for what is done elsewhere than in an order, and what they are told then."""

    words: tuple[str, ...] = ()
    why: str = ""


def read_nothing(words: Reader) -> Mapping[str, Json]:
    """A verb that stands alone."""
    return {}


def read_unit(words: Reader) -> Mapping[str, Json]:
    """VERB UNIT, by the lexicon "unit"."""
    return {"unit": words.one("unit")}


def read_units(words: Reader) -> Mapping[str, Json]:
    """VERB UNITS, by the lexicon "unit"."""
    return {"units": words.some("unit")}


def read_no_advance(words: Reader) -> Mapping[str, Json]:
    """no advance."""
    words.need("advance")
    return {}


@dataclass(frozen=True, slots=True)
class Grammar:
    """What one game understands: its verbs and its names, what begins a comment, which it never reads, what
    stands between orders in one line, and the words for what is done elsewhere."""

    verbs: tuple[Verb, ...]
    lexicons: Mapping[str, Lexicon]
    comment: re.Pattern[str] = COMMENT
    stroke: re.Pattern[str] = STROKE
    elsewhere: Elsewhere = Elsewhere()
    unsaid: str = ""
    """The order that is offered for a line which begins with none: "Halleck to Cairo" is a move."""
    _begun: dict[str, tuple[Verb, ...]] = field(default_factory=dict, compare=False, repr=False)
    """The kinds of order by the words that were found to begin them."""
    _same: dict[tuple[str, str], bool] = field(default_factory=dict, compare=False, repr=False)
    """Which of the last pairs of lines were read as the same order: forms ask of the same ones again."""

    def apart(self, text: str) -> tuple[str, str]:
        """What a line orders, and its comment with the spaces before it."""
        order = self.comment.split(text, maxsplit=1)[0].strip()
        return order, text.strip()[len(order) :]

    def read(self, text: str, sheet: int = 0, line: int = 0) -> Order:
        """One line as an order. Raises Unreadable or Ambiguous, with what would be near."""
        order = self.understand(text, sheet, line)
        if order.doubt and len(order.doubt.widest) > 1:
            raise Ambiguous(order.doubt.why, order.doubt.could)
        return order.meaning(order.args) if order.doubt else order

    def same(self, line: str, other: str) -> bool:
        """Whether two lines are read as the same order."""
        if (known := self._same.get((line, other))) is None:
            if len(self._same) >= MOST_PAIRS:
                self._same.clear()
            try:
                known = self.read(line).args == self.read(other).args
            except No:
                known = False
            self._same[line, other] = known
        return known

    def understand(self, text: str, sheet: int = 0, line: int = 0) -> Order:
        """One line as an order, with all it can mean where a name in it is that of several things; as long as
        nobody asks, the first. Raises Unreadable or Ambiguous."""
        text, _ = self.apart(text)
        verb, args, picks = self.reading(text, ())
        order = Order(verb.name, args, text, sheet, line)
        if not picks:
            return order
        ways = islice(product(*(range(len(pick.options)) for pick in picks)), MOST_READINGS)
        readings = sorted((self.reading(text, way)[1] for way in ways), key=width, reverse=True)
        return replace(order, doubt=Doubt(picks[0].name, picks[0].could, tuple(readings)))

    def reading(self, text: str, way: tuple[int, ...]) -> tuple[Verb, Mapping[str, Json], list[Pick]]:
        """One way to read a line: its verb, its arguments, and the names that leave a choice. A line that no
        kind of order can read is tried again without its articles."""
        text = POLITE.sub("", text)
        reader = Reader(text, self.lexicons, way)
        word, size = self.first_word(reader)
        verbs = self.verbs_of(word)
        if not verbs and text.casefold() in NOBODY and self.verb(PASS):
            return self.reading(PASS, ())
        if not verbs and (plain := PREFACE.sub("", text, count=1)) != text:
            return self.reading(plain, way)
        if not verbs:
            raise self.no_such_verb(reader)
        wrong: list[Unreadable] = []
        for loose in (False, True) if reader.padded else (False,):
            wrong.clear()
            for verb in verbs:
                reader = Reader(text, self.lexicons, way, loose) if loose or wrong else reader
                reader.at = size
                try:
                    args = verb.read(reader)
                    reader.end()
                except Unreadable as no:
                    wrong.append(Unreadable(f"{no.why}; write: {verb.plain(text)}", no.offered))
                else:
                    return verb, args, reader.picks
        raise self.declined(reader) or reader.cut or wrong[0]

    def declined(self, reader: Reader) -> Unreadable | None:
        """What to say of "no exchange" in a game in which nobody can order that: it is a "pass"."""
        known = {word for verb in self.verbs for word in verb.words}
        first, second, *more = [*map(str.casefold, reader.words), "", ""]
        if first != "no" or second not in known or any(more) or "pass" not in known:
            return None
        return Unreadable(f'"{reader.text}" is not an order. To decline, write "pass"', ("pass",))

    def first_word(self, reader: Reader) -> tuple[str, int]:
        """The word that says what kind of order a line is, and how many words it was written as: "set up" is
        "setup"."""
        word = reader.peek()
        if any(word in verb.words for verb in self.verbs_of(word)):
            return word, 1
        joined = "".join(reader.words[:2]).casefold()
        known = joined != word and any(joined in verb.words for verb in self.verbs)
        return (joined, 2) if known else (word, 1)

    def verb(self, word: str) -> Verb | None:
        """The kind of order that begins with this word, or alone with these letters, three at least."""
        return next(iter(self.verbs_of(word)), None)

    def verbs_of(self, word: str) -> tuple[Verb, ...]:
        'The kinds of order that begin with this word: "no" alone is another than "no advance".'
        if word in self._begun:
            return self._begun[word]
        if found := self._beginning(word):
            self._begun[word] = found
        return found

    def _beginning(self, word: str) -> tuple[Verb, ...]:
        exact = tuple(verb for verb in self.verbs if word in (*verb.words, *verb.also))
        short = tuple(verb for verb in self.verbs if any(one.startswith(word) for one in verb.words))
        found = exact or (short if len(word) >= SHORTEST else ())
        return found if exact or len(found) == 1 else ()

    def likely(self, text: str) -> frozenset[str]:
        """The kinds of order that a line may be meant for that was not understood, by its first word."""
        word = Reader(PREFACE.sub("", text, count=1), self.lexicons).peek()
        near = nearest(word, [one for verb in self.verbs for one in verb.words])
        found = self.verbs_of(word) or [verb for verb in self.verbs if set(near) & set(verb.words)]
        return frozenset(verb.name for verb in found)

    def no_such_verb(self, reader: Reader) -> Unreadable:
        """What to say of a line that begins with no known order."""
        if (word := reader.peek()) in self.elsewhere.words:
            return Unreadable(f'"{word}" {self.elsewhere.why}')
        known = [word for verb in self.verbs for word in verb.words]
        near = () if reader.names_any() else nearest(word, known)
        told = (
            self.begun_with(near, reader.text) or self.turned_round(reader) or self.without_verb(reader)
            or near or tuple(verb.name for verb in self.verbs)
        )  # fmt: skip
        return Unreadable(f'no order begins with "{reader.words[0] if reader.words else ""}"', told)

    def turned_round(self, reader: Reader) -> tuple[str, ...]:
        """A sentence such as "712 moves to Seelow" or "8GA attacks Lebus" as the order that it means."""
        for n, word in enumerate(map(str.casefold, reader.words[1:]), 1):
            verb = self.verb(word) or self.verb(word.removesuffix("s"))
            who, rest = reader.said(0, n), reader.said(n + 1)
            if verb is None or len(word) < SHORTEST:
                continue
            for way in TURNED[1 if reader.names_any(n + 1, "unit") else 0 :]:
                line = way.format(verb=verb.name, who=who, rest=rest).strip()
                if self.readable([line]):
                    return (line,)
        return ()

    def without_verb(self, reader: Reader) -> tuple[str, ...]:
        """A line without a verb, such as "712 to Seelow", as the order that is meant then: the usual one, or
        any whose verb makes an order for a unit of it."""
        if self.unsaid:
            return self.readable([f"{self.unsaid} {reader.text}"])
        lines = (f"{verb.name} {reader.said(0)}" for verb in self.verbs)
        meant = ((self.several_of(line) or self.readable([line])) for line in lines)
        return tuple(" / ".join(each) for each in meant if each and self.understand(each[0]).named)

    def begun_with(self, words: Iterable[str], text: str) -> tuple[str, ...]:
        """A line with each of these words in the place of its first, where that can be read: the name of its
        verb, if it is written like that too."""
        rest, found = text.partition(" ")[2], dict[str, None]()
        for word in words:
            ways = (f"{one} {rest}".strip() for verb in self.verbs_of(word) for one in (verb.name, word))
            found |= dict.fromkeys(islice(filter(lambda line: self.readable([line]), ways), 1))
        return tuple(found)

    def sheet(self, lines: Iterable[tuple[int, str]], sheet: int = 1) -> tuple[list[Order], list[Ruling]]:
        """The orders of a set, and a ruling for each line that is not an order, all without comments.
        Comments and empty lines are skipped.
        """
        orders: list[Order] = []
        rulings: list[Ruling] = []
        for number, text in lines:
            order, _ = self.apart(text)
            if not order:
                continue
            try:
                orders.append(self.understand(order, sheet, number))
            except No as no:
                unread = isinstance(no, Unreadable)
                several = (self.several_in(order) or self.several_of(order)) if unread else ()
                told = several_orders(several) if several else no
                rulings.append(Ruling(sheet, number, order, told.verdict, told.rule, told.why, told.legal))
        return orders, rulings

    def several_in(self, text: str) -> tuple[str, ...]:
        """The orders that a line holds with a comma, a semicolon or "and" between them; none unless there are
        several, and each of them can be read."""
        verbs = {word for verb in self.verbs for word in verb.words if len(word) >= SHORTEST}
        parts, end = list[str](), 0
        for cut in _JOINED.finditer(text):
            if Reader(text[cut.end() :], self.lexicons).peek() in verbs:
                parts, end = [*parts, text[end : cut.start()]], cut.end()
        parts.append(text[end:])
        whole = (self.readable([part]) or self.several_of(part) or (part,) for part in parts)
        return self.readable([*chain.from_iterable(whole)]) if len(parts) > 1 else ()

    def several_of(self, text: str) -> tuple[str, ...]:
        """The orders that a line is meant for with one verb before a list: "barrage 4308, 4309"."""
        reader = Reader(text, self.lexicons)
        _, size = self.first_word(reader)
        verb, (first, *others) = " ".join(reader.words[:size]), _LISTED.split(text)
        return self.readable([first, *(f"{verb} {other}" for other in others)]) if others else ()

    def readable(self, parts: Sequence[str]) -> tuple[str, ...]:
        """These orders if each of them can be read; else none."""
        try:
            return tuple(part for part in parts if self.understand(part))
        except No:
            return ()


def several_orders(lines: Sequence[str]) -> Unreadable:
    """What to say of a line that holds several orders."""
    return Unreadable(ONE_A_LINE, (" / ".join(lines),))


def unfolded(grammar: Grammar, lines: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Lines with strokes as they were before somebody folded them inside an order: what cannot be read at the
    end of one goes on in the next, if no order begins that. Nothing goes on after a comment."""
    found: list[tuple[int, str]] = []
    for number, text in lines:
        before = found[-1][1] if found else ""
        strokes = STROKE.search(before) or (before and STROKE.search(text))
        if strokes and not text.startswith("#") and cut_off(grammar, before, text):
            found[-1] = (found[-1][0], f"{before} {text.strip()}")
        else:
            found.append((number, text))
    return found


def cut_off(grammar: Grammar, before: str, text: str) -> bool:
    """Whether the last order of a line is incomplete, and the next line does not begin an order."""
    order, comment = grammar.apart(before)
    if comment:
        return False
    try:
        grammar.understand(grammar.stroke.split(order)[-1])
    except Ambiguous:
        return False
    except Unreadable:
        return not grammar.verbs_of(Reader(text, grammar.lexicons).peek())
    return False


def written_out(
    lines: Iterable[tuple[int, str]],
    comment: re.Pattern[str] = COMMENT_APART,
    stroke: re.Pattern[str] = STROKE,
) -> list[tuple[int, str]]:
    """The lines of a sheet, those apart that stand in one with strokes between them, as answers show them:
    "activate HQ 11 G / done". Numbers go on from the last one; a comment stays whole."""
    found: list[tuple[int, str]] = []
    for number, text in lines:
        orders = comment.split(text, maxsplit=1)[0]
        parts = [part for part in stroke.split(orders) if part.strip()]
        whole = [*parts[:-1], f"{parts[-1]}{text[len(orders) :]}"] if parts else [text]
        for part in whole:
            found.append((max(number, found[-1][0] + 1 if found else 0), part))
    return found
