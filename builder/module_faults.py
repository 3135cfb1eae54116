"""What is wrong with the files a module is made from, all of it at once."""

from __future__ import annotations

from files.faults import Faulty


class ModuleError(Faulty[str]):
    """A module cannot be built, or a file cannot be read as one."""
