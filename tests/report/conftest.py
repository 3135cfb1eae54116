"""Boards for pictures, drawn once for all tests of them."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def boards(folder_of_boards: Path) -> Path:
    """A folder in which empty boards are kept, by all processes of a run and from run to run."""
    return folder_of_boards / "empty"
