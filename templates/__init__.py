"""Pages for people: Jinja2 templates, the game's own where it has one, else the common one.

HTML is escaped, and a name that is not given is an error, never a gap. Where a user's game brings templates
of its own, its pages are made in a sandbox; ours need none.
"""

from __future__ import annotations

import re
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from jinja2.sandbox import SandboxedEnvironment

COMMON = Path(__file__).parent
WIDTH = 76
_WHOLE = "\x1f"
"""A space at which no line is folded."""
_LONGEST_WHOLE = 60
_APART = re.compile(r"((?<=;) |(?<=:) | / )")


def render(page: str, game: str | Path, **facts: Any) -> str:
    """The page of a game ("report.txt", "report.html", ...) with these facts filled in.

    Raises jinja2.TemplateNotFound for a page there is not, jinja2.UndefinedError for a missing fact.
    """
    return environment(str(game)).get_template(f"{page}.j2").render(**facts)


class Sandbox(SandboxedEnvironment):
    """The sandbox of Jinja2, which asks of each attribute once for each class whether it is safe."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.known: dict[tuple[type, str], bool] = {}

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may see this; for anything but a class its own class alone decides that."""
        if isinstance(obj, type):
            return super().is_safe_attribute(obj, attr, value)
        key = (type(obj), attr)
        if key not in self.known:
            self.known[key] = super().is_safe_attribute(obj, attr, value)
        return self.known[key]


class Compiled(BytecodeCache):
    """What templates have been compiled to in this process: the common ones once, not once for each game."""

    def __init__(self) -> None:
        self.code: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what its template was compiled to, if it was."""
        if found := self.code.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template was compiled to."""
        self.code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


_COMPILED = {Environment: Compiled(), Sandbox: Compiled()}
"""A sandbox compiles otherwise."""


def environment(game: str) -> Environment:
    """The templates that a game sees: its own folder first, then the common ones."""
    bundled = COMMON / game
    if bundled.parent == COMMON and bundled.is_dir():
        return _made(Environment, bundled)
    own = Path(game) / "templates"
    return _made(Sandbox, own) if own.is_dir() else _made(Environment, COMMON)


@cache
def _made(kind: type[Environment], own: Path) -> Environment:
    """An environment of the templates of a folder, and of the common ones after it."""
    made = kind(
        loader=FileSystemLoader([own, COMMON], encoding="utf-8"),
        autoescape=lambda name: bool(name and name.endswith(".html.j2")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        bytecode_cache=_COMPILED[kind],
    )
    made.filters["fold"] = fold
    made.filters["whole_orders"] = whole_orders
    return made


def fold(text: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> str:
    """A paragraph wrapped for plain text; `first` begins its first line, `rest` (else blanks) the others."""
    if text and len(first) + len(text) <= width and text == " ".join(text.split()):
        return first + text  # nothing to wrap, as with most lines
    other = " " * len(first) if rest is None else rest
    folded = textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=other,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return folded.replace(_WHOLE, " ")


def whole_orders(text: str) -> str:
    """Orders parted by semicolons or strokes, none of which `fold` breaks, if it fits into a line at all: who
    copies a line has all of it."""
    parts = _APART.split(text)
    parts[::2] = (part.replace(" ", _WHOLE) if len(part) <= _LONGEST_WHOLE else part for part in parts[::2])
    return "".join(parts)
