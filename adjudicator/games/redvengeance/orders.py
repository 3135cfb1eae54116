"""The orders of Red Vengeance: a verb, bare words, and `key=value`; the README lists them all.

    BUY I1 x1 mode=reserve hex=K14        REPORT CVP of=russian suffered=165 vehicles=10
    CROSS T5 side=K10/K11 mp=half tons=46 ce=yes fire=survived

Hexes are written K13, with a level after a colon K13:1 (R the roof, S the S-Bahn), hexsides I8/I9. Dice are
always the referee's: no order has one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from adjudicator.orders import COMMENT_APART, Grammar, Order, Verb
from adjudicator.play import Play
from adjudicator.reader import ALL, Lexicon, Reader
from adjudicator.rulings import Refused, Unreadable, rule
from adjudicator.state import Json, State
from adjudicator.typed_values import read_as
from counters.roster.load import load_roster
from files.nearest import nearest
from maps.reading.load import load_board

from .charts import cells, spelt
from .position import GAME, SIDES

_PLACE = re.compile(r"([A-Za-z]{1,2})(\d{1,2})(?::([0-9CcRrSs]))?")
_SIDE = re.compile(r"([A-Za-z]{1,2}\d{1,2})/([A-Za-z]{1,2}\d{1,2})")
_TIMES = re.compile(r"[xX](\d{1,4})")
_NUMBER = re.compile(r"[+-]?\d{1,6}")
LONGEST_ROW = 40
"""How many hexes a row in an order holds at most."""
YES, NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")


@dataclass(frozen=True, slots=True)
class Said:
    """What a line says. `what` are the bare words after the verb, hexes among them in one spelling; `times`
    the number of "x3"; `more` the keys of a report that no other order knows. What is not said is "", (),
    False, or None for a number. `but` is not among the keys: the units that "all" does not include
    (`rest_of`)."""

    what: tuple[str, ...] = ()
    times: int = 1
    mode: str = ""
    hex: str = ""
    area: str = ""
    prereg: tuple[str, ...] = ()
    carrier: str = ""
    cap: int | None = None
    ca: int | None = None
    nca: int | None = None
    unit: str = ""
    side: str = ""
    conceal: bool = False
    cloak: bool = False
    hidden: bool = False
    concealment: bool = False
    trench: bool = False
    states: tuple[str, ...] = ()
    from_: str = ""
    free: bool = False
    observer: str = ""
    n: int | None = None
    of: str = ""
    suffered: int | None = None
    vehicles: int | None = None
    moabit: int | None = None
    capture: int | None = None
    refit: int | None = None
    elr: int | None = None
    start: str = ""
    now: str = ""
    by: str = ""
    number: int | None = None
    place: str = ""
    b: int | None = None
    circled: bool = False
    vehicular: bool = False
    nonqualified: bool = False
    al: str = ""
    inexperienced: bool = False
    turn: int | None = None
    mp: str = ""
    labor: int | None = None
    tons: int | None = None
    ce: bool = False
    red: bool = False
    riders: bool = False
    vbm: bool = False
    fire: str = ""
    leader: str = ""
    column: int | None = None
    withdrew: str = ""
    task: str = ""
    result: str = ""
    with_: str = ""
    phase: str = ""
    ml: int | None = None
    dm: bool = False
    abandoned: bool = False
    removed: str = ""
    boresight: str = ""
    but: tuple[str, ...] = ()
    more: Mapping[str, str] = field(default_factory=dict)

    @property
    def about(self) -> str:
        """The first bare word in capitals: the chit, the group, the item, the kind of a report."""
        return self.what[0].upper() if self.what else ""

    @property
    def rest(self) -> tuple[str, ...]:
        """The bare words after the first."""
        return self.what[1:]


def said(order: Order) -> Said:
    """What an order says."""
    return read_as(Said, order.args)


def rest_of(order: Order, sheet: Iterable[Order]) -> Order:
    """An order in which "all" means the units that none of the other orders names."""
    if ALL not in map(str.casefold, said(order).what):
        return order
    others = (said(one) for one in sheet if one is not order)
    named = tuple(dict.fromkeys(name for one in others for name in (*one.what, one.unit) if name))
    return order.having(but=named) if named else order


# -- how a value is read -----------------------------------------------------------------------------------


def column(hex_: str) -> int:
    """The number of a hex's column: 0 for A, 26 for AA."""
    letters = hex_.rstrip("0123456789")
    return ord(letters[0]) - ord("A") + 26 * (len(letters) - 1)


