"""Which of a test's cases run with every `make test`, and which only with the slow ones."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def one_quick(cases: Iterable[object]) -> list[object]:
    """The first case as it is, the others marked slow: where all hold the same thing, and each takes long.

    A tuple is what several names of a parametrized test stand for, as pytest has it; where one name stands
    for a tuple, put it into another.
    """
    first, *others = (case if isinstance(case, tuple) else (case,) for case in cases)
    return [pytest.param(*first), *(pytest.param(*other, marks=pytest.mark.slow) for other in others)]
