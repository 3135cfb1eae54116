"""What a mail server says of a sender is believed of one server, and of nobody who only writes its name."""

from __future__ import annotations

import random

import pytest

from adjudicator.mail.policy.authentication import results_of, why_unproved
from adjudicator.mail.policy.mail_policy import Action
from adjudicator.mail.reading.letter import read_letter
from tests.mail.desk import ZHUKOV, Desk, raw, verdict_on

MX = "mx.example.org"
GOOD = "dmarc=pass (p=NONE dis=NONE) header.from=example.org"


def why(*headers: str, address: str = ZHUKOV, without: str = "hold") -> str:
    """Why a letter with these results, the topmost first, is not believed."""
    return why_unproved([("Authentication-Results", one) for one in headers], MX, address, without)


@pytest.mark.parametrize(
    "header",
    [
        f"{MX}; {GOOD}",
        f'"{MX}" 1; spf=fail smtp.mailfrom=list.org; {GOOD}',
        f"(a (nested) comment) {MX.upper()} (another); dkim=pass header.d=example.org header.s=one",
        f"{MX}; dkim=fail header.d=other.org; dkim=pass (2048-bit key) header.i=@mail.example.org",
        f"{MX}; spf=pass (sender ok; really) smtp.mailfrom=zhukov@example.org; dkim=none",
        f'{MX}; spf=pass reason="good; enough" smtp.mailfrom="zhukov@example.org"',
        f"{MX};dkim=neutral header.d=example.org;SPF/1=Pass SMTP . MailFrom=bounce@mail.example.org",
    ],
)
def test_a_letter_of_which_its_server_speaks_well_is_believed(header: str) -> None:
    assert why(header) == ""


@pytest.mark.parametrize(
    "header",
    [
        f"{MX}; dmarc=fail header.from=example.org; spf=pass smtp.mailfrom=zhukov@example.org",
        f"{MX}; dkim=pass header.d=evil.org; spf=pass smtp.mailfrom=x@evil.org; dmarc=none",
        f"{MX}; spf=softfail smtp.mailfrom=zhukov@example.org; dkim=none",
        f"{MX}; dkim=pass header.d=org",
        f"{MX}; dkim=pass header.d=notexample.org",
        f"{MX}; dmarc=pass header.from=evil.org",
        f"{MX}; none",
        f"{MX}; spf=pass",
        f'{MX}; spf=pass smtp.mailfrom="x; {GOOD};"@evil.org',
        f'{MX}; spf=pass reason="{GOOD}" smtp.mailfrom=x@evil.org',
        f'{MX}; spf=pass reason="smtp.mailfrom=x@example.org" smtp.mailfrom=x@evil.org',
        f"{MX}; spf=pass (x \\) ; {GOOD}) smtp.mailfrom=x@evil.org",
        f'{MX}; spf=pass (" ; {GOOD}) smtp.mailfrom=x@evil.org',
        f"{MX}; spf=pass smtp.mailfrom=x@evil.org smtp.mailfrom=x@example.org",
    ],
)
def test_a_letter_of_which_its_server_does_not_is_not(header: str) -> None:
    told = why(header)
    assert told.startswith(f"{MX} ") and "example.org" in told


def test_what_others_wrote_further_down_speaks_for_nobody() -> None:
    assert why(f"{MX}; spf=fail smtp.mailfrom=x@evil.org", f"{MX}; {GOOD}")
    assert why(
        f"{MX}; dmarc=none; spf=fail smtp.mailfrom=evil.org", f"{MX}; spf=pass smtp.mailfrom=example.org"
    )
    assert why(f"{MX}; dmarc=none", f"{MX}; dkim=none", f"{MX}; dkim=pass header.d=example.org")
    assert why(f"other.example.org; {GOOD}")
    assert why(f"{MX}.evil.org; {GOOD}")
    assert why("evil.org; spf=pass", f"{MX}; {GOOD}") == ""
    assert why(f"{MX}; dkim=pass header.d=example.org", f"{MX}; dmarc=fail header.from=example.org")


