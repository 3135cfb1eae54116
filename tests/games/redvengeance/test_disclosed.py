"""After a campaign an audit opens what both sides did in secret, date by date and side beside side: chits,
purchases and what came of them, fortifications, reconnaissance, who was hidden and how. Before, nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from tests.adjudicator.house import House
from tests.adjudicator.test_agreements import run

pytestmark = pytest.mark.usefixtures("names_in_order")

DOCS = Path(__file__).parents[3] / "docs"

SHEETS = (
    (RUSSIAN, "buy V2", "buy M2", "fpp CONCEAL", "pass"),
    (GERMAN, "buy I1 x2", "buy G5", "buy O2 carrier=radio", "fpp APMINE x6", "fpp FORTIFIED",
     "fpp HIP unit=smc", "fpp CONCEAL x2", "recon n=1", "pass"),
    (GERMAN, "hip GE-G5#1-1 hex=M14", "hip GE-G5#1-3 hex=M14", "fpp APMINE hex=L14", "fpp FORTIFIED hex=K13",
     "setup GE-I1#1-2 hex=K14 conceal=yes", "reserve GE-I1#2-1 hex=M22", "setup GE-I1#1-1 hex=K13",
     "setup GE-I1#1-3 hex=K13", "setup GE-I1#2-2 hex=K13", "hip GE-I1#1-6 hex=K13", "pass"),
    (RUSSIAN, "pass"), (RUSSIAN, "pass"), (GERMAN, "pass"),
    (RUSSIAN, "pass 8.601-8.615"), (GERMAN, "pass 8.601-8.615"),
    (RUSSIAN, "chit attack"), (GERMAN, "chit idle"),
    (RUSSIAN, "buy I1", "pass"), (GERMAN, "buy I3 mode=map", "recon n=1", "pass"),
    (GERMAN, "hip GE-I1#1-1 hex=K13 free=yes", "pass"), (RUSSIAN, "pass"),
)  # fmt: skip
"""The first date, a Refit Phase, and the set-up of the night, whose Defender hides a squad free."""
END = ("close", "1", "--reason", "the summer is over", "--by-referee", "--draw")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A desk on which these sheets have been sent, and the campaign goes on."""
    house = House(tmp_path_factory.mktemp("disclosed"), "redvengeance", pictures=False)
    for side, *lines in SHEETS:
        house.write(side, *lines)
        house.post()
    return house


@pytest.mark.slow
@pytest.mark.rule("RePh8.619", "RePh8.6151", "CG19.1")
def test_an_audit_of_a_running_campaign_opens_nothing_and_one_of_a_closed_one_everything(
    house: House,
) -> None:
    running = run(house, "audit", "1"), json.loads(run(house, "audit", "1", "--json"))
    run(house, *END)
    told, data = run(house, "audit", "1"), json.loads(run(house, "audit", "1", "--json"))
    assert told[told.index("\nTurn 1") :] == GOLDEN
    assert [one for one in data["disclosed"] if one["rule"] == "CG7.10"] == [
        {"turn": 2, "date": "4/28-NT", "segment": "8.624 Set-up", "side": GERMAN, "rule": "CG7.10",
         "says": "GE-I1#1-1, 6-5-8, in K13: hidden free"},
    ]  # fmt: skip
    assert running[1]["disclosed"] == running[1]["links"] == []
    with house.desk.store() as store:
        full = audit(store, 1)
    assert full.faults == () and len(full.dice) > len(running[1]["dice"])
    for secret in (*(one.says for one in full.disclosed), *(die.purpose for die in full.dice if die.eyes)):
        assert secret not in running[0]
        assert secret not in json.dumps(running[1])


def test_the_page_for_referees_shows_what_it_prints() -> None:
    page = (DOCS / "referee.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(Turn 2, 4/28-NT: what was secret.*?)```", page, re.DOTALL)
    assert set(shown.splitlines()) <= set(GOLDEN.splitlines())


