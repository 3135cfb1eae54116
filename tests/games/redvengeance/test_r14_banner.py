"""The Red Banner (chapter 14): who carries it, what it makes of him, how it comes to fly."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.decision_table.table_reports import inspired
from adjudicator.games.redvengeance.fighting.r14_banner import placings
from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.firefight import also_offered, take_own
from adjudicator.games.redvengeance.questions.glossary import explained
from adjudicator.games.redvengeance.questions.registry import STEPS
from adjudicator.games.redvengeance.questions.tapped import ticked
from adjudicator.games.redvengeance.situation.campaign import banners, campaign, placed
from adjudicator.games.redvengeance.situation.modifiers import flying
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Frame
from tests.games.redvengeance.firefight import fight, line, no, told
from tests.games.redvengeance.table import a_play, a_unit

ON_ROOF = "X17 level-r banner"
GO = "banner unit=S hex=X17:R phase=MPh"


def near(*units: str) -> Play:
    """Russian units S, S2 ...: "6-2-8 S18 banner"."""
    return fight({"T": "6-5-8 Z20"}, {f"S{n or ''}": unit for n, unit in enumerate(units)})


# -- 14.1 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV14.1.1")
def test_a_banner_is_carried_for_two_pp() -> None:
    play = near("6-2-8 K13 banner", "6-2-8 K13")
    assert "[BRV14.1.1] carries the Red Banner, 2 PP" in "".join(explained(play.state, RUSSIAN, "S"))
    assert "Banner" not in "".join(explained(play.state, RUSSIAN, "S1"))


@pytest.mark.rule("BRV14.1.2", "CG19.1")
@pytest.mark.parametrize(
    "text", ["setup {} hex=K13 conceal=yes", "setup {} hex=K13 cloak=yes", "hip {} hex=K13"]
)
def test_a_banner_is_never_concealed_nor_who_holds_it(text: str) -> None:
    hip = {"forts": ({"item": "HIP", "times": 1, "unit": "squad"},)}
    facts: Any = {"control": {"k13": RUSSIAN}, "own_russian": hip}
    play = fight({}, {"S": "6-2-8 off-map banner", "P": "6-2-8 off-map"}, **facts)
    assert no(play, text.format("S"), RUSSIAN) == (
        "BRV14.1.2", "a Red Banner and S, who holds it, are never concealed",
    )  # fmt: skip
    line(play, text.format("P").replace("cloak", "conceal"), RUSSIAN)
    line(play, "setup S hex=K13", RUSSIAN)


@pytest.mark.rule("BRV14.1.3")
@pytest.mark.parametrize("by", ["smallarms", "mg", "ife"])
def test_small_arms_do_not_destroy_a_banner(by: str) -> None:
    play = near("banner K13", "6-2-8 K13 banner", "lmg K13")
    assert no(play, f"report destroy unit=S by={by}") == (
        "BRV14.1.3", "small arms, MG and IFE do not destroy a Red Banner",
    )  # fmt: skip
    assert no(play, f"report destroy unit=S1 item=banner by={by}")[0] == "BRV14.1.3"
    assert no(play, f"report destroy unit=S2 item=banner by={by}")[1] == "S2 holds no Red Banner"
    line(play, f"report destroy unit=S1 by={by}")
    line(play, f"report destroy unit=S2 by={by}")
    assert play.state.units["S1"].flags == {"banner"} and play.state.units["S2"].flags == set()


@pytest.mark.rule("BRV14.1.3")
def test_anything_else_does() -> None:
    play = near("banner K13", "6-2-8 K13 banner")
    line(play, "report destroy unit=S by=ft")
    assert play.state.units["S"].at == "eliminated"
    line(play, "report destroy unit=S1 by=ft")
    assert play.state.units["S1"].flags == {"banner"}
    line(play, "report destroy unit=S1 item=banner by=ft")
    assert play.state.units["S1"].flags == set() and play.state.units["S1"].at == "k13"


# -- 14.2 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV14.2.1", "BRV14.2.2")
@pytest.mark.parametrize(
    ("holder", "kind"),
    [
        ("4-5-8 S18 banner", "2-4-8"),
        ("4-5-8 R18 banner", "4-5-8"),
        ("4-5-8 S18", "4-5-8"),
    ],
)
def test_within_six_hexes_its_holder_is_reduced_instead_of_broken(holder: str, kind: str) -> None:
    play = near(holder)
    line(play, "report break unit=S human-wave=yes", RUSSIAN)
    unit = play.state.units["S"]
    assert unit.kind == kind and ("broken" in unit.flags) is (kind == "4-5-8")


@pytest.mark.rule("BRV14.2.1", "BRV14.2.2")
def test_casualty_reduction_of_all_sorts() -> None:
    units = ("3-2-8 Y19 banner", "9-1 Y19 banner", "9-1 Y19 banner wounded", "2-2-8 Y19 banner")
    play = near(*units, "t-34-85 Y19 banner")
    for unit in ("S", "S1", "S2", "S3", "S4"):
        line(play, f"report break unit={unit}")
    gone = [unit.id for unit in play.state.units.values() if unit.at == "eliminated"]
    assert gone == ["S", "S2", "S3"]
    assert play.state.units["S1"].flags == {"banner", "wounded"}
    assert play.state.units["S4"].flags == {"banner", "broken", "dm"}


@pytest.mark.rule("BRV14.2.1")
def test_off_the_map_nobody_is_inspired() -> None:
    assert not inspired(a_unit("S", RUSSIAN, "off-map", "4-5-8", "banner"), "squad")


@pytest.mark.rule("CG17.3")
@pytest.mark.parametrize(
    ("destroyed", "flies", "left"),
    [
        ("banner X17 level-r", "X17:R", ""),
        ("banner K13", "X17:R", "X17:R"),
        ("6-2-8 X17 banner", "X17:R", "X17:R"),
        ("banner K13", "", ""),
    ],
)
def test_a_banner_that_is_destroyed_where_it_flies_flies_no_more(
    destroyed: str, flies: str, left: str
) -> None:
    play = fight({}, {"B": destroyed}, banner=flies)
    item = "" if destroyed.startswith("banner") else "item=banner"
    line(play, f"report destroy unit=B {item} by=he")
    assert campaign(play.state).banner == left
    assert "banner" not in play.state.units["B"].flags and play.events != []


@pytest.mark.rule("BRV14.2.1")
def test_a_german_with_a_captured_banner_is_not_inspired() -> None:
    play = fight({"G": "6-5-8 Y19 banner"})
    line(play, "report break unit=G")
    assert play.state.units["G"].flags == {"banner", "broken", "dm"}


@pytest.mark.rule("BRV14.2.3", "BRV8.505.2")
@pytest.mark.parametrize("text", ["morale unit=S for=fire", "rally unit=S by=S2", "rout unit=S"])
def test_its_holder_is_fanatic_but_in_a_human_wave(text: str) -> None:
    play = near("6-2-8 S18 banner broken", "6-2-8 R18 banner", "9-1 S18")
    assert no(play, f"report {text} fanatic=no", RUSSIAN) == (
        "BRV14.2.3",
        "S holds a Red Banner within six hexes of the Reichstag, in no Human Wave: it is Fanatic",
    )  # fmt: skip
    assert no(play, f"report {text} fanatic=yes human-wave=yes", RUSSIAN) == (
        "BRV14.2.3", "S is in a Human Wave: its Red Banner does not make it Fanatic",
    )  # fmt: skip
    for more in ("fanatic=yes", "fanatic=no human-wave=yes", ""):
        line(play, f"report {text} {more}", RUSSIAN)
    far = text.replace("unit=S", "unit=S1")
    if "rally" not in text:
        line(play, f"report {far} fanatic=no", RUSSIAN)
    told = "".join(explained(play.state, RUSSIAN, "S"))
    assert told.endswith("[BRV14.2.3] Fanatic unless it is in a Human Wave")
    assert "Fanatic" not in "".join(explained(play.state, RUSSIAN, "S1"))


@pytest.mark.rule("BRV14.2.3")
def test_who_is_fanatic_anyway_stays_it_in_a_human_wave() -> None:
    play = near("6-2-8 S18 banner fanatic", "6-2-8 S18")
    for unit in ("S", "S1"):
        line(play, f"report morale unit={unit} for=fire human-wave=yes fanatic=yes", RUSSIAN)


@pytest.mark.rule("BRV14.2.4")
def test_a_russian_mmc_takes_up_a_banner() -> None:
    play = near("6-2-8 K13", "banner K13", "6-2-8 L13", "lmg K13", "6-2-8 K13 level-1")
    line(play, "report recover unit=S item=S1")
    assert play.state.units["S"].flags == {"banner"} and play.state.units["S1"].at == "eliminated"
    play = near("6-2-8 K13", "banner K13", "6-2-8 L13", "lmg K13", "6-2-8 K13 level-1")
    assert no(play, "report recover unit=S item=S3") == ("BRV14.2.4", "S3 is not a Red Banner")
    assert no(play, "report recover unit=S2 item=S1") == ("BRV14.2.4", "S1 is in k13, S2 in l13")
    assert no(play, "report recover unit=S4 item=S1") == ("BRV14.2.4", "S1 is in k13, S4 in k13:1")
    assert no(play, "report recover unit=S3 item=S1") == ("BRV14.2.4", "S3 is not Russian infantry")
    assert no(play, "report recover unit=T item=S1") == ("BRV14.2.4", "T is not Russian infantry")


# -- 14.3 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV14.3.1")
@pytest.mark.parametrize(
    ("holder", "text", "why"),
    [
        (f"6-2-8 {ON_ROOF}", "banner unit=S phase=MPh", "name a rooftop Location of the Reichstag"),
        (f"6-2-8 {ON_ROOF}", GO.replace(":R", ""), "X17 is not a rooftop Location of the Reichstag"),
        ("6-2-8 K13 banner", GO.replace("X17", "K13"), "K13:R is not a rooftop Location of the Reichstag"),
        ("6-2-8 Y18 banner", GO.replace("X17", "Y18"), "Y18 is the Hall of the Diet, which has no roof"),
        ("6-2-8 X17 level-r", GO, "S holds no Red Banner"),
        ("6-2-8 Y17 level-r banner", GO, "S is in y17:R, not in X17:R"),
        ("6-2-8 X17 level-1 banner", GO, "S is in x17:1, not in X17:R"),
    ],
)  # fmt: skip
def test_it_is_placed_on_a_roof_of_the_reichstag_alone(holder: str, text: str, why: str) -> None:
    assert no(near(holder), text, RUSSIAN) == ("BRV14.3.1", why)


@pytest.mark.rule("BRV14.3.1")
def test_the_german_places_none() -> None:
    assert no(near(f"6-2-8 {ON_ROOF}"), GO) == ("BRV14.3.1", "only the Russian places a Red Banner")
    play = fight({}, {"S": "6-2-8 X17 level-r"})
    assert no(play, "banner unit=S phase=MPh", RUSSIAN)[1].startswith("S holds no")


@pytest.mark.rule("BRV14.3.2")
def test_it_is_placed_in_the_russian_mph() -> None:
    play = near(f"6-2-8 {ON_ROOF}")
    assert no(play, "banner unit=S hex=X17:R phase=APh", RUSSIAN) == (
        "BRV14.3.2", "a Banner may be placed only in the Russian MPh, not in APh",
    )  # fmt: skip
    assert "Write phase=mph" in no(play, "banner unit=S hex=X17:R", RUSSIAN)[1]
    play.note("CG32.5", mover=GERMAN)
    assert no(play, GO, RUSSIAN) == ("BRV14.3.2", "it is the German Player Turn")


@pytest.mark.rule("BRV14.3.1", "BRV14.3.2", "BRV14.3.3", "BRV14.3.4", "BRV14.3.5")
@pytest.mark.parametrize(
    ("holder", "more", "die", "told", "flies"),
    [
        ("6-2-8", "", 5, "dr 5: it flies", True),
        ("6-2-8", "", 6, "dr 6: it does not fly, 5 or less was needed", False),
        ("6-2-8", "with=hero", 6, "dr 6, -1 Hero = 5: it flies", True),
        ("6-2-8", "with=H", 6, "dr 6, -1 Hero = 5: it flies", True),
        ("6-2-8", "with=L", 6, "dr 6: it does not fly, 5 or less was needed", False),
        ("9-1", "", 4, "dr 4, +1 SMC = 5: it flies", True),
        ("9-1", "", 5, "dr 5, +1 SMC = 6: it does not fly, 5 or less was needed", False),
        ("hero", "", 5, "dr 5, +1 SMC, -1 Hero = 5: it flies", True),
    ],
)
def test_its_die(holder: str, more: str, die: int, told: str, flies: bool) -> None:
    units = {"S": f"{holder} {ON_ROOF}", "H": "hero X17 level-r", "L": "9-1 X17 level-r"}
    play = fight({}, units, die)
    said = line(play, f"{GO} {more}", RUSSIAN)
    assert said[0].endswith(f"{told}.")
    assert play.state.units["S"].flags == ({"level-r", "ti"} if flies else {"level-r", "ti", "banner"})
    assert play.state.facts.get("placed") == ("X17:R" if flies else None)
    assert no(play, GO, RUSSIAN)[0] == ("BRV14.3.1" if flies else "BRV14.3.5")


@pytest.mark.rule("BRV14.3.6")
def test_who_places_it_moves_hazardously() -> None:
    play = fight({}, {"S": f"6-2-8 {ON_ROOF}"}, 6)
    assert line(play, GO, RUSSIAN)[-1] == "S uses Hazardous Movement: fire at it has its -2."


@pytest.mark.rule("BRV14.3.7")
@pytest.mark.parametrize(("holder", "flies"), [(RUSSIAN, True), (GERMAN, False), ("", False)])
def test_at_the_end_of_the_game_turn_it_flies_if_the_roof_is_russian(holder: str, flies: bool) -> None:
    play = fight({}, {"S": f"6-2-8 {ON_ROOF}"}, 3, control={"x17": holder}, first=RUSSIAN)
    line(play, GO, RUSSIAN)
    take_own(play, RUSSIAN, read_line("endturn"))
    assert play.state.facts["placed"] == "X17:R" and "banner" not in play.state.facts
    take_own(play, GERMAN, read_line("endturn"))
    assert play.state.facts.get("banner") == ("X17:R" if flies else None)
    assert play.state.facts.get("placed") == (None if flies else "X17:R")
    said = "it has been placed." if flies else "no Banner has been placed."
    assert [one for one in told(play) if one.endswith(said)]
    assert not flying(play.state) and flying(play.state.but(turn=4)) is flies


@pytest.mark.rule("BRV14.3.7")
def test_without_a_banner_no_game_turn_speaks_of_it() -> None:
    play = fight(first=RUSSIAN)
    for side in (RUSSIAN, GERMAN):
        take_own(play, side, read_line("endturn"))
    assert not [event for event in play.events if event.rule == "BRV14.3.7"]


# -- a roof that is gone, and who may not place -------------------------------------------------------------


@pytest.mark.rule("CG17.3", "CG27.2")
@pytest.mark.parametrize("fallen", ["stone-rubble", "wood-rubble"])
def test_a_banner_flies_no_more_once_its_roof_has_fallen(fallen: str) -> None:
    play = fight(banner="X17:R", banner_turn=2, more_banners={"Z17:R": 2, "Y17:R": 0}, placed="X17:R")
    said = line(play, f"report TERRAIN hex=X17 terrain={fallen}", RUSSIAN)
    assert said == ["The Red Banner in X17 is gone with its roof."]
    assert banners(play.state) == {"Z17:R": 2} and placed(play.state) == ("Y17:R",)
    line(play, "report TERRAIN hex=Z17 terrain=trail-break", RUSSIAN)
    assert banners(play.state) == {"Z17:R": 2}


@pytest.mark.rule("CG17.3", "CG27.2", "RePh8.6094.1")
@pytest.mark.parametrize(("fire", "flies"), [("blaze", False), ("flame", True)])
def test_a_banner_burns_with_the_building_on_which_it_flies(fire: str, flies: bool) -> None:
    play = fight(banner="X17:R", banner_turn=2, fires={"x17": fire})
    STEPS["8.6094"](play)
    assert bool(banners(play.state)) is flying(play.state) is flies
    assert ("The Red Banner in X17 is gone with its roof." in told(play)) is not flies


@pytest.mark.rule("BRV14.3.1", "CG27.1")
def test_on_a_roof_that_has_fallen_no_banner_is_placed() -> None:
    play = fight({}, {"S": f"6-2-8 {ON_ROOF}"}, terrain={"x17": "stone-rubble"})
    why = "X17:R: this hex has become stone-rubble; it has only its ground"
    assert no(play, GO, RUSSIAN) == ("CG27.1", why)


@pytest.mark.rule("BRV14.3.2", "BRV14.2.4")
@pytest.mark.parametrize("flag", ["broken", "berserk", "prisoner"])
def test_who_is_not_in_good_order_neither_places_a_banner_nor_takes_one_up(flag: str) -> None:
    play = fight({}, {"S": f"6-2-8 {ON_ROOF} {flag}", "P": f"6-2-8 K13 {flag}", "B": "banner K13"})
    assert no(play, GO, RUSSIAN) == (
        "BRV14.3.2",
        "S is not in Good Order. A Banner is placed as a SW is recovered",
    )
    why = "P is not in Good Order, and recovers no Red Banner"
    assert no(play, "report recover unit=P item=B", RUSSIAN) == ("BRV14.2.4", why)


# -- a Banner that came with its Escort ---------------------------------------------------------------------


@pytest.mark.rule("BRV14.1.1", "BRV14.2.4", "BRV14.3.1")
def test_who_has_not_taken_up_the_banner_beside_it_is_told_the_line() -> None:
    play = fight({}, {"S": "6-2-8 X17 level-r", "B": "banner X17 level-r", "C": "banner X17"}, 3)
    for unit, why, legal in (
        ("S", "S has not taken up B, which is in its Location", "report RECOVER unit=S item=B"),
        ("B", "B is a Red Banner. Name the unit that carries it", "report RECOVER unit=UNIT item=B"),
    ):
        with pytest.raises(Refused) as refused:
            line(play, GO.replace("unit=S", f"unit={unit}"), RUSSIAN)
        assert (refused.value.why, refused.value.legal) == (why, (legal,))
    line(play, "report RECOVER unit=S item=B")
    line(play, GO, RUSSIAN)
    assert placed(play.state) == ("X17:R",)


@pytest.mark.rule("BRV14.2.4", "BRV14.3.1")
def test_a_page_offers_to_take_up_a_banner_and_to_place_it() -> None:
    units = {"S": "6-2-8 X17", "B": "banner X17", "L": "6-2-8 K13 broken", "C": "banner K13"}
    play = fight({"G": "6-5-8 X17"}, units)
    assert not [*placings(play.state, RUSSIAN)] and not [*placings(play.state, GERMAN)]
    (take,) = (one for one in ticked(play.state, RUSSIAN) if "RECOVER" in one.line)
    assert take.both and not [one for one in ticked(play.state, GERMAN) if "RECOVER" in one.line]
    line(play, take.line.format(units=",".join(take.units)))
    assert [*placings(play.state, RUSSIAN)] == ["banner unit=S hex=X17:R phase=mph"]
    assert next(also_offered(play.state, RUSSIAN)) == "banner unit=S hex=X17:R phase=mph"
    play.note("CG32.5", mover=GERMAN)
    assert not [*placings(play.state, RUSSIAN)]


@pytest.mark.rule("BRV14.1.1", "BRV14.2.4", "RePh8.607")
def test_no_step_makes_a_banner_that_was_not_there() -> None:
    units = {
        "S": "6-2-8 K13 level-1 banner",
        "P": "6-2-8 K13",
        "B": "banner eliminated",
        "O": "6-2-8 off-map banner",
    }
    play = a_play(fight({}, units).state.but(frames=(Frame("8.607"),)))
    take, leave = "report STEP 8.607 unit=P add=banner", "report STEP 8.607 unit=S drop=banner"
    assert no(play, take, RUSSIAN) == ("BRV14.2.4", "there is no Red Banner in the Location of P")
    line(play, leave, RUSSIAN)
    assert play.state.units["S"].flags == {"level-1"}
    assert play.state.units["B"].at == "k13" and play.state.units["B"].flags == {"level-1"}
    assert no(play, take, RUSSIAN)[0] == "BRV14.2.4"  # it lies a level above
    line(play, "report STEP 8.607 unit=P to=K13:1", RUSSIAN)
    assert len(line(play, take, RUSSIAN)) == 3
    assert no(play, "report STEP 8.607 unit=O drop=banner", RUSSIAN)[0] == "BRV14.1.1"
    assert play.state.units["P"].flags == {"level-1", "banner"} and play.state.units["B"].at == "eliminated"
