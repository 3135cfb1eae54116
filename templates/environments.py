"""The templates of a game as Jinja2 has them: its own where it has one, else the common one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from jinja2.sandbox import SandboxedEnvironment

from templates.folding import fold, whole_orders

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