GMAIL = """\
Delivered-To: referee@example.net
Received: by 2002:a05:7022:a8c with SMTP id ab12csp123; Fri, 20 Nov 2026 04:00:01 -0800 (PST)
X-Received: by 2002:a05:6402:b0 with SMTP id x1.2; Fri, 20 Nov 2026 04:00:01 -0800 (PST)
ARC-Authentication-Results: i=1; mx.google.com; dmarc=fail header.from=example.org
Return-Path: <zhukov@example.org>
Received: from out.example.org (out.example.org. [192.0.2.1]) by mx.google.com with ESMTPS id k1
Received-SPF: pass (google.com: domain of zhukov@example.org designates 192.0.2.1 as permitted sender)
Authentication-Results: mx.google.com;
       dkim=pass header.i=@example.org header.s=sel header.b="Ab/+c;d=";
       spf=pass (google.com: domain of zhukov@example.org designates 192.0.2.1 as permitted
 sender) smtp.mailfrom=zhukov@example.org;
       dmarc=pass (p=QUARANTINE sp=NONE dis=NONE) header.from=example.org
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=sel; b=Abc
"""
FILTERS = """\
Return-Path: <zhukov@example.org>
Delivered-To: referee@example.net
Authentication-Results: mx1.example.net; dmarc=none (p=none dis=none) header.from=example.org
Authentication-Results: mx1.example.net; spf=pass smtp.mailfrom=example.org
DKIM-Filter: OpenDKIM Filter v2.11.0 mx1.example.net 4F00
Authentication-Results: mx1.example.net;
\tdkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org header.b=AbCd
Received: from out.example.org (out.example.org [192.0.2.1]) by mx1.example.net (Postfix) with ESMTPS id 4F00
"""
FORWARDED = """\
Authentication-Results: mx2.example.net; arc=none; dkim=pass (2048-bit rsa key sha256) header.d=example.org
    header.i=@example.org header.a=rsa-sha256; dmarc=pass policy.applied-disposition=none
    policy.evaluated-disposition=none (p=reject) header.from=example.org; spf=fail
    smtp.mailfrom=SRS0=abc=zhukov@forwarder.org smtp.helo=forwarder.org
Received: from forwarder.org by mx2.example.net (Postfix)
Authentication-Results: forwarder.org; spf=pass smtp.mailfrom=zhukov@example.org
"""


@pytest.mark.parametrize(
    ("head", "server", "told"),
    [
        (GMAIL, "mx.google.com", ""),
        (GMAIL.replace("dmarc=pass", "dmarc=fail"), "mx.google.com", "found that it does not come from"),
        (FILTERS, "example.net", ""),
        (FILTERS.replace("=example.org", "=evil.org"), "example.net", "could not confirm"),
        (FILTERS.replace("dmarc=none", "dmarc=pass"), "mx1.example.net", ""),
        (FILTERS.replace("dmarc=none", "dmarc=fail"), "mx1.example.net", "found that it does not come from"),
        (FORWARDED, "example.net", ""),
        (FORWARDED, "mx1.example.net", "says nothing"),
    ],
)
def test_letters_as_servers_deliver_them(head: str, server: str, told: str) -> None:
    letter = read_letter(head.replace("\n", "\r\n").encode() + raw("good"))
    assert letter.address == ZHUKOV
    why = why_unproved(letter.trace, server, letter.address, "hold")
    assert told in why and bool(told) == bool(why)


def test_a_letter_without_results_is_treated_as_the_desk_says() -> None:
    assert why() == f"{MX} says nothing about who sent it"
    assert why(without="take") == ""
    assert why(f"{MX}; dmarc=fail header.from=example.org", without="take")


def test_any_header_is_read(seed: int = 7) -> None:
    signs = random.Random(seed)
    for _ in range(2000):
        text = "".join(signs.choice('mx;= "()\\.d=pass\t@é') for _ in range(signs.randrange(60)))
        results_of([("Authentication-Results", f"{MX};{text}")], MX)
        assert not results_of([("Subject", f"{MX};{text}")], MX)


def test_a_forged_letter_is_held_without_an_answer_and_a_good_one_taken() -> None:
    desk = Desk(receiver=MX)
    plain = raw("good")
    forged = f"Authentication-Results: {MX};\r\n dmarc=fail header.from=example.org\r\n".encode() + plain
    good = f"Authentication-Results: {MX};\r\n\tdmarc=pass\r\n header.from=example.org\r\n".encode() + plain
    held = verdict_on(read_letter(forged), desk)
    assert (held.row, held.action, held.answer) == ("unproved-sender", Action.HOLD, "")
    assert held.why == f"{MX} found that it does not come from example.org: dmarc=fail"
    assert verdict_on(read_letter(plain), desk).row == "unproved-sender"
    assert verdict_on(read_letter(plain), Desk(receiver=MX, without_results="take")).row == "taken"
    assert verdict_on(read_letter(good), desk).row == "taken"
    assert verdict_on(read_letter(forged)).row == "taken"
    assert read_letter(forged).fingerprint == read_letter(plain).fingerprint
