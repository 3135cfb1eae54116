"""What a dry run tells of attacks is what then happens: with the chits and moves of the same sheet, and with
"all" on whichever line it is written."""

from __future__ import annotations

import re

import pytest

from adjudicator.judging.referee import judge
from adjudicator.mail.desk.trial import try_sheet
from tests.tabletop import Tabletop

from .fights import IDLE

SEELOW = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "303": "seelow", "20PzGr": "seelow"}
OUT = {"chits-out": ["event-9"]}
CITY = {"8GA-1": "tempelhof", "8GA-2": "tempelhof", "11SS": "tempelhof"}


def laid(units: dict[str, str], chit: str = "", side: str = "zhukov", **position: object) -> Tabletop:
    hands: dict[str, list[str]] = {"zhukov": [], "koniev": [], **({side: [chit]} if chit else {})}
    about = {"segment": "C.1", "turn": 3, "dice": [5], "hands": hands, "state": OUT, **position}
    return Tabletop("raceforberlin", {**IDLE, **units}, **about)  # type: ignore[arg-type]


def told_and_rolled(table: Tabletop, side: str, sheet: str) -> tuple[list[str], list[str]]:
    """The odds that a dry run tells of the attacks of a sheet, as far as no die decides, and those with which
    they are rolled. The lines are numbered as in a mail, below its head."""
    lines = [*enumerate(sheet.splitlines(), 3)]
    dry = try_sheet(table.game, table.state, side, lines)
    told = [
        re.split(r" \(|: die", one.why.removeprefix("at present "))[0] for one in dry if "column" in one.why
    ]
    judge(table.game, table.play, side, lines, 1)
    rolled = []
    for kind in ("CombatResolved", "CityProgressResolved"):
        for one in table.found(kind):
            drm = sum(each["value"] for each in one["drms"])
            strengths = f"{one['attack']:g} to {one['defence']:g}, column {one['column']}"
            rolled.append(f"{strengths}{f', die {drm:+}' if drm else ''}")
    return told, rolled


@pytest.mark.rule("E2.1", "E6.1", "E7.1", "E8.1", "E11.1")
@pytest.mark.parametrize(
    ("chit", "units", "sheet"),
    [
        ("event-8", SEELOW, "combat 8GA-1 8GA-2 at seelow chit8 20PzGr"),
        ("event-8", SEELOW, "combat 8GA-1 8GA-2 at seelow\nchit 8 on 20PzGr"),
        ("event-8", SEELOW, "chit 8 on 20PzGr\ncombat all at seelow"),
        ("event-6", SEELOW, "chit 6 army 8GA\ncombat 8GA-1 8GA-2 at seelow"),
        (
            "event-2",
            {"47-1": "kustrin", "47-2": "kustrin", "606": "sudl-oderbruch"},
            "chit 2 army 47\ncombat 47-1 47-2 at sudl-oderbruch",
        ),
        (
            "event-7",
            {**SEELOW, "8GA-1": "kustrin", "8GA-2": "kustrin"},
            "chit 7 army 8GA\nmove 8GA-1, 8GA-2 bridgehead\ncombat 8GA-1 8GA-2 at seelow",
        ),
    ],
)
def test_odds_are_told_with_the_chits_and_moves_of_the_same_sheet(
    chit: str, units: dict[str, str], sheet: str
) -> None:
    told, rolled = told_and_rolled(laid(units, chit), "zhukov", sheet)
    assert told == rolled and len(rolled) == 1


@pytest.mark.rule("E11.1")
def test_odds_are_told_with_the_surprise_of_the_same_sheet() -> None:
    table = laid({"8GA-1": "letschin reduced", "303": "muncheberg"}, "event-11", "koniev", segment="C.3")
    told, rolled = told_and_rolled(table, "koniev", "chit 11\ncombat 303 at letschin")
    assert told == rolled == ["8 to 10, column 1:2"]


@pytest.mark.rule("9.2.1.a", "9.2.4.c", "E5.1", "E8.3")
@pytest.mark.parametrize(
    ("chit", "sheet"),
    [
        ("event-5", "chit 5\ncity tempelhof with 8GA-1 8GA-2 extra"),
        ("event-8", "chit 8 on 11SS\ncity tempelhof with all extra"),
        ("", "city tempelhof with 8GA-1"),
    ],
)
def test_the_odds_of_a_city_progress_attack_are_told(chit: str, sheet: str) -> None:
    tracks = {"support-zhukov": 2, "progress-tempelhof": 1}
    told, rolled = told_and_rolled(laid(CITY, chit, turn=8, tracks=tracks), "zhukov", sheet)
    assert told == rolled and len(rolled) == 1


