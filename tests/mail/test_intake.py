from __future__ import annotations

import hashlib
import mailbox
import tracemalloc
from pathlib import Path

import pytest

from adjudicator.mail.holding.intake import Arrival, arrivals, mbox_spans, settle, unpack_mbox
from adjudicator.mail.writing.maildir import deliver
from tests.mail.desk import LETTERS, raw, verdict_on


def put(folder: Path, name: str, data: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    return folder / name


def mbox_of(path: Path, *names: str) -> Path:
    box = mailbox.mbox(path)
    for name in names:
        box.add(raw(name))
    box.close()
    return path


def sources(*paths: Path) -> list[str]:
    return [arrival.source for arrival in arrivals(paths)]


def test_a_single_letter_comes_with_all_its_bytes() -> None:
    (arrival,) = arrivals([LETTERS / "good.eml"])
    assert arrival.raw == raw("good")
    assert (arrival.size, arrival.sha256) == (len(raw("good")), hashlib.sha256(raw("good")).hexdigest())
    assert arrival.letter().subject == "Orders for turn 3"


def test_letters_in_a_maildir_come_by_delivery(tmp_path: Path) -> None:
    deliver(tmp_path, "1776300000.M2.eml", raw("good"))
    deliver(tmp_path, "1776200000.M9.eml", raw("check"))
    assert sources(tmp_path) == ["1776200000.M9.eml", "1776300000.M2.eml"]


def test_letters_in_an_mbox_come_as_they_stand(tmp_path: Path) -> None:
    box = mbox_of(tmp_path / "inbox", "good", "base64", "flowed")
    found = list(arrivals([box]))
    assert [arrival.source for arrival in found] == ["inbox, email 1", "inbox, email 2", "inbox, email 3"]
    ids = [arrival.letter().message_id for arrival in found]
    assert ids == ["<good@mail.example>", "<base64@mail.example>", "<flowed@mail.example>"]


def test_a_line_beginning_with_from_does_not_part_a_letter(tmp_path: Path) -> None:
    long_line = b"x" * 65535 + b"\nFrom a long line\n"
    box = put(
        tmp_path,
        "box",
        b"From a@b Thu Apr 16\nSubject: one\n\nHi\nFrom me\n" + long_line + b"\nFrom c\nSubject: two\n\n",
    )
    assert [arrival.letter().subject for arrival in arrivals([box])] == ["one", "two"]


def test_a_letter_is_no_mbox() -> None:
    assert mbox_spans(LETTERS / "good.eml") == []


def test_a_missing_file_is_reported_by_its_name_and_the_others_are_read(tmp_path: Path) -> None:
    put(tmp_path, "good.eml", raw("good"))
    missing, good = arrivals([tmp_path / "gone.eml", tmp_path / "good.eml"])
    assert missing.problem.startswith("gone.eml cannot be read: ")
    assert good.problem == ""


def test_an_empty_file_is_a_letter_without_sender(tmp_path: Path) -> None:
    (arrival,) = arrivals([put(tmp_path, "empty.eml", b"")])
    assert verdict_on(arrival.letter()).row == "no-sender"


def thirty_megabytes(path: Path) -> Path:
    line = b"A" * 76 + b"\r\n"
    with path.open("wb") as file:
        file.write(
            raw("good").split(b"Content-Type")[0]
            + b'Content-Type: multipart/mixed; boundary="m"\r\n\r\n--m\r\n'
        )
        file.write(b'Content-Type: image/png; name="map.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n')
        for _ in range(30):
            file.write(line * 13_000)
    return path


def test_a_letter_of_thirty_megabytes_is_held_without_being_loaded(tmp_path: Path) -> None:
    path = thirty_megabytes(tmp_path / "big.eml")
    tracemalloc.start()
    (arrival,) = arrivals([path])
    verdict = verdict_on(arrival.letter())
    held = settle(arrival, tmp_path / "held")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert arrival.size > 30_000_000
    assert (verdict.row, verdict.letter.address) == ("too-big", "zhukov@example.org")
    assert hashlib.sha256(held.read_bytes()).hexdigest() == arrival.sha256
    assert peak < 5_000_000


def test_a_settled_letter_is_moved_whole(tmp_path: Path) -> None:
    path = put(tmp_path / "inbox", "good.eml", raw("good"))
    (arrival,) = arrivals([path])
    done = settle(arrival, tmp_path / "done")
    assert done.read_bytes() == raw("good")
    assert list((tmp_path / "inbox").iterdir()) == []
    assert list((tmp_path / "done").iterdir()) == [done]


def test_settling_again_after_a_crash_ends_the_same(tmp_path: Path) -> None:
    path = put(tmp_path / "inbox", "good.eml", raw("good"))
    (arrival,) = arrivals([path])
    done = settle(arrival, tmp_path / "done")
    assert settle(arrival, tmp_path / "done") == done
    path.write_bytes(raw("good"))  # as if the crash had come between the copy and the removal
    assert settle(arrival, tmp_path / "done") == done
    assert not path.exists()
    assert done.read_bytes() == raw("good")


def test_two_letters_of_one_name_do_not_overwrite_each_other(tmp_path: Path) -> None:
    for name in ("good", "check"):
        (arrival,) = arrivals([put(tmp_path / name, "orders.eml", raw(name))])
        settle(arrival, tmp_path / "done")
    assert {path.read_bytes() for path in (tmp_path / "done").iterdir()} == {raw("good"), raw("check")}


def test_a_file_changed_since_it_was_read_stays_where_it_is(tmp_path: Path) -> None:
    path = put(tmp_path / "inbox", "good.eml", raw("good"))
    (arrival,) = arrivals([path])
    path.write_bytes(raw("check"))
    with pytest.raises(OSError, match=r"good\.eml has changed since it was read"):
        settle(arrival, tmp_path / "done")
    assert path.read_bytes() == raw("check")
    assert list((tmp_path / "done").iterdir()) == []


def test_a_letter_keeps_its_place_when_the_folder_cannot_be_written_to(tmp_path: Path) -> None:
    path = put(tmp_path / "inbox", "good.eml", raw("good"))
    (arrival,) = arrivals([path])
    put(tmp_path, "done", b"a file where the folder should be")
    with pytest.raises(OSError, match="done"):
        settle(arrival, tmp_path / "done")
    assert path.read_bytes() == raw("good")


def test_a_letter_read_from_a_maildir_loses_its_flags_with_its_place(tmp_path: Path) -> None:
    put(tmp_path / "cur", "1776300000.M2!2,S", raw("good"))
    (tmp_path / "new").mkdir()
    (arrival,) = arrivals([tmp_path])
    assert settle(arrival, tmp_path / "done").name.startswith("1776300000.M2-")


def test_an_mbox_is_unpacked_once(tmp_path: Path) -> None:
    box = mbox_of(tmp_path / "inbox.mbox", "good", "base64")
    letters = unpack_mbox(box, tmp_path / "inbox")
    assert not box.exists()
    assert (tmp_path / "inbox.mbox.unpacked").exists()
    assert [arrival.letter().message_id for arrival in arrivals(letters)] == [
        "<good@mail.example>",
        "<base64@mail.example>",
    ]


def test_an_eml_file_saved_with_its_from_line_is_one_letter_and_can_be_moved(tmp_path: Path) -> None:
    path = put(tmp_path / "inbox", "good.eml", b"From zhukov@example.org Thu Apr 16\n" + raw("check"))
    (arrival,) = arrivals([path])
    assert verdict_on(arrival.letter()).row == "check"
    settle(arrival, tmp_path / "done")
    assert not path.exists()


def test_unpacking_again_after_a_crash_makes_no_second_set(tmp_path: Path) -> None:
    box = mbox_of(tmp_path / "inbox.mbox", "good", "base64")
    first = unpack_mbox(box, tmp_path / "inbox")
    (tmp_path / "inbox.mbox.unpacked").rename(box)
    assert unpack_mbox(box, tmp_path / "inbox") == first
    assert sorted((tmp_path / "inbox").iterdir()) == sorted(first)


def test_a_letter_of_an_mbox_is_copied_and_the_mbox_left_alone(tmp_path: Path) -> None:
    box = mbox_of(tmp_path / "box", "good", "base64")
    before = box.read_bytes()
    copies = [settle(arrival, tmp_path / "done") for arrival in arrivals([box])]
    assert [Arrival("", path, path.read_bytes()).letter().message_id for path in copies] == [
        "<good@mail.example>",
        "<base64@mail.example>",
    ]
    assert box.read_bytes() == before
