from __future__ import annotations

import pytest

from adjudicator.mail.sender import Sender, normal_address, who_wrote
from tests.mail.desk import letter


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("Zhukov <Georgi@Example.ORG>", "georgi@example.org"),
        ("  georgi@example.org ", "georgi@example.org"),
        ("mailto <georgi@bücher.example>", "georgi@xn--bcher-kva.example"),
        ("georgi@example.org.", "georgi@example.org"),
        ("georgi+race@example.org", "georgi+race@example.org"),
        ("Georgi", ""),
        ("", ""),
    ],
)
def test_an_address_is_compared_in_one_form(written: str, address: str) -> None:
    assert normal_address(written) == address


@pytest.mark.parametrize(
    ("headers", "sender"),
    [
        (['"Zhukov, Georgi" <z@example.org>'], Sender("z@example.org", "Zhukov, Georgi")),
        (["z@example.org (Georgi)"], Sender("z@example.org", "Georgi")),
        (["=?utf-8?q?M=C3=BCller?= <z@example.org>"], Sender("z@example.org", "Müller")),
        (['"z@example.org" <Z@Example.org>'], Sender("z@example.org", "z@example.org")),
        ([], Sender("")),
        (["nobody in particular"], Sender("", "")),
    ],
)
def test_an_honest_sender_raises_no_doubt(headers: list[str], sender: Sender) -> None:
    assert who_wrote(headers).address == sender.address
    assert who_wrote(headers).doubts == ()
    assert who_wrote(headers).name == sender.name or not sender.name


@pytest.mark.parametrize(
    ("name", "doubt"),
    [
        ("two-from-headers", "2 From headers"),
        ("two-addresses-in-from", "more than one address in From: zhukov@example.org, koniev@example.org"),
        (
            "disguised-sender",
            "From shows the name zhukov@example.org but comes from joseph@elsewhere.example",
        ),
        (
            "disguised-by-encoding",
            "From shows the name zhukov@example.org but comes from joseph@elsewhere.example",
        ),
    ],
)
def test_a_doubtful_sender_is_noticed(name: str, doubt: str) -> None:
    assert letter(name).sender.doubts[0] == doubt
