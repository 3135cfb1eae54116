"""Rule 0.1e and the answers that questions name: they are the same whatever lies below the tops of enemy
stacks, and may be given whatever lies there (K-R101)."""

from __future__ import annotations

import pytest

from adjudicator.games.koenigsberg45.combat import r10_advance
from adjudicator.games.koenigsberg45.turn import r12_refugees
from adjudicator.state import Decision
from tests.tabletop import Tabletop, on_the_table

from .fights import fight
from .table import GAME, drawing, table

AWAY = "0524"
"""Where a unit lies below another top, out of everybody's way."""


def asked(laid: Tabletop) -> Decision:
    """The question that is open."""
    (found,) = laid.state.waiting()
    return found


def alone_and_not(units: dict[str, str], hq: str, at: str) -> list[dict[str, object]]:
    """Two positions that look alike: a German HQ alone in a hex, and on top of a division."""
    seen = {**units, hq: at, "56": AWAY}
    state = {"tops": {at: hq, AWAY: "56"}}
    return [{"units": {**seen, "1": where}, "state": state} for where in (AWAY, at)]


@pytest.mark.rule("0.1e.1", "4.0.1")
@pytest.mark.parametrize("mover", ["45", "10 T", "HQ 5"])
def test_moves_that_are_named_do_not_tell_whether_an_hq_is_alone(mover: str) -> None:
    found = []
    for position in alone_and_not({mover: "2019", "72": "1919"}, "HQ 41Pz", "2021"):
        laid = table(position["units"], state=position["state"])  # type: ignore[arg-type]
        found.append((asked(laid).question, asked(laid).answers, asked(laid).default))
    assert found[0] == found[1]
    assert len(found[0][1]) > 3


@pytest.mark.rule("0.1e.1", "3.1b.1")
def test_moves_that_are_named_do_not_tell_of_infantry_below_tanks() -> None:
    """The zone of a unit on foot reaches into a marsh, that of tanks does not (3.1b)."""
    found = []
    for below in (AWAY, "4425"):
        units = {"81": "4227", "72": "4228", "5 Pz": "4425", "56": AWAY, "1": below}
        laid = table(units, state={"tops": {"4425": "5 Pz", AWAY: "56"}})
        found.append(asked(laid).answers)
    assert found[0] == found[1]


@pytest.mark.rule("0.1e.1", "12.2a.1", "12.2a.4", "K-R101")
def test_places_for_refugees_that_are_named_do_not_tell_whether_an_hq_is_alone() -> None:
    front = {"81": "2926"}
    free = Tabletop(GAME, front, segment="REFUGEE", turn=2)
    hex_, *_ = r12_refugees.new_places(free.state)
    tables = [
        Tabletop(GAME, segment="REFUGEE", turn=2, **position)  # type: ignore[arg-type]
        for position in alone_and_not(front, "HQ 26", hex_)
    ]
    found = [(asked(laid).question, asked(laid).answers, asked(laid).default) for laid in tables]
    assert found[0] == found[1]
    assert f"refugee new at {hex_}" not in found[0][1] and len(found[0][1]) > 1
    # a marker may share a hex with an HQ (12.2b): an order for it is judged as it is
    assert [laid.verdict("soviet", f"refugee new at {hex_}") for laid in tables] == [
        ("done", ""), ("refused", "12.2a.4"),
    ]  # fmt: skip


@pytest.mark.rule("0.1e.1", "12.2a.3", "12.2a.4", "K-R101")
def test_ways_for_refugees_that_are_named_do_not_tell_whether_an_hq_is_alone() -> None:
    everyone = {f"R{n}": "2024" if n == 1 else f"0{n}37" for n in range(1, 9)}
    shown = {"R1": "blue", **{f"R{n}": "red" for n in range(2, 9)}}
    found = []
    for position in alone_and_not({**everyone, "81": "2926"}, "HQ 26", "2222"):
        position["state"] |= {"refugee-sides": shown}  # type: ignore[operator]
        laid = Tabletop(GAME, segment="REFUGEE", turn=5, **position)  # type: ignore[arg-type]
        found.append((asked(laid).question, asked(laid).answers))
        verdict = laid.verdict("soviet", "refugee R1 via 2124-2123-2222")[0]
        assert verdict == ("done" if laid.at("1") == AWAY else "refused")
    assert found[0] == found[1]
    assert "refugee R1 via 2124-2123" in found[0][1]


