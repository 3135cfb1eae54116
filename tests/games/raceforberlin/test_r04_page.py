"""What a page for tapping offers of an impulse: costs, room, the freedom die, chits, and what only stands
together."""

from __future__ import annotations

from adjudicator.catalogue import find_game
from adjudicator.choices import Rooms
from adjudicator.judging.what_if import playable
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.tapping.offers import Packing
from adjudicator.tapping.packed import Go, Ground, Offers, Places
from tests.games.raceforberlin.chits import OUT, holding
from tests.games.raceforberlin.fights import table
from tests.games.raceforberlin.marches import german, soviet
from tests.games.raceforberlin.test_r02_hitler import south
from tests.tabletop import Tabletop

RACE = find_game("raceforberlin")
NO_CHIT_9 = {"chits-out": OUT}


def offers(played: Tabletop, side: str) -> tuple[Offers, list[str]]:
    """What the page of the side that is asked offers, and the zones by their numbers."""
    view = playable(RACE, played.state, side)
    decision = next(one for one in view.decisions if one.player == side)
    places = Places({*view.board.spaces, *RACE.boxes})
    return Packing(RACE, view, decision, places).pack(), list(places.order)


def costs(go: Go, zones: list[str]) -> dict[str, int]:
    """End of a move -> what it costs."""
    return {zones[way[-1]]: cost for (_, way), cost in zip(go.tails, go.costs, strict=True)}


def lines(played: Tabletop, side: str) -> list[str]:
    """The lines that are offered whole."""
    return [line.text for line in offers(played, side)[0].lines]


def test_moves_are_offered_with_their_cost_in_halves_of_a_point() -> None:
    found, zones = offers(soviet({"47-1": "kustrin"}, state=NO_CHIT_9), "zhukov")
    (go,) = (one for one in found.go if one.head.startswith("move 47-1"))
    told = costs(go, zones)
    assert go.parts == 2 and (told["bridgehead"], told["seelow"]) == (1, 2), "along a main road"
    assert told["lebus"] == 3, "by the bridgehead"


def test_reserves_are_offered_with_the_cost_of_their_way() -> None:
    found, zones = offers(soviet({"47-1": "kustrin"}, state=NO_CHIT_9), "zhukov")
    told: dict[str, int] = {}
    for go in (one for one in found.go if one.head.startswith("reserve 47-1 ")):
        told |= costs(go, zones)
        ground = found.grounds[go.ground] if go.ground >= 0 else Ground(())
        told |= dict(zip((zones[end] for end in ground.to), ground.cost, strict=True))
    assert (told["bridgehead"], told["seelow"], told["reppen"]) == (1, 2, 2)


def test_a_move_that_needs_the_freedom_die_is_offered_apart_and_in_no_refusal() -> None:
    played = german({"303": "seelow"}, turn=6)
    found, zones = offers(played, "koniev")
    moves = {one.chance: costs(one, zones) for one in found.go if one.head.startswith("move 303")}
    assert "muncheberg" in moves[True] and "muncheberg" not in moves[False]
    assert "move 303 Müncheberg" not in [*RACE.legal(played.state, played.state.waiting()[0])]


def test_an_attack_that_names_its_zone_by_id_is_ticked_like_any_other() -> None:
    played = south({"344": "spremberg", "17": "dresden", "2POL-1": "gross-duben reduced"})
    found, _ = offers(played, "zhukov")
    assert [team.forms for team in found.teams if team.lists["units"] == ("344",)]
    assert not [go.head for go in found.go if go.head.startswith("combat")], "it is no move"


def test_a_dry_run_says_that_the_freedom_die_decides_a_move_that_needs_one() -> None:
    played = german({"303": "seelow"}, turn=6)
    (ruling,) = try_sheet(RACE, played.state, "koniev", [(1, "move 303 Müncheberg")])
    assert (ruling.verdict, "The dice decide" in ruling.why) == ("not-judged", True)


def test_zones_say_what_room_they_have_and_how_many_units_may_act() -> None:
    units = {"47-1": "letschin", "47-2": "letschin", "61-1": "seelow", "69-1": "kustrin"}
    rooms = offers(table(units, state=NO_CHIT_9), "zhukov")[0].rooms
    assert isinstance(rooms, Rooms)
    assert (rooms.most, rooms.acting, rooms.weight["47-1"]) == ({"soviet": 2}, 4, {"soviet": 1})
    held = {zone: rooms.held[zone]["soviet"] for zone in ("letschin", "seelow", "kustrin")}
    assert held["letschin"] == 2 and held["seelow"] == 1 and held["kustrin"] < -10, "no limit in the east"


def test_no_room_is_told_where_an_army_apart_must_come_together() -> None:
    assert (
        offers(table({"8GA-1": "strausberg", "8GA-2": "bridgehead"}, state=NO_CHIT_9), "zhukov")[0].rooms
        is None
    )


def test_event_chits_are_offered_to_their_holder_at_their_moment() -> None:
    units = {"8GA-1": "bridgehead", "303": "seelow"}
    assert "chit 2 army 8GA" in lines(holding("zhukov", 2, "C.1", units), "zhukov")
    assert not [one for one in lines(holding("koniev", 2, "C.1", units), "zhukov") if "chit" in one]
    assert not [one for one in lines(holding("zhukov", 3, "C.1", units), "zhukov") if "chit" in one]


def test_chit_8_is_offered_with_the_attack_that_it_needs() -> None:
    played = holding(
        "zhukov", 8, "C.1", {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "303": "seelow"}, dice=[4]
    )
    line = "combat 8GA-1 8GA-2 at Seelow\nchit 8 on 303"
    assert line in lines(played, "zhukov")
    assert [one.verdict for one in played.order("zhukov", line)] == ["done", "done"]


def test_an_army_that_event_7_drives_is_offered_the_attacks_after_its_moves() -> None:
    units = {"8GA-1": "kustrin", "8GA-2": "kustrin", "303": "muncheberg"}
    played = holding("zhukov", 7, "C.1", units, dice=[4])
    (alone,) = (one for one in lines(played, "zhukov") if one.startswith("move 8GA-1") and "8GA-2" not in one)
    move, fight, chit = alone.splitlines()
    assert (fight, chit) == ("combat 8GA-1 at Müncheberg", "chit 7 army 8GA")
    assert [one.verdict for one in played.order("zhukov", alone)] == ["done", "done", "done"]
    both = holding("zhukov", 7, "C.1", units)
    assert any("combat 8GA-1 8GA-2 at Müncheberg" in one for one in lines(both, "zhukov"))
    both.order("zhukov", "chit 7 army 8GA")
    assert not any("chit" in one for one in lines(both, "zhukov")), "the chit is played"
    assert any(f"{move}\n{fight}" == one for one in lines(both, "zhukov"))


def test_chit_9_is_offered_to_its_holder_and_the_question_does_not_tell() -> None:
    units = {"8GA-1": "bridgehead", "303": "seelow"}
    for number in (9, 10):
        played = holding("koniev", number, "C.1", units, state={"chits-out": []})
        assert played.asked()[1:] == ("koniev", ("pass",))
        told = [one for one in RACE.legal(played.state, played.state.waiting()[0]) if one != "pass"]
        assert told[:1] == (["chit 9 zone bridgehead"] if number == 9 else [])
