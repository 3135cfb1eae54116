"""Logs in letters of every form: no password stays in the bytes of a letter."""

from __future__ import annotations

import base64
import binascii
import quopri
import zipfile
from io import BytesIO

import pytest

from adjudicator.mail.reading import passwords as reading
from adjudicator.mail.reading.parts import leaves, read_part
from adjudicator.mail.reading.passwords import without_passwords
from builder.vassal.archive import zipped
from builder.vassal.stream import obfuscated
from tables import passwords
from tables.passwords import shut
from tables.position import SavedFile, TableError, read_saved, write_saved
from tests.adjudicator.tabletop.test_passwords import sitting, told_in
from tests.tables.playing import start


@pytest.mark.slow
def test_a_log_that_unpacks_without_end_is_not_kept_and_takes_no_time() -> None:
    bomb = BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(3):
            archive.writestr(f"{n}.vlog", b"0" * 30_000_000)
    raw = b"Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n"
    raw += base64.encodebytes(bomb.getvalue())
    new = without_passwords(raw, lambda data: shut(data)[0])
    assert next(leaves(read_part(new), [])).content() == b"PK\x03\x04"
    many = "\x1b".join(["begin_save", "PLAYER\tswordfish\tAnn\tRed", *["null"] * 300_000])
    data = zipped({"savedGame": obfuscated(many)})
    left, seats = shut(data)
    assert not told_in(left) and not seats and shut(left) == (left, {}) and told_in(data)
    with pytest.raises(TableError, match="holds no position"):
        read_saved(left, "moves.vlog")


def test_only_what_is_larger_than_any_log_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = write_saved(start(), {}, [("CHATx",)])
    loud = sitting(SavedFile(start()), "red", "swordfish", ("M/1/a/b",))
    monkeypatch.setattr(reading, "LARGEST", 1_000)
    head = b"Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n"
    raw = head + base64.encodebytes(quiet)
    assert without_passwords(raw, lambda data: shut(data)[0]) == raw
    monkeypatch.setattr(passwords, "LARGEST", 1_000)
    left, seats = shut(loud)
    assert not seats and told_in(loud) and not told_in(left)


def quoted(data: bytes) -> bytes:
    """Quoted-printable as mail programs write it of what is no text."""
    return b"=\n".join(quopri.encodestring(one, quotetabs=True) for one in data.split(b"\n")[:1]) + b"".join(
        b"=0A" + quopri.encodestring(one, quotetabs=True) for one in data.split(b"\n")[1:]
    )


@pytest.mark.parametrize("way", ["base64", "quoted-printable", "8bit"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("inside", [False, True])
def test_a_log_is_found_in_every_encoding_and_within_a_letter_that_was_forwarded(
    way: str, end: bytes, inside: bool
) -> None:
    data = sitting(SavedFile(start()), "red", "swordfish", ("M/1/a/b",))
    coded = {"base64": base64.encodebytes, "quoted-printable": quoted}.get(way, bytes)(data)
    head = (
        b'Content-Type: application/octet-stream; name="m.vlog"\nContent-Transfer-Encoding: ' + way.encode()
    )
    mail = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n" + head + b"\n\n" + coded + b"\n--x--\n"
    if inside:
        mail = b"Content-Type: multipart/mixed; boundary=y\n\n--y\nContent-Type: message/rfc822\n\n" + mail
        mail += b"\n--y--\n"
    if way != "8bit":
        mail = mail.replace(b"\n", end)
    new = without_passwords(mail, lambda one: shut(one)[0])
    assert new != mail and without_passwords(new, lambda one: shut(one)[0]) == new
    (part,) = [one for one in leaves(read_part(new), [], within=True) if one.content().startswith(b"PK")]
    assert part.content().removesuffix(b"\n") == shut(data)[0].removesuffix(b"\n")


def in_zip(data: bytes, name: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return out.getvalue()


def uuencoded(data: bytes) -> bytes:
    rows = b"".join(binascii.b2a_uu(data[n : n + 45]) for n in range(0, len(data), 45))
    return b"begin 644 moves.vlog\n" + rows + b"`\nend\n"


def with_log(data: bytes, form: str) -> bytes:
    """A letter with a log that was put into it in some old or roundabout way."""
    head = b"Content-Type: application/octet-stream; name=m.bin\nContent-Transfer-Encoding: "
    if form == "uuencode":
        return head + b"x-uuencode\n\n" + uuencoded(data)
    if form == "typed":
        return b"Content-Type: text/plain\n\nMy move:\n" + uuencoded(data) + b"Bye\n"
    packed = {
        "zip in zip": in_zip(in_zip(data, "moves.vlog"), "moves.zip"),
        "odd name": in_zip(data, "moves.vlog.bak"),
        "winmail.dat": b"\x78\x9f\x3e\x22\1\2" + data + b"\1",
        "zip in winmail.dat": b"\x78\x9f\x3e\x22\1\2" + in_zip(data, "moves.vlog") + b"\1",
    }[form]
    return head + b"base64\n\n" + base64.encodebytes(packed)


@pytest.mark.parametrize(
    "form", ["uuencode", "typed", "zip in zip", "odd name", "winmail.dat", "zip in winmail.dat"]
)
def test_no_form_of_a_letter_keeps_the_password_of_its_log(form: str) -> None:
    data = sitting(SavedFile(start()), "red", "swordfish", ("M/1/a/b",))
    raw = with_log(data, form)
    new = without_passwords(raw, lambda one: shut(one)[0])
    (before,), (after,) = ([*leaves(read_part(one), [])] for one in (raw, new))
    in_letter = read_saved(data, "x").position.rest
    assert any("swordfish" in one for one in in_letter) and after.content() != before.content()
    if form == "uuencode":
        assert after.content() == shut(data)[0]
    elif form == "typed":
        assert after.content() == b"My move:\nbegin 644 moves.vlog\nend\nBye\n"
    elif "winmail.dat" in form:
        assert after.content() == b"\x78\x9f\x3e\x22"
    else:
        assert told_in(before.content()) and not told_in(after.content())
    assert without_passwords(new, lambda one: shut(one)[0]) == new
