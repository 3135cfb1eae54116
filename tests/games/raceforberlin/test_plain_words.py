"""Orders as players put them: an army for both its counters, «all», «from X to Y», «no»; counters keep their
numbers in what is answered."""

from __future__ import annotations

import pytest

from tests.tabletop import Tabletop

GAME = "raceforberlin"
SEELOW = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "1GTA-1": "bridgehead", "303": "seelow"}
FAR = {"391": "guben", "21Pz": "cottbus", "31": "triebel"}


def table(units: dict[str, str], dice: tuple[int, ...] = (6,)) -> Tabletop:
    """Zhukov's Soviet impulse."""
    return Tabletop(GAME, {**FAR, **units}, segment="C.1", dice=dice)


def attackers(played: Tabletop) -> tuple[str, ...]:
    """Who is in combat mode."""
    (planned,) = played.found("ImpulsePlanned")
    return tuple(sorted(unit for unit, mode in planned["modes"].items() if mode == "combat"))


@pytest.mark.rule("4.1.2.a")
@pytest.mark.parametrize("army", ["8GA", "8 GA", "8th Guards Army"])
def test_an_army_stands_for_both_its_counters_where_both_can_fight(army: str) -> None:
    played = table(SEELOW)
    assert played.order("zhukov", f"combat {army} 1GTA-1 at seelow")[0].verdict in {"done", "waiting"}
    assert attackers(played) == ("1GTA-1", "8GA-1", "8GA-2")


@pytest.mark.rule("4.1.4")
def test_an_army_with_one_counter_activated_is_the_other() -> None:
    played = table({**SEELOW, "8GA-1": "bridgehead full activated"})
    assert played.order("zhukov", "combat 8GA 1GTA-1 at seelow")[0].verdict in {"done", "waiting"}
    assert attackers(played) == ("1GTA-1", "8GA-2")


@pytest.mark.rule("4.1.3.a")
def test_an_army_of_which_a_line_above_moves_one_counter_is_the_other() -> None:
    played = table(SEELOW)
    rulings = played.order("zhukov", "move 8GA-1 kustrin\ncombat 8GA 1GTA-1 at seelow")
    assert {ruling.verdict for ruling in rulings} <= {"done", "waiting"}
    assert attackers(played) == ("1GTA-1", "8GA-2")


@pytest.mark.rule("4.1.4")
def test_one_unit_of_an_army_is_the_one_that_can_be_meant_or_both_are_named() -> None:
    free = table({**SEELOW, "8GA-2": "bridgehead full activated"})
    assert free.verdict("zhukov", "move 8GA kustrin") == ("done", "")
    assert free.at("8GA-1") == "kustrin"
    (ruling,) = table(SEELOW).order("zhukov", "move 8GA kustrin")
    assert (ruling.verdict, ruling.legal) == ("ambiguous", ("8GA-1", "8GA-2"))


@pytest.mark.rule("3.2.1.b")
def test_an_army_of_which_one_counter_is_reduced_is_that_one_where_it_is_restored() -> None:
    units = {**FAR, **SEELOW, "8GA-2": "bridgehead reduced"}
    played = Tabletop(GAME, units, segment="B.2", hands={"zhukov": [], "koniev": []})
    assert played.verdict("zhukov", "replace 8GA") == ("done", "")
    played.order("koniev", "pass")
    assert played.steps("8GA-2") == 2


@pytest.mark.rule("8.1.1.a")
def test_all_who_may_attack_a_zone_do() -> None:
    played = table({**SEELOW, "61-1": "barwalde", "61-2": "barwalde"})
    assert played.order("zhukov", "combat all at seelow")[0].verdict in {"done", "waiting"}
    assert attackers(played) == ("1GTA-1", "8GA-1", "8GA-2")


@pytest.mark.rule("4.1.3.a", "4.1.2.a")
def test_all_leaves_those_whom_another_line_names() -> None:
    played = table(SEELOW)
    played.order("zhukov", "combat all at seelow\nmove 1GTA-1 kustrin")
    assert attackers(played) == ("8GA-1", "8GA-2")


@pytest.mark.rule("8.1.1.a")
def test_all_where_nobody_may_is_refused() -> None:
    (ruling,) = table({"61-1": "barwalde", "303": "seelow"}).order("zhukov", "combat all at seelow")
    assert (ruling.verdict, ruling.rule) == ("refused", "8.1.1.a")
    assert "none of your units may attack Seelow" in ruling.why


@pytest.mark.rule("4.1.4")
@pytest.mark.parametrize(
    "line",
    [
        "move 8GA-1 from bridgehead to kustrin",
        "move 8GA-1 bridgehead kustrin",
        "move 8GA-1 from bridgehead kustrin",
    ],
)
def test_where_a_unit_stands_is_the_start_of_its_way(line: str) -> None:
    played = table(SEELOW)
    assert played.verdict("zhukov", line) == ("done", "")
    assert played.at("8GA-1") == "kustrin"


@pytest.mark.rule("4.1.4")
def test_a_start_that_is_wrong_is_refused_in_plain_words() -> None:
    (ruling,) = table(SEELOW).order("zhukov", "move 8GA-1 from lebus to kustrin")
    assert (ruling.verdict, ruling.rule) == ("refused", "4.1.4")
    assert ruling.why == "8 GA-1 is in Bridgehead, not in Lebus"
    assert ruling.legal[0] == "move 8GA-1 kustrin"


@pytest.mark.parametrize("answer", ["no", "nobody", "none", "pass"])
def test_no_declines_a_reaction_and_passes_an_impulse(answer: str) -> None:
    played = table(SEELOW)
    assert played.order("koniev", answer)[0].verdict == "done"
    assert played.verdict("zhukov", answer) == ("done", "")
    assert played.state.segment == "C.2"


# -- numbers of counters ---------------------------------------------------------------------------------


@pytest.mark.rule("3.2.1.b", "3.2.1.c", "3.2.2.d", "3.2.1.d", "0.2", "5.1.a", "2.1.1.a")
@pytest.mark.parametrize(
    ("segment", "line"),
    [
        ("B.2", "replace 61-1"),
        ("B.2", "oos 61-2"),
        ("B.2", "return 61-1 at kustrin"),
        ("D.1", "freemove 61-2 to kustrin"),
    ],
)
def test_a_counter_keeps_its_number_in_a_refusal(segment: str, line: str) -> None:
    units = {**FAR, "61-1": "bridgehead", "61-2": "bridgehead full out-of-supply", "8GA-1": "kustrin"}
    played = Tabletop(GAME, units, segment=segment, hands={"zhukov": [], "koniev": []})
    while played.state.waiting()[0].player != "zhukov" or "Soviet" not in played.state.waiting()[0].question:
        played.order(played.asked()[1], "pass")
    (ruling,) = played.order("zhukov", line)
    assert ruling.verdict == "refused"
    assert ruling.why.startswith(line.split()[1])


@pytest.mark.rule("2.3.2.e")
def test_no_message_shows_an_armys_counter_without_its_number() -> None:
    (ruling,) = table({**SEELOW, "61-1": "barwalde"}).order("zhukov", "combat 61-1 at seelow")
    assert ruling.why.startswith("61-1 in ")
