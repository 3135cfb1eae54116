"""Rule 0.1e and orders about a hex in which an HQ or a marker alone is seen: who cannot carry one out finds
nothing out, a dry run knows no more than its writer, and what may be done there can be ordered (K-R101)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.games.koenigsberg45.by_mail.standing import danger
from adjudicator.judging.what_if import playable
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.rulings import Ruling
from tests.tabletop import Tabletop

from .country import laid
from .table import GAME, drawing
from .test_named_answers import AWAY, alone_and_not, ringed

HQ = "2020"
"""Where an HQ is seen, which is alone or on top of a division."""


def both(units: Mapping[str, str], segment: str) -> list[Tabletop]:
    """Two positions in open country that look alike: a German HQ alone in a hex, and on top of a division."""
    found = []
    for one in alone_and_not(dict(units), "HQ 26", HQ):
        position = {"state": one["state"], "dice": [6]}
        found.append(laid(one["units"], segment=segment, position=position))  # type: ignore[arg-type]
    return found


def refused_alike(tables: list[Tabletop], side: str, line: str) -> str:
    """The rule of a refusal that is the same, word for word, on both tables."""
    found: list[list[Ruling]] = [table.order(side, line) for table in tables]
    assert found[0] == found[1]
    assert found[0][-1].verdict == "refused", found[0]
    return found[0][-1].rule


@pytest.mark.rule("0.1e.1", "0.1d.4", "7.0.2", "K-R101")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (f"attack {HQ} with 72", "7.0.1"),  # too far away
        (f"attack {HQ} with 45 air LW-1 full", "13.1.1"),
        (f"attack {HQ} with 45 if odds >= 8-1", "0.1d.4"),
    ],
)
def test_an_attack_that_cannot_be_made_does_not_find_out_whether_an_hq_is_alone(line: str, rule: str) -> None:
    units = {"45": "2021", "72": "2024", "16 G": "1029", "69": "1030"}
    assert refused_alike(both(units, "COMBAT"), "soviet", line) == rule


@pytest.mark.rule("0.1e.1", "0.7a.2", "K-R101")
def test_a_barrage_out_of_range_does_not_find_out_whether_an_hq_is_alone() -> None:
    positions = alone_and_not({"45": "2023", "72": "0525"}, "HQ 26", HQ)
    tables = [
        drawing(one["units"], ["BARRAGE-3BR"], dice=[1], state=one["state"])  # type: ignore[arg-type]
        for one in positions
    ]
    assert refused_alike(tables, "soviet", f"barrage {HQ}") == "0.7a.2"


@pytest.mark.rule("0.1e.1", "4.3.1", "K-R101")
def test_a_path_that_breaks_elsewhere_does_not_find_out_whether_an_hq_is_alone() -> None:
    line = f"move 2 G T {HQ}-1920-2221"  # not adjacent
    assert refused_alike(both({"2 G T": "2021"}, "MOVE"), "soviet", line) == "4.1b.1"


@pytest.mark.rule("0.1e.1", "RET.5.1", "RET.9.1", "K-R101")
def test_a_hex_that_is_taken_does_not_tell_where_an_hq_is() -> None:
    tables = []
    for at in ("2221", AWAY):
        units = {"1": "2221", "HQ 26": at, "56": AWAY, "81": "2222", "72": "2926"}
        state = {"tops": {"2221": "1", AWAY: "56"}}
        tables.append(drawing(units, ["RANDOM"], dice=[2, 3], state=state))
    for at in ("2221", "2222"):  # an enemy division, an own one beside it
        assert refused_alike(tables, "soviet", f"refugee new at {at}") == "RET.5.1"


@pytest.mark.rule("0.1e.1", "1.2c.4", "5.0.1", "K-R101")
def test_a_full_town_does_not_tell_whether_a_supply_line_leads_to_it() -> None:
    tables = ringed("VOLKSTURM", {"1": "2221", "56": "2221"})
    assert refused_alike(tables, "german", "deploy volksturm at 2221") == "5.0.1"


@pytest.mark.rule("0.1e.1", "6.0e.1", "6.0e.2", "6.0c.3", "K-R101")
@pytest.mark.parametrize(
    ("line", "rule"),
    [("enter 24 Pz at B rail 2608", "6.0e.2"), ("enter 24 Pz at B alt 2507", "6.0c.3")],
)
def test_an_entry_that_cannot_be_made_does_not_tell_of_enemy_zones(line: str, rule: str) -> None:
    tables = []
    for below in (AWAY, "2508"):
        units = {
            "24 Pz": "reinforcements",
            "HQ 5": "2508",
            "45": AWAY,
            "72": below,
            "1": "2021",
            "54": "0119",
        }
        state = {"tops": {"2508": "HQ 5", AWAY: "45"}}
        tables.append(Tabletop(GAME, units, segment="RF_PLACE", turn=3, state=state))
    assert refused_alike(tables, "german", line) == rule


@pytest.mark.rule("0.1e.1", "7.0.2", "0.7a.2", "K-R101")
def test_a_dry_run_does_not_say_that_an_hq_is_alone() -> None:
    attacks = both({"45": "2021"}, "COMBAT")
    positions = alone_and_not({"45": "2021"}, "HQ 26", HQ)
    barrages = [
        drawing(one["units"], ["BARRAGE-3BR"], dice=[1, 5], state=one["state"])  # type: ignore[arg-type]
        for one in positions
    ]
    for tables, line in ((attacks, f"attack {HQ} with 45"), (barrages, f"barrage {HQ}")):
        tried = [try_sheet(table.game, table.state, "soviet", [(1, line)]) for table in tables]
        assert tried[0] == tried[1]
        assert tried[0][0].verdict == "not-judged"
        assert "only the game itself can decide" in tried[0][0].why
        assert [table.order("soviet", line)[0].verdict for table in tables] == ["refused", "done"]


@pytest.mark.rule("0.7a.2", "0.7a.6", "K-R76", "K-R101")
@pytest.mark.parametrize("marker", ["", " full out-of-supply"])
@pytest.mark.parametrize("event", [False, True])
def test_barrages_are_asked_for_where_nothing_but_an_hq_or_a_marker_is_in_range(
    event: bool, marker: str
) -> None:
    draws, dice, more = (["RANDOM"], [5, 6, 4], " front 3BR") if event else (["BARRAGE-3BR"], [1, 4], "")
    asked, said = [], []
    for one in alone_and_not({"45": "2021"}, "HQ 26", HQ):
        units = {**one["units"], "HQ 26": f"{HQ}{marker}"}  # type: ignore[dict-item]
        laid_out = drawing(units, draws, dice=dice, state=one["state"])
        (decision,) = laid_out.state.waiting()
        asked.append((decision.question, decision.answers, decision.closed))
        said.append(laid_out.verdict("soviet", f"barrage {HQ}{more}"))
    assert asked[0] == asked[1]
    assert "shows only an HQ or a marker" in asked[0][0]
    assert asked[0][1:] == (("pass",), False)
    assert said == [("refused", "0.7a.2"), ("done", "")]


@pytest.mark.rule("0.1e.1", "K-R101")
def test_a_stack_under_a_marker_is_as_dangerous_to_a_retreat_whoever_is_below() -> None:
    found = []
    for one in alone_and_not({"45": "2021"}, "HQ 26", HQ):
        units = {**one["units"], "HQ 26": f"{HQ} full isolated"}  # type: ignore[dict-item]
        state = Tabletop(GAME, units, segment="MOVE", state=one["state"]).state
        found.append([danger(state, space, "soviet") for space in ("2021", "2024")])
    assert found[0] == found[1] == [[1, 1, 1, 1], [0, 0, 0, 1]]


@pytest.mark.rule("0.1e.1", "7.0.1", "11.3a.1")
def test_a_page_offers_attacks_on_stacks_under_a_marker_or_an_hq() -> None:
    units = {"349 VG": "2020 full out-of-supply", "45": "2021", "HQ 26": "2122", "1": "2122", "69": "1922"}
    found = laid(units, segment="COMBAT", position={"state": {"tops": {"2122": "HQ 26"}}, "dice": [4]})
    view = playable(found.game, found.state, "soviet")
    struck = {one.at: one for one in found.game.choices.of("attack").strikes(view, "soviet")}  # type: ignore[union-attr, misc]
    assert {at: {*one.units} for at, one in struck.items()} == {
        "2020": {"45"},
        "2122": {"45"},
        "1922": {"45"},
    }
    words = {at: {text for some in one.told.values() for _, text in some} for at, one in struck.items()}
    assert words["2020"] == {"you see no unit there. You learn the odds when the attack is announced"}
    assert words["2122"] == {
        "you see only an HQ there. Alone it may not be attacked; if not, you learn the odds then"
    }
    assert found.verdict("soviet", "attack 2020 with 45") == ("done", "")
