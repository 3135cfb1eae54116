"""8.609: what fires do to rubble, buildings and vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.orders import read_line, said
from adjudicator.games.redvengeance.questions.registry import REPORTS, STEPS
from adjudicator.games.redvengeance.situation.campaign import campaign
from adjudicator.play import Play
from adjudicator.rulings import Refused
from counters.roster.load import load_roster
from maps.reading.load import load_board
from tests.clauses import clause
from tests.games.redvengeance.firefight import told
from tests.games.redvengeance.table import a_play, a_state, a_unit

BOARD, ROSTER = load_board("redvengeance"), load_roster("redvengeance")


def fires(*reports: str, **facts: Any) -> Play:
    """The step in which fires burn: a tank, a wreck and a squad in K12 and in B10, what was reported, and all
    steps in their order."""
    units = [
        a_unit(f"{name}{at}", "german", at, kind, flags)
        for at in ("k12", "b10")
        for name, kind, flags in (
            ("T", "mk-iv-h", "immobilized"), ("W", "mk-iv-j", "wreck"), ("S", "6-5-8", ""),
        )
    ]  # fmt: skip
    play = a_play(a_state(*units, board=BOARD, roster=ROSTER, segment="8.6091", **facts))
    for text in reports:
        line = said(read_line(text))
        REPORTS[line.about].check(play.state, "german", line)
        REPORTS[line.about].book(play, line)
    return play


def burn(play: Play) -> list[str]:
    """All three steps; what is said."""
    before = len(play.events)
    for step in ("8.6092", "8.6093", "8.6094"):
        STEPS[step](play)
    return told(play, before)


def flags(play: Play, id_: str) -> str:
    return " ".join(sorted(play.state.units[id_].flags))


BURNT, WRECK, TANK = "burnt-out", "wreck", "immobilized"


@pytest.mark.rule("RePh8.6092.2", "CG27.7")
@pytest.mark.parametrize(
    ("terrain", "fire", "becomes", "burns", "tank", "wreck"),
    [
        clause("RePh8.6092.1", "wood-rubble", "blaze", "shellhole", "", BURNT, BURNT),
        clause("RePh8.6092.2", "wood-rubble", "blaze", "shellhole", "", BURNT, BURNT),
        clause("RePh8.6092.1", "wood-rubble", "both", "shellhole", "", BURNT, BURNT),
        clause("RePh8.6092.3", "wood-rubble", "flame", "wood-rubble", "blaze", TANK, WRECK),
        clause("RePh8.6093.1", "stone-rubble", "blaze", "stone-rubble", "", BURNT, BURNT),
        clause("RePh8.6093.2", "stone-rubble", "flame", "stone-rubble", "blaze", TANK, WRECK),
        clause("RePh8.6093.2", "stone-rubble", "both", "stone-rubble", "blaze", BURNT, BURNT),
        clause("RePh8.6094.1", "building", "blaze", "stone-rubble", "", TANK, BURNT),
        clause("RePh8.6094.1", "wood-building", "blaze", "wood-rubble", "", TANK, BURNT),
        clause("RePh8.6094.1", "factory", "blaze", "gutted", "", TANK, BURNT),
        clause("RePh8.6094.1", "factory", "both", "gutted", "", TANK, BURNT),
        clause("RePh8.6094.2", "building", "flame", "", "all", TANK, WRECK),
        clause("RePh8.6094.2", "factory", "flame", "", "all", TANK, WRECK),
        clause("RePh8.6094.3", "building", "both", "stone-rubble", "blaze", TANK, BURNT),
        clause("RePh8.6094.3", "wood-building", "both", "wood-rubble", "blaze", TANK, BURNT),
    ],
)
def test_what_a_fire_leaves(terrain: str, fire: str, becomes: str, burns: str, tank: str, wreck: str) -> None:
    play = fires(f"REPORT BURNING hex=K12 terrain={terrain} fire={fire}")
    words = burn(play)
    now = campaign(play.state)
    assert (now.terrain.get("k12"), now.fires) == (becomes or terrain, {"k12": burns} if burns else {})
    assert (flags(play, "Tk12"), flags(play, "Wk12"), flags(play, "Sk12")) == (tank, wreck, "")
    (burned,) = [event for event in play.events if event.kind == "FireBurned"]
    assert burned.facts()["space"] == "k12" and any(burned.facts()["why"] in one for one in words)
    out = {event.facts()["units"]: event.rule for event in play.events if event.kind == "FlagsChanged"}
    if wreck == BURNT:
        assert out[("Wk12",)] == "CG27.7" and (tank != BURNT or out[("Tk12",)] == burned.rule)
    assert flags(play, "Tb10") == TANK


@pytest.mark.rule("RePh8.609", "RePh8.6094.1", "RePh8.6094.3")
def test_what_burns_is_what_the_map_says_where_nothing_was_reported() -> None:
    """Scenario 12 of the notes: the factory B10 is gutted; K13 is Himmler's House."""
    play = fires("REPORT BURNING hex=B10 terrain=factory fire=blaze", "REPORT BURNING hex=K13 fire=both")
    burn(play)
    assert campaign(play.state).terrain == {"b10": "gutted", "k13": "stone-rubble"}
    assert campaign(play.state).fires == {"k13": "blaze"}


