"""Rounds of a public beacon in drand's format: which are used, and whether their signatures hold."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.beacon import SCHEMES, BeaconError, Chain, Round, check_round, find_round, read_chain
from tests.adjudicator.beacons import GENESIS, PERIOD, Beacon

DRAND = Chain(
    "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
    "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a5699"
    "37c529eeda66c7293784a9402801af31",
    "pedersen-bls-chained", 1_595_431_050, 30, 60,
)  # fmt: skip
GROUP = "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"
FIRST = Round(
    1,
    "101297f1ca7dc44ef6088d94ad5fb7ba03455dc33d53ddb412bbc4564ed986ec",
    "8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20ff7bc3e09d7c046566c9f7f3c6f3b101"
    "04990e7cb424998203d8f7de586fb7fa5f60045417a432684f85093b06ca91c769f0e7ca19268375e659c2a2352b4655",
    GROUP,
)
"""The first round that drand's own default chain published."""


@pytest.mark.slow
def test_a_round_of_drand_itself_holds(tmp_path: Path) -> None:
    assert check_round(DRAND, FIRST) == FIRST
    info = {
        "public_key": DRAND.public_key, "period": 30, "genesis_time": DRAND.genesis, "hash": DRAND.hash,
        "groupHash": GROUP, "schemeID": DRAND.scheme, "metadata": {"beaconID": "default"},
    }  # fmt: skip
    (tmp_path / "chain.json").write_text(json.dumps(info), "utf-8")
    assert read_chain(tmp_path / "chain.json", 60) == DRAND


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_rounds_of_every_scheme_hold_and_others_do_not(scheme: str, tmp_path: Path) -> None:
    beacon, other = Beacon(scheme), Beacon(scheme, secret=7)
    chain = beacon.chain(tmp_path)
    beacon.publish(tmp_path, 121)
    good = find_round(tmp_path, chain, 121)
    assert good.number == 121 and good.randomness == beacon.round(121)["randomness"]
    with pytest.raises(BeaconError, match="not one of this chain"):
        check_round(chain, replace(good, number=241))
    other.publish(tmp_path, 121)
    with pytest.raises(BeaconError, match="not one of this chain"):
        find_round(tmp_path, chain, 121)
    with pytest.raises(BeaconError, match="SHA-256 of its signature"):
        check_round(chain, replace(good, randomness="0" * 64))


def test_what_is_no_round_of_the_chain_is_passed_over(tmp_path: Path) -> None:
    beacon = Beacon()
    chain = beacon.chain(tmp_path)
    for name, told in (("a", "[" * 5000), ("b", '"x"'), ("c", '{"round": "1"}'), ("d", "x" * 70_000)):
        (tmp_path / f"{name}.json").write_text(told, "utf-8")
    (tmp_path / "folder").mkdir()
    for signature in (None, 7, "zz", "A" * 96, "ab", "c0" + "00" * 47, "ff" * 48):
        bad = {"round": 121, "randomness": "0" * 64, "signature": signature}
        (tmp_path / "e.json").write_text(json.dumps(bad), "utf-8")
        with pytest.raises(BeaconError):
            find_round(tmp_path, chain, 121)
    with pytest.raises(BeaconError, match="is not in"):
        find_round(tmp_path, chain, 1)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"schemeID": "bls-unchained-on-g1"}, "cannot be verified"),
        ({"public_key": "ab" * 48}, "the hash of the chain"),
        ({"period": 60}, "the hash of the chain"),
        ({"period": "30"}, "period is missing"),
        ({"hash": None}, "hash is missing"),
    ],
)
def test_a_chain_that_cannot_be_used_is_refused_in_a_sentence(
    change: dict[str, object], why: str, tmp_path: Path
) -> None:
    file = tmp_path / "chain.json"
    file.write_text(json.dumps(Beacon().info() | change), "utf-8")
    with pytest.raises(BeaconError, match=why):
        read_chain(file, 60)


def test_a_key_that_is_none_of_the_scheme_is_refused(tmp_path: Path) -> None:
    info = Beacon().info() | {"schemeID": "pedersen-bls-chained"}
    (tmp_path / "chain.json").write_text(json.dumps(info), "utf-8")
    with pytest.raises(BeaconError, match="not one of the scheme"):
        read_chain(tmp_path / "chain.json", 60)


def test_rounds_are_used_on_a_grid_and_none_that_comes_before_everybody_knows(tmp_path: Path) -> None:
    chain = Chain("", "", "", GENESIS, PERIOD, 60)
    start = datetime.fromtimestamp(GENESIS, UTC)
    assert chain.next_round(start - timedelta(days=1)) == 1
    for minutes in range(0, 500, 7):
        now = start + timedelta(minutes=minutes)
        number = chain.next_round(now)
        assert chain.uses(number) and (number - 1) % 120 == 0
        assert timedelta(minutes=5) < chain.time(number) - now <= timedelta(minutes=65)
    assert Chain("", "", "", GENESIS, PERIOD, 0).next_round(start) == 12


@pytest.mark.slow
def test_the_library_leaves_the_depth_of_calls_as_it_was() -> None:
    """py_ecc lets everything call itself 100,000 times deep: a hostile JSON would crash the process then."""
    code = (
        "import json, sys; before = sys.getrecursionlimit(); import adjudicator.pairing;"
        "assert sys.getrecursionlimit() == before\n"
        "try: json.loads('[' * 200_000)\n"
        "except RecursionError: print('told')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "told\n"
