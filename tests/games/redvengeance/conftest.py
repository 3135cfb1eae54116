"""Names of units that tests may write: those of a desk's campaigns come in a secret order (f.76)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.dice import Chance
from adjudicator.games.redvengeance.refit_phase import reph_groups


def as_they_come(chance: Chance, about: str, most: int) -> tuple[int, ...]:
    """1, 2, 3, whatever secret there is."""
    return tuple(range(1, most + 1))


@pytest.fixture(scope="module")
def names_in_order() -> Iterator[None]:
    """On a desk, too, the first unit of the first group I1 is I1#1-1."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reph_groups, "numbers", as_they_come)
        yield