def test_a_dry_run_tells_the_odds_of_germans_with_help_from_outside() -> None:
    units = {"8GA-1": "tempelhof", "1SSPz": "tempelhof", "TKorner": "trebbin", "UvHut": "trebbin"}
    table = laid(units, segment="C.4", turn=8, tracks={"progress-tempelhof": 1})
    sheet = "city tempelhof with 1SSPz help trebbin units TKorner, UvHut"
    told, rolled = told_and_rolled(table, "zhukov", sheet)
    assert told == rolled == ["16 to 20, column 1:2"]


KONIEV = {
    "3GTA-1": "triebel",
    "3GTA-2": "triebel",
    "342": "forst",
    "391": "frankfurt",
    "8GA-1": "furstenwalde reduced",
}


@pytest.mark.rule("4.1.2.a", "8.1.1.a")
@pytest.mark.parametrize(
    ("sheet", "rolled"),
    [
        ("combat all at forst", ["22 to 4, column 5:1"]),
        ("move 3GTA-1 priebus\ncombat all at forst", ["11 to 4, column 2:1, die -1"]),
        ("combat all at forst\nreserve 3GTA-2", ["11 to 4, column 2:1, die -1"]),
    ],
)
def test_all_attack_on_whichever_line_of_a_mail_it_is_written(sheet: str, rolled: list[str]) -> None:
    table = laid(KONIEV, segment="C.2", turn=7, dice=[3, 1, 1])
    assert told_and_rolled(table, "koniev", sheet) == (rolled, rolled)


@pytest.mark.rule("8.1.1.a")
def test_all_at_a_zone_without_enemies_is_refused_and_not_kept_for_another_impulse() -> None:
    table = laid(KONIEV, segment="C.2", turn=7)
    (ruling,) = judge(table.game, table.play, "koniev", [(3, "combat all at cottbus")], 1)
    assert (ruling.verdict, ruling.rule) == ("refused", "8.1.1.a")


@pytest.mark.rule("1.4", "4.1.2.b")
@pytest.mark.parametrize(
    "sheet",
    ["pass\ncombat all at furstenwalde", "combat all at forst\ncombat all at furstenwalde advance all"],
)
def test_all_are_those_of_the_impulse_in_which_the_zone_holds_enemies(sheet: str) -> None:
    units = {**KONIEV, "20PzGr": "frankfurt"}
    table = laid(units, segment="C.2", turn=7, dice=[1, 6, 1])
    judge(table.game, table.play, "koniev", [*enumerate(sheet.splitlines(), 3)], 1)
    assert [one["attackers"] for one in table.found("CombatResolved")][-1] == ("391", "20PzGr")
    assert [one["segment"] for one in table.found("ImpulsePlanned")][-1] == "C.3"


@pytest.mark.rule("1.4", "9.2.1.b")
def test_all_in_a_city_zone_are_the_germans_in_the_german_impulse() -> None:
    units = {"3GTA-1": "zossen", "11SS": "tempelhof", "8GA-1": "tempelhof reduced"}
    table = laid(units, segment="C.2", turn=7, dice=[4], tracks={"progress-tempelhof": 1})
    sheet = [(3, "pass"), (4, "city tempelhof with all")]
    assert [one.verdict for one in judge(table.game, table.play, "koniev", sheet, 1)] == ["done"] * 2
    assert [one["attackers"] for one in table.found("CityProgressResolved")] == [("11SS",)]


@pytest.mark.rule("9.2.1.c", "9.2.5")
@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ("city tempelhof with 8GA-1 extra\ncity neukolln with 69-1", "and you have none left"),
        ("city tempelhof with 8GA-1\ncity neukolln with 69-1 extra", "you have one support point left"),
    ],
)
def test_points_that_lines_above_spend_are_not_left_for_a_second_roll(sheet: str, why: str) -> None:
    units = {"8GA-1": "tempelhof", "69-1": "neukolln"}
    table = laid(units, turn=8, tracks={"support-zhukov": 2})
    first, second = judge(table.game, table.play, "zhukov", [*enumerate(sheet.splitlines(), 3)], 1)
    assert (first.verdict, second.verdict, why in second.why) == ("waiting", "refused", True)
