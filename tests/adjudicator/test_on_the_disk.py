"""What hexpost says is kept is on the disk: it waits for the disk, though tests by themselves do not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.mail.writing.maildir import deliver
from tests.at import ROOT

FULL = 2
"""SQLite's number for it."""


def test_a_store_waits_for_the_disk_at_the_end_of_every_transaction(tmp_path: Path) -> None:
    asked = (
        "from pathlib import Path; import sys; from adjudicator.store import Store;"
        "print(*Store(Path(sys.argv[1]), True).database.one('PRAGMA synchronous'))"
    )
    told = subprocess.run(
        [sys.executable, "-c", asked, str(tmp_path / "hexpost.db")],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert int(told.stdout) == FULL


def test_a_mail_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[list[str], list[bytes]]] = []

    def seen(file: int) -> None:
        assert os.fstat(file).st_size
        new, half = (list((tmp_path / name).iterdir()) for name in ("new", "tmp"))
        found.append(([path.name for path in new], [path.read_bytes() for path in half]))

    monkeypatch.setattr(os, "fsync", seen)
    deliver(tmp_path, "one.eml", b"whole")
    assert found == [([], [b"whole"])]
