"""The roster of Race for Berlin against its values as the design notes print them, typed a second time."""

from __future__ import annotations

import pytest

from counters.roster.counter import Counter, Roster, fold
from counters.roster.load import load_roster

# name:full/reduced, then the type (i, m, a) and the movement points.
SOVIETS = {
    "zhukov": """61:12/6 i2, 1POL:12/6 i2, 47:14/7 i2, 3SHA:16/8 i2, 2GTA:20/10 a3, 5SHA:18/9 i2,
        8GA:20/10 m3, 69:14/7 i2, 33:14/7 i2, 1GTA:22/11 a3, 3:14/7 i2""",
    "koniev": """3GA:16/8 i2, 13:16/8 i2, 3GTA:22/11 a3, 5GA:18/9 i2, 4GTA:20/10 a3, 2POL:12/6 i2, 52:12/6 i2,
        28:14/7 i2, 31:12/6 i2""",
}
GERMANS = {
    "koniev": """391:4/2 i2, 32SS:5/3 i2, Ragen:3/2 i2, 286:3/2 i2, 712:4/2 i2, 169:5/3 i2, 303:4/2 i2,
        20PzGr:7/4 a3, Kurmark:7/4 a3, 156:4/2 i2, 606:5/3 i2, 5Jag:6/3 i2, 9Falsch:6/3 i2, 309:5/3 i2,
        Munch:6/3 a3, 25PzGr:8/4 a3, 541:4/2 i2, 11SS:6/3 a3, 23SS:5/3 a3, 18PzGr:8/4 a3""",
    "zhukov": """10SSPz:7/4 a3, 72:4/2 i2, 17:4/2 i2, Branden:6/3 a3, 615:3/2 i2, 545:4/2 i2, 1SSPz:8/4 a3,
        344:4/2 i2, 404:3/2 i2, 342:4/2 i2, 36SS:3/2 i2, 214:4/2 i2, 275:4/2 i2, 35SS:3/2 i2, 21Pz:7/4 a3,
        1Falsch:6/3 a3, TKorner:4/2 i2, UvHut:4/2 i2, FvSchill:4/2 i2, Scharn:4/2 i2, Clause:5/3 a3,
        Hamburg:3/2 i2, vHake:3/2 i2, 199:4/2 i2, HGoer:4/2 a3, FLJahn:4/2 i2""",
}
SETUP = {
    "soviet zhukov": """barwalde B: 61, 1POL; kustrin D: 47, 3SHA, 2GTA; bridgehead E: 5SHA, 8GA;
        reppen M: 69; ziebingen Q: 33; goritz F: 1GTA""",
    "german zhukov": """gorlitz DD: 10SSPz, 72, 17; niesky CC: Branden; rietschen Z: 615; muskau X: 545;
        spremberg FF: 1SSPz, 344; dresden EE: 404; forst V: 342; guben T: 36SS, 214; lieberose S: 275, 35SS;
        cottbus GG: 21Pz""",
    "soviet koniev": "triebel W: 3GA, 13, 3GTA; priebus Y: 5GA, 4GTA; sanitz AA: 2POL; penzig BB: 52",
    "german koniev": """furstenberg P: 391, 32SS; beeskow O: Ragen; frankfurt N: 286; lebus L: 712, 169;
        seelow G: 303, 20PzGr; falkenhagen K: Kurmark, 156; nordl-oderbruch A: 606, 5Jag;
        sudl-oderbruch C: 9Falsch, 309; letschin H: Munch; protzel J: 25PzGr; muncheberg I: 541""",
}
REINFORCEMENTS = {
    "army": "3 28 31",
    "joachimsthal": "11SS 23SS 18PzGr",
    "south-edge": "1Falsch",
    "xii-army": "TKorner UvHut FvSchill Scharn Clause Hamburg vHake 199 HGoer FLJahn",
}
TYPES = {"i": "infantry", "m": "mechanised", "a": "armour"}


@pytest.fixture(scope="module")
def roster() -> Roster:
    return load_roster("raceforberlin")


def unit(counter: Counter) -> str:
    """The name of a unit in the notes: an army's for both of its counters."""
    return counter.formation or counter.id


def as_noted(counter: Counter) -> str:
    full, reduced = counter.steps
    assert full.values["movement"] == reduced.values["movement"]
    kind = {long: short for short, long in TYPES.items()}[counter.type]
    strengths = f"{full.values['strength']}/{reduced.values['strength']}"
    return f"{unit(counter)}:{strengths} {kind}{full.values['movement']}"


@pytest.mark.parametrize("side", ["zhukov", "koniev"])
@pytest.mark.parametrize(("nation", "noted"), [("soviet", SOVIETS), ("german", GERMANS)])
def test_every_value_is_the_noted_one(roster: Roster, side: str, nation: str, noted: dict[str, str]) -> None:
    mine = [c for c in roster.counters.values() if (c.side, c.nation) == (side, nation)]
    assert {as_noted(counter) for counter in mine} == set(" ".join(noted[side].split()).split(", "))


@pytest.mark.rule("0.1", "0.2", "11.1", "11.2", "11.3", "11.4")
def test_every_unit_starts_in_its_listed_zone_with_its_letter(roster: Roster) -> None:
    listed = set()
    for group, zones in SETUP.items():
        for zone, units in (line.split(": ") for line in " ".join(zones.split()).split("; ")):
            listed |= {(name, zone, *group.split()) for name in units.split(", ")}
    placed = [c for c in roster.counters.values() if c.setup]
    assert {(unit(c), f"{c.setup} {c.flag}", c.nation, c.side) for c in placed} == listed


