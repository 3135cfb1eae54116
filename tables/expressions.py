"""The values of VASSAL's expressions (`{Strength + "-" + Move}`) as far as they are plain arithmetic.

Names, texts, numbers, the operators of Java, `If`, `GetProperty`, `Math.abs`, `max` and `min` are worked out.
Whatever else a module writes is not known here: nothing of a module is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from operator import add, ge, gt, le, lt, mul, sub

Value = str | int | float | bool
Known = Callable[[str], str | None]
"""The text of a property by its name; None for one that is not known."""

LONGEST = 2000
"""Characters of an expression: the longest met had 700."""
_DEEPEST, _MOST = 40, 400
"""So deep are brackets at most, and so many tokens are read."""
_WHOLE, _LARGE, _SMALL = 2**31, 1e7, 1e-3
"""From here on Java's whole numbers run over, and it writes others with an exponent."""
_TOKEN = re.compile(
    r'\s*("(?:[^"\\]|\\.)*"|\d{1,9}(?:\.\d{1,9})?|\$[^$]+\$|[^\W\d][\w.]*|[=!<>]=|&&|\|\||[-+*/%<>!?:(),])'
)
_NUMBERS: Mapping[str, Callable[..., Value]] = {
    "+": add, "-": sub, "*": mul, "<": lt, ">": gt, "<=": le, ">=": ge,
}  # fmt: skip
_MATHS: Mapping[str, tuple[Callable[..., Value], int]] = {
    "Math.abs": (abs, 1), "Math.max": (max, 2), "Math.min": (min, 2),
}  # fmt: skip
_ROWS = (("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="), ("+", "-"), ("*", "/", "%"))
"""The operators of two sides, the loosest first."""

Tree = tuple[object, ...]


class NotKnown(Exception):
    """An expression that nobody here can work out, or a property that is not known."""


def worked_out(text: str, known: Known) -> str | None:
    """The value of an expression without its braces, as VASSAL would show it; None where it is not known."""
    try:
        return shown(_value(_read(text), known))
    except NotKnown:
        return None


def shown(value: Value) -> str:
    """A value as a property has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def typed(text: str) -> Value:
    """A property as VASSAL takes it in an expression: a number or a truth where it reads as one."""
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"[-+]?[0-9]{1,9}", text):
        return int(text)
    return float(text) if re.fullmatch(r"[-+]?[0-9]{1,9}\.[0-9]{1,9}", text) else text


# -- reading -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=2000)
def _read(text: str) -> Tree:
    """An expression as a tree. Raises NotKnown."""
    tokens = list(islice(_tokens(text), _MOST + 1))
    if len(tokens) > _MOST:
        raise NotKnown
    return _Reader(tokens).whole()


def _tokens(text: str) -> Iterator[str]:
    at, text = 0, text.strip()
    if len(text) > LONGEST:
        raise NotKnown
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise NotKnown
        yield found[1]
        at = found.end()


class _Reader:
    """Tokens on their way into a tree."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at, self.depth = tokens, 0, 0

    def whole(self) -> Tree:
        found = self.choice()
        if self.at < len(self.tokens):
            raise NotKnown
        return found

    def next(self, *wanted: str) -> str:
        """The next token, if it is one of these; "" otherwise."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def must(self, wanted: str) -> None:
        if not self.next(wanted):
            raise NotKnown

    def choice(self) -> Tree:
        """`a ? b : c`, or what is tighter."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise NotKnown
        found = self.row(0)
        if self.next("?"):
            yes = self.choice()
            self.must(":")
            found = ("?", found, yes, self.choice())
        self.depth -= 1
        return found

    def row(self, level: int) -> Tree:
        if level == len(_ROWS):
            return self.single()
        found = self.row(level + 1)
        while sign := self.next(*_ROWS[level]):
            found = (sign, found, self.row(level + 1))
        return found

    def single(self) -> Tree:
        if sign := self.next("!", "-"):
            self.depth += 1
            if self.depth > _DEEPEST:
                raise NotKnown
            found: Tree = ("not" if sign == "!" else "minus", self.single())
            self.depth -= 1
            return found
        if self.next("("):
            found = self.choice()
            self.must(")")
            return found
        if self.at == len(self.tokens):
            raise NotKnown
        token = self.tokens[self.at]
        self.at += 1
        if token[0] == '"':
            return ("text", re.sub(r"\\(.)", r"\1", token[1:-1]))
        if token[0].isdecimal():
            return ("text", float(token) if "." in token else int(token))
        if not (token[0] in "$_" or token[0].isalpha()):
            raise NotKnown
        if self.next("("):
            return ("call", token, *self.given())
        return ("text", token == "true") if token in ("true", "false") else ("name", token.strip("$"))

    def given(self) -> Iterator[Tree]:
        """What stands in the brackets of a call."""
        if self.next(")"):
            return
        yield self.choice()
        while self.next(","):
            yield self.choice()
        self.must(")")