@pytest.mark.rule("RePh8.6094.2")
def test_a_building_that_burns_in_all_of_its_locations_burns_on() -> None:
    play = fires("REPORT BURNING hex=K13 fire=flame")
    burn(play)
    burn(play)
    assert campaign(play.state).fires == {"k13": "all"} and campaign(play.state).terrain == {}


@pytest.mark.rule("RePh8.609")
def test_each_kind_of_terrain_burns_in_its_own_step() -> None:
    """A building that falls to blazing rubble in its step is not put out in that of rubble, which is over."""
    play = fires(
        "REPORT BURNING hex=K12 terrain=wood-rubble fire=flame",
        "REPORT BURNING hex=K13 fire=both",
        "REPORT BURNING hex=K14 terrain=stone-rubble fire=blaze",
    )
    STEPS["8.6092"](play)
    assert campaign(play.state).fires == {"k12": "blaze", "k13": "both", "k14": "blaze"}
    STEPS["8.6093"](play)
    assert campaign(play.state).fires == {"k12": "blaze", "k13": "both"}
    STEPS["8.6094"](play)
    assert campaign(play.state).fires == {"k12": "blaze", "k13": "blaze"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        clause("RePh8.609", "REPORT BURNING hex=K12 terrain=wood-rubble", "fire= says what burns there"),
        clause("RePh8.609", "REPORT BURNING hex=K12 terrain=wood-rubble fire=all",
               "fire= says what burns there"),
        clause("RePh8.609", "REPORT BURNING hex=C3 fire=flame", "terrain= says what burns"),
        clause("RePh8.609", "REPORT BURNING hex=C3 terrain=grass fire=flame", "terrain= says what burns"),
        clause("RePh8.609", "REPORT BURNING hex=B10 terrain=wood-rubble fire=flame",
               "B10 is factory, not wood-rubble"),
        clause("RePh8.609", "REPORT BURNING fire=flame", "hex= says where"),
        clause("RePh8.609", "REPORT BURNING hex=A26 fire=flame", "A26 is not a hex of the map"),
    ],
)  # fmt: skip
def test_what_is_no_fire(text: str, why: str) -> None:
    with pytest.raises(Refused) as no:
        fires(text)
    assert (no.value.rule, no.value.why) == ("RePh8.609", why)


@pytest.mark.rule("CG27.1")
@pytest.mark.parametrize("terrain", ["", "terrain=building"])
def test_what_no_ground_becomes(terrain: str) -> None:
    with pytest.raises(Refused) as no:
        fires(f"REPORT TERRAIN hex=K12 {terrain}")
    assert (no.value.rule, no.value.why) == ("CG27.1", "terrain= says what it has become")


@pytest.mark.rule("RePh8.6092.2", "RePh8.6093.1")
def test_what_is_burnt_out_stays_so_and_loses_its_other_markers() -> None:
    play = fires("REPORT BURNING hex=K12 terrain=stone-rubble fire=blaze")
    burn(play)
    assert flags(play, "Tk12") == BURNT
    before = len(play.events)
    line = said(read_line("REPORT BURNING hex=K12 fire=blaze"))
    REPORTS["BURNING"].book(play, line)
    burn(play)
    assert [event.kind for event in play.events[before:]].count("FlagsChanged") == 0