@pytest.mark.rule("11.5.1", "11.5.2", "11.5.3", "11.6.1", "11.6.2")
def test_everything_else_is_a_reinforcement(roster: Roster) -> None:
    waiting = [c for c in roster.counters.values() if not c.setup]
    kinds = {kind: {unit(c) for c in waiting if c.reinforcement == kind} for kind in REINFORCEMENTS}
    assert kinds == {kind: set(units.split()) for kind, units in REINFORCEMENTS.items()}
    assert len(waiting) == sum(len({c.id for c in waiting if c.reinforcement == kind}) for kind in kinds)
    assert not any(c.reinforcement or c.flag == "" for c in roster.counters.values() if c.setup)


def test_every_army_has_two_counters_but_the_31st(roster: Roster) -> None:
    armies: dict[str, list[str]] = {}
    for counter in roster.counters.values():
        if counter.formation:
            armies.setdefault(counter.formation, []).append(counter.id)
    assert armies.pop("31") == ["31"]
    assert len(armies) == 19
    assert all(ids == [f"{army}-1", f"{army}-2"] for army, ids in armies.items())


def test_germans_belong_to_no_formation(roster: Roster) -> None:
    assert not any(c.formation for c in roster.counters.values() if c.nation == "german")


def strength(roster: Roster, *ids: str, step: int = 0) -> int:
    return sum(roster.counters[name].steps[step].values["strength"] for name in ids)


def test_the_values_give_the_worked_examples(roster: Roster) -> None:
    attack = strength(roster, "1GTA-1", "1GTA-2", "8GA-1")
    assert attack + strength(roster, "8GA-2") // 2 == 74
    assert strength(roster, "606", "5Jag") * 2 == 22
    assert strength(roster, "8GA-1", "8GA-2") == 40
    assert strength(roster, "11SS") + 20 == 26
    assert strength(roster, "47-1", step=1) == 7
    assert strength(roster, "1SSPz") == strength(roster, "TKorner", "UvHut") == 8


def test_reduced_is_half_rounded_up(roster: Roster) -> None:
    for counter in roster.counters.values():
        full, reduced = (step.values["strength"] for step in counter.steps)
        assert reduced == (full + 1) // 2, counter.id


def test_no_two_counters_share_a_name_players_write(roster: Roster) -> None:
    owners: dict[str, str] = {}
    for counter in roster.counters.values():
        for form in {fold(form) for form in (counter.id, *counter.aliases)}:
            assert owners.setdefault(form, counter.id) == counter.id, form


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("8GA-1", "8GA-1"),
        ("8 GA 1", "8GA-1"),
        ("8th Guards Army 2", "8GA-2"),
        ("8GA", "8GA-1 8GA-2"),
        ("8th guards army", "8GA-1 8GA-2"),
        ("3", "3-1 3-2"),
        ("3-1", "3-1"),
        ("31", "31"),
        ("31st Army", "31"),
        ("20 pz gr", "20PzGr"),
        ("20th Panzergrenadier Division", "20PzGr"),
        ("5 Jäger", "5Jag"),
        ("5 jaeger", "5Jag"),
        ("JÄGER 5", "5Jag"),
        ("Nordland", "11SS"),
        ("Münch.", "Munch"),
        ("Muencheberg", "Munch"),
        ("von Hake", "vHake"),
        ("Theodor Körner", "TKorner"),
        ("712", "712"),
        ("712th division", "712"),
        ("8 Garde", ""),
        ("", ""),
    ],
)
def test_players_may_write_it_so(roster: Roster, written: str, meant: str) -> None:
    assert " ".join(counter.id for counter in roster.named(written)) == meant


def test_every_unit_answers_to_its_printed_name(roster: Roster) -> None:
    for counter in roster.counters.values():
        assert counter in roster.named(counter.name), counter.id


def test_the_names_are_printed_with_their_accents(roster: Roster) -> None:
    names = {c.id: c.name for c in roster.counters.values()}
    assert [names[i] for i in ("Munch", "5Jag", "Ragen", "vHake", "TKorner", "8GA-2")] == [
        "Müncheberg",
        "5 Jäger",
        "Rägener",
        "v. Hake",
        "T. Körner",
        "8 GA",
    ]


def test_what_we_had_to_choose_is_named_a_standin(roster: Roster) -> None:
    assert {"strength", "movement", "reduced_strength", "type"} <= roster.standins.keys()
    assert all(len(reason) > 10 for reason in roster.standins.values())


def test_there_are_eleven_event_chits_and_two_are_played_once(roster: Roster) -> None:
    assert list(roster.cards) == [f"event-{number}" for number in range(1, 12)]
    assert [card.number for card in roster.cards.values()] == list(range(1, 12))
    assert [card.id for card in roster.cards.values() if card.once] == ["event-5", "event-9"]


def test_the_markers_carry_what_the_game_tracks(roster: Roster) -> None:
    needed = {
        *("control-zhukov", "control-koniev", "control-us", "out-of-supply", "turn", "operations"),
        *("support-zhukov", "support-koniev", "vp-zhukov", "vp-zhukov-10", "vp-koniev", "vp-koniev-10"),
    }
    assert needed <= roster.markers.keys()
    progress = [m for m in roster.markers.values() if m.kind == "progress"]
    assert [[face.text for face in m.faces] for m in progress] == [["1", "2"], ["3", "4"], ["5", "6"]]
    assert [m.count for m in progress] == [6, 6, 6]
