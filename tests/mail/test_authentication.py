"""What a mail server says of a sender is believed of one server, and of nobody who only writes its name."""

from __future__ import annotations

import random

import pytest

from adjudicator.mail.authentication import results_of, why_unproved
from adjudicator.mail.letter import read_letter
from adjudicator.mail.policy import Action
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
    assert why(f"other.example.org; {GOOD}")
    assert why(f"{MX}.evil.org; {GOOD}")
    assert why("evil.org; spf=pass", f"{MX}; {GOOD}") == ""
    assert why(f"{MX}; dkim=pass header.d=example.org", f"{MX}; dmarc=fail header.from=example.org")


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
