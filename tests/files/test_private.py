"""A desk's mails and its store are its owner's alone, whatever his system usually allows."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.mail.desk import init_desk, open_desk
from adjudicator.mail.holding.intake import arrivals, copy_letter
from adjudicator.mail.writing.maildir import deliver

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes are of posix")


@pytest.fixture(autouse=True)
def open_handed() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What others than the owner may read, write or enter."""
    found = [folder, *folder.rglob("*")]
    return [str(one.relative_to(folder)) for one in found if stat.S_IMODE(one.stat().st_mode) & 0o077]


def test_nothing_of_a_desk_is_open_to_others(tmp_path: Path) -> None:
    desk = init_desk(tmp_path / "desk")
    deliver(desk.outbox, "to-anna.eml", b"To: anna@example.org\n\n7F3K-92QX\n")
    (desk.inbox / "a.eml").write_bytes(b"From: a@example.org\n\nHello\n")
    (desk.inbox / "a.eml").chmod(0o600)
    for arrival in arrivals([desk.inbox / "a.eml"]):
        copy_letter(arrival, desk.done / "a.eml")
    with desk.alone(), desk.store() as store, store.transaction():
        assert open_to_others(desk.folder) == []
    assert (desk.done / "a.eml").exists()


def test_a_desk_of_before_is_closed_by_setting_it_up_again(tmp_path: Path) -> None:
    desk = init_desk(tmp_path / "desk")
    (desk.folder / "hexpost.db").chmod(0o644)
    assert open_to_others(desk.folder) == ["hexpost.db"]
    init_desk(desk.folder)
    assert open_to_others(desk.folder) == []


def test_a_folder_its_owner_opened_stays_open(tmp_path: Path) -> None:
    desk = init_desk(tmp_path / "desk")
    desk.folder.chmod(0o711)
    init_desk(desk.folder)
    open_desk(desk.folder)
    assert stat.S_IMODE(desk.folder.stat().st_mode) == 0o711
