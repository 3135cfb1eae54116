"""Saved games pressed: the bytes are those of any zip, whatever was pressed before."""

from __future__ import annotations

import random

import pytest

from builder.vassal.archive import pressed, zipped


def contents(seed: int) -> bytes:
    """Some megabytes of hex digits, as saved games are: parts come again, near and far."""
    chance = random.Random(seed)
    words = [chance.randbytes(chance.randrange(3, 400)).hex().encode() for _ in range(3000)]
    return b"".join(chance.choices(words, k=60_000))[: 9_500_000 + seed * 7]


@pytest.mark.slow
def test_what_begins_like_the_last_is_pressed_to_the_same_bytes() -> None:
    for seed in range(2):
        content = contents(seed)
        others = (
            content,
            content[:-3] + b"abc",
            content[:5_000_000] + b"x" + content[5_000_000:],
            b"z" + content,
        )
        for one in (*others, content[:16_384], content[: 16_384 + (8 << 20)], b"", b"short"):
            level = 6 if seed else 5
            entries = {"moduledata": b"<data/>", "savedGame": one, "savedata": b"<data/>" * 9}
            assert pressed(entries, "savedGame", level) == zipped(entries, level)
