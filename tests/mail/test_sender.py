from __future__ import annotations

import time

import pytest

from adjudicator.mail.reading.sender import Sender, normal_address, who_wrote
from bench.pace import within
from tests.mail.desk import letter


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("Zhukov <Georgi@Example.ORG>", "georgi@example.org"),
        ("  georgi@example.org ", "georgi@example.org"),
        ("mailto <georgi@bücher.example>", "georgi@xn--bcher-kva.example"),
        ("georgi@example.org.", "georgi@example.org"),
        ("georgi+race@example.org", "georgi+race@example.org"),
        ("'georgi@example.org'", "georgi@example.org"),
        ('"georgi@example.org"', "georgi@example.org"),
        ("o'brien@example.org", "o'brien@example.org"),
        ("mailto:georgi@example.org", "georgi@example.org"),
        ("georgi@example.org (Zhukov)", "georgi@example.org"),
        ("Zhukov, once georgi@old.example <georgi@example.org>", "georgi@example.org"),
        ("georgi@example@org", ""),
        ("Zhukov <georgi@example.org@evil.example>", ""),
        ("georgi@example.org, ivan@example.org", ""),
        ("georgi@example.org ivan@example.org", ""),
        ("Zhukov georgi@example.org", ""),
        ("georgi@example.org>", ""),
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
        (["'z@example.org' <z@example.org>"], Sender("z@example.org", "'z@example.org'")),
        (["\"'z@example.org'\" <z@example.org>"], Sender("z@example.org", "'z@example.org'")),
        (["'z@example.org'"], Sender("z@example.org")),
        (["‘z@example.org’ <z@example.org>"], Sender("z@example.org", "‘z@example.org’")),
        (
            ["=?utf-8?q?=C2=ABz=40example=2Eorg=C2=BB?= <z@example.org>"],
            Sender("z@example.org", "«z@example.org»"),
        ),
        (["\"'o'brien@example.org'\" <o'brien@example.org>"], Sender("o'brien@example.org")),
        (["z@example.org <z@example.org>"], Sender("z@example.org", "z@example.org")),
        (['"z@example.org" (z@example.org)'], Sender("z@example.org")),
        (['"mailto:z@example.org" <mailto:z@example.org>'], Sender("z@example.org")),
        (["z(work)@(here)example.org (Georgi (at home), Z)"], Sender("z@example.org")),
        (["z @ example.org"], Sender("z@example.org")),
        (['"z"@example.org'], Sender("z@example.org")),
        (["Georgi <@relay.example,@another.example:z@example.org>"], Sender("z@example.org", "Georgi")),
        (["Staff: Georgi <z@example.org>;"], Sender("z@example.org", "Georgi")),
        (["Zhukov, Georgi <z@example.org>"], Sender("z@example.org", "Georgi")),
        (["Georgi <z@example.org"], Sender("z@example.org", "Georgi")),
        (["Georgi <z@example.org>,"], Sender("z@example.org", "Georgi")),
        (['"z@bücher.example" <z@xn--bcher-kva.example>'], Sender("z@xn--bcher-kva.example")),
        (["undisclosed-senders:;"], Sender("")),
        ([], Sender("")),
        (["nobody in particular"], Sender("", "")),
    ],
)
def test_an_honest_sender_raises_no_doubt(headers: list[str], sender: Sender) -> None:
    assert who_wrote(headers).address == sender.address
    assert who_wrote(headers).doubts == ()
    assert who_wrote(headers).name == sender.name or not sender.name


@pytest.mark.parametrize(
    ("header", "unwritable"),
    [
        ("z@example.org@evil.example", "z@example.org@evil.example"),
        ("Georgi <z@example.org@evil.example>", "z@example.org@evil.example"),
        ('"z@example.org"@evil.example', '"z@example.org"@evil.example'),
        ('Georgi <"z@example.org"@evil.example>', '"z@example.org"@evil.example'),
        ('"z ivan"@example.org', '"z ivan"@example.org'),
        ("Georgi <z@example..org>", "z@example..org"),
    ],
)
def test_half_of_what_is_written_is_no_address(header: str, unwritable: str) -> None:
    assert (who_wrote([header]).address, who_wrote([header]).unwritable) == ("", unwritable)


@pytest.mark.parametrize(
    ("header", "doubt"),
    [
        (
            "\"'ivan@example.org'\" <z@example.org>",
            "From shows the name ivan@example.org but comes from z@example.org",
        ),
        (
            '"ivan＠example.org" <z@example.org>',
            "From shows the name ivan@example.org but comes from z@example.org",
        ),
        (
            '"z@example.org, ivan@example.org" <z@example.org>',
            "From shows the name ivan@example.org but comes",
        ),
        (
            "'ivan@example.org' <z@example.org>",
            "From shows the name ivan@example.org but comes from z@example.org",
        ),
        (
            "ivan@example.org <z@example.org>",
            "From shows the name ivan@example.org but comes from z@example.org",
        ),
        (
            "Georgi <z@example.org> ivan@example.org",
            "more than one address in From: z@example.org, ivan@example.org",
        ),
        (
            "Staff: z@example.org, ivan@example.org;",
            "more than one address in From: z@example.org, ivan@example.org",
        ),
        ("ivan@example.org:z@example.org", "more than one address in From: ivan@example.org, z@example.org"),
    ],
)
def test_another_address_anywhere_in_from_is_a_doubt(header: str, doubt: str) -> None:
    assert who_wrote([header]).doubts[0].startswith(doubt)


@pytest.mark.timed
@pytest.mark.parametrize("one", ["(", "((", "<", '"', "a", "@", "a@", "<a@b>", "(a)", ",", "\\", "'"])
def test_a_long_header_is_read_at_once(one: str) -> None:
    began = time.process_time()
    who_wrote([(one * 4000)[:4000]])
    assert within(time.process_time() - began, 1)


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