GOLDEN = """
Turn 1, 4/28-PM: what was secret

  Purchases for the first date
    Russian player                        German player
    buy V2 [RePh8.616]                    buy I1 x2 [RePh8.616]
    buy M2 [RePh8.616]                    buy G5 [RePh8.616]
    fpp CONCEAL [RePh8.616]               buy O2 carrier=radio [RePh8.616]
    I2#1 Guards Rifle Ptn, full: 3 x      fpp APMINE x6 [RePh8.616]
      4-5-8, LMG. [RG-RU-I2]
    I3#1 SMG Ptn, full: 3 x 5-2-7, 6+1.   fpp FORTIFIED [RePh8.616]
      [RG-RU-I3]
    V2#1 Medium Tank Ptn I, depleted: 2   fpp HIP unit=smc [RePh8.616]
      x T-34/85. [RG-RU-V2]
    M2#1 Fortifications: bought.          fpp CONCEAL x2 [RePh8.616]
      [RG-RU-M2]
    Campaign Purchase Points, Russian:    recon n=1 [RePh8.616]
      80 to 0 (10 spent, 70 lost).
      [RePh8.616.1]
    Fortification Purchase Points,        I1#1 SS Rifle Ptn, full: 3 x 6-5-8,
      Russian: 0 to 7 (8 bought, 1          LMG, PSK, 9-1. [RG-DE-I1]
      spent). [RePh8.616.1]
                                          I1#2 SS Rifle Ptn, full: 3 x 6-5-8,
                                            LMG, PSK, 9-1. [RG-DE-I1]
                                          I1#3 SS Rifle Ptn, full: 3 x 6-5-8,
                                            LMG, PSK, 9-1. [RG-DE-I1]
                                          I1#4 SS Rifle Ptn, depleted: 2 x
                                            6-5-8, LMG, PSK, 9-1. [RG-DE-I1]
                                          G5#1 Medium AT Sec, full: 2 x 75 PAK
                                            40, 2 x 2-2-8. [RG-DE-G5]
                                          O2#1 Heavy OBA: normal ammunition.
                                            [RG-DE-O2]
                                          Campaign Purchase Points, German: 60
                                            to 0 (33 spent, 27 lost).
                                            [RePh8.616.1]
                                          Fortification Purchase Points,
                                            German: 40 to 26 (0 bought, 14
                                            spent). [RePh8.616.1]

  Set-up of the first date
    Russian player                        German player
                                          GE-I1#1-2, 6-5-8, in K14: concealed
                                            [RePh8.624]
                                          GE-I1#1-6, 9-1, in K13: hidden, for
                                            what was bought [RePh8.621.8]
                                          GE-I1#2-1, 6-5-8, in M22: under a
                                            Reserve counter [CG22.7a]
                                          GE-G5#1-1, 75 PAK 40, in M14: hidden
                                            [CG19.1]
                                          GE-G5#1-3, 2-2-8, in M14: hidden
                                            [CG19.1]
                                          A-P Mine factor in L14: hidden
                                            [RePh8.6073.1]
                                          Fortified Location in K13: hidden
                                            [RePh8.6073.1]

Turn 2, 4/28-NT: what was secret

  8.6151 Initiative Chits for the next date
    Russian player                        German player
    chit attack [RePh8.6151]              chit idle [RePh8.6151]

  8.616 Campaign Purchase Points
    Russian player                        German player
    Campaign Purchase Points, Russian: 0  Campaign Purchase Points, German: 0
      to 30 (30 on 4/28-NT, +0 by the       to 21 (20 on 4/28-NT, +1 by the
      roll). [RePh8.616]                    roll). [RePh8.616]
    Fortification Purchase Points,        Fortification Purchase Points,
      Russian: 7 to 0 (what was left is     German: 26 to 0 (what was left is
      lost). [RePh8.616.1]                  lost). [RePh8.616.1]

  8.619 Purchases
    Russian player                        German player
    buy I1 [RePh8.616]                    buy I3 mode=map [RePh8.616]
                                          recon n=1 [RePh8.616]

  8.620 Reinforcement groups arrive
    Russian player                        German player
    I1#1 Rifle Ptn, depleted: 2 x 4-4-7.  I3#1 SS Volksturm Ptn, full: 4 x
      [RG-RU-I1]                            4-3-6. [RG-DE-I3]
    Campaign Purchase Points, Russian:    Campaign Purchase Points, German: 21
      30 to 0 (4 spent, 26 lost).           to 0 (7 spent, 14 lost).
      [RePh8.616.1]                         [RePh8.616.1]

  8.624 Set-up
    Russian player                        German player
                                          GE-I1#1-1, 6-5-8, in K13: hidden
                                            free [CG7.10]
                                          GE-I1#1-2, 6-5-8, in K14: concealed
                                            [RePh8.624]
                                          GE-I1#1-6, 9-1, in K13: hidden
                                            [CG19.1]
                                          GE-I1#2-1, 6-5-8, in M22: under a
                                            Reserve counter [CG22.7a]
                                          GE-G5#1-1, 75 PAK 40, in M14: hidden
                                            [CG19.1]
                                          GE-G5#1-3, 2-2-8, in M14: hidden
                                            [CG19.1]
                                          A-P Mine factor in L14: hidden
                                            [RePh8.6073.1]
                                          Fortified Location in K13: hidden
                                            [RePh8.6073.1]

45 dice, 16 links: all hold
"""
