"""What is wrong with the files a module is made from, all of it at once."""

from __future__ import annotations

from collections.abc import Iterable


class ModuleError(Exception):
    """A module cannot be built, or a file cannot be read as one; `faults` says everything that is wrong."""

    exit_code = 1

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))