# -- working out -------------------------------------------------------------------------------------------


def _value(tree: Tree, known: Known) -> Value:
    match tree:
        case ("text", str() | int() | float() as value):
            return value
        case ("name", str() as name):
            return _property(name, known)
        case ("?", tuple() as holds, tuple() as yes, tuple() as no) | (
            "call", "If", tuple() as holds, tuple() as yes, tuple() as no
        ):  # fmt: skip
            return _value(yes if _truth(holds, known) else no, known)
        case ("&&", tuple() as one, tuple() as two):
            return _truth(one, known) and _truth(two, known)
        case ("||", tuple() as one, tuple() as two):
            return _truth(one, known) or _truth(two, known)
        case ("not", tuple() as one):
            return not _truth(one, known)
        case ("minus", tuple() as one):
            return -_number(_value(one, known))
        case ("call", str() as name, *given):
            return _called(name, [one for one in given if isinstance(one, tuple)], known)
        case (str() as sign, tuple() as one, tuple() as two):
            return _joined(sign, _value(one, known), _value(two, known))
    raise NotKnown


def _called(name: str, given: Sequence[Tree], known: Known) -> Value:
    """A function of a few that are known."""
    if name == "GetProperty" and len(given) == 1:
        return _property(shown(_value(given[0], known)), known)
    function, count = _MATHS.get(name, (abs, -1))
    if len(given) != count:
        raise NotKnown
    return function(*(_number(_value(one, known)) for one in given))


def _property(name: str, known: Known) -> Value:
    text = known(name)
    if text is None:
        raise NotKnown
    return typed(text)


def _truth(tree: Tree, known: Known) -> bool:
    value = _value(tree, known)
    if not isinstance(value, bool):
        raise NotKnown
    return value


def _number(value: Value) -> int | float:
    if isinstance(value, (str, bool)):
        raise NotKnown
    return value


def _joined(sign: str, one: Value, two: Value) -> Value:
    """Two values and the operator between them, as Java has it."""
    if sign in ("==", "!="):
        alike = isinstance(one, (str, bool)) == isinstance(two, (str, bool)) and one == two
        return alike == (sign == "==")
    if sign == "+" and (isinstance(one, str) or isinstance(two, str)):
        return (shown(one) + shown(two))[:LONGEST]
    left, right = _number(one), _number(two)
    if sign in ("/", "%"):
        return _kept(_divided(sign, left, right))
    return _kept(_NUMBERS[sign](left, right))


def _kept(value: Value) -> Value:
    """A value that Java works out and writes as it is here."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    size = abs(value)
    if size >= _WHOLE if isinstance(value, int) else size and not _SMALL <= size < _LARGE:
        raise NotKnown
    return value


def _divided(sign: str, left: float, right: float) -> int | float:
    """Java cuts off what a division of whole numbers leaves, towards nought."""
    if not right:
        raise NotKnown
    if isinstance(left, int) and isinstance(right, int):
        whole = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return whole if sign == "/" else left - whole * right
    if sign == "%":
        raise NotKnown
    return left / right
