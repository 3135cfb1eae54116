"""Saved games pressed: the bytes are those of any zip, whatever was pressed before."""

from __future__ import annotations

import random
import zipfile
from io import BytesIO

import pytest

from builder.module_faults import ModuleError
from builder.vassal import archive
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


def test_a_zip_is_the_one_that_python_writes() -> None:
    entries = {
        "buildFile.xml": contents(3)[:300_000], "images/b.png": b"b" * 99, "images/a.png": b"", "empty": b"",
        "images/Müncheberg.png": b"x", "Größe.txt": b"x" * 200,
    }  # fmt: skip
    for level in (1, 6, 9):
        out = BytesIO()
        with zipfile.ZipFile(out, "w") as written:
            for name in sorted(entries):
                info = zipfile.ZipInfo(name)
                info.create_system, info.external_attr = 3, 0o644 << 16
                info.compress_type = 0 if name.endswith(".png") else zipfile.ZIP_DEFLATED
                written.writestr(info, entries[name], compresslevel=level)
        assert zipped(entries, level) == pressed(entries, "Größe.txt", level) == out.getvalue()


def test_what_is_too_large_for_a_zip_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_LARGEST", 1 << 20)
    with pytest.raises(ModuleError, match="more than 1 MB or 65535 files"):
        zipped({"a.png": b"a" * (1 << 20)})
