"""The code of packages as files: what was kept is used only while the code that made it is the same."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType


def sources(*packages: ModuleType) -> list[Path]:
    """Every file of code of some packages, those of the folders below too, always in the same order."""
    return sorted(file for one in packages for file in Path(str(one.__file__)).parent.rglob("*.py"))
