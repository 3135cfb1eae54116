"""The words for symbols, as a roster has them: what `hexpost counters symbols` lists."""

from __future__ import annotations

from textwrap import fill

from .silhouettes import SILHOUETTES
from .symbols import MARKS, SIZES, TYPES

WIDTH = 110


def listed() -> str:
    """A paragraph for each kind of symbol, of lines of at most WIDTH characters."""
    kinds = {
        "Types": TYPES,
        "Sizes": SIZES,
        "Silhouettes, which are types without a frame": SILHOUETTES,
        "Symbols on markers and chits": MARKS,
    }
    return "\n\n".join(
        fill(f"{kind}: {', '.join(filter(None, words))}", WIDTH, break_on_hyphens=False)
        for kind, words in kinds.items()
    )