@pytest.mark.rule("0.1e.1", "RET.5.1", "K-R49", "K-R101")
def test_places_for_the_refugees_of_an_event_do_not_tell_in_which_stack_an_hq_is() -> None:
    found = []
    for hq in ("0119", "2024"):
        units = {"81": "2926", "1": "0119", "G69": "2024", "HQ 26": hq}
        laid = drawing(units, ["RANDOM"], dice=[2, 3])
        found.append((asked(laid).answers, asked(laid).default))
        for near in ("0119", "0218"):
            assert (laid.verdict("soviet", f"refugee new at {near}")[0] == "done") is (
                near != "0119" and hq == "2024"
            )
    assert found[0] == found[1]
    assert {"refugee new at 0119", "refugee new at 0218"}.isdisjoint(found[0][0])


@pytest.mark.rule("0.1e.1", "10.3.1", "K-R101")
def test_advances_that_are_named_do_not_tell_whether_an_hq_is_alone() -> None:
    found = []
    for position in alone_and_not({"10 T": "2021", "29 T": "2121", "349 VG": "2020"}, "HQ 26", "2019"):
        laid = fight(
            position["units"],  # type: ignore[arg-type]
            "attack 2020 with 10 T, 29 T",
            ("german", "retreat 349 VG via 1920"),
            dice=[3],
            state=position["state"],
        )
        found.append(asked(laid).answers)
        alone = laid.at("1") == AWAY
        assert ("advance 10 T to 2020-2019" in r10_advance.lines(laid.state)) is alone
        assert (laid.verdict("soviet", "advance 10 T to 2020-2019")[0] == "done") is alone
    assert found[0] == found[1]
    assert "advance 10 T to 2020" in found[0] and "advance 10 T to 2020-2019" not in found[0]


def ringed(segment: str, units: dict[str, str]) -> list[Tabletop]:
    """Two positions that look alike: around Allenstein a ring of Soviets with an HQ in it, which is alone, so
    that a supply line leads past it, or has a corps below."""
    grid = on_the_table(GAME).start("campaign").board.grid
    assert grid is not None
    first, *others = grid.ring("2221", 3)
    ring = [first, *(space for space in others if grid.distance(first, space) > 2)]
    corps = ("HQ 5", "121", "70", "40", "41", "53", "42", "29", "98", "108", "116", "105", "18", "46")
    base = {**dict(zip(corps, ring, strict=True)), "45": AWAY, **units}
    state = {"tops": {ring[0]: "HQ 5", AWAY: "45"}}
    return [
        Tabletop(GAME, {**base, "72": at}, segment=segment, turn=3, state=state) for at in (AWAY, ring[0])
    ]


@pytest.mark.rule("0.1e.1", "1.2c.4", "K-R61", "K-R101")
def test_towns_for_the_volksturm_that_are_named_do_not_tell_whether_an_hq_is_alone() -> None:
    tables = ringed("VOLKSTURM", {})
    found = [asked(laid).answers for laid in tables]
    assert found[0] == found[1] and len(found[0]) > 3
    assert [laid.verdict("german", "deploy volksturm at 2221") for laid in tables] == [
        ("done", ""), ("refused", "1.2c.4"),
    ]  # fmt: skip


@pytest.mark.rule("0.1e.1", "12.4.2", "K-R47", "K-R101")
def test_places_for_rebuilt_units_that_are_named_do_not_tell_whether_an_hq_is_alone() -> None:
    tables = ringed("REPL_G", {"HQ 26": "2221", "1": "eliminated", "56": "2221"})
    found = [asked(laid).answers for laid in tables]
    assert found[0] == found[1] and any(line.startswith("replace 1 at ") for line in found[0])
    assert [laid.verdict("german", "replace 1 at 2221")[0] for laid in tables] == ["done", "refused"]


@pytest.mark.rule("0.1e.1", "6.0e.1", "K-R101")
def test_railroad_hexes_for_arrivals_that_are_named_do_not_tell_whether_an_hq_is_alone() -> None:
    """Below an HQ beside the railroad east of Königsberg there is a corps or not."""
    found = []
    for below in (AWAY, "2508"):
        units = {"24 Pz": "reinforcements", "HQ 5": "2508", "45": AWAY, "72": below, "1": "2021"}
        state = {"tops": {"2508": "HQ 5", AWAY: "45"}}
        laid = Tabletop(GAME, units, segment="RF_PLACE", turn=3, state=state)
        found.append(asked(laid).answers)
        assert any("rail" in line for line in found[-1])
    assert found[0] == found[1]
