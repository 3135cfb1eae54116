"""Purchases as players write them."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.orders import read_line


@pytest.mark.parametrize(
    ("spoken", "plain"),
    [
        ("I buy 2 x I1 on the map", "buy I1 x2 mode=map"),
        ("buy 2x I1", "buy I1 x2"),
        ("buy 2 I1 in reserve", "buy I1 x2 mode=reserve"),
        ("Buy I1 x 3 dug in, please", "buy I1 x3 mode=dugin"),
        ("fpp wire x 3", "fpp wire x3"),
        ("fpp 3 times WIRE", "fpp WIRE x3"),
        ("Set up GE-I1#1 at K13", "setup GE-I1#1 hex=K13"),
        ("setup GE-I1#2 hex k14", "setup GE-I1#2 hex=k14"),
        ("I set up the snipers in B12 and R12", "setup snipers B12,R12"),
        ("setup SNIPERS B12, R12", "setup SNIPERS B12,R12"),
        ("hip GE-I1#3-3 in hex J12:1", "hip GE-I1#3-3 hex=J12:1"),
    ],
)
def test_a_number_and_a_mode_may_be_spoken(spoken: str, plain: str) -> None:
    read, wanted = read_line(spoken), read_line(plain)
    assert (read.verb, dict(read.args)) == (wanted.verb, dict(wanted.args))


def test_what_is_no_number_of_pieces_stays_as_it_is() -> None:
    assert "times" not in read_line("control X3 by=GE-I1#1-1").args
