"""The Soviet player who wants to win: what he chooses, and that he does win."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.games.koenigsberg45 import GAME
from adjudicator.games.koenigsberg45.bots.plan import goals, guards, way_to_go
from adjudicator.judging.bots import play_game
from tests.tabletop import Tabletop

from .table import drawing

OPEN = {"HQ 5": "2220", "45": "2119", "72": "2120", "8 G T": "2219"}


def orders(table: Tabletop) -> list[str]:
    """His answer to what he is asked first; every line of it is taken."""
    (asked,) = table.state.waiting()
    return GAME.bots["drive"](table.state, asked, Random(1))


def placed(lines: list[str]) -> dict[str, str]:
    """Where each unit that is moved ends."""
    moves = (line.removeprefix("move ").rpartition(" ") for line in lines if line.startswith("move "))
    return {unit: end for unit, _, end in moves}


@pytest.mark.parametrize(("weak", "strong"), [("2020", "2021"), ("2021", "2020")])
def test_he_attacks_first_where_the_odds_are_better(weak: str, strong: str) -> None:
    lines = orders(drawing({**OPEN, "VlkStm 1": weak, "69": strong}, ["S5"]))
    attacked = [line.split()[1] for line in lines if line.startswith("attack ")]
    assert attacked[0] == weak


def test_he_attacks_a_hex_that_counts_before_all_others() -> None:
    lines = orders(drawing({**OPEN, "VlkStm 1": "2020", "69": "2221"}, ["S5"]))
    assert next(line for line in lines if line.startswith("attack ")).startswith("attack 2221 ")


def test_he_does_not_attack_without_odds() -> None:
    lines = orders(drawing({"HQ 5": "2220", "152 UR": "2119", "GD PzG": "2020", "69": "2020"}, ["S5"]))
    assert not [line for line in lines if line.startswith("attack ")]


def test_who_does_not_attack_goes_nearer_to_a_goal_and_the_hq_with_its_troops() -> None:
    table = drawing({"HQ 5": "2225", "45": "2224", "72": "2226"}, ["S5"])
    ends, far = placed(orders(table)), way_to_go(table.state)
    assert all(far[ends[unit]] < far[table.state.units[unit].at] for unit in ("45", "72"))
    assert ends["HQ 5"] in {ends["45"], ends["72"]}


def test_a_goal_is_what_counts_and_is_german_and_towns_that_end_the_game_are_nearer() -> None:
    state = drawing({**OPEN, "69": "2020"}, ["S5"], control={"2221": "soviet"}).state
    assert "2221" not in goals(state) and {"2208", "1216", "2515"} <= set(goals(state))
    far = way_to_go(state)
    assert far["2208"] < far["2515"] == 0
    clear = way_to_go(drawing(OPEN, ["S5"], control={"2221": "soviet"}).state)
    assert far["2020"] == clear["2020"] and sum(far.values()) > sum(clear.values())


def test_who_alone_holds_what_counts_stays_while_an_enemy_is_near() -> None:
    held = {"HQ 5": "2220", "45": "2221", "72": "2120"}
    table = drawing({**held, "69": "2224"}, ["S5"], control={"2221": "soviet"})
    assert guards(table.state, table.state.units["45"])
    assert "45" not in placed(orders(table))
    alone = drawing(held, ["S5"], control={"2221": "soviet"})
    assert not guards(alone.state, alone.state.units["45"])
    assert "45" in placed(orders(alone))


def test_what_he_writes_is_taken_line_by_line() -> None:
    table = drawing({**OPEN, "VlkStm 1": "2020", "69": "2019"}, ["S5"])
    lines = orders(table)
    ruled = table.order("soviet", "\n".join(line for line in lines if not line.startswith("attack ")))
    assert {ruling.verdict for ruling in ruled} == {"done"}


@pytest.mark.long
@pytest.mark.parametrize(("seed", "town"), [("1 28", "Elbing"), ("1 39", "Königsberg")])
def test_he_ends_games_by_sudden_death(seed: str, town: str) -> None:
    over = play_game(GAME, seed, watch=False, bots="drive").state.over or {}
    assert over["winner"] == "soviet"
    assert f"sudden death victory in {town}" in str(over["why"])
