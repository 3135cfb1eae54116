"""The templates of a game as Jinja2 has them: its own where it has one, else the common one."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2 import __version__ as jinja_version
from jinja2.bccache import Bucket
from jinja2.filters import do_forceescape, do_mark_safe
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

from files.whole import write_whole
from templates.folding import NO_NAMES, fold, whole_orders

COMMON = Path(__file__).parent


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
    """What templates have been compiled to: the common ones once, not once for each game. With a `folder` a
    later process finds it there, as Python finds its compiled modules."""

    def __init__(self, folder: Path | None = None) -> None:
        self.code: dict[tuple[str, str], bytes] = {}
        self.folder = folder
        self.maker = f"{jinja_version} {sha256(Path(__file__).read_bytes()).hexdigest()}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what its template was compiled to, if it was."""
        if found := self.code.get((bucket.key, bucket.checksum)) or self._read(bucket):
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template was compiled to."""
        made = self.code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()
        if self.folder and not sys.dont_write_bytecode and self.folder.is_dir():
            with suppress(OSError):  # a folder that cannot be written costs time
                write_whole(self._file(self.folder, bucket), self._mark(bucket) + made)

    def _read(self, bucket: Bucket) -> bytes:
        """What the folder has of a template as it is now; b"" for nothing."""
        mark = self._mark(bucket)
        try:
            found = self._file(self.folder, bucket).read_bytes() if self.folder else b""
        except OSError:
            return b""
        return found.removeprefix(mark) if found.startswith(mark) else b""

    def _mark(self, bucket: Bucket) -> bytes:
        """What compiled code hangs on: the template, and who compiles it."""
        return sha256(f"{bucket.checksum} {self.maker}".encode()).digest()

    def _file(self, folder: Path, bucket: Bucket) -> Path:
        return folder / f"{bucket.key}.{sys.implementation.cache_tag}.j2c"


_COMPILED = {Environment: Compiled(Path(cache_from_source(__file__)).parent), Sandbox: Compiled()}
"""A sandbox compiles otherwise, and what is not ours: none of that is kept."""


@pass_context
def folded(context: Context, text: str, first: str = "", rest: str | None = None) -> str:
    """`fold` in a template: the printed names of the page's game stay whole."""
    return fold(text, first, rest, names=context.get("printed_names", NO_NAMES))


def cited(rule: str) -> str:
    """A clause behind what it says, in plain text; nothing for none."""
    return f" [{rule}]" if rule else ""


def cited_small(rule: str) -> str:
    """A clause behind what it says, on a page. A macro would take five times as long, and a report has a
    hundred of them."""
    return do_mark_safe(f' <span class="r">[{do_forceescape(rule)}]</span>') if rule else ""


def environment(game: str) -> Environment:
    """The templates that a game sees: its own folder first, then the common ones."""
    if bundled := _bundled(game):
        return _made(Environment, bundled)
    own = Path(game) / "templates"
    return _made(Sandbox, own) if own.is_dir() else _made(Environment, COMMON)


@cache
def _bundled(game: str) -> Path | None:
    """The folder of templates that comes along for a game; None where none does."""
    folder = COMMON / game
    return folder if folder.parent == COMMON and folder.is_dir() else None


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
    for read in (cited, cited_small, whole_orders):
        made.filters[read.__name__] = read
    made.filters["fold"] = folded
    return made
