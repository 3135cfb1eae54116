"""Orders as players put them: «all», «nobody», «from X to Y», «HQ»; refusals that say why and what to do."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from adjudicator.games.koenigsberg45.levels import activation
from adjudicator.games.koenigsberg45.turn import r02_command
from adjudicator.rulings import Unreadable
from tests.tabletop import Tabletop

from .country import laid, moved, why
from .table import drawing

SOVIETS = {"HQ S28": "2020", "3 G": "2020", "128": "2021", "1 T": "2121", "2 G T": "2022", "56": "0524"}


def acting(found: Tabletop) -> set[str]:
    """Who may move and fight."""
    return set(activation(found.state).active)


@pytest.mark.rule("2.2a.1")
def test_all_in_range_are_activated_where_so_many_may_be() -> None:
    found = drawing(SOVIETS, ["S28"])
    assert found.verdict("soviet", "activate HQ 28 with all") == ("done", "")
    assert acting(found) == {"HQ S28", "3 G", "128", "1 T", "2 G T"}


@pytest.mark.rule("2.2a.1")
def test_all_where_more_are_in_range_than_may_is_refused_with_those_that_would_do() -> None:
    found = drawing({**SOVIETS, "152 UR": "1921"}, ["S28"])
    (ruling,) = found.order("soviet", "activate HQ 28 with all")
    assert (ruling.verdict, ruling.rule) == ("refused", "2.2a.1")
    assert "1 T" in ruling.why and "152 UR" in ruling.why
    assert "activate HQ S28 with 2 G T, 1 T" in ruling.legal
    assert found.verdict("soviet", ruling.legal[0]) == ("done", "")


@pytest.mark.parametrize("line", ["activate HQ 28 with nobody", "activate HQ with none", "no", "nobody"])
def test_nobody_acts_beside_the_units_of_the_hq(line: str) -> None:
    found = drawing(SOVIETS, ["S28"])
    assert found.verdict("soviet", line) == ("done", "")
    assert found.state.segment == ("MOVE" if line.startswith("activate") else "DRAW")


def test_the_activated_hq_needs_no_name() -> None:
    found = drawing(SOVIETS, ["S28"])
    assert found.verdict("soviet", "activate HQ with 1 T") == ("done", "")
    assert found.verdict("soviet", "move HQ 2120") == ("done", "")
    assert found.at("HQ S28") == "2120"


@pytest.mark.rule("2.1c.1")
def test_an_hq_without_a_name_is_none_where_several_could_be_chosen() -> None:
    found = drawing({**SOVIETS, "HQ 5": "2220", "72": "2220"}, ["3BR-1"])
    (ruling,) = found.order("soviet", "choose HQ")
    assert (ruling.verdict, ruling.rule) == ("refused", "2.1c.1")
    assert set(ruling.legal) == {"choose HQ 5", "choose HQ S28"}


@pytest.mark.rule("4.1b.1")
@pytest.mark.parametrize("line", ["move 72 from 2120 to 2118", "move 72 2120 2118", "move 72 from 2120 2118"])
def test_where_a_unit_stands_is_the_start_of_its_way(line: str) -> None:
    assert moved(laid({"72": "2120"}), "soviet", line) == ("2118", "1, 2 of 4")


@pytest.mark.rule("4.1b.1")
def test_a_start_that_is_wrong_is_refused_in_plain_words() -> None:
    rule, text, legal = why(laid({"72": "2120"}), "soviet", "move 72 from 2121 to 2118")
    assert (rule, text) == ("4.1b.1", "72 is in 2120, not in 2121")
    assert legal[0] == "move 72 via 2119-2118"


ATTACKERS = {"72": "2120", "65": "2120", "45": "2218", "54": "2525", "1": "2119"}


@pytest.mark.rule("7.0.1")
def test_all_who_reach_a_hex_attack_it_together() -> None:
    found = laid(ATTACKERS)
    found.play.chance.dice = [6]  # type: ignore[attr-defined]
    assert found.verdict("soviet", "attack 2119 with all")[0] == "done"
    assert found.found("CombatResolved")[0]["attackers"] == ("72", "65", "45")


@pytest.mark.rule("7.0.1")
def test_an_attack_that_cannot_be_made_is_answered_with_those_on_the_same_hex_first() -> None:
    rule, _, legal = why(laid(ATTACKERS), "soviet", "attack 2119 with 54, 72")
    assert (rule, legal[0]) == ("7.0.1", "attack 2119 with 72")
    assert all(line.startswith("attack 2119 with ") for line in legal)


def advancing(line: str) -> Tabletop:
    """16 G with its HQ has thrown a division out of 2119; who advances is asked."""
    units = {"72": "2120", "65": "2120", "HQ 5": "2120", "56": "2119 reduced", "21": "3030"}
    found = laid(units, position={"state": {"active": "soviet", "hq": "HQ 5"}})
    found.play.chance.dice = [6]  # type: ignore[attr-defined]
    found.order("soviet", f"attack 2119 with 72, 65 {line}")
    return found


@pytest.mark.rule("12.1b.1")
def test_with_hq_means_the_one_that_stands_with_those_who_advance() -> None:
    found = advancing("advance 72 with HQ")
    assert (found.at("72"), found.at("HQ 5"), found.at("65")) == ("2119", "2119", "2120")


@pytest.mark.rule("10.0.2")
def test_all_advance() -> None:
    assert {advancing("advance all").at(unit) for unit in ("72", "65")} == {"2119"}


@pytest.mark.rule("10.0.2")
@pytest.mark.parametrize("answer", ["no", "nobody", "no advance", "advance nobody"])
def test_nobody_advances(answer: str) -> None:
    found = advancing("")
    assert found.state.waiting()[0].topic == "advance"
    assert found.verdict("soviet", answer) == ("done", "")
    assert found.at("72") == "2120"


# -- why -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2a.3", "2.2e-lim.1", "2.2e-lim.2")
@pytest.mark.parametrize(
    ("hq", "unit", "words"),
    [
        ("1137", "1139", "out of HQ 26's range, which ends at the Vistula"),
        ("1808", "1712", "out of HQ 26's range, which ends at the Frisches Haff"),
        ("2020", "2026", "6 hexes from HQ 26, whose range is 4"),
    ],
)
def test_a_unit_out_of_range_is_told_what_ends_the_range(hq: str, unit: str, words: str) -> None:
    found = drawing({"HQ 26": hq, "5 Pz": unit, "23": hq, "54": "4303"}, ["G26"])
    (ruling,) = found.order("german", "activate HQ 26 with 5 Pz")
    assert (ruling.rule, ruling.why) == ("2.2a.3", f"5 Pz is {words}")
    assert "activate HQ 26 with 23" in ruling.legal
    assert r02_command.within(found.state, "HQ 26").get(unit) is None


@pytest.mark.rule("4.0.1", "7.0.1", "2.2a.3")
def test_a_unit_that_does_not_act_is_told_why() -> None:
    units = {"HQ 26": "1137", "23": "1137", "5 Pz": "1139", "G69": "1138", "10 Jäg": "1137", "54": "1239"}
    found = drawing({**units, "HQ 20": "1438", "102": "1138"}, ["G26"])
    found.order("german", "activate HQ 26 with 23")
    said = {unit: found.order("german", f"move {unit} 1237")[0].why for unit in ("5 Pz", "102", "10 Jäg")}
    assert said == {
        "5 Pz": "5 Pz is not activated to move: out of HQ 26's range, which ends at the Vistula",
        "102": "102 is not activated to move: it is commanded by HQ 20, and HQ 26 acts",
        "10 Jäg": "10 Jäg is not activated to move: it was not named to act with HQ 26",
    }
    (ruling,) = found.order("german", "attack 1239 with 5 Pz")
    assert ruling.why == ("5 Pz is not activated to attack: out of HQ 26's range, which ends at the Vistula")


@pytest.mark.rule("4.0.1")
def test_a_unit_that_may_not_move_is_answered_with_others_that_may_go_there() -> None:
    found = laid({"72": "2120", "65": "2020", "45": "2525"}, position={"state": {"activated": ["72", "65"]}})
    rule, _, legal = why(found, "soviet", "move 45 2118")
    assert (rule, legal) == ("4.0.1", ("move 72 via 2119-2118", "move 65 via 2019-2018-2118"))


def test_all_is_no_name_where_each_unit_must_be_named() -> None:
    with pytest.raises(Unreadable, match="name each unit"):
        find_game("koenigsberg45").grammar("soviet").read("loss all")
