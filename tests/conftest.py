"""Options of the whole test run."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
"""No deadline for a single example: a busy machine is no fault of the code."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the expected pages anew")
