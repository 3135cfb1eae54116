"""Measurements of hexpost, beside a peer where there is one: `make bench`, or `python -m bench --help`.

`python -m bench.entered GAME` tells which rules whole games of bots come upon, and which they never do.
"""

import tomllib
from pathlib import Path

_SETTINGS = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES: tuple[str, ...] = tuple(_SETTINGS["tool"]["importlinter"]["root_packages"])
"""The packages of hexpost, as the contracts of imports name them."""
