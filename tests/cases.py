"""Which of a test's cases run with every `make test`, and which only with slow or with long ones."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def one_quick(cases: Iterable[object], kept: int = 1) -> list[object]:
    """The first case as it is, or as many as are kept, the others marked slow: where all hold the same thing,
    and each takes long.

    A tuple is what several names of a parametrized test stand for, as pytest has it; where one name stands
    for a tuple, put it into another.
    """
    return _first_and(cases, pytest.mark.slow, kept)


def the_rest_long(cases: Iterable[object], kept: int = 1) -> list[object]:
    """The first cases, one or as many as are kept, as they are; the others marked long: they run before a
    release, not with every change."""
    return _first_and(cases, pytest.mark.long, kept)


def _first_and(cases: Iterable[object], mark: pytest.MarkDecorator, kept: int = 1) -> list[object]:
    all_ = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*case, marks=[mark] if n >= kept else []) for n, case in enumerate(all_)]
