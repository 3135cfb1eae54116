"""What a refusal offers where no part of the line is legal: never to end something, where more is legal."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from tests.games.redvengeance.by_mail import bought
from tests.games.redvengeance.test_reported_by_letter import begun, letter

GERMANS = {"G": "6-5-8 K13", "H": "6-5-8 K13 hip", "L": "9-1 K13", "V": "mk-iv-h K13", "D": "8-3-8 K13"}
RUSSIANS = {"R": "4-5-8 K12", "T": "T-34/85 K12", "S": "4-5-8 off-map", "B": "red-banner K12"}


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize(("side", "text", "first"), [
    (GERMAN, "roll GAMEEND turn=5", "report AT unit=G hex=K13"),
    (GERMAN, "endturn", "report AT unit=G hex=K13"),
    (GERMAN, "object", "report AT unit=G hex=K13"),
    (GERMAN, "report REVEAL unit=G", "report REVEAL unit=H"),
    (GERMAN, "report LOST unit=NOSUCH", "report LOST unit=G"),
    (GERMAN, "report NTC unit=G dr=7", "report AT unit=G hex=K13"),
    (GERMAN, "dc unit=G hex=K13 column=36 task=passed result=none", "report AT unit=G hex=K13"),
    (GERMAN, "vatc unit=G ml=8", "vatc unit=V ml=8"),
    (GERMAN, "control K12 by=V", "control K12 by=G"),
    (GERMAN, "oba O1 HE", "report AT unit=G hex=K13"),
    (RUSSIAN, "cross T R side=K12/K13 mp=half", "report AT unit=T hex=K12"),
    (RUSSIAN, "cross R side=K12/K13 mp=half", "report AT unit=R hex=K12"),
    (RUSSIAN, "enter S hex=K20", "enter S hex="),
    (RUSSIAN, "enter R hex=H0", "enter S hex=H0"),
    (RUSSIAN, "banner unit=R hex=K12:R phase=MPh", "report RECOVER unit=R item=B"),
    (RUSSIAN, "bh R", "report AT unit=R hex=K12"),
    (RUSSIAN, "claim STONE K12 start=enemy now=own", "report AT unit="),
])  # fmt: skip
def test_a_refusal_of_the_firefight_offers_more_than_to_pass(side: str, text: str, first: str) -> None:
    play = begun(GERMANS, RUSSIANS, control={"h0": RUSSIAN}, control_start={"h0": RUSSIAN, "k12": RUSSIAN})
    (said,) = letter(play, side, text)
    assert said.verdict == "refused", said
    assert said.legal and said.legal[0].casefold().startswith(first.casefold()), said
    assert not {"pass", "endturn"} & {*said.legal}
    for line in said.legal:
        (again,) = letter(begun(GERMANS, RUSSIANS, 3, 3, control={"h0": RUSSIAN},
                                control_start={"h0": RUSSIAN, "k12": RUSSIAN}), side, line)  # fmt: skip
        assert again.verdict in {"done", "waiting"}, again


@pytest.mark.rule("CG32.5")
def test_without_a_unit_on_the_map_the_snipers_are_offered() -> None:
    (said,) = letter(begun({}, {}), GERMAN, "roll GAMEEND turn=5")
    assert said.legal == ("report SNIPERS of=german B12,R12",)


@pytest.mark.rule("RePh0.1", "RePh8.601")
@pytest.mark.parametrize("text", [
    "report STEP 8.602 unit=G add=broken", "report STEP 8.611 unit=G becomes=8-3-8",
    "report perimeter K13 of=german",
])  # fmt: skip
def test_a_line_of_a_later_step_is_offered_with_the_pass_before_it(text: str) -> None:
    play = begun(GERMANS, RUSSIANS, segment="8.601")
    (said,) = letter(play, GERMAN, text)
    assert (said.verdict, said.legal) == ("refused", (f"{text}\npass 8.601",))
    told = letter(play, GERMAN, *said.legal[0].splitlines())
    assert [one.verdict for one in told] == ["waiting", "done"]


@pytest.mark.rule("RePh0.1", "RePh8.601")
@pytest.mark.parametrize(
    "text", ["remove barricade side=K13/K12", "report STEP 8.602 unit=NOSUCH add=broken"]
)
def test_a_line_of_a_later_step_that_is_bad_then_is_not_offered(text: str) -> None:
    (said,) = letter(begun(GERMANS, RUSSIANS, segment="8.601"), GERMAN, text)
    assert said.verdict == "refused" and not any(text in one for one in said.legal)


@pytest.mark.rule("RePh8.624", "RePh8.6194.9", "RePh8.621.8")
def test_a_refusal_of_the_set_up_offers_what_is_left_of_it() -> None:
    date = bought(("buy I3", "buy I3 mode=map", "fpp FORTIFIED"))
    assert date.send(GERMAN, "setup GE-I3#1-1 hex=K20") == ["RePh8.6194.9"]
    assert date.said[0].legal[0].startswith("setup GE-I3#2-")
    assert date.send(GERMAN, "hip GE-I3#2-1 hex=K20") == ["RePh8.621.8"]
    assert [*date.said[0].legal] == ["setup GE-I3#2-1 hex=K20"]
    date.good(GERMAN, "setup all hex=A20")
    assert date.send(GERMAN, "setup all hex=A20") == ["RePh8.6194.9"], "one group was bought to enter"
    assert date.said[0].legal[0] == "setup SNIPERS B12,R12"
    assert any(one.startswith("fpp FORTIFIED") for one in date.said[0].legal)
    assert "pass" not in date.said[0].legal


@pytest.mark.rule("RePh0.1")
def test_a_line_with_a_stroke_behind_a_name_with_a_number_sign_is_two() -> None:
    play = begun({"GE-I1#1-1": "6-5-8 K13"}, {}, segment="8.601")
    told = letter(
        play, GERMAN, "report STEP 8.602 add=broken unit=GE-I1#1-1 / pass 8.601 # that is all / pass"
    )
    assert [(one.text, one.verdict) for one in told][1][1] == "done" and len(told) == 2


@pytest.mark.rule("RePh8.6194.5", "RePh8.624")
def test_a_weapon_is_offered_where_the_men_of_its_group_are() -> None:
    held = dict.fromkeys([*(f"{column}{n}" for column in "efg" for n in range(5, 25)), "h20"], GERMAN)
    date = bought(("buy I3 mode=map",), control=held)
    date.good(GERMAN, "setup GE-I3#1-1,GE-I3#1-2,GE-I3#1-3,GE-I3#1-4 hex=H20")
    asked = next(one for one in date.state.waiting() if one.player == GERMAN)
    assert date.send(GERMAN, "pass") == ["RePh8.6194.4"], "the weapon of the group is still off the map"
    assert asked.answers == ("setup GE-I3#1-5 hex=H20",)
