"""A browser for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.tapping.browsers import Chromium, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as opened:
        yield opened
