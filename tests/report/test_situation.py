"""Current situation, in words."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.events import FlagsChanged, StepLost, UnitEliminated
from adjudicator.games.donnerschlag import GAME as DONNERSCHLAG
from adjudicator.games.raceforberlin import GAME
from adjudicator.mail.desk.trial import known_to
from adjudicator.report.situation import _numbers, situation
from adjudicator.report.whereabouts import Line, plain, possessive
from adjudicator.store import fold
from tests.report.berlin import START, holding

STATE = replace(
    START,
    tracks={"vp-zhukov": 4, "progress-tempelhof": 2},
    control={"tempelhof": "zhukov", "seelow": "zhukov", "leipzig": "us"},
)


def test_tracks_and_control_bear_their_printed_names() -> None:
    told = situation(GAME, known_to(GAME, STATE, "zhukov"), "zhukov")
    assert told.points[0] == Line("Zhukov", "points 4, territory 1, city 3"), "they are told once"
    assert told.tracks == (Line("City Progress in Tempelhof", "2"),)
    assert set(told.control) == {Line("Zhukov", "Tempelhof, Seelow"), Line("Americans", "Leipzig")}


def test_what_is_held_on_a_map_of_hexes_is_counted_in_hexes() -> None:
    for board, what in ((START.board, "spaces"), (DONNERSCHLAG.start("campaign").board, "hexes")):
        (line, *_) = _numbers(replace(START, board=board, control={"seelow": "zhukov"}), GAME.names())
        assert line.text.endswith(f" {what}, as the map shows")


def test_markers_on_units_are_listed_by_kind() -> None:
    state = fold(STATE, [FlagsChanged(rule="3", units=("169", "712"), add=("out-of-supply",))])
    assert situation(GAME, state, "zhukov").flags == (Line("Out of supply", "712, 169"),)


def test_the_own_hand_is_read_out_and_the_others_is_counted() -> None:
    own = situation(GAME, known_to(GAME, holding("event-5"), "koniev"), "koniev")
    assert [held.name for held in own.hand] == ["Chit 1 (Heinrici)", "Chit 5 (City spared)"]
    assert own.hand[1].text == START.roster.cards["event-5"].text
    other = situation(GAME, known_to(GAME, holding("event-5"), "zhukov"), "zhukov")
    assert (other.hand, other.others) == ((), (Line("Koniev", "chit 1 (Heinrici) and 1 hidden"),))


def test_cards_of_a_pile_that_lie_face_down_are_counted_and_its_name_is_told_once() -> None:
    start = DONNERSCHLAG.start("campaign")
    told = situation(DONNERSCHLAG, known_to(DONNERSCHLAG, start, "axis"), "axis")
    piles = {line.label: line.text for line in told.piles}
    assert piles["Soviet Activation Cards"] == "16 hidden"
    assert piles["Late Soviet Combat Cards (from turn 4)"] == "10 hidden"


def test_a_reduced_unit_is_called_so_and_a_lost_one_stands_among_the_lost() -> None:
    lost = [StepLost(rule="8", unit="712", left=1), UnitEliminated(rule="8", unit="169", at="lebus")]
    hosts = situation(GAME, fold(STATE, lost), "koniev").hosts
    (host,) = (host for host in hosts if host.title == "Your German units")
    places = {line.label: line.text for line in host.lines}
    assert places["Lebus"] == "712 (2-2 reduced)"
    assert places["Eliminated"] == "169"
    assert "Wedding" not in places


def test_who_stands_where_is_told_side_after_side_and_by_the_names_of_the_zones() -> None:
    hosts = situation(GAME, STATE, "koniev").hosts
    titles = ["Your Soviet units", "Your German units", "Zhukov's Soviet units", "Zhukov's German units"]
    assert [host.title for host in hosts] == titles
    named = {host.title: [line.label for line in host.lines] for host in hosts}
    zones = named["Your German units"][:-2]
    assert zones.index("Frankfurt") < zones.index("Fürstenberg") < zones.index("Lebus")
    assert zones == sorted(zones, key=plain)
    assert named["Your German units"][-1] == "Reinforcements"


def test_a_side_whose_name_ends_in_s_gets_an_apostrophe_alone() -> None:
    assert (possessive("Zhukov"), possessive("Reds")) == ("Zhukov's", "Reds'")


def test_every_unit_in_the_list_bears_the_numbers_on_its_counter() -> None:
    (host,) = (host for host in situation(GAME, STATE, "zhukov").hosts if host.title == "Your Soviet units")
    places = {line.label: line.text for line in host.lines}
    assert places["Göritz"] == "1 GTA-1 (22-3), 1 GTA-2 (22-3)"