def row(hex_: str) -> int:
    """The number of a hex in its column."""
    return int(hex_.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def place_of(text: str) -> str | None:
    """A hex with its level in one spelling: "k13:r" as "K13:R"; None if it is not a hex."""
    found = _PLACE.fullmatch(text)
    if not found:
        return None
    letters, number, level = found.groups()
    return f"{letters.upper()}{int(number)}{f':{level.upper()}' if level else ''}"


def hexside_of(text: str) -> str | None:
    """A hexside in one spelling, the hex of the lower column first: "i9/i8" as "I8/I9"; None for none."""
    found = _SIDE.fullmatch(text)
    if not found:
        return None
    hexes = [place_of(one) or "" for one in found.groups()]
    return "/".join(sorted(hexes, key=lambda one: (column(one), row(one))))


def _read(find: Callable[[str], Json], what: str) -> Callable[[str], Json]:
    """A reader of values that raises Unreadable for a text in which nothing is found."""

    def read(text: str) -> Json:
        if (found := find(text)) is None:
            raise Unreadable(f'"{text}" is not a {what}')
        return found

    return read


def number_in(text: str) -> int | None:
    """The whole number of at most six digits that a text is; None for anything else, such as "²" or "--5"."""
    return int(text) if _NUMBER.fullmatch(text) else None


def _words(text: str) -> tuple[str, ...]:
    return tuple(one.casefold() for one in text.split(",") if one)


def _yes(text: str) -> bool:
    if text.casefold() not in (*YES, *NO):
        raise Unreadable(f'"{text}" is neither yes nor no', ("yes", "no"))
    return text.casefold() in YES


_place = _read(place_of, "hex; write one as K13, with a level as K13:1 or K13:R")
READERS: Mapping[str, Callable[[str], Json]] = {
    "place": _place,
    "places": lambda text: tuple(_place(one) for one in text.split(",") if one),
    "hexside": _read(hexside_of, "hexside; write one as I8/I9"),
    "number": _read(number_in, "whole number"),
    "words": _words,
    "yes": _yes,
    "lower": str.casefold,
    "text": str,
}
KEYS = {row["key"]: READERS[row["read"]] for row in cells("keys.csv")}
"""Key of an order -> how its value is read, from `keys.csv`."""
COUNTED = ("buy", "fpp")
"""Verbs of lines in which "x3" is a number of pieces; in all others it is a hex of column X."""
SPOKEN = tuple(
    (re.compile(spoken, re.IGNORECASE), plain)
    for spoken, plain in (
        (r"(?<!\S)(?:x|times) (\d{1,4})(?!\S)", r"x\1"),
        (r"(?<!\S)(\d{1,4}) ?(?:x|times)(?!\S)", r"x\1"),
        (r"^(\d{1,4}) (?=\S)", r"x\1 "),
        (r"(?<!\S)on (?:the )?map(?!\S)", "mode=map"),
        (r"(?<!\S)in reserve(?!\S)", "mode=reserve"),
        (r"(?<!\S)dug[ -]in(?!\S)", "mode=dugin"),
    )
)
"""How players write the number and the mode of a purchase -> how it is read."""
PLACED = ("setup", "hip", "reserve", "enter", "fpp")
"""Verbs of lines that say with "hex=" where."""
_AT = re.compile(r"(?<!\S)(?:at|in|on|hex) (?:hex )?([A-Za-z]{1,2}\d{1,2}(?::[0-9CcRrSs])?)(?!\S)")
_SMALL = re.compile(r" (?:the|at|in|on|and|hex(?:es)?)(?= )", re.IGNORECASE)
FREE = ("report",)
"""Verbs that may have other keys besides: what happened at the table has many names."""


def read_words(verb: str) -> Callable[[Reader], Mapping[str, Json]]:
    """How the lines of a verb are read: bare words and keys, in any order."""

    def read(words: Reader) -> Mapping[str, Json]:
        texts = _plain(verb, _joined(words))
        words.at = len(words.words)
        bare = [one for one in texts if "=" not in one]
        found: dict[str, Json] = {}
        more: dict[str, str] = {}
        for text in texts:
            if "=" in text:
                _take(verb, text, found, more)
        times = [one for one in bare if verb in COUNTED and len(bare) > 1 and _TIMES.fullmatch(one)]
        if times:
            found["times"] = int(times[0][1:])
        left = (one for one in bare if one not in times)
        what = tuple(word for one in left for part in one.split(",") if part for word in _hexes_or_word(part))
        return {**({"what": what} if what else {}), **found, **({"more": more} if more else {})}

    return read


def _plain(verb: str, texts: list[str]) -> list[str]:
    """The words of an order, with what players write in other words: "2 x I1 on the map", "GE-I1#1 at K13",
    "the snipers in B12 and R12"."""
    line = " ".join(texts)
    for spoken, plain in SPOKEN if verb in COUNTED else ():
        line = spoken.sub(plain, line)
    if verb in PLACED and line.casefold().removeprefix("the ").startswith("snipers "):
        return _SMALL.sub(" ", f" {line}").replace(",", " ").split()
    return (_AT.sub(r"hex=\1", line) if verb in PLACED else line).split()


def _joined(words: Reader) -> list[str]:
    """The words of an order after its verb, with those that commas join as one: "prereg=I8, J7"."""
    found: list[str] = []
    go_on = False
    for at in range(words.at, len(words.words)):
        if go_on and "=" not in words.words[at]:
            found[-1] += f",{words.words[at]}"
        else:
            found.append(words.words[at])
        go_on = words.commas[at]
    return found


def _take(verb: str, text: str, found: dict[str, Json], more: dict[str, str]) -> None:
    """Read "key=value" into what is found. Raises Unreadable for a key that is unknown or said twice."""
    key, _, value = text.partition("=")
    key = key.casefold()
    if key in found or key in more:
        raise Unreadable(f'"{key}=" is twice in the line')
    if not value:
        raise Unreadable(f'nothing follows "{key}="')
    if key in KEYS:
        found[key] = KEYS[key](value)
    elif verb in FREE and key:
        more[key] = value
    else:
        raise Unreadable(f'no order knows "{key}="', nearest(key, KEYS) or tuple(KEYS))


def _hexes_or_word(text: str) -> tuple[str, ...]:
    """The hexes of a row, "K12-K15" in a column or "K12-N12" across; else one word, hexes and hexsides in one
    spelling."""
    first, _, last = text.partition("-")
    ends = [place_of(one) for one in (first, last)]
    if None in ends or any(":" in one for one in ends if one):
        return (place_of(text) or hexside_of(text) or text,)
    (from_, at), (to, upto) = ((column(one), row(one)) for one in ends if one)
    if from_ != to and at != upto:
        raise Unreadable(f'"{text}" is not a row of hexes; write one as K12-K15 or K12-N12')
    columns, rows = range(min(from_, to), max(from_, to) + 1), range(min(at, upto), max(at, upto) + 1)
    if len(columns) * len(rows) > LONGEST_ROW:
        raise Unreadable(f'"{text}" has more than {LONGEST_ROW} hexes; write them in two rows')
    return tuple(f"{_letters(one)}{number}" for one in columns for number in rows)


def _letters(number: int) -> str:
    """The letters of a column by its number: 0 is A, 26 AA, 27 BB."""
    return chr(ord("A") + number % 26) * (1 + number // 26)


# -- the verbs ---------------------------------------------------------------------------------------------


VERBS: tuple[Verb, ...] = tuple(
    Verb((row["verb"],), f"{row['verb']} {row['form']}".strip(), read_words(row["verb"]), row["does"])
    for row in cells("verbs.csv")
)
"""The verbs. How much of a line is read is judged (`check_read`), not what is understood."""


def grammar(side: str = "") -> Grammar:
    """What players of a side may write; it is the same for both, and judged by who writes it."""
    return _for_both()


@cache
def _for_both() -> Grammar:
    board, roster = load_board(GAME), load_roster(GAME)
    units = [(word, c.id) for c in roster.counters.values() for word in (c.id, *c.aliases)]
    lexicons = {"unit": Lexicon("counter", units), "zone": Lexicon("hex", board.names())}
    return Grammar(VERBS, lexicons, COMMENT_APART)


@cache
def syntax() -> Grammar:
    """The verbs alone, for lines that the game writes itself."""
    return Grammar(VERBS, {}, COMMENT_APART)


@lru_cache(maxsize=4096)
def read_line(text: str) -> Order:
    """A line as an order, as players write it. Raises Unreadable."""
    return syntax().read(text)


def written(order: Order) -> str:
    """A line in one spelling, whatever the order of its keys: two lines that say the same are equal."""
    keys = dict(order.args)
    what, more, times = keys.pop("what", ()), keys.pop("more", {}), keys.pop("times", 0)
    told = (f"{key}={_written(value)}" for key, value in sorted({**keys, **more}.items()))
    return " ".join([order.verb, *what, *([f"x{times}"] if times else []), *told])


def _written(value: Json) -> str:
    if isinstance(value, bool):
        return spelt(value)
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


Take = Callable[[Play, str, Order], None]
"""Take a line of a side: records what follows, or raises Refused before anything is recorded."""
Run = Callable[[Play], None]
"""What the referee does by himself at a step of the Refit Phase."""
Book = Callable[[Play, Said], None]
"""What follows from a report once it is booked."""


@dataclass(frozen=True, slots=True)
class Report:
    """One kind of report.

    check  raises Refused for one that cannot be true: it is asked when a line is filed, and once more when it
           is booked
    book   records what follows, once both sides have filed the same, or at once where it is not `joint`
    opens  whether what it reports shows its unit to the enemy. Any other report about a unit that the
           enemy does not see is the owner's alone: only the owner files it and is told of it
    keys   the further keys that it may have; None for any
    steps  the segments in which it may be filed, `PLAY` among them; () for all from the play to 8.615
    alone  when one side files alone what is `joint` else; None for never
    """

    check: Callable[[State, str, Said], None]
    book: Book
    joint: bool = True
    opens: bool = False
    keys: tuple[str, ...] | None = None
    steps: tuple[str, ...] = ()
    alone: Callable[[State, Said], bool] | None = None


Orders = Mapping[str, Take]
Reports = Mapping[str, Report]
Steps = Mapping[str, Run]


NUMBER = "RePh0.1"
LISTS = ("SNIPERS", "AREA", "PERIMETER", "UNCONTROLLED", "VACATED", "SEWER")
"""Kinds of reports that read any number of bare words: hexes."""
STEP = "STEP"
"""The kind that reads the number of a step, and after it what happened there, in words."""
NUMBERS = ("dr", "th", "tk", "colored", "mf")
"""Keys of reports that take one number."""
KEY = re.compile(r"(\w+)=")


@dataclass(frozen=True, slots=True)
class Reads:
    """What the orders of a verb may hold: how many bare words, None for any number; and these keys."""

    most: int | None
    keys: tuple[str, ...]


@cache
def reads(verb: str) -> Reads:
    """What is read of a line of a verb."""
    row = next(row for row in cells("verbs.csv") if row["verb"] == verb)
    keys = dict.fromkeys((*KEY.findall(row["form"]), *row["also"].split()))
    return Reads(int(row["most"]) if row["most"] else None, tuple(keys))


@rule(NUMBER)
def check_read(order: Order) -> None:
    """A line says nothing that nobody reads: a second unit where one is named, a key of another verb. Raises
    Refused."""
    check_words(order)
    if order.verb in FREE:
        for key, value in said(order).more.items():
            if key in NUMBERS and "," in value:
                why = f'"{key}={value}" is more than one number. The whole line is refused'
                raise Refused(NUMBER, why)
        return
    keys = reads(order.verb).keys
    if unread := [key for key in order.args if key not in {"what", "times", "more", "but", *keys}]:
        near = tuple(f"{key}=" for key in nearest(unread[0], keys) or keys)
        raise Refused(NUMBER, f'"{order.verb}" has no "{unread[0]}=": nothing of the line is done', near)


HARDENS = "bh"
"""The verb that is short for a report: `bh UNIT` for `report BH unit=UNIT`."""


def as_report(order: Order) -> Order:
    """A line of a verb that is short for a report, as that report; any other as it is. Raises Refused for a
    word that the verb does not read."""
    if order.verb != HARDENS:
        return order
    check_read(order)
    line = said(order)
    unit = line.unit or next(iter(line.what), "")
    more = line.what if line.unit else line.what[1:]
    about = {"unit": unit} if unit else {}
    return replace(order, verb="report", args={"what": (HARDENS.upper(), *more), **about})


def check_bare(order: Order) -> None:
    """A pass that ends purchases or a set-up names no step. Raises Refused."""
    if words := said(order).what:
        raise Refused(NUMBER, f'"{words[0]}" may not be in "{order.verb}" here', (order.verb,))


def check_words(order: Order) -> None:
    """Check that an order has only as many bare words as its verb reads. Raises Refused."""
    line, most, name = said(order), reads(order.verb).most, order.verb
    if order.verb in FREE:
        most, name = 1, f"{order.verb} {line.about}".strip()
        if line.about == STEP:
            most = 2 if line.unit else None
        elif line.about in LISTS:
            most = None
    if most is not None and len(line.what) > most:
        why = f'"{line.what[most]}" is one word too many for "{name}". The whole line is refused'
        raise Refused(NUMBER, f"{why}. Write a line of its own for each")


def check_side(line: Said, clause: str, what: str = "whose it is") -> None:
    """A line says of= and one of the sides. Raises Refused."""
    if line.of not in SIDES:
        raise Refused(clause, f"of= says {what}", tuple(f"of={one}" for one in SIDES))
