"""Options of the whole test run, and what is made once for all of it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
"""No deadline for a single example: a busy machine is no fault of the code."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the expected pages anew")


@pytest.fixture(scope="session", autouse=True)
def boards_drawn_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The games' own boards are drawn once in a run: each takes several seconds, and many tests need one."""
    import maps.draw

    from .drawn import kept

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # each process has a folder of its own in the one of the run
    with pytest.MonkeyPatch.context() as patch:
        for made in ("_laid_out", "_bundled"):
            patch.setattr(maps.draw, made, kept(getattr(maps.draw, made), folder / made))
        yield
