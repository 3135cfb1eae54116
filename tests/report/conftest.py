"""Boards for pictures, drawn once for all tests of them."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which empty boards are kept."""
    return tmp_path_factory.mktemp("boards")
