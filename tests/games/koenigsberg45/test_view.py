"""Fog of war (0.1e): change anything below the top of an enemy stack and no byte that a side gets changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.events import Event
from adjudicator.games.koenigsberg45 import GAME
from adjudicator.games.koenigsberg45.by_mail.view import PLANS
from adjudicator.games.koenigsberg45.fog import top
from adjudicator.games.koenigsberg45.hexes.r04_current_costs import ends_of
from adjudicator.games.koenigsberg45.position import nearest_foe
from adjudicator.games.koenigsberg45.turn import r11_supply, r12_volksturm
from adjudicator.mail.desk.trial import bundle, playable, try_sheet
from adjudicator.report.pages import ReportFacts, pages
from adjudicator.report.save import saved_game
from adjudicator.report.scene import scene
from adjudicator.snapshot import canonical, pack
from adjudicator.state import Frame, State
from tests.games.koenigsberg45.table import GAME as NAME
from tests.tabletop import Tabletop

OPEN = {"1": "2021", "56": "2024", "45": "2019", "72": "1919", "HQ 5": "1918", "HQ 41Pz": "2022"}
"""Germans on top in 2021 and 2024, a lone HQ, and Soviets who look at them."""
HIDDEN = ("349 VG", "69")
"""Germans of whom each lies below another top, whole or reduced."""
STACKS = ("2021", "2024")

ORDERS = (
    "move 45 2020",
    "move 72 2020-2021",
    "attack 2021 with 45 if odds >= 3-1",
    "attack 2021 with 45, 349 VG",
    "attack 2024 with 72",
    "move 349 VG 2022",
    "top 2021 1",
)
"""What the Soviet player tries: nothing of it may tell what lies below."""


Secret = tuple[list[str], str, frozenset[str]]
SECRETS = st.tuples(st.permutations(STACKS), st.sampled_from(STACKS), st.frozensets(st.sampled_from(HIDDEN)))


def secret(drawn: Secret) -> Tabletop:
    """Two units, one below each top, whole or reduced, and an HQ below either."""
    pair, hq, reduced = drawn
    below = {unit: f"{at} reduced" if unit in reduced else at for unit, at in zip(HIDDEN, pair, strict=True)}
    units = {**OPEN, "349 VG": below["349 VG"], "G69": below["69"], "HQ 26": hq}
    state = {"active": "soviet", "tops": {"2021": "1", "2024": "56"}}
    return Tabletop(NAME, units, segment="MOVE", state=state)


def told(state: State) -> bytes:
    """Everything a Soviet player could be sent of a position: view, page, bundle, answers to a dry run."""
    seen = GAME.view(state, "soviet")
    page = pages(ReportFacts(GAME, 1, "soviet", seen, seen))
    answers = [try_sheet(GAME, state, "soviet", [(1, line)]) for line in ORDERS]
    return canonical([
        pack(playable(GAME, state, "soviet")), page.text, page.html, str(answers),
        bundle(GAME, "campaign", state, "soviet").decode("utf-8"),
    ])  # fmt: skip


@pytest.mark.slow
@given(SECRETS, SECRETS)
@settings(max_examples=25, deadline=None)
@pytest.mark.rule("0.1e.1", "0.1d.4")
def test_0_1e_1_a_side_gets_the_same_bytes_whatever_lies_below_the_top(one: Secret, other: Secret) -> None:
    assert told(secret(one).state) == told(secret(other).state)


@pytest.mark.slow
@given(SECRETS, SECRETS)
@settings(max_examples=10, deadline=None)
@pytest.mark.rule("0.1e.1")
def test_0_1e_1_orders_that_are_carried_out_tell_no_more(one: Secret, other: Secret) -> None:
    seen = []
    for drawn in (one, other):
        laid = secret(drawn)
        rulings = laid.order("soviet", "move 45 2020\nmove 72 1920-1921")
        seen.append((str(rulings), facts(laid.events, "soviet"), told(laid.state)))
    assert seen[0] == seen[1]


def facts(events: Sequence[Event], side: str) -> list[object]:
    """The events that a side sees, with all their facts."""
    return [(event.kind, event.facts()) for event in events if event.seen_by(side)]


@pytest.mark.slow
@pytest.mark.rule("0.1e.1")
def test_0_1e_1_the_saved_game_holds_the_tops_alone() -> None:
    found = set()
    for drawn in (
        (["2021", "2024"], "2021", frozenset[str]()),
        (["2024", "2021"], "2024", frozenset({"69"})),
    ):
        seen = GAME.view(secret(drawn).state, "soviet")
        found.add(saved_game(NAME, scene(GAME, 1, seen, seen, ()), seen))
    assert len(found) == 1
    assert found != {b""}


@pytest.mark.rule("0.1e.1")
def test_0_1e_1_the_owner_sees_his_stack_and_the_enemy_its_top() -> None:
    state = secret((["2021", "2024"], "2021", frozenset())).state
    assert {u.id for u in GAME.view(state, "german").at("2021")} == {"1", "349 VG", "HQ 26"}
    assert {u.id for u in GAME.view(state, "soviet").at("2021")} == {"1"}


@pytest.mark.rule("0.1e.1")
@pytest.mark.parametrize(
    ("flag", "item"), [("out-of-supply", "out-of-supply-german"), ("isolated", "isolated-german")]
)
def test_0_1e_1_a_supply_marker_on_top_hides_the_unit_too(flag: str, item: str) -> None:
    units = {**OPEN, "1": f"2021 full {flag}", "349 VG": "2021"}
    state = Tabletop(NAME, units, segment="MOVE", state={"active": "soviet", "tops": {"2021": "1"}}).state
    seen = GAME.view(state, "soviet")
    assert (seen.at("2021"), seen.covers["2021"]) == ((), item)
    assert item in state.roster.markers
    assert item not in str(GAME.view(state, "german").covers)


@pytest.mark.rule("0.1e.1")
def test_0_1e_1_without_a_choice_the_strongest_combat_unit_lies_on_top_and_an_hq_last() -> None:
    state = Tabletop(
        NAME, {"HQ 26": "2021", "349 VG": "2021", "1": "2021", "HQ 41Pz": "2024"}, run=False
    ).state
    assert (top(state, "2021", "german"), top(state, "2024", "german")) == ("1", "HQ 41Pz")


def moving(orders: str, units: dict[str, str]) -> Tabletop:
    """Germans move while a Soviet corps looks on."""
    state = {"active": "german", "tops": {"2021": "1", "2024": "56"}}
    laid = Tabletop(NAME, {**OPEN, "45": "2015", "72": "2014", **units}, segment="MOVE", state=state)
    assert [one.verdict for one in laid.order("german", orders)] == ["done"] * len(orders.splitlines())
    return laid


@pytest.mark.rule("0.1e.1")
def test_0_1e_1_a_move_from_below_one_top_to_below_another_is_not_told() -> None:
    laid = moving("move 349 VG 2022-2023-2024", {"349 VG": "2021"})
    assert [event.kind for event in laid.events if event.seen_by("soviet") and not event.quiet] == []
    assert "UnitMoved" in [event.kind for event in laid.events if event.seen_by("german")]


@pytest.mark.rule("0.1e.1")
def test_0_1e_1_a_bystander_sees_tops_come_and_go() -> None:
    laid = moving("move 349 VG 2020", {"349 VG": "2021"})
    assert laid.found("TopsSeen") == [{"seen": {"2020": "349 VG"}}]
    laid = moving("move 1 2020", {"349 VG": "2021"})
    seen = [
        (e.kind, e.facts().get("unit") or e.facts().get("seen")) for e in laid.events if e.seen_by("soviet")
    ]
    assert ("UnitMoved", "1") in seen
    assert ("TopsSeen", {"2021": "349 VG"}) in seen


@pytest.mark.rule("0.1e.2", "K-R1")
def test_0_1e_2_an_attacked_stack_is_shown_in_the_combat_and_hidden_again() -> None:
    units = {**OPEN, "45": "2020", "349 VG": "2021"}
    laid = Tabletop(
        NAME, units, segment="COMBAT", state={"active": "soviet", "tops": {"2021": "1"}}, dice=[1]
    )
    assert GAME.view(laid.state, "soviet").units["349 VG"].at == "unseen"
    laid.order("soviet", "attack 2021 with 45")
    (fought,) = laid.found("CombatResolved") or laid.found("AttackCancelled")
    assert set(fought["defenders"]) == {"1", "349 VG"}
    assert GAME.view(laid.state, "soviet").units["349 VG"].at == "unseen"


@pytest.mark.rule("0.1d.4")
def test_0_1d_4_a_condition_looks_at_the_top_alone() -> None:
    verdicts = []
    for below in ({}, {"349 VG": "2021"}):
        units = {**OPEN, "45": "2020", "72": "2121", **below}
        laid = Tabletop(
            NAME, units, segment="COMBAT", state={"active": "soviet", "tops": {"2021": "1"}}, dice=[1]
        )
        verdicts.append(
            [
                (one.verdict, one.rule)
                for one in laid.order("soviet", "attack 2021 with 45, 72 if odds >= 4-1")
            ]
        )
    assert verdicts[0] == verdicts[1]


@pytest.mark.rule("0.1e.1")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_each_side_sees_its_own_questions_alone(side: str) -> None:
    laid = Tabletop(NAME, {}, clear=False, segment="SETUP")
    both = laid.state
    assert {decision.player for decision in both.decisions} == {"german", "soviet"}
    assert {decision.player for decision in laid.game.view(both, side).decisions} == {side}


@pytest.mark.rule("0.1e.1")
@pytest.mark.parametrize(("side", "sees"), [("soviet", True), ("german", False)])
def test_the_side_that_acts_sees_its_own_plans_and_the_other_does_not(side: str, sees: bool) -> None:
    laid = Tabletop(NAME, {"45": "2021"})
    plans = {"side": "soviet", **dict.fromkeys(PLANS, "kept")}
    planned = laid.state.but(frames=(*laid.state.frames, Frame("COMBAT", plans)))
    shown = laid.game.view(planned, side).frames[-1].facts
    assert all((plan in shown) is sees for plan in PLANS) and shown["side"] == "soviet"


@pytest.mark.rule("0.1e.1")
@pytest.mark.parametrize(("side", "other"), [("german", "soviet"), ("soviet", "german")])
def test_each_side_sees_its_own_standing_orders_lines_and_sealed_answers_alone(side: str, other: str) -> None:
    laid = Tabletop(NAME, {}, clear=False, segment="SETUP")
    mine = {decision.player: decision.id for decision in laid.state.decisions}
    state = replace(
        laid.state,
        standing=dict.fromkeys((side, other), ("hold",)),
        kept=dict.fromkeys((side, other), ("line",)),
        sealed={mine[one]: ("line",) for one in (side, other)},
    )
    seen = laid.game.view(state, side)
    assert set(seen.standing) == set(seen.kept) == {side}
    assert set(seen.sealed) == {mine[side]}


@pytest.mark.rule("0.1e.1", "4.3.1", "3.0a.1")
def test_0_1e_1_a_stack_under_a_supply_marker_is_in_the_way_in_what_its_enemy_is_offered() -> None:
    """Of the stack a marker alone is seen, and it has a zone as far as anybody can tell."""
    units = {"45": "2019", "72": "1919", "1": "2021 full out-of-supply", "HQ 26": "0524 full isolated"}
    laid = Tabletop(NAME, units, segment="MOVE", state={"active": "soviet"})
    seen = playable(GAME, laid.state, "soviet")
    assert seen.covers == {"2021": "out-of-supply-german", "0524": "isolated-german"}
    for unit in ("45", "72"):
        assert ends_of(seen, seen.units[unit]) == ends_of(laid.state, laid.state.units[unit])
    tried = [try_sheet(GAME, laid.state, "soviet", [(1, f"move 45 {to}")])[0] for to in ("2020-2021", "2020")]
    assert [(one.verdict, one.rule) for one in tried] == [("refused", "4.3.1"), ("may be done", "")]
    (far,) = laid.order("soviet", "move 45 2022")
    assert far.verdict == "refused" and far.legal
    for line in far.legal:
        assert Tabletop(NAME, units, segment="MOVE", state={"active": "soviet"}).verdict("soviet", line) == (
            "done", "",
        )  # fmt: skip


@pytest.mark.rule("0.1e.1", "1.2c.2", "6.0e.2")
def test_0_1e_1_a_stack_under_a_marker_is_near_as_its_enemy_sees_it() -> None:
    state = Tabletop(NAME, {"45": "2219 full isolated", "1": "0524"}, segment="VOLKSTURM").state
    seen = GAME.view(state, "german")
    assert [nearest_foe(one, "2221", "german") for one in (state, seen)] == [2, 2]
    for one in (state, seen):
        assert "deploy volksturm at 2221" not in r12_volksturm.lines(one)


@pytest.mark.rule("0.1e.1", "11.1.1")
def test_0_1e_1_no_supply_line_leads_through_a_stack_under_a_marker_as_its_enemy_sees_it() -> None:
    units = {"45": "2019", "1": "2021 full out-of-supply"}
    state = Tabletop(NAME, units, segment="MOVE", state={"active": "soviet"}).state
    seen = GAME.view(state, "soviet")
    assert r11_supply.barred(seen, "soviet") == r11_supply.barred(state, "soviet")


@pytest.mark.rule("0.1e.1", "K-R101")
def test_0_1e_1_a_dry_run_does_not_tell_whether_an_hq_lies_alone() -> None:
    """A real order learns it, as an overrun or an attack depends on it (4.3, 7.0)."""
    state = {"active": "soviet", "tops": {"2021": "HQ 41Pz"}}
    lone = {"45": "2019", "72": "1919", "HQ 41Pz": "2021", "1": "2024"}
    tables = [Tabletop(NAME, units, segment="MOVE", state=state) for units in (lone, {**lone, "1": "2021"})]
    orders = ("move 45 2020-2021", "move 45 2021", "done\nattack 2021 with 45")
    lines = [[*enumerate(order.split("\n"), 1)] for order in orders]
    alone, guarded = ([try_sheet(GAME, one.state, "soviet", sheet) for sheet in lines] for one in tables)
    assert alone == guarded
    assert [one.verdict("soviet", orders[0]) for one in tables] == [("done", ""), ("refused", "4.3.1")]
